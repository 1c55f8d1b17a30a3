"""What the soak says of a server that grows, and of one that does not."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from bench.soak.looks import Look, climbs, slope


def looks(memory: Callable[[int], float], files: Callable[[int], int]) -> list[Look]:
    """An hour, looked at every minute."""
    return [Look(n, memory(n), files(n), 5 + n % 2, 0.1, 2.0) for n in range(60)]


def flat(some: list[Look]) -> dict[str, bool]:
    return {one.name: one.flat for one in climbs(some)}


def test_what_fills_at_first_and_then_stays_is_flat() -> None:
    filled = looks(lambda n: 90 + min(n, 15), lambda n: 40 + n % 7)
    assert flat(filled) == {"memory": True, "files": True, "threads": True}


def test_what_climbs_all_the_time_grows() -> None:
    leaking = looks(lambda n: 90 + n * 0.5, lambda n: 40 + n // 3)
    assert flat(leaking) == {"memory": False, "files": False, "threads": True}


def test_one_odd_look_tilts_nothing() -> None:
    assert slope([0, 1, 2, 3, 4], [7, 7, 7, 7, 700]) == 0
    assert slope([0, 1, 2, 3, 4], [0, 2, 4, 60, 8]) == pytest.approx(2)
