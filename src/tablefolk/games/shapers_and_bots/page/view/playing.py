"""The play itself, in the order in which it lies on the table."""

from __future__ import annotations

from collections.abc import Iterator

from tablefolk.core.game import Block, Seat
from tablefolk.games.shapers_and_bots.page.view import (
    challenges,
    desk,
    fights,
    forecasting,
    harm,
    panels,
)
from tablefolk.games.shapers_and_bots.rules.state import World


def blocks(world: World, seat: Seat) -> Iterator[Block]:
    """What is asked first, then what could be done, then the Director's desk."""
    yield from harm.blocks(world, seat)
    yield from fights.blocks(world, seat)
    yield from challenges.blocks(world, seat)
    yield from challenges.trying(world, seat)
    yield from forecasting.blocks(world, seat)
    yield from harm.desk(world, seat)
    yield from panels.blocks(world, seat)
    yield from desk.growing(world, seat)
    yield from desk.blocks(world, seat)
    yield from desk.earlier(world, seat)
