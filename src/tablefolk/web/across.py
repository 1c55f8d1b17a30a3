"""One hub among those of other processes: what it tells them, and what it hears of them."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from typing import TYPE_CHECKING

from msgspec.structs import replace

from tablefolk.hosting.bus.base import Missed, Present, Reseated, Shows, WhoIsThere, Word
from tablefolk.hosting.live import Borrowed, Who
from tablefolk.hosting.log.base import Broken
from tablefolk.web.presence import AGAIN
from tablefolk.web.stage import Slots

if TYPE_CHECKING:
    from tablefolk.web.live import Hub, Page

JOINED = 0.1  # seconds over which changes of who is here are told in one word
WATCH = 5.0  # seconds: a process that died between writing and telling wakes people all the same
ELSEWHERE = 10_000  # pages whose stream is at another process, of which it is known


def who_of(page: Shows) -> Who:
    """Whose page it is that another process has told of."""
    return Borrowed(page.member, page.plays) if page.plays else page.member


class Across:
    """The line to the other processes' hubs."""

    def __init__(self, hub: Hub) -> None:
        self.hub, self.host, self.presence = hub, hub.host, hub.presence
        self._pages: OrderedDict[str, Shows] = OrderedDict()
        self._telling: set[asyncio.Task[None]] = set()
        self._watching: asyncio.Task[None] | None = None
        self._joining = False
        self.host.bus.listen(self.hear)
        self.presence.changed = self._changed

    # -- Telling -----------------------------------------------------------------------------

    def tell(self, word: Word) -> None:
        """Say something to the others; nobody waits for it."""
        if self.host.bus.shared:
            task = asyncio.ensure_future(self.host.bus.tell(word))
            self._telling.add(task)
            task.add_done_callback(self._telling.discard)

    async def ask_around(self) -> None:
        """This process has come: who is at the others?"""
        self.tell(WhoIsThere())

    def _changed(self) -> None:
        """Who is here has changed; others come and go in the same moment."""
        if self.host.bus.shared and not self._joining:
            self._joining = True
            asyncio.get_running_loop().call_later(JOINED, self._tell_news)

    def _tell_news(self) -> None:
        self._joining = False
        self.tell(self.presence.news())

    async def leave(self) -> None:
        """This process goes down."""
        if self.host.bus.shared:
            await self.host.bus.tell(self.presence.nobody())

    # -- Hearing -----------------------------------------------------------------------------

    def hear(self, word: Word) -> None:
        """Heed what another process says."""
        if isinstance(word, Present):
            self._hear_who(word)
        elif isinstance(word, Shows):
            self._hear_page(word)
        elif isinstance(word, Reseated):
            self.hub.doubt_keys(word.table, word.member)
        elif isinstance(word, WhoIsThere):
            self.tell(self.presence.all())
        elif isinstance(word, Missed):
            for table in self.hub.rooms:
                self.hub.doubt_keys(table)
            self.tell(WhoIsThere())
            self.tell(self.presence.all())

    def _hear_who(self, word: Present) -> None:
        for table, members in word.tables.items():
            self.host.noticed(table, members)
        for table in self.presence.heard(word):
            self.hub.wake(table)

    def _hear_page(self, word: Shows) -> None:
        known = self._pages.pop(word.page, word)
        if word.streams:
            self._pages[word.page] = word
            slots = Slots(word.on, word.drawer, word.under)
            self.hub.turn(word.table, word.page, who_of(word), slots, word.at_once)
        elif known.process != word.process:  # it has come back elsewhere by now
            self._pages[word.page] = known
        if len(self._pages) > ELSEWHERE:
            self._pages.popitem(last=False)

    # -- Pages elsewhere -----------------------------------------------------------------------

    def streams(self, table: str, page: Page, ends: bool = False) -> None:
        """A page's stream is here, with this open on it; or it is no more."""
        self._pages.pop(page.id, None)
        mine, slots = self.presence.process, page.slots
        shown = Shows(mine, table, page.id, page.member, slots.on, slots.drawer, slots.under)
        plays = page.who.seat if isinstance(page.who, Borrowed) else ""
        self.tell(replace(shown, streams=not ends, plays=plays))

    def slots(self, page_id: str, who: Who) -> Slots | None:
        """What is open on a page whose stream is elsewhere; None where nothing is known of it."""
        page = self._pages.get(page_id)
        if page is None or who_of(page) != who:
            return None
        return Slots(page.on, page.drawer, page.under)

    def opens(self, page_id: str, who: Who, slots: Slots, at_once: bool) -> bool:
        """Somebody has opened or shut a part on such a page: its own process brings it."""
        if self.slots(page_id, who) is None:
            return False
        now = {"on": slots.on, "drawer": slots.drawer, "under": slots.under}
        self._pages[page_id] = replace(self._pages[page_id], **now, at_once=at_once)
        self.tell(self._pages[page_id])
        return True

    # -- Watching ------------------------------------------------------------------------------

    def watch(self) -> None:
        """While pages are open here, look after them; begun with the first."""
        if self.host.bus.shared and self._watching is None:
            self._watching = asyncio.ensure_future(self._watch())

    def rest(self) -> None:
        """The last page has gone."""
        if self._watching:
            self._watching.cancel()
            self._watching = None

    async def _watch(self) -> None:
        clock = asyncio.get_running_loop().time
        said = clock()
        while True:
            await asyncio.sleep(WATCH)
            await self._look()
            if clock() - said >= AGAIN:
                said = clock()
                self.tell(self.presence.all())

    async def _look(self) -> None:
        """Ask how far the open tables are; if nobody answers, their pages are to say so."""
        seen = {table: room.seen for table, room in self.hub.rooms.items() if room.seen >= 0}
        try:
            moved = await self.host.behind.moved(seen)
        except Broken:
            self.host.behind.doubt()
            moved = set(seen)
        for table in moved:
            self.hub.wake(table)
