"""What one seat sees of Mutagen: an allow-list, block by block; nothing here is secret (MU-146)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tablefolk.core.game import Block, Page, Seat
from tablefolk.games.mutagen.page.view import (
    books,
    creation,
    harm,
    moves,
    sessions,
    sheets,
    talks,
    world,
)
from tablefolk.games.mutagen.rules.state import Show

# Each theme is a module with `blocks(show, seat)`. Within a region of the page (scene, people,
# self, desk) blocks stand in this order; to whoever makes a character, that comes first.
PLAYING: tuple[Any, ...] = (talks, harm, sessions, moves, world)
MAKING: tuple[Any, ...] = (creation, sheets, books)


def view(show: Show, seat: Seat) -> Page:
    """Only what this seat may see."""
    return Page(tuple(blocks(show, seat)))


def blocks(show: Show, seat: Seat) -> Iterator[Block]:
    making, *rest = MAKING
    first = creation.comes_first(show, seat)
    themes = (making, *PLAYING, *rest) if first else (*PLAYING, *MAKING)
    for theme in themes:
        yield from theme.blocks(show, seat)
