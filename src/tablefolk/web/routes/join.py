"""Links: the invite that seats newcomers, the key that re-seats one person (TF-2, TF-3)."""

from __future__ import annotations

from typing import Any

from litestar import get, post
from litestar.params import FromPath

from tablefolk.core.game import Refusal
from tablefolk.hosting.live import Live
from tablefolk.hosting.tables import Opened
from tablefolk.web.answers import Answer, common, html, see, status_of
from tablefolk.web.forms import first
from tablefolk.web.place import Asked, place
from tablefolk.web.reading import pairs
from tablefolk.web.render import Painter
from tablefolk.web.who import known_tables, seat_cookies


@get("/j/{invite:str}")
async def invited(request: Asked, invite: FromPath[str]) -> Answer:
    """Who is there, and a place for a name."""
    return await _join(request, invite)


@post("/j/{invite:str}")
async def join(request: Asked, invite: FromPath[str]) -> Answer:
    """Somebody sits down."""
    form = await pairs(request)
    name, onlooker = first(form, "name"), first(form, "onlooker") == "true"
    try:
        opened = await place(request).host.join(invite, name, onlooker)
    except Refusal as no:
        return await _join(request, invite, name, no)
    return see(f"/t/{opened.table}", seat_cookies(request, opened))


async def _join(
    request: Asked, invite: str, typed: str = "", problem: Refusal | None = None
) -> Answer:
    here = place(request)
    table = await here.host.people.table_of_invite(invite)
    live = await here.host.live(table)
    if live is None:
        raise Refusal("TF-3", "unknown", "There is no such table, or no longer.", firm=True)
    seated = table if table in known_tables(request) else ""
    given = {"invite": invite, "typed": typed, "problem": problem, "seated": seated}
    drawn = join_page(here.painter, live, **given, **common(request))
    return html(drawn, status_of(problem) if problem else 200)


def join_page(painter: Painter, live: Live, **given: Any) -> str:
    """Who is there, as a page for whoever has followed the invite."""
    return painter.page(
        "join",
        **given,
        game=live.game,
        name=live.table.name,
        people=live.table.present,
        admission=live.table.options.get("admission"),
        macros=painter.macros(
            live.id, "onlooker", "server", f"/t/{live.id}/do", live.game.about.gm
        ),
    )


@get("/s/{token:str}")
async def seat_link(request: Asked, token: FromPath[str]) -> Answer:
    """Somebody's key: this browser has their seat from now on."""
    seated = await place(request).host.people.seat_of(token)
    if seated is None:
        why = "This seat link no longer works; ask whoever runs the game for a new one."
        raise Refusal("TF-3", "link_expired", why, firm=True)
    opened = Opened(seated.table, seated.member, token)
    return see(f"/t/{seated.table}", seat_cookies(request, opened))


ROUTES = [invited, join, seat_link]
