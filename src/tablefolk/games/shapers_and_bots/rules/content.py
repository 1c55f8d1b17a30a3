"""What the game comes with: species, skills, weapons, armor, bot parts, shaping, words.

Home-made things are of the same types, marked, and kept with the table (SB-172).
"""

from __future__ import annotations

from functools import cache
from typing import Literal

import msgspec
from msgspec import Struct

from tablefolk.core.words import toml

GAME = "tablefolk.games.shapers_and_bots"
Level = Literal["none", "light", "heavy"]
Size = Literal["punch", "small", "medium", "large"]
BASE = ("SIZ", "FIT", "DEX", "INT", "AWR")  # SB-13
PARTS = {"HGT": "SIZ", "WGT": "SIZ", "SGT": "AWR", "HER": "AWR", "SML": "AWR"}  # SB-15
HEART = ("CRG", "HON")  # SB-166
RATED = (*BASE, "STR", *PARTS, *HEART)  # every rating that is no skill


class Figures(Struct, frozen=True, forbid_unknown_fields=True):
    """The numbers the rules name."""

    target: int
    fluke: int
    fumble: int
    hp: str
    feature_points: int
    most_raised: int
    most_lowered: int
    skill_points: str
    none_becomes: int
    cheap_up_to: int
    quest_above: int
    actions: int
    most_borrowed: int
    hasted_actions: int
    berserk_from: int
    berserk_bonus: int
    shaper_start: int
    hard: int
    bot_features: int
    bot_features_with_penalty: int
    bot_penalties: int


class Feature(Struct, frozen=True, omit_defaults=True):
    """Something everybody is born with, or a part of it (SB-13 … SB-15, SB-166)."""

    id: str
    name: str
    kind: Literal["base", "derived", "part", "heart"]
    measures: str
    of: str = ""


class NaturalWeapon(Struct, frozen=True):
    """Claws, horns and the like (SB-46 … SB-56)."""

    name: str
    size: Size = "small"


class SpeciesSkill(Struct, frozen=True, omit_defaults=True):
    """What a species does to a skill: where it starts, or a free bonus on top (SB-70 … SB-76)."""

    skill: str
    mode: Literal["start", "access", "bonus"]
    value: int | None = None


class Trait(Struct, frozen=True, omit_defaults=True):
    """Something a species can do (SB-46 … SB-55)."""

    id: str
    name: str
    minutes: int = 0
    extra_hands: int = 0


class Species(Struct, frozen=True, omit_defaults=True):
    """A kind of thinking animal (SB-36, SB-57)."""

    id: str
    name: str
    ratings: dict[str, int]
    emoji: str = "🐾"
    flavour: str = ""
    meat: bool = False
    armor: Level = "none"
    armor_source: str = ""
    weapons: tuple[NaturalWeapon, ...] = ()
    senses: dict[str, int] = {}
    shaper_start: int = -4
    skills: tuple[SpeciesSkill, ...] = ()
    traits: tuple[Trait, ...] = ()
    homemade: bool = False

    def has(self, trait: str) -> bool:
        return any(found.id == trait for found in self.traits)


class Skill(Struct, frozen=True, omit_defaults=True):
    """Something that can be done, and where its rating starts (SB-58 … SB-64)."""

    id: str
    name: str
    start: str  # a formula
    use: str = ""
    common: bool = False
    see: str = ""
    species: tuple[str, ...] = ()  # only for these, where any are named (SB-77)
    homemade: bool = False


class Category(Struct, frozen=True, omit_defaults=True):
    """A family of skills; each specialty is a skill of its own (SB-65)."""

    id: str
    name: str
    start: str
    examples: tuple[str, ...] = ()


class Weapon(Struct, frozen=True):
    """A class of weapons and its damage dice (SB-85)."""

    id: Size
    name: str
    dice: int
    examples: tuple[str, ...]


class Armor(Struct, frozen=True):
    """From which face on a damage die hurts (SB-86)."""

    id: Level
    name: str
    damage_on: int
    protection: int


class Gear(Struct, frozen=True, omit_defaults=True):
    """A thing to carry: a weapon with the rating it is used with, or armor (SB-89, SB-116)."""

    id: str
    name: str
    size: Size | Literal[""] = ""  # "" is no weapon
    skill: str = ""
    needs_draw: bool = False
    two_handed: bool = False
    thrown: bool = False
    reload_actions: int = 0
    armor: Level = "none"
    homemade: bool = False


class ShapingKind(Struct, frozen=True, omit_defaults=True):
    """One of the six kinds of shaping, with its guides (SB-138, SB-140)."""

    id: str
    name: str
    scope: str
    easy: str
    hard: str
    expert: str = ""  # only for the very experienced (SB-144)
    fells: str = ""  # the task that knocks somebody over: easy or hard


class BotFeature(Struct, frozen=True, omit_defaults=True):
    """Something a bot is fitted with (SB-152 … SB-159)."""

    id: str
    name: str
    effect: str
    slots: int = 1
    armor: Level | Literal[""] = ""
    weapon: Size | Literal[""] = ""
    power: str = ""
    note: str = ""  # what has to be noted when it is taken
    repeatable: bool = False
    homemade: bool = False


class BotPenalty(Struct, frozen=True, omit_defaults=True):
    """Something a bot lacks (SB-155, SB-161)."""

    id: str
    name: str
    effect: str
    removes: tuple[str, ...] = ()
    cancelled_by: tuple[str, ...] = ()
    note: str = ""
    homemade: bool = False


class Meaning(Struct, frozen=True):
    """A word of the glossary (SB-185)."""

    term: str
    meaning: str


class Spread(Struct, frozen=True):
    """A way to spend the five feature points at one tap (SB-37)."""

    id: str
    name: str
    change: dict[str, int]


class Bundle(Struct, frozen=True):
    """Skills that go together, to buy at one tap (SB-78)."""

    id: str
    name: str
    skills: tuple[str, ...]


class Content(Struct, frozen=True):
    """All that the game comes with, by id."""

    figures: Figures
    features: dict[str, Feature]
    species: dict[str, Species]
    skills: dict[str, Skill]
    categories: dict[str, Category]
    weapons: dict[str, Weapon]
    armor: dict[str, Armor]
    gear: dict[str, Gear]
    shaping: dict[str, ShapingKind]
    bot_features: dict[str, BotFeature]
    bot_penalties: dict[str, BotPenalty]
    locomotion: tuple[str, ...]
    spreads: dict[str, Spread]
    bundles: dict[str, Bundle]
    glossary: tuple[Meaning, ...]


@cache
def content() -> Content:
    """The content of the game itself."""
    tree = dict(toml(GAME, "data/shapers-and-bots.toml"))
    tree["locomotion"] = tree.pop("bots")["locomotion"]
    listed = {k: v for k, v in tree.items() if k not in ("figures", "locomotion", "glossary")}
    by_id = {name: {row["id"]: row for row in rows} for name, rows in listed.items()}
    return msgspec.convert({**tree, **by_id}, Content)


def figures() -> Figures:
    return content().figures
