"""The one thread that writes: whatever waits for it becomes one transaction."""

import asyncio
import sqlite3
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from queue import SimpleQueue
from threading import Thread
from typing import Any, TypeVar

T = TypeVar("T")
Work = Callable[[sqlite3.Connection], T]

BUSY_MS = 5000


@dataclass(slots=True)
class Job:
    """Something to be written, and whoever waits to hear that it was."""

    work: Work[object]
    answer: asyncio.Future[Any]
    result: object = None
    error: Exception | None = None


class Writer:
    """Group commit: while one transaction goes to the disk, the next one gathers."""

    def __init__(self, con: sqlite3.Connection) -> None:
        self._con = con
        self._con.execute(f"PRAGMA busy_timeout = {BUSY_MS}")
        self._jobs: SimpleQueue[Job] = SimpleQueue()
        self._ended = self._scrub = False
        self._thread = Thread(target=self._run, name="tablefolk-writer", daemon=True)
        self._thread.start()

    def write(self, work: Work[T]) -> "asyncio.Future[T]":
        """Do this in a transaction, perhaps with others; durable when it is answered."""
        answer: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._jobs.put(Job(work, answer))
        return answer

    def erase(self, work: Work[T]) -> "asyncio.Future[T]":
        """As write, and what was deleted is gone from the write-ahead log as well."""

        def work_and_scrub(con: sqlite3.Connection) -> T:
            self._scrub = True
            return work(con)

        return self.write(work_and_scrub)

    async def close(self) -> None:
        """Write all that waits, then let go of the connection."""
        await self.write(self._end)
        await asyncio.to_thread(self._thread.join)

    def _end(self, con: sqlite3.Connection) -> None:
        self._ended = True

    # -- on the writer's own thread ---------------------------------------------------

    def _run(self) -> None:
        while not self._ended:
            batch = self._waiting()
            self._commit(batch)
            self._clean()
            self._tell(batch)
        self._con.close()

    def _waiting(self) -> list[Job]:
        batch = [self._jobs.get()]
        while not self._jobs.empty():
            batch.append(self._jobs.get())
        return batch

    def _commit(self, batch: list[Job]) -> None:
        try:
            self._transact(batch)
        except sqlite3.Error as error:
            for job in batch:
                job.error = error

    def _transact(self, batch: list[Job]) -> None:
        self._con.execute("BEGIN IMMEDIATE")
        try:
            for job in batch:
                self._attempt(job)
            self._con.execute("COMMIT")
        except sqlite3.Error:
            # After some errors (disk full) SQLite has rolled back: then nothing is open.
            if self._con.in_transaction:
                self._con.execute("ROLLBACK")
            raise

    def _attempt(self, job: Job) -> None:
        # A savepoint each, so that one that fails leaves its neighbours whole; measured,
        # neither leaving them out nor joining many INSERTs into one is any faster.
        self._con.execute("SAVEPOINT job")
        try:
            job.result = job.work(self._con)
        except Exception as error:
            job.error = error
            self._con.execute("ROLLBACK TO job")
        self._con.execute("RELEASE job")

    def _clean(self) -> None:
        """Empty the write-ahead log; if a reader is still in it, after the next transaction."""
        if self._scrub:
            with suppress(sqlite3.Error):
                self._scrub = bool(self._empty_wal())

    def _empty_wal(self) -> int:
        busy: int
        self._con.execute("PRAGMA busy_timeout = 0")
        busy, *_ = self._con.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        self._con.execute(f"PRAGMA busy_timeout = {BUSY_MS}")
        return busy

    def _tell(self, batch: list[Job]) -> None:
        with suppress(RuntimeError):  # the loop is closed: nobody is left to hear it
            batch[0].answer.get_loop().call_soon_threadsafe(tell, batch)


def tell(batch: list[Job]) -> None:
    """Wake whoever waits for these, on their own loop."""
    for job in batch:
        if job.answer.done():  # its caller has gone away
            continue
        if job.error:
            job.answer.set_exception(job.error)
        else:
            job.answer.set_result(job.result)
