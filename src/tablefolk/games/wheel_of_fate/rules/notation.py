"""Dice in writing and on the table: `3d6+2d6--`, and which of them count (WF-5 … WF-22)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from tablefolk.core import odds
from tablefolk.core.game import Refusal, must
from tablefolk.core.notation import Reading, counted, fits, spelled
from tablefolk.core.odds import MOST_DICE, Odds
from tablefolk.games.wheel_of_fate.rules.whammies import WHAMMY

# -- Notation (WF-17, WF-18) -----------------------------------------------------------------


class DicePool(Struct, frozen=True, order=True):
    """Dice about to be thrown: attribute and extra dice count, net signs only tilt (WF-8)."""

    attribute: int
    extra: int = 0
    net: int = 0  # above 0 bonus dice, below 0 penalty dice, after cancelling (WF-12)

    @property
    def base(self) -> int:
        """How many dice are counted (WF-9)."""
        return self.attribute + self.extra

    @property
    def dice_count(self) -> int:
        """How many dice are thrown (WF-8)."""
        return self.base + abs(self.net)

    @property
    def overwhelmed(self) -> bool:
        """More penalty dice than base: lost without a throw (WF-13, WF-14)."""
        return -self.net > self.base

    @property
    def short(self) -> str:
        """The notation with extra dice merged: `5d6-` (WF-18)."""
        return f"{self.base}d6{self.signs}"

    @property
    def signs(self) -> str:
        return ("+" if self.net > 0 else "-") * abs(self.net)

    def __str__(self) -> str:
        extra = f"+{self.extra}d6" if self.extra else ""
        return f"{self.attribute}d6{extra}{self.signs}"


def parse(text: str) -> DicePool:
    """A pool from its notation; else `bad_notation` (WF-17)."""
    found = spelled(text)
    if found is None or found.dice is None or found.sides != 6:
        raise Refusal("WF-17", "bad_notation", NOTATION, firm=True)
    pool = DicePool(found.dice, found.extra, found.tilt)
    must(pool.dice_count <= MOST_DICE, "WF-17", "bad_notation", "Those are too many dice.")
    return pool


NOTATION = "Write dice like 3d6, extra dice like 3d6+2d6, bonus and penalty dice like 3d6+ or 3d6-."


# -- Reading (WF-10, WF-11, WF-16) -----------------------------------------------------------


def read(pool: DicePool, faces: Sequence[int]) -> Reading:
    """The highest dice count, or with penalty dice the lowest; of equals the earlier one."""
    fit = fits(faces, pool.dice_count, 6)
    must(fit, "WF-5", "bad_dice", f"{pool} needs {pool.dice_count} six-sided dice.")
    return counted(faces, pool.base, pool.net >= 0)


def totals(pool: DicePool) -> Odds:
    """The exact odds of every total this pool can come to, as `read` would count it."""
    return odds.kept(pool.dice_count, pool.base, pool.net >= 0)


# -- Judging (WF-19, WF-21, WF-22, WF-66, WF-67) ---------------------------------------------


class Verdict(Struct, frozen=True):
    """What a total is worth: against a difficulty, or against another total."""

    success: bool
    margin: int
    whammies: int


def against(total: int, difficulty: int) -> Verdict:
    """Matching the difficulty succeeds; every five above it are a whammy (WF-19, WF-21, WF-22)."""
    margin = total - difficulty
    return Verdict(margin >= 0, margin, max(0, margin) // WHAMMY)


def versus(mine: int, theirs: int) -> Verdict:
    """The higher total wins, a tie is nobody's; the other is the difficulty (WF-66, WF-67)."""
    margin = mine - theirs
    return Verdict(margin > 0, margin, max(0, margin) // WHAMMY)
