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
from tablefolk.hosting.live import Borrowed, Live, Who
from tablefolk.hosting.tables import Opened
from tablefolk.web import listed
from tablefolk.web.answers import Answer, page
from tablefolk.web.place import Asked, place
from tablefolk.web.seats import MOST, mark, mark_of, name_of, places

PLAYS = "plays"  # a cookie: for whom, where the browser is turned to a seat that was lent
YEAR = 365 * 24 * 3600
NO_SEAT = "You have no seat at this table in this browser; open your seat link or an invite link."
GIVEN_BACK = "That seat is played by its owner again; go on from your own."
NOT_HELD = "This browser does not hold that seat; open its seat link to sit there."
LEFT = "This page is of a seat that this browser holds no longer; open its seat link to go on."


P = TypeVar("P")


class Held(Struct, frozen=True):
    """A seat this browser holds the key to."""

    member: str
    token: str


class Visitor(Struct, frozen=True):
    """A member of a table, as their browser shows it.

    At a seat that was lent to them (TF-6), `member` is still who they are: what knows nothing of
    lending shows their own. What plays the lent seat's character goes by `who`.
    """

    live: Live
    member: str
    token: str
    held: tuple[Held, ...] = ()  # all seats of this table that the browser holds (TF-9)
    plays: str = ""  # whose seat it is, where it was lent to them

    @property
    def who(self) -> Who:
        """Whose page it is."""
        return Borrowed(self.member, self.plays) if self.plays else self.member

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

    @property
    def several(self) -> bool:
        """Whether addresses have to say for which seat they are."""
        return len(places(self.live, self.seats)) > 1

    def at(self, beside: str = "") -> str:
        """A page of the table; turned to this seat, where the browser holds several."""
        turned = f"?{urlencode({'seat': name_of(self.who)})}" if self.several else ""
        return f"/t/{self.live.id}{'/' * bool(beside)}{beside}{turned}"


async def visitor(
    request: Asked, table: str, *, seat: str = "", page: str = "", alive: bool = True
) -> Visitor:
    """The seated member whose key this browser holds; or a refusal."""
    found = await arrived(request, table, seat=seat, page=page, alive=alive)
    if found.live.table.members[found.member].waiting:
        raise Refusal("TF-4", "not_seated", "You are not seated yet.", firm=True)
    return found


async def arrived(
    request: Asked, table: str, *, seat: str = "", page: str = "", alive: bool = True
) -> Visitor:
    """The member whose key this browser holds, also while they wait to be let in.

    Of several seats it is the one that was asked for, by name or by a page drawn for it; else the
    one the browser was turned to last. What a page asks by itself while nobody looks at it is no
    sign of life (`alive`; TF-31, TF-7).
    """
    here = place(request)
    live = await here.host.current(table)
    if live is None:
        raise Refusal("TF-3", "unknown", "There is no such table, or no longer.", firm=True)
    held = await holds(request, live)
    seat = seat or str(request.query_params.get("seat", ""))
    page = page or str(request.query_params.get("page", ""))
    who = chosen(live, held, seat, page, request.cookies.get(PLAYS, ""))
    one = key_to(held, who)
    if live.table.members[one.member].gone:
        raise Refusal(
            "TF-6",
            "no_seat",
            said("The {gm} has taken you off this table.", gm=live.game.about.gm),
            firm=True,
        )
    if alive:
        await _seen(request, table, live.table.gm, held)
    return sitting(live, held, who)


async def _seen(request: Asked, table: str, gm: str, held: Iterable[Held]) -> None:
    """The owners of these seats give a sign of life."""
    here = place(request)
    for own in held:
        here.presence.seen(table, own.member)
    if any(own.member == gm for own in held):
        await here.host.notice_gm(table, here=True)


async def holds(request: Asked, live: Live) -> tuple[Held, ...]:
    """The seats of a table that this browser holds, the one it was turned to last before all."""
    keys = [value for name, value in request.cookies.items() if name.startswith("seat-")]
    found: dict[str, Held] = {}
    for token in [request.cookies.get("seat", ""), *keys][: MOST + 1]:
        seated = await place(request).host.people.seat_of(token) if token else None
        if seated and seated.table == live.id and seated.member in live.table.members:
            found.setdefault(seated.member, Held(seated.member, token))
    return tuple(found.values())[:MOST]


def chosen(live: Live, held: Sequence[Held], seat: str, page: str, plays: str = "") -> Who:
    """The seat that is asked for, if this browser plays from it; or a refusal.

    With nothing asked for: to which it was turned last, and for whom it then played.
    """
    of, own = mark_of(page), [one.member for one in held]
    if not held:
        raise Refusal("TF-2", "no_seat", NO_SEAT, firm=True)
    every = places(live, own)
    if not seat and not of:
        turned: Who = Borrowed(own[0], plays)
        return turned if turned in every else own[0]

    def asked_for(who: Who) -> bool:
        return name_of(who) == seat if seat else mark(who) == of

    over = any(asked_for(Borrowed(by, whose)) for by in own for whose in live.table.members)
    for who in filter(asked_for, every):
        return who
    must(not over, "TF-6", "given_back", GIVEN_BACK)
    raise Refusal("TF-2", "no_seat", NOT_HELD if seat else LEFT)


def key_to(held: Sequence[Held], who: Who) -> Held:
    """The key by which a browser is at a seat: to a lent one, whoever plays it has come by."""
    member = who.by if isinstance(who, Borrowed) else who
    return next(one for one in held if one.member == member)


def sitting(live: Live, held: tuple[Held, ...], who: Who) -> Visitor:
    """Whoever plays from this seat, by the keys that their browser holds."""
    one = key_to(held, who)
    plays = who.seat if isinstance(who, Borrowed) else ""
    return Visitor(live, one.member, one.token, held, plays)


def now_at(found: Visitor, live: Live) -> Visitor:
    """A visitor after an act, which may have given back the seat that was lent to them."""
    plays = found.plays if found.who in places(live, found.seats) else ""
    return replace(found, live=live, plays=plays)


def turned(found: Visitor, page: str) -> Visitor:
    """Return the visitor as seated on the page that sent a form; their browser may hold several."""
    asked = "" if mark_of(page) else name_of(found.who)
    return sitting(found.live, found.held, chosen(found.live, found.held, asked, page))


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
    """The GM of a table, by the key this browser holds; or a refusal."""
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


def turns_to(request: Asked, found: Visitor) -> list[Cookie]:
    """The browser is turned to this seat; to one that was lent, by the key of who plays it."""
    table = found.live.id
    plays = cookie(request, PLAYS, found.plays, f"/t/{table}")
    to = turn(request, Opened(table, found.member, found.token))
    return [to, plays if found.plays else _gone(table, PLAYS)]


def forget(request: Asked, table: str, members: Iterable[str]) -> list[Cookie]:
    """Without that table, and without the keys to these seats of it."""
    known = listed.without_table(request, table)
    gone = [_gone(table, name) for name in ("seat", PLAYS, *map(_own, members))]
    return [cookie(request, listed.COOKIE, known), *gone]


def forget_one(request: Asked, found: Visitor) -> list[Cookie]:
    """Without this seat; the browser turns to another one that it holds there."""
    rest = next((one for one in found.held if one.member != found.member), None)
    if rest is None:
        return forget(request, found.live.id, (found.member,))
    other = Opened(found.live.id, rest.member, rest.token)
    gone = [_gone(found.live.id, name) for name in (PLAYS, _own(found.member))]
    return [turn(request, other), *gone]


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
