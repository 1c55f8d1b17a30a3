"""A table of Shapers and Bots for tests: a Director and players P1, P2, P3."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace
from tests.games.played import AtTable

from tablefolk.core.table.at import GameAtTable
from tablefolk.games import shapers_and_bots
from tablefolk.games.shapers_and_bots.rules import sheet
from tablefolk.games.shapers_and_bots.rules.state import World
from tablefolk.games.shapers_and_bots.rules.values import Character

GAME = GameAtTable(shapers_and_bots)
PLAYERS = ("p1", "p2", "p3")


class Played(AtTable):
    """A table of Shapers and Bots, with short ways to say what most tests begin with."""

    GAME, PLAYERS = GAME, PLAYERS

    # -- Looking -------------------------------------------------------------------------------

    @property
    def world(self) -> World:
        world = self.table.play
        assert isinstance(world, World)
        return world

    def rating(self, who: str, key: str) -> int | None:
        return sheet.rating(self.world, self.hero(who), key)

    def ratings(self, who: str, *keys: str) -> list[int | None]:
        return [self.rating(who, key) for key in keys]

    def hp(self, who: str) -> int:
        return sheet.hp(self.world, self.hero(who))

    # -- Putting somebody there without going through creation ---------------------------------

    def put(self, hero: Character) -> Character:
        """A character straight onto the table, for tests that are not about making one.

        Only for tests that do not audit: the log knows nothing of it.
        """
        world = replace(self.world, cast={**self.world.cast, hero.id: hero})
        if hero.player and hero.finished:
            world = replace(world, playing={**world.playing, hero.player: hero.id})
        self.table = replace(self.table, play=world)
        return hero


def animal(id: str, species: str = "goat", player: str = "", **more: Any) -> Character:
    """A finished animal; without a player it is an extra."""
    name = more.pop("name", id.title())
    return Character(id, name, player, extra=not player, species=species, finished=True, **more)
