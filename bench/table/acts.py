"""What is done at the tables: acts at the heart of each game, in a round that can go on for ever.

A script is a generator: it yields who does what with which faces, and is sent the table as it is
then, so that numbers given on the way are known. Played once through the pure rules, it serves
every table that began alike.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from typing import Any, NamedTuple

from msgspec.structs import replace

from tablefolk.core import play
from tablefolk.core.game import Command, Seat, Step
from tablefolk.core.table.at import GameAtTable
from tablefolk.core.table.seats import Join
from tablefolk.core.table.state import Table
from tablefolk.core.table.talk import Say, WriteNote
from tablefolk.games import mutagen, rotate_bird, shapers_and_bots, shelf, wheel_of_fate
from tablefolk.games.mutagen.rules import cast as entities
from tablefolk.games.mutagen.rules.outcomes import AcceptOutcome, WriteOutcome
from tablefolk.games.mutagen.rules.proposing import Propose
from tablefolk.games.mutagen.rules.rolling import RollMove
from tablefolk.games.mutagen.rules.speaking import LetPass
from tablefolk.games.rotate_bird.rules import npcs as birds
from tablefolk.games.rotate_bird.rules.rolling import PickDie, RollPool
from tablefolk.games.rotate_bird.rules.tapping import TapTrait
from tablefolk.games.rotate_bird.rules.tests import OpenTest, WithdrawTest
from tablefolk.games.shapers_and_bots.rules import extras
from tablefolk.games.shapers_and_bots.rules.bots_in_play import RuleBug
from tablefolk.games.shapers_and_bots.rules.fights.attacking import DeclareAttack, DeclineDefence
from tablefolk.games.shapers_and_bots.rules.fights.blows import RollAttack
from tablefolk.games.shapers_and_bots.rules.fights.rounds import EndTurn, LetTimeRun, OpenRound
from tablefolk.games.wheel_of_fate.rules import npcs as wheels
from tablefolk.games.wheel_of_fate.rules.drafts import AddSource, CancelDraft
from tablefolk.games.wheel_of_fate.rules.exchanges import Act
from tablefolk.games.wheel_of_fate.rules.fate import AddToBowl, Reward

HOUSE = Seat("", "house")
GM, ONLOOKER = "mara", "Ola"
CAST, NOTES, LINES = 40, 40, 3000  # what a table has more, once it is ten times as large
Script = Generator[Step, Table, None]
ATS = {game.key: GameAtTable(game) for game in shelf().games}


# -- One script for each game ----------------------------------------------------------------


def wheel(table: Table) -> Script:
    """A duel: the draft is put away, drawn up anew, gets a die; and somebody has said it well."""
    nora, master = "nora-pell", "npc_the-harbour-master"
    while True:
        table = yield Step("ines", CancelDraft(table.play.contest.exchange.rolls[0]))
        table = yield Step("ines", Act(nora, master))
        duel = table.play.contest.exchange.rolls[0]
        table = yield Step(GM, AddSource(duel, "bonus", 1, "the rain is loud"))
        table = yield Step(GM, AddToBowl(1, "a fine scene"))
        table = yield Step("tomas", Reward(nora, "well said"))


def bird(table: Table) -> Script:
    """A test: opened, a trait tapped, the die rolled and picked."""
    yield Step("tomas", WithdrawTest(41))
    while True:
        table = yield Step("tomas", OpenTest("gus-halloran", "Stop the soup once more"))
        test = max(table.play.tests)
        yield Step("tomas", TapTrait(test, 11, "Soup respects bread."))
        yield Step("tomas", RollPool(test), (6,))
        yield Step("tomas", PickDie(test, 6))


def shapers(table: Table) -> Script:
    """The fight on the ferry: everybody strikes and misses, round after round."""
    while True:
        table = yield _fight_on(table.play)


def _fight_on(world: Any) -> Step:
    """The next step of the fight, whatever it waits for."""
    fight, attack = world.fight, world.fight.attack
    if attack:
        return _blow(world, attack)
    if fight.phase == "closed":
        return Step(GM, OpenRound())
    if fight.phase == "opening":
        bug = RuleBug(fight.buggy[0], "odd", "It hums a waltz.") if fight.buggy else None
        return Step(GM, bug) if bug else Step("ines", LetTimeRun("tick-tock"))
    me = fight.combatants[fight.current]
    if not me.pool or me.attacks:
        return Step(_player(world, me.who), EndTurn(me.who))
    foe = next(one.who for one in fight.combatants.values() if one.side != me.side)
    return Step(_player(world, me.who), DeclareAttack(me.who, foe))


def _blow(world: Any, attack: Any) -> Step:
    if attack.stage == "defence":
        return Step(_player(world, attack.target), DeclineDefence(attack.target))
    return Step(_player(world, attack.attacker), RollAttack(attack.attacker), (1, 1, 1))


def _player(world: Any, who: str) -> str:
    return world.cast[who].player or GM


def show(table: Table) -> Script:
    """A move: proposed, let pass, rolled, told and accepted."""
    matthias, stage = "matthias-okonkwo-reyes", "the-stage-of-the-alhambra"
    look = Propose(
        matthias, "scope_it_out", "I time the shadows.", targets=(stage,), aptitude="engineering"
    )
    while True:
        table = yield Step("tomas", look)
        move = max(table.play.moves)
        yield Step(GM, LetPass(move))
        yield Step("tomas", RollMove(move), (3, 4))
        yield Step(GM, WriteOutcome(move, "The one that is early bows."))
        yield Step("tomas", AcceptOutcome(move))


def _npc(key: str, name: str) -> Command:
    """Somebody new in the GM's cast, as each game makes them."""
    notes = f"{name} has been waiting here for a while, and is in no hurry."
    match key:
        case wheel_of_fate.key:
            return wheels.MakeNpc(name, 2, 3, 2, aspects=("Never early",), notes=notes)
        case rotate_bird.key:
            return birds.MakeNpc(name, being=("bell", "wrench"), notes=notes)
        case shapers_and_bots.key:
            return extras.MakeExtra(name, ratings={"STR": 1, "FIT": 2}, look=notes)
    return entities.MakeEntity("npc", name, notes)


SCRIPTS: dict[str, Callable[[Table], Script]] = {
    wheel_of_fate.key: wheel,
    rotate_bird.key: bird,
    shapers_and_bots.key: shapers,
    mutagen.key: show,
}


# -- Playing them ----------------------------------------------------------------------------


class Played(NamedTuple):
    """A table and its log so far."""

    at: GameAtTable
    table: Table
    bodies: list[bytes]


def demo(key: str, more: bool = False, typed: bool = True) -> Played:
    """The demo of a game with an onlooker; with `more`, grown about tenfold by commands.

    With `typed`, faces may be sent along, so that a script knows how the dice fall.
    """
    at = ATS[key]
    table, bodies = at.new({}), []
    first, *steps = at.demo()
    if typed:
        first = Step(first.who, replace(first.command, options={"dice": "either"}))
    steps.append(Step("house", Join(ONLOOKER, True)))
    for step in [first, *steps, *(_growth(key) if more else ())]:
        entry, table = _done(at, table, step)
        bodies.append(at.codec.dump(entry))
    return Played(at, table, bodies)


def _growth(key: str) -> Iterator[Step]:
    for n in range(CAST):
        yield Step(GM, _npc(key, f"Bystander {n}"))
    for n in range(NOTES):
        yield Step(GM, WriteNote(f"Page {n}", "What they do not know yet, in a few words. " * 4))
    for n in range(LINES):
        yield Step(
            (GM, "ines", "tomas", "wen")[n % 4], Say(f"And then, for the {n}th time, we wait.")
        )


def _done(at: GameAtTable, table: Table, step: Step) -> tuple[Any, Table]:
    seat = HOUSE if step.who == "house" else table.seat(step.who)
    return play.act_with(at, table, seat, step.command, step.faces)


class Rehearsal:
    """A script played through the pure rules, as far as anybody has asked for."""

    def __init__(self, played: Played) -> None:
        self.at, self.table = played.at, played.table
        self.steps: list[Step] = []
        self._script = SCRIPTS[self.at.key](self.table)

    def step(self, n: int) -> Step:
        """The n-th act of a table that began as this one."""
        while len(self.steps) <= n:
            step = next(self._script) if not self.steps else self._script.send(self.table)
            _, self.table = _done(self.at, self.table, step)
            self.steps.append(step)
        return self.steps[n]
