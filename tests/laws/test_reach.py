"""The evenings on which the laws are tried come by nearly all that can be done and can happen."""

from __future__ import annotations

import pytest
from tests.laws.driver import GAMES, named
from tests.laws.reach import UNREACHED, reach

from tablefolk.core.game import Game

LEAST = 0.95
TABLES_OWN = {"Allow", "TakeBack", "Unseat", "SetRole", "CloseTable", "ReopenTable", "AskRuling"}


@pytest.mark.parametrize("game", GAMES, ids=named)
def test_the_laws_evenings_reach_nearly_all_there_is(game: Game) -> None:
    found = reach(game)
    assert found.share >= LEAST, f"never: {' '.join(found.missing)}"
    assert found.reached >= TABLES_OWN


def test_what_is_said_to_be_out_of_reach_is() -> None:
    """A reason that no longer holds goes."""
    for kind in UNREACHED:
        games = [game.key for game in GAMES if kind in reach(game).reached]
        known = [game.key for game in GAMES if kind in reach(game).every]
        assert len(games) < len(known), f"{kind} is reached everywhere"
