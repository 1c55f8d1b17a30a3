"""Pictures for tests: small good ones, and such as nobody should take in."""

from __future__ import annotations

import struct
import zlib

from tablefolk.hosting.pictures import png

SVG = b"""<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" width="40" height="40">
<title>mine</title><g fill="none" stroke="#222" stroke-width="3"><path d="M4 4L36 36z"/>
<circle cx="20" cy="20" r="9" transform="rotate(4)"/></g></svg>"""


def chunk(name: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))


def square(side: int = 8, more: bytes = b"") -> bytes:
    """A black square, perhaps with chunks that no picture needs."""
    rows = b"".join(b"\0" + b"\0\xff" * side for _ in range(side))
    head = struct.pack(">IIBBBBB", side, side, 8, 4, 0, 0, 0)
    parts = chunk(b"IHDR", head) + more + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")
    return png.SIGNATURE + parts


def svg(inside: str, attributes: str = "") -> bytes:
    """An SVG with that in it."""
    root = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9" {attributes}>'
    return f"{root}{inside}</svg>".encode()


LAUGHS = b"""<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;">
<!ENTITY c "&b;&b;&b;&b;&b;">]><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">
<title>&c;</title></svg>"""
HOSTILE: dict[str, bytes] = {
    "a script": svg("<script>alert(1)</script>"),
    "a script in another space": svg('<x:script xmlns:x="http://www.w3.org/1999/xhtml"/><a/>'),
    "a handler": svg('<path d="M0 0" onclick="alert(1)"/>'),
    "a handler on the root": svg("", 'onload="alert(1)"'),
    "a link": svg('<a href="javascript:alert(1)"><path d="M0 0"/></a>'),
    "a reference": svg('<use xmlns:x="http://www.w3.org/1999/xlink" x:href="#a"/>'),
    "an image": svg('<image href="http://evil.test/a.png"/>'),
    "a style": svg("<style>*{background:url(http://evil.test)}</style>"),
    "foreign content": svg("<foreignObject><p>hello</p></foreignObject>"),
    "an animation": svg('<animate attributeName="href" values="javascript:alert(1)"/>'),
    "laughs": LAUGHS,
    "an entity from elsewhere": LAUGHS.replace(b'"ha"', b'SYSTEM "file:///etc/passwd"'),
    "a stylesheet": b'<?xml-stylesheet href="http://evil.test/a.css"?>' + svg(""),
    "no size": b'<svg xmlns="http://www.w3.org/2000/svg"></svg>',
    "a huge size": b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1e9 1e9"></svg>',
    "an unclosed drawing": svg("<g>"),
    "too many parts": svg("<g/>" * 600),
    "too deep": svg("<g>" * 30 + "</g>" * 30),
    "a large SVG": svg(f'<path d="{"M0 0 " * 8000}"/>'),
    "a page": b"<html><body>hello</body></html>",
    "a page with a drawing": b"<html><svg/></html>",
    "a GIF": b"GIF89a" + b"\0" * 100,
    "a JPEG": b"\xff\xd8\xff\xe0" + b"\0" * 100,
    "half a PNG": square()[:40],
    "a PNG with a wrong mark": square().replace(b"IDAT", b"IDAX"),
    "a huge PNG": square(600),
    "a PNG that only says it is huge": png.SIGNATURE
    + chunk(b"IHDR", struct.pack(">IIBBBBB", 2**31 - 1, 2**31 - 1, 8, 6, 0, 0, 0))
    + chunk(b"IEND", b""),
    "a PNG of no size": png.SIGNATURE
    + chunk(b"IHDR", struct.pack(">IIBBBBB", 0, 4, 8, 6, 0, 0, 0))
    + chunk(b"IEND", b""),
    "a PNG that swells": png.SIGNATURE
    + chunk(b"IHDR", struct.pack(">IIBBBBB", 4, 4, 8, 0, 0, 0, 0))
    + chunk(b"IDAT", zlib.compress(b"\0" * 10_000_000))
    + chunk(b"IEND", b""),
    "a PNG without its palette": png.SIGNATURE
    + chunk(b"IHDR", struct.pack(">IIBBBBB", 1, 1, 8, 3, 0, 0, 0))
    + chunk(b"IDAT", zlib.compress(b"\0\0"))
    + chunk(b"IEND", b""),
    "nothing": b"",
}
