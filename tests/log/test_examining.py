"""A look through the whole file as it is opened: at once, or beside the game if it takes long."""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from tests.disks import small_disk
from tests.patience import SECONDS

from tablefolk.hosting.log import copying
from tablefolk.hosting.log.base import Broken, Row
from tablefolk.hosting.log.examining import Examined
from tablefolk.hosting.log.locking import served, was_killed
from tablefolk.hosting.log.sqlite import SqliteLog

DAMAGED = "is damaged, or not a Tablefolk data file"


def rows(count: int, size: int = 400) -> list[Row]:
    return [Row(n, f"c{n}", b"x" * size) for n in range(1, count + 1)]


@pytest.fixture
async def path(tmp_path: Path) -> Path:
    path = tmp_path / "tables.db"
    await filled(path, 300)
    return path


async def filled(path: Path, count: int) -> None:
    log = SqliteLog.serve(path)
    await log.create("oak", b"{}", rows(count))
    await log.close()


def spoil(path: Path) -> None:
    """A page in the middle is overwritten."""
    with path.open("r+b") as file:
        file.seek(4096 * 14)
        file.write(os.urandom(4096 * 8))


def until(true: Callable[[], bool]) -> None:
    end = time.monotonic() + SECONDS
    while not true():
        assert time.monotonic() < end
        time.sleep(0.005)


async def test_a_damaged_file_is_refused_before_anything_is_written(path: Path) -> None:
    spoil(path)
    before = path.read_bytes()
    with pytest.raises(Broken, match=DAMAGED) as no:
        SqliteLog.serve(path)
    assert no.value.kind == "damaged"
    assert "tablefolk restore" in str(no.value)
    assert path.read_bytes() == before
    assert not path.with_name(f"{path.name}.lock").exists()


async def test_a_large_file_is_served_while_it_is_looked_through_and_damage_told(
    path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    spoil(path)
    unsound = copying.unsound

    def slowly(file: Path) -> str:
        until(lambda: "is large" in caplog.text)
        return unsound(file)

    monkeypatch.setattr("tablefolk.hosting.log.examining.unsound", slowly)
    examined = Examined(path, patience=0.01)
    examined.need_sound()  # nobody knows yet
    until(lambda: not examined.under_way)
    assert "it is looked through while it is served" in caplog.text
    assert DAMAGED in caplog.text
    assert examined.damage


async def test_a_file_that_is_served_is_known_to_be_and_let_go_of_in_the_end(path: Path) -> None:
    assert not served(path)
    log = SqliteLog.serve(path)
    assert (served(path), was_killed(path)) == (True, True)
    await log.close()
    assert (served(path), was_killed(path)) == (False, False)


async def test_an_upgrade_that_finds_no_room_leaves_the_old_data_in_use__TF_42(
    tmp_path: Path,
) -> None:
    with small_disk(tmp_path / "disk") as disk:
        path = disk / "tables.db"
        await filled(path, 1500)
        with closing(sqlite3.connect(path)) as db:
            db.executescript("ALTER TABLE entries DROP COLUMN mark; PRAGMA user_version = 3;")
        ballast = disk / "ballast"
        ballast.write_bytes(bytes(max(0, os.statvfs(disk).f_bavail * 4096 - 200_000)))
        with pytest.raises(Broken, match="could not be brought up to date: database or disk is"):
            SqliteLog.serve(path, tmp_path / "copies")
        looking = SqliteLog.look(path)
        assert (looking.file.schema, await looking.version("oak")) == (3, 1500)
        await looking.close()
        ballast.unlink()
        log = SqliteLog.serve(path, tmp_path / "copies")
        assert (await log.flaw("oak"), await log.version("oak")) == (0, 1500)
        await log.close()
