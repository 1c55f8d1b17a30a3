"""Injuries, knock-outs, death, waking, healing (SB-90 … SB-104)."""

from __future__ import annotations

import pytest
from tests.games.shapers_and_bots import moments
from tests.games.shapers_and_bots.fighting import Brawl, natural
from tests.games.shapers_and_bots.test_gear import bot

from tablefolk.games.shapers_and_bots.rules import harm, rolling
from tablefolk.games.shapers_and_bots.rules.building import ReopenSheet
from tablefolk.games.shapers_and_bots.rules.fights import asking
from tablefolk.games.shapers_and_bots.rules.fights.acting import Drop, Run
from tablefolk.games.shapers_and_bots.rules.fights.attacking import DeclareAttack, Defend
from tablefolk.games.shapers_and_bots.rules.harm import (
    CallWaking,
    Heal,
    Injure,
    RollBerserk,
    RollKnockout,
    RollWaking,
)
from tablefolk.games.shapers_and_bots.rules.values import Character, Pending

# -- Other harm (SB-91) ----------------------------------------------------------------------------


def test_armor_counts_against_dice_but_not_against_points__SB_91() -> None:
    brawl = Brawl(a={"species": "turtle", "player": "p1", "fixed": {"HP": 9}})
    brawl.do("gm", Injure("a", dice=3, source="falling rocks"), [5, 5, 4])
    brawl.say("= hp.a 9")
    brawl.do("gm", Injure("a", dice=3, armor=False), [5, 3, 4])
    brawl.say("= hp.a 7", "a stands 12")
    brawl.do("gm", Injure("a", 2))
    brawl.say("= hp.a 5", "a stands 12")
    brawl.do("gm", Injure("a", 3, armor=True))
    brawl.say("= hp.a 4")
    assert brawl.world.rulings[0].rule == "SB-91"
    assert "falling rocks" in brawl.world.rulings[0].question


def test_harm_is_either_points_or_dice_and_the_directors__SB_91() -> None:
    brawl = Brawl(a={"player": "p1"})
    assert brawl.no("gm", Injure("a")) == "out_of_range"
    assert brawl.no("gm", Injure("a", 1, 1)) == "out_of_range"
    assert brawl.no("p1", Injure("a", 1)) == "director_only"


def test_a_scratch_costs_nothing_and_rolls_nothing__SB_90() -> None:
    brawl = Brawl(a={"fixed": {"FIT": 4}}, b={"player": "p1", "species": "rabbit"}).begin()
    brawl.hits("a", "b", "3").say("= ended scratch", "= hp.b 1")
    assert brawl.world.wounds == ()
    assert brawl.no("b", RollKnockout("b")) == "no_wound"
    assert brawl.no("b", RollBerserk("b")) == "no_wound"


# -- Hit points and death --------------------------------------------------------------------------


@pytest.mark.parametrize(("species", "most"), [("goat", 3), ("turtle", 1), ("rhino", 8)])
def test_health_is_strength_and_three_and_at_least_one__SB_93(species: str, most: int) -> None:
    assert Brawl(a={"species": species}).hp("a") == most


def test_damage_is_lost_even_if_the_knockout_roll_succeeds__SB_94() -> None:
    brawl = Brawl(a={"player": "p1"})
    brawl.say("gm hurts a 1", "= hp.a 2", "a stands 17", "= hp.a 2", "= life.a conscious")


@pytest.mark.parametrize(("points", "life"), [(3, "conscious"), (4, "dead")])
def test_zero_is_alive_and_below_is_dead_without_a_roll__SB_95(points: int, life: str) -> None:
    brawl = Brawl(a={"player": "p1"}).say(f"gm hurts a {points}")
    assert brawl.hero("a").life == life
    assert bool(brawl.world.wounds) == (life == "conscious")


def test_a_bot_is_destroyed_and_shut_down_by_the_same_rules__SB_95() -> None:
    brawl = Brawl()
    brawl.put(bot("b", player="p1"))
    (_, _, fell) = brawl.do("gm", Injure("b", 9))
    assert fell == harm.Fell("b", "B", "dead", bot=True)
    assert "destroyed" in brawl.refusal("gm", Injure("b", 1)).why


def test_the_knockout_roll_has_fluke_and_fumble_and_is_never_automatic__SB_96() -> None:
    brawl = Brawl(a={"player": "p1", "fixed": {"HP": 30}}, b={"player": "p2"})
    brawl.say("gm hurts a 1", "= hp.a 29", "a stands 3", "= outcome fumble", "= life.a unconscious")
    brawl.say("gm hurts b 3", "b stands 17", "= outcome fluke", "= life.b conscious")


def test_the_unconscious_lose_health_without_a_roll__SB_97() -> None:
    brawl = Brawl(a={"player": "p1", "life": "unconscious"}).say("gm hurts a 2", "= hp.a 1")
    assert brawl.world.wounds == ()
    brawl.say("gm hurts a 2", "= life.a dead")


def test_each_injury_is_rolled_before_the_next_one__SB_98() -> None:
    brawl = Brawl(a={"player": "p1", "fixed": {"HP": 5}}).say("gm hurts a 1")
    assert brawl.no("gm", Injure("a", 1)) == "attack_pending"
    brawl.say("a stands 12", "= modifier 4", "gm hurts a 1", "a stands 12", "= modifier 3")


@pytest.mark.parametrize(
    ("species", "option", "life"),
    [
        ("rabbit", True, "dead"),
        ("rabbit", False, "conscious"),
        ("fox", True, "conscious"),  # STR −2 is not frail
    ],
)
def test_the_frail_die_at_zero_only_where_the_table_says_so__SB_99(
    species: str, option: bool, life: str
) -> None:
    brawl = Brawl({"frail_dies_at_zero": option}, a={"species": species, "player": "p1"})
    brawl.say("gm hurts a 1", "= hp.a 0", f"= life.a {life}")


def test_the_unconscious_do_nothing__SB_100() -> None:
    brawl = Brawl(a={"player": "p1", "life": "unconscious", "held": ["knife"]}, b={}).begin()
    item = brawl.thing("a", "knife")
    for command in (Drop("a", item.id), Run("a"), DeclareAttack("a", "b")):
        assert brawl.no("a", command) == "not_conscious"
    brawl.say("b attacks a", "= stage attack_roll")
    assert brawl.no("a", Defend("a")) == "not_conscious"


def test_death_ends_a_characters_commands__SB_104() -> None:
    brawl = Brawl(a={"player": "p1", "held": ["knife"]}).say("gm hurts a 9")
    item = brawl.thing("a", "knife")
    assert brawl.no("a", Drop("a", item.id)) == "dead"
    assert brawl.no("a", RollWaking("a")) == "dead"
    assert brawl.no("gm", CallWaking("a")) == "dead"
    assert brawl.no("gm", Heal("a", 3)) == "dead"
    assert brawl.no("gm", Injure("a", 1)) == "dead"
    assert "a" in brawl.world.cast


def test_pending_luck_goes_into_the_knockout_roll_and_is_gone__SB_143() -> None:
    brawl = Brawl(a={"player": "p1", "pending": (Pending(1, 1, "Luck"),)})
    brawl.say("gm hurts a 3", "a stands 10", "= score 11", "= life.a conscious")
    assert brawl.hero("a").pending == ()


# -- Waking (SB-101) -------------------------------------------------------------------------------


def test_waking_waits_for_the_director_and_keeps_the_health_points__SB_101() -> None:
    brawl = Brawl(a={"player": "p1", "life": "unconscious", "hp": 1})
    assert brawl.no("a", RollWaking("a")) == "awaiting_director"
    assert asking.waits(brawl.world) == ()
    brawl.say("gm calls a")
    assert asking.waits(brawl.world) == (asking.Question("p1", "a", "waking"),)
    brawl.say("a wakes 10", "= modifier 0", "= life.a unconscious")
    assert brawl.no("a", RollWaking("a")) == "awaiting_director"
    brawl.say("gm calls a", "a wakes 11", "= life.a conscious", "= hp.a 1")
    assert brawl.no("gm", CallWaking("a")) == "same"
    assert brawl.no("p1", CallWaking("a", rhythm="round")) == "same"


def test_only_the_director_sets_a_rhythm_for_waking__SB_101() -> None:
    brawl = Brawl(a={"player": "p1", "life": "unconscious", "hp": 1})
    assert brawl.no("a", CallWaking("a", rhythm="round")) == "director_only"


def test_a_rhythm_calls_for_the_waking_roll_at_the_end_of_each_round__SB_101() -> None:
    brawl = Brawl(a={"player": "p1", "life": "unconscious"}, b={}).begin()
    brawl.do("gm", CallWaking("a", "round", now=False))
    assert not brawl.hero("a").waking
    brawl.say("b ends")
    assert brawl.hero("a").waking
    brawl.say("a wakes 12", "gm opens", "= pool.a 2", "= slot.a acting")
    assert brawl.hero("a").wakes == ""


def test_who_wakes_in_a_round_can_only_borrow_a_defence_until_the_next__SB_101() -> None:
    brawl = Brawl(
        a={"player": "p1", "life": "unconscious", "fixed": {"FIT": -3}},
        b={"fixed": {"FIT": 2}},
        c={"player": "p2"},
    ).begin()
    brawl.say("gm calls a", "a wakes 12", "= slot.a done", "= pool.a 0", "b attacks a")
    brawl.say("a defends", "= source borrowed", "b rolls 5", "b ends", "= current c", "c ends")
    brawl.say("= phase closed", "gm opens", "= pool.a 1", "= order b c a")


# -- Healing (SB-102, SB-103) ----------------------------------------------------------------------


def test_the_director_grants_what_treatment_brings__SB_102() -> None:
    brawl = Brawl(a={"player": "p1", "life": "unconscious", "hp": 0})
    assert brawl.no("p1", Heal("a", 1)) == "director_only"
    assert brawl.no("gm", Heal("a")) == "nothing"
    brawl.do("gm", Heal("a", 1, wakes=True, reason="First Aid"))
    brawl.say("= hp.a 1", "= life.a conscious")
    assert brawl.world.rulings[-1].answer == "1 HP, wakes"
    assert brawl.no("gm", Heal("a", wakes=True)) == "nothing"
    brawl.do("gm", Heal("a", steady=True))
    assert brawl.world.rulings[-1].answer == "stops getting worse"


def test_healing_never_goes_beyond_the_most_there_can_be__SB_103() -> None:
    brawl = Brawl(a={"player": "p1", "hp": 1})
    brawl.do("gm", Heal("a", 99))
    brawl.say("= hp.a 3")


# -- Unknown numbers and hidden rolls --------------------------------------------------------------


def test_an_extra_without_health_points_is_asked_for_them_first__SB_169() -> None:
    brawl = Brawl()
    brawl.put(Character("x", "X", extra=True, kind="sketch", finished=True))
    assert brawl.no("gm", Injure("x", 1)) == "awaiting_ruling"
    brawl.put(Character("x", "X", extra=True, kind="sketch", finished=True, fixed={"HP": 2}))
    brawl.say("gm hurts x 1", "= hp.x 1")


def test_only_the_director_rolls_in_secret__SB_168() -> None:
    brawl = Brawl(a={"player": "p1"}, b={}).say("gm hurts a 1", "gm hurts b 1")
    assert brawl.no("a", RollKnockout("a", hidden=True)) == "director_only"
    made, *_ = brawl.do("gm", RollKnockout("b", hidden=True), natural(12))
    assert isinstance(made, rolling.RollMade)
    assert made.roll.hidden


def test_nobody_is_healed_while_their_sheet_is_open__SB_44_SB_102() -> None:
    played = moments.quiet()
    played.do("gm", ReopenSheet(moments.FOX))
    assert played.no("gm", Heal(moments.FOX, steady=True)) == "not_ready"
