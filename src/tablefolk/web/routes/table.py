"""The table itself, and its live stream."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Any
from urllib.parse import quote, urlencode

from litestar import Response, get
from litestar.params import FromPath
from litestar.types import Receive, Scope, Send
from markupsafe import Markup
from msgspec.structs import replace

from tablefolk.core.game import Refusal
from tablefolk.core.language import said
from tablefolk.hosting.live import Live
from tablefolk.web.address import Link, link
from tablefolk.web.answers import Answer, by_htmx, common, html, page, see
from tablefolk.web.below import put_below
from tablefolk.web.crowd import Streams
from tablefolk.web.live import Hub, Page, event, message
from tablefolk.web.place import Asked, place
from tablefolk.web.render import title, whole, with_presence
from tablefolk.web.seats import name_of, new_page
from tablefolk.web.stage import Slots, faces_of, opened_over
from tablefolk.web.who import (
    Visitor,
    arrived,
    gm_visitor,
    miss_gm,
    remembered,
    turns_to,
    visitor,
)

MOST_KEY = 400  # characters of a form's name


@get("/t/{table:str}")
async def show(request: Asked, table: FromPath[str]) -> Answer:
    """The table as this seat sees it."""
    try:
        found = await arrived(request, table)
    except Refusal as no:
        if no.code == "given_back":  # an address of a seat that was lent: on to one's own
            return see(f"/t/{table}")
        raise
    member = found.live.table.members[found.member]
    to = turns_to(request, found) if asked_for(request) else []
    to += await remembered(request, table)
    if member.waiting:
        others = faces_of(found.live, found.member, set(found.seats) - {found.member})
        shown = at_the_door(found.live, member.name)
        drawn = place(request).painter.page(
            "waiting", **common(request), **shown, others=others, table=table
        )
        return html(drawn, cookies=to)
    await miss_gm(request, found)
    if where := elsewhere(request):
        return see(f"/t/{table}/{where}", to)
    return html(await table_page(request, found), cookies=to)


def asked_for(request: Asked) -> bool:
    """Whether the address names a seat: then the browser stays turned to it."""
    return bool(request.query_params.get("seat"))


def at_the_door(live: Live, who: str) -> dict[str, str]:
    """What somebody reads who is not let in yet."""
    why = said("The {gm} has been told that you are at the door.", gm=live.game.about.gm)
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
    for word, where in (("settings", "seat"), ("rules", "rules")):
        if word in asked:
            return where
    return "bring" if "bring" in asked else ""


async def table_page(request: Asked, found: Visitor, notice: str = "") -> str:
    """The whole page; works without script, and comes alive with it."""
    here, live = place(request), found.live
    page_id = new_page(found.who)
    regions = await _regions(request, found, page_id)
    drawn = here.painter.page(
        "table",
        **common(request),
        table=live.id,
        name=live.table.name,
        game=live.game,
        gm=found.gm,
        role=live.seat(found.member).role,
        title=regions["title"],
        regions=regions,
        notice=notice or _nearly_full(request, found),
        latest=_latest(found),
        page_id=page_id,
        beside=found.at,
        seat=name_of(found.who) if found.several else "",
        seats=len(found.held),
        own=replace(found, plays="").home if found.plays else "",
        tried=live.laid_out > 0,
        invite=await _invite(request, found) if found.gm else None,
    )
    return drawn.replace('"<>"', f'"{page_id}"')


def _latest(found: Visitor) -> str:
    """What was told last, in words: a page without script has nothing else near its top."""
    told = (one for one in reversed(found.live.story(found.who, 5)) if not one.struck)
    news = ([line.text for line in one.act.shown if line.kind != "read"] for one in told)
    return " ".join(next((texts for texts in news if texts), []))


def _nearly_full(request: Asked, found: Visitor) -> str:
    """What the GM reads before a story is full (TF-43)."""
    here = place(request)
    why = here.host.room.nearly_full(found.live) if found.gm else ""
    problem = {"why": why, "rule": "TF-43"} if why else None
    return here.painter.env.get_template("problem.html").render(problem=problem)


async def _regions(request: Asked, found: Visitor, page_id: str) -> dict[str, str]:
    """All of a page as it stands now; between two regions the loop serves whoever else waits.

    Where the table has moved on meanwhile, it is drawn again, and then at one stretch.
    """
    regions, version = dict[str, str](), found.live.version
    for name, draw in _drawings(request, found, page_id).items():
        if found.live.version != version:
            again = _drawings(request, found, page_id)
            return {name: draw() for name, draw in again.items()}
        regions[name] = draw()
        await asyncio.sleep(0)
    return regions


def _drawings(request: Asked, found: Visitor, page_id: str) -> dict[str, Callable[[], str]]:
    """What draws each region of a page; its stream is told of them, and goes on from there."""
    here, live, slots = place(request), found.live, opened(request)
    pieces = here.painter.pieces(live, found.who, slots)
    pieces |= here.painter.held(live, found.who, found.seats)
    present = here.presence.here(live.id) | {found.member}
    rows = here.painter.here(live, found.member, present, 1)
    here.hub.drawn(live, Page(page_id, found.who, slots=slots), pieces, rows)
    draws = {name: partial(whole, region) for name, region in pieces.items()}
    people = draws["people"]
    return {**draws, "people": lambda: with_presence(people(), rows)}


async def _invite(request: Asked, found: Visitor) -> Link | None:
    token = await place(request).host.people.invite_of(found.live.id)
    return link(request, f"/j/{token}") if token else None


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
        return html(painter.asked(live, found.who, key)[1])
    label, asked = painter.asked(live, found.who, key, new_page(found.who), f"/t/{table}/do")
    name, game = live.table.name, live.game
    shown = {"name": name, "game": game, "label": label, "form": asked}
    return page(request, "form", table=table, **shown, **painter.beside(live, found.member))


@get("/t/{table:str}/stopped")
async def stopped(request: Asked, table: FromPath[str]) -> Answer:
    """Whether the table is stopped, for pages beside it (TF-33)."""
    found = await visitor(request, table, alive="hidden" not in request.query_params)
    here = place(request)
    said = here.painter.beside(found.live, found.member, "")
    if root := here.known.root:
        said = {name: Markup(put_below(str(drawn), root)) for name, drawn in said.items()}
    return Response(said, media_type="application/json")


@get("/t/{table:str}/waited")
async def waited_for(request: Asked, table: FromPath[str]) -> Answer:
    """What the title of a page says now, for one that is hidden and has no stream."""
    found = await visitor(request, table, alive=False)
    return Response({"title": title(found.live, found.who)}, media_type="application/json")


def opened(request: Asked) -> Slots:
    """What a page has open, by its address: `?on=` takes the stage, `?in=` lies in the drawer."""
    asked = request.query_params
    return Slots(str(asked.get("on", ""))[:MOST_KEY], str(asked.get("in", ""))[:MOST_KEY])


@get("/t/{table:str}/open")
async def open_part(request: Asked, table: FromPath[str]) -> Answer:
    """A part is opened or put away on a page; its stream brings it, or this answer does."""
    found = await visitor(request, table)
    here, page_id = place(request), str(request.query_params.get("page", ""))[:64]
    was = here.hub.slots(table, page_id, found.who)
    slots = opened_over(found.live, found.who, opened(request), was)
    if here.hub.opens(table, page_id, found.who, slots):
        return html("")
    shown = here.painter.stage(found.live, found.who, slots)
    news = {name: whole(shown[name]) for name in ("now", "strip", "also", "drawer")}
    return html(message(0, news).partition("data: ")[2].replace("\ndata: ", "\n"))


class Streaming(Response[None]):
    """An answer that does not end: the hub speaks through it."""

    def __init__(self, hub: Hub, streams: Streams, table: str, opened: Page) -> None:
        super().__init__(None)
        self.hub, self.streams, self.table, self.opened = hub, streams, table, opened

    def to_asgi_response(self, *given: object, **more: object) -> Any:
        async def speak(scope: Scope, receive: Receive, send: Send) -> None:
            client = scope.get("client")
            with self.streams.one(client[0] if client else "", (self.table, self.opened.member)):
                if self.streams.over:
                    self.opened.leave()  # it comes back, to whoever serves then
                await self.hub.stream(self.table, self.opened, receive, send)

        return speak


@get("/t/{table:str}/live")
async def live(request: Asked, table: FromPath[str]) -> Streaming | Answer:
    """The stream that keeps an open page current (TF-35)."""
    try:
        found = await visitor(request, table)
    except Refusal as no:
        if no.code != "given_back":
            raise
        return Response(event("bye", ""), media_type="text/event-stream")
    await miss_gm(request, found)
    known = str(request.headers.get("last-event-id") or request.query_params.get("at", ""))
    sent = int(known) if known.isascii() and known.isdigit() and len(known) < 12 else -1
    here = place(request)
    page_id = str(request.query_params.get("page", ""))[:64]
    opened = here.hub.page(page_id, found.who, sent, found.seats, found.token)
    return Streaming(here.hub, here.streams, table, opened)


ROUTES = [show, invite, form, open_part, stopped, waited_for, live]
