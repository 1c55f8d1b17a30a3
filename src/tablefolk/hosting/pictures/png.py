"""PNG: written from pixels, and taken in from strangers only after taking it apart (TF-40)."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tablefolk.core.language import said
from tablefolk.hosting.pictures.faults import unfit

SIGNATURE = b"\x89PNG\r\n\x1a\n"
MOST_BYTES, MOST_SIDE = 64_000, 512
SAMPLES = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}  # by colour type
DEPTHS = {0: (1, 2, 4, 8, 16), 2: (8, 16), 3: (1, 2, 4, 8), 4: (8, 16), 6: (8, 16)}
KEPT = (b"PLTE", b"tRNS")  # beside the pixels; everything else is left behind
GREY_ALPHA = 4
# Where each of the seven passes of an interlaced picture begins, and its steps: x, y, dx, dy.
PASSES = ((0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2),
          (0, 1, 1, 2))  # fmt: skip


class Head(NamedTuple):
    """What a PNG says about itself."""

    width: int
    height: int
    depth: int
    colour: int
    interlaced: int

    @property
    def bits(self) -> int:
        """Bits of a pixel."""
        return SAMPLES[self.colour] * self.depth


# -- Writing -----------------------------------------------------------------------------------


def write(width: int, height: int, rows: Sequence[bytes]) -> bytes:
    """A picture in grey with transparency, two bytes a pixel."""
    head = Head(width, height, 8, GREY_ALPHA, 0)
    return _built(head, [], b"".join(b"\0" + row for row in rows))


def _built(head: Head, kept: Sequence[tuple[bytes, bytes]], pixels: bytes) -> bytes:
    first = struct.pack(">IIBBBBB", *head[:4], 0, 0, head.interlaced)
    parts = [(b"IHDR", first), *kept, (b"IDAT", zlib.compress(pixels)), (b"IEND", b"")]
    return SIGNATURE + b"".join(_chunk(name, body) for name, body in parts)


def _chunk(name: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))


# -- Taking in ---------------------------------------------------------------------------------


def cleaned(data: bytes) -> bytes:
    """The same picture, its pixels packed anew and all else left behind; or a refusal."""
    if len(data) > MOST_BYTES:
        raise unfit(said("A PNG may have {most_bytes} kB at most.", most_bytes=MOST_BYTES // 1000))
    chunks = list(_chunks(data))
    head = _head(chunks)
    pixels = _pixels(head, b"".join(body for name, body in chunks if name == b"IDAT"))
    kept = [(name, body) for name, body in chunks if name in KEPT]
    good = len(kept) == len({name for name, _ in kept}) and _palette(head, dict(kept))
    if not good:
        raise unfit("That PNG is damaged.")
    return _built(head, sorted(kept), pixels)


def is_clean(data: bytes) -> bool:
    """Whether there is nothing in it but what we keep; one that cannot be read is refused.

    Not byte for byte what we would write: another version of zlib packs otherwise.
    """
    cleaned(data)
    chunks = list(_chunks(data))
    known = {b"IHDR", *KEPT, b"IDAT", b"IEND"}
    return {name for name, _ in chunks} <= known and sum(
        len(body) + 12 for _, body in chunks
    ) + len(SIGNATURE) == len(data)


def _chunks(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    at = len(SIGNATURE)
    while at + 12 <= len(data):
        length = int.from_bytes(data[at : at + 4], "big")
        name, body = data[at + 4 : at + 8], data[at + 8 : at + 8 + length]
        mark = data[at + 8 + length : at + 12 + length]
        if int.from_bytes(mark, "big") != zlib.crc32(name + body) or len(mark) != 4:
            raise unfit("That PNG is damaged.")
        yield name, body
        if name == b"IEND":
            return  # whatever hangs on behind is not a picture
        at += 12 + length
    raise unfit("That PNG is damaged.")


def _head(chunks: Sequence[tuple[bytes, bytes]]) -> Head:
    name, body = chunks[0]
    if name != b"IHDR" or len(body) != 13:
        raise unfit("That PNG is damaged.")
    width, height, depth, colour, packing, filtering, interlaced = struct.unpack(">IIBBBBB", body)
    known = depth in DEPTHS.get(colour, ()) and not (packing or filtering) and interlaced < 2
    if not known or not (width and height):
        raise unfit("That PNG is damaged.")
    if max(width, height) > MOST_SIDE:
        raise unfit(
            said("A drawing may be {most_side} pixels wide and high at most.", most_side=MOST_SIDE)
        )
    return Head(width, height, depth, colour, interlaced)


def _palette(head: Head, kept: dict[bytes, bytes]) -> bool:
    palette, clear = kept.get(b"PLTE", b""), kept.get(b"tRNS", b"")
    fits = len(palette) % 3 == 0 and len(palette) <= 768 and len(clear) <= 256
    return fits and bool(palette or head.colour != 3)


def _pixels(head: Head, packed: bytes) -> bytes:
    """The unpacked lines, exactly as many bytes as the size asks for."""
    lines = list(_lines(head))
    size = sum(lines)
    unpacking = zlib.decompressobj()
    try:
        pixels = unpacking.decompress(packed, size + 1)
    except zlib.error:
        raise unfit("That PNG is damaged.") from None
    at, good = 0, len(pixels) == size
    for length in lines if good else ():
        good = good and pixels[at] <= 4  # how the line is filtered
        at += length
    if not good:
        raise unfit("That PNG is damaged.")
    return pixels


def _lines(head: Head) -> Iterator[int]:
    """The bytes of each line, with the one that says how it is filtered."""
    for x, y, dx, dy in PASSES if head.interlaced else ((0, 0, 1, 1),):
        width, height = -(-(head.width - x) // dx), -(-(head.height - y) // dy)
        if width > 0 and height > 0:
            yield from [1 + -(-width * head.bits // 8)] * height
