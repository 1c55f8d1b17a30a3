"""The documentation in a browser: it searches, and asks no other host for anything."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from playwright.sync_api import Browser, expect
from tests.browser.house import PATIENCE
from tests.docs.site import built


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        """Nobody reads it."""


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    """Where the pages are served, as any host of files would."""
    folder = built(tmp_path / "site")
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=folder)) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


def test_pages_and_search_ask_no_other_host(browser: Browser, address: str) -> None:
    page = browser.new_page()
    page.set_default_timeout(PATIENCE)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    for path in ("", "play/rotate-bird/", "command-line/", "write-a-game/"):
        page.goto(address + path)
    page.get_by_role("textbox", name="Search").fill("whammy")
    expect(page.locator(".md-search-result__meta")).to_contain_text("matching document")
    assert len(asked) > 20
    assert [url for url in asked if not url.startswith((address, "data:", "blob:"))] == []
    page.close()
