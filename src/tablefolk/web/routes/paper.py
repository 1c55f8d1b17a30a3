"""Pages to print: a game may bring some, by name."""

from __future__ import annotations

from litestar import get
from litestar.params import FromPath

from tablefolk.core.game import Block, Refusal, Seat
from tablefolk.hosting.live import Live
from tablefolk.web.answers import Answer, page
from tablefolk.web.place import Asked, place
from tablefolk.web.who import visitor


@get("/t/{table:str}/paper/{name:str}")
async def paper(request: Asked, table: FromPath[str], name: FromPath[str]) -> Answer:
    """One of the game's pages to print, as this seat may see it."""
    found = await visitor(request, table)
    live, seat = found.live, found.live.seat(found.who)
    block = of_game(live, seat, name)
    if block is None:
        raise Refusal("TF-3", "unknown", "There is no such page to print.", firm=True)
    sheet = place(request).painter.card(live, seat, block)
    title = getattr(block, "title", "") or live.table.name
    beside = place(request).painter.beside(live, found.member)
    given = {"table": live.id, "game": live.game, "title": title, "sheet": sheet, **beside}
    return page(request, "paper", **given)


def of_game(live: Live, seat: Seat, name: str) -> Block | None:
    """What the game answers; most games have nothing to print."""
    return live.game.further.paper(live.table.play, seat, name)


ROUTES = [paper]
