"""Links: the invite that seats newcomers, the key that re-seats one person (TF-2, TF-3)."""

from __future__ import annotations

import re
from urllib.parse import quote

from litestar import get, post
from litestar.params import FromPath

from tablefolk.core.game import Refusal
from tablefolk.core.language import said
from tablefolk.hosting.live import Live
from tablefolk.hosting.tables import Opened
from tablefolk.web.answers import Answer, common, html, see, status_of
from tablefolk.web.door import guessing
from tablefolk.web.forms import first
from tablefolk.web.listed import known_tables
from tablefolk.web.place import Asked, place
from tablefolk.web.reading import pairs
from tablefolk.web.render import Painter
from tablefolk.web.seats import MOST
from tablefolk.web.stage import faces_of
from tablefolk.web.who import holds, seat_cookies

NO_TABLE = "There is no such table, or no longer."
LINK = re.compile(r"/[sj]/[\w-]{1,200}", re.ASCII)


@get("/j/{invite:str}")
async def invited(request: Asked, invite: FromPath[str]) -> Answer:
    """Who is there, and a place for a name; who sits there already is asked there."""
    with guessing(request):
        table = await place(request).host.table_of_invite(invite)
    if table in known_tables(request):  # the keys to its seats are sent to its own addresses only
        return see(f"/t/{table}/sit/{quote(invite, safe='')}")
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
    return see(f"/t/{opened.table}", await seat_cookies(request, opened))


@get("/t/{table:str}/sit/{invite:str}")
async def another(request: Asked, table: FromPath[str], invite: FromPath[str]) -> Answer:
    """The same where this browser may hold a seat already: go on from it, or take another too."""
    return await _join(request, invite, table=table)


@post("/t/{table:str}/sit/{invite:str}")
async def take_another(request: Asked, table: FromPath[str], invite: FromPath[str]) -> Answer:
    """One person takes one more seat (TF-9)."""
    form = await pairs(request)
    name, onlooker = first(form, "name"), first(form, "onlooker") == "true"
    try:
        await _room(request, table, invite)
        opened = await place(request).host.join(invite, name, onlooker)
    except Refusal as no:
        return await _join(request, invite, name, no, table)
    return see(f"/t/{opened.table}", await seat_cookies(request, opened))


async def _room(request: Asked, table: str, invite: str) -> None:
    """A browser holds some seats of a table, and not any number."""
    host = place(request).host
    live = await host.current(table)
    if live is None or await host.table_of_invite(invite) != table:
        raise Refusal("TF-3", "unknown", NO_TABLE, firm=True)
    if len(await holds(request, live)) >= MOST:
        why = said(
            "One browser holds at most {most} seats of a table; forget one of them first.",
            most=MOST,
        )
        raise Refusal("TF-9", "too_many", why, firm=True)


async def _join(
    request: Asked, invite: str, typed: str = "", problem: Refusal | None = None, table: str = ""
) -> Answer:
    here = place(request)
    with guessing(request):
        led = await here.host.table_of_invite(invite)
    live = await here.host.current(led)
    if live is None or led != (table or led):
        raise Refusal("TF-3", "unknown", NO_TABLE, firm=True)
    own = [one.member for one in await holds(request, live)]
    held = faces_of(live, own[0], own) if own else ()
    given = {"invite": invite, "typed": typed, "problem": problem, "held": held}
    drawn = join_page(here.painter, live, **given, **common(request))
    return html(drawn, status_of(problem) if problem else 200)


def join_page(painter: Painter, live: Live, **given: object) -> str:
    """Who is there, as a page for whoever has followed the invite."""
    return painter.page(
        "join",
        **given,
        game=live.game,
        table=live.id,
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
    with guessing(request):
        seated = await place(request).host.people.seat_of(token)
        if seated is None:
            why = "This seat link no longer works; ask whoever runs the game for a new one."
            raise Refusal("TF-3", "link_expired", why, firm=True)
    opened = Opened(seated.table, seated.member, token)
    return see(f"/t/{seated.table}", await seat_cookies(request, opened))


@post("/s")
async def pasted(request: Asked) -> Answer:
    """A seat link or invite link that somebody pastes, where no link can be tapped.

    So a page on a phone's home screen, which shares no cookies with the browser, comes to its seat.
    """
    found = LINK.search(first(await pairs(request), "link"))
    if found is None:
        why = "That is neither a seat link nor an invite link; copy the whole of it."
        raise Refusal("TF-3", "no_seat", why, firm=True)
    return see(found[0])


ROUTES = [invited, join, another, take_another, seat_link, pasted]
