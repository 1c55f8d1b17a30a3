"""Bots at the table: their parts, power, radio, bugs and orders (SB-156 … SB-164).

Their tools as weapons are in `gear.py` and `fights/ways.py`; building one is in `bots.py`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

from msgspec import Meta
from msgspec.structs import replace

from tablefolk.core.dice import Dice
from tablefolk.core.game import Act, Change, Event, Seat, must, need, word
from tablefolk.games.shapers_and_bots.rules import sheet
from tablefolk.games.shapers_and_bots.rules.challenges import on_record
from tablefolk.games.shapers_and_bots.rules.fights import rounds
from tablefolk.games.shapers_and_bots.rules.rulings import ruled
from tablefolk.games.shapers_and_bots.rules.state import World, one_line, the_director, words
from tablefolk.games.shapers_and_bots.rules.values import (
    BotBody,
    Challenge,
    Character,
    Id,
    Key,
    Line,
    Modified,
    Modifier,
    Who,
)
from tablefolk.games.shapers_and_bots.rules.wording import Facts, OfChallenge, has_met, knows, say

MOST_POWER = 20
Steps = Annotated[int, Meta(ge=0, le=MOST_POWER)]
Step = Annotated[int, Meta(ge=-MOST_POWER, le=MOST_POWER)]
Actions = Annotated[int, Meta(ge=0, le=4)]
DEAD_SPOTS = ("underground", "underwater")  # for a radio (SB-159)


def the_bot(world: World, who: str, rule: str, asked: bool = False) -> tuple[Character, BotBody]:
    """A bot in play: its sheet is finished, or a fight waits for an answer about it (SB-44)."""
    hero = world.character(who)
    body = must(hero.bot, rule, "not_a_bot", f"{hero.name} is no bot.")
    why = f"{hero.name or 'This bot'} is not finished yet."
    need(hero.finished or asked, "SB-44", "not_ready", why)
    need(not hero.left or asked, "SB-104", "left", f"{hero.name} is out of the story.")
    return hero, body


def with_body(world: World, who: str, **changes: object) -> World:
    body = world.cast[who].bot
    return world.with_hero(who, bot=replace(body, **changes)) if body else world


# -- Parts in a roll: buttons that the Director puts a number to (SB-157) --------------------------


class UsePart(Act[World], frozen=True):
    """A bot brings one of its features into a challenge; the Director is asked what it is worth."""

    may = "owner or gm"
    challenge: int
    part: Key

    def do(self, world: World, seat: Seat, dice: Dice) -> Iterator[Event]:
        tried = partly_open(world, self.challenge)
        hero = world.played(seat, tried.who)
        world.able(hero)
        name = the_part(world, hero, self.part)
        must(
            self.part not in tried.parts, "SB-157", "asked", "The Director has been asked already."
        )
        counted = any(modifier.label == name for modifier in tried.modifiers)
        must(not counted, "SB-157", "same", f"The Director has said what it is worth: {name}.")
        yield PartAsked(tried.id, hero.id, self.part, name)


class PartAsked(OfChallenge, frozen=True):
    who: Who
    part: str
    name: str

    def onto(self, world: World) -> World:
        had = world.challenges[self.challenge].parts
        return world.with_challenge(self.challenge, parts=(*had, self.part))


class GrantPart(Act[World], frozen=True):
    """The Director's number for it; also with 0 it makes possible what was refused."""

    may = "gm"
    challenge: int
    part: Key
    value: Modified = 0

    def do(self, world: World, seat: Seat, dice: Dice) -> Iterator[Event]:
        the_director(seat, "SB-157")
        tried = partly_open(world, self.challenge)
        name = the_part(world, world.character(tried.who), self.part)
        unlocked = tried.status == "refused"
        yield PartGranted(tried.id, tried.who, self.part, name, self.value, unlocked)
        answer = f"{sheet.signed(self.value)}{', and so it can be tried' if unlocked else ''}"
        yield on_record(world, "SB-157", f"What is this worth: {name}?", tried, answer)


class PartGranted(OfChallenge, frozen=True):
    who: str
    part: str
    name: str
    value: int
    unlocked: bool = False  # it had been refused as impossible

    def onto(self, world: World) -> World:
        tried = world.challenges[self.challenge]
        left = tuple(part for part in tried.parts if part != self.part)
        more = (Modifier(self.name, self.value),) if self.value else ()
        return world.with_challenge(
            self.challenge, parts=left, modifiers=(*tried.modifiers, *more), status="open"
        )

    def in_words(self, world: World, seat: Seat) -> Facts:
        return {"value": sheet.signed(self.value)}


def partly_open(world: World, number: int) -> Challenge:
    """A challenge for which no dice have fallen; a refused one may be unlocked."""
    tried = must(world.challenges.get(number), "SB-17", "unknown", "There is no such challenge.")
    must(tried.status in ("open", "refused"), "SB-23", "no_reroll", "That is settled already.")
    return tried


def the_part(world: World, hero: Character, part: str) -> str:
    """The name of a feature this bot has, and that works here (SB-159)."""
    found = world.bot_feature(part) if sheet.bot_has(hero, part) else None
    feature = must(found, "SB-157", "unknown", f"{hero.name} has no such feature.")
    why = "A radio is dead below ground and under water."
    need(part != "radio" or world.scene not in DEAD_SPOTS, "SB-159", "radio_dead", why)
    return feature.name


# -- Power: a track that the Director may keep (SB-158) --------------------------------------------


class KeepPower(Act[World], frozen=True):
    """The Director begins a power track of so many steps for a bot; 0 ends it."""

    may = "gm"
    who: Id
    steps: Steps

    def do(self, world: World, seat: Seat, dice: Dice) -> Iterator[Event]:
        the_director(seat, "SB-158")
        hero, _ = the_bot(world, self.who, "SB-158")
        yield PowerKept(hero.id, hero.name, self.steps)


class PowerKept(Change[World], frozen=True):
    voice = "noted"
    who: str
    name: str
    steps: int

    def onto(self, world: World) -> World:
        return with_body(world, self.who, power=self.steps or None, power_most=self.steps)

    def told_to(self, world: World, seat: Seat) -> str | None:
        return ("" if self.steps else "_none") if knows(world, self.who, seat) else None


class StepPower(Act[World], frozen=True):
    """The Director drains or supplies some steps."""

    may = "gm"
    who: Id
    steps: Step
    because: Line = ""

    def do(self, world: World, seat: Seat, dice: Dice) -> Iterator[Event]:
        the_director(seat, "SB-158")
        hero, body = the_bot(world, self.who, "SB-158")
        must(body.power_most, "SB-158", "no_track", f"No power track is kept for {hero.name}.")
        before = body.power or 0
        after = max(0, min(body.power_most, before + self.steps))
        must(after != before, "SB-158", "no_effect", "That changes nothing.")
        yield PowerStepped(hero.id, hero.name, before, after, self.because.strip())


class PowerStepped(Change[World], frozen=True):
    voice = "noted"
    who: str
    name: str
    before: int
    after: int
    because: str = ""

    def onto(self, world: World) -> World:
        return with_body(world, self.who, power=self.after)

    def told_to(self, world: World, seat: Seat) -> str | None:
        return "" if knows(world, self.who, seat) else None


def power_notes(world: World, hero: Character) -> tuple[str, ...]:
    """What drains and what supplies a bot, in words; no figures exist (SB-158)."""
    body = hero.bot
    found = [world.bot_feature(part.feature) for part in body.parts] if body else []
    notes = [f"{feature.name}: {feature.power}" for feature in found if feature and feature.power]
    weak = ["Weak battery: recharges often"] if sheet.penalized(hero, "weak_battery") else []
    return (*notes, *weak)


# -- Where the scene is (SB-159) -------------------------------------------------------------------


class SetSurroundings(Act[World], frozen=True):
    """The Director marks the scene as below ground or under water."""

    may = "gm"
    where: Literal["", "underground", "underwater"] = ""

    def do(self, world: World, seat: Seat, dice: Dice) -> Iterator[Event]:
        the_director(seat, "SB-159")
        must(self.where != world.scene, "SB-159", "same", "The scene is marked so already.")
        yield SurroundingsSet(self.where)


class SurroundingsSet(Change[World], frozen=True):
    voice = "ruled"
    where: str

    def onto(self, world: World) -> World:
        return replace(world, scene=self.where)

    def in_words(self, world: World, seat: Seat) -> Facts:
        return {"place": say(f"where.{self.where or 'above'}")}


# -- Bugs (SB-160) ---------------------------------------------------------------------------------


class RuleBug(Act[World], frozen=True):
    """Under stress: all well, something odd happens, or actions of this round are lost."""

    may = "gm"
    who: Id
    how: Literal["well", "odd", "frozen"] = "well"
    text: Line = ""
    actions: Actions = 0  # lost this round

    def do(self, world: World, seat: Seat, dice: Dice) -> Iterator[Event]:
        the_director(seat, "SB-160")
        asked = world.fight is not None and self.who in world.fight.buggy
        hero, _ = the_bot(world, self.who, "SB-160", asked)
        need(sheet.penalized(hero, "buggy"), "SB-160", "not_buggy", f"{hero.name} is not buggy.")
        text = one_line(self.text)
        if self.how == "odd":
            words(text, "SB-160", "Say what it does.")
        one = world.combatant(hero.id)
        lost = min(self.actions, one.pool) if one and self.how == "frozen" else 0
        pool, lapsed = (one.pool - lost, one.lapsed + lost) if one else (0, 0)
        made = BugRuled(hero.id, hero.name, self.how, text, lost, pool, lapsed)
        yield made
        answer = text or {"well": "all well", "frozen": "it freezes"}.get(self.how, self.how)
        ruling = ruled(world, "SB-160", f"Is {hero.name} all right?", answer, about=hero.id)
        yield ruling
        if world.fight is not None:
            yield from rounds.begin_if_ready(made.onto(world.counted(ruling.number)))


class BugRuled(Change[World], frozen=True):
    voice = "ruled"
    who: str
    name: str
    how: str
    text: str = ""
    lost: int = 0
    pool: int = 0
    lapsed: int = 0

    def onto(self, world: World) -> World:
        world = world.with_combatant(self.who, pool=self.pool, lapsed=self.lapsed)
        asked = world.fight.buggy if world.fight else ()
        return world.with_fight(buggy=tuple(one for one in asked if one != self.who))

    def told_to(self, world: World, seat: Seat) -> str | None:
        return f"_{self.how}" if has_met(world, self.who, seat) else None


# -- Lying on its back; wet, burning, hit (SB-161) -------------------------------------------------


class TurnOver(Act[World], frozen=True):
    """The Director says that a bot lies on its back."""

    may = "gm"
    who: Id

    def do(self, world: World, seat: Seat, dice: Dice) -> Iterator[Event]:
        the_director(seat, "SB-161")
        hero, body = the_bot(world, self.who, "SB-161")
        must(not body.overturned, "SB-161", "same", f"{hero.name} lies on its back already.")
        yield TurnedOver(hero.id, hero.name)


class TurnedOver(Change[World], frozen=True):
    voice = "ruled"
    who: str
    name: str

    def onto(self, world: World) -> World:
        return with_body(world, self.who, overturned=True)

    def told_to(self, world: World, seat: Seat) -> str | None:
        return "" if has_met(world, self.who, seat) else None


class GetUp(Act[World], frozen=True):
    """A bot rights itself; a top-heavy one needs somebody's help, which the Director grants."""

    may = "owner or gm"
    who: Id

    def do(self, world: World, seat: Seat, dice: Dice) -> Iterator[Event]:
        hero = world.played(seat, self.who)
        _, body = the_bot(world, self.who, "SB-161")
        world.able(hero)
        must(body.overturned, "SB-161", "same", f"{hero.name} is up.")
        heavy = sheet.penalized(hero, "top_heavy")
        if heavy:
            why = f"{hero.name} is top-heavy and cannot right itself: somebody must help."
            need(seat.gm or seat.word, "SB-161", "stays_down", why)
        yield GotUp(hero.id, hero.name, heavy)


class GotUp(Change[World], frozen=True):
    who: str
    name: str
    helped: bool = False

    def onto(self, world: World) -> World:
        return with_body(world, self.who, overturned=False)

    def told_to(self, world: World, seat: Seat) -> str | None:
        return "" if has_met(world, self.who, seat) else None


class RuleExposure(Act[World], frozen=True):
    """What water, fire or a blow does to a bot that cannot stand it."""

    may = "gm"
    who: Id
    to: Literal["water", "fire", "a blow"]
    text: Line

    def do(self, world: World, seat: Seat, dice: Dice) -> Iterator[Event]:
        the_director(seat, "SB-161")
        hero, _ = the_bot(world, self.who, "SB-161")
        text = words(one_line(self.text), "SB-161", "Say what it does to the bot.")
        yield ruled(
            world, "SB-161", f"{hero.name} meets {self.to}. What happens?", text, about=hero.id
        )


def mute(hero: Character) -> bool:
    """Whether somebody speaks by gestures only (SB-161)."""
    return sheet.penalized(hero, "cannot_communicate")


def prompts(hero: Character) -> tuple[str, ...]:
    """What the Director should remember about a bot (SB-161)."""
    told = {
        "not_waterproof": "Not waterproof: shorts out when wet.",
        "fragile": "Fragile: burns easily, and parts break off when it is hit.",
        "slow": "Slow: whether it can run anywhere is yours to say.",
        "top_heavy": "Top-heavy: stays down once it is turned over.",
        "buggy": "Buggy: may freeze or misbehave under stress.",
    }
    return tuple(text for penalty, text in told.items() if sheet.penalized(hero, penalty))


def suggested(world: World, hero: Character, key: str) -> tuple[str, ...]:
    """Bot parts and penalties that may change a roll: chips for the Director's number."""
    hides = key in ("hiding", "stealth")
    plain = ["Conspicuous"] if hides and sheet.penalized(hero, "conspicuous") else []
    parts = hero.bot.parts if hero.bot else ()
    found = (world.bot_feature(part.feature) for part in parts)
    return (*plain, *(feature.name for feature in found if feature and not feature.weapon))


# -- Orders (SB-162) -------------------------------------------------------------------------------


class NoteHolder(Act[World], frozen=True):
    """The Director records who has the keyword or the controller of an obedient bot."""

    may = "gm"
    who: Id
    holder: Id = ""  # a character; "" is nobody

    def do(self, world: World, seat: Seat, dice: Dice) -> Iterator[Event]:
        the_director(seat, "SB-162")
        hero = obedient(world, self.who)
        holder = world.character(self.holder).id if self.holder else ""
        must(hero.bot and hero.bot.holder != holder, "SB-162", "same", "That is on record already.")
        yield HolderNoted(hero.id, hero.name, holder)


class HolderNoted(Change[World], frozen=True):
    voice = "noted"
    who: str
    name: str
    holder: Who

    def onto(self, world: World) -> World:
        return with_body(world, self.who, holder=self.holder)

    def told_to(self, world: World, seat: Seat) -> str | None:
        """The Director's to know, and those whose bot or keyword it is (SB-162)."""
        theirs = {world.cast[who].player for who in (self.who, self.holder) if who in world.cast}
        told = seat.gm or (seat.id and seat.id in theirs)
        return None if not told else "" if self.holder else "_nobody"


class GiveOrder(Act[World], frozen=True):
    """Whoever has the keyword orders a bot; the Director confirms, its player plays it."""

    may = "owner or gm"
    who: Id  # the bot
    by: Id  # the holder
    text: Line

    def do(self, world: World, seat: Seat, dice: Dice) -> Iterator[Event]:
        bot = obedient(world, self.who)
        holder = world.own(seat, self.by)
        world.able(holder)
        has = bot.bot is not None and bot.bot.holder == holder.id
        why = f"{holder.name} has neither the keyword nor the controller of {bot.name}."
        need(has, "SB-162", "not_the_holder", why)
        text = words(one_line(self.text), "SB-162", "Say what the bot is to do.")
        word(seat, "SB-162", f"{holder.name} orders {bot.name}: {text}. Must {bot.name} obey?")
        yield OrderGiven(bot.id, holder.id, text)
        yield ruled(world, "SB-162", f"Must {bot.name} obey {holder.name}?", text, about=bot.id)


class OrderGiven(Change[World], frozen=True):
    who: Who
    by: Who
    text: str

    def onto(self, world: World) -> World:
        return world

    def told_to(self, world: World, seat: Seat) -> str | None:
        return "" if has_met(world, self.who, seat) else None


def obedient(world: World, who: str) -> Character:
    hero, _ = the_bot(world, who, "SB-162")
    why = f"{hero.name} takes orders from nobody."
    must(sheet.penalized(hero, "obedient"), "SB-162", "not_obedient", why)
    return hero


# -- How a bot looks (SB-163) ----------------------------------------------------------------------


def polish(world: World, hero: Character) -> str:
    """A hint by Fitness; the words for waking and dying are in state.py (SB-164)."""
    fit = sheet.number(world, hero, "FIT").value
    if hero.bot is None or not fit:
        return ""
    if fit < 0:
        return "Looks rusty, or not quite complete."
    return "Looks brand new, and tempting to bots in need of parts."
