"""Tests: opening and framing them, and changing one's mind (RB-9, RB-26, RB-39, RB-48, RB-66)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from tablefolk.core.dice import Dice
from tablefolk.core.game import Act, Change, Event, Seat, must, need, word
from tablefolk.core.words import listing, sentence
from tablefolk.games.rotate_bird.rules.challenges import challenged, kinds, unanswered
from tablefolk.games.rotate_bird.rules.opposition import BrushedOff, standing
from tablefolk.games.rotate_bird.rules.state import Bird, the_gm
from tablefolk.games.rotate_bird.rules.taking_part import (
    can_pay,
    gathering,
    led,
    refund,
    takes_part,
)
from tablefolk.games.rotate_bird.rules.tapping import TapTrait, tapped
from tablefolk.games.rotate_bird.rules.values import Challenge, Test, Who
from tablefolk.games.rotate_bird.rules.wording import Facts, say, track_called, unmarked

# -- Opening and framing (RB-9, RB-25, RB-26, RB-48, RB-59, RB-106, RB-133) --------------------


class OpenTest(Act[Bird], frozen=True):
    """A character tries something; with a beneficiary, to set them up.

    A player who ties it to a track or an NPC, or proposes a special challenge, asks the GM.
    """

    may = "owner or gm"
    who: str
    intent: str = ""  # empty: said aloud
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
    brushed: bool = False  # the GM's to say: the NPC is brushed aside, and it takes no test

    def do(self, bird: Bird, seat: Seat, dice: Dice) -> Iterator[Event]:
        why = "NPCs make no tests: the GM only rolls on tables."
        must(self.who not in bird.npcs, "RB-9", "gm_makes_no_tests", why)
        hero = bird.character(self.who)
        mine = seat.gm or hero.player == seat.id
        need(mine, "RB-26", "not_owner", f"{hero.name} is not yours.")
        named = seat.gm or seat.word or not (self.opposes or self.brushed)
        must(named, "RB-133", "not_gm", "The GM says with what they are in the way.")
        takes_part(bird, hero)
        set_up(bird, self)
        met = not self.npc or seat.gm or (self.npc in bird.npcs and bird.npcs[self.npc].known)
        must(met, "RB-132", "unknown", "There is no such NPC.")
        if self.brushed and self.npc:
            yield BrushedOff(hero.id, standing(bird, self.npc).id, self.intent.strip())
            return
        framing(bird, self, setup=bool(self.beneficiary))
        one_or_the_other(self.npc, self.progress)
        called = Challenge(self.epic, self.perilous, self.label.strip())
        if self.epic:
            can_pay(hero)
        if asks := framing_asked(bird, self):
            word(seat, "RB-106" if self.progress or self.disaster else "RB-123", asks)
        test = Test(
            id=bird.count + 1,
            leader=hero.id,
            intent=self.intent.strip(),
            beneficiary=self.beneficiary,
            called=called,
            needs_doing=self.needs_doing.strip(),
            npc=self.npc,
            opposes=self.opposes,
            progress=self.progress,
            disaster=self.disaster,
        )
        yield TestOpened(test)
        if self.trait:
            yield tapped(bird, seat, test, TapTrait(test.id, self.trait, aloud=True))


class TestOpened(Change[Bird], frozen=True):
    test: Test

    def onto(self, bird: Bird) -> Bird:
        tests = {**bird.tests, self.test.id: replace(self.test, scene=bird.scene)}
        bird = replace(bird, tests=tests, fresh=False).counted(self.test.id)
        return meets(bird, self.test.npc).with_hero(self.test.leader, resting=False)

    def told_to(self, bird: Bird, seat: Seat) -> str | None:
        aloud = "" if self.test.intent else "_aloud"
        return f"_setup{aloud}" if self.test.beneficiary else aloud

    def in_words(self, bird: Bird, seat: Seat) -> Facts:
        test = self.test
        special = kinds(test.called) if test.called else ""
        return {
            "leader": bird.name(test.leader),
            "beneficiary": bird.name(test.beneficiary),
            "intent": test.intent,
            "how": frame(bird, test, special),
        }


class Frame(Act[Bird], frozen=True):
    """The GM ties a test to tracks or an NPC, or demands a Doing trait; what is unsaid stays."""

    may = "gm"
    test: int
    progress: int | None = None
    disaster: int | None = None
    npc: str | None = None
    opposes: int | None = None
    needs_doing: str | None = None

    def do(self, bird: Bird, seat: Seat, dice: Dice) -> Iterator[Event]:
        the_gm(seat, "RB-106")
        test = gathering(bird, self.test)
        must(test.npc or self.npc != "", "RB-133", "same", "Nobody is in the way.")
        framing(bird, self, setup=bool(test.beneficiary))
        after = reframed(test, self)
        one_or_the_other(after.npc, after.progress)
        if after.npc != test.npc and test.faced:
            yield challenged(test, threat=Challenge(), faced=0)
        yield after


def frame(bird: Bird, test: Test | Framed, challenge: str = "") -> str:
    """What a test is tied to, in brackets."""
    parts = []
    if test.progress:
        parts.append(say("words.toward", name=track_called(bird, test.progress)))
    if test.disaster:
        parts.append(say("words.under", name=track_called(bird, test.disaster)))
    if test.npc:
        parts.append(say("words.against", name=bird.name(test.npc)))
    if test.needs_doing:
        parts.append(say("words.needs", text=test.needs_doing))
    parts += [challenge] if challenge else []
    return say("words.how", parts=", ".join(parts)) if parts else ""


class Framed(Change[Bird], frozen=True):
    test: int
    progress: int = 0
    disaster: int = 0
    npc: Who = ""
    opposes: int = 0
    needs_doing: str = ""

    def onto(self, bird: Bird) -> Bird:
        return meets(bird, self.npc).with_test(
            self.test,
            progress=self.progress,
            disaster=self.disaster,
            npc=self.npc,
            opposes=self.opposes,
            needs_doing=self.needs_doing,
        )

    def in_words(self, bird: Bird, seat: Seat) -> Facts:
        return {"how": frame(bird, self) or f" {say('words.plain')}"}


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
    npc = standing(bird, who)
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
    tried = f": “{c.intent.strip()}”" if c.intent.strip() else ""
    return f"May {bird.name(c.who)} make a test {how}{tried}?" if how else ""


def meets(bird: Bird, npc: str) -> Bird:
    """An NPC that stands in the way is seen."""
    return bird.with_npc(npc, known=True) if npc in bird.npcs else bird


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


# -- Changing one's mind (RB-39, RB-66) --------------------------------------------------------


class WithdrawTest(Act[Bird], frozen=True):
    """The leader lets it be, before the dice are rolled; it costs nothing."""

    may = "owner or gm"
    test: int

    def do(self, bird: Bird, seat: Seat, dice: Dice) -> Iterator[Event]:
        test = gathering(bird, self.test)
        if not seat.gm:
            led(bird, seat, test, "RB-39")
        yield TestWithdrawn(test.id, test.epic_paid)


class TestWithdrawn(Change[Bird], frozen=True):
    test: int
    refunded: int = 0  # the trait marked for an epic test, clear again

    def onto(self, bird: Bird) -> Bird:
        return refund(bird, self.test, self.refunded).with_test(self.test, phase="withdrawn")

    def in_words(self, bird: Bird, seat: Seat) -> Facts:
        return {"refunded": unmarked(bird, self.refunded)}


class ChangeApproach(Act[Bird], frozen=True):
    """The leader goes about it otherwise: traits off the table, an epic cost undone."""

    may = "owner"
    test: int
    intent: str = ""  # empty: said aloud

    def do(self, bird: Bird, seat: Seat, dice: Dice) -> Iterator[Event]:
        test = gathering(bird, self.test)
        led(bird, seat, test, "RB-39")
        event = ApproachChanged(test.id, self.intent.strip(), test.epic_paid)
        yield event
        yield from unanswered(bird, event.onto(bird).tests[test.id])


class ApproachChanged(Change[Bird], frozen=True):
    test: int
    intent: str
    refunded: int = 0

    def onto(self, bird: Bird) -> Bird:
        test = bird.tests[self.test]
        doing = tuple(b for b in test.doing if b.who != test.leader)
        return refund(bird, self.test, self.refunded).with_test(
            self.test, intent=self.intent, taps=(), doing=doing
        )

    def told_to(self, bird: Bird, seat: Seat) -> str | None:
        return "" if self.intent else "_aloud"

    def in_words(self, bird: Bird, seat: Seat) -> Facts:
        clear = unmarked(bird, self.refunded)
        return {"intent": sentence(self.intent) if clear else self.intent, "refunded": clear}


class WaiveTest(Act[Bird], frozen=True):
    """The GM finds that no test is needed, because of a Doing trait or just so."""

    may = "gm"
    test: int
    why: str = ""

    def do(self, bird: Bird, seat: Seat, dice: Dice) -> Iterator[Event]:
        the_gm(seat, "RB-66")
        test = gathering(bird, self.test)
        yield TestWaived(test.id, self.why.strip(), test.epic_paid)


class TestWaived(Change[Bird], frozen=True):
    test: int
    why: str = ""
    refunded: int = 0

    def onto(self, bird: Bird) -> Bird:
        return refund(bird, self.test, self.refunded).with_test(self.test, phase="waived")

    def in_words(self, bird: Bird, seat: Seat) -> Facts:
        return {"refunded": unmarked(bird, self.refunded)}
