"""What the table itself shows to a seat: block by block, only what that seat may know (TF-28)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING
from zlib import crc32

from tablefolk.core.game import Block, Seat, WordAsked
from tablefolk.core.table import blocks as shown
from tablefolk.core.table.judging import answers
from tablefolk.core.table.seats import AWAY_DAYS
from tablefolk.core.table.state import Member, Note, Poll, Table
from tablefolk.core.table.talk import matching

if TYPE_CHECKING:
    from tablefolk.core.table.at import At


COLOURS = 6  # of faces, in css/people.css

# -- Who looks -------------------------------------------------------------------------------


def inside(table: Table, seat: Seat) -> bool:
    """Whether a seat may see the table at all: neither waiting (TF-4), gone nor unknown."""
    member = table.members.get(seat.by or seat.id)
    if member is None:
        return seat.role in ("onlooker", "house")
    return not (member.waiting or member.gone)


def looker(table: Table, seat: Seat) -> Seat:
    """Whose eyes these are: at a lent seat, what is private stays its owner's (TF-6)."""
    return table.seat(seat.by) if seat.by in table.members else seat


def waited_for(at: At, table: Table) -> Mapping[str, frozenset[str]]:
    """The members with an owed act (TF-30), and what each of them owes.

    Every seat's page asks for it: found once for as long as the same table is looked at.
    """
    if at.waited_for[0] is not table:
        owing = {m.id: owed(at, table, table.seat(m.id)) for m in table.present}
        at.waited_for = table, {member: acts for member, acts in owing.items() if acts}
    return at.waited_for[1]


def owed(at: At, table: Table, seat: Seat) -> frozenset[str]:
    """What the table waits for from a seat, by the game's rules or the table's own."""
    if table.closed or seat.role == "onlooker":
        return frozenset()
    return frozenset(_owed(at, table, seat))


def _owed(at: At, table: Table, seat: Seat) -> Iterator[str]:
    for request in table.requests.values():
        if answers(table, seat, request):
            yield f"request:{request.number}"
    for poll in table.polls.values():
        if not poll.closed and seat.id not in poll.votes:
            yield f"hands:{poll.id}"
    if table.chair_offered == seat.id:
        yield "chair"
    if seat.gm:
        yield from (f"door:{m.id}" for m in table.members.values() if m.waiting and not m.gone)
    for offer in at.proposals(table.play, seat):
        if offer.owed:
            yield f"{offer.do} {offer.about}"


# -- The page --------------------------------------------------------------------------------


def blocks(at: At, table: Table, seat: Seat) -> tuple[Block, ...]:
    """The table's own part of a seat's page."""
    if not inside(table, seat):
        member = table.members.get(seat.id)
        waiting = member is not None and member.waiting
        return (shown.TableState("table", name=table.name, closed=table.closed, waiting=waiting),)
    return tuple(_blocks(at, table, looker(table, seat)))


def _blocks(at: At, table: Table, seat: Seat) -> Iterator[Block]:
    yield shown.TableState("table", name=table.name, closed=table.closed)
    yield _scene(table)
    yield from _recap(at, table, seat)
    if table.paused is not None:
        by = table.paused.by
        yield shown.Paused("pause", by=table.name_of(by) if by else "")
    if table.limits:
        yield shown.Limits("limits", texts=table.limits)
    yield from _requests(table, seat)
    yield from _hands(table, seat)
    yield from _chair(table, seat)
    yield from _handouts(table, seat)
    people = tuple(_people(at, table, seat))
    yield shown.People("people", "people", members=tuple(p for p in people if not p.gone))
    yield from _notes(table, seat)
    if seat.gm:
        yield shown.SeatList("seats", "desk", members=people)
        yield _options(at, table)


def _scene(table: Table) -> Block:
    last = table.scenes[-1] if table.scenes else None
    return shown.SceneHead(
        "scene",
        session=table.session,
        session_open=table.session_open,
        number=last.number if last else 0,
        title=last.title if last else "",
        open=last.open if last else False,
    )


def _recap(at: At, table: Table, seat: Seat) -> Iterator[Block]:
    """The evening that is over, until the next begins (TF-14, TF-15)."""
    if table.session and not table.session_open:
        scenes = {s.number: s.title for s in table.scenes if s.session == table.session}
        every = (r for r in at.records(table, seat) if r.scene in scenes)
        written = tuple(r for r in every if not r.kind.startswith("declined"))
        yield shown.Recap(
            "recap", session=table.session, scenes=tuple(scenes.values()), records=written
        )


def colours(table: Table) -> dict[str, int]:
    """A colour for everybody: the one that goes with the name, or the next that is free."""
    found: dict[str, int] = {}
    for member in table.members.values():
        own = crc32(member.name.encode(errors="replace")) % COLOURS
        turns = [(own + n) % COLOURS for n in range(COLOURS)]
        found[member.id] = next((c for c in turns if c not in found.values()), own)
    return found


def _people(at: At, table: Table, seat: Seat) -> Iterator[shown.Person]:
    owing, hues = waited_for(at, table), colours(table)
    for member in table.members.values():
        yield _person(table, member, seat, member.id in owing, hues[member.id])


def _person(table: Table, member: Member, seat: Seat, owing: bool, hue: int) -> shown.Person:
    lent_to = table.lent.get(member.id)
    return shown.Person(
        id=member.id,
        name=member.name,
        role=member.role,
        waiting=member.waiting,
        gone=member.gone,
        lent_to=table.name_of(lent_to) if lent_to else "",
        you=member.id == seat.id,
        waited_for=owing,
        hue=hue,
    )


# -- Judging (TF-16, TF-25) ------------------------------------------------------------------


def _requests(table: Table, seat: Seat) -> Iterator[Block]:
    """All of them for whoever answers; for anybody else the ones they made themselves."""
    mine = [r for r in table.requests.values() if _may_read(table, seat, r)]
    no = table.denied.get(seat.id)
    cards = tuple(_request(table, seat, request) for request in mine)
    if no is not None:
        who = table.name_of(seat.id)
        said = shown.Request(
            no.number, who, "word", "", no.question, mine=True, denied=True, note=no.note
        )
        cards = (*cards, said)
    if cards:
        yield shown.Requests("requests", "desk" if seat.gm else "scene", requests=cards)


def _may_read(table: Table, seat: Seat, request: WordAsked) -> bool:
    return seat.id in (request.seat, request.by) or answers(table, seat, request)


def _request(table: Table, seat: Seat, request: WordAsked) -> shown.Request:
    return shown.Request(
        number=request.number,
        who=whose(table, request.seat, request.by),
        kind=request.kind,
        rule=request.rule,
        question=request.question,
        mine=seat.id in (request.seat, request.by),
        act=request.act or plain_name(str(request.command.get("type", ""))),
        entry=int(request.command.get("entry", 0)) if request.kind == "takeback" else 0,
    )


def whose(table: Table, seat: str, by: str = "") -> str:
    """Who acted, by name: "Ben", or "Ana for Ben" at a lent seat (TF-6)."""
    name = table.name_of(seat)
    return f"{table.name_of(by)} for {name}" if by else name


def plain_name(command: str) -> str:
    """SpendDie as a person reads it: spend die."""
    return re.sub(r"(?<!^)(?=[A-Z])", " ", command).lower()


# -- Show of hands (TF-18) -------------------------------------------------------------------


def _hands(table: Table, seat: Seat) -> Iterator[Block]:
    """All that are open, and the latest even when it is over."""
    latest = max(table.polls, default=0)
    for poll in table.polls.values():
        if not poll.closed or poll.id == latest:
            yield _poll(table, seat, poll)


def _poll(table: Table, seat: Seat, poll: Poll) -> Block:
    voters = [m for m in table.present if m.role != "onlooker"]
    left = () if poll.closed else tuple(m.name for m in voters if m.id not in poll.votes)
    counted = poll.closed or not poll.secret
    return shown.Hands(
        f"hands:{poll.id}",
        id=poll.id,
        by=table.name_of(poll.by),
        question=poll.question,
        answers=tuple(
            _poll_answer(table, seat, poll, i, counted) for i in range(len(poll.answers))
        ),
        secret=poll.secret,
        closed=poll.closed,
        counted=counted,
        waiting=left,
    )


def _poll_answer(
    table: Table, seat: Seat, poll: Poll, index: int, counted: bool
) -> shown.HandsAnswer:
    """How many, once they may be counted; who, only where hands were shown openly."""
    gave = [voter for voter, answer in poll.votes.items() if answer == index]
    return shown.HandsAnswer(
        label=poll.answers[index],
        count=len(gave) if counted else 0,
        who=() if poll.secret else tuple(table.name_of(voter) for voter in gave),
        yours=seat.id in gave,
    )


# -- The chair (TF-7) ------------------------------------------------------------------------


def _chair(table: Table, seat: Seat) -> Iterator[Block]:
    long_away = table.gm_away_days >= AWAY_DAYS
    if not (table.chair_offered or long_away):
        return
    name = table.name_of
    yield shown.Chair(
        "chair",
        offered_to=name(table.chair_offered) if table.chair_offered else "",
        to_you=table.chair_offered == seat.id,
        away_days=table.gm_away_days if long_away else 0,
        votes=tuple((name(by), name(to)) for by, to in table.chair_votes.items()),
        yours=name(table.chair_votes[seat.id]) if seat.id in table.chair_votes else "",
    )


# -- Notes and handouts (TF-12) --------------------------------------------------------------


def _notes(table: Table, seat: Seat) -> Iterator[Block]:
    if seat.role not in ("onlooker", "house"):
        cards = tuple(_note(table, note) for note in table.own_notes(seat))
        yield shown.Notes("notes", "desk" if seat.gm else "self", notes=cards)


def _note(table: Table, note: Note) -> shown.NoteCard:
    return shown.NoteCard(
        id=note.id,
        title=note.title,
        text=note.text,
        topic=note.topic,
        shown_to=tuple(_reader(table, reader) for reader in note.shown_to),
    )


def _reader(table: Table, reader: str) -> str:
    return "everyone" if reader == "*" else table.name_of(reader)


def _handouts(table: Table, seat: Seat) -> Iterator[Block]:
    if cards := tuple(_numbered(table, _shown_to(table, seat))):
        yield shown.Handouts("handouts", notes=cards)


def _shown_to(table: Table, seat: Seat) -> list[Note]:
    mine = table.own_notes(seat)
    return [n for n in table.notes if {seat.id, "*"} & {*n.shown_to} and n not in mine]


def _numbered(table: Table, notes: Iterable[Note]) -> Iterator[shown.NoteCard]:
    """Numbered by what this seat sees, so that no count slips through."""
    for number, note in enumerate(notes, 1):
        by = table.name_of(note.owner or table.gm)
        yield shown.NoteCard(id=str(number), title=note.title, text=note.text, by=by)


def notes_with(
    table: Table, seat: Seat, text: str
) -> tuple[tuple[shown.NoteCard, ...], tuple[shown.NoteCard, ...]]:
    """One's own notes with these words in them, and what was shown to one with them (TF-12)."""
    if not inside(table, seat):
        return (), ()
    seat = looker(table, seat)
    own = tuple(_note(table, note) for note in matching(table.own_notes(seat), text))
    return own, matching(_numbered(table, _shown_to(table, seat)), text)


# -- Options ---------------------------------------------------------------------------------


def _options(at: At, table: Table) -> Block:
    rows = tuple(
        shown.OptionRow(
            o.key, o.label, o.choices, table.options.get(o.key, o.start), o.rule, o.hint
        )
        for o in at.options
    )
    return shown.OptionList("options", "desk", options=rows)
