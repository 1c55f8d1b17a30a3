"""A drawing as a value: safe to show, known by what is in it, and one line of a file."""

from __future__ import annotations

import hashlib
import re
from typing import Literal

from msgspec import Struct

from tablefolk.core.language import said
from tablefolk.hosting.pictures import png, svg
from tablefolk.hosting.pictures.faults import unfit

Kind = Literal["png", "svg"]
MOST = 500  # drawings of a table
KEY = re.compile(r"[0-9a-f]{40}")


class Drawing(Struct, frozen=True):
    """A picture that is safe to show."""

    kind: Kind
    body: bytes

    @property
    def key(self) -> str:
        """What the state knows it by: the same picture has the same key everywhere."""
        return hashlib.sha256(self.kind.encode() + b"\0" + self.body).hexdigest()[:40]


def drawing(data: bytes) -> Drawing:
    """A drawing from whatever was sent, taken apart and rebuilt; or a refusal."""
    if data.startswith(png.SIGNATURE):
        return Drawing("png", png.cleaned(data))
    if b"<svg" in data[:4000]:
        return Drawing("svg", svg.cleaned(data))
    raise unfit("A drawing is a PNG or an SVG.")


def too_many() -> Exception:
    return unfit(said("This table has {most} drawings already.", most=MOST))


# -- In a file that travels --------------------------------------------------------------------


class DrawingLine(Struct, frozen=True, forbid_unknown_fields=True):
    """A drawing as one line of an exported table; its bytes are written in base64."""

    drawing: Kind
    body: bytes


def again(said: DrawingLine) -> Drawing:
    """A drawing that comes back under its old key; or a refusal where we never wrote it so."""
    clean = png.is_clean if said.drawing == "png" else svg.is_clean
    if not clean(said.body):
        raise unfit("Its drawing is not one of ours.")
    return Drawing(said.drawing, said.body)
