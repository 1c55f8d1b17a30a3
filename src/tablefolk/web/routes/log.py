"""The log: filter, search, jump, take back, take home."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence

from litestar import Response, get
from litestar.params import FromPath
from msgspec.structs import replace

from tablefolk.core.game import Record, Refusal, must
from tablefolk.core.recap import EVERYBODY
from tablefolk.hosting.live import Live, Told
from tablefolk.web import history, prose
from tablefolk.web.answers import Answer, common, html, page
from tablefolk.web.history import KINDS, SHOWN, Wanted
from tablefolk.web.patience import while_asked
from tablefolk.web.place import Asked, place
from tablefolk.web.render import Painter
from tablefolk.web.seats import new_page
from tablefolk.web.who import visitor

Writes = Callable[[str, Sequence[Told], Sequence[Record]], str | bytes]
PROSE: dict[str, Writes] = {
    "md": prose.as_markdown,
    "html": prose.as_html,
    "json": prose.as_json,
}
FORMATS = {"md": "text/markdown", "html": "text/html", "json": "application/json"}


@get("/t/{table:str}/log")
async def log(request: Asked, table: FromPath[str]) -> Answer:
    """What happened, newest first."""
    found = await visitor(request, table)
    wanted = _wanted(request)
    looking = history.found(place(request).host, found.live, found.member, wanted)
    told = await while_asked(request, looking)
    painter, live = place(request).painter, found.live
    await _draw_by_turns(painter, live, found.member, told)
    drawn = log_page(painter, live, found.member, wanted, told, home=found.home, **common(request))
    return html(drawn.replace('"<>"', f'"{new_page(found.member)}"'))


async def _draw_by_turns(
    painter: Painter, live: Live, member: str, told: Sequence[tuple[int, Told]]
) -> None:
    """Have each entry drawn, and serve whoever waits meanwhile; the page finds them drawn."""
    seat = live.seat(member)
    for _, one in told:
        painter.told(live, seat, one)
        await asyncio.sleep(0)


def log_page(
    painter: Painter,
    live: Live,
    member: str,
    wanted: Wanted,
    told: Sequence[tuple[int, Told]],
    **common: str,
) -> str:
    """What was found, as a page."""
    seat = live.seat(member)
    return painter.page(
        "log",
        **common,
        table=live.id,
        name=live.table.name,
        game=live.game,
        kinds=KINDS,
        wanted=wanted,
        asked=_asked(live, member),
        entries=[(n, t, painter.told(live, seat, t)) for n, t in reversed(told)],
        older=told[0][0] if len(told) == SHOWN else 0,
        scenes=live.table.scenes,
        for_chat=hasattr(live.game.game, "for_chat"),
        records=history.records(live, seat, wanted.text) if wanted.text else (),
        macros=painter.macros(live.id, seat.role, "server", f"/t/{live.id}/do", live.game.about.gm),
        **painter.beside(live, member),
    )


def _asked(live: Live, member: str) -> set[str]:
    """The entries that somebody has asked to take back, and waits for an answer."""
    own = (r for r in live.table.requests.values() if r.seat == live.seat(member).id)
    return {live.asked_back(member, request) for request in own} - {""}


def _wanted(request: Asked) -> Wanted:
    asked = request.query_params
    kind, text = str(asked.get("kind", "")), str(asked.get("q", ""))[:200]
    before, to = _number(asked.get("before", "")), _number(asked.get("to", ""))
    if to:
        before = to + SHOWN // 2
    return Wanted(kind if kind in KINDS else "", text, before)


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 12 else 0


@get("/t/{table:str}/back")
async def back(request: Asked, table: FromPath[str]) -> Answer:
    """What would fall with an entry, before anybody takes it back (TF-24)."""
    found, asked = await visitor(request, table), request.query_params
    here, live = place(request), found.live
    seat, name = live.seat(found.member), str(asked.get("entry", ""))
    if wanted := live.table.requests.get(_number(str(asked.get("request", "")))):
        name = live.asked_back(found.member, wanted)
    number = live.number_of(found.member, name)
    newest = await history.found(here.host, live, found.member, Wanted())
    told = {t.number: t for _, t in newest}
    one = must(told.get(number), "TF-25", "not_yours", "That lies too far back.")
    must(one.verdict.at_once or one.verdict.ask, "TF-25", "not_yours", one.verdict.why)
    falls = await while_asked(request, here.host.falls_with(table, number))
    word = live.game.about.gm
    return page(
        request,
        "back",
        table=live.id,
        name=live.table.name,
        game=live.game,
        point=name,
        page_id=new_page(found.member),
        at_once=one.verdict.at_once,
        entry=here.painter.told(live, seat, one),
        falls=[here.painter.told(live, seat, told[n]) for n in falls if n in told],
        hidden=bool(falls) and seat.gm,
        macros=here.painter.macros(live.id, seat.role, "server", f"/t/{live.id}/do", word),
        **here.painter.beside(live, found.member),
    )


@get("/t/{table:str}/story/{form:str}")
async def story(request: Asked, table: FromPath[str], form: FromPath[str]) -> Answer:
    """The story as a file: the same for everybody at the table (TF-15)."""
    found = await visitor(request, table)
    if form not in FORMATS:
        raise Refusal("TF-3", "unknown", "The story comes as md, html or json.", firm=True)
    live, in_chat = found.live, request.query_params.get("symbols") == "chat"
    records = history.records(live, EVERYBODY)
    by_form = PROSE[form]

    def write(told: list[Told]) -> str | bytes:
        told = in_chat_form(live, told) if in_chat else told
        return by_form(live.table.name, told, records)

    body = await while_asked(request, history.whole(place(request).host, live, write))
    headers = {"content-disposition": f'attachment; filename="story.{form}"'}
    return Response(body, media_type=FORMATS[form], headers=headers)


def in_chat_form(live: Live, told: Sequence[Told]) -> list[Told]:
    """The same story as a chat can show it, where the game has a form for that."""
    asked = live.game.further.for_chat
    if asked is None:
        return list(told)
    say = asked(live.table.play)
    return [
        replace(one, lines=tuple(replace(line, text=say(line.text)) for line in one.lines))
        for one in told
    ]


ROUTES = [log, back, story]
