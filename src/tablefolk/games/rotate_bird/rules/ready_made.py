"""Ready-made characters: complete people from a box, legal at any table (RB-25)."""

from __future__ import annotations

from functools import cache
from typing import Any

from msgspec import Struct

from tablefolk.core.words import toml
from tablefolk.games.rotate_bird.rules.packs import GAME
from tablefolk.games.rotate_bird.rules.values import BeingTrait, Character, DoingTrait


class ReadyMade(Struct, frozen=True):
    """A character from the box."""

    key: str
    name: str
    title: str
    description: str
    theme: str
    being: tuple[str, ...]
    doing: tuple[tuple[str, tuple[str, ...]], ...]  # name, symbols
    recovery: str


@cache
def ready_mades() -> dict[str, ReadyMade]:
    """The characters in the box, by key."""
    rows = toml(GAME, "data/ready.toml")["ready"]
    return {row["key"]: _ready_made(row) for row in rows}


def _ready_made(row: dict[str, Any]) -> ReadyMade:
    doing = tuple((trait["name"], tuple(trait["symbols"])) for trait in row["doing"])
    plain = {k: v for k, v in row.items() if k not in ("being", "doing")}
    return ReadyMade(being=tuple(row["being"]), doing=doing, **plain)


def from_ready_made(ready: ReadyMade, who: str, player: str, count: int) -> Character:
    """The sheet of a ready-made character; its traits are numbered after `count`."""
    being = tuple(BeingTrait(n, symbol) for n, symbol in enumerate(ready.being, count + 1))
    after = count + len(being) + 1
    doing = tuple(
        DoingTrait(n, symbols, name, theme=ready.theme)
        for n, (name, symbols) in enumerate(ready.doing, after)
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
