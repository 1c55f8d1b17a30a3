"""Packs of symbols: brought, edited, and taken along (RB-182 … RB-191)."""

from __future__ import annotations

from collections.abc import Mapping

from litestar import Response, get, post
from litestar.params import FromPath
from msgspec.structs import replace

from tablefolk.core.files import Fault
from tablefolk.core.game import Refusal
from tablefolk.games import rotate_bird
from tablefolk.games.rotate_bird.page import editing
from tablefolk.games.rotate_bird.page.editing import HEAD, Draft
from tablefolk.games.rotate_bird.page.offers.making import say
from tablefolk.games.rotate_bird.rules.packs import Pack, default_pack, portable
from tablefolk.games.rotate_bird.rules.state import Bird
from tablefolk.games.rotate_bird.rules.symbols import PackLoaded
from tablefolk.games.rotate_bird.web.drawing import read
from tablefolk.games.rotate_bird.web.symbols import archive, bench, loading, sheet
from tablefolk.games.rotate_bird.web.symbols.loading import Loaded
from tablefolk.hosting.drawings import Drawing
from tablefolk.web.answers import Answer, page, see
from tablefolk.web.forms import Sent
from tablefolk.web.patience import beside
from tablefolk.web.place import Asked, place
from tablefolk.web.routes.do import act
from tablefolk.web.uploads import Brought, brought
from tablefolk.web.who import Visitor, gm_visitor, own_page, playing, visitor

Drawings = Mapping[str, Drawing]
MOST_BYTES = 1_000_000  # a pack brings its drawings
FILES = {
    "pack.toml": "application/toml",
    "cheat-sheet.md": "text/markdown",
    "cheat-sheet.html": "text/html",
    "pictures.zip": "application/zip",
}


# -- To take along (RB-190) --------------------------------------------------------------------


@get("/games/rotate-bird/pack/{file:str}")
async def default_file(request: Asked, file: FromPath[str]) -> Answer:
    """The pack the game comes with, for anybody."""
    if file == "sheet":
        return await _sheet(request, default_pack(), {}, "/about")
    return await _file(request, default_pack(), {}, file)


@get("/t/{table:str}/pack/{pack:str}/{file:str}")
async def table_file(
    request: Asked, table: FromPath[str], pack: FromPath[str], file: FromPath[str]
) -> Answer:
    """A pack of this table; one that is not in use yet is the GM's."""
    found = await visitor(request, table)
    wanted = pack_of(found, pack)
    if not found.gm and wanted.id not in (bird_of(found).pack.id, default_pack().id):
        raise Refusal("RB-182", "gm_only", "Only the GM has this pack yet.", firm=True)
    drawings = await drawings_of(request, table)
    if file == "sheet":
        return await _sheet(request, wanted, drawings, f"/t/{table}")
    return await _file(request, wanted, drawings, file)


async def _file(request: Asked, pack: Pack, drawings: Drawings, name: str) -> Answer:
    if name not in FILES:
        raise Refusal("TF-3", "unknown", "There is no such file of this pack.", firm=True)
    body = await beside(request, _body, pack, drawings, name)
    headers = {"content-disposition": f'attachment; filename="{pack.id}-{name}"'}
    return Response(body, media_type=FILES[name], headers=headers)


def _body(pack: Pack, drawings: Drawings, name: str) -> bytes:
    if name == "pictures.zip":
        return archive.archive(pack, drawings)
    if name == "cheat-sheet.html":
        return sheet.html(pack, drawings).encode()
    return (sheet.markdown(pack) if name.endswith("md") else loading.file(pack, drawings)).encode()


async def _sheet(request: Asked, pack: Pack, drawings: Drawings, back: str) -> Answer:
    """The cheat sheet on a page of ours, to print."""
    rows = [(h, [(r, sheet.shown(r, drawings)) for r in rows]) for h, rows in sheet.sections(pack)]
    return page(request, "rotate-bird/cheat-sheet", pack=pack, sections=rows, back=back)


# -- To bring (RB-182) -------------------------------------------------------------------------


@post("/t/{table:str}/pack", request_max_body_size=MOST_BYTES)
async def bring(request: Asked, table: FromPath[str]) -> Answer:
    """A pack from its file, or pasted; or every fault with its line."""
    found = await gm_visitor(request, table)
    bird_of(found)
    given = await brought(request)
    text = text_of(given)
    known = await drawings_of(request, table)
    loaded = await beside(request, loading.load, text, known)
    if loaded.faults:
        given_lines = "\n".join(loaded.lines)
        return _workshop(request, found, None, given_lines, loaded.faults, 422)
    pack = await load(request, found, loaded, given)
    return see(f"/t/{table}/pack/{pack.id}")


def text_of(given: Brought) -> str:
    try:
        return given.file.decode() if given.file else given["text"]
    except UnicodeDecodeError:
        raise Refusal("RB-182", "bad_pack", "A pack is a text in UTF-8.", firm=True) from None


async def load(request: Asked, found: Visitor, loaded: Loaded, given: Brought) -> Pack:
    """The pack at this table, with the drawings it brings."""
    for one in loaded.drawings:
        await place(request).host.drawings.put(found.live.id, one)
    sent = Sent("LoadPack", {"lines": loaded.lines}, id=given["id"][:200], page=given["page"][:200])
    done = await act(request, found, sent)
    came = done.entry.events[-1]
    assert isinstance(came, PackLoaded)
    return came.pack


# -- To edit (RB-185 … RB-188) -----------------------------------------------------------------


@get("/t/{table:str}/pack/{pack:str}")
async def workshop(request: Asked, table: FromPath[str], pack: FromPath[str]) -> Answer:
    """A pack on the workbench."""
    found = await gm_visitor(request, table)
    return _workshop(request, found, pack_of(found, pack))


@post("/t/{table:str}/pack/{pack:str}")
async def edit(request: Asked, table: FromPath[str], pack: FromPath[str]) -> Answer:
    """One part of a pack is changed, or one symbol gets a drawing; the rest stays."""
    found = await gm_visitor(request, table)
    wanted = pack_of(found, pack)
    given = await brought(request)
    drawn = [await read(request, given)] if given["section"] == "drawing" else []
    draft = changed(editing.draft(wanted), given, drawn)
    if wanted is default_pack() and draft.name == wanted.name:
        draft = replace(draft, name=say("editor.copy", name=wanted.name))
    written = editing.written(draft)
    have = {*await drawings_of(request, table), *(one.key for one in drawn)}
    faults = tuple(editing.repeated(written)) or tuple(loading.faults(written.lines, have))
    if faults:
        return _workshop(request, found, wanted, "", faults, 422, draft, given["section"])
    loaded = await load(request, found, Loaded(written.lines, tuple(drawn)), given)
    return see(f"/t/{table}/pack/{loaded.id}#part-{given['section'].replace('.', '-')}")


def changed(before: Draft, given: Brought, drawn: list[Drawing]) -> Draft:
    """The draft with what was typed into one of its parts."""
    section = given["section"]
    if drawn:
        return editing.with_drawing(before, given["symbol"], drawn[0].key)
    if section == HEAD:
        return Draft(given["name"].strip(), given["tone"].strip(), before.sections)
    if not section or section not in (*before.sections, editing.one_more(before)):
        raise Refusal("RB-182", "bad_pack", "A pack has no such part.", firm=True)
    columns = {name: [v for k, v in given.typed if k == name] for name in editing.FIELDS}
    return editing.with_rows(before, section, editing.typed(columns))


def _workshop(
    request: Asked,
    found: Visitor,
    pack: Pack | None,
    text: str = "",
    faults: tuple[Fault, ...] = (),
    status: int = 200,
    draft: Draft | None = None,
    section: str = "",
) -> Answer:
    """The editor; or, for a file that is no pack, its text with what is wrong."""
    shown: dict[str, object] = {"pack": pack, "text": text, "faults": faults, "section": section}
    shown["parts"] = bench.parts(pack, draft, faults) if pack else ()
    shown["draft"] = draft or (editing.draft(pack) if pack else None)
    bird = bird_of(found)
    shown["own"] = pack is not None and pack.id in bird.packs
    shown["in_use"] = pack is not None and pack.id == bird.pack_id
    return own_page(request, found, "pack", status, **shown)


# -- Finding -----------------------------------------------------------------------------------


def bird_of(found: Visitor) -> Bird:
    """What is played here, if it is Rotate Bird."""
    return playing(found, rotate_bird.key, Bird, "packs of symbols")


def pack_of(found: Visitor, id: str) -> Pack:
    pack = bird_of(found).packs.get(id)
    if pack is None and id == default_pack().id:
        return default_pack()
    if pack is None:
        raise Refusal("TF-3", "unknown", "There is no such pack at this table.", firm=True)
    return portable(pack)


async def drawings_of(request: Asked, table: str) -> dict[str, Drawing]:
    return {one.key: one for one in await place(request).host.drawings.of(table)}


ROUTES = [default_file, table_file, bring, workshop, edit]
