"""Fair dice from the operating system's randomness (TF-20)."""

from __future__ import annotations

import os

from tablefolk.core.language import said
from tablefolk.core.refusing import Refusal


def throw(count: int, sides: int) -> tuple[int, ...]:
    """That many faces, each as likely as any other: bytes that would tilt the die are skipped."""
    width = 1 if sides <= 256 else 2
    fair = 256**width - 256**width % sides
    faces: list[int] = []
    while len(faces) < count:
        drawn = os.urandom(width * (count - len(faces) + 2))
        for i in range(0, len(drawn), width):
            value = int.from_bytes(drawn[i : i + width], "big")
            if value < fair:
                faces.append(value % sides + 1)
    return tuple(faces[:count])


def typed_in(count: int, sides: int) -> tuple[int, ...]:
    """Dice at a table where everybody throws their own: the faces have to be given (TF-21)."""
    why = said(
        "Throw {count} dice with {sides} sides and type in how they fell.", count=count, sides=sides
    )
    raise Refusal("TF-21", "bad_dice", why, firm=True)
