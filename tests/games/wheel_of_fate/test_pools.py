"""Pools and the questionnaire of special ones (WF-97 … WF-107)."""

from __future__ import annotations

import pytest
from tests.games.wheel_of_fate.table import Played, created, playing

from tablefolk.games.wheel_of_fate.rules.creation import OpenCreation
from tablefolk.games.wheel_of_fate.rules.pools import (
    AnswerPoolQuestion,
    AnswerTrust,
    DefinePool,
    DropPool,
    OfferPool,
    ProposePool,
    RaisePool,
    TakePools,
    in_danger,
    reminder,
    sets,
)
from tablefolk.games.wheel_of_fate.rules.steps import SetPools

LEVELS = {"level_1d": "A spark", "level_2d": "A flame", "level_3d": "A fire"}


def with_magic(levels: dict[str, str] | None = None) -> Played:
    """Creation is open, and the GM is thinking about magic."""
    played = Played()
    played.do("gm", OpenCreation())
    played.do("gm", DefinePool("Magic", special=True))
    if levels:
        played.do("gm", AnswerPoolQuestion("magic", "levels", levels))
    return played


# -- The list (WF-97, WF-100, WF-101) ------------------------------------------------------------


def test_the_gm_lists_the_pools_and_no_number_is_forced__WF_97() -> None:
    played = created()
    assert list(played.wheel.pools) == ["kung-fu", "finding-clues"]
    assert played.refused("tom", DefinePool("Magic")).code == "gm_only"
    assert played.refused("gm", DefinePool(" ")).code == "name_needed"
    assert played.refused("gm", DefinePool("kung fu")).code == "same"


def test_a_set_of_pools_is_taken_at_once_and_what_is_here_stays__WF_97() -> None:
    played = Played()
    played.do("gm", DefinePool("Fighting", covers="With words only."))
    played.do("gm", TakePools("swords"))
    assert [p.name for p in played.wheel.pools.values()] == ["Fighting", "Politics", "Shopping"]
    assert played.wheel.pools["fighting"].covers == "With words only."
    assert played.refused("gm", TakePools("swords")).code == "same"
    assert played.refused("gm", TakePools("underwater")).code == "unknown"
    assert played.refused("tom", TakePools("police")).code == "gm_only"


def test_special_pools_of_a_set_begin_on_the_drawing_board__WF_105() -> None:
    played = Played()
    played.do("gm", TakePools("magic_school"))
    assert not played.wheel.pools["magical-aptitude"].offered
    assert played.wheel.pools["mischief"].offered


def test_no_set_is_so_large_that_it_brings_a_reminder__WF_97() -> None:
    for key in sets():
        played = Played()
        played.do("gm", TakePools(key))
        assert reminder(played.wheel) == ""
        assert all(pool.covers for pool in played.wheel.pools.values())


def test_a_fifth_pool_brings_a_reminder_and_no_refusal__WF_97() -> None:
    played = Played()
    for name in "ABCD":
        played.do("gm", DefinePool(name))
    assert reminder(played.wheel) == ""
    played.do("gm", DefinePool("E"))
    assert "5 pools" in reminder(played.wheel)


def test_a_dropped_pool_leaves_every_sheet__WF_97() -> None:
    played = created()
    played.do("gm", DropPool("kung-fu"))
    assert played.hero("mike").pools == {"finding-clues": 1}
    assert played.refused("gm", DropPool("kung-fu")).code == "no_such_pool"


def test_a_pool_can_be_rewritten_without_losing_its_dice__WF_97() -> None:
    played = created()
    played.do("gm", DefinePool("Gung Fu", covers="Blows and leaps", pool="kung-fu"))
    assert played.wheel.pools["kung-fu"].name == "Gung Fu"
    assert played.hero("mike").pools["kung-fu"] == 2


def test_a_player_proposes_a_pool_and_the_gm_takes_it_up_for_all__WF_100() -> None:
    played = created()
    asked = played.ask("tom", ProposePool("Cooking", "Soup and knives"))
    assert "Soup and knives" in asked.question
    played.deny(asked, "Not in this story.")
    assert "cooking" not in played.wheel.pools
    played.do("tom", ProposePool("Cooking", "Soup and knives"))
    assert played.wheel.pools["cooking"].offered
    played.do("mike", SetPools("mike", {"cooking": 3}))


def test_a_proposal_is_not_refused_for_the_name_of_a_hidden_pool__TF_29() -> None:
    played = created()
    played.do("gm", DefinePool("Magic", special=True))
    asked = played.ask(
        "tom", ProposePool("Magic", "Whatever glows.")
    )  # only the GM is told why not
    assert "Whatever glows." in asked.question


def test_a_proposal_says_what_the_pool_covers_and_comes_during_creation__WF_100() -> None:
    assert created().refused("tom", ProposePool("Cooking", "")).code == "text_needed"
    assert Played().refused("tom", ProposePool("Cooking", "Soup")).code == "creation_closed"


@pytest.mark.parametrize(("low", "high"), [(-1, 3), (0, 7)])
def test_a_pool_has_sensible_limits__WF_101(low: int, high: int) -> None:
    assert Played().refused("gm", DefinePool("X", low=low, high=high)).code == "out_of_range"


# -- Growing (WF-102) ----------------------------------------------------------------------------


def test_pools_stop_at_three_where_they_do_not_grow__WF_102() -> None:
    played = playing()
    played.do("gm", RaisePool("mike", "kung-fu", "Trained hard"))
    assert played.hero("mike").pools["kung-fu"] == 3
    no = played.refused("gm", RaisePool("mike", "kung-fu", "Trained hard"))
    assert (no.rule, no.code) == ("WF-102", "pool_cap")
    assert no.why.endswith("the house rule “Pools above three dice” is off.")
    assert played.refused("gm", RaisePool("mike", "kung-fu", "")).code == "reason_needed"
    assert played.refused("tom", RaisePool("tom", "kung-fu", "Me!")).code == "gm_only"
    assert played.refused("gm", RaisePool("mike", "magic", "Why not")).code == "no_such_pool"


def test_where_pools_grow_they_grow_to_their_cap__WF_102() -> None:
    played = playing(options={"pool_growth": True})
    for dice in (4, 5, 6):
        played.do("gm", RaisePool("dave", "finding-clues", "Nosy"))
        assert played.hero("dave").pools["finding-clues"] == dice
    no = played.refused("gm", RaisePool("dave", "finding-clues", "Nosy"))
    assert (no.code, no.why) == ("pool_cap", "Finding clues cannot go above 6d: that is the most.")
    played.do("gm", DefinePool("Magic", special=True, pool=""))
    levels = {f"level_{n}d": "More" for n in (1, 2, 3)}
    played.do("gm", AnswerPoolQuestion("magic", "levels", levels))
    played.do("gm", OfferPool("magic"))
    for _ in range(3):
        played.do("gm", RaisePool("dave", "magic", "A book"))
    no = played.refused("gm", RaisePool("dave", "magic", "A book"))
    assert no.why == "Magic cannot go above 3d: say first what 4d of it means."


# -- Special pools (WF-103 … WF-106) -------------------------------------------------------------


def test_a_special_pool_says_how_it_is_rolled_and_a_normal_one_is_bonus_dice__WF_103() -> None:
    played = Played()
    played.do("gm", DefinePool("Magic", special=True, rolled_as="base", limits="At night"))
    assert played.wheel.pools["magic"].rolled_as == "base"
    assert played.wheel.pools["magic"].limits == "At night"
    played.do("gm", DefinePool("Cooking", rolled_as="base"))
    assert played.wheel.pools["cooking"].rolled_as == "bonus"


def test_a_special_pool_waits_until_its_three_levels_are_written__WF_105_V45() -> None:
    played = with_magic({"level_1d": "A spark", "level_3d": "A fire"})
    no = played.refused("gm", OfferPool("magic"))
    assert (no.rule, no.code) == ("WF-105", "levels_needed")
    played.do("gm", AnswerPoolQuestion("magic", "levels", LEVELS))
    played.do("gm", OfferPool("magic"))
    assert played.wheel.pools["magic"].offered
    emptied = AnswerPoolQuestion("magic", "levels", {"level_2d": " "})
    assert played.refused("gm", emptied).code == "levels_needed"
    assert played.refused("gm", OfferPool("magic")).code == "same"


def test_answers_are_stored_with_the_pool_and_can_be_changed__WF_104() -> None:
    played = with_magic(LEVELS)
    played.do("gm", AnswerPoolQuestion("magic", "levels", {"level_1d": "A glow"}))
    answers = played.wheel.pools["magic"].answers
    assert answers["levels.level_1d"] == "A glow"
    assert answers["levels.level_3d"] == "A fire"
    unknown = AnswerPoolQuestion("magic", "levels", {"level_9d": "The sun"})
    assert played.refused("gm", unknown).code == "malformed"
    played.do("gm", DefinePool("Kung Fu"))
    normal = AnswerPoolQuestion("kung-fu", "levels", LEVELS)
    assert played.refused("gm", normal).code == "special_only"
    assert played.refused("tom", AnswerPoolQuestion("magic", "danger", {})).code == "gm_only"


@pytest.mark.parametrize(
    ("answers", "cap"),
    [
        ({"can_exceed_3d": "no", "level_4d": "A storm"}, 3),
        ({"can_exceed_3d": "yes"}, 3),
        ({"can_exceed_3d": "yes", "level_4d": "A storm"}, 4),
        ({"can_exceed_3d": "yes", "level_4d": "A storm", "level_5d": "A volcano"}, 5),
    ],
)
def test_a_pool_grows_as_far_as_its_levels_are_written__WF_105(
    answers: dict[str, str], cap: int
) -> None:
    played = with_magic(LEVELS)
    played.do("gm", AnswerPoolQuestion("magic", "beyond", answers))
    assert played.wheel.pools["magic"].growth_cap == cap


def test_a_danger_sign_reminds_until_parts_four_and_five_are_answered__WF_106() -> None:
    played = with_magic(LEVELS)
    played.do("gm", OfferPool("magic"))
    assert not in_danger(played.wheel.pools["magic"])
    played.do("gm", AnswerPoolQuestion("magic", "danger", {"travel": "yes"}))
    assert in_danger(played.wheel.pools["magic"])
    played.make("tom")
    played.do("tom", SetPools("tom", {"magic": 3}))  # it forbids nothing
    played.do("gm", AnswerPoolQuestion("magic", "shared_idea", {"talked_about_it": "yes"}))
    assert in_danger(played.wheel.pools["magic"])
    played.do("gm", AnswerTrust("magic", "tom", "yes"))
    assert not in_danger(played.wheel.pools["magic"])


# -- Trust (WF-107) ------------------------------------------------------------------------------


def test_trust_is_answered_for_each_player_with_dice_in_the_pool__WF_107() -> None:
    played = with_magic(LEVELS)
    played.do("gm", OfferPool("magic"))
    played.make("tom")
    played.make("dave")
    played.do("tom", SetPools("tom", {"magic": 3}))
    played.do("gm", AnswerTrust("magic", "tom", "not_sure", talk_note="Let us talk on Friday."))
    assert played.wheel.pools["magic"].trust["tom"].talk_note == "Let us talk on Friday."
    assert played.refused("gm", AnswerTrust("magic", "dave", "yes")).code == "no_dice"
    assert played.refused("tom", AnswerTrust("magic", "tom", "yes")).code == "gm_only"
