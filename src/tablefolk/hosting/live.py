"""One table held in memory: its state, the latest entries, and what each seat sees of them."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from hashlib import blake2b

from msgspec import Struct
from msgspec.structs import replace

from tablefolk.core import play
from tablefolk.core.game import Entry, Line, Offer, Page, Seat
from tablefolk.core.story import FICTION, Act, act
from tablefolk.core.table import takeback
from tablefolk.core.table.at import At
from tablefolk.core.table.page import colours, waited_for
from tablefolk.core.table.state import Table
from tablefolk.core.table.takeback import TakenBack, Verdict
from tablefolk.core.watching import Memory
from tablefolk.hosting import faults, waiting
from tablefolk.hosting.waiting import Waits

WINDOW = 400  # entries kept in memory beyond what a snapshot needs
TOLD = 400  # told entries kept, over all seats
AWAKE = 24  # tables of which it is kept what each seat saw and was told
CHAPTER = 6  # told entries with which a new chapter of the story begins on a page
NOT_HERE = Verdict(False, False)


def name_of(number: int, entry: Entry) -> str:
    """An entry's name outside: it says neither which one it is nor how many there are (TF-29)."""
    id = entry.id or str(number)  # in a log every entry has an id
    return blake2b(id.encode(errors="surrogatepass"), digest_size=8).hexdigest()


class Look(Struct, frozen=True):
    """What one seat sees and could do, until the table changes."""

    seat: Seat
    page: Page
    menu: tuple[Offer, ...]
    since: dict[str, float]  # whom the table waits for, and since when (TF-30)


class Told(Struct, frozen=True):
    """One entry of the story in the words of one seat."""

    number: int  # in the log, which counts what others may not know: for the server alone
    name: str  # what a seat is given to point at it
    at: float
    by: str
    lines: tuple[Line, ...]
    struck: bool
    by_hand: bool
    verdict: Verdict
    hue: int = 0  # the colour of whoever acted

    @property
    def act(self) -> Act:
        """What is read at once, and what lies folded beneath."""
        return act(self.lines)


class Recent:
    """The tables that were looked at most lately; the others rest."""

    def __init__(self, most: int = AWAKE) -> None:
        self.most = most
        self._awake: OrderedDict[str, Live] = OrderedDict()

    def looked_at(self, live: Live) -> None:
        self._awake[live.id] = live
        self._awake.move_to_end(live.id)
        if len(self._awake) > self.most:
            self._awake.popitem(last=False)[1].rest()


class Live:
    """A table that somebody has open; changed only through `enter`."""

    def __init__(
        self,
        id: str,
        game: At,
        version: int,
        table: Table,
        entries: Sequence[Entry] = (),
        waits: Waits | None = None,
        recent: Recent | None = None,
        then: Mapping[int, Table] | None = None,
    ) -> None:
        self.id, self.game, self.version, self.table = id, game, version, table
        self.changed = self.retold = (
            version  # when anything but the story last changed; or its past
        )
        self.entries = list(entries)  # the newest ones; the last has the number `version`
        self.struck = takeback.struck(self.entries)
        self.gm_seen_at = self._gm_acted_at()
        self._waits: Waits = waits or {}
        self._recent = recent or Recent()
        self._then = dict(then or {})  # the table as it was before each struck entry was struck
        self._looks: dict[tuple[str, str], Look] = {}
        self._known: dict[tuple[str, str], Memory] = {}  # what the rules have said to each seat
        self._told: OrderedDict[tuple[int, Seat], tuple[Line, ...]] = OrderedDict()

    @property
    def first(self) -> int:
        """The number of the oldest entry held here."""
        return self.version - len(self.entries) + 1

    def enter(self, entry: Entry, table: Table) -> None:
        """Take over an entry that is safely in the log, and the state after it."""
        before, self.table = self.table, table
        self.version += 1
        self.entries.append(entry)
        if len(self.entries) > 2 * WINDOW:
            del self.entries[:WINDOW]
        if table is not before:  # mere talk changes nothing that a seat sees but the story
            self.changed = self.version
            owing = waited_for(self.game, table)
            self._waits = waiting.carried_on(self._waits, owing, entry.at)
            self._looks.clear()
            self._told.clear()
        gone = [n for e in entry.events if isinstance(e, TakenBack) for n in e.entries]
        if gone:
            self._then |= dict.fromkeys(gone, before)
            self.struck = takeback.struck(self.entries)
            self.retold = self.version
        if table.members is not before.members or table.options != before.options:
            self.retold = self.version
        if table.gm != before.gm or table.gm == takeback.actor(entry.seat):
            self.gm_seen_at = entry.at

    def rest(self) -> None:
        """Let go of what can be worked out again."""
        self._looks.clear()
        self._told.clear()

    def _gm_acted_at(self) -> float:
        """When the GM last did something; as far back as is held here where they did not."""
        acted = (e.at for e in reversed(self.entries) if takeback.actor(e.seat) == self.table.gm)
        return next(acted, self.entries[0].at if self.entries else 0.0)

    # -- What a seat sees ------------------------------------------------------------------

    def seat(self, member: str, for_seat: str = "") -> Seat:
        """The seat of a member, or the one they act for (TF-6)."""
        if for_seat and for_seat != member:
            return replace(self.table.seat(for_seat), by=member)
        return self.table.seat(member)

    def look(self, member: str, for_seat: str = "") -> Look:
        """What that seat sees now; made once for each state of the table."""
        key = (member, for_seat)
        self._recent.looked_at(self)
        if key not in self._looks:
            seat, since = self.seat(member, for_seat), waiting.since(self._waits)
            page = self.game.view(self.table, seat)
            known = self._known.setdefault(key, Memory())
            menu = play.menu_again(self.game, self.table, seat, known, faults.judged)
            self._looks[key] = Look(seat, page, menu, since)
        return self._looks[key]

    def story(
        self, member: str, count: int = 60, before: int | None = None, since: int = 0
    ) -> tuple[Told, ...]:
        """The latest entries that have something to say to this seat, newest last.

        Whether it may be taken back is said of the newest one only; `tell` says it of any.
        """
        self._recent.looked_at(self)
        seat = self.seat(member)
        told: list[Told] = []
        number = min(before or self.version + 1, self.version + 1) - 1
        while number >= max(self.first, since) and len(told) < count:
            entry = self.entries[number - self.first]
            if lines := self._said(number, entry, seat):
                verdict = NOT_HERE if told else self._verdict(number, seat)
                told.append(self._told_as(number, entry, lines, verdict))
            number -= 1
        return tuple(reversed(told))

    def chapter(self, member: str) -> int:
        """Where the newest chapter of a seat's story begins, so that what is older rests.

        It is counted by what this seat was told: by the numbers of the log it would tell how
        much else has happened (TF-29).
        """
        newest = self.story(member, CHAPTER)
        return newest[0].number if len(newest) == CHAPTER else 0

    def number_of(self, member: str, name: str) -> int:
        """The number of an entry by the name that this seat was told; 0 where there is none."""
        seat = self.seat(member)
        for number in range(self.version, self.first - 1, -1):
            entry = self.entries[number - self.first]
            if name_of(number, entry) == name and self._said(number, entry, seat):
                return number
        return 0

    def tell(self, number: int, entry: Entry, seat: Seat) -> Told:
        """One entry for one seat."""
        lines = self._said(number, entry, seat)
        return self._told_as(number, entry, lines, self._verdict(number, seat))

    def _told_as(
        self, number: int, entry: Entry, lines: tuple[Line, ...], verdict: Verdict
    ) -> Told:
        by = "" if entry.seat.role == "house" else entry.seat.id
        struck, hue = number in self.struck, colours(self.table).get(entry.seat.id, 0)
        name = name_of(number, entry)
        return Told(number, name, entry.at, by, lines, struck, entry.by_hand, verdict, hue)

    def _verdict(self, number: int, seat: Seat) -> Verdict:
        judge = partial(takeback.verdict, self.game, self.table, self.entries, number, seat)
        return faults.spared("what may be taken back", lambda: judge(self.first), NOT_HERE)

    def _said(self, number: int, entry: Entry, seat: Seat) -> tuple[Line, ...]:
        """The lines of an entry for a seat; found once, until what they depend on changes."""
        key = (number, seat)
        lines = self._told.get(key)
        if lines is None:
            lines = self._told[key] = tuple(self._lines(number, entry, seat))
            if len(self._told) > TOLD:
                self._told.popitem(last=False)
        return lines

    def _lines(self, number: int, entry: Entry, seat: Seat) -> Iterable[Line]:
        """What was struck is told as it was then: what it names may be gone from the table."""
        then = self._then.get(number, self.table)
        table = then if seat.id in then.members or not seat.id else self.table
        for event in entry.events:
            line = faults.told(self.game, table, event, seat)
            if line is not None:
                yield self._for_another(entry, line)

    def _stood_in(self, entry: Entry) -> str:
        """The player for whom the GM has acted, where a game knows it (TF-6)."""
        asked = getattr(self.game.game, "acts_with", None)
        if asked is None or not entry.seat.gm or getattr(entry.command, "may", "") == "gm":
            return ""
        owner = str(asked(self.table.play, entry.command))
        return owner if owner in self.table.members and owner != entry.seat.id else ""

    def _for_another(self, entry: Entry, line: Line) -> Line:
        """Acts for somebody else say so: "Ana for Ben" (TF-6)."""
        stood_in = self._stood_in(entry)
        if not entry.seat.by and not stood_in:
            return line
        by, whom = (entry.seat.by, entry.seat.id) if entry.seat.by else (entry.seat.id, stood_in)
        names = f"{self.table.name_of(by)} for {self.table.name_of(whom)}"
        if line.kind in FICTION and line.who:
            return replace(line, who=f"{line.who} ({names})")
        return replace(line, text=f"({names}) {line.text}")
