"""Contests: who outdoes whom, among two or more (SB-31 … SB-35, O-3, O-4)."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import prod

from msgspec import Struct

from tablefolk.core.odds import THREE_DICE, Odds
from tablefolk.games.shapers_and_bots.rules.contests import MOST_SIDES, RANK
from tablefolk.games.shapers_and_bots.rules.rolling import outcome

Key = tuple[int, int]  # what is compared: the rank of the result, then the score


class Contest(Struct, frozen=True):
    """The chance of each side to win, in the order they were named, and of a tie."""

    wins: tuple[Fraction, ...]
    tie: Fraction

    @property
    def carried_on(self) -> tuple[Fraction, ...]:
        """For two: the chance of each to win in the end, rolling again after a tie (SB-32)."""
        settled = 1 - self.tie
        return tuple(win / settled for win in self.wins) if len(self.wins) == 2 and settled else ()


@lru_cache(maxsize=512)
def contest(
    ratings: tuple[int | None, ...], flukes_count: bool = False, rolled: tuple[int | None, ...] = ()
) -> Contest:
    """Each side with its summed modifier, or None, and the natural total of those who have rolled.

    A side without the skill wins by the only fluke there is, and ties with others who fluke;
    where no such side flukes, the rated sides settle it among themselves (SB-34).
    """
    if not 2 <= len(ratings) <= MOST_SIDES:
        raise ValueError(f"a contest has from 2 to {MOST_SIDES} sides, not {len(ratings)}")
    thrown = [_totals(total) for total in rolled or [None] * len(ratings)]
    flukes = [odds.map(lambda n: outcome(n, None)).chance("fluke") for odds in thrown]
    sides = list(zip(ratings, thrown, strict=True))
    rated = [_keys(rating, odds, flukes_count) for rating, odds in sides if rating is not None]
    quiet = prod((1 - fluke for (rating, _), fluke in zip(sides, flukes, strict=True)
                  if rating is None), start=Fraction(1))  # fmt: skip
    tops = iter([_top(place, rated) for place in range(len(rated))])
    wins = tuple(
        _alone(place, flukes) if rating is None else quiet * next(tops)
        for place, rating in enumerate(ratings)
    )
    return Contest(wins, 1 - sum(wins, Fraction(0)))


def _totals(natural: int | None) -> Odds:
    """Three dice still to roll, or the total that has fallen."""
    return THREE_DICE if natural is None else Odds({natural: 1}, 1)


def _alone(place: int, flukes: list[Fraction]) -> Fraction:
    """The chance that this side flukes and nobody else does."""
    others = flukes[:place] + flukes[place + 1 :]
    return flukes[place] * prod((1 - fluke for fluke in others), start=Fraction(1))


def _keys(rating: int, thrown: Odds, flukes_count: bool) -> Odds:
    """The chance of each thing that is compared (SB-35)."""
    return thrown.map(
        lambda natural: (RANK[outcome(natural, rating)] if flukes_count else 0, natural + rating)
    )


def _top(place: int, sides: list[Odds]) -> Fraction:
    """The chance that this side is above all the others."""
    others = sides[:place] + sides[place + 1 :]
    ways = sum(
        n * prod(sum(m for theirs, m in other.ways.items() if theirs < key) for other in others)
        for key, n in sides[place].ways.items()
    )
    return Fraction(ways, prod(side.of for side in sides))
