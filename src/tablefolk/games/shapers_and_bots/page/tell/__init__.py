"""What happened, in words for each seat; None where it is not for them, or the table tells it."""

from __future__ import annotations

from typing import Any

from tablefolk.core.game import Event, Line, Seat
from tablefolk.games.shapers_and_bots.page.tell import making, playing
from tablefolk.games.shapers_and_bots.page.tell.making import Teller
from tablefolk.games.shapers_and_bots.rules.state import World

TOLD: dict[type[Event], Teller] = {**making.TOLD, **playing.TOLD}


def tell(world: World, event: Any, seat: Seat) -> Line | None:
    """One event for one seat."""
    teller = TOLD.get(type(event))
    return teller(world, event, seat) if teller else None
