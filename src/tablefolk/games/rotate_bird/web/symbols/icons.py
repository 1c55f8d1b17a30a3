"""The icons there are, found by words: for the picture of a symbol in a pack (RB-187)."""

from __future__ import annotations

from functools import cache

from tablefolk.games.rotate_bird.rules.packs import default_pack
from tablefolk.web import assets

MOST = 120  # shown at once


def found(words: str) -> tuple[list[str], int]:
    """The first icons whose name, or whose symbol's name, holds these words; and how many do."""
    wanted = words.casefold().split()
    every = [name for name, text in known().items() if all(word in text for word in wanted)]
    return every[:MOST], len(every)


@cache
def known() -> dict[str, str]:
    """Every icon with the words it is found by."""
    words = {name: name.replace("-", " ") for name in sorted(assets.icons())}
    for symbol in default_pack().symbols.values():
        if symbol.icon in words:
            words[symbol.icon] += f" {symbol.name} {symbol.short}".casefold()
    return words
