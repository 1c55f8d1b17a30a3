"""Two stores on one database, as two processes have them: a new one joins by one line here."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

import pytest
from tests.postgres import server

from tablefolk.hosting.bus.base import Missed, Word
from tablefolk.hosting.bus.memory import MemoryBus
from tablefolk.hosting.log.base import NO_KEYS, Broken, Keys, Row
from tablefolk.hosting.log.memory import MemoryLog
from tablefolk.hosting.postgres import in_postgres
from tablefolk.hosting.store import Store, in_memory

Pair = tuple[Store, Store]


class HardOfHearing(MemoryBus):
    """A bus that misses some of what others say; once its line is mended it knows that it did."""

    def __init__(self, line: list[MemoryBus]) -> None:
        super().__init__(line)
        self.missing, self.missed = 0.0, list[Word]()
        self.dice = random.Random(11)

    def hear(self, word: Word) -> None:
        if self.dice.random() < self.missing:
            self.missed.append(word)
        else:
            super().hear(word)

    def mend(self) -> None:
        """The line is whole again, and whoever may have missed something is told."""
        self.missing, missed, self.missed = 0.0, self.missed, []
        if missed:
            super().hear(Missed())


class Failing(MemoryLog):
    """A log that takes its time, can be away for a while, and counts how often it was read."""

    away, reads, asked = False, 0, 0
    breaks = False  # in the moment after an entry was written

    async def read(self, table: str, after: int = 0, limit: int | None = None) -> list[Row]:
        self.reads += 1
        await self._reached()
        return await super().read(table, after, limit)

    async def versions(self, tables: object) -> dict[str, int]:
        self.asked += 1
        await self._reached()
        return await super().versions(tables)  # type: ignore[arg-type]

    async def append(
        self, table: str, after: int, rows: Sequence[Row], keys: Keys = NO_KEYS
    ) -> None:
        await self._reached()
        await super().append(table, after, rows, keys)
        await asyncio.sleep(0)
        if self.breaks:
            raise Broken("the database went away")

    async def _reached(self) -> None:
        await asyncio.sleep(0)  # others come in between
        if self.away:
            raise Broken("the database is away")


async def in_one_memory(folder: Path) -> Pair:
    """Two processes over one memory."""
    log: MemoryLog = Failing()
    line: list[MemoryBus] = []
    return in_memory(log, HardOfHearing(line)), in_memory(log, HardOfHearing(line))


async def in_one_database(folder: Path) -> Pair:
    """Two processes at one PostgreSQL."""
    address = server().database(folder)
    return await in_postgres(address), await in_postgres(address)


PAIRS: dict[str, Callable[[Path], Awaitable[Pair]]] = {
    "memory": in_one_memory,
    "postgres": in_one_database,
}
EVERY = [pytest.param(name, marks=[pytest.mark.postgres] * (name == "postgres")) for name in PAIRS]
