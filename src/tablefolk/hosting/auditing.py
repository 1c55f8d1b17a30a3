"""What lies beside the log of a data file and can be told from itself to be as it was."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator

from tablefolk.hosting.drawings import Drawing
from tablefolk.hosting.log.base import Cells
from tablefolk.hosting.people import digest

LINKS = {"invites": "invite link", "shares": "link to a recap"}


def beside(db: sqlite3.Connection, table: str) -> list[str]:
    """What is wrong with a table's drawings and links, one sentence each.

    A drawing's key is made from what is in it, and of a link that leads somewhere both the secret
    and its hash are kept. Of a key to a seat there is the hash alone: nobody can tell.
    """
    return [*_drawings(db, table), *_links(db, table)]


def _drawings(db: sqlite3.Connection, table: str) -> Iterator[str]:
    query = "SELECT key, kind, body FROM drawings WHERE table_id = ? ORDER BY key"
    for key, kind, body in _asked(db, "drawings", query, table):
        whole = kind in ("svg", "png") and isinstance(body, bytes)
        if not whole or Drawing(kind, body).key != key:
            yield f"the drawing {key} is not as it was brought"


def _links(db: sqlite3.Connection, table: str) -> Iterator[str]:
    for place, what in LINKS.items():
        query = f"SELECT hash, token FROM {place} WHERE table_id = ? AND token IS NOT NULL"
        for hash_, token in _asked(db, place, query, table):
            if not isinstance(token, str) or digest(token) != hash_:
                yield f"its {what} is not as it was made"


def _asked(db: sqlite3.Connection, place: str, query: str, table: str) -> Iterable[Cells]:
    """Nothing from a file that was last served before there was such a place."""
    known = db.execute("SELECT 1 FROM sqlite_master WHERE name = ?", (place,)).fetchone()
    return db.execute(query, (table,)) if known else ()
