"""Making an animal: species, points, name, finishing (SB-13 … SB-15, SB-36 … SB-57)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.games.shapers_and_bots.table import Played, animal

from tablefolk.core.game import Refusal
from tablefolk.games.shapers_and_bots.rules import building, sheet
from tablefolk.games.shapers_and_bots.rules.building import (
    BeginSheet,
    ChangeFeature,
    ChooseSpecies,
    FinishSheet,
    NameCharacter,
    ReopenSheet,
    SheetFinished,
    SpreadPoints,
    TakeReady,
)
from tablefolk.games.shapers_and_bots.rules.content import content
from tablefolk.games.shapers_and_bots.rules.numbers import (
    FixNumber,
    FreeNumber,
    GrantBlackBelt,
    NumberFixed,
)
from tablefolk.games.shapers_and_bots.rules.people import (
    Describe,
    DropSheet,
    HandOver,
    LeaveStory,
    PlayAs,
    ReturnToStory,
)
from tablefolk.games.shapers_and_bots.rules.ready_made import ready_mades
from tablefolk.games.shapers_and_bots.rules.sheet import Part
from tablefolk.games.shapers_and_bots.rules.skills import BuySkill, TakeBundle
from tablefolk.games.shapers_and_bots.rules.values import (
    Challenge,
    Character,
    Combatant,
    Contest,
    Fight,
    Side,
)


def begun(species: str = "goat", options: dict[str, int] | None = None) -> Played:
    played = Played(options=options)
    played.do("p1", BeginSheet(species, "C1"))
    return played


def changed(played: Played, **change: int) -> Played:
    for feature, levels in change.items():
        played.do("p1", ChangeFeature("c1", feature, levels))
    return played


# -- Who makes and plays whom (SB-1 … SB-3, SB-12) ---------------------------------------------


def test_a_player_commands_only_their_own_sheet__SB_2() -> None:
    played = begun()
    assert played.no("p2", ChangeFeature("c1", "DEX", 1)) == "not_your_character"
    assert played.no("p2", NameCharacter("c1", "Mine")) == "not_your_character"
    played.do("gm", ChangeFeature("c1", "DEX", 1))
    assert played.rating("c1", "DEX") == 1


def test_one_character_is_played_at_a_time__SB_2() -> None:
    played = Played()
    played.do("p1", TakeReady("garree"))
    played.do("p1", TakeReady("gruff"))
    assert played.world.playing == {"p1": "garree"}
    played.do("p1", PlayAs("gruff"))
    assert played.world.playing == {"p1": "gruff"}
    assert played.no("p1", PlayAs("gruff")) == "same"
    assert played.no("p2", PlayAs("garree")) == "not_your_character"


def test_an_unfinished_sheet_is_not_played__SB_2__SB_44() -> None:
    played = begun()
    assert played.no("p1", PlayAs("c1")) == "not_ready"
    assert played.world.playing == {}


def test_the_director_makes_a_sheet_and_hands_it_over_half_finished__SB_3() -> None:
    played = Played()
    played.do("gm", BeginSheet("fox", "Reed"))
    assert played.hero("reed").extra
    assert played.no("p1", HandOver("reed", "p1")) == "director_only"
    before = played.hero("reed")
    played.do("gm", HandOver("reed", "p2"))
    after = played.hero("reed")
    assert (after.player, after.extra, after.finished) == ("p2", False, False)
    assert (after.name, after.species, after.change) == (before.name, before.species, {})
    assert played.no("gm", HandOver("reed", "p2")) == "same"
    assert played.no("gm", HandOver("reed", "nobody")) == "unknown"


def test_a_finished_sheet_handed_to_a_player_without_one_is_played__SB_3() -> None:
    played = Played()
    played.do("gm", TakeReady("zephrod"))
    played.do("gm", HandOver("zephrod", "p3"))
    assert played.world.playing == {"p3": "zephrod"}
    played.do("gm", HandOver("zephrod", ""))
    assert played.world.playing == {}
    assert played.hero("zephrod").extra


def test_only_the_director_makes_sheets_for_others__SB_3() -> None:
    played = Played()
    assert played.no("p1", BeginSheet("fox", "Reed", owner="p2")) == "director_only"
    played.do("gm", BeginSheet("fox", "Reed", owner="p2"))
    assert played.hero("reed").player == "p2"
    assert played.no("gm", BeginSheet("fox", "Reed", owner="gm")) == "unknown"


def test_hero_rogue_or_villain_is_free_text__SB_12() -> None:
    played = begun()
    played.do("p1", Describe("c1", "9", "tall hat", "a villain, alone", "likes soup"))
    hero = played.hero("c1")
    assert (hero.age, hero.look, hero.calling, hero.notes) == (
        "9", "tall hat", "a villain, alone", "likes soup",
    )  # fmt: skip


def test_a_table_with_one_player_makes_a_character__SB_12() -> None:
    played = Played(players=("p1",))
    played.do("p1", TakeReady("thistle"))
    assert played.world.of("p1") == played.hero("thistle")


# -- Features (SB-13 … SB-15) ------------------------------------------------------------------


def test_everybody_has_five_rated_features__SB_13() -> None:
    played = begun("crow")
    assert played.ratings("c1", "SIZ", "FIT", "DEX", "INT", "AWR") == [-4, 2, -2, 2, 1]
    assert played.no("p1", ChangeFeature("c1", "LUCK", 1)) == "unknown"


def test_strength_is_size_and_fitness_and_cannot_be_bought__SB_14() -> None:
    played = changed(begun(), SIZ=2, FIT=1)
    assert played.rating("c1", "STR") == 3
    assert played.no("p1", ChangeFeature("c1", "STR", 1)) == "derived"
    assert played.no("gm", FixNumber("c1", "STR", 5)) == "derived"
    played.do("p1", ChangeFeature("c1", "SIZ", -1))
    assert played.rating("c1", "STR") == 0


def test_each_number_says_what_it_comes_from__SB_14__SB_60() -> None:
    played = changed(begun("fox"), FIT=1)
    hero = played.hero("c1")
    number = sheet.number(played.world, hero, "acrobatics")
    assert number.parts == (Part("FIT", 1), Part("SIZ", 2))
    assert number.value == 3
    assert sheet.number(played.world, hero, "FIT").parts == (Part("base", 0), Part("change", 1))
    assert sheet.number(played.world, hero, "STR").parts == (Part("SIZ", -2), Part("FIT", 1))


def test_only_the_director_rates_a_sense_apart_and_others_follow_the_parent__SB_15() -> None:
    played = begun("goat")
    assert played.ratings("c1", "SGT", "HER", "SML", "HGT") == [0, 0, 0, 0]
    assert played.no("p1", ChangeFeature("c1", "HER", 1)) == "director_only"
    assert played.no("p1", FixNumber("c1", "HER", 2)) == "director_only"
    played.do("gm", FixNumber("c1", "HER", 2))
    assert played.ratings("c1", "AWR", "HER", "SGT", "singing") == [0, 2, 0, -1]
    played.do("p1", ChangeFeature("c1", "AWR", 1))
    assert played.ratings("c1", "HER", "SGT") == [2, 1]


# -- Points (SB-36 … SB-42) --------------------------------------------------------------------


def test_another_species_begins_anew__SB_36() -> None:
    played = changed(begun("goat"), DEX=2)
    played.do("p1", BuySkill("c1", "stealth"))
    played.do("p1", ChooseSpecies("c1", "turtle"))
    hero = played.hero("c1")
    assert (hero.species, hero.change, hero.raises) == ("turtle", {}, {})
    assert sheet.armor(played.world, hero) == "heavy"
    assert played.no("p1", ChooseSpecies("c1", "dodo")) == "unknown"
    assert played.no("p1", ChooseSpecies("c1", "turtle")) == "same"


def test_an_animal_becomes_a_bot_and_back__SB_36__SB_149() -> None:
    played = begun("goat")
    played.do("p1", ChooseSpecies("c1", "bot"))
    assert (played.hero("c1").kind, played.hero("c1").species) == ("bot", "")
    played.do("p1", ChooseSpecies("c1", "fox"))
    assert (played.hero("c1").kind, played.hero("c1").bot) == ("animal", None)


def test_five_points_a_level_each_at_any_height__SB_37() -> None:
    played = changed(begun("eagle"), FIT=3, DEX=2)
    assert sheet.feature_points(played.world, played.hero("c1")).left == 0
    assert played.rating("c1", "FIT") == 7
    assert played.no("p1", ChangeFeature("c1", "INT", 1)) == "not_enough_points"


def test_a_feature_raised_four_levels_is_refused__SB_38__V_07() -> None:
    played = begun()
    assert played.no("p1", ChangeFeature("c1", "DEX", 4)) == "raised_too_far"
    changed(played, DEX=3)
    played.rule("p1", ChangeFeature("c1", "DEX", 4))
    assert played.rating("c1", "DEX") == 4


def test_a_feature_lowered_four_levels_is_refused__SB_39__V_07() -> None:
    played = begun()
    assert played.no("p1", ChangeFeature("c1", "AWR", -4)) == "lowered_too_far"
    changed(played, AWR=-3)
    assert sheet.feature_points(played.world, played.hero("c1")).left == 8


def test_a_table_may_say_two_levels_at_most__SB_39__V_07() -> None:
    played = begun(options={"max_lower_per_rating": 2})
    assert played.no("p1", ChangeFeature("c1", "AWR", -3)) == "lowered_too_far"
    changed(played, AWR=-2)


def test_gained_points_raise_features_and_buy_no_skills__SB_40() -> None:
    played = changed(begun(), AWR=-2)
    world, hero = played.world, played.hero("c1")
    assert (sheet.feature_points(world, hero).left, sheet.skill_points(world, hero).left) == (7, 6)
    assert played.no("p1", BuySkill("c1", "DEX")) == "unknown"
    changed(played, AWR=1)
    assert sheet.feature_points(played.world, played.hero("c1")) == sheet.Budget(5, 1)


def test_what_is_spent_cannot_lose_its_points__SB_41() -> None:
    played = changed(begun(), AWR=-1, DEX=3, FIT=3)
    assert played.no("p1", ChangeFeature("c1", "AWR", 0)) == "not_enough_points"
    assert "1 more" in played.refusal("p1", ChangeFeature("c1", "AWR", 0)).why


def test_unspent_points_lapse_after_a_warning__SB_41__SB_83() -> None:
    played = changed(begun(), DEX=3)
    warned = building.warnings(played.world, played.hero("c1"))
    assert [text[:1] for text in warned] == ["2", "6"]
    (finished,) = played.do("p1", FinishSheet("c1"))
    assert (finished.lapsed_features, finished.lapsed_skills) == (2, 6)


def test_numbers_follow_while_features_change__SB_42() -> None:
    played = changed(begun(), SIZ=2, INT=1)
    world, hero = played.world, played.hero("c1")
    assert (sheet.hp_max(world, hero), sheet.skill_points(world, hero).total) == (5, 8)
    changed(played, SIZ=0, INT=3)
    world, hero = played.world, played.hero("c1")
    assert (sheet.hp_max(world, hero), sheet.skill_points(world, hero).total) == (3, 12)


def test_an_overdrawn_sheet_cannot_be_finished__SB_42() -> None:
    played = begun()
    played.do("p1", BuySkill("c1", "first_aid", 6))
    played.do("p1", ChangeFeature("c1", "INT", -1))
    assert played.no("p1", FinishSheet("c1")) == "overdrawn"
    played.do("p1", BuySkill("c1", "first_aid", -1))
    assert played.no("p1", FinishSheet("c1")) == "overdrawn"  # by a single point
    played.do("p1", BuySkill("c1", "first_aid", -1))
    played.do("p1", FinishSheet("c1"))
    assert played.hero("c1").finished


def test_a_ready_spread_uses_all_points_and_can_be_taken_back__SB_37() -> None:
    for spread in content().spreads.values():
        played = begun("rabbit")
        played.do("p1", SpreadPoints("c1", spread.id))
        assert sheet.feature_points(played.world, played.hero("c1")).left == 0
        played.do("p1", SpreadPoints("c1"))
        assert played.hero("c1").change == {}
    assert played.no("p1", SpreadPoints("c1", "huge")) == "unknown"


# -- The Director's numbers (SB-43, SB-60) -----------------------------------------------------


def test_the_director_fixes_a_number_and_it_is_marked__SB_43() -> None:
    played = begun()
    assert played.no("p1", FixNumber("c1", "climbing", 5)) == "director_only"
    (fixed,) = played.do("gm", FixNumber("c1", "climbing", 5, reason="circus child"))
    assert fixed == NumberFixed("c1", "climbing", 5, 0, reason="circus child")
    number = sheet.number(played.world, played.hero("c1"), "climbing")
    assert number.parts == (Part("ruled", 5),)
    played.do("gm", FreeNumber("c1", "climbing"))
    assert played.rating("c1", "climbing") == 0
    assert played.no("gm", FreeNumber("c1", "climbing")) == "unknown"


def test_skills_follow_a_feature_changed_by_ruling_on_a_finished_sheet__SB_60() -> None:
    played = begun()
    played.do("p1", FinishSheet("c1"))
    assert played.no("p1", ChangeFeature("c1", "FIT", 1)) == "finished"
    played.do("gm", FixNumber("c1", "FIT", 3))
    assert played.ratings("c1", "FIT", "climbing", "STR", "weapon:bow") == [3, 3, 3, 1]
    assert played.hp("c1") == 6


def test_the_director_sets_the_most_health_points__SB_43() -> None:
    played = begun()
    played.do("gm", FixNumber("c1", "HP", 9))
    assert played.hp("c1") == 9
    assert played.no("gm", FixNumber("c1", "HP", 0)) == "out_of_range"
    assert played.no("gm", FixNumber("c1", "FIT", none=True)) == "needs_number"


def test_health_points_follow_a_lower_maximum__SB_43__SB_103() -> None:
    played = Played()
    played.put(animal("c1", "goat", "p1", hp=3))
    played.do("gm", FixNumber("c1", "HP", 2))
    assert played.hp("c1") == 2


def test_players_characters_have_no_courage__SB_167__V_37() -> None:
    played = begun()
    assert played.no("p1", ChangeFeature("c1", "CRG", 1)) == "extras_only"
    assert played.no("gm", FixNumber("c1", "CRG", 1)) == "extras_only"
    played.do("gm", TakeReady("zephrod"))
    played.do("gm", FixNumber("zephrod", "CRG", 2))
    assert played.rating("zephrod", "CRG") == 2


def test_the_director_grants_a_black_belt__SB_88() -> None:
    played = begun()
    assert played.no("p1", GrantBlackBelt("c1")) == "director_only"
    played.do("gm", GrantBlackBelt("c1"))
    assert played.hero("c1").black_belt


# -- Finishing (SB-44, SB-45) ------------------------------------------------------------------


def test_a_sheet_without_a_name_is_not_finished__SB_44() -> None:
    played = Played()
    played.do("p1", BeginSheet("lion"))
    assert played.refusal("p1", FinishSheet("lion")).code == "not_ready"
    assert "a name" in played.refusal("p1", FinishSheet("lion")).why
    played.do("p1", NameCharacter("lion", "  Leo   Two "))
    played.do("p1", FinishSheet("lion"))
    assert (played.hero("lion").name, played.world.playing) == ("Leo Two", {"p1": "lion"})


def test_a_finished_sheet_is_the_directors_to_reopen__SB_44() -> None:
    played = begun()
    played.do("p1", FinishSheet("c1"))
    for command in (
        ChangeFeature("c1", "DEX", 1),
        BuySkill("c1", "stealth"),
        ChooseSpecies("c1", "fox"),
        SpreadPoints("c1", "even"),
        TakeBundle("c1", "scout"),
        FinishSheet("c1"),
    ):
        assert played.no("p1", command) == "finished"
    assert played.no("p1", ReopenSheet("c1")) == "director_only"
    played.do("gm", ReopenSheet("c1", "one more thing"))
    played.do("p1", ChangeFeature("c1", "DEX", 1))


def test_an_unfinished_sheet_is_thrown_away_a_finished_one_kept__SB_44__SB_104() -> None:
    played = begun()
    played.do("p1", BeginSheet("fox", "C2"))
    played.do("p1", DropSheet("c2"))
    assert "c2" not in played.world.cast
    played.do("p1", FinishSheet("c1"))
    assert played.no("p1", DropSheet("c1")) == "finished"
    played.do("p1", LeaveStory("c1"))
    assert (played.hero("c1").left, played.world.playing) == (True, {})
    assert played.no("p1", PlayAs("c1")) == "dead"
    played.do("p1", TakeReady("gruff"))
    assert played.world.playing == {"p1": "gruff"}
    played.do("p1", ReturnToStory("c1"))
    assert (played.hero("c1").left, played.world.playing) == (False, {"p1": "gruff"})
    assert played.no("p1", ReturnToStory("c1")) == "same"


def test_a_refusal_does_not_tell_an_extras_name__SB_2__SB_4() -> None:
    played = Played()
    played.do("gm", BeginSheet("eagle", "Secret Villain"))
    assert "Villain" not in played.refusal("p1", NameCharacter("secret-villain", "Ha")).why


def test_everybody_has_two_hands_and_some_are_fond_of_meat__SB_45() -> None:
    played = Played()
    hands = {
        id: sheet.hands(played.world, animal("x", id, "p1")) for id in content().species
    }  # fmt: skip
    assert set(hands.values()) == {2}
    fond = {species.id for species in content().species.values() if species.meat}
    assert fond == {"crocodile", "komodo", "eagle", "fox", "lion", "tiger", "wolf"}


# -- What species bring (SB-46 … SB-56) --------------------------------------------------------


@pytest.mark.parametrize(
    ("species", "armor", "weapons"),
    [
        pytest.param("bear", "light", ["Claws", "Bite"], id="SB_46"),
        pytest.param("bison", "light", ["Horns"], id="SB_47"),
        pytest.param("crocodile", "light", [], id="SB_48"),
        pytest.param("turtle", "heavy", [], id="SB_49"),
        pytest.param("rhino", "none", ["Horn (charge)"], id="SB_53"),
        pytest.param("goat", "none", ["Horns"], id="SB_54"),
        pytest.param("lion", "none", [], id="SB_56"),
    ],
)
def test_fur_hide_shell_claws_and_horns__SB_46__SB_47__SB_54(
    species: str, armor: str, weapons: list[str]
) -> None:
    world, hero = Played().world, animal("x", species, "p1")
    assert sheet.armor(world, hero) == armor
    found = sheet.natural_weapons(world, hero)
    assert [weapon.name for weapon in found] == weapons
    assert all(weapon.size == "small" for weapon in found)


def test_crocodile_and_turtle_hold_their_breath__SB_48__SB_49() -> None:
    world = Played().world
    minutes = {
        id: trait.minutes
        for id in content().species
        for trait in sheet.traits(world, animal("x", id, "p1"))
        if trait.id == "hold_breath"
    }
    assert minutes == {"crocodile": 15, "turtle": 15}


def test_komodo_and_sloth_shape_from_minus_two_turtle_from_minus_one__SB_49__SB_50() -> None:
    world = Played().world
    starts = {
        id: sheet.rating(world, animal("x", id, "p1", shaping=("air",)), "shaping:air")
        for id in ("komodo", "sloth", "turtle", "lion")
    }
    assert starts == {"komodo": -2, "sloth": -2, "turtle": -1, "lion": -4}


def test_trunk_and_tail_are_one_clumsy_hand_each__SB_52() -> None:
    world = Played().world
    clumsy = [
        sheet.clumsy_hands(world, animal("x", s, "p1")) for s in ("elephant", "monkey", "fox")
    ]
    assert clumsy == [1, 1, 0]
    (trunk,) = sheet.traits(world, animal("x", "elephant", "p1"))
    assert "rude" in trunk.name


def test_a_rhinos_smell_is_its_own__SB_53() -> None:
    played = begun("rhino")
    played.do("p1", ChangeFeature("c1", "AWR", 3))
    assert played.ratings("c1", "AWR", "SML", "SGT", "tracking") == [1, 2, 1, 2]


def test_rabbits_may_go_berserk__SB_55() -> None:
    world = Played().world
    wild = [s for s in content().species if sheet.has_trait(world, animal("x", s), "berserk")]
    assert wild == ["rabbit"]


# -- Ready-made --------------------------------------------------------------------------------


def test_there_is_a_ready_made_of_each_species_and_two_bots__SB_36() -> None:
    own = [ready for ready in ready_mades().values() if not ready.example]
    assert sorted(ready.species for ready in own) == sorted([*content().species, "", ""])


@pytest.mark.parametrize("key", sorted(ready_mades()))
def test_a_ready_made_is_legal_by_the_builders_own_rules__SB_36__SB_44(key: str) -> None:
    played = Played()
    played.do("p1", TakeReady(key))
    (who,) = played.world.cast
    made = played.hero(who)
    assert made.finished
    assert played.world.playing == {"p1": who}
    played.do("gm", ReopenSheet(who))
    played.do("gm", SpreadPoints(who))
    for feature, levels in sorted(made.change.items(), key=lambda row: row[1]):
        played.do("p1", ChangeFeature(who, feature, levels))
    (finished,) = played.do("p1", FinishSheet(who))
    assert isinstance(finished, SheetFinished)
    if not ready_mades()[key].example:
        assert (finished.lapsed_features, finished.lapsed_skills) == (0, 0)


def test_a_ready_made_is_taken_once_and_as_an_extra_as_often_as_wanted__SB_36() -> None:
    played = Played()
    played.do("p1", TakeReady("garree"))
    assert played.no("p2", TakeReady("garree")) == "taken"
    played.do("gm", TakeReady("garree"))
    played.do("gm", TakeReady("garree"))
    assert list(played.world.cast) == ["garree", "garree-2", "garree-3"]
    numbers = [item.id for hero in played.world.cast.values() for item in hero.items]
    assert len(set(numbers)) == len(numbers)
    assert played.no("p2", TakeReady("nobody")) == "unknown"


def test_a_child_makes_a_legal_character_in_five_taps__SB_36__SB_44() -> None:
    played = Played()
    played.do("p1", BeginSheet("raccoon"))
    played.do("p1", SpreadPoints("raccoon", "clever"))
    played.do("p1", TakeBundle("raccoon", "tinkerer"))
    played.do("p1", NameCharacter("raccoon", "Button"))
    (finished,) = played.do("p1", FinishSheet("raccoon"))
    assert finished.lapsed_features == 0
    assert played.world.of("p1") == played.hero("raccoon")
    played.audited()


# -- What is done already, or in use ---------------------------------------------------------------


def test_what_is_so_already_is_not_done_again__SB_9() -> None:
    played = changed(begun(), DEX=1)
    assert played.no("p1", ChangeFeature("c1", "DEX", 1)) == "same"
    assert played.no("p1", NameCharacter("c1", "C1")) == "same"
    assert played.no("gm", ReopenSheet("c1")) == "same"
    assert played.no("gm", GrantBlackBelt("c1", False)) == "same"


def test_a_player_keeps_a_dozen_sheets_at_most__SB_3() -> None:
    played = Played()
    for number in range(building.MOST_SHEETS):
        played.do("p1", BeginSheet("goat", f"Goat {number}"))
    assert played.no("p1", BeginSheet("goat")) == "too_many"
    played.do("p2", BeginSheet("goat"))


def test_not_even_a_ruling_finishes_a_sheet_twice__SB_44() -> None:
    played = begun()
    played.do("p1", FinishSheet("c1"))
    with pytest.raises(Refusal):
        played.rule("p1", FinishSheet("c1"))


def test_too_many_feature_points_leave_a_sheet_overdrawn__SB_42() -> None:
    played = changed(begun(), DEX=3, FIT=2)
    played.rule("p1", ChangeFeature("c1", "INT", 1))
    assert played.no("p1", FinishSheet("c1")) == "overdrawn"
    played.do("p1", ChangeFeature("c1", "INT", 0))
    played.do("p1", FinishSheet("c1"))


def test_whoever_fights_or_tries_something_stays_until_it_is_over__SB_2__SB_104() -> None:
    played = Played()
    played.put(animal("c1", "goat", "p1"))
    played.put(animal("c2", "fox", "p1"))
    played.put(replace(animal("c3", "fox", "p2"), finished=False))
    fighting = replace(
        played.world,
        fight=Fight(1, combatants={"c2": Combatant("c2")}),
        challenges={2: Challenge(2, "c1", "a wall", "climbing")},
        contests={3: Contest(3, "a race", (Side("c3", "FIT"),))},
    )
    played.table = replace(played.table, play=fighting)
    assert played.no("p1", PlayAs("c1")) == "in_a_fight"
    assert [played.no("p1", LeaveStory(who)) for who in ("c1", "c2")] == ["in_use", "in_use"]
    assert played.no("p2", DropSheet("c3")) == "in_use"
    assert played.no("p2", LeaveStory("c3")) == "not_ready"


def test_who_left_cannot_leave_and_the_dead_do_not_return__SB_104() -> None:
    played = Played()
    played.put(animal("c1", "goat", "p1", left=True))
    played.put(animal("c2", "goat", "p1", left=True, life="dead", hp=-1))
    assert played.no("p1", LeaveStory("c1")) == "same"
    assert played.no("p1", ReturnToStory("c2")) == "dead"


def test_an_extra_of_single_numbers_gets_a_species_from_the_director_only__SB_36() -> None:
    played = Played()
    played.put(Character("c1", "Odd", "p1", kind="sketch"))
    assert played.no("p1", ChooseSpecies("c1", "fox")) == "director_only"
    played.do("gm", ChooseSpecies("c1", "fox"))
    assert played.rating("c1", "DEX") == 2
