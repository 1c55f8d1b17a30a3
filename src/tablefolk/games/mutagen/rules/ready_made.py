"""Ready-made characters: people from a box, made by the rules with the usual creation buys."""

from __future__ import annotations

from functools import cache

from msgspec import Struct, field

from tablefolk.core import sheets
from tablefolk.games.mutagen.playbooks.library import GAME
from tablefolk.games.mutagen.rules.values import Armor, Character, Filled


class Protective(Struct, frozen=True):
    """Armor of somebody from the box."""

    name: str
    rating: int
    covers: str


class ReadyMade(sheets.Ready, frozen=True):
    """A character from the box."""

    blurb: str
    playbooks: tuple[str, ...]
    writings: dict[str, str]
    marks: tuple[str, ...]  # an item once for each circle; a rank as "will:2"
    narrowed: dict[str, str] = field(default_factory=dict)
    armor: tuple[Protective, ...] = ()


@cache
def ready_mades() -> dict[str, ReadyMade]:
    """The characters in the box, by key."""
    return sheets.box(GAME, ReadyMade)


def from_ready_made(ready: ReadyMade, who: str, player: str, count: int) -> Character:
    """The sheet of a ready-made character, in play; its armor is numbered after `count`."""
    marks: dict[str, tuple[Filled, ...]] = {}
    for mark in ready.marks:
        item, _, rank = mark.partition(":")
        marks[item] = (*marks.get(item, ()), Filled("creation", int(rank or 0)))
    return Character(
        id=who,
        player=player,
        name=ready.name,
        playbooks=ready.playbooks,
        state="in_play",
        writings=ready.writings,
        marks=marks,
        narrowed=ready.narrowed,
        armor=tuple(
            Armor(n, one.name, one.rating, one.covers)
            for n, one in enumerate(ready.armor, count + 1)
        ),
    )
