"""Saying and writing: talk, whispers, notes, handouts, free dice, hands (TF-10 … TF-13, TF-18)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, TypeVar

import msgspec
from msgspec.structs import replace

from tablefolk.core.dice import Dice
from tablefolk.core.game import Act, Change, Command, Event, Seat, must, need
from tablefolk.core.language import said
from tablefolk.core.table.blocks import NoteCard
from tablefolk.core.table.seats import gm_only, seated_here
from tablefolk.core.table.state import Member, Note, Poll, Table
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


class Said(Change[Table], frozen=True):
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


class WriteNote(Act[Table], frozen=True):
    """A new note, or with its id a new version of an old one."""

    may = "anyone"
    title: str
    text: str = ""
    topic: str = ""
    note: str = ""

    def do(self, table: Table, seat: Seat, dice: Dice) -> Iterator[Event]:
        must(self.title.strip(), "TF-12", "text_needed", "Give the note a title.")
        if self.note:
            old = own_note(table, seat, self.note)
            id, owner = old.id, old.owner
        else:
            id, owner = new_note(table, seat, self.title), table.owner(seat)
        yield NoteWritten(id, owner, self.title.strip(), self.text, self.topic.strip())


class NoteWritten(Change[Table], frozen=True):
    note: str
    owner: str
    title: str
    text: str
    topic: str = ""

    def onto(self, table: Table) -> Table:
        """A new version stands where the old one stood, and those who saw it see it change."""
        old = find_note(table, self.owner, self.note)
        if old is None:
            new = Note(self.note, self.owner, self.title, self.text, self.topic)
            return replace(table, notes=(*table.notes, new))
        return changed(table, old, title=self.title, text=self.text, topic=self.topic)


class DropNote(Act[Table], frozen=True):
    may = "owner"
    note: str

    def do(self, table: Table, seat: Seat, dice: Dice) -> Iterator[Event]:
        note = own_note(table, seat, self.note)
        yield NoteDropped(note.id, note.owner, note.title)


class NoteDropped(Change[Table], frozen=True):
    note: str
    owner: str
    title: str

    def onto(self, table: Table) -> Table:
        old = find_note(table, self.owner, self.note)
        return replace(table, notes=tuple(note for note in table.notes if note is not old))


class ShowNote(Act[Table], frozen=True):
    """A note becomes a handout: to all (`*`), to one member, or to several at once (`readers`)."""

    may = "gm"
    note: str
    to: str = "*"
    readers: tuple[str, ...] = ()  # where there are any, it is shown to these

    def do(self, table: Table, seat: Seat, dice: Dice) -> Iterator[Event]:
        gm_only(seat, "TF-12")
        note = own_note(table, seat, self.note)
        for to in dict.fromkeys(self.readers or (self.to,)):
            if to != "*":
                seated_here(table, to)
                must(to != seat.id, "TF-12", "not_yourself", "Show it to somebody else.")
            must(not {to, "*"} & {*note.shown_to}, "TF-12", "shown", "They see it already.")
            yield NoteShown(note.id, note.owner, note.title, to)


class NoteShown(Change[Table], frozen=True):
    note: str
    owner: str
    title: str
    to: str

    def onto(self, table: Table) -> Table:
        old = find_note(table, self.owner, self.note)
        if old is None:
            return table
        shown = (*old.shown_to, self.to)
        new = (m for m in readers(table, old) if self.to in ("*", m) and m not in old.shown_to)
        return changed(table, old, shown_to=shown, unread=(*old.unread, *new))


class PutAway(Act[Table], frozen=True):
    """Whoever was shown a handout has read it: it lies among the others from then on."""

    may = "anyone"
    handout: int  # as this seat counts them

    def do(self, table: Table, seat: Seat, dice: Dice) -> Iterator[Event]:
        cards = dict(enumerate(table.handouts(seat), 1))
        note = must(
            cards.get(self.handout), "TF-12", "unknown", "Nothing like that was shown to you."
        )
        must(seat.id in note.unread, "TF-12", "same", "You have put it away already.")
        yield NotePutAway(note.id, note.owner, note.title, seat.id)


class NotePutAway(Change[Table], frozen=True):
    note: str
    owner: str
    title: str
    by: str

    def onto(self, table: Table) -> Table:
        old = find_note(table, self.owner, self.note)
        return (
            changed(table, old, unread=tuple(m for m in old.unread if m != self.by))
            if old
            else table
        )


def new_note(table: Table, seat: Seat, title: str) -> str:
    """A readable id; nobody can tell from it how many notes others keep (TF-29)."""
    desk = "desk." if seat.gm else ""
    taken = (n.id.removeprefix("desk.") for n in table.own_notes(seat))
    return desk + slug(title[:40], taken)


def changed(table: Table, old: Note, **changes: Any) -> Table:
    new = replace(old, **changes)
    return replace(table, notes=tuple(new if note is old else note for note in table.notes))


def readers(table: Table, note: Note) -> Iterator[str]:
    """Those at the table who could be shown a note, and can put it away."""
    owner = note.owner or table.gm
    return (m.id for m in table.present if m.role != "onlooker" and m.id != owner)


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


class RollFree(Act[Table], frozen=True):
    """Dice outside the rules: `2d20`."""

    may = "anyone"
    dice: str
    why: str = ""

    def do(self, table: Table, seat: Seat, dice: Dice) -> Iterator[Event]:
        count, sides = free_dice(self.dice)
        yield FreeRolled(seat.id, count, sides, dice.roll(count, sides), self.why.strip())


class FreeRolled(Change[Table], frozen=True):
    by: str
    count: int
    sides: int
    faces: tuple[int, ...]
    why: str = ""


def free_dice(text: str) -> tuple[int, int]:
    """`NdS` with 1 ≤ N ≤ 100 and 2 ≤ S ≤ 1000."""
    found = re.fullmatch(r"\s*(\d{0,3})\s*[dD]\s*(\d{1,4})\s*", text, re.ASCII)
    match = must(found, "TF-13", "bad_notation", "Write dice like 2d6 or d20.")
    count, sides = int(match[1] or 1), int(match[2])
    in_range = 1 <= count <= 100 and 2 <= sides <= 1000
    must(in_range, "TF-13", "out_of_range", "Between 1 and 100 dice of 2 to 1,000 sides.")
    return count, sides


# -- Show of hands (TF-18) ---------------------------------------------------------------------


class AskHands(Act[Table], frozen=True):
    may = "anyone"
    question: str
    answers: tuple[str, ...] = ("Yes", "No")
    secret: bool = False

    def do(self, table: Table, seat: Seat, dice: Dice) -> Iterator[Event]:
        must(self.question.strip(), "TF-18", "text_needed", "Ask a question first.")
        answers = tuple(dict.fromkeys(a.strip() for a in self.answers if a.strip()))
        must(2 <= len(answers) <= 6, "TF-18", "out_of_range", "Two to six different answers.")
        asked = sum(1 for _ in voters(table)) if self.secret else 0
        question = self.question.strip()
        yield HandsAsked(table.count + 1, seat.id, question, answers, self.secret, asked)


class HandsAsked(Change[Table], frozen=True):
    poll: int
    by: str
    question: str
    answers: tuple[str, ...]
    secret: bool = False
    asked: int = 0  # in secret: how many could answer then

    def onto(self, table: Table) -> Table:
        poll = Poll(
            self.poll,
            self.by,
            self.question,
            self.answers,
            self.secret,
            scenes=len(table.scenes),
            asked=self.asked,
        )
        return replace(table, polls={**table.polls, self.poll: poll}, count=self.poll)


class Vote(Act[Table], frozen=True):
    """Somebody's answer, as its place among the answers.

    What is below 0 is a secret answer as a file has it (`unsigned`): -1 is none, -2 the first
    answer, -3 the second, of whoever it was.
    """

    may = "anyone"
    poll: int
    answer: int

    def do(self, table: Table, seat: Seat, dice: Dice) -> Iterator[Event]:
        poll = open_poll(table, self.poll)
        lowest = -1 - len(poll.answers) if poll.secret else 0
        must(
            lowest <= self.answer < len(poll.answers),
            "TF-18",
            "out_of_range",
            "Choose one of the answers.",
        )
        must(not seat.word, "TF-18", "not_yours", "Everybody answers for themselves.")
        must(
            self.answer < 0 or poll.votes.get(seat.id) != self.answer,
            "TF-18",
            "same",
            "That is your answer already.",
        )
        yield (voted := Voted(self.poll, seat.id, self.answer))
        table = voted.onto(table)
        poll = table.polls[self.poll]
        if all(m.id in poll.votes for m in voters(table)) and countable(table, poll):
            yield HandsClosed(self.poll, counts(poll))


class Voted(Change[Table], frozen=True):
    poll: int
    by: str
    answer: int

    def onto(self, table: Table) -> Table:
        poll = table.polls[self.poll]
        given = {**poll.votes, self.by: self.answer}
        changed = replace(poll, votes={who: n for who, n in given.items() if n != NONE})
        return replace(table, polls={**table.polls, self.poll: changed})


class CloseHands(Act[Table], frozen=True):
    """The hands are counted; in secret, too few to keep it are put down uncounted."""

    may = "owner or gm"
    poll: int

    def do(self, table: Table, seat: Seat, dice: Dice) -> Iterator[Event]:
        poll = open_poll(table, self.poll)
        need(
            seat.gm or seat.id == poll.by, "TF-18", "not_yours", "Whoever asked, or the GM, closes."
        )
        yield HandsClosed(self.poll, counts(poll) if countable(table, poll) else ())


class HandsClosed(Change[Table], frozen=True):
    poll: int
    counts: tuple[int, ...]  # none: it was not counted
    settled: bool = False  # by the act that has answered the question

    def onto(self, table: Table) -> Table:
        poll = replace(
            table.polls[self.poll],
            closed=True,
            settled=self.settled,
            counted=bool(self.counts),
        )
        return replace(table, polls={**table.polls, self.poll: poll})


def open_poll(table: Table, number: int) -> Poll:
    poll = table.polls.get(number)
    return must(
        poll if poll and not poll.closed else None,
        "TF-18",
        "poll_closed",
        "This show of hands is over.",
    )


def voters(table: Table) -> Iterator[Member]:
    """Those who are asked: whoever sits at the table and plays."""
    return (m for m in table.present if m.role != "onlooker")


def countable(table: Table, poll: Poll) -> bool:
    """Whether a count says no more than how many: of secret answers, three, or everybody's.

    Everybody is no fewer than were there to be asked: sending somebody from the table counts
    nobody else out.
    """
    given = len(poll.votes)
    everybody = all(m.id in poll.votes for m in voters(table)) and given >= poll.asked
    return not poll.secret or given >= ENOUGH or everybody


def counts(poll: Poll) -> tuple[int, ...]:
    given = [_meant(answer) for answer in poll.votes.values()]
    return tuple(given.count(i) for i in range(len(poll.answers)))


def _meant(answer: int) -> int:
    return answer if answer >= 0 else UNSIGNED - answer


def in_secret_count(table: Table, events: Iterable[Event]) -> bool:
    """Whether something of a secret show of hands is among these that has been counted."""
    polls = (table.polls.get(e.poll) for e in events if isinstance(e, HANDS))
    return any(poll and poll.secret and poll.closed and poll.counted for poll in polls)


HANDS = (HandsAsked, Voted, HandsClosed)
ENOUGH = 3  # secret answers can be counted together
NONE, UNSIGNED = -1, -2  # see Vote


# -- What a file does not tell (TF-10, TF-12, TF-18, TF-39) --------------------------------------


def unsigned(bodies: Sequence[bytes]) -> list[bytes]:
    """The entries of a log as they may leave the house: no secret answer with its name.

    Of hands that were counted, the answers are dealt out again in the order of voting: the count
    is what it was, and nobody can tell whose answer was which. Of hands still open there is none.
    """
    raw = msgspec.json.decode
    read = {n: raw(body) for n, body in enumerate(bodies, 1) if _of_hands(body)}
    gone = {n for body in bodies if b'"TakenBack"' in body for n in _struck(raw(body))}
    secret = {e["poll"] for _, e in _each(read, "HandsAsked") if e.get("secret")}
    closed = _each(read, "HandsClosed")
    counted = {e["poll"] for n, e in closed if n not in gone and e["counts"]}
    last: dict[int, dict[str, int]] = {poll: {} for poll in secret & counted}
    for n, e in _each(read, "Voted"):
        if n not in gone and e["poll"] in last:
            last[e["poll"]].pop(e["by"], None)
            last[e["poll"]][e["by"]] = e["answer"]
    dealt = {
        poll: dict(zip(given, sorted(map(_meant, given.values())), strict=True))
        for poll, given in last.items()
    }
    out = list(bodies)
    for n, e in _each(read, "Voted"):
        if e["poll"] in secret:
            answer = UNSIGNED - dealt.get(e["poll"], {}).get(e["by"], -1)
            e["answer"] = answer
            _vote(read[n]["command"])["answer"] = answer
            out[n - 1] = msgspec.json.encode(read[n])
    return out


def without_private(bodies: Sequence[bytes], reader: str) -> list[bytes]:
    """The entries of a log as they may leave the house with this member: no whisper of others, and
    of others' notes the titles alone, for a note's id is made of its title.

    What is written in its place fits the rules as well: a file of it opens like any other. A
    whisper that the GM was asked to allow has been read by them, and stays; so does a handout.
    """
    handouts = [msgspec.json.decode(body)["events"] for body in bodies if b'"NoteShown"' in body]
    shown = {
        (e["owner"], e["note"])
        for events in handouts
        for e in events
        if e["type"] == "NoteShown" and e["to"] in ("*", reader)
    }
    return [_hushed(body, reader, shown) for body in bodies]


def _hushed(body: bytes, reader: str, shown: set[tuple[str, str]]) -> bytes:
    if b'"Say"' not in body and b'"WriteNote"' not in body:
        return body
    entry = msgspec.json.decode(body)
    command, told = entry["command"], entry["events"][0]
    if command["type"] == "Say" and command.get("to"):
        private, instead = reader not in (told["by"], *told["to"]), {"text": said("(A whisper)")}
    elif command["type"] == "WriteNote":
        others = told["owner"] not in ("", reader)
        private = others and (told["owner"], told["note"]) not in shown
        instead = {"text": said("(A note)"), "topic": ""}
    else:
        return body
    if not private:
        return body
    command.update(instead)
    told.update(instead)
    return msgspec.json.encode(entry)


def _of_hands(body: bytes) -> bool:
    return b'"HandsAsked"' in body or b'"Voted"' in body or b'"HandsClosed"' in body


def _each(read: dict[int, Any], kind: str) -> list[tuple[int, Any]]:
    return [(n, e) for n, entry in read.items() for e in entry["events"] if e["type"] == kind]


def _struck(entry: Any) -> Iterable[int]:
    return (n for e in entry["events"] if e["type"] == "TakenBack" for n in e["entries"])


def _vote(command: Any) -> Any:
    """The vote itself, also where a ruling holds it, as older rules allowed."""
    return command.get("command", command)
