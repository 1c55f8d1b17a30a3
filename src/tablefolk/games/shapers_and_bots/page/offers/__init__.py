"""What a seat might do now; the rules themselves judge each proposal."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tablefolk.core.game import Offer, Seat
from tablefolk.games.shapers_and_bots.page.offers import (
    adventures,
    bots,
    bots_play,
    cast,
    challenges,
    creation,
    desk,
    fighting,
    gear,
    growing,
    harm,
    homemade,
    people,
    shaping,
    sheets,
)
from tablefolk.games.shapers_and_bots.rules.state import World

# Each theme is a module with `offers(world, seat)`: one line for each, loudest first.
PLAYING: tuple[Any, ...] = (
    fighting, harm, challenges, shaping, bots_play, growing, cast, desk,
)  # fmt: skip
MAKING: tuple[Any, ...] = (creation, bots, gear, sheets, people, adventures, homemade)


def offers(world: World, seat: Seat) -> Iterator[Offer]:
    """Everything somebody in this seat would think of."""
    for theme in (*PLAYING, *MAKING):
        yield from theme.offers(world, seat)
