"""Every promise of the host is checked over a log in memory and over a real file."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from tests.hosting.house import House


@pytest.fixture(params=["memory", "sqlite"])
async def house(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[House]:
    one = House(tmp_path / "tables.sqlite" if request.param == "sqlite" else None)
    yield one
    await one.close()
