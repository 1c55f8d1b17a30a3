"""The fight of the digest's session at the table, steps 15 to 24, by the rules alone."""

from __future__ import annotations

from typing import Any

from tests.games.wheel_of_fate.small import Small

from tablefolk.games.wheel_of_fate.rules.contests import CloseContest, OpenContest
from tablefolk.games.wheel_of_fate.rules.exchanges import Act, CloseWait, Inflict
from tablefolk.games.wheel_of_fate.rules.helping import Help
from tablefolk.games.wheel_of_fate.rules.order import PreparePool, SetHaste, SetOrder, speed

ALL_THREE = ("unconscious", "insensible", "incoherent")


def the_table() -> Small:
    """Mike comes in with the stress of step 12."""
    mike: dict[str, Any] = {"attributes": (3, 2, 3), "pools": {"kung-fu": 2}, "stress": 1}
    guard: dict[str, Any] = {"kind": "npc"}
    return Small(
        {
            "tom": (3, 2, 3),
            "dave": (2, 4, 2),
            "mike": mike,
            "guard-a": guard | {"attributes": (3, 2, 2)},
            "guard-b": guard | {"attributes": (2, 2, 2)},
        }
    )


def clash(small: Small, who: str, target: str, dice: tuple[int, ...]) -> tuple[int, int]:
    """One acts, both throw; the two totals."""
    small.do(who, Act(who, target))
    small.do("gm", CloseWait(), dice)
    totals = [small.roll(side).result for side in (who, target)]
    first, second = (result.total for result in totals if result and result.total)
    return first, second


def round_one(small: Small) -> None:
    everybody = ("tom", "dave", "mike", "guard-a", "guard-b")
    small.do("gm", OpenContest("Two guards", "physical", everybody, order="dice"))
    small.do("mike", PreparePool("mike", "kung-fu"))
    small.do("gm", SetOrder())


def test_the_first_round_goes_as_the_digest_has_it__WF_84__WF_87__WF_94__WF_95() -> None:
    small = the_table()
    round_one(small)
    assert small.contest.groups == (("mike",), ("tom", "guard-a"), ("dave", "guard-b"))  # 15
    small.do("mike", Act("mike", "guard-a"))
    assert small.built("mike").notation == "3d6+"
    small.do("gm", CloseWait(), (6, 5, 4, 2, 3, 2, 4))  # 16
    assert small.hero("guard-a").stress == 2
    assert small.contest.marks == {"mike": "guard-a"}
    small.do("tom", Act("tom", "guard-a"))
    small.do("dave", Help(small.roll("tom").id, "dave"))
    assert [small.built(who).notation for who in ("tom", "guard-a")] == ["3d6++", "3d6--"]
    small.do("gm", CloseWait(), (4, 4, 3, 1, 2, 6, 5, 4, 4, 5))  # 17
    small.do("gm", Inflict(True))
    assert small.contest.pending == {"tom": 1}
    assert small.contest.marks["guard-a"] == "tom"
    assert clash(small, "guard-a", "tom", (1, 2, 2, 3, 6, 5, 5, 4)) == (5, 14)  # 18
    small.do("tom", Inflict(True))
    assert small.stress() == {"mike": 1, "tom": 1, "guard-a": 4}
    assert small.hero("guard-a").conditions == ALL_THREE
    assert small.refused("dave", Act("dave", "guard-b")) == "already_acted"  # 19
    assert clash(small, "guard-b", "dave", (3, 4, 5, 2)) == (7, 7)  # 20
    assert small.contest.round == 2


def test_the_second_round_goes_as_the_digest_has_it__WF_85__WF_86__WF_87__WF_91() -> None:
    small = the_table()
    round_one(small)
    small.set("tom", stress=1)
    small.set("guard-a", stress=4)
    small.wheel = small.wheel.with_contest(groups=(), acted=(), round=2)
    assert small.refused("tom", SetHaste("tom", 3)) == "too_hasty"  # 21
    small.do("tom", SetHaste("tom", 2))
    assert (speed(small.wheel, "tom"), speed(small.wheel, "mike")) == (5, 5)
    small.do("gm", SetOrder())
    small.do("tom", Act("tom", "guard-b"))
    assert small.built("tom").notation == "3d6---"
    small.do("gm", CloseWait(), (6, 6, 5, 5, 4, 4, 1, 2))  # 22
    assert small.contest.pending == {"guard-b": 3}
    assert clash(small, "mike", "guard-b", (1, 1, 2, 3, 2, 5)) == (6, 7)  # 23
    small.do("gm", Inflict(True))
    assert small.hero("guard-b").conditions == ALL_THREE
    assert (small.hero("mike").stress, small.hero("mike").conditions) == (2, ())
    small.do("gm", CloseContest())  # 24
    assert not small.contest.open
