"""What a server has in its hands, looked at every few seconds."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from pathlib import Path

from looks import Look
from wire import Server, get, lane

MINUTE = 60.0


class Gauge:
    """All looks at one server."""

    def __init__(self, server: Server) -> None:
        self.server, self.looks = server, list[Look]()
        self.began = self._last = time.monotonic()
        self._cpu = server.cpu()

    async def watch(self, every: float, told: Callable[[], str]) -> None:
        """Look for ever; say something every minute."""
        while True:
            await asyncio.sleep(every)
            self.looks.append(await self.look())
            if len(self.looks) % round(MINUTE / every) == 0:
                print(self.looks[-1], told(), flush=True)

    async def look(self) -> Look:
        process = Path(f"/proc/{self.server.process.pid}")
        threads = int((process / "status").read_text().partition("Threads:")[2].split()[0])
        files = len([*(process / "fd").iterdir()])
        at = (time.monotonic() - self.began) / MINUTE
        return Look(
            at, self.server.memory() / 1e6, files, threads, self._busy(), await self._wait()
        )

    def _busy(self) -> float:
        now, cpu = time.monotonic(), self.server.cpu()
        busy = (cpu - self._cpu) / (now - self._last)
        self._last, self._cpu = now, cpu
        return busy

    async def _wait(self) -> float:
        way, began = await lane(self.server), time.perf_counter()
        await way.ask(get("/healthz"))
        way.transport.abort()
        return (time.perf_counter() - began) * 1000
