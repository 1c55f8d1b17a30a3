"""The door: what every answer carries, and which requests are not even looked at."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from urllib.parse import urlsplit

from litestar.enums import ScopeType
from litestar.types import ASGIApp, HTTPResponseStartEvent, Message, Receive, Scope, Send
from msgspec import Struct

from tablefolk.core.language import said
from tablefolk.hosting.limits import MOST_FILE
from tablefolk.web.address import BadAddress, split

log = logging.getLogger("tablefolk.door")

MOST_BYTES = 100_000
MOST_TABLE = MOST_FILE
MOST_SHEET = 2_000_000  # a character brings its drawings
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "font-src 'self'; connect-src 'self'; manifest-src 'self'; form-action 'self'; "
    "base-uri 'none'; frame-ancestors 'none'"
)
HEADERS = [
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"x-frame-options", b"DENY"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=(), payment=()"),
]
# Once a browser has come by https it comes by nothing else for half a year. No word of subdomains
# or preloading: those are not ours to promise. Over http nothing of it, or a home would be shut.
ONLY_HTTPS = (b"strict-transport-security", b"max-age=15552000")
SAFE = ("GET", "HEAD", "OPTIONS")


class Guard:
    """Wraps the whole application, so that no answer leaves without its headers."""

    def __init__(self, app: ASGIApp, most: Callable[[str], int]) -> None:
        self.app, self.most = app, most  # how many bytes may be sent to an address

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP:
            await self.app(scope, receive, send)
            return
        headers, send = dict(scope["headers"]), _with_headers(send, _carried(scope))
        if not readable(headers):
            await say(send, 400, said("The request could not be read."))
        elif scope["method"] not in SAFE and not same_origin(headers):
            await say(
                send, 403, said("This was sent from another site, so it was not carried out.")
            )
        elif _too_large(headers, self.most(scope["path"])):
            await say(send, 413, too_much(self.most(scope["path"])))
        else:
            await self.app(scope, receive, send)


def readable(headers: Mapping[bytes, bytes]) -> bool:
    """Whether the host that was asked for can be one: links are made of it."""
    try:
        return b"host" not in headers or bool(split(headers[b"host"].decode("latin-1")))
    except BadAddress:
        return False


def same_origin(headers: Mapping[bytes, bytes]) -> bool:
    """Whether a browser says that our own page sent this; other programs say nothing at all."""
    site = headers.get(b"sec-fetch-site")
    if site is not None:
        return site in (b"same-origin", b"none")
    origin = headers.get(b"origin")
    if origin is None:
        return True
    try:
        return urlsplit(origin.decode("latin-1")).netloc.encode("latin-1") == headers.get(b"host")
    except ValueError:  # no address at all: "http://[::1"
        return False


class Most(Struct, frozen=True):
    """How many bytes may be sent to an address; some of games take more, by how they end."""

    large: Mapping[str, int] = {}
    table: int = MOST_TABLE  # a whole table is larger than anything else that is sent

    def __call__(self, path: str) -> int:
        if path == "/bring":
            return self.table
        if path.endswith("/bring"):
            return MOST_SHEET
        fitting = (size for end, size in self.large.items() if path.endswith(end))
        return max(fitting, default=MOST_BYTES)


USUAL = Most()


def too_much(size: int) -> str:
    """That it was more than may be sent at a time, in one sentence."""
    shown = f"{size // 1_000_000} MB" if size >= 1_000_000 else f"{size // 1000} kB"
    return said("That is more than {shown}; send less at a time.", shown=shown)


def _too_large(headers: Mapping[bytes, bytes], most: int) -> bool:
    length = headers.get(b"content-length", b"0")
    return not length.isdigit() or int(length[:12]) > most


def _carried(scope: Scope) -> list[tuple[bytes, bytes]]:
    """What every answer carries; over https one thing more."""
    return [*HEADERS, ONLY_HTTPS] if scope.get("scheme") == "https" else HEADERS


def _with_headers(send: Send, headers: Sequence[tuple[bytes, bytes]]) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            given = {name for name, _ in message["headers"]}
            more = [pair for pair in headers if pair[0] not in given]
            if b"cache-control" not in given:
                more.append((b"cache-control", b"no-store"))
            message["headers"] = [*message["headers"], *more]
        await send(message)

    return sending


async def say(send: Send, status: int, sentence: str) -> None:
    """An answer of one sentence, from the door itself."""
    log.warning("turned away (%s): %s", status, sentence, extra={"event": "turned_away"})
    start: HTTPResponseStartEvent = {
        "type": "http.response.start",
        "status": status,
        "headers": [(b"content-type", b"text/plain; charset=utf-8")],
    }
    await send(start)
    await send({"type": "http.response.body", "body": sentence.encode(), "more_body": False})
