"""How an attack ends: by its dice, or because the Director ends it (SB-29, SB-174)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from msgspec.structs import replace

from tablefolk.core.dice import Dice
from tablefolk.core.game import Act, Change, Event, Seat, must
from tablefolk.games.shapers_and_bots.rules.fights import rounds
from tablefolk.games.shapers_and_bots.rules.state import World, one_line, the_director
from tablefolk.games.shapers_and_bots.rules.values import Attack, Combatant, Line, Roll, Who
from tablefolk.games.shapers_and_bots.rules.wording import Facts, ours, say, summed

How = Literal["missed", "stopped", "scratch", "hurt", "out", "dead", "thing", "ended"]
Temper = Literal["", "calm", "wild"]  # what a rabbit's die has shown, if one was thrown


def the_attack(world: World) -> Attack:
    fight = rounds.the_fight(world)
    return must(fight.attack, "SB-120", "no_attack", "Nobody attacks just now.")


# -- The end of an attack --------------------------------------------------------------------------


class AttackEnded(Change[World], frozen=True):
    voice = "threw"
    number: int
    attacker: Who
    target: Who = ""
    thing: str = ""
    how: How = "missed"
    way: str = ""
    points: int = 0  # what got through
    bot: bool = False  # shut down, destroyed (SB-164)
    temper: Temper = ""
    roll: int = 0  # the one that decided it
    die: int = 0  # the rabbit's, if one was thrown
    luck: Literal["", "fluke", "fumble"] = ""  # of the roll that decided it

    def onto(self, world: World) -> World:
        wounds = tuple(wound for wound in world.wounds if not wound.attack)
        return replace(world, wounds=wounds).with_fight(attack=None)

    def told_to(self, world: World, seat: Seat) -> str | None:
        """Hit or miss, the damage, and what came of it; nothing where what it did has told it."""
        # Where damage was written down before it said how much, what it did tells it, too.
        bare = self.how in ("hurt", "out", "dead") and not self.points
        if bare or self.how in ("ended", "thing"):
            return None
        return f"_{self.how}{'_bot' if self.bot and self.how in ('out', 'dead') else ''}"

    def in_words(self, world: World, seat: Seat) -> Facts:
        aim = world.name(self.target) if self.target in world.cast else self.thing
        die = "_die" if self.die else ""
        temper = say(f"words.{self.temper}{die}", n=self.die) if self.temper else ""
        way = say("words.way", way=self.way[:1].lower() + self.way[1:]) if self.way else ""
        summary = summed(world, self.roll, seat)
        whom = world.name(self.attacker) if self.how == "missed" else aim
        how = say(f"words.{self.temper}") if self.temper else ""
        failed = self.how in ("out", "dead") and ours(world, self.target)
        every = {"aim": aim, "whom": whom, "way": way, "temper": temper, "how": how}
        return {**every, **summary, "failed": failed}


def ended(
    world: World, attack: Attack, how: How, roll: int = 0, temper: Temper = "", die: int = 0
) -> AttackEnded:
    target = world.cast.get(attack.target)
    return AttackEnded(
        attack.id,
        attack.attacker,
        attack.target,
        attack.thing,
        how,
        attack.label,
        attack.damage,
        target is not None and target.kind == "bot",
        temper,
        roll,
        die,
    )


def over(world: World, attack: Attack, how: How, by: Roll | None = None) -> Iterator[Event]:
    """The attack is over; where its attacker has fallen meanwhile, the next one is up."""
    end = ended(world, attack, how, by.id if by else 0)
    yield replace(end, luck=by.outcome) if by and by.outcome in ("fluke", "fumble") else end
    yield from rounds.move_on(world)


# -- The Director ends it (SB-174), perhaps for something else that happens (SB-29) ----------------


class EndAttack(Act[World], frozen=True):
    """The Director ends an unresolved attack; spent actions stay spent unless given back."""

    may = "gm"
    instead: Line = ""  # what happens in its place: a fluke need not go as planned
    give_back: bool = False

    def do(self, world: World, seat: Seat, dice: Dice) -> Iterator[Event]:
        the_director(seat, "SB-174")
        attack = the_attack(world)
        aim = world.name(attack.target) if attack.target else attack.thing
        asked = f"{world.name(attack.attacker)} attacks {aim} ({attack.label})"
        said = one_line(self.instead)
        yield AttackRuled(world.unseen + 1, attack.attacker, attack.target, asked, said)
        if self.give_back:
            yield from returned(world, attack)
        yield from over(world, attack, "ended")


class AttackRuled(Change[World], frozen=True):
    voice = "ruled"
    number: int
    attacker: Who
    target: str
    question: str
    instead: str = ""

    def onto(self, world: World) -> World:
        return world.with_ruling(
            self.number, "SB-174", self.question, self.instead or "ended", "", self.attacker
        )

    def told_to(self, world: World, seat: Seat) -> str | None:
        return "_instead" if self.instead else ""


class ActionReturned(Change[World], frozen=True):
    voice = "noted"
    who: str
    name: str
    part: Combatant

    def onto(self, world: World) -> World:
        fight = rounds.the_fight(world)
        return world.with_fight(combatants={**fight.combatants, self.who: self.part})


def returned(world: World, attack: Attack) -> Iterator[Event]:
    """The actions that went into an attack and its defence, given back."""
    one, other = world.combatant(attack.attacker), world.combatant(attack.target)
    if one:
        yield ActionReturned(one.who, world.name(one.who), attack_back(one, attack.rage))
    if other and attack.defence in ("round", "borrowed"):
        borrowed = attack.defence == "borrowed"
        yield ActionReturned(other.who, world.name(other.who), defence_back(other, borrowed))


def attack_back(one: Combatant, rage: bool) -> Combatant:
    if rage:
        return replace(one, rage=1, rage_attacks=one.rage_attacks - 1)
    if not one.spent:
        return one  # allowed without an action: there is nothing to give back
    return replace(one, pool=one.pool + 1, spent=one.spent - 1, attacks=max(0, one.attacks - 1))


def defence_back(one: Combatant, borrowed: bool) -> Combatant:
    if borrowed:
        return replace(one, debt=one.debt - 1)
    return replace(one, pool=one.pool + 1, defended=one.defended - 1)
