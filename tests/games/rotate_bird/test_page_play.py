"""What seats see of the play itself: sheets, the test step by step, odds, fallout, edges."""

from __future__ import annotations

from fractions import Fraction
from typing import TypeVar

import pytest
from tests.games.rotate_bird import moments
from tests.games.rotate_bird.table import GAME, Played, created

from tablefolk.core.game import Block
from tablefolk.games.rotate_bird.page.blocks.play import (
    Creation,
    Masthead,
    NewEdge,
    Sheet,
    TestCard,
    Try,
)
from tablefolk.games.rotate_bird.rules.opposition import ShrugOff
from tablefolk.games.rotate_bird.rules.symbols import ReadTitle, ReplacePicture

B = TypeVar("B", bound=Block)


def seen(played: Played, who: str, kind: type[B]) -> list[B]:
    blocks = GAME.view(played.table, played.seat(who)).blocks
    return [block for block in blocks if isinstance(block, kind)]


def the_test(played: Played, who: str) -> TestCard:
    return seen(played, who, TestCard)[0]


# -- Sheets ------------------------------------------------------------------------------------


def test_a_sheet_has_being_doing_and_having__RB_13() -> None:
    played = moments.over()
    (mine,) = [sheet for sheet in seen(played, "p2", Sheet) if sheet.mine]
    assert (len(mine.being), len(mine.doing), len(mine.having)) == (5, 3, 1)
    assert [sheet.mine for sheet in seen(played, "p2", Sheet)] == [True, False, False]
    assert [card.marked for card in mine.being] == [True, False, False, False, False]
    assert [card.marked for card in mine.doing] == [True, False, False]


def test_everybody_sees_everybodys_sheet__RB_13() -> None:
    played = moments.quiet()
    for who in ("gm", "p1", "p3"):
        assert {sheet.who for sheet in seen(played, who, Sheet)} == {"c1", "c2", "c3"}


def test_a_drawing_is_seen_on_its_owners_sheet_alone__RB_11() -> None:
    played = created()
    symbol = played.hero("c1").being[0].symbol
    played.as_("c1", ReplacePicture("c1", symbol, "abc"))
    drawings = {
        sheet.who: [card.picture.drawing for card in sheet.being]
        for sheet in seen(played, "p2", Sheet)
    }
    assert drawings["c1"][0] == "abc"
    assert not any(drawings["c2"])


def test_the_title_stands_with_the_tables_own_reading__RB_2() -> None:
    played = created()
    assert [head.reading for head in seen(played, "p1", Masthead)] == [""]
    played.do("gm", ReadTitle("Spin Crow"))
    assert [head.reading for head in seen(played, "p1", Masthead)] == ["Spin Crow"]


# -- Creation ----------------------------------------------------------------------------------


def test_creation_is_there_until_everybody_is_complete__RB_25() -> None:
    (making,) = seen(moments.making(), "p3", Creation)
    assert making.begin
    assert [sketch.sheet.name for sketch in making.sketches] == ["Ann <b>", "Bo"]
    assert making.without == ("P3",)
    assert "a title" in making.sketches[0].sheet.missing
    assert not seen(moments.quiet(), "p3", Creation)


def test_an_unusual_size_of_the_group_gets_a_note__RB_1() -> None:
    assert seen(Played(("p1",)), "gm", Creation)[0].note
    assert not seen(Played(), "gm", Creation)[0].note


# -- Gathering ---------------------------------------------------------------------------------


def test_the_pool_shows_who_offers_what_and_why__RB_33() -> None:
    card = the_test(moments.gathering(), "p3")
    first, second = card.taps
    assert (first.why, first.ruling, first.note) == ("I <fly>, & well.", "questioned", "Fly?")
    assert second.help
    assert second.name == "C2"
    assert [track.name for track in card.tracks] == ["Over the <wall>", "Caught"]
    assert [power.label for power in card.powers] == ["Wheeling Flight"]


@pytest.mark.parametrize(
    ("dice", "success", "exact"), [(1, "50.0%", "1/2"), (2, "75.0%", "3/4"), (3, "87.5%", "7/8")]
)
def test_the_odds_follow_every_tap__RB_38(dice: int, success: str, exact: str) -> None:
    played = created()
    played.open("c1")
    assert the_test(played, "p1").outlook is None
    played.tap("c1", *(trait.symbol for trait in played.hero("c1").being[:dice]))
    outlook = the_test(played, "p1").outlook
    assert outlook is not None
    assert (outlook.success.text, outlook.success.exact) == (success, exact)
    assert sum(Fraction(c.exact or int(c.share)) for c in outlook.habits[0].numbers) == 1


def test_a_perilous_test_has_other_odds__RB_130() -> None:
    plain, perilous = created(), created()
    for played, more in ((plain, {}), (perilous, {"perilous": True})):
        played.open("c1", **more)
        played.tap("c1", "bird")
    one, other = (the_test(played, "p1").outlook for played in (plain, perilous))
    assert one is not None
    assert other is not None
    assert [c.exact for c in one.main][3] == "1/3"
    assert [c.exact for c in other.main][3] == "2/3"


def test_odds_are_hidden_where_the_table_agreed_so__TF_23() -> None:
    played = created({"odds_shown": "gm"})
    played.open("c1")
    played.tap("c1", "bird")
    assert the_test(played, "gm").outlook is not None
    assert the_test(played, "p1").outlook is None
    assert the_test(played, "p1").odds_note


def test_the_same_combination_toward_a_goal_is_warned_of__RB_108() -> None:
    played = created()
    goal = played.make_track("progress", "The wall")
    for _ in range(2):
        played.open("c1", progress=goal)
        played.tap("c1", "bird")
        warned = the_test(played, "p1").repeated
        if len(played.bird.tests) == 1:
            assert not warned
            played.roll(6)
            played.pick(6)
    assert warned


def test_everybody_reads_the_challenge_before_it_is_taken__RB_122() -> None:
    card = the_test(moments.epic(), "p2")
    assert len(card.challenges) == 3
    assert not card.acknowledged
    paid = the_test(moments.paid(), "p2")
    assert paid.acknowledged
    assert paid.paid is not None


def test_only_ones_own_symbols_are_in_ones_hand__RB_27() -> None:
    played = moments.gathering()
    own = {trait.id for trait in played.hero("c1").being}
    hand = {card.trait for card in the_test(played, "p1").hand}
    assert hand < own
    assert len(hand) == 4
    assert the_test(played, "gm").hand == ()


# -- The dice, and what follows ------------------------------------------------------------------


def test_each_number_stands_with_its_whole_meaning__RB_42_RB_117() -> None:
    choices = {choice.value: choice for choice in the_test(moments.rolled(), "p2").choices}
    assert list(choices) == [6, 4, 3, 1]
    assert choices[6].last == ("fills “The last box”!",)
    assert choices[4].edge
    assert choices[4].times == 2
    assert "costs the edge “A very small anchor”" in choices[4].parts
    assert choices[3].parts == ("minor fallout", "costs the edge “A very small anchor”")
    assert choices[1].parts == ("major fallout",)
    assert not choices[1].success


def test_fallout_names_whom_it_strikes_and_what_it_might_mean__RB_57_RB_92() -> None:
    card = the_test(moments.paying(), "p3")
    assert card.strikes == ("C1", "C2")
    assert card.silent == ("C1", "C2")
    assert card.fallen[0].readings
    assert [idea.text for idea in card.ideas] == ["A goat."]
    assert card.asked == "the whole table"


def test_the_gm_alone_is_reminded_while_describing__RB_85_RB_90_RB_91() -> None:
    played = moments.describing()
    assert len(the_test(played, "gm").reminders) == 3
    assert the_test(played, "gm").doubled
    assert the_test(played, "p3").reminders == ()


def test_a_shrugged_off_success_says_so__RB_134() -> None:
    played = moments.shrugging()
    played.do("gm", ShrugOff(played.test.id, 1))
    shrugged = the_test(played, "p1").shrugged
    assert shrugged is not None
    assert shrugged.id == "key"


def test_a_fresh_edge_lies_in_the_middle_until_it_means_something__RB_71() -> None:
    played = moments.over()
    (fresh,) = seen(played, "p1", NewEdge)
    assert fresh.edge is not None
    assert [remark.text for remark in fresh.edge.suggestions] == ["A very loud doorbell"]
    assert [card.phase for card in seen(played, "p1", TestCard)] == ["closed"]


def test_a_test_can_be_opened_by_whoever_is_free__RB_48() -> None:
    played = moments.gathering()
    assert not seen(played, "p1", Try)
    assert not seen(played, "p2", Try)
    assert seen(played, "p3", Try)[0].heroes == (("c3", "C3"),)


def test_variants_stand_on_the_sheet__RB_193_RB_198_RB_204() -> None:
    played = moments.variants()
    (mine,) = [sheet for sheet in seen(played, "p1", Sheet) if sheet.mine]
    assert (mine.entity, mine.aboard, mine.renewing) == ("C1's robot", True, 5)
    assert [combo.text for combo in mine.combos] == [
        "Wheeling Flight / Stop the Clock : Robot Waltz"
    ]
