"""Backends that answer with what reached them: what a proxy hands on is seen there."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any


class Echo(BaseHTTPRequestHandler):
    """The request's headers, and by which backend it was answered."""

    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        headers = {name.lower(): self.headers.get_all(name) for name in self.headers}
        body = json.dumps({"port": self.server.server_port, **headers}).encode()
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        """Nothing."""


class Backend(ThreadingHTTPServer):
    """A backend that can die with all its connections."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Echo)
        self.lines: list[Any] = []
        Thread(target=self.serve_forever, args=(0.05,), daemon=True).start()

    def process_request(self, request: Any, client_address: Any) -> None:
        self.lines.append(request)
        super().process_request(request, client_address)

    def die(self) -> None:
        self.shutdown()
        self.server_close()
        for line in self.lines:
            with suppress(OSError):
                line.shutdown(socket.SHUT_RDWR)


@contextmanager
def echoing() -> Iterator[Backend]:
    """One such backend, while the block lasts."""
    backend = Backend()
    try:
        yield backend
    finally:
        backend.die()
