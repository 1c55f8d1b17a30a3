"""What may come of a throw: each outcome with its exact chance and what it means."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from msgspec import Struct

ONE = Fraction(1)


class Share(Struct, frozen=True):
    """One thing that may happen."""

    key: str
    chance: Fraction
    means: str
    good: bool = False  # for the one who throws


class Outlook(Struct, frozen=True):
    """Everything that may happen, the best first; the chances add up to one."""

    shares: tuple[Share, ...]

    def chance(self, *keys: str) -> Fraction:
        """The chance that one of these happens."""
        return sum((s.chance for s in self.shares if s.key in keys), Fraction(0))

    @property
    def good(self) -> Fraction:
        """The chance that it goes well for the one who throws."""
        return sum((s.chance for s in self.shares if s.good), Fraction(0))

    def chances(self) -> dict[str, Fraction]:
        """Each outcome that can happen, with its chance."""
        return {s.key: s.chance for s in self.shares if s.chance}


def outlook(
    chances: Mapping[str, Fraction], means: Mapping[str, str], good: frozenset[str] = frozenset()
) -> Outlook:
    """Chances put beside their meanings, in the order of the meanings."""
    return Outlook(
        tuple(Share(key, chances.get(key, Fraction(0)), means[key], key in good) for key in means)
    )
