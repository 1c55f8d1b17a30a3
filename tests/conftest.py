"""What holds for all tests together."""

from __future__ import annotations

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
