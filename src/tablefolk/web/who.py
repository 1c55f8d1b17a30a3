"""Who is asking: the seat a browser holds the key to, and the tables it knows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, TypeVar
from urllib.parse import urlencode

from litestar.datastructures import Cookie
from msgspec import Struct
from msgspec.structs import replace

from tablefolk.core.game import Refusal, must
from tablefolk.core.language import said
from tablefolk.hosting.live import Live
from tablefolk.hosting.tables import Opened
from tablefolk.web import listed
from tablefolk.web.answers import Answer, page
from tablefolk.web.place import Asked, place
from tablefolk.web.seats import MOST, mark, mark_of

YEAR = 365 * 24 * 3600
NO_SEAT = "You have no seat at this table in this browser; open your seat link or an invite link."
NOT_HELD = "This browser does not hold that seat; open its seat link to sit there."
LEFT = "This page is of a seat that this browser holds no longer; open its seat link to go on."


P = TypeVar("P")


class Held(Struct, frozen=True):
    """A seat this browser holds the key to."""

    member: str
    token: str


class Visitor(Struct, frozen=True):
    """A member of a table, as their browser shows it."""

    live: Live
    member: str
    token: str
    held: tuple[Held, ...] = ()  # all seats of this table that the browser holds (TF-9)

    @property
    def gm(self) -> bool:
        return self.live.table.gm == self.member

    @property
    def seats(self) -> tuple[str, ...]:
        """The members whose seats these are."""
        return tuple(one.member for one in self.held)

    @property
    def home(self) -> str:
        """The table's address."""
        return self.at()

    def at(self, beside: str = "") -> str:
        """A page of the table; turned to this seat, where the browser holds several."""
        turned = f"?{urlencode({'seat': self.member})}" if len(self.held) > 1 else ""
        return f"/t/{self.live.id}{'/' * bool(beside)}{beside}{turned}"


async def visitor(request: Asked, table: str, *, seat: str = "", page: str = "") -> Visitor:
    """The seated member whose key this browser holds; or a refusal."""
    found = await arrived(request, table, seat=seat, page=page)
    if found.live.table.members[found.member].waiting:
        raise Refusal("TF-4", "not_seated", "You are not seated yet.", firm=True)
    return found


async def arrived(request: Asked, table: str, *, seat: str = "", page: str = "") -> Visitor:
    """The same, also while they wait to be let in.

    Of several seats it is the one that was asked for, by name or by a page drawn for it; else the
    one the browser was turned to last.
    """
    here = place(request)
    live = await here.host.current(table)
    if live is None:
        raise Refusal("TF-3", "unknown", "There is no such table, or no longer.", firm=True)
    held = await holds(request, live)
    seat = seat or str(request.query_params.get("seat", ""))
    one = chosen(held, seat, page or str(request.query_params.get("page", "")))
    if live.table.members[one.member].gone:
        raise Refusal(
            "TF-6",
            "no_seat",
            said("The {gm} has taken you off this table.", gm=live.game.about.gm),
            firm=True,
        )
    for own in held:
        here.presence.seen(table, own.member)
    if any(own.member == live.table.gm for own in held):
        await here.host.notice_gm(table, here=True)
    return Visitor(live, one.member, one.token, held)


async def holds(request: Asked, live: Live) -> tuple[Held, ...]:
    """The seats of a table that this browser holds, the one it was turned to last before all."""
    keys = [value for name, value in request.cookies.items() if name.startswith("seat-")]
    found: dict[str, Held] = {}
    for token in [request.cookies.get("seat", ""), *keys][: MOST + 1]:
        seated = await place(request).host.people.seat_of(token) if token else None
        if seated and seated.table == live.id and seated.member in live.table.members:
            found.setdefault(seated.member, Held(seated.member, token))
    return tuple(found.values())[:MOST]


def chosen(held: Sequence[Held], seat: str, page: str) -> Held:
    """The seat that is asked for, if this browser holds it; or a refusal."""
    of = mark_of(page)
    if not held:
        raise Refusal("TF-2", "no_seat", NO_SEAT, firm=True)
    if seat:
        return must(_first(o for o in held if o.member == seat), "TF-2", "no_seat", NOT_HELD)
    if of:
        return must(_first(o for o in held if mark(o.member) == of), "TF-2", "no_seat", LEFT)
    return held[0]


def turned(found: Visitor, page: str) -> Visitor:
    """The same browser, acting from the page that sent something."""
    one = chosen(found.held, "" if mark_of(page) else found.member, page)
    return replace(found, member=one.member, token=one.token)


def _first(some: Iterable[Held]) -> Held | None:
    return next(iter(some), None)


def playing(found: Visitor, game: str, kind: type[P], nothing: str) -> P:
    """What is played here, if it is that game; else there is nothing of the sort (TF-3)."""
    play: object = found.live.table.play
    if found.live.game.key != game or not isinstance(play, kind):
        raise Refusal("TF-3", "unknown", f"This table has no {nothing}.", firm=True)
    return play


def own_page(
    request: Asked, found: Visitor, name: str, status: int = 200, /, **shown: Any
) -> Answer:
    """A page that a game has for itself beside its table, drawn for whoever asks."""
    live, painter = found.live, place(request).painter
    about: dict[str, Any] = {"table": live.id, "name": live.table.name, "gm": found.gm}
    about |= {"macros": painter.macros(live.id, "gm" if found.gm else "player", "server")}
    given = {**about, **painter.beside(live, found.member), **shown}
    return page(request, f"{live.game.key}/{name}", status, **given)


async def miss_gm(request: Asked, found: Visitor) -> None:
    """Somebody opens the table: has its GM given a sign of life of late (TF-7)?"""
    here, table = place(request), found.live.id
    present = found.live.table.gm in here.presence.here(table)
    await here.host.notice_gm(table, here=present)


async def gm_visitor(request: Asked, table: str, seat: str = "") -> Visitor:
    """The same, for what only the GM may do."""
    found = await visitor(request, table, seat=seat)
    if not found.gm:
        raise Refusal(
            "TF-3",
            "gm_only",
            said("Only the {gm} does this.", gm=found.live.game.about.gm),
            firm=True,
        )
    return found


async def seat_cookies(request: Asked, *opened: Opened) -> list[Cookie]:
    """The keys to seats, sent back to that table only; and the table in the list of known ones.

    The browser is turned to the first of them; each has a cookie of its own, so that another one
    is added without knowing those that are there.
    """
    table = opened[0].table
    keys = [cookie(request, _own(one.member), one.token, f"/t/{table}") for one in opened[:MOST]]
    known = cookie(request, listed.COOKIE, await listed.with_table(request, table))
    return [turn(request, opened[0]), *keys, known]


async def remembered(request: Asked, table: str) -> list[Cookie]:
    """A table that is not on the browser's list as this house writes it is put there again."""
    if listed.lines(request).get(table):
        return []
    return [cookie(request, listed.COOKIE, await listed.with_table(request, table))]


def turn(request: Asked, to: Opened) -> Cookie:
    """The browser is turned to this seat."""
    return cookie(request, "seat", to.token, f"/t/{to.table}")


def forget(request: Asked, table: str, members: Iterable[str]) -> list[Cookie]:
    """Without that table, and without the keys to these seats of it."""
    known = listed.without_table(request, table)
    gone = [_gone(table, name) for name in ("seat", *map(_own, members))]
    return [cookie(request, listed.COOKIE, known), *gone]


def forget_one(request: Asked, found: Visitor) -> list[Cookie]:
    """Without this seat; the browser turns to another one that it holds there."""
    rest = next((one for one in found.held if one.member != found.member), None)
    if rest is None:
        return forget(request, found.live.id, (found.member,))
    other = Opened(found.live.id, rest.member, rest.token)
    return [turn(request, other), _gone(found.live.id, _own(found.member))]


def _own(member: str) -> str:
    return f"seat-{mark(member)}"


def _gone(table: str, name: str) -> Cookie:
    return Cookie(name, path=f"/t/{table}", value="", max_age=0, httponly=True)


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
