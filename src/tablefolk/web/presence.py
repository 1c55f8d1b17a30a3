"""Who is here: not part of the log, and over sixty seconds after the last sign of life (TF-31)."""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from time import monotonic
from typing import NamedTuple

from tablefolk.hosting.bus.base import Present

AWAY_AFTER = 60.0
AGAIN = 20.0  # seconds after which it is said again: two words may be lost before anybody is missed
Pages = Mapping[str, int]  # members, and on how many pages each is


class Heard(NamedTuple):
    """What another process has said of a table, and when."""

    at: float
    pages: Pages


class Presence:
    """Signs of life, by table and member, at this process and at the others."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self.clock, self.process = clock, os.urandom(8).hex()
        self.changed: Callable[[], None] = lambda: None  # called when there is news for the others
        self._open: defaultdict[str, defaultdict[str, int]] = defaultdict(lambda: defaultdict(int))
        self._seen: defaultdict[str, dict[str, float]] = defaultdict(dict)
        self._there: defaultdict[str, dict[str, Heard]] = defaultdict(dict)  # by table and process
        self._news: defaultdict[str, set[str]] = defaultdict(set)  # not told to the others yet
        self._told: defaultdict[str, dict[str, float]] = defaultdict(dict)  # signs without a page
        self._swept = clock()

    def came(self, table: str, member: str) -> None:
        """A page of theirs is open."""
        self._open[table][member] += 1
        self._live(table, member)
        self._note(table, member)

    def went(self, table: str, member: str) -> None:
        """A page of theirs was closed; they stay here for a little while."""
        self._open[table][member] -= 1
        self._live(table, member)
        self._note(table, member)

    def seen(self, table: str, member: str) -> None:
        """Any sign of life; the others know of those who have a page open."""
        self._live(table, member)
        told, now = self._told[table], self.clock()
        if not self.devices(table, member) and now - told.get(member, -AGAIN) >= AGAIN:
            told[member] = now
            self._note(table, member)

    def _live(self, table: str, member: str) -> None:
        self._seen[table][member] = self.clock()

    def _note(self, table: str, member: str) -> None:
        self._news[table].add(member)
        self.changed()

    def here(self, table: str) -> frozenset[str]:
        """The members who are here now."""
        now = self.clock()
        signs = self._seen[table].items() if table in self._seen else ()
        return frozenset(m for m, at in signs if self.devices(table, m) or now - at < AWAY_AFTER)

    def devices(self, table: str, member: str) -> int:
        """On how many pages somebody is; for their own eyes."""
        own = self._open[table].get(member, 0) if table in self._open else 0
        return own + sum(pages.get(member, 0) for pages in self._elsewhere(table))

    def _elsewhere(self, table: str) -> list[Pages]:
        """What the other processes have said of a table, of late."""
        heard = self._there[table].values() if table in self._there else ()
        return [said.pages for said in heard if self.clock() - said.at < AWAY_AFTER]

    def forget(self, table: str) -> None:
        """Nobody has the table open any more, and the last sign of life is old."""
        if not self.here(table):
            for some in (self._open, self._seen, self._there, self._told):
                some.pop(table, None)

    # -- Among processes -----------------------------------------------------------------------

    def news(self) -> Present:
        """What has changed here since it was last told."""
        news, self._news = self._news, defaultdict(set)
        return Present(self.process, {table: self._at(table, news[table]) for table in news})

    def all(self) -> Present:
        """Who is at all tables of this process."""
        told = {table: self._at(table) for table in list(self._open)}
        return Present(self.process, {table: pages for table, pages in told.items() if pages})

    def nobody(self) -> Present:
        """This process goes down: nobody is here any more."""
        return Present(self.process, {table: {} for table in self._open})

    def _at(self, table: str, signs: Iterable[str] = ()) -> dict[str, int]:
        open_: Pages = self._open.get(table, {})
        return dict.fromkeys(signs, 0) | {m: n for m, n in open_.items() if n > 0}

    def heard(self, word: Present) -> set[str]:
        """Another process says who is there; the tables at which that is news."""
        if self.clock() - self._swept > AWAY_AFTER:
            self._swept = self.clock()
            for table in list(self._seen):  # those that nobody has ever opened here among them
                self.forget(table)
        return {table for table in word.tables if self._hear(word.process, table, word.tables)}

    def _hear(self, process: str, table: str, tables: Mapping[str, Pages]) -> bool:
        before, was = self.here(table), self._there[table].get(process, Heard(0.0, {})).pages
        now = tables[table]
        for member in {*was, *now}:
            self._live(table, member)  # who has left was here until now
        self._there[table][process] = Heard(self.clock(), now)
        return was != now or self.here(table) != before
