"""Progress bars: what will happen when the last tick is filled (MU-113 … MU-116)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from tablefolk.core.dice import Dice
from tablefolk.core.game import Command, Event, Seat, must, word
from tablefolk.games.mutagen.playbooks import effects as op
from tablefolk.games.mutagen.rules.owing import Doer, GiveAnswer, amount, owes
from tablefolk.games.mutagen.rules.state import Show, the_gm, words
from tablefolk.games.mutagen.rules.values import Bar, Line, Owed

# -- Making (MU-113) ---------------------------------------------------------------------------


class MakeBar(Command, frozen=True):
    """What will happen, and in how many ticks; a player may ask for one."""

    may = "anyone"
    title: Line
    size: int = 4


class BarMade(Event, frozen=True):
    bar: Bar


def make_bar(show: Show, seat: Seat, c: MakeBar, dice: Dice) -> Iterator[Event]:
    title = words(c.title, "MU-113", "Say what will happen when it is full.")
    sized(show, c.size)
    word(seat, "MU-113", f"A bar of {c.size} ticks: “{title}”?")
    yield BarMade(Bar(show.count + 1, title, c.size))


def sized(show: Show, size: int) -> None:
    low, high = show.engine.bar_ticks
    must(low <= size <= high, "MU-113", "bad_bar", f"A bar has {low} to {high} ticks.")


def bar_made(show: Show, e: BarMade) -> Show:
    return replace(show, bars={**show.bars, e.bar.id: e.bar}).counted(e.bar.id)


# -- Ticking (MU-114 … MU-116) -----------------------------------------------------------------


class TickBar(Command, frozen=True):
    """Once, or several times; what is too much is dropped."""

    may = "gm"
    bar: int
    n: int = 1


class BarTicked(Event, frozen=True):
    bar: int
    title: str
    n: int
    now: int
    of: int
    source: str = ""


class BarHappened(Event, frozen=True):
    """The last tick is filled: the title comes true."""

    bar: int
    title: str


def tick_bar(show: Show, seat: Seat, c: TickBar, dice: Dice) -> Iterator[Event]:
    the_gm(seat, "MU-114")
    bar = an_open_bar(show, c.bar)
    most = show.engine.bar_ticks[1]
    must(1 <= c.n <= most, "MU-115", "out_of_range", f"Tick once, or up to {most} times.")
    yield from ticking(bar, c.n)


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


def bar_ticked(show: Show, e: BarTicked) -> Show:
    return with_bar(show, e.bar, ticks=e.now)


def bar_happened(show: Show, e: BarHappened) -> Show:
    return with_bar(show, e.bar, state="happened")


def with_bar(show: Show, number: int, **changes: Any) -> Show:
    return replace(show, bars={**show.bars, number: replace(show.bars[number], **changes)})


# -- Correcting (MU-116) -----------------------------------------------------------------------


class CorrectBar(Command, frozen=True):
    """The GM sets a bar right, and says why."""

    may = "gm"
    bar: int
    ticks: int
    reason: Line


class BarCorrected(Event, frozen=True):
    bar: int
    title: str
    was: int
    now: int
    reason: str


class RemoveBar(Command, frozen=True):
    may = "gm"
    bar: int
    reason: Line


class BarRemoved(Event, frozen=True):
    bar: int
    title: str
    reason: str


def correct_bar(show: Show, seat: Seat, c: CorrectBar, dice: Dice) -> Iterator[Event]:
    the_gm(seat, "MU-116")
    bar = a_bar(show, c.bar)
    reason = words(c.reason, "MU-116", "Say why.")
    must(0 <= c.ticks <= bar.size, "MU-116", "out_of_range", f"It goes from 0 to {bar.size}.")
    must(c.ticks != bar.ticks, "MU-116", "same", "It stands at that already.")
    yield BarCorrected(bar.id, bar.title, bar.ticks, c.ticks, reason)
    if c.ticks == bar.size:
        yield BarHappened(bar.id, bar.title)


def bar_corrected(show: Show, e: BarCorrected) -> Show:
    return with_bar(show, e.bar, ticks=e.now, state="open")


def remove_bar(show: Show, seat: Seat, c: RemoveBar, dice: Dice) -> Iterator[Event]:
    the_gm(seat, "MU-116")
    bar = a_bar(show, c.bar)
    yield BarRemoved(bar.id, bar.title, words(c.reason, "MU-116", "Say why."))


def bar_removed(show: Show, e: BarRemoved) -> Show:
    return with_bar(show, e.bar, state="removed")


# -- As effects --------------------------------------------------------------------------------


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


def bar_named(show: Show, owed: Owed, c: GiveAnswer, doer: Doer, dice: Dice) -> Iterator[Event]:
    assert isinstance(owed.effect, op.Tick)
    bar = an_open_bar(show, int(c.on) if c.on.isdecimal() else 0)
    yield from ticking(bar, amount(show, doer, owed.effect.n), doer.source)


def op_new_bar(show: Show, e: op.NewBar, doer: Doer, dice: Dice) -> Iterator[Event]:
    if e.title:
        yield BarMade(Bar(show.count + 1, e.title, e.n))
    else:
        yield owes(show, doer, "gm", e)


def bar_worded(show: Show, owed: Owed, c: GiveAnswer, doer: Doer, dice: Dice) -> Iterator[Event]:
    assert isinstance(owed.effect, op.NewBar)
    title = words(c.text, "MU-113", "Say what will happen when it is full.")
    yield BarMade(Bar(show.count + 1, title[:240], owed.effect.n))


def no_bar_left(show: Show, owed: Owed) -> bool:
    """Every bar has happened or is gone since somebody was asked for one (MU-116)."""
    return not any(bar.state == "open" for bar in show.bars.values())


OPS: dict[Any, Any] = {op.Tick: op_tick, op.NewBar: op_new_bar}
ANSWERS: dict[Any, Any] = {op.Tick: bar_named, op.NewBar: bar_worded}
MOOT: dict[Any, Any] = {op.Tick: no_bar_left}
DECIDE: dict[Any, Any] = {
    MakeBar: make_bar,
    TickBar: tick_bar,
    CorrectBar: correct_bar,
    RemoveBar: remove_bar,
}
EVOLVE: dict[Any, Any] = {
    BarMade: bar_made,
    BarTicked: bar_ticked,
    BarHappened: bar_happened,
    BarCorrected: bar_corrected,
    BarRemoved: bar_removed,
}
