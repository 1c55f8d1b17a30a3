"""Every rule of a digest has a home in the code and a test."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
RULE = re.compile(r"^- \*\*([A-Z]{2}-\d+)\*\*", re.MULTILINE)
NAMED = re.compile(r"(?<![A-Za-z])([A-Z]{2})[-_](\d+)(?!\d)")
# "WF-97 … WF-107" names all that lie between.
SPAN = re.compile(r"\b([A-Z]{2})-(\d+) (?:…|to) \1-(\d+)\b")
LATER = {"TF-9", "TF-15", "TF-27", "TF-32", "TF-38", "TF-42"}  # follow with a later issue
TEXT = {".py", ".toml", ".html", ".js", ".css", ".md", ".json"}


def rules() -> list[str]:
    digests = sorted((ROOT / "docs" / "rules").glob("*.md"))
    ids = [rule for digest in digests for rule in RULE.findall(digest.read_text("utf-8"))]
    return [rule for rule in ids if rule not in LATER]


@cache
def named_in(folder: str, spans: bool) -> frozenset[str]:
    found: set[str] = set()
    for path in sorted((ROOT / folder).rglob("*")):
        if path.suffix in TEXT and path.is_file():
            text = path.read_text("utf-8")
            found.update(f"{game}-{number}" for game, number in NAMED.findall(text))
            for game, low, high in SPAN.findall(text) if spans else ():
                found.update(f"{game}-{n}" for n in range(int(low), int(high) + 1))
    return frozenset(found)


def test_the_digests_are_read() -> None:
    assert {"WF-1", "WF-132", "TF-1", "TF-41"} <= set(rules())
    assert len(rules()) == len(set(rules()))


def test_what_comes_later_is_still_in_the_digest() -> None:
    text = (ROOT / "docs" / "rules" / "table.md").read_text("utf-8")
    assert set(RULE.findall(text)) >= LATER


@pytest.mark.parametrize("folder", ["src", "tests"])
def test_every_rule_of_the_digests_is_named(folder: str) -> None:
    missing = [rule for rule in rules() if rule not in named_in(folder, spans=folder == "src")]
    assert not missing, f"{len(missing)} rules are named nowhere in {folder}: {' '.join(missing)}"
