"""How a throw of Wheel of Fate is read, for the law that odds are what the dice do (WF-26)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from tests.table.playing import Evening

from tablefolk.games import wheel_of_fate
from tablefolk.games.wheel_of_fate.rules.chances import Chances
from tablefolk.games.wheel_of_fate.rules.drafts import AddSource, DraftRoll
from tablefolk.games.wheel_of_fate.rules.rolls import Thrown
from tablefolk.games.wheel_of_fate.rules.state import Kind
from tablefolk.games.wheel_of_fate.rules.tasks import OpenTask
from tablefolk.testing.driver import from_demo

SHAPES: tuple[tuple[tuple[Kind, int], ...], ...] = (
    (),
    (("bonus", 2),),
    (("penalty", 1),),
    (("penalty", 2), ("bonus", 1)),
    (("extra", 2),),
    (("extra", 1), ("penalty", 1)),
)


def moments() -> Iterator[Evening]:
    """Bruno, who has two dice in Mental, about to throw rolls of every shape."""
    for shape in SHAPES:
        evening = from_demo(wheel_of_fate)
        evening.do("mara", OpenTask("A riddle", mental=5, hidden=not shape))
        task = max(evening.table.play.tasks)
        evening.do("tomas", DraftRoll("bruno-tal", "mental", task))
        for kind, n in shape:
            roll = max(evening.table.play.rolls)
            evening.do("mara", AddSource(roll, kind, n, "a reason"))
        yield evening


def promised(odds: Any) -> dict[str, Fraction] | None:
    """Success and whammies of a roll against a difficulty; a duel needs two throws."""
    if not isinstance(odds, Chances):
        return None
    chances = {"success": odds.success, "whammy": odds.whammy}
    return {outcome: chance for outcome, chance in chances.items() if chance}


def came(events: tuple[Any, ...]) -> Iterator[str]:
    result = next(event.result for event in events if isinstance(event, Thrown))
    if result.success:
        yield "success"
    if result.whammies:
        yield "whammy"
