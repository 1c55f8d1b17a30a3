"""The odds against every roll there is, and what odds are."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from tablefolk.core.odds import Odds, counting, kept, margin, percent, rolls, total

# -- Every roll there is -----------------------------------------------------------


@pytest.mark.parametrize("dice", range(7))
def test_sorted_rolls_stand_for_all_rolls_in_order(dice: int) -> None:
    every = Counter(tuple(sorted(faces)) for faces in product(range(1, 7), repeat=dice))
    assert rolls(dice) == Odds(every, 6**dice)


@pytest.mark.parametrize("dice", range(9))
def test_kept_dice_equal_enumeration__WF_10_WF_11(dice: int) -> None:
    for keep in range(dice + 1):
        assert kept(dice, keep) == rolls(dice).map(lambda f: sum(f[dice - keep :]))  # noqa: B023
        assert kept(dice, keep, False) == rolls(dice).map(lambda f: sum(f[:keep]))  # noqa: B023


@pytest.mark.parametrize("dice", range(9))
@pytest.mark.parametrize("threshold", range(1, 8))
def test_counted_dice_equal_enumeration(dice: int, threshold: int) -> None:
    by_hand = rolls(dice).map(lambda faces: sum(face >= threshold for face in faces))
    assert counting(dice, threshold) == by_hand


# -- What odds are -----------------------------------------------------------------


def test_impossible_and_certain_are_said_in_words__WF_26() -> None:
    assert percent(total(2).at_least(15)) == "impossible"
    assert percent(total(5).at_least(5)) == "certain"


def test_nearly_certain_is_never_rounded_to_certain__WF_26() -> None:
    assert percent(kept(8, 4).at_least(5)) == "over 99.9%"
    assert percent(Fraction(1, 10**6)) == "under 0.1%"
    assert percent(Fraction(5, 8)) == "62.5%"
    assert percent(Fraction(999, 1000)) == "99.9%"
    assert percent(Fraction(1, 3), places=0) == "33%"


def test_odds_do_not_change() -> None:
    odds = total(1)
    with pytest.raises(AttributeError):
        odds.of = 7  # type: ignore[misc]
    with pytest.raises(TypeError):
        odds.ways[1] = 2  # type: ignore[index]
    with pytest.raises(TypeError):
        odds.chances()[1] = Fraction(1)  # type: ignore[index]


def test_what_cannot_happen_is_not_among_the_outcomes() -> None:
    assert set(counting(3, 7).ways) == {0}
    assert total(2).chance(13) == 0
    assert total(0).ways == {0: 1}


def test_equal_odds_are_one_key() -> None:
    by_hand = Odds(dict.fromkeys(range(1, 7), 1), 6)
    assert by_hand == total(1)
    assert hash(by_hand) == hash(total(1))
    assert by_hand != by_hand.map(str)
    assert eval(repr(by_hand)) == by_hand


def test_margins_may_have_gaps_and_go_below_nothing() -> None:
    coin = Odds({-3: 1, 10: 2}, 3)
    assert margin(coin, coin).ways == {-13: 2, 0: 5, 13: 2}


@pytest.mark.parametrize(
    "absurd",
    [
        lambda: kept(201, 3),
        lambda: kept(-1, 0),
        lambda: kept(3, 4),
        lambda: total(10**9),
        lambda: rolls(17),
        lambda: counting(201, 4),
        lambda: counting(3, 8),
        lambda: kept(2, 2, sides=1),
        lambda: kept(2, 2, sides=1001),
        lambda: kept(3, 2, sides=1000),
    ],
)
def test_absurd_sizes_are_refused(absurd: Any) -> None:
    with pytest.raises(ValueError, match="must be from"):
        absurd()


def test_importing_the_odds_pulls_in_nothing_heavy() -> None:
    heavy = "{'typing', 'fractions', 'decimal', 're', 'dataclasses', 'random'}"
    code = f"import sys; import tablefolk.core.odds; print({heavy} & set(sys.modules))"
    source = str(Path(__file__).parents[2] / "src")
    found = subprocess.run(
        [sys.executable, "-S", "-c", f"import sys; sys.path.insert(0, {source!r}); {code}"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert found.stdout.strip() == "set()"
