"""Growing (SB-176 … SB-184)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace
from tests.games.shapers_and_bots import moments
from tests.games.shapers_and_bots.table import Played, animal

from tablefolk.games.shapers_and_bots.rules import advancement
from tablefolk.games.shapers_and_bots.rules.advancement import GrantRaise, MarkUsed, TakeLesson
from tablefolk.games.shapers_and_bots.rules.adventures import (
    AdventureEnded,
    EndAdventure,
    StartAdventure,
    WriteAdventure,
)
from tablefolk.games.shapers_and_bots.rules.challenges import (
    GrantAutomatic,
    OpenChallenge,
    RollChallenge,
)
from tablefolk.games.shapers_and_bots.rules.fights.start import StartFight
from tablefolk.games.shapers_and_bots.rules.marks import SetMark
from tablefolk.games.shapers_and_bots.rules.values import Character, Pending


def table(species: str = "goat", **more: Any) -> Played:
    """Ann is P1's; an adventure is being played."""
    played = Played(("p1",))
    played.put(animal("ann", species, "p1", **more))
    begin(played)
    return played


def begin(played: Played) -> None:
    number = played.do("gm", WriteAdventure("The cave"))[0].adventure.id
    played.do("gm", StartAdventure(number))


def use(played: Played, key: str, *faces: int) -> None:
    played.do("gm", OpenChallenge("ann", "try it", key))
    played.do("p1", RollChallenge(max(played.world.challenges)), faces)


def over(played: Played, *used: str) -> Played:
    for key in used:
        use(played, key, 2, 3, 3)
    played.do("gm", EndAdventure())
    return played


# -- The end (SB-176) ------------------------------------------------------------------------------


def test_the_end_closes_fights_clears_effects_and_opens_advancement__SB_176() -> None:
    played = table(fixed={"FIT": 1})
    played.put(animal("rex", "lion"))
    played.do("gm", StartFight(("ann", "rex")))
    played.do("gm", OpenChallenge("ann", "climb", "climbing"))
    played.put(replace(played.hero("ann"), pending=(Pending(99, 1, "Luck"),)))
    assert played.no("p1", EndAdventure()) == "director_only"
    assert played.no("gm", GrantRaise("ann", "climbing")) == "not_over"
    (ended,) = played.do("gm", EndAdventure())
    assert ended.fight
    world = played.world
    assert (world.fight, world.running) == (None, 0)
    assert played.hero("ann").pending == ()
    assert [c.status for c in world.challenges.values()] == ["withdrawn"]
    assert played.no("gm", EndAdventure()) == "not_running"


def test_no_mark_outlives_an_adventure_or_goes_into_one__SB_93__SB_176() -> None:
    played = moments.quiet()
    for who, mark in ((moments.FOX, "blinded"), (moments.PIP, "down")):
        played.do("gm", SetMark(who, mark))
    before = played.world
    (ended,) = played.do("gm", EndAdventure())
    assert not any(hero.marks for hero in played.world.cast.values())
    was = AdventureEnded(ended.adventure, ended.title).onto(before)
    assert was.cast[moments.FOX].marks == ("blinded",), "as in logs that do not say whose marks go"
    played.do("gm", SetMark(moments.FOX, "sooty"))
    played.do("gm", WriteAdventure("The next one"))
    played.do("gm", StartAdventure(max(played.world.adventures)))
    assert played.hero(moments.FOX).marks == ()


# -- One raise (SB-177 … SB-180) -------------------------------------------------------------------


def test_the_director_may_raise_one_skill_by_one_level__SB_177() -> None:
    played = over(table(fixed={"climbing": 3}), "climbing")
    assert played.no("p1", GrantRaise("ann", "climbing")) == "director_only"
    (granted, ruling) = played.do("gm", GrantRaise("ann", "climbing"))
    assert (granted.was, granted.now) == (3, 4)
    assert played.rating("ann", "climbing") == 4
    assert ruling.rule == "SB-177"


def test_extras_get_no_raises__SB_177() -> None:
    played = table()
    played.put(animal("rex", "lion"))
    over(played)
    assert played.no("gm", GrantRaise("rex", "climbing")) == "players_only"


def test_only_a_skill_that_was_used_and_only_once__SB_178() -> None:
    played = over(table(), "climbing", "swimming")
    assert played.no("gm", GrantRaise("ann", "singing")) == "not_used"
    assert set(advancement.raisable(played.world, played.hero("ann"))) == {"climbing", "swimming"}
    played.do("gm", GrantRaise("ann", "climbing"))
    assert played.no("gm", GrantRaise("ann", "swimming")) == "already_raised"
    assert advancement.raisable(played.world, played.hero("ann")) == ()
    begin(played)
    over(played, "swimming")
    played.do("gm", GrantRaise("ann", "swimming"))


@pytest.mark.parametrize(
    ("species", "key", "more", "now"),
    [
        ("goat", "computers", {}, -4),
        ("goat", "climbing", {"fixed": {"climbing": 8}}, 9),
        ("sloth", "sixth_sense", {}, -2),
        ("turtle", "shaping:time", {"shaping": ("time",)}, 0),
        ("zebra", "hiding", {}, 4),
    ],
)
def test_a_level_is_none_to_minus_4_or_one_more_at_any_height__SB_179(
    species: str, key: str, more: dict[str, Any], now: int
) -> None:
    played = over(table(species, **more), key)
    played.do("gm", GrantRaise("ann", key))
    assert played.rating("ann", key) == now


def test_features_health_and_budgets_do_not_grow__SB_180() -> None:
    played = over(table(), "climbing", "FIT")
    before = played.hp("ann")
    for key in ("FIT", "STR", "HP"):
        assert played.no("gm", GrantRaise("ann", key)) == "not_a_skill"
    played.do("gm", GrantRaise("ann", "climbing"))
    assert played.hp("ann") == before
    assert played.hero("ann").raises == {}


# -- Teachers (SB-181, SB-182) ---------------------------------------------------------------------


def test_a_teacher_gives_a_new_skill_for_a_price_if_the_director_agrees__SB_181() -> None:
    played = over(table())
    asked = played.ask("p1", TakeLesson("ann", "computers", "Old Bolt", "two days of sweeping"))
    assert asked.rule == "SB-181"
    assert "two days of sweeping" in asked.question
    played.grant(asked)
    assert played.rating("ann", "computers") == -4
    played.do("p1", TakeLesson("ann", "computers", "Old Bolt"))
    assert played.rating("ann", "computers") == -3
    lesson = played.world.lessons[0]
    assert (lesson.teacher, lesson.key, lesson.level, lesson.price) == (
        "Old Bolt", "computers", -4, "two days of sweeping",
    )  # fmt: skip
    assert played.world.rulings[-1].rule == "SB-181"


def test_nobody_is_taught_what_they_cannot_learn__SB_181() -> None:
    played = over(table())
    assert played.no("p1", TakeLesson("ann", "FIT", "a coach")) == "not_a_skill"
    assert played.no("p1", TakeLesson("ann", "flying", "an eagle")) == "not_for_this_species"
    assert played.no("p1", TakeLesson("ann", "shaping:air", "a monk")) == "needs_director"
    assert played.no("p1", TakeLesson("ann", "computers", " ")) == "text_needed"
    bot = Character("bolt", "Bolt", "p1", kind="bot", finished=True)
    played.put(bot)
    assert played.no("p1", TakeLesson("bolt", "shaping:air", "a monk")) == "bots_cannot_shape"


def test_a_lesson_beyond_5_is_a_quest__SB_182() -> None:
    played = over(table(fixed={"climbing": 4}))
    played.do("gm", TakeLesson("ann", "climbing", "Crag"))
    assert played.rating("ann", "climbing") == 5
    assert played.no("p1", TakeLesson("ann", "climbing", "Crag")) == "needs_quest"
    assert played.no("gm", TakeLesson("ann", "climbing", "Crag")) == "needs_quest"
    asked = played.ask("p1", TakeLesson("ann", "climbing", "Crag", quest=True))
    assert "quest" in asked.question
    played.grant(asked)
    assert played.rating("ann", "climbing") == 6


def test_practice_is_not_capped__SB_182() -> None:
    played = over(table(fixed={"climbing": 7}), "climbing")
    played.do("gm", GrantRaise("ann", "climbing"))
    assert played.rating("ann", "climbing") == 8


# -- The ledger (SB-183) ---------------------------------------------------------------------------


def test_the_ledger_fills_itself_with_skills_rolled_or_granted__SB_183() -> None:
    played = table(fixed={"climbing": 3})
    use(played, "swimming", 1, 1, 1)
    use(played, "FIT", 4, 4, 4)
    played.do("gm", OpenChallenge("ann", "a stool", "climbing"))
    played.do("gm", GrantAutomatic(max(played.world.challenges)))
    adventure = played.world.adventure
    assert adventure is not None
    assert adventure.used == {"ann": ("swimming", "climbing")}


def test_the_director_adds_and_strikes_entries__SB_183() -> None:
    played = table()
    use(played, "swimming", 4, 4, 4)
    assert played.no("p1", MarkUsed("ann", "singing")) == "director_only"
    played.do("gm", MarkUsed("ann", "singing"))
    played.do("gm", MarkUsed("ann", "swimming", used=False))
    assert played.no("gm", MarkUsed("ann", "singing")) == "same"
    over(played)
    assert played.no("gm", GrantRaise("ann", "swimming")) == "not_used"
    played.do("gm", MarkUsed("ann", "swimming"))
    played.do("gm", GrantRaise("ann", "swimming"))


# -- Between adventures (SB-184) -------------------------------------------------------------------


def test_at_the_next_start_all_are_well_and_awake_but_the_dead__SB_184() -> None:
    played = over(table("lion"))
    played.put(replace(played.hero("ann"), hp=1, life="unconscious"))
    played.put(animal("rex", "lion", hp=-1, life="dead"))
    begin(played)
    assert (played.hp("ann"), played.hero("ann").life) == (5, "conscious")
    assert (played.hp("rex"), played.hero("rex").life) == (-1, "dead")
