"""The documentation as pages: it builds without a warning, is whole, and needs no other host."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from mkdocs.exceptions import PluginError
from tests.docs.site import Site, built, foreign

from tools import pages

IMPORTED = re.compile(r"(?:@import\s+|url\()[\"']?([^\"')\s]+)")


def test_the_pages_build_and_every_link_in_them_leads_somewhere(tmp_path: Path) -> None:
    """One test, because the pages are built for it; a warning of mkdocs is an error."""
    site = Site(built(tmp_path / "site"))
    assert len(site.pages) > 20
    assert list(site.dead_ends()) == []
    assert list(site.asked_elsewhere()) == []
    sheets = [sheet.read_text("utf-8") for sheet in site.folder.rglob("*.css")]
    assert [one for sheet in sheets for one in IMPORTED.findall(sheet) if foreign(one)] == []
    rule = site.pages[site.folder / "rules" / "wheel-of-fate" / "index.html"]
    assert {"WF-1", "WF-132"} <= rule.anchors
    assert "--against N" in (site.folder / "command-line" / "index.html").read_text("utf-8")


def test_every_rule_is_on_a_page_with_its_example() -> None:
    books = pages.books()
    assert set(books) == {"wheel-of-fate", "rotate-bird", "shapers-and-bots", "mutagen", "table"}
    for name, rules in books.items():
        text = pages.book(name, books)
        assert [rule.id for rule in rules if f"{{ #{rule.id} }}" not in text] == []
        assert text.count("*For example:*") == sum(bool(rule.plain.example) for rule in rules)


@pytest.mark.parametrize("text", ["<!-- options of dance -->", "no command at all"])
def test_a_page_of_commands_that_forgets_or_invents_one_is_not_built(text: str) -> None:
    class Written:
        class file:  # noqa: N801
            src_uri = "command-line.md"

    with pytest.raises(PluginError):
        pages.on_page_markdown(text, Written)
