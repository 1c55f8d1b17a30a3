"""The server's log: a line for each thing that happened, for people or for machines; no flood.

No line holds a key: what looks like one is struck out at the last moment, wherever it came from.
"""

from __future__ import annotations

import json
import logging
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from threading import Lock, Timer
from time import monotonic

KINDS = ("plain", "json")
MINUTE = 60.0
MOST = 20  # different lines that one place in the code may say in a minute
LONG = 20_000  # characters of a line, a traceback among them
# Links that are keys (TF-3), tables by their ids, and the password in a database's address.
KEYS = re.compile(r"(/(?:j|s|r|sit|t|key)/)[\w=-]{8,}|(://)[^/@\s]+@")
GIVEN = {*logging.makeLogRecord({}).__dict__, "message", "asctime", "event", "taskName"}


def kept_secret(text: str) -> str:
    """The same without keys."""
    return KEYS.sub(lambda m: f"{m[1]}…" if m[1] else f"{m[2]}…@", text)


# -- How a line is written ------------------------------------------------------------------------


class Plain(logging.Formatter):
    """A line for people; a traceback below it."""

    def format(self, record: logging.LogRecord) -> str:
        said = f"{when(record)} {record.levelname.lower()}: {record.getMessage()}"
        trace = trace_of(record)
        return kept_secret(f"{said}\n{trace}" if trace else said)[:LONG]


class Json(logging.Formatter):
    """A line for machines: one object, a traceback in one of its fields."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, object] = {
            "time": when(record),
            "level": record.levelname.lower(),
            "event": getattr(record, "event", record.name),
            "text": kept_secret(record.getMessage())[:LONG],
            "process": record.process,
        }
        line |= {k: safe(v) for k, v in record.__dict__.items() if k not in GIVEN}
        if trace := trace_of(record):
            line["trace"] = kept_secret(trace)[:LONG]
        return json.dumps(line, ensure_ascii=False)


def safe(value: object) -> object:
    """A field as it may stand in the log."""
    return value if isinstance(value, int | float) else kept_secret(str(value))


def when(record: logging.LogRecord) -> str:
    return datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")


def trace_of(record: logging.LogRecord) -> str:
    return logging.Formatter().formatException(record.exc_info) if record.exc_info else ""


# -- No flood -------------------------------------------------------------------------------------


class Window:
    """What one place in the code has said within a minute."""

    def __init__(self, first: logging.LogRecord) -> None:
        self.first, self.ends = first, monotonic() + MINUTE
        self.said: set[str] = set()
        self.unsaid = 0


class Calm(logging.Filter):
    """Lets a line through once in a minute, and so many of one place; the others are counted.

    So nobody fills the disk by knocking: there are only so many places in the code.
    """

    def __init__(self, tell: Callable[[logging.LogRecord], None]) -> None:
        super().__init__()
        self.tell = tell
        self.windows: dict[tuple[str, int], Window] = {}
        self.timers: dict[tuple[str, int], Timer] = {}
        self.lock = Lock()

    def filter(self, record: logging.LogRecord) -> bool:
        at, message = (record.pathname, record.lineno), record.getMessage()
        with self.lock:
            window = self.windows.get(at)
            if window is None or (monotonic() >= window.ends and at not in self.timers):
                window = self.windows[at] = Window(record)
            if message in window.said or len(window.said) >= MOST:
                self._unsaid(at, window)
                return False
            window.said.add(message)
            return True

    def _unsaid(self, at: tuple[str, int], window: Window) -> None:
        window.unsaid += 1
        if at not in self.timers:
            timer = self.timers[at] = Timer(window.ends - monotonic(), self.sum_up, [at])
            timer.daemon = True
            timer.start()

    def sum_up(self, at: tuple[str, int]) -> None:
        """The minute is over: say how many there were."""
        with self.lock:
            window, timer = self.windows.pop(at), self.timers.pop(at)
        timer.cancel()
        self.tell(summed(window))

    def close(self) -> None:
        """Say what is left to say."""
        for at in list(self.timers):
            self.sum_up(at)


def summed(window: Window) -> logging.LogRecord:
    first = window.first
    said = f"{window.unsaid:,} more like it within a minute: {first.getMessage()}"
    more = {"event": getattr(first, "event", first.name), "times": window.unsaid}
    named = {"name": first.name, "levelname": first.levelname, "levelno": first.levelno}
    return logging.makeLogRecord({**named, **more, "msg": said})


# -- Where it goes --------------------------------------------------------------------------------


class Lines(logging.StreamHandler):  # type: ignore[type-arg]
    """Standard error, calmly."""

    def __init__(self, kind: str) -> None:
        super().__init__(sys.stderr)
        self.setFormatter(Json() if kind == "json" else Plain())
        self.calm = Calm(self.say)
        self.addFilter(self.calm)

    def say(self, record: logging.LogRecord) -> None:
        """Without counting it again."""
        with self.lock or Lock():
            self.emit(record)


@contextmanager
def written(kind: str) -> Iterator[None]:
    """While this holds, all that this process logs goes one way, others' loggers too."""
    root, ours, lines = logging.getLogger(), logging.getLogger("tablefolk"), Lines(kind)
    root.addHandler(lines)
    ours.setLevel(logging.INFO)
    try:
        yield
    finally:
        lines.calm.close()
        root.removeHandler(lines)
