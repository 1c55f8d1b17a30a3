"""Challenges, flukes and fumbles (SB-16 … SB-30, SB-170, SB-171)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace
from tests.games.shapers_and_bots.table import Played, animal

from tablefolk.core.game import Seat
from tablefolk.games.shapers_and_bots.chances import rolls
from tablefolk.games.shapers_and_bots.rules import rolling, sheet
from tablefolk.games.shapers_and_bots.rules.challenges import (
    PRESETS,
    AddModifier,
    AskAutomatic,
    AutomaticGranted,
    DeclineAutomatic,
    GiveModifier,
    GrantAutomatic,
    NameRating,
    OpenChallenge,
    RefuseChallenge,
    RollChallenge,
    RuleOutcome,
    SetDifficulty,
    TakeModifier,
    TellStory,
    TryAgain,
    WithdrawChallenge,
)
from tablefolk.games.shapers_and_bots.rules.people import PlayAs
from tablefolk.games.shapers_and_bots.rules.rulings import rulings_for
from tablefolk.games.shapers_and_bots.rules.values import Challenge, Roll


def table(**fixed: int | None) -> Played:
    """Gert the elephant, played by P1, with these numbers."""
    played = Played()
    played.put(animal("gert", "elephant", "p1", fixed=dict(fixed)))
    return played


def opened(played: Played, key: str = "climbing", difficulty: int = 0, **more: Any) -> Challenge:
    events = played.do("gm", OpenChallenge("gert", "climb the wall", key, difficulty, **more))
    made: Challenge = events[0].challenge
    return made


def rolled(played: Played, challenge: Challenge, *faces: int) -> Roll:
    events = played.do("p1", RollChallenge(challenge.id), faces)
    roll: Roll = events[0].roll
    return roll


# -- One rating, one difficulty (SB-16 … SB-19) ----------------------------------------------------


@pytest.mark.parametrize("key", ["FIT", "STR", "HER", "climbing", "weapon:bow", "shaping:air"])
def test_any_one_rating_may_be_rolled__SB_16(key: str) -> None:
    played = table(FIT=1, climbing=3)
    challenge = opened(played, key)
    roll = rolled(played, challenge, 3, 3, 3)
    assert roll.key == key
    assert roll.rating == sheet.rating(played.world, played.hero("gert"), key)


def test_a_bare_category_or_an_unknown_rating_is_not_rolled__SB_16() -> None:
    played = table()
    assert played.no("gm", OpenChallenge("gert", "fight", "weapon")) == "name_a_specialty"
    assert played.no("gm", OpenChallenge("gert", "fight", "charm")) == "unknown"


def test_the_director_opens_a_challenge_and_a_player_asks__SB_17() -> None:
    played = table(climbing=2)
    asked = played.ask("p1", OpenChallenge("gert", "climb the wall", "climbing"))
    assert asked.rule == "SB-17"
    assert "climb the wall" in asked.question
    assert not played.world.challenges
    played.grant(asked)
    (challenge,) = played.world.challenges.values()
    assert (challenge.who, challenge.status) == ("gert", "open")
    assert played.no("p2", OpenChallenge("gert", "climb", "climbing")) == "not_your_character"


def test_the_dial_has_four_presets_and_takes_any_number__SB_17__SB_170() -> None:
    assert [value for value, _ in PRESETS] == [0, -1, -3, -10]
    played = table(climbing=2)
    challenge = opened(played)
    for value in (-1, -3, -10, 7):
        played.do("gm", SetDifficulty(challenge.id, value))
        assert played.world.challenges[challenge.id].difficulty == value
    assert played.no("p1", SetDifficulty(challenge.id, 9)) == "director_only"
    assert played.world.rulings[-1].rule == "SB-17"


def test_the_roll_adds_rating_difficulty_and_modifiers_and_shows_each__SB_18() -> None:
    played = table(climbing=3)
    challenge = opened(played, difficulty=-1, modifier=2, because="a rope")
    roll = rolled(played, challenge, 2, 2, 3)
    assert (roll.natural, roll.modifier, roll.score, roll.outcome) == (7, 4, 11, "success")
    assert [(m.label, m.value) for m in roll.modifiers] == [("difficulty", -1), ("a rope", 2)]
    assert played.world.challenges[challenge.id].status == "rolled"


def test_ten_is_not_enough__SB_18() -> None:
    played = table(climbing=3)
    assert rolled(played, opened(played, difficulty=-1), 2, 3, 3).outcome == "failure"


@pytest.mark.parametrize("difficulty", [-3, 0, 3])
def test_the_target_is_always_11_and_difficulty_a_modifier__SB_19(difficulty: int) -> None:
    played = table(climbing=0)
    roll = rolled(played, opened(played, difficulty=difficulty), 4, 4, 3)
    assert roll.modifier == difficulty
    assert roll.succeeded == (11 + difficulty >= 11)


def test_the_chance_is_shown_and_one_may_walk_away_until_the_dice_fall__SB_20() -> None:
    played = table(climbing=-3)
    challenge = opened(played, difficulty=-1)
    total = rolling.total(-3, played.hero("gert"), challenge.modifiers) or 0
    assert rolls.challenge(total + challenge.difficulty).good * 216 == 20
    played.do("p1", WithdrawChallenge(challenge.id))
    assert played.world.challenges[challenge.id].status == "withdrawn"
    assert played.no("p1", RollChallenge(challenge.id)) == "no_reroll"
    again = opened(played)
    rolled(played, again, 3, 3, 3)
    assert played.no("p1", WithdrawChallenge(again.id)) == "no_takebacks"


# -- Without dice (SB-21, SB-22) -------------------------------------------------------------------


def test_an_easy_thing_succeeds_without_dice_if_the_director_says_so__SB_21() -> None:
    played = table(climbing=3)
    challenge = opened(played, difficulty=-1)
    (granted, ruling) = played.do("gm", GrantAutomatic(challenge.id))
    assert isinstance(granted, AutomaticGranted)
    assert (granted.total, granted.ledger) == (2, "climbing")
    assert ruling.rule == "SB-21"
    assert not played.world.rolls
    assert played.no("p1", RollChallenge(challenge.id)) == "no_reroll"


@pytest.mark.parametrize(("rating", "difficulty"), [(1, -1), (0, 0), (-3, 2), (None, 5)])
def test_nothing_succeeds_without_dice_at_0_or_less_or_with_no_skill__SB_21(
    rating: int | None, difficulty: int
) -> None:
    played = table(climbing=rating)
    challenge = opened(played, difficulty=difficulty)
    assert played.no("gm", GrantAutomatic(challenge.id)) == "not_automatic"
    assert played.no("p1", AskAutomatic(challenge.id)) == "not_automatic"


def test_only_the_director_grants_it_and_a_player_may_ask__SB_22() -> None:
    played = table(climbing=3)
    challenge = opened(played)
    assert played.no("p1", GrantAutomatic(challenge.id)) == "director_only"
    played.do("p1", AskAutomatic(challenge.id))
    assert played.world.challenges[challenge.id].asked
    assert played.no("p1", AskAutomatic(challenge.id)) == "asked"
    played.do("gm", DeclineAutomatic(challenge.id))
    assert not played.world.challenges[challenge.id].asked
    played.do("p1", AskAutomatic(challenge.id))
    played.do("gm", GrantAutomatic(challenge.id))


# -- No second roll; another way (SB-23 … SB-25) ---------------------------------------------------


def test_there_is_no_second_roll__SB_23() -> None:
    played = table(climbing=0)
    challenge = opened(played)
    rolled(played, challenge, 2, 3, 3)
    assert played.no("p1", RollChallenge(challenge.id)) == "no_reroll"


def test_the_director_adds_named_modifiers_to_a_challenge_and_to_any_next_roll__SB_23() -> None:
    played = table(climbing=0)
    challenge = opened(played)
    played.do("gm", AddModifier(challenge.id, -2, "slippery"))
    played.do("gm", GiveModifier("gert", 3, "a good breakfast"))
    played.do("gm", GiveModifier("gert", 9, "a mistake"))
    mistake = played.hero("gert").pending[-1]
    played.do("gm", TakeModifier("gert", mistake.id))
    assert played.no("p1", GiveModifier("gert", 9, "please")) == "director_only"
    assert played.no("p1", AddModifier(challenge.id, 9, "please")) == "director_only"
    roll = rolled(played, challenge, 3, 3, 4)
    assert {m.label: m.value for m in roll.modifiers} == {"slippery": -2, "a good breakfast": 3}
    assert roll.score == 11
    assert played.hero("gert").pending == ()


def test_a_new_try_or_another_way_is_the_directors_to_allow__SB_24() -> None:
    played = table(DEX=-2, SIZ=3, FIT=1)
    bomb = opened(played, "DEX", -1)
    assert played.no("p1", TryAgain(bomb.id)) == "not_failed"
    rolled(played, bomb, 5, 4, 2)
    asked = played.ask("p1", TryAgain(bomb.id, "smash the bomb", "STR"))
    assert asked.rule == "SB-24"
    played.grant(asked)
    second = played.world.challenges[max(played.world.challenges)]
    assert (second.what, second.key, second.after) == ("smash the bomb", "STR", bomb.id)
    assert played.world.rulings[-1].rule == "SB-24"
    assert rolled(played, second, 5, 4, 2).score == 15


def test_what_came_of_it_is_ruled_and_found_again__SB_24__SB_8() -> None:
    played = table(climbing=0)
    challenge = opened(played)
    assert played.no("gm", RuleOutcome(challenge.id, "a view")) == "not_rolled"
    rolled(played, challenge, 4, 4, 4)
    played.do("gm", RuleOutcome(challenge.id, "A view over the whole bay."))
    assert played.world.challenges[challenge.id].answer == "A view over the whole bay."
    (found,) = rulings_for(played.world, Seat("p2"), "whole bay")
    assert found.about == "gert"


def test_what_the_world_forbids_is_not_rolled_at_all__SB_25() -> None:
    played = table(climbing=0)
    challenge = opened(played)
    assert played.no("p1", RefuseChallenge(challenge.id, "no")) == "director_only"
    played.do("gm", RefuseChallenge(challenge.id, "There is no wall."))
    assert played.no("p1", RollChallenge(challenge.id)) == "impossible"
    assert played.world.rulings[-1].answer == "impossible"


def test_everything_else_may_be_rolled_however_unlikely__SB_25() -> None:
    played = table(climbing=-9)
    assert rolled(played, opened(played, difficulty=-40), 6, 6, 6).succeeded


def test_the_director_names_the_rating__SB_68__SB_171() -> None:
    played = table(mechanics=None, DEX=1)
    challenge = opened(played, "mechanics")
    played.do("gm", NameRating(challenge.id, "DEX"))
    assert rolled(played, challenge, 3, 3, 4).rating == 1
    assert played.world.rulings[-1].rule == "SB-68"


# -- Flukes and fumbles (SB-26 … SB-30) ------------------------------------------------------------


@pytest.mark.parametrize("faces", [(6, 6, 5), (6, 6, 6)])
@pytest.mark.parametrize("rating", [None, -20])
def test_17_and_18_succeed_and_ask_for_a_story__SB_26(
    faces: tuple[int, ...], rating: int | None
) -> None:
    played = table(climbing=rating)
    roll = rolled(played, opened(played), *faces)
    assert (roll.outcome, roll.succeeded, roll.wants_story) == ("fluke", True, True)
    assert played.no("p1", TellStory(roll.id, "magic")) == "director_only"
    played.do("gm", TellStory(roll.id, "An eagle lends a wing."))
    told = played.world.rolls[roll.id]
    assert (told.story, told.wants_story) == ("An eagle lends a wing.", False)
    assert played.world.rulings[-1].rule == "SB-26"


@pytest.mark.parametrize("faces", [(1, 1, 1), (1, 2, 1), (2, 1, 1)])
def test_3_and_4_fail_and_ask_for_a_story__SB_27(faces: tuple[int, ...]) -> None:
    played = table(climbing=30)
    roll = rolled(played, opened(played), *faces)
    assert (roll.outcome, roll.succeeded, roll.wants_story) == ("fumble", False, True)
    played.do("gm", TellStory(roll.id, "Trousers tear."))
    assert played.world.rulings[-1].rule == "SB-27"


def test_only_the_faces_make_flukes_and_fumbles__SB_28() -> None:
    played = table(climbing=9)
    played.do("gm", GiveModifier("gert", 9, "luck"))
    assert rolled(played, opened(played), 2, 2, 2).outcome == "success"
    played = table(climbing=-9)
    played.do("gm", GiveModifier("gert", -9, "bad luck"))
    assert rolled(played, opened(played), 1, 2, 2).outcome == "failure"


def test_another_helpful_outcome_may_take_the_place_of_a_fluke__SB_29() -> None:
    played = table(climbing=0)
    roll = rolled(played, opened(played), 6, 6, 5)
    played.do("gm", TellStory(roll.id, instead="The wall falls down."))
    assert played.world.rolls[roll.id].instead == "The wall falls down."
    assert played.world.rulings[-1].rule == "SB-29"
    fumble = rolled(played, opened(played), 1, 1, 1)
    assert played.no("gm", TellStory(fumble.id, instead="luck")) == "not_a_fluke"
    plain = rolled(played, opened(played), 4, 4, 4)
    assert played.no("gm", TellStory(plain.id, "nothing odd")) == "no_story_needed"


def test_flukes_and_fumbles_hold_for_every_roll_of_three_dice__SB_30() -> None:
    assert rolling.outcome(17, -30) == rolling.outcome(18, None) == "fluke"
    assert rolling.outcome(4, 30) == rolling.outcome(3, 0) == "fumble"


# -- Who may, and when -----------------------------------------------------------------------------


def test_only_ones_own_character_and_one_at_a_time__SB_2() -> None:
    played = table(climbing=0)
    played.put(animal("other", "goat", "p1"))
    challenge = opened(played)
    assert played.no("p2", RollChallenge(challenge.id)) == "not_your_character"
    assert played.no("p1", RollChallenge(challenge.id)) == "one_at_a_time"
    played.do("p1", PlayAs("gert"))
    rolled(played, challenge, 3, 3, 3)


def test_the_unconscious_and_the_dead_try_nothing__SB_100() -> None:
    played = table(climbing=0)
    challenge = opened(played)
    for life, code in (("unconscious", "not_conscious"), ("dead", "dead")):
        played.put(replace(played.hero("gert"), life=life))
        assert played.no("p1", RollChallenge(challenge.id)) == code


def test_a_refused_command_changes_nothing_and_says_why__SB_9() -> None:
    played = table(climbing=1)
    challenge = opened(played, difficulty=-1)
    no = played.refused("gm", GrantAutomatic(challenge.id))
    assert (no.rule, no.code) == ("SB-21", "not_automatic")
    assert "roll" in no.why


def test_a_roll_is_written_with_all_modifiers_summed__SB_10() -> None:
    assert [sheet.notation(n) for n in (-1, 0, 4, None)] == ["3D−1", "3D", "3D+4", "3D, fluke only"]
