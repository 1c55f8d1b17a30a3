"""A data file looked over: what is wrong with it, and what to do, one sentence each."""

from __future__ import annotations

import sqlite3
import stat
import sys
import time
from collections.abc import AsyncIterator, Iterable, Iterator
from contextlib import closing
from importlib.metadata import version
from pathlib import Path
from typing import Literal

import msgspec
from msgspec import Struct

from tablefolk.core.lifting import Newer
from tablefolk.core.table.at import GameAtTable
from tablefolk.core.words import many
from tablefolk.hosting import auditing
from tablefolk.hosting.backups import DAY, Backups
from tablefolk.hosting.clock import spoken
from tablefolk.hosting.log import sqlite as sql
from tablefolk.hosting.log.base import Broken
from tablefolk.hosting.log.complaints import MENDING, room, telling
from tablefolk.hosting.log.copying import SPARE, reading, size, unsound
from tablefolk.hosting.log.locking import served, was_killed
from tablefolk.hosting.log.schema import MARKED, SCHEMA, recognise
from tablefolk.hosting.store import Store
from tablefolk.hosting.tables import About

MB = 1_000_000
PG_MEND = "Restore it from your database's own backups."
MEND = "Put a backup in its place: tablefolk restore"
LARGE_WAL = 64 * MB
CRAMPED = 50 * MB
SLACK = 300.0  # seconds by which a clock may be off
OLDEST = 1_735_689_600.0  # 2025: before that nobody had a file of ours

How = Literal["well", "note", "wrong"]


class Finding(Struct, frozen=True, omit_defaults=True):
    """One thing that was looked at: well, worth knowing, or wrong."""

    how: How
    what: str
    to_do: str = ""


def well(what: str) -> Finding:
    return Finding("well", what)


def note(what: str, to_do: str = "") -> Finding:
    return Finding("note", what, to_do)


def wrong(what: str, to_do: str) -> Finding:
    return Finding("wrong", what, to_do)


def file(path: Path, backups: Backups, games: dict[str, GameAtTable]) -> Iterator[Finding]:
    """All there is to say about a data file and what lies beside it; it may be served meanwhile."""
    yield well(f"Tablefolk {version('tablefolk')}, SQLite {sqlite3.sqlite_version}, {_python()}.")
    if not path.is_file():
        yield wrong(f"There is no data file {path}.", "Name it with --data.")
        return
    yield from _held(path)
    yield from _inside(path, games)
    yield from _room(path)
    yield from _backups(path, backups)
    yield from _clock(path, backups)


def _python() -> str:
    return f"Python {sys.version_info.major}.{sys.version_info.minor}"


def _held(path: Path) -> Iterator[Finding]:
    """The file from outside: whose it is, how large, who serves it."""
    known = path.stat()
    yield well(f"{path.resolve()}, {_bytes(size(path))}.")
    if known.st_mode & 0o077:
        shown = stat.filemode(known.st_mode)
        yield wrong(
            f"Others on this machine may open it ({shown}), and it holds keys.", f"chmod 600 {path}"
        )
    if known.st_nlink > 1:
        yield wrong("It has a second name (a hard link).", "Remove one of them: it is not served.")
    wal = path.with_name(f"{path.name}-wal")
    if wal.exists() and wal.stat().st_size > LARGE_WAL:
        yield note(
            f"{wal.name} has {_bytes(wal.stat().st_size)}.",
            "Something reads the file and does not end: it shrinks when that ends.",
        )
    if served(path):
        yield well("It is being served.")
    elif was_killed(path):
        yield note("Its last server did not end by itself; what was acknowledged is there.")


# -- Inside ----------------------------------------------------------------------------------


def _inside(path: Path, games: dict[str, GameAtTable]) -> Iterator[Finding]:
    try:
        with telling(path), closing(reading(path)) as db:
            schema = recognise(path, db)
            if said := unsound(path):
                raise Broken(f"It is damaged: {said}.", "damaged")
            yield well("Its structure is sound.")
            if schema < SCHEMA:
                yield note(
                    f"It is of an older release (schema {schema} of {SCHEMA}).",
                    "The next start brings it up to date, and keeps a copy.",
                )
            yield from _tables(db, schema, games)
    except Broken as broken:
        yield wrong(str(broken).removesuffix(MENDING).strip(), MEND)


def _tables(
    db: sqlite3.Connection, schema: int, games: dict[str, GameAtTable]
) -> Iterator[Finding]:
    """Every table that is not as it should be; and how many are."""
    listed = db.execute("SELECT id, about FROM tables ORDER BY id").fetchall()
    faults = {id: [*_table(db, schema, id, about, games)] for id, about in listed}
    for id, found in faults.items():
        yield from found
        yield from _unreachable(db, id)
    sound = sum(not found for found in faults.values())
    yield well(f"{sound} of {len(listed)} tables can be played.")


def _table(
    db: sqlite3.Connection, schema: int, id: str, raw: bytes, games: dict[str, GameAtTable]
) -> Iterator[Finding]:
    mend = f"{MEND}. What is sound of it: tablefolk export {id}"
    try:
        about = msgspec.json.decode(raw, type=About)
    except (msgspec.DecodeError, TypeError):
        yield wrong(f"What is kept about table {id} cannot be read: it is set aside.", MEND)
        return
    called = f"“{about.name}” ({id})"
    if schema >= MARKED and (flaw := sql.flaw(db, id)):
        yield wrong(f"{called}: entry {flaw} is not as it was written; it is set aside.", mend)
        return
    for what in auditing.beside(db, id):
        yield wrong(f"{called}: {what}.", "Have it made anew at the table, or restore a backup.")
    if about.game not in games:
        yield wrong(f"{called} plays {about.game}, which is not installed.", "Install the game.")
    else:
        yield from _newest(db, id, games[about.game], called)


def _newest(db: sqlite3.Connection, id: str, game: GameAtTable, called: str) -> Iterator[Finding]:
    """A newer release's writing is seen in the newest entry."""
    for row in sql.tail(db, id, 1):
        try:
            game.codec.know(row.body)
        except Newer as no:
            yield wrong(f"{called}: {no.unfit}.", "Update it here.")
        except (msgspec.DecodeError, TypeError):
            yield wrong(f"{called}: its newest entry cannot be read.", MEND)


def _unreachable(db: sqlite3.Connection, id: str) -> Iterator[Finding]:
    """A table without any key: nobody comes to it any more."""
    query = (
        "SELECT EXISTS (SELECT 1 FROM invites WHERE table_id = ?1 AND token IS NOT NULL)"
        " OR EXISTS (SELECT 1 FROM seats WHERE table_id = ?1)"
    )
    if db.execute(query, (id,)).fetchone() == (0,):
        yield note(
            f"Nobody can reach table {id}: it has no invite link and no seat's key.",
            f"tablefolk export {id} and tablefolk import give it new ones.",
        )


# -- In a database ---------------------------------------------------------------------------


async def store(kept: Store, games: dict[str, GameAtTable]) -> AsyncIterator[Finding]:
    """The tables of any store: checksums, games, and whether a newer release has written there."""
    yield well(f"Tablefolk {version('tablefolk')}, {_python()}.")
    listed = await kept.log.tables()
    sound = 0
    for id, raw in listed:
        found = [*_known(id, raw, games)]
        if flaw := await kept.log.flaw(id):
            found.append(wrong(f"Table {id}: entry {flaw} is not as it was written.", PG_MEND))
        for finding in found:
            yield finding
        sound += not found
    yield well(f"{sound} of {len(listed)} tables can be played.")


def _known(id: str, raw: bytes, games: dict[str, GameAtTable]) -> Iterator[Finding]:
    try:
        about = msgspec.json.decode(raw, type=About)
    except (msgspec.DecodeError, TypeError):
        yield wrong(f"What is kept about table {id} cannot be read.", PG_MEND)
        return
    if about.game not in games:
        called = f"“{about.name}” ({id})"
        yield wrong(f"{called} plays {about.game}, which is not installed.", "Install the game.")


# -- Around ----------------------------------------------------------------------------------


def _bytes(count: int) -> str:
    return f"{count / MB:,.1f} MB" if count < 1000 * MB else f"{count / MB / 1000:,.1f} GB"


def _room(path: Path) -> Iterator[Finding]:
    free, needed = room(path), size(path) + SPARE
    if free < CRAMPED:
        yield wrong(f"Only {_bytes(free)} are free on its disk.", "Make room.")
    elif free < needed:
        yield wrong(
            f"{_bytes(free)} are free on its disk, and a backup takes {_bytes(needed)}.",
            "Make room, or serve with --backups elsewhere.",
        )
    else:
        yield well(f"{_bytes(free)} are free on its disk.")


def _backups(path: Path, backups: Backups) -> Iterator[Finding]:
    made = backups.made()
    if not made:
        yield note(f"There are no backups in {backups.folder}.", f"tablefolk backup --data {path}")
        return
    newest, at = [*made.items()][-1]
    if said := unsound(newest):
        yield wrong(f"The newest backup {newest} is damaged: {said}.", "tablefolk backup")
    age = path.stat().st_mtime - at  # while nobody plays, none is needed
    text = (
        f"{many(len(made), 'backup')} in {backups.folder}, the newest made {_ago(time.time() - at)}"
    )
    yield note(f"{text}, and played since.", "tablefolk backup") if age > DAY else well(f"{text}.")


def _ago(seconds: float) -> str:
    return f"{spoken(max(seconds, 0.0))} ago"


def _clock(path: Path, backups: Backups) -> Iterator[Finding]:
    """What was written cannot be of tomorrow."""
    now = time.time()
    times = (path.stat().st_mtime, *backups.made().values())
    if now < OLDEST or max(times) > now + SLACK:
        shown = time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime(now))
        yield wrong(
            f"The clock of this machine says {shown}, which has been already or is long gone.",
            "Set it right, best by NTP.",
        )


def worst(findings: Iterable[Finding]) -> int:
    """The exit code: 1 where something is wrong."""
    return 1 if any(one.how == "wrong" for one in findings) else 0
