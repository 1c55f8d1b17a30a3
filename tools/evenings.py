"""Random evenings, recorded to the last byte and played again: nothing anybody sees may change.

python -m tools.evenings record FOLDER [game …]     plays them, and writes down what everybody saw
python -m tools.evenings compare FOLDER [game …]    gives the same commands again, and looks

Of every act: the entry for the log, and each seat's menu with its refusals, page, story and
records; every few acts the pages as they are drawn; at the end what can be taken home. An evening
begins where a game's demo, its tests' moments or an empty table leave off, and goes on at random.
What is compared is the code that is on the path, with what another, earlier one has recorded.
"""

from __future__ import annotations

import asyncio
import sqlite3
import sys
import zlib
from collections import Counter
from collections.abc import Iterator, Sequence
from difflib import unified_diff
from hashlib import blake2b
from itertools import zip_longest
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple

import msgspec

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.laws.subjects import SUBJECTS  # noqa: E402

from tablefolk.core.dice import BadDice, tape  # noqa: E402
from tablefolk.core.game import Entry, Refusal  # noqa: E402
from tablefolk.core.recap import EVERYBODY  # noqa: E402
from tablefolk.core.table import takeback  # noqa: E402
from tablefolk.hosting.beside import Workbench  # noqa: E402
from tablefolk.hosting.live import Live  # noqa: E402
from tablefolk.testing.driver import Player, at_the_door, beginnings, moments  # noqa: E402
from tablefolk.testing.playing import Evening  # noqa: E402
from tablefolk.testing.subject import Subject  # noqa: E402
from tablefolk.web import history, prose  # noqa: E402
from tablefolk.web.render import Painter  # noqa: E402

ACTS = 600  # random acts of a game, over all of its evenings
LEAST = 6  # of one evening
DRAWN_EVERY = 6  # acts
SHOWN = 12  # lines of a difference
NO_HOST: Any = SimpleNamespace(bench=Workbench())
Seen = Iterator[tuple[str, str]]  # what it is, and how it reads


class Found(NamedTuple):
    """One thing that reads otherwise than it did."""

    what: str
    before: str
    after: str

    def __str__(self) -> str:
        lines = unified_diff(_lines(self.before), _lines(self.after), "before", "after", n=0)
        shown = [line[:240] for _, line in zip(range(SHOWN), lines, strict=False)]
        return "\n    ".join([self.what, *(line.rstrip() for line in shown)])


def _lines(text: str) -> list[str]:
    return text.replace(">", ">\n").replace("},", "},\n").splitlines()


# -- What an evening shows -------------------------------------------------------------------------


class Looker:
    """Looks at an evening from every seat, act by act."""

    def __init__(self, painter: Painter) -> None:
        self.painter, self.acts = painter, 0

    def logged(self, evening: Evening, entry: Entry) -> Seen:
        """A line of the log."""
        yield "entry", evening.at.codec.dump(entry).decode()

    def entry(self, evening: Evening, entry: Entry) -> Seen:
        """What one act came to, for everybody."""
        self.acts += 1
        yield from self.logged(evening, entry)
        for member in evening.table.present:
            seat = evening.seat(member.id)
            yield f"menu of {member.id}", _written(evening.menu(seat))
            yield f"page of {member.id}", _written(evening.at.view(evening.table, seat))
            yield f"told to {member.id}", _written(evening.told(seat, entry))
            yield f"records of {member.id}", _written(evening.at.records(evening.table, seat))
        if self.acts % DRAWN_EVERY == 0:
            yield from self.drawn(evening)

    def drawn(self, evening: Evening) -> Seen:
        """Every part of every page, as a browser gets it."""
        live = _live(evening)
        for member in evening.table.present:
            for name, html in self.painter.regions(live, member.id).items():
                yield f"{name}, drawn for {member.id}", html

    def end(self, evening: Evening) -> Seen:
        """What can be taken home: the log, the state, the story in three forms, characters."""
        live = _live(evening)
        yield "state", evening.at.codec.dump_state(evening.table).decode()
        told = asyncio.run(history.whole(NO_HOST, live, list))
        records, name = history.records(live, EVERYBODY), evening.table.name
        for form in (prose.as_markdown, prose.as_html, prose.as_json):
            yield form.__name__, str(form(name, told, records))
        for who in getattr(evening.table.play, "cast", ()):
            try:
                gm = evening.seat(evening.table.gm)
                yield f"sheet of {who}", _written(evening.at.sheet(evening.table, gm, who))
            except Refusal as no:
                yield f"sheet of {who}", str(no)


def _live(evening: Evening) -> Live:
    live = Live("t", evening.at, len(evening.entries), evening.table, list(evening.entries))
    live.struck = takeback.struck(live.entries)
    return live


def _written(value: object) -> str:
    return msgspec.json.encode(value, enc_hook=_plain).decode()


def _plain(value: object) -> object:
    if isinstance(value, Refusal):
        return [value.rule, value.code, value.why, value.firm]
    if isinstance(value, type):
        return value.__name__
    raise NotImplementedError(type(value))


# -- Where it is written down ----------------------------------------------------------------------


class Record:
    """What was seen, each text once, in one file for a game."""

    def __init__(self, folder: Path, game: str) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.file = sqlite3.connect(folder / f"{game}.db")
        self.file.executescript(
            "create table if not exists texts (key blob primary key, text blob);"
            "create table if not exists seen (evening int, act int, nth int, what text, key blob);"
            "create table if not exists logs (evening int primary key, begun int, lines blob);"
            "create index if not exists by_act on seen (evening, act, nth);"
        )

    def clear(self) -> None:
        self.file.executescript("delete from seen; delete from logs; delete from texts;")

    def log(self, evening: int, begun: int, lines: Sequence[bytes]) -> None:
        row = (evening, begun, zlib.compress(b"\n".join(lines)))
        self.file.execute("insert into logs values (?, ?, ?)", row)

    def keep(self, evening: int, act: int, seen: Seen) -> None:
        for nth, (what, text) in enumerate(seen):
            key, packed = _key(text), zlib.compress(text.encode(), 1)
            self.file.execute("insert or ignore into texts values (?, ?)", (key, packed))
            row = (evening, act, nth, what, key)
            self.file.execute("insert into seen values (?, ?, ?, ?, ?)", row)

    def differing(self, evening: int, act: int, seen: Seen) -> Iterator[Found]:
        asked = "select what, key from seen where evening = ? and act = ? order by nth"
        for was, now in zip_longest(self.file.execute(asked, (evening, act)).fetchall(), seen):
            where = f"evening {evening}, act {act}: "
            if was is None or now is None or was[0] != now[0]:
                yield Found(f"{where}{was and was[0]} became {now and now[0]}", "", "")
            elif was[1] != _key(now[1]):
                yield Found(where + was[0], self._text(was[1]), now[1])

    def evenings(self) -> list[tuple[int, int]]:
        """Their numbers, and after how many entries each became random."""
        return self.file.execute("select evening, begun from logs order by evening").fetchall()

    def lines(self, evening: int) -> list[bytes]:
        asked = "select lines from logs where evening = ?"
        packed: bytes = self.file.execute(asked, (evening,)).fetchone()[0]
        return zlib.decompress(packed).split(b"\n")

    def _text(self, key: bytes) -> str:
        asked = "select text from texts where key = ?"
        return zlib.decompress(self.file.execute(asked, (key,)).fetchone()[0]).decode()


def _key(text: str) -> bytes:
    return blake2b(text.encode(), digest_size=16).digest()


# -- The two commands ------------------------------------------------------------------------------


def starts(subject: Subject) -> Iterator[Evening]:
    """Demo, empty table, the door, and the moments that the game's tests have written."""
    yield from beginnings(subject.game)
    yield at_the_door(subject.game)
    yield from moments(subject)


def record(subject: Subject, folder: Path, acts: int = ACTS) -> str:
    """Play this game's evenings, and write down what everybody saw."""
    kept, looker, done = Record(folder, subject.game.key), Looker(Painter()), Counter[str]()
    kept.clear()
    every = [*starts(subject)]
    for number, evening in enumerate(every):
        player, begun = Player(evening, number, done=done), len(evening.entries)
        for _ in range(max(LEAST, -(-acts // len(every)))):
            player.step()
        lines = [evening.at.codec.dump(entry) for entry in evening.entries]
        kept.log(number, begun, lines)
        for act, seen in _seen(subject, looker, lines, begun):
            kept.keep(number, act, seen)
        kept.file.commit()
    return f"{subject.game.key}: {looker.acts} acts in {len(every)} evenings"


def compare(subject: Subject, folder: Path) -> tuple[str, list[Found]]:
    """Give the same commands with the same dice again: all that reads otherwise now."""
    kept, looker, found = Record(folder, subject.game.key), Looker(Painter()), list[Found]()
    for number, begun in kept.evenings():
        for act, seen in _seen(subject, looker, kept.lines(number), begun):
            found += kept.differing(number, act, seen)
    said = f"{subject.game.key}: {looker.acts} acts again, {len(found)} differences"
    return said, found


def _seen(
    subject: Subject, looker: Looker, lines: Sequence[bytes], begun: int
) -> Iterator[tuple[int, Seen]]:
    """An evening from its first entry on, decided anew; looked at from where it became random."""
    evening = Evening(subject.game, members=())
    for act, line in enumerate(lines):
        was = evening.at.codec.load(line)
        try:
            entry = evening.add(evening.decided(was.seat, was.command, tape(was.faces)))
        except (Refusal, BadDice) as no:
            yield act, iter([("refused now", f"{was.command}: {no}")])
            return
        yield act, looker.entry(evening, entry) if act >= begun else looker.logged(evening, entry)
    yield len(lines), looker.drawn(evening)
    yield len(lines) + 1, looker.end(evening)


def main(how: str, folder: str, *games: str) -> int:
    faults = 0
    for subject in SUBJECTS:
        if games and subject.game.key not in games:
            continue
        if how == "record":
            print(record(subject, Path(folder)), flush=True)
            continue
        said, found = compare(subject, Path(folder))
        print(said, *found[:SHOWN], sep="\n  ", flush=True)
        faults += len(found)
    return 1 if faults else 0


if __name__ == "__main__":
    if len(sys.argv) < 3 or sys.argv[1] not in ("record", "compare"):
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
