"""Fights played at random, legal and illegal moves alike: the digest's seven invariants hold.

More fights: `TABLEFOLK_FIGHTS=3000 pytest tests/games/shapers_and_bots/test_fight_invariants.py`.
"""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from tests.games.shapers_and_bots.table import animal

from tablefolk.core.dice import Dice
from tablefolk.core.game import Ask, Command, Refusal, Seat, overruling
from tablefolk.core.table.company import Company
from tablefolk.games.shapers_and_bots.rules import book, harm, sheet
from tablefolk.games.shapers_and_bots.rules.content import content
from tablefolk.games.shapers_and_bots.rules.fights import (
    acting,
    asking,
    attacking,
    berserk,
    blows,
    ending,
    rounds,
    start,
)
from tablefolk.games.shapers_and_bots.rules.fights.rounds import (
    RoundClosed,
    RoundOpened,
    TurnsBegun,
)
from tablefolk.games.shapers_and_bots.rules.state import World
from tablefolk.games.shapers_and_bots.rules.values import Combatant, Item

FIGHTS = int(os.environ.get("TABLEFOLK_FIGHTS", "25"))
MOVES = 90
SPECIES = ("goat", "rabbit", "rabbit", "turtle", "rhino", "bear", "crow", "wolf")
GEAR = ("sword", "knife", "bow", "bow", "rock", "two_handed_sword", "heavy_armor")
GM = Seat("gm", "gm")
ANSWERS: dict[str, Callable[[str], Command]] = {
    "defence": attacking.Defend,
    "attack_roll": blows.RollAttack,
    "defence_roll": blows.RollDefence,
    "damage": blows.RollDamage,
    "knockout": harm.RollKnockout,
    "berserk": harm.RollBerserk,
    "waking": harm.RollWaking,
    "time": rounds.LetTimeRun,
    "open_round": lambda who: rounds.OpenRound(),
    "begin_turns": lambda who: rounds.BeginTurns(),
}


class Bout:
    """One fight at random, watched from outside."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        paid = self.chance.choice(("on_declare", "only_if_rolled"))
        company = Company(gm="gm")
        self.world = World(options={"defence_paid": paid}, company=company)
        self.attacks: dict[str, list[bool]] = {}  # this round: paid from rage?
        self.lines: list[tuple[str, ...]] = []
        for n in range(self.chance.randint(2, 5)):
            self.enter(f"c{n}")

    def enter(self, id: str) -> None:
        player = self.chance.choice(("", "p1"))
        hero = animal(id, self.chance.choice(SPECIES), player, items=tuple(self.things()))
        hero = replace(hero, fixed={"HP": self.chance.randint(1, 12)})
        if self.chance.random() < 0.2:
            hero = replace(hero, shaping=("time",))
        self.world = replace(self.world, cast={**self.world.cast, id: hero})
        self.world = replace(self.world, playing={**self.world.playing, "p1": id})

    def things(self) -> Iterator[Item]:
        for gear in self.chance.sample(GEAR, self.chance.randint(0, 2)):
            self.world = self.world.counted(self.world.count + 1)
            item = Item.of(content().gear[gear], self.world.count)
            yield replace(item, drawn=not item.worn and self.world.count % 2 == 0)

    # -- Moves ---------------------------------------------------------------------------------

    def commands(self) -> list[Command]:
        """Everything that might be tried now, sensible or not."""
        chance, cast = self.chance, list(self.world.cast)
        one, other = chance.choice(cast), chance.choice(cast)
        fight = self.world.fight
        if fight and fight.current and chance.random() < 0.7:
            one = fight.current
        if fight and fight.attack and chance.random() < 0.9:
            one = chance.choice((fight.attack.attacker, fight.attack.target or one))
        item = self.numbers(one)
        return [
            *self.blows(one, other),
            acting.Draw(one, item),
            acting.Drop(one, item),
            acting.PickUp(one, chance.choice(list(self.world.ground) or [0])),
            acting.Reload(one, item, chance.randint(1, 3)),
            acting.Run(one),
            acting.OtherAction(one, "shout", chance.randint(0, 2)),
            berserk.CalmRabbit(one),
            berserk.AimRage(one, other),
            ending.EndAttack(give_back=chance.random() < 0.5),
            harm.Injure(one, chance.randint(0, 2)),
            harm.CallWaking(one, "round"),
            harm.RollWaking(one),
            harm.Heal(one, 1),
            start.JoinFight((one,), draw_lots=True),
            start.LeaveFight(one),
            attacking.MarkSurprise(),
            rounds.LetTimeRun(one),
            rounds.BeginTurns(),
        ]

    def blows(self, one: str, other: str) -> list[Command]:
        """What happens most: attacks, answers, throws, the next turn."""
        held = [f"item:{item.id}" for item in self.world.cast[one].items] or ["unarmed"]
        way = self.chance.choice(("unarmed", "natural:0", *held))
        declare: Command = attacking.DeclareAttack(one, other, way=way)
        often: list[Command] = [
            declare,
            declare,
            attacking.Defend(one),
            attacking.Defend(one),
            attacking.DeclineDefence(one),
            blows.RollAttack(one),
            blows.RollDefence(one),
            blows.RollDamage(one),
            harm.RollKnockout(one),
            harm.RollBerserk(one),
            rounds.EndTurn(one),
            rounds.OpenRound(),
        ]
        return often * 3

    def numbers(self, who: str) -> int:
        return self.chance.choice([item.id for item in self.world.cast[who].items] or [0])

    def dice(self) -> Dice:
        return Dice(lambda count, sides: tuple(self.chance.randint(1, sides) for _ in range(count)))

    # -- Watching ------------------------------------------------------------------------------

    def step(self) -> None:
        if self.world.fight is None:
            lively = [who for who, hero in self.world.cast.items() if hero.life != "dead"]
            some = lively[: max(2, len(lively) - 1)]  # one more may join later
            self.do(start.StartFight(tuple(some), draw_lots=True))
            return
        owed = asking.waits(self.world)
        out = [who for who, hero in self.world.cast.items() if hero.life == "unconscious"]
        if out and self.chance.random() < 0.1:
            self.do(harm.CallWaking(out[0], self.chance.choice(("", "round"))))
        elif owed and self.chance.random() < 0.5:
            self.answer(self.chance.choice(owed))
        else:
            self.do(self.chance.choice(self.commands()))

    def answer(self, question: asking.Question) -> None:
        """What the table waits for can be done; a turn, by whatever comes to mind."""
        if question.what == "turn":
            self.do(self.chance.choice(self.on_turn(question.who)))
            return
        before = self.world
        self.do(ANSWERS[question.what](question.who))
        assert self.world is not before, question

    def on_turn(self, who: str) -> list[Command]:
        items = self.world.cast[who].items
        foes = [one for one in self.world.cast if one != who]
        ways = [f"item:{item.id}" for item in items] or ["unarmed"]
        target = self.chance.choice(foes)
        return [
            rounds.EndTurn(who),
            *(attacking.DeclareAttack(who, target, way=way) for way in ways),
            *(acting.Reload(who, item.id) for item in items),
            *(acting.Draw(who, item.id) for item in items),
        ]

    def do(self, command: Command) -> None:
        before = self.world
        stored = msgspec.msgpack.encode(before)
        try:
            events = tuple(book.decide(before, GM, command, self.dice()))
        except (Refusal, Ask):
            assert msgspec.msgpack.encode(before) == stored  # 7: nothing has changed
            return
        for event in events:
            self.watch(event)
            self.world = book.evolve(self.world, event)
            self.watched(event)
        self.settled()
        back = msgspec.msgpack.decode(msgspec.msgpack.encode(self.world), type=World)
        assert back == self.world

    def watch(self, event: Any) -> None:
        match event:
            case attacking.AttackDeclared(attack=attack):
                self.attacks.setdefault(attack.attacker, []).append(attack.rage)
            case ending.AttackEnded(how="ended"):
                self.attacks = {}  # actions may have been given back
            case RoundOpened():
                self.attacks = {}
                self.opened(event)
            case attacking.DefenceDeclared(who=who, source="borrowed"):
                assert self.part(who).pool == 0  # 4
            case blows.DefencePaid(who=who, source="borrowed"):
                assert self.part(who).pool == 0  # 4
            case harm.Injured(points=points, before=had, after=left):
                hero = self.world.cast[event.who]
                assert sheet.hp(self.world, hero) == had == left + points  # 5

    def opened(self, event: RoundOpened) -> None:
        """Debts are taken off what a round gives (T2)."""
        for who, now in event.combatants.items():
            had = self.world.combatant(who) or Combatant(who)
            up = self.world.cast[who].life == "conscious"
            assert now.pool == now.opened == (max(0, 2 - had.debt) if up else 0)
            assert now.debt == now.attacks == 0

    def watched(self, event: Any) -> None:
        if isinstance(event, TurnsBegun) and self.world.fight:
            self.in_order(event.order)
        if isinstance(event, RoundClosed) and self.world.fight:
            assert not any(one.pool or one.rage for one in self.world.fight.combatants.values())
        if isinstance(event, harm.Injured):
            assert self.world.cast[event.who].hp == event.after  # 5

    def in_order(self, order: tuple[str, ...]) -> None:
        """6: two who act in both rounds keep their places."""
        for line in self.lines:
            both = [who for who in line if who in order]
            assert [who for who in order if who in both] == both
        self.lines.append(order)

    def part(self, who: str) -> Combatant:
        found = self.world.combatant(who)
        assert found
        return found

    def settled(self) -> None:
        for hero in self.world.cast.values():
            if not self.world.wounds:
                assert (hero.life == "dead") == (sheet.hp(self.world, hero) < 0)  # 5
        fight = self.world.fight
        for who, one in fight.combatants.items() if fight else ():
            self.counted(who, one)
        assert len({q.who for q in asking.waits(self.world)}) == len(asking.waits(self.world))
        if fight and fight.phase == "turns":
            acting_now = [who for who, one in fight.combatants.items() if one.slot == "acting"]
            assert acting_now == [fight.current]
            assert self.world.cast[fight.current].life == "conscious"

    def counted(self, who: str, one: Combatant) -> None:
        assert 0 <= one.pool <= 4  # 1
        assert 0 <= one.debt <= 2
        assert one.rage in (0, 1)
        assert one.spent + one.defended + one.lapsed + one.pool == one.opened
        assert one.attacks <= 1  # 2
        made = self.attacks.get(who, [])
        assert made.count(False) <= 1
        assert made.count(True) <= 1 or made.count(True) == one.rage_attacks
        if self.world.cast[who].life != "conscious":  # 3
            assert one.pool == one.rage == one.debt == 0
            assert not one.berserk


@settings(max_examples=FIGHTS, deadline=None)
@given(st.integers(0, 2**32))
def test_the_seven_invariants_hold_in_any_fight__SB_111_SB_113_SB_121(seed: int) -> None:
    bout = Bout(seed)
    for _ in range(MOVES):
        bout.step()


class Lenient(Bout):
    """A fight whose Director allows whatever is tried, as far as the table can do it."""

    def do(self, command: Command) -> None:
        try:
            with overruling():
                events = tuple(book.decide(self.world, GM, command, self.dice()))
        except (Refusal, Ask):
            return
        for event in events:
            self.world = book.evolve(self.world, event)
        back = msgspec.msgpack.decode(msgspec.msgpack.encode(self.world), type=World)
        assert back == self.world

    def answer(self, question: asking.Question) -> None:
        self.do(ANSWERS.get(question.what, rounds.EndTurn)(question.who))


@settings(max_examples=FIGHTS, deadline=None)
@given(st.integers(0, 2**32))
def test_whatever_the_director_allows_the_table_goes_on__SB_174(seed: int) -> None:
    bout = Lenient(seed)
    for _ in range(MOVES):
        bout.step()


class Watched(Bout):
    """A fight that remembers what kinds of things happened."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.seen: set[str] = set()

    def watch(self, event: Any) -> None:
        self.seen.add(type(event).__name__)
        super().watch(event)


def test_random_fights_really_come_to_blows() -> None:
    """The property above is not true for want of anything happening."""
    seen: set[str] = set()
    for seed in range(40):
        bout = Watched(seed)
        for _ in range(MOVES):
            bout.step()
        seen |= bout.seen
    assert {
        "AttackRolled", "DefenceRolled", "DamageRolled", "Injured", "Fell", "KnockoutRolled",
        "BerserkRolled", "WakingRolled", "WeaponEmptied", "WeaponLoaded", "RoundClosed",
        "ActionReturned", "DefenceDeclared", "DefencePaid", "TurnEnded", "FightJoined",
    } <= seen  # fmt: skip
