"""Random play: whatever happens, the table stays one that the rules could have made."""

from __future__ import annotations

import random
import types
from collections.abc import Iterator, Sequence
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.games.mutagen.homebrew import DUELLIST
from tests.games.mutagen.table import BUYS, GAME, Played

from tablefolk.core import play
from tablefolk.core.dice import Dice
from tablefolk.core.game import Command, Refusal
from tablefolk.core.table.judging import Allow, Answer
from tablefolk.games import mutagen
from tablefolk.games.mutagen.playbooks.model import Aptitude, Deed
from tablefolk.games.mutagen.rules import chain, rating, reading, resources, sheet
from tablefolk.games.mutagen.rules.closing import live
from tablefolk.games.mutagen.rules.dying import ChooseFate, ComeBack, FateChosen, GiveScar
from tablefolk.games.mutagen.rules.effects import GiveAnswer
from tablefolk.games.mutagen.rules.leading import Excuse, Follow
from tablefolk.games.mutagen.rules.outcomes import AcceptOutcome, WriteOutcome
from tablefolk.games.mutagen.rules.proposing import Propose
from tablefolk.games.mutagen.rules.resources import Fell
from tablefolk.games.mutagen.rules.responding import Respond
from tablefolk.games.mutagen.rules.rolling import RollMove, Settle
from tablefolk.games.mutagen.rules.speaking import LetPass
from tablefolk.games.mutagen.rules.state import Show
from tablefolk.games.mutagen.rules.values import Character, OpenMove, Part, Staged

MEMBERS = ("gm", "p1", "p2", "p3")
OWN = tuple(c for c in mutagen.commands if c.__module__.startswith("tablefolk.games.mutagen"))


def evening(seed: int) -> Played:
    """S and M of the digest, and a Duellist; ten circles each may fill."""
    played = Played(options={"creation_buys": 10, "crit_from": 12 + seed % 2}, books=(DUELLIST,))
    played.make("s", "p1")
    played.draft("d", "p2", "duellist")
    played.fill("d", "lunge", "iron_body", "swagger", "second_wind", "blade")
    played.finish("d")
    if seed % 3:
        played.make("m", "p3")
    return played


# -- Somebody does something -------------------------------------------------------------------


class Chance:
    """Things to do, made from what is on the table."""

    def __init__(self, show: Show, rng: random.Random) -> None:
        self.show, self.rng = show, rng

    def one(self, some: Sequence[Any], otherwise: Any = "") -> Any:
        return self.rng.choice(some) if some else otherwise

    def sensible(self) -> Iterator[tuple[str, Command]]:
        """What comes next for each open move and each question."""
        for move in self.show.running():
            player = self.show.cast[move.who].player
            yield from self.next_for(move, player)
        for hero in self.show.cast.values():
            yield from self.fate_of(hero)
        for owed in self.show.owed.values():
            member = "gm" if owed.by == "gm" else self.show.cast[owed.who].player
            picks = tuple(range(owed.n)) if owed.options else ()
            yield member, GiveAnswer(owed.id, "so it is", picks, self.one(list(self.show.cast)))

    def next_for(self, move: OpenMove, player: str) -> Iterator[tuple[str, Command]]:
        response = self.one(("buy_resist", "resist_consequences"))
        match move.stage:
            case "gm":
                yield "gm", LetPass(move.id)
            case "ready":
                yield player, RollMove(move.id)
            case "result":
                yield player, Settle(move.id)
                yield player, Respond(move.who, response, move.id)
            case "settled":
                staged = tuple(self.staged() for _ in range(self.rng.randint(0, 2)))
                yield "gm", WriteOutcome(move.id, "Trouble.", staged)
            case "consequence":
                for who in (move.who, *move.others):
                    theirs = self.show.cast[who].player
                    yield theirs, AcceptOutcome(move.id, who)
                    yield theirs, Respond(who, response, move.id)
                    yield "gm", Excuse(move.id, who)
        for roll in move.following.rolls if move.following else ():
            follower = self.show.cast[roll.who].player
            yield follower, Follow(roll.who, move.id, "behind", aptitude=self.aptitude())

    def fate_of(self, hero: Character) -> Iterator[tuple[str, Command]]:
        """Whoever dies chooses how that ends, and may come back with a scar."""
        if hero.dying:
            deed = self.show.shelf.item(hero.dying)
            assert isinstance(deed, Deed)
            yield hero.player, ChooseFate(hero.id, self.one([one.id for one in deed.choices]))
        if hero.state == "out_of_scene":
            yield "gm", GiveScar(hero.id, "changed by it")
            yield hero.player, ComeBack(hero.id, "Nobody saw me fall.")

    def staged(self) -> Staged:
        who = self.one(list(self.show.cast))
        mine = {"s": "will", "d": "breath"}.get(who, "xp")
        resource = self.one(("resist", "health", mine))
        return Staged(self.one(("lose", "restore")), who, self.rng.randint(0, 3), resource=resource)

    def aptitude(self) -> str:
        return str(self.one(("athletics", "research", "blade", "nurturing", "")))

    def intent(self) -> tuple[str, Command]:
        hero = self.one(list(self.show.cast.values()), None)
        if hero is None:
            return "gm", LetPass(0)
        deeds = [deed.id for deed in sheet.deeds(self.show, hero)]
        parents = ((), (), ("lead_the_group",), ("weave_magic",), ("duel",))
        return hero.player, Propose(
            hero.id,
            self.one(deeds),
            "boldly",
            self.one((*parents, ("lead_the_group", "weave_magic"))),
            targets=(self.one(list(self.show.cast)),),
            aptitude=self.aptitude(),
            picked=self.one(((), ("transit",), ("conjure_elements", "affect_at_range"))),
            confirmed=("perceived", "vow.0", "swagger"),
            option=self.one(("careful", "kind", "cruel")),
            others=tuple(self.show.cast),
        )

    def anything(self) -> tuple[str, Command]:
        """Any command, filled with what its fields could mean."""
        kind = self.one(OWN)
        hints = get_type_hints(kind, include_extras=True)
        values = {name: self.value(name, hints[name]) for name in kind.__struct_fields__}
        try:
            return self.one(MEMBERS), msgspec.convert(values, kind)
        except msgspec.ValidationError:  # a number outside its bounds
            return self.intent()

    def value(self, name: str, hint: Any) -> Any:
        origin = get_origin(hint)
        if origin is Annotated:
            return self.value(name, get_args(hint)[0])
        if origin is Literal:
            return self.one(get_args(hint))
        if origin in (Union, types.UnionType):
            return self.value(name, self.one(get_args(hint)))
        if origin is tuple:
            return [self.value(name, get_args(hint)[0]) for _ in range(self.rng.randint(0, 2))]
        if origin is dict:
            return {}
        if hint is bool:
            return self.rng.random() < 0.5
        if hint is int:
            return self.number(name)
        if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
            return msgspec.to_builtins(self.staged()) if hint is Staged else {}
        return self.words(name) if hint is str else None

    def number(self, name: str) -> int:
        known = {
            "move": list(self.show.moves),
            "owed": list(self.show.owed),
            "status": [status.id for _, status in self.show.statuses()],
            "injury": list(self.show.injuries),
            "bar": list(self.show.bars),
            "fact": list(self.show.facts),
        }
        return int(self.one(known.get(name, ()), self.rng.randint(-1, 4)))

    def words(self, name: str) -> str:
        if name in ("who", "on", "owner", "targets", "others"):
            return str(self.one([*self.show.cast, *self.show.entities]))
        if name in ("item", "make", "resource", "aptitude", "suggests", "picked", "through"):
            ids = [item.id for item in self.show.shelf.items(["common", "sorcerer", "duellist"])]
            return str(self.one(ids))
        return "some words"


def step(played: Played, rng: random.Random) -> bool:
    """Something is tried; whether it happened."""
    chance = Chance(played.show, rng)
    ways = (list(chance.sensible()), [chance.intent()], [chance.anything()])
    (options,) = rng.choices(ways, (6, 3, 2))
    if not options:
        return False
    member, command = rng.choice(options)
    return acted(played, member, command, rng)


def acted(played: Played, member: str, command: Command, rng: random.Random) -> bool:
    dice = Dice(lambda n, sides: tuple(rng.randint(1, sides) for _ in range(n)))
    try:
        play.act(GAME, played.table, played.seat(member), command, dice)
    except Refusal:
        return False
    played._act(played.seat(member), command, tuple(dice.used))
    for number in tuple(played.table.requests):
        if rng.random() < 0.7:
            acted(played, "gm", Answer(number, yes=rng.random() < 0.8), rng)
    return True


# -- What always holds -------------------------------------------------------------------------


def sound(show: Show, ruled: bool = False) -> None:
    for hero in show.cast.values():
        for resource in sheet.resources(show, hero):
            room = sheet.capacity(show, hero, resource)
            assert 0 <= sheet.points(show, hero, resource.id) <= room
        for aptitude in sheet.aptitudes(show, hero):
            assert 0 <= sheet.dots(hero, aptitude) <= aptitude.dots
        outer = [m for m in show.running(hero.id) if not (m.follows or m.inside or m.body)]
        assert ruled or len(outer) <= 1
    for move in show.moves.values():
        well_formed(show, move)
    assert all(owed.who in show.cast for owed in show.owed.values())
    assert not any(hero.dying and not hero.alive for hero in show.cast.values())


def well_formed(show: Show, move: OpenMove) -> None:
    if move.throw is None:
        assert move.band == ""
        assert move.stage not in ("result", "consequence")
    else:
        throw = move.throw
        assert throw.modifier == reading.modifier(throw.parts)
        assert throw.total == sum(throw.dice) + throw.modifier
        assert move.converted or move.band == throw.band
    if move.stage == "consequence":
        assert move.outcome is not None
        assert move.outcome.text


@pytest.mark.parametrize("seed", range(4))
def test_random_evenings_stay_sound(seed: int) -> None:
    played, rng, done = evening(seed), random.Random(seed), 0
    for _ in range(180):
        done += step(played, rng)
        sound(played.show)
    assert done > 25
    assert any(move.throw for move in played.show.moves.values())
    played.audited()


def test_somebody_dies_in_a_random_evening_and_chooses_how__MU_104() -> None:
    """In one of some evenings: which one, changes with whatever the rules ask."""
    kinds: set[type] = set()
    for seed in range(40):
        played, rng = evening(seed), random.Random(seed)
        for _ in range(180):
            step(played, rng)
        kinds |= {type(event) for entry in played.log for event in entry.events}
        if {Fell, FateChosen} <= kinds:
            return
    raise AssertionError("In forty evenings nobody died.")


@pytest.mark.parametrize("seed", range(3))
def test_a_ruling_leaves_a_table_that_goes_on__TF_17(seed: int) -> None:
    played, rng = evening(seed), random.Random(100 + seed)
    for _ in range(120):
        step(played, rng)
        chance = Chance(played.show, rng)
        member, command = rng.choice([chance.intent(), chance.anything()])
        raw: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(command))
        acted(played, "gm", Allow(raw, member, "this once"), rng)
        sound(played.show, ruled=True)
    played.audited()


# -- Small laws --------------------------------------------------------------------------------


@given(st.lists(st.integers(-9, 9), max_size=6))
@settings(max_examples=60, deadline=None)
def test_a_modifier_is_its_sum_kept_within_three__MU_43(values: list[int]) -> None:
    found = reading.modifier([Part("gm", value) for value in values])
    assert found == min(3, max(-3, sum(values)))


@given(st.integers(-1, 15), st.sampled_from([12, 13]))
def test_a_higher_total_is_never_a_worse_result__MU_44(total: int, crit: int) -> None:
    order = ("fail", "some", "full", "crit")
    here, above = reading.read(total, crit), reading.read(total + 1, crit)
    assert order.index(above) >= order.index(here)


@given(st.integers(0, 9), st.integers(0, 9))
@settings(max_examples=40, deadline=None)
def test_points_never_leave_their_boxes__MU_26__MU_28(more: int, less: int) -> None:
    show = fresh()
    for event in resources.gain(show, "s", "will", more):
        show = mutagen.evolve(show, event)
    for event in resources.lose(show, "s", "will", less):
        show = mutagen.evolve(show, event)
    assert sheet.points(show, show.cast["s"], "will") == max(0, 3 - less)


def fresh() -> Show:
    played = Played()
    played.make("s", "p1")
    return played.show


@given(st.lists(st.sampled_from(BUYS["s"]), max_size=6, unique=True))
@settings(max_examples=20, deadline=None)
def test_the_weak_thread_is_the_lowest_picked__MU_124(picked: list[str]) -> None:
    show = fresh()
    deed = show.shelf.item("weave_magic")
    known = rating.Known(show, show.cast["s"], deed, tuple(picked))  # type: ignore[arg-type]
    ratings = [rating.rating_of(show, show.cast["s"], id) for id in picked]
    assert known.term("weak_thread") == min(ratings, default=-1)


def test_every_item_of_a_sheet_can_be_asked_about_without_a_stumble() -> None:
    show = fresh()
    hero = show.cast["s"]
    for item in sheet.items(show, hero):
        assert isinstance(sheet.owned(hero, item), bool)
        if isinstance(item, Aptitude):
            assert -1 <= sheet.rating(show, hero, item) <= item.dots - 1
    assert chain.duties(show, hero) == ""
    with pytest.raises(Refusal):
        live(show, 1)
