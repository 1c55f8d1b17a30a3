"""The typeface of Mutagen's signs: result arrows and marks that few machines have a letter for.

python tools/signs_font.py    writes src/tablefolk/games/mutagen/web/static/signs.ttf

Every glyph is drawn here, out of polygons and circles, and the file is laid out by hand: it is
small, it is ours, and it comes out the same each time.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from itertools import pairwise
from math import cos, pi, sin
from pathlib import Path

FILE = Path(__file__).resolve().parents[1] / "src/tablefolk/games/mutagen/web/static/signs.ttf"
NAME = "Mutagen Signs"
EM, ASCENT, DESCENT, WIDTH = 1000, 800, -200, 760
MIDDLE = (380, 330)  # of what stands beside small letters
Point = tuple[float, float, bool]  # x, y, and whether it lies on the curve
Contour = list[Point]
Glyph = list[Contour]

# -- Shapes ------------------------------------------------------------------------------------


def polygon(*points: tuple[float, float], hole: bool = False) -> Contour:
    """Straight lines; what is filled turns clockwise, a hole the other way."""
    area = sum(
        x * points[(n + 1) % len(points)][1] - points[(n + 1) % len(points)][0] * y
        for n, (x, y) in enumerate(points)
    )
    turned = points if (area > 0) == hole else tuple(reversed(points))
    return [(x, y, True) for x, y in turned]


def circle(radius: float, hole: bool = False, at: tuple[float, float] = MIDDLE) -> Contour:
    """Eight curves around a middle."""
    turns = [n * pi / 8 for n in range(16)]
    reach = [radius if n % 2 == 0 else radius / cos(pi / 8) for n in range(16)]
    points = [
        (at[0] + r * cos(a), at[1] + r * sin(a), n % 2 == 0)
        for n, (a, r) in enumerate(zip(turns, reach, strict=True))
    ]
    return points if hole else points[::-1]


def box(left: float, low: float, right: float, high: float, hole: bool = False) -> Contour:
    return polygon((left, low), (right, low), (right, high), (left, high), hole=hole)


def arrow(degrees: float) -> Glyph:
    """An arrow that points right, turned."""
    right = ((-340, -58), (30, -58), (30, -230), (350, 0), (30, 230), (30, 58), (-340, 58))
    turn = degrees * pi / 180
    points = (
        (MIDDLE[0] + x * cos(turn) - y * sin(turn), MIDDLE[1] + x * sin(turn) + y * cos(turn))
        for x, y in right
    )
    return [polygon(*points)]


def triangle(hole: bool) -> Glyph:
    whole = polygon((380, 660), (710, 40), (50, 40))
    return [whole, polygon((380, 510), (598, 104), (162, 104), hole=True)] if hole else [whole]


def corner(x: float, y: float, out: float, up: float) -> Glyph:
    """Two strokes that meet: the half brackets of links and sums."""
    thick = 70
    across = box(min(x, x + out), y - thick / 2, max(x, x + out), y + thick / 2)
    along = box(x - thick / 2, min(y, y + up), x + thick / 2, max(y, y + up))
    return [across, along]


def framed(*inside: Contour) -> Glyph:
    return [box(90, 40, 670, 620), box(150, 100, 610, 560, hole=True), *inside]


SPEAK = [
    polygon(
        (60, 620), (700, 620), (700, 220), (400, 220), (210, 60), (240, 220), (60, 220)
    ),
    *(circle(48, True, (x, 420)) for x in (210, 380, 550)),
]  # fmt: skip
THUMB = [
    polygon(
        (70, 640), (230, 640), (230, 300), (70, 300)
    ),
    polygon(
        (270, 640), (620, 640), (690, 560), (660, 330), (470, 330), (500, 120), (430, 40),
        (370, 70), (350, 190), (270, 320),
    ),
]  # fmt: skip
GLYPHS: dict[int, Glyph] = {
    0x2022: [circle(120)],  # •
    0x229E: framed(box(350, 150, 410, 510), box(200, 300, 350, 360), box(410, 300, 560, 360)),  # ⊞
    0x230A: corner(300, -60, 250, 860),  # ⌊
    0x230B: corner(460, -60, -250, 860),  # ⌋
    0x231D: corner(460, 740, -280, -300),  # ⌝
    0x231E: corner(300, 20, 280, 300),  # ⌞
    0x25A2: framed(),  # ▢
    0x25B2: triangle(hole=False),  # ▲
    0x25B3: triangle(hole=True),  # △
    0x25B8: [polygon((220, 90), (220, 570), (600, 330))],  # ▸
    0x25BA: [polygon((110, 60), (110, 600), (670, 330))],  # ►
    0x25CB: [circle(300), circle(236, hole=True)],  # ○
    0x25CF: [circle(300)],  # ●
    0x26A0: [*triangle(hole=True), box(350, 270, 410, 440), box(350, 170, 410, 230)],  # ⚠
    0x1F44E: THUMB,  # 👎
    0x1F5E3: SPEAK,  # 🗣
    **{
        0x1F850 + n: arrow(degrees)
        for n, degrees in enumerate((180, 90, 0, -90, 135, 45, -45, -135))
    },  # 🡐🡑🡒🡓🡔🡕🡖🡗
}

# -- The file ----------------------------------------------------------------------------------


def bounds(glyph: Glyph) -> tuple[int, int, int, int]:
    xs = [round(x) for contour in glyph for x, _, _ in contour]
    ys = [round(y) for contour in glyph for _, y, _ in contour]
    return min(xs), min(ys), max(xs), max(ys)


def outline(glyph: Glyph) -> bytes:
    """One glyph of the table `glyf`: every step as a word, which is plain and long enough."""
    points = [point for contour in glyph for point in contour]
    ends, last = [], -1
    for contour in glyph:
        last += len(contour)
        ends.append(last)
    body = struct.pack(">h4h", len(glyph), *bounds(glyph))
    body += struct.pack(f">{len(ends)}HH", *ends, 0)
    body += bytes(int(on) for _, _, on in points)
    for axis in (0, 1):
        places = [0, *(round(point[axis]) for point in points)]
        steps = [b - a for a, b in pairwise(places)]
        body += struct.pack(f">{len(steps)}h", *steps)
    return body + b"\0" * (-len(body) % 4)


def cmap(codes: Sequence[int]) -> bytes:
    """Which letter has which glyph: all of them, and once more those of the first plane."""
    groups = b"".join(struct.pack(">3I", code, code, n) for n, code in enumerate(codes, 1))
    wide = struct.pack(">HHIII", 12, 0, 16 + len(groups), 0, len(codes)) + groups
    narrow = first_plane([(code, n) for n, code in enumerate(codes, 1) if code < 0x10000])
    head = struct.pack(">HH", 0, 2) + struct.pack(">HHI", 3, 1, 20)
    return head + struct.pack(">HHI", 3, 10, 20 + len(narrow)) + narrow + wide


def first_plane(pairs: Sequence[tuple[int, int]]) -> bytes:
    rows = [(code, code, n - code) for code, n in pairs] + [(0xFFFF, 0xFFFF, 1)]
    size = len(rows)
    power = 1 << (size.bit_length() - 1)
    search = (2 * power, power.bit_length() - 1, 2 * (size - power))
    ends = struct.pack(f">{size}H", *(end for _, end, _ in rows))
    starts = struct.pack(f">{size}H", *(start for start, _, _ in rows))
    deltas = struct.pack(f">{size}H", *(delta % 0x10000 for _, _, delta in rows))
    body = ends + b"\0\0" + starts + deltas + b"\0\0" * size
    return struct.pack(">7H", 4, 14 + len(body), 0, 2 * size, *search) + body


def names() -> bytes:
    told = {1: NAME, 2: "Regular", 3: NAME, 4: NAME, 5: "Version 1.000", 6: "MutagenSigns"}
    records, text = b"", b""
    for id, words in told.items():
        body = words.encode("utf-16-be")
        records += struct.pack(">6H", 3, 1, 0x409, id, len(body), len(text))
        text += body
    return struct.pack(">3H", 0, len(told), 6 + len(records)) + records + text


def tables(glyphs: dict[int, Glyph]) -> dict[bytes, bytes]:
    codes = sorted(glyphs)
    outlines = [b"", *(outline(glyphs[code]) for code in codes)]
    places = [sum(map(len, outlines[:n])) for n in range(len(outlines) + 1)]
    boxes = [bounds(glyphs[code]) for code in codes]
    low = [min(box[n] for box in boxes) for n in (0, 1)]
    high = [max(box[n] for box in boxes) for n in (2, 3)]
    count, most = len(outlines), max(sum(map(len, g)) for g in glyphs.values())
    head = struct.pack(
        ">IIIIHHqqhhhhHHhhh", 0x10000, 0x10000, 0, 0x5F0F3CF5, 3, EM, 0, 0,
        *low, *high, 0, 8, 2, 1, 0,
    )  # fmt: skip
    hhea = struct.pack(
        ">I3hH3h8hH", 0x10000, ASCENT, DESCENT, 0, WIDTH, low[0], 0, high[0], 1, *[0] * 7, count
    )  # fmt: skip
    maxp = struct.pack(">I14H", 0x10000, count, most, 8, 0, 0, 2, *[0] * 8)
    hmtx = struct.pack(">Hh", WIDTH, 0)
    hmtx += b"".join(struct.pack(">Hh", WIDTH, box[0]) for box in boxes)
    return {
        b"OS/2": os2(codes),
        b"cmap": cmap(codes),
        b"glyf": b"".join(outlines),
        b"head": head,
        b"hhea": hhea,
        b"hmtx": hmtx,
        b"loca": struct.pack(f">{count + 1}I", *places),
        b"maxp": maxp,
        b"name": names(),
        b"post": struct.pack(">IIhhIIIII", 0x30000, 0, -100, 50, 0, 0, 0, 0, 0),
    }


def os2(codes: Sequence[int]) -> bytes:
    small = (650, 600, 0, 75, 650, 600, 0, 350, 50, 250)
    first, last = min(codes), min(max(codes), 0xFFFF)
    return b"".join(
        (
            struct.pack(">HhHHH", 4, WIDTH, 400, 5, 0),
            struct.pack(">10hh", *small, 0),
            bytes(10),
            struct.pack(">4I", 0, 0, 0, 0),
            b"NONE",
            struct.pack(">3H", 0x40, first, last),
            struct.pack(">3h2H", ASCENT, DESCENT, 0, ASCENT, -DESCENT),
            struct.pack(">2I", 1, 0),
            struct.pack(">2h3H", 500, 700, 0, 32, 1),
        )
    )


def checksum(body: bytes) -> int:
    padded = body + b"\0" * (-len(body) % 4)
    return int(sum(struct.unpack(f">{len(padded) // 4}I", padded)) % 2**32)


def built() -> bytes:
    """The whole file."""
    every = tables(GLYPHS)
    count = len(every)
    power = 1 << (count.bit_length() - 1)
    search = (16 * power, power.bit_length() - 1, 16 * (count - power))
    rows, bodies, at = b"", b"", 12 + 16 * count
    for tag, body in every.items():
        rows += struct.pack(">4sIII", tag, checksum(body), at + len(bodies), len(body))
        bodies += body + b"\0" * (-len(body) % 4)
    whole = struct.pack(">IHHHH", 0x10000, count, *search) + rows + bodies
    place = at + whole[at:].index(every[b"head"]) + 8
    fixed = struct.pack(">I", (0xB1B0AFBA - checksum(whole)) % 2**32)
    return whole[:place] + fixed + whole[place + 4 :]


if __name__ == "__main__":
    FILE.write_bytes(built())
