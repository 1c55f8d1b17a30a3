"""What a proxy hands on to Tablefolk: who came, how, and to which of several processes."""

from __future__ import annotations

import json
import subprocess
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from tests.proxies.echo import Backend, echoing
from tests.proxies.proxies import FILES, PROXIES, Certificate, Proxy
from tests.proxies.visitors import Visitor

from tablefolk.web.live import PING

SPOOFED = ("X-Forwarded-For: 192.0.2.66", "X-Forwarded-Proto: http", "X-Table: mine")


@pytest.fixture
def two() -> Iterator[list[Backend]]:
    with ExitStack() as stack:
        yield [stack.enter_context(echoing()) for _ in range(2)]


@pytest.fixture
def before_two(
    kind: str, two: list[Backend], trusted: Certificate, tmp_path: Path
) -> Iterator[Proxy]:
    with PROXIES[kind](tmp_path, trusted, [one.server_port for one in two]) as running:
        yield running


def handed_on(visitor: Visitor, path: str, *headers: str) -> dict[str, Any]:
    said = [part for one in headers for part in ("--header", one)]
    answer = visitor.ask(path, *said)
    assert answer.status == 200, answer.text
    found: dict[str, Any] = json.loads(answer.text)
    return found


def test_a_visitors_own_address_is_handed_on_and_what_they_say_of_it_does_not_count(
    before_two: Proxy, tmp_path: Path
) -> None:
    ana = Visitor(before_two, tmp_path, "ana", "127.0.0.7")
    for spoofed in ((), SPOOFED):
        got = handed_on(ana, "/about", *spoofed)
        assert got["x-forwarded-for"] == ["127.0.0.7"]
        assert got["x-forwarded-proto"] == ["https"]
        assert got["host"] == [f"table.example:{before_two.port}"]


def test_a_table_stays_with_one_process_and_moves_while_that_is_down(
    before_two: Proxy, two: list[Backend], tmp_path: Path
) -> None:
    ana = Visitor(before_two, tmp_path, "ana")
    tables = [f"{n:032x}" for n in range(16)]
    of = {t: handed_on(ana, f"/t/{t}", "X-Table: x")["port"] for t in tables}
    assert len(set(of.values())) == 2, "they are spread"
    for table in tables[:4]:
        for path in (f"/t/{table}/log", f"/t/{table}/live?page=x&at=0", f"/t/{table}/open"):
            assert handed_on(ana, path)["port"] == of[table]
    gone, there = two
    gone.die()
    assert {handed_on(ana, f"/t/{table}")["port"] for table in tables} == {there.server_port}


def test_all_cookies_of_a_table_pass(before_two: Proxy, tmp_path: Path) -> None:
    """Seven seats, the one turned to, the tables it knows, and some room."""
    ana = Visitor(before_two, tmp_path, "ana")
    cookies = "; ".join(f"seat-{n}={'a' * 32}" for n in range(40))
    assert handed_on(ana, f"/t/{7:032x}", f"Cookie: {cookies}")["cookie"] == [cookies]


def test_nginx_turns_away_who_asks_too_often_and_serves_a_whole_page(
    two: list[Backend], trusted: Certificate, tmp_path: Path
) -> None:
    """Caddy has no such bound in Debian's package: Tablefolk's own hold there as well."""
    with PROXIES["nginx"](tmp_path, trusted, [one.server_port for one in two]) as nginx:
        ana = Visitor(nginx, tmp_path, "ana", "127.0.0.9")
        each = ("--output", "/dev/null", "--write-out", "%{http_code}\n", "--parallel")
        done = subprocess.run(
            ana.curl("/about?[1-700]", *each), capture_output=True, text=True, check=False
        )
    said = Counter(done.stdout.split())
    assert said.keys() == {"200", "429"}
    assert said["200"] >= 300


def test_a_stream_outlives_the_proxys_patience() -> None:
    """What is said of patience in the files, beside how often a stream says something."""
    nginx = (FILES / "nginx.conf").read_text("utf-8")
    streams = nginx[nginx.index('/live$" {') :].partition("}")[0]
    assert "proxy_buffering off;" in streams
    assert "proxy_read_timeout 1h;" in streams
    assert "send_timeout 30s;" in nginx
    assert PING < 10
    caddy = (FILES / "Caddyfile").read_text("utf-8")
    assert "flush_interval -1" in caddy
    assert "write " not in caddy, "a limit on writing would end every stream"


def test_the_proxies_take_the_files_as_they_are(tmp_path: Path) -> None:
    command = ["caddy", "adapt", "--config", str(FILES / "Caddyfile"), "--adapter", "caddyfile"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "not formatted" not in done.stderr
