"""The demo table: a scene under way, played through the rules without one refusal."""

from __future__ import annotations

import pytest
from tests.games.played import HOUSE
from tests.games.rotate_bird.table import GAME

from tablefolk.core import play
from tablefolk.core.game import Entry
from tablefolk.core.table.state import Table
from tablefolk.games.rotate_bird.demo import demo
from tablefolk.games.rotate_bird.rules.rolling import RollPool
from tablefolk.games.rotate_bird.rules.state import Bird
from tablefolk.games.rotate_bird.rules.tapping import RuleTrait


def opened() -> tuple[Table, list[Entry]]:
    """The table as the house sets it up for a visitor, and its log."""
    table, log = GAME.new({}), []
    for step in demo():
        seat = HOUSE if step.who == "house" else table.seat(step.who)
        entry, table = play.act_with(GAME, table, seat, step.command, step.faces)
        log.append(entry)
    return table, log


def test_every_step_of_the_demo_is_legal_and_would_be_decided_again() -> None:
    _, log = opened()
    assert play.audit(GAME, GAME.new({}), log) == []


def test_the_demo_shows_a_track_an_npc_an_edge_and_a_filled_worksheet() -> None:
    table, _ = opened()
    bird = table.play
    assert isinstance(bird, Bird)
    assert table.scene is not None
    assert [track.checked for track in bird.tracks.values()] == [1, 0]
    assert bird.npcs["npc_the-inspector"].known
    assert bird.npcs["npc_the-inspector"].factor == "signpost"
    assert bird.cast["gus-halloran"].having[0].meaning.startswith("The engine hums")
    assert bird.worksheet is not None
    assert bird.worksheet.complete
    assert bird.worksheet.incident == "stopwatch"


def test_a_visitor_finds_a_test_that_waits_for_the_gm_and_then_for_the_leader() -> None:
    table, _ = opened()
    test = max(table.play.tests)
    no = play.refusal(GAME, table, table.seat("wen"), RollPool(test))
    assert no is not None
    assert no.code == "trait_questioned"
    crown = table.play.tests[test].taps[1].trait
    ruling = RuleTrait(test, crown, "accepted")
    _, table = play.act_with(GAME, table, table.seat("mara"), ruling, ())
    entry, _ = play.act_with(GAME, table, table.seat("wen"), RollPool(test), (6, 3, 3))
    assert entry.faces == (6, 3, 3)


@pytest.mark.parametrize("member", ["mara", "ines", "tomas", "wen"])
def test_the_whole_demo_can_be_told_to_every_seat(member: str) -> None:
    table, log = opened()
    lines = [GAME.tell(table, event, table.seat(member)) for entry in log for event in entry.events]
    told = [line.text for line in lines if line]
    assert len(told) > 50
    assert not any("{" in text for text in told)
    secret = any("lighthouse" in text for text in told)
    assert not secret
