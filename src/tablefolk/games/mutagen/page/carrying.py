"""A character to take along: one's own, or from the GM's chair anybody's (TF-39)."""

from __future__ import annotations

from typing import Any

from tablefolk.core.game import Seat, must
from tablefolk.games.mutagen.rules import bringing
from tablefolk.games.mutagen.rules.state import Show


def sheet(show: Show, seat: Seat, who: str) -> dict[str, Any]:
    """A player's character written out; whoever is retired stays where their story ended."""
    hero = show.cast.get(who)
    mine = hero if hero and (seat.gm or hero.player == seat.id) else None
    found = must(mine, "TF-39", "unknown", "There is no such sheet.")
    why = f"{found.name} is retired, and stays at this table."
    must(found.alive, "MU-105", "retired", why)
    return bringing.sheet(show, found.id)
