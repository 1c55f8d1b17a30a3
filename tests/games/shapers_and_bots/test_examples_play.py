"""The digest's worked examples and vectors about challenges, contests, shaping and growing."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from tests.games.shapers_and_bots.table import Played, animal

from tablefolk.games.shapers_and_bots.rules import sheet
from tablefolk.games.shapers_and_bots.rules.advancement import GrantRaise
from tablefolk.games.shapers_and_bots.rules.adventures import (
    EndAdventure,
    StartAdventure,
    WriteAdventure,
)
from tablefolk.games.shapers_and_bots.rules.challenges import (
    GiveModifier,
    GrantAutomatic,
    OpenChallenge,
    RollChallenge,
    TellStory,
)
from tablefolk.games.shapers_and_bots.rules.contests import OpenContest, RollContest, RuleTie
from tablefolk.games.shapers_and_bots.rules.extras import SetRating
from tablefolk.games.shapers_and_bots.rules.fights.start import StartFight
from tablefolk.games.shapers_and_bots.rules.shaping import BendTime, Shape
from tablefolk.games.shapers_and_bots.rules.values import Challenge, Roll

EXAMPLES = tomllib.loads(Path(__file__).with_name("examples.toml").read_text("utf-8"))
Row = dict[str, Any]


def named(row: Row) -> str:
    return str(row["id"])


def table(row: Row, key: str) -> Played:
    """Somebody with just this rating."""
    played = Played()
    rating = row.get("rating", 0)
    fixed = {} if "species" in row else {key: None if rating == "None" else rating}
    played.put(animal("zit", row.get("species", "goat"), "p1", fixed=fixed))
    return played


def opened(played: Played, row: Row, key: str) -> Challenge:
    more = {"modifier": row.get("modifier", 0), "because": "the Director"}
    command = OpenChallenge("zit", "the task", key, row.get("difficulty", 0), **more)
    made: Challenge = played.do("gm", command)[0].challenge
    return made


@pytest.mark.parametrize("row", EXAMPLES["challenge"], ids=named)
def test_challenges__SB_18__SB_26__SB_27__SB_28__SB_59(row: Row) -> None:
    key = row.get("key", "climbing")
    played = table(row, key)
    challenge = opened(played, row, key)
    roll: Roll = played.do("p1", RollChallenge(challenge.id), row["faces"])[0].roll
    assert roll.outcome == row["outcome"]
    assert roll.natural == row.get("natural", roll.natural)
    assert roll.score == row.get("score", roll.score)
    assert sheet.notation(roll.modifier) == row.get("shown", sheet.notation(roll.modifier))
    assert roll.wants_story == (row["outcome"] in ("fluke", "fumble"))
    if "instead" in row or "story" in row:
        played.do("gm", TellStory(roll.id, row.get("story", ""), row.get("instead", "")))
        told = played.world.rolls[roll.id]
        assert (told.instead, told.wants_story) == (row.get("instead", ""), False)


@pytest.mark.parametrize("row", EXAMPLES["automatic"], ids=named)
def test_success_without_dice__SB_21(row: Row) -> None:
    key = row.get("key", "climbing")
    played = table(row, key)
    challenge = opened(played, row, key)
    if "code" in row:
        assert played.no("gm", GrantAutomatic(challenge.id)) == row["code"]
    else:
        assert played.do("gm", GrantAutomatic(challenge.id))[0].total == row["total"]


@pytest.mark.parametrize("row", EXAMPLES["contest"], ids=named)
def test_contests__SB_31__SB_32__SB_35(row: Row) -> None:
    played = Played(options={"contest_flukes": row.get("flukes", False)})
    names = ("gertrude", "norwin")
    for name, rating in zip(names, row["ratings"], strict=True):
        played.put(animal(name, "elephant", fixed={"STR": rating}))
    played.do("gm", OpenContest("the rope", names[0], "STR", names[1], "STR"))
    number = max(played.world.contests)
    for tries, (throw, scores) in enumerate(zip(row["throws"], row["scores"], strict=True)):
        if tries:
            played.do("gm", RuleTie(number, again=True))
        events = played.do("gm", RollContest(number), [f for faces in throw for f in faces])
        assert [events[0].roll.score, events[2].roll.score] == scores
    assert played.world.contests[number].winner == names[row["winner"]]


@pytest.mark.parametrize("row", EXAMPLES["time"], ids=named)
def test_four_actions_less_debts__SB_142(row: Row) -> None:
    played = Played()
    played.put(animal("tess", "turtle", "p1", shaping=("time",)))
    played.put(animal("leo", "lion"))
    played.do("gm", StartFight(("tess", "leo")))
    pool = 2 - row["debt"]
    world = played.world.with_combatant("tess", pool=pool, opened=pool, owed=row["debt"])
    played.table = replace(played.table, play=world)
    played.do("p1", BendTime("tess", row["task"]), row["faces"])
    one = played.world.combatant("tess")
    assert one is not None
    assert (one.hasted, one.pool) == (row["hasted"], row["pool"])


def test_two_shapers_take_the_initiative_and_go_by_fitness__V_29__SB_142() -> None:
    played = Played()
    played.put(animal("tess", "turtle", "p1", shaping=("time",), fixed={"FIT": -2}))
    played.put(animal("gus", "goat", "p2", shaping=("time",)))
    played.put(animal("ari", "eagle"))
    played.do("gm", StartFight(("tess", "gus", "ari")))
    played.do("p1", BendTime("tess", "first"), (5, 5, 5))
    played.do("p2", BendTime("gus", "first"), (5, 5, 5))
    fight = played.world.fight
    assert fight is not None
    assert fight.order == ("gus", "tess", "ari")


def test_courage_is_not_for_players_characters__V_37__SB_167() -> None:
    played = Played()
    played.put(animal("ann", "goat", "p1"))
    assert played.no("gm", SetRating("ann", "CRG", 1)) == "extras_only"


def test_seeing_the_future_is_impossible__V_38__SB_146() -> None:
    played = Played()
    played.put(animal("tess", "turtle", "p1", shaping=("time",)))
    command = Shape("tess", "time", "tomorrow", matter="see_the_future")
    assert played.no("tess", command) == "impossible"


def test_a_raise_for_what_was_used_and_one_only__V_39__SB_178() -> None:
    played = Played(("p1",))
    played.put(animal("garree", "goat", "p1", fixed={"weapon:bow": 3}))
    number = played.do("gm", WriteAdventure("The pirates"))[0].adventure.id
    played.do("gm", StartAdventure(number))
    for key in ("weapon:bow", "stealth"):
        played.do("gm", OpenChallenge("garree", "try", key))
        played.do("p1", RollChallenge(max(played.world.challenges)), (3, 3, 3))
    played.do("gm", EndAdventure())
    assert played.no("gm", GrantRaise("garree", "singing")) == "not_used"
    played.do("gm", GrantRaise("garree", "weapon:bow"))
    assert played.rating("garree", "weapon:bow") == 4
    assert played.no("gm", GrantRaise("garree", "stealth")) == "already_raised"


@pytest.mark.parametrize(
    ("faces", "scores", "outcomes"),
    [
        (((5, 4, 2), (5, 4, 2)), (10, 13), ("failure", "success")),
        (((6, 6, 5), (5, 4, 2)), (16, 13), ("fluke", "success")),
    ],
    ids=["V-40", "V-41"],
)
def test_luck_on_an_enemy_counts_once_and_unmakes_no_fluke__SB_143__SB_28(
    faces: tuple[tuple[int, ...], ...], scores: tuple[int, ...], outcomes: tuple[str, ...]
) -> None:
    played = Played()
    played.put(animal("foe", "goat", fixed={"climbing": 2}))
    played.do("gm", GiveModifier("foe", -3, "Luck"))
    for thrown, score, outcome in zip(faces, scores, outcomes, strict=True):
        played.do("gm", OpenChallenge("foe", "climb", "climbing"))
        roll = played.do("gm", RollChallenge(max(played.world.challenges)), thrown)[0].roll
        assert (roll.score, roll.outcome) == (score, outcome)


def test_who_has_defended_cannot_concentrate__V_44__SB_141() -> None:
    played = Played()
    played.put(animal("lara", "lion", "p1", shaping=("air",)))
    played.put(animal("gus", "goat"))
    played.do("gm", StartFight(("lara", "gus")))
    world = played.world.with_combatant("lara", pool=1, defended=1)
    played.table = replace(played.table, play=world)
    assert played.no("lara", Shape("lara", "air", "a gust")) == "not_concentrating"
    played.ask("p1", Shape("lara", "air", "a gust", focus="hurried"))
