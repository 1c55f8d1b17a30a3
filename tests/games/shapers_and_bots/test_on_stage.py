"""What stands on the stage of Shapers and Bots, moment by moment: one question, and for whom."""

from __future__ import annotations

import pytest
from tests.games.shapers_and_bots import moments
from tests.games.shapers_and_bots.moments import FOX, PIP
from tests.games.shapers_and_bots.table import GAME, Played

from tablefolk.core import play, stage
from tablefolk.core.stage import Now
from tablefolk.core.table.judging import Answer
from tablefolk.core.table.scenes import CloseSession, EndScene, OpenScene
from tablefolk.games.shapers_and_bots.rules.bots import (
    ChooseLocomotion,
    DropPenalty,
    TakePart,
    TakePenalty,
)
from tablefolk.games.shapers_and_bots.rules.building import (
    BeginSheet,
    NameCharacter,
    SpreadPoints,
)
from tablefolk.games.shapers_and_bots.rules.challenges import OpenChallenge
from tablefolk.games.shapers_and_bots.rules.fights.start import StartFight
from tablefolk.games.shapers_and_bots.rules.skills import TakeBundle


def now(played: Played, who: str) -> Now:
    owed = [wait.part for wait in GAME.waits_of(played.table).get(who, ())]
    found = stage.now(GAME.parts(played.table, played.seat(who)), owed)
    assert found is not None
    return found


def asked(played: Played, who: str) -> tuple[str, str]:
    found = now(played, who)
    return found.part.title, found.kind


@pytest.mark.parametrize(
    ("moment", "who", "title", "kind"),
    [
        (moments.quiet, "p1", "What do you try, Reynard Quick?", "idle"),
        (moments.quiet, "gm", "What happens next?", "idle"),
        (moments.tried, "p1", "Roll the dice, Reynard Quick!", "owed"),
        (moments.tried, "p2", "Reynard Quick tries something.", "open"),
        (moments.easy, "gm", "Does Reynard Quick need dice for this?", "owed"),
        (moments.refused, "p3", "It cannot be done, SAW-8. What now?", "open"),
        (moments.contest, "gm", "Who has the higher score?", "owed"),
        (moments.tie, "gm", "A tie! What happens?", "owed"),
        (moments.opening, "p2", "Tick-Tock, will you bend time this round?", "owed"),
        (moments.turn, "p1", "What do you do, Reynard Quick?", "owed"),
        (moments.turn, "gm", "It is Reynard Quick’s turn.", "open"),
        (moments.attacked, "p1", "Pip attacks you! Does Reynard Quick defend?", "owed"),
        (moments.attacked, "p2", "Pip attacks Reynard Quick! Does Reynard Quick defend?", "open"),
        (moments.staggering, "p1", "Reynard Quick is hurt! Roll to stay up.", "owed"),
        (moments.fallen, "p1", "Reynard Quick: roll to wake up.", "owed"),
        (moments.over, "gm", "Who has grown?", "owed"),
        (moments.over, "p1", "What would you like to be better at?", "open"),
    ],
)  # fmt: skip
def test_one_question_stands_on_the_stage(moment: object, who: str, title: str, kind: str) -> None:
    assert callable(moment)
    assert asked(moment(), who) == (title, kind)


def test_a_fluke_asks_for_its_story_at_once_and_lies_on_the_shelf_later__SB_29() -> None:
    played = moments.fluke()
    assert asked(played, "gm") == ("Tell the table what happened to Reynard Quick.", "open")


def test_a_character_is_made_one_picture_at_a_time__SB_44() -> None:
    played = Played()
    assert asked(played, "p1") == ("Who will you be, P1?", "owed")
    played.do("p1", BeginSheet("rabbit"))
    (who,) = played.world.cast
    steps = [now(played, "p1").part.title]
    for command in (SpreadPoints(who, "quick"), TakeBundle(who, "scout"), NameCharacter(who, "Mo")):
        played.do("p1", command)
        steps.append(now(played, "p1").part.title)
    assert steps == [
        "What is your rabbit like?", "What has your rabbit learned?",
        "What is the name of your rabbit?", "Is Mo ready?",
    ]  # fmt: skip


def test_whoever_takes_a_third_part_is_asked_for_its_penalty_at_once__SB_152() -> None:
    played = Played()
    played.do("p1", BeginSheet("bot"))
    (who,) = played.world.cast
    parts = ("sawblade", "searchlight", "microphone")
    for command in (ChooseLocomotion(who, "wheels"), *(TakePart(who, part) for part in parts)):
        played.do("p1", command)
    for command in (
        SpreadPoints(who, "quick"),
        TakeBundle(who, "scout"),
        NameCharacter(who, "Gert"),
    ):
        assert now(played, "p1").part.title.startswith("Three parts! What is wrong with")
        played.do("p1", command)
    asks = [o for o in play.menu(GAME, played.table, played.seat("p1")) if o.owed and o.open]
    assert {o.command for o in asks} == {TakePenalty}
    played.do("p1", TakePenalty(who, "buggy"))
    assert now(played, "p1").part.title == "Is Gert ready?"


def test_armor_that_does_nothing_is_pointed_at_where_it_comes_off__SB_154() -> None:
    played = Played()
    played.do("p1", BeginSheet("bot"))
    (who,) = played.world.cast
    for command in (
        ChooseLocomotion(who, "wheels"), TakePenalty(who, "thin_skinned"),
        TakePart(who, "armor_light"), TakePart(who, "radio"), DropPenalty(who, "thin_skinned"),
    ):  # fmt: skip
        played.do("gm", command)
    assert now(played, "p1").part.title == "How is your bot built?"


def test_a_player_has_hearts_and_in_a_fight_bolts_before_them__SB_93_SB_112() -> None:
    quiet, fight = (GAME.mat(m().table, m().seat("p1")) for m in (moments.quiet, moments.turn))
    assert quiet
    assert fight
    assert [(v.icon, v.text) for v in quiet.vitals] == [("heart", "3/3")]
    assert [(v.icon, v.text) for v in fight.vitals] == [("heart", "3/3"), ("bolt", "2")]
    assert [act.label for act in quiet.acts] == ["Try", "Things", "Sheet"]


def test_the_director_has_three_tools_at_hand_and_ends_the_fight_in_one__SB_171() -> None:
    acts = [
        [act.label for act in mat.acts][:3]
        for m in (moments.quiet, moments.turn)
        if (mat := GAME.mat(m().table, m().seat("gm")))
    ]
    assert acts == [
        ["Call for dice", "Somebody new", "Start a fight"],
        ["Call for dice", "Somebody new", "End the fight"],
    ]


def test_rows_show_hearts_of_heroes_to_all_and_of_extras_to_the_director_alone__SB_168() -> None:
    played = moments.turn()
    for who, known in (("p1", False), ("gm", True)):
        rows = {row.name: row for row in GAME.rows(played.table, played.seat(who))}
        assert rows["Tick-Tock"].vitals
        assert bool(rows["Skaw"].vitals) is known
        assert bool(rows["Skaw"].part) is known


def test_while_a_question_about_an_act_waits_ones_turn_does_not_ask__TF_16__SB_141() -> None:
    played = moments.turn()
    assert asked(played, "p1") == ("What do you do, Reynard Quick?", "owed")
    request = played.ask("p1", OpenChallenge(FOX, "Climb the mast", "climbing"))
    assert now(played, "p1").part.key == f"request:{request.number}"
    assert "fight" in [part.key for part in now(played, "p1").also]
    assert asked(played, "gm")[1] == "owed"
    played.do("gm", Answer(request.number, False))
    assert asked(played, "p1") == ("What do you do, Reynard Quick?", "owed")


def test_what_is_under_way_comes_before_an_evening_that_is_over__TF_14() -> None:
    played = moments.quiet()
    played.do("gm", OpenScene("The rock"))
    played.do("gm", EndScene())
    played.do("gm", CloseSession())
    assert now(played, "p2").part.key == "recap"
    played.do("gm", StartFight((FOX, PIP), ties=(FOX, PIP)))
    assert now(played, "p2").part.key == "fight"
    assert "recap" in [part.key for part in now(played, "p2").also]
