"""What need not be sent again: pages without secrets, known by their marks."""

from __future__ import annotations

import re
from hashlib import blake2b

from litestar import Response

from tablefolk.web.answers import HTML, Answer
from tablefolk.web.place import Asked

LONGEST = 2000  # characters of a header that are read
TAG = re.compile(r'(?:W/)?"([\x21\x23-\x7e]*)"')
ASK_AGAIN = "private, no-cache"


def unchanged(request: Asked, mark: str) -> bool:
    """Whether the browser says that it has just this."""
    told = request.headers.get("if-none-match", "")[:LONGEST]
    return told.strip() == "*" or mark in TAG.findall(told)


def tag(mark: str) -> str:
    """A mark as a header says it; weak, for it is the same however the answer is packed."""
    return f'W/"{mark}"'


def marked(request: Asked, text: str, keep: str = ASK_AGAIN) -> Answer:
    """A page that holds nobody's secrets: kept by the browser, sent again only if it differs."""
    mark = blake2b(text.encode(), digest_size=8).hexdigest()
    headers = {"etag": tag(mark), "cache-control": keep, "vary": "hx-request, cookie"}
    if unchanged(request, mark):
        return Response(b"", status_code=304, headers=headers)
    return Response(text, media_type=HTML, headers=headers)
