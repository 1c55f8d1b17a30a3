"""Recovery, tracks and special challenges (RB-99 … RB-131)."""

from __future__ import annotations

from tests.games.rotate_bird.table import GAME, Played, created

from tablefolk.core.table.scenes import CloseSession, OpenSession
from tablefolk.games import rotate_bird
from tablefolk.games.rotate_bird.page.view.sheets import Corrections
from tablefolk.games.rotate_bird.rules import rolling
from tablefolk.games.rotate_bird.rules.challenges import (
    Acknowledge,
    DeclareChallenge,
    PayEpic,
    ProposeChallenge,
    leaves_nothing,
)
from tablefolk.games.rotate_bird.rules.doing import BringIn
from tablefolk.games.rotate_bird.rules.fallout import Offset
from tablefolk.games.rotate_bird.rules.recovery import (
    AskRecovery,
    AskRest,
    GrantRecovery,
    GrantRest,
    Renew,
    WriteRecovery,
    renewing,
)
from tablefolk.games.rotate_bird.rules.rolling import RollPool
from tablefolk.games.rotate_bird.rules.symbols import CorrectMark
from tablefolk.games.rotate_bird.rules.tapping import TapTrait
from tablefolk.games.rotate_bird.rules.tests import Frame, OpenTest, WithdrawTest
from tablefolk.games.rotate_bird.rules.tracks import DropTrack, MakeTrack, SetBoxes, unusual
from tablefolk.games.rotate_bird.rules.values import Character


def marked(**options: int) -> Played:
    played = created(dict(options))
    played.mark("c1", "sun", "bird", "Which Lock")
    played.mark("c2", "cat")
    return played


# -- Recovery (RB-99 … RB-104) -------------------------------------------------------------------


def test_marked_traits_give_nothing__RB_99__RB_30() -> None:
    played = marked()
    played.open("c1")
    sun = TapTrait(played.test.id, played.trait("c1", "sun"), "x")
    assert played.no("c1", sun) == "trait_marked"
    lock = played.trait("c1", "Which Lock")
    assert played.no("c1", BringIn(played.test.id, lock)) == "trait_marked"


def test_there_is_no_other_harm_and_whoever_has_nothing_left_plays_on__RB_100() -> None:
    played = created()
    played.mark("c1", "anchor", "heart", "spider", "bird", "sun", *("Which Lock", "Sudden Tide"))
    played.mark("c1", "Wheeling Flight")
    played.award("c1", "apple")
    played.tested("c1", ["edge apple"], [6], 6)
    assert played.test.success
    assert not {"wounds", "hit_points", "dead", "out"} & set(Character.__struct_fields__)


def test_a_granted_rest_clears_all_unbeing_and_no_undoing__RB_101__RB_104() -> None:
    played = marked()
    assert played.no("p1", GrantRest(("c1",))) == "not_resting"
    played.do("gm", GrantRest(("c1",)))
    assert (played.marked("c1"), played.marked("c2")) == (["Which Lock"], ["cat"])
    asked = played.ask("p2", AskRest("c2", "under the table"))
    assert "under the table" in asked.question
    played.grant(asked)
    assert played.marked("c2") == []


def test_undoing_needs_what_the_sheet_says_it_takes__RB_102() -> None:
    played = marked()
    played.mark("c1", "Sudden Tide")
    played.do("p1", WriteRecovery("c1", "A night at sea"))
    lock, tide = played.trait("c1", "Which Lock"), played.trait("c1", "Sudden Tide")
    assert played.no("p1", GrantRecovery("c1")) == "not_gm"
    played.do("gm", GrantRecovery("c1", (lock,)))
    assert played.no("gm", GrantRecovery("c1", (lock,))) == "nothing_to_clear"
    assert played.doing("c1", "Sudden Tide").marked
    asked = played.ask("p1", AskRecovery("c1", "I row until dawn."))
    assert "A night at sea" in asked.question
    played.grant(asked)
    assert not played.hero("c1").trait(tide).marked  # type: ignore[union-attr]
    assert played.no("gm", GrantRecovery("c1")) == "nothing_to_clear"


def test_the_end_of_a_session_clears_every_mark__RB_103() -> None:
    played = marked()
    played.do("gm", OpenSession())
    played.do("gm", CloseSession())
    assert (played.marked("c1"), played.marked("c2")) == ([], [])
    assert not any(hero.advances for hero in played.bird.cast.values())


def test_edges_are_not_removed_when_the_session_ends__RB_82() -> None:
    played = created()
    played.award("c1", "apple")
    played.do("gm", OpenSession())
    played.do("gm", CloseSession())
    assert played.edges("c1") == ["apple"]


# -- Limited recovery (RB-197 … RB-201) ----------------------------------------------------------


def test_with_limited_recovery_a_rest_clears_what_points_pay_for__RB_197__RB_198() -> None:
    played = marked(limited_unbeing=5)
    sun = played.trait("c1", "sun")
    assert played.no("p1", Renew(sun)) == "not_resting"
    played.do("gm", GrantRest())
    assert played.marked("c1") == ["bird", "sun", "Which Lock"]
    assert played.no("p1", Renew(played.trait("c1", "heart"))) == "nothing_to_clear"
    assert played.no("p1", Renew(played.trait("c1", "Which Lock"))) == "nothing_to_clear"
    assert played.no("p2", Renew(sun)) == "not_owner"
    offers = rotate_bird.offers(played.bird, played.seat("p1"))
    offered = {offer.fixed["trait"] for offer in offers if offer.command is Renew}
    assert offered == {sun, played.trait("c1", "bird")}
    played.do("p1", Renew(sun))
    assert renewing(played.bird, played.hero("c1")) == 4
    played.open("c1")
    assert played.no("p1", Renew(played.trait("c1", "bird"))) == "not_resting"


def test_points_run_out_and_come_back_with_undoing_recovery__RB_198__RB_199() -> None:
    played = created({"limited_unbeing": 5})
    for trait in ("anchor", "heart", "spider", "bird", "sun", "sun"):
        played.mark("c1", trait)
        played.do("gm", GrantRest(("c1",)))
        if renewing(played.bird, played.hero("c1")):
            played.do("p1", Renew(played.trait("c1", trait)))
    assert played.no("p1", Renew(played.trait("c1", "sun"))) == "no_renewing"
    played.do("gm", GrantRecovery("c1"))
    assert renewing(played.bird, played.hero("c1")) == 5
    played.do("p1", Renew(played.trait("c1", "sun")))
    played.mark("c1", "heart")
    played.do("gm", OpenSession())
    played.do("gm", CloseSession())
    assert renewing(played.bird, played.hero("c1")) == 5
    assert played.marked("c1") == ["heart"]


def test_without_the_variant_there_is_nothing_to_spend__RB_200() -> None:
    played = marked()
    assert played.no("p1", Renew(played.trait("c1", "sun"))) == "variant_off"


def test_epic_marks_cost_renewing_too__RB_201__RB_128() -> None:
    played = created({"limited_unbeing": 10})
    played.open("c1", epic=True)
    played.as_("c1", PayEpic(played.test.id, played.trait("c1", "sun")))
    played.tap("c1", "bird")
    played.roll(6)
    played.pick(6)
    played.do("gm", GrantRest())
    played.do("p1", Renew(played.trait("c1", "sun")))
    assert renewing(played.bird, played.hero("c1")) == 9


# -- Tracks (RB-105 … RB-119) --------------------------------------------------------------------


def test_without_a_track_one_success_does_it__RB_105() -> None:
    played = created()
    played.tested("c1", ["sun"], [6], 6)
    assert (played.test.phase, played.test.success) == ("closed", True)


def test_the_gm_makes_tracks_of_any_size_above_none__RB_106__RB_112() -> None:
    played = created()
    assert played.no("p1", MakeTrack("progress", "Goal")) == "not_gm"
    assert played.no("gm", MakeTrack("progress", "Goal", 0)) == "out_of_range"
    played.make_track("progress", "Goal")
    played.make_track("disaster", "Doom", 12)
    assert (played.track("Goal").boxes, unusual(played.track("Goal"))) == (4, False)
    assert unusual(played.track("Doom"))


def test_a_success_checks_a_box_whatever_the_fallout__RB_107() -> None:
    played = created()
    goal = played.make_track("progress", "Goal")
    for value, boxes in ((2, 1), (4, 2), (6, 3), (5, 3)):
        played.open("c1", progress=goal)
        played.tap("c1", *("sun", "bird", "heart", "anchor")[: boxes % 4 + (value == 5)])
        played.roll(*[value] * len(played.test.pool))
        played.pick(value)
        if played.test.phase == "fallout":
            played.fallout(*(1, 2)[: 2 if value == 2 else 1])
            played.pay("c1", "Sudden Tide" if value == 2 else "spider")
        assert played.track("Goal").checked == boxes, value


def test_order_does_not_matter_and_single_traits_may_repeat__RB_108__RB_109() -> None:
    played = created()
    goal = played.make_track("progress", "Goal")
    played.open("c1", progress=goal)
    played.tap("c1", "sun", "bird")
    played.roll(5, 1)
    played.pick(5)
    played.open("c1", progress=goal)
    played.tap("c1", "bird", "sun")
    refusal = played.refusal("c1", RollPool(played.test.id))
    assert (refusal.code, refusal.rule) == ("combination_used", "RB-108")
    played.tap("c1", "heart")
    played.roll(5, 1, 1)
    assert played.test.combination in played.track("Goal").used


def test_a_combination_is_used_up_by_failures_and_not_by_withdrawing__RB_110() -> None:
    played = created()
    goal = played.make_track("progress", "Goal")
    played.open("c1", progress=goal)
    played.tap("c1", "sun")
    played.as_("c1", WithdrawTest(played.test.id))
    assert played.track("Goal").used == ()
    played.open("c1", progress=goal)
    played.tap("c1", "sun")
    played.roll(5)
    assert len(played.track("Goal").used) == 1


def test_a_full_track_is_announced_and_takes_no_more_tests__RB_111__RB_115() -> None:
    played = created()
    goal, doom = played.make_track("progress", "Goal", 1), played.make_track("disaster", "Doom", 1)
    played.open("c1", progress=goal, disaster=doom)
    played.open("c2", progress=goal)
    played.as_("c1", TapTrait(played.bird.busy("c1").id, played.trait("c1", "sun"), "x"))  # type: ignore[union-attr]
    test = played.bird.busy("c1")
    assert test is not None
    played.as_("c1", RollPool(test.id), (6,))
    events = played.as_("c1", rolling.PickDie(test.id, 6))
    assert [e.track for e in played.told(events, rolling.TrackFilled)] == [goal]
    assert played.no("gm", OpenTest("c1", "more", progress=goal)) == "track_complete"
    played.tap("c2", "cat")
    assert played.no("c2", RollPool(played.test.id)) == "track_complete"
    played.open("c3", disaster=doom)
    played.tap("c3", "moon")
    played.roll(5)
    assert [e.track for e in played.told(played.pick(5), rolling.TrackFilled)] == [doom]


def test_only_failures_check_a_disaster_and_traits_may_repeat__RB_112__RB_113__RB_114() -> None:
    played = created()
    doom = played.make_track("disaster", "Doom", 3)
    for value, boxes in ((5, 1), (6, 1), (5, 2)):
        played.open("c1", disaster=doom)
        played.tap("c1", "sun")
        played.roll(value)
        played.pick(value)
        assert played.track("Doom").checked == boxes


def test_one_test_may_be_tied_to_both_kinds__RB_116() -> None:
    played = created()
    goal, doom = played.make_track("progress", "Goal"), played.make_track("disaster", "Doom")
    played.open("c1", progress=goal, disaster=doom)
    played.tap("c1", "sun")
    played.roll(6)
    played.pick(6)
    assert (played.track("Goal").checked, played.track("Doom").checked) == (1, 0)
    assert played.no("gm", OpenTest("c1", "x", progress=doom)) == "wrong_track"


def test_the_gm_adds_checks_and_clears_boxes__RB_118() -> None:
    played = created()
    goal = played.make_track("progress", "Goal")
    assert played.no("p1", SetBoxes(goal, 4, 1)) == "not_gm"
    assert played.no("gm", SetBoxes(goal, 3, 4)) == "out_of_range"
    played.do("gm", SetBoxes(goal, 5, 2, "a shortcut"))
    assert (played.track("Goal").boxes, played.track("Goal").checked) == (5, 2)
    events = played.do("gm", SetBoxes(goal, 5, 5))
    assert played.told(events, rolling.TrackFilled)
    played.do("gm", DropTrack(goal))
    assert played.bird.tracks == {}


# -- Special challenges (RB-120 … RB-131) --------------------------------------------------------


def test_a_challenge_is_epic_perilous_both_or_something_else__RB_120__RB_121() -> None:
    played = created()
    played.open("c1")
    test = played.test.id
    assert played.no("p1", DeclareChallenge(test, epic=True)) == "not_gm"
    played.do("gm", DeclareChallenge(test, epic=True, perilous=True, label="in front of mother"))
    challenge = played.test.challenge
    assert (challenge.epic, challenge.perilous, challenge.label) == (
        True,
        True,
        "in front of mother",
    )


def test_the_leader_sees_and_takes_it_before_rolling_and_again_if_it_grows__RB_122() -> None:
    played = created()
    played.open("c1", perilous=True)
    played.tap("c1", "sun")
    test = played.test.id
    assert played.no("c1", RollPool(test)) == "not_acknowledged"
    assert [played.no(who, Acknowledge(test)) for who in ("gm", "c2")] == ["not_leader"] * 2
    played.as_("c1", Acknowledge(test))
    played.do("gm", DeclareChallenge(test, perilous=True, label="blindfolded"))
    assert played.no("c1", RollPool(test)) == "not_acknowledged"
    played.as_("c1", Acknowledge(test))
    played.roll(6)
    assert played.no("gm", DeclareChallenge(test)) == "wrong_phase"


def test_a_player_proposes_and_the_gm_decides__RB_123() -> None:
    played = created()
    played.open("c1")
    propose = ProposeChallenge(played.test.id, epic=True, why="It is a very large lock.")
    asked = played.ask("p1", propose)
    assert "very large lock" in asked.question
    played.deny(asked)
    assert not played.test.challenge
    played.do("p1", propose)
    assert played.test.challenge.epic
    assert played.no("p2", propose) == "not_leader"


def test_an_epic_test_is_paid_for_first_and_clears_what_was_tapped__RB_124() -> None:
    played = created()
    played.open("c1")
    played.tap("c1", "sun", "bird")
    played.help("c2", "gear")
    played.do("gm", DeclareChallenge(played.test.id, epic=True))
    assert (played.test.taps, len(played.test.helps)) == ((), 1)
    played.as_("c1", Acknowledge(played.test.id))
    assert played.no("c1", RollPool(played.test.id)) == "epic_unpaid"
    sun = TapTrait(played.test.id, played.trait("c1", "sun"), "x")
    assert played.no("c1", sun) == "epic_unpaid"
    played.as_("c1", PayEpic(played.test.id, played.trait("c1", "sun")))
    assert played.no("c1", sun) == "trait_marked"
    again = PayEpic(played.test.id, played.trait("c1", "bird"))
    assert played.no("c1", again) == "epic_paid"


def test_an_edge_pays_for_nothing_epic_and_a_marked_trait_neither__RB_124__RB_125() -> None:
    played = created()
    edge = played.award("c1", "apple")
    played.mark("c1", "sun")
    played.open("c1", epic=True)
    assert played.no("c1", PayEpic(played.test.id, edge)) == "not_your_trait"
    assert played.no("c1", PayEpic(played.test.id, played.trait("c1", "sun"))) == "trait_marked"


def test_paying_with_the_last_trait_is_warned_about__RB_127() -> None:
    played = created()
    played.mark("c1", "anchor", "heart", "spider", "bird")
    assert leaves_nothing(played.hero("c1"))
    played.award("c1", "apple")
    assert not leaves_nothing(played.hero("c1"))


def test_the_epic_mark_offsets_nothing_and_goes_with_a_rest__RB_128() -> None:
    played = created()
    played.open("c1", epic=True)
    played.as_("c1", PayEpic(played.test.id, played.trait("c1", "sun")))
    played.tap("c1", "bird")
    played.roll(3)
    played.pick(3)
    played.fallout(1)
    assert played.test.phase == "offset"
    sun = Offset(played.test.id, played.trait("c1", "sun"))
    assert played.no("c1", sun) == "trait_marked"
    played.do("gm", GrantRest())
    assert played.marked("c1") == []


def test_the_gm_lets_a_doing_trait_turn_epic_off_or_demands_one__RB_129() -> None:
    played = created()
    played.open("c1", epic=True)
    played.as_("c1", PayEpic(played.test.id, played.trait("c1", "sun")))
    played.as_("c1", BringIn(played.test.id, played.trait("c1", "Wheeling Flight")))
    played.do("gm", DeclareChallenge(played.test.id))
    assert (played.marked("c1"), played.test.epic_paid) == ([], 0)
    played.tap("c1", "sun")
    played.do("gm", Frame(played.test.id, needs_doing="wings"))
    played.roll(6)


def test_upgraded_fallout_is_major_in_every_respect__RB_130__RB_131() -> None:
    played = created()
    played.award("c1", "apple")
    played.open("c1", perilous=True)
    played.as_("c1", Acknowledge(played.test.id))
    played.tap("c1", "edge apple", "sun")
    played.roll(4, 4)
    played.pick(4)
    assert (played.test.success, len(played.hero("c1").having)) == (True, 2)
    played.fallout(1, 2)
    assert played.edges("c1")[0] == "apple"
    assert played.no("c1", Offset(played.test.id, played.trait("c1", "sun"))) == "wrong_offset_kind"
    played.pay("c1", "Sudden Tide")


def test_a_track_has_a_hundred_boxes_at_most__RB_106__RB_118() -> None:
    played = created()
    assert played.no("gm", MakeTrack("progress", "Goal", 101)) == "out_of_range"
    number = played.make_track("progress", "Goal", 100)
    played.do("gm", SetBoxes(number, 4, 0))
    played.do("gm", SetBoxes(number, 100, 100))
    assert played.no("gm", SetBoxes(number, 101, 0)) == "out_of_range"


def test_only_the_gm_corrects_a_mark__RB_12() -> None:
    played = created()
    played.mark("c1", "sun")
    clear = CorrectMark(played.trait("c1", "sun"), False, "I am well again")
    refusal = played.refusal("p1", clear)
    assert (refusal.rule, refusal.firm) == ("RB-12", True)
    played.do("gm", clear)
    assert played.marked("c1") == []


def test_only_the_gm_is_shown_where_things_are_put_right__RB_12() -> None:
    played = created()
    shown = {
        who: any(
            isinstance(b, Corrections) for b in GAME.view(played.table, played.seat(who)).blocks
        )
        for who in ("gm", "p1")
    }
    assert shown == {"gm": True, "p1": False}
