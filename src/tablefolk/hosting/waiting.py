"""Since when the table waits for whom: told by the times of entries, never stored (TF-30)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from tablefolk.core import play
from tablefolk.core.game import Entry
from tablefolk.core.table.at import GameAtTable
from tablefolk.core.table.page import waited_for
from tablefolk.core.table.state import Table

Waits = Mapping[tuple[str, str], float]  # who owes what, and since when
LOOK_BACK = 50  # states looked at after a restart; what was owed before them is as old as they are


def carried_on(waits: Waits, owing: Mapping[str, Iterable[str]], now: float) -> Waits:
    """What is owed still has been for as long as before; what is owed anew, from now on."""
    acts = ((who, what) for who, some in owing.items() for what in some)
    return {act: waits.get(act, now) for act in acts}


def since(waits: Waits) -> dict[str, float]:
    """For everybody who is waited for: since when they owe the oldest of what they owe."""
    oldest: dict[str, float] = {}
    for (who, _), at in sorted(waits.items()):
        oldest[who] = min(at, oldest.get(who, at))
    return oldest


def looked_back(game: GameAtTable, start: Table, entries: Sequence[Entry]) -> tuple[Table, Waits]:
    """The state after these entries, and how long each act has been owed without a break."""
    moments, table = [], start
    for entry in entries:
        table = play.evolve(game, table, entry.events)
        moments.append((entry.at, table))
    return table, _unbroken(game, moments[-LOOK_BACK:])


def _unbroken(game: GameAtTable, moments: Sequence[tuple[float, Table]]) -> Waits:
    waits: dict[tuple[str, str], float] = {}
    later, still = None, set[tuple[str, str]]()
    for at, table in reversed(moments):
        if later is None:
            still = _acts(game, table, table.members)
        elif table is not later:
            still &= _acts(game, table, {who for who, _ in still})
        if not still:
            break
        waits |= dict.fromkeys(still, at)
        later = table
    return waits


def _acts(game: GameAtTable, table: Table, members: Iterable[str]) -> set[tuple[str, str]]:
    asked = {*members}
    owing = waited_for(game, table)
    return {(who, what) for who, some in owing.items() if who in asked for what in some}
