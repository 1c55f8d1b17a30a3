"""An item as it is printed: its paragraphs in the usual order, and each paragraph as lines."""

from __future__ import annotations

from collections.abc import Iterator

from tablefolk.games.mutagen.playbooks.effects import Band
from tablefolk.games.mutagen.playbooks.markup.signs import (
    ALERT,
    ARROW,
    BOX,
    BULLET,
    CIRCLE,
    DISC,
    GIVEN,
    NOT_THIS,
    PRINTED,
    SPEAK,
)
from tablefolk.games.mutagen.playbooks.model import (
    AnyItem,
    Aptitude,
    Deed,
    Gm,
    NotThis,
    Paragraph,
    Rank,
    Resource,
    Section,
    Story,
    WriteIn,
)

WANT, HOW = "Want:", "How:"


# -- Paragraphs ------------------------------------------------------------------------------


def printed(one: AnyItem | Section) -> tuple[Paragraph, ...]:
    """The paragraphs of an item or a section, as they are printed."""
    return one.body or usual(one)


def usual(one: AnyItem | Section) -> tuple[Paragraph, ...]:
    """The paragraphs in the usual order: words, lists, ranks, fields, ways, results."""
    if isinstance(one, Section):
        return (*_plain(one.text), *_not_this(one.not_this), *_results(one.bands))
    return (*_words(one), *_lists(one), *_boxes(one), *_outcomes(one))


def _words(item: AnyItem) -> Iterator[Paragraph]:
    if isinstance(item, Story) and item.want:
        yield Paragraph("plain", f"{WANT} {item.want}")
    if isinstance(item, Story) and item.how:
        yield Paragraph("plain", f"{HOW} {item.how}", tight=True)
    yield from _plain(item.text)


def _lists(item: AnyItem) -> Iterator[Paragraph]:
    if not isinstance(item, Deed):
        return
    yield from (Paragraph("bullet", text) for text in item.limits)
    if item.roll and item.roll.by == "choice":
        for choice in item.roll.choices:
            yield Paragraph("bullet", f"⊞⌊{signed(choice.n)}⌋ {choice.label}".strip())
    yield from (Paragraph("bullet", _spoken(one.text, one.consult)) for one in item.choices)


def _boxes(item: AnyItem) -> Iterator[Paragraph]:
    if isinstance(item, Resource) and not headed(item):
        for n, rank in enumerate(item.ranks):
            yield Paragraph("rank", n=n, tight=not rank.note)
    yield from (Paragraph("field", n=n) for n in range(len(item.fields)))


def _outcomes(item: AnyItem) -> Iterator[Paragraph]:
    if isinstance(item, Gm):
        yield from _not_this(item.not_this)
    if isinstance(item, Deed):
        for mode in item.modes:
            yield Paragraph("plain", _spoken(mode.text, mode.consult))
            yield from _results(mode.bands)
        yield from _results(item.bands)


def _plain(text: str) -> Iterator[Paragraph]:
    return (Paragraph("plain", line) for line in text.split("\n") if line)


def _not_this(confusions: tuple[NotThis, ...]) -> Iterator[Paragraph]:
    return (Paragraph("notthis", one.text, tight=True) for one in confusions)


def _results(bands: tuple[Band, ...]) -> Iterator[Paragraph]:
    for band in bands:
        if band.text or band.options:
            yield Paragraph("result", band.text, on=band.on)
        for entry in band.options:
            yield Paragraph("bullet", _spoken(entry.text, entry.consult))


def _spoken(text: str, consult: bool) -> str:
    return f"{SPEAK} {text}" if consult else text


def signed(n: int) -> str:
    """A number as rolls are written: +0, +2, −1."""
    return f"−{-n}" if n < 0 else f"+{n}"


# -- Headers ---------------------------------------------------------------------------------


def headed(item: Resource) -> bool:
    """Whether its boxes stand behind the name: one free rank, and nothing else to say of it."""
    return len(item.ranks) == 1 and item.ranks[0] == Rank(boxes=item.ranks[0].boxes or -1)


def marks(item: AnyItem) -> tuple[str, str]:
    """The marks before and behind the name."""
    lead = GIVEN if item.mark == "grant" and item.granted else PRINTED[item.mark]
    if isinstance(item, Aptitude):
        filled = max(0, item.prebought - (item.mark == "prebought"))
        return lead, DISC * filled + CIRCLE * (item.dots - 1 - filled)
    if isinstance(item, Resource) and headed(item):
        return lead, BOX * item.ranks[0].boxes
    return lead, ""


def head(item: AnyItem) -> str:
    """What stands before an item's ►."""
    lead, _, trail = item.marks.partition("|") if item.marks else ("", "", "")
    if not item.marks:
        lead, trail = marks(item)
    signs = SPEAK * item.consult + ALERT * item.alert
    name = f"{signs}{item.name}" + (f" ({item.gate})" if item.gate is not None else "")
    return " ".join(part for part in (*lead, name, *trail) if part)


# -- Lines -----------------------------------------------------------------------------------


def lines(one: AnyItem | Section, paragraph: Paragraph) -> Iterator[str]:
    """The lines a paragraph is written in."""
    if isinstance(one, Section) or paragraph.kind not in ("rank", "field"):
        yield _line(paragraph)
    elif paragraph.kind == "rank" and isinstance(one, Resource) and paragraph.n < len(one.ranks):
        yield from _rank(one.ranks[paragraph.n], paragraph.tight)
    elif paragraph.kind == "field" and paragraph.n < len(one.fields):
        yield from _field(one.fields[paragraph.n])


def _line(paragraph: Paragraph) -> str:
    text = paragraph.text
    arrows = "".join(ARROW[band] for band in paragraph.on)
    starts = {"result": arrows, "bullet": BULLET, "numbered": f"{paragraph.n}."}
    starts["notthis"] = NOT_THIS
    start = starts.get(paragraph.kind, "")
    bar = "|" if paragraph.tight else ""
    if not start:
        return f"{bar} {text}" if bar and text.startswith("|") else f"{bar}{text}"
    return f"{bar}{start} {text}".rstrip()


def _rank(rank: Rank, tight: bool) -> Iterator[str]:
    mark = GIVEN if rank.granted else PRINTED[rank.mark] or DISC
    label = f"({rank.label})" if rank.label else ""
    line = " ".join(part for part in (mark, f"{rank.n}.", *(BOX * rank.boxes), label) if part)
    yield from ("[[", line, "]]") if rank.note else (f"{'|' if tight else ''}{line}",)


def _field(field: WriteIn) -> Iterator[str]:
    inside = (field.label,) if field.label and field.lines == 1 else ("||",) * (field.lines - 1)
    yield from ("[[", *inside, "]]")
