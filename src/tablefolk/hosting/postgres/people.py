"""Links in PostgreSQL. No key is remembered here: any process may take it away at any moment."""

from __future__ import annotations

import hmac

from psycopg.errors import ForeignKeyViolation

from tablefolk.hosting.log.base import NoTable
from tablefolk.hosting.people import LinkExpired, LinkUnknown, Seated, Shared, digest, new_token
from tablefolk.hosting.postgres.database import Database, fetched
from tablefolk.hosting.postgres.lines import Con
from tablefolk.hosting.postgres.log import hold

# Each may be done twice: that is how it is done again after a line broke.
RENEW = "INSERT INTO invites VALUES (%s, %s, %s) ON CONFLICT (hash) DO UPDATE SET token = %s"
SEAT = (
    "INSERT INTO seats VALUES (%s, %s, %s)"
    " ON CONFLICT (table_id, member) DO UPDATE SET hash = excluded.hash"
)
SHARE = "INSERT INTO shares VALUES (%s, %s, %s, %s, %s) ON CONFLICT DO NOTHING"
SHARED = "SELECT token FROM shares WHERE table_id = %s AND session = %s AND scene = %s"


class PostgresPeople:
    """Links in the database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def invite(self, table: str) -> str:
        token = new_token()
        await self._database.write(lambda con, again: renew(con, table, token))
        return token

    async def invite_of(self, table: str) -> str | None:
        query = "SELECT token FROM invites WHERE table_id = %s AND token IS NOT NULL"
        found = await self._database.rows(query, table)
        return found[0][0] if found else None

    async def table_of_invite(self, token: str) -> str:
        query = "SELECT hash, table_id, token FROM invites WHERE hash = %s"
        found = await self._database.rows(query, digest(token))
        if not found or not hmac.compare_digest(found[0][0], digest(token)):
            raise LinkUnknown
        if found[0][2] is None:
            raise LinkExpired
        table: str = found[0][1]
        return table

    async def seat_link(self, table: str, member: str) -> str:
        token = new_token()
        await self._database.write(lambda con, again: seat(con, table, member, digest(token)))
        return token

    async def seat_of(self, token: str) -> Seated | None:
        query = "SELECT hash, table_id, member FROM seats WHERE hash = %s"
        found = await self._database.rows(query, digest(token))
        if not found or not hmac.compare_digest(found[0][0], digest(token)):
            return None
        return Seated(*found[0][1:])

    async def unseat(self, table: str, member: str) -> None:
        query = "DELETE FROM seats WHERE table_id = %s AND member = %s"
        await self._database.write(lambda con, again: con.execute(query, (table, member)))

    async def share(self, recap: Shared) -> str:
        token = new_token()
        return await self._database.write(lambda con, again: share(con, recap, token))

    async def share_of(self, recap: Shared) -> str | None:
        found = await self._database.rows(SHARED, *recap)
        return found[0][0] if found else None

    async def unshare(self, recap: Shared) -> None:
        query = "DELETE FROM shares WHERE table_id = %s AND session = %s AND scene = %s"
        await self._database.write(lambda con, again: con.execute(query, recap))

    async def shared(self, token: str) -> Shared | None:
        query = "SELECT hash, table_id, session, scene FROM shares WHERE hash = %s"
        found = await self._database.rows(query, digest(token))
        if not found or not hmac.compare_digest(found[0][0], digest(token)):
            return None
        return Shared(*found[0][1:])

    async def delete(self, table: str) -> None:
        await self._database.write(lambda con, again: forget(con, table))


async def renew(con: Con, table: str, token: str) -> None:
    """Let the live invite expire, keeping its hash to say so, and put another in its place."""
    async with con.transaction():
        await hold(con, table)
        query = "UPDATE invites SET token = NULL WHERE table_id = %s AND token IS NOT NULL"
        await con.execute(query, (table,))
        await con.execute(RENEW, (digest(token), table, token, token))


async def seat(con: Con, table: str, member: str, hash_: bytes) -> None:
    """Make this the one key to a seat."""
    try:
        await con.execute(SEAT, (table, member, hash_))
    except ForeignKeyViolation:
        raise NoTable(table) from None


async def share(con: Con, recap: Shared, token: str) -> str:
    """The link of a recap: this one, unless it has one."""
    async with con.transaction():
        await hold(con, recap.table)
        await con.execute(SHARE, (digest(token), *recap, token))
        ((known,),) = await fetched(con, SHARED, *recap)
    return str(known)


async def forget(con: Con, table: str) -> None:
    """Remove a table's links."""
    async with con.transaction():
        await con.execute("DELETE FROM invites WHERE table_id = %s", (table,))
        await con.execute("DELETE FROM seats WHERE table_id = %s", (table,))
        await con.execute("DELETE FROM shares WHERE table_id = %s", (table,))
