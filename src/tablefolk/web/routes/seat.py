"""One's own seat and its link, and what the GM keeps of the table (TF-3, TF-39, TF-41)."""

from __future__ import annotations

from litestar import Response, get, post
from litestar.params import FromPath

from tablefolk.core.game import Refusal
from tablefolk.core.language import said
from tablefolk.core.table.page import colours
from tablefolk.hosting.tables import Opened
from tablefolk.web.address import link
from tablefolk.web.answers import Answer, page, see, status_of
from tablefolk.web.forms import first
from tablefolk.web.patience import while_asked
from tablefolk.web.place import Asked, place
from tablefolk.web.reading import pairs
from tablefolk.web.seats import new_page
from tablefolk.web.who import (
    Visitor,
    arrived,
    forget,
    forget_one,
    gm_visitor,
    seat_cookies,
    visitor,
)


@get("/t/{table:str}/seat")
async def seat(request: Asked, table: FromPath[str]) -> Answer:
    """The seat's own page; of a table just brought here, first of all the others' new links."""
    found, brought = await visitor(request, table), request.query_params.get("brought") == "1"
    if brought and len(found.live.table.present) == 1:
        return see(found.home)
    return await _seat(request, found, brought=brought)


async def _seat(
    request: Asked,
    found: Visitor,
    problem: Refusal | None = None,
    issued: Opened | None = None,
    *,
    brought: bool = False,
) -> Answer:
    here, live = place(request), found.live
    invite = await here.host.people.invite_of(live.id) if found.gm else None
    own = {"CloseTable", "ReopenTable", "Rename"}
    mine = ("", "table", f"member:{found.member}")
    tended = (live.body(found.member, key) for key in ("seats", "options"))
    menu = (offer for body in tended if body for offer in body.offers)
    offers = [o for o in menu if o.do in own and o.about in mine]
    answer = page(
        request,
        "seat",
        status_of(problem) if problem else 200,
        table=live.id,
        home=found.home,
        name=live.table.name,
        game=live.game,
        me=live.table.members[found.member],
        gm=found.gm,
        members=[m for m in live.table.present if m.id != found.member],
        hues=colours(live.table),
        link=link(request, f"/s/{found.token}"),
        invite=link(request, f"/j/{invite}") if invite else None,
        issued=issued and live.table.members[issued.member].name,
        issued_link=link(request, f"/s/{issued.token}") if issued else None,
        brought=brought,
        offers=offers,
        options=live.game.options,
        chosen=live.table.options,
        problem=problem,
        macros=here.painter.macros(
            live.id,
            live.seat(found.member).role,
            "server",
            f"/t/{live.id}/do",
            live.game.about.gm,
        ),
        **here.painter.beside(live, found.member),
    )
    # Keys beside names that others chose: packed, its length would tell of the keys (BREACH).
    answer.content = str(answer.content).replace('"<>"', f'"{new_page(found.member)}"')
    answer.headers["cache-control"] = "no-store, no-transform"
    return answer


@post("/t/{table:str}/seat/renew")
async def renew_seat(request: Asked, table: FromPath[str]) -> Answer:
    """A new seat link: one's own, or for the GM anybody's; the old one is signed out (TF-3)."""
    form = await pairs(request)
    found = await visitor(request, table, seat=first(form, "seat"))
    member = first(form, "member") or found.member
    if member != found.member and not found.gm:
        why = said("Only the {gm} re-issues another's link.", gm=found.live.game.about.gm)
        raise Refusal("TF-3", "gm_only", why, firm=True)
    if member not in found.live.table.members:
        raise Refusal("TF-2", "unknown", "Nobody of that name sits here.", firm=True)
    here = place(request)
    token = await here.host.people.seat_link(table, member)
    here.hub.reseated(table, member)
    opened = Opened(table, member, token)
    if member == found.member:
        return see(found.at("seat"), await seat_cookies(request, opened))
    return await _seat(request, found, issued=opened, brought=first(form, "brought") == "1")


@post("/t/{table:str}/invite/renew")
async def renew_invite(request: Asked, table: FromPath[str]) -> Answer:
    """A new invite link; the old one has expired (TF-3)."""
    found = await gm_visitor(request, table, first(await pairs(request), "seat"))
    await place(request).host.people.invite(table)
    return see(found.at("seat"))


@get("/t/{table:str}/export")
async def export(request: Asked, table: FromPath[str]) -> Answer:
    """The whole table as one file for its GM (TF-39), but for what others whispered or noted."""
    found = await gm_visitor(request, table)
    body = await while_asked(request, place(request).host.export(table, found.member))
    headers = {"content-disposition": 'attachment; filename="table.tablefolk"'}
    return Response(body, media_type="application/x-ndjson", headers=headers)


@post("/t/{table:str}/delete")
async def delete(request: Asked, table: FromPath[str]) -> Answer:
    """The table is deleted at once and for good, its name typed (TF-41)."""
    form = await pairs(request)
    found = await gm_visitor(request, table, first(form, "seat"))
    typed = first(form, "name")
    here = place(request)
    try:
        await here.host.delete(table, found.member, typed)
    except Refusal as no:
        return await _seat(request, found, no)
    return see("/", forget(request, table, found.seats))


@post("/t/{table:str}/leave")
async def leave(request: Asked, table: FromPath[str]) -> Answer:
    """This browser forgets a seat, and no other; the seat link opens it again.

    A table that was only tried is left with all its seats.
    """
    form = await pairs(request)
    found = await arrived(request, table, seat=first(form, "seat"))
    if first(form, "all") == "1" or len(found.held) == 1:
        return see("/", forget(request, table, found.seats))
    return see(f"/t/{table}", forget_one(request, found))


ROUTES = [seat, renew_seat, renew_invite, export, delete, leave]
