"""Dice from the operating system (TF-20)."""

from __future__ import annotations

import os
from collections import Counter
from math import sqrt

import pytest

from tablefolk.hosting.randomness import throw


@pytest.mark.parametrize("sides", [6, 20, 1000])
def test_every_face_is_as_likely_as_any_other__TF_20(sides: int) -> None:
    count = 60_000
    seen = Counter(face for _ in range(count // 100) for face in throw(100, sides))
    assert set(seen) <= set(range(1, sides + 1))
    expected = count / sides
    chi = sum((seen[face] - expected) ** 2 / expected for face in range(1, sides + 1))
    freedom = sides - 1
    assert abs(chi - freedom) < 4 * sqrt(2 * freedom)


@pytest.mark.parametrize("sides", [2, 3, 6, 7, 100, 255, 256, 257, 999, 1000])
def test_as_many_faces_as_asked_for_and_none_out_of_range__TF_20(sides: int) -> None:
    for count in (0, 1, 2, 100):
        faces = throw(count, sides)
        assert len(faces) == count
        assert all(1 <= face <= sides for face in faces)


def test_bytes_that_would_tilt_the_die_are_thrown_away__TF_20(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    drawn = iter([bytes([252, 255, 251]), bytes([0, 5, 1])])
    monkeypatch.setattr(os, "urandom", lambda size: next(drawn))
    assert throw(2, 6) == (6, 1)  # 252 … 255 would make low faces likelier; 251 % 6 is 5


def test_dice_with_more_than_256_sides_use_more_than_one_byte__TF_20() -> None:
    assert max(throw(100, 1000) + throw(100, 1000)) > 256
