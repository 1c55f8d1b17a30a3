"""Home-made things as a TOML file: read with the line and reason of every fault, and written again.

SB-57, SB-66, SB-69, SB-172. A kit has a `name` and any number of `[[species]]`, `[[skills]]`,
`[[specialties]]`, `[[weapons]]`, `[[bot_features]]`, `[[bot_penalties]]` and `[[shaping]]`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Literal, TypeVar, get_args

from msgspec import Struct
from msgspec.structs import replace

from tablefolk.core import files
from tablefolk.core.files import Fault, Faulty
from tablefolk.core.words import listing, slug
from tablefolk.games.shapers_and_bots.rules import formulas
from tablefolk.games.shapers_and_bots.rules.content import (
    BASE,
    PARTS,
    RATED,
    BotFeature,
    BotPenalty,
    Gear,
    Level,
    NaturalWeapon,
    Size,
    Skill,
    Species,
    SpeciesSkill,
    Trait,
    content,
)
from tablefolk.games.shapers_and_bots.rules.state import Homemade
from tablefolk.games.shapers_and_bots.rules.values import Example, Specialty

SIZES: tuple[Size, ...] = get_args(Size)
LEVELS: tuple[Level, ...] = get_args(Level)
THINGS = ("arms", "cameras", "microphone", "speaker", "locomotion", "armor")
MOST_LINES, MOST_ROWS, MOST_NAME, MOST_TEXT = 2000, 200, 60, 300
FIELDS: dict[str, tuple[str, ...]] = {
    "species": (
        "name", "emoji", "flavour", "meat", "ratings", "armor", "armor_source", "weapons",
        "traits", "senses", "skills", "shaper_start",
    ),
    "skills": ("name", "start", "use", "common", "species"),
    "specialties": ("category", "name"),
    "weapons": (
        "name", "size", "skill", "needs_draw", "two_handed", "thrown", "reload_actions", "armor",
    ),
    "bot_features": ("name", "effect", "slots", "armor", "weapon", "power", "note", "repeatable"),
    "bot_penalties": ("name", "effect", "removes", "cancelled_by", "note"),
    "shaping": ("kind", "text", "difficulty"),
}  # fmt: skip
SECTIONS = tuple(FIELDS)

T = TypeVar("T", Species, Skill, Gear, BotFeature, BotPenalty)
R = TypeVar("R")
L = TypeVar("L", bound=str)


class Kit(Struct, frozen=True):
    """Home-made things under a name."""

    name: str
    things: Homemade


def traits() -> dict[str, Trait]:
    """The traits there are: those of the game's own species (SB-57)."""
    return {trait.id: trait for species in content().species.values() for trait in species.traits}


# -- Reading -------------------------------------------------------------------------------------


def read_kit(lines: Sequence[str], known: Homemade | None = None) -> Kit:
    """The kit these lines describe; or Faulty with the line and reason of every fault."""
    return Reader(files.lines_of(lines), known or Homemade()).kit(files.tree(lines))


def read_one(section: str, row: Mapping[str, object], known: Homemade) -> Homemade:
    """One thing made in the page, checked like a file's."""
    return Reader({}, known).sound({section: [dict(row)]})


class Reader:
    """Walks through a kit once and notes every fault on the way."""

    def __init__(self, lines: dict[tuple[str, str], int], known: Homemade) -> None:
        self.lines, self.known = lines, known
        self.faults: list[Fault] = []
        self.at = ""  # the section being read, with its number
        self.row: Mapping[str, object] = {}

    # -- The whole -------------------------------------------------------------------------------

    def kit(self, tree: dict[str, object]) -> Kit:
        self.row = tree
        name = self.text("name")
        for key in tree.keys() - {"name", *SECTIONS}:
            self.at = f"{key}[0]" if (f"{key}[0]", "") in self.lines else ""
            self.fault(f"A kit has no part called “{key[:MOST_NAME]}”.", key)
        return Kit(name, self.sound(tree))

    def sound(self, tree: Mapping[str, object]) -> Homemade:
        """The things in it, if there is no fault at all."""
        things = self.things(tree)
        if self.faults:
            raise Faulty(self.faults)
        return things

    def things(self, tree: Mapping[str, object]) -> Homemade:
        """Skills come first, so that a species of the same file may use them."""
        skills = self.named("skills", self.skill, tree, {**content().skills, **dict.fromkeys(
            (*content().categories, *RATED, "shaping", "bot"))})  # fmt: skip
        self.skills = {**content().skills, **self.known.skills, **skills}
        features = self.named("bot_features", self.bot_feature, tree, content().bot_features)
        self.features = {**content().bot_features, **self.known.bot_features, **features}
        return Homemade(
            species=self.named("species", self.species, tree, {**content().species, "bot": None}),
            skills=skills,
            specialties=tuple(self.each("specialties", self.specialty, tree)),
            gear=self.named("weapons", self.weapon, tree, content().gear),
            bot_features=features,
            bot_penalties=self.named(
                "bot_penalties", self.bot_penalty, tree, content().bot_penalties
            ),
            shaping=tuple(self.each("shaping", self.example, tree)),
        )

    def each(self, section: str, read: Callable[[], R], tree: Mapping[str, object]) -> Iterator[R]:
        rows = tree.get(section, [])
        self.at = f"{section}[0]"
        if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
            self.fault(f"Write each one under a heading [[{section}]] of its own.")
            return
        if len(rows) > MOST_ROWS:
            self.fault(f"That is {len(rows)}; {MOST_ROWS} is the most.")
            return
        for number, row in enumerate(rows):
            self.at, self.row = f"{section}[{number}]", row
            for extra in row.keys() - set(FIELDS[section]):
                why = f"There is no “{extra[:MOST_NAME]}” here, only {listing(FIELDS[section])}."
                self.fault(why, extra)
            yield read()

    def named(
        self,
        section: str,
        read: Callable[[], T],
        tree: Mapping[str, object],
        own: Mapping[str, T | None],
    ) -> dict[str, T]:
        """Things by id: the name, made short; one of a name that is known here is replaced."""
        here: dict[str, T] = getattr(self.known, "gear" if section == "weapons" else section)
        by_name = {thing.name.casefold(): id for id, thing in here.items()}
        names = {thing.name.casefold() for thing in own.values() if thing is not None}
        found: dict[str, T] = {}
        for thing in self.each(section, read, tree):
            name = thing.name.casefold()
            if name and name in names:
                self.fault(f"There is a “{thing.name}” already.", "name")
            names.add(name)
            id = by_name.get(name) or slug(thing.name, {*own, *here, *found})
            found[id] = replace(thing, id=id)
        return found

    # -- What there can be -------------------------------------------------------------------------

    def species(self) -> Species:
        skills = (*content().skills, *self.skills)
        return Species(
            "",
            self.text("name"),
            self.ratings(),
            emoji=self.text("emoji", needed=False, most=8) or "🐾",
            flavour=self.text("flavour", needed=False, most=MOST_TEXT),
            meat=self.flag("meat"),
            armor=self.one_of("armor", LEVELS, "none"),
            armor_source=self.text("armor_source", needed=False),
            weapons=tuple(NaturalWeapon(name) for name in self.texts("weapons")),
            senses=self.numbers("senses", tuple(PARTS)),
            shaper_start=self.number("shaper_start", -4),
            skills=tuple(self.species_skills(skills)),
            traits=tuple(traits()[id] for id in self.texts("traits", tuple(traits()))),
            homemade=True,
        )

    def ratings(self) -> dict[str, int]:
        found = self.numbers("ratings", BASE)
        if missing := [code for code in BASE if code not in found]:
            self.fault(f"The ratings need a whole number for {listing(missing)}.", "ratings")
        return {code: found.get(code, 0) for code in BASE}

    def species_skills(self, known: Sequence[str]) -> Iterator[SpeciesSkill]:
        """A number is where the skill starts, “+2” a free bonus, “None” a skill to learn."""
        rows = self.row.get("skills", {})
        for skill, value in rows.items() if isinstance(rows, dict) else ():
            if skill not in known:
                self.fault(f"There is no skill “{skill[:MOST_NAME]}”.", "skills")
            elif str(value).strip().casefold() == "none":
                yield SpeciesSkill(skill, "access")
            elif isinstance(value, bool) or not re.fullmatch(r"[+-]?\d{1,2}", str(value).strip()):
                why = f"{skill}: write a number to start at, “+2” for a bonus, or “None”."
                self.fault(why, "skills")
            else:
                bonus = str(value).strip().startswith("+")
                yield SpeciesSkill(skill, "bonus" if bonus else "start", int(value))
        if not isinstance(rows, dict):
            self.fault('Write the skills as { swimming = 0, hiding = "+2" }.', "skills")

    def skill(self) -> Skill:
        start = self.row.get("start", "None")
        return Skill(
            "",
            self.text("name"),
            self.formula(str(start) if isinstance(start, str | int) else ""),
            use=self.text("use", needed=False, most=MOST_TEXT),
            common=self.flag("common"),
            species=tuple(self.texts("species")),
            homemade=True,
        )

    def formula(self, text: str) -> str:
        """A start that the parser takes (SB-69)."""
        try:
            return formulas.written(formulas.parse(text))
        except formulas.BadFormula as bad:
            why = f"“{text[:MOST_NAME]}” is no formula. At place {bad.place}: {bad.why}"
            self.fault(why, "start", "bad_formula")
            return "None"

    def specialty(self) -> Specialty:
        category = self.one_of("category", tuple(content().categories), "craft", needed=True)
        name = self.text("name").casefold()
        if ":" in name:
            self.fault("A name without a colon, please.", "name")
        return Specialty(category, name)

    def weapon(self) -> Gear:
        name = self.text("name")
        armor = self.one_of("armor", LEVELS, "none")
        sizes: tuple[Size | Literal[""], ...] = ("", *SIZES)
        size = self.one_of("size", sizes, "", needed=armor == "none")
        return Gear(
            "",
            name,
            size,
            self.used_with(name) if size else "",
            needs_draw=self.flag("needs_draw", bool(size)),
            two_handed=self.flag("two_handed"),
            thrown=self.flag("thrown"),
            reload_actions=self.number("reload_actions", 0, 0, 20),
            armor=armor,
            homemade=True,
        )

    def used_with(self, name: str) -> str:
        """The rating a weapon is rolled with: its own specialty, unless another is named."""
        given = self.text("skill", needed=False)
        category, _, special = given.partition(":")
        if category == "weapon" and special.strip():
            return f"weapon:{' '.join(special.split()).casefold()}"
        if given and given not in self.skills:
            self.fault(f"“{given}” is no skill; write one, or “weapon:{name.casefold()}”.", "skill")
        return given or f"weapon:{' '.join(name.split()).casefold().replace(':', ' ')}"

    def bot_feature(self) -> BotFeature:
        return BotFeature(
            "",
            self.text("name"),
            self.text("effect", most=MOST_TEXT),
            slots=self.number("slots", 1, 1, 3),
            armor=self.one_of("armor", ("", "light", "heavy"), ""),
            weapon=self.one_of("weapon", ("", *SIZES), ""),
            power=self.text("power", needed=False),
            note=self.text("note", needed=False),
            repeatable=self.flag("repeatable"),
            homemade=True,
        )

    def bot_penalty(self) -> BotPenalty:
        return BotPenalty(
            "",
            self.text("name"),
            self.text("effect", most=MOST_TEXT),
            removes=tuple(self.texts("removes", THINGS)),
            cancelled_by=tuple(self.texts("cancelled_by", tuple(self.features))),
            note=self.text("note", needed=False),
            homemade=True,
        )

    def example(self) -> Example:
        kind = self.one_of("kind", tuple(content().shaping), "earth", needed=True)
        return Example(kind, self.text("text", most=MOST_TEXT), self.number("difficulty", 0))

    # -- Fields ------------------------------------------------------------------------------------

    def fault(self, why: str, key: str = "", code: str = "") -> None:
        line = files.line_of(self.lines, self.at, key)
        if not line and self.lines:
            line = self.lines.get(("", key), 1)
        self.faults.append(Fault(line, why, code))

    def text(self, key: str, needed: bool = True, most: int = MOST_NAME) -> str:
        value = self.row.get(key, "")
        if not isinstance(value, str) or len(value) > most or not files.visible(value):
            self.fault(f"“{key}” is a text of at most {most} characters, in one line.", key)
            return ""
        if needed and not value.strip():
            self.fault(f"“{key}” is missing.", key)
        return " ".join(value.split())

    def texts(self, key: str, known: Sequence[str] = ()) -> Iterator[str]:
        values = self.row.get(key, [])
        if not isinstance(values, list | tuple) or len(values) > MOST_ROWS:
            self.fault(f"Write “{key}” as a list of texts.", key)
            return
        for value in values:
            short = isinstance(value, str) and 0 < len(value.strip()) <= MOST_NAME
            if not short or not files.visible(value):
                self.fault(f"“{key}” holds short texts only.", key)
            elif known and value not in known:
                self.fault(f"“{value}” is none of {listing(known, 'or')}.", key)
            else:
                yield value.strip()

    def number(self, key: str, start: int, low: int = -99, high: int = 99) -> int:
        value = self.row.get(key, start)
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            self.fault(f"“{key}” is a whole number from {low} to {high}.", key)
            return start
        return value

    def numbers(self, key: str, codes: Sequence[str]) -> dict[str, int]:
        values = self.row.get(key, {})
        if not isinstance(values, dict):
            self.fault(f"Write “{key}” as {{ {codes[0]} = 0, … }}.", key)
            return {}
        values = {str(formulas.ALIASES.get(code, code)): value for code, value in values.items()}
        for code in values.keys() - set(codes):
            self.fault(f"“{str(code)[:MOST_NAME]}” is none of {listing(codes, 'or')}.", key)
        good = {
            code: value
            for code, value in values.items()
            if code in codes and isinstance(value, int) and not isinstance(value, bool)
        }
        for code in values.keys() & set(codes) - good.keys():
            self.fault(f"{code} is a whole number.", key)
        return {code: max(-99, min(99, value)) for code, value in good.items()}

    def flag(self, key: str, start: bool = False) -> bool:
        value = self.row.get(key, start)
        if not isinstance(value, bool):
            self.fault(f"“{key}” is true or false.", key)
            return start
        return value

    def one_of(self, key: str, values: Sequence[L], start: L, needed: bool = False) -> L:
        value = self.row.get(key, "" if needed else start)
        found = next((one for one in values if one == value), None)
        if found is None or (needed and not found):
            shown = [v for v in values if v]
            self.fault(f"“{key}” is {listing(shown, 'or')}.", key)
            return start
        return found


# -- Writing (SB-172) ----------------------------------------------------------------------------


def write_kit(name: str, things: Homemade) -> Iterator[str]:
    """The lines of a kit, which read_kit takes back in."""
    yield f"name = {files.written(name)}"
    for section, rows in _rows(things).items():
        for row in rows:
            yield from ("", f"[[{section}]]")
            yield from (f"{key} = {files.written(value)}" for key, value in row.items())


def _rows(things: Homemade) -> dict[str, list[dict[str, object]]]:
    return {
        "skills": [_row(skill) for skill in things.skills.values()],
        "species": [_species_row(species) for species in things.species.values()],
        "specialties": [_row(specialty) for specialty in things.specialties],
        "weapons": [_weapon_row(gear) for gear in things.gear.values()],
        "bot_features": [_row(feature) for feature in things.bot_features.values()],
        "bot_penalties": [_row(penalty) for penalty in things.bot_penalties.values()],
        "shaping": [{**_row(e), "difficulty": e.difficulty} for e in things.shaping],
    }


def _row(thing: Struct) -> dict[str, object]:
    """What is written of a thing: all that says something."""
    left = {"id", "homemade", "see"}
    every = {field: getattr(thing, field) for field in thing.__struct_fields__}
    return {key: value for key, value in every.items() if key not in left and value}


def _species_row(species: Species) -> dict[str, object]:
    row = _row(species) | {"ratings": species.ratings, "shaper_start": species.shaper_start}
    if species.weapons:
        row["weapons"] = [weapon.name for weapon in species.weapons]
    if species.traits:
        row["traits"] = [trait.id for trait in species.traits]
    if species.skills:
        row["skills"] = {rule.skill: _skill_value(rule) for rule in species.skills}
    return {key: value for key, value in row.items() if value != "none" or key != "armor"}


def _skill_value(rule: SpeciesSkill) -> str | int:
    if rule.mode == "access" or rule.value is None:
        return "None"
    return f"+{rule.value}" if rule.mode == "bonus" else rule.value


def _weapon_row(gear: Gear) -> dict[str, object]:
    row = _row(gear) | ({"needs_draw": gear.needs_draw} if gear.size else {})
    return {key: value for key, value in row.items() if value != "none" or key != "armor"}
