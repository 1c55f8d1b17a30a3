"""How a part is put together: which block has which offers; and what the frame around it says."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import TypedDict

from msgspec import Struct
from msgspec.structs import replace

from tablefolk.core.game import Block, Offer
from tablefolk.core.stage import Now, Part
from tablefolk.core.table.page import colours
from tablefolk.core.table.seats import Lend
from tablefolk.hosting.live import Body, Borrowed, Live, Who
from tablefolk.web.seats import name_of

# Offers about the things inside a block: "member:ana" belongs to the list of seats.
FAMILIES = {
    "SeatList": ("member", "chair"),
    "Requests": ("request",),
    "Notes": ("note",),
    "Handouts": ("handout",),
    "OptionList": ("option", "table"),
}
TOOLS = "tools"  # in the drawer: everything there is
PUT_THERE = ("handout", "hands", "limits")  # parts of the table's own that lie on it


class Slots(Struct, frozen=True, omit_defaults=True):
    """What a page has open beside what it shows anyway."""

    on: str = ""  # a part that has taken the stage
    drawer: str = ""  # a part in the drawer, or all tools
    under: str = ""  # the question over which `on` was opened

    def among(self, parts: Collection[str]) -> Slots:
        """Of what is open that which is still there: what comes back later does not open itself."""
        drawer = self.drawer if self.drawer in parts or self.drawer == TOOLS else ""
        on, under = (key if key in parts else "" for key in (self.on, self.under))
        return Slots(on, drawer, under)


SHUT = Slots()


def opened_over(live: Live, who: Who, slots: Slots, was: Slots) -> Slots:
    """What is opened, with the question that lay there; what is a question itself has none."""
    parts, now = live.parts(who), live.now(who, was.on)
    part = parts.get(slots.on)
    if slots.on == was.on or part is None or asks(part):
        return replace(slots, under=was.under if slots.on == was.on else "")
    return replace(slots, under=now.part.key if now and asks(now.part) else was.under)


def uncovered(live: Live, who: Who, slots: Slots) -> Slots:
    """Once what was opened is put away: the question under it, while that is still owed.

    What is owed first is NOW by itself.
    """
    if slots.on or not slots.under:
        return slots
    now = live.now(who)
    return replace(slots, on=_back(now, slots.under) if now else "", under="")


def _back(now: Now, under: str) -> str:
    return under if under in [part.key for part in now.owed[1:]] else ""


def asks(part: Part) -> bool:
    """Whether a part is something that goes on, and no tool to do something with."""
    return part.place == "now" and part.stands != "idle"


class Offers(TypedDict, total=False):
    """The offers that a template draws: about its block, about things in it; or one alone."""

    offers: tuple[Offer, ...]
    within: dict[str, tuple[Offer, ...]]
    alone: bool


class Drawing(Struct, frozen=True):
    """Something to draw: a block with its offers, or offers that have no block."""

    template: str
    block: Block | None
    offers: Offers
    away: tuple[str, ...] = ()  # what other blocks see to, where this one has no place for it


class Lead(Struct, frozen=True, omit_defaults=True):
    """A way to a part: as a row, a label, or a tool."""

    key: str
    title: str
    note: str = ""
    icon: str = ""
    name: str = ""  # whose face stands before it
    hue: int = 0
    owed: bool = False
    staged: bool = False  # it takes the stage, from wherever it is picked
    also: str = ""  # other words by which it is found


class Frame(Struct, frozen=True, omit_defaults=True):
    """What stands around a part that is NOW."""

    key: str
    title: str
    kind: str
    eyebrow: str = ""
    icon: str = ""
    steps: tuple[str, ...] = ()
    step: int = 0
    place: int = 0  # of several that are owed: which one it is
    of: int = 0
    closes: bool = False  # it was opened, and can be put away
    under: str = ""  # and then this comes back
    tool: bool = False  # it is something to act with, and not something that goes on


class Face(Struct, frozen=True, omit_defaults=True):
    """A seat from which this browser plays, as a face in the head."""

    seat: str  # as addresses name it
    name: str
    hue: int = 0
    icon: str = ""
    gm: bool = False
    here: bool = False  # this page is drawn for it
    waits: bool = False
    door: bool = False
    owner: str = ""  # the name of whoever has lent it (TF-6)
    on: str = ""  # what is waited for there, where it is what this page has before it


def faces_of(live: Live, here: Who, held: Iterable[Who]) -> tuple[Face, ...]:
    """The seats a browser plays from in the order of the table, whoever runs the game last."""
    table, order = live.table, list(live.table.members)
    rows = {row.member: row for row in reversed(live.around(here)[1]) if row.member}
    now = live.now(here)
    before = now.part.key if now else ""
    made = []
    for who in sorted(held, key=lambda who: (who == table.gm, order.index(live.seat(who).id))):
        m, waits = table.members[live.seat(who).id], live.owed_by(who)
        row = rows.get(m.id)
        if m.gone:
            continue
        made.append(
            Face(
                seat=name_of(who),
                name=row.name if row else m.name,
                hue=row.hue if row else 0,
                icon=row.icon if row else "",
                gm=m.id == table.gm,
                here=who == here,
                waits=bool(waits) and not table.paused,
                door=m.waiting,
                owner=m.name if isinstance(who, Borrowed) else "",
                on=before if any(wait.part == before for wait in waits) else "",
            )
        )
    return tuple(made)


def led_to(faces: Sequence[Face]) -> tuple[Face, ...]:
    """To which of the seats in one hand a row leads: all that were lent, whether they are waited
    for or not; and of one's own the one that the table waits for, where it is not this one.

    First whoever is waited for in what this seat has before it; that is then what is opened there.
    """
    away = [face for face in faces if not face.here]
    lent = [face for face in away if face.owner]
    busy = any(face.here and face.waits for face in faces)
    own = [face for face in away if face.waits and not face.owner and not busy]
    own.sort(key=lambda face: not face.on)
    return (*own[:1], *lent)


def lending(live: Live, member: Who) -> Iterator[dict[str, object]]:
    """Who plays for whom here, with the one tap that ends it (TF-6)."""
    seat, table = live.seat(member), live.table
    plays = table.borrower(seat.id)
    if plays:
        ends = live.offered(
            seat.person, lambda o: o.command is Lend and o.fixed == _back_to(seat.id)
        )
        yield {
            "lent": bool(seat.by),
            "owner": table.name_of(seat.id),
            "by": table.name_of(plays),
            "offer": ends,
        }


def looking_on(live: Live, member: str) -> dict[str, object]:
    """What whoever looks on sees, and who can let them play (TF-5)."""
    table = live.table
    who = [live.game.further.speaks_as(table.play, m.id) or m.name for m in table.players]
    return {
        "scene": table.scene.title if table.scene else "",
        "who": tuple(who),
        "gm_name": table.name_of(table.gm),
        "me": table.name_of(member),
    }


def _back_to(owner: str) -> dict[str, object]:
    return {"member": owner, "to": ""}


def first_step(live: Live, who: Who) -> int:
    """How a turn begins for a seat: with the dice, or with a choice where it has several ways."""
    now = live.now(who)
    body = live.body(who, now.part.key) if now and now.owed else None
    return 2 if body and sum(offer.owed and offer.open for offer in body.offers) > 1 else 1


def framed(now: Now, under: str = "") -> Frame:
    part, owed = now.part, [p.key for p in now.owed]
    several = len(owed) > 1 and part.key in owed
    return Frame(
        key=part.key,
        title=part.title,
        kind="owed" if part.key in owed else now.kind,
        eyebrow=part.eyebrow,
        icon=part.icon,
        steps=part.steps,
        step=part.step,
        place=owed.index(part.key) + 1 if several else 0,
        of=len(owed) if several else 0,
        closes=now.kind == "opened",
        under=_back(now, under),
        tool=now.kind == "opened" and not asks(part),
    )


def leads(live: Live, parts: Sequence[Part], owed: Collection[str] = ()) -> tuple[Lead, ...]:
    hues = colours(live.table) if any(part.who for part in parts) else {}
    return tuple(
        Lead(
            part.key,
            part.title,
            part.note,
            part.icon,
            live.table.name_of(part.who) if part.who in live.table.members else "",
            hues.get(part.who, 0),
            part.key in owed,
            part.staged,
            part.also,
        )
        for part in parts
    )


def shelved(parts: Iterable[Part]) -> list[Part]:
    """What lies on the table: the game's own first, then what the table has put there."""
    lies = [part for part in parts if part.place == "shelf"]
    return sorted(lies, key=lambda part: part.key.partition(":")[0] in PUT_THERE)


class Group(Struct, frozen=True):
    """Tools under one heading."""

    title: str
    tools: tuple[Lead, ...]


def grouped(live: Live, who: Who, parts: Mapping[str, Part]) -> tuple[Group, ...]:
    """All tools of a seat by their headings, in the order in which these were first met.

    What lies on the table is among them where people look for it by other words. They are found
    by what can be done in them, too.
    """
    found: dict[str, list[Part]] = {}
    for part in parts.values():
        if part.place == "tool" or (part.place == "shelf" and part.also):
            also = " ".join((part.also, *live.labels(who, part))).strip()
            found.setdefault(part.group, []).append(replace(part, also=also))
    return tuple(Group(title, leads(live, some)) for title, some in found.items())


# -- Inside a part -------------------------------------------------------------------------------


def arranged(body: Body) -> list[Drawing]:
    """The blocks of a part, each with its offers; at the end what belongs to none."""
    by_about = _by_about(body.offers)
    families = _families(by_about)
    claims = [_claimed(block, by_about, families) for block in body.blocks]
    homes = _homes(body.blocks, claims)
    made = []
    for number, (block, mine) in enumerate(zip(body.blocks, claims, strict=True)):
        away = tuple(about for about in mine if homes[about] != number)
        made.append(Drawing(type(block).__name__, block, _given(block, mine), away))
    loose = tuple(offer for offer in body.offers if offer.about not in homes)
    if loose:
        alone = not made and len(loose) == 1  # one form is shown open: there is nothing else here
        made.append(Drawing("stage/Loose", None, {"offers": loose, "within": {}, "alone": alone}))
    return made


def _homes(blocks: Sequence[Block], claims: Sequence[Collection[str]]) -> dict[str, int]:
    """Which block sees to it that offers about something are drawn: the one nearest to it."""
    homes: dict[str, tuple[int, int]] = {}
    for number, (block, mine) in enumerate(zip(blocks, claims, strict=True)):
        for about in mine:
            near = len(block.about) if f"{about}:".startswith(f"{block.about}:") else 0
            homes[about] = max(homes.get(about, (0, 0)), (near, number))
    return {about: number for about, (_, number) in homes.items()}


def _by_about(menu: Sequence[Offer]) -> dict[str, tuple[Offer, ...]]:
    found: dict[str, list[Offer]] = {}
    for offer in menu:
        found.setdefault(offer.about, []).append(offer)
    return {about: tuple(some) for about, some in found.items()}


def _families(by_about: Mapping[str, object]) -> dict[str, list[str]]:
    """What offers are about, by what that is a part of: "track:3:boxes" is of "track:3"."""
    found: dict[str, list[str]] = {}
    for about in by_about:
        whole = about
        while whole:
            found.setdefault(whole, []).append(about)
            whole = whole.rpartition(":")[0]
    return found


def _claimed(
    block: Block,
    by_about: Mapping[str, tuple[Offer, ...]],
    families: Mapping[str, Sequence[str]],
) -> dict[str, tuple[Offer, ...]]:
    """The offers about this block, and about the things inside it, in the menu's order."""
    own = FAMILIES.get(type(block).__name__, (block.about,))
    mine = {about for family in own for about in families.get(family, ())}
    if block.about in by_about:
        mine.add(block.about)
    mine.discard("")
    return {about: offers for about, offers in by_about.items() if about in mine}


def _given(block: Block, mine: Mapping[str, tuple[Offer, ...]]) -> Offers:
    inside = {about: offers for about, offers in mine.items() if about != block.about}
    return {"offers": mine.get(block.about, ()), "within": inside}
