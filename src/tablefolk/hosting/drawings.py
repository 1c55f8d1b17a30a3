"""Own drawings: their bytes, kept beside a table's log and gone with it.

The log and the state know a drawing by its key alone, which is made from what is in it.
"""

from __future__ import annotations

import sqlite3
from typing import Protocol

from tablefolk.hosting.log.base import NoTable
from tablefolk.hosting.log.datafile import DataFile
from tablefolk.hosting.log.memory import MemoryLog
from tablefolk.hosting.pictures.drawing import (
    KEY,
    MOST,
    Drawing,
    DrawingLine,
    Kind,
    again,
    drawing,
    too_many,
)

__all__ = [
    "KEY", "MOST", "Drawing", "DrawingLine", "Drawings", "Kind", "MemoryDrawings",
    "SqliteDrawings", "again", "drawing", "get", "of", "put", "too_many",
]  # fmt: skip


class Drawings(Protocol):
    """The drawings of all tables."""

    async def put(self, table: str, one: Drawing) -> str:
        """Keep a drawing and say its key; one that is there already is not kept twice."""

    async def get(self, table: str, key: str) -> Drawing | None:
        """A drawing by its key."""

    async def of(self, table: str) -> list[Drawing]:
        """All drawings of a table, by key."""


# -- In the data file --------------------------------------------------------------------------


class SqliteDrawings:
    """Drawings in the data file, written by the same thread as the log."""

    def __init__(self, file: DataFile) -> None:
        self._file = file

    async def put(self, table: str, one: Drawing) -> str:
        await self._file.write(lambda db: put(db, table, one))
        return one.key

    async def get(self, table: str, key: str) -> Drawing | None:
        return await self._file.read(lambda db: get(db, table, key))

    async def of(self, table: str) -> list[Drawing]:
        return await self._file.read(lambda db: of(db, table))


def put(db: sqlite3.Connection, table: str, one: Drawing) -> None:
    query = "SELECT count(*) FROM drawings WHERE table_id = ?"
    (count,) = db.execute(query, (table,)).fetchone()
    if get(db, table, one.key) is None:
        if count >= MOST:
            raise too_many()
        try:
            row = (table, one.key, one.kind, one.body)
            db.execute("INSERT INTO drawings VALUES (?, ?, ?, ?)", row)
        except sqlite3.IntegrityError:
            raise NoTable(table) from None


def get(db: sqlite3.Connection, table: str, key: str) -> Drawing | None:
    query = "SELECT kind, body FROM drawings WHERE table_id = ? AND key = ?"
    found = db.execute(query, (table, key)).fetchone()
    return Drawing(*found) if found else None


def of(db: sqlite3.Connection, table: str) -> list[Drawing]:
    """None in a file that was last served before there were drawings, and is only looked at."""
    if not db.execute("SELECT 1 FROM sqlite_master WHERE name = 'drawings'").fetchone():
        return []
    query = "SELECT kind, body FROM drawings WHERE table_id = ? ORDER BY key"
    return [Drawing(*row) for row in db.execute(query, (table,))]


# -- In memory ---------------------------------------------------------------------------------


class MemoryDrawings:
    """Drawings beside a log in memory."""

    def __init__(self, log: MemoryLog) -> None:
        self._log = log

    async def put(self, table: str, one: Drawing) -> str:
        kept = self._log.box(table).drawings
        if one.key not in kept and len(kept) >= MOST:
            raise too_many()
        kept[one.key] = (one.kind, one.body)
        return one.key

    async def get(self, table: str, key: str) -> Drawing | None:
        return next((one for one in await self.of(table) if one.key == key), None)

    async def of(self, table: str) -> list[Drawing]:
        box = self._log.boxes.get(table)
        kept = sorted(box.drawings.items()) if box else []
        return [Drawing("png" if kind == "png" else "svg", body) for _, (kind, body) in kept]
