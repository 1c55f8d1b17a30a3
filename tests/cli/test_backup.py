"""`tablefolk backup` and `restore`, and a start on a damaged file."""

from __future__ import annotations

import asyncio
import os
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from tests.cli.terminal import Terminal
from tests.disks import read_only, small_disk

from tablefolk.games import shelf
from tablefolk.hosting.store import in_file
from tablefolk.hosting.tables import Host

SERVE = ("serve", "--host", "127.0.0.1", "--port", "0")


async def _said(path: Path, table: str, text: str) -> None:
    store = in_file(path)
    await Host(store, shelf().games).act(table, "gil", "Say", {"text": text})
    await store.close()


async def _opened(path: Path, name: str) -> str:
    store = in_file(path)
    opened = await Host(store, shelf().games).open_table("wheel-of-fate", name, "Gil")
    await store.close()
    return opened.table


@pytest.fixture
def friday(terminal: Terminal) -> str:
    return asyncio.run(_opened(terminal.data, "Friday"))


def backups(terminal: Terminal) -> list[Path]:
    return sorted((terminal.folder / "tables-backups").iterdir())


def test_a_backup_is_made_and_put_back_and_the_table_is_as_it_was(
    terminal: Terminal, friday: str
) -> None:
    before = terminal.kept("export", friday).out
    said = terminal.kept("backup")
    (made,) = backups(terminal)
    assert (said.code, said.out.startswith(f"{made}: 1 table, 1 entry, ")) == (0, True)
    asyncio.run(_said(terminal.data, friday, "a word too many"))
    asyncio.run(_opened(terminal.data, "Saturday"))
    asked = terminal.kept("restore", str(made))
    assert asked.code == 1
    assert asked.out.splitlines()[1:] == [
        *sorted(
            [
                "  Friday: 1 entries after the 1 that the backup has",
                "  Saturday: the whole table, 1 entries",
            ],
            key=asked.out.index,
        ),
        "Nothing was done. With --yes the backup takes its place; it is kept aside.",
    ]
    assert "a word too many" in terminal.kept("export", friday).out
    done = terminal.kept("restore", str(made), "--yes")
    assert done.code == 0
    aside = Path(done.out.splitlines()[-1].removeprefix("As it was it is kept in ").rstrip("."))
    assert terminal.kept("export", friday).out == before
    assert terminal.kept("check").code == 0
    assert "a word too many" in terminal("export", friday, "--data", str(aside)).out
    asyncio.run(_said(terminal.data, friday, "and on"))


def test_where_nothing_is_lost_nobody_is_asked(terminal: Terminal, friday: str) -> None:
    copy = terminal.folder / "elsewhere" / "copy.sqlite"
    assert terminal.kept("backup", "-o", str(copy)).code == 0
    again = terminal.kept("backup", "-o", str(copy))
    assert (again.code, "already" in again.err) == (2, True)
    assert terminal.kept("restore", str(copy)).code == 0
    terminal.data.unlink()
    assert terminal.kept("restore", str(copy)).code == 0
    assert terminal.kept("tables").out.endswith("Friday\n")


def test_backups_are_listed_where_none_is_named(terminal: Terminal, friday: str) -> None:
    none = terminal.kept("restore")
    assert (none.code, "There are no backups in" in none.err) == (2, True)
    terminal.kept("backup")
    assert terminal.kept("restore").out.startswith(f"{backups(terminal)[0]}  0.")


def test_what_is_no_backup_is_not_put_back(terminal: Terminal, friday: str) -> None:
    before, letter = terminal.data.read_bytes(), terminal.folder / "letter"
    letter.write_bytes(b"Dear Ana, " * 1000)
    for wrong in (letter, terminal.folder / "missing"):
        said = terminal.kept("restore", str(wrong), "--yes")
        assert (said.code, said.out, said.err.count("\n")) == (2, "", 1)
    assert terminal.data.read_bytes() == before


@pytest.mark.parametrize("percent", [98, 70, 30, 2])
def test_a_file_cut_short_is_refused_with_what_to_do_and_restored(
    terminal: Terminal, friday: str, percent: int
) -> None:
    terminal.kept("backup")
    (made,) = backups(terminal)
    whole = terminal.data.stat().st_size
    os.truncate(terminal.data, whole * percent // 100)
    damaged = terminal.data.read_bytes()
    said = terminal(*SERVE, "--data", str(terminal.data))
    assert (said.code, said.out, said.err.count("\n")) == (2, "", 1)
    assert "is damaged" in said.err
    assert "Put a backup in its place with tablefolk restore" in said.err
    assert terminal.data.read_bytes() == damaged, "nothing was written into it"
    assert not terminal.data.with_name("tables.sqlite.lock").exists()
    assert terminal.kept("restore", str(made)).code == 1
    assert terminal.kept("restore", str(made), "--yes").code == 0
    assert terminal.kept("check").code == 0


def test_a_start_tells_of_newest_entries_that_somebody_removed(
    terminal: Terminal, friday: str, caplog: pytest.LogCaptureFixture
) -> None:
    lock = terminal.data.with_name("tables.sqlite.lock")
    assert not lock.exists(), "whoever stops lets go"
    lock.write_bytes(b"serving")  # as a kill leaves it; and somebody has tidied up since
    asyncio.run(_said(terminal.data, friday, "hello"))
    assert "tables.sqlite-wal, in which the newest entries lay, is gone" in caplog.text
    caplog.clear()
    asyncio.run(_said(terminal.data, friday, "hello"))
    assert caplog.text == ""


def test_a_disk_that_cannot_be_written_is_told_in_a_sentence(terminal: Terminal) -> None:
    with small_disk(terminal.folder / "disk") as disk:
        data = disk / "tables.sqlite"
        asyncio.run(_opened(data, "Friday"))
        read_only(disk)
        said = terminal(*SERVE, "--data", str(data))
        assert (said.code, said.out, said.err.count("\n")) == (2, "", 1)
        assert "Read-only file system" in said.err


@pytest.mark.parametrize("change", ["invites SET token = 'other'", "tables SET about = x'7b'"])
def test_what_lies_beside_a_log_is_checked_where_it_can_be(
    terminal: Terminal, friday: str, change: str
) -> None:
    with closing(sqlite3.connect(terminal.data)) as db:
        db.execute(f"UPDATE {change}")
        db.commit()
    assert terminal.kept("check").code == 1
    assert terminal.kept("tables").code == 0


def test_a_table_with_a_flaw_is_written_out_as_far_as_it_is_sound(
    terminal: Terminal, friday: str
) -> None:
    for text in ("one", "two", "three"):
        asyncio.run(_said(terminal.data, friday, text))
    with closing(sqlite3.connect(terminal.data)) as db:
        db.execute("UPDATE entries SET command_id = 'x' WHERE version = 3")
        db.commit()
    found = terminal.kept("check")
    assert (found.code, found.out.splitlines()[0]) == (
        1,
        "Friday: entry 3 is not as it was written",
    )
    said = terminal.kept("export", friday)
    assert said.err == (
        "tablefolk: Entry 3 is not as it was written: what came before it was exported.\n"
    )
    assert ("one" in said.out, "two" in said.out) == (True, False)


def test_a_database_has_tools_of_its_own(terminal: Terminal) -> None:
    for words, tool in ((("backup",), "pg_dump"), (("restore", "x"), "pg_restore")):
        said = terminal(*words, "--database", "postgresql://127.0.0.1:1/none")
        assert (said.code, tool in said.err, said.err.count("\n")) == (2, True, 1)
