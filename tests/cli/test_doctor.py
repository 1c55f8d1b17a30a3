"""`tablefolk doctor`: what is wrong, and what to do."""

from __future__ import annotations

import asyncio
import os
import socket
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
from tests.cli.terminal import Terminal
from tests.cli.test_serving import running

from tablefolk.core.table.at import GameAtTable
from tablefolk.games import shelf
from tablefolk.hosting import looking_over, reached
from tablefolk.hosting.log.base import Row
from tablefolk.hosting.store import in_file, in_memory
from tablefolk.hosting.tables import Host


async def _opened(path: Path) -> list[str]:
    store = in_file(path)
    host = Host(store, shelf().games)
    made = [await host.open_table("wheel-of-fate", name, "Gil") for name in ("Oak", "Elm")]
    await store.close()
    return [one.table for one in made]


@pytest.fixture
def ids(terminal: Terminal) -> list[str]:
    made = asyncio.run(_opened(terminal.data))
    terminal.kept("backup")
    return made


def wrong(terminal: Terminal) -> list[dict[str, str]]:
    said = terminal.kept("doctor", "--json")
    found = [one for one in said.json if one["how"] == "wrong"]
    assert said.code == (1 if found else 0)
    assert all(one["to_do"] for one in found)
    return found


def spoil(path: Path, query: str, *given: Any) -> None:
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA foreign_keys = ON")
        db.execute(query, given)
        db.commit()


def test_a_sound_house_is_well(terminal: Terminal, ids: list[str]) -> None:
    said = terminal.kept("doctor")
    assert (said.code, said.err) == (0, "")
    assert "✓ Its structure is sound.\n" in said.out
    assert "✓ 2 of 2 tables can be played.\n" in said.out
    assert "✓ 1 backup in " in said.out
    assert said.out.endswith("\nAll is well.\n")
    assert "✗" not in said.out


def test_without_a_file_that_is_what_is_wrong(terminal: Terminal) -> None:
    (found,) = wrong(terminal)
    assert found["what"].startswith("There is no data file")


SPOILT: dict[str, tuple[Callable[[Path, str], None], str]] = {
    "open to others": (lambda path, _: path.chmod(0o644), "Others on this machine may open it"),
    "a second name": (
        lambda path, _: path.with_name("other").hardlink_to(path),
        "It has a second name",
    ),
    "cut short": (lambda path, _: os.truncate(path, 20_000), "is damaged"),
    "an entry": (
        lambda path, id: spoil(path, "UPDATE entries SET body = x'00' WHERE table_id = ?", id),
        "entry 1 is not as it was written; it is set aside.",
    ),
    "a description": (
        lambda path, id: spoil(path, "UPDATE tables SET about = x'00' WHERE id = ?", id),
        "cannot be read: it is set aside.",
    ),
    "a game that is gone": (
        lambda path, id: spoil(
            path, "UPDATE tables SET about = replace(about, 'wheel-of', 'hall-of') WHERE id = ?", id
        ),
        "plays hall-of-fate, which is not installed.",
    ),
    "a clock": (
        lambda path, _: os.utime(path, (time.time() + 9999, time.time() + 9999)),
        "The clock of this machine says",
    ),
}


@pytest.mark.parametrize("what", SPOILT)
def test_what_is_wrong_is_found_with_what_to_do(
    terminal: Terminal, ids: list[str], what: str
) -> None:
    change, sentence = SPOILT[what]
    change(terminal.data, ids[0])
    found = wrong(terminal)
    assert any(sentence in one["what"] for one in found), found
    text = terminal.kept("doctor").out
    assert "✗" in text
    assert "    → " in text


def test_tables_that_nobody_can_reach_are_named(terminal: Terminal, ids: list[str]) -> None:
    spoil(terminal.data, "DELETE FROM seats WHERE table_id = ?", ids[0])
    assert "Nobody can reach" not in terminal.kept("doctor").out
    spoil(terminal.data, "DELETE FROM invites WHERE table_id = ?", ids[0])
    said = terminal.kept("doctor")
    assert (said.code, f"· Nobody can reach table {ids[0]}: " in said.out) == (0, True)


def test_a_running_house_is_looked_over_and_asked(terminal: Terminal, ids: list[str]) -> None:
    with running("serve", "--data", str(terminal.data)) as (_, address):
        said = terminal.kept("doctor", "--url", address)
    assert said.code == 0, said.out
    for sentence in (
        "✓ It is being served.",
        "answers, and can be played.",
        "✓ Streams arrive as they are sent.",
        "✓ A whole table (20 MB) may be sent.",
        "· It is reached without TLS",
    ):
        assert sentence in said.out


def test_an_address_where_nobody_is_at_home_is_told(terminal: Terminal, ids: list[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as door:
        port = door.getsockname()[1]
    said = terminal.kept("doctor", "--url", f"http://127.0.0.1:{port}")
    assert said.code == 1
    assert "does not answer as a house does" in said.out


@contextmanager
def proxy(*answers: bytes) -> Iterator[str]:
    """Something before a house that answers each asker with the next of these."""
    with socket.create_server(("127.0.0.1", 0)) as door:

        def answer() -> None:
            for one in answers:
                line, _ = door.accept()
                with line:
                    line.recv(4096)
                    line.sendall(one)

        thread = threading.Thread(target=answer, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{door.getsockname()[1]}"


def test_a_proxy_that_gathers_streams_and_refuses_large_files_is_found() -> None:
    body = b'{"ok": true, "at": "http://127.0.0.1:8000"}'
    health = b"HTTP/1.1 200 OK\r\ncontent-length: %d\r\n\r\n%s" % (len(body), body)
    gathered = b"HTTP/1.1 200 OK\r\ncontent-length: 22\r\n\r\ndata: one\n\ndata: two\n\n"
    small = b"HTTP/1.1 413 Request Entity Too Large\r\ncontent-length: 0\r\n\r\n"
    with proxy(health, gathered, small) as url:
        found = [one.what for one in reached.house(url) if one.how == "wrong"]
    assert [sentence.split(":")[0] for sentence in found] == [
        "The server takes its address for http",
        "Something gathers streams before it passes them on",
        "Files of more than the proxy allows cannot be brought.",
    ]


async def test_the_tables_of_any_store_are_looked_over() -> None:
    store, games = in_memory(), {game.key: GameAtTable(game) for game in shelf().games}
    made = await Host(store, shelf().games).open_table("wheel-of-fate", "Oak", "Gil")
    await store.log.create("elm", b"{")
    store.log.boxes[made.table].rows[0] = Row(1, "x", b"")  # type: ignore[attr-defined]
    found = [one.what async for one in looking_over.store(store, games)]
    assert f"Table {made.table}: entry 1 is not as it was written." in found
    assert "What is kept about table elm cannot be read." in found
    assert found[-1] == "0 of 2 tables can be played."
