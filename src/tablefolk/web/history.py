"""The whole story of a table: for one seat to look through, and for everybody to take home."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable

import msgspec
from msgspec import Struct

from tablefolk.core.game import Entry, Record, Seat
from tablefolk.core.recap import EVERYBODY
from tablefolk.core.table import takeback
from tablefolk.hosting import faults
from tablefolk.hosting.live import Live, Told
from tablefolk.hosting.tables import Host

CHUNK = 500
SHOWN = 100
KINDS = {
    "": "everything",
    "said": "what was said",
    "threw": "throws",
    "did": "deeds",
    "ruled": "rulings",
    "scene": "scenes",
}
ALIKE = {  # what somebody means who looks for one of these
    "said": {"said", "spoke", "whispered", "narrated"},
    "scene": {"scene", "closed"},
    "did": {"did", "noted"},
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
    struck, seat, told = await _struck(host, live), live.seat(member), list[Told]()
    for start in range(1, live.version + 1, CHUNK):
        end = min(start + CHUNK, live.version + 1)
        told += [t async for t in _told(host, live, seat, start, end, struck)]
    story = enumerate(told, 1)
    fitting = [(n, t) for n, t in story if n < (wanted.before or n + 1) and wanted.fits(t)]
    return fitting[-SHOWN:]


async def whole(host: Host, live: Live) -> list[Told]:
    """Everything that all at the table were told, oldest first: what is secret stays here."""
    struck = await _struck(host, live)
    told: list[Told] = []
    for start in range(1, live.version + 1, CHUNK):
        end = min(start + CHUNK, live.version + 1)
        told += [t async for t in _told(host, live, EVERYBODY, start, end, struck)]
    return told


async def _told(
    host: Host, live: Live, seat: Seat, start: int, end: int, struck: frozenset[int]
) -> AsyncIterator[Told]:
    for number, entry in await _entries(host, live, start, end):
        told = live.tell(number, entry, seat)
        if told.lines:
            yield msgspec.structs.replace(told, struck=number in struck)


async def _entries(host: Host, live: Live, start: int, end: int) -> Iterable[tuple[int, Entry]]:
    """The entries from start to before end: from memory where they are, else from the log."""
    if start >= live.first:
        return list(enumerate(live.entries[start - live.first : end - live.first], start))
    rows = await host.log.read(live.id, start - 1, end - start)
    return [(row.version, live.game.codec.load(row.body)) for row in rows]


async def _struck(host: Host, live: Live) -> frozenset[int]:
    """All entries ever taken back."""
    if live.first == 1:
        return live.struck
    rows = await host.log.read(live.id)
    backs = (live.game.codec.load(row.body) for row in rows if b"TakenBack" in row.body)
    return takeback.struck(backs)


def records(live: Live, seat: Seat, words: str = "") -> tuple[Record, ...]:
    """What the game has written down for this seat, with these words in it."""
    return faults.spared("records", lambda: live.game.records(live.table, seat, words), ())
