"""Every promise of the host is checked over a log in memory, a real file and a real database."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from tests.hosting.house import House, HouseInPostgres
from tests.postgres import server
from tests.stores import EVERY

from tablefolk.hosting.postgres import in_postgres


@pytest.fixture(params=EVERY)
async def house(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[House]:
    one = await HOUSES[request.param](tmp_path)
    yield one
    await one.close()


async def memory(folder: Path) -> House:
    return House()


async def sqlite(folder: Path) -> House:
    return House(folder / "tables.sqlite")


async def postgres(folder: Path) -> House:
    url = server().database(folder)
    return HouseInPostgres(url, await in_postgres(url))


HOUSES = {"memory": memory, "sqlite": sqlite, "postgres": postgres}
