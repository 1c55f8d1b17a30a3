"""What at a table of Shapers and Bots is secret; the laws plant canaries in it."""

from __future__ import annotations

from typing import Any

from tablefolk.core.game import Seat
from tablefolk.core.table.state import Table
from tablefolk.games.shapers_and_bots.rules.adventures import (
    GiveHandout,
    NoteDown,
    NoteSecret,
    StartAdventure,
    WriteAdventure,
)
from tablefolk.games.shapers_and_bots.rules.challenges import OpenChallenge, RollChallenge
from tablefolk.games.shapers_and_bots.rules.contests import JoinContest, OpenContest
from tablefolk.games.shapers_and_bots.rules.extras import MakeExtra
from tablefolk.games.shapers_and_bots.rules.fights.start import JoinFight, StartFight
from tablefolk.games.shapers_and_bots.rules.people import HandOver
from tablefolk.games.shapers_and_bots.rules.rulings import RecordRuling
from tablefolk.games.shapers_and_bots.rules.shaping import Shape
from tablefolk.testing import Secret


def the_director(table: Table, seat: Seat, command: Any) -> set[str]:
    return {table.gm}


def those_it_is_for(table: Table, seat: Seat, command: GiveHandout) -> set[str]:
    return {table.gm, *command.to}


# What brings an extra before the players' eyes, rightly.
SHOWING = (HandOver, OpenChallenge, OpenContest, JoinContest, StartFight, JoinFight, Shape)

SECRETS = (
    # Adventures with all that is noted for them (SB-4), and the Director's own notes (SB-175).
    Secret(
        WriteAdventure, ("title", "clock"), the_director, unnoticed=True, reveals=(StartAdventure,),
    ),
    Secret(
        NoteDown, ("title", "text"), the_director, unnoticed=True,
        reveals=(GiveHandout, OpenChallenge),
    ),
    Secret(NoteSecret, ("text",), the_director, unnoticed=True),
    # Extras, until they show themselves (SB-165).
    Secret(MakeExtra, ("name",), the_director, unnoticed=True, reveals=SHOWING),
    # What is rolled behind the Director's hand, until it is rolled (SB-168).
    Secret(
        OpenChallenge, ("what",), the_director, unnoticed=True, when=(("hidden", True),),
        applies=lambda command: command.hidden, reveals=(RollChallenge,),
    ),
    # A ruling that is marked as the Director's own (SB-8).
    Secret(
        RecordRuling, ("question", "answer"), the_director, unnoticed=True,
        when=(("hidden", True),), applies=lambda command: command.hidden,
    ),
    # A handout is read by those it was given to (SB-175).
    Secret(
        GiveHandout, ("title", "text"), those_it_is_for,
        applies=lambda command: bool(command.to), personal=True,
    ),
)  # fmt: skip
