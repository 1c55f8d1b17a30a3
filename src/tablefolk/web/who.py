"""Who is asking: the seat a browser holds the key to, and the tables it knows."""

from __future__ import annotations

from litestar.datastructures import Cookie
from msgspec import Struct

from tablefolk.core.game import Refusal
from tablefolk.hosting.live import Live
from tablefolk.hosting.tables import Opened
from tablefolk.web.place import Asked, place

YEAR = 365 * 24 * 3600
KNOWN = 12  # tables a browser remembers
NO_SEAT = "You have no seat at this table in this browser; open your seat link or an invite link."


class Visitor(Struct, frozen=True):
    """A member of a table, as their browser shows it."""

    live: Live
    member: str
    token: str

    @property
    def gm(self) -> bool:
        return self.live.table.gm == self.member


async def visitor(request: Asked, table: str) -> Visitor:
    """The seated member whose key this browser holds; or a refusal."""
    found = await arrived(request, table)
    if found.live.table.members[found.member].waiting:
        raise Refusal("TF-4", "not_seated", "You are not seated yet.", firm=True)
    return found


async def arrived(request: Asked, table: str) -> Visitor:
    """The same, also while they wait to be let in."""
    here = place(request)
    live = await here.host.live(table)
    if live is None:
        raise Refusal("TF-3", "unknown", "There is no such table, or no longer.", firm=True)
    token = request.cookies.get("seat", "")
    seated = await here.host.people.seat_of(token) if token else None
    member = live.table.members.get(seated.member) if seated else None
    if seated is None or seated.table != table or member is None:
        raise Refusal("TF-2", "no_seat", NO_SEAT, firm=True)
    if member.gone:
        raise Refusal(
            "TF-6", "no_seat", f"The {live.game.about.gm} has taken you off this table.", firm=True
        )
    here.presence.seen(table, seated.member)
    if seated.member == live.table.gm:
        await here.host.notice_gm(table, here=True)
    return Visitor(live, seated.member, token)


async def miss_gm(request: Asked, found: Visitor) -> None:
    """Somebody opens the table: has its GM given a sign of life of late (TF-7)?"""
    here, table = place(request), found.live.id
    present = found.live.table.gm in here.presence.here(table)
    await here.host.notice_gm(table, here=present)


async def gm_visitor(request: Asked, table: str) -> Visitor:
    """The same, for what only the GM may do."""
    found = await visitor(request, table)
    if not found.gm:
        raise Refusal(
            "TF-3", "gm_only", f"Only the {found.live.game.about.gm} does this.", firm=True
        )
    return found


def seat_cookies(request: Asked, opened: Opened) -> list[Cookie]:
    """The key to a seat, sent back to that table only; and the table in the list of known ones."""
    known = [opened.table, *(t for t in known_tables(request) if t != opened.table)][:KNOWN]
    return [
        cookie(request, "seat", opened.token, f"/t/{opened.table}"),
        cookie(request, "tables", ".".join(known)),
    ]


def forget(request: Asked, table: str) -> list[Cookie]:
    """Without that table."""
    known = ".".join(t for t in known_tables(request) if t != table)
    return [
        cookie(request, "tables", known),
        Cookie("seat", path=f"/t/{table}", value="", max_age=0, httponly=True),
    ]


def known_tables(request: Asked) -> list[str]:
    """The tables this browser has a seat at."""
    listed = request.cookies.get("tables", "").split(".")
    return [t for t in listed if len(t) == 32 and t.isalnum()][:KNOWN]


def cookie(request: Asked, name: str, value: str, path: str = "/") -> Cookie:
    return Cookie(
        key=name,
        value=value,
        path=path,
        max_age=YEAR,
        httponly=True,
        samesite="lax",
        secure=request.url.scheme == "https",
    )
