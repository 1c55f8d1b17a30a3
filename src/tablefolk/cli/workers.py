"""Several processes behind one address: their parent keeps the sockets and hands them on.

A socket that its parent holds loses nobody: whoever knocks while a worker is replaced waits in its
queue. Workers are processes of their own, started by the same command, so that a rolling restart
(SIGHUP) brings an upgraded package.
"""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import socket
import sys
from collections.abc import Sequence
from contextlib import suppress
from time import monotonic
from typing import NamedTuple

from tablefolk.hosting.store import Place, is_address

WORKER = "TABLEFOLK_WORKER"  # tells a worker its number, its door, and the line to its parent
READY = 60.0  # seconds in which a worker must answer
GRACE = 15.0  # seconds in which one that was asked to end must have ended
SHORT = 5.0  # seconds: a life that is none
TRIES = 5  # workers after one another that never answered, before it is given up
BACK_OFF = 0.1  # seconds, doubled after each short life
AT_ONCE = "The processes of this house end as soon as they are started; their last words say why."

log = logging.getLogger("tablefolk")


class NoWorkers(Exception):
    """There cannot be several processes, or no longer; its text says why in one sentence."""


def possible(many: int, place: Place) -> None:
    """Whether so many processes can serve what is kept there; or NoWorkers."""
    if many < 1:
        raise NoWorkers(f"--workers is how many processes serve, and {many} cannot.")
    if os.name == "nt":
        raise NoWorkers("On Windows one process serves: leave out --workers.")
    if not is_address(place):
        raise NoWorkers(
            "A data file is served by one process; for --workers name a --database postgresql://…."
        )


def doors(host: str, port: int, many: int) -> list[socket.socket]:
    """A socket for each worker, among which the system shares out who comes; else one for all."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    if sys.platform != "linux":  # others have several at one address, but give all to the last
        return [socket.create_server((host, port), family=family, backlog=2048)] * many
    with socket.create_server((host, port), family=family) as first:
        at = (host, int(first.getsockname()[1]))  # nobody else has it: shared sockets do not ask
    return [
        socket.create_server(at, family=family, backlog=2048, reuse_port=True) for _ in range(many)
    ]


# -- As a worker ---------------------------------------------------------------------------------


class Hired(NamedTuple):
    """What a worker was given by its parent."""

    number: int
    door: socket.socket
    line: socket.socket

    def ready(self) -> None:
        """Tell the parent that somebody answers here; and from now on see whether it is there."""
        self.line.send(b"!")
        asyncio.get_running_loop().add_reader(self.line, self.orphaned)

    def orphaned(self) -> None:
        """The line is cut: without its parent a worker ends as if it had been asked to."""
        asyncio.get_running_loop().remove_reader(self.line)
        signal.raise_signal(signal.SIGTERM)


def hired() -> Hired | None:
    """What this process was given, if it is a worker."""
    said = os.environ.pop(WORKER, "")
    if not said:
        return None
    number, door, line = map(int, said.split(","))
    for own in (door, line):
        os.set_inheritable(own, False)
    return Hired(number, socket.socket(fileno=door), socket.socket(fileno=line))


# -- As their parent -----------------------------------------------------------------------------


class Worker:
    """A process that serves, and the line to it."""

    def __init__(self, process: asyncio.subprocess.Process, line: socket.socket) -> None:
        self.process, self.line = process, line
        self.born, self.served = monotonic(), False

    async def answers(self) -> bool:
        """Whether it serves, once that is known."""
        if not self.served:
            with suppress(OSError, TimeoutError):
                async with asyncio.timeout(READY):
                    said = await asyncio.get_running_loop().sock_recv(self.line, 1)
                    self.served = bool(said)
        return self.served

    async def ends(self) -> int:
        """How it ended."""
        code = await self.process.wait()
        self.line.close()
        return code

    async def end(self) -> None:
        """It finishes what it has begun, and is gone; at last without finishing."""
        with suppress(ProcessLookupError):
            self.process.terminate()
        try:
            await asyncio.wait_for(self.ends(), GRACE)
        except TimeoutError:
            self.process.kill()
            await self.ends()


class Post:
    """One place among the workers: its door, and who serves there now."""

    def __init__(self, number: int, door: socket.socket, command: Sequence[str]) -> None:
        self.number, self.door, self.command = number, door, command
        self.worker: Worker | None = None
        self.hired: list[Worker] = []  # with those who begin or end just now
        self.changing = asyncio.Lock()

    async def hire(self) -> Worker:
        mine, theirs = socket.socketpair()
        mine.setblocking(False)
        with theirs:
            given = f"{self.number},{self.door.fileno()},{theirs.fileno()}"
            process = await asyncio.create_subprocess_exec(
                *self.command,
                env={**os.environ, WORKER: given},
                pass_fds=(self.door.fileno(), theirs.fileno()),
                start_new_session=True,  # what is typed at the terminal is for the parent
            )
        worker = Worker(process, mine)
        self.hired = [one for one in self.hired if one.process.returncode is None] + [worker]
        return worker

    async def keep(self) -> None:
        """Somebody serves here at all times, until that is of no use."""
        short = in_vain = 0
        while in_vain < TRIES:
            async with self.changing:
                worker = self.worker = self.worker or await self.hire()
            if not await worker.answers():
                await worker.end()
            code = await worker.ends()
            if self.worker is not worker:
                continue  # another has taken over
            self.worker = None
            log.error("worker %s has ended (%s); another follows", self.number, code)
            in_vain = 0 if worker.served else in_vain + 1
            short = short + 1 if monotonic() - worker.born < SHORT else 0
            await asyncio.sleep(min(BACK_OFF * 2**short, SHORT) if short else 0)
        raise NoWorkers(AT_ONCE)

    async def renew(self) -> bool:
        """A successor takes over the door; whoever serves now goes when it answers, not before."""
        async with self.changing:
            successor = await self.hire()
            if not await successor.answers():
                await successor.end()
                return False
            before, self.worker = self.worker, successor
        if before:
            await before.end()
        return True


class Parent:
    """Keeps a worker at every door."""

    def __init__(self, command: Sequence[str], sockets: Sequence[socket.socket]) -> None:
        self.posts = [Post(n, door, command) for n, door in enumerate(sockets)]
        self.ending, self.rolling = asyncio.Event(), asyncio.Event()

    async def run(self) -> None:
        """Serve until asked to end (SIGTERM, SIGINT); SIGHUP puts new workers for the old."""
        loop = asyncio.get_running_loop()
        for asked in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(asked, self.ending.set)
        loop.add_signal_handler(signal.SIGHUP, self.rolling.set)
        tasks = [asyncio.create_task(post.keep()) for post in self.posts]
        tasks += [asyncio.create_task(self.ends()), asyncio.create_task(self.roll())]
        try:
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()  # what went wrong is told
        finally:
            await self._end(tasks)

    async def ends(self) -> None:
        """Once that is asked for."""
        await self.ending.wait()

    async def roll(self) -> None:
        """One after the other, whenever it is asked for; if one cannot, the old ones serve on."""
        while await self.rolling.wait():
            self.rolling.clear()
            for post in self.posts:
                if not await post.renew():
                    log.error("a new worker did not start, so the others serve on as they are")
                    break
            else:
                log.info("all workers are new", extra={"event": "rolled"})

    async def _end(self, tasks: Sequence[asyncio.Task[object]]) -> None:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await asyncio.gather(*(one.end() for post in self.posts for one in post.hired))
