"""The book of Wheel of Fate: its chapters, and the two tables that hold them together."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from tablefolk.core.dice import Dice
from tablefolk.core.game import Command, Event, Seat
from tablefolk.games.wheel_of_fate.rules import (
    bringing,
    contests,
    creation,
    drafts,
    exchanges,
    fate,
    helping,
    npcs,
    order,
    pools,
    rolls,
    rounds,
    scenes,
    steps,
    stress,
    tasks,
)
from tablefolk.games.wheel_of_fate.rules.state import Wheel

Rule = Callable[[Wheel, Seat, Any, Dice], Iterator[Event]]
Effect = Callable[[Wheel, Any], Wheel]

CHAPTERS = (
    creation, steps, npcs, bringing, pools, tasks, drafts, rolls, fate, helping,
    contests, order, rounds, exchanges, stress, scenes,
)  # fmt: skip
DECIDE: dict[type[Command], Rule] = {
    c: r for chapter in CHAPTERS for c, r in chapter.DECIDE.items()
}
EVOLVE: dict[type[Event], Effect] = {
    e: f for chapter in CHAPTERS for e, f in chapter.EVOLVE.items()
}
COMMANDS = tuple(DECIDE)
EVENTS = tuple(EVOLVE)


def decide(wheel: Wheel, seat: Seat, command: Any, dice: Dice) -> Iterable[Event]:
    """What happens if this seat does that now; or a refusal."""
    return DECIDE[type(command)](wheel, seat, command, dice)


def evolve(wheel: Wheel, event: Any) -> Wheel:
    """The table once this has happened."""
    return EVOLVE[type(event)](wheel, event)
