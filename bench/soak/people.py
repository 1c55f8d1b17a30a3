"""People at tables that come and go, as browsers would bring them."""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from random import Random
from typing import Any
from urllib.parse import urlencode

import msgspec
from acts import ATS, GM, SCRIPTS, Played, Rehearsal, _done
from wire import Server, Stream, first_page, get, lane, post, stream

from tablefolk.core.game import Step
from tablefolk.core.table.seats import SetOption
from tablefolk.web.seats import mark

PAUSE = 1.0  # seconds between two acts at a table, about
ACTS = (20, 90)  # of a table's life
COOKIE = re.compile(rb"set-cookie: (seat-\w+)=([\w-]+)", re.IGNORECASE)
WHERE = re.compile(rb"location: /t/(\w+)", re.IGNORECASE)


def start(key: str) -> Played:
    """A table to try, from where dice may be typed in: so everybody knows how they fall."""
    at = ATS[key]
    table = at.new({})
    for step in (*at.demo(), Step(GM, SetOption("dice", "either"))):
        _, table = _done(at, table, step)
    return Played(at, table, [])


REHEARSALS = {key: Rehearsal(start(key)) for key in SCRIPTS}


class Crowd:
    """Everybody who plays while it lasts."""

    PLACES = 8  # tables at the same time

    def __init__(self, server: Server) -> None:
        self.server, self.done, self.faults = server, Counter[str](), list[str]()

    def told(self) -> str:
        return ", ".join(f"{n} {what}" for what, n in sorted(self.done.items()))

    async def sit(self, place: int) -> None:
        """One table after the other at one place, each of the next game."""
        rng, games = Random(place), list(REHEARSALS)
        number = place
        while True:
            number += 1
            try:
                await Table(self, games[number % len(games)], rng).live()
            except (AssertionError, OSError) as fault:
                self.faults.append(f"{games[number % len(games)]}: {fault!r}")
                await asyncio.sleep(PAUSE)


class Table:
    """One table from its opening to its end."""

    def __init__(self, crowd: Crowd, game: str, rng: Random) -> None:
        self.crowd, self.server, self.game, self.rng = crowd, crowd.server, game, rng
        self.id, self.keys, self.pages = "", dict[str, str](), dict[str, Stream]()

    async def ask(self, request: bytes) -> tuple[bytes, bytes]:
        way = await lane(self.server)
        try:
            async with asyncio.timeout(60):
                return await way.ask(request)
        finally:
            way.transport.abort()

    async def live(self) -> None:
        await self.open()
        try:
            for number in range(self.rng.randint(*ACTS)):
                await asyncio.sleep(self.rng.uniform(0.5, 1.5) * PAUSE)
                await self.act(REHEARSALS[self.game].step(number))
                if self.rng.random() < 0.15:
                    await self.come_back(self.rng.choice(list(self.keys)))
            await self.carry_on_elsewhere()
        finally:
            for page in self.pages.values():
                page.transport.abort()
        await self.delete(self.id, self.keys[GM])

    async def open(self) -> None:
        """A table to try gives all its seats to one browser; here each has a page of its own."""
        head, body = await self.ask(form(f"/try/{self.game}", ""))
        where = WHERE.search(head)
        assert where, (head, body[:300])
        self.id = where[1].decode()
        held = {name.decode(): key.decode() for name, key in COOKIE.findall(head)}
        members = REHEARSALS[self.game].table.members
        self.keys = {m: held[f"seat-{mark(m)}"] for m in members if f"seat-{mark(m)}" in held}
        assert GM in self.keys, head
        await self.act(Step(GM, SetOption("dice", "either")))
        for who in self.keys:
            await self.come_back(who)
        self.crowd.done["tables"] += 1

    async def come_back(self, who: str) -> None:
        """Somebody's line is lost; they open their page again."""
        if who in self.pages:
            self.pages.pop(who).transport.abort()
            self.crowd.done["lines lost"] += 1
        page = await first_page(self.server, self.id, self.keys[who])
        self.pages[who] = await stream(self.server, page, self.keys[who])

    async def act(self, step: Step) -> None:
        fields = msgspec.to_builtins(step.command)
        fields.pop("type", None)
        said: dict[str, Any] = {"do": type(step.command).__name__, "fields": fields}
        if step.faces:
            said["faces"] = list(step.faces)
        head, body = await self.ask(post(f"/t/{self.id}/do", self.keys[step.who], said))
        assert head.startswith(b"HTTP/1.1 200"), f"{said['do']}: {body[:200]!r}"
        self.crowd.done["acts"] += 1

    async def carry_on_elsewhere(self) -> None:
        """The table is written out, taken over from its file, looked at, and deleted there."""
        head, whole = await self.ask(get(f"/t/{self.id}/export", self.keys[GM]))
        assert head.startswith(b"HTTP/1.1 200"), head
        head, body = await self.ask(upload("/bring", "table", whole))
        where, key = WHERE.search(head), re.search(rb"set-cookie: seat=([\w-]+)", head, re.I)
        assert where, (head, body[:300])
        assert key, head
        await first_page(self.server, where[1].decode(), key[1].decode())
        await self.delete(where[1].decode(), key[1].decode())
        self.crowd.done["taken over"] += 1

    async def delete(self, table: str, key: str) -> None:
        name = REHEARSALS[self.game].table.name
        head, _ = await self.ask(form(f"/t/{table}/delete", key, name=name))
        assert head.startswith(b"HTTP/1.1 303"), head
        self.crowd.done["deleted"] += 1


# -- Requests that wire.py does not write ----------------------------------------------------------


def form(path: str, key: str, **fields: str) -> bytes:
    return sent(path, key, "application/x-www-form-urlencoded", urlencode(fields).encode())


def upload(path: str, name: str, whole: bytes) -> bytes:
    top = f'--b\r\nContent-Disposition: form-data; name="{name}"; filename="a.tablefolk"\r\n\r\n'
    body = top.encode() + whole + b"\r\n--b--\r\n"
    return sent(path, "", "multipart/form-data; boundary=b", body)


def sent(path: str, key: str, kind: str, body: bytes) -> bytes:
    head = f"POST {path} HTTP/1.1\r\nhost: table\r\ncookie: seat={key}\r\ncontent-type: {kind}\r\n"
    return f"{head}content-length: {len(body)}\r\n\r\n".encode() + body
