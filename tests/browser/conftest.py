"""One browser for all tests, and a server: one for all, or one of their own to kill."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser
from tests.browser.house import Server, chromium

# Several real browsers on a loaded machine: a race that comes up may not hold up a landing, but it
# is named at the end of the run (`-r R`) and mended as any other fault. Two tries are too few: what
# was slow at the first is slow at the second, a moment later. What fails three times is broken.
MORE_TRIES = 2


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.browser)
            item.add_marker(pytest.mark.flaky(reruns=MORE_TRIES))
            if shutil.which("chromium") is None:
                item.add_marker(pytest.mark.skip(reason="no Chromium on this machine"))


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with chromium() as one:
        yield one


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with room for every test's tables."""
    running = Server(tmp_path_factory.mktemp("tables") / "tables.sqlite")
    yield running
    running.stop()


@pytest.fixture
def mortal(tmp_path: Path) -> Iterator[Server]:
    """A server that may be stopped, killed and started again."""
    running = Server(tmp_path / "tables.sqlite")
    yield running
    running.stop()
