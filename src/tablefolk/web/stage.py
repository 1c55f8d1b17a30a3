"""How a part is put together: which block has which offers; and what the frame around it says."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TypedDict

from msgspec import Struct
from msgspec.structs import replace

from tablefolk.core.game import Block, Offer
from tablefolk.core.stage import Mat, Now, Part
from tablefolk.core.table.page import colours
from tablefolk.hosting.live import Body, Live

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


def opened_over(live: Live, member: str, slots: Slots, was: Slots) -> Slots:
    """What is opened, with the question that lay there; what is a question itself has none."""
    parts, now = live.parts(member), live.now(member, was.on)
    part = parts.get(slots.on)
    if slots.on == was.on or part is None or asks(part):
        return replace(slots, under=was.under if slots.on == was.on else "")
    return replace(slots, under=now.part.key if now and asks(now.part) else was.under)


def uncovered(live: Live, member: str, slots: Slots) -> Slots:
    """Once what was opened is put away: the question under it, while that is still owed.

    What is owed first is NOW by itself.
    """
    if slots.on or not slots.under:
        return slots
    now = live.now(member)
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


class Face(Struct, frozen=True, omit_defaults=True):
    """A seat that this browser holds, as a face in the head."""

    seat: str
    name: str
    hue: int = 0
    icon: str = ""
    gm: bool = False
    here: bool = False  # this page is drawn for it
    waits: bool = False
    door: bool = False


def faces_of(live: Live, member: str, held: Collection[str]) -> tuple[Face, ...]:
    """The seats a browser holds in the order of the table, whoever runs the game last."""
    table, waits = live.table, live.game.waits_of(live.table)
    rows = {row.member: row for row in reversed(live.around(member)[1]) if row.member}
    own = [m for m in table.members.values() if m.id in held and not m.gone]
    made = []
    for m in sorted(own, key=lambda m: m.id == table.gm):
        row = rows.get(m.id)
        made.append(
            Face(
                seat=m.id,
                name=row.name if row else m.name,
                hue=row.hue if row else 0,
                icon=row.icon if row else "",
                gm=m.id == table.gm,
                here=m.id == member,
                waits=m.id in waits and not table.paused,
                door=m.waiting,
            )
        )
    return tuple(made)


def waited_elsewhere(live: Live, member: str, faces: Sequence[Face]) -> dict[str, object] | None:
    """Of the seats in one hand, the one that the table waits for where it is not this one.

    First whoever is waited for in what this seat has before it; that is then what is opened there.
    """
    if any(face.here and face.waits for face in faces):
        return None
    waits, now = live.game.waits_of(live.table), live.now(member)
    here = now.part.key if now else ""
    waited = [face for face in faces if face.waits]
    for face in waited:
        if any(wait.part == here for wait in waits[face.seat]):
            return {"face": face, "on": here}
    return {"face": waited[0], "on": ""} if waited else None


def first_step(live: Live, member: str) -> int:
    """How a turn begins for a seat: with the dice, or with a choice where it has several ways."""
    now = live.now(member)
    body = live.body(member, now.part.key) if now and now.owed else None
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


def grouped(live: Live, parts: Mapping[str, Part], mat: Mat | None) -> tuple[Group, ...]:
    """All tools of a seat by their headings, in the order in which these were first met."""
    found: dict[str, list[Part]] = {}
    for part in parts.values():
        if part.place == "tool":
            found.setdefault(part.group, []).append(part)
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
