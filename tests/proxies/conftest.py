"""Real proxies before real servers, with the very files of docs/hosting."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.browser.house import Server
from tests.proxies.proxies import PROXIES, Certificate, Proxy, certificate, found

NEEDED = ("nginx", "caddy", "curl", "openssl")
# Five processes to a test: on a loaded machine one of them may stand still past a server's limits.
# As in tests/browser, a second try is named at the end of the run (`-r R`); twice is a failure.
SECOND_TRY = 1


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = Path(__file__).parent
    missing = [name for name in NEEDED if found(name) is None]
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.proxy)
            item.add_marker(pytest.mark.flaky(reruns=SECOND_TRY))
            if missing:
                reason = f"no {', '.join(missing)} on this machine"
                item.add_marker(pytest.mark.skip(reason=reason))


@pytest.fixture(scope="session")
def trusted(tmp_path_factory: pytest.TempPathFactory) -> Certificate:
    return certificate(tmp_path_factory.mktemp("certificate"))


@pytest.fixture(scope="module", params=PROXIES)
def kind(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("tables") / "tables.sqlite")
    yield running
    running.stop()


@pytest.fixture(scope="module")
def proxy(
    kind: str, server: Server, trusted: Certificate, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Proxy]:
    """One proxy before a server."""
    with PROXIES[kind](tmp_path_factory.mktemp(kind), trusted, [server.port]) as running:
        yield running
