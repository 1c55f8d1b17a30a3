"""A symbol as a page draws it: one value for every part of the page (RB-10)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from msgspec import Struct

from tablefolk.games.rotate_bird.rules.packs import Symbol
from tablefolk.games.rotate_bird.rules.state import Bird
from tablefolk.games.rotate_bird.rules.values import Character

B = TypeVar("B", bound=Struct)


class Part(Struct, frozen=True, omit_defaults=True):
    """A detail of a block."""


class Remark(Part, frozen=True):
    by: str
    text: str


def made_of(block: type[B], thing: Struct, **more: object) -> B:
    """A block or a detail made from a thing: what it has by the same names, and what is said."""
    names = (name for name in block.__struct_fields__ if name not in more and hasattr(thing, name))
    return block(**{name: getattr(thing, name) for name in names}, **more)


class Picture(Part, frozen=True):
    """A picture with its spoken name and its chat form; an own drawing goes before the icon."""

    id: str
    name: str
    kind: str = ""
    icon: str = ""
    emoji: str = ""
    drawing: str = ""
    short: str = ""  # the name where there is little room; `name` is spoken, and the tooltip


def picture(bird: Bird, id: str, hero: Character | None = None) -> Picture:
    """A symbol by its id; with a hero, as it is drawn on their sheet (RB-11)."""
    symbol = bird.find_symbol(id) or Symbol(id, id, "being")
    drawing = hero.drawings.get(id, "") if hero else ""
    return Picture(
        id,
        symbol.name,
        symbol.kind,
        symbol.icon,
        symbol.emoji,
        drawing or symbol.drawing,
        symbol.called,
    )


def pictures(bird: Bird, ids: Iterable[str], hero: Character | None = None) -> tuple[Picture, ...]:
    return tuple(picture(bird, id, hero) for id in ids)
