"""Measures how long a request holds the loop: everything there is to ask for, at long tables.

python3 dev.py bench stalls [--story 20000]

A server of its own plays tables of all games with long stories and many people. One browser of each
role follows every link there is; after each request the server says for how much processor time its
loop was held at one stretch. Nothing may be over 50 ms; what is, is named.
"""

from __future__ import annotations

import argparse
import asyncio
import multiprocessing
import socket
import sys
import tempfile
import time
from asyncio import events
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import parse_qsl, urlsplit

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT)]

import httpx  # noqa: E402
import msgspec  # noqa: E402
import uvicorn  # noqa: E402
from msgspec.structs import replace  # noqa: E402
from tests import visiting  # noqa: E402

from tablefolk.core import play  # noqa: E402
from tablefolk.core.dice import Dice  # noqa: E402
from tablefolk.core.game import Entry, Seat  # noqa: E402
from tablefolk.core.table.at import GameAtTable  # noqa: E402
from tablefolk.core.table.seats import Join  # noqa: E402
from tablefolk.core.table.talk import Say, WriteNote  # noqa: E402
from tablefolk.games import shelf  # noqa: E402
from tablefolk.hosting import randomness  # noqa: E402
from tablefolk.hosting.log.base import Row  # noqa: E402
from tablefolk.hosting.store import in_file  # noqa: E402
from tablefolk.hosting.tables import About, Host, new_id  # noqa: E402
from tablefolk.web.app import create_app  # noqa: E402

STORY = 20_000
PEOPLE = 29
NOTES = 300
AIM = 0.050
HOUSE = Seat("", "house")
WORST = "/-/worst"


# -- The server: how long each step of its loop took --------------------------------------------


class Held:
    """The longest stretch for which the loop's thread was busy, since it was last asked."""

    def __init__(self) -> None:
        self.worst = 0.0

    def watch(self) -> None:
        run = events.Handle._run

        def timed(handle: Any) -> None:
            began = time.thread_time()
            run(handle)
            self.worst = max(self.worst, time.thread_time() - began)

        events.Handle._run = timed  # type: ignore[method-assign]

    def told(self) -> float:
        found, self.worst = self.worst, 0.0
        return found


def serve(path: str, sock: socket.socket, ready: Connection) -> None:
    """The whole application, and one more address that says how long the loop was held."""
    held, host = Held(), Host(in_file(Path(path)), shelf().games)
    held.watch()
    app = create_app(host, (lambda: ready.send(True),))
    app.place.painter.compile()

    async def asked(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "http" and scope["path"] == WORST:
            await say(send, b"%.6f" % held.told())
        else:
            await app(scope, receive, send)

    config = uvicorn.Config(asked, loop="asyncio", log_level="warning", access_log=False)
    asyncio.run(uvicorn.Server(config).serve([sock]))


async def say(send: Any, body: bytes) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": body})


@contextmanager
def server(path: Path) -> Iterator[str]:
    sock = socket.create_server(("127.0.0.1", 0))
    here, there = multiprocessing.Pipe()
    child = multiprocessing.Process(target=serve, args=(str(path), sock, there), daemon=True)
    child.start()
    here.recv()
    try:
        yield f"http://127.0.0.1:{sock.getsockname()[1]}"
    finally:
        child.terminate()
        child.join(10)


# -- Long tables ---------------------------------------------------------------------------------


class Long(NamedTuple):
    """A long table, and the keys of three who sit there."""

    game: str
    table: str
    keys: dict[str, str]


def played(at: GameAtTable, story: int) -> Iterator[Entry]:
    """The demo, many people, their notes, and a great deal of talk."""
    table, dice = at.new({}), Dice(randomness.throw)
    for step in at.demo():
        seat = HOUSE if step.who == "house" else table.seat(step.who)
        entry, table = play.act_with(at, table, seat, step.command, step.faces)
        yield entry
    for name in (f"Guest {n}" for n in range(PEOPLE - len(table.members))):
        entry, table = play.act(at, table, HOUSE, Join(name, onlooker=name.endswith("9")), dice)
        yield entry
    gm = table.seat(table.gm)
    for number in range(NOTES):
        entry, table = play.act(at, table, gm, WriteNote(f"Note {number}", "word " * 50), dice)
        yield entry
    players = [table.seat(one.id) for one in table.present if one.role == "player"]
    for number in range(story):
        command = Say(f"What was said as number {number}, and it went on for a while.")
        yield play.act(at, table, players[number % len(players)], command, dice)[0]


async def laid_out(path: Path, story: int) -> list[Long]:
    store = in_file(path)
    host = Host(store, shelf().games)
    made = []
    for at in host.games.values():
        entries = [replace(e, id=new_id(), at=time.time()) for e in played(at, story)]
        rows = [Row(n, e.id, at.codec.dump(e)) for n, e in enumerate(entries, 1)]
        table, about = new_id(), About(at.key, "A long table", time.time())
        await store.log.create(table, msgspec.json.encode(about), rows)
        live = await host.live(table)
        assert live
        by_role = {one.role: one.id for one in live.table.present}
        keys = {role: await store.people.seat_link(table, id) for role, id in by_role.items()}
        made.append(Long(at.key, table, keys))
    await store.close()
    return made


# -- Asking for everything -----------------------------------------------------------------------


class Asking(visiting.Visit):
    """A visit that keeps, for each kind of request, the longest that the loop was held."""

    def __init__(self, browser: httpx.Client, worst: dict[str, float], whose: str) -> None:
        super().__init__(browser, {})
        self.worst, self.whose = worst, whose

    def look(self, address: str) -> httpx.Response | None:
        if address in self.pages or address in self.known:
            return super().look(address)
        if address.startswith("/static/") or (answer := super().look(address)) is None:
            return None
        held = float(self.browser.get(WORST).text)
        kind = f"{self.whose}: {kind_of(address)}"
        self.worst[kind] = max(self.worst.get(kind, 0.0), held)
        return answer


def kind_of(address: str) -> str:
    """A request by its kind: without ids, with the names of what was asked."""
    parts = urlsplit(address)
    path = parts.path.split("/")
    if path[1] == "t":
        path[2] = "…"
    asked = [f"{k}={v}" if k in ("in", "on") else k for k, v in parse_qsl(parts.query)]
    return "/".join(path) + (f"?{'&'.join(asked)}" if asked else "")


def asked(site: str, long: Long, worst: dict[str, float]) -> None:
    for role, key in long.keys.items():
        visit = Asking(visiting.browser(site), worst, f"{long.game}, {role}")
        visit.browser.get(WORST)  # what starting took is another matter
        visit.look(f"/s/{key}")
        print(f"{long.game}, {role} …", flush=True)
        home = f"/t/{long.table}"
        visit.follow(home, f"{home}/log?q=number+77", f"{home}/story/html", f"{home}/export")
        visit.follow(f"{home}/story/json", f"{home}/notes?q=word")
        for fault in visit.faults:
            print(f"  {long.game}, {role}: {fault}")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--story", type=int, default=STORY)
    parser.add_argument("--game", default="")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        path, worst = Path(folder) / "tables.sqlite", dict[str, float]()
        longs = asyncio.run(laid_out(path, given.story))
        with server(path) as site:
            for long in longs:
                if given.game in long.game:
                    asked(site, long, worst)
    over = {kind: held for kind, held in worst.items() if held > AIM}
    print(
        f"{len(worst)} kinds of request, {len(over)} of them over {AIM * 1000:.0f} ms; the worst:"
    )
    for kind, held in sorted(worst.items(), key=lambda one: -one[1])[:40]:
        print(f"{held * 1000:8.1f} ms  {kind}")


if __name__ == "__main__":
    main()
