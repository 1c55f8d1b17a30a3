"""How often: each address may do each thing so many times a minute, and is told when again (TF-43).

Each process counts for itself: with several workers, an address has as many tries with each.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from math import ceil
from typing import Literal

from msgspec import Struct

from tablefolk.core.game import Refusal
from tablefolk.core.language import said
from tablefolk.hosting.counting import count
from tablefolk.hosting.limits import HOME, Limits

Kind = Literal["tables", "demos", "imports", "days", "joins", "guesses", "uploads", "pages", "acts"]
MINUTE, DAY = 60.0, 86_400.0
MOST_KNOWN = 20_000  # buckets; the least lately used are forgotten, and full again
WORDS: dict[Kind, str] = {
    "tables": "new tables in a minute from one address",
    "demos": "tables to try in a minute from one address",
    "imports": "tables brought in a minute from one address",
    "days": "tables in a day from one address",
    "joins": "people sit down in a minute from one address",
    "guesses": "links that lead nowhere in a minute from one address",
    "uploads": "files in a minute from one address",
    "pages": "requests in a minute from one address",
    "acts": "acts in a minute from one seat",
}


class TooOften(Refusal):
    """No, but in so many seconds."""

    seconds = 60

    def __init__(self, why: str, seconds: int) -> None:
        super().__init__("TF-43", "too_often", why, firm=True)
        self.seconds = seconds


class Bucket(Struct):
    """What somebody may still do just now; it fills up again as time goes by."""

    left: float
    at: float


class Rates:
    """How often everybody has done what, of late; bounded in memory."""

    def __init__(
        self,
        limits: Limits = HOME,
        clock: Callable[[], float] = time.monotonic,
        most: int = MOST_KNOWN,
    ) -> None:
        self.limits, self.clock, self.most = limits, clock, most
        self._known: OrderedDict[tuple[Kind, str], Bucket] = OrderedDict()

    def take(self, kind: Kind, who: str) -> None:
        """Somebody does it once more; or a refusal that says when they may."""
        self.ready(kind, who)
        self._known[kind, who].left -= 1

    def ready(self, kind: Kind, who: str) -> None:
        """Whether somebody may do it once more; nothing is taken."""
        bucket, most, seconds = self._bucket(kind, who), self._most(kind), self._period(kind)
        if bucket.left < 1:
            count("limited", kind=kind)
            raise too_often(kind, most, ceil((1 - bucket.left) * seconds / most))

    def _bucket(self, kind: Kind, who: str) -> Bucket:
        """Theirs, filled up to now."""
        now, most = self.clock(), self._most(kind)
        bucket = self._known.setdefault((kind, who), Bucket(most, now))
        self._known.move_to_end((kind, who))
        if len(self._known) > self.most:
            self._known.popitem(last=False)
        bucket.left = min(most, bucket.left + (now - bucket.at) * most / self._period(kind))
        bucket.at = now
        return bucket

    def _most(self, kind: Kind) -> int:
        name = "tables_a_day" if kind == "days" else f"{kind}_a_minute"
        found: int = getattr(self.limits, name)
        return found

    def _period(self, kind: Kind) -> float:
        return DAY if kind == "days" else MINUTE


def too_often(kind: Kind, most: int, seconds: int) -> TooOften:
    """At most so many, and when again, in one sentence."""
    minutes, hours = ceil(seconds / 60), ceil(seconds / 3600)
    wait = said("{n} s", n=seconds) if seconds < 120 else said("{n} min", n=minutes)
    wait = wait if seconds < 7200 else said("{n} h", n=hours)
    why = "At most {most:,} {what}: try again in {wait}."
    return TooOften(said(why, most=most, what=said(WORDS[kind]), wait=wait), seconds)
