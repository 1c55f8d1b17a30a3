"""The one reader of three dice, and what a roll leaves behind (SB-16 … SB-30, SB-143, SB-183)."""

from __future__ import annotations

from itertools import product

import pytest
from msgspec.structs import replace
from tests.games.shapers_and_bots.table import Played, animal

from tablefolk.core.dice import tape
from tablefolk.games.shapers_and_bots.rules import rolling, sheet
from tablefolk.games.shapers_and_bots.rules.state import SHOWN, World
from tablefolk.games.shapers_and_bots.rules.values import (
    Adventure,
    Character,
    Modifier,
    Outcome,
    Pending,
    Roll,
)


def thrown(hero: Character, faces: tuple[int, ...], rating: int | None = 0, *more: int) -> Roll:
    world = World(cast={hero.id: hero})
    modifiers = [Modifier("situation", value) for value in more]
    return rolling.throw(world, hero, tape(faces), "a try", "", rating, modifiers).roll


GOAT = animal("goat", "goat", "p1")


def test_natural_total_and_modifier_reach_eleven_or_not__SB_18__W_01() -> None:
    roll = thrown(GOAT, (2, 2, 5), 1)
    assert (roll.natural, roll.score, roll.outcome) == (9, 10, "failure")
    assert thrown(GOAT, (2, 3, 5), 1).outcome == "success"


def test_the_target_is_always_eleven__SB_19() -> None:
    for modifier in range(-5, 6):
        least = min(
            natural for natural in range(5, 17) if rolling.outcome(natural, modifier) == "success"
        )
        assert least == max(5, 11 - modifier)


def test_seventeen_and_eighteen_are_flukes_whatever_the_modifier__SB_26__V_04() -> None:
    roll = thrown(GOAT, (6, 6, 5), 0, -7)
    assert (roll.score, roll.outcome) == (10, "fluke")
    assert rolling.read((6, 6, 6), -10) == "fluke"


def test_three_and_four_are_fumbles_whatever_the_modifier__SB_27__V_01() -> None:
    assert rolling.read((1, 1, 2), 12) == "fumble"
    assert rolling.read((1, 1, 1), 99) == "fumble"


def test_three_twos_are_an_ordinary_six__SB_27__V_02() -> None:
    roll = thrown(GOAT, (2, 2, 2), 5)
    assert (roll.natural, roll.score, roll.outcome) == (6, 11, "success")


def test_only_the_faces_make_flukes_and_fumbles__SB_28() -> None:
    strange = ("fluke", "fumble")
    for faces in product(range(1, 7), repeat=3):
        bare = rolling.read(faces, 0)
        for modifier in (-20, -3, 4, 20, None):
            outcome = rolling.read(faces, modifier)
            assert (outcome if outcome in strange else "") == (bare if bare in strange else "")


@pytest.mark.parametrize(("natural", "outcome"), [(16, "failure"), (17, "fluke"), (4, "fumble")])
def test_without_the_ability_only_a_fluke_succeeds__SB_59__V_03(
    natural: int, outcome: Outcome
) -> None:
    faces = (min(6, natural - 2), min(6, natural - min(6, natural - 2) - 1), 0)
    faces = (faces[0], faces[1], natural - faces[0] - faces[1])
    roll = thrown(GOAT, faces, None, 20)
    assert (roll.modifier, roll.score, roll.outcome) == (None, None, outcome)


def test_a_roll_uses_one_rating_never_a_feature_and_a_skill__SB_16() -> None:
    hero = animal("x", "eagle", "p1")
    world = World(cast={"x": hero})
    rating = sheet.rating(world, hero, "climbing")
    roll = rolling.throw(world, hero, tape((3, 3, 3)), "a wall", "climbing", rating).roll
    assert (roll.key, roll.rating, roll.modifier) == ("climbing", 6, 6)
    for key in ("FIT", "STR", "SML", "climbing", "weapon:bow", "shaping:air"):
        assert sheet.known_key(world, hero, key, "SB-16") == key


def test_modifiers_are_named_and_summed__SB_10__W_02() -> None:
    roll = thrown(GOAT, (3, 4, 4), 0, 3, -4)
    assert [m.value for m in roll.modifiers] == [3, -4]
    assert sheet.notation(roll.modifier) == "3D−1"


def test_a_pending_modifier_is_used_once_and_gone__SB_143__V_40() -> None:
    hero = replace(GOAT, pending=(Pending(1, -3, "bad luck"),))
    world = World(cast={"goat": hero}, count=1)
    first = rolling.throw(world, hero, tape((3, 4, 4)), "a try", "gambling", 2)
    assert (first.roll.score, first.roll.outcome, first.roll.used) == (10, "failure", (1,))
    world = first.onto(world)
    hero = world.cast["goat"]
    assert hero.pending == ()
    again = rolling.throw(world, hero, tape((3, 4, 4)), "a try", "gambling", 2).roll
    assert (again.score, again.outcome, again.id) == (13, "success", 3)


def test_bad_luck_does_not_unmake_a_fluke__SB_28__V_41() -> None:
    hero = replace(GOAT, pending=(Pending(1, -3, "bad luck"),))
    assert thrown(hero, (6, 6, 5), 2).outcome == "fluke"


def test_a_rolled_skill_is_on_the_ledger_and_a_feature_is_not__SB_183() -> None:
    world = World(cast={"goat": GOAT}, adventures={1: Adventure(1, "A")}, running=1, count=1)
    for key in ("climbing", "FIT", "climbing", "weapon:bow", ""):
        made = rolling.throw(world, GOAT, tape((1, 1, 1)), "a try", key)
        world = made.onto(world)
    assert world.adventures[1].used == {"goat": ("climbing", "weapon:bow")}


def test_without_an_adventure_nothing_is_on_a_ledger__SB_183() -> None:
    world = World(cast={"goat": GOAT})
    world = rolling.throw(world, GOAT, tape((3, 3, 3)), "x", "climbing").onto(world)
    assert world.adventures == {}


def test_a_fluke_and_a_fumble_want_a_story__SB_26__SB_27() -> None:
    wants = [thrown(GOAT, faces).wants_story for faces in ((6, 6, 6), (1, 1, 1), (3, 4, 5))]
    assert wants == [True, True, False]


def test_the_latest_rolls_are_kept_at_hand__SB_18() -> None:
    world = World(cast={"goat": GOAT})
    for _ in range(SHOWN + 5):
        world = rolling.throw(world, GOAT, tape((3, 3, 3)), "x").onto(world)
    assert len(world.rolls) == SHOWN
    assert max(world.rolls) == SHOWN + 5


def test_the_chance_beforehand_counts_what_waits__SB_20() -> None:
    hero = replace(GOAT, pending=(Pending(1, 1, "good luck"),))
    assert rolling.total(2, hero, [Modifier("dark", -1)]) == 2
    assert rolling.total(None, hero) is None


def test_the_table_of_the_game_opens_empty__SB_1() -> None:
    played = Played()
    assert (played.world.gm, played.world.company.seats) == ("gm", ("p1", "p2", "p3"))
    assert played.world.cast == {}
