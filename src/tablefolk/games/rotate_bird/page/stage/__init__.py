"""A seat's stage in Rotate Bird: what it can look into, part by part (RB-3)."""

from __future__ import annotations

from collections.abc import Iterator

from tablefolk.core import stage
from tablefolk.core.game import Offer, Page, Seat
from tablefolk.core.stage import Part
from tablefolk.games.rotate_bird.page.stage import edges, making, tests, tools, world
from tablefolk.games.rotate_bird.page.stage.rows import mat, rows
from tablefolk.games.rotate_bird.page.stage.waiting import waiting
from tablefolk.games.rotate_bird.rules.state import Bird

__all__ = ["mat", "offers", "parts", "rows", "view", "waiting"]
THEMES = (tests, making, edges, world, tools)  # each with `parts(bird, seat)`, in this order


def parts(bird: Bird, seat: Seat) -> Iterator[Part]:
    """Everything this seat can look into; nothing of it is worked out yet."""
    for theme in THEMES:
        yield from theme.parts(bird, seat)
    yield from making.newcomers(bird, seat)


def view(bird: Bird, seat: Seat) -> Page:
    """Only what this seat may see."""
    return stage.page_of(parts(bird, seat))


def offers(bird: Bird, seat: Seat) -> Iterator[Offer]:
    """Everything somebody in this seat would think of."""
    return stage.offers_of(parts(bird, seat))
