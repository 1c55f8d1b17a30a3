"""Serving: the settings that measurement asked for."""

from __future__ import annotations

import gc
import socket
from threading import Timer

import uvicorn

from tablefolk.hosting.tables import Host
from tablefolk.web.address import UNKNOWN, Known
from tablefolk.web.app import App, create_app
from tablefolk.web.render import Painter

KEEP_ALIVE = 75
GRACE = 5
READY_FIRST = 2.0  # seconds before the templates nobody has asked for yet are compiled


class Server(uvicorn.Server):
    """Lets go of the open streams first, so that going down takes no longer than it must."""

    def __init__(self, config: uvicorn.Config, app: App) -> None:
        super().__init__(config)
        self.app = app

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await self.app.place.hub.close()
        await super().shutdown(sockets)


def server(
    host: Host,
    address: str = "127.0.0.1",
    port: int = 8000,
    known: Known = UNKNOWN,
    key: str = "",
) -> Server:
    """A server for these tables; its log never names a path, for paths hold keys (TF-3)."""
    painter = Painter()
    compiling = Timer(READY_FIRST, painter.compile)
    compiling.daemon = True
    app = create_app(host, (calm_collector, compiling.start), painter, known, key)
    config = uvicorn.Config(
        app,
        host=address,
        port=port,
        http="httptools",
        loop="auto",
        lifespan="on",
        access_log=False,
        log_level="warning",
        server_header=False,
        timeout_keep_alive=KEEP_ALIVE,
        timeout_graceful_shutdown=GRACE,
    )
    return Server(config, app)


def calm_collector() -> None:
    """What is loaded by now stays; the collector paused 300-400 ms at 5,000 pages otherwise."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 50, 50)
