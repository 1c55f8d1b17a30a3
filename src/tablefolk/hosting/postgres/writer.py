"""The one line that writes: of whatever waits for it, entries become one statement."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import psycopg
from psycopg.errors import DeadlockDetected, ForeignKeyViolation, SerializationFailure

from tablefolk.hosting.log.base import Broken, NoTable, Row
from tablefolk.hosting.postgres import entries
from tablefolk.hosting.postgres.lines import Away, Con, Line, Lost

T = TypeVar("T")
Work = Callable[[Con, bool], Awaitable[T]]  # True where it may have happened already

MOST_ROWS, MOST_BYTES = 1000, 8_000_000  # of one statement


@dataclass(slots=True, eq=False)
class Single:
    """One entry to be written, and whoever waits to hear that it was."""

    table: str
    row: Row
    answer: asyncio.Future[None]
    asked: bool = False  # it was sent before, on a line that broke


@dataclass(slots=True, eq=False)
class Whole(Generic[T]):
    """Something to be written in a transaction of its own."""

    work: Work[T]
    answer: asyncio.Future[T]
    longer: float = 0.0
    asked: bool = False


Job = Single | Whole[Any]


class Writer:
    """While one statement goes to the disk, the next one gathers."""

    def __init__(self, line: Line, broken: Callable[[Exception], Broken]) -> None:
        self.trouble = ""
        self._line, self._broken = line, broken
        self._jobs: deque[Job] = deque()
        self._woken = asyncio.Event()
        self._closed = False
        self._task = asyncio.create_task(self._run())

    def put(self, job: Job) -> None:
        """Write this when its turn comes."""
        self._jobs.append(job)
        self._woken.set()

    async def close(self) -> None:
        """Write all that waits, then let go of the line."""
        self._closed = True
        self._woken.set()
        await self._task

    async def _run(self) -> None:
        while self._jobs or not self._closed:
            if jobs := self._next():
                await self._insist(jobs)
            else:
                self._woken.clear()
                await self._woken.wait()
        await self._line.close()

    def _next(self) -> list[Job]:
        """The next by itself, or all entries that can be written with it: one of each table."""
        waiting, chosen, size = deque[Job](), dict[str, Job](), 0
        while self._jobs:
            job = self._jobs.popleft()
            if job.answer.done():  # its caller has gone away, or has been told that it failed
                continue
            if isinstance(job, Whole) and not chosen:
                self._jobs.extendleft(reversed(waiting))
                return [job]
            if isinstance(job, Whole) or job.table in chosen:
                waiting.append(job)
                continue
            chosen[job.table] = job
            size += len(job.row.body)
            if len(chosen) >= MOST_ROWS or size > MOST_BYTES:
                break
        self._jobs.extendleft(reversed(waiting))
        return list(chosen.values())

    async def _insist(self, jobs: list[Job]) -> None:
        """What a broken line leaves open waits for the next one, before all others."""
        try:
            await self._attempt(jobs)
            self.trouble = ""
        except (Away, Lost) as trouble:
            self.trouble = str(trouble)
            self._jobs.extendleft(reversed(jobs))
        except (DeadlockDetected, SerializationFailure):  # undone, and nobody's fault
            self._jobs.extend(jobs)
        except psycopg.Error as error:
            await self._apart(jobs, error)

    async def _apart(self, jobs: list[Job], error: psycopg.Error) -> None:
        """Of entries that failed together each is tried alone; of one alone it is told."""
        if len(jobs) > 1:
            for job in jobs:
                await self._insist([job])
            return
        (job,) = jobs
        if isinstance(error, ForeignKeyViolation) and isinstance(job, Single):
            fail(job, NoTable(job.table))
        else:
            fail(job, self._broken(error))

    async def _attempt(self, jobs: list[Job]) -> None:
        singles = [job for job in jobs if isinstance(job, Single)]
        if singles:
            await self._append(singles)
        for job in jobs:
            if isinstance(job, Whole):
                await self._carry_out(job)

    async def _append(self, singles: list[Single]) -> None:
        wanted = [(job.table, job.row) for job in singles]
        try:
            taken = await self._line.do(lambda con: entries.put(con, wanted))
        except Lost:
            for job in singles:
                job.asked = True
            raise
        for job in singles:
            if job.table in taken:
                tell(job.answer, None)
        if refused := [job for job in singles if job.table not in taken]:
            await self._refuse(refused)

    async def _refuse(self, refused: list[Single]) -> None:
        """Say why; what was sent before and is there as it was sent, has been done."""
        wanted = [(job.table, job.row) for job in refused]
        found = await self._line.do(lambda con: entries.reasons(con, wanted))
        for job, reason in zip(refused, found, strict=True):
            if job.asked and reason.there == job.row:
                tell(job.answer, None)
            else:
                fail(job, reason.refusal(job.table))

    async def _carry_out(self, job: Whole[T]) -> None:
        try:
            done = await self._line.do(lambda con: job.work(con, job.asked), job.longer)
        except (Away, psycopg.Error):
            raise
        except Lost:
            job.asked = True
            raise
        except Exception as refusal:
            fail(job, refusal)
        else:
            tell(job.answer, done)


def tell(answer: asyncio.Future[T], result: T) -> None:
    """It is done, if anybody still waits to hear it."""
    with suppress(asyncio.InvalidStateError):
        answer.set_result(result)


def fail(job: Job, error: Exception) -> None:
    """It is not, and why."""
    with suppress(asyncio.InvalidStateError):
        job.answer.set_exception(error)
