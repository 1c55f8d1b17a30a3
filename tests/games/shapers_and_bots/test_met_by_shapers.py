"""What a stranger with a shaper met: prices, points and questions that were not said."""

from __future__ import annotations

from typing import Any

import pytest
from tests.games.shapers_and_bots import moments
from tests.games.shapers_and_bots.moments import BOT, FOX
from tests.games.shapers_and_bots.table import GAME, Played

from tablefolk.core.table.judging import Answer
from tablefolk.games.shapers_and_bots.page.blocks.play import ChallengeCard
from tablefolk.games.shapers_and_bots.rules.challenges import (
    OpenChallenge,
    WithdrawChallenge,
)
from tablefolk.games.shapers_and_bots.rules.fights.acting import OtherAction
from tablefolk.games.shapers_and_bots.rules.shaping import Shape
from tablefolk.games.shapers_and_bots.rules.skills import BecomeShaper


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
