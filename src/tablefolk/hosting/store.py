"""Where a house keeps everything, and the line by which its processes speak: one choice for all."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from tablefolk.hosting.bus.base import Bus
from tablefolk.hosting.bus.memory import MemoryBus
from tablefolk.hosting.drawings import Drawings, MemoryDrawings, SqliteDrawings
from tablefolk.hosting.log.base import Log
from tablefolk.hosting.log.memory import MemoryLog
from tablefolk.hosting.log.sqlite import SqliteLog
from tablefolk.hosting.people import MemoryPeople, People, SqlitePeople

Place = Path | str  # a data file, or the address of a database
ADDRESSES = ("postgresql://", "postgres://")


class Store(NamedTuple):
    """The tables' logs, their links and drawings, and the bus."""

    log: Log
    people: People
    drawings: Drawings
    bus: Bus

    async def close(self) -> None:
        """End what is under way and let go of everything."""
        await self.bus.close()
        await self.log.close()


def in_memory(log: MemoryLog | None = None, bus: Bus | None = None) -> Store:
    """A store that lives as long as its process."""
    log = log or MemoryLog()
    return Store(log, MemoryPeople(log), MemoryDrawings(log), bus or MemoryBus())


def in_file(path: Path, copies: Path | None = None) -> Store:
    """A store in a data file that this process alone serves; copies of it go to that folder."""
    return of_log(SqliteLog.serve(path, copies))


def looked_at(path: Path) -> Store:
    """A store in a data file that somebody else may be serving, for reading only."""
    return of_log(SqliteLog.look(path))


def of_log(log: SqliteLog) -> Store:
    """What lies in the same data file as this log."""
    return Store(log, SqlitePeople(log.file), SqliteDrawings(log.file), MemoryBus())


# -- By where it is ----------------------------------------------------------------------------


def is_address(place: Place) -> bool:
    """Whether that is a database's address, and no file."""
    return isinstance(place, str) and place.startswith(ADDRESSES)


async def opened(place: Place, copies: Path | None = None) -> Store:
    """The store at an address (`postgresql://…`), or in a data file that this process serves."""
    if is_address(place):
        from tablefolk.hosting.postgres import in_postgres  # its driver is an extra

        return await in_postgres(str(place))
    return in_file(Path(place), copies)


async def seen(place: Place) -> Store:
    """The same for reading only, whoever serves it."""
    if is_address(place):
        from tablefolk.hosting.postgres import seen_in_postgres

        return await seen_in_postgres(str(place))
    return looked_at(Path(place))
