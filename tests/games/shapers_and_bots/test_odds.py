"""The odds tables of the digest, cell by cell, and brute force beside the closed forms (SB-20)."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest

from tablefolk.core.odds import THREE_DICE
from tablefolk.games.shapers_and_bots.chances import blows, contests, rolls
from tablefolk.games.shapers_and_bots.chances.outlook import Outlook
from tablefolk.games.shapers_and_bots.rules.content import content
from tablefolk.games.shapers_and_bots.rules.contests import judged as judge
from tablefolk.games.shapers_and_bots.rules.rolling import outcome as read
from tablefolk.games.shapers_and_bots.rules.values import Roll

TABLES = tomllib.loads(Path(__file__).with_name("odds.toml").read_text("utf-8"))
THROWS = list(product(range(1, 7), repeat=3))
Row = list[str]


def rows(table: str) -> list[Row]:
    found: list[Row] = TABLES[table]["rows"]
    return found


def percent(chance: Fraction, places: int = 2) -> str:
    return f"{float(chance * 100):.{places}f}%"


def modifier(cell: str) -> int | None:
    return None if cell == "None" else int(cell)


def named(row: Row) -> str:
    return " ".join(row[:3])


def whole(outlook: Outlook) -> bool:
    return sum(share.chance for share in outlook.shares) == 1


# -- O-1, O-2: three dice ----------------------------------------------------------------------


@pytest.mark.parametrize("row", rows("O-1"), ids=lambda row: row[0])
def test_three_dice__O_1(row: Row) -> None:
    cell, ways, exactly, at_least = row
    natural = int(cell.split()[0])
    assert THREE_DICE.ways[natural] == int(ways)
    assert percent(THREE_DICE.chance(natural)) == exactly
    fraction, shown = at_least.split(" = ")
    assert THREE_DICE.at_least(natural) == Fraction(fraction)
    assert percent(THREE_DICE.at_least(natural)) == shown
    for special in ("fluke", "fumble"):
        assert (read(natural, 0) == special) == (f"({special})" in cell)


def test_one_throw_in_54_is_a_fluke_and_one_a_fumble__SB_26_SB_27() -> None:
    for total in (None, -20, 0, 20):
        chances = rolls.challenge(total)
        assert chances.chance("fluke") == chances.chance("fumble") == Fraction(1, 54)


@pytest.mark.parametrize("row", rows("O-2"), ids=lambda row: row[0])
def test_a_challenge_by_its_total_modifier__O_2__SB_18(row: Row) -> None:
    cell, ways, lowest, shown, failure, ordinary, ordinary_failure = row
    chances = rolls.challenge(modifier(cell))
    assert rolls.succeeds(modifier(cell)) == Fraction(int(ways), 216)
    assert str(chances.good) == lowest
    assert percent(chances.good) == shown
    fails = chances.chance("failure", "fumble")
    assert f"{fails * 216} ({percent(fails)})" == failure
    assert chances.chance("success") == Fraction(int(ordinary), 216)
    assert chances.chance("failure") == Fraction(int(ordinary_failure), 216)
    assert whole(chances)


@pytest.mark.parametrize("total", [None, *range(-13, 14)])
def test_a_challenge_is_what_all_216_throws_do__SB_20(total: int | None) -> None:
    thrown = Counter(read(sum(faces), total) for faces in THROWS)
    assert rolls.challenge(total).chances() == {k: Fraction(n, 216) for k, n in thrown.items()}


def test_nothing_helps_or_hurts_where_there_is_no_skill__SB_59() -> None:
    assert rolls.summed(None, 20) is None
    assert rolls.summed(2, -3, 1) == 0
    assert rolls.succeeds(rolls.summed(None, 20)) == Fraction(1, 54)


# -- O-3, O-4: contests ------------------------------------------------------------------------


@pytest.mark.parametrize("flukes_count", [False, True], ids=["O-3", "O-4"])
@pytest.mark.parametrize("line", range(17))
@pytest.mark.parametrize("other", [0, 5])
def test_a_contest_by_the_difference__O_3__O_4__SB_31__SB_35(
    line: int, flukes_count: bool, other: int
) -> None:
    row = rows("O-4" if flukes_count else "O-3")[line]
    found = contests.contest((other + int(row[0]), other), flukes_count)
    chances = (found.wins[0], found.tie, found.wins[1])
    assert [chance * 46656 for chance in chances] == [int(cell) for cell in row[1:4]]
    assert [percent(chance) for chance in chances] == row[4:7]
    fraction, shown = row[7].split(" = ")
    assert str(found.carried_on[0]) == fraction
    assert percent(found.carried_on[0]) == shown


@pytest.mark.parametrize("flukes_count", [False, True])
@pytest.mark.parametrize("other", [-9, 0, 9])
def test_without_the_skill_only_the_only_fluke_wins__SB_34(other: int, flukes_count: bool) -> None:
    found = contests.contest((None, other), flukes_count)
    assert found.wins[0] == Fraction(848, 46656) == Fraction(53, 2916)
    assert found.tie == Fraction(16, 46656)


def test_two_without_the_skill_tie_unless_one_flukes__SB_34() -> None:
    found = contests.contest((None, None))
    assert found.wins == (Fraction(53, 2916), Fraction(53, 2916))
    assert found.tie == 1 - 2 * Fraction(53, 2916)
    assert found.carried_on == (Fraction(1, 2), Fraction(1, 2))


def judged(naturals: tuple[int, ...], ratings: tuple[int | None, ...], flukes: bool) -> int:
    """Who wins a contest, by the judge of the table; -1 is a tie."""
    rolls_made = [
        Roll(side, str(side), "", (natural,), rating=rating, outcome=read(natural, rating))
        for side, (natural, rating) in enumerate(zip(naturals, ratings, strict=True))
    ]
    ahead = judge(rolls_made, flukes)
    return int(ahead[0]) if len(ahead) == 1 else -1


@pytest.mark.parametrize("flukes_count", [False, True])
@pytest.mark.parametrize(
    "ratings", [(0, 0, 0), (3, -1, 2), (None, 1, 0), (None, None, -6), (-8, 0, None)]
)
def test_three_sides_are_what_all_throws_do__SB_33(
    ratings: tuple[int | None, ...], flukes_count: bool
) -> None:
    ways: Counter[int] = Counter()
    for naturals in product(range(3, 19), repeat=3):
        weight = 1
        for natural in naturals:
            weight *= THREE_DICE.ways[natural]
        ways[judged(naturals, ratings, flukes_count)] += weight
    found = contests.contest(ratings, flukes_count)
    assert found.wins == tuple(Fraction(ways[side], 216**3) for side in range(3))
    assert found.tie == Fraction(ways[-1], 216**3)


@pytest.mark.parametrize("flukes_count", [False, True])
@pytest.mark.parametrize("ratings", [(1, 3), (None, 0), (2, None), (None, None)])
@pytest.mark.parametrize("fallen", [3, 9, 12, 16, 17])
def test_once_one_side_has_rolled_the_chances_go_by_what_fell__SB_31(
    ratings: tuple[int | None, ...], fallen: int, flukes_count: bool
) -> None:
    ways: Counter[int] = Counter()
    for natural, n in THREE_DICE.ways.items():
        ways[judged((natural, fallen), ratings, flukes_count)] += n
    found = contests.contest(ratings, flukes_count, (None, fallen))
    assert found.wins == tuple(Fraction(ways[side], 216) for side in range(2))
    assert found.tie == Fraction(ways[-1], 216)


def test_a_contest_of_one_is_none() -> None:
    with pytest.raises(ValueError, match="2 to 12"):
        contests.contest((0,))


# -- O-5 … O-7: wounds -------------------------------------------------------------------------


def weapon(cell: str) -> int:
    return content().weapons[cell.split(maxsplit=1)[0].lower()].dice


def armor(cell: str) -> int:
    return content().armor[cell.split(maxsplit=1)[0].lower()].damage_on


@pytest.mark.parametrize("row", rows("O-5"), ids=lambda row: f"{row[0]} {row[1]}")
def test_damage_by_weapon_and_armor__O_5__SB_85__SB_86(row: Row) -> None:
    dice, hurts_from = weapon(row[0]), armor(row[1])
    assert f"({dice})" in row[0]
    assert f"({hurts_from}+)" in row[1]
    found = blows.damage(dice, hurts_from)
    for points, cell in enumerate(row[2:7]):
        ways = found.ways.get(points, 0)
        shown = f"{ways}/{6**dice} ({percent(found.chance(points))})" if ways else "-"
        assert cell == shown
    assert found.mean() == Fraction(row[7])


@pytest.mark.parametrize("row", rows("O-6"), ids=lambda row: row[0])
def test_staying_conscious_by_the_hp_left__O_6__SB_96(row: Row) -> None:
    left = {"below 0": -1, "more": 30}.get(row[0])
    found = rolls.staying_up(int(row[0]) if left is None else left)
    assert whole(found)
    if row[0] == "below 0":
        assert found.chances() == {"dead": 1}
    elif row[0] == "more":
        assert found == rolls.staying_up(6)
    else:
        for key, cell in zip(("up", "out"), row[1:], strict=True):
            fraction, shown = cell.split(" = ")
            assert found.chance(key) == Fraction(fraction)
            assert percent(found.chance(key)) == shown


def test_waking_and_a_rabbits_rage_are_even_chances__SB_101__SB_128() -> None:
    assert rolls.waking().chances() == {"awake": Fraction(1, 2), "out": Fraction(1, 2)}
    assert rolls.going_berserk().chances() == {"berserk": Fraction(1, 2), "calm": Fraction(1, 2)}


@pytest.mark.parametrize("row", rows("O-7"), ids=named)
def test_what_one_hit_does__O_7__SB_94__SB_95__SB_96(row: Row) -> None:
    found = blows.hit(weapon(row[0]), armor(row[1]), int(row[2]))
    assert whole(found)
    for key, cell in zip(("scratch", "hurt", "out", "dead"), row[3:], strict=True):
        chance = found.chance(key)
        assert cell == (f"{chance} ({percent(chance)})" if chance else "0")


def test_a_table_may_let_the_frail_die_at_0__SB_99() -> None:
    usual, frail = blows.hit(1, 4, 1), blows.hit(1, 4, 1, frail=True)
    assert usual.chance("dead") == 0
    assert frail.chances() == {"scratch": Fraction(1, 2), "dead": Fraction(1, 2)}


def test_the_unconscious_lose_hp_and_roll_nothing__SB_97() -> None:
    found = blows.hit_while_out(2, 4, 1)
    assert found.chances() == {
        "scratch": Fraction(1, 4),
        "out": Fraction(1, 2),
        "dead": Fraction(1, 4),
    }


# -- O-8, O-9: attack and defence --------------------------------------------------------------


@pytest.mark.parametrize("row", rows("O-8"), ids=lambda row: row[0])
def test_an_attack_against_a_defence__O_8__SB_124__SB_126(row: Row) -> None:
    attack = int(row[0])
    for column, cell in zip(TABLES["O-8"]["columns"][1:], row[1:], strict=True):
        undefended = column == "no defence"
        found = blows.undefended(attack) if undefended else blows.defended(attack, int(column))
        chance = found.chance("hit")
        assert f"{chance * 46656} ({percent(chance, 1)})" == cell
        assert whole(found)


@pytest.mark.parametrize("attack", [*range(-7, 8), None])
def test_beyond_6_either_way_nothing_changes_and_no_skill_is_the_worst__O_8(
    attack: int | None,
) -> None:
    within = -6 if attack is None else max(-6, min(6, attack))
    assert blows.defended(attack, None) == blows.defended(within, -6)
    assert blows.defended(attack, 11) == blows.defended(within, 6)


@pytest.mark.parametrize("row", rows("O-9"), ids=lambda row: row[0])
def test_where_any_good_defence_would_stop_a_fluke__O_9(row: Row) -> None:
    """No table plays so; counted plainly, it shows what SB-126 is worth."""
    for column, cell in zip(TABLES["O-9"]["columns"][1:], row[1:], strict=True):
        plain = rolls.succeeds(int(row[0])) * (1 - rolls.succeeds(int(column)))
        assert re.fullmatch(r"(\d+) \((.*)\)", cell)
        assert f"{plain * 46656} ({percent(plain, 1)})" == cell
        fluke_gets_through = Fraction(4, 216) * rolls.chance_of("success", int(column))
        assert blows.defended(int(row[0]), int(column)).chance("hit") == plain + fluke_gets_through


@pytest.mark.parametrize(("attack", "defence"), [(0, 0), (-6, 3), (4, None), (None, 2), (2, -1)])
def test_a_defence_is_what_all_throws_do__SB_126(attack: int | None, defence: int | None) -> None:
    hits = 0
    for natural, other in product(THREE_DICE.ways, repeat=2):
        attacks, defends = read(natural, attack), read(other, defence)
        good = attacks in ("success", "fluke")
        stops = defends == "fluke" or (defends == "success" and attacks == "success")
        hits += THREE_DICE.ways[natural] * THREE_DICE.ways[other] * (good and not stops)
    assert blows.defended(attack, defence).chance("hit") == Fraction(hits, 46656)


def test_a_whole_attack_goes_from_the_roll_to_what_becomes_of_the_target() -> None:
    struck, wounded = blows.defended(2, 1), blows.hit(3, 5, 4)
    found = blows.attacked(struck, wounded)
    assert whole(found)
    assert found.chance("missed") == struck.chance("missed")
    assert found.chance("stopped") == struck.chance("stopped")
    assert found.chance("out") == struck.chance("hit") * wounded.chance("out")
    assert found.good == struck.good * (1 - wounded.chance("scratch"))


# -- O-10, O-11: shaping -----------------------------------------------------------------------


@pytest.mark.parametrize("row", rows("O-10"), ids=lambda row: row[0])
def test_shaping_at_the_start__O_10__SB_140(row: Row) -> None:
    rating = int(row[0].split()[0])
    for difficulty, cell in zip((0, -3), row[1:], strict=True):
        fraction, shown = cell.split(" = ")
        assert rolls.shaping(rating, difficulty).good == Fraction(fraction)
        assert percent(rolls.shaping(rating, difficulty).good) == shown


@pytest.mark.parametrize("row", rows("O-11"), ids=lambda row: row[0])
def test_what_luck_is_worth__O_11__SB_143(row: Row) -> None:
    for change, cell in zip((1, -3), row[1:], strict=True):
        worth = rolls.luck(int(row[0]), change)
        assert cell == f"{int(worth * 216):+}/216 = {float(worth * 100):+.2f} points"


def test_luck_is_lost_on_those_who_have_no_skill__SB_59__SB_143() -> None:
    assert rolls.luck(None, 1) == 0


# -- What is shown -----------------------------------------------------------------------------


def test_every_outcome_says_what_it_means() -> None:
    for found in (rolls.challenge(0), rolls.waking(), blows.undefended(1), blows.hit(2, 4, 3)):
        assert all(share.means.endswith(".") for share in found.shares)
        assert any(share.good for share in found.shares)
