"""What happened at the table, in words for one seat; None where it is not for them (TF-28)."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import shorten
from typing import TYPE_CHECKING

from msgspec.structs import replace

from tablefolk.core.book import changes_of
from tablefolk.core.game import Big, Entry, Event, Line, Seat, WordAsked
from tablefolk.core.language import said
from tablefolk.core.names import look_alike
from tablefolk.core.story import FICTION, head
from tablefolk.core.table import judging, scenes, seats, takeback, talk
from tablefolk.core.table.judging import answers
from tablefolk.core.table.page import looker, whose
from tablefolk.core.table.state import Table
from tablefolk.core.teller import OUTSIDER
from tablefolk.core.words import listing, phrases

if TYPE_CHECKING:
    from tablefolk.core.table.at import GameAtTable

say_so = phrases("tablefolk.core.table")
BEGINS = 90  # characters of a question that its answer repeats
DRAWN = 12  # free dice that are drawn large; of more, the total alone
KINDS: dict[type[Event], str] = {
    scenes.SceneOpened: "scene",
    scenes.SceneEnded: "closed",
    scenes.SessionOpened: "scene",
    scenes.SessionClosed: "closed",
    talk.FreeRolled: "threw",
    judging.Ruled: "ruled",
    judging.WordGiven: "noted",
    judging.WordDenied: "ruled",
}
# What is told as it happens, and nobody will want to read again: the table's housekeeping.
NOTED: tuple[type[Event], ...] = (
    *changes_of(seats), talk.NoteWritten, talk.NoteDropped, talk.NotePutAway, talk.Voted,
    scenes.Stopped, scenes.Resumed, WordAsked, judging.Withdrawn, judging.WordTaken,
    takeback.TakenBack,
)  # fmt: skip
MEMBERS = {"member", "by", "to", "was", "seat"}  # fields that hold a member's id


def tell(at: GameAtTable, table: Table, event: Event, seat: Seat) -> Line | None:
    """One event of the table's own for one seat."""
    seat = looker(table, seat)
    if not may_know(table, event, seat):
        return None
    if isinstance(event, talk.Said):
        return _said(table, event, seat)
    key, case = type(event).__name__, _variant(table, event, seat)
    text = say_so(f"{key}.told{case}", **_facts(at, table, event)) + _reason(event, key + case)
    beside = isinstance(event, NOTED) or getattr(event, "settled", False)
    kind = "read" if _read(event) else KINDS.get(type(event), "noted" if beside else "did")
    opens = isinstance(event, scenes.SceneOpened)
    drawn, private = getattr(event, "drawn", ()), not may_know(table, event, OUTSIDER)
    big = _thrown(table, event) if isinstance(event, talk.FreeRolled) else None
    rule = _rule(event)
    keeps = "turn" if isinstance(event, talk.HandsClosed) and event.counts else ""
    return Line(
        text, kind, rule=rule, lead=opens, keeps=keeps, big=big, drawn=drawn, private=private
    )


def _thrown(table: Table, e: talk.FreeRolled) -> Big:
    """Free dice as a big moment: the dice, if they are few enough to be drawn, and the total."""
    faces = e.faces if len(e.faces) <= DRAWN else ()
    return Big("throw", table.name_of(e.by), str(sum(e.faces)), faces=faces, sides=e.sides)


def _read(event: Event) -> bool:
    """Whether somebody has only read what was for them: that is no news, and nothing to undo."""
    return isinstance(event, talk.NotePutAway) or getattr(event, "heard", False) is True


# -- Who may know ----------------------------------------------------------------------------


def may_know(table: Table, event: Event, seat: Seat) -> bool:
    """Whispers, notes and secret votes are for those they concern, and nobody else."""
    match event:
        case talk.Said(to=to, by=by):
            return not to or seat.id == by or seat.id in to
        case talk.NoteWritten(owner=owner) | talk.NoteDropped(owner=owner):
            return _keeps(seat, owner)
        case talk.NoteShown(owner=owner, to=to):
            return to == "*" or seat.id == to or _keeps(seat, owner)
        case talk.Voted(poll=poll, by=by):
            return seat.id == by or not _secret(table, poll)
        case takeback.TakenBack(among=among):
            return "*" in among or seat.id in among
        case talk.NotePutAway(by=by):
            return seat.id == by
        case judging.Withdrawn(heard=True, seat=asker):
            return seat.id == asker
        case seats.AwayNoted(days=days):
            return days >= seats.AWAY_DAYS
    return True


def _keeps(seat: Seat, owner: str) -> bool:
    return seat.gm if owner == "" else seat.id == owner


def _secret(table: Table, poll: int) -> bool:
    """A poll that was struck since says nothing more about who voted what."""
    return poll not in table.polls or table.polls[poll].secret


# -- Words -----------------------------------------------------------------------------------


def _said(table: Table, e: talk.Said, seat: Seat) -> Line:
    """Words under the name of whoever says them: the character's, or one's own (TF-10)."""
    if e.narrated:
        return Line(e.text, "narrated")
    if e.to:
        return Line(e.text, "whispered", _whispering(table, e, seat), back=_back(table, e, seat))
    if e.who:
        return Line(e.text, "spoke", _voice(table, e))
    return Line(e.text, "said", table.name_of(e.by))


def _voice(table: Table, e: talk.Said) -> str:
    """The character's name; and whose it is, where it could be taken for another member's."""
    others = (member.name for member in table.members.values() if member.id != e.by)
    taken = any(look_alike(e.who, other) for other in others)
    return f"{e.who} ({table.name_of(e.by)})" if taken else e.who


def _whispering(table: Table, e: talk.Said, seat: Seat) -> str:
    """From whom to whom, as the reader would say it."""
    others = listing(table.name_of(member) for member in e.to if member != seat.id)
    heard = ("_with" if others else "_to_you") if seat.id in e.to else ""
    case = "_yours" if seat.id == e.by else heard
    return say_so(f"Said.told_whisper{case}", by=table.name_of(e.by), to=others)


def _back(table: Table, e: talk.Said, seat: Seat) -> str:
    """Whom somebody can whisper back to: whoever whispered to them, while both may."""
    there = {member.id for member in table.present}
    may = seat.role in ("gm", "player") and table.options.get("whispers", True)
    return e.by if may and seat.id in e.to and e.by in there else ""


def _facts(at: GameAtTable, table: Table, event: Event) -> dict[str, object]:
    """The event's fields, members by name; and what its sentence needs beside them."""
    facts = {name: getattr(event, name) for name in event.__struct_fields__}
    for name in MEMBERS & facts.keys():
        if isinstance(facts[name], str):
            facts[name] = table.name_of(facts[name])
    facts["gm"] = at.about.gm
    match event:
        case seats.OptionSet():
            facts |= _option(at, event)
        case talk.FreeRolled(faces=faces):
            facts |= {"total": sum(faces), "shown": ", ".join(map(str, faces))}
        case talk.HandsAsked(answers=answers):
            facts["shown"] = listing(answers, "or")
        case talk.HandsClosed():
            facts |= _result(table, event)
        case WordAsked():
            facts["who"] = whose(table, event.seat, event.by)
        case judging.WordGiven(note=note) | judging.WordDenied(note=note):
            facts["said"] = say_so("tell.reason", text=note) if note else ""
            facts["short"] = _short(event.question)
    return facts


def _short(question: str) -> str:
    """How a question begins: in full it stands where it was asked."""
    begins = shorten(question, BEGINS, placeholder=" …")
    return f"{begins}”" if begins.count("“") > begins.count("”") else begins


def _option(at: GameAtTable, e: seats.OptionSet) -> dict[str, object]:
    option = next((o for o in at.options if o.key == e.key), None)
    labels = {c.value: c.label for c in option.choices} if option else {}
    return {"option": option.label if option else e.key, "value": labels.get(e.value, e.value)}


def _result(table: Table, e: talk.HandsClosed) -> dict[str, object]:
    poll = table.polls.get(e.poll)
    labels = poll.answers if poll else [f"{i + 1}." for i in range(len(e.counts))]
    given = zip(labels, e.counts, strict=True) if e.counts else ()
    shown = listing(f"{label}: {n}" for label, n in given)
    return {"question": poll.question if poll else "", "shown": shown}


def _reason(event: Event, key: str) -> str:
    """A reason or a note somebody gave, after the sentence; not where the request is private."""
    if key.endswith("_other"):
        return ""
    text = getattr(event, "why", "") or getattr(event, "note", "")
    wanted = isinstance(event, (judging.Ruled, takeback.TakenBack, talk.FreeRolled))
    return say_so("tell.reason", text=text) if wanted and text else ""


def _rule(event: Event) -> str:
    match event:
        case judging.Ruled(rules=rules):
            return " ".join(rules)
        case scenes.Stopped() | scenes.Resumed():
            return "TF-33"
    return ""


# -- Several ways to say it ------------------------------------------------------------------


def _variant(table: Table, event: Event, seat: Seat) -> str:
    """What is added to an event's name where its sentence depends on what it says, or to whom."""
    match event:
        case seats.Seated(waiting=True):
            return "_waiting"
        case seats.Seated(role=role) | seats.RoleSet(role=role):
            return f"_{role}"
        case seats.Lent(to=""):
            return "_back"
        case scenes.Stopped(by=""):
            return "_unsigned"
        case talk.NoteShown(to="*"):
            return "_all"
        case talk.NoteShown(to=to) if to == seat.id:
            return "_you"
        case talk.FreeRolled(faces=(_,)):
            return "_one"
        case talk.Voted(poll=poll) if _secret(table, poll):
            return "_secret"
        case WordAsked():
            return _concerned(table, event, seat)
        case judging.WordGiven(seat=asker) | judging.WordDenied(seat=asker) as answer:
            mine = seat.gm or seat.id == asker
            return ("" if answer.question else "_unsaid") if mine else "_other"
        case talk.HandsClosed(counts=()):
            return "_uncounted"
        case takeback.TakenBack(what=""):
            return "_unsaid"
        case judging.Withdrawn(heard=True):
            return "_heard"
        case judging.WordTaken(lapsed=True):
            return "_lapsed"
    return ""


def _concerned(table: Table, e: WordAsked, seat: Seat) -> str:
    """The question is for whoever asked and whoever answers; that one waits, all may know."""
    knows = seat.id in (e.seat, e.by) or answers(table, seat, e)
    unsaid = "_unsaid" if e.kind == "takeback" and not e.act else ""
    return f"_{e.kind}{unsaid}" if knows else "_other"


# -- Who acted for whom (TF-6) -------------------------------------------------------------------


def signed(at: GameAtTable, table: Table, entry: Entry, lines: Sequence[Line]) -> tuple[Line, ...]:
    """Acts for somebody else say so, in the line they go by and where they speak (TF-6)."""
    stood_in = _stood_in(at, table, entry)
    if not entry.seat.by and not stood_in:
        return tuple(lines)
    by, whom = (entry.seat.by, entry.seat.id) if entry.seat.by else (entry.seat.id, stood_in)
    names = said("{by} for {whom}", by=table.name_of(by), whom=table.name_of(whom))
    first = max(head(lines), 0)
    return tuple(_marked(line, names, n == first) for n, line in enumerate(lines))


def _marked(line: Line, names: str, first: bool) -> Line:
    if line.kind in FICTION and line.who:
        return replace(line, who=f"{line.who} ({names})")
    if not first or names in line.text:
        return line
    return replace(line, text=f"({names}) {line.text}", mark=f"({names}) ")


def _stood_in(at: GameAtTable, table: Table, entry: Entry) -> str:
    """The player for whom the GM has acted, where a game knows it (TF-6)."""
    if not entry.seat.gm or getattr(entry.command, "may", "") == "gm":
        return ""
    owner = at.further.acts_with(table.play, entry.command)
    return owner if owner in table.members and owner != entry.seat.id else ""
