"""Odds made readable: shares to draw, words to read, fractions to check (WF-26, WF-128)."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache, partial

from tablefolk.core.game import Chance
from tablefolk.core.odds import Odds, exact
from tablefolk.games.wheel_of_fate.page.blocks import Gain, Outcome, Outlook
from tablefolk.games.wheel_of_fate.rules.chances import Chances, Duel, draft_odds
from tablefolk.games.wheel_of_fate.rules.state import Roll, Wheel
from tablefolk.games.wheel_of_fate.rules.wording import say

KINDS = {-3: "worst", -2: "worse", -1: "bad", 0: "even", 1: "good", 2: "great", 3: "greater"}


@lru_cache(maxsize=4096)
def chance(of: Fraction) -> Chance:
    """A chance; nothing and everything are said in words (WF-26)."""
    return Chance(float(of), whole(of), exact(of))


def whole(of: Fraction) -> str:
    """Whole percent; what is rare and what is all but sure keeps its half percent."""
    if of in (0, 1):
        return say("chance.sure" if of else "chance.never")
    n = round(of * 100)
    return say("chance.under" if n == 0 else "chance.over" if n == 100 else "chance.percent", n=n)


def outlook(wheel: Wheel, roll: Roll) -> Outlook | None:
    """How a draft is likely to end, and what one more die would change."""
    match draft_odds(wheel, roll):
        case Chances() as chances:
            return likely(chances, roll.mode == "sure")
        case Duel() as duel:
            return opposed(duel)
    return None


# -- Against a difficulty --------------------------------------------------------------------------


@lru_cache(maxsize=4096)
def likely(chances: Chances, sure: bool) -> Outlook:
    return Outlook(
        outcomes=spread(chances.ways, sure),
        success=chance(chances.success),
        whammy=chance(chances.whammy),
        mean=decimal(chances.mean_whammies),
        gains=gains(chances.more, chances.success, 0),
    )


def spread(ways: Odds, sure: bool) -> tuple[Outcome, ...]:
    """Failure, success, one whammy, two, more: whatever can happen."""
    parts = (
        ("succeeds_but" if sure else "fails", "bad", ways.chance(-1)),
        ("succeeds", "good", ways.chance(0)),
        ("whammy_1", "great", ways.chance(1)),
        ("whammy_2", "greater", ways.chance(2)),
        ("whammy_more", "greatest", ways.at_least(3)),
    )
    return tuple(Outcome(say(f"outcome.{k}"), chance(c), kind) for k, kind, c in parts if c)


def gains(more: tuple[Odds, ...], now: Fraction, least: int) -> tuple[Gain, ...]:
    """What one bonus die more would make of it, and one extra die."""
    then = [
        (key, ways.at_least(least)) for key, ways in zip(("bonus", "extra"), more, strict=False)
    ]
    return tuple(Gain(say(f"gain.{key}"), chance(c), change(c - now)) for key, c in then)


# -- Against each other ----------------------------------------------------------------------------


@lru_cache(maxsize=4096)
def opposed(duel: Duel) -> Outlook:
    """Win, tie, lose, and how the stress or the whammies spread, as seen from one side."""
    return Outlook(
        outcomes=duel_spread(duel),
        success=chance(duel.win),
        mean=decimal(duel.mean_stress) if duel.deals else "",
        gains=gains(duel.more, duel.win, 1),
        opposed=True,
    )


def duel_spread(duel: Duel) -> tuple[Outcome, ...]:
    """What is dealt and taken; three and more are one."""
    shares = ((n, duel.ways.where(partial(_like, n))) for n in KINDS)
    hurt = {n: duel.deals if n > 0 else duel.takes for n in KINDS}
    return tuple(Outcome(ending(n, hurt[n]), chance(c), KINDS[n]) for n, c in shares if c)


def _like(n: int, stress: int) -> bool:
    return stress == n or (abs(n) == 3 and stress * n > 9)


def ending(n: int, harmful: bool) -> str:
    """One stress and one more for each whammy; where nobody is hurt only these (WF-69, WF-70)."""
    side, more = ("win" if n > 0 else "lose"), ("_more" if abs(n) == 3 else "")
    if n == 0:
        return say("outcome.tie")
    if harmful:
        return say(f"outcome.{side}_stress{more}", n=abs(n))
    return say(f"outcome.{side}_by{more}", n=abs(n) - 1) if abs(n) > 1 else say(f"outcome.{side}")


# -- Numbers in writing ----------------------------------------------------------------------------


def change(by: Fraction) -> str:
    """How many percentage points more, or none."""
    n = round(by * 100)
    return say("gain.more", n=f"{n:+}") if n else say("gain.little" if by else "gain.none")


def decimal(value: Fraction) -> str:
    return f"{float(value):.2f}".rstrip("0").rstrip(".")
