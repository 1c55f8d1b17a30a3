"""Every store there is: a new one joins all contracts by one line here."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from tests.postgres import server

from tablefolk.hosting.postgres import in_postgres
from tablefolk.hosting.store import Store, in_file, in_memory

MakeStore = Callable[[Path], Awaitable[Store]]


async def memory(folder: Path) -> Store:
    return in_memory()


async def sqlite(folder: Path) -> Store:
    return in_file(folder / "tables.db")


async def postgres(folder: Path) -> Store:
    return await in_postgres(server().database(folder))


STORES: dict[str, MakeStore] = {"memory": memory, "sqlite": sqlite, "postgres": postgres}
EVERY = [pytest.param(name, marks=[pytest.mark.postgres] * (name == "postgres")) for name in STORES]
