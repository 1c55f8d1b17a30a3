"""The shape of the data file: its tables, and how an older file grows into today's."""

import sqlite3
from collections.abc import Callable
from pathlib import Path

from tablefolk.hosting.log.base import Broken, Row, first_mark, next_mark
from tablefolk.hosting.log.complaints import kind_of
from tablefolk.hosting.log.copying import copied

APPLICATION = 0x54464F4C  # "TFOL", written into the file's header
SCHEMA = 4
MARKED = 4  # from here on entries carry checksums
AT_ONCE = 1000  # entries that are marked at a time

DRAWINGS = """
CREATE TABLE drawings (
    table_id TEXT NOT NULL REFERENCES tables ON DELETE CASCADE,
    key TEXT NOT NULL,
    kind TEXT NOT NULL,
    body BLOB NOT NULL,
    PRIMARY KEY (table_id, key)
);
"""

SHARES = """
CREATE TABLE shares (
    hash BLOB PRIMARY KEY,
    table_id TEXT NOT NULL REFERENCES tables ON DELETE CASCADE,
    session INTEGER NOT NULL,
    scene INTEGER NOT NULL,
    token TEXT NOT NULL,
    UNIQUE (table_id, session, scene)
) WITHOUT ROWID;
"""

# The file guards the log itself: a taken version, a known command, a table that is not
# there and a gap are each refused by a constraint, so an append is one INSERT.
TABLES = f"""
BEGIN;
CREATE TABLE tables (id TEXT PRIMARY KEY, about BLOB NOT NULL) WITHOUT ROWID;
CREATE TABLE entries (
    table_id TEXT NOT NULL REFERENCES tables ON DELETE CASCADE,
    version INTEGER NOT NULL,
    command_id TEXT NOT NULL,
    body BLOB NOT NULL,
    mark BLOB NOT NULL,
    PRIMARY KEY (table_id, version),
    UNIQUE (table_id, command_id)
);
CREATE TRIGGER no_gaps BEFORE INSERT ON entries
WHEN NEW.version <> 1 AND NOT EXISTS (
    SELECT 1 FROM entries WHERE table_id = NEW.table_id AND version = NEW.version - 1
) BEGIN SELECT RAISE(ABORT, 'a gap in the log'); END;
CREATE TABLE snapshots (
    table_id TEXT NOT NULL REFERENCES tables ON DELETE CASCADE,
    version INTEGER NOT NULL,
    edition TEXT NOT NULL,
    body BLOB NOT NULL,
    PRIMARY KEY (table_id, version)
);
CREATE TABLE invites (
    hash BLOB PRIMARY KEY,
    table_id TEXT NOT NULL REFERENCES tables ON DELETE CASCADE,
    token TEXT
) WITHOUT ROWID;
CREATE UNIQUE INDEX live_invite ON invites (table_id) WHERE token IS NOT NULL;
CREATE INDEX invites_by_table ON invites (table_id);
CREATE TABLE seats (
    table_id TEXT NOT NULL REFERENCES tables ON DELETE CASCADE,
    member TEXT NOT NULL,
    hash BLOB NOT NULL UNIQUE,
    PRIMARY KEY (table_id, member)
) WITHOUT ROWID;
{DRAWINGS}
{SHARES}
PRAGMA application_id = {APPLICATION};
PRAGMA user_version = {SCHEMA};
COMMIT;
"""


def prepare(path: Path, copies: Path) -> None:
    """Give a new file its tables, an older one what it lacks; refuse what is not ours to serve."""
    con = sqlite3.connect(path, isolation_level=None)
    try:
        con.execute("PRAGMA secure_delete = ON")  # TF-41: nor may growing leave anything behind
        if con.execute("SELECT count(*) FROM sqlite_master").fetchone() == (0,):
            con.execute("PRAGMA journal_mode = WAL")
            con.executescript(TABLES)
        schema = recognise(path, con)
        con.execute("PRAGMA journal_mode = WAL")  # a copy that was put in place is not in it
        if schema < SCHEMA:
            grow(path, con, schema, copies)
    finally:
        con.close()


def recognise(path: Path, con: sqlite3.Connection) -> int:
    """The file's schema; refuse what another program, or a newer Tablefolk, has written."""
    schema: int
    (application,) = con.execute("PRAGMA application_id").fetchone()
    (schema,) = con.execute("PRAGMA user_version").fetchone()
    if application != APPLICATION:
        raise Broken(f"{path} is not a Tablefolk data file.")
    if schema > SCHEMA:
        raise Broken(f"The data file {path} was written by a newer Tablefolk: update this one.")
    return schema


# -- Growing (TF-42) -----------------------------------------------------------------------


def grow(path: Path, con: sqlite3.Connection, schema: int, copies: Path) -> None:
    """All steps or none, once a copy is kept of the file as it is."""
    copy = copied(path, copies / f"{path.resolve().stem}-schema-{schema}.sqlite")
    try:
        con.execute("BEGIN IMMEDIATE")
        for step in range(schema, SCHEMA):
            GROWTH[step](con)
        con.execute(f"PRAGMA user_version = {SCHEMA}")
        con.execute("COMMIT")
    except sqlite3.Error as error:
        why = f"The data file {path} could not be brought up to date: {error}."
        kept = f"It is as it was, and a copy of it is {copy}."
        raise Broken(f"{why} {kept}", kind_of(error, path)) from error
    finally:
        if con.in_transaction:  # after some errors (disk full) SQLite has rolled back itself
            con.execute("ROLLBACK")


def mark_entries(con: sqlite3.Connection) -> None:
    """Entries written before there were checksums are given theirs."""
    con.execute("ALTER TABLE entries ADD COLUMN mark BLOB NOT NULL DEFAULT x''")
    for (table,) in con.execute("SELECT id FROM tables").fetchall():
        after, mark = 0, first_mark(table)
        while rows := unmarked(con, table, after):
            marks = []
            for row in rows:
                mark = next_mark(mark, row)
                marks.append((mark, table, row.version))
            query = "UPDATE entries SET mark = ? WHERE table_id = ? AND version = ?"
            con.executemany(query, marks)
            after = rows[-1].version


def unmarked(con: sqlite3.Connection, table: str, after: int) -> list[Row]:
    query = (
        "SELECT version, command_id, body FROM entries"
        " WHERE table_id = ? AND version > ? ORDER BY version LIMIT ?"
    )
    return [Row._make(found) for found in con.execute(query, (table, after, AT_ONCE))]


# What an older file needs to become one of the next schema.
GROWTH: dict[int, Callable[[sqlite3.Connection], object]] = {
    1: lambda con: con.execute(DRAWINGS),
    2: lambda con: con.execute(SHARES),
    3: mark_entries,
}
