"""Rabbits going berserk: one die after a wound, one more attack each round (SB-128 … SB-136)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from tablefolk.core.dice import Dice
from tablefolk.core.game import Act, Change, Event, Seat, must
from tablefolk.games.shapers_and_bots.rules import sheet
from tablefolk.games.shapers_and_bots.rules.content import figures
from tablefolk.games.shapers_and_bots.rules.fights import rounds
from tablefolk.games.shapers_and_bots.rules.state import World, the_director
from tablefolk.games.shapers_and_bots.rules.values import Id, Line, Reason, Who, Wound
from tablefolk.games.shapers_and_bots.rules.wording import Facts

# -- The die (T17, SB-128, SB-129) -----------------------------------------------------------------


class BerserkRolled(Change[World], frozen=True):
    voice = "threw"
    who: str
    name: str
    face: int
    berserk: bool
    rage: int  # a forced attack it has this round already
    attack: bool = False  # part of an attack, whose end tells it

    def onto(self, world: World) -> World:
        wounds = tuple(wound for wound in world.wounds if wound.who != self.who)
        world = replace(world, wounds=wounds)
        return world.with_combatant(self.who, berserk=self.berserk, rage=self.rage)

    def told_to(self, world: World, seat: Seat) -> str | None:
        return "" if self.berserk else "_calm"

    def in_words(self, world: World, seat: Seat) -> Facts:
        return {"faces": (self.face,)}


def may_rage(world: World, who: str) -> bool:
    """A rabbit in a fight that has not lost control yet (SB-128)."""
    one = world.combatant(who)
    rabbit = sheet.has_trait(world, world.cast[who], "berserk")
    return rabbit and one is not None and not one.berserk


def rage_die(world: World, wound: Wound, dice: Dice) -> BerserkRolled:
    """One die: 4, 5, 6 and it loses control, at once if its turn is not over yet."""
    (face,) = dice.roll(1)
    wild = face >= figures().berserk_from
    one = world.combatant(wound.who)
    soon = wild and one is not None and one.slot in ("waiting", "acting")
    return BerserkRolled(wound.who, world.name(wound.who), face, wild, int(soon), wound.attack)


# -- Calmed by friends (SB-135) --------------------------------------------------------------------


class CalmRabbit(Act[World], frozen=True):
    """The Director rules that a berserk rabbit has calmed down."""

    may = "gm"
    who: Id
    reason: Line = ""

    def do(self, world: World, seat: Seat, dice: Dice) -> Iterator[Event]:
        the_director(seat, "SB-135")
        one = rounds.fighting(world, self.who)
        must(one.berserk, "SB-135", "same", f"{world.name(self.who)} is calm already.")
        yield RabbitCalmed(world.unseen + 1, self.who, world.name(self.who), self.reason.strip())


class RabbitCalmed(Change[World], frozen=True):
    voice = "ruled"
    number: int
    who: str
    name: str
    reason: Reason = ""

    def onto(self, world: World) -> World:
        world = world.with_combatant(self.who, berserk=False, rage=0, nearest="")
        return world.with_ruling(
            self.number, "SB-135", "Is it berserk still?", "calm", self.reason, self.who
        )


# -- Whom it goes for (SB-136) ---------------------------------------------------------------------


class AimRage(Act[World], frozen=True):
    """The Director rules whom a berserk rabbit goes for: the nearest one."""

    may = "gm"
    who: Id
    target: Id
    reason: Line = ""

    def do(self, world: World, seat: Seat, dice: Dice) -> Iterator[Event]:
        the_director(seat, "SB-136")
        one = rounds.fighting(world, self.who)
        must(one.berserk, "SB-136", "same", f"{world.name(self.who)} is not berserk.")
        there = world.combatant(self.target) and self.target != self.who
        must(there, "SB-136", "bad_target", "Choose somebody else who is in the fight.")
        must(world.cast[self.target].life != "dead", "SB-136", "bad_target", "That one is dead.")
        number, name = world.unseen + 1, world.name(self.target)
        yield RageAimed(number, self.who, self.target, name, self.reason.strip())


class RageAimed(Change[World], frozen=True):
    voice = "ruled"
    number: int
    who: Who
    target: str
    name: str
    reason: str = ""

    def onto(self, world: World) -> World:
        world = world.with_combatant(self.who, nearest=self.target)
        return world.with_ruling(
            self.number, "SB-136", "Whom does it go for?", self.name, self.reason, self.who
        )
