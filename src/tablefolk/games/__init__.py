"""The games on the shelf: one explicit list."""

from __future__ import annotations

from tablefolk.core.game import Game
from tablefolk.games import mutagen, rotate_bird, shapers_and_bots, wheel_of_fate

GAMES: tuple[Game, ...] = (wheel_of_fate, rotate_bird, shapers_and_bots, mutagen)
BY_KEY: dict[str, Game] = {game.key: game for game in GAMES}
