"""Tablefolk's exact odds, as a contender in the odds benchmark."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

sys.path.insert(0, str(Path(__file__).parents[2]))
sys.path.insert(0, str(Path(__file__).parents[2] / "src"))

from bench.odds import cases

from tablefolk.core import odds
from tablefolk.games.rotate_bird.rules import chances
from tablefolk.games.wheel_of_fate.rules import whammies

if TYPE_CHECKING:
    from bench.odds.cases import Fighter

    from tablefolk.core.odds import Odds

NAME = "tablefolk"


def version() -> str:
    return "main"


def pick(n: int, u: tuple[int, ...], edge: int) -> Odds:
    return chances.pick(n, u, edge)


def check(mod: int) -> Odds:
    return cases.check(mod)


def contest(a: int, b: int) -> Odds:
    return cases.contest(a, b)


def damage(dice: int, thr: int) -> Odds:
    return odds.counting(dice, thr)


def blow(att: int, dfn: int, dice: int, thr: int) -> Odds:
    return cases.blow(att, dfn, dice, thr)


def fight(a: Fighter, b: Fighter) -> Odds:
    return cases.duel(a, b)


def band(mod: int) -> Odds:
    return cases.band(mod)


def keep(n: int, k: int, hi: bool, diff: int) -> Odds:
    return whammies.against(odds.kept(n, k, hi), diff)


def keepopp(n1: int, k1: int, hi1: bool, n2: int, k2: int, hi2: bool) -> Odds:
    return whammies.opposed(odds.kept(n1, k1, hi1), odds.kept(n2, k2, hi2))


def keepsum(n: int, k: int, hi: bool) -> Odds:
    return odds.kept(n, k, hi)


exact = odds.Odds.chances
floats = odds.Odds.floats
