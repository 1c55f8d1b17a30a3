"""The command line as somebody types it: in this process, or for real in one of its own."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from tests import patience

from tablefolk.cli import main


class Said(NamedTuple):
    """What a command printed, and how it ended."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


class Terminal:
    """A place to type commands in."""

    def __init__(self, folder: Path, capture: pytest.CaptureFixture[str]) -> None:
        self.folder, self._capture = folder, capture
        self.data = folder / "tables.sqlite"

    def __call__(self, *words: str) -> Said:
        """Type it here."""
        self._capture.readouterr()
        try:
            code = main(words)
        except SystemExit as end:  # argparse has complained
            code = int(str(end.code))
        said = self._capture.readouterr()
        return Said(code, said.out, said.err)

    def kept(self, *words: str) -> Said:
        """The same for commands about the data file."""
        return self(*words, "--data", str(self.data))

    def really(self, *words: str) -> Said:
        """Type it into a shell of its own: the installed command."""
        program = Path(sys.executable).with_name("tablefolk")
        done = subprocess.run(
            [program, *words],
            check=False,
            cwd=self.folder,
            capture_output=True,
            text=True,
            timeout=patience.SECONDS,
        )
        return Said(done.returncode, done.stdout, done.stderr)
