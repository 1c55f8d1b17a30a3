"""The digest's worked examples and vectors about sheets, read from data."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest
from tests.games.shapers_and_bots.table import Played

from tablefolk.games.shapers_and_bots.rules import sheet
from tablefolk.games.shapers_and_bots.rules.building import BeginSheet, ChangeFeature
from tablefolk.games.shapers_and_bots.rules.content import content
from tablefolk.games.shapers_and_bots.rules.skills import BuySkill
from tablefolk.games.shapers_and_bots.rules.state import World
from tablefolk.games.shapers_and_bots.rules.values import Character

EXAMPLES = tomllib.loads(Path(__file__).with_name("examples.toml").read_text("utf-8"))
COLUMNS = (
    "brawling", "climbing", "hiding", "stealth", "swimming", "throwing", "weapon:sword",
    "tracking", "singing",
)  # fmt: skip


def begun(species: str, change: dict[str, int] | None = None) -> Played:
    """P1's new sheet, its features changed through the builder; what is lowered comes first."""
    played = Played()
    played.do("p1", BeginSheet(species, "C1"))
    for feature, levels in sorted((change or {}).items(), key=lambda row: row[1]):
        played.do("p1", ChangeFeature("c1", feature, levels))
    return played


@pytest.mark.parametrize("row", EXAMPLES["sheet"], ids=lambda row: row["id"])
def test_a_sheet_comes_to_the_numbers_of_the_digest(row: dict[str, Any]) -> None:
    played = begun(row["species"], row.get("change"))
    world, hero = played.world, played.hero("c1")
    budget = sheet.feature_points(world, hero)
    assert [budget.total, budget.spent] == row["points"]
    if "hp" in row:
        assert sheet.hp_max(world, hero) == row["hp"]
    if "budget" in row:
        assert sheet.skill_points(world, hero).total == row["budget"]
    found = {key: sheet.rating(world, hero, key) for key in row.get("ratings", {})}
    assert found == row.get("ratings", {})


@pytest.mark.parametrize("row", EXAMPLES["price"], ids=lambda row: row["what"])
def test_prices_of_the_vectors__V_08(row: dict[str, Any]) -> None:
    assert sheet.price(row.get("start"), row["levels"]) == row["costs"]


@pytest.mark.parametrize("start", EXAMPLES["prices"])
def test_the_price_table__SB_79__SB_80__SB_81(start: str) -> None:
    begins = None if start == "none" else int(start)
    table = EXAMPLES["prices"][start]
    assert [sheet.price(begins, levels) for levels in range(1, len(table) + 1)] == table


@pytest.mark.parametrize("species", EXAMPLES["common"])
def test_common_skills_of_an_unchanged_one__SB_60__SB_62(species: str) -> None:
    world, hero = World(), Character("x", species=species)
    budget = sheet.skill_points(world, hero).total
    skills = [sheet.rating(world, hero, key) for key in COLUMNS]
    assert [budget, *skills] == EXAMPLES["common"][species]


@pytest.mark.parametrize("species", EXAMPLES["species"])
def test_strength_health_and_armor_of_the_species_table__SB_36(species: str) -> None:
    world, hero = World(), Character("x", species=species, shaping=("air",))
    found = [
        sheet.rating(world, hero, "STR"),
        sheet.hp_max(world, hero),
        sheet.armor(world, hero),
        sheet.rating(world, hero, "shaping:air"),
    ]
    assert found == EXAMPLES["species"][species]


def test_every_species_of_the_game_is_in_the_tables__SB_36() -> None:
    assert set(EXAMPLES["species"]) == set(EXAMPLES["common"]) == set(content().species)
    assert len(content().species) == 21


def test_a_bonus_and_a_penalty_are_written_as_one__SB_10__W_02() -> None:
    assert sheet.notation(3 - 4) == "3D−1"
    assert [sheet.notation(n) for n in (0, 4, None)] == ["3D", "3D+4", "3D, fluke only"]


def test_the_printed_purchase_costs_two_points_too_many__SB_83__W_29() -> None:
    prices = [(1, 2), (2, 1), (2, 1), (3, 3), (3, 3), (2, 2)]
    assert sum(price for _, price in prices) == 12
    played = begun("goat", {"SIZ": -1, "FIT": 2, "DEX": 2, "INT": 2})
    assert sheet.skill_points(played.world, played.hero("c1")).total == 10
    for key, levels in (("brawling", 2), ("first_aid", 3), ("weapon:bow", 3), ("throwing", 1)):
        played.do("p1", BuySkill("c1", key, levels))
    assert played.no("c1", BuySkill("c1", "stealth", 2)) == "not_enough_points"


def test_the_printed_finals_by_formula_leave_four_points__SB_80__W_30() -> None:
    played = begun("goat", {"SIZ": -1, "FIT": 2, "DEX": 2, "INT": 2})
    assert played.ratings("c1", "climbing", "hiding", "weapon:bow") == [3, 3, 0]
    for key, levels in (("brawling", 2), ("stealth", 1), ("first_aid", 2)):
        played.do("p1", BuySkill("c1", key, levels))
    assert played.ratings("c1", "brawling", "stealth", "first_aid") == [3, 4, -1]
    budget = sheet.skill_points(played.world, played.hero("c1"))
    assert (budget.spent, budget.left) == (6, 4)


def test_a_zebra_raises_hiding_below_its_free_bonus__SB_75__SB_76__V_11() -> None:
    played = begun("zebra")
    (bought,) = played.do("p1", BuySkill("c1", "hiding"))
    assert (bought.points, bought.rating) == (1, 4)
    assert sheet.skill_points(played.world, played.hero("c1")).spent == 1


def test_an_eagle_learns_to_fly_for_a_point__SB_51__SB_73__V_43() -> None:
    played = begun("eagle")
    assert played.rating("c1", "flying") is None
    (bought,) = played.do("p1", BuySkill("c1", "flying"))
    assert (bought.points, played.rating("c1", "flying")) == (1, -4)
