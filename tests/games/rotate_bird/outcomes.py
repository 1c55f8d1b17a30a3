"""How a throw of Rotate Bird is read, for the law that odds are what the dice do (RB-38)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from tablefolk.games.rotate_bird.rules import chances, reading
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


def came(events: tuple[Any, ...]) -> Iterator[str]:
    dice = next(event.dice for event in events if isinstance(event, PoolRolled))
    numbers = reading.read(dice).values()
    if any(number.success for number in numbers):
        yield "success"
    if any(chances.clean(number) for number in numbers):
        yield "clean"
    if any(number.edge for number in numbers):
        yield "edge"
    if all(number.fallout != "none" for number in numbers):
        yield "fallout"
    if all(number.fallout == "major" for number in numbers):
        yield "major"
