"""Serving: the settings that measurement asked for."""

from __future__ import annotations

import gc
import socket
from collections.abc import Callable
from functools import partial
from threading import Timer
from types import FrameType
from typing import Any

import uvicorn
from msgspec import Struct

from tablefolk.hosting.tables import Host
from tablefolk.web.address import UNKNOWN, Known
from tablefolk.web.app import App, create_app
from tablefolk.web.asker import LOOPBACK, Trusted
from tablefolk.web.connections import Connection
from tablefolk.web.crowd import Crowd, Streams
from tablefolk.web.doors import USUAL, Doors, open_files, queue, room
from tablefolk.web.metrics import Metered
from tablefolk.web.render import Painter

KEEP_ALIVE = 75
GRACE = 5
READY_FIRST = 2.0  # seconds before the templates nobody has asked for yet are compiled


class Way(Struct, frozen=True):
    """How a house is served: by which bounds, behind whom, and beside whom."""

    doors: Doors = USUAL
    trusted: Trusted = LOOPBACK
    linger: float = 0.0  # seconds for who comes late, where another process takes over
    ready: Callable[[], None] = lambda: None  # called once it answers


PLAIN = Way()


class Server(uvicorn.Server):
    """Lets go of the open streams first, so that going down takes no longer than it must."""

    def __init__(self, config: uvicorn.Config, app: App, way: Way) -> None:
        super().__init__(config)
        self.app, self.way = app, way

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.way.ready()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """To be told to stop is no failure: what is open is shut in order, then it ends well."""
        super().handle_exit(sig, frame)
        self._captured_signals.clear()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self.app.place.streams.over = True
        await self.app.place.hub.close()
        await super().shutdown(sockets)


def server(
    host: Host,
    address: str = "127.0.0.1",
    port: int = 8000,
    known: Known = UNKNOWN,
    way: Way = PLAIN,
    key: str = "",
) -> Server:
    """A server for these tables; its log never names a path, for paths hold keys (TF-3)."""
    painter = Painter()
    compiling = Timer(READY_FIRST, painter.compile)
    compiling.daemon = True
    streams = Streams(way.doors, way.trusted)
    app = create_app(host, (calm_collector, compiling.start), painter, known, streams, key)
    return Server(configured(app, way, address, port), app, way)


def configured(app: App, way: Way, address: str = "", port: int = 0) -> uvicorn.Config:
    """How uvicorn is to serve it."""
    files = open_files()
    crowd = Crowd(room(way.doors, files), way.doors, way.trusted, way.linger)
    http: Any = partial(Connection, crowd)  # uvicorn asks for a class, and calls what it is given
    return uvicorn.Config(
        Metered(crowd.counting(app.door)),
        host=address,
        port=port,
        http=http,
        ws="none",
        backlog=queue(files),
        loop="auto",
        lifespan="on",
        access_log=False,
        log_level="warning",
        log_config=None,  # hosting/logs.py writes everybody's lines
        server_header=False,
        timeout_keep_alive=KEEP_ALIVE,
        timeout_graceful_shutdown=GRACE,
        forwarded_allow_ips=str(way.trusted),
    )


def calm_collector() -> None:
    """What is loaded by now stays; the collector paused 300-400 ms at 5,000 pages otherwise."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 50, 50)
