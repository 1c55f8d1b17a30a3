"""Exact odds of drafts, before anybody commits, and the GM's yardstick (WF-26, WF-128)."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import prod

from msgspec import Struct

from tablefolk.core.game import Command, Seat
from tablefolk.core.odds import MOST_DICE, Odds
from tablefolk.core.table.company import sees_odds
from tablefolk.games.wheel_of_fate.rules import whammies
from tablefolk.games.wheel_of_fate.rules.building import Build, build, lost, value
from tablefolk.games.wheel_of_fate.rules.exchanges import GetReady, hurts
from tablefolk.games.wheel_of_fate.rules.notation import DicePool, totals
from tablefolk.games.wheel_of_fate.rules.rolls import Throw, stress_of
from tablefolk.games.wheel_of_fate.rules.state import Contest, Roll, Wheel

MARKS = (5, 10, 15, 20, 25)  # difficulties to pick from (WF-20)
SURE_LOSS, SURE_TIE, SURE_WIN = (Odds({n: 1}, 1) for n in (-1, 0, 1))


class Chances(Struct, frozen=True):
    """A draft against a difficulty; of the ways, -1 is a failure, else they are the whammies."""

    notation: str
    ways: Odds
    more: tuple[Odds, ...] = ()  # with one bonus die more, with one extra die; () if neither helps

    @property
    def success(self) -> Fraction:
        return self.ways.at_least(0)

    @property
    def whammy(self) -> Fraction:
        """At least one."""
        return self.ways.at_least(1)

    @property
    def mean_whammies(self) -> Fraction:
        return self.ways.mean(lambda count: max(0, count))


class Duel(Struct, frozen=True):
    """A draft against another; of the ways, above 0 is one and a win's whammies, below 0 a loss's.

    That many stress dice it deals or takes, where that side's win can hurt.
    """

    notation: str
    other: str
    ways: Odds
    more: tuple[Odds, ...] = ()
    deals: bool = True
    takes: bool = True

    @property
    def win(self) -> Fraction:
        return self.ways.at_least(1)

    @property
    def tie(self) -> Fraction:
        return self.ways.chance(0)

    @property
    def lose(self) -> Fraction:
        return 1 - self.win - self.tie

    @property
    def mean_stress(self) -> Fraction:
        """What is dealt, on average; nothing to somebody who is not one's mark (WF-94)."""
        return self.ways.mean(lambda stress: max(0, stress)) if self.deals else Fraction(0)


# -- Against a difficulty, and against each other --------------------------------------------


def against(pool: DicePool | None, difficulty: int) -> Odds:
    """The odds of a pool, or of a roll that is lost beforehand (WF-13)."""
    return whammies.against(totals(pool), difficulty) if pool else SURE_LOSS


def versus(mine: DicePool | None, theirs: DicePool | None) -> Odds:
    """A side that cannot roll loses without a throw; where neither can, nobody wins (WF-71)."""
    if mine is None or theirs is None:
        return SURE_LOSS if theirs else SURE_WIN if mine else SURE_TIE
    return whammies.opposed(totals(mine), totals(theirs))


@lru_cache(maxsize=256)
def firsts(throws: tuple[Odds, ...]) -> tuple[Fraction, ...]:
    """The chance of each of several throws to be the highest alone; the rest is a tie (WF-73)."""

    def first(mine: Odds, others: tuple[Odds, ...]) -> Fraction:
        ways = sum(
            n * prod(sum(m for t, m in other.ways.items() if t < total) for other in others)
            for total, n in mine.ways.items()
        )
        return Fraction(ways, mine.of * prod(other.of for other in others))

    return tuple(first(one, (*throws[:n], *throws[n + 1 :])) for n, one in enumerate(throws))


def race_odds(wheel: Wheel, contest: Contest) -> dict[str, Fraction]:
    """Who comes first where all throw once; what has fallen counts, and no throw is a 0 (WF-73)."""
    still = (who for who in contest.rolls if who not in contest.gave_in)
    rolls = {who: wheel.rolls[contest.rolls[who]] for who in still}
    if all(r.result for r in rolls.values()) or any(too_many(wheel, r) for r in rolls.values()):
        return {}
    throws = tuple(race_throw(wheel, roll) for roll in rolls.values())
    return dict(zip(rolls, firsts(throws), strict=True))


def race_throw(wheel: Wheel, roll: Roll) -> Odds:
    if roll.result:
        return Odds({roll.result.total or 0: 1}, 1)
    pool = pool_of(build(wheel, roll))
    return totals(pool) if pool else Odds({0: 1}, 1)


def task_odds(wheel: Wheel, roll: Roll) -> Chances:
    """The odds of a draft for a task, and what one more die would make of them."""
    built = build(wheel, roll)
    more = tuple(against(pool, roll.difficulty) for pool in one_more(wheel, roll, built))
    return Chances(built.notation, against(pool_of(built), roll.difficulty), more)


def exchange_odds(wheel: Wheel, contest: Contest, roll: Roll, other: Roll) -> Duel:
    """The odds of a draft that stands against another."""
    built, theirs = build(wheel, roll), build(wheel, other)
    foe = pool_of(theirs)
    more = tuple(versus(pool, foe) for pool in one_more(wheel, roll, built)) if foe else ()
    deals = hurts(contest, roll.roller, other.roller)
    takes = hurts(contest, other.roller, roll.roller)
    return Duel(built.notation, theirs.notation, versus(pool_of(built), foe), more, deals, takes)


def pool_of(built: Build) -> DicePool | None:
    return None if built.auto else built.pool


def one_more(wheel: Wheel, roll: Roll, built: Build) -> tuple[DicePool | None, ...]:
    """The pool with one more bonus die, and with one more extra die, where dice can help."""
    if built.auto and not built.missing:
        return ()
    was, stress = built.pool, stress_of(wheel, roll)
    better = DicePool(was.attribute, was.extra, was.net + 1)
    longer = DicePool(was.attribute, was.extra + 1, was.net)
    return tuple(None if lost(roll.attribute, stress, p) else p for p in (better, longer))


def draft_odds(wheel: Wheel, roll: Roll) -> Chances | Duel | None:
    """The odds of a draft: against its difficulty, or against the roll it stands against."""
    if roll.phase != "draft" or too_many(wheel, roll):
        return None
    if roll.difficulty:
        return task_odds(wheel, roll)
    contest = wheel.contest
    if contest is None or contest.exchange is None or roll.id not in contest.exchange.rolls:
        return None
    other = wheel.rolls[next(n for n in contest.exchange.rolls if n != roll.id)]
    return None if too_many(wheel, other) else exchange_odds(wheel, contest, roll, other)


def too_many(wheel: Wheel, roll: Roll) -> bool:
    """More dice than anybody counts, with one more to come."""
    return build(wheel, roll).pool.dice_count >= MOST_DICE


# -- Who may know (WF-20, TF-23) -------------------------------------------------------------


def odds(wheel: Wheel, seat: Seat, command: Command) -> Chances | Duel | None:
    """The odds of what somebody is about to throw, where this seat may know them."""
    if not isinstance(command, Throw | GetReady):
        return None
    roll = wheel.rolls.get(command.roll)
    return draft_odds(wheel, roll) if roll and may_know(wheel, seat, roll) else None


def may_know(wheel: Wheel, seat: Seat, roll: Roll) -> bool:
    """Whether a seat is shown the odds of a roll; a hidden difficulty hides them."""
    return knows(seat, roll) and shown_to(wheel, seat, roll)


def knows(seat: Seat, roll: Roll) -> bool:
    """Whether a seat knows what a roll is held against (WF-20)."""
    return seat.gm or not roll.hidden


def shown_to(wheel: Wheel, seat: Seat, roll: Roll) -> bool:
    """Whether the table shows this seat the odds of that roll (TF-23)."""
    return sees_odds(wheel.options, seat, wheel.cast[roll.roller].owner == seat.id)


# -- The GM's yardstick (WF-128) -------------------------------------------------------------


class Measure(Struct, frozen=True):
    """One character's chance with the plain attribute, one bonus die, one invoked aspect."""

    who: str
    dice: int
    out: bool
    plain: Fraction
    bonus: Fraction
    aspect: Fraction


class Yardstick(Struct, frozen=True):
    """How hard a difficulty is for this group; `reachable`: without aspects, for somebody."""

    rows: tuple[Measure, ...]
    reachable: bool


def yardstick(wheel: Wheel, difficulty: int, attribute: str) -> Yardstick:
    """What every player character could do about it, under the stress they have."""
    rows = []
    for hero in wheel.pcs():
        if hero.attributes:
            dice = value(hero, attribute)
            out = lost(attribute, hero.stress, DicePool(dice)) in ("incapable", "out")
            chances = measured(0 if out else dice, hero.stress, difficulty)
            rows.append(Measure(hero.id, dice, out, *chances))
    return Yardstick(tuple(rows), any(row.bonus for row in rows))


@lru_cache(maxsize=4096)
def measured(dice: int, stress: int, difficulty: int) -> tuple[Fraction, Fraction, Fraction]:
    pools = (DicePool(dice, 0, -stress), DicePool(dice, 0, 1 - stress), DicePool(dice, 1, -stress))
    plain, bonus, aspect = (
        against(pool if dice and not pool.overwhelmed else None, difficulty).at_least(0)
        for pool in pools
    )
    return plain, bonus, aspect
