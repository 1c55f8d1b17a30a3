"""Somebody who follows every link: pages, and all files that pages, styles and scripts name."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from html import unescape
from urllib.parse import parse_qsl, urljoin, urlsplit

import httpx
from tests import patience

LINK = re.compile(r'<(\w+)[^>]*?\s(?:href|src|data-at)="([^"]*)"')
INVITE = re.compile(r"/j/[\w-]+")
STYLE = re.compile(r'url\(\s*"?([^")]+)"?\s*\)')
IMPORT = re.compile(r"""^import (?:[^'"]* from )?['"]([^'"]+)['"]""", re.M)
# What a file is by the end of its name.
KINDS = {
    "css": "text/css", "html": "text/html", "js": "text/javascript", "json": "application/json",
    "jsonl": "application/x-ndjson", "md": "text/markdown", "png": "image/png",
    "svg": "image/svg+xml", "toml": "application/toml", "ttf": "font/ttf", "txt": "text/plain",
    "webmanifest": "application/manifest+json", "woff2": "font/woff2", "zip": "application/zip",
}  # fmt: skip
# Addresses without such an end that lead to something else than a page.
SPOKEN = {"export": "jsonl", "healthz": "json", "json": "json", "md": "md", "stopped": "json"}
LONG = "/pictures.zip"  # 157 pictures, painted one by one; the sheet beside it shows them all
MOST = 4  # forms, places in the log: pages of one kind that a visitor opens at one table


class Visit:
    """One browser's way through everything that it is shown; `faults` says what was not well."""

    def __init__(self, browser: httpx.Client, known: dict[str, httpx.Response]) -> None:
        self.browser, self.known = browser, known  # what is the same for everybody is seen once
        self.pages: dict[str, httpx.Response] = {}
        self.kinds: Counter[str] = Counter()
        self.faults: list[str] = []
        self.found: dict[str, bool] = {}  # every link there is, and whether it was followed

    def follow(self, *addresses: str) -> None:
        self.find(*addresses)
        while waiting := [link for link, done in self.found.items() if not done]:
            for link in waiting:
                self.found[link] = True
                address, _, mark = link.partition("#")
                answer = self.look(address)
                if mark and answer and ".svg" in address:
                    there = f'id="{mark}"' in answer.text
                    self.expect(there, f"{address} has no #{mark}")

    def find(self, *links: str) -> None:
        for link in links:
            self.found.setdefault(link, False)

    def look(self, address: str) -> httpx.Response | None:
        """What is at an address; nothing where this browser has seen enough of the kind."""
        seen = self.pages if address.startswith("/t/") else self.known
        if address in seen:
            return seen[address]
        if self.enough(address):
            return None
        answer = seen[address] = self.browser.get(address)
        self.check(address, answer)
        if answer.is_redirect:
            self.find(self.local(address, answer.headers["location"]))
        else:
            self.find(*self.named(address, answer))
        return answer

    def enough(self, address: str) -> bool:
        """Seen often enough; or another seat's, whom another browser plays."""
        parts = urlsplit(address)
        if parts.path.startswith("/rules/") and parts.query:  # the way back differs, not the rule
            self.kinds["rules"] += 1
            return self.kinds["rules"] > MOST
        if not parts.path.startswith("/t/") or parts.path.endswith(LONG):
            return parts.path.endswith(LONG)
        asked = dict(parse_qsl(parts.query, keep_blank_values=True))
        kind = " ".join([*parts.path.split("/")[3:4], *sorted(asked)])
        self.kinds[kind] += 1
        return "seat" in asked or (self.kinds[kind] > MOST and not {"on", "in"} & set(asked))

    def check(self, address: str, answer: httpx.Response) -> None:
        self.expect(answer.status_code in (200, 303), f"{address}: {answer.status_code}")
        if answer.status_code == 200:
            given = answer.headers["content-type"].partition(";")[0]
            wanted = kind_of(address)
            self.expect(given == wanted, f"{address} is {given}, and should be {wanted}")
            self.expect(bool(answer.content), f"{address} is empty")

    def expect(self, well: bool, fault: str) -> None:
        if not well:
            self.faults.append(fault)

    def named(self, address: str, answer: httpx.Response) -> Iterator[str]:
        """Every address of ours that an answer names."""
        kind = answer.headers.get("content-type", "").partition(";")[0]
        if kind == "text/html" and "attachment" not in answer.headers.get(
            "content-disposition", ""
        ):
            for tag, link in LINK.findall(answer.text):
                local = self.local(address, unescape(link))
                well = local or tag == "a" or link.startswith("data:")
                self.expect(bool(well), f"{address} needs {link} of another place")
                yield from filter(None, [local])
            yield from INVITE.findall(answer.text)
        pattern = {"text/css": STYLE, "text/javascript": IMPORT}.get(kind)
        if pattern and not address.startswith(("/static/htmx", "/static/hx-")):
            yield from (urljoin(address, link) for link in pattern.findall(answer.text))

    def local(self, address: str, link: str) -> str:
        """A link as an address here; nothing where it leads elsewhere."""
        site = str(self.browser.base_url).rstrip("/")
        full = urljoin(f"{site}{address}", link)
        return full.removeprefix(site) if full.startswith(f"{site}/") else ""


def kind_of(address: str) -> str:
    """What should be at an address."""
    path = urlsplit(address).path
    name = path.rpartition("/")[2]
    spoken = "json" if "/sheet/" in path else SPOKEN.get(name, "html")
    return KINDS[name.rpartition(".")[2] if "." in name else spoken]


def browser(site: str, *others: httpx.Client) -> httpx.Client:
    """A fresh browser; or one with what another remembers."""
    headers = {"origin": site, "accept-encoding": "gzip"}  # brotli at its best takes its time
    made = httpx.Client(base_url=site, timeout=patience.SECONDS, headers=headers)
    for other in others:
        made.cookies.update(other.cookies)
    return made
