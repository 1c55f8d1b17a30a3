"""Whose page it is: a page's id says for which seat it was drawn, wherever it is sent from."""

from __future__ import annotations

import os
from functools import lru_cache
from hashlib import blake2b

MOST = 7  # seats of one table that one browser holds
LENGTH = 24  # of a page's id, the end of which is the seat's mark
MARK = 8


@lru_cache(4096)
def mark(member: str) -> str:
    """A member in a few letters, fit for a cookie's name."""
    return blake2b(member.encode(errors="surrogatepass"), digest_size=MARK // 2).hexdigest()


def new_page(member: str) -> str:
    """An id for a page that is drawn for this seat."""
    return os.urandom((LENGTH - MARK) // 2).hex() + mark(member)


def mark_of(page: str) -> str:
    """For which seat a page was drawn; nothing, where it is none of ours."""
    ours = len(page) == LENGTH and all(letter in "0123456789abcdef" for letter in page)
    return page[-MARK:] if ours else ""
