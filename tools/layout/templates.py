"""Templates of Jinja with no line over 120 characters, drawn as before.

Blanks mean something in a template, so a line ends only where that changes nothing: a newline takes
the place of a blank, or stands where Jinja swallows it. Jinja swallows a newline after a statement
(`%}`, by trim_blocks), after a comment (so `{##}` ends a line between two tags) and before `{%-`;
where the blank after a `%}` becomes a newline, `+%}` keeps it. What is drawn is the same, character
by character, but that some blanks are newlines. Lines begin without indentation, which would be
sent to everybody; inside of Jinja it costs nothing.

Of all such places the outermost are taken first: a block that is too long has each of its
statements on a line of its own, and what fits stays together. Every blank stays one in pre,
textarea, script, style, in the values of attributes, and in elements whose class a stylesheet gives
`white-space: pre…`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from tools.layout.pages import LOATH, Page, Seam, Span

WIDTH = 120
SIGNS = 4  # characters that a line may get at its ends
WORDS = {"word", "value"}


class Place(NamedTuple):
    """A seam as one long line sees it."""

    seam: Seam
    rank: int  # the lower, the further outside
    always: bool  # where its rank is reached, the line ends here whether there is room or not


def template(text: str, keeping: frozenset[str] = frozenset(), width: int = WIDTH) -> str:
    """A template with its long lines laid out; `keeping` are classes whose every blank stays."""
    better = _once(text, keeping, width)
    while better != text:  # signs may have made a line too long once more
        text, better = better, _once(better, keeping, width)
    return text


def _once(text: str, keeping: frozenset[str], width: int) -> str:
    page = Page(text)
    kept = _kept(page, keeping)
    seams = [_unseen(page, seam) if _in(kept, seam.at) else seam for seam in page.seams]
    lines, start = list[str](), 0
    for line in text.split("\n"):
        end = start + len(line)
        if len(line) > width:
            lines += _lines(page, start, end, _places(page, seams, start, end), width - SIGNS)
        else:
            lines.append(line)
        start = end + 1
    return "\n".join(lines)


def _unseen(page: Page, seam: Seam) -> Seam:
    """The same place, where a blank has to stay one; unless Jinja swallows it anyhow."""
    swallowed = page.text[seam.after.start + 1 : seam.after.start + 3] in {"%-", "{-", "#-"}
    if seam.in_text and seam.sign in " +" and not swallowed:
        return seam._replace(at=seam.at + 1, sign="#")
    return seam


def _in(spans: Sequence[Span], at: int) -> bool:
    return any(span.holds(at) for span in spans)


def _kept(page: Page, keeping: frozenset[str]) -> list[Span]:
    """The elements of those classes; one whose end is not found goes on to the page's."""
    ends = {tag.start: span.end for tag, span in page.elements}
    return [
        Span(tag.start, ends.get(tag.start, len(page.text) + 1))
        for tag in page.opened
        if _is_kept(page.said(tag), keeping, page.text)
    ]


def _is_kept(tag: str, keeping: frozenset[str], text: str) -> bool:
    """Whether a tag has one of these classes, or might (class="line-{{ kind }}").

    What is selected as a tag below a class is kept in every template that names the class: its
    macros may be drawn there.
    """
    said = set(re.findall(r"[\w-]+", tag))
    begun = tuple(re.findall(r"([\w-]+-)\{\{", tag))
    return any(
        name in said or name.startswith(begun) or (inner in said and name in text)
        for name, _, inner in (one.partition(" ") for one in keeping)
    )


def _places(page: Page, seams: Sequence[Seam], start: int, end: int) -> list[Place]:
    spans = [span for span in page.spans if start <= span.start and span.end <= end]
    blocks = {
        at: span for at, span in page.blocks.items() if start <= span.start and span.end <= end
    }
    found = []
    for seam in sorted(seam for seam in seams if start < seam.at < end):
        rank = sum(span.weight for span in spans if span.holds(seam.at)) + seam.loath
        beside_a_word = seam.sign in "|-" and {seam.before.kind, seam.after.kind} & WORDS
        outside = any(
            token.start in page.blocks and not page.blocks[token.start].holds(seam.at)
            for token in (seam.before, seam.after)
        )
        rank += LOATH if beside_a_word and outside else 0
        found.append(Place(seam, rank, rank < LOATH and _always(seam, blocks)))
    return found


def _always(seam: Seam, blocks: dict[int, Span]) -> bool:
    """Inside of a block, beside its statements; and beside statements that begin or end none."""
    return any(
        token.kind == "comment" or token.start not in blocks or blocks[token.start].holds(seam.at)
        for token in (seam.before, seam.after)
        if token.kind in {"statement", "comment"}
    )


def _lines(page: Page, start: int, end: int, places: Sequence[Place], room: int) -> list[str]:
    """The lines of a stretch: cut at its outermost places, and so is each piece that is long."""
    if end - start <= room or not places:
        return [page.text[start:end]]
    level = min(place.rank for place in places)
    cuts = [place for place in places if place.rank == level]
    lines, since, by = list[str](), start, None
    for cut, following in zip(cuts, [*(c.seam.at for c in cuts[1:]), end], strict=True):
        if cut.always or following - since > room:
            lines = _joined(lines, by, _piece(page, since, cut.seam.at, places, level, room))
            since, by = cut.seam.at, cut.seam
    return _joined(lines, by, _piece(page, since, end, places, level, room))


def _piece(
    page: Page, start: int, end: int, places: Sequence[Place], level: int, room: int
) -> list[str]:
    inner = [p for p in places if start < p.seam.at < end and p.rank > level]
    return _lines(page, start, end, inner, room)


def _joined(lines: list[str], seam: Seam | None, more: list[str]) -> list[str]:
    """Lines, and more of them after a line that ends at this seam."""
    if seam is None:
        return more
    (*rest, last), (first, *others) = lines, more
    if seam.sign in "+~":
        last = f"{last[:-2]}{'+' if seam.sign == '+' else '-'}{last[-2:]}"
    if seam.sign == "#":
        last += "{##}"
    if seam.sign in " +":
        first = first[1:]
    elif seam.sign == "-":
        first = f"{first[:2]}-{first[2:]}"
    return [*rest, last, seam.indent + first, *others]
