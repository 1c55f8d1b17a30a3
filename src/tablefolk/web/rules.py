"""The rules in people's words, one by one: what a rule's number leads to.

A digest (`docs/rules/<book>.md`) says exactly what the program does, `docs/rules/plain/<book>.toml`
the same to people who play. Shown is the second; number and chapter come from the first.
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

from markupsafe import Markup, escape
from msgspec import Struct, convert

RULE = re.compile(r"^- \*\*([A-Z]{2}-\d+)\*\*")
FOLDERS = (
    Path(__file__).resolve().parents[3] / "docs" / "rules",
    Path(__file__).resolve().parents[1] / "rules",
)


class Plain(Struct, frozen=True, forbid_unknown_fields=True):
    """A rule for players: a short name, what it says, and an example where one helps."""

    title: str
    text: str
    example: str = ""


class Rule(Struct, frozen=True):
    """One rule, and where it stands."""

    id: str
    book: str
    chapter: str
    plain: Plain


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
    """The rules of one digest that have words for people, in its order."""
    said = words(path.parent / "plain" / f"{path.stem}.toml")
    book, chapter, found = "", "", []
    for line in path.read_text("utf-8").splitlines():
        if line.startswith("# "):
            book = line[2:].partition(":")[0].strip()
        elif line.startswith(("## ", "### ")):
            chapter = line.lstrip("# ").strip()
        elif (match := RULE.match(line)) and match[1] in said:
            found.append(Rule(match[1], book, chapter, said[match[1]]))
    return found


def words(path: Path) -> dict[str, Plain]:
    """What one book's rules say to people, by their numbers."""
    return (
        convert(tomllib.loads(path.read_text("utf-8")), dict[str, Plain]) if path.exists() else {}
    )


def drawn(text: str) -> Markup:
    """Paragraphs of plain words as HTML: their emphasis, and links to the rules they name."""
    safe = str(escape(text.strip()))
    safe = re.sub(r"(?<![\w*])\*([^*\s][^*]*)\*(?!\w)", r"<em>\1</em>", safe)
    safe = re.sub(r"\b([A-Z]{2}-\d+)\b", r'<a class="rule" href="/rules/\1" data-rule>\1</a>', safe)
    return Markup(
        "".join(f"<p>{' '.join(part.split())}</p>" for part in re.split(r"\n\s*\n", safe))
    )
