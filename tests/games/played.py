"""A game being played at a table: every act goes through the table and the rules, and is logged."""

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

HOUSE = Seat("", "house")


class AtTable:
    """A table of some game, with a GM called GM and these players."""

    def __init__(self, game: At, players: Sequence[str], options: dict[str, Any]) -> None:
        self.game = game
        self.log: list[Entry] = []
        self.start: Table = game.new({})
        self.table: Table = self.start
        self._act(HOUSE, OpenTable("The long night", "GM", options), ())
        for name in players:
            self._act(HOUSE, Join(name.title()), ())

    def seat(self, member: str) -> Seat:
        return self.table.seat(member)

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
        raw: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(command))
        return self._act(self.seat("gm"), Allow(raw, member, "this once"), faces)

    def refused(self, member: str, command: Command) -> Refusal:
        """Somebody tries something and the rules say no; nothing has changed then."""
        before = self.table
        with pytest.raises(Refusal) as no:
            play.act(self.game, self.table, self.seat(member), command, probe())
        assert self.table == before
        return no.value

    def _act(self, seat: Seat, command: Any, faces: Sequence[int]) -> tuple[Any, ...]:
        entry, self.table = play.act_with(self.game, self.table, seat, command, faces)
        self.log.append(entry)
        return entry.events

    def _asks(self, member: str, command: Command) -> bool:
        events = tuple(self.game.decide(self.table, self.seat(member), command, probe()))
        return bool(events) and isinstance(events[-1], WordAsked)

    def audited(self) -> None:
        """Every entry is decided again just so, and the log adds up to the table."""
        assert play.audit(self.game, self.start, self.log) == []
        stored = [self.game.codec.load(self.game.codec.dump(entry)) for entry in self.log]
        assert stored == self.log
        assert play.fold(self.game, self.start, stored) == self.table
        assert self.game.codec.load_state(self.game.codec.dump_state(self.table)) == self.table
