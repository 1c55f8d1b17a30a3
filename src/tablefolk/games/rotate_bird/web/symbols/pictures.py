"""A symbol as a PNG: its icon on a small white card, for tables elsewhere (RB-190)."""

from __future__ import annotations

from functools import cache, lru_cache

from tablefolk.hosting.pictures import paths, png, raster
from tablefolk.hosting.pictures.paths import Line
from tablefolk.web import assets

SIDE, MARGIN, ROUND = 256, 28, 28
INK = 0x22  # of the picture; the card is white
SHADE = bytes(255 - (255 - INK) * c // 255 for c in range(256))
CARD = (
    f"M{ROUND} 0H{SIDE - ROUND}A{ROUND} {ROUND} 0 0 1 {SIDE} {ROUND}V{SIDE - ROUND}"
    f"A{ROUND} {ROUND} 0 0 1 {SIDE - ROUND} {SIDE}H{ROUND}"
    f"A{ROUND} {ROUND} 0 0 1 0 {SIDE - ROUND}V{ROUND}A{ROUND} {ROUND} 0 0 1 {ROUND} 0Z"
)


@lru_cache(maxsize=2000)
def icon_png(name: str) -> bytes:
    """An icon by its name; MissingAsset where there is none."""
    view_box, data = assets.outline(name)
    left, top, width, height = (float(part) for part in view_box.split())
    scale = (SIDE - 2 * MARGIN) / max(width, height)
    over, down = (SIDE - width * scale) / 2, (SIDE - height * scale) / 2
    lines = [line for one in data for line in paths.outlines(one)]
    placed = [[((x - left) * scale + over, (y - top) * scale + down) for x, y in line]
              for line in lines]  # fmt: skip
    return on_card(placed)


def on_card(lines: list[Line]) -> bytes:
    """Outlines in ink on the card."""
    rows = []
    for ink, card in zip(raster.covered(lines, SIDE, SIDE), card_rows(), strict=True):
        row = bytearray(2 * SIDE)
        row[0::2], row[1::2] = ink.translate(SHADE), card
        rows.append(bytes(row))
    return png.write(SIDE, SIDE, rows)


@cache
def card_rows() -> tuple[bytes, ...]:
    """The card itself: white, with round corners."""
    return tuple(raster.covered(paths.outlines(CARD), SIDE, SIDE))
