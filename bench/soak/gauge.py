"""What a server has in its hands, looked at every few seconds, and whether that grows."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from itertools import combinations
from pathlib import Path
from statistics import median
from typing import NamedTuple

from wire import Server, get, lane

ROWS = 20  # of the table that is printed
# What may be added over the part that is judged and still be called flat: of memory a share,
# because the allocator moves in steps; of files and threads a few, because people come and go.
MEMORY_SHARE, FILES, THREADS = 0.05, 4.0, 2.0


class Look(NamedTuple):
    """One look."""

    at: float  # minutes since the start
    memory: float  # MB
    files: int
    threads: int
    busy: float  # share of a core since the last look
    wait: float  # milliseconds until the lightest page there is was answered


class Gauge:
    """All looks at one server."""

    def __init__(self, server: Server) -> None:
        self.server, self.looks = server, list[Look]()
        self.began, self._cpu, self._last = time.monotonic(), server.cpu(), time.monotonic()

    async def watch(self, every: float, told: Callable[[], str]) -> None:
        """Look for ever; say something every minute."""
        while True:
            await asyncio.sleep(every)
            self.looks.append(await self.look())
            if len(self.looks) % max(round(60 / every), 1) == 0:
                print(row(self.looks[-1]), told(), flush=True)

    async def look(self) -> Look:
        process, now, cpu = Path(f"/proc/{self.server.process.pid}"), time.monotonic(), 0.0
        status = (process / "status").read_text()
        threads = int(status.partition("Threads:")[2].split()[0])
        cpu, before = self.server.cpu(), self._cpu
        busy, self._cpu, self._last = (cpu - before) / (now - self._last), cpu, now
        files = len([*(process / "fd").iterdir()])
        wait = await self._wait()
        memory = self.server.memory() / 1e6
        return Look((now - self.began) / 60, memory, files, threads, busy, wait)

    async def _wait(self) -> float:
        way, began = await lane(self.server), time.perf_counter()
        await way.ask(get("/healthz"))
        way.transport.abort()
        return (time.perf_counter() - began) * 1000

    # -- What it comes to ------------------------------------------------------------------------

    def table(self) -> str:
        """Some of the looks, evenly."""
        every = max(len(self.looks) // ROWS, 1)
        head = "minute | memory MB | files | threads | busy | wait ms"
        return "\n".join([head, *(row(look) for look in self.looks[::every])])

    def verdict(self) -> int:
        """Say for each figure how it climbs by the hour; 1 where it is not flat."""
        judged = self.looks[len(self.looks) // 3 :]  # the first third fills what is kept on purpose
        span = (judged[-1].at - judged[0].at) / 60
        grown = 0
        for name, allowed in self._allowed(judged):
            figures = [getattr(look, name) for look in judged]
            hourly = slope([look.at / 60 for look in judged], figures)
            flat = hourly * span <= allowed
            grown |= not flat
            said = "flat" if flat else f"GROWS by more than {allowed:.1f} in {span:.2f} h"
            print(f"{name}: median {median(figures):.1f}, {hourly:+.2f} an hour: {said}")
        worst = max(look.wait for look in self.looks)
        print(f"longest wait for an answer: {worst:.0f} ms; median {self._middle():.1f} ms")
        return grown

    def _middle(self) -> float:
        return median(look.wait for look in self.looks)

    def _allowed(self, judged: Sequence[Look]) -> list[tuple[str, float]]:
        memory = median(look.memory for look in judged) * MEMORY_SHARE
        return [("memory", memory), ("files", FILES), ("threads", THREADS)]


def row(look: Look) -> str:
    return (
        f"{look.at:6.1f} | {look.memory:9.1f} | {look.files:5} | {look.threads:7} |"
        f" {look.busy:4.2f} | {look.wait:7.1f}"
    )


def slope(times: Sequence[float], figures: Sequence[float]) -> float:
    """The median of the slopes between any two looks: one odd look does not tilt it."""
    pairs = combinations(zip(times, figures, strict=True), 2)
    return median([(b - a) / (t - s) for (s, a), (t, b) in pairs if t > s])
