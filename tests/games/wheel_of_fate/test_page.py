"""What each seat sees of Wheel of Fate: everything it should, and never what it must not."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, TypeVar

import msgspec
import pytest
from tests.games.wheel_of_fate.small import Small
from tests.games.wheel_of_fate.table import GAME, HOUSE, Played, created, playing

from tablefolk.core.game import Block, Seat
from tablefolk.core.odds import Odds
from tablefolk.core.stage import Row
from tablefolk.core.table.scenes import EndScene
from tablefolk.core.table.seats import Join
from tablefolk.games.wheel_of_fate.page import blocks
from tablefolk.games.wheel_of_fate.page.stage import rows, view
from tablefolk.games.wheel_of_fate.page.view.creation import spreads
from tablefolk.games.wheel_of_fate.page.view.rolls import hand, thrown
from tablefolk.games.wheel_of_fate.rules.chances import firsts
from tablefolk.games.wheel_of_fate.rules.contests import OpenContest, SetSide
from tablefolk.games.wheel_of_fate.rules.creation import CommentOn, MakeCharacter, OpenCreation
from tablefolk.games.wheel_of_fate.rules.drafts import AddSource, DraftRoll, DropSource
from tablefolk.games.wheel_of_fate.rules.exchanges import Act, CloseWait, GetReady, Inflict
from tablefolk.games.wheel_of_fate.rules.fate import Declare, Invoke, OfferPoint, SpendDie
from tablefolk.games.wheel_of_fate.rules.helping import Help
from tablefolk.games.wheel_of_fate.rules.npcs import MakeNpc
from tablefolk.games.wheel_of_fate.rules.order import SetOrder
from tablefolk.games.wheel_of_fate.rules.pools import (
    AnswerPoolQuestion,
    AnswerTrust,
    DefinePool,
    OfferPool,
    RaisePool,
)
from tablefolk.games.wheel_of_fate.rules.rolls import NoteWhammy, Settle, Throw
from tablefolk.games.wheel_of_fate.rules.rounds import Pass
from tablefolk.games.wheel_of_fate.rules.scenes import Correct, GiveStress
from tablefolk.games.wheel_of_fate.rules.steps import SetAttributes, SetPools, WriteSummary
from tablefolk.games.wheel_of_fate.rules.tasks import NewApproach, OpenTask

B = TypeVar("B", bound=Block)
ONLOOKER = Seat("olga", "onlooker")


def all_of(played: Played, who: str | Seat, kind: type[B]) -> list[B]:
    seat = played.seat(who) if isinstance(who, str) else who
    return [b for b in view(played.wheel, seat).blocks if isinstance(b, kind)]


def the(played: Played, who: str | Seat, kind: type[B]) -> B:
    (found,) = all_of(played, who, kind)
    return found


def advised(played: Played, who: str) -> list[str]:
    """What somebody is advised to behind the cards."""
    return [hint for block in all_of(played, who, blocks.More) for hint in block.hints]


def result(played: Played, who: str | Seat, roll: int) -> blocks.Thrown:
    """A throw as the story shows it to a seat."""
    seat = played.seat(who) if isinstance(who, str) else who
    return thrown(played.wheel, seat, played.wheel.rolls[roll])


def row(played: Played, who: str, hero: str) -> Row:
    return next(row for row in rows(played.wheel, played.seat(who)) if row.key == hero)


def bytes_of(played: Played, who: str | Seat) -> bytes:
    seat = played.seat(who) if isinstance(who, str) else who
    return msgspec.json.encode(view(played.wheel, seat))


def drafted(played: Played, who: str = "tom", attribute: str = "physical", **task: Any) -> int:
    """A task is called, and somebody is about to roll for it."""
    played.do("gm", OpenTask("The door", **({attribute: 15} | task)))
    played.do(who, DraftRoll(who, attribute, max(played.wheel.tasks)))
    return played.last_roll.id


# -- Drafts and their odds -----------------------------------------------------------------------


def test_a_draft_shows_its_odds_exactly_and_what_one_more_die_would_change__WF_26() -> None:
    played = playing()
    roll = drafted(played)
    assert the(played, "tom", blocks.Draft).outlook is not None
    played.do("dave", Help(roll, "dave"))
    played.do("tom", Invoke(roll, "tom", 1, "I put my shoulder to it."))
    draft = the(played, "mike", blocks.Draft)
    assert draft.notation == "3d6+1d6++"
    assert draft.outlook is not None
    assert draft.outlook.success.exact == "37919/46656"
    assert draft.outlook.success.text == "81%"
    assert [g.label for g in draft.outlook.gains] == ["+1 bonus die", "+1 extra die"]
    assert sum(o.chance.share for o in draft.outlook.outcomes) == pytest.approx(1)
    assert draft.outlook.whammy is not None


def test_what_cannot_fail_and_what_cannot_succeed_is_said_in_words__WF_26() -> None:
    played = playing()
    drafted(played, physical=3)
    drafted(played, "dave", physical=13)
    sure, hopeless = all_of(played, "tom", blocks.Draft)
    assert sure.outlook
    assert sure.outlook.success.text == "sure"
    assert hopeless.outlook
    assert hopeless.outlook.success.text == "never"


def test_every_source_of_a_draft_has_its_label_and_stress_is_one__WF_6() -> None:
    played = playing()
    roll = drafted(played)
    played.do("gm", GiveStress("tom", 1, "a fall"))
    played.do("gm", AddSource(roll, "bonus", 2, "Plenty of time"))
    draft = the(played, "tom", blocks.Draft)
    assert [(s.kind, s.n, s.label) for s in draft.sources] == [
        ("dice", 3, "Physical"),
        ("bonus", 2, "Plenty of time"),
        ("penalty", 1, "stress"),
    ]
    assert (draft.notation, draft.dice, draft.cancelled) == ("3d6+", 4, 1)


def test_a_draft_that_loses_by_itself_says_so_and_what_could_rescue_it__WF_15() -> None:
    played = playing()
    roll = drafted(played)
    played.do("gm", AddSource(roll, "penalty", 4, "Working blind"))
    draft = the(played, "tom", blocks.Draft)
    assert draft.auto == "overwhelmed"
    assert "1 more penalty die" in draft.auto_why
    assert "1 die is missing" in draft.rescue


@pytest.mark.parametrize(
    ("rule", "seers"),
    [
        ("everyone", {"gm", "tom", "dave"}),
        ("roller", {"gm", "tom"}),
        ("gm", {"gm"}),
        ("nobody", set()),
    ],
)
def test_the_odds_are_seen_by_whom_the_table_has_agreed__TF_23(rule: str, seers: set[str]) -> None:
    played = playing(options={"odds_shown": rule})
    drafted(played)
    seeing = {w for w in ("gm", "tom", "dave") if the(played, w, blocks.Draft).outlook}
    assert seeing == seers


# -- A hidden difficulty -------------------------------------------------------------------------


@pytest.mark.parametrize("seat", ["tom", "dave", ONLOOKER])
def test_a_hidden_difficulty_is_in_no_byte_of_a_players_page__WF_20(seat: Any) -> None:
    """Whether it is 7 or 8 changes nothing before the throw; nor after it, where both succeed."""
    pages = []
    for difficulty in (7, 8):
        played = playing()
        roll = drafted(played, hidden=True, physical=difficulty)
        before = bytes_of(played, seat)
        played.do("tom", Throw(roll), (4, 4, 3))
        pages.append((before, bytes_of(played, seat)))
    assert pages[0] == pages[1]


def test_a_hidden_difficulty_shows_success_and_whammies_but_no_margin__WF_20() -> None:
    played = playing()
    roll = drafted(played, hidden=True, physical=6)
    assert the(played, "tom", blocks.Draft).outlook is None
    played.do("tom", Throw(roll), (4, 4, 3))
    seen, known = the(played, "tom", blocks.Thrown), the(played, "gm", blocks.Thrown)
    assert (seen.verdict, seen.whammies, seen.margin) == ("succeeds", 1, "")
    assert "6" not in seen.against
    assert (known.against, known.margin) == ("6", "5 over")
    assert (known.hidden, seen.hidden) == (True, False)


def test_a_point_that_a_friend_gives_is_not_counted_as_ones_own__WF_38() -> None:
    played = playing()
    roll = drafted(played)
    played.do("dave", SpendDie(roll, "dave"))
    assert the(played, "tom", blocks.Draft).points == 0
    played.do("tom", SpendDie(roll, "tom"))
    assert the(played, "tom", blocks.Draft).points == 1


def test_who_is_still_being_made_is_not_called_unless_the_gm_says_so__WF_120() -> None:
    played = playing(("tom", "dave"))
    played._act(HOUSE, Join("Mike"), ())
    played.do("mike", MakeCharacter("Mike"))
    played.do("mike", SetAttributes("mike", 3, 3, 2))
    assert the(played, "gm", blocks.CallRoll).players == ("tom", "dave")
    (offer, *_) = (o for o in GAME.offers(played.table, played.seat("gm")) if o.command is OpenTask)
    called = next(blank for blank in offer.blanks if blank.name == "called")
    assert "mike" in [choice.value for choice in called.choices]  # type: ignore[attr-defined]


# -- Thrown --------------------------------------------------------------------------------------


def test_a_result_shows_each_die_the_counted_ones_and_what_it_was_held_against__WF_6() -> None:
    played = playing()
    roll = drafted(played, on_success="You are inside.")
    played.do("dave", Help(roll, "dave"))
    played.do("tom", Invoke(roll, "tom", 1, "I put my shoulder to it."))
    played.do("tom", Throw(roll), (2, 6, 4, 1, 5, 3))
    card = result(played, ONLOOKER, roll)
    assert card.faces == (2, 6, 4, 1, 5, 3)
    assert [card.faces[i] for i in card.kept] == [6, 4, 5, 3]
    assert (card.total, card.against, card.margin, card.points) == (18, "15", "3 over", 1)
    assert (card.headline, card.means) == ("Success", "You are inside.")


def test_of_equal_dice_the_earlier_one_is_marked_as_counted__WF_16() -> None:
    played = playing()
    roll = drafted(played)
    played.do("gm", AddSource(roll, "bonus", 1, "Time"))
    played.do("tom", Throw(roll), (5, 2, 2, 6))
    assert result(played, "tom", roll).kept == (0, 1, 3)


def test_a_card_in_the_story_says_what_a_clash_was_held_against_and_what_it_cost__WF_6() -> None:
    played = playing()
    played.do("gm", OpenContest("A brawl", "physical", ("tom", "dave")))
    played.do("tom", Act("tom", "dave"))
    mine, theirs = (d.roll for d in the(played, "tom", blocks.Clash).drafts)
    played.do("dave", SpendDie(theirs, "dave"))
    played.do("tom", GetReady(mine))
    events = played.do("dave", GetReady(theirs), (5, 4, 4, 2, 6, 2))
    lines = [GAME.tell(played.table, e, played.seat("mike")) for e in events]
    one, two = (line.card for line in lines if line and line.card)
    assert isinstance(one, blocks.Thrown)
    assert isinstance(two, blocks.Thrown)
    assert (one.total, one.against, one.margin, one.points) == (13, "8", "5 over", 0)
    assert (two.total, two.against, two.notation, two.points) == (8, "13", "2d6+", 1)
    assert (one.hand, two.hand) == ("Tom", "Dave")


def test_whose_dice_they_are_is_said_in_a_word_that_means_nobody_else__WF_65() -> None:
    small = Small({
        "nora": {"attributes": (2, 2, 2), "name": "Nora Pell"},
        "ilse": {"attributes": (2, 2, 2), "name": "Dr. Ilse Voss"},
        "other": {"attributes": (2, 2, 2), "name": "Nora Quill"},
        "guard": {"attributes": (2, 2, 2), "name": "Guard A", "kind": "npc"},
    })  # fmt: skip
    names = {who: hand(small.wheel, who) for who in small.wheel.cast}
    assert names == {"nora": "Nora Pell", "ilse": "Ilse", "other": "Nora Quill", "guard": "Guard A"}


def test_a_throw_by_oneself_needs_no_name_beside_its_dice__WF_65() -> None:
    played = playing()
    roll = drafted(played, physical=5)
    played.do("tom", Throw(roll), (5, 4, 2))
    assert the(played, "tom", blocks.Thrown).hand == ""


def test_points_promised_to_a_clash_that_nobody_throws_were_not_spent__WF_71() -> None:
    played = playing()
    played.do("gm", OpenContest("A brawl", "physical", ("tom", "dave")))
    played.do("tom", Act("tom", "dave"))
    mine, theirs = (d.roll for d in the(played, "tom", blocks.Clash).drafts)
    played.do("tom", SpendDie(mine, "tom"))
    played.do("gm", GiveStress("dave", 3, "a roof tile"))
    played.do("tom", GetReady(mine))
    events = played.do("dave", GetReady(theirs, confirm=True))
    cards = [GAME.tell(played.table, e, played.seat("tom")) for e in events]
    assert [c.card.points for c in cards if c and isinstance(c.card, blocks.Thrown)] == [0, 0]
    assert played.hero("tom").fate == 5


def test_a_whammy_waits_for_its_words_and_then_shows_them__WF_23() -> None:
    played = playing()
    roll = drafted(played, physical=5)
    played.do("tom", Throw(roll), (5, 4, 2))
    assert the(played, "tom", blocks.Thrown).slots == 1
    played.do("gm", NoteWhammy(roll, "The whole frame comes out."))
    assert not all_of(played, "tom", blocks.Thrown)
    card = result(played, "tom", roll)
    assert (card.slots, card.notes) == (0, ("The whole frame comes out.",))


def test_whammies_of_a_sure_roll_become_facts_that_stay_to_be_found__WF_123() -> None:
    played = playing()
    roll = drafted(played, "dave", "mental", mental=10, search=True)
    played.do("dave", Throw(roll), (6, 5, 5, 4))
    played.do("gm", NoteWhammy(roll, "The safe is behind the piano."))
    assert (
        blocks.FactLine("The safe is behind the piano.", "whammy", "Dave")
        in the(played, "tom", blocks.Facts).facts
    )


def test_a_sure_roll_that_falls_short_waits_for_the_gm__WF_122() -> None:
    played = playing()
    roll = drafted(played, "mike", "social", social=10, mode="sure")
    played.do("mike", Throw(roll), (2, 1, 3))
    card = the(played, "mike", blocks.Thrown)
    assert (card.headline, card.open) == ("Succeeds, but …", True)
    played.do("gm", Settle(roll, "complication", "They want a receipt."))
    assert not all_of(played, "mike", blocks.Thrown)
    assert result(played, "mike", roll).complication == "They want a receipt."


# -- Tasks ---------------------------------------------------------------------------------------


def test_a_task_shows_its_ways_and_the_stakes_the_gm_opens__WF_120() -> None:
    played = playing()
    task = OpenTask("The door", 15, 20, closed=("social",), on_success="In.", on_failure="Seen.")
    played.do("gm", task)
    card = the(played, "tom", blocks.TaskCard)
    assert [(w.name, w.difficulty, w.closed) for w in card.ways] == [
        ("Physical", 15, False),
        ("Mental", 20, False),
        ("Social", 0, True),
    ]
    assert (card.on_success, card.on_failure) == ("In.", "Seen.")


def test_stakes_that_are_not_shown_stay_with_the_gm__WF_120() -> None:
    played = playing()
    played.do("gm", OpenTask("The door", 15, on_failure="The roof falls.", stakes_shown=False))
    assert b"roof" in bytes_of(played, "gm")
    assert b"roof" not in bytes_of(played, "tom") + bytes_of(played, ONLOOKER)


def test_the_gm_is_reminded_where_a_failure_has_no_words__WF_120() -> None:
    played = playing()
    played.do("gm", OpenTask("The door", 15, on_success="In."))
    assert the(played, "gm", blocks.TaskCard).reminder
    assert not the(played, "tom", blocks.TaskCard).reminder


def test_the_form_reminds_of_the_failure_before_it_is_sent__WF_120() -> None:
    assert "if it fails?" in the(playing(), "gm", blocks.CallRoll).reminder


def test_a_second_throw_is_warned_about_where_it_is_not_refused__WF_124() -> None:
    played = playing(options={"roll_once": "remind"})
    roll = drafted(played)
    assert the(played, "tom", blocks.Draft).reminder == ""
    played.do("tom", Throw(roll), (1, 1, 1))
    played.do("tom", DraftRoll("tom", "physical", max(played.wheel.tasks)))
    assert "One throw settles it" in the(played, "tom", blocks.Draft).reminder


def test_a_new_approach_is_thrown_without_a_warning__WF_125() -> None:
    played = playing()
    roll = drafted(played)
    played.do("tom", Throw(roll), (1, 1, 1))
    task = max(played.wheel.tasks)
    played.do("tom", NewApproach(task, "tom", "social", "I knock."))
    played.do("tom", DraftRoll("tom", "social", task))
    assert the(played, "tom", blocks.Draft).reminder == ""


def test_a_search_asks_how_they_learn_it__WF_129() -> None:
    played = playing()
    played.do("gm", OpenTask("The study", mental=10, search=True))
    card = the(played, "gm", blocks.TaskCard)
    assert (card.search, card.sure) == (True, True)
    assert any("how they learn it" in hint for hint in advised(played, "gm"))


def test_the_yardstick_shows_every_characters_chances_to_the_gm_alone__WF_128() -> None:
    played = playing()
    ten = next(r for r in the(played, "gm", blocks.Yardstick).rungs if r.difficulty == 10)
    tom = next(r for r in dict(ten.reach)["Physical"] if r.name == "Tom")
    assert (tom.plain.exact, tom.bonus.text, tom.aspect.text) == ("5/8", "82%", "90%")
    assert not all_of(played, "tom", blocks.Yardstick)


def test_the_yardstick_says_what_nobody_reaches_without_aspects__WF_128() -> None:
    played = playing()
    beyond = {r.difficulty: r.beyond for r in the(played, "gm", blocks.Yardstick).rungs}
    assert beyond[15] == ()
    assert beyond[20] == ("Physical", "Social")
    assert beyond[25] == ("Physical", "Mental", "Social")


# -- People --------------------------------------------------------------------------------------


def test_a_sheet_shows_the_meaning_of_each_value__WF_29() -> None:
    played = playing()
    dave = next(s for s in all_of(played, "tom", blocks.Sheet) if s.who == "dave")
    assert [(t.dice, t.label) for t in dave.traits] == [
        (2, "Normal"),
        (4, "Exceptional"),
        (2, "Normal"),
    ]
    assert all(t.meaning for t in dave.traits)


def test_everybody_sees_every_sheet_and_their_own_lies_apart() -> None:
    played = playing()
    assert {s.who for s in all_of(played, "mike", blocks.Sheet)} == {"tom", "dave", "mike"}
    assert [s.who for s in all_of(played, "mike", blocks.Sheet) if s.region == "self"] == ["mike"]


def test_points_promised_in_a_draft_are_shown_as_promised__WF_25() -> None:
    played = playing()
    roll = drafted(played)
    played.do("tom", Invoke(roll, "tom", 1, "With a shoulder."))
    tom = next(s for s in all_of(played, "dave", blocks.Sheet) if s.who == "tom")
    assert (tom.fate, tom.promised) == (5, 1)


def test_conditions_follow_from_the_numbers_on_every_page__WF_78() -> None:
    played = playing()
    played.do("gm", GiveStress("dave", 3, "a long fall"))
    dave = next(s for s in all_of(played, "tom", blocks.Sheet) if s.who == "dave")
    assert dave.conditions == ("unconscious", "incoherent")
    seen = [vital.text for vital in row(played, "tom", "dave").vitals]
    assert seen == ["5", "3", "unconscious", "incoherent"]
    assert [t.out for t in dave.traits] == [True, False, True]


def test_the_gms_people_are_unknown_until_they_act__WF_119() -> None:
    played = playing()
    played.do("gm", MakeNpc("Zebulon", 3, 2, 2, notes="the murderer", aspects=("Cold eyes",)))
    assert b"Zebulon" not in bytes_of(played, "tom")
    played.do("gm", OpenContest("A brawl", "physical", ("tom", "npc_zebulon")))
    page = bytes_of(played, "tom")
    assert b"Zebulon" in page
    assert b"murderer" not in page
    assert b"Cold eyes" not in page


def test_what_is_true_by_now_is_kept_scene_by_scene__WF_132() -> None:
    played = playing()
    played.do("mike", Declare("mike", "There is a flashlight in my bag."))
    assert the(played, "tom", blocks.Facts).facts[0].text == "There is a flashlight in my bag."
    played.do("gm", EndScene())
    facts = the(played, "tom", blocks.Facts)
    assert facts.earlier[0].by == "Mike"


def test_an_offer_lies_open_before_everybody__WF_46() -> None:
    played = playing()
    played.do("gm", OfferPoint("tom", 2, "Tom drops the torch and flees."))
    mine, theirs = the(played, "tom", blocks.OfferCard), the(played, "dave", blocks.OfferCard)
    assert (mine.mine, mine.aspect) == (True, "Aie! Spiders!")
    assert (theirs.mine, theirs.what) == (False, "Tom drops the torch and flees.")


# -- Contests ------------------------------------------------------------------------------------


def brawl() -> Played:
    played = playing()
    played.do("gm", MakeNpc("Guard A", 3, 2, 2))
    played.do("gm", MakeNpc("Guard B", 2, 2, 2))
    who = ("tom", "dave", "mike", "npc_guard-a", "npc_guard-b")
    played.do("gm", OpenContest("The guards", "physical", who, order="dice"))
    return played


def test_the_order_shows_who_acts_at_the_same_time__WF_87() -> None:
    played = brawl()
    played.do("gm", SetOrder())
    card = the(played, "tom", blocks.ContestCard)
    assert [[t.name for t in g.turns] for g in card.groups] == [
        ["Tom", "Mike", "Guard A"],
        ["Dave", "Guard B"],
    ]
    assert card.groups[0].now
    assert card.groups[0].together
    assert card.now.startswith("It is Tom's turn.")


def test_where_nobody_is_hurt_the_odds_speak_of_whammies_and_not_of_stress__WF_70() -> None:
    played = playing()
    race = OpenContest("Cards", "mental", ("tom", "dave"), harmful=False)
    played.do("gm", race)
    played.do("tom", Act("tom", "dave"))
    outlook = the(played, "tom", blocks.Clash).outlook
    assert outlook is not None
    assert outlook.mean == ""
    assert {"wins", "loses", "loses by 1 whammy"} <= {o.label for o in outlook.outcomes}


def test_a_side_that_cannot_roll_is_beaten_for_certain__WF_71() -> None:
    played = playing()
    played.do("gm", GiveStress("dave", 3, "a long fall"))
    played.do("gm", OpenContest("A brawl", "physical", ("tom", "dave")))
    played.do("tom", Act("tom", "dave"))
    outlook = the(played, "tom", blocks.Clash).outlook
    assert outlook is not None
    assert [(o.label, o.chance.text) for o in outlook.outcomes] == [("deals 1 stress", "sure")]
    assert outlook.gains == ()


def test_two_drafts_lie_side_by_side_with_the_odds_of_ones_own_side__WF_65() -> None:
    played = brawl()
    played.do("gm", SetOrder())
    played.do("tom", Act("tom", "npc_guard-a"))
    clash = the(played, "tom", blocks.Clash)
    assert [(d.name, d.mine) for d in clash.drafts] == [("Tom", True), ("Guard A", False)]
    assert clash.outlook is not None
    assert clash.outlook.opposed
    assert clash.outlook_of == "for Tom to win"
    assert {"a tie", "deals 1 stress", "takes 1 stress"} <= {
        o.label for o in clash.outlook.outcomes
    }
    played.do("tom", GetReady(clash.drafts[0].roll))
    assert [d.ready for d in the(played, "gm", blocks.Clash).drafts] == [True, False]


def test_a_winning_defender_is_asked_before_it_hurts__WF_95() -> None:
    played = brawl()
    played.do("gm", SetOrder())
    played.do("tom", Act("tom", "npc_guard-a"))
    first, second = (d.roll for d in the(played, "tom", blocks.Clash).drafts)
    played.do("tom", GetReady(first))
    played.do("gm", GetReady(second), (1, 1, 1, 6, 6, 6))
    clash = the(played, "mike", blocks.Clash)
    assert (clash.asks, clash.winner, clash.stress) == ("Guard A", "Guard A", 4)


def test_acting_against_another_than_the_mark_is_said_beforehand__WF_94() -> None:
    played = brawl()
    played.do("gm", SetOrder())
    played.do("tom", Act("tom", "npc_guard-a"))
    first, second = (d.roll for d in the(played, "tom", blocks.Clash).drafts)
    played.do("tom", GetReady(first))
    played.do("gm", GetReady(second), (1, 1, 1, 2, 2, 2))
    played.do("gm", Inflict(True))
    played.do("mike", Pass("mike"))
    played.do("gm", Act("npc_guard-a", "dave"))
    note = "Guard A already hurts Tom this round: a win over Dave deals no stress."
    assert the(played, "dave", blocks.Clash).note == note


def test_sides_are_labels_with_a_hint_that_the_rules_know_none__WF_96() -> None:
    played = brawl()
    played.do("gm", SetOrder())
    played.do("gm", SetSide("npc_guard-a", "The house"))
    card = the(played, "tom", blocks.ContestCard)
    assert "The house" in {t.side for g in card.groups for t in g.turns}
    assert any("Sides are labels only" in hint for hint in advised(played, "tom"))


@pytest.mark.parametrize(("fighting", "words"), [(False, "one who is helped"), (True, "action")])
def test_helpers_are_told_what_help_costs_and_how_long_it_lasts__WF_60__WF_62(
    fighting: bool, words: str
) -> None:
    """Only the helped one bears the outcome; help is for this one roll; one still defends."""
    played = brawl() if fighting else playing()
    if fighting:
        played.do("gm", SetOrder())
        played.do("tom", Act("tom", "npc_guard-a"))
        assert any("still defend" in hint for hint in advised(played, "dave"))
    else:
        drafted(played)
        assert any("this one roll" in hint for hint in advised(played, "dave"))
    assert any(words in hint for hint in advised(played, "dave"))


# -- Creation ------------------------------------------------------------------------------------


def test_everybody_sees_everybodys_draft_with_comments__WF_108() -> None:
    played = Played()
    played.do("gm", OpenCreation())
    played.do("tom", MakeCharacter("Tom"))
    played.do("dave", CommentOn("tom", "More spiders!"))
    sketch = the(played, "mike", blocks.Sketch)
    assert (sketch.name, sketch.mine) == ("Tom", False)
    assert sketch.remarks == (blocks.Remark("Dave", "More spiders!"),)


def test_creation_names_the_players_without_a_character__WF_108() -> None:
    played = Played()
    played.do("gm", OpenCreation())
    played.do("tom", MakeCharacter("Tom"))
    assert the(played, "gm", blocks.Creation).without == ("Dave", "Mike")
    assert the(played, "dave", blocks.Creation).begin
    assert len(the(played, "dave", blocks.Creation).ready_made) == 4


def test_six_steps_each_with_what_is_still_missing__WF_109() -> None:
    played = Played()
    played.do("gm", OpenCreation())
    played.do("tom", MakeCharacter("Tom"))
    played.do("dave", MakeCharacter("Dave"))
    played.do("tom", WriteSummary("tom", "Tom", "Tom drives the night bus."))
    sketch = next(s for s in all_of(played, "tom", blocks.Sketch) if s.mine)
    assert [step.done for step in sketch.steps] == [True, False, False, False, True, False]
    assert sketch.steps[1].missing == ("Dave",)
    assert sketch.steps[1].part == "creation:tom:connections"


@pytest.mark.parametrize("dice", [8, 9, 10])
def test_good_ways_to_lay_the_dice_are_lawful_and_warned_of_by_nobody__WF_112(dice: int) -> None:
    laid = list(spreads(dice))
    assert {sum(one.dice) for one in laid} == {dice}
    assert all(1 < n < 6 for one in laid for n in one.dice)
    assert [one.dice.index(max(one.dice)) for one in laid] == [0, 1, 2, 0]


@pytest.mark.parametrize(("dice", "words"), [((1, 3, 4), "struggle"), ((6, 1, 1), "legends")])
def test_one_die_is_warned_of_and_six_get_a_note__WF_113(
    dice: tuple[int, int, int], words: str
) -> None:
    played = Played()
    played.do("gm", OpenCreation())
    played.do("tom", MakeCharacter("Tom"))
    played.do("tom", SetAttributes("tom", *dice))
    step = the(played, "tom", blocks.Sketch).steps[2]
    assert step.done
    assert any(words in warning for warning in step.warnings)


def test_dice_as_they_are_laid_are_warned_of_before_they_are_set__WF_113() -> None:
    played = Played()
    played.do("gm", OpenCreation())
    played.do("tom", MakeCharacter("Tom"))
    pages = {page.key: page for page in all_of(played, "tom", blocks.MakingPage)}
    extremes = [(key, n) for key, n, _ in pages["attributes"].extremes]
    assert extremes == [(a, n) for a in ("physical", "mental", "social") for n in (1, 6)]
    assert not any(page.extremes for key, page in pages.items() if key != "attributes")


def test_a_fifth_pool_brings_a_reminder_and_no_refusal__WF_97() -> None:
    played = Played()
    for name in ("Running", "Jumping", "Hiding", "Seeking"):
        played.do("gm", DefinePool(name))
    assert not the(played, "gm", blocks.PoolList).reminder
    played.do("gm", DefinePool("Shouting"))
    assert "5 pools" in the(played, "gm", blocks.PoolList).reminder


def test_a_pools_value_is_explained_where_it_is_chosen__WF_101() -> None:
    played = created()
    tom = next(p for p in all_of(played, "tom", blocks.MakingPage) if p.key == "pools")
    assert "3d is remarkable" in tom.hint
    assert [(p.name, p.dice, p.low, p.high) for p in tom.pools] == [
        ("Kung Fu", 0, 0, 3),
        ("Finding clues", 3, 0, 3),
    ]


def gadgets() -> Played:
    """A special pool with its levels, on offer, one die of Tom's in it."""
    played = created()
    played.do("gm", DefinePool("Weird gadgets", special=True))
    levels = {f"level_{n}d": f"level {n} of it" for n in (1, 2, 3)}
    played.do("gm", AnswerPoolQuestion("weird-gadgets", "levels", levels))
    return played


def test_a_special_pool_is_the_gms_until_it_is_offered_then_all_read_its_levels__WF_104() -> None:
    played = gadgets()
    assert b"Weird gadgets" not in bytes_of(played, "tom")
    played.do("gm", OfferPool("weird-gadgets"))
    pool = the(played, "tom", blocks.PoolList).pools[-1]
    assert pool.levels == (
        ("1d", "level 1 of it"),
        ("2d", "level 2 of it"),
        ("3d", "level 3 of it"),
    )


def test_a_danger_sign_lights_parts_four_and_five_until_they_are_answered__WF_106() -> None:
    played = gadgets()
    played.do("gm", OfferPool("weird-gadgets"))
    played.do("tom", SetPools("tom", {"weird-gadgets": 3}))
    assert not the(played, "gm", blocks.PoolDesigner).reminder
    played.do("gm", AnswerPoolQuestion("weird-gadgets", "danger", {"travel": "yes"}))
    lit = the(played, "gm", blocks.PoolDesigner)
    assert "danger sign" in lit.reminder
    assert [q.lit for q in lit.questions] == [False, False, False, True]
    played.do("gm", AnswerPoolQuestion("weird-gadgets", "shared_idea", {"agreed_limits": "Few."}))
    played.do("gm", AnswerTrust("weird-gadgets", "tom", "yes"))
    assert not the(played, "gm", blocks.PoolDesigner).reminder


def test_trust_is_for_the_gm_and_the_talk_note_for_that_player_too__WF_107() -> None:
    played = gadgets()
    played.do("gm", OfferPool("weird-gadgets"))
    played.do("tom", SetPools("tom", {"weird-gadgets": 3}))
    note = "No teleporting, please."
    played.do("gm", AnswerTrust("weird-gadgets", "tom", "not_sure", talk_note=note))
    assert the(played, "gm", blocks.PoolDesigner).trust[0].trust == "not_sure"
    own = next(s for s in all_of(played, "tom", blocks.Sheet) if s.who == "tom")
    assert own.talk_notes == (("Weird gadgets", note),)
    assert b"not_sure" not in bytes_of(played, "tom")
    for seat in ("dave", ONLOOKER):
        assert note.encode() not in bytes_of(played, seat)


# -- As values -----------------------------------------------------------------------------------


def test_onlookers_see_what_all_players_see_and_nothing_of_the_desk__TF_5() -> None:
    played = playing()
    drafted(played)
    kinds = {type(b) for b in view(played.wheel, ONLOOKER).blocks}
    assert {blocks.Draft, blocks.Idle, blocks.Bowl, blocks.Sheet} <= kinds
    assert not any(b.region == "desk" for b in view(played.wheel, ONLOOKER).blocks)


def test_a_page_is_a_plain_value_that_can_be_kept_by_what_it_shows() -> None:
    played = playing()
    drafted(played)
    for who in ("gm", "tom"):
        page = view(played.wheel, played.seat(who))
        assert hash(page) == hash(view(played.wheel, played.seat(who)))
    played.do("gm", Correct("tom", "fate", 3, "a slip"))
    assert view(played.wheel, played.seat("tom")) != page


def test_in_a_race_ones_own_throw_stands_first__WF_73() -> None:
    played = playing()
    race = OpenContest("A race", "physical", ("tom", "dave", "mike"), harmful=False, once=True)
    played.do("gm", race)
    for who in ("tom", "dave", "mike"):
        assert the(played, who, blocks.Clash).drafts[0].who == who


def test_in_a_race_everybody_reads_who_is_likely_to_come_first__WF_73() -> None:
    die = Odds(dict.fromkeys(range(1, 7), 1), 6)
    assert firsts((die, die)) == (Fraction(15, 36), Fraction(15, 36))
    played = playing()
    race = OpenContest("A race", "physical", ("tom", "dave", "mike"), harmful=False, once=True)
    played.do("gm", race)
    chances = the(played, "dave", blocks.Clash).firsts
    assert {one.label for one in chances} == {"Tom", "Mike", "Dave", "a tie"}
    assert sum(one.chance.share for one in chances) == pytest.approx(1)
    assert played.wheel.contest
    played.do("tom", Throw(played.wheel.contest.rolls["tom"]), (6, 6, 6))
    chances = the(played, "dave", blocks.Clash).firsts
    assert {one.label for one in chances} == {"Tom", "a tie"}, "Mike can still throw three sixes"
    assert chances[0].chance.share == pytest.approx(215 / 216)


def test_a_race_shows_no_odds_where_the_table_shows_none__TF_23() -> None:
    played = playing(options={"odds_shown": "nobody"})
    race = OpenContest("A race", "physical", ("tom", "dave"), harmful=False, once=True)
    played.do("gm", race)
    assert the(played, "tom", blocks.Clash).firsts == ()


def test_fate_points_of_one_giver_are_one_line_that_takes_away_the_last__WF_33() -> None:
    played = playing()
    roll = drafted(played)
    for who in ("tom", "dave", "tom", "tom"):
        played.do(who, SpendDie(roll, who))
    (draft,) = all_of(played, "tom", blocks.Draft)
    given = [(s.n, s.label, s.by, s.points) for s in draft.sources[1:]]
    assert given == [(3, "fate points", "", 3), (1, "a fate point", "Dave", 1)]
    played.do("tom", DropSource(roll, draft.sources[1].id))
    (draft,) = all_of(played, "tom", blocks.Draft)
    assert draft.sources[1].n == 2


@pytest.mark.parametrize("acted", [True, False])
def test_who_is_somebodys_mark_already_costs_no_other__WF_94(acted: bool) -> None:
    played = playing()
    played.do("gm", OpenContest("A brawl", "physical", ("tom", "dave", "mike"), order="seats"))
    if acted:
        played.do("tom", Act("tom", "dave"))
        played.do("gm", CloseWait(), (3, 3, 2, 4, 3))
    else:
        played.do("tom", Pass("tom"))
    played.do("dave", Act("dave", "tom"))
    played.do("gm", CloseWait(), (1, 1, *([1] * acted), 6, 6, 6))
    clash = the(played, "tom", blocks.Clash)
    assert (clash.asks, clash.marks) == ("Tom", not acted)


def test_a_roll_on_a_special_pool_shows_everybodys_dice_and_chances__WF_128() -> None:
    played = playing()
    played.do("gm", DefinePool("Magic", special=True, rolled_as="base"))
    played.do("gm", AnswerPoolQuestion("magic", "levels", {f"level_{n}d": "x" for n in (1, 2, 3)}))
    played.do("gm", OfferPool("magic"))
    played.do("gm", RaisePool("tom", "magic", "A book"))
    (ladder,) = the(played, "gm", blocks.CallRoll).special
    assert (ladder.key, ladder.name) == ("pool:magic", "Magic")
    assert [dice for _, _, dice in ladder.people] == [1, 0, 0]
    assert [chance.share > 0 for chance in ladder.rungs[0]] == [True, False, False]
