"""The rules in people's words, one by one: what a rule's number leads to.

A game's folder `rulebook` holds two files, as the table's own does: `digest.md` says exactly what
the program does, `plain.toml` the same to people who play. Shown is the second; number and chapter
come from the first.
"""

from __future__ import annotations

import logging
import re
import tomllib
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path

from markupsafe import Markup, escape
from msgspec import Struct, ValidationError, convert

from tablefolk import games
from tablefolk.core.language import said
from tablefolk.web import brought

log = logging.getLogger("tablefolk")
RULE = re.compile(r"^- \*\*([A-Z]{2}-\d+)\*\*")
RULEBOOK, DIGEST = "rulebook", "digest.md"
OWN = Path(__file__).resolve().parents[1] / "core" / "table" / RULEBOOK


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


def folders() -> Iterator[Path]:
    """Where there are rules in words: of every game, and of the table."""
    for key in sorted(games.names(), key=lambda key: not games.ours(key)):
        at = brought.package(key)
        if at and (at / RULEBOOK / DIGEST).is_file():
            yield at / RULEBOOK
    yield OWN


class Rulebooks:
    """All rules by their number, read when the first is asked for."""

    @cached_property
    def rules(self) -> dict[str, Rule]:
        """A book that cannot be read keeps nobody from the others; an id is its first owner's."""
        found: dict[str, Rule] = {}
        for folder in folders():
            try:
                rules = read(folder)
            except (OSError, ValueError, ValidationError) as fault:
                log.warning("The rules in %s are left out: %s.", folder, fault)
                continue
            for rule in rules:
                if found.setdefault(rule.id, rule) is not rule:
                    log.warning(
                        "%s of %s is left out: %s has it.", rule.id, folder, found[rule.id].book
                    )
        return found

    @cached_property
    def order(self) -> list[str]:
        return list(self.rules)

    def get(self, id: str) -> Rule | None:
        return self.rules.get(id)

    def beside(self, id: str) -> tuple[str, str]:
        """The rules before and after."""
        at = self.order.index(id)
        before = self.order[at - 1] if at else ""
        after = self.order[at + 1] if at + 1 < len(self.order) else ""
        same = id.partition("-")[0]
        return before if before.startswith(same) else "", after if after.startswith(same) else ""


def read(folder: Path) -> list[Rule]:
    """The rules of one book that have words for people, in its order."""
    plain = words(folder / "plain.toml")
    book, chapter, found = "", "", []
    for line in (folder / DIGEST).read_text("utf-8").splitlines():
        if line.startswith("# "):
            book = said(line[2:].partition(":")[0].strip())
        elif line.startswith(("## ", "### ")):
            chapter = said(line.lstrip("# ").strip())
        elif (match := RULE.match(line)) and match[1] in plain:
            found.append(Rule(match[1], book, chapter, plain[match[1]]))
    return found


def words(path: Path) -> dict[str, Plain]:
    """What one book's rules say to people, by their numbers."""
    found = tomllib.loads(path.read_text("utf-8")) if path.exists() else {}
    rules = convert(found, dict[str, Plain])
    return {id: Plain(said(p.title), said(p.text), said(p.example)) for id, p in rules.items()}


def drawn(text: str) -> Markup:
    """Paragraphs of plain words as HTML: their emphasis, and links to the rules they name."""
    safe = str(escape(text.strip()))
    safe = re.sub(r"(?<![\w*])\*([^*\s][^*]*)\*(?!\w)", r"<em>\1</em>", safe)
    safe = re.sub(r"\b([A-Z]{2}-\d+)\b", r'<a class="rule" href="/rules/\1" data-rule>\1</a>', safe)
    return Markup(
        "".join(f"<p>{' '.join(part.split())}</p>" for part in re.split(r"\n\s*\n", safe))
    )
