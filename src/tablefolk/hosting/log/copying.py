"""Copies of a data file: made while it is served, and whole before they have their name."""

import os
import sqlite3
import time
from pathlib import Path

from tablefolk.hosting.log.base import Broken
from tablefolk.hosting.log.complaints import kind_of, room, telling

STAMP = "%Y%m%dT%H%M%SZ"
SPARE = 16_000_000  # bytes that a copy must leave free


def stamp(at: float | None = None) -> str:
    """A moment as it stands in the names of copies, in UTC."""
    return time.strftime(STAMP, time.gmtime(at))


def copies_of(path: Path) -> Path:
    """The folder for copies of a data file, where nobody names another."""
    real = path.resolve()
    return real.with_name(f"{real.stem}-backups")


def copied(path: Path, to: Path) -> Path:
    """A whole copy of what has been committed, checked and on the disk; nothing half is left."""
    need_room(path, to)
    part = to.with_name(f".{to.name}.part")
    part.unlink(missing_ok=True)
    try:
        part.touch(mode=0o600)  # it holds invite links
        with telling(path):
            into(path, part)
        if said := unsound(part):
            raise Broken(f"The copy of {path} is not sound: {said}.", "damaged")
        put(part, to)
    finally:
        part.unlink(missing_ok=True)
    return to


def need_room(path: Path, to: Path) -> None:
    """Refuse a copy that would fill the disk; and make the folder it goes to."""
    to.parent.mkdir(parents=True, exist_ok=True)
    needed = size(path) + SPARE
    if room(to) < needed:
        there, lacking = to.parent, f"it takes {needed / 1e6:,.0f} MB, and {room(to) / 1e6:,.0f}"
        raise Broken(f"There is no room in {there} for a copy: {lacking} are free.", "full")


def size(path: Path) -> int:
    """The bytes of a data file, with what lies in its write-ahead log."""
    wal = path.with_name(f"{path.name}-wal")
    return path.stat().st_size + (wal.stat().st_size if wal.exists() else 0)


def into(path: Path, to: Path) -> None:
    con = reading(path)
    try:
        con.execute("VACUUM INTO ?", (str(to),))
    finally:
        con.close()


def reading(path: Path) -> sqlite3.Connection:
    """A connection that can change nothing; text that is damaged is read all the same."""
    address = f"{path.absolute().as_uri()}?mode=ro"
    con = sqlite3.connect(address, uri=True, isolation_level=None, check_same_thread=False)
    con.text_factory = text
    return con


def text(raw: bytes) -> str:
    return raw.decode(errors="surrogateescape")


def unsound(path: Path) -> str:
    """The first thing that is wrong with the structure of a file; nothing if it is sound."""
    con = reading(path)
    try:
        (said,) = con.execute("PRAGMA quick_check(1)").fetchone()
        return cut_short(path, con) if said == "ok" else in_a_line(said)
    except sqlite3.Error as error:
        if kind_of(error, path) != "damaged":
            raise
        return str(error)
    except UnicodeDecodeError as error:
        return str(error)
    finally:
        con.close()


def in_a_line(said: str) -> str:
    return " ".join(said.replace("*** in database main ***", "").split())


def cut_short(path: Path, con: sqlite3.Connection) -> str:
    """A file is whole pages; SQLite takes what lacks at the end of the last one for zeros."""
    (page,) = con.execute("PRAGMA page_size").fetchone()
    wal = path.with_name(f"{path.name}-wal")
    after_a_crash = wal.exists() and wal.stat().st_size > 0
    whole = after_a_crash or path.stat().st_size % page == 0
    return "" if whole else "it ends in the middle of a page"


def put(part: Path, to: Path) -> None:
    """What was written is on the disk before it has this name, and the name too."""
    sync(part)
    part.rename(to)
    sync(to.parent)


def sync(path: Path) -> None:
    at = os.open(path, os.O_RDONLY)
    try:
        os.fsync(at)
    finally:
        os.close(at)
