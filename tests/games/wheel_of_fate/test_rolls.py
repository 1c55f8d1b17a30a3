"""Rolls: built, thrown, read, settled (WF-5 … WF-30, WF-98, WF-99, WF-103, WF-126, WF-127)."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from tests.games.wheel_of_fate.small import GM, Small
from tests.games.wheel_of_fate.table import GAME, playing

from tablefolk.core.game import Refusal, Seat
from tablefolk.core.table import takeback
from tablefolk.games.wheel_of_fate.rules.building import all_sources, build
from tablefolk.games.wheel_of_fate.rules.chances import Chances, Duel, draft_odds, odds, yardstick
from tablefolk.games.wheel_of_fate.rules.contests import OpenContest
from tablefolk.games.wheel_of_fate.rules.drafts import (
    AddPool,
    AddSource,
    AddTool,
    AskBonus,
    CancelDraft,
    DraftRoll,
    DropSource,
)
from tablefolk.games.wheel_of_fate.rules.exchanges import Act, GetReady
from tablefolk.games.wheel_of_fate.rules.fate import SpendDie
from tablefolk.games.wheel_of_fate.rules.npcs import MakeNpc
from tablefolk.games.wheel_of_fate.rules.rolls import NoteWhammy, Throw, Thrown
from tablefolk.games.wheel_of_fate.rules.scenes import Correct, GiveStress
from tablefolk.games.wheel_of_fate.rules.state import Pool, Roll, Source
from tablefolk.games.wheel_of_fate.rules.tasks import OpenTask, SetDifficulty

TOM = Seat("tom", "player")


def three() -> Small:
    mike = {"attributes": (3, 2, 3), "pools": {"kung-fu": 2, "clues": 1}}
    return Small({"tom": (3, 2, 3), "dave": (2, 4, 2), "mike": mike})


# -- Building --------------------------------------------------------------------------------


@given(
    dice=st.integers(0, 6),
    stress=st.integers(0, 6),
    sources=st.lists(
        st.builds(
            Source,
            st.just(1),
            st.sampled_from(["extra", "bonus", "penalty"]),
            st.integers(1, 5),
            st.just("why"),
        ),
        max_size=6,
    ),
)
def test_a_roll_is_summed_up_in_the_books_order__WF_8__WF_12__WF_13__WF_30__WF_76(
    dice: int, stress: int, sources: list[Source]
) -> None:
    small = Small({"tom": {"attributes": (dice, 3, 3), "stress": stress}})
    built = build(small.wheel, Roll(1, "tom", "physical", sources=tuple(sources)))
    extra = sum(s.n for s in sources if s.kind == "extra")
    bonus = sum(s.n for s in sources if s.kind == "bonus")
    penalty = sum(s.n for s in sources if s.kind == "penalty") + stress
    assert (built.base, built.net) == (dice + extra, bonus - penalty)
    if dice == 0:
        assert built.auto == "incapable"
    elif stress > dice:
        assert built.auto == "out"
    else:
        assert built.auto == ("overwhelmed" if penalty - bonus > dice + extra else "")
    assert built.pool.dice_count == built.base + abs(built.net)
    assert built.missing == (penalty - bonus - dice - extra if built.auto == "overwhelmed" else 0)


def test_the_missing_dice_rescue_an_overwhelmed_roll_as_bonus_or_as_extra_dice__WF_15() -> None:
    small = three()
    roll = small.draft("tom")
    small.do("gm", AddSource(roll, "penalty", 5, "blind"))
    assert small.built("tom").missing == 2
    with pytest.raises(Refusal, match="2 more dice would save it"):
        small.do("tom", Throw(roll))
    small.do("gm", AddSource(roll, "bonus", 1, "time"))
    small.do("gm", AddSource(roll, "extra", 1, "luck"))
    assert (small.built("tom").auto, small.built("tom").notation) == ("", "3d6+1d6----")


def test_a_lost_roll_is_thrown_only_on_confirmation_and_then_takes_the_points__WF_15__WF_25() -> (
    None
):
    small = three()
    roll = small.draft("tom")
    small.do("gm", AddSource(roll, "penalty", 5, "blind"))
    small.do("tom", SpendDie(roll, "tom"))
    assert small.refused("tom", Throw(roll)) == "confirm_auto_loss"
    assert small.hero("tom").fate == 5
    small.do("tom", Throw(roll, confirm=True))
    assert small.roll("tom").result.auto == "overwhelmed"  # type: ignore[union-attr]
    assert small.hero("tom").fate == 4


def test_a_thrown_roll_remembers_the_stress_it_was_thrown_under__WF_6__WF_74() -> None:
    small = three()
    small.set("tom", stress=1)
    roll = small.draft("tom")
    small.do("tom", Throw(roll), (5, 3, 4, 1))
    small.set("tom", stress=0)
    assert small.built("tom").notation == "3d6-"
    assert [s.what for s in all_sources(small.wheel, small.roll("tom"))] == ["stress"]


def test_a_draft_feels_new_stress_at_once__WF_79() -> None:
    small = three()
    small.draft("tom")
    (event,) = small.do("gm", GiveStress("tom", 3, "a fall"))
    assert (event.was, event.now, event.conditions) == (0, 3, ("insensible",))
    assert small.built("tom").notation == "3d6---"


def test_everything_about_a_throw_is_written_down__WF_6() -> None:
    small = three()
    roll = small.draft("tom", 15)
    small.do("gm", AddSource(roll, "bonus", 2, "a crowbar"))
    small.do("tom", SpendDie(roll, "tom"))
    (event,) = small.do("tom", Throw(roll), (2, 6, 4, 1, 5, 3))
    assert isinstance(event, Thrown)
    result = event.result
    assert (result.notation, result.faces) == ("3d6+++", (2, 6, 4, 1, 5, 3))
    assert (result.kept, result.total) == ((1, 2, 4), 15)
    assert (result.success, result.margin, result.whammies) == (True, 0, 0)
    assert event.spent == {"tom": 1}
    assert [s.label for s in small.roll("tom").sources] == ["a crowbar", "a fate point"]


# -- Phases ----------------------------------------------------------------------------------


def test_only_the_owner_or_the_gm_throws_and_only_once__WF_1__WF_24() -> None:
    small = three()
    roll = small.draft("tom")
    assert small.refused("dave", Throw(roll)) == "not_yours"
    small.do("gm", Throw(roll), (1, 2, 3))
    assert small.refused("tom", Throw(roll)) == "already_thrown"


def test_nothing_is_added_to_a_thrown_roll__WF_24() -> None:
    small = three()
    roll = small.draft("mike")
    small.do("mike", Throw(roll), (1, 2, 3))
    for command in (AddPool(roll, "kung-fu"), AddTool(roll, "rope"), AskBonus(roll, "time")):
        assert small.refused("mike", command) == "roll_thrown"
    assert small.refused("gm", AddSource(roll, "bonus", 1, "time")) == "roll_thrown"
    assert small.refused("mike", DropSource(roll, 1)) == "roll_thrown"
    assert small.refused("mike", CancelDraft(roll)) == "roll_thrown"


def test_points_promised_leave_at_the_throw_and_are_free_again_on_cancelling__WF_25() -> None:
    small = three()
    small.set("dave", fate=1)
    roll = small.draft("tom")
    small.do("dave", SpendDie(roll, "dave"))
    assert (small.hero("dave").fate, small.wheel.free_points("dave")) == (1, 0)
    small.do("tom", CancelDraft(roll))
    assert small.wheel.free_points("dave") == 1
    roll = small.draft("tom")
    small.do("dave", SpendDie(roll, "dave"))
    small.do("tom", Throw(roll), (1, 2, 3, 4))
    assert small.hero("dave").fate == 0


def test_the_gm_may_have_a_roll_thrown_again_and_points_are_not_paid_twice__WF_24() -> None:
    small = three()
    roll = small.draft("tom")
    small.do("tom", SpendDie(roll, "tom"))
    small.do("tom", Throw(roll), (1, 1, 1, 1))
    rules = small.overrule("tom", Throw(roll), (6, 6, 6, 6))
    assert "WF-24" in rules
    assert (small.hero("tom").fate, small.roll("tom").result.total) == (4, 18)  # type: ignore[union-attr]


def test_taking_a_throw_back_leaves_the_draft_and_the_points__WF_7() -> None:
    played = playing()
    played.do("gm", OpenTask("The door", physical=15))
    played.do("tom", DraftRoll("tom", "physical", max(played.wheel.tasks)))
    roll = played.last_roll.id
    played.do("tom", SpendDie(roll, "tom"))
    played.do("tom", Throw(roll), (2, 2, 2, 2))
    gone, table = takeback.without(GAME, played.start, played.log, len(played.log))
    assert gone == (len(played.log),)
    assert table.play.rolls[roll].phase == "draft"
    assert table.play.cast["tom"].fate == 5


# -- Sources ---------------------------------------------------------------------------------


def test_the_gm_grants_and_imposes_dice_with_a_reason__WF_126() -> None:
    small = three()
    roll = small.draft("tom")
    assert small.refused("tom", AddSource(roll, "bonus", 1, "time")) == "gm_only"
    assert small.refused("gm", AddSource(roll, "bonus", 1, "  ")) == "reason_needed"
    assert small.refused("gm", AddSource(roll, "bonus", 0, "time")) == "out_of_range"
    assert small.refused("gm", AddSource(roll, "bonus", 21, "time")) == "out_of_range"
    small.do("gm", AddSource(roll, "extra", 1, "a miracle"))
    assert small.built("tom").notation == "3d6+1d6"


def test_a_player_asks_for_a_bonus_and_the_gm_answers__WF_126() -> None:
    played = playing()
    played.do("gm", OpenTask("The door", physical=15))
    played.do("tom", DraftRoll("tom", "physical", max(played.wheel.tasks)))
    roll = played.last_roll.id
    assert played.refused("tom", AskBonus(roll, " ")).code == "reason_needed"
    asked = played.ask("tom", AskBonus(roll, "I take my time"))
    assert "I take my time" in asked.question
    assert not played.last_roll.sources
    played.deny(asked)
    played.do("tom", AskBonus(roll, "I take all night"))
    (source,) = played.last_roll.sources
    assert (source.kind, source.n, source.label) == ("bonus", 1, "I take all night")


def test_a_fitting_pool_adds_its_value_once_and_several_add_up__WF_98() -> None:
    small = three()
    roll = small.draft("mike")
    small.do("mike", AddPool(roll, "kung-fu"))
    assert small.refused("mike", AddPool(roll, "kung-fu")) == "already_added"
    small.do("mike", AddPool(roll, "clues"))
    assert small.built("mike").notation == "3d6+++"
    other = small.draft("tom")
    assert small.refused("tom", AddPool(other, "kung-fu")) == "nothing_to_add"
    assert small.refused("tom", AddPool(other, "juggling")) == "no_such_pool"


def test_a_pool_waits_for_the_gms_word__WF_98() -> None:
    played = playing()
    played.do("gm", OpenTask("The door", physical=15))
    played.do("mike", DraftRoll("mike", "physical", max(played.wheel.tasks)))
    asked = played.ask("mike", AddPool(played.last_roll.id, "kung-fu"))
    assert asked.rule == "WF-98"
    assert "Kung Fu" in asked.question


def test_no_pool_rescues_from_0d_or_from_being_out__WF_99() -> None:
    small = three()
    small.draft("mike")
    roll = small.roll("mike")
    for broken in ({"attributes": {"physical": 0}}, {"stress": 4}):
        small = three()
        small.set("mike", **broken)
        wheel = small.wheel.with_roll(
            replace(roll, sources=(Source(1, "bonus", 9, "Kung Fu", "pool"),))
        )
        assert build(wheel, wheel.rolls[roll.id]).auto in ("incapable", "out")


def test_a_special_pool_may_be_a_base_with_no_standing_limit__WF_27__WF_103() -> None:
    small = three()
    magic = Pool("magic", "Magic", special=True, rolled_as="base")
    small.wheel = replace(small.wheel, pools={**small.wheel.pools, "magic": magic})
    small.set("tom", pools={"magic": 2}, stress=2)
    task = small.task(physical=5)
    assert small.refused("tom", DraftRoll("tom", "pool:magic", task)) == "approach_closed"
    small.do("gm", SetDifficulty(task, "pool:magic", 10))
    small.do("tom", DraftRoll("tom", "pool:magic", task))
    assert small.built("tom").notation == "2d6--"
    small.set("tom", stress=3)
    assert small.built("tom").auto == "overwhelmed"
    assert small.refused("dave", DraftRoll("dave", "pool:magic", task)) == "attribute_out"
    assert small.refused("tom", AddPool(small.roll("tom").id, "magic")) == "nothing_to_add"


def test_a_tool_is_one_bonus_die_and_need_not_be_a_thing__WF_127() -> None:
    small = three()
    roll = small.draft("tom")
    small.do("tom", AddTool(roll, "a good suit"))
    assert small.built("tom").notation == "3d6+"
    assert small.refused("tom", AddTool(roll, "a good suit")) == "already_added"
    assert small.refused("tom", AddTool(roll, " ")) == "text_needed"


def test_owner_helper_and_gm_take_sources_away_but_penalties_only_the_gm__WF_24__WF_126() -> None:
    small = three()
    roll = small.draft("tom")
    small.do("gm", AddSource(roll, "penalty", 1, "dark"))
    small.do("dave", SpendDie(roll, "dave"))
    dark, gift = small.roll("tom").sources
    assert small.refused("tom", DropSource(roll, dark.id)) == "gm_only"
    assert small.refused("mike", DropSource(roll, gift.id)) == "not_yours"
    small.do("dave", DropSource(roll, gift.id))
    small.do("gm", DropSource(roll, dark.id))
    assert small.roll("tom").sources == ()


# -- Attributes ------------------------------------------------------------------------------


@pytest.mark.parametrize("attribute", ["", "physical mental", "luck", "pool:kung-fu"])
def test_a_roll_starts_from_exactly_one_attribute__WF_27(attribute: str) -> None:
    small = three()
    assert small.refused("tom", DraftRoll("tom", attribute, small.task(physical=5))) == (
        "bad_attribute"
    )


def test_attributes_run_from_0_to_6__WF_29() -> None:
    small = three()
    assert small.refused("gm", Correct("tom", "physical", 7, "no")) == "out_of_range"
    assert small.refused("gm", Correct("tom", "physical", -1, "no")) == "out_of_range"
    assert small.refused("gm", MakeNpc("Giant", 7, 1, 1)) == "out_of_range"


def test_who_has_0d_begins_nothing_and_bonus_dice_never_change_that__WF_30() -> None:
    small = three()
    small.set("tom", attributes={"physical": 0, "mental": 4, "social": 4})
    assert small.refused("tom", DraftRoll("tom", "physical", small.task(physical=5))) == (
        "attribute_out"
    )
    helped = Roll(1, "tom", "physical", sources=(Source(1, "bonus", 9, "all of us"),))
    assert build(small.wheel, helped).auto == "incapable"


def test_who_has_more_stress_than_dice_is_out_there_and_only_there__WF_76__WF_77__WF_78() -> None:
    small = three()
    small.set("tom", stress=3)
    task = small.task(physical=5, mental=5, social=5)
    assert small.hero("tom").conditions == ("insensible",)
    assert small.refused("tom", DraftRoll("tom", "mental", task)) == "attribute_out"
    small.do("tom", DraftRoll("tom", "physical", task))
    assert small.built("tom").notation == "3d6---"
    small.set("tom", stress=4, pools={"kung-fu": 3})
    assert small.hero("tom").conditions == ("unconscious", "insensible", "incoherent")


# -- Odds ------------------------------------------------------------------------------------


def test_the_odds_of_a_draft_and_of_one_more_die__WF_26() -> None:
    small = three()
    roll = small.draft("tom", 15)
    chances = draft_odds(small.wheel, small.roll("tom"))
    assert isinstance(chances, Chances)
    assert chances.success == Fraction(5, 54)
    assert with_more(chances) == [Fraction(25, 108), Fraction(575, 1296)]
    assert (chances.whammy, chances.mean_whammies) == (0, 0)
    small.do("gm", AddSource(roll, "penalty", 4, "dark"))
    chances = draft_odds(small.wheel, small.roll("tom"))
    assert isinstance(chances, Chances)
    assert (chances.success, with_more(chances)[0]) == (0, Fraction(53, 23328))


def with_more(chances: Chances) -> list[Fraction]:
    """The chance to succeed with one more bonus die, and with one more extra die."""
    return [ways.at_least(0) for ways in chances.more]


def test_where_no_die_can_help_none_is_promised_to__WF_26__WF_30__WF_76() -> None:
    small = three()
    small.draft("tom", 5)
    small.set("tom", stress=4)
    lost = draft_odds(small.wheel, small.roll("tom"))
    assert isinstance(lost, Chances)
    assert (lost.success, lost.more) == (0, ())


def test_the_odds_of_whammies__WF_26() -> None:
    small = three()
    small.draft("tom", 5)
    chances = draft_odds(small.wheel, small.roll("tom"))
    assert isinstance(chances, Chances)
    assert chances.success == Fraction(53, 54)
    assert chances.whammy == Fraction(5, 8)
    assert chances.mean_whammies == Fraction(155, 216)


def test_the_odds_of_two_drafts_against_each_other__WF_26() -> None:
    small = three()
    small.do("gm", OpenContest("Fight", "physical", ("tom", "mike")))
    small.do("tom", Act("tom", "mike"))
    duel = odds(small.wheel, TOM, GetReady(small.roll("tom").id))
    assert isinstance(duel, Duel)
    assert duel.win == duel.lose
    assert duel.win + duel.tie + duel.lose == 1
    bonus, extra = (ways.at_least(1) for ways in duel.more)
    assert duel.win < bonus < extra
    small.set("mike", stress=4)
    sure = odds(small.wheel, TOM, GetReady(small.roll("tom").id))
    assert isinstance(sure, Duel)
    assert (sure.win, sure.mean_stress, sure.more) == (1, 1, ())
    beaten = odds(small.wheel, GM, GetReady(small.roll("mike").id))
    assert isinstance(beaten, Duel)
    assert (beaten.lose, beaten.more) == (1, ())


def test_the_odds_of_two_who_cannot_roll_are_a_sure_tie__WF_26__WF_72() -> None:
    small = three()
    small.do("gm", OpenContest("Fight", "physical", ("tom", "mike")))
    small.do("tom", Act("tom", "mike"))
    small.set("tom", stress=4)
    small.set("mike", stress=4)
    neither = odds(small.wheel, TOM, GetReady(small.roll("tom").id))
    assert isinstance(neither, Duel)
    assert (neither.win, neither.tie, neither.lose) == (0, 1, 0)


def test_a_hidden_difficulty_hides_the_odds_from_all_but_the_gm__WF_20() -> None:
    small = three()
    roll = small.draft("tom", 15, hidden=True)
    assert odds(small.wheel, TOM, Throw(roll)) is None
    assert odds(small.wheel, GM, Throw(roll)) is not None


@pytest.mark.parametrize(
    ("shown", "tom", "dave", "gm"),
    [
        ("everyone", True, True, True),
        ("roller", True, False, True),
        ("gm", False, False, True),
        ("nobody", False, False, False),
    ],
)
def test_who_sees_the_odds_is_the_tables_choice__WF_26(
    shown: str, tom: bool, dave: bool, gm: bool
) -> None:
    small = three()
    roll = small.draft("tom", 15)
    small.options(odds_shown=shown)
    seats = (TOM, Seat("dave", "player"), GM)
    seen = [odds(small.wheel, seat, Throw(roll)) is not None for seat in seats]
    assert seen == [tom, dave, gm]


def test_the_gm_sees_what_everybody_could_do_about_a_difficulty__WF_128() -> None:
    small = three()
    said = yardstick(small.wheel, 15, "physical")
    tom, dave, _ = said.rows
    assert (tom.plain, tom.bonus, tom.aspect) == (
        Fraction(5, 54),
        Fraction(25, 108),
        Fraction(575, 1296),
    )
    assert (dave.plain, dave.bonus, dave.aspect) == (0, 0, Fraction(5, 54))
    assert said.reachable
    assert not yardstick(small.wheel, 19, "physical").reachable


def test_the_yardstick_counts_the_stress_people_have__WF_74__WF_128() -> None:
    small = three()
    small.set("tom", stress=1)
    small.set("dave", stress=3)
    tom, dave, _ = yardstick(small.wheel, 15, "physical").rows
    assert (tom.plain, tom.bonus, tom.out) == (Fraction(1, 36), Fraction(5, 54), False)
    assert (dave.plain, dave.bonus, dave.aspect, dave.out) == (0, 0, 0, True)


# -- Whammies, and dice after the throw ------------------------------------------------------


def test_a_whammy_in_a_contest_is_stress_and_no_note__WF_23__WF_67__WF_69() -> None:
    small = three()
    small.do("gm", OpenContest("Fight", "physical", ("tom", "mike")))
    small.do("tom", Act("tom", "mike"))
    mine, theirs = small.contest.exchange.rolls
    small.do("tom", GetReady(mine))
    small.do("mike", GetReady(theirs), (6, 6, 6, 1, 1, 1))
    result = small.wheel.rolls[mine].result
    assert result is not None
    assert (result.whammies, small.stress()) == (3, {"mike": 4})
    assert small.refused("gm", NoteWhammy(mine, "He flies through the window.")) == "no_whammy"


def test_each_whammy_has_one_note_by_the_gm_or_suggested_by_a_player__WF_23__WF_123() -> None:
    small = three()
    roll = small.draft("tom", 5)
    small.do("tom", Throw(roll), (5, 5, 5))
    assert small.refused("gm", NoteWhammy(roll, " ")) == "text_needed"
    small.do("gm", NoteWhammy(roll, "A second door stands open."))
    small.do("tom", NoteWhammy(roll, "Nobody heard a thing."))
    assert small.refused("gm", NoteWhammy(roll, "And a third.")) == "no_whammy"
    assert [f.text for f in small.wheel.facts if f.kind == "whammy"] == [
        "A second door stands open.",
        "Nobody heard a thing.",
    ]


def test_a_whammy_is_noted_while_its_scene_lasts__WF_23() -> None:
    small = three()
    roll = small.draft("tom", 5)
    small.do("tom", Throw(roll), (5, 5, 5))
    small.wheel = replace(small.wheel, scene=2)
    assert small.refused("gm", NoteWhammy(roll, "Late.")) == "scene_over"


def test_dice_that_lie_are_not_thrown_anew_when_the_gm_grants_more__WF_7__WF_36() -> None:
    small = three()
    roll = small.draft("tom", 12)
    small.do("gm", AddSource(roll, "penalty", 2, "dark"))
    small.do("tom", Throw(roll), (5, 2, 6, 1, 3))
    small.overrule("gm", AddSource(roll, "extra", 1, "a ruling"), (4,))
    assert small.roll("tom").result.faces == (5, 2, 6, 1, 3, 4)  # type: ignore[union-attr]
    small.overrule("gm", AddSource(roll, "bonus", 1, "a ruling"))
    result = small.roll("tom").result
    assert result is not None
    assert (result.faces, result.total) == ((5, 2, 6, 1, 4), 12)
    assert small.wheel.tasks[small.roll("tom").task].attempts[-1].success


def test_a_bonus_die_after_a_plain_throw_is_thrown__WF_36() -> None:
    small = three()
    roll = small.draft("tom", 18, mode="sure")
    small.do("tom", Throw(roll), (5, 2, 6))
    with_points = small.overrule("tom", SpendDie(roll, "tom"), (4,))
    assert with_points == ["WF-36"]
    result = small.roll("tom").result
    assert result is not None
    assert (result.faces, result.total, small.hero("tom").fate) == ((5, 2, 6, 4), 15, 4)


def test_nothing_changes_dice_that_were_thrown_against_each_other__WF_36() -> None:
    small = three()
    small.do("gm", OpenContest("Fight", "physical", ("tom", "mike")))
    small.do("tom", Act("tom", "mike"))
    small.do("tom", GetReady(small.roll("tom").id))
    small.do("mike", GetReady(small.roll("mike").id), (1, 2, 3, 4, 5, 6))
    with pytest.raises(Refusal) as no:
        small.overrule("gm", AddSource(small.roll("tom").id, "extra", 1, "late"), (6,))
    assert no.value.firm


def test_not_even_a_ruling_adds_penalty_dice_to_a_throw__WF_24__WF_36() -> None:
    small = three()
    roll = small.draft("tom", 12)
    small.do("tom", Throw(roll), (5, 2, 6))
    with pytest.raises(Refusal, match="thrown already") as no:
        small.overrule("gm", AddSource(roll, "penalty", 1, "late"), (1,))
    assert no.value.firm
