"""The example installed beside the house, as anybody would; and a game that cannot be played."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests import patience

ROOT = Path(__file__).resolve().parents[1]
EXAMPLE = ROOT / "examples" / "lanterns"
PIP = ("pip", "install", "-q", "--disable-pip-version-check", "--no-deps", "--no-index")


def install(folder: Path) -> None:
    """As pip does it, without asking anything of the world outside."""
    here = ("--no-build-isolation", "--target", str(folder), str(EXAMPLE))
    subprocess.run([sys.executable, "-m", *PIP, *here], check=True)


def install_broken(folder: Path) -> None:
    """A distribution whose game fails as soon as it is looked at."""
    about = folder / "broken-1.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: broken\nVersion: 1\n")
    (about / "entry_points.txt").write_text("[tablefolk.games]\nbroken = broken_game\n")
    (folder / "broken_game.py").write_text('raise RuntimeError("no dice")\n')


def beside(folder: Path) -> dict[str, str]:
    """The surroundings of a process that finds what is installed there."""
    paths = (str(folder), os.environ.get("PYTHONPATH", ""))
    return {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, paths))}


@contextmanager
def serving(folder: Path, data: Path) -> Iterator[tuple[str, Path]]:
    """The server's address, and the file of what it says to standard error."""
    command = [sys.executable, "-m", "tablefolk.cli", "serve", "--host", "127.0.0.1"]
    command += ["--port", "0", "--data", str(data / "tables.sqlite")]
    said = data / "stderr.txt"
    with said.open("w") as errors:
        process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=errors, text=True, env=beside(folder)
        )
    try:
        assert process.stdout
        found = re.search(r"http://localhost:(\d+)", process.stdout.readline())
        assert found, said.read_text()
        yield f"http://127.0.0.1:{found[1]}", said
    finally:
        process.terminate()
        process.communicate(timeout=patience.SECONDS)
