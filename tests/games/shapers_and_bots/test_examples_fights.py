"""The digest's worked examples and vectors about fights and health, read from data."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest
from tests.games.shapers_and_bots.fighting import Brawl

from tablefolk.games.shapers_and_bots.rules.fights.start import StartFight

FILE = Path(__file__).with_name("examples_fights.toml")
EXAMPLES = tomllib.loads(FILE.read_text("utf-8"))["fight"]


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example["id"])
def test_a_fight_of_the_digest(example: dict[str, Any]) -> None:
    brawl = Brawl(example.get("options"), **example["who"])
    if not example.get("calm"):
        brawl.begin()
    brawl.say(*example["do"])


def test_two_fighters_of_equal_fitness_without_a_ranking__V_30() -> None:
    brawl = Brawl(a={}, b={})
    assert brawl.no("gm", StartFight(("a", "b"))) == "needs_tiebreak"
    assert brawl.world.fight is None
