"""The GM's side: NPCs, things and places as light cards, and GM moves (MU-103, MU-151 … MU-154).

The GM's other tools lie where the play is: `speaking.py` and `outcomes.py` for moves (MU-64,
MU-71, MU-72), `take_harm.py` for harm and its dice, statuses, bars, facts, `buying.py` for answers
and corrections, `sessions.py` for time (MU-152). The GM never rolls the players' moves (MU-153).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

from msgspec.structs import replace

from tablefolk.core.dice import Dice
from tablefolk.core.game import Command, Event, Seat, must, need
from tablefolk.core.words import slug
from tablefolk.games.mutagen.playbooks import effects as op
from tablefolk.games.mutagen.playbooks.model import Gm, Section
from tablefolk.games.mutagen.rules import effects, harm
from tablefolk.games.mutagen.rules.facts import undoubted
from tablefolk.games.mutagen.rules.harm import EntityPointsSet
from tablefolk.games.mutagen.rules.owing import Doer
from tablefolk.games.mutagen.rules.state import Show, the_gm, words
from tablefolk.games.mutagen.rules.values import (
    Armor,
    Box,
    Character,
    Entity,
    Key,
    Line,
    Name,
    OpenMove,
    Text,
)
from tablefolk.games.mutagen.rules.writing import armor_name, rated

MOST_BOXES = 24
Kind = Literal["npc", "item", "place"]

# -- Cards (MU-103, MU-154) --------------------------------------------------------------------


class MakeEntity(Command, frozen=True):
    """Somebody or something of the GM's; Health only where it is to be tracked."""

    may = "gm"
    kind: Kind
    name: Name
    notes: Text = ""
    living: bool = True  # of an NPC; things and places do not live
    health: int = 0


class EntityMade(Event, frozen=True):
    entity: Entity
    fact: int = 0  # the fact it comes from (MU-145)


class FactToEntity(Command, frozen=True):
    """A fact becomes somebody or something with a card; anybody may."""

    may = "anyone"
    fact: int
    kind: Kind
    name: Name


class ChangeEntity(Command, frozen=True):
    may = "gm"
    who: Key
    name: Name
    notes: Text = ""
    living: bool = True


class EntityChanged(Event, frozen=True):
    was: Entity
    now: Entity


class RemoveEntity(Command, frozen=True):
    """The card is put away; what was told of it stays told."""

    may = "gm"
    who: Key


class EntityRemoved(Event, frozen=True):
    who: str
    name: str


def make_entity(show: Show, seat: Seat, c: MakeEntity, dice: Dice) -> Iterator[Event]:
    the_gm(seat, "MU-154")
    must(0 <= c.health <= MOST_BOXES, "MU-103", "out_of_range", f"Up to {MOST_BOXES} boxes.")
    living = c.living and c.kind == "npc"
    must(living or not c.health, "MU-92", "not_living", "Only the living have Health.")
    name = a_name(c.name)
    health = (Box(),) * c.health
    new = Entity(new_id(show, name), c.kind, name, c.notes.strip(), living, health=health)
    yield EntityMade(new)


def a_name(text: str) -> str:
    return words(" ".join(text.split()), "MU-154", "Give it a name.")


def new_id(show: Show, name: str) -> str:
    return slug(name, {*show.cast, *show.entities, *show.company.people})


def fact_to_entity(show: Show, seat: Seat, c: FactToEntity, dice: Dice) -> Iterator[Event]:
    fact = undoubted(show, c.fact)
    name = a_name(c.name)
    new = Entity(new_id(show, name), c.kind, name, fact.text, c.kind == "npc")
    yield EntityMade(new, fact.id)


def entity_made(show: Show, e: EntityMade) -> Show:
    return replace(show, entities={**show.entities, e.entity.id: e.entity})


def an_entity(show: Show, seat: Seat, who: str) -> Entity:
    the_gm(seat, "MU-154")
    entity = show.entity(who)
    must(not entity.gone, "MU-154", "unknown", f"{entity.name} is put away.")
    return entity


def change_entity(show: Show, seat: Seat, c: ChangeEntity, dice: Dice) -> Iterator[Event]:
    was = an_entity(show, seat, c.who)
    living = c.living and was.kind == "npc"
    now = replace(was, name=a_name(c.name), notes=c.notes.strip(), living=living)
    yield EntityChanged(was, now)


def entity_changed(show: Show, e: EntityChanged) -> Show:
    return replace(show, entities={**show.entities, e.now.id: e.now})


def remove_entity(show: Show, seat: Seat, c: RemoveEntity, dice: Dice) -> Iterator[Event]:
    entity = an_entity(show, seat, c.who)
    yield EntityRemoved(entity.id, entity.name)


def entity_removed(show: Show, e: EntityRemoved) -> Show:
    injuries = {
        number: replace(injury, over=True) if injury.on == e.who else injury
        for number, injury in show.injuries.items()
    }
    return replace(show.with_entity(e.who, gone=True), injuries=injuries)


# -- Health and armor of NPCs (MU-103) ---------------------------------------------------------


class SetEntityPoints(Command, frozen=True):
    """So many boxes of Health, so many of them filled; none: it is not tracked."""

    may = "gm"
    who: Key
    filled: int
    boxes: int
    reason: Line = ""


class ArmEntity(Command, frozen=True):
    """Something protective an NPC wears."""

    may = "gm"
    who: Key
    name: Name
    rating: int
    covers: Line = ""


class EntityArmed(Event, frozen=True):
    who: str
    armor: Armor


class DisarmEntity(Command, frozen=True):
    may = "gm"
    who: Key
    armor: int


class EntityDisarmed(Event, frozen=True):
    who: str
    armor: Armor


def set_entity_points(show: Show, seat: Seat, c: SetEntityPoints, dice: Dice) -> Iterator[Event]:
    entity = an_entity(show, seat, c.who)
    must(entity.living, "MU-92", "not_living", "Only the living have Health.")
    legal = 0 <= c.filled <= c.boxes <= MOST_BOXES
    must(legal, "MU-103", "out_of_range", f"Up to {MOST_BOXES} boxes, none or some filled.")
    was = harm.left(show, entity.id)
    changed = (was, len(entity.health)) != (c.filled, c.boxes)
    must(changed, "MU-103", "same", "It stands at that already.")
    yield EntityPointsSet(entity.id, was, c.filled, c.boxes, c.reason.strip())


def arm_entity(show: Show, seat: Seat, c: ArmEntity, dice: Dice) -> Iterator[Event]:
    entity = an_entity(show, seat, c.who)
    armor = Armor(show.count + 1, armor_name(c.name), rated(show, c.rating), c.covers.strip())
    yield EntityArmed(entity.id, armor)


def entity_armed(show: Show, e: EntityArmed) -> Show:
    armor = (*show.entities[e.who].armor, e.armor)
    return show.with_entity(e.who, armor=armor).counted(e.armor.id)


def disarm_entity(show: Show, seat: Seat, c: DisarmEntity, dice: Dice) -> Iterator[Event]:
    entity = an_entity(show, seat, c.who)
    found = next((one for one in entity.armor if one.id == c.armor), None)
    armor = must(found, "MU-103", "unknown", f"{entity.name} has no such armor.")
    yield EntityDisarmed(entity.id, armor)


def entity_disarmed(show: Show, e: EntityDisarmed) -> Show:
    kept = tuple(one for one in show.entities[e.who].armor if one.id != e.armor.id)
    return show.with_entity(e.who, armor=kept)


# -- GM playbooks (MU-151) ---------------------------------------------------------------------


class SwitchOn(Command, frozen=True):
    """A △ of a GM playbook: an option for the whole campaign, chosen before play and kept."""

    may = "gm"
    item: Key


class SwitchedOn(Event, frozen=True):
    item: str


class MakeGmMove(Command, frozen=True):
    """A move of the GM's own; a △ only once it is switched on."""

    may = "gm"
    item: Key
    text: Text


class GmMoveMade(Event, frozen=True):
    item: str
    text: str


def gm_item(show: Show, seat: Seat, id: str) -> Gm:
    the_gm(seat, "MU-151")
    item = show.item(id, "MU-151")
    must(isinstance(item, Gm), "MU-4", "wrong_kind", "That is not of the GM’s.")
    assert isinstance(item, Gm)
    return item


def switch_on(show: Show, seat: Seat, c: SwitchOn, dice: Dice) -> Iterator[Event]:
    item = gm_item(show, seat, c.item)
    must(item.mark == "grant", "MU-151", "wrong_kind", "Only a △ is switched on.")
    must(not in_force(show, item), "MU-151", "same", "It is on, and stays on.")
    why = "Options of the campaign are chosen before play begins."
    need(show.session == 0, "MU-151", "not_now", why)
    yield SwitchedOn(item.id)


def switched_on(show: Show, e: SwitchedOn) -> Show:
    return replace(show, gm_items=(*show.gm_items, e.item))


def in_force(show: Show, item: Gm) -> bool:
    """● and unmarked ones always are; a △ once it is switched on."""
    return item.mark != "grant" or item.granted or item.id in show.gm_items


# What a GM move may do by itself: whatever needs nobody's sheet but the ones it names.
OWN = (
    op.Tick, op.NewBar, op.NewFact, op.GiveStatus, op.EraseStatus, op.Harm, op.Restore, op.Lose,
    op.SetResource, op.Xp, op.Grant, op.Modifier, op.Delay, op.EndEffect, op.AskGm,
)  # fmt: skip


def make_gm_move(show: Show, seat: Seat, c: MakeGmMove, dice: Dice) -> Iterator[Event]:
    item = gm_item(show, seat, c.item)
    need(in_force(show, item), "MU-151", "not_bought", f"“{item.name}” is not switched on.")
    yield GmMoveMade(item.id, words(c.text, "MU-151", "Say what happens."))
    what = (effect for effect in item.effects if isinstance(effect, OWN))
    yield from effects.run(show, what, Doer("", item.id), dice)


def co_moves(show: Show, move: OpenMove) -> tuple[Gm | Section, ...]:
    """What the GM's playbooks have beside the moves of a chain: ideas, never the whole list."""
    found = (one for id in move.chain for one in show.shelf.co_move(id))
    return tuple(one for one in found if not isinstance(one, Gm) or in_force(show, one))


def statuses_near(show: Show, move: OpenMove) -> tuple[tuple[str, str], ...]:
    """What is written on whoever makes a move and on its targets: the story keeps to it.

    It is shown with every proposal, and beside new facts (MU-110).
    """
    ids = dict.fromkeys((move.who, *move.targets))
    holders: list[Character | Entity | None] = [
        show.cast.get(id) or show.entities.get(id) for id in ids
    ]
    return tuple((one.id, status.text) for one in holders if one for status in one.statuses)


DECIDE: dict[Any, Any] = {
    MakeEntity: make_entity,
    FactToEntity: fact_to_entity,
    ChangeEntity: change_entity,
    RemoveEntity: remove_entity,
    SetEntityPoints: set_entity_points,
    ArmEntity: arm_entity,
    DisarmEntity: disarm_entity,
    SwitchOn: switch_on,
    MakeGmMove: make_gm_move,
}
EVOLVE: dict[Any, Any] = {
    EntityMade: entity_made,
    EntityChanged: entity_changed,
    EntityRemoved: entity_removed,
    EntityArmed: entity_armed,
    EntityDisarmed: entity_disarmed,
    SwitchedOn: switched_on,
    GmMoveMade: lambda show, e: show,
}
