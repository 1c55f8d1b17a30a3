"""The one SQLite file: who may open it, one thread that writes it, a few that read it."""

import asyncio
import sqlite3
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from typing import TypeVar

from tablefolk.hosting.log.base import Broken, Kind
from tablefolk.hosting.log.complaints import telling
from tablefolk.hosting.log.copying import copies_of, reading
from tablefolk.hosting.log.examining import Examined
from tablefolk.hosting.log.locking import begin, let_go, locked, one_name
from tablefolk.hosting.log.schema import SCHEMA, prepare, recognise
from tablefolk.hosting.log.writer import Work, Writer

T = TypeVar("T")

READERS = 3


class DataFile:
    """An open data file; for writing if it has a lock, for looking only if not."""

    def __init__(self, path: Path, lock: int | None, examined: Examined | None = None) -> None:
        self.path, self.examined = path, examined
        self.schema = SCHEMA
        self.wrote = self.refused = -1.0  # when something last was, by a clock that only runs
        self.trouble: Kind = "other"  # the kind of the last refusal
        self._lock = lock
        self._writer = Writer(writing(path)) if lock is not None else None
        self._pool = ThreadPoolExecutor(READERS, thread_name_prefix="tablefolk-reader")
        self._idle: list[sqlite3.Connection] = []
        self._closed = False
        self.keys: dict[bytes, tuple[str, str]] = {}  # shown of late: a file has one server

    @classmethod
    def serve(cls, path: Path, copies: Path | None = None) -> "DataFile":
        """Open for reading and writing, made if missing; only one process can at a time.

        Should it be of an older release, a copy of it is kept among these copies first.
        """
        path.parent.mkdir(parents=True, exist_ok=True)
        lock = locked(path)
        try:
            with telling(path):
                path.touch(mode=0o600)  # it holds invite links
                one_name(path)
                begin(path, lock)
                examined = Examined(path)
                examined.need_sound()
                prepare(path, copies or copies_of(path))
                return cls(path, lock, examined)
        except BaseException:
            let_go(path, lock)
            raise

    @classmethod
    def look(cls, path: Path) -> "DataFile":
        """Open for reading only; works while a server runs."""
        if not path.is_file():
            raise Broken(f"There is no data file {path}.")
        file = cls(path, None)
        file.schema = file.peek(lambda con: recognise(path, con))
        return file

    @property
    def writable(self) -> bool:
        """Whether what was written last was written indeed."""
        return self.refused <= self.wrote

    async def write(self, work: Work[T]) -> T:
        """Do this in a transaction; durable when it returns."""
        with self._noting(), telling(self.path):
            return await self._writing().write(work)

    async def erase(self, work: Work[T]) -> T:
        """As write, leaving no trace of what was deleted."""
        with self._noting(), telling(self.path):
            return await self._writing().erase(work)

    async def read(self, work: Work[T]) -> T:
        """Ask this of what has been committed, on a reader's thread."""
        self._need_open()
        return await asyncio.get_running_loop().run_in_executor(self._pool, self._look, work)

    def peek(self, work: Work[T]) -> T:
        """Ask this here and now: for look-ups that cost less than changing threads."""
        self._need_open()
        return self._look(work)

    async def close(self) -> None:
        """Finish what waits, then let somebody else have the file."""
        if not self._closed:
            self._closed = True
            await asyncio.to_thread(self._pool.shutdown)
            while self._idle:
                self._idle.pop().close()
            await self._stop_writing()

    async def _stop_writing(self) -> None:
        if self._writer and self._lock is not None:
            await self._writer.close()
            let_go(self.path, self._lock)

    @contextmanager
    def _noting(self) -> Iterator[None]:
        try:
            yield
            self.wrote = monotonic()
        except Broken as broken:
            self.refused, self.trouble = monotonic(), broken.kind
            raise

    def _look(self, work: Work[T]) -> T:
        with telling(self.path):
            con = self._idle_reader()
            try:
                return work(con)
            finally:
                self._idle.append(con)

    def _need_open(self) -> None:
        if self._closed:
            raise Broken(f"The data file {self.path} is closed.", "closed")

    def _writing(self) -> Writer:
        self._need_open()
        if self._writer is None:
            raise Broken(f"The data file {self.path} was opened for reading only.", "readonly")
        return self._writer

    def _idle_reader(self) -> sqlite3.Connection:
        try:
            return self._idle.pop()
        except IndexError:
            return reading(self.path)


def writing(path: Path) -> sqlite3.Connection:
    """The writer's connection: what it has committed survives a power cut."""
    con = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    con.execute("PRAGMA synchronous = FULL")
    con.execute("PRAGMA wal_autocheckpoint = 4000")  # pages: a quarter of the stalls
    con.execute("PRAGMA cache_size = -32000")  # kB
    con.execute("PRAGMA foreign_keys = ON")
    con.execute("PRAGMA secure_delete = ON")  # TF-41: for good
    return con
