"""Starting ratings as formulas, parsed and counted, never run as code (SB-60, SB-69).

A formula is `None`, or numbers and features joined by + and -, where a feature may be multiplied
by a number (`2 * INT + 6`) and the better of several may be taken (`best(SGT, SML)`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import TypeAlias

from msgspec import Struct

FEATURES = ("SIZ", "FIT", "DEX", "INT", "AWR", "STR", "HGT", "WGT", "SGT", "HER", "SML")
ALIASES = {"IQ": "INT"}
MOST_LENGTH = 80
MOST_NUMBER = 99
Look: TypeAlias = Callable[[str], int | None]


class BadFormula(ValueError):
    """A text that is no formula: where it goes wrong, counted from 1, and why (BAD_FORMULA)."""

    def __init__(self, place: int, why: str) -> None:
        super().__init__(f"At place {place}: {why}")
        self.place, self.why = place, why


class Term(Struct, frozen=True):
    """A number times one, a feature, or the best of some sums."""

    factor: int
    feature: str = ""
    best: tuple[Sum, ...] = ()


class Sum(Struct, frozen=True):
    """Terms that are added up."""

    terms: tuple[Term, ...]


Formula: TypeAlias = Sum | None  # None: no ability at all (SB-59)


def evaluate(formula: Formula, look: Look) -> int | None:
    """The formula's number; None where it has none, a missing sense included (SB-64)."""
    if formula is None:
        return None
    values = [_value(term, look) for term in formula.terms]
    known = [value for value in values if value is not None]
    return sum(known) if len(known) == len(values) else None


def _value(term: Term, look: Look) -> int | None:
    if term.best:
        found = [n for inner in term.best if (n := evaluate(inner, look)) is not None]
        return term.factor * max(found) if found else None
    rating = look(term.feature) if term.feature else 1
    return None if rating is None else term.factor * rating


def features(formula: Formula) -> tuple[str, ...]:
    """The features a formula names, each once."""
    if formula is None:
        return ()
    found: list[str] = []
    for term in formula.terms:
        inner = [name for part in term.best for name in features(part)]
        found += [term.feature] if term.feature else inner
    return tuple(dict.fromkeys(found))


def written(formula: Formula) -> str:
    """The formula as people write it; parsing it gives the same one."""
    if formula is None:
        return "None"
    text = ""
    for term in formula.terms:
        sign = "-" if term.factor < 0 else "+"
        part = _written(term)
        text = f"{text} {sign} {part}" if text else f"-{part}" if sign == "-" else part
    return text


def _written(term: Term) -> str:
    size = abs(term.factor)
    name = term.feature
    if term.best:
        name = f"best({', '.join(map(written, term.best))})"
    if not name:
        return str(size)
    return name if size == 1 else f"{size} * {name}"


@lru_cache(maxsize=1024)
def parse(text: str) -> Formula:
    """The formula a text holds; anything else is a BadFormula that names the place."""
    if len(text) > MOST_LENGTH:
        raise BadFormula(MOST_LENGTH + 1, f"a formula has at most {MOST_LENGTH} characters.")
    if text.strip().casefold() == "none":
        return None
    reader = _Reader(text)
    found = reader.sum()
    reader.end()
    return found


_TOKEN = re.compile(r"\s*(?:(\d+)|([A-Za-z_]+)|(\S))")


class _Reader:
    """Goes through a formula from left to right, one token ahead."""

    def __init__(self, text: str) -> None:
        self.tokens = [(m.group(m.lastindex or 0), m.start(m.lastindex or 0) + 1)
                       for m in _TOKEN.finditer(text)]  # fmt: skip
        self.last = len(text) + 1
        self.at = 0
        self.depth = 0

    @property
    def token(self) -> str:
        return self.tokens[self.at][0] if self.at < len(self.tokens) else ""

    @property
    def place(self) -> int:
        return self.tokens[self.at][1] if self.at < len(self.tokens) else self.last

    def take(self) -> str:
        token = self.token
        self.at += 1
        return token

    def want(self, token: str) -> None:
        if self.token != token:
            raise BadFormula(self.place, f"“{token}” belongs here.")
        self.at += 1

    def end(self) -> None:
        if self.token:
            raise BadFormula(self.place, f"“{self.token}” does not belong here; use + or -.")

    def sum(self) -> Sum:
        terms = [self.term(self.sign())]
        while self.token in ("+", "-"):
            terms.append(self.term(self.sign()))
        return Sum(tuple(terms))

    def sign(self) -> int:
        if self.token in ("+", "-"):
            return -1 if self.take() == "-" else 1
        return 1

    def term(self, sign: int) -> Term:
        if not self.token.isdecimal():
            return self.named(sign)
        number = self.number()
        if self.token != "*":
            return Term(sign * number)
        self.take()
        return self.named(sign * number)

    def number(self) -> int:
        place, number = self.place, int(self.take()[:9])
        if number > MOST_NUMBER:
            raise BadFormula(place, f"a number goes up to {MOST_NUMBER}.")
        return number

    def named(self, factor: int) -> Term:
        place, name = self.place, self.take()
        if name.casefold() == "best":
            return Term(factor, best=self.best(place))
        feature = ALIASES.get(name.upper(), name.upper())
        if feature in FEATURES:
            return Term(factor, feature)
        what = (
            f"“{name}” is no number and no feature" if name else "a number or a feature is missing"
        )
        raise BadFormula(place, f"{what}; features are {', '.join(FEATURES)}.")

    def best(self, place: int) -> tuple[Sum, ...]:
        self.depth += 1
        if self.depth > 4:
            raise BadFormula(place, "that is one “best” too deep.")
        self.want("(")
        parts = [self.sum()]
        while self.token == ",":
            self.take()
            parts.append(self.sum())
        self.want(")")
        self.depth -= 1
        return tuple(parts)


def rated(text: str, ratings: Mapping[str, int | None]) -> int | None:
    """What a formula comes to with these ratings."""
    return evaluate(parse(text), ratings.__getitem__)
