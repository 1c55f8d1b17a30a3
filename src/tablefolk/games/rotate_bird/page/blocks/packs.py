"""Packs, fallout tables and own pictures as a page shows them (RB-11, RB-86, RB-182 … RB-191)."""

from __future__ import annotations

from tablefolk.core.game import Block
from tablefolk.games.rotate_bird.page.blocks.symbol import Part, Picture


class PackLine(Part, frozen=True):
    """A pack on the shelf."""

    id: str  # as addresses name it
    name: str
    tone: str = ""
    in_use: bool = False
    own: bool = False  # loaded here, not the one the game comes with
    counts: str = ""  # “108 Being, 36 Doing, 6 Fallout, 7 Factors”
    room: str = ""  # for how many players it is enough (RB-184)
    note: str = ""  # where there are more
    sample: tuple[Picture, ...] = ()


class PackShelf(Block, frozen=True):
    """The packs of this table: the one in use, others, and how to bring one (RB-182)."""

    packs: tuple[PackLine, ...] = ()
    hints: tuple[str, ...] = ()


class FalloutLine(Part, frozen=True):
    """A fallout table: six symbols on a die (RB-86)."""

    id: str  # "" is the pack's own
    name: str
    symbols: tuple[Picture, ...]
    in_use: bool = False


class FalloutShelf(Block, frozen=True):
    """Fallout tables prepared for a scenario; known to the GM alone until used (RB-86, RB-189)."""

    tables: tuple[FalloutLine, ...] = ()
    known: tuple[Picture, ...] = ()  # every symbol one could take


class OwnPictures(Block, frozen=True):
    """The pictures on one's own sheet, and a pad to draw them anew (RB-11)."""

    who: str = ""
    name: str = ""
    pictures: tuple[Picture, ...] = ()
