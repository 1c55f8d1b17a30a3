"""What the table itself offers to a seat; whether it may be done, `decide` says (TF-1 … TF-41)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, Literal

from tablefolk.core.game import (
    Choice,
    Command,
    Count,
    Flag,
    Lines,
    Offer,
    Option,
    Pick,
    Reply,
    Seat,
    WordAsked,
    Words,
)
from tablefolk.core.table.judging import Answer, Withdraw, answers
from tablefolk.core.table.page import just_over, no_to
from tablefolk.core.table.scenes import (
    CloseSession,
    EndScene,
    OpenScene,
    OpenSession,
    Resume,
    StateLimit,
    Stop,
)
from tablefolk.core.table.seats import (
    AWAY_DAYS,
    Admit,
    AnswerChair,
    CloseTable,
    Lend,
    OfferChair,
    Rename,
    ReopenTable,
    Reseat,
    SetOption,
    SetRole,
    Unseat,
    VoteChair,
)
from tablefolk.core.table.state import AT_HAND, Member, Note, Poll, Table
from tablefolk.core.table.talk import (
    AskHands,
    CloseHands,
    DropNote,
    PutAway,
    RollFree,
    Say,
    ShowNote,
    Vote,
    WriteNote,
    countable,
)
from tablefolk.core.words import phrases

if TYPE_CHECKING:
    from tablefolk.core.table.at import GameAtTable

Tone = Literal["main", "plain", "quiet", "grave"]
say_so = phrases("tablefolk.core.table")


def offers(at: GameAtTable, table: Table, seat: Seat) -> Iterator[Offer]:
    """Everything this seat might do at the table itself."""
    yield from at_times(at, table, seat)
    for key in ("pause", "talk"):
        yield from always(at, table, seat, key)


def always(at: GameAtTable, table: Table, seat: Seat, key: str) -> Iterator[Offer]:
    """What is offered on every page: to stop, and to talk."""
    if table.closed:
        return
    if key == "pause" and not seat.by:
        yield from stopping(table, seat) if seat.role == "onlooker" else care(table, seat)
    if key == "talk" and seat.role != "onlooker":
        yield from borrowed(at, table, seat) if seat.by else talk(at, table, seat)


def at_times(at: GameAtTable, table: Table, seat: Seat) -> Iterator[Offer]:
    """What is offered where there is something to it: questions, notes, scenes, seats."""
    if table.closed:
        yield from closed(seat)
    elif seat.by:
        yield from throwing(table, seat)
        yield from withdrawing(table, seat)
    elif seat.role != "onlooker":
        yield from own(at, table, seat)


def closed(seat: Seat) -> Iterator[Offer]:
    """A closed table is read; its GM can open it again (TF-41)."""
    if seat.gm:
        yield offer(ReopenTable, "table")


def borrowed(at: GameAtTable, table: Table, seat: Seat) -> Iterator[Offer]:
    """At a lent seat one plays its character, and no more (TF-6)."""
    yield _say(at, table, seat)
    if table.paused is None:
        yield _roll_free()


def own(at: GameAtTable, table: Table, seat: Seat) -> Iterator[Offer]:
    yield from requests(at, table, seat)
    yield from hands(table, seat)
    yield from chair(table, seat)
    yield from notes(table, seat)
    yield from handouts(table, seat)
    if seat.gm:
        yield from scenes(at, table)
        yield from seats(at, table, seat)
        yield from (_option(table, option) for option in at.options)
        yield offer(CloseTable, "table", tone="grave", ask=True)
    else:
        yield from own_seat(at, table, seat)


# -- Judging (TF-16, TF-25) ------------------------------------------------------------------


def requests(at: GameAtTable, table: Table, seat: Seat) -> Iterator[Offer]:
    yield from throwing(table, seat)
    for request in table.requests.values():
        about = f"request:{request.number}"
        if request.number not in table.granted and answers(table, seat, request):
            replies = at.replies(table, seat, request)
            yield from (_reply(about, request, reply) for reply in replies)
            key = "Answer_allow" if request.kind == "ruling" else "Answer_yes"
            if request.kind == "word" and at.command(request.command).permits:
                key = "Answer_permit"
            yield from _answers(about, request.number, request.rule, not replies, key)
    yield from withdrawing(table, seat)


def throwing(table: Table, seat: Seat) -> Iterator[Offer]:
    """What was allowed is done with the dice of whoever asked."""
    throw = partial(offer, Answer, key="Answer_throw", owed=True, tone="main", yes=True)
    for number, dice in table.granted.items():
        if answers(table, seat, table.requests[number]):
            yield throw(f"request:{number}", number=number, dice=dice)


def withdrawing(table: Table, seat: Seat) -> Iterator[Offer]:
    """What was asked from this seat can be withdrawn, and a no to it put away."""
    for request in table.requests.values():
        if request.seat == seat.id and seat.by in ("", request.by):
            about = f"request:{request.number}"
            key = "Withdraw_granted" if request.number in table.granted else "Withdraw"
            yield offer(Withdraw, about, key=key, tone="quiet", number=request.number)
    if no := no_to(table, seat):
        yield offer(Withdraw, f"request:{no.number}", key="Withdraw_heard", number=no.number)


def _reply(about: str, request: WordAsked, reply: Reply) -> Offer:
    """A yes that fills in what the game leaves to the GM."""
    facts = {"number": request.number, "yes": True}
    fixed = facts if reply.numbers else {**facts, "fields": reply.fields}
    blanks = (reply.numbers,) if reply.numbers else ()
    return Offer(
        Answer,
        reply.label,
        fixed,
        blanks,
        owed=reply.often and not blanks,
        about=about,
        rule=request.rule,
        icon=reply.icon,
        notch=reply.notch,
    )


def _answers(about: str, number: int, rule: str, just_yes: bool, allows: str) -> Iterator[Offer]:
    note = Words("note", say_so("blank.note"), optional=True)
    ways = ((True, allows, "main"), (False, "Answer_no", "plain"))
    for yes, key, tone in ways if just_yes else ways[1:]:
        yield offer(
            Answer, about, note, key=key, owed=True, tone=tone, rule=rule, number=number, yes=yes
        )


# -- Show of hands (TF-18) -------------------------------------------------------------------


def hands(table: Table, seat: Seat) -> Iterator[Offer]:
    for poll in table.polls.values():
        if not poll.closed:
            yield from _poll(table, seat, poll)


def _poll(table: Table, seat: Seat, poll: Poll) -> Iterator[Offer]:
    """One tap for each answer, and none of them chosen beforehand."""
    about, mine = f"hands:{poll.id}", poll.votes.get(seat.id)
    for n, said in enumerate(poll.answers):
        if n != mine:
            again = {"key": "Vote_again", "tone": "quiet"} if mine is not None else {"owed": True}
            yield offer(Vote, about, **again, label=said, poll=poll.id, answer=n)
    if seat.gm or seat.id == poll.by:
        key = "CloseHands" if countable(table, poll) else "CloseHands_uncounted"
        ask = key != "CloseHands"
        yield offer(CloseHands, about, key=key, tone="quiet", ask=ask, poll=poll.id)


# -- The chair (TF-7) ------------------------------------------------------------------------


def chair(table: Table, seat: Seat) -> Iterator[Offer]:
    if table.chair_offered == seat.id:
        yield offer(AnswerChair, "chair", key="AnswerChair_yes", owed=True, tone="main", yes=True)
        yield offer(AnswerChair, "chair", key="AnswerChair_no", owed=True, yes=False)
    heirs = tuple(Choice(m.id, m.name) for m in table.players)
    if seat.gm and heirs:
        yield offer(OfferChair, "chair", _pick("to", heirs), tone="quiet", ask=True)
    if seat.role == "player" and table.gm_away_days >= AWAY_DAYS:
        yield offer(VoteChair, "chair", _pick("to", heirs), days=AWAY_DAYS)


# -- Care for each other (TF-33, TF-34) ------------------------------------------------------


def stopping(table: Table, seat: Seat) -> Iterator[Offer]:
    """All that whoever looks on can command, for Stop is on every screen (TF-5, TF-33)."""
    if table.paused is None:
        yield offer(Stop, "pause", tone="grave")
    elif seat.gm or table.paused.by == seat.id:
        yield offer(Resume, "pause", tone="main")


def care(table: Table, seat: Seat) -> Iterator[Offer]:
    yield from stopping(table, seat)
    yield offer(StateLimit, "pause", _words("text", "limit", long=True), tone="quiet")


# -- Saying and writing (TF-10 … TF-13) ------------------------------------------------------


def talk(at: GameAtTable, table: Table, seat: Seat) -> Iterator[Offer]:
    yield _say(at, table, seat)
    others = tuple(Choice(m.id, m.name) for m in table.present if m.id != seat.id)
    if others and table.options.get("whispers", True):
        to = _pick("to", others, most=max(2, len(others)))
        words = _words("text", "say", long=True)
        yield offer(Say, "talk", words, to, key="Say_whisper", whisper=True)
    if table.paused is None:
        yield _roll_free()
    answers = Lines(
        "answers",
        say_so("blank.answers"),
        rows=tuple(say_so("blank.answer", n=n) for n in range(1, 7)),
        start=(say_so("blank.yes"), say_so("blank.no")),
        optional=True,
    )
    secret = Flag("secret", say_so("blank.secret"))
    yield offer(AskHands, "talk", _words("question", "question"), answers, secret)


def _say(at: GameAtTable, table: Table, seat: Seat) -> Offer:
    """In character or as oneself, where there is a character; the GM also tells what happens."""
    how: list[Flag] = []
    name = at.further.speaks_as(table.play, seat.id)
    if name and not seat.by:
        how.append(Flag("as_self", say_so("blank.as_self", name=name)))
    if seat.gm:
        how.append(Flag("narrated", say_so("blank.narrated")))
    return offer(Say, "talk", _words("text", "say", long=True), *how)


def _roll_free() -> Offer:
    """Counted out rather than written, so that whatever is filled in can be thrown."""
    dice = Words("dice", say_so("blank.dice"), most=9, start="1d6", hint=say_so("hint.dice"))
    return offer(RollFree, "talk", dice, _words("why", "why", optional=True))


def notes(table: Table, seat: Seat) -> Iterator[Offer]:
    yield offer(WriteNote, "notes", *_note_blanks())
    for note in table.own_notes(seat)[-AT_HAND:]:
        yield from about_note(table, seat, note)


def handouts(table: Table, seat: Seat) -> Iterator[Offer]:
    for number, note in enumerate(table.handouts(seat), 1):
        if seat.id in note.unread:
            yield offer(PutAway, f"handout:{number}", tone="main", handout=number)


def about_note(table: Table, seat: Seat, note: Note) -> Iterator[Offer]:
    """What somebody can do with a note of theirs."""
    about = f"note:{note.id}"
    if seat.gm and "*" not in note.shown_to:
        others = (Choice(m.id, m.name) for m in table.present if m.id != seat.id)
        unseen = tuple(c for c in others if c.value not in note.shown_to)
        yield offer(ShowNote, about, ask=True, title=note.title, note=note.id)
        if unseen:
            readers = _pick("readers", unseen, most=max(2, len(unseen)))
            yield offer(ShowNote, about, readers, key="ShowNote_some", note=note.id)
    yield offer(WriteNote, about, *_note_blanks(note), key="WriteNote_again", note=note.id)
    yield offer(DropNote, about, tone="quiet", ask=True, note=note.id)


def _note_blanks(note: Note | None = None) -> tuple[Words, ...]:
    title, text, topic = (note.title, note.text, note.topic) if note else ("", "", "")
    return (
        Words("title", say_so("blank.title"), most=120, start=title),
        Words("text", say_so("blank.text"), optional=True, long=True, start=text),
        Words("topic", say_so("blank.topic"), most=120, optional=True, start=topic),
    )


# -- Scenes and sessions (TF-14) -------------------------------------------------------------


def scenes(at: GameAtTable, table: Table) -> Iterator[Offer]:
    on = at.further.under_way(table.play)
    ends = bool(on) and not table.session_open  # what is not over ends with the new evening
    if table.scene is None:
        title = _words("title", "scene", most=120)
        yield offer(OpenScene, "scene", title, tone="main", ask=ends, on=on)
    else:
        yield offer(EndScene, "scene", ask=bool(on), scene=table.scene.title, on=on)
    yield from _prepared(at, table, ends, on)
    if table.session_open:
        number, left = table.session, at.further.left_open(table.play)
        where = ("scene", "recap") if just_over(table) else ("scene",)
        for about in where:
            yield offer(CloseSession, about, tone="quiet", ask=True, number=number, on=left)
            if table.scene is None:
                yield from _before_closing(at, table, about)
    else:
        yield offer(OpenSession, "scene", ask=ends, number=table.session + 1, on=on)


def _before_closing(at: GameAtTable, table: Table, about: str) -> Iterator[Offer]:
    """What an evening's end goes by, to be chosen otherwise before it is over."""
    for option in at.options:
        now = table.options.get(option.key, option.start)
        for choice in option.closing:
            if choice.value != now:
                fixed = {"key": option.key, "value": choice.value}
                yield Offer(SetOption, choice.label, fixed, about=about, rule=option.rule)


def _prepared(at: GameAtTable, table: Table, ends: bool, on: str) -> Iterator[Offer]:
    """The scenes that the GM has written down, each in one tap."""
    had = {scene.title for scene in table.scenes}
    for title in dict.fromkeys(at.further.scenes(table.play)):
        if table.scene is not None and title not in had:
            yield offer(OpenScene, "scene", key="OpenScene_instead", ask=True, title=title,
                        scene=table.scene.title, on=on, instead=True)  # fmt: skip
        elif title not in had:
            yield offer(OpenScene, "scene", key="OpenScene_noted", ask=ends, title=title, on=on)


# -- Seats (TF-4 … TF-6) ---------------------------------------------------------------------


def seats(at: GameAtTable, table: Table, seat: Seat) -> Iterator[Offer]:
    for member in table.members.values():
        if member.waiting:
            yield from _admission(member)
        else:
            yield _rename(member)
            if member.id != seat.id:
                yield from _tending(table, member)
    yield from _lending_any(at, table)


def own_seat(at: GameAtTable, table: Table, seat: Seat) -> Iterator[Offer]:
    member = table.members[seat.id]
    yield _rename(member)
    yield from _lending(at, table, member)
    for whose in table.borrowed(seat.id):
        yield _give_back(table.members[whose])


def _admission(member: Member) -> Iterator[Offer]:
    about = f"door:{member.id}"
    for yes, key, tone in ((True, "Admit_yes", "main"), (False, "Admit_no", "plain")):
        yield offer(
            Admit, about, key=key, owed=True, tone=tone, name=member.name, member=member.id, yes=yes
        )


def _rename(member: Member) -> Offer:
    name = Words("name", say_so("blank.name"), most=40)
    return offer(Rename, f"member:{member.id}", name, tone="quiet", member=member.id)


def _tending(table: Table, member: Member) -> Iterator[Offer]:
    about, name, id = f"member:{member.id}", member.name, member.id
    if member.gone:
        yield offer(Reseat, about, name=name, member=id)
        return
    role, key = (
        ("onlooker", "SetRole_onlooker")
        if member.role == "player"
        else ("player", "SetRole_player")
    )
    yield offer(SetRole, about, key=key, tone="quiet", name=name, member=id, role=role)
    yield offer(Unseat, about, tone="grave", ask=True, name=name, member=id)
    if member.id in table.lent:
        yield _give_back(member)


def _lending_any(at: GameAtTable, table: Table) -> Iterator[Offer]:
    """The GM says for whom and who, each from one list: a list in every row would be n times n.

    The two that stand first could be taken so: what would change nothing is no example.
    """
    names = {m.id: _player(at, table, m) for m in table.players}
    free = ((a, b) for a in names for b in names if a != b and table.lent.get(a) != b)
    if pair := next(free, None):
        member, to = (tuple({one: names[one], **names}.values()) for one in pair)
        blanks = _pick("member", member, alike=True), _pick("to", to, alike=True)
        yield offer(Lend, "seats", *blanks, key="Lend_any", tone="quiet")


def _player(at: GameAtTable, table: Table, member: Member) -> Choice:
    """Somebody by their name and their character's."""
    who = at.further.speaks_as(table.play, member.id)
    both = who and who != member.name
    return Choice(member.id, f"{member.name} ({who})" if both else member.name)


def _lending(at: GameAtTable, table: Table, member: Member) -> Iterator[Offer]:
    """A player's character may be played by another, with its owner's or the GM's word (TF-6)."""
    others = tuple(_player(at, table, m) for m in table.players if m.id != member.id)
    free = tuple(c for c in others if c.value != table.lent.get(member.id))
    if member.role == "player" and free:
        about = f"member:{member.id}"
        yield offer(
            Lend, about, _pick("to", free), tone="quiet", name=member.name, member=member.id
        )
    if member.id in table.lent:
        yield _give_back(member, "Lend_end")


def _give_back(member: Member, key: str = "Lend_back") -> Offer:
    about = f"member:{member.id}"
    return offer(Lend, about, key=key, name=member.name, member=member.id, to="")


# -- Options (TF-1) --------------------------------------------------------------------------


def _option(table: Table, option: Option) -> Offer:
    now = table.options.get(option.key, option.start)
    value = Pick("value", option.label, option.hint, choices=option.choices, start=now)
    label = say_so("SetOption.label", option=option.label)
    return Offer(
        SetOption,
        label,
        {"key": option.key},
        (value,),
        about=f"option:{option.key}",
        rule=option.rule,
        hint=option.hint,
        tone="quiet",
    )


# -- Writing an offer ------------------------------------------------------------------------


def offer(
    command: type[Command],
    about: str,
    *blanks: Words | Pick | Flag | Lines | Count,
    key: str = "",
    owed: bool = False,
    tone: Tone | str = "plain",
    ask: bool = False,
    rule: str = "",
    **facts: object,
) -> Offer:
    """An offer in the table's words; of the facts, those that are its fields are fixed."""
    key = key or command.__name__
    fields = set(command.__struct_fields__) - {blank.name for blank in blanks}
    return Offer(
        command,
        say_so(f"{key}.label", **facts),
        {name: value for name, value in facts.items() if name in fields},
        blanks,
        owed=owed,
        about=about,
        rule=rule,
        hint=say_so(f"{key}.hint", **facts) if f"{key}.hint" in say_so else "",
        tone=tone,  # type: ignore[arg-type]
        confirm=say_so(f"{key}.confirm", **facts).strip() if ask else "",
    )


def _words(
    name: str, key: str, *, most: int = 2000, optional: bool = False, long: bool = False
) -> Words:
    return Words(name, say_so(f"blank.{key}"), most=most, optional=optional, long=long)


def _pick(name: str, choices: tuple[Choice, ...], most: int = 1, *, alike: bool = False) -> Pick:
    return Pick(name, say_so(f"blank.{name}"), choices=choices, most=most, alike=alike)
