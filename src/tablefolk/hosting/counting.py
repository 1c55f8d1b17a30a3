"""Counting: how often things happen here and how long they take, for whoever watches the server.

Sums and nothing else. Labels are words of the code and never of a request: they name no table, no
person and no address, and there are only so many of them.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock
from time import perf_counter

from msgspec import Struct

Labels = tuple[tuple[str, str], ...]

COUNTED = {
    "acts": "Commands given, by game and by what became of them.",
    "entries": "Entries appended to the log.",
    "faults": "What broke, and was written to the log under a number.",
    "broken": "Times that the log of the tables could not be read or written.",
    "limited": "Refused at the door, by the limit that was reached.",
    "requests": "Requests answered, by route, method and class of status.",
    "bytes_sent": "Bytes of answers and streams, as they went out.",
}
TIMED = {
    "act_seconds": "How long an act took: being judged, being written down, and as a whole.",
    "request_seconds": "How long a request took until its answer was complete; not of streams.",
    "loop_delay_seconds": "How late the loop came to a timer: how long everybody waited.",
}
UNDER_WAY = {"imports": "Tables that are being brought from their files."}
BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)


class Spread(Struct):
    """How long something took each time: their number by length, and the sum."""

    by_length: list[int]
    sum: float = 0.0

    def add(self, seconds: float) -> None:
        self.by_length[bisect_left(BOUNDS, seconds)] += 1
        self.sum += seconds


_counted: dict[str, dict[Labels, float]] = {name: {} for name in COUNTED}
_timed: dict[str, dict[Labels, Spread]] = {name: {} for name in TIMED}
_under_way = dict.fromkeys(UNDER_WAY, 0)
_one_at_a_time = Lock()  # what is beside the loop counts too


def count(name: str, by: float = 1, /, **labels: str) -> None:
    """It has happened; `name` is one of COUNTED. It costs a microsecond."""
    sums, key = _counted[name], tuple(sorted(labels.items()))
    with _one_at_a_time:
        sums[key] = sums.get(key, 0) + by


def took(name: str, seconds: float, /, **labels: str) -> None:
    """It has taken so long; `name` is one of TIMED."""
    spreads, key = _timed[name], tuple(sorted(labels.items()))
    with _one_at_a_time:
        if key not in spreads:
            spreads[key] = Spread([0] * (len(BOUNDS) + 1))
        spreads[key].add(seconds)


@contextmanager
def timing(name: str, /, **labels: str) -> Iterator[None]:
    """However long the block takes; what it raises goes on."""
    began = perf_counter()
    try:
        yield
    finally:
        took(name, perf_counter() - began, **labels)


@contextmanager
def under_way(name: str, /) -> Iterator[None]:
    """While the block lasts there is one more of them; `name` is one of UNDER_WAY."""
    _add(name, 1)
    try:
        yield
    finally:
        _add(name, -1)


def _add(name: str, by: int) -> None:
    with _one_at_a_time:
        _under_way[name] += by


def counted(name: str, /, **labels: str) -> float:
    """How often so far, over all that have these labels among theirs."""
    wanted = set(labels.items())
    return sum(n for key, n in _counted[name].items() if wanted <= set(key))


def all_counted() -> dict[str, dict[Labels, float]]:
    """Everything that was counted, as it stands now."""
    with _one_at_a_time:
        return {name: dict(sums) for name, sums in _counted.items()}


def all_timed() -> dict[str, dict[Labels, Spread]]:
    """Everything that was timed, as it stands now."""
    with _one_at_a_time:
        return {
            name: {key: Spread(list(one.by_length), one.sum) for key, one in spreads.items()}
            for name, spreads in _timed.items()
        }


def all_under_way() -> dict[str, int]:
    """How many of each are under way now."""
    return dict(_under_way)
