"""At the door: who has asked too often, and who has the host's key (TF-43)."""

from __future__ import annotations

import hmac
from collections.abc import Iterator
from contextlib import contextmanager

from tablefolk.core.game import Refusal, must
from tablefolk.hosting.people import digest
from tablefolk.web.asker import who_asks
from tablefolk.web.place import Asked, place
from tablefolk.web.rates import Kind

OURS = ("/static/", "/healthz", "/health", "/metrics")  # cheap, and asked for over and over
WRONG = ("unknown", "link_expired", "house_key")  # codes of what a made-up link or key gets
KEY = "key"  # the cookie that holds the host's key
WITH_KEY = "This house opens tables for whoever has its key: ask its host for it."
NO_DEMOS = "This house opens no tables to try."
NOT_IT = "That is not the key of this house."


# -- How often ---------------------------------------------------------------------------------


async def knock(request: Asked) -> None:
    """Before anything is read or looked up: has this address asked too often?

    It waits for nothing; but a plain function would be called in a thread of its own.
    """
    path = request.url.path
    if path.startswith(OURS):
        return
    rates, who = place(request).rates, who_asks(request)
    rates.take("pages", who)
    for kind in asked_for(request.method, path, request.headers.get("content-type", "")):
        rates.take(kind, who)


def asked_for(method: str, path: str, content: str = "") -> Iterator[Kind]:
    """What is counted of a request, beside that it was one."""
    if method != "POST":
        return
    if path == "/new":
        yield from ("tables", "days")
    elif path.startswith("/try/"):
        yield from ("demos", "days")
    elif path == "/bring":
        yield from ("imports", "days")
    elif path.startswith("/j/") or "/sit/" in path:
        yield "joins"
    elif content.lower().startswith("multipart/"):
        yield "uploads"


@contextmanager
def guessing(request: Asked) -> Iterator[None]:
    """A link that may be made up: whoever has tried too many is told so.

    One that leads somewhere leads there all the same: somebody else at the address has guessed.
    """
    try:
        yield
    except Refusal as no:
        if no.code in WRONG:
            place(request).rates.take("guesses", who_asks(request))
        raise


@contextmanager
def guessing_key(request: Asked) -> Iterator[None]:
    """The same of the host's key, which somebody may have thought up: not even that is answered."""
    place(request).rates.ready("guesses", who_asks(request))
    with guessing(request):
        yield


def acting(request: Asked, table: str, member: str) -> None:
    """Somebody acts from a seat, however many addresses they have."""
    place(request).rates.take("acts", f"{table}/{member}")


# -- The host's key ----------------------------------------------------------------------------


def is_key(request: Asked, token: str) -> bool:
    """Whether this is the host's key; compared by digest, in the same time whatever it is."""
    key = place(request).key
    return bool(key) and hmac.compare_digest(digest(token), key)


def holds_key(request: Asked) -> bool:
    """Whether this browser was given the host's key."""
    return is_key(request, request.cookies.get(KEY, ""))


def may_open(request: Asked) -> bool:
    """Whether this browser may open tables, and bring some."""
    return place(request).host.limits.opening == "anybody" or holds_key(request)


def may_try(request: Asked) -> bool:
    """Whether this browser may open tables to try."""
    who = place(request).host.limits.demos
    return who == "anybody" or (who == "key" and holds_key(request))


def opens(request: Asked) -> None:
    """Refuse to open a table for whoever may not."""
    must(may_open(request), "TF-43", "house_key", WITH_KEY)


def tries(request: Asked) -> None:
    """Refuse to open a table to try for whoever may not."""
    nobody = place(request).host.limits.demos == "nobody"
    must(may_try(request), "TF-43", "house_key", NO_DEMOS if nobody else WITH_KEY)
