"""Adventures and home-made things of Shapers and Bots as files, in and out (SB-4, SB-172)."""

from __future__ import annotations

from typing import Any

from litestar import Response, get, post
from litestar.params import FromPath

from tablefolk.core.files import Fault, Faulty, tree
from tablefolk.core.game import Refusal
from tablefolk.core.words import slug
from tablefolk.games import shapers_and_bots
from tablefolk.games.shapers_and_bots.rules import adventures, homemade
from tablefolk.games.shapers_and_bots.rules.adventures import written_out
from tablefolk.games.shapers_and_bots.rules.kits import read_kit
from tablefolk.games.shapers_and_bots.rules.state import World
from tablefolk.games.shapers_and_bots.rules.values import Adventure
from tablefolk.web.answers import Answer, see
from tablefolk.web.forms import Sent
from tablefolk.web.place import Asked
from tablefolk.web.routes.do import act
from tablefolk.web.uploads import Brought, brought
from tablefolk.web.who import Visitor, gm_visitor, own_page, playing

COMMANDS = {"things": "LoadHomemade", "adventure": "LoadAdventure"}


# -- To take home --------------------------------------------------------------------------------


@get("/t/{table:str}/kit.toml")
async def things(request: Asked, table: FromPath[str]) -> Answer:
    """All that was made at this table."""
    found = await gm_visitor(request, table)
    return _file(homemade.written(world_of(found), found.live.table.name), "things")


@get("/t/{table:str}/adventure/{file:str}")
async def adventure(request: Asked, table: FromPath[str], file: FromPath[str]) -> Answer:
    """An adventure with its notes and extras."""
    found = await gm_visitor(request, table)
    number = file.removesuffix(".toml")
    if not (number.isascii() and number.isdigit() and len(number) < 10):
        raise Refusal("SB-4", "unknown", "There is no such adventure.", firm=True)
    world, seat = world_of(found), found.live.seat(found.member)
    text = written_out(world, seat, int(number))
    return _file(text, slug(world.adventures[int(number)].title) or "adventure")


def _file(text: str, name: str) -> Answer:
    headers = {"content-disposition": f'attachment; filename="{name}.toml"'}
    return Response(text.encode(), media_type="application/toml", headers=headers)


# -- To bring ------------------------------------------------------------------------------------


@post("/t/{table:str}/kit")
async def bring(request: Asked, table: FromPath[str]) -> Answer:
    """Home-made things or an adventure from a file, or pasted; or every fault with its line."""
    found = await gm_visitor(request, table)
    world = world_of(found)
    given = await brought(request)
    what = given["what"] if given["what"] in COMMANDS else "things"
    text = text_of(given)
    if not text.strip():
        why = "There is nothing in it: choose a file, or paste the text."
        return _again(request, found, what, text, (Fault(0, why),))
    lines = text.splitlines()
    fields: dict[str, Any] = {"lines": lines}
    if what == "adventure":
        there = known_as(world, lines)
        if there and given["where"] not in ("instead", "beside"):
            return _again(request, found, what, text, (), there)
        if there and given["where"] == "instead":
            fields["instead"] = there.id
    try:
        sent = Sent(COMMANDS[what], fields, id=given["id"][:200])
        await act(request, found, sent)
    except Refusal as no:
        faults = faults_of(world, lines) if what == "things" else faults_told(world, lines)
        return _again(request, found, what, text, faults or (Fault(0, no.why),))
    return see(f"/t/{table}#tab-desk")


def text_of(given: Brought) -> str:
    try:
        return given.file.decode() if given.file else given["text"]
    except UnicodeDecodeError:
        raise Refusal("SB-172", "bad_kit", "That is no text in UTF-8.", firm=True) from None


def faults_of(world: World, lines: list[str]) -> tuple[Fault, ...]:
    """Everything that is wrong with home-made things, line by line."""
    try:
        read_kit(lines, world.homemade)
    except Faulty as bad:
        return bad.faults
    return ()


def faults_told(world: World, lines: list[str]) -> tuple[Fault, ...]:
    """Everything that is wrong with an adventure, line by line."""
    try:
        adventures.whole(world, tuple(lines))
    except Faulty as bad:
        return bad.faults
    return ()


def known_as(world: World, lines: list[str]) -> Adventure | None:
    """An adventure on the shelf that has the title of the one in these lines."""
    try:
        title = tree(lines).get("title", "")
    except Faulty:
        return None
    return adventures.on_the_shelf(world, title) if isinstance(title, str) else None


def _again(
    request: Asked,
    found: Visitor,
    what: str,
    text: str,
    faults: tuple[Fault, ...],
    there: Adventure | None = None,
) -> Answer:
    """The text once more, with what is wrong or to be asked; nothing has changed at the table."""
    facts = {"what": what, "text": text, "faults": faults, "there": there}
    return own_page(request, found, "kit", 422, **facts)


def world_of(found: Visitor) -> World:
    """What is played here, if it is Shapers and Bots."""
    return playing(found, shapers_and_bots.key, World, "such files")


ROUTES = [things, adventure, bring]
