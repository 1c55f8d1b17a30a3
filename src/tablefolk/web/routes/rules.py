"""The rules, one tap away: a list that can be searched, and each by its number."""

from __future__ import annotations

import re
from urllib.parse import urlencode

from litestar import get
from litestar.params import FromPath

from tablefolk.core.game import Refusal
from tablefolk.web.answers import Answer, by_htmx, common, see
from tablefolk.web.kept import marked
from tablefolk.web.place import Asked, place
from tablefolk.web.rules import drawn
from tablefolk.web.who import visitor

AN_HOUR = "private, max-age=3600"
MOST = 200  # characters of what is looked for
GAME, TABLE = re.compile(r"[a-z0-9-]{1,60}"), re.compile(r"/t/\w{1,60}(\?seat=[\w.%+-]{1,90})?")


@get("/t/{table:str}/rules")
async def at_table(request: Asked, table: FromPath[str]) -> Answer:
    """The rules of what is played here; from each of them a link leads back."""
    found = await visitor(request, table)
    return see(f"/rules?{urlencode({'game': found.live.game.key, 'back': found.home})}")


@get("/rules")
async def book(request: Asked) -> Answer:
    """All rules by chapter: of one game and the table, or of all; or those with some words."""
    here, came = place(request), _came_from(request)
    text = str(request.query_params.get("q", ""))[:MOST].strip()
    chapters = here.rules.chapters(came.get("game", ""), text)
    given = {"chapters": chapters, "text": text, "came": came, "suffix": _suffix(came)}
    return marked(request, here.painter.page("rules", **common(request), **given))


@get("/rules/{id:str}")
async def rule(request: Asked, id: FromPath[str]) -> Answer:
    """One rule in people's words."""
    here, came = place(request), _came_from(request)
    found = here.rules.get(id.upper())
    if found is None:
        raise Refusal("TF-3", "unknown", "There is no such rule here.", firm=True)
    suffix = _suffix(came)
    given = {
        "rule": found,
        "text": drawn(found.plain.text, suffix),
        "example": drawn(found.plain.example, suffix) if found.plain.example else "",
    }
    if by_htmx(request):
        text = here.painter.env.get_template("rule-text.html").render(**given)
        return marked(request, text, AN_HOUR)
    before, after = here.rules.beside(found)
    given |= {"before": before, "after": after, "came": came, "suffix": suffix}
    return marked(request, here.painter.page("rule", **common(request), **given))


def _came_from(request: Asked) -> dict[str, str]:
    """The game and the table whose rules somebody is reading, for as long as they read."""
    asked = request.query_params
    given = {"game": (GAME, asked.get("game", "")), "back": (TABLE, asked.get("back", ""))}
    return {name: text for name, (form, text) in given.items() if form.fullmatch(text)}


def _suffix(came: dict[str, str]) -> str:
    return f"?{urlencode(came)}" if came else ""


ROUTES = [at_table, book, rule]
