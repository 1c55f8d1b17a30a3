"""A table of Wheel of Fate for tests: a GM, and Tom, Dave and Mike with their characters."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tests.games.played import HOUSE, AtTable

from tablefolk.core.table.at import GameAtTable
from tablefolk.games import wheel_of_fate
from tablefolk.games.wheel_of_fate.rules.creation import (
    MakeCharacter,
    OpenCreation,
    SetReady,
    StartPlay,
)
from tablefolk.games.wheel_of_fate.rules.pools import DefinePool
from tablefolk.games.wheel_of_fate.rules.state import Roll, Wheel
from tablefolk.games.wheel_of_fate.rules.steps import (
    SetAttributes,
    SetPools,
    WriteAnswers,
    WriteConnection,
    WriteLastAnswer,
    WriteSummary,
)

__all__ = ["GAME", "HOUSE", "PLAYERS", "Played", "created", "playing"]

GAME = GameAtTable(wheel_of_fate)
PLAYERS = ("tom", "dave", "mike")
ATTRIBUTES = {"tom": (3, 2, 3), "dave": (2, 4, 2), "mike": (3, 2, 3)}
ASPECTS = {
    "tom": ("Strong as an ox", "Aie! Spiders!", "Loyal to a fault", "Slow to think", "Hungry"),
    "dave": ("Technician", "Afraid of the dark", "Nosy", "Night owl", "Owes the wrong people"),
    "mike": ("Kung fu films", "Big mouth", "Never runs", "Soft heart", "Late for everything"),
}
POOLS = {
    "tom": {"finding-clues": 3},
    "dave": {"finding-clues": 3},
    "mike": {"kung-fu": 2, "finding-clues": 1},
}


class Played(AtTable):
    """A table of Wheel of Fate, with short ways to say what most tests begin with."""

    GAME, PLAYERS = GAME, PLAYERS

    @property
    def wheel(self) -> Wheel:
        wheel = self.table.play
        assert isinstance(wheel, Wheel)
        return wheel

    @property
    def last_roll(self) -> Roll:
        """The roll drafted last."""
        return self.wheel.rolls[max(self.wheel.rolls)]

    # -- What most tests begin with ------------------------------------------------------------

    def make(self, who: str, name: str = "") -> None:
        """A player's character, complete but for what others still add."""
        self.do(who, MakeCharacter(name or who.title()))
        self.do(who, WriteSummary(who, name or who.title(), f"{who.title()} is here."))
        self.do(who, SetAttributes(who, *ATTRIBUTES.get(who, (3, 3, 2))))
        aspects = ASPECTS.get(who, ("a", "b", "c", "d", "e"))
        self.do(who, WriteAnswers(who, ("one", "two", "three", "four", "five"), aspects))
        if self.wheel.pools:
            dice = {p: n for p, n in POOLS.get(who, {}).items() if p in self.wheel.pools}
            self.do(who, SetPools(who, dice, confirm=True))
        self.do(who, WriteLastAnswer(who, "Everything, at once."))

    def connect(self, who: str) -> None:
        """An entry of one character for each other."""
        for other in self.wheel.pcs():
            if other.id != who:
                self.do(who, WriteConnection(who, other.id, "From school", "Mostly fond"))


def created(players: Sequence[str] = PLAYERS, options: dict[str, Any] | None = None) -> Played:
    """Everybody has a character and is ready; play has not begun."""
    played = Played(players, options)
    played.do("gm", OpenCreation())
    played.do("gm", DefinePool("Kung Fu"))
    played.do("gm", DefinePool("Finding clues"))
    for who in players:
        played.make(who)
    for who in players:
        played.connect(who)
        played.do(who, SetReady(who))
    return played


def playing(players: Sequence[str] = PLAYERS, options: dict[str, Any] | None = None) -> Played:
    """A first scene is under way: Tom 3 2 3, Dave 2 4 2, Mike 3 2 3, five points each."""
    played = created(players, options)
    played.do("gm", StartPlay("The locked house"))
    return played
