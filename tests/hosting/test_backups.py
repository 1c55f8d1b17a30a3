"""Backups while a house runs: few, near to every moment, whole, and never the end of the disk."""

from __future__ import annotations

import asyncio
import os
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.patience import SECONDS

from tablefolk.hosting.backups import DAY, HOUR, QUARTER, WEEK, Backups, worth_keeping
from tablefolk.hosting.log import copying
from tablefolk.hosting.log.base import Broken, Row
from tablefolk.hosting.log.sqlite import SqliteLog
from tablefolk.hosting.restoring import put_back, tables_in

NOW = 1_800_000_000.0
TIMES = st.sets(st.integers(0, QUARTER * 2).map(lambda age: NOW - age), min_size=1, max_size=60)


def rows(first: int, last: int) -> list[Row]:
    return [Row(n, f"c{n}", b"x" * 500) for n in range(first, last + 1)]


# -- Which are worth keeping ----------------------------------------------------------------------


@given(TIMES)
def test_all_of_a_day_are_kept_and_of_each_day_and_week_one(times: set[float]) -> None:
    kept = worth_keeping(times, NOW)
    assert max(times) in kept <= times
    for at in times:
        age = NOW - at
        every = 1 if age < DAY else DAY if age < 14 * DAY else WEEK
        if age < QUARTER:
            assert any(at // every == other // every and other >= at for other in kept)
        else:
            assert at not in kept or at == max(times)


@given(TIMES)
def test_what_is_worth_keeping_stays_so_when_the_rest_is_gone(times: set[float]) -> None:
    kept = worth_keeping(times, NOW)
    assert worth_keeping(kept, NOW) == kept
    assert len([at for at in kept if NOW - at >= DAY]) <= 15 + 14 + 1


@settings(max_examples=6)
@given(st.integers(0, WEEK), st.integers(1, 3))
def test_through_months_of_hours_some_backup_is_near_to_every_moment(start: int, step: int) -> None:
    kept: set[float] = set()
    now = NOW + start
    for _ in range(0, 120 * 24, step):
        now += step * HOUR
        kept = worth_keeping(kept | {now}, now)
    for age, near in ((DAY / 2, step * HOUR), (10 * DAY, DAY), (80 * DAY, WEEK)):
        assert min(abs(now - age - at) for at in kept) <= near
    assert min(kept) >= now - QUARTER


def test_of_no_backups_none_is_kept() -> None:
    assert worth_keeping([], NOW) == set()


# -- Making them ----------------------------------------------------------------------------------


class Clock:
    now = NOW

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "house.sqlite"


@pytest.fixture
async def log(path: Path) -> AsyncIterator[SqliteLog]:
    log = SqliteLog.serve(path)
    await log.create("oak", b'{"name":"Oak"}', rows(1, 50))
    yield log
    await log.close()


def changed(path: Path, at: float) -> None:
    for file in (path, path.with_name(f"{path.name}-wal")):
        os.utime(file, (at, at))


async def test_a_backup_is_whole_and_its_owners_only_while_the_file_is_written(
    log: SqliteLog, path: Path
) -> None:
    backups = Backups(path)

    async def play() -> None:
        for n in range(51, 151):
            await log.append("oak", n - 1, rows(n, n))

    made, _ = await asyncio.gather(asyncio.to_thread(backups.make), play())
    assert made.parent == path.parent / "house-backups"
    assert made.stat().st_mode & 0o077 == 0
    assert [*made.parent.iterdir()] == [made], "nothing half is left beside it"
    looking = SqliteLog.look(made)
    assert await looking.integrity() == []
    assert await looking.flaw("oak") == 0
    assert 50 <= await looking.version("oak") <= 150
    await looking.close()


async def test_one_is_due_an_hour_after_the_last_if_anything_happened(
    log: SqliteLog, path: Path
) -> None:
    clock = Clock()
    backups = Backups(path, clock=clock)
    assert backups.due()
    backups.make()
    changed(path, clock.now - 5)
    clock.now += HOUR
    assert not backups.due(), "nothing has happened"
    changed(path, clock.now - 5)
    assert backups.due()
    backups.make()
    clock.now += HOUR - 60
    changed(path, clock.now)
    assert not backups.due(), "not yet"


async def test_old_ones_are_let_go_of_and_nobody_elses_files(log: SqliteLog, path: Path) -> None:
    clock = Clock()
    backups = Backups(path, clock=clock)
    for _ in range(30):
        backups.make()
        clock.now += 600
    assert len(backups.made()) == 30, "none of today is let go"
    schema = backups.folder / "house-schema-3.sqlite"
    mine = backups.folder / "house-by-hand.sqlite"
    for file in (schema, mine):
        file.write_bytes(b"")
        os.utime(file, (clock.now, clock.now))
    clock.now += QUARTER + DAY
    backups.make()
    assert set(backups.folder.iterdir()) == {mine, *backups.made()}
    assert len(backups.made()) == 1


async def test_while_it_is_kept_backups_are_made_and_trouble_is_told_once(
    log: SqliteLog, path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    backups = Backups(path)
    with monkeypatch.context() as cramped:
        cramped.setattr(copying, "SPARE", 1 << 60)
        keeping = asyncio.create_task(backups.keep(0.001))
        async with asyncio.timeout(SECONDS):
            while "No backup could be made" not in caplog.text:
                await asyncio.sleep(0.01)
        await asyncio.sleep(0.1)
        assert caplog.text.count("No backup could be made: There is no room in") == 1
        assert backups.made() == {}
    async with asyncio.timeout(SECONDS):
        while not backups.made():
            await asyncio.sleep(0.01)
    keeping.cancel()
    assert (await asyncio.gather(keeping, return_exceptions=True))[0]


async def test_serving_begins_and_ends_it(log: SqliteLog, path: Path) -> None:
    before = asyncio.all_tasks()
    async with Backups(path).kept():
        assert len(asyncio.all_tasks() - before) == 1
    assert asyncio.all_tasks() == before


# -- Putting one back -----------------------------------------------------------------------------


async def test_a_backup_put_back_is_served_and_what_was_there_is_whole(
    log: SqliteLog, path: Path
) -> None:
    made = Backups(path).make()
    await log.append("oak", 50, rows(51, 60))
    await log.create("ash", b'{"name":"Ash"}', rows(1, 3))
    with pytest.raises(Broken, match="is being served by another process"):
        put_back(made, path)
    await log.close()
    aside = put_back(made, path)
    assert aside
    assert {name: kept.entries for name, kept in tables_in(aside).items()} == {"oak": 60, "ash": 3}
    again = SqliteLog.serve(path)
    assert await again.version("oak") == 50
    await again.append("oak", 50, rows(51, 51))
    mode = again.file.peek(lambda db: db.execute("PRAGMA journal_mode").fetchone())
    assert (mode, await again.flaw("oak")) == (("wal",), 0)
    await again.close()


async def test_after_a_kill_what_lay_beside_the_file_goes_aside_with_it(
    log: SqliteLog, path: Path, tmp_path: Path
) -> None:
    made = Backups(path).make()
    await log.append("oak", 50, rows(51, 60))
    killed = tmp_path / "killed" / path.name  # as a kill leaves it: the newest is beside the file
    killed.parent.mkdir()
    for ending in ("", "-wal"):
        source = path.with_name(f"{path.name}{ending}")
        killed.with_name(f"{path.name}{ending}").write_bytes(source.read_bytes())
    aside = put_back(made, killed)
    assert aside
    assert not killed.with_name(f"{path.name}-wal").exists()
    assert tables_in(aside)["oak"].entries == 60
    assert tables_in(killed)["oak"].entries == 50


# -- Deleted is deleted (TF-41) -------------------------------------------------------------------


async def test_of_a_deleted_table_nothing_is_left_but_in_backups_until_they_are_old__TF_41(
    log: SqliteLog, path: Path
) -> None:
    clock = Clock()
    backups = Backups(path, clock=clock)
    await log.create("elm", b"the-secret-name", [Row(1, "the-secret-id", b"the-secret-words")])
    first = backups.make()
    await log.delete("elm")
    secrets = (b"the-secret-name", b"the-secret-id", b"the-secret-words", b"elm")
    beside = [file for file in path.parent.iterdir() if file.is_file()]
    assert {file.name.removeprefix(path.name) for file in beside} >= {"", "-wal", ".lock"}
    for file in beside:
        assert not [secret for secret in secrets if secret in file.read_bytes()], file.name
    assert b"the-secret-words" in first.read_bytes()
    clock.now += QUARTER
    made = backups.make()
    assert [*backups.made()] == [made]
    assert b"the-secret-words" not in made.read_bytes()


def test_a_copy_of_what_is_no_data_file_is_not_made(tmp_path: Path) -> None:
    letter = tmp_path / "letter.sqlite"
    letter.write_bytes(b"Dear Ana, " * 1000)
    with pytest.raises(Broken, match="is damaged"):
        copying.copied(letter, tmp_path / "copy.sqlite")
    with closing(sqlite3.connect(tmp_path / "photos.sqlite")) as db:
        db.execute("CREATE TABLE photos (name)")
    with pytest.raises(Broken, match="is not a Tablefolk data file"):
        tables_in(tmp_path / "photos.sqlite")
    assert {file.name for file in tmp_path.iterdir()} == {"letter.sqlite", "photos.sqlite"}
