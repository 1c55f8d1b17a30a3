"""The book of Mutagen: its chapters, and the two tables that hold them together."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

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
from tablefolk.games.mutagen.rules.state import Show

Rule = Callable[[Show, Seat, Any, Dice], Iterator[Event]]
Effect = Callable[[Show, Any], Show]

CHAPTERS = (
    owing,
    resources,
    buying,
    results,
    statuses,
    bars,
    harm,
    death,
    weaving,
    facts,
    effects,
    creation,
    writing,
    proposing,
    speaking,
    rolling,
    closing,
    outcomes,
    responding,
    leading,
    take_harm,
    dying,
    sessions,
    leveling,
    disputes,
    limits,
    cast,
    books,
    bringing,
)
DECIDE: dict[type[Command], Rule] = {
    c: r for chapter in CHAPTERS for c, r in chapter.DECIDE.items()
}
EVOLVE: dict[type[Event], Effect] = {
    e: f for chapter in CHAPTERS for e, f in chapter.EVOLVE.items()
}
COMMANDS = tuple(DECIDE)
EVENTS = tuple(EVOLVE)


def decide(show: Show, seat: Seat, command: Any, dice: Dice) -> Iterable[Event]:
    """What happens if this seat does that now; or a refusal."""
    return DECIDE[type(command)](show, seat, command, dice)


def evolve(show: Show, event: Any) -> Show:
    """The table once this has happened."""
    return EVOLVE[type(event)](show, event)
