"""A page drawn by one process and answered by another: nothing on it depends on who drew it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

DRAW = """
import asyncio, hashlib, re, sys
from pathlib import Path
from tablefolk.games import shelf
from tablefolk.hosting.store import in_file
from tablefolk.hosting.tables import Host
from tablefolk.web.render import Painter

async def draw():
    store = in_file(Path(sys.argv[1]))
    host, painter = Host(store, shelf().games, clock=lambda: 1e9), Painter()
    if not await store.log.tables():
        for game in host.games:
            await host.demo(game)
    for table, _ in await store.log.tables():
        live = await host.live(table)
        for member in (live.table.gm, *live.table.members)[:2]:
            for name, text in painter.regions(live, member).items():
                print(live.game.key, member, name, hashlib.sha256(text.encode()).hexdigest())
                for mark in re.findall('data-form="[^"]+"', text):
                    print(mark)
    await store.close()

asyncio.run(draw())
"""


def drawn(file: Path, seed: str) -> list[str]:
    """Every region of every seat at a table of each game, as a process of its own draws them."""
    given = {**os.environ, "PYTHONHASHSEED": seed}
    ran = subprocess.run(
        [sys.executable, "-c", DRAW, file], env=given, capture_output=True, text=True, check=True
    )
    return ran.stdout.splitlines()


def test_pages_and_the_marks_of_their_forms_are_the_same_whoever_draws_them(tmp_path: Path) -> None:
    first, second = (drawn(tmp_path / "tables.db", seed) for seed in ("1", "2"))
    assert [line for line in first if line not in second] == []
    assert sum("data-form" in line for line in first) > 50
