"""What is done on one's turn: drawing, picking up, running, loading (SB-111 … SB-119, T5, T6).

Outside fights the same things cost nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

from tablefolk.core.dice import Dice
from tablefolk.core.game import Act, Change, Event, Seat, must, need, word
from tablefolk.games.shapers_and_bots.rules import gear, sheet
from tablefolk.games.shapers_and_bots.rules.fights import rounds
from tablefolk.games.shapers_and_bots.rules.state import World, one_line, the_directors, words
from tablefolk.games.shapers_and_bots.rules.values import (
    Character,
    Combatant,
    Id,
    Item,
    Key,
    Line,
    Name,
    Who,
)
from tablefolk.games.shapers_and_bots.rules.wording import has_met

Cost = Annotated[int, Meta(ge=0, le=4)]


# -- Spending actions (T5, SB-111, SB-112, SB-115) -------------------------------------------------


class ActionSpent(Change[World], frozen=True):
    voice = "noted"
    who: Who
    what: str  # draw, stow, pick_up, run, reload, try, other …
    cost: int
    left: int

    def onto(self, world: World) -> World:
        one = rounds.fighting(world, self.who)
        return world.with_combatant(
            self.who, pool=self.left, spent=one.spent + self.cost, acted=True
        )

    def told_to(self, world: World, seat: Seat) -> str | None:
        return "" if self.left else "_none"


def turn(world: World, seat: Seat, who: str, cost: int = 1) -> Combatant | None:
    """Somebody who may act now, with so many actions left; None where nobody fights."""
    hero = world.played(seat, who)
    world.able(hero)
    if world.fight is None:
        return None
    one = world.combatant(who)
    need(one, "SB-108", "not_your_turn", f"{hero.name} is not in this fight.")
    if one is None:
        return None
    rounds.settled(world)
    acting = world.name(world.fight.current)
    why = f"It is {acting}’s turn." if acting else "No turn has begun yet."
    need(one.slot == "acting", "SB-115", "not_your_turn", why)
    why = f"{hero.name} has no action left this round; ending the turn is all there is to do."
    short = f"That takes {cost} actions, and {hero.name} has {one.pool} left."
    need(one.pool >= cost, "SB-112", "no_actions", short if one.pool else why)
    return one


def spent(one: Combatant | None, what: str, cost: int = 1) -> Iterator[Event]:
    """The actions it takes, for those who fight."""
    if one is not None:
        paid = min(cost, one.pool)
        yield ActionSpent(one.who, what, paid, one.pool - paid)


# -- In hand, and out of it (SB-112, SB-114) -------------------------------------------------------


class Draw(Act[World], frozen=True):
    """Draw a weapon, or take a thing one carries into one's hand: one action."""

    may = "owner or gm"
    who: Id
    item: int

    def do(self, world: World, seat: Seat, dice: Dice) -> Iterator[Event]:
        hero, item = carried(world, self.who, self.item)
        one = turn(world, seat, self.who)
        must(not item.drawn, "SB-112", "same", f"{item.name} is in hand already.")
        gear.room_for(world, seat, hero, item)
        yield from spent(one, "draw")
        yield ItemHeld(hero.id, hero.name, item.id, item.name, True)


class Stow(Act[World], frozen=True):
    """Put away what one holds: one action, as other things (SB-119)."""

    may = "owner or gm"
    who: Id
    item: int

    def do(self, world: World, seat: Seat, dice: Dice) -> Iterator[Event]:
        hero, item = carried(world, self.who, self.item)
        one = turn(world, seat, self.who)
        must(item.drawn, "SB-119", "not_in_hand", f"{item.name} is not in hand.")
        yield from spent(one, "stow")
        yield ItemHeld(hero.id, hero.name, item.id, item.name, False)


class ItemHeld(Change[World], frozen=True):
    who: str
    name: str
    item: int
    label: str
    held: bool

    def onto(self, world: World) -> World:
        return world.with_item(self.who, self.item, drawn=self.held)

    def told_to(self, world: World, seat: Seat) -> str | None:
        return ("" if self.held else "_away") if has_met(world, self.who, seat) else None


def carried(world: World, who: str, number: int) -> tuple[Character, Item]:
    hero = world.character(who)
    item = gear.thing(hero, number)
    must(not item.worn, "SB-114", "not_in_hand", f"{item.name} is worn; take it off first.")
    return hero, item


# -- Picking up (SB-112, SB-117) -------------------------------------------------------------------


class PickUp(Act[World], frozen=True):
    """Pick up what lies there, by its number; or whatever else is there."""

    may = "owner or gm"
    who: Id
    item: int = 0
    gear: Key = ""
    name: Name = ""

    def do(self, world: World, seat: Seat, dice: Dice) -> Iterator[Event]:
        hero = world.character(self.who)
        item = lying(world, self)
        one = turn(world, seat, self.who)
        gear.room_for(world, seat, hero, item)
        if self.gear:
            word(seat, "SB-112", f"{hero.name} wants to pick this up: {item.name}. Is it there?")
        yield from spent(one, "pick_up")
        yield ItemPickedUp(hero.id, hero.name, replace(item, drawn=True, worn=False, place=""))


class ItemPickedUp(Change[World], frozen=True):
    who: str
    name: str
    item: Item

    def onto(self, world: World) -> World:
        left = {number: item for number, item in world.ground.items() if number != self.item.id}
        world = replace(world, ground=left).counted(self.item.id)
        return gear.with_more(world, self.who, self.item)

    def told_to(self, world: World, seat: Seat) -> str | None:
        return "" if has_met(world, self.who, seat) else None


def lying(world: World, c: PickUp) -> Item:
    """What is picked up: something known that lies about, or something newly found."""
    if c.item:
        why = "That does not lie about here."
        return must(world.ground.get(c.item), "SB-112", "not_in_hand", why)
    if c.gear:
        found = must(world.find_gear(c.gear), "SB-112", "unknown", "There is no such thing.")
        return Item.of(found, world.count + 1)
    return Item(world.count + 1, words(one_line(c.name), "SB-112", "Say what is picked up."))


# -- Dropping: free, at any time (T6, SB-112) and what is thrown (SB-117) --------------------------


class Drop(Act[World], frozen=True):
    """Drop something: free, and possible at any time while conscious."""

    may = "owner or gm"
    who: Id
    item: int

    def do(self, world: World, seat: Seat, dice: Dice) -> Iterator[Event]:
        hero = world.played(seat, self.who)
        world.able(hero)
        _, item = carried(world, self.who, self.item)
        yield dropped(hero, item, hero.place)


class ItemDropped(Change[World], frozen=True):
    who: str
    name: str
    item: Item
    thrown: bool = False

    def onto(self, world: World) -> World:
        world = gear.without_item(world, self.who, self.item.id)
        return replace(world, ground={**world.ground, self.item.id: self.item})

    def told_to(self, world: World, seat: Seat) -> str | None:
        return ("_thrown" if self.thrown else "") if has_met(world, self.who, seat) else None


def dropped(hero: Character, item: Item, place: str, thrown: bool = False) -> ItemDropped:
    return ItemDropped(hero.id, hero.name, replace(item, drawn=False, place=place), thrown)


# -- Running (SB-118) ------------------------------------------------------------------------------


class Run(Act[World], frozen=True):
    """Run to another place; how far one action reaches is the Director's call."""

    may = "owner or gm"
    who: Id
    to: Name = ""

    def do(self, world: World, seat: Seat, dice: Dice) -> Iterator[Event]:
        hero = world.character(self.who)
        fight = rounds.the_fight(world)
        one = turn(world, seat, self.who)
        stuck = sheet.lost(world, hero, "locomotion")
        need(not stuck, "SB-161", "cannot_move", f"{hero.name} cannot move by itself.")
        to = one_line(self.to)
        slow = sheet.penalized(hero, "slow")
        if slow or (to and to not in fight.places):
            question = f"Does {hero.name} get there in one action: {to or 'another place'}?"
            word(seat, "SB-161" if slow else "SB-118", question)
        yield from spent(one, "run")
        yield Ran(hero.id, hero.name, to, hero.place)


class Ran(Change[World], frozen=True):
    who: str
    name: str
    to: Who
    was: str = ""

    def onto(self, world: World) -> World:
        return world.with_hero(self.who, place=self.to)

    def told_to(self, world: World, seat: Seat) -> str | None:
        return "" if self.to else "_somewhere"


# -- Loading (SB-116) ------------------------------------------------------------------------------


class Reload(Act[World], frozen=True):
    """Load a weapon: so many steps of an action each; progress is kept between turns."""

    may = "owner or gm"
    who: Id
    item: int
    steps: Annotated[int, Meta(ge=1, le=4)] = 1

    def do(self, world: World, seat: Seat, dice: Dice) -> Iterator[Event]:
        hero, item = carried(world, self.who, self.item)
        must(not item.loaded, "SB-116", "same", f"{item.name} is loaded already.")
        steps = min(self.steps, item.reload_left) if world.fight else item.reload_left
        one = turn(world, seat, self.who, steps)
        need(item.drawn, "SB-114", "weapon_not_drawn", f"{item.name} must be drawn first.")
        left = item.reload_left - steps
        yield from spent(one, "reload", steps)
        yield WeaponLoaded(hero.id, hero.name, item.id, item.name, left, left == 0)


class WeaponLoaded(Change[World], frozen=True):
    who: str
    name: str
    item: int
    label: str
    left: int  # steps to go
    loaded: bool

    def onto(self, world: World) -> World:
        return world.with_item(self.who, self.item, reload_left=self.left, loaded=self.loaded)

    def told_to(self, world: World, seat: Seat) -> str | None:
        return "" if self.loaded else "_partly"


class WeaponEmptied(Change[World], frozen=True):
    voice = "noted"
    who: Who
    item: int
    left: int

    def onto(self, world: World) -> World:
        return world.with_item(self.who, self.item, reload_left=self.left, loaded=False)


# -- Anything else (SB-119) ------------------------------------------------------------------------


class OtherAction(Act[World], frozen=True):
    """Something else: it costs what the Director says, usually one action; speaking is free."""

    may = "owner or gm"
    who: Id
    what: Line
    cost: Cost = 1

    def do(self, world: World, seat: Seat, dice: Dice) -> Iterator[Event]:
        hero = world.character(self.who)
        rounds.the_fight(world)
        what = words(one_line(self.what), "SB-119", "Say what is done.")
        one = turn(world, seat, self.who, self.cost)
        usual = self.cost == min(1, one.pool if one else 1)
        the_directors(seat, "SB-119", usual, "The Director says what it costs.")
        word(seat, "SB-119", f"{hero.name}: {what}. Does it cost {many(self.cost)}?")
        yield from spent(one, "other", self.cost)
        yield OtherDone(hero.id, hero.name, what, self.cost)


class OtherDone(Change[World], frozen=True):
    who: str
    name: str
    what: str
    cost: int

    def onto(self, world: World) -> World:
        return world


def many(cost: int) -> str:
    """So many actions, in words."""
    return {0: "no action", 1: "one action"}.get(cost, f"{cost} actions")
