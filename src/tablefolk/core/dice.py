"""Dice as data: faces are handed in, and those that were used are remembered."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from tablefolk.core.language import said

Throw = Callable[[int, int], tuple[int, ...]]  # (how many, sides) -> faces


def miscount(needed: int, given: int) -> str:
    """What to say to too many dice, or too few (TF-21)."""
    needs = "This throw needs {needed} {needed|die|dice}, and {given} {given|was|were} given."
    return said(needs, needed=needed, given=given)


class BadDice(ValueError):
    """The faces written down are not the faces this throw needs (TF-21)."""


class Dice:
    """A hand of dice: asks its source for faces and remembers what fell."""

    __slots__ = ("_throw", "used")

    def __init__(self, throw: Throw) -> None:
        self._throw = throw
        self.used: list[int] = []

    def roll(self, count: int, sides: int = 6) -> tuple[int, ...]:
        """Throw that many dice; the faces in the order in which they fell."""
        faces = self._throw(count, sides)
        self.used.extend(faces)
        return faces


class Tape:
    """Faces written down beforehand, read off one after the other."""

    def __init__(self, faces: Iterable[int]) -> None:
        self.left = list(faces)

    def __call__(self, count: int, sides: int) -> tuple[int, ...]:
        if len(self.left) < count:
            raise BadDice(miscount(count, len(self.left)))
        faces, self.left = tuple(self.left[:count]), self.left[count:]
        if not all(1 <= face <= sides for face in faces):
            raise BadDice(said("A face must be a number from 1 to {sides}.", sides=sides))
        return faces


def tape(faces: Iterable[int]) -> Dice:
    """Dice that fall as written."""
    return Dice(Tape(faces))


def probe() -> Dice:
    """Dice for a dry run: every face a one, however many are asked for."""
    return Dice(lambda count, sides: (1,) * count)
