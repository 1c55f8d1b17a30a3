"""Building a bot: how it moves, what it is fitted with, what it lacks (SB-149 … SB-156)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from tablefolk.core.dice import Dice
from tablefolk.core.game import Command, Event, Seat, must, need, word
from tablefolk.core.words import listing
from tablefolk.games.shapers_and_bots.rules import sheet
from tablefolk.games.shapers_and_bots.rules.building import draft, part_slots
from tablefolk.games.shapers_and_bots.rules.content import (
    BotFeature,
    BotPenalty,
    content,
    figures,
)
from tablefolk.games.shapers_and_bots.rules.state import World, one_line, the_director
from tablefolk.games.shapers_and_bots.rules.values import BotBody, BotPart, Character, Id, Line

MOST_PARTS = 12


def bot_draft(world: World, seat: Seat, who: str) -> tuple[Character, BotBody]:
    """A bot whose sheet is still open."""
    hero = draft(world, seat, who)
    return hero, must(hero.bot, "SB-149", "not_a_bot", f"{hero.name or 'This one'} is no bot.")


# -- How it moves (SB-150) ---------------------------------------------------------------------


class ChooseLocomotion(Command, frozen=True):
    """Tracks, wheels or legs."""

    may = "owner or gm"
    who: Id
    locomotion: Id


class LocomotionChosen(Event, frozen=True):
    who: str
    locomotion: str


def choose_locomotion(world: World, seat: Seat, c: ChooseLocomotion, dice: Dice) -> Iterator[Event]:
    hero, body = bot_draft(world, seat, c.who)
    ways = content().locomotion
    must(c.locomotion in ways, "SB-150", "unknown", f"A bot moves on {listing(ways, 'or')}.")
    must(c.locomotion != body.locomotion, "SB-150", "same", "It moves like that already.")
    yield LocomotionChosen(hero.id, c.locomotion)


def locomotion_chosen(world: World, e: LocomotionChosen) -> World:
    return with_body(world, e.who, locomotion=e.locomotion)


def with_body(world: World, who: str, **changes: Any) -> World:
    body = world.cast[who].bot or BotBody()
    return world.with_hero(who, bot=replace(body, **changes))


# -- Features (SB-152 … SB-156) ----------------------------------------------------------------


class TakePart(Command, frozen=True):
    """A feature for the bot, with what has to be noted: a terrain, small or large, which gear."""

    may = "owner or gm"
    who: Id
    feature: Id
    note: Line = ""


class PartTaken(Event, frozen=True):
    who: str
    part: BotPart
    undoes: str = ""  # the penalty it undoes, with the Director's consent


class DropPart(Command, frozen=True):
    """A feature comes off again: by its place, counted from 1."""

    may = "owner or gm"
    who: Id
    place: int


class PartDropped(Event, frozen=True):
    who: str
    place: int
    feature: str


def take_part(world: World, seat: Seat, c: TakePart, dice: Dice) -> Iterator[Event]:
    hero, body = bot_draft(world, seat, c.who)
    found = world.bot_feature(c.feature)
    feature = must(found, "SB-152", "unknown", "There is no such feature for bots.")
    why = f"{feature.name}: say {feature.note}."
    note = one_line(c.note)
    must(note or not feature.note, "SB-157", "text_needed", why)
    must(len(body.parts) < MOST_PARTS, "SB-152", "too_many", "That is more than a bot can carry.")
    may_take(world, hero, body, feature)
    undone = undoing(world, body, feature)
    if undone:
        question = f"{feature.name} would undo the penalty “{undone.name}”. May it?"
        word(seat, "SB-155", question)
    yield PartTaken(hero.id, BotPart(feature.id, note), undone.id if undone else "")


def may_take(world: World, hero: Character, body: BotBody, feature: BotFeature) -> None:
    """Room for it, not there already, and good for something (SB-152 … SB-154)."""
    there = any(part.feature == feature.id for part in body.parts)
    why = f"{feature.name} is there already; a second one is for the Director to allow."
    need(feature.repeatable or not there, "SB-153", "already_taken", why)
    if feature.armor:
        better = sheet.WEIGHT[feature.armor] > sheet.WEIGHT[sheet.natural_armor(world, hero)]
        why = "This bot’s plating is as good as that already."
        need(better, "SB-154", "no_effect", why)
    if not hero.extra:
        most = figures().bot_features_with_penalty
        used = part_slots(world, hero) + feature.slots
        why = f"A bot has {figures().bot_features} features, or {most} with a penalty."
        need(used <= most, "SB-152", "too_many", why)


def undoing(world: World, body: BotBody, feature: BotFeature) -> BotPenalty | None:
    """The penalty a feature would undo (SB-155)."""
    found = (world.bot_penalty(id) for id in body.penalties)
    return next((p for p in found if p and feature.id in p.cancelled_by), None)


def part_taken(world: World, e: PartTaken) -> World:
    body = world.cast[e.who].bot or BotBody()
    agreed = (*body.agreed, e.part.feature) if e.undoes else body.agreed
    return with_body(world, e.who, parts=(*body.parts, e.part), agreed=agreed)


def drop_part(world: World, seat: Seat, c: DropPart, dice: Dice) -> Iterator[Event]:
    hero, body = bot_draft(world, seat, c.who)
    there = 1 <= c.place <= len(body.parts)
    must(there, "SB-152", "unknown", "There is no such feature on this bot.")
    yield PartDropped(hero.id, c.place, body.parts[c.place - 1].feature)


def part_dropped(world: World, e: PartDropped) -> World:
    body = world.cast[e.who].bot or BotBody()
    left = tuple(part for place, part in enumerate(body.parts, 1) if place != e.place)
    agreed = tuple(id for id in body.agreed if id != e.feature)
    return with_body(world, e.who, parts=left, agreed=agreed)


# -- The penalty (SB-152, SB-155) --------------------------------------------------------------


class TakePenalty(Command, frozen=True):
    """Something the bot lacks; it makes room for a third feature."""

    may = "owner or gm"
    who: Id
    penalty: Id
    note: Line = ""


class PenaltyTaken(Event, frozen=True):
    who: str
    penalty: str
    note: str = ""
    undone_by: tuple[str, ...] = ()  # features that undo it, with the Director's consent


class DropPenalty(Command, frozen=True):
    may = "owner or gm"
    who: Id
    penalty: Id


class PenaltyDropped(Event, frozen=True):
    who: str
    penalty: str


def take_penalty(world: World, seat: Seat, c: TakePenalty, dice: Dice) -> Iterator[Event]:
    hero, body = bot_draft(world, seat, c.who)
    found = world.bot_penalty(c.penalty)
    penalty = must(found, "SB-152", "unknown", "There is no such penalty.")
    note = one_line(c.note)
    why = f"{penalty.name}: say {penalty.note}."
    must(note or not penalty.note, "SB-157", "text_needed", why)
    must(penalty.id not in body.penalties, "SB-153", "already_taken", "It has that already.")
    if not hero.extra:
        few = len(body.penalties) < figures().bot_penalties
        need(few, "SB-152", "too_many", "One penalty is the most a bot can have.")
    undone = tuple(part.feature for part in body.parts if part.feature in penalty.cancelled_by)
    if undone:
        names = listing(world.all_bot_features()[id].name for id in undone)
        word(seat, "SB-155", f"{names} would undo the penalty “{penalty.name}”. May it be so?")
    yield PenaltyTaken(hero.id, penalty.id, note, undone)


def penalty_taken(world: World, e: PenaltyTaken) -> World:
    body = world.cast[e.who].bot or BotBody()
    return with_body(
        world,
        e.who,
        penalties=(*body.penalties, e.penalty),
        penalty_note=e.note or body.penalty_note,
        agreed=tuple(dict.fromkeys((*body.agreed, *e.undone_by))),
    )


def drop_penalty(world: World, seat: Seat, c: DropPenalty, dice: Dice) -> Iterator[Event]:
    hero, body = bot_draft(world, seat, c.who)
    must(c.penalty in body.penalties, "SB-152", "unknown", "It has no such penalty.")
    yield PenaltyDropped(hero.id, c.penalty)


def penalty_dropped(world: World, e: PenaltyDropped) -> World:
    body = world.cast[e.who].bot or BotBody()
    left = tuple(id for id in body.penalties if id != e.penalty)
    return with_body(world, e.who, penalties=left, penalty_note="", agreed=())


# -- A nose (SB-151) ---------------------------------------------------------------------------


class AllowNose(Command, frozen=True):
    """The Director lets a bot smell, or not."""

    may = "gm"
    who: Id
    yes: bool = True


class NoseAllowed(Event, frozen=True):
    who: str
    yes: bool


def allow_nose(world: World, seat: Seat, c: AllowNose, dice: Dice) -> Iterator[Event]:
    the_director(seat, "SB-151")
    hero = world.character(c.who)
    body = must(hero.bot, "SB-149", "not_a_bot", f"{hero.name or 'This one'} is no bot.")
    must(body.nose != c.yes, "SB-151", "same", "It is like that already.")
    yield NoseAllowed(hero.id, c.yes)


def nose_allowed(world: World, e: NoseAllowed) -> World:
    return with_body(world, e.who, nose=e.yes)


DECIDE: dict[Any, Any] = {
    ChooseLocomotion: choose_locomotion,
    TakePart: take_part,
    DropPart: drop_part,
    TakePenalty: take_penalty,
    DropPenalty: drop_penalty,
    AllowNose: allow_nose,
}
EVOLVE: dict[Any, Any] = {
    LocomotionChosen: locomotion_chosen,
    PartTaken: part_taken,
    PartDropped: part_dropped,
    PenaltyTaken: penalty_taken,
    PenaltyDropped: penalty_dropped,
    NoseAllowed: nose_allowed,
}
