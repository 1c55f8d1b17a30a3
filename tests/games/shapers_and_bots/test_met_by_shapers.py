"""What a stranger with a shaper met: prices, points and questions that were not said."""

from __future__ import annotations

from typing import Any

import pytest
from tests.games.shapers_and_bots import moments
from tests.games.shapers_and_bots.moments import BOT, FOX, SKAW
from tests.games.shapers_and_bots.table import GAME, Played

from tablefolk.core import play
from tablefolk.core.game import Counts, Offer, WordAsked
from tablefolk.core.stage import Part
from tablefolk.core.table.judging import Answer
from tablefolk.games.shapers_and_bots.page.blocks.play import ChallengeCard
from tablefolk.games.shapers_and_bots.page.blocks.sheets import Maker
from tablefolk.games.shapers_and_bots.rules import sheet
from tablefolk.games.shapers_and_bots.rules.building import BeginSheet, NameCharacter, SpreadPoints
from tablefolk.games.shapers_and_bots.rules.challenges import (
    OpenChallenge,
    RollChallenge,
    TryAgain,
    WithdrawChallenge,
)
from tablefolk.games.shapers_and_bots.rules.content import content
from tablefolk.games.shapers_and_bots.rules.fights.acting import OtherAction
from tablefolk.games.shapers_and_bots.rules.numbers import FixNumber
from tablefolk.games.shapers_and_bots.rules.shaping import Shape
from tablefolk.games.shapers_and_bots.rules.skills import BecomeShaper, BuySkill, TakeBundle


def seen(played: Played, who: str, kind: type) -> Any:
    every = GAME.view(played.table, played.seat(who)).blocks
    return next(block for block in every if isinstance(block, kind))


# -- What a try takes is read before the dice fall (SB-20, SB-119, SB-141) -------------------------


def tried(played: Played, **answer: Any) -> Played:
    """The fox tries to climb, and the Director has answered."""
    asked = played.ask("p1", OpenChallenge(FOX, "Climb the mast", "climbing"))
    played.do("gm", Answer(asked.number, yes=True, fields=answer))
    return played


@pytest.mark.parametrize(
    ("answer", "player", "others"),
    [
        ({"cost": 2}, "Takes all your 2 actions", "Takes 2 actions"),
        ({"difficulty": -1}, "Takes 1 action of your 2", "Takes 1 action"),
        ({"cost": 0}, "Takes no action", "Takes no action"),
    ],
)
def test_the_directors_price_is_read_before_the_roll__SB_119__SB_20(
    answer: dict[str, int], player: str, others: str
) -> None:
    played = tried(moments.turn(), **answer)
    says = [seen(played, who, ChallengeCard).takes for who in ("p1", "gm", "p2")]
    assert says == [player, others, others]
    played.do("p1", WithdrawChallenge(moments.latest(played)))  # and one may walk away
    assert played.world.fight
    assert played.world.fight.combatants[FOX].pool == 2


def test_what_is_not_tried_in_a_fight_takes_nothing_and_says_nothing__SB_119() -> None:
    assert not seen(tried(moments.quiet(), difficulty=-1), "p1", ChallengeCard).takes


def test_the_last_action_is_called_so_and_what_is_called_for_takes_none__SB_119() -> None:
    played = moments.turn()
    played.do("p1", OtherAction(FOX, "Look about", 1))
    played = tried(played, difficulty=0)
    assert seen(played, "p1", ChallengeCard).takes == "Takes your last action"
    played = moments.turn()
    played.do("gm", OpenChallenge(BOT, "Notice it", "AWR"))
    assert seen(played, "p3", ChallengeCard).takes == "Takes no action"


@pytest.mark.parametrize(
    ("focus", "says"), [("full", "Takes the whole turn"), ("hurried", "Takes 1 action of your 2")]
)
def test_what_shaping_takes_is_read_before_the_roll__SB_141(focus: Any, says: str) -> None:
    played = moments.turn()
    played.do("gm", BecomeShaper(FOX, "air"))
    played.do("p1", Shape(FOX, "air", "A gust", focus=focus))
    assert seen(played, "p1", ChallengeCard).takes == says


# -- A set of skills leaves shaping alone (SB-78, SB-84) -------------------------------------------


def turtle(levels: int) -> Played:
    """A turtle in the making shapes luck, and has bought so many levels of it."""
    played = Played()
    played.do("p1", BeginSheet("turtle"))
    played.do("p1", SpreadPoints("turtle", "clever"))
    played.do("p1", NameCharacter("turtle", "Myrtle"))
    played.do("p1", BecomeShaper("turtle", "luck"))
    for _ in range(levels):
        played.do("p1", BuySkill("turtle", "shaping:luck", 1))
    return played


def left(played: Played) -> int:
    return sheet.skill_points(played.world, played.hero("turtle")).left


def test_a_bundle_leaves_what_was_bought_for_shaping__SB_84() -> None:
    played = turtle(3)
    had, rest = played.rating("turtle", "shaping:luck"), left(played)
    played.do("p1", TakeBundle("turtle", "healer"))
    assert played.rating("turtle", "shaping:luck") == had
    assert 0 <= left(played) <= 1  # a dear level may leave one over
    played.do("p1", TakeBundle("turtle", "scout"))  # and instead of the healer
    assert played.rating("turtle", "shaping:luck") == had
    played.do("p1", TakeBundle("turtle"))
    assert (played.hero("turtle").raises, left(played)) == ({"shaping:luck": 3}, rest)
    labels = [o.label for o in play.menu(GAME, played.table, played.seat("p1"))]
    assert "Take all skills back, but not shaping" in labels


def test_what_a_bundle_comes_to_is_said_before_it_is_taken__SB_84__SB_78() -> None:
    played = turtle(0)
    assert not seen(played, "p1", Maker).instead
    played.do("p1", BuySkill("turtle", "first_aid", 1))
    instead = "This comes instead of the skills bought so far."
    assert seen(played, "p1", Maker).instead == instead
    played.do("p1", BuySkill("turtle", "shaping:luck", 1))
    more = f"What is in shaping stays there: {left(played) + 1} points are left for this."
    assert seen(played, "p1", Maker).instead == f"{instead} {more}"


def test_where_shaping_has_all_points_a_bundle_has_none_to_spend__SB_84() -> None:
    played = turtle(0)
    while left(played):
        played.do("p1", BuySkill("turtle", "shaping:luck", 1))
    had = played.hero("turtle").raises
    assert seen(played, "p1", Maker).instead == "Shaping has all the points: none is left for this."
    played.do("p1", TakeBundle("turtle", "healer"))
    assert played.hero("turtle").raises == had


# -- The Director is asked all that matters about shaping (SB-140, SB-141, SB-170) -----------------

BAD_LUCK = "Lower an enemy’s roll by 3"


def lucky(played: Played) -> Played:
    played.do("gm", BecomeShaper(FOX, "luck"))
    played.do("gm", FixNumber(FOX, "shaping:luck", 2))
    return played


def bad_luck(played: Played, **more: Any) -> WordAsked:
    return played.ask("p1", Shape(FOX, "luck", BAD_LUCK, "hard", target=SKAW, **more))


def answers(played: Played, asked: WordAsked) -> list[Offer]:
    menu = play.menu(GAME, played.table, played.seat("gm"))
    return [o for o in menu if o.command is Answer and o.fixed["number"] == asked.number]


def says(played: Played, who: str = "p2") -> list[str]:
    found = (GAME.tell(played.table, e, played.seat(who)) for e in played.log[-1].events)
    return [line.text for line in found if line]


def test_the_question_names_the_target_and_what_it_takes__SB_140__SB_141() -> None:
    head = f"Reynard Quick shapes Luck at Skaw: {BAD_LUCK}."
    hard, full = "Hard tasks are −3.", "It takes the whole turn."
    hurry = "In a hurry, with one action."
    fight = lucky(moments.turn())
    assert bad_luck(fight).question == f"{head} {full} {hard} How hard is it?"
    fight = lucky(moments.turn())
    asked = bad_luck(fight, focus="hurried").question
    assert asked == f"{head} {hurry} {hard} What does the hurry cost?"
    quiet = lucky(moments.quiet())
    assert bad_luck(quiet).question == f"{head} {hard} How hard is it?"
    kind = quiet.ask("p1", Shape(FOX, "luck", "Cross your fingers", target=FOX)).question
    assert kind.startswith("Reynard Quick shapes Luck for Reynard Quick: Cross your fingers.")
    assert kind.endswith("Easy tasks are 0. How hard is it?")


def test_shaping_is_answered_by_the_dial_with_its_chances__SB_140__SB_170() -> None:
    played = lucky(moments.quiet())
    asked = bad_luck(played)
    labels = [o.label for o in answers(played, asked)]
    assert labels[0] == "−3 hard: not likely, 37.5%"  # as the guide has it
    assert "0 ordinary: likely, 74.1%" in labels
    assert labels[-2:] == ["Another number", "No"]
    played.do("gm", Answer(asked.number, yes=True, fields={"difficulty": 0}))
    made = played.world.challenges[moments.latest(played)]
    assert (made.difficulty, made.effect) == (0, "luck_down")  # easier, and all the same


def test_a_plain_yes_is_as_hard_as_the_guide_says__SB_140() -> None:
    for task, hard in (("easy", 0), ("hard", -3)):
        played = lucky(moments.quiet())
        asked = played.ask("p1", Shape(FOX, "luck", "Luck", task, target=SKAW))  # type: ignore[arg-type]
        played.do("gm", Answer(asked.number, yes=True))
        assert played.world.challenges[moments.latest(played)].difficulty == hard


def test_of_a_hurried_task_both_numbers_can_be_set__SB_141__SB_140() -> None:
    played = lucky(moments.turn())
    asked = bad_luck(played, focus="hurried")
    labels = [o.label for o in answers(played, asked)]
    assert any(label.startswith("−3") and "9.3%" in label for label in labels)  # 2 − 3 − 3
    blanks = (blank for offer in answers(played, asked) for blank in offer.blanks)
    (typed,) = (blank for blank in blanks if isinstance(blank, Counts))
    assert [row.value for row in typed.rows] == ["penalty", "difficulty"]
    assert typed.start == (-3, -3)
    played.do("gm", Answer(asked.number, yes=True, fields={"penalty": -1, "difficulty": -2}))
    made = played.world.challenges[moments.latest(played)]
    assert (made.difficulty, [m.value for m in made.modifiers]) == (-2, [-1])


@pytest.mark.parametrize("task", ["easy", "hard"])
def test_a_player_sets_no_difficulty_of_a_task_of_the_book__SB_140(task: Any) -> None:
    played = lucky(moments.quiet())
    for hard in (0, 3):
        command = Shape(FOX, "luck", "Luck", task, difficulty=hard, target=SKAW)
        assert played.no("p1", command) == "director_only"


def test_the_roll_of_shaping_is_told_with_its_target__SB_140() -> None:
    played = lucky(moments.quiet())
    asked = bad_luck(played)
    played.do("gm", Answer(asked.number, yes=True))
    (opened,) = (text for text in says(played) if "shapes" in text)
    assert opened == f"Reynard Quick shapes: {BAD_LUCK}, at Skaw (Luck shaping, difficulty −3)."
    played.do("p1", RollChallenge(moments.latest(played)), (1, 2, 2))
    thrown, came = says(played)
    assert thrown == f"Reynard Quick rolls three dice −1: {BAD_LUCK}, at Skaw"
    assert came.endswith(f"Reynard Quick: {BAD_LUCK}, at Skaw.")
    again = played.ask("p1", TryAgain(moments.latest(played))).question
    assert f"May it be tried anew: {BAD_LUCK} at Skaw?" in again


# -- Half of the game's title is in view while a character is made (SB-137) ------------------------


def begun(species: str) -> Played:
    played = Played()
    played.do("p1", BeginSheet(species))
    if species != "bot":
        played.do("p1", SpreadPoints(species, "clever"))
    return played


def part(played: Played, key: str) -> Part:
    return next(p for p in GAME.parts(played.table, played.seat("p1")) if p.key == key)


def test_the_step_of_skills_leads_to_shaping__SB_137() -> None:
    played = begun("fox")
    found = seen(played, "p1", Maker)
    assert (found.step, found.born[0]) == ("skills", "Born to shape?")
    offers = list(part(played, "born:fox").offers())
    assert {o.fixed["kind"] for o in offers if o.command is BecomeShaper} == {*content().shaping}
    bench = part(played, "bench:fox").offers()
    assert not [o for o in bench if o.command is BecomeShaper]  # each offer has one place


def test_a_bot_sees_nothing_of_shaping__SB_137() -> None:
    played = begun("bot")
    assert seen(played, "p1", Maker).born == ("", "")
    keys = [p.key for p in GAME.parts(played.table, played.seat("p1"))]
    assert not [key for key in keys if key.startswith("born")]


def test_who_shapes_reads_so_and_is_still_asked_what_was_learned__SB_137__SB_84() -> None:
    played = begun("turtle")
    played.do("p1", BecomeShaper("turtle", "luck"))
    assert seen(played, "p1", Maker).born[0] == "Shapes Luck (−1)"
    played.do("p1", BuySkill("turtle", "shaping:luck", 1))
    found = seen(played, "p1", Maker)
    assert (found.step, found.born[0]) == ("skills", "Shapes Luck (0)")
    played.do("p1", TakeBundle("turtle", "healer"))
    assert seen(played, "p1", Maker).step == "name"
