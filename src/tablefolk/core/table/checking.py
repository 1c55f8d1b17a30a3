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

from collections.abc import Sequence
from typing import Any

from tablefolk.core import play
from tablefolk.core.game import Entry, Lifted, Refusal
from tablefolk.core.play import Discrepancy
from tablefolk.core.table import takeback
from tablefolk.core.table.at import At
from tablefolk.core.table.judging import Answer
from tablefolk.core.table.scenes import StateLimit, Stop
from tablefolk.core.table.seats import Join, NoteAway, OpenTable
from tablefolk.core.table.takeback import TakeBack, TakenBack

HOUSE = (OpenTable, Join, NoteAway, Stop, StateLimit)  # all that is ever done from nobody's seat
UNFIT = (Exception,)  # a log that was altered can break rules anywhere: that is a finding, no fault


def check(game: At, entries: Sequence[Entry]) -> tuple[list[Discrepancy], Any]:
    """What the rules would decide otherwise today, and the state the log adds up to."""
    state: Any = game.new({})
    found: list[Discrepancy] = []
    for number, entry in enumerate(entries, 1):
        why = _belated(entries, number) or _improper(state, entry)
        why = why or _otherwise(game, state, entries, number)
        if why:
            found.append(Discrepancy(number, why))
        try:
            state = _after(game, state, entries, number)
        except UNFIT:  # nothing after this one could be judged
            return found or [Discrepancy(number, "it does not fit what came before")], state
    return found, state


def _after(game: At, state: Any, entries: Sequence[Entry], number: int) -> Any:
    entry = entries[number - 1]
    if any(isinstance(event, TakenBack) for event in entry.events):
        return takeback.fold(game, game.new({}), entries[:number])
    return play.evolve(game, state, entry.events)


def _belated(entries: Sequence[Entry], number: int) -> str:
    entry, before = entries[number - 1], entries[max(number - 2, 0)]
    older = entry.edition < before.edition or entry.table < before.table
    return "it claims to be older than what came before" if older else ""


def _improper(state: Any, entry: Entry) -> str:
    """What no entry can be, whatever its command."""
    where = state.options.get("dice", "server")
    if entry.seat.word:
        return "nobody gives themselves the GM's word"
    if entry.seat.role == "house" and not isinstance(entry.command, HOUSE):
        return "nobody's seat does not do that"
    if entry.by_hand and (where == "server" or not entry.faces):
        return "no dice are typed in there"
    if where == "hand" and entry.faces and not entry.by_hand:
        return "the dice are typed in there"
    return ""


def _otherwise(game: At, state: Any, entries: Sequence[Entry], number: int) -> str:
    entry = entries[number - 1]
    if _of_older_rules(game, entries, number):
        return _unshowable(game, state, entries, number)
    try:
        events = _decided(game, state, entries, number)
    except Refusal as no:
        return f"refused: {no}"
    except UNFIT:
        return "it does not fit what came before"
    return "" if takeback.alike(events, entry.events) else "the rules would decide otherwise"


def _of_older_rules(game: At, entries: Sequence[Entry], number: int) -> bool:
    """Whether rules that are no more decided it; also what fell, of what they had decided."""
    entry = entries[number - 1]
    if isinstance(entry, Lifted):
        return True
    older = (entry.edition, entry.table) != (game.edition, game.table_edition)
    struck = older and any(isinstance(event, TakenBack) for event in entry.events)
    return struck and any(isinstance(one, Lifted) for one in entries[:number])


def _unshowable(game: At, state: Any, entries: Sequence[Entry], number: int) -> str:
    """Whether what older rules decided leads to a state that cannot be."""
    try:
        after = _after(game, state, entries, number)
        game.codec.load_state(game.codec.dump_state(after))
    except UNFIT:
        return "it does not fit what came before"
    return ""


def _decided(game: At, state: Any, entries: Sequence[Entry], number: int) -> tuple[Any, ...]:
    entry = entries[number - 1]
    command = entry.command
    if isinstance(command, Answer) and any(isinstance(e, TakenBack) for e in entry.events):
        command = TakeBack(state.requests[command.number].command["entry"])
    if isinstance(command, TakeBack):
        before, start = entries[: number - 1], game.new({})
        return takeback.take_back(game, start, before, state, entry.seat, command).events
    return play.act_with(game, state, entry.seat, command, entry.faces)[0].events
