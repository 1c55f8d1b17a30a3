"""An evening looked back at: from events alone, without what was taken back or whispered."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.laws.subjects import subject_of
from tests.table.playing import Evening
from tests.toy import ClaimPoint, HideWord, ThrowDie

from tablefolk.core.episodes import Throw, mattered
from tablefolk.core.game import Line
from tablefolk.core.recap import FEW, FIRST, Paragraph, is_over, known, placed
from tablefolk.core.story import Setting, bare, put
from tablefolk.core.table.judging import Answer
from tablefolk.core.table.scenes import (
    CloseSession,
    EndScene,
    OpenScene,
    OpenSession,
    SceneEnded,
    SceneOpened,
)
from tablefolk.core.table.seats import Lend
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


def test_what_ends_a_scene_as_the_next_one_opens_belongs_to_the_one_it_ends__TF_15() -> None:
    evening = Evening()
    evening.do("gil", OpenScene("The cellar"))
    evening.do("gil", OpenScene("The attic", instead=True))
    where = [
        (type(event).__name__, place.scene)
        for place in placed(standing(evening.entries))
        for event in place.entry.events
        if isinstance(event, SceneOpened | SceneEnded)
    ]
    assert where == [("SceneOpened", 1), ("SceneEnded", 1), ("SceneOpened", 2)]


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


def test_what_came_before_the_first_evening_belongs_to_it__TF_15() -> None:
    """What was told, nobody was there for that alone."""
    evening = Evening()
    evening.do("ben", ThrowDie(), 2)
    evening.do("gil", Say("Once, there was a cellar.", narrated=True))
    evening.do("gil", OpenScene("The cellar"))
    evening.do("ana", ThrowDie(), 3)
    first = evening.recap(1)
    assert [c.title for c in first.chapters] == ["", "The cellar"]
    assert first.chapters[0].told == (
        Paragraph("ben throws 2.", "threw"),
        Paragraph("Once, there was a cellar."),
    )
    assert [p.name for p in first.players] == ["Gil", "Ana"]
    early = [p.early for p in placed(standing(evening.entries))]
    assert (early[0], early[-1]) == (True, False)


def test_of_a_long_scene_the_beginning_and_the_end_are_told__TF_15() -> None:
    evening = Evening()
    evening.do("gil", OpenScene("The long night"))
    for hour in range(30):
        evening.do("gil", Say(f"Hour {hour}.", narrated=True))
    told = [p.text for p in evening.recap(1).chapters[0].told]
    assert told[: FIRST + 1] == [*(f"Hour {n}." for n in range(FIRST)), "…"]
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
        assert any(" stress" in p.text for p in told if p.kind in ("turn", "episode"))


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
    scene = [p.text for p in recap.chapters[-1].told]
    assert "Bruno Tal takes the point. A gull sits on the safe. Bruno stays outside." in scene
    lamp = "So it is, says Nora Pell: My lamp has never once gone out, not even under water."
    assert lamp in scene
    door, pages = (p for c in recap.chapters for p in c.told if p.kind == "episode")
    assert door.title == "The door of the strongroom."
    assert door.text == (
        "Bruno Tal tried it by physical means, helped by Pip Marlow. It worked, with 1 whammy. "
        "You are in, and nobody has heard you. "
        "And better still: Behind the door hangs the key to everything else."
    )
    assert door.stakes == ("You are in, and nobody has heard you.",)
    assert [one.about for one in door.arguments] == ["Can carry anything, and anybody"]
    assert "It worked, but at a price." in pages.text
    assert "Nora Pell took 1 stress." in pages.text
    assert recap.kept("rewards") == (
        "Wen gives Bruno Tal a point from the bowl. He carried the door like a tray!",
    )
    assert recap.kept("throws") == (
        "Much at stake: Bruno Tal, “The door of the strongroom”: 22 against 15, with 1 whammy.",
        "Against the odds, 1 in 5: Nora Pell, “What do the wet pages say?”: 14 against 15.",
    )


def test_of_many_throws_in_a_scene_three_are_told__TF_15() -> None:
    evening = Evening()
    evening.do("gil", OpenScene("The dice hall"))
    for who, face in (("ana", 1), ("ben", 2), ("ana", 3), ("ben", 4), ("cy", 5)):
        evening.do(who, ThrowDie(), face)
    (hall,) = evening.recap(1).chapters
    assert [p.text for p in hall.told] == list(hall.throws)
    assert hall.throws == ("ana throws 3: a point.", "ben throws 4.", "cy throws 5: a point.")


def test_against_the_odds_is_one_in_three_or_less__TF_15() -> None:
    assert mattered([Throw("A coin falls.", chance=0.5), Throw("Hm.", chance=0.4)]) == ()
    assert mattered([Throw("A six!", chance=1 / 6)]) == ("Against the odds, 1 in 6: A six!",)
    assert mattered([Throw("Well.", chance=1 / 3)]) == ("Against the odds, 1 in 3: Well.",)


def test_what_a_throw_brought_about_counts_before_how_unlikely_it_was__TF_15() -> None:
    rare = Throw("A six.", chance=1 / 6)
    fell = [Throw(f"{who} throws.", chance=0.9, came=f"{who} fell") for who in "ABCD"]
    assert mattered([rare, *fell[:2]]) == (
        "Against the odds, 1 in 6: A six.", "A fell: A throws.", "B fell: B throws.",
    )  # fmt: skip
    assert mattered([rare, *fell]) == tuple(f"{who} fell: {who} throws." for who in "BCD")


def test_what_was_unlikely_about_a_throw_is_named__TF_15() -> None:
    whammy = Throw("11 against 5.", chance=1 / 4, odd="1 whammy or more")
    assert mattered([whammy]) == ("1 whammy or more, 1 in 4: 11 against 5.",)


def test_what_has_a_name_and_is_rare_is_told_each_time__TF_15() -> None:
    flukes = [Throw(f"{who}: 18.", chance=1 / 54, odd="A fluke") for who in "AB"]
    close = Throw("C: 11.", chance=0.5, margin=0)
    once = Throw("D: 6.", chance=1 / 54)
    assert mattered([close, *flukes, once]) == (
        "A close call: C: 11.", "A fluke, 1 in 54: A: 18.", "A fluke, 1 in 54: B: 18.",
    )  # fmt: skip


def test_a_number_without_a_word_of_what_happened_is_bare__TF_15() -> None:
    kept = {"ClaimPoint": "turn"}
    how = Setting({}, frozenset(), frozenset(), kept, numbers={"ClaimPoint": "why"})
    wordless = Setting({}, frozenset(), frozenset(), kept, numbers={"ClaimPoint": ""})
    line = Line("1 point.")
    assert put(line, ClaimPoint("because"), how).keeps == "turn"
    assert put(line, ClaimPoint(""), how) == line
    assert put(line, ClaimPoint("because"), wordless) == line
    assert bare(ClaimPoint(""), how)
    assert not bare(ClaimPoint("because"), how)
    assert not bare(ClaimPoint(""), None)


def test_whose_seat_was_lent_and_who_grew_afterwards_is_in_the_cast__TF_15__TF_6() -> None:
    evening = Evening()
    evening.do("gil", OpenScene("The cellar"))
    evening.do("ana", Lend("ana", "ben"))
    evening.do(evening.seat("ana", by="ben"), ThrowDie(), 3)
    cast = {p.name: p.by for p in evening.recap(1).players}
    assert cast == {"Gil": (), "Ana": (), "Ben": ()}, "Ana has lent her seat herself"
    evening = Evening()
    evening.do("gil", Lend("ana", "ben"))
    evening.do("gil", OpenScene("The cellar"))
    evening.do(evening.seat("ana", by="ben"), ThrowDie(), 3)
    cast = {p.name: p.by for p in evening.recap(1).players}
    assert cast == {"Gil": (), "Ana": ("Ben",), "Ben": ()}
