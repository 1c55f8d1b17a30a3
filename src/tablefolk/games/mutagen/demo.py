"""A table mid-scene: a theatre whose ghost light has gone out, and a play that plays itself.

The house opens the table for Mara, the GM, and seats Ines, Tomas and Wen. Ines and Tomas play
sorcerers, Wen a stage wrestler. Numbers of facts, bars, statuses and moves follow from the order
of the steps.
"""

from __future__ import annotations

from tablefolk.core.game import Step
from tablefolk.core.table.scenes import OpenScene, OpenSession
from tablefolk.core.table.seats import Join, OpenTable
from tablefolk.games.mutagen.rules.bars import MakeBar
from tablefolk.games.mutagen.rules.cast import MakeEntity
from tablefolk.games.mutagen.rules.creation import PutPointerAway, TakeReadyMade
from tablefolk.games.mutagen.rules.facts import InventFact
from tablefolk.games.mutagen.rules.outcomes import AcceptOutcome, WriteOutcome
from tablefolk.games.mutagen.rules.proposing import Propose
from tablefolk.games.mutagen.rules.rolling import RollMove
from tablefolk.games.mutagen.rules.speaking import LetPass
from tablefolk.games.mutagen.rules.statuses import WriteStatus
from tablefolk.games.mutagen.rules.values import Staged
from tablefolk.games.mutagen.rules.writing import AddArmor

ODILE, MATTHIAS, BEL = "odile-vantongeren", "matthias-okonkwo-reyes", "bel-tremaine"
UNDERSTUDY, CURTAIN, STAGE = "the-understudy", "the-iron-curtain", "the-stage-of-the-alhambra"
BAR, LOOK, FIRE = 2, 8, 9


def demo() -> tuple[Step, ...]:
    """A scene under way, played through the rules like any other."""
    return (*_people(), *_the_theatre(), *_the_look_around(), *_the_curtain())


def _people() -> tuple[Step, ...]:
    return (
        Step("house", OpenTable("The understudy", "Mara")),
        Step("house", Join("Ines")),
        Step("house", Join("Tomas")),
        Step("house", Join("Wen")),
        Step("ines", PutPointerAway()),
        Step("tomas", PutPointerAway()),
        Step("wen", PutPointerAway()),
        Step("ines", TakeReadyMade("odile")),
        Step("tomas", TakeReadyMade("matthias")),
        Step("wen", TakeReadyMade("bel")),
    )


def _the_theatre() -> tuple[Step, ...]:
    """A starter scene of our own: five minutes to curtain, and the play has begun without them."""
    curtain = "Half down, stuck, and humming the overture."
    understudy = "Knows every part by heart, and wants one for keeps."
    return (
        Step("mara", OpenSession()),
        Step("mara", OpenScene("The Alhambra, five minutes to curtain")),
        Step("mara", MakeEntity("npc", "The understudy", understudy)),
        Step("mara", MakeEntity("item", "The iron curtain", curtain)),
        Step("mara", MakeEntity("place", "The stage of the Alhambra", "Dark but for the gallery.")),
        Step("mara", MakeBar("The play writes the audience in", 4)),
        Step("ines", InventFact("A ghost light stands on every stage, so that nobody falls.")),
        Step("wen", InventFact("Bel’s old wrestling posters still hang in the foyer.")),
        Step("wen", AddArmor(BEL, "Prop breastplate", 2, "swords, as long as they are props")),
        Step("mara", WriteStatus(STAGE, "no shadow falls right")),
        Step("mara", WriteStatus(MATTHIAS, "knows the next line")),
    )


def _the_look_around() -> tuple[Step, ...]:
    """Matthias gets what he wants, at a price that ticks a bar."""
    how = "I time the shadows with my watch: which of them is early?"
    price = "The one that is early is yours. It bows, and the gallery begins to clap in time."
    look = Propose(MATTHIAS, "scope_it_out", how, targets=(STAGE,), aptitude="engineering")
    return (
        Step("tomas", look),
        Step("mara", LetPass(LOOK)),
        Step("tomas", RollMove(LOOK), (3, 4)),
        Step("mara", WriteOutcome(LOOK, price, (Staged("tick", str(BAR)),))),
        Step("tomas", AcceptOutcome(LOOK)),
    )


def _the_curtain() -> tuple[Step, ...]:
    """Magic that only waits for the dice, and a wrestler whom the GM has not answered yet."""
    fire = "One gas jet breathes in, white as a star, and lets go along the chain that jams it."
    weave = Propose(
        ODILE,
        "go_apeshit",
        fire,
        through=("weave_magic",),
        mode="story",
        targets=(CURTAIN,),
        picked=("conjure_elements", "affect_at_range"),
        confirmed=("perceived",),
    )
    bow = "I bow, as to every opponent, and step onto her mark before she can."
    return (
        Step("ines", weave),
        Step("mara", LetPass(FIRE)),
        Step("wen", Propose(BEL, "compel_compliance", bow, targets=(UNDERSTUDY,))),
    )
