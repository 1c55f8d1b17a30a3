"""What a seat might do now; the rules themselves judge each proposal."""

from __future__ import annotations

from collections.abc import Iterator

from tablefolk.core.game import Offer, Seat
from tablefolk.games.wheel_of_fate.page.offers import (
    contests,
    creation,
    desk,
    fate,
    pools,
    rolls,
)
from tablefolk.games.wheel_of_fate.rules.state import Wheel

THEMES = (rolls, fate, contests, creation, desk, pools)


def offers(wheel: Wheel, seat: Seat) -> Iterator[Offer]:
    """Everything somebody in this seat would think of, loudest first."""
    for theme in THEMES:
        yield from theme.offers(wheel, seat)
