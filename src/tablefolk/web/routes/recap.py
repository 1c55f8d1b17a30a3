"""An evening that is over: read again, copied, printed, taken home, shared (TF-14, TF-15).

Whoever plays may share a recap, because whoever plays may copy it anyhow; and whoever plays may
end that, without asking, because it is about all of them. By its link nothing else can be read.
"""

from __future__ import annotations

from litestar import Response, get, post
from litestar.params import FromPath

from tablefolk.core.game import Refusal, must
from tablefolk.core.recap import Recap, is_over, known
from tablefolk.core.table.page import name_mark
from tablefolk.hosting.live import Live
from tablefolk.hosting.people import Shared
from tablefolk.web import recaps
from tablefolk.web.address import link
from tablefolk.web.answers import Answer, page, see
from tablefolk.web.door import guessing
from tablefolk.web.forms import first
from tablefolk.web.place import Asked, place
from tablefolk.web.reading import pairs
from tablefolk.web.who import Visitor, visitor

NOWHERE = "This link leads to no recap, or no longer."


# -- For those at the table ----------------------------------------------------------------------


@get("/t/{table:str}/recap")
async def latest(request: Asked, table: FromPath[str]) -> Answer:
    """The latest evening, or the evening of the scene that is asked for."""
    found = await visitor(request, table)
    scene = _number(request.query_params.get("scene", ""))
    live = found.live
    if 0 < scene <= len(live.table.scenes):
        return await _read(request, found, live.table.scenes[scene - 1].session, scene)
    if not live.table.session:
        name = live.table.name
        return page(request, "recap", one=None, game=live.game, name=name, table=live.id)
    return await _read(request, found, live.table.session, 0)


@get("/t/{table:str}/recap/{which:str}")
async def recap(request: Asked, table: FromPath[str], which: FromPath[str]) -> Answer:
    """That evening, or a scene of it: as a page, or with .md, .html or .json as a file."""
    found = await visitor(request, table)
    session, _, form = which.partition(".")
    scene = _number(request.query_params.get("scene", ""))
    if form:
        one = await place(request).host.recaps.of(found.live, _number(session), scene)
        return _file(one, found.live, form)
    return await _read(request, found, _number(session), scene)


async def _read(request: Asked, found: Visitor, session: int, scene: int) -> Answer:
    host, live = place(request).host, found.live
    one = await host.recaps.of(live, session, scene)
    token = await host.people.share_of(Shared(live.id, session, scene))
    return _page(
        request,
        live,
        one,
        table=live.id,
        base=f"/t/{live.id}/recap/{session}",
        link=link(request, f"/r/{token}") if token else None,
        plays=_plays(found),
        scenes=live.table.scenes,
        **place(request).painter.beside(live, found.member),
    )


def _page(request: Asked, live: Live, one: Recap, **shown: object) -> Answer:
    gm = live.game.about.gm
    return page(
        request,
        "recap",
        one=one,
        game=live.game,
        name=live.table.name,
        gm=gm,
        evening=recaps.evening(one),
        titled=recaps.titled,
        when=recaps.when(one),
        headings=recaps.HEADINGS,
        before=recaps.BEFORE,
        text=recaps.as_text(one, gm),
        colour=lambda name: live.faces.hue(name_mark(name)),
        **shown,
    )


def _file(one: Recap, live: Live, form: str) -> Answer:
    why = "A recap comes as md, html or json."
    kind, write = must(recaps.FORMS.get(form), "TF-3", "unknown", why)
    headers = {"content-disposition": f'attachment; filename="recap-{one.session}.{form}"'}
    return Response(write(one, live.game.about.gm), media_type=kind, headers=headers)


# -- Sharing ---------------------------------------------------------------------------------------


@post("/t/{table:str}/recap/{session:int}/share")
async def share(request: Asked, table: FromPath[str], session: FromPath[int]) -> Answer:
    """A link by which anybody may read it; only of what is over, so that it stays as it is."""
    asked = await _asked(request, table, session)
    live = (await visitor(request, table)).live
    over = is_over(live.table, asked.session, asked.scene)
    must(over, "TF-15", "not_over", "It can be shared once it is over.")
    await place(request).host.people.share(asked)
    return _back(asked)


@post("/t/{table:str}/recap/{session:int}/unshare")
async def unshare(request: Asked, table: FromPath[str], session: FromPath[int]) -> Answer:
    """The link leads nowhere from now on; another one would be a new one."""
    asked = await _asked(request, table, session)
    await place(request).host.people.unshare(asked)
    return _back(asked)


async def _asked(request: Asked, table: str, session: int) -> Shared:
    """Which recap it is about, from somebody who plays."""
    found = await visitor(request, table)
    must(_plays(found), "TF-5", "onlooker", "Onlookers watch and do not act.")
    scene = _number(first(await pairs(request), "scene"))
    there = known(found.live.table, session, scene)
    must(there, "TF-3", "unknown", "There was no such evening, or no such scene in it.")
    return Shared(table, session, scene)


def _plays(found: Visitor) -> bool:
    return found.live.table.members[found.member].role != "onlooker"


def _back(asked: Shared) -> Answer:
    scene = f"?scene={asked.scene}" if asked.scene else ""
    return see(f"/t/{asked.table}/recap/{asked.session}{scene}#share")


@get("/r/{token:str}")
async def shared(request: Asked, token: FromPath[str]) -> Answer:
    """A recap for whoever has its link, and nothing else of the table."""
    token, _, form = token.partition(".")
    host = place(request).host
    with guessing(request):
        which = await host.people.shared(token)
        live = await host.current(which.table) if which else None
        if which is None or live is None or not _readable(live, which):
            raise Refusal("TF-3", "unknown", NOWHERE, firm=True)
    one = await host.recaps.of(live, which.session, which.scene)
    if form:
        return _file(one, live, form)
    return _page(request, live, one, table="", base=f"/r/{token}", link=None, plays=False)


def _readable(live: Live, which: Shared) -> bool:
    """What was shared may have been taken back since, or be under way again."""
    there = known(live.table, which.session, which.scene)
    return there and is_over(live.table, which.session, which.scene)


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 9 else 0


ROUTES = [latest, recap, share, unshare, shared]
