"""A pack on the workbench: headings, checklists, rows with their faults (RB-185 … RB-188)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from tablefolk.core.files import Fault
from tablefolk.games.rotate_bird.page import editing
from tablefolk.games.rotate_bird.page.blocks.symbol import Picture
from tablefolk.games.rotate_bird.page.editing import Draft, Row
from tablefolk.games.rotate_bird.page.offers.making import say
from tablefolk.games.rotate_bird.rules.packs import Kind, Pack, brief

KINDS: dict[str, Kind] = {"being": "being", "doing": "doing", "fallout": "fallout"}
RULES = {"being": "RB-185", "doing": "RB-186", "fallout": "RB-86", "factors": "RB-188"}


class BenchRow(Struct, frozen=True):
    """A row to type in, its picture as it is now, and what is wrong with it."""

    row: Row
    picture: Picture
    faults: tuple[str, ...] = ()


class BenchPart(Struct, frozen=True):
    """A table of the pack."""

    key: str
    title: str
    rule: str
    rows: tuple[BenchRow, ...]
    checklist: tuple[str, ...] = ()
    faults: tuple[str, ...] = ()


def parts(pack: Pack, draft: Draft | None, faults: Sequence[Fault] = ()) -> tuple[BenchPart, ...]:
    """Every part of a draft of this pack; faults stand where they belong."""
    draft = draft or editing.draft(pack)
    found = editing.written(draft).at(faults)
    standing = tuple(
        BenchPart(
            key,
            say(f"editor.{kind}", n=int(number or 0) + 1, of=len(pack.being)),
            RULES[kind],
            tuple(_row(kind, one, found.get(f"{key}:{one.code}", ())) for one in rows),
            checklist(kind),
            found.get(key, ()),
        )
        for key, rows in draft.sections.items()
        for kind, _, number in [key.partition(".")]
    )
    return (*standing, *another(draft))


def another(draft: Draft) -> Iterator[BenchPart]:
    """An empty Being table to fill, where one more fits."""
    if key := editing.one_more(draft):
        rows = tuple(_row("being", row, ()) for row in editing.blank_rows())
        yield BenchPart(key, say("editor.another"), RULES["being"], rows, checklist("being"))


def checklist(kind: str) -> tuple[str, ...]:
    """The guidelines for a kind: to tick off, not enforced (RB-185 … RB-187)."""
    lead = f"checklist.{kind}."
    found = tuple(text for key, text in say.sentences.items() if key.startswith(lead))
    return (*found, say("hints.RB-187")) if found else ()


def _row(kind: str, row: Row, faults: tuple[str, ...]) -> BenchRow:
    kept, short = KINDS.get(kind, "factor"), row.short or brief(row.name)
    picture = Picture(row.id, row.name, kept, row.icon, row.emoji, row.drawing, short)
    return BenchRow(row, picture, faults)
