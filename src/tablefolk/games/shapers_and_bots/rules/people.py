"""Who sits here, who plays whom, handing a sheet over, leaving (SB-1 … SB-3, SB-12, SB-104)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from tablefolk.core.dice import Dice
from tablefolk.core.game import Act, Event, Seat, must
from tablefolk.core.table.company import LISTENING, heard
from tablefolk.core.table.seats import OptionSet
from tablefolk.games.shapers_and_bots.rules.state import World, overheard, the_director
from tablefolk.games.shapers_and_bots.rules.values import Id, Line, Text, Who
from tablefolk.games.shapers_and_bots.rules.wording import (
    DirectorsOwn,
    Facts,
    Making,
    OnSheet,
    makes,
    named,
    say,
)

# -- The table tells, the world listens (SB-1, SB-11) ------------------------------------------


@overheard.effect(*LISTENING)
def company_heard(world: World, e: Event) -> World:
    return replace(world, company=heard(world.company, e))


@overheard.effect(OptionSet)
def option_set(world: World, e: OptionSet) -> World:
    return replace(world, options={**world.options, e.key: e.value})


# -- Handing a sheet over, finished or not (SB-3) ----------------------------------------------


class HandOver(Act[World], frozen=True):
    """The Director gives a sheet to a player, or takes it as an extra; only the owner changes."""

    may = "gm"
    who: Id
    to: Id = ""  # a member; "" makes it the Director's extra

    def do(self, world: World, seat: Seat, dice: Dice) -> Iterator[Event]:
        the_director(seat, "SB-3")
        hero = world.character(self.who)
        there = self.to in ("", *world.company.seats)
        must(there, "SB-3", "unknown", "A sheet is handed to a player at this table.")
        now = hero.player if not hero.extra else ""
        must(
            self.to != now or (not self.to and not hero.extra),
            "SB-3",
            "same",
            "It is theirs already.",
        )
        plays = bool(self.to) and self.to not in world.playing and hero.finished
        yield HandedOver(hero.id, hero.name, self.to, now, plays)


class HandedOver(Making, frozen=True):
    who: str
    name: str
    to: Who
    was: Who
    plays: bool = False

    def onto(self, world: World) -> World:
        playing = {member: who for member, who in world.playing.items() if who != self.who}
        world = replace(world, playing=playing)
        world = world.with_hero(self.who, player=self.to, extra=not self.to)
        return with_playing(world, self.to, self.who) if self.plays else world

    def told_to(self, world: World, seat: Seat) -> str | None:
        back = "_back" if seat.gm or seat.id == self.was else None
        return "" if self.to else back

    def in_words(self, world: World, seat: Seat) -> Facts:
        return {"called": self.name or named(world, self.who)}


def with_playing(world: World, member: str, who: str) -> World:
    return replace(world, playing={**world.playing, member: who})


# -- Which of one's sheets is played (SB-2, A-65) ----------------------------------------------


class PlayAs(Act[World], frozen=True):
    """A player takes up one of their finished sheets; one at a time."""

    may = "owner or gm"
    who: Id

    def do(self, world: World, seat: Seat, dice: Dice) -> Iterator[Event]:
        hero = world.own(seat, self.who)
        member = must(hero.player, "SB-2", "extras_only", f"{hero.name} is the Director’s extra.")
        must(
            hero.finished, "SB-44", "not_ready", f"{hero.name or 'This sheet'} is not finished yet."
        )
        gone = hero.life == "dead" or hero.left
        must(not gone, "SB-104", "dead", f"{hero.name} is out of the story.")
        must(world.playing.get(member) != hero.id, "SB-2", "same", "You play this one already.")
        fighting = world.combatant(world.playing.get(member, "")) is not None
        must(not fighting, "SB-2", "in_a_fight", "Finish the fight first, then change characters.")
        yield PlayedAs(member, hero.id, hero.name)


class PlayedAs(Making, frozen=True):
    member: Who
    who: str
    name: str

    def onto(self, world: World) -> World:
        return with_playing(world, self.member, self.who)


# -- Words on the sheet (SB-12) ----------------------------------------------------------------


class Describe(Act[World], frozen=True):
    """Age, look, what sort of hero or rogue this is, and notes: free words, at any time."""

    may = "owner or gm"
    who: Id
    age: Line = ""
    look: Text = ""
    calling: Line = ""
    notes: Text = ""

    def do(self, world: World, seat: Seat, dice: Dice) -> Iterator[Event]:
        hero = world.own(seat, self.who)
        yield Described(
            hero.id, self.age.strip(), self.look.strip(), self.calling.strip(), self.notes.strip()
        )


class Described(OnSheet, frozen=True):
    age: str = ""
    look: str = ""
    calling: str = ""
    notes: str = ""

    def onto(self, world: World) -> World:
        return world.with_hero(
            self.who, age=self.age, look=self.look, calling=self.calling, notes=self.notes
        )

    def told_to(self, world: World, seat: Seat) -> str | None:
        return "" if makes(world, self.who, seat) else None


# -- Away with a sheet, or out of the story (SB-104) -------------------------------------------


class DropSheet(Act[World], frozen=True):
    """A sheet that was never finished is thrown away."""

    may = "owner or gm"
    who: Id

    def do(self, world: World, seat: Seat, dice: Dice) -> Iterator[Event]:
        hero = world.own(seat, self.who)
        must(not hero.finished, "SB-44", "finished", "A finished sheet is kept.")
        must(
            not busy(world, hero.id), "SB-44", "in_use", f"{hero.name} has a part in what is open."
        )
        yield SheetDropped(hero.id, hero.name)


class SheetDropped(DirectorsOwn, frozen=True):
    who: str
    name: str = ""

    def onto(self, world: World) -> World:
        cast = {who: hero for who, hero in world.cast.items() if who != self.who}
        playing = {member: who for member, who in world.playing.items() if who != self.who}
        return replace(world, cast=cast, playing=playing)

    def in_words(self, world: World, seat: Seat) -> Facts:
        return {"name": self.name or say("words.a_sheet")}


class LeaveStory(Act[World], frozen=True):
    """Somebody leaves; the sheet is kept, and the player may make another."""

    may = "owner or gm"
    who: Id

    def do(self, world: World, seat: Seat, dice: Dice) -> Iterator[Event]:
        hero = world.own(seat, self.who)
        must(hero.finished, "SB-44", "not_ready", "An unfinished sheet can be thrown away instead.")
        must(not hero.left, "SB-104", "same", f"{hero.name} is out of the story already.")
        held = busy(world, hero.id, seen=True)  # a refusal must not tell of what is hidden (SB-168)
        must(not held, "SB-104", "in_use", f"{hero.name} has a part in what is open.")
        yield StoryLeft(hero.id, hero.name)


class StoryLeft(OnSheet, frozen=True):
    voice = "did"
    name: str

    def onto(self, world: World) -> World:
        playing = {member: who for member, who in world.playing.items() if who != self.who}
        return replace(world, playing=playing).with_hero(self.who, left=True)


def busy(world: World, who: str, seen: bool = False) -> bool:
    """Whether something open just now cannot do without them; with `seen`, something all see."""
    trying = (t for t in world.challenges.values() if t.status == "open")
    trying = (t for t in trying if not (seen and t.hidden))
    outdoing = (t for t in world.contests.values() if t.status in ("open", "tied"))
    return (
        world.combatant(who) is not None
        or (world.fight is not None and who in world.fight.newcomers)
        or any(who in (t.who, t.target) for t in trying)
        or any(who == side.who for t in outdoing for side in t.sides)
        or any(who == wound.who for wound in world.wounds)
    )


class ReturnToStory(Act[World], frozen=True):
    """Somebody who left is back."""

    may = "owner or gm"
    who: Id

    def do(self, world: World, seat: Seat, dice: Dice) -> Iterator[Event]:
        hero = world.own(seat, self.who)
        must(hero.left, "SB-104", "same", f"{hero.name} is in the story.")
        must(hero.life != "dead", "SB-104", "dead", f"{hero.name} is gone for good.")
        plays = bool(hero.player) and hero.player not in world.playing
        yield StoryJoined(hero.id, hero.name, plays)


class StoryJoined(OnSheet, frozen=True):
    voice = "did"
    name: str
    plays: bool = False

    def onto(self, world: World) -> World:
        world = world.with_hero(self.who, left=False)
        return with_playing(world, world.cast[self.who].player, self.who) if self.plays else world
