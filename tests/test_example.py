"""A fifth game, installed beside the house without touching it: examples/lanterns."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import httpx
import pytest
from tests import patience
from tests.example import EXAMPLE, beside, install, install_broken, serving

from tablefolk.testing import every_law


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where it is installed, and a broken game with it."""
    folder = tmp_path_factory.mktemp("site")
    install(folder)
    install_broken(folder)
    return folder


def test_the_example_is_small() -> None:
    files = [path for path in EXAMPLE.rglob("*") if path.is_file() and path.suffix != ".pyc"]
    assert {"pyproject.toml", "Fog.html", "digest.md"} <= {path.name for path in files}
    assert sum(len(path.read_text("utf-8").splitlines()) for path in files) < 300


def test_its_own_tests_pass_with_every_law_of_the_house(installed: Path, tmp_path: Path) -> None:
    """Far from this checkout's settings, as in a stranger's project."""
    (tmp_path / "test_it.py").write_text((EXAMPLE / "tests" / "test_lanterns.py").read_text())
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_it.py"]
    done = subprocess.run(
        command, cwd=tmp_path, env=beside(installed), capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout[-3000:]
    own = (EXAMPLE / "tests" / "test_lanterns.py").read_text().count("\ndef test_")
    # Nobody says what is secret there or how much can happen, nor needs the GM to say yes.
    assert f"{len(every_law()) + own - 3} passed, 3 skipped" in done.stdout


def test_it_stands_on_the_front_page_and_its_rules_are_read(
    installed: Path, tmp_path: Path
) -> None:
    with serving(installed, tmp_path) as (address, _):
        front = httpx.get(address, timeout=patience.SECONDS).text
        rule = httpx.get(f"{address}/rules/LF-4", timeout=patience.SECONDS)
    assert "Lanterns in the Fog" in front
    assert "Wheel of Fate" in front
    assert rule.status_code == 200
    assert "Burn one to three measures" in rule.text


def test_a_broken_game_beside_it_is_named_with_the_reason_and_left_out(
    installed: Path, tmp_path: Path
) -> None:
    with serving(installed, tmp_path) as (address, said):
        front = httpx.get(address, timeout=patience.SECONDS).text
        told = said.read_text()
    assert "The game “broken” is left out: RuntimeError: no dice." in told.splitlines()
    assert "Lanterns in the Fog" in front
