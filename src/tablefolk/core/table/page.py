"""What the table itself shows to a seat: block by block, only what that seat may know (TF-28)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Literal
from zlib import crc32

from tablefolk.core.game import Block, Seat, WordAsked
from tablefolk.core.language import said
from tablefolk.core.table import blocks as shown
from tablefolk.core.table.judging import answers
from tablefolk.core.table.seats import AWAY_DAYS
from tablefolk.core.table.state import AT_HAND, Denied, Member, Note, Poll, Scene, Table
from tablefolk.core.table.talk import counts, matching, voters

if TYPE_CHECKING:
    from tablefolk.core.table.at import GameAtTable


Region = Literal["scene", "people", "desk", "self"]
REMEMBERED = 5  # records on the card of what is over
COLOURS = 12  # of faces, in css/people.css

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


def waited_for(at: GameAtTable, table: Table) -> Mapping[str, frozenset[str]]:
    """The members with something to answer (TF-30), and in which parts of their page."""
    waits = at.waits_of(table)
    return {member: frozenset(w.part for w in some) for member, some in waits.items()}


# -- The page --------------------------------------------------------------------------------


def blocks(at: GameAtTable, table: Table, seat: Seat) -> tuple[Block, ...]:
    """The table's own part of a seat's page."""
    if not inside(table, seat):
        member = table.members.get(seat.id)
        waiting = member is not None and member.waiting
        return (shown.TableState("table", name=table.name, closed=table.closed, waiting=waiting),)
    return tuple(_lent(at, table, seat) if seat.by else _blocks(at, table, seat))


def _lent(at: GameAtTable, table: Table, seat: Seat) -> Iterator[Block]:
    """The blocks at a lent seat: what all may see, and what was asked from it by this person.

    Notes, handouts, shows of hands and the chair are on the page of the person's own seat (TF-6).
    """
    yield shown.TableState("table", name=table.name, closed=table.closed)
    yield from scene(table)
    yield from recap(at, table, seat)
    yield from paused(table)
    yield from limits(table)
    yield from _requests(table, seat)
    people = tuple(_people(at, table, seat))
    yield shown.People("people", "people", members=tuple(p for p in people if not p.gone))


def paused(table: Table) -> Iterator[Block]:
    """That the table is stopped, and by whom if they have said so (TF-33)."""
    if table.paused is not None:
        by = table.paused.by
        yield shown.Paused("pause", by=table.name_of(by) if by else "")


def limits(table: Table) -> Iterator[Block]:
    """What was agreed to leave out (TF-34)."""
    if table.limits:
        yield shown.Limits("limits", texts=table.limits)


def _blocks(at: GameAtTable, table: Table, seat: Seat) -> Iterator[Block]:
    yield shown.TableState("table", name=table.name, closed=table.closed)
    yield from scene(table)
    yield from recap(at, table, seat)
    yield from paused(table)
    yield from limits(table)
    yield from _requests(table, seat)
    yield from _hands(table, seat)
    yield from chair(table, seat)
    yield from _handouts(table, seat)
    people = tuple(_people(at, table, seat))
    yield shown.People("people", "people", members=tuple(p for p in people if not p.gone))
    yield from notes(table, seat)
    if seat.gm:
        yield from seats(at, table, seat)
        yield options(at, table)


def seats(at: GameAtTable, table: Table, seat: Seat) -> Iterator[Block]:
    """The seats to tend: the GM's, who has them all."""
    if seat.gm:
        people = tuple(_people(at, table, seat))
        yield shown.SeatList("seats", "desk", members=people)


def scene(table: Table) -> Iterator[Block]:
    """Which evening and which scene it is."""
    last = table.scenes[-1] if table.scenes else None
    yield shown.SceneHead(
        "scene",
        session=table.session,
        session_open=table.session_open,
        number=last.number if last else 0,
        title=last.title if last else "",
        open=last.open if last else False,
    )


def just_over(table: Table) -> tuple[Scene, ...] | None:
    """The scenes to look back at: the one that has ended, or all of the evening (TF-14)."""
    of_it = tuple(s for s in table.scenes if s.session == table.session)
    if not table.session or table.scene or (table.session_open and not of_it):
        return None
    return of_it[-1:] if table.session_open else of_it


def recap(at: GameAtTable, table: Table, seat: Seat) -> Iterator[Block]:
    """The scene or the evening that is over, until the next begins (TF-14, TF-15)."""
    scenes = just_over(table)
    if scenes is None:
        return
    numbers = {s.number for s in scenes}
    every = (r for r in at.records(table, seat) if r.scene in numbers)
    written = tuple(r for r in every if not r.kind.startswith("declined"))
    yield shown.Recap(
        "recap",
        session=table.session,
        scene=scenes[0].number if table.session_open else 0,
        scenes=tuple(s.title for s in scenes),
        first=scenes[0].number if scenes else 1,
        records=written[-REMEMBERED:],
        more=max(0, len(written) - REMEMBERED),
    )


def colours(table: Table) -> Mapping[str, int]:
    """A colour for everybody: the one that goes with the name, or the next that is free."""
    return _colours(tuple((member.id, member.name) for member in table.members.values()))


@lru_cache(256)
def _colours(members: tuple[tuple[str, str], ...]) -> Mapping[str, int]:
    found: dict[str, int] = {}
    for id, name in members:
        own = hue(name)
        turns = [(own + n) % COLOURS for n in range(COLOURS)]
        found[id] = next((c for c in turns if c not in found.values()), own)
    return found


def _people(at: GameAtTable, table: Table, seat: Seat) -> Iterator[shown.Person]:
    owing, hues = waited_for(at, table), colours(table)
    for member in table.members.values():
        yield _person(table, member, seat, member.id in owing, hues[member.id])


def hue(name: str) -> int:
    """The colour that goes with a name."""
    return name_mark(name) % COLOURS


def name_mark(name: str) -> int:
    """A name as a number."""
    return crc32(name.encode(errors="replace"))


def _person(table: Table, member: Member, seat: Seat, owing: bool, hue: int) -> shown.Person:
    lent_to = table.borrower(member.id)
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
    for one in table.requests.values():
        if may_read(table, seat, one):
            yield from request(table, seat, one)
    yield from denied(table, seat)


def request(table: Table, seat: Seat, asked: WordAsked) -> Iterator[Block]:
    """One request, for whoever answers it or has made it."""
    region: Region = "desk" if seat.gm else "scene"
    yield shown.Requests("requests", region, requests=(_request(table, seat, asked),))


def denied(table: Table, seat: Seat) -> Iterator[Block]:
    """The no that a seat has not taken note of yet."""
    if no := no_to(table, seat):
        who = table.name_of(seat.id)
        said = shown.Request(
            no.number, who, "word", "", no.question, mine=True, denied=True, note=no.note
        )
        yield shown.Requests("requests", "desk" if seat.gm else "scene", requests=(said,))


def no_to(table: Table, seat: Seat) -> Denied | None:
    """The no to what was asked from this seat by whoever is at it."""
    no = table.denied.get(seat.id)
    return no if no and no.by == seat.by else None


def may_read(table: Table, seat: Seat, request: WordAsked) -> bool:
    """Whoever answers a request, or has made it; at a lent seat what was asked from there."""
    if request.number in table.granted:
        return answers(table, seat, request)
    if seat.by:
        return (request.seat, request.by) == (seat.id, seat.by)
    return seat.id in (request.seat, request.by) or answers(table, seat, request)


def _request(table: Table, seat: Seat, request: WordAsked) -> shown.Request:
    does = plain_name(str(request.command.get("type", "")))
    return shown.Request(
        number=request.number,
        who=whose(table, request.seat, request.by),
        kind=request.kind,
        rule=request.rule,
        question=request.question,
        mine=seat.id in (request.seat, request.by) and request.number not in table.granted,
        act=request.act or ("" if request.kind == "takeback" else does),
        does=does,
        falls=request.falls,
    )


def whose(table: Table, seat: str, by: str = "") -> str:
    """Who acted, by name: "Ben", or "Ana for Ben" at a lent seat (TF-6)."""
    name = table.name_of(seat)
    return said("{by} for {whom}", by=table.name_of(by), whom=name) if by else name


def plain_name(command: str) -> str:
    """SpendDie as a person reads it: spend die."""
    return said(re.sub(r"(?<!^)(?=[A-Z])", " ", command).lower())


# -- Show of hands (TF-18) -------------------------------------------------------------------


def _hands(table: Table, seat: Seat) -> Iterator[Block]:
    return (poll(table, seat, one) for one in polls(table))


def polls(table: Table) -> Iterator[Poll]:
    """All that are open, and the latest even when it is over, until another scene begins."""
    latest, scenes = max(table.polls, default=0), len(table.scenes)
    return (
        poll
        for poll in table.polls.values()
        if not poll.closed or (poll.id == latest and poll.scenes == scenes and not poll.settled)
    )


def poll(table: Table, seat: Seat, poll: Poll) -> Block:
    """One show of hands."""
    asked = voters(table)
    left = () if poll.closed else tuple(m.name for m in asked if m.id not in poll.votes)
    counted = poll.counted if poll.closed else not poll.secret
    return shown.Hands(
        f"hands:{poll.id}",
        id=poll.id,
        by=table.name_of(poll.by),
        question=poll.question,
        answers=tuple(
            _poll_answer(table, seat, poll, i, count if counted else 0)
            for i, count in enumerate(counts(poll))
        ),
        secret=poll.secret,
        closed=poll.closed,
        counted=counted,
        waiting=left,
    )


def _poll_answer(table: Table, seat: Seat, poll: Poll, index: int, count: int) -> shown.HandsAnswer:
    """How many, once they may be counted; who, only where hands were shown openly."""
    gave = [voter for voter, answer in poll.votes.items() if answer == index]
    return shown.HandsAnswer(
        label=poll.answers[index],
        count=count,
        who=() if poll.secret else tuple(table.name_of(voter) for voter in gave),
        yours=seat.id in gave,
    )


# -- The chair (TF-7) ------------------------------------------------------------------------


def long_away(table: Table) -> bool:
    return table.gm_away_days >= AWAY_DAYS


def chair(table: Table, seat: Seat) -> Iterator[Block]:
    """The chair that is on offer, or whose owner is long away."""
    if not (table.chair_offered or long_away(table)):
        return
    name = table.name_of
    yield shown.Chair(
        "chair",
        offered_to=name(table.chair_offered) if table.chair_offered else "",
        to_you=table.chair_offered == seat.id,
        away_days=table.gm_away_days if long_away(table) else 0,
        votes=tuple((name(by), name(to)) for by, to in table.chair_votes.items()),
        yours=name(table.chair_votes[seat.id]) if seat.id in table.chair_votes else "",
    )


# -- Notes and handouts (TF-12) --------------------------------------------------------------


def notes(table: Table, seat: Seat) -> Iterator[Block]:
    """One's own notes, and what was shown to one."""
    if seat.role not in ("onlooker", "house"):
        every = table.own_notes(seat)
        cards = tuple(_note(table, note) for note in every[-AT_HAND:])
        older = len(every) - len(cards)
        region: Region = "desk" if seat.gm else "self"
        to_read = tuple(handouts(table, seat))[-AT_HAND:]
        yield shown.Notes("notes", region, notes=cards, older=older, shown=to_read)


def _note(table: Table, note: Note) -> shown.NoteCard:
    return shown.NoteCard(
        id=note.id,
        title=note.title,
        text=note.text,
        topic=note.topic,
        shown_to=tuple(_reader(table, reader) for reader in note.shown_to),
    )


def _reader(table: Table, reader: str) -> str:
    return said("everyone") if reader == "*" else table.name_of(reader)


def _handouts(table: Table, seat: Seat) -> Iterator[Block]:
    if cards := tuple(handouts(table, seat)):
        yield shown.Handouts("handouts", notes=cards)


def handouts(table: Table, seat: Seat) -> Iterator[shown.NoteCard]:
    """What was shown to a seat."""
    return _numbered(table, seat, table.handouts(seat))


def _numbered(table: Table, seat: Seat, notes: Iterable[Note]) -> Iterator[shown.NoteCard]:
    """Numbered by what this seat sees, so that no count slips through."""
    for number, note in enumerate(notes, 1):
        by, new = table.name_of(note.owner or table.gm), seat.id in note.unread
        yield shown.NoteCard(id=str(number), title=note.title, text=note.text, by=by, new=new)


def notes_with(
    table: Table, seat: Seat, text: str
) -> tuple[tuple[shown.NoteCard, ...], tuple[shown.NoteCard, ...]]:
    """One's own notes with these words in them, and what was shown to one with them (TF-12)."""
    if not inside(table, seat):
        return (), ()
    seat = looker(table, seat)
    own = tuple(_note(table, note) for note in matching(table.own_notes(seat), text))
    return own, matching(handouts(table, seat), text)


# -- Options ---------------------------------------------------------------------------------


def options(at: GameAtTable, table: Table) -> Block:
    """How the game is played at this table."""
    rows = tuple(
        shown.OptionRow(
            o.key, o.label, o.choices, table.options.get(o.key, o.start), o.rule, o.hint
        )
        for o in at.options
    )
    return shown.OptionList("options", "desk", options=rows)
