"""All the words of the game: acts in the stanzas beside their chapters, the page's own here."""

from __future__ import annotations

from fractions import Fraction

from tablefolk.core.words import phrases
from tablefolk.games.shapers_and_bots.rules import about

say = phrases("tablefolk.games.shapers_and_bots")


LIKELY = (
    (99, "sure"), (85, "very"), (60, "likely"), (40, "even"), (15, "hardly"), (1, "lucky"),
)  # fmt: skip


def likely(of: Fraction) -> str:
    """A chance as a child of eight says it (SB-20)."""
    found = (key for least, key in LIKELY if of * 100 >= least)
    return say(f"likely.{next(found, 'hopeless')}")


def one(noun: str) -> str:
    """A noun with its article: a fox, an eagle."""
    return f"an {noun}" if noun[:1].casefold() in "aeiou" else f"a {noun}"


def terms(*names: str) -> dict[str, str]:
    """These words of the glossary with their meanings, for tooltips (SB-185)."""
    return {name: about.meaning(name) for name in names}
