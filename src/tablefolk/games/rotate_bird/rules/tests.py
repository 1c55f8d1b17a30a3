"""Tests: opening and framing them, and changing one's mind (RB-9, RB-26, RB-39, RB-48, RB-66)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from tablefolk.core.dice import Dice
from tablefolk.core.game import Command, Event, Seat, must, need, word
from tablefolk.core.words import listing
from tablefolk.games.rotate_bird.rules.challenges import challenged, unanswered
from tablefolk.games.rotate_bird.rules.state import Bird, the_gm, words
from tablefolk.games.rotate_bird.rules.taking_part import (
    can_pay,
    gathering,
    led,
    refund,
    takes_part,
)
from tablefolk.games.rotate_bird.rules.tapping import TapTrait, tapped
from tablefolk.games.rotate_bird.rules.values import Challenge, Test

# -- Opening and framing (RB-9, RB-25, RB-26, RB-48, RB-59, RB-106, RB-133) --------------------


class OpenTest(Command, frozen=True):
    """A character tries something; with a beneficiary, to set them up.

    A player who ties it to a track or an NPC, or proposes a special challenge, asks the GM.
    """

    may = "owner or gm"
    who: str
    intent: str
    beneficiary: str = ""
    progress: int = 0
    disaster: int = 0
    npc: str = ""
    opposes: int = 0
    epic: bool = False
    perilous: bool = False
    label: str = ""
    needs_doing: str = ""
    trait: int = 0  # one that is tapped at once, and spoken for aloud


class TestOpened(Event, frozen=True):
    test: Test


class Frame(Command, frozen=True):
    """The GM ties a test to tracks or an NPC, or demands a Doing trait; what is unsaid stays."""

    may = "gm"
    test: int
    progress: int | None = None
    disaster: int | None = None
    npc: str | None = None
    opposes: int | None = None
    needs_doing: str | None = None


class Framed(Event, frozen=True):
    test: int
    progress: int = 0
    disaster: int = 0
    npc: str = ""
    opposes: int = 0
    needs_doing: str = ""


def open_test(bird: Bird, seat: Seat, c: OpenTest, dice: Dice) -> Iterator[Event]:
    why = "NPCs make no tests: the GM only rolls on tables."
    must(c.who not in bird.npcs, "RB-9", "gm_makes_no_tests", why)
    hero = bird.character(c.who)
    mine = seat.gm or hero.player == seat.id
    need(mine, "RB-26", "not_owner", f"{hero.name} is not yours.")
    named = seat.gm or not c.opposes
    must(named, "RB-133", "not_gm", "The GM says with what they are in the way.")
    takes_part(bird, hero)
    intent = words(c.intent, "RB-26", "Say what it is about: the task, or the risk.")
    set_up(bird, c)
    met = not c.npc or seat.gm or (c.npc in bird.npcs and bird.npcs[c.npc].known)
    must(met, "RB-132", "unknown", "There is no such NPC.")
    framing(bird, c, setup=bool(c.beneficiary))
    one_or_the_other(c.npc, c.progress)
    called = Challenge(c.epic, c.perilous, c.label.strip())
    if c.epic:
        can_pay(hero)
    if asks := framing_asked(bird, c):
        word(seat, "RB-106" if c.progress or c.disaster else "RB-123", asks)
    test = Test(
        id=bird.count + 1,
        leader=hero.id,
        intent=intent,
        beneficiary=c.beneficiary,
        called=called,
        needs_doing=c.needs_doing.strip(),
        npc=c.npc,
        opposes=c.opposes,
        progress=c.progress,
        disaster=c.disaster,
    )
    yield TestOpened(test)
    if c.trait:
        yield tapped(bird, seat, test, TapTrait(test.id, c.trait, aloud=True))


def set_up(bird: Bird, c: OpenTest) -> None:
    if c.beneficiary:
        bird.character(c.beneficiary)
        why = "Nobody sets up themselves."
        need(c.beneficiary != c.who, "RB-59", "self_setup", why)


def framing(bird: Bird, c: OpenTest | Frame, setup: bool) -> None:
    """Tracks of the right kind that are not full, and an NPC that can oppose."""
    for number, kind in ((c.progress, "progress"), (c.disaster, "disaster")):
        if number:
            track = bird.track(number)
            must(track.kind == kind, "RB-116", "wrong_track", f"“{track.name}” is no {kind} track.")
            why = f"“{track.name}” is filled."
            need(not track.full, "RB-111", "track_complete", why)
            why = "A setup is spent on its edge; it checks no track."
            need(not setup, "RB-59", "setup_no_track", why)
    if c.npc:
        opposing(bird, c.npc, c.opposes or 0)


def one_or_the_other(npc: str, progress: int) -> None:
    """A disaster track goes with an NPC in the way, a progress track does not (RB-136, RB-139)."""
    why = "Against an NPC with traits it takes no progress track: one or the other."
    need(not (npc and progress), "RB-139", "npc_or_track", why)


def opposing(bird: Bird, who: str, opposes: int) -> None:
    """Only an unmarked trait opposes; without one the NPC can be ignored (RB-133, RB-137)."""
    npc = bird.npc(who)
    must(npc.in_play, "RB-138", "npc_removed", f"{npc.name} is out of play.")
    why = f"{npc.name} has nothing left to oppose with: no test is needed."
    need(npc.standing, "RB-133", "trait_marked", why)
    if opposes:
        trait = must(npc.being_trait(opposes), "RB-133", "unknown", "It has no such trait.")
        why = f"That trait of {npc.name} is marked: it does not oppose, so no test is needed."
        need(not trait.marked, "RB-137", "trait_marked", why)


def framing_asked(bird: Bird, c: OpenTest) -> str:
    """What a player's test asks of the GM beside the test itself; "" where it asks nothing."""
    parts = [f"toward “{bird.track(c.progress).name}”" if c.progress else ""]
    parts.append(f"under “{bird.track(c.disaster).name}”" if c.disaster else "")
    parts.append(f"against {bird.name(c.npc)}" if c.npc else "")
    parts.append("as an epic test" if c.epic else "")
    parts.append("as a perilous test" if c.perilous else "")
    parts.append(f"as “{c.label.strip()}”" if c.label.strip() else "")
    needs = c.needs_doing.strip()
    parts.append(f"only with a Doing trait that can {needs}" if needs else "")
    how = listing(part for part in parts if part)
    return f"{bird.name(c.who)} {how}: “{c.intent.strip()}”?" if how else ""


def test_opened(bird: Bird, e: TestOpened) -> Bird:
    bird = replace(bird, tests={**bird.tests, e.test.id: e.test}).counted(e.test.id)
    return meets(bird, e.test.npc).with_hero(e.test.leader, resting=False)


def meets(bird: Bird, npc: str) -> Bird:
    """An NPC that stands in the way is seen."""
    return bird.with_npc(npc, known=True) if npc in bird.npcs else bird


def frame(bird: Bird, seat: Seat, c: Frame, dice: Dice) -> Iterator[Event]:
    the_gm(seat, "RB-106")
    test = gathering(bird, c.test)
    must(test.npc or c.npc != "", "RB-133", "same", "Nobody is in the way.")
    framing(bird, c, setup=bool(test.beneficiary))
    after = reframed(test, c)
    one_or_the_other(after.npc, after.progress)
    if after.npc != test.npc and test.faced:
        yield challenged(test, threat=Challenge(), faced=0)
    yield after


def reframed(test: Test, c: Frame) -> Framed:
    """The whole frame of a test once this is said; another NPC opposes with another trait."""
    opposes = test.opposes if c.npc in (None, test.npc) else 0
    return Framed(
        test.id,
        test.progress if c.progress is None else c.progress,
        test.disaster if c.disaster is None else c.disaster,
        test.npc if c.npc is None else c.npc,
        opposes if c.opposes is None else c.opposes,
        test.needs_doing if c.needs_doing is None else c.needs_doing.strip(),
    )


def framed(bird: Bird, e: Framed) -> Bird:
    return meets(bird, e.npc).with_test(
        e.test,
        progress=e.progress,
        disaster=e.disaster,
        npc=e.npc,
        opposes=e.opposes,
        needs_doing=e.needs_doing,
    )


# -- Changing one's mind (RB-39, RB-66) --------------------------------------------------------


class WithdrawTest(Command, frozen=True):
    """The leader lets it be, before the dice are rolled; it costs nothing."""

    may = "owner or gm"
    test: int


class TestWithdrawn(Event, frozen=True):
    test: int
    refunded: int = 0  # the trait marked for an epic test, clear again


class ChangeApproach(Command, frozen=True):
    """The leader goes about it otherwise: traits off the table, an epic cost undone."""

    may = "owner"
    test: int
    intent: str


class ApproachChanged(Event, frozen=True):
    test: int
    intent: str
    refunded: int = 0


class WaiveTest(Command, frozen=True):
    """The GM finds that no test is needed, because of a Doing trait or just so."""

    may = "gm"
    test: int
    why: str = ""


class TestWaived(Event, frozen=True):
    test: int
    why: str = ""
    refunded: int = 0


def withdraw_test(bird: Bird, seat: Seat, c: WithdrawTest, dice: Dice) -> Iterator[Event]:
    test = gathering(bird, c.test)
    if not seat.gm:
        led(bird, seat, test, "RB-39")
    yield TestWithdrawn(test.id, test.epic_paid)


def test_withdrawn(bird: Bird, e: TestWithdrawn) -> Bird:
    return refund(bird, e.test, e.refunded).with_test(e.test, phase="withdrawn")


def change_approach(bird: Bird, seat: Seat, c: ChangeApproach, dice: Dice) -> Iterator[Event]:
    test = gathering(bird, c.test)
    led(bird, seat, test, "RB-39")
    intent = words(c.intent, "RB-39", "Say how you go about it now.")
    event = ApproachChanged(test.id, intent, test.epic_paid)
    yield event
    yield from unanswered(bird, approach_changed(bird, event).tests[test.id])


def approach_changed(bird: Bird, e: ApproachChanged) -> Bird:
    test = bird.tests[e.test]
    doing = tuple(b for b in test.doing if b.who != test.leader)
    return refund(bird, e.test, e.refunded).with_test(e.test, intent=e.intent, taps=(), doing=doing)


def waive_test(bird: Bird, seat: Seat, c: WaiveTest, dice: Dice) -> Iterator[Event]:
    the_gm(seat, "RB-66")
    test = gathering(bird, c.test)
    yield TestWaived(test.id, c.why.strip(), test.epic_paid)


def test_waived(bird: Bird, e: TestWaived) -> Bird:
    return refund(bird, e.test, e.refunded).with_test(e.test, phase="waived")


DECIDE: dict[Any, Any] = {
    OpenTest: open_test,
    Frame: frame,
    WithdrawTest: withdraw_test,
    ChangeApproach: change_approach,
    WaiveTest: waive_test,
}
EVOLVE: dict[Any, Any] = {
    TestOpened: test_opened,
    Framed: framed,
    TestWithdrawn: test_withdrawn,
    ApproachChanged: approach_changed,
    TestWaived: test_waived,
}
