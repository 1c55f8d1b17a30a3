"""The hub: every open page has one stream, and is sent what has changed for its seat."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from contextlib import AsyncExitStack, suppress

from litestar.types import Receive, Send

from tablefolk.core.game import Refusal
from tablefolk.hosting.bus.base import Reseated, Versions
from tablefolk.hosting.live import Borrowed, Live, Who
from tablefolk.hosting.log.base import Broken
from tablefolk.hosting.tables import Host
from tablefolk.web.across import Across
from tablefolk.web.presence import AWAY_AFTER, Presence
from tablefolk.web.render import (
    Marks,
    Painter,
    Piece,
    Region,
    marked,
    whole,
    with_presence,
)
from tablefolk.web.stage import SHUT, Slots, uncovered

# TF-35 wants a broken line announced within 10 s, so a page must miss a ping sooner than that.
PING = 4.0
RETRY = 1.0  # seconds after which a page looks again whose table cannot be looked up
PEOPLE = ("people", "person-")  # where somebody's row is drawn
LONGEST = 20  # entries of a page's newest chapter, which are looked at again at each act
FEW = 8  # pages of a table that are told at once who comes and goes
MOMENT = 0.25  # seconds in which a larger crowd is told of it together
UNDER_WAY = 200  # pages that have not opened their stream yet, or have lost it
STREAM_HEADERS = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
]


class Page:
    """One open page: whose it is, and what it shows by now, in marks."""

    __slots__ = (
        "bye", "chapter", "drawn", "gone", "held", "here", "id", "key", "lost", "past", "sent",
        "shown", "slots", "sure", "version", "who", "woken",
    )  # fmt: skip

    def __init__(self, id: str, who: Who, sent: int = 0, slots: Slots = SHUT) -> None:
        self.id, self.who = id, who
        self.held: tuple[str, ...] = (self.member,)  # the seats its browser holds (TF-9)
        self.sent = sent  # messages to this page: all that it ever counts (TF-29)
        self.slots = slots  # what somebody has opened on it
        self.version = -1  # up to where the log has been looked at for it
        self.shown: dict[str, Marks] = {}
        self.drawn = -1  # when what it shows beside the story had last changed
        self.past = (-1, -1)  # up to where, and since when, the older story stands
        self.chapter: dict[str, int] = {}  # the entries after that, and their marks
        self.here: dict[str, int] = {}  # who is at the table, row by row
        self.key, self.sure = "", True  # the key it came by, and whether that opens its seat still
        self.woken = asyncio.Event()
        self.gone = self.bye = self.lost = False

    @property
    def member(self) -> str:
        """Whoever has it open, also where they play for somebody else (TF-6)."""
        return self.who.by if isinstance(self.who, Borrowed) else self.who

    def leave(self, bye: bool = False) -> None:
        """The stream ends; with a goodbye the page does not come back for another."""
        self.gone, self.bye = True, bye
        self.woken.set()

    async def rest(self, until: float) -> None:
        """Sleep until there may be something new, or a ping is due."""
        timer = asyncio.get_running_loop().call_at(until, self.woken.set)
        await self.woken.wait()
        timer.cancel()
        self.woken.clear()

    def changed(self, regions: Mapping[str, Region]) -> dict[str, str]:
        """What this page does not show yet, by the element it belongs in; from now on it does.

        Where a region has the same blocks in the same order, only those that changed; the page
        surely has the others, for on a new stream every region is sent whole.
        """
        news: dict[str, str] = {}
        for name, region in regions.items():
            marks, was = marked(region), self.shown.get(name, (0,))
            if was[0] == marks[0]:
                pairs = zip(region, was[1:], marks[1:], strict=True)
                news |= {piece.at: piece.html for piece, old, new in pairs if old != new}
            else:
                news[name] = whole(region)
            self.shown[name] = marks
        return news

    def seen(self, here: Mapping[str, Piece]) -> dict[str, str]:
        """The same for who is here: the rows that have changed."""
        was, self.here = self.here, {at: piece.mark for at, piece in here.items()}
        return {at: piece.html for at, piece in here.items() if was.get(at) != piece.mark}

    def begins(self, past: tuple[int, int], entries: Mapping[str, Piece]) -> None:
        """A chapter stands on the page with these entries; what follows is added to them."""
        self.past, self.chapter = past, {n: entry.mark for n, entry in entries.items()}

    def told(self, entries: Mapping[str, Piece]) -> dict[str, str]:
        """The same for the newest chapter: entries that read otherwise, and those that came."""
        known, self.chapter = self.chapter, self.chapter | {n: e.mark for n, e in entries.items()}
        differ = {n: e for n, e in entries.items() if n in known and e.mark != known[n]}
        came = "".join(entry.html for n, entry in entries.items() if n not in known)
        news = {f"entry-{n}": entry.html for n, entry in differ.items()}
        return news | ({"story-new": came} if came else {})


class Room:
    """The open pages of one table, and the one ear that wakes them."""

    def __init__(self, table: str) -> None:
        self.table = table
        self.pages: set[Page] = set()
        self.waking = False
        self._stack = AsyncExitStack()
        self._ear: asyncio.Task[None] | None = None

    async def open(self, host: Host) -> None:
        versions = await self._stack.enter_async_context(host.bus.subscribe(self.table))
        self._ear = asyncio.create_task(self._listen(versions))

    async def _listen(self, versions: Versions) -> None:
        async for _ in versions:
            self.wake()

    def wake(self) -> None:
        self.waking = False
        for page in self.pages:
            page.woken.set()

    def wake_soon(self) -> None:
        """Somebody came or went; a crowd is told of all together: n cost n, not n times n."""
        if len(self.pages) <= FEW:
            self.wake()
        elif not self.waking:
            self.waking = True
            asyncio.get_running_loop().call_later(MOMENT, self.wake)

    @property
    def seen(self) -> int:
        """The newest entry that every page has been looked after for; -1 before the first look."""
        return min((page.version for page in self.pages if page.version >= 0), default=-1)

    async def close(self) -> None:
        if self._ear:
            self._ear.cancel()
            with suppress(asyncio.CancelledError):
                await self._ear
        await self._stack.aclose()


class Hub:
    """All rooms; subscribes before it reads, so that nothing falls in between."""

    def __init__(self, host: Host, painter: Painter, presence: Presence) -> None:
        self.host, self.painter, self.presence = host, painter, presence
        self.rooms: dict[str, Room] = {}
        self._door = asyncio.Lock()
        self._known: OrderedDict[str, Page] = OrderedDict()  # without a stream just now
        self.across = Across(self)

    async def enter(self, table: str, page: Page) -> Room:
        async with self._door:
            room = self.rooms.get(table)
            if room is None:
                room = Room(table)
                await room.open(self.host)
                self.rooms[table] = room
            room.pages.add(page)
        for member in page.held:
            self.presence.came(table, member)
        self.across.watch()
        self.across.streams(table, page)
        room.wake_soon()
        return room

    async def exit(self, room: Room, page: Page) -> None:
        room.pages.discard(page)
        self._remember(page)
        self.across.streams(room.table, page, ends=True)
        for member in page.held:
            self.presence.went(room.table, member)
        asyncio.get_running_loop().call_later(AWAY_AFTER + 1, self._gone_away, room.table)
        async with self._door:
            if not room.pages and self.rooms.get(room.table) is room:
                del self.rooms[room.table]
                await room.close()
        if not self.rooms:
            self.across.rest()

    async def stream(self, table: str, page: Page, receive: Receive, send: Send) -> None:
        """Keep one page current until it leaves."""
        room = await self.enter(table, page)
        watch = asyncio.ensure_future(_until_gone(receive, page))
        clock = asyncio.get_running_loop().time
        try:
            await send({"type": "http.response.start", "status": 200, "headers": STREAM_HEADERS})
            due = 0.0
            while not page.gone:
                await asyncio.sleep(0)  # between two pages' drawings whoever else waits is served
                text = await self._said(table, page)
                if text or clock() >= due:
                    await _send(send, text or event("lost" if page.lost else "ping", ""))
                    due = clock() + PING
                await page.rest(min(due, clock() + RETRY) if page.lost else due)
            await _send(send, event("bye", "") if page.bye else "", more=False)
        finally:
            watch.cancel()
            await self.exit(room, page)

    async def _said(self, table: str, page: Page) -> str:
        """The news; or that there are none to be had just now, and then that there are again."""
        was_lost, page.lost = page.lost, True
        try:
            text = await self.news(table, page)
        except Broken as trouble:
            self.host.troubles.note(trouble)
            return "" if was_lost else event("lost", "")
        except Refusal:  # a newer release has written here: it may be there to come back to
            page.leave()
            return ""
        page.lost = False
        return text or (event("ping", "") if was_lost else "")

    async def news(self, table: str, page: Page) -> str:
        """What a page has to be told now: what changed for its seat, if anything did."""
        signed_out = not page.sure and await self._signed_out(table, page)
        live = await self.host.live(table)
        member = live.table.members.get(page.member) if live else None
        over = live and page.who != page.member and page.who not in live.lent_to(page.member)
        if live is None or member is None or member.gone or signed_out or over:
            page.leave(bye=True)
            return ""
        here = self.here(live, page)
        news = page.seen(here)
        if page.drawn != live.changed:
            there = page.slots.among(live.parts(page.who))
            page.slots = uncovered(live, page.who, there)
            news |= page.changed(self.painter.stage(live, page.who, page.slots))
            news |= page.changed(self.painter.held(live, page.who, page.held))
        for name in [name for name in news if name.startswith(PEOPLE)]:
            news[name] = with_presence(news[name], here)
        added = self._story(live, page, news)
        page.version, page.drawn = live.version, live.changed
        if not news and not added:
            return ""
        page.sent += 1
        return message(page.sent, news, added)

    async def _signed_out(self, table: str, page: Page) -> bool:
        """Whether the key that a page came by has been renewed (TF-3)."""
        page.sure = True  # should it be renewed in this moment, that is asked again
        try:
            return await self.host.people.seat_of(page.key) != (table, page.member)
        except Broken:
            page.sure = False
            raise

    def _story(self, live: Live, page: Page, news: dict[str, str]) -> dict[str, str]:
        """What is new in the story: put among the news, or added to what the page has."""
        retold = page.past[1] != live.retold
        if self._reads_otherwise(live, page):
            return self._whole_story(live, page, news)
        if page.version == live.version and page.drawn == live.changed:
            return {}
        # What was taken back reads otherwise where it stands; so may a card that lies there.
        since = page.past[0] if retold else page.version + 1
        if page.drawn != live.changed:
            since = min(since, live.carded(page.who, page.past[0]))
        entries = self.painter.chapter(live, page.who, since)
        if len({*page.chapter, *entries}) > LONGEST:
            return self._whole_story(live, page, news)
        news |= page.changed({"take-back": self.painter.take_back(live, page.who)})
        return page.told(entries)

    def _whole_story(self, live: Live, page: Page, news: dict[str, str]) -> dict[str, str]:
        """All of it among the news, with a new chapter for what will be added."""
        page.shown.pop("story-new", None)  # it has grown since
        news |= page.changed(self.painter.story(live, page.who))
        self._begin(live, page)
        return {}

    def _reads_otherwise(self, live: Live, page: Page) -> bool:
        """Whether entries have come or gone before the end of what a page has of the story.

        What was taken back, or whose seat has changed, may be nothing to this seat: then nothing
        is sent (TF-29).
        """
        since, told_at = page.past
        if told_at == live.retold:
            return False
        page.past = since, live.retold
        known, now = list(page.chapter), list(self.painter.chapter(live, page.who, since))
        older = marked(self.painter.older(live, page.who, since))
        return now[: len(known)] != known or page.shown.get("story-old") != older

    def drawn(
        self,
        live: Live,
        page: Page,
        regions: Mapping[str, Region],
        here: Mapping[str, Piece],
    ) -> None:
        """A page goes out with these regions; its stream will soon ask what has changed since."""
        page.seen(here)
        page.shown = {name: marked(region) for name, region in regions.items()}
        page.version, page.drawn = live.version, live.changed
        self._begin(live, page)
        self._remember(page)

    def _begin(self, live: Live, page: Page) -> None:
        """The newest chapter, as it stands now, is what the page adds to."""
        past = (live.chapter(page.who), live.retold)
        page.begins(past, self.painter.chapter(live, page.who, past[0]))

    def page(self, id: str, who: Who, sent: int, held: Sequence[str] = (), key: str = "") -> Page:
        """The page that opens a stream: as it was left, if all that was sent has reached it."""
        known = self._known.pop(id, None)
        if known is None or (known.who, known.sent) != (who, sent):
            known = Page(id, who, max(sent, 0), self.across.slots(id, who) or SHUT)
        known.gone = known.bye = known.lost = False
        known.key, known.sure = key, not key  # it may have been renewed before anybody listened
        known.held = tuple(held) or (known.member,)
        return known

    def _remember(self, page: Page) -> None:
        self._known[page.id] = page
        if len(self._known) > UNDER_WAY:
            self._known.popitem(last=False)

    def here(self, live: Live, page: Page) -> dict[str, Piece]:
        """Who is here: a word in each one's row."""
        present = self.presence.here(live.id)
        return self.painter.here(
            live, page.member, present, self.presence.devices(live.id, page.member)
        )

    def opens(self, table: str, page_id: str, who: Who, slots: Slots, at_once: bool = True) -> bool:
        """Somebody has opened or shut a part on that page; its stream brings what is in it.

        At once, or with the next news: those of an act that is not judged yet.
        """
        page = self.turn(table, page_id, who, slots, at_once)
        if page is None:
            return self.across.opens(page_id, who, slots, at_once)
        self.across.streams(table, page)
        return True

    def turn(self, table: str, page_id: str, who: Who, slots: Slots, at_once: bool) -> Page | None:
        """Change what a page has open, where this process has its stream; else nothing."""
        page = self._open(table, page_id, who)
        if page:
            page.slots, page.drawn = slots, -1
        if page and at_once:
            page.woken.set()
        return page

    def slots(self, table: str, page_id: str, who: Who) -> Slots:
        """What that page has open."""
        page = self._open(table, page_id, who)
        return page.slots if page else self.across.slots(page_id, who) or Slots()

    def _open(self, table: str, page_id: str, who: Who) -> Page | None:
        room = self.rooms.get(table)
        pages = room.pages if room else ()
        return next((p for p in pages if p.id == page_id and p.who == who), None)

    def knows(self, table: str, page_id: str, who: Who) -> bool:
        """Whether that page has a stream of its own, so that news reach it that way."""
        here = self._open(table, page_id, who) is not None
        return here or self.across.slots(page_id, who) is not None

    def reseated(self, table: str, member: str) -> None:
        """A seat has another key: streams that came by the old one end, at every process."""
        self.doubt_keys(table, member)
        self.across.tell(Reseated(table, member))

    def doubt_keys(self, table: str, member: str = "") -> None:
        """Let the pages of a member, or of all, see whether their keys open their seats still."""
        room = self.rooms.get(table)
        for page in room.pages if room else ():
            if not member or page.member == member:
                page.sure = False
                page.woken.set()

    def wake(self, table: str) -> None:
        """Let the pages of a table look again."""
        if room := self.rooms.get(table):
            room.wake()

    async def close(self) -> None:
        """The server goes down: let go of every page, they will come back."""
        for room in list(self.rooms.values()):
            for page in list(room.pages):
                page.leave()
        await self.across.leave()

    def _gone_away(self, table: str) -> None:
        self.presence.forget(table)
        if room := self.rooms.get(table):
            room.wake_soon()


def message(number: int, news: Mapping[str, str], added: Mapping[str, str] | None = None) -> str:
    """Regions and blocks as one message, each an idempotent morph; then what is added."""
    parts = [
        f"<title>{text}</title>" if name == "title" else _partial(name, "innerMorph", text)
        for name, text in news.items()
    ]
    for name, text in (added or {}).items():
        parts.append(_partial(name, "beforeend" if name == "story-new" else "outerMorph", text))
    body = "\n".join(parts).replace("\r", "").replace('"<>"', '""').replace("\n", "\ndata: ")
    return f"id: {number}\ndata: {body}\n\n"


def _partial(target: str, swap: str, text: str) -> str:
    return f'<hx-partial hx-target="#{target}" hx-swap="{swap}">{text}</hx-partial>'


def event(name: str, data: str) -> str:
    """A named event, which our script hears and htmx does not draw."""
    return f"event: {name}\ndata: {data}\n\n"


async def _until_gone(receive: Receive, page: Page) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    page.leave()


async def _send(send: Send, text: str, more: bool = True) -> None:
    await send({"type": "http.response.body", "body": text.encode(), "more_body": more})
