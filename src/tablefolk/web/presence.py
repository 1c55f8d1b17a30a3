"""Who is here: not part of the log, and over sixty seconds after the last sign of life (TF-31)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from time import monotonic

AWAY_AFTER = 60.0


class Presence:
    """Signs of life, by table and member."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self.clock = clock
        self._open: defaultdict[str, defaultdict[str, int]] = defaultdict(lambda: defaultdict(int))
        self._seen: defaultdict[str, dict[str, float]] = defaultdict(dict)

    def came(self, table: str, member: str) -> None:
        """A page of theirs is open."""
        self._open[table][member] += 1
        self.seen(table, member)

    def went(self, table: str, member: str) -> None:
        """A page of theirs was closed; they stay here for a little while."""
        self._open[table][member] -= 1
        self.seen(table, member)

    def seen(self, table: str, member: str) -> None:
        """Any sign of life."""
        self._seen[table][member] = self.clock()

    def here(self, table: str) -> frozenset[str]:
        """The members who are here now."""
        now = self.clock()
        signs = self._seen[table].items() if table in self._seen else ()
        return frozenset(m for m, at in signs if self.devices(table, m) or now - at < AWAY_AFTER)

    def devices(self, table: str, member: str) -> int:
        """On how many pages somebody is; for their own eyes."""
        return self._open[table].get(member, 0) if table in self._open else 0

    def forget(self, table: str) -> None:
        """Nobody has the table open any more, and the last sign of life is old."""
        if not self.here(table):
            self._open.pop(table, None)
            self._seen.pop(table, None)
