"""A pack's pictures in one archive, for virtual tabletops elsewhere (RB-190)."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator, Mapping

from tablefolk.games.rotate_bird.rules.packs import Pack, Symbol
from tablefolk.games.rotate_bird.web.symbols import sheet
from tablefolk.games.rotate_bird.web.symbols.pictures import icon_png
from tablefolk.hosting.drawings import Drawing
from tablefolk.web import assets

CREDITS = """The pictures in this archive

Icons: Font Awesome Free by Fonticons, Inc., https://fontawesome.com, under CC BY 4.0
(https://creativecommons.org/licenses/by/4.0/), drawn here as PNG on a white card.
Pictures drawn or uploaded at a table belong to whoever made them.
"""
Drawings = Mapping[str, Drawing]


def archive(pack: Pack, drawings: Drawings) -> bytes:
    """Every symbol as a picture, by kind and id; with the cheat sheet."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_STORED) as file:
        for name, body in _files(pack, drawings):
            file.writestr(zipfile.ZipInfo(name), body)  # without a date: the same pack, same file
    return made.getvalue()


def _files(pack: Pack, drawings: Drawings) -> Iterator[tuple[str, bytes]]:
    yield "credits.txt", CREDITS.encode()
    yield "cheat-sheet.md", sheet.markdown(pack).encode()
    for symbol in pack.symbols.values():
        kind, body = picture(symbol, drawings)
        yield f"{symbol.kind}/{symbol.id}.{kind}", body


def picture(symbol: Symbol, drawings: Drawings) -> tuple[str, bytes]:
    """An own drawing as it is; else the icon, or a question mark where there is none."""
    if own := drawings.get(symbol.drawing):
        return own.kind, own.body
    return "png", icon_png(symbol.icon if assets.has_icon(symbol.icon) else "circle-question")
