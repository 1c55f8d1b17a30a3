"""Extras and hidden rolls (SB-165 … SB-169)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace
from tests.games.shapers_and_bots.table import GAME, Played, animal

from tablefolk.core import play
from tablefolk.core.game import Seat
from tablefolk.games.shapers_and_bots.rules import extras, wording
from tablefolk.games.shapers_and_bots.rules.building import BeginSheet
from tablefolk.games.shapers_and_bots.rules.challenges import (
    AskAutomatic,
    OpenChallenge,
    RollChallenge,
    TryAgain,
)
from tablefolk.games.shapers_and_bots.rules.contests import OpenContest, RollContest
from tablefolk.games.shapers_and_bots.rules.extras import (
    CopyExtra,
    MakeExtra,
    SetHeart,
    SetRating,
)
from tablefolk.games.shapers_and_bots.rules.harm import Injure
from tablefolk.games.shapers_and_bots.rules.marks import SetMark
from tablefolk.games.shapers_and_bots.rules.numbers import FixNumber
from tablefolk.games.shapers_and_bots.rules.people import HandOver

DIRECTOR, PLAYER = Seat("gm", "gm"), Seat("p1")


def made(played: Played, *args: Any, **more: Any) -> str:
    events = played.do("gm", MakeExtra(*args, **more))
    who: str = events[0].sheet.id
    return who


def test_a_name_and_one_number_make_an_extra__SB_165() -> None:
    played = Played()
    who = made(played, "A cross heron", ratings={"AWR": 2})
    hero = played.hero(who)
    assert (hero.name, hero.extra, hero.kind, hero.finished) == (
        "A cross heron", True, "sketch", True,
    )  # fmt: skip
    assert played.rating(who, "AWR") == 2


def test_no_hidden_extra_makes_a_character_s_id_another__TF_29() -> None:
    ids = []
    for hidden in (False, True):
        played = Played()
        if hidden:
            made(played, "Secret Spy")
        (begun,) = played.do("p1", BeginSheet("bear", "Secret Spy"))
        ids.append(begun.who)
    assert ids == ["secret-spy"] * 2


def test_or_a_whole_sheet_and_no_budget_is_enforced__SB_165() -> None:
    played = Played()
    who = made(played, "Zephrod", "lion", ratings={"FIT": 9, "weapon:ax": 12, "HP": 20})
    assert (played.hp(who), played.rating(who, "FIT"), played.rating(who, "weapon:ax")) == (
        20, 9, 12,
    )  # fmt: skip
    bot = made(played, "Grist", "bot", ratings={"SIZ": 4})
    assert played.hero(bot).bot is not None
    assert played.hp(bot) == 7


def test_only_the_director_makes_extras_and_only_with_known_numbers__SB_165() -> None:
    played = Played()
    assert played.no("p1", MakeExtra("Me")) == "director_only"
    assert played.no("gm", MakeExtra("Zed", ratings={"charm": 3})) == "unknown"
    assert played.no("gm", MakeExtra("Zed", "dragon")) == "unknown"
    assert played.no("gm", MakeExtra(" ")) == "text_needed"


def test_one_more_of_the_same__SB_165() -> None:
    played = Played()
    first = made(played, "Pirate", "crocodile", ratings={"weapon:sword": 1})
    played.do("gm", CopyExtra(first, "Pirate"))
    (second,) = [hero.id for hero in played.world.extras() if hero.id != first]
    assert played.rating(second, "weapon:sword") == 1
    played.audited()


def test_one_more_of_somebody_hurt_and_down_is_fresh__SB_165() -> None:
    played = Played()
    first = made(played, "Pirate", "crocodile")
    fresh = played.hero(first)
    played.do("gm", Injure(first, points=1, source="a falling branch"))
    played.do("gm", SetMark(first, "down"))
    (event,) = played.do("gm", CopyExtra(first, "Pirate"))
    assert event.sheet == replace(fresh, id=event.sheet.id)


def test_an_important_extra_gets_courage_and_honesty_and_rolls_them__SB_166() -> None:
    played = Played()
    who = made(played, "Pip", "rabbit")
    played.do("gm", SetHeart(who, 2, -1))
    assert played.ratings(who, "CRG", "HON") == [2, -1]
    played.do("gm", OpenChallenge(who, "own up", "HON"))
    roll = played.do("gm", RollChallenge(max(played.world.challenges)), (4, 4, 4))[0].roll
    assert roll.score == 11


def test_players_characters_have_neither__SB_167() -> None:
    played = Played()
    played.put(animal("ann", "goat", "p1"))
    for command in (
        SetHeart("ann", 1, 1),
        SetRating("ann", "CRG", 1),
        FixNumber("ann", "CRG", 1),
        OpenChallenge("ann", "be brave", "CRG"),
    ):
        assert played.no("gm", command) == "extras_only"


def test_a_number_never_given_is_given_though_a_player_has_the_extra_by_now__SB_169() -> None:
    played = Played()
    who = made(played, "A cross heron", ratings={"AWR": 2})
    played.do("gm", HandOver(who, "p1"))
    played.do("gm", SetRating(who, "FIT", 2))
    assert played.ratings(who, "FIT") == [2]
    assert played.no("gm", SetRating(who, "FIT", 3)) == "extras_only"


# -- Hidden rolls (SB-168) -------------------------------------------------------------------------


def test_of_a_hidden_roll_players_see_the_outcome_only__SB_168() -> None:
    played = Played()
    who = made(played, "Skaw", "crocodile", ratings={"stealth": 4})
    played.do("gm", OpenChallenge(who, "creep up", "stealth", -1, 2, "fog", hidden=True))
    roll = played.do("gm", RollChallenge(max(played.world.challenges)), (4, 3, 2))[0].roll
    seen = wording.as_seen(played.world, roll, PLAYER)
    assert (seen.who, seen.purpose, seen.outcome, seen.hidden) == (who, "creep up", "success", True)
    assert (seen.faces, seen.modifiers, seen.key, seen.rating) == ((), (), "", 0)
    assert wording.as_seen(played.world, roll, DIRECTOR) == roll
    assert played.world.rolls[roll.id] == roll


def test_open_rolls_are_seen_in_full__SB_168() -> None:
    played = Played()
    who = made(played, "Skaw", "crocodile")
    played.do("gm", OpenChallenge(who, "creep up", "stealth"))
    roll = played.do("gm", RollChallenge(max(played.world.challenges)), (4, 3, 2))[0].roll
    assert wording.as_seen(played.world, roll, PLAYER) == roll


def test_a_hidden_roll_for_a_players_character_is_the_directors__SB_168__SB_74() -> None:
    played = Played()
    played.put(animal("slow", "sloth", "p1"))
    command = OpenChallenge("slow", "danger?", "sixth_sense", hidden=True)
    assert played.no("p1", command) == "director_only"
    played.do("gm", command)
    number = max(played.world.challenges)
    assert played.no("p1", RollChallenge(number)) == "director_only"
    assert played.no("p1", AskAutomatic(number)) == "director_only"
    played.do("gm", RollChallenge(number), (6, 5, 3))
    assert played.no("p1", TryAgain(number)) == "director_only"


# -- Numbers asked for on first use (SB-169) -------------------------------------------------------


def test_a_number_never_set_is_asked_for_and_remembered__SB_169() -> None:
    played = Played()
    who = made(played, "A cross heron", ratings={"AWR": 2})
    played.do("gm", OpenChallenge(who, "peck", "brawling"))
    number = max(played.world.challenges)
    no = played.refused("gm", RollChallenge(number))
    assert (no.rule, no.code) == ("SB-169", "awaiting_ruling")
    assert extras.lacking(played.world, played.hero(who), "brawling")
    assert played.no("p1", SetRating(who, "brawling", 1)) == "director_only"
    (fixed,) = played.do("gm", SetRating(who, "brawling", 1))
    assert fixed.unset
    assert extras.lacking(played.world, played.hero(who), "brawling") == ""
    roll = played.do("gm", RollChallenge(number), (4, 3, 3))[0].roll
    assert roll.score == 11
    played.do("gm", OpenChallenge(who, "peck again", "brawling"))
    played.do("gm", RollChallenge(max(played.world.challenges)), (4, 3, 3))
    played.audited()


@pytest.mark.parametrize("key", ["FIT", "climbing", "CRG"])
def test_contests_ask_as_well__SB_169(key: str) -> None:
    played = Played()
    played.put(animal("ann", "goat", "p1"))
    who = made(played, "A shadow")
    played.do("gm", OpenContest("the race", "ann", "FIT", who, key))
    number = max(played.world.contests)
    assert played.no("gm", RollContest(number)) == "awaiting_ruling"
    played.do("gm", SetRating(who, key, 0))
    played.do("gm", RollContest(number), (4, 4, 4, 3, 3, 3))


def test_what_is_rolled_is_asked_for_and_not_what_it_is_made_of__SB_169() -> None:
    played = Played()
    who = made(played, "A shadow", ratings={"FIT": 1})
    played.do("gm", OpenChallenge(who, "up the wall", "climbing"))
    no = played.refused("gm", RollChallenge(max(played.world.challenges)))
    assert no.why == "The Director must first set Climbing for A shadow."
    every = play.menu(GAME, played.table, played.seat("gm"))
    asked = [o for o in every if o.do == "SetRating" and o.owed]
    assert [(offer.fixed["key"], offer.label) for offer in asked] == [
        ("climbing", "Climbing for A shadow")
    ]


@pytest.mark.parametrize(("given", "left"), [("FIT", "SIZ"), ("SIZ", "FIT")])
def test_strength_and_one_half_of_it_say_the_other__SB_14__SB_169(given: str, left: str) -> None:
    played = Played()
    who = made(played, "A shadow", ratings={given: 1, "STR": 3})
    assert played.rating(who, left) == 2
    assert played.rating(who, "climbing") == (1 if left == "FIT" else -1)  # FIT - SIZ
    lone = made(played, "Another", ratings={"STR": 3})
    assert extras.lacking(played.world, played.hero(lone), left) == left


def test_no_ability_is_an_answer_too__SB_169() -> None:
    played = Played()
    who = made(played, "A shadow")
    played.do("gm", SetRating(who, "swimming", none=True))
    assert played.rating(who, "swimming") is None
