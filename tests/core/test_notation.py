"""Dice of any sides in writing, and which of them count (TF-13)."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablefolk.core.game import Refusal
from tablefolk.core.notation import Pool, counted, parse, read, totals
from tablefolk.core.odds import Odds

pools = st.builds(Pool, st.integers(1, 60), st.integers(2, 1000), st.integers(-40, 40))


@given(pools)
def test_what_is_written_down_comes_back(pool: Pool) -> None:
    assert parse(str(pool)) == pool


@pytest.mark.parametrize(
    ("text", "pool"),
    [
        ("3d6++", Pool(3, 6, 2)),
        ("2d20", Pool(2, 20)),
        ("d20", Pool(1, 20)),
        ("4d", Pool(4)),
        ("3", Pool(3)),
        ("D12-", Pool(1, 12, -1)),
        ("3d6+2d6-", Pool(5, 6, -1)),
        ("2d8 + 1d + 1D8 − –", Pool(4, 8, -2)),
        ("3d6+-", Pool(3)),
        ("1d6---", Pool(1, 6, -3)),
        ("100d1000", Pool(100, 1000)),
    ],
)
def test_the_notation_is_generous__TF_13(text: str, pool: Pool) -> None:
    assert parse(text) == pool


@pytest.mark.parametrize(
    "text",
    ["", "d", "+", "three", "3d6+2", "3d6++2d6", "2d6+1d8", "3d06", "-3d6", "3 3d6", "３d6", "3x6"],
)
def test_anything_else_is_told_how_dice_are_written__TF_13(text: str) -> None:
    with pytest.raises(Refusal) as no:
        parse(text)
    assert (no.value.rule, no.value.code) == ("TF-13", "bad_notation")
    assert no.value.why.startswith("Write dice like 3d6")


@pytest.mark.parametrize("text", ["0d6", "101d6", "60d6" + "+" * 41, "2d1", "2d1001", "0d6+"])
def test_dice_have_bounds__TF_13(text: str) -> None:
    with pytest.raises(Refusal) as no:
        parse(text)
    assert (no.value.rule, no.value.code) == ("TF-13", "out_of_range")


def test_the_earlier_of_equal_dice_counts() -> None:
    assert counted((4, 4, 4), 1, True).kept == (0,)
    assert counted((6, 2, 2, 2), 2, False) == ((1, 2), 4)


@pytest.mark.parametrize("faces", [(1, 20), (1, 20, 20, 3), (1, 2, 21), (0, 2, 3), ()])
def test_only_faces_that_such_dice_can_show__TF_13(faces: tuple[int, ...]) -> None:
    with pytest.raises(Refusal) as no:
        read(Pool(2, 20, 1), faces)
    assert (no.value.rule, no.value.code) == ("TF-13", "bad_dice")


@pytest.mark.parametrize("pool", [Pool(*p) for p in product((1, 2, 3), (2, 3, 8), (-2, -1, 0, 1))])
def test_the_odds_count_as_the_reader_does(pool: Pool) -> None:
    throws = product(range(1, pool.sides + 1), repeat=pool.thrown)
    every = Counter(read(pool, faces).total for faces in throws)
    assert totals(pool) == Odds(every, pool.sides**pool.thrown)


@given(st.integers(1, 30), st.integers(2, 60), st.integers(-9, 9))
def test_no_way_of_falling_is_lost(dice: int, sides: int, tilt: int) -> None:
    pool = Pool(dice, sides, tilt)
    if pool.thrown * sides > 500:
        pool = Pool(dice, sides)
    found = totals(pool)
    assert sum(found.ways.values()) == found.of == sides**pool.thrown
    assert found == totals(pool._replace(tilt=-pool.tilt)).map(lambda t: (sides + 1) * dice - t)


def test_what_would_take_minutes_to_count_is_refused__TF_13() -> None:
    assert totals(Pool(100, 1000)).mean() == 50050
    assert totals(Pool(1, 1000, 1)).at_least(501) == 1 - totals(Pool(1, 2, 1)).chance(1)
    with pytest.raises(Refusal) as no:
        totals(Pool(3, 1000, 1))
    assert (no.value.rule, no.value.code) == ("TF-13", "out_of_range")


def test_dice_alone_bring_in_nothing_heavy() -> None:
    code = "import sys; import tablefolk.core.notation; print(*sys.modules)"
    said = subprocess.check_output([sys.executable, "-c", code], text=True, timeout=60).split()
    assert not {"msgspec", "fractions", "asyncio", "json", "tablefolk.core.game"} & set(said)
