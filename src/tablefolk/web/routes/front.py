"""The front page, a new table, trying one out; and what belongs to the house."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from urllib.parse import quote, urlencode

import msgspec
from litestar import Response, get, head, post
from litestar.params import FromPath

from tablefolk.core.game import Refusal
from tablefolk.hosting.tables import About
from tablefolk.web import light, static
from tablefolk.web.answers import Answer, common, local, page, see, status_of
from tablefolk.web.door import may_open, may_try, opens, tries
from tablefolk.web.forms import first
from tablefolk.web.kept import marked, tag, unchanged
from tablefolk.web.listed import sealed
from tablefolk.web.place import Asked, place
from tablefolk.web.reading import pairs
from tablefolk.web.routes.key import asked_for_key
from tablefolk.web.who import cookie, seat_cookies

PACKED = ("font/woff2",)  # by its own nature
ICONS = (("any-192", 192, "any"), ("any-512", 512, "any"), ("maskable-512", 512, "maskable"))
FOREVER = "public, max-age=31536000, immutable"


@get("/")
async def front(request: Asked) -> Answer:
    """Games, and the tables this browser knows."""
    return await front_page(request)


@head("/")
async def alive(request: Asked) -> None:
    """The front page without its body, for whatever only asks whether we are there."""


async def front_page(request: Asked, problem: Refusal | None = None) -> Answer:
    """The front page; with the reason why a table could not be brought."""
    games = list(place(request).host.games.values())
    status = status_of(problem) if problem else 200
    known = await _known(request)
    may = {"may_open": may_open(request), "may_try": may_try(request)}
    return page(request, "front", status, games=games, known=known, problem=problem, **may)


async def _known(request: Asked) -> list[dict[str, str]]:
    host = place(request).host
    found = []
    for table in await sealed(request):
        about = described(await host.log.about(table))
        if about and about.game in host.games:
            game = host.games[about.game].about
            found.append({"id": table, "name": about.name, "game": game.title, "icon": game.icon})
    return found


def described(raw: bytes | None) -> About | None:
    """What is kept about a table, where it can be read."""
    with suppress(msgspec.DecodeError):
        return msgspec.json.decode(raw, type=About) if raw else None
    return None


@get("/new")
async def new(request: Asked) -> Answer:
    """The form for a new table."""
    game = str(request.query_params.get("game", ""))
    if not may_open(request):
        return asked_for_key(request, f"/new?{urlencode({'game': game})}" if game else "/new")
    return _new(request, {"game": game, "name": "", "gm": "", "options": False})


@post("/new")
async def open_table(request: Asked) -> Answer:
    """A table is opened; whoever opens it is its GM (TF-1)."""
    opens(request)
    form = await pairs(request)
    game, name, gm = first(form, "game"), first(form, "name"), first(form, "gm")
    options = {key.partition(".")[2]: value for key, value in form if key.startswith(f"{game}.")}
    try:
        opened = await place(request).host.open_table(game, name, gm, options)
    except Refusal as no:
        typed = {"game": game, "name": name, "gm": gm, "options": no.code == "bad_setting"}
        return _new(request, typed, no)
    return see(f"/t/{opened.table}", await seat_cookies(request, opened))


def _new(request: Asked, typed: dict[str, object], problem: Refusal | None = None) -> Answer:
    games = list(place(request).host.games.values())
    status = status_of(problem) if problem else 200
    return page(request, "new", status, games=games, typed=typed, problem=problem)


@post("/try/{game:str}")
async def try_it(request: Asked, game: FromPath[str]) -> Answer:
    """A table with a scene under way, in one click; all its seats are the visitor's."""
    tries(request)
    opened = await place(request).host.tried(game)
    return see(f"/t/{opened[0].table}", await seat_cookies(request, *opened))


@get("/about")
async def about(request: Asked) -> Answer:
    """What this is, and whose work it stands on."""
    here = place(request)
    games = list(here.host.games.values())
    return marked(request, here.painter.page("about", **common(request), games=games))


@post("/theme")
async def theme(request: Asked) -> Answer:
    """Light or dark, remembered in a cookie."""
    form = await pairs(request)
    chosen = first(form, "theme")
    kept = chosen if chosen in ("light", "dark") else ""
    return see(local(first(form, "back")), [cookie(request, "theme", kept)])


@get("/static/{name:path}")
async def static_file(request: Asked, name: FromPath[str]) -> Answer:
    """A static file; a name that carries its mark never changes."""
    try:
        file = static.file(name.lstrip("/"))
    except LookupError:
        raise Refusal("TF-3", "unknown", "There is no such file.", firm=True) from None
    kept = FOREVER if request.query_params.get("v") == file.mark else "public, max-age=3600"
    headers = {"cache-control": kept, "etag": tag(file.mark), "vary": "accept-encoding"}
    if unchanged(request, file.mark):
        return Response(b"", status_code=304, headers=headers)
    coding = light.chosen(request.headers.get("accept-encoding", ""))
    if not coding or file.kind in PACKED or len(file.body) < light.SMALL:
        return Response(file.body, media_type=file.kind, headers=headers)
    headers["content-encoding"] = coding
    # At its best, brotli takes a quarter of a second for the stylesheet: once, and in a thread.
    body = await asyncio.to_thread(static.packed, name.lstrip("/"), coding)
    return Response(body, media_type=file.kind, headers=headers)


@get(["/app.webmanifest", "/t/{table:str}/app.webmanifest"])
async def manifest(request: Asked) -> Answer:
    """What a phone's home screen needs to know: one app for the house, which opens where it was
    put there, at a table or at the front page. It names nobody and asks for no seat."""
    root, table = place(request).known.root, str(request.path_params.get("table", ""))
    icons = [
        {"src": root + static.url(f"icons/{name}.png"), "sizes": f"{size}x{size}",
         "type": "image/png", "purpose": purpose}
        for name, size, purpose in ICONS
    ]  # fmt: skip
    about = {
        "id": f"{root}/",
        "name": "Tablefolk",
        "short_name": "Tablefolk",
        "start_url": f"{root}/t/{quote(table, safe='')}" if table else f"{root}/",
        "scope": f"{root}/",
        "display": "standalone",
        "background_color": "#f3ede2",
        "theme_color": "#fffdf9",
        "icons": icons,
    }
    return Response(about, media_type="application/manifest+json")


@get("/healthz")
async def healthz() -> dict[str, str]:
    """Whether the server answers."""
    return {"status": "ok"}


ROUTES = [front, alive, new, open_table, try_it, about, theme, static_file, manifest, healthz]
