"""A game's book: the acts and changes of its chapters, and what it makes of the table's own."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from types import ModuleType
from typing import Generic, TypeVar

from tablefolk.core.dice import Dice
from tablefolk.core.game import Act, Change, Command, Event, Seat

S = TypeVar("S")
C = TypeVar("C", bound=Command)
E = TypeVar("E", bound=Event)
Rule = Callable[[S, Seat, C, Dice], Iterator[Event]]
Effect = Callable[[S, E], S]


class Overheard(Generic[S]):
    """What a game has to say to commands and events that are the table's.

    Its own carry their rule and their effect with them. These are somebody else's: a chapter says
    above its function which of them it is about, `@overheard.effect(SceneEnded)`.
    """

    def __init__(self) -> None:
        self.rules: dict[type[Command], Callable[..., Iterator[Event]]] = {}
        self.effects: dict[type[Event], Callable[..., S]] = {}

    def rule(self, command: type[C]) -> Callable[[Rule[S, C]], Rule[S, C]]:
        """Of this command the function below has something to say, too."""

        def keep(rule: Rule[S, C]) -> Rule[S, C]:
            self.rules[command] = rule
            return rule

        return keep

    def effect(self, *events: type[E]) -> Callable[[Effect[S, E]], Effect[S, E]]:
        """Of these events the function below keeps something."""

        def keep(effect: Effect[S, E]) -> Effect[S, E]:
            self.effects |= dict.fromkeys(events, effect)
            return effect

        return keep


class Book(Generic[S]):
    """All that can be done in a game and can happen in it: whatever its chapters hold."""

    def __init__(self, overheard: Overheard[S], *chapters: ModuleType) -> None:
        self.overheard = overheard
        acts = (act for chapter in chapters for act in acts_of(chapter))
        changes = (change for chapter in chapters for change in changes_of(chapter))
        self.commands: tuple[type[Command], ...] = (*acts, *overheard.rules)
        self.events: tuple[type[Event], ...] = (*changes, *overheard.effects)

    def decide(self, state: S, seat: Seat, command: Command, dice: Dice) -> Iterable[Event]:
        """What happens if this seat does that now; or a refusal."""
        if rule := self.overheard.rules.get(type(command)):
            return rule(state, seat, command, dice)
        assert isinstance(command, Act)
        return command.do(state, seat, dice)

    def evolve(self, state: S, event: Event) -> S:
        """The game once this has happened."""
        if effect := self.overheard.effects.get(type(event)):
            return effect(state, event)
        return after(state, (event,))


def acts_of(chapter: ModuleType) -> list[type[Command]]:
    """The commands that a chapter defines, in its order."""
    found = (kind for kind in _defined(chapter) if issubclass(kind, Act))
    return [kind for kind in found if hasattr(kind, "may")]  # what nobody may give is a base


def changes_of(chapter: ModuleType) -> list[type[Event]]:
    """The events that a chapter defines, in its order."""
    return [kind for kind in _defined(chapter) if issubclass(kind, Change)]


def _defined(chapter: ModuleType) -> Iterator[type]:
    for kind in vars(chapter).values():
        if isinstance(kind, type) and kind.__module__ == chapter.__name__:
            yield kind


def after(state: S, events: Iterable[Event]) -> S:
    """The state once these have happened, for a rule that looks ahead."""
    for event in events:
        if isinstance(event, Change):
            state = event.onto(state)
    return state
