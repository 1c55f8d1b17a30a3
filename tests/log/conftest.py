"""The log of every store."""

from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest
from tests.stores import STORES

from tablefolk.hosting.log.base import Log
from tablefolk.hosting.store import Store


@pytest.fixture(params=STORES)
def make_store(request: pytest.FixtureRequest) -> Callable[[Path], Store]:
    return STORES[request.param]


@pytest.fixture
async def store(make_store: Callable[[Path], Store], tmp_path: Path) -> AsyncIterator[Store]:
    store = make_store(tmp_path)
    yield store
    await store.close()


@pytest.fixture
def log(store: Store) -> Log:
    return store.log
