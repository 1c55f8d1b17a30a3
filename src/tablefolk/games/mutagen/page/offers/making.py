"""How an offer is put together, and whose things are."""

from __future__ import annotations

from msgspec.structs import replace

from tablefolk.core.game import Choice, Offer, Seat
from tablefolk.core.verbs import Verbs
from tablefolk.games.mutagen.rules.state import Show
from tablefolk.games.mutagen.rules.values import Character
from tablefolk.games.mutagen.words import say

verbs = Verbs(say)
do, asked, people = verbs.do, verbs.asked, verbs.people
text, number, numbers, flag, pick = (
    verbs.text, verbs.number, verbs.numbers, verbs.flag, verbs.pick,
)  # fmt: skip


def card(offer: Offer, icon: str, price: str = "") -> Offer:
    """An offer as one of several answers: with a picture, and with what it costs or makes."""
    return replace(offer, icon=icon, price=price)


# -- Choices, and whose things are -------------------------------------------------------------


def members(show: Show) -> tuple[Choice, ...]:
    """The players at this table."""
    return tuple(Choice(member, show.name(member)) for member in show.company.seats)


def own(show: Show, seat: Seat) -> Character | None:
    """The character this seat plays now; whoever sits in the GM's chair plays none (TF-7)."""
    return None if seat.gm else show.of(seat.id)


def under_way(show: Show, seat: Seat) -> Character | None:
    """For whom this seat answers in a move that has begun: from the GM's chair, too."""
    return show.of(seat.id)


def tended(show: Show, seat: Seat) -> tuple[Character, ...]:
    """The characters this seat may write on: its own; to the GM, all that are not retired."""
    return tuple(h for h in show.cast.values() if h.alive and (seat.gm or h.player == seat.id))


# -- Where things are done (the keys of parts, see page/stage) ----------------------------------


def want_at(who: str, item: str) -> str:
    """Where somebody makes a move."""
    return f"want:{who}:{item}"


def grow_at(who: str) -> str:
    """Where somebody sees what can still be bought."""
    return f"grow:{who}"


def notes_at(who: str) -> str:
    """Where somebody writes on the sheet."""
    return f"notes:{who}"


def draft_at(who: str, step: str = "") -> str:
    """Where somebody in the making is made: their words, or one of the steps after them."""
    return f"draft:{who}:{step}" if step else f"draft:{who}"
