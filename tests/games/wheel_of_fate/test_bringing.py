"""A character written out at one table and brought to another (TF-39, TF-40)."""

from __future__ import annotations

import json
from typing import Any

import pytest
from tests.games.wheel_of_fate.table import Played, playing

from tablefolk.core.game import Seat
from tablefolk.games.wheel_of_fate.rules.bringing import BringCharacter, sheet
from tablefolk.games.wheel_of_fate.rules.creation import OpenCreation, TakeReadyMade
from tablefolk.games.wheel_of_fate.rules.pools import DefinePool

GM = Seat("gm", "gm")


@pytest.fixture
def there() -> dict[str, Any]:
    """Nora Pell from another table, as its file has her."""
    played = Played()
    played.do("gm", OpenCreation())
    played.do("tom", TakeReadyMade("nora-pell"))
    written: dict[str, Any] = json.loads(json.dumps(sheet(played.wheel, GM, "nora-pell")))
    return written


@pytest.fixture
def here() -> Played:
    """A new table with the pools Nora knows, and creation open."""
    other = Played()
    other.do("gm", OpenCreation())
    other.do("mike", TakeReadyMade("bruno-tal"))  # which puts the suggested pools on offer
    return other


def test_a_character_comes_back_from_its_sheet_as_it_was__TF_39(
    there: dict[str, Any], here: Played
) -> None:
    here.do("tom", BringCharacter(there))
    assert here.wheel.cast["nora-pell"].owner == "tom"
    assert sheet(here.wheel, GM, "nora-pell") == there
    assert (there["tablefolk"], there["game"]) == (1, "wheel-of-fate")


def test_points_stress_and_connections_stay_behind__TF_39() -> None:
    played = playing()
    who = next(iter(played.wheel.pcs())).id
    written = sheet(played.wheel, GM, who)
    assert not {"fate", "stress", "connections", "owner", "comments"} & written.keys()


def test_a_draft_is_brought_as_far_as_it_is_made__TF_39(here: Played) -> None:
    here.do("tom", BringCharacter({"tablefolk": 1, "game": "wheel-of-fate", "name": "Ada"}))
    assert here.wheel.cast["ada"].name == "Ada"
    assert not here.wheel.cast["ada"].ready


def test_the_gm_may_bring_one_for_a_member_and_nobody_else_may__WF_1(
    there: dict[str, Any], here: Played
) -> None:
    assert here.refused("dave", BringCharacter(there, "tom")).code == "not_yours"
    here.do("gm", BringCharacter(there, "tom"))
    assert here.wheel.cast["nora-pell"].owner == "tom"
    assert here.refused("tom", BringCharacter(there)).code == "one_character"


@pytest.mark.parametrize(
    ("change", "code", "place"),
    [
        ({"tablefolk": 2}, "bad_import", "newer version"),
        ({"game": "mutagen"}, "bad_import", "another game"),
        ({"name": 7}, "bad_import", "$.name"),
        ({"fate": 99}, "bad_import", "fate"),
        ({"attributes": {"physical": 9}}, "bad_import", "$.attributes"),
        ({"attributes": {"magical": 3}}, "bad_import", "$.attributes"),
        ({"pools": {"old-stories": -1}}, "bad_import", "$.pools"),
        ({"name": " "}, "name_needed", "At “name”"),
        ({"summary": "word " * 50}, "too_long", "At “summary”"),
        ({"attributes": {"physical": 6, "mental": 6, "social": 6}}, "attribute_total", "At “attr"),
        ({"answers": ["one"]}, "five_questions", "At “answers”"),
        ({"aspects": ["a", "b"]}, "five_aspects", "At “aspects”"),
        ({"aspects": ["a", "b", "c", "d", " "]}, "text_needed", "At “aspects”"),
        ({"questions": [9]}, "out_of_range", "At “aspects”"),
        ({"pools": {"time-travel": 3}}, "no_such_pool", "At “pools”"),
        ({"pools": {"old-stories": 4}}, "pool_limit", "At “pools”"),
    ],
)
def test_what_creation_would_refuse_is_refused_with_its_place__TF_40(
    there: dict[str, Any], here: Played, change: dict[str, Any], code: str, place: str
) -> None:
    before = here.wheel
    no = here.refused("tom", BringCharacter(there | change))
    assert no.code == code
    assert place in no.why
    assert here.wheel == before


def test_a_pool_that_is_not_on_offer_here_cannot_be_brought__WF_116(there: dict[str, Any]) -> None:
    empty = Played()
    empty.do("gm", OpenCreation())
    empty.do("gm", DefinePool("Cooking"))
    assert empty.refused("tom", BringCharacter(there)).code == "no_such_pool"


def test_a_closed_creation_takes_nobody_in__WF_108(there: dict[str, Any]) -> None:
    assert Played().refused("tom", BringCharacter(there)).code == "creation_closed"


def test_what_one_has_noted_travels_along__TF_39(there: dict[str, Any], here: Played) -> None:
    here.do("tom", BringCharacter({**there, "notes": "Owes Bruno a coat."}))
    assert here.wheel.cast["nora-pell"].notes == "Owes Bruno a coat."
