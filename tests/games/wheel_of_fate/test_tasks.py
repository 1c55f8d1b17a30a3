"""Tasks: what is to be managed, and that one throw settles it (WF-20, WF-28, WF-120 … WF-129)."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace
from tests.games.wheel_of_fate.small import Small
from tests.games.wheel_of_fate.table import GAME, playing
from tests.table.playing import Evening

from tablefolk.core.table.judging import Answer, AskRuling
from tablefolk.games.wheel_of_fate.rules.drafts import AddSource, DraftRoll
from tablefolk.games.wheel_of_fate.rules.rolls import NoteWhammy, Settle, Throw
from tablefolk.games.wheel_of_fate.rules.tasks import (
    CloseApproach,
    CloseTask,
    NewApproach,
    OpenTask,
    SetDifficulty,
)


def two() -> Small:
    return Small({"tom": (3, 2, 3), "dave": (2, 4, 2)})


# -- Opening ---------------------------------------------------------------------------------


def test_only_the_gm_calls_for_a_roll__WF_120() -> None:
    assert two().refused("tom", OpenTask("The door", physical=15)) == "gm_only"


def test_a_task_keeps_both_outcomes_and_who_may_read_them__WF_120() -> None:
    small = two()
    task = small.task(
        physical=15, on_success="You are in.", on_failure="The alarm.", stakes_shown=False
    )
    kept = small.wheel.tasks[task]
    assert (kept.on_success, kept.on_failure, kept.stakes_shown) == (
        "You are in.",
        "The alarm.",
        False,
    )
    assert small.refused("gm", OpenTask(" ", physical=15)) == "text_needed"


def test_only_those_called_on_roll_where_the_gm_names_them__WF_120() -> None:
    small = two()
    task = small.task(physical=15, called=("tom",))
    assert small.refused("dave", DraftRoll("dave", "physical", task)) == "not_called"
    small.do("tom", DraftRoll("tom", "physical", task))


@pytest.mark.parametrize("difficulty", [-5, 10_001])
def test_a_difficulty_is_a_whole_number_from_1_up__WF_20(difficulty: int) -> None:
    small = two()
    assert small.refused("gm", OpenTask("The door", physical=difficulty)) == "bad_difficulty"
    task = small.task(physical=1)
    assert small.refused("gm", SetDifficulty(task, "physical", difficulty)) == "bad_difficulty"
    assert small.refused("gm", SetDifficulty(task, "physical", 0)) == "bad_difficulty"


def test_a_task_without_any_way_to_manage_it_is_no_task__WF_20() -> None:
    assert two().refused("gm", OpenTask("The door", closed=("social",))) == "bad_difficulty"


def test_a_new_difficulty_holds_for_drafts_already_made_and_may_be_hidden__WF_20() -> None:
    small = two()
    task = small.task(physical=15)
    small.do("tom", DraftRoll("tom", "physical", task))
    small.do("gm", SetDifficulty(task, "physical", 12, hidden=True))
    assert (small.roll("tom").difficulty, small.roll("tom").hidden) == (12, True)
    small.do("tom", Throw(small.roll("tom").id), (4, 4, 4))
    assert small.roll("tom").result.success  # type: ignore[union-attr]


# -- Approaches ------------------------------------------------------------------------------


def test_each_approach_has_its_own_difficulty_and_some_are_closed__WF_28() -> None:
    small = two()
    task = small.task(physical=15, mental=20, closed=("social",))
    assert small.refused("tom", DraftRoll("tom", "social", task)) == "approach_closed"
    small.do("tom", DraftRoll("tom", "mental", task))
    assert small.roll("tom").difficulty == 20
    small.do("gm", CloseApproach(task, "mental"))
    assert small.refused("tom", Throw(small.roll("tom").id)) == "approach_closed"
    assert small.refused("dave", DraftRoll("dave", "mental", task)) == "approach_closed"


def test_the_gm_may_let_a_closed_approach_pass_this_once__WF_28() -> None:
    small = two()
    task = small.task(physical=15, mental=20, closed=("mental",))
    assert small.overrule("tom", DraftRoll("tom", "mental", task)) == ["WF-28"]
    assert small.roll("tom").difficulty == 20


def test_nobody_drafts_twice_for_one_task__WF_24() -> None:
    small = two()
    task = small.task(physical=15)
    small.do("tom", DraftRoll("tom", "physical", task))
    assert small.refused("tom", DraftRoll("tom", "physical", task)) == "roll_open"


def test_a_closed_task_takes_its_drafts_along__WF_28() -> None:
    small = two()
    task = small.task(physical=15)
    small.do("tom", DraftRoll("tom", "physical", task))
    small.do("gm", CloseTask(task))
    assert not small.wheel.rolls
    assert small.refused("tom", DraftRoll("tom", "physical", task)) == "approach_closed"


def test_a_closed_task_leaves_the_drafts_of_others_and_what_was_thrown__WF_28() -> None:
    small = two()
    task, other = small.task(physical=15), small.task(mental=10)
    small.do("tom", DraftRoll("tom", "physical", task))
    small.do("tom", Throw(max(small.wheel.rolls)), (6, 6, 6))
    small.do("dave", DraftRoll("dave", "mental", other))
    there = {*small.wheel.rolls}
    small.do("gm", CloseTask(task))
    assert {*small.wheel.rolls} == there
    assert len(there) == 2


def test_a_task_taken_off_the_table_is_not_looked_back_at__WF_28_TF_15() -> None:
    played = playing()
    played.do("gm", OpenTask("Open the safe", physical=15))
    assert "Open the safe" in remembered(played)
    played.do("gm", CloseTask(max(played.wheel.tasks)))
    assert "Open the safe" not in remembered(played)


def remembered(played: Any) -> str:
    recap = Evening.of(GAME, played.table, played.log).recap(played.table.session)
    return " ".join(p.text for chapter in recap.chapters for p in chapter.told)


# -- Roll once -------------------------------------------------------------------------------


def failed() -> tuple[Small, int]:
    small = two()
    task = small.task(physical=15, mental=20)
    small.do("tom", DraftRoll("tom", "physical", task))
    small.do("tom", Throw(small.roll("tom").id), (1, 1, 1))
    return small, task


def test_one_throw_settles_it_for_each_character__WF_124() -> None:
    small, task = failed()
    assert small.refused("tom", DraftRoll("tom", "mental", task)) == "already_rolled"
    small.do("dave", DraftRoll("dave", "mental", task))


def test_where_the_table_only_reminds_one_may_roll_again__WF_124() -> None:
    small, task = failed()
    small.options(roll_once="remind")
    small.do("tom", DraftRoll("tom", "physical", task))


def test_a_draft_from_before_does_not_get_around_rolling_once__WF_124() -> None:
    small, task = failed()
    small.overrule("tom", DraftRoll("tom", "physical", task))
    assert small.refused("tom", Throw(small.roll("tom").id)) == "already_rolled"


def test_a_new_approach_opens_one_more_throw_in_that_way_only__WF_125() -> None:
    small, task = failed()
    assert small.refused("tom", NewApproach(task, "tom", "mental", " ")) == "reason_needed"
    small.do("tom", NewApproach(task, "tom", "mental", "I read the manual"))
    assert small.refused("tom", DraftRoll("tom", "physical", task)) == "already_rolled"
    small.do("tom", DraftRoll("tom", "mental", task))
    small.do("tom", Throw(small.roll("tom").id), (1, 1))
    assert small.refused("tom", DraftRoll("tom", "mental", task)) == "already_rolled"


def test_a_new_approach_nobody_thought_of_is_as_hard_as_the_hardest__WF_125() -> None:
    small, task = failed()
    small.do("tom", NewApproach(task, "tom", "social", "I sing to it"))
    small.do("tom", DraftRoll("tom", "social", task))
    assert small.roll("tom").difficulty == 20


def test_a_new_approach_is_for_after_a_failure_and_for_the_gm_to_judge__WF_125() -> None:
    played = playing()
    played.do("gm", OpenTask("The keypad", mental=20))
    task = max(played.wheel.tasks)
    again = NewApproach(task, "dave", "mental", "I open the casing")
    assert played.refused("dave", again).code == "not_failed"
    played.do("dave", DraftRoll("dave", "mental", task))
    played.do("dave", Throw(played.last_roll.id), (6, 5, 3, 4))
    asked = played.ask("dave", again)
    assert "I open the casing" in asked.question
    played.deny(asked)
    assert played.refused("dave", DraftRoll("dave", "mental", task)).code == "already_rolled"


def test_after_a_success_the_task_is_done__WF_125() -> None:
    small = two()
    task = small.task(physical=5)
    small.do("tom", DraftRoll("tom", "physical", task))
    small.do("tom", Throw(small.roll("tom").id), (5, 5, 5))
    assert small.refused("tom", DraftRoll("tom", "physical", task)) == "task_done"
    assert small.refused("tom", NewApproach(task, "tom", "mental", "again")) == "task_done"


def test_what_the_gm_has_allowed_once_is_played_to_its_end__TF_17() -> None:
    played = playing()
    played.do("gm", OpenTask("The keypad", mental=20, physical=20))
    task = max(played.wheel.tasks)
    played.do("dave", DraftRoll("dave", "mental", task))
    played.do("dave", Throw(played.last_roll.id), (1, 1, 1, 1))
    played.grant(played.ask("dave", NewApproach(task, "dave", "physical", "I kick it")))
    again = DraftRoll("dave", "mental", task)
    assert played.refused("dave", again).rule == "WF-125"
    request = played.ask("dave", AskRuling(msgspec.to_builtins(again)))
    assert request.act == "Roll Mental (The keypad)", "the GM reads what is asked"
    assert played.refused("dave", again).code == "asked"
    played.grant(request)
    played.do("dave", Throw(played.last_roll.id), (6, 6, 6, 6))
    assert played.last_roll.result
    assert played.refused("dave", again).rule, "and that was the once"


# -- Sure success ----------------------------------------------------------------------------


def short() -> tuple[Small, int]:
    small = two()
    roll = small.draft("tom", 15, mode="sure")
    small.do("tom", Throw(roll), (1, 1, 1))
    return small, roll


def test_a_sure_roll_that_falls_short_waits_for_the_gm_and_has_succeeded__WF_121__WF_122() -> None:
    small, roll = short()
    assert small.roll("tom").phase == "thrown"
    assert small.refused("tom", Settle(roll, "waive")) == "gm_only"
    task = small.roll("tom").task
    assert small.refused("tom", DraftRoll("tom", "physical", task)) == "task_done"
    small.do("gm", Settle(roll, "waive"))
    assert (small.roll("tom").phase, small.stress()) == ("closed", {})
    assert small.refused("gm", Settle(roll, "stress")) == "settled"


def test_falling_short_brings_a_complication_or_a_stress_die__WF_75__WF_122() -> None:
    small, roll = short()
    assert small.refused("gm", Settle(roll, "complication")) == "text_needed"
    small.do("gm", Settle(roll, "complication", "The rope frays."))
    assert small.roll("tom").complication == "The rope frays."
    assert small.wheel.facts[-1].text == "The rope frays."
    small, roll = short()
    small.do("gm", Settle(roll, "stress", "a sprained ankle"))
    assert small.stress() == {"tom": 1}


def test_a_sure_roll_lost_without_a_throw_falls_short_too__WF_122() -> None:
    small = two()
    roll = small.draft("tom", 15, mode="sure")
    small.do("gm", AddSource(roll, "penalty", 4, "dark"))
    small.do("tom", Throw(roll, confirm=True))
    assert small.roll("tom").phase == "thrown"


def test_a_sure_roll_that_reaches_its_difficulty_is_closed_and_its_whammies_are_facts__WF_123() -> (
    None
):
    small = two()
    roll = small.draft("tom", 5, mode="sure")
    small.do("tom", Throw(roll), (4, 3, 3))
    assert small.roll("tom").phase == "closed"
    small.do("gm", NoteWhammy(roll, "The guard is asleep."))
    assert small.wheel.facts[-1].kind == "whammy"


def test_a_roll_with_stakes_is_closed_by_its_throw__WF_120() -> None:
    small = two()
    roll = small.draft("tom", 15)
    small.do("tom", Throw(roll), (1, 1, 1))
    assert small.roll("tom").phase == "closed"
    assert small.refused("gm", Settle(roll, "stress")) == "settled"


def test_a_search_is_sure_unless_the_gm_says_otherwise__WF_129() -> None:
    small = two()
    tasks = [small.task(mental=10, **more) for more in MODES]
    assert [small.wheel.tasks[n].mode for n in tasks] == ["stakes", "sure", "stakes"]


MODES: tuple[dict[str, Any], ...] = ({}, {"search": True}, {"search": True, "mode": "stakes"})


def test_a_new_approach_is_as_hard_as_the_gm_says_with_the_yes__WF_125() -> None:
    played = playing()
    played.do("gm", OpenTask("The door", physical=12))
    task = max(played.wheel.tasks)
    played.do("tom", DraftRoll("tom", "physical", task))
    played.do("tom", Throw(played.last_roll.id), (1, 1, 1))
    again = NewApproach(task, "tom", "mental", "I read the manual")
    assert played.refused("tom", replace(again, difficulty=1)).code == "gm_only"
    asked = played.ask("tom", again)
    labels = [reply.label for reply in GAME.replies(played.table, played.seat("gm"), asked)]
    assert labels[:4] == ["5 basic, 83%", "10 hard, 17%", "12 as before, 3%", "15 very hard, never"]
    played.do("gm", Answer(asked.number, yes=True, fields={"difficulty": 5}))
    assert played.wheel.tasks[task].approaches["mental"].difficulty == 5
