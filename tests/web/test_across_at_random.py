"""Two processes at random over one log: nothing is lost or doubled, and every page is current."""

from __future__ import annotations

import asyncio
import random
import re
from collections.abc import AsyncIterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from tests import toy
from tests.pairs import PAIRS, HardOfHearing, Pair
from tests.web.house import PAINTER
from tests.web.morphing import Shown

from tablefolk.core.game import Refusal
from tablefolk.hosting.bus.base import Present, Reseated
from tablefolk.hosting.live import Live
from tablefolk.hosting.log.base import NoTable
from tablefolk.hosting.store import Store
from tablefolk.hosting.tables import Host, Opened
from tablefolk.web import across
from tablefolk.web.app import create_app
from tablefolk.web.live import Hub, Page, Room
from tablefolk.web.render import whole, with_presence
from tablefolk.web.stage import Slots

STEPS, TABLES = 50, 3
STAGE = ("now", "strip", "also", "shelf", "mat", "people", "drawer", "say", "care", "stopped",
         "place", "take-back", "hints")  # fmt: skip
ENTRY = re.compile(r'<li class="(entry[^"]*)" id="(entry-\w+)"')


class Watcher:
    """A page open at one of the processes, and what its browser shows."""

    def __init__(self, hub: Hub, table: str, page: Page, shown: Shown, room: Room) -> None:
        self.hub, self.table, self.page, self.shown, self.room = hub, table, page, shown, room

    async def hears(self) -> bool:
        """What its stream would do if it was woken; whether it was."""
        if not self.page.woken.is_set() or self.page.gone:
            return False
        self.page.woken.clear()
        self.shown.told(await self.hub.news(self.table, self.page))
        return True


class Processes:
    """Two of them over one log, with tables, people and open pages."""

    def __init__(self, pair: Pair, seed: int) -> None:
        self.dice, self.pair = random.Random(seed), pair
        self.hosts = [Host(store, [toy], clock=lambda: 1e9) for store in pair]
        self.hubs = [create_app(host, painter=PAINTER).place.hub for host in self.hosts]
        self.seats: dict[str, dict[str, Opened]] = {}
        self.watchers: list[Watcher] = []
        self.acknowledged: dict[str, str] = {}
        self.deleted: set[str] = set()

    @property
    def host(self) -> Host:
        return self.dice.choice(self.hosts)

    async def begin(self) -> None:
        for _ in range(TABLES):
            opened = await self.host.open_table("odd-one", "Odd evening", "Gil")
            self.seats[opened.table] = {"gil": opened}
            for name in ("Ana", "Ben"):
                await self.joins(opened.table, name)

    async def joins(self, table: str, name: str) -> None:
        invite = await self.host.people.invite_of(table)
        with suppress(Refusal):
            opened = await self.host.join(invite or "", name)
            self.seats[table][opened.member] = opened

    # -- What may happen -----------------------------------------------------------------------

    async def step(self) -> None:
        table = self.dice.choice([*self.seats])
        happenings = [self.acts] * 8 + [self.opens] * 4 + [self.hears] * 6
        happenings += [self.turns, self.takes_back, self.takes_back, self.rests, self.cuts]
        happenings += [self.renews, self.unseats, self.comes] if self.dice.random() < 0.3 else []
        happenings += [self.deletes] if self.dice.random() < 0.1 else []
        some = self.dice.choices(happenings, k=self.dice.randint(1, 4))
        await asyncio.gather(*(happening(table) for happening in some))

    async def acts(self, table: str) -> None:
        who = self.dice.choice([*self.seats[table]])
        do, fields = self.dice.choice(
            [
                ("Say", {"text": f"word {self.dice.random()}"}),
                ("ThrowDie", {}),
                ("HideWord", {"text": "oak"}),
                ("ClaimPoint", {"why": "for all"}),
                ("WriteNote", {"title": "A note"}),
            ]
        )
        await self.sent(table, who, do, fields)

    async def takes_back(self, table: str) -> None:
        """Not that somebody came or went: keys do not come back by that."""
        entry = self.dice.randint(4, 30)
        rows = await self.pair[0].log.read(table, entry - 1, 1)
        if rows and b'"Unseat"' not in rows[0].body and b'"Join"' not in rows[0].body:
            await self.sent(table, "gil", "TakeBack", {"entry": entry})

    async def sent(self, table: str, who: str, do: str, fields: dict[str, Any]) -> None:
        """An act, now and then sent to both."""
        id = f"{self.dice.getrandbits(64):x}"
        hosts = self.hosts if self.dice.random() < 0.2 else [self.host]
        for host in hosts:
            with suppress(Refusal, NoTable):
                await host.act(table, who, do, fields, id)
                self.acknowledged[id] = table

    async def opens(self, table: str) -> None:
        """A page is opened at one of them, and its stream at any."""
        which = self.dice.choice([*self.seats[table]])
        drawn_by, hub = self.dice.choice(self.hubs), self.dice.choice(self.hubs)
        live = await drawn_by.host.current(table)
        member = live.table.members.get(which) if live else None
        if live is None or member is None or member.gone or member.waiting:
            return
        pieces = PAINTER.pieces(live, which) | PAINTER.held(live, which, (which,))
        page = Page(f"{self.dice.getrandbits(64):016x}00000000", which)
        drawn_by.drawn(live, page, pieces, drawn_by.here(live, page))
        texts = {name: whole(region) for name, region in pieces.items()}
        texts["people"] = with_presence(texts["people"], drawn_by.here(live, page))
        shown = Shown(texts)
        page = hub.page(page.id, which, 0, (which,), self.seats[table][which].token)
        room = await hub.enter(table, page)
        self.watchers.append(Watcher(hub, table, page, shown, room))

    async def hears(self, table: str) -> None:
        for watcher in self.watchers:
            if watcher.table == table and self.dice.random() < 0.5:
                await watcher.hears()

    async def turns(self, table: str) -> None:
        """Somebody opens a part, by way of whatever process."""
        here = [w for w in self.watchers if w.table == table and not w.page.gone]
        if here:
            watcher, hub = self.dice.choice(here), self.dice.choice(self.hubs)
            slots = Slots("", self.dice.choice(["", "notes", "tools"]))
            hub.opens(table, watcher.page.id, watcher.page.member, slots)

    async def renews(self, table: str) -> None:
        hub = self.dice.choice(self.hubs)
        with suppress(NoTable):
            token = await hub.host.people.seat_link(table, "ana")
            self.seats[table]["ana"] = Opened(table, "ana", token)
            hub.reseated(table, "ana")

    async def unseats(self, table: str) -> None:
        await self.sent(table, "gil", "Unseat", {"member": "ben"})

    async def comes(self, table: str) -> None:
        await self.joins(table, self.dice.choice(["Cid", "Dot", "Eve"]))

    async def deletes(self, table: str) -> None:
        if len(self.deleted) < TABLES - 1:
            with suppress(Refusal, NoTable):
                await self.host.delete(table, "gil", "Odd evening")
                self.deleted.add(table)

    async def rests(self, table: str) -> None:
        """A table is let go of from memory."""
        host = self.host
        if not host._locks.get(table):
            host._live.pop(table, None)

    async def cuts(self, table: str) -> None:
        """A line is cut for a while, or mended."""
        bus: Any = self.host.bus
        if isinstance(bus, HardOfHearing):
            if self.dice.random() < 0.5:
                bus.missing = 0.7
            else:
                bus.mend()

    # -- In the end ------------------------------------------------------------------------------

    async def settle(self) -> None:
        """Lines are mended, with a word of it or without; pages do what wakes them."""
        for store in self.pair:
            bus: Any = store.bus
            if isinstance(bus, HardOfHearing):
                bus.missing = 0.0
                reseated = any(isinstance(word, Reseated) for word in bus.missed)
                if reseated or self.dice.random() < 0.5:
                    bus.mend()
        for hub in self.hubs:
            await hub.across._look()
        await asyncio.gather(self._heard_out(*self.pair), self._heard_out(*self.pair[::-1]))
        quiet = 0
        while quiet < 20:
            await asyncio.sleep(0)
            heard = [await watcher.hears() for watcher in self.watchers]
            quiet = 0 if any(heard) else quiet + 1

    async def _heard_out(self, one: Store, other: Store) -> None:
        """Whatever the one has said, the other has heard."""
        last, heard = Present("the last word", {}), asyncio.Event()
        other.bus.listen(lambda word: heard.set() if word == last else None)
        await one.bus.tell(last)
        async with asyncio.timeout(20):
            await heard.wait()

    async def close(self) -> None:
        for watcher in self.watchers:
            await watcher.hub.exit(watcher.room, watcher.page)


RUNS = [
    *(pytest.param("memory", seed) for seed in range(8)),
    *(pytest.param("postgres", seed, marks=pytest.mark.postgres) for seed in range(3)),
]


@pytest.fixture
async def processes(
    kind: str, seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[tuple[Processes, Store]]:
    monkeypatch.setattr(across, "JOINED", 0)
    pair = await PAIRS[kind](tmp_path)
    ran = Processes(pair, seed)
    yield ran, pair[0]
    await ran.close()
    for store in pair:
        await store.close()


@pytest.mark.parametrize(("kind", "seed"), RUNS)
async def test_whatever_happens_all_is_there_once_and_shown_everywhere__TF_35__TF_36(
    processes: tuple[Processes, Store],
) -> None:
    ran, store = processes
    await ran.begin()
    for _ in range(STEPS):
        await ran.step()
    await ran.settle()
    fresh = Host(store, [toy])
    for table in ran.seats:
        rows = await store.log.read(table)
        ids = [row.command_id for row in rows]
        assert len(ids) == len(set(ids))
        written = {id for id, where in ran.acknowledged.items() if where == table}
        assert table in ran.deleted or written <= {*ids}
        anew = await fresh.live(table)
        for host in ran.hosts:
            alike(await host.live(table), anew)
    for watcher in ran.watchers:
        await current(watcher, fresh)


def alike(live: Live | None, anew: Live | None) -> None:
    if live is None or anew is None:
        assert live is anew is None
        return
    dump = anew.game.codec.dump_state
    assert (live.version, dump(live.table)) == (anew.version, dump(anew.table))
    assert [e.id for e in live.entries] == [e.id for e in anew.entries]
    assert live.struck == anew.struck


async def current(watcher: Watcher, fresh: Host) -> None:
    """A page shows what one drawn anew would show; or it was sent away, rightly."""
    page, host = watcher.page, watcher.hub.host
    anew, held = await fresh.live(watcher.table), await host.live(watcher.table)
    seated = await host.people.seat_of(page.key) == (watcher.table, page.member)
    while await watcher.hears():
        pass  # who is here may be told late
    assert page.bye != bool(anew and seated)
    if anew is None or held is None or page.bye:
        return
    anew._waits = dict(held.waits)
    drawn = PAINTER.pieces(anew, page.member, page.slots)
    drawn |= PAINTER.held(anew, page.member, page.held)
    texts = {name: whole(region) for name, region in drawn.items()}
    texts["people"] = with_presence(texts["people"], watcher.hub.here(held, page))
    again = Shown(texts)
    for name in STAGE:
        assert watcher.shown.inside(name) == again.inside(name), name
    told = [ENTRY.findall(one.inside("story-old") + one.inside("story-new"))
            for one in (watcher.shown, again)]  # fmt: skip
    assert len({id for _, id in told[0]}) == len(told[0])
    least = min(map(len, told))
    assert told[0][-least:] == told[1][-least:]
