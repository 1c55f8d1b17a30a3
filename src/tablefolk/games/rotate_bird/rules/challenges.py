"""Special challenges: epic, perilous, or of another kind (RB-120 … RB-131)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from tablefolk.core.dice import Dice
from tablefolk.core.game import Act, Change, Event, Seat, must, word
from tablefolk.games.rotate_bird.rules.state import Bird, the_gm
from tablefolk.games.rotate_bird.rules.taking_part import can_pay, gathering, led
from tablefolk.games.rotate_bird.rules.values import (
    BeingTrait,
    Challenge,
    Character,
    SymbolId,
    Test,
    Who,
)
from tablefolk.games.rotate_bird.rules.wording import Facts, say, toward

# -- Calling it one (RB-120 … RB-123, RB-129, RB-142) ------------------------------------------


class DeclareChallenge(Act[Bird], frozen=True):
    """The GM says how special a test is, all of it anew; nothing ticked makes it ordinary."""

    may = "gm"
    test: int
    epic: bool = False
    perilous: bool = False
    label: str = ""

    def do(self, bird: Bird, seat: Seat, dice: Dice) -> Iterator[Event]:
        the_gm(seat, "RB-121")
        test = gathering(bird, self.test)
        yield challenged(test, called=Challenge(self.epic, self.perilous, self.label.strip()))


class ProposeChallenge(Act[Bird], frozen=True):
    """The leader offers to take a special challenge for what is a stretch (RB-123)."""

    may = "owner"
    test: int
    epic: bool = False
    perilous: bool = False
    label: str = ""
    why: str = ""

    def do(self, bird: Bird, seat: Seat, dice: Dice) -> Iterator[Event]:
        test = gathering(bird, self.test)
        hero = led(bird, seat, test, "RB-123")
        was, label = test.called, self.label.strip()
        called = Challenge(was.epic or self.epic, was.perilous or self.perilous, label or was.label)
        must(called != was, "RB-123", "same", "It is like that already.")
        goal = f", “{test.intent}”" if test.intent else toward(bird, test)
        word(seat, "RB-123", f"{hero.name}{goal}: {kinds(called)}? {self.why.strip()}".strip())
        yield challenged(test, called=called)


class FaceDoing(Act[Bird], frozen=True):
    """The GM brings an opposing NPC's Doing trait to bear, or with 0 none (RB-142)."""

    may = "gm"
    test: int
    trait: int = 0

    def do(self, bird: Bird, seat: Seat, dice: Dice) -> Iterator[Event]:
        the_gm(seat, "RB-142")
        test = gathering(bird, self.test)
        must(self.trait != test.faced, "RB-142", "same", "It is like that already.")
        threat = Challenge()
        if self.trait:
            npc = bird.npc(test.npc)
            trait = must(
                npc.doing_trait(self.trait), "RB-142", "unknown", "It has no such Doing trait."
            )
            threat = Challenge() if test.doing else trait.brings
        yield challenged(test, threat=threat, faced=self.trait)


class ChallengeSet(Change[Bird], frozen=True):
    """How special a test now is.

    A test that becomes epic clears what its leader tapped (RB-124); one that is epic no more
    gives back what was paid; whatever makes it harder must be seen and taken anew (RB-122).
    """

    test: int
    called: Challenge
    threat: Challenge = Challenge()
    faced: int = 0
    cleared: tuple[int, ...] = ()
    refunded: int = 0
    acknowledged: bool = False

    def onto(self, bird: Bird) -> Bird:
        test = bird.tests[self.test]
        if self.refunded:
            bird = bird.with_marks(test.leader, (self.refunded,), False)
        return bird.with_test(
            self.test,
            called=self.called,
            threat=self.threat,
            faced=self.faced,
            acknowledged=self.acknowledged,
            taps=tuple(tap for tap in test.taps if tap.trait not in self.cleared),
            epic_paid=0 if self.refunded else test.epic_paid,
        )

    def told_to(self, bird: Bird, seat: Seat) -> str | None:
        return "" if self.called or self.threat else "_ordinary"

    def in_words(self, bird: Bird, seat: Seat) -> Facts:
        now = Test(0, "", "", called=self.called, threat=self.threat).challenge
        return {
            "kinds": kinds(now),
            "cleared": say("words.cleared") if self.cleared else "",
            "refunded": say("words.refunded") if self.refunded else "",
        }


def kinds(challenge: Challenge) -> str:
    """The kinds of a challenge in a few words."""
    named = {"epic": challenge.epic, "perilous": challenge.perilous}
    parts = [*(name for name, is_so in named.items() if is_so), challenge.label]
    return " and ".join(part for part in parts if part) or "ordinary"


def challenged(
    test: Test,
    called: Challenge | None = None,
    threat: Challenge | None = None,
    faced: int | None = None,
) -> ChallengeSet:
    """The event of a test becoming more or less special than it was."""
    called = test.called if called is None else called
    threat = test.threat if threat is None else threat
    before, after = test.challenge, replace(test, called=called, threat=threat).challenge
    new_label = bool(after.label) and after.label != before.label
    newly_epic = after.epic and not before.epic
    harder = newly_epic or (after.perilous and not before.perilous) or new_label
    return ChallengeSet(
        test.id,
        called,
        threat,
        test.faced if faced is None else faced,
        cleared=tuple(tap.trait for tap in test.taps) if newly_epic else (),
        refunded=0 if after.epic else test.epic_paid,
        acknowledged=test.acknowledged and bool(after) and not harder,
    )


def unanswered(bird: Bird, test: Test) -> Iterator[Event]:
    """An NPC's Doing trait bites again once nothing answers it any more (RB-142)."""
    npc = bird.npcs.get(test.npc)
    trait = npc.doing_trait(test.faced) if npc else None
    if trait and trait.brings and not test.doing and not test.threat:
        yield challenged(test, threat=trait.brings)


# -- Taking it (RB-122) ------------------------------------------------------------------------


class Acknowledge(Act[Bird], frozen=True):
    """The leader has seen what is special about a test, and takes it."""

    may = "owner"
    test: int

    def do(self, bird: Bird, seat: Seat, dice: Dice) -> Iterator[Event]:
        test = gathering(bird, self.test)
        led(bird, seat, test, "RB-122")
        must(test.challenge, "RB-122", "same", "There is nothing special about this test.")
        must(not test.acknowledged, "RB-122", "same", "That is taken already.")
        yield ChallengeTaken(test.id)


class ChallengeTaken(Change[Bird], frozen=True):
    test: int

    def onto(self, bird: Bird) -> Bird:
        return bird.with_test(self.test, acknowledged=True)


# -- The cost of an epic test (RB-124 … RB-128) ------------------------------------------------


class PayEpic(Act[Bird], frozen=True):
    """The leader marks a Being trait of their choice; whoever pays has seen the challenge."""

    may = "owner"
    test: int
    trait: int

    def do(self, bird: Bird, seat: Seat, dice: Dice) -> Iterator[Event]:
        test = gathering(bird, self.test)
        hero = bird.own(seat, test.leader, "RB-126", "only_leader_pays")
        must(test.challenge.epic, "RB-124", "not_epic", "This test is not epic.")
        must(not test.epic_paid, "RB-124", "epic_paid", "It is paid for already.")
        can_pay(hero)
        trait = hero.trait(self.trait)
        found = trait if isinstance(trait, BeingTrait) else None
        why = f"It takes a Being trait of {hero.name}’s own; an edge will not do."
        being = must(found, "RB-124", "not_your_trait", why)
        must(not being.marked, "RB-125", "trait_marked", "That trait is marked already.")
        yield EpicPaid(test.id, hero.id, self.trait, being.symbol)


class EpicPaid(Change[Bird], frozen=True):
    """An ordinary Unbeing mark, which offsets nothing (RB-128) and costs Renewing (RB-201)."""

    test: int
    who: Who
    trait: int
    symbol: SymbolId

    def onto(self, bird: Bird) -> Bird:
        taps = tuple(tap for tap in bird.tests[self.test].taps if tap.trait != self.trait)
        bird = bird.with_marks(self.who, (self.trait,), True)
        return bird.with_test(self.test, epic_paid=self.trait, acknowledged=True, taps=taps)


def leaves_nothing(hero: Character) -> bool:
    """Whether paying would leave nothing to tap (RB-127)."""
    free = [trait for trait in hero.being if not trait.marked]
    edges = [edge for edge in hero.having if edge.form == "being" and edge.symbols]
    return len(free) + len(edges) <= 1
