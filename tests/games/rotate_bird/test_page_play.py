"""What seats see of the play itself: sheets, the test step by step, odds, fallout, edges."""

from __future__ import annotations

from fractions import Fraction
from typing import TypeVar

import pytest
from tests.games.rotate_bird import moments
from tests.games.rotate_bird.table import GAME, Played, created

from tablefolk.core.game import Block
from tablefolk.core.story import act
from tablefolk.core.table.judging import Withdrawn
from tablefolk.core.table.talk import AskHands, HandsClosed, Vote
from tablefolk.games.rotate_bird.page.blocks.play import TestCard, Try
from tablefolk.games.rotate_bird.page.stage import offers
from tablefolk.games.rotate_bird.page.view import tests
from tablefolk.games.rotate_bird.page.view.creation import Creation, Masthead, Sketch
from tablefolk.games.rotate_bird.page.view.sheets import NewEdge, Sheet
from tablefolk.games.rotate_bird.rules.challenges import ProposeChallenge
from tablefolk.games.rotate_bird.rules.doing import BringIn
from tablefolk.games.rotate_bird.rules.edges import SayMeaning
from tablefolk.games.rotate_bird.rules.opposition import ShrugOff
from tablefolk.games.rotate_bird.rules.symbols import ReadTitle, ReplacePicture
from tablefolk.games.rotate_bird.rules.tapping import Explain, RuleTrait, Untap, hands_question
from tablefolk.games.rotate_bird.rules.tests import WithdrawTest

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
    assert [sheet.mine for sheet in seen(played, "p2", Sheet)] == [False, True, False]
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
    assert making.without == ("P3",)
    sketches = seen(moments.making(), "p3", Sketch)
    assert [sketch.sheet.name for sketch in sketches] == ["Ann <b>", "Bo"]
    assert "a title" in sketches[0].sheet.missing
    assert not seen(moments.quiet(), "p3", Creation)
    assert not seen(moments.quiet(), "p3", Sketch)


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
    assert [c.short for c in one.main][2] == "fallout anyway"
    assert [c.short for c in other.main][2] == "major anyway"  # all of it is


def test_the_pool_says_how_usual_its_size_is__RB_37() -> None:
    played = created()
    played.open("c1")
    assert the_test(played, "p1").pool == ""
    played.tap("c1", "bird", "sun", "anchor")
    assert {the_test(played, who).pool for who in ("gm", "p1")} == {
        "three dice: a treat, worth a little work"
    }


def test_where_an_edge_must_go_no_picture_is_said_to_pay__RB_78() -> None:
    troubles = {c.value: c.trouble for c in the_test(moments.rolled(), "p1").choices}
    assert troubles[4] == "Minor fallout: an edge that was used goes, and that cancels it"
    assert "a picture can pay" not in troubles[3]
    assert "only a power can pay" in troubles[1]  # major fallout leaves the edge (RB-79)


def asked_for_hands() -> tuple[Played, int]:
    """The GM has asked about a trait, has an answer, and asks the table."""
    played = created()
    played.open("c1")
    played.tap("c1", "sun")
    trait = played.trait("c1", "sun")
    played.do("gm", RuleTrait(played.test.id, trait, "questioned", "The sun?"))
    played.as_("c1", Explain(played.test.id, trait, "I tan well."))
    question = hands_question(played.bird, played.test, played.test.taps[0])
    played.do("gm", AskHands(question))
    return played, trait


def test_whoever_shows_a_hand_reads_what_it_is_about__RB_35() -> None:
    played, _ = asked_for_hands()
    (poll,) = played.table.polls.values()
    assert "“I tan well.”" in poll.question


def test_hands_are_counted_beside_the_trait_they_are_about__RB_35() -> None:
    played, trait = asked_for_hands()
    (poll,) = played.table.polls
    for who, answer in (("p1", 1), ("p1", 0), ("p2", 0), ("p3", 1)):
        played.do(who, Vote(poll, answer))
    assert the_test(played, "gm").taps[0].hands == "Hands so far: 2 for it, 1 against."
    played.do("gm", RuleTrait(played.test.id, trait, "accepted"))
    assert the_test(played, "gm").taps[0].hands == ""


@pytest.mark.parametrize("how", ["ruled", "untapped", "withdrawn"])
def test_hands_are_over_with_what_they_are_about__RB_35__TF_18(how: str) -> None:
    played, trait = asked_for_hands()
    (poll,) = played.table.polls
    played.do("p2", Vote(poll, 0))
    test = played.test.id
    match how:
        case "ruled":
            events = played.do("gm", RuleTrait(test, trait, "accepted"))
        case "untapped":
            events = played.as_("c1", Untap(test, trait))
        case _:
            events = played.as_("c1", WithdrawTest(test))
    assert HandsClosed(poll, (1, 0), True) in events
    assert not [
        part for part in GAME.parts(played.table, played.seat("p2")) if "hands:" in part.key
    ]
    lines = [line for e in events if (line := GAME.tell(played.table, e, played.seat("p2")))]
    assert "hands" not in act(lines).shown[0].text  # the act leads, not what it has ended
    waited = (wait for waits in GAME.waits_of(played.table).values() for wait in waits)
    assert f"hands:{poll}" not in {wait.part for wait in waited}


def test_hands_are_asked_for_once__RB_35() -> None:
    played, _ = asked_for_hands()
    (poll,) = played.table.polls
    offered = GAME.offers(played.table, played.seat("gm"))
    assert not [o for o in offered if o.do == "AskHands" and "question" in o.fixed]
    events = played.do("gm", AskHands(played.table.polls[poll].question))
    assert HandsClosed(poll, (0, 0), True) in events  # insisted upon: the new ones count


def test_a_question_about_a_test_ends_with_it__TF_16() -> None:
    played = created()
    played.open("c1")
    asked = played.ask("p1", ProposeChallenge(played.test.id, epic=True))
    events = played.as_("c1", WithdrawTest(played.test.id))
    assert Withdrawn(asked.number, "p1") in events


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
    own = [trait.id for trait in played.hero("c1").being]
    hand = the_test(played, "p1").hand
    assert [card.trait for card in hand] == own  # a tapped one stays in its place
    assert [card.tapped for card in hand] == [True, False, False, False, False]
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
    assert card.able == ("C1", "C2")
    assert card.fallen[0].readings
    assert [idea.text for idea in card.ideas] == ["A goat."]
    assert card.asked == "the whole table"


def test_the_gm_alone_is_reminded_while_describing__RB_85_RB_90_RB_91() -> None:
    played = moments.describing()
    assert len(the_test(played, "gm").reminders) == 5
    assert not the_test(played, "gm").hinted, "what to mind stands in one place"
    assert the_test(played, "gm").doubled
    assert the_test(played, "p3").reminders == ()


def test_what_may_be_shrugged_off_is_said_before_the_pick__RB_134() -> None:
    for open_ in (", unless The Door can shrug it off", ""):
        played = created()
        played.open("c1", npc=played.make_npc("The Door", "key") if open_ else "")
        played.tap("c1", played.hero("c1").being[0].symbol)
        played.roll(6)
        (six,) = the_test(played, "p1").choices
        assert six.headline == f"It works{open_}"


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
    assert not seen(played, "p1", TestCard)


def test_a_test_can_be_opened_by_whoever_is_free__RB_48() -> None:
    played = moments.gathering()
    free = {who: seen(played, who, Try)[0].heroes for who in ("p1", "p2", "p3")}
    assert free == {"p1": (), "p2": (), "p3": (("c3", "C3"),)}


def test_variants_stand_on_the_sheet__RB_193_RB_198_RB_204() -> None:
    played = moments.variants()
    (mine,) = [sheet for sheet in seen(played, "p1", Sheet) if sheet.mine]
    assert (mine.entity, mine.aboard, mine.renewing) == ("C1's robot", True, 5)
    assert [combo.text for combo in mine.combos] == [
        "Wheeling Flight / Stop the Clock : Robot Waltz"
    ]


def test_all_dice_of_a_double_count__RB_44() -> None:
    played = created()
    played.tested("c1", [trait.symbol for trait in played.hero("c1").being[:3]], (6, 2, 6), 6)
    (picked,) = [
        line.big
        for event in played.log[-1].events
        if (line := GAME.tell(played.table, event, played.seat("p1"))) and line.big
        if line.big.number == "6"
    ]
    assert (picked.faces, picked.kept) == ((6, 2, 6), (0, 2))


def test_a_power_for_a_while_goes_by_its_meaning_where_it_has_no_name__RB_146() -> None:
    played = created()
    edge = played.award("c1", "reading-glasses", "arrows-inward")
    (said,) = [o for o in offers(played.bird, played.seat("p1")) if o.command is SayMeaning]
    assert [blank.name for blank in said.blanks] == ["name", "meaning", "nature"]
    played.do("p1", SayMeaning(edge, "A tin giant"))
    played.open("c1")
    labels = [o.label for o in offers(played.bird, played.seat("p1")) if o.command is BringIn]
    assert "Bring in “A tin giant”" in labels
    played.do("p1", BringIn(played.test.id, edge))
    card = tests.card(played.bird, played.seat("p1"), played.test)
    assert [power.label for power in card.powers] == ["A tin giant"]
