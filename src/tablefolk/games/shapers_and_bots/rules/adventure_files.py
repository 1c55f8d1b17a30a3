"""An adventure as a TOML file: read, checked, and written again (SB-4, SB-172).

It has a `title`, a `clock`, any number of `[[notes]]` and `[[extras]]`, a `[fight]` that is planned
between them and the players, and may bring home-made things along in the sections of a kit (see
kits.py).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Annotated, Literal, get_args

import msgspec
from msgspec import Meta, Struct

from tablefolk.core import files
from tablefolk.core.files import Fault, Faulty, Lines
from tablefolk.core.words import toml
from tablefolk.games.shapers_and_bots.rules import kits
from tablefolk.games.shapers_and_bots.rules.content import GAME, Level, Size, content
from tablefolk.games.shapers_and_bots.rules.state import Homemade
from tablefolk.games.shapers_and_bots.rules.values import (
    Adventure,
    BotPart,
    Character,
    Item,
    Key,
    Line,
    Modified,
    Name,
    Plan,
    Text,
)

NoteKind = Literal["scene", "extra", "place", "difficulty", "secret", "handout"]


class NoteRow(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    kind: NoteKind
    title: Name
    text: Text = ""
    difficulty: Annotated[int, Meta(ge=-20, le=20)] | None = None
    skill: Key = ""
    spots: tuple[Name, ...] = ()


class ThingRow(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A thing that is on no list (SB-89)."""

    name: Name
    size: Size | Literal[""] = ""
    skill: Key = ""
    needs_draw: bool = False
    two_handed: bool = False
    thrown: bool = False
    reload_actions: Annotated[int, Meta(ge=0, le=20)] = 0
    armor: Level = "none"

    def item(self, number: int) -> Item:
        worn = self.armor != "none"
        fields = {name: getattr(self, name) for name in self.__struct_fields__}
        return Item(number, **fields, worn=worn)


class PartRow(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A bot's feature with what had to be noted (SB-152, SB-156)."""

    feature: Key
    note: Line = ""
    size: Size | Literal[""] = ""


class ExtraRow(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    name: Name
    species: Key = ""  # "bot" is a bot; "" has only the numbers given
    look: Text = ""
    secret: Text = ""
    ratings: dict[Key, Modified | Literal["None"]] = {}
    shaping: tuple[Key, ...] = ()
    gear: tuple[Key, ...] = ()
    parts: tuple[Key | PartRow, ...] = ()  # a bot's features, those with a note written out
    penalties: tuple[Key, ...] = ()
    things: Annotated[tuple[ThingRow, ...], Meta(max_length=40)] = ()  # on no list
    age: Line = ""
    calling: Line = ""
    remarks: Text = ""
    black_belt: bool = False
    locomotion: Key = ""  # of a bot: tracks, wheels, legs
    keyword: Line = ""  # that an obedient bot obeys

    @property
    def features(self) -> tuple[BotPart, ...]:
        rows = (PartRow(one) if isinstance(one, str) else one for one in self.parts)
        return tuple(BotPart(row.feature, row.note, row.size) for row in rows)

    @property
    def numbers(self) -> dict[str, int | None]:
        return {key: None if n == "None" else n for key, n in self.ratings.items()}


class FightRow(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Who of the extras fights against the players' characters, and who beside them (SB-105)."""

    theirs: Annotated[tuple[Name, ...], Meta(max_length=60)] = ()
    ours: Annotated[tuple[Name, ...], Meta(max_length=60)] = ()


MOST_ROWS = {"notes": 200, "extras": 60}
Notes = Annotated[tuple[NoteRow, ...], Meta(max_length=MOST_ROWS["notes"])]
Extras = Annotated[tuple[ExtraRow, ...], Meta(max_length=MOST_ROWS["extras"])]


class AdventureFile(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What an adventure brings to the table."""

    title: Name
    clock: Line = ""
    notes: Notes = ()
    extras: Extras = ()
    fight: FightRow = FightRow()


def called(names: Iterable[str]) -> Iterator[str]:
    """How somebody is called in a file: of several with one name the second is “Guard (2)”."""
    met = Counter[str]()
    for name in names:
        met[name] += 1
        yield f"{name} ({met[name]})" if met[name] > 1 else name


def starter() -> tuple[AdventureFile, Homemade]:
    """The adventure that comes with the game."""
    return from_tree(toml(GAME, "data/adventure.toml"), Homemade(), {})


def read(lines: Sequence[str], known: Homemade) -> tuple[AdventureFile, Homemade]:
    """The adventure these lines hold, and what home-made things come with it; or Faulty."""
    return from_tree(files.tree(lines), known, files.lines_of(lines))


def from_tree(
    tree: Mapping[str, object], known: Homemade, lines: dict[tuple[str, str], int]
) -> tuple[AdventureFile, Homemade]:
    """Every fault is told, with its line and in a Director's words."""
    kit = kits.Reader(lines, known)
    things = kit.things({key: tree[key] for key in kits.SECTIONS if key in tree})
    rest = {key: value for key, value in tree.items() if key not in kits.SECTIONS}
    faults = [*kit.faults, *_faults(rest, lines)]
    if faults:
        raise Faulty(faults)
    return msgspec.convert(rest, AdventureFile), things


def sound(lines: Sequence[str], known: Homemade) -> tuple[AdventureFile, Homemade]:
    """What of a faulty file can be read, row for row, so that what it names can be looked at."""
    tree = files.tree(lines)
    things = kits.Reader({}, known).things({k: tree[k] for k in kits.SECTIONS if k in tree})
    rows = {name: _sound_rows(tree.get(name), name) for name in ROWS}
    fight = _sound_parts(tree.get("fight"), FightRow)
    return msgspec.convert({"title": "?", **rows, "fight": fight}, AdventureFile), things


def _sound_rows(rows: object, section: str) -> list[dict[str, object]]:
    """Each row without its faulty parts; what must be there stands in for itself."""
    kind = ROWS[section]
    least = {"kind": "scene", "title": "A note", "name": "Somebody"}
    least = {k: v for k, v in least.items() if k in kind.__struct_fields__}
    some = rows[: MOST_ROWS[section]] if isinstance(rows, list) else ()
    return [{**least, **_sound_parts(row, kind)} for row in some]


def _sound_parts(row: object, kind: type[Struct]) -> dict[str, object]:
    fields = {field.name: field.type for field in msgspec.structs.fields(kind)}
    good = row.items() if isinstance(row, Mapping) else ()
    return {k: v for k, v in good if k in fields and _fits(k, v, fields[k])}


ROWS: dict[str, type[Struct]] = {"notes": NoteRow, "extras": ExtraRow}
WHOLE = {"notes": "a note", "extras": "somebody", "fight": "a fight", "": "an adventure"}
WANTED = {
    "kind": f"A note is one of these: {', '.join(get_args(NoteKind))}.",
    "title": "The title is one line in quotation marks, of at most 60 characters.",
    "name": "The name is one line in quotation marks, of at most 60 characters.",
    "clock": "The clock is one line in quotation marks, of at most 200 characters.",
    "difficulty": "The difficulty is a whole number, -20 to 20: -3 is hard, 0 ordinary, 3 easy.",
    "ratings": 'Ratings are numbers, or "None": ratings = { FIT = 2, climbing = 3 }.',
    "species": "The species is one word in quotation marks; “bot” is a bot.",
    "notes": "Write each note under a heading [[notes]] of its own, at most 200 of them.",
    "extras": "Write each person under a heading [[extras]] of their own, at most 60 of them.",
    "fight": 'Write the fight under a heading [fight] of its own: theirs = ["Skaw", "Pip"].',
    "text": "That is text in quotation marks, of at most 2,000 characters.",
    "skill": "The skill is one word in quotation marks: climbing, AWR, craft:baking.",
    "things": 'Things are written so: things = [{ name = "Net", size = "punch" }].',
    "black_belt": "A black belt is there or not: black_belt = true.",
    "line": "That is one line in quotation marks, of at most 200 characters.",
    "list": "That is a list of names in quotation marks, in square brackets.",
}
LINES = ("age", "calling", "keyword", "locomotion")
LISTS = ("shaping", "gear", "parts", "penalties", "spots", "ours", "theirs")


def _faults(tree: Mapping[str, object], lines: Lines) -> Iterator[Fault]:
    """What is wrong with the heading, the notes and the extras of a file."""
    yield from _row_faults(tree, AdventureFile, "", lines)
    for section, kind in ROWS.items():
        rows = tree.get(section, ())
        for n, row in enumerate(rows if isinstance(rows, list | tuple) else ()):
            if isinstance(row, Mapping):
                yield from _row_faults(row, kind, f"{section}[{n}]", lines)
    if isinstance(fight := tree.get("fight"), Mapping):
        yield from _row_faults(fight, FightRow, "fight[0]", lines)


def _row_faults(
    row: Mapping[str, object], kind: type[Struct], at: str, lines: Lines
) -> Iterator[Fault]:
    """A part that is missing, unknown, or not what it should be; rows below are told by row."""
    fields = {field.name: field for field in msgspec.structs.fields(kind)}
    whole = WHOLE[at.partition("[")[0]]
    line = files.line_of(lines, at) or 1
    for name, one in fields.items():
        if one.required and name not in row:
            yield Fault(line if lines else 0, f"There is {whole} without a {name}.")
    for name, value in row.items():
        where = (files.line_of(lines, at, name) or line) if lines else 0
        if name not in fields:
            known = ", ".join(fields)
            yield Fault(where, f"“{name[:60]}” is no part of {whole}; there are: {known}.")
        elif not _fits(name, value, fields[name].type):
            key = "list" if name in LISTS else "line" if name in LINES else "text"
            key = name if name in WANTED else key
            yield Fault(where, WANTED[key])


def _fits(name: str, value: object, kind: object) -> bool:
    """Whether a value is what its part should be; of rows, that there are rows, not too many."""
    if name in ROWS:
        kind = Annotated[tuple[dict[str, object], ...], Meta(max_length=MOST_ROWS[name])]
    elif name == "fight":
        kind = dict[str, object]
    try:
        msgspec.convert(value, kind)
    except msgspec.ValidationError:
        return False
    return True


# -- Writing ---------------------------------------------------------------------------------------


def written(adventure: Adventure, extras: Sequence[Character], things: Homemade, plan: Plan) -> str:
    """An adventure as a file, with its extras and what was made for it; `read` takes it back."""
    lines = [*_table(AdventureFile(adventure.title, adventure.clock))]
    for note in adventure.notes:
        row = NoteRow(note.kind, note.title, note.text, note.difficulty, note.skill, note.spots)
        lines += ["", "[[notes]]", *_table(row)]
    sorts = {Item.of(gear, 0): id for id, gear in {**content().gear, **things.gear}.items()}
    for extra in extras:
        lines += ["", "[[extras]]", *_table(_row(extra, sorts))]
    named = dict(zip((extra.id for extra in extras), called(e.name for e in extras), strict=True))
    theirs, ours = ([named[w] for w in side if w in named] for side in (plan.theirs, plan.ours))
    if theirs or ours:
        lines += ["", "[fight]", *_table(FightRow(tuple(theirs), tuple(ours)))]
    kit = list(kits.write_kit("", things))[1:]
    return "\n".join([*lines, *kit]) + "\n"


def _row(extra: Character, sorts: Mapping[Item, str]) -> ExtraRow:
    """Somebody with all they carry: by its sort, or written out where it is of none (SB-89)."""
    found = [(item, sorts.get(_fresh(item))) for item in extra.items]
    return ExtraRow(
        extra.name,
        "bot" if extra.kind == "bot" else extra.species,
        extra.look,
        extra.secret,
        {key: "None" if value is None else value for key, value in extra.fixed.items()},
        extra.shaping,
        tuple(sort for _, sort in found if sort),
        tuple(_part(part) for part in extra.bot.parts) if extra.bot else (),
        extra.bot.penalties if extra.bot else (),
        tuple(_thing(item) for item, sort in found if not sort),
        extra.age,
        extra.calling,
        extra.notes,
        extra.black_belt,
        extra.bot.locomotion if extra.bot else "",
        extra.bot.penalty_note if extra.bot else "",
    )


def _fresh(item: Item) -> Item:
    """A thing as it is when it is new: unnumbered, not drawn, loaded, and worn if it is armor."""
    return _thing(item).item(0)


def _part(part: BotPart) -> str | PartRow:
    noted = part.note or part.size
    return PartRow(part.feature, part.note, part.size) if noted else part.feature


def _thing(item: Item) -> ThingRow:
    return ThingRow(*(getattr(item, name) for name in ThingRow.__struct_fields__))


def _table(row: Struct) -> Iterator[str]:
    for key, value in msgspec.to_builtins(row).items():
        yield f"{key} = {files.written(value)}"
