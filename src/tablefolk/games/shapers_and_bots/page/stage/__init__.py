"""What a seat can look into, part by part; who is waited for; the mat; the rows of people."""

from __future__ import annotations

from collections.abc import Iterator

from tablefolk.core.game import Offer, Page, Seat
from tablefolk.core.stage import Part, offers_of, page_of
from tablefolk.games.shapers_and_bots.page.stage import making, playing, tools
from tablefolk.games.shapers_and_bots.page.stage.mat import mat, rows
from tablefolk.games.shapers_and_bots.page.stage.waiting import waiting
from tablefolk.games.shapers_and_bots.rules.state import World

__all__ = ["mat", "offers", "parts", "rows", "view", "waiting"]


def parts(world: World, seat: Seat) -> Iterator[Part]:
    """What goes on first, then what lies about, then the tools."""
    yield from making.parts(world, seat)
    yield from playing.parts(world, seat)
    yield from tools.parts(world, seat)


def view(world: World, seat: Seat) -> Page:
    """Only what this seat may see."""
    return page_of(parts(world, seat))


def offers(world: World, seat: Seat) -> Iterator[Offer]:
    """Everything somebody in this seat would think of."""
    return offers_of(parts(world, seat))
