"""Who acts when: seats, speed, haste, groups, rounds (WF-2, WF-82 … WF-92)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace
from tests.games.wheel_of_fate.small import Small

from tablefolk.core.dice import probe
from tablefolk.core.game import Ask, Command, Refusal, Seat
from tablefolk.games.wheel_of_fate import rules
from tablefolk.games.wheel_of_fate.page.tell import tell
from tablefolk.games.wheel_of_fate.rules.contests import (
    EnterContest,
    GiveIn,
    LeaveContest,
    OpenContest,
)
from tablefolk.games.wheel_of_fate.rules.drafts import DraftRoll, DropSource
from tablefolk.games.wheel_of_fate.rules.exchanges import Act, CloseWait
from tablefolk.games.wheel_of_fate.rules.helping import Help, PledgeHelp
from tablefolk.games.wheel_of_fate.rules.order import (
    AskOrder,
    PreparePool,
    PrepareTool,
    SetHaste,
    SetOrder,
    seated,
    speed,
)
from tablefolk.games.wheel_of_fate.rules.rolls import Throw
from tablefolk.games.wheel_of_fate.rules.rounds import Acted, Pass, turn

EVERYBODY = ("guard", "mike", "dave", "tom")


def people(**changed: Any) -> Small:
    cast: dict[str, Any] = {
        "tom": (3, 2, 3),
        "dave": (2, 4, 2),
        "mike": {"attributes": (3, 2, 3), "pools": {"kung-fu": 2}},
        "guard": {"attributes": (3, 2, 2), "kind": "npc"},
    }
    return Small(cast | changed)


def fight(order: str = "seats", who: tuple[str, ...] = EVERYBODY, **changed: Any) -> Small:
    small = people(**changed)
    small.do("gm", OpenContest("Fight", "physical", who, order=order))  # type: ignore[arg-type]
    return small


def exchange(small: Small, who: str, target: str, dice: tuple[int, ...]) -> tuple[Any, ...]:
    small.do(who, Act(who, target))
    return small.do("gm", CloseWait(), dice)


# -- Seats (WF-82) ---------------------------------------------------------------------------


def test_round_the_table_from_the_gms_left_with_npcs_last__WF_2__WF_82() -> None:
    small = fight()
    assert small.contest.groups == (("tom",), ("dave",), ("mike",), ("guard",))
    assert turn(small.wheel) == "tom"


def test_an_npc_may_be_placed_after_any_seat__WF_82() -> None:
    small = people(guard={"attributes": (3, 2, 2), "kind": "npc", "after_seat": "tom"})
    assert seated(small.wheel, EVERYBODY) == ("tom", "guard", "dave", "mike")


def test_each_result_takes_effect_at_once_round_the_table__WF_82() -> None:
    small = fight()
    exchange(small, "tom", "guard", (4, 4, 4, 1, 1, 1))
    assert small.stress() == {"guard": 2}
    assert turn(small.wheel) == "dave"


# -- Speed (WF-83, WF-84) --------------------------------------------------------------------


def test_speed_is_the_dice_of_the_coming_roll__WF_84() -> None:
    small = fight("dice", mike={"attributes": (3, 2, 3), "pools": {"kung-fu": 2}, "stress": 2})
    assert speed(small.wheel, "mike") == 3
    small.do("mike", PreparePool("mike", "kung-fu"))
    assert speed(small.wheel, "mike") == 5
    small.do("mike", PrepareTool("mike", "a chair"))
    small.do("mike", SetHaste("mike", 1))
    assert speed(small.wheel, "mike") == 7
    small.do("gm", SetOrder())
    assert small.contest.groups == (("mike",), ("tom", "guard"), ("dave",))


@pytest.mark.parametrize(
    "command", [PreparePool("mike", "kung-fu"), PrepareTool("mike", "a chair")]
)
def test_what_is_made_ready_waits_for_the_gms_word__WF_98__WF_127(command: Command) -> None:
    small = fight("dice")
    with pytest.raises(Ask) as asked:
        list(rules.book.decide(small.wheel, Seat("mike"), command, probe()))
    assert asked.value.rule in ("WF-98", "WF-127")


def test_what_was_declared_for_speed_goes_into_the_action_and_not_into_the_defence__WF_84() -> None:
    small = fight("dice")
    small.do("mike", PreparePool("mike", "kung-fu"))
    small.do("mike", SetHaste("mike", 1))
    small.do("gm", SetOrder())
    small.do("mike", Act("mike", "tom"))
    assert small.built("mike").notation == "3d6+"
    small.do("gm", CloseWait(), (3, 3, 3, 3, 3, 3, 3))
    small.do("tom", Act("tom", "mike"))
    assert small.built("mike").notation == "3d6"


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (PreparePool("mike", "clues"), "nothing_to_add"),
        (PreparePool("mike", "juggling"), "no_such_pool"),
        (PrepareTool("mike", ""), "text_needed"),
    ],
)
def test_only_what_would_fit_the_roll_is_declared__WF_84(command: Any, code: str) -> None:
    assert fight("dice").refused("mike", command) == code


def test_a_pool_is_declared_once__WF_84() -> None:
    small = fight("dice")
    small.do("mike", PreparePool("mike", "kung-fu"))
    assert small.refused("mike", PreparePool("mike", "kung-fu")) == "already_added"


def test_anybody_who_takes_part_may_ask_who_is_first__WF_83() -> None:
    small = fight(who=("tom", "dave", "guard"))
    assert small.refused("mike", AskOrder()) == "not_yours"
    small.do("dave", AskOrder())
    assert (small.contest.order, small.contest.groups) == ("dice", ())
    assert small.refused("tom", Act("tom", "guard")) == "not_your_turn"
    small.do("gm", SetOrder())
    assert small.contest.groups == (("tom", "guard"), ("dave",))
    assert small.refused("tom", AskOrder()) == "order_set"


def test_who_gave_in_asks_no_more_who_is_first__WF_83() -> None:
    small = fight(who=("tom", "dave", "guard"))
    small.do("tom", GiveIn("tom"))
    assert small.refused("tom", AskOrder()) == "not_yours"
    small.do("dave", AskOrder())


def test_asked_in_the_middle_of_a_round_the_dice_order_the_next__WF_83() -> None:
    small = fight(who=("tom", "dave"))
    small.do("tom", Pass("tom"))
    small.do("dave", AskOrder())
    assert turn(small.wheel) == "dave"
    small.do("dave", Pass("dave"))
    assert (small.contest.round, small.contest.groups) == (2, ())


def test_only_the_gm_sets_the_order_and_only_once_a_round__WF_83() -> None:
    small = fight("dice")
    assert small.refused("tom", SetOrder()) == "gm_only"
    small.do("gm", SetOrder())
    assert small.refused("gm", SetOrder()) == "order_set"


# -- Haste (WF-85, WF-86) --------------------------------------------------------------------


def test_haste_weighs_on_the_action_of_the_round_and_ends_with_it__WF_85() -> None:
    small = fight("dice", ("tom", "dave"))
    small.do("dave", SetHaste("dave", 2))
    small.do("gm", SetOrder())
    assert small.refused("tom", SetHaste("tom", 1)) == "order_set"
    small.do("dave", Act("dave", "tom"))
    assert small.built("dave").notation == "2d6--"
    haste = small.roll("dave").sources[0]
    assert small.refused("gm", DropSource(small.roll("dave").id, haste.id)) == "order_set"
    small.do("gm", CloseWait(), (3, 3, 3, 3, 2, 2, 2))
    small.do("tom", Act("tom", "dave"))
    assert small.built("dave").notation == "2d6"
    small.do("gm", CloseWait(), (2, 2, 2, 3, 3))
    assert (small.contest.round, small.contest.haste) == (2, {})


def test_haste_means_nothing_round_the_table__WF_85() -> None:
    assert fight().refused("tom", SetHaste("tom", 1)) == "order_set"


def test_no_more_haste_than_the_roll_can_bear__WF_86() -> None:
    small = fight("dice", tom={"attributes": (3, 2, 3), "stress": 1})
    assert small.refused("tom", SetHaste("tom", 3)) == "too_hasty"
    assert small.refused("tom", SetHaste("tom", -1)) == "out_of_range"
    small.do("tom", SetHaste("tom", 2))
    small.do("tom", SetHaste("tom", 0))
    small.do("mike", PreparePool("mike", "kung-fu"))
    small.do("mike", SetHaste("mike", 5))
    assert small.refused("mike", SetHaste("mike", 6)) == "too_hasty"


# -- Acting at the same time (WF-87, WF-88) --------------------------------------------------


def test_equal_speed_acts_in_seat_order_and_all_stress_waits__WF_87() -> None:
    small = fight("dice", ("tom", "mike", "dave"))
    small.do("gm", SetOrder())
    assert small.contest.groups == (("tom", "mike"), ("dave",))
    exchange(small, "tom", "mike", (4, 4, 4, 1, 1, 1))
    assert (small.stress(), small.contest.pending) == ({}, {"mike": 2})
    small.do("mike", Act("mike", "tom"))
    assert small.built("mike").notation == "3d6"


def test_held_back_stress_adds_up_and_both_may_be_out_having_acted_in_full__WF_88() -> None:
    small = fight("dice", ("tom", "mike"))
    small.do("gm", SetOrder())
    exchange(small, "tom", "mike", (6, 6, 6, 1, 1, 1))
    events = exchange(small, "mike", "tom", (6, 6, 6, 1, 1, 1))
    assert small.stress() == {"mike": 4, "tom": 4}
    assert small.contest.pending == {}
    assert not small.contest.open
    assert [type(e).__name__ for e in events[-4:]] == [
        "HeldStressFell",
        "StressTaken",
        "StressTaken",
        "ContestClosed",
    ]


# -- Turns and rounds (WF-89, WF-90, WF-92) --------------------------------------------------


def test_one_thing_on_ones_turn_once_a_round__WF_89() -> None:
    small = fight()
    assert small.refused("dave", Act("dave", "tom")) == "not_your_turn"
    assert small.refused("dave", Pass("dave")) == "not_your_turn"
    small.do("tom", Pass("tom"))
    assert small.refused("tom", Act("tom", "dave")) == "already_acted"
    assert small.refused("tom", Pass("tom")) == "already_acted"


def test_a_task_during_a_contest_is_an_action__WF_89() -> None:
    small = fight("dice", ("tom", "dave"))
    small.do("dave", SetHaste("dave", 2))
    task = small.task(physical=5, mental=5)
    small.do("gm", SetOrder())
    assert small.refused("tom", DraftRoll("tom", "physical", task)) == "not_your_turn"
    small.do("dave", DraftRoll("dave", "mental", task))
    assert small.built("dave").notation == "4d6--"
    small.do("dave", Throw(small.roll("dave").id), (1, 1, 1, 1, 1, 1))
    assert (small.contest.acted, turn(small.wheel)) == (("dave",), "tom")
    assert small.refused("dave", DraftRoll("dave", "physical", task)) == "already_rolled"
    other = small.task(physical=5)
    assert small.refused("dave", DraftRoll("dave", "physical", other)) == "already_acted"


def test_a_task_of_somebody_outside_the_contest_is_nobodys_action__WF_89() -> None:
    small = fight(who=("tom", "dave"))
    roll = small.draft("mike")
    small.do("mike", Throw(roll), (1, 1, 1))
    assert small.contest.acted == ()


def test_who_is_out_in_the_contests_attribute_may_act_with_another_or_pass__WF_77__WF_89() -> None:
    small = fight(dave={"attributes": (2, 4, 2), "stress": 3})
    small.do("tom", Pass("tom"))
    assert turn(small.wheel) == "dave"
    with pytest.raises(Refusal, match="the roll would be lost without a throw") as no:
        small.do("dave", Act("dave", "guard"))
    assert no.value.code == "attribute_out"
    small.do("dave", Act("dave", "guard", "mental"))
    assert (small.roll("dave").attribute, small.roll("guard").attribute) == ("mental", "mental")


def test_who_is_unable_to_do_anything_is_skipped__WF_90() -> None:
    small = fight(dave={"attributes": (2, 2, 2), "stress": 3})
    small.do("tom", Pass("tom"))
    assert turn(small.wheel) == "mike"


def test_who_cannot_act_is_passed_over_with_a_line_where_their_turn_would_be__WF_90() -> None:
    small = fight(tom={"attributes": (2, 2, 2), "stress": 3})
    assert (turn(small.wheel), small.contest.acted) == ("dave", ("tom",))
    small = fight(dave={"attributes": (2, 2, 2), "stress": 3})
    events = small.do("tom", Pass("tom"))
    assert events == (Acted("tom", "pass"), Acted("dave", "unable"))
    line = tell(small.wheel, events[-1], Seat("tom"))
    assert line
    assert line.text == "Dave can do nothing just now, and is passed over."


def test_a_special_pool_is_something_to_act_with_on_ones_turn__WF_89__WF_103() -> None:
    gone = {"attributes": (2, 2, 2), "stress": 4, "pools": {"kung-fu": 3}}
    small = people(mike=gone)
    kung_fu = replace(small.wheel.pools["kung-fu"], rolled_as="base")
    small.wheel = replace(small.wheel, pools={**small.wheel.pools, "kung-fu": kung_fu})
    small.do("gm", OpenContest("Fight", "physical", ("tom", "mike", "guard"), order="dice"))
    assert small.contest.many
    small.do("gm", SetOrder())
    assert small.contest.groups == (("tom", "mike", "guard"),)
    small.do("tom", Pass("tom"))
    assert turn(small.wheel) == "mike"
    assert small.refused("mike", Act("mike", "guard")) == "attribute_out"
    small.do("mike", Act("mike", "guard", "pool:kung-fu"))
    assert small.roll("guard").attribute == "physical"


def test_speed_is_of_what_one_can_still_roll__WF_84__WF_89() -> None:
    small = fight("dice", dave={"attributes": (2, 4, 2), "stress": 3})
    assert speed(small.wheel, "dave") == 4
    small.do("dave", SetHaste("dave", 1))
    assert small.refused("dave", SetHaste("dave", 2)) == "too_hasty"


def test_who_cannot_act_has_no_place_among_the_fast_and_holds_up_no_stress__WF_84__WF_87() -> None:
    small = fight("dice", tom={"attributes": (3, 2, 3), "stress": 4})
    (events,) = small.do("gm", SetOrder())
    assert events.groups == (("mike", "guard"), ("dave",), ("tom",))
    assert "tom" not in events.speeds


def test_who_cannot_act_is_not_hasty_and_is_promised_no_help__WF_77() -> None:
    small = fight("dice", tom={"attributes": (3, 2, 3), "stress": 4})
    assert small.refused("tom", SetHaste("tom", 0)) == "attribute_out"
    assert small.refused("dave", PledgeHelp("dave", "tom")) == "attribute_out"


@pytest.mark.parametrize("command", [PreparePool("mike", "kung-fu"), PrepareTool("mike", "a bat")])
def test_neither_pool_nor_tool_rescues_who_cannot_roll_it__WF_76__WF_99(command: Command) -> None:
    mike = {"attributes": (2, 4, 3), "pools": {"kung-fu": 2}, "stress": 3}
    assert fight("dice", mike=mike).refused("mike", command) == "cannot_help"


def test_a_round_ends_when_all_have_acted_and_everything_is_wiped__WF_90() -> None:
    small = fight("dice", ("tom", "dave", "mike"))
    small.do("tom", SetHaste("tom", 1))
    small.do("gm", SetOrder())
    exchange(small, "tom", "mike", (4, 4, 4, 4, 1, 1, 1))
    assert small.contest.marks == {"tom": "mike"}
    small.do("mike", Pass("mike"))
    events = small.do("dave", Pass("dave"))
    assert type(events[-1]).__name__ == "RoundBegan"
    contest = small.contest
    assert (contest.round, contest.order, contest.groups) == (2, "dice", ())
    assert (contest.acted, contest.haste, contest.marks) == ((), {}, {})


def test_many_are_counted_at_the_start_of_the_round_by_who_can_still_act__WF_92() -> None:
    assert fight().contest.many
    assert not fight(who=("tom", "dave")).contest.many
    small = fight(who=("tom", "dave", "mike"), mike={"attributes": (2, 2, 2), "stress": 3})
    assert not small.contest.many
    small.do("gm", EnterContest("guard"))
    small.do("tom", Pass("tom"))
    small.do("dave", Pass("dave"))
    assert small.contest.many


def test_who_is_acted_against_defends_in_full_every_time__WF_92() -> None:
    small = fight()
    for who in ("tom", "dave", "mike"):
        small.do(who, Act(who, "guard"))
        assert small.built("guard").notation == "3d6"
        dice = (3, 3, 3) if who != "dave" else (3, 3)
        small.do("gm", CloseWait(), (*dice, *((3, 3, 3) if who != "dave" else (2, 2, 2))))
    assert turn(small.wheel) == "guard"


# -- Coming and going (WF-91) ----------------------------------------------------------------


def test_who_enters_has_the_first_turn_in_the_next_round__WF_91() -> None:
    small = fight(who=("tom", "dave"))
    assert small.refused("tom", EnterContest("mike")) == "gm_only"
    small.do("gm", EnterContest("mike"))
    assert small.refused("gm", EnterContest("mike")) == "already_in"
    assert small.refused("mike", Act("mike", "tom")) == "not_your_turn"
    small.do("tom", Pass("tom"))
    small.do("dave", Pass("dave"))
    assert small.contest.groups == (("tom",), ("dave",), ("mike",))


def test_who_leaves_or_gives_in_is_skipped_and_the_rest_go_on__WF_91() -> None:
    small = fight()
    small.do("gm", LeaveContest("tom"))
    assert turn(small.wheel) == "dave"
    small.do("dave", GiveIn("dave"))
    assert turn(small.wheel) == "mike"
    assert small.refused("mike", Act("mike", "dave")) == "one_target"
    assert small.refused("dave", GiveIn("dave")) == "not_your_turn"


def test_nobody_leaves_two_rolls_that_stand_against_each_other__WF_91() -> None:
    small = fight()
    small.do("tom", Act("tom", "dave"))
    assert small.refused("gm", LeaveContest("dave")) == "roll_open"
    assert small.refused("tom", GiveIn("tom")) == "roll_open"
    small.do("mike", Help(small.roll("tom").id, "mike"))


def test_the_last_of_a_group_leaving_lets_held_back_stress_fall__WF_87__WF_91() -> None:
    small = fight("dice", ("tom", "mike", "dave"))
    small.do("gm", SetOrder())
    exchange(small, "tom", "mike", (4, 4, 4, 1, 1, 1))
    small.do("gm", LeaveContest("mike"))
    assert (small.stress(), small.contest.pending) == ({"mike": 2}, {})
