"""What the GM is offered for the cast and props, and for GM playbooks (MU-103, MU-151 …)."""

from __future__ import annotations

from collections.abc import Iterator

from tablefolk.core.game import Choice, Offer
from tablefolk.games.mutagen.page.offers import proposals
from tablefolk.games.mutagen.page.offers.making import do, flag, number, pick, text
from tablefolk.games.mutagen.playbooks.model import Gm
from tablefolk.games.mutagen.rules import cast, harm
from tablefolk.games.mutagen.rules.cast import (
    ArmEntity,
    ChangeEntity,
    DisarmEntity,
    FactToEntity,
    MakeEntity,
    MakeGmMove,
    RemoveEntity,
    SetEntityPoints,
    SwitchOn,
)
from tablefolk.games.mutagen.rules.state import Show
from tablefolk.games.mutagen.rules.values import LINE, NAME, Entity, Fact
from tablefolk.games.mutagen.words import say

KINDS = ("npc", "item", "place")
MOST_HEALTH = 6


def carding(fact: Fact) -> Offer:
    """Something that was said to be so gets a card."""
    kind = pick("FactToEntity.kind", (Choice(k, say(f"kind.{k}")) for k in KINDS))
    name = text("FactToEntity.name", most=NAME)
    return do(FactToEntity, f"facts:{fact.id}", kind, name, fact=fact.id)


# -- Cards (MU-103, MU-154) --------------------------------------------------------------------


def making() -> Iterator[Offer]:
    name = text("MakeEntity.name", most=NAME)
    notes = text("MakeEntity.notes", optional=True, long=True)
    health = number("MakeEntity.health", 0, MOST_HEALTH, 0)
    yield do(MakeEntity, "around", name, notes, health, key="MakeEntity_npc", kind="npc")
    yield do(MakeEntity, "around", name, notes, key="MakeEntity_item", kind="item")
    yield do(MakeEntity, "around", name, notes, key="MakeEntity_place", kind="place")
    yield do(MakeEntity, "around", name, notes, key="MakeEntity_dead", kind="npc", living=False)


def about_of(entity: Entity) -> str:
    return f"around:{entity.id}"


def tending(show: Show, entity: Entity) -> Iterator[Offer]:
    at, facts, fixed = about_of(entity), {"name": entity.name}, {"who": entity.id}
    name = text("ChangeEntity.name", entity.name, most=NAME)
    notes = text("ChangeEntity.notes", entity.notes, optional=True, long=True)
    lives = flag("ChangeEntity.living", entity.living)
    yield do(ChangeEntity, at, name, notes, lives, facts=facts, fixed=fixed)
    if entity.living:
        yield from health(show, entity)
    rating = pick("ArmEntity.rating", (Choice(n, str(n)) for n in (1, 2, 3)))
    worn, covers = text("ArmEntity.name", most=NAME), text("ArmEntity.covers", optional=True,
                                                           most=LINE)  # fmt: skip
    yield do(ArmEntity, at, worn, rating, covers, facts=facts, fixed=fixed)
    for armor in entity.armor:
        yield do(DisarmEntity, at, facts={"name": armor.name}, fixed=fixed, armor=armor.id)
    yield do(RemoveEntity, at, facts=facts, fixed=fixed)


def health(show: Show, entity: Entity) -> Iterator[Offer]:
    """So many boxes, and how many of them are filled."""
    now = harm.left(show, entity.id), len(entity.health)
    reason = text("SetEntityPoints.reason", optional=True, most=LINE)
    for boxes in range(MOST_HEALTH + 1):
        free = [n for n in range(boxes, -1, -1) if (n, boxes) != now]
        if free:
            filled = pick("SetEntityPoints.filled", (Choice(n, str(n)) for n in free))
            key = "TrackHealth" if boxes else "NoHealth"
            fixed = {"who": entity.id, "boxes": boxes}
            at = f"{about_of(entity)}:{'health' if boxes == now[1] else 'track'}"
            facts = {"n": boxes, "name": entity.name}
            yield do(SetEntityPoints, at, filled, reason, key=key, facts=facts, fixed=fixed)


# -- GM playbooks (MU-151) ---------------------------------------------------------------------


def gm_items(show: Show) -> tuple[Gm, ...]:
    return tuple(
        item
        for book in show.shelf.playbooks
        if book.role == "gm"
        for item in book.items
        if isinstance(item, Gm)
    )


def is_made(show: Show, item: Gm) -> bool:
    """Whether it is a move: marked, among moves, or with something to do; else it is to be read."""
    home = show.shelf.home(item.id)
    among = home is not None and "move" in home[1].label.casefold()
    return among or item.mark != "free" or item.homebrew or proposals.is_done(item)


def gm_moves(show: Show) -> Iterator[Offer]:
    for item in gm_items(show):
        if not is_made(show, item):
            continue
        at, facts = f"gmbook:{item.id}", {"name": show.called(item.id)}
        if cast.in_force(show, item):
            words = text("MakeGmMove.text", long=True)
            yield do(MakeGmMove, at, words, facts=facts, item=item.id)
        else:
            yield do(SwitchOn, at, facts=facts, item=item.id)
