"""Whole tables out of PostgreSQL and into it."""

from __future__ import annotations

from tablefolk.hosting.log.base import Broken, Conflict
from tablefolk.hosting.moving import WholeTable, inserts, selects
from tablefolk.hosting.postgres import entries
from tablefolk.hosting.postgres.database import OURS, fetched
from tablefolk.hosting.postgres.lines import Con
from tablefolk.hosting.postgres.log import AN_HOUR, PostgresLog

SELECTS, INSERTS = selects("%s"), inserts("%s")
OTHERS = (
    "SELECT 1 FROM pg_stat_activity WHERE datname = current_database()"
    " AND application_name LIKE %s AND application_name <> %s LIMIT 1"
)


class DatabaseTables:
    """The tables of a database."""

    def __init__(self, log: PostgresLog) -> None:
        self._database = log.database
        self.all, self.flaw = log.tables, log.flaw

    async def whole(self, table: str) -> WholeTable | None:
        return await self._database.read(lambda con: read(con, table), AN_HOUR)

    async def take(self, table: str, whole: WholeTable) -> None:
        await self._database.write(lambda con, again: take(con, table, whole, again), AN_HOUR)

    async def need_alone(self) -> None:
        if await self._database.rows(OTHERS, f"{OURS}%", self._database.me):
            name = self._database.name
            raise Broken(f"The database {name} is being served by another process.")


async def read(con: Con, table: str) -> WholeTable | None:
    """A table at one moment, whatever is written meanwhile."""
    async with con.transaction():
        await con.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        about = await fetched(con, "SELECT about FROM tables WHERE id = %s", table)
        if not about:
            return None
        found = await fetched(con, entries.MARKED, table, 0, None)
        beside = {name: tuple(await fetched(con, q, table)) for name, q in SELECTS.items()}
    rows = tuple(entries.row_of(*one[:3]) for one in found)
    return WholeTable(about[0][0], rows, tuple(one[3] for one in found), beside)


async def take(con: Con, table: str, whole: WholeTable, again: bool) -> None:
    """Put it in, all in one transaction; when it was sent before, it may be there."""
    try:
        async with con.transaction():
            query = "INSERT INTO tables VALUES (%s, %s) ON CONFLICT DO NOTHING"
            if (await con.execute(query, (table, whole.about))).rowcount == 0:
                raise Conflict(table)
            await entries.fill(con, table, whole.rows)
            for name, query in INSERTS.items():
                given = [(*one, table) for one in whole.beside[name]]
                await con.cursor().executemany(query, given)
    except Conflict:
        if not (again and await read(con, table) == whole):
            raise
