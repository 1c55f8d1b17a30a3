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
from tablefolk.web import assets, brought, rules, static
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


# -- What a stranger's mistake leaves standing ----------------------------------------------------


@get("/quiet/{x:nonsense}")
async def of_no_kind(x: str) -> str:
    return ""


@pytest.mark.parametrize(
    "routes",
    [[of_no_kind], [quiet, quiet], 5, [object()]],
    ids=["no such kind", "twice", "a number", "an object"],
)
def test_addresses_that_cannot_be_served_are_left_out(stranger: Any, routes: Any) -> None:
    stranger.ROUTES = routes
    found = brought.pages([SimpleNamespace(key="quiet")], ROUTES)  # type: ignore[list-item]
    assert found.routes == ()
    assert found.left_out[0].startswith("The pages of “quiet” are left out: ")


def test_sizes_that_are_none_leave_the_pages_out(stranger: Any) -> None:
    stranger.ROUTES, stranger.LARGE = [quiet], 5
    found = brought.pages([SimpleNamespace(key="quiet")], ROUTES)  # type: ignore[list-item]
    assert (found.routes, found.large) == ((), {})


def test_a_game_with_an_icon_that_nobody_has_is_drawn_all_the_same() -> None:
    assert assets.sign("no-such-icon") == assets.icon("dice")
    assert assets.sign("anchor") == assets.icon("anchor")


@pytest.mark.parametrize("broken", [".a { color: red;", "/* never closed .a { }", ".a { } }"])
def test_colours_that_never_end_take_nobody_elses_with_them(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, broken: str
) -> None:
    for name, text in (("one", broken), ("two", "/* { */ .b { color: blue; }")):
        (tmp_path / name).mkdir()
        (tmp_path / name / brought.PALETTE).write_text(text)
    monkeypatch.setattr(brought, "folders", lambda part: {n: tmp_path / n for n in ("one", "two")})
    assert brought.palettes() == [tmp_path / "two" / brought.PALETTE]


@pytest.mark.parametrize("broken", ["[ST-1", '[ST-1]\ntext = "No title."', "\x00"])
def test_a_rulebook_that_cannot_be_read_keeps_nobody_from_the_others(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, broken: str
) -> None:
    (tmp_path / "digest.md").write_text("# Odd: digest\n- **ST-1** One.\n")
    (tmp_path / "plain.toml").write_text(broken)
    monkeypatch.setattr(rules, "folders", lambda: [("odd", tmp_path), ("", rules.OWN)])
    assert rules.Rulebooks().get("TF-1")


def test_a_rules_number_belongs_to_whoever_had_it_first(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "digest.md").write_text("# Odd: digest\n- **TF-1** Another.\n")
    (tmp_path / "plain.toml").write_text('[TF-1]\ntitle = "Mine"\ntext = "Mine."\n')
    monkeypatch.setattr(rules, "folders", lambda: [("", rules.OWN), ("odd", tmp_path)])
    found = rules.Rulebooks().get("TF-1")
    assert found
    assert found.plain.title != "Mine"
