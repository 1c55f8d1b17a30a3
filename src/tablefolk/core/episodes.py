"""Episodes: what was wanted in a scene, how, and what came of it, as a recap tells it (TF-15).

A game that has `episodes(state, events)` is given the events of one scene that stood in the end and
that everybody was told; it answers with its episodes. An episode replaces the lines of the events
it covers. A game without that function is looked back at line by line.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from typing import TypeVar

from msgspec import Struct

from tablefolk.core.game import Drawn, Event
from tablefolk.core.language import said
from tablefolk.core.words import begun, sentence

T = TypeVar("T", bound=Event)

MOST_THROWS = 3  # of a scene: the others are in the log
NARROW = 1  # a throw decided by so little was a narrow one
UNLIKELY = 0.34  # what was no likelier than this, one in three, surprised people
RARE = 0.05  # what was no likelier than this is told each time, where it has a name


class Argument(Struct, frozen=True, omit_defaults=True):
    """What somebody brought up for it, in their own words where they wrote some."""

    who: str
    text: str = ""
    about: str = ""  # what of theirs they brought up
    drawn: tuple[Drawn, ...] = ()  # the pictures that they pointed to


class Throw(Struct, frozen=True, omit_defaults=True):
    """A throw of an episode, and what is known about how much it mattered.

    `came` says what it brought about, where that changed the scene: somebody out or dead, a bar
    full. `chance` is how likely that result or a better one (or a worse one, for a failure) was,
    and `margin` by how much it was decided; both are None where a player may not know them.
    """

    text: str
    chance: float | None = None
    margin: int | None = None
    stakes: int = 0  # how many things hung on it
    came: str = ""
    odd: str = ""  # what was so unlikely, where that is not the success or failure as such


class Episode(Struct, frozen=True, omit_defaults=True):
    """One undertaking, told in sentences."""

    at: int  # the place of the event at which it is read
    covers: frozenset[int]  # the places of all events that it tells
    title: str  # what was wanted
    text: str
    arguments: tuple[Argument, ...] = ()
    stakes: tuple[str, ...] = ()  # written beforehand, and come true: each stands in the text
    throws: tuple[Throw, ...] = ()
    who: str = ""  # in whose words the title is, where it is quoted
    # Its sentences, each with the place of its event: where something else is told in between, it
    # is read in several parts, the next one under the title `again`, and those after it under none.
    parts: tuple[tuple[int, str], ...] = ()
    again: str = ""
    ended: bool = False  # its last part is the end, which does not go on

    def pieces(self) -> Iterator[Episode]:
        """As it is read: whole, or sentence by sentence where each of them happened."""
        if not self.parts:
            yield self
        for n, (at, text) in enumerate(self.parts):
            over = self.ended and n == len(self.parts) - 1
            title = ("" if over else self.again) if n else self.title
            yield Episode(at, self.covers, title, text, () if n else self.arguments)


class Thread(Struct, frozen=True):
    """The events of one undertaking, each with its place among all events of the scene."""

    places: list[int]
    events: list[Event]

    def found(self, kind: type[T]) -> list[T]:
        """Those of this kind, in their order."""
        return [event for event in self.events if isinstance(event, kind)]

    def episode(
        self,
        title: str,
        sentences: Iterable[str],
        arguments: Iterable[Argument] = (),
        stakes: Iterable[str] = (),
        throws: Iterable[Throw] = (),
    ) -> Episode:
        """All of it as one episode, read where its last event is."""
        text = sentenced(sentences)
        covers = frozenset(self.places)
        more = tuple(arguments), tuple(stakes), tuple(throws)
        return Episode(max(covers), covers, sentence(begun(title)), text, *more)


def sentenced(sentences: Iterable[str]) -> str:
    """Sentences one after the other, each with its stop."""
    return " ".join(filter(None, map(sentence, sentences)))


def threads(events: Sequence[Event], belongs: Callable[[Event], Hashable]) -> list[Thread]:
    """The events by what they belong to, in the order in which it began; None is nothing."""
    found: dict[Hashable, Thread] = {}
    for place, event in enumerate(events):
        if (key := belongs(event)) is not None:
            thread = found.setdefault(key, Thread([], []))
            thread.places.append(place)
            thread.events.append(event)
    return list(found.values())


def mattered(throws: Iterable[Throw]) -> tuple[str, ...]:
    """The throws of a scene that mattered most, each with the reason, in the order they fell."""
    every = list(throws)
    chosen = dict[int, str]()
    for n, why in _reasons(every):
        chosen.setdefault(n, why)
    most = sorted([*chosen][:MOST_THROWS])
    return tuple(f"{chosen[n]}: {every[n].text}" for n in most)


def _reasons(throws: Sequence[Throw]) -> Iterator[tuple[int, str]]:
    """What throws brought about, the last first; then of each other reason its best throw.

    What is as rare as a fluke counts each time.
    """
    yield from ((n, t.came) for n, t in reversed([*enumerate(throws)]) if t.came)
    chances = {n: t.chance for n, t in enumerate(throws) if t.chance is not None}
    unlikely = min(chances, key=chances.__getitem__, default=-1)
    rare = [n for n, of in chances.items() if of <= RARE and throws[n].odd and n != unlikely]
    for n in (unlikely, *rare):
        if n >= 0 and chances[n] <= UNLIKELY:
            what = throws[n].odd or said("Against the odds")
            yield n, said("{what}, {odds}", what=what, odds=in_words(chances[n]))
    stakes = {n: t.stakes for n, t in enumerate(throws) if t.stakes}
    if stakes:
        yield max(stakes, key=stakes.__getitem__), said("Much at stake")
    margins = {n: abs(t.margin) for n, t in enumerate(throws) if t.margin is not None}
    narrow = min(margins, key=margins.__getitem__, default=-1)
    if narrow >= 0 and margins[narrow] <= NARROW:
        yield narrow, said("A close call")


def in_words(chance: float) -> str:
    """A small chance as people say it: 1 in 3, 1 in 12, 1 in 200."""
    return said("1 in {n:,}", n=max(2, round(1 / chance))) if chance > 0 else said("unheard of")
