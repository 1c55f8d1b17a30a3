"""Odd One: a game just large enough to try the house on.

Everybody has three tokens. A token buys a throw of one die; an odd face scores. Everybody may
hide a word, which nobody else ever sees; and whoever has a good reason may ask the GM for a point.
"""

from __future__ import annotations

from collections.abc import Iterable

from tests.toy import rules
from tests.toy.rules import (
    ClaimPoint,
    DieThrown,
    HideWord,
    Odd,
    PointGiven,
    ThrowDie,
    WordHidden,
    new,
    odds,
)

from tablefolk.core.book import Book
from tablefolk.core.game import About, Block, Choice, Offer, Option, Page, Seat, Step, Words
from tablefolk.core.language import said
from tablefolk.core.table.scenes import OpenScene
from tablefolk.core.table.seats import Join, OpenTable
from tablefolk.core.table.talk import Say
from tablefolk.core.teller import Teller
from tablefolk.core.verbs import Verbs
from tablefolk.core.words import phrases

__all__ = [
    "ClaimPoint", "DieThrown", "HideWord", "Odd", "PointGiven", "ThrowDie", "WordHidden", "new",
    "odds",
]  # fmt: skip
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
state = Odd
book = Book[Odd](rules.overheard, rules)
commands, events, decide, evolve = book.commands, book.events, book.decide, book.evolve
say = phrases("tests.toy")
verbs = Verbs(say)
tell = Teller[Odd](say, {}).tell


def offers(odd: Odd, seat: Seat) -> Iterable[Offer]:
    yield verbs.do(ThrowDie, "scores", owed=0 < odd.tokens.get(seat.id, 0) < 3)
    yield verbs.do(HideWord, "", Words(*verbs.asked("HideWord.text")))
    yield verbs.do(ClaimPoint, "", Words(*verbs.asked("ClaimPoint.why")))


class Scores(Block, frozen=True, kw_only=True):
    rows: tuple[tuple[str, int, int], ...]
    hidden: str = ""


def view(odd: Odd, seat: Seat) -> Page:
    rows = tuple((who, odd.score.get(who, 0), left) for who, left in odd.tokens.items())
    return Page((Scores("scores", rows=rows, hidden=odd.hidden.get(seat.id, "")),))


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
