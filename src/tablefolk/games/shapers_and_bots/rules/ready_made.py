"""Ready-made characters: one of each species, two bots, and the people of the book's examples."""

from __future__ import annotations

from functools import cache

from msgspec import field

from tablefolk.core import sheets
from tablefolk.games.shapers_and_bots.rules.content import GAME, content
from tablefolk.games.shapers_and_bots.rules.values import BotBody, BotPart, Character, Item


class ReadyMade(sheets.Ready, frozen=True):
    """A character from the box, legal by the builder's own rules."""

    species: str = ""  # "" is a bot
    look: str = ""
    age: str = ""
    calling: str = ""
    change: dict[str, int] = field(default_factory=dict)
    raises: dict[str, int] = field(default_factory=dict)
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
    return sheets.box(GAME, ReadyMade)


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
