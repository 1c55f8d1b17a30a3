"""The table itself, and its live stream."""

from __future__ import annotations

import os
from typing import Any
from urllib.parse import quote, urlencode

from litestar import Response, get
from litestar.params import FromPath
from litestar.types import Receive, Scope, Send

from tablefolk.hosting.live import Live
from tablefolk.web.answers import Answer, by_htmx, common, html, page, see
from tablefolk.web.live import Hub, Page
from tablefolk.web.place import Asked, place
from tablefolk.web.render import unfolded, whole, with_presence
from tablefolk.web.who import Visitor, arrived, gm_visitor, miss_gm, visitor

MOST_KEY = 400  # characters of a form's name
LOOPBACK = ("localhost", "127.0.0.1", "::1", "[::1]")  # names that mean another machine elsewhere


@get("/t/{table:str}")
async def show(request: Asked, table: FromPath[str]) -> Answer:
    """The table as this seat sees it."""
    found = await arrived(request, table)
    member = found.live.table.members[found.member]
    if member.waiting:
        return page(request, "waiting", **at_the_door(found.live, member.name))
    await miss_gm(request, found)
    if where := elsewhere(request):
        return see(f"/t/{table}/{where}")
    return html(await table_page(request, found))


def at_the_door(live: Live, who: str) -> dict[str, str]:
    """What somebody reads who is not let in yet."""
    why = f"The {live.game.about.gm} has been told that you are at the door."
    return {"name": live.table.name, "who": who, "why": why}


def elsewhere(request: Asked) -> str:
    """Where a link leads that was drawn for any table: to `?form=`, `?notes=`, `?sheet=`, …"""
    asked = request.query_params
    if "form" in asked:
        return f"form?{urlencode({'offer': asked['form']})}"
    if "notes" in asked:
        return f"notes?{urlencode({'q': asked['notes']})}"
    if "sheet" in asked:
        return f"sheet/{quote(asked['sheet'], safe='')}"
    if "story" in asked:
        return "log"
    return "bring" if "bring" in asked else ""


async def table_page(request: Asked, found: Visitor, notice: str = "") -> str:
    """The whole page; works without script, and comes alive with it."""
    here, live = place(request), found.live
    page_id = os.urandom(12).hex()
    pieces = here.painter.pieces(live, found.member)
    here.hub.drawn(live, found.member, page_id, pieces)
    card = request.query_params.get("card", "")
    regions = {name: whole(unfolded(region, card)) for name, region in pieces.items()}
    present = here.presence.here(live.id) | {found.member}
    rows = here.painter.here(live, found.member, present, 1)
    regions["people"] = with_presence(regions["people"], rows)
    drawn = here.painter.page(
        "table",
        **common(request),
        table=live.id,
        name=live.table.name,
        game=live.game,
        gm=found.gm,
        title=regions["title"],
        regions=regions,
        notice=notice,
        page_id=page_id,
        invite=await _invite(request, found) if found.gm else "",
    )
    return drawn.replace('"<>"', f'"{page_id}"')


async def _invite(request: Asked, found: Visitor) -> str:
    token = await place(request).host.people.invite_of(found.live.id)
    return f"{origin(request)}/j/{token}" if token else ""


@get("/t/{table:str}/invite")
async def invite(request: Asked, table: FromPath[str]) -> Answer:
    """The invite panel, for whoever has just taken the chair (TF-7)."""
    found = await gm_visitor(request, table)
    template = place(request).painter.env.get_template("invite.html")
    return html(template.render(invite=await _invite(request, found)))


@get("/t/{table:str}/form")
async def form(request: Asked, table: FromPath[str]) -> Answer:
    """One form of the table: for the fold that was opened, or without script as a page."""
    found = await visitor(request, table)
    key = str(request.query_params.get("offer", ""))[:MOST_KEY]
    painter, live = place(request).painter, found.live
    if by_htmx(request):
        return html(painter.asked(live, found.member, key)[1])
    label, asked = painter.asked(live, found.member, key, os.urandom(12).hex(), f"/t/{table}/do")
    name, game = live.table.name, live.game
    shown = {"name": name, "game": game, "label": label, "form": asked}
    return page(request, "form", table=table, **shown, **painter.beside(live, found.member))


@get("/t/{table:str}/stopped")
async def stopped(request: Asked, table: FromPath[str]) -> Answer:
    """Whether the table is stopped, for pages beside it (TF-33)."""
    found = await visitor(request, table)
    said = place(request).painter.beside(found.live, found.member, "")
    return Response(said, media_type="application/json")


@get("/t/{table:str}/card")
async def card(request: Asked, table: FromPath[str]) -> Answer:
    """What is in a card of the table that was opened."""
    found = await visitor(request, table)
    at = str(request.query_params.get("at", ""))[:MOST_KEY]
    inside = place(request).painter.inside(found.live, found.member, at)
    return html(inside.replace('"<>"', '""'))


def origin(request: Asked) -> str:
    """This site, as somebody else's browser can reach it: from this machine, by the network."""
    lan, url = place(request).lan, request.url
    if lan and url.hostname in LOOPBACK:
        return f"{url.scheme}://{lan}{f':{url.port}' if url.port else ''}"
    return f"{url.scheme}://{url.netloc}"


class Streaming(Response[None]):
    """An answer that does not end: the hub speaks through it."""

    def __init__(self, hub: Hub, table: str, opened: Page) -> None:
        super().__init__(None)
        self.hub, self.table, self.opened = hub, table, opened

    def to_asgi_response(self, *given: Any, **more: Any) -> Any:
        async def speak(scope: Scope, receive: Receive, send: Send) -> None:
            await self.hub.stream(self.table, self.opened, receive, send)

        return speak


@get("/t/{table:str}/live")
async def live(request: Asked, table: FromPath[str]) -> Streaming:
    """The stream that keeps an open page current (TF-35)."""
    found = await visitor(request, table)
    await miss_gm(request, found)
    known = str(request.headers.get("last-event-id") or request.query_params.get("at", ""))
    sent = int(known) if known.isascii() and known.isdigit() and len(known) < 12 else -1
    hub = place(request).hub
    opened = hub.page(str(request.query_params.get("page", ""))[:64], found.member, sent)
    return Streaming(hub, table, opened)


ROUTES = [show, invite, form, card, stopped, live]
