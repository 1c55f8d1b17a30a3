"""Growing old: what an older edition wrote is lifted, step by step, to the form of today (TF-39).

An edition is a number that a game, and the table itself, raises whenever something it has written
into logs would be written, or decided, otherwise from now on. With it come upcasters: by the name
of the event or command, by the edition that wrote it, a function from that form to the next one's.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

import msgspec

from tablefolk.core.game import Refusal
from tablefolk.core.language import said

Fields = dict[str, object]
# To the next edition. An event may have become several, or none; a command stays one.
Lift = Callable[[Fields], Fields | list[Fields]]
Upcasters = Mapping[str, Mapping[int, Lift]]
Holding = Mapping[str, str]  # what has a whole command among its fields, and in which
NOT_OURS = (LookupError, TypeError, ValueError, AttributeError)


class Newer(Refusal):
    """What a later release wrote cannot be read by this one: its words are not known here."""

    def __init__(self, whose: str) -> None:
        self.unfit = said("it was written by a newer version of {whose}", whose=whose)
        why = said(
            "This table was written by a newer version of {whose}: update it here to play on.",
            whose=whose,
        )
        super().__init__("TF-40", "newer", why, firm=True)


class Form(NamedTuple):
    """The edition of today, and how what earlier ones wrote is lifted to it."""

    edition: int = 1
    upcasters: Upcasters = MappingProxyType({})


class Since(NamedTuple):
    """A form, and the edition of it in which something was written."""

    form: Form
    edition: int


class Lifting:
    """One entry on its way to the form of today; afterwards it knows whether anything was to do."""

    def __init__(self, since: Sequence[Since], holding: Holding) -> None:
        self._since, self._holding = since, holding
        self.touched = False

    def events(self, raws: Sequence[Fields]) -> list[Fields]:
        """Events, of which one may have become several by now, or none."""
        return [self._held(new) for raw in raws for new in self._each(raw)]

    def command(self, raw: Fields) -> Fields:
        """A command, with the one it may be about."""
        return self._held(_one(self._each(raw), raw))

    def sheet(self, raw: Fields) -> Fields:
        """A character's file, which has no name of its own but `sheet`."""
        named = {**raw, "type": "sheet"}
        lifted = _one(self._each(named), named)
        return {key: value for key, value in lifted.items() if key != "type" or key in raw}

    def seat(self, by: str) -> None:
        """A lent seat, if somebody acts from one: by the name `lent`, and without fields."""
        if by:
            self._each({"type": "lent"})

    def _held(self, raw: Fields) -> Fields:
        """The same, with the command it holds lifted too: it may still be carried out."""
        place = self._holding.get(_name(raw), "")
        held = raw.get(place)
        return {**raw, place: self.command(held)} if isinstance(held, dict) else raw

    def _each(self, raw: Fields) -> list[Fields]:
        many = [raw]
        for form, edition in self._since:
            for step in range(edition, form.edition):
                many = [new for old in many for new in self._step(form.upcasters, old, step)]
        return many

    def _step(self, upcasters: Upcasters, raw: Fields, edition: int) -> list[Fields]:
        lift = upcasters.get(_name(raw), {}).get(edition)
        if lift is None:
            return [raw]
        self.touched = True
        try:
            new = lift(dict(raw))
        except NOT_OURS as bad:
            why = f"edition {edition} cannot have written this {_name(raw)}"
            raise msgspec.ValidationError(why) from bad
        return new if isinstance(new, list) else [new]


def _name(raw: Fields) -> str:
    return str(raw.get("type", ""))


def _one(many: Sequence[Fields], raw: Fields) -> Fields:
    if len(many) != 1:
        raise msgspec.ValidationError(f"{_name(raw)} must stay one, and became {len(many)}")
    return many[0]
