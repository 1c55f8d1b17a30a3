"""Making moves: whose, when, one at a time, in chains (MU-50 … MU-60)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.games.mutagen.homebrew import duellist
from tests.games.mutagen.table import Played, created

from tablefolk.core.table.scenes import Stop
from tablefolk.games.mutagen.rules import rating
from tablefolk.games.mutagen.rules.chain import duties
from tablefolk.games.mutagen.rules.closing import MoveClosed
from tablefolk.games.mutagen.rules.effects import GiveAnswer, Picked
from tablefolk.games.mutagen.rules.proposing import (
    CallFor,
    MoveProposed,
    Narrate,
    Narrated,
    Propose,
    WithdrawMove,
)
from tablefolk.games.mutagen.rules.resources import PointsGained, PointsSpent
from tablefolk.games.mutagen.rules.rolling import CarryOut, MoveMade, RollMove
from tablefolk.games.mutagen.rules.speaking import LetPass
from tablefolk.games.mutagen.rules.values import Injury


def standing(played: Played, who: str, state: str) -> None:
    played.put(played.show.with_hero(who, state=state))


def hurt(played: Played, who: str, step: int = 1, let_in: tuple[str, ...] = ()) -> int:
    """Somebody is just taking harm."""
    injury = Injury(played.show.count + 1, who, 2, step=step, let_in=let_in)
    injuries = {**played.show.injuries, injury.id: injury}
    played.put(replace(played.show, injuries=injuries).counted(injury.id))
    return injury.id


# -- Whose, and when (MU-50, MU-54) ------------------------------------------------------------


def test_only_what_is_on_the_sheet_is_made__MU_50() -> None:
    played = created()
    assert played.no("f", Propose("f", "weave_magic", "abracadabra")) == "not_on_sheet"
    assert played.no("f", Propose("f", "dance", "wildly")) == "not_on_sheet"
    assert played.no("p1", Propose("f", "go_dark", "for them")) == "not_your_character"


def test_whoever_is_out_of_the_scene_or_the_story_makes_no_moves__MU_50() -> None:
    played = created()
    standing(played, "f", "out_of_scene")
    assert played.no("f", Propose("f", "go_dark", "as a ghost")) == "out_of_scene"
    standing(played, "f", "retired")
    assert played.no("f", Propose("f", "go_dark", "as a ghost")) == "retired"


def test_a_paused_table_makes_no_moves__MU_50() -> None:
    played = created()
    played.do("p3", Stop())
    assert played.no("f", Propose("f", "go_dark", "quietly")) == "paused"


def test_a_move_under_way_is_not_rolled_from_outside_the_scene__MU_50() -> None:
    played = created()
    number = played.ready("f", "go_dark")
    standing(played, "f", "out_of_scene")
    assert played.no("f", RollMove(number)) == "out_of_scene"


def test_a_players_own_moves_are_made_from_outside_the_scene__MU_54() -> None:
    played = duellist()
    standing(played, "d", "out_of_scene")
    played.as_("d", Propose("d", "open_letter"))
    assert played.no("d", Propose("d", "salute")) == "out_of_scene"


# -- Conditions and costs (MU-51, MU-52) -------------------------------------------------------


def test_a_condition_nobody_can_compute_is_confirmed_by_player_and_gm__MU_51() -> None:
    played = duellist()
    refusal = played.refusal("d", Propose("d", "vow"))
    assert refusal.code == "condition_unmet"
    assert "nobody else hears it" in refusal.why
    played.as_("d", Propose("d", "vow", confirmed=("vow.0",)))
    number = played.move.id
    assert played.move.stage == "gm"
    assert played.no("d", CarryOut(number)) == "wait_for_gm"
    played.do("gm", LetPass(number))
    played.as_("d", CarryOut(number))
    assert played.move.stage == "closed"
    assert played.hero("d").bonuses[0].on == "scene"


@pytest.mark.parametrize("move", ["take_harm", "you_die", "earn_xp", "armor", "buy_resist"])
def test_what_has_its_own_moment_is_not_made_out_of_the_blue__MU_51(move: str) -> None:
    assert created().no("f", Propose("f", move, "now")) == "condition_unmet"


def test_hooks_are_not_made_by_hand__MU_51() -> None:
    assert created().no("s", Propose("s", "restore_will", "now")) == "condition_unmet"


def test_a_condition_must_hold_when_the_dice_fall__MU_51() -> None:
    played = created()
    number = played.ready(
        "s", "go_dark", through=("weave_magic",), targets=("us",), confirmed=("perceived",)
    )
    played.set("s", "will", 0)
    assert played.no("s", RollMove(number)) == "no_will"


def test_an_unpaid_cost_means_the_move_is_not_made__MU_52() -> None:
    played = created()
    number = played.ready("f", "go_dark", through=("lead_the_group",), others=("m",))
    played.set("f", "resist", 0)
    assert played.no("f", RollMove(number)) == "not_enough"
    assert played.show.moves[number].throw is None
    played.as_("f", WithdrawMove(number))


# -- What must be done first (MU-53) -----------------------------------------------------------


def test_harm_comes_before_anything_else__MU_53() -> None:
    played = created()
    hurt(played, "f")
    assert played.no("f", Propose("f", "go_dark", "anyway")) == "must_resolve_first"
    assert duties(played.show, played.hero("f")) == "take the harm"
    assert played.propose("s", "go_dark")  # others go on


def test_what_is_asked_is_answered_first__MU_53() -> None:
    played = duellist()
    played.as_("d", Propose("d", "settle_stance"))
    assert played.no("d", Propose("d", "salute")) == "must_resolve_first"
    (owed,) = played.show.owed.values()
    assert played.no("d", GiveAnswer(owed.id, " ")) == "text_needed"
    played.as_("d", GiveAnswer(owed.id, "the crane"))
    assert played.no("d", GiveAnswer(owed.id, "again")) == "unknown"
    played.as_("d", Propose("d", "salute"))


def test_a_roll_that_was_called_for_is_made_first__MU_53() -> None:
    played = duellist()
    played.as_("d", Propose("d", "dare"))
    called = played.move
    assert called.body is not None
    assert played.no("d", Propose("d", "salute")) == "must_resolve_first"
    assert played.no("d", WithdrawMove(called.id)) == "must_resolve_first"
    played.roll(1, 1, number=called.id)
    assert played.points("d", "breath") == 1
    assert played.show.moves[called.id].stage == "closed"
    played.as_("d", Propose("d", "salute"))


def test_in_the_first_step_of_harm_what_answers_it_may_be_made__MU_53__MU_94() -> None:
    played = created()
    number = hurt(played, "f")
    assert played.propose("f", "get_out_the_way", inside=number, aptitude="athletics")
    played = created()
    number = hurt(played, "f", let_in=("parkour",))
    assert played.no("f", Propose("f", "go_dark", "hide", inside=number)) == "must_resolve_first"
    assert played.propose("f", "parkour", inside=number)
    played = created()
    number = hurt(played, "f", step=3)
    dodge = Propose("f", "get_out_the_way", "too late", inside=number)
    assert played.no("f", dodge) == "not_now"
    assert played.no("f", replace(dodge, inside=99)) == "unknown"


# -- Chains (MU-55 … MU-58) --------------------------------------------------------------------


def test_a_parent_calls_for_its_child__MU_55() -> None:
    played = duellist()
    number = played.propose("d", "draw_first", through=("duel",))
    assert played.show.moves[number].chain == ("duel", "draw_first")
    played.as_("d", WithdrawMove(number))
    assert played.no("d", Propose("d", "nerve", "so", ("duel",))) == "wrong_kind"
    assert played.no("d", Propose("d", "go_dark", "so", ("salute",))) == "wrong_kind"
    assert played.no("d", Propose("d", "fool_em", "so", ("whisper",))) == "wrong_kind"
    assert played.no("d", Propose("d", "duel", "alone")) == "condition_unmet"
    twice = Propose("d", "go_dark", "so", ("duel", "duel"))
    assert played.no("d", twice) == "wrong_kind"


def test_a_chain_is_refused_as_a_whole_and_pays_together__MU_56() -> None:
    played = created()
    chain = {"through": ("lead_the_group", "weave_magic"), "others": ("f",), "targets": ("us",)}
    blind = Propose("s", "go_dark", "a veil", **chain)  # type: ignore[arg-type]
    assert played.no("s", blind) == "not_perceived"
    assert played.points("s", "resist") == 2
    number = played.ready("s", "go_dark", **chain, confirmed=("perceived",), picked=("transit",))
    events = played.roll(4, 4, number=number)
    (spent,) = played.told(events, PointsSpent)
    assert (spent.resource, spent.source) == ("resist", "lead_the_group")
    assert played.show.moves[number].throw is not None
    assert rating.parts(played.show, played.show.moves[number])[0].name == "weak_thread"


def test_a_parents_list_is_read_only_where_it_says_so__MU_57() -> None:
    played = duellist()
    played.set("d", "breath", 0)
    played.banded("d", "schmooze_em", "some", through=("whisper",))
    assert played.points("d", "breath") == 1  # “whisper” reads the child's result
    played = created()
    played.set("s", "will", 1)
    number = played.banded(
        "s",
        "go_dark",
        "some",
        through=("weave_magic",),
        targets=("us",),
        confirmed=("perceived",),
        picked=("conjure_elements",),
    )
    assert not played.show.owed  # the flaws are for weaves outside story moves
    assert played.show.moves[number].outcome is not None


def test_one_open_move_at_a_time__MU_58() -> None:
    played = created()
    number = played.propose("f", "go_dark")
    assert played.no("f", Propose("f", "parkour", "as well")) == "move_open"
    assert played.propose("m", "go_dark")
    played.as_("f", WithdrawMove(number))
    assert played.propose("f", "parkour")


# -- Without a move, and meta moves (MU-59, MU-60) ---------------------------------------------


def test_what_needs_no_move_is_simply_told__MU_59() -> None:
    played = created()
    (event,) = played.as_("f", Narrate("f", "I open the door."))
    assert event == Narrated("f", "I open the door.")
    assert played.no("f", Narrate("f", " ")) == "text_needed"
    assert played.no("s", Narrate("f", "F dances.")) == "not_your_character"
    standing(played, "f", "out_of_scene")
    assert played.no("f", Narrate("f", "I haunt.")) == "out_of_scene"


def test_the_gm_says_you_need_this_move__MU_59() -> None:
    played = created()
    assert played.no("f", CallFor("f", "parkour")) == "gm_only"
    assert played.no("gm", CallFor("f", "fighting")) == "wrong_kind"
    played.do("gm", CallFor("f", "parkour", "that roof is slick"))
    assert played.show.called_for == {"f": "parkour"}
    played.propose("m", "parkour")
    assert played.show.called_for == {"f": "parkour"}
    played.propose("f", "parkour")
    assert played.show.called_for == {}


def test_meta_moves_are_read_and_never_rolled__MU_60() -> None:
    played = created()
    for move in ("invent_fiction", "be_curious", "with_great_power"):
        assert played.no("s", Propose("s", move, "so")) == "wrong_kind"


# -- Without dice (MU-33) ----------------------------------------------------------------------


def test_a_move_without_dice_takes_effect_at_once__MU_33() -> None:
    played = duellist()
    played.set("d", "breath", 1)
    events = played.as_("d", Propose("d", "salute"))
    assert [type(e) for e in events] == [MoveProposed, MoveMade, PointsGained, MoveClosed]
    assert played.no("d", RollMove(played.move.id)) == "move_closed"


def test_a_rolled_move_is_not_carried_out_without_dice__MU_47() -> None:
    played = duellist()
    number = played.ready("d", "nerve")
    assert played.no("d", CarryOut(number)) == "wrong_kind"


def test_a_choice_marked_for_the_gm_waits_for_their_word__MU_12() -> None:
    played = duellist()
    asked = played.ask("p1", Propose("d", "oath", "by my blade", option="cruel"))
    played.deny(asked)
    assert played.points("d", "breath") == 2
    played.do("p1", Propose("d", "oath", "by my blade", option="cruel"))
    assert played.points("d", "breath") == 1
    played.do("p1", Propose("d", "oath", "by my heart", option="kind"))
    assert played.points("d", "breath") == 2


def test_dice_may_pick_from_a_list() -> None:
    played = duellist()
    played.set("d", "breath", 0)
    events = played.as_("d", Propose("d", "fortune"), (1,))
    assert Picked("d", "fortune", ("sun",), played.move.id) in events
    assert played.points("d", "breath") == 1
    played.as_("d", Propose("d", "fortune"), (2,))
    assert played.points("d", "breath") == 1


def test_a_homebrew_roll_has_its_own_results_and_lets_one_pick__MU_128() -> None:
    played = duellist("lunge")
    number = played.rolled("d", "lunge", 3, 4)
    (owed,) = played.show.owed.values()
    assert owed.n == 1
    assert played.no("d", GiveAnswer(owed.id)) == "pick_one"
    assert played.no("d", GiveAnswer(owed.id, picks=(0, 1))) == "pick_one"
    assert played.no("d", GiveAnswer(owed.id, picks=(7,))) == "pick_one"
    played.as_("d", GiveAnswer(owed.id, picks=(1,)))
    assert played.points("d", "breath") == 0
    assert played.show.moves[number].stage == "closed"


def test_a_homebrew_failure_can_want_the_gms_words__MU_71() -> None:
    played = duellist("lunge")
    number = played.rolled("d", "lunge", 1, 1)
    assert played.show.moves[number].stage == "settled"
    played.outcome(number=number)
    played.accept(number)
    assert played.show.moves[number].stage == "closed"
    played.audited()
