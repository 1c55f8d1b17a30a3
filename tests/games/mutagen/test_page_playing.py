"""Play on the page: what is shown, what is offered, for whom the table waits."""

from __future__ import annotations

from typing import Any

import pytest
from tests.games.mutagen import moments
from tests.games.mutagen.homebrew import duellist
from tests.games.mutagen.moments import MOMENTS
from tests.games.mutagen.table import GAME, Played, created

from tablefolk.core import play
from tablefolk.core.game import Offer, Pick
from tablefolk.core.table.scenes import EndScene, OpenScene
from tablefolk.games.mutagen.page.blocks import play as shown
from tablefolk.games.mutagen.page.offers import PLAYING
from tablefolk.games.mutagen.page.words import say
from tablefolk.games.mutagen.rules.dying import ChooseFate
from tablefolk.games.mutagen.rules.owing import GiveAnswer
from tablefolk.games.mutagen.rules.proposing import Propose
from tablefolk.games.mutagen.rules.rolling import Settle
from tablefolk.games.mutagen.rules.speaking import LetPass, SetLevel


def menu(played: Played, who: str) -> tuple[Offer, ...]:
    return play.menu(GAME, played.table, played.seat(who))


def offered(played: Played, who: str, do: str) -> list[Offer]:
    return [offer for offer in menu(played, who) if offer.do == do and offer.open]


def owed(played: Played, who: str) -> set[str]:
    return {offer.do for offer in menu(played, who) if offer.owed and offer.open}


def block(played: Played, who: str, kind: type) -> Any:
    every = GAME.view(played.table, played.seat(who)).blocks
    return next((one for one in every if type(one) is kind), None)


# -- For whom the table waits (TF-30) ----------------------------------------------------------

WAITS = [
    (moments.proposed, "gm", {"LetPass"}),
    (moments.proposed, "p1", set()),
    (moments.ready, "p1", {"RollMove"}),
    (moments.following, "p1", {"Follow"}),
    (moments.following, "p2", set()),
    (moments.result, "p1", {"Settle", "Respond"}),
    (moments.composing, "gm", {"WriteOutcome"}),
    (moments.consequence, "p2", {"AcceptOutcome", "Respond"}),
    (moments.hurt, "p2", {"CloseStep"}),
    (moments.armored, "p2", {"UseArmor", "CloseStep"}),
    (moments.judged, "gm", {"SettleHarm", "CloseStep"}),
    (moments.dying, "p1", {"ChooseFate"}),
    (moments.away, "gm", set()),
    (moments.weaving, "p1", {"GiveAnswer"}),
    (moments.talked_over, "gm", {"SettleDispute", "UpholdFact"}),
    (moments.resumed, "gm", {"Unfreeze"}),
    (moments.over, "p2", {"KeepXp"}),
]


@pytest.mark.parametrize(
    ("moment", "who", "acts"), WAITS, ids=[f"{m.__name__}-{w}" for m, w, _ in WAITS]
)
def test_the_table_waits_for_whom_the_rules_wait_for(
    moment: Any, who: str, acts: set[str]
) -> None:  # fmt: skip
    played = moment()
    judged = {"CloseStep"} if moment is moments.judged else set()
    assert owed(played, who) - judged == acts - judged


@pytest.mark.parametrize("moment", MOMENTS, ids=lambda moment: moment.__name__)
def test_whatever_an_offer_lets_one_fill_in_is_accepted(moment: Any) -> None:
    played = moment()
    for who in ("gm", "p1", "p2"):
        ours = {o.command for t in PLAYING for o in t.offers(played.show, played.seat(who))}
        for offer in menu(played, who):
            known = offer.open and offer.command in ours
            for command in play.samples(offer, 12) if known else ():
                no = play.refusal(GAME, played.table, played.seat(who), command)
                assert no is None or no.code == "asked", f"{who}: {command}: {no}"


# -- Moves (MU-62 … MU-68, MU-82, MU-121 … MU-126) ---------------------------------------------


def test_a_move_asks_only_for_what_its_data_asks_for__MU_63() -> None:
    played = moments.quiet()
    plain, led, *_ = offered(played, "p2", "Propose")
    assert [b.name for b in plain.blanks] == ["make", "how", "targets", "aptitude", "harm"]
    assert [b.name for b in led.blanks if b not in plain.blanks] == ["others"]


def test_weaving_shows_every_thread_with_its_rating_and_suggests_none__MU_123() -> None:
    played = moments.quiet()
    woven = next(
        o for o in offered(played, "p1", "Propose") if o.fixed.get("through") == ("weave_magic",)
    )
    picked = next(b for b in woven.blanks if isinstance(b, Pick) and b.name == "picked")
    assert len(picked.choices) == 13
    assert "Conjure elements +1" in [choice.label for choice in picked.choices]
    assert "Transit −1" in [choice.label for choice in picked.choices]


def test_harm_is_asked_for_with_threads_that_are_strong_enough__MU_126() -> None:
    played = moments.quiet()
    asked = {
        o.fixed["harm"]: [c.value for b in o.blanks if b.name == "picked" for c in b.choices]  # type: ignore[attr-defined]
        for o in offered(played, "p1", "Propose")
        if o.fixed.get("through") == ("weave_magic",) and "harm" in o.fixed
    }
    assert asked == {1: ["affect_at_range", "conjure_elements"], 2: ["conjure_elements"]}


def test_the_hand_lists_wants_and_ratings_with_the_chance_of_success__MU_62() -> None:
    hand = block(moments.quiet(), "p2", shown.Tray)
    assert len(hand.making.wants) == 12
    best = hand.making.skills[0]
    assert (best.name, best.rating, best.chance) == ("Fighting", "+2", "83%")
    assert hand.making.nothing == "42%"


def test_after_the_session_the_hand_asks_for_nothing_new__MU_134() -> None:
    played = moments.over()
    hand = block(played, "p2", shown.Tray)
    assert (hand.title, hand.waits) == (say("tray.over"), say("note.session_over"))
    assert (hand.making, hand.hints) == (None, ())
    every = [offer for offer in menu(played, "p2") if offer.do == "Propose"]
    assert {offer.refusal.rule if offer.refusal else "" for offer in every} == {"MU-134"}


def test_what_the_gm_asks_for_stands_out__MU_59() -> None:
    hand = block(moments.called(), "p2", shown.Tray)
    assert hand.called == "Go dark"
    assert [w.id for w in hand.making.wants if w.called] == ["go_dark"]


def test_earlier_weaves_of_the_scene_are_listed__MU_121() -> None:
    played = moments.quiet()
    played.do("gm", LetPass(played.propose("s", "go_apeshit", how="Sparks", targets=("alarm-box",),
                                           **moments.WEAVE)))  # fmt: skip
    played.roll(6, 4)
    played.settle()
    woven = next(t for t in block(played, "p1", shown.Tray).making.through if t.weaves)
    assert woven.woven == ("Sparks",)
    assert len(woven.limits) == 4


def test_without_will_the_page_says_why_no_weave_is_possible__MU_122() -> None:
    played = moments.quiet()
    played.set("s", "will", 0)
    woven = next(t for t in block(played, "p1", shown.Tray).making.through if t.weaves)
    assert woven.shut == "Magic needs at least 1 Will."


def test_the_card_of_a_move_unfolds_its_modifier_and_its_odds__MU_48() -> None:
    card = block(moments.ready(), "p1", shown.MoveCard)
    assert [(p.kind, p.value) for p in card.pieces] == [
        ("term", "+0"), ("exploit", "+1"), ("gm", "−1"),
    ]  # fmt: skip
    assert [band.chance.exact for band in card.bands] == ["1/36", "5/36", "15/36", "15/36"]
    assert (card.success.text, card.level, card.modifier) == ("58%", "low", "+0")


def test_what_a_status_would_change_is_said_before_the_dice__MU_48() -> None:
    played = moments.quiet()
    played.propose("f", "parkour", aptitude="athletics")
    card = block(played, "p2", shown.MoveCard)
    assert (card.success.exact, card.with_status.exact) == ("26/36", "30/36")


def test_odds_are_shown_to_whom_the_table_says__TF_23() -> None:
    played = created({"odds_shown": "roller"})
    played.do("gm", OpenScene("A hall"))
    played.propose("f", "parkour")
    assert block(played, "p2", shown.MoveCard).success is not None
    other = block(played, "p1", shown.MoveCard)
    assert (other.success, other.hidden != "") == (None, True)


def test_a_target_of_the_other_sort_brings_a_hint__MU_63() -> None:
    played = moments.quiet()
    played.propose("f", "fuck_em_up", targets=("alarm-box",))
    assert "Go apeshit" in block(played, "gm", shown.MoveCard).other


def test_the_chance_that_resist_comes_back_is_shown_to_the_leader__MU_87() -> None:
    card = block(moments.leading(), "p2", shown.MoveCard)
    assert card.back is not None
    assert card.costs == ("1 Resist for Lead the group",)


def test_trading_for_a_point_without_room_is_worth_a_word__MU_80() -> None:
    played = moments.result()
    assert block(played, "p1", shown.MoveCard).full != ""
    played.set("s", "resist", 1)
    assert block(played, "p1", shown.MoveCard).full == ""


def test_the_gms_buttons_lie_near_what_a_move_may_do__MU_76() -> None:
    played = moments.healing()
    played.settle()
    near = [o.label for o in offered(played, "gm", "StageEffect") if o.about.endswith(":near")]
    assert near == ["F restores 1 Health", "“limps & curses” goes (F)"]


def test_homebrew_moves_bring_their_own_blanks__MU_157() -> None:
    played = duellist("lunge")
    found = [o for o in menu(played, "p1") if o.do == "Propose"]
    asked = {o.fixed["make"]: [b.name for b in o.blanks] for o in found if "make" in o.fixed}
    assert (asked["gamble"], asked["lunge"]) == (["how", "option"], ["how"])
    assert (asked["footwork"], asked["vow"]) == (["how", "picked"], ["how", "confirmed"])
    assert any(o.fixed.get("through") == ("duel",) for o in found)
    for offer in found:
        for command in play.samples(offer, 12) if offer.open else ():
            assert play.refusal(GAME, played.table, played.seat("p1"), command) is None


# -- Harm, death, the world --------------------------------------------------------------------


def test_harm_asks_one_question_of_the_one_concerned__MU_93() -> None:
    played = moments.armored()
    card = block(played, "p2", shown.InjuryCard)
    assert (card.do, card.mine, card.question) == (
        "armor", True, "Does what you wear protect from this?",
    )  # fmt: skip
    assert [step.state for step in card.steps].count("past") == 2
    assert block(played, "p1", shown.InjuryCard).waits != ""


def test_harm_can_be_answered_with_a_move_in_its_first_step__MU_94() -> None:
    played = moments.hurt()
    answers = [o for o in offered(played, "p2", "Propose") if o.fixed.get("inside")]
    choices = next(b for b in answers[0].blanks if isinstance(b, Pick) and b.name == "make").choices
    assert [choice.value for choice in choices] == ["get_out_the_way"]
    assert offered(played, "gm", "LetIn")


def test_whoever_is_gone_reads_what_is_awaited__MU_107() -> None:
    played = moments.dying()
    played.as_("s", ChooseFate("s", "survive"))
    assert "once this scene is over" in block(played, "p1", shown.Fate).waits
    assert block(played, "p1", shown.Tray).waits.startswith("S is out of this scene")
    assert not offered(played, "p1", "Propose")
    assert offered(played, "p1", "InventFact")


def test_the_gm_is_waited_for_over_the_scar_once_the_scene_is_over__MU_107() -> None:
    played = moments.away()
    assert [offer.owed for offer in offered(played, "gm", "GiveScar")] == [False]
    played.do("gm", EndScene())
    assert [offer.owed for offer in offered(played, "gm", "GiveScar")] == [True]


def test_at_low_effect_a_full_success_promises_only_part__MU_68() -> None:
    played = created()
    number = played.propose("f", "go_dark")
    played.do("gm", SetLevel(number, "low"))
    texts = {band.id: band.bits[0].text for band in block(played, "p2", shown.MoveCard).bands}
    assert texts["full"] == "Low Effect: you get part of what you described."
    assert "Low Effect" not in texts["some"]


def test_an_effect_that_runs_is_seen_by_all_with_its_flaws__MU_129() -> None:
    played = moments.weaving()
    played.as_("s", GiveAnswer(next(iter(played.show.owed)), picks=(2,)))
    weave = block(played, "p2", shown.Weaves).weaves[0]
    assert (weave.text, weave.flaws) == (
        "A drifting ember to see by.", ("it has a serious side effect",),
    )  # fmt: skip
    assert {o.do for o in menu(played, "p1") if o.about == "weave:s"} == {"LetGo", "LoseSight"}


def test_a_full_track_offers_the_circles_that_can_be_filled__MU_139() -> None:
    played = moments.over()
    homes = {o.about for o in offered(played, "p2", "LevelUp") if o.fixed["choice"] == "buy"}
    assert "move:f:fighting" in homes
    assert "move:f:spooky_shit" not in homes
    assert not offered(played, "p1", "LevelUp")


def test_the_record_is_shared_before_statements_are_ticked__MU_135() -> None:
    played = moments.over()
    people = {p.name: p for p in block(played, "p3", shown.Evening).people}
    assert "Connect the dots" in people["S"].lines[0]
    assert people["S"].claims == 1


def test_facts_stand_beside_the_statuses_they_must_not_contradict__MU_110() -> None:
    facts = block(moments.quiet(), "p1", shown.Facts)
    assert [fact.text for fact in facts.facts] == ["There is a forklift & it works."]
    assert "wires exposed" in [status.text for status in facts.statuses]


def test_a_move_that_a_limit_stopped_offers_how_to_go_on__MU_149() -> None:
    played = moments.resumed()
    assert {o.fixed.get("how") for o in offered(played, "gm", "Unfreeze")} == {
        None, "continue", "rewind", "drop",
    }  # fmt: skip
    assert not offered(played, "p1", "RollMove")


def test_a_move_of_one_s_own_is_tagged_from_its_card_or_from_the_hand__MU_74() -> None:
    played = moments.quiet()
    for _ in range(2):
        number = played.rolled("f", "parkour", 5, 4, aptitude="athletics")
        played.as_("f", Settle(number))
    homes = [o.about for o in offered(played, "p2", "TagMove")]
    assert homes == ["tray:f:tags", f"deed:{number}:tags"]


def test_what_is_offered_in_one_form_is_one_command__MU_56() -> None:
    played = moments.quiet()
    for offer in offered(played, "p1", "Propose"):
        command = play.sample(offer)
        assert isinstance(command, Propose)
        assert play.covers(offer, command)
