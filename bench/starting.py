"""Measures how much processor time a start takes, and writes docs/bench-starting.md.

python3 dev.py bench starting
"""

from __future__ import annotations

import os
import platform
import re
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from statistics import median
from urllib.request import urlopen

ROOT = Path(__file__).parents[1]
REPORT = ROOT / "docs" / "bench-starting.md"
ROUNDS = 9
PROGRAM = Path(sys.executable).with_name("tablefolk")
BARE = "import litestar, uvicorn, jinja2, msgspec; litestar.Litestar([])"
Started = subprocess.Popen[str]


def main() -> None:
    """All of them in turn, round by round, so that a busy moment hits every one alike."""
    times: dict[str, list[float]] = {name: [] for name in MEASURED}
    for number in range(ROUNDS + 1):
        for name, (_, measure) in MEASURED.items():
            took = measure()
            times[name] += [took] if number else []  # the first round compiles
    text = "\n".join(report(times)) + "\n"
    print(text)
    REPORT.write_text(text, "utf-8")


# -- What is measured --------------------------------------------------------------------------


def spent(process: Started) -> float:
    """Processor time of a process that has ended, in milliseconds: its own and the system's."""
    used = os.wait4(process.pid, 0)[2]
    return (used.ru_utime + used.ru_stime) * 1000


def begun(*words: str | Path) -> Started:
    return subprocess.Popen(
        [str(word) for word in words],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )


def ran(*words: str | Path) -> float:
    """A command from beginning to end."""
    process = begun(*words)
    assert process.stdout
    process.stdout.read()
    return spent(process)


def imported(code: str) -> float:
    return ran(sys.executable, "-c", code)


def served(*, answered: bool) -> float:
    """A server until it has told its address, or until it has answered who went there."""
    with tempfile.TemporaryDirectory() as folder:
        where = ("--host", "127.0.0.1", "--port", "0", "--data", Path(folder) / "tables.sqlite")
        process = begun(PROGRAM, "serve", *where)
        assert process.stdout
        told = re.search(r"localhost:(\d+)/", process.stdout.readline())
        assert told, "it has not told its address"
        if answered:
            with urlopen(f"http://127.0.0.1:{told[1]}/") as page:
                page.read()
        process.send_signal(signal.SIGKILL)  # at once: going down is not measured
        return spent(process)


# What it is, its goal in milliseconds, and how it is measured.
MEASURED: dict[str, tuple[int, Callable[[], float]]] = {
    "Python itself": (0, lambda: imported("pass")),
    "`import tablefolk`": (0, lambda: imported("import tablefolk")),
    '`tablefolk odds "3d6"`': (150, lambda: ran(PROGRAM, "odds", "3d6")),
    "`tablefolk --help`": (150, lambda: ran(PROGRAM, "--help")),
    "`tablefolk games`, which loads all games": (0, lambda: ran(PROGRAM, "games")),
    "`tablefolk serve`, until its address is told": (1000, lambda: served(answered=False)),
    "`tablefolk serve`, until it has answered `GET /`": (1000, lambda: served(answered=True)),
    "a bare Litestar application, imported and made": (0, lambda: imported(BARE)),
}


# -- The report --------------------------------------------------------------------------------


def report(times: dict[str, list[float]]) -> list[str]:
    rows = [
        f"| {name} | {min(found):.0f} | {median(found):.0f} | {goal(name, found)} |"
        for name, found in times.items()
    ]
    return [
        "# How long a start takes",
        "",
        "Made by `python3 dev.py bench starting`; do not edit. Processor time of a fresh process",
        f"in milliseconds, of {ROUNDS} each, compiled before; the machine was shared with other",
        "work, so the least says more than the median.",
        "",
        f"Python {platform.python_version()}, {os.cpu_count()} cores.",
        "",
        "| what | least | median | goal |",
        "|---|---:|---:|---:|",
        *rows,
    ]


def goal(name: str, found: list[float]) -> str:
    most = MEASURED[name][0]
    return f"{most}: {'met' if median(found) < most else 'missed'}" if most else ""


if __name__ == "__main__":
    main()
