"""Shaping (SB-137 … SB-148; T3, T7, T8)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace
from tests.games.shapers_and_bots.table import Played, animal

from tablefolk.core.table.judging import Answer
from tablefolk.core.table.scenes import EndScene, OpenScene
from tablefolk.games.shapers_and_bots.page.offers import shaping as shaping_offers
from tablefolk.games.shapers_and_bots.rules import shaping
from tablefolk.games.shapers_and_bots.rules.challenges import (
    GrantAutomatic,
    OpenChallenge,
    RollChallenge,
    SetDifficulty,
)
from tablefolk.games.shapers_and_bots.rules.content import content
from tablefolk.games.shapers_and_bots.rules.contests import RollContest
from tablefolk.games.shapers_and_bots.rules.extras import SetRating
from tablefolk.games.shapers_and_bots.rules.fights.rounds import BeginTurns
from tablefolk.games.shapers_and_bots.rules.fights.start import StartFight
from tablefolk.games.shapers_and_bots.rules.homemade import MakeShapingExample
from tablefolk.games.shapers_and_bots.rules.shaping import (
    AllowResistance,
    BearShaping,
    BendTime,
    MakeContest,
    ResistShaping,
    Shape,
)
from tablefolk.games.shapers_and_bots.rules.values import BotBody, Challenge, Character

HIT, MISS = (5, 4, 2), (4, 3, 3)  # 11 and 10


def table(kind: str = "air", rating: int = 0, **more: Any) -> Played:
    """Lara, P1's lion, shapes; Gus is P2's goat, Rex an extra."""
    played = Played()
    fixed = {f"shaping:{kind}": rating}
    played.put(animal("lara", "lion", "p1", shaping=(kind,), fixed=fixed, **more))
    played.put(animal("gus", "goat", "p2"))
    played.put(animal("rex", "turtle"))
    return played


def shaped(played: Played, kind: str = "air", **more: Any) -> Challenge:
    played.do("gm", Shape("lara", kind, "a gust", **more))
    return played.world.challenges[max(played.world.challenges)]


def fight(played: Played) -> None:
    """Lara is the fittest and has the first turn."""
    played.do("gm", StartFight(("lara", "gus", "rex")))


def combatant(played: Played, who: str = "lara") -> Any:
    return played.world.combatant(who)


# -- Who shapes what (SB-137, SB-138, SB-140, SB-145) ----------------------------------------------


def test_bots_cannot_shape_and_others_need_the_directors_consent__SB_137() -> None:
    played = table()
    bot = Character("bolt", "Bolt", "p3", kind="bot", bot=BotBody("legs"), finished=True)
    played.put(bot)
    assert played.no("bolt", Shape("bolt", "air", "a gust")) == "bots_cannot_shape"
    assert played.no("gus", Shape("gus", "air", "a gust")) == "needs_director"


def test_there_are_six_kinds_and_one_shapes_ones_own__SB_138() -> None:
    assert set(content().shaping) == {"earth", "air", "light", "water", "luck", "time"}
    played = table()
    assert played.no("lara", Shape("lara", "earth", "a pebble")) == "needs_director"
    assert played.no("lara", Shape("lara", "fire", "a spark")) == "unknown"


def test_shaping_is_a_challenge_easy_or_hard_or_as_the_director_says__SB_140() -> None:
    played = table(rating=-2)
    asked = played.ask("p1", Shape("lara", "air", "whisper to the guards"))
    assert asked.rule == "SB-140"
    played.grant(asked)
    easy = played.world.challenges[max(played.world.challenges)]
    assert (easy.key, easy.difficulty, easy.purpose) == ("shaping:air", 0, "shaping")
    roll = played.do("p1", RollChallenge(easy.id), (6, 4, 4))[0].roll
    assert (roll.score, roll.outcome) == (12, "success")
    assert shaped(played, task="hard").difficulty == -3
    own = shaped(played, task="own", difficulty=-7)
    assert own.difficulty == -7
    played.do("gm", SetDifficulty(own.id, -5))


def test_each_kind_has_an_easy_and_a_hard_example_and_tables_add_theirs__SB_140() -> None:
    played = table()
    for kind in content().shaping.values():
        assert [n for n, _ in shaping.examples(played.world, kind.id)] == [0, -3]
    played.do("gm", MakeShapingExample("air", "lift a hat", -1))
    assert (-1, "lift a hat") in shaping.examples(played.world, "air")


def test_what_air_and_light_cover_is_told__SB_145() -> None:
    kinds = content().shaping
    assert "sound" in kinds["air"].scope
    assert "silent" in kinds["light"].scope


# -- Concentrating (SB-141, T7, T8) ----------------------------------------------------------------


def test_in_a_fight_full_concentration_takes_the_whole_turn__SB_141() -> None:
    played = table()
    fight(played)
    challenge = shaped(played)
    played.do("p1", RollChallenge(challenge.id), HIT)
    one = combatant(played)
    assert (one.pool, one.spent, one.acted) == (0, 2, True)
    assert played.no("lara", Shape("lara", "air", "more")) == "not_concentrating"
    assert played.no("lara", Shape("lara", "air", "more", focus="hurried")) == "no_actions"


def test_who_has_used_an_action_cannot_concentrate_but_may_hurry__SB_141() -> None:
    played = table()
    fight(played)
    world = played.world.with_combatant("lara", pool=1, defended=1)
    played.table = replace(played.table, play=world)
    assert played.no("lara", Shape("lara", "air", "a gust")) == "not_concentrating"
    challenge = shaped(played, focus="hurried")
    assert challenge.modifiers[0].value == -3
    roll = played.do("p1", RollChallenge(challenge.id), HIT)[1].roll
    assert roll.score == 8
    assert combatant(played).pool == 0


def test_the_cost_is_asked_for_again_when_the_dice_fall__SB_141() -> None:
    played = table()
    fight(played)
    challenge = shaped(played)
    world = played.world.with_combatant("lara", pool=1, spent=1, acted=True)
    played.table = replace(played.table, play=world)
    assert played.no("lara", RollChallenge(challenge.id)) == "not_concentrating"


def test_a_hurried_try_has_a_penalty__SB_141() -> None:
    played = table()
    fight(played)
    command = Shape("lara", "air", "a gust", focus="hurried", penalty=0)
    assert played.no("lara", command) == "awaiting_ruling"


def test_shaping_waits_for_ones_turn__SB_141() -> None:
    played = table()
    played.put(animal("wim", "wolf", "p3", shaping=("air",), fixed={"FIT": -5}))
    played.do("gm", StartFight(("lara", "gus", "rex", "wim")))
    assert played.no("wim", Shape("wim", "air", "a gust")) == "not_your_turn"


def test_outside_fights_concentration_costs_nothing__SB_141() -> None:
    played = table()
    events = played.do("p1", RollChallenge(shaped(played).id), HIT)
    assert len(events) == 2


# -- Time (SB-142, T3) -----------------------------------------------------------------------------


def opening(**more: Any) -> Played:
    """Tess, P1's turtle, shapes Time; a round has opened, and she is asked."""
    played = Played()
    played.put(animal("tess", "turtle", "p1", shaping=("time",), **more))
    played.put(animal("gus", "goat", "p2"))
    played.put(animal("leo", "lion"))
    played.do("gm", StartFight(("tess", "gus", "leo")))
    assert played.world.fight is not None
    assert played.world.fight.phase == "opening"
    return played


def test_a_time_shaper_takes_the_first_turn__SB_142() -> None:
    played = opening()
    played.do("p1", BendTime("tess", "first"), (5, 4, 3))
    fight = played.world.fight
    assert fight is not None
    assert (fight.phase, fight.order[0], fight.current) == ("turns", "tess", "tess")
    assert combatant(played, "tess").pool == 2


def test_a_failure_is_an_ordinary_round__SB_142() -> None:
    played = opening()
    roll = played.do("p1", BendTime("tess", "first"), HIT)[0].roll
    assert (roll.score, roll.outcome) == (10, "failure")
    assert played.world.fight is not None
    assert played.world.fight.current == "leo"


def test_hard_is_four_actions_less_debts_and_costs_nothing__SB_142() -> None:
    played = opening()
    played.do("p1", BendTime("tess", "four"), (5, 5, 5))
    one = combatant(played, "tess")
    assert (one.hasted, one.pool, one.opened, one.spent) == (True, 4, 4, 0)


def test_one_try_a_round_and_only_in_the_opening__SB_142() -> None:
    played = opening()
    played.put(animal("zeno", "turtle", "p3", shaping=("time",)))
    world = played.world.with_combatant("tess", time_tried=True)
    untouched = played.table
    played.table = replace(played.table, play=world)
    assert played.no("tess", BendTime("tess", "first")) == "already_tried"
    assert played.no("zeno", BendTime("zeno", "first")) == "not_in_fight"
    played.table = untouched
    played.do("gm", BeginTurns())
    assert played.no("tess", BendTime("tess", "first")) == "not_opening"
    assert played.no("tess", Shape("tess", "time", "go first")) == "not_opening"


def test_outside_fights_time_is_shaped_by_ones_own_idea_only__SB_142() -> None:
    played = table("time")
    assert played.no("lara", Shape("lara", "time", "go first")) == "not_opening"
    assert played.no("lara", Shape("lara", "time", "four actions", "hard")) == "not_opening"
    seat = played.seat("p1")
    around = shaping_offers.around(played.world, seat, played.hero("lara"), "time")
    assert {offer.fixed["task"] for offer in around} == {"own"}
    assert played.ask("p1", Shape("lara", "time", "slow the bell", "own")).question


def test_only_time_shapers_bend_time__SB_142() -> None:
    played = opening()
    assert played.no("gus", BendTime("gus", "first")) == "needs_director"
    assert played.no("tess", BendTime("tess", "first", modifier=5)) == "director_only"
    played.do("gm", BendTime("tess", "first", modifier=5), (3, 2, 2))
    assert combatant(played, "tess").first


# -- Luck (SB-143) ---------------------------------------------------------------------------------


def lucky(played: Played, target: str, task: str = "easy", faces: tuple[int, ...] = HIT) -> None:
    challenge = shaped(played, "luck", target=target, task=task)
    played.do("p1", RollChallenge(challenge.id), (*faces,))


def climb(played: Played, who: str, *faces: int) -> Any:
    played.do("gm", OpenChallenge(who, "climb", "climbing"))
    number = max(played.world.challenges)
    return played.as_(who, RollChallenge(number), faces)[0].roll


def test_luck_waits_for_the_next_roll_and_is_gone_with_it__SB_143() -> None:
    played = table("luck", 3)
    lucky(played, "gus")
    assert [p.value for p in played.hero("gus").pending] == [1]
    assert climb(played, "gus", *MISS).succeeded
    assert not climb(played, "gus", *MISS).succeeded


def test_hard_luck_lowers_an_enemys_next_roll_by_3__SB_143() -> None:
    played = table("luck", 3)
    lucky(played, "rex", "hard")
    roll = climb(played, "rex", 5, 4, 2)
    assert (roll.score, roll.outcome) == (8, "failure")


def test_the_newer_luck_of_the_same_shaper_replaces_the_older__SB_143() -> None:
    played = table("luck", 3)
    played.put(animal("fay", "fox", "p3", shaping=("luck",), fixed={"shaping:luck": 3}))
    lucky(played, "gus", "hard")
    lucky(played, "gus")
    assert [p.value for p in played.hero("gus").pending] == [1]
    played.do("gm", Shape("fay", "luck", "luck", target="gus"))
    played.do("p3", RollChallenge(max(played.world.challenges)), HIT)
    assert [p.value for p in played.hero("gus").pending] == [1, 1]


def test_failed_luck_brings_nothing_and_luck_needs_somebody__SB_143() -> None:
    played = table("luck", 0)
    lucky(played, "gus", faces=MISS)
    assert played.hero("gus").pending == ()
    assert played.no("lara", Shape("lara", "luck", "luck")) == "bad_target"
    command = Shape("lara", "luck", "luck", task="hard", target="lara")
    assert played.no("lara", command) == "bad_target"


def test_luck_granted_without_dice_counts_as_well__SB_143__SB_21() -> None:
    played = table("luck", 3)
    challenge = shaped(played, "luck", target="gus")
    played.do("gm", GrantAutomatic(challenge.id))
    assert [p.value for p in played.hero("gus").pending] == [1]


def test_unused_luck_ends_with_the_scene__SB_143() -> None:
    played = table("luck", 3)
    played.do("gm", OpenScene("The pier"))
    lucky(played, "gus")
    played.do("gm", EndScene())
    assert played.hero("gus").pending == ()


# -- What is beyond (SB-144, SB-146, SB-147) -------------------------------------------------------


@pytest.mark.parametrize(("kind", "matter"), [("earth", "metal"), ("water", "ice")])
def test_metal_and_ice_are_for_the_very_experienced__SB_144(kind: str, matter: str) -> None:
    played = table(kind)
    asked = played.ask("p1", Shape("lara", kind, "bend it", matter="expert"))
    assert asked.rule == "SB-144"
    assert matter in asked.question
    played.grant(asked)
    assert played.world.rulings[-1].rule == "SB-144"


def test_air_reaches_nothing_beyond_its_scope__SB_144() -> None:
    assert table().no("lara", Shape("lara", "air", "metal", matter="expert")) == "impossible"


@pytest.mark.parametrize("matter", ["stop_time", "turn_back_time", "see_the_future"])
def test_nobody_stops_or_turns_back_time_or_sees_the_future__SB_146(matter: Any) -> None:
    played = table("time")
    no = played.refusal("lara", Shape("lara", "time", "please", matter=matter))
    assert (no.code, no.firm) == ("impossible", True)
    assert not played.world.challenges


def test_water_in_a_living_creature_is_a_crime_and_very_hard__SB_147() -> None:
    played = table("water")
    base = Shape("lara", "water", "freeze him", "own", -12, "rex", "living")
    assert played.no("lara", base) == "not_confirmed"
    assert played.no("gm", replace(base, sure=True, difficulty=-3)) == "awaiting_ruling"
    asked = played.ask("p1", replace(base, sure=True, difficulty=0))
    assert asked.rule == "SB-147"
    answer = Answer(asked.number, yes=True, fields={"difficulty": -12})
    (opened, ruling) = played.do("gm", answer)[1:]
    assert opened.challenge.grave
    assert "crime" in ruling.answer


# -- Aimed at somebody (SB-148) --------------------------------------------------------------------


def test_shaping_at_somebody_is_a_plain_challenge__SB_148() -> None:
    played = table()
    challenge = shaped(played, target="rex")
    played.do("p1", RollChallenge(challenge.id), HIT)
    assert not played.world.challenges[challenge.id].waits
    assert played.no("gm", ResistShaping(challenge.id)) == "over"


def test_unless_the_director_allows_a_defence__SB_148() -> None:
    played = table("luck", 0)
    challenge = shaped(played, "luck", target="rex")
    assert played.no("p1", AllowResistance(challenge.id, "INT")) == "director_only"
    played.do("gm", AllowResistance(challenge.id, "INT"))
    played.do("p1", RollChallenge(challenge.id), HIT)
    assert played.world.challenges[challenge.id].waits
    assert played.hero("rex").pending == ()
    assert played.no("p1", ResistShaping(challenge.id)) == "not_your_character"
    played.do("gm", ResistShaping(challenge.id), (4, 3, 2))
    assert played.world.challenges[challenge.id].stopped
    assert played.hero("rex").pending == ()


@pytest.mark.parametrize(("faces", "stopped"), [((5, 5, 5), False), ((6, 6, 5), True)])
def test_only_a_fluke_resists_a_fluke__SB_148(faces: tuple[int, ...], stopped: bool) -> None:
    played = table("luck", 0)
    challenge = shaped(played, "luck", target="rex")
    played.do("gm", AllowResistance(challenge.id, "INT"))
    played.do("p1", RollChallenge(challenge.id), (6, 6, 6))
    played.do("gm", ResistShaping(challenge.id), faces)
    assert played.world.challenges[challenge.id].stopped == stopped
    assert bool(played.hero("rex").pending) != stopped


def test_a_defence_in_a_fight_costs_an_action_or_borrows_one__SB_148() -> None:
    played = table("luck", 0)
    fight(played)
    challenge = shaped(played, "luck", target="rex")
    played.do("gm", AllowResistance(challenge.id, "INT"))
    played.do("p1", RollChallenge(challenge.id), HIT)
    before = played.table
    played.do("gm", ResistShaping(challenge.id), HIT)
    assert (combatant(played, "rex").pool, combatant(played, "rex").defended) == (1, 1)
    spent = before.play.with_combatant("rex", pool=0, debt=1)
    played.table = replace(before, play=spent)
    played.do("gm", ResistShaping(challenge.id), HIT)
    assert combatant(played, "rex").debt == 2
    owing = spent.with_combatant("rex", debt=2)
    played.table = replace(before, play=owing)
    assert played.no("gm", ResistShaping(challenge.id)) == "borrow_limit"
    played.do("gm", BearShaping(challenge.id))
    assert [p.value for p in played.hero("rex").pending] == [1]


def test_or_makes_a_contest_of_it__SB_148() -> None:
    played = table(rating=2)
    challenge = shaped(played, target="rex")
    played.do("gm", MakeContest(challenge.id, "INT"))
    assert played.world.challenges[challenge.id].status == "withdrawn"
    number = max(played.world.contests)
    won = played.do("gm", RollContest(number), (*HIT, *MISS))[-1]
    assert won.winner == "lara"


def test_an_extra_may_be_a_shaper_by_its_number_alone__SB_165__SB_169() -> None:
    played = table()
    played.do("gm", SetRating("rex", "shaping:earth", 1))
    played.do("gm", Shape("rex", "earth", "a pebble"))
    played.do("gm", RollChallenge(max(played.world.challenges)), MISS)
    assert played.world.rolls[max(played.world.rolls)].score == 11
