"""What happened, in words: an event's sentence from its stanza, with names for what it names."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Generic, NamedTuple, TypeVar, get_args, get_type_hints

from tablefolk.core.game import Big, Change, Event, Line, Seat
from tablefolk.core.story import QUIET, Moment
from tablefolk.core.words import Phrases, fill, listing

S = TypeVar("S")
Key = str | int
OUTSIDER = Seat("somebody else")  # a player with no part in it: what they are told, all are


class Names(NamedTuple):
    """What the type of a field says it names: `Who = Annotated[str, Names("who")]`."""

    what: str


class Teller(Generic[S]):
    """Tells what happens in a game.

    `called` says, by what a field names, how people call it; several of them make a list. Which of
    its sentences a seat is told, and what else stands in it, the event says itself. `moments` are
    those of the game's `told_as`.
    """

    def __init__(
        self,
        say: Phrases,
        called: Mapping[str, Callable[..., str]],
        moments: Mapping[str, Moment] = QUIET,
    ) -> None:
        self.say, self.called, self.moments = say, called, moments

    def tell(self, state: S, event: Change[S], seat: Seat) -> Line | None:
        """An event for one seat; None where it is not for them."""
        key, case = type(event).__name__, event.told_to(state, seat)
        words = None if case is None else self.of_case(f"{key}.told", case)
        if case is None or words is None:
            return None
        facts = {**self.facts(state, event), **event.in_words(state, seat)}
        rule = self.of_case(f"{key}.rule", case)
        text = self.say(words, **facts).strip()
        big = self._big(event, case, facts) if key in self.moments else None
        private = event.told_to(state, OUTSIDER) is None
        return Line(
            text, event.voice, rule=self.say(rule) if rule else "", big=big, private=private
        )

    def _big(self, event: Change[S], case: str, facts: Mapping[str, object]) -> Big | None:
        """What is shown large of an event, of nothing but its sentence's facts."""
        key = type(event).__name__
        moment = self.moments[key]
        if moment.only and case not in moment.only:
            return None
        if moment.when and not getattr(event, moment.when):
            return None
        means = self.of_case(f"{key}.means", case)
        faces, kept = facts.get(moment.faces), facts.get(f"{moment.faces}_kept")
        sides = facts.get(f"{moment.faces}_sides")
        return Big(
            moment.kind,
            fill(moment.who, facts),
            fill(moment.number, facts),
            fill(moment.was, facts),
            self.say(means, **facts).strip().rstrip(".") if means else "",
            faces if isinstance(faces, tuple) else (),
            kept if isinstance(kept, tuple) else None,
            sides if isinstance(sides, int) else 6,
            moment.icon,
            case in moment.poor or bool(facts.get("failed")),
        )

    def facts(self, state: S, event: Event) -> dict[str, object]:
        """The event's fields; what names something as people call it."""
        naming = named(type(event))
        every = ((name, getattr(event, name)) for name in event.__struct_fields__)
        return {
            name: self._called(state, naming[name], value) if name in naming else value
            for name, value in every
        }

    def of_case(self, key: str, case: str) -> str | None:
        """The words or the rule of the very case, else those of the event."""
        return next((one for one in (key + case, key) if one in self.say), None)

    def _called(self, state: S, what: str, value: Key | tuple[Key, ...] | None) -> str:
        several = (value,) if isinstance(value, str | int) else value or ()
        return listing(self.called[what](state, one) for one in several if one)


@cache
def named(event: type[Event]) -> Mapping[str, str]:
    """Which fields of an event name something, and what."""
    hints = get_type_hints(event, include_extras=True)
    every = ((name, next(_marks(hints[name]), None)) for name in event.__struct_fields__)
    return {name: mark.what for name, mark in every if mark}


def _marks(hint: object) -> Iterator[Names]:
    """The marks in a type, also of what it holds several of."""
    if isinstance(hint, Names):
        yield hint
    for part in (*get_args(hint), *getattr(hint, "__metadata__", ())):
        yield from _marks(part)
