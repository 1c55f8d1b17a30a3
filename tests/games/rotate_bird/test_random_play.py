"""Random play: whatever happens, the table stays one that the rules could have made."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.games.rotate_bird.table import GAME, Played, created, parts

from tablefolk.core import play
from tablefolk.core.dice import Dice
from tablefolk.core.game import Command, Refusal
from tablefolk.core.table.judging import Allow, Answer
from tablefolk.core.table.scenes import CloseSession, OpenSession
from tablefolk.games import rotate_bird
from tablefolk.games.rotate_bird.rules import (
    challenges,
    doing,
    edges,
    fallout,
    helping,
    npcs,
    opposition,
    recovery,
    rewards,
    rolling,
    tapping,
    tests,
    tracks,
    values,
    variants,
)
from tablefolk.games.rotate_bird.rules.state import Bird
from tablefolk.testing.anything import any_commands

OPTIONS = (
    {},
    {"pool_cap": 5, "advancement": True},
    {"limited_unbeing": 5, "combined_doing": 3, "combo_always_epic": True, "advancement": True},
    {"external_doing": True, "combined_doing": 2},
)
MEMBERS = ("gm", "p1", "p2", "p3")
OFTEN = {
    "tap": 8,
    "help": 4,
    "roll": 6,
    "pick": 12,
    "fallout": 6,
    "offset": 12,
    "epic": 4,
    "take": 4,
}
SELDOM = {"withdraw", "change", "untap", "session", "end", "npc", "track", "rest", "drop", "rule"}
SELDOM |= {"award", "give", "declare", "recover"}


# -- Somebody does something ---------------------------------------------------------------------


class Chance:
    """Things to do, made from what is on the table."""

    def __init__(self, bird: Bird, rng: random.Random) -> None:
        self.bird, self.rng = bird, rng

    def one(self, some: Sequence[Any], otherwise: Any) -> Any:
        return self.rng.choice(some) if some else otherwise

    def who(self) -> str:
        return str(self.one(list(self.bird.cast), ""))

    def test(self) -> int:
        running = [t.id for t in self.bird.tests.values() if t.open]
        return int(self.one(running, 0))

    def flag(self, likely: float = 0.2) -> bool:
        return self.rng.random() < likely

    def trait(self) -> int:
        hero = self.bird.cast.get(self.who())
        every = (*hero.being, *hero.doing, *hero.having) if hero else ()
        return int(self.one([t.id for t in every], 0))

    def edge(self) -> int:
        return int(self.one([e.id for h in self.bird.cast.values() for e in h.having], 0))

    def track(self, kind: str) -> int:
        numbers = [t.id for t in self.bird.tracks.values() if t.kind == kind]
        return int(self.one(numbers, 0)) if self.flag(0.6) else 0

    def npc(self) -> str:
        return str(self.one(list(self.bird.npcs), ""))

    def symbol(self) -> str:
        return self.rng.choice(("anchor", "apple", "bone", "rotate", "pause", "bomb", "explosion"))

    def acts(self) -> dict[str, Callable[[], Command]]:
        return {**self.testing(), **self.after(), **self.table()}

    def testing(self) -> dict[str, Callable[[], Command]]:
        return {
            "open": lambda: tests.OpenTest(
                self.who(),
                "something",
                beneficiary=self.who() if self.flag() else "",
                progress=self.track("progress"),
                disaster=self.track("disaster"),
                npc=self.npc() if self.flag() else "",
                epic=self.flag(),
                perilous=self.flag(),
            ),
            "tap": lambda: tapping.TapTrait(self.test(), self.trait(), aloud=True),
            "help": lambda: helping.Help(self.test(), self.trait(), aloud=True),
            "untap": lambda: tapping.Untap(self.test(), self.trait()),
            "bring": lambda: doing.BringIn(self.test(), self.trait()),
            "combine": self.combine,
            "rule": lambda: tapping.RuleTrait(
                self.test(), self.trait(), self.rng.choice(("accepted", "questioned", "rejected"))
            ),
            "declare": lambda: challenges.DeclareChallenge(self.test(), self.flag(), self.flag()),
            "take": lambda: challenges.Acknowledge(self.test()),
            "epic": lambda: challenges.PayEpic(self.test(), self.trait()),
            "change": lambda: tests.ChangeApproach(self.test(), "otherwise"),
            "withdraw": lambda: tests.WithdrawTest(self.test()),
            "roll": lambda: rolling.RollPool(self.test()),
            "pick": lambda: rolling.PickDie(self.test(), self.rng.randint(1, 6)),
        }

    def combine(self) -> Command:
        heroes = list(self.bird.cast.values())
        traits = tuple(self.rng.choice(hero.doing).id for hero in heroes[: self.rng.randint(2, 3)])
        places = tuple(self.rng.randint(0, 1) for _ in traits)
        return variants.Combine(self.test(), parts(traits, places), "Both")

    def after(self) -> dict[str, Callable[[], Command]]:
        return {
            "fallout": lambda: fallout.RollFallout(self.test()),
            "offset": lambda: fallout.Offset(self.test(), self.trait()),
            "pass": lambda: fallout.PassOffset(self.test(), self.who()),
            "describe": lambda: fallout.DescribeFallout(self.test(), "Oh no.", self.flag()),
            "hand": lambda: helping.HandOn(self.test(), self.who()),
            "close": lambda: rolling.CloseTest(self.test()),
            "shrug": lambda: opposition.ShrugOff(self.test(), self.rng.randint(1, 3)),
            "assign": lambda: edges.AssignSymbol(self.edge()),
            "give": lambda: edges.GiveEdge(self.edge(), self.who()),
            "drop": lambda: edges.DropEdge(self.edge(), "gone"),
            "award": lambda: edges.AwardEdge(
                self.who(), "found", self.rng.choice(("being", "doing"))
            ),
        }

    def table(self) -> dict[str, Callable[[], Command]]:
        return {
            "track": lambda: tracks.MakeTrack(
                self.rng.choice(("progress", "disaster")), "Track", self.rng.randint(1, 3)
            ),
            "npc": lambda: npcs.RollNpc("Npc", "minor", copies=True),
            "rest": lambda: recovery.GrantRest((self.who(),)),
            "renew": lambda: recovery.Renew(self.trait()),
            "recover": lambda: recovery.GrantRecovery(self.who()),
            "session": OpenSession,
            "end": CloseSession,
            "swap": lambda: rewards.SwapSymbol(self.trait(), self.symbol()),
            "add": lambda: rewards.AddSymbol(self.trait(), self.symbol()),
            "entity": lambda: variants.NameEntity(self.who(), "Robot"),
            "board": lambda: variants.Board(self.who()),
        }


def evening(seed: int, steps: int = 120) -> Iterator[Played]:
    """Random legal acts; the table after each."""
    rng = random.Random(seed)
    played = created(dict(OPTIONS[seed % len(OPTIONS)]))
    for _ in range(steps):
        if any(step(played, rng) for _ in range(12)):
            yield played


def step(played: Played, rng: random.Random) -> bool:
    """Somebody tries something; whether anybody could."""
    acts = Chance(played.bird, rng).acts()
    (act,) = rng.choices(list(acts), [OFTEN.get(a, 0.15 if a in SELDOM else 1) for a in acts])
    command = acts[act]()
    members = rng.sample(MEMBERS, len(MEMBERS))
    return any(attempt(played, member, command, rng) for member in members)


def attempt(played: Played, member: str, command: Command, rng: random.Random) -> bool:
    """Whether it could be done; the GM answers what is asked."""
    dice = Dice(lambda n, sides: tuple(rng.randint(1, sides) for _ in range(n)))
    try:
        play.act(GAME, played.table, played.seat(member), command, dice)
    except Refusal:
        return False
    played._act(played.seat(member), command, dice.used)
    for number in list(played.table.requests):
        dice.used.clear()
        try:
            play.act(GAME, played.table, played.seat("gm"), Answer(number, True), dice)
        except Refusal:
            played._act(played.seat("gm"), Answer(number, False), ())
        else:
            played._act(played.seat("gm"), Answer(number, True), dice.used)
    return True


@settings(max_examples=16, deadline=None)
@given(st.integers(0, 10_000))
def test_random_play_keeps_the_table_whole_and_can_be_replayed(seed: int) -> None:
    played = None
    for played in evening(seed):
        assert_whole(played.bird)
    assert played is not None
    played.audited()


# -- What always holds ---------------------------------------------------------------------------


def assert_whole(bird: Bird) -> None:
    numbers = [t.id for h in bird.cast.values() for t in (*h.being, *h.doing, *h.having)]
    numbers += [*bird.tests, *bird.tracks, *bird.combos]
    assert len(set(numbers)) == len(numbers)
    assert bird.count >= max(numbers)
    for hero in bird.cast.values():
        assert len({t.symbol for t in hero.being}) == len(hero.being) == 5
        assert len(hero.doing) == 3
        assert all(2 <= len(t.symbols) <= 3 for t in hero.doing)
        if hero.entity and hero.lost:
            assert not hero.entity.aboard or not bird.options.get("external_doing")
        parts = [t for t in bird.running() if hero.id in (t.leader, *(h.who for h in t.helps))]
        assert len(parts) <= 1  # RB-48
    for track in bird.tracks.values():
        assert track.checked <= track.boxes
    for npc in bird.npcs.values():
        assert npc.in_play == bool(npc.standing)  # RB-138
    for test in bird.tests.values():
        assert_test(bird, test)


def assert_test(bird: Bird, test: values.Test) -> None:
    taps = [tap.trait for tap in test.offered]
    assert len(set(taps)) == len(taps)  # RB-28
    helpers = [tap.who for tap in test.helps]
    assert len(set(helpers)) == len(helpers)  # RB-51
    assert test.leader not in helpers
    cap = int(bird.options.get("pool_cap", 0))
    assert not cap or len(test.pool) <= cap
    if test.dice:
        assert len(test.dice) == len(test.pool)
        assert any(tap.ruling == "accepted" for tap in test.taps)  # RB-29
        assert bool(test.epic_paid) == test.challenge.epic
    if test.picked:
        assert test.picked in test.dice
        assert bool(test.edge) == (test.dice.count(test.picked) > 1)  # RB-44
    if test.phase in ("ending", "closed") and test.fallout != "none":
        assert test.offset or test.outcome
    if test.offset:
        paid = {"unbeing": "minor", "undoing": "major"}.get(test.offset, test.fallout)
        assert paid == test.fallout  # RB-96
    if test.phase == "gathering" and not test.challenge.epic:
        assert not test.epic_paid


# -- Anything at all -----------------------------------------------------------------------------


class Mid:
    """Enough of an evening for the law's maker of absurd commands."""

    def __init__(self, played: Played) -> None:
        self.at, self.table = GAME, played.table


@pytest.mark.parametrize("seed", range(4))
def test_any_command_gets_events_or_a_refusal_and_a_ruling_leaves_a_table(seed: int) -> None:
    *_, played = evening(seed, 60)
    rng = random.Random(seed)
    own = set(rotate_bird.commands)
    for command in any_commands(Mid(played), rng, times=8):  # type: ignore[arg-type]
        if type(command) in own:
            for member in MEMBERS:
                tried(played, member, command)
            raw = msgspec.json.decode(msgspec.json.encode(command))
            tried(played, "gm", Allow(raw, rng.choice(MEMBERS)))


def tried(played: Played, member: str, command: Any) -> None:
    try:
        entry, after = play.act(GAME, played.table, played.seat(member), command, play.probe())
    except Refusal:
        return
    assert GAME.codec.load(GAME.codec.dump(entry)) == entry
    for looker in MEMBERS:
        for event in entry.events:
            line = GAME.tell(after, event, after.seat(looker))
            assert line is None or "{" not in line.text
