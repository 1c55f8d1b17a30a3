"""Tables that move from one store to another: each whole, checked, and as often as need be."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import NamedTuple, Protocol

import msgspec

from tablefolk.hosting.log.base import Cells, Row

# What lies beside a table's entries: where, and in which columns; by the first it is in order.
BESIDE = {
    "snapshots": ("version", "edition", "body"),
    "invites": ("hash", "token"),  # without a token, one that has expired
    "seats": ("member", "hash"),
    "shares": ("hash", "session", "scene", "token"),
    "drawings": ("key", "kind", "body"),
}
Beside = dict[str, tuple[Cells, ...]]


class WholeTable(NamedTuple):
    """All that is kept of a table, in an order that is the same everywhere."""

    about: bytes
    rows: tuple[Row, ...]
    marks: tuple[bytes, ...]  # of the entries; whoever takes them makes their own
    beside: Beside


class Tables(Protocol):
    """The tables of a store, which can be taken out whole, and put in."""

    async def all(self) -> list[tuple[str, bytes]]:
        """Every table and the words about it."""

    async def flaw(self, table: str) -> int:
        """As a log says it."""

    async def whole(self, table: str) -> WholeTable | None:
        """All that is kept of a table, or None if there is none."""

    async def take(self, table: str, whole: WholeTable) -> None:
        """Make a table of all that is kept of it, or nothing; Conflict if it is there."""

    async def need_alone(self) -> None:
        """Refuse while another process serves these tables."""


def selects(hole: str) -> dict[str, str]:
    """What reads all that lies beside a table's entries."""
    return {
        name: f"SELECT {', '.join(columns)} FROM {name} WHERE table_id = {hole}"
        f" ORDER BY {columns[0]}"
        for name, columns in BESIDE.items()
    }


def inserts(hole: str) -> dict[str, str]:
    """What writes it: the columns, and then the table."""
    return {
        name: f"INSERT INTO {name} ({', '.join(columns)}, table_id)"
        f" VALUES ({', '.join([hole] * (len(columns) + 1))})"
        for name, columns in BESIDE.items()
    }


class Moved(NamedTuple):
    """What became of a table: moved now, there already, or why it is not as it was."""

    table: str
    entries: int
    now: bool = False
    differs: str = ""


async def moved(source: Tables, target: Tables) -> AsyncIterator[Moved]:
    """Move every table, and compare it where it has come to with what it was."""
    await source.need_alone()
    for table, about in await source.all():
        yield await move(source, target, table, name_of(table, about))


async def move(source: Tables, target: Tables, table: str, name: str) -> Moved:
    """One table, unless it is there already."""
    wanted = await source.whole(table)
    if wanted is None:
        return Moved(table, 0, differs=f"{name}: it was deleted meanwhile.")
    entries = len(wanted.rows)
    if flaw := await source.flaw(table):
        why = f"{name}: entry {flaw} is not as it was written; it was not moved."
        return Moved(table, entries, differs=why)
    there = await target.whole(table)
    if there is None:
        await target.take(table, wanted)
    elif there != wanted:
        return Moved(table, entries, differs=f"{name}: it is there already, and different.")
    return Moved(table, entries, there is None, await unlike(target, table, wanted, name))


async def unlike(target: Tables, table: str, wanted: WholeTable, name: str) -> str:
    """What is not as it was before it was moved: entry by entry, then what lies beside them."""
    found = await target.whole(table)
    if found is None:
        return f"{name}: it is not there."
    for before, after in zip(
        zip(wanted.rows, wanted.marks, strict=True),
        zip(found.rows, found.marks, strict=True),
        strict=False,
    ):
        if before != after:
            return f"{name}: entry {before[0].version} is another one there."
    flaw = await target.flaw(table)
    same = found == wanted and not flaw
    return "" if same else f"{name}: what lies beside its entries is not the same there."


def name_of(table: str, about: bytes) -> str:
    """What people call a table."""
    try:
        return str(msgspec.json.decode(about)["name"])
    except (msgspec.DecodeError, LookupError, TypeError):
        return table
