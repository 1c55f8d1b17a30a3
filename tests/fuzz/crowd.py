"""Everybody who might ask something of a table: GM, player, onlooker, one who left, a stranger."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import msgspec
from tests.fuzz.wire import Answer
from tests.web.house import House

from tablefolk.core.table import checking
from tablefolk.hosting.live import Live
from tablefolk.hosting.tables import Opened
from tablefolk.testing.anything import texts
from tablefolk.testing.driver import sheets
from tablefolk.testing.reading import Drawn

STRANGER = "stranger"
MOST_FORMS = 60  # of a page, so that the pages with most forms do not outweigh all else


class Crowd:
    """A table in the middle of an evening, and the keys of all who know of it."""

    def __init__(self, house: House, live: Live) -> None:
        self.house, self.live = house, live
        self.keys: dict[str, str] = {STRANGER: ""}
        self.names: list[str] = ["file", "name", "game", "gm", "page", "id", "faces", "for", "back"]
        self.values: list[str] = []
        self.links: list[str] = ["/", "/new", "/about"]
        self.forms: list[list[tuple[str, str]]] = []
        self.words: list[str] = []
        self.invite, self.left, self.files = "", "", list[bytes]()

    def key(self, name: str) -> str:
        return self.keys.get(name, "")

    @property
    def members(self) -> list[str]:
        return [who for who in self.keys if who != STRANGER]

    async def mend(self) -> None:
        """A table that was closed or stopped, or that people were put out of, plays on."""
        table, host, here = self.live.table, self.house.host, self.live.id
        if table.closed:
            await host.act(here, table.gm, "ReopenTable", {})
        if self.live.table.paused:
            await host.act(here, table.gm, "Resume", {})
        for who in self.members:
            gone = self.live.table.members[who].gone
            if gone and who != self.left:
                await host.act(here, self.live.table.gm, "Reseat", {"member": who})
            if await host.people.seat_of(self.keys[who]) is None and who != self.left:
                self.keys[who] = await host.people.seat_link(here, who)

    async def look(self, ask: Any, rng: Random) -> None:
        """What can be read on everybody's page is what they may send, and more."""
        self.words = texts(msgspec.to_builtins(self.live.table))
        for who in self.members:
            for path in (f"/t/{self.live.id}", *rng.sample(self.links, min(len(self.links), 3))):
                answer: Answer = await ask(who, "GET", path)
                self.read(answer.body.decode("utf-8", "replace"), rng)

    def read(self, page: str, rng: Random) -> None:
        self.names = sorted({*self.names, *re.findall(r'\sname="([\w.\[\]-]+)"', page)})
        self.values = sorted({*self.values, *re.findall(r'\svalue="([^"<>]{1,60})"', page)})
        drawn = Drawn(page)
        self.links = sorted({*self.links, *(link for link in drawn.links if link[:1] == "/")})
        forms = rng.sample(drawn.forms, min(len(drawn.forms), MOST_FORMS))
        self.forms += [[(n, rng.choice(sorted(v))) for n, v in f.values.items()] for f in forms]

    async def flaws(self) -> list[str]:
        """What the rules would have decided otherwise."""
        rows = await self.house.log.read(self.live.id)
        entries = [self.live.game.codec.load(row.body) for row in rows]
        found, _ = checking.check(self.live.game, entries)
        return [f"entry {one.number}: {one.why}" for one in found]


async def gathered(house: House, game: str) -> Crowd:
    """The game's demo; somebody looks on, somebody has left again."""
    opened = await (house.host.tried(game) if house.host.games[game].demo() else _bare(house, game))
    live = await house.host.live(opened[0].table)
    assert live
    crowd = Crowd(house, live)
    crowd.invite = await house.host.people.invite_of(live.id) or ""
    looking = await house.host.join(crowd.invite, "Olga Onlooker", onlooker=True)
    gone = await house.host.join(crowd.invite, "Xaver")
    crowd.keys |= {one.member: one.token for one in (*opened, looking, gone)}
    crowd.left = gone.member
    await house.host.act(live.id, live.table.gm, "Unseat", {"member": gone.member})
    crowd.files = [await house.host.export(live.id), *map(msgspec.json.encode, _sheets(live))]
    return crowd


async def _bare(house: House, game: str) -> tuple[Opened, ...]:
    gm = await house.host.open_table(game, "Odd evening", "Gil")
    invite = await house.host.people.invite_of(gm.table) or ""
    return gm, await house.host.join(invite, "Ana"), await house.host.join(invite, "Ben")


def _sheets(live: Live) -> list[dict[str, Any]]:
    """Characters of this game as files, where it has any."""
    return sheets(live.game.game) if live.game.further.bring else []
