"""Through the proxies of docs/hosting: what the files promise, with a real server behind them."""

from __future__ import annotations

import json
import re
import socket
import subprocess
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from tests import patience
from tests.browser.house import Server
from tests.proxies.proxies import NAME, PROXIES, Certificate, Proxy
from tests.proxies.visitors import Visitor

from tablefolk.hosting import reached

GAME = "wheel-of-fate"


@pytest.fixture
def gil(proxy: Proxy, tmp_path: Path) -> Visitor:
    return Visitor(proxy, tmp_path, "gil")


@pytest.fixture
def ana(proxy: Proxy, tmp_path: Path) -> Visitor:
    return Visitor(proxy, tmp_path, "ana", "127.0.0.2")


def opened(gil: Visitor) -> str:
    """A new table."""
    answer = gil.send("/new", game=GAME, name="Friday", gm="Gil")
    assert answer.status == 303, answer.text
    return answer.headers["location"][0].split("/")[2]


def invite_of(gil: Visitor, table: str) -> str:
    found = re.search(r"https?://[^\s\"<]+/j/[\w=-]+", gil.ask(f"/t/{table}/invite").text)
    assert found
    return found[0]


@contextmanager
def read(stream: subprocess.Popen[str]) -> Iterator[Iterator[str]]:
    """Its lines as they come; it is ended after a while, whatever comes."""
    assert stream.stdout
    ending = threading.Timer(patience.SECONDS, stream.kill)
    ending.start()
    try:
        yield iter(stream.stdout.readline, "")
    finally:
        ending.cancel()
        stream.kill()
        stream.communicate()


def until(words: str, lines: Iterator[str]) -> str:
    """All that comes, up to these words."""
    read = ""
    for line in lines:
        read += line
        if words in line:
            break
    return read


def test_a_page_comes_by_tls_and_http2_and_asks_for_https_from_now_on(gil: Visitor) -> None:
    answer = gil.ask("/")
    assert (answer.status, answer.protocol) == (200, "HTTP/2")
    assert answer.headers["strict-transport-security"] == ["max-age=15552000"]
    assert len(answer.headers["content-security-policy"]) == 1


def test_plain_http_leads_to_https(gil: Visitor, proxy: Proxy) -> None:
    plain = f"http://127.0.0.1:{proxy.plain}/about"
    answer = gil.ask(plain, "--header", "Host: table.example")
    assert answer.status in (301, 308)
    assert answer.headers["location"][0].startswith("https://table.example")
    assert answer.headers["location"][0].endswith("/about")


def test_what_was_packed_is_not_packed_again(gil: Visitor) -> None:
    answer = gil.ask("/", "--compressed")
    assert len(answer.headers["content-encoding"]) == 1
    assert "Wheel of Fate" in answer.text


@pytest.mark.parametrize("packed", [(), ("--compressed",)], ids=["plain", "packed"])
def test_a_table_is_opened_and_an_act_arrives_at_once_at_somebody_elses(
    gil: Visitor, ana: Visitor, packed: tuple[str, ...]
) -> None:
    table = opened(gil)
    link = invite_of(gil, table)
    assert link.startswith(f"{gil.site}/j/"), "links begin as the GM's browser came"
    assert ana.send(f"/j/{link.rpartition('/')[2]}", name="Ana").status == 303
    with read(ana.stream(table, *packed)) as lines:
        assert "event: ping" in until("ping", lines)
        assert gil.send(f"/t/{table}/do", do="Say", text="Good evening, Ana.").status == 303
        came = until("Good evening, Ana.", lines)
        assert "Good evening, Ana." in came
        assert came.count("event: ping") <= 1, "it waited for what came after it"


def test_the_doctor_finds_nothing_wrong_with_the_proxy(
    proxy: Proxy, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("127.0.0.1", proxy.port))]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: here)  # as curl's --resolve
    monkeypatch.setenv("SSL_CERT_FILE", str(proxy.trusted.public))
    found = list(reached.house(f"https://{NAME}:{proxy.port}"))
    assert [one for one in found if one.how != "well"] == []
    assert len(found) >= 4


def test_cookies_are_secure_and_a_form_of_another_site_is_refused(gil: Visitor) -> None:
    answer = gil.send("/new", game=GAME, name="Friday", gm="Gil")
    cookies = answer.headers["set-cookie"]
    assert len(cookies) >= 2
    assert all("Secure" in one and "HttpOnly" in one for one in cookies)
    evil = gil.ask("/new", "--header", "Origin: https://evil.example", "--data", "game=x")
    assert evil.status == 403


def test_a_large_file_of_a_table_passes(gil: Visitor, tmp_path: Path) -> None:
    """It is judged, not cut off: the sentence is Tablefolk's own."""
    table = opened(gil)
    export = tmp_path / "friday.jsonl"
    subprocess.run(gil.curl(f"/t/{table}/export", "--output", str(export)), check=True)
    heading, *entries = export.read_text().splitlines()
    about = {**json.loads(heading), "more": "x" * 4_000_000}
    export.write_text("\n".join([json.dumps(about), *entries]) + "\n")
    answer = gil.send("/bring", "--form", f"table=@{export}")
    assert answer.status in (303, 422)
    assert "413" not in answer.text


def test_what_is_too_large_is_refused(gil: Visitor, tmp_path: Path) -> None:
    large = tmp_path / "large.jsonl"
    large.write_bytes(b"x" * 21_000_000)
    command = gil.curl("/bring", "--header", f"Origin: {gil.site}", "--form", f"table=@{large}")
    done = subprocess.run(
        [*command, "--write-out", "%{http_code}"], capture_output=True, text=True, check=False
    )
    assert done.stdout.endswith("413")


def test_whoever_breaks_off_an_upload_takes_nobody_with_them(
    gil: Visitor, ana: Visitor, tmp_path: Path
) -> None:
    large = tmp_path / "large.jsonl"
    large.write_bytes(b"x" * 5_000_000)
    slowly = ("--limit-rate", "200k", "--max-time", "1", "--form", f"table=@{large}")
    for _ in range(2):
        done = subprocess.run(gil.curl("/bring", *slowly), capture_output=True, check=False)
        assert done.returncode == 28, "it was broken off"
        assert ana.ask("/about").status == 200


def test_no_log_of_the_proxy_has_a_key__TF_3(gil: Visitor, ana: Visitor, proxy: Proxy) -> None:
    table = opened(gil)
    key = invite_of(gil, table).rpartition("/")[2]
    assert ana.ask(f"/j/{key}").status == 200
    assert ana.ask(f"/s/{key}").status == 410
    assert proxy.logged()
    assert key not in proxy.logged()
    assert table not in proxy.logged()


def test_a_server_that_is_down_is_told_of_and_comes_back__TF_3(
    trusted: Certificate, tmp_path: Path
) -> None:
    server = Server(tmp_path / "tables.sqlite")
    with ExitStack() as stack:
        proxies = [stack.enter_context(running(name, server, trusted)) for name in PROXIES]
        people = [Visitor(proxy, proxy.folder, "gil") for proxy in proxies]
        tables = [opened(gil) for gil in people]
        key = invite_of(people[0], tables[0]).rpartition("/")[2]
        server.kill()
        for gil in people:
            away = gil.ask(f"/j/{key}")
            assert away.status == 503
            assert "Nothing is lost" in away.text
            assert away.headers["retry-after"] == ["5"]
        server.start()
        for gil, table in zip(people, tables, strict=True):
            back = gil.ask(f"/t/{table}", "--retry", "20", "--retry-delay", "1", "--fail")
            assert "Friday" in back.text
        assert not [proxy for proxy in proxies if key in proxy.logged()]
    server.stop()


def running(name: str, server: Server, trusted: Certificate) -> Proxy:
    folder = server.data.with_name(name)
    folder.mkdir()
    return PROXIES[name](folder, trusted, [server.port])
