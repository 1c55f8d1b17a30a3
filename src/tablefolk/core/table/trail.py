"""The way a log has come: some of its states are kept, so that nobody walks it from the beginning.

A taking back asks what would be without an entry, and that begins just before the entry. Where the
table without it comes to be the same as with it, all that follows stands as it stood. So judging a
log costs what it is long, and each taking back only the way between what it strikes and where
the two are the same again; before, each cost all that was there.
"""

from __future__ import annotations

from collections.abc import Sequence, Set

from tablefolk.core import play
from tablefolk.core.game import Entry, Lifted
from tablefolk.core.table import takeback
from tablefolk.core.table.at import GameAtTable
from tablefolk.core.table.state import Table
from tablefolk.core.table.takeback import TakenBack, Tick, unhurried

NEAR, WIDEST = 16, 256  # states are kept at every entry of late, and ever farther apart before


class Trail:
    """The states of a log without what was struck, as far as it has been entered."""

    first = 1

    def __init__(self, game: GameAtTable, entries: Sequence[Entry], tick: Tick = unhurried) -> None:
        self.game, self.entries, self.tick = game, entries, tick
        self.length = 0  # entries that were entered
        self.state = game.new({})  # after them
        self.gone: set[int] = set()
        self.lifted = False  # whether any of them had to be lifted
        self.doubtful = 0  # up to here, an entry may not even stand where it is
        self._kept: dict[int, Table] = {0: self.state}
        self._sessions: list[int] = []  # entries that opened one
        self._odd = False  # something claims to have struck what was still to come

    # -- Going on ----------------------------------------------------------------------------

    def enter(self, number: int) -> Table:
        """The state after the entry with this number, which is the next or the newest."""
        if number == self.length:
            return self.state
        entry, backs = self.entries[number - 1], self._struck(number)
        after = self._without(number, backs) if backs else self.state
        if not backs or not (number in backs or number in self.gone):
            after = play.evolve(self.game, after, entry.events)
        self.gone |= backs
        self.lifted = self.lifted or isinstance(entry, Lifted)
        self._sessions += [number] if takeback.opens_session(entry) else []
        self._odd = self._odd or any(one >= number for one in backs)
        self.length, self.state = number, after
        self._keep(number, after)
        return after

    def _struck(self, number: int) -> set[int]:
        events = self.entries[number - 1].events
        return {one for e in events if isinstance(e, TakenBack) for one in e.entries}

    def _without(self, number: int, backs: set[int]) -> Table:
        """The state before an entry that strikes these."""
        if self._odd:
            return self._from_the_beginning(number - 1, self.gone | backs)
        fresh = {one for one in backs if 0 < one < number} - self.gone
        if not fresh:
            return self.state
        first, last = min(fresh), max(fresh)
        now = was = self.before(first)
        for one in range(first, number):
            if one > last and self._same(now, was):
                return self.state
            self.tick()
            if one not in self.gone:
                events = self.entries[one - 1].events
                was = play.evolve(self.game, was, events)
                now = now if one in fresh else play.evolve(self.game, now, events)
            if one in self._kept:
                self._kept[one] = now
        return now

    def _from_the_beginning(self, length: int, gone: set[int]) -> Table:
        told = enumerate(self.entries[:length], 1)
        left = (e for n, e in told if n not in gone)
        state: Table = play.fold(self.game, self.game.new({}), left)
        return state

    def _same(self, now: Table, was: Table) -> bool:
        """Whether two states are the same to the byte: rules may go by the order of things."""
        dump = self.game.codec.dump_state
        return now is was or bool(now == was and dump(now) == dump(was))

    def _keep(self, number: int, state: Table) -> None:
        """Keep a state; of the older ones, fewer the farther back they are."""
        self._kept[number] = state
        if number % NEAR == 0:
            kept = self._kept.items()
            self._kept = {n: s for n, s in kept if n % _apart(number - n) == 0}

    # -- Looking back --------------------------------------------------------------------------

    def before(self, number: int) -> Table:
        """The state before an entry, of those that stand now."""
        start = max(n for n in self._kept if n < number)
        state = self._kept[start]
        for one in range(start + 1, number):
            self.tick()
            if one not in self.gone:
                state = play.evolve(self.game, state, self.entries[one - 1].events)
        return state

    def entry(self, number: int) -> Entry:
        return self.entries[number - 1]

    def gone_since(self, number: int) -> Set[int]:
        """What was struck after this entry: all that was, where nothing was struck in advance."""
        return takeback.struck(self.entries[number : self.length]) if self._odd else self.gone

    def session_since(self, number: int, gone: Set[int]) -> bool:
        """Whether a session has been opened after this entry, and not struck."""
        return any(one > number and one not in gone for one in self._sessions)

    def falls_with(self, number: int) -> tuple[int, ...]:
        """What falls with an entry, itself first; as `takeback.without` finds it."""
        if self._odd:
            start, entries = self.game.new({}), self.entries[: self.length]
            return takeback.without(self.game, start, entries, number)[0]
        fallen, was = [number], self.before(number)
        now, was = was, play.evolve(self.game, was, self.entries[number - 1].events)
        for one in range(number + 1, self.length + 1):
            if one > self.doubtful and self._same(now, was):
                break
            if one in self.gone:
                continue
            self.tick()
            entry = self.entries[one - 1]
            if takeback.stands(self.game, now, was, entry):
                now = play.evolve(self.game, now, entry.events)
            else:
                fallen.append(one)
            was = play.evolve(self.game, was, entry.events)
        return tuple(fallen)


def _apart(back: int) -> int:
    """How far apart states are kept so far back: a power of two."""
    return min(1 << max(back // NEAR, 1).bit_length() - 1, WIDEST)
