"""Odds made readable: shares to draw, words to read, fractions to check (MU-48)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache

from tablefolk.core.game import Chance
from tablefolk.core.odds import percent
from tablefolk.games.mutagen.page.view import printing
from tablefolk.games.mutagen.page.view.printing import Bit, bits
from tablefolk.games.mutagen.playbooks.effects import BandId
from tablefolk.games.mutagen.playbooks.markup.printing import signed
from tablefolk.games.mutagen.rules import chances, rating, reading
from tablefolk.games.mutagen.rules.state import Show
from tablefolk.games.mutagen.rules.values import OpenMove, Part
from tablefolk.games.mutagen.words import say


@lru_cache(maxsize=1024)
def chance(of: Fraction) -> Chance:
    """A chance; nothing and everything are said in words."""
    if of in (0, 1):
        return Chance(float(of), percent(of))
    exact = f"{of * 36}/36" if (of * 36).denominator == 1 else str(of)
    return Chance(float(of), percent(of, 0), exact)


def success(modifier: int) -> str:
    """The chance of seven or more, for a glance."""
    return percent(chances.success(modifier), 0)


class Band(printing.Part, frozen=True):
    """One of the four results: its totals, what it means, how likely it is."""

    id: str
    name: str
    totals: str
    bits: tuple[Bit, ...] = ()
    chance: Chance | None = None
    came: bool = False
    rolled: bool = False  # the dice said so, before it was traded


def bands(show: Show, move: OpenMove, odds: chances.Chances | None) -> tuple[Band, ...]:
    """The four results: with their chances before the dice, after them the one that came."""
    crit = reading.crit_from(show, show.cast[move.who])
    rolled = move.throw.band if move.throw else ""
    return tuple(
        Band(
            r.id,
            r.name,
            totals(r.low, r.high, r.id),
            bits(
                show,
                "\n".join(meaning(show, move, r.id)),
            ),
            chance(odds.bands[r.id]) if odds else None,
            came=move.band == r.id,
            rolled=rolled == r.id and move.band != r.id,
        )
        for r in reading.readings(crit)
    )


def lowered(move: OpenMove, band: str) -> str:
    """What a success means at Low or Zero Effect (MU-68); "" where it means what it says."""
    key = f"level.{move.level}_{band}"
    return say(key) if key in say else ""


def meaning(show: Show, move: OpenMove, band: BandId) -> Iterator[str]:
    """What a result means: as for all story moves, and what the move's own lists say of it."""
    if rating.shares_results(show, move, band):
        shared = reading.matching(show.engine.story.bands, band)
        yield lowered(move, band) or " ".join(one.text for one in shared)
    yield from (one.text for _, one in rating.spoken(show, move, band))


def totals(low: int, high: int, id: str) -> str:
    if id == "crit":
        return f"{low}+"
    return f"{high}−" if id == "fail" else f"{low}–{high}"


def pieces(show: Show, parts: tuple[Part, ...]) -> tuple[Piece, ...]:
    """A modifier unfolded; the GM's parts can be taken off by their place."""
    found, given = [], 0
    for part in parts:
        given += part.source == "gm"
        found.append(piece(show, part, given if part.source == "gm" else 0))
    return tuple(found)


class Piece(printing.Part, frozen=True):
    """One part of a modifier: what it is worth and where it comes from."""

    kind: str  # rating, nothing, number, term, exploit, gm, move
    value: str
    label: str
    note: str = ""
    place: int = 0  # of a bonus or penalty the GM can take off again
    lowers: bool = False


def piece(show: Show, part: Part, place: int) -> Piece:
    known = show.shelf.item(part.name) is not None
    name = show.called(part.name) if known else part.name
    label = say(f"part.{part.source}", name=name.replace("_", " ") if not known else name)
    return Piece(part.source, signed(part.value), label, say(f"part_note.{part.source}"), place,
                 part.value < 0)  # fmt: skip
