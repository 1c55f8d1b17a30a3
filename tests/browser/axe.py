"""axe-core, run inside a page as it stands."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from playwright.sync_api import Page

from tablefolk.web.vendored import MODULES

TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


def findings(page: Page, *rules: str, within: Sequence[str] = ()) -> list[str]:
    """What axe has to say against a page, or these parts of it; with rules, about those alone."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(_source())
    only = {"type": "rule", "values": list(rules)} if rules else {"type": "tag", "values": TAGS}
    options = {"runOnly": only, "resultTypes": ["violations"], "preload": False}
    look = {"include": [[part] for part in within or ("html",)]}
    found: dict[str, Any] = page.evaluate("given => axe.run(...given)", [look, options])
    return [
        _told(violation, node) for violation in found["violations"] for node in violation["nodes"]
    ]


@cache
def _source() -> str:
    return (MODULES / "axe-core" / "axe.min.js").read_text()


def _told(violation: dict[str, Any], node: dict[str, Any]) -> str:
    why = " ".join(node["failureSummary"].split())
    return f"{violation['id']}: {node['target'][-1]}: {why}"
