"""The table's own parts of a seat's stage, its rows of people, and whom it waits for (TF-30)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import TYPE_CHECKING

from msgspec.structs import replace

from tablefolk.core.game import Block, Offer, Seat, WordAsked
from tablefolk.core.stage import GM, Lead, Mat, Part, Row, Wait, homes
from tablefolk.core.table import blocks as shown
from tablefolk.core.table import offering, page
from tablefolk.core.table.judging import answers, as_asked
from tablefolk.core.table.state import Member, Poll, Table
from tablefolk.core.words import phrases

if TYPE_CHECKING:
    from tablefolk.core.table.at import GameAtTable

say_so = phrases("tablefolk.core.table")
# What is about something else than the part it lies in.
KIN = {
    "member": "seats",
    "chair": "seats",
    "note": "notes",
    "option": "options",
    "table": "options",
}
TOOLS = "tools"  # the drawer with everything
ALWAYS = ("talk", "pause")  # what is drawn at all times
FIRST = 1000  # how much is said to hang on an allowed throw: more than on anything a game asks


class Offered:
    """What the table offers to a seat, by the part it lies in; found when first asked for.

    What is drawn at all times (talk, Stop) is asked for by itself: every page needs it after every
    act, and hardly ever anything else of this.
    """

    def __init__(self, at: GameAtTable, table: Table, seat: Seat, keys: Iterable[str]) -> None:
        self._at, self._table, self._seat, self._keys = at, table, seat, tuple(keys)
        self._acts = bool(seat.id) and seat.role != "house"
        self._found: dict[str, list[Offer]] | None = None

    def of(self, key: str) -> tuple[Offer, ...]:
        if not self._acts:
            return ()
        if key in ALWAYS:
            return tuple(offering.always(self._at, self._table, self._seat, key))
        if self._found is None:
            self._found = {}
            for offer in offering.at_times(self._at, self._table, self._seat):
                self._found.setdefault(self._home(offer.about), []).append(offer)
        return tuple(self._found.get(key, ()))

    def _home(self, about: str) -> str:
        found = homes(self._keys, (about,)).get(about)
        return found or KIN.get(about.partition(":")[0], "seats")


def parts(at: GameAtTable, table: Table, seat: Seat) -> Iterator[Part]:
    """What the table itself puts before a seat."""
    made = tuple(_parts(at, table, seat))
    offered = Offered(at, table, seat, [part.key for part in made])
    for part in made:
        yield _with(part, partial(offered.of, part.key))


def _with(part: Part, offers: Callable[[], Iterable[Offer]]) -> Part:
    return replace(part, offers=offers)


def _parts(at: GameAtTable, table: Table, seat: Seat) -> Iterator[Part]:
    if table.closed:
        block = partial(_one, shown.TableState("table", name=table.name, closed=True))
        yield Part(
            key="options", place="now", title=say_so("part.closed"), blocks=block, icon="lock"
        )
        yield _pause(table)
        return
    yield from _asked(at, table, seat)
    if not seat.by:  # what is a person's own is on the page of their own seat (TF-6)
        yield from _questions(at, table, seat)
    yield from _on_the_table(at, table, seat)
    yield _pause(table)
    if seat.role not in ("onlooker", "house"):
        yield Part(key="talk", place="always", title=say_so("part.talk"))
        if not seat.by:
            yield from _tools(at, table, seat)


def _one(block: Block) -> tuple[Block, ...]:
    return (block,)


def _pause(table: Table) -> Part:
    blocks = partial(page.paused, table)
    return Part(key="pause", place="always", title=say_so("part.pause"), blocks=blocks)


# -- Questions -----------------------------------------------------------------------------------


def _asked(at: GameAtTable, table: Table, seat: Seat) -> Iterator[Part]:
    """What waits for a word, for whoever answers it or has asked; and the no that came."""
    for request in table.requests.values():
        if page.may_read(table, seat, request):
            yield _request(at, table, seat, request)
    if no := page.no_to(table, seat):
        yield Part(
            key=f"request:{no.number}",
            place="now",
            title=say_so("part.denied", gm=at.about.gm),
            blocks=partial(page.denied, table, seat),
            stands="told",
            icon="hand",
        )


def _questions(at: GameAtTable, table: Table, seat: Seat) -> Iterator[Part]:
    """What the table asks of a person."""
    yield from (_hands(table, seat, poll) for poll in page.polls(table))
    if table.chair_offered or page.long_away(table):
        yield Part(
            key="chair",
            place="now",
            title=say_so("part.chair", gm=at.about.gm),
            blocks=partial(page.chair, table, seat),
            icon="chair",
        )
    if seat.gm:
        yield from (_door(m) for m in table.members.values() if m.waiting and not m.gone)


def _request(at: GameAtTable, table: Table, seat: Seat, request: WordAsked) -> Part:
    mine = not answers(table, seat, request)
    who = page.whose(table, request.seat, request.by)
    asked = say_so("part.reads", gm=table.name_of(table.gm)) if mine else request.question
    if request.act and not mine:
        asked = say_so(f"part.{request.kind}", act=request.act, who=who)
    eyebrow = "" if mine else say_so("part.asks_you", who=who)
    note = as_asked(request) if mine else say_so("part.asks", who=who)
    if request.number in table.granted and not mine:  # the question is answered: it is to throw
        asked, eyebrow = as_asked(request), say_so("part.granted")
        note = eyebrow
    return Part(
        key=f"request:{request.number}",
        place="now",
        title=asked,
        blocks=partial(page.request, table, seat, request),
        eyebrow=eyebrow,
        note=note,
        icon="hand",
        stands="begun" if mine else "open",
        who=request.by or request.seat,
    )


def _hands(table: Table, seat: Seat, poll: Poll) -> Part:
    return Part(
        key=f"hands:{poll.id}",
        place="shelf" if poll.closed else "now",
        title=poll.question,
        blocks=lambda: (page.poll(table, seat, poll),),
        eyebrow=say_so("part.asks_all", who=table.name_of(poll.by)),
        note=say_so("part.hands_over") if poll.closed else "",
        icon="hand",
        who=poll.by,
    )


def _door(member: Member) -> Part:
    return Part(
        key=f"door:{member.id}",
        place="now",
        title=say_so("part.door", name=member.name),
        eyebrow=say_so("part.at_the_door"),
        icon="user-plus",
        who=member.id,
    )


# -- What lies on the table ----------------------------------------------------------------------


def _on_the_table(at: GameAtTable, table: Table, seat: Seat) -> Iterator[Part]:
    over = page.just_over(table)
    if over is not None:
        evening = say_so("part.recap", number=table.session)
        yield Part(
            key="recap",
            place="now",
            title=say_so("part.recap_scene", title=over[0].title)
            if table.session_open
            else evening,
            blocks=partial(page.recap, at, table, seat),
            icon="book-open",
            stands="over" if any(wait.holds for wait in at.game_waits(table)) else "open",
        )
    evening_over = over is not None and not table.session_open  # then its recap is what to read
    for card in page.handouts(table, seat) if not seat.by else ():
        to_read = card.new and not evening_over
        yield Part(
            key=f"handout:{card.id}",
            place="now" if to_read else "shelf",
            title=card.title,
            blocks=partial(_one, shown.Handouts("handouts", notes=(card,))),
            eyebrow=say_so("part.shows_you", who=card.by),
            icon="scroll",
            stands="told",
        )
    if table.limits:
        yield Part(
            key="limits",
            place="shelf",
            title=say_so("part.limits"),
            note=str(len(table.limits)),
            blocks=partial(page.limits, table),
            icon="heart",
        )


# -- Tools ---------------------------------------------------------------------------------------


def _tools(at: GameAtTable, table: Table, seat: Seat) -> Iterator[Part]:
    group, notes = say_so("group.table"), len(table.own_notes(seat))
    if seat.gm:
        on, between = table.scene, "part.scene_or_end" if table.session_open else "part.scene"
        begun = table.session_open and any(s.session == table.session for s in table.scenes)
        yield Part(
            key="scene",
            place="tool",
            title=say_so("part.scene_on" if on else between),
            note=on.title if on else "",
            blocks=partial(page.scene, table),
            icon="flag-checkered",
            group=say_so("group.story"),
            also=say_so("also.scene"),
            stays=not on and not begun,  # a title that is typed there waits for its session
        )
    yield Part(
        key="notes",
        place="tool",
        title=say_so("part.notes_gm" if seat.gm else "part.notes"),
        note=str(notes) if notes else "",
        blocks=partial(page.notes, table, seat),
        icon="note-sticky",
        group=say_so("group.story"),
        also=say_so("also.notes"),
    )
    yield Part(
        key="seats",
        place="tool",
        title=say_so("part.seats" if seat.gm else "part.seat"),
        blocks=partial(page.seats, at, table, seat),
        icon="chair",
        group=group,
        also=say_so("also.seats"),
    )
    if seat.gm:
        yield Part(
            key="options",
            place="tool",
            title=say_so("part.options"),
            blocks=lambda: (page.options(at, table),),
            icon="gear",
            group=group,
            also=say_so("also.options"),
        )


# -- Who is waited for (TF-30) -------------------------------------------------------------------


def waiting(at: GameAtTable, table: Table) -> Iterator[Wait]:
    """Everybody with something to answer, by the game's rules or the table's own."""
    if table.closed:
        return
    here = {m.id for m in table.present if m.role != "onlooker"}
    spared = quiet(at, table)
    played = (wait for wait in at.game_waits(table) if not spared(wait))
    for wait in (*_waiting(at, table), *played):
        who = table.gm if wait.member == GM else wait.member
        if who in here:
            yield wait if who == wait.member else replace(wait, member=who)


def quiet(at: GameAtTable, table: Table) -> Callable[[Wait], bool]:
    """Whether the table does not wait, though the game does.

    Whoever waits for a word about a character they bring is not asked for another meanwhile; nor
    for one of their own whoever only plays somebody else's (TF-6); nor for what to do whoever has
    asked about an act.
    """
    bring = at.further.bring.__name__ if at.further.bring else ""
    brings = {r.seat for r in table.requests.values() if r.command.get("type") == bring}
    named = partial(at.further.speaks_as, table.play)
    fills = {to for owner, to in table.lent.items() if named(owner) and not named(to)}
    asking = {r.seat for r in table.requests.values() if r.kind == "word"}
    return lambda wait: (
        (wait.begins and wait.member in brings | fills) or (wait.chooses and wait.member in asking)
    )


def _waiting(at: GameAtTable, table: Table) -> Iterator[Wait]:
    here = [m for m in table.present if m.role != "onlooker"]
    for member in here:
        seat = table.seat(member.id)
        for request in table.requests.values():
            if answers(table, seat, request):
                granted = request.number in table.granted
                holds = FIRST if granted else 3 if at.hangs_on(table, request) else 1
                words = say_so("wait.throw" if granted else "wait.asked")
                yield Wait(member.id, f"request:{request.number}", words, holds)
        for poll in table.polls.values():
            if not poll.closed and member.id not in poll.votes:
                yield Wait(member.id, f"hands:{poll.id}", say_so("wait.hand"))
    if table.chair_offered:
        yield Wait(table.chair_offered, "chair", say_so("wait.chair"))
    for member in table.members.values():
        if member.waiting and not member.gone:
            yield Wait(GM, f"door:{member.id}", say_so("wait.door"), 1)


# -- The mat and the rows ------------------------------------------------------------------------


def mat(table: Table, seat: Seat, own: Mat | None) -> Mat | None:
    """What lies in front of a seat: the game's, with the table's acts beside it."""
    if seat.role in ("onlooker", "house") or seat.id not in table.members:
        return None
    name = table.name_of(seat.id)
    found = own or Mat(name=name)
    acts = tuple(found.acts)
    if seat.gm and not any(act.part == "scene" for act in acts):
        between = "part.next_scene" if table.session_open else "part.scene"
        word = "part.end_scene" if table.scene else between
        acts = (*acts, Lead(say_so(word), "scene", "flag-checkered"))
    return Mat(
        name=found.name or name,
        part="" if table.closed else found.part or ("" if seat.gm or seat.by else "seats"),
        vitals=found.vitals,
        traits=found.traits,
        acts=() if table.closed else acts,
        icon=found.icon,
    )


def rows(at: GameAtTable, table: Table, seat: Seat, own: Iterable[Row]) -> Iterator[shown.Standing]:
    """Everybody: members by their characters, then whom the game has besides them."""
    theirs: dict[str, list[Row]] = {}
    for row in own:
        theirs.setdefault(table.gm if row.member == GM else row.member, []).append(row)
    waits = at.waits_of(table)
    hues = page.colours(table)
    for member in table.members.values():
        if not member.gone:
            waited = tuple(w.words for w in waits.get(member.id, ()))
            first, *more = theirs.pop(member.id, [None])
            yield standing(table, member, hues[member.id], waited, first)
            yield from (extra(row, member) for row in more if row)
    for others in theirs.values():
        yield from (extra(row) for row in others)


def standing(
    table: Table, member: Member, hue: int, waits: tuple[str, ...], row: Row | None
) -> shown.Standing:
    lent = table.borrower(member.id)
    return shown.Standing(
        id=member.id,
        member=member.id,
        name=row.name if row and row.name else member.name,
        who=member.name if row and row.name and row.name != member.name else "",
        role=member.role,
        part=row.part if row else "",
        vitals=row.vitals if row else (),
        note=row.note if row else "",
        icon=row.icon if row else "",
        hue=hue,
        waits=_counted(waits),
        at_the_door=member.waiting,
        lent_to=table.name_of(lent) if lent else "",
    )


def extra(row: Row, member: Member | None = None) -> shown.Standing:
    return shown.Standing(
        id=row.key,
        member="",
        name=row.name,
        who=member.name if member else "",
        role="house",
        part=row.part,
        vitals=row.vitals,
        note=row.note,
        icon=row.icon,
        hue=page.hue(row.name),
    )


def _counted(waits: tuple[str, ...]) -> str:
    """What somebody is waited for: the first in words, and how many more."""
    if not waits:
        return ""
    first = waits[0] or say_so("wait.asked")
    return say_so("wait.more", words=first, n=len(waits) - 1) if waits[1:] else first
