"""An evening looked back at: from events alone, without what was taken back or whispered."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.laws.subjects import subject_of
from tests.table.playing import Evening
from tests.toy import ClaimPoint, HideWord, ThrowDie

from tablefolk.core.game import Line
from tablefolk.core.recap import FEW, Paragraph, is_over, known, placed
from tablefolk.core.story import Setting, put
from tablefolk.core.table.judging import Answer
from tablefolk.core.table.scenes import CloseSession, EndScene, OpenScene, OpenSession
from tablefolk.core.table.takeback import TakeBack, standing
from tablefolk.core.table.talk import RollFree, Say
from tablefolk.games import wheel_of_fate
from tablefolk.testing.driver import from_demo, moments


@pytest.fixture
def evening() -> Evening:
    """Two scenes of the first evening, one of the second, which is under way."""
    evening = Evening()
    evening.do("gil", OpenScene("The cellar"))
    evening.do("gil", Say("It is damp.", narrated=True))
    evening.do("ana", ThrowDie(), 3)
    evening.do("gil", EndScene())
    evening.do("gil", OpenScene("The attic"))
    evening.do("ben", ThrowDie(), 4)
    evening.do("gil", EndScene())
    evening.do("gil", CloseSession())
    evening.do("gil", OpenScene("The street"))
    evening.do("cy", ThrowDie(), 5)
    return evening


def test_an_evening_is_its_scenes_and_what_was_thrown_in_them__TF_14(evening: Evening) -> None:
    first, second = evening.recap(1), evening.recap(2)
    assert [c.title for c in first.chapters] == ["The cellar", "The attic"]
    assert first.chapters[0].told == (
        Paragraph("It is damp."),
        Paragraph("ana throws 3: a point.", "threw"),
    )
    assert first.listed("throws") == ()
    assert first.kept("throws") == ("ana throws 3: a point.", "ben throws 4.")
    assert [p.name for p in first.players] == ["Gil", "Ana", "Ben"]
    assert second.kept("throws") == ("cy throws 5: a point.",)
    assert (first.over, second.over) == (True, False)


def test_a_scene_is_looked_back_at_alone__TF_15(evening: Evening) -> None:
    attic = evening.recap(1, 2)
    assert (attic.title, attic.kept("throws")) == ("The attic", ("ben throws 4.",))
    assert not is_over(evening.table, 2, 3)


@pytest.mark.parametrize(("session", "scene"), [(0, 0), (3, 0), (1, 3), (2, 1), (1, 99)])
def test_what_never_was_is_not_looked_back_at__TF_15(
    evening: Evening, session: int, scene: int
) -> None:
    assert known(evening.table, 1, 2)
    assert not known(evening.table, session, scene)


def test_what_was_taken_back_never_was__TF_15(evening: Evening) -> None:
    evening.do("cy", TakeBack(len(evening.entries)))
    assert evening.recap(2).kept("throws"), "it has only been asked for"
    evening.do("gil", Answer(max(evening.table.requests), yes=True))
    assert evening.recap(2).kept("throws") == ()
    assert len(evening.recap(1).kept("throws")) == 2


def test_talk_whispers_hidden_words_and_idle_dice_are_left_out__TF_15(evening: Evening) -> None:
    before = evening.recap(2)
    evening.do("ana", Say("psst", to=("gil",)))
    evening.do("ben", HideWord("plum"))
    evening.do("cy", Say("Pizza?"))
    evening.do("cy", RollFree("1d6"), 2)
    assert evening.recap(2).chapters == before.chapters
    assert "ben" not in [p.name.lower() for p in evening.recap(2).players], "a secret act is none"


def test_what_is_said_once_the_evening_is_closed_is_not_of_it__TF_15() -> None:
    evening = Evening()
    evening.do("gil", OpenSession())
    evening.do("gil", CloseSession())
    evening.do("gil", Say("Next week, a storm.", narrated=True))
    assert evening.recap(1).chapters == ()


def test_of_a_long_scene_the_beginning_and_the_end_are_told__TF_15() -> None:
    evening = Evening()
    evening.do("gil", OpenScene("The long night"))
    for hour in range(30):
        evening.do("gil", Say(f"Hour {hour}.", narrated=True))
    told = [p.text for p in evening.recap(1).chapters[0].told]
    assert told[:5] == ["Hour 0.", "Hour 1.", "Hour 2.", "Hour 3.", "…"]
    assert (told[-1], len(told)) == ("Hour 29.", FEW + 1)


def test_where_much_is_told_throws_are_listed_instead__TF_15() -> None:
    evening = Evening()
    evening.do("gil", OpenScene("The long night"))
    evening.do("ana", ThrowDie(), 3)
    for hour in range(FEW):
        evening.do("gil", Say(f"Hour {hour}.", narrated=True))
    (night,) = evening.recap(1).chapters
    assert [p.text for p in night.told] == [f"Hour {hour}." for hour in range(FEW)]
    assert night.listed("throws") == ("ana throws 3: a point.",)


def test_whom_a_fight_has_hurt_is_read_in_its_scene__TF_15() -> None:
    hurt = [e for e in moments(subject_of(wheel_of_fate)) if "StressTaken" in _events(e)]
    assert hurt
    for evening in hurt:
        told = [p for c in evening.recap(evening.table.session).chapters for p in c.told]
        assert any(p.kind == "did" and " stress, " in p.text for p in told)


def _events(evening: Evening) -> set[str]:
    """What has happened in the latest evening, outside of which nothing is read."""
    return {
        type(event).__name__
        for place in placed(standing(evening.entries))
        if place.session == evening.table.session and not place.over
        for event in place.entry.events
    }


def test_a_game_says_what_is_kept_and_empty_words_are_not__TF_15() -> None:
    how = Setting({"ClaimPoint": "why"}, frozenset(), frozenset(), {"ClaimPoint": "fact"})
    line = Line("So it is.")
    assert put(line, ClaimPoint("because"), how) == replace(line, kind="narrated", keeps="fact")
    assert put(line, ClaimPoint(""), how) == line


def test_the_demo_of_wheel_of_fate_is_remembered__TF_15() -> None:
    recap = from_demo(wheel_of_fate).recap()
    assert recap.kept("facts") == (
        "And better still, for Bruno Tal: Behind the door hangs the key to everything else.",
        "Bruno Tal takes the point. A gull sits on the safe. Bruno stays outside.",
        "So it is, says Nora Pell: My lamp has never once gone out, not even under water.",
        "It works for Nora Pell, but it leaves a mark.",
    )
    assert recap.kept("rewards") == (
        "Wen gives Bruno Tal a point from the bowl. He carried the door like a tray!",
    )
    assert len(recap.kept("throws")) == 2
