"""Playbooks: read by everybody, written, loaded, added to and taken along (MU-155 … MU-160)."""

from __future__ import annotations

import asyncio
from typing import Any

from litestar import Response, get, post
from litestar.params import FromPath

from tablefolk.core.game import Refusal
from tablefolk.games import mutagen
from tablefolk.games.mutagen.page import editing
from tablefolk.games.mutagen.page.editing import Draft, FaultShown, Looked
from tablefolk.games.mutagen.playbooks.markup import head
from tablefolk.games.mutagen.playbooks.model import Playbook
from tablefolk.games.mutagen.rules.books import exported
from tablefolk.games.mutagen.rules.state import Show
from tablefolk.web.answers import Answer, html, page, see, status_of
from tablefolk.web.forms import Sent
from tablefolk.web.place import Asked, place
from tablefolk.web.routes.do import act
from tablefolk.web.uploads import Brought, brought
from tablefolk.web.who import Visitor, gm_visitor, visitor

FILES: dict[str, tuple[Any, str]] = {
    "markup.txt": ("markup", "text/plain; charset=utf-8"),
    "playbook.toml": ("data", "application/toml"),
    "playbook.mutagen.json": ("electronic", "application/json"),
}


# -- To read, and to take along (MU-159) -------------------------------------------------------


@get("/t/{table:str}/playbook/{book:str}")
async def read(request: Asked, table: FromPath[str], book: FromPath[str]) -> Answer:
    """A playbook as it is printed, for everybody at the table."""
    found = await visitor(request, table)
    playbook = book_for(found, book)
    looked = editing.printed(show_of(found), playbook)
    return _page(request, found, "playbook", playbook=playbook, looked=looked)


@get("/t/{table:str}/playbook/{book:str}/{file:str}")
async def take(
    request: Asked, table: FromPath[str], book: FromPath[str], file: FromPath[str]
) -> Answer:
    """A playbook as markup or data; or on the workbench, for the GM."""
    found = await visitor(request, table)
    playbook = book_for(found, book)
    if file == "edit":
        gm_only(found)
        draft = await asyncio.to_thread(editing.draft_of, show_of(found), playbook)
        return await _bench(request, found, draft, playbook=playbook)
    if file not in FILES:
        raise Refusal("TF-3", "unknown", "There is no such file of this playbook.", firm=True)
    kind, media_type = FILES[file]
    text = await asyncio.to_thread(exported, show_of(found), playbook.id, kind)
    ending = file.partition(".")[2]
    headers = {"content-disposition": f'attachment; filename="{playbook.id}.{ending}"'}
    return Response(text.encode(), media_type=media_type, headers=headers)


# -- To write (MU-156) -------------------------------------------------------------------------


@get("/t/{table:str}/playbook")
async def begin(request: Asked, table: FromPath[str]) -> Answer:
    """The workbench with a small playbook to begin with."""
    found = await gm_visitor(request, table)
    show_of(found)
    return await _bench(request, found, editing.new_draft())


@post("/t/{table:str}/playbook")
async def write(request: Asked, table: FromPath[str]) -> Answer:
    """A text looked over, or brought to the table; every fault is named with its line."""
    found = await gm_visitor(request, table)
    show_of(found)
    given = await brought(request)
    draft = draft_of(given)
    looked = await asyncio.to_thread(editing.looked_over, show_of(found), draft)
    draft, _ = editing.opened(draft)
    if given["act"] != "load" or given.file:
        return await _bench(request, found, draft, looked)
    if looked.bad:
        return await _bench(request, found, draft, looked, status=422)
    try:
        done = await act(request, found, loading(draft, given))
    except Refusal as no:
        refused = Looked(looked.book, looked.terms, (FaultShown(no.why), *looked.faults))
        return await _bench(request, found, draft, refused, status=status_of(no))
    return see(f"/t/{table}/playbook/{done.entry.events[-1].playbook.id}")


@post("/t/{table:str}/playbook/preview", status_code=200)
async def preview(request: Asked, table: FromPath[str]) -> Answer:
    """How the text would be printed, while it is written."""
    found = await gm_visitor(request, table)
    draft = draft_of(await brought(request))
    looked = await asyncio.to_thread(editing.looked_over, show_of(found), draft)
    painter = place(request).painter
    drawn = painter.env.get_template("mutagen/preview.html").render(
        looked=looked, macros=painter.macros(table, "gm", "server")
    )
    return html(drawn)


def draft_of(given: Brought) -> Draft:
    try:
        text = given.file.decode("utf-8-sig") if given.file else given["text"]
    except UnicodeDecodeError:
        raise Refusal("MU-156", "bad_text", "A playbook is a text in UTF-8.", firm=True) from None
    role = given["role"] if given["role"] in editing.ROLES else ""
    return Draft(text, given["name"][:60] or "mine", role)


def loading(draft: Draft, given: Brought) -> Sent:
    fields = {"lines": draft.lines, "name": draft.file, "role": draft.role}
    return Sent("LoadPlaybook", fields, id=given["id"][:200], page=given["page"][:200])


# -- Items of one's own, and what was read out of prose (MU-157, MU-160) -----------------------


@post("/t/{table:str}/playbook/{book:str}/item")
async def own_item(request: Asked, table: FromPath[str], book: FromPath[str]) -> Answer:
    """An item added to a section, or worded anew."""
    found = await gm_visitor(request, table)
    playbook = book_for(found, book)
    given = await brought(request)
    lines = Draft(given["text"].strip()).lines
    item, section = given["item"], given["section"]
    command = ("ReplaceItem", {"item": item}) if item else ("AddItem", {"section": section})
    try:
        await act(request, found, Sent(command[0], {**command[1], "lines": lines}))
    except Refusal as no:
        looked = editing.printed(show_of(found), playbook)
        wrong = {"wrong": no, "typed": given["text"], "section": section, "rewording": item}
        shown = {"playbook": playbook, "looked": looked, **wrong}
        return _page(request, found, "playbook", status_of(no), **shown)
    return see(f"/t/{table}/playbook/{playbook.id}#own-item")


@post("/t/{table:str}/playbook/{book:str}/suggestion")
async def suggestion(request: Asked, table: FromPath[str], book: FromPath[str]) -> Answer:
    """The GM lets a suggestion hold, or puts it aside; one, or all of them."""
    found = await gm_visitor(request, table)
    playbook = book_for(found, book)
    given = await brought(request)
    fields: dict[str, Any] = {"decline": given["say"] == "no"}
    if given["item"]:
        which = [int(given["place"])] if given["place"].isdecimal() else []
        fields |= {"item": given["item"], "which": which}
    else:
        fields["playbook"] = playbook.id
    await act(request, found, Sent("ConfirmAutomation", fields))
    return see(f"/t/{table}/playbook/{playbook.id}#suggestions")


# -- Drawing and finding -----------------------------------------------------------------------


async def _bench(
    request: Asked,
    found: Visitor,
    draft: Draft,
    looked: Looked | None = None,
    status: int = 200,
    playbook: Playbook | None = None,
) -> Answer:
    looked = looked or await asyncio.to_thread(editing.looked_over, show_of(found), draft)
    there = playbook or show_of(found).shelf.playbook(draft.file)
    arrows = editing.arrow_signs(show_of(found))
    shown = {"draft": draft, "looked": looked, "playbook": there, "arrows": arrows}
    return _page(request, found, "playbook-edit", status, **shown)


def _page(request: Asked, found: Visitor, name: str, status: int = 200, /, **shown: Any) -> Answer:
    usual: dict[str, Any] = {"wrong": None, "typed": "", "section": "", "rewording": ""}
    about = {"table": found.live.id, "name": found.live.table.name, "gm": found.gm}
    role = "gm" if found.gm else "player"
    painter = place(request).painter
    macros = painter.macros(found.live.id, role, "server")
    usual |= {**about, "macros": macros, "head": head, **painter.beside(found.live, found.member)}
    return page(request, name, status, **{**usual, **shown})


def show_of(found: Visitor) -> Show:
    """What is played here, if it is Mutagen."""
    play: Any = found.live.table.play
    if found.live.game.key != mutagen.key or not isinstance(play, Show):
        raise Refusal("TF-3", "unknown", "This table has no playbooks.", firm=True)
    return play


def book_for(found: Visitor, id: str) -> Playbook:
    """A playbook of the table; those for the GM are for the GM."""
    playbook = show_of(found).shelf.playbook(id)
    if playbook is None:
        raise Refusal("TF-3", "unknown", "There is no such playbook here.", firm=True)
    if playbook.role == "gm":
        gm_only(found)
    return playbook


def gm_only(found: Visitor) -> None:
    if not found.gm:
        raise Refusal("MU-156", "gm_only", "Only the GM does this.", firm=True)


ROUTES = [read, take, begin, write, preview, own_item, suggestion]
