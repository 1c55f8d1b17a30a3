"""What somebody picks from a pool, counted: against every roll there is (RB-41, RB-44)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablefolk.core.odds import rolls
from tablefolk.games.rotate_bird.rules.chances import pick

PREFERENCES = [
    ((0, 10, 2, 14, 6, 20), 5),
    ((1, 4, 2, 5, 3, 6), 0),  # success first
    ((1, 2, 3, 4, 5, 6), 0),  # safety first
    ((0, 1, 0, 1, 0, 1), 1),  # ties go to doubles, then to the higher face
    ((0, 0, 0, 0, 0, 0), 0),
    ((1, 2, 3, 4, 5, 6), 100),
]


@pytest.mark.parametrize("dice", range(1, 9))
@pytest.mark.parametrize(("worth", "edge"), PREFERENCES)
def test_the_pick_equals_enumeration__RB_41_RB_44(
    dice: int, worth: tuple[int, ...], edge: int
) -> None:
    def best(faces: tuple[int, ...]) -> tuple[int, bool]:
        shown = {(face, faces.count(face) > 1) for face in faces}
        return max(shown, key=lambda die: (worth[die[0] - 1] + edge * die[1], die[1], die[0]))

    assert pick(dice, worth, edge) == rolls(dice).map(best)


def test_the_success_first_chooser_matches_its_digest__RB_41() -> None:
    faces = pick(5, (1, 4, 2, 5, 3, 6)).map(lambda die: die[0])
    assert faces.chances() == {
        6: Fraction(4651, 7776),
        4: Fraction(2101, 7776),
        2: Fraction(781, 7776),
        5: Fraction(211, 7776),
        3: Fraction(31, 7776),
        1: Fraction(1, 7776),
    }


@given(st.integers(1, 40), st.permutations(range(6)), st.integers(0, 9))
def test_the_best_face_of_all_is_picked_whenever_it_shows__RB_41(
    dice: int, worth: list[int], edge: int
) -> None:
    odds = pick(dice, tuple(10 * value for value in worth), edge)
    best = worth.index(5) + 1
    assert sum(odds.ways.values()) == 6**dice
    assert odds.where(lambda die: die[0] == best) == 1 - Fraction(5, 6) ** dice


@pytest.mark.parametrize(
    "absurd",
    [
        lambda: pick(0, (1, 2, 3, 4, 5, 6)),
        lambda: pick(3, (1, 2, 3)),
        lambda: pick(3, (1, 2, 3, 4, 5, 6), -1),
    ],
)
def test_absurd_sizes_are_refused(absurd: Any) -> None:
    with pytest.raises(ValueError, match=r"must be from|argument 2"):
        absurd()
