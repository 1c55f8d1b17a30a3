"""A character's sheet as a file: its head, reading it, and where in it a rule says no; the box.

What is on a sheet, and by which rules it is judged, each game knows for itself (TF-39, TF-40).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import TypeVar

import msgspec
from msgspec import Struct

from tablefolk.core.game import Refusal, must
from tablefolk.core.language import said
from tablefolk.core.lifting import Fields
from tablefolk.core.unfit import in_file
from tablefolk.core.words import toml

FORMAT = 1  # of a sheet; what is newer cannot be read here


class Sheet(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The head of every sheet: the version of its form, and the game it is of."""

    tablefolk: int
    game: str


class Ready(Struct, frozen=True, forbid_unknown_fields=True):
    """A character from the box that a game comes with."""

    key: str
    name: str


S = TypeVar("S", bound=Sheet)
R = TypeVar("R", bound=Ready)
Hero = TypeVar("Hero")


def box(package: str, kind: type[R]) -> dict[str, R]:
    """The ready-made characters of a game, by key."""
    rows = (msgspec.convert(row, kind) for row in toml(package, "data/ready.toml")["ready"])
    return {ready.key: ready for ready in rows}


def to_take(cast: Mapping[str, Hero], who: str, may: Callable[[Hero], bool]) -> Hero:
    """The character of a sheet that may be taken along (TF-39)."""
    hero = cast.get(who)
    mine = hero if hero is not None and may(hero) else None
    return must(mine, "TF-39", "unknown", "There is no such sheet.")


def written(sheet: Sheet) -> Fields:
    """A sheet as it goes into a file."""
    return msgspec.json.decode(msgspec.json.encode(sheet), type=Fields)


def read(raw: Fields, kind: type[S], game: str) -> S:
    """A sheet of this game in a form that is known here; else a refusal with the place."""
    other = isinstance(raw.get("game"), str) and raw["game"] != game
    must(not other, "TF-40", "bad_import", "This sheet is of another game.")
    try:
        found = msgspec.convert(raw, kind)
    except msgspec.ValidationError as bad:
        why = said("This sheet cannot be read: {bad}.", bad=in_file(bad))
        raise Refusal("TF-40", "bad_import", why, firm=True) from None
    known = 1 <= found.tablefolk <= FORMAT
    must(known, "TF-40", "bad_import", "This sheet was written by a newer version of Tablefolk.")
    return found


@contextmanager
def at(place: str) -> Iterator[None]:
    """Whatever is refused in here is refused with its place in the sheet (TF-40)."""
    try:
        yield
    except Refusal as no:
        raise Refusal(
            no.rule, no.code, said("At “{place}”: {why}", place=place, why=no.why), firm=no.firm
        ) from None
