"""Random scenarios: the worksheet (RB-161 … RB-181)."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.games.rotate_bird.table import Played

from tablefolk.core.dice import probe
from tablefolk.core.game import Refusal, Seat
from tablefolk.games.rotate_bird.page.stage import offers, view
from tablefolk.games.rotate_bird.page.tell import tell
from tablefolk.games.rotate_bird.page.view.worksheet import Sheet13, paper
from tablefolk.games.rotate_bird.rules import decide
from tablefolk.games.rotate_bird.rules.incident import (
    CorrectCircle,
    RewordFact,
    RollIncident,
    SuggestWording,
    WriteIncident,
)
from tablefolk.games.rotate_bird.rules.packs import FACTORS, meanings
from tablefolk.games.rotate_bird.rules.values import LINKS, Worksheet, factor_of
from tablefolk.games.rotate_bird.rules.worksheet import (
    AddSecondFact,
    ChooseFactors,
    PlaceBeing,
    PlaceDoing,
    RollBeingCircle,
    RollDoingCircle,
    RollFactors,
    StartWorksheet,
    long_winded,
    open_links,
    single_links,
)

ONLOOKER = Seat("", "onlooker")


def sheet(played: Played) -> Worksheet:
    """The only worksheet there is."""
    (only,) = played.bird.worksheets.values()
    return only


def begun(**more: bool) -> Played:
    played = Played()
    played.do("gm", StartWorksheet(**more))  # type: ignore[arg-type]
    played.do("gm", ChooseFactors(("dragon", "frowning-face", "ring")))
    return played


def alone(**more: bool) -> Played:
    played = Played()
    played.do("p1", StartWorksheet("solo", **more))  # type: ignore[arg-type]
    played.do("p1", ChooseFactors(("dragon", "frowning-face", "ring"), alone=True))
    return played


def being(played: Played, who: str, circle: int) -> None:
    alone = who in played.bird.worksheets
    played.do(who, RollBeingCircle(alone), (1, 1, circle))
    played.do(who, PlaceBeing(circle, f"Fact {circle}", alone))


def filled() -> Played:
    """All twelve contributions are made, by one person."""
    played = alone()
    for circle in range(1, 7):
        being(played, "p1", circle)
    for link, (one, other) in LINKS.items():
        played.do("p1", RollDoingCircle(alone=True), (1, one))
        played.do("p1", PlaceDoing(link, one, f"{link} there", alone=True))
        played.do("p1", AddSecondFact(link, other, f"{link} back", alone=True))
    return played


def test_thirteen_circles__RB_162() -> None:
    assert [factor_of(circle) for circle in range(1, 7)] == [1, 1, 2, 2, 3, 3]
    assert {frozenset(ends) for ends in LINKS.values()} == {
        frozenset({1, 2}),
        frozenset({2, 3}),
        frozenset({3, 1}),
    }
    assert 3 + 6 + len(LINKS) + 1 == 13


def test_the_worksheet_is_an_option_for_groups__RB_161__RB_179() -> None:
    played = Played()
    assert played.bird.worksheet is None
    assert played.no("p1", StartWorksheet()) == "not_gm"
    played.do("gm", StartWorksheet(in_character=True))
    assert sheet(played).in_character


def test_factors_are_rolled_or_chosen_and_66_is_rolled_again__RB_163__W_25() -> None:
    played = Played()
    played.do("gm", StartWorksheet())
    played.do("p2", RollFactors(), (6, 6))
    assert sheet(played).factors == ()
    assert played.no("gm", ChooseFactors(("ring", "ring", "tower"))) == "out_of_range"
    assert played.no("gm", ChooseFactors(("ring", "tower"))) == "out_of_range"
    assert played.no("gm", RollBeingCircle()) == "no_factors"
    played.do("gm", RollFactors(), (5, 2))
    assert sheet(played).factors == ("dragon", "frowning-face", "ring")
    assert played.no("gm", RollFactors()) == "same"


def test_each_factor_suggests_meanings__RB_164() -> None:
    assert all(len(meanings(factor)) == 3 for factor in FACTORS)
    assert meanings("anchor") == ()


def test_the_digests_round_of_refusals__RB_165__RB_166__RB_167__RB_168__RB_169__V_19() -> None:
    played = begun()
    assert played.no("p1", RollBeingCircle()) == "gm_first"
    being(played, "gm", 1)
    assert played.no("gm", RollBeingCircle()) == "wait_your_turn"
    assert played.no("p1", RollDoingCircle()) == "no_open_link"
    played.do("p1", RollBeingCircle(), (4, 3, 3))
    assert played.no("p1", PlaceBeing(1, "here")) == "circle_full"
    played.do("p1", PlaceBeing(3, "there"))
    played.do("p2", RollDoingCircle(), (4, 6))
    assert played.no("p2", PlaceDoing("23", 2, "hates")) == "link_not_ready"
    played.do("p2", PlaceDoing("12", 1, "hates"))
    assert played.no("p2", RollBeingCircle()) == "wait_your_turn"
    assert played.no("p3", AddSecondFact("12", 1, "too")) == "same_perspective"
    played.do("p3", AddSecondFact("12", 2, "fears"))
    assert played.no("gm", AddSecondFact("12", 2, "more")) == "no_single_fact_link"
    assert played.no("gm", RollIncident()) == "worksheet_incomplete"


def test_after_the_first_round_the_order_is_free__RB_166() -> None:
    played = begun()
    for who, circle in (("gm", 1), ("p3", 2), ("p1", 3), ("p2", 4), ("p2", 5), ("p2", 6)):
        being(played, who, circle)
    assert played.no("p1", RollBeingCircle()) == "no_open_circle"


def test_the_kind_is_fixed_by_the_roll_and_the_circle_is_not__RB_170() -> None:
    played = begun()
    being(played, "gm", 1)
    being(played, "p1", 3)
    played.do("p2", RollDoingCircle(), (4, 6))
    assert played.no("p2", PlaceBeing(2, "no")) == "wrong_symbol_kind"
    assert played.no("p2", RollBeingCircle()) == "wait_your_turn"
    assert played.no("p3", PlaceDoing("12", 1, "mine")) == "wait_your_turn"


def test_facts_are_short_but_nobody_counts_too_strictly__RB_171() -> None:
    assert not long_winded("ten words are just about as many as we want")
    assert long_winded("eleven words, on the other hand, are a word too many here")


def test_others_suggest_and_the_writer_decides__RB_172() -> None:
    played = begun()
    assert played.no("p2", SuggestWording("Dragons!")) == "wrong_phase"
    played.do("gm", RollBeingCircle(), (1, 1, 6))
    played.do("p2", SuggestWording("It sings at noon"))
    assert sheet(played).ideas[0].text == "It sings at noon"
    played.do("gm", PlaceBeing(1, "It sings at night"))
    assert sheet(played).ideas == ()


def test_twelve_contributions_fill_everything__RB_173__W_26() -> None:
    done = sheet(filled())
    assert (len(done.being), len(done.links), len(done.facts), done.incident) == (6, 3, 12, "")
    for factor in (1, 2, 3):
        assert sum(factor_of(f.circle) == factor for f in done.facts if f.circle) == 2
    assert all(len({f.seen_from for f in done.on(link)}) == 2 for link in LINKS)


@settings(max_examples=30)
@given(st.randoms(use_true_random=False))
def test_no_position_is_a_dead_end__RB_173(random: Random) -> None:
    played = alone()
    for _ in range(12):
        now = sheet(played)
        empty = [circle for circle in range(1, 7) if circle not in now.being]
        ways = {"being": empty, "doing": open_links(now), "second": single_links(now)}
        way = random.choice([way for way, places in ways.items() if places])
        place = random.choice(ways[way])  # type: ignore[arg-type]
        if way == "being":
            being(played, "p1", int(place))
        elif way == "doing":
            played.do("p1", RollDoingCircle(alone=True), (1, 1))
            played.do("p1", PlaceDoing(str(place), LINKS[str(place)][0], "there", alone=True))
        else:
            link = str(place)
            other = ({*LINKS[link]} - {now.on(link)[0].seen_from}).pop()
            played.do("p1", AddSecondFact(link, other, "back", alone=True))
    assert sheet(played).complete


def test_the_middle_comes_last_from_the_fallout_table_in_use__RB_174() -> None:
    played = filled()
    played.do("p1", RollIncident(alone=True), (4,))
    assert sheet(played).incident == "skull-and-crossbones"
    assert played.no("p1", RollIncident(alone=True)) == "circle_full"
    played.do("p1", WriteIncident("A pirate's funeral", alone=True))
    assert sheet(played).incident_text == "A pirate's funeral"


def test_alone_there_are_no_turns_and_nobody_else__RB_175__RB_176() -> None:
    played = alone()
    being(played, "p1", 4)
    being(played, "p1", 2)
    assert played.no("p2", RollBeingCircle()) == "no_worksheet"
    assert played.no("p2", RollBeingCircle(alone=True)) == "no_worksheet"
    assert played.no("gm", RewordFact(1, "Better", alone=True)) == "no_worksheet"


def test_everybodys_own_worksheet_lives_beside_the_groups__RB_161__RB_175() -> None:
    played = alone()
    being(played, "p1", 4)
    played.do("gm", StartWorksheet())
    played.do("gm", StartWorksheet("solo"))
    played.do("p2", StartWorksheet("solo"))
    assert set(played.bird.worksheets) == {"", "gm", "p1", "p2"}
    assert [fact.text for fact in played.bird.worksheets["p1"].facts] == ["Fact 4"]
    played.do("gm", ChooseFactors(("dragon", "tower", "ring")))
    assert not played.bird.worksheets["gm"].factors
    played.do("p1", StartWorksheet("solo"))
    assert not played.bird.worksheets["p1"].facts
    assert played.bird.worksheet
    assert played.bird.worksheet.factors
    played.audited()


def test_what_is_on_ones_own_worksheet_is_on_nobody_elses_page_story_or_paper__RB_175() -> None:
    played = alone()
    told = played.do("p1", RollBeingCircle(alone=True), (1, 1, 1))
    told += played.do("p1", PlaceBeing(1, "The mayor is the dragon", alone=True))
    for who in ("gm", "p2", ONLOOKER):
        seat = played.seat(who) if isinstance(who, str) else who
        assert not any(tell(played.bird, event, seat) for event in told)
        assert not any(isinstance(b, Sheet13) for b in view(played.bird, seat).blocks)
        assert paper(played.bird, seat, "worksheet-own") is None
        assert paper(played.bird, seat, "worksheet") is None
        assert not any(offer.fixed.get("alone") for offer in offers(played.bird, seat))
    mine = played.seat("p1")
    (block,) = (b for b in view(played.bird, mine).blocks if isinstance(b, Sheet13))
    assert (block.region, block.count) == ("self", 1)
    assert all(tell(played.bird, event, mine) for event in told)
    assert paper(played.bird, mine, "worksheet-own")


def test_whoever_plays_from_a_lent_seat_does_not_see_its_owners_worksheet__RB_175__TF_6() -> None:
    played = alone()
    lent = Seat("p1", by="gm")
    assert not any(isinstance(b, Sheet13) for b in view(played.bird, lent).blocks)
    assert not any("worksheet-own" in offer.about for offer in offers(played.bird, lent))
    for command in (RollBeingCircle(alone=True), StartWorksheet("solo")):
        with pytest.raises(Refusal):
            list(decide(played.bird, lent, command, probe()))


def test_nobody_waits_for_a_worksheet_that_nobody_else_knows_of__RB_175() -> None:
    played = alone()
    own = [o for o in offers(played.bird, played.seat("p1")) if o.about == "worksheet-own"]
    assert own
    assert not any(offer.owed for offer in own)


def test_in_order_the_circles_are_filled_from_one_to_six__RB_177() -> None:
    played = alone(in_order=True)
    played.do("p1", RollBeingCircle(alone=True), (1, 1, 1))
    assert played.no("p1", PlaceBeing(2, "no", alone=True)) == "slot_order"
    played.do("p1", PlaceBeing(1, "yes", alone=True))
    played.do("p1", RollBeingCircle(alone=True), (1, 1, 1))
    played.do("p1", PlaceBeing(2, "yes", alone=True))
    assert list(sheet(played).being) == [1, 2]


def test_facts_are_reworded_by_their_author_or_the_gm_and_symbols_by_the_gm__RB_180() -> None:
    played = begun()
    for who, circle in (("gm", 2), ("p1", 1), ("p2", 3), ("p3", 4)):
        being(played, who, circle)
    played.do("gm", RollDoingCircle(), (1, 1))
    played.do("gm", PlaceDoing("12", 1, "there"))
    first = sheet(played).facts[1].id
    assert played.no("p2", RewordFact(first, "Better")) == "not_owner"
    played.do("p1", RewordFact(first, "Better"))
    played.do("gm", RewordFact(first, "Best"))
    assert sheet(played).facts[1].text == "Best"
    assert played.no("p1", CorrectCircle("1", "cat", "misread")) == "not_gm"
    played.do("gm", CorrectCircle("1", "cat", "misread"))
    played.do("gm", CorrectCircle("12", "pause", "misread"))
    assert (sheet(played).being[1], sheet(played).links["12"]) == ("cat", "pause")
    assert played.no("gm", CorrectCircle("2", "pause", "no")) == "wrong_symbol_kind"
    played.audited()


@pytest.mark.parametrize("size", [1, 3])
def test_the_first_round_lasts_until_everybody_had_a_turn__RB_166(size: int) -> None:
    played = Played(players=[f"p{n}" for n in range(1, size + 1)])
    played.do("gm", StartWorksheet())
    played.do("gm", ChooseFactors(("dragon", "tower", "ring")))
    being(played, "gm", 1)
    for n in range(1, size + 1):
        assert played.no("gm", RollBeingCircle()) == "wait_your_turn"
        being(played, f"p{n}", n + 1)
    being(played, "gm", size + 2)
