"""Scenes and sessions (TF-14); stop and limits (TF-33, TF-34)."""

from __future__ import annotations

import pytest
from tests.table.playing import HOUSE, Evening
from tests.toy import ThrowDie

from tablefolk.core.table.blocks import Limits, Paused, SceneHead
from tablefolk.core.table.judging import Allow, AskRuling
from tablefolk.core.table.scenes import (
    CloseSession,
    EndScene,
    OpenScene,
    OpenSession,
    Resume,
    StateLimit,
    Stop,
)
from tablefolk.core.table.seats import Join
from tablefolk.core.table.state import Pause
from tablefolk.core.table.talk import RollFree, Say, WriteNote
from tablefolk.games import wheel_of_fate
from tablefolk.testing.driver import from_demo


def test_scenes_have_a_title_and_a_place_in_the_order__TF_14() -> None:
    evening = Evening()
    evening.do("gil", OpenScene(" The cellar "))
    assert evening.says("ana") == "Session 1 begins. Scene 1: The cellar"
    assert evening.refused("gil", OpenScene("Another")).code == "scene_open"
    assert Evening().refused("gil", OpenScene("  ")).code == "text_needed"
    evening.do("gil", EndScene())
    assert evening.refused("gil", EndScene()).code == "no_scene"
    evening.do("gil", OpenScene("The roof"))
    assert [(s.number, s.title, s.session, s.open) for s in evening.table.scenes] == [
        (1, "The cellar", 1, False),
        (2, "The roof", 1, True),
    ]
    head = evening.block("ana", SceneHead)
    assert (head.session, head.number, head.title, head.open) == (1, 2, "The roof", True)


def test_sessions_are_numbered_evenings__TF_14() -> None:
    evening = Evening()
    evening.do("gil", OpenSession())
    assert evening.refused("gil", OpenSession()).code == "session_open"
    evening.do("gil", OpenScene("The cellar"))
    assert evening.refused("gil", CloseSession()).code == "scene_open"
    evening.do("gil", EndScene())
    evening.do("gil", CloseSession())
    assert evening.refused("gil", CloseSession()).code == "no_session"
    evening.do("gil", OpenSession())
    assert evening.table.session == 2


@pytest.mark.parametrize("command", [OpenScene("Mine"), EndScene(), OpenSession(), CloseSession()])
def test_the_gm_opens_and_closes_scenes_and_sessions__TF_14(command: object) -> None:
    evening = Evening()
    assert evening.refused("ana", command).code == "gm_only"
    assert evening.offer("ana", type(command)) is None


def test_a_stop_pauses_the_table_for_everyone__TF_33() -> None:
    evening = Evening()
    evening.do("ana", Stop())
    assert evening.says("cy") == "Ana has stopped the table."
    assert evening.block("cy", Paused).by == "Ana"
    for who in ("gil", "ana", "cy"):
        assert evening.refused(who, ThrowDie(), 3).code == "paused"
        assert evening.refused(who, RollFree("d6"), 3).code == "paused"
    evening.do("cy", Say("Shall we talk?"))
    evening.do("cy", WriteNote("Later"))
    evening.do("cy", StateLimit("Spiders"))


def test_no_ruling_lifts_a_stop__TF_33() -> None:
    evening = Evening()
    evening.do("ana", Stop())
    no = evening.refused("ben", ThrowDie(), 3)
    assert no.firm
    assert evening.refused("gil", Allow({"type": "ThrowDie"}), 3).code == "paused"
    assert evening.refused("ben", AskRuling({"type": "ThrowDie"})).code == "paused"


def test_whoever_stopped_or_the_gm_resumes__TF_33() -> None:
    evening = Evening()
    for who in ("ana", "gil"):
        evening.do("ana", Stop())
        assert evening.refused("ben", Resume()).code == "paused"
        assert evening.offer("ben", Resume) is None
        evening.do(who, Resume())
        evening.do("ben", ThrowDie(), 3)
    assert evening.refused("gil", Resume()).code == "not_paused"


def test_an_unsigned_stop_says_nowhere_who_pressed__TF_33() -> None:
    evening = Evening()
    entry = evening.do(HOUSE, Stop())
    assert evening.says("ana") == "Somebody has stopped the table."
    assert evening.block("ana", Paused).by == ""
    assert evening.at.codec.dump(entry) == (
        b'{"seat":{"id":"","role":"house"},"command":{"type":"Stop"},"faces":[],'
        b'"events":[{"type":"Stopped"}],"edition":2,"table":4}'
    )


def test_only_the_gm_resumes_after_an_unsigned_stop__TF_33() -> None:
    evening = Evening()
    evening.do(HOUSE, Stop())
    for who in ("ana", "ben", "cy"):
        assert evening.refused(who, Resume()).code == "paused"
    assert evening.refused("ana", Stop()).code == "paused"
    assert evening.refused(HOUSE, Stop()).code == "paused"
    evening.do("gil", Resume())
    assert evening.table.paused is None


def test_a_limit_is_seen_by_all_and_its_author_by_nobody__TF_34() -> None:
    signed, unsigned = Evening(), Evening()
    entry = signed.do("ana", StateLimit(" Spiders "))
    unsigned.do(HOUSE, StateLimit("Spiders"))
    assert entry.events == unsigned.entries[-1].events
    for who in ("gil", "ana", "ben"):
        assert signed.block(who, Limits).texts == ("Spiders",)
        assert signed.receives(who) == unsigned.receives(who)
    assert signed.do("ben", StateLimit("Spiders")).events == entry.events  # said again, heard again
    assert signed.block("gil", Limits).texts == ("Spiders",)
    assert signed.refused("ben", StateLimit(" ")).code == "text_needed"


def test_whoever_looks_on_can_stop_the_table_too__TF_33() -> None:
    evening = Evening()
    evening.house(Join("Olga", onlooker=True))
    evening.house(Join("Otto", onlooker=True))
    evening.do("olga", Stop())
    assert evening.table.paused == Pause("olga")
    assert evening.refused("otto", Resume()).code == "paused"
    evening.do("olga", Resume())
    assert evening.table.paused is None


def test_a_scene_is_not_ended_unasked_while_something_is_under_way__TF_14() -> None:
    evening = from_demo(wheel_of_fate)
    ending = evening.offer(evening.table.gm, EndScene)
    assert evening.table.play.contest
    assert ending.confirm.startswith(f"“{evening.table.play.contest.title}” is in round")
    quiet = Evening()
    quiet.do("gil", OpenScene("The cellar"))
    assert quiet.offer("gil", EndScene).confirm == ""
