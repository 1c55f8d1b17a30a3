"""Light answers: packed as the browser takes them, and streams message by message.

Levels and sizes were chosen by measurement: docs/light.md.
"""

from __future__ import annotations

import asyncio
import re
import zlib
from collections.abc import Callable
from functools import partial
from struct import pack

from litestar.enums import ScopeType
from litestar.types import ASGIApp, HTTPResponseStartEvent, Message, Receive, Scope, Send

try:
    import brotli
except ImportError:  # where there is none for this system; every browser takes gzip
    brotli = None

Pack = Callable[[bytes], bytes]

SMALL = 1000  # bytes that travel in one packet anyway
LARGE = 300_000  # bytes that are packed in a thread, so that nobody waits for them
LONGEST = 1000  # characters of a header that are read
WEIGHT = re.compile(r"q=(0(\.\d{0,3})?|1(\.0{0,3})?)")
TYPES = (b"text/", b"application/json", b"application/x-ndjson", b"image/svg+xml")
STREAM = b"text/event-stream"
HEAD = b"\x1f\x8b\x08\0\0\0\0\0\0\xff"  # of a gzip file
LAST = b"\x03\0"  # an empty block that is the last


def gzipped(body: bytes, level: int) -> bytes:
    """As gzip, with no date in it: the same each time."""
    packing = zlib.compressobj(level, zlib.DEFLATED, 31)
    return packing.compress(body) + packing.flush()


def brotlied(body: bytes, quality: int, window: int = 22) -> bytes:
    """As brotli."""
    made: bytes = brotli.compress(body, quality=quality, lgwin=window)
    return made


# By what is tried first: pages on their way, and files that are packed once for all.
QUICK: dict[str, Pack] = {"gzip": partial(gzipped, level=3)}
BEST: dict[str, Pack] = {"gzip": partial(gzipped, level=9)}
if brotli:
    QUICK = {"br": partial(brotlied, quality=3, window=18)} | QUICK
    BEST = {"br": partial(brotlied, quality=11)} | BEST


def chosen(header: str, known: tuple[str, ...] = tuple(QUICK)) -> str:
    """The coding that a browser likes best of those we know; none where it likes none."""
    asked = dict(filter(None, map(_weighed, header[:LONGEST].lower().split(","))))
    liking = {name: asked.get(name, asked.get("*", 0.0)) for name in known}
    best = max(known, key=lambda name: liking[name])
    plain = asked.get("identity", 0.0)
    return best if liking[best] > 0 and liking[best] >= plain else ""


def _weighed(part: str) -> tuple[str, float] | None:
    name, _, rest = (piece.strip() for piece in part.partition(";"))
    if not rest:
        return name, 1.0
    found = WEIGHT.fullmatch(rest)
    return (name, float(found[1])) if found else None


class Light:
    """Wraps the application: what goes out is packed, unless its answer says otherwise."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == ScopeType.HTTP and scope["method"] != "HEAD":
            told = b",".join(v for name, v in scope["headers"] if name == b"accept-encoding")
            send = Sending(send, told.decode("latin-1")).message
        await self.app(scope, receive, send)


class Sending:
    """One answer on its way."""

    def __init__(self, send: Send, accepts: str) -> None:
        self.send, self.accepts = send, accepts
        self.start: HTTPResponseStartEvent | None = None
        self.stream: Stream | None = None

    async def message(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            await self._starts(message)
        elif message["type"] != "http.response.body":
            await self.send(message)
        elif self.stream:
            last = not message.get("more_body", False)
            message["body"] = self.stream.message(message["body"], last)
            await self.send(message)
        else:
            if self.start:
                message["body"] = await self._packed(
                    message["body"], message.get("more_body", False)
                )
            await self.send(message)

    async def _starts(self, start: HTTPResponseStartEvent) -> None:
        """A stream begins at once; of anything else, the length is to be known first."""
        headers = dict(start["headers"])
        kind = headers.get(b"content-type", b"")
        fits = kind.startswith(TYPES) and b"content-encoding" not in headers
        if not fits or b"no-transform" in headers.get(b"cache-control", b""):
            await self.send(start)
        elif not kind.startswith(STREAM):
            self.start = start
        else:
            if chosen(self.accepts, ("gzip",)):
                self.stream = Stream()
            await self.send(varied(start, "gzip" if self.stream else ""))

    async def _packed(self, body: bytes, more: bool) -> bytes:
        start, self.start = self.start, None
        assert start
        coding = "" if more or len(body) < SMALL else chosen(self.accepts)
        if coding and len(body) > LARGE:
            body = await asyncio.to_thread(QUICK[coding], body)
        elif coding:
            body = QUICK[coding](body)
        await self.send(varied(start, coding, len(body)))
        return body


def varied(start: HTTPResponseStartEvent, coding: str, length: int = 0) -> HTTPResponseStartEvent:
    """The beginning of an answer that depends on what the browser takes."""
    headers = list(start["headers"])
    vary = b", ".join([v for name, v in headers if name == b"vary"] + [b"accept-encoding"])
    headers = [(n, v) for n, v in headers if n != b"vary"] + [(b"vary", vary)]
    if coding:
        headers.append((b"content-encoding", coding.encode()))
    if coding and length:
        headers = [(n, v) for n, v in headers if n != b"content-length"]
        headers.append((b"content-length", str(length).encode()))
    start["headers"] = headers
    return start


class Stream:
    """A gzip file that does not end: every message by itself, so an open page holds no window."""

    __slots__ = ("crc", "head", "size")

    def __init__(self) -> None:
        self.crc, self.size, self.head = 0, 0, HEAD

    def message(self, text: bytes, last: bool = False) -> bytes:
        """The next bytes of the file; the browser can read the message at once."""
        head, self.head = self.head, b""
        self.crc, self.size = zlib.crc32(text, self.crc), self.size + len(text)
        end = LAST + pack("<LL", self.crc, self.size & 0xFFFFFFFF) if last else b""
        return head + (_alone(text) if text else b"") + end


def _alone(text: bytes) -> bytes:
    """Whole blocks of deflate that refer to nothing before them; a short text as it is."""
    if len(text) < SMALL:
        return pack("<BHH", 0, len(text), len(text) ^ 0xFFFF) + text
    packing = zlib.compressobj(1, zlib.DEFLATED, -15)
    return packing.compress(text) + packing.flush(zlib.Z_FULL_FLUSH)
