"""Which block goes where, and which offers belong to it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct

from tablefolk.core.game import Block, Offer
from tablefolk.core.table.blocks import Hands, Paused, People, Requests
from tablefolk.hosting.live import Look

# Offers about the things inside a block: "member:ana" belongs to the list of people.
FAMILIES = {
    "People": ("member",),
    "SeatList": ("member", "chair"),
    "Requests": ("request",),
    "Notes": ("note",),
    "OptionList": ("option", "table"),
}
TALK = "talk"  # offers drawn beneath the story
LATE = ("Notes", "SeatList", "OptionList")  # tended now and then: beneath what is in play
HEAD = ("Stop", "StateLimit")  # drawn in the head of every page


class Part(Struct, frozen=True):
    """Something to draw: a block with its offers, or offers that have no block."""

    template: str
    block: Block | None
    offers: dict[str, Any]
    away: tuple[str, ...] = ()  # what other blocks see to, where this one has no place for it


def arranged(look: Look) -> dict[str, list[Part]]:
    """The parts of a seat's page by region, and what the table waits for."""
    regions: dict[str, list[Part]] = {
        name: []
        for name in ("owed", "scene", "people", "self", "desk", "say", "also", "care", "stopped")
    }
    by_about = _by_about(look.menu)
    families = _families(by_about)
    blocks = sorted(look.page.blocks, key=_place)
    claims = [_claimed(block, by_about, families) for block in blocks]
    claimed: dict[str, str] = {}  # what an offer is about -> the block it is drawn in
    homes = _homes(blocks, claims)
    for number, (block, mine) in enumerate(zip(blocks, claims, strict=True)):
        claimed = dict.fromkeys(mine, block.about) | claimed
        given = _given(block, mine) | _beside(block, look)
        away = tuple(about for about in mine if homes[about] != number)
        region = "stopped" if isinstance(block, Paused) else block.region
        regions[region].append(Part(type(block).__name__, block, given, away))
    loose = [o for o in look.menu if o.about not in claimed and not _placed(o)]
    _add(regions["say"], "Say", [o for o in look.menu if o.about == TALK])
    _add(regions["care"], "Care", [o for o in look.menu if o.do in HEAD])
    _add(regions["also"], "Also", loose)
    regions["owed"].append(Part("Owed", None, {"groups": tuple(_owed(look, claimed))}))
    return regions


def _homes(blocks: Sequence[Block], claims: Sequence[Collection[str]]) -> dict[str, int]:
    """Which block sees to it that offers about something are drawn: the one nearest to it."""
    homes: dict[str, tuple[int, int]] = {}
    for number, (block, mine) in enumerate(zip(blocks, claims, strict=True)):
        for about in mine:
            near = len(block.about) if f"{about}:".startswith(f"{block.about}:") else 0
            homes[about] = max(homes.get(about, (0, 0)), (near, number))
    return {about: number for about, (_, number) in homes.items()}


def _owed(look: Look, claimed: Mapping[str, str]) -> Iterator[tuple[str, str, tuple[Offer, ...]]]:
    """What the table waits for from this seat: in words, where it is, and what can be done."""
    waiting: dict[str, tuple[Offer, ...]] = {}
    for number, offer in enumerate(o for o in look.menu if o.owed and o.open):
        key = offer.about or str(number)
        waiting[key] = (*waiting.get(key, ()), offer)
    asked = dict(_questions(look.page.blocks))
    for about, offers in waiting.items():
        words = asked.get(about) or " / ".join(offer.label for offer in offers)
        yield words, claimed.get(about, ""), offers


def _questions(blocks: Sequence[Block]) -> Iterator[tuple[str, str]]:
    """Questions, deeds and titles on the page, by what the acts that answer them are about."""
    for block in blocks:
        if isinstance(block, Requests):
            for r in block.requests:
                asked = f"may this be done: {r.act}? {r.question}" if r.kind == "ruling" else ""
                yield f"request:{r.number}", f"{r.who} asks: {asked or r.question}"
        elif isinstance(block, Hands):
            yield block.about, f"{block.by} asks: {block.question}"
        elif words := getattr(block, "deed", "") or getattr(block, "title", ""):
            yield block.about, words


def _by_about(menu: Sequence[Offer]) -> dict[str, tuple[Offer, ...]]:
    found: dict[str, tuple[Offer, ...]] = {}
    for offer in menu:
        if not _placed(offer):
            found[offer.about] = (*found.get(offer.about, ()), offer)
    return found


def _place(block: Block) -> int:
    """What is tended now and then comes after what is in play."""
    return type(block).__name__ in LATE


def _placed(offer: Offer) -> bool:
    """Whether an offer has its place already, beneath the story or in the head."""
    return offer.about == TALK or offer.do in HEAD


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
    if len(mine) < 2:
        return {about: by_about[about] for about in mine}
    return {about: offers for about, offers in by_about.items() if about in mine}


def _given(block: Block, mine: Mapping[str, tuple[Offer, ...]]) -> dict[str, Any]:
    inside = {about: offers for about, offers in mine.items() if about != block.about}
    return {"offers": mine.get(block.about, ()), "within": inside}


def _beside(block: Block, look: Look) -> dict[str, Any]:
    """What is shown in a block and is no part of the state: since when people are waited for."""
    return {"since": look.since} if isinstance(block, People) else {}


def _add(parts: list[Part], template: str, offers: Sequence[Offer]) -> None:
    parts.append(Part(template, None, {"offers": tuple(offers), "within": {}}))
