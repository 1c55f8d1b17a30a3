"""Rounds: whose turn it is, held-back stress, and how a contest ends (WF-87 … WF-92)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import chain, pairwise, takewhile
from typing import Literal, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from tablefolk.core.book import after
from tablefolk.core.dice import Dice
from tablefolk.core.game import Act, Change, Event, Seat, must, need
from tablefolk.core.table.seats import gm_only
from tablefolk.core.words import listing
from tablefolk.games.wheel_of_fate.rules.building import beaten
from tablefolk.games.wheel_of_fate.rules.notation import versus
from tablefolk.games.wheel_of_fate.rules.order import (
    OrderSet,
    SetOrder,
    able,
    by_seat,
    by_speed,
    contest_of,
    in_exchange,
    running,
    speeds_of,
    the_contest,
    undecided,
)
from tablefolk.games.wheel_of_fate.rules.state import Contest, Fought, Wheel, Who, overheard
from tablefolk.games.wheel_of_fate.rules.stress import taking
from tablefolk.games.wheel_of_fate.rules.wording import Facts, dealt, say, whammies

A = TypeVar("A", bound=Act[Wheel])
Doing = Callable[[A, Wheel, Seat, Dice], Iterator[Event]]

# -- Whose turn it is (WF-89) ----------------------------------------------------------------


def waiting(wheel: Wheel, contest: Contest, group: Iterable[str]) -> tuple[str, ...]:
    """Those of a group who are still to act."""
    return tuple(w for w in group if w not in contest.acted and able(wheel, contest, w))


def turn(wheel: Wheel) -> str:
    """The character whose turn it is, or nobody's."""
    contest = running(wheel)
    groups = contest.groups if contest else ()
    return next((w for g in groups for w in waiting(wheel, contest_of(wheel), g)), "")


def may_act(wheel: Wheel, who: str) -> None:
    """One thing on one's turn, once a round (WF-89); free for those outside of the contest."""
    contest, name = running(wheel), wheel.name(who)
    if contest is None or contest.once or who not in (*contest.who, *contest.entering):
        return
    idle = not in_exchange(contest)
    must(idle, "WF-65", "roll_open", "The two rolls have to be thrown first.")
    need(contest.groups, "WF-83", "not_your_turn", "The order of this round is not set yet.")
    need(who not in contest.acted, "WF-89", "already_acted", f"{name} has acted this round.")
    now = wheel.name(turn(wheel))
    need(who == turn(wheel), "WF-89", "not_your_turn", f"It is {now or 'nobody'}'s turn.")


class Acted(Change[Wheel], frozen=True):
    """Somebody has used their action of this round, or is passed over because they cannot act."""

    who: Who
    how: Literal["act", "task", "help", "pass", "unable"]

    def onto(self, wheel: Wheel) -> Wheel:
        return wheel.with_contest(acted=(*contest_of(wheel).acted, self.who))

    def told_to(self, wheel: Wheel, seat: Seat) -> str | None:
        return f"_{self.how}"  # acts and tasks are told by themselves


def acting(wheel: Wheel, who: str, how: Literal["act", "task", "help", "pass"]) -> Iterator[Event]:
    """The action is used up, and whatever that brings about."""
    contest = running(wheel)
    if contest and not contest.once and who in contest.who:
        done = Acted(who, how)
        yield done
        yield from moving_on(done.onto(wheel), may_end=how == "act")


def passed_over(wheel: Wheel) -> Iterator[Event]:
    """Those whose turn would have come before the next, and who cannot act (WF-90)."""
    contest, following = contest_of(wheel), turn(wheel)
    for who in takewhile(lambda who: who != following, chain.from_iterable(contest.groups)):
        there = who in contest.who and who in wheel.cast and who not in contest.gave_in
        if there and who not in contest.acted:
            yield Acted(who, "unable")


def beginning(wheel: Wheel) -> Iterator[Event]:
    """Who cannot act and stands before the first who can; nobody, where nobody can."""
    return passed_over(wheel) if turn(wheel) else iter(())


def settled_first(rule: Doing[A]) -> Doing[A]:
    """A rule before which an open question of WF-95 is settled as no."""

    def do(self: A, wheel: Wheel, seat: Seat, dice: Dice) -> Iterator[Event]:
        first = tuple(unanswered(wheel))
        yield from first
        yield from rule(self, after(wheel, first), seat, dice)

    return do


class Pass(Act[Wheel], frozen=True):
    may = "owner or gm"
    who: str

    @settled_first
    def do(self, wheel: Wheel, seat: Seat, dice: Dice) -> Iterator[Event]:
        hero, contest = wheel.own(seat, self.who), the_contest(wheel)
        must(
            self.who in contest.who, "WF-89", "not_your_turn", f"{hero.name} takes no part in this."
        )
        may_act(wheel, self.who)
        yield from acting(wheel, self.who, "pass")


# -- The choice of a winning defender (WF-95) ------------------------------------------------


class InflictChosen(Change[Wheel], frozen=True):
    """A defender who won takes the attacker as mark, or lets it be."""

    who: Who
    on: Who
    yes: bool
    stress: int = 0

    def onto(self, wheel: Wheel) -> Wheel:
        contest = contest_of(wheel)
        assert contest.exchange is not None
        done = replace(contest.exchange, asks="", stress=self.stress)
        marks = {**contest.marks, self.who: self.on} if self.yes else contest.marks
        return wheel.with_contest(exchange=done, marks=marks)

    def told_to(self, wheel: Wheel, seat: Seat) -> str | None:
        return "" if self.yes else "_not"

    def in_words(self, wheel: Wheel, seat: Seat) -> Facts:
        return {"dealt": dealt(wheel.name(self.on), self.stress)}


def unanswered(wheel: Wheel) -> Iterator[Event]:
    """No answer means no stress: what comes next settles the question (WF-95)."""
    contest = running(wheel)
    if contest and contest.exchange and contest.exchange.asks:
        no = InflictChosen(contest.exchange.asks, contest.exchange.actor, False)
        yield no
        yield from moving_on(no.onto(wheel))


# -- Held-back stress (WF-87, WF-88) ---------------------------------------------------------


class StressHeld(Change[Wheel], frozen=True):
    """Stress that waits until the whole group has acted."""

    who: Who
    n: int

    def onto(self, wheel: Wheel) -> Wheel:
        pending = contest_of(wheel).pending
        return wheel.with_contest(pending={**pending, self.who: pending.get(self.who, 0) + self.n})


class HeldStressFell(Change[Wheel], frozen=True):
    """The group has acted: what was held back falls now."""

    def onto(self, wheel: Wheel) -> Wheel:
        return wheel.with_contest(pending={})


def falling(wheel: Wheel) -> Iterator[Event]:
    """All that was held back, added up, on each (WF-88)."""
    pending = contest_of(wheel).pending
    if pending:
        yield HeldStressFell()
        yield from (taking(wheel, who, n) for who, n in pending.items() if who in wheel.cast)


def group_of(contest: Contest, who: str) -> tuple[str, ...]:
    return next((group for group in contest.groups if who in group), (who,))


def group_done(wheel: Wheel) -> bool:
    """Whether the group in which stress was held back has acted in full."""
    contest = contest_of(wheel)
    actor = contest.exchange.actor if contest.exchange else ""
    return not waiting(wheel, contest, group_of(contest, actor))


# -- Setting the order (WF-63, WF-83, WF-87) -------------------------------------------------


@overheard.rule(SetOrder)
def set_order(wheel: Wheel, seat: Seat, c: SetOrder, dice: Dice) -> Iterator[Event]:
    gm_only(seat, "WF-83")
    contest = undecided(wheel)
    event = OrderSet(by_speed(wheel), speeds_of(wheel), tuple(contest.pledges))
    yield event
    yield from moving_on(event.onto(wheel), may_end=False)


# -- The next turn, the next round (WF-90, WF-92) --------------------------------------------


class RoundBegan(Change[Wheel], frozen=True):
    """Marks, haste and pledges are wiped; the order is made anew."""

    number: int
    who: tuple[Who, ...]
    groups: tuple[tuple[str, ...], ...]  # () until the GM sets the order by dice
    many: bool  # more than two can act: everybody defends against everybody (WF-92)

    def onto(self, wheel: Wheel) -> Wheel:
        return wheel.with_contest(
            round=self.number,
            who=self.who,
            groups=self.groups,
            many=self.many,
            entering=(),
            acted=(),
            haste={},
            pledges={},
            marks={},
        )


def next_round(wheel: Wheel) -> RoundBegan:
    contest = contest_of(wheel)
    who = (*contest.who, *contest.entering)
    groups = by_seat(wheel, who) if contest.order == "seats" else ()
    return RoundBegan(contest.round + 1, who, groups, many(wheel, replace(contest, who=who)))


def many(wheel: Wheel, contest: Contest) -> bool:
    return sum(able(wheel, contest, who) for who in contest.who) > 2


def moving_on(wheel: Wheel, may_end: bool = True) -> Iterator[Event]:
    """Once an action is over: held-back stress, the end of the contest, the next round."""
    contest = running(wheel)
    if contest is None or in_exchange(contest) or (contest.exchange and contest.exchange.asks):
        return
    fallen = tuple(falling(wheel)) if group_done(wheel) else ()
    yield from fallen
    wheel = after(wheel, fallen)
    may_end = may_end or bool(fallen)
    if may_end and len(remaining(wheel)) < 2 and not contest_of(wheel).pending:
        yield from closing(wheel, by_itself=True)
        return
    over = tuple(passed_over(wheel))
    yield from over
    wheel = after(wheel, over)
    if contest.groups and not turn(wheel):
        following = next_round(wheel)
        yield following
        yield from beginning(after(wheel, (following,)))


# -- The end (WF-73, WF-91) ------------------------------------------------------------------


class ContestClosed(Change[Wheel], frozen=True):
    """It is over; stress stays until the scene ends."""

    title: str
    standing: tuple[Who, ...] = ()
    by_itself: bool = False  # all of one side are out or have given in

    def onto(self, wheel: Wheel) -> Wheel:
        """Rolls still being built for it go with it, thrown ones are closed."""
        contest = contest_of(wheel)
        mine = set(contest.rolls.values()) | set(contest.exchange.rolls if contest.exchange else ())
        rolls = {
            n: replace(roll, phase="closed") if n in mine else roll
            for n, roll in wheel.rolls.items()
            if not (n in mine and roll.phase == "draft")
        }
        over = replace(contest, open=False, pending={})
        ended = Fought(over, self.standing, self.by_itself, wheel.scene, wheel.count)
        return replace(wheel, rolls=rolls, contest=over, fought=(*wheel.fought, ended))

    def told_to(self, wheel: Wheel, seat: Seat) -> str | None:
        return "_left" if self.standing and self.by_itself else ""


def standing(wheel: Wheel) -> dict[str, tuple[str, ...]]:
    """Side by side, who is neither beaten in what it is about nor has given in."""
    contest = all_of_it(wheel)
    fight = (w for w in contest.who if w in wheel.cast and w not in contest.gave_in)
    return by_side(contest, (w for w in fight if not beaten(wheel.cast[w], contest.attribute)))


def remaining(wheel: Wheel) -> dict[str, tuple[str, ...]]:
    """Side by side, who can still act in any way: where there are two it is not over by itself, for
    who is out in one thing may act with another (WF-77, WF-89, WF-91)."""
    contest = all_of_it(wheel)
    return by_side(contest, (w for w in contest.who if able(wheel, contest, w)))


def all_of_it(wheel: Wheel) -> Contest:
    """The contest as its next round will be, with those who enter then."""
    contest = contest_of(wheel)
    return replace(contest, who=(*contest.who, *contest.entering))


def by_side(contest: Contest, people: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """Without a label one is one's own side."""
    sides = dict[str, tuple[str, ...]]()
    for who in people:
        side = contest.sides.get(who) or f"alone:{who}"
        sides[side] = (*sides.get(side, ()), who)
    return sides


def closing(wheel: Wheel, by_itself: bool = False) -> Iterator[Event]:
    """Held-back stress is applied, then the contest is closed (WF-91); used by EndScene too."""
    if running(wheel) is None:
        return
    fallen = tuple(falling(wheel))
    yield from fallen
    wheel = after(wheel, fallen)
    left = tuple(chain.from_iterable((standing(wheel) or remaining(wheel)).values()))
    yield ContestClosed(contest_of(wheel).title, left, by_itself)


class Placing(Struct, frozen=True):
    """One character's place among all, and its whammies over the next below (WF-73)."""

    who: str
    place: int
    total: int | None
    whammies: int
    roll: int = 0  # with which dice; 0 in what was written before edition 2


class ContestRanked(Change[Wheel], frozen=True):
    """Everybody has thrown once: the highest wins, equal highest share (WF-73)."""

    voice = "threw"
    places: tuple[Placing, ...]

    def told_to(self, wheel: Wheel, seat: Seat) -> str | None:
        thrown = [p for p in self.places if p.total is not None]
        shared = sum(p.place == 1 for p in thrown) > 1
        return "_shared" if shared else "" if thrown else "_nobody"

    def in_words(self, wheel: Wheel, seat: Seat) -> Facts:
        """Everybody by name with what they threw, the highest first; who won, and by how much."""
        thrown = [p for p in self.places if p.total is not None]
        unable = listing(wheel.name(p.who) for p in self.places if p.total is None)
        first = [p for p in thrown if p.place == 1]
        behind = next((p.total or 0 for p in thrown if p not in first), None)
        by = ""
        if behind is not None:
            ahead = (first[0].total or 0) - behind
            by = say("ContestRanked.by", n=ahead) + whammies(first[0].whammies)
        return {
            "scores": ", ".join(f"{wheel.name(p.who)} {p.total}" for p in thrown),
            "first": listing(wheel.name(p.who) for p in first),
            "by": by,
            "others": say("ContestRanked.unable", shown=unable) if unable else "",
        }


def ranking(wheel: Wheel) -> Iterator[Event]:
    """The end of a contest of one throw each, once the last has thrown (WF-73)."""
    contest = contest_of(wheel)
    rolls = {who: wheel.rolls[n] for who, n in contest.rolls.items() if who not in contest.gave_in}
    if any(roll.result is None for roll in rolls.values()):
        return
    totals = {who: roll.result.total for who, roll in rolls.items() if roll.result}
    yield ContestRanked(tuple(replace(p, roll=rolls[p.who].id) for p in placed(totals)))
    yield from closing(wheel)


def placed(totals: dict[str, int | None]) -> tuple[Placing, ...]:
    """From the highest down; who lost without a throw comes last, and nobody counts whammies
    over them (WF-71)."""
    levels = sorted({t or 0 for t in totals.values()}, reverse=True)
    below = dict(pairwise(sorted({t for t in totals.values() if t is not None}, reverse=True)))
    ordered = sorted(totals, key=lambda who: -(totals[who] or 0))

    def placing(who: str) -> Placing:
        mine = totals[who] or 0
        over = versus(mine, below.get(mine, mine)).whammies
        return Placing(who, levels.index(mine) + 1, totals[who], over)

    return tuple(placing(who) for who in ordered)
