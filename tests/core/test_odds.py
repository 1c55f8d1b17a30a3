"""The odds against the digests' figures, worked out elsewhere, and against every roll there is."""

from __future__ import annotations

import json
import subprocess
import sys
import tomllib
from collections import Counter, defaultdict
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from tablefolk.core.odds import (
    Odds,
    against,
    band,
    blow,
    check,
    contest,
    counting,
    duel,
    kept,
    margin,
    opposed,
    percent,
    pick,
    rolls,
    total,
)

DATA = Path(__file__).parents[1] / "data"
DIGEST: dict[str, Any] = tomllib.loads((DATA / "wheel-of-fate-digest.toml").read_text())
TABLES: dict[str, Any] = json.loads((DATA / "wheel-of-fate-odds.json").read_text())
DIFFICULTIES = (5, 10, 15, 20, 25)


def pool(notation: str) -> Odds:
    base, net = int(notation[0]), notation.count("+") - notation.count("-")
    return kept(base + abs(net), base, net >= 0)


def whammies(odds: Odds, difficulty: int) -> Fraction:
    return against(odds, difficulty).mean(lambda count: max(count, 0))


def dealt(odds: Odds) -> dict[str, int]:
    return {str(stress): ways for stress, ways in odds.ways.items() if stress > 0}


# -- Wheel of Fate -----------------------------------------------------------------


def test_three_dice_against_ten_is_five_eighths__WF_26() -> None:
    assert kept(3, 3).at_least(10) == Fraction(5, 8)
    assert against(kept(3, 3), 10).at_least(0) == Fraction(5, 8)


@pytest.mark.parametrize("notation", DIGEST["O-1"])
def test_every_pool_has_the_digests_chances_and_mean_whammies__WF_26_O_1(notation: str) -> None:
    figures = [Fraction(figure) for figure in DIGEST["O-1"][notation]]
    mine = pool(notation)
    assert [mine.at_least(d) for d in DIFFICULTIES] == figures[:5]
    assert [whammies(mine, d) for d in DIFFICULTIES] == figures[5:]


@pytest.mark.parametrize("notation", DIGEST["O-2"])
def test_the_three_lost_charts_are_drawn_again__WF_10_WF_11_O_2(notation: str) -> None:
    assert pool(notation).ways == dict(enumerate(DIGEST["O-2"][notation], 3))


@pytest.mark.parametrize("notation", DIGEST["O-3"])
def test_a_fate_point_buys_what_the_digest_says__WF_26_O_3(notation: str) -> None:
    plain, base = pool(notation), int(notation[0])
    for difficulty, gains in zip(DIFFICULTIES, DIGEST["O-3"][notation], strict=True):
        for more, gain in zip((kept(base + 1, base), total(base + 1)), gains, strict=True):
            points = 100 * (more.at_least(difficulty) - plain.at_least(difficulty))
            assert float(points) == pytest.approx(gain, abs=0.00501)


@pytest.mark.parametrize("table", ["O-4", "O-5"])
def test_opposed_pools_win_tie_and_lose_in_as_many_ways__WF_64_WF_69(table: str) -> None:
    for pair, row in DIGEST[table].items():
        mine, theirs = map(pool, pair.split(" v "))
        odds = opposed(mine, theirs)
        assert odds.of == row["of"]
        assert odds.at_least(1) == Fraction(row["wins"], row["of"])
        assert odds.ways.get(0, 0) == row["ties"]
        assert odds.where(lambda stress: stress < 0) == Fraction(row["loses"], row["of"])
        assert dealt(odds) == row["deals"]
        assert dealt(opposed(theirs, mine)) == row["takes"]


def test_every_pool_of_the_full_table_agrees__WF_26() -> None:
    for notation, row in TABLES["difficulty"].items():
        mine = pool(notation)
        assert mine.chances() == {int(t): Fraction(chance) for t, chance in row["dist"].items()}
        assert mine.mean() == Fraction(row["mean"])
        for d in DIFFICULTIES:
            assert mine.at_least(d) == Fraction(row["p"][str(d)])
            assert whammies(mine, d) == Fraction(row["whammies"][str(d)])


def test_every_pair_of_the_full_table_agrees__WF_67_WF_69() -> None:
    for pair, row in TABLES["opposed"].items():
        mine, theirs = map(pool, pair.split(" v "))
        odds = opposed(mine, theirs)
        assert odds.at_least(1) == Fraction(row["win"])
        assert odds.chance(0) == Fraction(row["tie"])
        assert opposed(theirs, mine).at_least(1) == Fraction(row["lose"])
        assert {s: c for s, c in odds.chances().items() if s} == {
            **{int(s): Fraction(c) for s, c in row["deals"].items()},
            **{-int(s): Fraction(c) for s, c in row["takes"].items()},
        }


def test_missing_by_far_is_no_whammy__WF_22() -> None:
    assert against(total(1), 25).ways == {-1: 6}


def test_a_surplus_of_nine_is_one_whammy_and_of_ten_two__WF_21() -> None:
    assert against(Odds({14: 1, 19: 1, 20: 1}, 3), 10).ways == {0: 1, 1: 1, 2: 1}


# -- Every roll there is -----------------------------------------------------------


@pytest.mark.parametrize("dice", range(7))
def test_sorted_rolls_stand_for_all_rolls_in_order(dice: int) -> None:
    every = Counter(tuple(sorted(faces)) for faces in product(range(1, 7), repeat=dice))
    assert rolls(dice) == Odds(every, 6**dice)


@pytest.mark.parametrize("dice", range(9))
def test_kept_dice_equal_enumeration__WF_10_WF_11(dice: int) -> None:
    for keep in range(dice + 1):
        assert kept(dice, keep) == rolls(dice).map(lambda f: sum(f[dice - keep :]))  # noqa: B023
        assert kept(dice, keep, False) == rolls(dice).map(lambda f: sum(f[:keep]))  # noqa: B023


@pytest.mark.parametrize("dice", range(9))
@pytest.mark.parametrize("threshold", range(1, 8))
def test_counted_dice_equal_enumeration(dice: int, threshold: int) -> None:
    by_hand = rolls(dice).map(lambda faces: sum(face >= threshold for face in faces))
    assert counting(dice, threshold) == by_hand


PREFERENCES = [
    ((0, 10, 2, 14, 6, 20), 5),
    ((1, 4, 2, 5, 3, 6), 0),  # success first
    ((1, 2, 3, 4, 5, 6), 0),  # safety first
    ((0, 1, 0, 1, 0, 1), 1),  # ties go to doubles, then to the higher face
    ((0, 0, 0, 0, 0, 0), 0),
    ((1, 2, 3, 4, 5, 6), 100),
]


@pytest.mark.parametrize("dice", range(1, 9))
@pytest.mark.parametrize(("worth", "edge"), PREFERENCES)
def test_the_pick_equals_enumeration__RB_41_RB_44(
    dice: int, worth: tuple[int, ...], edge: int
) -> None:
    def best(faces: tuple[int, ...]) -> tuple[int, bool]:
        shown = {(face, faces.count(face) > 1) for face in faces}
        return max(shown, key=lambda die: (worth[die[0] - 1] + edge * die[1], die[1], die[0]))

    assert pick(dice, worth, edge) == rolls(dice).map(best)


def test_the_success_first_chooser_matches_its_digest__RB_41() -> None:
    faces = pick(5, (1, 4, 2, 5, 3, 6)).map(lambda die: die[0])
    assert faces.chances() == {
        6: Fraction(4651, 7776),
        4: Fraction(2101, 7776),
        2: Fraction(781, 7776),
        5: Fraction(211, 7776),
        3: Fraction(31, 7776),
        1: Fraction(1, 7776),
    }


@pytest.mark.parametrize("modifier", range(-12, 13))
def test_a_check_equals_enumeration__SB_18_SB_26_SB_27(modifier: int) -> None:
    def read(faces: tuple[int, ...]) -> str:
        natural = sum(faces)
        if natural in (3, 4, 17, 18):
            return "fumble" if natural < 10 else "fluke"
        return "success" if natural + modifier > 10 else "fail"

    assert check(modifier) == rolls(3).map(read)


def test_checks_have_the_digests_ways__SB_20() -> None:
    passes = [check(m).where(lambda end: end in ("success", "fluke")) for m in range(-6, 7)]
    ways = (4, 10, 20, 35, 56, 81, 108, 135, 160, 181, 196, 206, 212)
    assert passes == [Fraction(count, 216) for count in ways]


def test_bands_have_the_digests_ways__MU_43_MU_44() -> None:
    rows = {
        -3: (30, 6, 0, 0),
        -1: (21, 12, 3, 0),
        0: (15, 15, 5, 1),
        2: (6, 15, 9, 6),
        9: (3, 12, 11, 10),
    }
    for modifier, ways in rows.items():
        names = ("miss", "part", "full", "crit")
        assert band(modifier) == Odds(dict(zip(names, ways, strict=True)), 36)


def test_a_contest_equals_enumeration() -> None:
    sums = [sum(faces) for faces in product(range(1, 7), repeat=3)]
    for mine, theirs in ((4, 2), (0, 0), (-3, 5), (20, 0)):
        ends = Counter(x + mine - y - theirs for x in sums for y in sums)
        signs = {"win": 0, "tie": 0, "lose": 0}
        for ahead, ways in ends.items():
            signs["win" if ahead > 0 else "lose" if ahead < 0 else "tie"] += ways
        assert contest(mine, theirs) == Odds(signs, 216**2)


def test_a_blow_lands_when_the_attack_succeeds_and_the_defence_fails() -> None:
    lands = Fraction(181, 216) * Fraction(81, 216)
    odds = blow(3, 1, 3, 5)
    assert odds.chance(3) == lands * Fraction(1, 27)
    assert odds.chance(0) == 1 - lands * Fraction(19, 27)
    assert sum(odds.ways.values()) == odds.of


# -- Duels -------------------------------------------------------------------------


def by_repetition(a: tuple[int, ...], b: tuple[int, ...], blows: int) -> dict[Any, float]:
    """A duel in floats, one blow after the other: slow, obvious, and cut off at the end."""
    passing = [check(m).where(lambda end: end in ("success", "fluke")) for m in range(10)]
    strikes = (blow(a[0], b[1], a[2], b[3]).floats(), blow(b[0], a[1], b[2], a[3]).floats())
    now, ends = {(a[4], b[4]): 1.0}, defaultdict[Any, float](float)
    for turn in range(blows):
        who, later = turn % 2, defaultdict[Any, float](float)
        for hp, chance in now.items():
            for points, part in strikes[who].items():
                left = hp[1 - who] - points
                stays = 1.0 if not points else float(passing[left]) if left >= 0 else 0.0
                later[(hp[0], left) if who == 0 else (left, hp[1])] += chance * part * stays
                ends["AB"[who], hp[who]] += chance * part * (1 - stays)
        now = {hp: chance for hp, chance in later.items() if chance}
    return ends


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ((3, 3, 3, 4, 7), (1, 1, 4, 5, 9)),
        ((0, 0, 1, 4, 0), (0, 0, 1, 4, 0)),
        ((2, -2, 2, 6, 3), (0, 0, 0, 4, 5)),
    ],
)
def test_an_exact_duel_is_where_many_blows_lead(
    a: tuple[int, int, int, int, int], b: tuple[int, int, int, int, int]
) -> None:
    odds, slow = duel(a, b), by_repetition(a, b, 400)
    assert sum(odds.ways.values()) == odds.of
    for end, chance in odds.floats().items():
        assert chance == pytest.approx(slow[end], abs=1e-9)


def test_a_duel_that_cannot_end_is_refused() -> None:
    with pytest.raises(ValueError, match="neither"):
        duel((0, 0, 0, 4, 3), (0, 0, 0, 4, 3))


# -- What odds are -----------------------------------------------------------------


def test_impossible_and_certain_are_said_in_words__WF_26() -> None:
    assert percent(total(2).at_least(15)) == "impossible"
    assert percent(total(5).at_least(5)) == "certain"


def test_nearly_certain_is_never_rounded_to_certain__WF_26() -> None:
    assert percent(kept(8, 4).at_least(5)) == "over 99.9%"
    assert percent(Fraction(1, 10**6)) == "under 0.1%"
    assert percent(Fraction(5, 8)) == "62.5%"
    assert percent(Fraction(999, 1000)) == "99.9%"
    assert percent(Fraction(1, 3), places=0) == "33%"


def test_odds_do_not_change() -> None:
    odds = total(1)
    with pytest.raises(AttributeError):
        odds.of = 7  # type: ignore[misc]
    with pytest.raises(TypeError):
        odds.ways[1] = 2  # type: ignore[index]
    with pytest.raises(TypeError):
        odds.chances()[1] = Fraction(1)  # type: ignore[index]


def test_what_cannot_happen_is_not_among_the_outcomes() -> None:
    assert set(counting(3, 7).ways) == {0}
    assert total(2).chance(13) == 0
    assert total(0).ways == {0: 1}


def test_equal_odds_are_one_key() -> None:
    by_hand = Odds(dict.fromkeys(range(1, 7), 1), 6)
    assert by_hand == total(1)
    assert hash(by_hand) == hash(total(1))
    assert by_hand != by_hand.map(str)
    assert eval(repr(by_hand)) == by_hand


def test_margins_may_have_gaps_and_go_below_nothing() -> None:
    coin = Odds({-3: 1, 10: 2}, 3)
    assert margin(coin, coin).ways == {-13: 2, 0: 5, 13: 2}


@pytest.mark.parametrize(
    "absurd",
    [
        lambda: kept(201, 3),
        lambda: kept(-1, 0),
        lambda: kept(3, 4),
        lambda: total(10**9),
        lambda: rolls(17),
        lambda: counting(201, 4),
        lambda: counting(3, 8),
        lambda: pick(0, (1, 2, 3, 4, 5, 6)),
        lambda: pick(3, (1, 2, 3)),
        lambda: pick(3, (1, 2, 3, 4, 5, 6), -1),
        lambda: check(101),
        lambda: contest(0, -101),
        lambda: duel((0, 0, 1, 4, 61), (0, 0, 1, 4, 3)),
    ],
)
def test_absurd_sizes_are_refused(absurd: Any) -> None:
    with pytest.raises(ValueError, match=r"must be from|argument 2"):
        absurd()


def test_importing_the_odds_pulls_in_nothing_heavy() -> None:
    heavy = "{'typing', 'fractions', 'decimal', 're', 'dataclasses', 'random'}"
    code = f"import sys; import tablefolk.core.odds; print({heavy} & set(sys.modules))"
    source = str(Path(__file__).parents[2] / "src")
    found = subprocess.run(
        [sys.executable, "-S", "-c", f"import sys; sys.path.insert(0, {source!r}); {code}"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert found.stdout.strip() == "set()"
