"""A house below a path of a site: no address leads out of it, whichever way its proxy goes."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from tests import patience
from tests.visiting import Visit, browser

from tablefolk.games import shelf
from tablefolk.web.address import OWN, BadAddress, Known, root
from tablefolk.web.below import addressed
from tablefolk.web.routes import ROUTES

ROOT = "/club/table"
# Everything that could be an address from the root of a site, in markup, in styles, in scripts.
FROM_ROOT = re.compile(r"""(?<![-\w])([\w:-]+)\s*=\s*["'](/(?!/)[^"']*)["']|url\(["']?(/[^"')]*)""")
TEXT = {"value", "title", "placeholder", "alt", "aria-label", "content"}  # what people read or type
GAMES = [game.key for game in shelf().games]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """`tablefolk serve --root-path`, as a proxy that hands the path on sees it."""
    data = tmp_path_factory.mktemp("below") / "tables.sqlite"
    words = ["--host=127.0.0.1", "--port=0", f"--data={data}", f"--root-path={ROOT}/"]
    process = subprocess.Popen(
        [sys.executable, "-m", "tablefolk.cli", "serve", *words], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout
    found = re.search(rf"localhost:(\d+){ROOT}/\n", process.stdout.readline())
    assert found
    yield f"http://127.0.0.1:{found[1]}{ROOT}"
    process.kill()
    process.communicate()


@pytest.fixture(scope="module")
def known() -> dict[str, httpx.Response]:
    """What is the same for everybody, seen once."""
    return {}


def outside(answer: httpx.Response) -> list[str]:
    """Addresses in an answer that begin at the root of the site and not at ours."""
    kind = answer.headers.get("content-type", "")
    if not kind.startswith(("text/html", "text/css", "text/event-stream")):
        return []
    found = (m for m in FROM_ROOT.finditer(answer.text) if (m[1] or "") not in TEXT)
    return [m[0] for m in found if not (m[2] or m[3]).startswith(f"{ROOT}/")]


@pytest.mark.parametrize("game", GAMES)
def test_no_page_of_any_seat_leads_out_of_it(
    site: str, known: dict[str, httpx.Response], game: str
) -> None:
    first = browser(site)
    table = first.post(f"/try/{game}").headers["location"].removeprefix(ROOT)
    seats = sorted(set(re.findall(r'(\?seat=[^"&]+)"', first.get(table).text)))
    assert len(seats) > 2
    for seat in seats:
        one = browser(site, first)
        assert one.get(f"{table}{seat}").status_code == 200
        visit = Visit(one, known)
        visit.follow(table, "/", "/new", "/about", "/static/css/all.css")
        assert not visit.faults, "\n".join([seat, *visit.faults])
        for address, answer in visit.pages.items():
            assert not outside(answer), (address, outside(answer))
    for address, answer in known.items():
        assert not outside(answer), (address, outside(answer))


def test_cookies_redirects_and_links_are_below_it(site: str) -> None:
    one = browser(site)
    answer = one.post("/try/wheel-of-fate")
    table = answer.headers["location"]
    assert table.startswith(f"{ROOT}/t/")
    paths = set(re.findall(r"Path=([^;]+)", ", ".join(answer.headers.get_list("set-cookie"))))
    assert paths == {table, ROOT}
    page = one.get(table.removeprefix(ROOT)).text
    assert re.search(rf'hx-sse:connect="{ROOT}/t/\w+/live', page)
    back = one.post("/theme", data={"theme": "dark", "back": "/about"}).headers["location"]
    assert back.startswith(f"{ROOT}/")
    seat = one.get(f"{table.removeprefix(ROOT)}/seat").text
    assert re.search(rf"http://127\.0\.0\.1:\d+{ROOT}/s/", seat)


def test_a_stream_and_what_is_asked_beside_the_table_are_below_it(site: str) -> None:
    one = browser(site)
    table = one.post("/try/wheel-of-fate").headers["location"].removeprefix(ROOT)
    with one.stream("GET", f"{table}/live", params={"page": "p", "at": "-1"}) as stream:
        text = ""
        for part in stream.iter_text():
            text += part
            if 'href="' in text and text.endswith("\n\n"):
                break
    assert f'"{ROOT}/' in text
    assert not [m[0] for m in FROM_ROOT.finditer(text) if not m[2].startswith(ROOT)]
    care = one.get(f"{table}/stopped").json()["care"]
    assert f'action="{ROOT}{table}/do"' in care


@pytest.mark.parametrize("path", ["/", "/about", "/static/css/all.css", "/new"])
def test_a_proxy_may_take_the_path_off_or_hand_it_on(site: str, path: str) -> None:
    taken_off = httpx.get(site.removesuffix(ROOT) + path, timeout=patience.SECONDS)
    handed_on = httpx.get(site + path, timeout=patience.SECONDS)
    assert (taken_off.status_code, handed_on.status_code) == (200, 200)
    assert taken_off.text == handed_on.text
    assert not outside(taken_off)


def test_its_own_address_needs_no_slash_at_the_end(site: str) -> None:
    assert httpx.get(site, timeout=patience.SECONDS).text == httpx.get(f"{site}/").text


def test_what_somebody_has_typed_is_no_address() -> None:
    page = b'<a href="/x" title="/x">href=&#34;/x&#34;</a><input value="/x"><a href="//y">'
    assert addressed(page, b"/r") == page.replace(b'href="/x"', b'href="/r/x"')


@pytest.mark.parametrize("said", ["table", "/a b", "/a//b", "/../b", "/a?b", '/a"b', "//host"])
def test_a_path_that_is_none_is_told_in_a_sentence(said: str) -> None:
    with pytest.raises(BadAddress, match="needs a path such as /table"):
        root(said)


def test_a_path_that_begins_like_a_page_is_refused() -> None:
    with pytest.raises(BadAddress, match="cannot begin with /t:"):
        root("/t/able")
    assert {root("/table/"), root("/table"), root("/"), root("")} == {"/table", ""}


def test_the_pages_that_no_path_begins_like_are_all_there_are() -> None:
    own = {path.split("/")[1] for route in ROUTES for path in route.paths}
    assert own - {""} <= OWN


def test_links_to_hand_on_begin_with_it() -> None:
    known = Known("192.168.1.20", root="/table")
    assert known.address("http", "localhost:8000").origin == "http://192.168.1.20:8000/table"
    known = Known(url="https://club.example", root="/table")
    assert known.address("http", "localhost").origin == "https://club.example/table"


def test_where_there_is_no_such_path_nothing_is_between(tmp_path: Path) -> None:
    from tests.web.house import House

    app = House(tmp_path).app
    assert app.door is app
    assert app.app.app is app.litestar  # type: ignore[attr-defined]
