"""The rules, one tap away."""

from __future__ import annotations

from litestar import get
from litestar.params import FromPath

from tablefolk.core.game import Refusal
from tablefolk.web.answers import Answer, by_htmx, common
from tablefolk.web.kept import marked
from tablefolk.web.place import Asked, place
from tablefolk.web.rules import drawn

AN_HOUR = "private, max-age=3600"


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
        text = here.painter.env.get_template("rule-text.html").render(**given)
        return marked(request, text, AN_HOUR)
    before, after = here.rules.beside(found.id)
    given |= {"before": before, "after": after}
    return marked(request, here.painter.page("rule", **common(request), **given))


ROUTES = [rule]
