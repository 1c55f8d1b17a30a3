"""The rules, one tap away."""

from __future__ import annotations

from litestar import get
from litestar.params import FromPath

from tablefolk.core.game import Refusal
from tablefolk.web.answers import Answer, by_htmx, html, page
from tablefolk.web.place import Asked, place
from tablefolk.web.rules import drawn


@get("/rules/{id:str}")
async def rule(request: Asked, id: FromPath[str]) -> Answer:
    """One rule in people's words."""
    here = place(request)
    found = here.rules.get(id.upper())
    if found is None:
        raise Refusal("TF-3", "unknown", "There is no such rule here.", firm=True)
    given = {
        "rule": found,
        "text": drawn(found.plain.text),
        "example": drawn(found.plain.example) if found.plain.example else "",
    }
    if by_htmx(request):
        return html(here.painter.env.get_template("rule-text.html").render(**given))
    before, after = here.rules.beside(found.id)
    return page(request, "rule", **given, before=before, after=after)


ROUTES = [rule]
