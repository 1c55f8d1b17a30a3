"""Games are found by their entry points; what cannot be played is named and left out."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from types import SimpleNamespace

import pytest
from tests import toy

from tablefolk import games
from tablefolk.games import GROUP, NEEDED, Unfit, faults, load, names, shelf


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, str]]:
    """What is installed for this test, by key; nothing of it is remembered afterwards."""
    found: dict[str, str] = {}
    every = lambda group: [EntryPoint(k, v, group) for k, v in found.items()]  # noqa: E731
    monkeypatch.setattr(games, "entry_points", every)
    for kept in (games._installed, load, shelf):
        kept.cache_clear()
    yield found
    for kept in (games._installed, load, shelf):
        kept.cache_clear()


def test_ours_are_found_like_anybody_elses() -> None:
    assert names() == ("mutagen", "rotate-bird", "shapers-and-bots", "wheel-of-fate")
    shown = [game.key for game in shelf().games]
    assert shown == ["wheel-of-fate", "rotate-bird", "shapers-and-bots", "mutagen"]
    assert shelf().left_out == ()


def test_somebody_elses_game_stands_on_the_shelf(installed: dict[str, str]) -> None:
    installed |= {toy.key: "tests.toy", "rotate-bird": "tablefolk.games.rotate_bird"}
    assert [game.key for game in shelf().games] == ["rotate-bird", toy.key]
    assert shelf().get(toy.key) is toy


@pytest.mark.parametrize(
    ("module", "why"),
    [
        ("tests.no_such_module", "ModuleNotFoundError"),
        ("tests.games.test_shelf:no_such_thing", "AttributeError"),
        ("tablefolk.core.words", "It has no key, edition"),
        ("tests.toy", "calls itself"),
    ],
)
def test_a_game_that_fails_is_named_with_the_reason(
    installed: dict[str, str], module: str, why: str
) -> None:
    installed |= {"broken": module, "rotate-bird": "tablefolk.games.rotate_bird"}
    assert [game.key for game in shelf().games] == ["rotate-bird"]
    (left,) = shelf().left_out
    assert str(left).startswith("The game “broken” is left out: ")
    assert why in left.why


def test_a_game_that_no_table_can_play_is_left_out() -> None:
    parts = {name: getattr(toy, name) for name in NEEDED}
    twice = SimpleNamespace(**{**parts, "events": (*toy.events, _same_name(toy.events[0]))})
    assert "cannot be played at a table" in next(faults(twice, toy.key))
    odd = SimpleNamespace(**{**parts, "key": "An Odd One"})
    assert "small letters" in next(faults(odd, "An Odd One"))


def _same_name(event: type) -> type:
    return type(event.__name__, event.__bases__, {"__module__": __name__}, frozen=True)


def test_a_key_that_is_not_there_says_which_are() -> None:
    with pytest.raises(Unfit, match="There is no game “chess” here; there are: mutagen,"):
        load("chess")


def test_a_key_that_is_taken_stays_whose_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    two = [
        EntryPoint("mutagen", value, GROUP) for value in ("tests.toy", "tablefolk.games.mutagen")
    ]
    monkeypatch.setattr(games, "entry_points", lambda group: two)
    for kept in (games._installed, load, shelf):
        kept.cache_clear()
    try:
        assert [game.about.title for game in shelf().games] == ["Mutagen RPG Engine"]
        (left,) = shelf().left_out
        assert str(left) == (
            "The game “mutagen” is left out: “tablefolk.games.mutagen” has that key."
        )
    finally:
        for kept in (games._installed, load, shelf):
            kept.cache_clear()


def test_names_load_no_game() -> None:
    asked = "import sys; from tablefolk.games import names; names(); print(*sys.modules)"
    loaded = subprocess.run(
        [sys.executable, "-c", asked], check=True, capture_output=True, text=True
    ).stdout
    assert not [name for name in loaded.split() if name.startswith(f"{GROUP}.")]
