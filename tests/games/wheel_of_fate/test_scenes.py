"""Seats, options, corrections, stress and the end of a scene (WF-2 … WF-7, WF-74 …, WF-130 …)."""

from __future__ import annotations

import pytest
from tests.games.wheel_of_fate.table import GAME, HOUSE, Played, created, playing

from tablefolk.core.table import takeback
from tablefolk.core.table.scenes import CloseSession, EndScene, OpenScene, OpenSession
from tablefolk.core.table.seats import (
    Admit,
    AnswerChair,
    Join,
    OfferChair,
    Rename,
    Reseat,
    SetOption,
    SetRole,
    Unseat,
)
from tablefolk.core.table.takeback import TakeBack
from tablefolk.games import wheel_of_fate
from tablefolk.games.wheel_of_fate.page.stage import parts, waiting
from tablefolk.games.wheel_of_fate.rules.building import build
from tablefolk.games.wheel_of_fate.rules.contests import OpenContest
from tablefolk.games.wheel_of_fate.rules.drafts import AddSource, CancelDraft, DraftRoll
from tablefolk.games.wheel_of_fate.rules.exchanges import Act, GetReady
from tablefolk.games.wheel_of_fate.rules.fate import Declare, SpendDie
from tablefolk.games.wheel_of_fate.rules.npcs import MakeNpc
from tablefolk.games.wheel_of_fate.rules.order import SetOrder
from tablefolk.games.wheel_of_fate.rules.rolls import NoteWhammy, Settle, Throw
from tablefolk.games.wheel_of_fate.rules.scenes import (
    AddAspect,
    Correct,
    Corrected,
    DropAspect,
    GiveStress,
    ProposeAspect,
    ReorderSeats,
    RewordAspect,
    SkipAftermath,
    records,
)
from tablefolk.games.wheel_of_fate.rules.stress import StressTaken
from tablefolk.games.wheel_of_fate.rules.tasks import OpenTask


def drafted(played: Played, mode: str = "stakes", attribute: str = "physical") -> int:
    task = OpenTask("The door", physical=10, mental=10, social=10, mode=mode)  # type: ignore[arg-type]
    played.do("gm", task)
    played.do("tom", DraftRoll("tom", attribute, max(played.wheel.tasks)))
    return played.last_roll.id


def waiting_to_be_settled(played: Played) -> int:
    """A sure roll of Tom's that fell short: thrown, not closed."""
    roll = drafted(played, "sure")
    played.do("tom", Throw(roll), (1, 1, 1))
    return roll


# -- Seats (WF-1, WF-2) --------------------------------------------------------------------------


def test_the_gm_reorders_the_seats_but_not_in_a_running_round__WF_2() -> None:
    played = playing()
    assert played.refused("tom", ReorderSeats(("mike", "dave", "tom"))).code == "gm_only"
    assert played.refused("gm", ReorderSeats(("mike", "dave"))).code == "out_of_range"
    played.do("gm", ReorderSeats(("mike", "dave", "tom")))
    assert played.wheel.company.seats == ("mike", "dave", "tom")
    played.do("gm", OpenContest("A brawl", "physical", ("tom", "mike")))
    no = played.refused("gm", ReorderSeats(("tom", "dave", "mike")))
    assert (no.rule, no.code) == ("WF-2", "round_running")


def test_who_comes_and_goes_changes_the_circle__WF_2() -> None:
    played = Played()
    played.do("gm", SetRole("tom", "onlooker"))
    assert played.wheel.company.seats == ("dave", "mike")
    played.do("gm", Unseat("tom"))
    played.do("gm", Reseat("tom"))
    assert played.wheel.company.seats == ("dave", "mike")  # an onlooker still
    played.do("gm", SetRole("tom", "player"))
    played.do("gm", Unseat("dave"))
    assert played.wheel.company.seats == ("mike", "tom")
    played.do("gm", Reseat("dave"))
    played.do("gm", Rename("dave", "David"))
    assert played.wheel.company.seats == ("mike", "tom", "dave")
    assert played.wheel.name("dave") == "David"


def test_who_waits_for_admission_has_no_seat_yet__WF_2() -> None:
    played = Played(("tom",), {"admission": True})
    assert played.wheel.company.seats == ()
    played.do("gm", Admit("tom"))
    assert played.wheel.company.seats == ("tom",)
    played._act(HOUSE, Join("Eve", onlooker=True), ())
    played.do("gm", Admit("eve"))
    assert played.wheel.company.seats == ("tom",)
    played._act(HOUSE, Join("Mal"), ())
    played.do("gm", Admit("mal", yes=False))
    assert "mal" not in played.wheel.company.people


def test_the_old_gm_takes_the_place_of_the_new_one__WF_1() -> None:
    played = Played()
    played.do("gm", OfferChair("dave"))
    played.do("dave", AnswerChair(yes=True))
    assert (played.wheel.company.gm, played.wheel.company.seats) == ("dave", ("tom", "gm", "mike"))


# -- Options (WF-3) ------------------------------------------------------------------------------


def test_only_the_gm_changes_the_options_and_only_to_what_is_on_offer__WF_3() -> None:
    played = created()
    assert played.refused("tom", SetOption("attribute_dice", 9)).code == "gm_only"
    assert played.refused("gm", SetOption("attribute_dice", 12)).code == "bad_setting"
    assert played.refused("gm", SetOption("zero_d_rescue", "yes")).code == "bad_setting"
    played.do("gm", SetOption("attribute_dice", 9))
    assert played.wheel.options["attribute_dice"] == 9


def test_options_stay_while_a_thrown_roll_is_unsettled__WF_3() -> None:
    played = playing()
    roll = waiting_to_be_settled(played)
    no = played.refused("gm", SetOption("pool_growth", True))
    assert (no.rule, no.code) == ("WF-3", "roll_open")
    played.do("gm", Settle(roll, "waive"))
    played.do("gm", SetOption("pool_growth", True))


# -- Corrections (WF-4, WF-102) ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("field", "value"),
    [("fate", 9), ("stress", 7), ("physical", 0), ("mental", 6), ("social", 4), ("bowl", 2)],
)
def test_the_gm_corrects_any_number_with_a_reason__WF_4(field: str, value: int) -> None:
    played = playing()
    who = "" if field == "bowl" else "tom"
    (event,) = played.do("gm", Correct(who, field, value, "Miscounted"))
    assert isinstance(event, Corrected)
    assert (event.now, event.reason) == (value, "Miscounted")
    (again,) = played.do("gm", Correct(who, field, 1, "Again"))
    assert again.was == value


def test_a_correction_needs_a_reason_and_stays_in_range__WF_4() -> None:
    played = playing()
    assert played.refused("tom", Correct("tom", "fate", 9, "Please")).code == "gm_only"
    assert played.refused("gm", Correct("tom", "fate", 9, " ")).code == "reason_needed"
    for field, value in (("fate", -1), ("stress", -1), ("physical", 7), ("pool:kung-fu", -1)):
        no = played.refused("gm", Correct("tom", field, value, "Oops"))
        assert (no.rule, no.code) == ("WF-4", "out_of_range")
    assert played.refused("gm", Correct("", "bowl", -1, "Oops")).code == "out_of_range"
    assert played.refused("gm", Correct("tom", "luck", 1, "Oops")).code == "unknown"


def test_promised_points_cannot_be_corrected_away__WF_25() -> None:
    played = playing()
    roll = drafted(played)
    played.do("tom", SpendDie(roll, "tom"))
    assert played.refused("gm", Correct("tom", "fate", 0, "Oops")).code == "out_of_range"
    played.do("gm", Correct("tom", "fate", 1, "Oops"))


def test_a_pool_is_corrected_up_to_three__WF_4_WF_102() -> None:
    played = playing()
    played.do("gm", Correct("mike", "pool:kung-fu", 3, "Miscounted"))
    assert played.hero("mike").pools["kung-fu"] == 3
    assert played.refused("gm", Correct("mike", "pool:kung-fu", 4, "More")).code == "pool_cap"
    assert played.refused("gm", Correct("mike", "pool:magic", 1, "New")).code == "no_such_pool"


def test_a_correction_lets_both_sides_of_an_exchange_look_again__WF_65() -> None:
    played = playing()
    played.do("gm", OpenContest("A brawl", "physical", ("tom", "mike")))
    played.do("tom", Act("tom", "mike"))
    played.do("tom", GetReady(played.wheel.contest.exchange.rolls[0]))  # type: ignore[union-attr]
    played.do("gm", Correct("mike", "physical", 4, "Miscounted"))
    assert played.wheel.contest.exchange.ready == ()  # type: ignore[union-attr]


def test_a_ruling_makes_a_roll_somebodys_own_and_nobody_elses__TF_17() -> None:
    played = playing()
    played.do("gm", OpenTask("The door", physical=10, mental=10, social=10))
    played.rule("tom", DraftRoll("mike", "physical", max(played.wheel.tasks)))
    roll = played.last_roll.id
    assert played.refused("dave", CancelDraft(roll)).code == "not_yours"
    played.do("tom", CancelDraft(roll))
    assert roll not in played.wheel.rolls


# -- Taking back (WF-7) --------------------------------------------------------------------------


def take_back(played: Played, entry: int) -> None:
    """The GM strikes an entry; the log keeps both."""
    mark = takeback.take_back(
        GAME, played.start, played.log, played.table, played.seat("gm"), TakeBack(entry)
    )
    played.log.append(mark)
    played.table = takeback.fold(GAME, played.start, played.log)


def test_the_gm_takes_back_the_latest_command_and_the_one_before__WF_7() -> None:
    played = playing()
    roll = drafted(played)
    played.do("gm", AddSource(roll, "bonus", 1, "A crowbar"))
    played.do("tom", Throw(roll), (2, 3, 4, 6))
    threw = len(played.log)
    take_back(played, threw)
    assert played.wheel.rolls[roll].phase == "draft"
    take_back(played, threw - 1)
    assert played.wheel.rolls[roll].sources == ()
    assert len(played.log) == threw + 2


def test_the_end_of_a_scene_falls_with_the_contest_that_it_closed__TF_24() -> None:
    played = playing()
    played.do("gm", OpenContest("A brawl", "physical", ("tom", "mike")))
    opened = len(played.log)
    played.do("gm", EndScene())
    take_back(played, opened)
    assert played.wheel.contest is None
    assert played.table.scene is not None, "it ended with a contest that never was"


def test_dice_once_thrown_stay_as_they_fell_when_something_else_is_taken_back__WF_7() -> None:
    played = playing()
    roll = drafted(played)
    played.do("gm", GiveStress("dave", 1, "A scare"))
    scare = len(played.log)
    played.do("tom", Throw(roll), (2, 3, 4))
    take_back(played, scare)
    assert played.hero("dave").stress == 0
    result = played.wheel.rolls[roll].result
    assert result is not None
    assert result.faces == (2, 3, 4)


# -- Stress (WF-74, WF-75) -----------------------------------------------------------------------


def test_stress_weighs_on_every_roll_of_the_character__WF_74() -> None:
    played = playing()
    played.do("gm", GiveStress("tom", 2, "A bad fall"))
    for attribute, expected in (("physical", "3d6--"), ("mental", "2d6--"), ("social", "3d6--")):
        roll = drafted(played, attribute=attribute)
        assert build(played.wheel, played.wheel.rolls[roll]).notation == expected


def test_the_gm_gives_stress_with_a_reason_and_there_is_no_maximum__WF_75_WF_79() -> None:
    played = playing()
    assert played.refused("tom", GiveStress("dave", 1, "Boo")).code == "gm_only"
    assert played.refused("gm", GiveStress("dave", 1, "")).code == "reason_needed"
    assert played.refused("gm", GiveStress("dave", 0, "Boo")).code == "out_of_range"
    (event,) = played.do("gm", GiveStress("dave", 3, "The ceiling"))
    assert event == StressTaken("dave", 0, 3, ("unconscious", "incoherent"), "The ceiling")
    played.do("gm", GiveStress("dave", 20, "The house"))
    assert played.hero("dave").stress == 23


# -- The end of a scene (WF-80, WF-81, WF-130) ---------------------------------------------------


def test_the_end_of_a_scene_clears_all_stress_and_asks_what_stays__WF_80_WF_81_V32() -> None:
    played = playing()
    played.do("gm", GiveStress("tom", 3, "The cellar"))
    assert played.hero("tom").conditions == ("insensible",)
    played.do("gm", EndScene())
    assert [hero.stress for hero in played.wheel.pcs()] == [0, 0, 0]
    assert played.hero("tom").conditions == ()
    assert played.wheel.aftermath == ("tom",)
    asked = played.ask("tom", ProposeAspect("tom", "Shaken"))
    assert "Shaken" in asked.question
    played.grant(asked)
    sixth = played.hero("tom").aspects[5]
    assert (sixth.text, sixth.origin, sixth.active) == ("Shaken", "aftermath", True)


def test_nothing_one_or_more_may_stay__WF_81() -> None:
    played = playing()
    played.do("gm", GiveStress("tom", 1, "A scare"))
    played.do("gm", EndScene())
    assert played.refused("dave", ProposeAspect("dave", "Bored")).code == "no_aftermath"
    assert played.refused("dave", ProposeAspect("tom", "Silly")).code == "not_yours"
    assert played.refused("tom", ProposeAspect("tom", " ")).code == "text_needed"
    played.do("gm", ProposeAspect("tom", "Bruised ribs"))
    played.do("tom", ProposeAspect("tom", "Jumpy"))
    played.do("tom", SkipAftermath("tom"))
    late = played.refused("tom", SkipAftermath("tom"))
    assert (late.code, "answered already" in late.why) == ("no_aftermath", True)
    assert len(played.hero("tom").aspects) == 7


def test_a_scene_does_not_end_over_an_unsettled_roll__WF_130() -> None:
    played = playing()
    roll = waiting_to_be_settled(played)
    no = played.refused("gm", EndScene())
    assert (no.rule, no.code) == ("WF-130", "roll_open")
    played.do("gm", Settle(roll, "waive"))
    played.do("gm", EndScene())
    assert played.wheel.scene == 0


def test_the_end_of_a_scene_closes_the_contest_and_held_back_stress_falls_first__WF_130() -> None:
    played = playing()
    contest = OpenContest("A brawl", "physical", ("tom", "mike"), order="dice")
    played.do("gm", contest)
    played.do("gm", SetOrder())
    played.do("tom", Act("tom", "mike"))
    first, second = played.wheel.contest.exchange.rolls  # type: ignore[union-attr]
    played.do("tom", GetReady(first))
    played.do("mike", GetReady(second), (6, 6, 6, 1, 1, 1))
    assert played.hero("mike").stress == 0  # held back: they act at the same time
    played.do("gm", EndScene())
    assert not played.wheel.contest.open  # type: ignore[union-attr]
    assert played.wheel.aftermath == ("mike",)
    assert played.hero("mike").stress == 0


def test_drafts_go_with_their_scene_and_free_what_was_promised__WF_130_WF_25() -> None:
    played = playing()
    roll = drafted(played)
    played.do("tom", SpendDie(roll, "tom"))
    played.do("gm", EndScene())
    assert roll not in played.wheel.rolls
    assert played.wheel.free_points("tom") == 5


def test_only_the_gm_opens_and_ends_scenes_and_play_opens_the_first__WF_130_WF_118() -> None:
    assert created().refused("gm", OpenScene("Too soon")).code == "not_playing"
    played = playing()
    assert played.refused("tom", EndScene()).code == "gm_only"
    played.do("gm", EndScene())
    played.do("gm", OpenScene("The cellar"))
    assert played.wheel.scene == 2


# -- Aspects in play (WF-42) ---------------------------------------------------------------------


def test_later_aspects_come_from_the_gm_and_there_is_no_maximum__WF_42() -> None:
    played = playing()
    assert played.refused("tom", AddAspect("tom", "Lucky")).code == "gm_only"
    assert played.refused("gm", AddAspect("tom", " ")).code == "text_needed"
    played.do("gm", AddAspect("tom", "Wanted"))
    played.do("gm", AddAspect("tom", "Very wanted"))
    assert [a.origin for a in played.hero("tom").aspects[5:]] == ["gm", "gm"]
    assert len({a.id for a in played.hero("tom").aspects}) == 7


def test_rewording_and_dropping_an_aspect_asks_the_gm__WF_42() -> None:
    played = playing()
    number = played.hero("tom").aspects[1].id
    asked = played.ask("tom", RewordAspect("tom", number, "Spiders are fine"))
    assert "Aie! Spiders!" in asked.question
    played.deny(asked)
    assert played.hero("tom").aspects[1].text == "Aie! Spiders!"
    played.do("tom", RewordAspect("tom", number, "Spiders are fine"))
    assert played.hero("tom").aspects[1].text == "Spiders are fine"
    assert played.refused("tom", RewordAspect("tom", number, "")).code == "text_needed"
    asked = played.ask("tom", DropAspect("tom", number))
    assert played.hero("tom").aspects[1].active
    played.grant(asked)
    assert not played.hero("tom").aspects[1].active
    assert played.refused("tom", DropAspect("tom", number)).code == "not_your_aspect"


# -- Sessions (WF-131) ---------------------------------------------------------------------------


def second_evening(refresh: str, *, by_scene: bool = False) -> Played:
    """Tom has 2 points, Dave 8, the bowl 4; then a new session begins."""
    played = playing(options={"session_refresh": refresh})
    for who, field, value in (("tom", "fate", 2), ("dave", "fate", 8), ("", "bowl", 4)):
        played.do("gm", Correct(who, field, value, "for the test"))
    played.do("gm", EndScene())
    played.do("gm", CloseSession())
    played.do("gm", OpenScene("Next week") if by_scene else OpenSession())
    return played


@pytest.mark.parametrize("by_scene", [False, True])
@pytest.mark.parametrize(
    ("refresh", "tom", "dave", "bowl"),
    [("none", 2, 8, 4), ("bowl", 2, 8, 15), ("bowl_and_stacks", 5, 8, 15)],
)
def test_a_new_session_fills_up_what_the_table_agreed_and_lowers_nothing__WF_131(
    refresh: str, tom: int, dave: int, bowl: int, by_scene: bool
) -> None:
    played = second_evening(refresh, by_scene=by_scene)
    assert played.wheel.session == 2
    assert (played.hero("tom").fate, played.hero("dave").fate) == (tom, dave)
    assert played.wheel.bowl == bowl


def test_a_second_scene_of_the_same_session_fills_nothing_up__WF_131() -> None:
    played = playing(options={"session_refresh": "bowl_and_stacks"})
    played.do("gm", Correct("tom", "fate", 2, "for the test"))
    played.do("gm", EndScene())
    played.do("gm", OpenScene("Later that night"))
    assert played.hero("tom").fate == 2


# -- Looking things up (WF-132) ------------------------------------------------------------------


def test_facts_connections_and_answers_can_be_searched__WF_132() -> None:
    played = playing()
    played.do("gm", MakeNpc("Guard", 2, 2, 2, notes="SECRET"))
    played.do("tom", Declare("tom", "The flashlight is red."))
    (found,) = records(played.wheel, "FLASHLIGHT")
    assert (found.kind, found.who, found.scene) == ("fact", "tom", 1)
    assert {"fact", "connection", "answer"} <= {r.kind for r in records(played.wheel)}
    assert not any("SECRET" in r.text for r in records(played.wheel))


def test_what_stays_with_the_gms_people_is_asked_until_the_next_scene__WF_81() -> None:
    played = playing()
    played.do("gm", MakeNpc("The keeper", 2, 2, 2))
    for who in ("tom", "npc_the-keeper"):
        played.do("gm", GiveStress(who, 1, "A fall"))
    played.do("gm", EndScene())
    assert played.wheel.aftermath == ("tom", "npc_the-keeper")
    played.do("gm", OpenScene("The cellar"))
    assert played.wheel.aftermath == ("tom",)


def test_once_answered_or_in_the_next_scene_nobody_waits_for_what_stays__WF_81() -> None:
    played = playing()
    hurt = "aftermath:tom"

    def lies(who: str) -> str:
        return next((p.place for p in parts(played.wheel, played.seat(who)) if p.key == hurt), "")

    played.do("gm", GiveStress("tom", 1, "A fall"))
    played.do("gm", EndScene())
    assert (lies("tom"), lies("gm")) == ("now", "now")
    assert hurt in {wait.part for wait in waiting(played.wheel)}
    played.do("gm", OpenScene("The cellar"))  # unanswered it may still be said
    assert (lies("tom"), lies("gm")) == ("now", "shelf")
    assert hurt not in {wait.part for wait in waiting(played.wheel)}
    played.do("gm", GiveStress("tom", 1, "A fall"))
    played.do("gm", EndScene())
    played.do("gm", ProposeAspect("tom", "Bruised ribs"))
    assert (lies("tom"), lies("gm")) == ("shelf", "shelf")
    assert hurt not in {wait.part for wait in waiting(played.wheel)}
    played.do("gm", OpenScene("The roof"))
    assert (lies("tom"), lies("gm")) == ("", "")


def test_a_new_evening_asks_nothing_about_the_last__WF_81() -> None:
    played = playing()
    played.do("gm", GiveStress("tom", 1, "A fall"))
    played.do("gm", EndScene())
    played.do("gm", CloseSession())
    assert played.wheel.aftermath == ("tom",)
    played.do("gm", OpenSession())
    assert played.wheel.aftermath == ()


def test_whoever_ends_the_scene_reads_that_all_stress_goes__WF_80() -> None:
    played = playing()
    assert wheel_of_fate.under_way(played.wheel) == ""
    played.do("gm", GiveStress("tom", 2, "A fall"))
    assert wheel_of_fate.under_way(played.wheel) == "All stress goes with the scene: Tom 2."


def test_a_whammys_words_are_the_gms_own_and_said_for_nobody__WF_23() -> None:
    played = playing()
    played.do("gm", OpenTask("The door", physical=5))
    played.do("tom", DraftRoll("tom", "physical", max(played.wheel.tasks)))
    roll = played.last_roll.id
    assert wheel_of_fate.acts_with(played.wheel, Throw(roll)) == "tom"
    assert wheel_of_fate.acts_with(played.wheel, NoteWhammy(roll, "A key!")) == ""
    assert wheel_of_fate.acts_with(played.wheel, AddSource(roll, "bonus", 1, "Time")) == ""


def test_the_gm_reads_what_a_yes_to_a_fact_costs_the_asker__WF_34() -> None:
    played = playing()
    asked = played.ask("mike", Declare("mike", "There is a flashlight."))
    assert asked.question.startswith("Is it so, for 1 of Mike's 5 fate points?")
