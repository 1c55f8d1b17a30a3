"""The bus of every store."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from tests.stores import EVERY, STORES

from tablefolk.hosting.bus.base import Bus


@pytest.fixture(params=EVERY)
async def bus(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Bus]:
    store = await STORES[request.param](tmp_path)
    yield store.bus
    await store.close()
