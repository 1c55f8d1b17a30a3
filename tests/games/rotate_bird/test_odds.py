"""The odds of the digest, figure by figure, and the reader they all go through (RB-38)."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.games.rotate_bird.table import created
from tests.games.rotate_bird.table_odds import (
    expected_tests,
    forced_somewhere,
    race,
    table_odds,
)

from tablefolk.core import odds as counting
from tablefolk.games.rotate_bird.rules import chances
from tablefolk.games.rotate_bird.rules.chances import (
    Chances,
    Liking,
    available,
    choices,
    chosen,
    odds,
    picked,
    safety_first,
    success_first,
    without,
)
from tablefolk.games.rotate_bird.rules.helping import Help
from tablefolk.games.rotate_bird.rules.packs import default_pack
from tablefolk.games.rotate_bird.rules.reading import read
from tablefolk.games.rotate_bird.rules.rolling import RollPool
from tablefolk.games.rotate_bird.rules.tapping import TapTrait
from tablefolk.games.rotate_bird.rules.tests import WithdrawTest


def fractions(row: str) -> list[Fraction]:
    return [Fraction(cell) for cell in row.split()]


AVAILABLE = {
    "success": "1/2 3/4 7/8 15/16 31/32 63/64 127/128",
    "clean": "1/6 11/36 91/216 671/1296 4651/7776 31031/46656 201811/279936",
    "mild": "1/3 5/9 19/27 65/81 211/243 665/729 2059/2187",
    "safe": "1/3 5/9 19/27 65/81 211/243 665/729 2059/2187",
    "major_unavoidable": "1/3 1/9 1/27 1/81 1/243 1/729 1/2187",
    "fallout_unavoidable": "2/3 4/9 8/27 16/81 32/243 64/729 128/2187",
    "edge": "0 1/6 4/9 13/18 49/54 319/324 1",
    "edge_and_success": "0 1/12 2/9 55/144 77/144 383/576 221/288",
    "edge_and_safe": "0 1/18 4/27 7/27 91/243 353/729 425/729",
    "edge_and_clean": "0 1/36 2/27 19/144 763/3888 12281/46656 7703/23328",
}


@pytest.mark.parametrize("what", AVAILABLE)
def test_what_the_leader_can_choose__RB_38(what: str) -> None:
    found = [getattr(choices(dice), what) for dice in range(1, 8)]
    assert found == fractions(AVAILABLE[what])


def test_an_edge_along_with_the_success_first_pick__RB_44() -> None:
    found = [chosen(dice, success_first).where(lambda m: m.edge) for dice in range(1, 8)]
    row = "0 1/6 17/72 11/36 2881/7776 1117/2592 136331/279936"
    assert found == fractions(row)


PICKED = {  # the numbers in the order of liking, for one to six dice
    1: "1/6 11/36 91/216 671/1296 4651/7776 31031/46656",
    2: "1/6 1/4 61/216 41/144 2101/7776 427/1728",
    3: "1/6 7/36 37/216 175/1296 781/7776 3367/46656",
    4: "1/6 5/36 19/216 65/1296 211/7776 665/46656",
    5: "1/6 1/12 7/216 5/432 31/7776 7/5184",
    6: "1/6 1/36 1/216 1/1296 1/7776 1/46656",
}


@pytest.mark.parametrize(
    ("how", "liking"), [(success_first, (6, 4, 2, 5, 3, 1)), (safety_first, (6, 5, 4, 3, 2, 1))]
)
def test_what_two_kinds_of_people_pick__RB_41(how: Liking, liking: tuple[int, ...]) -> None:
    for place, value in enumerate(liking, 1):
        found = [picked(dice, how).get(value, Fraction(0)) for dice in range(1, 7)]
        assert found == fractions(PICKED[place]), value


PERILOUS = {
    (success_first, True, "none"): PICKED[1],
    (success_first, True, "major"): "1/3 4/9 49/108 34/81 1441/3888 931/2916",
    (success_first, False, "none"): PICKED[4],
    (success_first, False, "major"): "1/3 1/9 1/27 1/81 1/243 1/729",
    (safety_first, True, "none"): PICKED[1],
    (safety_first, False, "none"): PICKED[2],
    (safety_first, True, "major"): "1/3 1/3 7/27 5/27 31/243 7/81",
    (safety_first, False, "major"): "1/3 1/9 1/27 1/81 1/243 1/729",
}


@pytest.mark.parametrize("case", PERILOUS)
def test_perilous_outcomes__RB_130(case: tuple[Liking, bool, str]) -> None:
    how, success, fallout = case
    found = [
        chosen(dice, how, perilous=True).where(
            lambda m: (m.success, m.fallout) == (success, fallout)
        )
        for dice in range(1, 7)
    ]
    assert found == fractions(PERILOUS[case])


def test_the_other_rolls() -> None:
    found = table_odds(default_pack())
    digest = {
        "fallout_symbol": "1/6",
        "fallout_doubles": "1/6",
        "fallout_among_two": "11/36",
        "fallout_pair": "1/18",
        "being_symbol": "1/108",
        "doing_pair": "1/3888",
        "five_at_once": "2580305/2834352",
        "being_rolls": "26294581/5160610",
        "pair_again": "5831/7558272",
        "own_symbol_in_doing": "166985/1259712",
        "nothing_shared": "9726805/12385464",
        "factor": "3/7",
        "two_factors": "1/7",
        "framework": "1/35",
        "factors_again": "1/36",
        "theme": "1/18",
        "linked_factor": "1/3",
    }
    assert {key: str(getattr(found, key)) for key in digest} == digest


def test_many_small_tests_brew_more_fallout_than_one_together() -> None:
    assert forced_somewhere(3, 1) == Fraction(26, 27)
    assert forced_somewhere(1, 3) == Fraction(8, 27)
    assert forced_somewhere(3, 2) == Fraction(604, 729)


RACES = {
    1: ("1/2 11/32 29/128 1/2", "6 8 10"),
    2: ("459/512 1701/2048 12393/16384 124659/131072", "4 16/3 20/3"),
    3: ("16121/16384 127253/131072 2000033/2097152 66942281/67108864", "24/7 32/7 40/7"),
    4: ("523125/524288 8353125/8388608 266540625/268435456 34356403125/34359738368",
        "16/5 64/15 16/3"),
}  # fmt: skip


@pytest.mark.parametrize("dice", RACES)
def test_progress_before_disaster__RB_106__RB_112(dice: int) -> None:
    races, expected = RACES[dice]
    sizes = ((3, 3), (4, 3), (5, 3), (5, 5))
    assert [race(dice, k, m) for k, m in sizes] == fractions(races)
    assert [expected_tests(dice, k) for k in (3, 4, 5)] == fractions(expected)


@pytest.mark.parametrize("perilous", [False, True])
@pytest.mark.parametrize("dice", range(1, 8))
def test_the_closed_forms_equal_counting_every_roll(dice: int, perilous: bool) -> None:
    every = counting.rolls(dice)
    wanted = (chances.success, chances.clean, chances.mild, chances.safe, chances.edge)
    for want in (*wanted, lambda m: m.edge and m.success, lambda m: m.edge and not m.success):
        shown = every.where(lambda roll, w=want: any(map(w, read(roll, perilous).values())))
        assert available(dice, want, perilous) == shown
        assert without(dice, want, perilous) == 1 - shown


@given(st.integers(1, 199), st.booleans())
def test_a_die_more_never_hurts(dice: int, perilous: bool) -> None:
    assert available(dice + 1, chances.success, perilous) > available(
        dice, chances.success, perilous
    )


def test_odds_follow_every_tap_and_who_may_see_them__RB_38() -> None:
    played = created({"odds_shown": "roller"})
    played.open("c1")
    played.tap("c1", "sun")
    heart = TapTrait(played.test.id, played.trait("c1", "heart"))
    before = odds(played.bird, played.seat("p1"), RollPool(played.test.id))
    after = odds(played.bird, played.seat("p1"), heart)
    assert isinstance(before, Chances)
    assert isinstance(after, Chances)
    assert (before.dice, after.dice) == (1, 2)
    assert before.one_more == after.available.success == Fraction(3, 4)
    cat = Help(played.test.id, played.trait("c2", "cat"))
    assert odds(played.bird, played.seat("p2"), cat) is None
    assert odds(played.bird, played.seat("gm"), cat) is not None
    played.roll(6)
    assert odds(played.bird, played.seat("p1"), RollPool(played.test.id)) is None


def test_where_nobody_is_to_know_the_odds_nobody_does__RB_38() -> None:
    played = created({"odds_shown": "nobody"})
    number = played.open("c1")
    played.tap("c1", "sun")
    for who in ("gm", "p1"):
        assert odds(played.bird, played.seat(who), RollPool(number)) is None
    assert odds(played.bird, played.seat("p1"), WithdrawTest(number)) is None
