"""The forecast against the rules themselves: whole rounds, every throw decided by the table."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace
from tests.games.shapers_and_bots.table import animal

from tablefolk.core.dice import tape
from tablefolk.core.game import Command, Seat
from tablefolk.core.odds import THREE_DICE, rolls
from tablefolk.games.shapers_and_bots import decide, evolve
from tablefolk.games.shapers_and_bots.forecast.exact import Course
from tablefolk.games.shapers_and_bots.forecast.fighters import between
from tablefolk.games.shapers_and_bots.forecast.result import Tally
from tablefolk.games.shapers_and_bots.forecast.sides import Fight as Forecast
from tablefolk.games.shapers_and_bots.rules import gear
from tablefolk.games.shapers_and_bots.rules.fights.asking import Question, waits
from tablefolk.games.shapers_and_bots.rules.fights.attacking import (
    DeclareAttack,
    DeclineDefence,
    Defend,
)
from tablefolk.games.shapers_and_bots.rules.fights.blows import RollAttack, RollDamage, RollDefence
from tablefolk.games.shapers_and_bots.rules.fights.rounds import BeginTurns, EndTurn, OpenRound
from tablefolk.games.shapers_and_bots.rules.harm import RollBerserk, RollKnockout
from tablefolk.games.shapers_and_bots.rules.state import World
from tablefolk.games.shapers_and_bots.rules.values import Character, Combatant, Fight

DIRECTOR = Seat("gm", "gm")
ROLLS: dict[str, Any] = {
    "attack_roll": RollAttack,
    "defence_roll": RollDefence,
    "damage": RollDamage,
    "knockout": RollKnockout,
    "berserk": RollBerserk,
}
TOTALS = {  # one throw for each total of three dice, as only the total counts (SB-28)
    next(faces for faces in rolls(3).ways if sum(faces) == total): ways
    for total, ways in THREE_DICE.ways.items()
}
Sides = tuple[tuple[str, ...], tuple[str, ...]]


class Table:
    """A fight at a table: everybody behaves as the forecast assumes, and all dice are thrown."""

    def __init__(self, sides: Sides, rounds: int, forecast: Forecast) -> None:
        self.sides, self.rounds, self.forecast = sides, rounds, forecast
        self.names = (*sides[0], *sides[1])
        self.tally = Tally(forecast, Fraction(0))

    def play(self, start: World) -> Tally[Fraction]:
        """All ways, those that have come to the same thing taken together."""
        live = {marks(start): (start, Fraction(1))}
        while live:
            first = next(iter(live))
            world, weight = live.pop(first)
            question = self.question(world, weight)
            if question is None:
                continue
            for after, chance in self.answered(world, question):
                key = marks(after)
                live[key] = (after, live.get(key, (after, Fraction(0)))[1] + weight * chance)
        return self.tally

    def question(self, world: World, weight: Fraction) -> Question | None:
        """What the table waits for; a fight that is over, or long enough, is counted."""
        up = [who for who in self.names if world.cast[who].life == "conscious"]
        over = not set(up) & set(self.sides[0]) or not set(up) & set(self.sides[1])
        fight = world.fight
        assert fight is not None
        closed = fight.phase == "closed" and fight.round == self.rounds
        if not (over or closed) or fight.attack or world.wounds:
            return waits(world)[0]
        self.count(world, weight, up, over)
        return None

    def count(self, world: World, weight: Fraction, up: list[str], over: bool) -> None:
        tally = self.tally
        if over:
            side = 0 if up[0] in self.sides[0] else 1
            tally.wins[side] += weight
            tally.standing[side][len(up) - 1] += weight
        else:
            tally.goes_on += weight
        ends = {"conscious": tally.up, "unconscious": tally.out, "dead": tally.dead}
        for place, who in enumerate(self.names):
            hero = world.cast[who]
            ends[hero.life][place] += weight
            left = self.forecast.fighters[place].hp if hero.hp is None else hero.hp
            tally.hp[place] += weight * max(0, left)

    def answered(self, world: World, question: Question) -> list[tuple[World, Fraction]]:
        roll = ROLLS.get(question.what)
        if roll is None:
            return [(done(world, self.said(world, question)), Fraction(1))]
        dice = 1 if question.what == "berserk" else 3
        if question.what == "damage":
            assert world.fight is not None
            assert world.fight.attack is not None
            dice = gear.dice_of(world.fight.attack.size)
        thrown = TOTALS if dice == 3 and question.what != "damage" else rolls(dice).ways
        return [
            (done(world, roll(question.who), faces), Fraction(ways, 6**dice))
            for faces, ways in thrown.items()
        ]

    def said(self, world: World, question: Question) -> Command:
        one = world.combatant(question.who)
        if question.what == "open_round":
            return OpenRound()
        if question.what == "begin_turns" or one is None:
            return BeginTurns()
        if question.what == "defence":
            keeps = 1 if one.slot == "waiting" else 0
            return Defend(one.who) if one.pool > keeps else DeclineDefence(one.who)
        if one.rage or (one.pool and not one.attacks):
            return DeclareAttack(one.who, self.target(world, one.who), way="unarmed")
        return EndTurn(one.who)

    def target(self, world: World, who: str) -> str:
        enemies = self.sides[1 if who in self.sides[0] else 0]
        hp = dict(zip(self.names, (f.hp for f in self.forecast.fighters), strict=True))
        up = [one for one in enemies if world.cast[one].life == "conscious"]
        return min(up, key=lambda one: hp[one] if (n := world.cast[one].hp) is None else n)


def done(world: World, command: Command, faces: tuple[int, ...] = ()) -> World:
    for event in list(decide(world, DIRECTOR, command, tape(faces))):
        world = evolve(world, event)
    return world


def marks(world: World) -> Any:
    """What matters for how a fight goes on: everything but the story of how it came to that."""
    assert world.fight is not None
    attack = world.fight.attack
    roll = world.rolls[attack.attack_roll].outcome if attack and attack.attack_roll else ""
    plain = attack and replace(attack, id=0, attack_roll=0, defence_roll=0, damage_faces=())
    fight = repr(replace(world.fight, attack=plain))
    cast = tuple((hero.hp, hero.life) for hero in world.cast.values())
    return fight, roll, cast, tuple((w.who, w.stage) for w in world.wounds)


def strong(id: str, species: str, **more: Any) -> Character:
    return animal(id, species, black_belt=True, **more)


BEAR, WOLF = strong("bear", "bear", fixed={"HP": 1}), strong("wolf", "wolf", fixed={"HP": 2})
RABBIT = strong("rabbit", "rabbit", fixed={"HP": 3, "FIT": -1, "brawling": 3})
FOX = strong("fox", "fox", fixed={"HP": 1})
FIGHTS: dict[str, tuple[tuple[Character, ...], tuple[Character, ...], int]] = {
    "a duel": ((WOLF,), (BEAR,), 2),
    "a duel with a rabbit": ((WOLF,), (RABBIT,), 1),
    "two against one": ((WOLF, FOX), (RABBIT,), 1),
}


@pytest.mark.parametrize("name", FIGHTS)
@pytest.mark.parametrize("paid", ["on_declare", "only_if_rolled"])
def test_the_forecast_is_what_the_rules_do_with_every_throw__SB_105__SB_136(
    name: str, paid: str
) -> None:
    ours, theirs, rounds = FIGHTS[name]
    sides = (tuple(one.id for one in ours), tuple(one.id for one in theirs))
    everybody = {one.id: one for one in (*ours, *theirs)}
    parts = {who: Combatant(who, side="a" if who in sides[0] else "b") for who in everybody}
    options: dict[str, str | int | bool] = {"defence_paid": paid}
    world = World(cast=everybody, options=options, fight=Fight(1, combatants=parts))
    forecast = between(world, *sides, rounds=rounds)
    known = Table(sides, rounds, forecast).play(world)
    found = Course(forecast, Fraction, most=10**9).run()
    known.rounds = found.rounds  # how long it took is not counted at the table
    assert vars(found) == vars(known)
    assert 0 < found.goes_on < 1
