"""What the Director has decided, as records that can be looked up later (SB-8, SB-171).

Chapters that leave something to the Director yield `ruled(…)` beside their own event.
"""

from __future__ import annotations

from collections.abc import Iterator

from tablefolk.core.dice import Dice
from tablefolk.core.game import Act, Change, Event, Seat
from tablefolk.core.words import sentence
from tablefolk.games.shapers_and_bots.rules.state import World, the_director, words
from tablefolk.games.shapers_and_bots.rules.values import Id, Line, Ruling, Text
from tablefolk.games.shapers_and_bots.rules.wording import Facts

BY_ITSELF = {"SB-8", "SB-144", "SB-147", "SB-161"}  # rulings that nothing else tells


class RulingRecorded(Change[World], frozen=True):
    """One more decision on record: which rule left it open, what was asked, what was said."""

    voice = "noted"
    number: int
    rule: str
    question: str
    answer: str
    reason: str = ""
    about: str = ""
    hidden: bool = False

    def onto(self, world: World) -> World:
        return world.with_ruling(
            self.number, self.rule, self.question, self.answer, self.reason, self.about, self.hidden
        )

    def told_to(self, world: World, seat: Seat) -> str | None:
        told = self.rule in BY_ITSELF and (seat.gm or not self.hidden)
        return "" if told else None

    def in_words(self, world: World, seat: Seat) -> Facts:
        return {"question": sentence(self.question), "answer": sentence(self.answer)}


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


# -- A ruling in so many words (SB-8, SB-171) ------------------------------------------------------


class RecordRuling(Act[World], frozen=True):
    """The Director writes down how something was decided, so that it can be looked up."""

    may = "gm"
    question: Line
    answer: Text
    rule: Id = "SB-8"
    reason: Line = ""
    about: Id = ""
    hidden: bool = False

    def do(self, world: World, seat: Seat, dice: Dice) -> Iterator[Event]:
        the_director(seat, "SB-8")
        question = words(self.question, "SB-8", "Write down what was asked.")
        answer = words(self.answer, "SB-8", "Write down what was decided.")
        about = world.character(self.about).id if self.about else ""
        yield ruled(world, self.rule, question, answer, self.reason, about, self.hidden)


# -- Looking up (SB-8) -----------------------------------------------------------------------------


def rulings_for(world: World, seat: Seat, sought: str = "") -> tuple[Ruling, ...]:
    """The rulings this seat may see that hold these words, the latest first."""
    open_ones = (r for r in reversed(world.rulings) if seat.gm or not r.hidden)
    return tuple(r for r in open_ones if _holds(world, r, sought.casefold()))


def _holds(world: World, ruling: Ruling, sought: str) -> bool:
    about = world.name(ruling.about) if ruling.about else ""
    text = f"{ruling.rule} {ruling.question} {ruling.answer} {ruling.reason} {about}"
    return sought in text.casefold()
