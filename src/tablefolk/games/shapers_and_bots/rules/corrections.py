"""Putting things right: the Director sets a number, and before and after are on record.

SB-6, SB-173. Ratings are corrected with FixNumber, an attack with EndAttack (SB-174).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

from msgspec import Meta

from tablefolk.core.dice import Dice
from tablefolk.core.game import Act, Change, Event, Seat, must, need
from tablefolk.games.shapers_and_bots.rules import harm, known, sheet
from tablefolk.games.shapers_and_bots.rules.fights import rounds
from tablefolk.games.shapers_and_bots.rules.rulings import RulingRecorded, ruled
from tablefolk.games.shapers_and_bots.rules.state import World, the_director
from tablefolk.games.shapers_and_bots.rules.values import (
    Character,
    Combatant,
    Id,
    Life,
    Line,
    Reason,
)
from tablefolk.games.shapers_and_bots.rules.wording import Facts, knows, say

Points = Annotated[int, Meta(ge=-99, le=99)]
Small = Annotated[int, Meta(ge=0, le=4)]
FLAGS = ("berserk", "hasted", "first", "acted", "time_tried")
NUMBERS = {"pool": 4, "debt": 2, "rage": 1, "attacks": 4}
Fought = Literal[
    "pool", "debt", "rage", "attacks", "berserk", "hasted", "first", "acted", "time_tried"
]
Thing = Literal["drawn", "loaded", "worn"]


class Corrected(Change[World], frozen=True):
    """Something was put right: what it was before, and what it is now."""

    voice = "noted"
    who: str
    name: str
    what: str  # hp, life, a field of the fight, or of a thing
    before: str | int | bool
    after: str | int | bool
    item: int = 0
    label: str = ""  # the thing's name
    reason: Reason = ""

    def onto(self, world: World) -> World:
        if self.item:
            return world.with_item(self.who, self.item, **{self.what: self.after})
        if self.what == "life":  # no blow did it; and whoever dies once more is mourned once more
            return world.with_hero(self.who, life=self.after, blow="", blow_by="", mourned=False)
        if self.what == "hp":
            return world.with_hero(self.who, hp=self.after)
        one = world.combatant(self.who)
        more = recounted(one, self) if one else {}
        return world.with_combatant(self.who, **{self.what: self.after}, **more)

    def told_to(self, world: World, seat: Seat) -> str | None:
        return "" if knows(world, self.who, seat) else None

    def in_words(self, world: World, seat: Seat) -> Facts:
        before, after = (yes_or_no(value) for value in (self.before, self.after))
        what = say(f"fought.{self.what}")
        what = f"{self.label}, {what}" if self.item else what
        return {"before": before, "after": after, "what": what}


def yes_or_no(value: str | int | bool) -> str | int:
    return say("play.yes" if value else "play.no") if isinstance(value, bool) else value


# -- Health (SB-173) -------------------------------------------------------------------------------


class CorrectHealth(Act[World], frozen=True):
    """Health points and life, set directly."""

    may = "gm"
    who: Id
    hp: Points
    life: Life
    reason: Line = ""

    def do(self, world: World, seat: Seat, dice: Dice) -> Iterator[Event]:
        the_director(seat, "SB-173")
        hero = world.character(self.who)
        before, most = known.health(world, hero), sheet.hp_max(world, hero)
        why = f"{hero.name} has at most {most} health points."
        need(self.hp <= most, "SB-103", "out_of_range", why)
        why = "Below 0 is dead, and the living have 0 or more."
        need(self.hp >= 0 or self.life == "dead", "SB-95", "out_of_range", why)
        must(
            (self.hp, self.life) != (before, hero.life),
            "SB-173",
            "same",
            "It is like that already.",
        )
        after = world
        if self.hp != before:
            told = correction(hero, "hp", before, self.hp, self.reason)
            yield told
            after = told.onto(after)
        if self.life != hero.life:
            told = correction(hero, "life", hero.life, self.life, self.reason)
            yield told
            after = told.onto(after)
            yield from fallen(after, hero, self.life)
        words = f"{self.hp} health points, {self.life}"
        yield on_record(after, hero, f"{before} health points, {hero.life}", words, self.reason)


def fallen(world: World, hero: Character, life: Life) -> Iterator[Event]:
    """Whoever is no longer up has no actions; if it was their turn, the next one has it (T18)."""
    if life == "conscious" or world.combatant(hero.id) is None:
        return
    fell = harm.fallen(hero, life)
    yield fell
    acting = world.fight is not None and world.fight.current == hero.id
    if acting and world.fight is not None and world.fight.attack is None:
        yield from rounds.next_turn(fell.onto(world))


# -- Things (SB-173) -------------------------------------------------------------------------------


class CorrectItem(Act[World], frozen=True):
    """Whether a thing is in hand, loaded or worn; giving and taking it is in gear.py."""

    may = "gm"
    who: Id
    item: int
    what: Thing
    value: bool
    reason: Line = ""

    def do(self, world: World, seat: Seat, dice: Dice) -> Iterator[Event]:
        the_director(seat, "SB-173")
        hero = world.character(self.who)
        found = hero.item(self.item)
        item = must(found, "SB-173", "unknown", f"{hero.name} does not have that.")
        before: bool = getattr(item, self.what)
        must(before != self.value, "SB-173", "same", "It is like that already.")
        reason = self.reason.strip()
        yield Corrected(
            hero.id, hero.name, self.what, before, self.value, item.id, item.name, reason
        )
        told = f"{item.name}, {self.what}: "
        yield on_record(world, hero, told + yes(before), told + yes(self.value), self.reason)


def yes(value: bool) -> str:
    return "yes" if value else "no"


# -- The fight (SB-173, SB-174) --------------------------------------------------------------------


class CorrectFighter(Act[World], frozen=True):
    """Actions left, debts and the like; also to give back an action that was spent (SB-174)."""

    may = "gm"
    who: Id
    what: Fought
    value: Small  # 1 is yes, 0 is no
    reason: Line = ""

    def do(self, world: World, seat: Seat, dice: Dice) -> Iterator[Event]:
        the_director(seat, "SB-173")
        hero = world.character(self.who)
        one = rounds.fighting(world, hero.id)
        most = NUMBERS.get(self.what, 1)
        must(self.value <= most, "SB-173", "out_of_range", f"That goes from 0 to {most}.")
        up = hero.life == "conscious" or not self.value
        need(up, "SB-100", "not_conscious", f"{hero.name} is not up, and has no actions.")
        value = bool(self.value) if self.what in FLAGS else self.value
        before: int | bool = getattr(one, self.what)
        must(before != value, "SB-173", "same", "It is like that already.")
        yield correction(hero, self.what, before, value, self.reason)
        yield on_record(world, hero, f"{self.what} {before}", f"{self.what} {value}", self.reason)


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
