"""The odds of the digest, fraction for fraction (MU-48)."""

from __future__ import annotations

from fractions import Fraction

import pytest
from tests.games.mutagen.table import Played, created

from tablefolk.core.game import Command
from tablefolk.games import mutagen
from tablefolk.games.mutagen.playbooks.effects import BANDS
from tablefolk.games.mutagen.rules import chances
from tablefolk.games.mutagen.rules.proposing import ExploitStatus, Propose
from tablefolk.games.mutagen.rules.rolling import RollMove
from tablefolk.games.mutagen.rules.speaking import GiveModifier, LetPass
from tablefolk.games.mutagen.rules.values import Part

F = Fraction
# Results out of 36 by modifier: crit, full, some, fail, then 10+ and 7+.
RESULTS = {
    -3: (0, 0, 6, 30, 0, 6),
    -2: (0, 1, 9, 26, 1, 10),
    -1: (0, 3, 12, 21, 3, 15),
    0: (1, 5, 15, 15, 6, 21),
    1: (3, 7, 16, 10, 10, 26),
    2: (6, 9, 15, 6, 15, 30),
    3: (10, 11, 12, 3, 21, 33),
}
FROM_13 = {
    -3: (0, 0, 6, 30),
    -2: (0, 1, 9, 26),
    -1: (0, 3, 12, 21),
    0: (0, 6, 15, 15),
    1: (1, 9, 16, 10),
    2: (3, 12, 15, 6),
    3: (6, 15, 12, 3),
}
ONE_MORE = {-3: 4, -2: 5, -1: 6, 0: 5, 1: 4, 2: 3}
LEAD = {
    (0, -1): (F(35, 144), F(175, 1728), F(875, 20736), F(4375, 248832)),
    (0, 0): (F(49, 144), F(343, 1728), F(2401, 20736), F(16807, 248832)),
    (0, 1): (F(91, 216), F(1183, 3888), F(15379, 69984), F(199927, 1259712)),
    (2, 0): (F(35, 72), F(245, 864), F(1715, 10368), F(12005, 124416)),
    (2, 1): (F(65, 108), F(845, 1944), F(10985, 34992), F(142805, 629856)),
    (2, 2): (F(25, 36), F(125, 216), F(625, 1296), F(3125, 7776)),
    (3, 3): (F(121, 144), F(1331, 1728), F(14641, 20736), F(161051, 248832)),
}
WILL = {  # gain, lose, expected change, regain at 0
    -3: (F(0), F(30, 36), F(-5, 6), F(0)),
    -2: (F(0), F(26, 36), F(-13, 18), F(1, 36)),
    -1: (F(0), F(21, 36), F(-7, 12), F(1, 12)),
    0: (F(1, 36), F(15, 36), F(-7, 18), F(1, 6)),
    1: (F(3, 36), F(10, 36), F(-7, 36), F(5, 18)),
    2: (F(6, 36), F(6, 36), F(0), F(5, 12)),
    3: (F(10, 36), F(3, 36), F(7, 36), F(7, 12)),
}
UNTIL_EMPTY = {
    3: (F(36, 7), F(2824, 375), F(3321, 250), F(36)),
    4: (F(48, 7), F(56824, 5625), F(45963, 2500), F(60)),
    5: (F(60, 7), F(1069324, 84375), F(587889, 25000), F(90)),
}


def moves_until_empty(modifier: int, capacity: int) -> Fraction:
    """The expected number of story moves from full Will until it first reaches 0.

    Stepping down once from a level takes, on average, as long as one move, and for each gain on
    the way the steps down from the level above again.
    """
    one = chances.ebb(modifier)
    down = total = Fraction(0)
    for level in range(capacity, 0, -1):
        gain = one.gain if level < capacity else Fraction(0)
        down = (1 + gain * down) / one.lose
        total += down
    return total


def sessions_to_level(boxes: int, statements: int) -> int:
    """Sessions to the first level-up, at so many statements each."""
    return -(-boxes // statements)


@pytest.mark.parametrize("modifier", RESULTS)
def test_the_four_results_by_modifier__MU_44(modifier: int) -> None:
    *four, ten, seven = (F(n, 36) for n in RESULTS[modifier])
    found = chances.bands(modifier)
    assert [found[band] for band in BANDS] == four
    assert found["crit"] + found["full"] == ten
    assert chances.success(modifier) == seven


@pytest.mark.parametrize("modifier", FROM_13)
def test_with_criticals_from_13_a_12_is_a_full_success__MU_44(modifier: int) -> None:
    found = chances.bands(modifier, 13)
    assert [found[band] for band in BANDS] == [F(n, 36) for n in FROM_13[modifier]]


def test_a_critical_is_impossible_at_minus_one_and_a_full_success_at_minus_three__MU_44() -> None:
    assert chances.bands(-1)["crit"] == 0
    assert chances.bands(-3)["full"] == 0
    assert chances.success(0) == F(21, 36)  # almost 60 % (W-1)


@pytest.mark.parametrize("modifier", ONE_MORE)
def test_what_one_more_is_worth__MU_48(modifier: int) -> None:
    more = chances.success(modifier + 1) - chances.success(modifier)
    assert more == F(ONE_MORE[modifier], 36)


@pytest.mark.parametrize(("leader", "follower"), LEAD)
def test_how_often_a_leader_wins_the_resist_back__MU_87(leader: int, follower: int) -> None:
    found = tuple(chances.comes_back(leader, [follower] * n) for n in range(1, 5))
    assert found == LEAD[leader, follower]


@pytest.mark.parametrize("modifier", WILL)
def test_the_ebb_of_will__MU_119__MU_120(modifier: int) -> None:
    one = chances.ebb(modifier)
    assert (one.gain, one.lose, one.change, one.regain) == WILL[modifier]


@pytest.mark.parametrize("capacity", UNTIL_EMPTY)
def test_how_many_story_moves_will_lasts__MU_118(capacity: int) -> None:
    found = tuple(moves_until_empty(m, capacity) for m in (-1, 0, 1, 2))
    assert found == UNTIL_EMPTY[capacity]


def test_how_many_sessions_a_level_takes__MU_139() -> None:
    assert [sessions_to_level(6, k) for k in range(1, 6)] == [6, 3, 2, 2, 2]
    assert [sessions_to_level(8, k) for k in range(1, 6)] == [8, 4, 3, 2, 2]


# -- At the table ------------------------------------------------------------------------------


def seen(played: Played, member: str, command: Command) -> chances.Chances | None:
    return mutagen.odds(played.show, played.seat(member), command)


def test_before_the_dice_the_parts_and_every_chance_are_seen__MU_48() -> None:
    played = created()
    number = played.ready("f", "go_dark", aptitude="athletics")
    played.boost(number, -2)
    found = seen(played, "p2", RollMove(number))
    assert found is not None
    assert found.parts == (Part("rating", 1, "athletics"), Part("gm", -2, "for the example"))
    assert found.modifier == -1
    assert found.bands == chances.bands(-1)
    assert found.with_status == chances.bands(0)


def test_a_proposal_shows_its_odds_before_it_is_made__MU_48() -> None:
    played = created()
    found = seen(played, "p1", Propose("s", "connect_the_dots", "thinking", aptitude="research"))
    assert found is not None
    assert found.bands == chances.bands(0)
    nothing = seen(played, "p1", Propose("s", "connect_the_dots", "thinking"))
    assert nothing is not None
    assert nothing.parts == (Part("nothing", -1),)
    assert seen(played, "p1", Propose("s", "connect_the_dots")) is None


def test_the_gm_sees_what_a_penalty_would_do__MU_48() -> None:
    played = created()
    number = played.propose("f", "go_dark", aptitude="athletics")
    found = seen(played, "gm", GiveModifier(number, -3, "guards everywhere"))
    assert found is not None
    assert found.modifier == -2
    passed = seen(played, "gm", LetPass(number))
    assert passed is not None
    assert passed.modifier == 1
    assert seen(played, "p2", ExploitStatus(number, 99, "somehow")) is None


def test_odds_are_shown_as_the_table_agreed__TF_23() -> None:
    played = created({"odds_shown": "roller"})
    number = played.ready("f", "go_dark", aptitude="athletics")
    assert seen(played, "p2", RollMove(number)) is not None
    assert seen(played, "gm", RollMove(number)) is not None
    assert seen(played, "p1", RollMove(number)) is None
