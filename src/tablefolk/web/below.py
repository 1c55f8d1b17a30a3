"""A house below a path of a site (`--root-path /table`): every address goes in and out with it.

Pages, the house's and the games', write their addresses from the root (`href="/t/…"`). Where there
is a path before it, it is put there as they go out: in headers, and in the attributes of HTML that
hold addresses. What somebody has typed is never taken for one, for no quotation mark of theirs
comes out as it was. Where there is no such path, none of this is there.

Both kinds of proxies are well: those that take the path off (nginx with a slash after proxy_pass,
Caddy's handle_path) and those that hand it on; hence no root path begins like a page of ours.
"""

from __future__ import annotations

import re

from litestar.enums import ScopeType
from litestar.types import ASGIApp, HTTPResponseStartEvent, Message, Receive, Scope, Send

KINDS = (b"text/html", b"text/event-stream")
HEADERS = (b"location", b"hx-location", b"hx-redirect", b"hx-push-url", b"hx-replace-url")
ADDRESSES = (
    rb"(?:href|src|action|formaction|poster|cite|data-at|data-plain|"
    rb"hx-(?:get|post|put|patch|delete|push-url|replace-url|sse:connect))"
)
IN_PAGE = re.compile(rb"(?<=\s)(" + ADDRESSES + rb"""\s*=\s*["'])/(?!/)""", re.IGNORECASE)
IN_COOKIE = re.compile(rb"(;\s*path=)/([^;]*)", re.IGNORECASE)


class Below:
    """Wraps the guarded application: what comes in loses the path, if it still has it."""

    def __init__(self, app: ASGIApp, root: str) -> None:
        self.app, self.root = app, root

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == ScopeType.HTTP:
            path = str(scope["path"])
            if path == self.root or path.startswith(f"{self.root}/"):
                scope["path"] = path[len(self.root) :] or "/"
                scope["raw_path"] = scope["raw_path"].removeprefix(self.root.encode()) or b"/"
        await self.app(scope, receive, send)


class Prefixed:
    """Wraps the bare application: what goes out has the path before each of its addresses."""

    def __init__(self, app: ASGIApp, root: str) -> None:
        self.app, self.root = app, root.encode()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == ScopeType.HTTP:
            send = Sending(send, self.root).message
        await self.app(scope, receive, send)


class Sending:
    """One answer on its way."""

    def __init__(self, send: Send, root: bytes) -> None:
        self.send, self.root, self.page = send, root, False

    async def message(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self._start(message)
        elif message["type"] == "http.response.body" and self.page:
            message["body"] = addressed(message["body"], self.root)
        await self.send(message)

    def _start(self, start: HTTPResponseStartEvent) -> None:
        headers = [(name, self._header(name, value)) for name, value in start["headers"]]
        kind = dict(headers).get(b"content-type", b"")
        self.page = kind.startswith(KINDS)
        if self.page:  # it will be longer; uvicorn sends it in pieces then
            headers = [(name, value) for name, value in headers if name != b"content-length"]
        start["headers"] = headers

    def _header(self, name: bytes, value: bytes) -> bytes:
        if name in HEADERS and value.startswith(b"/") and not value.startswith(b"//"):
            return self.root + value
        if name == b"set-cookie":
            return IN_COOKIE.sub(lambda m: m[1] + (self.root + b"/" + m[2]).rstrip(b"/"), value)
        return value


def put_below(drawn: str, root: str) -> str:
    """The same for what is drawn but goes out as something else than a page."""
    return addressed(drawn.encode(), root.encode()).decode()


def addressed(page: bytes, root: bytes) -> bytes:
    """A page with a path before every address that begins at the root."""
    return IN_PAGE.sub(lambda found: found[1] + root + b"/", page)
