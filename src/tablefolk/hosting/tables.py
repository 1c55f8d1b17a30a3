"""Load – decide – append – publish: where commands meet the log."""

from __future__ import annotations

import asyncio
import os
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from weakref import WeakValueDictionary

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from tablefolk.core import play
from tablefolk.core.dice import Dice
from tablefolk.core.game import Command, Entry, Game, Options, Refusal, Seat, must
from tablefolk.core.lifting import Newer
from tablefolk.core.table import scenes, takeback
from tablefolk.core.table.at import GameAtTable
from tablefolk.core.table.page import waited_for
from tablefolk.core.table.seats import (
    AWAY_DAYS,
    Join,
    NoteAway,
    OpenTable,
    Seated,
    TurnedAway,
    Unseated,
)
from tablefolk.core.table.state import Table
from tablefolk.core.table.takeback import TakeBack, Tick
from tablefolk.hosting import counting, keeping, randomness, trying, waiting
from tablefolk.hosting.aside import SET_ASIDE, Aside
from tablefolk.hosting.behind import Behind
from tablefolk.hosting.beside import IMPORTS, Late, Workbench
from tablefolk.hosting.clock import Steady, since_boot
from tablefolk.hosting.drawings import Drawing
from tablefolk.hosting.faults import sparing
from tablefolk.hosting.limits import HOME, Limits
from tablefolk.hosting.live import WINDOW, Borrowed, Live, Recent
from tablefolk.hosting.log.base import Beside, Broken, Conflict, Duplicate, Keys, Row
from tablefolk.hosting.people import LinkExpired, LinkUnknown, digest, new_token
from tablefolk.hosting.recaps import Recaps
from tablefolk.hosting.room import Room
from tablefolk.hosting.store import Store
from tablefolk.hosting.troubles import Troubles

HOUSE = Seat("", "house")
SNAPSHOT_EVERY = 200
STRUCK_KNOWN = 10  # taken-back acts whose entries still read as they did
DAY = 86_400
TRIES = 20  # at an act that other processes are ahead of; people never come near it
# Over all tables; the least lately used are let go. An entry takes about 2 kB with all that hangs
# on it: 1 GB, which is a thousand tables at the end of a long evening.
ENTRIES_HELD = 500_000
NO_GAME = "no_game"  # what a table plays cannot be played here


class About(Struct, frozen=True):
    """The few words kept beside a table's log."""

    game: str
    name: str
    created: float
    edition: int = 1
    tried: int = 0  # entries that were laid out to be tried


class Opened(Struct, frozen=True):
    """A seat somebody has just taken, with the key to it."""

    table: str
    member: str
    token: str


class Done(Struct, frozen=True):
    """An act that is in the log; `again` where the same command had been sent before."""

    number: int
    entry: Entry
    again: bool = False


class Holding(Struct, frozen=True):
    """How many tables are in memory, and of how many it is kept what each seat saw."""

    tables: int
    awake: int


class Host:
    """All tables of one process."""

    def __init__(
        self,
        store: Store,
        games: Iterable[Game],
        clock: Callable[[], float] = time.time,
        limits: Limits = HOME,
        running: Callable[[], float] = since_boot,
    ) -> None:
        self.store, self.clock, self.limits = store, clock, limits
        self._steady = Steady(clock, running)
        self.aside, self.troubles = Aside(), Troubles()
        self.room = Room(limits)
        self.log, self.people, self.drawings, self.bus = store
        self.bench = Workbench()
        self.recaps = Recaps(store.log, self.bench)
        self.games = {game.key: GameAtTable(sparing(game)) for game in games}
        self._live: OrderedDict[str, Live] = OrderedDict()
        self._recent = Recent()
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._looking: dict[str, asyncio.Task[Live]] = {}
        self.behind = Behind(store.log, self._live, self._locks)
        self.bus.listen(self.behind.hear)

    # -- Sitting down ----------------------------------------------------------------------

    async def open_table(
        self, game: str, name: str, gm: str, options: Options | None = None
    ) -> Opened:
        """A new table with its GM seated (TF-1)."""
        at = self._game(game)
        command = OpenTable(name, gm, at.chosen(options or {}))
        entry, table = play.act(at, at.new({}), HOUSE, command, no_dice())
        return (await self._settle(at, table, [replace(entry, at=self.clock())]))[0]

    async def join(self, invite: str, name: str, onlooker: bool = False) -> Opened:
        """Somebody sits down through the invite link (TF-2)."""
        table = await self.table_of_invite(invite)
        key = new_token()
        done = await self._do(table, Join(name, onlooker), new_id(), house, key=digest(key))
        member = next(e.member for e in done.entry.events if isinstance(e, Seated))
        return Opened(table, member, key)

    async def table_of_invite(self, invite: str) -> str:
        """The table an invite link leads to; or a refusal (TF-3)."""
        try:
            return await self.people.table_of_invite(invite)
        except LinkExpired:
            why = "This invite link has been renewed: ask whoever invited you for the new one."
            raise Refusal("TF-3", "link_expired", why, firm=True) from None
        except LinkUnknown:
            why = "This link leads to no table."
            raise Refusal("TF-3", "unknown", why, firm=True) from None

    async def demo(self, game: str) -> Opened:
        """A table with a scene under way; this is its GM's seat."""
        return (await self.tried(game))[-1]

    async def tried(self, game: str) -> tuple[Opened, ...]:
        """A table with a scene under way, played through the rules, and all its seats.

        First the one to begin with: a player who owes something; the GM's is the last.
        """
        at = self._game(game)
        table, entries = at.new({}), []
        for step in at.demo():
            seat = HOUSE if step.who == "house" else table.seat(step.who)
            entry, table = play.act_with(at, table, seat, step.command, step.faces)
            entries.append(replace(entry, at=self.clock()))
        others = trying.players(at, table)
        opened = await self._settle(at, table, entries, others=others)
        return opened[1:] + opened[:1]

    async def _settle(
        self,
        game: GameAtTable,
        table: Table,
        entries: Sequence[Entry],
        kept: Sequence[Drawing] = (),
        others: Sequence[str] = (),
    ) -> tuple[Opened, ...]:
        """A whole table at once, or nothing of it: its log, its links, its drawings (TF-40).

        Whoever opens it is given the GM's seat, and all the others where it is to be tried.
        """
        id, invite = new_id(), new_token()
        seats = [Opened(id, member, new_token()) for member in (table.gm, *others)]
        tried = len(entries) if others else 0
        about = About(game.key, table.name, self.clock(), game.edition, tried)
        rows = await self.bench.carry_out(len(entries), lambda tick: _rows(game, entries, tick))
        beside = Beside(
            invite=(digest(invite), invite),
            seats=tuple((one.member, digest(one.token)) for one in seats),
            drawings=tuple({one.key: (one.key, one.kind, one.body) for one in kept}.values()),
            snapshot=_worth_a_snapshot(game, len(rows), table),
        )
        await self.log.create(id, msgspec.json.encode(about), rows, beside)
        counting.count("entries", len(rows))
        return tuple(seats)

    # -- Acting ----------------------------------------------------------------------------

    async def act(
        self,
        table: str,
        member: str,
        name: str,
        fields: Mapping[str, object],
        id: str = "",
        *,
        faces: Sequence[int] | None = None,
        for_seat: str = "",
        anonymous: bool = False,
    ) -> Done:
        """A member gives a command, named and filled in; or a refusal."""
        live = await self._loaded(table)
        command = live.game.codec.command(name, fields)
        unsigned = anonymous and isinstance(command, scenes.Stop | scenes.StateLimit)

        def seat(now: Live) -> Seat:
            own = placed(now, member, for_seat)
            if unsigned:
                now.game.gate(now.table, own, command)  # they may; who they are is let go here
            return HOUSE if unsigned else own

        return await self._do(table, command, id or new_id(), seat, faces)

    async def _do(
        self,
        table: str,
        command: Command,
        id: str,
        seat: Callable[[Live], Seat],
        faces: Sequence[int] | None = None,
        key: bytes = b"",
    ) -> Done:
        """One act at a time at each table; once begun, carried through whoever hangs up."""
        alone = self._do_alone(table, command, id, seat, faces, key)
        return await asyncio.shield(asyncio.ensure_future(self._counted(table, alone)))

    async def _counted(self, table: str, alone: Awaitable[Done]) -> Done:
        """The same; what became of it, and how long it took, goes into the counts."""
        outcome = "failed"
        try:
            with counting.timing("act_seconds", step="whole"):
                done = await alone
            outcome = "again" if done.again else "done"
            return done
        except Refusal:
            outcome = "refused"
            raise
        except Conflict:
            outcome = "conflict"
            raise
        finally:
            live = self._live.get(table)
            counting.count("acts", game=live.game.key if live else "none", outcome=outcome)

    async def _do_alone(
        self,
        table: str,
        command: Command,
        id: str,
        seat: Callable[[Live], Seat],
        faces: Sequence[int] | None,
        key: bytes,
    ) -> Done:
        async with self._lock(table):
            for _ in range(TRIES):
                try:
                    return await self._attempt(table, command, id, seat, faces, key)
                except Conflict:  # another process has written here: read on, decide again
                    self.behind.note(table)
        why = "The table has moved on in the meantime; try once more."
        raise Refusal("TF-37", "stale", why, firm=True)

    async def _attempt(
        self,
        table: str,
        command: Command,
        id: str,
        seat: Callable[[Live], Seat],
        faces: Sequence[int] | None,
        key: bytes,
    ) -> Done:
        live = await self._held(table)
        try:
            with counting.timing("act_seconds", step="judged"):
                entry, after = await self._decide(live, seat(live), command, faces)
                self.room.has(live, command, after)
            return await self._append(live, replace(entry, id=id, at=self.clock()), after, key)
        except Duplicate as known:
            return await self._known(live, known.version)
        except Broken:  # nobody knows whether it was written
            self.behind.note(table)
            raise
        except Refusal:
            if row := await self.log.find(table, id):
                return await self._known(live, row.version)
            if await self._moved_on(live):
                raise Conflict(table) from None
            raise

    async def _decide(
        self, live: Live, seat: Seat, command: Command, faces: Sequence[int] | None
    ) -> tuple[Entry, Table]:
        """The entry a command becomes and the state after it; or a refusal."""
        command = takeback.granted(live.table, seat, command)
        if isinstance(command, TakeBack):
            return await self._take_back(live, seat, command)
        where = live.table.options.get("dice", "server")
        if faces:
            must(where != "server", "TF-21", "bad_dice", "At this table the dice are thrown here.")
            entry, after = play.act_with(live.game, live.table, seat, command, faces)
            return replace(entry, by_hand=True), after
        dice = Dice(randomness.typed_in if where == "hand" else randomness.throw)
        return play.act(live.game, live.table, seat, command, dice)

    async def _take_back(self, live: Live, seat: Seat, command: TakeBack) -> tuple[Entry, Table]:
        """Strike an entry: the log is folded anew, without what fell (TF-24)."""
        before = min(max(command.entry - 1, 0), live.version)
        version, start, entries = await self._since(live.id, live.game, before)
        first, game, table = version + 1, live.game, live.table

        def struck(tick: Tick) -> tuple[Entry, Table]:
            past = takeback.Read(game, start, entries, first, tick)
            entry = takeback.struck_by(game, past, table, seat, command)
            return entry, takeback.fold(game, start, [*entries, entry], first)

        return await self.bench.carry_out(len(entries), struck)

    async def falls_with(self, table: str, number: int) -> tuple[int, ...]:
        """What else would be struck with an entry, if it were taken back now."""
        live = await self._loaded(table)
        before = min(max(number - 1, 0), live.version)
        version, start, entries = await self._since(live.id, live.game, before)
        past = partial(takeback.Read, live.game, start, entries, version + 1)
        fallen = await self.bench.do(lambda tick: past(tick).falls_with(number))
        return tuple(n for n in fallen if n != number)

    async def _append(self, live: Live, entry: Entry, after: Table, key: bytes = b"") -> Done:
        """Into the log first; only then does anybody see it."""
        number = live.version + 1
        row = Row(number, entry.id, live.game.codec.dump(entry))
        with counting.timing("act_seconds", step="written"):
            await self.log.append(live.id, live.version, [row], keys_of(entry, key))
        counting.count("entries")
        live.enter(entry, after)
        await self.bus.publish(live.id, number)
        with suppress(Broken):  # what is kept to be quick can be kept another time
            await self._keep_up(live, entry)
        return Done(number, entry)

    async def _keep_up(self, live: Live, entry: Entry) -> None:
        """Let go of states that an entry has made wrong, and keep one now and then."""
        number, back = live.version, min(takeback.struck((entry,)), default=0)
        if back:
            await self.log.drop_snapshots(live.id, back - 1)
        if back or number % SNAPSHOT_EVERY == 0:
            await self._keep_state(live.id, live.game, number, live.table)

    async def _known(self, live: Live, number: int) -> Done:
        if number > live.version:  # it was written by way of another process
            self.behind.note(live.id)
        row = (await self.log.read(live.id, number - 1, 1))[0]
        return Done(number, live.game.codec.load(row.body), again=True)

    async def notice_gm(self, table: str, here: bool) -> None:
        """Keep count of the days the GM has given no sign of life (TF-7)."""
        live, now = await self._loaded(table), self._steady()
        if here:
            live.gm_seen_at = now
        days = int((now - live.gm_seen_at) // DAY)
        away = days >= AWAY_DAYS
        if away != bool(live.table.gm_away_days) and not live.table.closed:
            with suppress(Refusal):  # somebody else has just noticed it too
                await self._do(table, NoteAway(days if away else 0), new_id(), house)

    def noticed(self, table: str, members: Collection[str]) -> None:
        """These members give signs of life at another process; the GM may be among them (TF-7)."""
        live = self._live.get(table)
        if live and live.table.gm in members:
            live.gm_seen_at = self.clock()

    # -- Loading ---------------------------------------------------------------------------

    async def live(self, table: str) -> Live | None:
        """A table, loaded and current; None where there is no such table.

        One that a newer release has written in, or whose game is not here, is refused for that.
        """
        try:
            return await self._loaded(table)
        except Newer:
            raise
        except Refusal as no:
            if no.code in (NO_GAME, SET_ASIDE):
                raise
            return None

    async def current(self, table: str) -> Live | None:
        """The same with all that was written before somebody asked, by whatever process."""
        if live := self._live.get(table):
            await self._moved_on(live)
        return await self.live(table)

    async def _moved_on(self, live: Live) -> bool:
        """Whether another process has written at a table since."""
        return self.bus.shared and bool(await self.behind.moved({live.id: live.version}))

    async def _loaded(self, table: str) -> Live:
        if found := self._at_hand(table):
            return found
        joined = table in self._looking  # begun before: what there is to see may have come since
        found = await self._looked_at(table)
        return await self._looked_at(table) if joined and table in self.behind else found

    def _at_hand(self, table: str) -> Live | None:
        if table not in self._live or table in self.behind:
            return None
        self._live.move_to_end(table)
        return self._live[table]

    async def _looked_at(self, table: str) -> Live:
        """One look into the log for all who wait for it, and for all the same fault."""
        looking = self._looking.get(table)
        if looking is None:
            looking = self._looking[table] = asyncio.ensure_future(self._look(table))
            looking.add_done_callback(lambda _: self._looking.pop(table))
        return await asyncio.shield(looking)

    async def _look(self, table: str) -> Live:
        await self.behind.made_sure(table)
        async with self._lock(table):
            return await self._held(table)

    async def _held(self, table: str) -> Live:
        """The one Live of a table as the log is now, for whoever has its lock."""
        mark, held = self.behind.mark(table), self._live.get(table)
        with self.aside.unless_read(table):
            if held and mark and not await self._follows(held):
                del self._live[table]
            self.behind.read(table, mark)
            if table not in self._live:
                self._hold(await self._load(table), held)
        return self._live[table]

    def _hold(self, live: Live, before: Live | None) -> None:
        """Keep a table in memory, and let go of those that nobody has looked at for longest."""
        if before and before.table.gm == live.table.gm:
            live.gm_seen_at = max(live.gm_seen_at, before.gm_seen_at)
        self._live[live.id] = live
        entries = sum(len(one.entries) for one in self._live.values())
        while entries > ENTRIES_HELD and len(self._live) > 1:
            entries -= len(self._live.popitem(last=False)[1].entries)

    async def _follows(self, live: Live) -> bool:
        """Take over what other processes have written since; or it has to be loaded anew.

        The same Live goes on, so that whoever looks at it and every open page goes on with it.
        """
        rows = await self.log.read(live.id, live.version, SNAPSHOT_EVERY)
        if not rows or len(rows) == SNAPSHOT_EVERY:  # nothing, or so much that a snapshot is nearer
            return live.version == (await self.log.versions([live.id])).get(live.id)
        for row in rows:
            entry = live.game.codec.load(row.body)
            live.enter(entry, await self._after(live, entry))
        return True

    async def _after(self, live: Live, entry: Entry) -> Table:
        """The state after the entry that follows; what was taken back is folded anew (TF-24)."""
        gone = takeback.struck((entry,))
        if not gone:
            state: Table = play.evolve(live.game, live.table, entry.events)
            return state
        version, start, since = await self._since(live.id, live.game, min(gone) - 1)
        until = since[: live.version + 1 - version]
        return await self._folded(live.game, start, until, version + 1)

    async def _folded(
        self, game: GameAtTable, start: Table, entries: Sequence[Entry], first: int
    ) -> Table:
        """The state after these entries, of which the first has this number."""

        def work(tick: Tick) -> Table:
            folded: Table = takeback.fold(game, start, entries, first)
            return folded

        return await self.bench.carry_out(len(entries), work)

    async def _load(self, table: str) -> Live:
        raw = await self.log.about(table)
        known = must(raw, "TF-3", "unknown", "There is no such table.")
        about = msgspec.json.decode(known, type=About)
        why = (
            f"This table plays “{about.game}”, which is not installed here or could not be loaded."
        )
        game = must(self.games.get(about.game), "TF-1", NO_GAME, why)
        version, start, entries = await self._since(table, game)
        standing = [entry for _, entry in takeback.standing(entries, version + 1)]
        state, waits = await self.bench.carry_out(
            len(standing), lambda tick: waiting.looked_back(game, start, standing)
        )
        newest = version + len(entries)
        if len(entries) > SNAPSHOT_EVERY:
            with suppress(Broken):  # a full disk keeps nobody from looking
                await self._keep_state(table, game, newest, state)
        oldest = max(newest - WINDOW, 0)
        if oldest < version:
            entries = [*await self._read(table, game, oldest, version - oldest), *entries]
        kept = entries[-2 * WINDOW :]
        if kept:  # what was owed already in the state that was kept
            waits = waiting.carried_on(waits, waited_for(game, state), kept[-1].at)
        then = await self._before_striking(table, game, kept, newest - len(kept) + 1)
        live = Live(table, game, newest, state, kept, waits, self._recent, then)
        live.laid_out = about.tried
        return live

    async def _before_striking(
        self, table: str, game: GameAtTable, entries: Sequence[Entry], first: int
    ) -> dict[int, Table]:
        """The table as it was before each entry was struck, for those struck of late."""
        backs = [(n, e) for n, e in enumerate(entries, first) if takeback.struck((e,))]
        then: dict[int, Table] = {}
        if late := backs[-STRUCK_KNOWN:]:
            version, start, since = await self._since(table, game, late[0][0] - 1)
        for number, entry in late:
            until = since[: number - 1 - version]
            before = await self._folded(game, start, until, version + 1)
            then |= dict.fromkeys(takeback.struck((entry,)), before)
        return then

    async def _since(
        self, table: str, game: GameAtTable, at_most: int | None = None
    ) -> tuple[int, Table, list[Entry]]:
        """A version, the state then, and all entries since, none of which reaches behind it.

        A taking back strikes what lies before it: a snapshot in between still holds what was
        struck, should the process have died before that snapshot was dropped.
        """
        while True:
            version, state = await self._snapshot(table, game, at_most)
            entries = await self._read(table, game, version)
            oldest = min(takeback.struck(entries), default=version + 1)
            if oldest > version:
                return version, state, entries
            at_most = oldest - 1

    async def _snapshot(
        self, table: str, game: GameAtTable, at_most: int | None
    ) -> tuple[int, Table]:
        found = await self.log.snapshot(table, edition(game), at_most)
        if found:
            # A state that has another shape by now is folded from the beginning.
            with suppress(msgspec.ValidationError):
                return found[0], game.codec.load_state(found[1])
        return 0, game.new({})

    async def _read(
        self, table: str, game: GameAtTable, after: int, limit: int | None = None
    ) -> list[Entry]:
        rows = await self.log.read(table, after, limit)
        return await self.bench.carry_out(len(rows), lambda tick: _loaded(game, rows, tick))

    async def _keep_state(self, table: str, game: GameAtTable, version: int, state: Table) -> None:
        body = game.codec.dump_state(state)
        await self.log.save_snapshot(table, version, edition(game), body)

    # -- Keeping (TF-39 … TF-41) -------------------------------------------------------------

    async def export(self, table: str, reader: str = "") -> bytes:
        """A table whole, as one file; for one of its members, without what others whispered."""
        live = await self._loaded(table)
        rows = await self.log.read(table)
        kept = await self.drawings.of(table)
        name, bodies = live.table.name, [row.body for row in rows]
        return await self.bench.do(
            lambda tick: keeping.export(live.game, name, bodies, kept, reader)
        )

    async def import_(self, data: bytes) -> Opened:
        """A table from its file, with identical state and new links; the GM's seat is the key."""
        with counting.under_way("imports"):
            return await self._imported(data)

    async def _imported(self, data: bytes) -> Opened:
        limits = self.limits
        most = keeping.Most(
            limits.import_bytes,
            limits.import_entries,
            limits.import_takebacks,
            self.clock() + keeping.YEAR,
        )
        try:
            brought = await self.bench.do(
                lambda tick: self._brought(data, most, tick), IMPORTS, limits.import_seconds
            )
        except Late:
            raise keeping.too_slow(limits.import_seconds) from None
        return (await self._settle(*brought))[0]

    def _brought(
        self, data: bytes, most: keeping.Most, tick: Tick
    ) -> tuple[GameAtTable, Table, list[Entry], list[Drawing]]:
        """A table out of its file: every entry judged anew, every drawing looked at."""
        game, entries, table = keeping.read(data, self.games, most, tick)
        kept = keeping.drawings(data, tick)
        self.room.whole(game, table, len(entries))
        return game, table, entries, kept

    async def delete(self, table: str, member: str, typed_name: str) -> None:
        """The GM deletes a table by typing its name; it is gone at once and for good."""
        async with self._lock(table):
            self.behind.note(table)  # the chair may have gone to somebody else by now
            live = await self._held(table)
            may, why = member == live.table.gm, f"Only the {live.game.about.gm} deletes a table."
            must(may, "TF-41", "gm_only", why)
            why = f"To delete it, type the table's name: {live.table.name}."
            must(typed_name.strip() == live.table.name, "TF-41", "name_needed", why)
            await self.log.delete(table)
            await self.people.delete(table)
            del self._live[table]
        await self.bus.publish(table, live.version + 1)

    # -- Small things ------------------------------------------------------------------------

    def held(self) -> Holding:
        """What is in memory just now."""
        return Holding(len(self._live), self._recent.awake)

    def _game(self, key: str) -> GameAtTable:
        return must(self.games.get(key), "TF-1", "unknown", "There is no such game here.")

    def _lock(self, table: str) -> asyncio.Lock:
        """A table's lock; it is there for as long as somebody holds it or waits for it."""
        return self._locks.setdefault(table, asyncio.Lock())


def house(live: Live) -> Seat:
    return HOUSE


def placed(live: Live, member: str, for_seat: str) -> Seat:
    """The seat from which a member acts: their own, or one they act for (TF-6)."""
    known = {member, for_seat or member} <= live.table.members.keys()
    must(known, "TF-2", "unknown", "You have no seat at this table.")
    return live.seat(Borrowed(member, for_seat) if for_seat not in ("", member) else member)


def keys_of(entry: Entry, key: bytes) -> Keys:
    """Whose key an entry takes away, and to whom it gives this one (TF-2, TF-6)."""
    gone = {e.member: None for e in entry.events if isinstance(e, Unseated | TurnedAway)}
    come = {e.member: key for e in entry.events if key and isinstance(e, Seated)}
    return gone | come


def _worth_a_snapshot(game: GameAtTable, count: int, table: Table) -> tuple[int, str, bytes] | None:
    """The state of a table that begins with many entries, to be kept from the beginning."""
    if count < SNAPSHOT_EVERY:
        return None
    return count, edition(game), game.codec.dump_state(table)


def _loaded(game: GameAtTable, rows: Sequence[Row], tick: Tick) -> list[Entry]:
    entries = []
    for row in rows:
        tick()
        entries.append(game.codec.load(row.body))
    return entries


def _rows(game: GameAtTable, entries: Sequence[Entry], tick: Tick) -> list[Row]:
    """Entries as they are written down; whatever has no id is given one."""
    rows = []
    for number, entry in enumerate(entries, 1):
        tick()
        named = entry if entry.id else replace(entry, id=new_id())
        rows.append(Row(number, named.id, game.codec.dump(named)))
    return rows


def no_dice() -> Dice:
    return Dice(randomness.typed_in)


def edition(game: GameAtTable) -> str:
    """What a snapshot must have been made by to be of use."""
    return f"{game.key}.{game.edition}.{game.table_edition}.{game.codec.shape}"


def new_id() -> str:
    """128 bits from the operating system (TF-3)."""
    return os.urandom(16).hex()


__all__ = ["About", "Done", "Host", "Opened"]
