"""Mutagen Markup read as a playbook, with line-numbered faults and nothing lost (MU-156, MU-160).

A comment that begins with `##tablefolk` is followed by JSON: what the block above it is beyond
what markup can say (effects, ids, mild names), or, before the first header, what the playbook is.
Other readers of Mutagen Markup pass over it as over any comment.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from posixpath import basename
from typing import TypeVar

import msgspec
from msgspec import Struct, field
from msgspec.structs import replace

from tablefolk.core.unfit import in_file
from tablefolk.games.mutagen.playbooks.checking import MOST_TEXT, check
from tablefolk.games.mutagen.playbooks.faults import Fault, errors
from tablefolk.games.mutagen.playbooks.library import key, our_playbooks
from tablefolk.games.mutagen.playbooks.markup.blocks import Read, read_block
from tablefolk.games.mutagen.playbooks.markup.lines import Block, Blocks, Line
from tablefolk.games.mutagen.playbooks.markup.meaning import KINDS, Meaning, kind_of, section_of
from tablefolk.games.mutagen.playbooks.markup.names import Named, Names
from tablefolk.games.mutagen.playbooks.markup.printing import printed
from tablefolk.games.mutagen.playbooks.markup.signs import ANY_ROLL, longhand
from tablefolk.games.mutagen.playbooks.model import AnyItem, Kind, Playbook, Role, Section

T = TypeVar("T")


class Counts(Struct, frozen=True):
    """What was found, for the report of an import."""

    sections: int = 0
    items: int = 0
    kinds: dict[str, int] = field(default_factory=dict)
    marks: dict[str, int] = field(default_factory=dict)
    gates: int = 0
    consult: int = 0
    rolls: int = 0
    results: int = 0
    section_results: int = 0
    fields: int = 0
    ranks: int = 0
    costs: int = 0
    suggested: int = 0
    comments: int = 0


class Imported(Struct, frozen=True):
    """A playbook read from markup, or why there is none; `sketch` is it as far as it goes."""

    playbook: Playbook | None
    faults: tuple[Fault, ...]
    counts: Counts
    sketch: Playbook | None = None


def read_markup(
    text: str,
    name: str = "playbook",
    *,
    texts: Mapping[str, str] | None = None,
    known: Sequence[Playbook] | None = None,
    role: Role | None = None,
    title: str = "",
) -> Imported:
    """Read a playbook; `name` is its file without `.txt`, `texts` are those it may include."""
    known = our_playbooks() if known is None else known
    reader = Reader(text, name, texts or {}, known, role, title)
    playbook = reader.playbook()
    faults = tuple(reader.faults)
    if playbook:
        found = check(playbook, [one for one in known if one.id != playbook.id])
        faults += tuple(_at(fault, reader.places) for fault in found)
    faults = tuple(dict.fromkeys(faults))
    faults = tuple(sorted(faults, key=lambda fault: (fault.file, fault.line)))
    counts = counted(playbook, reader.blocks.comments) if playbook else Counts()
    return Imported(None if errors(faults) else playbook, faults, counts, playbook)


def _at(fault: Fault, places: Mapping[str, Read]) -> Fault:
    if fault.place not in places:
        return fault
    line = places[fault.place].line_of(fault.part)
    return replace(fault, line=line.n, file=line.file)


class Draft(Struct):
    """A block on its way to an item or a section: what it will be called is known already."""

    read: Read
    id: str
    kind: str = "move"


class Reader:
    """Blocks, then names, then meanings: every text is walked through once."""

    def __init__(
        self,
        text: str,
        name: str,
        texts: Mapping[str, str],
        known: Sequence[Playbook],
        role: Role | None = None,
        title: str = "",
    ) -> None:
        name = name.removesuffix(".txt")
        self.blocks = Blocks({**texts, name: text})
        self.blocks.take(name)
        self.faults = list(self.blocks.faults)
        self.places: dict[str, Read] = {}
        self.told = self.data(self.blocks.blocks[0])
        self.id = self.text("id") or key(basename(name))
        self.known = [one for one in known if one.id != self.id]
        self.role: Role = role or self.guess(key(basename(name)))
        self.title = title
        self.prefix = self.text("prefix", f"{self.id}.")

    def data(self, block: Block) -> dict[str, object]:
        read = read_block(Block("playbook", [], block.data))
        self.faults += read.faults
        return read.data

    def text(self, field: str, default: str = "") -> str:
        told = self.told.get(field, default)
        return told if isinstance(told, str) else default

    def guess(self, stem: str) -> Role:
        """The role a file's name tells, unless it says itself what it is."""
        told = self.text("role")
        if told in ("meta", "pc", "gm"):
            return told  # type: ignore[return-value]
        parts = stem.split("_")
        return "gm" if "gm" in parts else "meta" if parts == ["meta"] else "pc"

    # -- The whole ---------------------------------------------------------------------------

    def playbook(self) -> Playbook | None:
        """The playbook as far as it can be read; None where reading had to stop."""
        if self.blocks.fatal:
            return None
        drafts = list(self.drafts())
        names = Names((Named(d.kind, d.id, self.called(d)) for d in drafts), self.known)
        sections = self.sections(drafts, names)
        for draft in drafts:
            self.faults += draft.read.faults
        named = next((s.label for s in sections if "playbook" in s.label.casefold()), "")
        plain = Playbook(
            id=self.id,
            name=self.title or named or self.id.replace("_", " ").capitalize(),
            role=self.role,
            sections=sections,
            intro=self.intro(),
        )
        return self.overridden(plain, Playbook, self.told, self.blocks.blocks[0].data)

    def intro(self) -> str:
        """What stands before the first header describes the playbook."""
        lines = (line.text.strip() for line in self.blocks.blocks[0].lines)
        return "\n".join(map(longhand, lines))[:MOST_TEXT]

    def drafts(self) -> Iterator[Draft]:
        """Every block with its kind and id."""
        taken: set[str] = set()
        section = ""
        for block in self.blocks.blocks[1:]:
            read = read_block(block)
            if block.kind == "section":
                section = f"{read.group}: {read.label}"
                base = f"{self.id}.{key(read.label)}"
                yield Draft(read, self.free(read, base, taken), "section")
            else:
                base = f"{self.prefix}{key(read.title.name)}"
                kind = read.data.get("kind") or kind_of(read, section, self.role)
                yield Draft(read, self.free(read, base, taken), str(kind))

    def free(self, read: Read, base: str, taken: set[str]) -> str:
        """The id a block gives itself, or one of its own made from its name."""
        told = read.data.get("id")
        id = told if isinstance(told, str) and told else base
        n = 2
        while id in taken and id != told:
            id, n = f"{base}_{n}", n + 1
        taken.add(id)
        self.places.setdefault(id, read)
        return id

    def called(self, draft: Draft) -> str:
        name = draft.read.title.name if draft.read.block.kind == "item" else draft.read.label
        told = draft.read.data.get("name")
        return told if isinstance(told, str) else name

    def sections(self, drafts: Sequence[Draft], names: Names) -> tuple[Section, ...]:
        made: list[Section] = []
        items: list[list[AnyItem]] = []
        for draft in drafts:
            if draft.read.block.kind == "section":
                plain = section_of(draft.read, draft.id, self.role, names)
                made.append(self.changed(plain, Section, draft))
                items.append([])
                continue
            if not made:
                made.append(Section(id=f"{self.id}.", label=""))
                items.append([])
            if item := self.item(draft, names):
                items[-1].append(item)
        pairs = zip(made, items, strict=True)
        return tuple(replace(section, items=tuple(some)) for section, some in pairs)

    def item(self, draft: Draft, names: Names) -> AnyItem | None:
        kind = kind_of_name(draft.kind)
        if kind is None:
            draft.read.fault(draft.read.line, "There is no such kind of item.", warning=False)
            return None
        before = list(draft.read.faults)
        item = Meaning(draft.read, kind, draft.id, names).item()
        if set(draft.read.data) - {"id", "kind", "name"}:  # it says itself what it means
            draft.read.faults = before
        return self.changed(item, AnyItem, draft)

    def changed(self, plain: T, kind: object, draft: Draft) -> T:
        return self.overridden(plain, kind, draft.read.data, draft.read.block.data)

    def overridden(self, plain: T, kind: object, told: dict[str, object], lines: list[Line]) -> T:
        """What markup says, with what a `##tablefolk` line says instead; null: nothing."""
        told = {name: value for name, value in told.items() if name not in ("prefix", "sections")}
        if not told:
            return plain
        tree = {**msgspec.to_builtins(plain), **told}
        tree = {name: value for name, value in tree.items() if value is not None}
        try:
            said: T = msgspec.convert(tree, kind)
        except (msgspec.ValidationError, RecursionError) as bad:
            why = f"“##tablefolk” says what cannot be: {in_file(bad)}."
            self.faults.append(Fault(why, lines[-1].n, lines[-1].file))
            return plain
        return said


def kind_of_name(name: str) -> Kind | None:
    """A kind by its name."""
    return next((kind for kind in KINDS if kind == name), None)


# -- Counting ------------------------------------------------------------------------------------


def counted(playbook: Playbook, comments: int = 0) -> Counts:
    """What is in a playbook, as the report of an import lists it."""
    items = playbook.items
    bodies = [printed(item) for item in items]
    ranked = [p for body in bodies for p in body if p.kind == "rank"]
    return Counts(
        sections=len(playbook.sections),
        items=len(items),
        kinds=dict(Counter(item.kind for item in items)),
        marks=dict(Counter(item.mark for item in items)),
        gates=sum(item.gate is not None for item in items),
        consult=sum(item.consult for item in items),
        rolls=sum(len(ANY_ROLL.findall(p.text)) for body in bodies for p in body),
        results=sum(p.kind == "result" for body in bodies for p in body),
        section_results=sum(p.kind == "result" for s in playbook.sections for p in printed(s)),
        fields=sum(p.kind == "field" for body in bodies for p in body),
        ranks=len(ranked),
        costs=sum(
            one.cost is not None and one.child is None for item in items for one in item.suggested
        ),
        suggested=sum(len(item.suggested) for item in items),
        comments=comments,
    )
