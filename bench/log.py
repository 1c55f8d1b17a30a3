"""How much group commit gains, and what opening a long table costs: ratios in one run."""

import asyncio
import os
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path
from statistics import median
from time import perf_counter

from tablefolk.hosting.log.base import Row
from tablefolk.hosting.log.sqlite import SqliteLog
from tablefolk.hosting.people import SqlitePeople

BODY = os.urandom(600)
SINGLE = 1_000
CALLERS, EACH = 200, 50
SHORT, LONG = 50, 50_000


async def main() -> None:
    """Measure in a fresh file beside the present folder, on the disk that counts."""
    with tempfile.TemporaryDirectory(dir=".") as folder:
        log = SqliteLog.serve(Path(folder) / "bench.db")
        await appending(log)
        await opening(log)
        await looking_up(log)
        await log.close()


async def appending(log: SqliteLog) -> None:
    """One caller who waits for each commit, against many who share them."""
    alone = SINGLE / await took(lambda: fill(log, "alone", SINGLE))
    shared = CALLERS * EACH / await took(lambda: crowd(log))
    print(f"append, one at a time      {alone:10,.0f} /s")
    print(f"append, {CALLERS} callers        {shared:10,.0f} /s   × {shared / alone:.1f}")


async def crowd(log: SqliteLog) -> None:
    await asyncio.gather(*(fill(log, f"table-{n}", EACH) for n in range(CALLERS)))


async def fill(log: SqliteLog, table: str, count: int) -> None:
    await log.create(table, b"{}")
    for version in range(1, count + 1):
        await log.append(table, version - 1, [row(version)])


def row(version: int) -> Row:
    return Row(version, f"{version:032x}", BODY)


async def opening(log: SqliteLog) -> None:
    """Snapshot and tail of a short and of a long table."""
    for table, count in (("short", SHORT), ("long", LONG)):
        await log.create(table, b"{}", [row(version) for version in range(1, count + 1)])
        await log.save_snapshot(table, count - 10, "1", BODY * 50)
    pairs = [(await opened(log, "short"), await opened(log, "long")) for _ in range(500)]
    short, long = (median(times) for times in zip(*pairs, strict=True))
    print(f"open a table of {SHORT}         {short * 1e6:10,.0f} µs")
    print(f"open a table of {LONG:,}     {long * 1e6:10,.0f} µs  × {long / short:.2f}")


async def opened(log: SqliteLog, table: str) -> float:
    start = perf_counter()
    found = await log.snapshot(table, "1")
    assert found
    await log.read(table, found[0])
    await log.tail(table, 40)
    return perf_counter() - start


async def looking_up(log: SqliteLog) -> None:
    """Whose cookie is this: asked with every request."""
    people = SqlitePeople(log.file)
    token = await people.seat_link("short", "ana")
    seat = median([await took(lambda: people.seat_of(token)) for _ in range(2_000)])
    hop = median([await took(lambda: log.version("short")) for _ in range(2_000)])
    print(f"a seat by its link         {seat * 1e6:10,.1f} µs")
    print(f"a read on another thread   {hop * 1e6:10,.1f} µs  × {hop / seat:.1f}")


async def took(call: Callable[[], Awaitable[object]]) -> float:
    start = perf_counter()
    await call()
    return perf_counter() - start


if __name__ == "__main__":
    asyncio.run(main())
