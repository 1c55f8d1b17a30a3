"""Weapons, armor, things to carry (SB-85 … SB-92, SB-45, SB-52, SB-56, SB-114, SB-117)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.games.shapers_and_bots.fighting import Brawl
from tests.games.shapers_and_bots.table import animal

from tablefolk.games.shapers_and_bots.rules import gear, sheet
from tablefolk.games.shapers_and_bots.rules.content import Size, content
from tablefolk.games.shapers_and_bots.rules.fights import ways
from tablefolk.games.shapers_and_bots.rules.fights.acting import Draw, Drop, PickUp, Stow
from tablefolk.games.shapers_and_bots.rules.fights.attacking import DeclareAttack
from tablefolk.games.shapers_and_bots.rules.fights.blows import RuleThing
from tablefolk.games.shapers_and_bots.rules.gear import (
    GiveItem,
    GiveOwnItem,
    HandItem,
    RuleReload,
    RuleSize,
    TakeItem,
    WearArmor,
)
from tablefolk.games.shapers_and_bots.rules.values import BotBody, BotPart, Character


def bot(id: str, *parts: str, player: str = "", penalties: tuple[str, ...] = ()) -> Character:
    body = BotBody("legs", tuple(BotPart(part) for part in parts), penalties)
    return Character(id, id.title(), player, extra=not player, kind="bot", bot=body, finished=True)


# -- Damage dice and armor -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("size", "dice"), [("punch", 1), ("small", 2), ("medium", 3), ("large", 4)]
)
def test_a_weapon_rolls_the_dice_of_its_class__SB_85(size: Size, dice: int) -> None:
    assert gear.dice_of(size) == dice


def test_strength_and_margin_add_no_damage_dice__SB_85() -> None:
    brawl = Brawl(
        a={"species": "rhino", "fixed": {"FIT": 9}}, b={"fixed": {"HP": 9}, "player": "p1"}
    ).begin()
    brawl.say("a attacks b", "b declines", "a rolls 16 6", "= damage 1")


def test_each_die_counts_by_itself_and_dice_are_never_summed__SB_86() -> None:
    faces = (3, 3, 3, 3)
    assert [gear.hurting(faces, n) for n in (4, 5, 6)] == [0, 0, 0]
    assert [gear.hurting((4, 5, 6, 1), n) for n in (4, 5, 6)] == [3, 2, 1]


def test_the_better_of_natural_and_worn_armor_counts__SB_87() -> None:
    brawl = Brawl(bear={"species": "bear", "worn": ["light"], "player": "p1"}, goat={})
    assert sheet.damage_from(brawl.world, brawl.hero("bear")) == 5
    brawl.do("p1", GiveItem("bear", "heavy_armor"))
    assert sheet.damage_from(brawl.world, brawl.hero("bear")) == 6
    item = brawl.thing("bear", "heavy_armor")
    brawl.do("p1", WearArmor("bear", item.id, wear=False))
    assert sheet.damage_from(brawl.world, brawl.hero("bear")) == 5
    assert brawl.no("p1", WearArmor("bear", item.id, wear=False)) == "same"
    assert sheet.damage_from(brawl.world, brawl.hero("goat")) == 4


def test_armor_is_not_changed_in_a_fight__SB_87() -> None:
    brawl = Brawl(bear={"species": "bear", "worn": ["light"], "player": "p1"}, goat={}).begin()
    worn = brawl.thing("bear", "light_armor")
    assert brawl.no("p1", WearArmor("bear", worn.id, wear=False)) == "in_a_fight"
    assert brawl.no("p1", Drop("bear", worn.id)) == "not_in_hand"


# -- Ways to attack --------------------------------------------------------------------------------


def test_bare_hands_are_a_punch_and_small_for_a_black_belt__SB_88() -> None:
    assert ways.unarmed(animal("a")).size == "punch"
    assert ways.unarmed(animal("a", black_belt=True)).size == "small"


def test_natural_weapons_are_always_ready_and_use_brawling__SB_56() -> None:
    brawl = Brawl(bear={"species": "bear", "player": "p1"}, lion={"species": "lion"})
    found = {way.label: way for way in ways.ways(brawl.world, brawl.hero("bear"))}
    assert (found["Claws"].size, found["Claws"].key, found["Claws"].item) == (
        "small",
        "brawling",
        0,
    )
    assert [way.id for way in ways.ways(brawl.world, brawl.hero("lion"))] == ["unarmed"]


def test_a_bots_tool_is_always_drawn_and_has_a_specialty_of_its_own__SB_156() -> None:
    brawl = Brawl(goat={"fixed": {"FIT": -3}})
    brawl.put(bot("saw", "sawblade", player="p1"))
    brawl.begin()
    brawl.do("p1", DeclareAttack("saw", "goat", way="bot:sawblade"))
    assert (brawl.attack.key, brawl.attack.size) == ("weapon:sawblade", "small")


def test_a_weapon_off_the_table_waits_for_its_class__SB_89() -> None:
    brawl = Brawl(goat={"fixed": {"FIT": -3}})
    brawl.put(bot("digger", "drill", player="p1"))
    brawl.begin()
    attack = DeclareAttack("digger", "goat", way="bot:drill")
    assert brawl.no("digger", attack) == "awaiting_ruling"
    assert brawl.no("p1", RuleSize("digger", "bot:drill", "large")) == "director_only"
    assert brawl.no("gm", RuleSize("digger", "bot:sawblade", "large")) == "unknown"
    brawl.do("gm", RuleSize("digger", "bot:drill", "medium", "a big one"))
    brawl.do("p1", attack)
    assert brawl.attack.size == "medium"
    ruling = brawl.world.rulings[-1]
    assert (ruling.rule, ruling.answer, ruling.reason) == ("SB-89", "medium", "a big one")


def test_a_chair_that_is_picked_up_is_a_weapon_once_the_director_says_so__SB_89() -> None:
    brawl = Brawl(a={"player": "p1", "fixed": {"FIT": 3}}, b={}).begin()
    brawl.do("p1", PickUp("a", name="Chair"))
    way = f"item:{brawl.thing('a', 'Chair').id}"
    assert brawl.no("a", DeclareAttack("a", "b", way=way)) == "awaiting_ruling"
    brawl.do("gm", RuleSize("a", way, "small"))
    brawl.do("p1", DeclareAttack("a", "b", way=way))
    assert (brawl.attack.size, brawl.attack.key) == ("small", "weapon:chair")


def test_only_a_hit_on_a_thing_is_ruled_and_it_never_meets_a_defence__SB_92() -> None:
    brawl = Brawl(a={"player": "p1", "fixed": {"FIT": 3}}, b={}).begin()
    brawl.do("p1", DeclareAttack("a", thing="the old rope"))
    assert brawl.attack.stage == "attack_roll"
    brawl.say("a rolls 15", "= stage thing", "a ends ! attack_pending")
    assert brawl.no("p1", RuleThing("It snaps.")) == "director_only"
    brawl.events += brawl.do("gm", RuleThing("It snaps."))
    brawl.say("= ended thing")
    assert brawl.world.rulings[-1].answer == "It snaps."
    assert brawl.no("gm", RuleThing("Again.")) == "no_attack"


# -- Getting and handing on ------------------------------------------------------------------------


def test_gear_is_free_while_the_sheet_is_made_and_asked_for_later__SB_89() -> None:
    brawl = Brawl(a={"player": "p1"})
    brawl.put(replace(animal("new", player="p2"), finished=False))
    brawl.do("p2", GiveItem("new", "sword"))
    assert brawl.ask("p1", GiveItem("a", "sword")).rule == "SB-89"
    assert brawl.no("p1", GiveItem("a", "cannon")) == "unknown"
    assert brawl.no("p1", GiveItem("new", "sword")) == "not_your_character"
    assert brawl.no("p1", TakeItem("new", 1)) == "not_your_character"


def test_the_director_gives_a_thing_of_any_class__SB_89() -> None:
    brawl = Brawl(a={"player": "p1"})
    brawl.do("gm", GiveOwnItem("a", "Laser pistol", "large", "weapon:pistol", needs_draw=True))
    item = brawl.thing("a", "Laser pistol")
    assert (item.size, item.skill, item.needs_draw) == ("large", "weapon:pistol", True)
    assert brawl.no("gm", GiveOwnItem("a", "Thing", "small", "weapon")) == "name_a_specialty"
    assert brawl.no("gm", GiveOwnItem("a", "  ")) == "text_needed"
    brawl.do("gm", TakeItem("a", item.id))
    assert brawl.hero("a").items == ()


def test_a_thing_is_handed_on_outside_a_fight_only__SB_112() -> None:
    brawl = Brawl(a={"player": "p1", "held": ["sword"], "fixed": {"FIT": 3}}, b={"player": "p2"})
    sword = brawl.thing("a", "sword")
    brawl.do("p1", HandItem("a", sword.id, "b"))
    assert brawl.hero("a").items == ()
    assert not brawl.thing("b", "sword").drawn
    brawl.begin()
    assert brawl.no("p2", HandItem("b", sword.id, "a")) == "in_a_fight"
    assert brawl.no("p2", HandItem("b", sword.id, "b")) == "same"


def test_the_director_sets_another_number_of_reload_actions__SB_116() -> None:
    brawl = Brawl(a={"player": "p1", "held": ["crossbow"]})
    number = brawl.thing("a", "crossbow").id
    brawl.do("gm", RuleReload("a", number, 2, loaded=False))
    item = brawl.thing("a", "crossbow")
    assert (item.reload_actions, item.reload_left, item.loaded) == (2, 2, False)
    assert brawl.no("p1", RuleReload("a", number, 0)) == "director_only"


# -- Hands -----------------------------------------------------------------------------------------


def test_two_hands_hold_two_things_or_one_big_one__SB_45() -> None:
    brawl = Brawl(a={"player": "p1", "carried": ["knife", "sword", "two_handed_sword"]})
    knife, sword, big = brawl.hero("a").items
    brawl.do("p1", Draw("a", knife.id))
    assert brawl.no("p1", Draw("a", big.id)) == "no_hands"
    brawl.do("p1", Draw("a", sword.id))
    assert brawl.no("p1", PickUp("a", gear="rock")) == "no_hands"
    brawl.do("p1", Stow("a", sword.id))
    brawl.do("p1", Drop("a", knife.id))
    brawl.do("p1", Draw("a", big.id))
    assert [item.name for item in gear.held(brawl.hero("a"))] == [big.name]


def test_a_trunk_holds_a_third_thing_if_the_director_says_so__SB_52() -> None:
    brawl = Brawl(a={"player": "p1", "species": "elephant", "held": ["knife", "sword"],
                     "carried": ["ax"]})  # fmt: skip
    axe = brawl.thing("a", "ax")
    assert brawl.ask("p1", Draw("a", axe.id)).rule == "SB-52"


def test_the_armless_hold_nothing__SB_161() -> None:
    brawl = Brawl(goat={})
    brawl.put(bot("bin", player="p1", penalties=("armless",)))
    assert brawl.no("p1", PickUp("bin", gear="rock")) == "no_hands"


def test_what_is_dropped_lies_there_and_is_picked_up_by_anybody__SB_117() -> None:
    brawl = Brawl(a={"player": "p1", "held": ["sword"]}, b={"player": "p2"})
    number = brawl.thing("a", "sword").id
    brawl.do("p1", Drop("a", number))
    assert brawl.hero("a").items == ()
    assert brawl.world.ground[number].name == content().gear["sword"].name
    brawl.do("p2", PickUp("b", number))
    assert brawl.thing("b", "sword").drawn
    assert brawl.world.ground == {}
    assert brawl.no("p1", PickUp("a", number)) == "not_in_hand"
