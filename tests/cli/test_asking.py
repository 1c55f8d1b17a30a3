"""Odds, rolls and games in the terminal."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from tests.cli.terminal import Terminal

DIGEST = json.loads(
    (Path(__file__).parents[1] / "data" / "wheel-of-fate-odds.json").read_text("utf-8")
)
POOLS = list(DIGEST["difficulty"])[::5]
PAIRS = list(DIGEST["opposed"])[::40]


@pytest.mark.parametrize("pool", POOLS)
def test_the_terminal_shows_the_digests_odds_of_a_pool__WF_26(
    terminal: Terminal, pool: str
) -> None:
    known: dict[str, Any] = DIGEST["difficulty"][pool]
    said = terminal("odds", pool, "--json").json
    assert said["odds"]["mean"][0] == known["mean"]
    spread = {total: Fraction(chance) for total, chance in said["spread"].items()}
    assert sum(spread.values()) == 1
    ways = {total: Fraction(str(n)) for total, n in known["dist"].items()}
    whole = sum(ways.values())
    assert spread == {total: n / whole for total, n in ways.items()}


@pytest.mark.parametrize("pool", POOLS)
def test_the_terminal_shows_the_digests_odds_against_each_difficulty__WF_26(
    terminal: Terminal, pool: str
) -> None:
    for difficulty, chance in DIGEST["difficulty"][pool]["p"].items():
        said = terminal("odds", pool, "--against", difficulty, "--json").json
        assert Fraction(said["odds"]["success"][0]) == Fraction(chance)


@pytest.mark.parametrize("pair", PAIRS)
def test_the_terminal_shows_the_digests_odds_of_one_pool_versus_another__WF_67(
    terminal: Terminal, pair: str
) -> None:
    mine, theirs = pair.split(" v ")
    known = DIGEST["opposed"][pair]
    said = terminal("odds", mine, "--versus", theirs, "--json").json
    for how in ("win", "tie", "lose"):
        assert Fraction(said["odds"][how][0]) == Fraction(known[how])
    spread = {lead: Fraction(chance) for lead, chance in said["spread"].items()}
    assert sum(spread.values()) == 1
    assert sum(n for lead, n in spread.items() if lead.startswith("wins by")) == Fraction(
        known["win"]
    )


def test_equal_pools_keep_their_three_outcomes_apart__WF_67(terminal: Terminal) -> None:
    said = terminal("odds", "1d6", "--versus", "1d6", "--json").json
    assert [exact for exact, _ in said["odds"].values()] == ["5/12", "1/6", "5/12"]
    assert list(said["spread"]) == [
        *(f"wins by {n}" for n in (5, 4, 3, 2, 1)),
        "tie",
        *(f"loses by {n}" for n in (1, 2, 3, 4, 5)),
    ]
    assert said["spread"]["loses by 5"] == "1/36"


def test_odds_are_a_table_and_bars_for_people__WF_26(terminal: Terminal) -> None:
    said = terminal("odds", "3d6++", "--against", "10")
    assert said.code == 0
    assert re.search(r"success +92\.1% += 1193/1296", said.out)
    assert re.search(r"5 or more above +\d+\.\d%", said.out)
    bars = [line for line in said.out.splitlines() if "█" in line]
    assert len(bars) >= 14
    assert any(line.lstrip().startswith("✓ 10 ") for line in bars)
    assert any(line.lstrip().startswith("9 ") for line in bars)


def test_a_roll_says_what_fell_what_counts_and_what_it_comes_to__WF_10(
    terminal: Terminal,
) -> None:
    for _ in range(20):
        said = terminal("roll", "3d6++", "--against", "10", "--json").json
        assert len(said["dice"]) == 5
        assert sorted(said["counted"]) == sorted(said["dice"])[2:]
        assert said["total"] == sum(said["counted"])
        assert said["success"] == (said["total"] >= 10)
        assert said["margin"] == said["total"] - 10


def test_any_dice_can_be_rolled_outside_the_rules__TF_13(terminal: Terminal) -> None:
    said = terminal("roll", "2d20", "--json").json
    assert len(said["dice"]) == 2
    assert said["total"] == sum(said["dice"])
    assert "counted" not in said
    plain = terminal("roll", "d20").out
    assert re.fullmatch(r"1d20: (\d+), total \1\n", plain)


def test_a_roll_in_words(terminal: Terminal) -> None:
    for _ in range(20):
        out = terminal("roll", "3d6-", "--against", "10").out
        words = r"3d6-: \d \d \d \d, counted \d \d \d, total (\d+)\nagainst 10: (.*)\n"
        found = re.fullmatch(words, out)
        assert found
        ahead = int(found[1]) - 10
        ends = f"success, {ahead} above" if ahead >= 0 else f"failure, {-ahead} below"
        assert found[2] == ends


def test_dice_of_any_sides_have_odds__TF_13(terminal: Terminal) -> None:
    said = terminal("odds", "2d20+", "--json").json
    assert said["asked"] == "2d20+: 3 dice, 2 counted"
    assert sum(map(Fraction, said["spread"].values())) == 1
    assert list(said["odds"])[1:] == ["at least 10", "at least 20", "at least 30", "at least 40"]
    assert terminal("odds", "d20", "--against", "11", "--json").json["odds"]["success"][0] == "1/2"
    mixed = terminal("odds", "1d6", "--versus", "1d4", "--json").json["odds"]
    assert [exact for exact, _ in mixed.values()] == ["7/12", "1/6", "1/4"]


def test_more_minuses_than_dice_still_count_the_lowest(terminal: Terminal) -> None:
    said = terminal("odds", "1d6--", "--against", "6", "--json").json
    assert said["odds"]["success"][0] == "1/216"


def test_the_games_are_listed_with_their_authors(terminal: Terminal) -> None:
    assert "Wheel of Fate (wheel-of-fate), by Robert" in terminal("games").out
    listed = terminal("games", "--json").json
    assert [game["key"] for game in listed][:1] == ["wheel-of-fate"]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("odds", "three dice"), "Write dice like 3d6"),
        (("odds", "999d6"), "Between 1 and 100 dice"),
        (("odds", "0d6"), "Between 1 and 100 dice"),
        (("odds", "9d1000+"), "too many dice of so many sides to count"),
        (("odds", "3d6", "--against", "0"), "a whole number from 1 up is needed, not 0"),
        (("odds", "3d6", "--against", "4", "--versus", "2d6"), "not allowed with argument"),
        (("odds", "3d6", "--versus", "x"), "Write dice like 3d6"),
        (("roll", "5d5000"), "of 2 to 1,000 sides"),
        (("roll", "words"), "Write dice like"),
        (("odds", "3d6", "--against", "many"), "a whole number from 1 up is needed, not many"),
        (("odds",), "the following arguments are required"),
        (("pack",), "the following arguments are required"),
    ],
)
def test_a_mistake_is_told_in_a_sentence_and_ends_with_2(
    terminal: Terminal, words: tuple[str, ...], sentence: str
) -> None:
    said = terminal(*words)
    assert (said.code, said.out) == (2, "")
    assert sentence in said.err
    assert "Traceback" not in said.err


def test_the_installed_command_works_and_keeps_its_exit_codes(terminal: Terminal) -> None:
    said = terminal.really("odds", "3d6", "--against", "10", "--json")
    assert (said.code, said.err) == (0, "")
    assert said.json["odds"]["success"] == ["5/8", 0.625]
    wrong = terminal.really("odds", "3x6")
    assert (wrong.code, wrong.out) == (2, "")
    assert wrong.err.startswith("tablefolk: ")
    assert wrong.err.count("\n") == 1
