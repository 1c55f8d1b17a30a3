"""Every bus there is: a new backend joins the contract by one line here."""

from collections.abc import AsyncIterator, Callable

import pytest

from tablefolk.hosting.bus.base import Bus
from tablefolk.hosting.bus.memory import MemoryBus

BUSES: dict[str, Callable[[], Bus]] = {"memory": MemoryBus}


@pytest.fixture(params=BUSES)
async def bus(request: pytest.FixtureRequest) -> AsyncIterator[Bus]:
    bus = BUSES[request.param]()
    yield bus
    await bus.close()
