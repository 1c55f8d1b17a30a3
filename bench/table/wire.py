"""Servers under load, and the connections a browser would have to them."""

from __future__ import annotations

import asyncio
import html
import json
import os
import re
import subprocess
import time
import zlib
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
BROWSER = "accept-encoding: gzip\r\n"
IDLE = 0.02  # seconds of processor time in half a second: nothing goes on


class Server:
    """A server in a process of its own."""

    def __init__(self, *command: str, cwd: Path = ROOT) -> None:
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=cwd)
        assert self.process.stdout
        found = re.search(r"http://localhost:(\d+)", self.process.stdout.readline())
        assert found
        self.port = int(found[1])

    def cpu(self) -> float:
        """Seconds of processor time of all its threads so far, by the kernel's own clock for it."""
        return time.clock_gettime((~self.process.pid << 3) | 2)

    async def settled(self) -> None:
        """Wait until it has done what it does once after its start: templates are compiled then."""
        await asyncio.sleep(2.5)
        before = -1.0
        while self.cpu() - before > IDLE:
            before = self.cpu()
            await asyncio.sleep(0.5)

    def memory(self) -> int:
        """Bytes in memory."""
        pages = int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE")

    def stop(self) -> None:
        self.process.kill()
        self.process.wait()


class Stream(asyncio.Protocol):
    """One open page's stream: counts what is sent, and notes when it first hears of an entry."""

    ENTRY = re.compile(rb"entry-([0-9a-f]{16})")

    def __init__(self, request: bytes) -> None:
        self.request, self.buffer, self.tail = request, b"", b""
        self.heard: dict[bytes, float] = {}
        self.open: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self.bytes = self.plain = 0  # as sent, and unpacked
        self.unpack: Any = None
        self.awaited: dict[bytes, asyncio.Future[None]] = {}

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport: Any = transport
        self.transport.write(self.request)

    def data_received(self, data: bytes) -> None:
        self.bytes += len(data)
        self.buffer += data
        if not self.open.done() and b"\r\n\r\n" in self.buffer:
            head, _, self.buffer = self.buffer.partition(b"\r\n\r\n")
            self.unpack = zlib.decompressobj(31).decompress if b"gzip" in head.lower() else None
            self.open.set_result(head.startswith(b"HTTP/1.1 200"))
        if self.open.done():
            self._listen(self._chunks())

    def _chunks(self) -> bytes:
        """What has come whole by now, out of its chunks."""
        came = []
        while b"\r\n" in self.buffer:
            size, _, rest = self.buffer.partition(b"\r\n")
            length = int(size, 16)
            if len(rest) < length + 2:
                break
            came.append(rest[:length])
            self.buffer = rest[length + 2 :]
        return b"".join(came)

    def _listen(self, text: bytes) -> None:
        text = self.unpack(text) if self.unpack else text
        self.plain += len(text)
        now = time.perf_counter()
        for found in self.ENTRY.findall(self.tail + text):
            self.heard.setdefault(found, now)
            if (awaited := self.awaited.pop(found, None)) and not awaited.done():
                awaited.set_result(None)
        self.tail = (self.tail + text)[-21:]  # in case a name is cut in two

    async def hears(self, entry: bytes) -> None:
        """Wait until this page has been told of an entry."""
        if entry not in self.heard:
            await self.awaited.setdefault(entry, asyncio.get_running_loop().create_future())

    def connection_lost(self, error: Exception | None) -> None:
        if not self.open.done():
            self.open.set_result(False)


class Lane(asyncio.Protocol):
    """One connection that carries requests, one at a time."""

    def __init__(self) -> None:
        self.answer: asyncio.Future[tuple[bytes, bytes]] | None = None
        self.buffer = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport: Any = transport

    def ask(self, request: bytes) -> asyncio.Future[tuple[bytes, bytes]]:
        """Head and body of the answer."""
        self.answer = asyncio.get_running_loop().create_future()
        self.transport.write(request)
        return self.answer

    def data_received(self, data: bytes) -> None:
        self.buffer += data
        head, found, body = self.buffer.partition(b"\r\n\r\n")
        length = re.search(rb"content-length: (\d+)", head, re.IGNORECASE)
        chunked = b"chunked" in head and body.endswith(b"0\r\n\r\n")
        if found and (chunked or (length and len(body) >= int(length[1]))):
            self.buffer = b""
            if self.answer and not self.answer.done():
                self.answer.set_result((head, _whole(body) if chunked else body))


def _whole(chunks: bytes) -> bytes:
    parts = []
    while chunks:
        size, _, rest = chunks.partition(b"\r\n")
        parts.append(rest[: int(size, 16)])
        chunks = rest[int(size, 16) + 2 :]
    return b"".join(parts)


async def lane(server: Server) -> Lane:
    _, made = await asyncio.get_running_loop().create_connection(Lane, "127.0.0.1", server.port)
    return made


def get(path: str, key: str = "", more: str = "") -> bytes:
    return f"GET {path} HTTP/1.1\r\nhost: table\r\ncookie: seat={key}\r\n{more}\r\n".encode()


def post(path: str, key: str, said: dict[str, Any]) -> bytes:
    body = json.dumps(said)
    return (
        f"POST {path} HTTP/1.1\r\nhost: table\r\ncookie: seat={key}\r\naccept: application/json\r\n"
        f"content-type: application/json\r\ncontent-length: {len(body)}\r\n\r\n{body}"
    ).encode()


async def first_page(server: Server, table: str, key: str) -> str:
    """The page as a browser gets it, unpacked."""
    way = await lane(server)
    head, body = await way.ask(get(f"/t/{table}", key, BROWSER))
    way.transport.abort()
    assert head.startswith(b"HTTP/1.1 200"), head
    packed = b"content-encoding: gzip" in head.lower()
    return (zlib.decompress(body, 31) if packed else body).decode()


async def stream(server: Server, page: str, key: str) -> Stream:
    """The stream that a page names."""
    found = re.search(r'hx-sse:connect="([^"]+)"', page)
    assert found, "the page names no stream"
    request = get(html.unescape(found[1]), key, BROWSER)
    _, made = await asyncio.get_running_loop().create_connection(
        lambda: Stream(request), "127.0.0.1", server.port
    )
    assert await made.open
    return made
