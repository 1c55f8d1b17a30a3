"""How far it goes: SQLite beside PostgreSQL, one process and two, tables of all games with pages.

Every house is a real server with real pages and streams, on this machine's cores, which the load
and the database share; what it costs is processor time, and what this machine is too small for is
played through in time from the measured costs (plan.py).
"""

# ruff: noqa: E402

from __future__ import annotations

import argparse
import asyncio
import sys
import time
from pathlib import Path
from statistics import mean

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "bench" / "table"), str(Path(__file__).parent)]

import figures
import uvloop
from acts import SCRIPTS, demo
from figures import Figures
from houses import HOUSES, Engine, House, Open, Processes, kept, served
from load import Load, Seats, written

EACH = 6  # tables of each game
ROUNDS = 10
RATES, SECONDS = (20.0, 40.0, 80.0), 6.0  # acts of the games a second, over all tables


class Tables:
    """The tables of a house: a crowd of all games; of each some to cost, some for a GM alone."""

    def __init__(self) -> None:
        self.crowd: dict[str, list[Seats]] = {}
        self.full: dict[str, list[Seats]] = {}
        self.alone: dict[str, list[Seats]] = {}

    async def write(self, place: Open) -> None:
        for n, key in enumerate(SCRIPTS):
            played, first = demo(key), 1000 * (n + 1)
            self.crowd[key] = await written(place.store, first, EACH, played)
            self.full[key] = await written(place.store, first + 250, EACH, played)
            self.alone[key] = await written(place.store, first + 500, EACH, played)
        await place.store.close()

    @property
    def all(self) -> list[Seats]:
        return [table for turn in zip(*self.crowd.values(), strict=True) for table in turn]


async def measured(house: House) -> Figures:
    """Everything, for one house."""
    async with kept(house) as place:
        tables = Tables()
        await tables.write(place)
        server = served(place.options)
        try:
            await server.settled()
            return await _measured(house, server, place.engine, tables)
        finally:
            server.stop()


async def _measured(house: House, server: Processes, engine: Engine, tables: Tables) -> Figures:
    crowd = Load(server, tables.all)
    asleep = server.memory()
    await crowd.wake()
    awake = server.memory()
    await crowd.open()
    await asyncio.sleep(1)
    pages, count = server.memory(), len(tables.all)
    costs = {key: await cost(server, engine, tables, key) for key in SCRIPTS}
    paces = [await crowd.steadily(rate, SECONDS) for rate in RATES]
    await asyncio.sleep(1)
    crowd.close()
    faults = [*crowd.faults, *(fault for _, some in costs.values() for fault in some)]
    return Figures(
        house.name,
        house.workers,
        {key: one for key, (one, _) in costs.items()},
        (awake - asleep) / count,
        (pages - awake) / count / 5,
        dict(zip(RATES, paces, strict=True)),
        faults,
    )


async def cost(
    server: Processes, engine: Engine, tables: Tables, key: str
) -> tuple[figures.Cost, list[str]]:
    """What acts of one game cost, with all five pages open and with the GM's alone; and faults."""
    full, alone = Load(server, tables.full[key]), Load(server, tables.alone[key])
    await full.open()
    await alone.open(1)
    for load in (full, alone):
        await load.costs(2, load.game)
    before = engine.cpu()
    act = mean(one.cpu for one in await full.costs(ROUNDS, full.game))
    of_engine = (engine.cpu() - before) * 1000 / (ROUNDS * len(full.tables))
    made = figures.Cost(
        act,
        mean(one.cpu for one in await alone.costs(ROUNDS, alone.game)),
        mean(one.cpu for one in await full.costs(ROUNDS, full.talk)),
        mean(one.cpu for one in await alone.costs(ROUNDS, alone.talk)),
        of_engine,
    )
    full.close()
    alone.close()
    return made, [*full.faults, *alone.faults]


def main() -> int:
    options = argparse.ArgumentParser(prog="dev.py bench scale", description=__doc__)
    options.add_argument("--house", type=int, choices=range(len(HOUSES)), help="only this one")
    asked = options.parse_args()
    began, found = time.monotonic(), list[Figures]()
    chosen = HOUSES if asked.house is None else HOUSES[asked.house : asked.house + 1]
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        for house in chosen:
            found.append(runner.run(measured(house)))
            print(figures.short(found[-1]), flush=True)
    if asked.house is None:
        (ROOT / "docs" / "bench-scale.md").write_text(figures.page(found), "utf-8")
    print(f"Done in {time.monotonic() - began:.0f} s.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
