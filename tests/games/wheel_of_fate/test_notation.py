"""Dice in writing, and which of them count (WF-5, WF-9 … WF-22)."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablefolk.core.game import Refusal
from tablefolk.core.odds import rolls
from tablefolk.games.wheel_of_fate.rules.notation import (
    DicePool,
    against,
    parse,
    read,
    totals,
    versus,
)

small = st.integers(0, 9)
pools = st.builds(DicePool, small, small, st.integers(-9, 9))
throwable = pools.filter(lambda pool: not pool.overwhelmed)


@st.composite
def thrown(draw: st.DrawFn) -> tuple[DicePool, tuple[int, ...]]:
    pool = draw(throwable)
    faces = st.lists(st.integers(1, 6), min_size=pool.dice_count, max_size=pool.dice_count)
    return pool, tuple(draw(faces))


@given(pools)
def test_what_is_written_down_comes_back__WF_18(pool: DicePool) -> None:
    assert parse(str(pool)) == pool


@given(small, st.text("+-", max_size=12))
def test_signs_cancel_one_for_one__WF_12(dice: int, signs: str) -> None:
    pool = parse(f"{dice}d6{signs}")
    assert pool.net == signs.count("+") - signs.count("-")
    assert pool.dice_count == dice + abs(pool.net)
    assert len({*pool.signs}) <= 1


@pytest.mark.parametrize(
    ("text", "pool"),
    [
        ("3d6+2d6-", DicePool(3, 2, -1)),
        ("3++", DicePool(3, 0, 2)),
        ("4d", DicePool(4)),
        ("3D6+-", DicePool(3)),
        (" 3 d6 + 2 D + 1d6 − – ", DicePool(3, 3, -2)),
        ("2d6——", DicePool(2, 0, -2)),
    ],
)
def test_the_notation_is_generous__WF_17(text: str, pool: DicePool) -> None:
    assert parse(text) == pool


@pytest.mark.parametrize(
    "text",
    [
        "3d6+2",
        "3d8",
        "d6",
        "3d6++2d6",
        "",
        "3d6*2",
        "-3d6",
        "3.5d6",
        "3d66",
        "999d6",
        "3 3d6",
        "３d6",
    ],
)
def test_anything_else_is_bad_notation__WF_17(text: str) -> None:
    with pytest.raises(Refusal) as no:
        parse(text)
    assert (no.value.rule, no.value.code) == ("WF-17", "bad_notation")


def test_extra_dice_are_written_apart_or_merged_in_the_short_form__WF_18() -> None:
    pool = DicePool(3, 2, -1)
    assert (str(pool), pool.short) == ("3d6+2d6-", "5d6-")


def test_an_extra_die_is_thrown_and_counted_a_bonus_die_only_thrown__WF_9__WF_10() -> None:
    assert (DicePool(3, 1).dice_count, DicePool(3, 1).base) == (4, 4)
    assert (DicePool(3, 0, 1).dice_count, DicePool(3, 0, 1).base) == (4, 3)


@given(thrown())
def test_the_counted_dice_are_the_best_or_with_penalties_the_worst__WF_10__WF_11(
    case: tuple[DicePool, tuple[int, ...]],
) -> None:
    pool, faces = case
    reading = read(pool, faces)
    ordered = sorted(faces, reverse=pool.net >= 0)
    assert reading.total == sum(ordered[: pool.base])
    assert len(reading.kept) == len({*reading.kept}) == pool.base
    assert [*reading.kept] == sorted(reading.kept)
    assert reading.total == sum(faces[i] for i in reading.kept)


def test_of_equal_dice_the_earlier_is_counted__WF_16() -> None:
    assert read(DicePool(1, 0, 2), (4, 4, 4)).kept == (0,)
    assert read(DicePool(2, 0, -2), (6, 2, 2, 2)).kept == (1, 2)
    assert read(DicePool(4, 0, 2), (2, 2, 4, 3, 5, 2)).kept == (0, 2, 3, 4)


@pytest.mark.parametrize("faces", [(1, 2), (1, 2, 3, 4), (1, 2, 7), (0, 2, 3), ()])
def test_only_as_many_six_sided_dice_as_the_pool_has__WF_5(faces: tuple[int, ...]) -> None:
    with pytest.raises(Refusal) as no:
        read(DicePool(3), faces)
    assert (no.value.rule, no.value.code) == ("WF-5", "bad_dice")


@pytest.mark.parametrize(
    "pool", [DicePool(*shape) for shape in product((1, 2, 3), (0, 1), (-1, 0, 1, 2))]
)
def test_the_odds_count_as_the_reader_does__WF_26(pool: DicePool) -> None:
    assert totals(pool) == rolls(pool.dice_count).map(lambda faces: read(pool, faces).total)


def test_more_penalty_dice_than_base_are_too_many_and_as_many_are_not__WF_13__WF_14() -> None:
    assert DicePool(2, 0, -3).overwhelmed
    assert not DicePool(2, 0, -2).overwhelmed
    assert not DicePool(2, 1, -3).overwhelmed


@given(st.integers(0, 60), st.integers(1, 40))
def test_matching_succeeds_and_every_five_above_is_a_whammy__WF_19__WF_21__WF_22(
    total: int, difficulty: int
) -> None:
    said = against(total, difficulty)
    assert said.success == (total >= difficulty)
    assert said.margin == total - difficulty
    assert said.whammies == (0 if total < difficulty else (total - difficulty) // 5)


@given(st.integers(0, 60), st.integers(0, 60))
def test_between_characters_the_higher_wins_and_a_tie_is_nobodys__WF_66__WF_67(
    mine: int, theirs: int
) -> None:
    one, other = versus(mine, theirs), versus(theirs, mine)
    assert one.success + other.success == (mine != theirs)
    assert one.margin == -other.margin
    assert one.whammies + other.whammies == abs(mine - theirs) // 5
