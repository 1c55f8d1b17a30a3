"""Dice as data: handed in, and what was used remembered (TF-20 … TF-22)."""

from __future__ import annotations

import pytest

from tablefolk.core.dice import BadDice, Dice, probe, tape


def test_a_tape_falls_as_written_and_remembers() -> None:
    dice = tape((3, 1, 20))
    assert dice.roll(2) == (3, 1)
    assert dice.roll(1, 20) == (20,)
    assert dice.used == [3, 1, 20]


def test_a_tape_that_is_too_short_is_bad_dice__TF_21() -> None:
    with pytest.raises(BadDice, match="needs 2 dice, and 1 was given"):
        tape((3,)).roll(2)


@pytest.mark.parametrize("face", [0, 7, -1])
def test_a_face_lies_on_the_die__TF_21(face: int) -> None:
    with pytest.raises(BadDice, match="from 1 to 6"):
        tape((face,)).roll(1)


def test_a_probe_throws_ones_without_end() -> None:
    dice = probe()
    assert dice.roll(3) == (1, 1, 1)
    assert dice.roll(0) == ()
    assert len(dice.used) == 3


def test_dice_ask_their_source_for_as_many_as_are_thrown__TF_20() -> None:
    asked = []

    def source(count: int, sides: int) -> tuple[int, ...]:
        asked.append((count, sides))
        return (sides,) * count

    dice = Dice(source)
    assert dice.roll(2, 8) == (8, 8)
    assert asked == [(2, 8)]
    assert dice.used == [8, 8]
