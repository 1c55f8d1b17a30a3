"""Moments of an evening of Wheel of Fate, to look at from every seat; all played by commands."""

from __future__ import annotations

from tests.games.wheel_of_fate.table import Played, created, playing

from tablefolk.core.table.scenes import EndScene
from tablefolk.games.wheel_of_fate.rules.contests import OpenContest
from tablefolk.games.wheel_of_fate.rules.creation import MakeCharacter, OpenCreation
from tablefolk.games.wheel_of_fate.rules.drafts import AddSource, DraftRoll
from tablefolk.games.wheel_of_fate.rules.exchanges import Act, GetReady
from tablefolk.games.wheel_of_fate.rules.fate import Declare, OfferPoint, SpendDie
from tablefolk.games.wheel_of_fate.rules.npcs import MakeNpc
from tablefolk.games.wheel_of_fate.rules.order import SetOrder
from tablefolk.games.wheel_of_fate.rules.pools import AnswerPoolQuestion, DefinePool, TakePools
from tablefolk.games.wheel_of_fate.rules.rolls import Throw
from tablefolk.games.wheel_of_fate.rules.scenes import GiveStress
from tablefolk.games.wheel_of_fate.rules.tasks import OpenTask


def lobby() -> Played:
    return Played()


def making() -> Played:
    played = Played()
    played.do("gm", OpenCreation())
    played.do("gm", DefinePool("Kung Fu", covers="Fists and feet."))
    played.do("gm", DefinePool("Weird gadgets", special=True))
    for who in ("tom", "dave"):
        played.do(who, MakeCharacter(who.title()))
    return played


def drafting() -> Played:
    played = playing()
    played.do("gm", OpenTask("The <door>", 15, 20, closed=("social",), on_failure="Seen & heard."))
    played.do("tom", DraftRoll("tom", "physical", max(played.wheel.tasks)))
    played.do("dave", SpendDie(played.last_roll.id, "dave"))
    played.do("mike", DraftRoll("mike", "physical", max(played.wheel.tasks)))
    played.do("gm", AddSource(played.last_roll.id, "penalty", 5, "Pitch dark"))
    return played


def thrown() -> Played:
    played = playing()
    for who, mode, faces in (("tom", "stakes", (6, 5, 4)), ("mike", "sure", (1, 1, 1))):
        played.do("gm", OpenTask(f"For {who}", physical=5, mode=mode))
        played.do(who, DraftRoll(who, "physical", max(played.wheel.tasks)))
        played.do(who, Throw(played.last_roll.id), faces)
    played.do("mike", Declare("mike", "A flashlight."))
    played.do("gm", OfferPoint("tom", 2, "Tom flees."))
    return played


def searching() -> Played:
    """Reminders all over the place: no stakes, a second throw, a fifth pool, a danger sign."""
    played = playing(options={"roll_once": "remind"})
    played.do("gm", TakePools("suburb"))
    played.do("gm", DefinePool("Weird gadgets", special=True))
    played.do("gm", AnswerPoolQuestion("weird-gadgets", "danger", {"travel": "yes"}))
    played.do("gm", OpenTask("The study", mental=20, search=True, mode="stakes"))
    for faces in ((1, 1), ()):
        played.do("tom", DraftRoll("tom", "mental", max(played.wheel.tasks)))
        if faces:
            played.do("tom", Throw(played.last_roll.id), faces)
    return played


def ordering() -> Played:
    played = playing()
    played.do("gm", MakeNpc("Guard A", 3, 2, 2, aspects=("Bored",), notes="sleepy"))
    who = ("tom", "dave", "mike", "npc_guard-a")
    played.do("gm", OpenContest("The guard", "physical", who, order="dice"))
    return played


def fighting() -> Played:
    played = ordering()
    played.do("gm", SetOrder())
    played.do("tom", Act("tom", "npc_guard-a"))
    return played


def hurting() -> Played:
    played = fighting()
    assert played.wheel.contest is not None
    assert played.wheel.contest.exchange is not None
    one, two = played.wheel.contest.exchange.rolls
    played.do("tom", GetReady(one))
    played.do("gm", GetReady(two), (1, 1, 1, 5, 5, 5))
    return played


def racing() -> Played:
    played = playing()
    race = OpenContest("A race", "physical", ("tom", "dave", "mike"), harmful=False, once=True)
    played.do("gm", race)
    return played


def afterwards() -> Played:
    played = playing()
    played.do("gm", GiveStress("tom", 2, "a fall"))
    played.do("gm", EndScene())
    return played


MOMENTS = (
    lobby, making, created, playing, drafting, thrown, searching, ordering, fighting, hurting,
    racing, afterwards,
)  # fmt: skip
