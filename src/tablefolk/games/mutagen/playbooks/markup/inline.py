"""The inside of a paragraph as spans: links, rolls, sums, results, bold, italic, underlined."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal

from msgspec import Struct

from tablefolk.games.mutagen.playbooks.effects import BandId
from tablefolk.games.mutagen.playbooks.markup.signs import ARROWS, SPEAK

MOST_DEPTH = 3
SPANS = re.compile(
    r"⌞(?P<link>[^⌞⌝]+)⌝|⊞⌊(?P<roll>[^⌊⌋]+)⌋|⊞(?P<bare>\w+)|⌊(?P<sum>[^⌊⌋]+)⌋"
    r"|!!(?P<bold>.+?)!!|(?<!:)//(?P<italic>.+?)//|__(?P<underline>.+?)__"
    rf"|(?P<results>[{''.join(ARROWS)}]+)|(?P<speak>{SPEAK})"
)


class Span(Struct, frozen=True, omit_defaults=True):
    """A run of text of one sort; what is bold or slanted may hold spans itself."""

    kind: Literal[
        "text", "link", "roll", "sum", "bold", "italic", "underline", "results", "speak"
    ] = "text"
    text: str = ""
    on: tuple[BandId, ...] = ()
    inside: tuple[Span, ...] = ()


def spans(text: str, depth: int = 0) -> tuple[Span, ...]:
    """A paragraph cut into spans, in order; their texts together say what it says."""
    return tuple(_cut(text, depth))


def _cut(text: str, depth: int) -> Iterator[Span]:
    at = 0
    for found in SPANS.finditer(text):
        if found.start() > at:
            yield Span(text=text[at : found.start()])
        yield _span(found, depth)
        at = found.end()
    if at < len(text):
        yield Span(text=text[at:])


def _span(found: re.Match[str], depth: int) -> Span:
    kind = found.lastgroup or "text"
    inner = found[kind]
    match kind:
        case "results":
            return Span("results", inner, tuple(ARROWS[arrow] for arrow in inner))
        case "bold" | "italic" | "underline" if depth < MOST_DEPTH:
            return Span(kind, inner, inside=spans(inner, depth + 1))
        case "bare":
            return Span("roll", inner)
        case _:
            return Span(kind, inner)  # type: ignore[arg-type]
