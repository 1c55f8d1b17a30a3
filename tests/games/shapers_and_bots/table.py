"""A table of Shapers and Bots for tests: a Director and players P1, P2, P3."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace
from tests.games.played import AtTable

from tablefolk.core.game import Command, Refusal
from tablefolk.core.table.at import At
from tablefolk.games import shapers_and_bots
from tablefolk.games.shapers_and_bots.rules import sheet
from tablefolk.games.shapers_and_bots.rules.state import World
from tablefolk.games.shapers_and_bots.rules.values import Character

GAME = At(shapers_and_bots)
PLAYERS = ("p1", "p2", "p3")


class Played(AtTable):
    """A table of Shapers and Bots, with short ways to say what most tests begin with."""

    def __init__(
        self, players: Sequence[str] = PLAYERS, options: dict[str, Any] | None = None
    ) -> None:
        super().__init__(GAME, players, options or {})

    # -- Looking -------------------------------------------------------------------------------

    @property
    def world(self) -> World:
        world = self.table.play
        assert isinstance(world, World)
        return world

    def hero(self, who: str) -> Character:
        return self.world.cast[who]

    def rating(self, who: str, key: str) -> int | None:
        return sheet.rating(self.world, self.hero(who), key)

    def ratings(self, who: str, *keys: str) -> list[int | None]:
        return [self.rating(who, key) for key in keys]

    def hp(self, who: str) -> int:
        return sheet.hp(self.world, self.hero(who))

    def told(self, events: Sequence[Any], kind: type) -> list[Any]:
        return [event for event in events if isinstance(event, kind)]

    # -- Acting --------------------------------------------------------------------------------

    def no(self, who: str, command: Command) -> str:
        """The code of the refusal that a character's player, or a member, gets."""
        return self.refusal(who, command).code

    def refusal(self, who: str, command: Command) -> Refusal:
        member = (self.hero(who).player or "gm") if who in self.world.cast else who
        return self.refused(member, command)

    def as_(self, who: str, command: Command, faces: Sequence[int] = ()) -> tuple[Any, ...]:
        """A character's player, or the Director for an extra, does something."""
        return self.do(self.hero(who).player or "gm", command, faces)

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
