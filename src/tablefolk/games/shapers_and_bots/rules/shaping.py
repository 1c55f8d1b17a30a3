"""Shaping matter, luck and time with the mind (SB-137 … SB-148; T3, T7, T8).

An attempt is a challenge like any other, opened here and rolled in `challenges.py`; what it costs
in a fight and what Luck brings is in `shaped.py`. Becoming a shaper is in `skills.py`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from tablefolk.core.dice import Dice
from tablefolk.core.game import Act, Change, Event, Seat, must, need, word
from tablefolk.games.shapers_and_bots.rules import known, rolling, shaped, sheet, skills
from tablefolk.games.shapers_and_bots.rules.challenges import (
    ChallengeOpened,
    ChallengeWithdrawn,
    on_record,
    undecided,
)
from tablefolk.games.shapers_and_bots.rules.content import ShapingKind, figures
from tablefolk.games.shapers_and_bots.rules.contests import ContestOpened
from tablefolk.games.shapers_and_bots.rules.fights import rounds
from tablefolk.games.shapers_and_bots.rules.fights.blows import struck
from tablefolk.games.shapers_and_bots.rules.state import (
    World,
    gone,
    one_line,
    the_director,
    the_directors,
    words,
)
from tablefolk.games.shapers_and_bots.rules.values import (
    DOWN,
    Challenge,
    Character,
    Combatant,
    Contest,
    Id,
    Key,
    Line,
    Modified,
    Modifier,
    Rating,
    Side,
    Who,
)
from tablefolk.games.shapers_and_bots.rules.wording import Facts, OfChallenge, hides, summed

HURRY = -3  # the penalty suggested for a hurried attempt (SB-141)
BEYOND = ("stop_time", "turn_back_time", "see_the_future")  # for nobody (SB-146)
Matter = Literal["", "expert", "living", "stop_time", "turn_back_time", "see_the_future"]

# -- An attempt (SB-138, SB-140 … SB-147) ----------------------------------------------------------


class Shape(Act[World], frozen=True):
    """Shape something: easy, hard, or as hard as the Director says."""

    may = "owner or gm"
    who: Id
    kind: Key  # earth, air, light, water, luck or time
    what: Line
    task: Literal["easy", "hard", "own"] = "easy"
    difficulty: Modified | None = None  # the Director's; None: as the task is usually
    target: Id = ""
    matter: Matter = ""  # metal or ice; the water in somebody; what cannot be done at all
    focus: Literal["full", "hurried"] = "full"
    penalty: Modified = HURRY  # for doing it in a hurry
    sure: bool = False  # yes, really, into a living creature
    fells: bool = False  # said in one's own words, it is meant to knock somebody over

    def do(self, world: World, seat: Seat, dice: Dice) -> Iterator[Event]:
        hero = world.played(seat, self.who)
        world.able(hero)
        kind = the_kind(world, hero, self.kind)
        why = "Nobody can stop or turn back time or see the future; whoever says so is acting."
        must(self.matter not in BEYOND, "SB-146", "impossible", why)
        target = aimed_at(world, hero, self)
        difficulty = dialled(self)
        living_water(world, kind, self)
        expert(kind, self)
        in_time(world, hero, self)
        shaped.may_focus(world, hero, self.focus)
        hurried(self)
        left_open(world, seat, self)
        made = Challenge(
            world.count + 1,
            hero.id,
            words(one_line(self.what), "SB-140", "Say what is to happen."),
            f"shaping:{kind.id}",
            difficulty,
            (Modifier("in a hurry", self.penalty),)
            if self.focus == "hurried" and self.penalty
            else (),
            purpose="shaping",
            effect=effect(kind, self, target),
            target=target,
            focus=self.focus,
            grave=self.matter == "living",
        )
        word(seat, *question(world, hero, kind, made, self))
        far_beyond(self, difficulty)
        yield ChallengeOpened(made)
        if self.matter:
            yield ruling_on_matter(world.counted(made.id), kind, made, self.matter)


def the_kind(world: World, hero: Character, id: str) -> ShapingKind:
    """A kind of shaping that this one can do (SB-137, SB-138)."""
    why = f"{hero.name} is a bot, and bots cannot shape."
    need(hero.kind != "bot", "SB-137", "bots_cannot_shape", why)
    kind = must(world.shaping_kind(id), "SB-138", "unknown", "There is no such kind of shaping.")
    given = kind.id in skills.shaped(hero)
    why = f"{hero.name} does not shape {kind.name}; the Director must agree to that first."
    need(given, "SB-137", "needs_director", why)
    return kind


def effect(kind: ShapingKind, c: Shape, target: str) -> str:
    """What a success brings by rule: Luck for a roll, or that somebody lies there (SB-143)."""
    if kind.id == "luck":
        return shaped.LUCK_TASKS.get(c.task, "")
    felling = c.task == kind.fells or (c.task == "own" and c.fells and kind.fells)
    return DOWN if target and felling else ""


def aimed_at(world: World, hero: Character, c: Shape) -> str:
    """Whom it is meant for; Luck needs somebody, bad Luck somebody else (SB-143)."""
    lucky = c.kind == "luck" and c.task != "own"
    must(c.target or not lucky, "SB-143", "bad_target", "Say whose next roll it is about.")
    if not c.target:
        return ""
    target = world.character(c.target)
    why = f"{target.name} is {gone(target)}."
    need(target.life != "dead", "SB-114", "bad_target", why)
    unlucky = lucky and c.task == "hard"
    why = "Bad luck is for an enemy, not for oneself."
    need(not unlucky or target.id != hero.id, "SB-143", "bad_target", why)
    return target.id


def dialled(c: Shape) -> int:
    """Easy is 0, hard −3, unless the Director says another number (SB-140)."""
    usual = figures().hard if c.task == "hard" else 0
    return usual if c.difficulty is None else c.difficulty


def living_water(world: World, kind: ShapingKind, c: Shape) -> None:
    """The water in a living creature: far beyond hard, and a serious crime (SB-147)."""
    if c.matter == "living":
        must(kind.id == "water", "SB-147", "unknown", "Only Water shaping reaches into a body.")
        must(c.target, "SB-147", "bad_target", "Say whose body it is.")
        why = "That is a serious crime: say that you really mean it."
        need(c.sure, "SB-147", "not_confirmed", why)


def far_beyond(c: Shape, difficulty: int) -> None:
    """How hard that is, the Director says: below the hard tasks of all kinds (SB-147)."""
    why = f"That is far harder than hard: the Director sets a number below {figures().hard}."
    far = c.matter != "living" or difficulty < figures().hard
    need(far, "SB-147", "awaiting_ruling", why)


def expert(kind: ShapingKind, c: Shape) -> None:
    """Metal is for Earth, ice for Water, and for nobody else (SB-144)."""
    why = f"{kind.name} shaping covers {kind.scope}, and nothing beyond."
    must(kind.expert or c.matter != "expert", "SB-144", "impossible", why)


def in_time(world: World, hero: Character, c: Shape) -> None:
    """The first turn and four actions are tried in the opening of a round (SB-142)."""
    fighting = world.combatant(hero.id) is not None
    why = "The first turn, or four actions, are tried in the opening of a round."
    why = why if fighting else "The first turn, or four actions, are for a fight."
    need(c.kind != "time" or c.task == "own", "SB-142", "not_opening", why)


def left_open(world: World, seat: Seat, c: Shape) -> None:
    """How hard it is otherwise, and what a hurry costs, the Director says (SB-140)."""
    known_task = not c.difficulty or (c.difficulty, c.what) in examples(world, c.kind)
    free = c.difficulty is None or (c.task == "own" and known_task)
    the_directors(seat, "SB-140", free, "The Director says how hard it is.")
    why = "The Director says what the hurry costs."
    the_directors(seat, "SB-141", c.penalty == HURRY, why)


def hurried(c: Shape) -> None:
    why = f"A hurried try has a penalty that the Director sets; {HURRY} is usual."
    need(c.focus == "full" or c.penalty < 0, "SB-141", "awaiting_ruling", why)


def question(
    world: World, hero: Character, kind: ShapingKind, made: Challenge, c: Shape
) -> tuple[str, str]:
    """The rule that leaves it to the Director, and what they are asked."""
    aim, takes = shaped.aim(world, made), shaped.takes(world, made)
    falls = " Whoever it hits falls over." if made.effect == DOWN and c.fells else ""
    tries = f"{hero.name} shapes {kind.name}{aim}: {made.what}.{falls}{takes}"
    hurry = " What does the hurry cost?" if c.focus == "hurried" else ""
    if c.matter == "expert":
        who = f"Is {hero.name} experienced enough for {kind.expert}, and how hard is it?"
        return "SB-144", f"{tries} {who}{hurry}"
    if c.matter == "living":
        return "SB-147", f"{tries} In a living creature, a crime. May it be tried, and how hard?"
    if c.task == "own":
        guide = f"Easy would be: {kind.easy}. Hard would be: {kind.hard}."
        if kind.id == "time" and world.combatant(hero.id) is None:  # those are for fights (SB-142)
            guide = f"Easy is 0, hard {sheet.signed(figures().hard)}."
        return "SB-140", f"{tries} How hard is it? {guide}{hurry}"
    usual = f"{c.task.capitalize()} tasks are {sheet.signed(made.difficulty)}."
    return "SB-140", f"{tries} {usual}{hurry or ' How hard is it?'}"


def ruling_on_matter(world: World, kind: ShapingKind, made: Challenge, matter: Matter) -> Event:
    if matter == "expert":
        asked = f"Experienced enough for {kind.expert}?"
        return on_record(world, "SB-144", asked, made, "yes")
    answer = f"may be tried at {sheet.signed(made.difficulty)}; a serious crime"
    return on_record(world, "SB-147", "Into a living creature?", made, answer)


# -- Time in the opening of a round (SB-142, T3) ---------------------------------------------------


class BendTime(Act[World], frozen=True):
    """Before anybody acts: take the first turn (easy), or get four actions (hard)."""

    may = "owner or gm"
    who: Id
    task: Literal["first", "four"]
    modifier: Modified = 0  # the Director's

    def do(self, world: World, seat: Seat, dice: Dice) -> Iterator[Event]:
        hero = world.played(seat, self.who)
        world.able(hero)
        the_kind(world, hero, "time")
        one = in_the_opening(world, hero)
        must(
            seat.gm or not self.modifier, "SB-142", "director_only", "Only the Director adds to it."
        )
        rating = known.rating(world, hero, "shaping:time")
        hard = self.task == "four"
        modifiers = (
            Modifier("difficulty", figures().hard if hard else 0),
            Modifier("the Director", self.modifier),
        )
        purpose = "four actions in this round" if hard else "the first turn of this round"
        made = rolling.throw(world, hero, dice, purpose, "shaping:time", rating, modifiers)
        yield made
        bent = what_time_does(hero, one, self.task, made.roll.id, made.roll.succeeded)
        yield bent
        yield from rounds.begin_if_ready(bent.onto(made.onto(world)))


class TimeBent(Change[World], frozen=True):
    """A Time shaper has had this round's try; what is now so."""

    voice = "threw"
    who: str
    name: str
    task: str
    roll: int
    success: bool
    first: bool
    hasted: bool
    pool: int
    opened: int

    def onto(self, world: World) -> World:
        return world.with_combatant(
            self.who,
            time_tried=True,
            first=self.first,
            hasted=self.hasted,
            pool=self.pool,
            opened=self.opened,
        )

    def told_to(self, world: World, seat: Seat) -> str | None:
        return f"_{self.task}" if self.success else "_failed"

    def in_words(self, world: World, seat: Seat) -> Facts:
        return summed(world, self.roll, seat)


def in_the_opening(world: World, hero: Character) -> Combatant:
    """Before anyone acts, and once a round (T3)."""
    one = rounds.fighting(world, hero.id)
    why = "Time is only bent in the opening of a round, before anybody acts."
    need(rounds.the_fight(world).phase == "opening", "SB-142", "not_opening", why)
    why = f"{hero.name} has had a try this round."
    need(not one.time_tried, "SB-142", "already_tried", why)
    return one


def what_time_does(
    hero: Character, one: Combatant, task: str, roll: int, success: bool
) -> TimeBent:
    """Four actions are two more than the usual, so that debts stay deducted (SB-142)."""
    hasted = success and task == "four"
    more = figures().hasted_actions - figures().actions if hasted else 0
    return TimeBent(
        hero.id,
        hero.name,
        task,
        roll,
        success,
        first=one.first or (success and task == "first"),
        hasted=one.hasted or hasted,
        pool=one.pool + more,
        opened=one.opened + more,
    )


# -- Aimed at somebody: a defence or a contest, if the Director likes (SB-148) ---------------------


class AllowResistance(Act[World], frozen=True):
    """The Director lets the target defend against what is shaped."""

    may = "gm"
    challenge: int
    key: Key

    def do(self, world: World, seat: Seat, dice: Dice) -> Iterator[Event]:
        the_director(seat, "SB-148")
        tried = aimed(world, self.challenge)
        key = sheet.known_key(world, world.cast[tried.target], self.key, "SB-16")
        yield ResistanceAllowed(tried.id, tried.target, key)
        answer = f"a defence with {sheet.label(world, key)}"
        yield on_record(world, "SB-148", "Can the target resist?", tried, answer)


class ResistanceAllowed(OfChallenge, frozen=True):
    target: Who
    key: Rating

    def onto(self, world: World) -> World:
        return world.with_challenge(self.challenge, resist=self.key)


class MakeContest(Act[World], frozen=True):
    """The Director turns an attempt at somebody into a contest of two ratings."""

    may = "gm"
    challenge: int
    key: Key  # the target's

    def do(self, world: World, seat: Seat, dice: Dice) -> Iterator[Event]:
        the_director(seat, "SB-148")
        tried = aimed(world, self.challenge)
        hero, target = world.character(tried.who), world.cast[tried.target]
        must(hero.id != target.id, "SB-148", "bad_target", "Nobody outdoes themselves.")
        world.able(target)
        key = sheet.known_key(world, target, self.key, "SB-16")
        yield from shaped.paid(world, hero, tried)
        yield ChallengeWithdrawn(tried.id, tried.who, tried.what, tried.hidden)
        sides = (Side(hero.id, tried.key, tried.modifiers), Side(target.id, key))
        number, aim = world.count + 1, tried.target
        made = Contest(number, tried.what, sides, tried.hidden, effect=tried.effect, target=aim)
        yield ContestOpened(made)
        answer = f"a contest with {sheet.label(world, key)}"
        yield on_record(world.counted(made.id), "SB-148", "Can the target resist?", tried, answer)


def aimed(world: World, number: int) -> Challenge:
    tried = undecided(world, number)
    at_somebody = tried.purpose == "shaping" and tried.target in world.cast
    must(at_somebody, "SB-148", "bad_target", "That is not aimed at anybody.")
    return tried


class ResistShaping(Act[World], frozen=True):
    """The target defends; in a fight that takes an action of this round, or of the next turn."""

    may = "owner or gm"
    challenge: int

    def do(self, world: World, seat: Seat, dice: Dice) -> Iterator[Event]:
        tried = awaited(world, self.challenge)
        hero = world.played(seat, tried.target)
        world.able(hero)
        rating = known.rating(world, hero, tried.resist)
        pool, defended, debt = paid_for_defence(world, hero)
        made = rolling.throw(
            world, hero, dice, f"against: {tried.what}", tried.resist, rating, (), tried.hidden
        )
        yield made
        stopped = struck(world.rolls[tried.roll].outcome, made.roll.outcome) == "stopped"
        yield ShapingResisted(tried.id, hero.id, made.roll.id, stopped, pool, defended, debt)
        if not stopped:
            yield from shaped.brought(made.onto(world), tried)


class ShapingResisted(Change[World], frozen=True):
    """What became of a defence, and what the defender has left."""

    voice = "threw"
    challenge: int
    who: Who
    roll: int
    stopped: bool
    pool: int = 0
    defended: int = 0
    debt: int = 0

    def onto(self, world: World) -> World:
        made = world.rolls.get(self.roll)
        outdone = made is not None and made.succeeded and not self.stopped
        world = world.with_roll(self.roll, outdone=True) if outdone else world
        world = world.with_challenge(
            self.challenge, waits=False, resist_roll=self.roll, stopped=self.stopped
        )
        return world.with_combatant(
            self.who, pool=self.pool, defended=self.defended, debt=self.debt
        )

    def told_to(self, world: World, seat: Seat) -> str | None:
        made = world.rolls.get(self.roll)
        short = "_outdone" if made and made.outdone else "_failed"
        return None if hides(world, self.challenge, seat) else "" if self.stopped else short

    def in_words(self, world: World, seat: Seat) -> Facts:
        return summed(world, self.roll, seat)


class BearShaping(Act[World], frozen=True):
    """The target lets it happen."""

    may = "owner or gm"
    challenge: int

    def do(self, world: World, seat: Seat, dice: Dice) -> Iterator[Event]:
        tried = awaited(world, self.challenge)
        hero = world.own(seat, tried.target)
        yield ShapingBorne(tried.id, hero.id)
        yield from shaped.brought(world, tried)


class ShapingBorne(OfChallenge, frozen=True):
    voice = "did"
    who: Who

    def onto(self, world: World) -> World:
        return world.with_challenge(self.challenge, waits=False)


def awaited(world: World, number: int) -> Challenge:
    found = world.challenges.get(number)
    tried = must(found, "SB-148", "unknown", "There is no such attempt.")
    return must(tried if tried.waits else None, "SB-148", "over", "There is nothing to resist.")


def paid_for_defence(world: World, hero: Character) -> tuple[int, int, int]:
    """An action of this round, else one of the next turn, as with any defence (SB-121)."""
    one = world.combatant(hero.id)
    if one is None:
        return 0, 0, 0
    why = f"{hero.name} is berserk and does not defend."
    need(not one.berserk, "SB-133", "berserk", why)
    if one.pool:
        return one.pool - 1, one.defended + 1, one.debt
    why = f"{hero.name}’s next turn is used up; let it happen."
    need(one.debt < figures().most_borrowed, "SB-121", "borrow_limit", why)
    return one.pool, one.defended, min(one.debt + 1, figures().most_borrowed)


# -- For the page: what a kind can do (SB-140, SB-144, SB-145, SB-172) -----------------------------


def examples(world: World, kind: str) -> tuple[tuple[int, str], ...]:
    """What to set the dial by: the two guides, and what this table has added."""
    found = world.shaping_kind(kind)
    guides = ((0, found.easy), (figures().hard, found.hard)) if found else ()
    own = ((e.difficulty, e.text) for e in world.homemade.shaping if e.kind == kind)
    return (*guides, *own)
