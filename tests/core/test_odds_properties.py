"""What holds for all odds, whatever the pool."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from tablefolk.core.odds import counting, kept, margin, rolls, total


@st.composite
def pools(draw: st.DrawFn, most: int = 14) -> tuple[int, int, bool]:
    dice = draw(st.integers(1, most))
    return dice, draw(st.integers(1, dice)), draw(st.booleans())


@given(pools(60))
def test_all_ways_add_up_to_six_to_the_dice(pool: tuple[int, int, bool]) -> None:
    odds = kept(*pool)
    assert sum(odds.ways.values()) == odds.of == 6 ** pool[0]
    assert list(odds.ways) == list(range(pool[1], 6 * pool[1] + 1))


@given(pools(40))
def test_penalty_dice_mirror_bonus_dice__WF_11(pool: tuple[int, int, bool]) -> None:
    dice, keep, _ = pool
    assert kept(dice, keep, False) == kept(dice, keep).map(lambda t: 7 * keep - t)


@given(pools(40))
def test_one_more_bonus_die_never_hurts__WF_10(pool: tuple[int, int, bool]) -> None:
    dice, keep, _ = pool
    for difficulty in range(keep, 6 * keep + 1, 3):
        assert kept(dice + 1, keep).at_least(difficulty) >= kept(dice, keep).at_least(difficulty)


@given(st.integers(0, 8), st.integers(0, 8))
def test_the_margin_of_sums_is_a_shifted_sum(a: int, b: int) -> None:
    assert margin(total(a), total(b)) == total(a + b).map(lambda t: t - 7 * b)


@given(st.integers(0, 80), st.integers(1, 7))
def test_the_mean_of_counted_dice_is_the_dice_times_one_chance(dice: int, threshold: int) -> None:
    assert counting(dice, threshold).mean() == dice * Fraction(7 - threshold, 6)


@given(st.integers(0, 8))
def test_reading_a_roll_loses_no_way(dice: int) -> None:
    parity = rolls(dice).map(lambda faces: sum(faces) % 2)
    assert sum(parity.ways.values()) == 6**dice
    assert all(isinstance(value, float) and 0 <= value <= 1 for value in parity.floats().values())
