"""A table to try things at: Gil is the GM; Ana, Ben and Cy play Odd One."""

from __future__ import annotations

from collections.abc import Sequence

from tests import toy

from tablefolk.core.game import Game
from tablefolk.testing import playing
from tablefolk.testing.playing import HOUSE

__all__ = ["HOUSE", "Evening"]


class Evening(playing.Evening):
    """Odd One is played, unless another game is named."""

    def __init__(self, game: Game = toy, members: Sequence[str] = ("Ana", "Ben", "Cy")) -> None:
        super().__init__(game, members)
