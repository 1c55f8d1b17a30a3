"""What holds for all odds, whatever the pool."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from tablefolk.core.odds import Odds, against, counting, kept, margin, opposed, pick, rolls, total


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


@given(st.integers(1, 40), st.permutations(range(6)), st.integers(0, 9))
def test_the_best_face_of_all_is_picked_whenever_it_shows__RB_41(
    dice: int, worth: list[int], edge: int
) -> None:
    odds = pick(dice, tuple(10 * value for value in worth), edge)
    best = worth.index(5) + 1
    assert sum(odds.ways.values()) == 6**dice
    assert odds.where(lambda die: die[0] == best) == 1 - Fraction(5, 6) ** dice


@given(st.integers(0, 8))
def test_reading_a_roll_loses_no_way(dice: int) -> None:
    parity = rolls(dice).map(lambda faces: sum(faces) % 2)
    assert sum(parity.ways.values()) == 6**dice
    assert all(isinstance(value, float) and 0 <= value <= 1 for value in parity.floats().values())
