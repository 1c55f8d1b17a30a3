"""Fate points, aspects at work, offers and the bowl (WF-31 … WF-55)."""

from __future__ import annotations

from typing import Any

import pytest
from tests.games.wheel_of_fate.table import GAME, Played, playing

from tablefolk.core.game import Command, Offer
from tablefolk.core.table.scenes import EndScene
from tablefolk.games.wheel_of_fate.rules.building import build
from tablefolk.games.wheel_of_fate.rules.contests import OpenContest
from tablefolk.games.wheel_of_fate.rules.drafts import AddSource, CancelDraft, DraftRoll
from tablefolk.games.wheel_of_fate.rules.exchanges import Act, GetReady
from tablefolk.games.wheel_of_fate.rules.fate import (
    AddToBowl,
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
from tablefolk.games.wheel_of_fate.rules.helping import Help
from tablefolk.games.wheel_of_fate.rules.npcs import MakeNpc
from tablefolk.games.wheel_of_fate.rules.rolls import Throw
from tablefolk.games.wheel_of_fate.rules.scenes import Correct, DropAspect
from tablefolk.games.wheel_of_fate.rules.tasks import OpenTask

OX, SPIDERS = 0, 1  # places among Tom's aspects


def aspect(played: Played, who: str = "tom", place: int = OX) -> int:
    return played.hero(who).aspects[place].id


def drafted(played: Played, who: str = "tom", attribute: str = "physical") -> int:
    """Somebody is about to roll against 10."""
    played.do("gm", OpenTask("The door", physical=10, mental=10, social=10))
    played.do(who, DraftRoll(who, attribute, max(played.wheel.tasks)))
    return played.last_roll.id


def points(played: Played, who: str, n: int) -> None:
    played.do("gm", Correct(who, "fate", n, "for the test"))


def notation(played: Played, roll: int) -> str:
    return build(played.wheel, played.wheel.rolls[roll]).notation


def offered(played: Played, to: str = "tom", what: str = "Tom drops the torch.") -> int:
    played.do("gm", OfferPoint(to, aspect(played, to, SPIDERS), what))
    return max(played.wheel.offers)


# -- Points for dice (WF-32, WF-33, WF-36 … WF-38) -----------------------------------------------


def test_a_plain_point_is_one_bonus_die_without_asking_anybody__WF_33() -> None:
    played = playing()
    roll = drafted(played)
    played.do("tom", SpendDie(roll, "tom"))
    assert notation(played, roll) == "3d6+"


def test_a_plain_point_cancels_a_penalty_die__WF_33_V14() -> None:
    played = playing()
    roll = drafted(played)
    played.do("gm", AddSource(roll, "penalty", 1, "It is dark"))
    assert notation(played, roll) == "3d6-"
    played.do("tom", SpendDie(roll, "tom"))
    assert notation(played, roll) == "3d6"


def test_without_points_nothing_is_bought__WF_32_V12() -> None:
    played = playing()
    roll = drafted(played)
    points(played, "tom", 0)
    no = played.refused("tom", SpendDie(roll, "tom"))
    assert (no.rule, no.code) == ("WF-32", "no_fate_points")
    assert played.wheel.rolls[roll].sources == ()


def test_a_point_reserved_in_a_draft_cannot_be_spent_twice__WF_25_WF_32_V13() -> None:
    played = playing()
    roll = drafted(played)
    points(played, "tom", 1)
    played.do("tom", SpendDie(roll, "tom"))
    assert played.hero("tom").fate == 1  # it leaves the sheet at the throw
    declare = Declare("tom", "I have a flashlight.")
    assert played.refused("tom", declare).code == "no_fate_points"
    played.do("tom", CancelDraft(roll))
    played.do("tom", declare)
    assert played.hero("tom").fate == 0


def test_reserved_points_leave_the_sheet_at_the_throw_and_go_nowhere__WF_25_WF_40() -> None:
    played = playing()
    roll = drafted(played)
    played.do("tom", SpendDie(roll, "tom"))
    played.do("tom", SpendDie(roll, "tom"))
    played.do("tom", Throw(roll), (6, 6, 6, 1, 1))
    assert played.hero("tom").fate == 3
    assert played.wheel.bowl == 15


def test_no_die_is_sold_for_a_roll_that_dice_cannot_rescue__WF_33() -> None:
    played = playing()
    roll = drafted(played, "dave", "social")
    played.do("gm", Correct("dave", "stress", 3, "for the test"))
    no = played.refused("dave", SpendDie(roll, "dave"))
    assert (no.rule, no.code) == ("WF-33", "cannot_help")
    invoked = Invoke(roll, "dave", aspect(played, "dave"), "I know these doors")
    assert played.refused("dave", invoked).code == "cannot_help"


def test_a_roll_that_is_merely_overwhelmed_can_be_rescued__WF_33() -> None:
    played = playing()
    roll = drafted(played)
    played.do("gm", AddSource(roll, "penalty", 4, "Chained to the wall"))
    assert build(played.wheel, played.wheel.rolls[roll]).auto == "overwhelmed"
    played.do("tom", SpendDie(roll, "tom"))
    assert notation(played, roll) == "3d6---"


def test_any_number_of_points_plain_and_invoked_go_into_one_roll__WF_37() -> None:
    played = playing()
    roll = drafted(played)
    ox = Invoke(roll, "tom", aspect(played), "I put my shoulder to it")
    for command in (SpendDie(roll, "tom"), ox, SpendDie(roll, "tom"), ox):
        played.do("tom", command)
    assert notation(played, roll) == "3d6+2d6++"


def test_dice_may_be_bought_for_anybody_and_the_spender_pays__WF_38() -> None:
    played = playing()
    roll = drafted(played)
    played.do("dave", SpendDie(roll, "dave"))
    played.do("tom", Throw(roll), (6, 6, 6, 1))
    assert (played.hero("dave").fate, played.hero("tom").fate) == (4, 5)
    assert played.refused("mike", SpendDie(roll, "dave")).code == "not_yours"


def test_a_gift_may_be_turned_down_and_then_costs_nothing__WF_38() -> None:
    played = playing()
    roll = drafted(played)
    played.do("dave", SpendDie(roll, "dave"))
    gift = played.wheel.rolls[roll].sources[0].id
    assert played.refused("mike", RefuseGift(roll, gift)).code == "not_yours"
    played.do("tom", RefuseGift(roll, gift))
    assert notation(played, roll) == "3d6"
    played.do("tom", SpendDie(roll, "tom"))
    own = played.wheel.rolls[roll].sources[0].id
    assert played.refused("tom", RefuseGift(roll, own)).code == "not_yourself"
    assert played.refused("tom", RefuseGift(roll, 999)).code == "unknown"


def test_points_cannot_be_handed_over__WF_39() -> None:
    no = playing().refused("tom", GivePoint("dave"))
    assert (no.rule, no.code, no.firm) == ("WF-39", "no_transfer", True)


def test_a_point_spent_in_an_exchange_lets_the_other_side_answer__WF_65() -> None:
    played = playing()
    played.do("gm", OpenContest("Arm wrestling", "physical", ("tom", "mike")))
    played.do("tom", Act("tom", "mike"))
    first, second = played.wheel.contest.exchange.rolls  # type: ignore[union-attr]
    played.do("tom", GetReady(first))
    played.do("mike", SpendDie(second, "mike"))
    assert played.wheel.contest.exchange.ready == ()  # type: ignore[union-attr]


# -- After the throw (WF-36) ---------------------------------------------------------------------


def thrown(played: Played) -> int:
    """`3d6-` thrown 5 2 6 1: a total of 8."""
    roll = drafted(played)
    played.do("gm", AddSource(roll, "penalty", 1, "It is dark"))
    played.do("tom", Throw(roll), (5, 2, 6, 1))
    return roll


def test_points_are_spent_before_the_throw__WF_36_V44() -> None:
    played = playing()
    roll = thrown(played)
    no = played.refused("tom", SpendDie(roll, "tom"))
    assert (no.rule, no.code) == ("WF-36", "roll_thrown")
    assert played.hero("tom").fate == 5


def test_where_the_gm_allows_it_a_late_point_takes_a_penalty_die_away__WF_36_V42() -> None:
    played = playing()
    roll = thrown(played)
    played.rule("tom", SpendDie(roll, "tom"))
    result = played.wheel.rolls[roll].result
    assert result is not None
    assert (result.faces, result.total) == ((5, 2, 6), 13)
    assert played.hero("tom").fate == 4


def test_where_the_gm_allows_it_a_late_aspect_throws_one_more_die__WF_36_V43() -> None:
    played = playing()
    roll = thrown(played)
    played.rule("tom", Invoke(roll, "tom", aspect(played), "One more heave"), (4,))
    result = played.wheel.rolls[roll].result
    assert result is not None
    assert sorted(result.faces[i] for i in result.kept) == [1, 2, 4, 5]
    assert result.total == 12


def test_a_die_that_the_gm_allows_to_somebody_without_points_is_free__WF_32() -> None:
    played = playing()
    roll = drafted(played)
    points(played, "tom", 0)
    played.rule("tom", SpendDie(roll, "tom"))
    played.do("tom", Throw(roll), (1, 1, 1, 1))
    assert played.hero("tom").fate == 0


# -- Invoking (WF-35, WF-43, WF-44) --------------------------------------------------------------


def test_an_aspect_that_fits_is_one_extra_die_for_one_point__WF_35_WF_43_WF_44_S16() -> None:
    played = playing()
    roll = drafted(played)
    asked = played.ask("tom", Invoke(roll, "tom", aspect(played), "I break it down"))
    assert "Strong as an ox" in asked.question
    assert "I break it down" in asked.question
    assert played.wheel.rolls[roll].sources == ()
    played.grant(asked)
    assert notation(played, roll) == "3d6+1d6"
    played.do("tom", Throw(roll), (1, 1, 1, 1))
    assert played.hero("tom").fate == 4


def test_an_aspect_that_does_not_fit_costs_nothing__WF_43_S17() -> None:
    played = playing()
    roll = drafted(played, "tom", "social")
    homework = Invoke(roll, "tom", aspect(played), "The dog is strong too")
    played.deny(played.ask("tom", homework), "It does not excuse homework.")
    assert notation(played, roll) == "3d6"
    assert played.wheel.free_points("tom") == 5


def test_showing_off_makes_strength_a_social_matter__WF_43_S18() -> None:
    played = playing()
    roll = drafted(played, "tom", "social")
    played.do("tom", Invoke(roll, "tom", aspect(played), "I lift the piano, smiling"))
    assert notation(played, roll) == "3d6+1d6"
    assert played.wheel.free_points("tom") == 4


def test_one_invokes_ones_own_aspects_and_says_how__WF_43() -> None:
    played = playing()
    roll = drafted(played)
    not_mine = Invoke(roll, "tom", aspect(played, "dave"), "Wires!")
    assert played.refused("tom", not_mine).code == "not_your_aspect"
    assert played.refused("tom", Invoke(roll, "tom", aspect(played), " ")).code == "reason_needed"
    ox = aspect(played)
    played.do("tom", DropAspect("tom", ox))
    assert played.refused("tom", Invoke(roll, "tom", ox, "Push")).code == "not_your_aspect"
    points(played, "tom", 0)
    spiders = Invoke(roll, "tom", aspect(played, "tom", SPIDERS), "I see one behind us")
    assert played.refused("tom", spiders).code == "no_fate_points"


# -- Declaring (WF-34, WF-45) --------------------------------------------------------------------


def test_a_point_makes_a_fact_or_a_coincidence_if_the_gm_agrees__WF_34_S13() -> None:
    played = playing()
    asked = played.ask("tom", Declare("tom", "I have a flashlight."))
    assert "flashlight" in asked.question
    assert played.hero("tom").fate == 5
    played.deny(asked, "A box of matches?")
    assert played.hero("tom").fate == 5
    played.do("tom", Declare("tom", "I have a flashlight."))
    played.do("tom", Declare("tom", "I come in as they shout.", "coincidence"))
    assert played.hero("tom").fate == 3
    assert [(f.kind, f.scene) for f in played.wheel.facts] == [("fact", 1), ("coincidence", 1)]


def test_a_declaration_needs_words__WF_34() -> None:
    no = playing().refused("tom", Declare("tom", " "))
    assert (no.rule, no.code) == ("WF-34", "text_needed")


def test_a_declaration_may_stand_on_an_aspect_and_is_marked_with_it__WF_45() -> None:
    played = playing()
    ox = aspect(played)
    bare = Declare("tom", "The wall is thin here.", aspect=ox)
    assert played.refused("tom", bare).code == "reason_needed"
    asked = played.ask("tom", Declare("tom", "The wall is thin.", "fact", ox, "I can feel it."))
    assert (asked.rule, "Strong as an ox" in asked.question) == ("WF-45", True)
    played.grant(asked)
    assert played.wheel.facts[-1].aspect == "Strong as an ox"
    assert played.hero("tom").fate == 4
    other = Declare("tom", "It is wired.", aspect=aspect(played, "dave"), how="Wires")
    assert played.refused("tom", other).code == "not_your_aspect"


# -- Offers (WF-46 … WF-50) ----------------------------------------------------------------------


def test_an_accepted_offer_pays_and_undoes_a_success__WF_46_WF_47_S14() -> None:
    played = playing()
    roll = drafted(played)
    played.do("tom", Throw(roll), (5, 5, 5))
    points(played, "tom", 4)
    played.do("gm", OfferPoint("tom", aspect(played), "The egg breaks.", roll))
    played.do("tom", AnswerOffer(max(played.wheel.offers), accept=True))
    assert played.hero("tom").fate == 5
    assert played.wheel.rolls[roll].overridden == "The egg breaks."
    assert (played.wheel.facts[-1].kind, played.wheel.facts[-1].text) == (
        "trouble",
        "The egg breaks.",
    )


def test_a_countered_offer_costs_a_point_and_does_not_happen__WF_48_S15() -> None:
    played = playing()
    roll = drafted(played)
    played.do("tom", Throw(roll), (5, 5, 5))
    points(played, "tom", 4)
    played.do("gm", OfferPoint("tom", aspect(played), "The egg breaks.", roll))
    played.do("tom", AnswerOffer(max(played.wheel.offers), accept=False))
    assert played.hero("tom").fate == 3
    assert played.wheel.rolls[roll].overridden == ""
    assert played.wheel.facts == ()


def test_without_points_an_offer_can_only_be_accepted__WF_49_WF_50_V15() -> None:
    played = playing()
    offer = offered(played)
    points(played, "tom", 0)
    no = played.refused("tom", AnswerOffer(offer, accept=False))
    assert (no.rule, no.code) == ("WF-49", "no_fate_points")
    played.do("tom", AnswerOffer(offer, accept=True))
    assert played.hero("tom").fate == 1
    assert played.wheel.facts[-1].text == "Tom drops the torch."


def test_a_scene_does_not_end_over_an_open_offer__WF_130() -> None:
    played = playing()
    offer = offered(played)
    no = played.refused("gm", EndScene())
    assert (no.rule, no.code) == ("WF-130", "offer_open")
    played.do("tom", AnswerOffer(offer, accept=True))
    played.do("gm", EndScene())
    assert played.wheel.scene == 0


def test_points_promised_in_a_draft_do_not_counter_an_offer__WF_50() -> None:
    played = playing()
    roll = drafted(played)
    points(played, "tom", 1)
    played.do("tom", SpendDie(roll, "tom"))
    offer = offered(played)
    assert played.refused("tom", AnswerOffer(offer, accept=False)).code == "no_fate_points"


def test_an_offer_is_answered_once_and_one_at_a_time__WF_50() -> None:
    played = playing()
    offer = offered(played)
    second = OfferPoint("tom", aspect(played), "And again.")
    no = played.refused("gm", second)
    assert (no.rule, no.code) == ("WF-50", "offer_open")
    played.do("tom", AnswerOffer(offer, accept=True))
    assert played.refused("tom", AnswerOffer(offer, accept=True)).code == "offer_closed"
    played.do("gm", second)


def test_only_the_characters_owner_answers__WF_47() -> None:
    played = playing()
    offer = offered(played)
    for other in ("dave", "gm"):
        no = played.refused(other, AnswerOffer(offer, accept=True))
        assert (no.rule, no.code) == ("WF-47", "not_yours")


def test_the_gm_withdraws_an_offer__WF_49() -> None:
    played = playing()
    offer = offered(played)
    assert played.refused("tom", WithdrawOffer(offer)).code == "gm_only"
    played.do("gm", WithdrawOffer(offer))
    assert played.hero("tom").fate == 5
    played.do("gm", EndScene())


def test_what_an_offer_needs__WF_46() -> None:
    played = playing()
    played.do("gm", MakeNpc("Guard", 2, 2, 2, ("Bored",)))
    ox = aspect(played)
    cases: list[tuple[str, Command, str]] = [
        ("tom", OfferPoint("dave", aspect(played, "dave"), "Oops."), "gm_only"),
        ("gm", OfferPoint("npc_guard", played.hero("npc_guard").aspects[0].id, "Oops."), "pc_only"),
        ("gm", OfferPoint("tom", aspect(played, "dave"), "Oops."), "not_your_aspect"),
        ("gm", OfferPoint("tom", ox, "  "), "text_needed"),
    ]
    for who, command, code in cases:
        no = played.refused(who, command)
        assert (no.rule, no.code) == ("WF-46", code)
    draft = drafted(played)
    assert played.refused("gm", OfferPoint("tom", ox, "Oops.", draft)).code == "roll_open"


def test_a_player_may_suggest_an_offer_to_the_gm__WF_46() -> None:
    played = playing()
    suggestion = SuggestOffer("tom", aspect(played, "tom", SPIDERS), "A spider!")
    asked = played.ask("dave", suggestion)
    assert "A spider!" in asked.question
    assert played.wheel.offers == {}
    played.grant(asked)
    assert [o.to for o in played.wheel.offers.values()] == ["tom"]


# -- The bowl (WF-39, WF-52 … WF-55) -------------------------------------------------------------


def test_a_reward_moves_a_point_from_the_bowl__WF_52_WF_54_V16() -> None:
    played = playing()
    played.do("gm", Correct("", "bowl", 1, "for the test"))
    played.do("mike", Reward("tom", "The door!"))
    assert (played.wheel.bowl, played.hero("tom").fate, played.hero("mike").fate) == (0, 6, 5)
    no = played.refused("mike", Reward("tom"))
    assert (no.rule, no.code) == ("WF-54", "bowl_empty")


def test_whom_one_cannot_reward__WF_53_V17() -> None:
    played = playing()
    played.do("gm", MakeNpc("Guard", 2, 2, 2))
    assert played.refused("tom", Reward("tom")).code == "not_yourself"
    assert played.refused("gm", Reward("tom")).code == "players_only"
    assert played.refused("tom", Reward("npc_guard")).code == "pc_only"
    assert played.wheel.bowl == 15


def test_only_the_gm_adds_to_a_running_bowl_with_a_reason__WF_55() -> None:
    played = playing()
    assert played.refused("tom", AddToBowl(1, "Please")).code == "gm_only"
    assert played.refused("gm", AddToBowl(1, " ")).code == "reason_needed"
    assert played.refused("gm", AddToBowl(0, "Nothing")).code == "out_of_range"
    played.do("gm", AddToBowl(3, "A long night"))
    assert played.wheel.bowl == 18


def test_points_come_back_by_reward_and_by_accepted_offer__WF_39() -> None:
    played = playing()
    played.do("mike", Reward("tom"))
    played.do("tom", AnswerOffer(offered(played), accept=True))
    assert played.hero("tom").fate == 7


@pytest.mark.parametrize("who", ["tom", "gm"])
def test_an_npc_has_no_points_to_spend__WF_119(who: str) -> None:
    played = playing()
    played.do("gm", MakeNpc("Guard", 2, 2, 2))
    roll = drafted(played)
    code = "no_fate_points" if who == "gm" else "not_yours"
    assert played.refused(who, SpendDie(roll, "npc_guard")).code == code


# -- House rules -----------------------------------------------------------------------------


def house(**options: Any) -> tuple[Played, int]:
    """Tom is about to roll at a table with these house rules."""
    played = playing(options=options)
    played.do("gm", OpenTask("Jump", physical=10))
    played.do("tom", DraftRoll("tom", "physical", max(played.wheel.tasks)))
    return played, max(played.wheel.rolls)


def on_offer(played: Played, seat: str, *do: str) -> list[Offer]:
    return [one for one in GAME.offers(played.table, played.seat(seat)) if one.do in do]


def test_spent_points_may_drop_into_the_bowl__WF_40() -> None:
    for where, more in (("away", 0), ("bowl", 1)):
        played, roll = house(spent_fate_goes=where)
        bowl = played.wheel.bowl
        played.do("tom", SpendDie(roll, "tom"))
        played.do("tom", Throw(roll), (4, 4, 4, 4))
        assert played.wheel.bowl == bowl + more


def test_points_may_be_for_ones_own_rolls_only__WF_38() -> None:
    played, roll = house(fate_scope="own")
    assert played.refused("dave", SpendDie(roll, "dave")).code == "own_rolls_only"
    assert not on_offer(played, "dave", "SpendDie", "Invoke")
    assert {o.fixed["who"] for o in on_offer(played, "gm", "Invoke")} == {"tom"}
    assert on_offer(played, "tom", "SpendDie")
    played.do("tom", SpendDie(roll, "tom"))


def test_an_aspect_may_count_once_in_a_roll__WF_37() -> None:
    played, roll = house(aspect_repeat="once_per_roll")
    first = played.hero("tom").aspects[0].id
    played.do("gm", Invoke(roll, "tom", first, "It helps"))
    assert played.refused("gm", Invoke(roll, "tom", first, "Again")).code == "aspect_used"


def test_the_gm_may_reward_where_the_table_says_so__WF_53() -> None:
    played, _ = house(gm_awards=True)
    fate = played.hero("tom").fate
    assert any(offer.do == "Reward" for offer in GAME.offers(played.table, played.seat("gm")))
    played.do("gm", Reward("tom"))
    assert played.hero("tom").fate == fate + 1


def test_help_may_have_to_come_from_the_attribute_that_is_rolled__WF_57() -> None:
    played, roll = house(helper_attribute="same")
    assert played.refused("dave", Help(roll, "dave", "social")).code == "bad_attribute"
    for seat in ("dave", "gm"):
        helps = on_offer(played, seat, "Help")
        assert helps
        assert all(blank.name != "attribute" for offer in helps for blank in offer.blanks)
    played.do("dave", Help(roll, "dave"))
