"""How much can happen: a changed number is a question for the reviewer.

When a number changes on purpose, `python -m tests.laws.test_census` (with src on the path) prints
the new ones.
"""

from __future__ import annotations

import pytest
from tests.laws.driver import GAMES, beginnings, named
from tests.table.playing import Evening

from tablefolk.core import play
from tablefolk.core.game import Game

CENSUS: dict[str, list[list[int]]] = {
    "odd-one": [[66], [67, 2956]],
    "wheel-of-fate": [[231], [66, 2824]],
    "rotate-bird": [[288], [98, 7293]],
    "shapers-and-bots": [[521], [243, 70344]],
    "mutagen": [[245], [91, 6742]],
}


def counted(evening: Evening) -> list[int]:
    """How many acts are open to all seats together, and at a fresh table after each of them."""
    seats = [evening.seat(m.id) for m in evening.table.present]
    return play.census(evening.at, evening.table, seats, 1 if evening.table.scene else 2)


@pytest.mark.parametrize("game", GAMES, ids=named)
def test_as_much_can_happen_as_always(game: Game) -> None:
    assert [counted(evening) for evening in beginnings(game)] == CENSUS[game.key]


if __name__ == "__main__":
    for game in GAMES:
        print(f'    "{game.key}": {[counted(evening) for evening in beginnings(game)]},')
