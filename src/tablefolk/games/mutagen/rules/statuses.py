"""Statuses: short phrases that are true of somebody or something while written (MU-109 … MU-112).

They have no numbers of their own: they matter by being true, by Exploit status (+1, in
`proposing.py`) and by the GM's bonus or penalty (MU-112).
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from tablefolk.core.dice import Dice
from tablefolk.core.game import Act, Change, Event, Seat, must, need, word
from tablefolk.games.mutagen.playbooks import effects as op
from tablefolk.games.mutagen.playbooks.effects import Until
from tablefolk.games.mutagen.playbooks.model import Deed
from tablefolk.games.mutagen.rules import sheet
from tablefolk.games.mutagen.rules.owing import Doer, Given, Owes, owes, people, ways
from tablefolk.games.mutagen.rules.state import SetsOff, Show, the_gm, words
from tablefolk.games.mutagen.rules.values import (
    Character,
    Entity,
    Erased,
    Key,
    Line,
    Owed,
    Status,
    Who,
)

MOST_STATUSES = 24  # on one sheet or card
MOST_ERASED = 20  # remembered, to be put back

# -- Writing (MU-109) --------------------------------------------------------------------------


class WriteStatus(SetsOff, frozen=True):
    """A status for anybody or anything; a player names the move that gives it, or asks."""

    may = "anyone"
    on: Key
    text: Line
    permanent: bool = False
    severe: bool = False
    source: Key = ""  # a move on the player's own sheet

    def do(self, show: Show, seat: Seat, dice: Dice) -> Iterator[Event]:
        holder = bearer(show, self.on)
        text = new_text(show, holder.id, self.text)
        need(not (seat.gm and self.source), "MU-109", "wrong_kind", "The GM’s word is enough.")
        origin = own_move(show, seat, self.source) if self.source and not seat.gm else ""
        if not origin or self.permanent:
            word(seat, "MU-109", f"Status for {holder.name}: “{text}”?")
        yield written(show, holder.id, text, self.permanent, self.severe, origin)


class StatusWritten(Change[Show], frozen=True):
    on: Who
    status: Status

    def onto(self, show: Show) -> Show:
        statuses = (*statuses_of(show, self.on), self.status)
        return show.with_statuses(self.on, statuses).counted(self.status.id)

    def told_to(self, show: Show, seat: Seat) -> str | None:
        return "_stays" if self.status.permanent else ""


def bearer(show: Show, on: str) -> Character | Entity:
    """A character, an NPC, an item or a place that can have a status."""
    thing = show.entities.get(on)
    holder: Character | Entity | None = show.cast.get(on)
    holder = holder or (thing if thing and not thing.gone else None)
    must(holder, "MU-109", "unknown", "Say whose status it is.")
    assert holder is not None
    return holder


def new_text(show: Show, on: str, text: str) -> str:
    """Words that are not written there yet."""
    text = words(" ".join(text.split()), "MU-109", "A status needs words.")
    have = [status.text.casefold() for status in statuses_of(show, on)]
    must(text.casefold() not in have, "MU-109", "same", "That is written there already.")
    why = f"There is room for {MOST_STATUSES} statuses; erase one first."
    must(len(have) < MOST_STATUSES, "MU-109", "out_of_range", why)
    return text


def statuses_of(show: Show, on: str) -> tuple[Status, ...]:
    holder = show.cast.get(on) or show.entities.get(on)
    return holder.statuses if holder else ()


def own_move(show: Show, seat: Seat, source: str) -> str:
    """A move that the player's own character has."""
    mine = must(show.of(seat.id), "MU-109", "unknown", "You have no character here.")
    deed = sheet.found(show, mine, source, Deed, "MU-109")
    why = f"“{show.called(source)}” is not bought yet."
    need(sheet.owned(mine, deed), "MU-7", "not_bought", why)
    return deed.id


def written(
    show: Show,
    on: str,
    text: str,
    permanent: bool = False,
    severe: bool = False,
    origin: str = "",
    until: Until = "",
) -> StatusWritten:
    new = Status(show.count + 1, text, permanent, severe, origin, until)
    return StatusWritten(on, new)


# -- Erasing and putting back (MU-111) ---------------------------------------------------------


class EraseStatus(Act[Show], frozen=True):
    """A status that no longer makes sense; permanent ones go by a move, the GM or a level-up."""

    may = "involved"
    status: int
    reason: Line

    def do(self, show: Show, seat: Seat, dice: Dice) -> Iterator[Event]:
        on, status = a_status(show, self.status)
        reason = words(self.reason, "MU-111", "Say why it no longer makes sense.")
        if on in show.cast:
            show.tended(seat, on, "MU-111")
            why = f"“{status.text}” is permanent: a move, the GM or a level-up takes it away."
            need(seat.gm or not status.permanent, "MU-111", "permanent", why)
        else:
            word(seat, "MU-111", f"Erase “{status.text}” of {show.name(on)}: {reason}?")
        yield StatusErased(on, status, reason)


class StatusErased(Change[Show], frozen=True):
    on: Who
    status: Status
    reason: str = ""
    source: str = ""  # the move that erased it

    def onto(self, show: Show) -> Show:
        kept = tuple(s for s in statuses_of(show, self.on) if s.id != self.status.id)
        gone = [*show.erased.items(), (self.status.id, Erased(self.on, self.status, self.reason))]
        return replace(show.with_statuses(self.on, kept), erased=dict(gone[-MOST_ERASED:]))

    def told_to(self, show: Show, seat: Seat) -> str | None:
        return "_why" if self.reason else ""


class PutStatusBack(Act[Show], frozen=True):
    """The GM: it still makes sense."""

    may = "gm"
    status: int

    def do(self, show: Show, seat: Seat, dice: Dice) -> Iterator[Event]:
        the_gm(seat, "MU-111")
        why = "No such status was erased of late."
        gone = must(show.erased.get(self.status), "MU-111", "no_such_status", why)
        bearer(show, gone.on)
        yield StatusPutBack(gone.on, gone.status)


class StatusPutBack(Change[Show], frozen=True):
    on: Who
    status: Status

    def onto(self, show: Show) -> Show:
        statuses = (*statuses_of(show, self.on), self.status)
        left = {number: gone for number, gone in show.erased.items() if number != self.status.id}
        return replace(show.with_statuses(self.on, statuses), erased=left)


def a_status(show: Show, number: int) -> tuple[str, Status]:
    why = "No such status is written."
    return must(show.status(number), "MU-111", "no_such_status", why)


def run_out(show: Show, when: tuple[Until, ...]) -> Iterator[Event]:
    """Statuses that were only until now."""
    for on, status in tuple(show.statuses()):
        if status.until in when and status.until:
            yield StatusErased(on, status, source=status.origin)


# -- As effects --------------------------------------------------------------------------------


def holders(show: Show, doer: Doer, who: str) -> tuple[str, ...]:
    """Those named who can have a status at all; mere words cannot."""
    return tuple(id for id in people(show, doer, who) if id in show.cast or id in show.entities)


@ways.does(op.GiveStatus)
def op_status(show: Show, e: op.GiveStatus, doer: Doer, dice: Dice) -> Iterator[Event]:
    for on in holders(show, doer, e.on):
        if e.text:
            event = written(show, on, e.text, e.permanent, e.severe, doer.source, e.until)
            yield event
            show = event.onto(show)
        else:
            asked = about(owes(show, doer, e.by, replace(e, on="self")), on)
            yield asked
            show = show.counted(asked.owed.id)


def about(asked: Owes, on: str) -> Owes:
    """What is asked for, with the bearer that is known already."""
    return replace(asked, owed=replace(asked.owed, on=on))


@ways.answered(op.GiveStatus)
def worded(show: Show, owed: Owed, c: Given, doer: Doer, dice: Dice) -> Iterator[Event]:
    """The words of a status that a move gives."""
    e = owed.effect
    assert isinstance(e, op.GiveStatus)
    text = new_text(show, owed.on, c.text)
    yield written(show, owed.on, text, e.permanent, e.severe, doer.source, e.until)


@ways.does(op.EraseStatus)
def op_unstatus(show: Show, e: op.EraseStatus, doer: Doer, dice: Dice) -> Iterator[Event]:
    for on in holders(show, doer, e.on):
        there = statuses_of(show, on)
        if e.text:
            gone = [s for s in there if s.text.casefold() == e.text.casefold()][:1]
            yield from (StatusErased(on, s, source=doer.source) for s in gone)
        elif there:
            asked = about(owes(show, doer, e.by, replace(e, on="self")), on)
            yield asked
            show = show.counted(asked.owed.id)


@ways.answered(op.EraseStatus)
def pointed_out(show: Show, owed: Owed, c: Given, doer: Doer, dice: Dice) -> Iterator[Event]:
    """The status a move takes away, by its number."""
    number = int(c.on) if c.on.isdecimal() else 0
    there = (s for s in statuses_of(show, owed.on) if s.id == number)
    status = must(next(there, None), "MU-111", "no_such_status", "Point out one of their statuses.")
    yield StatusErased(owed.on, status, source=doer.source)


@ways.does(op.PermanentStatus)
def op_permanent(show: Show, e: op.PermanentStatus, doer: Doer, dice: Dice) -> Iterator[Event]:
    yield owes(show, doer, "player", e)


@ways.answered(op.PermanentStatus)
def permanently(show: Show, owed: Owed, c: Given, doer: Doer, dice: Dice) -> Iterator[Event]:
    e = owed.effect
    assert isinstance(e, op.PermanentStatus)
    number = int(c.on) if c.on.isdecimal() else 0
    yield permanent_change(show, owed.who, e, number, c.text, doer.source)


def permanent_change(
    show: Show, who: str, e: op.PermanentStatus, number: int, text: str, source: str
) -> Event:
    """One permanent status more, or one less, as far as the move allows (MU-140)."""
    if number:
        must(e.change != "add", "MU-140", "condition_unmet", "This only adds a status.")
        there = (s for s in statuses_of(show, who) if s.id == number and s.permanent)
        why = "Name one of your permanent statuses."
        status = must(next(there, None), "MU-140", "no_such_status", why)
        return StatusErased(who, status, source=source)
    must(e.change != "remove", "MU-140", "condition_unmet", "This only takes a status away.")
    return written(show, who, new_text(show, who, text), permanent=True, origin=source)


@ways.moot(op.EraseStatus)
def none_written(show: Show, owed: Owed) -> bool:
    """Nothing is left that could be taken away."""
    return not statuses_of(show, owed.on)


@ways.moot(op.PermanentStatus)
def none_to_shed(show: Show, owed: Owed) -> bool:
    only_sheds = isinstance(owed.effect, op.PermanentStatus) and owed.effect.change == "remove"
    return only_sheds and not any(s.permanent for s in statuses_of(show, owed.who))
