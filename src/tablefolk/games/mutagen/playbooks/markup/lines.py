"""From texts to blocks: includes, comments, headers, continued lines (Mutagen Markup, Lines)."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Mapping
from typing import Literal

from msgspec import Struct, field

from tablefolk.games.mutagen.playbooks.faults import Fault, unprintable
from tablefolk.games.mutagen.playbooks.markup.signs import ITEM, longhand

MOST_CHARACTERS, MOST_LINE, MOST_BLOCKS = 80_000, 8_000, 600
MOST_INCLUDES = 40
Texts = Mapping[str, str]
INCLUDE = re.compile(r"\s*#!include(?:\s+(\S+)|\s*$)")
DATA = re.compile(r"\s*##tablefolk (.*)")
COMMENT = re.compile(r"\s*##")
SECTION_LINE = re.compile(r"\s*(!?~~~)?[$§](.*)", re.DOTALL)
ITEM_LINE = re.compile("►|-->")


class Line(Struct, frozen=True):
    """A line of a text, and where it stands."""

    text: str
    n: int
    file: str = ""


class Block(Struct):
    """A header with all the lines that belong to it; the first block is the playbook's own."""

    kind: Literal["playbook", "section", "item"]
    lines: list[Line]
    data: list[Line] = field(default_factory=list)  # what markup cannot say, written as JSON


class Blocks:
    """Walks through a text and those it includes, and notes every fault on the way."""

    def __init__(self, texts: Texts) -> None:
        self.texts = texts
        self.faults: list[Fault] = []
        self.blocks = [Block("playbook", [])]
        self.comments = self.characters = self.included = 0
        self.fatal = self.begun = False

    def take(self, name: str, inside: tuple[str, ...] = ()) -> None:
        """Add the blocks of one text."""
        for line in self.physical(name, self.texts[name]):
            if self.stopped(line):
                return
            if found := INCLUDE.match(line.text):
                self.include(line, found[1] or "", (*inside, name))
            elif found := DATA.match(line.text):
                self.blocks[-1].data.append(Line(found[1], line.n, line.file))
            elif COMMENT.match(line.text):
                self.comments += 1
            elif ITEM_LINE.search(line.text):
                self.blocks.append(Block("item", [line]))
            elif SECTION_LINE.match(line.text):
                self.blocks.append(Block("section", [line]))
            elif line.text.strip():
                self.belongs(line)

    def physical(self, name: str, text: str) -> Iterator[Line]:
        text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
        file = name if self.included or self.begun else ""
        self.begun = True
        for n, line in enumerate(text.split("\n"), 1):
            yield Line(line, n, file)

    def stopped(self, line: Line) -> bool:
        """Whether reading cannot go on: the text is too large, or holds what no text may."""
        self.characters += len(line.text) + 1
        why = ""
        if self.characters > MOST_CHARACTERS:
            why = f"A playbook has at most {MOST_CHARACTERS} characters, includes counted."
        elif len(line.text) > MOST_LINE and not DATA.match(line.text):
            why = f"A line has at most {MOST_LINE} characters."
        elif len(self.blocks) > MOST_BLOCKS + 1:  # the first is the playbook's own
            why = f"A playbook has at most {MOST_BLOCKS} sections and items."
        elif bad := unprintable(line.text):
            why = f"The character U+{ord(bad):04X} may not stand in a playbook."
        if why and not self.fatal:
            self.fatal = True
            self.faults.append(Fault(why, line.n, line.file))
        return self.fatal

    def include(self, line: Line, name: str, inside: tuple[str, ...]) -> None:
        if not name:
            self.warn(line, "“#!include” names no text, so it was left out.")
            return
        path = posixpath.normpath(posixpath.join(posixpath.dirname(inside[-1]), name))
        found = next((p for p in (path, path.removesuffix(".txt")) if p in self.texts), None)
        self.included += 1
        if found is None:
            self.faults.append(Fault(f"There is no text “{name}” to include.", line.n, line.file))
        elif found in inside:
            self.warn(line, f"“{name}” includes itself, so it was not included once more.")
        elif self.included > MOST_INCLUDES:
            self.fatal = True
            why = f"A playbook has at most {MOST_INCLUDES} includes."
            self.faults.append(Fault(why, line.n, line.file))
        else:
            self.take(found, inside)

    def belongs(self, line: Line) -> None:
        """A line of the block that is open; before the first header it describes the playbook."""
        self.blocks[-1].lines.append(line)

    def warn(self, line: Line, why: str) -> None:
        self.faults.append(Fault(why, line.n, line.file, warning=True))


def joined(block: Block) -> list[Line]:
    """The paragraphs of a block: a line that begins with \\ goes on the one above it."""
    whole: list[Line] = []
    for line in block.lines:
        rest = line.text.lstrip()
        if rest.startswith("\\") and whole:
            above = whole[-1]
            whole[-1] = Line(above.text + rest[1:], above.n, above.file)
        else:
            whole.append(line)
    return [Line(longhand(line.text), line.n, line.file) for line in whole]


def header(line: Line) -> tuple[str, Line, bool]:
    """A header line as what stands before its ►, the first paragraph after it, and if ► recurs."""
    before, _, after = line.text.partition(ITEM)
    return before, Line(after.replace(ITEM, "▸"), line.n, line.file), ITEM in after
