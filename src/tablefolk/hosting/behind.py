"""Which of the tables held here other processes may have moved on: those are read on first."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Mapping

from tablefolk.hosting.bus.base import Missed, Moved, Word
from tablefolk.hosting.live import Live
from tablefolk.hosting.log.base import Log


class Behind:
    """Tables that are surely or perhaps behind the log, each with a mark of when that was heard.

    A mark goes only when the log was read after it was made: a word that comes while somebody
    reads makes another mark, and the table is read once more.
    """

    def __init__(self, log: Log, held: Mapping[str, Live], busy: Collection[str]) -> None:
        self._log, self._held, self._busy = log, held, busy
        self._marks: dict[str, int] = {}
        self._perhaps: set[str] = set()  # of those: nobody has said that they moved
        self._count = 0
        self._asking: asyncio.Task[None] | None = None

    def __contains__(self, table: str) -> bool:
        return table in self._marks

    def hear(self, word: Word) -> None:
        """Take note of what another process says."""
        if isinstance(word, Moved):
            live = self._held.get(word.table)
            # It may be being read just now; and at the entry held, it may have been deleted.
            if word.table in self._busy or (live and live.version <= word.version):
                self.note(word.table)
        elif isinstance(word, Missed):
            self.doubt()

    def note(self, table: str) -> None:
        """It is behind."""
        self._count += 1
        self._marks[table] = self._count
        self._perhaps.discard(table)

    def doubt(self) -> None:
        """Anything may be."""
        for table in {*self._held, *self._busy}:
            self.note(table)
            self._perhaps.add(table)

    def mark(self, table: str) -> int:
        """When it was last heard to be behind; for whoever reads it now."""
        return self._marks.get(table, 0)

    def read(self, table: str, mark: int) -> None:
        """It was read after that mark."""
        if self._marks.get(table) == mark:
            del self._marks[table]
            self._perhaps.discard(table)

    async def moved(self, seen: Mapping[str, int]) -> set[str]:
        """Those tables whose newest entry is another one, or that are gone: asked in one go."""
        newest = await self._log.versions(seen)
        for table in seen:
            live = self._held.get(table)
            if live and live.version != newest.get(table):
                self.note(table)
        return {table for table, version in seen.items() if newest.get(table) != version}

    async def made_sure(self, table: str) -> None:
        """Where it is only perhaps behind: ask, for all of them in one go, however many wait."""
        if table not in self._perhaps:
            return
        if self._asking is None:
            self._asking = asyncio.ensure_future(self._ask())
            self._asking.add_done_callback(self._asked)
        await asyncio.shield(self._asking)

    async def _ask(self) -> None:
        marks = {table: self._marks[table] for table in self._perhaps}
        moved = await self.moved({t: self._held[t].version for t in marks if t in self._held})
        for table in marks.keys() - moved:
            self.read(table, marks[table])

    def _asked(self, _: asyncio.Task[None]) -> None:
        self._asking = None
