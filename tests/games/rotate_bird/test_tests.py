"""Making a test: frame, gather, roll, pick (RB-26 … RB-49)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.games.rotate_bird.table import Played, created

from tablefolk.core.game import Command, Event
from tablefolk.core.table.talk import AskHands
from tablefolk.core.words import phrases
from tablefolk.games import rotate_bird
from tablefolk.games.rotate_bird.page.episodes import in_brief
from tablefolk.games.rotate_bird.page.stage.waiting import GM
from tablefolk.games.rotate_bird.page.stage.waiting import gathering as gathers
from tablefolk.games.rotate_bird.page.tell import tell
from tablefolk.games.rotate_bird.page.view.tests import card
from tablefolk.games.rotate_bird.rules import rolling
from tablefolk.games.rotate_bird.rules.challenges import PayEpic
from tablefolk.games.rotate_bird.rules.helping import Help
from tablefolk.games.rotate_bird.rules.opposition import ShrugOff
from tablefolk.games.rotate_bird.rules.reading import meaning, outcomes, read
from tablefolk.games.rotate_bird.rules.rolling import CloseTest, PickDie, RollPool
from tablefolk.games.rotate_bird.rules.tapping import (
    Explain,
    RuleTrait,
    TapTrait,
    Untap,
    hands_question,
)
from tablefolk.games.rotate_bird.rules.tests import (
    ChangeApproach,
    Frame,
    OpenTest,
    WaiveTest,
    WithdrawTest,
)

say = phrases("tablefolk.games.rotate_bird")
faces = st.lists(st.integers(1, 6), min_size=1, max_size=8)


def gathering(who: str = "c1", *taps: str) -> Played:
    played = created()
    played.open(who)
    played.tap(who, *taps)
    return played


def told(played: Played, *events: Event) -> list[str]:
    lines = (tell(played.bird, event, played.seat("p2")) for event in events)
    return [line.text for line in lines if line]


# -- Opening -------------------------------------------------------------------------------------


def test_the_player_or_the_gm_opens_a_test_with_an_intent__RB_26() -> None:
    played = created()
    played.do("p1", OpenTest("c1", "Climb the lighthouse"))
    assert (played.test.leader, played.test.intent) == ("c1", "Climb the lighthouse")
    assert played.no("p2", OpenTest("c3", "Climb")) == "not_owner"
    played.do("gm", OpenTest("c2", "Not be seen"))
    played.do("gm", OpenTest("c3", " "))
    assert played.test.intent == "", "said aloud"


def test_what_it_is_about_may_be_said_aloud__RB_26__RB_39() -> None:
    """Nothing of it is a rule's to keep: whoever has just said it need not type it."""
    played = created()
    (opened, *_) = played.do("p1", OpenTest("c1", trait=played.trait("c1", "sun")))
    number = played.test.id
    line = tell(played.bird, opened, played.seat("p2"))
    assert line is not None
    assert line.text == "C1 tries something."
    assert card(played.bird, played.seat("p2"), played.test).title == ""
    assert rotate_bird.under_way(played.bird) == "C1’s test is not over."
    (changed, *_) = played.do("p1", ChangeApproach(number))
    line = tell(played.bird, changed, played.seat("p2"))
    assert line is not None
    assert line.text == "C1 goes about it otherwise."
    played.audited()


def test_what_was_said_aloud_goes_by_its_track_or_by_who_is_in_the_way__RB_26__RB_106() -> None:
    played = created()
    track, npc = played.make_track("progress", "Find Gerald"), played.make_npc("Bram", "key")
    for tied, title, for_what in (
        ({}, "", ""),
        ({"progress": track}, "Toward “Find Gerald”", " toward “Find Gerald”"),
        ({"npc": npc, "opposes": 1}, "Against Bram", " against Bram"),
    ):
        played.do("gm", OpenTest("c1", **tied))  # type: ignore[arg-type]
        played.tap("c1", "sun")
        shown = card(played.bird, played.seat("p2"), played.test)
        asked = hands_question(played.bird, played.test, played.test.taps[0])
        assert (shown.title, asked) == (title, f"Does “Sun” help C1{for_what}?")
        played.roll(5)
        picked, *_ = played.pick(5)
        assert told(played, picked) == [f"C1 picks 5{for_what}: it does not work."]
        brief = f"{title}. It did not work." if title else "It did not work."
        assert in_brief(played.bird, played.test) == brief
    played.do("gm", OpenTest("c1", npc=npc, opposes=1))
    played.tap("c1", "sun")
    assert rotate_bird.under_way(played.bird) == "C1’s test against Bram is not over."
    played.roll(6)
    played.pick(6)
    shrugged, *_ = played.do("gm", ShrugOff(played.test.id, 1))
    assert told(played, shrugged) == ["Shrugged off by Bram: 🔑 Key is marked."]


def test_a_player_who_ties_a_test_to_something_asks_the_gm__RB_106__RB_123__RB_133() -> None:
    played = created()
    goal = played.make_track("progress", "Up the tower")
    asked = played.ask("p1", OpenTest("c1", "Climb", progress=goal))
    assert asked.rule == "RB-106"
    assert "Up the tower" in asked.question
    assert not played.bird.tests
    played.deny(asked)
    asked = played.ask("p1", OpenTest("c1", "Climb", perilous=True))
    played.grant(asked)
    assert played.test.challenge.perilous


def test_the_gm_frames_until_the_roll__RB_106__RB_40() -> None:
    played = gathering("c1", "sun")
    goal = played.make_track("progress", "Up the tower")
    played.do("gm", Frame(played.test.id, progress=goal, needs_doing="something that flies"))
    assert played.no("gm", Frame(played.test.id, disaster=goal)) == "wrong_track"
    assert played.no("p1", Frame(played.test.id)) == "not_gm"
    assert played.no("c1", RollPool(played.test.id)) == "needs_doing"
    played.do("gm", Frame(played.test.id, progress=0, needs_doing=""))
    assert (played.test.progress, played.test.needs_doing) == (0, "")
    played.roll(6)
    assert played.no("gm", Frame(played.test.id, progress=goal)) == "wrong_phase"


def test_one_test_at_a_time_for_each_and_side_by_side_for_different_ones__RB_48__RB_53() -> None:
    played = gathering("c1", "sun")
    assert played.no("p1", OpenTest("c1", "another")) == "helper_busy"
    played.open("c3")
    played.help("c2", "gear")
    assert played.no("p2", OpenTest("c2", "my own")) == "helper_busy"
    assert len(list(played.bird.running())) == 2
    played.as_("c2", Untap(played.test.id, played.trait("c2", "gear")))
    played.do("p2", OpenTest("c2", "my own"))


# -- Tapping -------------------------------------------------------------------------------------


def test_the_leader_taps_what_is_their_own__RB_27() -> None:
    played = gathering()
    test, theirs = played.test.id, played.trait("c2", "cat")
    assert played.no("c1", TapTrait(test, theirs, "nice cat")) == "not_your_trait"
    mine = played.trait("c1", "sun")
    assert played.no("c2", TapTrait(test, mine, "his sun")) == "not_leader"
    assert played.no("c1", TapTrait(test, 9999, "what")) == "not_your_trait"


def test_a_trait_gives_one_die_and_is_not_used_up__RB_28() -> None:
    played = gathering("c1", "sun")
    sun = played.trait("c1", "sun")
    assert played.no("c1", TapTrait(played.test.id, sun, "again")) == "already_tapped"
    played.roll(6)
    played.pick(6)
    played.tested("c1", ["sun"], [5], 5)
    assert played.marked("c1") == []


def test_without_an_own_trait_nothing_is_rolled__RB_29__RB_54() -> None:
    played = gathering()
    refusal = played.refusal("c1", RollPool(played.test.id))
    assert (refusal.code, refusal.rule, "approach" in refusal.why) == (
        "no_being_trait",
        "RB-29",
        True,
    )
    played.help("c2", "gear")
    refusal = played.refusal("c1", RollPool(played.test.id))
    assert (refusal.code, refusal.rule) == ("no_being_trait", "RB-54")


def test_a_justification_is_written_or_said_aloud__RB_32() -> None:
    played = gathering()
    sun = played.trait("c1", "sun")
    assert played.no("c1", TapTrait(played.test.id, sun, "  ")) == "needs_justification"
    played.as_("c1", TapTrait(played.test.id, sun, "It is hot"))
    played.as_("c1", TapTrait(played.test.id, played.trait("c1", "bird"), aloud=True))
    assert [tap.why for tap in played.test.taps] == ["It is hot", ""]


def test_the_gm_questions_and_rejects_until_the_roll__RB_33__RB_34() -> None:
    played = gathering("c1", "sun", "bird")
    test, sun, bird = played.test.id, played.trait("c1", "sun"), played.trait("c1", "bird")
    assert played.no("p2", RuleTrait(test, sun, "rejected")) == "not_gm"
    played.do("gm", RuleTrait(test, sun, "questioned", "How?"))
    assert played.no("c1", RollPool(test)) == "trait_questioned"
    played.do("gm", RuleTrait(test, sun, "rejected"))
    played.do("gm", RuleTrait(test, bird, "rejected"))
    assert played.no("c1", RollPool(test)) == "no_being_trait"
    played.do("gm", RuleTrait(test, bird, "accepted"))
    played.roll(6)
    assert played.test.dice == (6,)
    assert played.no("gm", RuleTrait(test, sun, "accepted")) == "wrong_phase"


def test_a_show_of_hands_asks_about_the_justification__RB_35__RB_18() -> None:
    played = gathering()
    played.as_("c1", TapTrait(played.test.id, played.trait("c1", "sun"), "I dazzle them"))
    question = hands_question(played.bird, played.test, played.test.taps[0])
    assert "Sun" in question
    assert "I dazzle them" in question
    test, sun = played.test.id, played.trait("c1", "sun")
    played.do("gm", RuleTrait(test, sun, "questioned"))
    played.do("p1", Explain(test, sun, "My smile does"))
    question = hands_question(played.bird, played.test, played.test.taps[0])
    whole = "“I dazzle them” “My smile does”"
    assert question == f"Does “Sun” help C1 with “something risky”? {whole}"
    played.do("gm", AskHands(question))
    assert played.test.taps[0].poll


@pytest.mark.parametrize(
    ("intent", "why", "question"),
    [
        ("", "", "Does “Sun” help C1 with what was said aloud?"),
        ("Jump", "It glows", "Does “Sun” help C1 with “Jump”? “It glows”"),
    ],
)
def test_hands_that_were_asked_for_in_older_words_are_counted_still__RB_35(
    intent: str, why: str, question: str
) -> None:
    played = created()
    played.do("p1", OpenTest("c1", intent))
    played.as_("c1", TapTrait(played.test.id, played.trait("c1", "sun"), why, aloud=True))
    played.do("gm", AskHands(question))
    assert played.test.taps[0].poll


def test_no_roll_overtakes_a_show_of_hands__RB_33_RB_35() -> None:
    played = gathering("c1", "sun")
    test, sun = played.test.id, played.trait("c1", "sun")
    played.do("gm", AskHands(hands_question(played.bird, played.test, played.test.taps[0])))
    assert played.no("c1", RollPool(test)) == "trait_questioned"
    assert (GM, "rule") in gathers(played.bird, played.test, played.bird.cast["c1"])
    played.do("gm", RuleTrait(test, sun, "accepted"))
    played.roll(6)
    assert played.test.dice == (6,)


def test_hands_on_a_trait_that_gives_no_die_hold_nothing_up__RB_33_RB_35() -> None:
    played = gathering("c1", "sun", "bird")
    played.do("gm", RuleTrait(played.test.id, played.trait("c1", "sun"), "rejected"))
    played.do("gm", AskHands(hands_question(played.bird, played.test, played.test.taps[0])))
    played.roll(6)
    assert played.test.dice == (6,)


def test_puns_are_a_reminder_and_no_filter__RB_36() -> None:
    keys = {option.key: option for option in rotate_bird.options}
    assert keys["puns_count"].start is False


def test_pools_have_no_limit_unless_the_table_wants_one__RB_37() -> None:
    played = gathering("c1", "anchor", "heart", "spider", "bird", "sun")
    played.help("c2", "gear")
    assert len(played.test.pool) == 6
    assert all(say(f"labels.pool.{n}") for n in range(1, 7))
    capped = created({"pool_cap": 5})
    capped.open("c1")
    capped.tap("c1", "anchor", "heart", "spider", "bird", "sun")
    help_ = capped.trait("c2", "gear")
    assert capped.no("c2", Help(capped.test.id, help_, "me too")) == "pool_full"
    capped.do("gm", RuleTrait(capped.test.id, capped.trait("c1", "sun"), "rejected"))
    capped.help("c2", "gear")
    again = RuleTrait(capped.test.id, capped.trait("c1", "sun"), "accepted")
    assert capped.no("gm", again) == "pool_full"


# -- Changing one's mind -------------------------------------------------------------------------


def test_before_the_roll_the_leader_may_let_it_be__RB_39() -> None:
    played = gathering("c1", "sun")
    assert played.no("p2", WithdrawTest(played.test.id)) == "not_leader"
    played.as_("c1", WithdrawTest(played.test.id))
    assert played.test.phase == "withdrawn"
    played.open("c1")
    played.tap("c1", "sun")
    played.roll(1)
    assert played.no("c1", WithdrawTest(played.test.id)) == "wrong_phase"


def test_another_approach_costs_nothing_and_undoes_an_epic_payment__RB_39() -> None:
    played = created()
    played.open("c1", epic=True)
    played.as_("c1", PayEpic(played.test.id, played.trait("c1", "sun")))
    played.tap("c1", "bird")
    events = played.as_("c1", ChangeApproach(played.test.id, "Through the window instead"))
    assert (played.test.taps, played.marked("c1")) == ((), [])
    window = "C1 goes about it otherwise: Through the window instead."
    assert told(played, *events) == [f"{window} ☀️ Sun is clear again."]
    played.as_("c1", PayEpic(played.test.id, played.trait("c1", "sun")))
    events = played.as_("c1", WithdrawTest(played.test.id))
    assert played.marked("c1") == []
    assert told(played, *events) == ["C1 lets it be. ☀️ Sun is clear again."]
    played.open("c1")
    assert told(played, *played.as_("c1", WithdrawTest(played.test.id))) == ["C1 lets it be."]


def test_the_gm_may_find_that_no_test_is_needed__RB_66() -> None:
    played = gathering("c1", "sun")
    assert played.no("p1", WaiveTest(played.test.id)) == "not_gm"
    events = played.do("gm", WaiveTest(played.test.id, "It can simply fly."))
    assert (played.test.phase, len(events)) == ("waived", 1)


# -- Rolling and picking -------------------------------------------------------------------------


def test_after_the_roll_nothing_more_is_offered__RB_40() -> None:
    played = gathering("c1", "sun")
    assert played.no("p2", RollPool(played.test.id)) == "not_leader"
    assert played.no("gm", RollPool(played.test.id)) == "not_leader"
    played.roll(3)
    heart = played.trait("c1", "heart")
    assert played.no("c1", TapTrait(played.test.id, heart, "late")) == "wrong_phase"
    assert played.no("c1", RollPool(played.test.id)) == "wrong_phase"


def test_the_pick_is_the_leaders_and_final__RB_41() -> None:
    played = gathering("c1", "sun", "bird")
    assert played.no("c1", PickDie(played.test.id, 1)) == "wrong_phase"
    played.roll(2, 5)
    assert played.no("gm", PickDie(played.test.id, 5)) == "not_leader"
    assert played.no("c1", PickDie(played.test.id, 6)) == "not_a_rolled_value"
    played.pick(5)
    assert played.no("c1", PickDie(played.test.id, 2)) == "wrong_phase"


@pytest.mark.parametrize(
    ("value", "success", "fallout", "perilous"),
    [
        (1, False, "major", "major"),
        (2, True, "major", "major"),
        (3, False, "minor", "major"),
        (4, True, "minor", "major"),
        (5, False, "none", "none"),
        (6, True, "none", "none"),
    ],
)
def test_what_each_number_means__RB_43__RB_130(
    value: int, success: bool, fallout: str, perilous: str
) -> None:
    assert (meaning(value, False).success, meaning(value, False).fallout) == (success, fallout)
    assert meaning(value, True, perilous=True).fallout == perilous
    assert meaning(value, True, perilous=True).success == success


@given(faces)
def test_doubles_of_the_number_picked_and_only_those_earn_one_edge__RB_44__RB_45__RB_46(
    rolled: list[int],
) -> None:
    showing = read(rolled)
    assert set(showing) == set(rolled)
    assert {v for v, m in showing.items() if m.edge} == {v for v in rolled if rolled.count(v) > 1}


def test_three_of_a_kind_is_still_one_edge__RB_46() -> None:
    played = gathering("c1", "sun", "bird", "heart")
    played.roll(6, 6, 6)
    events = played.pick(6)
    assert len(played.told(events, rolling.EdgeEarned)) == 1


def test_success_fallout_and_edge_do_not_touch_each_other__RB_47() -> None:
    played = gathering("c1", "sun", "bird")
    played.roll(4, 4)
    played.pick(4)
    played.fallout(1)
    played.pay("c1", "heart")
    assert (played.test.success, len(played.hero("c1").having)) == (True, 1)


@given(st.lists(st.integers(1, 6), min_size=7, max_size=7))
def test_seven_dice_always_offer_an_edge__V_24(rolled: list[int]) -> None:
    assert any(m.edge for m in read(rolled).values())


def test_each_number_showing_is_offered_with_its_whole_meaning__RB_42__RB_117() -> None:
    played = created()
    goal = played.make_track("progress", "Goal", 1)
    doom = played.make_track("disaster", "Doom", 3)
    edge = played.award("c1", "apple")
    played.open("c1", progress=goal, disaster=doom)
    played.tap("c1", "edge apple", "sun", "bird")
    played.roll(3, 6, 3)
    six, three = outcomes(played.bird, played.test)
    assert (six.value, six.track, six.last_box, six.loses, six.edge) == (6, goal, True, (), False)
    assert (three.value, three.track, three.last_box) == (3, doom, False)
    assert (three.edge, three.loses, three.fallout) == (True, (edge,), "minor")


def test_there_is_no_command_for_a_modifier__RB_49() -> None:
    names = {
        field
        for command in rotate_bird.commands
        if issubclass(command, Command)
        for field in command.__struct_fields__
    }
    assert not names & {"difficulty", "bonus", "penalty", "modifier", "dice"}


def test_a_test_that_lingers_is_closed_by_leader_or_gm__RB_56__RB_134() -> None:
    played = created()
    played.open("c3")
    played.tap("c3", "moon")
    played.help("c2", "gear")
    played.roll(6, 6)
    played.pick(6)
    assert played.test.phase == "ending"
    assert played.no("c2", CloseTest(played.test.id)) == "not_leader"
    played.as_("c3", CloseTest(played.test.id, "The door is open."))
    assert played.test.outcome == "The door is open."
    npc = played.make_npc("Guard", "hammer")
    played.open("c3", npc=npc, opposes=1)
    played.tap("c3", "moon")
    played.roll(6)
    played.pick(6)
    assert played.no("c3", CloseTest(played.test.id)) == "awaits_gm"
    played.do("gm", CloseTest(played.test.id))
    assert played.test.phase == "closed"


def test_gathering_needs_a_test() -> None:
    assert created().no("c1", RollPool(99)) == "no_test"
