"""What at a table of Rotate Bird is not for everybody's eyes; the laws plant canaries in it."""

from __future__ import annotations

from typing import Any

from tablefolk.core.game import Seat
from tablefolk.core.table.seats import OfferChair
from tablefolk.core.table.state import Table
from tablefolk.games.rotate_bird.rules.challenges import DeclareChallenge
from tablefolk.games.rotate_bird.rules.fallout_tables import PrepareFallout
from tablefolk.games.rotate_bird.rules.npcs import AddNpcChallenge, MakeNpc
from tablefolk.games.rotate_bird.rules.opposition import BrushOff, ShowNpc
from tablefolk.games.rotate_bird.rules.tests import Frame, OpenTest
from tablefolk.games.rotate_bird.rules.worksheet import PlaceBeing
from tablefolk.testing import Secret


def the_gm(table: Table, seat: Seat, command: Any) -> set[str]:
    return {table.gm}


MET = (ShowNpc, BrushOff, Frame, OpenTest, OfferChair)  # how one comes to know them
SAID = (DeclareChallenge, OpenTest, OfferChair)  # when it comes to a test
SECRETS = (
    # The GM's people, until they are met; their notes and challenges always (RB-132, RB-142).
    Secret(MakeNpc, ("name", "notes"), the_gm, unnoticed=True, reveals=MET),
    Secret(AddNpcChallenge, ("scope", "label"), the_gm, unnoticed=True, reveals=SAID),
    # What is on a worksheet of somebody's own (RB-175).
    Secret(PlaceBeing, ("fact",), unnoticed=True, applies=lambda c: c.alone, personal=True),
    # A fallout table that is prepared and not in use (RB-86).
    Secret(PrepareFallout, ("name",), the_gm, unnoticed=True),
)
