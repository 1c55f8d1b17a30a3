"""How a throw of Rotate Bird is read, for the law that odds are what the dice do (RB-38)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from tablefolk.games.rotate_bird.rules import chances
from tablefolk.games.rotate_bird.rules.rolling import PoolRolled


def promised(odds: Any) -> dict[str, Fraction] | None:
    """What an ordinary pool lets its leader choose; a perilous one is read otherwise."""
    if not isinstance(odds, chances.Chances) or odds.perilous:
        return None
    every = odds.available
    found = {
        "success": every.success,
        "clean": every.clean,
        "edge": every.edge,
        "fallout": every.fallout_unavoidable,
        "major": every.major_unavoidable,
    }
    return {outcome: chance for outcome, chance in found.items() if chance}


# What the digest says of each face (RB-43), written out once more: nothing of the rules is used.
SUCCESSES, MAJOR, MINOR = {2, 4, 6}, {1, 2}, {3, 4}


def came(events: tuple[Any, ...]) -> Iterator[str]:
    dice = next(event.dice for event in events if isinstance(event, PoolRolled))
    faces = set(dice)
    if faces & SUCCESSES:
        yield "success"
    if 6 in faces:
        yield "clean"
    if len(faces) < len(dice):
        yield "edge"
    if faces <= MAJOR | MINOR:
        yield "fallout"
    if faces <= MAJOR:
        yield "major"
