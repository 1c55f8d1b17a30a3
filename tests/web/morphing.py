"""A page as a browser keeps it: every message of its stream changes the elements it names."""

from __future__ import annotations

import re
from collections.abc import Mapping

PARTIAL = re.compile(
    r'<hx-partial hx-target="#([^"]+)" hx-swap="(\w+)">(.*?)</hx-partial>', re.DOTALL
)


class Shown:
    """The regions of a page, each in its element."""

    def __init__(self, regions: Mapping[str, str]) -> None:
        drawn = (f'<div id="{name}">{html}</div>\n' for name, html in regions.items())
        self.text = "".join(drawn).replace('"<>"', '""')

    def told(self, message: str) -> None:
        """Do what a message of the stream says."""
        body = message.partition("data: ")[2].replace("\ndata: ", "\n")
        for target, swap, html in PARTIAL.findall(body):
            if target.startswith("here-") and f'id="{target}"' not in self.text:
                continue  # the row it lies in comes with the same message
            outer, inner, end, after = self._find(target)
            if swap == "innerMorph":
                self.text = self.text[:inner] + html + self.text[end:]
            elif swap == "beforeend":
                self.text = self.text[:end] + html + self.text[end:]
            else:
                self.text = self.text[:outer] + html + self.text[after:]

    def inside(self, name: str) -> str:
        """What an element holds."""
        _, inner, end, _ = self._find(name)
        return self.text[inner:end]

    def _find(self, name: str) -> tuple[int, int, int, int]:
        """Where an element begins and ends, with its tags and without."""
        start = re.search(rf'<(\w+)(?=[^>]*\sid="{re.escape(name)}")[^>]*>', self.text)
        assert start, f"nothing on the page is called {name}"
        depth = 1
        for tag in re.compile(rf"<(/?){start[1]}\b[^>]*>").finditer(self.text, start.end()):
            depth += -1 if tag[1] else 1
            if not depth:
                return start.start(), start.end(), tag.start(), tag.end()
        raise AssertionError(f"{name} does not end")
