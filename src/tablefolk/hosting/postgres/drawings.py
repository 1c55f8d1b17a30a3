"""Drawings in PostgreSQL, beside the table's log and gone with it."""

from __future__ import annotations

from tablefolk.hosting import drawings
from tablefolk.hosting.drawings import Drawing
from tablefolk.hosting.postgres.database import Database, fetched
from tablefolk.hosting.postgres.lines import Con
from tablefolk.hosting.postgres.log import hold

OTHERS = "SELECT count(*) FROM drawings WHERE table_id = %s AND key <> %s"
PUT = "INSERT INTO drawings VALUES (%s, %s, %s, %s) ON CONFLICT DO NOTHING"


class PostgresDrawings:
    """Drawings in the database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def put(self, table: str, one: Drawing) -> str:
        await self._database.write(lambda con, again: put(con, table, one))
        return one.key

    async def get(self, table: str, key: str) -> Drawing | None:
        query = "SELECT kind, body FROM drawings WHERE table_id = %s AND key = %s"
        found = await self._database.rows(query, table, key)
        return Drawing(*found[0]) if found else None

    async def of(self, table: str) -> list[Drawing]:
        query = "SELECT kind, body FROM drawings WHERE table_id = %s ORDER BY key"
        return [Drawing(*one) for one in await self._database.rows(query, table)]


async def put(con: Con, table: str, one: Drawing) -> None:
    """Keep it if there is room, while nobody else puts one there."""
    async with con.transaction():
        await hold(con, table)
        there = await con.execute(PUT, (table, one.key, one.kind, one.body))
        ((others,),) = await fetched(con, OTHERS, table, one.key)
        if there.rowcount and others >= drawings.MOST:
            raise drawings.too_many()
