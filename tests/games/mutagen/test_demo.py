"""The demo table: a scene under way, played through the rules without one refusal."""

from __future__ import annotations

import pytest
from tests.games.mutagen.table import GAME
from tests.games.played import HOUSE

from tablefolk.core import play
from tablefolk.core.game import Entry
from tablefolk.core.table.state import Table
from tablefolk.games.mutagen.demo import BEL, MATTHIAS, ODILE, demo
from tablefolk.games.mutagen.rules.state import Show


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


def test_the_demo_shows_two_sorcerers_a_bar_statuses_facts_and_moves_under_way() -> None:
    table, _ = opened()
    show = table.play
    assert isinstance(show, Show)
    assert table.scene is not None
    sorcerers = [hero.id for hero in show.cast.values() if "sorcerer" in hero.playbooks]
    assert sorcerers == [ODILE, MATTHIAS]
    assert [bar.ticks for bar in show.bars.values()] == [1]
    assert len(show.facts) == 2
    assert len(list(show.statuses())) >= 2
    stages = {move.who: move.stage for move in show.running()}
    assert stages == {ODILE: "ready", BEL: "gm"}


@pytest.mark.parametrize("member", ["mara", "ines", "tomas", "wen"])
def test_the_whole_demo_can_be_told_to_every_seat(member: str) -> None:
    table, log = opened()
    lines = [GAME.tell(table, event, table.seat(member)) for entry in log for event in entry.events]
    told = [line.text for line in lines if line]
    assert len(told) > 25
    assert not any("{" in text for text in told)
