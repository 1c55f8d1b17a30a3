"""Lines between a store and its database, on which answers can be lost."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path


class Swallowed:
    """The statement whose answer is to be lost, and on how many lines it was."""

    def __init__(self, statement: str) -> None:
        self.statement, self.count = statement.encode(), 0

    def meets(self, said: bytes) -> bool:
        met = not self.count and self.statement in said
        self.count += met
        return met


class Proxy:
    """A socket that hands everything on, but for what it is told to lose."""

    def __init__(self, behind: Path) -> None:
        self.behind = behind
        self._place = tempfile.TemporaryDirectory(prefix="tablefolk-")
        self.folder = Path(self._place.name)
        self.silent, self.hung_up = False, 0
        self._swallow = Swallowed("\0 nothing is like this")

    async def __aenter__(self) -> Proxy:
        path = self.folder / self.behind.name
        self._server = await asyncio.start_unix_server(self._between, path)
        return self

    async def __aexit__(self, *error: object) -> None:
        self._server.close()
        self._place.cleanup()

    @contextmanager
    def swallowing(self, statement: str) -> Iterator[Swallowed]:
        """The next statement like this is carried out; its answer is lost, and the line with it."""
        self._swallow = Swallowed(statement)
        yield self._swallow
        assert self._swallow.count == 1

    async def _between(self, ours: asyncio.StreamReader, to_us: asyncio.StreamWriter) -> None:
        theirs, to_them = await asyncio.open_unix_connection(self.behind)
        lost = asyncio.Event()
        ways = [
            asyncio.create_task(self._forth(ours, to_them, lost)),
            asyncio.create_task(self._back(theirs, to_us, lost)),
        ]
        await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        self.hung_up += 1
        for way in ways:
            way.cancel()
        for end in (to_us, to_them):
            end.close()

    async def _forth(
        self, ours: asyncio.StreamReader, to_them: asyncio.StreamWriter, lost: asyncio.Event
    ) -> None:
        with suppress(ConnectionError):
            while said := await ours.read(1 << 20):
                if self._swallow.meets(said):
                    lost.set()
                to_them.write(said)

    async def _back(
        self, theirs: asyncio.StreamReader, to_us: asyncio.StreamWriter, lost: asyncio.Event
    ) -> None:
        with suppress(ConnectionError):
            while (said := await theirs.read(1 << 20)) and not lost.is_set():
                while self.silent:
                    await asyncio.sleep(0.01)
                to_us.write(said)
