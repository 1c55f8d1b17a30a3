"""What players are spared is a failure to those who test: a fault that is logged is raised."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager


class Raising(logging.Handler):
    """Raises what the house would have written to the log, and gone on."""

    def emit(self, record: logging.LogRecord) -> None:
        if record.exc_info and record.exc_info[1]:
            raise record.exc_info[1]


@contextmanager
def faults_raised() -> Iterator[None]:
    """While this holds, a drawing that breaks breaks its test."""
    log, raising = logging.getLogger("tablefolk.faults"), Raising()
    log.addHandler(raising)
    try:
        yield
    finally:
        log.removeHandler(raising)
