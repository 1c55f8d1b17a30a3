"""What comes from elsewhere and goes there: a table's file, a character's sheet (TF-39, TF-40)."""

from __future__ import annotations

import msgspec
from litestar import Response, get, post
from litestar.params import FromPath

from tablefolk.core.game import Command, Refusal, must
from tablefolk.core.language import said
from tablefolk.core.lifting import Fields
from tablefolk.core.unfit import in_file
from tablefolk.core.words import slug
from tablefolk.hosting.drawings import Drawing
from tablefolk.hosting.pictures.travelling import packed, together, unpacked, without_others
from tablefolk.web.answers import Answer, page, see, status_of
from tablefolk.web.door import acting, opens
from tablefolk.web.forms import Sent
from tablefolk.web.guard import MOST_SHEET, MOST_TABLE
from tablefolk.web.patience import beside, while_asked
from tablefolk.web.place import Asked, place
from tablefolk.web.reading import file
from tablefolk.web.routes.do import as_ruling, own_id, played
from tablefolk.web.routes.front import front_page
from tablefolk.web.seats import new_page
from tablefolk.web.who import Visitor, seat_cookies, turned, visitor


@post("/bring", request_max_body_size=MOST_TABLE)
async def bring_table(request: Asked) -> Answer:
    """A table from its file; whoever brings it has the GM's seat, and sends the others theirs."""
    opens(request)
    try:
        data, _ = await file(request, "table")
        opened = await while_asked(request, place(request).host.import_(data))
    except Refusal as no:
        return await front_page(request, no)
    seat = f"/t/{opened.table}/seat?brought=1"
    return see(seat, await seat_cookies(request, opened))


# -- Characters ----------------------------------------------------------------------------


@get("/t/{table:str}/sheet/{who:str}")
async def sheet(request: Asked, table: FromPath[str], who: FromPath[str]) -> Answer:
    """A character as a file, to be kept or brought to another table."""
    live = (found := await visitor(request, table)).live
    written = live.game.sheet(live.table, live.seat(found.who), who)
    whole = packed(written, await place(request).host.drawings.of(table))
    body = msgspec.json.format(msgspec.json.encode(whole), indent=2)
    headers = {"content-disposition": f'attachment; filename="{slug(who)}.json"'}
    return Response(body, media_type="application/json", headers=headers)


@get("/t/{table:str}/bring")
async def bring(request: Asked, table: FromPath[str]) -> Answer:
    """The form that takes a character's sheet in."""
    found = await visitor(request, table)
    _takes_sheets(found)
    return _bring(request, found)


@post("/t/{table:str}/bring", request_max_body_size=MOST_SHEET)
async def bring_character(request: Asked, table: FromPath[str]) -> Answer:
    """A character from its sheet; it is judged by the rules of this table."""
    found = await visitor(request, table)
    command, form, data = _takes_sheets(found), dict[str, str](), b""
    try:
        data, form = await file(request, "sheet", "kept")
        found = turned(found, form.get("page", ""))
        raw, drawn = await beside(request, read_drawn, data)
        here = place(request).host
        every = together(await here.drawings.of(table), drawn)
        raw = without_others(raw, {one.key for one in every})
        fields = {"sheet": raw, "owner": form.get("owner", "")[:200]}
        sent = Sent(command.__name__, fields, page=form.get("page", "")[:200])
        sent = as_ruling(sent, found) if form.get("ruling") == "1" else sent
        acting(request, table, found.member)
        id = own_id(found.member, sent)
        for_seat = played(found, sent.do)
        await here.act(table, found.member, sent.do, sent.fields, id, for_seat=for_seat)
        for one in drawn:
            await here.drawings.put(table, one)
    except Refusal as no:
        return _bring(request, found, no, form.get("owner", ""), "" if no.firm else text_of(data))
    return see(found.home)


def _takes_sheets(found: Visitor) -> type[Command]:
    why = "No character can be brought to this table."
    return must(found.live.game.further.bring, "TF-39", "unknown", why)


def read(data: bytes) -> Fields:
    """What is in a sheet's file, before any rule has seen it."""
    try:
        return msgspec.json.decode(data, type=Fields)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as bad:
        why = said("This is not a character's sheet: {bad}.", bad=in_file(bad))
        raise Refusal("TF-40", "bad_import", why, firm=True) from None


def read_drawn(data: bytes) -> tuple[Fields, list[Drawing]]:
    """A file's sheet and its drawings, read once."""
    return unpacked(read(data))


def text_of(data: bytes) -> str:
    """A file that was refused, to be sent again without being chosen again."""
    return data.decode("utf-8", "ignore")


def _bring(
    request: Asked,
    found: Visitor,
    problem: Refusal | None = None,
    owner: str = "",
    kept: str = "",
) -> Answer:
    return page(
        request,
        "bring",
        status_of(problem) if problem else 200,
        table=found.live.id,
        name=found.live.table.name,
        game=found.live.game,
        gm=found.gm,
        players=found.live.table.players if found.gm else (),
        owner=owner,
        kept=kept,
        page_id=new_page(found.who),
        problem=problem,
        **place(request).painter.beside(found.live, found.member),
    )


ROUTES = [bring_table, sheet, bring, bring_character]
