"""A player asks, and the Director's answer says what is theirs to say (SB-17, SB-119, SB-170)."""

from __future__ import annotations

from typing import Any

import pytest
from tests.games.shapers_and_bots.fighting import Brawl
from tests.games.shapers_and_bots.moments import attacked, failed, gust, opening, quiet, turn
from tests.games.shapers_and_bots.table import GAME, Played, animal

from tablefolk.core import play
from tablefolk.core.game import Offer, WordAsked
from tablefolk.core.table.judging import Answer
from tablefolk.games.shapers_and_bots.page.view.challenges import dial
from tablefolk.games.shapers_and_bots.rules.challenges import OpenChallenge, RollChallenge, TryAgain
from tablefolk.games.shapers_and_bots.rules.fights.acting import OtherAction, PickUp
from tablefolk.games.shapers_and_bots.rules.fights.attacking import DeclareAttack, SetUnseen
from tablefolk.games.shapers_and_bots.rules.shaping import Shape
from tablefolk.games.shapers_and_bots.rules.values import Challenge

DIRECTORS = {
    "difficulty",
    "penalty",
    "modifier",
    "cost",
    "value",
}  # numbers that are not a player's


def table() -> Played:
    played = Played()
    played.put(animal("gert", player="p1", fixed={"climbing": 2, "first_aid": 1}))
    played.put(animal("lara", player="p2", shaping=("water",), fixed={"shaping:water": 1}))
    return played


def answers(played: Played, asked: WordAsked) -> list[Offer]:
    menu = play.menu(GAME, played.table, played.seat("gm"))
    return [o for o in menu if o.command is Answer and o.fixed["number"] == asked.number]


def say_yes(played: Played, asked: WordAsked, **fields: Any) -> Challenge:
    played.do("gm", Answer(asked.number, yes=True, fields=fields))
    return list(played.world.challenges.values())[-1]


# -- How hard it is ------------------------------------------------------------------------------


def test_the_director_sets_the_difficulty_in_the_answer__SB_17__SB_170() -> None:
    played = table()
    asked = played.ask("p1", OpenChallenge("gert", "climb the wall", "climbing"))
    assert asked.question.endswith("How hard is it?")
    assert say_yes(played, asked, difficulty=-3).difficulty == -3


def test_the_answer_is_a_dial_with_the_chance_at_every_stop__SB_170__SB_20() -> None:
    played = table()
    asked = played.ask("p1", OpenChallenge("gert", "climb the wall", "climbing"))
    labels = [offer.label for offer in answers(played, asked)]
    assert "0 ordinary: likely, 74.1%" in labels  # three dice and 2 make 11
    assert any(label.startswith("−3 hard: not likely, 37.5") for label in labels)
    assert labels[-2:] == ["Another number", "No"]
    assert "Yes" not in labels


def test_whether_asked_or_called_the_dial_is_the_same__SB_170__SB_20() -> None:
    played = table()
    played.do("gm", OpenChallenge("gert", "climb the wall", "climbing"))
    [hero] = (hero for hero in played.world.cast.values() if hero.id == "gert")
    [tried] = played.world.challenges.values()
    called = [(stop.value, stop.text, stop.name, stop.chance.text if stop.chance else "")
              for stop in dial(played.world, played.seat("gm"), hero, tried)]  # fmt: skip
    asked = played.ask("p1", OpenChallenge("gert", "climb the wall", "climbing"))
    notches = [offer.notch for offer in answers(played, asked) if offer.notch]
    stops = sorted((one.value, one.text, one.name, one.chance) for one in notches)
    assert stops == called
    assert (-3, "−3", "hard", "37.5%") in stops


def test_where_only_a_fluke_helps_the_answer_has_no_dial__SB_59__SB_170() -> None:
    played = table()
    asked = played.ask("p1", OpenChallenge("gert", "mend the clock", "mechanics"))
    yes, no = answers(played, asked)
    assert yes.label == "0 ordinary: only with a lot of luck, 1.9%; only a fluke helps"
    assert yes.notch is None
    assert no.label == "No"
    assert say_yes(played, asked, difficulty=0).difficulty == 0


def test_where_the_odds_are_shown_to_nobody_the_dial_has_none__SB_20() -> None:
    played = Played(options={"odds_shown": "nobody"})
    played.put(animal("gert", player="p1", fixed={"climbing": 2}))
    asked = played.ask("p1", OpenChallenge("gert", "climb the wall", "climbing"))
    assert "0 ordinary" in [offer.label for offer in answers(played, asked)]


def test_a_new_try_begins_with_what_it_was_before__SB_24() -> None:
    played = table()
    asked = played.ask("p1", OpenChallenge("gert", "climb the wall", "climbing"))
    tried = say_yes(played, asked, difficulty=-7)
    played.do("p1", RollChallenge(tried.id), (2, 2, 3))
    again = played.ask("p1", TryAgain(tried.id))
    first = answers(played, again)[0]
    assert first.fixed["fields"] == {"difficulty": -7}
    assert first.label.startswith("−7")


def test_nothing_else_in_a_command_is_the_answers_to_fill_in__TF_16() -> None:
    played = table()
    asked = played.ask("p1", OpenChallenge("gert", "climb the wall", "climbing"))
    no = played.refused("gm", Answer(asked.number, yes=True, fields={"who": "lara"}))
    assert (no.rule, no.code) == ("TF-16", "not_asked")


MOMENTS = (quiet, failed, gust, opening, turn, attacked)


@pytest.mark.parametrize("moment", MOMENTS, ids=lambda moment: moment.__name__)
def test_a_player_is_never_asked_for_a_number_of_the_directors__SB_17(moment: Any) -> None:
    played = moment()
    for player in ("p1", "p2", "p3"):
        for offer in play.menu(GAME, played.table, played.seat(player)):
            asked = {blank.name for blank in offer.blanks}
            assert not DIRECTORS & asked or offer.do.startswith("Make"), offer.label


@pytest.mark.parametrize(
    "command",
    [
        OpenChallenge("gert", "climb", "climbing", difficulty=3),
        Shape("gert", "air", "a gust", "own", difficulty=3),
        Shape("gert", "air", "a gust", focus="hurried", penalty=-1),
    ],
    ids=lambda command: type(command).__name__,
)
def test_a_player_cannot_say_how_hard_it_is__SB_17(command: Any) -> None:
    played = table()
    played.put(animal("gert", player="p1", shaping=("air",), fixed={"shaping:air": 1}))
    assert played.no("p1", command) == "director_only"


def test_who_is_treated_is_in_the_question__SB_102() -> None:
    played = table()
    treat = OpenChallenge("gert", "Treat the wounds", "first_aid", purpose="healing", target="lara")
    assert "Lara" in played.ask("p1", treat).question


# -- Shaping -------------------------------------------------------------------------------------


def test_what_a_hurry_costs_is_the_directors_answer__SB_141() -> None:
    played = table()
    asked = played.ask("p2", Shape("lara", "water", "a wave", "easy", focus="hurried"))
    made = say_yes(played, asked, penalty=-5)
    assert [(m.label, m.value) for m in made.modifiers] == [("in a hurry", -5)]


def test_how_far_beyond_hard_a_crime_is_the_director_says__SB_147() -> None:
    played = table()
    crime = Shape("lara", "water", "freeze", "own", target="gert", matter="living", sure=True)
    asked = played.ask("p2", crime)
    stops = [o.fixed["fields"]["difficulty"] for o in answers(played, asked) if "fields" in o.fixed]
    assert stops == [-5, -10]
    no = played.refused("gm", Answer(asked.number, yes=True, fields={"difficulty": -3}))
    assert no.code == "awaiting_ruling"
    assert say_yes(played, asked, difficulty=-12).difficulty == -12


# -- In a fight ----------------------------------------------------------------------------------


def duel() -> Brawl:
    return Brawl(a={"player": "p1", "fixed": {"FIT": 3}}, b={"player": "p2"}).begin()


def test_what_another_action_costs_is_the_directors_answer__SB_119() -> None:
    brawl = duel()
    asked = brawl.ask("p1", OtherAction("a", "bar the door"))
    assert [o.fixed["fields"]["cost"] for o in answers(brawl, asked)[:-1]] == [0, 1, 2]
    brawl.do("gm", Answer(asked.number, yes=True, fields={"cost": 2}))
    assert brawl.part("a").pool == 0


def test_what_a_trick_is_worth_is_the_directors_answer__SB_120() -> None:
    brawl = duel()
    asked = brawl.ask("p1", DeclareAttack("a", "b", because="sand in the eyes"))
    brawl.do("gm", Answer(asked.number, yes=True, fields={"modifier": 2}))
    assert [(m.label, m.value) for m in brawl.attack.modifiers] == [("sand in the eyes", 2)]


def test_a_surprise_is_said_before_the_defender_can_act__SB_127() -> None:
    brawl = duel()
    assert brawl.no("p1", SetUnseen("a")) == "director_only"
    brawl.do("gm", SetUnseen("a"))
    assert brawl.no("gm", SetUnseen("a")) == "same"
    events = brawl.do("p1", DeclareAttack("a", "b"))  # one entry: nobody can come between
    assert "SurpriseRuled" in [type(event).__name__ for event in events]
    brawl.say("= stage attack_roll", "b defends ! surprised", "a rolls 5")
    brawl.say("* a attacks=0", "a attacks b", "= stage defence")  # only the one attack


def test_an_attack_on_a_thing_does_not_give_an_ambusher_away__SB_127() -> None:
    brawl = duel()
    brawl.do("gm", SetUnseen("a"))
    brawl.do("p1", DeclareAttack("a", thing="the rope"))
    assert brawl.part("a").unseen


def test_only_the_ambusher_and_the_director_know_of_the_ambush__SB_127() -> None:
    brawl = duel()
    (event,) = brawl.do("gm", SetUnseen("a"))
    told = {who: GAME.tell(brawl.table, event, brawl.seat(who)) for who in ("gm", "p1", "p2")}
    assert told["gm"]
    assert told["p1"]
    assert told["p2"] is None
    before, after = (str(GAME.view(b.table, b.seat("p2"))) for b in (duel(), brawl))
    assert before == after


def test_picking_up_is_a_plain_action_and_asks_nobody__SB_112() -> None:
    brawl = duel()
    brawl.do("p1", PickUp("a", name="a chair"))
    assert brawl.part("a").pool == 1
    assert brawl.ask("p1", PickUp("a", gear="rock")).rule == "SB-112"  # a weapon out of nowhere
