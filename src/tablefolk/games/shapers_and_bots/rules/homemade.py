"""Home-made things: species, skills, weapons, bot parts (SB-57, SB-66, SB-69, SB-172).

Whoever has an idea may make one in the page; the Director nods, and it is everybody's at this
table. A whole file of them can be loaded, and written out again.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, ClassVar, Literal, NoReturn

from msgspec import Meta, field
from msgspec.structs import replace

from tablefolk.core.dice import Dice
from tablefolk.core.files import Faulty
from tablefolk.core.game import Act, Event, Refusal, Seat, must, word
from tablefolk.games.shapers_and_bots.rules.content import Level, Size
from tablefolk.games.shapers_and_bots.rules.kits import (
    MOST_LINES,
    Kit,
    read_kit,
    read_one,
    write_kit,
)
from tablefolk.games.shapers_and_bots.rules.state import Homemade, World, the_director
from tablefolk.games.shapers_and_bots.rules.values import Id, Key, Line, Modified, Name
from tablefolk.games.shapers_and_bots.rules.wording import DirectorsOwn, Making

Section = Literal[
    "species", "skills", "specialties", "gear", "bot_features", "bot_penalties", "shaping"
]
Few = Annotated[int, Meta(ge=0, le=20)]


class HomemadeAdded(Making, frozen=True):
    """What is now known at this table; things of a name that was known are replaced."""

    voice = "noted"
    things: Homemade
    name: str
    file: bool = False

    def onto(self, world: World) -> World:
        had, new = world.homemade, self.things
        return replace(
            world,
            homemade=Homemade(
                species={**had.species, **new.species},
                skills={**had.skills, **new.skills},
                specialties=tuple(dict.fromkeys((*had.specialties, *new.specialties))),
                gear={**had.gear, **new.gear},
                bot_features={**had.bot_features, **new.bot_features},
                bot_penalties={**had.bot_penalties, **new.bot_penalties},
                shaping=tuple(dict.fromkeys((*had.shaping, *new.shaping))),
            ),
        )

    def told_to(self, world: World, seat: Seat) -> str | None:
        """What comes with an adventure may be a surprise: a file is the Director's news."""
        return "" if not self.file else "_file" if seat.gm else None


# -- One at a time, in the page (SB-57, SB-66, SB-69, SB-89, SB-172) ------------------------------


AS_USUAL = "as usual"  # a skill that a species has like everybody else


class Make(Act[World], frozen=True):
    """Something of our own: a section of a kit, the rule that lets it be, what it is."""

    section: ClassVar[str]
    rule: ClassVar[str]
    what: ClassVar[str]

    @property
    def called(self) -> str:
        """What is to be called by this name, or is put in these words."""
        return str(getattr(self, "name", "") or getattr(self, "text", ""))

    def do(self, world: World, seat: Seat, dice: Dice) -> Iterator[Event]:
        """Checked like a file's, and then the Director's to nod at."""
        try:
            things = read_one(self.section, row_of(self), world.homemade)
        except Faulty as bad:
            refused(self.rule, bad)
        name = self.called
        word(seat, self.rule, f"Shall there be {self.what} of our own: {name.strip()}?")
        yield HomemadeAdded(things, " ".join(name.split()))


class MakeSpecies(Make, frozen=True):
    """Another kind of thinking animal, with traits of those the game knows (SB-57)."""

    may = "anyone"
    section, rule, what = "species", "SB-57", "a species"
    name: Name
    ratings: dict[Key, Modified]
    emoji: Name = ""
    flavour: Line = ""
    meat: bool = False
    armor: Level = "none"
    weapons: tuple[Name, ...] = ()  # natural ones, Small
    traits: tuple[Id, ...] = ()
    senses: dict[Key, Modified] = field(default_factory=dict)
    # "0" starts there, "+2" is a bonus, "None" can be learned
    skills: dict[Id, Name] = field(default_factory=dict)
    shaper_start: Modified = -4


class MakeSkill(Make, frozen=True):
    """A skill outside the list: a name, where it starts, and what it is for (SB-69)."""

    may = "anyone"
    section, rule, what = "skills", "SB-69", "a skill"
    name: Name
    start: Name = "None"
    use: Line = ""
    common: bool = False


class MakeSpecialty(Make, frozen=True):
    """A branch of Craft, Fine Art, Lore or Weapon that everybody may name (SB-66)."""

    may = "anyone"
    section, rule, what = "specialties", "SB-66", "a specialty"
    category: Id
    name: Name


class MakeWeapon(Make, frozen=True):
    """A weapon off the table with the class the Director gives it, or armor (SB-89)."""

    may = "anyone"
    section, rule, what = "weapons", "SB-89", "a thing to carry"
    name: Name
    size: Size | Literal[""] = ""
    skill: Key = ""
    needs_draw: bool = True
    two_handed: bool = False
    thrown: bool = False
    reload_actions: Few = 0
    armor: Level = "none"


class MakeBotFeature(Make, frozen=True):
    may = "anyone"
    section, rule, what = "bot_features", "SB-172", "a feature of bots"
    name: Name
    effect: Line
    slots: Annotated[int, Meta(ge=1, le=3)] = 1
    armor: Literal["", "light", "heavy"] = ""
    weapon: Size | Literal[""] = ""
    power: Name = ""
    note: Name = ""
    repeatable: bool = False


class MakeBotPenalty(Make, frozen=True):
    may = "anyone"
    section, rule, what = "bot_penalties", "SB-172", "a penalty of bots"
    name: Name
    effect: Line
    removes: tuple[Id, ...] = ()
    cancelled_by: tuple[Id, ...] = ()
    note: Name = ""


class MakeShapingExample(Make, frozen=True):
    """What a kind of shaping can do, and how hard it is (SB-172)."""

    may = "anyone"
    section, rule, what = "shaping", "SB-172", "an example of shaping"
    kind: Id
    text: Line
    difficulty: Modified = 0


def row_of(c: Make) -> Mapping[str, object]:
    """A command as a row of a file; what a form left empty is not in it."""
    row = {field: getattr(c, field) for field in c.__struct_fields__}
    if isinstance(c, MakeSpecies):
        row["weapons"] = [name for name in c.weapons if name.strip()]
        row["skills"] = {k: v for k, v in c.skills.items() if v.strip() not in ("", AS_USUAL)}
    return row


def refused(rule: str, bad: Faulty) -> NoReturn:
    """The faults in plain words; the first one gives the code."""
    code = next((fault.code for fault in bad.faults if fault.code), "bad_kit")
    raise Refusal("SB-69" if code == "bad_formula" else rule, code, str(bad), firm=True)


# -- A whole file (SB-172) -----------------------------------------------------------------------


class LoadHomemade(Act[World], frozen=True):
    """The lines of a TOML file with things of one's own."""

    may = "gm"
    lines: tuple[str, ...]

    def do(self, world: World, seat: Seat, dice: Dice) -> Iterator[Event]:
        the_director(seat, "SB-172")
        fits = len(self.lines) <= MOST_LINES
        must(fits, "SB-172", "bad_kit", f"A file has at most {MOST_LINES:,} lines.")
        kit = good_kit(self.lines, world.homemade)
        must(kit.things != Homemade(), "SB-172", "bad_kit", "There is nothing in this file.")
        yield HomemadeAdded(kit.things, kit.name, file=True)


def good_kit(lines: tuple[str, ...], known: Homemade) -> Kit:
    """The kit these lines hold; or a refusal that names the faults, each with its line."""
    try:
        return read_kit(lines, known)
    except Faulty as bad:
        refused("SB-172", bad)


def written(world: World, name: str) -> str:
    """All that was made here as a file, to be loaded at another table (SB-172)."""
    return "\n".join(write_kit(name, world.homemade)) + "\n"


# -- Away with one -------------------------------------------------------------------------------


class DropHomemade(Act[World], frozen=True):
    """The Director takes a home-made thing away again, while nobody uses it."""

    may = "gm"
    section: Section
    id: Id  # of a specialty category:name, of a shaping example its text

    def do(self, world: World, seat: Seat, dice: Dice) -> Iterator[Event]:
        the_director(seat, "SB-172")
        names = made_here(world)[self.section]
        why = "There is no such thing of our own."
        name = must(names.get(self.id), "SB-172", "unknown", why)
        must(not used(world, self.section, self.id), "SB-172", "in_use", f"“{name}” is in use.")
        yield HomemadeDropped(self.section, self.id, name)


class HomemadeDropped(DirectorsOwn, frozen=True):
    section: Section
    id: str
    name: str

    def onto(self, world: World) -> World:
        had = getattr(world.homemade, self.section)
        if isinstance(had, dict):
            left: object = {id: thing for id, thing in had.items() if id != self.id}
        elif self.section == "specialties":
            left = tuple(s for s in had if f"{s.category}:{s.name}" != self.id)
        else:
            left = tuple(example for example in had if example.text != self.id)
        return replace(world, homemade=replace(world.homemade, **{self.section: left}))


def made_here(world: World) -> dict[str, dict[str, str]]:
    """Everything home-made, by section: ids and names."""
    made = world.homemade
    return {
        "species": {id: thing.name for id, thing in made.species.items()},
        "skills": {id: thing.name for id, thing in made.skills.items()},
        "specialties": {f"{s.category}:{s.name}": s.name for s in made.specialties},
        "gear": {id: thing.name for id, thing in made.gear.items()},
        "bot_features": {id: thing.name for id, thing in made.bot_features.items()},
        "bot_penalties": {id: thing.name for id, thing in made.bot_penalties.items()},
        "shaping": {example.text: example.text for example in made.shaping},
    }


def used(world: World, section: str, id: str) -> bool:
    """Whether a sheet, or another home-made thing, cannot do without it."""
    cast = world.cast.values()
    if section == "species":
        return any(hero.species == id for hero in cast)
    if section in ("skills", "specialties"):
        born = (row.skill for s in world.homemade.species.values() for row in s.skills)
        tools = (gear.skill for gear in world.homemade.gear.values())
        on_sheets = (key for h in cast for key in (*h.raises, *h.grown, *h.fixed))
        tried = (t.key for t in world.challenges.values() if t.status == "open")
        return id in {*born, *tools, *on_sheets, *tried}
    bodies = [hero.bot for hero in cast if hero.bot]
    if section == "bot_features":
        return any(part.feature == id for body in bodies for part in body.parts)
    return section == "bot_penalties" and any(id in body.penalties for body in bodies)
