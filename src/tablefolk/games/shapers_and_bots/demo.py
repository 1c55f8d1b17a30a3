"""A table mid-adventure: the Lamp of Low Harbour, three players and a Director.

Mara directs; Ines plays a turtle who shapes time, Tomas a fox, Wen a bot with a sawblade. They have
climbed, picked a lock and pulled a rope; now they fight aboard the old ferry, and Wen's bot is
under attack. Numbers of challenges and rolls follow from the order of the steps.
"""

from __future__ import annotations

from zlib import crc32

from tablefolk.core.game import Step
from tablefolk.core.table.scenes import EndScene, OpenScene
from tablefolk.core.table.seats import Join, OpenTable
from tablefolk.core.table.talk import Say
from tablefolk.games.shapers_and_bots.rules.adventures import (
    GiveHandout,
    LoadAdventure,
    StartAdventure,
)
from tablefolk.games.shapers_and_bots.rules.bots_in_play import RuleBug
from tablefolk.games.shapers_and_bots.rules.building import TakeReady
from tablefolk.games.shapers_and_bots.rules.challenges import (
    GrantAutomatic,
    OpenChallenge,
    RollChallenge,
    TellStory,
)
from tablefolk.games.shapers_and_bots.rules.contests import OpenContest, RollSide
from tablefolk.games.shapers_and_bots.rules.fights.acting import Draw, Run
from tablefolk.games.shapers_and_bots.rules.fights.attacking import (
    DeclareAttack,
    DeclineDefence,
    Defend,
)
from tablefolk.games.shapers_and_bots.rules.fights.blows import RollAttack, RollDamage, RollDefence
from tablefolk.games.shapers_and_bots.rules.fights.rounds import EndTurn
from tablefolk.games.shapers_and_bots.rules.fights.start import StartFight
from tablefolk.games.shapers_and_bots.rules.harm import RollKnockout
from tablefolk.games.shapers_and_bots.rules.shaping import BendTime
from tablefolk.games.shapers_and_bots.rules.state import THINGS, UNSEEN

TICK_TOCK, REYNARD, SAW8 = "tick-tock", "reynard-quick", "saw-8"
BESSEL, SKAW, PIP, GRIST = "extra_big-bessel", "extra_skaw", "extra_pip", "extra_grist"
LAMP = UNSEEN + 1
KNIFE, WINDOW, LOCK, LOCK_ROLL, ROPE = 1, 2, 3, 4, 5
SWORD = THINGS + crc32(f"{SKAW} 1".encode())  # the first of its things
SPOTS = ("the deck", "the wheelhouse", "the hold", "the reeds")


def demo() -> tuple[Step, ...]:
    """A scene under way, played through the rules like any other."""
    return (*_people(), *_the_harbour(), *_the_rope(), *_aboard(), *_first_blows())


def _people() -> tuple[Step, ...]:
    return (
        Step("house", OpenTable("The Lamp of Low Harbour", "Mara")),
        Step("house", Join("Ines")),
        Step("house", Join("Tomas")),
        Step("house", Join("Wen")),
        Step("mara", LoadAdventure()),
        Step("ines", TakeReady(TICK_TOCK)),
        Step("tomas", TakeReady(REYNARD)),
        Step("wen", TakeReady(SAW8)),
    )


def _the_harbour() -> tuple[Step, ...]:
    page = (
        "Third day of the reed moon. Lamp lit at dusk, as always. The small visitor was here "
        "again and asked how the glass bends the light. I showed him. He has clever paws."
    )
    story = "The lock is so surprised by the hairpin that it opens out of politeness."
    return (
        Step("mara", StartAdventure(LAMP)),
        Step("mara", OpenScene("The lamp house, no light tonight")),
        Step("mara", GiveHandout("A page from the lamp book", page)),
        Step("tomas", Say("Wet feet, webbed. Somebody came by the window, and so shall I.")),
        Step("mara", OpenChallenge(REYNARD, "Climb the rock to the window", "climbing", -1)),
        Step("mara", GrantAutomatic(WINDOW)),
        Step("mara", OpenChallenge(SAW8, "Pick the lock of the lamp house", "mechanics", -3)),
        Step("wen", RollChallenge(LOCK), (6, 5, 6)),
        Step("mara", TellStory(LOCK_ROLL, story)),
    )


def _the_rope() -> tuple[Step, ...]:
    return (
        Step("mara", EndScene()),
        Step("mara", OpenScene("The inn by the pier, and a very large puddle")),
        Step("mara", OpenContest("Pull the rope across the puddle", SAW8, "STR", BESSEL, "STR")),
        Step("wen", RollSide(ROPE, SAW8), (4, 4, 3)),
        Step("mara", RollSide(ROPE, BESSEL), (2, 5, 3)),
        Step("mara", EndScene()),
    )


def _aboard() -> tuple[Step, ...]:
    fighters = (TICK_TOCK, REYNARD, SAW8, SKAW, PIP, GRIST)
    ties = (REYNARD, PIP, TICK_TOCK, SAW8, SKAW)
    return (
        Step("mara", OpenScene("Aboard the old ferry")),
        Step("mara", StartFight(fighters, ties, ready=(SWORD,), places=SPOTS)),
        Step("mara", RuleBug(SAW8, "odd", "Something inside it hums a waltz.")),
        Step("ines", BendTime(TICK_TOCK, "first"), (2, 3, 4)),
    )


def _first_blows() -> tuple[Step, ...]:
    """The turtle is first to the lens, the fox strikes; then the crocodile turns to the bot."""
    return (
        Step("ines", Run(TICK_TOCK, "the wheelhouse")),
        Step("ines", EndTurn(TICK_TOCK)),
        Step("tomas", Draw(REYNARD, KNIFE)),
        Step("tomas", DeclareAttack(REYNARD, SKAW, way=f"item:{KNIFE}")),
        Step("mara", Defend(SKAW)),
        Step("tomas", RollAttack(REYNARD), (4, 3, 5)),
        Step("mara", RollDefence(SKAW), (2, 2, 3)),
        Step("tomas", RollDamage(REYNARD), (6, 2)),
        Step("mara", RollKnockout(SKAW), (5, 4, 3)),
        Step("tomas", EndTurn(REYNARD)),
        Step("mara", EndTurn(PIP)),
        Step("wen", DeclareAttack(SAW8, GRIST, way="bot:sawblade")),
        Step("mara", DeclineDefence(GRIST)),
        Step("wen", RollAttack(SAW8), (1, 2, 3)),
        Step("wen", EndTurn(SAW8)),
        Step("mara", DeclareAttack(SKAW, SAW8, way=f"item:{SWORD}")),
    )
