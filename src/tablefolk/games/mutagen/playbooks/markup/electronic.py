"""Electronic playbooks, `*.mutagen.json`: Mutagen Markup in tags, as the author's tracker takes it.

They hold what is printed and nothing else: read, they become markup, of which the importer makes
what it makes of any (MU-156); written, whatever markup alone cannot say stays behind (MU-159).
"""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from html.parser import HTMLParser

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from tablefolk.core.unfit import in_file
from tablefolk.games.mutagen.playbooks.faults import Fault, errors
from tablefolk.games.mutagen.playbooks.markup import signs
from tablefolk.games.mutagen.playbooks.markup.inline import MOST_DEPTH, SPANS
from tablefolk.games.mutagen.playbooks.markup.printing import head, lines, printed
from tablefolk.games.mutagen.playbooks.markup.reading import Counts, Imported, read_markup
from tablefolk.games.mutagen.playbooks.markup.writing import BREAKS, harmless, heading, unheaded
from tablefolk.games.mutagen.playbooks.model import AnyItem, Paragraph, Playbook, Role, Section

ENDING = ".mutagen.json"
VERSION, MOST_CHARACTERS, MOST_FIELD = 8, 1_000_000, 40
EMPTY = "🖉"  # what stands in a field nobody has written in
SIGNS = {"m-it": "", "m-r": "", "m-m": "", "m-s": "", "m-c": ""}
SIGNS |= {"b": "!!", "i": "//", "em": "__", "u": "__"}
SET = {"bold": "b", "italic": "i", "underline": "em"}
HOLDERS = ("m-i", "m-id", "m-sdesc", "m-in")
ROWS = ("m-stitle", "m-ih", "m-p", "m-li", "m-res", "m-br", "m-il", "m-inv")
HEADS = ("m-stitle", "m-ih")
TAGS = {"result": "m-res", "bullet": "m-li", "numbered": "m-li"}
ATTRIBUTES = {("m-stitle", "colbreak"), ("m-stitle", "pagebreak"), ("m-in", "lines")}


class Electronic(Struct, frozen=True):
    """The file; `status` and `stuff` are somebody's sheet and no part of a playbook."""

    items: list[str]
    status: object = ""
    stuff: object = ""
    markup_version: int = 0
    pdf: str = ""
    homepage: str = ""
    game_title: str = ""
    pb_name: str = ""


class Undressed(Struct, frozen=True):
    """The markup of an electronic playbook, and which of its items each line is from."""

    text: str
    faults: tuple[Fault, ...] = ()
    places: tuple[int, ...] = ()


# -- Reading (MU-156) --------------------------------------------------------------------------


def is_electronic(text: str) -> bool:
    """Whether this is such a file, and not a data file of ours."""
    if not text.lstrip("\ufeff \t\r\n").startswith("{") or len(text) > MOST_CHARACTERS:
        return False
    try:
        tree = msgspec.json.decode(text.removeprefix("\ufeff"), type=dict[str, object])
    except (msgspec.MsgspecError, RecursionError):
        return False
    return isinstance(tree.get("items"), list) and "sections" not in tree


def read_electronic(
    text: str,
    name: str,
    *,
    known: Sequence[Playbook] | None = None,
    role: Role | None = None,
    title: str = "",
) -> Imported:
    """Read such a playbook; every fault names the item of the file."""
    found = undressed(text, title)
    if errors(found.faults):
        return Imported(None, found.faults, Counts())
    read = read_markup(found.text, name, known=known, role=role)
    told = tuple(_placed(fault, found.places) for fault in read.faults)
    return Imported(read.playbook, (*found.faults, *told), read.counts)


def _placed(fault: Fault, places: Sequence[int]) -> Fault:
    at = places[fault.line - 1] if 0 < fault.line <= len(places) else -1
    return replace(fault, line=0, place=_item_at(at)) if at >= 0 else fault


def _item_at(n: int) -> str:
    return f"items[{n}]"


def undressed(text: str, title: str = "") -> Undressed:
    """The markup, or every reason why there is none."""
    if len(text) > MOST_CHARACTERS:
        return _none(f"it has more than {MOST_CHARACTERS} characters")
    try:
        tree = msgspec.json.decode(text.removeprefix("\ufeff"), type=dict[str, object])
        whole = msgspec.convert(tree, Electronic)
    except (msgspec.MsgspecError, RecursionError, ValueError) as bad:
        return _none(in_file(bad))
    faults = list(_around(whole, tree))
    rows, places = list(_about(whole, title)), [-1]
    places *= len(rows)
    for n, item in enumerate(whole.items):
        taken = Undressing(item)
        block = [*taken.markup(), ""]
        faults += (Fault(why, place=_item_at(n), warning=True) for why in taken.left)
        faults += (Fault(taken.wrong, place=_item_at(n)),) if taken.wrong else ()
        rows += block
        places += [n] * len(block)
    return Undressed("\n".join(rows), tuple(faults), tuple(places))


def _none(why: str) -> Undressed:
    return Undressed("", (Fault(f"This is no electronic playbook: {why}."),))


def _around(whole: Electronic, tree: Mapping[str, object]) -> Iterator[Fault]:
    """What the file says beside its items."""
    if whole.markup_version > VERSION:
        why = f"It is in version {whole.markup_version} of the markup; {VERSION} is the last known."
        yield Fault(why)
    for name in tree:
        if name not in Electronic.__struct_fields__:
            why = f"“{name[:60]}” is no part of an electronic playbook; it was left out."
            yield Fault(why, warning=True)
    for name in ("status", "stuff"):
        if tree.get(name):
            yield Fault(f"“{name}” is from somebody’s sheet; it was left out.", warning=True)


def _about(whole: Electronic, title: str) -> Iterator[str]:
    """What the playbook is called, and where it comes from."""
    credit = ", ".join(part for part in (whole.game_title, whole.homepage) if part.strip())
    told = {"name": (title or whole.pb_name).strip(), "credit": credit.strip()}
    if any(told.values()):
        yield f"##tablefolk {json.dumps({k: v for k, v in told.items() if v}, ensure_ascii=False)}"
        yield ""


class Undressing(HTMLParser):
    """Takes the tags off one item or section, row by row."""

    def __init__(self, item: str) -> None:
        super().__init__(convert_charrefs=True)
        self.rows: list[tuple[str, str]] = []
        self.open: list[str] = []
        self.text = self.wrong = self.label = ""
        self.height, self.broken = 1, ""
        self.left: dict[str, None] = {}
        self.feed(item)
        self.close()
        self.row()
        if self.open:
            self.fail(f"<{self.open[-1]}> is never closed.")

    def fail(self, why: str) -> None:
        self.wrong = self.wrong or why

    # -- Tags ----------------------------------------------------------------------------------

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in SIGNS:
            self.text += SIGNS[tag]
        elif tag not in (*HOLDERS, *ROWS):
            self.fail(f"<{tag[:40]}> is no tag of an electronic playbook.")
        elif any(one in SIGNS for one in self.open):
            self.fail(f"<{tag}> cannot stand inside <{self.open[-1]}>.")
        else:
            self.row()
        self.open.append(tag)
        for name, value in attrs:
            self.attribute(tag, name, value or "")

    def attribute(self, tag: str, name: str, value: str) -> None:
        if (tag, name) not in ATTRIBUTES:
            self.left[f"“{name[:40]}” of <{tag[:40]}> means nothing here."] = None
        elif name == "lines":
            tall = value.isdecimal() and 1 <= int(value[:4]) <= MOST_FIELD
            self.height = int(value) if tall else 1
            if not tall:
                self.fail(f"A field has 1 to {MOST_FIELD} lines.")
        else:
            self.broken = BREAKS["column" if name == "colbreak" else "page"]

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open[-1] != tag:
            self.fail(f"</{tag[:40]}> closes nothing here.")
            return
        if tag in SIGNS:
            self.text += SIGNS[tag]
        else:
            self.row()
        self.open.pop()
        if tag == "m-in":
            self.rows.append(("m-in", self.label or "\n".join(["||"] * (self.height - 1))))
            self.label, self.height = "", 1

    def handle_data(self, data: str) -> None:
        self.text += data

    def handle_comment(self, data: str) -> None:
        self.fail("It holds a comment.")

    def handle_decl(self, decl: str) -> None:
        self.fail("It holds a declaration.")

    def unknown_decl(self, data: str) -> None:
        self.fail("It holds a declaration.")

    def handle_pi(self, data: str) -> None:
        self.fail("It holds an instruction.")

    # -- Rows ----------------------------------------------------------------------------------

    def row(self) -> None:
        """What was gathered belongs to the row that is open; outside, each line is a row."""
        text, self.text = self.text, ""
        tag = next((one for one in reversed(self.open) if one not in SIGNS), "")
        one = re.sub(r"\s*\n\s*", " ", text).strip()
        if tag == "m-il":
            self.label = one
        elif tag == "m-inv":
            if one not in ("", EMPTY):
                self.left["What somebody wrote into a field was left out."] = None
        elif tag in ROWS:
            self.rows += [(tag, one)] if one or tag == "m-br" else []
        else:
            self.rows += [("", line.strip()) for line in text.split("\n") if line.strip()]

    def markup(self) -> Iterator[str]:
        """The lines this item or section is in markup."""
        (tag, first), *rest = self.rows or [("", "")]
        if any(one in HEADS for one, _ in rest):
            self.fail("It holds more than one item or section.")
        if tag == "m-stitle" or (not tag and first.startswith(signs.SECTION)):
            name = first.removeprefix(signs.SECTION).strip()
            yield f"{self.broken}{signs.SECTION} {unheaded(name)}"
        elif found := re.match(f"(.*?)(?:{signs.ITEM}|-->)(.*)", first):
            begun = found[2].strip()
            if not begun and rest and rest[0][0] == "m-p":
                (_, begun), *rest = rest
            yield f"{heading(found[1].strip())} {signs.ITEM} {unheaded(begun)}".rstrip()
        else:
            self.fail("It is neither an item nor a section.")
        for one, text in rest:
            yield from _lines(one, text)


def _lines(tag: str, text: str) -> Iterator[str]:
    if tag == "m-in":
        yield "[["
        for inside in text.split("\n") if text else ():
            yield from [inside] if inside == "||" else harmless(inside)
        yield "]]"
    elif tag == "m-br":
        yield from harmless(f"| {text}" if text.startswith("|") else f"|{text}")
    else:
        yield from harmless(text)


# -- Writing (MU-159) --------------------------------------------------------------------------


def write_electronic(playbook: Playbook) -> str:
    """A playbook as such a file, with credit and licence in its title."""
    told = (playbook.credit, playbook.licence if playbook.licence not in playbook.credit else "")
    whole = Electronic(
        items=list(_items(playbook)),
        markup_version=VERSION,
        game_title=" ".join(", ".join(part for part in told if part).split()),
        pb_name=" ".join(playbook.name.split()),
    )
    return json.dumps(msgspec.to_builtins(whole), ensure_ascii=False, indent=1) + "\n"


def _items(playbook: Playbook) -> Iterator[str]:
    for n, section in enumerate(playbook.sections):
        if n or section.label or section.body or section.text:
            yield _section(section)
        yield from (_item(item) for item in section.items)


def _section(section: Section) -> str:
    name = f"{section.group}: {section.label}" if section.group else section.label
    breaks = {"column": ' colbreak="true"', "page": ' pagebreak="true"'}
    title = f"<m-stitle{breaks.get(section.break_before, '')}>§ {_signed(name)}</m-stitle>"
    rows = [_row(section, paragraph) for paragraph in printed(section)]
    return "\n".join([title, "<m-sdesc>", *rows, "</m-sdesc>"]) if rows else title


def _item(item: AnyItem) -> str:
    marks = f"[{signs.MARKS} ]*"
    found = re.fullmatch(f"({marks})(.*?)({marks})", unheaded(head(item)))
    assert found is not None  # marks may be missing
    lead, name, trail = (_signed(part) for part in found.groups())
    title = f"<m-ih>{lead}<m-it>{name}</m-it>{trail} <m-s>{signs.ITEM}</m-s> </m-ih>"
    rows = [_row(item, paragraph) for paragraph in printed(item)]
    return "\n".join([f"<m-i>{title}<m-id>", *rows, "</m-id></m-i>"])


def _row(one: AnyItem | Section, paragraph: Paragraph) -> str:
    written = list(lines(one, paragraph))
    if len(written) > 1:
        return _field(written[1:-1])
    line = "".join(written)
    if paragraph.tight:
        return f"<m-br>{_dressed(line[1:])}</m-br>"
    tag = TAGS.get(paragraph.kind, "m-p")
    return f"<{tag}>{_dressed(line)}</{tag}>"


def _field(inside: Sequence[str]) -> str:
    if inside and inside[0] != "||":
        return f"<m-in><m-il>{_dressed(inside[0])}</m-il><m-inv>{EMPTY}</m-inv></m-in>"
    tall = f' lines="{len(inside) + 1}"' if inside else ""
    return f"<m-in{tall}><m-inv>{EMPTY}</m-inv></m-in>"


def _dressed(text: str, depth: int = 0) -> str:
    """A paragraph in tags; without them it is the same again."""
    made, at = "", 0
    for found in SPANS.finditer(text):
        kind = found.lastgroup or ""
        made += _signed(text[at : found.start()])
        tag = SET.get(kind, "") if depth < MOST_DEPTH else ""
        tag = tag or {"roll": "m-r", "bare": "m-r", "sum": "m-m"}.get(kind, "")
        inner = _dressed(found[kind], depth + 1) if tag in SET.values() else _signed(found[0])
        made += f"<{tag}>{inner}</{tag}>" if tag else inner
        at = found.end()
    return made + _signed(text[at:])


def _signed(text: str) -> str:
    safe = html.escape(text, quote=False)
    safe = re.sub("([○△▢])", r"<m-c>\1</m-c>", safe)
    return re.sub("([●▲🗣🡕🡒🡖🡓🡐👎⊞])", r"<m-s>\1</m-s>", safe)
