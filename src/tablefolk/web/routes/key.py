"""The host's key: entered on a page, or opened as a link that the host has sent (TF-43)."""

from __future__ import annotations

from litestar import get, post
from litestar.params import FromPath

from tablefolk.core.game import Refusal, must
from tablefolk.web.answers import Answer, local, page, see, status_of
from tablefolk.web.door import KEY, NOT_IT, guessing_key, is_key
from tablefolk.web.forms import first
from tablefolk.web.place import Asked
from tablefolk.web.rates import TooOften
from tablefolk.web.reading import pairs
from tablefolk.web.who import cookie


@get("/key/{token:str}")
async def key_link(request: Asked, token: FromPath[str]) -> Answer:
    """The key as a link: this browser has it from now on."""
    return _given(request, token, "/")


@get("/key")
async def key_page(request: Asked) -> Answer:
    """A place for the key."""
    return asked_for_key(request, "/")


@post("/key")
async def key_entered(request: Asked) -> Answer:
    """The key, typed in by itself or as its whole link."""
    form = await pairs(request)
    back = local(first(form, "back"))
    token = first(form, "key").strip().rstrip("/").rpartition("/")[2]
    try:
        return _given(request, token, back)
    except TooOften:
        raise
    except Refusal as no:
        return asked_for_key(request, back, no)


def _given(request: Asked, token: str, back: str) -> Answer:
    with guessing_key(request):
        must(is_key(request, token), "TF-43", "house_key", NOT_IT)
    return see(back, [cookie(request, KEY, token)])


def asked_for_key(request: Asked, back: str, problem: Refusal | None = None) -> Answer:
    """The page that asks for the key, and says how else one comes to a table."""
    status = status_of(problem) if problem else 200
    return page(request, "key", status, back=back, problem=problem)


ROUTES = [key_link, key_page, key_entered]
