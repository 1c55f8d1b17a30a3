"""What is offered during play: few taps for a normal test, and never what is not one's own."""

from __future__ import annotations

import pytest
from tests.games.rotate_bird import moments
from tests.games.rotate_bird.table import GAME, Played, created

from tablefolk.core import play
from tablefolk.core.game import Offer, Pick
from tablefolk.games.rotate_bird.rules.fallout import Offset
from tablefolk.games.rotate_bird.rules.tests import OpenTest
from tablefolk.games.rotate_bird.rules.variants import numbers


def menu(played: Played, who: str) -> tuple[Offer, ...]:
    return play.menu(GAME, played.table, played.seat(who))


def open_ones(played: Played, who: str, do: str) -> list[Offer]:
    return [offer for offer in menu(played, who) if offer.do == do and offer.open]


def taken(played: Played, who: str, offer: Offer, *faces: int, **filled: object) -> None:
    """Somebody takes an offer as the page would, leaving what is optional."""
    blanks = {blank.name: next(play.fits(blank)) for blank in offer.blanks}
    empty = {b.name: "" for b in offer.blanks if getattr(b, "optional", False)}
    played.do(who, play.fill(offer, {**blanks, **empty, **filled}), faces)


# -- Creation ----------------------------------------------------------------------------------


def test_a_player_without_a_character_may_begin_one_or_take_one_of_five__RB_13() -> None:
    played = moments.lobby()
    assert len(open_ones(played, "p1", "TakeReadyMade")) == 5
    assert open_ones(played, "p1", "MakeCharacter")
    taken(played, "p1", open_ones(played, "p1", "TakeReadyMade")[0])
    assert len(open_ones(played, "p2", "TakeReadyMade")) == 4
    assert not open_ones(played, "p1", "MakeCharacter")


def test_a_sheet_is_made_by_taking_what_the_table_waits_for__RB_25() -> None:
    played = moments.lobby()
    faces = {"MakeCharacter": (1, 1, 1, 3, 2, 4, 5, 3, 6, 2, 1, 6, 6, 4, 4)}
    faces["RollDoing"] = (6, 2, 2, 1, 6, 4, 3, 4, 3, 6, 2, 2, 5, 6, 2)
    did = []
    while owed := [o for o in menu(played, "p1") if o.owed and o.open]:
        did.append(owed[0].do)
        taken(played, "p1", owed[0], *faces.get(owed[0].do, ()))
    assert did == ["MakeCharacter", "RollDoing", "NameDoings", "NameCharacter"]
    assert next(iter(played.table.play.cast.values())).complete


def test_themes_are_offered_where_they_are_kept__RB_22() -> None:
    for scope, who, fixed in (
        ("table", "gm", set()),
        ("character", "p1", {"who"}),
        ("trait", "p1", {"trait"}),
    ):
        played = created({"theme_scope": scope})
        offers = open_ones(played, who, "RollTheme")
        assert offers
        assert all(set(offer.fixed) == fixed for offer in offers)


# -- A test ------------------------------------------------------------------------------------


def test_a_normal_test_is_open_tap_roll_pick__RB_40() -> None:
    played = created()
    plain = next(o for o in open_ones(played, "p1", "OpenTest") if set(o.fixed) == {"who"})
    taken(played, "p1", plain, intent="Over the wall")
    taken(played, "p1", open_ones(played, "p1", "TapTrait")[0])
    taken(played, "p1", open_ones(played, "p1", "RollPool")[0], 6)
    taken(played, "p1", open_ones(played, "p1", "PickDie")[0])
    assert played.test.phase == "closed"
    assert played.test.success


def test_a_test_may_be_opened_with_the_picture_it_rests_on__RB_27() -> None:
    played = created()
    plain = next(o for o in open_ones(played, "p1", "OpenTest") if set(o.fixed) == {"who"})
    first = next(b for b in plain.blanks if b.name == "trait")
    assert isinstance(first, Pick)
    taken(played, "p1", plain, intent="Over the wall", trait=first.choices[1].value)
    assert [tap.trait for tap in played.test.taps] == [first.choices[1].value]
    assert open_ones(played, "p1", "RollPool")


def test_every_symbol_that_may_give_a_die_is_one_tap__RB_27() -> None:
    played = created()
    edge, power = played.award("c1", "anchor"), played.award("c1", "bell", "rewind")
    played.open("c1")
    traits = {offer.fixed["trait"] for offer in open_ones(played, "p1", "TapTrait")}
    assert traits == {*(t.id for t in played.hero("c1").being), edge}
    assert power not in traits
    helpers = {offer.fixed["trait"] for offer in open_ones(played, "p2", "Help")}
    assert helpers == {t.id for t in played.hero("c2").being}


def test_a_marked_symbol_says_why_not__RB_30() -> None:
    played = created()
    played.mark("c1", "bird")
    played.open("c1")
    closed = [o for o in menu(played, "p1") if o.do == "TapTrait" and not o.open]
    assert [o.fixed["trait"] for o in closed] == [played.trait("c1", "bird")]
    assert closed[0].refusal is not None
    assert closed[0].refusal.code == "trait_marked"


def test_a_special_challenge_is_taken_before_it_is_rolled__RB_122() -> None:
    played = moments.epic()
    owed = [o.do for o in menu(played, "p1") if o.owed and o.open]
    assert owed == ["PayEpic"] * 5  # whoever pays has taken it: one question, not two
    assert not open_ones(played, "p1", "TapTrait")
    assert open_ones(moments.paid(), "p1", "TapTrait")


def test_only_the_leader_is_offered_the_dice__RB_41() -> None:
    played = moments.rolled()
    assert [o.fixed["value"] for o in open_ones(played, "p1", "PickDie")] == [6, 4, 3, 1]
    assert not [o for who in ("gm", "p2", "p3") for o in open_ones(played, who, "PickDie")]


def test_the_gm_rules_on_every_trait_offered_and_may_ask_for_hands__RB_33_RB_35() -> None:
    played = moments.gathering()
    rulings = [(o.fixed["trait"], o.fixed["ruling"]) for o in open_ones(played, "gm", "RuleTrait")]
    first, cat = (tap.trait for tap in played.test.offered)
    assert set(rulings) == {
        (first, "accepted"),
        (first, "rejected"),
        (cat, "questioned"),
        (cat, "rejected"),
    }
    asks = [o for o in menu(played, "gm") if o.do == "AskHands" and "question" in o.fixed]
    assert len(asks) == 2
    assert "I <fly>" in asks[0].fixed["question"]


def test_a_player_ties_a_test_to_a_track_only_with_the_gms_word__RB_106() -> None:
    played = created()
    goal = played.make_track("progress", "The wall")
    plain = next(o for o in open_ones(played, "p1", "OpenTest") if set(o.fixed) == {"who"})
    command = play.fill(plain, {"intent": "Up", "progress": goal})
    assert isinstance(command, OpenTest)
    assert play.covers(plain, command)
    assert played.ask("p1", command).question.startswith("May C1 make a test toward “The wall”")


# -- Fallout and edges -------------------------------------------------------------------------


def test_minor_fallout_is_paid_with_being_and_major_with_doing__RB_96() -> None:
    minor, major = moments.paying(), created()
    being = {o.fixed["trait"] for o in open_ones(minor, "p1", "Offset")}
    assert being == {t.id for t in minor.hero("c1").being}
    major.tested("c1", ["bird"], (2,), 2)
    major.fallout(1, 2)
    doing = {o.fixed["trait"] for o in open_ones(major, "p1", "Offset")}
    assert doing == {t.id for t in major.hero("c1").doing}


def test_whoever_had_no_part_is_offered_no_payment__RB_98() -> None:
    played = moments.paying()
    assert not open_ones(played, "p3", "Offset")
    assert not open_ones(played, "p3", "PassOffset")
    assert open_ones(played, "p3", "SuggestReading")


def test_where_an_edge_must_go_nothing_else_is_offered__RB_77() -> None:
    played = moments.choosing()
    offers = [o for o in menu(played, "p1") if o.command is Offset]
    edges = {tap.trait for tap in played.test.taps} & {e.id for e in played.hero("c1").having}
    assert {o.fixed["trait"] for o in offers} == edges
    assert all(o.owed and o.open for o in offers)
    describe = [o for o in menu(played, "gm") if o.do == "DescribeFallout"]
    assert [o.refusal.code for o in describe if o.refusal] == ["edge_sacrifice_mandatory"]


def test_the_gm_is_offered_to_shrug_and_the_leader_to_hand_on__RB_56_RB_134() -> None:
    played = moments.shrugging()
    assert len(open_ones(played, "gm", "ShrugOff")) == 2
    (hands,) = open_ones(played, "p1", "HandOn")
    assert hands.fixed["to"] == "c2"
    assert hands.confirm  # nobody can take it back
    assert not open_ones(played, "p2", "HandOn")


def test_an_edge_gets_its_symbol_from_the_gm_and_its_meaning_from_the_owner__RB_72() -> None:
    played = created()
    played.tested("c1", ["bird", "sun"], (6, 6), 6)
    assert open_ones(played, "gm", "AssignSymbol")
    assert not open_ones(played, "p1", "AssignSymbol")
    played.assign("c1", "bell")
    assert [o.owed for o in open_ones(played, "p1", "SayMeaning")] == [True]
    assert not open_ones(played, "gm", "SayMeaning")
    assert open_ones(played, "p2", "SuggestMeaning")


def test_a_setup_proposes_the_symbols_that_were_tapped__RB_60() -> None:
    played = created()
    played.open("c1", beneficiary="c2")
    played.tap("c1", "bird", "sun")
    played.roll(6, 5)
    played.pick(6)
    proposed = [o.fixed.get("symbol") for o in open_ones(played, "gm", "AssignSymbol")]
    assert proposed[:2] == ["bird", "sun"]


# -- Marks and variants ------------------------------------------------------------------------


def test_a_rest_is_asked_for_and_granted__RB_101() -> None:
    played = moments.over()
    (ask,) = open_ones(played, "p2", "AskRest")
    assert ask.asks
    everybody = next(o for o in open_ones(played, "gm", "GrantRest") if not o.blanks)
    taken(played, "gm", everybody)
    assert played.marked("c2") == ["Stop the Clock"]


def test_variants_offer_nothing_while_they_are_off__RB_192() -> None:
    every = {o.do for who in ("gm", "p1", "p2") for o in menu(moments.gathering(), who)}
    assert not every & {"NameEntity", "Board", "GetOff", "Combine", "Renew"}


def test_every_combo_on_offer_has_both_kinds_of_symbols__RB_203() -> None:
    played = moments.variants()
    combos = open_ones(played, "p1", "Combine")
    assert combos
    for offer in combos:
        pairs = map(numbers, offer.fixed["parts"])
        symbols = [played.bird.label(trait).symbols[place] for trait, place in pairs]
        assert {played.bird.symbol(s).kind for s in symbols} == {"being", "doing"}
    assert not open_ones(played, "p3", "Combine")


@pytest.mark.parametrize("moment", moments.MOMENTS, ids=lambda m: m.__name__)
def test_whatever_is_open_is_accepted_at_every_moment(moment: object) -> None:
    played = moment()  # type: ignore[operator]
    for who in ("gm", "p1", "p2", "p3"):
        for offer in menu(played, who):
            many = 1 if offer.do == "Lend" else 12  # of two lists, some pairs change nothing
            for command in play.samples(offer, many) if offer.open else ():
                no = play.refusal(GAME, played.table, played.seat(who), command)
                assert no is None, f"{who}: {command}: {no}"
