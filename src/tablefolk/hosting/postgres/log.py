"""The log in PostgreSQL, where `(table, version)` is the concurrency control of all processes."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from psycopg.errors import ForeignKeyViolation

from tablefolk.hosting.log.base import (
    NO_KEYS,
    NOTHING,
    Beside,
    Conflict,
    Keys,
    NoTable,
    Row,
    consecutive,
    worth_keeping,
)
from tablefolk.hosting.postgres import entries
from tablefolk.hosting.postgres.database import Database, fetched
from tablefolk.hosting.postgres.lines import Con

AN_HOUR = 3600.0  # for what reads every entry there is
EACH = 0.001  # seconds more, for every entry of a table that comes whole

NEWEST = "SELECT version FROM entries WHERE table_id = {} ORDER BY version DESC LIMIT 1"
TAIL = (
    "SELECT version, command_id, body FROM entries"
    " WHERE table_id = %s ORDER BY version DESC LIMIT %s"
)
FIND = (
    "SELECT version, command_id, body FROM entries WHERE table_id = %s AND sha256(command_id) = %s"
)
VERSIONS = f"SELECT id, coalesce(({NEWEST.format('id')}), 0) FROM tables WHERE id = ANY(%s::text[])"
SNAPSHOT = (
    "SELECT version, body FROM snapshots WHERE table_id = %s AND edition = %s"
    " AND version <= coalesce(%s::int8, version) ORDER BY version DESC LIMIT 1"
)
WITH_GAPS = (
    "SELECT table_id FROM entries GROUP BY table_id"
    " HAVING min(version) <> 1 OR max(version) <> count(*) ORDER BY table_id"
)
BAD_PAGES = (
    "SELECT checksum_failures FROM pg_stat_database"
    " WHERE datname = current_database() AND checksum_failures > 0"
)


class PostgresLog:
    """The log's contract on a database."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def create(
        self, table: str, about: bytes, rows: Sequence[Row] = (), beside: Beside = NOTHING
    ) -> None:
        consecutive(0, rows)
        await self.database.write(
            lambda con, again: create(con, table, about, rows, beside, again),
            EACH * len(rows),
        )

    async def about(self, table: str) -> bytes | None:
        found = await self.database.rows("SELECT about FROM tables WHERE id = %s", table)
        return found[0][0] if found else None

    async def tables(self) -> list[tuple[str, bytes]]:
        found = await self.database.rows("SELECT id, about FROM tables ORDER BY id")
        return [(table, about) for table, about in found]

    async def append(
        self, table: str, after: int, rows: Sequence[Row], keys: Keys = NO_KEYS
    ) -> None:
        consecutive(after, rows)
        if len(rows) == 1 and not keys:
            return await self.database.append(table, rows[0])
        return await self.database.write(
            lambda con, again: append(con, table, rows, keys, again), EACH * len(rows)
        )

    async def read(self, table: str, after: int = 0, limit: int | None = None) -> list[Row]:
        return await self.database.read(lambda con: entries.read(con, table, after, limit))

    async def tail(self, table: str, count: int) -> list[Row]:
        newest_first = await self.database.rows(TAIL, table, count)
        return [entries.row_of(*one) for one in reversed(newest_first)]

    async def version(self, table: str) -> int:
        found = await self.database.rows(NEWEST.format("%s"), table)
        return found[0][0] if found else 0

    async def versions(self, tables: Collection[str]) -> dict[str, int]:
        return dict(await self.database.rows(VERSIONS, list(tables)))

    async def find(self, table: str, command_id: str) -> Row | None:
        found = await self.database.rows(FIND, table, entries.hashed(command_id))
        return entries.row_of(*found[0]) if found else None

    async def save_snapshot(self, table: str, version: int, edition: str, body: bytes) -> None:
        async def work(con: Con, again: bool) -> None:
            async with con.transaction():
                await save_snapshot(con, table, version, edition, body)

        await self.database.write(work)

    async def snapshot(
        self, table: str, edition: str, at_most: int | None = None
    ) -> tuple[int, bytes] | None:
        found = await self.database.rows(SNAPSHOT, table, edition, at_most)
        return (found[0][0], found[0][1]) if found else None

    async def drop_snapshots(self, table: str, after: int) -> None:
        query = "DELETE FROM snapshots WHERE table_id = %s AND version > %s"
        await self.database.write(lambda con, again: con.execute(query, (table, after)))

    async def delete(self, table: str) -> None:
        query = "DELETE FROM tables WHERE id = %s"  # all else refers to it: cascades
        await self.database.write(lambda con, again: con.execute(query, (table,)))

    async def flaw(self, table: str) -> int:
        """The first entry that is not as it was written, by its checksum; 0 where all are."""
        found = await self.database.read(lambda con: fetched(con, entries.FLAW, table), AN_HOUR)
        return int(found[0][0])

    async def integrity(self) -> list[str]:
        gaps = await self.database.read(lambda con: fetched(con, WITH_GAPS), AN_HOUR)
        bad = await self.database.rows(BAD_PAGES)
        return [
            *(f"PostgreSQL says: {count} pages were not as they were written." for (count,) in bad),
            *(f"The log of table {table} has gaps." for (table,) in gaps),
        ]

    async def close(self) -> None:
        await self.database.close()


# -- tables and entries ----------------------------------------------------------------------------


async def create(
    con: Con, table: str, about: bytes, rows: Sequence[Row], beside: Beside, again: bool
) -> None:
    try:
        async with con.transaction():
            query = "INSERT INTO tables VALUES (%s, %s) ON CONFLICT DO NOTHING"
            if (await con.execute(query, (table, about))).rowcount == 0:
                raise Conflict(table)
            await entries.fill(con, table, rows)
            await put_beside(con, table, beside)
    except Conflict:
        if not (again and await is_there(con, table, about, rows)):
            raise


async def is_there(con: Con, table: str, about: bytes, rows: Sequence[Row]) -> bool:
    """Whether this very table was made, when its line broke."""
    found = await fetched(con, "SELECT about FROM tables WHERE id = %s", table)
    return found == [(about,)] and await entries.read(con, table, 0, None) == list(rows)


async def put_beside(con: Con, table: str, beside: Beside) -> None:
    """A new table's links, drawings and state, in the transaction of its log (TF-40)."""
    if beside.invite:
        hash_, token = beside.invite
        await con.execute("INSERT INTO invites VALUES (%s, %s, %s)", (hash_, table, token))
    for member, hash_ in beside.seats:
        await con.execute("INSERT INTO seats VALUES (%s, %s, %s)", (table, member, hash_))
    for drawing in beside.drawings:
        await con.execute("INSERT INTO drawings VALUES (%s, %s, %s, %s)", (table, *drawing))
    if beside.snapshot:
        await save_snapshot(con, table, *beside.snapshot)


async def append(con: Con, table: str, rows: Sequence[Row], keys: Keys, again: bool) -> None:
    try:
        async with con.transaction():
            await entries.extend(con, table, rows)
            await give(con, table, keys)
    except (Conflict, ForeignKeyViolation):
        if why := await entries.refusal(con, table, rows, again):
            raise why from None


async def give(con: Con, table: str, keys: Keys) -> None:
    """Give keys to seats, and take them away."""
    for member, hash_ in keys.items():
        query = "DELETE FROM seats WHERE table_id = %s AND member = %s"
        await con.execute(query, (table, member))
        if hash_ is not None:
            await con.execute("INSERT INTO seats VALUES (%s, %s, %s)", (table, member, hash_))


async def hold(con: Con, table: str) -> None:
    """Keep a table for this transaction, beside those who append to it; or NoTable."""
    query = "SELECT 1 FROM tables WHERE id = %s FOR NO KEY UPDATE"
    if not await fetched(con, query, table):
        raise NoTable(table)


# -- snapshots -----------------------------------------------------------------------------


async def save_snapshot(con: Con, table: str, at: int, edition: str, body: bytes) -> None:
    await hold(con, table)
    newest = await fetched(con, NEWEST.format("%s"), table)
    if at > (newest[0][0] if newest else 0):
        raise Conflict(table)
    query = "DELETE FROM snapshots WHERE table_id = %s AND (edition <> %s OR version = %s)"
    await con.execute(query, (table, edition, at))
    await con.execute("INSERT INTO snapshots VALUES (%s, %s, %s, %s)", (table, at, edition, body))
    await thin_out(con, table)


async def thin_out(con: Con, table: str) -> None:
    query = "SELECT version FROM snapshots WHERE table_id = %s"
    kept = [at for (at,) in await fetched(con, query, table)]
    query = "DELETE FROM snapshots WHERE table_id = %s AND version = ANY(%s::int8[])"
    await con.execute(query, (table, list(set(kept) - worth_keeping(kept))))
