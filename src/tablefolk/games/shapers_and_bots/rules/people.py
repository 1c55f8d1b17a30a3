"""Who sits here, who plays whom, handing a sheet over, leaving (SB-1 … SB-3, SB-12, SB-104)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from tablefolk.core.dice import Dice
from tablefolk.core.game import Command, Event, Seat, must
from tablefolk.core.table.company import LISTENING, heard
from tablefolk.core.table.seats import OptionSet
from tablefolk.games.shapers_and_bots.rules.state import World, the_director
from tablefolk.games.shapers_and_bots.rules.values import Id, Line, Text

# -- The table tells, the world listens (SB-1, SB-11) ------------------------------------------


def company_heard(world: World, e: Event) -> World:
    return replace(world, company=heard(world.company, e))


def option_set(world: World, e: OptionSet) -> World:
    return replace(world, options={**world.options, e.key: e.value})


# -- Handing a sheet over, finished or not (SB-3) ----------------------------------------------


class HandOver(Command, frozen=True):
    """The Director gives a sheet to a player, or takes it as an extra; only the owner changes."""

    may = "gm"
    who: Id
    to: Id = ""  # a member; "" makes it the Director's extra


class HandedOver(Event, frozen=True):
    who: str
    name: str
    to: str
    was: str
    plays: bool = False


def hand_over(world: World, seat: Seat, c: HandOver, dice: Dice) -> Iterator[Event]:
    the_director(seat, "SB-3")
    hero = world.character(c.who)
    there = c.to in ("", *world.company.seats)
    must(there, "SB-3", "unknown", "A sheet is handed to a player at this table.")
    now = hero.player if not hero.extra else ""
    must(c.to != now or (not c.to and not hero.extra), "SB-3", "same", "It is theirs already.")
    plays = bool(c.to) and c.to not in world.playing and hero.finished
    yield HandedOver(hero.id, hero.name, c.to, now, plays)


def handed_over(world: World, e: HandedOver) -> World:
    playing = {member: who for member, who in world.playing.items() if who != e.who}
    world = replace(world, playing=playing)
    world = world.with_hero(e.who, player=e.to, extra=not e.to)
    return with_playing(world, e.to, e.who) if e.plays else world


def with_playing(world: World, member: str, who: str) -> World:
    return replace(world, playing={**world.playing, member: who})


# -- Which of one's sheets is played (SB-2, A-65) ----------------------------------------------


class PlayAs(Command, frozen=True):
    """A player takes up one of their finished sheets; one at a time."""

    may = "owner or gm"
    who: Id


class PlayedAs(Event, frozen=True):
    member: str
    who: str
    name: str


def play_as(world: World, seat: Seat, c: PlayAs, dice: Dice) -> Iterator[Event]:
    hero = world.own(seat, c.who)
    member = must(hero.player, "SB-2", "extras_only", f"{hero.name} is the Director’s extra.")
    must(hero.finished, "SB-44", "not_ready", f"{hero.name or 'This sheet'} is not finished yet.")
    gone = hero.life == "dead" or hero.left
    must(not gone, "SB-104", "dead", f"{hero.name} is out of the story.")
    must(world.playing.get(member) != hero.id, "SB-2", "same", "You play this one already.")
    fighting = world.combatant(world.playing.get(member, "")) is not None
    must(not fighting, "SB-2", "in_a_fight", "Finish the fight first, then change characters.")
    yield PlayedAs(member, hero.id, hero.name)


def played_as(world: World, e: PlayedAs) -> World:
    return with_playing(world, e.member, e.who)


# -- Words on the sheet (SB-12) ----------------------------------------------------------------


class Describe(Command, frozen=True):
    """Age, look, what sort of hero or rogue this is, and notes: free words, at any time."""

    may = "owner or gm"
    who: Id
    age: Line = ""
    look: Text = ""
    calling: Line = ""
    notes: Text = ""


class Described(Event, frozen=True):
    who: str
    age: str = ""
    look: str = ""
    calling: str = ""
    notes: str = ""


def describe(world: World, seat: Seat, c: Describe, dice: Dice) -> Iterator[Event]:
    hero = world.own(seat, c.who)
    yield Described(hero.id, c.age.strip(), c.look.strip(), c.calling.strip(), c.notes.strip())


def described(world: World, e: Described) -> World:
    return world.with_hero(e.who, age=e.age, look=e.look, calling=e.calling, notes=e.notes)


# -- Away with a sheet, or out of the story (SB-104) -------------------------------------------


class DropSheet(Command, frozen=True):
    """A sheet that was never finished is thrown away."""

    may = "owner or gm"
    who: Id


class SheetDropped(Event, frozen=True):
    who: str
    name: str = ""


class LeaveStory(Command, frozen=True):
    """Somebody leaves; the sheet is kept, and the player may make another."""

    may = "owner or gm"
    who: Id


class StoryLeft(Event, frozen=True):
    who: str
    name: str


def drop_sheet(world: World, seat: Seat, c: DropSheet, dice: Dice) -> Iterator[Event]:
    hero = world.own(seat, c.who)
    must(not hero.finished, "SB-44", "finished", "A finished sheet is kept.")
    must(not busy(world, hero.id), "SB-44", "in_use", f"{hero.name} has a part in what is open.")
    yield SheetDropped(hero.id, hero.name)


def busy(world: World, who: str, seen: bool = False) -> bool:
    """Whether something open just now cannot do without them; with `seen`, something all see."""
    trying = (t for t in world.challenges.values() if t.status == "open")
    trying = (t for t in trying if not (seen and t.hidden))
    outdoing = (t for t in world.contests.values() if t.status in ("open", "tied"))
    return (
        world.combatant(who) is not None
        or any(who in (t.who, t.target) for t in trying)
        or any(who == side.who for t in outdoing for side in t.sides)
        or any(who == wound.who for wound in world.wounds)
    )


def sheet_dropped(world: World, e: SheetDropped) -> World:
    cast = {who: hero for who, hero in world.cast.items() if who != e.who}
    playing = {member: who for member, who in world.playing.items() if who != e.who}
    return replace(world, cast=cast, playing=playing)


def leave_story(world: World, seat: Seat, c: LeaveStory, dice: Dice) -> Iterator[Event]:
    hero = world.own(seat, c.who)
    must(hero.finished, "SB-44", "not_ready", "An unfinished sheet can be thrown away instead.")
    must(not hero.left, "SB-104", "same", f"{hero.name} is out of the story already.")
    held = busy(world, hero.id, seen=True)  # a refusal must not tell of what is hidden (SB-168)
    must(not held, "SB-104", "in_use", f"{hero.name} has a part in what is open.")
    yield StoryLeft(hero.id, hero.name)


def story_left(world: World, e: StoryLeft) -> World:
    playing = {member: who for member, who in world.playing.items() if who != e.who}
    return replace(world, playing=playing).with_hero(e.who, left=True)


class ReturnToStory(Command, frozen=True):
    """Somebody who left is back."""

    may = "owner or gm"
    who: Id


class StoryJoined(Event, frozen=True):
    who: str
    name: str
    plays: bool = False


def return_to_story(world: World, seat: Seat, c: ReturnToStory, dice: Dice) -> Iterator[Event]:
    hero = world.own(seat, c.who)
    must(hero.left, "SB-104", "same", f"{hero.name} is in the story.")
    must(hero.life != "dead", "SB-104", "dead", f"{hero.name} is gone for good.")
    plays = bool(hero.player) and hero.player not in world.playing
    yield StoryJoined(hero.id, hero.name, plays)


def story_joined(world: World, e: StoryJoined) -> World:
    world = world.with_hero(e.who, left=False)
    return with_playing(world, world.cast[e.who].player, e.who) if e.plays else world


DECIDE: dict[Any, Any] = {
    HandOver: hand_over,
    PlayAs: play_as,
    Describe: describe,
    DropSheet: drop_sheet,
    LeaveStory: leave_story,
    ReturnToStory: return_to_story,
}
EVOLVE: dict[Any, Any] = {
    **dict.fromkeys(LISTENING, company_heard),
    OptionSet: option_set,
    HandedOver: handed_over,
    PlayedAs: played_as,
    Described: described,
    SheetDropped: sheet_dropped,
    StoryLeft: story_left,
    StoryJoined: story_joined,
}
