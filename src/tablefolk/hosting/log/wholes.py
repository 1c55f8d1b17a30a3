"""Whole tables out of a data file and into it."""

from __future__ import annotations

import sqlite3

from tablefolk.hosting.log import sqlite as sql
from tablefolk.hosting.log.base import Conflict, Row
from tablefolk.hosting.log.sqlite import Db, SqliteLog
from tablefolk.hosting.moving import WholeTable, inserts, selects

SELECTS, INSERTS = selects("?"), inserts("?")


class FileTables:
    """The tables of a data file; whoever serves it is alone with it."""

    def __init__(self, log: SqliteLog) -> None:
        self._file = log.file
        self.all, self.flaw = log.tables, log.flaw

    async def whole(self, table: str) -> WholeTable | None:
        return await self._file.read(lambda db: read(db, table))

    async def take(self, table: str, whole: WholeTable) -> None:
        await self._file.write(lambda db: take(db, table, whole))

    async def need_alone(self) -> None:
        pass  # its lock has said so


def read(db: Db, table: str) -> WholeTable | None:
    """A table as it is."""
    about = sql.about(db, table)
    if about is None:
        return None
    found = sql.marked(db, table, 0).fetchall()
    beside = {name: tuple(db.execute(query, (table,))) for name, query in SELECTS.items()}
    rows = tuple(Row._make(one[:3]) for one in found)
    return WholeTable(about, rows, tuple(one[3] for one in found), beside)


def take(db: Db, table: str, whole: WholeTable) -> None:
    """Put it in, within a transaction."""
    try:
        db.execute("INSERT INTO tables VALUES (?, ?)", (table, whole.about))
    except sqlite3.IntegrityError:
        raise Conflict(table) from None
    sql.append(db, table, whole.rows)
    for name, query in INSERTS.items():
        db.executemany(query, [(*one, table) for one in whole.beside[name]])
