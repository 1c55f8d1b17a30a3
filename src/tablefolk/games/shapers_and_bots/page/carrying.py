"""A character to take along: one's own, or from the Director's chair any player's (TF-39)."""

from __future__ import annotations

from typing import Any

from tablefolk.core.game import Seat, must
from tablefolk.games.shapers_and_bots.rules import bringing
from tablefolk.games.shapers_and_bots.rules.state import World


def sheet(world: World, seat: Seat, who: str) -> dict[str, Any]:
    """A player's character written out; extras stay at their table."""
    hero = world.cast.get(who)
    mine = hero and not hero.extra and (seat.gm or hero.player == seat.id)
    found = hero if mine else None
    return bringing.sheet(world, must(found, "TF-39", "unknown", "There is no such sheet.").id)
