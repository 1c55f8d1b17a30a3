"""The demo table: a scene under way, played through the rules without one refusal."""

from __future__ import annotations

import pytest
from tests.games.wheel_of_fate.table import GAME, HOUSE

from tablefolk.core import play
from tablefolk.core.game import Entry
from tablefolk.core.table.scenes import EndScene
from tablefolk.core.table.state import Table
from tablefolk.games.wheel_of_fate import demo


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


def test_the_demo_shows_a_thrown_task_an_accepted_offer_and_a_reward() -> None:
    table, _ = opened()
    wheel = table.play
    assert [fact.kind for fact in wheel.facts] == ["whammy", "trouble", "fact"]
    assert {who: hero.fate for who, hero in wheel.cast.items() if hero.kind == "pc"} == {
        "nora-pell": 4,
        "bruno-tal": 6,
        "pip-marlow": 5,
    }
    assert wheel.bowl == 14


def test_a_visitor_finds_something_to_do_in_every_seat() -> None:
    table, _ = opened()
    assert table.play.contest.exchange.actor == "nora-pell"
    assert list(GAME.waits_of(table)) == ["ines"], "one tap, and the dice fall"
    for member in ("mara", "ines", "tomas", "wen"):
        menu = play.menu(GAME, table, table.seat(member))
        assert any(offer.open and offer.about != "talk" for offer in menu), member


@pytest.mark.parametrize("member", ["mara", "ines", "tomas", "wen"])
def test_the_whole_demo_can_be_told_and_shown_to_every_seat(member: str) -> None:
    table, log = opened()
    seat = table.seat(member)
    lines = [GAME.tell(table, event, seat) for entry in log for event in entry.events]
    assert sum(line is not None for line in lines) > 40
    assert GAME.view(table, seat).blocks


def test_the_demo_scene_can_be_ended() -> None:
    table, _ = opened()
    _, table = play.act_with(GAME, table, table.seat("mara"), EndScene(), ())
    assert table.play.aftermath == ("nora-pell",)
