"""Entries, commands and states as bytes and back; old forms are lifted to the present one."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, cached_property, reduce
from hashlib import blake2b
from operator import or_
from types import GenericAlias
from typing import Annotated, Any, Generic, TypeVar

import msgspec

from tablefolk.core.game import Command, Entry, Event, Game, Lifted, Refusal, Seat
from tablefolk.core.language import said
from tablefolk.core.lifting import Fields, Form, Holding, Lifting, Newer, Since
from tablefolk.core.unfit import in_file, plainly

FORMAT = 1  # of a stored entry and of an exported file (TF-39)
Edition = Annotated[int, msgspec.Meta(ge=1)]
S = TypeVar("S")


class Editions(msgspec.Struct, frozen=True):
    """By which editions something was written: the game's, and the table's own."""

    edition: Edition = 1
    table: Edition = 1


class Stored(Editions, frozen=True, kw_only=True):
    """An entry as it is written down; commands and events stay raw until their game is known."""

    seat: Seat
    command: msgspec.Raw
    events: msgspec.Raw
    edition: Edition
    faces: tuple[int, ...] = ()
    by_hand: bool = False
    at: float = 0.0
    id: str = ""


class Codec(Generic[S]):
    """The commands, events and state of one game, written as JSON."""

    def __init__(
        self, game: Game, table: Form | None = None, holding: Holding | None = None
    ) -> None:
        self.game = game
        self.form = Form(game.edition, getattr(game, "upcasters", {}))
        self.table, self._holding = table or Form(), holding or {}
        self._command: msgspec.json.Decoder[Command] = _decoder(reduce(or_, game.commands))
        self._events: msgspec.json.Decoder[tuple[Event, ...]] = _decoder(_tuple_of(game.events))
        self._state: msgspec.json.Decoder[S] = msgspec.json.Decoder(game.state)
        self._by_name = {command.__name__: command for command in game.commands}

    def dump(self, entry: Entry) -> bytes:
        """An entry as one line of JSON; what an older edition decided stays as it was written."""
        if isinstance(entry, Lifted):
            return _named(entry.line, entry.id)
        return msgspec.json.encode(entry)

    def load(self, body: bytes) -> Entry:
        """An entry from its line; what an older edition wrote is lifted first.

        What a newer one wrote is refused.
        """
        stored = self._stored(body)
        if (stored.edition, stored.table) == (self.form.edition, self.table.edition):
            return self._entry(stored, stored.command, stored.events)
        lifting = self._lifting(stored)
        lifting.seat(stored.seat.by)
        command = lifting.command(msgspec.json.decode(stored.command, type=Fields))
        events = lifting.events(msgspec.json.decode(stored.events, type=list[Fields]))
        encode = msgspec.json.encode
        entry = self._entry(stored, encode(command), encode(events))
        return _as_lifted(entry, body) if lifting.touched else entry

    def know(self, body: bytes) -> None:
        """Refuse the line of an entry, or a heading, that a newer release wrote."""
        self._know(msgspec.json.decode(body, type=Editions))

    def sheet(self, raw: Mapping[str, object]) -> Fields:
        """A character's file in the form of today, whichever edition wrote it; or a refusal."""
        rest = {key: value for key, value in raw.items() if key != "edition"}
        try:
            since = msgspec.convert(raw.get("edition", 1), Edition)
            self._know(Editions(since))
            return Lifting([Since(self.form, since)], {}).sheet(rest)
        except Newer as no:
            why = said("This sheet cannot be read: {unfit}.", unfit=no.unfit)
        except msgspec.ValidationError as bad:
            why = said("This sheet cannot be read: {bad}.", bad=in_file(bad))
        raise Refusal("TF-40", "bad_import", why, firm=True)

    def command(self, name: str, fields: Mapping[str, object]) -> Command:
        """A command from its name and the fields of a form or a message; or a refusal."""
        kind = self._by_name.get(name)
        if kind is None:
            raise Refusal("TF-40", "unknown_command", "This table knows no such act.", firm=True)
        try:
            return msgspec.convert(dict(fields), kind, strict=False)
        except (msgspec.ValidationError, OverflowError, ValueError) as bad:
            why = said("That could not be read: {bad}.", bad=plainly(bad))
            raise Refusal("TF-40", "malformed", why, firm=True) from bad

    @cached_property
    def shape(self) -> str:
        """A mark of how states look: one that was kept in another shape is not believed."""
        try:
            shape = msgspec.json.schema(self.game.state)
        except TypeError:  # types that have no such description
            return ""
        return blake2b(msgspec.json.encode(shape), digest_size=6).hexdigest()

    def dump_state(self, state: object) -> bytes:
        """A state, for a snapshot."""
        return msgspec.json.encode(state)

    def load_state(self, body: bytes) -> S:
        """A state from its snapshot."""
        return self._state.decode(body)

    def _stored(self, body: bytes) -> Stored:
        try:
            stored = msgspec.json.decode(body, type=Stored)
        except msgspec.ValidationError:
            self.know(body)  # an entry of another shape: perhaps one of tomorrow's
            raise
        self._know(stored)
        return stored

    def _know(self, written: Editions) -> None:
        if written.table > self.table.edition:
            raise Newer("Tablefolk")
        if written.edition > self.form.edition:
            raise Newer(self.game.about.title)

    def _lifting(self, stored: Stored) -> Lifting:
        since = [Since(self.table, stored.table), Since(self.form, stored.edition)]
        return Lifting(since, self._holding)

    def _entry(
        self, stored: Stored, command: bytes | msgspec.Raw, events: bytes | msgspec.Raw
    ) -> Entry:
        return Entry(
            seat=stored.seat,
            command=self._command.decode(command),
            faces=stored.faces,
            events=self._events.decode(events),
            edition=stored.edition,
            by_hand=stored.by_hand,
            at=stored.at,
            id=stored.id,
            table=stored.table,
        )


def _as_lifted(entry: Entry, line: bytes) -> Lifted:
    fields = {name: getattr(entry, name) for name in entry.__struct_fields__}
    return Lifted(**fields, line=line)


def _named(line: bytes, id: str) -> bytes:
    """A line as it was written, under the id it has by now."""
    raw = msgspec.json.decode(line, type=Fields)
    return line if raw.get("id", "") == id else msgspec.json.encode({**raw, "id": id})


@cache
def _decoder(kind: object) -> msgspec.json.Decoder[Any]:
    """Made once of the same types: that takes longer than anything else about a game at a table."""
    return msgspec.json.Decoder(kind)


def _tuple_of(kinds: tuple[type[Event], ...]) -> GenericAlias:
    """The type of any number of these, made while running."""
    one = reduce(or_, kinds)
    return tuple.__class_getitem__((one, ...))
