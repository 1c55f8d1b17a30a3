"""An adventure as a TOML file: read, checked, and written again (SB-4, SB-172).

It has a `title`, a `clock`, any number of `[[notes]]` and `[[extras]]`, and may bring home-made
things along in the sections of a kit (see kits.py).
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from tablefolk.core import files
from tablefolk.core.words import toml
from tablefolk.games.shapers_and_bots.rules import kits
from tablefolk.games.shapers_and_bots.rules.content import GAME
from tablefolk.games.shapers_and_bots.rules.state import Homemade
from tablefolk.games.shapers_and_bots.rules.values import (
    Adventure,
    Character,
    Key,
    Line,
    Modified,
    Name,
    Text,
)

NoteKind = Literal["scene", "extra", "place", "difficulty", "secret", "handout"]


class BadFile(ValueError):
    """A file that is no adventure, and why."""


class NoteRow(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    kind: NoteKind
    title: Name
    text: Text = ""
    difficulty: Modified | None = None


class ExtraRow(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    name: Name
    species: Key = ""  # "bot" is a bot; "" has only the numbers given
    look: Text = ""
    secret: Text = ""
    ratings: dict[Key, Modified | Literal["None"]] = {}
    shaping: tuple[Key, ...] = ()
    gear: tuple[Key, ...] = ()
    parts: tuple[Key, ...] = ()  # a bot's features
    penalties: tuple[Key, ...] = ()

    @property
    def numbers(self) -> dict[str, int | None]:
        return {key: None if n == "None" else n for key, n in self.ratings.items()}


Notes = Annotated[tuple[NoteRow, ...], Meta(max_length=200)]
Extras = Annotated[tuple[ExtraRow, ...], Meta(max_length=60)]


class AdventureFile(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What an adventure brings to the table."""

    title: Name
    clock: Line = ""
    notes: Notes = ()
    extras: Extras = ()


def starter() -> tuple[AdventureFile, Homemade]:
    """The adventure that comes with the game."""
    return from_tree(toml(GAME, "data/adventure.toml"), Homemade())


def read(lines: Sequence[str], known: Homemade) -> tuple[AdventureFile, Homemade]:
    """The adventure these lines hold, and what home-made things come with it; or BadFile."""
    try:
        return from_tree(tomllib.loads("\n".join(lines)), known)
    except (tomllib.TOMLDecodeError, RecursionError) as bad:
        raise BadFile(f"This is not TOML: {bad}.") from None


def from_tree(tree: Mapping[str, object], known: Homemade) -> tuple[AdventureFile, Homemade]:
    things = _things({key: tree[key] for key in kits.SECTIONS if key in tree}, known)
    rest = {key: value for key, value in tree.items() if key not in kits.SECTIONS}
    try:
        return msgspec.convert(rest, AdventureFile), things
    except msgspec.ValidationError as bad:
        raise BadFile(f"{bad}.") from None


def _things(tree: dict[str, object], known: Homemade) -> Homemade:
    reader = kits.Reader({}, known)
    things = reader.things(tree)
    if reader.faults:
        raise BadFile(" ".join(fault.why for fault in reader.faults[:5]))
    return things


# -- Writing ---------------------------------------------------------------------------------------


def written(adventure: Adventure, extras: Sequence[Character], things: Homemade) -> str:
    """An adventure as a file, with its extras and what was made for it; `read` takes it back."""
    lines = [*_table(AdventureFile(adventure.title, adventure.clock))]
    for note in adventure.notes:
        row = NoteRow(note.kind, note.title, note.text, note.difficulty)
        lines += ["", "[[notes]]", *_table(row)]
    for extra in extras:
        lines += ["", "[[extras]]", *_table(_row(extra))]
    kit = list(kits.write_kit("", things))[1:]
    return "\n".join([*lines, *kit]) + "\n"


def _row(extra: Character) -> ExtraRow:
    return ExtraRow(
        extra.name,
        "bot" if extra.kind == "bot" else extra.species,
        extra.look,
        extra.secret,
        {key: "None" if value is None else value for key, value in extra.fixed.items()},
        extra.shaping,
        parts=tuple(part.feature for part in extra.bot.parts) if extra.bot else (),
        penalties=extra.bot.penalties if extra.bot else (),
    )


def _table(row: Struct) -> Iterator[str]:
    for key, value in msgspec.to_builtins(row).items():
        yield f"{key} = {files.written(value)}"
