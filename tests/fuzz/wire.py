"""One request, just as it is written down: whatever headers, whatever body, no browser between."""

from __future__ import annotations

import asyncio
import gzip
import re
from collections.abc import Callable
from typing import Any, NamedTuple
from urllib.parse import unquote

import brotli

from tablefolk.web.guard import HEADERS

PATIENCE = 60  # seconds after which nobody believes that an answer will come
SENTENCE = re.compile(rb"\w+ [^<>{}]*\w+[^<>{}]*[.!?]")
UNPACK: dict[bytes, Callable[[bytes], bytes]] = {b"br": brotli.decompress, b"gzip": gzip.decompress}
Pairs = list[tuple[bytes, bytes]]


class Request(NamedTuple):
    """What somebody sends."""

    who: str
    method: str
    path: str  # as it stands in the address, with its query
    headers: Pairs
    body: bytes = b""

    def __str__(self) -> str:
        sent = f"{self.who}: {self.method} {self.path[:300]}"
        return f"{sent}\n  {self.headers}\n  {self.body[:2000]!r}"


class Answer(NamedTuple):
    """What came back."""

    status: int
    headers: dict[bytes, bytes]
    body: bytes
    cookies: list[bytes]


async def ask(app: Any, request: Request) -> Answer:
    """The application's answer; a stream's beginning, for whoever asks hangs up at once."""
    path, _, query = request.path.partition("?")
    scope = {
        "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "scheme": "http",
        "method": request.method, "path": unquote(path), "raw_path": path.encode(),
        "root_path": "", "query_string": query.encode(), "server": ("table.test", 80),
        "client": ("192.0.2.1", 4711), "headers": request.headers,
    }  # fmt: skip
    waiting: list[dict[str, Any]] = [{"type": "http.request", "body": request.body}]
    sent: list[dict[str, Any]] = []

    async def receive() -> dict[str, Any]:
        return waiting.pop() if waiting else {"type": "http.disconnect"}

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    async with asyncio.timeout(PATIENCE):
        await app(scope, receive, send)
    start = next(one for one in sent if one["type"] == "http.response.start")
    body = b"".join(one.get("body", b"") for one in sent if one["type"] == "http.response.body")
    cookies = [value for name, value in start["headers"] if name.lower() == b"set-cookie"]
    headers = {name.lower(): value for name, value in start["headers"]}
    whole = body and start["status"] >= 400  # a stream that was hung up is cut anywhere
    unpack = UNPACK.get(headers.get(b"content-encoding", b"") if whole else b"", bytes)
    return Answer(start["status"], headers, unpack(body), cookies)


def wrong(request: Request, answer: Answer) -> str:
    """What no answer may be; nothing where it is as it should be."""
    if answer.status >= 500:
        return f"{answer.status}"
    lacking = [name.decode() for name, _ in HEADERS if name not in answer.headers]
    if lacking:
        return f"{answer.status} lacks {', '.join(lacking)}"
    if answer.status >= 400 and request.method != "HEAD" and not SENTENCE.search(answer.body):
        return f"{answer.status} without a sentence: {answer.body!r}"
    return "it tells of its insides" if b"Traceback (most recent" in answer.body else ""
