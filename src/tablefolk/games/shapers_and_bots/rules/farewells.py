"""A farewell to a character that died, before its player chooses somebody new (SB-104)."""

from __future__ import annotations

from collections.abc import Iterator

from tablefolk.core.dice import Dice
from tablefolk.core.game import Act, Change, Event, Seat, must
from tablefolk.games.shapers_and_bots.rules.state import World, one_line
from tablefolk.games.shapers_and_bots.rules.values import Character, Id, Line


class BidFarewell(Act[World], frozen=True):
    """Whoever played a character that is dead says farewell, in words or without."""

    may = "owner or gm"
    who: Id
    words: Line = ""

    def do(self, world: World, seat: Seat, dice: Dice) -> Iterator[Event]:
        hero = world.own(seat, self.who, "SB-104")
        must(due(hero), "SB-104", "same", "There is no farewell to say.")
        yield FarewellBid(hero.id, hero.name, one_line(self.words))


class FarewellBid(Change[World], frozen=True):
    voice = "did"
    who: str
    name: str
    words: str = ""

    def onto(self, world: World) -> World:
        return world.with_hero(self.who, mourned=True)

    def told_to(self, world: World, seat: Seat) -> str | None:
        return "_words" if self.words else ""


def due(hero: Character) -> bool:
    """Whether a player's character is dead and its farewell still to be said."""
    return bool(hero.player) and hero.life == "dead" and not (hero.mourned or hero.left)


def mourns(world: World, member: str) -> Character | None:
    """The dead character that somebody played last, until they have said farewell."""
    hero = world.of(member)
    return hero if hero is not None and due(hero) else None
