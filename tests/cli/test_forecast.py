"""Fights foretold in the terminal."""

from __future__ import annotations

import re

import pytest
from tests.cli.terminal import Terminal

from tablefolk.games.shapers_and_bots.cli import side
from tablefolk.games.shapers_and_bots.forecast import exact
from tablefolk.games.shapers_and_bots.forecast.sides import Fight, Fighter


def test_a_forecast_says_who_wins_and_how_hurt_they_end__SB_105(terminal: Terminal) -> None:
    said = terminal("forecast", "2 goats", "bear")
    assert (said.code, said.err) == (0, "")
    assert "exactly" in said.out
    assert re.search(r"2 goats +\d\d\.\d%", said.out)
    assert re.search(r"Goat 2 +\d+\.\d%( +\d+\.\d%){2} +\d\.\d of 3", said.out)
    assert "rounds on average" in said.out
    assert "the enemy with the fewest health points" in said.out
    assert "±" not in said.out


def test_the_same_as_json__SB_105(terminal: Terminal) -> None:
    said = terminal("forecast", "2 goats", "bear", "--json").json
    known = exact.exact(Fight((side("2 goat", "spare"), side("bear", "spare"))))
    assert said["exact"] is True
    assert [win["value"] for win in said["wins"]] == [win.value for win in known.wins]
    assert [one["name"] for one in said["fighters"]] == ["Goat 1", "Goat 2", "Bear"]
    assert {"up", "out", "dead", "hp", "hp_now", "side"} <= said["fighters"][0].keys()
    assert said["assumed"]


def test_what_cannot_be_exact_is_an_estimate_with_its_error(terminal: Terminal) -> None:
    words = ("forecast", "6 wolves, Zephrod", "6 bears, bot", "--trials", "400")
    said = terminal(*words)
    assert "estimated from 400 fights" in said.out
    assert re.search(r"6 bears, bot +\d+\.\d% ± \d\.\d\d", said.out)
    json = terminal(*words, "--json").json
    assert json["exact"] is False
    assert json["trials"] == 400
    assert 0 < json["wins"][1]["error"] < 0.05
    assert terminal(*words, "--json").json == json
    assert terminal(*words, "--json", "--seed", "2").json != json


def test_an_estimate_can_be_asked_for(terminal: Terminal) -> None:
    exactly = terminal("forecast", "goat", "goat", "--json").json
    said = terminal("forecast", "goat", "goat", "--estimate", "--json").json
    assert said["exact"] is False
    win = said["wins"][0]
    assert abs(win["value"] - exactly["wins"][0]["value"]) < 4 * win["error"]


def test_a_fight_without_weapons_goes_on(terminal: Terminal) -> None:
    said = terminal("forecast", "pillow attack5 hp2 dice0", "cushion attack5 hp2 dice0")
    assert re.search(r"nobody +certain, after 100 rounds", said.out)
    assert "on average" not in said.out


# -- Who fights ----------------------------------------------------------------------------------


def test_somebody_in_numbers() -> None:
    assert side("guard attack+2 defence-1 medium light hp4 fit+1 reload1 borrow", "spare") == (
        Fighter(
            "guard",
            attack=2,
            defence=-1,
            dice=3,
            hurts_from=5,
            hp=4,
            fit=1,
            reload=1,
            defends="borrow",
        ),
    )
    assert side("thug attack=none hp2 frail", "never") == (
        Fighter("thug", attack=None, defence=None, hp=2, frail=True, defends="never"),
    )


def test_species_are_ordinary_members_of_theirs__SB_36() -> None:
    bear, turtle, rabbit = side("bear, Turtle, 1x rabbit", "spare")
    assert (bear.attack, bear.dice, bear.hurts_from, bear.hp, bear.fit) == (2, 2, 5, 5, 0)
    assert (turtle.attack, turtle.dice, turtle.hurts_from, turtle.hp) == (-4, 1, 6, 1)
    assert rabbit.rabbit
    kangaroo, bot = side("kangaroo,bot", "spare")
    assert kangaroo.attack == 3  # Brawling with the species' bonus (SB-71)
    assert (bot.attack, bot.hurts_from, bot.hp) == (0, 5, 3)


def test_ready_made_characters_fight_with_the_best_they_have__SB_120() -> None:
    zephrod, saw = side("zephrod, SAW-8", "spare")
    assert (zephrod.attack, zephrod.dice, zephrod.hp, zephrod.fit) == (2, 3, 5, 4)
    assert (saw.attack, saw.dice, saw.hp) == (3, 2, 6)  # the sawblade, not its fists
    (hurt,) = side("Zephrod hp2 heavy attack+0", "spare")
    assert (hurt.name, hurt.hp, hurt.hurts_from, hurt.attack, hurt.defence) == (
        "Zephrod", 2, 6, 0, 0,
    )  # fmt: skip


@pytest.mark.parametrize("words", ["3 wolves", "3 wolf", "3x Wolves", "3 WOLVES"])
def test_several_of_a_kind_may_be_written_as_people_do(words: str) -> None:
    assert [one.name for one in side(words, "spare")] == ["Wolf 1", "Wolf 2", "Wolf 3"]


def test_many_kinds_of_plural() -> None:
    names = [one.name for one in side("foxes, monkeys, wolves, bears", "spare")]
    assert names == ["Fox", "Monkey", "Wolf", "Bear"]


# -- Mistakes ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("goat", "dragon"), "There is no “dragon”"),
        (("goat", "guard attack+2"), "say at least attack and hp"),
        (("goat", ""), "Name who fights"),
        (("goat,,bear", "goat"), "Name who fights"),
        (("21 goats", "bear"), "from 1 to 20 fighters"),
        (("0 goats", "bear"), "from 1 to 20 fighters"),
        (("11 goats, 11 bears", "bear"), "from 1 to 20 fighters"),
        (("goat hp99", "bear"), "health points are from 0 to 60"),
        (("goat hp=none", "bear"), "Only attack and defence can be none"),
        (("goat", "bear", "--rounds", "0"), "from 1 to 1000 rounds"),
        (("goat", "bear", "--estimate", "--trials", "1"), "from 100 to 1,000,000 times"),
        (("goat", "bear", "--defend", "bravely"), "invalid choice"),
        (("goat", "bear", "--seed", "x"), "invalid int value"),
        (("goat",), "the following arguments are required"),
    ],
)
def test_a_mistake_is_told_in_a_sentence_and_ends_with_2(
    terminal: Terminal, words: tuple[str, ...], sentence: str
) -> None:
    said = terminal("forecast", *words)
    assert (said.code, said.out) == (2, "")
    assert sentence in said.err
    assert "Traceback" not in said.err


def test_a_negative_seed_is_a_mistake_too(terminal: Terminal) -> None:
    said = terminal("forecast", "goat", "bear", "--estimate", "--seed=-1")
    assert said.code == 2
    assert "seed" in said.err
