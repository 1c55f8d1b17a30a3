"""One table held in memory: its state, the latest entries, and what each seat sees of them."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from hashlib import blake2b

from msgspec import Struct
from msgspec.structs import replace

from tablefolk.core import play, stage
from tablefolk.core.game import Block, Entry, Line, Offer, Page, Seat, WordAsked
from tablefolk.core.stage import Mat, Now, Part, Wait
from tablefolk.core.story import Folded, act
from tablefolk.core.table import takeback, telling
from tablefolk.core.table.at import COMMANDS, GameAtTable
from tablefolk.core.table.blocks import Broken, Standing
from tablefolk.core.table.judging import WordDenied
from tablefolk.core.table.page import COLOURS, colours, may_read, name_mark, no_to, waited_for
from tablefolk.core.table.state import Table
from tablefolk.core.table.takeback import TakeBack, TakenBack, Verdict
from tablefolk.core.table.talk import Say
from tablefolk.hosting import faults, waiting
from tablefolk.hosting.waiting import Waits

WINDOW = 400  # entries kept in memory beyond what a snapshot needs
TOLD = 400  # told entries kept, over all seats
AWAKE = 24  # tables of which it is kept what each seat saw and was told
CHAPTER = 6  # told entries with which a new chapter of the story begins on a page
BACK = 30  # so far back an act is looked for that one tap takes back
NOT_HERE = Verdict(False, False)
GOES_ON = ("threw", "scene", "closed")  # with such a line the next thing has begun


def name_of(number: int, entry: Entry) -> str:
    """An entry's name outside: it says neither which one it is nor how many there are (TF-29)."""
    id = entry.id or str(number)  # in a log every entry has an id
    return blake2b(id.encode(errors="surrogatepass"), digest_size=8).hexdigest()


class Borrowed(Struct, frozen=True):
    """Somebody at a seat that was lent to them: who they are, and whose it is (TF-6)."""

    by: str
    seat: str


Who = str | Borrowed  # whose page it is: a member's own, or that of a seat lent to them


class Look(Struct, frozen=True):
    """All that one seat could see and do, part for part: for those who ask for everything."""

    seat: Seat
    page: Page
    menu: tuple[Offer, ...]
    since: dict[str, float]  # whom the table waits for, and since when (TF-30)


class Body(Struct, frozen=True):
    """What is in a part that somebody has open: what it shows, and what can be done there."""

    blocks: tuple[Block, ...]
    offers: tuple[Offer, ...]


class Faces(Struct, frozen=True):
    """The colours of those who sit at a table, by marks of the names they go by."""

    hues: dict[int, int]
    mark: int  # of all of them

    def hue(self, name: int) -> int:
        """The colour of somebody, by the mark of a name; of others the one that goes with it."""
        return self.hues.get(name, name % COLOURS)


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
    def act(self) -> Folded:
        """What is read at once, and what lies folded beneath."""
        return act(self.lines)


class Recent:
    """The tables that were looked at most lately; the others rest."""

    def __init__(self, most: int = AWAKE) -> None:
        self.most = most
        self._awake: OrderedDict[str, Live] = OrderedDict()

    @property
    def awake(self) -> int:
        """How many they are."""
        return len(self._awake)

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
        game: GameAtTable,
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
        self.laid_out = 0  # of a table to try: the entries that were there before anybody came
        self.entries = list(entries)  # the newest ones; the last has the number `version`
        self.struck = takeback.struck(self.entries)
        self.gm_seen_at = self._gm_acted_at()
        self._waits: Waits = waits or {}
        self._recent = recent or Recent()
        self._then = dict(then or {})  # the table as it was before each struck entry was struck
        self._unseen: list[tuple[float, Table]] = []  # states that nobody has looked at yet
        self._looks: dict[Who, Look] = {}
        self._parts: dict[Who, dict[str, Part]] = {}
        self._bodies: dict[tuple[Who, str], Body] = {}
        self._proposals: dict[tuple[Seat, str], tuple[Offer, ...]] = {}
        self._around: dict[Who, tuple[Mat | None, tuple[Standing, ...]]] = {}
        self._told: OrderedDict[tuple[int, Seat], tuple[Line, ...]] = OrderedDict()
        self._carded: set[tuple[int, Seat]] = set()  # of these: what a card shows may change
        self._faces: Faces | None = None

    @property
    def first(self) -> int:
        """The number of the oldest entry held here."""
        return self.version - len(self.entries) + 1

    @property
    def untried(self) -> bool:
        """Whether it is a table to try, and nobody has done anything yet."""
        return 0 < self.laid_out == self.version

    def aside(self) -> Live:
        """The table as it is now, to be looked at beside the loop, whatever comes meanwhile."""
        return Live(self.id, self.game, self.version, self.table, self.entries, then=self._then)

    def enter(self, entry: Entry, table: Table) -> None:
        """Take over an entry that is safely in the log, and the state after it."""
        before, self.table = self.table, table
        self.version += 1
        self.entries.append(entry)
        if len(self.entries) > 2 * WINDOW:
            del self.entries[:WINDOW]
        if table is not before:  # mere talk changes nothing that a seat sees but the story
            self.changed = self.version
            self._unseen = [*self._unseen[-waiting.LOOK_BACK :], (entry.at, table)]
            self._move_on()
        gone = [n for e in entry.events if isinstance(e, TakenBack) for n in e.entries]
        if gone:
            self._then |= dict.fromkeys(gone, before)
            self.struck = takeback.struck(self.entries)
        if gone or table.members is not before.members or table.options != before.options:
            self.retold = self.version
            self._told.clear()
        if table.gm != before.gm or table.gm == entry.seat.person:
            self.gm_seen_at = max(self.gm_seen_at, entry.at)  # the clock may have been set back

    def rest(self) -> None:
        """Let go of what can be worked out again."""
        self._told.clear()
        self._move_on()

    def _move_on(self) -> None:
        """What seats see is another; what they were told reads as it did, but for its cards."""
        self._faces = None
        for key in self._carded:
            self._told.pop(key, None)
        self._carded.clear()
        kept = (self._looks, self._parts, self._bodies, self._proposals, self._around)
        for some in kept:
            some.clear()

    def _gm_acted_at(self) -> float:
        """When the GM last did something; as far back as is held here where they did not."""
        acted = (e.at for e in reversed(self.entries) if e.seat.person == self.table.gm)
        return next(acted, self.entries[0].at if self.entries else 0.0)

    # -- What a seat sees ------------------------------------------------------------------

    def seat(self, who: Who) -> Seat:
        """The seat of a member, or the one they act for (TF-6)."""
        if isinstance(who, Borrowed):
            return replace(self.table.seat(who.seat), by=who.by)
        return self.table.seat(who)

    def lent_to(self, member: str) -> tuple[Borrowed, ...]:
        """The seats that a member plays for others just now (TF-6)."""
        return tuple(Borrowed(member, whose) for whose in self.table.borrowed(member))

    def look(self, who: Who) -> Look:
        """All parts together, every offer judged; made once for each state of the table."""
        self._recent.looked_at(self)
        if who not in self._looks:
            seat = self.seat(who)
            page = self.game.view(self.table, seat)
            offers = tuple(
                self._judged(seat, o) for o in play.proposed(self.game, self.table, seat)
            )
            self._looks[who] = Look(seat, page, offers, self.since)
        return self._looks[who]

    @property
    def since(self) -> dict[str, float]:
        """Whom the table waits for, and since when (TF-30)."""
        return waiting.since(self.waits)

    @property
    def waits(self) -> Waits:
        """Who owes what since when: worked out where somebody looks, not where somebody acts."""
        while self._unseen:
            at, table = self._unseen.pop(0)
            self._waits = waiting.carried_on(self._waits, waited_for(self.game, table), at)
        return self._waits

    def owed_by(self, who: Who) -> tuple[Wait, ...]:
        """What is waited for from a seat; of a lent one, what can be answered from there (TF-6)."""
        waits = self.game.waits_of(self.table).get(self.seat(who).id, ())
        if not waits or not isinstance(who, Borrowed):
            return waits
        parts = self.parts(who)
        return tuple(wait for wait in waits if wait.part in parts)

    def parts(self, who: Who) -> Mapping[str, Part]:
        """What a seat can look into, by its key; nothing of it is worked out yet."""
        self._recent.looked_at(self)
        if who not in self._parts:
            seat = self.seat(who)
            found = faults.parts(self.game, self.table, seat)
            over = self._heard(seat)
            self._parts[who] = {part.key: part for part in found if part.key != over}
        return self._parts[who]

    def _heard(self, seat: Seat) -> str:
        """The part of a no that was heard: its asker acts again, or the table goes on (TF-16)."""
        no = no_to(self.table, seat)
        if no is None:
            return ""
        for number in range(self.version, self.first - 1, -1):
            entry = self.entries[number - self.first]
            if any(isinstance(e, WordDenied) and e.number == no.number for e in entry.events):
                return ""
            acted = entry.seat.id == seat.id and type(entry.command) not in COMMANDS
            goes_on = any(line.kind in GOES_ON for line in self._said(number, entry, seat))
            if number not in self.struck and (acted or goes_on):
                break
        return f"request:{no.number}"

    def now(self, who: Who, opened: str = "") -> Now | None:
        """The one thing before a seat: what it has opened, else what it owes, has begun, sees."""
        since, seat = self.waits, self.seat(who).id
        urgent = sorted(self.owed_by(who), key=lambda w: (-w.holds, since.get((seat, w.part), 0.0)))
        return stage.now(tuple(self.parts(who).values()), [w.part for w in urgent], opened)

    def body(self, who: Who, key: str) -> Body | None:
        """What is in a part, judged; made once for each state of the table."""
        at = (who, key)
        if at not in self._bodies:
            part = self.parts(who).get(key)
            if part is None:
                return None
            self._bodies[at] = self._body(self.seat(who), part)
        return self._bodies[at]

    def _body(self, seat: Seat, part: Part) -> Body:
        try:
            blocks = tuple(part.blocks())
        except Exception:
            number = faults.noted(
                f"{self.game.key}: what {seat.id or seat.role} sees of {part.key}"
            )
            blocks = (Broken("broken", number=number),)
        offers = play.choosable(faults.proposed(part, seat))
        if part.place == "always":  # offered only while it is possible: speaking, stopping
            return Body(blocks, tuple(offers))
        return Body(blocks, tuple(self._judged(seat, offer) for offer in offers))

    def offered(self, who: Who, wanted: Callable[[Offer], bool]) -> Offer | None:
        """The first offer that is wanted, wherever it lies; only that one is judged."""
        seat = self.seat(who)
        for part in self.parts(who).values():
            for offer in self._proposed(seat, part):
                if wanted(offer):
                    return self._judged(seat, offer)
        return None

    def labels(self, who: Who, part: Part) -> tuple[str, ...]:
        """What the offers of a part are called, by which people look for it."""
        return tuple(dict.fromkeys(o.label for o in self._proposed(self.seat(who), part)))

    def _proposed(self, seat: Seat, part: Part) -> tuple[Offer, ...]:
        """What a part proposes; whoever opens one form often opens the next."""
        key = (seat, part.key)
        if key not in self._proposals:
            self._proposals[key] = tuple(play.choosable(faults.proposed(part, seat)))
        return self._proposals[key]

    def _judged(self, seat: Seat, offer: Offer) -> Offer:
        return play.said_of(offer, faults.judged(self.game, self.table, seat, offer))

    def around(self, who: Who) -> tuple[Mat | None, tuple[Standing, ...]]:
        """What lies in front of a seat, and the rows of people it sees."""
        if who not in self._around:
            seat, at, table = self.seat(who), self.game, self.table
            mat = faults.spared("a mat", lambda: at.mat(table, seat), None)
            nobody: tuple[Standing, ...] = ()
            rows = faults.spared("rows of people", lambda: at.rows(table, seat), nobody)
            self._around[who] = mat, rows
        return self._around[who]

    @property
    def faces(self) -> Faces:
        """Whoever is named somewhere has the colour of their row."""
        if self._faces is None:
            rows = [row for row in self.around(self.table.gm)[1] if row.member]
            hues = {name_mark(n): row.hue for row in rows for n in (row.who, row.name) if n}
            self._faces = Faces(hues, hash(tuple(hues.items())))
        return self._faces

    def story(
        self, who: Who, count: int = 60, before: int | None = None, since: int = 0
    ) -> tuple[Told, ...]:
        """The latest entries that have something to say to this seat, newest last.

        Whether they may be taken back is another question: `undone_by`, and `tell` for any.
        """
        self._recent.looked_at(self)
        seat = self.seat(who)
        told: list[Told] = []
        number = min(before or self.version + 1, self.version + 1) - 1
        while number >= max(self.first, since) and len(told) < count:
            entry = self.entries[number - self.first]
            if lines := self._said(number, entry, seat):
                told.append(self._told_as(number, entry, lines, NOT_HERE))
            number -= 1
        return tuple(reversed(told))

    def carded(self, who: Who, since: int) -> int:
        """The first entry from there on with a card: what it shows may be another by now."""
        told = self.story(who, since=since)
        cards = (one.number for one in told if any(line.card for line in one.lines))
        return next(cards, self.version + 1)

    def undone_by(self, who: Who) -> Told | None:
        """The act that this seat takes back by one tap: the newest that it may (TF-25).

        What others have said since is no act, nor is it one to read something; what was taken
        back lies behind it.
        """
        seat = self.seat(who)
        for number in range(self.version, max(self.first, self.version - BACK) - 1, -1):
            entry = self.entries[number - self.first]
            talk = isinstance(entry.command, Say) and entry.seat.person != seat.person
            lines = () if talk else self._said(number, entry, seat)
            read = all(line.kind == "read" for line in lines)
            if read or isinstance(entry.command, TakeBack):
                continue
            told = self._told_as(number, entry, lines, NOT_HERE)
            if not told.struck and self._verdict(number, seat).at_once:
                return told
            if not told.struck and not seat.gm:
                break
        return None

    def chapter(self, who: Who) -> int:
        """Where the newest chapter of a seat's story begins, so that what is older rests.

        It is counted by what this seat was told: by the numbers of the log it would tell how
        much else has happened (TF-29).
        """
        newest = self.story(who, CHAPTER)
        return newest[0].number if len(newest) == CHAPTER else 0

    def number_of(self, who: Who, name: str) -> int:
        """The number of an entry by the name that this seat was told; 0 where there is none."""
        seat = self.seat(who)
        for number in range(self.version, self.first - 1, -1):
            entry = self.entries[number - self.first]
            if name_of(number, entry) == name and self._said(number, entry, seat):
                return number
        return 0

    def asked_back(self, member: str, request: WordAsked) -> str:
        """The name of the entry that a request would take back, for whoever may read it."""
        number = int(request.command.get("entry", 0)) if request.kind == "takeback" else 0
        known = self.first <= number <= self.version
        if not known or not may_read(self.table, self.seat(member), request):
            return ""
        return name_of(number, self.entries[number - self.first])

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
            lines = self._told[key] = self._lines(number, entry, seat)
            if any(line.card for line in lines):
                self._carded.add(key)
            if len(self._told) > TOLD:
                self._told.popitem(last=False)
        return lines

    def _lines(self, number: int, entry: Entry, seat: Seat) -> tuple[Line, ...]:
        """What was struck is told as it was then: what it names may be gone from the table."""
        then = self._then.get(number, self.table)
        table = then if seat.id in then.members or not seat.id else self.table
        told = (faults.told_or_faulty(self.game, table, event, seat) for event in entry.events)
        lines = [line for line in told if line is not None]
        return telling.signed(self.game, self.table, entry, lines)
