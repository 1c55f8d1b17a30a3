"""Every log there is: a new backend joins the contract by one line here."""

from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest

from tablefolk.hosting.log.base import Log
from tablefolk.hosting.log.memory import MemoryLog
from tablefolk.hosting.log.sqlite import SqliteLog

LOGS: dict[str, Callable[[Path], Log]] = {
    "memory": lambda folder: MemoryLog(),
    "sqlite": lambda folder: SqliteLog.serve(folder / "tables.db"),
}


@pytest.fixture(params=LOGS)
def make_log(request: pytest.FixtureRequest) -> Callable[[Path], Log]:
    return LOGS[request.param]


@pytest.fixture
async def log(make_log: Callable[[Path], Log], tmp_path: Path) -> AsyncIterator[Log]:
    log = make_log(tmp_path)
    yield log
    await log.close()
