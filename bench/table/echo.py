"""The least a live table can be: a counter per table and an echo to its streams, in bare ASGI.

No rules, no log on disk, no templates, no seats; the same requests and the same kind of stream.
`bench/table/run.py` runs it beside Tablefolk, to know what machine and server cost by themselves.
"""

from __future__ import annotations

import asyncio
import json
import socket
import sys
from collections import defaultdict
from collections.abc import Awaitable, Callable
from typing import Any

import uvicorn

Send = Callable[[dict[str, Any]], Awaitable[None]]
versions: defaultdict[str, int] = defaultdict(int)
streams: defaultdict[str, set[asyncio.Queue[bytes]]] = defaultdict(set)
JSON = [(b"content-type", b"application/json")]
EVENTS = [(b"content-type", b"text/event-stream")]


async def app(scope: dict[str, Any], receive: Callable[[], Awaitable[Any]], send: Send) -> None:
    if scope["type"] != "http":
        return
    table, _, what = scope["path"].removeprefix("/t/").partition("/")
    if what == "do":
        await act(table, receive, send)
    elif what == "live":
        await stream(table, send)
    else:
        await page(table, send)


async def act(table: str, receive: Callable[[], Awaitable[Any]], send: Send) -> None:
    body = b""
    while (message := await receive())["type"] == "http.request":
        body += message["body"]
        if not message.get("more_body"):
            break
    versions[table] += 1
    told = b"data: entry-%016x %s\n\n" % (versions[table], body)
    for queue in streams[table]:
        queue.put_nowait(told)
    answer = json.dumps({"entry": f"{versions[table]:016x}"}).encode()
    await send({"type": "http.response.start", "status": 200, "headers": JSON})
    await send({"type": "http.response.body", "body": answer})


async def page(table: str, send: Send) -> None:
    body = b'<div hx-sse:connect="/t/%s/live"></div>' % table.encode()
    length = [(b"content-length", b"%d" % len(body))]
    await send({"type": "http.response.start", "status": 200, "headers": length})
    await send({"type": "http.response.body", "body": body})


async def stream(table: str, send: Send) -> None:
    queue: asyncio.Queue[bytes] = asyncio.Queue()
    streams[table].add(queue)
    await send({"type": "http.response.start", "status": 200, "headers": EVENTS})
    await send({"type": "http.response.body", "body": b": here\n\n", "more_body": True})
    while True:
        await send({"type": "http.response.body", "body": await queue.get(), "more_body": True})


def main() -> None:
    door = socket.create_server(("127.0.0.1", 0), backlog=2048)
    print(f"Echo is at http://localhost:{door.getsockname()[1]}/", flush=True)
    config = uvicorn.Config(
        app, http="httptools", loop="uvloop", lifespan="off", access_log=False, log_level="warning"
    )
    uvicorn.Server(config).run(sockets=[door])


if __name__ == "__main__":
    sys.exit(main())
