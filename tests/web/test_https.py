"""Over https: nothing goes back to http, and no key travels in the open."""

from __future__ import annotations

from http.cookies import SimpleCookie
from typing import Any

import httpx
import pytest
from tests.web.house import House

HSTS = "strict-transport-security"


def browser(house: House, site: str, **headers: str) -> httpx.AsyncClient:
    app: Any = house.app
    return httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url=site, headers=headers)


@pytest.mark.parametrize(
    ("method", "path", "headers", "status"),
    [
        ("GET", "/", {}, 200),
        ("GET", "/static/fonts/reading.woff2", {}, 200),
        ("GET", "/nowhere", {}, 404),
        ("POST", "/new", {"origin": "https://evil.test"}, 403),
        ("POST", "/new", {"content-length": "999999999"}, 413),
        ("GET", "/", {"host": "a b"}, 400),
    ],
)
async def test_every_answer_over_https_asks_for_https_from_now_on(
    house: House, method: str, path: str, headers: dict[str, str], status: int
) -> None:
    for site, said in (("https://table.test", ["max-age=15552000"]), ("http://table.test", [])):
        async with browser(house, site) as client:
            answer = await client.request(method, path, headers=headers)
        assert answer.status_code == status
        assert answer.headers.get_list(HSTS) == said
        assert answer.headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize("scheme", ["http", "https"])
async def test_keys_are_kept_from_http_once_they_came_by_https__TF_3(
    house: House, scheme: str
) -> None:
    site = f"{scheme}://table.test"
    async with browser(house, site) as client:
        form = {"game": "odd-one", "name": "Friday", "gm": "Gil"}
        answer = await client.post("/new", data=form)
        page = await client.get(answer.headers["location"])
    given = [SimpleCookie(one) for one in answer.headers.get_list("set-cookie")]
    cookies = [cookie for one in given for cookie in one.values()]
    assert len(cookies) >= 2
    for cookie in cookies:
        assert bool(cookie["secure"]) == (scheme == "https")
        assert cookie["httponly"]
        assert cookie["samesite"].lower() == "lax"
    assert page.status_code == 200
