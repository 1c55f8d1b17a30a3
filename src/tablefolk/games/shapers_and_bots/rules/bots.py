"""Building a bot: how it moves, what it is fitted with, what it lacks (SB-149 … SB-156)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from tablefolk.core.dice import Dice
from tablefolk.core.game import Act, Event, Seat, must, need, word
from tablefolk.core.words import listing
from tablefolk.games.shapers_and_bots.rules import sheet
from tablefolk.games.shapers_and_bots.rules.building import draft, part_slots
from tablefolk.games.shapers_and_bots.rules.content import BotFeature, BotPenalty, content, figures
from tablefolk.games.shapers_and_bots.rules.state import World, one_line, the_director
from tablefolk.games.shapers_and_bots.rules.values import (
    BotBody,
    BotPart,
    Character,
    Id,
    Line,
    Part,
)
from tablefolk.games.shapers_and_bots.rules.wording import (
    Facts,
    OnSheet,
    SheetStep,
    knows,
    part_name,
)

MOST_PARTS = 12


def bot_draft(world: World, seat: Seat, who: str) -> tuple[Character, BotBody]:
    """A bot whose sheet is still open."""
    hero = draft(world, seat, who)
    return hero, must(hero.bot, "SB-149", "not_a_bot", f"{hero.name or 'This one'} is no bot.")


# -- How it moves (SB-150) ---------------------------------------------------------------------


class ChooseLocomotion(Act[World], frozen=True):
    """Tracks, wheels or legs."""

    may = "owner or gm"
    who: Id
    locomotion: Id

    def do(self, world: World, seat: Seat, dice: Dice) -> Iterator[Event]:
        hero, body = bot_draft(world, seat, self.who)
        ways = content().locomotion
        must(self.locomotion in ways, "SB-150", "unknown", f"A bot moves on {listing(ways, 'or')}.")
        must(self.locomotion != body.locomotion, "SB-150", "same", "It moves like that already.")
        yield LocomotionChosen(hero.id, self.locomotion)


class LocomotionChosen(SheetStep, frozen=True):
    locomotion: str

    def onto(self, world: World) -> World:
        return with_body(world, self.who, locomotion=self.locomotion)


def with_body(world: World, who: str, **changes: object) -> World:
    body = world.cast[who].bot or BotBody()
    return world.with_hero(who, bot=replace(body, **changes))


# -- Features (SB-152 … SB-156) ----------------------------------------------------------------


class TakePart(Act[World], frozen=True):
    """A feature for the bot, with what has to be noted: a terrain, small or large, which gear."""

    may = "owner or gm"
    who: Id
    feature: Id
    note: Line = ""

    def do(self, world: World, seat: Seat, dice: Dice) -> Iterator[Event]:
        hero, body = bot_draft(world, seat, self.who)
        found = world.bot_feature(self.feature)
        feature = must(found, "SB-152", "unknown", "There is no such feature for bots.")
        why = f"{feature.name}: say {feature.note}."
        note = one_line(self.note)
        must(note or not feature.note, "SB-157", "text_needed", why)
        must(
            len(body.parts) < MOST_PARTS, "SB-152", "too_many", "That is more than a bot can carry."
        )
        may_take(world, hero, body, feature)
        undone = undoing(world, body, feature)
        if undone:
            question = f"{feature.name} would undo the penalty “{undone.name}”. May it?"
            word(seat, "SB-155", question)
        yield PartTaken(hero.id, BotPart(feature.id, note), undone.id if undone else "")


class PartTaken(SheetStep, frozen=True):
    part: BotPart
    undoes: str = ""  # the penalty it undoes, with the Director's consent

    def onto(self, world: World) -> World:
        body = world.cast[self.who].bot or BotBody()
        agreed = (*body.agreed, self.part.feature) if self.undoes else body.agreed
        return with_body(world, self.who, parts=(*body.parts, self.part), agreed=agreed)

    def in_words(self, world: World, seat: Seat) -> Facts:
        return {"what": part_name(world, self.part.feature)}


class DropPart(Act[World], frozen=True):
    """A feature comes off again: by its place, counted from 1."""

    may = "owner or gm"
    who: Id
    place: int

    def do(self, world: World, seat: Seat, dice: Dice) -> Iterator[Event]:
        hero, body = bot_draft(world, seat, self.who)
        there = 1 <= self.place <= len(body.parts)
        must(there, "SB-152", "unknown", "There is no such feature on this bot.")
        yield PartDropped(hero.id, self.place, body.parts[self.place - 1].feature)


class PartDropped(SheetStep, frozen=True):
    place: int
    feature: Part

    def onto(self, world: World) -> World:
        body = world.cast[self.who].bot or BotBody()
        left = tuple(part for place, part in enumerate(body.parts, 1) if place != self.place)
        agreed = tuple(id for id in body.agreed if id != self.feature)
        return with_body(world, self.who, parts=left, agreed=agreed)


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


# -- The penalty (SB-152, SB-155) --------------------------------------------------------------


class TakePenalty(Act[World], frozen=True):
    """Something the bot lacks; it makes room for a third feature."""

    may = "owner or gm"
    who: Id
    penalty: Id
    note: Line = ""

    def do(self, world: World, seat: Seat, dice: Dice) -> Iterator[Event]:
        hero, body = bot_draft(world, seat, self.who)
        found = world.bot_penalty(self.penalty)
        penalty = must(found, "SB-152", "unknown", "There is no such penalty.")
        note = one_line(self.note)
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


class PenaltyTaken(SheetStep, frozen=True):
    penalty: Part
    note: str = ""
    undone_by: tuple[str, ...] = ()  # features that undo it, with the Director's consent

    def onto(self, world: World) -> World:
        body = world.cast[self.who].bot or BotBody()
        return with_body(
            world,
            self.who,
            penalties=(*body.penalties, self.penalty),
            penalty_note=self.note or body.penalty_note,
            agreed=tuple(dict.fromkeys((*body.agreed, *self.undone_by))),
        )


class DropPenalty(Act[World], frozen=True):
    may = "owner or gm"
    who: Id
    penalty: Id

    def do(self, world: World, seat: Seat, dice: Dice) -> Iterator[Event]:
        hero, body = bot_draft(world, seat, self.who)
        must(self.penalty in body.penalties, "SB-152", "unknown", "It has no such penalty.")
        yield PenaltyDropped(hero.id, self.penalty)


class PenaltyDropped(SheetStep, frozen=True):
    penalty: Part

    def onto(self, world: World) -> World:
        body = world.cast[self.who].bot or BotBody()
        left = tuple(id for id in body.penalties if id != self.penalty)
        return with_body(world, self.who, penalties=left, penalty_note="", agreed=())


# -- A nose (SB-151) ---------------------------------------------------------------------------


class AllowNose(Act[World], frozen=True):
    """The Director lets a bot smell, or not."""

    may = "gm"
    who: Id
    yes: bool = True

    def do(self, world: World, seat: Seat, dice: Dice) -> Iterator[Event]:
        the_director(seat, "SB-151")
        hero = world.character(self.who)
        body = must(hero.bot, "SB-149", "not_a_bot", f"{hero.name or 'This one'} is no bot.")
        must(body.nose != self.yes, "SB-151", "same", "It is like that already.")
        yield NoseAllowed(hero.id, self.yes)


class NoseAllowed(OnSheet, frozen=True):
    yes: bool

    def onto(self, world: World) -> World:
        return with_body(world, self.who, nose=self.yes)

    def told_to(self, world: World, seat: Seat) -> str | None:
        return ("" if self.yes else "_not") if knows(world, self.who, seat) else None
