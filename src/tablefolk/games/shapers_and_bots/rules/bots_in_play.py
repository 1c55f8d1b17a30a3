"""Bots at the table: their parts, power, radio, bugs and orders (SB-156 … SB-164).

Their tools as weapons are in `gear.py` and `fights/ways.py`; building one is in `bots.py`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, Literal

from msgspec import Meta
from msgspec.structs import replace

from tablefolk.core.dice import Dice
from tablefolk.core.game import Command, Event, Seat, must, need, word
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
)

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
    return hero, body


def with_body(world: World, who: str, **changes: Any) -> World:
    body = world.cast[who].bot
    return world.with_hero(who, bot=replace(body, **changes)) if body else world


# -- Parts in a roll: buttons that the Director puts a number to (SB-157) --------------------------


class UsePart(Command, frozen=True):
    """A bot brings one of its features into a challenge; the Director is asked what it is worth."""

    may = "owner or gm"
    challenge: int
    part: Key


class PartAsked(Event, frozen=True):
    challenge: int
    who: str
    part: str
    name: str


class GrantPart(Command, frozen=True):
    """The Director's number for it; also with 0 it makes possible what was refused."""

    may = "gm"
    challenge: int
    part: Key
    value: Modified = 0


class PartGranted(Event, frozen=True):
    challenge: int
    who: str
    part: str
    name: str
    value: int
    unlocked: bool = False  # it had been refused as impossible


def use_part(world: World, seat: Seat, c: UsePart, dice: Dice) -> Iterator[Event]:
    tried = partly_open(world, c.challenge)
    hero = world.played(seat, tried.who)
    world.able(hero)
    name = the_part(world, hero, c.part)
    must(c.part not in tried.parts, "SB-157", "asked", "The Director has been asked already.")
    counted = any(modifier.label == name for modifier in tried.modifiers)
    must(not counted, "SB-157", "same", f"The Director has said what it is worth: {name}.")
    yield PartAsked(tried.id, hero.id, c.part, name)


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


def part_asked(world: World, e: PartAsked) -> World:
    had = world.challenges[e.challenge].parts
    return world.with_challenge(e.challenge, parts=(*had, e.part))


def grant_part(world: World, seat: Seat, c: GrantPart, dice: Dice) -> Iterator[Event]:
    the_director(seat, "SB-157")
    tried = partly_open(world, c.challenge)
    name = the_part(world, world.character(tried.who), c.part)
    unlocked = tried.status == "refused"
    yield PartGranted(tried.id, tried.who, c.part, name, c.value, unlocked)
    answer = f"{sheet.signed(c.value)}{', and so it can be tried' if unlocked else ''}"
    yield on_record(world, "SB-157", f"What is this worth: {name}?", tried, answer)


def part_granted(world: World, e: PartGranted) -> World:
    tried = world.challenges[e.challenge]
    left = tuple(part for part in tried.parts if part != e.part)
    more = (Modifier(e.name, e.value),) if e.value else ()
    return world.with_challenge(
        e.challenge, parts=left, modifiers=(*tried.modifiers, *more), status="open"
    )


# -- Power: a track that the Director may keep (SB-158) --------------------------------------------


class KeepPower(Command, frozen=True):
    """The Director begins a power track of so many steps for a bot; 0 ends it."""

    may = "gm"
    who: Id
    steps: Steps


class PowerKept(Event, frozen=True):
    who: str
    name: str
    steps: int


class StepPower(Command, frozen=True):
    """The Director drains or supplies some steps."""

    may = "gm"
    who: Id
    steps: Step
    because: Line = ""


class PowerStepped(Event, frozen=True):
    who: str
    name: str
    before: int
    after: int
    because: str = ""


def keep_power(world: World, seat: Seat, c: KeepPower, dice: Dice) -> Iterator[Event]:
    the_director(seat, "SB-158")
    hero, _ = the_bot(world, c.who, "SB-158")
    yield PowerKept(hero.id, hero.name, c.steps)


def power_kept(world: World, e: PowerKept) -> World:
    return with_body(world, e.who, power=e.steps or None, power_most=e.steps)


def step_power(world: World, seat: Seat, c: StepPower, dice: Dice) -> Iterator[Event]:
    the_director(seat, "SB-158")
    hero, body = the_bot(world, c.who, "SB-158")
    must(body.power_most, "SB-158", "no_track", f"No power track is kept for {hero.name}.")
    before = body.power or 0
    after = max(0, min(body.power_most, before + c.steps))
    must(after != before, "SB-158", "no_effect", "That changes nothing.")
    yield PowerStepped(hero.id, hero.name, before, after, c.because.strip())


def power_stepped(world: World, e: PowerStepped) -> World:
    return with_body(world, e.who, power=e.after)


def power_notes(world: World, hero: Character) -> tuple[str, ...]:
    """What drains and what supplies a bot, in words; no figures exist (SB-158)."""
    body = hero.bot
    found = [world.bot_feature(part.feature) for part in body.parts] if body else []
    notes = [f"{feature.name}: {feature.power}" for feature in found if feature and feature.power]
    weak = ["Weak battery: recharges often"] if sheet.penalized(hero, "weak_battery") else []
    return (*notes, *weak)


# -- Where the scene is (SB-159) -------------------------------------------------------------------


class SetSurroundings(Command, frozen=True):
    """The Director marks the scene as below ground or under water."""

    may = "gm"
    where: Literal["", "underground", "underwater"] = ""


class SurroundingsSet(Event, frozen=True):
    where: str


def set_surroundings(world: World, seat: Seat, c: SetSurroundings, dice: Dice) -> Iterator[Event]:
    the_director(seat, "SB-159")
    must(c.where != world.scene, "SB-159", "same", "The scene is marked so already.")
    yield SurroundingsSet(c.where)


def surroundings_set(world: World, e: SurroundingsSet) -> World:
    return replace(world, scene=e.where)


# -- Bugs (SB-160) ---------------------------------------------------------------------------------


class RuleBug(Command, frozen=True):
    """Under stress: all well, something odd happens, or actions of this round are lost."""

    may = "gm"
    who: Id
    how: Literal["well", "odd", "frozen"] = "well"
    text: Line = ""
    actions: Actions = 0  # lost this round


class BugRuled(Event, frozen=True):
    who: str
    name: str
    how: str
    text: str = ""
    lost: int = 0
    pool: int = 0
    lapsed: int = 0


def rule_bug(world: World, seat: Seat, c: RuleBug, dice: Dice) -> Iterator[Event]:
    the_director(seat, "SB-160")
    asked = world.fight is not None and c.who in world.fight.buggy
    hero, _ = the_bot(world, c.who, "SB-160", asked)
    need(sheet.penalized(hero, "buggy"), "SB-160", "not_buggy", f"{hero.name} is not buggy.")
    text = one_line(c.text)
    if c.how == "odd":
        words(text, "SB-160", "Say what it does.")
    one = world.combatant(hero.id)
    lost = min(c.actions, one.pool) if one and c.how == "frozen" else 0
    pool, lapsed = (one.pool - lost, one.lapsed + lost) if one else (0, 0)
    made = BugRuled(hero.id, hero.name, c.how, text, lost, pool, lapsed)
    yield made
    answer = text or {"well": "all well", "frozen": "it freezes"}.get(c.how, c.how)
    ruling = ruled(world, "SB-160", f"Is {hero.name} all right?", answer, about=hero.id)
    yield ruling
    if world.fight is not None:
        yield from rounds.begin_if_ready(bug_ruled(world.counted(ruling.number), made))


def bug_ruled(world: World, e: BugRuled) -> World:
    world = world.with_combatant(e.who, pool=e.pool, lapsed=e.lapsed)
    asked = world.fight.buggy if world.fight else ()
    return world.with_fight(buggy=tuple(one for one in asked if one != e.who))


# -- Lying on its back; wet, burning, hit (SB-161) -------------------------------------------------


class TurnOver(Command, frozen=True):
    """The Director says that a bot lies on its back."""

    may = "gm"
    who: Id


class TurnedOver(Event, frozen=True):
    who: str
    name: str


class GetUp(Command, frozen=True):
    """A bot rights itself; a top-heavy one needs somebody's help, which the Director grants."""

    may = "owner or gm"
    who: Id


class GotUp(Event, frozen=True):
    who: str
    name: str
    helped: bool = False


class RuleExposure(Command, frozen=True):
    """What water, fire or a blow does to a bot that cannot stand it."""

    may = "gm"
    who: Id
    to: Literal["water", "fire", "a blow"]
    text: Line


def turn_over(world: World, seat: Seat, c: TurnOver, dice: Dice) -> Iterator[Event]:
    the_director(seat, "SB-161")
    hero, body = the_bot(world, c.who, "SB-161")
    must(not body.overturned, "SB-161", "same", f"{hero.name} lies on its back already.")
    yield TurnedOver(hero.id, hero.name)


def turned_over(world: World, e: TurnedOver) -> World:
    return with_body(world, e.who, overturned=True)


def get_up(world: World, seat: Seat, c: GetUp, dice: Dice) -> Iterator[Event]:
    hero = world.played(seat, c.who)
    _, body = the_bot(world, c.who, "SB-161")
    world.able(hero)
    must(body.overturned, "SB-161", "same", f"{hero.name} is up.")
    heavy = sheet.penalized(hero, "top_heavy")
    if heavy:
        why = f"{hero.name} is top-heavy and cannot right itself: somebody must help."
        need(seat.gm or seat.word, "SB-161", "stays_down", why)
    yield GotUp(hero.id, hero.name, heavy)


def got_up(world: World, e: GotUp) -> World:
    return with_body(world, e.who, overturned=False)


def rule_exposure(world: World, seat: Seat, c: RuleExposure, dice: Dice) -> Iterator[Event]:
    the_director(seat, "SB-161")
    hero, _ = the_bot(world, c.who, "SB-161")
    text = words(one_line(c.text), "SB-161", "Say what it does to the bot.")
    yield ruled(world, "SB-161", f"{hero.name} meets {c.to}. What happens?", text, about=hero.id)


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


class NoteHolder(Command, frozen=True):
    """The Director records who has the keyword or the controller of an obedient bot."""

    may = "gm"
    who: Id
    holder: Id = ""  # a character; "" is nobody


class HolderNoted(Event, frozen=True):
    who: str
    name: str
    holder: str


class GiveOrder(Command, frozen=True):
    """Whoever has the keyword orders a bot; the Director confirms, its player plays it."""

    may = "owner or gm"
    who: Id  # the bot
    by: Id  # the holder
    text: Line


class OrderGiven(Event, frozen=True):
    who: str
    by: str
    text: str


def note_holder(world: World, seat: Seat, c: NoteHolder, dice: Dice) -> Iterator[Event]:
    the_director(seat, "SB-162")
    hero = obedient(world, c.who)
    holder = world.character(c.holder).id if c.holder else ""
    must(hero.bot and hero.bot.holder != holder, "SB-162", "same", "That is on record already.")
    yield HolderNoted(hero.id, hero.name, holder)


def obedient(world: World, who: str) -> Character:
    hero, _ = the_bot(world, who, "SB-162")
    why = f"{hero.name} takes orders from nobody."
    must(sheet.penalized(hero, "obedient"), "SB-162", "not_obedient", why)
    return hero


def holder_noted(world: World, e: HolderNoted) -> World:
    return with_body(world, e.who, holder=e.holder)


def give_order(world: World, seat: Seat, c: GiveOrder, dice: Dice) -> Iterator[Event]:
    bot = obedient(world, c.who)
    holder = world.own(seat, c.by)
    world.able(holder)
    has = bot.bot is not None and bot.bot.holder == holder.id
    why = f"{holder.name} has neither the keyword nor the controller of {bot.name}."
    need(has, "SB-162", "not_the_holder", why)
    text = words(one_line(c.text), "SB-162", "Say what the bot is to do.")
    word(seat, "SB-162", f"{holder.name} orders {bot.name}: {text}. Must {bot.name} obey?")
    yield OrderGiven(bot.id, holder.id, text)
    yield ruled(world, "SB-162", f"Must {bot.name} obey {holder.name}?", text, about=bot.id)


def order_given(world: World, e: OrderGiven) -> World:
    return world


# -- How a bot looks (SB-163) ----------------------------------------------------------------------


def polish(world: World, hero: Character) -> str:
    """A hint by Fitness; the words for waking and dying are in state.py (SB-164)."""
    fit = sheet.number(world, hero, "FIT").value
    if hero.bot is None or not fit:
        return ""
    if fit < 0:
        return "Looks rusty, or not quite complete."
    return "Looks brand new, and tempting to bots in need of parts."


DECIDE: dict[Any, Any] = {
    UsePart: use_part,
    GrantPart: grant_part,
    KeepPower: keep_power,
    StepPower: step_power,
    SetSurroundings: set_surroundings,
    RuleBug: rule_bug,
    TurnOver: turn_over,
    GetUp: get_up,
    RuleExposure: rule_exposure,
    NoteHolder: note_holder,
    GiveOrder: give_order,
}
EVOLVE: dict[Any, Any] = {
    PartAsked: part_asked,
    PartGranted: part_granted,
    PowerKept: power_kept,
    PowerStepped: power_stepped,
    SurroundingsSet: surroundings_set,
    BugRuled: bug_ruled,
    TurnedOver: turned_over,
    GotUp: got_up,
    HolderNoted: holder_noted,
    OrderGiven: order_given,
}
