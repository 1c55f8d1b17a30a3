"""Story moves: from the want to what comes of it (MU-61 … MU-76)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.games.mutagen.homebrew import duellist
from tests.games.mutagen.table import Played, created

from tablefolk.core.game import Counts, Seat
from tablefolk.games.mutagen.page.offers import rolling
from tablefolk.games.mutagen.page.stage.waiting import waiting
from tablefolk.games.mutagen.playbooks.model import Story
from tablefolk.games.mutagen.rules import outcomes, proposing, rating
from tablefolk.games.mutagen.rules.bars import MakeBar
from tablefolk.games.mutagen.rules.closing import MoveClosed, dropping, rewinding
from tablefolk.games.mutagen.rules.outcomes import (
    AcceptOutcome,
    DropStaged,
    OutcomeAccepted,
    StageEffect,
    WriteOutcome,
)
from tablefolk.games.mutagen.rules.proposing import (
    ExploitStatus,
    Propose,
    Redescribe,
    TagMove,
    WithdrawMove,
)
from tablefolk.games.mutagen.rules.resources import PointsLost
from tablefolk.games.mutagen.rules.responding import Respond
from tablefolk.games.mutagen.rules.rolling import BandSettled, DiceThrown, RollMove, Settle
from tablefolk.games.mutagen.rules.speaking import (
    Comment,
    GiveModifier,
    LetPass,
    NoRollNeeded,
    SetLevel,
    StandByIt,
)
from tablefolk.games.mutagen.rules.statuses import WriteStatus
from tablefolk.games.mutagen.rules.take_harm import OpenHarm
from tablefolk.games.mutagen.rules.values import Part, Remark, Staged
from tablefolk.games.mutagen.rules.writing import WriteIn

TWELVE = {
    "fuck_em_up", "compel_compliance", "make_it_chooch", "go_apeshit", "get_out_the_way",
    "parkour", "medic", "scope_it_out", "connect_the_dots", "schmooze_em", "fool_em", "go_dark",
}  # fmt: skip


# -- Choosing by the want (MU-61 … MU-63) ------------------------------------------------------


def test_twelve_story_moves_are_free_to_all__MU_61() -> None:
    played = created()
    story = played.show.shelf.kind(Story, ["common"])
    assert {move.id for move in story} == TWELVE
    for move in sorted(TWELVE):
        played.as_("m", WithdrawMove(played.propose("m", move)))


def test_other_playbooks_add_story_moves_that_behave_alike__MU_61() -> None:
    played = duellist()
    number = played.banded("d", "draw_first", "some", aptitude="blade", targets=("f",))
    assert played.show.moves[number].stage == "settled"
    assert played.no("f", Propose("f", "draw_first", "so")) == "not_on_sheet"


def test_every_story_move_says_what_it_is_wanted_for__MU_62() -> None:
    story = created().show.shelf.kind(Story, ["common"])
    assert all(move.want and move.how for move in story)
    assert len({move.want for move in story}) == 12


def test_the_gm_may_suggest_another_move_and_the_player_decides__MU_62() -> None:
    played = created()
    number = played.propose("f", "go_apeshit", how="I floor the brakes", targets=("the car",))
    hint = Comment(number, "You want not to crash?", "get_out_the_way")
    assert played.no("gm", replace(hint, suggests="fighting")) == "wrong_kind"
    assert played.no("f", hint) == "gm_only"
    played.do("gm", hint)
    assert played.move.remarks == (Remark("You want not to crash?", "get_out_the_way"),)
    assert played.move.move == "go_apeshit"
    played.as_("f", Redescribe(number, "get_out_the_way", "I floor the brakes"))
    assert played.show.moves[number].move == "get_out_the_way"


def test_it_is_described_first__MU_63() -> None:
    played = created()
    assert played.no("f", Propose("f", "go_dark")) == "describe_first"
    assert played.no("f", Propose("f", "go_dark", "   ")) == "describe_first"


def test_a_target_of_the_other_sort_brings_a_hint_and_no_refusal__MU_63() -> None:
    played = created()
    door, guard = played.entity("Door", "item", living=False), played.entity("Guard")
    played.propose("f", "fuck_em_up", targets=(door,))
    assert proposing.other_move(played.show, played.move) == "go_apeshit"
    played.propose("m", "go_apeshit", targets=(guard,))
    assert proposing.other_move(played.show, played.move) == "fuck_em_up"
    played.propose("s", "fuck_em_up", targets=(guard,))
    assert proposing.other_move(played.show, played.move) == ""
    words = played.show.moves[1]
    assert proposing.other_move(played.show, replace(words, targets=("somebody",))) == ""


# -- The GM's window (MU-64 … MU-66) -----------------------------------------------------------


def test_nobody_rolls_before_the_gm_has_had_a_moment__MU_64() -> None:
    played = created()
    number = played.propose("f", "go_dark")
    assert played.no("f", RollMove(number)) == "wait_for_gm"
    assert played.no("f", LetPass(number)) == "gm_only"
    played.do("gm", LetPass(number, "go on"))
    assert played.no("gm", LetPass(number)) == "same"
    assert played.no("gm", RollMove(number)) == "not_your_character"
    played.roll(3, 3, number=number)
    assert played.no("gm", LetPass(number)) == "already_rolled"


def test_whoever_describes_anew_waits_again__MU_64() -> None:
    played = created()
    number = played.ready("f", "go_dark")
    played.boost(number, -1)
    played.as_("f", Redescribe(number, "go_dark", "over the roofs", aptitude="athletics"))
    assert played.move.stage == "gm"
    assert played.move.given == (Part("gm", -1, "for the example"),)
    assert played.no("f", RollMove(number)) == "wait_for_gm"


def test_what_the_gm_says_while_it_passes_stands_on_the_card__MU_64() -> None:
    for said in (
        LetPass(0, "Only boots.", level="low"),
        LetPass(0, "Only boots.", 1, "low", "a good spot"),
        LetPass(0, "Only boots."),
    ):
        played = created()
        number = played.propose("f", "go_dark")
        played.do("gm", replace(said, move=number))
        move = played.show.moves[number]
        assert [remark.text for remark in move.remarks] == ["Only boots."]
        assert [part.name for part in move.given] == (["a good spot"] if said.value else [])
        assert move.stage == "ready"


def test_a_word_for_a_bonus_alone_is_its_reason__MU_42() -> None:
    played = created()
    number = played.propose("f", "go_dark")
    played.do("gm", LetPass(number, "the floor creaks", -1))
    assert not played.show.moves[number].remarks
    assert played.show.moves[number].given == (Part("gm", -1, "the floor creaks"),)


def test_after_a_word_of_the_gms_the_player_decides_and_it_may_stand__MU_64() -> None:
    played = created()
    number = played.propose("f", "go_dark")
    played.do("gm", Comment(number, "In that coat?", questions=True))
    assert {wait.member for wait in waiting(played.show)} == {"p2"}
    assert played.no("f", RollMove(number)) == "wait_for_gm"
    assert played.no("s", StandByIt(number)) == "not_your_character"
    played.as_("f", StandByIt(number))
    assert played.no("f", StandByIt(number)) == "not_now"
    played.roll(3, 3, number=number)
    played.audited()


def test_what_was_said_to_the_old_description_is_gone_with_it__MU_64() -> None:
    played = created()
    number = played.propose("f", "go_dark")
    played.do("gm", Comment(number, "In that coat?", questions=True))
    played.as_("f", Redescribe(number, "go_dark", "without the coat"))
    move = played.show.moves[number]
    assert (move.stage, move.remarks) == ("gm", ())


def test_the_gm_may_still_let_it_pass_while_they_talk__MU_64() -> None:
    played = created()
    number = played.propose("f", "go_dark")
    played.do("gm", Comment(number, "In that coat?"))
    played.do("gm", LetPass(number))
    assert played.show.moves[number].stage == "ready"


def test_a_withdrawal_changes_nothing_up_to_the_dice__MU_64() -> None:
    played = created()
    before = played.show.cast
    number = played.ready("f", "go_dark", through=("lead_the_group",), others=("m",))
    assert played.no("s", WithdrawMove(number)) == "not_your_character"
    played.as_("f", WithdrawMove(number))
    assert played.show.cast == before
    assert played.no("f", RollMove(number)) == "move_closed"
    number = played.rolled("f", "go_dark", 6, 6)
    assert played.no("f", WithdrawMove(number)) == "already_rolled"
    assert played.no("f", Redescribe(number, "go_dark", "again")) == "already_rolled"


def test_the_gm_may_question_the_aptitude_and_the_player_takes_minus_one__MU_65() -> None:
    played = created()
    number = played.propose("m", "scope_it_out", how="kindly", aptitude="nurturing")
    assert rating.modifier(played.show, played.move) == 2
    played.do("gm", Comment(number, "Does kindness see in the dark?", questions=True))
    assert played.move.remarks[-1].questions
    played.as_("m", Redescribe(number, "scope_it_out", "I squint"))
    assert rating.parts(played.show, played.show.moves[number]) == (Part("nothing", -1),)


def test_picking_an_aptitude_one_has_not_got_is_nothing_fitting__MU_65() -> None:
    played = created()
    played.propose("f", "connect_the_dots", aptitude="research")
    assert rating.parts(played.show, played.move) == (Part("nothing", -1),)


def test_a_parents_word_on_what_to_roll_goes_first__MU_65() -> None:
    played = duellist()
    played.propose("d", "go_dark", through=("duel",), aptitude="athletics")
    assert rating.parts(played.show, played.move) == (Part("rating", 0, "blade"),)


def test_no_roll_needed_closes_it_and_sets_nothing_off__MU_66() -> None:
    played = created()
    played.set("s", "will", 1)
    number = played.propose("s", "go_dark", through=("lead_the_group",), others=("f",))
    assert played.no("s", NoRollNeeded(number, "so be it")) == "gm_only"
    assert played.no("gm", NoRollNeeded(number, "")) == "text_needed"
    played.do("gm", NoRollNeeded(number, "Nobody is here anyway."))
    move = played.show.moves[number]
    assert (move.stage, move.band, move.words) == ("waived", "", "Nobody is here anyway.")
    assert (played.points("s", "resist"), played.points("s", "will")) == (2, 1)


# -- Exploit status, Low and Zero Effect (MU-67, MU-68) ----------------------------------------


def test_a_written_status_helps_once__MU_67() -> None:
    played = created()
    guard = played.entity("Guard")
    dizzy, blind = played.status(guard, "dizzy"), played.status("s", "glowing")
    number = played.ready("f", "fuck_em_up", aptitude="fighting", targets=(guard,))
    assert played.no("f", ExploitStatus(number, 999, "so")) == "no_such_status"
    assert played.no("f", ExploitStatus(number, dizzy, " ")) == "describe_first"
    assert played.no("s", ExploitStatus(number, dizzy, "so")) == "not_your_character"
    played.as_("f", ExploitStatus(number, dizzy, "he sways into it"))
    assert rating.parts(played.show, played.move)[1] == Part("exploit", 1, "dizzy")
    assert played.no("f", ExploitStatus(number, blind, "so")) == "already_exploited"
    played.roll(1, 1, number=number)
    assert played.no("f", ExploitStatus(number, blind, "so")) == "already_rolled"


def test_only_a_story_move_exploits__MU_67() -> None:
    played = duellist()
    status = played.status("f", "dizzy")
    number = played.ready("d", "nerve")
    assert played.no("d", ExploitStatus(number, status, "so")) == "not_a_story_move"


def test_described_anew_as_no_story_move_it_exploits_nothing__MU_67() -> None:
    played = duellist()
    status = played.status("f", "dizzy")
    number = played.ready("d", "go_dark")
    played.as_("d", ExploitStatus(number, status, "so"))
    played.do("gm", SetLevel(number, "low"))
    played.as_("d", Redescribe(number, "nerve", "plain nerve"))
    assert rating.parts(played.show, played.move) == (Part("number", 2),)
    assert played.move.level == "normal"


@pytest.mark.parametrize(
    ("level", "band", "goal"),
    [
        ("normal", "full", "yes"),
        ("low", "full", "part"),
        ("zero", "crit", "no"),
        ("low", "fail", "no"),
    ],
)
def test_effect_levels_change_what_one_gets_and_not_the_band__MU_68(
    level: str, band: str, goal: str
) -> None:
    played = created()
    number = played.ready("f", "go_dark", aptitude="athletics")
    if level != "normal":
        assert played.no("f", SetLevel(number, level)) == "gm_only"  # type: ignore[arg-type]
        played.do("gm", SetLevel(number, level))  # type: ignore[arg-type]
    faces = played.faces_for(number, band)  # type: ignore[arg-type]
    events = [*played.roll(*faces, number=number), *played.settle(number)]
    (settled,) = played.told(events, BandSettled)
    assert (settled.band, settled.goal) == (band, goal)
    assert played.no("gm", SetLevel(number, "low")) in ("already_rolled", "move_closed")


# -- Results (MU-69 … MU-74) -------------------------------------------------------------------


def test_a_good_result_waits_in_its_window_and_others_settle_at_once__MU_69() -> None:
    played = created()
    number = played.banded("f", "go_dark", "full")
    assert played.show.moves[number].stage == "result"
    assert played.no("gm", Settle(number)) == "not_your_character"
    played.settle(number)
    assert played.show.moves[number].stage == "closed"
    assert played.no("f", Settle(number)) == "move_closed"
    number = played.banded("f", "go_dark", "some")
    assert played.show.moves[number].stage == "settled"
    assert played.no("f", Settle(number)) == "already_settled"


def test_hooks_run_before_the_outcome__MU_70() -> None:
    played = created()
    events = played.roll(1, 1, number=played.ready("s", "go_dark"))
    kinds = [type(e) for e in events]
    assert kinds == [DiceThrown, BandSettled, PointsLost]
    assert played.move.outcome is not None


@pytest.mark.parametrize(
    ("band", "wants"), [("crit", "benefit"), ("some", "consequence"), ("fail", "consequence")]
)
def test_the_gm_writes_a_benefit_or_a_consequence__MU_71(band: str, wants: str) -> None:
    played = created()
    number = played.banded("f", "go_dark", band, aptitude="athletics")  # type: ignore[arg-type]
    played.settle(number)
    outcome = played.show.moves[number].outcome
    assert outcome is not None
    assert outcome.kind == wants
    assert played.no("f", WriteOutcome(number, "me")) == "gm_only"
    assert played.no("gm", WriteOutcome(number, " ")) == "text_needed"


def test_a_full_success_needs_nobodys_words__MU_71() -> None:
    played = created()
    number = played.banded("f", "go_dark", "full")
    assert played.no("gm", WriteOutcome(number, "hm")) == "not_now"
    assert played.settle(number)[-1] == MoveClosed(number)


def test_what_is_staged_happens_only_when_it_is_accepted__MU_72() -> None:
    played = created()
    number = played.banded("f", "go_dark", "some")
    played.do("gm", StageEffect(number, "lose", "m", 1, resource="resist"))
    played.do("gm", StageEffect(number, "lose", "s", 1, resource="resist"))
    played.do("gm", DropStaged(number, 2))
    assert played.no("gm", DropStaged(number, 2)) == "unknown"
    assert played.no("f", AcceptOutcome(number)) == "no_consequence_yet"
    played.outcome(number=number)
    assert played.points("m", "resist") == 2
    assert played.no("m", AcceptOutcome(number)) == "not_your_character"
    events = played.accept(number)
    assert events[0] == OutcomeAccepted(number, "f")
    assert (played.points("m", "resist"), played.points("s", "resist")) == (1, 2)


@pytest.mark.parametrize(
    ("staged", "code"),
    [
        (Staged("harm", "nobody", 1), "unknown"),
        (Staged("harm", "m", 0), "bad_harm"),
        (Staged("harm", "m", 4), "bad_harm"),
        (Staged("harm", "door", 1), "not_living"),
        (Staged("status", "m"), "text_needed"),
        (Staged("status", "nobody", text="wet"), "unknown"),
        (Staged("unstatus", "99"), "no_such_status"),
        (Staged("tick", "99"), "unknown"),
        (Staged("lose", "m", 1, resource="will"), "not_on_sheet"),
        (Staged("restore", "m", 1, resource="fighting"), "wrong_kind"),
        (Staged("fact"), "text_needed"),
    ],
)
def test_only_what_can_happen_is_staged__MU_72(staged: Staged, code: str) -> None:
    played = created()
    played.entity("Door", "item", living=False)
    number = played.banded("f", "go_dark", "some")
    names = (name for name in Staged.__struct_fields__ if name in StageEffect.__struct_fields__)
    fields = {name: getattr(staged, name) for name in names}
    assert played.no("gm", StageEffect(number, **fields)) == code
    assert played.no("gm", WriteOutcome(number, "So it goes.", (staged,))) == code


def test_the_move_closes_and_keeps_what_it_was__MU_73() -> None:
    played = created()
    number = played.banded("f", "go_dark", "some", how="on tiptoe", aptitude="athletics")
    played.outcome(number=number)
    assert played.accept(number)[-1] == MoveClosed(number)
    move = played.show.moves[number]
    assert move.throw is not None
    assert move.throw.parts == (Part("rating", 1, "athletics"),)
    assert (move.how, move.band, move.stage) == ("on tiptoe", "some", "closed")
    assert move.outcome is not None
    assert move.outcome.text == "It gets complicated."
    played.audited()


def test_a_benefit_comes_at_once__MU_73() -> None:
    played = created()
    played.set("m", "resist", 0)
    number = played.banded("f", "go_dark", "crit", aptitude="athletics")
    played.settle(number)
    events = played.outcome(Staged("restore", "m", 1, resource="resist"), number=number)
    assert events[-1] == MoveClosed(number)
    assert played.points("m", "resist") == 1


def test_own_story_moves_are_tagged_for_the_xp_list__MU_74() -> None:
    played = created()
    number = played.banded("f", "go_dark", "some")
    assert played.no("s", TagMove(number, ("concept",))) == "not_your_character"
    assert played.no("f", TagMove(number, ("drive2",))) == "drive_missing"
    played.as_("f", TagMove(number, ("concept", "drive1")))
    assert played.show.moves[number].tags == ("concept", "drive1")
    played.as_("f", WriteIn("f", "drives", "drive2", "fame"))
    played.as_("f", TagMove(number, ("drive2",)))
    assert played.show.moves[number].tags == ("drive2",)
    other = duellist()
    nerve = other.ready("d", "nerve")
    assert other.no("d", TagMove(nerve, ("concept",))) == "not_a_story_move"


# -- Harm and healing (MU-75, MU-76) -----------------------------------------------------------


def test_a_full_success_that_may_harm_still_gets_the_gms_words__MU_75() -> None:
    played = created()
    guard = played.entity("Guard")
    number = played.banded("f", "fuck_em_up", "full", aptitude="fighting", targets=(guard,))
    played.settle(number)
    outcome = played.show.moves[number].outcome
    assert outcome is not None
    assert (outcome.kind, outcome.staged) == ("outcome", ())
    offered = list(outcomes.suggestions(played.show, played.show.moves[number]))
    assert offered == [Staged("harm", guard, n) for n in (1, 2, 3)]


def test_harm_that_was_stated_is_staged_for_the_gm__MU_75() -> None:
    played = created()
    guard = played.entity("Guard")
    number = played.banded(
        "f", "fuck_em_up", "some", aptitude="fighting", targets=(guard,), harm=2, how="hard"
    )
    outcome = played.show.moves[number].outcome
    assert outcome is not None
    assert outcome.staged == (Staged("harm", guard, 2, "hard"),)
    number = played.banded("m", "fuck_em_up", "fail", targets=(guard,), harm=2)
    failed = played.show.moves[number].outcome
    assert failed is not None
    assert failed.staged == ()


def test_harm_beyond_three_is_none_and_things_take_no_harm__MU_75__MU_92() -> None:
    played = created()
    door = played.entity("Door", "item", living=False)
    hit = Propose("f", "fuck_em_up", "hard", targets=(door,), harm=1)
    refusal = played.refusal("f", hit)
    assert refusal.code == "not_living"
    assert "Go apeshit" in refusal.why
    assert played.no("f", replace(hit, harm=4)) == "bad_harm"


def test_medic_offers_one_health_and_the_statuses_that_can_go__MU_76() -> None:
    played = created()
    played.set("m", "health", 1)
    bleeding = played.status("m", "bleeding")
    number = played.banded("f", "medic", "some", targets=("m",))
    offered = list(outcomes.suggestions(played.show, played.show.moves[number]))
    assert offered == [
        Staged("restore", "m", 1, resource="health"),
        Staged("unstatus", str(bleeding), text="bleeding"),
    ]
    played.outcome(offered[0], number=number)
    played.accept(number)
    assert played.points("m", "health") == 2


# -- After a limit (MU-149) --------------------------------------------------------------------


def staged_consequence(played: Played) -> int:
    number = played.banded("f", "go_dark", "some", through=("lead_the_group",), others=("m",))
    played.follow("m", number, "some")
    played.outcome(Staged("lose", "m", 1, resource="resist"), number=number)
    return number


def test_a_frozen_move_does_nothing__MU_149() -> None:
    played = created()
    number = staged_consequence(played)
    played.put(replace(played.show, frozen=(number,)))
    assert played.no("f", AcceptOutcome(number)) == "paused"
    assert played.no("f", Respond("f", "resist_consequences", number)) == "paused"
    assert played.no("gm", GiveModifier(number, 1, "hm")) == "paused"


def test_a_move_goes_back_to_its_proposal_or_is_dropped__MU_149() -> None:
    played = created()
    number = staged_consequence(played)
    played.set("f", "resist", 0)
    for way, stage in ((rewinding, "gm"), (dropping, "dropped")):
        after = played.show
        for event in way(after, after.moves[number]):
            after = played.game.game.evolve(after, event)
        assert after.moves[number].stage == stage
        assert after.cast["m"].points["resist"][1].filled
        assert sum(box.filled for box in after.cast["f"].points["resist"]) == 1  # given back
        assert stage == "dropped" or after.moves[number].throw is None


# -- What is picked in a form counts when it is sent -------------------------------------------


def test_harm_a_status_and_ticks_picked_with_the_words_go_with_them__MU_72() -> None:
    played = created()
    played.do("gm", MakeBar("The alarm", 4))
    bar = next(iter(played.show.bars))
    number = played.banded("f", "go_dark", "fail")
    played.do("gm", WriteOutcome(number, "Lights!", harm={"f": 3, "s": 0}, status="seen",
                                 on="f", ticks=(bar,)))  # fmt: skip
    assert [(one.op, one.on, one.n) for one in staged(played, number)] == [
        ("harm", "f", 3), ("status", "f", 1), ("tick", str(bar), 1),
    ]  # fmt: skip
    played.do("p2", AcceptOutcome(number))
    assert [injury.harm for injury in played.show.injuries.values()] == [3]
    assert [status.text for status in played.hero("f").statuses] == ["seen"]
    assert played.show.bars[bar].ticks == 1


def staged(played: Played, number: int) -> tuple[Staged, ...]:
    outcome = played.show.moves[number].outcome
    return outcome.staged if outcome else ()


def test_a_penalty_and_a_level_picked_in_the_gms_window_count_when_it_passes__MU_64() -> None:
    played = created()
    number = played.propose("f", "go_dark")
    assert played.no("gm", LetPass(number, value=-1)) == "text_needed"
    played.do("gm", LetPass(number, "the floor creaks", -1, "low"))
    move = played.show.moves[number]
    assert (move.stage, move.level) == ("ready", "low")
    assert [(part.value, part.name) for part in move.given] == [(-1, "the floor creaks")]


def test_a_status_picked_at_the_roll_is_exploited_by_it__MU_67() -> None:
    played = created()
    played.do("gm", WriteStatus("f", "hidden by smoke"))
    status = next(s.id for _, s in played.show.statuses())
    number = played.ready("f", "go_dark")
    assert played.no("f", RollMove(number, status)) == "describe_first"
    assert played.no("f", RollMove(number, how="the smoke")) == "no_such_status"
    played.do("p2", RollMove(number, status, "the smoke"), (3, 3))
    thrown = played.show.moves[number].throw
    assert thrown
    assert [part.value for part in thrown.parts if part.source == "exploit"] == [1]


# -- One number for each (MU-72, MU-75, MU-89, MU-126) -----------------------------------------


def struck(played: Played, n: int) -> tuple[int, str]:
    """F hits a guard, so hard as was said with the move."""
    guard = played.entity("Guard")
    fields = {"aptitude": "fighting", "targets": (guard,), "harm": n, "how": "hard"}
    number = played.banded("f", "fuck_em_up", "full", **fields)
    played.settle(number)
    return number, guard


@pytest.mark.parametrize("said", [0, 1, 2, 3])
def test_the_number_the_gm_says_stands_in_place_of_what_was_staged__MU_72__MU_75(said: int) -> None:
    played = created()
    number, guard = struck(played, 3)
    played.do("gm", WriteOutcome(number, "He saw it coming.", harm={guard: said, "f": 0}))
    hurt = [(i.on, i.harm, i.source) for i in played.show.injuries.values()]
    assert hurt == ([(guard, said, "hard")] if said else [])


def test_without_a_number_what_was_said_with_the_move_stands__MU_75() -> None:
    played = created()
    number, guard = struck(played, 2)
    played.do("gm", WriteOutcome(number, "Down he goes."))
    assert [(i.on, i.harm) for i in played.show.injuries.values()] == [(guard, 2)]


def test_the_gms_number_begins_at_what_is_staged_and_the_chip_is_gone__MU_72() -> None:
    played = created()
    number, guard = struck(played, 3)
    every = tuple(rolling.offers(played.show, Seat("gm", "gm"), played.show.moves[number]))
    (write,) = (offer for offer in every if offer.do == "WriteOutcome")
    (blank,) = (b for b in write.blanks if isinstance(b, Counts))
    starts = {row.value: n for row, n in zip(blank.rows, blank.start, strict=True)}
    assert starts == {guard: 3}
    assert not [offer for offer in every if offer.do == "DropStaged"]


def test_the_gms_number_keeps_to_the_cap_of_the_move__MU_126() -> None:
    played = created()
    guard = played.entity("Guard")
    number = played.banded(
        "s", "fuck_em_up", "full", through=("weave_magic",), targets=(guard,), harm=1,
        picked=("conjure_elements", "affect_at_range"), confirmed=("perceived",),
    )  # fmt: skip
    played.settle(number)
    most = outcomes.most_wanted(played.show, played.show.moves[number], guard)
    assert most is not None
    over = WriteOutcome(number, "A pyre.", harm={guard: most + 1})
    assert played.no("gm", over) == "harm_over_cap"
    played.do("gm", WriteOutcome(number, "Singed.", harm={guard: most}))
    assert [i.harm for i in played.show.injuries.values()] == [most]


@pytest.mark.parametrize(("said", "left"), [(0, 0), (1, 1), (2, 2), (3, 3)])
def test_a_move_that_answers_harm_changes_its_number_and_adds_none__MU_94(
    said: int, left: int
) -> None:
    played = created()
    played.do("gm", OpenHarm("f", 2, "falling crates"))
    (injury,) = played.show.injuries
    number = played.banded("f", "get_out_the_way", "fail", inside=injury, aptitude="athletics")
    played.do("gm", WriteOutcome(number, "Too slow.", harm={"f": said}))
    assert played.show.injuries[injury].harm == 2  # nothing happens before it is accepted (MU-72)
    played.accept(number)
    assert [(i.id, i.harm) for i in played.show.injuries.values()] == [(injury, left)]
    played.audited()


@pytest.mark.parametrize("band", ["full", "crit"])
def test_the_gm_confirms_the_number_after_any_success_in_the_way_of_harm__MU_94(band: str) -> None:
    played = created()
    played.do("gm", OpenHarm("f", 1, "falling crates"))
    (injury,) = played.show.injuries
    number = played.banded("f", "get_out_the_way", band, inside=injury, aptitude="athletics")
    played.do("p2", Settle(number))  # it is kept as it fell
    assert ("the gm", f"deed:{number}") in {(w.member, w.part) for w in waiting(played.show)}
    (row,) = rolling.harm_rows(played.show, played.show.moves[number])
    assert (row.start, row.is_now) == (0, 1)
    played.do("gm", WriteOutcome(number, "The crates miss.", harm={"f": 0}))
    assert played.show.injuries[injury].harm == 0
    played.audited()


def test_whoever_gets_out_of_the_way_begins_at_no_harm__MU_94() -> None:
    played = created()
    played.do("gm", OpenHarm("f", 2, "falling crates"))
    (injury,) = played.show.injuries
    number = played.banded("f", "get_out_the_way", "some", inside=injury, aptitude="athletics")
    (row,) = rolling.harm_rows(played.show, played.show.moves[number])
    assert (row.who, row.start, row.is_now) == ("f", 0, 2)
    played.do("gm", WriteOutcome(number, "But the lamp goes out.", harm={"f": 0}))
    played.respond("f", "resist_consequences", number)  # what was wanted is safe
    played.do("gm", WriteOutcome(number, "But it flickers."))
    played.accept(number)
    assert played.show.injuries[injury].harm == 0
