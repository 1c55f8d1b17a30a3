"""A real application on a real file, with every game here and Odd One."""

from __future__ import annotations

from pathlib import Path

from tests import toy

from tablefolk.games import shelf
from tablefolk.hosting.limits import FREE, Limits
from tablefolk.testing import house
from tablefolk.testing.house import PAINTER, SITE, Person, Stream, hidden
from tablefolk.web.render import Painter

__all__ = ["PAINTER", "SITE", "House", "Person", "Stream", "hidden"]


class House(house.House):
    """The whole of it, in this process."""

    def __init__(
        self, folder: Path, painter: Painter = PAINTER, limits: Limits = FREE, key: str = ""
    ) -> None:
        super().__init__(folder, [*shelf().games, toy], painter, limits, key)

    async def table(self, *names: str, game: str = "odd-one", **options: str) -> tuple[Person, ...]:
        """A table, of Odd One where nothing else is said: its GM Gil, and the players named."""
        gil = self.person()
        form = {"game": game, "name": "Friday", "gm": "Gil"}
        form |= {f"{game}.{key}": value for key, value in options.items()}
        await gil.sit(await gil.post("/new", form))
        invite = await self.host.people.invite_of(gil.table)
        players = [self.person() for _ in names]
        for player, name in zip(players, names, strict=True):
            await player.sit(await player.post(f"/j/{invite}", {"name": name}))
        return gil, *players
