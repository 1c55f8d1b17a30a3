"""Judging a log as it was done first: at each taking back from the beginning, entry by entry.

What is quick must find the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from tablefolk.core import play
from tablefolk.core.game import Entry, Lifted, Refusal
from tablefolk.core.play import Discrepancy
from tablefolk.core.table import checking, takeback
from tablefolk.core.table.at import GameAtTable
from tablefolk.core.table.judging import Answer
from tablefolk.core.table.takeback import TakeBack, TakenBack

UNFITTING = "it does not fit what came before"


def check(game: GameAtTable, entries: Sequence[Entry]) -> tuple[list[Discrepancy], Any]:
    """What the rules would decide otherwise today, and the state the log adds up to."""
    state: Any = game.new({})
    found: list[Discrepancy] = []
    for number, entry in enumerate(entries, 1):
        why = checking._belated(entries, number) or checking._improper(state, entry)
        why = why or _otherwise(game, state, entries[:number])
        if why:
            found.append(Discrepancy(number, why))
        try:
            state = _after(game, state, entries[:number])
        except Exception:
            return found or [Discrepancy(number, UNFITTING)], state
    return found, state


def _after(game: GameAtTable, state: Any, entries: Sequence[Entry]) -> Any:
    if any(isinstance(event, TakenBack) for event in entries[-1].events):
        return takeback.fold(game, game.new({}), entries)
    return play.evolve(game, state, entries[-1].events)


def _otherwise(game: GameAtTable, state: Any, entries: Sequence[Entry]) -> str:
    try:
        if _of_older_rules(game, entries):
            game.codec.load_state(game.codec.dump_state(_after(game, state, entries)))
            return ""
        events = _decided(game, state, entries)
    except Refusal as no:
        return f"refused: {no}"
    except Exception:
        return UNFITTING
    return "" if takeback.alike(events, entries[-1].events) else "the rules would decide otherwise"


def _of_older_rules(game: GameAtTable, entries: Sequence[Entry]) -> bool:
    entry = entries[-1]
    if isinstance(entry, Lifted):
        return True
    older = (entry.edition, entry.table) != (game.edition, game.table_edition)
    struck = older and any(isinstance(event, TakenBack) for event in entry.events)
    return struck and any(isinstance(one, Lifted) for one in entries)


def _decided(game: GameAtTable, state: Any, entries: Sequence[Entry]) -> tuple[Any, ...]:
    before, entry = entries[:-1], entries[-1]
    command = entry.command
    if isinstance(command, Answer) and any(isinstance(e, TakenBack) for e in entry.events):
        command = TakeBack(state.requests[command.number].command["entry"])
    if isinstance(command, TakeBack):
        past = FromTheBeginning(game, game.new({}), before, 1)
        return takeback.struck_by(game, past, state, entry.seat, command).events
    return play.act_with(game, state, entry.seat, command, entry.faces)[0].events


class FromTheBeginning(takeback.Read):
    def falls_with(self, number: int) -> tuple[int, ...]:
        return without(self.game, self.entries, number)


def without(game: Any, entries: Sequence[Entry], number: int) -> tuple[int, ...]:
    """What falls with an entry: all that stands is judged again, from the beginning."""
    fallen: list[int] = []
    state = game.new({})
    was = _Then(game, state, entries)
    for n, entry in takeback.standing(entries):
        stands = n < number or takeback._stands(game, state, entry) or was.same(state, entry)
        if n == number or not stands:
            fallen.append(n)
        else:
            state = play.evolve(game, state, entry.events)
        was.enter(entry)
    return tuple(fallen)


class _Then:
    """The table with nothing struck, beside the one without: kept where older rules decided."""

    def __init__(self, game: Any, state: Any, entries: Iterable[Entry]) -> None:
        self.game, self.state = game, state
        self.of_use = any(isinstance(entry, Lifted) for entry in entries)

    def enter(self, entry: Entry) -> None:
        if self.of_use:
            self.state = play.evolve(self.game, self.state, entry.events)

    def same(self, state: Any, entry: Entry) -> bool:
        if not isinstance(entry, Lifted):
            return False
        alike = takeback._counting(state, *takeback._counts(self.state))
        then = takeback._outcome(self.game, self.state, entry)
        return bool(then) and then == takeback._outcome(self.game, alike, entry)
