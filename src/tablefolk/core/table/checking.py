"""Judging a whole log again: every entry must be what the rules would decide (TF-22, TF-40).

What an older edition wrote is judged by today's rules like all else, as long as no upcaster had to
change it. One that had (`Lifted`) was decided by rules that are no more: today's could refuse it,
or know more about it than was written then, and neither is anybody's fault. Of such an entry only
this is asked: nobody gave themselves a word, the dice are where they belong, it fits what came
before, and the state then is one that today's types allow. So that nobody passes for older than
they are, editions never go down along a log: a release refuses what a newer one wrote, and can
have added nothing after it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tablefolk.core import play
from tablefolk.core.game import Entry, Event, Lifted, Refusal
from tablefolk.core.play import Discrepancy
from tablefolk.core.table import takeback
from tablefolk.core.table.at import GameAtTable
from tablefolk.core.table.judging import Answer
from tablefolk.core.table.scenes import StateLimit, Stop
from tablefolk.core.table.seats import Join, NoteAway, OpenTable
from tablefolk.core.table.state import Table
from tablefolk.core.table.takeback import TakeBack, TakenBack, Tick, unhurried
from tablefolk.core.table.trail import Trail

HOUSE = (OpenTable, Join, NoteAway, Stop, StateLimit)  # all that is ever done from nobody's seat
UNFIT = (Exception,)  # a log that was altered can break rules anywhere: that is a finding, no fault
UNFITTING = "it does not fit what came before"


def check(
    game: GameAtTable, entries: Sequence[Entry], tick: Tick = unhurried
) -> tuple[list[Discrepancy], Table]:
    """What the rules would decide otherwise today, and the state the log adds up to."""
    trail = Trail(game, entries, tick)
    return list(findings(trail)), trail.state


def findings(trail: Trail) -> Iterator[Discrepancy]:
    """The same one by one, as the trail is walked to its end."""
    none = True
    for number in range(1, len(trail.entries) + 1):
        trail.tick()
        if why := _fault(trail, number):
            none = False
            yield Discrepancy(number, why)
        try:
            trail.enter(number)
        except UNFIT:  # nothing after this one could be judged
            if none:
                yield Discrepancy(number, UNFITTING)
            return


def _fault(trail: Trail, number: int) -> str:
    why = _belated(trail.entries, number) or _improper(trail.state, trail.entries[number - 1])
    why = why or _otherwise(trail, number)
    if why:
        trail.doubtful = number
    return why


def _belated(entries: Sequence[Entry], number: int) -> str:
    entry, before = entries[number - 1], entries[max(number - 2, 0)]
    older = entry.edition < before.edition or entry.table < before.table
    return "it claims to be older than what came before" if older else ""


def _improper(table: Table, entry: Entry) -> str:
    """What no entry can be, whatever its command."""
    where = table.options.get("dice", "server")
    if entry.seat.word:
        return "nobody gives themselves the GM's word"
    if entry.seat.role == "house" and not isinstance(entry.command, HOUSE):
        return "nobody's seat does not do that"
    if entry.by_hand and (where == "server" or not entry.faces):
        return "no dice are typed in there"
    if where == "hand" and entry.faces and not entry.by_hand:
        return "the dice are typed in there"
    return ""


def _otherwise(trail: Trail, number: int) -> str:
    if _of_older_rules(trail, number):
        trail.doubtful = number
        return _unshowable(trail, number)
    try:
        events = _decided(trail, number)
    except Refusal as no:
        return f"refused: {no}"
    except UNFIT:
        return UNFITTING
    same = takeback.alike(events, trail.entries[number - 1].events)
    return "" if same else "the rules would decide otherwise"


def _of_older_rules(trail: Trail, number: int) -> bool:
    """Whether rules that are no more decided it; also what fell, of what they had decided."""
    game, entry = trail.game, trail.entries[number - 1]
    if isinstance(entry, Lifted):
        return True
    older = (entry.edition, entry.table) != (game.edition, game.table_edition)
    return older and trail.lifted and any(isinstance(event, TakenBack) for event in entry.events)


def _unshowable(trail: Trail, number: int) -> str:
    """Whether what older rules decided leads to a state that cannot be."""
    try:
        codec = trail.game.codec
        codec.load_state(codec.dump_state(trail.enter(number)))
    except UNFIT:
        return UNFITTING
    return ""


def _decided(trail: Trail, number: int) -> tuple[Event, ...]:
    game, state, entry = trail.game, trail.state, trail.entries[number - 1]
    command = entry.command
    if isinstance(command, Answer) and any(isinstance(e, TakenBack) for e in entry.events):
        trail.doubtful = number  # to answer so today would be another act
        command = TakeBack(state.requests[command.number].command["entry"])
    if isinstance(command, TakeBack):
        return takeback.struck_by(game, trail, state, entry.seat, command).events
    return play.act_with(game, state, entry.seat, command, entry.faces)[0].events
