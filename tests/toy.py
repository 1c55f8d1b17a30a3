"""Odd One: a game just large enough to try the house on.

Everybody has three tokens. A token buys a throw of one die; an odd face scores. Everybody may
hide a word, which nobody else ever sees; and whoever has a good reason may ask the GM for a point.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Annotated, Any

from msgspec import Meta, Struct, field
from msgspec.structs import replace

from tablefolk.core.dice import Dice
from tablefolk.core.game import (
    About,
    Block,
    Choice,
    Command,
    Event,
    Line,
    Offer,
    Option,
    Options,
    Page,
    Seat,
    Step,
    Words,
    must,
    need,
    word,
)
from tablefolk.core.language import said
from tablefolk.core.table.scenes import OpenScene
from tablefolk.core.table.seats import Join, OpenTable, OptionSet, Seated
from tablefolk.core.table.talk import Say

key = "odd-one"
edition = 2
about = About(
    title=said("Odd One"),
    pitch=said("Throw odd."),
    dice=said("one d6"),
    players="2",
    mood=said("none"),
    author=said("the tests"),
    licence="MIT",
    icon="dice",
    gm=said("Judge"),
)
options = (
    Option(
        "wins",
        said("What scores"),
        (Choice("odd", said("odd faces")), Choice("even", said("even faces"))),
        "odd",
    ),
    Option(
        "tokens",
        said("Tokens to begin with"),
        (Choice(3, said("three")), Choice(5, said("five"))),
        3,
    ),
)
TOKENS = Annotated[int, Meta(ge=0)]


class Odd(Struct, frozen=True, omit_defaults=True):
    """The game as a value."""

    wins: str = "odd"
    start: int = 3
    tokens: dict[str, TOKENS] = field(default_factory=dict)
    score: dict[str, int] = field(default_factory=dict)
    hidden: dict[str, str] = field(default_factory=dict)
    count: int = 0  # throws so far


state = Odd


class ThrowDie(Command, frozen=True):
    may = "anyone"


class DieThrown(Event, frozen=True):
    number: int
    by: str
    face: int
    scored: bool


class HideWord(Command, frozen=True):
    may = "anyone"
    text: str


class WordHidden(Event, frozen=True):
    by: str
    text: str


class ClaimPoint(Command, frozen=True):
    may = "anyone"
    why: str


class PointGiven(Event, frozen=True):
    by: str
    why: str


commands = (ThrowDie, HideWord, ClaimPoint)
events = (DieThrown, WordHidden, PointGiven, Seated, OptionSet)


def new(options: Options) -> Odd:
    return Odd(str(options.get("wins", "odd")), int(options.get("tokens", 3)))


def scores(wins: str, face: int) -> bool:
    """The one reader, of throws and of odds."""
    return face % 2 == (wins == "odd")


def decide(odd: Odd, seat: Seat, command: Any, dice: Dice) -> Iterator[Event]:
    match command:
        case ThrowDie():
            must(seat.id in odd.tokens, "OD-1", "unknown", "You do not play.")
            need(odd.tokens[seat.id] > 0, "OD-2", "no_tokens", "You have no tokens left.")
            (face,) = dice.roll(1)
            yield DieThrown(odd.count + 1, seat.id, face, scores(odd.wins, face))
        case HideWord(text=text):
            must(text.strip(), "OD-3", "text_needed", "Write a word first.")
            yield WordHidden(seat.id, text.strip())
        case ClaimPoint(why=why):
            must(why.strip(), "OD-4", "text_needed", "Give a reason.")
            word(seat, "OD-4", said("A point for this? “{why}”", why=why.strip()))
            yield PointGiven(seat.id, why.strip())


def evolve(odd: Odd, event: Any) -> Odd:
    match event:
        case Seated(member=member):
            return replace(odd, tokens={**odd.tokens, member: odd.start})
        case DieThrown(by=by, scored=scored, number=number):
            tokens = {**odd.tokens, by: odd.tokens[by] - 1}
            score = {**odd.score, by: odd.score.get(by, 0) + scored}
            return replace(odd, tokens=tokens, score=score, count=number)
        case WordHidden(by=by, text=text):
            return replace(odd, hidden={**odd.hidden, by: text})
        case PointGiven(by=by):
            return replace(odd, score={**odd.score, by: odd.score.get(by, 0) + 1})
        case OptionSet(key="wins", value=value):
            return replace(odd, wins=str(value))
    return odd


def offers(odd: Odd, seat: Seat) -> Iterable[Offer]:
    yield Offer(ThrowDie, said("Throw"), about="scores", owed=0 < odd.tokens.get(seat.id, 0) < 3)
    yield Offer(HideWord, said("Hide a word"), blanks=(Words("text", said("Word")),))
    yield Offer(ClaimPoint, said("Claim a point"), blanks=(Words("why", said("Why")),))


def odds(odd: Odd, seat: Seat, command: Any) -> Any:
    if isinstance(command, ThrowDie):
        return {"scores": Fraction(sum(scores(odd.wins, f) for f in range(1, 7)), 6)}
    return None


class Scores(Block, frozen=True, kw_only=True):
    rows: tuple[tuple[str, int, int], ...]
    hidden: str = ""


def view(odd: Odd, seat: Seat) -> Page:
    rows = tuple((who, odd.score.get(who, 0), left) for who, left in odd.tokens.items())
    return Page((Scores("scores", rows=rows, hidden=odd.hidden.get(seat.id, "")),))


def tell(odd: Odd, event: Any, seat: Seat) -> Line | None:
    match event:
        case DieThrown(by=by, face=face, scored=scored):
            threw = "{by} throws {face}: a point." if scored else "{by} throws {face}."
            return Line(said(threw, by=by, face=face), "threw")
        case WordHidden(by=by, text=text) if by == seat.id:
            return Line(said("You hide “{text}”.", text=text))
        case PointGiven(by=by):
            return Line(said("{by} gets a point.", by=by))
    return None


def demo() -> tuple[Step, ...]:
    return (
        Step("house", OpenTable("Odd evening", "Gil")),
        Step("house", Join("Ana")),
        Step("house", Join("Ben")),
        Step("house", Join("Cy")),
        Step("gil", OpenScene("The cellar")),
        Step("ana", Say("Here we go.")),
        Step("ana", ThrowDie(), (3,)),
        Step("ben", HideWord("marmalade")),
        Step("ben", ThrowDie(), (4,)),
    )
