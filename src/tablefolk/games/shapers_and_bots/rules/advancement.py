"""After an adventure: one raise each, teachers, and the ledger of skills used (SB-176 … SB-184)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from tablefolk.core.dice import Dice
from tablefolk.core.game import Act, Change, Event, Seat, must, need, word
from tablefolk.games.shapers_and_bots.rules import known, sheet, skills
from tablefolk.games.shapers_and_bots.rules.content import figures
from tablefolk.games.shapers_and_bots.rules.rulings import ruled
from tablefolk.games.shapers_and_bots.rules.state import World, gone, one_line, the_director, words
from tablefolk.games.shapers_and_bots.rules.values import (
    Adventure,
    Character,
    Id,
    Key,
    Lesson,
    Line,
    Name,
    Rating,
)
from tablefolk.games.shapers_and_bots.rules.wording import Facts, knows, say

# -- One raise for each (SB-177 … SB-180) ----------------------------------------------------------


class GrantRaise(Act[World], frozen=True):
    """The Director raises one skill of a player's character by one level, if they like."""

    may = "gm"
    who: Id
    key: Key

    def do(self, world: World, seat: Seat, dice: Dice) -> Iterator[Event]:
        the_director(seat, "SB-177")
        adventure = just_over(world)
        hero = world.character(self.who)
        why = "Raises are for the players’ characters; an extra’s numbers are set."
        must(not hero.extra, "SB-177", "players_only", why)
        need(
            hero.life != "dead",
            "SB-104",
            "dead",
            f"{hero.name} is {gone(hero)}, and grows no more.",
        )
        a_skill(world, hero, self.key)
        label = sheet.label(world, self.key)
        used = self.key in adventure.used.get(hero.id, ())
        need(used, "SB-178", "not_used", f"{hero.name} did not use {label} in this adventure.")
        skills.for_this_species(world, hero, self.key)
        given = adventure.raised.get(hero.id, 0)
        why = f"{hero.name} has had a raise for this adventure; one is all there is."
        need(not given, "SB-178", "already_raised", why)
        was = known.rating(world, hero, self.key)
        now = sheet.next_level(was)
        levels = hero.grown.get(self.key, 0) + 1
        yield RaiseGranted(adventure.id, hero.id, hero.name, self.key, was, now, levels)
        answer = f"{label} from {sheet.signed(was)} to {sheet.signed(now)}"
        yield ruled(world, "SB-177", f"A raise for {hero.name}?", answer, about=hero.id)


class RaiseGranted(Change[World], frozen=True):
    voice = "ruled"
    adventure: int
    who: str
    name: str
    key: Rating
    was: int | None
    now: int
    levels: int  # learned in play, all in all

    def onto(self, world: World) -> World:
        adventure = world.adventures[self.adventure]
        raised = {**adventure.raised, self.who: adventure.raised.get(self.who, 0) + 1}
        world = world.with_adventure(self.adventure, raised=raised)
        return with_levels(world, self.who, self.key, self.levels)

    def in_words(self, world: World, seat: Seat) -> Facts:
        return {"was": sheet.signed(self.was), "now": sheet.signed(self.now)}


class WishRaise(Act[World], frozen=True):
    """A player says what their character would like to be better at; the Director decides."""

    may = "owner or gm"
    who: Id
    key: Key

    def do(self, world: World, seat: Seat, dice: Dice) -> Iterator[Event]:
        hero, adventure = world.own(seat, self.who), just_over(world)
        must(not hero.extra, "SB-177", "players_only", "Wishes are for the players’ characters.")
        why = f"{hero.name} has no raise to wish for in that."
        must(self.key in raisable(world, hero), "SB-178", "not_used", why)
        same = adventure.wishes.get(hero.id) == self.key
        must(not same, "SB-177", "same", "That is the wish already.")
        yield RaiseWished(adventure.id, hero.id, hero.name, self.key)


class RaiseWished(Change[World], frozen=True):
    voice = "noted"
    adventure: int
    who: str
    name: str
    key: Rating

    def onto(self, world: World) -> World:
        wishes = {**world.adventures[self.adventure].wishes, self.who: self.key}
        return world.with_adventure(self.adventure, wishes=wishes)


class PassRaise(Act[World], frozen=True):
    """The Director raises nothing for somebody this time."""

    may = "gm"
    who: Id

    def do(self, world: World, seat: Seat, dice: Dice) -> Iterator[Event]:
        the_director(seat, "SB-177")
        adventure, hero = just_over(world), world.character(self.who)
        settled = hero.id in adventure.passed or adventure.raised.get(hero.id)
        must(not settled, "SB-177", "same", "That is settled already.")
        yield RaisePassed(adventure.id, hero.id, hero.name)


class RaisePassed(Change[World], frozen=True):
    voice = "noted"
    adventure: int
    who: str
    name: str

    def onto(self, world: World) -> World:
        passed = (*world.adventures[self.adventure].passed, self.who)
        return world.with_adventure(self.adventure, passed=passed)


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


class TakeLesson(Act[World], frozen=True):
    """Somebody teaches a new skill or a further level, perhaps for a price."""

    may = "owner or gm"
    who: Id
    key: Key
    teacher: Name
    price: Line = ""
    quest: bool = False  # the search for this master is done (SB-182)

    def do(self, world: World, seat: Seat, dice: Dice) -> Iterator[Event]:
        hero = world.played(seat, self.who)
        world.able(hero)
        need(
            world.combatant(hero.id) is None,
            "SB-181",
            "in_a_fight",
            "Not in the middle of a fight.",
        )
        a_skill(world, hero, self.key)
        can_learn(world, hero, self.key)
        teacher = words(one_line(self.teacher), "SB-181", "Say who teaches it.")
        was = known.rating(world, hero, self.key)
        level = sheet.next_level(was)
        label = sheet.label(world, self.key)
        if level > figures().quest_above:
            why = (
                f"Finding a master who can teach {label} beyond "
                f"{sheet.signed(figures().quest_above)} "
                "is a quest of its own, which the Director ticks off."
            )
            need(self.quest, "SB-182", "needs_quest", why)
        price = one_line(self.price)
        what = f"{teacher} teaches {hero.name} {label} up to {sheet.signed(level)}"
        done = ", the quest for such a master being done" if self.quest else ""
        word(seat, "SB-181", f"{what} for {price or 'nothing'}{done}. Are teacher and price there?")
        lesson = Lesson(world.count + 1, hero.id, teacher, self.key, level, price, self.quest)
        yield LessonTaken(lesson, hero.name, was, hero.grown.get(self.key, 0) + 1)
        answer = f"{teacher}, for {price or 'nothing'}"
        asked = f"Who teaches {hero.name} {label}?"
        yield ruled(world.counted(lesson.id), "SB-181", asked, answer, about=hero.id)


class LessonTaken(Change[World], frozen=True):
    lesson: Lesson
    name: str
    was: int | None
    levels: int

    def onto(self, world: World) -> World:
        lesson = self.lesson
        world = replace(world.counted(lesson.id), lessons=(*world.lessons, lesson))
        return with_levels(world, lesson.who, lesson.key, self.levels)

    def in_words(self, world: World, seat: Seat) -> Facts:
        lesson = self.lesson
        price = say("words.price", price=lesson.price) if lesson.price else ""
        skill, level = sheet.label(world, lesson.key), sheet.signed(lesson.level)
        return {"skill": skill, "level": level, "price": price}


def can_learn(world: World, hero: Character, key: str) -> None:
    """A species' own skill is not for others (SB-77); shaping is given, not taught (SB-137)."""
    skills.for_this_species(world, hero, key)
    category, _, kind = key.partition(":")
    if category == "shaping":
        why = "Bots cannot shape."
        need(hero.kind != "bot", "SB-137", "bots_cannot_shape", why)
        why = f"{hero.name} is no shaper of that kind; the Director must agree to that first."
        need(kind in hero.shaping, "SB-137", "needs_director", why)


# -- The ledger (SB-183) ---------------------------------------------------------------------------


class MarkUsed(Act[World], frozen=True):
    """The ledger fills itself; the Director may add or strike an entry."""

    may = "gm"
    who: Id
    key: Key
    used: bool = True

    def do(self, world: World, seat: Seat, dice: Dice) -> Iterator[Event]:
        the_director(seat, "SB-183")
        adventure = world.adventure or just_over(world)
        hero = world.character(self.who)
        a_skill(world, hero, self.key)
        listed = self.key in adventure.used.get(hero.id, ())
        must(listed != self.used, "SB-183", "same", "The ledger has it so already.")
        yield LedgerMarked(adventure.id, hero.id, hero.name, self.key, self.used)


class LedgerMarked(Change[World], frozen=True):
    voice = "noted"
    adventure: int
    who: str
    name: str
    key: Rating
    used: bool

    def onto(self, world: World) -> World:
        used = world.adventures[self.adventure].used
        others = tuple(key for key in used.get(self.who, ()) if key != self.key)
        now = (*others, self.key) if self.used else others
        return world.with_adventure(self.adventure, used={**used, self.who: now})

    def told_to(self, world: World, seat: Seat) -> str | None:
        case = "" if self.used else "_struck"
        return case if knows(world, self.who, seat) else None
