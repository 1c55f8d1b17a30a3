"""`tablefolk demo --workers` on a real PostgreSQL: one house, several processes."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from queue import Empty, Queue
from time import monotonic

import httpx
import pytest
from tests import patience
from tests.postgres import server

pytestmark = pytest.mark.postgres


class Together:
    """The parent, what it has told, and the lines that it and its workers write."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        assert process.stdout
        self.process, self.lines = process, Queue[str]()
        threading.Thread(target=self._read, daemon=True).start()
        self.told = process.stdout.readline()

    def _read(self) -> None:
        for line in self.process.stderr or ():
            self.lines.put(line)

    def says(self, part: str) -> bool:
        """Whether that is said in the next moment."""
        try:
            return part in self.lines.get(timeout=0.05)
        except Empty:
            return False


@contextmanager
def together(folder: Path) -> Iterator[Together]:
    """Two workers; the database's address is not in the list of processes."""
    words = ["demo", "--host=127.0.0.1", "--port=0", "--workers=2"]
    process = subprocess.Popen(
        [sys.executable, "-m", "tablefolk.cli", *words],
        env={**os.environ, "TABLEFOLK_DATABASE": server().database(folder)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        yield Together(process)
    finally:
        process.kill()
        process.wait()


def test_a_rolling_restart_loses_no_act(tmp_path: Path) -> None:
    with together(tmp_path) as house:
        found = re.search(r":(\d+)(/s/\S+)", house.told)
        assert found
        site = f"http://127.0.0.1:{found[1]}"
        person = httpx.Client(base_url=site, timeout=patience.SECONDS)
        table = person.get(found[2]).headers["location"]
        house.process.send_signal(signal.SIGHUP)
        said, began = 0, monotonic()
        while not house.says("all workers are new"):
            said += 1
            assert monotonic() - began < 3 * patience.SECONDS
            act = {"do": "Say", "fields": {"text": f"word {said}."}}
            done = person.post(f"{table}/do", json=act, headers={"accept": "application/json"})
            assert done.status_code == 200, done.text
        story = person.get(f"{table}/story/json").text
        assert {int(n) for n in re.findall(r"word (\d+)\.", story)} == set(range(1, said + 1))
        house.process.send_signal(signal.SIGTERM)
        assert house.process.wait(patience.SECONDS) == 0
        with pytest.raises(httpx.ConnectError):
            httpx.get(site)
