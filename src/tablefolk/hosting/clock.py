"""Time: what the wall's clock says is written down, but how long ago is told by one that only runs.

Whoever sets a wrong clock right, or a right one wrong, gives nobody's chair away (TF-7).
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable

log = logging.getLogger("tablefolk")

SET = (
    "The clock of this machine was set %s by %s: "
    "entries carry the new time, and nobody counts as away for it."
)
JUMP = 300.0  # seconds by which a clock may be set without a word


def since_boot() -> float:
    """Seconds that no setting of the clock changes; they pass while a machine sleeps, too."""
    if hasattr(time, "CLOCK_BOOTTIME"):
        return time.clock_gettime(time.CLOCK_BOOTTIME)
    return time.monotonic()


class Steady:
    """The time of day as it would be had nobody set the clock since the start."""

    def __init__(self, wall: Callable[[], float], running: Callable[[], float]) -> None:
        self._wall, self._running = wall, running
        self._ahead = wall() - running()
        self._told = 0.0  # how far the clock is off as far as it was told

    def __call__(self) -> float:
        self._notice()
        return self._running() + self._ahead

    def _notice(self) -> None:
        off = self._wall() - self._running() - self._ahead
        if abs(off - self._told) > JUMP:
            how = "forwards" if off > self._told else "backwards"
            log.warning(SET, how, spoken(abs(off - self._told)))
            self._told = off


def spoken(seconds: float) -> str:
    """A length of time in the unit that fits it."""
    for unit, length in (("days", 86_400), ("hours", 3600)):
        if seconds >= 2 * length:
            return f"{seconds / length:.0f} {unit}"
    return f"{seconds / 60:.0f} minutes"
