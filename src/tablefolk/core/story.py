"""An act as the story sets it: one heading line, what is fiction beside it, the rest folded."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from operator import attrgetter
from types import MappingProxyType
from typing import Literal, NamedTuple

from msgspec.structs import replace

from tablefolk.core.game import Event, Line

DIVIDERS = ("scene", "closed")  # where one stretch of the story ends and another begins
FICTION = ("narrated", "spoke", "said", "whispered")
RANK = {"threw": 1, "did": 2, "ruled": 3, "noted": 4, "read": 5}  # what an act is known by


class Folded(NamedTuple):
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


def act(lines: Sequence[Line]) -> Folded:
    """One heading line; speech, narration and thrown cards stay in sight, all else is folded."""
    first, shown, more = head(lines), list[Line](), list[Line]()
    for n, line in enumerate(lines):
        if n == first:
            shown.append(heading(line, (*lines[:n], *lines[n + 1 :])))
            continue
        if line.kind in FICTION + DIVIDERS:
            shown.append(line)
            continue
        more.append(replace(line, card=None))
        if line.card:
            shown.append(replace(line, text="", rule="", drawn=()))
    return Folded(tuple(shown), tuple(more))


def heading(line: Line, others: Sequence[Line]) -> Line:
    """The line an act goes by, after what of the others nobody may miss."""
    loud = [other.loud for other in others if other.loud]
    return replace(line, text=" ".join((*loud, line.text))) if loud else line


# What an evening's recap keeps: what became true, a throw that mattered, a reward, who grew; and
# what the scene turned on (somebody falls, a fight is over), which is read where it happened.
Kept = Literal["fact", "throw", "reward", "grew", "turn"]
NOTHING: Mapping[str, Kept] = MappingProxyType({})
NEVER: Mapping[str, tuple[str, ...]] = MappingProxyType({})
NOWHERE: Mapping[str, str] = MappingProxyType({})

# What every page shows large: dice, something that somebody gets, a character who is ready to be
# played, a bar or track that fills, somebody who grows, somebody who is gone.
MomentKind = Literal["throw", "reward", "finished", "filled", "growth", "farewell"]


class Moment(NamedTuple):
    """How an event is a moment for everybody who is told: its facts, as its sentence has them.

    Each is written as in a sentence (`"{result.total}"`). What it means stands beside the event's
    own words, as `means`, a case of its own where the sentence has cases.
    """

    kind: MomentKind
    who: str = "{who}"
    number: str = ""
    was: str = ""
    # The fact that holds its dice, where the last card of the entry shows others or none; beside it
    # may stand `<fact>_kept`, the places of those that count, and `<fact>_sides`.
    faces: str = ""
    icon: str = ""
    only: tuple[str, ...] = ()  # in these cases of its sentence; without any, in all
    when: str = ""  # only where this field of the event holds something
    # In these cases the throw has failed, and is shown quietly; or where a fact `failed` says so.
    poor: tuple[str, ...] = ()


QUIET: Mapping[str, Moment] = MappingProxyType({})


class Setting(NamedTuple):
    """How a game's events are set, by their names; those not named are as the game tells them."""

    narrated: Mapping[str, str]  # told as fiction where this field of theirs holds words
    leads: frozenset[str]  # what an act comes to
    noted: frozenset[str]  # bookkeeping, told as it happens
    keeps: Mapping[str, Kept] = NOTHING  # what is worth remembering, and as what (TF-15)
    undoes: Mapping[str, tuple[str, ...]] = NEVER  # what no longer stands once this has happened
    about: Mapping[str, str] = NOWHERE  # of these: by which fields it is known what they are about
    # What only changes a number, and the field that says what happened ("" where none does):
    # without words there, a recap does not tell it by itself.
    numbers: Mapping[str, str] = NOWHERE
    # With what something comes true that somebody has written, and the field of these words: no
    # recap drops them.
    stakes: Mapping[str, str] = NOWHERE
    moments: Mapping[str, Moment] = QUIET  # what is shown large; the game's Teller is given them


def put(line: Line, event: object, how: Setting | None) -> Line:
    """A line as the story sets that event; where a game says nothing, a throw is kept."""
    if how is None:
        return replace(line, keeps="throw") if line.kind == "threw" else line
    name = type(event).__name__
    words = name in how.narrated and attrgetter(how.narrated[name])(event)
    if name in how.keeps and not bare(event, how) and (words or name not in how.narrated):
        line = replace(line, keeps=how.keeps[name])
    if words:
        return replace(line, kind="narrated")
    if name in how.noted:
        return replace(line, kind="noted")
    return replace(line, lead=True) if name in how.leads else line


def bare(event: object, how: Setting | None) -> bool:
    """Whether an event is only a number that changed, without a word of what happened."""
    name = type(event).__name__
    if how is None or name not in how.numbers:
        return False
    return not (how.numbers[name] and attrgetter(how.numbers[name])(event))


def standing(events: Sequence[Event], how: Setting | None) -> Iterator[bool]:
    """Of each event whether it stood in the end: nothing later has undone the very same thing."""
    gone: set[tuple[str, object]] = set()
    stood: list[bool] = []
    for event in reversed(events):
        name = type(event).__name__
        of = about(event, how)
        stands = (name, of) not in gone
        stood.append(stands)
        undone = how.undoes.get(name, ()) if how and stands else ()
        gone |= {(other, of) for other in undone}
    return reversed(stood)


def about(event: Event, how: Setting | None) -> object:
    """What an event is about, so far as the setting names it."""
    where = how.about.get(type(event).__name__, "") if how else ""
    return attrgetter(*where.split())(event) if where else None
