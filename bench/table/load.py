"""Five people at each of some tables of one server, their pages open, and what they do there."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from html.parser import HTMLParser
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

import msgspec
from acts import Played, Rehearsal
from wire import Lane, Server, Stream, first_page, get, lane, post, stream

from tablefolk.core.game import Step
from tablefolk.core.table.talk import Say
from tablefolk.hosting.log.base import Row
from tablefolk.hosting.store import Store, in_file
from tablefolk.hosting.tables import About, new_id

LANES = 32
PATIENCE = 5.0  # seconds until an act counts as not seen
PEOPLE = (b"Mara", b"Ines", b"Tomas", b"Wen", b"Ola", b"Nora Pell", b"Bruno Tal", b"Pip Marlow")


class Seats(NamedTuple):
    """A table to play at: its id, its members' keys, and the acts that come next."""

    id: str
    keys: dict[str, str]
    rehearsal: Rehearsal


async def prepare(path: Path, first: int, count: int, played: Played) -> list[Seats]:
    """So many tables of a data file that begin with what was played, numbered from the first."""
    store = in_file(path)
    made = await written(store, first, count, played)
    await store.close()
    return made


async def written(store: Store, first: int, count: int, played: Played) -> list[Seats]:
    """The same in any store."""
    rehearsal = Rehearsal(played)
    return [await _written(store, first + n, played, rehearsal) for n in range(count)]


async def _written(store: Store, number: int, played: Played, rehearsal: Rehearsal) -> Seats:
    table = new_id()
    about = About(played.at.key, played.table.name, time.time())
    bodies = [_renamed(body, number) for body in played.bodies]
    rows = [Row(n, new_id(), body) for n, body in enumerate(bodies, 1)]
    await store.log.create(table, msgspec.json.encode(about), rows)
    members = played.table.members
    keys = {member: await store.people.seat_link(table, member) for member in members}
    return Seats(table, keys, rehearsal)


def _renamed(body: bytes, number: int) -> bytes:
    """Other people at every table, so that nothing drawn for one serves another."""
    for name in PEOPLE:
        body = body.replace(name, name[:2] + b"%04d" % number)
    return body


class Cost(NamedTuple):
    """What an act cost: of which kind, milliseconds of the server, bytes to each seat."""

    kind: str
    cpu: float
    sent: tuple[int, ...]  # five seats for each table, the GM's first
    plain: tuple[int, ...]


class Pace(NamedTuple):
    """What came of acts at a steady rate."""

    p50: float  # milliseconds
    p99: float
    done: float  # acts per second
    failed: int
    unseen: int
    cpu: float  # milliseconds per act


class Elements(HTMLParser):
    count = 0

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        self.count += 1


class FirstPage(NamedTuple):
    """A page as it is first sent."""

    size: int  # bytes, unpacked
    elements: int


class Load:
    """The people of some tables."""

    def __init__(self, server: Server, tables: Sequence[Seats]) -> None:
        self.server, self.tables = server, tables
        self.pages: dict[str, list[Stream]] = {}
        self.firsts: dict[str, list[FirstPage]] = {}  # by table, the GM's first
        self.next: dict[str, int] = {t.id: 0 for t in tables}
        self.turn = {t.id: asyncio.Lock() for t in tables}
        self.faults: list[str] = []
        self.static = ""

    async def wake(self) -> None:
        """A line of talk at each table, with no page open."""
        way = await lane(self.server)
        for table in self.tables:
            said = {"do": "Say", "fields": {"text": "Here we are."}, "id": new_id()}
            await way.ask(post(f"/t/{table.id}/do", next(iter(table.keys.values())), said))
        way.transport.abort()

    async def open(self, most: int = 5) -> None:
        """Everybody opens the page; or only so many at each table, the GM first."""
        for table in self.tables:
            self.pages[table.id], self.firsts[table.id] = [], []
            for key in [*table.keys.values()][:most]:
                page = await first_page(self.server, table.id, key)
                reader = Elements()
                reader.feed(page)
                first = FirstPage(len(page.encode()), reader.count)
                self.firsts[table.id].append(first)
                self.pages[table.id].append(await stream(self.server, page, key))
                found = re.search(r'"(/static/[^"]+\.(?:svg|css|js)[^"]*)"', page)
                self.static = found[1] if found else "/static/none"
        await asyncio.sleep(0.3)

    def close(self) -> None:
        for page in (page for pages in self.pages.values() for page in pages):
            page.transport.abort()

    def game(self, table: Seats) -> Step:
        """The next act of the game at a table."""
        self.next[table.id] += 1
        return table.rehearsal.step(self.next[table.id] - 1)

    def talk(self, table: Seats) -> Step:
        return Step("ines", Say("And then, once more, I wait for the others."))

    async def send(self, way: Lane, table: Seats, step: Step) -> bytes:
        """Carry an act to the server; the name of its entry, or nothing."""
        said: dict[str, Any] = {
            "do": type(step.command).__name__,
            "fields": msgspec.to_builtins(step.command),
            "id": new_id(),
        }
        said["fields"].pop("type", None)
        if step.faces:
            said["faces"] = list(step.faces)
        head, body = await way.ask(post(f"/t/{table.id}/do", table.keys[step.who], said))
        found = re.search(rb'"entry":\s*"(\w+)"', body)
        if head.startswith(b"HTTP/1.1 200") and found:
            return found[1]
        self.faults.append(f"{said['do']}: {body[:200]!r}")
        return b""

    # -- Act by act at all tables at once: what it costs -----------------------------------------

    async def costs(self, rounds: int, what: Callable[[Seats], Step]) -> list[Cost]:
        """The same act at every table at once, and the next when everybody has seen it.

        All tables at once, because the kernel counts processor time in ticks of some milliseconds,
        and counts it well only where the server is kept busy.
        """
        ways = [await lane(self.server) for _ in self.tables]
        found = [
            await self._cost(ways, [what(table) for table in self.tables]) for _ in range(rounds)
        ]
        for way in ways:
            way.transport.abort()
        return found

    async def _cost(self, ways: Sequence[Lane], steps: Sequence[Step]) -> Cost:
        streams = [page for table in self.tables for page in self.pages[table.id]]
        sent, plain = [p.bytes for p in streams], [p.plain for p in streams]
        before = self.server.cpu()
        await asyncio.gather(*map(self._shown, ways, self.tables, steps))
        spent = self.server.cpu() - before
        return Cost(
            type(steps[0].command).__name__,
            spent * 1000 / len(steps),
            tuple(p.bytes - was for p, was in zip(streams, sent, strict=True)),
            tuple(p.plain - was for p, was in zip(streams, plain, strict=True)),
        )

    async def _shown(self, way: Lane, table: Seats, step: Step) -> None:
        """Carry out an act, until everybody at its table has seen it."""
        entry = await self.send(way, table, step)
        try:
            pages = self.pages[table.id]
            async with asyncio.timeout(PATIENCE):
                await asyncio.gather(*(page.hears(entry) for page in pages if entry))
        except TimeoutError:
            self.faults.append(f"{type(step.command).__name__} was not seen by everybody")

    # -- How long others wait meanwhile ----------------------------------------------------------

    async def waits(self, rounds: int) -> list[float]:
        """For each act the longest that somebody waited for a small file, in milliseconds."""
        way, found = await lane(self.server), []
        for table in [table for _ in range(rounds) for table in self.tables]:
            async with self._asking() as longest:
                await self._shown(way, table, self.game(table))
            found.append(max(longest) * 1000)
        way.transport.abort()
        return found

    @asynccontextmanager
    async def _asking(self) -> AsyncIterator[list[float]]:
        """Ask for a small file again and again, and note how long it took."""
        way, took = await lane(self.server), []

        async def ask() -> None:
            while True:
                start = time.perf_counter()
                await way.ask(get(self.static))
                took.append(time.perf_counter() - start)
                await asyncio.sleep(0.001)

        asking = asyncio.ensure_future(ask())
        await asyncio.sleep(0.01)
        took.clear()
        yield took
        await asyncio.sleep(0.01)
        asking.cancel()
        with suppress(asyncio.CancelledError):
            await asking
        way.transport.abort()

    # -- A steady rate: how soon everybody sees it -----------------------------------------------

    async def steadily(self, rate: float, seconds: float) -> Pace:
        """So many acts of the game a second, in turn at the tables; timed from when due."""
        for table in self.tables:  # rehearsed beforehand, so that only sending is timed
            table.rehearsal.step(self.next[table.id] + int(rate * seconds / len(self.tables)) + 2)
        lanes: asyncio.Queue[Lane] = asyncio.Queue()
        for _ in range(LANES):
            lanes.put_nowait(await lane(self.server))
        sent: list[tuple[str, float, bytes]] = []
        faults, before = len(self.faults), self.server.cpu()
        start, acts = time.perf_counter(), []

        async def act(table: Seats, due: float) -> None:
            async with self.turn[table.id]:
                way = await lanes.get()
                entry = await self.send(way, table, self.game(table))
                lanes.put_nowait(way)
                sent.append((table.id, due, entry))

        for n in range(int(rate * seconds)):
            due = start + n / rate
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            acts.append(asyncio.ensure_future(act(self.tables[n % len(self.tables)], due)))
        with suppress(TimeoutError):
            await asyncio.wait_for(asyncio.gather(*acts), 3 * seconds)
        took = time.perf_counter() - start
        await asyncio.sleep(0.5)  # for the last pages to hear of it
        spent = self.server.cpu() - before
        return self._pace(sent, took, spent, len(self.faults) - faults)

    def _pace(
        self, sent: list[tuple[str, float, bytes]], took: float, spent: float, failed: int
    ) -> Pace:
        done = [(table, due, entry) for table, due, entry in sent if entry]
        seen = []
        for table, due, entry in done:
            arrived = [page.heard[entry] for page in self.pages[table] if entry in page.heard]
            if len(arrived) == len(self.pages[table]):
                seen.append((max(arrived) - due) * 1000)
        seen.sort()
        p99 = seen[min(int(len(seen) * 0.99), len(seen) - 1)] if seen else 0.0
        return Pace(
            median(seen) if seen else 0.0, p99, len(done) / took, failed, len(done) - len(seen),
            spent / max(len(done), 1) * 1000,
        )  # fmt: skip
