"""How an offer is put together, and whose things are."""

from __future__ import annotations

from collections.abc import Iterable

from tablefolk.core.game import Choice, Seat
from tablefolk.core.verbs import Verbs
from tablefolk.games.mutagen.page.words import say
from tablefolk.games.mutagen.rules.state import Show
from tablefolk.games.mutagen.rules.values import Character

verbs = Verbs(say)
do, asked = verbs.do, verbs.asked
text, number, numbers, flag, pick = (
    verbs.text, verbs.number, verbs.numbers, verbs.flag, verbs.pick,
)  # fmt: skip


# -- Choices, and whose things are -------------------------------------------------------------


def people(heroes: Iterable[Character]) -> tuple[Choice, ...]:
    return tuple(Choice(hero.id, hero.name or hero.id) for hero in heroes)


def members(show: Show) -> tuple[Choice, ...]:
    """The players at this table."""
    return tuple(Choice(member, show.name(member)) for member in show.company.seats)


def own(show: Show, seat: Seat) -> Character | None:
    """The character this seat plays now."""
    return None if seat.gm else show.of(seat.id)


def tended(show: Show, seat: Seat) -> tuple[Character, ...]:
    """The characters this seat may write on: its own; to the GM, all that are not retired."""
    return tuple(h for h in show.cast.values() if h.alive and (seat.gm or h.player == seat.id))


def move_at(who: str, item: str) -> str:
    """What offers to make a move from a sheet are about."""
    return f"move:{who}:{item}"
