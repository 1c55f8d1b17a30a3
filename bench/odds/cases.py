"""The benchmark's own throws and fights, counted with the house's odds.

No table plays by them: the games read their dice by their own rules, and the contenders are given
these instead.
"""

from __future__ import annotations

from functools import lru_cache
from math import gcd

from tablefolk.core.odds import THREE_DICE, TWO_DICE, Odds, counting, margin, within

Fighter = tuple[int, int, int, int, int]  # attack, defence, weapon dice, armour, hit points
Blow = tuple[dict[int, int], int, int]  # ways of each wound, of none, of all
MOST_MODIFIER = 100
MOST_HIT_POINTS = 60


# -- Three dice, two dice -----------------------------------------------------------


@lru_cache(maxsize=256)
def check(modifier: int) -> Odds:
    """Three dice for 11; 4 or less always fumbles, 17 or more is a fluke."""
    within("modifier", modifier, -MOST_MODIFIER, MOST_MODIFIER)

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
    within("modifier", mine, -MOST_MODIFIER, MOST_MODIFIER)
    within("modifier", theirs, -MOST_MODIFIER, MOST_MODIFIER)
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
    """Two dice and at most 3 either way, read in four bands."""
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
        within("hit points", hit_points, 0, MOST_HIT_POINTS)
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
    found = blow(striker[0], target[1], striker[2], target[3])
    common = gcd(found.of, *found.ways.values())
    ways = {points: count // common for points, count in found.ways.items()}
    return ways, ways.pop(0), found.of // common


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
