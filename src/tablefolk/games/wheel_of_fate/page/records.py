"""What one seat may look up of all that was said and written down (WF-132)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from tablefolk.core.game import Record, Seat
from tablefolk.games.wheel_of_fate.page.episodes import fought, tried
from tablefolk.games.wheel_of_fate.rules.scenes import records as written
from tablefolk.games.wheel_of_fate.rules.state import Wheel


def records(wheel: Wheel, seat: Seat) -> Iterator[Record]:
    """What was tried and fought, with the facts in between, as it happened; then offers,
    connections and answers, which all may read.

    Rewards with their reasons are told in the story, and are found there.
    """
    every = [(r.number, Record(r.kind, r.text, name(wheel, seat, r.who), r.scene))
             for r in written(wheel)]  # fmt: skip
    known = [one for one in every if one[0] >= 0]
    happened = chain(tries(wheel), fights(wheel), known)
    yield from (one for _, one in sorted(happened, key=lambda placed: placed[0]))
    yield from (one for number, one in every if number < 0)


def tries(wheel: Wheel) -> Iterator[tuple[int, Record]]:
    """Each throw at a task, told as the recap tells it, with its number (TF-14)."""
    for n, roll in wheel.rolls.items():
        if roll.task in wheel.tasks and (text := tried(wheel, roll)):
            yield n, Record("task", text, wheel.name(roll.roller), roll.scene)


def fights(wheel: Wheel) -> Iterator[tuple[int, Record]]:
    """Each contest that is over, with the last number given when it ended."""
    for over in wheel.fought:
        if text := fought(wheel, over):
            yield over.number, Record("contest", text, scene=over.scene)


def name(wheel: Wheel, seat: Seat, who: str) -> str:
    """By name, where this seat knows them; nobody is met first in a book of records."""
    if who in wheel.cast and not wheel.seen(seat, wheel.cast[who]):
        return ""
    return wheel.name(who)
