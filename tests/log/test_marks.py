"""Entries carry checksums, each chained to the one before: no bit of any changes unseen."""

from __future__ import annotations

import random
import shutil
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import pytest
from tests.marks import remark

from tablefolk.hosting.log import sqlite as sql
from tablefolk.hosting.log.base import Broken, Log, Row, first_mark, next_mark
from tablefolk.hosting.log.copying import reading
from tablefolk.hosting.log.memory import MemoryLog
from tablefolk.hosting.log.schema import SCHEMA
from tablefolk.hosting.log.sqlite import SqliteLog

FLIPS = 500
UNREADABLE = (sqlite3.Error, UnicodeDecodeError)


def rows(first: int, last: int) -> list[Row]:
    return [Row(n, f"command-{n}", b"what happened %d" % n * 9) for n in range(first, last + 1)]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "tables.db"


@pytest.fixture
async def served(path: Path) -> AsyncIterator[SqliteLog]:
    """A file with two tables, closed when it is to be spoilt."""
    log = SqliteLog.serve(path)
    await log.create("oak", b'{"name": "Oak"}', rows(1, 3))
    await log.create("ash", b"{}", rows(1, 40))
    await log.append("oak", 3, rows(4, 6))
    yield log
    await log.close()


async def spoilt(log: SqliteLog, path: Path, query: str, *given: Any) -> SqliteLog:
    """The file after somebody has changed it behind the log's back."""
    await log.close()
    with closing(sqlite3.connect(path)) as db:
        db.execute(query, given)
        db.commit()
    return SqliteLog.look(path)


async def test_what_was_written_is_found_as_it_was(log: Log) -> None:
    await log.create("oak", b"{}", rows(1, 3))
    await log.append("oak", 3, rows(4, 9))
    assert await log.flaw("oak") == 0
    assert await log.flaw("elm") == 0


async def test_what_was_changed_in_memory_is_found() -> None:
    log = MemoryLog()
    await log.create("oak", b"{}", rows(1, 5))
    log.boxes["oak"].rows[2] = Row(3, "command-3", b"otherwise")
    assert await log.flaw("oak") == 3


@pytest.mark.parametrize(
    "change",
    [
        "body = x'00'",
        "command_id = 'other'",
        "mark = zeroblob(32)",
        "body = CAST(body AS TEXT)",
        "command_id = CAST(command_id AS BLOB)",
        "mark = CAST(mark AS TEXT)",
        "version = 99",
    ],
)
async def test_whatever_of_an_entry_was_changed_it_is_named_and_not_read(
    served: SqliteLog, path: Path, change: str
) -> None:
    query = f"UPDATE entries SET {change} WHERE table_id = 'oak' AND version = 4"
    log = await spoilt(served, path, query)
    assert await log.flaw("oak") == 4
    assert await log.flaw("ash") == 0
    for after in (0, 3):
        with pytest.raises(Broken, match=r"Entry 4 of table oak is not as it was written") as no:
            await log.read("oak", after)
        assert no.value.kind == "damaged"
    assert await log.read("oak", 0, 3) == rows(1, 3)
    assert await log.read("ash") == rows(1, 40)
    await log.close()


async def test_entries_cannot_be_swapped_between_tables(served: SqliteLog, path: Path) -> None:
    body = b"SELECT mark FROM entries WHERE table_id = 'ash' AND version = 2".decode()
    query = f"UPDATE entries SET mark = ({body}) WHERE table_id = 'oak' AND version = 2"
    log = await spoilt(served, path, query)
    assert await log.flaw("oak") == 2, "the same words at another table have another mark"
    await log.close()


async def test_a_chain_is_what_it_says() -> None:
    first = next_mark(first_mark("oak"), Row(1, "a", b"b"))
    assert first != next_mark(first_mark("oak"), Row(1, "ab", b""))
    assert first != next_mark(first_mark("ash"), Row(1, "a", b"b"))
    assert next_mark(first, Row(2, "c", b"")) != next_mark(first, Row(3, "c", b""))


def entries(path: Path) -> list[tuple[Any, ...]]:
    """All entries as SQLite reads them, or nothing where it cannot."""
    query = "SELECT table_id, version, command_id, body FROM entries ORDER BY table_id, version"
    with closing(reading(path)) as db, suppress(*UNREADABLE):
        return db.execute(query).fetchall()
    return []


def findings(path: Path) -> list[object]:
    """What an audit of the file finds."""
    with closing(reading(path)) as db:
        try:
            return [*sql.integrity(db), *filter(None, (sql.flaw(db, t) for t in ("oak", "ash")))]
        except UNREADABLE as error:
            return [error]


async def test_every_flipped_bit_that_changes_an_entry_is_found(
    served: SqliteLog, path: Path, tmp_path: Path
) -> None:
    await served.close()
    sound, whole = entries(path), path.read_bytes()
    assert findings(path) == []
    chance, copy = random.Random(11), tmp_path / "flipped.db"
    changed = 0
    for _ in range(FLIPS):
        place, bit = chance.randrange(len(whole)), 1 << chance.randrange(8)
        copy.write_bytes(whole[:place] + bytes([whole[place] ^ bit]) + whole[place + 1 :])
        if entries(copy) != sound:
            changed += 1
            assert findings(copy), f"bit {bit} of byte {place}"
    assert changed > FLIPS / 20, "most of the file holds something else"


async def test_every_bit_of_one_entry_counts(served: SqliteLog, path: Path, tmp_path: Path) -> None:
    await served.close()
    whole = path.read_bytes()
    (mark,) = (
        sqlite3.connect(path)
        .execute("SELECT mark FROM entries WHERE table_id = 'oak' AND version = 5")
        .fetchone()
    )
    end = whole.index(mark) + len(mark)
    begin = whole.rindex(b"oak", 0, end)
    copy = tmp_path / "flipped.db"
    for place in range(begin, end):
        for bit in (1, 16, 128):
            copy.write_bytes(whole[:place] + bytes([whole[place] ^ bit]) + whole[place + 1 :])
            assert findings(copy), f"bit {bit} of byte {place - begin} of {end - begin}"


# -- Files from before there were checksums (TF-42) ------------------------------------------------


async def older(log: SqliteLog, path: Path) -> None:
    """Make the file one of the schema before."""
    await log.close()
    with closing(sqlite3.connect(path)) as db:
        db.executescript("ALTER TABLE entries DROP COLUMN mark; PRAGMA user_version = 3;")


async def test_an_older_file_is_looked_at_as_it_is(served: SqliteLog, path: Path) -> None:
    await older(served, path)
    log = SqliteLog.look(path)
    assert await log.read("oak", 2, 3) == rows(3, 5)
    assert await log.flaw("oak") == 0
    await log.close()


async def test_an_older_file_is_given_its_checksums_once_a_copy_is_kept__TF_42(
    served: SqliteLog, path: Path
) -> None:
    await older(served, path)
    before = entries(path)
    log = SqliteLog.serve(path)
    assert (await log.flaw("oak"), await log.read("oak")) == (0, rows(1, 6))
    await log.append("oak", 6, rows(7, 7))
    assert await log.flaw("oak") == 0
    await log.close()
    with closing(sqlite3.connect(path)) as db:
        grown = db.execute("SELECT mark FROM entries ORDER BY rowid").fetchall()
        remark(db, "oak")
        remark(db, "ash")
        assert db.execute("SELECT mark FROM entries ORDER BY rowid").fetchall() == grown
    (copy,) = (path.parent / "tables-backups").iterdir()
    assert copy.name.endswith("-schema-3.sqlite")
    assert copy.stat().st_mode & 0o077 == 0
    assert entries(copy) == before
    with closing(reading(copy)) as db:
        assert db.execute("PRAGMA user_version").fetchone() == (3,)


async def test_an_upgrade_that_fails_halfway_leaves_the_old_data_in_use__TF_42(
    served: SqliteLog, path: Path
) -> None:
    await older(served, path)
    with closing(sqlite3.connect(path)) as db:
        refuse = "SELECT RAISE(ABORT, 'the power has failed')"
        only = "BEFORE UPDATE ON entries WHEN NEW.version = 30"
        db.execute(f"CREATE TRIGGER halfway {only} BEGIN {refuse}; END")
    before = entries(path)
    with pytest.raises(Broken, match=r"the power has failed\. It is as it was, and a copy") as no:
        SqliteLog.serve(path)
    assert str(path.parent / "tables-backups") in str(no.value)
    assert entries(path) == before
    log = SqliteLog.look(path)
    assert (log.file.schema, await log.read("ash")) == (3, rows(1, 40))
    await log.close()
    with closing(sqlite3.connect(path)) as db:
        db.execute("DROP TRIGGER halfway")
    log = SqliteLog.serve(path)
    assert await log.flaw("ash") == 0
    await log.close()


async def test_where_there_is_no_room_for_the_copy_nothing_is_upgraded__TF_42(
    served: SqliteLog, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await older(served, path)
    before = path.read_bytes()
    room = shutil.disk_usage(path.parent).free
    monkeypatch.setattr("tablefolk.hosting.log.copying.SPARE", room * 2)
    with pytest.raises(Broken, match="There is no room") as no:
        SqliteLog.serve(path)
    assert no.value.kind == "full"
    assert path.read_bytes() == before
    assert SCHEMA > 3
