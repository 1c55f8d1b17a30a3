"""Evenings of nonsense: every route and every command, by everybody, and what comes of it."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import count, islice
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import quote, urlencode

import msgspec
from tests.fuzz import odd
from tests.fuzz.crowd import STRANGER, Crowd, gathered
from tests.fuzz.wire import Answer, Pairs, Request, ask, wrong
from tests.web.house import House

from tablefolk.core.game import Offer
from tablefolk.core.play import fill, fits, proposed
from tablefolk.testing.anything import filled
from tablefolk.testing.faults import faults_raised

METHODS = ("GET", "POST", "HEAD", "OPTIONS", "PUT", "DELETE", "PATCH", "TRACE", "BREW")
ASKED = ("page", "at", "seat", "on", "in", "offer", "q", "form", "notes", "sheet", "story", "who")
FRESH = 60  # requests after which the pages are read anew
MENU = 8  # requests after which somebody's menu is read anew
ROUND = 150  # things done at one table; everybody's pages come on top
SLOW = 5


class Tally:
    """What was sent and what came back, over all evenings."""

    def __init__(self) -> None:
        self.statuses: Counter[int] = Counter()
        self.routes: Counter[str] = Counter()
        self.known = 0  # routes that there are
        self.commands: Counter[str] = Counter()
        self.slow: list[tuple[float, str]] = []
        self.faults: list[str] = []

    @property
    def requests(self) -> int:
        return self.statuses.total()

    def note(self, request: Request, answer: Answer, took: float) -> None:
        self.statuses[answer.status] += 1
        self.slow = sorted([*self.slow, (took, str(request)[:200])], reverse=True)[:SLOW]
        if fault := wrong(request, answer):
            self.faults.append(f"{fault}\n  {request}")

    def __str__(self) -> str:
        each = ", ".join(f"{status}: {n}" for status, n in sorted(self.statuses.items()))
        kinds = f"{len(self.commands)} commands, {len(self.routes)} routes"
        return f"{self.requests:,} requests ({each}), {kinds}, {len(self.faults)} faults"


class Evening:
    """One table, asked for everything."""

    def __init__(self, crowd: Crowd, rng: Random, tally: Tally) -> None:
        self.crowd, self.rng, self.tally = crowd, rng, tally
        self.app: Any = crowd.house.app
        self.kinds = self.turns(crowd.live.game.commands, lambda k: tally.commands[self.named(k)])
        self.seat, self.menu = crowd.live.seat(crowd.live.table.gm), list[Offer]()
        every = [route.path_format for route in self.app.litestar.routes]
        tally.known = len(every)
        self.routes = self.turns(every, lambda route: tally.routes[route])

    def turns(self, many: Sequence[Any], times: Callable[[Any], int]) -> Iterator[Any]:
        """Each in turn, those first that were asked least."""
        while True:
            yield from sorted(self.rng.sample(list(many), len(many)), key=times)

    def named(self, kind: type) -> str:
        return f"{self.crowd.live.game.key} {kind.__name__}"

    async def send(
        self, who: str, method: str, path: str, more: Pairs | None = None, body: bytes = b""
    ) -> Answer:
        usual = [(b"host", b"table.test"), (b"accept", b"text/html")]
        cookie = [(b"cookie", f"seat={key}".encode())] if (key := self.crowd.key(who)) else []
        odd_one = [odd.header(self.rng)] if more is not None and self.rng.random() < 0.15 else []
        changed = {name for name, _ in (*odd_one, *(more or []))}
        kept = [pair for pair in (*usual, *cookie) if pair[0] not in changed]
        request = Request(who, method, path, [*kept, *(more or []), *odd_one], body)
        began = time.process_time()
        try:
            answer = await ask(self.app, request)
        except Exception as broken:
            raise AssertionError(f"It broke: {broken!r}\n{request}") from broken
        self.tally.note(request, answer, time.process_time() - began)
        return answer

    async def play(self, requests: int) -> None:
        """So many of all kinds."""
        doing: list[Callable[[], Any]] = [
            self.sense,
            self.command,
            self.form,
            self.route,
            self.link,
        ]
        for number in range(requests):
            if await self.crowd.house.host.live(self.crowd.live.id) is None:
                return  # its GM has deleted it
            if number % FRESH == 0:
                await self.crowd.mend()
                await self.crowd.look(self.send, self.rng)
            if number % MENU == 0:
                self.read_menu()
            await self.rng.choices(doing, (7, 12, 4, 5, 2))[0]()

    def who(self) -> str:
        gm = self.crowd.live.table.gm
        everybody = [*self.crowd.members, STRANGER]
        return gm if self.rng.random() < 0.4 else self.rng.choice(everybody)

    # -- Commands --------------------------------------------------------------------------------

    def read_menu(self) -> None:
        """What somebody might do now."""
        live = self.crowd.live
        self.seat = live.table.seat(self.rng.choice([live.table.gm, *self.crowd.members]))
        self.menu = [*proposed(live.game, live.table, self.seat)]

    async def sense(self) -> None:
        """Something that is on a menu: so that there is always more to make nonsense of."""
        if not self.menu:
            return
        offer = self.rng.choice(self.menu)
        values = {blank.name: self.rng.choice([*islice(fits(blank), 9)]) for blank in offer.blanks}
        fields = msgspec.to_builtins(fill(offer, values))
        fields.pop("type", None)
        body = odd.jsoned({"do": offer.do, "fields": fields})
        await self.send(
            self.seat.id, "POST", f"{self.home}/do", odd.typed("application/json"), body
        )

    async def command(self) -> None:
        """A command of the next kind, filled with what is known here, perhaps bent a little."""
        kind, rng = next(self.kinds), self.rng
        made = filled(kind, rng, self.crowd.words)
        fields = msgspec.to_builtins(made) if made else {}
        fields.pop("type", None)
        if rng.random() < 0.3:
            fields = odd.bent(rng, fields, self.crowd.words)
        self.tally.commands[self.named(kind)] += 1
        said = {"do": kind.__name__, "fields": fields}
        if rng.random() < 0.2:
            said |= {rng.choice(("id", "faces", "for", "page", "anonymous")): self.tree()}
        wanted = [(b"accept", b"application/json")] if rng.random() < 0.5 else []
        more = [*odd.typed("application/json"), *wanted]
        await self.send(self.who(), "POST", f"{self.home}/do", more, odd.jsoned(said))

    async def form(self) -> None:
        """A form of somebody's page, with a value or two changed."""
        rng = self.rng
        pairs = list(rng.choice(self.crowd.forms)) if self.crowd.forms else []
        for _ in range(rng.randrange(3)):
            at = rng.randrange(len(pairs) + 1)
            name = pairs[at][0] if at < len(pairs) else rng.choice(self.crowd.names)
            pairs[at : at + 1] = [(name, self.text())] * rng.randrange(3)
        more = odd.typed("application/x-www-form-urlencoded")
        if rng.random() < 0.5:
            more += [(b"hx-request", b"true")]
        await self.send(self.who(), "POST", f"{self.home}/do", more, odd.form(pairs))

    # -- Routes ----------------------------------------------------------------------------------

    async def route(self) -> None:
        """The next route there is, with anything in its places, asked in any way."""
        route, rng = next(self.routes), self.rng
        self.tally.routes[route] += 1
        parts = [self.place(part) for part in route.split("/")]
        method = rng.choices(("GET", "POST", rng.choice(METHODS)), (4, 5, 1))[0]
        path = "/".join(parts) + (self.query() if rng.random() < 0.4 else "")
        if method in ("GET", "HEAD"):
            await self.send(self.who(), method, path, [])
        else:
            kind, body = self.body()
            await self.send(self.who(), method, path, odd.typed(kind), body)

    async def link(self) -> None:
        """A link that somebody sees, followed by anybody, its query perhaps another."""
        path = self.rng.choice(self.crowd.links).partition("#")[0]
        if self.rng.random() < 0.5:
            path = path.partition("?")[0] + self.query()
        await self.send(self.who(), "GET", path, [])

    def place(self, part: str) -> str:
        """A part of an address: what is asked for there, or something else."""
        if not part.startswith("{"):
            return part
        name = part.strip("{}").partition(":")[0]
        known = {"table": self.crowd.live.id, "invite": self.crowd.invite}
        known |= {"token": self.crowd.key(self.who()), "game": self.crowd.live.game.key}
        if name in known and self.rng.random() < 0.9:
            return known[name]
        seen = [p for link in self.crowd.links for p in link.partition("?")[0].split("/")[3:]]
        return quote(self.rng.choice(seen), safe="") if seen and self.rng.random() < 0.5 else (
            quote(self.text(), safe="")
        )  # fmt: skip

    def query(self) -> str:
        rng = self.rng
        names = [rng.choice((*ASKED, *self.crowd.names)) for _ in range(rng.randrange(1, 4))]
        return "?" + urlencode([(name, self.text()) for name in names])

    def body(self) -> tuple[str, bytes]:
        rng = self.rng
        names = rng.choices(self.crowd.names, k=rng.randrange(6))
        pairs = [(name, self.text()) for name in names]
        match rng.randrange(6):
            case 0 | 1:
                return "application/x-www-form-urlencoded", odd.form(pairs)
            case 2:
                return "application/json", odd.jsoned(self.tree())
            case 3 | 4:
                files = [self.upload() for _ in range(rng.randrange(3))]
                return "multipart/form-data; boundary=b", odd.multipart(rng, pairs, files)
        return rng.choice(odd.KINDS), rng.choice(odd.BODIES)

    def upload(self) -> bytes:
        """A file: of this table, of one that is altered, or nobody's."""
        whole, rng = self.rng.choice(self.crowd.files), self.rng
        return rng.choices((whole, odd.cut(rng, whole), rng.choice(odd.BODIES)), (2, 4, 3))[0]

    @property
    def home(self) -> str:
        return f"/t/{self.crowd.live.id}"

    def text(self) -> str:
        return odd.text(self.rng, (*self.rng.choices(self.crowd.words, k=4), *self.crowd.values))

    def tree(self) -> Any:
        return odd.tree(self.rng, self.crowd.words)


async def fuzzed(game: str, requests: int, seed: str, tally: Tally) -> None:
    """Evenings of one game, each at a table of its own, until so many requests were answered."""
    enough = tally.requests + requests
    for number in count():
        if tally.requests >= enough:
            return
        with TemporaryDirectory() as folder, faults_raised():
            house = House(Path(folder))
            try:
                await one(house, game, Random(f"{seed} {game} {number}"), tally)
            finally:
                await house.close()


async def one(house: House, game: str, rng: Random, tally: Tally) -> None:
    """One evening; afterwards its log is as the rules decide, and all seats see their pages."""
    crowd = await gathered(house, game)
    evening = Evening(crowd, rng, tally)
    await evening.play(ROUND)
    if await house.host.live(crowd.live.id) is None:
        return  # its GM has deleted it
    tally.faults += await crowd.flaws()
    for who in crowd.members:
        await evening.send(who, "GET", f"/t/{crowd.live.id}")
