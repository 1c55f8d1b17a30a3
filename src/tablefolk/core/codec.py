"""Entries, commands and states as bytes and back; old forms are lifted to the present one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import reduce
from operator import or_
from typing import Any

import msgspec

from tablefolk.core.game import Entry, Game, Refusal, Seat

FORMAT = 1  # of a stored entry and of an exported file (TF-39)
Upcaster = Callable[[dict[str, Any]], dict[str, Any]]


class Stored(msgspec.Struct, frozen=True, omit_defaults=True):
    """An entry as it is written down; commands and events stay raw until their game is known."""

    seat: Seat
    command: msgspec.Raw
    events: msgspec.Raw
    edition: int
    faces: tuple[int, ...] = ()
    by_hand: bool = False
    at: float = 0.0
    id: str = ""


class Codec:
    """The commands, events and state of one game, written as JSON."""

    def __init__(self, game: Game, upcasters: Mapping[str, Upcaster] | None = None) -> None:
        self.game = game
        self.upcasters = dict(upcasters or {})
        self._command: msgspec.json.Decoder[Any] = _decoder(reduce(or_, game.commands))
        self._events: msgspec.json.Decoder[Any] = _decoder(_tuple_of(game.events))
        self._state = msgspec.json.Decoder(game.state)
        self._by_name = {command.__name__: command for command in game.commands}

    def dump(self, entry: Entry) -> bytes:
        """An entry as one line of JSON."""
        return msgspec.json.encode(entry)

    def load(self, body: bytes) -> Entry:
        """An entry from its line; what an older edition wrote is lifted first."""
        stored = msgspec.json.decode(body, type=Stored)
        command, events = bytes(stored.command), bytes(stored.events)
        if stored.edition < self.game.edition:
            command, events = self._lift(command), self._lift(events)
        return Entry(
            seat=stored.seat,
            command=self._command.decode(command),
            faces=stored.faces,
            events=self._events.decode(events),
            edition=stored.edition,
            by_hand=stored.by_hand,
            at=stored.at,
            id=stored.id,
        )

    def command(self, name: str, fields: Mapping[str, Any]) -> Any:
        """A command from its name and the fields of a form or a message; or a refusal."""
        kind = self._by_name.get(name)
        if kind is None:
            raise Refusal("TF-40", "unknown_command", "This table knows no such act.", firm=True)
        try:
            return msgspec.convert(dict(fields), kind, strict=False)
        except (msgspec.ValidationError, OverflowError, ValueError) as bad:
            why = f"That could not be read: {str(bad)[:200]}."
            raise Refusal("TF-40", "malformed", why, firm=True) from None

    def dump_state(self, state: Any) -> bytes:
        """A state, for a snapshot."""
        return msgspec.json.encode(state)

    def load_state(self, body: bytes) -> Any:
        """A state from its snapshot."""
        return self._state.decode(body)

    def _lift(self, body: bytes) -> bytes:
        raw = msgspec.json.decode(body)
        lifted = [self._lifted(x) for x in raw] if isinstance(raw, list) else self._lifted(raw)
        return msgspec.json.encode(lifted)

    def _lifted(self, raw: dict[str, Any]) -> dict[str, Any]:
        upcast = self.upcasters.get(raw["type"])
        return upcast(raw) if upcast else raw


def _decoder(kind: Any) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(kind)


def _tuple_of(kinds: tuple[type[Any], ...]) -> Any:
    """The type of any number of these, made while running."""
    one = reduce(or_, kinds)
    return tuple.__class_getitem__((one, ...))
