"""SQLite's complaints, each turned into one sentence and a kind."""

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tablefolk.hosting.log.base import Broken, Kind

LITTLE = 4_000_000  # bytes: with less room than this, what cannot be written finds none
SHORT_READ = 522  # SQLITE_IOERR_SHORT_READ: the file ends before the page does
KINDS: dict[int, Kind] = {
    sqlite3.SQLITE_FULL: "full",
    sqlite3.SQLITE_CORRUPT: "damaged",
    sqlite3.SQLITE_NOTADB: "damaged",
    sqlite3.SQLITE_READONLY: "readonly",
    sqlite3.SQLITE_PERM: "readonly",
}
MENDING = (
    "Put a backup in its place with tablefolk restore; tablefolk doctor says what is wrong with it."
)


@contextmanager
def telling(path: Path) -> Iterator[None]:
    """Whatever SQLite says of this file, in one sentence."""
    try:
        yield
    except sqlite3.Error as error:
        kind = kind_of(error, path)
        if kind == "damaged":
            raise Broken(damaged(path, str(error)), kind) from error
        raise Broken(f"The data file {path} cannot be used: {error}.", kind) from error
    except UnicodeDecodeError as error:  # even the names of its columns may be damaged
        raise Broken(damaged(path, str(error)), "damaged") from error


def damaged(path: Path, what: str) -> str:
    """That a file is damaged, and what to do."""
    return f"{path} is damaged, or not a Tablefolk data file: {what}. {MENDING}"


def kind_of(error: sqlite3.Error, path: Path) -> Kind:
    """What kind of trouble SQLite has."""
    code = getattr(error, "sqlite_errorcode", 0)
    if code == SHORT_READ:
        return "damaged"
    if code & 0xFF == sqlite3.SQLITE_IOERR and room(path) < LITTLE:
        return "full"  # not every call says why it could not write
    return KINDS.get(code & 0xFF, "other")


def room(path: Path) -> int:
    """The bytes that are free where this file lies."""
    return shutil.disk_usage(path.parent).free
