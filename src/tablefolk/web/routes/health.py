"""How the house is: for machines, and for `tablefolk doctor` through whatever stands before it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import msgspec
from litestar import Response, get
from litestar.response import Stream

from tablefolk.core.game import must
from tablefolk.hosting.health import health
from tablefolk.web.address import reach_of, split
from tablefolk.web.answers import Answer
from tablefolk.web.asker import LOOPBACK
from tablefolk.web.door import KEY, NOT_IT, guessing_key, is_key
from tablefolk.web.place import Asked, place

FORWARDED = ("forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto")
APART = 1.0  # seconds between the two events of a stream that is only tried


@get("/health")
async def how_it_is(request: Asked) -> Answer:
    """200 where it can be played, 503 where not; why, on this machine and to the host's key."""
    found = await health(place(request).host)
    said = {"ok": found.ok, "at": f"{request.url.scheme}://{request.url.netloc}"}
    if from_here(request) or has_key(request):
        said |= msgspec.to_builtins(found)
    return Response(said, status_code=200 if found.ok else 503, media_type="application/json")


def from_here(request: Asked) -> bool:
    """Whether somebody on this machine asks, and no proxy for somebody else."""
    client = request.client
    if client is None or client.host not in LOOPBACK:
        return False
    named = reach_of(split(request.url.netloc)[0]) == "here"
    return named and not any(name in request.headers for name in FORWARDED)


def has_key(request: Asked) -> bool:
    """Whether the host asks; a key that is wrong is a guess, and counts as one."""
    token = request.cookies.get(KEY, "")
    if token:
        with guessing_key(request):
            must(is_key(request, token), "TF-43", "house_key", NOT_IT)
    return bool(token)


@get("/health/stream")
async def stream(request: Asked) -> Stream:
    """Two events a second apart: whoever gets both at once has something between that gathers."""
    headers = {"cache-control": "no-store", "x-accel-buffering": "no"}
    return Stream(_two(), media_type="text/event-stream", headers=headers)


async def _two() -> AsyncIterator[str]:
    yield "data: one\n\n"
    await asyncio.sleep(APART)
    yield "data: two\n\n"


ROUTES = [how_it_is, stream]
