"""Ready-made characters: one of each species, two bots, and the people of the book's examples."""

from __future__ import annotations

from functools import cache

import msgspec
from msgspec import Struct

from tablefolk.core.words import toml
from tablefolk.games.shapers_and_bots.rules.content import GAME, content
from tablefolk.games.shapers_and_bots.rules.values import BotBody, BotPart, Character, Item


class ReadyMade(Struct, frozen=True, forbid_unknown_fields=True):
    """A character from the box, legal by the builder's own rules."""

    key: str
    name: str
    species: str = ""  # "" is a bot
    look: str = ""
    age: str = ""
    calling: str = ""
    change: dict[str, int] = {}
    raises: dict[str, int] = {}
    shaping: str = ""
    gear: tuple[str, ...] = ()
    locomotion: str = ""
    parts: tuple[BotPart, ...] = ()
    penalty: str = ""
    penalty_note: str = ""
    example: bool = False  # from the worked examples


@cache
def ready_mades() -> dict[str, ReadyMade]:
    """The characters in the box, by key."""
    rows = msgspec.convert(toml(GAME, "data/ready.toml")["ready"], list[ReadyMade])
    return {row.key: row for row in rows}


def from_ready_made(ready: ReadyMade, who: str, player: str, count: int) -> Character:
    """The finished sheet of a ready-made character; its things are numbered after `count`."""
    gear = [content().gear[id] for id in ready.gear]
    return Character(
        who,
        ready.name,
        player,
        extra=not player,
        kind="animal" if ready.species else "bot",
        species=ready.species,
        age=ready.age,
        look=ready.look,
        calling=ready.calling,
        change=dict(ready.change),
        raises=dict(ready.raises),
        shaping=(ready.shaping,) if ready.shaping else (),
        bot=_body(ready),
        items=tuple(Item.of(thing, number) for number, thing in enumerate(gear, count + 1)),
        finished=True,
        ready=ready.key,
    )


def _body(ready: ReadyMade) -> BotBody | None:
    if ready.species:
        return None
    penalties = (ready.penalty,) if ready.penalty else ()
    return BotBody(ready.locomotion, ready.parts, penalties, ready.penalty_note)
