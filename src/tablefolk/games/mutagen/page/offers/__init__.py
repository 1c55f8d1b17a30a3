"""What a seat might do now; the rules themselves judge each proposal."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tablefolk.core.game import Offer, Seat
from tablefolk.games.mutagen.page.offers import (
    answers,
    bars,
    books,
    cast,
    creation,
    facts,
    harm,
    leading,
    moves,
    rolling,
    sessions,
    sheets,
)
from tablefolk.games.mutagen.rules.state import Show

# Each theme is a module with `offers(show, seat)`: one name for each, loudest first.
PLAYING: tuple[Any, ...] = (
    harm, answers, rolling, leading, moves, sessions, bars, facts, cast,
)  # fmt: skip
MAKING: tuple[Any, ...] = (creation, sheets, books)


def offers(show: Show, seat: Seat) -> Iterator[Offer]:
    """Everything somebody in this seat would think of."""
    for theme in (*PLAYING, *MAKING):
        yield from theme.offers(show, seat)
