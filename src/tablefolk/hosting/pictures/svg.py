"""SVG from strangers: read without entities, and rebuilt from what is known to be harmless (TF-40).

Nothing of the file itself is kept: every element and attribute is written anew, and only those
named here. So there is no script, link, style, foreign content or reference in what comes out.
"""

from __future__ import annotations

import re
from xml.parsers import expat
from xml.sax.saxutils import quoteattr

from tablefolk.core.language import said
from tablefolk.hosting.pictures.faults import unfit

MOST_BYTES, MOST_SIDE, MOST_PARTS, MOST_DEPTH = 32_000, 8192, 500, 20
SVG = "http://www.w3.org/2000/svg"
_N = r"[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?"
NUMBER = re.compile(rf"{_N}(?:px)?", re.I)
NUMBERS = re.compile(rf"\s*(?:{_N}[\s,]*)*", re.I)
PATH = re.compile(r"[MLHVCSQTAZmlhvcsqtaz\deE\s,.+-]*")
PAINT = re.compile(r"none|currentColor|[a-z]{3,24}|#[0-9a-f]{3,8}|rgb\([\d\s,.%]+\)", re.I)
TURN = re.compile(r"(?:\s*(?:matrix|translate|scale|rotate|skewX|skewY)\([-+\d\s,.eE]*\)[\s,]*)*")
WORD = re.compile(r"[a-z]{3,10}")
ATTRIBUTES = {
    "d": PATH, "points": NUMBERS, "transform": TURN, "fill": PAINT, "stroke": PAINT,
    "fill-rule": WORD, "stroke-linecap": WORD, "stroke-linejoin": WORD,
    "stroke-dasharray": NUMBERS,
    **dict.fromkeys(("x", "y", "x1", "y1", "x2", "y2", "cx", "cy", "r", "rx", "ry", "width",
                     "height", "opacity", "fill-opacity", "stroke-opacity", "stroke-width",
                     "stroke-miterlimit"), NUMBER),
}  # fmt: skip
SHAPES = {"g", "path", "circle", "rect", "line", "polyline", "polygon", "ellipse"}
SILENT = {"title", "desc", "metadata"}  # left out with all that is in them


def cleaned(data: bytes) -> bytes:
    """The same drawing, rebuilt; or a refusal."""
    if len(data) > MOST_BYTES:
        raise unfit(said("An SVG may have {most_bytes} kB at most.", most_bytes=MOST_BYTES // 1000))
    copy = _Copy()
    try:
        copy.parser.Parse(data, True)
    except (expat.ExpatError, UnicodeError, ValueError):
        raise unfit("That SVG is damaged.") from None
    return "".join(copy.written).encode()


def is_clean(data: bytes) -> bool:
    """Whether it is written as we write it; one that cannot be read is refused."""
    return cleaned(data) == data


class _Copy:
    """Writes a drawing anew while it is read."""

    def __init__(self) -> None:
        self.written: list[str] = []
        self.depth = self.parts = self.unheard = 0
        self.parser = expat.ParserCreate("utf-8", namespace_separator=" ")
        self.parser.StartElementHandler = self.begin
        self.parser.EndElementHandler = self.end
        self.parser.StartDoctypeDeclHandler = self.declares
        self.parser.EntityDeclHandler = self.declares
        self.parser.ProcessingInstructionHandler = self.declares

    def declares(self, *what: object) -> None:
        raise unfit("A drawing declares nothing: save it as a plain SVG.")

    def begin(self, full: str, attributes: dict[str, str]) -> None:
        space, _, name = full.rpartition(" ")
        self.depth, self.parts = self.depth + 1, self.parts + 1
        if self.depth > MOST_DEPTH or self.parts > MOST_PARTS:
            raise unfit(said("A drawing has {most_parts} parts at most.", most_parts=MOST_PARTS))
        if self.unheard or name in SILENT or (space not in ("", SVG) and self.depth > 1):
            self.unheard += 1
        elif self.depth == 1:
            self.root(space, name, attributes)
        elif name in SHAPES:
            self.written.append(f"<{name}{harmless(attributes)}>")
        else:
            raise unfit(
                said("A drawing has no <{name}> in it; only shapes and paths.", name=name[:40])
            )

    def end(self, full: str) -> None:
        self.depth -= 1
        if self.unheard:
            self.unheard -= 1
        else:
            self.written.append(f"</{full.rpartition(' ')[2]}>")

    def root(self, space: str, name: str, attributes: dict[str, str]) -> None:
        if name != "svg" or space not in ("", SVG):
            raise unfit("That is no SVG.")
        inherited = {k: v for k, v in attributes.items() if k not in ("width", "height", "x", "y")}
        self.written.append(f'<svg xmlns="{SVG}" viewBox="{frame(attributes)}"')
        self.written.append(f"{harmless(inherited)}>")


def frame(attributes: dict[str, str]) -> str:
    """The part of the plane that is seen; all four numbers within bounds."""
    given = attributes.get("viewBox") or "0 0 {} {}".format(
        *(attributes.get(side, "").removesuffix("px") for side in ("width", "height"))
    )
    parts = given.replace(",", " ").split()
    if len(parts) != 4 or not all(NUMBER.fullmatch(part) for part in parts):
        raise unfit("That SVG does not say how large it is.")
    left, top, width, height = (float(part.removesuffix("px")) for part in parts)
    if not 0 < width <= MOST_SIDE or not 0 < height <= MOST_SIDE or abs(left) + abs(top) > 1e6:
        raise unfit(
            said("A drawing may be {most_side} units wide and high at most.", most_side=MOST_SIDE)
        )
    return f"{left:g} {top:g} {width:g} {height:g}"


def harmless(attributes: dict[str, str]) -> str:
    """The attributes that are known, with values that can only be numbers, paths and colours."""
    for full in attributes:
        name = full.rpartition(" ")[2].lower()
        if name.startswith("on") or name in ("href", "src"):
            raise unfit(
                said("A drawing has no “{name}” in it; only shapes and paths.", name=name[:40])
            )
    known = {k: v for k, v in attributes.items() if k in ATTRIBUTES}
    return "".join(
        f" {k}={quoteattr(v)}" for k, v in known.items() if ATTRIBUTES[k].fullmatch(v.strip())
    )
