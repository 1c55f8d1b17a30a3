"""Skills, specialties, species skills, shaping: their starts and prices (SB-58 … SB-84, SB-137)."""

from __future__ import annotations

import pytest
from tests.games.shapers_and_bots import moments
from tests.games.shapers_and_bots.moments import BOT, TURTLE
from tests.games.shapers_and_bots.table import Played, animal

from tablefolk.games.shapers_and_bots.rules import sheet, skills
from tablefolk.games.shapers_and_bots.rules.advancement import GrantRaise, TakeLesson
from tablefolk.games.shapers_and_bots.rules.adventures import EndAdventure
from tablefolk.games.shapers_and_bots.rules.building import (
    BeginSheet,
    ChangeFeature,
    FinishSheet,
    TakeReady,
)
from tablefolk.games.shapers_and_bots.rules.challenges import (
    NameRating,
    OpenChallenge,
    RollChallenge,
)
from tablefolk.games.shapers_and_bots.rules.content import content
from tablefolk.games.shapers_and_bots.rules.contests import OpenContest
from tablefolk.games.shapers_and_bots.rules.gear import GiveItem
from tablefolk.games.shapers_and_bots.rules.numbers import FixNumber
from tablefolk.games.shapers_and_bots.rules.sheet import Part
from tablefolk.games.shapers_and_bots.rules.skills import (
    BecomeShaper,
    BuySkill,
    ForgetSpecialty,
    NameSpecialty,
    StopShaping,
    TakeBundle,
)
from tablefolk.games.shapers_and_bots.rules.values import Character, Specialty


def begun(species: str = "goat") -> Played:
    played = Played()
    played.do("p1", BeginSheet(species, "C1"))
    return played


def left(played: Played) -> int:
    return sheet.skill_points(played.world, played.hero("c1")).left


# -- Starts (SB-58 … SB-65) --------------------------------------------------------------------


def test_everybody_has_every_skill_and_six_are_always_shown__SB_58() -> None:
    played = begun()
    assert len(skills.open_to(played.world, played.hero("c1"))) == 34
    assert skills.common(played.world) == (
        "brawling", "climbing", "hiding", "stealth", "swimming", "throwing",
    )  # fmt: skip
    assert played.hero("c1").raises == {}


def test_none_is_no_ability_whatever_is_added__SB_59() -> None:
    played = begun()
    number = sheet.number(played.world, played.hero("c1"), "computers")
    assert (number.value, number.known, number.parts) == (None, True, (Part("none", None),))


def test_starts_are_numbers_features_or_formulas__SB_60() -> None:
    played = begun("fox")
    found = played.ratings("c1", "gambling", "sailing", "riding", "charisma", "picking_pockets")
    assert found == [0, -5, 0, 2, -1]


def test_brawling_starts_at_strength_not_fitness__SB_61() -> None:
    played = begun("parrot")
    assert played.ratings("c1", "brawling", "FIT", "STR") == [0, 4, 0]


def test_small_ones_climb_sneak_and_hide_better__SB_62() -> None:
    played = begun()
    before = played.ratings("c1", "acrobatics", "climbing", "stealth", "hiding")
    played.do("p1", ChangeFeature("c1", "SIZ", -2))
    after = played.ratings("c1", "acrobatics", "climbing", "stealth", "hiding")
    assert (before, after) == ([0, 0, 0, 0], [2, 2, 2, 2])


def test_singing_starts_at_hearing_minus_three__SB_63() -> None:
    played = begun("wolf")
    assert played.rating("c1", "singing") == -2
    played.do("gm", FixNumber("c1", "HER", 4))
    assert played.ratings("c1", "singing", "AWR") == [1, 1]


def test_tracking_takes_the_better_of_sight_and_smell__SB_64() -> None:
    played = begun("goat")
    played.do("gm", FixNumber("c1", "SML", -3))
    assert played.rating("c1", "tracking") == 0
    played.do("gm", FixNumber("c1", "SML", 2))
    assert played.rating("c1", "tracking") == 2
    played.do("gm", FixNumber("c1", "SML", none=True))
    assert played.rating("c1", "tracking") == 0


@pytest.mark.parametrize("category", ["craft", "fine_art", "lore", "weapon"])
def test_a_bare_category_is_no_skill__SB_65(category: str) -> None:
    played = begun()
    assert played.no("p1", BuySkill("c1", category)) == "name_a_specialty"
    assert played.no("gm", FixNumber("c1", category, 1)) == "name_a_specialty"


def test_specialties_start_none_but_weapons_at_fitness_minus_two__SB_65() -> None:
    played = begun("eagle")
    keys = ("craft:sewing", "fine_art:music", "lore:history", "weapon:bow")
    assert played.ratings("c1", *keys) == [None, None, None, 2]


# -- Specialties (SB-66, SB-67, SB-68) ---------------------------------------------------------


def test_a_suggested_specialty_needs_no_nod__SB_66() -> None:
    played = begun()
    played.do("p1", NameSpecialty("c1", "craft", "Baking"))
    assert skills.specialties(played.world, played.hero("c1")) == ("craft:baking",)
    assert played.world.homemade.specialties == ()
    played.do("p1", BuySkill("c1", "Weapon:Sword".lower(), 1))
    assert "weapon:sword" in skills.specialties(played.world, played.hero("c1"))


def test_a_free_name_needs_the_directors_nod__SB_66() -> None:
    played = begun()
    assert played.no("p1", BuySkill("c1", "weapon:boomerang")) == "needs_director"
    asked = played.ask("p1", NameSpecialty("c1", "weapon", "Boomerang"))
    assert "Boomerang" in asked.question
    assert played.hero("c1").raises == {}
    played.grant(asked)
    played.do("p1", BuySkill("c1", "weapon:boomerang"))
    assert played.rating("c1", "weapon:boomerang") == -1
    assert played.world.homemade.specialties == (Specialty("weapon", "boomerang"),)


def test_the_same_name_in_a_category_is_one_skill__SB_66() -> None:
    played = begun()
    played.do("gm", NameSpecialty("c1", "lore", "Old  Bots"))
    assert played.no("p1", NameSpecialty("c1", "lore", "old bots")) == "same"
    played.do("p1", BuySkill("c1", "lore:OLD BOTS"))
    assert played.rating("c1", "lore:old bots") == -4
    played.do("p1", ForgetSpecialty("c1", "lore:old bots"))
    assert (played.hero("c1").raises, left(played)) == ({}, 6)


def test_a_weapon_nobody_could_understand_is_ruled_none__SB_67() -> None:
    played = begun()
    played.do("gm", FixNumber("c1", "weapon:laser pistol", none=True, reason="never saw one"))
    assert played.rating("c1", "weapon:laser pistol") is None
    assert played.rating("c1", "weapon:pistol") == -2


def test_a_lock_is_picked_with_mechanics_or_with_dexterity__SB_68() -> None:
    played = begun("raccoon")
    assert played.ratings("c1", "mechanics", "DEX") == [None, 4]
    for key in ("mechanics", "DEX"):
        assert sheet.known_key(played.world, played.hero("c1"), key, "SB-68") == key


# -- Species skills (SB-70 … SB-77) ------------------------------------------------------------


def test_crocodile_and_turtle_swim_from_zero_or_better__SB_70() -> None:
    played = begun("turtle")
    assert played.rating("c1", "swimming") == 0
    parts = sheet.number(played.world, played.hero("c1"), "swimming").parts
    assert parts == (Part("species", 0),)


def test_a_kangaroo_jumps_and_boxes__SB_71() -> None:
    played = begun("kangaroo")
    assert played.ratings("c1", "jumping", "brawling", "STR") == [0, 3, 2]


def test_a_parrot_flies_and_throws_its_voice__SB_72() -> None:
    played = begun("parrot")
    assert played.ratings("c1", "flying", "ventriloquism") == [0, -3]


def test_crow_and_eagle_may_learn_to_fly_at_the_usual_cost__SB_51__SB_73() -> None:
    played = begun("crow")
    assert played.rating("c1", "flying") is None
    played.do("p1", BuySkill("c1", "flying", 3))
    assert (played.rating("c1", "flying"), left(played)) == (-2, 7)
    (trait,) = sheet.traits(played.world, played.hero("c1"))
    assert trait.id == "short_flight"


def test_a_sloth_has_a_sixth_sense_that_improves__SB_74() -> None:
    played = begun("sloth")
    assert played.rating("c1", "sixth_sense") == -3
    played.do("p1", BuySkill("c1", "sixth_sense", 2))
    assert played.rating("c1", "sixth_sense") == -1


def test_a_zebra_hides_two_better_and_sneaks_no_better__SB_75() -> None:
    played = begun("zebra")
    assert played.ratings("c1", "hiding", "stealth", "SIZ") == [3, 1, -1]


def test_a_free_bonus_does_not_move_the_price_steps__SB_76() -> None:
    played = begun("kangaroo")
    (bought,) = played.do("p1", BuySkill("c1", "brawling"))
    assert (bought.points, bought.rating) == (1, 4)
    (bought,) = played.do("p1", BuySkill("c1", "brawling"))
    assert (bought.points, bought.rating) == (2, 5)


@pytest.mark.parametrize("skill", ["jumping", "flying", "sixth_sense"])
def test_some_skills_are_for_their_species_only__SB_77(skill: str) -> None:
    played = begun("goat")
    assert played.rating("c1", skill) is None
    assert played.no("p1", BuySkill("c1", skill)) == "not_for_this_species"
    assert skill not in skills.open_to(played.world, played.hero("c1"))
    played.rule("p1", BuySkill("c1", skill))
    assert played.rating("c1", skill) == -4


def test_nobody_is_called_to_fly_who_is_not_born_to_it__SB_77() -> None:
    played = moments.tried()
    tried = moments.latest(played)
    for command in (
        OpenChallenge(BOT, "Up!", "flying"),
        NameRating(tried, "flying"),
        OpenContest("Who is higher?", BOT, "flying", TURTLE, "STR"),
        TakeLesson(BOT, "flying", "Skaw"),
    ):
        assert played.no("gm", command) == "not_for_this_species"
    played.rule("gm", OpenChallenge(BOT, "Up!", "flying"))
    assert played.world.challenges[moments.latest(played)].key == "flying"


def test_what_others_are_born_to_is_no_raise_unless_the_director_rules_so__SB_77_SB_177() -> None:
    played = moments.quiet()
    played.rule("gm", OpenChallenge(BOT, "Up!", "flying"))
    played.do("p3", RollChallenge(moments.latest(played)), (6, 6, 6))
    played.do("gm", EndAdventure())
    assert played.no("gm", GrantRaise(BOT, "flying")) == "not_for_this_species"
    played.rule("gm", GrantRaise(BOT, "flying"))
    assert played.rating(BOT, "flying") == -4
    played.do("gm", TakeLesson(BOT, "flying", "Skaw"))  # by then it is the bot's own (SB-69)


def test_what_the_director_has_added_for_somebody_is_theirs__SB_69_SB_77() -> None:
    played = moments.quiet()
    played.do("gm", FixNumber(BOT, "flying", -2))
    played.do("gm", OpenChallenge(BOT, "Up!", "flying"))


# -- Prices (SB-78 … SB-84) --------------------------------------------------------------------


def test_the_budget_is_twice_intellect_and_six_never_below_zero__SB_78() -> None:
    played = Played()
    budgets = {}
    for intellect in (3, 2, 0, -2, -3, -4):
        hero = animal("x", "goat", "p1", fixed={"INT": intellect})
        budgets[intellect] = sheet.skill_points(played.world, hero).total
    assert budgets == {3: 12, 2: 10, 0: 6, -2: 2, -3: 0, -4: 0}


def test_the_first_level_of_what_one_cannot_do_costs_a_point__SB_79() -> None:
    played = begun()
    (bought,) = played.do("p1", BuySkill("c1", "mechanics"))
    assert (bought.points, bought.rating, left(played)) == (1, -4, 5)


def test_a_level_up_to_three_costs_a_point_also_below_minus_four__SB_80() -> None:
    played = begun()
    (bought,) = played.do("p1", BuySkill("c1", "sailing", 2))
    assert (bought.points, bought.rating) == (2, -3)


def test_a_level_from_four_up_costs_two_points__SB_81() -> None:
    played = begun("eagle")
    (bought,) = played.do("p1", BuySkill("c1", "weapon:bow", 2))
    assert (bought.points, bought.rating) == (3, 4)


def test_below_the_start_there_is_no_refund_and_no_ceiling_but_points__SB_82() -> None:
    played = begun("sloth")
    assert played.no("p1", BuySkill("c1", "charisma", -1)) == "no_refund"
    played.do("p1", BuySkill("c1", "charisma", 7))
    assert played.rating("c1", "charisma") == 11
    played.do("p1", BuySkill("c1", "charisma", -7))
    assert (played.rating("c1", "charisma"), left(played)) == (4, 14)


def test_overspending_names_the_price__SB_83() -> None:
    played = begun()
    played.do("p1", BuySkill("c1", "gambling", 3))
    played.do("p1", BuySkill("c1", "first_aid", 2))
    no = played.refusal("p1", BuySkill("c1", "gambling"))
    assert no.code == "not_enough_points"
    assert "costs 2" in no.why
    assert "1 skill points left" in no.why


def test_shaping_is_raised_with_the_same_points__SB_84() -> None:
    played = begun("lion")
    assert played.no("p1", BuySkill("c1", "shaping:air")) == "needs_director"
    played.do("p1", BecomeShaper("c1", "air"))
    played.do("p1", BuySkill("c1", "shaping:air", 2))
    assert (played.rating("c1", "shaping:air"), left(played)) == (-2, 4)


@pytest.mark.parametrize("bundle", sorted(content().bundles))
def test_a_bundle_spends_points_without_overdrawing__SB_78(bundle: str) -> None:
    for species in ("crow", "kangaroo", "rhino", "sloth"):
        played = begun(species)
        played.do("p1", TakeBundle("c1", bundle))
        assert 0 <= left(played) <= 1  # a dear level may leave one over
        assert sum(played.hero("c1").raises.values()) > 0
        played.do("p1", FinishSheet("c1"))


@pytest.mark.parametrize("bundle", sorted(content().bundles))
def test_who_learns_a_weapon_with_a_bundle_has_that_weapon__SB_89(bundle: str) -> None:
    played = Played()
    played.do("p1", BeginSheet("fox"))
    (who,) = played.world.cast
    for taken in ("fighter", "archer", bundle):  # what another set brought goes with it
        played.do("p1", TakeBundle(who, taken))
    learned = {key for key in played.hero(who).raises if key.startswith("weapon:")}
    assert [item.skill for item in played.hero(who).items] == sorted(learned)
    played.do("p1", TakeBundle(who))
    assert played.hero(who).items == ()


def test_a_bundle_brings_no_second_weapon__SB_89() -> None:
    played = Played()
    played.do("p1", BeginSheet("fox"))
    (who,) = played.world.cast
    played.do("p1", GiveItem(who, "ax"))
    played.do("p1", TakeBundle(who, "fighter"))
    assert [item.name for item in played.hero(who).items] == ["Ax"]


def test_a_bundle_can_be_taken_back__SB_78() -> None:
    played = begun()
    played.do("p1", TakeBundle("c1", "scout"))
    played.do("p1", TakeBundle("c1"))
    assert (played.hero("c1").raises, left(played)) == ({}, 6)
    assert played.no("p1", TakeBundle("c1", "wizard")) == "unknown"


# -- Becoming a shaper (SB-137 … SB-139) -------------------------------------------------------


def test_being_a_shaper_needs_the_directors_consent_and_costs_nothing__SB_137() -> None:
    played = begun("goat")
    asked = played.ask("p1", BecomeShaper("c1", "luck"))
    assert asked.rule == "SB-137"
    played.deny(asked)
    assert played.hero("c1").shaping == ()
    played.do("p1", BecomeShaper("c1", "luck"))
    assert (played.hero("c1").shaping, left(played)) == (("luck",), 6)


def test_bots_cannot_shape__SB_137__V_38() -> None:
    played = begun("bot")
    assert played.no("p1", BecomeShaper("c1", "air")) == "bots_cannot_shape"


def test_one_kind_each__SB_138__V_38() -> None:
    played = begun("lion")
    played.do("p1", BecomeShaper("c1", "air"))
    assert played.no("p1", BecomeShaper("c1", "luck")) == "one_kind"
    played.rule("p1", BecomeShaper("c1", "luck"))
    assert played.hero("c1").shaping == ("air", "luck")
    assert played.no("p1", BecomeShaper("c1", "fire")) == "unknown"


def test_six_kinds_to_choose_from__SB_138() -> None:
    assert set(content().shaping) == {"earth", "air", "light", "water", "luck", "time"}


def test_a_shaper_starts_at_minus_four_or_as_the_species_does__SB_139() -> None:
    starts = {}
    for species in ("goat", "komodo", "sloth", "turtle"):
        played = begun(species)
        (made,) = [e for e in played.do("p1", BecomeShaper("c1", "time")) if hasattr(e, "kind")]
        starts[species] = made.rating
    assert starts == {"goat": -4, "komodo": -2, "sloth": -2, "turtle": -1}


def test_no_shaper_after_all_gives_the_points_back__SB_139() -> None:
    played = begun("turtle")
    played.do("p1", BecomeShaper("c1", "time"))
    played.do("p1", BuySkill("c1", "shaping:time", 2))
    played.do("p1", StopShaping("c1", "time"))
    assert (played.hero("c1").shaping, played.hero("c1").raises) == ((), {})


def test_a_finished_one_becomes_a_shaper_through_the_director_only__SB_137() -> None:
    played = Played()
    played.do("p1", TakeReady("garree"))
    assert played.no("p1", BecomeShaper("garree", "air")) == "finished"
    played.do("gm", BecomeShaper("garree", "air"))
    assert played.rating("garree", "shaping:air") == -4


# -- What is not there cannot be changed ---------------------------------------------------------


def test_what_is_so_already_or_not_there_is_refused__SB_9() -> None:
    played = begun("lion")
    assert played.no("p1", BuySkill("c1", "stealth", 0)) == "same"
    assert played.no("p1", ForgetSpecialty("c1", "lore:history")) == "unknown"
    assert played.no("p1", StopShaping("c1", "air")) == "unknown"
    played.do("p1", BecomeShaper("c1", "air"))
    assert played.no("p1", BecomeShaper("c1", "air")) == "same"
    assert played.no("gm", NameSpecialty("c1", "lore", "stars: the")) == "bad_name"


def test_not_even_the_director_raises_a_skill_without_end__SB_82() -> None:
    played = Played()
    played.do("gm", BeginSheet("goat", "C1"))
    played.do("gm", BuySkill("c1", "stealth", 40))
    assert played.no("gm", BuySkill("c1", "stealth")) == "out_of_range"


def test_an_extra_of_single_numbers_buys_no_skills__SB_165() -> None:
    played = Played()
    played.put(Character("c1", "Odd", extra=True, kind="sketch"))
    assert played.no("gm", BuySkill("c1", "stealth")) == "unset"
    assert played.no("gm", TakeBundle("c1", "scout")) == "unset"
