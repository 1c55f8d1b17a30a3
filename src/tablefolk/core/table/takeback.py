"""Taking back, by appending and never by erasing (TF-24 … TF-26)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence, Set
from typing import TYPE_CHECKING, Protocol

from msgspec import Struct
from msgspec.structs import replace

from tablefolk.core import play
from tablefolk.core.game import (
    Change,
    Command,
    Drawn,
    Entry,
    Event,
    Game,
    Lifted,
    Line,
    Refusal,
    Seat,
    WordAsked,
    must,
)
from tablefolk.core.language import said
from tablefolk.core.story import act
from tablefolk.core.table import talk
from tablefolk.core.table.judging import Answer, Withdrawn, WordDenied, WordGiven, answers
from tablefolk.core.table.scenes import SessionOpened
from tablefolk.core.table.seats import Lend
from tablefolk.core.table.state import Table

if TYPE_CHECKING:
    from tablefolk.core.table.at import GameAtTable


class TakeBack(Command, frozen=True):
    """Strike an entry of the log, and what depended on it."""

    may = "owner or gm"
    entry: int
    why: str = ""


class TakenBack(Change[Table], frozen=True):
    """The entries struck: the one named, and those that could not have been without it."""

    entry: int
    entries: tuple[int, ...]
    by: str
    request: int = 0
    why: str = ""
    among: tuple[str, ...] = ("*",)  # who knew of what was struck, and may know of this (TF-29)
    counts: tuple[int, int] = (0, 0)  # numbers given so far by table and game: not given again
    what: str = ""  # what the act was, where everybody was told of it
    drawn: tuple[Drawn, ...] = ()  # the pictures in it

    def onto(self, table: Table) -> Table:
        """A request for this is settled; what was struck is left out when the log is folded."""
        left = {n: r for n, r in table.requests.items() if n != self.request}
        mine, its = _counts(table)
        return _counting(
            replace(table, requests=left), max(mine, self.counts[0]), max(its, self.counts[1])
        )


class Verdict(Struct, frozen=True):
    """Whether an entry may be taken back at once, or by asking; or why not at all."""

    at_once: bool
    ask: bool
    why: str = ""
    rule: str = "TF-25"
    code: str = "not_yours"


QUOTED: dict[type[Event], dict[str, object]] = {
    WordAsked: {"question": "", "act": "", "falls": ()},
    WordGiven: {"question": ""},
    WordDenied: {"question": ""},
    TakenBack: {"what": "", "drawn": ()},
}
Tick = Callable[[], None]  # called at each step of long work; to end it, it raises no Exception
SHOWS = (talk.NoteShown,)  # what was hidden and then seen cannot be unseen
EVERYBODY = Seat("", "onlooker")  # sees what all players see
SPEECH = ("said", "spoke")
# Counted again without somebody, it would tell what they said.
SECRET_COUNT = "What was counted in secret stays counted."
# Speaking, writing and reading is not yet acting.
WORDS = (talk.Say, talk.WriteNote, talk.DropNote, talk.PutAway)


# -- The log without what was struck (TF-24) ---------------------------------------------------


def struck(entries: Iterable[Entry]) -> frozenset[int]:
    """The numbers of all entries that were taken back."""
    gone: set[int] = set()
    for entry in entries:
        for event in entry.events:
            if isinstance(event, TakenBack):
                gone.update(event.entries)
    return frozenset(gone)


def standing(entries: Sequence[Entry], first: int = 1) -> list[tuple[int, Entry]]:
    """The entries that count, with their numbers; `first` is the number of the first given."""
    gone = struck(entries)
    return [(n, e) for n, e in enumerate(entries, first) if n not in gone]


def fold(game: Game, state: Table, entries: Sequence[Entry], first: int = 1) -> Table:
    """The state after these entries, as if the struck ones had never been."""
    return play.fold(game, state, (entry for _, entry in standing(entries, first)))


def unhurried() -> None:
    """A tick of work that may take as long as it takes."""


def without(
    game: Game,
    state: Table,
    entries: Sequence[Entry],
    number: int,
    first: int = 1,
    tick: Tick = unhurried,
) -> tuple[tuple[int, ...], Table]:
    """What falls with an entry, and the state then.

    A later entry depended on it if the same person giving the same command with the same
    faces would now be refused, or would get something else; it falls too. All else stands.
    """
    fallen: list[int] = []
    was, older = state, any(isinstance(entry, Lifted) for entry in entries)
    for n, entry in standing(entries, first):
        tick()
        if n == number or (n > number and not stands(game, state, was, entry)):
            fallen.append(n)
        else:
            state = play.evolve(game, state, entry.events)
        was = play.evolve(game, was, entry.events) if older else was
    return tuple(fallen), state


def stands(game: Game, state: Table, was: Table, entry: Entry) -> bool:
    """Whether an entry stands in this state of the table, too, which `was` another."""
    return _stands(game, state, entry) or _comes_to_the_same(game, state, was, entry)


def _comes_to_the_same(game: Game, state: Table, was: Table, entry: Entry) -> bool:
    """Whether today's rules make no difference between the two, where older rules decided.

    What they decided, today's might decide otherwise in any case.
    """
    if not isinstance(entry, Lifted):
        return False
    alike = _counting(state, *_counts(was))  # a number that was given is no difference
    then = _outcome(game, was, entry)
    return bool(then) and then == _outcome(game, alike, entry)


def _outcome(game: Game, state: Table, entry: Entry) -> tuple[object, ...]:
    """What today's rules say to an entry: its events or their no; nothing where it does not fit."""
    try:
        play.evolve(game, state, entry.events)
        return play.act_with(game, state, entry.seat, entry.command, entry.faces)[0].events
    except Refusal as no:
        return no.rule, no.code, no.why
    except (LookupError, AssertionError):
        return ()


def _stands(game: Game, state: Table, entry: Entry) -> bool:
    if isinstance(entry.command, TakeBack):
        return True
    try:
        again, after = play.act_with(game, state, entry.seat, entry.command, entry.faces)
        if alike(again.events, entry.events):
            return True
        state = _numbered_as(state, after, play.evolve(game, state, entry.events))
        again, _ = play.act_with(game, state, entry.seat, entry.command, entry.faces)
    except (Refusal, LookupError, AssertionError):  # refused, or it speaks of what is gone
        return False
    return alike(again.events, entry.events)


def alike(some: tuple[Event, ...], others: tuple[Event, ...]) -> bool:
    """Whether these events are the same but for sentences that they quote.

    A question on the desk and the name of a struck act are kept as people read them; a later
    release that words them better has decided nothing otherwise.
    """
    return some == others or _unworded(some) == _unworded(others)


def _unworded(events: tuple[Event, ...]) -> list[Event]:
    return [replace(e, **quoted) if (quoted := QUOTED.get(type(e))) else e for e in events]


def _numbered_as(state: Table, after: Table, stored: Table) -> Table:
    """The state with as many numbers given as when the stored events were decided.

    Where an earlier poll or roll has been struck, later ones would be numbered anew; that
    alone is no reason for them to fall.
    """
    now, then, at = _counts(after), _counts(stored), _counts(state)
    return _counting(state, at[0] + then[0] - now[0], at[1] + then[1] - now[1])


def _counts(table: Table) -> tuple[int, int]:
    """How many numbers the table has given, and the game where it keeps a `count`."""
    return table.count, getattr(table.play, "count", 0)


def _counting(table: Table, mine: int, its: int) -> Table:
    if hasattr(table.play, "count"):
        table = replace(table, play=replace(table.play, count=its))
    return replace(table, count=mine)


# -- What came before a taking back ------------------------------------------------------------


class Past(Protocol):
    """The entries before a taking back, by their numbers, and what of them stands."""

    first: int

    @property
    def length(self) -> int: ...

    def entry(self, number: int) -> Entry: ...

    def gone_since(self, number: int) -> Set[int]:
        """What was struck after this entry."""

    def session_since(self, number: int, gone: Set[int]) -> bool:
        """Whether a session has been opened after this entry, and not struck."""

    def falls_with(self, number: int) -> tuple[int, ...]:
        """What would be struck with an entry, itself first."""


class Read:
    """A past that is read through whenever it is asked."""

    def __init__(
        self,
        game: Game,
        start: Table,
        entries: Sequence[Entry],
        first: int,
        tick: Tick = unhurried,
    ) -> None:
        self.game, self.start, self.entries, self.first = game, start, entries, first
        self.length, self.tick = len(entries), tick

    def entry(self, number: int) -> Entry:
        return self.entries[number - self.first]

    def gone_since(self, number: int) -> Set[int]:
        return struck(self.entries[number - self.first + 1 :])

    def session_since(self, number: int, gone: Set[int]) -> bool:
        later = enumerate(self.entries[number - self.first + 1 :], number + 1)
        return any(opens_session(entry) for n, entry in later if n not in gone)

    def falls_with(self, number: int) -> tuple[int, ...]:
        return without(self.game, self.start, self.entries, number, self.first, self.tick)[0]


# -- Who may take back what (TF-25) ------------------------------------------------------------


def verdict(
    game: Game, table: Table, entries: Sequence[Entry], number: int, seat: Seat, first: int = 1
) -> Verdict:
    """Whether this seat may take back an entry; `first` is the number of the first given."""
    return _verdict(game, table, Read(game, table, entries, first), number, seat)


def _verdict(game: Game, table: Table, past: Past, number: int, seat: Seat) -> Verdict:
    if not past.first <= number < past.first + past.length:
        return Verdict(False, False, "That lies too far back.")
    entry = past.entry(number)
    own = seat.person == entry.seat.person
    if isinstance(entry.command, TakeBack):
        return Verdict(False, False, "What was taken back stays so.")
    if seat.role == "onlooker" or entry.seat.role == "house":
        return Verdict(False, False, "That is not yours to take back.")
    if talk.in_secret_count(table, entry.events):
        return Verdict(False, False, SECRET_COUNT, "TF-18", "final")
    if not (seat.gm or own or _asked_of(table, seat, number)):
        return Verdict(False, False, "Only your own acts; the GM can take back any.")
    gone = past.gone_since(number)
    if number in gone:
        return Verdict(False, False, "That has been taken back already.")
    if _asked_of(table, seat, number):
        return Verdict(True, False)
    if not seat.gm and (no := _final(game, table, entry)):
        return Verdict(False, False, no.why, no.rule, no.code)
    if past.session_since(number, gone):
        return Verdict(False, True)
    return Verdict(seat.gm or _in_grace(game, table, past, seat, number, gone), True)


def _final(game: Game, table: Table, entry: Entry) -> Refusal | None:
    """Why a player's act stands, where the game itself has a say in it (`final`)."""
    asked = getattr(getattr(game, "game", game), "final", None)
    found: Refusal | None = asked(table.play, entry) if asked else None
    return found


def _asked_of(table: Table, seat: Seat, number: int) -> bool:
    """Somebody waits for just this seat's word that the entry may go."""
    return any(
        _same(request, number) and request.seat != seat.id and answers(table, seat, request)
        for request in table.requests.values()
    )


def opens_session(entry: Entry) -> bool:
    return any(isinstance(event, SessionOpened) for event in entry.events)


def _gives_back(entry: Entry, seat: Seat) -> bool:
    """Whether it gave somebody else's seat back, which only its owner or the GM lends (TF-6)."""
    return isinstance(entry.command, Lend) and entry.command.member != seat.person


def _in_grace(
    game: Game, table: Table, past: Past, seat: Seat, number: int, gone: Set[int]
) -> bool:
    """One's own latest act, no die thrown, nothing hidden shown, and nobody else has acted."""
    entry = past.entry(number)
    if entry.faces or _shows(entry) or _gives_back(entry, seat):
        return False
    for n in range(number + 1, past.first + past.length):
        later = past.entry(n)
        if later.faces or _shows(later):
            return False
        if isinstance(later.command, WORDS) or _reads(later):
            continue
        if later.seat.person == seat.person:
            if n not in gone and not isinstance(later.command, TakeBack):
                return False
        elif _knows(game, table, later, seat):
            return False
    return True


def _reads(entry: Entry) -> bool:
    """Whether somebody has only read the answer they were given."""
    return any(isinstance(event, Withdrawn) and event.heard for event in entry.events)


def _shows(entry: Entry) -> bool:
    return any(isinstance(event, SHOWS) for event in entry.events)


def _knows(game: Game, table: Table, entry: Entry, seat: Seat) -> bool:
    """Whether a seat was told anything of an entry."""
    return any(game.tell(table, event, seat) is not None for event in entry.events)


# -- Taking back -------------------------------------------------------------------------------


def take_back(
    at: GameAtTable,
    start: Table,
    entries: Sequence[Entry],
    table: Table,
    seat: Seat,
    command: TakeBack,
    first: int = 1,
) -> Entry:
    """The entry that strikes another, or the one that asks for it; or a refusal.

    `start` is the state before `entries`, whose first has the number `first`.
    """
    return struck_by(at, Read(at, start, entries, first), table, seat, command)


def struck_by(at: GameAtTable, past: Past, table: Table, seat: Seat, command: TakeBack) -> Entry:
    """The entry of a taking back, or of a request for one, from a past that is known."""
    at.gate(table, seat, command)
    ruling = _verdict(at, table, past, command.entry, seat)
    must(ruling.at_once or ruling.ask, ruling.rule, ruling.code, ruling.why)
    strike = _strike if ruling.at_once else _ask
    return play.logged(at, seat, command, (), (strike(at, past, table, seat, command),))


def granted(table: Table, seat: Seat, command: Command) -> Command:
    """A yes to somebody's wish to take back is that taking back itself (TF-25)."""
    if isinstance(command, Answer) and command.yes:
        request = table.requests.get(command.number)
        if request and request.kind == "takeback" and answers(table, seat, request):
            return TakeBack(request.command["entry"], command.note)
    return command


def _strike(at: GameAtTable, past: Past, table: Table, seat: Seat, command: TakeBack) -> Event:
    fallen, lost = _lost(past, table, command)
    members = [table.seat(m.id) for m in table.present]
    knew = tuple(s.id for s in members if any(_knows(at, table, entry, s) for entry in lost))
    among = ("*",) if len(knew) == len(members) else knew
    request = next((r.number for r in table.requests.values() if _same(r, command.entry)), 0)
    why, said = command.why.strip(), _said(at, table, past.entry(command.entry))
    return TakenBack(
        command.entry,
        fallen,
        seat.id,
        request,
        why,
        among,
        _counts(table),
        said.text,
        said.drawn,
    )


def _lost(past: Past, table: Table, command: TakeBack) -> tuple[tuple[int, ...], list[Entry]]:
    """What falls with an entry, itself first; or a refusal where that cannot fall."""
    fallen = past.falls_with(command.entry)
    lost = [past.entry(n) for n in fallen]
    seats = not any(entry.seat.role == "house" for entry in lost)
    must(seats, "TF-25", "depended_on", "Somebody's seat or the table's peace depends on it.")
    counted = any(talk.in_secret_count(table, entry.events) for entry in lost)
    must(not counted, "TF-18", "final", SECRET_COUNT)
    return fallen, lost


def _said(at: GameAtTable, table: Table, entry: Entry) -> Line:
    """The heading line of an act, as it was told to everybody; empty where it was not.

    What somebody has said is not said again by taking it back.
    """
    shown = _shown(at, table, entry)
    return next((line for line in shown if line.kind not in SPEECH), Line(""))


def _quoted(at: GameAtTable, table: Table, entry: Entry) -> str:
    """An act as everybody was told of it, speech too: so somebody can be asked about it."""
    for line in _shown(at, table, entry):
        return f"{line.who}: “{line.text}”" if line.who else line.text
    return ""


def _shown(at: GameAtTable, table: Table, entry: Entry) -> list[Line]:
    lines = [at.tell(table, event, EVERYBODY) for event in entry.events]
    return [line for line in act([line for line in lines if line]).shown if line.text]


def _ask(at: GameAtTable, past: Past, table: Table, seat: Seat, command: TakeBack) -> Event:
    waiting = any(_same(request, command.entry) for request in table.requests.values())
    must(not waiting, "TF-25", "asked", "That waits for an answer already.")
    question = command.why.strip() or said("May this be taken back?")
    raw = {"type": "TakeBack", "entry": command.entry}
    number = table.count + 1
    what, *rest = [_quoted(at, table, entry) for entry in _lost(past, table, command)[1]]
    falls = tuple(text for text in rest if text)
    return WordAsked(number, seat.id, "takeback", raw, "TF-25", question, seat.by, what, falls)


def _same(request: WordAsked, entry: int) -> bool:
    return request.kind == "takeback" and request.command.get("entry") == entry


COMMANDS = (TakeBack,)
