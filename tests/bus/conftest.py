"""The bus of every store."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from tests.stores import EVERY, STORES, postgres

from tablefolk.hosting.bus.base import Bus
from tablefolk.hosting.bus.memory import MemoryBus


@pytest.fixture(params=EVERY)
async def bus(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Bus]:
    store = await STORES[request.param](tmp_path)
    yield store.bus
    await store.close()


@pytest.fixture(params=["memory", pytest.param("postgres", marks=pytest.mark.postgres)])
async def two(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[tuple[Bus, Bus]]:
    """The buses of two processes."""
    if request.param == "memory":
        line: list[MemoryBus] = []
        yield MemoryBus(line), MemoryBus(line)
        return
    here, there = await postgres(tmp_path), await postgres(tmp_path)
    yield here.bus, there.bus
    await here.close()
    await there.close()
