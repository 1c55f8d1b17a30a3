"""The Director's own numbers on a sheet: marked, and what depends on them follows.

SB-15, SB-43, SB-60, SB-67, SB-88; other chapters set a number with `fixed`, too.
"""

from __future__ import annotations

from collections.abc import Iterator

from tablefolk.core.dice import Dice
from tablefolk.core.game import Act, Event, Seat, must, need
from tablefolk.games.shapers_and_bots.rules import sheet
from tablefolk.games.shapers_and_bots.rules.content import BASE, HEART, RATED
from tablefolk.games.shapers_and_bots.rules.state import World, the_director
from tablefolk.games.shapers_and_bots.rules.values import (
    Character,
    Id,
    Key,
    Line,
    Modified,
    Rating,
    Reason,
)
from tablefolk.games.shapers_and_bots.rules.wording import Facts, OnSheet, knows

# -- Setting a number, and letting it go again (SB-43) ----------------------------


class FixNumber(Act[World], frozen=True):
    """The Director sets a number on a sheet; it is marked, and what depends on it follows."""

    may = "gm"
    who: Id
    key: Key  # a rating, or HP for the most health points
    value: Modified = 0
    none: bool = False  # no ability at all
    reason: Line = ""

    def do(self, world: World, seat: Seat, dice: Dice) -> Iterator[Event]:
        the_director(seat, "SB-43")
        hero = world.character(self.who)
        fixable(world, hero, self.key)
        solid = (*BASE, "STR", *HEART, "HP")
        must(
            not (self.none and self.key in solid), "SB-13", "needs_number", "A feature is a number."
        )
        must(
            self.key != "HP" or self.value >= 1,
            "SB-93",
            "out_of_range",
            "Everybody has a health point.",
        )
        value = None if self.none else self.value
        yield fixed(world, hero, self.key, value, self.reason.strip())


class NumberFixed(OnSheet, frozen=True):
    key: Rating
    value: int | None
    was: int | None = None
    unset: bool = False  # it had no number before (SB-169)
    reason: Reason = ""

    def onto(self, world: World) -> World:
        hero = world.cast[self.who]
        grown = {key: levels for key, levels in hero.grown.items() if key != self.key}
        world = world.with_hero(self.who, fixed={**hero.fixed, self.key: self.value}, grown=grown)
        return within_health(world, self.who)

    def told_to(self, world: World, seat: Seat) -> str | None:
        return ("_first" if self.unset else "") if knows(world, self.who, seat) else None

    def in_words(self, world: World, seat: Seat) -> Facts:
        value = sheet.signed(self.value) if self.key != "HP" else str(self.value)
        return {"value": value, "was": sheet.signed(self.was)}


class FreeNumber(Act[World], frozen=True):
    """The number is counted again as the rules have it."""

    may = "gm"
    who: Id
    key: Key

    def do(self, world: World, seat: Seat, dice: Dice) -> Iterator[Event]:
        the_director(seat, "SB-43")
        hero = world.character(self.who)
        must(self.key in hero.fixed, "SB-43", "unknown", "That number is as the rules have it.")
        yield NumberFreed(hero.id, self.key, hero.fixed[self.key])


class NumberFreed(OnSheet, frozen=True):
    key: Rating
    was: int | None

    def onto(self, world: World) -> World:
        left = {key: value for key, value in world.cast[self.who].fixed.items() if key != self.key}
        return within_health(world.with_hero(self.who, fixed=left), self.who)


def fixable(world: World, hero: Character, key: str) -> None:
    if key == "STR":
        why = "Strength is always Size and Fitness together: set one of those."
        need(hero.kind == "sketch", "SB-14", "derived", why)
    if key in HEART:
        heart_for_extras(hero)
    elif key not in (*RATED, "HP"):
        sheet.known_key(world, hero, key, "SB-43")


def known_rating(world: World, key: str) -> None:
    """A rating that there is, whoever has it: a feature, a skill, a branch of one (SB-16)."""
    if key not in RATED:
        sheet.known_key(world, Character(""), key, "SB-16")


def heart_for_extras(hero: Character) -> None:
    """Courage and Honesty are for extras (SB-167)."""
    why = "How brave and honest players’ characters are is for their players to play."
    must(hero.extra, "SB-167", "extras_only", why)


def fixed(
    world: World, hero: Character, key: str, value: int | None, reason: str = ""
) -> NumberFixed:
    """The one event that sets a number, from whatever chapter it comes."""
    try:
        was = sheet.hp_max(world, hero) if key == "HP" else sheet.rating(world, hero, key)
    except sheet.Unset:
        return NumberFixed(hero.id, key, value, unset=True, reason=reason)
    return NumberFixed(hero.id, key, value, was, reason=reason)


def within_health(world: World, who: str) -> World:
    """Health points never exceed the most there can be (SB-103)."""
    hero = world.cast[who]
    if hero.hp is None:
        return world
    try:
        return world.with_hero(who, hp=min(hero.hp, sheet.hp_max(world, hero)))
    except sheet.Unset:
        return world


# -- A black belt (SB-88) ------------------------------------------------------------------------


class GrantBlackBelt(Act[World], frozen=True):
    """The Director grants a black belt: punches and kicks are Small weapons (SB-88)."""

    may = "gm"
    who: Id
    yes: bool = True

    def do(self, world: World, seat: Seat, dice: Dice) -> Iterator[Event]:
        the_director(seat, "SB-88")
        hero = world.character(self.who)
        must(hero.black_belt != self.yes, "SB-88", "same", "It is like that already.")
        yield BlackBeltGranted(hero.id, self.yes)


class BlackBeltGranted(OnSheet, frozen=True):
    yes: bool

    def onto(self, world: World) -> World:
        return world.with_hero(self.who, black_belt=self.yes)

    def told_to(self, world: World, seat: Seat) -> str | None:
        return ("" if self.yes else "_not") if knows(world, self.who, seat) else None
