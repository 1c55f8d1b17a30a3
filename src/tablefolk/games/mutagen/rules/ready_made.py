"""Ready-made characters: people from a box, made by the rules with the usual creation buys."""

from __future__ import annotations

from functools import cache
from typing import Any

from msgspec import Struct

from tablefolk.core.words import toml
from tablefolk.games.mutagen.playbooks.library import GAME
from tablefolk.games.mutagen.rules.values import Armor, Character, Filled


class ReadyMade(Struct, frozen=True):
    """A character from the box."""

    key: str
    name: str
    blurb: str
    playbooks: tuple[str, ...]
    writings: dict[str, str]
    marks: tuple[str, ...]  # an item once for each circle; a rank as "will:2"
    narrowed: dict[str, str]
    armor: tuple[tuple[str, int, str], ...]  # name, rating, what it covers


@cache
def ready_mades() -> dict[str, ReadyMade]:
    """The characters in the box, by key."""
    rows = toml(GAME, "data/ready.toml")["ready"]
    return {row["key"]: _ready_made(row) for row in rows}


def _ready_made(row: dict[str, Any]) -> ReadyMade:
    armor = tuple((a["name"], a["rating"], a["covers"]) for a in row.get("armor", ()))
    return ReadyMade(
        key=row["key"],
        name=row["name"],
        blurb=row["blurb"],
        playbooks=tuple(row["playbooks"]),
        writings=dict(row["writings"]),
        marks=tuple(row["marks"]),
        narrowed=dict(row.get("narrowed", {})),
        armor=armor,
    )


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
            Armor(n, name, rating, covers)
            for n, (name, rating, covers) in enumerate(ready.armor, count + 1)
        ),
    )
