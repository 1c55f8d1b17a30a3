"""Dice in writing and on the table: `3d6++`, `2d20`, `4d`, and which of them count (TF-13).

A plus is one die more to throw, of which the highest count; a minus one more, of which the lowest
count; one cancels the other. It brings in no more than the odds, so that dice alone cost nothing.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from tablefolk.core import odds
from tablefolk.core.language import said
from tablefolk.core.odds import MOST_FACES, MOST_SIDES, Odds
from tablefolk.core.refusing import must

MOST_THROWN = 100
GRAMMAR = re.compile(
    r"\s*(?P<dice>\d{0,3})\s*(?:d\s*(?P<sides>[1-9]\d{0,3})?)?"
    r"(?P<extra>(?:\s*\+\s*\d{1,3}\s*d\s*(?:[1-9]\d{0,3})?)*)(?P<signs>[\s+-]*)",
    re.IGNORECASE | re.ASCII,
)
EXTRA = re.compile(r"(\d+)\s*d\s*(\d*)", re.IGNORECASE | re.ASCII)
MINUS = str.maketrans(dict.fromkeys("‐‑‒–—−﹣－", "-") | {"＋": "+"})
WRITTEN = "Write dice like 3d6, d20 or 3d6+2d6, and 3d6+ or 3d6- to count the highest or lowest."


# -- Notation --------------------------------------------------------------------------------


class Spelled(NamedTuple):
    """What somebody wrote, before anybody asks whether such dice may be thrown."""

    dice: int | None  # `d20` says no number
    extra: int  # further dice written after a plus: `3d6+2d6`
    sides: int
    tilt: int


class Pool(NamedTuple):
    """Dice to be thrown: so many count, the highest or the lowest of those and the tilt."""

    dice: int
    sides: int = 6
    tilt: int = 0  # above 0 so many more to choose the highest from, below 0 the lowest

    @property
    def thrown(self) -> int:
        """How many dice are thrown."""
        return self.dice + abs(self.tilt)

    @property
    def highest(self) -> bool:
        """Whether it is the highest dice that count."""
        return self.tilt >= 0

    def __str__(self) -> str:
        return f"{self.dice}d{self.sides}{('+' if self.tilt > 0 else '-') * abs(self.tilt)}"


def spelled(text: str) -> Spelled | None:
    """Dice as written; None where it is no writing of dice, or where they are not all alike."""
    found = GRAMMAR.fullmatch(text.translate(MINUS))
    if found is None or not (found["dice"] or found["sides"]):
        return None
    sides = int(found["sides"] or 6)
    extra = EXTRA.findall(found["extra"])
    if any(int(own or sides) != sides for _, own in extra):
        return None
    tilt = found["signs"].count("+") - found["signs"].count("-")
    dice = int(found["dice"]) if found["dice"] else None
    return Spelled(dice, sum(int(count) for count, _ in extra), sides, tilt)


def parse(text: str) -> Pool:
    """A pool from its notation (TF-13)."""
    found = must(spelled(text), "TF-13", "bad_notation", WRITTEN)
    first = 1 if found.dice is None else found.dice
    pool = Pool(first + found.extra, found.sides, found.tilt)
    in_range = pool.dice >= 1 and pool.thrown <= MOST_THROWN and 2 <= pool.sides <= MOST_SIDES
    must(in_range, "TF-13", "out_of_range", "Between 1 and 100 dice of 2 to 1,000 sides.")
    return pool


# -- Reading ---------------------------------------------------------------------------------


class Reading(NamedTuple):
    """Which dice count, by their places in the order thrown, and what they come to."""

    kept: tuple[int, ...]
    total: int


def fits(faces: Sequence[int], thrown: int, sides: int) -> bool:
    """Whether these can be the faces of so many dice."""
    return len(faces) == thrown and all(1 <= face <= sides for face in faces)


def counted(faces: Sequence[int], keep: int, highest: bool) -> Reading:
    """The highest dice, or the lowest; of equals the earlier one."""
    best = sorted(range(len(faces)), key=lambda i: -faces[i] if highest else faces[i])
    kept = tuple(sorted(best[:keep]))
    return Reading(kept, sum(faces[i] for i in kept))


def read(pool: Pool, faces: Sequence[int]) -> Reading:
    """What a throw of this pool comes to."""
    why = said(
        "{pool} needs {thrown} faces from 1 to {sides}.",
        pool=pool,
        thrown=pool.thrown,
        sides=pool.sides,
    )
    must(fits(faces, pool.thrown, pool.sides), "TF-13", "bad_dice", why)
    return counted(faces, pool.dice, pool.highest)


def totals(pool: Pool) -> Odds:
    """The exact odds of every total this pool can come to, as `read` would count it."""
    countable = not pool.tilt or pool.thrown * pool.sides <= MOST_FACES
    must(countable, "TF-13", "out_of_range", "Those are too many dice of so many sides to count.")
    return odds.kept(pool.thrown, pool.dice, pool.highest, pool.sides)
