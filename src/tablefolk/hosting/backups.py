"""Backups while a house runs: all of a day, daily for a fortnight, weekly for a quarter."""

from __future__ import annotations

import asyncio
import calendar
import logging
import re
import time
from collections.abc import AsyncIterator, Callable, Collection
from contextlib import asynccontextmanager, suppress
from pathlib import Path

from tablefolk.hosting.log.base import Broken
from tablefolk.hosting.log.copying import STAMP, copied, copies_of, stamp

log = logging.getLogger("tablefolk.store")

HOUR, DAY, WEEK = 3600, 86_400, 7 * 86_400
QUARTER = 13 * WEEK  # for so long what was deleted lives on in backups
ALL = 1  # second: none is let go that somebody has made by hand
KEPT = ((DAY, ALL), (14 * DAY, DAY), (QUARTER, WEEK))  # up to this age one for each of these
LOOK = 60.0  # seconds between two looks whether one is due


def worth_keeping(times: Collection[float], now: float) -> set[float]:
    """Of backups made at these times all of one day, then the newest of each day, then week.

    Days and weeks are those of the calendar, so that one worth keeping stays so until it is older.
    """
    newest: dict[tuple[int, float], float] = {}
    for at in sorted(times):
        every = next((every for most, every in KEPT if now - at < most), 0)
        if every:
            newest[every, at // every] = at
    return {*newest.values(), max(times)} if times else set()


class Backups:
    """The backups of one data file, in a folder of their own."""

    def __init__(
        self, path: Path, folder: Path | None = None, clock: Callable[[], float] = time.time
    ) -> None:
        self.path, self.folder = path.resolve(), folder or copies_of(path)
        self._clock = clock
        self._told = ""

    def made(self) -> dict[Path, float]:
        """All there are and when they were made, the oldest first."""
        name = re.compile(rf"{re.escape(self.path.stem)}-(\d{{8}}T\d{{6}}Z)\.sqlite")
        found = ((path, name.fullmatch(path.name)) for path in sorted(self.folder.glob("*.sqlite")))
        return {path: moment(known[1]) for path, known in found if known}

    def make(self) -> Path:
        """One more, and those let go of that are no longer worth keeping."""
        self.thin_out()
        made = copied(self.path, self.folder / f"{self.path.stem}-{stamp(self._clock())}.sqlite")
        self.thin_out()
        return made

    def due(self) -> bool:
        """Whether an hour has passed since the last one, and anything has happened since."""
        last = max(self.made().values(), default=0.0)
        return self._clock() - last >= HOUR and self._changed() > last

    def thin_out(self) -> None:
        """Let go of backups no longer worth keeping, of old copies from before an upgrade too."""
        made, now = self.made(), self._clock()
        keep = worth_keeping(made.values(), now)
        gone = [path for path, at in made.items() if at not in keep]
        gone += self._older("-schema-*.sqlite", QUARTER, now)
        gone += self._older("-*.sqlite.part", DAY, now)  # somebody was killed over it
        for path in gone:
            path.unlink(missing_ok=True)

    def _older(self, ending: str, age: float, now: float) -> list[Path]:
        found = [*self.folder.glob(f"{self.path.stem}{ending}")]
        found += self.folder.glob(f".{self.path.stem}{ending}")
        return [path for path in found if now - path.stat().st_mtime > age]

    def _changed(self) -> float:
        """When something was last written."""
        files = (self.path, self.path.with_name(f"{self.path.name}-wal"))
        return max((file.stat().st_mtime for file in files if file.exists()), default=0.0)

    async def keep(self, pause: float = LOOK) -> None:
        """Make one whenever it is due, beside the game."""
        while True:
            await asyncio.sleep(pause)
            try:
                if await asyncio.to_thread(self.due):
                    await asyncio.to_thread(self.make)
                    self._told = ""
            except (Broken, OSError) as trouble:
                self._tell(str(trouble))

    def _tell(self, trouble: str) -> None:
        kind = re.sub(r"\d[\d,.]*", "", trouble)  # the figures change, and it is still the same
        if kind != self._told:
            log.error("No backup could be made: %s", trouble)
        self._told = kind

    @asynccontextmanager
    async def kept(self) -> AsyncIterator[None]:
        """While this holds, backups are made."""
        keeping = asyncio.create_task(self.keep())
        try:
            yield
        finally:
            keeping.cancel()
            with suppress(asyncio.CancelledError):
                await keeping


def moment(name: str) -> float:
    """When a backup was made, by its name."""
    return float(calendar.timegm(time.strptime(name, STAMP)))
