"""One database: a line that writes, a few that read, and nobody waits for them without end."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from secrets import token_hex
from typing import Any, Generic, TypeVar

import psycopg

from tablefolk.hosting.log.base import Broken, Cells, Kind, Row
from tablefolk.hosting.postgres.lines import (
    Ask,
    Away,
    Con,
    Line,
    Lost,
    address_of,
    name_of,
    sentence,
)
from tablefolk.hosting.postgres.writer import Single, Whole, Work, Writer

T = TypeVar("T")

READERS = 3
OURS = "tablefolk "
PATIENCE = 8.0  # seconds that a caller waits while the database is away
# Readers write nothing but words to other processes, which nobody needs on the disk.
READING = " SET synchronous_commit TO off;"
ONLY_READING = " SET default_transaction_read_only TO on;"
KINDS: dict[str, Kind] = {
    "25006": "readonly",  # a copy that only follows another server
    "42501": "readonly",
    "53100": "full",
    "XX001": "damaged",
    "XX002": "damaged",
}


@dataclass(slots=True, eq=False)
class Question(Generic[T]):
    """Something to be read, and whoever waits for it."""

    ask: Ask[T]
    answer: asyncio.Future[T]
    longer: float  # seconds more than usual that it may take


class Database:
    """The lines that this process has to a database; both ends may come and go."""

    def __init__(self, url: str, *, writes: bool = True) -> None:
        self.me = f"{OURS}{token_hex(8)}"  # by which PostgreSQL tells our lines from others'
        self.address = {"fallback_application_name": self.me, **address_of(url)}
        self.name = name_of(self.address)
        self.closing: list[Callable[[], Awaitable[None]]] = []  # what must end before the lines
        self._writer = Writer(self.line(), self.broken) if writes else None
        self._questions: asyncio.Queue[Question[Any] | None] = asyncio.Queue()
        opening = READING if writes else READING + ONLY_READING
        lines = [self.line(opening) for _ in range(READERS)]
        self._reading = [asyncio.create_task(self._read(line)) for line in lines]
        self._trouble = ""
        self._closed = False

    def line(self, opening: str = "") -> Line:
        """Another line, for somebody who needs one alone."""
        return Line(self.address, opening)

    # -- What others ask of it ---------------------------------------------------------------

    async def read(self, ask: Ask[T], longer: float = 0.0) -> T:
        """Ask this of what has been committed; asked again if a line breaks."""
        self._need_open()
        answer: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._questions.put_nowait(Question(ask, answer, longer))
        return await self._answered(answer, longer)

    async def rows(self, query: str, *given: object) -> list[Cells]:
        """The rows that answer a query."""
        return await self.read(lambda con: fetched(con, query, *given))

    async def write(self, work: Work[T], longer: float = 0.0) -> T:
        """Do this by itself, again if the line breaks; durable when it returns."""
        answer: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._writing().put(Whole(work, answer, longer))
        return await self._answered(answer, longer)

    async def append(self, table: str, row: Row) -> None:
        """Write one entry, together with whatever else waits."""
        answer: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._writing().put(Single(table, row, answer))
        await self._answered(answer)

    async def close(self) -> None:
        """Finish what waits, then let go of all lines."""
        if not self._closed:
            for end in self.closing:
                await end()
            self._closed = True
            for _ in self._reading:
                self._questions.put_nowait(None)
            await asyncio.gather(*self._reading)
            if self._writer:
                await self._writer.close()

    # -- Waiting, and what is said when it was in vain -----------------------------------------

    async def _answered(self, answer: asyncio.Future[T], longer: float = 0.0) -> T:
        try:
            async with asyncio.timeout(PATIENCE + longer):
                return await answer
        except TimeoutError:
            raise self.away() from None

    def away(self) -> Broken:
        """That nobody answers, and why if that is known."""
        trouble = self._writer.trouble if self._writer else ""
        why = self._trouble or trouble
        return Broken(
            f"The database {self.name} does not answer{': ' if why else ''}{why}.", "away"
        )

    def broken(self, error: Exception) -> Broken:
        """What PostgreSQL complains of, in one sentence."""
        kind = KINDS.get(getattr(error, "sqlstate", None) or "", "other")
        return Broken(f"The database {self.name} cannot be used: {sentence(error)}.", kind)

    def _need_open(self) -> None:
        if self._closed:
            raise Broken(f"The database {self.name} is closed.", "closed")

    def _writing(self) -> Writer:
        self._need_open()
        if self._writer is None:
            raise Broken(f"The database {self.name} was opened for reading only.", "readonly")
        return self._writer

    # -- The readers --------------------------------------------------------------------------

    async def _read(self, line: Line) -> None:
        while question := await self._questions.get():
            while not question.answer.done():
                await self._attempt(line, question)
        await line.close()

    async def _attempt(self, line: Line, question: Question[T]) -> None:
        try:
            found = await line.do(question.ask, question.longer)
        except (Away, Lost) as trouble:
            self._trouble = str(trouble)
        except Exception as error:
            known = self.broken(error) if isinstance(error, psycopg.Error) else error
            with suppress(asyncio.InvalidStateError):
                question.answer.set_exception(known)
        else:
            self._trouble = ""
            with suppress(asyncio.InvalidStateError):  # whoever asked has gone away
                question.answer.set_result(found)


async def fetched(con: Con, query: str, *given: object) -> list[Cells]:
    """The rows that answer a query, bytes as bytes."""
    cursor = await con.execute(query, given, binary=True)
    return await cursor.fetchall()
