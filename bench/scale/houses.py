"""The houses that are measured: a data file or PostgreSQL, one process or two."""

from __future__ import annotations

import os
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import NamedTuple

from tests.postgres import Server as Postgres
from wire import Server

from tablefolk.hosting.postgres import in_postgres
from tablefolk.hosting.store import Store, in_file

TICK = os.sysconf("SC_CLK_TCK")
PAGE = os.sysconf("SC_PAGE_SIZE")
START = "import sys; from tablefolk.cli import main; sys.exit(main())"


class House(NamedTuple):
    """How a house is run."""

    name: str
    workers: int
    postgres: bool


HOUSES = (
    House("SQLite, one process", 1, False),
    House("PostgreSQL, one process", 1, True),
    House("PostgreSQL, two workers", 2, True),
)


class Processes(Server):
    """A server and the workers that it has started."""

    def pids(self) -> list[int]:
        return [self.process.pid, *children(self.process.pid)]

    def cpu(self) -> float:
        return sum(time.clock_gettime((~pid << 3) | 2) for pid in self.pids())

    def memory(self) -> int:
        return sum(resident(pid) for pid in self.pids())


class Engine:
    """What the database spends, all its processes together."""

    def __init__(self, server: Postgres | None) -> None:
        self.server = server

    def cpu(self) -> float:
        if self.server is None:
            return 0.0
        first, *others = self.server.pids()
        return spent(first, waited=True) + sum(spent(pid) for pid in others)


def children(pid: int) -> list[int]:
    return [int(one) for one in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def spent(pid: int, waited: bool = False) -> float:
    """Seconds of processor time of a process; with those of its children that are gone."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0  # it has ended since it was listed
    return sum(map(int, fields[11 : 15 if waited else 13])) / TICK


def resident(pid: int) -> int:
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * PAGE


class Open(NamedTuple):
    """Where a house keeps its tables, and how it is started."""

    store: Store
    options: tuple[str, ...]
    engine: Engine


@asynccontextmanager
async def kept(house: House) -> AsyncIterator[Open]:
    """A fresh place for a house's tables; what is written is on the disk before it is answered."""
    with tempfile.TemporaryDirectory(dir=".", ignore_cleanup_errors=True) as folder:
        if not house.postgres:
            path = Path(folder).resolve() / "bench.sqlite"
            yield Open(in_file(path), ("--data", str(path)), Engine(None))
            return
        server = Postgres(disk="")
        try:
            url = server.database(Path(folder))
            options = ("--database", url, *workers(house.workers))
            yield Open(await in_postgres(url), options, Engine(server))
        finally:
            server.stop()


def workers(count: int) -> Iterable[str]:
    return ("--workers", str(count)) if count > 1 else ()


def served(options: Iterable[str]) -> Processes:
    """The house, open on this machine alone."""
    own = ("serve", "--host", "127.0.0.1", "--port", "0", "--limits", "free")
    return Processes(sys.executable, "-c", START, *own, *options)
