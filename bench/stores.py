"""A data file beside PostgreSQL: appending to one and to many tables, and moving; in one run."""

from __future__ import annotations

import asyncio
import os
import sys
import tempfile
from pathlib import Path
from time import perf_counter

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tests.postgres import Server  # a server of its own, which ends with this process

from tablefolk.hosting.log.base import Log, Row
from tablefolk.hosting.log.wholes import FileTables
from tablefolk.hosting.moving import moved
from tablefolk.hosting.postgres import in_postgres
from tablefolk.hosting.postgres.log import PostgresLog
from tablefolk.hosting.postgres.wholes import DatabaseTables
from tablefolk.hosting.store import in_file

BODY = os.urandom(198).hex().encode()[:395]
SECONDS = 3.0
TABLES, ENTRIES = 100, 1000  # that move


async def main() -> None:
    """Both with their commits on the disk, in fresh places."""
    server = Server(disk="")
    with tempfile.TemporaryDirectory(dir=".") as name:
        folder = Path(name)
        await appending(folder, server.database(folder / "appending"))
        await moving(folder, server.database(folder / "moving"))


async def appending(folder: Path, url: str) -> None:
    """Each table waits for its own append."""
    file, database = in_file(folder / "appending.sqlite"), await in_postgres(url)
    for tables in (1, 16, 64):
        alone, late = await rate(file.log, tables)
        shared, later = await rate(database.log, tables)
        print(f"{tables:3} tables: file {alone:8,.0f} /s, p99 {late * 1e3:5.1f} ms;", end=" ")
        print(f"PostgreSQL {shared:8,.0f} /s × {shared / alone:.2f}, p99 {later * 1e3:5.1f} ms")
    await file.close()
    await database.close()


async def rate(log: Log, tables: int) -> tuple[float, float]:
    """Entries a second, and how long all but one in a hundred wait at most."""
    names = [f"{tables}-{n}" for n in range(tables)]
    for name in names:
        await log.create(name, b"{}")
    end = perf_counter() + SECONDS
    played = await asyncio.gather(*(play(log, name, end) for name in names))
    waits = sorted(wait for table in played for wait in table)
    return len(waits) / SECONDS, waits[len(waits) * 99 // 100]


async def play(log: Log, table: str, end: float) -> list[float]:
    waits: list[float] = []
    while (start := perf_counter()) < end:
        row = Row(len(waits) + 1, os.urandom(8).hex(), BODY)
        await log.append(table, len(waits), [row])
        waits.append(perf_counter() - start)
    return waits


async def moving(folder: Path, url: str) -> None:
    """All tables there, there again, and back; each compared at its end."""
    file, home = in_file(folder / "moving.sqlite"), in_file(folder / "home.sqlite")
    store = await in_postgres(url)
    rows = [Row(n, f"command-{n}", BODY) for n in range(1, ENTRIES + 1)]
    for number in range(TABLES):
        await file.log.create(f"table-{number}", b"{}", rows)
    assert isinstance(store.log, PostgresLog)
    here, there, back = FileTables(file.log), DatabaseTables(store.log), FileTables(home.log)
    for name, source, target in (
        ("there", here, there),
        ("again", here, there),
        ("back", there, back),
    ):
        start = perf_counter()
        done = [one async for one in moved(source, target)]
        assert not [one.differs for one in done if one.differs]
        print(f"{TABLES * ENTRIES:,} entries moved {name}: {perf_counter() - start:.1f} s")
    for one in (file, home, store):
        await one.close()


if __name__ == "__main__":
    asyncio.run(main())
