"""Heavy work beside the loop: in threads, by turns, within a time, while somebody waits for it.

One thread runs at a time in a process, so that work in threads makes nothing quicker; but it lets
the loop in every few milliseconds, and everybody else at every table is served meanwhile. Work is
given out by turns: whoever has worked for a moment stands at the end of the line, so that a
short piece of work is done soon, however long the others are. It asks at each of its steps
whether it may go on (`tick`): its time may be over, or whoever asked for it may have hung up.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter, deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from math import inf
from threading import Event, Lock
from typing import TypeVar

from msgspec import Struct

from tablefolk.core.game import Refusal, must
from tablefolk.core.language import said
from tablefolk.core.table.takeback import Tick, unhurried

AT_ONCE = 2  # pieces of work that go on at a time; the loop shares the processor with them
TURN = 0.05  # seconds of the processor, after which it is another's turn
Clock = Callable[[], float]
T = TypeVar("T")


class Kind(Struct, frozen=True):
    """A kind of work: how much of it may be under way at a time, and what is said beyond that."""

    name: str
    most: int
    busy: str


IMPORTS = Kind("import", 4, "Others are bringing tables just now; try again in a moment.")
LOOKS = Kind("look", 24, "Many ask for much at once just now; try again in a moment.")
ACTS = Kind("act", 10_000, "Too much is done at once just now; try again in a moment.")
THREADS = 64  # most of them stand in line, where they cost nothing
FEW = 100  # entries that are looked at where one is: a matter of milliseconds
LONG = 30.0  # seconds of the processor that somebody's look may take


class Late(Refusal):
    """Work that took longer than it may."""

    def __init__(self, seconds: float) -> None:
        why = said(
            "That takes more than {seconds:g} seconds of work; ask for less at a time.",
            seconds=seconds,
        )
        super().__init__("TF-43", "busy", why, firm=True)


class Ended(BaseException):
    """Work that nobody waits for any more; no rule may take this for a fault of its own."""


class OutOfTime(Ended):
    """Work whose time is over."""


class Turns:
    """So many work at a time; the others stand in line."""

    def __init__(self, at_once: int = AT_ONCE) -> None:
        self._free, self._line, self._lock = at_once, deque[Event](), Lock()

    def take(self) -> None:
        """Wait for one's turn."""
        with self._lock:
            if self._free:
                self._free -= 1
                return
            called = Event()
            self._line.append(called)
        called.wait()

    def give(self) -> None:
        """It is the next one's turn."""
        with self._lock:
            if self._line:
                self._line.popleft().set()
            else:
                self._free += 1

    @property
    def wanted(self) -> bool:
        """Whether somebody stands in line."""
        return bool(self._line)


class Spare:
    """The time that one piece of work has."""

    def __init__(self, turns: Turns, seconds: float, clock: Clock = time.thread_time) -> None:
        self.turns, self.seconds, self.clock = turns, seconds, clock
        self.ended = False
        self.began = self.since = 0.0

    def begin(self) -> None:
        self.turns.take()
        self.began = self.since = self.clock()

    def tick(self) -> None:
        """Go on, let others in, or end."""
        if self.ended:
            raise Ended
        now = self.clock()
        if now - self.began > self.seconds:
            raise OutOfTime
        if now - self.since > TURN and self.turns.wanted:
            self.turns.give()
            self.turns.take()
            self.since = self.clock()


class Workbench:
    """All heavy work of one process."""

    def __init__(self, at_once: int = AT_ONCE, clock: Clock = time.thread_time) -> None:
        self.turns, self.clock = Turns(at_once), clock
        self.under_way: Counter[str] = Counter()
        self._lock = Lock()
        self._pool = ThreadPoolExecutor(THREADS, thread_name_prefix="beside")

    async def do(self, work: Callable[[Tick], T], kind: Kind = LOOKS, seconds: float = LONG) -> T:
        """What comes of some work; it ends when its time is over or its asker is cancelled."""
        spare = Spare(self.turns, seconds, self.clock)
        doing = self._begun(work, kind, spare)
        try:
            return await asyncio.wrap_future(doing)
        except OutOfTime:
            raise Late(seconds) from None
        finally:
            spare.ended = True

    async def carry_out(self, much: int, work: Callable[[Tick], T]) -> T:
        """What an act or a table needs, of so many entries: at once, where they are few."""
        return work(unhurried) if much <= FEW else await self.do(work, ACTS, inf)

    def _begun(self, work: Callable[[Tick], T], kind: Kind, spare: Spare) -> Future[T]:
        with self._lock:
            room = self.under_way[kind.name] < kind.most
            must(room, "TF-43", "busy", kind.busy)
            self.under_way[kind.name] += 1
        doing = self._pool.submit(_in_turn, work, spare)
        doing.add_done_callback(lambda _: self._over(kind))
        return doing

    def _over(self, kind: Kind) -> None:
        with self._lock:
            self.under_way[kind.name] -= 1


def _in_turn(work: Callable[[Tick], T], spare: Spare) -> T:
    spare.begin()
    try:
        spare.tick()
        return work(spare.tick)
    finally:
        spare.turns.give()
