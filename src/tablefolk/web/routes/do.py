"""Doing something: every command of every game comes through here."""

from __future__ import annotations

import hashlib
from urllib.parse import quote

import msgspec
from litestar import Response, post
from litestar.params import FromPath
from msgspec.structs import replace

from tablefolk.core.game import Refusal, must
from tablefolk.core.table.at import lendable
from tablefolk.hosting.live import name_of
from tablefolk.hosting.tables import Done
from tablefolk.web.answers import (
    Answer,
    by_htmx,
    html,
    into_notice,
    leads_to,
    see,
    status_of,
    wants_json,
)
from tablefolk.web.door import acting
from tablefolk.web.forms import Sent, first
from tablefolk.web.live import message
from tablefolk.web.place import Asked, place
from tablefolk.web.reading import command, page_of
from tablefolk.web.render import whole, with_presence
from tablefolk.web.routes.table import table_page
from tablefolk.web.stage import Slots, asks
from tablefolk.web.who import Visitor, now_at, visitor

Form = list[tuple[str, str]]


@post(["/t/{table:str}", "/t/{table:str}/do"])
async def do(request: Asked, table: FromPath[str]) -> Answer:
    """A member does something, or is told in one sentence why not."""
    found = await visitor(request, table, page=await page_of(request))
    sent, form = Sent("", {}), Form()
    put_away, owed, stands = None, owing(found), ""
    there = set(found.live.parts(found.who))
    try:
        sent, form = await command(request, found.live.game)
        sent = pointed(found, sent)
        put_away = settles(request, found, sent, form)
        stands = standing(request, found, sent, form)
        done = await act(request, found, as_ruling(sent, found) if ruled(form) else sent)
    except Refusal as no:
        if put_away:
            place(request).hub.opens(table, sent.page, found.who, put_away, at_once=False)
        return await _refused(request, found, sent, form, no)
    came_from = found.who
    found = now_at(found, await place(request).host.live(table) or found.live)
    if found.who != came_from and by_htmx(request):  # to their own seat, from one they gave back
        return leads_to(found.home)
    stays_at(request, found, sent, stands)
    settles(request, found, sent, form)  # what stayed open may have come to its end by this
    turns(request, found, sent, owed)
    return answered(request, found, sent, form, done, made(request, found, sent, there))


def settles(request: Asked, found: Visitor, sent: Sent, form: Form) -> Slots | None:
    """An act from a tool on the stage puts the tool away, with the news of it.

    What lay under the tool comes back, if it is still owed (`uncovered`).
    Gives what was open: a refused act brings no news, and leaves everything where it was.
    """
    hub, table = place(request).hub, found.live.id
    slots = hub.slots(table, sent.page, found.who)
    part = found.live.parts(found.who).get(slots.on)
    stays = part is None or (part.stays and not part.done)
    if first(form, "from") != "stage" or part is None or stays or asks(part):
        return None
    hub.opens(table, sent.page, found.who, replace(slots, on=""), at_once=False)
    return slots


def standing(request: Asked, found: Visitor, sent: Sent, form: Form) -> str:
    """The part that is NOW and stays: what is done in it moves nobody on to the next one."""
    slots = place(request).hub.slots(found.live.id, sent.page, found.who)
    now = found.live.now(found.who)
    here = now is not None and now.part.stays and not slots.on and first(form, "from") == "stage"
    return now.part.key if now and here else ""


def stays_at(request: Asked, found: Visitor, sent: Sent, stands: str) -> None:
    """Where an act has made something else NOW, the part it was done in stays open all the same.

    Once nothing is left to do there, it leads on.
    """
    part, now = found.live.parts(found.who).get(stands), found.live.now(found.who)
    if part is None or not part.stays or part.done or now is None or now.part.key == stands:
        return
    hub, table = place(request).hub, found.live.id
    slots = hub.slots(table, sent.page, found.who)
    hub.opens(table, sent.page, found.who, replace(slots, on=stands))


def owing(found: Visitor) -> set[str]:
    """The parts in which this seat owes something."""
    return {wait.part for wait in found.live.owed_by(found.who)}


def turns(request: Asked, found: Visitor, sent: Sent, owed: set[str]) -> None:
    """What one's own act has made one owe comes before what was open on the stage."""
    hub, table = place(request).hub, found.live.id
    slots = hub.slots(table, sent.page, found.who)
    new, was_open = owing(found) - owed, slots.on or slots.under
    if was_open and new and was_open not in new:
        hub.opens(table, sent.page, found.who, replace(slots, on="", under=""))


def made(request: Asked, found: Visitor, sent: Sent, there: set[str]) -> str:
    """What somebody has just made to go on with takes their stage; its key, or nothing."""
    parts = found.live.parts(found.who).values()
    new = next((part.key for part in parts if part.opens and part.key not in there), "")
    if new:
        place(request).hub.opens(found.live.id, sent.page, found.who, Slots(on=new))
    return new


async def act(request: Asked, found: Visitor, sent: Sent) -> Done:
    """Carry out what was sent, for whoever sent it; or a refusal."""
    acting(request, found.live.id, found.member)
    return await place(request).host.act(
        found.live.id,
        found.member,
        sent.do,
        sent.fields,
        own_id(found.member, sent),
        faces=sent.faces,
        for_seat=sent.for_seat or played(found, sent.do),
        anonymous=sent.anonymous,
    )


def played(found: Visitor, do: str) -> str:
    """From whose seat something is done on the page of a lent one: what plays its character from
    there; to stop, to lend or to give back is one's own (TF-6).
    """
    kind = next((one for one in found.live.game.commands if one.__name__ == do), None)
    return found.plays if kind and lendable(kind) else ""


def pointed(found: Visitor, sent: Sent) -> Sent:
    """A taking back points at an entry by the name this seat was told; rules know numbers."""
    if sent.do != "TakeBack" or "entry" not in sent.fields:
        return sent
    number = found.live.number_of(found.who, str(sent.fields["entry"]))
    must(number, "TF-25", "not_yours", "There is nothing there that you could take back.")
    return replace(sent, fields={**sent.fields, "entry": number})


def own_id(member: str, sent: Sent) -> str:
    """The command's id: sent twice it acts once (TF-36), and nobody else can name it.

    A page without script sends the page's own id; what the form says tells its forms apart.
    """
    if sent.id:
        said: tuple[object, ...] = (member, sent.id)
    elif sent.page:
        said = (member, sent.page, sent.do, sent.fields, sent.faces)
    else:
        return ""
    return hashlib.sha256(msgspec.json.encode(said)).hexdigest()[:32]


def ruled(form: Form) -> bool:
    return first(form, "ruling") == "1"


def as_ruling(sent: Sent, found: Visitor) -> Sent:
    """The same command, to be allowed this once by the GM, or put before them (TF-17)."""
    inner = {"type": sent.do, **{k: v for k, v in sent.fields.items() if k != "ruling"}}
    fields: dict[str, object] = {"command": inner}
    if found.gm and sent.for_seat:
        fields["seat"] = sent.for_seat
    return replace(sent, do="Allow" if found.gm else "AskRuling", fields=fields, for_seat="")


def answered(
    request: Asked, found: Visitor, sent: Sent, form: Form, done: Done, on: str = ""
) -> Answer:
    """The answer to an act that is done; without script, with the part that it has opened."""
    if wants_json(request):
        said = {"entry": name_of(done.number, done.entry), "again": done.again}
        return Response(said, media_type="application/json", status_code=200)
    if by_htmx(request):
        return html(into_notice("") + _news(request, found, sent))
    if first(form, "back") == "log":
        entry = first(form, "entry")
        return see(found.at("log") + (f"#entry-{quote(entry, safe='')}" if entry else ""))
    return see(
        f"{found.home}{'&' if '?' in found.home else '?'}on={quote(on)}" if on else found.home
    )


def _news(request: Asked, found: Visitor, sent: Sent) -> str:
    """The regions, for a page that has no stream to bring them."""
    here = place(request)
    if here.hub.knows(found.live.id, sent.page, found.who):
        return ""
    live, who = found.live, found.who
    pieces = here.painter.pieces(live, who) | here.painter.held(live, who, found.seats)
    regions = {name: whole(region) for name, region in pieces.items()}
    rows = here.painter.here(live, found.member, here.presence.here(live.id), 1)
    regions["people"] = with_presence(regions["people"], rows)
    return message(0, regions).partition("data: ")[2].replace("\ndata: ", "\n")


async def _refused(request: Asked, found: Visitor, sent: Sent, form: Form, no: Refusal) -> Answer:
    no, status = no.worded(found.live.game.about.gm), status_of(no)
    if wants_json(request):
        said = {"refused": no.why, "rule": no.rule, "code": no.code}
        return Response(said, media_type="application/json", status_code=status)
    again = [(k, v) for k, v in form if k not in ("id", "page", "ruling", "from")]
    notice = place(request).painter.notice(
        found.live, found.member, no, () if ruled(form) else again
    )
    if by_htmx(request):
        return html(into_notice(str(notice).replace('"<>"', '""')), status)
    return html(await table_page(request, found, notice), status)


ROUTES = [do]
