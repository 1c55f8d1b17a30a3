"""Working together, and Doing traits in play (RB-50 … RB-68)."""

from __future__ import annotations

from tests.games.rotate_bird.table import Played, created

from tablefolk.games.rotate_bird.page.stage import offers
from tablefolk.games.rotate_bird.page.tell import tell
from tablefolk.games.rotate_bird.rules.challenges import DeclareChallenge, PayEpic
from tablefolk.games.rotate_bird.rules.creation import (
    LeaveCharacter,
    MakeCharacter,
    RollBeing,
    WriteTheme,
    theme_of,
)
from tablefolk.games.rotate_bird.rules.doing import BringIn, TakeOut
from tablefolk.games.rotate_bird.rules.helping import HandOn, Help, proposed_symbols
from tablefolk.games.rotate_bird.rules.rolling import RollPool
from tablefolk.games.rotate_bird.rules.tapping import RuleTrait, TapTrait, Untap
from tablefolk.games.rotate_bird.rules.tests import Frame, OpenTest


def led(*taps: str) -> Played:
    played = created()
    played.open("c3")
    played.tap("c3", *(taps or ("moon",)))
    return played


# -- Helping (RB-50 … RB-58) ---------------------------------------------------------------------


def test_help_adds_a_die_of_ones_own_with_a_description__RB_50() -> None:
    played = led()
    test, gear = played.test.id, played.trait("c2", "gear")
    assert played.no("c1", Help(test, gear, "his gear")) == "not_your_trait"
    assert played.no("c2", Help(test, gear)) == "needs_justification"
    played.mark("c2", "cat")
    assert played.no("c2", Help(test, played.trait("c2", "cat"), "meow")) == "trait_marked"
    assert played.no("c3", Help(test, played.trait("c3", "hammer"), "me")) == "self_help"
    played.as_("c2", Help(test, gear, "I turn with them"))
    played.roll(6, 5)
    assert played.test.dice == (6, 5)


def test_an_edge_helps_as_well_as_a_trait__RB_50__RB_74() -> None:
    played = led()
    played.award("c2", "apple")
    played.help("c2", "edge apple")
    assert len(played.test.pool) == 2


def test_one_die_per_helper_and_it_can_be_swapped__RB_51() -> None:
    played = led()
    played.help("c2", "gear")
    test, cat = played.test.id, played.trait("c2", "cat")
    assert played.no("c2", Help(test, cat, "and this")) == "one_die_per_helper"
    played.as_("c2", Untap(test, played.trait("c2", "gear")))
    played.help("c2", "cat")
    assert played.no("c3", Untap(test, cat)) == "not_your_trait"


def test_several_may_help_and_the_gm_may_turn_help_down__RB_52() -> None:
    played = led()
    played.help("c2", "gear")
    played.help("c1", "sun")
    played.do("gm", RuleTrait(played.test.id, played.trait("c1", "sun"), "rejected"))
    assert played.test.contributors == ("c3", "c2")
    played.roll(1, 1)


def test_a_helpers_sheet_is_complete_too__RB_25() -> None:
    played = led()
    played.rule("p2", TapTrait(played.test.id, played.trait("c3", "hammer"), "x"))
    incomplete = created()
    incomplete.open("c3")
    incomplete.do("p2", LeaveCharacter("c2"))
    incomplete.do("p2", MakeCharacter("New"))
    incomplete.do("p2", RollBeing("new"), (1, 3, 2, 2, 6, 6, 6, 6, 1, 5, 5, 5, 3, 2, 5))
    help_ = Help(incomplete.test.id, incomplete.trait("new", "cat"), "hello")
    assert incomplete.no("new", help_) == "sheet_incomplete"


def test_doubles_count_across_the_whole_pool_and_go_to_the_leader__RB_55__RB_56() -> None:
    played = led()
    played.help("c2", "gear")
    played.roll(5, 5)
    played.pick(5)
    assert (len(played.hero("c3").having), len(played.hero("c2").having)) == (1, 0)


def test_the_edge_is_handed_on_before_it_has_a_symbol_and_only_to_who_helped__RB_56__W_8() -> None:
    played = led()
    played.help("c2", "gear")
    played.roll(5, 5)
    played.pick(5)
    test = played.test.id
    assert played.no("c3", HandOn(test, "c1")) == "not_a_contributor"
    assert played.no("c2", HandOn(test, "c2")) == "not_leader"
    played.as_("c3", HandOn(test, "c2"))
    assert played.edges("c2") == [""]
    assert played.test.phase == "closed"
    assert played.no("c3", HandOn(test, "c2")) == "wrong_phase"


def test_fallout_strikes_all_and_one_pays_for_all__RB_57__RB_58() -> None:
    played = led()
    played.help("c2", "gear")
    played.help("c1", "sun")
    played.roll(3, 1, 1)
    played.pick(3)
    played.fallout(2)
    assert len(played.test.fallout_symbols) == 1
    played.pay("c1", "anchor")
    assert played.test.contributors == ("c3", "c2", "c1")
    assert (played.test.offset, played.test.paid_by) == ("unbeing", "c1")


# -- Setting up (RB-59 … RB-62) ------------------------------------------------------------------


def test_nobody_sets_up_themselves__RB_59() -> None:
    played = created()
    assert played.no("p1", OpenTest("c1", "me", beneficiary="c1")) == "self_setup"
    track = played.make_track("progress", "Goal")
    no = OpenTest("c1", "for you", beneficiary="c2", progress=track)
    assert played.no("gm", no) == "setup_no_track"


def test_a_helped_setup_shares_its_fallout_and_proposes_all_symbols__RB_60__RB_61__RB_62() -> None:
    played = created()
    played.open("c1", beneficiary="c3")
    played.tap("c1", "anchor")
    played.help("c2", "gear")
    played.roll(4, 4)
    played.pick(4)
    assert proposed_symbols(played.bird, played.test) == ("anchor", "gear")
    assert played.test.contributors == ("c1", "c2")
    assert (len(played.hero("c1").having), len(played.hero("c3").having)) == (1, 1)


def test_any_success_sets_up_whatever_the_fallout__RB_59() -> None:
    for value in (2, 4, 6):
        played = created()
        played.open("c1", beneficiary="c3")
        played.tap("c1", "anchor")
        played.roll(value)
        played.pick(value)
        assert len(played.hero("c3").having) == 1, value


# -- Doing traits (RB-63 … RB-68) ----------------------------------------------------------------


def test_bringing_a_doing_trait_in_adds_no_die__RB_63__RB_64() -> None:
    played = led()
    played.help("c2", "gear")
    repel, clock = played.trait("c3", "Repel"), played.trait("c2", "Stop the Clock")
    played.as_("c3", BringIn(played.test.id, repel))
    played.as_("c2", BringIn(played.test.id, clock))
    assert [b.trait for b in played.test.doing] == [repel, clock]
    assert len(played.test.pool) == 2


def test_only_who_takes_part_brings_their_own_unmarked_traits_in__RB_63__RB_99() -> None:
    played = led()
    test = played.test.id
    tide = played.trait("c1", "Sudden Tide")
    assert played.no("c1", BringIn(test, tide)) == "not_a_contributor"
    assert played.no("c3", BringIn(test, tide)) == "not_your_trait"
    assert played.no("c3", BringIn(test, played.trait("c3", "moon"))) == "needs_doing"
    played.mark("c3", "Repel")
    assert played.no("c3", BringIn(test, played.trait("c3", "Repel"))) == "trait_marked"
    played.as_("c3", BringIn(test, played.trait("c3", "Overture")))
    assert played.no("c3", BringIn(test, played.trait("c3", "Overture"))) == "already_brought"
    assert played.no("c2", TakeOut(test, played.trait("c3", "Overture"))) == "not_your_trait"
    played.as_("c3", TakeOut(test, played.trait("c3", "Overture")))
    assert played.test.doing == ()


def test_whoever_takes_their_help_back_takes_their_doing_out__RB_51__RB_63() -> None:
    played = led()
    played.help("c2", "gear")
    played.as_("c2", BringIn(played.test.id, played.trait("c2", "Not Me")))
    played.as_("c2", Untap(played.test.id, played.trait("c2", "gear")))
    assert played.test.doing == ()


def test_the_dialog_has_the_theme_and_the_name_to_go_by__RB_65__RB_68() -> None:
    played = created()
    played.do("p3", WriteTheme("opera", "c3"))
    assert theme_of(played.bird, "c3", played.trait("c3", "Repel")) == "opera"


def test_the_gm_may_require_a_doing_trait_and_anybodys_will_do__RB_67() -> None:
    played = led()
    played.help("c2", "gear")
    played.do("gm", Frame(played.test.id, needs_doing="a way to stop time"))
    assert played.no("c3", RollPool(played.test.id)) == "needs_doing"
    played.as_("c2", BringIn(played.test.id, played.trait("c2", "Stop the Clock")))
    played.roll(6, 1)
    assert played.test.phase == "rolled"


def test_only_the_leader_pays_for_an_epic_test__RB_126() -> None:
    played = created()
    played.open("c3")
    played.do("gm", DeclareChallenge(played.test.id, epic=True))
    helped = PayEpic(played.test.id, played.trait("c2", "gear"))
    refusal = played.refusal("c2", helped)
    assert (refusal.rule, refusal.code) == ("RB-126", "only_leader_pays")
    played.as_("c3", PayEpic(played.test.id, played.trait("c3", "moon")))
    assert played.marked("c3") == ["moon"]


def test_the_gm_finds_that_a_power_cannot_do_that__RB_65() -> None:
    played = created()
    played.open("c3")
    test, overture = played.test.id, played.trait("c3", "Overture")
    played.as_("c3", BringIn(test, overture))
    labels = [o.label for o in offers(played.bird, played.seat("gm")) if o.command is TakeOut]
    assert labels == ["“Overture” cannot do that"]
    (out,) = played.do("gm", TakeOut(test, overture))
    line = tell(played.bird, out, played.seat("p1"))
    assert line is not None
    assert line.text.startswith("C3’s “Overture”")
    assert line.text.endswith("cannot do that, the GM says.")
    played.as_("c3", BringIn(test, overture))
    played.audited()
