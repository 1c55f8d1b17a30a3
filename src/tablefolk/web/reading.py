"""Reading what was sent: forms and JSON, strictly."""

from __future__ import annotations

from urllib.parse import parse_qsl

import msgspec
from litestar.datastructures import UploadFile
from litestar.exceptions import ClientException

from tablefolk.core.game import Refusal
from tablefolk.core.table.at import GameAtTable
from tablefolk.web.forms import Sent, first, sent
from tablefolk.web.place import Asked

MOST_FIELDS = 1000
FORM = "application/x-www-form-urlencoded"


async def pairs(request: Asked) -> list[tuple[str, str]]:
    """The names and values of a form, in order."""
    kind = request.headers.get("content-type", FORM).partition(";")[0].strip().lower()
    body = await request.body()
    if kind != FORM and body:
        raise unreadable("Send a form, or JSON.")
    try:
        return parse_qsl(
            body.decode("utf-8"),
            keep_blank_values=True,
            strict_parsing=bool(body),
            errors="strict",
            max_num_fields=MOST_FIELDS,
        )
    except ValueError:
        raise unreadable("The form could not be read.") from None


async def file(request: Asked, name: str, kept: str = "") -> tuple[bytes, dict[str, str]]:
    """What is in a file that was sent with a form, and what else the form says.

    `kept` names the field with the text of a file that was refused before; a new one is preferred.
    """
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "multipart/form-data":
        raise unreadable("Choose a file to send.")
    try:
        form = await request.form()
    except (ClientException, ValueError):
        raise unreadable("The form could not be read.") from None
    sent, fields = form.get(name), {k: v for k, v in form.items() if isinstance(v, str)}
    data = await sent.read() if isinstance(sent, UploadFile) else b""
    before = fields.get(kept, "").encode()
    if not isinstance(sent, UploadFile) and not before:
        raise unreadable("Choose a file to send.")
    return data or before, fields


async def command(request: Asked, game: GameAtTable) -> tuple[Sent, list[tuple[str, str]]]:
    """A command, from a form or from JSON; with the form, to be sent again if need be."""
    if request.headers.get("content-type", "").startswith("application/json"):
        return await _json(request), []
    given = await pairs(request)
    return sent(given, {kind.__name__: kind for kind in game.commands}), given


async def page_of(request: Asked) -> str:
    """The id of the page that sent something, if it says so and can be read."""
    try:
        if request.headers.get("content-type", "").startswith("application/json"):
            return (await _json(request)).page
        return first(await pairs(request), "page")
    except Refusal:
        return ""


async def _json(request: Asked) -> Sent:
    try:
        raw = msgspec.json.decode(await request.body())
        if isinstance(raw, dict) and "for" in raw:
            raw["for_seat"] = raw.pop("for")
        return msgspec.convert(raw, Sent)
    except (msgspec.MsgspecError, RecursionError):
        raise unreadable("The JSON could not be read.") from None


def unreadable(why: str) -> Refusal:
    return Refusal("TF-40", "malformed", why, firm=True)
