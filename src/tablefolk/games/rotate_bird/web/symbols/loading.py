"""A pack as a file that travels: its lines, its drawings, and every fault with its place (RB-182).

In a table's state a symbol knows its own drawing by key. In the file the drawings stand behind the
pack, under `[drawings]`, so that one file is enough to take a pack to another table.
"""

from __future__ import annotations

import base64
import binascii
import re
import tomllib
from collections.abc import Collection, Iterable, Iterator, Mapping

from msgspec import Struct

from tablefolk.core.files import Fault, Faulty
from tablefolk.core.game import Refusal
from tablefolk.games.rotate_bird.page.offers.making import say
from tablefolk.games.rotate_bird.rules.packs import Pack, read_pack, write_pack
from tablefolk.hosting.drawings import Drawing, DrawingLine, again
from tablefolk.web import assets

MOST_TEXT = 100_000  # characters of a pack without its drawings
DRAWINGS = "[drawings]"
_PART = re.compile(r"\b(icon|drawing)\s*=\s*\"([^\"]*)\"")


class Loaded(Struct, frozen=True):
    """A pack's file taken apart."""

    lines: tuple[str, ...]
    drawings: tuple[Drawing, ...] = ()
    faults: tuple[Fault, ...] = ()


def load(text: str, known: Collection[str]) -> Loaded:
    """The file's pack and drawings; `known` are the keys of drawings the table has already."""
    lines = [line.rstrip() for line in text.removeprefix("\ufeff").splitlines()]
    end = next((n for n, line in enumerate(lines) if line.strip() == DRAWINGS), len(lines))
    pack = tuple(lines[:end])
    if sum(map(len, pack)) > MOST_TEXT:
        return Loaded(pack, faults=(Fault(1, f"A pack has {MOST_TEXT:,} characters at most."),))
    try:
        drawings = tuple(_drawings("\n".join(lines[end:])))
    except (ValueError, Refusal, RecursionError):
        return Loaded(pack, faults=(Fault(end + 1, say("editor.drawings")),))
    have = {*known, *(one.key for one in drawings)}
    return Loaded(pack, drawings, tuple(faults(pack, have)))


def faults(lines: tuple[str, ...], have: Collection[str]) -> Iterator[Fault]:
    """All that is wrong: what the rules say, then pictures that are not there."""
    try:
        read_pack(lines)
    except Faulty as bad:
        yield from bad.faults
    for number, line in enumerate(lines, 1):
        for part, name in _PART.findall(line.partition("#")[0] if '"' not in line else line):
            if part == "icon" and name and not assets.has_icon(name):
                yield Fault(number, say("editor.no_icon", name=name[:60]))
            if part == "drawing" and name and name not in have:
                yield Fault(number, say("editor.no_drawing", key=name[:60]))


def _drawings(text: str) -> Iterator[Drawing]:
    """The drawings behind a pack, each under its own key."""
    for key, raw in tomllib.loads(text).get("drawings", {}).items():
        kind, _, body = str(raw).partition(":")
        if kind not in ("png", "svg"):
            raise ValueError(kind)
        try:
            line = DrawingLine(
                "png" if kind == "png" else "svg", base64.b64decode(body, validate=True)
            )
        except binascii.Error:
            raise ValueError(key) from None
        one = again(line)
        if one.key != key:
            raise ValueError(key)
        yield one


def file(pack: Pack, drawings: Mapping[str, Drawing]) -> str:
    """The pack as one file, with the drawings it uses."""
    used = [drawings[key] for key in used_keys(pack.symbols.values()) if key in drawings]
    lines = [*write_pack(pack), *(("", DRAWINGS) if used else ())]
    lines += [f'{d.key} = "{d.kind}:{base64.b64encode(d.body).decode()}"' for d in used]
    return "\n".join(lines) + "\n"


def used_keys(symbols: Iterable[object]) -> tuple[str, ...]:
    keys = (str(getattr(symbol, "drawing", "")) for symbol in symbols)
    return tuple(dict.fromkeys(key for key in keys if key))
