"""How the house is, for machines that ask every few seconds: cheap, and nothing of any table."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from importlib.metadata import version

from msgspec import Struct

from tablefolk.hosting.log.base import Broken
from tablefolk.hosting.log.complaints import LITTLE, room
from tablefolk.hosting.log.copying import size
from tablefolk.hosting.log.datafile import DataFile
from tablefolk.hosting.log.sqlite import SqliteLog
from tablefolk.hosting.tables import Host

BEGAN = time.monotonic()
PATIENCE = 3.0  # seconds in which a store must answer
NOBODY = "nobody"  # a table that is not there: looking for it reads the store all the same


class Health(Struct, frozen=True):
    """Whether the house can be played in, and what is known of it."""

    ok: bool
    wrong: tuple[str, ...]
    version: str
    uptime: int  # seconds
    store: dict[str, str | int | None]
    set_aside: int  # tables that could not be read
    troubles: dict[str, int]  # how often the store failed since the start, by kind


async def health(host: Host) -> Health:
    """Ask the store, and look at what is known anyhow."""
    file = host.log.file if isinstance(host.log, SqliteLog) else None
    wrong = [*await _unread(host), *(_wrong(file) if file else ())]
    return Health(
        ok=not wrong,
        wrong=tuple(wrong),
        version=version("tablefolk"),
        uptime=int(time.monotonic() - BEGAN),
        store=_facts(file) if file else {},
        set_aside=len(host.aside.tables),
        troubles={kind: trouble.times for kind, trouble in host.troubles.kinds.items()},
    )


async def _unread(host: Host) -> list[str]:
    try:
        async with asyncio.timeout(PATIENCE):
            await host.log.about(NOBODY)
    except Broken as broken:
        return [f"The store cannot be read ({broken.kind})."]
    except TimeoutError:
        return [f"The store did not answer within {PATIENCE:.0f} seconds."]
    return []


def _wrong(file: DataFile) -> Iterator[str]:
    """What keeps a data file from being written, or will."""
    free = room(file.path)
    if free < LITTLE:
        yield "The disk is full."
    elif not file.writable and file.trouble not in ("full", "closed"):
        yield f"What was written last could not be written ({file.trouble})."
    if file.examined and file.examined.damage:
        yield "The data file is damaged."


def _facts(file: DataFile) -> dict[str, str | int | None]:
    ago = int(time.monotonic() - file.wrote) if file.wrote >= 0 else None
    looked = "under way" if file.examined and file.examined.under_way else "done"
    return {
        "kind": "sqlite",
        "bytes": size(file.path),
        "free_bytes": room(file.path),
        "seconds_since_written": ago,
        "looked_through": looked,
    }
