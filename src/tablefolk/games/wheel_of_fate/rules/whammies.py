"""Totals held against a difficulty, or against each other, in exact odds (WF-19 … WF-22, WF-69)."""

from __future__ import annotations

from functools import lru_cache

from tablefolk.core.odds import Odds, margin

WHAMMY = 5


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
