"""The signs of Mutagen Markup, and the shorthands people type for them."""

from __future__ import annotations

import re

from tablefolk.games.mutagen.playbooks.effects import BandId
from tablefolk.games.mutagen.playbooks.model import Mark

CIRCLE, DISC, TRIANGLE, GIVEN, BOX = "○●△▲▢"
MARKS = "○●△▲▢"
ITEM, SECTION, SPEAK, ALERT, NOT_THIS, BULLET = "►", "§", "🗣", "⚠", "👎", "•"
ARROWS: dict[str, BandId] = {"🡕": "crit", "🡒": "full", "🡖": "some", "🡓": "fail", "🡐": "fail"}
ARROW: dict[BandId, str] = {"crit": "🡕", "full": "🡒", "some": "🡖", "fail": "🡓"}
BOUGHT: dict[str, Mark] = {CIRCLE: "buy", DISC: "prebought", TRIANGLE: "grant", GIVEN: "grant"}
PRINTED: dict[Mark, str] = {"free": "", "buy": CIRCLE, "prebought": DISC, "grant": TRIANGLE}

ROLL = re.compile("⊞⌊([^⌊⌋]+)⌋")
ANY_ROLL = re.compile(r"⊞(?:⌊([^⌊⌋]+)⌋|(\w+))")
LINK = re.compile("⌞([^⌞⌝]+)⌝")
SHORTHANDS = (
    (re.compile("-->"), ITEM),
    (re.compile(r"^\s*\*"), BULLET),
    (re.compile(r"\{\{([^{}⌞⌝]+)\}\}"), r"⌞\1⌝"),
    (re.compile(r"_\[([^\[\]⌊⌋]+)\]_"), r"⌊\1⌋"),
    (re.compile(r"!\+\[([^\[\]⌊⌋]+)\]"), r"⊞⌊\1⌋"),
)


def longhand(line: str) -> str:
    """A line with its shorthands written out, in the order the markup asks for."""
    for short, sign in SHORTHANDS:
        line = short.sub(sign, line)
    return line


def bare(text: str) -> str:
    """A text without the signs that only set it: brackets of links and sums, bold, italics."""
    return re.sub(r"[⌞⌝⌊⌋⊞]|!!|//|__", "", text)


def number(text: str) -> int | None:
    """A whole number as people write it, with a true minus too."""
    found = re.fullmatch(r"\s*([-+−]?)\s*(\d{1,3})\s*", text)
    if not found:
        return None
    return -int(found[2]) if found[1] in ("-", "−") else int(found[2])
