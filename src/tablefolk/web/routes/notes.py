"""Looking through one's notes, and through what was shown to one (TF-12)."""

from __future__ import annotations

from litestar import get
from litestar.params import FromPath

from tablefolk.core.game import Offer
from tablefolk.core.table import offering
from tablefolk.core.table.page import notes_with
from tablefolk.core.table.state import AT_HAND
from tablefolk.web.answers import Answer, page
from tablefolk.web.place import Asked, place
from tablefolk.web.seats import new_page
from tablefolk.web.who import Visitor, visitor

MOST = 200  # characters of what is looked for


@get("/t/{table:str}/notes")
async def notes(request: Asked, table: FromPath[str]) -> Answer:
    """The notes and handouts that hold these words, the newest of them; or simply the newest."""
    found = await visitor(request, table)
    live, text = found.live, str(request.query_params.get("q", ""))[:MOST]
    seat, painter = live.seat(found.member), place(request).painter
    own, handouts = notes_with(live.table, seat, text)
    answer = page(
        request,
        "notes",
        table=live.id,
        name=live.table.name,
        game=live.game,
        text=text,
        own=own[-AT_HAND:],
        more=len(own[:-AT_HAND]),
        offers=_offers(found, {note.id for note in own[-AT_HAND:]}),
        handouts=handouts[-AT_HAND:],
        macros=painter.macros(live.id, seat.role, "server", f"/t/{live.id}/do", live.game.about.gm),
        **painter.beside(live, found.member),
    )
    answer.content = str(answer.content).replace('"<>"', f'"{new_page(found.member)}"')
    return answer


def _offers(found: Visitor, ids: set[str]) -> dict[str, list[Offer]]:
    """What can be done with these notes of one's own, while anything can."""
    table, seat = found.live.table, found.live.seat(found.member)
    if table.closed or seat.role == "onlooker":
        return {}
    mine = (note for note in table.own_notes(seat) if note.id in ids)
    return {note.id: [*offering.about_note(table, seat, note)] for note in mine}


ROUTES = [notes]
