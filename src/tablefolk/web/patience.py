"""Waiting for heavy work for as long as its asker does."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import ParamSpec, TypeVar

from litestar.exceptions import InternalServerException

from tablefolk.web.answers import HUNG_UP
from tablefolk.web.place import Asked, place

P = ParamSpec("P")
T = TypeVar("T")


async def while_asked(request: Asked, work: Awaitable[T]) -> T:
    """What comes of some work, which ends when whoever asked for it hangs up."""
    doing, gone = asyncio.ensure_future(work), asyncio.ensure_future(_hung_up(request))
    try:
        await asyncio.wait((doing, gone), return_when=asyncio.FIRST_COMPLETED)
        if doing.done():
            return await doing
        raise InternalServerException(detail=HUNG_UP)
    finally:
        for task in (doing, gone):
            task.cancel()
            with suppress(asyncio.CancelledError, Exception):
                await task


async def _hung_up(request: Asked) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass


async def beside(request: Asked, work: Callable[P, T], *given: P.args, **more: P.kwargs) -> T:
    """What comes of some work that is done beside the loop, for as long as it is asked for."""
    bench = place(request).host.bench
    return await while_asked(request, bench.do(lambda tick: work(*given, **more)))
