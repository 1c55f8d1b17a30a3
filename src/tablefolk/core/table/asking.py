"""What somebody asks to be allowed, in the words that stood on their page (TF-17)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import msgspec

from tablefolk.core.game import Blank, Command, Flag, Lines, Offer, Pick, Seat, Words
from tablefolk.core.lifting import Fields
from tablefolk.core.table.page import plain_name
from tablefolk.core.words import listing

if TYPE_CHECKING:
    from tablefolk.core.table.at import GameAtTable
    from tablefolk.core.table.state import Table


def in_words(at: GameAtTable, table: Table, seat: Seat, command: Command) -> str:
    """An act as its button calls it, with what was filled in and what it is about."""
    raw = msgspec.to_builtins(command)
    fitting = (o for o in at.offers(table, seat) if _fits(o, raw))
    offer = next(fitting, None)
    if offer is None:
        return plain_name(str(raw.get("type", ""))).capitalize()
    filled = [text for blank in offer.blanks for text in _said(blank, raw.get(blank.name))]
    blocks = at.view(table, seat).blocks if offer.about else ()
    titles = (getattr(block, "title", "") for block in blocks if block.about == offer.about)
    about = [title for title in titles if isinstance(title, str) and title][:1]
    beside = "; ".join((*about, *filled))
    return f"{offer.label} ({beside})" if beside else offer.label


def _fits(offer: Offer, raw: Fields) -> bool:
    if offer.do != raw.get("type"):
        return False
    fixed = msgspec.to_builtins(dict(offer.fixed))
    known = {"type", *fixed, *(blank.name for blank in offer.blanks)}
    return raw.keys() <= known and all(raw.get(k, v) == v for k, v in fixed.items())


def _said(blank: Blank, value: object) -> Iterator[str]:
    """What stands in a blank, as its label has it."""
    match blank:
        case Flag():
            yield from (blank.label,) if value else ()
        case Pick(choices=choices):
            meant = value if isinstance(value, list | tuple) else (value,)
            labels = [c.label for c in choices if c.value in meant and c.value != ""]
            yield from (listing(labels),) if labels else ()
        case Words() | Lines():
            texts = value if isinstance(value, list | tuple | dict) else [value]
            yield from (f"“{text}”" for text in texts if isinstance(text, str) and text)
        case _ if isinstance(value, int):
            yield f"{blank.label}: {value}"
