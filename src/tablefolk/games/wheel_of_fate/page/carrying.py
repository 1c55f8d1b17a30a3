"""A character to take along: what everybody at the table may read of it anyway (TF-39)."""

from __future__ import annotations

from typing import Any

from tablefolk.core.game import Seat, must
from tablefolk.games.wheel_of_fate.rules import bringing
from tablefolk.games.wheel_of_fate.rules.state import Wheel


def sheet(wheel: Wheel, seat: Seat, who: str) -> dict[str, Any]:
    """A player character written out; the GM's people stay at their table."""
    hero = wheel.cast.get(who)
    played = hero if hero and hero.kind == "pc" else None
    return bringing.sheet(wheel, must(played, "TF-39", "unknown", "There is no such sheet.").id)
