"""The book of Wheel of Fate, chapter by chapter."""

from __future__ import annotations

from tablefolk.core.book import Book
from tablefolk.games.wheel_of_fate.rules import (
    bringing,
    contests,
    creation,
    drafts,
    exchanges,
    fate,
    helping,
    npcs,
    order,
    pools,
    rolls,
    rounds,
    scenes,
    steps,
    stress,
    tasks,
)
from tablefolk.games.wheel_of_fate.rules.state import Wheel, overheard

book = Book[Wheel](
    overheard,
    creation,
    steps,
    npcs,
    bringing,
    pools,
    tasks,
    drafts,
    rolls,
    fate,
    helping,
    contests,
    order,
    rounds,
    exchanges,
    stress,
    scenes,
)
