"""What one seat sees of Rotate Bird: an allow-list, block by block."""

from __future__ import annotations

from collections.abc import Iterator

from tablefolk.core.game import Block, Page, Seat
from tablefolk.games.rotate_bird.page.view import (
    corrections,
    creation,
    desk,
    npcs,
    packs,
    rewards,
    sheets,
    tests,
    tracks,
    worksheet,
)
from tablefolk.games.rotate_bird.rules.state import Bird

# Each theme is a module with `blocks(bird, seat)`, one line for each. Within a region of the page
# (scene, people, self, desk) blocks stand in this order.
THEMES = (
    tests,
    tracks,
    npcs,
    rewards,
    worksheet,
    creation,
    sheets,
    desk,
    packs,
    corrections,
)


def view(bird: Bird, seat: Seat) -> Page:
    """Only what this seat may see."""
    return Page(tuple(blocks(bird, seat)))


def blocks(bird: Bird, seat: Seat) -> Iterator[Block]:
    for theme in THEMES:
        yield from theme.blocks(bird, seat)
