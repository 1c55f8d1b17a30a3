"""A bus within one process."""

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from tablefolk.hosting.bus.base import Hear, Missed, Moved, Versions, Word


class Ear:
    """One subscription: remembers only the newest version it has not yet handed out."""

    __slots__ = ("_closed", "_newest", "_woken")

    def __init__(self) -> None:
        self._newest = 0
        self._woken = asyncio.Event()
        self._closed = False

    def hear(self, version: int) -> None:
        """Be told of a version."""
        if version >= self._newest:
            self._newest = version
            self._woken.set()

    def wake(self) -> None:
        """Look again, whether anything was said or not."""
        self._woken.set()

    def close(self) -> None:
        """Hear no more."""
        self._closed = True
        self._woken.set()

    def __aiter__(self) -> Versions:
        return self

    async def __anext__(self) -> int:
        await self._woken.wait()
        if self._closed:
            raise StopAsyncIteration
        self._woken.clear()
        return self._newest


class MemoryBus:
    """The bus's contract on plain sets; several that share `others` are as several processes."""

    def __init__(self, others: "list[MemoryBus] | None" = None) -> None:
        self._ears: defaultdict[str, set[Ear]] = defaultdict(set)
        self._hearing: list[Hear] = []
        self._closed = False
        self.shared = others is not None
        self._others = [] if others is None else others
        self._others.append(self)

    async def publish(self, table: str, version: int) -> None:
        self._wake(table, version)
        await self.tell(Moved(table, version))

    async def tell(self, word: Word) -> None:
        for bus in self._others:
            if bus is not self:
                bus.hear(word)

    def listen(self, hear: Hear) -> None:
        self._hearing.append(hear)

    def hear(self, word: Word) -> None:
        """Be told something by another process."""
        for hear in self._hearing:
            hear(word)
        if isinstance(word, Moved):
            self._wake(word.table, word.version)
        elif isinstance(word, Missed):
            for ear in set().union(*self._ears.values()):
                ear.wake()

    def _wake(self, table: str, version: int) -> None:
        for ear in self._ears.get(table, ()):
            ear.hear(version)

    @asynccontextmanager
    async def subscribe(self, table: str) -> AsyncIterator[Versions]:
        ear = Ear()
        self._ears[table].add(ear)
        if self._closed:
            ear.close()
        try:
            yield ear
        finally:
            self._forget(table, ear)

    async def close(self) -> None:
        self._closed = True
        if self in self._others:
            self._others.remove(self)
        for ear in set().union(*self._ears.values()):
            ear.close()

    def _forget(self, table: str, ear: Ear) -> None:
        self._ears[table].discard(ear)
        if not self._ears[table]:
            del self._ears[table]
