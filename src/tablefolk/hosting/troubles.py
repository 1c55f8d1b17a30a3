"""What goes wrong with the store: told in the log with what to do, each kind once a minute."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable

from msgspec import Struct

from tablefolk.hosting import counting
from tablefolk.hosting.log.base import Broken, Kind

log = logging.getLogger("tablefolk.store")

EVERY = 60.0  # seconds in which a kind of trouble is counted, not told again
TO_DO: dict[Kind, str] = {
    "full": "Make room on its disk: it goes on by itself, and nothing is lost.",
    "damaged": "Stop the server before you mend it.",
    "readonly": "Let the server's user write to the file and to its folder, then start it again.",
    "away": "It goes on by itself once the database can be reached.",
    "closed": "It is being stopped.",
    "other": "See tablefolk doctor.",
}


class Trouble(Struct):
    """One kind of trouble: how often, and when it was told last."""

    times: int = 0
    untold: int = 0
    told: float = float("-inf")
    last: float = float("-inf")


class Troubles:
    """All trouble with the store since the start, by kind."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.kinds: dict[Kind, Trouble] = {}
        self._clock = clock

    def note(self, broken: Broken) -> None:
        """Tell it, unless the same kind was told a moment ago."""
        counting.count("broken", kind=broken.kind)
        trouble, now = self.kinds.setdefault(broken.kind, Trouble()), self._clock()
        trouble.times, trouble.untold, trouble.last = trouble.times + 1, trouble.untold + 1, now
        if now - trouble.told < EVERY:
            return
        more = f" ({trouble.untold} times since it was told last)" if trouble.untold > 1 else ""
        trouble.told, trouble.untold = now, 0
        about = {"event": "broken", "kind": broken.kind}
        log.error("%s%s %s", broken, more, TO_DO[broken.kind], extra=about)
