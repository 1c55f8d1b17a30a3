"""What a forecast says: who wins, how hurt they end, how sure that is."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Generic, TypeVar

from msgspec import Struct

from tablefolk.games.shapers_and_bots.forecast.sides import Fight

N = TypeVar("N", float, Fraction)
DEAD = -1  # in place of the HP left


class Figure(Struct, frozen=True):
    """A number and its standard error, which is 0 where nothing was left to chance."""

    value: float
    error: float = 0.0


class Prospect(Struct, frozen=True):
    """How one fighter ends: the chances of the three add up to one."""

    name: str
    side: int
    hp_now: int
    up: Figure
    out: Figure
    dead: Figure
    hp: Figure  # on average; the dead have none


class Forecast(Struct, frozen=True):
    """How a fight between two sides will go."""

    exact: bool
    wins: tuple[Figure, Figure]
    goes_on: Figure  # nobody has won after `after` rounds
    after: int
    rounds: Figure  # how long it takes on average, where it ends by then
    standing: tuple[tuple[Figure, ...], tuple[Figure, ...]]  # side wins with 1, 2 … on their feet
    fighters: tuple[Prospect, ...]
    trials: int = 0  # fights thrown, for an estimate


class Tally(Generic[N]):
    """What may happen, each thing with its chance, as it is counted together."""

    def __init__(self, fight: Fight, nothing: N) -> None:
        everybody = fight.fighters
        self.wins: list[N] = [nothing, nothing]
        self.goes_on: N = nothing
        self.rounds: N = nothing  # times the chance that it ended then
        self.standing: list[list[N]] = [[nothing] * len(side) for side in fight.sides]
        self.up: list[N] = [nothing] * len(everybody)
        self.out: list[N] = [nothing] * len(everybody)
        self.dead: list[N] = [nothing] * len(everybody)
        self.hp: list[N] = [nothing] * len(everybody)

    def count_end(self, health: Sequence[int | None], sides: Sequence[int], weight: N) -> None:
        """A side has won: those who have health are on their feet."""
        standing = [side for side, hp in zip(sides, health, strict=True) if hp is not None]
        self.wins[standing[0]] += weight
        self.standing[standing[0]][len(standing) - 1] += weight
        self.count_up(health, weight)

    def count_up(self, health: Sequence[int | None], weight: N) -> None:
        for who, hp in enumerate(health):
            if hp is not None:
                self.up[who] += weight
                self.hp[who] += weight * hp

    def count_fall(self, who: int, left: int, weight: N) -> None:
        if left == DEAD:
            self.dead[who] += weight
        else:
            self.out[who] += weight
            self.hp[who] += weight * left
