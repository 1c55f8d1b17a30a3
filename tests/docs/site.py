"""The documentation as pages, built for a test; and what its pages lead to and ask for."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

from mkdocs.commands.build import build
from mkdocs.config import load_config

ROOT = Path(__file__).resolve().parents[2]
ADDRESSES = ("href", "src", "data", "poster", "action")


def built(folder: Path) -> Path:
    """Build it there; a warning, such as a link to nowhere, is an error (`strict`)."""
    config = load_config(str(ROOT / "mkdocs.yml"), site_dir=str(folder), strict=True)
    build(config)
    return folder


class Page(HTMLParser):
    """One page: what it can be entered at, and the addresses in it, each with its tag."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.path = path
        self.anchors = {""}
        self.addresses: list[tuple[str, str]] = []
        self.feed(path.read_text("utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name in ("id", "name"):
                self.anchors.add(value or "")
            elif name in ADDRESSES:
                self.addresses.append((tag, value or ""))
            elif name == "srcset":
                self.addresses += [(tag, one.split()[0]) for one in (value or "").split(",")]


class Site:
    """All pages of a built site."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @cached_property
    def pages(self) -> dict[Path, Page]:
        return {path: Page(path) for path in sorted(self.folder.rglob("*.html"))}

    def dead_ends(self) -> Iterator[str]:
        """Addresses within the site at which there is nothing."""
        for page in self.pages.values():
            for _, address in page.addresses:
                if not foreign(address) and not self.leads_somewhere(page, address):
                    yield f"{page.path.relative_to(self.folder)}: {address}"

    def leads_somewhere(self, page: Page, address: str) -> bool:
        parts = urlsplit(address)
        start = self.folder if parts.path.startswith("/") else page.path.parent
        at = (start / unquote(parts.path).lstrip("/")).resolve() if parts.path else page.path
        at = at / "index.html" if at.is_dir() else at
        found = self.pages.get(at)
        return at.is_file() if found is None else unquote(parts.fragment) in found.anchors

    def asked_elsewhere(self) -> Iterator[str]:
        """What a browser would fetch from another host by itself; a link is only followed."""
        for page in self.pages.values():
            for tag, address in page.addresses:
                if tag != "a" and foreign(address):
                    yield f"{page.path.relative_to(self.folder)}: <{tag}> {address}"


def foreign(address: str) -> bool:
    parts = urlsplit(address)
    return bool(parts.netloc) or parts.scheme not in ("", "data")
