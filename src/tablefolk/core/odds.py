"""Exact odds of dice: whole numbers of ways, and fractions only when asked.

Totals are counted as polynomials, one coefficient a total. Where it helps, the coefficients stand
side by side in one big integer, each in its own slot of bits: adding all of them is then one
addition, and setting every total of one side against every total of the other one multiplication.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations_with_replacement
from math import comb, factorial, prod
from struct import unpack
from types import MappingProxyType

from tablefolk.core.language import said

TYPE_CHECKING = False  # checkers know this name; importing typing would cost twice all the rest
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from fractions import Fraction
    from typing import Any

    Outcome = Any  # a number, a face, a word: whatever a roll is read as

FACES = (1, 2, 3, 4, 5, 6)
MOST_DICE = 200
MOST_SIDES = 1000
MOST_FACES = 2000  # of all dice of which some are kept: a second's work
MOST_READ = 16  # 20,349 sorted rolls


def within(what: str, value: int, low: int, high: int) -> None:
    """Refuse a size that nobody can count in time."""
    if not low <= value <= high:
        raise ValueError(f"{what} must be from {low} to {high}, not {value}")


class Odds:
    """How many of `of` equally likely ways lead to each outcome that can happen."""

    __slots__ = ("_chances", "_hash", "_of", "_ways")

    def __init__(self, ways: Mapping[Outcome, int], of: int) -> None:
        self._ways = {o: n for o, n in ways.items() if n} if 0 in ways.values() else dict(ways)
        self._of = of
        self._chances: Mapping[Outcome, Fraction] | None = None
        self._hash: int | None = None

    @property
    def ways(self) -> Mapping[Outcome, int]:
        """The ways of each outcome; one that cannot happen is not there."""
        return MappingProxyType(self._ways)

    @property
    def of(self) -> int:
        """All the ways there are."""
        return self._of

    def __repr__(self) -> str:
        return f"Odds({self._ways}, of={self._of})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Odds) and self._of == other._of and self._ways == other._ways

    def __hash__(self) -> int:
        if self._hash is None:
            self._hash = hash((self._of, frozenset(self._ways.items())))
        return self._hash

    def chance(self, outcome: Outcome) -> Fraction:
        """The chance of exactly this outcome."""
        return _fractions()(self._ways.get(outcome, 0), self._of)

    def where(self, test: Callable[[Outcome], bool]) -> Fraction:
        """The chance of an outcome that passes the test."""
        return _fractions()(sum(n for o, n in self._ways.items() if test(o)), self._of)

    def at_least(self, least: Outcome) -> Fraction:
        """The chance of this outcome or a higher one."""
        return _fractions()(sum(n for o, n in self._ways.items() if o >= least), self._of)

    def mean(self, worth: Callable[[Outcome], int] = int) -> Fraction:
        """The average outcome, or the average of what each outcome is worth."""
        return _fractions()(sum(worth(o) * n for o, n in self._ways.items()), self._of)

    def map(self, read: Callable[[Outcome], Outcome]) -> Odds:
        """The odds of what each outcome is read as."""
        ways: dict[Outcome, int] = {}
        for outcome, count in self._ways.items():
            result = read(outcome)
            ways[result] = ways.get(result, 0) + count
        return Odds(ways, self._of)

    def chances(self) -> Mapping[Outcome, Fraction]:
        """Every outcome with its chance, worked out at the first call."""
        if self._chances is None:
            exact, of = _fractions(), self._of
            self._chances = MappingProxyType({o: exact(n, of) for o, n in self._ways.items()})
        return self._chances

    def floats(self) -> dict[Outcome, float]:
        """Every outcome with its chance, correctly rounded."""
        of = self._of
        return {outcome: count / of for outcome, count in self._ways.items()}


@lru_cache(maxsize=1)
def _fractions() -> type[Fraction]:
    from fractions import Fraction  # 10 ms that many a caller never needs

    return Fraction


@lru_cache(maxsize=4096)  # pages ask for the same few over and over
def percent(chance: Fraction, places: int = 1) -> str:
    """A chance as people read it; only what cannot fail is certain."""
    if chance in (0, 1):
        return said("certain") if chance else said("impossible")
    if chance * 100 * 10**places < 1:
        return said("under {least}%", least=f"{10**-places:.{places}f}")
    if (1 - chance) * 100 * 10**places < 1:
        return said("over {most}%", most=f"{100 - 10**-places:.{places}f}")
    return f"{float(chance * 100):.{places}f}%"


def exact(chance: Fraction) -> str:
    """The fraction, where it says more than the words for nothing and everything."""
    return str(chance) if 0 < chance < 1 else ""


# -- Totals ------------------------------------------------------------------------


def _slot(of: int) -> int:
    """The bits one coefficient gets: a machine word, or else whole bytes."""
    return 64 if of < 1 << 64 else (of.bit_length() + 7) // 8 * 8


def _unpacked(packed: int, slot: int) -> list[int]:
    """The coefficients that stand in the slots of a packed polynomial, lowest first."""
    size, count = slot // 8, -(-packed.bit_length() // slot)
    raw = packed.to_bytes(count * size, "little")
    if slot == 64:
        return list(unpack(f"<{count}Q", raw))
    return [int.from_bytes(raw[at : at + size], "little") for at in range(0, len(raw), size)]


def total(dice: int) -> Odds:
    """The sum of so many dice."""
    return kept(dice, dice)


@lru_cache(maxsize=512)
def kept(dice: int, keep: int, highest: bool = True, sides: int = 6) -> Odds:
    """The sum of the highest, or the lowest, few of so many dice."""
    within("dice", dice, 0, MOST_DICE)
    within("dice kept", keep, 0, dice)
    within("sides", sides, 2, MOST_SIDES)
    if keep in (0, dice):
        ways = _sums(dice, sides) if keep else [sides**dice]
    else:
        within("faces of all dice", dice * sides, 0, MOST_FACES)
        ways = _highest(dice, keep, sides)
    return Odds(dict(enumerate(ways if highest else reversed(ways), keep)), sides**dice)


def _sums(dice: int, sides: int) -> list[int]:
    """Ways of each sum of all dice, from the least up, every face counted from 0.

    They are the coefficients of y = ((1 - x^n) / (1 - x))^dice for n sides. Comparing those of
    (1 - x)(1 - x^n) y' = dice (1 - n x^(n-1) + (n-1) x^n) y gives each from three before it.
    """
    ways = [0] * (sides + 1) + [1]  # zeros, so that looking back needs no condition
    most = (sides - 1) * dice
    early, late = (dice + 1) * sides, most + sides + 1
    for s in range(1, most // 2 + 1):
        ways.append(
            ((dice + s - 1) * ways[-1] - (early - s) * ways[s + 1] + (late - s) * ways[s]) // s
        )
    half = ways[sides + 1 :]
    return half + half[: (most + 1) // 2][::-1]


def _highest(dice: int, keep: int, sides: int) -> list[int]:
    """Ways of each sum of the highest dice, from the least up, every face counted from 0.

    Let `low` be the lowest face kept. Of the `rest` dice that are not above it, at most
    `spare` may be below it; each die above adds to the sum what it exceeds `low` by.
    """
    spare, slot, packed, over = dice - keep, _slot(sides**dice), 0, 0
    choices = [(comb(dice, rest), comb(rest - 1, spare)) for rest in range(spare + 1, dice + 1)]
    for low in range(sides - 1, -1, -1):
        sums, fits, below = 0, (low + 1) ** spare, low ** (spare + 1)
        for placed, too_many in choices:
            fits = fits * (low + 1) - too_many * below
            sums = _times(sums, over, slot) + placed * fits
        packed += sums << slot * low * keep
        over = over + 1 << slot
    return _unpacked(packed, slot)


def _times(packed: int, over: int, slot: int) -> int:
    """The product with a short row of ones, which is quicker by shifts where slots are wide."""
    if slot < 128:
        return packed * over
    return sum([packed << shift for shift in range(slot, over.bit_length(), slot)])


TWO_DICE, THREE_DICE = total(2), total(3)


@lru_cache(maxsize=64)
def margin(mine: Odds, theirs: Odds) -> Odds:
    """How far one total is above another, independent one."""
    of, low, high = mine.of * theirs.of, min(mine.ways), max(theirs.ways)
    slot = _slot(of)
    up = sum([count << slot * (t - low) for t, count in mine.ways.items()])
    down = sum([count << slot * (high - t) for t, count in theirs.ways.items()])
    return Odds(dict(enumerate(_unpacked(up * down, slot), low - high)), of)


# -- Faces -------------------------------------------------------------------------


@lru_cache(maxsize=8)
def rolls(dice: int) -> Odds:
    """Every sorted roll of so many dice: `rolls(3).map(read)` asks a game's own reader."""
    within("dice", dice, 0, MOST_READ)
    orders = [factorial(count) for count in range(dice + 1)]
    ways = {}
    for faces in combinations_with_replacement(FACES, dice):
        repeats = prod([orders[faces.count(face)] for face in FACES])
        ways[faces] = orders[dice] // repeats
    return Odds(ways, 6**dice)


@lru_cache(maxsize=1024)
def counting(dice: int, threshold: int) -> Odds:
    """How many of the dice show the threshold or more."""
    within("dice", dice, 0, MOST_DICE)
    within("threshold", threshold, 1, 7)
    hit, miss = 7 - threshold, threshold - 1
    ways = {k: comb(dice, k) * hit**k * miss ** (dice - k) for k in range(dice + 1)}
    return Odds(ways, 6**dice)
