"""A character that travels: written out at one table, brought to another (TF-39, TF-40).

What is brought goes through the steps of the builder like anything a player writes: the same rules
refuse the same things, only with the place in the sheet before the reason. What the builder would
ask the Director is asked here in one question. Wounds, luck that waits, the Director's own notes,
and who plays it stay behind.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, field
from msgspec.structs import replace

from tablefolk.core import sheets
from tablefolk.core.book import after
from tablefolk.core.dice import Dice
from tablefolk.core.game import Act, Ask, Event, Seat, must, word
from tablefolk.core.words import listing
from tablefolk.games.shapers_and_bots.rules import bots, building, gear, numbers, people, skills
from tablefolk.games.shapers_and_bots.rules import sheet as counting
from tablefolk.games.shapers_and_bots.rules.content import RATED, Level, Size
from tablefolk.games.shapers_and_bots.rules.state import World, one_line
from tablefolk.games.shapers_and_bots.rules.values import (
    Character,
    Id,
    Item,
    Key,
    Line,
    Modified,
    Name,
    Specialty,
    Text,
)
from tablefolk.games.shapers_and_bots.rules.wording import Facts, Making, kind_of, named, one

GAME = "shapers-and-bots"
Levels = Annotated[int, Meta(ge=0, le=skills.MOST_LEVELS)]
MOST = 60  # things of one sort on a sheet


class Part(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Something a bot is fitted with."""

    feature: Id
    note: Line = ""


class Thing(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Something to carry, as it can be told apart from others."""

    name: Name
    size: Size | Literal[""] = ""
    skill: Key = ""
    needs_draw: bool = False
    two_handed: bool = False
    thrown: bool = False
    reload_actions: gear.Steps = 0
    armor: Level = "none"
    worn: bool = False


class Sheet(sheets.Sheet, frozen=True):
    """A character by itself."""

    species: Id  # or bot
    name: Name = ""
    age: Line = ""
    look: Text = ""
    calling: Line = ""
    notes: Text = ""
    change: Annotated[dict[Key, Modified], Meta(max_length=MOST)] = field(default_factory=dict)
    shaping: Annotated[tuple[Id, ...], Meta(max_length=6)] = ()
    raises: Annotated[dict[Key, Levels], Meta(max_length=MOST)] = field(default_factory=dict)
    locomotion: Id = ""
    penalties: Annotated[tuple[Id, ...], Meta(max_length=bots.MOST_PARTS)] = ()
    penalty_note: Line = ""
    parts: Annotated[tuple[Part, ...], Meta(max_length=bots.MOST_PARTS)] = ()
    items: Annotated[tuple[Thing, ...], Meta(max_length=MOST)] = ()
    finished: bool = False
    # What only a Director gives:
    nose: bool = False
    black_belt: bool = False
    fixed: Annotated[dict[Key, Modified | None], Meta(max_length=MOST)] = field(
        default_factory=dict
    )
    grown: Annotated[dict[Key, Levels], Meta(max_length=MOST)] = field(default_factory=dict)


class BringCharacter(Act[World], frozen=True):
    """A player brings a character from another table; the Director may bring one for anybody."""

    may = "anyone"
    sheet: dict[str, Any]
    owner: Id = ""

    def do(self, world: World, seat: Seat, dice: Dice) -> Iterator[Event]:
        player = building.future_player(world, seat, self.owner)
        s = sheets.read(self.sheet, Sheet, GAME)
        known(world, s)
        who = building.new_id(world, one_line(s.name) or first_name(world, s))
        built = Built(world, seat, dice)
        for place, command in steps(world, s, who, self.owner):
            built.step(place, command)
        built.finish(s, who)
        for place, command, question in given(world, s, who):
            built.given(place, command, question)
        hero = built.grown(s, who)
        if built.questions:
            first = f"May {hero.name or 'somebody'} come from another table?"
            asked = " ".join((first, *dict.fromkeys(built.questions)))
            word(seat, built.rule, asked if len(asked) <= 1500 else f"{asked[:1500]} …")
        new = built.world.homemade.specialties[len(world.homemade.specialties) :]
        plays = hero.finished and building.free_to_play(world, player)
        yield CharacterBrought(hero, plays, new)


class CharacterBrought(Making, frozen=True):
    """The whole sheet, as it came through the builder, and the specialties new to this table."""

    sheet: Character
    plays: bool = False
    specialties: tuple[Specialty, ...] = ()

    def onto(self, world: World) -> World:
        world = building.ReadyTaken(self.sheet, self.plays).onto(world)
        more = (*world.homemade.specialties, *self.specialties)
        return replace(world, homemade=replace(world.homemade, specialties=more))

    def told_to(self, world: World, seat: Seat) -> str | None:
        if not self.sheet.player:
            return "_extra" if seat.gm else None
        return "" if self.sheet.finished else "_draft"

    def in_words(self, world: World, seat: Seat) -> Facts:
        name, player = named(world, self.sheet.id), world.name(self.sheet.player)
        return {"name": name, "player": player, "kind": one(kind_of(world, self.sheet))}


# -- Written out -------------------------------------------------------------------------------


def sheet(world: World, seat: Seat, who: str) -> dict[str, Any]:
    """A player's character written out; extras stay at their table."""
    hero = sheets.to_take(
        world.cast, who, lambda h: not h.extra and (seat.gm or h.player == seat.id)
    )
    body = hero.bot
    return sheets.written(
        Sheet(
            tablefolk=sheets.FORMAT,
            game=GAME,
            species=hero.species if hero.kind == "animal" else building.BOT,
            name=hero.name,
            age=hero.age,
            look=hero.look,
            calling=hero.calling,
            notes=hero.notes,
            change=hero.change,
            shaping=hero.shaping,
            raises=hero.raises,
            locomotion=body.locomotion if body else "",
            penalties=body.penalties if body else (),
            penalty_note=body.penalty_note if body else "",
            parts=tuple(Part(p.feature, p.note) for p in body.parts) if body else (),
            items=tuple(thing(item) for item in hero.items),
            finished=hero.finished,
            nose=body.nose if body else False,
            black_belt=hero.black_belt,
            fixed=hero.fixed,
            grown=hero.grown,
        )
    )


def thing(item: Item) -> Thing:
    """A thing without its number and its moment: in hand or not, loaded, lying about."""
    return Thing(**{name: getattr(item, name) for name in Thing.__struct_fields__})


# -- Brought (SB-3, SB-36 … SB-44, SB-58 … SB-84, SB-137, SB-149 … SB-156) ------------------------


def first_name(world: World, s: Sheet) -> str:
    return world.species(s.species).name if s.species != building.BOT else "Bot"


def known(world: World, s: Sheet) -> None:
    """Everything on the sheet is something this table has (SB-172)."""
    missing = [] if s.species == building.BOT or world.find_species(s.species) else [s.species]
    missing += [kind for kind in s.shaping if world.shaping_kind(kind) is None]
    missing += [key for key in (*s.raises, *s.grown, *s.fixed) if not is_rating(world, key)]
    missing += [part.feature for part in s.parts if world.bot_feature(part.feature) is None]
    missing += [id for id in s.penalties if world.bot_penalty(id) is None]
    shown = listing(f"“{id}”" for id in dict.fromkeys(missing))
    why = (
        f"This table knows no {shown}: the Director can make it here, "
        "or load the other table’s home-made things, and then it can come."
    )
    must(not missing, "SB-172", "unknown", why)


def is_rating(world: World, key: str) -> bool:
    """A feature, a skill of this table, or a branch of a family."""
    family, _, special = key.partition(":")
    if special:
        return family == "shaping" or world.category(family) is not None
    return key in (*RATED, "HP", *world.all_skills()) or world.category(key) is not None


def steps(world: World, s: Sheet, who: str, owner: str) -> Iterator[tuple[str, Act[World]]]:
    """The steps of the builder that this sheet has been through, each with its place in it."""
    yield "species", building.BeginSheet(s.species, s.name, owner)
    if s.age or s.look or s.calling or s.notes:
        yield "look", people.Describe(who, s.age, s.look, s.calling, s.notes)
    for feature, change in sorted(s.change.items(), key=lambda one: one[1]):  # lowered ones pay
        if change:
            yield "change", building.ChangeFeature(who, feature, change)
    for kind in s.shaping:
        yield "shaping", skills.BecomeShaper(who, kind)
    tools = {skills.tool_key(part.feature, world) for part in s.parts}  # they name themselves
    for key in s.raises:
        family, _, special = key.partition(":")
        if special and not skills.is_shaping(key) and key not in tools:
            yield "raises", skills.NameSpecialty(who, family, special)
    yield from body_steps(s, who)
    for key, levels in s.raises.items():
        if levels:
            yield "raises", skills.BuySkill(who, key, levels)
    for item in s.items:
        yield "items", getting(world, item, who)


def body_steps(s: Sheet, who: str) -> Iterator[tuple[str, Act[World]]]:
    """What makes a bot; its penalty first, which makes room for a third feature (SB-152)."""
    if s.locomotion:
        yield "locomotion", bots.ChooseLocomotion(who, s.locomotion)
    for id in s.penalties:
        yield "penalties", bots.TakePenalty(who, id, s.penalty_note)
    for part in s.parts:
        yield "parts", bots.TakePart(who, part.feature, part.note)


def getting(world: World, one: Thing, who: str) -> Act[World]:
    """A thing of this table's lists is free to have; any other is the Director's to allow."""
    on_list = (g.id for g in world.all_gear().values() if alike(thing(Item.of(g, 0)), one))
    if found := next(on_list, ""):
        return gear.GiveItem(who, found)
    fields = {name: getattr(one, name) for name in Thing.__struct_fields__ if name != "worn"}
    return gear.GiveOwnItem(who, **fields)


def alike(one: Thing, other: Thing) -> bool:
    """The same but for whether it is worn just now."""
    return replace(one, worn=False) == replace(other, worn=False)


def given(world: World, s: Sheet, who: str) -> Iterator[tuple[str, Act[World], str]]:
    """What the other table's Director gave, and what is asked of this one's."""
    if s.nose:
        yield "nose", bots.AllowNose(who), "May it have a sense of smell?"
    if s.black_belt:
        yield "black_belt", numbers.GrantBlackBelt(who), "May they wear a black belt?"
    for key, value in s.fixed.items():
        label, shown = counting.label(world, key), counting.signed(value)
        command = numbers.FixNumber(who, key, value or 0, none=value is None)
        yield "fixed", command, f"May {label} be set to {shown}?"


class Built:
    """A sheet on its way through the builder: the table as it would be, and what is asked."""

    def __init__(self, world: World, seat: Seat, dice: Dice) -> None:
        self.world, self.seat, self.dice = world, seat, dice
        self.questions: list[str] = []
        self.rule = "SB-3"

    def step(self, place: str, command: Act[World]) -> None:
        """One step; what it would ask the Director is noted, and asked at the end."""
        try:
            self._do(place, self.seat, command)
        except Ask as ask:
            self._ask(ask.rule, ask.question)
            self._do(place, replace(self.seat, word=True), command)

    def given(self, place: str, command: Act[World], question: str) -> None:
        """One thing only a Director does."""
        self._ask("SB-43", question)
        self._do(place, replace(self.seat, role="gm"), command)

    def finish(self, s: Sheet, who: str) -> None:
        """Taken off is what was taken off; a sheet that lacks something stays a draft (SB-44)."""
        items = self.world.cast[who].items
        worn = zip(items, s.items, strict=True)
        now = tuple(replace(item, worn=one.worn and item.worn) for item, one in worn)
        self.world = self.world.with_hero(who, items=now)
        if s.finished and not building.missing(self.world, self.world.cast[who]):
            self._do("finished", self.seat, building.FinishSheet(who))

    def grown(self, s: Sheet, who: str) -> Character:
        """The sheet with what was learned in play (SB-177, SB-181)."""
        hero = self.world.cast[who]
        for key, levels in s.grown.items():
            with sheets.at("grown"):
                must(counting.is_skill(key) and key != "HP", "SB-180", "not_a_skill",
                     "Features and health points do not grow.")  # fmt: skip
                counting.known_key(self.world, hero, key, "SB-179")
            label = counting.label(self.world, key)
            self._ask("SB-177", f"May {label} have grown by {levels} in play?")
        return replace(hero, grown={key: n for key, n in s.grown.items() if n})

    def _ask(self, rule: str, question: str) -> None:
        self.rule = self.rule if self.questions else rule
        self.questions.append(question)

    def _do(self, place: str, seat: Seat, command: Act[World]) -> None:
        with sheets.at(place):
            self.world = after(self.world, tuple(command.do(self.world, seat, self.dice)))
