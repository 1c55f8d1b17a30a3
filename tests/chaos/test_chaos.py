"""Everything falls, again and again, and nothing is lost: two processes and their database."""

from __future__ import annotations

import asyncio
import itertools
import os
import random
import signal
import sys
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import httpx
import msgspec
import psycopg
import pytest
from tests import patience
from tests.chaos.people import Page, Person, Seat, Told
from tests.postgres import Server

from tablefolk.core.table.at import GameAtTable
from tablefolk.core.table.talk import Said
from tablefolk.games import load
from tablefolk.hosting.live import name_of
from tablefolk.hosting.postgres import in_postgres
from tablefolk.hosting.store import Store
from tablefolk.hosting.tables import About

pytestmark = [pytest.mark.postgres, pytest.mark.breaking]
GAMES = ("wheel-of-fate", "mutagen")
FAULTS = int(os.environ.get("TABLEFOLK_FAULTS", "10"))
QUIET = (0.3, 1.2)  # seconds between faults
PAUSE = (0.2, 1.5)  # seconds for which something is stopped


class Process:
    """`tablefolk serve` on a database, which can be killed and comes back at the same port."""

    def __init__(self, database: str) -> None:
        self.database, self.port = database, 0

    async def start(self) -> None:
        start = "import sys; from tablefolk.cli import main; sys.exit(main())"
        own = ("serve", "--host", "127.0.0.1", "--port", str(self.port), "--limits", "free")
        self.process = await asyncio.create_subprocess_exec(
            sys.executable, "-c", start, *own, "--database", self.database,
            stdout=asyncio.subprocess.PIPE,
        )  # fmt: skip
        assert self.process.stdout
        line = (await self.process.stdout.readline()).decode()
        assert "http://localhost:" in line, f"it did not start: {line!r}"
        self.port = int(line.strip().rpartition(":")[2].partition("/")[0])

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    async def kill(self) -> None:
        with suppress(ProcessLookupError):
            self.process.kill()
        await self.process.wait()


class World:
    """Two processes, their database, and everything that can happen to them."""

    def __init__(self, server: Server, url: str, processes: list[Process], seed: int) -> None:
        self.server, self.url, self.processes = server, url, processes
        self.chance = random.Random(seed)
        self._turns = itertools.cycle(processes)  # each is killed before any is killed again
        self.happened: Counter[str] = Counter()

    async def go_wrong(self) -> None:
        """One fault after another, each of every kind before any comes again."""
        faults: dict[str, Callable[[], Awaitable[None]]] = {
            "a process is killed": self.process_killed,
            "a process is paused": self.process_paused,
            "the database is killed": self.database_killed,
            "the database is paused": self.database_paused,
            "lines are cut": self.lines_cut,
        }
        for n in range(FAULTS):
            if n % len(faults) == 0:
                order = self.chance.sample([*faults], len(faults))
            what = order[n % len(faults)]
            self.happened[what] += 1
            await faults[what]()
            await asyncio.sleep(self.chance.uniform(*QUIET))

    async def process_killed(self) -> None:
        one = next(self._turns)
        await one.kill()
        await one.start()

    async def process_paused(self) -> None:
        one = self.chance.choice(self.processes)
        one.process.send_signal(signal.SIGSTOP)
        await asyncio.sleep(self.chance.uniform(*PAUSE))
        one.process.send_signal(signal.SIGCONT)

    async def database_killed(self) -> None:
        await asyncio.to_thread(self.server.kill)
        await asyncio.to_thread(self.server.start)

    async def database_paused(self) -> None:
        for pid in self.server.pids():
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGSTOP)
        await asyncio.sleep(self.chance.uniform(*PAUSE))
        for pid in self.server.pids():
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGCONT)

    async def lines_cut(self) -> None:
        """Some of the lines to the database, or all of them."""
        share = self.chance.choice((0.3, 1.0))
        query = (
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE pid <> pg_backend_pid() AND backend_type = 'client backend' AND random() < %s"
        )
        line = await psycopg.AsyncConnection.connect(self.url, autocommit=True)
        async with line:
            await line.execute(query, (share,))


@asynccontextmanager
async def world(folder: Path, seed: int) -> AsyncIterator[World]:
    server = await asyncio.to_thread(Server)
    url = server.database(folder)
    processes = [Process(url), Process(url)]
    try:
        for one in processes:
            await one.start()
        yield World(server, url, processes, seed)
    finally:
        for one in processes:
            await one.kill()
        await asyncio.to_thread(server.stop)


async def tables(address: str) -> list[Seat]:
    """A table of each game, and all its seats."""
    seats: list[Seat] = []
    async with httpx.AsyncClient(base_url=address, timeout=patience.SECONDS) as visitor:
        for game in GAMES:
            answer = await visitor.post(f"/try/{game}")
            assert answer.status_code == 303, answer.text
            table = answer.headers["location"].split("/")[2]
            keys = [one for name, one in answer.cookies.items() if name.startswith("seat-")]
            seats += [Seat(table, f"{game} {n}", key) for n, key in enumerate(keys)]
    return seats


@pytest.mark.flaky(reruns=1, only_rerun=["TimeoutError"])  # a slow machine, never a lost line
async def test_whatever_falls_nothing_acknowledged_is_lost_and_pages_are_current_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with world(tmp_path, seed=11) as here:
        addresses = [one.address for one in here.processes]
        seats = await tables(addresses[0])
        people = [Person(seat, addresses, n) for n, seat in enumerate(seats)]
        pages = [
            Page(seat, addresses[n % 2 :] + addresses[: n % 2]) for n, seat in enumerate(seats)
        ]
        over = asyncio.Event()
        talking = [asyncio.create_task(one.talk(over)) for one in people]
        watching = [asyncio.create_task(page.watch()) for page in pages]

        async with asyncio.timeout(patience.SECONDS):
            await asyncio.gather(*(page.open.wait() for page in pages))
        await here.go_wrong()
        healed = time.monotonic()
        over.set()
        async with asyncio.timeout(patience.SECONDS):
            await asyncio.gather(*talking)
            for one in people:
                await one.say(f"{one.seat.member}, after all of it")
            await asyncio.gather(*(shows_all(page, people) for page in pages))
        took = time.monotonic() - healed
        for task in watching:
            task.cancel()
        await asyncio.gather(*watching, return_exceptions=True)

        assert sum(page.opened for page in pages) > len(pages), "no line was ever broken"
        told = [line for one in people for line in one.told]
        for one in people:
            await one.close()
        await every_line_is_there_once(here.url, told)
        await the_log_is_as_the_rules_decide(here.url)
    with capsys.disabled():
        faults = ", ".join(f"{what} × {n}" for what, n in sorted(here.happened.items()))
        tries, opened = sum(one.tries for one in people), sum(page.opened for page in pages)
        print(
            f"\nchaos: {faults}; {len(told)} lines acknowledged in {tries} tries, {opened} streams"
            f" opened; everybody current {took:.1f} s after the last fault (aim 5 s)"
        )


async def shows_all(page: Page, people: list[Person]) -> None:
    """The newest line of everybody at the page's table is on it."""
    for one in people:
        if one.seat.table == page.seat.table:
            await page.shows(one.told[-1].entry)


async def every_line_is_there_once(url: str, told: list[Told]) -> None:
    store = await in_postgres(url)
    try:
        for table in {line.table for line in told}:
            kept = await said(store, table)
            assert max(Counter(text for _, text in kept).values()) == 1
            assert {(t.entry, t.text) for t in told if t.table == table} <= set(kept)
    finally:
        await store.close()


async def said(store: Store, table: str) -> list[tuple[str, str]]:
    """Every line of a table's log, with the name of its entry."""
    about = msgspec.json.decode(await store.log.about(table) or b"", type=About)
    codec = GameAtTable(load(about.game)).codec
    entries = [(row.version, codec.load(row.body)) for row in await store.log.read(table)]
    return [
        (name_of(number, entry), event.text)
        for number, entry in entries
        for event in entry.events
        if isinstance(event, Said)
    ]


async def the_log_is_as_the_rules_decide(url: str) -> None:
    check = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tablefolk.cli", "check", "--database", url,
        stdout=asyncio.subprocess.PIPE,
    )  # fmt: skip
    said, _ = await check.communicate()
    assert check.returncode == 0, said.decode()
