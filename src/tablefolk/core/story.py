"""An act as the story sets it: one heading line, what is fiction beside it, the rest folded."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from tablefolk.core.game import Line

DIVIDERS = ("scene", "closed")  # where one stretch of the story ends and another begins
FICTION = ("narrated", "spoke", "said", "whispered")
RANK = {"threw": 1, "did": 2, "ruled": 3, "noted": 4}  # what an act is known by, if by nothing else


class Act(NamedTuple):
    """The lines of one entry: those that are read at once, and those beneath."""

    shown: tuple[Line, ...]
    more: tuple[Line, ...]


def head(lines: Sequence[Line]) -> int:
    """Which line an act goes by; -1 where it is all fiction and needs none."""
    if lines and lines[0].kind in DIVIDERS:
        return 0
    acts = [n for n, line in enumerate(lines) if line.kind not in FICTION + DIVIDERS]
    return min(acts, key=lambda n: _rank(lines[n]), default=-1)


def _rank(line: Line) -> int:
    """What the act came to; a throw; a deed; a word of the GM's; mere bookkeeping."""
    return -1 if line.lead else 0 if line.card else RANK.get(line.kind, 2)


def act(lines: Sequence[Line]) -> Act:
    """One heading line; speech, narration and thrown cards stay in sight, all else is folded."""
    first, shown, more = head(lines), list[Line](), list[Line]()
    for n, line in enumerate(lines):
        if n == first or line.kind in FICTION + DIVIDERS:
            shown.append(line)
            continue
        more.append(replace(line, card=None))
        if line.card:
            shown.append(replace(line, text="", rule="", drawn=()))
    return Act(tuple(shown), tuple(more))


class Setting(NamedTuple):
    """How a game's events are set, by their names; those not named are as the game tells them."""

    narrated: Mapping[str, str]  # told as fiction where this field of theirs holds words
    leads: frozenset[str]  # what an act comes to
    noted: frozenset[str]  # bookkeeping, told as it happens


def put(line: Line, event: object, how: Setting | None) -> Line:
    """A line as the story sets that event."""
    name = type(event).__name__
    if how is None:
        return line
    if name in how.narrated and getattr(event, how.narrated[name]):
        return replace(line, kind="narrated")
    if name in how.noted:
        return replace(line, kind="noted")
    return replace(line, lead=True) if name in how.leads else line
