"""The log of every store."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from tests.stores import EVERY, STORES, MakeStore

from tablefolk.hosting.log.base import Log
from tablefolk.hosting.store import Store


@pytest.fixture(params=EVERY)
def make_store(request: pytest.FixtureRequest) -> MakeStore:
    return STORES[request.param]


@pytest.fixture
async def store(make_store: MakeStore, tmp_path: Path) -> AsyncIterator[Store]:
    store = await make_store(tmp_path)
    yield store
    await store.close()


@pytest.fixture
def log(store: Store) -> Log:
    return store.log
