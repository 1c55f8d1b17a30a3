"""The rules of Odd One."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Annotated

from msgspec import Meta, Struct, field
from msgspec.structs import replace

from tablefolk.core.book import Overheard
from tablefolk.core.dice import Dice
from tablefolk.core.game import Act, Change, Command, Event, Options, Seat, must, need, word
from tablefolk.core.language import said
from tablefolk.core.table.seats import OptionSet, Seated

TOKENS = Annotated[int, Meta(ge=0)]


class Odd(Struct, frozen=True, omit_defaults=True):
    """The game as a value."""

    wins: str = "odd"
    start: int = 3
    tokens: dict[str, TOKENS] = field(default_factory=dict)
    score: dict[str, int] = field(default_factory=dict)
    hidden: dict[str, str] = field(default_factory=dict)
    count: int = 0  # throws so far

    def scored(self, who: str, points: int = 1) -> dict[str, int]:
        return {**self.score, who: self.score.get(who, 0) + points}


def new(options: Options) -> Odd:
    return Odd(str(options.get("wins", "odd")), int(options.get("tokens", 3)))


overheard = Overheard[Odd]()


@overheard.effect(Seated)
def seated(odd: Odd, e: Seated) -> Odd:
    return replace(odd, tokens={**odd.tokens, e.member: odd.start})


@overheard.effect(OptionSet)
def option_set(odd: Odd, e: OptionSet) -> Odd:
    return replace(odd, wins=str(e.value)) if e.key == "wins" else odd


def scores(wins: str, face: int) -> bool:
    """The one reader, of throws and of odds."""
    return face % 2 == (wins == "odd")


class ThrowDie(Act[Odd], frozen=True):
    may = "anyone"

    def do(self, odd: Odd, seat: Seat, dice: Dice) -> Iterator[Event]:
        must(seat.id in odd.tokens, "OD-1", "unknown", "You do not play.")
        need(odd.tokens[seat.id] > 0, "OD-2", "no_tokens", "You have no tokens left.")
        (face,) = dice.roll(1)
        yield DieThrown(odd.count + 1, seat.id, face, scores(odd.wins, face))


class DieThrown(Change[Odd], frozen=True):
    voice = "threw"
    number: int
    by: str
    face: int
    scored: bool

    def onto(self, odd: Odd) -> Odd:
        tokens = {**odd.tokens, self.by: odd.tokens[self.by] - 1}
        score = odd.scored(self.by, self.scored)
        return replace(odd, tokens=tokens, score=score, count=self.number)


class HideWord(Act[Odd], frozen=True):
    may = "anyone"
    text: str

    def do(self, odd: Odd, seat: Seat, dice: Dice) -> Iterator[Event]:
        must(self.text.strip(), "OD-3", "text_needed", "Write a word first.")
        yield WordHidden(seat.id, self.text.strip())


class WordHidden(Change[Odd], frozen=True):
    by: str
    text: str

    def onto(self, odd: Odd) -> Odd:
        return replace(odd, hidden={**odd.hidden, self.by: self.text})

    def told_to(self, odd: Odd, seat: Seat) -> str | None:
        return "" if self.by == seat.id else None


class ClaimPoint(Act[Odd], frozen=True):
    may = "anyone"
    why: str

    def do(self, odd: Odd, seat: Seat, dice: Dice) -> Iterator[Event]:
        must(self.why.strip(), "OD-4", "text_needed", "Give a reason.")
        word(seat, "OD-4", said("A point for this? “{why}”", why=self.why.strip()))
        yield PointGiven(seat.id, self.why.strip())


class PointGiven(Change[Odd], frozen=True):
    by: str
    why: str

    def onto(self, odd: Odd) -> Odd:
        return replace(odd, score=odd.scored(self.by))


def odds(odd: Odd, seat: Seat, command: Command) -> dict[str, Fraction] | None:
    if isinstance(command, ThrowDie):
        return {"scores": Fraction(sum(scores(odd.wins, f) for f in range(1, 7)), 6)}
    return None
