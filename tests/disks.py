"""A disk of its own that is soon full, where a test may make one."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest


@contextmanager
def small_disk(folder: Path, size: str = "3m") -> Iterator[Path]:
    """A tmpfs that is gone afterwards; the test is left out where nobody may mount one."""
    folder.mkdir()
    if not mounted("-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(folder)):
        pytest.skip("only root may make a small disk to fill")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)


def read_only(folder: Path) -> None:
    """From here on nothing on it can be written."""
    assert mounted("-o", "remount,ro", str(folder))


def mounted(*words: str) -> bool:
    try:
        return subprocess.run(["mount", *words], capture_output=True, check=False).returncode == 0
    except FileNotFoundError:
        return False
