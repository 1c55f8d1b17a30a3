"""What holds for all tests together."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

settings.register_profile("house", deadline=None)  # time is measured in bench/, on a quiet machine
settings.load_profile("house")
BROWSER = Path(__file__).parent / "browser"


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put browser tests last: Playwright keeps its process's event loop running to the end."""
    items.sort(key=lambda item: BROWSER in item.path.parents)


class Raising(logging.Handler):
    """What players are spared is a failure here: a fault that is written to the log is raised."""

    def emit(self, record: logging.LogRecord) -> None:
        assert record.exc_info
        assert record.exc_info[1]
        raise record.exc_info[1]


@pytest.fixture(autouse=True)
def faults_are_failures(request: pytest.FixtureRequest) -> Iterator[None]:
    """For every test but those of what happens when something breaks."""
    log, raising = logging.getLogger("tablefolk.faults"), Raising()
    if not request.node.get_closest_marker("breaking"):
        log.addHandler(raising)
    yield
    log.removeHandler(raising)
