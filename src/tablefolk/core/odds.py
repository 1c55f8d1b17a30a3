"""Exact odds of dice: whole numbers of ways, and fractions only when asked.

Totals are counted as polynomials, one coefficient a total. Where it helps, the coefficients stand
side by side in one big integer, each in its own slot of bits: adding all of them is then one
addition, and setting every total of one side against every total of the other one multiplication.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations_with_replacement
from math import comb, factorial, gcd, perm, prod
from struct import unpack
from types import MappingProxyType

TYPE_CHECKING = False  # checkers know this name; importing typing would cost twice all the rest
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from fractions import Fraction
    from typing import Any

    Fighter = tuple[int, int, int, int, int]  # attack, defence, weapon dice, armour, hit points
    Blow = tuple[dict[int, int], int, int]  # ways of each wound, of none, of all

FACES = (1, 2, 3, 4, 5, 6)
WHAMMY = 5
MOST_DICE = 200
MOST_SIDES = 1000
MOST_FACES = 2000  # of all dice of which some are kept: a second's work
MOST_READ = 16  # 20,349 sorted rolls
MOST_MODIFIER = 100
MOST_HIT_POINTS = 60


def _within(what: str, value: int, low: int, high: int) -> None:
    if not low <= value <= high:
        raise ValueError(f"{what} must be from {low} to {high}, not {value}")


class Odds:
    """How many of `of` equally likely ways lead to each outcome that can happen."""

    __slots__ = ("_chances", "_hash", "_of", "_ways")

    def __init__(self, ways: Mapping[Any, int], of: int) -> None:
        self._ways = {o: n for o, n in ways.items() if n} if 0 in ways.values() else dict(ways)
        self._of = of
        self._chances: Mapping[Any, Fraction] | None = None
        self._hash: int | None = None

    @property
    def ways(self) -> Mapping[Any, int]:
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

    def chance(self, outcome: Any) -> Fraction:
        """The chance of exactly this outcome."""
        return _fractions()(self._ways.get(outcome, 0), self._of)

    def where(self, test: Callable[[Any], bool]) -> Fraction:
        """The chance of an outcome that passes the test."""
        return _fractions()(sum(n for o, n in self._ways.items() if test(o)), self._of)

    def at_least(self, least: Any) -> Fraction:
        """The chance of this outcome or a higher one."""
        return _fractions()(sum(n for o, n in self._ways.items() if o >= least), self._of)

    def mean(self, worth: Callable[[Any], int] = int) -> Fraction:
        """The average outcome, or the average of what each outcome is worth."""
        return _fractions()(sum(worth(o) * n for o, n in self._ways.items()), self._of)

    def map(self, read: Callable[[Any], Any]) -> Odds:
        """The odds of what each outcome is read as."""
        ways: dict[Any, int] = {}
        for outcome, count in self._ways.items():
            result = read(outcome)
            ways[result] = ways.get(result, 0) + count
        return Odds(ways, self._of)

    def chances(self) -> Mapping[Any, Fraction]:
        """Every outcome with its chance, worked out at the first call."""
        if self._chances is None:
            exact, of = _fractions(), self._of
            self._chances = MappingProxyType({o: exact(n, of) for o, n in self._ways.items()})
        return self._chances

    def floats(self) -> dict[Any, float]:
        """Every outcome with its chance, correctly rounded."""
        of = self._of
        return {outcome: count / of for outcome, count in self._ways.items()}


@lru_cache(maxsize=1)
def _fractions() -> type[Fraction]:
    from fractions import Fraction  # 10 ms that many a caller never needs

    return Fraction


@lru_cache(maxsize=4096)  # pages ask for the same few over and over
def percent(chance: Fraction, places: int = 1) -> str:
    """A chance as people read it; only what cannot fail is certain (WF-26)."""
    if chance in (0, 1):
        return "certain" if chance else "impossible"
    if chance * 100 * 10**places < 1:
        return f"under {10**-places:.{places}f}%"
    if (1 - chance) * 100 * 10**places < 1:
        return f"over {100 - 10**-places:.{places}f}%"
    return f"{float(chance * 100):.{places}f}%"


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
    _within("dice", dice, 0, MOST_DICE)
    _within("dice kept", keep, 0, dice)
    _within("sides", sides, 2, MOST_SIDES)
    if keep in (0, dice):
        ways = _sums(dice, sides) if keep else [sides**dice]
    else:
        _within("faces of all dice", dice * sides, 0, MOST_FACES)
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


@lru_cache(maxsize=2048)
def against(pool: Odds, difficulty: int) -> Odds:
    """-1 for a total below the difficulty, else the whammies (WF-19, WF-21, WF-22)."""
    return pool.map(lambda t: (t - difficulty) // WHAMMY if t >= difficulty else -1)


@lru_cache(maxsize=2048)
def opposed(mine: Odds, theirs: Odds) -> Odds:
    """The stress I deal, below 0 what I take, 0 for a tie (WF-66, WF-67, WF-69)."""

    def stress(ahead: int) -> int:
        return ahead and (1 + ahead // WHAMMY if ahead > 0 else -1 - -ahead // WHAMMY)

    return margin(mine, theirs).map(stress)


# -- Faces -------------------------------------------------------------------------


@lru_cache(maxsize=8)
def rolls(dice: int) -> Odds:
    """Every sorted roll of so many dice: `rolls(3).map(read)` asks a game's own reader."""
    _within("dice", dice, 0, MOST_READ)
    orders = [factorial(count) for count in range(dice + 1)]
    ways = {}
    for faces in combinations_with_replacement(FACES, dice):
        repeats = prod([orders[faces.count(face)] for face in FACES])
        ways[faces] = orders[dice] // repeats
    return Odds(ways, 6**dice)


@lru_cache(maxsize=1024)
def counting(dice: int, threshold: int) -> Odds:
    """How many of the dice show the threshold or more."""
    _within("dice", dice, 0, MOST_DICE)
    _within("threshold", threshold, 1, 7)
    hit, miss = 7 - threshold, threshold - 1
    ways = {k: comb(dice, k) * hit**k * miss ** (dice - k) for k in range(dice + 1)}
    return Odds(ways, 6**dice)


@lru_cache(maxsize=1024)
def pick(dice: int, worth: tuple[int, ...], edge: int = 0) -> Odds:
    """The face worth most and whether it came up twice, which adds the edge (RB-41, RB-44)."""
    _within("dice", dice, 1, MOST_DICE)
    _within("edge", edge, 0, MOST_MODIFIER)
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
    return Odds(ways, 6**dice)


# -- Three dice, two dice -----------------------------------------------------------


@lru_cache(maxsize=256)
def check(modifier: int) -> Odds:
    """Three dice for 11; 4 or less always fumbles, 17 or more is a fluke (SB-18, SB-26, SB-27)."""
    _within("modifier", modifier, -MOST_MODIFIER, MOST_MODIFIER)

    def read(natural: int) -> str:
        if natural <= 4:
            return "fumble"
        if natural >= 17:
            return "fluke"
        return "success" if natural + modifier >= 11 else "fail"

    return THREE_DICE.map(read)


def _passing(modifier: int) -> int:
    """The ways of 216 that a check succeeds."""
    ways = check(modifier).ways
    return ways.get("success", 0) + ways["fluke"]


@lru_cache(maxsize=1024)
def contest(mine: int, theirs: int) -> Odds:
    """Three dice and a modifier against three dice and a modifier."""
    _within("modifier", mine, -MOST_MODIFIER, MOST_MODIFIER)
    _within("modifier", theirs, -MOST_MODIFIER, MOST_MODIFIER)
    behind = theirs - mine
    return margin(THREE_DICE, THREE_DICE).map(
        lambda ahead: "win" if ahead > behind else "tie" if ahead == behind else "lose"
    )


@lru_cache(maxsize=1024)
def blow(attack: int, defence: int, dice: int, armour: int) -> Odds:
    """The damage of an attack that must succeed against a defence that must fail."""
    lands, damage = _passing(attack) * (216 - _passing(defence)), counting(dice, armour)
    ways = {points: count * lands for points, count in damage.ways.items()}
    ways[0] = ways.get(0, 0) + (216 * 216 - lands) * damage.of
    return Odds(ways, 216 * 216 * damage.of)


@lru_cache(maxsize=256)
def band(modifier: int) -> Odds:
    """Two dice and at most 3 either way, read in four bands (MU-43, MU-44)."""
    shift = max(-3, min(3, modifier))

    def read(natural: int) -> str:
        score = natural + shift
        return "miss" if score <= 6 else "part" if score <= 9 else "full" if score <= 11 else "crit"

    return TWO_DICE.map(read)


# -- Duels -------------------------------------------------------------------------


@lru_cache(maxsize=128)
def duel(a: Fighter, b: Fighter) -> Odds:
    """Who of A and B is left standing, and with how many hit points, when A strikes first.

    A blow of more points than are left fells; any other calls for a check with what remains.
    """
    for *_, hit_points in (a, b):
        _within("hit points", hit_points, 0, MOST_HIT_POINTS)
    by_a, by_b = _blow_between(a, b), _blow_between(b, a)
    unit = 216 * (by_a[2] * by_b[2] - by_a[1] * by_b[1])
    if not unit:
        raise ValueError("neither fighter can hurt the other")
    a_stands, b_stands = _fought_out(a[4], b[4], by_a, by_b, unit)
    ways = {("A", hp): count * unit**hp for hp, count in enumerate(a_stands)}
    ways |= {("B", hp): count * unit**hp for hp, count in enumerate(b_stands)}
    return Odds(ways, unit ** (a[4] + b[4] + 1))


def _blow_between(striker: Fighter, target: Fighter) -> Blow:
    """The damage of one blow, in lowest terms."""
    odds = blow(striker[0], target[1], striker[2], target[3])
    common = gcd(odds.of, *odds.ways.values())
    ways = {points: count // common for points, count in odds.ways.items()}
    return ways, ways.pop(0), odds.of // common


def _fought_out(
    a_hp: int, b_hp: int, by_a: Blow, by_b: Blow, unit: int
) -> tuple[list[int], list[int]]:
    """For each number of hit points, the ways A, and B, is left standing with them.

    Blows that do nothing are summed as a geometric series. Every hit point lost multiplies the
    ways by `unit`, which keeps them whole and lets those of all states be added.
    """
    (a_wounds, a_idle, a_of), (b_wounds, b_idle, b_of) = by_a, by_b
    a_hurt = [_hurt(b_wounds, hp, unit) for hp in range(a_hp + 1)]
    b_hurt = [_hurt(a_wounds, hp, unit) for hp in range(b_hp + 1)]
    a_turn, b_turn = ([[0] * (b_hp + 1) for _ in a_hurt] for _ in "AB")
    a_turn[a_hp][b_hp] = 1
    a_stands, b_stands = [0] * (a_hp + 1), [0] * (b_hp + 1)
    for x in range(a_hp, -1, -1):
        for y in range(b_hp, -1, -1):
            a_strikes = a_turn[x][y] * b_of + b_turn[x][y] * b_idle
            b_strikes = b_turn[x][y] * a_of + a_turn[x][y] * a_idle
            a_stands[x] = a_stands[x] * unit + a_strikes * b_hurt[y][0]
            b_stands[y] = b_stands[y] * unit + b_strikes * a_hurt[x][0]
            for left, ways in b_hurt[y][1]:
                b_turn[x][left] += a_strikes * ways
            for left, ways in a_hurt[x][1]:
                a_turn[left][y] += b_strikes * ways
    return a_stands, b_stands


def _hurt(damage: dict[int, int], hp: int, unit: int) -> tuple[int, list[tuple[int, int]]]:
    """The ways a wound fells a fighter with so many hit points, or leaves some of them."""
    stays = [(hp - d, n * _passing(hp - d), unit ** (d - 1)) for d, n in damage.items() if d <= hp]
    falls = 216 * sum(damage.values()) - sum(ways for _, ways, _ in stays)
    return falls, [(left, ways * scale) for left, ways, scale in stays]
