"""The grammar of one block: marks and title, results, lists, ranks, fields, plain paragraphs."""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec
from msgspec import Struct, field

from tablefolk.games.mutagen.playbooks.faults import Fault
from tablefolk.games.mutagen.playbooks.library import key
from tablefolk.games.mutagen.playbooks.markup import signs
from tablefolk.games.mutagen.playbooks.markup.lines import SECTION_LINE, Block, Line, header, joined
from tablefolk.games.mutagen.playbooks.model import Break, Paragraph, Rank, WriteIn

ARROWS = "".join(signs.ARROWS)
RESULT = re.compile(f"([{ARROWS}]+)(.*)", re.DOTALL)
NUMBERED = re.compile(r"(\d{1,3})\.(.*)", re.DOTALL)
RANK = re.compile(r"([○●△▲])\s*(\d{1,2})\.\s*((?:▢\s*)*)(?:\(([^()]*)\))?\s*")
MOST_RANK = 300  # characters of a rank line
GATE = re.compile(r"(.*?)\s*\((\d{1,2})\)")


class Title(Struct, frozen=True):
    """What stands before an item's ►."""

    name: str
    lead: str = ""
    trail: str = ""
    gate: int | None = None
    consult: bool = False
    alert: bool = False


class Read(Struct):
    """A block as the grammar sees it, before anything is made of it."""

    block: Block
    title: Title = Title("")
    label: str = ""
    group: str = ""
    break_before: Break = ""
    body: list[Paragraph] = field(default_factory=list)
    places: list[Line] = field(default_factory=list)  # where each paragraph stands
    ranks: list[Rank] = field(default_factory=list)
    fields: list[WriteIn] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)
    data: dict[str, object] = field(default_factory=dict)

    @property
    def line(self) -> Line:
        return self.block.lines[0]

    def fault(self, line: Line, why: str, warning: bool = True) -> None:
        self.faults.append(Fault(why, line.n, line.file, warning=warning))

    def line_of(self, part: str) -> Line:
        """Where a part stands that a fault names: a rank, a result's second place, a link."""
        kind, _, name = part.partition(":")
        pairs = zip(self.body, self.places, strict=False)
        there = [at for one, at in pairs if _is_part(one, kind, name)]
        return (there[1] if kind == "twice" and there[1:] else there[0]) if there else self.line


def _is_part(one: Paragraph, kind: str, name: str) -> bool:
    """Whether a paragraph is what a fault names."""
    match kind:
        case "rank":
            return one.kind == "rank" and str(one.n) == name
        case "twice":
            return name in one.on
        case "link":
            return f"⌞{name}⌝" in one.text
    return False


def read_block(block: Block) -> Read:
    """A section or an item, with every fault of its grammar."""
    read = Read(block)
    read.data = _data(read)
    lines = joined(block) if block.lines else []
    if block.kind == "section":
        _section(read, lines[0].text)
        lines = lines[1:]
    elif block.kind == "item":
        before, first, again = header(lines[0])
        read.title = title(before)
        if not read.title.name:
            read.fault(first, "This item has no name.", warning=False)
        if again:
            read.fault(first, "Only the first ► of a line begins an item; the others became ▸.")
        lines = [first, *lines[1:]]
    rest = [Line(_inner(line, read), line.n, line.file) for line in lines if line.text.strip()]
    _paragraphs(read, rest)
    return read


def _inner(line: Line, read: Read) -> str:
    """A paragraph that, joined together, now holds a ► must not become an item."""
    if signs.ITEM in line.text:
        read.fault(line, "A ► inside a paragraph became ▸.")
    return line.text.replace(signs.ITEM, "▸").strip()


def _data(read: Read) -> dict[str, object]:
    """What the `##tablefolk` lines of a block say."""
    told: dict[str, object] = {}
    for line in read.block.data:
        try:
            told |= msgspec.json.decode(line.text, type=dict[str, object])
        except (msgspec.MsgspecError, RecursionError):
            why = "“##tablefolk” is followed by what is no JSON of ours."
            read.fault(line, why, warning=False)
    return told


# -- Headers -----------------------------------------------------------------------------------


def title(before: str) -> Title:
    """Leading marks, then the shortest title, then trailing marks."""
    rest = before.strip()
    lead = re.match(rf"[{signs.MARKS}\s]*", rest)
    assert lead is not None  # it matches nothing as well
    rest = rest[lead.end() :]
    name = rest.rstrip(f"{signs.MARKS} \t\xa0")
    trail = rest[len(name) :]
    consult, alert = signs.SPEAK in name, signs.ALERT in name
    name = " ".join(re.sub("[🗣⚠]\ufe0f?", " ", name).split())
    gate = GATE.fullmatch(name)
    return Title(
        name=gate[1].strip() if gate and gate[1].strip() else name,
        lead=_marks(lead[0]),
        trail=_marks(trail),
        gate=int(gate[2]) if gate and gate[1].strip() else None,
        consult=consult,
        alert=alert,
    )


def _marks(text: str) -> str:
    return "".join(text.split())


def _section(read: Read, line: str) -> None:
    found = SECTION_LINE.fullmatch(line)
    assert found is not None  # only such lines begin a section
    breaks: dict[str, Break] = {"~~~": "column", "!~~~": "page"}
    read.break_before = breaks.get(found[1] or "", "")
    name = " ".join(found[2].split())
    group, _, label = name.partition(":")
    split = bool(group.strip() and label.strip())
    read.group, read.label = (group.strip(), label.strip()) if split else ("", name)
    if not name:
        read.fault(read.line, "This section has no name.", warning=False)


# -- Paragraphs --------------------------------------------------------------------------------


def _paragraphs(read: Read, lines: list[Line]) -> None:
    at = 0
    while at < len(lines):
        size = _field(read, lines[at : at + 50])
        if not size:
            read.body.append(_paragraph(read, lines[at]))
        read.places += [lines[at]] * (len(read.body) - len(read.places))
        at += size or 1


def _paragraph(read: Read, line: Line) -> Paragraph:
    text = line.text
    tight = text.startswith("|") and not text.startswith("||")
    if tight:
        text = text[1:].strip()
    if read.block.kind == "item" and (rank := _rank(text)):
        read.ranks.append(rank)
        return Paragraph("rank", n=len(read.ranks) - 1, tight=tight)
    if text.startswith(signs.NOT_THIS):
        return Paragraph("notthis", text[len(signs.NOT_THIS) :].strip(), tight=tight)
    if tight:
        return Paragraph("plain", text, tight=True)
    if found := RESULT.fullmatch(text):
        on = tuple(dict.fromkeys(signs.ARROWS[arrow] for arrow in found[1]))
        if len(on) < len(found[1]):
            read.fault(line, "One result stands here twice; once is enough.")
        return Paragraph("result", found[2].strip(), on=on)
    if text.startswith(signs.BULLET):
        return Paragraph("bullet", text[len(signs.BULLET) :].strip())
    if found := NUMBERED.fullmatch(text):
        return Paragraph("numbered", found[2].strip(), n=int(found[1]))
    if text in ("[[", "]]", "||"):
        read.fault(line, f"This “{text}” belongs to no complete write-in field; it became text.")
    return Paragraph("plain", text)


def _rank(text: str) -> Rank | None:
    found = RANK.fullmatch(text) if len(text) <= MOST_RANK else None
    if not found:
        return None
    mark = signs.BOUGHT[found[1]]
    return Rank(
        n=int(found[2]),
        boxes=found[3].count(signs.BOX),
        mark=mark,
        label=(found[4] or "").strip(),
        granted=found[1] == signs.GIVEN,
    )


def _field(read: Read, lines: list[Line]) -> int:
    """A write-in field at the head of these lines: how many lines it takes, or 0."""
    texts = [line.text for line in lines]
    if read.block.kind != "item" or texts[0] != "[[" or "]]" not in texts:
        return 0
    inside = texts[1 : texts.index("]]")]
    if all(line == "||" for line in inside):
        _write_in(read, "", 1 + len(inside))
    elif len(inside) == 1:
        label = inside[0]
        if rank := _rank(label):
            read.ranks.append(msgspec.structs.replace(rank, note=True))
            read.body.append(Paragraph("rank", n=len(read.ranks) - 1))
        else:
            _write_in(read, label, 1)
    else:
        return 0
    return len(inside) + 2


def _write_in(read: Read, label: str, lines: int) -> None:
    taken = {one.key for one in read.fields}
    base = key(label) if label else key(read.title.name)
    name = next(name for name in _numbered(base) if name not in taken)
    read.fields.append(WriteIn(name, label, lines))
    read.body.append(Paragraph("field", n=len(read.fields) - 1))


def _numbered(base: str) -> Iterator[str]:
    yield base
    n = 2
    while True:
        yield f"{base}_{n}"
        n += 1
