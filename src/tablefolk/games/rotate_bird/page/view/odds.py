"""Odds made readable: shares to draw, words to read, fractions to check (RB-38)."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from tablefolk.core.odds import exact, percent
from tablefolk.games.rotate_bird.page.blocks.play import Chance, Habit, Outlook
from tablefolk.games.rotate_bird.page.offers.making import say
from tablefolk.games.rotate_bird.rules.chances import pool_odds

MAIN = {"clean": "good", "edge": "edge", "fallout_unavoidable": "bad", "major_unavoidable": "bad"}
SHORT = ("success", *MAIN)
MORE = ("mild", "safe", "edge_and_success", "edge_and_safe", "edge_and_clean")


def chance(label: str, of: Fraction, kind: str = "", short: str = "") -> Chance:
    """A chance; nothing and everything are said in words."""
    return Chance(label, float(of), percent(of), exact(of), kind, short)


@lru_cache(maxsize=256)
def outlook(dice: int, perilous: bool) -> Outlook | None:
    """What so many dice will let their leader choose."""
    odds = pool_odds(dice, perilous)
    if odds is None:
        return None
    every = odds.available
    same = every.fallout_unavoidable == every.major_unavoidable
    worst = ("fallout_unavoidable",) if same else ()  # all of it is major (RB-130)

    def named(key: str, kind: str = "") -> Chance:
        brief = "major_unavoidable" if key in worst else key
        short = say(f"in_short.{brief}") if key in SHORT else ""
        return chance(say(f"outlook.{key}"), getattr(every, key), kind, short)

    return Outlook(
        success=named("success", "good"),
        main=tuple(named(key, kind) for key, kind in MAIN.items()),
        more=tuple(named(key) for key in MORE),
        habits=(
            habit("success_first", odds.success_first),
            habit("safety_first", odds.safety_first),
        ),
        one_more=chance("", odds.one_more),
    )


def habit(key: str, numbers: dict[int, Fraction]) -> Habit:
    shares = ((n, numbers.get(n, Fraction(0))) for n in range(6, 0, -1))
    return Habit(say(f"outlook.{key}"), tuple(chance(str(n), of) for n, of in shares))
