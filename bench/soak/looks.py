"""Looks at a server, one after the other: what they come to, and whether it grows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from statistics import median
from typing import NamedTuple

ROWS = 20  # of the table that is printed
# What may be added over the part that is judged and still be called flat: of memory a share,
# because the allocator moves in steps; of files and threads a few, because people come and go.
MEMORY_SHARE, FILES, THREADS = 0.05, 4.0, 2.0


class Look(NamedTuple):
    """One look."""

    at: float  # minutes since the start
    memory: float  # MB
    files: int
    threads: int
    busy: float  # share of a core since the last look
    wait: float  # milliseconds until the lightest page there is was answered

    def __str__(self) -> str:
        return (
            f"{self.at:6.1f} | {self.memory:9.1f} | {self.files:5} | {self.threads:7} |"
            f" {self.busy:4.2f} | {self.wait:7.1f}"
        )


class Climb(NamedTuple):
    """How a figure went over the last two thirds."""

    name: str
    middle: float
    hourly: float
    allowed: float  # by the hour

    @property
    def flat(self) -> bool:
        return self.hourly <= self.allowed

    def __str__(self) -> str:
        said = "flat" if self.flat else f"GROWS by more than {self.allowed:.1f}"
        return f"{self.name}: median {self.middle:.1f}, {self.hourly:+.2f} an hour: {said}"


def climbs(looks: Sequence[Look]) -> Iterator[Climb]:
    """Memory, files and threads; the first third fills what is kept on purpose."""
    judged = looks[len(looks) // 3 :]
    hours = [look.at / 60 for look in judged]
    span = hours[-1] - hours[0]
    memory = median(look.memory for look in judged) * MEMORY_SHARE
    for name, allowed in (("memory", memory), ("files", FILES), ("threads", THREADS)):
        figures = [float(getattr(look, name)) for look in judged]
        yield Climb(name, median(figures), slope(hours, figures), allowed / span)


def slope(times: Sequence[float], figures: Sequence[float]) -> float:
    """The median of the slopes between any two looks: one odd look does not tilt it."""
    pairs = combinations(zip(times, figures, strict=True), 2)
    return median([(b - a) / (t - s) for (s, a), (t, b) in pairs if t > s])


def listed(looks: Sequence[Look]) -> Iterator[str]:
    """Some of the looks, evenly, and the waits of all."""
    yield "minute | memory MB | files | threads | busy | wait ms"
    yield from map(str, looks[:: max(len(looks) // ROWS, 1)])
    waits = [look.wait for look in looks]
    yield f"longest wait for an answer: {max(waits):.0f} ms; median {median(waits):.1f} ms"
