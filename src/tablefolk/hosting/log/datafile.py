"""The one SQLite file: who may open it, one thread that writes it, a few that read it."""

import asyncio
import fcntl
import os
import sqlite3
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

from tablefolk.hosting.log.base import Broken
from tablefolk.hosting.log.writer import Work, Writer

T = TypeVar("T")

APPLICATION = 0x54464F4C  # "TFOL", written into the file's header
SCHEMA = 3
READERS = 3

DRAWINGS = """
CREATE TABLE drawings (
    table_id TEXT NOT NULL REFERENCES tables ON DELETE CASCADE,
    key TEXT NOT NULL,
    kind TEXT NOT NULL,
    body BLOB NOT NULL,
    PRIMARY KEY (table_id, key)
);
"""

SHARES = """
CREATE TABLE shares (
    hash BLOB PRIMARY KEY,
    table_id TEXT NOT NULL REFERENCES tables ON DELETE CASCADE,
    session INTEGER NOT NULL,
    scene INTEGER NOT NULL,
    token TEXT NOT NULL,
    UNIQUE (table_id, session, scene)
) WITHOUT ROWID;
"""

# The file guards the log itself: a taken version, a known command, a table that is not
# there and a gap are each refused by a constraint, so an append is one INSERT.
TABLES = f"""
BEGIN;
CREATE TABLE tables (id TEXT PRIMARY KEY, about BLOB NOT NULL) WITHOUT ROWID;
CREATE TABLE entries (
    table_id TEXT NOT NULL REFERENCES tables ON DELETE CASCADE,
    version INTEGER NOT NULL,
    command_id TEXT NOT NULL,
    body BLOB NOT NULL,
    PRIMARY KEY (table_id, version),
    UNIQUE (table_id, command_id)
);
CREATE TRIGGER no_gaps BEFORE INSERT ON entries
WHEN NEW.version <> 1 AND NOT EXISTS (
    SELECT 1 FROM entries WHERE table_id = NEW.table_id AND version = NEW.version - 1
) BEGIN SELECT RAISE(ABORT, 'a gap in the log'); END;
CREATE TABLE snapshots (
    table_id TEXT NOT NULL REFERENCES tables ON DELETE CASCADE,
    version INTEGER NOT NULL,
    edition TEXT NOT NULL,
    body BLOB NOT NULL,
    PRIMARY KEY (table_id, version)
);
CREATE TABLE invites (
    hash BLOB PRIMARY KEY,
    table_id TEXT NOT NULL REFERENCES tables ON DELETE CASCADE,
    token TEXT
) WITHOUT ROWID;
CREATE UNIQUE INDEX live_invite ON invites (table_id) WHERE token IS NOT NULL;
CREATE INDEX invites_by_table ON invites (table_id);
CREATE TABLE seats (
    table_id TEXT NOT NULL REFERENCES tables ON DELETE CASCADE,
    member TEXT NOT NULL,
    hash BLOB NOT NULL UNIQUE,
    PRIMARY KEY (table_id, member)
) WITHOUT ROWID;
{DRAWINGS}
{SHARES}
PRAGMA application_id = {APPLICATION};
PRAGMA user_version = {SCHEMA};
COMMIT;
"""
# What an older file needs to become one of the next schema.
GROWTH = {
    1: f"BEGIN; {DRAWINGS} PRAGMA user_version = 2; COMMIT;",
    2: f"BEGIN; {SHARES} PRAGMA user_version = 3; COMMIT;",
}


class DataFile:
    """An open data file; for writing if it has a lock, for looking only if not."""

    def __init__(self, path: Path, lock: int | None) -> None:
        self._path = path
        self._lock = lock
        self._writer = Writer(writing(path)) if lock is not None else None
        self._pool = ThreadPoolExecutor(READERS, thread_name_prefix="tablefolk-reader")
        self._idle: list[sqlite3.Connection] = []
        self._closed = False
        self.keys: dict[bytes, tuple[str, str]] = {}  # shown of late: a file has one server

    @classmethod
    def serve(cls, path: Path) -> "DataFile":
        """Open for reading and writing, made if missing; only one process can at a time."""
        path.parent.mkdir(parents=True, exist_ok=True)
        lock = locked(path)
        try:
            with telling(path):
                path.touch(mode=0o600)  # it holds invite links
                one_name(path)
                prepare(path)
                return cls(path, lock)
        except BaseException:
            os.close(lock)
            raise

    @classmethod
    def look(cls, path: Path) -> "DataFile":
        """Open for reading only; works while a server runs."""
        if not path.is_file():
            raise Broken(f"There is no data file {path}.")
        file = cls(path, None)
        file.peek(lambda con: recognise(path, con))
        return file

    async def write(self, work: Work[T]) -> T:
        """Do this in a transaction; durable when it returns."""
        with telling(self._path):
            return await self._writing().write(work)

    async def erase(self, work: Work[T]) -> T:
        """As write, leaving no trace of what was deleted."""
        with telling(self._path):
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
            os.close(self._lock)

    def _look(self, work: Work[T]) -> T:
        with telling(self._path):
            con = self._idle_reader()
            try:
                return work(con)
            finally:
                self._idle.append(con)

    def _need_open(self) -> None:
        if self._closed:
            raise Broken(f"The data file {self._path} is closed.")

    def _writing(self) -> Writer:
        self._need_open()
        if self._writer is None:
            raise Broken(f"The data file {self._path} was opened for reading only.")
        return self._writer

    def _idle_reader(self) -> sqlite3.Connection:
        try:
            return self._idle.pop()
        except IndexError:
            return reading(self._path)


def locked(path: Path) -> int:
    """The lock that makes this process the file's only server, whatever path leads to it."""
    lock = os.open(f"{path.resolve()}.lock", os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(lock)
        raise Broken(f"The data file {path} is being served by another process.") from None
    return lock


def one_name(path: Path) -> None:
    """Refuse a file with hard links: SQLite keeps what is newest beside one of its names only."""
    if path.is_dir():
        raise Broken(f"{path} is a folder, not a data file.")
    if path.stat().st_nlink > 1:
        raise Broken(f"The data file {path} has a second name (a hard link): remove one of them.")


def prepare(path: Path) -> None:
    """Give a new file its tables, an older one what it lacks; refuse what is not ours to serve."""
    con = sqlite3.connect(path, isolation_level=None)
    try:
        if con.execute("SELECT count(*) FROM sqlite_master").fetchone() == (0,):
            con.execute("PRAGMA journal_mode = WAL")
            con.executescript(TABLES)
        schema = recognise(path, con)
        for step in range(schema, SCHEMA):
            con.executescript(GROWTH[step])
    finally:
        con.close()


def recognise(path: Path, con: sqlite3.Connection) -> int:
    """The file's schema; refuse what another program, or a newer Tablefolk, has written."""
    schema: int
    (application,) = con.execute("PRAGMA application_id").fetchone()
    (schema,) = con.execute("PRAGMA user_version").fetchone()
    if application != APPLICATION:
        raise Broken(f"{path} is not a Tablefolk data file.")
    if schema > SCHEMA:
        raise Broken(f"The data file {path} was written by a newer Tablefolk: update this one.")
    return schema


def writing(path: Path) -> sqlite3.Connection:
    """The writer's connection: what it has committed survives a power cut."""
    con = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    con.execute("PRAGMA synchronous = FULL")
    con.execute("PRAGMA wal_autocheckpoint = 4000")  # pages: a quarter of the stalls
    con.execute("PRAGMA cache_size = -32000")  # kB
    con.execute("PRAGMA foreign_keys = ON")
    con.execute("PRAGMA secure_delete = ON")  # TF-41: for good
    return con


def reading(path: Path) -> sqlite3.Connection:
    """A connection that can change nothing."""
    address = f"{path.absolute().as_uri()}?mode=ro"
    return sqlite3.connect(address, uri=True, isolation_level=None, check_same_thread=False)


@contextmanager
def telling(path: Path) -> Iterator[None]:
    """Turn SQLite's complaints into one sentence."""
    try:
        yield
    except sqlite3.Error as error:
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
        if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
            raise Broken(f"{path} is damaged, or not a Tablefolk data file: {error}.") from error
        raise Broken(f"The data file {path} cannot be used: {error}.") from error
