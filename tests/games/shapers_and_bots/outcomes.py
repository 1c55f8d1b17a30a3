"""How a throw of Shapers and Bots is read, for the law that odds are what the dice do (SB-20)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import takewhile
from typing import Any

from tests.table.playing import HOUSE, Evening

from tablefolk.core.game import Command
from tablefolk.games import shapers_and_bots
from tablefolk.games.shapers_and_bots.chances.now import Contested
from tablefolk.games.shapers_and_bots.chances.outlook import Outlook
from tablefolk.games.shapers_and_bots.rules.challenges import OpenChallenge
from tablefolk.games.shapers_and_bots.rules.contests import (
    ContestTied,
    ContestWon,
    OpenContest,
    RollSide,
)
from tablefolk.games.shapers_and_bots.rules.fights.attacking import DeclareAttack, DeclineDefence
from tablefolk.games.shapers_and_bots.rules.fights.berserk import BerserkRolled
from tablefolk.games.shapers_and_bots.rules.fights.blows import DamageRolled, RollAttack
from tablefolk.games.shapers_and_bots.rules.fights.start import StartFight
from tablefolk.games.shapers_and_bots.rules.harm import Injure
from tablefolk.games.shapers_and_bots.rules.rolling import RollMade


def moments() -> Iterator[Evening]:
    """The demo's people about to throw: a challenge, a contest, a wound, an attack."""
    yield _evening(("mara", OpenChallenge("reynard-quick", "Open the lock", "DEX", -1)))
    yield _evening(("mara", OpenChallenge("saw-8", "Read the sky", "navigation")))
    evening = _evening(("mara", OpenContest("A race", "reynard-quick", "FIT", "extra_pip", "FIT")))
    evening.do("mara", RollSide(max(evening.table.play.contests), "extra_pip"), 3, 4, 4)
    yield evening
    yield _evening(("mara", Injure("saw-8", points=2)))
    evening = _evening(
        ("mara", StartFight(("reynard-quick", "extra_skaw"))),
        ("tomas", DeclareAttack("reynard-quick", "extra_skaw")),
        ("mara", DeclineDefence("extra_skaw")),
    )
    yield evening
    evening.do("tomas", RollAttack("reynard-quick"), 5, 4, 4)
    yield evening


def _evening(*acts: tuple[str, Command]) -> Evening:
    """The demo until its fight begins, and then these acts."""
    evening = Evening(shapers_and_bots, members=())
    for step in takewhile(lambda step: not isinstance(step.command, StartFight), evening.at.demo()):
        seat = HOUSE if step.who == "house" else evening.table.seat(step.who)
        evening.do(seat, step.command, *step.faces)
    for who, command in acts:
        evening.do(who, command)
    return evening


def promised(odds: Any) -> dict[str, Fraction] | None:
    """The chance of each outcome of one throw; a contest that needs more of them is not one."""
    if isinstance(odds, Outlook):
        return odds.chances()
    if not isinstance(odds, Contested) or not odds.last:
        return None
    pairs = zip((*odds.sides, "tie"), (*odds.chances.wins, odds.chances.tie), strict=True)
    return {name: chance for name, chance in pairs if chance}


def came(events: tuple[Any, ...]) -> Iterator[str]:
    """What the first throw brought; whoever won a contest, once it is judged."""
    for event in events:
        found = _brought(event)
        if found:
            yield found
            return


def _brought(event: Any) -> str:
    match event:
        case ContestWon():
            return event.winner
        case ContestTied():
            return "tie"
        case BerserkRolled():
            return "berserk" if event.berserk else "calm"
        case DamageRolled():
            return str(event.points)
        case RollMade() if not event.roll.contest:
            return event.roll.outcome
        case _:
            return ""
