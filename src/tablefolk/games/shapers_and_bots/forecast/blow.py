"""One attack in a forecast: what it may do to its target, and what a defence costs (T9 … T17)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from typing import Generic, NamedTuple

from tablefolk.games.shapers_and_bots.chances.blows import defended, fates, undefended
from tablefolk.games.shapers_and_bots.chances.rolls import going_berserk, summed
from tablefolk.games.shapers_and_bots.forecast.result import DEAD, N
from tablefolk.games.shapers_and_bots.forecast.sides import Fighter, Paid, willing
from tablefolk.games.shapers_and_bots.rules.content import figures


class Body(NamedTuple):
    """What a fighter who is up has left."""

    hp: int
    pool: int
    debt: int
    berserk: bool
    loading: int


class Struck(NamedTuple, Generic[N]):
    """One thing an attack may do to its target: `body` is None for one who falls."""

    body: Body | None
    chance: N
    left: int = 0  # HP of one who is knocked out, or DEAD


Ways = Iterator[Struck[Fraction]]


@lru_cache(maxsize=4096)
def attack(
    by: Fighter, raging: bool, on: Fighter, body: Body, waiting: bool, paid: Paid
) -> tuple[Struck[Fraction], ...]:
    """What an attack may do to its target, `waiting` for its turn or not (SB-120 … SB-133)."""
    chances: dict[tuple[Body | None, int], Fraction] = {}
    for hurt, chance, left in _ways(by, raging, on, body, waiting, paid):
        chances[hurt, left] = chances.get((hurt, left), Fraction(0)) + chance
    return tuple(Struck(hurt, c, left) for (hurt, left), c in chances.items() if c)


def _ways(by: Fighter, raging: bool, on: Fighter, body: Body, waiting: bool, paid: Paid) -> Ways:
    rating = summed(by.attack, figures().berserk_bonus if raging else 0)  # SB-132
    if willing(on, body.pool, body.debt, waiting, body.berserk):
        after, struck = owing(body), defended(rating, on.defence)
    else:
        after, struck = body, undefended(rating)
    yield Struck(body if paid == "only_if_rolled" else after, struck.chance("missed"))  # SB-122
    yield Struck(after, struck.chance("stopped"))
    for hurt, chance, left in wounded(by.dice, on, after):
        yield Struck(hurt, struck.chance("hit") * chance, left)


def owing(body: Body) -> Body:
    """A defence is paid from this round, or else borrowed from the next (SB-121)."""
    if body.pool:
        return body._replace(pool=body.pool - 1)
    return body._replace(debt=body.debt + 1)


def wounded(dice: int, on: Fighter, body: Body) -> Ways:
    """What a hit does; a rabbit that stays up may go berserk (SB-128)."""
    every = fates(dice, on.hurts_from, body.hp, on.frail, spared=on.spared)
    for (left, fate), chance in every.items():
        hurt = body._replace(hp=left)
        if fate == "dead":
            yield Struck(None, chance, DEAD)
        elif fate == "out":
            yield Struck(None, chance, left)
        elif fate == "hurt" and on.rabbit and not body.berserk:
            rage = going_berserk().chance("berserk")
            yield Struck(hurt._replace(berserk=True), chance * rage)
            yield Struck(hurt, chance * (1 - rage))
        else:
            yield Struck(hurt, chance)
