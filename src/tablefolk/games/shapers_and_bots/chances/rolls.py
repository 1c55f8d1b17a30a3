"""Three dice and a modifier: challenges, shaping, staying conscious, waking, Luck (O-1 … O-11)."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from tablefolk.core.odds import THREE_DICE, Odds, counting
from tablefolk.games.shapers_and_bots.chances.outlook import Outlook, outlook
from tablefolk.games.shapers_and_bots.rules.content import figures
from tablefolk.games.shapers_and_bots.rules.rolling import outcome
from tablefolk.games.shapers_and_bots.rules.values import Outcome

WELL = frozenset({"fluke", "success"})
TRIED = {
    "fluke": "A fluke: it works, whatever the numbers say.",
    "success": "It works.",
    "failure": "It does not work.",
    "fumble": "A fumble: it fails, and something silly or bad happens.",
}
HIT_HARD = {
    "up": "Stays on its feet.",
    "out": "Is knocked out.",
    "dead": "Is dead: there is nothing to roll.",
}
ASLEEP = {"awake": "Wakes up.", "out": "Stays unconscious."}
HURT_RABBIT = {"berserk": "Loses control and goes berserk.", "calm": "Keeps its head."}


# -- Challenges (SB-18, SB-26, SB-27, SB-59) ---------------------------------------------------


@lru_cache(maxsize=512)
def results(modifier: int | None) -> Odds:
    """Of 216 throws, how many end as fluke, success, failure and fumble; None has only flukes."""
    return THREE_DICE.map(lambda natural: outcome(natural, modifier))


@lru_cache(maxsize=512)
def challenge(modifier: int | None) -> Outlook:
    """What may come of a challenge, all modifiers already summed (O-2)."""
    return outlook(results(modifier).chances(), TRIED, WELL)


def succeeds(modifier: int | None) -> Fraction:
    """The chance of a success, flukes included (SB-20)."""
    return challenge(modifier).good


def chance_of(result: Outcome, modifier: int | None) -> Fraction:
    return results(modifier).chance(result)


def summed(rating: int | None, *others: int) -> int | None:
    """A rating with all that is added to it; nothing helps or hurts a rating of None (SB-59)."""
    return None if rating is None else rating + sum(others)


# -- Shaping and Luck (SB-140, SB-143) ---------------------------------------------------------


def shaping(rating: int, difficulty: int = 0) -> Outlook:
    """What may come of shaping: a challenge like any other (O-10)."""
    return challenge(rating + difficulty)


def luck(modifier: int | None, change: int) -> Fraction:
    """What a Luck effect adds to the chance of success, below 0 what it takes (O-11)."""
    return succeeds(summed(modifier, change)) - succeeds(modifier)


# -- Staying conscious, waking, going berserk (SB-95, SB-96, SB-101, SB-128) -------------------


def is_dead(hp_left: int, frail: bool = False) -> bool:
    """Below 0 is dead; the frail die at 0 already, where the table plays so (SB-95, SB-99)."""
    return hp_left < (1 if frail else 0)


@lru_cache(maxsize=256)
def staying_up(hp_left: int, frail: bool = False, luck: int = 0) -> Outlook:
    """What an injury does to somebody it leaves with so many HP (O-6)."""
    if is_dead(hp_left, frail):
        chances = {"dead": Fraction(1)}
    else:
        stays = succeeds(hp_left + luck)
        chances = {"up": stays, "out": 1 - stays}
    return outlook(chances, HIT_HARD, frozenset({"up"}))


def waking() -> Outlook:
    """What may come of a waking roll, which has no modifier (SB-101)."""
    return outlook({"awake": succeeds(0), "out": 1 - succeeds(0)}, ASLEEP, frozenset({"awake"}))


def going_berserk() -> Outlook:
    """What the one die of a wounded rabbit may bring (SB-128)."""
    rage = counting(1, figures().berserk_from).chance(1)
    return outlook({"berserk": rage, "calm": 1 - rage}, HURT_RABBIT, frozenset({"calm"}))
