"""The GM's side: NPCs, things and places as light cards, and GM moves (MU-103, MU-151 … MU-154).

The GM's other tools lie where the play is: `speaking.py` and `outcomes.py` for moves (MU-64,
MU-71, MU-72), `take_harm.py` for harm and its dice, statuses, bars, facts, `buying.py` for answers
and corrections, `sessions.py` for time (MU-152). The GM never rolls the players' moves (MU-153).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from msgspec.structs import replace

from tablefolk.core.dice import Dice
from tablefolk.core.game import Act, Change, Event, Seat, must, need
from tablefolk.games.mutagen.playbooks import effects as op
from tablefolk.games.mutagen.playbooks.model import Gm, Section
from tablefolk.games.mutagen.rules import effects, harm
from tablefolk.games.mutagen.rules.creation import new_id
from tablefolk.games.mutagen.rules.facts import undoubted
from tablefolk.games.mutagen.rules.harm import EntityPointsSet
from tablefolk.games.mutagen.rules.owing import Doer
from tablefolk.games.mutagen.rules.state import Show, the_gm, words
from tablefolk.games.mutagen.rules.values import (
    Armor,
    Box,
    Character,
    Entity,
    ItemId,
    Key,
    Line,
    Name,
    OpenMove,
    Text,
    Who,
)
from tablefolk.games.mutagen.rules.wording import Noted
from tablefolk.games.mutagen.rules.writing import armor_name, rated

MOST_BOXES = 24
Kind = Literal["npc", "item", "place"]

# -- Cards (MU-103, MU-154) --------------------------------------------------------------------


class MakeEntity(Act[Show], frozen=True):
    """Somebody or something of the GM's; Health only where it is to be tracked."""

    may = "gm"
    kind: Kind
    name: Name
    notes: Text = ""
    living: bool = True  # of an NPC; things and places do not live
    health: int = 0

    def do(self, show: Show, seat: Seat, dice: Dice) -> Iterator[Event]:
        the_gm(seat, "MU-154")
        must(0 <= self.health <= MOST_BOXES, "MU-103", "out_of_range", f"Up to {MOST_BOXES} boxes.")
        living = self.living and self.kind == "npc"
        must(living or not self.health, "MU-92", "not_living", "Only the living have Health.")
        name = a_name(self.name)
        health = (Box(),) * self.health
        new = Entity(new_id(show, name), self.kind, name, self.notes.strip(), living, health=health)
        yield EntityMade(new)


class EntityMade(Change[Show], frozen=True):
    entity: Entity
    fact: int = 0  # the fact it comes from (MU-145)

    def onto(self, show: Show) -> Show:
        return replace(show, entities={**show.entities, self.entity.id: self.entity})

    def told_to(self, show: Show, seat: Seat) -> str | None:
        return "_fact" if self.fact else "" if self.entity.kind == "npc" else "_card"


class FactToEntity(Act[Show], frozen=True):
    """A fact becomes somebody or something with a card; anybody may."""

    may = "anyone"
    fact: int
    kind: Kind
    name: Name

    def do(self, show: Show, seat: Seat, dice: Dice) -> Iterator[Event]:
        fact = undoubted(show, self.fact)
        name = a_name(self.name)
        new = Entity(new_id(show, name), self.kind, name, fact.text, self.kind == "npc")
        yield EntityMade(new, fact.id)


class ChangeEntity(Act[Show], frozen=True):
    may = "gm"
    who: Key
    name: Name
    notes: Text = ""
    living: bool = True

    def do(self, show: Show, seat: Seat, dice: Dice) -> Iterator[Event]:
        was = an_entity(show, seat, self.who)
        living = self.living and was.kind == "npc"
        now = replace(was, name=a_name(self.name), notes=self.notes.strip(), living=living)
        yield EntityChanged(was, now)


class EntityChanged(Noted, frozen=True):
    was: Entity
    now: Entity

    def onto(self, show: Show) -> Show:
        return replace(show, entities={**show.entities, self.now.id: self.now})


class RemoveEntity(Act[Show], frozen=True):
    """The card is put away; what was told of it stays told."""

    may = "gm"
    who: Key

    def do(self, show: Show, seat: Seat, dice: Dice) -> Iterator[Event]:
        entity = an_entity(show, seat, self.who)
        yield EntityRemoved(entity.id, entity.name)


class EntityRemoved(Noted, frozen=True):
    who: str
    name: str

    def onto(self, show: Show) -> Show:
        injuries = {
            number: replace(injury, over=True) if injury.on == self.who else injury
            for number, injury in show.injuries.items()
        }
        return replace(show.with_entity(self.who, gone=True), injuries=injuries)


def a_name(text: str) -> str:
    return words(" ".join(text.split()), "MU-154", "Give it a name.")


def an_entity(show: Show, seat: Seat, who: str) -> Entity:
    the_gm(seat, "MU-154")
    entity = show.entity(who)
    must(not entity.gone, "MU-154", "unknown", f"{entity.name} is put away.")
    return entity


# -- Health and armor of NPCs (MU-103) ---------------------------------------------------------


class SetEntityPoints(Act[Show], frozen=True):
    """So many boxes of Health, so many of them filled; none: it is not tracked."""

    may = "gm"
    who: Key
    filled: int
    boxes: int
    reason: Line = ""

    def do(self, show: Show, seat: Seat, dice: Dice) -> Iterator[Event]:
        entity = an_entity(show, seat, self.who)
        must(entity.living, "MU-92", "not_living", "Only the living have Health.")
        legal = 0 <= self.filled <= self.boxes <= MOST_BOXES
        must(legal, "MU-103", "out_of_range", f"Up to {MOST_BOXES} boxes, none or some filled.")
        was = harm.left(show, entity.id)
        changed = (was, len(entity.health)) != (self.filled, self.boxes)
        must(changed, "MU-103", "same", "It stands at that already.")
        yield EntityPointsSet(entity.id, was, self.filled, self.boxes, self.reason.strip())


class ArmEntity(Act[Show], frozen=True):
    """Something protective an NPC wears."""

    may = "gm"
    who: Key
    name: Name
    rating: int
    covers: Line = ""

    def do(self, show: Show, seat: Seat, dice: Dice) -> Iterator[Event]:
        entity = an_entity(show, seat, self.who)
        armor = Armor(
            show.count + 1, armor_name(self.name), rated(show, self.rating), self.covers.strip()
        )
        yield EntityArmed(entity.id, armor)


class EntityArmed(Noted, frozen=True):
    who: Who
    armor: Armor

    def onto(self, show: Show) -> Show:
        armor = (*show.entities[self.who].armor, self.armor)
        return show.with_entity(self.who, armor=armor).counted(self.armor.id)


class DisarmEntity(Act[Show], frozen=True):
    may = "gm"
    who: Key
    armor: int

    def do(self, show: Show, seat: Seat, dice: Dice) -> Iterator[Event]:
        entity = an_entity(show, seat, self.who)
        found = next((one for one in entity.armor if one.id == self.armor), None)
        armor = must(found, "MU-103", "unknown", f"{entity.name} has no such armor.")
        yield EntityDisarmed(entity.id, armor)


class EntityDisarmed(Noted, frozen=True):
    who: Who
    armor: Armor

    def onto(self, show: Show) -> Show:
        kept = tuple(one for one in show.entities[self.who].armor if one.id != self.armor.id)
        return show.with_entity(self.who, armor=kept)


# -- GM playbooks (MU-151) ---------------------------------------------------------------------


class SwitchOn(Act[Show], frozen=True):
    """A △ of a GM playbook: an option for the whole campaign, chosen before play and kept."""

    may = "gm"
    item: Key

    def do(self, show: Show, seat: Seat, dice: Dice) -> Iterator[Event]:
        item = gm_item(show, seat, self.item)
        must(item.mark == "grant", "MU-151", "wrong_kind", "Only a △ is switched on.")
        must(not in_force(show, item), "MU-151", "same", "It is on, and stays on.")
        why = "Options of the campaign are chosen before play begins."
        need(show.session == 0, "MU-151", "not_now", why)
        yield SwitchedOn(item.id)


class SwitchedOn(Noted, frozen=True):
    item: ItemId

    def onto(self, show: Show) -> Show:
        return replace(show, gm_items=(*show.gm_items, self.item))


class MakeGmMove(Act[Show], frozen=True):
    """A move of the GM's own; a △ only once it is switched on."""

    may = "gm"
    item: Key
    text: Text

    def do(self, show: Show, seat: Seat, dice: Dice) -> Iterator[Event]:
        item = gm_item(show, seat, self.item)
        need(in_force(show, item), "MU-151", "not_bought", f"“{item.name}” is not switched on.")
        yield GmMoveMade(item.id, words(self.text, "MU-151", "Say what happens."))
        what = (effect for effect in item.effects if isinstance(effect, OWN))
        yield from effects.run(show, what, Doer("", item.id), dice)


class GmMoveMade(Change[Show], frozen=True):
    voice = "ruled"
    item: ItemId
    text: str


def gm_item(show: Show, seat: Seat, id: str) -> Gm:
    the_gm(seat, "MU-151")
    item = show.item(id, "MU-151")
    must(isinstance(item, Gm), "MU-4", "wrong_kind", "That is not of the GM’s.")
    assert isinstance(item, Gm)
    return item


def in_force(show: Show, item: Gm) -> bool:
    """● and unmarked ones always are; a △ once it is switched on."""
    return item.mark != "grant" or item.granted or item.id in show.gm_items


# What a GM move may do by itself: whatever needs nobody's sheet but the ones it names.
OWN = (
    op.Tick, op.NewBar, op.NewFact, op.GiveStatus, op.EraseStatus, op.Harm, op.Restore, op.Lose,
    op.SetResource, op.Xp, op.Grant, op.Modifier, op.Delay, op.EndEffect, op.AskGm,
)  # fmt: skip


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
