"""The digests, rule by rule: what a rule's number leads to."""

from __future__ import annotations

import re
from pathlib import Path

from markupsafe import Markup, escape
from msgspec import Struct

RULE = re.compile(r"^- \*\*([A-Z]{2}-\d+)\*\*\s+(.*)$")
FOLDERS = (
    Path(__file__).resolve().parents[3] / "docs" / "rules",
    Path(__file__).resolve().parents[1] / "rules",
)


class Rule(Struct, frozen=True):
    """One rule in the words of its digest."""

    id: str
    text: str
    book: str
    chapter: str


class Rulebooks:
    """All rules by their number; none where the digests are not at hand."""

    def __init__(self, folder: Path | None = None) -> None:
        folder = folder or next((f for f in FOLDERS if f.is_dir()), None)
        found = [r for path in sorted(folder.glob("*.md")) for r in read(path)] if folder else []
        self.rules = {rule.id: rule for rule in found}
        self.order = list(self.rules)

    def get(self, id: str) -> Rule | None:
        return self.rules.get(id)

    def beside(self, id: str) -> tuple[str, str]:
        """The rules before and after."""
        at = self.order.index(id)
        before = self.order[at - 1] if at else ""
        after = self.order[at + 1] if at + 1 < len(self.order) else ""
        same = id.partition("-")[0]
        return before if before.startswith(same) else "", after if after.startswith(same) else ""


def read(path: Path) -> list[Rule]:
    """The rules of one digest."""
    book, chapter, found = "", "", []
    for line in path.read_text("utf-8").splitlines():
        if line.startswith("# "):
            book = line[2:].partition(":")[0].strip()
        elif line.startswith(("## ", "### ")):
            chapter = line.lstrip("# ").strip()
        elif match := RULE.match(line):
            found.append(Rule(match[1], match[2], book, chapter))
    return found


def drawn(text: str) -> Markup:
    """A rule's text as HTML: its emphasis, its code, and links to the rules it names."""
    safe = str(escape(text))
    safe = re.sub(r"`([^`]+)`", r"<code>\1</code>", safe)
    safe = re.sub(r"\*\*([^*]+)\*\*", r"<strong>\1</strong>", safe)
    safe = re.sub(r"(?<![\w*])\*([^*\s][^*]*)\*(?!\w)", r"<em>\1</em>", safe)
    safe = re.sub(r"\b([A-Z]{2}-\d+)\b", r'<a class="rule" href="/rules/\1" data-rule>\1</a>', safe)
    return Markup(safe)
