"""Entries in statements: one for many tables, or several for one table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import NamedTuple

from psycopg.errors import ForeignKeyViolation

from tablefolk.hosting.log.base import (
    Broken,
    Conflict,
    Duplicate,
    NoTable,
    Row,
    first_flaw,
    first_mark,
    next_mark,
)
from tablefolk.hosting.postgres.lines import Con

AT_ONCE = 1000  # rows of one statement

# `next_mark` in SQL: what chains an entry to the mark of the one before it.
MARK = (
    "sha256({before} || int8send(version) || int4send(octet_length(command_id))"
    " || command_id || body)"
)
# The unique indexes decide, and wait for a rival who is under way; in the order of tables, so
# that two who write for the same tables never wait for one another. The entry before is looked
# up one by one: a join could be planned as a reading of all entries.
PUT = f"""
WITH given AS MATERIALIZED (
    SELECT n.*, CASE version
        WHEN 1 THEN (SELECT sha256(convert_to(id, 'UTF8')) FROM tables WHERE id = n.table_id)
        ELSE (SELECT mark FROM entries
              WHERE table_id = n.table_id AND version = n.version - 1)
        END AS before
    FROM unnest(%s::text[], %s::int8[], %s::bytea[], %s::bytea[])
        AS n (table_id, version, command_id, body)
)
INSERT INTO entries (table_id, version, command_id, body, mark)
SELECT table_id, version, command_id, body, {MARK.format(before="before")}
FROM given WHERE before IS NOT NULL ORDER BY table_id, version
ON CONFLICT DO NOTHING RETURNING table_id
"""
COPY = "COPY entries (table_id, version, command_id, body, mark) FROM STDIN (FORMAT BINARY)"
PUT_ALL = """
INSERT INTO entries (table_id, version, command_id, body, mark)
SELECT %s, * FROM unnest(%s::int8[], %s::bytea[], %s::bytea[], %s::bytea[])
ON CONFLICT DO NOTHING
"""
REASONS = """
SELECT tables.id IS NOT NULL, entries.version, entries.body
FROM unnest(%s::text[], %s::bytea[]) WITH ORDINALITY AS n (table_id, hash, place)
LEFT JOIN tables ON tables.id = n.table_id
LEFT JOIN entries ON entries.table_id = n.table_id AND sha256(entries.command_id) = n.hash
ORDER BY place
"""
MARKED = (
    "SELECT version, command_id, body, mark FROM entries"
    " WHERE table_id = %s AND version >= %s ORDER BY version LIMIT %s"
)
# The first that is not as it was written, or not where it was.
FLAW = f"""
SELECT coalesce(min(place), 0) FROM (
    SELECT version, row_number() OVER w AS place, mark, command_id, body,
        coalesce(lag(mark) OVER w, sha256(convert_to(table_id, 'UTF8'))) AS before
    FROM entries WHERE table_id = %s WINDOW w AS (ORDER BY version)
) AS chained
WHERE version <> place OR mark <> {MARK.format(before="before")}
"""


class Reason(NamedTuple):
    """What is there instead of an entry that was not taken."""

    table: bool
    there: Row | None  # the entry of the same command

    def refusal(self, table: str) -> Exception:
        """Which promise of the log has just been kept."""
        if not self.table:
            return NoTable(table)
        return Duplicate(self.there.version) if self.there else Conflict(table)


def stored(command_id: str) -> bytes:
    """A command's id as it is kept: any text can be."""
    return command_id.encode(errors="surrogatepass")


def row_of(version: int, command_id: bytes, body: bytes) -> Row:
    """An entry as the log hands it out."""
    return Row(version, command_id.decode(errors="surrogatepass"), body)


async def read(con: Con, table: str, after: int, limit: int | None) -> list[Row]:
    """The entries, each as it was written; Broken where one is not."""
    most = limit if limit is None else limit + (after > 0)
    cursor = await con.execute(MARKED, (table, after, most), binary=True)
    found = [(*row_of(*one[:3]), one[3]) for one in await cursor.fetchall()]
    before = first_mark(table)
    if after:  # one more was read, for its mark
        before, found = (found[0][3], found[1:]) if found else (b"", [])
    if wrong := first_flaw(before, found, after):
        raise Broken(f"Entry {wrong} of table {table} is not as it was written.", "damaged")
    return [Row._make(one[:3]) for one in found]


def hashed(command_id: str) -> bytes:
    """What a command's entry is found by."""
    return sha256(stored(command_id)).digest()


# -- One entry each, for many tables -------------------------------------------------------------


async def put(con: Con, wanted: Sequence[tuple[str, Row]]) -> set[str]:
    """Write an entry for each of these tables; the tables whose entry was taken."""
    tables = [table for table, _ in wanted]
    versions, commands, bodies = columns(row for _, row in wanted)
    cursor = await con.execute(PUT, (tables, versions, commands, bodies))
    return {table for (table,) in await cursor.fetchall()}


async def reasons(con: Con, wanted: Sequence[tuple[str, Row]]) -> list[Reason]:
    """Why each of these was not taken."""
    hashes = [hashed(row.command_id) for _, row in wanted]
    cursor = await con.execute(REASONS, ([t for t, _ in wanted], hashes), binary=True)
    found = zip(wanted, await cursor.fetchall(), strict=True)
    return [
        Reason(there, version and Row(version, row.command_id, body))
        for (_, row), (there, version, body) in found
    ]


def columns(rows: Iterable[Row]) -> tuple[list[int], list[bytes], list[bytes]]:
    """Versions, commands and bodies."""
    listed = [(row.version, stored(row.command_id), row.body) for row in rows]
    return [v for v, _, _ in listed], [c for _, c, _ in listed], [b for _, _, b in listed]


# -- Several entries of one table ---------------------------------------------------------------


async def fill(con: Con, table: str, rows: Sequence[Row]) -> None:
    """Write the entries of a table that is made in the same transaction: nobody has any yet."""
    mark = first_mark(table)
    async with con.cursor() as cursor, cursor.copy(COPY) as copy:
        copy.set_types(["text", "int8", "bytea", "bytea", "bytea"])
        for row in rows:
            mark = next_mark(mark, row)
            await copy.write_row((table, row.version, stored(row.command_id), row.body, mark))


async def extend(con: Con, table: str, rows: Sequence[Row]) -> None:
    """Write these within a transaction, all or a refusal."""
    before = await mark_before(con, table, rows[0].version if rows else 1)
    for first in range(0, len(rows), AT_ONCE):
        some = rows[first : first + AT_ONCE]
        marks = [before := next_mark(before, row) for row in some]
        try:
            cursor = await con.execute(PUT_ALL, (table, *columns(some), marks))
        except ForeignKeyViolation:
            raise NoTable(table) from None
        if cursor.rowcount < len(some):
            raise Conflict(table)


async def mark_before(con: Con, table: str, version: int) -> bytes:
    """What an entry of that version is chained to; Conflict if the one before is not there."""
    if version == 1:
        return first_mark(table)
    query = "SELECT mark FROM entries WHERE table_id = %s AND version = %s"
    cursor = await con.execute(query, (table, version - 1), binary=True)
    found = await cursor.fetchone()
    if not found:
        raise Conflict(table)
    mark: bytes = found[0]
    return mark


async def refusal(con: Con, table: str, rows: Sequence[Row], again: bool) -> Exception | None:
    """Why these were not taken, judged in order; None if they were, and are being sent again."""
    why = await reasons(con, [(table, row) for row in rows])
    if not all(reason.table for reason in why):
        return NoTable(table)
    if again and [reason.there for reason in why] == list(rows):
        return None
    query = "SELECT coalesce(max(version), 0) FROM entries WHERE table_id = %s"
    cursor = await con.execute(query, [table])
    (newest,) = await cursor.fetchone() or (0,)
    for place, (row, reason) in enumerate(zip(rows, why, strict=True), newest + 1):
        if reason.there:
            return Duplicate(reason.there.version)
        if row.version != place:
            break
    return Conflict(table)
