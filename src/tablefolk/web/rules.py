"""The rules in people's words, one by one: what a rule's number leads to.

A game's folder `rulebook` holds two files, as the table's own does: `digest.md` says exactly what
the program does, `plain.toml` the same to people who play. Shown is the second; number and chapter
come from the first.
"""

from __future__ import annotations

import logging
import re
import tomllib
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import groupby
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
    game: str = ""  # whose rule it is, by the game's key; the table's own without

    def has(self, words: Sequence[str]) -> bool:
        """Whether every one of these words is somewhere in it."""
        plain = self.plain
        told = f"{self.id} {self.chapter} {plain.title} {plain.text} {plain.example}".casefold()
        return all(word in told for word in words)


class Chapter(Struct, frozen=True):
    """Rules that stand together in a book."""

    book: str
    title: str
    rules: Sequence[Rule]


def folders() -> Iterator[tuple[str, Path]]:
    """Where there are rules in words: of every game, by its key, and of the table."""
    for key in sorted(games.names(), key=lambda key: not games.ours(key)):
        at = brought.package(key)
        if at and (at / RULEBOOK / DIGEST).is_file():
            yield key, at / RULEBOOK
    yield "", OWN


class Rulebooks:
    """All rules by their number, read when the first is asked for."""

    @cached_property
    def rules(self) -> dict[str, Rule]:
        """A book that cannot be read keeps nobody from the others; an id is its first owner's."""
        found: dict[str, Rule] = {}
        for game, folder in folders():
            try:
                rules = read(folder, game)
            except (OSError, ValueError, ValidationError) as fault:
                log.warning("The rules in %s are left out: %s.", folder, fault)
                continue
            for rule in rules:
                if found.setdefault(rule.id, rule) is not rule:
                    log.warning(
                        "%s of %s is left out: %s has it.", rule.id, folder, found[rule.id].book
                    )
        return found

    def get(self, id: str) -> Rule | None:
        return self.rules.get(id)

    def beside(self, rule: Rule) -> tuple[Rule | None, Rule | None]:
        """The rules before and after it in its book."""
        book = [one for one in self.rules.values() if one.game == rule.game]
        at = book.index(rule)
        return book[at - 1] if at else None, book[at + 1] if at + 1 < len(book) else None

    def chapters(self, game: str, text: str) -> list[Chapter]:
        """The rules with these words: of a game and the table, or without a game of all."""
        words = text.casefold().split()
        asked = (r for r in self.rules.values() if not game or r.game in (game, ""))
        together = groupby((r for r in asked if r.has(words)), key=lambda r: (r.book, r.chapter))
        return [Chapter(book, title, tuple(rules)) for (book, title), rules in together]


def read(folder: Path, game: str = "") -> list[Rule]:
    """The rules of one book that have words for people, in its order."""
    plain = words(folder / "plain.toml")
    book, chapter, found = "", "", []
    for line in (folder / DIGEST).read_text("utf-8").splitlines():
        if line.startswith("# "):
            book = said(re.split(r": | — ", line[2:])[0].strip())
        elif line.startswith(("## ", "### ")):
            chapter = said(line.lstrip("# ").strip())
        elif (match := RULE.match(line)) and match[1] in plain:
            found.append(Rule(match[1], book, chapter, plain[match[1]], game))
    return found


def words(path: Path) -> dict[str, Plain]:
    """What one book's rules say to people, by their numbers."""
    found = tomllib.loads(path.read_text("utf-8")) if path.exists() else {}
    rules = convert(found, dict[str, Plain])
    return {id: Plain(said(p.title), said(p.text), said(p.example)) for id, p in rules.items()}


def drawn(text: str, suffix: str = "") -> Markup:
    """Paragraphs of plain words as HTML: their emphasis, and links to the rules they name."""
    safe = str(escape(text.strip()))
    safe = re.sub(r"(?<![\w*])\*([^*\s][^*]*)\*(?!\w)", r"<em>\1</em>", safe)
    link = rf'<a class="rule" href="/rules/\1{escape(suffix)}" data-rule>\1</a>'
    safe = re.sub(r"\b([A-Z]{2}-\d+)\b", link, safe)
    return Markup(
        "".join(f"<p>{' '.join(part.split())}</p>" for part in re.split(r"\n\s*\n", safe))
    )
