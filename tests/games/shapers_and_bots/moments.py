"""Moments of an evening of Shapers and Bots at play, to look at from every seat.

P1 plays Reynard the fox, P2 Tick-Tock the turtle who shapes time, P3 SAW-8 the bot; the Director
has the people of the adventure that comes with the game.
"""

from __future__ import annotations

from tests.games.shapers_and_bots.table import Played
from tests.games.shapers_and_bots.test_session import the_whole_session

from tablefolk.games.shapers_and_bots.rules.adventures import (
    EndAdventure,
    LoadAdventure,
    StartAdventure,
)
from tablefolk.games.shapers_and_bots.rules.bots_in_play import (
    KeepPower,
    NoteHolder,
    RuleBug,
    SetSurroundings,
    TurnOver,
    UsePart,
)
from tablefolk.games.shapers_and_bots.rules.building import TakeReady
from tablefolk.games.shapers_and_bots.rules.challenges import (
    AskAutomatic,
    GiveModifier,
    OpenChallenge,
    RefuseChallenge,
    RollChallenge,
)
from tablefolk.games.shapers_and_bots.rules.contests import OpenContest, RollContest, RollSide
from tablefolk.games.shapers_and_bots.rules.extras import MakeExtra
from tablefolk.games.shapers_and_bots.rules.fights.acting import Drop
from tablefolk.games.shapers_and_bots.rules.fights.attacking import (
    DeclareAttack,
    DeclineDefence,
    Defend,
)
from tablefolk.games.shapers_and_bots.rules.fights.blows import (
    RollAttack,
    RollDamage,
    RollDefence,
)
from tablefolk.games.shapers_and_bots.rules.fights.planning import PlanFight
from tablefolk.games.shapers_and_bots.rules.fights.rounds import EndTurn, LetTimeRun
from tablefolk.games.shapers_and_bots.rules.fights.start import JoinFight, LeaveFight, StartFight
from tablefolk.games.shapers_and_bots.rules.harm import CallWaking, Injure, RollKnockout
from tablefolk.games.shapers_and_bots.rules.numbers import FixNumber
from tablefolk.games.shapers_and_bots.rules.rulings import RecordRuling
from tablefolk.games.shapers_and_bots.rules.shaping import AllowResistance, Shape
from tablefolk.games.shapers_and_bots.rules.skills import BecomeShaper

FOX, TURTLE, BOT = "reynard-quick", "tick-tock", "saw-8"
SKAW, PIP, GRIST = "extra_skaw", "extra_pip", "extra_grist"
EVERYBODY = (FOX, TURTLE, BOT, SKAW, PIP, GRIST)


def latest(played: Played) -> int:
    return max(played.world.challenges)


def quiet() -> Played:
    """An adventure is being played, and nothing is at stake."""
    played = Played()
    played.do("gm", LoadAdventure())
    for who, key in (("p1", FOX), ("p2", TURTLE), ("p3", BOT)):
        played.do(who, TakeReady(key))
    played.do("gm", StartAdventure(min(played.world.adventures)))
    return played


# -- Challenges and contests -----------------------------------------------------------------------


def tried() -> Played:
    """The fox may climb, if the dice like it."""
    played = quiet()
    played.do("gm", OpenChallenge(FOX, "Climb the <rock>, & quickly", "climbing", -1))
    played.do("gm", GiveModifier(FOX, 1, "a tail wind"))
    return played


def easy() -> Played:
    """The fox asks whether this needs any dice."""
    played = tried()
    played.do("p1", AskAutomatic(latest(played)))
    return played


def hopeless() -> Played:
    """A bot without a nose, and a part that might help."""
    played = quiet()
    played.do("gm", OpenChallenge(BOT, "Smell the thief", "SML", -3))
    played.do("gm", SetSurroundings("underground"))
    return played


def refused() -> Played:
    """It cannot be done, unless one of the bot's parts makes it possible."""
    played = hopeless()
    played.do("gm", RefuseChallenge(latest(played), "There is nothing to smell."))
    part = played.hero(BOT).bot.parts[0].feature  # type: ignore[union-attr]
    played.do("p3", UsePart(latest(played), part))
    return played


def hidden() -> Played:
    """Something the players do not know of."""
    played = quiet()
    played.do("gm", OpenChallenge(SKAW, "Listen at the door", "AWR", hidden=True))
    return played


def heard() -> Played:
    """The same, rolled."""
    played = hidden()
    played.do("gm", RollChallenge(latest(played)), (3, 4, 5))
    return played


def failed() -> Played:
    """One failure, and another before it."""
    played = quiet()
    for what in ("Jump", "Jump again"):
        played.do("gm", OpenChallenge(FOX, what, "acrobatics"))
        played.do("p1", RollChallenge(latest(played)), (1, 2, 3))
    return played


def fluke() -> Played:
    """A fluke and a fumble that want their stories."""
    played = quiet()
    for faces in ((6, 6, 6), (1, 1, 2)):
        played.do("gm", OpenChallenge(FOX, "Pick the lock", "mechanics", -3))
        played.do("p1", RollChallenge(latest(played)), faces)
    return played


def contest() -> Played:
    """The fox pulls against Bessel, who has not rolled."""
    played = quiet()
    played.do("gm", OpenContest("Tug of war", FOX, "STR", "extra_big-bessel", "STR"))
    played.do("p1", RollSide(max(played.world.contests), FOX), (3, 4, 4))
    return played


def tie() -> Played:
    played = quiet()
    played.do("gm", OpenContest("A race", FOX, "FIT", BOT, "FIT", hidden=True))
    fast, slow = played.rating(FOX, "FIT") or 0, played.rating(BOT, "FIT") or 0
    faces = (3, 3, 3, 3, 3, 3 + fast - slow)
    played.do("gm", RollContest(max(played.world.contests)), faces)
    return played


def sketchy() -> Played:
    """A contest with somebody who has only a name so far."""
    played = quiet()
    played.do("gm", MakeExtra("The <heron>"))
    who = list(played.world.cast)[-1]
    played.do("gm", OpenContest("A staring match", FOX, "AWR", who, "AWR"))
    played.do("gm", OpenChallenge(who, "Fly off", "FIT"))
    played.do("gm", PlanFight((FOX,), (who,)))
    return played


# -- Fights ----------------------------------------------------------------------------------------


def planned() -> Played:
    played = quiet()
    played.do("gm", PlanFight((FOX, PIP), (SKAW,)))
    return played


def opening() -> Played:
    """A fight has begun: is the bot all right, and will the turtle bend time?"""
    played = quiet()
    played.do("gm", StartFight(EVERYBODY, ties=EVERYBODY, places=("the deck", "the hold")))
    return played


def turn() -> Played:
    """The fox is on."""
    played = opening()
    if played.world.fight and played.world.fight.buggy:
        played.do("gm", RuleBug(BOT, "well"))
    played.do("p2", LetTimeRun(TURTLE))
    assert played.world.fight
    while played.world.fight.current != FOX:
        played.as_(played.world.fight.current, EndTurn(played.world.fight.current))
    return played


def attacked() -> Played:
    """Pip goes for the fox."""
    played = turn()
    item = next(item.id for item in played.hero(FOX).items if not item.worn)
    played.do("p1", Drop(FOX, item))
    played.do("p1", EndTurn(FOX))
    assert played.world.fight
    while played.world.fight.current != PIP:
        played.as_(played.world.fight.current, EndTurn(played.world.fight.current))
    played.do("gm", DeclareAttack(PIP, FOX))
    return played


def parried() -> Played:
    """The attack is good, and the fox has still to stop it."""
    played = attacked()
    played.do("p1", Defend(FOX))
    played.do("gm", RollAttack(PIP), (5, 5, 5))
    return played


def hit() -> Played:
    """Pip rolls the damage next."""
    played = parried()
    played.do("p1", RollDefence(FOX), (1, 2, 2))
    return played


def staggering() -> Played:
    """The fox rolls to stay up."""
    played = hit()
    played.do("gm", RollDamage(PIP), (6,))
    return played


def wounded() -> Played:
    """The fox has hurt the rabbit: will it stay up?"""
    played = turn()
    played.do("p1", DeclareAttack(FOX, PIP))
    played.do("gm", DeclineDefence(PIP))
    played.do("p1", RollAttack(FOX), (5, 5, 5, 6))
    return played


def raging() -> Played:
    """The fox has hurt the rabbit, which trembles."""
    played = wounded()
    played.do("gm", RollKnockout(PIP), (6, 5, 4))
    return played


def at_a_thing() -> Played:
    """A rope is hit: what becomes of it?"""
    played = turn()
    played.do("p1", DeclareAttack(FOX, thing="the <rope>"))
    played.do("p1", RollAttack(FOX), (5, 5, 5))
    return played


def joined() -> Played:
    """Somebody joins, somebody leaves."""
    played = turn()
    played.do("gm", JoinFight(("extra_dorrit",), draw_lots=True, allies=("extra_dorrit",)))
    played.do("p3", LeaveFight(BOT))
    return played


# -- Harm, shaping, bots, growing ------------------------------------------------------------------


def fallen() -> Played:
    """The bot is hurt by a fall; the fox is out cold and may wake up."""
    played = quiet()
    played.do("gm", Injure(FOX, points=1, source="a falling beam"))
    played.do("p1", RollKnockout(FOX), (1, 2, 1))
    played.do("gm", CallWaking(FOX, "minute"))
    played.do("gm", Injure(BOT, points=2))
    return played


def mourning() -> Played:
    """A mast has fallen on the turtle."""
    played = quiet()
    played.do("gm", Injure(TURTLE, points=9, source="a falling <mast>"))
    return played


def gust() -> Played:
    """The fox shapes air at Skaw, who may resist; the rabbit shapes luck."""
    played = quiet()
    played.do("gm", BecomeShaper(FOX, "air"))
    played.do("gm", FixNumber(FOX, "shaping:air", 2))
    played.do("gm", BecomeShaper(PIP, "luck"))
    played.do("gm", BecomeShaper("extra_dorrit", "water"))
    shape = Shape(FOX, "air", "A gust", "hard", target=SKAW)
    played.do("p1", shape)
    played.do("gm", AllowResistance(latest(played), "FIT"))
    played.do("p1", RollChallenge(latest(played)), (5, 5, 5))
    return played


def resisting() -> Played:
    """The turtle holds the fox back, who may resist."""
    played = quiet()
    played.do("p2", Shape(TURTLE, "time", "Hold the fox back", "own", target=FOX))
    played.do("gm", AllowResistance(latest(played), "FIT"))
    played.do("p2", RollChallenge(latest(played)), (6, 5, 4))
    return played


def bots() -> Played:
    """One lies on its back, one can be ordered about."""
    played = quiet()
    played.do("gm", TurnOver(BOT))
    played.do("gm", KeepPower(BOT, 6))
    played.do("gm", NoteHolder(GRIST, FOX))
    played.do("gm", RecordRuling("May one swim in the hold?", "Yes, & it is <cold>."))
    return played


def over() -> Played:
    """The adventure is over: who has grown?"""
    played = failed()
    played.do("gm", EndAdventure())
    return played


MOMENTS = (
    quiet, tried, easy, hopeless, refused, hidden, heard, failed, fluke, contest, tie, sketchy,
    planned, opening, turn, attacked, parried, hit, staggering, raging, at_a_thing, joined,
    fallen, mourning, gust, resisting, bots, over,
)  # fmt: skip
EVENINGS = (the_whole_session,)  # from the first step to the last
