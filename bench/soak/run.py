"""Plays at tables that come and go for as long as you say, and says whether the server grows by it.

python3 dev.py bench soak [minutes] [--database URL]    an hour, if nothing is said

A real server process and real pages with their streams: people of all games act, lose their line
and come back; tables are opened, written out, taken over by another and deleted. Every few seconds
the server's memory, files, threads and the time to answer are noted. Flat is what does not climb
over the last two thirds, by the median of all slopes between two looks (Theil and Sen).
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "table"))

import uvloop
from gauge import Gauge
from looks import climbs, listed
from people import Crowd
from wire import Server

EVERY = 5.0  # seconds between two looks


def served(folder: str, database: str) -> Server:
    start = "import sys; from tablefolk.cli import main; sys.exit(main())"
    kept = ("--database", database) if database else ("--data", f"{folder}/soak.sqlite")
    options = ("serve", "--host", "127.0.0.1", "--port", "0", "--limits", "free", *kept)
    return Server(sys.executable, "-c", start, *options)


async def soaked(server: Server, minutes: float) -> int:
    """Play, look, and judge; 1 where something grew or went wrong."""
    await server.settled()
    gauge, crowd = Gauge(server), Crowd(server)
    try:
        async with asyncio.timeout(minutes * 60), asyncio.TaskGroup() as all_of_them:
            all_of_them.create_task(gauge.watch(EVERY, crowd.told))
            for place in range(crowd.PLACES):
                all_of_them.create_task(crowd.sit(place))
    except TimeoutError:
        found = [*climbs(gauge.looks)]
        print(*listed(gauge.looks), *found, crowd.told(), *crowd.faults[:9], sep="\n")
    return 0 if all(one.flat for one in found) and not crowd.faults else 1


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("minutes", type=float, nargs="?", default=60.0)
    parser.add_argument("--database", default="")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        server = served(folder, asked.database)
        try:
            return uvloop.run(soaked(server, asked.minutes))
        finally:
            server.stop()


if __name__ == "__main__":
    sys.exit(main())
