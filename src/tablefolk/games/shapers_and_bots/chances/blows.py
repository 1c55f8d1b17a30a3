"""Attacks: hit or miss, damage, and what a hit does to its target (SB-85 … SB-99, SB-124, SB-126).

Weapons are numbers of dice, armor the face from which on a die hurts, health points a number.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from itertools import product
from typing import Literal, get_args

from tablefolk.core.odds import Odds, counting
from tablefolk.games.shapers_and_bots.chances.outlook import Outlook, outlook
from tablefolk.games.shapers_and_bots.chances.rolls import chance_of, is_dead, staying_up, succeeds
from tablefolk.games.shapers_and_bots.rules.fights import blows as rules
from tablefolk.games.shapers_and_bots.rules.values import Outcome

Fate = Literal["scratch", "hurt", "out", "dead"]
Fates = Mapping[tuple[int, Fate], Fraction]  # HP left and what becomes of the target
STRUCK = {
    "hit": "The attack hits.",
    "stopped": "The attack is good, and the defence stops it.",
    "missed": "The attack misses.",
}
HIT = {
    "dead": "Dead.",
    "out": "Hurt and knocked out.",
    "hurt": "Hurt, but still up.",
    "scratch": "A scratch: no damage.",
}
ATTACKED = {**HIT, "stopped": STRUCK["stopped"], "missed": STRUCK["missed"]}
HURTS = frozenset({"dead", "out", "hurt"})
DEFENDED = {
    "fluke": "A fluke: it is stopped, whatever the numbers say.",
    "success": "It is stopped.",
    "failure": "It is not stopped.",
    "fumble": "A fumble: it is not stopped, and something silly or bad happens.",
}
OUTDONE = {**DEFENDED, "success": "A good defence, but only a fluke stops a fluke."}


# -- Hit or miss (O-8) -------------------------------------------------------------------------


@lru_cache(maxsize=512)
def undefended(attack: int | None) -> Outlook:
    """An attack that nobody tries to stop: it hits if its roll succeeds (SB-124)."""
    hit = succeeds(attack)
    return outlook({"hit": hit, "missed": 1 - hit}, STRUCK, frozenset({"hit"}))


@lru_cache(maxsize=2048)
def defended(attack: int | None, defence: int | None) -> Outlook:
    """An attack against a defence, read as the table reads the two rolls (SB-124, SB-126)."""
    chances = dict.fromkeys(STRUCK, Fraction(0))
    for first, second in product(get_args(Outcome), repeat=2):
        chances[rules.struck(first, second)] += chance_of(first, attack) * chance_of(
            second, defence
        )
    return outlook(chances, STRUCK, frozenset({"hit"}))


@lru_cache(maxsize=512)
def stopping(defence: int | None, attack: Outcome) -> Outlook:
    """The defender's own roll, once the attack's is known: only a fluke stops a fluke (SB-126)."""
    good = frozenset(o for o in get_args(Outcome) if rules.struck(attack, o) == "stopped")
    chances = {o: chance_of(o, defence) for o in get_args(Outcome)}
    return outlook(chances, OUTDONE if attack == "fluke" else DEFENDED, good)


# -- Damage (O-5) ------------------------------------------------------------------------------


def damage(dice: int, hurts_from: int) -> Odds:
    """How many of the damage dice hurt: each counts by itself (SB-85, SB-86)."""
    return counting(dice, hurts_from)


def points(dice: int, hurts_from: int) -> Outlook:
    """The same for the page: each number of points with its chance."""
    means = {str(n): f"{n} damage." if n else HIT["scratch"] for n in range(dice, -1, -1)}
    found = {str(n): chance for n, chance in damage(dice, hurts_from).chances().items()}
    return outlook(found, means, frozenset(means) - {"0"})


# -- One hit (O-7) -----------------------------------------------------------------------------


@lru_cache(maxsize=4096)
def fates(
    dice: int,
    hurts_from: int,
    hp: int,
    frail: bool = False,
    luck: int = 0,
    spared: bool = False,
) -> Fates:
    """A hit on somebody conscious: the HP left, and whether it is still up (SB-94 … SB-96).

    Whoever is `spared` at this table is out cold with 0 HP, and not dead.
    """
    found: dict[tuple[int, Fate], Fraction] = {}
    for lost, chance in damage(dice, hurts_from).chances().items():
        left = hp - lost
        if not lost:
            found[hp, "scratch"] = chance
        elif is_dead(left, frail) and spared:
            found[0, "out"] = found.get((0, "out"), Fraction(0)) + chance
        elif is_dead(left, frail):
            found[left, "dead"] = chance
        else:
            after = staying_up(left, luck=luck)
            found[left, "hurt"] = chance * after.chance("up")
            out = chance * after.chance("out")
            found[left, "out"] = found.get((left, "out"), Fraction(0)) + out
    return found


@lru_cache(maxsize=4096)
def hit(
    dice: int,
    hurts_from: int,
    hp: int,
    frail: bool = False,
    luck: int = 0,
    spared: bool = False,
) -> Outlook:
    """What happens to a conscious target once an attack has hit (O-7)."""
    return outlook(_by_fate(fates(dice, hurts_from, hp, frail, luck, spared)), HIT, HURTS)


@lru_cache(maxsize=1024)
def hit_while_out(
    dice: int, hurts_from: int, hp: int, frail: bool = False, spared: bool = False
) -> Outlook:
    """The same for a target that is unconscious already: it rolls nothing (SB-97)."""
    found = {"scratch": Fraction(0), "out": Fraction(0), "dead": Fraction(0)}
    for lost, chance in damage(dice, hurts_from).chances().items():
        dies = is_dead(hp - lost, frail) and not spared
        fate = "scratch" if not lost else "dead" if dies else "out"
        found[fate] += chance
    return outlook(found, HIT, HURTS)


def _by_fate(found: Fates) -> dict[str, Fraction]:
    summed: dict[str, Fraction] = {}
    for (_, fate), chance in found.items():
        summed[fate] = summed.get(fate, Fraction(0)) + chance
    return summed


# -- A whole attack ----------------------------------------------------------------------------


def attacked(struck: Outlook, wounded: Outlook) -> Outlook:
    """From the attack roll to what becomes of the target: `attacked(undefended(2), hit(…))`."""
    lands = struck.chance("hit")
    chances = {share.key: lands * share.chance for share in wounded.shares}
    chances |= {key: struck.chance(key) for key in ("stopped", "missed")}
    return outlook(chances, ATTACKED, HURTS)
