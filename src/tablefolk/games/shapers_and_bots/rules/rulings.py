"""What the Director has decided, as records that can be looked up later (SB-8, SB-171).

Chapters that leave something to the Director yield `ruled(…)` beside their own event.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tablefolk.core.dice import Dice
from tablefolk.core.game import Command, Event, Seat
from tablefolk.games.shapers_and_bots.rules.state import World, the_director, words
from tablefolk.games.shapers_and_bots.rules.values import Id, Line, Ruling, Text


class RulingRecorded(Event, frozen=True):
    """One more decision on record: which rule left it open, what was asked, what was said."""

    number: int
    rule: str
    question: str
    answer: str
    reason: str = ""
    about: str = ""
    hidden: bool = False


def ruled(
    world: World,
    rule: str,
    question: str,
    answer: str,
    reason: str = "",
    about: str = "",
    hidden: bool = False,
) -> RulingRecorded:
    """A decision with the next free number."""
    number = world.unseen + 1
    return RulingRecorded(number, rule, question, answer, reason.strip(), about, hidden)


def ruling_recorded(world: World, e: RulingRecorded) -> World:
    return world.with_ruling(e.number, e.rule, e.question, e.answer, e.reason, e.about, e.hidden)


# -- A ruling in so many words (SB-8, SB-171) ------------------------------------------------------


class RecordRuling(Command, frozen=True):
    """The Director writes down how something was decided, so that it can be looked up."""

    may = "gm"
    question: Line
    answer: Text
    rule: Id = "SB-8"
    reason: Line = ""
    about: Id = ""
    hidden: bool = False


def record_ruling(world: World, seat: Seat, c: RecordRuling, dice: Dice) -> Iterator[Event]:
    the_director(seat, "SB-8")
    question = words(c.question, "SB-8", "Write down what was asked.")
    answer = words(c.answer, "SB-8", "Write down what was decided.")
    about = world.character(c.about).id if c.about else ""
    yield ruled(world, c.rule, question, answer, c.reason, about, c.hidden)


# -- Looking up (SB-8) -----------------------------------------------------------------------------


def rulings_for(world: World, seat: Seat, sought: str = "") -> tuple[Ruling, ...]:
    """The rulings this seat may see that hold these words, the latest first."""
    open_ones = (r for r in reversed(world.rulings) if seat.gm or not r.hidden)
    return tuple(r for r in open_ones if _holds(world, r, sought.casefold()))


def _holds(world: World, ruling: Ruling, sought: str) -> bool:
    about = world.name(ruling.about) if ruling.about else ""
    text = f"{ruling.rule} {ruling.question} {ruling.answer} {ruling.reason} {about}"
    return sought in text.casefold()


DECIDE: dict[Any, Any] = {RecordRuling: record_ruling}
EVOLVE: dict[Any, Any] = {RulingRecorded: ruling_recorded}
