"""A table to look around at: the night ferry, a missing Moon, and an inspector who wants tickets.

The house opens the table for Mara, the GM, and seats Ines, Tomas and Wen. Numbers of traits,
tests and tracks follow from the order of the steps.
"""

from __future__ import annotations

from tablefolk.core.game import Step
from tablefolk.core.table.scenes import OpenScene
from tablefolk.core.table.seats import Join, OpenTable
from tablefolk.games.rotate_bird.rules.creation import TakeReadyMade
from tablefolk.games.rotate_bird.rules.edges import AssignSymbol, SayMeaning, SuggestMeaning
from tablefolk.games.rotate_bird.rules.fallout import Offset, RollFallout
from tablefolk.games.rotate_bird.rules.helping import Help
from tablefolk.games.rotate_bird.rules.incident import RollIncident, WriteIncident
from tablefolk.games.rotate_bird.rules.npcs import RollNpc
from tablefolk.games.rotate_bird.rules.opposition import ShowNpc
from tablefolk.games.rotate_bird.rules.rolling import PickDie, RollPool
from tablefolk.games.rotate_bird.rules.symbols import ReadTitle
from tablefolk.games.rotate_bird.rules.tapping import RuleTrait, TapTrait
from tablefolk.games.rotate_bird.rules.tests import OpenTest
from tablefolk.games.rotate_bird.rules.tracks import MakeTrack
from tablefolk.games.rotate_bird.rules.worksheet import (
    AddSecondFact,
    PlaceBeing,
    PlaceDoing,
    RollBeingCircle,
    RollDoingCircle,
    RollFactors,
    StartWorksheet,
)

ODILE, GUS, MIMI, INSPECTOR = "odile-quill", "gus-halloran", "mimi-gantry", "npc_the-inspector"
ODILES_KEY, GUS_WRENCH, GUS_DROPLET, GUS_BREAD, GUS_WEIGHT = 4, 9, 10, 11, 13
MIMIS_PHONE, MIMIS_CROWN = 18, 19
MOON, FERRY = 37, 38  # the tracks; 25 to 36 are the facts
ENGINE, ENGINE_EDGE = 39, 40
SOUP, TICKETS = 41, 42


def demo() -> tuple[Step, ...]:
    """A scene under way, played through the rules like any other."""
    before = (*_people(), *_the_worksheet(), *_next_time(), *_the_ferry(), *_the_engine())
    return (*before, *_the_soup(), *_the_tickets())


def _people() -> tuple[Step, ...]:
    return (
        Step("house", OpenTable("The Moon is late", "Mara")),
        Step("house", Join("Ines")),
        Step("house", Join("Tomas")),
        Step("house", Join("Wen")),
        Step("mara", ReadTitle("Spin Crow")),
        Step("ines", TakeReadyMade(ODILE)),
        Step("tomas", TakeReadyMade(GUS)),
        Step("wen", TakeReadyMade(MIMI)),
    )


def _being(who: str, faces: tuple[int, ...], circle: int, fact: str) -> tuple[Step, ...]:
    return (Step(who, RollBeingCircle(), faces), Step(who, PlaceBeing(circle, fact)))


def _link(who: str, faces: tuple[int, ...], link: str, side: int, fact: str) -> tuple[Step, ...]:
    return (Step(who, RollDoingCircle(), faces), Step(who, PlaceDoing(link, side, fact)))


def _the_worksheet() -> tuple[Step, ...]:
    """Signpost, ring and storm cloud: a journey, something everybody wants, and weather."""
    return (
        Step("mara", StartWorksheet()),
        Step("mara", RollFactors(), (4, 5)),
        *_being("mara", (4, 5, 5), 1, "The weather began when the Moon went missing."),
        *_being("ines", (3, 3, 6), 3, "Whoever has the ring can lock the tides."),
        *_link("tomas", (2, 4), "12", 1, "The storm hurries toward whoever wears it."),
        Step("wen", AddSecondFact("12", 2, "The ring only shines in bad weather.")),
        *_being("wen", (1, 6, 2), 5, "The ferry sails where the fish tell it to."),
        *_being("tomas", (6, 6, 2), 2, "Every wave comes twice now."),
        *_being("ines", (5, 1, 1), 4, "It was pawned, and the receipt is alive."),
        *_being("mara", (2, 5, 1), 6, "One door on board opens somewhere else."),
        *_link("mara", (4, 3), "23", 3, "The route bends toward the ring."),
        Step("ines", AddSecondFact("23", 2, "The ring is afraid of boats.")),
        *_link("tomas", (3, 4), "31", 1, "The storm waits politely at every stop."),
        Step("wen", AddSecondFact("31", 3, "The captain pays the storm in soup.")),
        Step("mara", RollIncident(), (5,)),
        Step("mara", WriteIncident("The ferry must be across before the tide forgets to turn.")),
    )


def _next_time() -> tuple[Step, ...]:
    """What Mara prepares, for her eyes only: a symbol is rolled and looks for its circle."""
    return (
        Step("mara", StartWorksheet("solo")),
        Step("mara", RollFactors(alone=True), (2, 1)),
        Step("mara", RollBeingCircle(alone=True), (2, 3, 4)),
    )


def _the_ferry() -> tuple[Step, ...]:
    return (
        Step("mara", OpenScene("The night ferry, a quarter to nothing")),
        Step("mara", MakeTrack("progress", "Find out where the Moon went")),
        Step("mara", MakeTrack("disaster", "The ferry gives up", 3)),
        Step(
            "mara",
            RollNpc("The inspector", "minor", notes="Was a lighthouse once. Misses it."),
            (6, 6, 5, 5),
        ),
    )


def _the_engine() -> tuple[Step, ...]:
    engine = OpenTest(GUS, "Talk the engine out of sulking", progress=MOON, disaster=FERRY)
    wrench = "She likes a firm hand and a calm voice."
    return (
        Step("mara", engine),
        Step("tomas", TapTrait(ENGINE, GUS_WRENCH, wrench)),
        Step("tomas", TapTrait(ENGINE, GUS_WEIGHT, "I sit on the part that rattles.")),
        Step("tomas", RollPool(ENGINE), (4, 4)),
        Step("tomas", PickDie(ENGINE, 4)),
        Step("mara", AssignSymbol(ENGINE_EDGE, "bell")),
        Step("ines", SuggestMeaning(ENGINE_EDGE, "The ship's bell rings whenever somebody lies.")),
        Step("tomas", SayMeaning(ENGINE_EDGE, "The engine hums when it agrees with me.", "thing")),
        Step("mara", RollFallout(ENGINE), (1,)),
        Step("tomas", Offset(ENGINE, GUS_DROPLET)),
    )


def tickets() -> OpenTest:
    return OpenTest(MIMI, "Get past the inspector without tickets", npc=INSPECTOR, opposes=1)


def _the_tickets() -> tuple[Step, ...]:
    call = "One moment, I have the Moon on the other line. Yes. He says it is fine."
    key = "It says “staff only”, and so do I."
    return (
        Step("mara", ShowNpc(INSPECTOR)),
        Step("mara", tickets()),
        Step("wen", TapTrait(TICKETS, MIMIS_PHONE, call)),
        Step("ines", Help(TICKETS, ODILES_KEY, key)),
        Step("wen", TapTrait(TICKETS, MIMIS_CROWN, aloud=True)),
        Step("mara", RuleTrait(TICKETS, MIMIS_CROWN, "questioned", "A crown, at your age?")),
    )


def _the_soup() -> tuple[Step, ...]:
    """Two dice that only wait to be rolled."""
    return (
        Step("tomas", OpenTest(GUS, "Stop the soup before it reaches the bridge")),
        Step("tomas", TapTrait(SOUP, GUS_BREAD, "Soup respects bread.")),
        Step("tomas", TapTrait(SOUP, GUS_WEIGHT, "And I am not easily washed away.")),
    )
