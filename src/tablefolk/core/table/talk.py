"""Saying and writing: talk, whispers, notes, handouts, free dice, hands (TF-10 … TF-13, TF-18)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any, TypeVar

from msgspec.structs import replace

from tablefolk.core.dice import Dice
from tablefolk.core.game import Command, Event, Seat, must, need
from tablefolk.core.table.blocks import NoteCard
from tablefolk.core.table.seats import gm_only, seated_here
from tablefolk.core.table.state import Effect, Note, Poll, Rule, Table
from tablefolk.core.words import slug

# -- Talk (TF-10, TF-11) ---------------------------------------------------------------------


class Say(Command, frozen=True):
    """A line of talk; as oneself where `as_self`, to those named only where there are any."""

    may = "anyone"
    text: str
    as_self: bool = False
    to: tuple[str, ...] = ()
    narrated: bool = False  # the GM tells it, and nobody says it
    whisper: bool = False  # meant for some only: never said aloud because nobody was chosen


class Said(Event, frozen=True):
    by: str
    text: str
    as_self: bool = False
    to: tuple[str, ...] = ()
    who: str = ""  # the character who spoke, by the name they had then
    narrated: bool = False


def say(table: Table, seat: Seat, c: Say, who: str) -> Iterator[Event]:
    """The line, under the name of the character who speaks where one does."""
    must(c.text.strip(), "TF-10", "text_needed", "Say something first.")
    must(c.to or not c.whisper, "TF-10", "nobody", "Choose who shall read it.")
    if c.to:
        need(table.options.get("whispers", True), "TF-10", "no_whispers", "Nobody whispers here.")
        for member in c.to:
            seated_here(table, member)
        must(seat.id not in c.to, "TF-10", "not_yourself", "Whisper to somebody else.")
    need(seat.gm or not c.narrated, "TF-10", "gm_only", "Only the GM tells what happens.")
    to, narrated = tuple(dict.fromkeys(c.to)), c.narrated and not c.to
    yield Said(seat.id, c.text.strip(), c.as_self, to, who, narrated)


# -- Notes and handouts (TF-12) ---------------------------------------------------------------


class WriteNote(Command, frozen=True):
    """A new note, or with its id a new version of an old one."""

    may = "anyone"
    title: str
    text: str = ""
    topic: str = ""
    note: str = ""


class NoteWritten(Event, frozen=True):
    note: str
    owner: str
    title: str
    text: str
    topic: str = ""


class DropNote(Command, frozen=True):
    may = "owner"
    note: str


class NoteDropped(Event, frozen=True):
    note: str
    owner: str
    title: str


class ShowNote(Command, frozen=True):
    """A note becomes a handout: to one member, or to all (`*`)."""

    may = "gm"
    note: str
    to: str = "*"


class NoteShown(Event, frozen=True):
    note: str
    owner: str
    title: str
    to: str


class PutAway(Command, frozen=True):
    """Whoever was shown a handout has read it: it lies among the others from then on."""

    may = "anyone"
    handout: int  # as this seat counts them


class NotePutAway(Event, frozen=True):
    note: str
    owner: str
    title: str
    by: str


def write_note(table: Table, seat: Seat, c: WriteNote, dice: Dice) -> Iterator[Event]:
    must(c.title.strip(), "TF-12", "text_needed", "Give the note a title.")
    if c.note:
        old = own_note(table, seat, c.note)
        id, owner = old.id, old.owner
    else:
        id, owner = new_note(table, seat, c.title), table.owner(seat)
    yield NoteWritten(id, owner, c.title.strip(), c.text, c.topic.strip())


def new_note(table: Table, seat: Seat, title: str) -> str:
    """A readable id; nobody can tell from it how many notes others keep (TF-29)."""
    desk = "desk." if seat.gm else ""
    taken = (n.id.removeprefix("desk.") for n in table.own_notes(seat))
    return desk + slug(title[:40], taken)


def note_written(table: Table, e: NoteWritten) -> Table:
    """A new version stands where the old one stood, and those who saw it see it change."""
    old = find_note(table, e.owner, e.note)
    if old is None:
        new = Note(e.note, e.owner, e.title, e.text, e.topic)
        return replace(table, notes=(*table.notes, new))
    return changed(table, old, title=e.title, text=e.text, topic=e.topic)


def changed(table: Table, old: Note, **changes: Any) -> Table:
    new = replace(old, **changes)
    return replace(table, notes=tuple(new if note is old else note for note in table.notes))


def drop_note(table: Table, seat: Seat, c: DropNote, dice: Dice) -> Iterator[Event]:
    note = own_note(table, seat, c.note)
    yield NoteDropped(note.id, note.owner, note.title)


def note_dropped(table: Table, e: NoteDropped) -> Table:
    old = find_note(table, e.owner, e.note)
    return replace(table, notes=tuple(note for note in table.notes if note is not old))


def show_note(table: Table, seat: Seat, c: ShowNote, dice: Dice) -> Iterator[Event]:
    gm_only(seat, "TF-12")
    note = own_note(table, seat, c.note)
    if c.to != "*":
        seated_here(table, c.to)
        must(c.to != seat.id, "TF-12", "not_yourself", "Show it to somebody else.")
    must(not {c.to, "*"} & {*note.shown_to}, "TF-12", "shown", "They see it already.")
    yield NoteShown(note.id, note.owner, note.title, c.to)


def note_shown(table: Table, e: NoteShown) -> Table:
    old = find_note(table, e.owner, e.note)
    if old is None:
        return table
    shown = (*old.shown_to, e.to)
    new = (m for m in readers(table, old) if e.to in ("*", m) and m not in old.shown_to)
    return changed(table, old, shown_to=shown, unread=(*old.unread, *new))


def readers(table: Table, note: Note) -> Iterator[str]:
    """Those at the table who could be shown a note, and can put it away."""
    owner = note.owner or table.gm
    return (m.id for m in table.present if m.role != "onlooker" and m.id != owner)


def put_away(table: Table, seat: Seat, c: PutAway, dice: Dice) -> Iterator[Event]:
    cards = dict(enumerate(table.handouts(seat), 1))
    note = must(cards.get(c.handout), "TF-12", "unknown", "Nothing like that was shown to you.")
    must(seat.id in note.unread, "TF-12", "same", "You have put it away already.")
    yield NotePutAway(note.id, note.owner, note.title, seat.id)


def note_put_away(table: Table, e: NotePutAway) -> Table:
    old = find_note(table, e.owner, e.note)
    return changed(table, old, unread=tuple(m for m in old.unread if m != e.by)) if old else table


Written = TypeVar("Written", Note, NoteCard)  # as it is kept, or as a seat sees it


def find_note(table: Table, owner: str, id: str) -> Note | None:
    return next((n for n in table.notes if n.owner == owner and n.id == id), None)


def own_note(table: Table, seat: Seat, id: str) -> Note:
    mine = next((n for n in table.own_notes(seat) if n.id == id), None)
    return must(mine, "TF-12", "not_yours", "There is no such note of yours.")


def matching(notes: Iterable[Written], text: str) -> tuple[Written, ...]:
    """The notes in which every word of the text occurs, in any part (TF-12)."""
    words = text.casefold().split()
    return tuple(
        note
        for note in notes
        if all(word in f"{note.title} {note.text} {note.topic}".casefold() for word in words)
    )


# -- Free dice (TF-13) -------------------------------------------------------------------------


class RollFree(Command, frozen=True):
    """Dice outside the rules: `2d20`."""

    may = "anyone"
    dice: str
    why: str = ""


class FreeRolled(Event, frozen=True):
    by: str
    count: int
    sides: int
    faces: tuple[int, ...]
    why: str = ""


def roll_free(table: Table, seat: Seat, c: RollFree, dice: Dice) -> Iterator[Event]:
    count, sides = free_dice(c.dice)
    yield FreeRolled(seat.id, count, sides, dice.roll(count, sides), c.why.strip())


def free_dice(text: str) -> tuple[int, int]:
    """`NdS` with 1 ≤ N ≤ 100 and 2 ≤ S ≤ 1000."""
    found = re.fullmatch(r"\s*(\d{0,3})\s*[dD]\s*(\d{1,4})\s*", text, re.ASCII)
    match = must(found, "TF-13", "bad_notation", "Write dice like 2d6 or d20.")
    count, sides = int(match[1] or 1), int(match[2])
    in_range = 1 <= count <= 100 and 2 <= sides <= 1000
    must(in_range, "TF-13", "out_of_range", "Between 1 and 100 dice of 2 to 1,000 sides.")
    return count, sides


# -- Show of hands (TF-18) ---------------------------------------------------------------------


class AskHands(Command, frozen=True):
    may = "anyone"
    question: str
    answers: tuple[str, ...] = ("Yes", "No")
    secret: bool = False


class HandsAsked(Event, frozen=True):
    poll: int
    by: str
    question: str
    answers: tuple[str, ...]
    secret: bool = False


class Vote(Command, frozen=True):
    may = "anyone"
    poll: int
    answer: int


class Voted(Event, frozen=True):
    poll: int
    by: str
    answer: int


class CloseHands(Command, frozen=True):
    may = "owner or gm"
    poll: int


class HandsClosed(Event, frozen=True):
    poll: int
    counts: tuple[int, ...]
    settled: bool = False  # by the act that has answered the question


def ask_hands(table: Table, seat: Seat, c: AskHands, dice: Dice) -> Iterator[Event]:
    must(c.question.strip(), "TF-18", "text_needed", "Ask a question first.")
    answers = tuple(dict.fromkeys(a.strip() for a in c.answers if a.strip()))
    must(2 <= len(answers) <= 6, "TF-18", "out_of_range", "Two to six different answers.")
    yield HandsAsked(table.count + 1, seat.id, c.question.strip(), answers, c.secret)


def hands_asked(table: Table, e: HandsAsked) -> Table:
    poll = Poll(e.poll, e.by, e.question, e.answers, e.secret, scenes=len(table.scenes))
    return replace(table, polls={**table.polls, e.poll: poll}, count=e.poll)


def vote(table: Table, seat: Seat, c: Vote, dice: Dice) -> Iterator[Event]:
    poll = open_poll(table, c.poll)
    must(0 <= c.answer < len(poll.answers), "TF-18", "out_of_range", "Choose one of the answers.")
    must(poll.votes.get(seat.id) != c.answer, "TF-18", "same", "That is your answer already.")
    yield Voted(c.poll, seat.id, c.answer)
    votes = {**poll.votes, seat.id: c.answer}
    if all(m.id in votes for m in table.present if m.role != "onlooker"):
        yield HandsClosed(c.poll, counts(poll, votes))


def voted(table: Table, e: Voted) -> Table:
    poll = table.polls[e.poll]
    changed = replace(poll, votes={**poll.votes, e.by: e.answer})
    return replace(table, polls={**table.polls, e.poll: changed})


def close_hands(table: Table, seat: Seat, c: CloseHands, dice: Dice) -> Iterator[Event]:
    poll = open_poll(table, c.poll)
    need(seat.gm or seat.id == poll.by, "TF-18", "not_yours", "Whoever asked, or the GM, closes.")
    yield HandsClosed(c.poll, counts(poll, poll.votes))


def hands_closed(table: Table, e: HandsClosed) -> Table:
    poll = replace(table.polls[e.poll], closed=True, settled=e.settled)
    return replace(table, polls={**table.polls, e.poll: poll})


def open_poll(table: Table, number: int) -> Poll:
    poll = table.polls.get(number)
    return must(
        poll if poll and not poll.closed else None,
        "TF-18",
        "poll_closed",
        "This show of hands is over.",
    )


def counts(poll: Poll, votes: dict[str, int]) -> tuple[int, ...]:
    given = list(votes.values())
    return tuple(given.count(i) for i in range(len(poll.answers)))


DECIDE: dict[type[Command], Rule] = {
    WriteNote: write_note,
    DropNote: drop_note,
    ShowNote: show_note,
    PutAway: put_away,
    RollFree: roll_free,
    AskHands: ask_hands,
    Vote: vote,
    CloseHands: close_hands,
}
EVOLVE: dict[type[Event], Effect] = {
    Said: lambda table, e: table,
    NoteWritten: note_written,
    NoteDropped: note_dropped,
    NoteShown: note_shown,
    NotePutAway: note_put_away,
    FreeRolled: lambda table, e: table,
    HandsAsked: hands_asked,
    Voted: voted,
    HandsClosed: hands_closed,
}
