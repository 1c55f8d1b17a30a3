"""A house as it is reached from outside: whether what stands before it passes on what it must."""

from __future__ import annotations

import json
import socket
import ssl
import time
from collections.abc import Iterator
from contextlib import closing
from http.client import HTTPConnection, HTTPException, HTTPResponse, HTTPSConnection
from typing import Any
from urllib.parse import urlsplit

from tablefolk.hosting.looking_over import Finding, note, well, wrong

Said = dict[str, Any]  # what a house says of its health: any release's
PATIENCE = 10.0  # seconds
SOON = 3.0  # seconds in which a proxy says that something is too large
TABLE = 20_000_000  # bytes of the largest file that is brought through a browser
TOGETHER = 0.5  # seconds: two events a second apart that come closer than this were gathered


def house(url: str) -> Iterator[Finding]:
    """All that can be found out by asking."""
    try:
        status, headers, said = _health(url)
    except (OSError, HTTPException, ValueError) as error:
        yield wrong(
            f"{url} does not answer as a house does: {error}.",
            "Is it being served, and does the proxy lead to it?",
        )
        return
    yield from _answer(url, status, said)
    yield from _safe(url, headers)
    for ask in (_streamed, _large, _many):
        try:
            yield from ask(url)
        except (OSError, HTTPException) as error:
            yield wrong(f"{url} could not be tried further: {error}.", "Try again.")


def _health(url: str) -> tuple[int, dict[str, str], Said]:
    with closing(_line(url)) as line:
        answer = _asked(line, "GET", "/health")
        headers = {name.lower(): value for name, value in answer.getheaders()}
        said: Said = json.loads(answer.read())
    if not isinstance(said, dict) or "ok" not in said:
        raise ValueError("its /health is none of ours")
    return answer.status, headers, said


def _answer(url: str, status: int, said: Said) -> Iterator[Finding]:
    if said["ok"]:
        yield well(f"{url} answers, and can be played.")
    else:
        why = " ".join(said.get("wrong", ())) or "ask it on its own machine for the reason"
        yield wrong(f"{url} answers {status}: it cannot be played.", why)
    if said.get("at") != url:
        yield wrong(
            f"The server takes its address for {said.get('at')}: links begin with that, "
            "and cookies may not be Secure.",
            "Let the proxy pass on Host, and X-Forwarded-Proto (docs/hosting).",
        )


def _safe(url: str, headers: dict[str, str]) -> Iterator[Finding]:
    if not url.startswith("https:"):
        yield note(
            "It is reached without TLS: whoever is in between reads every key.",
            "On the internet, put a proxy with TLS before it.",
        )
    elif "strict-transport-security" not in headers:
        yield wrong(
            "Its answers do not say that it is always reached by https (HSTS).",
            "Let the proxy pass on X-Forwarded-Proto, or add the header itself.",
        )
    else:
        yield well("It is reached by https, and says so (HSTS).")


def _streamed(url: str) -> Iterator[Finding]:
    """Whether what is sent in a stream arrives when it is sent."""
    with closing(_line(url)) as line:
        answer = _asked(line, "GET", "/health/stream")
        came = [time.monotonic() for text in answer if text.startswith(b"data:")]
    if len(came) == 2 and came[1] - came[0] > TOGETHER:
        yield well("Streams arrive as they are sent.")
    else:
        yield wrong(
            "Something gathers streams before it passes them on: pages are not live.",
            "In nginx: proxy_buffering off; proxy_read_timeout 1h.",
        )


def _large(url: str) -> Iterator[Finding]:
    """Whether a whole table may be sent: asked for, not sent."""
    with closing(_line(url)) as line:
        line.putrequest("POST", "/bring")
        line.putheader("Content-Length", str(TABLE))
        line.putheader("Expect", "100-continue")
        line.endheaders()
        line.sock.settimeout(SOON)
        try:
            begun = line.sock.recv(64)
        except TimeoutError:
            begun = b""  # it waits for the rest
    if b" 413" in begun[:16]:
        yield wrong(
            "Files of more than the proxy allows cannot be brought.",
            "In nginx: client_max_body_size 20m.",
        )
    else:
        yield well("A whole table (20 MB) may be sent.")


def _many(url: str) -> Iterator[Finding]:
    """Whether a browser may have more than six streams: by HTTP/2, which goes with TLS."""
    parts = urlsplit(url)
    if parts.scheme != "https":
        return
    way = ssl.create_default_context()
    way.set_alpn_protocols(["h2", "http/1.1"])
    host = parts.hostname or ""
    with (
        socket.create_connection((host, parts.port or 443), PATIENCE) as plain,
        way.wrap_socket(plain, server_hostname=host) as line,
    ):
        if line.selected_alpn_protocol() == "h2":
            yield well("It speaks HTTP/2.")
        else:
            yield note(
                "It does not speak HTTP/2: a browser opens six tables at most.",
                "In nginx: listen 443 ssl http2.",
            )


def _line(url: str) -> HTTPConnection:
    parts = urlsplit(url)
    kind = HTTPSConnection if parts.scheme == "https" else HTTPConnection
    return kind(parts.hostname or "", parts.port, timeout=PATIENCE)


def _asked(line: HTTPConnection, method: str, path: str) -> HTTPResponse:
    line.request(method, path, headers={"Accept-Encoding": "identity"})
    return line.getresponse()
