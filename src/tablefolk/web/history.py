"""The whole story of a table: for one seat to look through, and for everybody to take home."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple, TypeVar

import msgspec
from msgspec import Struct

from tablefolk.core.game import Entry, Record, Seat
from tablefolk.core.language import said
from tablefolk.core.recap import EVERYBODY
from tablefolk.core.table import takeback
from tablefolk.core.table.takeback import Tick
from tablefolk.hosting import faults
from tablefolk.hosting.live import Live, Told
from tablefolk.hosting.log.base import Row
from tablefolk.hosting.tables import Host

T = TypeVar("T")
SHOWN = 100
KINDS = {
    "": said("everything"),
    "said": said("what was said"),
    "threw": said("throws"),
    "did": said("deeds"),
    "ruled": said("rulings"),
    "scene": said("scenes"),
}
ALIKE = {  # what somebody means who looks for one of these
    "said": {"said", "spoke", "whispered", "narrated"},
    "scene": {"scene", "closed"},
    "did": {"did", "noted", "read"},
}


class Wanted(Struct, frozen=True):
    """What somebody looks for in the log."""

    kind: str = ""
    text: str = ""
    before: int = 0  # only entries with a smaller number; 0 is all

    def fits(self, told: Told) -> bool:
        """Whether an entry is what they look for."""
        kinds = ALIKE.get(self.kind, {self.kind})
        if self.kind and all(line.kind not in kinds for line in told.lines):
            return False
        sought = self.text.casefold()
        return not sought or any(sought in line.text.casefold() for line in told.lines)


async def found(host: Host, live: Live, member: str, wanted: Wanted) -> list[tuple[int, Told]]:
    """The newest entries that fit, newest last, by their numbers in this seat's own story.

    By their numbers in the log they would tell how much else has happened (TF-29).
    """
    past, seat = await _past(host, live), live.seat(member)

    def look(tick: Tick) -> list[tuple[int, Told]]:
        story = enumerate(past.told(seat, tick), 1)
        fitting = [(n, t) for n, t in story if n < (wanted.before or n + 1) and wanted.fits(t)]
        return fitting[-SHOWN:]

    return await host.bench.do(look)


async def whole(host: Host, live: Live, write: Callable[[list[Told]], T]) -> T:
    """Everything that all at the table were told, oldest first, written by whoever wants it.

    What is secret stays here.
    """
    past = await _past(host, live)
    return await host.bench.do(lambda tick: write(list(past.told(EVERYBODY, tick))))


class _Past(NamedTuple):
    """A table and its older entries, as they were when somebody asked."""

    live: Live
    rows: Sequence[Row]  # of the log, before those that the table holds

    def told(self, seat: Seat, tick: Tick) -> Iterator[Told]:
        """What a seat was told, entry by entry."""
        struck = takeback.struck(self._backs()) | self.live.struck
        for number, entry in self._entries():
            tick()
            told = self.live.tell(number, entry, seat)
            if told.lines:
                yield msgspec.structs.replace(told, struck=number in struck)

    def _entries(self) -> Iterator[tuple[int, Entry]]:
        for row in self.rows:
            yield row.version, self.live.game.codec.load(row.body)
        yield from enumerate(self.live.entries, self.live.first)

    def _backs(self) -> Iterator[Entry]:
        """All takings back that the table itself does not hold any more."""
        for row in self.rows:
            if b"TakenBack" in row.body:
                yield self.live.game.codec.load(row.body)


async def _past(host: Host, live: Live) -> _Past:
    """All of it as it is now: what is held here, and from the log what came before."""
    aside = live.aside()
    before = aside.first - 1
    return _Past(aside, await host.log.read(live.id, 0, before) if before else [])


def records(live: Live, seat: Seat, words: str = "") -> tuple[Record, ...]:
    """What the game has written down for this seat, with these words in it."""
    return faults.spared("records", lambda: live.game.records(live.table, seat, words), ())
