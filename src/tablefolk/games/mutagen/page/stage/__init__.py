"""A seat's page of Mutagen, part by part (core/stage.py); nothing here is secret (MU-146)."""

from __future__ import annotations

from collections.abc import Iterator

from tablefolk.core import stage
from tablefolk.core.game import Offer, Page, Seat
from tablefolk.core.stage import Part
from tablefolk.games.mutagen.page.stage import hand, making, playing, sheets, world
from tablefolk.games.mutagen.rules.state import Show

# Each theme is a module with `parts(show, seat)`; of what is open at the table, the first leads.
THEMES = (playing, making, hand, sheets, world)


def parts(show: Show, seat: Seat) -> Iterator[Part]:
    """Everything this seat can look into; what is in it is worked out where it is open."""
    for theme in THEMES:
        yield from theme.parts(show, seat)


def view(show: Show, seat: Seat) -> Page:
    """Only what this seat may see."""
    return stage.page_of(parts(show, seat))


def offers(show: Show, seat: Seat) -> Iterator[Offer]:
    """Everything somebody in this seat would think of."""
    return stage.offers_of(parts(show, seat))
