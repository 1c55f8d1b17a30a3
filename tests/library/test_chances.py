"""Odds that show themselves: exact inside, bars and a plot outside."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import pytest

import tablefolk
from tablefolk import Refusal


def test_every_total_is_counted_exactly() -> None:
    found = tablefolk.odds("3d6")
    thrown = [sum(faces) for faces in product(range(1, 7), repeat=3)]
    for total in range(3, 19):
        assert found[str(total)] == Fraction(thrown.count(total), 216)
    assert found["mean"] == Fraction(21, 2)
    assert sum(found[str(total)] for total in range(3, 19)) == 1


def test_plus_dice_count_the_highest() -> None:
    kept = [sum(sorted(faces)[1:]) for faces in product(range(1, 7), repeat=3)]
    assert tablefolk.odds("2d6+", against=10)["success"] == Fraction(
        sum(k >= 10 for k in kept), 216
    )


def test_dice_against_dice() -> None:
    found = tablefolk.odds("2d6", versus="1d6")
    ahead = [a + b - c for a, b, c in product(range(1, 7), repeat=3)]
    assert found["win"] == Fraction(sum(by > 0 for by in ahead), 216)
    assert found["tie"] == Fraction(ahead.count(0), 216)
    assert found["win"] + found["tie"] + found["lose"] == 1


def test_they_are_bars_in_a_terminal() -> None:
    lines = repr(tablefolk.odds("2d6", against=7)).splitlines()
    assert lines[0] == "2d6 against 7"
    assert lines[1].split() == ["success", "█" * 23, "58.3%"]
    assert max(lines, key=len).split()[0] == "7"


def test_they_are_a_plot_in_a_notebook() -> None:
    drawn = tablefolk.odds("2d6")._repr_html_()
    assert drawn.count("<svg") == 2
    assert drawn.count("<rect") == 1 + 11
    assert 'aria-label="total 2 2.8%' in drawn


def test_a_chance_that_is_not_there_says_which_are() -> None:
    with pytest.raises(KeyError, match="There is no “luck” here; there are: win, tie, lose"):
        _ = tablefolk.odds("2d6", versus="2d6")["luck"]


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"dice": "seven"}, "Write dice like 3d6"),
        ({"dice": ""}, "Write dice like 3d6"),
        ({"dice": 3}, "Dice are written as a text"),
        ({"dice": "2d6", "against": "ten"}, "whole number"),
        ({"dice": "2d6", "versus": "x"}, "Write dice like 3d6"),
        ({"dice": "2d6", "against": 1, "versus": "2d6"}, "not both"),
    ],
)
def test_what_cannot_be_counted_gets_one_sentence(asked: dict[str, Any], said: str) -> None:
    with pytest.raises(Refusal, match=said):
        tablefolk.odds(**asked)


# -- At a table --------------------------------------------------------------------------------

ACTS = {
    "wheel-of-fate": ("ines", "GetReady", "win"),
    "rotate-bird": ("tomas", "RollPool", "success"),
    "shapers-and-bots": ("wen", "Defend", "roll good"),
}


@pytest.mark.parametrize("key", ACTS)
def test_the_odds_of_an_act_are_the_games_own_and_exact(key: str) -> None:
    table = tablefolk.open(key, demo=True)
    who, act, name = ACTS[key]
    offer = table.menu(who).of(act)[0]
    found = table.odds(who, offer)
    assert found is not None
    *chart, name = name.split()
    one = found[chart[0]] if chart else found
    assert 0 < one[name] < 1
    assert isinstance(one[name], Fraction)
    assert found.exact == table.game.odds(
        table.state, table.seat(who), table._meant(table.seat(who), offer, {})
    )
    assert name in repr(found)
    assert "<svg" in found._repr_html_()


def test_a_name_that_could_mean_two_things_is_asked_for_with_its_chart() -> None:
    table = tablefolk.open("shapers-and-bots", demo=True)
    found = table.odds("wen", table.menu("wen").of("Defend")[0])
    assert found
    with pytest.raises(KeyError, match=r"“good” stands in .*roll.*: say the chart's title first"):
        _ = found["good"]
    assert found["roll"]["good"] != found["undefended"]["good"]


def test_a_total_is_known_by_its_number_too() -> None:
    assert tablefolk.odds("3d6")[10] == tablefolk.odds("3d6")["total"]["10"] == Fraction(27, 216)


def test_numbers_of_other_libraries_are_numbers() -> None:
    assert tablefolk.odds("3d6", against=np.int64(10)) == tablefolk.odds("3d6", against=10)


def test_bands_of_a_move_add_up() -> None:
    table = tablefolk.open("mutagen", demo=True)
    offers = [(who, offer) for who in table.state.members for offer in table.menu(who)]
    who, offer = next((w, o) for w, o in offers if o.do in ("RollMove", "LetPass"))
    found = table.odds(who, offer)
    assert found is not None
    bands = next(chart for chart in found.charts if chart.title == "bands")
    assert sum(chance for _, chance in bands.rows) == 1


def test_where_no_dice_decide_there_are_none() -> None:
    table = tablefolk.open("wheel-of-fate", demo=True)
    assert table.odds("ines", "Stop") is None


def test_odds_that_a_table_keeps_secret_are_secret() -> None:
    table = tablefolk.open("wheel-of-fate", demo=True)
    table.do("mara", "SetOption", key="odds_shown", value="gm")
    assert table.odds("ines", "GetReady") is None
    assert table.odds("mara", "GetReady", roll=25) is not None
