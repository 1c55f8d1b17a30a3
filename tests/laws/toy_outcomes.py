"""How a throw of Odd One is read."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any


def promised(odds: dict[str, Fraction]) -> dict[str, Fraction]:
    return odds


def came(events: tuple[Any, ...]) -> Iterator[str]:
    if events[0].scored:
        yield "scores"
