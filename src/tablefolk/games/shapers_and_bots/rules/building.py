"""Making somebody: a picture, five points, a name (SB-13 … SB-16, SB-36 … SB-57).

Every step is small, and can be changed until the sheet is finished. What skills and bot parts add
is in `skills.py` and `bots.py`; the numbers are counted in `sheet.py`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from msgspec.structs import replace

from tablefolk.core.dice import Dice
from tablefolk.core.game import Act, Event, Seat, must, need
from tablefolk.core.words import listing, slug
from tablefolk.games.shapers_and_bots.rules import sheet
from tablefolk.games.shapers_and_bots.rules.content import BASE, HEART, PARTS, content, figures
from tablefolk.games.shapers_and_bots.rules.numbers import heart_for_extras
from tablefolk.games.shapers_and_bots.rules.people import with_playing
from tablefolk.games.shapers_and_bots.rules.ready_made import from_ready_made, ready_mades
from tablefolk.games.shapers_and_bots.rules.state import World, one_line, the_director, words
from tablefolk.games.shapers_and_bots.rules.values import (
    BotBody,
    Character,
    Id,
    Key,
    Line,
    Modified,
    Name,
    Rating,
    Reason,
    Who,
)
from tablefolk.games.shapers_and_bots.rules.wording import (
    Facts,
    Making,
    OnSheet,
    SheetStep,
    kind_of,
    knows,
    makes,
    one,
    species_name,
)

BOT = "bot"  # stands where a species would
MOST_SHEETS = 12  # of one player: it is a table, not a zoo

# -- Beginning (SB-3, SB-36, SB-45, SB-149) ----------------------------------------------------


class BeginSheet(Act[World], frozen=True):
    """Choose a picture: a species, or a bot. The Director may begin one for anybody."""

    may = "anyone"
    species: Id
    name: Name = ""
    owner: Id = ""

    def do(self, world: World, seat: Seat, dice: Dice) -> Iterator[Event]:
        player = future_player(world, seat, self.owner)
        species = a_species(world, self.species)
        name = one_line(self.name)
        called = name or (world.species(species).name if species else "Bot")
        yield SheetBegun(new_id(world, called), player, species, name)


class SheetBegun(Making, frozen=True):
    voice = "noted"
    who: str
    player: Who  # "" is the Director's
    species: str  # "" is a bot
    name: str = ""

    def onto(self, world: World) -> World:
        kind = "animal" if self.species else "bot"
        made = Character(
            self.who,
            self.name,
            self.player,
            extra=not self.player,
            kind=kind,  # type: ignore[arg-type]
            species=self.species,
            bot=None if self.species else BotBody(),
        )
        return replace(world, cast={**world.cast, self.who: made})

    def told_to(self, world: World, seat: Seat) -> str | None:
        return "" if self.player else "_extra" if seat.gm else None

    def in_words(self, world: World, seat: Seat) -> Facts:
        return {"kind": one(species_name(world, self.species))}


def future_player(world: World, seat: Seat, owner: str) -> str:
    """Whose sheet it will be: whoever asks, or the player the Director names (SB-3)."""
    why = "Only the Director makes characters for others."
    need(seat.gm or not owner, "SB-3", "director_only", why)
    member = owner if seat.gm else seat.id
    why = "A character is made for a player at this table."
    must(member in ("", *world.company.seats), "SB-3", "unknown", why)
    many = sum(hero.player == member for hero in world.cast.values()) if member else 0
    must(many < MOST_SHEETS, "SB-3", "too_many", f"A player keeps at most {MOST_SHEETS} sheets.")
    return member


def a_species(world: World, id: str) -> str:
    """A species that exists; a bot has none."""
    return "" if id == BOT else world.species(id).id


def new_id(world: World, name: str) -> str:
    return slug(name, {*world.cast, *world.company.people})


class TakeReady(Act[World], frozen=True):
    """A ready-made character, finished, in one tap."""

    may = "anyone"
    key: Id
    owner: Id = ""

    def do(self, world: World, seat: Seat, dice: Dice) -> Iterator[Event]:
        player = future_player(world, seat, self.owner)
        ready = must(
            ready_mades().get(self.key), "SB-36", "unknown", "Nobody of that name is ready."
        )
        taken = any(hero.ready == self.key and not hero.extra for hero in world.cast.values())
        must(not (taken and player), "SB-36", "taken", f"Somebody has {ready.name} already.")
        made = from_ready_made(ready, new_id(world, ready.name), player, world.count)
        yield ReadyTaken(made, free_to_play(world, player))


class ReadyTaken(Making, frozen=True):
    """The whole sheet, as it was offered then."""

    sheet: Character
    plays: bool = False

    def onto(self, world: World) -> World:
        numbers = (item.id for item in self.sheet.items)
        world = replace(world, cast={**world.cast, self.sheet.id: self.sheet}).counted(0, *numbers)
        return with_playing(world, self.sheet.player, self.sheet.id) if self.plays else world

    def told_to(self, world: World, seat: Seat) -> str | None:
        return "" if self.sheet.player else "_extra" if seat.gm else None

    def in_words(self, world: World, seat: Seat) -> Facts:
        player, kind = world.name(self.sheet.player), one(kind_of(world, self.sheet))
        return {"player": player, "kind": kind}


def free_to_play(world: World, member: str) -> bool:
    """Whether a player has nobody to play just now, or only somebody who is gone (SB-104)."""
    now = world.of(member)
    return bool(member) and (now is None or now.life == "dead" or now.left)


# -- A sheet one may still change (SB-42, SB-44) -----------------------------------------------


def draft(world: World, seat: Seat, who: str) -> Character:
    """A sheet this seat may still change; a finished one is the Director's to reopen."""
    hero = world.own(seat, who)
    why = f"{hero.name or 'This sheet'} is finished; only the Director can open it again."
    need(not hero.finished, "SB-44", "finished", why)
    return hero


class ChooseSpecies(Act[World], frozen=True):
    """Another picture: points and skills begin anew (SB-36)."""

    may = "owner or gm"
    who: Id
    species: Id

    def do(self, world: World, seat: Seat, dice: Dice) -> Iterator[Event]:
        hero = draft(world, seat, self.who)
        must(
            hero.kind != "sketch" or seat.gm,
            "SB-36",
            "director_only",
            "Only the Director does this.",
        )
        species = a_species(world, self.species)
        same = (species, "animal" if species else "bot") == (hero.species, hero.kind)
        must(not same, "SB-36", "same", "That is what they are already.")
        yield SpeciesChosen(hero.id, species, hero.species)


class SpeciesChosen(OnSheet, frozen=True):
    species: str
    was: str

    def onto(self, world: World) -> World:
        kind = "animal" if self.species else "bot"
        return world.with_hero(
            self.who,
            kind=kind,
            species=self.species,
            bot=None if self.species else BotBody(),
            change={},
            raises={},
            shaping=(),
        )

    def told_to(self, world: World, seat: Seat) -> str | None:
        return "" if makes(world, self.who, seat) else None

    def in_words(self, world: World, seat: Seat) -> Facts:
        was, kind = (one(species_name(world, id)) for id in (self.was, self.species))
        return {"was": was, "kind": kind}


# -- Five points (SB-37 … SB-42) ---------------------------------------------------------------


class ChangeFeature(Act[World], frozen=True):
    """How far a feature is above or below its species, all in all; or a step from there (SB-40)."""

    may = "owner or gm"
    who: Id
    feature: Key
    change: Modified = 0
    step: Literal[-1, 0, 1] = 0

    def do(self, world: World, seat: Seat, dice: Dice) -> Iterator[Event]:
        hero = draft(world, seat, self.who)
        bought_feature(seat, hero, self.feature)
        was = hero.change.get(self.feature, 0)
        change = was + self.step if self.step else self.change
        must(change != was, "SB-37", "same", "It is like that already.")
        if not hero.extra:
            within(world, hero, {**hero.change, self.feature: change})
        yield FeatureChanged(hero.id, self.feature, change, was)


class FeatureChanged(SheetStep, frozen=True):
    feature: Rating
    change: int
    was: int

    def onto(self, world: World) -> World:
        others = {f: n for f, n in world.cast[self.who].change.items() if f != self.feature}
        return world.with_hero(
            self.who, change={**others, self.feature: self.change} if self.change else others
        )

    def in_words(self, world: World, seat: Seat) -> Facts:
        return {"by": sheet.signed(self.change)}


def bought_feature(seat: Seat, hero: Character, key: str) -> None:
    """Points buy the five features and nothing else (SB-13 … SB-15, SB-167)."""
    why = "Strength is always Size and Fitness together: change one of those."
    must(key != "STR", "SB-14", "derived", why)
    why = "Height, Weight and single senses are the Director’s to set, without points."
    must(key not in PARTS, "SB-15", "director_only", why)
    if key in HEART:
        heart_for_extras(hero)
    must(key in BASE, "SB-13", "unknown", "There is no such feature to buy.")


def within(world: World, hero: Character, change: dict[str, int]) -> None:
    """Not too far up, not too far down, and paid for (SB-38, SB-39, SB-41)."""
    most, least = figures().most_raised, int(world.options.get("max_lower_per_rating", 3))
    for feature, levels in change.items():
        name = sheet.label(world, feature)
        why = f"{name} can be raised by {most} at most."
        need(levels <= most, "SB-38", "raised_too_far", why)
        why = f"{name} can be lowered by {least} at most."
        need(levels >= -least, "SB-39", "lowered_too_far", why)
    before = sheet.feature_points(world, hero).left
    after = sheet.feature_points(world, replace(hero, change=change)).left
    why = (
        f"That takes {-after} more than you have: "
        "lower something else first, each level gives a point."
    )
    need(after >= min(0, before), "SB-41", "not_enough_points", why)


class SpreadPoints(Act[World], frozen=True):
    """All five points at one tap, in a way that fits together (SB-37)."""

    may = "owner or gm"
    who: Id
    spread: Id = ""  # "" takes all points back

    def do(self, world: World, seat: Seat, dice: Dice) -> Iterator[Event]:
        hero = draft(world, seat, self.who)
        if not self.spread:
            yield PointsSpread(hero.id, {})
            return
        found = content().spreads.get(self.spread)
        spread = must(found, "SB-37", "unknown", "There is no such way to spend the points.")
        if not hero.extra:
            within(world, replace(hero, change={}), dict(spread.change))
        yield PointsSpread(hero.id, dict(spread.change), spread.name)


class PointsSpread(SheetStep, frozen=True):
    change: dict[str, int]
    name: str = ""

    def onto(self, world: World) -> World:
        return world.with_hero(self.who, change=self.change)


# -- A name; finishing (SB-41, SB-42, SB-44) ---------------------------------------------------


class NameCharacter(Act[World], frozen=True):
    may = "owner or gm"
    who: Id
    name: Name

    def do(self, world: World, seat: Seat, dice: Dice) -> Iterator[Event]:
        hero = world.own(seat, self.who)
        name = words(one_line(self.name), "SB-44", "Give them a name.")
        must(name != hero.name, "SB-44", "same", "That is their name already.")
        yield CharacterNamed(hero.id, name, hero.name)


class CharacterNamed(OnSheet, frozen=True):
    name: str
    was: str

    def onto(self, world: World) -> World:
        return world.with_hero(self.who, name=self.name)


class FinishSheet(Act[World], frozen=True):
    """The sheet is done: points left over lapse (SB-41, SB-83). Its name may come with it."""

    may = "owner or gm"
    who: Id
    name: Name = ""

    def do(self, world: World, seat: Seat, dice: Dice) -> Iterator[Event]:
        hero = draft(world, seat, self.who)
        must(not hero.finished, "SB-44", "finished", "It is finished already.")
        if name := one_line(self.name):
            yield CharacterNamed(hero.id, name, hero.name)
            world = world.with_hero(hero.id, name=name)
            hero = world.cast[hero.id]
        lacking = missing(world, hero)
        why = f"Before it is finished, this sheet needs {listing(lacking)}."
        need(not lacking, "SB-44", "not_ready", why)
        if not hero.extra:
            in_the_black(world, hero)
        features, skills = sheet.feature_points(world, hero), spent_skills(world, hero)
        plays = free_to_play(world, hero.player)
        yield SheetFinished(hero.id, hero.name, max(0, features.left), max(0, skills.left), plays)


class SheetFinished(Making, frozen=True):
    who: str
    name: str
    lapsed_features: int = 0
    lapsed_skills: int = 0
    plays: bool = False

    def onto(self, world: World) -> World:
        world = world.with_hero(self.who, finished=True)
        return with_playing(world, world.cast[self.who].player, self.who) if self.plays else world

    def told_to(self, world: World, seat: Seat) -> str | None:
        hero = world.cast.get(self.who)
        if hero is None or not knows(world, self.who, seat):
            return None
        return "_extra" if hero.extra else ""

    def in_words(self, world: World, seat: Seat) -> Facts:
        hero = world.cast[self.who]
        kind = kind_of(world, hero)
        return {"player": world.name(hero.player), "kind": one(kind) if hero.extra else kind}


def spent_skills(world: World, hero: Character) -> sheet.Budget:
    """The skill budget; a sketch has none."""
    return sheet.Budget(0, 0) if hero.kind == "sketch" else sheet.skill_points(world, hero)


def missing(world: World, hero: Character) -> tuple[str, ...]:
    """What a sheet still lacks (SB-44)."""
    lacking = [] if hero.name else ["a name"]
    if hero.kind == "animal" and world.find_species(hero.species) is None:
        lacking.append("a species")
    if hero.bot is not None and not hero.extra:
        moves = hero.bot.locomotion or sheet.penalized(hero, "immobile")
        lacking += [] if moves else ["tracks, wheels or legs"]
    return tuple(lacking)


def in_the_black(world: World, hero: Character) -> None:
    """No budget is overdrawn (SB-42); a bot's parts are paid for (SB-152)."""
    features, skills = sheet.feature_points(world, hero), spent_skills(world, hero)
    why = f"{-features.left} feature points too many are spent: lower something."
    need(features.left >= 0, "SB-42", "overdrawn", why)
    why = f"{-skills.left} skill points too many are spent: take some back."
    need(skills.left >= 0, "SB-42", "overdrawn", why)
    if hero.bot is not None:
        why = "A third feature comes with a penalty: choose one, or take a feature off."
        need(not owes_penalty(world, hero), "SB-152", "penalty_needed", why)
        why = "Light Armor does nothing for a bot that has its own plating: take it off."
        need(not sheet.idle_armor(world, hero), "SB-154", "no_effect", why)


def owes_penalty(world: World, hero: Character) -> bool:
    """Whether a player's bot has a third feature that no penalty pays for yet (SB-152)."""
    if hero.bot is None or hero.extra:
        return False
    return part_slots(world, hero) > figures().bot_features and not hero.bot.penalties


def part_slots(world: World, hero: Character) -> int:
    """How many of its two or three features a bot has used up (SB-152, SB-153)."""
    parts = hero.bot.parts if hero.bot else ()
    found = (world.bot_feature(part.feature) for part in parts)
    return sum(feature.slots if feature else 1 for feature in found)


def warnings(world: World, hero: Character) -> tuple[str, ...]:
    """What a player should know before finishing (SB-41, SB-83, SB-152)."""
    features, skills = sheet.feature_points(world, hero).left, spent_skills(world, hero).left
    told = []
    if features > 0:
        told.append(f"{features} feature {left_over(features)} not spent and will be lost.")
    if skills > 0:
        told.append(f"{skills} skill {left_over(skills)} not spent and will be lost.")
    if hero.bot and hero.bot.penalties and part_slots(world, hero) <= figures().bot_features:
        told.append("This bot has a penalty, and could have a third feature for it.")
    return tuple(told)


def left_over(n: int) -> str:
    return "point is" if n == 1 else "points are"


class ReopenSheet(Act[World], frozen=True):
    """The Director opens a finished sheet again (SB-44)."""

    may = "gm"
    who: Id
    reason: Line = ""

    def do(self, world: World, seat: Seat, dice: Dice) -> Iterator[Event]:
        the_director(seat, "SB-44")
        hero = world.character(self.who)
        must(hero.finished, "SB-44", "same", "This sheet is open already.")
        yield SheetReopened(hero.id, hero.name, self.reason.strip())


class SheetReopened(OnSheet, frozen=True):
    name: str
    reason: Reason = ""

    def onto(self, world: World) -> World:
        return world.with_hero(self.who, finished=False)
