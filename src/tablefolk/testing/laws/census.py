"""How much can happen: a changed number is a question for the reviewer."""

from __future__ import annotations

import pytest

from tablefolk.core import play
from tablefolk.testing.driver import beginnings
from tablefolk.testing.playing import Evening
from tablefolk.testing.subject import Subject


def counted(evening: Evening) -> list[int]:
    """How many acts are open to all seats together, and at a fresh table after each of them."""
    seats = [evening.seat(m.id) for m in evening.table.present]
    return play.census(evening.at, evening.table, seats, 1 if evening.table.scene else 2)


def census(subject: Subject) -> tuple[tuple[int, ...], ...]:
    """What a game's tests write down: one row for each fixed start."""
    return tuple(tuple(counted(evening)) for evening in beginnings(subject.game))


def test_as_much_can_happen_as_always(subject: Subject) -> None:
    if not subject.census:
        pytest.skip("Nobody has written down how much can happen: Subject(census=…).")
    assert census(subject) == subject.census, "More or less can happen than was written down."
