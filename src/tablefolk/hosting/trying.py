"""A table to try: in which order its players are offered to whoever comes by."""

from __future__ import annotations

from tablefolk.core import play
from tablefolk.core.stage import Wait
from tablefolk.core.table.at import GameAtTable
from tablefolk.core.table.state import Table


def players(game: GameAtTable, table: Table) -> tuple[str, ...]:
    """The players, first whoever can do at one tap what they owe; then others who owe something."""
    waits = game.waits_of(table)
    ways = {m.id: _owes(game, table, m.id, waits.get(m.id, ())) for m in table.players}
    return tuple(sorted(ways, key=lambda member: ways[member], reverse=True))


def _owes(
    game: GameAtTable, table: Table, member: str, waits: tuple[Wait, ...]
) -> tuple[bool, int]:
    """Whether it takes one tap, and how many wait for it."""
    parts, seat = {wait.part: wait.holds for wait in waits}, table.seat(member)
    owed = (o for p in game.parts(table, seat) if p.key in parts for o in p.offers() if o.owed)
    at_once = any(not o.blanks and play.judged(game, table, seat, o).open for o in owed)
    return at_once, max(parts.values(), default=-1)
