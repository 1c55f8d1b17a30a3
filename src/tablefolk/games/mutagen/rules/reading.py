"""The one reader: from parts to a modifier, from a total to a result (MU-43 … MU-45)."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from tablefolk.games.mutagen.playbooks.effects import Band, BandId
from tablefolk.games.mutagen.playbooks.library import engine
from tablefolk.games.mutagen.playbooks.model import Reading
from tablefolk.games.mutagen.rules.state import Show
from tablefolk.games.mutagen.rules.values import Character, Part

CRIT_FROM = 12
SUCCESS: tuple[BandId, ...] = ("crit", "full", "some")  # what the odds call a success


def crit_from(show: Show, hero: Character | None = None) -> int:
    """From which total a result is critical: the sheet's own version, else the table's option."""
    books = show.shelf.of(hero.playbooks) if hero else ()
    own = [book.engine.crit_from for book in books if book.engine.crit_from]
    return own[-1] if own else show.number("crit_from", CRIT_FROM)


def readings(crit: int = CRIT_FROM) -> tuple[Reading, ...]:
    """The four results and their totals; with criticals from 13 on, 12 is a full success."""
    first, second, *rest = engine().readings
    return (replace(first, low=crit), replace(second, high=crit - 1), *rest)


def read(total: int, crit: int = CRIT_FROM) -> BandId:
    """The result of a total (MU-44)."""
    return next(reading.id for reading in readings(crit) if total >= reading.low)


def clamped(total: int) -> int:
    """Everything is added up first, and then kept within -3 and +3 (MU-43)."""
    cap = engine().modifier_cap
    return max(-cap, min(cap, total))


def modifier(parts: Iterable[Part]) -> int:
    """What all the parts together give."""
    return clamped(sum(part.value for part in parts))


def matching(bands: Iterable[Band], band: str) -> Iterable[Band]:
    """The entries of a result list that speak of this result (MU-45)."""
    return (one for one in bands if band in one.on)
