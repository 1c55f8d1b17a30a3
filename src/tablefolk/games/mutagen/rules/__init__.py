"""The book of Mutagen, chapter by chapter."""

from __future__ import annotations

from collections.abc import Iterable

from tablefolk.core.book import Book
from tablefolk.core.dice import Dice
from tablefolk.core.game import Command, Event, Seat
from tablefolk.games.mutagen.rules import (
    bars,
    books,
    bringing,
    buying,
    cast,
    closing,
    creation,
    death,
    disputes,
    dying,
    effects,
    facts,
    harm,
    leading,
    leveling,
    limits,
    outcomes,
    owing,
    proposing,
    resources,
    responding,
    results,
    rolling,
    sessions,
    speaking,
    statuses,
    take_harm,
    weaving,
    writing,
)
from tablefolk.games.mutagen.rules.state import SetsOff, Show, overheard

book = Book[Show](
    overheard, owing, resources, buying, results, statuses, bars, harm, death, weaving, facts,
    effects, creation, writing, proposing, speaking, rolling, closing, outcomes, responding,
    leading, take_harm, dying, sessions, leveling, disputes, limits, cast, books, bringing,
)  # fmt: skip


def decide(show: Show, seat: Seat, command: Command, dice: Dice) -> Iterable[Event]:
    """What happens if this seat does that now, with what it sets off; or a refusal."""
    events = book.decide(show, seat, command, dice)
    return effects.with_set_off(show, events, dice) if isinstance(command, SetsOff) else events
