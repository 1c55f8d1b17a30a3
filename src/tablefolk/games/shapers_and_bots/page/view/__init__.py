"""What one seat sees of Shapers and Bots: an allow-list, block by block."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tablefolk.core.game import Block, Page, Seat
from tablefolk.games.shapers_and_bots.page.view import (
    adventures,
    creation,
    extras,
    homemade,
    playing,
    sheets,
    tools,
    words,
)
from tablefolk.games.shapers_and_bots.rules.state import World

# Each theme is a module with `blocks(world, seat)`. Within a region of the page (scene, people,
# self, desk) blocks stand in this order.
PLAYING: tuple[Any, ...] = (playing,)
MAKING: tuple[Any, ...] = (creation, sheets, adventures, extras, tools, homemade, words)


def view(world: World, seat: Seat) -> Page:
    """Only what this seat may see."""
    return Page(tuple(blocks(world, seat)))


def blocks(world: World, seat: Seat) -> Iterator[Block]:
    for theme in (*PLAYING, *MAKING):
        yield from theme.blocks(world, seat)
