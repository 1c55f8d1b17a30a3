"""Progress bars: what will happen when the last tick is filled (MU-113 … MU-116)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from tablefolk.core.dice import Dice
from tablefolk.core.game import Act, Change, Event, Seat, must, word
from tablefolk.games.mutagen.playbooks import effects as op
from tablefolk.games.mutagen.rules.owing import Doer, Given, amount, owes, ways
from tablefolk.games.mutagen.rules.state import Show, the_gm, words
from tablefolk.games.mutagen.rules.values import Bar, Line, Owed
from tablefolk.games.mutagen.rules.wording import Noted

# -- Making (MU-113) ---------------------------------------------------------------------------


class MakeBar(Act[Show], frozen=True):
    """What will happen, and in how many ticks; a player may ask for one."""

    may = "anyone"
    title: Line
    size: int = 4

    def do(self, show: Show, seat: Seat, dice: Dice) -> Iterator[Event]:
        title = words(self.title, "MU-113", "Say what will happen when it is full.")
        sized(show, self.size)
        word(seat, "MU-113", f"A bar of {self.size} ticks: “{title}”?")
        yield BarMade(Bar(show.count + 1, title, self.size))


class BarMade(Change[Show], frozen=True):
    bar: Bar

    def onto(self, show: Show) -> Show:
        return replace(show, bars={**show.bars, self.bar.id: self.bar}).counted(self.bar.id)


def sized(show: Show, size: int) -> None:
    low, high = show.engine.bar_ticks
    must(low <= size <= high, "MU-113", "bad_bar", f"A bar has {low} to {high} ticks.")


# -- Ticking (MU-114 … MU-116) -----------------------------------------------------------------


class TickBar(Act[Show], frozen=True):
    """Once, or several times; what is too much is dropped."""

    may = "gm"
    bar: int
    n: int = 1

    def do(self, show: Show, seat: Seat, dice: Dice) -> Iterator[Event]:
        the_gm(seat, "MU-114")
        bar = an_open_bar(show, self.bar)
        most = show.engine.bar_ticks[1]
        must(1 <= self.n <= most, "MU-115", "out_of_range", f"Tick once, or up to {most} times.")
        yield from ticking(bar, self.n)


class BarTicked(Change[Show], frozen=True):
    bar: int
    title: str
    n: int
    now: int
    of: int
    source: str = ""

    def onto(self, show: Show) -> Show:
        return with_bar(show, self.bar, ticks=self.now)


class BarHappened(Change[Show], frozen=True):
    """The last tick is filled: the title comes true."""

    voice = "scene"
    bar: int
    title: str

    def onto(self, show: Show) -> Show:
        return with_bar(show, self.bar, state="happened")


def a_bar(show: Show, number: int) -> Bar:
    bar = show.bars.get(number)
    there = bar if bar and bar.state != "removed" else None
    return must(there, "MU-114", "unknown", "There is no such bar.")


def an_open_bar(show: Show, number: int) -> Bar:
    bar = a_bar(show, number)
    must(bar.state == "open", "MU-116", "bar_full", f"“{bar.title}” has happened already.")
    return bar


def ticking(bar: Bar, n: int, source: str = "") -> Iterator[Event]:
    """Fill n ticks, stopping at the last (MU-115)."""
    more = min(n, bar.size - bar.ticks)
    yield BarTicked(bar.id, bar.title, more, bar.ticks + more, bar.size, source)
    if bar.ticks + more == bar.size:
        yield BarHappened(bar.id, bar.title)


def with_bar(show: Show, number: int, **changes: object) -> Show:
    return replace(show, bars={**show.bars, number: replace(show.bars[number], **changes)})


# -- Correcting (MU-116) -----------------------------------------------------------------------


class CorrectBar(Act[Show], frozen=True):
    """The GM sets a bar right, and says why."""

    may = "gm"
    bar: int
    ticks: int
    reason: Line

    def do(self, show: Show, seat: Seat, dice: Dice) -> Iterator[Event]:
        the_gm(seat, "MU-116")
        bar = a_bar(show, self.bar)
        reason = words(self.reason, "MU-116", "Say why.")
        must(
            0 <= self.ticks <= bar.size, "MU-116", "out_of_range", f"It goes from 0 to {bar.size}."
        )
        must(self.ticks != bar.ticks, "MU-116", "same", "It stands at that already.")
        yield BarCorrected(bar.id, bar.title, bar.ticks, self.ticks, reason)
        if self.ticks == bar.size:
            yield BarHappened(bar.id, bar.title)


class BarCorrected(Noted, frozen=True):
    bar: int
    title: str
    was: int
    now: int
    reason: str

    def onto(self, show: Show) -> Show:
        return with_bar(show, self.bar, ticks=self.now, state="open")


class RemoveBar(Act[Show], frozen=True):
    may = "gm"
    bar: int
    reason: Line

    def do(self, show: Show, seat: Seat, dice: Dice) -> Iterator[Event]:
        the_gm(seat, "MU-116")
        bar = a_bar(show, self.bar)
        yield BarRemoved(bar.id, bar.title, words(self.reason, "MU-116", "Say why."))


class BarRemoved(Noted, frozen=True):
    bar: int
    title: str
    reason: str

    def onto(self, show: Show) -> Show:
        return with_bar(show, self.bar, state="removed")


# -- As effects --------------------------------------------------------------------------------


@ways.does(op.Tick)
def op_tick(show: Show, e: op.Tick, doer: Doer, dice: Dice) -> Iterator[Event]:
    """A bar by its number or title; one that nobody named is asked for, if there is any."""
    n = amount(show, doer, e.n)
    if e.bar:
        found = named_bar(show, e.bar)
        yield from ticking(found, n, doer.source) if found and n else ()
    elif any(bar.state == "open" for bar in show.bars.values()):
        yield owes(show, doer, "player", e)


def named_bar(show: Show, name: str) -> Bar | None:
    open_ones = [bar for bar in show.bars.values() if bar.state == "open"]
    same = (b for b in open_ones if name == str(b.id) or name.casefold() == b.title.casefold())
    return next(same, None)


@ways.answered(op.Tick)
def bar_named(show: Show, owed: Owed, c: Given, doer: Doer, dice: Dice) -> Iterator[Event]:
    assert isinstance(owed.effect, op.Tick)
    bar = an_open_bar(show, int(c.on) if c.on.isdecimal() else 0)
    yield from ticking(bar, amount(show, doer, owed.effect.n), doer.source)


@ways.does(op.NewBar)
def op_new_bar(show: Show, e: op.NewBar, doer: Doer, dice: Dice) -> Iterator[Event]:
    if e.title:
        yield BarMade(Bar(show.count + 1, e.title, e.n))
    else:
        yield owes(show, doer, "gm", e)


@ways.answered(op.NewBar)
def bar_worded(show: Show, owed: Owed, c: Given, doer: Doer, dice: Dice) -> Iterator[Event]:
    assert isinstance(owed.effect, op.NewBar)
    title = words(c.text, "MU-113", "Say what will happen when it is full.")
    yield BarMade(Bar(show.count + 1, title[:240], owed.effect.n))


@ways.moot(op.Tick)
def no_bar_left(show: Show, owed: Owed) -> bool:
    """Every bar has happened or is gone since somebody was asked for one (MU-116)."""
    return not any(bar.state == "open" for bar in show.bars.values())
