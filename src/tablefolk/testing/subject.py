"""A game before the laws, and what only its own tests can know of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any

from msgspec import Struct

from tablefolk.core.game import Command, Event, Game
from tablefolk.testing.playing import Evening
from tablefolk.testing.secret import Secret

Moment = Callable[[], Evening]


class Outcomes(Struct, frozen=True):
    """How a throw of a game is read, so that its odds can be held against its dice (TF-23)."""

    # What `odds` has said: the chance of each outcome, or None where it is not about one throw.
    promised: Callable[[Any], Mapping[str, Fraction] | None]
    # Which of these outcomes have come, of the events of a throw.
    came: Callable[[tuple[Event, ...]], Iterable[str]]
    # Evenings on which somebody is about to throw, where chance seldom leads there.
    moments: Callable[[], Iterator[Evening]] | None = None


class Subject(Struct, frozen=True, eq=False):
    """The game, and whatever lets the laws look deeper into it; all but the game is optional."""

    game: Game
    moments: tuple[Moment, ...] = ()  # a fight under way, a death: looked at, and played on from
    beginnings: tuple[Moment, ...] = ()  # what chance seldom leads to: only played on from
    evenings: tuple[Moment, ...] = ()  # from the first step to the last: looked at on their way
    secrets: tuple[Secret, ...] = ()
    outcomes: Outcomes | None = None
    planned: tuple[type[Command], ...] = ()  # offered as somebody planned; another plan would do
    census: tuple[tuple[int, ...], ...] = ()  # how much can happen, by laws/census.py
    own_words: frozenset[str] = frozenset()  # faults elsewhere, in this game a word of its book
    gm_codes: frozenset[str] = frozenset()  # of refusals in its own words: only the GM may
    shown_elsewhere: frozenset[str] = frozenset()  # commands whose guard its own tests try
    unlabelled: frozenset[str] = frozenset()  # commands that a page of its own gives, not a menu
    pictured: frozenset[str] = frozenset()  # commands whose offers are one form of pictures
    table_too: bool = False  # the table's own commands are looked at with this game

    def __str__(self) -> str:
        return self.game.key


def named(subject: Subject) -> str:
    """The end of a test's id."""
    return subject.game.key
