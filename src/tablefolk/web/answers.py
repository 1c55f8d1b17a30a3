"""Answers: pages, redirects, refusals, each in the form that was asked for."""

from __future__ import annotations

import logging

from litestar import Response
from litestar.datastructures import Cookie
from litestar.exceptions import HTTPException, InternalServerException

from tablefolk.core.game import Refusal
from tablefolk.core.language import said
from tablefolk.hosting.aside import SET_ASIDE
from tablefolk.hosting.log.base import Broken, Conflict, Kind, NoTable
from tablefolk.hosting.people import LinkExpired, LinkUnknown
from tablefolk.web.guard import too_much
from tablefolk.web.place import Asked, place
from tablefolk.web.rates import TooOften

Answer = Response[object]
HTML = "text/html"
log = logging.getLogger("tablefolk")

HUNG_UP = "client disconnected prematurely"  # what Litestar says of it
FORBIDDEN = {
    "gm_only", "not_yours", "onlooker", "not_seated", "no_seat", "house_only", "house_key",
    "given_back",
}  # fmt: skip
UNREADABLE = {"malformed", "unknown_command"}
UNFIT = {"too_long", "out_of_range", "text_needed", "name_needed"}
BAD = "bad_"  # how the code begins of whatever does not fit its form: a name, dice, a file
SENTENCES = {
    400: ("That could not be read", "The request could not be read."),
    403: ("Not for you", "You may not do that."),
    404: ("Nothing here", "There is nothing at this address; perhaps the link was cut short."),
    405: ("Not like that", "This address does not do that."),
    410: ("This link has expired", "This link has expired; ask for the new one."),
    429: ("Not so fast", "That was asked for too often; try again in a minute."),
    413: ("Too much", "That is more than may be sent at a time."),
    415: ("That could not be read", "Send a form, or JSON."),
    500: ("Something broke", "Something broke on our side; try once more."),
    503: ("One moment", "The table cannot be written down just now; try again in a moment."),
}
BROKEN: dict[Kind, str] = {
    "full": (
        "There is no room left on the server's disk: nothing that was done is lost; try again when "
        "whoever runs it has made room."
    ),
    "damaged": (
        "The file in which this house keeps its tables is damaged: ask whoever runs it to look "
        "into the server's log."
    ),
    "readonly": "The server may not write to its own file: ask whoever runs it to see its log.",
    "away": (
        "The database that keeps the tables cannot be reached just now: nothing that was done is "
        "lost; try again in a moment."
    ),
    "closed": "The server is being stopped; try again in a moment.",
    "other": SENTENCES[503][1],
}


def status_of(no: Refusal) -> int:
    """The status that goes with a refusal."""
    if no.code == "link_expired":
        return 410
    if no.code == "too_often":
        return 429
    if no.code in (SET_ASIDE, "busy"):
        return 503
    if no.code == "unknown":
        return {"TF-1": 404, "TF-2": 403, "TF-3": 404, "TF-39": 404}.get(no.rule, 409)
    if no.code.startswith(BAD):
        return 422
    for codes, status in ((FORBIDDEN, 403), (UNREADABLE, 400), (UNFIT, 422)):
        if no.code in codes:
            return status
    return 409


def wants_json(request: Asked) -> bool:
    kinds = request.headers.get("accept", "")
    return "application/json" in kinds and "text/html" not in kinds


def by_htmx(request: Asked) -> bool:
    return request.headers.get("hx-request") == "true"


def html(text: str, status: int = 200, cookies: list[Cookie] | None = None) -> Answer:
    """A page."""
    return Response(text, media_type=HTML, status_code=status, cookies=cookies or [])


def page(request: Asked, name: str, status: int = 200, /, **context: object) -> Answer:
    """A page by its template, in the light or the dark that its reader chose."""
    drawn = place(request).painter.page(name, **common(request), **context)
    return html(drawn, status)


def common(request: Asked) -> dict[str, str]:
    """What every page needs to know about its reader."""
    theme = request.cookies.get("theme", "")
    path = request.url.path
    secret = path.startswith(("/j/", "/s/", "/key/")) or "/sit/" in path
    return {"theme": theme if theme in ("light", "dark") else "", "path": "/" if secret else path}


def see(where: str, cookies: list[Cookie] | None = None) -> Answer:
    """Go there now."""
    headers = {"location": where}
    return Response("", status_code=303, headers=headers, cookies=cookies or [], media_type=HTML)


def leads_to(where: str) -> Answer:
    """A redirect for a page's script: the whole page goes there."""
    return Response("", status_code=200, headers={"hx-redirect": where}, media_type=HTML)


def local(path: str) -> str:
    """A place on this site and nowhere else."""
    good = path.startswith("/") and not path.startswith(("//", "/\\")) and path.isprintable()
    return path if good else "/"


# -- Saying no -----------------------------------------------------------------------------


def fault(request: Asked, status: int, why: str = "", rule: str = "", code: str = "") -> Answer:
    """One sentence, as a page, as JSON, or as a notice on the page that is open."""
    heading, usual = SENTENCES.get(status, SENTENCES[400 if status < 500 else 500])
    why, heading = why or said(usual), said(heading)
    if wants_json(request):
        answer = {"refused": why, "rule": rule, "code": code}
        return Response(answer, status_code=status, media_type="application/json")
    if by_htmx(request):
        return html(partial(request, why, rule), status)
    again = request.method == "GET" and status in (429, 503)
    given = {"heading": heading, "why": why, "rule": rule, "code": code, "back": "", "again": again}
    return page(request, "fault", status, **given)


def partial(request: Asked, why: str, rule: str = "") -> str:
    env = place(request).painter.env
    drawn = env.get_template("problem.html").render(problem={"why": why, "rule": rule})
    return into_notice(drawn)


def into_notice(drawn: str) -> str:
    """A notice for a page that is open."""
    return f'<hx-partial hx-target="#notice" hx-swap="innerHTML">{drawn}</hx-partial>'


def refused(request: Asked, no: Refusal) -> Answer:
    if no.code == "too_often":
        log.warning("somebody was told to wait: they asked too often", extra={"event": "limited"})
    answer = fault(request, status_of(no), no.why, no.rule, no.code)
    if isinstance(no, TooOften):
        answer.headers["retry-after"] = str(no.seconds)
    return answer


def as_refusal(error: Exception) -> Refusal | None:
    """What the hosting layer says no with, in our words."""
    if isinstance(error, LinkExpired):
        why = "This link has expired; ask whoever invited you for the new one."
        return Refusal("TF-3", "link_expired", why, firm=True)
    if isinstance(error, LinkUnknown | NoTable):
        return Refusal("TF-3", "unknown", "There is no such table, or no longer.", firm=True)
    if isinstance(error, Conflict):
        why = "The table has moved on in the meantime; try once more."
        return Refusal("TF-37", "stale", why, firm=True)
    return error if isinstance(error, Refusal) else None


def on_error(request: Asked, error: Exception) -> Answer:
    """Whatever goes wrong: one sentence, a fitting status, and no stack trace."""
    no = as_refusal(error)
    if no is not None:
        return refused(request, no)
    if isinstance(error, HTTPException) and error.status_code < 500:
        why = too_much(place(request).most(request.url.path)) if error.status_code == 413 else ""
        return fault(request, error.status_code, why)
    if isinstance(error, InternalServerException) and error.detail == HUNG_UP:
        return fault(request, 400)  # nobody is there to read it, nor was it our fault
    if isinstance(error, Broken):
        place(request).host.troubles.note(error)
        return fault(request, 503, said(BROKEN[error.kind]), code=error.kind)
    log.error("a request failed: %s %s", request.method, shown(request), exc_info=error)
    return fault(request, 500)


def shown(request: Asked) -> str:
    """A path as it may stand in a log: without the keys in it."""
    first = request.url.path.split("/")[1:2]
    return "/" + "/".join(first)
