"""Injuries, knock-outs, death, waking and healing (SB-90 … SB-104; T15, T16, T18, T19).

In a fight or out of it: an injury takes health points, and a conscious victim who lives through it
rolls to stay up. Each injury is handled by itself (SB-98).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

from msgspec import Meta
from msgspec.structs import replace

from tablefolk.core.book import after
from tablefolk.core.dice import BadDice, Dice
from tablefolk.core.game import Act, Change, Event, Seat, must, need, word
from tablefolk.games.shapers_and_bots.rules import gear, known, rolling, sheet
from tablefolk.games.shapers_and_bots.rules.content import content
from tablefolk.games.shapers_and_bots.rules.fights import berserk, ending, rounds
from tablefolk.games.shapers_and_bots.rules.state import (
    World,
    gone,
    one_line,
    out_cold,
    the_director,
)
from tablefolk.games.shapers_and_bots.rules.values import (
    Character,
    Id,
    Life,
    Line,
    Reason,
    Who,
    Wound,
)
from tablefolk.games.shapers_and_bots.rules.wording import (
    STAYING_UP,
    Facts,
    has_met,
    ours,
    say,
    summed,
)

FRAIL = -3  # Strength, where a table plays that the frail die at 0 (SB-99)
Points = Annotated[int, Meta(ge=0, le=99)]
HarmDice = Annotated[int, Meta(ge=0, le=12)]
Rhythm = Literal["", "round", "minute"]


# -- An injury (T15, SB-94, SB-95, SB-97, SB-99) ---------------------------------------------------


class Injured(Change[World], frozen=True):
    who: str
    name: str
    points: int
    before: int
    after: int
    source: str = ""
    wound: int = 0  # the number of the knock-out roll now due; 0: none is
    attack: bool = False
    by: Who = ""  # whose attack it is

    def onto(self, world: World) -> World:
        world = world.with_hero(self.who, hp=self.after, blow=self.source, blow_by=self.by)
        if not self.wound:
            return world
        wound = Wound(self.wound, self.who, self.points, source=self.source, attack=self.attack)
        world = replace(world.counted(self.wound), wounds=(*world.wounds, wound))
        return world.with_attack(stage="knockout") if self.attack else world

    def told_to(self, world: World, seat: Seat) -> str | None:
        """Everybody sees the blow; how much is left, only of those whose numbers they may know."""
        hero, hit = world.cast.get(self.who), "_hit" if self.by else ""
        if hero is not None and self.spares(hero):
            return f"_spared{as_bot(world, self.who)}" if has_met(world, self.who, seat) else None
        if hero is not None and hero.extra and not seat.gm:
            return f"{hit}_extra" if has_met(world, self.who, seat) else None
        return "_dead" if self.after < 0 else hit

    def spares(self, hero: Character) -> bool:
        """Whether only the option has kept it from dying: nothing is left to roll (SB-95)."""
        deadly = self.points > self.before or hero.life == "conscious"
        return self.after >= 0 and not self.wound and deadly

    def in_words(self, world: World, seat: Seat) -> Facts:
        source = world.name(self.by) if self.by else self.source
        return {"cause": say("words.from", source=source) if source else ""}


class Fell(Change[World], frozen=True):
    who: str
    name: str
    life: Life  # unconscious or dead
    bot: bool = False  # shut down, destroyed (SB-164)
    attack: bool = False  # in an attack, whose end tells it

    def onto(self, world: World) -> World:
        """No actions, no debts, no rage, no turn any more (T18)."""
        wounds = tuple(wound for wound in world.wounds if wound.who != self.who)
        world = replace(world, wounds=wounds).with_hero(
            self.who, life=self.life, waking=False, wakes=""
        )
        one = world.combatant(self.who)
        if one is None:
            return world
        lapsed = one.lapsed + one.pool
        return world.with_combatant(
            self.who, slot="done", pool=0, rage=0, debt=0, berserk=False, nearest="", lapsed=lapsed
        )

    def told_to(self, world: World, seat: Seat) -> str | None:
        case = f"_{self.life}{'_bot' if self.bot else ''}"
        return case if has_met(world, self.who, seat) else None

    def in_words(self, world: World, seat: Seat) -> Facts:
        return {"cause": "" if self.attack else cause(world, self.who)}


def cause(world: World, who: str) -> str:
    """What hurt somebody, as the Director wrote it, after what has become of them (SB-91)."""
    hero = world.cast.get(who)
    return say("words.cause", source=hero.blow) if hero and hero.blow else ""


def deadly(world: World, hero: Character, left: int) -> bool:
    """Below 0 is dead; with the option, the frail die at 0 already (SB-95, SB-99)."""
    return left < 0 or (left == 0 and frail(world, hero))


def spared(world: World, hero: Character) -> bool:
    """Whether this table has such a one out cold, with 0 health points, and not dead (SB-95)."""
    rule = world.options.get("out_cold", "nobody")
    return rule == "all" or (rule == "heroes" and not hero.extra)


def frail(world: World, hero: Character) -> bool:
    strength = sheet.number(world, hero, "STR").value
    weak = strength is not None and strength <= FRAIL
    return weak and world.flag("frail_dies_at_zero")


def injury(
    world: World, hero: Character, points: int, source: str, by: str = ""
) -> Iterator[Event]:
    """Health points go, whatever is rolled (SB-94); then death, or the roll to stay up."""
    before = known.health(world, hero)
    left = before - points
    dies = deadly(world, hero, left)
    spares = dies and spared(world, hero)
    left = max(0, left) if spares else left
    due = world.count + 1 if hero.life == "conscious" and not dies else 0
    yield Injured(hero.id, hero.name, points, before, left, source, due, bool(by), by)
    if dies and hero.life != ("unconscious" if spares else "dead"):
        yield fallen(hero, "unconscious" if spares else "dead", bool(by))


def fallen(hero: Character, life: Life, attack: bool = False) -> Fell:
    return Fell(hero.id, hero.name, life, hero.kind == "bot", attack)


# -- Staying up (T16, SB-96) and the rabbit's die (T17) --------------------------------------------


class RollKnockout(Act[World], frozen=True):
    """Somebody hurt rolls to stay up: three dice and the health points left."""

    may = "owner or gm"
    who: Id
    hidden: bool = False

    def do(self, world: World, seat: Seat, dice: Dice) -> Iterator[Event]:
        hero = world.own(seat, self.who)
        rolled_openly(seat, self.hidden)
        wound = the_wound(world, hero, "knockout")
        thrown = list(staying_up(world, wound, dice, self.hidden))
        yield from thrown
        world = after(world, thrown)
        if any(one.who == hero.id for one in world.wounds):
            yield from if_dice_are_left(raging(world, the_wound(world, hero), dice))


class RollBerserk(Act[World], frozen=True):
    """A wounded rabbit rolls one die: from 4 up it loses control."""

    may = "owner or gm"
    who: Id

    def do(self, world: World, seat: Seat, dice: Dice) -> Iterator[Event]:
        hero = world.own(seat, self.who)
        yield from raging(world, the_wound(world, hero, "berserk"), dice)


class KnockoutRolled(Change[World], frozen=True):
    who: str
    name: str
    roll: int
    up: bool
    rages: bool = False  # the rabbit's die is next
    attack: bool = False  # in an attack, whose end tells it

    def onto(self, world: World) -> World:
        wound = next((w for w in world.wounds if w.who == self.who), None)
        others = tuple(w for w in world.wounds if w.who != self.who)
        if wound is None or not self.rages:
            return replace(world, wounds=others)
        world = replace(world, wounds=(*others, replace(wound, stage="berserk")))
        return world.with_attack(stage="berserk") if wound.attack else world

    def told_to(self, world: World, seat: Seat) -> str | None:
        """In an attack, its end tells of a knock-out."""
        if self.up or self.attack:
            return "" if self.up else None
        hero = world.cast.get(self.who)
        return "_out_bot" if hero and hero.kind == "bot" else "_out"

    def in_words(self, world: World, seat: Seat) -> Facts:
        return {**summed(world, self.roll, seat), "cause": cause(world, self.who)}


def rolled_openly(seat: Seat, hidden: bool) -> None:
    """Only the Director rolls where nobody sees it (SB-168)."""
    need(seat.gm or not hidden, "SB-168", "director_only", "Only the Director rolls in secret.")


def the_wound(world: World, hero: Character, stage: str = "berserk") -> Wound:
    found = (w for w in world.wounds if w.who == hero.id and w.stage == stage)
    why = f"{hero.name} has nothing of that sort to roll."
    return must(next(found, None), "SB-96", "no_wound", why)


def staying_up(world: World, wound: Wound, dice: Dice, hidden: bool) -> Iterator[Event]:
    """Three dice and what is left of one's health points; never automatic (SB-96)."""
    hero = world.cast[wound.who]
    made = rolling.throw(
        world, hero, dice, STAYING_UP, rating=known.health(world, hero), hidden=hidden
    )
    up = made.roll.succeeded
    rages = up and berserk.may_rage(world, hero.id)
    yield made
    yield KnockoutRolled(hero.id, hero.name, made.roll.id, up, rages, wound.attack)
    if not up:
        yield fallen(hero, "unconscious", wound.attack)
    if not rages:
        yield from closed(world, wound, "hurt" if up else "out", made.roll.id)


def raging(world: World, wound: Wound, dice: Dice) -> Iterator[Event]:
    die = berserk.rage_die(world, wound, dice)
    yield die
    temper: ending.Temper = "wild" if die.berserk else "calm"
    yield from closed(world, wound, "hurt", stayed(world, wound), temper, die.face)


def stayed(world: World, wound: Wound) -> int:
    """The roll by which somebody has just stayed up."""
    found = (r.id for r in reversed(world.rolls.values()) if r.who == wound.who and not r.key)
    return next(found, 0)


def closed(
    world: World,
    wound: Wound,
    how: Literal["hurt", "out"],
    roll: int = 0,
    temper: ending.Temper = "",
    die: int = 0,
) -> Iterator[Event]:
    """The wound is dealt with, and with it the attack it came from; the next one may be up."""
    attack = world.fight.attack if world.fight and wound.attack else None
    if attack:
        yield ending.ended(world, attack, how, roll, temper, die)
    if how == "out":
        world = fallen(world.cast[wound.who], "unconscious").onto(world)
    yield from rounds.move_on(world)


def if_dice_are_left(thrown: Iterator[Event]) -> list[Event]:
    """One more throw by the same hand; faces written down end where they end (TF-21)."""
    try:
        return list(thrown)
    except BadDice:
        return []


# -- Other harm: falls, rocks, fire (SB-91) --------------------------------------------------------


class Injure(Act[World], frozen=True):
    """The Director hurts somebody: with points, or with damage dice."""

    may = "gm"
    who: Id
    points: Points = 0
    dice: HarmDice = 0
    armor: bool | None = None  # None: it counts against dice, not against points
    source: Line = ""

    def do(self, world: World, seat: Seat, dice: Dice) -> Iterator[Event]:
        the_director(seat, "SB-91")
        hero = world.character(self.who)
        must(
            bool(self.points) != bool(self.dice),
            "SB-91",
            "out_of_range",
            "Say how many points, or dice.",
        )
        need(hero.life != "dead", "SB-104", "dead", f"{hero.name} is {gone(hero)} already.")
        open_wound = any(wound.who == hero.id for wound in world.wounds)
        why = f"First {hero.name} rolls for the wound before."
        must(not open_wound, "SB-98", "attack_pending", why)
        if world.combatant(hero.id):
            rounds.settled(world)
        known.health(world, hero)
        harmed = harm(world, hero, self, dice)
        yield harmed
        if harmed.points:
            world = harmed.onto(world)
            yield from hurt(world, hero, harmed.points, harmed.source)


class Harmed(Change[World], frozen=True):
    voice = "threw"
    number: int
    who: str
    name: str
    points: int  # what gets through
    faces: tuple[int, ...] = ()
    hurts_from: int = 0
    armor: bool = False  # whether armor counted
    source: str = ""

    def onto(self, world: World) -> World:
        asked = f"What does it do to {self.name}? {self.source}".strip()
        answer = f"{self.points} damage; armor {'counts' if self.armor else 'does not count'}"
        return world.with_ruling(self.number, "SB-91", asked, answer, "", self.who)

    def told_to(self, world: World, seat: Seat) -> str | None:
        return ("" if self.points else "_none") if has_met(world, self.who, seat) else None

    def in_words(self, world: World, seat: Seat) -> Facts:
        kept = gear.places_hurting(self.faces, self.hurts_from)
        source, through = self.source or say("words.harm"), self.points or ""
        failed = bool(self.points) and ours(world, self.who)
        return {"source": source, "faces_kept": kept, "through": through, "failed": failed}


def harm(world: World, hero: Character, c: Injure, dice: Dice) -> Harmed:
    """What gets through: dice at the armor's threshold, or points, less armor if it counts."""
    counts = bool(c.dice) if c.armor is None else c.armor
    worn = content().armor[sheet.armor(world, hero) if counts else "none"]
    faces = dice.roll(c.dice) if c.dice else ()
    got = gear.hurting(faces, worn.damage_on) if c.dice else max(0, c.points - worn.protection)
    hurts_from = worn.damage_on if c.dice else 0
    said = one_line(c.source)
    return Harmed(world.unseen + 1, hero.id, hero.name, got, faces, hurts_from, counts, said)


def hurt(world: World, hero: Character, points: int, source: str) -> Iterator[Event]:
    """An injury outside an attack; if it kills the one whose turn it is, the next one is up."""
    events = list(injury(world, hero, points, source))
    yield from events
    yield from rounds.move_on(after(world, events))


# -- Waking (T19, SB-101) --------------------------------------------------------------------------


class CallWaking(Act[World], frozen=True):
    """The Director calls for a waking roll, once or in a rhythm; players may ask for one."""

    may = "owner or gm"
    who: Id
    rhythm: Rhythm = ""
    now: bool = True  # off: only the rhythm is set

    def do(self, world: World, seat: Seat, dice: Dice) -> Iterator[Event]:
        hero = world.own(seat, self.who)
        asleep(hero)
        if self.rhythm or not self.now:
            the_director(seat, "SB-101")
        word(seat, "SB-101", f"May {hero.name} roll {WAKING[hero.kind]}?")
        yield WakingCalled(hero.id, hero.name, self.rhythm, self.now)


class WakingCalled(Change[World], frozen=True):
    voice = "noted"
    who: str
    name: str
    rhythm: str = ""
    now: bool = True

    def onto(self, world: World) -> World:
        return world.with_hero(
            self.who, wakes=self.rhythm, waking=self.now or world.cast[self.who].waking
        )

    def told_to(self, world: World, seat: Seat) -> str | None:
        case = "" if self.now else "_rhythm"
        return f"{case}{as_bot(world, self.who)}" if has_met(world, self.who, seat) else None


class RollWaking(Act[World], frozen=True):
    """The unconscious roll three dice, with nothing added, to wake up."""

    may = "owner or gm"
    who: Id
    hidden: bool = False

    def do(self, world: World, seat: Seat, dice: Dice) -> Iterator[Event]:
        hero = world.own(seat, self.who)
        rolled_openly(seat, self.hidden)
        asleep(hero)
        why = f"{hero.name} is {out_cold(hero)} until the Director calls for the roll."
        need(hero.waking or seat.gm, "SB-101", "awaiting_director", why)
        made = rolling.throw(world, hero, dice, WAKING[hero.kind], hidden=self.hidden)
        yield made
        yield WakingRolled(hero.id, hero.name, made.roll.id, made.roll.succeeded)


class WakingRolled(Change[World], frozen=True):
    who: str
    name: str
    roll: int
    woke: bool

    def onto(self, world: World) -> World:
        world = world.with_hero(self.who, waking=False)
        return awake(world, self.who) if self.woke else world

    def told_to(self, world: World, seat: Seat) -> str | None:
        case = "" if self.woke else "_not"
        return f"{case}{as_bot(world, self.who)}" if has_met(world, self.who, seat) else None

    def in_words(self, world: World, seat: Seat) -> Facts:
        return summed(world, self.roll, seat)


WAKING = {"animal": "to wake up", "sketch": "to wake up", "bot": "to start again"}  # SB-164


def as_bot(world: World, who: str) -> str:
    """What is said otherwise of a bot: it starts again, where others wake up (SB-164)."""
    return "_bot" if who in world.cast and world.cast[who].kind == "bot" else ""


def asleep(hero: Character) -> None:
    need(hero.life != "dead", "SB-104", "dead", f"{hero.name} is {gone(hero)}.")
    must(hero.life == "unconscious", "SB-101", "same", f"{hero.name} is not {out_cold(hero)}.")


def awake(world: World, who: str) -> World:
    """Awake, with the health points one has; turns come again from the next round (T19)."""
    return world.with_hero(who, life="conscious", waking=False, wakes="")


# -- Healing, as far as the Director grants it (SB-102, SB-103) ------------------------------------


class Heal(Act[World], frozen=True):
    """The Director says what treatment brings: waking, getting no worse, health points."""

    may = "gm"
    who: Id
    points: Points = 0
    wakes: bool = False
    steady: bool = False  # stops getting worse
    reason: Line = ""
    challenge: int = 0  # the treatment that this is the answer to

    def do(self, world: World, seat: Seat, dice: Dice) -> Iterator[Event]:
        the_director(seat, "SB-102")
        hero = world.character(self.who)
        must(hero.life != "dead", "SB-104", "dead", f"{hero.name} is {gone(hero)}.")
        need(
            hero.finished,
            "SB-44",
            "not_ready",
            f"First {hero.name or 'this one'}’s sheet is finished.",
        )
        wakes = self.wakes and hero.life == "unconscious"
        why = "Say what it brings: waking up, getting no worse, or health points."
        must(self.points or wakes or self.steady, "SB-102", "nothing", why)
        answered(world, self)
        before = known.health(world, hero)
        now = min(sheet.hp_max(world, hero), before + self.points)  # extra healing is cut (SB-103)
        number, reason = world.unseen + 1, one_line(self.reason)
        yield Healed(
            number, hero.id, hero.name, before, now, wakes, self.steady, reason, self.challenge
        )


class Healed(Change[World], frozen=True):
    voice = "ruled"
    number: int
    who: str
    name: str
    before: int
    after: int
    wakes: bool = False
    steady: bool = False
    reason: Reason = ""
    challenge: int = 0

    def onto(self, world: World) -> World:
        world = world.with_hero(self.who, hp=self.after)
        world = awake(world, self.who) if self.wakes else world
        brought = [f"{self.after - self.before} HP"] if self.after != self.before else []
        brought += ["wakes"] if self.wakes else []
        brought += ["stops getting worse"] if self.steady else []
        answer = ", ".join(brought) or "nothing more"
        if self.challenge in world.challenges:
            world = world.with_challenge(self.challenge, answer=answer)
        return world.with_ruling(
            self.number,
            "SB-102",
            f"What does treating {self.name} bring?",
            answer,
            self.reason,
            self.who,
        )

    def told_to(self, world: World, seat: Seat) -> str | None:
        woken = f"_wakes{as_bot(world, self.who)}"
        case = "" if self.after != self.before else woken if self.wakes else "_steady"
        return case if has_met(world, self.who, seat) else None

    def in_words(self, world: World, seat: Seat) -> Facts:
        return {"n": self.after - self.before}


def answered(world: World, c: Heal) -> None:
    """A treatment is answered once, for the one who was treated."""
    tried = world.challenges.get(c.challenge)
    mine = not c.challenge or (tried is not None and tried.target == c.who)
    must(mine, "SB-102", "unknown", "There was no such treatment.")
    why = "What this treatment brings has been said."
    must(tried is None or not tried.answer, "SB-102", "same", why)
