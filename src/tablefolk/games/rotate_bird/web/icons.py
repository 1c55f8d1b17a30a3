"""The icons there are, to choose one for a symbol of a pack (RB-187)."""

from __future__ import annotations

from litestar import get

from tablefolk.games.rotate_bird.web.symbols import icons
from tablefolk.web.answers import Answer, by_htmx, html, page
from tablefolk.web.place import Asked, place


@get("/icons")
async def look(request: Asked) -> Answer:
    """A grid of icons that hold the words asked for; by script, the grid alone."""
    words = str(request.query_params.get("q", ""))[:60]
    names, count = icons.found(words)
    given = {"names": names, "count": count, "words": words}
    if by_htmx(request):
        return html(
            place(request).painter.env.get_template("rotate-bird/icons-found.html").render(**given)
        )
    return page(request, "rotate-bird/icons", **given)


ROUTES = [look]
