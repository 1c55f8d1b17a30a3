"""A table to look around at: Saltmouth, a quarter to midnight, and somebody in the doorway.

The house opens the table for Mara, the GM, and seats Ines, Tomas and Wen. Numbers of aspects,
rolls and offers follow from the order of the steps.
"""

from __future__ import annotations

from tablefolk.core.game import Step
from tablefolk.core.table.judging import Answer
from tablefolk.core.table.seats import Join, OpenTable
from tablefolk.games.wheel_of_fate.rules.contests import OpenContest
from tablefolk.games.wheel_of_fate.rules.creation import (
    CommentOn,
    OpenCreation,
    StartPlay,
    TakeReadyMade,
)
from tablefolk.games.wheel_of_fate.rules.drafts import AddPool, DraftRoll
from tablefolk.games.wheel_of_fate.rules.exchanges import Act, GetReady
from tablefolk.games.wheel_of_fate.rules.fate import (
    AnswerOffer,
    Declare,
    Invoke,
    OfferPoint,
    Reward,
)
from tablefolk.games.wheel_of_fate.rules.helping import Help
from tablefolk.games.wheel_of_fate.rules.npcs import MakeNpc
from tablefolk.games.wheel_of_fate.rules.rolls import NoteWhammy, Settle, Throw
from tablefolk.games.wheel_of_fate.rules.tasks import CloseTask, OpenTask

NORA, BRUNO, PIP, MASTER = "nora-pell", "bruno-tal", "pip-marlow", "npc_the-harbour-master"
BRUNOS_ASPECTS = 6  # the number of the first
DOOR, DOOR_ROLL = 16, 17
GULL = 20
PAGES, PAGES_ROLL = 21, 22
DUEL = 25  # Nora's roll; the harbour master's is the next


def demo() -> tuple[Step, ...]:
    """A scene under way, played through the rules like any other."""
    return (*_people(), *_the_door(), *_the_pages(), *_the_doorway())


def _people() -> tuple[Step, ...]:
    return (
        Step("house", OpenTable("Saltmouth", "Mara")),
        Step("house", Join("Ines")),
        Step("house", Join("Tomas")),
        Step("house", Join("Wen")),
        Step("mara", OpenCreation()),
        Step("ines", TakeReadyMade(NORA)),
        Step("tomas", TakeReadyMade(BRUNO)),
        Step("wen", TakeReadyMade(PIP)),
        Step("ines", CommentOn(BRUNO, "Gulls? In a harbour? Oh, Bruno.")),
        Step("mara", StartPlay("The harbour office, a quarter to midnight")),
    )


def _the_door() -> tuple[Step, ...]:
    door = OpenTask(
        "The door of the strongroom",
        physical=15,
        mental=20,
        closed=("social",),
        on_success="You are in, and nobody has heard you.",
        on_failure="You are in, and the whole harbour knows.",
    )
    heave = "I do not open it. I take it off and put it down."
    return (
        Step("mara", door),
        Step("tomas", DraftRoll(BRUNO, "physical", DOOR)),
        Step("wen", Help(DOOR_ROLL, PIP)),
        Step("tomas", Invoke(DOOR_ROLL, BRUNO, BRUNOS_ASPECTS, heave)),
        Step("mara", Answer(1, yes=True)),
        Step("tomas", Throw(DOOR_ROLL), (4, 2, 6, 3, 5, 1, 2, 4)),
        Step("mara", NoteWhammy(DOOR_ROLL, "Behind the door hangs the key to everything else.")),
        Step("wen", Reward(BRUNO, "He carried the door like a tray!")),
        Step(
            "mara",
            OfferPoint(BRUNO, BRUNOS_ASPECTS + 1, "A gull sits on the safe. Bruno stays outside."),
        ),
        Step("tomas", AnswerOffer(GULL, accept=True)),
        Step("mara", CloseTask(DOOR)),
    )


def _the_pages() -> tuple[Step, ...]:
    pages = OpenTask(
        "What do the wet pages say?",
        mental=15,
        on_success="The sentence goes on: “… and it wears our faces.”",
        search=True,
        mode="sure",
        called=(NORA,),
    )
    mark = "She has read it aloud, and something listened."
    light = "My lamp has never once gone out, not even under water."
    return (
        Step("ines", Declare(NORA, light)),
        Step("mara", Answer(2, yes=True)),
        Step("mara", pages),
        Step("ines", DraftRoll(NORA, "mental", PAGES)),
        Step("ines", AddPool(PAGES_ROLL, "digging-things-up")),
        Step("mara", Answer(3, yes=True)),
        Step("ines", Throw(PAGES_ROLL), (3, 1, 4, 2, 3, 4)),
        Step("mara", Settle(PAGES_ROLL, "stress", mark)),
        Step("mara", CloseTask(PAGES)),
    )


def _the_doorway() -> tuple[Step, ...]:
    master = MakeNpc(
        "The harbour master",
        physical=2,
        mental=3,
        social=2,
        aspects=("Has been dead since March", "Everything must be in order"),
        notes="He does not know it yet. He will not believe it either.",
    )
    return (
        Step("mara", master),
        Step("mara", OpenContest("Caught in the doorway", "social", (NORA, PIP, MASTER))),
        Step("ines", Act(NORA, MASTER)),
        Step("ines", AddPool(DUEL, "old-stories")),
        Step("mara", Answer(4, yes=True)),
        Step("mara", GetReady(DUEL + 1)),
    )
