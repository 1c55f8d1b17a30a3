"""Several processes behind one address: shared out, replaced, renewed, ended."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from pathlib import Path

import pytest
from tests import patience
from tests.cli import small_house
from tests.cli.terminal import Terminal

from tablefolk.cli import workers
from tablefolk.cli.workers import NoWorkers, Parent, Worker, doors, possible

GET = b"GET / HTTP/1.1\r\nhost: localhost\r\n\r\n"
Line = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class Leading:
    """A parent at work, and where its house is."""

    def __init__(self, broken: Path) -> None:
        self.sockets = doors("127.0.0.1", 0, 2)
        self.at = self.sockets[0].getsockname()[:2]
        self.broken = broken  # while this file is there, no worker starts
        self.parent = Parent([sys.executable, small_house.__file__, str(broken)], self.sockets)
        self.task = asyncio.create_task(self.parent.run())

    async def connect(self) -> Line:
        return await asyncio.open_connection(*self.at)

    async def ask(self) -> int:
        """Which process answers somebody new."""
        line = await self.connect()
        pid, _ = await asked(line)
        line[1].close()
        return pid

    def serving(self) -> list[Worker]:
        found = [post.worker for post in self.parent.posts]
        return [one for one in found if one and one.served]

    def pids(self) -> set[int]:
        return {one.process.pid for one in self.serving()}


async def asked(line: Line) -> tuple[int, bool]:
    """Which process answers, and whether it hangs up after that."""
    line[1].write(GET)
    head = await line[0].readuntil(b"\r\n\r\n")
    length = int(head.lower().split(b"content-length: ")[1].split(b"\r\n")[0])
    return int(await line[0].readexactly(length)), b"connection: close" in head


async def until(fits: Callable[[], bool]) -> None:
    async with asyncio.timeout(patience.SECONDS):
        while not fits():
            await asyncio.sleep(0.02)


@pytest.fixture
async def leading(tmp_path: Path) -> AsyncIterator[Leading]:
    one = Leading(tmp_path / "broken")
    await until(lambda: len(one.serving()) == 2)
    yield one
    one.parent.ending.set()
    with suppress(NoWorkers):
        await asyncio.wait_for(one.task, patience.SECONDS)
    for door in one.sockets:
        door.close()


async def test_who_comes_is_shared_out_among_the_workers(leading: Leading) -> None:
    lines = [await leading.connect() for _ in range(80)]
    served = Counter([(await asked(line))[0] for line in lines])
    assert set(served) == leading.pids()
    assert min(served.values()) > 10
    for _, writer in lines:
        writer.close()


async def test_a_dead_worker_is_replaced_and_who_waits_for_it_is_served(leading: Leading) -> None:
    before = leading.pids()
    victim = min(before)
    os.kill(victim, signal.SIGKILL)
    await until(lambda: victim not in leading.pids())
    answers = await asyncio.wait_for(
        asyncio.gather(*(leading.ask() for _ in range(40))), patience.SECONDS
    )
    assert victim not in answers
    assert len(set(answers)) == 2  # some of them have waited for the new one


async def test_a_rolling_restart_under_load_loses_nothing(leading: Leading) -> None:
    before, stop = leading.pids(), asyncio.Event()
    people = [asyncio.create_task(keep_asking(leading, stop)) for _ in range(8)]
    os.kill(os.getpid(), signal.SIGHUP)
    await until(lambda: len(leading.serving()) == 2 and not leading.pids() & before)
    await until(lambda: not any(alive(pid) for pid in before))
    stop.set()
    answers = Counter[int]()
    for one in people:
        answers += await asyncio.wait_for(one, patience.SECONDS)
    assert set(answers) >= before | leading.pids()


async def keep_asking(leading: Leading, stop: asyncio.Event) -> Counter[int]:
    """Somebody who asks without a pause, over a kept connection and over new ones in turn."""
    answers = Counter[int]()
    while not stop.is_set():
        line = await leading.connect()
        for _ in range(20):
            pid, last = await asked(line)  # a connection that was reset would raise here
            answers[pid] += 1
            if last:
                break
        line[1].close()
    return answers


def alive(pid: int) -> bool:
    with suppress(ProcessLookupError):
        os.kill(pid, 0)
        return True
    return False


async def test_if_a_new_worker_does_not_start_the_old_ones_serve_on(leading: Leading) -> None:
    before = leading.pids()
    leading.broken.touch()
    hired = len(leading.parent.posts[0].hired)
    os.kill(os.getpid(), signal.SIGHUP)
    await until(lambda: len(leading.parent.posts[0].hired) > hired)
    successor = leading.parent.posts[0].hired[-1]
    await until(lambda: successor.process.returncode is not None)
    assert leading.pids() == before
    assert await leading.ask() in before


async def test_asked_to_end_it_ends_with_all_its_workers(leading: Leading) -> None:
    before = leading.pids()
    os.kill(os.getpid(), signal.SIGTERM)
    await asyncio.wait_for(leading.task, patience.SECONDS)
    assert not any(alive(pid) for pid in before)


async def test_workers_that_end_at_once_are_given_up_in_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workers, "BACK_OFF", 0.001)
    (tmp_path / "broken").touch()
    one = Leading(tmp_path / "broken")
    with pytest.raises(NoWorkers, match="end as soon as they are started"):
        await asyncio.wait_for(one.task, patience.SECONDS)
    for door in one.sockets:
        door.close()


async def test_without_their_parent_workers_end(leading: Leading) -> None:
    """As it is when the parent was killed: nobody keeps the other end of the line."""
    (worker, *_) = leading.serving()
    worker.line.close()
    await until(lambda: worker.process.returncode is not None)


async def test_a_port_that_is_taken_by_other_workers_is_taken(leading: Leading) -> None:
    with pytest.raises(OSError, match="in use"):
        doors("127.0.0.1", leading.at[1], 2)


# -- What was asked for --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("many", "place", "why"),
    [
        (2, Path("tables.sqlite"), "A data file is served by one process"),
        (1, Path("tables.sqlite"), "A data file is served by one process"),
        (0, "postgresql://localhost/tables", "and 0 cannot"),
    ],
)
def test_what_cannot_be_served_by_several_is_told_in_a_sentence(
    many: int, place: Path | str, why: str
) -> None:
    with pytest.raises(NoWorkers, match=why):
        possible(many, place)


def test_several_processes_need_a_database(terminal: Terminal) -> None:
    said = terminal("serve", "--workers=2", "--port=0", "--data", str(terminal.data))
    assert (said.code, said.out, said.err.count("\n")) == (2, "", 1)
    assert "A data file is served by one process" in said.err
    assert not terminal.data.exists()


def test_a_database_may_be_named_where_nobody_lists_it(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TABLEFOLK_DATABASE", "mysql://localhost/tables")
    said = terminal("serve", "--host=127.0.0.1", "--port=0")
    assert (said.code, said.err.count("\n")) == (2, 1)
    assert "TABLEFOLK_DATABASE" in said.err
