"""What each seat may look up (WF-132)."""

from __future__ import annotations

from msgspec.structs import replace
from tests.games.wheel_of_fate.evening import told, tries
from tests.games.wheel_of_fate.table import GAME, playing

from tablefolk.core.game import Seat
from tablefolk.games.wheel_of_fate.rules.contests import CloseContest, OpenContest
from tablefolk.games.wheel_of_fate.rules.exchanges import Act, CloseWait
from tablefolk.games.wheel_of_fate.rules.fate import Declare, OfferPoint
from tablefolk.games.wheel_of_fate.rules.npcs import MakeNpc
from tablefolk.games.wheel_of_fate.rules.rolls import Throw
from tablefolk.games.wheel_of_fate.rules.state import Fact


def test_everybody_looks_up_what_was_written_down_by_name_and_words__WF_132() -> None:
    played = playing()
    played.do("tom", Declare("tom", "The flashlight is red."))
    for seat in (Seat("gm", "gm"), Seat("dave"), Seat("", "onlooker")):
        (found,) = GAME.records(played.table, seat, "FLASHLIGHT")
        assert (found.kind, found.who, found.scene) == ("fact", "Tom", 1)
        by_name = GAME.records(played.table, seat, "tom")
        assert {"fact", "answer"} <= {record.kind for record in by_name}


def test_nobody_is_met_first_in_a_record__WF_132() -> None:
    played = playing()
    played.do("gm", MakeNpc("Sir Hush", 2, 2, 2, notes="SECRET"))
    facts = (Fact("A shadow moves.", "trouble", "npc_sir-hush", scene=1),)
    table = replace(played.table, play=replace(played.wheel, facts=facts))
    (known,) = GAME.records(table, Seat("gm", "gm"), "shadow")
    assert known.who == "Sir Hush"
    (seen,) = GAME.records(table, Seat("tom"), "shadow")
    assert seen.who == ""
    assert GAME.records(table, Seat("tom"), "hush") == ()
    assert not any("SECRET" in r.text for r in GAME.records(table, Seat("tom")))


def test_whoever_has_no_seat_looks_nothing_up__TF_29() -> None:
    played = playing()
    assert GAME.records(played.table, Seat("stranger")) == ()


def test_connections_and_open_offers_are_found_too__WF_132() -> None:
    played = playing()
    played.do("gm", OfferPoint("tom", 2, "Tom flees."))
    found = {record.kind for record in GAME.records(played.table, Seat("gm", "gm"), "tom")}
    assert {"offer", "connection"} <= found


def test_a_scene_that_is_over_is_remembered_by_what_was_tried_and_fought__TF_14__TF_15() -> None:
    played = told()
    written = [r for r in GAME.records(played.table, Seat("tom")) if r.scene == 1]
    left = "There it ended, with Tom and Mike still standing."
    assert [(r.kind, r.who, r.text) for r in written] == [
        ("task", "Tom", "Swim to the rock. It did not work. You lose the rope."),
        ("task", "Dave", "Past Ysolde. It worked, with 1 whammy. She lets you in."),
        ("whammy", "Dave", "She even holds the lamp."),
        ("trouble", "Tom", "Tom sees the web above the stair and stays below."),
        ("fact", "Mike", "There is a bell rope."),
        ("contest", "", f"The brawl on the stair. {left}"),
    ]
    cellar = [r.text for r in GAME.records(played.table, Seat("tom")) if r.scene == 2]
    assert cellar == [
        "Lift the grille. It worked, but at a price. It falls back on his foot.",
        "To the boat. Dave came in first, before Tom and Mike.",
    ]


def test_stakes_that_were_never_shown_are_in_no_record__WF_120() -> None:
    played = playing()
    hushed = {"title": "Swim", "physical": 10, "stakes_shown": False, "on_failure": "SECRET"}
    tries(played, "tom", (1, 1, 1), **hushed)
    (tried,) = (r for r in GAME.records(played.table, Seat("tom")) if r.kind == "task")
    assert tried.text == "Swim. It did not work."


def test_a_quarrel_and_a_race_broken_off_are_remembered_as_they_ended__TF_14__WF_73() -> None:
    played = playing()
    for harmless, once in (("A quarrel", False), ("To the boat", True), ("A shrug", False)):
        played.do("gm", OpenContest(harmless, "social", ("tom", "dave"), harmful=False, once=once))
        if harmless == "A quarrel":
            played.do("tom", Act("tom", "dave"))
            played.do("gm", CloseWait(), (6, 5, 4, 2, 1))
        if once and played.wheel.contest:
            played.do("tom", Throw(played.wheel.contest.rolls["tom"]), (6, 5, 4))
        played.do("gm", CloseContest())
    found = [r.text for r in GAME.records(played.table, Seat("tom")) if r.kind == "contest"]
    assert found == ["A quarrel. Tom got the better of Dave.", "To the boat. It was never settled."]
