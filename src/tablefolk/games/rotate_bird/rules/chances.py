"""Exact odds: what a pool lets its leader choose, and the other dice of the game (RB-38).

Every figure goes through the one reader, `reading.meaning`: a closed form asks it about each
number, once and twice showing, and counts the rolls.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from math import comb, perm

from msgspec import Struct

from tablefolk.core import odds as counting
from tablefolk.core.game import Command, Seat
from tablefolk.core.table.company import sees_odds
from tablefolk.games.rotate_bird.rules.challenges import Acknowledge, PayEpic
from tablefolk.games.rotate_bird.rules.helping import Help
from tablefolk.games.rotate_bird.rules.reading import Meaning, meaning
from tablefolk.games.rotate_bird.rules.rolling import RollPool
from tablefolk.games.rotate_bird.rules.state import Bird
from tablefolk.games.rotate_bird.rules.tapping import TapTrait, Untap
from tablefolk.games.rotate_bird.rules.values import Test

FACES = counting.FACES
MOST_EDGE = 100
HARM = {"none": 0, "minor": 1, "major": 2}
Liking = Callable[[Meaning], tuple[int, ...]]
Wanted = Callable[[Meaning], bool]


# -- What can be chosen (RB-41) ----------------------------------------------------------------


def available(dice: int, wanted: Wanted, perilous: bool = False) -> Fraction:
    """The chance that some number showing means what is wanted."""
    return 1 - without(dice, wanted, perilous)


def without(dice: int, wanted: Wanted, perilous: bool = False) -> Fraction:
    """The chance that no number showing does.

    A face that is wanted anyway must not show; one that is wanted when doubled may show once.
    """
    once = {face for face in FACES if wanted(meaning(face, False, perilous))}
    twice = {face for face in FACES if wanted(meaning(face, True, perilous))}
    singles, free = len(twice - once), len(FACES) - len(twice)
    ways = sum(
        comb(singles, shown) * perm(dice, shown) * free ** (dice - shown)
        for shown in range(min(singles, dice) + 1)
    )
    return Fraction(ways, 6**dice)


def success(m: Meaning) -> bool:
    return m.success


def clean(m: Meaning) -> bool:
    """Success and no fallout."""
    return m.success and m.fallout == "none"


def mild(m: Meaning) -> bool:
    """Success, and minor fallout at worst."""
    return m.success and m.fallout != "major"


def safe(m: Meaning) -> bool:
    return m.fallout == "none"


def not_major(m: Meaning) -> bool:
    return m.fallout != "major"


def edge(m: Meaning) -> bool:
    return m.edge


class Available(Struct, frozen=True):
    """What the leader will be able to choose, each for itself."""

    success: Fraction
    clean: Fraction
    mild: Fraction
    safe: Fraction
    major_unavoidable: Fraction
    fallout_unavoidable: Fraction
    edge: Fraction
    edge_and_success: Fraction
    edge_and_safe: Fraction
    edge_and_clean: Fraction


def choices(dice: int, perilous: bool = False) -> Available:
    """All that a pool of so many dice may let its leader choose."""
    return Available(
        success=available(dice, success, perilous),
        clean=available(dice, clean, perilous),
        mild=available(dice, mild, perilous),
        safe=available(dice, safe, perilous),
        major_unavoidable=without(dice, not_major, perilous),
        fallout_unavoidable=without(dice, safe, perilous),
        edge=available(dice, edge, perilous),
        edge_and_success=available(dice, lambda m: m.edge and m.success, perilous),
        edge_and_safe=available(dice, lambda m: m.edge and safe(m), perilous),
        edge_and_clean=available(dice, lambda m: m.edge and clean(m), perilous),
    )


# -- What will be chosen -----------------------------------------------------------------------


def success_first(m: Meaning) -> tuple[int, ...]:
    """Success before all, then as little fallout as can be: 6, 4, 2, 5, 3, 1."""
    return (m.success, -HARM[m.fallout], m.value)


def safety_first(m: Meaning) -> tuple[int, ...]:
    """As little fallout as can be, then success: 6, 5, 4, 3, 2, 1, or if perilous 6, 5, 4, 2 …"""
    return (-HARM[m.fallout], m.success, m.value)


@lru_cache(maxsize=1024)
def pick(dice: int, worth: tuple[int, ...], edge: int = 0) -> counting.Odds:
    """The face worth most and whether it came up twice, which adds the edge (RB-41, RB-44)."""
    counting.within("dice", dice, 1, counting.MOST_DICE)
    counting.within("edge", edge, 0, MOST_EDGE)
    order = sorted(
        (value + edge * twice, twice, face)
        for face, value in zip(FACES, worth, strict=True)
        for twice in (False, True)
    )
    ways, free, once, before = {}, 0, 0, 0
    for _, twice, face in order:
        free, once = (free + 1, once - 1) if twice else (free, once + 1)
        singles = range(min(once, dice) + 1)
        upto = sum(comb(once, j) * perm(dice, j) * free ** (dice - j) for j in singles)
        ways[face, twice], before = upto - before, upto
    return counting.Odds(ways, 6**dice)


def chosen(dice: int, liking: Liking, perilous: bool = False) -> counting.Odds:
    """How the test comes out for somebody who picks by this liking."""
    order = sorted(FACES, key=lambda face: liking(meaning(face, False, perilous)))
    best = pick(dice, tuple(order.index(face) for face in FACES))
    return best.map(lambda die: meaning(die[0], die[1], perilous))


def picked(dice: int, liking: Liking, perilous: bool = False) -> dict[int, Fraction]:
    """The chance of each number being picked."""
    return dict(chosen(dice, liking, perilous).map(lambda m: m.value).chances())


# -- The odds of a test (RB-38) ----------------------------------------------------------------


class Chances(Struct, frozen=True):
    """A pool before its roll: what can be chosen, what two kinds of people will choose."""

    dice: int
    perilous: bool
    available: Available
    success_first: dict[int, Fraction]
    safety_first: dict[int, Fraction]
    one_more: Fraction  # the chance of a success with one more die


def pool_odds(dice: int, perilous: bool = False) -> Chances | None:
    """The odds of so many dice; none without dice, or with more than can be counted."""
    if not 1 <= dice <= counting.MOST_DICE - 1:
        return None
    return Chances(
        dice,
        perilous,
        choices(dice, perilous),
        picked(dice, success_first, perilous),
        picked(dice, safety_first, perilous),
        available(dice + 1, success, perilous),
    )


def odds(bird: Bird, seat: Seat, command: Command) -> Chances | None:
    """The odds of a roll, or of the pool with a trait more or less, where a seat may know them."""
    if not isinstance(command, RollPool | TapTrait | Help | Untap | Acknowledge | PayEpic):
        return None
    test = bird.tests.get(command.test)
    if test is None or test.phase != "gathering" or not may_know(bird, seat, test):
        return None
    more = -1 if isinstance(command, Untap) else isinstance(command, TapTrait | Help)
    return pool_odds(len(test.pool) + more, test.challenge.perilous)


def may_know(bird: Bird, seat: Seat, test: Test) -> bool:
    """Whether a seat is shown the odds (TF-23)."""
    leads = test.leader in bird.cast and bird.cast[test.leader].player == seat.id
    return sees_odds(bird.options, seat, leads)
