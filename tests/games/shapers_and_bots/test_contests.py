"""Contests (SB-31 … SB-35, SB-174)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace
from tests.games.shapers_and_bots.table import GAME, Played, animal

from tablefolk.core import play
from tablefolk.core.table.seats import SetOption
from tablefolk.games.shapers_and_bots.rules.challenges import GiveModifier
from tablefolk.games.shapers_and_bots.rules.contests import (
    AddSideModifier,
    ContestTied,
    ContestWon,
    EndContest,
    JoinContest,
    OpenContest,
    RollContest,
    RollSide,
    RuleTie,
)

A, B, C = (5, 4, 2), (4, 3, 3), (2, 2, 3)  # 11, 10, 7


def table(*ratings: int | None, **options: Any) -> tuple[Played, int]:
    """A contest in climbing between Ann (P1) and Bob, an extra; further ones join."""
    played = Played(options=options)
    for name, player, rating in zip(("ann", "bob", "cat"), ("p1", "", ""), ratings, strict=False):
        played.put(animal(name, "goat", player, fixed={"climbing": rating}))
    played.do("gm", OpenContest("the pole", "ann", "climbing", "bob", "climbing"))
    number = max(played.world.contests)
    if len(ratings) > 2:
        played.do("gm", JoinContest(number, "cat", "climbing"))
    return played, number


def rolled(played: Played, number: int, *faces: tuple[int, ...]) -> Any:
    """Everybody rolls, and this is what comes of it."""
    return played.do("gm", RollContest(number), sum(faces, ()))[-1]


def test_the_higher_score_wins_and_11_plays_no_part__SB_31() -> None:
    played, number = table(0, 2)
    won = rolled(played, number, (1, 2, 3), (1, 2, 2))
    assert won == ContestWon(number, "the pole", "bob")
    assert played.world.contests[number].winner == "bob"


def test_each_side_has_its_own_rating_and_rolls_for_itself__SB_31() -> None:
    played = Played()
    played.put(animal("ann", "goat", "p1"))
    played.put(animal("bob", "lion"))
    played.do("gm", OpenContest("the log", "ann", "DEX", "bob", "STR"))
    number = max(played.world.contests)
    assert played.no("p1", OpenContest("x", "ann", "DEX", "bob", "STR")) == "director_only"
    assert played.no("p1", RollSide(number, "bob")) == "not_your_character"
    played.do("p1", RollSide(number, "ann"), A)
    assert played.no("p1", RollSide(number, "ann")) == "no_reroll"
    assert played.world.contests[number].status == "open"
    won = played.do("gm", RollSide(number, "bob"), B)[-1]
    assert won.winner == "bob"
    assert played.no("gm", RollSide(number, "bob")) == "over"


def test_nobody_contends_who_left_the_story_or_is_not_finished__SB_104__SB_44() -> None:
    played, number = table(0, 1)
    played.put(animal("cat", "goat", left=True))
    played.put(replace(animal("dog"), finished=False))
    for who, code in (("cat", "gone"), ("dog", "not_ready")):
        assert played.no("gm", OpenContest("x", "ann", "STR", who, "STR")) == code
        assert played.no("gm", OpenContest("x", who, "STR", "ann", "STR")) == code
        assert played.no("gm", OpenContest("x", "ann", "STR", "bob", "STR", more=(who,))) == code
        assert played.no("gm", JoinContest(number, who, "STR")) == code
    menu = play.menu(GAME, played.table, played.seat("gm"))
    assert not any(offer.command is JoinContest for offer in menu)


def test_a_contest_is_opened_between_more_than_two_at_once__SB_33() -> None:
    played = Played()
    for name, rating in (("ann", 0), ("bob", 1), ("cat", 2)):
        played.put(animal(name, "goat", fixed={"climbing": rating}))
    pole = OpenContest("the pole", "ann", "climbing", "bob", "climbing", more=("cat",))
    offered = play.menu(played.game, played.table, played.seat("gm"))
    assert any(play.covers(offer, pole) and "more" in {b.name for b in offer.blanks}
               for offer in offered)  # fmt: skip
    played.do("gm", pole)
    won = rolled(played, max(played.world.contests), B, B, B)
    assert won.winner == "cat"


def test_nobody_outdoes_themselves__SB_31() -> None:
    played, number = table(0, 0)
    assert played.no("gm", OpenContest("x", "ann", "FIT", "ann", "FIT")) == "bad_target"
    assert played.no("gm", JoinContest(number, "ann", "climbing")) == "same"


def test_a_tie_waits_for_the_director_who_lets_them_go_on__SB_32() -> None:
    played, number = table(0, 1)
    tied = rolled(played, number, A, B)
    assert tied == ContestTied(number, "the pole", ("ann", "bob"))
    assert played.no("p1", RollSide(number, "ann")) == "awaiting_ruling"
    assert played.no("p1", RuleTie(number)) == "director_only"
    played.do("gm", RuleTie(number, again=True))
    assert played.world.contests[number].tries == 2
    assert rolled(played, number, A, C).winner == "ann"
    assert played.world.rulings[-1].rule == "SB-32"


def test_a_tie_may_turn_strange_and_then_nobody_wins__SB_32() -> None:
    played, number = table(0, 1)
    rolled(played, number, A, B)
    assert played.no("gm", RuleTie(number, again=False)) == "text_needed"
    played.do("gm", RuleTie(number, again=False, text="The pole breaks."))
    contest = played.world.contests[number]
    assert (contest.status, contest.winner, contest.answer) == ("unusual", "", "The pole breaks.")


def test_sides_have_their_own_modifiers_and_there_may_be_more_than_two__SB_33() -> None:
    played, number = table(0, 0, 0)
    played.do("gm", AddSideModifier(number, "cat", 3, "knows the pole"))
    played.do("gm", GiveModifier("bob", -2, "tired"))
    won = rolled(played, number, B, A, B)
    assert won.winner == "cat"
    assert played.hero("bob").pending == ()
    assert played.no("gm", JoinContest(number, "ann", "climbing")) == "over"


def test_only_those_who_tie_for_the_highest_go_on__SB_33() -> None:
    played, number = table(0, 0, 0)
    assert rolled(played, number, A, C, A).tied == ("ann", "cat")
    played.do("gm", RuleTie(number))
    assert played.no("gm", RollSide(number, "bob")) == "out"
    assert rolled(played, number, C, B).winner == "cat"


@pytest.mark.parametrize(
    ("ratings", "throws", "winner"),
    [
        ((None, -5), ((6, 6, 4), (1, 2, 2)), "bob"),
        ((None, 9), ((6, 6, 5), (6, 5, 5)), "ann"),
        ((None, 0), ((6, 6, 5), (6, 6, 6)), ""),
        ((None, None), ((6, 6, 4), (1, 1, 1)), ""),
        ((None, None), ((6, 6, 4), (6, 6, 5)), "bob"),
    ],
)
def test_without_the_skill_only_the_one_fluke_wins__SB_34(
    ratings: tuple[int | None, ...], throws: tuple[tuple[int, ...], ...], winner: str
) -> None:
    played, number = table(*ratings)
    result = rolled(played, number, *throws)
    assert getattr(result, "winner", "") == winner


@pytest.mark.parametrize("flukes", [False, True])
def test_flukes_and_fumbles_decide_contests_only_where_the_table_says_so__SB_35(
    flukes: bool,
) -> None:
    played, number = table(-8, 0, contest_flukes=flukes)
    assert rolled(played, number, (6, 6, 5), B).winner == ("ann" if flukes else "bob")
    wanting = [roll.wants_story for roll in played.world.rolls.values()]
    assert any(wanting) == flukes
    played, number = table(9, 0, contest_flukes=flukes)
    assert rolled(played, number, (1, 1, 1), C).winner == ("bob" if flukes else "ann")


def test_two_flukes_are_decided_by_the_score__SB_35() -> None:
    played, number = table(-1, 0, contest_flukes=True)
    assert rolled(played, number, (6, 6, 6), (6, 6, 6)).winner == "bob"


def test_an_option_changed_later_holds_for_later_commands__SB_11() -> None:
    played, number = table(-8, 0)
    played.do("p1", RollSide(number, "ann"), (6, 6, 5))
    played.do("gm", SetOption("contest_flukes", True))
    assert played.do("gm", RollSide(number, "bob"), B)[-1].winner == "ann"
    assert played.no("p1", SetOption("contest_flukes", False)) == "gm_only"


def test_the_director_ends_a_contest_that_nobody_has_won__SB_174() -> None:
    played, number = table(0, 0)
    played.do("p1", RollSide(number, "ann"), A)
    assert played.no("p1", EndContest(number)) == "director_only"
    played.do("gm", EndContest(number, "Dinner!"))
    assert played.world.contests[number].status == "ended"
    assert played.no("gm", RollSide(number, "bob")) == "over"
    assert played.no("gm", EndContest(number)) == "over"


def test_extras_dice_are_hidden_in_a_hidden_contest_and_players_dice_are_not__SB_168() -> None:
    played, _ = table(0, 0)
    played.do("gm", OpenContest("staring", "ann", "AWR", "bob", "AWR", hidden=True))
    rolled(played, max(played.world.contests), A, B)
    assert {roll.who: roll.hidden for roll in played.world.rolls.values()} == {
        "ann": False,
        "bob": True,
    }
