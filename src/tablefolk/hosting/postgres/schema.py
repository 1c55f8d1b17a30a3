"""The schema `tablefolk`, in steps: all that is ours, and nothing of it among others' tables."""

from __future__ import annotations

from tablefolk.hosting.log.base import Broken
from tablefolk.hosting.postgres.lines import Con

LOCK = 0x54464F4C  # "TFOL": whoever holds it may change the schema
# Ids are compared by their bytes: an update of the system's collations harms no index. A command's
# id is whatever a page has sent, of any length: it is kept as bytes, and found by its hash.
FIRST = """
CREATE TABLE tables (id text COLLATE "C" PRIMARY KEY, about bytea NOT NULL);
CREATE TABLE entries (
    table_id text COLLATE "C" NOT NULL REFERENCES tables ON DELETE CASCADE,
    version bigint NOT NULL,
    command_id bytea NOT NULL,
    body bytea NOT NULL,
    mark bytea NOT NULL,
    PRIMARY KEY (table_id, version)
);
CREATE UNIQUE INDEX entries_by_command ON entries (table_id, sha256(command_id));
CREATE TABLE snapshots (
    table_id text COLLATE "C" NOT NULL REFERENCES tables ON DELETE CASCADE,
    version bigint NOT NULL,
    edition text COLLATE "C" NOT NULL,
    body bytea NOT NULL,
    PRIMARY KEY (table_id, version)
);
CREATE TABLE invites (
    hash bytea PRIMARY KEY,
    table_id text COLLATE "C" NOT NULL REFERENCES tables ON DELETE CASCADE,
    token text COLLATE "C"
);
CREATE UNIQUE INDEX live_invite ON invites (table_id) WHERE token IS NOT NULL;
CREATE INDEX invites_by_table ON invites (table_id);
CREATE TABLE seats (
    table_id text COLLATE "C" NOT NULL REFERENCES tables ON DELETE CASCADE,
    member text COLLATE "C" NOT NULL,
    hash bytea NOT NULL UNIQUE,
    PRIMARY KEY (table_id, member)
);
CREATE TABLE drawings (
    table_id text COLLATE "C" NOT NULL REFERENCES tables ON DELETE CASCADE,
    key text COLLATE "C" NOT NULL,
    kind text COLLATE "C" NOT NULL,
    body bytea NOT NULL,
    PRIMARY KEY (table_id, key)
);
CREATE TABLE shares (
    hash bytea PRIMARY KEY,
    table_id text COLLATE "C" NOT NULL REFERENCES tables ON DELETE CASCADE,
    session bigint NOT NULL,
    scene bigint NOT NULL,
    token text COLLATE "C" NOT NULL,
    UNIQUE (table_id, session, scene)
);
"""
STEPS = (FIRST,)  # each makes of a schema the next one
BEGIN = "CREATE TABLE schema (version integer NOT NULL); INSERT INTO schema VALUES (0);"


async def prepare(con: Con, name: str) -> None:
    """Give a new database its tables, an older one what it lacks; refuse what is not ours."""
    if await version(con) == len(STEPS):
        return
    await in_utf8(con, name)
    await con.execute("SELECT pg_advisory_lock(%s)", [LOCK])
    try:
        # Begun after the wait: a transaction that is older may not know what others have made.
        async with con.transaction():
            await grow(con, name)
    finally:
        await con.execute("SELECT pg_advisory_unlock(%s)", [LOCK])


async def grow(con: Con, name: str) -> None:
    """The steps that are missing, while nobody else takes them."""
    if await version(con) < 0:
        if await asked(con, "SELECT to_regnamespace('tablefolk') IS NULL"):
            await con.execute("CREATE SCHEMA tablefolk")
        await con.execute(BEGIN)
    there = await recognised(con, name)
    for step in STEPS[there:]:
        await con.execute(step)
    await con.execute("UPDATE schema SET version = %s", [len(STEPS)])


async def recognise(con: Con, name: str) -> None:
    """Refuse a database without tables of ours, or with those of another Tablefolk."""
    there = await recognised(con, name)
    if there < 0:
        raise Broken(f"There are no tables of Tablefolk in the database {name}.")
    if there < len(STEPS):
        raise Broken(f"The database {name} was last served by an older Tablefolk: serve it once.")


async def recognised(con: Con, name: str) -> int:
    """The version there, or -1; one that a newer Tablefolk has written is refused."""
    there = await version(con)
    if there > len(STEPS):
        raise Broken(f"The database {name} was written by a newer Tablefolk: update this one.")
    return there


async def version(con: Con) -> int:
    """How many steps have been taken; -1 where there is nothing of ours."""
    if await asked(con, "SELECT to_regclass('tablefolk.schema') IS NULL"):
        return -1
    return int(await asked(con, "SELECT version FROM schema"))


async def in_utf8(con: Con, name: str) -> None:
    """Refuse a database that cannot hold every name."""
    if await asked(con, "SHOW server_encoding") != "UTF8":
        raise Broken(f"The database {name} is not in UTF-8: make one WITH ENCODING 'UTF8'.")


async def asked(con: Con, query: str) -> int | str | bool:
    """The one value that answers a query."""
    cursor = await con.execute(query)
    value: int | str | bool
    (value,) = await cursor.fetchone() or (-1,)
    return value
