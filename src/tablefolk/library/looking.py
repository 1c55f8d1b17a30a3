"""What a seat sees and was told: its page in parts, and the story in its words."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from tablefolk.core import stage
from tablefolk.core.game import Block, Line, Seat
from tablefolk.core.stage import Part
from tablefolk.core.story import act
from tablefolk.core.table.at import GameAtTable
from tablefolk.core.table.state import Table as State
from tablefolk.library.acts import spoken
from tablefolk.library.showing import Node, as_html, as_text, outlined

ORDER = ("now", "sheet", "shelf", "behind", "tool", "always")  # what matters most comes first


class Shown(Struct, frozen=True):
    """One part of a page: what it is called, where it has its place, and what it shows."""

    key: str
    place: str
    title: str
    note: str
    blocks: tuple[Block, ...]

    def __repr__(self) -> str:
        return "\n".join(as_text((self.outline(),)))

    def _repr_html_(self) -> str:
        return as_html(self.title, self.outline().inside)

    def outline(self, folded: bool = False) -> Node:
        """What it says; folded, only what it is called and the key to look into it by."""
        inside = tuple(node for block in self.blocks for node in outlined(block))
        title = f"{self.title} [{self.key}]" if folded else self.title
        return Node(title, self.note, inside, folded=folded)


class View:
    """What one seat sees of the table now.

    `now` is the part that matters, and is shown whole; into the others one looks by `part`.
    """

    def __init__(self, heading: str, now: Shown | None, parts: Iterable[Shown]) -> None:
        self.heading, self.now, self.parts = heading, now, tuple(parts)

    @property
    def blocks(self) -> tuple[Block, ...]:
        """All that is shown, as the game's own values."""
        return tuple(block for part in self.parts for block in part.blocks)

    def part(self, key: str) -> Shown:
        """One part by its key."""
        known = {part.key: part for part in self.parts}
        if key not in known:
            raise KeyError(f"This page has no part “{key}”; it has: {', '.join(known)}.")
        return known[key]

    def __repr__(self) -> str:
        return "\n".join((self.heading, *as_text(self._outline(), 1)))

    def _repr_html_(self) -> str:
        return as_html(self.heading, self._outline())

    def _outline(self) -> tuple[Node, ...]:
        now = (self.now.outline(),) if self.now else ()
        rest = (part for part in self.parts if part.blocks and part is not self.now)
        return (*now, *(part.outline(folded=True) for part in rest))


def view(at: GameAtTable, state: State, seat: Seat) -> View:
    """A seat's page, part by part: only what that seat may know."""
    parts = at.parts(state, seat)
    owed = [wait.part for wait in at.waits_of(state).get(seat.id, ())]
    first = stage.now(parts, owed)
    shown = {part.key: _shown(part) for part in sorted(parts, key=_rank)}
    heading = f"{state.name_of(seat.id)} at “{state.name}” ({at.about.title})"
    return View(heading, shown[first.part.key] if first else None, shown.values())


def _rank(part: Part) -> int:
    return ORDER.index(part.place)


def _shown(part: Part) -> Shown:
    return Shown(part.key, part.place, part.title, part.note, tuple(part.blocks()))


# -- The story ---------------------------------------------------------------------------------


class Told(Struct, frozen=True):
    """One entry of the story in the words of one seat."""

    number: int  # of the entry in the log
    by: str  # the member who acted; empty where nobody did
    lines: tuple[Line, ...]
    struck: bool = False  # it was taken back

    @property
    def text(self) -> str:
        """What is read at once: the act's heading, and what was said."""
        return "\n".join(spoken(line) for line in act(self.lines).shown if line.text)

    def __str__(self) -> str:
        return self.text

    @property
    def outline(self) -> Node:
        return Node("", self.text, struck=self.struck)


class Story(tuple[Told, ...]):
    """What a seat was told, the oldest first."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "\n".join(as_text(told.outline for told in self)) or "Nothing has happened yet."

    def _repr_html_(self) -> str:
        return as_html("What happened", [told.outline for told in self])
