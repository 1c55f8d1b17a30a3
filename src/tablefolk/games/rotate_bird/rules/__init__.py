"""The book of Rotate Bird, chapter by chapter."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from tablefolk.core.book import Book
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
from tablefolk.games.rotate_bird.rules.state import Bird, overheard

NAMING = ("symbol", "symbols", "being", "doing")  # the fields of commands that name symbols
book = Book[Bird](
    overheard, symbols, creation, tests, tapping, rolling, helping, doing, edges, fallout,
    fallout_tables, recovery, tracks, challenges, npcs, opposition, rewards, worksheet,
    incident, variants, bringing,
)  # fmt: skip


def decide(bird: Bird, seat: Seat, command: Command, dice: Dice) -> Iterable[Event]:
    """What happens if this seat does that now, by these dice or real ones (RB-6); or a refusal."""
    return book.decide(bird, seat, spelled(bird, command), dice)


def spelled(bird: Bird, command: Command) -> Command:
    """The command with its symbols by their ids, where somebody has named them aloud (RB-10)."""
    found = {}
    for field in NAMING:
        said = getattr(command, field, "")
        now = bird.meant(said) if isinstance(said, str) else tuple(map(bird.meant, said))
        if now != said:
            found[field] = now
    return replace(command, **found) if found else command
