"""A table of Wheel of Fate for tests: a GM, and Tom, Dave and Mike with their characters."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
import pytest

from tablefolk.core import play
from tablefolk.core.dice import probe
from tablefolk.core.game import Command, Entry, Refusal, Seat, WordAsked
from tablefolk.core.table.at import At
from tablefolk.core.table.judging import Allow, Answer
from tablefolk.core.table.seats import Join, OpenTable
from tablefolk.core.table.state import Table
from tablefolk.games import wheel_of_fate
from tablefolk.games.wheel_of_fate.rules.creation import (
    MakeCharacter,
    OpenCreation,
    SetReady,
    StartPlay,
)
from tablefolk.games.wheel_of_fate.rules.pools import DefinePool
from tablefolk.games.wheel_of_fate.rules.state import Character, Roll, Wheel
from tablefolk.games.wheel_of_fate.rules.steps import (
    SetAttributes,
    SetPools,
    WriteAnswers,
    WriteConnection,
    WriteLastAnswer,
    WriteSummary,
)

GAME = At(wheel_of_fate)
HOUSE = Seat("", "house")
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


class Played:
    """A table being played: every act goes through the table and the rules, and is logged."""

    def __init__(
        self, players: Sequence[str] = PLAYERS, options: dict[str, Any] | None = None
    ) -> None:
        self.log: list[Entry] = []
        self.start: Table = GAME.new({})
        self.table: Table = self.start
        self._act(HOUSE, OpenTable("The long night", "GM", options or {}), ())
        for name in players:
            self._act(HOUSE, Join(name.title()), ())

    @property
    def wheel(self) -> Wheel:
        wheel = self.table.play
        assert isinstance(wheel, Wheel)
        return wheel

    def hero(self, who: str) -> Character:
        return self.wheel.cast[who]

    @property
    def last_roll(self) -> Roll:
        """The roll drafted last."""
        return self.wheel.rolls[max(self.wheel.rolls)]

    def seat(self, member: str) -> Seat:
        return self.table.seat(member)

    # -- Acting --------------------------------------------------------------------------------

    def do(self, member: str, command: Command, faces: Sequence[int] = ()) -> tuple[Any, ...]:
        """Somebody does something, and it happens; the GM's word is given where it is asked."""
        if not self._asks(member, command):
            return self._act(self.seat(member), command, faces)
        return self.grant(self.ask(member, command), faces)

    def ask(self, member: str, command: Command) -> WordAsked:
        """Somebody asks for something that waits for the GM's word."""
        (asked,) = self._act(self.seat(member), command, ())
        assert isinstance(asked, WordAsked), asked
        return asked

    def grant(self, asked: WordAsked, faces: Sequence[int] = ()) -> tuple[Any, ...]:
        return self._act(self.seat("gm"), Answer(asked.number, yes=True), faces)

    def deny(self, asked: WordAsked, note: str = "") -> None:
        self._act(self.seat("gm"), Answer(asked.number, yes=False, note=note), ())

    def rule(self, member: str, command: Command, faces: Sequence[int] = ()) -> tuple[Any, ...]:
        """The GM allows somebody what the rules refuse, this once."""
        raw = {"type": type(command).__name__, **_fields(command)}
        return self._act(self.seat("gm"), Allow(raw, member, "this once"), faces)

    def refused(self, member: str, command: Command) -> Refusal:
        """Somebody tries something and the rules say no; nothing has changed then."""
        before = self.table
        with pytest.raises(Refusal) as no:
            play.act(GAME, self.table, self.seat(member), command, probe())
        assert self.table == before
        return no.value

    def _act(self, seat: Seat, command: Any, faces: Sequence[int]) -> tuple[Any, ...]:
        entry, self.table = play.act_with(GAME, self.table, seat, command, faces)
        self.log.append(entry)
        return entry.events

    def _asks(self, member: str, command: Command) -> bool:
        events = tuple(GAME.decide(self.table, self.seat(member), command, probe()))
        return bool(events) and isinstance(events[-1], WordAsked)

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


def _fields(command: Command) -> dict[str, Any]:
    fields: dict[str, Any] = msgspec.to_builtins(command)
    return {k: v for k, v in fields.items() if k != "type"}
