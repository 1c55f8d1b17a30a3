"""A character written out at one table and brought to another (TF-39, TF-40)."""

from __future__ import annotations

import json
from typing import Any

import pytest
from tests.games.wheel_of_fate.table import ASPECTS, Played, playing

from tablefolk.core.game import Seat
from tablefolk.games.wheel_of_fate.rules.bringing import BringCharacter, sheet
from tablefolk.games.wheel_of_fate.rules.creation import OpenCreation, TakeReadyMade, missing
from tablefolk.games.wheel_of_fate.rules.pools import DefinePool
from tablefolk.games.wheel_of_fate.rules.scenes import AddAspect
from tablefolk.games.wheel_of_fate.rules.steps import WriteAnswer, WriteAnswers

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
        ({"name": 7}, "bad_import", "at “name”"),
        ({"fate": 99}, "bad_import", "not asked for"),
        ({"attributes": {"physical": 9}}, "bad_import", "at “attributes”"),
        ({"attributes": {"magical": 3}}, "bad_import", "one of what is offered"),
        ({"pools": {"old-stories": -1}}, "bad_import", "at “pools”"),
        ({"name": " "}, "name_needed", "At “name”"),
        ({"summary": "word " * 50}, "too_long", "At “summary”"),
        ({"attributes": {"physical": 6, "mental": 6, "social": 6}}, "attribute_total", "At “attr"),
        ({"answers": ["one"]}, "five_questions", "At “answers”"),
        ({"aspects": ["a", "b", "c", "d", " "]}, "text_needed", "At “aspects”"),
        ({"questions": [9]}, "out_of_range", "At “aspects”"),
        ({"pools": {"old-stories": 7}}, "bad_import", "at “pools”"),
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


@pytest.fixture
def cooking() -> Played:
    """A new table with one pool, which nobody from elsewhere knows."""
    other = Played()
    other.do("gm", OpenCreation())
    other.do("gm", DefinePool("Cooking"))
    return other


def said(played: Played, member: str = "tom") -> str:
    """What a member has been told of the last step."""
    return " ".join(line.text for line in played.story(member)[-8:])


def test_at_a_table_with_other_pools_the_dice_are_laid_anew__WF_116(
    there: dict[str, Any], cooking: Played
) -> None:
    cooking.do("tom", BringCharacter(there))
    nora = cooking.wheel.cast["nora-pell"]
    assert (nora.pools, nora.pools_settled) == ({"cooking": 3}, True)
    told = said(cooking)
    cooking.audited()
    assert "so the pool dice go to Cooking 3d" in told
    assert "Old stories" in told


def test_dice_in_pools_known_here_stay_where_they_lie__WF_116(
    there: dict[str, Any], here: Played
) -> None:
    here.do("tom", BringCharacter(there | {"pools": {"old-stories": 2, "time-travel": 1}}))
    laid = here.wheel.cast["nora-pell"].pools
    assert laid["old-stories"] >= 2
    assert sum(laid.values()) == 3
    assert "(Old stories 2d and Time travel 1d)" in said(here)


def test_a_special_pool_on_the_drawing_board_takes_no_dice__WF_105(
    there: dict[str, Any], cooking: Played
) -> None:
    cooking.do("gm", DefinePool("Time travel", special=True))
    cooking.do("tom", BringCharacter(there | {"pools": {"time-travel": 3}}))
    assert cooking.wheel.cast["nora-pell"].pools == {"cooking": 3}


def test_where_the_pools_do_not_take_three_dice_they_wait_for_their_player__WF_116(
    there: dict[str, Any],
) -> None:
    narrow = Played()
    narrow.do("gm", OpenCreation())
    narrow.do("gm", DefinePool("Cooking", high=2))
    narrow.do("tom", BringCharacter(there))
    nora = narrow.wheel.cast["nora-pell"]
    assert (nora.pools, nora.pools_settled) == ({}, False)
    assert "still to be laid" in said(narrow)


def test_at_a_table_without_pools_they_stay_behind__WF_116(there: dict[str, Any]) -> None:
    bare = Played()
    bare.do("gm", OpenCreation())
    bare.do("tom", BringCharacter(there))
    assert not bare.wheel.cast["nora-pell"].pools
    assert "This table has no pools" in said(bare)


def test_where_a_pool_asks_for_dice_they_are_laid_anew__WF_116(
    there: dict[str, Any], here: Played
) -> None:
    here.do("gm", DefinePool("Cooking", low=1))
    here.do("tom", BringCharacter(there))
    laid = here.wheel.cast["nora-pell"].pools
    assert laid["cooking"] == 1
    assert sum(laid.values()) == 3


def test_an_aspect_won_in_play_travels__WF_42(there: dict[str, Any], here: Played) -> None:
    grown = playing()
    grown.do("gm", AddAspect("tom", "Shaken"))
    written = json.loads(json.dumps(sheet(grown.wheel, GM, "tom")))
    assert written["origins"] == [*["creation"] * 5, "gm"]
    here.do("tom", BringCharacter(written))
    tom = here.wheel.cast["tom"]
    assert [a.text for a in tom.aspects] == [*ASPECTS["tom"], "Shaken"]
    assert tom.aspects[-1].origin == "gm"
    assert sheet(here.wheel, GM, "tom") | {"pools": {}} == written | {"pools": {}}


def test_who_writes_the_five_anew_keeps_what_was_won__WF_42(
    there: dict[str, Any], here: Played
) -> None:
    won = {"aspects": [*there["aspects"], "Shaken"], "origins": [*["creation"] * 5, "aftermath"]}
    here.do("tom", BringCharacter(there | won))
    here.do("tom", WriteAnswer("nora-pell", 5, "Otherwise.", "Braver"))
    here.do("tom", WriteAnswers("nora-pell", ("a", "b", "c", "d", "e"), tuple("vwxyz")))
    assert [a.text for a in here.wheel.cast["nora-pell"].aspects] == [*"vwxyz", "Shaken"]


def test_a_draft_comes_with_the_aspects_it_has__WF_114(there: dict[str, Any], here: Played) -> None:
    here.do("tom", BringCharacter(there | {"aspects": ["a", "b"], "questions": [1, 2]}))
    assert "questions" in missing(here.wheel, "nora-pell")


def test_more_than_creation_makes_is_for_the_gm_to_say__WF_114(
    there: dict[str, Any], here: Played
) -> None:
    many = BringCharacter(there | {"aspects": [*there["aspects"], "Rich"]})
    asked = here.ask("tom", many)
    assert "6 aspects" in asked.question
    here.grant(asked)
    assert len(here.wheel.cast["nora-pell"].aspects) == 6


@pytest.mark.parametrize("dice", [{"old-stories": 4}, {"old-stories": 3, "small-boats": 2}])
def test_grown_pools_travel_where_pools_grow_and_are_asked_about_elsewhere__WF_102(
    there: dict[str, Any], dice: dict[str, int]
) -> None:
    for grows in (True, False):
        table = Played(options={"pool_growth": grows})
        table.do("gm", OpenCreation())
        for name in ("Old stories", "Small boats"):
            table.do("gm", DefinePool(name))
        bring = BringCharacter(there | {"pools": dice})
        if grows:
            table.do("tom", bring)
        else:
            asked = table.ask("tom", bring)
            assert "pool dice" in asked.question
            table.grant(asked)
        assert table.wheel.cast["nora-pell"].pools == dice
        assert sheet(table.wheel, GM, "nora-pell")["pools"] == dice


def test_a_closed_creation_takes_nobody_in__WF_108(there: dict[str, Any]) -> None:
    assert Played().refused("tom", BringCharacter(there)).code == "creation_closed"


def test_what_one_has_noted_travels_along__TF_39(there: dict[str, Any], here: Played) -> None:
    here.do("tom", BringCharacter({**there, "notes": "Owes Bruno a coat."}))
    assert here.wheel.cast["nora-pell"].notes == "Owes Bruno a coat."
