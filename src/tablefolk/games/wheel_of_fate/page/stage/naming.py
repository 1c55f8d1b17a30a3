"""How people are called on the stage."""

from __future__ import annotations

from tablefolk.core.game import Seat
from tablefolk.games.wheel_of_fate.page.offers.making import by_name as called
from tablefolk.games.wheel_of_fate.page.offers.making import mine, short
from tablefolk.games.wheel_of_fate.rules.state import Wheel
from tablefolk.games.wheel_of_fate.rules.wording import say

__all__ = ["asks", "called", "gm", "short"]


def gm(wheel: Wheel) -> str:
    """The GM by name, where one sits there."""
    return wheel.name(wheel.company.gm) if wheel.company.gm else say("part.the_gm")


def asks(wheel: Wheel, seat: Seat, who: str, key: str, **facts: str) -> str:
    """A question as whoever it is for reads it, and as the others do who watch."""
    end = "mine" if mine(wheel, seat, who) else "theirs"
    return say(f"part.{key}_{end}", name=called(wheel, who), gm=gm(wheel), **facts)
