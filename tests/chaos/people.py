"""People at tables of two processes, who go on whatever happens to either, as a browser would."""

from __future__ import annotations

import asyncio
import html
import itertools
import random
import re
from collections.abc import Sequence
from typing import NamedTuple

import httpx

PATIENCE = 4.0  # seconds for an answer; then it is asked for again, perhaps elsewhere
ENTRY = re.compile(r"entry-([0-9a-f]{16})")
BETWEEN = 0.05  # seconds before the next line, or the next try


class Told(NamedTuple):
    """A line that was said, and the entry that it was acknowledged as."""

    table: str
    text: str
    entry: str


class Seat(NamedTuple):
    """A place at a table, and the key to it."""

    table: str
    member: str
    key: str


class Person:
    """Somebody who says one thing after another, at either process, until each is acknowledged."""

    def __init__(self, seat: Seat, addresses: Sequence[str], seed: int) -> None:
        self.seat, self.addresses = seat, addresses
        self.chance = random.Random(seed)
        self.told: list[Told] = []
        self.tries = 0
        self._client = httpx.AsyncClient(timeout=PATIENCE, cookies={"seat": seat.key})

    async def talk(self, over: asyncio.Event) -> None:
        for n in itertools.count():
            if over.is_set():
                return
            await self.say(f"{self.seat.member}, line {n}")
            await asyncio.sleep(BETWEEN)

    async def say(self, text: str) -> None:
        """Say it once, however often it has to be sent (TF-36)."""
        said = {"do": "Say", "fields": {"text": text}, "id": f"{self.seat.member} {text}"}
        while True:
            self.tries += 1
            try:
                where = f"{self.chance.choice(self.addresses)}/t/{self.seat.table}/do"
                answer = await self._client.post(
                    where, json=said, headers={"accept": "application/json"}
                )
            except httpx.HTTPError:
                answer = None
            if answer is not None and answer.status_code == 200:
                self.told.append(Told(self.seat.table, text, answer.json()["entry"]))
                return
            assert answer is None or answer.status_code in (429, 503), answer.text
            await asyncio.sleep(BETWEEN)

    async def close(self) -> None:
        await self._client.aclose()


class Page:
    """An open page: what its stream has told, and again from the page itself when that breaks."""

    def __init__(self, seat: Seat, addresses: Sequence[str]) -> None:
        self.seat, self.addresses = seat, itertools.cycle(addresses)
        self.shown: set[str] = set()
        self.opened = 0
        self.open = asyncio.Event()
        self._came = asyncio.Event()

    async def watch(self) -> None:
        """Keep the page open for ever; a line that breaks is taken up anew, at either process."""
        limits = httpx.Timeout(PATIENCE, read=2 * PATIENCE)  # a ping comes sooner than that
        async with httpx.AsyncClient(timeout=limits, cookies={"seat": self.seat.key}) as client:
            while True:
                try:
                    await self._watch(client, next(self.addresses))
                except httpx.HTTPError:
                    await asyncio.sleep(BETWEEN)

    async def _watch(self, client: httpx.AsyncClient, address: str) -> None:
        page = await client.get(f"{address}/t/{self.seat.table}")
        if page.status_code != 200:
            await asyncio.sleep(BETWEEN)
            return
        self._show(page.text)
        found = re.search(r'hx-sse:connect="([^"]+)"', page.text)
        assert found, "the page names no stream"
        self.opened += 1
        async with client.stream("GET", f"{address}{html.unescape(found[1])}") as stream:
            self.open.set()
            async for line in stream.aiter_lines():
                self._show(line)

    def _show(self, text: str) -> None:
        self.shown.update(ENTRY.findall(text))
        self._came.set()

    async def shows(self, entry: str) -> None:
        """Wait until the page shows an entry."""
        while entry not in self.shown:
            self._came.clear()
            await self._came.wait()
