"""Boxes: filled and erased (MU-25 … MU-37)."""

from __future__ import annotations

import pytest
from tests.games.mutagen.homebrew import duellist
from tests.games.mutagen.table import Played, created

from tablefolk.core.table.scenes import CloseSession, EndScene, OpenScene
from tablefolk.core.table.seats import SetOption
from tablefolk.games.mutagen.playbooks.model import Resource
from tablefolk.games.mutagen.rules import sheet
from tablefolk.games.mutagen.rules.buying import CorrectMark, GrantMark
from tablefolk.games.mutagen.rules.effects import GiveAnswer
from tablefolk.games.mutagen.rules.proposing import Propose, WithdrawMove
from tablefolk.games.mutagen.rules.resources import (
    AskForPoints,
    Fell,
    NoteBox,
    PointsGained,
    PointsLost,
    PointsSet,
    PointsSpent,
    SetPoints,
)
from tablefolk.games.mutagen.rules.rolling import DiceThrown
from tablefolk.games.mutagen.rules.values import Box, Staged
from tablefolk.games.mutagen.rules.writing import WriteIn


def row(played: Played, who: str, resource: str) -> tuple[Box, ...]:
    item = played.show.shelf.item(resource)
    assert isinstance(item, Resource)
    return sheet.boxes(played.show, played.hero(who), item)


def made(played: Played, make: str, **more: object) -> tuple[object, ...]:
    """D makes a move without dice."""
    return played.as_("d", Propose("d", make, "like so", **more))  # type: ignore[arg-type]


# -- Capacity, gaining, losing (MU-25 … MU-29) -------------------------------------------------


def test_capacity_is_the_boxes_of_the_ranks_owned__MU_25() -> None:
    played = duellist()
    assert played.capacity("d", "breath") == 2
    played.give("d", "breath", rank=2)
    assert played.capacity("d", "breath") == 3
    assert played.capacity("d", "xp") == 6
    played.do("gm", SetOption("xp_boxes", 8))
    assert played.capacity("d", "xp") == 8


def test_gaining_with_all_full_fills_nothing_and_says_so__MU_26() -> None:
    played = duellist()
    gained = played.told(made(played, "salute"), PointsGained)
    assert gained == [PointsGained("d", "breath", 0, 2, 2, "salute", already_full=True)]
    played.set("d", "breath", 0)
    gained = played.told(made(played, "salute"), PointsGained)
    assert gained == [PointsGained("d", "breath", 1, 1, 2, "salute")]


def test_a_cost_that_cannot_be_paid_refuses_the_move__MU_27() -> None:
    played = duellist("lunge")
    played.set("d", "breath", 0)
    refusal = played.refusal("d", Propose("d", "lunge", "now"))
    assert refusal.code == "not_enough"
    assert "has 0" in refusal.why
    assert played.points("d", "breath") == 0


def test_losing_with_nothing_left_is_no_refusal_and_the_rest_happens__MU_28() -> None:
    played = created()
    played.set("f", "resist", 0)
    number = played.banded("f", "go_dark", "fail")
    played.outcome(
        Staged("lose", "f", 1, resource="resist"),
        Staged("lose", "m", 1, resource="resist"),
        number=number,
    )
    lost = played.told(played.accept(number), PointsLost)
    assert [(e.who, e.n) for e in lost] == [("f", 0), ("m", 1)]


def test_spending_three_with_two_is_refused_and_losing_three_erases_two__MU_29() -> None:
    played = duellist()
    played.set("d", "health", 2)
    assert played.no("d", Propose("d", "blood_price")) == "not_enough"
    number = played.banded("f", "go_dark", "fail")
    played.outcome(Staged("lose", "d", 3, resource="breath"), number=number)
    (lost,) = played.told(played.accept(number), PointsLost)
    assert (lost.n, lost.now) == (2, 0)


# -- Notes and words (MU-30, MU-31) ------------------------------------------------------------


def test_a_box_carries_a_note_that_stays_when_it_is_filled_again__MU_30() -> None:
    played = duellist()
    made(played, "settle_stance")
    (owed,) = played.show.owed.values()
    played.as_("d", GiveAnswer(owed.id, "the heron"))
    assert row(played, "d", "stances") == (Box(), Box(), Box(False, "the heron"))
    played.set("d", "stances", 3)
    assert row(played, "d", "stances")[2] == Box(True, "the heron")
    played.as_("d", NoteBox("d", "stances", 3, ""))
    assert row(played, "d", "stances")[2] == Box()
    assert played.no("d", NoteBox("d", "stances", 4, "x")) == "out_of_range"
    assert played.no("f", NoteBox("d", "stances", 1, "x")) == "not_your_character"


def test_a_resource_without_boxes_is_a_note__MU_31() -> None:
    played = duellist()
    assert played.capacity("d", "concept") == 0
    played.as_("d", WriteIn("d", "blade", "weapon", "Whistler"))
    assert sheet.written(played.hero("d"), "blade", "weapon") == "Whistler"
    assert played.no("d", WriteIn("d", "blade", "colour", "red")) == "wrong_kind"
    assert played.no("f", WriteIn("d", "blade", "weapon", "Mine")) == "not_your_character"


# -- Ranks and costs (MU-32 … MU-34) -----------------------------------------------------------


def test_boxes_of_a_rank_gained_in_play_arrive_filled__MU_32() -> None:
    played = created()
    played.set("s", "will", 1)
    played.give("s", "will", rank=2)
    assert row(played, "s", "will") == (Box(), Box(False), Box(False), Box())
    assert played.points("s", "will") == 2


def test_costs_leave_right_before_the_dice_and_a_result_can_give_them_back__MU_33() -> None:
    played = duellist("lunge")
    number = played.ready("d", "lunge")
    assert played.points("d", "breath") == 2  # nothing is paid before
    events = played.roll(6, 6, number=number)
    kinds = [type(e) for e in events if isinstance(e, PointsSpent | DiceThrown | PointsGained)]
    assert kinds == [PointsSpent, DiceThrown, PointsGained]
    assert played.points("d", "breath") == 2


def test_a_move_without_dice_pays_right_before_its_effect__MU_33() -> None:
    played = duellist()
    events = made(played, "all_in")
    (spent,) = played.told(events, PointsSpent)
    assert (spent.n, spent.now) == (2, 0)
    assert played.hero("d").bonuses[0].value == 2


def test_a_paid_cost_is_not_returned_by_failing__MU_34() -> None:
    played = duellist("lunge")
    played.rolled("d", "lunge", 1, 1)
    assert played.points("d", "breath") == 1


def test_withdrawing_before_the_dice_costs_nothing__MU_34() -> None:
    played = duellist("lunge")
    number = played.ready("d", "lunge")
    played.as_("d", WithdrawMove(number))
    assert played.points("d", "breath") == 2
    assert played.show.moves[number].stage == "withdrawn"


# -- The GM's hand, triggers, and nothing by itself (MU-35 … MU-37) ----------------------------


def test_only_the_gm_sets_points_and_says_why__MU_35() -> None:
    played = created()
    assert played.no("f", SetPoints("f", "resist", 1, "please")) == "not_yours_to_set"
    assert played.no("gm", SetPoints("f", "resist", 1, "")) == "text_needed"
    assert played.no("gm", SetPoints("f", "resist", 3, "more")) == "out_of_range"
    assert played.no("gm", SetPoints("f", "will", 1, "magic")) == "not_on_sheet"
    (event,) = played.do("gm", SetPoints("f", "resist", 1, "we forgot"))
    assert event == PointsSet("f", "resist", 2, 1, 2, "we forgot")


def test_a_player_asks_for_a_correction__MU_35() -> None:
    played = created()
    asked = played.ask("p2", AskForPoints("f", "resist", 1, "I forgot to pay"))
    assert "I forgot to pay" in asked.question
    played.grant(asked)
    assert played.points("f", "resist") == 1


def test_the_last_health_opens_you_die_and_other_things_wait__MU_36() -> None:
    played = created()
    events = played.do("gm", SetPoints("f", "health", 0, "the roof came down"))
    assert Fell("f", "you_die") in events
    assert played.hero("f").dying == "you_die"
    assert played.no("f", Propose("f", "go_dark", "limping")) == "must_resolve_first"


def test_a_cost_can_take_the_last_point_too__MU_36() -> None:
    played = duellist()
    assert Fell("d", "you_die") in made(played, "blood_price")
    played = duellist()
    assert Fell("d", "you_die") in made(played, "give_up")


def test_an_empty_resource_sets_off_what_the_playbook_says__MU_36() -> None:
    played = duellist("second_wind")
    made(played, "all_in")
    assert played.points("d", "breath") == 1


def test_a_full_track_is_seen_as_full__MU_36() -> None:
    played = created()
    assert not sheet.full(played.show, played.hero("f"), "xp")
    played.set("f", "xp", 6)
    assert sheet.full(played.show, played.hero("f"), "xp")
    item = played.show.shelf.item("xp")
    assert isinstance(item, Resource)
    assert item.on_full == "level_up"


def test_nothing_refills_by_itself__MU_37() -> None:
    played = created()
    for resource in ("health", "resist", "will"):
        played.set("s", resource, 1)
    for command in (OpenScene("One"), EndScene(), OpenScene("Two"), EndScene(), CloseSession()):
        played.do("gm", command)
    played.do("gm", OpenScene("Next evening"))
    assert [played.points("s", r) for r in ("health", "resist", "will")] == [1, 1, 1]


@pytest.mark.parametrize("correct", [True, False])
def test_points_beyond_the_boxes_wait_until_the_boxes_come_back__MU_25(correct: bool) -> None:
    played = created()
    played.give("s", "will", rank=2)
    played.set("s", "will", 4)
    played.do("gm", CorrectMark("s", "will", 2, "a mistake"))
    assert played.points("s", "will") == 3
    if correct:
        played.do("gm", GrantMark("s", "will", 2))
        assert played.points("s", "will") == 4
