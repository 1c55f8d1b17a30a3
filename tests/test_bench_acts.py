"""The acts that the bench of the table repeats are still acts of the games."""

from __future__ import annotations

import pytest
from bench.table.acts import GM, SCRIPTS, Rehearsal, demo

from tablefolk.games import shelf


def test_every_game_has_acts_to_measure() -> None:
    assert set(SCRIPTS) == {game.key for game in shelf().games}


@pytest.mark.parametrize("key", SCRIPTS)
def test_a_script_goes_on_round_after_round(key: str) -> None:
    rehearsal = Rehearsal(demo(key))
    kinds = [type(rehearsal.step(n).command) for n in range(80)]
    assert len(set(kinds[40:])) >= 4
    assert set(kinds[40:]) <= set(kinds[:40])


@pytest.mark.parametrize("key", SCRIPTS)
def test_five_sit_at_a_table_that_is_measured(key: str) -> None:
    table = demo(key, typed=False).table
    assert table.gm == GM
    assert len(table.members) == 5
