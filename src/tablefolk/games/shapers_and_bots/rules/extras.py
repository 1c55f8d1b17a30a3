"""Extras: everybody the Director plays, from a name to a full sheet (SB-165 … SB-169)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated

from msgspec import Meta, field
from msgspec.structs import replace

from tablefolk.core.dice import Dice
from tablefolk.core.game import Act, Event, Seat, must
from tablefolk.core.words import slug_apart
from tablefolk.games.shapers_and_bots.rules import numbers, sheet
from tablefolk.games.shapers_and_bots.rules.building import BOT, a_species
from tablefolk.games.shapers_and_bots.rules.state import World, one_line, the_director, words
from tablefolk.games.shapers_and_bots.rules.values import (
    BotBody,
    Character,
    Id,
    Key,
    Kind,
    Modified,
    Name,
    Text,
)
from tablefolk.games.shapers_and_bots.rules.wording import DirectorsOwn

Ratings = Annotated[dict[Key, Modified], Meta(max_length=40)]

# -- Making one, with as much or as little as needed (SB-165) --------------------------------------


class MakeExtra(Act[World], frozen=True):
    """The Director makes an extra: a name and a number will do; no budget is enforced."""

    may = "gm"
    name: Name
    species: Id = ""  # "bot" is a bot; "" has only the numbers given
    ratings: Ratings = field(default_factory=dict)  # features, skills, HP
    look: Text = ""
    secret: Text = ""

    def do(self, world: World, seat: Seat, dice: Dice) -> Iterator[Event]:
        the_director(seat, "SB-165")
        yield ExtraMade(
            a_sheet(world, self.name, self.species, self.ratings, self.look, self.secret)
        )


class ExtraMade(DirectorsOwn, frozen=True):
    sheet: Character

    def onto(self, world: World) -> World:
        return replace(world, cast={**world.cast, self.sheet.id: self.sheet})


class CopyExtra(Act[World], frozen=True):
    """One more of the same, fresh."""

    may = "gm"
    who: Id
    name: Name

    def do(self, world: World, seat: Seat, dice: Dice) -> Iterator[Event]:
        the_director(seat, "SB-165")
        model = world.character(self.who)
        must(
            model.extra,
            "SB-165",
            "extras_only",
            f"{model.name} is a player’s, and there is but one.",
        )
        name = words(one_line(self.name), "SB-165", "Give the extra a name.")
        made = replace(model, id=slug_apart("extra", name, world.cast), name=name)
        numbers = world.thing_numbers(made)
        yield ExtraMade(
            replace(
                made,
                items=tuple(replace(item, id=next(numbers)) for item in model.items),
                hp=None,
                life="conscious",
                blow="",
                blow_by="",
                mourned=False,
                pending=(),
                marks=(),
                waking=False,
                wakes="",
                left=False,
            )
        )


def a_sheet(
    world: World,
    called: str,
    species: str,
    ratings: Mapping[str, int | None],
    look: str = "",
    secret: str = "",
) -> Character:
    """An extra with these numbers; all others follow its species, or are asked for later."""
    name = words(one_line(called), "SB-165", "Give the extra a name.")
    kind: Kind = "sketch" if not species else "bot" if species == BOT else "animal"
    made = Character(
        slug_apart("extra", name, world.cast),
        name,
        extra=True,
        kind=kind,
        species=a_species(world, species) if species else "",
        look=look.strip(),
        secret=secret.strip(),
        bot=BotBody() if kind == "bot" else None,
        finished=True,
    )
    for key in ratings:
        numbers.fixable(world, made, key)
    return replace(made, fixed=dict(ratings))


# -- Numbers asked for on first use, and remembered (SB-169); Courage and Honesty (SB-166) ---------


class SetRating(Act[World], frozen=True):
    """The Director gives an extra a number that it never had; from now on it has it."""

    may = "gm"
    who: Id
    key: Key
    value: Modified = 0
    none: bool = False  # no ability at all

    def do(self, world: World, seat: Seat, dice: Dice) -> Iterator[Event]:
        the_director(seat, "SB-169")
        hero = world.character(self.who)
        numbers.fixable(world, hero, self.key)
        why = f"{hero.name} is a player’s; numbers on that sheet are corrected, not set."
        may = hero.extra or never_given(world, hero, self.key)  # an extra that a player took over
        must(may, "SB-169", "extras_only", why)
        yield numbers.fixed(world, hero, self.key, None if self.none else self.value)


class SetHeart(Act[World], frozen=True):
    """An extra who matters to the plot gets Courage and Honesty."""

    may = "gm"
    who: Id
    courage: Modified
    honesty: Modified

    def do(self, world: World, seat: Seat, dice: Dice) -> Iterator[Event]:
        the_director(seat, "SB-166")
        hero = world.character(self.who)
        numbers.heart_for_extras(hero)
        yield numbers.fixed(world, hero, "CRG", self.courage)
        yield numbers.fixed(world, hero, "HON", self.honesty)


def lacking(world: World, hero: Character, key: str) -> str:
    """This number, where it has to be set before it can be rolled; "" if it is known (SB-169)."""
    return key if sheet.number(world, hero, key).unset else ""


def never_given(world: World, hero: Character, key: str) -> bool:
    """Whether a number has to be set before it can be used (SB-169)."""
    if key == "HP":
        try:
            sheet.hp(world, hero)
        except sheet.Unset:
            return True
        return False
    return bool(sheet.number(world, hero, key).unset)
