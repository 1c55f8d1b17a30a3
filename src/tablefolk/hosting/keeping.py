"""A table as one file, and back: checked line by line, never half (TF-39, TF-40)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

import msgspec
from msgspec import Struct

from tablefolk.core.codec import FORMAT
from tablefolk.core.game import Entry, Refusal
from tablefolk.core.lifting import Newer
from tablefolk.core.table.at import At
from tablefolk.core.table.checking import check
from tablefolk.core.table.state import Table
from tablefolk.hosting.pictures.drawing import MOST, Drawing, DrawingLine, again

PICTURE = b'{"drawing":'  # how a line begins that holds a drawing; they follow the entries
YEAR_3000 = 32_503_680_000.0


class Heading(Struct, frozen=True, omit_defaults=True):
    """The first line of an exported table."""

    tablefolk: int  # the format's version
    game: str
    name: str
    edition: int
    table: int = 1  # the edition of the table's own rules; `edition` is the game's


def export(game: At, name: str, bodies: Sequence[bytes], kept: Sequence[Drawing] = ()) -> bytes:
    """A heading, one line for each entry, and one for each drawing."""
    top = Heading(FORMAT, game.key, name, game.edition, game.table_edition)
    heading = msgspec.json.encode(top)
    pictures = [msgspec.json.encode(DrawingLine(one.kind, one.body)) for one in kept]
    return b"\n".join([heading, *bodies, *pictures, b""])


def read(data: bytes, games: Mapping[str, At]) -> tuple[At, list[Entry], Table]:
    """The game, the entries and the state of an exported table; or a refusal with the place."""
    lines = data.splitlines()
    game = games[_heading(lines, games).game]
    told = [(n, line) for n, line in enumerate(lines[1:], 2) if not line.startswith(PICTURE)]
    entries = [_entry(game, number, line) for number, line in told]
    _each_once(entries)
    found, table = check(game, entries)
    if found:
        raise _unfit(found[0].number + 1, found[0].why)
    if not table.opened:
        raise _unfit(2, "the first entry does not open a table")
    return game, entries, table


def drawings(data: bytes) -> list[Drawing]:
    """The drawings of an exported table; or a refusal with the place (TF-40)."""
    lines = enumerate(data.splitlines(), 1)
    found = [_drawing(number, line) for number, line in lines if line.startswith(PICTURE)]
    if len(found) > MOST:
        raise Refusal("TF-40", "bad_import", f"A table has {MOST} drawings at most.", firm=True)
    return found


def _drawing(number: int, line: bytes) -> Drawing:
    try:
        return again(msgspec.json.decode(line, type=DrawingLine))
    except (msgspec.DecodeError, UnicodeDecodeError) as bad:
        raise _unfit(number, str(bad)) from None
    except Refusal as no:
        raise _unfit(number, no.why[:1].lower() + no.why[1:]) from None


def _heading(lines: Sequence[bytes], games: Mapping[str, At]) -> Heading:
    try:
        heading = msgspec.json.decode(lines[0], type=Heading)
    except (msgspec.DecodeError, UnicodeDecodeError, IndexError, RecursionError):
        raise _unfit(1, "this is not a table exported from Tablefolk") from None
    if heading.tablefolk > FORMAT:
        raise _unfit(1, "it was written by a newer version of Tablefolk")
    if heading.game not in games:
        raise _unfit(1, "its game is not known here")
    with _known(1):
        games[heading.game].codec.know(lines[0])
    return heading


@contextmanager
def _known(line: int) -> Iterator[None]:
    try:
        yield
    except Newer as no:
        raise _unfit(line, no.unfit) from None


def _entry(game: At, number: int, line: bytes) -> Entry:
    try:
        with _known(number):
            entry = game.codec.load(line)
    except (msgspec.DecodeError, UnicodeDecodeError, LookupError, TypeError) as bad:
        raise _unfit(number, str(bad)) from None
    except RecursionError:
        raise _unfit(number, "it is nested too deeply") from None
    if not 0 <= entry.at < YEAR_3000:
        raise _unfit(number, "its time is not one of ours")
    return entry


def _each_once(entries: Sequence[Entry]) -> None:
    """A command that acted twice would have had two answers (TF-36)."""
    known: set[str] = set()
    for number, entry in enumerate(entries, 2):
        if entry.id in known:
            raise _unfit(number, "its command is there already")
        known |= {entry.id} - {""}


def _unfit(line: int, why: str) -> Refusal:
    sentence = f"Line {line} cannot be taken over: {why.rstrip('.')}."
    return Refusal("TF-40", "bad_import", sentence, firm=True)
