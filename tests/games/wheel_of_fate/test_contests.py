"""Rolling against characters, bigger fights, how contests end (WF-64 … WF-73, WF-91 … WF-96)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace
from tests.games.wheel_of_fate.small import Small
from tests.games.wheel_of_fate.table import GAME, playing

from tablefolk.core.game import Big, Refusal, Seat, overruling
from tablefolk.core.table.judging import Answer
from tablefolk.games.wheel_of_fate.page.offers import answers
from tablefolk.games.wheel_of_fate.page.tell import fallen, tell
from tablefolk.games.wheel_of_fate.page.view.chances import opposed
from tablefolk.games.wheel_of_fate.page.view.contests import card as contest_card
from tablefolk.games.wheel_of_fate.page.view.rolls import thrown
from tablefolk.games.wheel_of_fate.rules.chances import Duel, draft_odds
from tablefolk.games.wheel_of_fate.rules.contests import (
    CloseContest,
    EnterContest,
    GiveIn,
    GoOn,
    LeaveContest,
    OpenContest,
    SetSide,
    unopposed,
)
from tablefolk.games.wheel_of_fate.rules.drafts import AddPool, AddSource, CancelDraft, DropSource
from tablefolk.games.wheel_of_fate.rules.exchanges import Act, CloseWait, GetReady, Inflict
from tablefolk.games.wheel_of_fate.rules.fate import SpendDie
from tablefolk.games.wheel_of_fate.rules.npcs import RemoveNpc
from tablefolk.games.wheel_of_fate.rules.order import SetOrder
from tablefolk.games.wheel_of_fate.rules.rolls import Throw
from tablefolk.games.wheel_of_fate.rules.rounds import Pass, closing, standing, turn
from tablefolk.games.wheel_of_fate.rules.scenes import GiveStress
from tablefolk.games.wheel_of_fate.rules.state import ATTRIBUTES
from tablefolk.games.wheel_of_fate.rules.stress import taking

NPC = {"attributes": (2, 2, 2), "kind": "npc"}


def people(**changed: Any) -> Small:
    cast: dict[str, Any] = {
        "tom": (3, 2, 3),
        "dave": (2, 4, 2),
        "mike": {"attributes": (3, 2, 3), "pools": {"kung-fu": 2}},
    }
    return Small(cast | changed)


def fight(who: tuple[str, ...] = ("tom", "mike"), **more: Any) -> Small:
    small = people()
    small.do("gm", OpenContest("Fight", "physical", who, **more))
    return small


def exchange(small: Small, who: str, target: str, dice: tuple[int, ...]) -> None:
    small.do(who, Act(who, target))
    small.do("gm", CloseWait(), dice)


# -- Opening ---------------------------------------------------------------------------------


def test_the_gm_opens_a_contest_between_at_least_two__WF_64() -> None:
    small = people()
    assert small.refused("tom", OpenContest("Fight", "physical", ("tom", "mike"))) == "gm_only"
    assert small.refused("gm", OpenContest("Fight", "physical", ("tom", "tom"))) == "one_target"
    assert small.refused("gm", OpenContest("Fight", "luck", ("tom", "mike"))) == "bad_attribute"
    assert small.refused("gm", OpenContest(" ", "physical", ("tom", "mike"))) == "text_needed"
    small.do("gm", OpenContest("Fight", "physical", ("tom", "mike")))
    assert small.refused("gm", OpenContest("Two", "social", ("tom", "mike"))) == "contest_open"


def test_both_build_a_roll_and_all_dice_rules_hold_for_both__WF_64() -> None:
    small = fight()
    small.set("tom", stress=1)
    small.do("tom", Act("tom", "mike"))
    small.do("mike", AddPool(small.roll("mike").id, "kung-fu"))
    small.do("gm", AddSource(small.roll("tom").id, "bonus", 2, "a bottle"))
    assert (small.built("tom").notation, small.built("mike").notation) == ("3d6+", "3d6++")


def test_another_attribute_waits_for_the_gms_word__WF_64() -> None:
    played = playing()
    played.do("gm", OpenContest("Fight", "physical", ("tom", "mike")))
    asked = played.ask("tom", Act("tom", "mike", "social", how="tells him his shoes are untied"))
    assert asked.rule == "WF-64"
    assert asked.question == (
        "May Tom act with Social against Mike in “Fight”? Tells him his shoes are untied."
    )


def test_who_is_acted_against_rolls_the_same_unless_the_gm_says_otherwise__WF_64() -> None:
    small = fight()
    small.do("gm", Act("tom", "mike", "mental"))
    assert [small.roll(who).attribute for who in ("tom", "mike")] == ["mental", "mental"]
    small = fight()
    small.do("gm", Act("tom", "mike", "mental", defence="social"))
    assert [small.roll(who).attribute for who in ("tom", "mike")] == ["mental", "social"]
    assert fight().refused("gm", Act("tom", "mike", "mental", defence="luck")) == "bad_attribute"


def test_what_the_other_defends_with_the_gm_says_with_the_yes__WF_64() -> None:
    played = playing()
    played.do("gm", OpenContest("Fight", "physical", ("tom", "dave")))
    assert played.refused("tom", Act("tom", "dave", "social", "physical")).code == "gm_only"
    asked = played.ask("tom", Act("tom", "dave", "social"))
    replies = GAME.replies(played.table, played.seat("gm"), asked)
    assert [reply.fields["defence"] for reply in replies] == ["social", "physical", "mental"]
    assert replies[0].label == "Yes: Dave defends by Social, 78% for Tom"
    yes = Answer(asked.number, yes=True, fields={"defence": "mental"})
    played.do("gm", yes)
    assert [r.attribute for r in played.wheel.rolls.values()] == ["social", "mental"]


def test_a_special_pool_is_answered_by_the_contests_attribute_where_one_has_none__WF_64() -> None:
    small = people()
    kung_fu = replace(small.wheel.pools["kung-fu"], rolled_as="base")
    small.wheel = replace(small.wheel, pools={**small.wheel.pools, "kung-fu": kung_fu})
    small.do("gm", OpenContest("Fight", "physical", ("mike", "tom")))
    small.do("tom", Pass("tom"))
    small.do("gm", Act("mike", "tom", "pool:kung-fu"))
    assert small.roll("tom").attribute == "physical"


def singing(*who: str) -> Small:
    """A contest about a special pool: Mike has three dice in it, the Choir two, Tom none."""
    small = people(
        choir={"attributes": (1, 1, 1), "kind": "npc", "pools": {"kung-fu": 2}},
        mike={"attributes": (3, 2, 3), "pools": {"kung-fu": 3}},
    )
    song = replace(small.wheel.pools["kung-fu"], rolled_as="base")
    small.wheel = replace(small.wheel, pools={**small.wheel.pools, "kung-fu": song})
    small.do("gm", OpenContest("Song", "pool:kung-fu", who))
    return small


def test_one_side_beaten_in_a_pool_asks_the_gm_whether_it_is_over__WF_13__WF_91__WF_103() -> None:
    small = singing("mike", "choir")
    exchange(small, "mike", "choir", (5, 5, 4, 2, 2))  # two whammies: three stress
    assert small.stress() == {"choir": 3}
    assert unopposed(small.wheel, small.contest) == ("mike",)
    assert standing(small.wheel) == {"alone:mike": ("mike",)}
    assert turn(small.wheel) == "choir"  # help could still save its song: no limit as of WF-76
    (closed,) = small.do("gm", CloseContest())
    assert closed.standing == ("mike",)


def unanswering() -> Small:
    """Two friends against somebody who cannot talk at all, one of them out in that, too."""
    mute = {"attributes": (2, 2, 0), "kind": "npc", "stress": 1}
    small = people(mute=mute, mike={"attributes": (3, 2, 1), "stress": 2})
    small.do("gm", OpenContest("Tickets", "social", ("tom", "mike", "mute")))
    return small


def test_the_gm_lets_it_go_on_and_is_asked_again_when_others_are_left__WF_89__WF_91() -> None:
    small = unanswering()
    assert unopposed(small.wheel, small.contest) == ("tom", "mike")
    small.do("gm", GoOn())
    assert unopposed(small.wheel, small.contest) is None
    small.do("tom", Act("tom", "mute"))
    small.do("gm", CloseWait())
    assert unopposed(small.wheel, small.contest) is None  # the same are left
    assert turn(small.wheel) == "mike"
    assert small.refused("gm", GoOn()) == "goes_on"
    small.do("mike", GiveIn("mike"))
    assert unopposed(small.wheel, small.contest) == ("tom",)


def test_whoever_comes_in_is_a_new_question__WF_91() -> None:
    small = unanswering()
    small.do("gm", GoOn())
    small.do("gm", EnterContest("dave"))
    small.do("gm", LeaveContest("dave"))
    assert unopposed(small.wheel, small.contest) == ("tom", "mike")


def test_where_a_pool_is_left_nobody_is_said_to_be_out__WF_78__WF_103() -> None:
    small = singing("mike", "choir")
    choir = taking(small.wheel, "choir", 3)
    assert fallen(small.wheel, choir) == "Choir is unconscious, insensible and incoherent!"
    small.set("choir", pools={})
    assert fallen(small.wheel, choir) == "Choir is out!"


def test_a_contest_about_a_pool_that_somebody_lacks_is_opened_knowingly__WF_30__WF_71() -> None:
    small = singing("mike", "choir")
    assert small.refused("gm", EnterContest("tom")) == "attribute_out"
    small.do("gm", CloseContest())
    about = OpenContest("Song", "pool:kung-fu", ("mike", "tom"))
    with pytest.raises(Refusal, match="Tom would lose without a throw"):
        small.do("gm", about)
    with overruling():
        small.do("gm", about)
    assert unopposed(small.wheel, small.contest) is None  # he can still act in another way
    card = contest_card(small.wheel, small.seat("gm"), small.contest)
    (tom,) = (t for g in card.groups for t in g.turns if t.who == "tom")
    assert (tom.speed, tom.way) == (3, "Physical")


def test_the_gm_may_let_somebody_defend_by_their_special_pool__WF_64() -> None:
    small = singing("mike", "choir")
    replies = list(answers.replies(small.wheel, small.seat("gm"), Act("mike", "choir", "social")))
    assert {reply.fields["defence"] for reply in replies} == {*ATTRIBUTES, "pool:kung-fu"}


def test_a_contest_is_harmful_unless_the_gm_says_otherwise__WF_70() -> None:
    assert fight().contest.harmful
    small = fight(harmful=False)
    exchange(small, "tom", "mike", (6, 6, 6, 1, 1, 1))
    assert (small.contest.exchange.winner, small.contest.exchange.whammies) == ("tom", 3)
    assert (small.stress(), small.contest.exchange.stress) == ({}, 0)


# -- Ready, steady (WF-65) -------------------------------------------------------------------


def test_the_dice_fall_once_both_are_ready_the_actors_first__WF_65() -> None:
    small = fight()
    small.do("tom", Act("tom", "mike"))
    assert small.refused("dave", GetReady(small.roll("tom").id)) == "not_yours"
    assert small.refused("tom", Throw(small.roll("tom").id)) == "both_ready"
    small.do("mike", GetReady(small.roll("mike").id))
    assert small.refused("mike", GetReady(small.roll("mike").id)) == "ready"
    small.do("tom", GetReady(small.roll("tom").id), (1, 2, 3, 4, 5, 6))
    assert small.roll("tom").result.faces == (1, 2, 3)  # type: ignore[union-attr]
    assert small.roll("mike").result.faces == (4, 5, 6)  # type: ignore[union-attr]


def test_a_side_that_loses_as_it_stands_says_so_twice__WF_15() -> None:
    small = fight()
    small.do("tom", Act("tom", "mike"))
    mine, theirs = small.roll("tom").id, small.roll("mike").id
    small.do("gm", AddSource(mine, "penalty", 4, "a net"))
    small.do("mike", GetReady(theirs))
    assert small.refused("tom", GetReady(mine)) == "confirm_auto_loss"
    small.do("tom", GetReady(mine, confirm=True))
    assert (small.contest.exchange.winner, small.stress()) == ("mike", {"tom": 1})


@pytest.mark.parametrize("change", ["point", "source", "pool", "stress", "drop"])
def test_any_change_takes_back_the_readiness_of_both__WF_65(change: str) -> None:
    small = fight()
    small.do("tom", Act("tom", "mike"))
    mine, theirs = small.roll("tom").id, small.roll("mike").id
    small.do("gm", AddSource(mine, "bonus", 1, "a bottle"))
    small.do("tom", GetReady(mine))
    match change:
        case "point":
            small.do("dave", SpendDie(theirs, "dave"))
        case "source":
            small.do("gm", AddSource(theirs, "penalty", 1, "mud"))
        case "pool":
            small.do("mike", AddPool(theirs, "kung-fu"))
        case "stress":
            small.do("gm", GiveStress("mike", 1, "a stone"))
        case "drop":
            small.do("tom", DropSource(mine, small.roll("tom").sources[0].id))
    assert small.contest.exchange.ready == ()


def test_the_gm_closes_the_wait__WF_65() -> None:
    small = fight()
    assert small.refused("gm", CloseWait()) == "no_roll"
    small.do("tom", Act("tom", "mike"))
    assert small.refused("tom", CloseWait()) == "gm_only"
    small.do("gm", CloseWait(), (1, 2, 3, 4, 5, 6))
    assert small.contest.exchange.winner == "mike"


def test_only_the_one_who_began_it_calls_it_off__WF_24__WF_65() -> None:
    small = fight()
    small.do("tom", Act("tom", "mike"))
    small.do("tom", SpendDie(small.roll("tom").id, "tom"))
    assert small.refused("mike", CancelDraft(small.roll("mike").id)) == "not_yours"
    small.do("tom", CancelDraft(small.roll("tom").id))
    assert (small.wheel.rolls, small.contest.exchange) == ({}, None)
    assert (small.wheel.free_points("tom"), turn(small.wheel)) == (5, "tom")


# -- Winning and losing (WF-66 … WF-72) ------------------------------------------------------


def test_equal_totals_hurt_nobody__WF_66() -> None:
    small = fight()
    exchange(small, "tom", "mike", (4, 4, 4, 4, 4, 4))
    assert (small.contest.exchange.winner, small.stress()) == ("", {})


def test_the_losers_total_is_the_winners_difficulty__WF_67() -> None:
    small = fight()
    exchange(small, "tom", "mike", (6, 6, 5, 4, 4, 4))
    result = small.roll("tom").result
    assert result is not None
    assert (result.success, result.margin, result.whammies) == (True, 5, 1)
    assert small.roll("mike").result.whammies == 0  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("dice", "stress"),
    [
        ((5, 4, 4, 4, 4, 4), {"mike": 1}),
        ((6, 6, 5, 4, 4, 4), {"mike": 2}),
        ((4, 4, 4, 6, 6, 5), {"tom": 2}),
    ],
)
def test_the_loser_takes_one_and_one_more_for_each_whammy__WF_68__WF_69(
    dice: tuple[int, ...], stress: dict[str, int]
) -> None:
    small = fight()
    exchange(small, "tom", "mike", dice)
    assert small.stress() == stress


def test_who_cannot_roll_loses_and_nobody_throws_or_pays__WF_71() -> None:
    small = fight()
    small.set("mike", stress=4)
    small.do("tom", Act("tom", "mike"))
    assert small.contest.exchange.ready == ("mike",)
    small.do("tom", SpendDie(small.roll("tom").id, "tom"))
    small.do("gm", CloseWait())
    assert (small.contest.exchange.winner, small.contest.exchange.whammies) == ("tom", 0)
    assert small.stress() == {"mike": 5}
    assert small.hero("tom").fate == 5


def test_an_overwhelmed_actor_loses_too__WF_71() -> None:
    small = fight()
    small.do("tom", Act("tom", "mike"))
    small.do("gm", AddSource(small.roll("tom").id, "penalty", 4, "blind"))
    small.do("gm", CloseWait())
    assert (small.contest.exchange.winner, small.stress()) == ("mike", {"tom": 1})


def test_where_neither_can_roll_nothing_happens__WF_72() -> None:
    small = fight()
    small.set("mike", stress=4)
    small.do("tom", Act("tom", "mike"))
    small.do("gm", AddSource(small.roll("tom").id, "penalty", 4, "blind"))
    small.do("gm", CloseWait())
    assert (small.contest.exchange.winner, small.stress()) == ("", {"mike": 4})


# -- One throw each (WF-73) ------------------------------------------------------------------


def test_in_a_race_each_throws_once_and_the_highest_wins__WF_73() -> None:
    small = people()
    both = OpenContest("Race", "physical", ("tom", "dave", "mike"), harmful=True, once=True)
    assert small.refused("gm", both) == "harmful"
    small.do("gm", OpenContest("Race", "physical", ("mike", "tom", "dave"), False, once=True))
    assert small.refused("tom", Pass("tom")) == "no_turns"
    assert small.refused("tom", CancelDraft(small.roll("tom").id)) == "roll_open"
    small.do("mike", Throw(small.roll("mike").id), (6, 6, 5))
    small.do("tom", Throw(small.roll("tom").id), (6, 6, 5))
    assert small.roll("tom").phase == "thrown"
    events = small.do("dave", Throw(small.roll("dave").id), (3, 4))
    assert [(p.who, p.place, p.total, p.whammies) for p in events[1].places] == [
        ("tom", 1, 17, 2),
        ("mike", 1, 17, 2),
        ("dave", 2, 7, 0),
    ]
    line = tell(small.wheel, events[1], small.seat("dave"))
    assert line
    assert line.big == Big("throw", means="Tom and Mike share it")  # Dave's dice lie above it
    assert not small.contest.open
    assert {roll.phase for roll in small.wheel.rolls.values()} == {"closed"}
    with pytest.raises(Refusal, match="over"):
        small.overrule("dave", Throw(small.roll("dave").id), (6, 6))


def test_nobody_counts_whammies_over_who_lost_without_a_throw__WF_71__WF_73() -> None:
    small = people()
    small.do("gm", OpenContest("Race", "physical", ("mike", "tom", "dave"), False, once=True))
    small.do("gm", AddSource(small.roll("dave").id, "penalty", 3, "Tied up"))
    small.do("mike", Throw(small.roll("mike").id), (6, 6, 6))
    small.do("tom", Throw(small.roll("tom").id), (6, 6, 5))
    (*_, ranked, _) = small.do("dave", Throw(small.roll("dave").id, confirm=True))
    assert [(p.who, p.place, p.total, p.whammies) for p in ranked.places] == [
        ("mike", 1, 18, 0),
        ("tom", 2, 17, 0),
        ("dave", 3, None, 0),
    ]


def test_the_last_one_to_throw_in_a_race_may_give_in_instead__WF_73() -> None:
    small = people()
    small.do("gm", OpenContest("Race", "physical", ("tom", "mike"), False, once=True))
    small.do("tom", Throw(small.roll("tom").id), (1, 1, 1))
    events = small.do("mike", GiveIn("mike"))
    assert [p.who for p in events[1].places] == ["tom"]
    assert (small.contest.open, next(iter(small.wheel.rolls.values())).phase) == (False, "closed")


# -- Bigger fights (WF-92 … WF-96) -----------------------------------------------------------


def three_way() -> Small:
    return fight(("tom", "dave", "mike"))


@pytest.mark.parametrize("target", ["", "tom", "dave,mike", "nobody"])
def test_one_action_has_one_target_who_is_somebody_else_here__WF_93(target: str) -> None:
    assert three_way().refused("tom", Act("tom", target)) == "one_target"


def test_stress_is_inflicted_on_one_mark_a_round__WF_94() -> None:
    small = three_way()
    exchange(small, "tom", "dave", (4, 4, 4, 5, 5))
    assert small.contest.marks == {"tom": "dave"}
    exchange(small, "dave", "tom", (1, 1, 1, 1, 1, 4))  # stress has cost Dave a penalty die
    assert small.contest.exchange.asks == "tom"


def test_a_win_against_another_than_the_mark_deals_no_stress_and_says_so_first__WF_94() -> None:
    small = three_way()
    small.do("tom", Pass("tom"))
    exchange(small, "dave", "tom", (1, 1, 4, 4, 4))
    small.do("tom", Inflict(True))
    assert small.contest.marks == {"tom": "dave"}
    exchange(small, "mike", "tom", (1, 1, 1, 4, 4, 4))
    assert (small.contest.exchange.winner, small.contest.exchange.asks) == ("tom", "")
    assert "mike" not in small.stress()


def test_acting_against_another_than_ones_mark_is_announced__WF_94() -> None:
    small = three_way()
    small.wheel = small.wheel.with_contest(marks={"tom": "dave"})
    (event,) = small.do("tom", Act("tom", "mike"))
    assert event.other_mark == "dave"
    small.do("gm", CloseWait(), (6, 6, 6, 1, 1, 1))
    assert (small.contest.exchange.winner, small.stress()) == ("tom", {})


def test_odds_say_that_a_win_over_another_than_ones_mark_deals_nothing__WF_26__WF_94() -> None:
    small = three_way()
    small.wheel = small.wheel.with_contest(marks={"tom": "dave"})
    small.do("tom", Act("tom", "mike"))
    mine, theirs = (draft_odds(small.wheel, small.roll(who)) for who in ("tom", "mike"))
    assert isinstance(mine, Duel)
    assert isinstance(theirs, Duel)
    assert (mine.deals, mine.takes, mine.mean_stress) == (False, True, 0)
    assert (theirs.deals, theirs.takes) == (True, False)
    assert theirs.mean_stress > 0
    seen = opposed(mine)
    assert seen.mean == ""
    assert not [o.label for o in seen.outcomes if "deal" in o.label.lower()]
    assert [o.label for o in opposed(theirs).outcomes if "deal" in o.label.lower()]


def test_nobody_threw_and_the_card_says_so_in_words__WF_71() -> None:
    small = three_way()
    small.wheel = small.wheel.with_hero("mike", stress=4)
    small.do("tom", Act("tom", "mike"))
    small.do("tom", GetReady(small.roll("tom").id))
    rolls = (small.wheel.rolls[n] for n in small.contest.exchange.rolls)
    won, lost = (thrown(small.wheel, Seat("tom"), roll) for roll in rolls)
    assert (won.verdict, won.total, won.rule) == ("wins", None, "WF-71")
    assert won.auto == "the other side could not roll"
    assert lost.auto == "more stress than dice"


def test_a_defender_who_won_is_asked_and_may_take_the_attacker_as_mark__WF_95() -> None:
    small = three_way()
    exchange(small, "tom", "dave", (1, 1, 1, 6, 6))
    assert (small.contest.exchange.asks, small.stress()) == ("dave", {})
    assert small.refused("tom", Inflict(True)) == "not_yours"
    small.do("dave", Inflict(True))
    assert (small.stress(), small.contest.marks) == ({"tom": 2}, {"dave": "tom"})
    assert small.refused("dave", Inflict(True)) == "no_choice"


@pytest.mark.parametrize("answer", ["no", "next action", "the GM"])
def test_no_answer_is_no_stress_and_no_mark__WF_95(answer: str) -> None:
    small = three_way()
    exchange(small, "tom", "dave", (1, 1, 1, 6, 6))
    match answer:
        case "no":
            small.do("dave", Inflict(False))
        case "next action":
            small.do("dave", Act("dave", "mike"))
        case "the GM":
            small.do("gm", CloseWait())
    assert (small.stress(), small.contest.marks, small.contest.exchange.asks) == ({}, {}, "")


def test_what_an_npc_of_theirs_is_asked_the_gm_answers__WF_95() -> None:
    small = three_way()
    exchange(small, "tom", "dave", (1, 1, 1, 6, 6))
    small.set("dave", kind="npc")
    assert small.refused("gm", CloseWait()) == "yours"


def test_an_unanswered_question_does_not_hold_up_the_next_round__WF_90__WF_95() -> None:
    small = three_way()
    small.do("tom", Pass("tom"))
    small.do("dave", Pass("dave"))
    exchange(small, "mike", "tom", (1, 1, 1, 6, 6, 6))
    assert small.contest.round == 1
    small.do("tom", Act("tom", "mike"))
    assert (small.contest.round, small.stress()) == (2, {})


def test_between_two_nobody_is_asked__WF_94__WF_95() -> None:
    small = fight()
    exchange(small, "tom", "mike", (1, 1, 1, 2, 2, 2))
    assert (small.contest.exchange.asks, small.stress(), small.contest.marks) == (
        "",
        {"tom": 1},
        {},
    )


def test_sides_are_labels_for_the_gm_to_give__WF_96() -> None:
    small = three_way()
    assert small.refused("tom", SetSide("tom", "us")) == "gm_only"
    small.do("gm", SetSide("tom", "us"))
    small.do("gm", SetSide("dave", "us"))
    small.do("tom", Act("tom", "dave"))
    assert small.contest.sides == {"tom": "us", "dave": "us"}


# -- The end (WF-91) -------------------------------------------------------------------------


def test_it_ends_by_itself_when_all_of_one_side_are_out_or_have_given_in__WF_91() -> None:
    small = three_way()
    for who in ("tom", "dave"):
        small.do("gm", SetSide(who, "us"))
    events = small.do("mike", GiveIn("mike"))
    assert (events[-1].by_itself, events[-1].standing) == (True, ("tom", "dave"))
    assert not small.contest.open


def test_without_sides_it_goes_on_until_one_is_left__WF_91() -> None:
    small = three_way()
    small.do("mike", GiveIn("mike"))
    assert small.contest.open
    small.do("dave", GiveIn("dave"))
    assert not small.contest.open


def test_it_does_not_end_by_itself_while_two_can_act_in_any_way__WF_77__WF_89__WF_91() -> None:
    small = three_way()
    small.do("gm", GiveStress("dave", 3, "a chair"))
    small.do("gm", GiveStress("mike", 9, "the bannister"))
    assert list(standing(small.wheel).values()) == [("tom",)]
    assert small.contest.open
    small.do("tom", Pass("tom"))
    small.do("dave", Act("dave", "tom", "mental"))
    small.do("gm", CloseWait(), (1, 1, 1, 1, 1, 1, 1, 2, 2))  # 4 against 4
    assert small.contest.open
    events = small.do("gm", GiveStress("dave", 2, "a second chair"))
    assert (events[-1].by_itself, events[-1].standing) == (True, ("tom",))


def test_who_is_out_in_what_it_is_about_may_be_the_last_one_left__WF_89__WF_91() -> None:
    small = fight(("dave", "mike"))
    small.do("gm", GiveStress("dave", 3, "a chair"))
    events = small.do("mike", GiveIn("mike"))
    assert (events[-1].by_itself, events[-1].standing) == (True, ("dave",))


def test_who_is_about_to_enter_keeps_it_open__WF_91() -> None:
    small = fight(("tom", "mike"))
    small.do("gm", EnterContest("dave"))
    small.do("mike", GiveIn("mike"))
    assert small.contest.open


def test_the_gm_closes_it_and_held_back_stress_falls_first__WF_91() -> None:
    small = fight(("tom", "mike", "dave"), order="dice")
    small.do("gm", SetOrder())
    exchange(small, "tom", "mike", (4, 4, 4, 1, 1, 1))
    small.do("mike", Act("mike", "tom"))
    assert small.refused("tom", CloseContest()) == "gm_only"
    events = small.do("gm", CloseContest())
    assert [type(e).__name__ for e in events] == [
        "HeldStressFell",
        "StressTaken",
        "ContestClosed",
    ]
    assert small.stress() == {"mike": 2}
    assert all(roll.phase == "closed" for roll in small.wheel.rolls.values())
    assert small.refused("gm", CloseContest()) == "no_contest"
    assert list(closing(small.wheel)) == []


def test_nobody_is_taken_out_of_the_story_who_fights_or_is_about_to__WF_91() -> None:
    small = Small({"tom": (3, 2, 3), "dave": (2, 4, 2), "guard": NPC, "thug": NPC})
    small.do("gm", OpenContest("Fight", "physical", ("tom", "dave", "guard")))
    small.do("gm", EnterContest("thug"))
    for who in ("guard", "thug"):
        assert small.refused("gm", RemoveNpc(who)) == "in_contest"
    small.do("gm", LeaveContest("thug"))
    small.do("gm", RemoveNpc("thug"))
    assert "thug" not in small.wheel.cast
