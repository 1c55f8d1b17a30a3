"""Where random evenings of Shapers and Bots begin, beside its moments: what chance seldom leads to.

The fights are small, so that there is time to come to their turns.
"""

from __future__ import annotations

from tests.games.shapers_and_bots.moments import (
    FOX,
    PIP,
    SKAW,
    gust,
    latest,
    opening,
    quiet,
    raging,
)
from tests.games.shapers_and_bots.table import Played

from tablefolk.games.shapers_and_bots.rules.bots import ChooseLocomotion
from tablefolk.games.shapers_and_bots.rules.bots_in_play import RuleBug
from tablefolk.games.shapers_and_bots.rules.building import BeginSheet
from tablefolk.games.shapers_and_bots.rules.challenges import RollChallenge
from tablefolk.games.shapers_and_bots.rules.fights.attacking import DeclareAttack
from tablefolk.games.shapers_and_bots.rules.fights.planning import PlanFight
from tablefolk.games.shapers_and_bots.rules.fights.rounds import BeginTurns
from tablefolk.games.shapers_and_bots.rules.fights.start import StartFight
from tablefolk.games.shapers_and_bots.rules.gear import GiveItem
from tablefolk.games.shapers_and_bots.rules.harm import RollBerserk
from tablefolk.games.shapers_and_bots.rules.homemade import LoadHomemade, MakeSpecies, written
from tablefolk.games.shapers_and_bots.rules.numbers import FixNumber
from tablefolk.games.shapers_and_bots.rules.shaping import BearShaping, Shape
from tablefolk.games.shapers_and_bots.rules.skills import BecomeShaper, StopShaping


def shooting() -> Played:
    """The fox has a crossbow, and has shot."""
    played = quiet()
    played.do("gm", GiveItem(FOX, "crossbow"))
    bow = played.hero(FOX).items[-1].id
    played.do("gm", FixNumber(FOX, "FIT", 3))
    played.do("gm", StartFight((FOX, SKAW), ready=(bow,)))
    played.do("p1", DeclareAttack(FOX, SKAW, way=f"item:{bow}"))
    return played


def level() -> Played:
    """In the middle of a fight two have become equally fit: who comes first?"""
    played = quiet()
    played.do("gm", FixNumber(FOX, "FIT", 3))
    played.do("gm", StartFight((FOX, SKAW)))
    played.do("gm", FixNumber(SKAW, "FIT", 3))
    return played


def hasty() -> Played:
    """The Director lets the turns begin before everybody was asked."""
    played = opening()
    if played.world.fight and played.world.fight.buggy:
        played.do("gm", RuleBug("saw-8", "well"))
    played.do("gm", BeginTurns())
    return played


def berserk() -> Played:
    """The rabbit is not itself."""
    played = raging()
    played.do("gm", RollBerserk(PIP), (6,))
    return played


def shaping_in_a_fight() -> Played:
    """The fox has spent its turn on a gust."""
    played = quiet()
    played.do("gm", BecomeShaper(FOX, "air"))
    played.do("gm", FixNumber(FOX, "FIT", 3))
    played.do("gm", StartFight((FOX, SKAW)))
    played.do("p1", Shape(FOX, "air", "A gust"))
    played.do("p1", RollChallenge(latest(played)), (5, 5, 5))
    return played


def lucky() -> Played:
    """Skaw has let the gust happen, and Pip has wished the fox luck."""
    played = gust()
    played.do("gm", BearShaping(latest(played)))
    played.do("gm", FixNumber(PIP, "shaping:luck", 3))
    played.do("gm", Shape(PIP, "luck", "Fingers crossed", target=FOX))
    played.do("gm", RollChallenge(latest(played)), (5, 5, 5))
    return played


def home_made() -> Played:
    """Things from another table; and somebody who is no shaper after all."""
    other, played = Played(), Played()
    ratings = {"SIZ": 1, "FIT": 0, "DEX": 0, "INT": 0, "AWR": 0}
    other.do("gm", MakeSpecies("Griffin", ratings))
    played.do("gm", LoadHomemade(tuple(written(other.world, "Ours").split("\n"))))
    played.do("p1", BeginSheet("turtle", "C1"))
    played.do("p1", BecomeShaper("c1", "time"))
    played.do("p1", StopShaping("c1", "time"))
    return played


def workshop() -> Played:
    """A bot is being built, and has its legs."""
    played = Played()
    played.do("p1", BeginSheet("bot", "C1"))
    played.do("p1", ChooseLocomotion("c1", "legs"))
    return played


FURTHER = (shooting, level, hasty, berserk, shaping_in_a_fight, lucky, home_made, workshop)
PLANNED = (PlanFight, StartFight)
