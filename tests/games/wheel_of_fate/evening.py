"""An evening of Wheel of Fate as people play it, to be looked back at: tasks, a brawl, a race."""

from __future__ import annotations

from typing import Any

from tests.games.wheel_of_fate.table import Played, playing

from tablefolk.core.table.scenes import CloseSession, EndScene, OpenScene
from tablefolk.core.table.talk import Say
from tablefolk.games.wheel_of_fate.rules.contests import CloseContest, OpenContest
from tablefolk.games.wheel_of_fate.rules.drafts import DraftRoll
from tablefolk.games.wheel_of_fate.rules.exchanges import Act, CloseWait
from tablefolk.games.wheel_of_fate.rules.fate import AnswerOffer, Declare, OfferPoint, Reward
from tablefolk.games.wheel_of_fate.rules.npcs import MakeNpc
from tablefolk.games.wheel_of_fate.rules.rolls import NoteWhammy, Settle, Throw
from tablefolk.games.wheel_of_fate.rules.tasks import OpenTask

GUARD = "npc_ysolde"


def tries(
    played: Played, who: str, faces: tuple[int, ...], way: str = "physical", **task: Any
) -> int:
    """The GM sets something, and somebody throws for it."""
    played.do("gm", OpenTask(**task))
    played.do(who, DraftRoll(who, way, max(played.wheel.tasks)))
    played.do(who, Throw(played.last_roll.id), faces)
    return played.last_roll.id


def told() -> Played:
    """Two scenes, from the first word to the last."""
    played = playing()
    at_the_lighthouse(played)
    played.do("gm", EndScene())
    played.do("gm", OpenScene("The cellar, under water"))
    in_the_cellar(played)
    played.do("gm", EndScene())
    played.do("gm", CloseSession())
    return played


def at_the_lighthouse(played: Played) -> None:
    played.do("gm", Say("The lamp is out, and the tide is in.", narrated=True))
    swim = {"on_success": "You reach the steps dry enough.", "on_failure": "You lose the rope."}
    tries(played, "tom", (2, 1, 3), title="Swim to the rock", physical=10, **swim)
    past = {"on_success": "She lets you in.", "on_failure": "She has seen your faces."}
    talked = tries(played, "dave", (5, 6), "social", title="Past Ysolde", social=5, **past)
    played.do("gm", NoteWhammy(talked, "She even holds the lamp."))
    played.do("gm", OfferPoint("tom", 2, "Tom sees the web above the stair and stays below."))
    played.do("tom", AnswerOffer(max(played.wheel.offers), accept=True))
    played.do("mike", Declare("mike", "There is a bell rope."))
    played.do("gm", MakeNpc("Ysolde", 3, 2, 2))
    played.do("gm", OpenContest("The brawl on the stair", "physical", ("tom", "mike", GUARD)))
    for who, faces in (("tom", (6, 5, 4, 2, 3, 2)), ("mike", (6, 6, 4, 2, 1, 2, 6, 6))):
        played.do(who, Act(who, GUARD))
        played.do("gm", CloseWait(), faces)
    played.do("gm", CloseContest())
    played.do("tom", Reward("mike", "For the bell rope."))


def in_the_cellar(played: Played) -> None:
    lifted = tries(played, "tom", (1, 2, 2), title="Lift the grille", physical=10, mode="sure")
    played.do("gm", Settle(lifted, "stress", "It falls back on his foot."))
    race = OpenContest("To the boat", "physical", ("tom", "dave", "mike"), harmful=False, once=True)
    played.do("gm", race)
    for who, faces in (("tom", (2, 2, 3, 6)), ("dave", (6, 5)), ("mike", (4, 1, 1))):
        roll = next(n for n, r in played.wheel.rolls.items() if r.roller == who and not r.result)
        played.do(who, Throw(roll), faces)
