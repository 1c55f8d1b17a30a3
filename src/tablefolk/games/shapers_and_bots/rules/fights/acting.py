"""What is done on one's turn: drawing, picking up, running, loading (SB-111 … SB-119, T5, T6).

Outside fights the same things cost nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any

from msgspec import Meta
from msgspec.structs import replace

from tablefolk.core.dice import Dice
from tablefolk.core.game import Command, Event, Seat, must, need, word
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
)

Cost = Annotated[int, Meta(ge=0, le=4)]


# -- Spending actions (T5, SB-111, SB-112, SB-115) -------------------------------------------------


class ActionSpent(Event, frozen=True):
    who: str
    what: str  # draw, stow, pick_up, run, reload, try, other …
    cost: int
    left: int


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


def action_spent(world: World, e: ActionSpent) -> World:
    one = rounds.fighting(world, e.who)
    return world.with_combatant(e.who, pool=e.left, spent=one.spent + e.cost, acted=True)


# -- In hand, and out of it (SB-112, SB-114) -------------------------------------------------------


class Draw(Command, frozen=True):
    """Draw a weapon, or take a thing one carries into one's hand: one action."""

    may = "owner or gm"
    who: Id
    item: int


class Stow(Command, frozen=True):
    """Put away what one holds: one action, as other things (SB-119)."""

    may = "owner or gm"
    who: Id
    item: int


class ItemHeld(Event, frozen=True):
    who: str
    name: str
    item: int
    label: str
    held: bool


def draw(world: World, seat: Seat, c: Draw, dice: Dice) -> Iterator[Event]:
    hero, item = carried(world, c.who, c.item)
    one = turn(world, seat, c.who)
    must(not item.drawn, "SB-112", "same", f"{item.name} is in hand already.")
    gear.room_for(world, seat, hero, item)
    yield from spent(one, "draw")
    yield ItemHeld(hero.id, hero.name, item.id, item.name, True)


def stow(world: World, seat: Seat, c: Stow, dice: Dice) -> Iterator[Event]:
    hero, item = carried(world, c.who, c.item)
    one = turn(world, seat, c.who)
    must(item.drawn, "SB-119", "not_in_hand", f"{item.name} is not in hand.")
    yield from spent(one, "stow")
    yield ItemHeld(hero.id, hero.name, item.id, item.name, False)


def carried(world: World, who: str, number: int) -> tuple[Character, Item]:
    hero = world.character(who)
    item = gear.thing(hero, number)
    must(not item.worn, "SB-114", "not_in_hand", f"{item.name} is worn; take it off first.")
    return hero, item


def item_held(world: World, e: ItemHeld) -> World:
    return world.with_item(e.who, e.item, drawn=e.held)


# -- Picking up (SB-112, SB-117) -------------------------------------------------------------------


class PickUp(Command, frozen=True):
    """Pick up what lies there, by its number; or whatever else is there."""

    may = "owner or gm"
    who: Id
    item: int = 0
    gear: Key = ""
    name: Name = ""


class ItemPickedUp(Event, frozen=True):
    who: str
    name: str
    item: Item


def pick_up(world: World, seat: Seat, c: PickUp, dice: Dice) -> Iterator[Event]:
    hero = world.character(c.who)
    item = lying(world, c)
    one = turn(world, seat, c.who)
    gear.room_for(world, seat, hero, item)
    if c.gear:
        word(seat, "SB-112", f"{hero.name} wants to pick this up: {item.name}. Is it there?")
    yield from spent(one, "pick_up")
    yield ItemPickedUp(hero.id, hero.name, replace(item, drawn=True, worn=False, place=""))


def lying(world: World, c: PickUp) -> Item:
    """What is picked up: something known that lies about, or something newly found."""
    if c.item:
        why = "That does not lie about here."
        return must(world.ground.get(c.item), "SB-112", "not_in_hand", why)
    if c.gear:
        found = must(world.find_gear(c.gear), "SB-112", "unknown", "There is no such thing.")
        return Item.of(found, world.count + 1)
    return Item(world.count + 1, words(one_line(c.name), "SB-112", "Say what is picked up."))


def item_picked_up(world: World, e: ItemPickedUp) -> World:
    left = {number: item for number, item in world.ground.items() if number != e.item.id}
    world = replace(world, ground=left).counted(e.item.id)
    return gear.with_more(world, e.who, e.item)


# -- Dropping: free, at any time (T6, SB-112) and what is thrown (SB-117) --------------------------


class Drop(Command, frozen=True):
    """Drop something: free, and possible at any time while conscious."""

    may = "owner or gm"
    who: Id
    item: int


class ItemDropped(Event, frozen=True):
    who: str
    name: str
    item: Item
    thrown: bool = False


def drop(world: World, seat: Seat, c: Drop, dice: Dice) -> Iterator[Event]:
    hero = world.played(seat, c.who)
    world.able(hero)
    _, item = carried(world, c.who, c.item)
    yield dropped(hero, item, hero.place)


def dropped(hero: Character, item: Item, place: str, thrown: bool = False) -> ItemDropped:
    return ItemDropped(hero.id, hero.name, replace(item, drawn=False, place=place), thrown)


def item_dropped(world: World, e: ItemDropped) -> World:
    world = gear.without_item(world, e.who, e.item.id)
    return replace(world, ground={**world.ground, e.item.id: e.item})


# -- Running (SB-118) ------------------------------------------------------------------------------


class Run(Command, frozen=True):
    """Run to another place; how far one action reaches is the Director's call."""

    may = "owner or gm"
    who: Id
    to: Name = ""


class Ran(Event, frozen=True):
    who: str
    name: str
    to: str
    was: str = ""


def run(world: World, seat: Seat, c: Run, dice: Dice) -> Iterator[Event]:
    hero = world.character(c.who)
    fight = rounds.the_fight(world)
    one = turn(world, seat, c.who)
    stuck = sheet.lost(world, hero, "locomotion")
    need(not stuck, "SB-161", "cannot_move", f"{hero.name} cannot move by itself.")
    to = one_line(c.to)
    slow = sheet.penalized(hero, "slow")
    if slow or (to and to not in fight.places):
        question = f"Does {hero.name} get there in one action: {to or 'another place'}?"
        word(seat, "SB-161" if slow else "SB-118", question)
    yield from spent(one, "run")
    yield Ran(hero.id, hero.name, to, hero.place)


def ran(world: World, e: Ran) -> World:
    return world.with_hero(e.who, place=e.to)


# -- Loading (SB-116) ------------------------------------------------------------------------------


class Reload(Command, frozen=True):
    """Load a weapon: so many steps of an action each; progress is kept between turns."""

    may = "owner or gm"
    who: Id
    item: int
    steps: Annotated[int, Meta(ge=1, le=4)] = 1


class WeaponLoaded(Event, frozen=True):
    who: str
    name: str
    item: int
    label: str
    left: int  # steps to go
    loaded: bool


class WeaponEmptied(Event, frozen=True):
    who: str
    item: int
    left: int


def reload(world: World, seat: Seat, c: Reload, dice: Dice) -> Iterator[Event]:
    hero, item = carried(world, c.who, c.item)
    must(not item.loaded, "SB-116", "same", f"{item.name} is loaded already.")
    steps = min(c.steps, item.reload_left) if world.fight else item.reload_left
    one = turn(world, seat, c.who, steps)
    need(item.drawn, "SB-114", "weapon_not_drawn", f"{item.name} must be drawn first.")
    left = item.reload_left - steps
    yield from spent(one, "reload", steps)
    yield WeaponLoaded(hero.id, hero.name, item.id, item.name, left, left == 0)


def weapon_loaded(world: World, e: WeaponLoaded) -> World:
    return world.with_item(e.who, e.item, reload_left=e.left, loaded=e.loaded)


def weapon_emptied(world: World, e: WeaponEmptied) -> World:
    return world.with_item(e.who, e.item, reload_left=e.left, loaded=False)


# -- Anything else (SB-119) ------------------------------------------------------------------------


class OtherAction(Command, frozen=True):
    """Something else: it costs what the Director says, usually one action; speaking is free."""

    may = "owner or gm"
    who: Id
    what: Line
    cost: Cost = 1


class OtherDone(Event, frozen=True):
    who: str
    name: str
    what: str
    cost: int


def other_action(world: World, seat: Seat, c: OtherAction, dice: Dice) -> Iterator[Event]:
    hero = world.character(c.who)
    rounds.the_fight(world)
    what = words(one_line(c.what), "SB-119", "Say what is done.")
    one = turn(world, seat, c.who, c.cost)
    usual = c.cost == min(1, one.pool if one else 1)
    the_directors(seat, "SB-119", usual, "The Director says what it costs.")
    word(seat, "SB-119", f"{hero.name}: {what}. Does it cost {many(c.cost)}?")
    yield from spent(one, "other", c.cost)
    yield OtherDone(hero.id, hero.name, what, c.cost)


def many(cost: int) -> str:
    """So many actions, in words."""
    return {0: "no action", 1: "one action"}.get(cost, f"{cost} actions")


def other_done(world: World, e: OtherDone) -> World:
    return world


DECIDE: dict[Any, Any] = {
    Draw: draw,
    Stow: stow,
    PickUp: pick_up,
    Drop: drop,
    Run: run,
    Reload: reload,
    OtherAction: other_action,
}
EVOLVE: dict[Any, Any] = {
    ActionSpent: action_spent,
    ItemHeld: item_held,
    ItemPickedUp: item_picked_up,
    ItemDropped: item_dropped,
    Ran: ran,
    WeaponLoaded: weapon_loaded,
    WeaponEmptied: weapon_emptied,
    OtherDone: other_done,
}
