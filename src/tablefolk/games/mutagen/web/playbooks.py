"""Playbooks: read by everybody, written, loaded, added to and taken along (MU-155 … MU-160)."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from litestar import Response, get, post
from litestar.params import FromPath
from msgspec.structs import replace

from tablefolk.core.game import Refusal, must
from tablefolk.games import mutagen
from tablefolk.games.mutagen.page import editing
from tablefolk.games.mutagen.page.editing import Draft, FaultShown, Looked
from tablefolk.games.mutagen.playbooks.commons import Takes
from tablefolk.games.mutagen.playbooks.markup import head
from tablefolk.games.mutagen.playbooks.model import Playbook
from tablefolk.games.mutagen.rules.books import Form, PlaybookLoaded, another_name, exported
from tablefolk.games.mutagen.rules.state import Show
from tablefolk.web.answers import Answer, html, see, status_of
from tablefolk.web.forms import Sent, first
from tablefolk.web.patience import beside
from tablefolk.web.place import Asked, place
from tablefolk.web.routes.do import act
from tablefolk.web.unpacking import BadFiles, unpacked
from tablefolk.web.uploads import Brought, brought
from tablefolk.web.who import Visitor, gm_visitor, own_page, playing, visitor

MOST_BYTES = 1_000_000  # a set brings many texts
WAYS = ("load", "beside", "replace", "describes")  # what becomes of a playbook of a set
THERE = "common.there"  # a Common that stays as it is
COMMONS: dict[str, Takes] = {"common.instead": "instead", "common.beside": "beside"}
FILES: dict[str, tuple[Form, str]] = {
    "markup.txt": ("markup", "text/plain"),
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
        draft = await beside(request, editing.draft_of, show_of(found), playbook)
        return await _bench(request, found, draft, playbook=playbook)
    if file not in FILES:
        raise Refusal("TF-3", "unknown", "There is no such file of this playbook.", firm=True)
    kind, media_type = FILES[file]
    text = await beside(request, exported, show_of(found), playbook.id, kind)
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
    if given["act"] == "beside":
        draft = replace(draft, name=another_name(show_of(found), draft.file))
    looked = await beside(request, editing.looked_over, show_of(found), draft)
    draft, _ = editing.opened(draft)
    if given["act"] not in (*COMMONS, *WAYS):
        return await _bench(request, found, draft, looked)
    if looked.bad:
        return await _bench(request, found, draft, looked, status=422)
    if given["act"] in COMMONS:
        draft, given = as_said(show_of(found), draft, given["act"], "")
        return await _brought_in(request, found, draft, looked, given)
    if looked.common or (looked.taken and given["act"] != "replace"):
        return await _bench(request, found, draft, looked, status=409, asks=True)
    return await _brought_in(request, found, draft, looked, given)


async def _brought_in(
    request: Asked, found: Visitor, draft: Draft, looked: Looked, given: Brought
) -> Answer:
    try:
        done = await act(request, found, loading(draft, given))
    except Refusal as no:
        refused = Looked(looked.book, looked.terms, (FaultShown(no.why), *looked.faults))
        return await _bench(request, found, draft, refused, status=status_of(no))
    loaded = done.entry.events[-1]
    assert isinstance(loaded, PlaybookLoaded)
    return see(f"/t/{found.live.id}/playbook/{loaded.playbook.id}")


@post("/t/{table:str}/playbook/preview", status_code=200)
async def preview(request: Asked, table: FromPath[str]) -> Answer:
    """How the text would be printed, while it is written."""
    found = await gm_visitor(request, table)
    draft = draft_of(await brought(request))
    looked = await beside(request, editing.looked_over, show_of(found), draft)
    painter = place(request).painter
    drawn = painter.env.get_template("mutagen/preview.html").render(
        looked=looked, macros=painter.macros(table, "gm", "server")
    )
    return html(drawn)


def draft_of(given: Brought) -> Draft:
    role = given["role"] if given["role"] in editing.ROLES else ""
    name = given["name"][:60] or "mine"
    return Draft(given["text"], name, role, given["title"][:240], texts_of(given["included"]))


def texts_of(sent: str) -> dict[str, str]:
    """Texts by their paths, as a page carries them along."""
    try:
        return msgspec.json.decode(sent or "{}", type=dict[str, str])
    except msgspec.MsgspecError:
        raise Refusal("MU-156", "bad_text", "The files could not be read.", firm=True) from None


def loading(draft: Draft, given: Brought) -> Sent:
    command = draft.command
    told = ("lines", "name", "role", "title", "included", "intro", "takes", "common")
    fields = {name: getattr(command, name) for name in told}
    more = {"replaces": given["act"] == "replace"}
    return Sent("LoadPlaybook", {**fields, **more}, id=given["id"][:200], page=given["page"][:200])


# -- Files, one or many (MU-156) ---------------------------------------------------------------


@post("/t/{table:str}/playbook/files", request_max_body_size=MOST_BYTES)
async def files(request: Asked, table: FromPath[str]) -> Answer:
    """A file on the workbench with all it includes; or the playbooks that several make up."""
    found = await gm_visitor(request, table)
    show_of(found)
    given = await brought(request)
    try:
        texts = await beside(request, unpacked, given.files)
    except BadFiles as bad:
        raise Refusal("MU-156", "bad_text", str(bad), firm=True) from None
    drafts = await beside(request, editing.drafts_in, texts)
    if not drafts:
        raise Refusal("MU-156", "bad_text", "There is no text in what you sent.", firm=True)
    if len(drafts) > 1:
        return await _set(request, found, texts)
    draft, _ = editing.opened(drafts[0])
    return await _bench(request, found, draft)


@post("/t/{table:str}/playbook/set", request_max_body_size=MOST_BYTES)
async def bring_set(request: Asked, table: FromPath[str]) -> Answer:
    """Those of a set that are ticked come to the table; or one of them onto the workbench."""
    found = await gm_visitor(request, table)
    given = await brought(request)
    texts = texts_of(given["texts"])
    drafts = {one.name: one for one in await beside(request, editing.drafts_in, texts)}
    if given["open"] in drafts:
        return await _bench(request, found, editing.opened(drafts[given["open"]])[0])
    how = {name: first(given.typed, f"how.{name}") for name in drafts}
    wanted = [name for name in drafts if how[name] in (*COMMONS, *WAYS)]
    # That of the set comes first, unless it is there already: the others are made with it.
    common = next(
        (common_there(show_of(found), d) for n, d in drafts.items() if how[n] == THERE), ""
    )
    for name in sorted(wanted, key=lambda name: how[name] not in COMMONS):
        found = await gm_visitor(request, table)
        try:
            if how[name] == "common.beside":
                mates = [drafts[n] for n in wanted if n != name and how[n] != "describes"]
                for_somebody(show_of(found), drafts[name], mates)
            draft, said = as_said(show_of(found), drafts[name], how[name], common)
            done = await act(request, found, loading(draft, said))
        except Refusal as no:
            title = drafts[name].title or name
            return await _set(request, found, texts, f"{title}: {no.why}", no)
        loaded = done.entry.events[-1]
        assert isinstance(loaded, PlaybookLoaded)
        common = loaded.playbook.id if how[name] in COMMONS else common
    return see(f"/t/{table}#tab-desk")


def common_there(show: Show, draft: Draft) -> str:
    """The playbook as which the Common of a set came to the table before."""
    common = editing.looked_over(show, draft).common
    return common.there if common else ""


def for_somebody(show: Show, draft: Draft, mates: Sequence[Draft]) -> None:
    """What a Common has more is brought with those who have it: alone it is nobody's (MU-1)."""
    had = not editing.is_common(show, draft) or any(one.role in ("", "pc") for one in mates)
    why = (
        "Nobody would have it on their sheet: bring a playbook of this set for characters with it."
    )
    must(had, "MU-1", "nobodys", why)


def as_said(show: Show, draft: Draft, how: str, common: str) -> tuple[Draft, Brought]:
    """A playbook of a set as the GM wants it: under which name, with which Common."""
    if how == "describes":
        return editing.describing(show, draft), Brought([("act", "replace")])
    if how in COMMONS:
        draft = editing.as_common(show, draft, COMMONS[how])
    elif draft.role in ("", "pc"):
        draft = replace(draft, common=common)
    if how == "beside" or (how in COMMONS and show.shelf.playbook(draft.file)):
        draft = replace(draft, name=another_name(show, draft.file))
    return draft, Brought([("act", how)])


async def _set(
    request: Asked,
    found: Visitor,
    texts: dict[str, str],
    wrong: str = "",
    no: Refusal | None = None,
) -> Answer:
    """The playbooks that files make up, each with what was found in it."""
    rows = await beside(request, editing.rows_of, show_of(found), texts)
    kept = msgspec.json.encode(texts).decode()
    status = status_of(no) if no else 200
    return _page(request, found, "playbook-set", status, rows=rows, texts=kept, why=wrong)


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
    fields: dict[str, object] = {"decline": given["say"] == "no"}
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
    asks: bool = False,
) -> Answer:
    looked = looked or await beside(request, editing.looked_over, show_of(found), draft)
    there = playbook or show_of(found).shelf.playbook(draft.file)
    arrows = editing.arrow_signs(show_of(found))
    inside = msgspec.json.encode(draft.included).decode() if draft.included else ""
    shown = {"draft": draft, "looked": looked, "playbook": there, "arrows": arrows}
    return _page(request, found, "playbook-edit", status, **shown, asks=asks, included=inside)


def _page(
    request: Asked, found: Visitor, name: str, status: int = 200, /, **shown: object
) -> Answer:
    usual: dict[str, object] = {"wrong": None, "typed": "", "section": "", "rewording": ""}
    return own_page(request, found, name, status, **{**usual, "head": head, **shown})


def show_of(found: Visitor) -> Show:
    """What is played here, if it is Mutagen."""
    return playing(found, mutagen.key, Show, "playbooks")


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


ROUTES = [read, take, begin, write, preview, files, bring_set, own_item, suggestion]
