"""What a seat might do now; the rules themselves judge each proposal."""

from __future__ import annotations

from collections.abc import Iterator

from tablefolk.core.game import Offer, Seat
from tablefolk.games.rotate_bird.page.offers import (
    corrections,
    creation,
    desk,
    edges,
    fallout,
    npcs,
    packs,
    recovery,
    rewards,
    tests,
    tracks,
    variants,
    worksheet,
)
from tablefolk.games.rotate_bird.rules.state import Bird

# Each theme is a module with `offers(bird, seat)`: one line for each.
THEMES = (
    tests,
    fallout,
    edges,
    creation,
    recovery,
    variants,
    worksheet,
    rewards,
    tracks,
    npcs,
    desk,
    packs,
    corrections,
)


def offers(bird: Bird, seat: Seat) -> Iterator[Offer]:
    """Everything somebody in this seat would think of, loudest first."""
    for theme in THEMES:
        yield from theme.offers(bird, seat)
