"""Metrics for Prometheus, at a door of their own: no site, and no proxy before it, leads there.

What they say are sums; no table, no person, no address that holds a key.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable, Iterator, Mapping
from contextlib import asynccontextmanager, suppress
from importlib.metadata import version
from time import perf_counter

from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from tablefolk.hosting import counting, loop, process
from tablefolk.hosting.counting import BOUNDS, Labels, Spread
from tablefolk.web.address import joined
from tablefolk.web.place import Place

METHODS = ("GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS")
STREAM = b"text/event-stream"
SHORT = 5.0  # seconds in which whoever asks must have asked
LONGEST = 8192  # bytes of a question
KIND = b"text/plain; version=0.0.4; charset=utf-8"


# -- Counting what is asked and answered ----------------------------------------------------------


class Metered:
    """Wraps the application, and counts what goes in and out of it."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP:
            await self.app(scope, receive, send)
            return
        answer = Answer(send)
        try:
            await self.app(scope, receive, answer.message)
        finally:
            answer.ends(scope)


class Answer:
    """One answer on its way, measured."""

    def __init__(self, send: Send) -> None:
        self.send, self.began = send, perf_counter()
        self.status, self.streamed = 500, False

    async def message(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            self.streamed = dict(message["headers"]).get(b"content-type", b"").startswith(STREAM)
        elif message["type"] == "http.response.body":
            counting.count("bytes_sent", len(message["body"]))
        await self.send(message)

    def ends(self, scope: Scope) -> None:
        """By the route, which is a word of ours, and not by the path, which may hold a key."""
        route = scope.get("path_template", "") or "none"
        asked = str(scope.get("method", ""))
        method = asked if asked in METHODS else "other"
        status = f"{self.status // 100}xx"
        counting.count("requests", route=route, method=method, status=status)
        if not self.streamed:
            counting.took("request_seconds", perf_counter() - self.began)


# -- As Prometheus reads it -----------------------------------------------------------------------


def text(place: Place, worker: int = 0) -> str:
    """Everything there is to tell about this process."""
    about: Labels = (("version", version("tablefolk")), ("worker", str(worker)))
    parts = [
        metric("tablefolk_info", "gauge", "Which this is.", {about: 1}),
        *_counters(),
        *_gauges(place),
        *_spreads(),
        *_process(),
    ]
    return "".join(parts)


def _counters() -> Iterator[str]:
    for name, sums in counting.all_counted().items():
        yield metric(f"tablefolk_{name}_total", "counter", counting.COUNTED[name], sums or {(): 0})


def _gauges(place: Place) -> Iterator[str]:
    rooms, held = place.hub.rooms.values(), place.host.held()
    here = sum(len(place.presence.here(room.table)) for room in rooms)
    standing = {
        "streams": ("Pages whose stream is open.", sum(len(room.pages) for room in rooms)),
        "tables_open": ("Tables that somebody has open.", len(rooms)),
        "tables_held": ("Tables held in memory.", held.tables),
        "tables_awake": ("Tables of which is kept what each seat saw.", held.awake),
        "members_present": ("People who are at the tables that are open.", here),
        "loop_delay_worst_seconds": ("The longest delay since this was last asked.", loop.worst()),
    }
    for name, (words, value) in standing.items():
        yield metric(f"tablefolk_{name}", "gauge", words, {(): value})
    for name, value in counting.all_under_way().items():
        yield metric(f"tablefolk_{name}", "gauge", counting.UNDER_WAY[name], {(): value})


def _process() -> Iterator[str]:
    for name, value in process.now().items():
        kind = "counter" if name.endswith("_total") else "gauge"
        yield metric(f"process_{name}", kind, process.WORDS[name], {(): value})


def _spreads() -> Iterator[str]:
    for name, spreads in counting.all_timed().items():
        full, words = f"tablefolk_{name}", counting.TIMED[name]
        yield f"# HELP {full} {words}\n# TYPE {full} histogram\n"
        for labels, spread in spreads.items():
            yield from _spread(full, labels, spread)


def _spread(name: str, labels: Labels, spread: Spread) -> Iterator[str]:
    below = 0
    for bound, number in zip([*map(str, BOUNDS), "+Inf"], spread.by_length, strict=True):
        below += number
        yield sample(f"{name}_bucket", (*labels, ("le", bound)), below)
    yield sample(f"{name}_sum", labels, spread.sum)
    yield sample(f"{name}_count", labels, below)


def metric(name: str, kind: str, words: str, samples: Mapping[Labels, float]) -> str:
    """One metric with all its samples, as they are written."""
    said = (sample(name, labels, value) for labels, value in samples.items())
    return f"# HELP {name} {words}\n# TYPE {name} {kind}\n" + "".join(said)


def sample(name: str, labels: Iterable[tuple[str, str]], value: float) -> str:
    inside = ",".join(f'{key}="{escaped(said)}"' for key, said in labels)
    return f"{name}{f'{{{inside}}}' if inside else ''} {value:.16g}\n"


def escaped(said: str) -> str:
    return said.replace("\\", r"\\").replace('"', r"\"").replace("\n", r"\n")


# -- The door -------------------------------------------------------------------------------------


@asynccontextmanager
async def told(door: tuple[str, int] | None, place: Place, worker: int = 0) -> AsyncIterator[str]:
    """While this holds, `GET /metrics` is answered there; the nth worker has the nth port.

    Where that is, is given; nothing is opened, and nothing looked at, where nobody named a door.
    """
    if door is None:
        yield ""
        return
    host, port = door
    loop.watch(asyncio.get_running_loop())
    server = await _opened(place, host, port + worker if port else 0, worker)
    async with server:
        found = server.sockets[0].getsockname()
        yield joined(str(found[0]), int(found[1]))


async def _opened(place: Place, host: str, port: int, worker: int) -> asyncio.Server:
    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(
            OSError, TimeoutError, asyncio.IncompleteReadError, asyncio.LimitOverrunError
        ):
            async with asyncio.timeout(SHORT):
                asked = await reader.readuntil(b"\r\n\r\n")
                writer.write(answered(asked, place, worker))
                await writer.drain()
        writer.close()

    try:
        # A successor opens the same door while whoever goes before it still answers.
        return await asyncio.start_server(
            answer, host, port, limit=LONGEST, reuse_port=bool(port) or None
        )
    except OSError as taken:
        raise OSError(f"cannot give metrics at {host}:{port}: {taken.strerror}.") from None


def answered(asked: bytes, place: Place, worker: int) -> bytes:
    """The metrics to whoever asks for them; to anything else, that there is nothing."""
    method, _, rest = asked.partition(b" ")
    path = rest.partition(b" ")[0].partition(b"?")[0]
    known = method == b"GET" and path == b"/metrics"
    body = text(place, worker).encode() if known else b"Ask for GET /metrics.\n"
    head = b"HTTP/1.1 %b\r\ncontent-type: %b\r\ncontent-length: %d\r\nconnection: close\r\n\r\n"
    status = b"200 OK" if known else b"404 Not Found"
    return head % (status, KIND if known else b"text/plain", len(body)) + body
