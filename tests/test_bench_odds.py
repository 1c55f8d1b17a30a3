"""The throws and fights that the odds benchmark asks for are counted right."""

from __future__ import annotations

from collections import Counter, defaultdict
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from bench.odds.cases import band, blow, check, contest, duel

from tablefolk.core.odds import Odds, rolls


@pytest.mark.parametrize("modifier", range(-12, 13))
def test_a_check_equals_enumeration(modifier: int) -> None:
    def read(faces: tuple[int, ...]) -> str:
        natural = sum(faces)
        if natural in (3, 4, 17, 18):
            return "fumble" if natural < 10 else "fluke"
        return "success" if natural + modifier > 10 else "fail"

    assert check(modifier) == rolls(3).map(read)


def test_checks_have_the_digests_ways() -> None:
    passes = [check(m).where(lambda end: end in ("success", "fluke")) for m in range(-6, 7)]
    ways = (4, 10, 20, 35, 56, 81, 108, 135, 160, 181, 196, 206, 212)
    assert passes == [Fraction(count, 216) for count in ways]


def test_bands_have_the_digests_ways() -> None:
    rows = {
        -3: (30, 6, 0, 0),
        -1: (21, 12, 3, 0),
        0: (15, 15, 5, 1),
        2: (6, 15, 9, 6),
        9: (3, 12, 11, 10),
    }
    for modifier, ways in rows.items():
        names = ("miss", "part", "full", "crit")
        assert band(modifier) == Odds(dict(zip(names, ways, strict=True)), 36)


def test_a_contest_equals_enumeration() -> None:
    sums = [sum(faces) for faces in product(range(1, 7), repeat=3)]
    for mine, theirs in ((4, 2), (0, 0), (-3, 5), (20, 0)):
        ends = Counter(x + mine - y - theirs for x in sums for y in sums)
        signs = {"win": 0, "tie": 0, "lose": 0}
        for ahead, ways in ends.items():
            signs["win" if ahead > 0 else "lose" if ahead < 0 else "tie"] += ways
        assert contest(mine, theirs) == Odds(signs, 216**2)


def test_a_blow_lands_when_the_attack_succeeds_and_the_defence_fails() -> None:
    lands = Fraction(181, 216) * Fraction(81, 216)
    odds = blow(3, 1, 3, 5)
    assert odds.chance(3) == lands * Fraction(1, 27)
    assert odds.chance(0) == 1 - lands * Fraction(19, 27)
    assert sum(odds.ways.values()) == odds.of


# -- Duels -------------------------------------------------------------------------


def by_repetition(a: tuple[int, ...], b: tuple[int, ...], blows: int) -> dict[Any, float]:
    """A duel in floats, one blow after the other: slow, obvious, and cut off at the end."""
    passing = [check(m).where(lambda end: end in ("success", "fluke")) for m in range(10)]
    strikes = (blow(a[0], b[1], a[2], b[3]).floats(), blow(b[0], a[1], b[2], a[3]).floats())
    now, ends = {(a[4], b[4]): 1.0}, defaultdict[Any, float](float)
    for turn in range(blows):
        who, later = turn % 2, defaultdict[Any, float](float)
        for hp, chance in now.items():
            for points, part in strikes[who].items():
                left = hp[1 - who] - points
                stays = 1.0 if not points else float(passing[left]) if left >= 0 else 0.0
                later[(hp[0], left) if who == 0 else (left, hp[1])] += chance * part * stays
                ends["AB"[who], hp[who]] += chance * part * (1 - stays)
        now = {hp: chance for hp, chance in later.items() if chance}
    return ends


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ((3, 3, 3, 4, 7), (1, 1, 4, 5, 9)),
        ((0, 0, 1, 4, 0), (0, 0, 1, 4, 0)),
        ((2, -2, 2, 6, 3), (0, 0, 0, 4, 5)),
    ],
)
def test_an_exact_duel_is_where_many_blows_lead(
    a: tuple[int, int, int, int, int], b: tuple[int, int, int, int, int]
) -> None:
    odds, slow = duel(a, b), by_repetition(a, b, 400)
    assert sum(odds.ways.values()) == odds.of
    for end, chance in odds.floats().items():
        assert chance == pytest.approx(slow[end], abs=1e-9)


def test_a_duel_that_cannot_end_is_refused() -> None:
    with pytest.raises(ValueError, match="neither"):
        duel((0, 0, 0, 4, 3), (0, 0, 0, 4, 3))


@pytest.mark.parametrize(
    "absurd",
    [
        lambda: check(101),
        lambda: contest(0, -101),
        lambda: duel((0, 0, 1, 4, 61), (0, 0, 1, 4, 3)),
    ],
)
def test_absurd_sizes_are_refused(absurd: Any) -> None:
    with pytest.raises(ValueError, match="must be from"):
        absurd()
