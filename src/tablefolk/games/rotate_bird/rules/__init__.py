"""The book of Rotate Bird: its chapters, and the two tables that hold them together."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from msgspec.structs import replace

from tablefolk.core.dice import Dice
from tablefolk.core.game import Command, Event, Seat
from tablefolk.games.rotate_bird.rules import (
    bringing,
    challenges,
    creation,
    doing,
    edges,
    fallout,
    fallout_tables,
    helping,
    incident,
    npcs,
    opposition,
    recovery,
    rewards,
    rolling,
    symbols,
    tapping,
    tests,
    tracks,
    variants,
    worksheet,
)
from tablefolk.games.rotate_bird.rules.state import Bird

KINDS = ("being", "doing")
Rule = Callable[[Bird, Seat, Any, Dice], Iterator[Event]]
Effect = Callable[[Bird, Any], Bird]

CHAPTERS = (
    symbols,
    creation,
    tests,
    tapping,
    rolling,
    helping,
    doing,
    edges,
    fallout,
    fallout_tables,
    recovery,
    tracks,
    challenges,
    npcs,
    opposition,
    rewards,
    worksheet,
    incident,
    variants,
    bringing,
)
DECIDE: dict[type[Command], Rule] = {
    c: r for chapter in CHAPTERS for c, r in chapter.DECIDE.items()
}
EVOLVE: dict[type[Event], Effect] = {
    e: f for chapter in CHAPTERS for e, f in chapter.EVOLVE.items()
}
COMMANDS = tuple(DECIDE)
NAMING: dict[type[Command], tuple[str, ...]] = {
    command: tuple(f for f in command.__struct_fields__ if f in ("symbol", "symbols", *KINDS))
    for command in COMMANDS
}
EVENTS = tuple(EVOLVE)


def decide(bird: Bird, seat: Seat, command: Any, dice: Dice) -> Iterable[Event]:
    """What happens if this seat does that now; or a refusal."""
    return DECIDE[type(command)](bird, seat, spelled(bird, command), dice)


def spelled(bird: Bird, command: Any) -> Any:
    """The command with its symbols by their ids, where somebody has named them aloud (RB-10)."""
    found = {}
    for field in NAMING.get(type(command), ()):
        said = getattr(command, field)
        now = bird.meant(said) if isinstance(said, str) else tuple(map(bird.meant, said))
        if now != said:
            found[field] = now
    return replace(command, **found) if found else command


def evolve(bird: Bird, event: Any) -> Bird:
    """The table once this has happened."""
    return EVOLVE[type(event)](bird, event)
