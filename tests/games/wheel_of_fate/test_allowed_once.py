"""What is allowed this once is asked in the asker's words, and answered with what is the GM's."""

from __future__ import annotations

from tests.games.wheel_of_fate.table import GAME, created, playing

from tablefolk.core.table.at import written
from tablefolk.core.table.blocks import Requests
from tablefolk.core.table.judging import Answer, AskRuling
from tablefolk.games.wheel_of_fate.rules.drafts import Try
from tablefolk.games.wheel_of_fate.rules.pools import (
    AnswerPoolQuestion,
    DefinePool,
    OfferPool,
    RaisePool,
)
from tablefolk.games.wheel_of_fate.rules.scenes import GiveStress
from tablefolk.games.wheel_of_fate.rules.steps import SetAttributes, SetPools


def test_how_hard_it_is_the_gm_says_with_the_yes_to_a_ruling__WF_20() -> None:
    played = playing()
    played.do("gm", GiveStress("tom", 9, "A fall"))
    kick = Try("tom", "Kick the lantern into the water", "physical")
    request = played.ask("tom", AskRuling(written(kick), "It is so near"))
    gm = played.seat("gm")
    part = next(p for p in GAME.parts(played.table, gm) if p.key == f"request:{request.number}")
    assert "“Kick the lantern into the water”" in part.title
    assert "Say it" not in part.title
    (block,) = (
        b for b in GAME.view(played.table, played.seat("tom")).blocks if isinstance(b, Requests)
    )
    assert "Kick the lantern" in block.requests[0].act, "the asker reads their own words"
    labels = [o.label for o in GAME.offers(played.table, gm) if o.do == "Answer"]
    assert any(label.startswith("20 ") for label in labels)
    assert "Yes" not in labels, "nobody says yes without saying how hard it is"
    played.do("gm", Answer(request.number, yes=True, fields={"difficulty": 20}))
    task = played.wheel.tasks[max(played.wheel.tasks)]
    assert task.approaches["physical"].difficulty == 20


def test_how_hard_a_special_pool_makes_it_is_said_with_its_odds__WF_128() -> None:
    played = playing()
    played.do("gm", DefinePool("Magic", special=True, rolled_as="base"))
    played.do("gm", AnswerPoolQuestion("magic", "levels", {f"level_{n}d": "x" for n in (1, 2, 3)}))
    played.do("gm", OfferPool("magic"))
    for _ in range(3):
        played.do("gm", RaisePool("tom", "magic", "A book"))
    played.ask("tom", Try("tom", "Light the lamp", "pool:magic"))
    labels = [o.label for o in GAME.offers(played.table, played.seat("gm")) if o.do == "Answer"]
    assert "10 hard, 62%" in labels
    assert "20 extreme, never" in labels


def test_the_gm_reads_every_number_that_is_asked_for__TF_17__WF_116() -> None:
    played = created()
    ruled = AskRuling(written(SetPools("tom", {"kung-fu": 3, "finding-clues": 2}, confirm=True)))
    request = played.ask("tom", ruled)
    assert request.act.startswith("Tom has these dice in pools (Kung Fu: 3; Finding clues: 2")
    request = played.ask("dave", AskRuling(written(SetAttributes("dave", 3, 3, 3))))
    assert request.act == "Dave has Physical 3, Mental 3, Social 3"
