"""What one seat may look up of all that was said and written down (WF-132)."""

from __future__ import annotations

from collections.abc import Iterator

from tablefolk.core.game import Record, Seat
from tablefolk.games.wheel_of_fate.rules.scenes import records as written
from tablefolk.games.wheel_of_fate.rules.state import Wheel


def records(wheel: Wheel, seat: Seat) -> Iterator[Record]:
    """Facts, whammies, complications, offers, connections and answers, which all may read.

    Rewards with their reasons are told in the story, and are found there.
    """
    for one in written(wheel):
        yield Record(one.kind, one.text, name(wheel, seat, one.who), one.scene)


def name(wheel: Wheel, seat: Seat, who: str) -> str:
    """By name, where this seat knows them; nobody is met first in a book of records."""
    if who in wheel.cast and not wheel.seen(seat, wheel.cast[who]):
        return ""
    return wheel.name(who)
