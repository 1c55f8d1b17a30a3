"""What happened, in words for each seat; None where it is not for them, or the table tells it."""

from __future__ import annotations

from typing import Any

from tablefolk.core.game import Event, Line, Seat
from tablefolk.games.mutagen.page.tell import making, playing
from tablefolk.games.mutagen.page.tell.making import Teller
from tablefolk.games.mutagen.rules.state import Show

TOLD: dict[type[Event], Teller] = {**making.TOLD, **playing.TOLD}


def tell(show: Show, event: Any, seat: Seat) -> Line | None:
    """One event for one seat."""
    teller = TOLD.get(type(event))
    return teller(show, event, seat) if teller else None
