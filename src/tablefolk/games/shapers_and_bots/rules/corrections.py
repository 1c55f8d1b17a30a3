"""Putting things right: the Director sets a number, and before and after are on record.

SB-6, SB-173. Ratings are corrected with FixNumber, an attack with EndAttack (SB-174).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, Literal

from msgspec import Meta

from tablefolk.core.dice import Dice
from tablefolk.core.game import Command, Event, Seat, must, need
from tablefolk.games.shapers_and_bots.rules import harm, known, sheet
from tablefolk.games.shapers_and_bots.rules.fights import rounds
from tablefolk.games.shapers_and_bots.rules.rulings import RulingRecorded, ruled
from tablefolk.games.shapers_and_bots.rules.state import World, the_director
from tablefolk.games.shapers_and_bots.rules.values import Character, Combatant, Id, Life, Line

Points = Annotated[int, Meta(ge=-99, le=99)]
Small = Annotated[int, Meta(ge=0, le=4)]
FLAGS = ("berserk", "hasted", "first", "acted", "time_tried")
NUMBERS = {"pool": 4, "debt": 2, "rage": 1, "attacks": 4}
Fought = Literal[
    "pool", "debt", "rage", "attacks", "berserk", "hasted", "first", "acted", "time_tried"
]
Thing = Literal["drawn", "loaded", "worn"]


class Corrected(Event, frozen=True):
    """Something was put right: what it was before, and what it is now."""

    who: str
    name: str
    what: str  # hp, life, a field of the fight, or of a thing
    before: str | int | bool
    after: str | int | bool
    item: int = 0
    label: str = ""  # the thing's name
    reason: str = ""


# -- Health (SB-173) -------------------------------------------------------------------------------


class CorrectHealth(Command, frozen=True):
    """Health points and life, set directly."""

    may = "gm"
    who: Id
    hp: Points
    life: Life
    reason: Line = ""


def correct_health(world: World, seat: Seat, c: CorrectHealth, dice: Dice) -> Iterator[Event]:
    the_director(seat, "SB-173")
    hero = world.character(c.who)
    before, most = known.health(world, hero), sheet.hp_max(world, hero)
    why = f"{hero.name} has at most {most} health points."
    need(c.hp <= most, "SB-103", "out_of_range", why)
    why = "Below 0 is dead, and the living have 0 or more."
    need(c.hp >= 0 or c.life == "dead", "SB-95", "out_of_range", why)
    must((c.hp, c.life) != (before, hero.life), "SB-173", "same", "It is like that already.")
    after = world
    if c.hp != before:
        told = correction(hero, "hp", before, c.hp, c.reason)
        yield told
        after = corrected(after, told)
    if c.life != hero.life:
        told = correction(hero, "life", hero.life, c.life, c.reason)
        yield told
        after = corrected(after, told)
        yield from fallen(after, hero, c.life)
    words = f"{c.hp} health points, {c.life}"
    yield on_record(after, hero, f"{before} health points, {hero.life}", words, c.reason)


def fallen(world: World, hero: Character, life: Life) -> Iterator[Event]:
    """Whoever is no longer up has no actions; if it was their turn, the next one has it (T18)."""
    if life == "conscious" or world.combatant(hero.id) is None:
        return
    fell = harm.fallen(hero, life)
    yield fell
    acting = world.fight is not None and world.fight.current == hero.id
    if acting and world.fight is not None and world.fight.attack is None:
        yield from rounds.next_turn(harm.fell(world, fell))


# -- Things (SB-173) -------------------------------------------------------------------------------


class CorrectItem(Command, frozen=True):
    """Whether a thing is in hand, loaded or worn; giving and taking it is in gear.py."""

    may = "gm"
    who: Id
    item: int
    what: Thing
    value: bool
    reason: Line = ""


def correct_item(world: World, seat: Seat, c: CorrectItem, dice: Dice) -> Iterator[Event]:
    the_director(seat, "SB-173")
    hero = world.character(c.who)
    found = hero.item(c.item)
    item = must(found, "SB-173", "unknown", f"{hero.name} does not have that.")
    before: bool = getattr(item, c.what)
    must(before != c.value, "SB-173", "same", "It is like that already.")
    reason = c.reason.strip()
    yield Corrected(hero.id, hero.name, c.what, before, c.value, item.id, item.name, reason)
    told = f"{item.name}, {c.what}: "
    yield on_record(world, hero, told + yes(before), told + yes(c.value), c.reason)


def yes(value: bool) -> str:
    return "yes" if value else "no"


# -- The fight (SB-173, SB-174) --------------------------------------------------------------------


class CorrectFighter(Command, frozen=True):
    """Actions left, debts and the like; also to give back an action that was spent (SB-174)."""

    may = "gm"
    who: Id
    what: Fought
    value: Small  # 1 is yes, 0 is no
    reason: Line = ""


def correct_fighter(world: World, seat: Seat, c: CorrectFighter, dice: Dice) -> Iterator[Event]:
    the_director(seat, "SB-173")
    hero = world.character(c.who)
    one = rounds.fighting(world, hero.id)
    most = NUMBERS.get(c.what, 1)
    must(c.value <= most, "SB-173", "out_of_range", f"That goes from 0 to {most}.")
    up = hero.life == "conscious" or not c.value
    need(up, "SB-100", "not_conscious", f"{hero.name} is not up, and has no actions.")
    value = bool(c.value) if c.what in FLAGS else c.value
    before: int | bool = getattr(one, c.what)
    must(before != value, "SB-173", "same", "It is like that already.")
    yield correction(hero, c.what, before, value, c.reason)
    yield on_record(world, hero, f"{c.what} {before}", f"{c.what} {value}", c.reason)


# -- What a correction does ------------------------------------------------------------------------


def correction(
    hero: Character, what: str, before: str | int, after: str | int, reason: str
) -> Corrected:
    return Corrected(hero.id, hero.name, what, before, after, reason=reason.strip())


def on_record(
    world: World, hero: Character, before: str, after: str, reason: str
) -> RulingRecorded:
    question = f"{hero.name}: {before}. What is right?"
    return ruled(world, "SB-173", question, after, reason, hero.id)


def corrected(world: World, e: Corrected) -> World:
    if e.item:
        return world.with_item(e.who, e.item, **{e.what: e.after})
    if e.what in ("hp", "life"):
        return world.with_hero(e.who, **{e.what: e.after})
    one = world.combatant(e.who)
    more = recounted(one, e) if one else {}
    return world.with_combatant(e.who, **{e.what: e.after}, **more)


def recounted(one: Combatant, e: Corrected) -> dict[str, int | bool]:
    """Used, lapsed and left make up what the round opened with, whatever is put right of it."""
    if e.what == "pool":
        return returned(one, int(e.after) - one.pool)
    if e.what == "acted" and not e.after:
        return {"spent": 0, "lapsed": one.lapsed + one.spent}
    return {}


def returned(one: Combatant, more: int) -> dict[str, int | bool]:
    """Actions given back are not used any more; beyond those the round has more of them."""
    if more < 0:
        return {"spent": one.spent - more, "acted": True}
    used = {"spent": one.spent, "defended": one.defended, "lapsed": one.lapsed}
    opened = one.pool + more
    for kind, n in used.items():
        used[kind] = n - min(n, more)
        more -= n - used[kind]
    opened += sum(used.values())
    acted = one.acted and bool(used["spent"] or one.rage_attacks)
    return {**used, "opened": opened, "acted": acted}


DECIDE: dict[Any, Any] = {
    CorrectHealth: correct_health,
    CorrectItem: correct_item,
    CorrectFighter: correct_fighter,
}
EVOLVE: dict[Any, Any] = {Corrected: corrected}
