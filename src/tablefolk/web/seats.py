"""Whose page it is: a page's id says for which seat it was drawn, wherever it is sent from."""

from __future__ import annotations

import os
from collections.abc import Iterable
from functools import lru_cache
from hashlib import blake2b

from tablefolk.hosting.live import Borrowed, Live, Who

MOST = 7  # seats of one table that one browser holds
LENGTH = 24  # of a page's id, the end of which is the seat's mark
MARK = 8


def name_of(who: Who) -> str:
    """Whose page it is, in an address: a member, or who plays for whom."""
    return f"{who.by}:{who.seat}" if isinstance(who, Borrowed) else who


@lru_cache(4096)
def mark(who: Who) -> str:
    """Whose page it is, in a few letters, fit for a cookie's name."""
    name = name_of(who).encode(errors="surrogatepass")
    return blake2b(name, digest_size=MARK // 2).hexdigest()


def places(live: Live, held: Iterable[str]) -> tuple[Who, ...]:
    """The seats from which a browser plays: those it holds, and what was lent to them (TF-6).

    What it holds the key to is its own, whoever else plays it.
    """
    own = tuple(held)
    lent = (place for member in own for place in live.lent_to(member) if place.seat not in own)
    return (*own, *lent)


def new_page(who: Who) -> str:
    """An id for a page that is drawn for this seat."""
    return os.urandom((LENGTH - MARK) // 2).hex() + mark(who)


def mark_of(page: str) -> str:
    """For which seat a page was drawn; nothing, where it is none of ours."""
    ours = len(page) == LENGTH and all(letter in "0123456789abcdef" for letter in page)
    return page[-MARK:] if ours else ""
