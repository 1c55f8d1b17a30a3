"""Recaps of evenings and scenes, read from the log when somebody asks for one (TF-15)."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable

from tablefolk.core.game import Entry, Event, Line, must
from tablefolk.core.recap import (
    EVERYBODY,
    Heard,
    Placed,
    Recap,
    known,
    outlasting,
    placed,
    recap,
)
from tablefolk.core.table import takeback
from tablefolk.core.table.takeback import Tick
from tablefolk.hosting import faults
from tablefolk.hosting.beside import Workbench
from tablefolk.hosting.live import Live
from tablefolk.hosting.log.base import Log, Row

KEPT = 64  # recaps, over all tables
Key = tuple[str, int, int, int]


class Recaps:
    """The recaps asked for most lately; each is good until its table moves on."""

    def __init__(self, log: Log, bench: Workbench) -> None:
        self.log, self.bench = log, bench
        self._kept: OrderedDict[Key, Recap] = OrderedDict()

    async def of(self, live: Live, session: int, scene: int = 0) -> Recap:
        """That evening, or that scene of it; or a refusal."""
        there = known(live.table, session, scene)
        must(there, "TF-3", "unknown", "There was no such evening, or no such scene in it.")
        key = (live.id, live.version, session, scene)
        if key not in self._kept:
            self._kept[key] = await self._read(live, session, scene)
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        self._kept.move_to_end(key)
        return self._kept[key]

    async def _read(self, live: Live, session: int, scene: int) -> Recap:
        aside = live.aside()
        before = aside.first - 1
        rows = await self.log.read(live.id, 0, before) if before else []

        def work(tick: Tick) -> Recap:
            older = [_loaded(live, row, tick) for row in rows]
            standing = takeback.standing([*older, *aside.entries])
            wanted = (p for p in placed(standing) if _of(p, session, scene))
            stood = outlasting(aside.game, wanted)
            heard = [Heard(p, _told(aside, events)) for p, events in stood]
            return recap(aside.game, aside.table, session, scene, heard)

        return await self.bench.do(work)


def _loaded(live: Live, row: Row, tick: Tick) -> Entry:
    tick()
    return live.game.codec.load(row.body)


def _told(live: Live, events: Iterable[Event]) -> list[tuple[Event, Line]]:
    every = ((e, faults.told_or_faulty(live.game, live.table, e, EVERYBODY)) for e in events)
    return [(event, line) for event, line in every if line]


def _of(place: Placed, session: int, scene: int) -> bool:
    return place.session == session and scene in (0, place.scene)
