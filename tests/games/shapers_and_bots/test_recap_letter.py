"""The recap of an evening reads like a letter: sentences, sides, blows, hands (TF-15)."""

from __future__ import annotations

from tests.games.shapers_and_bots import moments
from tests.games.shapers_and_bots.moments import BOT, FOX, PIP, TURTLE
from tests.games.shapers_and_bots.table import GAME, Played

from tablefolk.core.recap import Paragraph
from tablefolk.core.table.scenes import CloseSession, EndScene, OpenScene
from tablefolk.core.table.talk import AskHands, CloseHands, Vote
from tablefolk.games.shapers_and_bots.rules.building import TakeReady
from tablefolk.games.shapers_and_bots.rules.challenges import OpenChallenge, RollChallenge
from tablefolk.games.shapers_and_bots.rules.contests import OpenContest, RollSide, RuleTie
from tablefolk.games.shapers_and_bots.rules.fights.attacking import (
    DeclareAttack,
    DeclineDefence,
    Defend,
)
from tablefolk.games.shapers_and_bots.rules.fights.blows import (
    RollAttack,
    RollDefence,
)
from tablefolk.games.shapers_and_bots.rules.fights.rounds import EndTurn, OpenRound
from tablefolk.games.shapers_and_bots.rules.fights.start import EndFight, StartFight
from tablefolk.games.shapers_and_bots.rules.harm import Injure, RollBerserk, RollKnockout
from tablefolk.testing.playing import Evening


def evening() -> Played:
    """A scene of the adventure; what comes is up to the test."""
    played = moments.quiet()
    played.do("gm", OpenScene("The lamp house"))
    return played


def read(played: Played, number: int = 1) -> list[Paragraph]:
    recap = Evening.of(GAME, played.table, played.log).recap(1)
    (chapter,) = (c for c in recap.chapters if c.number == number)
    return list(chapter.told)


def test_an_adventure_begins_at_the_top_and_a_fight_is_no_fact__TF_15() -> None:
    played = evening()
    assert read(played, 0)[-1].text.startswith("The adventure begins: ")
    played.do("gm", EndScene())
    played.do("gm", CloseSession())
    played.do("gm", StartFight((FOX, PIP), ties=(FOX, PIP)))
    recap = Evening.of(GAME, played.table, played.log).recap(1)
    assert recap.kept("facts") == ()


def test_a_try_is_one_sentence_in_several_wordings__TF_15() -> None:
    played = evening()
    for faces in ((6, 5, 5), (6, 5, 5), (6, 5, 5), (1, 2, 3)):
        played.do("gm", OpenChallenge(FOX, "Up the rock", "climbing"))
        played.do("p1", RollChallenge(moments.latest(played)), faces)
    every = read(played)
    assert {p.title for p in every} == {"Up the rock:"}
    assert len({p.text for p in every}) == 4
    assert all("Reynard Quick" in p.text and "with Climbing" in p.text for p in every)


def test_harm_is_told_as_the_past_it_is__TF_15__SB_91() -> None:
    played = evening()
    played.do("gm", Injure(FOX, points=1, source="a falling lamp"))
    played.do("p1", RollKnockout(FOX), (1, 2, 1))
    played.do("gm", Injure(BOT, points=1))
    played.do("p3", RollKnockout(BOT), (6, 5, 4))
    (lamp,) = read(played)
    assert (lamp.title, lamp.text) == ("A falling lamp:", "Reynard Quick was knocked out.")


def test_a_fight_tells_its_sides_its_blows_and_who_won__TF_15() -> None:
    played = evening()
    played.do("gm", StartFight((FOX, PIP), ties=(FOX, PIP)))
    played.do("p1", DeclareAttack(FOX, PIP))
    played.do("gm", Defend(PIP))
    played.do("p1", RollAttack(FOX), (5, 5, 4))
    played.do("gm", RollDefence(PIP), (6, 5, 5))
    played.do("p1", EndTurn(FOX))
    played.do("gm", EndTurn(PIP))
    played.do("gm", OpenRound())
    played.do("p1", DeclareAttack(FOX, PIP))
    played.do("gm", DeclineDefence(PIP))
    played.do("p1", RollAttack(FOX), (5, 5, 4, 6))
    played.do("gm", RollKnockout(PIP), (1, 2, 1))
    played.do("gm", EndFight())
    (fight,) = read(played)
    assert fight.text == (
        "Reynard Quick fought Pip. Pip stopped Reynard Quick. Reynard Quick knocked Pip out. "
        "Reynard Quick won after 2 rounds."
    )


def test_whoever_is_new_arrives_in_the_story__TF_15() -> None:
    played = evening()
    played.do("p2", TakeReady("boing"))
    assert any("Boing" in p.text for p in read(played))


def test_a_show_of_hands_is_read_with_its_result__TF_15__TF_18() -> None:
    played = evening()
    played.do("p1", AskHands("Do we let Skaw go?"))
    poll = max(played.table.polls)
    for who in ("p1", "p2"):
        played.do(who, Vote(poll, 0))
    played.do("gm", CloseHands(poll))
    assert any("Do we let Skaw go?" in p.text and "Yes: 2" in p.text for p in read(played))


def throws(played: Played) -> tuple[str, ...]:
    return Evening.of(GAME, played.table, played.log).recap(1).kept("throws")


def test_what_happens_during_a_fight_is_told_in_its_place__TF_15() -> None:
    played = evening()
    played.do("gm", StartFight((FOX, PIP), ties=(FOX, PIP)))
    played.do("p2", TakeReady("boing"))
    played.do("gm", EndFight())
    assert [p.title or p.text for p in read(played)] == [
        "A fight.",
        "P2 plays Boing, a kangaroo.",
        "It was over after 1 round.",
    ]


def test_a_fight_goes_on_once_and_not_when_it_ends__TF_15() -> None:
    played = evening()
    played.do("gm", StartFight((FOX, PIP), ties=(FOX, PIP)))
    played.do("gm", Injure(BOT, points=9, source="a lamp"))
    played.do("p1", DeclareAttack(FOX, PIP))
    played.do("gm", Defend(PIP))
    played.do("p1", RollAttack(FOX), (5, 5, 4))
    played.do("gm", RollDefence(PIP), (6, 5, 5))
    played.do("gm", Injure(TURTLE, points=9, source="a mast"))
    played.do("p1", EndTurn(FOX))
    played.do("gm", DeclareAttack(PIP, FOX))
    played.do("p1", Defend(FOX))
    played.do("gm", RollAttack(PIP), (5, 5, 4))
    played.do("p1", RollDefence(FOX), (6, 5, 5))
    played.do("p2", TakeReady("boing"))
    played.do("gm", EndFight())
    assert [p.title or p.text for p in read(played)] == [
        "A fight.",
        "A lamp:",
        "The fight goes on.",
        "A mast:",
        "Reynard Quick stopped Pip.",
        "P2 plays Boing, a kangaroo.",
        "It was over after 1 round.",
    ]


def test_the_throw_that_shuts_a_bot_down_is_remembered__TF_15() -> None:
    played = evening()
    played.do("gm", Injure(BOT, points=1, source="a falling lamp"))
    played.do("p3", RollKnockout(BOT), (1, 1, 1))
    assert throws(played) == ("SAW-8 shut down: SAW-8 had 3 on the dice to stay up.",)


def test_the_dice_of_a_contest_are_remembered_and_a_tie_is_told_once__TF_15__SB_31() -> None:
    played = evening()
    played.do("gm", OpenContest("A race", FOX, "FIT", BOT, "FIT"))
    number = max(played.world.contests)
    ahead = (played.rating(FOX, "FIT") or 0) - (played.rating(BOT, "FIT") or 0)
    for fox in ((3, 3, 3), (3, 3, 3), (6, 6, 6)):
        if played.world.contests[number].status == "tied":
            played.do("gm", RuleTie(number))
        played.do("p1", RollSide(number, FOX), fox)
        played.do("p3", RollSide(number, BOT), (3, 3, 3 + ahead))
    (race,) = read(played)
    tied = "Reynard Quick and SAW-8 were just as good."
    assert race.text == f"{tied} Reynard Quick beat SAW-8."
    (throw,) = throws(played)
    assert throw == "Seldom so high, 1 in 216: Reynard Quick, “A race”: 18 on the dice."


def test_a_rabbit_that_goes_berserk_is_told__TF_15__SB_98() -> None:
    played = moments.raging()
    played.do("gm", RollBerserk(PIP), (5,))
    recap = Evening.of(GAME, played.table, played.log).recap(1)
    told = " ".join(p.text for chapter in recap.chapters for p in chapter.told)
    assert "Reynard Quick hurt Pip. Pip went berserk!" in told
