"""Faults: what breaks is written to the server's log under a number, and everybody plays on."""

from __future__ import annotations

import logging
import traceback
from collections.abc import Callable, Iterable
from typing import TypeVar, cast
from zlib import crc32

from tablefolk.core.game import Event, Game, Line, Offer, Page, Refusal, Seat
from tablefolk.core.language import said
from tablefolk.core.play import Judgement, judgement
from tablefolk.core.stage import Part
from tablefolk.core.table.at import GameAtTable
from tablefolk.core.table.blocks import Broken
from tablefolk.core.table.state import Table
from tablefolk.hosting import counting

T = TypeVar("T")
log = logging.getLogger("tablefolk.faults")


def noted(what: str) -> str:
    """The fault that is being handled goes to the log; the same fault has the same number."""
    number = f"{crc32(traceback.format_exc().encode(errors='replace')) % 100_000:05}"
    counting.count("faults")
    log.exception("fault %s: %s", number, what, extra={"event": "fault", "fault": number})
    return number


def spared(what: str, ask: Callable[[], T], instead: T) -> T:
    """The answer; where asking fails, something else in its place."""
    try:
        return ask()
    except Exception:
        noted(what)
        return instead


def sparing(game: Game) -> Game:
    """The same game, one of whose answers may fail without taking everybody's page with it."""
    return cast(Game, Spared(game))


class Spared:
    """A game that is asked with care; all else about it is its own."""

    def __init__(self, game: Game) -> None:
        self._game = game

    def __getattr__(self, name: str) -> object:
        return getattr(self._game, name)

    def view(self, state: object, seat: Seat) -> Page:
        """What this seat sees; where that cannot be said, a card that says so."""
        try:
            return self._game.view(state, seat)
        except Exception:
            number = noted(f"{self._game.key}: what {seat.id or seat.role} sees")
            return Page((Broken("broken", number=number),))

    def offers(self, state: object, seat: Seat) -> Iterable[Offer]:
        """What this seat might do, as far as the game came to say it."""
        proposed: list[Offer] = []
        try:
            proposed.extend(self._game.offers(state, seat))
        except Exception:
            noted(f"{self._game.key}: what {seat.id} might do")
        return proposed


def parts(at: GameAtTable, table: Table, seat: Seat) -> tuple[Part, ...]:
    """What a seat can look into; where a game cannot say, the table's own and a card for it."""
    try:
        return at.parts(table, seat)
    except Exception:
        number = noted(f"{at.key}: what {seat.id or seat.role} can look into")
        block = Broken("broken", number=number)
        lost = Part(
            key="broken",
            place="now",
            title=said("Something broke"),
            blocks=lambda: (block,),
        )
        return (*at.own_parts(table, seat), lost)


def proposed(part: Part, seat: Seat) -> Iterable[Offer]:
    """What can be done in a part, as far as the game came to say it."""
    made: list[Offer] = []
    try:
        made.extend(part.offers())
    except Exception:
        noted(f"what {seat.id} might do in {part.key}")
    return made


def told_or_faulty(game: Game, table: Table, event: Event, seat: Seat) -> Line | None:
    """One line of the story, or that it could not be told."""
    try:
        return game.tell(table, event, seat)
    except Exception:
        number = noted(f"telling {seat.id or seat.role} of {type(event).__name__}")
        return Line(
            said("Something happened here that could not be told (fault {number}).", number=number)
        )


def judged(game: Game, state: object, seat: Seat, offer: Offer) -> Judgement | None:
    """What the rules say to an offer; where they fail, it is shut, and says so."""
    try:
        return judgement(game, state, seat, offer)
    except Exception:
        number = noted(f"whether {seat.id} may {offer.do}")
        why = said(
            "The rules broke over this (fault {number}); whoever runs the server can look it up.",
            number=number,
        )
        return Judgement(Refusal("TF-40", "broken", why, firm=True), "", 0, offer.blanks)
