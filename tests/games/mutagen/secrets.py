"""What at a table of Mutagen is not for everybody's eyes; the laws plant canaries in it."""

from __future__ import annotations

from typing import Any

from tablefolk.core.game import Seat
from tablefolk.core.table.state import Table
from tablefolk.games.mutagen.rules.leveling import GiveFeedback
from tablefolk.testing import Secret


def the_gm_too(table: Table, seat: Seat, command: Any) -> set[str]:
    return {seat.id, table.gm}


SECRETS = (
    # Nothing is secret (MU-146), but feedback to the GM is for the GM (MU-137).
    Secret(GiveFeedback, ("text",), the_gm_too, personal=True),
)
