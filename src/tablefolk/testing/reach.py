"""How much of a game its random evenings reach."""

from __future__ import annotations

from msgspec import Struct

from tablefolk.testing.driver import evenings
from tablefolk.testing.subject import Subject


class Reach(Struct, frozen=True):
    """Kinds of commands and events, the table's own included, and those that came up."""

    every: frozenset[str]
    reached: frozenset[str]

    @property
    def share(self) -> float:
        return len(self.reached) / len(self.every)

    @property
    def missing(self) -> list[str]:
        return sorted(self.every - self.reached)


def reach(subject: Subject) -> Reach:
    played = evenings(subject)
    at = played.all[0].at
    every = frozenset(kind.__name__ for kind in (*at.commands, *at.events))
    return Reach(every, every & frozenset(played.done))
