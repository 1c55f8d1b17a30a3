"""What each seat of Wheel of Fate has before it, moment by moment."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from tests.games.wheel_of_fate.table import GAME, HOUSE, Played, created, playing
from tests.games.wheel_of_fate.test_offers import brawl, drafted, menu, the

from tablefolk.core import stage
from tablefolk.core.game import Pick, Seat, WordAsked
from tablefolk.core.table.judging import Answer, Withdrawn
from tablefolk.core.table.scenes import EndScene
from tablefolk.core.table.seats import Join, SetOption
from tablefolk.games.wheel_of_fate.page.blocks import Creation, PoolDesigner, PoolList
from tablefolk.games.wheel_of_fate.page.stage import mat, naming, parts, rows
from tablefolk.games.wheel_of_fate.rules.contests import CloseContest, OpenContest, SetSide
from tablefolk.games.wheel_of_fate.rules.creation import (
    MakeCharacter,
    OpenCreation,
    SetReady,
    TakeReadyMade,
)
from tablefolk.games.wheel_of_fate.rules.drafts import (
    AddPool,
    AddSource,
    CancelDraft,
    DraftRoll,
    Try,
)
from tablefolk.games.wheel_of_fate.rules.exchanges import Act, CloseWait, GetReady
from tablefolk.games.wheel_of_fate.rules.fate import AnswerOffer, OfferPoint, SpendDie
from tablefolk.games.wheel_of_fate.rules.helping import PledgeHelp
from tablefolk.games.wheel_of_fate.rules.npcs import MakeNpc
from tablefolk.games.wheel_of_fate.rules.order import SetOrder
from tablefolk.games.wheel_of_fate.rules.pools import AnswerPoolQuestion, DefinePool, OfferPool
from tablefolk.games.wheel_of_fate.rules.rolls import NoteWhammy, Throw
from tablefolk.games.wheel_of_fate.rules.rounds import Pass, turn
from tablefolk.games.wheel_of_fate.rules.scenes import Correct, GiveStress, SkipAftermath
from tablefolk.games.wheel_of_fate.rules.steps import (
    SetAttributes,
    SetPools,
    WriteAnswer,
    WriteAnswers,
    WriteConnection,
    WriteLastAnswer,
    WriteSummary,
)
from tablefolk.games.wheel_of_fate.rules.tasks import OpenTask


def now(played: Played, who: str) -> stage.Now:
    """What this member has before them."""
    owed = [wait.part for wait in GAME.waits_of(played.table).get(who, ())]
    found = stage.now(tuple(parts(played.wheel, played.seat(who))), owed)
    assert found
    return found


def asked(played: Played, who: str) -> tuple[str, str]:
    found = now(played, who)
    return found.kind, found.part.title


def keys(played: Played, who: str, place: str) -> set[str]:
    return {p.key for p in parts(played.wheel, played.seat(who)) if p.place == place}


# -- What has just gone wrong (WF-117) ---------------------------------------------------------


def test_the_gm_has_what_has_just_gone_wrong_before_starting_and_afterwards__WF_117() -> None:
    wrong = [(name, "Everything, at once.") for name in ("Tom", "Dave", "Mike")]
    before = created()
    start, _ = body(before, "gm", "creation")
    assert [(one.question, one.answer) for one in start.openings] == wrong
    for played in (before, playing()):
        tool, _ = body(played, "gm", "openings")
        assert [(one.question, one.answer) for one in tool.told] == wrong
        assert "openings" in keys(played, "gm", "tool")
        assert "openings" not in keys(played, "tom", "tool")


# -- Somebody who comes late (WF-111) -------------------------------------------------------------


def test_those_at_play_are_shown_who_came_late_and_say_what_is_between_them__WF_111() -> None:
    played = playing(("tom", "dave"))
    played._act(HOUSE, Join("Mike"), ())
    played.do("mike", TakeReadyMade("nora-pell"))
    (newcomer,) = (hero for hero in played.wheel.pcs() if hero.owner == "mike")
    assert newcomer.ready
    key = f"met:{newcomer.id}"
    (part,) = (p for p in parts(played.wheel, played.seat("tom")) if p.key == key)
    assert (part.place, part.title) == ("shelf", "What is between Tom and Nora?")
    (offer,) = part.offers()
    assert (offer.do, offer.open, offer.owed) == ("WriteConnection", True, False)
    played.do("tom", WriteConnection("tom", newcomer.id, "From the ferry", "Curious"))
    assert key not in {p.key for p in parts(played.wheel, played.seat("tom"))}
    assert key in {p.key for p in parts(played.wheel, played.seat("dave"))}


# -- A win that is sure (WF-71) ------------------------------------------------------------------


def test_where_the_other_can_do_nothing_nobody_is_asked_for_points_or_dice__WF_71() -> None:
    played = playing(("tom", "dave"))
    played.do("gm", MakeNpc("Ghost", 0, 2, 2))
    played.do("gm", OpenContest("A haunting", "physical", ("tom", "dave", "npc_ghost")))
    played.do("tom", Act("tom", "npc_ghost"))
    assert asked(played, "tom") == ("owed", "Nothing stands in Tom's way. Go on?")
    card = next(p for p in parts(played.wheel, played.seat("tom")) if p.key == "clash")
    assert [(o.do, o.label) for o in card.offers()] == [("GetReady", "Go on: nobody throws")]
    ((mine, theirs),) = (block.drafts for block in card.blocks())
    assert (mine.won, theirs.won, mine.behind) == (True, False, ("more",))
    assert "SpendDie" in {o.do for o in menu(played, "tom", SpendDie)}


def test_an_npc_goes_by_the_whole_name_which_may_begin_with_what_they_are__WF_119() -> None:
    played = playing(("tom", "dave"))
    played.do("gm", MakeNpc("Harbour master Grimm", 3, 2, 2))
    (grimm,) = (hero.id for hero in played.wheel.cast.values() if hero.kind == "npc")
    played.do("gm", OpenContest("A brawl", "physical", ("tom", "dave", grimm)))
    played.do("tom", Act("tom", grimm))
    assert asked(played, "tom")[1] == "Ready to throw against Harbour master Grimm, Tom?"


def netted(*who: str) -> Played:
    """Tom acts against Dave; a net lies over whoever is named."""
    played = playing(("tom", "dave"))
    played.do("gm", OpenContest("A brawl", "physical", ("tom", "dave")))
    played.do("tom", Act("tom", "dave"))
    for roll in played.wheel.rolls.values():
        if roll.roller in who:
            played.do("gm", AddSource(roll.id, "penalty", 4, "a net"))
    return played


def readiness(played: Played, who: str) -> tuple[str, str, str]:
    offer = next(o for o in menu(played, who, GetReady) if o.owed)
    card = next(p for p in parts(played.wheel, played.seat(who)) if p.key == "clash")
    assert offer.label in [o.label for o in card.offers()], "it lies in front"
    assert bool(offer.confirm) == bool(offer.fixed["confirm"])
    return offer.label, offer.tone, card.title


def test_a_loss_without_a_throw_is_named_and_confirmed_and_the_other_reads_a_win__WF_15() -> None:
    played = netted("tom")
    title = "As it stands Tom loses to Dave. Let it be lost?"
    assert readiness(played, "tom") == ("Let it be lost", "grave", title)
    label, tone, title = readiness(played, "dave")
    assert (label, tone) == ("Ready: won without a throw, as it stands", "main")
    assert title == "As it stands Tom cannot roll. Is that all, Dave?"
    (wait,) = menu(played, "gm", CloseWait)
    assert wait.confirm == "As it stands Tom loses without a throw. Wait no longer?"
    assert all(draft.unthrown for draft in body(played, "tom", "clash")[0].drafts)
    (tom, _) = played.wheel.contest.exchange.rolls  # type: ignore[union-attr]
    played.do("gm", AddSource(tom, "bonus", 2, "a knife"))
    assert readiness(played, "tom")[0] == readiness(played, "dave")[0] == "Ready to throw"
    assert not menu(played, "gm", CloseWait)[0].confirm


def test_where_neither_can_roll_nobody_wins_and_both_read_so__WF_15__WF_72() -> None:
    played = netted("tom", "dave")
    for who in ("tom", "dave"):
        assert readiness(played, who)[:2] == ("Let nobody win", "grave")
    played.do("gm", CloseWait())
    assert played.wheel.contest.exchange.winner == ""  # type: ignore[union-attr]


# -- When nobody is left against them (WF-91) --------------------------------------------------


def won(order: str) -> Played:
    """Three friends against one, who goes down in the middle of the round; nobody wrote sides."""
    played = playing()
    played.do("gm", MakeNpc("Guard A", 3, 2, 2))
    who = ("tom", "dave", "mike", "npc_guard-a")
    played.do("gm", OpenContest("The guard", "physical", who, order=order))  # type: ignore[arg-type]
    played.do("gm", GiveStress("npc_guard-a", 4, "a roof tile"))
    return played


@pytest.mark.parametrize("order", ["dice", "seats"])
def test_when_one_side_is_out_the_gm_is_asked_whether_it_is_over__WF_91(order: str) -> None:
    played = won(order)
    names = "Tom, Dave and Mike"
    assert asked(played, "gm") == ("owed", f"Nobody is left against {names}: is it over?")
    theirs = f"Nobody is left against {names}. GM says whether it is over"
    assert asked(played, "tom") == ("open", theirs)
    assert list(GAME.waits_of(played.table)) == ["gm"]
    card = next(p for p in parts(played.wheel, played.seat("gm")) if p.key == "contest")
    answers = [("CloseContest", True, "main"), ("GoOn", True, "quiet")]
    assert [(o.do, o.owed, o.tone) for o in card.offers()] == answers
    played.do("gm", CloseContest())
    assert asked(played, "tom") == ("idle", "What do you do, Tom?")


def test_going_on_stays_possible_though_nobody_is_left_against_them__WF_91() -> None:
    played = won("dice")
    more = next(p for p in parts(played.wheel, played.seat("gm")) if p.key == "contest:more")
    assert "SetOrder" in {offer.do for offer in more.offers()}
    played.do("gm", SetOrder())
    assert now(played, "gm").part.key == "contest"
    whose = turn(played.wheel)
    behind = next(p for p in parts(played.wheel, played.seat(whose)) if p.key == "contest:more")
    assert {"Act", "Pass"} <= {offer.do for offer in behind.offers()}
    played.do("gm", SetSide("tom", "traitors"))
    assert asked(played, whose)[1] == f"What do you do, {whose.title()}?"


def test_friends_who_fight_each_other_are_not_asked_whether_it_is_over__WF_91() -> None:
    played = playing()
    played.do("gm", OpenContest("A brawl", "physical", ("tom", "dave", "mike"), order="dice"))
    played.do("gm", GiveStress("dave", 3, "a chair"))
    assert asked(played, "gm") == ("owed", "Is everybody set for round 1?")


def test_whoever_can_still_act_in_another_way_has_their_turn__WF_89__WF_91() -> None:
    played = playing()
    played.do("gm", OpenContest("A brawl", "physical", ("tom", "dave", "mike")))
    played.do("gm", GiveStress("dave", 3, "a chair"))
    played.do("gm", GiveStress("mike", 9, "the bannister"))
    card, _ = body(played, "dave", "contest")
    assert "You can still act with Mental" in card.note
    assert asked(played, "gm") == ("open", "Tom decides what to do")
    played.do("tom", Pass("tom"))
    assert asked(played, "dave") == ("owed", "What do you do, Dave?")
    assert list(GAME.waits_of(played.table)) == ["dave"]
    played.do("gm", GiveStress("dave", 2, "a second chair"))
    assert asked(played, "gm") == ("idle", "What happens next, GM?")


def test_for_an_npc_that_can_still_act_the_gm_says_whether_it_is_over__WF_91() -> None:
    played = playing()
    played.do("gm", MakeNpc("Guard A", 1, 4, 4))
    played.do("gm", OpenContest("A brawl", "physical", ("tom", "npc_guard-a")))
    played.do("gm", GiveStress("npc_guard-a", 2, "a chair"))
    assert asked(played, "gm") == ("owed", "Nobody is left against Tom: is it over?")
    assert list(GAME.waits_of(played.table)) == ["gm"]
    behind = next(p for p in parts(played.wheel, played.seat("tom")) if p.key == "contest:more")
    assert {"Act", "Pass"} <= {offer.do for offer in behind.offers()}


# -- Who cannot act in the round (WF-76, WF-89, WF-99) -----------------------------------------


def falling(who: str, n: int, there: tuple[str, ...] = ("tom", "mike", "npc_guard-a")) -> Played:
    """Before the order is set; the guard is still standing, and who is not named looks on."""
    played = playing()
    played.do("gm", MakeNpc("Guard A", 3, 2, 2))
    played.do("gm", OpenContest("The guard", "physical", there, order="dice"))
    played.do("gm", GiveStress(who, n, "a roof tile"))
    return played


def test_whoever_can_do_nothing_is_told_so_and_asked_for_no_speed__WF_76__WF_99() -> None:
    played = falling("tom", 4)
    assert asked(played, "tom") == ("open", "You are out: round 1 goes on without you")
    card, offers = body(played, "tom", "contest")
    assert offers == 0
    assert "unconscious, insensible and incoherent" in card.note
    assert [tile.part for tile in card.still] == ["declare", "reward"]
    (last,) = card.groups[-1].turns
    assert (last.who, last.unable) == ("tom", True)
    more = next(p for p in parts(played.wheel, played.seat("tom")) if p.key == "contest:more")
    assert [offer.do for offer in more.offers()] == ["GiveIn"]
    row = next(row for row in rows(played.wheel, played.seat("dave")) if row.key == "tom")
    assert "speed" not in {vital.label for vital in row.vitals}
    assert asked(played, "mike")[1] == "How fast will you be in round 1?"


def test_whoever_is_out_in_one_thing_reads_what_is_left_and_uses_no_pool_for_it__WF_89() -> None:
    played = falling("dave", 3, ("tom", "dave", "npc_guard-a"))
    assert asked(played, "dave") == ("open", "How fast will you be in round 1?")
    card, _ = body(played, "dave", "contest")
    left = "You can still act with Mental, or pass."
    assert card.note == f"You are out in Physical until the scene ends. {left}"
    contest = next(p for p in parts(played.wheel, played.seat("dave")) if p.key == "contest")
    assert [offer.do for offer in contest.offers()] == ["SetHaste"]
    played.do("gm", SetOrder())
    assert asked(played, turn(played.wheel)) == ("owed", "What do you do, Dave?")


def test_whoever_takes_no_part_reads_that_the_round_is_set_up__WF_83() -> None:
    played = falling("tom", 4)
    assert asked(played, "dave") == ("open", "Round 1 is being set up")
    seen = next(p for p in parts(played.wheel, Seat("o", "onlooker")) if p.key == "contest")
    assert seen.title == "Round 1 is being set up"
    assert asked(played, "gm") == ("owed", "Is everybody set for round 1?")


# -- In play -----------------------------------------------------------------------------------


def test_where_nothing_goes_on_each_is_asked_what_they_do() -> None:
    played = playing()
    assert asked(played, "tom") == ("idle", "What do you do, Tom?")
    assert asked(played, "gm") == ("idle", "What happens next, GM?")


def body(played: Played, who: str, key: str) -> tuple[Any, int]:
    """What a part shows, and how much can be done in it."""
    part = next(p for p in parts(played.wheel, played.seat(who)) if p.key == key)
    (block,) = part.blocks()
    return block, len(list(part.offers()))


def test_whoever_is_out_in_everything_is_told_so_and_what_they_can_still_do__WF_76() -> None:
    played = playing()
    played.do("gm", GiveStress("tom", 4, "a fall"))
    assert asked(played, "tom") == ("idle", "Tom is out until the scene ends")
    idle, _ = body(played, "tom", "idle")
    assert "unconscious, insensible and incoherent" in idle.text
    assert [tile.part for tile in idle.tiles] == ["declare", "reward"]
    assert asked(played, "dave") == ("idle", "What do you do, Dave?")
    played.do("gm", EndScene())
    played.do("tom", SkipAftermath("tom"))
    assert asked(played, "tom") == ("idle", "What do you do, Tom?")


def test_where_nothing_can_be_tried_the_reason_stands_in_place_of_the_form__WF_77() -> None:
    played = playing()
    block, forms = body(played, "tom", "try")
    assert forms == 1
    played.do("gm", GiveStress("tom", 4, "a fall"))
    block, forms = body(played, "tom", "try")
    assert forms == 0
    assert block.none.startswith("Tom is unconscious, insensible and incoherent")


def test_a_card_without_a_form_says_why() -> None:
    played = playing(("tom",))
    for who, key in (("tom", "reward"), ("gm", "fight")):
        block, forms = body(played, who, key)
        assert (forms, bool(block.none)) == (0, True)


def test_an_onlooker_is_given_nothing_to_say_it_with() -> None:
    played = playing()
    (block,) = next(
        p for p in parts(played.wheel, Seat("o", "onlooker")) if p.key == "idle"
    ).blocks()
    assert not block.talks  # type: ignore[attr-defined]
    assert body(played, "tom", "idle")[0].talks


def test_between_scenes_the_gm_is_led_to_the_next_one__WF_130() -> None:
    played = playing()
    assert "scene" not in [tile.part for tile in body(played, "gm", "idle")[0].tiles]
    played.do("gm", EndScene())
    assert body(played, "gm", "idle")[0].tiles[0].part == "scene"


def test_a_hidden_difficulty_is_a_question_mark_in_place_of_its_number__WF_20() -> None:
    played = playing()
    played.do("gm", OpenTask("Listen", mental=15, hidden=True))
    (way, *_) = menu(played, "tom", DraftRoll)
    assert way.price == "? hidden difficulty"


def test_a_sure_roll_says_that_it_is_sure_and_how_likely_at_no_cost__WF_122() -> None:
    played = playing(("tom",))
    played.do("gm", OpenTask("The way inland", mental=15, mode="sure"))
    assert the(played, "tom", DraftRoll).price == "sure at no cost from 15: never"


def test_correcting_a_pool_says_where_it_grows__WF_102() -> None:
    hints = [offer.hint for offer in menu(playing(("tom",)), "gm", Correct)]
    assert any("“Pools of this game”" in hint for hint in hints)


def test_promising_help_says_that_it_takes_the_turn__WF_61_WF_63() -> None:
    played = playing()
    played.do("gm", OpenContest("A brawl", "physical", ("tom", "dave", "mike"), order="dice"))
    (promise,) = menu(played, "tom", PledgeHelp)
    assert "takes your turn" in promise.hint


def test_an_offer_is_owed_by_one_and_watched_by_the_others__WF_46() -> None:
    played = playing()
    played.do("gm", OfferPoint("tom", 2, "Tom flees."))
    assert asked(played, "tom") == ("owed", "Will you let it happen, for a fate point?")
    watched = ("open", "Tom decides: let it happen, for a fate point?")
    assert asked(played, "dave") == watched
    assert asked(played, "gm") == watched
    accept, counter = menu(played, "tom", AnswerOffer)
    assert (accept.price, counter.price) == ("5 → 6 fate points", "5 → 4 fate points")


def test_a_called_roll_is_asked_for_then_put_together_then_gone__WF_24__WF_120() -> None:
    played = playing()
    played.do("gm", OpenTask("The door", 5, called=("tom",)))
    assert asked(played, "tom") == ("owed", "How do you go about it, Tom?")
    assert asked(played, "dave") == ("open", "How does Tom go about it?")
    played.do("tom", DraftRoll("tom", "physical", max(played.wheel.tasks)))
    assert asked(played, "tom") == ("owed", "Ready to throw, Tom?")
    assert asked(played, "dave") == ("open", "Tom puts a roll together")
    played.do("tom", Throw(played.last_roll.id), (2, 2, 2))
    assert now(played, "tom").kind == "idle"
    assert f"roll:{played.last_roll.id}" not in {p.key for p in parts(played.wheel, Seat("tom"))}


def test_a_way_says_what_it_is_held_against_and_how_likely_that_is__WF_26() -> None:
    played = playing()
    played.do("gm", OpenTask("The door", 10, called=("tom",)))
    assert the(played, "tom", DraftRoll).price == "62% at 10"
    played.do("gm", OpenTask("The wall", 11, called=("dave",), hidden=True))
    assert "11" not in the(played, "dave", DraftRoll).price


def test_a_whammy_is_the_gms_to_tell_and_lies_on_the_table_for_the_others__WF_23() -> None:
    played = playing()
    roll = drafted(played, physical=5)
    played.do("tom", Throw(roll), (5, 4, 2))
    assert asked(played, "gm") == ("open", "What comes on top for Tom?")
    assert f"roll:{roll}" in keys(played, "dave", "shelf")
    played.do("gm", NoteWhammy(roll, "The whole frame comes out."))
    assert now(played, "gm").kind == "idle"


def test_both_sides_are_asked_whether_they_are_ready_then_it_is_over__WF_65() -> None:
    played = brawl("seats")
    assert asked(played, "tom") == ("owed", "What do you do, Tom?")
    assert asked(played, "mike") == ("open", "Tom decides what to do")
    played.do("tom", Act("tom", "dave"))
    for who, foe in (("tom", "Dave"), ("dave", "Tom")):
        assert asked(played, who) == ("owed", f"Ready to throw against {foe}, {who.title()}?")
    assert asked(played, "mike") == ("open", "Tom against Dave")
    assert now(played, "mike").part.eyebrow == "Waited for: Tom and Dave"
    assert [part.title for part in now(played, "mike").also if part.key == "contest"] == [
        "Tom acts"
    ]
    played.do("tom", GetReady(the(played, "tom", GetReady).fixed["roll"]))
    assert now(played, "tom").kind == "begun"
    played.do("gm", CloseWait(), (1, 1, 1, 6, 6))
    assert asked(played, "dave") == ("owed", "Does it hurt Tom, Dave?")


def asking_before_a_throw() -> tuple[Played, WordAsked, GetReady]:
    """Mike, whom Tom has attacked, asks for his pool; Tom is ready, Mike is about to be."""
    played = brawl("seats")
    played.do("tom", Act("tom", "mike"))
    tom, mike = played.wheel.contest.exchange.rolls  # type: ignore[union-attr]
    played.do("tom", GetReady(tom))
    return played, played.ask("mike", AddPool(mike, "kung-fu")), GetReady(mike)


def test_no_dice_fall_while_a_question_about_them_is_open__TF_16__WF_65() -> None:
    played, question, ready = asking_before_a_throw()
    for who, command in (("mike", ready), ("gm", CloseWait())):
        no = played.refused(who, command)
        assert (no.rule, no.code) == ("TF-16", "asked_first")
        assert question.question in no.why
    first = max(GAME.waits_of(played.table)["gm"], key=lambda wait: wait.holds)
    assert first.part == f"request:{question.number}"
    played.grant(question)
    assert played.wheel.contest.exchange.ready == ()  # type: ignore[union-attr]


def test_a_denied_question_holds_up_nobody_any_more__TF_16__WF_65() -> None:
    played, question, ready = asking_before_a_throw()
    played.deny(question)
    played.do("mike", ready, (1, 2, 3, 4, 5, 6))
    assert played.last_roll.result


@pytest.mark.parametrize("ended", ["called off", "thrown by a ruling"])
def test_a_question_about_a_roll_that_is_over_is_withdrawn__TF_16(ended: str) -> None:
    played, question, ready = asking_before_a_throw()
    if ended == "called off":
        events = played.do("tom", CancelDraft(played.last_roll.id - 1))
    else:
        events = played.rule("mike", ready, (1, 2, 3, 4, 5, 6))
    assert Withdrawn(question.number, "mike") in events
    assert not played.table.requests
    assert played.table.denied == {}


def test_the_chance_against_each_stands_beside_them_on_ones_turn__WF_26() -> None:
    played = brawl("seats")
    (card,) = (p for p in parts(played.wheel, played.seat("tom")) if p.key == "contest")
    (block,) = card.blocks()
    assert set(block.chances) == {"dave", "mike", "npc_guard-a"}  # type: ignore[attr-defined]


def test_friends_are_marked_among_whom_one_could_act_against__WF_96() -> None:
    played = brawl("seats")
    (card,) = (p for p in parts(played.wheel, played.seat("tom")) if p.key == "contest")
    (block,) = card.blocks()
    assert block.friends == ("dave", "mike")  # type: ignore[attr-defined]


def test_the_gm_who_is_asked_has_one_no__WF_95() -> None:
    played = brawl("seats")
    played.do("tom", Act("tom", "npc_guard-a"))
    played.do("gm", CloseWait(), (1, 1, 1, 6, 6, 6))
    assert asked(played, "gm") == ("owed", "Does it hurt Tom, Guard A?")
    assert menu(played, "gm", CloseWait) == []


def test_what_stays_does_not_stand_before_a_roll_under_way__WF_81() -> None:
    played = playing()
    played.do("gm", MakeNpc("The keeper", 2, 2, 2))
    played.do("gm", GiveStress("npc_the-keeper", 1, "A fall"))
    played.do("gm", EndScene())
    assert asked(played, "gm") == ("open", "What stays with The keeper?")
    drafted(played)
    assert asked(played, "gm") == ("open", "Tom puts a roll together")


# -- Trying something (WF-28) ------------------------------------------------------------------


def test_a_player_says_what_they_try_and_the_gm_how_hard_it_is__WF_28() -> None:
    played = playing()
    request = played.ask("tom", Try("tom", "I lift the safe", "physical"))
    labels = [reply.label for reply in GAME.replies(played.table, played.seat("gm"), request)]
    assert labels[:2] == ["5 basic, 98%", "10 hard, 62%"]
    assert labels[-1] == "Another number"
    played.do("gm", Answer(request.number, yes=True, fields={"difficulty": 15}))
    roll = played.last_roll
    assert (roll.roller, roll.title, roll.difficulty) == ("tom", "I lift the safe", 15)
    assert asked(played, "tom") == ("owed", "Ready to throw, Tom?")


def test_nobody_says_for_themselves_how_hard_it_is__WF_28() -> None:
    played = playing()
    assert played.refused("tom", Try("tom", "I fly", "physical", 1)).code == "gm_only"
    assert played.refused("tom", Try("tom", " ", "physical")).code == "text_needed"


# -- Making a character ------------------------------------------------------------------------


def test_a_character_is_made_one_page_at_a_time__WF_109() -> None:
    played = Played()
    assert asked(played, "gm") == ("owed", "Is everybody here?")
    played.do("gm", OpenCreation())
    assert asked(played, "tom") == ("owed", "Who will you be?")
    played.do("tom", MakeCharacter("Tom"))
    assert asked(played, "tom") == ("owed", "Who is Tom?")
    played.do("tom", WriteSummary("tom", "Tom", "Tom is here."))
    assert asked(played, "tom") == ("owed", "What is Tom made of?")
    played.do("dave", MakeCharacter("Dave"))
    assert "creation:dave" in {p.key for p in now(played, "tom").also}
    assert asked(played, "tom") == ("owed", "What is Tom made of?")
    played.do("tom", SetAttributes("tom", 3, 3, 2))
    assert asked(played, "tom") == ("owed", "What is between Tom and the others?")
    assert asked(played, "gm") == ("begun", "How far is everybody?")


def drawn_by_somebody_else(played: Played) -> Iterator[Callable[[], object]]:
    """What others do that gives an earlier step of Tom's more to do."""
    yield lambda: played.do("dave", MakeCharacter("Dave"))
    yield lambda: played.do("mike", TakeReadyMade("nora-pell"))
    yield lambda: played.do("gm", DefinePool("Old films"))
    yield lambda: played.do("gm", SetOption("attribute_dice", 9))


@pytest.mark.parametrize("laid", [(), (("kung-fu", 3),)])
def test_what_others_do_takes_nobody_from_their_step__WF_109(laid: tuple[Any, ...]) -> None:
    played = Played()
    played.do("gm", OpenCreation())
    if laid:
        played.do("gm", DefinePool("Kung Fu"))
    played.do("tom", MakeCharacter("Tom", text="Tom is here."))
    played.do("tom", SetAttributes("tom", 3, 3, 2))
    played.do("tom", WriteAnswers("tom", tuple("abcde"), tuple("abcde")))
    before = now(played, "tom").part
    assert before.key == ("creation:tom:pools" if laid else "creation:tom:last_question")
    for happens in drawn_by_somebody_else(played):
        happens()
        after = now(played, "tom").part
        assert (after.key, after.step, after.title) == (before.key, before.step, before.title)
    step = SetPools("tom", dict(laid)) if laid else WriteLastAnswer("tom", "My boat is gone.")
    played.do("tom", step)
    assert asked(played, "tom") == ("owed", "What is between Tom and the others?")
    assert not played.hero("tom").ready


def test_a_question_is_answered_alone_with_its_aspect__WF_114() -> None:
    played = Played()
    played.do("gm", OpenCreation())
    played.do("tom", MakeCharacter("Tom"))
    played.do("tom", WriteAnswer("tom", 2, "Spiders.", "Aie! Spiders!"))
    played.do("tom", WriteAnswer("tom", 1, "Arms.", "Strong as an ox"))
    played.do("tom", WriteAnswer("tom", 2, "All of them."))
    tom = played.hero("tom")
    assert tom.answers == ("Arms.", "All of them.", "", "", "")
    assert [(a.question, a.text) for a in tom.aspects] == [
        (1, "Strong as an ox"),
        (2, "Aie! Spiders!"),
    ]
    changed = tom.aspects[1].id
    played.do("tom", WriteAnswer("tom", 2, "All of them.", "Not even small ones"))
    assert played.hero("tom").aspects[1].id == changed


@pytest.mark.parametrize(
    ("command", "code"),
    [(WriteAnswer("tom", 6, "x"), "out_of_range"), (WriteAnswer("tom", 1, " "), "text_needed")],
)
def test_an_answer_is_to_one_of_five_questions_and_has_words__WF_114(
    command: WriteAnswer, code: str
) -> None:
    played = Played()
    played.do("gm", OpenCreation())
    played.do("tom", MakeCharacter("Tom"))
    assert played.refused("tom", command).code == code


def test_when_all_is_written_one_is_asked_whether_it_is_ready__WF_109() -> None:
    played = Played(players=("tom",))
    played.do("gm", OpenCreation())
    played.make("tom")
    assert asked(played, "tom") == ("owed", "Is Tom ready to play?")
    played.do("tom", SetReady("tom"))
    assert asked(played, "tom") == ("begun", "Tom is ready, like everybody")
    assert asked(played, "gm") == ("owed", "Shall we begin?")


# -- Mats and rows -----------------------------------------------------------------------------


def test_the_mat_has_the_numbers_that_matter_and_the_main_acts() -> None:
    played = playing()
    played.do("gm", GiveStress("dave", 3, "a long fall"))
    mine = mat(played.wheel, played.seat("dave"))
    assert mine
    assert [v.text for v in mine.vitals] == ["5", "3", "unconscious", "incoherent"]
    assert [(v.label, v.text) for v in mine.traits][:2] == [("Physical", "out"), ("Mental", "4d")]
    assert [a.label for a in mine.acts] == ["Try", "Declare", "Reward", "Sheet"]
    gms = mat(played.wheel, played.seat("gm"))
    assert gms
    assert [a.label for a in gms.acts] == ["Call a roll", "Somebody new"]


def test_rows_show_the_bowl_everybody_and_only_npcs_one_has_met__WF_119() -> None:
    played = playing()
    played.do("gm", MakeNpc("Zebulon", 3, 2, 2))
    assert [r.key for r in rows(played.wheel, played.seat("tom"))] == [
        "bowl",
        "tom",
        "dave",
        "mike",
    ]
    assert "npc_zebulon" in {r.key for r in rows(played.wheel, played.seat("gm"))}


@pytest.mark.parametrize(
    ("name", "called"),
    [
        ("Nora Pell", "Nora"),
        ("Dr. Ilse Voss", "Ilse"),
        ("The master", "The master"),
    ],
)
def test_people_are_called_by_the_name_one_would_use(name: str, called: str) -> None:
    assert naming.short(name) == called


def test_what_was_tried_and_failed_leaves_the_shelf_with_its_scene__WF_124() -> None:
    played = playing()
    played.do("gm", OpenTask("Climb the old rope", physical=25))
    number = max(played.wheel.tasks)
    played.do("tom", DraftRoll("tom", "physical", number))
    played.do("tom", Throw(max(played.wheel.rolls)), (1, 1, 1))
    assert f"task:{number}" in {part.key for part in parts(played.wheel, played.seat("tom"))}
    played.do("gm", EndScene())
    for who in ("tom", "dave"):
        assert f"task:{number}" not in {p.key for p in parts(played.wheel, played.seat(who))}


def test_a_special_pool_asks_its_questions_until_it_is_on_offer__WF_104() -> None:
    played = Played()
    played.do("gm", DefinePool("Magic", special=True))
    assert asked(played, "gm") == ("owed", "Magic: how does it work?")
    (block,) = now(played, "gm").part.blocks()
    assert isinstance(block, PoolDesigner)
    levels = {f"level_{n}d": "More" for n in (1, 2, 3)}
    played.do("gm", AnswerPoolQuestion("magic", "levels", levels))
    assert asked(played, "gm") == ("owed", "Magic: how does it work?")
    played.do("gm", OfferPool("magic"))
    assert asked(played, "gm") == ("owed", "Is everybody here?")
    assert "pool:magic" in {p.key for p in parts(played.wheel, played.seat("gm"))}


def test_a_sketch_of_a_pool_is_no_question_in_play__WF_104() -> None:
    played = playing()
    played.do("gm", DefinePool("Magic", special=True))
    assert now(played, "gm").kind == "idle"


def test_a_pool_on_the_drawing_board_is_remembered_before_characters_are_made__WF_104() -> None:
    played = Played()
    played.do("gm", DefinePool("Magic", special=True))
    for ahead in (None, OpenCreation()):
        if ahead:
            played.do("gm", ahead)
        (making,) = (p for p in parts(played.wheel, played.seat("gm")) if p.key == "creation")
        (block,) = (b for b in making.blocks() if isinstance(b, Creation))
        assert block.sketches == (("pool:magic", "Magic"),)
    (tool,) = (p for p in parts(played.wheel, played.seat("gm")) if p.key == "pool")
    (listed,) = tool.blocks()
    assert isinstance(listed, PoolList)
    assert not listed.pools[-1].offered


def test_a_way_that_is_out_stays_in_sight_and_says_why__WF_77() -> None:
    played = playing()
    played.do("gm", GiveStress("tom", 3, "a fall"))
    hero = played.hero("tom")
    (said,) = menu(played, "tom", Try)
    (ways,) = (blank for blank in said.blanks if isinstance(blank, Pick))
    for way in ways.choices:
        dice = hero.attributes[str(way.value)]
        assert way.hint == f"{dice}d"
        assert way.refusal == (f"not now: 3 stress on {dice}d" if dice < 3 else "")
    front = mat(played.wheel, played.seat("tom"))
    assert front
    assert [t.text for t in front.traits] == [
        "out" if dice < 3 else f"{dice}d" for dice in hero.attributes.values()
    ]
