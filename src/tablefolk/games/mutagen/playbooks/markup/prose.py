"""Automation read out of prose: costs, effects, conditions; only ever suggested (MU-160)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tablefolk.games.mutagen.playbooks.effects import (
    AnyEffect,
    Band,
    Entry,
    Harm,
    Lose,
    Restore,
    Spend,
    Tick,
    Who,
)
from tablefolk.games.mutagen.playbooks.markup.names import Names
from tablefolk.games.mutagen.playbooks.markup.signs import LINK, bare
from tablefolk.games.mutagen.playbooks.model import Cost, Criterion, Suggestion

SPEND = re.compile(r"\bspend\s+(\d{1,2})\s+", re.IGNORECASE)
SPENT = re.compile(r"\bspend\s+\d{1,2}\s+[\w'’-]+", re.IGNORECASE)
CHANGE = re.compile(r"\b(restore|gain|get|lose|spend)s?\s+(\d{1,2})\s+", re.IGNORECASE)
HARM = re.compile(r"\btakes?\s+(\d{1,3})\s+harm\b", re.IGNORECASE)
TICK = re.compile(r"\bticks?\b[^.\d]{0,60}?(\d)", re.IGNORECASE)
AND = re.compile(r"(?:,|\s+and|,\s+and)\s+(\d{1,2})\s+", re.IGNORECASE)
REQUIRES = re.compile(r"\byou must already have (.{1,80}?) to buy\b", re.IGNORECASE)
THEY = re.compile(r"\b(they|them|target|victim)\b[^.;]*$", re.IGNORECASE)
YOU = re.compile(r"\byou\b[^.;]*$", re.IGNORECASE)
WORD = re.compile(r"[\w'’-]+")


def costs(text: str, names: Names) -> Iterator[Suggestion]:
    """“Spend n Word” in an item's first paragraph."""
    plain = bare(text)
    for found in SPEND.finditer(plain):
        yield from (
            Suggestion(words, cost=Cost(resource, n))
            for words, resource, n in _amounts(plain, found.start(), found.end(), found[1], names)
        )


def _amounts(
    text: str, start: int, end: int, n: str, names: Names
) -> Iterator[tuple[str, str, int]]:
    """Resources with numbers from here on: “1 Mana and 2 Will”."""
    while True:
        words = list(WORD.finditer(text, end, end + 80))
        resource, size = names.resource([word[0] for word in words[:4]])
        if not resource:
            return
        end = words[size - 1].end()
        yield text[start:end], resource, int(n)
        again = AND.match(text, end)
        if not again:
            return
        start, end, n = again.start(1), again.end(), again[1]


def conditions(text: str, names: Names) -> Iterator[Suggestion]:
    """“You must already have X to buy …”."""
    plain = bare(text)
    for found in REQUIRES.finditer(plain):
        item = names.find(found[1], "move", "aptitude", "story", "resource")
        yield Suggestion(found[0], requires=Criterion(item, "" if item else found[1].strip()))


def effects_of(bands: tuple[Band, ...], names: Names) -> Iterator[Suggestion]:
    """What results and their options say in words."""
    for at, band in enumerate(bands):
        for words, effect in _effects(band.text, names):
            yield Suggestion(words, effect=effect, band=at)
        for option, entry in enumerate(band.options):
            for words, effect in _effects(entry.text, names):
                yield Suggestion(words, effect=effect, band=at, option=option)


def _effects(text: str, names: Names) -> Iterator[tuple[str, AnyEffect]]:
    plain = bare(text)
    for found in CHANGE.finditer(plain):
        who = _who(plain[: found.start()])
        parts = _amounts(plain, found.start(), found.end(), found[2], names)
        for words, resource, n in parts:
            yield words, _change(found[1].casefold(), resource, n, who)
    for found in filter(harmful, HARM.finditer(plain)):
        yield found[0], Harm(int(found[1]), on=_who(plain[: found.start()]))
    for found in TICK.finditer(plain):
        yield found[0], Tick(int(found[1]))


def harmful(found: re.Match[str]) -> bool:
    """Whether it is a number that one injury does (MU-89)."""
    return 1 <= int(found[1]) <= 3


def _change(verb: str, resource: str, n: int, who: Who) -> AnyEffect:
    if verb == "lose":
        return Lose(resource, n, who)
    return Spend(resource, n) if verb == "spend" else Restore(resource, n, who)


def _who(before: str) -> Who:
    before = before[-200:]
    they, you = THEY.search(before), YOU.search(before)
    return "target" if they and (not you or they.start() > you.start()) else "self"


PICK = re.compile(r"\b(?:pick|choose)s?\s+(\d|one|two|three)\b", re.IGNORECASE)
COUNTED = {"one": 1, "two": 2, "three": 3}
RESPECTIVELY = re.compile(
    r"(?<![\w.])([-+−]?\d{1,3}(?:(?:,?\s+or\s+|,\s*)[-+−]?\d{1,3}){1,3})(?!\w)"
)


def picks(text: str) -> int:
    """How many of its options a text lets one pick."""
    found = PICK.search(bare(text))
    return 0 if not found else COUNTED.get(found[1].casefold()) or int(found[1])


def respective(text: str, size: int) -> list[str]:
    """“3, 2, or 1 … respectively” told apart: the text for each of so many results, or nothing."""
    if size < 2 or "respectively" not in text:
        return []
    spaced = re.sub(r"⌊\s*([-+−]?\d+)\s*⌋", r"\1", text)
    for found in RESPECTIVELY.finditer(spaced):
        numbers = re.findall(r"[-+−]?\d+", found[1])
        if len(numbers) == size:
            head, tail = spaced[: found.start()], spaced[found.end() :]
            tail = re.sub(r",?\s*respectively\b", "", tail, count=1)
            return [f"{head}{one}{tail}" for one in numbers]
    return []


def options_of(entries: list[str]) -> tuple[Entry, ...]:
    """Lines of a list as things to pick."""
    return tuple(Entry(text.removeprefix("🗣").strip(), consult="🗣" in text[:1]) for text in entries)


def links(text: str) -> tuple[str, ...]:
    """The terms in corner brackets."""
    return tuple(found[1] for found in LINK.finditer(text))
