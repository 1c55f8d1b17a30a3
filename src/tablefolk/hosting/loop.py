"""The loop's delay: how long everybody waits while one thing is being done."""

from __future__ import annotations

import asyncio

from tablefolk.hosting import counting

USUALLY = 0.1  # seconds between two looks; a stall is seen short by that much at most


class Delay:
    """How late the loop of this process came to its timers."""

    def __init__(self) -> None:
        self.worst = 0.0

    def was(self, seconds: float) -> None:
        self.worst = max(self.worst, seconds)
        counting.took("loop_delay_seconds", seconds)


_delay = Delay()


def watch(loop: asyncio.AbstractEventLoop, every: float = USUALLY) -> None:
    """Look, from now on, how late the loop comes to a timer; until it is closed.

    All that goes beyond `every` between two looks is delay: for short stalls look more often.
    """
    due = loop.time() + every

    def look() -> None:
        nonlocal due
        _delay.was(max(loop.time() - due, 0.0))
        due = loop.time() + every
        loop.call_at(due, look)

    loop.call_at(due, look)


def worst() -> float:
    """The longest delay, in seconds, since this was last asked."""
    found, _delay.worst = _delay.worst, 0.0
    return found
