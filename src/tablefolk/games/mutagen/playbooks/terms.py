"""Small sums in playbooks: `1 + weak_thread`, `min(harm, 2)`, `harm <= 0`.

    test   = sum [ ("<=" | ">=" | "==" | "!=" | "<" | ">") sum ] ;
    sum    = part { ("+" | "-") part } ;
    part   = ("-" | "+") part | digits | name | "(" sum ")"
           | ("min" | "max") "(" sum { "," sum } ")" ;

Names are `rating.<aptitude>`, `points.<resource>`, `option.<option of the table>`, a term of the
move, or what the place where it stands knows: `harm`, `health_lost`, `armor.rating`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping

MOST = 200  # characters of one sum: nobody writes longer ones by hand
_TOKEN = re.compile(r"\s*(?:(\d{1,4})|([A-Za-z_][\w.]*)|(<=|>=|==|!=|[-+(),<>])|(\S))")
_TESTS: dict[str, Callable[[int, int], bool]] = {
    "<=": lambda a, b: a <= b,
    ">=": lambda a, b: a >= b,
    "==": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    "<": lambda a, b: a < b,
    ">": lambda a, b: a > b,
}


class BadSum(ValueError):
    """A sum that cannot be read, or a name in it that nobody knows."""


def value(amount: int | str, known: Mapping[str, int]) -> int:
    """What an amount comes to, with these names known."""
    return amount if isinstance(amount, int) else _Reader(amount, known).whole(tested=False)


def holds(test: str, known: Mapping[str, int]) -> bool:
    """Whether a test is true, with these names known."""
    return bool(_Reader(test, known).whole(tested=True))


def names(amount: int | str) -> tuple[str, ...]:
    """The names that stand in a sum or test, which is thereby read once."""
    if isinstance(amount, int):
        return ()
    found = _Any()
    _Reader(amount, found).whole(tested=None)
    return tuple(found.seen)


class _Any(Mapping[str, int]):
    """Knows every name, and remembers which were asked for."""

    def __init__(self) -> None:
        self.seen: dict[str, None] = {}

    def __getitem__(self, name: str) -> int:
        self.seen[name] = None
        return 0

    def __contains__(self, name: object) -> bool:
        return True

    def __iter__(self) -> Iterator[str]:
        return iter(self.seen)

    def __len__(self) -> int:
        return len(self.seen)


class _Reader:
    """Walks through a sum once and adds up on the way."""

    def __init__(self, text: str, known: Mapping[str, int]) -> None:
        if len(text) > MOST:
            raise BadSum(f"A sum has at most {MOST} characters.")
        self.text, self.known = text, known
        self.tokens = [match.groups() for match in _TOKEN.finditer(text)]
        self.at = 0

    def whole(self, tested: bool | None) -> int:
        total = self.sum()
        test = self.sign(*_TESTS) if tested is not False else ""
        if tested and not test:
            raise BadSum(f"“{self.text}” compares nothing.")
        if test:
            total = int(_TESTS[test](total, self.sum()))
        if self.at < len(self.tokens):
            raise BadSum(f"“{self.text}” is no sum.")
        return total

    def sum(self) -> int:
        total = self.part()
        while sign := self.sign("+", "-"):
            total += self.part() if sign == "+" else -self.part()
        return total

    def part(self) -> int:
        if sign := self.sign("+", "-"):
            return self.part() if sign == "+" else -self.part()
        if self.sign("("):
            return self.closed(self.sum())
        if self.at >= len(self.tokens):
            raise BadSum(f"“{self.text}” stops too early.")
        digits, name, _, _ = self.tokens[self.at]
        self.at += 1
        if digits:
            return int(digits)
        if name in ("min", "max") and self.sign("("):
            return (min if name == "min" else max)(self.several())
        if not name or name not in self.known:
            raise BadSum(f"“{self.text}” has something in it that nobody knows here.")
        return self.known[name]

    def several(self) -> list[int]:
        found = [self.sum()]
        while self.sign(","):
            found.append(self.sum())
        self.closed(0)
        return found

    def closed(self, total: int) -> int:
        if not self.sign(")"):
            raise BadSum(f"“{self.text}” lacks a closing bracket.")
        return total

    def sign(self, *wanted: str) -> str:
        if self.at < len(self.tokens) and (sign := self.tokens[self.at][2]) in wanted:
            self.at += 1
            return sign or ""
        return ""
