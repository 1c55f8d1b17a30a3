"""Path data as straight lines: `M L H V C S Q T A Z`, in capitals or small (SVG 1.1, chapter 8)."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from itertools import pairwise

from tablefolk.core.language import said

Point = tuple[float, float]
Line = list[Point]  # a closed outline
TAKES = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}
STEPS = 10  # straight pieces of a curve; of an arc, for each quarter
MOST_COMMANDS = 5000
_WORD = re.compile(r"[MLHVCSQTAZmlhvcsqtaz]|[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
_FLAG = re.compile(r"[\s,]*([01])")


class BadPath(ValueError):
    """Path data that says nothing."""


def outlines(data: str) -> list[Line]:
    """Every outline of a path, flattened."""
    pen = _Pen()
    for letter, numbers in _commands(data):
        pen.draw(letter, numbers)
    return [line for line in (*pen.done, pen.line) if len(line) > 2]


def _commands(data: str) -> Iterator[tuple[str, list[float]]]:
    """Letters with their numbers; a letter stands for as many as follow."""
    letter, at = "", 0
    for _ in range(MOST_COMMANDS):
        at += len(data[at:]) - len(data[at:].lstrip(" \t\r\n,"))
        if at >= len(data):
            return
        if data[at].upper() in TAKES:
            letter, at = data[at], at + 1
        elif not letter or letter in "Zz":
            raise BadPath(said("“{data}” is no path", data=data[at : at + 10]))
        numbers, at = _numbers(data, at, letter)
        yield letter, numbers
        letter = {"M": "L", "m": "l"}.get(letter, letter)
    raise BadPath(said("the path is too long"))


def _numbers(data: str, at: int, letter: str) -> tuple[list[float], int]:
    numbers: list[float] = []
    for place in range(TAKES[letter.upper()]):
        flag = letter in "Aa" and place in (3, 4)
        found = _FLAG.match(data, at) if flag else _number(data, at)
        if found is None:
            raise BadPath(said("“{letter}” lacks a number", letter=letter))
        numbers.append(float(found[0].strip(" \t\r\n,")))
        at = found.end()
    return numbers, at


def _number(data: str, at: int) -> re.Match[str] | None:
    while at < len(data) and data[at] in " \t\r\n,":
        at += 1
    found = _WORD.match(data, at)
    return found if found and not found[0].isalpha() else None


class _Pen:
    """Goes along a path and leaves points behind."""

    def __init__(self) -> None:
        self.done: list[Line] = []
        self.line: Line = []
        self.at: Point = (0.0, 0.0)
        self.control: Point = (0.0, 0.0)  # the last one, for S and T
        self.before = ""

    def draw(self, letter: str, n: list[float]) -> None:
        kind, (x, y) = letter.upper(), self.at
        if letter != kind:
            n = _moved(kind, n, x, y)
        if kind == "M":
            self.lift((n[0], n[1]))
        elif kind == "Z":
            self.lift(self.line[0] if self.line else self.at)
        elif kind in "LHV":
            self.to((n[0] if kind != "V" else x, n[-1] if kind != "H" else y))
        elif kind == "A":
            self.arc(n)
        else:
            self.curve(kind, n)
        self.before = kind

    def lift(self, point: Point) -> None:
        if self.line:
            self.done.append(self.line)
        self.line, self.at = [point], point

    def to(self, point: Point) -> None:
        self.line.append(point)
        self.at = point

    def mirrored(self, *kinds: str) -> Point:
        """The control point that carries a curve on smoothly."""
        if self.before not in kinds:
            return self.at
        return (2 * self.at[0] - self.control[0], 2 * self.at[1] - self.control[1])

    def curve(self, kind: str, n: list[float]) -> None:
        ends = [(n[i], n[i + 1]) for i in range(0, len(n), 2)]
        if kind == "S":
            ends.insert(0, self.mirrored("C", "S"))
        if kind == "T":
            ends.insert(0, self.mirrored("Q", "T"))
        self.control = ends[-2]
        points = [self.at, *ends]
        for step in range(1, STEPS + 1):
            self.to(_on_curve(points, step / STEPS))

    def arc(self, n: list[float]) -> None:
        for point in _arc(self.at, n):
            self.to(point)


def _moved(kind: str, n: list[float], x: float, y: float) -> list[float]:
    """Numbers counted from where the pen is, as places."""
    if kind == "A":
        return [*n[:5], n[5] + x, n[6] + y]
    if kind == "V":
        return [n[0] + y]
    return [value + (y if place % 2 else x) for place, value in enumerate(n)]


def _on_curve(points: list[Point], t: float) -> Point:
    """A point of a Bézier curve, by de Casteljau."""
    while len(points) > 1:
        points = [(a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t) for a, b in pairwise(points)]
    return points[0]


def _arc(start: Point, n: list[float]) -> Iterator[Point]:
    """An elliptical arc by its centre (SVG 1.1, appendix F.6)."""
    rx, ry, turn, large, sweep, *end = n
    rx, ry, goal = abs(rx), abs(ry), (end[0], end[1])
    if not (rx and ry) or start == goal:
        yield goal
        return
    cos, sin = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    dx, dy = (start[0] - goal[0]) / 2, (start[1] - goal[1]) / 2
    x, y = cos * dx + sin * dy, cos * dy - sin * dx
    grow = max(1.0, math.hypot(x / rx, y / ry))
    rx, ry = rx * grow, ry * grow
    rest = (rx * ry) ** 2 / ((rx * y) ** 2 + (ry * x) ** 2) - 1
    far = math.sqrt(max(0.0, rest)) * (1 if large != sweep else -1)
    cx, cy = far * rx * y / ry, -far * ry * x / rx
    first = math.atan2((y - cy) / ry, (x - cx) / rx)
    angle = math.atan2((-y - cy) / ry, (-x - cx) / rx) - first
    angle += (math.tau if sweep and angle < 0 else 0) - (math.tau if not sweep and angle > 0 else 0)
    middle = ((start[0] + goal[0]) / 2, (start[1] + goal[1]) / 2)
    steps = max(2, math.ceil(abs(angle) / math.tau * 4 * STEPS))
    for step in range(1, steps):
        at = first + angle * step / steps
        px, py = cx + rx * math.cos(at), cy + ry * math.sin(at)
        yield (middle[0] + cos * px - sin * py, middle[1] + sin * px + cos * py)
    yield goal
