"""What whoever runs a server can see of it: its metrics and its log, of a real process."""

from __future__ import annotations

import json
import re
import signal
import socket
import subprocess
from typing import Any

import httpx
from tests import patience
from tests.cli.terminal import Terminal
from tests.cli.test_serving import running

FLOOD = 300


def stopped(process: subprocess.Popen[str], by: signal.Signals = signal.SIGTERM) -> list[str]:
    """The lines of its log, once it was asked to stop and has, in good order."""
    process.send_signal(by)
    _, said = process.communicate(timeout=patience.SECONDS)
    assert process.returncode == 0
    return said.splitlines()


def raw(address: str, *requests: bytes) -> None:
    """Each on a connection of its own, as a browser would never send it; some hang up at once."""
    at = httpx.URL(address)
    for request in requests:
        with socket.create_connection((at.host, at.port or 80), patience.SECONDS) as line:
            line.sendall(request)
            if not request.startswith(b"POST /bring"):
                line.recv(1000)


def test_metrics_are_given_at_a_door_of_their_own_until_it_is_hung_up_on(
    terminal: Terminal,
) -> None:
    words = ("serve", "--data", str(terminal.data), "--metrics", "0", "--log", "json")
    with running(*words) as (process, address):
        assert process.stderr
        started = json.loads(process.stderr.readline())
        assert started["event"] == "started"
        assert started["store"] == str(terminal.data)
        assert httpx.get(address, timeout=patience.SECONDS).status_code == 200
        assert httpx.get(f"{address}metrics", timeout=patience.SECONDS).status_code == 404
        text = httpx.get(f"http://{started['metrics']}/metrics", timeout=patience.SECONDS).text
        counted = r'tablefolk_requests_total\{method="GET",route="/",status="2xx"\} 1\n'
        assert re.search(counted, text)
        assert "tablefolk_loop_delay_seconds_count " in text
        assert json.loads(stopped(process, signal.SIGHUP)[-1])["event"] == "stopped"


def test_a_flood_of_bad_requests_makes_a_handful_of_lines(terminal: Terminal) -> None:
    words = ("serve", "--data", str(terminal.data), "--log", "json")
    with running(*words) as (process, address):
        head = b"Host: x\r\nContent-Length: "
        bad = [
            b"GARBAGE\r\n\r\n",
            b"GET / HTTP/1.1\r\nHost: a b\r\n\r\n",
            b"POST /new HTTP/1.1\r\nOrigin: http://evil.test\r\n" + head + b"0\r\n\r\n",
            b"POST /new HTTP/1.1\r\n" + head + b"999999999\r\n\r\n",
            b"POST /bring HTTP/1.1\r\n" + head + b"5000\r\n\r\nhalf of it",
            b"GET /s/bm90LWEta2V5LWJ1dC1sb25n HTTP/1.1\r\nHost: x\r\n\r\n",
        ]
        raw(address, *bad * (FLOOD // len(bad)))
        lines = [json.loads(line) for line in stopped(process)]
    assert len(lines) < 20, lines
    assert lines[0]["event"] == "started"
    assert "stopped" in [line["event"] for line in lines]
    away = [line for line in lines if line["event"] == "turned_away"]
    assert sum(line.get("times", 1) for line in away) == 3 * FLOOD // len(bad)
    assert not [line for line in lines if line["level"] == "error"], "nobody's fault but theirs"
    assert "bm90LWEta2V5" not in json.dumps(lines)


def test_what_is_no_door_for_metrics_is_told_in_a_sentence(terminal: Terminal) -> None:
    said: Any = terminal("serve", "--metrics=here", "--data", str(terminal.data))
    assert (said.code, said.out, said.err.count("\n")) == (2, "", 1)
    assert said.err.startswith("tablefolk: --metrics needs a port such as 9464")
    assert not terminal.data.exists()


def test_a_door_for_metrics_that_is_taken_is_told_in_a_sentence(terminal: Terminal) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        at = f"127.0.0.1:{taken.getsockname()[1]}"
        words = ("--host", "127.0.0.1", "--port", "0", "--metrics", at)
        said = terminal.really("serve", *words, "--data", str(terminal.data))
    assert said.code == 2
    assert f"tablefolk: cannot give metrics at {at}: " in said.err
