"""Whatever is sent, by whomever: an answer with a sentence, no fault, and a log that adds up."""

from __future__ import annotations

import logging

import pytest
from tests import toy
from tests.fuzz.evening import Tally, fuzzed

from tablefolk.core.table.at import GameAtTable
from tablefolk.games import shelf

GAMES = {game.key: game for game in [*shelf().games, toy]}
REQUESTS = 800  # of each game; `python3 dev.py bench fuzz` sends twenty thousand


@pytest.mark.parametrize("game", GAMES)
async def test_no_request_breaks_the_house(game: str, caplog: pytest.LogCaptureFixture) -> None:
    tally = Tally()
    with caplog.at_level(logging.ERROR):
        await fuzzed(game, REQUESTS, "nonsense", tally)
    print(tally)
    assert tally.faults == []
    assert [record.getMessage() for record in caplog.records] == []
    assert tally.requests >= REQUESTS
    assert len(tally.commands) == len(GameAtTable(GAMES[game]).commands), "every command was given"
    assert len(tally.routes) == tally.known, "every route was asked"
    assert tally.statuses[200] > REQUESTS // 10, "some of it was sense"
