"""A game being played at a table: the library's own table, as tests like to say things."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

import pytest

from tablefolk.core import play
from tablefolk.core.dice import miscount, probe
from tablefolk.core.game import Command, Refusal, Seat, WordAsked
from tablefolk.core.table.at import GameAtTable
from tablefolk.core.table.seats import OpenTable
from tablefolk.core.table.state import Table as State
from tablefolk.library.table import HOUSE, Table

__all__ = ["HOUSE", "AtTable"]


def no_dice(count: int, sides: int) -> tuple[int, ...]:
    """No die falls by itself."""
    raise Refusal("TF-21", "bad_dice", miscount(count, 0), firm=True)


class AtTable(Table):
    """A table of some game, with a GM called GM and its players; its dice fall as written."""

    GAME: ClassVar[GameAtTable]
    PLAYERS: ClassVar[tuple[str, ...]]

    def __init__(
        self, players: Sequence[str] | None = None, options: dict[str, Any] | None = None
    ) -> None:
        super().__init__(self.GAME, no_dice, lambda: 0.0)
        self._act(HOUSE, OpenTable("The long night", "GM", options or {}))
        for name in self.PLAYERS if players is None else players:
            self.sit(name.title())

    @property
    def table(self) -> State:
        return self.state

    @table.setter
    def table(self, state: State) -> None:
        """Something is on the table that nobody has played: only for tests that do not audit."""
        self.state = state

    def do(  # type: ignore[override]
        self, member: str | Seat, command: Command, faces: Sequence[int] = ()
    ) -> tuple[Any, ...]:
        """Somebody does something, and it happens; the GM's word is given where it is asked."""
        if not self._asks(member, command):
            return super().do(member, command, faces).events
        return self.grant(self.ask(member, command), faces)

    def ask(self, member: str | Seat, command: Command) -> WordAsked:
        """Somebody asks for something that waits for the GM's word."""
        done = super().do(member, command)
        assert done.asks, done.events
        return done.asks

    def grant(  # type: ignore[override]
        self, asked: WordAsked, faces: Sequence[int] = ()
    ) -> tuple[Any, ...]:
        return super().grant(asked, faces=faces).events

    def rule(self, member: str, command: Command, faces: Sequence[int] = ()) -> tuple[Any, ...]:
        """The GM allows somebody what the rules refuse, this once."""
        return self.allow(member, command, "this once", faces=faces).events

    def refused(self, member: str, command: Command) -> Refusal:
        """Somebody tries something and the rules say no; nothing has changed then."""
        before = self.state
        with pytest.raises(Refusal) as no:
            play.act(self.game, self.state, self.seat(member), command, probe())
        assert self.state == before
        return no.value

    def _asks(self, member: str | Seat, command: Command) -> bool:
        events = tuple(self.game.decide(self.state, self.seat(member), command, probe()))
        return bool(events) and isinstance(events[-1], WordAsked)

    # -- Characters ----------------------------------------------------------------------------

    def hero(self, who: str) -> Any:
        return self.state.play.cast[who]

    def plays(self, who: str) -> str:
        """Whoever plays a character, or the GM for one of theirs; of a member, themselves."""
        return (self.hero(who).player or "gm") if who in self.state.play.cast else who

    def as_(self, who: str, command: Command, faces: Sequence[int] = ()) -> tuple[Any, ...]:
        """A character's player does something."""
        return self.do(self.plays(who), command, faces)

    def refusal(self, who: str, command: Command) -> Refusal:
        """The refusal that a character's player, or a member, gets."""
        return self.refused(self.plays(who), command)

    def no(self, who: str, command: Command) -> str:
        """Its code."""
        return self.refusal(who, command).code

    @staticmethod
    def told(events: Sequence[Any], kind: type) -> list[Any]:
        return [event for event in events if isinstance(event, kind)]

    # -- Afterwards ----------------------------------------------------------------------------

    def audited(self) -> None:
        """Every entry is decided again just so, and the log adds up to the table."""
        assert play.audit(self.game, self.start, self.log) == []
        stored = [self.game.codec.load(self.game.codec.dump(entry)) for entry in self.log]
        assert stored == self.log
        assert play.fold(self.game, self.start, stored) == self.state
        assert self.game.codec.load_state(self.game.codec.dump_state(self.state)) == self.state
