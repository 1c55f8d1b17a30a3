"""After an adventure: one raise each, teachers, and the ledger of skills used (SB-176 … SB-184)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from tablefolk.core.dice import Dice
from tablefolk.core.game import Command, Event, Seat, must, need, word
from tablefolk.games.shapers_and_bots.rules import known, sheet, skills
from tablefolk.games.shapers_and_bots.rules.content import figures
from tablefolk.games.shapers_and_bots.rules.rulings import ruled
from tablefolk.games.shapers_and_bots.rules.state import (
    World,
    gone,
    one_line,
    the_director,
    words,
)
from tablefolk.games.shapers_and_bots.rules.values import (
    Adventure,
    Character,
    Id,
    Key,
    Lesson,
    Line,
    Name,
)

# -- One raise for each (SB-177 … SB-180) ----------------------------------------------------------


class GrantRaise(Command, frozen=True):
    """The Director raises one skill of a player's character by one level, if they like."""

    may = "gm"
    who: Id
    key: Key


class RaiseGranted(Event, frozen=True):
    adventure: int
    who: str
    name: str
    key: str
    was: int | None
    now: int
    levels: int  # learned in play, all in all


def grant_raise(world: World, seat: Seat, c: GrantRaise, dice: Dice) -> Iterator[Event]:
    the_director(seat, "SB-177")
    adventure = just_over(world)
    hero = world.character(c.who)
    why = "Raises are for the players’ characters; an extra’s numbers are set."
    must(not hero.extra, "SB-177", "players_only", why)
    need(hero.life != "dead", "SB-104", "dead", f"{hero.name} is {gone(hero)}, and grows no more.")
    a_skill(world, hero, c.key)
    label = sheet.label(world, c.key)
    used = c.key in adventure.used.get(hero.id, ())
    need(used, "SB-178", "not_used", f"{hero.name} did not use {label} in this adventure.")
    skills.for_this_species(world, hero, c.key)
    given = adventure.raised.get(hero.id, 0)
    why = f"{hero.name} has had a raise for this adventure; one is all there is."
    need(not given, "SB-178", "already_raised", why)
    was = known.rating(world, hero, c.key)
    now = sheet.next_level(was)
    levels = hero.grown.get(c.key, 0) + 1
    yield RaiseGranted(adventure.id, hero.id, hero.name, c.key, was, now, levels)
    answer = f"{label} from {sheet.signed(was)} to {sheet.signed(now)}"
    yield ruled(world, "SB-177", f"A raise for {hero.name}?", answer, about=hero.id)


class PassRaise(Command, frozen=True):
    """The Director raises nothing for somebody this time."""

    may = "gm"
    who: Id


class RaisePassed(Event, frozen=True):
    adventure: int
    who: str
    name: str


def pass_raise(world: World, seat: Seat, c: PassRaise, dice: Dice) -> Iterator[Event]:
    the_director(seat, "SB-177")
    adventure, hero = just_over(world), world.character(c.who)
    settled = hero.id in adventure.passed or adventure.raised.get(hero.id)
    must(not settled, "SB-177", "same", "That is settled already.")
    yield RaisePassed(adventure.id, hero.id, hero.name)


def raise_passed(world: World, e: RaisePassed) -> World:
    passed = (*world.adventures[e.adventure].passed, e.who)
    return world.with_adventure(e.adventure, passed=passed)


def just_over(world: World) -> Adventure:
    """The adventure whose end has opened advancement (SB-176)."""
    over = [one for one in world.adventures.values() if one.status == "ended"]
    between = not world.running and bool(over)
    why = "Raises are given when an adventure has ended, before the next one starts."
    need(between, "SB-176", "not_over", why)
    return must(over[-1] if over else None, "SB-176", "not_over", why)


def a_skill(world: World, hero: Character, key: str) -> None:
    """Skills grow, shaping and Sixth Sense among them; features do not (SB-179, SB-180)."""
    why = "Features and health points do not grow; choose a skill."
    must(sheet.is_skill(key) and key != "HP", "SB-180", "not_a_skill", why)
    sheet.known_key(world, hero, key, "SB-179")


def raise_granted(world: World, e: RaiseGranted) -> World:
    adventure = world.adventures[e.adventure]
    raised = {**adventure.raised, e.who: adventure.raised.get(e.who, 0) + 1}
    world = world.with_adventure(e.adventure, raised=raised)
    return with_levels(world, e.who, e.key, e.levels)


def with_levels(world: World, who: str, key: str, levels: int) -> World:
    return world.with_hero(who, grown={**world.cast[who].grown, key: levels})


def raisable(world: World, hero: Character) -> tuple[str, ...]:
    """The skills the Director may choose from now (SB-178)."""
    over = [one for one in world.adventures.values() if one.status == "ended"]
    if world.running or hero.extra or hero.life == "dead" or not over:
        return ()
    if over[-1].raised.get(hero.id, 0):
        return ()
    return over[-1].used.get(hero.id, ())


# -- Teachers (SB-181, SB-182) ---------------------------------------------------------------------


class TakeLesson(Command, frozen=True):
    """Somebody teaches a new skill or a further level, perhaps for a price."""

    may = "owner or gm"
    who: Id
    key: Key
    teacher: Name
    price: Line = ""
    quest: bool = False  # the search for this master is done (SB-182)


class LessonTaken(Event, frozen=True):
    lesson: Lesson
    name: str
    was: int | None
    levels: int


def take_lesson(world: World, seat: Seat, c: TakeLesson, dice: Dice) -> Iterator[Event]:
    hero = world.played(seat, c.who)
    world.able(hero)
    need(world.combatant(hero.id) is None, "SB-181", "in_a_fight", "Not in the middle of a fight.")
    a_skill(world, hero, c.key)
    can_learn(world, hero, c.key)
    teacher = words(one_line(c.teacher), "SB-181", "Say who teaches it.")
    was = known.rating(world, hero, c.key)
    level = sheet.next_level(was)
    label = sheet.label(world, c.key)
    if level > figures().quest_above:
        why = (
            f"Finding a master who can teach {label} beyond {sheet.signed(figures().quest_above)} "
            "is a quest of its own, which the Director ticks off."
        )
        need(c.quest, "SB-182", "needs_quest", why)
    price = one_line(c.price)
    what = f"{teacher} teaches {hero.name} {label} up to {sheet.signed(level)}"
    done = ", the quest for such a master being done" if c.quest else ""
    word(seat, "SB-181", f"{what} for {price or 'nothing'}{done}. Are teacher and price there?")
    lesson = Lesson(world.count + 1, hero.id, teacher, c.key, level, price, c.quest)
    yield LessonTaken(lesson, hero.name, was, hero.grown.get(c.key, 0) + 1)
    answer = f"{teacher}, for {price or 'nothing'}"
    asked = f"Who teaches {hero.name} {label}?"
    yield ruled(world.counted(lesson.id), "SB-181", asked, answer, about=hero.id)


def can_learn(world: World, hero: Character, key: str) -> None:
    """A species' own skill is not for others (SB-77); shaping is given, not taught (SB-137)."""
    skills.for_this_species(world, hero, key)
    category, _, kind = key.partition(":")
    if category == "shaping":
        why = "Bots cannot shape."
        need(hero.kind != "bot", "SB-137", "bots_cannot_shape", why)
        why = f"{hero.name} is no shaper of that kind; the Director must agree to that first."
        need(kind in hero.shaping, "SB-137", "needs_director", why)


def lesson_taken(world: World, e: LessonTaken) -> World:
    lesson = e.lesson
    world = replace(world.counted(lesson.id), lessons=(*world.lessons, lesson))
    return with_levels(world, lesson.who, lesson.key, e.levels)


# -- The ledger (SB-183) ---------------------------------------------------------------------------


class MarkUsed(Command, frozen=True):
    """The ledger fills itself; the Director may add or strike an entry."""

    may = "gm"
    who: Id
    key: Key
    used: bool = True


class LedgerMarked(Event, frozen=True):
    adventure: int
    who: str
    name: str
    key: str
    used: bool


def mark_used(world: World, seat: Seat, c: MarkUsed, dice: Dice) -> Iterator[Event]:
    the_director(seat, "SB-183")
    adventure = world.adventure or just_over(world)
    hero = world.character(c.who)
    a_skill(world, hero, c.key)
    listed = c.key in adventure.used.get(hero.id, ())
    must(listed != c.used, "SB-183", "same", "The ledger has it so already.")
    yield LedgerMarked(adventure.id, hero.id, hero.name, c.key, c.used)


def ledger_marked(world: World, e: LedgerMarked) -> World:
    used = world.adventures[e.adventure].used
    others = tuple(key for key in used.get(e.who, ()) if key != e.key)
    now = (*others, e.key) if e.used else others
    return world.with_adventure(e.adventure, used={**used, e.who: now})


DECIDE: dict[Any, Any] = {
    GrantRaise: grant_raise,
    PassRaise: pass_raise,
    TakeLesson: take_lesson,
    MarkUsed: mark_used,
}
EVOLVE: dict[Any, Any] = {
    RaiseGranted: raise_granted,
    RaisePassed: raise_passed,
    LessonTaken: lesson_taken,
    LedgerMarked: ledger_marked,
}
