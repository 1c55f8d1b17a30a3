"""A very small house, as a worker of a parent: it answers with the number of its process."""

from __future__ import annotations

import asyncio
import os
import sys
from functools import partial
from typing import Any

from tablefolk.cli.workers import Hired, hired


async def small(scope: Any, receive: Any, send: Any) -> None:
    """All that is served."""
    await asyncio.sleep(0.005)  # so that there is always something under way
    body = str(os.getpid()).encode()
    headers = [(b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})


def main() -> None:
    given = hired()
    assert given
    if os.path.exists(sys.argv[1]):  # what makes a new one fail
        sys.exit(3)
    serve(given)


def serve(given: Hired) -> None:
    import uvicorn  # only now: whoever fails does so at once

    from tablefolk.web.connections import Connection
    from tablefolk.web.crowd import Crowd

    class Server(uvicorn.Server):
        """Says when it answers."""

        async def startup(self, sockets: Any = None) -> None:
            await super().startup(sockets)
            given.ready()

    http: Any = partial(Connection, Crowd(1000, linger=0.5))
    config = uvicorn.Config(
        small, http=http, ws="none", lifespan="off", log_level="error", timeout_keep_alive=75
    )
    Server(config).run([given.door])


if __name__ == "__main__":
    main()
