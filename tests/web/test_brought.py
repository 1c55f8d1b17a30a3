"""What games bring to the web: found by where it lies, sent only where it belongs."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
from litestar import get
from tests.web.house import House

from tablefolk import games
from tablefolk.games import rotate_bird, shelf
from tablefolk.games.rotate_bird.web import packs
from tablefolk.web import brought, static
from tablefolk.web.routes import ROUTES

KEYS = [game.key for game in shelf().games]


@get("/t/{table:str}/pack/{one:str}")
async def somebody_elses(table: str, one: str) -> str:
    return ""


@get("/games/quiet/page")
async def quiet() -> str:
    return ""


@pytest.fixture
def stranger(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Any:
    """A game whose package has a folder `web`, and the module that is to be found there."""
    (tmp_path / "web").mkdir()
    web = ModuleType("tests_stranger.web")
    monkeypatch.setattr(brought, "folder", lambda key, part: tmp_path / "web")
    monkeypatch.setattr(brought, "find_spec", lambda name: name)
    monkeypatch.setattr(brought, "import_module", lambda name: web)
    return web


def test_a_games_own_addresses_are_answered(stranger: Any) -> None:
    stranger.ROUTES, stranger.LARGE = [quiet], {"/page": 5}
    found = brought.pages([SimpleNamespace(key="quiet")], ROUTES)  # type: ignore[list-item]
    assert (found.routes, found.large, found.left_out) == ((quiet,), {"/page": 5}, ())


def test_an_address_that_is_taken_is_not_answered_twice(stranger: Any) -> None:
    stranger.ROUTES = [somebody_elses]
    taken = [*ROUTES, *packs.ROUTES]
    found = brought.pages([SimpleNamespace(key="quiet")], taken)  # type: ignore[list-item]
    assert found.routes == ()
    (why,) = found.left_out
    assert why.startswith("The pages of “quiet” are left out: GET /t/{}/pack/{}")


def test_pages_that_cannot_be_loaded_leave_the_game_playing(
    stranger: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(name: str) -> None:
        raise ImportError("there is no such thing")

    monkeypatch.setattr(brought, "import_module", fails)
    found = brought.pages([SimpleNamespace(key="quiet")], ROUTES)  # type: ignore[list-item]
    assert found.left_out == ("The pages of “quiet” are left out: there is no such thing.",)


@pytest.mark.parametrize("key", KEYS)
async def test_only_the_looks_of_the_game_at_the_table_are_sent(house: House, key: str) -> None:
    gm = house.person()
    await gm.sit(await gm.post("/new", {"game": key, "name": "Friday", "gm": "Gil"}))
    text = await gm.bare_page()
    sent = [other for other in KEYS if f"/static/css/{other}.css" in text]
    assert sent == [key]


async def test_the_front_page_sends_palettes_alone(house: House) -> None:
    text = (await house.person().get("/")).text
    assert not [key for key in KEYS if f"/static/css/{key}.css" in text]
    sheet = static.file("css/all.css").body.decode()
    assert all(f".game-{key}" in sheet for key in KEYS)
    assert ".rb-" not in sheet


def test_a_game_file_is_served_from_its_folder_and_from_nowhere_else() -> None:
    assert static.file("mutagen/signs.ttf").kind == "font/ttf"
    for name in ("mutagen/../__init__.py", "mutagen/__init__.py", "mutagen/", "chess/a.svg"):
        with pytest.raises(LookupError):
            static.file(name)


def test_a_game_that_is_one_file_brings_nothing() -> None:
    assert brought.package("chess") is None
    assert brought.sheets("chess") == []
    assert brought.package(rotate_bird.key) == Path(rotate_bird.__file__).parent
    assert set(brought.folders("templates")) == set(games.names())
