"""Ready-made characters: complete people from a box, legal at any table (RB-25)."""

from __future__ import annotations

from functools import cache

from msgspec import Struct

from tablefolk.core import sheets
from tablefolk.games.rotate_bird.rules.packs import GAME
from tablefolk.games.rotate_bird.rules.values import BeingTrait, Character, DoingTrait


class Power(Struct, frozen=True):
    """A Doing trait of somebody from the box."""

    name: str
    symbols: tuple[str, ...]


class ReadyMade(sheets.Ready, frozen=True):
    """A character from the box."""

    title: str
    description: str
    theme: str
    being: tuple[str, ...]
    doing: tuple[Power, ...]
    recovery: str


@cache
def ready_mades() -> dict[str, ReadyMade]:
    """The characters in the box, by key."""
    return sheets.box(GAME, ReadyMade)


def from_ready_made(ready: ReadyMade, who: str, player: str, count: int) -> Character:
    """The sheet of a ready-made character; its traits are numbered after `count`."""
    being = tuple(BeingTrait(n, symbol) for n, symbol in enumerate(ready.being, count + 1))
    after = count + len(being) + 1
    doing = tuple(
        DoingTrait(n, power.symbols, power.name, theme=ready.theme)
        for n, power in enumerate(ready.doing, after)
    )
    return Character(
        id=who,
        player=player,
        name=ready.name,
        title=ready.title,
        description=ready.description,
        theme=ready.theme,
        being=being,
        doing=doing,
        recovery=ready.recovery,
    )
