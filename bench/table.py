"""How fast a table is: from an act to all five seats, beside a bare echo, in one run.

One server process (`tablefolk serve`, a real SQLite file, real templates) and one load process
(this one), on 127.0.0.1 only. Every table is the Wheel of Fate demo with five people, each with
an open stream; nine acts in ten are talk, every tenth changes the game. Latency is counted from
the moment an act was due, so that a server that falls behind is not flattered.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import uvloop

from tablefolk.core.table.seats import Join
from tablefolk.games import GAMES
from tablefolk.hosting.bus.memory import MemoryBus
from tablefolk.hosting.log.base import Row
from tablefolk.hosting.log.sqlite import SqliteLog
from tablefolk.hosting.people import SqlitePeople
from tablefolk.hosting.tables import HOUSE, About, Host, new_id

ROOT = Path(__file__).resolve().parents[1]
REPORT = ROOT / "docs" / "bench-table.md"
GAME = "wheel-of-fate"
SECONDS = 6.0
OPENING = 45.0  # seconds in which the pages of all tables should be open
LANES = 64  # connections that carry commands
GAME_EVERY = 10  # one act in so many changes the game
DRAFT = 27  # the roll that is open in the demo
NAMES = (
    b"Nora Pell",
    b"Bruno Tal",
    b"Pip Marlow",
    b"Mara",
    b"Ines",
    b"Tomas",
    b"Wen",
    b"Saltmouth",
)


class Table(NamedTuple):
    """A table to load: its seats' keys, the GM's first."""

    id: str
    keys: tuple[str, ...]


class Measured(NamedTuple):
    """What came of one load."""

    name: str
    tables: int
    asked: float  # commands per second
    done: float
    failed: int
    unseen: int
    p50: float  # milliseconds
    p99: float
    cpu: float  # milliseconds per command
    share: float  # of one core


# -- Tables to play at -----------------------------------------------------------------------


async def prepare(path: Path, count: int) -> list[Table]:
    """The demo, played once and written down for every table."""
    log = SqliteLog.serve(path)
    host = Host(log, MemoryBus(), SqlitePeople(log.file), GAMES)
    demo = await host.demo(GAME)
    await host._do(demo.table, Join("Ola"), new_id(), lambda live: HOUSE)
    live = await host.live(demo.table)
    assert live
    bodies = [row.body for row in await log.read(demo.table)]
    members = [live.table.gm, *(m for m in live.table.members if m != live.table.gm)]
    about = msgspec.json.encode(About(GAME, live.table.name, time.time()))

    async def one(number: int) -> Table:
        table = new_id()
        rows = [Row(n, new_id(), renamed(body, number)) for n, body in enumerate(bodies, 1)]
        await log.create(table, about, rows)
        keys = await asyncio.gather(*(host.people.seat_link(table, m) for m in members))
        return Table(table, tuple(keys))

    tables = await asyncio.gather(*(one(number) for number in range(count)))
    await log.close()
    return list(tables)


def renamed(body: bytes, number: int) -> bytes:
    """Other people at every table, so that nothing drawn for one serves another."""
    for name in NAMES:
        body = body.replace(name, name[:2] + b"%04d" % number)
    return body


def commands(table: Table, game_every: int) -> Iterator[tuple[str, dict[str, Any]]]:
    """Who says or does what next: talk; and now and then the bowl, a reward, dice for the draft."""
    turn = random.Random(table.id).randrange(GAME_EVERY)
    game = _game(*table.keys[:3])
    while True:
        turn += 1
        if game_every and turn % game_every == 0:
            yield next(game)
        else:
            who = table.keys[turn % len(table.keys)]
            yield (
                who,
                {"do": "Say", "fields": {"text": f"And then, for the {turn}th time, I wait."}},
            )


def _game(gm: str, ines: str, tomas: str) -> Iterator[tuple[str, dict[str, Any]]]:
    while True:
        yield gm, {"do": "AddToBowl", "fields": {"n": 1, "reason": "a fine scene"}}
        yield tomas, {"do": "Reward", "fields": {"to": "nora-pell", "why": "well said"}}
        granted = {"roll": DRAFT, "kind": "bonus", "n": 1, "label": "the rain is loud"}
        yield gm, {"do": "AddSource", "fields": granted}


# -- Connections -----------------------------------------------------------------------------


class Stream(asyncio.Protocol):
    """One open page: notes when it first hears of an entry."""

    ENTRY = re.compile(rb"entry-([0-9a-f]{16})")

    def __init__(self, request: bytes) -> None:
        self.request, self.end = request, b""
        self.heard: dict[bytes, float] = {}
        self.open = asyncio.get_running_loop().create_future()
        self.bytes = 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport: Any = transport
        self.transport.write(self.request)

    def data_received(self, data: bytes) -> None:
        now = time.perf_counter()
        self.bytes += len(data)
        if not self.open.done():
            self.open.set_result(data.startswith(b"HTTP/1.1 200"))
        for found in self.ENTRY.findall(self.end + data):
            self.heard.setdefault(found, now)
        self.end = data[-21:]  # in case a name is cut in two

    def connection_lost(self, error: Exception | None) -> None:
        if not self.open.done():
            self.open.set_result(False)


class Lane(asyncio.Protocol):
    """One connection that carries commands, one at a time."""

    def __init__(self) -> None:
        self.answer: asyncio.Future[bytes] | None = None
        self.buffer = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport: Any = transport

    def post(self, request: bytes) -> asyncio.Future[bytes]:
        self.answer = asyncio.get_running_loop().create_future()
        self.transport.write(request)
        return self.answer

    def data_received(self, data: bytes) -> None:
        self.buffer += data
        head, found, body = self.buffer.partition(b"\r\n\r\n")
        length = re.search(rb"content-length: (\d+)", head, re.IGNORECASE)
        chunked = b"chunked" in head and body.endswith(b"0\r\n\r\n")
        if found and (chunked or (length and len(body) >= int(length[1]))):
            self.buffer = b""
            if self.answer and not self.answer.done():
                self.answer.set_result(head[:12] + body)


def get(path: str, key: str) -> bytes:
    return f"GET {path} HTTP/1.1\r\nhost: table\r\ncookie: seat={key}\r\n\r\n".encode()


def post(path: str, key: str, said: dict[str, Any]) -> bytes:
    body = json.dumps(said)
    return (
        f"POST {path} HTTP/1.1\r\nhost: table\r\ncookie: seat={key}\r\naccept: application/json\r\n"
        f"content-type: application/json\r\ncontent-length: {len(body)}\r\n\r\n{body}"
    ).encode()


# -- The load --------------------------------------------------------------------------------


class Load:
    """Open pages at some tables of one server, and commands for them."""

    def __init__(self, server: Server, tables: Sequence[Table]) -> None:
        self.server, self.tables = server, tables
        self.pages: dict[str, list[Stream]] = {}
        self.play(GAME_EVERY)
        self.lanes: asyncio.Queue[Lane] = asyncio.Queue()
        self.sent: list[tuple[str, float, bytes]] = []  # table, due, entry
        self.failed = 0

    def play(self, game_every: int) -> None:
        """From now on one act in so many changes the game; with 0 none does."""
        self.scripts = {t.id: commands(t, game_every) for t in self.tables}

    async def open(self) -> None:
        until = time.monotonic() + OPENING
        for number, table in enumerate(self.tables):
            if time.monotonic() > until:
                self.tables = self.tables[:number]  # the report says how many there were
                break
            await self._sit(table)

    async def _sit(self, table: Table) -> None:
        loop, pages = asyncio.get_running_loop(), []
        for n, key in enumerate(table.keys):
            request = get(f"/t/{table.id}/live?page=page-{n}", key)
            _, page = await loop.create_connection(
                lambda r=request: Stream(r), "127.0.0.1", self.server.port
            )
            pages.append(page)
        assert all(await asyncio.gather(*(page.open for page in pages)))
        self.pages[table.id] = pages

    def close(self) -> None:
        for page in (page for pages in self.pages.values() for page in pages):
            page.transport.abort()
        self._close_lanes()

    def _close_lanes(self) -> None:
        while not self.lanes.empty():
            self.lanes.get_nowait().transport.abort()

    async def act(self, table: Table, due: float) -> None:
        key, said = next(self.scripts[table.id])
        lane = await self.lanes.get()
        answer = await lane.post(post(f"/t/{table.id}/do", key, said | {"id": new_id()}))
        self.lanes.put_nowait(lane)
        if answer.startswith(b"HTTP/1.1 200"):
            entry = re.search(rb'"entry":\s*"(\w+)"', answer)[1]  # type: ignore[index]
            self.sent.append((table.id, due, entry))
        else:
            self.failed += 1

    async def steadily(self, rate: float, seconds: float = SECONDS) -> Measured:
        """So many commands a second, spread over the tables."""
        order = random.Random(7).sample(self.tables, len(self.tables))
        await self._begin()
        start, acts = time.perf_counter(), []
        for n in range(int(rate * seconds)):
            due = start + n / rate
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            acts.append(asyncio.ensure_future(self.act(order[n % len(order)], due)))
        await self._settled(acts)
        return self._measured("steady", rate, start)

    async def flat_out(self, seconds: float = SECONDS) -> Measured:
        """As many commands as are answered, each lane sending its next at once."""
        order = random.Random(8).sample(self.tables, len(self.tables))
        await self._begin()
        start = time.perf_counter()

        async def busy(lane: int) -> None:
            n = lane
            while time.perf_counter() - start < seconds:
                await self.act(order[n % len(order)], time.perf_counter())
                n += LANES

        await self._settled([asyncio.ensure_future(busy(n)) for n in range(LANES)])
        return self._measured("flat out", 0, start)

    async def _begin(self) -> None:
        """Fresh lanes: some of the old may still wait for an answer that came too late."""
        loop = asyncio.get_running_loop()
        self._close_lanes()
        self.lanes = asyncio.Queue()
        for _ in range(LANES):
            _, lane = await loop.create_connection(Lane, "127.0.0.1", self.server.port)
            self.lanes.put_nowait(lane)
        self.sent, self.failed = [], 0
        self.cpu = self.server.cpu()
        for page in (page for pages in self.pages.values() for page in pages):
            page.heard = {}

    async def _settled(self, acts: Sequence[asyncio.Future[None]]) -> None:
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(asyncio.gather(*acts), 12)
        self.ended = time.perf_counter()
        await asyncio.sleep(0.5)  # for the last pages to hear of it

    def _measured(self, name: str, rate: float, start: float) -> Measured:
        seen, unseen = [], 0
        for table, due, entry in self.sent:
            arrivals = [page.heard.get(entry) for page in self.pages[table]]
            if None in arrivals:
                unseen += 1
            else:
                seen.append(max(a for a in arrivals if a is not None) - due)
        seen.sort()
        done, spent = len(self.sent), self.server.cpu() - self.cpu
        took = self.ended - start

        def at(part: float) -> float:
            return seen[min(int(len(seen) * part), len(seen) - 1)] * 1000 if seen else 0.0

        return Measured(
            name, len(self.tables), rate, done / took, self.failed, unseen,
            at(0.5), at(0.99), spent / max(done, 1) * 1000, spent / took,
        )  # fmt: skip


# -- Servers ---------------------------------------------------------------------------------


class Server:
    """A server in a process of its own."""

    def __init__(self, *command: str, real: bool) -> None:
        self.real = real
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT)
        assert self.process.stdout
        found = re.search(r"http://localhost:(\d+)", self.process.stdout.readline())
        assert found
        self.port = int(found[1])

    def cpu(self) -> float:
        """Seconds of work so far."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def memory(self) -> int:
        """Bytes in memory."""
        pages = int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE")

    def stop(self) -> None:
        self.process.kill()
        self.process.wait()


class Beside(NamedTuple):
    """All that was measured of one server."""

    few: Measured
    talk: Measured
    game: Measured
    many: Measured
    most: Measured
    page: float  # bytes of memory for each open page


async def measured(server: Server, tables: Sequence[Table]) -> Beside:
    """100 tables, then 1,000; then as fast as it goes."""
    few = Load(server, tables[:100])
    await few.open()
    steady = said(await few.steadily(100))
    few.play(0)
    talk = said(await few.flat_out(3))
    few.play(1)
    game = said(await few.flat_out(3))
    few.close()
    if server.real:
        await warm(server, tables[100:])
    many, before = Load(server, tables[100:]), server.memory()
    await many.open()
    await asyncio.sleep(1)
    page = (server.memory() - before) / (5 * len(many.tables))
    loaded = said(await many.steadily(200))
    flat = said(await many.flat_out())
    many.close()
    return Beside(steady, talk, game, loaded, flat, page)


def said(one: Measured) -> Measured:
    print(one, flush=True)
    return one


async def warm(server: Server, tables: Sequence[Table]) -> None:
    """Every table is in memory before its pages are counted."""
    loop = asyncio.get_running_loop()
    _, lane = await loop.create_connection(Lane, "127.0.0.1", server.port)
    for table in tables:
        await lane.post(post(f"/t/{table.id}/do", table.keys[0], {"do": "Say", "fields": {}}))
    lane.transport.abort()


async def run() -> tuple[Beside, Beside]:
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "bench.sqlite"
        tables = await prepare(data, 1100)
        echo = Server(sys.executable, str(ROOT / "bench" / "echo.py"), real=False)
        try:
            bare = await measured(echo, tables)
        finally:
            echo.stop()
        ours = Server(
            sys.executable, "-m", "tablefolk.cli", "serve", "--host", "127.0.0.1", "--port", "0",
            "--data", str(data), real=True,
        )  # fmt: skip
        try:
            return await measured(ours, tables), bare
        finally:
            ours.stop()


# -- The report ------------------------------------------------------------------------------


def report(ours: Beside, bare: Beside) -> str:
    """The measurements as a page."""

    def row(what: str, unit: str, mine: float, theirs: float, aim: str = "") -> str:
        ratio = f"{mine / theirs:.1f}" if theirs else "–"
        return f"| {what} | {mine:,.1f} {unit} | {theirs:,.1f} {unit} | {ratio} | {aim} |"

    cores = os.cpu_count()
    load = os.getloadavg()[0]
    many = f"{ours.many.tables:,} tables"
    lines = [
        "# The table, measured",
        "",
        "Made by `python3 dev.py bench table`: Tablefolk (one process, a real SQLite file with",
        "`synchronous=FULL`, real templates) beside a bare ASGI echo (`bench/echo.py`: no rules,",
        "no log, no templates), same machine, same run. Every table is the Wheel of Fate demo",
        "with five people of its own names, each with an open stream; nine acts in ten are talk,",
        "every tenth changes the game. *Seen* is from the moment an act was due to the last of",
        "the five.",
        "",
        f"Machine: {cores} cores for server and load together; load average {load:.1f} at the end,",
        f"of which this run itself makes up to 2. Within {OPENING:.0f} s the pages of {many} were",
        f"open (of the echo's: {bare.many.tables:,} tables); where that is fewer than 1,000, the",
        "server could not open more in time, and the rows are for fewer tables than the aim.",
        f"With acts of the game flat out the server got {ours.game.share:.2f} of a core; where",
        "that is less than 1, others had the rest, and times and rates are worse than the",
        "processor times.",
        "",
        "| | Tablefolk | bare echo | ratio | aim |",
        "|---|---|---|---|---|",
        row("100 tables × 100 acts/s: seen by all five, p50", "ms", ours.few.p50, bare.few.p50),
        row("the same, p99", "ms", ours.few.p99, bare.few.p99),
        row(f"{many} × 200 acts/s: seen by all five, p50", "ms", ours.many.p50, bare.many.p50),
        row("the same, p99", "ms", ours.many.p99, bare.many.p99, "≤ 25 ms"),
        row("acts/s carried out there", "", ours.many.done, bare.many.done),
        row(f"most acts/s, {many}, all pages open", "", ours.most.done, bare.most.done, "2,500"),
        row("most acts/s, talk only, 100 tables", "", ours.talk.done, bare.talk.done),
        row("processor time for an act of talk", "ms", ours.talk.cpu, bare.talk.cpu),
        row("processor time for an act of the game", "ms", ours.game.cpu, bare.game.cpu),
        row("processor time for an act, mixed", "ms", ours.many.cpu, bare.many.cpu),
        row("memory for an open page", "kB", ours.page / 1000, bare.page / 1000, "≤ 30 kB"),
        "",
    ]
    failed = sum(one.failed + one.unseen for one in ours[:5])
    lines += [f"Acts refused, or not seen by somebody half a second after the last: {failed}.", ""]
    return "\n".join(lines)


def main() -> int:
    began = time.monotonic()
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        ours, bare = runner.run(run())
    REPORT.write_text(report(ours, bare), "utf-8")
    print(f"{REPORT.relative_to(ROOT)} written in {time.monotonic() - began:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
