"""A table as one file, and back: checked line by line, never half (TF-39, TF-40)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from sys import maxsize

import msgspec
from msgspec import Struct

from tablefolk.core.codec import FORMAT
from tablefolk.core.game import Entry, Refusal
from tablefolk.core.language import said
from tablefolk.core.lifting import Newer
from tablefolk.core.table.at import GameAtTable
from tablefolk.core.table.checking import findings
from tablefolk.core.table.state import Table
from tablefolk.core.table.takeback import Tick, struck, unhurried
from tablefolk.core.table.talk import unsigned, without_private
from tablefolk.core.table.trail import Trail
from tablefolk.core.unfit import in_file
from tablefolk.hosting.pictures.drawing import MOST, Drawing, DrawingLine, again

PICTURE = b'{"drawing":'  # how a line begins that holds a drawing; they follow the entries
YEAR = 366 * 86_400.0
YEAR_3000 = 32_503_680_000.0
LONGEST = 4_000_000  # bytes of a line: more than the largest thing that is ever brought to a table
ID, NAME = 64, 200  # characters of a command's id, and of a name in the heading


class Most(Struct, frozen=True):
    """What a file may hold; by itself anything, as when it is one's own."""

    bytes: int = maxsize
    entries: int = maxsize
    takebacks: int = maxsize
    latest: float = YEAR_3000  # when its newest entry may have been written


ANY = Most()


class Heading(Struct, frozen=True, omit_defaults=True):
    """The first line of an exported table."""

    tablefolk: int  # the format's version
    game: str
    name: str
    edition: int
    table: int = 1  # the edition of the table's own rules; `edition` is the game's


def export(
    game: GameAtTable,
    name: str,
    bodies: Sequence[bytes],
    kept: Sequence[Drawing] = (),
    reader: str = "",
) -> bytes:
    """A heading, one line for each entry, and one for each drawing.

    Whose a secret answer was stays here (TF-18); and what others whispered or noted, where it is
    a member of the table who takes it home (TF-10, TF-12).
    """
    bodies = without_private(bodies, reader) if reader else bodies
    top = Heading(FORMAT, game.key, name, game.edition, game.table_edition)
    heading = msgspec.json.encode(top)
    pictures = [msgspec.json.encode(DrawingLine(one.kind, one.body)) for one in kept]
    return b"\n".join([heading, *unsigned(bodies), *pictures, b""])


def read(
    data: bytes, games: Mapping[str, GameAtTable], most: Most = ANY, tick: Tick = unhurried
) -> tuple[GameAtTable, list[Entry], Table]:
    """The game, the entries and the state of an exported table; or a refusal with the place."""
    lines = _lines(data, most)
    game = games[_heading(lines, games).game]
    entries = list(_entries(game, lines, most, tick))
    _each_once(entries)
    trail = Trail(game, entries, tick)
    for found in findings(trail):  # one is enough
        raise _unfit(found.number + 1, found.why)
    if not trail.state.opened:
        raise _unfit(2, said("the first entry does not open a table"))
    return game, entries, trail.state


def _lines(data: bytes, most: Most) -> list[bytes]:
    if len(data) > most.bytes:
        raise _too_much(
            said("A table's file has {bytes:,} kB at most here.", bytes=most.bytes // 1000)
        )
    count = data.count(b"\n") + data.count(b"\r")  # before anything is made of so many
    if count > 2 * (most.entries + MOST + 2):
        raise _too_much(
            said("A table's file has {entries:,} entries at most here.", entries=most.entries)
        )
    return data.splitlines()


def _entries(game: GameAtTable, lines: Sequence[bytes], most: Most, tick: Tick) -> Iterator[Entry]:
    """The entries one by one, for as long as they are not too many."""
    count = backs = 0
    for number, line in enumerate(lines[1:], 2):
        if line.startswith(PICTURE):
            continue
        tick()
        yield (entry := _entry(game, number, line, most.latest))
        count, backs = count + 1, backs + bool(struck((entry,)))
        if count > most.entries:
            raise _too_much(
                said("A table's file has {entries:,} entries at most here.", entries=most.entries)
            )
        if backs > most.takebacks:
            raise _too_much(
                said(
                    "A table's file has {takebacks:,} takings back at most here.",
                    takebacks=most.takebacks,
                )
            )


def drawings(data: bytes, tick: Tick = unhurried) -> list[Drawing]:
    """The drawings of an exported table; or a refusal with the place (TF-40)."""
    found: list[Drawing] = []
    for number, line in enumerate(data.splitlines(), 1):
        if line.startswith(PICTURE):
            tick()
            found.append(_drawing(number, line))
            if len(found) > MOST:
                raise _too_much(said("A table has {most} drawings at most.", most=MOST))
    return found


def _drawing(number: int, line: bytes) -> Drawing:
    try:
        return again(msgspec.json.decode(line, type=DrawingLine))
    except (msgspec.DecodeError, UnicodeDecodeError) as bad:
        raise _unfit(number, in_file(bad)) from None
    except Refusal as no:
        raise _unfit(number, no.why[:1].lower() + no.why[1:]) from None


def _heading(lines: Sequence[bytes], games: Mapping[str, GameAtTable]) -> Heading:
    try:
        heading = msgspec.json.decode(lines[0], type=Heading)
    except (msgspec.DecodeError, UnicodeDecodeError, IndexError, RecursionError):
        raise _unfit(1, said("this is not a table exported from Tablefolk")) from None
    if heading.tablefolk > FORMAT:
        raise _unfit(1, said("it was written by a newer version of Tablefolk"))
    if len(heading.name) > NAME:
        raise _unfit(1, said("its name has more than {name} characters", name=NAME))
    if heading.game not in games:
        raise _unfit(1, said("its game is not known here"))
    with _known(1):
        games[heading.game].codec.know(lines[0])
    return heading


@contextmanager
def _known(line: int) -> Iterator[None]:
    try:
        yield
    except Newer as no:
        raise _unfit(line, no.unfit) from None


def _entry(game: GameAtTable, number: int, line: bytes, latest: float) -> Entry:
    if len(line) > LONGEST:
        raise _unfit(number, said("it has more than {longest} MB", longest=LONGEST // 1000000))
    try:
        with _known(number):
            entry = game.codec.load(line)
    except (msgspec.DecodeError, UnicodeDecodeError, LookupError, TypeError) as bad:
        raise _unfit(number, in_file(bad)) from None
    except RecursionError:
        raise _unfit(number, said("it is nested too deeply")) from None
    if not 0 <= entry.at < latest:
        raise _unfit(number, said("its time is not one of ours"))
    if len(entry.id) > ID or not entry.id.isprintable():
        raise _unfit(
            number, said("its command's id is not one of up to {id} printable characters", id=ID)
        )
    return entry


def _each_once(entries: Sequence[Entry]) -> None:
    """A command that acted twice would have had two answers (TF-36)."""
    known: set[str] = set()
    for number, entry in enumerate(entries, 2):
        if entry.id in known:
            raise _unfit(number, said("its command is there already"))
        known |= {entry.id} - {""}


def too_slow(seconds: float) -> Refusal:
    """That judging a file took longer than it may."""
    why = said(
        "Judging this table takes more than {seconds:g} seconds, which is the most here.",
        seconds=seconds,
    )
    return _too_much(why)


def _too_much(why: str) -> Refusal:
    return Refusal("TF-40", "bad_import", why, firm=True)


def _unfit(line: int, why: str) -> Refusal:
    sentence = said("Line {line} cannot be taken over: {why}.", line=line, why=why.rstrip("."))
    return Refusal("TF-40", "bad_import", sentence, firm=True)
