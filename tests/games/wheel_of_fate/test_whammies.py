"""Whammies and stress in exact odds: the digest's figures, worked out elsewhere (WF-26, WF-69)."""

from __future__ import annotations

import json
import tomllib
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablefolk.core.odds import Odds, kept, total
from tablefolk.games.wheel_of_fate.rules.whammies import against, opposed

DATA = Path(__file__).parents[2] / "data"
DIGEST: dict[str, Any] = tomllib.loads((DATA / "wheel-of-fate-digest.toml").read_text())
TABLES: dict[str, Any] = json.loads((DATA / "wheel-of-fate-odds.json").read_text())
DIFFICULTIES = (5, 10, 15, 20, 25)


def pool(notation: str) -> Odds:
    base, net = int(notation[0]), notation.count("+") - notation.count("-")
    return kept(base + abs(net), base, net >= 0)


def whammies(odds: Odds, difficulty: int) -> Fraction:
    return against(odds, difficulty).mean(lambda count: max(count, 0))


def dealt(odds: Odds) -> dict[str, int]:
    return {str(stress): ways for stress, ways in odds.ways.items() if stress > 0}


@st.composite
def pools(draw: st.DrawFn, most: int = 14) -> tuple[int, int, bool]:
    dice = draw(st.integers(1, most))
    return dice, draw(st.integers(1, dice)), draw(st.booleans())


def test_three_dice_against_ten_is_five_eighths__WF_26() -> None:
    assert kept(3, 3).at_least(10) == Fraction(5, 8)
    assert against(kept(3, 3), 10).at_least(0) == Fraction(5, 8)


@pytest.mark.parametrize("notation", DIGEST["O-1"])
def test_every_pool_has_the_digests_chances_and_mean_whammies__WF_26_O_1(notation: str) -> None:
    figures = [Fraction(figure) for figure in DIGEST["O-1"][notation]]
    mine = pool(notation)
    assert [mine.at_least(d) for d in DIFFICULTIES] == figures[:5]
    assert [whammies(mine, d) for d in DIFFICULTIES] == figures[5:]


@pytest.mark.parametrize("notation", DIGEST["O-2"])
def test_the_three_lost_charts_are_drawn_again__WF_10_WF_11_O_2(notation: str) -> None:
    assert pool(notation).ways == dict(enumerate(DIGEST["O-2"][notation], 3))


@pytest.mark.parametrize("notation", DIGEST["O-3"])
def test_a_fate_point_buys_what_the_digest_says__WF_26_O_3(notation: str) -> None:
    plain, base = pool(notation), int(notation[0])
    for difficulty, gains in zip(DIFFICULTIES, DIGEST["O-3"][notation], strict=True):
        for more, gain in zip((kept(base + 1, base), total(base + 1)), gains, strict=True):
            points = 100 * (more.at_least(difficulty) - plain.at_least(difficulty))
            assert float(points) == pytest.approx(gain, abs=0.00501)


@pytest.mark.parametrize("table", ["O-4", "O-5"])
def test_opposed_pools_win_tie_and_lose_in_as_many_ways__WF_64_WF_69(table: str) -> None:
    for pair, row in DIGEST[table].items():
        mine, theirs = map(pool, pair.split(" v "))
        odds = opposed(mine, theirs)
        assert odds.of == row["of"]
        assert odds.at_least(1) == Fraction(row["wins"], row["of"])
        assert odds.ways.get(0, 0) == row["ties"]
        assert odds.where(lambda stress: stress < 0) == Fraction(row["loses"], row["of"])
        assert dealt(odds) == row["deals"]
        assert dealt(opposed(theirs, mine)) == row["takes"]


def test_every_pool_of_the_full_table_agrees__WF_26() -> None:
    for notation, row in TABLES["difficulty"].items():
        mine = pool(notation)
        assert mine.chances() == {int(t): Fraction(chance) for t, chance in row["dist"].items()}
        assert mine.mean() == Fraction(row["mean"])
        for d in DIFFICULTIES:
            assert mine.at_least(d) == Fraction(row["p"][str(d)])
            assert whammies(mine, d) == Fraction(row["whammies"][str(d)])


def test_every_pair_of_the_full_table_agrees__WF_67_WF_69() -> None:
    for pair, row in TABLES["opposed"].items():
        mine, theirs = map(pool, pair.split(" v "))
        odds = opposed(mine, theirs)
        assert odds.at_least(1) == Fraction(row["win"])
        assert odds.chance(0) == Fraction(row["tie"])
        assert opposed(theirs, mine).at_least(1) == Fraction(row["lose"])
        assert {s: c for s, c in odds.chances().items() if s} == {
            **{int(s): Fraction(c) for s, c in row["deals"].items()},
            **{-int(s): Fraction(c) for s, c in row["takes"].items()},
        }


def test_missing_by_far_is_no_whammy__WF_22() -> None:
    assert against(total(1), 25).ways == {-1: 6}


def test_a_surplus_of_nine_is_one_whammy_and_of_ten_two__WF_21() -> None:
    assert against(Odds({14: 1, 19: 1, 20: 1}, 3), 10).ways == {0: 1, 1: 1, 2: 1}


# -- Whatever the pool ---------------------------------------------------------------


@given(pools(40), st.integers(1, 60))
def test_mean_whammies_are_the_chances_five_apart__WF_21_WF_26(
    pool: tuple[int, int, bool], difficulty: int
) -> None:
    odds = kept(*pool)
    steps = range(difficulty + 5, 6 * pool[1] + 1, 5)
    mean = against(odds, difficulty).mean(lambda whammies: max(whammies, 0))
    assert mean == sum((odds.at_least(step) for step in steps), Fraction(0))


@given(pools(), pools())
def test_win_and_win_and_tie_are_everything__WF_66(
    a: tuple[int, int, bool], b: tuple[int, int, bool]
) -> None:
    mine, theirs = kept(*a), kept(*b)
    there, back = opposed(mine, theirs), opposed(theirs, mine)
    assert there.at_least(1) + back.at_least(1) + there.chance(0) == 1
    assert there == back.map(lambda stress: -stress)


@given(pools())
def test_equal_pools_have_equal_chances__WF_64(pool: tuple[int, int, bool]) -> None:
    odds = opposed(kept(*pool), kept(*pool))
    assert odds.at_least(1) == odds.where(lambda stress: stress < 0)


@given(pools(6), pools(6))
def test_opposed_pools_equal_every_pair_of_totals__WF_67_WF_69(
    a: tuple[int, int, bool], b: tuple[int, int, bool]
) -> None:
    ways: dict[int, int] = {}
    for x, n in kept(*a).ways.items():
        for y, m in kept(*b).ways.items():
            stress = 0 if x == y else (1 + abs(x - y) // 5) * (1 if x > y else -1)
            ways[stress] = ways.get(stress, 0) + n * m
    assert opposed(kept(*a), kept(*b)) == Odds(ways, 6 ** (a[0] + b[0]))
