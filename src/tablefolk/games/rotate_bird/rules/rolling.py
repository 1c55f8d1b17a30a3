"""Rolling the pool, picking one die, and closing the test (RB-29, RB-40 … RB-47)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from tablefolk.core.dice import Dice
from tablefolk.core.game import Act, Change, Event, Seat, must, need
from tablefolk.games.rotate_bird.rules import reading
from tablefolk.games.rotate_bird.rules.state import Bird
from tablefolk.games.rotate_bird.rules.taking_part import gathering, gives_a_die, led, paid_first
from tablefolk.games.rotate_bird.rules.values import Character, Edge, Fallout, Test, Track, Who
from tablefolk.games.rotate_bird.rules.wording import Facts, about_test, say, track_kind

# -- Rolling (RB-29, RB-33, RB-40, RB-67, RB-108, RB-122, RB-124) ------------------------------


class RollPool(Act[Bird], frozen=True):
    """The leader rolls the whole pool at once."""

    may = "owner"
    test: int

    def do(self, bird: Bird, seat: Seat, dice: Dice) -> Iterator[Event]:
        test = gathering(bird, self.test)
        hero = led(bird, seat, test, "RB-40")
        challenge_met(hero, test)
        questioned = any(tap.ruling == "questioned" for tap in test.offered)
        need(not questioned, "RB-33", "trait_questioned", "The GM still has a question.")
        own = any(tap.ruling == "accepted" for tap in test.taps)
        why = f"{hero.name} needs a Being trait of their own here: try another approach."
        need(own, "RB-29" if not test.helps else "RB-54", "no_being_trait", why)
        must(test.pool, "RB-29", "no_being_trait", why)
        for tap in test.pool:
            gives_a_die(bird.character(tap.who), tap.trait)
        gated = not test.needs_doing or test.doing
        why = f"It takes a Doing trait: {test.needs_doing}."
        need(gated, "RB-67", "needs_doing", why)
        toward_a_goal(bird, test)
        yield PoolRolled(test.id, dice.roll(len(test.pool)), test.combination)


class PoolRolled(Change[Bird], frozen=True):
    """The dice lie there; toward a goal the combination is used up (RB-110)."""

    voice = "threw"
    test: int
    dice: tuple[int, ...]
    combination: tuple[int, ...] = ()

    def onto(self, bird: Bird) -> Bird:
        goal = bird.tests[self.test].progress
        if goal in bird.tracks:
            used = bird.tracks[goal].used
            bird = bird.with_track(goal, used=(*used, self.combination))
        return bird.with_test(self.test, phase="rolled", dice=self.dice)

    def in_words(self, bird: Bird, seat: Seat) -> Facts:
        return {"dice": " ".join(map(str, self.dice))}


def challenge_met(hero: Character, test: Test) -> None:
    """A special challenge is seen, said yes to, and paid for (RB-122, RB-124)."""
    challenge = test.challenge
    why = "A special challenge: say first that you take it."
    need(test.acknowledged or not challenge, "RB-122", "not_acknowledged", why)
    if challenge.epic:
        paid_first(hero, test)


def toward_a_goal(bird: Bird, test: Test) -> None:
    """A track that is not full, a combination that is new, an NPC that is still there."""
    if test.progress:
        track = bird.track(test.progress)
        need(not track.full, "RB-111", "track_complete", f"“{track.name}” is filled.")
        why = f"Exactly these traits were used toward “{track.name}” already."
        need(not used_before(bird, test), "RB-108", "combination_used", why)
    if test.npc:
        npc = bird.npc(test.npc)
        need(npc.in_play, "RB-138", "npc_removed", f"{npc.name} is out of play.")


def used_before(bird: Bird, test: Test) -> bool:
    """Whether exactly these traits were rolled toward the goal before (RB-108, RB-110).

    Each may come again in another combination (RB-109), and toward a disaster all may (RB-114).
    """
    track = bird.tracks.get(test.progress)
    return track is not None and bool(test.pool) and test.combination in track.used


# -- Picking (RB-41 … RB-47) -------------------------------------------------------------------


class PickDie(Act[Bird], frozen=True):
    """The leader takes one rolled number as the result, good or bad."""

    may = "owner"
    test: int
    value: int

    def do(self, bird: Bird, seat: Seat, dice: Dice) -> Iterator[Event]:
        test = bird.test(self.test)
        must(test.phase == "rolled", "RB-41", "wrong_phase", "There is nothing to pick just now.")
        led(bird, seat, test, "RB-41")
        showing = reading.read(test.dice, test.challenge.perilous)
        must(self.value in showing, "RB-41", "not_a_rolled_value", f"No die shows {self.value}.")
        result = showing[self.value]
        picked = DiePicked(test.id, self.value, result.success, result.fallout, result.edge)
        events = [picked, *edges_earned(bird, test, picked), *boxes(bird, test, picked)]
        yield from events
        after = picked.onto(bird)
        for event in events[1:]:
            after = event.onto(after) if isinstance(event, EdgeEarned) else after
        yield from closing(after, test.id)


class DiePicked(Change[Bird], frozen=True):
    voice = "threw"
    test: int
    value: int
    success: bool
    fallout: Fallout
    edge: bool

    def onto(self, bird: Bird) -> Bird:
        phase = "ending" if self.fallout == "none" else "fallout"
        return bird.with_test(
            self.test, phase=phase, picked=self.value, success=self.success, fallout=self.fallout
        )

    def in_words(self, bird: Bird, seat: Seat) -> Facts:
        test = bird.tests.get(self.test)
        came = "success" if self.success else "failure"
        if test and self.success and (test.shrugged or (test.open and could_shrug(bird, test))):
            came = "unless"
        npc = bird.name(test.npc) if test else ""
        result = say(f"labels.result.{came}_{self.fallout}", npc=npc)
        dice = test.dice if test and self.value in test.dice else (self.value,)
        return {
            "result": result,
            "dice": dice,
            "dice_kept": tuple(n for n, face in enumerate(dice) if face == self.value),
            "failed": not self.success,
        }


class EdgeEarned(Change[Bird], frozen=True):
    """By doubles, or because somebody set them up (RB-44, RB-59)."""

    who: Who
    edge: Edge

    def onto(self, bird: Bird) -> Bird:
        bird = bird.counted(self.edge.id).with_hero(
            self.who, having=(*bird.cast[self.who].having, self.edge)
        )
        doubles = self.edge.source == "doubles"
        return bird.with_test(self.edge.test, edge=self.edge.id) if doubles else bird

    def told_to(self, bird: Bird, seat: Seat) -> str | None:
        return f"_{self.edge.source}"

    def in_words(self, bird: Bird, seat: Seat) -> Facts:
        return about_test(bird, self.edge.test)


class BoxChecked(Change[Bird], frozen=True):
    track: int
    checked: int
    boxes: int

    def onto(self, bird: Bird) -> Bird:
        return bird.with_track(self.track, checked=self.checked)

    def told_to(self, bird: Bird, seat: Seat) -> str | None:
        return track_kind(bird, self.track)


class TrackFilled(Change[Bird], frozen=True):
    """The goal is reached, or the disaster strikes (RB-111, RB-115)."""

    voice = "threw"
    track: int

    def told_to(self, bird: Bird, seat: Seat) -> str | None:
        return track_kind(bird, self.track)


class TestClosed(Change[Bird], frozen=True):
    test: int
    outcome: str = ""

    def onto(self, bird: Bird) -> Bird:
        outcome = self.outcome or bird.tests[self.test].outcome
        return bird.with_test(self.test, phase="closed", outcome=outcome)


def edges_earned(bird: Bird, test: Test, e: DiePicked) -> Iterator[Event]:
    """One by doubles of the picked number, whether it works or not (RB-45, RB-47); one for whoever
    was set up, which takes none from the setter (RB-61)."""
    number = bird.count + 1
    if e.edge:
        yield EdgeEarned(test.leader, Edge(number, source="doubles", test=test.id))
        number += 1
    if e.success and test.beneficiary:
        yield EdgeEarned(test.beneficiary, Edge(number, source="setup", test=test.id))


def boxes(bird: Bird, test: Test, e: DiePicked) -> Iterator[Event]:
    """Success checks progress, failure disaster, fallout neither (RB-107, RB-112, RB-113)."""
    track = reading.checks(bird, test, e.success)
    if track:
        yield from checked(track)


def checked(track: Track) -> Iterator[Event]:
    yield BoxChecked(track.id, track.checked + 1, track.boxes)
    if track.checked + 1 >= track.boxes:
        yield TrackFilled(track.id)


# -- Closing -----------------------------------------------------------------------------------


class CloseTest(Act[Bird], frozen=True):
    """The GM or the leader ends a test whose result nobody wants to change any more."""

    may = "owner or gm"
    test: int
    outcome: str = ""

    def do(self, bird: Bird, seat: Seat, dice: Dice) -> Iterator[Event]:
        test = bird.test(self.test)
        must(test.phase == "ending", "RB-87", "wrong_phase", "This test cannot be closed just now.")
        if not seat.gm:
            led(bird, seat, test, "RB-56")
            why = f"{bird.name(test.npc)} may still shrug this off; the GM closes the test."
            need(not may_shrug(bird, test), "RB-134", "awaits_gm", why)
            why = "The GM tells how the edge is lost, and closes the test."
            need(not test.lost, "RB-76", "awaits_gm", why)
        yield TestClosed(test.id, self.outcome.strip())


def closing(bird: Bird, number: int) -> Iterator[Event]:
    """A test that is settled closes by itself, unless somebody may still act on it.

    Of an edge that had to go, the fallout's symbols colour how: they lie open until it is told.
    """
    test = bird.tests[number]
    held = left_to_gm(bird, test) or may_hand(bird, test)
    if test.phase == "ending" and not held:
        yield TestClosed(number)


def left_to_gm(bird: Bird, test: Test) -> Literal["", "shrug", "loss"]:
    """What the GM says before anybody closes it: is it shrugged off, how is the edge lost?"""
    if may_shrug(bird, test):
        return "shrug"
    return "loss" if test.lost else ""


def may_shrug(bird: Bird, test: Test) -> bool:
    """A success against an NPC that has a trait left to mark for it (RB-134, A-25)."""
    return test.success and could_shrug(bird, test)


def could_shrug(bird: Bird, test: Test) -> bool:
    """Whether a success would be the NPC's to shrug off."""
    npc = bird.npcs.get(test.npc)
    able = npc is not None and npc.in_play and npc.standing
    return bool(able and not test.shrugged and not test.beneficiary)


def may_hand(bird: Bird, test: Test) -> bool:
    """A doubles edge that the leader still has, and somebody who helped (RB-56)."""
    leader = bird.cast.get(test.leader)
    held = leader is not None and leader.trait(test.edge) is not None
    return bool(test.edge and held and not test.handed and test.helping)
