"""What each seat is offered in Wheel of Fate: the right buttons and fields, to the right person."""

from __future__ import annotations

from typing import Any

import pytest
from tests.games.wheel_of_fate.table import GAME, Played, created, playing

from tablefolk.core import play
from tablefolk.core.game import Command, Count, Offer, Pick, Words
from tablefolk.core.table.asking import in_words
from tablefolk.core.table.scenes import EndScene
from tablefolk.core.table.seats import AnswerChair, OfferChair
from tablefolk.games.wheel_of_fate.rules import book
from tablefolk.games.wheel_of_fate.rules.contests import (
    CloseContest,
    LeaveContest,
    OpenContest,
    SetSide,
)
from tablefolk.games.wheel_of_fate.rules.creation import (
    CommentOn,
    MakeCharacter,
    OpenCreation,
    SetReady,
    SetTools,
    StartPlay,
    TakeReadyMade,
    WriteNotes,
)
from tablefolk.games.wheel_of_fate.rules.drafts import (
    AddPool,
    AddSource,
    AddTool,
    AskBonus,
    CancelDraft,
    DraftRoll,
    DropSource,
)
from tablefolk.games.wheel_of_fate.rules.exchanges import Act, CloseWait, GetReady, Inflict
from tablefolk.games.wheel_of_fate.rules.fate import (
    AnswerOffer,
    Declare,
    GivePoint,
    Invoke,
    OfferPoint,
    RefuseGift,
    Reward,
    SpendDie,
    SuggestOffer,
    WithdrawOffer,
)
from tablefolk.games.wheel_of_fate.rules.helping import Help, PledgeHelp
from tablefolk.games.wheel_of_fate.rules.npcs import MakeNpc
from tablefolk.games.wheel_of_fate.rules.order import AskOrder, SetHaste, SetOrder
from tablefolk.games.wheel_of_fate.rules.pools import (
    AnswerPoolQuestion,
    AnswerTrust,
    DefinePool,
    OfferPool,
    TakePools,
)
from tablefolk.games.wheel_of_fate.rules.rolls import NoteWhammy, Settle, Throw
from tablefolk.games.wheel_of_fate.rules.rounds import Pass
from tablefolk.games.wheel_of_fate.rules.scenes import (
    Correct,
    DropAspect,
    GiveStress,
    ProposeAspect,
    ReorderSeats,
    RewordAspect,
    SkipAftermath,
)
from tablefolk.games.wheel_of_fate.rules.steps import (
    SetAttributes,
    SetPools,
    WriteAnswers,
    WriteConnection,
    WriteLastAnswer,
    WriteSummary,
)
from tablefolk.games.wheel_of_fate.rules.tasks import NewApproach, OpenTask, SetDifficulty
from tablefolk.games.wheel_of_fate.rules.wording import say


def menu(played: Played, member: str, command: type[Command], /, **fixed: Any) -> list[Offer]:
    return [
        offer
        for offer in play.menu(GAME, played.table, played.seat(member))
        if offer.command is command and all(offer.fixed.get(k) == v for k, v in fixed.items())
    ]


def the(played: Played, member: str, command: type[Command], /, **fixed: Any) -> Offer:
    found = menu(played, member, command, **fixed)
    assert found, f"{member} is not offered {command.__name__}"
    return found[0]


def names(offer: Offer) -> list[str]:
    return [blank.name for blank in offer.blanks]


def drafted(played: Played, who: str = "tom", attribute: str = "physical", **task: Any) -> int:
    played.do("gm", OpenTask("The door", **({attribute: 15} | task)))
    played.do(who, DraftRoll(who, attribute, max(played.wheel.tasks)))
    return played.last_roll.id


def brawl(order: Any = "dice") -> Played:
    played = playing()
    played.do("gm", MakeNpc("Guard A", 3, 2, 2))
    who = ("tom", "dave", "mike", "npc_guard-a")
    played.do("gm", OpenContest("The guard", "physical", who, order=order))
    return played


def test_whom_it_is_against_is_asked_once__TF_17() -> None:
    played = brawl("seats")
    asked = in_words(GAME, played.table, played.seat("tom"), Act("tom", "dave"))
    assert asked == "Tom acts against Dave"


def test_a_pool_says_what_chance_it_makes__WF_26() -> None:
    played = playing()
    drafted(played, "mike")
    assert the(played, "mike", AddPool).price == "38% then"
    played = playing()
    drafted(played, "mike", hidden=True)
    assert the(played, "mike", AddPool).price == ""


def test_stress_for_a_sure_roll_says_whom_it_puts_out__WF_78__WF_122() -> None:
    played = playing()
    roll = drafted(played, mode="sure")
    played.do("gm", GiveStress("tom", 2, "A fall"))
    played.do("tom", Throw(roll), (1, 1, 1, 1, 1))
    assert the(played, "gm", Settle, how="stress").label == (
        "Tom takes 1 stress, and is insensible then"
    )


def test_hurrying_begins_at_one__WF_85() -> None:
    played = brawl()
    (haste,) = the(played, "tom", SetHaste).blanks
    assert isinstance(haste, Count)
    assert (haste.low, haste.start) == (0, 1)


# -- A roll in two taps --------------------------------------------------------------------------


def test_a_called_player_has_one_button_for_each_way_and_then_the_throw__TF_19() -> None:
    played = playing()
    played.do("gm", OpenTask("The door", 15, 20, closed=("social",), called=("tom",)))
    ways = menu(played, "tom", DraftRoll)
    assert [(w.label, w.blanks, w.owed, w.open) for w in ways] == [
        ("Roll Physical", (), True, True),
        ("Roll Mental", (), True, True),
    ]
    assert menu(played, "dave", DraftRoll) == []
    played.do("tom", DraftRoll("tom", "physical", max(played.wheel.tasks)))
    throw = the(played, "tom", Throw)
    assert (throw.blanks, throw.owed, throw.tone, throw.dice) == ((), True, "main", 3)
    assert menu(played, "dave", Throw) == []


def test_the_throw_says_how_many_dice_so_that_a_hand_can_type_them_in__WF_5() -> None:
    played = playing()
    roll = drafted(played)
    played.do("gm", AddSource(roll, "bonus", 2, "Time"))
    assert the(played, "tom", Throw).dice == 5


def test_a_lost_roll_is_thrown_only_after_a_question__WF_15() -> None:
    played = playing()
    roll = drafted(played)
    played.do("gm", AddSource(roll, "penalty", 4, "Blind"))
    throw = the(played, "tom", Throw)
    assert throw.open
    assert throw.fixed["confirm"] is True
    assert throw.confirm
    assert throw.tone == "grave"


def test_pools_and_usual_tools_are_one_tap_that_asks_the_gm__WF_127() -> None:
    played = playing()
    played.do("mike", SetTools("mike", ("Rope",)))
    roll = drafted(played, "mike")
    pool, tool = the(played, "mike", AddPool, pool="kung-fu"), the(played, "mike", AddTool)
    assert (pool.label, pool.blanks, bool(pool.asks)) == ("Kung Fu +2", (), True)
    assert (tool.label, tool.blanks, bool(tool.asks)) == ("Rope +1", (), True)
    assert names(menu(played, "mike", AddTool)[-1]) == ["tool"]
    assert pool.about == f"roll:{roll}"
    assert tool.about == f"roll:{roll}:more"  # behind the card


def test_a_player_asks_for_a_bonus_with_a_reason_and_the_gm_grants_dice__WF_126() -> None:
    played = playing()
    drafted(played)
    ask, grant = the(played, "tom", AskBonus), the(played, "gm", AddSource)
    assert (names(ask), bool(ask.asks)) == (["label"], True)
    assert names(grant) == ["kind", "n", "label"]
    extra = the(played, "gm", AddSource, kind="extra")
    assert (names(extra), "not bonus dice?" in extra.confirm) == (["n", "label"], True)
    assert not menu(played, "tom", AddSource)


def test_what_went_into_a_draft_can_be_taken_away_by_whoever_gave_it__WF_24() -> None:
    played = playing()
    roll = drafted(played)
    played.do("dave", Help(roll, "dave"))
    source = played.last_roll.sources[-1].id
    assert the(played, "tom", DropSource).fixed["source"] == source
    assert the(played, "dave", DropSource).about == f"roll:{roll}:{source}"
    assert menu(played, "mike", DropSource) == []
    assert the(played, "tom", CancelDraft).open
    assert not menu(played, "dave", CancelDraft)


# -- Points --------------------------------------------------------------------------------------


def test_a_point_buys_a_bonus_die_on_anybodys_roll__WF_38() -> None:
    played = playing()
    roll = drafted(played)
    assert the(played, "tom", SpendDie).label == "Just a fate point"
    assert the(played, "dave", SpendDie).label == "A fate point for Tom"
    played.do("dave", SpendDie(roll, "dave"))
    assert the(played, "tom", RefuseGift).open
    assert not menu(played, "mike", RefuseGift)


def test_invoking_names_ones_own_aspects_and_asks_how__WF_43() -> None:
    played = playing()
    drafted(played)
    offer = the(played, "mike", Invoke)
    aspect, how = offer.blanks
    assert isinstance(aspect, Pick)
    assert isinstance(how, Words)
    assert next(c.label for c in aspect.choices) == "Kung fu films"
    assert not how.optional
    assert offer.asks


def test_without_points_the_button_says_so_in_the_rules_own_words__WF_32() -> None:
    played = playing(options={"starting_fate": 0})
    drafted(played)
    offer = the(played, "tom", SpendDie)
    assert offer.refusal
    assert (offer.refusal.code, offer.refusal.rule) == ("no_fate_points", "WF-32")


def test_a_fact_can_be_declared_plain_or_with_an_aspect__WF_34__WF_45() -> None:
    played = playing()
    plain, *tied = menu(played, "mike", Declare)
    assert names(plain) == ["text", "kind"]
    assert plain.asks
    mike = played.wheel.cast["mike"]
    assert [offer.about for offer in tied] == [f"aspect:{a.id}" for a in mike.aspects]
    assert names(tied[0]) == ["text", "how", "kind"]


def test_rewards_are_for_the_others_and_come_from_players__WF_53() -> None:
    played = playing()
    assert {o.fixed["to"] for o in menu(played, "mike", Reward)} == {"tom", "dave"}
    assert menu(played, "gm", Reward) == []
    assert menu(played, "mike", GivePoint) == []


def test_the_owner_is_asked_and_the_gm_may_withdraw__WF_47__WF_49() -> None:
    played = playing()
    assert names(the(played, "gm", OfferPoint, to="tom")) == ["aspect", "what"]
    assert the(played, "dave", SuggestOffer, to="tom").asks
    played.do("gm", OfferPoint("tom", 2, "Tom flees."))
    accept, counter = menu(played, "tom", AnswerOffer)
    assert (accept.fixed["accept"], accept.owed) == (True, True)
    assert (counter.fixed["accept"], counter.owed, counter.open) == (False, True, True)
    assert menu(played, "dave", AnswerOffer) == menu(played, "gm", AnswerOffer) == []
    assert the(played, "gm", WithdrawOffer).open


def test_an_offer_can_undo_a_result_just_won__WF_46() -> None:
    played = playing()
    roll = drafted(played)
    played.do("tom", Throw(roll), (6, 6, 6))
    undo = the(played, "gm", OfferPoint, to="tom").blanks[-1]
    assert isinstance(undo, Pick)
    assert [c.value for c in undo.choices] == [0, roll]


def test_only_fresh_successes_of_that_character_can_be_undone__WF_46__WF_47() -> None:
    played = playing()
    won, lost = drafted(played), drafted(played, "dave", "mental")
    played.do("tom", Throw(won), (6, 6, 6))
    played.do("dave", Throw(lost), (1, 1, 1, 1))
    for who, roll in (("tom", lost), ("dave", lost), ("dave", won)):
        assert played.refused("gm", OfferPoint(who, first_aspect(played, who), "No.", roll))
    played.do("gm", OfferPoint("tom", 1, "The door falls on him.", won))
    offer = max(played.wheel.offers)
    played.do("tom", AnswerOffer(offer, accept=True))
    assert played.wheel.rolls[won].overridden == "The door falls on him."
    assert "roll" not in names(the(played, "gm", OfferPoint, to="tom")), "there is none to undo"
    again = played.refused("gm", OfferPoint("tom", 1, "Twice.", won))
    assert (again.code, again.firm) == ("nothing_to_undo", False)


def first_aspect(played: Played, who: str) -> int:
    return played.hero(who).aspects[0].id


# -- After the throw -----------------------------------------------------------------------------


def test_each_whammy_has_a_field_for_the_gm_and_a_suggestion_for_players__WF_23() -> None:
    played = playing()
    roll = drafted(played, physical=5)
    played.do("tom", Throw(roll), (5, 4, 2))
    note, suggestion = the(played, "gm", NoteWhammy), the(played, "dave", NoteWhammy)
    assert (names(note), note.asks) == (["text"], "")
    assert (suggestion.label.startswith("Suggest"), bool(suggestion.asks)) == (True, True)
    played.do("gm", NoteWhammy(roll, "The frame comes out."))
    assert menu(played, "gm", NoteWhammy) == []


def test_succeeds_but_is_the_gms_to_settle_in_three_ways__WF_122() -> None:
    played = playing()
    roll = drafted(played, "mike", "social", social=10, mode="sure")
    played.do("mike", Throw(roll), (2, 1, 3))
    ways = menu(played, "gm", Settle)
    assert [w.fixed["how"] for w in ways] == ["complication", "stress", "waive"]
    assert all(w.owed for w in ways)
    assert menu(played, "mike", Settle) == []


def test_after_a_failure_only_a_new_approach_is_offered__WF_124__WF_125() -> None:
    played = playing()
    roll = drafted(played, "dave", "mental", mental=20)
    played.do("dave", Throw(roll), (6, 5, 3, 4))
    assert menu(played, "dave", DraftRoll) == []
    again = the(played, "dave", NewApproach)
    assert (names(again), bool(again.asks)) == (["attribute", "how"], True)
    played.do("dave", NewApproach(again.fixed["task"], "dave", "mental", "I open the casing."))
    assert the(played, "dave", DraftRoll, attribute="mental").open


def test_a_later_gm_may_call_on_and_roll_for_their_own_character__TF_7() -> None:
    played = playing()
    roll = drafted(played, "dave", "mental", mental=20)
    played.do("dave", Throw(roll), (6, 5, 3, 4))
    played.do("gm", OfferChair("tom"))
    played.do("tom", AnswerChair(yes=True))
    called = next(b for b in the(played, "tom", OpenTask).blanks if b.name == "called")
    assert isinstance(called, Pick)
    assert [c.value for c in called.choices] == ["tom", "dave", "mike"]
    again = the(played, "tom", NewApproach, who="dave")
    assert (again.open, again.asks) == (True, "")
    assert {o.fixed["who"] for o in menu(played, "tom", DraftRoll)} == {"tom", "mike"}


def test_where_one_throw_is_only_a_reminder_one_may_roll_again__WF_124() -> None:
    played = playing(options={"roll_once": "remind"})
    roll = drafted(played, "dave", "mental", mental=20)
    played.do("dave", Throw(roll), (6, 5, 3, 4))
    assert the(played, "dave", DraftRoll).open
    assert the(played, "dave", NewApproach).open


def test_a_pool_with_dice_of_its_own_is_a_way_once_it_is_on_offer__WF_27__WF_103() -> None:
    played = playing()
    played.do("gm", DefinePool("Magic", special=True, rolled_as="base"))
    played.do("gm", OpenTask("The door", 15))
    task = max(played.wheel.tasks)
    assert menu(played, "gm", SetDifficulty, attribute="pool:magic") == []
    assert played.refused("gm", SetDifficulty(task, "pool:magic", 10)).code == "bad_attribute"
    levels = {f"level_{n}d": "more" for n in (1, 2, 3)}
    played.do("gm", AnswerPoolQuestion("magic", "levels", levels))
    played.do("gm", OfferPool("magic"))
    assert the(played, "gm", SetDifficulty, attribute="pool:magic").open


# -- The GM's desk -------------------------------------------------------------------------------


def test_calling_a_roll_has_a_field_for_each_outcome_and_one_for_hiding__WF_120__WF_129() -> None:
    played = playing()
    calls = menu(played, "gm", OpenTask)
    assert [c.label for c in calls] == [
        "Call for a Physical roll",
        "Call for a Mental roll",
        "Call for a Social roll",
    ]
    fields = {"title", "on_success", "on_failure", "stakes_shown", "hidden", "mode", "search"}
    assert fields | {"called", "closed"} <= set(names(calls[0]))
    first = next(b for b in calls[0].blanks if b.name == "physical")
    assert isinstance(first, Count)
    assert first.low == 1
    assert menu(played, "tom", OpenTask) == []


def test_any_number_on_any_sheet_can_be_corrected_with_a_reason__WF_4() -> None:
    played = playing()
    fixes = menu(played, "gm", Correct, who="tom")
    assert all("reason" in names(fix) for fix in fixes)
    assert {f.fixed.get("field") for f in fixes} >= {"fate", "stress"}
    assert menu(played, "gm", Correct, field="bowl")
    assert menu(played, "tom", Correct) == []


def test_what_is_written_on_a_sheet_in_play_is_named_and_shouts_nowhere__WF_1() -> None:
    played = playing(("tom", "dave"))
    for kind in (
        WriteSummary,
        WriteConnection,
        WriteAnswers,
        WriteLastAnswer,
        SetTools,
        WriteNotes,
    ):
        for offer in menu(played, "gm", kind):
            assert offer.tone == "quiet"
            assert offer.label.startswith("Change")


def test_a_contest_begins_with_the_players_characters_ticked__WF_64() -> None:
    played = playing(("tom", "dave"))
    played.do("gm", MakeNpc("Guard A", 3, 2, 2))
    for offer in menu(played, "gm", OpenContest):
        (who,) = (b for b in offer.blanks if b.name == "who")
        assert isinstance(who, Pick)
        assert who.ticked == ("tom", "dave")


def test_the_gm_seats_people_and_not_while_a_round_runs__WF_2() -> None:
    played = playing()
    offer = the(played, "gm", ReorderSeats)
    assert isinstance(offer.blanks[0], Pick)
    assert [c.value for c in offer.blanks[0].choices] == ["tom", "dave", "mike"]
    assert the(brawl(), "gm", ReorderSeats).refusal


def test_a_special_pool_asks_its_questions_and_needs_its_levels_first__WF_104__WF_105() -> None:
    played = created()
    played.do("gm", DefinePool("Weird gadgets", special=True))
    parts = [o.fixed["question"] for o in menu(played, "gm", AnswerPoolQuestion)]
    assert parts == ["levels", "beyond", "danger", "shared_idea"]
    no = the(played, "gm", OfferPool).refusal
    assert no is not None
    assert no.code == "levels_needed"


def test_trust_is_asked_for_each_player_with_dice_in_the_pool__WF_107() -> None:
    played = created()
    played.do("gm", DefinePool("Weird gadgets", special=True))
    levels = {f"level_{n}d": "more" for n in (1, 2, 3)}
    played.do("gm", AnswerPoolQuestion("weird-gadgets", "levels", levels))
    played.do("gm", OfferPool("weird-gadgets"))
    assert menu(played, "gm", AnswerTrust) == []
    played.do("tom", SetPools("tom", {"weird-gadgets": 3}))
    asked = the(played, "gm", AnswerTrust, who="tom")
    assert names(asked) == ["trust", "expectations_told", "talk_note"]


def test_the_gm_takes_a_set_of_pools_in_one_tap__WF_97() -> None:
    played = Played()
    sets = the(played, "gm", TakePools)
    assert menu(played, "tom", TakePools) == []
    (setting,) = sets.blanks
    assert isinstance(setting, Pick)
    police = next(c for c in setting.choices if c.value == "police")
    assert police.hint == "Finding clues, Interrogation and Forensics"
    played.do("gm", TakePools("police"))
    (setting,) = the(played, "gm", TakePools).blanks
    assert isinstance(setting, Pick)
    assert [c.value for c in setting.choices if c.refusal] == ["police"]


# -- Creation ------------------------------------------------------------------------------------


def test_a_newcomer_takes_a_ready_made_character_in_one_tap_or_begins_one__WF_109() -> None:
    played = Played()
    assert the(played, "gm", OpenCreation).owed
    played.do("gm", OpenCreation())
    box = menu(played, "tom", TakeReadyMade)
    assert len(box) == 4
    assert all(o.open and not o.blanks for o in box)
    assert the(played, "tom", MakeCharacter).owed


def test_every_way_to_split_the_dice_is_offered_and_none_that_is_refused__WF_112() -> None:
    played = Played()
    played.do("gm", OpenCreation())
    played.do("tom", MakeCharacter("Tom"))
    splits = menu(played, "tom", SetAttributes)
    assert len(splits) == 21
    assert all(s.open for s in splits)


def test_ready_is_shown_shut_with_the_list_of_what_is_missing__WF_109() -> None:
    played = Played()
    played.do("gm", OpenCreation())
    played.do("tom", MakeCharacter("Tom"))
    ready = the(played, "tom", SetReady)
    assert ready.owed
    assert ready.refusal is not None
    assert (ready.refusal.code, "summary" in ready.refusal.why) == ("creation_incomplete", True)


def test_anybody_may_comment_on_anybodys_draft__WF_108() -> None:
    played = Played()
    played.do("gm", OpenCreation())
    played.do("tom", MakeCharacter("Tom"))
    assert the(played, "dave", CommentOn, who="tom").open
    assert the(played, "gm", CommentOn, who="tom").open


def test_starting_early_is_asked_about_first__WF_118() -> None:
    played = Played()
    played.do("gm", OpenCreation())
    played.do("tom", MakeCharacter("Tom"))
    early = the(played, "gm", StartPlay)
    assert early.open
    assert early.fixed["confirm"] is True
    assert early.confirm
    ready = the(created(), "gm", StartPlay)
    assert ready.owed
    assert not ready.confirm
    assert ready.fixed["confirm"] is False


def test_only_the_gm_names_whose_a_new_character_is__WF_1() -> None:
    played = Played()
    played.do("gm", OpenCreation())
    for made in (TakeReadyMade("nora-pell", "tom"), MakeCharacter("Nora", "tom")):
        assert played.refused("tom", made).code == "not_yours"
    played.do("gm", TakeReadyMade("nora-pell", "tom"))
    assert played.hero("nora-pell").owner == "tom"


def test_until_play_begins_aspects_are_written_anew_and_not_one_by_one__WF_42() -> None:
    played = created()
    assert menu(played, "tom", DropAspect) == menu(played, "tom", RewordAspect) == []
    for command in (DropAspect("tom", 1), RewordAspect("tom", 1, "Strong as two oxen")):
        assert played.refused("tom", command).code == "not_playing"


# -- Contests ------------------------------------------------------------------------------------


def test_whoevers_turn_it_is_acts_or_passes_and_is_waited_for__WF_89() -> None:
    played = brawl("seats")
    act = the(played, "tom", Act)
    assert act.owed
    assert act.open
    assert isinstance(act.blanks[0], Pick)
    assert [c.label for c in act.blanks[0].choices] == ["Guard A", "Dave", "Mike"]
    assert the(played, "tom", Pass).open
    waiting = the(played, "dave", Act)
    assert waiting.refusal
    assert waiting.refusal.code == "not_your_turn"
    assert not waiting.owed


def test_anybody_in_it_may_ask_for_the_order_by_dice__WF_83() -> None:
    played = brawl("seats")
    assert the(played, "mike", AskOrder).open
    played.do("mike", AskOrder())
    assert the(played, "gm", SetOrder).owed


def test_haste_goes_as_far_as_the_roll_can_bear_and_no_further__WF_86() -> None:
    played = brawl()
    played.do("gm", GiveStress("tom", 1, "a fall"))
    haste = the(played, "tom", SetHaste).blanks[0]
    assert isinstance(haste, Count)
    assert (haste.low, haste.high) == (0, 2)
    assert names(the(played, "dave", PledgeHelp)) == ["whom"]


def test_both_sides_are_waited_for_until_they_are_ready__WF_65() -> None:
    played = brawl("seats")
    played.do("tom", Act("tom", "npc_guard-a"))
    mine, theirs = the(played, "tom", GetReady), menu(played, "gm", GetReady)
    assert mine.owed
    assert sorted(offer.owed for offer in theirs) == [False, True]
    assert the(played, "gm", CloseWait).open
    played.do("tom", GetReady(mine.fixed["roll"]))
    assert menu(played, "tom", GetReady) == []


def test_helping_in_a_contest_is_shown_shut_to_whoever_has_acted__WF_61() -> None:
    played = brawl("seats")
    played.do("tom", Pass("tom"))
    played.do("dave", Act("dave", "npc_guard-a"))
    shut = the(played, "tom", Help)
    assert shut.refusal
    assert shut.refusal.code == "already_acted"
    assert the(played, "mike", Help).open


def test_a_winning_defender_says_yes_or_no__WF_95() -> None:
    played = brawl("seats")
    played.do("tom", Act("tom", "mike"))
    played.do("tom", GetReady(the(played, "tom", GetReady).fixed["roll"]))
    ready = the(played, "mike", GetReady).fixed["roll"]
    played.do("mike", GetReady(ready), (1, 1, 1, 5, 5, 5))
    assert [(o.fixed["yes"], o.owed) for o in menu(played, "mike", Inflict)] == [
        (True, True),
        (False, True),
    ]
    assert menu(played, "tom", Inflict) == []


def test_the_gm_names_sides_and_closes_after_a_question__WF_91__WF_96() -> None:
    played = brawl()
    assert names(the(played, "gm", SetSide)) == ["who", "side"]
    assert the(played, "gm", CloseContest).confirm


def test_a_scene_asks_its_owner_what_stays__WF_81() -> None:
    played = playing()
    played.do("gm", GiveStress("tom", 1, "a fall"))
    played.do("gm", EndScene())
    asked = the(played, "tom", ProposeAspect)
    assert asked.owed
    assert asked.asks
    assert the(played, "tom", SkipAftermath).owed
    assert menu(played, "dave", ProposeAspect) == []


# -- Nothing forgotten ---------------------------------------------------------------------------


def test_every_offer_has_a_label_a_rule_and_a_lawful_tone() -> None:
    tones = {"main", "plain", "quiet", "grave", ""}
    spoken = (key.rpartition(".") for key in say.sentences if key[0].isupper())
    keys = {act for act, _, what in spoken if what == "label" and "." not in act}
    assert len(keys) > 80
    for key in keys:
        assert say.sentences[f"{key}.label"]
        assert say.sentences[f"{key}.rule"].startswith("WF-")
        assert say.sentences.get(f"{key}.tone", "") in tones


def test_every_command_of_the_game_has_words_for_its_button() -> None:
    """GivePoint is never offered (WF-39), a character is brought in a file (TF-39); scenes,
    sessions and options are the table's to offer."""
    never = {"GivePoint", "BringCharacter"}
    elsewhere = never | {"EndScene", "OpenScene", "OpenSession", "SetOption"}
    split = {
        "AnswerOffer": "AcceptOffer",
        "Inflict": "InflictYes",
        "Settle": "SettleStress",
        "Correct": "CorrectFate",
    }
    for command in book.commands:
        name = command.__name__
        if name not in elsewhere:
            assert f"{split.get(name, name)}.label" in say, name


@pytest.mark.parametrize("who", ["gm", "tom"])
def test_a_quiet_table_has_a_small_menu(who: str) -> None:
    """What a player would think of fits on a screen; a GM's desk is larger, and sorted."""
    played = playing()
    open_ones = [o for o in play.menu(GAME, played.table, played.seat(who)) if o.open]
    assert len(open_ones) < (150 if who == "gm" else 40)


def test_who_is_left_alone_is_asked_for_no_promise_of_help__WF_63() -> None:
    played = playing()
    played.do("gm", OpenContest("The wall", "physical", ("tom", "dave"), order="dice"))
    assert menu(played, "tom", PledgeHelp)
    played.do("gm", LeaveContest("dave"))
    assert menu(played, "tom", PledgeHelp) == []


def test_what_the_gm_declares_for_somebody_names_them__WF_63__WF_85() -> None:
    played = playing()
    played.do("gm", OpenContest("A brawl", "physical", ("tom", "dave", "mike"), order="dice"))
    labels = [offer.label for do in (SetHaste, PledgeHelp) for offer in menu(played, "gm", do)]
    assert labels == [
        *("Tom hurries", "Dave hurries", "Mike hurries"),
        *("Tom promises help", "Dave promises help", "Mike promises help"),
    ]
    assert the(played, "tom", SetHaste).label == "Hurry"
    played.do("tom", PledgeHelp("tom", "dave"))
    assert "Take Tom's promise back" in [offer.label for offer in menu(played, "gm", PledgeHelp)]


def test_every_number_is_corrected_from_its_own_value__WF_4() -> None:
    played = playing()
    played.do("gm", GiveStress("mike", 1, "a fall"))
    mike = played.hero("mike")
    numbers = {"fate": mike.fate, "stress": 1, **mike.attributes}
    numbers |= {f"pool:{pool}": mike.pools.get(pool, 0) for pool in played.wheel.pools}
    starts = {}
    for offer in menu(played, "gm", Correct):
        if offer.fixed["who"] == "mike":
            assert isinstance(offer.blanks[0], Count)
            starts[offer.fixed["field"]] = offer.blanks[0].start
    assert starts == numbers
