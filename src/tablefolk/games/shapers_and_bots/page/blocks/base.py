"""Small parts that many blocks have: portraits, numbers with what they come from, budgets."""

from __future__ import annotations

from msgspec import Struct


class Part(Struct, frozen=True, omit_defaults=True):
    """A piece of a block."""


class Portrait(Part, frozen=True):
    """A picture of somebody: the face of a species or a bot, and a badge for what is special."""

    species: str = ""  # one we have a face for; "" with an emoji: home-made
    name: str = ""  # what it shows, spoken: fox, bot
    emoji: str = ""
    badge: str = ""  # an icon
    badge_name: str = ""
    hue: int = 0  # of its ground, one of eight


class Piece(Part, frozen=True):
    """A piece of a number: +2 from the fox, −1 from your points."""

    label: str
    value: str


class Figure(Part, frozen=True):
    """A number on a sheet, as it is written, and what it comes from."""

    key: str
    name: str
    text: str  # +3, 0, −2, None; "?" where an extra was never given it
    pieces: tuple[Piece, ...] = ()
    use: str = ""  # what it is for
    icon: str = ""
    ruled: bool = False  # the Director set it (SB-43)
    none: bool = False  # no ability: only a fluke helps (SB-59)
    home: bool = False  # home-made (SB-172)


class Purse(Part, frozen=True):
    """A budget as pips: points there are, and points spent."""

    total: int
    spent: int

    @property
    def left(self) -> int:
        return self.total - self.spent
