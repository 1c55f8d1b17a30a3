"""The tables that a browser has sat at: a list of its own, on which nobody can put another.

A line is the table's id, sealed with what only its log holds: the first entry. So any process knows
a seal from a forgery without keeping anything, and whoever merely knows an id learns no name by it.
"""

from __future__ import annotations

import hmac
import re

from tablefolk.web.place import Asked, place

KNOWN = 12  # tables a browser remembers
COOKIE = "tables"
LINE = re.compile(r"([0-9a-f]{32})(?:-([0-9a-f]{32}))?")


def lines(request: Asked) -> dict[str, str]:
    """The list as the browser says it: a table's id, and its seal if it has one."""
    said = request.cookies.get(COOKIE, "").split(".")[:KNOWN]
    found = [match for one in said if (match := LINE.fullmatch(one))]
    return {match[1]: match[2] or "" for match in found}


def known_tables(request: Asked) -> list[str]:
    """The tables on it, as the browser says."""
    return list(lines(request))


async def with_table(request: Asked, table: str) -> str:
    """The list with this table first."""
    rest = {one: mark for one, mark in lines(request).items() if one != table}
    return written({table: await seal(request, table), **rest})


def without_table(request: Asked, table: str) -> str:
    """The list without this table."""
    return written({one: mark for one, mark in lines(request).items() if one != table})


def written(tables: dict[str, str]) -> str:
    """A list as it stands in the cookie."""
    return ".".join(f"{one}-{mark}" if mark else one for one, mark in [*tables.items()][:KNOWN])


async def sealed(request: Asked) -> list[str]:
    """The tables on it that this house put there."""
    every = lines(request).items()
    return [one for one, mark in every if mark and await _ours(request, one, mark)]


async def _ours(request: Asked, table: str, mark: str) -> bool:
    made = await seal(request, table)
    return bool(made) and hmac.compare_digest(made, mark)


async def seal(request: Asked, table: str) -> str:
    """What this house writes beside a table's id; nothing, where there is no such table."""
    rows = await place(request).host.log.read(table, 0, 1)
    return hmac.digest(rows[0].body, table.encode(), "sha256").hex()[:32] if rows else ""
