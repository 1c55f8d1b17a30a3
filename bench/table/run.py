"""What a table costs, and how soon everybody sees an act: all four games, with real pages open.

One server process for each game (`tablefolk serve`, a real SQLite file, real templates) and this
one as the load, on 127.0.0.1 only; beside it, in the same run, a bare echo and boardgame.io.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterable
from pathlib import Path
from statistics import mean, median
from typing import Any

import msgspec
import peer
import report
import uvloop
from acts import SCRIPTS, demo
from load import Cost, FirstPage, Load, Pace, Seats, prepare
from report import Figures
from wire import ROOT, Server

BEFORE = Path(__file__).with_name("before.json")
RATE, SECONDS = 100.0, 5.0
FEW, MANY = 4, 40  # tables: for costs, and for memory and the steady rate
ROUNDS = 20  # acts of the game at each table


def ours(data: Path) -> Server:
    start = "import sys; from tablefolk.cli import main; sys.exit(main())"
    options = ("serve", "--host", "127.0.0.1", "--port", "0", "--limits", "free")
    return Server(sys.executable, "-c", start, *options, "--data", str(data))


def by_kind(costs: Iterable[Cost]) -> dict[str, float]:
    """The mean of each kind of act, most often done first."""
    kinds: defaultdict[str, list[float]] = defaultdict(list)
    for cost in costs:
        kinds[cost.kind].append(cost.cpu)
    return {k: mean(v) for k, v in sorted(kinds.items(), key=lambda kv: -len(kv[1]))}


def costed(game: list[Cost], talk: list[Cost], first: list[FirstPage]) -> dict[str, Any]:
    """Figures of acts, and of the first pages of one table, the GM's first."""

    def seats(of: Callable[[Cost], tuple[int, ...]], gm: bool) -> float:
        return median(n for cost in game for i, n in enumerate(of(cost)) if (i % 5 == 0) == gm)

    return {
        "act": mean(cost.cpu for cost in game),
        "kinds": by_kind(game),
        "talk": mean(cost.cpu for cost in talk),
        "gm_bytes": seats(lambda cost: cost.plain, True),
        "player_bytes": seats(lambda cost: cost.plain, False),
        "gm_wire": seats(lambda cost: cost.sent, True),
        "player_wire": seats(lambda cost: cost.sent, False),
        "gm_page": first[0].size,
        "player_page": max(page.size for page in first[1:]),
        "gm_elements": first[0].elements,
        "player_elements": max(page.elements for page in first[1:]),
    }


async def quick(key: str) -> Figures:
    """Only what an act costs, at a few tables."""
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "bench.sqlite"
        tables = await prepare(data, 0, FEW, demo(key))
        plain = await prepare(data, 900, 1, demo(key, typed=False))
        server = ours(data)
        try:
            await server.settled()
            first = await first_pages(server, plain)
            load = Load(server, tables)
            await load.open()
            await load.costs(3, load.game)
            game, talk = await load.costs(10, load.game), await load.costs(15, load.talk)
            return Figures(**costed(game, talk, first), faults=load.faults)
        finally:
            server.stop()


async def first_pages(server: Server, tables: list[Seats]) -> list[FirstPage]:
    """The pages of a table where dice are thrown as usual."""
    load = Load(server, tables)
    await load.open()
    load.close()
    return load.firsts[tables[0].id]


async def whole(key: str) -> Figures:
    """Everything, for one game."""
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "bench.sqlite"
        few = await prepare(data, 0, FEW, demo(key))
        many = await prepare(data, 100, MANY, demo(key))
        grown = await prepare(data, 500, FEW, demo(key, more=True))
        plain = await prepare(data, 900, 1, demo(key, typed=False))
        first, paced, faults = await crowded(ours(data), plain, many)
        costs = await act_by_act(ours(data), few, grown, faults)
        return Figures(**paced, **costed(*costs[:2], first), **costs[2], faults=faults)


async def crowded(
    server: Server, plain: list[Seats], many: list[Seats]
) -> tuple[list[FirstPage], dict[str, Any], list[str]]:
    """A fresh process: the first pages there are, memory of many tables, and acts at their rate."""
    try:
        await server.settled()
        first, load = await first_pages(server, plain), Load(server, many)
        figures = await in_memory(load)
        figures |= (await load.steadily(RATE, SECONDS))._asdict()
        return first, figures, load.faults
    finally:
        server.stop()


async def act_by_act(
    server: Server, tables: list[Seats], grown: list[Seats], faults: list[str]
) -> tuple[list[Cost], list[Cost], dict[str, Any]]:
    """Costs at ordinary tables and, in turn with them, at tables grown tenfold."""
    few, large = Load(server, tables), Load(server, grown)
    try:
        await server.settled()
        for load in (few, large):
            await load.open()
            await load.costs(3, load.game)
        game, talk, much, words = [], [], [], []
        for _ in range(ROUNDS // 2):
            game += await few.costs(2, few.game)
            much += await large.costs(2, large.game)
            talk += await few.costs(3, few.talk)
            words += await large.costs(3, large.talk)
        waits = await few.waits(5)
    finally:
        server.stop()
    faults += [*few.faults, *large.faults]
    more = {
        "grown": mean(cost.cpu for cost in much),
        "grown_talk": mean(cost.cpu for cost in words),
        "wait": median(waits),
        "longest": max(waits),
    }
    return game, talk, more


async def in_memory(many: Load) -> dict[str, Any]:
    """What tables take once awake, and then their open pages, by the growth of the process."""
    asleep = many.server.memory()
    await many.wake()
    awake = many.server.memory()
    await many.open()
    await asyncio.sleep(1)
    pages, count = many.server.memory(), len(many.tables)
    return {"table": (awake - asleep) / count, "page": (pages - awake) / count / 5}


async def echo() -> tuple[float, Pace, list[float]]:
    """The same acts sent to a server that only passes them on."""
    with tempfile.TemporaryDirectory() as folder:
        tables = await prepare(Path(folder) / "unused.sqlite", 0, MANY, demo("wheel-of-fate"))
        server = Server(sys.executable, str(Path(__file__).with_name("echo.py")))
        try:
            load = Load(server, tables)
            await load.open()
            costs = await load.costs(10, load.game)
            waits = await load.waits(1)
            return mean(cost.cpu for cost in costs), await load.steadily(RATE, SECONDS), waits
        finally:
            server.stop()


async def measured(keys: list[str], fast: bool) -> dict[str, Figures]:
    found = {}
    for key in keys:
        found[key] = await (quick if fast else whole)(key)
        print(report.short(key, found[key]), flush=True)
    return found


def main() -> int:
    options = argparse.ArgumentParser(prog="dev.py bench table", description=__doc__)
    options.add_argument(
        "--quick", action="store_true", help="only what acts cost, within a minute"
    )
    options.add_argument("--game", choices=[*SCRIPTS], help="only this game; writes no report")
    options.add_argument("--save", type=Path, help="write the figures down as JSON, too")
    asked = options.parse_args()
    began = time.monotonic()
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        bare = runner.run(echo()) if not (asked.quick or asked.game) else None
        found = runner.run(measured([asked.game] if asked.game else [*SCRIPTS], asked.quick))
    if asked.save:
        asked.save.write_bytes(msgspec.json.format(msgspec.json.encode(found)))
    if bare:
        before = msgspec.json.decode(BEFORE.read_bytes(), type=dict[str, Figures])
        page = report.page(found, before, bare, peer.measured(RATE, SECONDS, MANY))
        (ROOT / "docs" / "bench-table.md").write_text(page, "utf-8")
    print(f"Done in {time.monotonic() - began:.0f} s.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
