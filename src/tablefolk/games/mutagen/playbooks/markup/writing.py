"""A playbook written as Mutagen Markup in normal form; read again it is the same (MU-159).

Normal form: signs instead of shorthands, one paragraph a line, one blank line before each header.
What markup cannot say goes into `##tablefolk` lines, which other readers pass over as comments.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

import msgspec

from tablefolk.games.mutagen.playbooks.library import our_playbooks
from tablefolk.games.mutagen.playbooks.markup.lines import COMMENT, INCLUDE, SECTION_LINE
from tablefolk.games.mutagen.playbooks.markup.printing import head, lines, printed
from tablefolk.games.mutagen.playbooks.markup.reading import Reader
from tablefolk.games.mutagen.playbooks.model import AnyItem, Paragraph, Playbook, Section

BREAKS = {"": "", "column": "~~~", "page": "!~~~"}
IDENTITY = ("id", "kind", "name")
MOST_DATA = 1_900  # characters of a line of data
Extras = Mapping[str, Mapping[str, object]]


def write_markup(playbook: Playbook, known: Sequence[Playbook] | None = None) -> str:
    """The text of a playbook, which read_markup takes back in under the same name."""
    known = our_playbooks() if known is None else known
    own = _own(playbook)
    extras: Extras = own
    for part in (IDENTITY, ()):  # names first: what the rest means depends on them
        plain = Reader(_text(playbook, extras), playbook.id, {}, known).playbook()
        extras = _extras(playbook, plain, extras, own, part)
    return _text(playbook, extras)


def _own(playbook: Playbook) -> Extras:
    """How its ids are made, where that is not the usual way."""
    usual = all(item.id.startswith(f"{playbook.id}.") for item in playbook.items)
    return {} if usual else {"": {"id": playbook.id, "prefix": ""}}


def _extras(
    playbook: Playbook, plain: Playbook | None, extras: Extras, own: Extras, part: Sequence[str]
) -> Extras:
    """What each block is beyond what was read, by its place in the playbook."""
    found: dict[str, dict[str, object]] = {"": dict(own.get("", {}))}
    before = dict(_pieces(plain)) if plain else {}
    for place, piece in _pieces(playbook):
        differs = _differs(piece, before.get(place))
        identity = extras.get(place, {}) if not part else {}
        if part:
            differs = {name: value for name, value in differs.items() if name in part}
        found[place] = {**found.get(place, {}), **identity, **differs}
    if found[""] and "id" not in found[""]:
        found[""] = {"id": playbook.id, **found[""]}
    return found


def _pieces(playbook: Playbook) -> Iterator[tuple[str, dict[str, object]]]:
    """The playbook, its sections and its items as plain trees, each without what it holds."""
    tree = msgspec.to_builtins(playbook)
    yield "", {name: value for name, value in tree.items() if name != "sections"}
    for n, section in enumerate(tree.get("sections", ())):
        yield f"{n}", {name: value for name, value in section.items() if name != "items"}
        for m, item in enumerate(section.get("items", ())):
            yield f"{n}.{m}", item


def _differs(real: dict[str, object], plain: dict[str, object] | None) -> dict[str, object]:
    plain = plain or {}
    gone = {name: None for name in plain if name not in real}
    return {name: value for name, value in real.items() if plain.get(name) != value} | gone


# -- Lines ---------------------------------------------------------------------------------------


def _text(playbook: Playbook, extras: Extras) -> str:
    blocks = [list(_heading(playbook, extras.get("", {})))]
    for n, section in enumerate(playbook.sections):
        blocks.append(list(_section(section, extras.get(f"{n}", {}), first=n == 0)))
        for m, item in enumerate(section.items):
            blocks.append(list(_item(item, extras.get(f"{n}.{m}", {}))))
    return "\n\n".join("\n".join(block) for block in blocks if block) + "\n"


def _heading(playbook: Playbook, extra: Mapping[str, object]) -> Iterator[str]:
    for line in (playbook.credit, playbook.licence):
        if line:
            yield f"## {_single(line)}"
    yield from _data(extra)


def _section(section: Section, extra: Mapping[str, object], first: bool) -> Iterator[str]:
    if first and not section.label and not section.body and not section.text:
        yield from ()
        return
    name = f"{section.group}: {section.label}" if section.group else section.label
    yield f"{BREAKS[section.break_before]}§ {unheaded(name)}"
    for paragraph in printed(section):
        yield from _safe(section, paragraph)
    yield from _data(extra)


def _item(item: AnyItem, extra: Mapping[str, object]) -> Iterator[str]:
    paragraphs = printed(item)
    first = paragraphs[0] if paragraphs else None
    before = heading(head(item))
    if first and first.kind == "plain" and not first.tight:
        yield f"{before} ► {unheaded(first.text)}"
        paragraphs = paragraphs[1:]
    else:
        yield f"{before} ►"
    for paragraph in paragraphs:
        yield from _safe(item, paragraph)
    yield from _data(extra)


def heading(before: str) -> str:
    """What stands before an item's ►, if it is no comment."""
    name = unheaded(before)
    return f"▸ {name}" if COMMENT.match(name) or INCLUDE.match(name) else name


def _data(extra: Mapping[str, object]) -> Iterator[str]:
    """In as few lines as there is room for: what people send at a time has a limit (TF-11)."""
    row: dict[str, object] = {}
    for name, value in extra.items():
        if row and len(msgspec.json.encode({**row, name: value}).decode()) > MOST_DATA:
            yield _data_line(row)
            row = {}
        row[name] = value
    if row:
        yield _data_line(row)


def _data_line(row: Mapping[str, object]) -> str:
    return f"##tablefolk {msgspec.json.encode(row).decode()}"


def _single(text: str) -> str:
    return " ".join(re.sub(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029]", "", text).split("\n"))


def unheaded(text: str) -> str:
    """A text in one line that begins no item."""
    return re.sub("►|-->", "▸", _single(text))


def _safe(one: AnyItem | Section, paragraph: Paragraph) -> Iterator[str]:
    """The lines of a paragraph."""
    for written in lines(one, paragraph):
        yield from harmless(written)


def harmless(written: str) -> Iterator[str]:
    """A line that neither begins a block of its own nor vanishes."""
    line = unheaded(written).strip()
    if not any(taken.match(line) for taken in (COMMENT, INCLUDE, SECTION_LINE)):
        yield line if not line.startswith("\\") else f"▸ {line}"
    elif SECTION_LINE.match(line[0]):
        yield f"▸ {line}"
    else:  # a continued line hides how the paragraph begins
        yield line[0]
        yield f"\\{line[1:]}"
