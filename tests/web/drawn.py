"""A drawn page, taken apart for tests of every game."""

from __future__ import annotations

import re
from collections import Counter
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

from tablefolk.web import brought


class Page(HTMLParser):
    """A drawn page, as its elements and its forms."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str]]] = []
        self.forms: list[list[tuple[str, str]]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        self.elements.append((tag, found))
        if tag == "form":
            self.forms.append([])
        elif tag in ("input", "select", "textarea") and self.forms and "name" in found:
            self.forms[-1].append((found["name"], found.get("value", "")))

    def ids(self) -> Counter[str]:
        return Counter(found["id"] for _, found in self.elements if "id" in found)

    def form(self, do: str) -> list[tuple[str, str]]:
        return next(form for form in self.forms if ("do", do) in form)


class Labels(HTMLParser):
    """Fields outside of any label."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.inside, self.bare, self.named = 0, list[str](), set[str]()
        self.feed(text)
        self.bare = [key for key in self.bare if key not in self.named]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        if tag == "label":
            self.inside += 1
            self.named.add(found.get("for") or "")
        named = self.inside or found.get("type") == "hidden" or found.get("aria-label")
        if tag in ("input", "select", "textarea") and not named:
            self.bare.append(found.get("id") or str(found))

    def handle_endtag(self, tag: str) -> None:
        self.inside -= tag == "label"


def in_a_line(text: str) -> str:
    """What was drawn or streamed with a blank for each newline: they are one to the reader."""
    return re.sub(r"\n(?:data: )?", " ", text)


def as_sent(value: Any) -> str:
    """A value as a form sends it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def templates(key: str) -> Path:
    """Where a game keeps its drawings."""
    found = brought.folder(key, "templates")
    assert found, key
    return found
