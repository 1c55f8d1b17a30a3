"""Play on the page: what is shown, what is offered, for whom the table waits."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import msgspec
import pytest
from tests.games.mutagen import moments
from tests.games.mutagen.homebrew import duellist
from tests.games.mutagen.hurting import take
from tests.games.mutagen.moments import MOMENTS
from tests.games.mutagen.table import GAME, Played, created

from tablefolk.core import play, stage
from tablefolk.core.book import acts_of
from tablefolk.core.game import Offer, Pick, Seat
from tablefolk.core.table.scenes import EndScene, OpenScene
from tablefolk.games import mutagen
from tablefolk.games.mutagen.page import view
from tablefolk.games.mutagen.page.offers import rolling
from tablefolk.games.mutagen.page.view import moves as shown_moves
from tablefolk.games.mutagen.page.view import sessions as shown_sessions
from tablefolk.games.mutagen.rules import books, bringing, buying, creation, resources, writing
from tablefolk.games.mutagen.rules.bars import MakeBar, TickBar
from tablefolk.games.mutagen.rules.buying import AskAbout
from tablefolk.games.mutagen.rules.dying import ChooseFate, GiveScar
from tablefolk.games.mutagen.rules.effects import GiveAnswer
from tablefolk.games.mutagen.rules.leading import Follow
from tablefolk.games.mutagen.rules.outcomes import AcceptOutcome, StageEffect, WriteOutcome
from tablefolk.games.mutagen.rules.proposing import Propose, WithdrawMove
from tablefolk.games.mutagen.rules.rolling import Settle
from tablefolk.games.mutagen.rules.speaking import LetPass, SetLevel
from tablefolk.games.mutagen.rules.statuses import EraseStatus
from tablefolk.games.mutagen.rules.take_harm import CloseStep, OpenHarm, UseArmor
from tablefolk.games.mutagen.rules.values import Level, Staged
from tablefolk.games.mutagen.words import say

SEAT = Seat("gm", "gm")
# What is filled in while playbooks and characters are made is judged elsewhere.
MAKING = {
    command
    for chapter in (books, bringing, buying, creation, resources, writing)
    for command in acts_of(chapter)
}


def menu(played: Played, who: str) -> tuple[Offer, ...]:
    return play.menu(GAME, played.table, played.seat(who))


def offered(played: Played, who: str, do: str) -> list[Offer]:
    return [offer for offer in menu(played, who) if offer.do == do and offer.open]


def owed(played: Played, who: str) -> set[str]:
    return {offer.do for offer in menu(played, who) if offer.owed and offer.open}


def at(played: Played, who: str, key: str) -> tuple[Offer, ...]:
    """What is offered in a part."""
    parts = GAME.parts(played.table, played.seat(who))
    return tuple(next(p for p in parts if p.key == key).offers())


def said(played: Played, who: str, move: str) -> view.moves.Say:
    """A move where it is put into words."""
    hero = played.show.of(who)
    assert hero is not None
    key = f"want:{hero.id}:{move}"
    (found,) = next(p for p in GAME.parts(played.table, played.seat(who)) if p.key == key).blocks()
    assert isinstance(found, view.moves.Say)
    return found


def block(played: Played, who: str, kind: type) -> Any:
    every = GAME.view(played.table, played.seat(who)).blocks
    return next((one for one in every if type(one) is kind), None)


# -- For whom the table waits (TF-30) ----------------------------------------------------------

WAITS = [
    (moments.called, "p2", {"Propose"}),
    (moments.proposed, "gm", {"LetPass"}),
    (moments.proposed, "p1", set()),
    (moments.doubted, "gm", set()),
    (moments.doubted, "p1", {"StandByIt"}),
    (moments.ready, "p1", {"RollMove"}),
    (moments.following, "p1", {"Follow"}),
    (moments.following, "p2", set()),
    (moments.result, "p1", {"Settle", "Respond"}),
    (moments.composing, "gm", {"WriteOutcome"}),
    (moments.consequence, "p2", {"AcceptOutcome", "Respond"}),
    (moments.struck, "gm", {"WriteOutcome"}),
    (moments.shared, "p3", {"AcceptOutcome", "Respond"}),
    (moments.shared, "p2", set()),
    (moments.shared, "p1", set()),
    (moments.dodged, "gm", {"WriteOutcome"}),
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
        ours = {o.command for o in mutagen.offers(played.show, played.seat(who))} - MAKING
        for offer in menu(played, who):
            known = offer.open and offer.command in ours
            for command in play.samples(offer, 12) if known else ():
                no = play.refusal(GAME, played.table, played.seat(who), command)
                assert no is None or no.code == "asked", f"{who}: {command}: {no}"


# -- What somebody has before them ----------------------------------------------------------------


def now(played: Played, who: str) -> stage.Now:
    owed = [wait.part for wait in GAME.waits_of(played.table).get(who, ())]
    found = stage.now(GAME.parts(played.table, played.seat(who)), owed)
    assert found is not None
    return found


NOWS = [
    (moments.lobby, "p1", "owed", "Who are you?"),
    (moments.quiet, "p1", "idle", "What do you want, S?"),
    (moments.quiet, "gm", "idle", "What happens, GM?"),
    (moments.proposed, "gm", "owed", "What do you say to S?"),
    (moments.proposed, "p1", "begun", "GM reads it: what S wants"),
    (moments.doubted, "gm", "open", "P1 decides: does it stand?"),
    (moments.doubted, "p1", "owed", "GM has a word. Does it stand, S?"),
    (moments.ready, "p1", "owed", "Does S get it?"),
    (moments.ready, "p2", "open", "P1 rolls: does S get it?"),
    (moments.following, "p1", "owed", "How do you follow F?"),
    (moments.result, "p1", "owed", "Does S keep it, or trade it?"),
    (moments.composing, "gm", "owed", "What does it cost F?"),
    (moments.consequence, "p2", "owed", "It goes wrong. Does F take it?"),
    (moments.consequence, "p1", "open", "It goes wrong. P2 decides: take it, or resist?"),
    (moments.shared, "p3", "owed", "It goes wrong. Does M take it?"),
    (moments.shared, "p2", "open", "It goes wrong. P3 decides: take it, or resist?"),
    (moments.hurt, "p2", "owed", "Does F do something about it, or let it come?"),
    (moments.armored, "p2", "owed", "Does what F wears protect from this?"),
    (moments.judged, "gm", "owed", "Does it stay at 2 harm for F?"),
    (moments.dying, "p1", "owed", "How does it end for S?"),
    (moments.dying, "p2", "open", "P1 decides: how does it end for S?"),
    (moments.resumed, "gm", "owed", "This was stopped. How does it go on?"),
    (moments.over, "p2", "owed", "How does F grow?"),
    (moments.over, "p1", "begun", "What was true tonight, S?"),
]


@pytest.mark.parametrize(
    ("moment", "who", "kind", "title"), NOWS, ids=[f"{m.__name__}-{w}" for m, w, *_ in NOWS]
)
def test_one_thing_is_before_everybody_as_a_question_with_a_name(
    moment: Any, who: str, kind: str, title: str
) -> None:
    found = now(moment(), who)
    assert (found.kind, found.part.title) == (kind, title)


def test_what_is_settled_is_off_the_stage_at_once__MU_73() -> None:
    played = moments.consequence()
    played.as_("f", AcceptOutcome(played.move.id))
    keys = [part.key for part in GAME.parts(played.table, played.seat("p1"))]
    assert f"deed:{played.move.id}" not in keys


def test_the_mat_has_the_numbers_that_matter_and_ones_own_magic() -> None:
    mat = GAME.mat(moments.quiet().table, moments.quiet().seat("p1"))
    assert mat is not None
    assert [(v.text, v.label) for v in mat.vitals] == [
        ("3", "Health of 3"), ("2", "Resist of 2"), ("3", "Will of 3"),
    ]  # fmt: skip
    assert [act.label for act in mat.acts] == ["Want", "Magic", "Fact", "Sheet"]


def test_rows_show_health_resist_and_statuses_of_people_and_npcs() -> None:
    played = moments.quiet()
    rows = {row.name: row for row in mutagen.rows(played.show, played.seat("p1"))}
    assert [v.text for v in rows["F"].vitals] == ["3", "2"]
    assert rows["F"].note == "limps & curses"
    assert [v.label for v in rows["The night <guard>"].vitals] == ["Health of 3"]
    assert "Alarm box" not in rows


def test_what_is_final_asks_twice_and_the_price_is_said_before__MU_77() -> None:
    accept, resist = (
        offered(moments.consequence(), "p2", "AcceptOutcome"),
        offered(moments.consequence(), "p2", "Respond"),
    )
    assert not accept[0].confirm
    assert (resist[0].price, bool(resist[0].confirm)) == ("2 → 1 Resist", True)
    assert all(o.confirm for o in offered(moments.dying(), "p1", "ChooseFate"))
    assert all(o.confirm for o in offered(moments.over(), "p2", "KeepXp"))


# -- Moves (MU-62 … MU-68, MU-82, MU-121 … MU-126) ---------------------------------------------


def test_a_move_asks_only_for_what_its_data_asks_for__MU_63() -> None:
    played = moments.quiet()
    (plain,) = at(played, "p2", "want:f:fuck_em_up")
    (dark,) = at(played, "p2", "want:f:go_dark")
    led, *_ = at(played, "p2", "want:f:lead_the_group")
    assert [b.name for b in plain.blanks] == ["make", "how", "targets", "aptitude", "harm"]
    assert [b.name for b in dark.blanks] == ["make", "how", "targets", "aptitude"]
    assert {b.name for b in led.blanks} - {b.name for b in plain.blanks} == {"others"}


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
    played = moments.quiet()
    hand = block(played, "p2", view.moves.Tray)
    assert len(hand.wants) == 12
    assert [move.name for move in block(played, "p1", view.moves.Tray).own] == [
        "Weave magic", "Lead the group",
    ]  # fmt: skip
    making = said(played, "p2", "go_dark").making
    best = making.skills[0]
    assert (best.name, best.rating, best.chance) == ("Fighting", "+2", "83%")
    assert making.nothing == "42%"


def test_a_bonus_that_waits_is_in_the_chances_one_chooses_by__MU_42__MU_48() -> None:
    for wait in (False, True):
        played = duellist()
        if wait:
            played.as_("d", Propose("d", "all_in"))
        making = said(played, "p1", "go_dark").making
        assert making.counted == ("Counted in already: +2 (All in)." if wait else "")
        chances = {skill.id: skill.chance for skill in making.skills} | {"": making.nothing}
        for aptitude, promised in chances.items():
            number = played.propose("d", "go_dark", aptitude=aptitude)
            card = block(played, "p1", view.moves.MoveCard)
            assert round(card.success.share * 100) == int(promised.rstrip("%"))
            played.as_("d", WithdrawMove(number))


def test_an_own_move_says_what_it_is_rolled_with_before_it_is_made__MU_48() -> None:
    played = moments.veiled()
    played.as_("h", WithdrawMove(played.move.id))
    assert said(played, "p1", "mine.hang_a_veil").odds == "You roll with +0: 58% to get it."
    assert said(played, "p1", "go_dark").odds == "", "that hangs on what it rests on"


def test_after_the_session_the_hand_asks_for_nothing_new__MU_134() -> None:
    played = moments.over()
    hand = block(played, "p2", view.moves.Tray)
    assert hand.waits == say("note.session_over")
    assert (hand.wants, hand.own, hand.hints) == ((), (), ())
    assert not [offer for offer in menu(played, "p2") if offer.do == "Propose"]


def test_what_the_gm_asks_for_stands_out__MU_59() -> None:
    hand = block(moments.called(), "p2", view.moves.Tray)
    assert hand.called == "Go dark"
    assert hand.why == "with all that light?"
    assert [w.id for w in hand.wants if w.called] == ["go_dark"]


def test_whoever_was_asked_for_a_move_is_waited_for_and_reads_why__MU_59() -> None:
    played = moments.called()
    assert [w.part for w in GAME.waits_of(played.table)["p2"]] == ["want:f:go_dark"]
    go_dark = said(played, "p2", "go_dark")
    assert (go_dark.asked, go_dark.why) == (True, "with all that light?")
    played.do("gm", EndScene())
    assert "p2" not in GAME.waits_of(played.table), "what was asked for goes with the scene"


def test_earlier_weaves_of_the_scene_are_listed__MU_121() -> None:
    played = moments.quiet()
    played.do("gm", LetPass(played.propose("s", "go_apeshit", how="Sparks", targets=("alarm-box",),
                                           **moments.WEAVE)))  # fmt: skip
    played.roll(6, 4)
    played.settle()
    woven = next(t for t in said(played, "p1", "weave_magic").making.through if t.weaves)
    assert woven.woven == ("Sparks",)
    assert len(woven.limits) == 4


def test_without_will_the_page_says_why_no_weave_is_possible__MU_122() -> None:
    played = moments.quiet()
    played.set("s", "will", 0)
    woven = next(t for t in said(played, "p1", "go_dark").making.through if t.weaves)
    assert woven.shut == "Magic needs at least 1 Will."


def test_the_card_of_a_move_unfolds_its_modifier_and_its_odds__MU_48() -> None:
    card = block(moments.ready(), "p1", view.moves.MoveCard)
    assert [(p.kind, p.value) for p in card.pieces] == [
        ("term", "+0"), ("exploit", "+1"), ("gm", "−1"),
    ]  # fmt: skip
    assert [band.chance.exact for band in card.bands] == ["1/36", "5/36", "15/36", "15/36"]
    assert (card.success.text, card.level, card.modifier) == ("58%", "low", "+0")


def test_what_a_status_would_change_is_said_before_the_dice__MU_48() -> None:
    played = moments.quiet()
    played.propose("f", "parkour", aptitude="athletics")
    card = block(played, "p2", view.moves.MoveCard)
    assert (card.success.exact, card.with_status.exact) == ("26/36", "30/36")


def test_odds_are_shown_to_whom_the_table_says__TF_23() -> None:
    played = created({"odds_shown": "roller"})
    played.do("gm", OpenScene("A hall"))
    played.propose("f", "parkour")
    assert block(played, "p2", view.moves.MoveCard).success is not None
    other = block(played, "p1", view.moves.MoveCard)
    assert (other.success, other.hidden != "") == (None, True)


def test_a_target_of_the_other_sort_brings_a_hint__MU_63() -> None:
    played = moments.quiet()
    played.propose("f", "fuck_em_up", targets=("alarm-box",))
    assert "Go apeshit" in block(played, "gm", view.moves.MoveCard).other


def test_the_chance_that_resist_comes_back_is_shown_to_the_leader__MU_87() -> None:
    card = block(moments.leading(), "p2", view.moves.MoveCard)
    assert card.back is not None
    assert card.costs == ("1 Resist for Lead the group",)


def test_the_chance_with_a_status_for_everybody_stands_beside_the_plain_one__MU_86() -> None:
    played = moments.leading()
    for status in [status.id for _, status in played.show.statuses()]:
        played.do("gm", EraseStatus(status, "gone"))
    bare = block(played, "p2", view.moves.MoveCard)
    assert bare.back is not None
    assert bare.back_with is None
    played.status("m", "soaked")
    more = block(played, "p2", view.moves.MoveCard)
    assert more.back == bare.back
    assert more.back_with is not None
    assert Fraction(bare.back.exact) < Fraction(more.back_with.exact)


def test_an_answer_that_has_its_price_is_asked_for_with_it__MU_71() -> None:
    for move, band, asked in (
        ("connect_the_dots", "some", "What does F learn, and what does it cost?"),
        ("connect_the_dots", "fail", "What does it cost F?"),
        ("go_dark", "some", "What does it cost F?"),
    ):
        played = created()
        played.do("gm", OpenScene("The quay"))
        number = played.banded("f", move, band)
        played.settle(number)
        assert now(played, "gm").part.title == asked
        (offer,) = [o for o in at(played, "gm", f"deed:{number}") if "text" in names_of(o)]
        label = next(b.label for b in offer.blanks if b.name == "text")
        assert ("answer" in label) == ("learn" in asked)


def names_of(offer: Offer) -> set[str]:
    return {blank.name for blank in offer.blanks}


def test_nobody_reads_how_it_ends_before_it_is_chosen__MU_104() -> None:
    played = created()
    played.do("gm", OpenScene("The quay"))
    take(played, "f", 3)
    assert parts_of(played, "p1")["fate:f"].note == "no Health left"
    played.as_("f", ChooseFate("f", "survive"))
    assert parts_of(played, "p1")["fate:f"].note == "out of the scene"
    assert parts_of(played, "p2")["tray:f"].title == "F is out of the scene"


def test_a_yes_of_the_gm_leads_to_where_the_circle_is_filled__MU_12() -> None:
    played = Played()
    played.draft("s", "p1")
    played.as_("s", AskAbout("s", "spooky_shit"))
    (circles,) = [key for key in parts_of(played, "p1") if key.endswith("common.aptitudes")]
    finish = next(key for key in parts_of(played, "p1") if key.endswith(":finish"))
    (draft,) = parts_of(played, "p1")[finish].blocks()
    assert draft.allowed == ((circles, "Spooky Shit"),)
    played.fill("s", "spooky_shit")
    (draft,) = parts_of(played, "p1")[finish].blocks()
    assert draft.allowed == ()
    assert [s.label for s in draft.steps if s.done] == ["Aptitudes"]


def test_trading_for_a_point_without_room_is_worth_a_word__MU_80() -> None:
    played = moments.result()
    assert block(played, "p1", view.moves.MoveCard).full != ""
    played.set("s", "resist", 1)
    assert block(played, "p1", view.moves.MoveCard).full == ""


def test_the_gms_buttons_lie_near_what_a_move_may_do__MU_76() -> None:
    played = moments.healing()
    played.settle()
    near = [o.label for o in offered(played, "gm", "StageEffect") if o.about.endswith(":near")]
    assert near == ["F restores 1 Health", "“limps & curses” goes (F)"]


def test_whoever_tends_somebody_is_told_while_nothing_is_restored__MU_76() -> None:
    played = moments.healing()
    played.settle()
    for seat in ("gm", "p3"):
        assert "nothing is restored" in block(played, seat, view.moves.MoveCard).nothing
    number = played.move.id
    played.do("gm", StageEffect(number, "restore", on="f", n=1, resource="health"))
    assert block(played, "p3", view.moves.MoveCard).nothing == ""


def test_a_point_that_is_given_back_goes_with_the_gms_words__MU_76() -> None:
    played = moments.healing()
    played.set("f", "health", 1)
    played.settle()
    assert block(played, "gm", view.moves.MoveCard).nothing == ""
    buttons = [o.label for o in offered(played, "gm", "StageEffect") if o.about.endswith(":near")]
    assert buttons == ["“limps & curses” goes (F)"]
    (form,) = [o for o in offered(played, "gm", "WriteOutcome") if o.blanks]
    (near,) = [blank for blank in form.blanks if blank.name == "near"]
    assert [choice.label for choice in near.choices] == ["F restores 1 Health"]
    played.do("gm", WriteOutcome(played.move.id, "It stings.", near=near.ticked))
    assert played.points("f", "health") == 2
    assert (
        played.no("gm", WriteOutcome(played.move.id, "Again.", near=near.ticked)) == "move_closed"
    )


def test_what_came_of_a_move_is_not_counted_upon_what_it_has_done__MU_157() -> None:
    played = moments.healing()
    played.set("f", "health", 1)
    played.settle()
    (form,) = [o for o in offered(played, "gm", "WriteOutcome") if o.blanks]
    (near,) = [blank for blank in form.blanks if blank.name == "near"]
    bar = moments.bar(played)
    said = WriteOutcome(played.move.id, "It stings.", near=near.ticked, ticks=(bar,))
    played.do("gm", said)
    assert (played.points("f", "health"), played.show.bars[bar].ticks) == (2, 2)
    assert block(played, "p3", view.moves.Tray).came.staged == (
        "1 tick for “The guards raise the alarm”", "F restores 1 Health",
    )  # fmt: skip


def test_a_move_that_heals_nobody_says_nothing_of_healing__MU_76() -> None:
    played = created()
    played.banded("f", "go_dark", "some")
    assert block(played, "gm", view.moves.MoveCard).nothing == ""


def test_the_gm_is_told_of_harm_that_is_not_over_before_a_scene_is_ended__MU_93() -> None:
    played = moments.quiet()
    assert mutagen.under_way(played.show) == ""
    played.do("gm", OpenHarm("f", 1))
    assert mutagen.under_way(played.show) == "The harm to F is not over."


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
    card = block(played, "p2", view.harm.InjuryCard)
    assert (card.do, card.mine) == ("armor", True)
    assert [step.state for step in card.steps].count("past") == 2
    assert block(played, "p1", view.harm.InjuryCard).waits != ""
    (use,) = offered(played, "p2", "UseArmor")
    played.as_("f", UseArmor(**use.fixed))
    (one,) = played.show.injuries.values()
    titles = {p.key: p.title for p in mutagen.parts(played.show, played.seat("p2"))}
    assert titles[f"harm:{one.id}"] == "With armor it is 1 harm for F. On with it?"


def test_harm_can_be_answered_with_a_move_in_its_first_step__MU_94() -> None:
    played = moments.hurt()
    (close,) = offered(played, "p2", "CloseStep")
    assert close.label == "Let it come", "to take it is what the consequence asked before"
    answers = [o for o in offered(played, "p2", "Propose") if o.fixed.get("inside")]
    choices = next(b for b in answers[0].blanks if isinstance(b, Pick) and b.name == "make").choices
    assert [choice.value for choice in choices] == ["get_out_the_way"]
    assert offered(played, "gm", "LetIn")


def test_whoever_is_gone_reads_what_is_awaited__MU_107() -> None:
    played = moments.dying()
    played.as_("s", ChooseFate("s", "survive"))
    assert "once this scene is over" in block(played, "p1", view.harm.Fate).waits
    assert block(played, "p1", view.moves.Tray).waits.startswith("S is out of this scene")
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
    texts = {band.id: band.bits[0].text for band in block(played, "p2", view.moves.MoveCard).bands}
    assert texts["full"] == "Low Effect: you get part of what you described."
    assert texts["some"].startswith("Low Effect: you get part of it, at the price of a trade-off")
    assert "Low Effect" not in texts["fail"]


EFFECTS = [
    ("normal", "72% to get it", "Does F get it?", "You get it, at", "It works, at a price."),
    ("low", "72% to get part of it", "Does F get it?", "Low Effect: you get part of it, at",
     "Part of it works, at a price."),
    ("zero", "28% to come away without a price", "How does F come away from it?",
     "Zero Effect: you do not get it", "It does not work, and has its price."),
]  # fmt: skip


@pytest.mark.parametrize(("level", "chance", "asks", "means", "takes"), EFFECTS)
def test_nothing_around_a_roll_promises_more_than_its_effect__MU_68(
    level: Level, chance: str, asks: str, means: str, takes: str
) -> None:
    played = created()
    number = played.propose("f", "go_dark", aptitude="athletics")
    played.do("gm", LetPass(number, "They all look this way.", level=level))
    card = block(played, "p2", view.moves.MoveCard)
    assert f"{card.success.text} {card.success_of}" == chance
    assert now(played, "p2").part.title == asks
    played.roll(*played.faces_for(number, "some"), number=number)
    (came,) = (band for band in block(played, "p2", view.moves.MoveCard).bands if band.came)
    assert came.bits[0].text.startswith(means)
    played.outcome(number=number)
    assert now(played, "p2").part.title == f"{takes} Does F take it?"
    watched = parts_of(played, "p1")[f"deed:{number}"].title
    assert watched == f"{takes} P2 decides: take it, or resist?"


def test_what_is_traded_for_some_success_brings_no_more_than_the_effect__MU_68__MU_80() -> None:
    for level, gets in (
        ("low", "You get part of it at a price, and"),
        ("zero", "You do not get it, and pay a price, and"),
    ):
        played = created()
        played.set("f", "resist", 1)
        number = played.propose("f", "go_dark", aptitude="athletics")
        played.do("gm", LetPass(number, level=level))
        played.roll(*played.faces_for(number, "full"), number=number)
        (trade,) = offered(played, "p2", "Respond")
        assert trade.hint == f"{gets} 1 Resist comes back."


def test_at_zero_effect_an_unplanned_benefit_is_no_more_on_top__MU_68__MU_71() -> None:
    played = created()
    number = played.propose("f", "go_dark", aptitude="athletics")
    played.do("gm", LetPass(number, level="zero"))
    played.roll(6, 6, number=number)
    played.settle(number)
    assert now(played, "gm").part.title == "What good comes to F all the same?"
    hints = block(played, "gm", view.moves.MoveCard).hints
    assert "Something nobody planned; what was wanted does not come about." in hints


def test_an_effect_that_runs_is_seen_by_all_with_its_flaws__MU_129() -> None:
    played = moments.weaving()
    played.as_("s", GiveAnswer(next(iter(played.show.owed)), picks=(2,)))
    weave = block(played, "p2", view.world.Weave)
    assert (weave.text, weave.flaws) == (
        "A drifting ember to see by.", ("it has a serious side effect",),
    )  # fmt: skip
    assert {o.do for o in menu(played, "p1") if o.about == "weave:s"} == {"LetGo", "LoseSight"}


def test_a_full_track_offers_the_circles_that_can_be_filled__MU_139() -> None:
    played = moments.over()
    homes = {o.about for o in offered(played, "p2", "LevelUp") if o.fixed["choice"] == "buy"}
    assert "xp:f:fighting" in homes
    assert "xp:f:spooky_shit" not in homes
    assert not offered(played, "p1", "LevelUp")


def test_the_record_is_shared_before_statements_are_ticked__MU_135() -> None:
    played = moments.over()
    people = {p.name: p for p in block(played, "p3", view.sessions.Evening).people}
    assert "Connect the dots" in people["S"].lines[0]
    assert people["S"].claims == 1


def test_a_move_that_was_not_described_is_told_without_its_words__MU_135() -> None:
    played = moments.veiled()
    played.roll(1, 1, number=played.move.id)
    move = msgspec.structs.replace(played.move, how="")
    assert shown_sessions.in_short(played.show, move) == "Hang a veil: Failure"


def test_before_the_next_session_the_gm_reads_who_is_still_ticking__MU_135() -> None:
    played = moments.over()
    opens = {do: offered(played, "gm", do)[0] for do in ("OpenScene", "OpenSession")}
    assert all("S has ticked 1 of 5, F has ticked 2 of 5" in o.confirm for o in opens.values())
    people = {p.name: p for p in block(played, "gm", view.sessions.Evening).people}
    assert (people["S"].claims, people["S"].of) == (1, 5)


def test_before_the_first_session_nobody_is_asked__MU_134() -> None:
    assert not offered(created(), "gm", "OpenScene")[0].confirm


def test_facts_stand_beside_the_statuses_they_must_not_contradict__MU_110() -> None:
    facts = block(moments.quiet(), "p1", view.world.Facts)
    assert [fact.text for fact in facts.facts] == ["There is a forklift & it works."]
    assert "wires exposed" in [status.text for status in facts.statuses]


def test_a_move_that_a_limit_stopped_offers_how_to_go_on__MU_149() -> None:
    played = moments.resumed()
    assert {o.fixed.get("how") for o in offered(played, "gm", "Unfreeze")} == {
        None, "continue", "rewind", "drop",
    }  # fmt: skip
    assert not offered(played, "p1", "RollMove")


def test_a_move_of_one_s_own_is_tagged_at_its_card_or_afterwards__MU_74() -> None:
    played = moments.quiet()
    over = played.rolled("f", "parkour", 5, 4, aptitude="athletics")
    played.as_("f", Settle(over))
    number = played.rolled("f", "parkour", 5, 4, aptitude="athletics")
    homes = [o.about for o in offered(played, "p2", "TagMove")]
    assert homes == [f"deed:{number}:tags", f"tags:f:{over}"]


def test_what_is_offered_in_one_form_is_one_command__MU_56() -> None:
    played = moments.quiet()
    for offer in offered(played, "p1", "Propose"):
        command = play.sample(offer)
        assert isinstance(command, Propose)
        assert play.covers(offer, command)


# -- What a stranger at the table met ----------------------------------------------------------


def parts_of(played: Played, who: str) -> dict[str, stage.Part]:
    return {p.key: p for p in GAME.parts(played.table, played.seat(who))}


def test_while_the_table_is_paused_nobody_is_asked_how_it_goes_on__MU_149() -> None:
    played = moments.stopped()
    assert not at(played, "gm", "frozen")
    assert "limit" not in parts_of(played, "gm")["frozen"].title
    assert {o.do for o in at(moments.resumed(), "gm", "frozen")} == {"Unfreeze"}


def test_the_moves_are_told_apart_where_they_are_listed__MU_62() -> None:
    every = parts_of(moments.quiet(), "p1")
    titles = [part.title for key, part in every.items() if key.startswith("want:")]
    assert len(titles) == len(set(titles))


def test_everybody_sees_the_resource_of_ones_own_playbook__MU_118() -> None:
    played = moments.quiet()
    rows = {row.key: [v.label for v in row.vitals] for row in mutagen.rows(played.show, SEAT)}
    assert rows["s"] == ["Health of 3", "Resist of 2", "Will of 3"]
    assert rows["f"] == ["Health of 3", "Resist of 2"]


def test_a_follower_is_not_told_that_the_gm_let_it_pass__MU_85() -> None:
    played = moments.following()
    led = next(move.id for move in played.show.running() if move.following)
    assert parts_of(played, "gm")[f"deed:{led}"].eyebrow == "The others follow F first"
    played.as_("s", Follow("s", led, "behind"))
    assert parts_of(played, "p1")[f"deed:{played.move.id}"].eyebrow == "Your roll: Go dark"


def test_harm_is_opened_at_somebodys_own_card__MU_89() -> None:
    played = moments.quiet()
    every = at(played, "gm", "around:the-night-guard")
    (harm,) = (offer for offer in every if offer.do == "OpenHarm")
    assert harm.fixed == {"on": "the-night-guard"}
    assert not [o for o in at(played, "gm", "around:alarm-box") if o.do == "OpenHarm"]


def test_what_hurts_is_told_in_the_words_of_the_consequence__MU_89() -> None:
    played = moments.shared()
    played.as_("m", AcceptOutcome(played.move.id, "m"))
    cards = [b for p in parts_of(played, "p3").values() for b in p.blocks()]
    assert {b.source for b in cards if isinstance(b, view.harm.InjuryCard)} == {
        "It gets complicated."
    }


def test_with_resist_full_nothing_is_said_to_come_back__MU_80() -> None:
    played = moments.result()
    (trade,) = offered(played, "p1", "Respond")
    assert "no point comes back" in trade.hint
    played.set("s", "resist", 1)
    (trade,) = offered(played, "p1", "Respond")
    assert "1 Resist comes back" in trade.hint


def test_with_a_status_all_the_numbers_are_the_new_ones__MU_67() -> None:
    played = moments.quiet()
    number = played.ready("f", "go_dark", aptitude="athletics")
    card = shown_moves.card(played.show, played.seat("p2"), played.show.moves[number])
    assert (card.modifier, card.modifier_with) == ("+1", "+2")
    assert [b.id for b in card.bands_with] == [b.id for b in card.bands]
    assert card.bands_with[-1].chance != card.bands[-1].chance


def test_after_resist_the_gm_is_offered_less_than_was_resisted__MU_77() -> None:
    played = moments.resisted()
    rows = rolling.harm_rows(played.show, played.move)
    assert {row.who: row.most for row in rows}["f"] == 1


def test_who_comes_back_is_asked_about_only_until_it_is_answered__MU_107() -> None:
    played = moments.away()
    (who,) = (hero.id for hero in played.show.cast.values() if hero.state == "out_of_scene")
    played.do("gm", EndScene())
    asked = parts_of(played, "gm")[f"fate:{who}"].title
    assert asked.startswith("What does")
    played.do("gm", GiveScar(who, "a ruined hand"))
    assert parts_of(played, "gm")[f"fate:{who}"].title != asked


def test_harm_that_is_none_any_more_asks_for_no_armor__MU_97() -> None:
    played = moments.dodged()
    number = next(m.id for m in played.show.running() if m.inside)
    played.do("gm", WriteOutcome(number, "It misses.", harm={"f": 0}))
    played.accept(number)
    (one,) = (i for i in played.show.injuries.values() if i.on == "f")
    titles = {p.key: p.title for p in mutagen.parts(played.show, played.seat("p2"))}
    assert titles.get(f"harm:{one.id}") == "It does F no harm any more. On with the story?"
    played.as_("f", CloseStep(one.id))
    assert played.show.injuries[one.id].over


def test_two_who_are_asked_decide__MU_88() -> None:
    played = moments.leading()
    number = played.move.id
    played.roll(1, 1)
    played.settle(number)
    played.outcome(Staged("harm", "f", 2), Staged("harm", "m", 1), number=number)
    titles = [p.title for p in mutagen.parts(played.show, SEAT)]
    assert "It goes wrong. P2 and P3 decide: take it, or resist?" in titles


def test_growth_says_what_it_makes_of_a_rating__MU_139() -> None:
    played = moments.over()
    labels = {o.label for o in mutagen.offers(played.show, played.seat("p2")) if o.do == "LevelUp"}
    assert "Level up: Fighting, +2\N{NO-BREAK SPACE}→\N{NO-BREAK SPACE}+3" in labels


def test_the_gms_side_has_its_lists_at_every_result__MU_151() -> None:
    side = "§ Go dark\nStay quiet.\n🡓 Somebody looks.\n\nWhat's next?\n• a dog barks.\n• a lamp."
    played = moments.quiet()
    played.do("gm", books.LoadPlaybook(tuple(side.split("\n")), "gm_side", role="gm"))
    number = played.banded("f", "go_dark", "fail")
    (idea,) = shown_moves.card(played.show, played.seat("gm"), played.show.moves[number]).ideas
    assert idea.options == ("a dog barks.", "a lamp.")


def test_what_the_gm_said_stands_on_the_card_of_whoever_rolls__MU_64() -> None:
    played = moments.quiet()
    number = played.propose("f", "go_dark")
    played.do("gm", LetPass(number, "You will only see boots.", level="low"))
    seen = shown_moves.card(played.show, played.seat("p2"), played.show.moves[number])
    assert [remark.text for remark in seen.remarks] == ["You will only see boots."]


def test_the_gm_talks_first_where_talking_is_what_they_came_for__MU_64() -> None:
    played = moments.proposed()
    said = [o.do for o in menu(played, "gm") if o.about == f"word:{played.move.id}"]
    assert list(dict.fromkeys(said)) == ["Comment", "GiveModifier", "NoRollNeeded", "SetLevel"]


def test_each_bonus_stands_with_the_chance_it_makes__MU_42__MU_48() -> None:
    played = moments.proposed()
    odds = dict(block(played, "gm", view.moves.MoveCard).odds_with)
    assert list(odds) == [-3, -2, -1, 0, 1, 2, 3]
    card = block(played, "gm", view.moves.MoveCard)
    assert card.success
    assert odds[0] == card.success.text
    assert odds[3] != odds[0]
    assert block(played, "p2", view.moves.MoveCard).odds_with == ()


def test_a_bar_takes_so_many_ticks_as_are_left__MU_115() -> None:
    played = moments.quiet()
    for size, most in ((2, [2]), (3, [3])):
        played.do("gm", MakeBar(f"The tide {size}", size))
        number = max(played.show.bars)
        found = [o for o in offered(played, "gm", "TickBar") if o.fixed.get("bar") == number]
        assert [b.high for o in found for b in o.blanks] == most
        played.do("gm", TickBar(number, size - 1))
        found = [o for o in offered(played, "gm", "TickBar") if o.fixed.get("bar") == number]
        assert [b.high for o in found for b in o.blanks] == []


def test_the_last_word_on_harm_is_one_choice_that_is_made_already__MU_98() -> None:
    played = moments.judged()
    (settle,) = offered(played, "gm", "SettleHarm")
    assert settle.blanks[0].start == -1
    assert not [o for o in offered(played, "gm", "ChangeHarm") if o.about == settle.about]
