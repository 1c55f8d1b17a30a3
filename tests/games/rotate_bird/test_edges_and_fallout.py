"""Edges, fallout and its payment (RB-69 … RB-98, RB-144 … RB-149)."""

from __future__ import annotations

import pytest
from tests.games.rotate_bird.moments import lost
from tests.games.rotate_bird.table import GAME, Played, created

from tablefolk.core.words import phrases
from tablefolk.games import rotate_bird
from tablefolk.games.rotate_bird.page.tell import tell
from tablefolk.games.rotate_bird.rules.challenges import Acknowledge
from tablefolk.games.rotate_bird.rules.doing import BringIn
from tablefolk.games.rotate_bird.rules.edges import (
    AssignSymbol,
    AwardEdge,
    DropEdge,
    FlagEdge,
    GiveEdge,
    SayMeaning,
    SuggestMeaning,
    TakeSuggestion,
)
from tablefolk.games.rotate_bird.rules.fallout import (
    AskReading,
    DescribeFallout,
    Offset,
    PassOffset,
    RollFallout,
    SuggestReading,
    doubled,
)
from tablefolk.games.rotate_bird.rules.fallout_tables import (
    DropFallout,
    FalloutPrepared,
    PrepareFallout,
    UseFallout,
)
from tablefolk.games.rotate_bird.rules.packs import default_pack, readings
from tablefolk.games.rotate_bird.rules.recovery import GrantRest
from tablefolk.games.rotate_bird.rules.rolling import CloseTest
from tablefolk.games.rotate_bird.rules.symbols import CorrectMark
from tablefolk.games.rotate_bird.rules.tapping import TapTrait
from tablefolk.games.rotate_bird.rules.values import Edge

say = phrases("tablefolk.games.rotate_bird")


def won() -> tuple[Played, int]:
    """C1 has won an edge by doubles, and nothing else is going on."""
    played = created()
    played.tested("c1", ["sun", "bird"], [6, 6], 6)
    return played, played.hero("c1").having[0].id


def fallen(*faces: int, pick: int, taps: tuple[str, ...] = ("sun",)) -> Played:
    """C1's test has brought fallout; the GM is to roll it."""
    played = created()
    played.tested("c1", taps, faces, pick)
    return played


# -- Edges ---------------------------------------------------------------------------------------


def test_edges_come_from_doubles_setups_and_awards__RB_69__RB_70__RB_144() -> None:
    played, _ = won()
    assert played.no("p1", AwardEdge("c1", "please")) == "not_gm"
    for symbol in ("apple", "bone", "sun"):
        played.award("c1", symbol)
    assert [edge.source for edge in played.hero("c1").having] == ["doubles", *["award"] * 3]


def test_an_edge_without_a_symbol_does_nothing_yet__RB_71() -> None:
    played, edge = won()
    played.open("c1")
    assert played.no("c1", TapTrait(played.test.id, edge, "now")) == "edge_unassigned"
    assert played.no("c1", GiveEdge(edge, "c2")) == "edge_unassigned"
    played.tap("c1", "sun")
    played.roll(3)
    played.pick(3)
    played.fallout(1)
    assert played.no("c1", Offset(played.test.id, edge)) == "edge_unassigned"


def test_the_gm_picks_the_symbol_or_rolls_it_and_it_may_repeat_one__RB_71__RB_72() -> None:
    played, edge = won()
    assert played.no("p1", AssignSymbol(edge, "apple")) == "not_gm"
    assert played.no("gm", AssignSymbol(edge, "pause")) == "wrong_symbol_kind"
    played.do("gm", AssignSymbol(edge), (6, 4, 4))
    assert played.edges("c1") == ["sun"]
    played.open("c1")
    played.tap("c1", "sun", "edge sun")
    assert len(played.test.pool) == 2


def test_only_the_owner_says_what_it_means__RB_72() -> None:
    played, edge = won()
    assert played.no("gm", SayMeaning(edge, "A rope")) == "not_owner"
    assert played.no("p2", SayMeaning(edge, "A rope")) == "not_owner"
    played.do("p1", SayMeaning(edge, "A rope", "thing"))
    assert played.hero("c1").having[0].meaning == "A rope"


def test_an_edge_of_one_picture_has_no_name__RB_146() -> None:
    played, edge = won()
    assert played.no("p1", SayMeaning(edge, "A rope", "thing", "Old Faithful")) == "no_name"


def test_anybody_suggests_and_the_owner_takes_it_or_not__RB_73__RB_146() -> None:
    played, edge = won()
    played.do("p2", SuggestMeaning(edge, "A pony"))
    played.do("gm", SuggestMeaning(edge, "A better pony"))
    assert played.no("p2", TakeSuggestion(edge, 0)) == "not_owner"
    played.do("p1", TakeSuggestion(edge, 1))
    assert played.hero("c1").having[0].meaning == "A better pony"
    assert played.no("p1", SuggestMeaning(edge, "mine")) == "same"


def test_an_edge_taps_like_a_being_trait__RB_74() -> None:
    played = created()
    played.award("c1", "apple")
    played.tested("c1", ["edge apple"], [6], 6)
    assert played.test.success


def test_an_edge_is_let_go_of_with_the_gms_word_tapped_or_not__RB_75__RB_94() -> None:
    played = created()
    edge = played.award("c1", "apple")
    played.tested("c1", ["sun"], [4], 4)
    played.fallout(1)
    asked = played.ask("p1", Offset(played.test.id, edge))
    assert asked.rule == "RB-75"
    played.deny(asked)
    assert played.test.offset == ""
    played.pay("c1", "edge apple")
    assert (played.edges("c1"), played.test.offset) == ([], "edge")


def test_the_forced_loss_waits_for_the_fallout_die__RB_76() -> None:
    played = created()
    played.award("c1", "apple")
    played.tested("c1", ["edge apple"], [3], 3)
    assert played.edges("c1") == ["apple"]
    played.fallout(4)
    assert played.edges("c1") == []
    assert played.test.fallout_symbols == ("skull-and-crossbones",)


def test_the_picture_of_a_forced_loss_lies_open_until_the_gm_has_told_it__RB_76__RB_84() -> None:
    played = lost()
    assert played.test.phase == "ending"
    assert played.no("c1", CloseTest(played.test.id)) == "awaits_gm"
    told = CloseTest(played.test.id, "The apple rots in her hand.")
    assert rotate_bird.acts_with(played.bird, told) == ""  # the GM speaks for nobody
    played.do("gm", told)
    assert (played.test.phase, played.test.outcome) == ("closed", "The apple rots in her hand.")


def test_among_edges_of_several_the_leader_chooses_if_none_is_theirs__RB_77() -> None:
    played = created()
    one, other = played.award("c1", "apple"), played.award("c2", "bone")
    played.open("c3")
    played.tap("c3", "moon")
    played.help("c1", "edge apple")
    played.help("c2", "edge bone")
    played.roll(3, 1, 1)
    played.pick(3)
    played.fallout(1)
    moon = Offset(played.test.id, played.trait("c3", "moon"))
    assert played.no("c3", moon) == "edge_sacrifice_mandatory"
    assert played.no("c1", Offset(played.test.id, other)) == "not_your_trait"
    played.as_("c3", Offset(played.test.id, one))
    assert (played.edges("c1"), played.edges("c2")) == ([], ["bone"])


def test_a_leader_with_a_tapped_edge_does_not_choose_anothers__RB_77() -> None:
    played = created()
    played.award("c3", "apple")
    other = played.award("c2", "bone")
    played.open("c3")
    played.tap("c3", "edge apple")
    played.help("c2", "edge bone")
    played.roll(3, 1)
    played.pick(3)
    played.fallout(1)
    assert played.no("c3", Offset(played.test.id, other)) == "not_your_trait"
    played.pay("c2", "edge bone")
    assert played.edges("c3") == ["apple"]


@pytest.mark.parametrize(("value", "dice"), [(6, ()), (5, ()), (2, (1, 2)), (1, (1, 2))])
def test_without_minor_fallout_a_tapped_edge_stays__RB_79(
    value: int, dice: tuple[int, ...]
) -> None:
    played = created()
    played.award("c1", "apple")
    played.tested("c1", ["edge apple"], [value], value)
    if dice:
        played.fallout(*dice)
    assert played.edges("c1") == ["apple"]


def test_a_lost_edge_stays_lost_and_no_edge_is_ever_marked__RB_80__RB_81() -> None:
    played = created()
    edge = played.award("c1", "apple")
    played.do("gm", GrantRest())
    assert played.no("gm", CorrectMark(edge, True, "try")) == "never_marked"
    assert "marked" not in Edge.__struct_fields__
    played.do("p1", DropEdge(edge, "eaten"))
    played.do("gm", GrantRest())
    assert played.edges("c1") == []


def test_an_edge_is_dropped_with_a_reason_by_owner_or_gm__RB_82() -> None:
    played = created()
    one, two = played.award("c1", "apple"), played.award("c1", "bone")
    assert played.no("p2", DropEdge(one, "mine now")) == "not_owner"
    played.do("gm", DropEdge(one, "It ran out"))
    played.open("c1")
    played.tap("c1", "edge bone", "sun")
    played.do("p1", DropEdge(two, "It broke"))
    assert [tap.symbol for tap in played.test.taps] == ["sun"]


def test_dropping_an_edge_cancels_nothing__RB_82() -> None:
    played = created()
    edge = played.award("c1", "apple")
    played.tested("c1", ["sun"], [3], 3)
    played.fallout(1)
    played.do("p1", DropEdge(edge, "gone"))
    assert (played.test.phase, played.test.offset) == ("offset", "")


def test_an_edge_is_given_if_it_can_be__RB_83__RB_149() -> None:
    played = created()
    edge = played.award("c1", "apple")
    played.do("p1", SayMeaning(edge, "high ground", "situation"))
    assert played.no("p1", GiveEdge(edge, "c2")) == "not_transferable"
    played.do("p1", SayMeaning(edge, "a rope", "thing"))
    assert played.no("p1", FlagEdge(edge, False)) == "not_gm"
    played.do("gm", FlagEdge(edge, False))
    assert played.no("p1", GiveEdge(edge, "c2")) == "not_transferable"
    played.do("gm", FlagEdge(edge, True))
    assert played.no("p2", GiveEdge(edge, "c2")) == "not_owner"
    played.open("c1")
    played.tap("c1", "edge apple")
    assert played.no("p1", GiveEdge(edge, "c2")) == "wrong_phase"
    played.roll(6)
    played.pick(6)
    played.do("p1", GiveEdge(edge, "c2"))
    assert played.hero("c2").having[0].meaning == "a rope"
    played.do("p2", SayMeaning(edge, "a lasso", "thing"))


def test_a_doing_form_edge_has_two_symbols_and_a_name__RB_145__RB_146() -> None:
    played = created()
    played.do("gm", AwardEdge("c2", "captured", "doing"), (6, 6, 1, 1, 6))
    (edge,) = played.hero("c2").having
    assert (edge.form, edge.symbols) == ("doing", ("arrow-up", "bird"))
    played.do("p2", SayMeaning(edge.id, "A robot", "thing", "Big Bertha"))
    assert played.hero("c2").having[0].name == "Big Bertha"
    wrong = AwardEdge("c2", "captured", "doing", being="pause", doing="pause")
    assert played.no("gm", wrong) == "wrong_symbol_kind"


def test_it_counts_as_doing_and_gives_no_die__RB_147__RB_31() -> None:
    played = created()
    edge = played.award("c2", "bird", "arrow-up")
    played.open("c2")
    assert played.no("c2", TapTrait(played.test.id, edge, "fly")) == "doing_gives_no_dice"
    played.as_("c2", BringIn(played.test.id, edge))
    assert played.test.doing[0].trait == edge


def test_upgraded_fallout_takes_doing_form_edges_that_were_brought_in__RB_131__RB_148() -> None:
    played = created()
    edge = played.award("c2", "bird", "arrow-up")
    played.open("c2", perilous=True)
    played.as_("c2", Acknowledge(played.test.id))
    played.as_("c2", BringIn(played.test.id, edge))
    played.tap("c2", "cat")
    played.roll(3)
    played.pick(3)
    played.fallout(1, 2)
    assert (played.edges("c2"), played.test.offset) == ([], "edge")


# -- Fallout -------------------------------------------------------------------------------------


def test_the_gm_rolls_one_die_for_minor_and_two_for_major__RB_84() -> None:
    minor, major = fallen(3, pick=3), fallen(2, pick=2)
    assert minor.no("p1", RollFallout(minor.test.id)) == "not_gm"
    minor.fallout(5)
    major.fallout(5, 6)
    assert minor.test.fallout_symbols == ("stopwatch",)
    assert major.test.fallout_symbols == ("stopwatch", "warning-triangle")
    assert minor.no("gm", RollFallout(minor.test.id)) == "wrong_phase"


def test_doubles_of_major_fallout_are_flagged__RB_85() -> None:
    played = fallen(2, pick=2)
    played.fallout(3, 3)
    assert doubled(played.test)


def test_the_gm_prepares_and_uses_a_table_of_six__RB_86__RB_189() -> None:
    played = fallen(3, pick=3)
    six = ("bomb", "bone", "book", "broom", "bug", "cat")
    assert played.no("gm", PrepareFallout("Farm", six[:5])) == "bad_pack"
    assert played.no("gm", PrepareFallout("Farm", (*six[:5], "nothing"))) == "unknown"
    (event,) = played.do("gm", PrepareFallout("Farm", six))
    assert isinstance(event, FalloutPrepared)
    assert GAME.tell(played.table, event, played.seat("p1")) is None
    played.do("gm", UseFallout("farm"))
    assert played.no("gm", DropFallout("farm")) == "in_use"
    played.fallout(2)
    assert played.test.fallout_symbols == ("bone",)
    played.do("gm", UseFallout(""))
    played.do("gm", DropFallout("farm"))
    assert default_pack().fallout[0] == "broken-heart"


def test_the_window_ends_when_all_pass__RB_87__RB_97() -> None:
    played = created()
    played.open("c3")
    played.tap("c3", "moon")
    played.help("c2", "gear")
    played.roll(3, 1)
    played.pick(3)
    assert played.no("c3", PassOffset(played.test.id, "c3")) == "wrong_phase"
    played.fallout(1)
    test = played.test.id
    assert played.no("p1", PassOffset(test, "c1")) == "not_a_contributor"
    assert played.no("c3", PassOffset(test, "c2")) == "not_owner"
    played.as_("c3", PassOffset(test, "c3"))
    assert played.no("gm", DescribeFallout(test, "Ouch.")) == "not_answered"
    played.as_("c2", PassOffset(test, "c2"))
    assert played.test.phase == "describing"
    gear = Offset(test, played.trait("c2", "gear"))
    assert played.no("c2", gear) == "too_late"
    played.do("gm", DescribeFallout(test, "Ouch."))
    assert (played.test.phase, played.test.outcome) == ("closed", "Ouch.")


def test_described_fallout_is_words_and_nothing_else__RB_88() -> None:
    played = fallen(3, pick=3)
    played.fallout(1)
    before = played.bird
    (described, _) = played.do("gm", DescribeFallout(played.test.id, "A bell falls.", anyway=True))
    assert described.strikes == ("c1",)
    after = played.bird
    assert (after.cast, after.tracks, after.count) == (before.cast, before.tracks, before.count)


def test_what_happens_may_be_said_aloud__RB_88() -> None:
    played = fallen(3, pick=3)
    played.fallout(1)
    (described, _) = played.do("gm", DescribeFallout(played.test.id, anyway=True))
    line = tell(played.bird, described, played.seat("p2"))
    assert line is not None
    assert line.text == "What happens to C1 is said aloud."
    (edge,) = played.do("gm", AwardEdge("c1", being="apple"))
    line = tell(played.bird, edge, played.seat("p2"))
    assert line is not None
    assert line.text.endswith("Apple."), line.text
    played.do("gm", DropEdge(edge.edge.id))
    played.audited()


def test_the_table_reads_the_symbols_together__RB_89() -> None:
    played = fallen(3, pick=3)
    test = played.test.id
    assert played.no("p2", SuggestReading(test, "Rain")) == "wrong_phase"
    played.fallout(1)
    played.do("gm", AskReading(test, "c1"))
    played.do("gm", AskReading(test))
    assert played.test.asked == "*"
    played.do("p2", SuggestReading(test, "It rains hearts"))
    assert played.test.ideas[0].text == "It rains hearts"


def test_reminders_for_describing__RB_90__RB_91__RB_119() -> None:
    keys = ("hints.RB-90", "hints.RB-90-failure", "hints.RB-91", "hints.RB-119")
    assert len({say(key) for key in keys}) == 4


def test_example_readings_at_three_stakes_for_four_symbols_each__RB_92() -> None:
    every = {symbol: readings(symbol) for symbol in default_pack().fallout}
    for stakes in ("inconvenience", "pressing", "deadly"):
        assert sum(stakes in found for found in every.values()) == 4
    assert set(every["stopwatch"]) == {"inconvenience", "deadly"}


def test_unbeing_marks_any_unmarked_being_trait__RB_93() -> None:
    played = fallen(3, pick=3)
    played.mark("c1", "bird")
    played.fallout(1)
    assert played.no("c1", Offset(played.test.id, played.trait("c1", "bird"))) == "trait_marked"
    played.pay("c1", "spider")
    assert played.marked("c1") == ["spider", "bird"]


def test_undoing_cancels_both_dice__RB_95() -> None:
    played = fallen(2, pick=2)
    played.mark("c1", "Which Lock")
    played.fallout(1, 2)
    lock = Offset(played.test.id, played.trait("c1", "Which Lock"))
    assert played.no("c1", lock) == "trait_marked"
    played.pay("c1", "Sudden Tide")
    assert (played.test.offset, played.test.phase) == ("undoing", "closed")


def test_no_fallout_and_no_part_no_payment__RB_98() -> None:
    played = created()
    played.tested("c1", ["sun"], [6], 6)
    assert played.no("c1", Offset(played.test.id, played.trait("c1", "sun"))) == "nothing_to_offset"
    hurt = fallen(3, pick=3)
    hurt.fallout(1)
    assert hurt.no("c2", Offset(hurt.test.id, hurt.trait("c2", "cat"))) == "not_a_contributor"
    assert hurt.no("gm", Offset(hurt.test.id, hurt.trait("c1", "sun"))) == "not_your_trait"


def test_a_mark_does_not_save_the_edge_that_must_go__RB_78() -> None:
    played = created()
    played.award("c3", "apple")
    played.award("c3", "bone")
    played.tested("c3", ["edge apple", "edge bone"], [3, 4], 4)
    played.fallout(1)
    moon = Offset(played.test.id, played.trait("c3", "moon"))
    refusal = played.refusal("c3", moon)
    assert (refusal.rule, refusal.code) == ("RB-78", "edge_sacrifice_mandatory")
    played.pay("c3", "edge apple")
    assert (played.test.offset, played.edges("c3"), played.marked("c3")) == ("edge", ["bone"], [])
