"""What holds at every step of every evening, at both widths: "Accepted when" of the stage's design.

Looked at in the page itself after each act; what does not hold is noted with the question that
stood there, and each golden evening ends by expecting no notes.
"""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page

MOST = 900  # elements of a first paint
CHECK = Path(__file__).with_name("accepted.js").read_text()


def looked_at(page: Page, landed: bool = False) -> list[str]:
    """What does not hold on a page as it is now; `landed` after an act of one's own."""
    found: list[str] = page.evaluate(CHECK, [landed])
    return found


def first_paint(page: Page) -> list[str]:
    """What does not hold of a page that has just come."""
    many: int = page.evaluate("document.querySelectorAll('*').length")
    return [f"2: the first paint has {many} elements"] if many > MOST else []
