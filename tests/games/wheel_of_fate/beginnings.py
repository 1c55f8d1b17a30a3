"""Where random evenings of Wheel of Fate begin, beside its moments: what chance seldom leads to."""

from __future__ import annotations

from tests.games.wheel_of_fate.table import Played, created, playing

from tablefolk.core.table.scenes import CloseSession, EndScene, OpenSession
from tablefolk.games.wheel_of_fate.rules.contests import OpenContest
from tablefolk.games.wheel_of_fate.rules.creation import SetReady, StartPlay
from tablefolk.games.wheel_of_fate.rules.drafts import DraftRoll
from tablefolk.games.wheel_of_fate.rules.fate import SpendDie
from tablefolk.games.wheel_of_fate.rules.order import AskOrder
from tablefolk.games.wheel_of_fate.rules.rolls import Throw
from tablefolk.games.wheel_of_fate.rules.tasks import OpenTask


def a_new_evening() -> Played:
    """Mike was ready only after play had begun; what ran low is filled up again."""
    played = created(options={"session_refresh": "bowl_and_stacks"})
    played.do("mike", SetReady("mike", False))
    played.do("gm", StartPlay("The locked house", confirm=True))
    played.do("mike", SetReady("mike"))
    played.do("gm", OpenTask("The door", physical=5))
    played.do("tom", DraftRoll("tom", "physical", max(played.wheel.tasks)))
    played.do("tom", SpendDie(played.last_roll.id, "tom"))
    played.do("tom", Throw(played.last_roll.id), (6, 5, 4, 1))
    played.do("gm", EndScene())
    played.do("gm", CloseSession())
    played.do("gm", OpenSession())
    return played


def a_late_die() -> Played:
    """By a ruling, a die was bought after the throw."""
    played = playing()
    played.do("gm", OpenTask("The door", physical=15))
    played.do("tom", DraftRoll("tom", "physical", max(played.wheel.tasks)))
    played.do("tom", Throw(played.last_roll.id), (6, 5, 1))
    played.rule("tom", SpendDie(played.last_roll.id, "tom"), (4,))
    return played


def in_earnest() -> Played:
    """It matters who is first in a quarrel that went by seats."""
    played = playing()
    played.do("gm", OpenContest("A quarrel", "social", ("tom", "dave"), order="seats"))
    played.do("tom", AskOrder())
    return played


FURTHER = (a_new_evening, a_late_die, in_earnest)
PLANNED: tuple[type, ...] = ()
