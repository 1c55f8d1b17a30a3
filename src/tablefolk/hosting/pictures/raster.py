"""Outlines filled in: how much of each pixel they cover, line by line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, pairwise
from typing import Literal

from tablefolk.hosting.pictures.paths import Line

Fill = Literal["nonzero", "evenodd"]
FINE = 4  # lines looked at for each line of pixels; along the line coverage is exact
Crossing = tuple[float, int]  # where an edge crosses a line, and whether it goes up or down


def covered(
    outlines: Iterable[Line], width: int, height: int, fill: Fill = "nonzero"
) -> list[bytes]:
    """For each line of pixels, how much of each is covered: 0 … 255."""
    crossings = _crossings(outlines, height * FINE)
    return [_line(crossings[FINE * row : FINE * (row + 1)], width, fill) for row in range(height)]


def _crossings(outlines: Iterable[Line], lines: int) -> list[list[Crossing]]:
    """Where the edges cross each fine line, taken at its middle."""
    found: list[list[Crossing]] = [[] for _ in range(lines)]
    for outline in outlines:
        for start, end in pairwise((*outline, outline[0])):
            down = start[1] < end[1]
            (x1, y1), (x2, y2) = (start, end) if down else (end, start)
            first, last = max(0, round(y1 * FINE)), min(lines, round(y2 * FINE))
            slope = (x2 - x1) / (y2 - y1) if first < last else 0.0
            for line in range(first, last):
                x = x1 + ((line + 0.5) / FINE - y1) * slope
                found[line].append((x, 1 if down else -1))
    return found


def _line(fine: Sequence[list[Crossing]], width: int, fill: Fill) -> bytes:
    """One line of pixels: what its fine lines cover, added up from the left."""
    if not any(fine):
        return bytes(width)
    change = [0.0] * (width + 2)
    for crossings in fine:
        for start, end in _spans(crossings, fill):
            _edge(change, min(max(start, 0.0), width), 1.0)
            _edge(change, min(max(end, 0.0), width), -1.0)
    left = next((x for x, step in enumerate(change) if step), width)
    scale = 255 / FINE
    covered = [int(c * scale + 0.5) for c in accumulate(change[left:width])]
    return bytes(left) + bytes(covered)


def _edge(change: list[float], x: float, sign: float) -> None:
    """From x on the line is inside, or outside again; its own pixel only in part."""
    pixel = int(x)
    part = x - pixel
    change[pixel] += sign * (1 - part)
    change[pixel + 1] += sign * part


def _spans(crossings: list[Crossing], fill: Fill) -> Iterator[tuple[float, float]]:
    """The stretches of a line that are inside."""
    crossings.sort()
    winding, start = 0, 0.0
    for x, way in crossings:
        was = winding
        winding = winding + way if fill == "nonzero" else 1 - winding
        if not was:
            start = x
        elif not winding:
            yield start, x
