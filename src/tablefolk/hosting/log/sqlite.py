"""The log in a SQLite file, where the primary key is the concurrency control."""

import sqlite3
from collections.abc import Collection, Sequence
from pathlib import Path

from tablefolk.hosting.log.base import (
    NO_KEYS,
    NOTHING,
    Beside,
    Broken,
    Conflict,
    Duplicate,
    Keys,
    NoTable,
    Row,
    consecutive,
    first_flaw,
    first_mark,
    next_mark,
    worth_keeping,
)
from tablefolk.hosting.log.datafile import DataFile
from tablefolk.hosting.log.schema import MARKED

Db = sqlite3.Connection


class SqliteLog:
    """The log's contract on a data file."""

    def __init__(self, file: DataFile) -> None:
        self.file = file

    @classmethod
    def serve(cls, path: Path, copies: Path | None = None) -> "SqliteLog":
        """The log of a data file that this process alone will write."""
        return cls(DataFile.serve(path, copies))

    @classmethod
    def look(cls, path: Path) -> "SqliteLog":
        """The log of a data file that somebody else may be serving, for reading only."""
        return cls(DataFile.look(path))

    async def create(
        self, table: str, about: bytes, rows: Sequence[Row] = (), beside: Beside = NOTHING
    ) -> None:
        consecutive(0, rows)
        await self.file.write(lambda db: create(db, table, about, rows, beside))

    async def about(self, table: str) -> bytes | None:
        return await self.file.read(lambda db: about(db, table))

    async def tables(self) -> list[tuple[str, bytes]]:
        return await self.file.read(
            lambda db: db.execute("SELECT id, about FROM tables ORDER BY id").fetchall()
        )

    async def append(
        self, table: str, after: int, rows: Sequence[Row], keys: Keys = NO_KEYS
    ) -> None:
        consecutive(after, rows)
        await self.file.write(lambda db: append(db, table, rows, keys))
        if keys:
            self.file.keys.clear()

    async def read(self, table: str, after: int = 0, limit: int | None = None) -> list[Row]:
        marked = read if self.file.schema >= MARKED else read_unmarked
        return await self.file.read(lambda db: marked(db, table, after, limit))

    async def tail(self, table: str, count: int) -> list[Row]:
        return await self.file.read(lambda db: tail(db, table, count))

    async def version(self, table: str) -> int:
        return await self.file.read(lambda db: version(db, table))

    async def versions(self, tables: Collection[str]) -> dict[str, int]:
        return await self.file.read(
            lambda db: {table: version(db, table) for table in tables if about(db, table)}
        )

    async def find(self, table: str, command_id: str) -> Row | None:
        return await self.file.read(lambda db: find(db, table, command_id))

    async def save_snapshot(self, table: str, version: int, edition: str, body: bytes) -> None:
        await self.file.write(lambda db: save_snapshot(db, table, version, edition, body))

    async def snapshot(
        self, table: str, edition: str, at_most: int | None = None
    ) -> tuple[int, bytes] | None:
        return await self.file.read(lambda db: snapshot(db, table, edition, at_most))

    async def drop_snapshots(self, table: str, after: int) -> None:
        await self.file.write(lambda db: drop_snapshots(db, table, after))

    async def delete(self, table: str) -> None:
        await self.file.erase(lambda db: delete(db, table))

    async def flaw(self, table: str) -> int:
        if self.file.schema < MARKED:  # of an older release, and only looked at
            return 0
        return await self.file.read(lambda db: flaw(db, table))

    async def integrity(self) -> list[str]:
        """What is wrong with the file, one sentence each; nothing if it is sound."""
        return await self.file.read(integrity)

    async def close(self) -> None:
        await self.file.close()


# -- tables --------------------------------------------------------------------------------


def create(db: Db, table: str, about: bytes, rows: Sequence[Row], beside: Beside) -> None:
    try:
        db.execute("INSERT INTO tables VALUES (?, ?)", (table, about))
    except sqlite3.IntegrityError:
        raise Conflict(table) from None
    append(db, table, rows)
    put_beside(db, table, beside)


def put_beside(db: Db, table: str, beside: Beside) -> None:
    """A new table's links, drawings and state, in the transaction of its log (TF-40)."""
    if beside.invite:
        hash_, token = beside.invite
        db.execute("INSERT INTO invites VALUES (?, ?, ?)", (hash_, table, token))
    for member, hash_ in beside.seats:
        db.execute("INSERT INTO seats VALUES (?, ?, ?)", (table, member, hash_))
    for key, kind, body in beside.drawings:
        db.execute("INSERT INTO drawings VALUES (?, ?, ?, ?)", (table, key, kind, body))
    if beside.snapshot:
        save_snapshot(db, table, *beside.snapshot)


def about(db: Db, table: str) -> bytes | None:
    found = db.execute("SELECT about FROM tables WHERE id = ?", (table,)).fetchone()
    return found[0] if found else None


def delete(db: Db, table: str) -> None:
    db.execute("DELETE FROM tables WHERE id = ?", (table,))  # all else refers to it: cascades


# -- entries -------------------------------------------------------------------------------


def append(db: Db, table: str, rows: Sequence[Row], keys: Keys = NO_KEYS) -> None:
    mark = mark_of(db, table, rows[0].version - 1) if rows else b""
    for row in rows:
        mark = next_mark(mark, row)
        try:
            db.execute("INSERT INTO entries VALUES (?, ?, ?, ?, ?)", (table, *row, mark))
        except sqlite3.IntegrityError:
            raise refusal(db, table, row) from None
    for member, hash_ in keys.items():
        db.execute("DELETE FROM seats WHERE table_id = ? AND member = ?", (table, member))
        if hash_ is not None:
            db.execute("INSERT INTO seats VALUES (?, ?, ?)", (table, member, hash_))


def refusal(db: Db, table: str, row: Row) -> Exception:
    """Which promise of the log the file's constraints have just kept."""
    if about(db, table) is None:
        return NoTable(table)
    known = find(db, table, row.command_id)
    return Duplicate(known.version) if known else Conflict(table)


def mark_of(db: Db, table: str, version: int) -> bytes:
    """What the next entry's checksum is chained to."""
    if version == 0:
        return first_mark(table)
    query = "SELECT mark FROM entries WHERE table_id = ? AND version = ?"
    found = db.execute(query, (table, version)).fetchone()
    return found[0] if found else b""


def read(db: Db, table: str, after: int, limit: int | None) -> list[Row]:
    """The entries, each as it was written; Broken where one is not."""
    most = -1 if limit is None else limit + (after > 0)
    found = marked(db, table, after, most).fetchall()
    before = first_mark(table)
    if after:  # one more was read, for its mark
        before, found = (found[0][3], found[1:]) if found else (b"", [])
    if wrong := first_flaw(before, found, after):
        why = f"Entry {wrong} of table {table} is not as it was written."
        raise Broken(why, "damaged")
    return [Row._make(row[:3]) for row in found]


def marked(db: Db, table: str, first: int, most: int = -1) -> sqlite3.Cursor:
    """Version, id, body and checksum of the entries from this one on."""
    return db.execute(
        "SELECT version, command_id, body, mark FROM entries"
        " WHERE table_id = ? AND version >= ? ORDER BY version LIMIT ?",
        (table, first, most),
    )


def flaw(db: Db, table: str) -> int:
    return first_flaw(first_mark(table), marked(db, table, 0))


def read_unmarked(db: Db, table: str, after: int, limit: int | None) -> list[Row]:
    """The same from a file that an older release wrote, and that is only looked at."""
    return rows(
        db,
        "SELECT version, command_id, body FROM entries"
        " WHERE table_id = ? AND version > ? ORDER BY version LIMIT ?",
        (table, after, -1 if limit is None else limit),
    )


def tail(db: Db, table: str, count: int) -> list[Row]:
    newest_first = rows(
        db,
        "SELECT version, command_id, body FROM entries"
        " WHERE table_id = ? ORDER BY version DESC LIMIT ?",
        (table, count),
    )
    return newest_first[::-1]


def version(db: Db, table: str) -> int:
    query = "SELECT coalesce(max(version), 0) FROM entries WHERE table_id = ?"
    newest: int = db.execute(query, (table,)).fetchone()[0]
    return newest


def find(db: Db, table: str, command_id: str) -> Row | None:
    found = rows(
        db,
        "SELECT version, command_id, body FROM entries WHERE table_id = ? AND command_id = ?",
        (table, command_id),
    )
    return found[0] if found else None


def rows(db: Db, query: str, given: tuple[object, ...]) -> list[Row]:
    return [Row._make(found) for found in db.execute(query, given)]


# -- snapshots -----------------------------------------------------------------------------


def save_snapshot(db: Db, table: str, at: int, edition: str, body: bytes) -> None:
    if about(db, table) is None:
        raise NoTable(table)
    if at > version(db, table):
        raise Conflict(table)
    db.execute("DELETE FROM snapshots WHERE table_id = ? AND edition <> ?", (table, edition))
    db.execute("REPLACE INTO snapshots VALUES (?, ?, ?, ?)", (table, at, edition, body))
    thin_out(db, table)


def thin_out(db: Db, table: str) -> None:
    query = "SELECT version FROM snapshots WHERE table_id = ?"
    kept = [at for (at,) in db.execute(query, (table,))]
    for at in set(kept) - worth_keeping(kept):
        db.execute("DELETE FROM snapshots WHERE table_id = ? AND version = ?", (table, at))


def snapshot(db: Db, table: str, edition: str, at_most: int | None) -> tuple[int, bytes] | None:
    found: tuple[int, bytes] | None = db.execute(
        "SELECT version, body FROM snapshots WHERE table_id = ? AND edition = ?"
        " AND version <= coalesce(?, version) ORDER BY version DESC LIMIT 1",
        (table, edition, at_most),
    ).fetchone()
    return found


def drop_snapshots(db: Db, table: str, after: int) -> None:
    db.execute("DELETE FROM snapshots WHERE table_id = ? AND version > ?", (table, after))


# -- integrity -----------------------------------------------------------------------------


def integrity(db: Db) -> list[str]:
    return [
        *(
            f"SQLite says: {said}."
            for (said,) in db.execute("PRAGMA integrity_check")
            if said != "ok"
        ),
        *(f"A row of {where} belongs to no table." for where in orphans(db)),
        *(f"The log of table {table} has gaps." for table in with_gaps(db)),
    ]


def orphans(db: Db) -> list[str]:
    return sorted({where for where, *_ in db.execute("PRAGMA foreign_key_check")})


def with_gaps(db: Db) -> list[str]:
    query = (
        "SELECT table_id FROM entries GROUP BY table_id"
        " HAVING min(version) <> 1 OR max(version) <> count(*) ORDER BY table_id"
    )
    return [table for (table,) in db.execute(query)]
