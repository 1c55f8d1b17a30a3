"""What only a file can get wrong: crashes, locks, damage, other people's files."""

import asyncio
import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from threading import Event

import pytest

from tablefolk.hosting.log import sqlite as sql
from tablefolk.hosting.log.base import Broken, Conflict, Row
from tablefolk.hosting.log.copying import reading
from tablefolk.hosting.log.datafile import DataFile
from tablefolk.hosting.log.schema import SCHEMA
from tablefolk.hosting.log.sqlite import SqliteLog
from tablefolk.hosting.people import SqlitePeople


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data" / "tables.db"


@pytest.fixture
async def log(path: Path) -> AsyncIterator[SqliteLog]:
    log = SqliteLog.serve(path)
    await log.create("oak", b"{}")
    yield log
    await log.close()


def rows(first: int, last: int, body: bytes = b"body") -> list[Row]:
    return [Row(version, f"command-{version}", body) for version in range(first, last + 1)]


async def held(log: SqliteLog) -> tuple[Event, "asyncio.Task[bool]"]:
    """Keep the writer busy inside a transaction until the event is set."""
    begun, release = Event(), Event()

    def work(db: sqlite3.Connection) -> bool:
        begun.set()
        return release.wait(60)

    holding = asyncio.create_task(log.file.write(work))
    await asyncio.to_thread(begun.wait, 60)
    return release, holding


# -- durable -------------------------------------------------------------------------------


async def test_what_is_committed_survives_a_power_cut(log: SqliteLog) -> None:
    def settings(db: sqlite3.Connection) -> list[object]:
        names = ("journal_mode", "synchronous", "foreign_keys", "secure_delete")
        return [db.execute(f"PRAGMA {name}").fetchone()[0] for name in names]

    assert await log.file.write(settings) == ["wal", 2, 1, 1]


async def test_a_reopened_file_says_the_same(log: SqliteLog, path: Path) -> None:
    await log.append("oak", 0, rows(1, 3))
    await log.save_snapshot("oak", 3, "1", b"state")
    await log.close()
    again = SqliteLog.serve(path)
    assert await again.read("oak") == rows(1, 3)
    assert await again.snapshot("oak", "1") == (3, b"state")
    await again.close()


APPENDER = """
import asyncio, sys
from pathlib import Path
from tablefolk.hosting.log.base import Row
from tablefolk.hosting.log.sqlite import SqliteLog

async def fill(log, table):
    await log.create(table, b"{}")
    version = 0
    while True:
        await log.append(table, version, [Row(version + 1, f"c{version + 1}", b"x" * 500)])
        version += 1
        sys.stdout.write(f"{table} {version}\\n")
        sys.stdout.flush()

async def main():
    log = SqliteLog.serve(Path(sys.argv[1]))
    await asyncio.gather(*(fill(log, f"table-{n}") for n in range(40)))

asyncio.run(main())
"""


async def test_a_killed_server_has_lost_nothing_it_acknowledged(path: Path) -> None:
    acknowledged = await asyncio.to_thread(killed_after, path, 400)
    looking = SqliteLog.look(path)
    found = {table: await looking.version(table) for table, _ in await looking.tables()}
    await looking.close()
    log = SqliteLog.serve(path)
    assert len(acknowledged) == 40
    for table, version in acknowledged.items():
        stored = [row.version for row in await log.read(table)]
        assert stored == list(range(1, len(stored) + 1))
        assert len(stored) == found[table] >= version
    assert await log.integrity() == []
    await log.close()


def killed_after(path: Path, count: int) -> dict[str, int]:
    """Kill a server in the middle of its work; the newest version each table was told of."""
    everything = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, "-c", APPENDER, str(path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=everything) as server:
        assert server.stdout
        told = [server.stdout.readline() for _ in range(count)]
        server.send_signal(signal.SIGKILL)
        told += server.stdout.readlines()
    whole = [line.split() for line in told if line.endswith("\n")]
    return {table: int(version) for table, version in whole}


# -- one writer, many readers --------------------------------------------------------------


async def test_all_that_wait_share_one_commit(log: SqliteLog) -> None:
    release, holding = await held(log)
    statements: list[str] = []
    watching = asyncio.create_task(
        log.file.write(lambda db: db.set_trace_callback(statements.append))
    )
    appends = [asyncio.create_task(log.append("oak", n, rows(n + 1, n + 1))) for n in range(200)]
    await asyncio.sleep(0)
    release.set()
    await asyncio.gather(holding, watching, *appends)
    assert statements.count("COMMIT") == 1
    assert await log.version("oak") == 200


async def test_readers_never_see_what_is_not_committed(log: SqliteLog) -> None:
    written, release = Event(), Event()

    def work(db: sqlite3.Connection) -> None:
        sql.append(db, "oak", rows(1, 5))
        written.set()
        release.wait(60)

    appending = asyncio.create_task(log.file.write(work))
    await asyncio.to_thread(written.wait, 60)
    assert await log.read("oak") == []
    release.set()
    await appending
    assert await log.read("oak") == rows(1, 5)


async def test_a_caller_who_went_away_keeps_nobody_else_waiting(log: SqliteLog) -> None:
    release, holding = await held(log)
    gone = asyncio.create_task(log.append("oak", 0, rows(1, 1)))
    waiting = asyncio.create_task(log.append("oak", 1, rows(2, 2)))
    await asyncio.sleep(0)
    gone.cancel()
    await asyncio.wait([gone])
    release.set()
    async with asyncio.timeout(20):
        await asyncio.gather(holding, waiting)
    assert await log.read("oak") == rows(1, 2)


async def test_closing_writes_all_that_waits(log: SqliteLog, path: Path) -> None:
    release, holding = await held(log)
    appends = [asyncio.create_task(log.append("oak", n, rows(n + 1, n + 1))) for n in range(50)]
    await asyncio.sleep(0)
    release.set()
    await log.close()
    await asyncio.gather(holding, *appends)
    looking = SqliteLog.look(path)
    assert await looking.version("oak") == 50
    await looking.close()


async def test_a_closed_log_says_so(log: SqliteLog) -> None:
    await log.close()
    for call in (log.version("oak"), log.append("oak", 0, rows(1, 1))):
        with pytest.raises(Broken, match="is closed"):
            await call


async def test_a_full_disk_refuses_and_the_log_goes_on(log: SqliteLog) -> None:
    await log.append("oak", 0, rows(1, 1))
    pages = await log.file.write(lambda db: db.execute("PRAGMA page_count").fetchone()[0])
    await log.file.write(lambda db: db.execute(f"PRAGMA max_page_count = {pages}").fetchone())
    with pytest.raises(Broken, match="full"):
        await log.append("oak", 1, rows(2, 2, b"x" * 1_000_000))
    await log.file.write(lambda db: db.execute("PRAGMA max_page_count = 1000000").fetchone())
    await log.append("oak", 1, rows(2, 2))
    assert await log.read("oak") == rows(1, 2)


async def test_a_bug_in_one_write_leaves_the_others_whole(log: SqliteLog) -> None:
    release, holding = await held(log)

    def buggy(db: sqlite3.Connection) -> None:
        sql.append(db, "oak", rows(1, 1))
        raise ZeroDivisionError

    wrong = asyncio.create_task(log.file.write(buggy))
    right = asyncio.create_task(log.append("oak", 0, rows(1, 2)))
    await asyncio.sleep(0)
    release.set()
    outcomes = await asyncio.gather(holding, wrong, right, return_exceptions=True)
    assert isinstance(outcomes[1], ZeroDivisionError)
    assert outcomes[2] is None
    assert await log.read("oak") == rows(1, 2)


async def test_opening_a_long_table_costs_as_much_as_a_short_one(
    log: SqliteLog, path: Path
) -> None:
    await log.append("oak", 0, rows(1, 50))
    await log.create("ash", b"{}", rows(1, 50_000))
    await log.save_snapshot("oak", 40, "1", b"state")
    await log.save_snapshot("ash", 49_990, "1", b"state")
    assert opening_steps(path, "ash") <= opening_steps(path, "oak") * 1.1


def opening_steps(path: Path, table: str) -> int:
    """How many instructions SQLite's machine takes for what a server does on opening."""
    steps = [0]

    def count() -> int:
        steps[0] += 1
        return 0

    db = reading(path)
    db.set_progress_handler(count, 1)
    version, _ = sql.snapshot(db, table, "1", None) or (0, b"")
    assert len(sql.read(db, table, version, None)) == 10
    assert len(sql.tail(db, table, 20)) == 20
    assert sql.version(db, table) >= 50
    assert sql.find(db, table, "command-3")
    db.close()
    return steps[0]


# -- whose file ----------------------------------------------------------------------------


async def test_a_served_file_is_not_served_twice(log: SqliteLog, path: Path) -> None:
    with pytest.raises(Broken, match="is being served by another process"):
        SqliteLog.serve(path)
    await log.close()
    await SqliteLog.serve(path).close()


async def test_a_served_file_is_not_served_twice_by_another_path(
    log: SqliteLog, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = path.parent / "elsewhere"
    folder.symlink_to(path.parent)
    link = path.parent / "link.db"
    link.symlink_to(path)
    monkeypatch.chdir(path.parent)
    for other in (link, folder / path.name, folder / link.name, Path(path.name)):
        with pytest.raises(Broken, match="is being served by another process"):
            SqliteLog.serve(other)
    await log.close()
    await SqliteLog.serve(link).close()


async def test_a_file_with_a_hard_link_is_not_served(log: SqliteLog, path: Path) -> None:
    other = path.parent / "second.db"
    other.hardlink_to(path)
    with pytest.raises(Broken, match="has a second name"):
        SqliteLog.serve(other)
    await log.close()
    other.unlink()
    await SqliteLog.serve(path).close()


async def test_a_served_file_can_be_looked_at_but_not_written(log: SqliteLog, path: Path) -> None:
    await log.append("oak", 0, rows(1, 2))
    looking = SqliteLog.look(path)
    assert await looking.read("oak") == rows(1, 2)
    assert await looking.integrity() == []
    with pytest.raises(Broken, match="opened for reading only"):
        await looking.append("oak", 2, rows(3, 3))
    await log.append("oak", 2, rows(3, 3))
    assert await looking.version("oak") == 3
    await looking.close()


async def test_the_file_is_for_its_owner_only__TF_3(log: SqliteLog, path: Path) -> None:
    assert path.stat().st_mode & 0o077 == 0


def test_a_missing_file_is_not_made_by_looking(path: Path) -> None:
    with pytest.raises(Broken, match="There is no data file"):
        SqliteLog.look(path)
    assert not path.exists()


@pytest.mark.parametrize("open_", [SqliteLog.serve, SqliteLog.look])
async def test_a_file_of_a_newer_version_is_refused__TF_42(
    log: SqliteLog, path: Path, open_: Callable[[Path], SqliteLog]
) -> None:
    await log.file.write(lambda db: db.execute(f"PRAGMA user_version = {SCHEMA + 1}").rowcount)
    await log.close()
    before = path.read_bytes()
    with pytest.raises(Broken, match="written by a newer Tablefolk"):
        open_(path)
    assert path.read_bytes() == before


@pytest.mark.parametrize("open_", [SqliteLog.serve, SqliteLog.look])
def test_somebody_elses_database_is_refused(
    tmp_path: Path, open_: Callable[[Path], SqliteLog]
) -> None:
    path = tmp_path / "photos.db"
    db = sqlite3.connect(path)
    db.execute("CREATE TABLE photos (name)")
    db.close()
    before = path.read_bytes()
    with pytest.raises(Broken, match="is not a Tablefolk data file"):
        open_(path)
    assert path.read_bytes() == before


@pytest.mark.parametrize("open_", [SqliteLog.serve, SqliteLog.look])
def test_a_file_that_is_no_database_is_refused(
    tmp_path: Path, open_: Callable[[Path], SqliteLog]
) -> None:
    path = tmp_path / "letter.db"
    path.write_bytes(b"Dear Ana, " * 1000)
    with pytest.raises(Broken, match=r"damaged, or not a Tablefolk data file.*\.$"):
        open_(path)


async def test_a_refused_file_is_not_left_locked(tmp_path: Path) -> None:
    path = tmp_path / "letter.db"
    path.write_bytes(b"Dear Ana, " * 1000)
    with pytest.raises(Broken):
        SqliteLog.serve(path)
    path.unlink()
    await SqliteLog.serve(path).close()


# -- damage --------------------------------------------------------------------------------


async def test_a_damaged_page_is_told_in_one_sentence(log: SqliteLog, path: Path) -> None:
    await log.append("oak", 0, rows(1, 400, b"x" * 400))
    await log.close()
    with path.open("r+b") as file:
        file.seek(4096 * 12)
        file.write(os.urandom(4096 * 40))
    looking = SqliteLog.look(path)
    with pytest.raises(Broken, match="is damaged"):
        await looking.read("oak")
    await looking.close()


async def test_integrity_finds_gaps_and_orphans(log: SqliteLog, path: Path) -> None:
    await log.append("oak", 0, rows(1, 5))
    await log.create("ash", b"{}", rows(1, 5))
    await log.close()
    db = sqlite3.connect(path)
    db.execute("DELETE FROM entries WHERE table_id = 'oak' AND version = 3")
    db.execute("DELETE FROM tables WHERE id = 'ash'")
    db.commit()
    db.close()
    looking = SqliteLog.look(path)
    assert await looking.integrity() == [
        "A row of entries belongs to no table.",
        "The log of table oak has gaps.",
    ]
    await looking.close()


async def test_the_file_itself_refuses_a_gap(log: SqliteLog) -> None:
    with pytest.raises(Conflict):
        await log.append("oak", 1, rows(2, 2))
    with pytest.raises(Broken, match="a gap in the log"):
        await log.file.write(
            lambda db: db.execute("INSERT INTO entries VALUES ('oak', 2, 'c', x'', x'')").rowcount
        )


# -- deleting ------------------------------------------------------------------------------


async def test_no_byte_of_a_deleted_table_is_left_on_disk__TF_41(
    log: SqliteLog, path: Path
) -> None:
    await log.create("elm", b"secret-about", rows(1, 300, b"secret-body" * 50))
    await log.save_snapshot("elm", 100, "1", b"secret-state" * 900)
    await log.save_snapshot("elm", 300, "2", b"secret-state" * 900)
    token = await SqlitePeople(log.file).invite("elm")
    assert b"secret-body" in on_disk(path)
    await log.delete("elm")
    for trace in (b"secret-about", b"secret-body", b"secret-state", token.encode()):
        assert trace not in on_disk(path)


def on_disk(path: Path) -> bytes:
    return b"".join(file.read_bytes() for file in path.parent.iterdir() if file.suffix != ".lock")


async def test_a_reader_is_given_back_and_used_again(log: SqliteLog, path: Path) -> None:
    file = DataFile.look(path)
    assert len({file.peek(id) for _ in range(3)}) == 1
    await file.close()
