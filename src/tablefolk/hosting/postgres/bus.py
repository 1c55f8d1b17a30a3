"""The bus on LISTEN and NOTIFY: what is said is heard by every process at the same database."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator
from contextlib import AbstractAsyncContextManager, suppress
from secrets import token_hex

import msgspec
from psycopg import Notify

from tablefolk.hosting.bus.base import Hear, Missed, Moved, Versions, Word
from tablefolk.hosting.bus.memory import MemoryBus
from tablefolk.hosting.faults import noted
from tablefolk.hosting.log.base import Broken
from tablefolk.hosting.postgres.database import Database
from tablefolk.hosting.postgres.lines import SILENCE, Away, Con, Lost

MOVED, WORDS = "tablefolk_moved", "tablefolk_words"
LISTEN = f" LISTEN {MOVED}; LISTEN {WORDS};"
SPEAK = "SELECT pg_notify(channel, said) FROM unnest(%s::text[], %s::text[]) AS n (channel, said)"
PIECE = 1900  # letters of up to four bytes each: what is said at once has less than 8,000 bytes
LONG = 4000  # bytes of tables named at once
UNSAID = 1000  # words kept while the database is away; the oldest are let go
LAST_WORDS = 1.0  # seconds to say them in
AWAKE = 5.0  # seconds of hearing nothing, after which a line must show that it is there

WORD = msgspec.json.Decoder(Word)
VERSIONS = msgspec.json.Decoder(dict[str, int])


class PostgresBus:
    """The bus's contract across processes: one line hears, the readers' lines speak."""

    shared = True

    def __init__(self, database: Database) -> None:
        self._database, self._me = database, token_hex(8)
        self._here = MemoryBus()
        self._moved: dict[str, int] = {}
        self._words: list[Word] = []
        self._pieces: dict[str, str] = {}  # of processes that are in the middle of a word
        self._line = database.line(LISTEN)
        self._heard_on: Con | None = None
        self._said, self._there, self._closed = asyncio.Event(), asyncio.Event(), False
        self._tasks = [asyncio.create_task(self._listen()), asyncio.create_task(self._speak())]
        database.closing.append(self.close)

    async def publish(self, table: str, version: int) -> None:
        await self._here.publish(table, version)
        self._moved[table] = max(version, self._moved.get(table, 0))
        self._said.set()

    async def tell(self, word: Word) -> None:
        self._words = [*self._words, word][-UNSAID:]
        self._said.set()

    def listen(self, hear: Hear) -> None:
        self._here.listen(hear)

    def subscribe(self, table: str) -> AbstractAsyncContextManager[Versions]:
        return self._here.subscribe(table)

    async def hearing(self) -> None:
        """Wait until others can be heard."""
        try:
            async with asyncio.timeout(SILENCE):
                await self._there.wait()
        except TimeoutError:
            raise self._database.away() from None

    async def close(self) -> None:
        """Say what is unsaid, and hear no more."""
        if not self._closed:
            self._closed = True
            self._said.set()
            self._line.cut()
            _, late = await asyncio.wait(self._tasks, timeout=LAST_WORDS)
            for task in late:  # the database is away
                task.cancel()
            await self._here.close()

    # -- Speaking ------------------------------------------------------------------------------

    async def _speak(self) -> None:
        while not self._closed or self._moved or self._words:
            await self._said.wait()
            if not self._closed:
                self._said.clear()
            moved, self._moved, words, self._words = self._moved, {}, self._words, []
            if moved or words:
                await self._say([*payloads(self._me, moved, words)])

    async def _say(self, said: list[tuple[str, str]]) -> None:
        with suppress(Broken):  # whoever listens has lost the line, too, and will look again
            channels, texts = [channel for channel, _ in said], [text for _, text in said]
            await self._database.rows(SPEAK, channels, texts)

    # -- Hearing -------------------------------------------------------------------------------

    async def _listen(self) -> None:
        while not self._closed:
            with suppress(Away, Lost):
                await self._line.do(self._hear_for_a_while, AWAKE)
        await self._line.close()

    async def _hear_for_a_while(self, con: Con) -> None:
        if con is not self._heard_on:
            self._begin(con)
        async for said in con.notifies(timeout=AWAKE):
            self._take(said)
        await con.execute("SELECT 1")

    def _begin(self, con: Con) -> None:
        """Hear on a new line; on what was said between two of them, look again."""
        again, self._heard_on = self._heard_on is not None, con
        self._pieces.clear()
        self._there.set()
        if again:
            self._heed([Missed()])

    def _take(self, said: Notify) -> None:
        who, _, text = said.payload.partition(" ")
        if who == self._me:
            return
        with suppress(msgspec.DecodeError):  # a newer process may know other words
            if said.channel == MOVED:
                self._heed(Moved(*one) for one in VERSIONS.decode(text).items())
            else:
                self._heed(self._joined(who, text))

    def _joined(self, who: str, text: str) -> Iterator[Word]:
        """A word, when its last piece has come."""
        left, _, piece = text.partition(" ")
        whole = self._pieces.pop(who, "") + piece
        if left == "0":
            yield WORD.decode(whole)
        else:
            self._pieces[who] = whole

    def _heed(self, words: Iterable[Word]) -> None:
        for word in words:
            try:
                self._here.hear(word)
            except Exception:
                noted(f"hearing {type(word).__name__}")


def payloads(me: str, moved: dict[str, int], words: list[Word]) -> Iterator[tuple[str, str]]:
    """What is to be said on which channel: many tables at once, long words in pieces."""
    for some in portions(moved):
        yield MOVED, f"{me} {msgspec.json.encode(some).decode()}"
    for word in words:
        text = msgspec.json.encode(word).decode()
        pieces = [text[at : at + PIECE] for at in range(0, len(text), PIECE)]
        for left, piece in zip(reversed(range(len(pieces))), pieces, strict=True):
            yield WORDS, f"{me} {left} {piece}"


def portions(moved: dict[str, int]) -> Iterator[dict[str, int]]:
    """As many tables together as can be named at once."""
    some, size = dict[str, int](), 0
    for table, version in moved.items():
        if size > LONG:
            yield some
            some, size = {}, 0
        some[table] = version
        size += len(msgspec.json.encode(table)) + 22
    if some:
        yield some
