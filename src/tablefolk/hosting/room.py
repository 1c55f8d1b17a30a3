"""Room at a table: no act makes more of what is there as often as the house takes it (TF-43)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from weakref import WeakKeyDictionary

from tablefolk.core.game import Command, Refusal
from tablefolk.core.language import said
from tablefolk.core.table import judging, scenes, seats, takeback, talk
from tablefolk.core.table.at import GameAtTable
from tablefolk.core.table.state import Table
from tablefolk.hosting.limits import HOME, Limits
from tablefolk.hosting.live import Live

# What makes less, stops, or ends something is taken at a table however full it is.
ALWAYS: tuple[type[Command], ...] = (
    takeback.TakeBack,
    scenes.Stop,
    scenes.Resume,
    scenes.StateLimit,
    scenes.EndScene,
    scenes.CloseSession,
    seats.CloseTable,
    seats.Unseat,
    seats.NoteAway,
    talk.DropNote,
    talk.CloseHands,
    judging.Withdraw,
)
Lines = Sequence[object]
NEARLY = 0.95  # of a story, from where on its GM is told that it will be full
WEIGHED_EVERY = 20  # entries; in between a table grows by what twenty acts may hold at most
WORDS = {
    "members": ("people, with onlookers and those at the door", "Somebody has to leave first."),
    "members_ever": ("people, with those who have left", "Begin a new table."),
    "requests": ("questions that wait for the GM", "The GM answers some of them first."),
    "polls": ("open shows of hands", "Close one of them first."),
    "notes": ("notes", "Drop one of them first."),
}


class Room:
    """Whether a table has room for what an act adds."""

    def __init__(self, limits: Limits = HOME) -> None:
        self.limits = limits
        self._heavy: WeakKeyDictionary[Live, bool] = WeakKeyDictionary()

    def has(self, live: Live, command: Command, after: Table) -> None:
        """Refuse an act that would put more on a table than the house takes."""
        if isinstance(command, ALWAYS):
            return
        if live.version >= self.limits.entries:
            raise full(self.limits.entries)
        if after is not live.table:  # mere talk adds to the story alone
            self._has(live, after)

    def _has(self, live: Live, after: Table) -> None:
        before = live.table
        was = dict(self._bounded(live.game, before))
        for kind, (count, most) in self._bounded(live.game, after):
            if count > most and count > was.get(kind, (0, 0))[0]:
                raise too_many(kind, most)
        for name, count in grown(before, after):
            if count > self.limits.lines:
                raise too_many(name, self.limits.lines)
        self._light(live, after)

    def whole(self, game: GameAtTable, table: Table, entries: int) -> None:
        """Refuse a table that is brought with more on it than the house takes."""
        if entries > self.limits.entries:
            raise full(self.limits.entries)
        for kind, (count, most) in self._bounded(game, table):
            if count > most:
                raise too_many(kind, most)
        for name, count in grown(None, table):
            if count > self.limits.lines:
                raise too_many(name, self.limits.lines)
        if len(game.codec.dump_state(table)) > self.limits.table_bytes:
            raise self._too_heavy()

    def nearly_full(self, live: Live) -> str:
        """What its GM is told of a table whose story is about to be full; mostly nothing."""
        most = self.limits.entries
        if live.version < most * NEARLY:
            return ""
        return said(
            "This table's story has {n:,} of {most:,} entries that it can have here: "
            "export it soon, and begin a new table.",
            n=live.version, most=most,
        )  # fmt: skip

    def _bounded(self, game: GameAtTable, table: Table) -> Iterator[tuple[str, tuple[int, int]]]:
        """What is counted at a table: how many there are, and how many there may be."""
        for kind, count in of_the_table(table).items():
            yield kind, (count, getattr(self.limits, kind))
        for kind, count in game.further.counts(table.play).items():
            yield kind, (count, self.limits.things)

    def _light(self, live: Live, after: Table) -> None:
        """Weighed now and then; once it is too heavy, whatever makes it heavier is refused."""
        if live.version % WEIGHED_EVERY and not self._heavy.get(live):
            return
        weight = len(live.game.codec.dump_state(after))
        self._heavy[live] = weight > self.limits.table_bytes
        if self._heavy[live] and weight > len(live.game.codec.dump_state(live.table)):
            raise self._too_heavy()

    def _too_heavy(self) -> Refusal:
        size = self.limits.table_bytes // 1000
        why = "This table holds {size:,} kB, which is the most here. Drop something first."
        return Refusal("TF-43", "too_many", said(why, size=size), firm=True)


def too_many(kind: str, most: int) -> Refusal:
    """That there are as many of something as this house takes."""
    what, then = WORDS.get(kind, (kind.replace("_", " "), "One has to go before another comes."))
    why = said(
        "This table has {most:,} {what}, which is the most here. {then}",
        most=most, what=said(what), then=said(then),
    )  # fmt: skip
    return Refusal("TF-43", "too_many", why, firm=True)


def full(most: int) -> Refusal:
    """That a story is as long as this house keeps one."""
    why = "This table's story is full with {most:,} entries: export it, and begin a new table."
    return Refusal("TF-43", "too_many", said(why, most=most), firm=True)


def of_the_table(table: Table) -> Mapping[str, int]:
    """How many there are of what grows by anybody's hand, whatever the game."""
    return {
        "members": sum(not m.gone for m in table.members.values()),
        "members_ever": len(table.members),
        "requests": len(table.requests),
        "polls": sum(not poll.closed for poll in table.polls.values()),
        "notes": len(table.notes),
    }


def grown(before: object, after: object, name: str = "") -> Iterator[tuple[str, int]]:
    """Every list within a state that has more lines than before: its name, and how many.

    What an act leaves alone is the same value as before, so that only what changed is looked at.
    """
    if before is after:
        return
    if isinstance(after, dict):
        was = before if isinstance(before, dict) else {}
        if len(after) > len(was):
            yield name, len(after)
        for key, value in after.items():
            yield from grown(was.get(key), value, name)
    elif isinstance(after, (tuple, list)):
        yield from _longer(before if isinstance(before, type(after)) else (), after, name)
    else:
        for field in getattr(after, "__struct_fields__", ()):
            yield from grown(getattr(before, field, None), getattr(after, field), field)


def _longer(before: Lines, after: Lines, name: str) -> Iterator[tuple[str, int]]:
    if len(after) > len(before):
        yield name, len(after)
    known = {id(one) for one in before}
    alike = len(before) == len(after)
    for place, one in enumerate(after):
        if id(one) not in known:
            yield from grown(before[place] if alike else None, one, name)
