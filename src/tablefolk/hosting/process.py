"""This process as the system sees it: time, memory, open files."""

from __future__ import annotations

import os
import time
from contextlib import suppress
from pathlib import Path

WORDS = {
    "cpu_seconds_total": "Processor time used, in seconds.",
    "start_time_seconds": "When this process began, in seconds since 1970.",
    "resident_memory_bytes": "Memory in use.",
    "open_fds": "Open files, connections among them.",
    "max_fds": "The most that may be open.",
}
BEGAN = time.time()
OWN = Path("/proc/self")  # on Linux; elsewhere what is not known is left out


def now() -> dict[str, float]:
    """What is known of this process, by the names of WORDS."""
    found = {"cpu_seconds_total": time.process_time(), "start_time_seconds": BEGAN}
    with suppress(OSError):
        pages = int((OWN / "statm").read_text().split()[1])
        found["resident_memory_bytes"] = pages * os.sysconf("SC_PAGE_SIZE")
        found["open_fds"] = len(os.listdir(OWN / "fd")) - 1  # the one that lists them is shut
        found["max_fds"] = _most_files()
    return found


def _most_files() -> float:
    import resource  # there is none on Windows

    return resource.getrlimit(resource.RLIMIT_NOFILE)[0]
