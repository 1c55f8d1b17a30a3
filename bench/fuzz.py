"""Sends twenty thousand requests of nonsense to all games, and says what came of them.

python3 dev.py bench fuzz [requests] [seed]    another seed sends something else
"""

from __future__ import annotations

import asyncio
import logging
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.fuzz.evening import Tally, fuzzed
from tests.fuzz.test_fuzz import GAMES


class Heard(logging.Handler):
    """Whatever would have been an error in the server's log."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.said: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.said.append(self.format(record))


async def main(requests: int = 20_000, seed: str = "nonsense") -> int:
    heard, tally = Heard(), Tally()
    logging.getLogger().addHandler(heard)
    for game in GAMES:
        before = tally.requests
        await fuzzed(game, requests // len(GAMES), seed, tally)
        print(f"{game}: {tally.requests - before:,} requests")
    print(tally)
    for took, request in tally.slow:
        print(f"{took * 1000:.0f} ms of processor time: {request}")
    for fault in (*tally.faults, *heard.said):
        print(f"FAULT {fault}")
    return min(len(tally.faults) + len(heard.said), 1)


if __name__ == "__main__":
    given = sys.argv[1:]
    sys.exit(asyncio.run(main(*map(int, given[:1]), *given[1:2])))
