"""A big moment is made of what its entry says to the very seat that sees it: nothing else."""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec

from tablefolk.core.game import Big, Line, Seat
from tablefolk.core.recap import EVERYBODY
from tablefolk.core.table.further import further
from tablefolk.testing.driver import from_demo, moments, some
from tablefolk.testing.playing import Evening
from tablefolk.testing.subject import Subject

WORD = re.compile(r"\w{4,}")  # what a sentence may say in another form is shorter: a, the, now
NEEDED = {"throw", "finished"}


def test_a_moment_is_an_event_of_the_game(subject: Subject) -> None:
    how = further(subject.game).told_as
    named = set(how.moments) if how else set()
    strange = named - {event.__name__ for event in subject.game.events}
    assert not strange, f"told_as.moments names no event of this game: {', '.join(strange)}."


def test_a_game_with_moments_has_a_throw_someone_finished_and_something_to_get(
    subject: Subject,
) -> None:
    how = further(subject.game).told_as
    kinds = {moment.kind for moment in how.moments.values()} if how else set()
    assert not kinds or kinds >= NEEDED, f"These are no moments here: {NEEDED - kinds}."
    gets = {"reward", "grew"} & set(how.keeps.values()) if how else set()
    assert not kinds or not gets or kinds & {"reward", "growth"}, "Nobody sees a reward."


def test_a_moment_shows_nothing_that_its_entry_does_not_say(subject: Subject) -> None:
    for evening, seat, lines in _told(subject):
        read = _read(lines)
        for line in lines:
            for shown in _shown(line.big) if line.big else ():
                assert shown in read, f"{seat.role} at {evening.at.key} reads {shown!r}: {read!r}"


def test_everybody_who_is_told_has_the_moment(subject: Subject) -> None:
    """Whoever is told the very same sentence sees the very same moment."""
    for evening in _played(subject):
        for entry in evening.entries[-MANY:]:
            heard = [line for seat in _seats(evening) for line in evening.told(seat, entry)]
            found = {(line.text, line.big) for line in heard if line.text}
            assert len(found) == len({text for text, _ in found}), found


MANY = 60  # entries of an evening, the newest


def _played(subject: Subject) -> Iterator[Evening]:
    """The demo, what the game's tests name, and where random evenings came to."""
    yield from_demo(subject.game)
    yield from moments(subject)
    yield from some(subject)


def _seats(evening: Evening) -> tuple[Seat, ...]:
    return (EVERYBODY, *(evening.table.seat(member) for member in evening.table.members))


def _told(subject: Subject) -> Iterator[tuple[Evening, Seat, tuple[Line, ...]]]:
    for evening in _played(subject):
        for entry in evening.entries[-MANY:]:
            for seat in _seats(evening):
                yield evening, seat, tuple(evening.told(seat, entry))


def _read(lines: tuple[Line, ...]) -> str:
    """All that stands in an entry: its sentences, and what its cards are drawn from."""
    cards = (msgspec.json.encode(line.card).decode() for line in lines if line.card)
    return " ".join((*(line.text for line in lines), *cards)).casefold()


def _shown(big: Big) -> Iterator[str]:
    """Whom, how much, before and what it means, word by word."""
    for text in (big.who, big.number, big.was):
        if text:
            yield text.casefold()
    yield from WORD.findall(big.means.casefold())
