"""What is wrong with a playbook, where, and whether it can be played all the same (MU-156)."""

from __future__ import annotations

import unicodedata

from msgspec import Struct


class Fault(Struct, frozen=True, omit_defaults=True):
    """One thing to put right: an error refuses the playbook, a warning does not."""

    why: str
    line: int = 0  # 0: it stands in no line
    file: str = ""
    place: str = ""  # the id of the item or section
    part: str = ""  # which line of it: a rank, a result that stands there twice, a link
    warning: bool = False

    def __str__(self) -> str:
        kind = "warning: " if self.warning else ""
        where = f"line {self.line}: " if self.line else f"{self.place}: " if self.place else ""
        return f"{self.file}{', ' if self.file and where else ''}{where}{kind}{self.why}"


def errors(faults: tuple[Fault, ...]) -> tuple[Fault, ...]:
    """The faults that refuse the playbook as a whole."""
    return tuple(fault for fault in faults if not fault.warning)


TURNING = {*"\u200e\u200f", *map(chr, range(0x202A, 0x202F)), *map(chr, range(0x2066, 0x206A))}


def unprintable(text: str) -> str:
    """The first character that no playbook may hold: it would hide or turn other text."""
    if text.isascii() and text.isprintable():
        return ""
    return next((ch for ch in text if ch in TURNING or _hidden(ch)), "")


def _hidden(ch: str) -> bool:
    return unicodedata.category(ch) in ("Cc", "Cs", "Zl", "Zp") and ch not in "\t\n"
