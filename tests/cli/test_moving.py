"""Tables move to a database and back: whole, once, and checked (issue 11, part 8)."""

from __future__ import annotations

import asyncio
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import psycopg
import pytest
from tests import patience
from tests.cli.terminal import Terminal
from tests.postgres import server
from tests.web.pictures import SVG

from tablefolk.games import shelf
from tablefolk.hosting.drawings import drawing
from tablefolk.hosting.log.base import Row
from tablefolk.hosting.log.sqlite import SqliteLog
from tablefolk.hosting.log.wholes import FileTables
from tablefolk.hosting.moving import WholeTable
from tablefolk.hosting.people import LinkExpired, Shared
from tablefolk.hosting.postgres import in_postgres
from tablefolk.hosting.store import in_file
from tablefolk.hosting.tables import Host

pytestmark = pytest.mark.postgres


@pytest.fixture
def url(tmp_path: Path) -> str:
    return server().database(tmp_path)


@pytest.fixture
def played(terminal: Terminal) -> tuple[str, dict[str, str]]:
    """A table with everything that can lie beside its entries; another; and links to the first."""
    return asyncio.run(_played(terminal.data))


async def _played(path: Path) -> tuple[str, dict[str, str]]:
    store = in_file(path)
    host = Host(store, shelf().games)
    demo = await host.demo("wheel-of-fate")
    await host.open_table("wheel-of-fate", "Another", "Gil")
    await store.drawings.put(demo.table, drawing(SVG))
    await store.log.save_snapshot(demo.table, 1, "1", b"state")
    links = {
        "expired": await store.people.invite(demo.table),
        "invite": await store.people.invite(demo.table),
        "share": await store.people.share(Shared(demo.table, 1)),
        "seat": demo.token,
    }
    await store.close()
    return demo.table, links


def wholes(path: Path) -> dict[str, WholeTable | None]:
    async def read() -> dict[str, WholeTable | None]:
        log = SqliteLog.look(path)
        tables = FileTables(log)
        found = {table: await tables.whole(table) for table, _ in await log.tables()}
        await log.close()
        return found

    return asyncio.run(read())


def test_tables_move_to_a_database_and_back_to_the_same_bytes(
    terminal: Terminal, url: str, played: tuple[str, dict[str, str]]
) -> None:
    there = terminal("move", "--from", str(terminal.data), "--to", url)
    assert (there.code, there.err) == (0, "")
    assert there.out.startswith("2 tables moved (")
    assert there.out.endswith(" entries), 0 there already, 0 differ.\n")
    home = terminal.folder / "home.sqlite"
    assert terminal("move", "--from", url, "--to", str(home)).out == there.out
    before = wholes(terminal.data)
    assert all(before[played[0]].beside.values())  # type: ignore[union-attr]
    assert wholes(home) == before
    assert terminal("check", "--data", str(home)).code == 0


def test_links_lead_where_they_led(
    terminal: Terminal, url: str, played: tuple[str, dict[str, str]]
) -> None:
    terminal("move", "--from", str(terminal.data), "--to", url)
    table, links = played

    async def followed() -> None:
        store = await in_postgres(url)
        people = store.people
        assert await people.table_of_invite(links["invite"]) == table
        with pytest.raises(LinkExpired):
            await people.table_of_invite(links["expired"])
        seat = await people.seat_of(links["seat"])
        assert seat
        assert seat.table == table
        assert await people.shared(links["share"]) == Shared(table, 1)
        await store.close()

    asyncio.run(followed())


def test_a_database_is_listed_written_out_taken_over_and_audited_like_a_file(
    terminal: Terminal, url: str, played: tuple[str, dict[str, str]]
) -> None:
    terminal("move", "--from", str(terminal.data), "--to", url)
    kept = [terminal.kept("tables", "--json").json, terminal.kept("export", played[0]).out]
    moved = [
        terminal("tables", "--json", "--database", url).json,
        terminal("export", played[0], "--database", url).out,
    ]
    assert moved == kept
    file = terminal.folder / "table"
    file.write_text(kept[1])
    taken = terminal("import", str(file), "--json", "--database", url).json
    assert terminal("export", taken["table"], "--database", url).out == kept[1]
    assert terminal("check", "--database", url).out == "Everything is as the rules decide it.\n"
    with psycopg.connect(url, autocommit=True) as con:
        con.execute("UPDATE tablefolk.entries SET body = body || ' ' WHERE version = 2")
    assert terminal("check", "--database", url).code == 1
    both = terminal("tables", "--database", url, "--data", "x")
    assert (both.code, "not allowed with" in both.err) == (2, True)
    assert "begins with postgresql://" in terminal("tables", "--database", "mysql://x").err


def test_what_is_there_and_the_same_is_not_moved_again_and_what_is_different_is_refused(
    terminal: Terminal, url: str, played: tuple[str, dict[str, str]]
) -> None:
    again = ("move", "--from", str(terminal.data), "--to", url)
    terminal(*again)
    assert terminal(*again).out == "0 tables moved (0 entries), 2 there already, 0 differ.\n"
    with psycopg.connect(url, autocommit=True) as con:
        con.execute("DELETE FROM tablefolk.shares")
    said = terminal(*again)
    assert said.code == 1
    assert said.out.splitlines()[0].endswith(": it is there already, and different.")
    assert said.out.endswith("0 tables moved (0 entries), 1 there already, 1 differ.\n")


def test_what_is_damaged_is_not_moved(
    terminal: Terminal, url: str, played: tuple[str, dict[str, str]]
) -> None:
    with sqlite3.connect(terminal.data) as db:
        db.execute("UPDATE entries SET body = body || ' ' WHERE table_id = ? AND version = 2",
                   played[:1])  # fmt: skip
    db.close()
    said = terminal("move", "--from", str(terminal.data), "--to", url, "--json")
    assert said.code == 1
    assert said.json["moved"] == 1
    (why,) = said.json["differ"]
    assert why.endswith(": entry 2 is not as it was written; it was not moved.")


def test_a_move_that_was_killed_is_finished_by_the_next(terminal: Terminal, url: str) -> None:
    asyncio.run(_many(terminal.data, 40))
    command = [Path(sys.executable).with_name("tablefolk"), "move"]
    moving = subprocess.Popen([*command, "--from", terminal.data, "--to", url])
    until = time.monotonic() + patience.SECONDS
    while not _count(url) and moving.poll() is None:
        assert time.monotonic() < until
        time.sleep(0.005)
    moving.kill()
    moving.wait()
    said = terminal("move", "--from", str(terminal.data), "--to", url, "--json").json
    assert said["there"] >= 1
    assert (said["moved"] + said["there"], said["differ"]) == (40, [])


async def _many(path: Path, count: int) -> None:
    store = in_file(path)
    for number in range(count):
        rows = [Row(n, f"command-{n}", b"x" * 500) for n in range(1, 51)]
        await store.log.create(f"table-{number:03}", b"{}", rows)
    await store.close()


def _count(url: str) -> int:
    with psycopg.connect(url) as con:
        try:
            found = con.execute("SELECT count(*) FROM tablefolk.tables").fetchone()
        except psycopg.errors.UndefinedTable:
            return 0
    return int(found[0]) if found else 0


def test_nothing_moves_while_a_server_is_at_it(
    terminal: Terminal, url: str, played: tuple[str, dict[str, str]]
) -> None:
    there = ("move", "--from", str(terminal.data), "--to", url)

    async def served(way: tuple[str, ...]) -> str:
        file, database = in_file(terminal.data), await in_postgres(url)
        said = await asyncio.to_thread(terminal, *way)
        await file.close()
        await database.close()
        assert said.code == 2
        return said.err

    assert "is being served by another process." in asyncio.run(served(there))
    back = ("move", "--from", url, "--to", str(terminal.folder / "home.sqlite"))
    assert "is being served by another process." in asyncio.run(served(back))
    same = terminal("move", "--from", url, "--to", url)
    assert (same.code, same.err) == (2, "tablefolk: The tables are there already. (TF-39)\n")
    missing = terminal("move", "--from", str(terminal.folder / "no.sqlite"), "--to", url)
    assert missing.err.startswith("tablefolk: There is no data file ")
