"""A character to take along: one's own, or from the GM's chair anybody's (TF-39)."""

from __future__ import annotations

from typing import Any

from tablefolk.core.game import Seat, must
from tablefolk.games.rotate_bird.rules import bringing
from tablefolk.games.rotate_bird.rules.state import Bird


def sheet(bird: Bird, seat: Seat, who: str) -> dict[str, Any]:
    """A player's character written out; NPCs stay at their table."""
    hero = bird.cast.get(who)
    mine = hero if hero and (seat.gm or hero.player == seat.id) else None
    return bringing.sheet(bird, must(mine, "TF-39", "unknown", "There is no such sheet.").id)
