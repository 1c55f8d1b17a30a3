"""Odd things to send: values, forms, JSON, files and headers that nobody's page would make."""

from __future__ import annotations

import json
from collections.abc import Sequence
from random import Random
from typing import Any
from urllib.parse import quote, urlencode

from tests.fuzz.wire import Pairs

TEXTS = (
    "", " ", "\0", "a\0b", "\u202e", "\ufeff", "\u3164", "\ud7ff", "😀" * 50, "x" * 3000,
    "é" * 41,
    "../../etc/passwd", "%00", "%ff", "<script>alert(1)</script>", "{{7*7}}", "{0.__class__}",
    "%s%n",
    "' OR 1=1 --", "-1", "0", "1e999", "NaN", "9" * 400, "1" * 19, "0x10", "١٢", "²", "1.5",
    "true",
    "null", "[]", "{}", "a.b.c", "..", ".", "/", "\\", "nobody", "\r\nX-Odd: 1", "\n\n\n",
    "a\u0301" * 90,
    "d6" * 900, "100d6++++++++++", "9999999d9999999", "((((((((((", "constructor", "__proto__",
    "📜\u200d",
)  # fmt: skip
NUMBERS = (
    -1, 0, 1, 2, 3, 7, 41, 10**6, 2**31, 2**53, 2**63, 2**64, -(2**63) - 1, 10**400, 1.5, -0.0,
)  # fmt: skip
BODIES = (
    b"", b"\0", b"\xff\xfe", b"{", b"[" * 5000, b'{"a":' * 3000, b"&" * 500, b"=" * 500, b"a=%zz",
    b"do=%ff%fe", b'"' + b"\\ud800" * 9 + b'"', b"null", b"[]", b"1e999", b"NaN", b"9" * 5000,
    b'{"do":"Say","fields":{"text":"\\ud800"}}', b'{"do":"Say","fields":[]}', b'{"do":1}',
    b"x" * 99_000,
    b'{"do":"Say","do":"Stop","fields":{}}',
    b'{"do":"Say","fields":{"text":"\\u0000"},"id":"\\u0000"}',
    b"a=1&" * 1200, b"<!DOCTYPE x [<!ENTITY a 'a'>]><x>&a;</x>", b"\x1f\x8b\x08\0\0",
    b"PK\x03\x04",
)  # fmt: skip
KINDS = (
    "application/x-www-form-urlencoded", "application/json", "multipart/form-data; boundary=b",
    "multipart/form-data", "multipart/form-data; boundary=", "text/plain", "application/xml", "",
    "application/json; charset=utf-16", "application/x-www-form-urlencoded; charset=nonsense",
    "é",
    "multipart/form-data; boundary=" + "b" * 300, "application/msgpack",
)  # fmt: skip
HEADERS = {
    "host": ("", "table.test:99999", "[::1", "[::1]", "a b", "éé", "x" * 300, "@",
             "table.test, evil"),
    "origin": ("null", "http://[::1", "http://evil.test", "http://table.test", "", "é"),
    "sec-fetch-site": ("cross-site", "same-origin", "none", "", "nonsense"),
    "accept": ("application/json", "*/*", "", "text/event-stream", "text/html;q=0", "é",
        "x" * 5000),
    "accept-encoding": ("br", "gzip;q=nonsense", "br;q=0, *;q=0", "", "identity;q=0", "é"),
    "hx-request": ("true", "false", "1"),
    "hx-target": ("stage", "", "#" * 500), "hx-current-url": ("http://[::1", "x", ""),
    "range": ("bytes=0-", "bytes=-1", "bytes=9-1", "bytes=0-0,2-3", "nonsense",
        "bytes=" + "9" * 60),
    "content-length": ("0", "-1", "9" * 30, "nonsense", "1.5", "99999999", ""),
    "last-event-id": ("0", "-1", "9" * 40, "١", "nonsense", ""),
    "if-none-match": ("*", '"x"', "nonsense", 'W/"' + "x" * 500 + '"'),
    "if-modified-since": ("nonsense", "Thu, 01 Jan 1970 00:00:00 GMT",
                          "Fri, 99 Foo 99999 99:99:99 GMT"),
    "x-forwarded-for": ("1.2.3.4", "nonsense", ""), "x-forwarded-proto": ("https", "nonsense"),
    "x-forwarded-host": ("evil.test", "[::1"), "forwarded": ("for=x;proto=é",),
        "upgrade": ("websocket",),
    "cookie": ("seat", "seat=", "=", ";;;", "seat=" + "x" * 3000, "tables=" + "a.b." * 300,
        "theme=é",
               "tables=" + "0" * 32, 'seat="\\', "seat-x=1; seat-y=2; " * 40, "\xff\xfe=\xff"),
}  # fmt: skip


def header(rng: Random) -> tuple[bytes, bytes]:
    name = rng.choice(sorted(HEADERS))
    return name.encode(), rng.choice(HEADERS[name]).encode("utf-8")


def text(rng: Random, words: Sequence[str]) -> str:
    """Something known here, or something odd."""
    return rng.choice(words) if words and rng.random() < 0.6 else rng.choice(TEXTS)


def tree(rng: Random, words: Sequence[str], deep: int = 3) -> Any:
    """Any JSON."""
    match rng.randrange(7 if deep else 4):
        case 0:
            return rng.choice(NUMBERS)
        case 1 | 2:
            return text(rng, words)
        case 3:
            return rng.choice((None, True, False))
        case 4 | 5:
            return {text(rng, words): tree(rng, words, deep - 1) for _ in range(rng.randrange(4))}
    return [tree(rng, words, deep - 1) for _ in range(rng.randrange(4))]


def bent(rng: Random, value: Any, words: Sequence[str]) -> Any:
    """The same with one thing in it changed, left out, or put in."""
    if isinstance(value, dict) and value and rng.random() < 0.8:
        key = rng.choice(sorted(value))
        rest = {k: v for k, v in value.items() if k != key}
        return rest if rng.random() < 0.2 else rest | {key: bent(rng, value[key], words)}
    if isinstance(value, list) and value and rng.random() < 0.6:
        at = rng.randrange(len(value))
        return [*value[:at], bent(rng, value[at], words), *value[at + rng.randrange(2) :]]
    return tree(rng, words)


def jsoned(value: Any) -> bytes:
    return json.dumps(value).encode()


def form(pairs: Sequence[tuple[str, str]]) -> bytes:
    return urlencode(pairs, errors="replace").encode()


def multipart(rng: Random, pairs: Sequence[tuple[str, str]], files: Sequence[bytes]) -> bytes:
    """A form with files, perhaps cut short or with a part that is none."""
    made = b""
    for name, value in pairs:
        made += b'--b\r\nContent-Disposition: form-data; name="%s"\r\n\r\n' % quote(name).encode()
        made += value.encode("utf-8", "replace") + b"\r\n"
    for body in files:
        field = rng.choice((b"file", b"file", b"table", b"sheet", b""))
        top = b'--b\r\nContent-Disposition: form-data; name="%s"; filename="%s"\r\n'
        name = rng.choice((b"a.json", b"a.zip", b"", b"../x", b"a.svg", b"\xff", b"a.toml"))
        made += top % (field, name) + b"Content-Type: %s\r\n\r\n" % rng.choice(
            (b"image/png", b"", b"x")
        )
        made += body + b"\r\n"
    made += rng.choice((b"--b--\r\n", b"--b--", b"", b"--b\r\n\r\n\r\n--b--"))
    return made[: rng.randrange(len(made) + 1)] if rng.random() < 0.1 else made


def cut(rng: Random, data: bytes) -> bytes:
    """A file with a few bytes of it changed, doubled or gone."""
    for _ in range(rng.randrange(4)):
        at = rng.randrange(len(data) + 1)
        data = (
            data[:at]
            + rng.choice((b"", b"\0", b'"', b"9", b"}", data[at : at + 9]))
            + data[at + 1 :]
        )
    return data


def typed(kind: str) -> Pairs:
    return [(b"content-type", kind.encode())]
