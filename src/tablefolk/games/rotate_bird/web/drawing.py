"""Own drawings: brought to a table for a symbol, or with one (RB-11)."""

from __future__ import annotations

from litestar import Response, post
from litestar.params import FromPath

from tablefolk.core import play
from tablefolk.core.game import Refusal, must
from tablefolk.hosting.drawings import Drawing, drawing
from tablefolk.hosting.live import name_of
from tablefolk.web import forms
from tablefolk.web.answers import Answer, wants_json
from tablefolk.web.forms import Sent
from tablefolk.web.patience import beside
from tablefolk.web.place import Asked, place
from tablefolk.web.routes.do import act, answered
from tablefolk.web.uploads import Brought, brought
from tablefolk.web.who import Visitor, turned, visitor

OWN = "SwapForOwn"  # a command that a drawing comes with
PAD = ("pen", "file")  # fields of the pad itself


@post("/t/{table:str}/drawing")
async def draw(request: Asked, table: FromPath[str]) -> Answer:
    """A drawing for a symbol on one's sheet; for no symbol at all, its key is the answer."""
    found = await visitor(request, table)
    given = await brought(request)
    found = turned(found, given["page"])
    one = await read(request, given)
    sent = as_command(found, given, one)
    allowed(found, sent)
    key = await place(request).host.drawings.put(table, one)
    if sent.do != OWN and not sent.fields["symbol"]:
        said = {"drawing": key, "kind": one.kind}
        return Response(said, media_type="application/json", status_code=200)
    done = await act(request, found, sent)
    if wants_json(request):
        said = {"drawing": key, "kind": one.kind, "entry": name_of(done.number, done.entry)}
        return Response(said, media_type="application/json", status_code=200)
    return answered(request, found, sent, [], done)


async def read(request: Asked, given: Brought) -> Drawing:
    """The drawing that came with a form; or a refusal."""
    if not given.file:
        why = "Draw something, or choose a file first."
        raise Refusal("RB-11", "bad_drawing", why, firm=True)
    return await beside(request, drawing, given.file)


def as_command(found: Visitor, given: Brought, one: Drawing) -> Sent:
    """What the drawing is for: a symbol on a sheet, or one that comes with it (RB-157)."""
    if given["do"] == OWN:
        kinds = {kind.__name__: kind for kind in found.live.game.commands}
        typed = [(name, value) for name, value in given.typed if name not in PAD]
        return forms.sent([*typed, ("drawing", one.key)], kinds)
    fields = {"who": given["who"], "symbol": given["symbol"], "drawing": one.key}
    return Sent("ReplacePicture", fields, id=given["id"][:200], page=given["page"][:200])


def allowed(found: Visitor, sent: Sent) -> None:
    """Refuse before anything is kept: whoever may not use a drawing leaves none behind."""
    live = found.live
    seat = live.seat(found.who)
    if sent.do != OWN and not sent.fields["symbol"]:
        must(seat.role != "onlooker", "TF-5", "onlooker", "Onlookers watch and do not draw.")
        must(not live.table.closed, "TF-41", "closed", "This table is closed.")
        return
    command = live.game.codec.command(sent.do, sent.fields)
    if no := play.refusal(live.game, live.table, seat, command):
        raise no


ROUTES = [draw]
