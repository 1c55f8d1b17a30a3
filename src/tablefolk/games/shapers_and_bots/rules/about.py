"""Words explained, and where the game comes from (SB-185, SB-186)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from tablefolk.games.shapers_and_bots.rules.content import Meaning, content

INSPIRATIONS = (  # as the game's author credits them (SB-186)
    ("Dungeons & Dragons", ""),
    ("The Fantasy Trip", ""),
    ("the Pip System", ""),
    ("the PDQ system", ""),
    ("Tiny Dungeon", ""),
    ("Engine Heart", ""),
    ("Avatar: The Last Airbender", "for the mood"),
)


def glossary() -> tuple[Meaning, ...]:
    """The terms of the game, each in words a child of eight can read (SB-185)."""
    return content().glossary


def meaning(term: str) -> str:
    """What a term means; "" for a word that is none."""
    return _by_term().get(term.casefold(), "")


def explained(text: str) -> Iterator[tuple[str, str]]:
    """A text in pieces, each with the meaning of the term it is, for tooltips (SB-185)."""
    at = 0
    for found in _pattern().finditer(text):
        if found.start() > at:
            yield text[at : found.start()], ""
        yield found[0], meaning(_singular(found[0]))
        at = found.end()
    if at < len(text):
        yield text[at:], ""


@cache
def _by_term() -> dict[str, str]:
    return {word.term.casefold(): word.meaning for word in glossary()}


@cache
def _pattern() -> re.Pattern[str]:
    """Any term, the longest first, also as a plural."""
    terms = sorted(map(re.escape, _by_term()), key=len, reverse=True)
    penalties = "penalties"
    return re.compile(rf"\b(?:{penalties}|(?:{'|'.join(terms)})s?)\b", re.IGNORECASE)


def _singular(term: str) -> str:
    plain = term.casefold()
    if plain in _by_term():
        return plain
    return "penalty" if plain == "penalties" else plain.removesuffix("s")
