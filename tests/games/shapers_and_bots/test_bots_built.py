"""Building a bot (SB-149 … SB-156)."""

from __future__ import annotations

import pytest
from tests.games.shapers_and_bots.table import Played

from tablefolk.core.game import Command
from tablefolk.games.shapers_and_bots.page.offers.playing import reach
from tablefolk.games.shapers_and_bots.rules import building, sheet, skills
from tablefolk.games.shapers_and_bots.rules.bots import (
    AllowNose,
    ChooseLocomotion,
    DropPart,
    DropPenalty,
    TakePart,
    TakePenalty,
)
from tablefolk.games.shapers_and_bots.rules.building import BeginSheet, ChangeFeature, FinishSheet
from tablefolk.games.shapers_and_bots.rules.content import content
from tablefolk.games.shapers_and_bots.rules.skills import BuySkill


def bot(*parts: str, penalty: str = "", owner: str = "p1") -> Played:
    played = Played()
    played.do(owner, BeginSheet("bot", "C1"))
    played.do(owner, ChooseLocomotion("c1", "legs"))
    if penalty:
        played.do(owner, TakePenalty("c1", penalty))
    for part in parts:
        played.do(owner, TakePart("c1", part))
    return played


def test_a_bot_starts_at_zero_with_the_same_points__SB_149() -> None:
    played = bot()
    world, hero = played.world, played.hero("c1")
    assert played.ratings("c1", "SIZ", "FIT", "DEX", "INT", "AWR", "STR") == [0] * 6
    assert sheet.feature_points(world, hero).total == 5
    assert sheet.skill_points(world, hero).total == 6
    assert hero.species == ""


def test_a_bot_has_arms_eyes_ears_voice_and_light_armor__SB_150() -> None:
    played = bot()
    world, hero = played.world, played.hero("c1")
    assert sheet.armor(world, hero) == "light"
    assert sheet.hands(world, hero) == 2
    assert sheet.hp_max(world, hero) == 3
    things = ("cameras", "microphone", "speaker", "locomotion", "arms", "armor")
    assert not any(sheet.lost(world, hero, thing) for thing in things)


def test_a_bot_moves_on_tracks_wheels_or_legs__SB_150() -> None:
    played = Played()
    played.do("p1", BeginSheet("bot", "C1"))
    assert played.no("p1", ChooseLocomotion("c1", "wings")) == "unknown"
    assert "tracks" in played.refusal("p1", FinishSheet("c1")).why
    for way in ("tracks", "wheels", "legs"):
        played.do("p1", ChooseLocomotion("c1", way))
    played.do("p1", FinishSheet("c1"))
    assert played.no("p1", ChooseLocomotion("c1", "tracks")) == "finished"


def test_a_goat_has_no_bot_parts__SB_149() -> None:
    played = Played()
    played.do("p1", BeginSheet("goat", "C1"))
    for command in (ChooseLocomotion("c1", "legs"), TakePart("c1", "radio")):
        assert played.no("p1", command) == "not_a_bot"


def test_a_bot_smells_nothing_unless_the_director_allows_a_nose__SB_151() -> None:
    played = bot()
    assert played.ratings("c1", "SML", "SGT", "HER", "tracking") == [None, 0, 0, 0]
    assert skills.out_of_reach(played.world, played.hero("c1"), "SML") == ""  # by a fluke (SB-59)
    assert "SML" in reach(played.world, played.hero("c1"))[1]
    assert played.no("p1", AllowNose("c1")) == "director_only"
    played.do("gm", AllowNose("c1"))
    assert played.rating("c1", "SML") == 0


def test_a_third_feature_needs_a_penalty__SB_152__V_35() -> None:
    played = bot("sawblade", "searchlight", "microphone")
    assert played.no("p1", FinishSheet("c1")) == "penalty_needed"
    played.do("p1", TakePenalty("c1", "buggy"))
    played.do("p1", FinishSheet("c1"))


@pytest.mark.parametrize(
    ("parts", "penalty", "answer"),
    [
        (("armor_heavy", "radio"), "", "penalty_needed"),
        (("armor_heavy",), "", ""),
        (("armor_heavy", "radio"), "blind", ""),
    ],
)
def test_heavy_armor_uses_two_features__SB_153__V_35(
    parts: tuple[str, ...], penalty: str, answer: str
) -> None:
    played = bot(*parts, penalty=penalty)
    assert sheet.armor(played.world, played.hero("c1")) == "heavy"
    if answer:
        assert played.no("p1", FinishSheet("c1")) == answer
    else:
        played.do("p1", FinishSheet("c1"))


def test_a_penalty_without_a_third_feature_is_warned_about__SB_152() -> None:
    played = bot("radio", penalty="blind")
    assert any("third" in text for text in building.warnings(played.world, played.hero("c1")))
    played.do("p1", FinishSheet("c1"))


def test_more_than_three_features_or_a_second_penalty_are_too_many__SB_152() -> None:
    played = bot("radio", "cart", "grapple", penalty="blind")
    assert played.no("p1", TakePart("c1", "vacuum")) == "too_many"
    assert played.no("p1", TakePenalty("c1", "slow")) == "too_many"
    played.rule("p1", TakePart("c1", "vacuum"))
    assert len(played.hero("c1").bot.parts) == 4  # type: ignore[union-attr]


def test_arms_may_be_taken_again_and_nothing_else__SB_153() -> None:
    played = bot("arm", "arm", penalty="deaf")
    assert sheet.hands(played.world, played.hero("c1")) == 4
    played = bot("radio")
    assert played.no("p1", TakePart("c1", "radio")) == "already_taken"
    played.rule("p1", TakePart("c1", "radio"))


def test_light_armor_does_nothing_for_a_plated_bot__SB_154__V_36() -> None:
    played = bot()
    assert played.no("p1", TakePart("c1", "armor_light")) == "no_effect"


def test_light_armor_left_over_from_a_dropped_penalty_has_no_effect__SB_154() -> None:
    played = bot("armor_light", penalty="thin_skinned")
    played.do("p1", DropPenalty("c1", "thin_skinned"))
    assert played.no("p1", FinishSheet("c1")) == "no_effect"
    played.do("p1", DropPart("c1", 1))
    played.do("p1", FinishSheet("c1"))


@pytest.mark.parametrize(
    ("penalty", "thing"),
    [
        ("armless", "arms"),
        ("blind", "cameras"),
        ("deaf", "microphone"),
        ("cannot_communicate", "speaker"),
        ("immobile", "locomotion"),
        ("thin_skinned", "armor"),
    ],
)
def test_a_penalty_takes_away_what_it_names__SB_155(penalty: str, thing: str) -> None:
    played = bot(penalty=penalty)
    assert sheet.lost(played.world, played.hero("c1"), thing)


def test_what_a_penalty_takes_shows_in_the_numbers__SB_155__SB_161() -> None:
    world, hero = (played := bot(penalty="armless")).world, played.hero("c1")
    assert sheet.hands(world, hero) == 0
    assert bot(penalty="blind").ratings("c1", "SGT", "tracking") == [None, None]
    assert bot(penalty="deaf").ratings("c1", "HER", "singing") == [None, None]
    world, hero = (played := bot(penalty="thin_skinned")).world, played.hero("c1")
    assert sheet.armor(world, hero) == "none"


def test_a_bot_that_cannot_move_needs_no_way_to_move__SB_155() -> None:
    played = Played()
    played.do("p1", BeginSheet("bot", "C1"))
    played.do("p1", TakePenalty("c1", "immobile"))
    assert building.missing(played.world, played.hero("c1")) == ()


@pytest.mark.parametrize("command", [TakePart("c1", "armor_heavy"), TakePart("c1", "armor_light")])
def test_what_undoes_a_penalty_waits_for_the_director__SB_155__V_36(command: Command) -> None:
    played = bot(penalty="thin_skinned")
    asked = played.ask("p1", command)
    assert (asked.rule, "Thin-skinned" in asked.question) == ("SB-155", True)
    assert played.hero("c1").bot.parts == ()  # type: ignore[union-attr]
    played.grant(asked)
    body = played.hero("c1").bot
    assert body is not None
    assert len(body.agreed) == 1
    assert sheet.armor(played.world, played.hero("c1")) in ("heavy", "light")


def test_a_penalty_that_a_part_undoes_waits_for_the_director_too__SB_155() -> None:
    played = bot("microphone")
    asked = played.ask("p1", TakePenalty("c1", "deaf"))
    played.grant(asked)
    assert played.rating("c1", "HER") == 0


def test_tools_are_small_weapons_with_a_specialty_of_their_name__SB_156() -> None:
    played = bot("sawblade")
    tools = {id for id, part in content().bot_features.items() if part.weapon == "small"}
    assert tools == {"cutting_laser", "grinder", "sawblade"}
    assert skills.specialties(played.world, played.hero("c1")) == ("weapon:sawblade",)
    played.do("p1", ChangeFeature("c1", "FIT", 1))
    assert played.rating("c1", "weapon:sawblade") == -1
    played.do("p1", BuySkill("c1", "weapon:sawblade", 4))
    assert played.rating("c1", "weapon:sawblade") == 3


@pytest.mark.parametrize("part", ["camouflage", "drill", "heavy_equipment"])
def test_what_must_be_noted_is_asked_for__SB_157(part: str) -> None:
    played = bot()
    assert played.no("p1", TakePart("c1", part)) == "text_needed"
    played.do("p1", TakePart("c1", part, "small"))
    assert played.no("p1", TakePenalty("c1", "obedient")) == "text_needed"
    played.do("p1", TakePenalty("c1", "obedient", "marmalade"))
    body = played.hero("c1").bot
    assert body is not None
    assert (body.parts[0].note, body.penalty_note) == ("small", "marmalade")


def test_an_extra_bot_is_fitted_as_the_director_likes__SB_165() -> None:
    played = bot("radio", "cart", "vacuum", "wheels", owner="gm")
    played.do("gm", TakePenalty("c1", "slow"))
    played.do("gm", TakePenalty("c1", "blind"))
    played.do("gm", FinishSheet("c1"))
    played.audited()


def test_what_is_so_already_or_not_there_is_refused__SB_9() -> None:
    played = bot("radio", penalty="blind")
    assert played.no("p1", ChooseLocomotion("c1", "legs")) == "same"
    assert [played.no("p1", DropPart("c1", place)) for place in (0, 2)] == ["unknown", "unknown"]
    assert played.no("p1", TakePenalty("c1", "blind")) == "already_taken"
    assert played.no("p1", DropPenalty("c1", "deaf")) == "unknown"
    assert played.no("gm", AllowNose("c1", False)) == "same"


def test_even_an_extra_carries_a_dozen_parts_at_most__SB_152() -> None:
    played = bot(*["arm"] * 12, owner="gm")
    assert played.no("gm", TakePart("c1", "arm")) == "too_many"
