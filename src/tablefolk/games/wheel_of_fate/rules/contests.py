"""Contests: opening, taking sides, coming and going, closing (WF-64, WF-70, WF-73, WF-82 … WF-96).

The order of action is in `order.py`, turns and rounds in `rounds.py`, exchanges in `exchanges.py`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

from msgspec.structs import replace

from tablefolk.core.dice import Dice
from tablefolk.core.game import Command, Event, Seat, must
from tablefolk.core.table.seats import gm_only
from tablefolk.games.wheel_of_fate.rules import order, rounds
from tablefolk.games.wheel_of_fate.rules.building import attribute_of
from tablefolk.games.wheel_of_fate.rules.drafts import drafted
from tablefolk.games.wheel_of_fate.rules.order import (
    by_seat,
    contest_of,
    in_exchange,
    running,
    the_contest,
)
from tablefolk.games.wheel_of_fate.rules.rounds import (
    beginning,
    closing,
    many,
    moving_on,
    ranking,
    unanswered,
)
from tablefolk.games.wheel_of_fate.rules.state import Contest, Roll, Wheel

# -- Opening (WF-64, WF-70, WF-73) -----------------------------------------------------------


class OpenContest(Command, frozen=True):
    may = "gm"
    title: str
    attribute: str
    who: tuple[str, ...]
    harmful: bool = True
    order: Literal["seats", "dice"] = "seats"
    once: bool = False


class ContestOpened(Event, frozen=True):
    contest: Contest
    rolls: tuple[Roll, ...] = ()  # one for each, where everybody throws once (WF-73)


def open_contest(wheel: Wheel, seat: Seat, c: OpenContest, dice: Dice) -> Iterator[Event]:
    gm_only(seat, "WF-64")
    must(running(wheel) is None, "WF-64", "contest_open", "Close the contest under way first.")
    title = must(c.title.strip(), "WF-64", "text_needed", "Say what the contest is about.")
    attribute_of(wheel, c.attribute)
    who = tuple(dict.fromkeys(wheel.character(key).id for key in c.who))
    must(len(who) > 1, "WF-64", "one_target", "A contest needs at least two characters.")
    must(not (c.once and c.harmful), "WF-73", "harmful", "Where all throw once, nobody is hurt.")
    groups = by_seat(wheel, who) if c.order == "seats" and not c.once else ()
    contest = Contest(
        wheel.count + 1, title, c.attribute, c.harmful, c.order, who, groups=groups, once=c.once
    )
    event = begun(wheel, replace(contest, many=many(wheel, contest)))
    yield event
    yield from beginning(contest_opened(wheel, event))


def begun(wheel: Wheel, contest: Contest) -> ContestOpened:
    """With a roll for each in seat order, where everybody throws once (WF-73)."""
    if not contest.once:
        return ContestOpened(contest)
    people = enumerate(order.seated(wheel, contest.who), contest.id + 1)
    rolls = tuple(
        Roll(n, who, contest.attribute, contest.title, scene=wheel.scene) for n, who in people
    )
    return ContestOpened(replace(contest, rolls={r.roller: r.id for r in rolls}), rolls)


def contest_opened(wheel: Wheel, e: ContestOpened) -> Wheel:
    for roll in e.rolls:
        wheel = drafted(wheel, roll)
    return replace(wheel, contest=e.contest, count=max(wheel.count, e.contest.id))


# -- Coming and going, sides (WF-91, WF-96) --------------------------------------------------


class EnterContest(Command, frozen=True):
    may = "gm"
    who: str


class ContestEntered(Event, frozen=True):
    """From the next round on."""

    who: str


class LeaveContest(Command, frozen=True):
    may = "gm"
    who: str


class ContestLeft(Event, frozen=True):
    who: str


class GiveIn(Command, frozen=True):
    may = "owner or gm"
    who: str


class GaveIn(Event, frozen=True):
    who: str


class SetSide(Command, frozen=True):
    """A label for display, odds and help; the rules know no sides (WF-96)."""

    may = "gm"
    who: str
    side: str


class SideSet(Event, frozen=True):
    who: str
    side: str


def enter_contest(wheel: Wheel, seat: Seat, c: EnterContest, dice: Dice) -> Iterator[Event]:
    gm_only(seat, "WF-91")
    contest, hero = the_contest(wheel), wheel.character(c.who)
    outside = c.who not in (*contest.who, *contest.entering)
    must(outside, "WF-91", "already_in", f"{hero.name} takes part already.")
    yield ContestEntered(c.who)


def contest_entered(wheel: Wheel, e: ContestEntered) -> Wheel:
    return wheel.with_contest(entering=(*contest_of(wheel).entering, e.who))


def leave_contest(wheel: Wheel, seat: Seat, c: LeaveContest, dice: Dice) -> Iterator[Event]:
    gm_only(seat, "WF-91")
    contest = the_contest(wheel)
    inside = c.who in (*contest.who, *contest.entering)
    must(inside, "WF-91", "unknown", "They take no part in this contest.")
    not_rolling(wheel, contest, c.who)
    event = ContestLeft(c.who)
    yield event
    yield from moving_on(contest_left(wheel, event))


def contest_left(wheel: Wheel, e: ContestLeft) -> Wheel:
    """Stress held back still falls on those who leave."""
    contest = contest_of(wheel)
    return wheel.with_contest(
        who=tuple(w for w in contest.who if w != e.who),
        entering=tuple(w for w in contest.entering if w != e.who),
        pledges={h: w for h, w in contest.pledges.items() if e.who not in (h, w)},
    )


def not_rolling(wheel: Wheel, contest: Contest, who: str) -> None:
    """Nobody walks away from two rolls that stand against each other."""
    pair = contest.exchange
    busy = pair and in_exchange(contest) and who in (pair.actor, pair.target)
    must(not busy, "WF-91", "roll_open", f"{wheel.name(who)}'s roll has to be thrown first.")


def give_in(wheel: Wheel, seat: Seat, c: GiveIn, dice: Dice) -> Iterator[Event]:
    hero = wheel.own(seat, c.who)
    contest = must(running(wheel), "WF-64", "no_contest", "No contest is under way.")
    fights = c.who in contest.who and c.who not in contest.gave_in
    must(fights, "WF-91", "not_your_turn", f"{hero.name} has nothing to give in to.")
    not_rolling(wheel, contest, c.who)
    event = GaveIn(c.who)
    yield event
    wheel = gave_in(wheel, event)
    yield from ranking(wheel) if contest.once else moving_on(wheel)


def gave_in(wheel: Wheel, e: GaveIn) -> Wheel:
    return wheel.with_contest(gave_in=(*contest_of(wheel).gave_in, e.who))


def set_side(wheel: Wheel, seat: Seat, c: SetSide, dice: Dice) -> Iterator[Event]:
    gm_only(seat, "WF-96")
    contest = must(running(wheel), "WF-64", "no_contest", "No contest is under way.")
    inside = c.who in (*contest.who, *contest.entering)
    must(inside, "WF-96", "unknown", "They take no part in this contest.")
    yield SideSet(c.who, c.side.strip())


def side_set(wheel: Wheel, e: SideSet) -> Wheel:
    return wheel.with_contest(sides={**contest_of(wheel).sides, e.who: e.side})


# -- Closing (WF-91) -------------------------------------------------------------------------


class CloseContest(Command, frozen=True):
    """The GM ends it; held-back stress falls first."""

    may = "gm"


def close_contest(wheel: Wheel, seat: Seat, c: CloseContest, dice: Dice) -> Iterator[Event]:
    gm_only(seat, "WF-91")
    must(running(wheel), "WF-91", "no_contest", "No contest is under way.")
    first = tuple(unanswered(wheel))
    yield from first
    yield from closing(rounds.told(wheel, first))


DECIDE: dict[Any, Any] = {
    OpenContest: open_contest,
    EnterContest: enter_contest,
    LeaveContest: leave_contest,
    GiveIn: give_in,
    SetSide: set_side,
    CloseContest: close_contest,
}
EVOLVE: dict[Any, Any] = {
    ContestOpened: contest_opened,
    ContestEntered: contest_entered,
    ContestLeft: contest_left,
    GaveIn: gave_in,
    SideSet: side_set,
}
