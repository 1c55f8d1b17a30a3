"""Looking through one's notes, and through what was shown to one (TF-12)."""

from __future__ import annotations

from litestar import get
from litestar.params import FromPath

from tablefolk.core.table.page import notes_with
from tablefolk.web.answers import Answer, page
from tablefolk.web.place import Asked, place
from tablefolk.web.who import visitor

MOST = 200  # characters of what is looked for


@get("/t/{table:str}/notes")
async def notes(request: Asked, table: FromPath[str]) -> Answer:
    """The notes and handouts that hold these words; all of them without any."""
    found = await visitor(request, table)
    live, text = found.live, str(request.query_params.get("q", ""))[:MOST]
    own, handouts = notes_with(live.table, live.seat(found.member), text)
    return page(
        request,
        "notes",
        table=live.id,
        name=live.table.name,
        game=live.game,
        text=text,
        own=own,
        handouts=handouts,
        **place(request).painter.beside(live, found.member),
    )


ROUTES = [notes]
