"""What holds for all tests together."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import nullcontext
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from xdist.scheduler import LoadScopeScheduling

from tablefolk.testing.faults import faults_raised

# Time is measured in bench/, on a quiet machine: no deadline, and no complaint about slow data.
# Two runs of one commit try the same cases; `--hypothesis-profile search` tries others.
UNTIMED = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("house", UNTIMED, derandomize=True)
settings.register_profile("search", UNTIMED, derandomize=False)
settings.load_profile("house")
GAMES = ("shapers-and-bots", "mutagen", "rotate-bird", "wheel-of-fate", "odd-one")  # longest first
# Tests that share a table, or a wheel that takes long to build.
TOGETHER = (
    "browser/test_stage.py",
    "browser/test_taps.py",
    "tests/test_wheel.py",
    "proxies/test_behind_a_proxy.py",
)


# -- In which order, and in which process --------------------------------------------------------


class Together(LoadScopeScheduling):
    """Tests that use the same costly thing run in one process, in the order they are in."""

    def _split_scope(self, nodeid: str) -> str:
        file = nodeid.partition("::")[0]
        if _game(nodeid):
            return f"{'drawn' if 'test_drawn' in file else 'laws'}: {_game(nodeid)}"
        return file if file.endswith(TOGETHER) else nodeid


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Together:
    config.option.loadscopereorder = False
    return Together(config, log)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What takes long begins first, so that no core idles at the end; browsers come last:
    Playwright keeps its process's event loop running to the end."""
    items.sort(key=lambda item: _turn(item.nodeid))


def _turn(nodeid: str) -> tuple[int, int]:
    """Laws, then all that is short; then the golden evenings, then what else needs a browser."""
    if "tests/browser/" in nodeid:
        return (2, 0) if "/test_golden" in nodeid else (3, 0)
    return (0, GAMES.index(_game(nodeid))) if _game(nodeid) else (1, 0)


def _game(nodeid: str) -> str:
    """The game a law is tried on: its evenings are played once."""
    tried = nodeid.rpartition("[")[2].rstrip("]")
    return tried if "tests/laws/" in nodeid and tried in GAMES else ""


# -- Faults --------------------------------------------------------------------------------------


@pytest.fixture(autouse=True)
def faults_are_failures(request: pytest.FixtureRequest) -> Iterator[None]:
    """For every test but those of what happens when something breaks."""
    on_purpose = request.node.get_closest_marker("breaking")
    with nullcontext() if on_purpose else faults_raised():
        yield
