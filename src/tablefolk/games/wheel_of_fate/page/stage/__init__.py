"""What each seat of Wheel of Fate can look into, whom the table waits for, mats and rows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from tablefolk.core.game import Offer, Page, Seat
from tablefolk.core.stage import Part, nothing, offers_of, page_of
from tablefolk.games.wheel_of_fate.page.stage import contests, desk, idle, making, rolls, sheets
from tablefolk.games.wheel_of_fate.page.stage.people import mat, rows
from tablefolk.games.wheel_of_fate.page.stage.waiting import waiting
from tablefolk.games.wheel_of_fate.rules.state import Wheel

__all__ = ["mat", "offers", "parts", "rows", "view", "waiting"]


def parts(wheel: Wheel, seat: Seat) -> Iterable[Part]:
    """Everything this seat can look into, what goes on first."""
    if seat.role in ("gm", "player"):
        return found(wheel, seat)
    # An onlooker sees what the players see, and does nothing.
    shown = (p for p in found(wheel, Seat("-", seat.role)) if p.place != "tool")
    return (replace(part, offers=nothing) for part in shown)


def found(wheel: Wheel, seat: Seat) -> Iterator[Part]:
    if seat.gm:
        yield from desk.sketches(wheel)
    yield from making.parts(wheel, seat)
    if wheel.playing:
        yield from rolls.offered(wheel, seat)
        yield from contests.parts(wheel, seat)
        yield from rolls.parts(wheel, seat)
        yield from rolls.aftermath(wheel, seat)
        yield from idle.parts(wheel, seat)
    yield from sheets.parts(wheel, seat)
    if seat.gm:
        yield from desk.parts(wheel)
    elif wheel.creation_open:
        yield desk.pools(wheel, gm=False)


def view(wheel: Wheel, seat: Seat) -> Page:
    """Only what this seat may see."""
    return page_of(parts(wheel, seat))


def offers(wheel: Wheel, seat: Seat) -> Iterator[Offer]:
    """Everything somebody in this seat would think of."""
    return offers_of(parts(wheel, seat))
