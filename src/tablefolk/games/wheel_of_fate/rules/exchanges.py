"""Exchanges: one acts against another, both throw, the loser takes stress
(WF-64 … WF-72, WF-92 … WF-95)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from msgspec.structs import replace

from tablefolk.core import game
from tablefolk.core.book import after
from tablefolk.core.dice import Dice
from tablefolk.core.game import Change, Event, Seat, must, need, word
from tablefolk.core.table.seats import gm_only
from tablefolk.core.words import begun, sentence
from tablefolk.games.wheel_of_fate.rules.building import (
    Build,
    attribute_name,
    attribute_of,
    build,
    hopeless,
    value,
)
from tablefolk.games.wheel_of_fate.rules.drafts import can_begin, drafted
from tablefolk.games.wheel_of_fate.rules.notation import read, versus
from tablefolk.games.wheel_of_fate.rules.order import (
    action_sources,
    contest_of,
    in_exchange,
    the_contest,
)
from tablefolk.games.wheel_of_fate.rules.rolls import Thrown, lost_beforehand, points, stress_of
from tablefolk.games.wheel_of_fate.rules.rounds import (
    InflictChosen,
    StressHeld,
    acting,
    group_of,
    may_act,
    moving_on,
    settled_first,
    unanswered,
)
from tablefolk.games.wheel_of_fate.rules.state import (
    ATTRIBUTES,
    Contest,
    Exchange,
    Line,
    Result,
    Roll,
    Wheel,
    Who,
)
from tablefolk.games.wheel_of_fate.rules.stress import taking
from tablefolk.games.wheel_of_fate.rules.wording import Facts, dealt, say, whammies

# -- Acting against somebody (WF-64, WF-77, WF-89, WF-93, WF-94) -----------------------------


class Act(game.Act[Wheel], frozen=True):
    """Act against exactly one other; with another attribute than the contest's the GM is asked."""

    may = "owner or gm"
    who: str
    target: str
    attribute: str = ""
    defence: str = ""  # left to the GM; else the target rolls the same
    how: Line = ""  # what they do, where it is not what the contest is about

    @settled_first
    def do(self, wheel: Wheel, seat: Seat, dice: Dice) -> Iterator[Event]:
        hero, contest = wheel.own(seat, self.who), the_contest(wheel)
        must(
            self.who in contest.who, "WF-89", "not_your_turn", f"{hero.name} takes no part in this."
        )
        may_act(wheel, self.who)
        there = self.target in contest.who and self.target in wheel.cast and self.target != self.who
        must(there, "WF-93", "one_target", "Act against exactly one other who takes part.")
        fights = self.target not in contest.gave_in
        need(fights, "WF-93", "one_target", f"{wheel.name(self.target)} has given in.")
        attribute = attribute_of(wheel, self.attribute or contest.attribute)
        can_begin(wheel, hero, attribute)
        theirs = f"What {wheel.name(self.target)} defends with, the GM says."
        must(not self.defence or seat.gm or seat.word, "WF-64", "gm_only", theirs)
        if attribute != contest.attribute:
            way = f"{attribute_name(wheel, attribute)} against {wheel.name(self.target)}"
            asked = f"May {hero.name} act with {way} in “{contest.title}”?"
            word(seat, "WF-64", f"{asked} {begun(sentence(self.how.strip()))}".strip())
        mark = contest.marks.get(self.who, "") if contest.many else ""
        yield opened(wheel, self, attribute, mark if mark != self.target else "")


class ExchangeOpened(Change[Wheel], frozen=True):
    """Two drafts stand against each other, open to all (WF-65)."""

    exchange: Exchange
    rolls: tuple[Roll, Roll]
    other_mark: Who = ""  # whom the actor has marked instead: a win deals no stress (WF-94)

    def onto(self, wheel: Wheel) -> Wheel:
        for roll in self.rolls:
            wheel = drafted(wheel, roll)
        return wheel.with_contest(exchange=self.exchange)

    def told_to(self, wheel: Wheel, seat: Seat) -> str | None:
        return "_other_mark" if self.other_mark else ""

    def in_words(self, wheel: Wheel, seat: Seat) -> Facts:
        exchange = self.exchange
        return {"actor": wheel.name(exchange.actor), "target": wheel.name(exchange.target)}


def defence(wheel: Wheel, c: Act, attribute: str) -> str:
    """What the target rolls: the same, unless the GM says otherwise (WF-64); a special pool only
    where they have dice in it too."""
    if c.defence:
        return attribute_of(wheel, c.defence)
    same = attribute in ATTRIBUTES or value(wheel.cast[c.target], attribute)
    return attribute if same else contest_of(wheel).attribute


def opened(wheel: Wheel, c: Act, attribute: str, mark: str) -> ExchangeOpened:
    """The two drafts; a side that no dice can save need not be waited for (WF-71)."""
    contest, number = contest_of(wheel), wheel.count + 1
    sources = action_sources(wheel, c.who, attribute, number + 1)
    first = Roll(
        number,
        c.who,
        attribute,
        contest.title,
        sources=sources,
        in_exchange=True,
        scene=wheel.scene,
    )
    second = Roll(
        number + 1,
        c.target,
        defence(wheel, c, attribute),
        contest.title,
        in_exchange=True,
        scene=wheel.scene,
    )
    ready = (c.target,) if hopeless(wheel, second) else ()
    exchange = Exchange(c.who, c.target, (first.id, second.id), ready)
    return ExchangeOpened(exchange, (first, second), mark)


def surely_won(wheel: Wheel, roll: Roll) -> bool:
    """Whether the other side can do nothing at all: nobody throws, nothing changes it (WF-71)."""
    other = facing(wheel, roll)
    return other is not None and hopeless(wheel, other) and not build(wheel, roll).auto


def decided(wheel: Wheel, roll: Roll) -> bool:
    """Whether nothing that goes into a roll could tip it any more (WF-33, WF-71)."""
    return surely_won(wheel, roll) or hopeless(wheel, roll)


def facing(wheel: Wheel, roll: Roll) -> Roll | None:
    """The draft that stands against this one, while neither is thrown."""
    exchange = wheel.contest.exchange if wheel.contest else None
    if exchange is None or exchange.thrown or roll.id not in exchange.rolls:
        return None
    (other,) = {*exchange.rolls} - {roll.id}
    return wheel.rolls[other]


def as_it_stands(wheel: Wheel, roll: Roll) -> Literal["", "won", "lost", "nobody"]:
    """How it ends for this side, where as both drafts stand nobody throws (WF-15, WF-71, WF-72)."""
    other = facing(wheel, roll)
    theirs = build(wheel, other).auto if other else ""
    if build(wheel, roll).auto:
        return "nobody" if theirs else "lost"
    return "won" if theirs else ""


# -- Both ready, both throw (WF-65) ----------------------------------------------------------


class GetReady(game.Act[Wheel], frozen=True):
    """One side is content with its draft; with the second the dice fall.

    A draft that loses as it stands asks for a second thought (WF-15).
    """

    may = "owner or gm"
    roll: int
    confirm: bool = False

    def do(self, wheel: Wheel, seat: Seat, dice: Dice) -> Iterator[Event]:
        exchange = under_way(wheel)
        must(self.roll in exchange.rolls, "WF-65", "no_roll", "That roll stands against no other.")
        hero = wheel.own(seat, wheel.roll(self.roll).roller)
        must(hero.id not in exchange.ready, "WF-65", "ready", f"{hero.name} is ready already.")
        built = build(wheel, wheel.rolls[self.roll])
        sure = self.confirm or not built.auto
        need(sure, "WF-15", "confirm_auto_loss", lost_beforehand(hero, built))
        event = Readied(hero.id, self.roll)
        yield event
        wheel = event.onto(wheel)
        if {exchange.actor, exchange.target} <= {*under_way(wheel).ready}:
            yield from throwing(wheel, dice)


class Readied(Change[Wheel], frozen=True):
    who: Who
    roll: int

    def onto(self, wheel: Wheel) -> Wheel:
        exchange = contest_of(wheel).exchange
        assert exchange is not None
        return wheel.with_contest(exchange=replace(exchange, ready=(*exchange.ready, self.who)))


class CloseWait(game.Act[Wheel], frozen=True):
    """The GM closes the wait: both throw as they stand; an open choice is none."""

    may = "gm"

    def do(self, wheel: Wheel, seat: Seat, dice: Dice) -> Iterator[Event]:
        gm_only(seat, "WF-65")
        contest = the_contest(wheel)
        if contest.exchange and contest.exchange.asks:
            own = wheel.cast[contest.exchange.asks].kind == "npc"
            must(not own, "WF-95", "yours", "Yours to answer: does it hurt, or not?")
            yield from unanswered(wheel)
        else:
            under_way(wheel)
            yield from throwing(wheel, dice)


def under_way(wheel: Wheel) -> Exchange:
    """The exchange whose dice have not fallen yet."""
    contest = the_contest(wheel)
    waits = contest.exchange if in_exchange(contest) else None
    return must(waits, "WF-65", "no_roll", "Nobody acts against anybody just now.")


def throwing(wheel: Wheel, dice: Dice) -> Iterator[Event]:
    """The actor's dice, then the target's; then what they mean."""
    exchange = under_way(wheel)
    first, second = (wheel.rolls[n] for n in exchange.rolls)
    results = both(build(wheel, first), build(wheel, second), dice)
    for roll, result in zip((first, second), results, strict=True):
        spent = points(roll) if result.faces else {}
        event = Thrown(roll.id, result, spent, stress=stress_of(wheel, roll))
        yield event
        wheel = event.onto(wheel)
    yield from outcome(wheel, *results)


def both(mine: Build, theirs: Build, dice: Dice) -> tuple[Result, Result]:
    """Two results; where one side cannot roll nobody throws, and the other wins (WF-71, WF-72)."""
    if mine.auto or theirs.auto:
        nobody = bool(mine.auto and theirs.auto)
        return (
            Result(mine.notation, success=not mine.auto, auto=mine.auto, nobody=nobody),
            Result(theirs.notation, success=not theirs.auto, auto=theirs.auto, nobody=nobody),
        )
    ours = [(b, dice.roll(b.pool.dice_count)) for b in (mine, theirs)]
    totals = [read(b.pool, faces).total for b, faces in ours]
    one, two = (
        held(b, faces, total, other)
        for (b, faces), total, other in zip(ours, totals, reversed(totals), strict=True)
    )
    return one, two


def held(built: Build, faces: tuple[int, ...], total: int, other: int) -> Result:
    """One side's dice against the other's total (WF-66, WF-67)."""
    said = versus(total, other)
    kept = read(built.pool, faces).kept
    return Result(built.notation, faces, kept, total, said.success, said.margin, said.whammies)


# -- Who wins, and what it costs (WF-66 … WF-72, WF-94) --------------------------------------


class ExchangeDecided(Change[Wheel], frozen=True):
    """Who won, with how many whammies, and what that deals or may deal."""

    actor: Who
    target: Who
    winner: Who = ""  # "": nobody
    whammies: int = 0
    stress: int = 0
    asks: Who = ""  # the defender who may now choose (WF-95)
    mark: bool = False  # the actor has the target as mark from now on (WF-94)
    totals: tuple[int, ...] = ()  # the actor's and the target's, where both threw
    other_mark: Who = ""  # whom the winner has marked instead, so that nobody is hurt (WF-94)

    def onto(self, wheel: Wheel) -> Wheel:
        contest = contest_of(wheel)
        assert contest.exchange is not None
        done = replace(
            contest.exchange,
            thrown=True,
            winner=self.winner,
            whammies=self.whammies,
            stress=self.stress,
            asks=self.asks,
        )
        marks = {**contest.marks, self.actor: self.target} if self.mark else contest.marks
        return wheel.with_contest(exchange=done, marks=marks)

    def told_to(self, wheel: Wheel, seat: Seat) -> str | None:
        return "" if self.winner else "_tie" if self.totals else "_nobody"

    def in_words(self, wheel: Wheel, seat: Seat) -> Facts:
        """Both by name with what they threw, the winner first; and who takes the stress (WF-67)."""
        names = wheel.name(self.actor), wheel.name(self.target)
        rows = [f"{name} {total}" for name, total in zip(names, self.totals, strict=False)]
        rows = rows[::-1] if self.winner == self.target else rows
        hurt, asks = wheel.name(loser(self)), wheel.name(self.asks)
        return {
            "scores": say("ExchangeDecided.scores", shown=", ".join(rows)) if rows else "",
            "more": whammies(self.whammies),
            "dealt": dealt(hurt, 0 if self.asks else self.stress),
            "chooses": say("ExchangeDecided.chooses", who=asks, loser=hurt) if self.asks else "",
            "spared": self.spared(wheel, hurt),
        }

    def spared(self, wheel: Wheel, loser: str) -> str:
        if not self.other_mark:
            return ""
        who, mark = wheel.name(self.winner), wheel.name(self.other_mark)
        return say("ExchangeDecided.spared", who=who, mark=mark, loser=loser)


def outcome(wheel: Wheel, mine: Result, theirs: Result) -> Iterator[Event]:
    event = came(contest_of(wheel), mine, theirs)
    yield event
    wheel = event.onto(wheel)
    at_once = event.stress and not event.asks
    dealt = (dealing(wheel, loser(event), event.stress),) if at_once else ()
    yield from dealt
    yield from acting(after(wheel, dealt), event.actor, "act")


def came(contest: Contest, mine: Result, theirs: Result) -> ExchangeDecided:
    """One stress and one more for each whammy, on the loser and no helper (WF-60, WF-68, WF-69)."""
    exchange = contest.exchange
    assert exchange is not None
    totals = tuple(r.total for r in (mine, theirs) if r.total is not None)
    event = ExchangeDecided(exchange.actor, exchange.target, totals=totals)
    if mine.success == theirs.success:
        return event
    won = mine if mine.success else theirs
    winner = exchange.actor if mine.success else exchange.target
    event = replace(event, winner=winner, whammies=won.whammies)
    return marked(contest, event)


def marked(contest: Contest, event: ExchangeDecided) -> ExchangeDecided:
    """Among many, stress falls on one's mark only; a defender is asked (WF-94, WF-95)."""
    if not hurts(contest, event.winner, loser(event)):
        other = contest.marks.get(event.winner, "") if contest.many and contest.harmful else ""
        return replace(event, other_mark=other)
    event, acts = replace(event, stress=1 + event.whammies), event.winner == event.actor
    if not contest.many:
        return event
    return replace(event, mark=acts, asks="" if acts else event.winner)


def hurts(contest: Contest, winner: str, beaten: str) -> bool:
    """Whether that win can deal stress: among many, only on one's mark (WF-68, WF-70, WF-94)."""
    marked = contest.marks.get(winner, beaten) if contest.many else beaten
    return contest.harmful and marked == beaten


def loser(event: ExchangeDecided) -> str:
    return event.target if event.winner == event.actor else event.actor


def dealing(wheel: Wheel, who: str, n: int) -> Event:
    """Stress falls at once, or waits until the whole group has acted (WF-82, WF-87)."""
    contest = contest_of(wheel)
    actor = contest.exchange.actor if contest.exchange else ""
    if len(group_of(contest, actor)) > 1:
        return StressHeld(who, n)
    return taking(wheel, who, n)


# -- A defender's choice (WF-95) -------------------------------------------------------------


class Inflict(game.Act[Wheel], frozen=True):
    """A defender who won takes the attacker as mark and inflicts stress, or does not."""

    may = "owner or gm"
    yes: bool

    def do(self, wheel: Wheel, seat: Seat, dice: Dice) -> Iterator[Event]:
        exchange = the_contest(wheel).exchange
        asked = exchange if exchange and exchange.asks else None
        exchange = must(asked, "WF-95", "no_choice", "There is nothing to choose just now.")
        wheel.own(seat, exchange.asks)
        stress = exchange.stress if self.yes else 0
        event = InflictChosen(exchange.asks, exchange.actor, self.yes, stress)
        yield event
        wheel = event.onto(wheel)
        dealt = (dealing(wheel, exchange.actor, stress),) if self.yes else ()
        yield from dealt
        yield from moving_on(after(wheel, dealt))
