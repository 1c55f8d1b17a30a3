"""What at a table of Wheel of Fate is not for everybody's eyes; the laws plant canaries in it."""

from __future__ import annotations

from typing import Any

from tablefolk.core.game import Seat
from tablefolk.core.table.seats import OfferChair
from tablefolk.core.table.state import Table
from tablefolk.games.wheel_of_fate.rules.contests import EnterContest, OpenContest
from tablefolk.games.wheel_of_fate.rules.drafts import DraftRoll
from tablefolk.games.wheel_of_fate.rules.npcs import MakeNpc
from tablefolk.games.wheel_of_fate.rules.tasks import OpenTask, SetDifficulty
from tablefolk.testing import Secret


def the_gm(table: Table, seat: Seat, command: Any) -> set[str]:
    return {table.gm}


SECRETS = (
    # A hidden difficulty (WF-20), and stakes that are not shown (WF-120).
    Secret(
        OpenTask,
        ("physical", "mental", "social"),
        the_gm,
        when=(("hidden", True),),
        reveals=(SetDifficulty, OfferChair),  # which may hide no longer
    ),
    Secret(
        OpenTask,
        ("on_success", "on_failure"),
        the_gm,
        when=(("stakes_shown", False),),
        reveals=(OfferChair,),
    ),
    # The GM's people, until they act (WF-119).
    Secret(
        MakeNpc,
        ("name", "aspects", "notes"),
        the_gm,
        unnoticed=True,
        reveals=(OpenContest, EnterContest, DraftRoll, OfferChair),  # then they act
    ),
)
