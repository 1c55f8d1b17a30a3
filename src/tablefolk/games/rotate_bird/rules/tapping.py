"""Tapping traits for dice, and what the GM says to it (RB-27 … RB-37, RB-52)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from tablefolk.core.dice import Dice
from tablefolk.core.game import Act, Change, Event, Seat, must, need
from tablefolk.core.table.talk import HandsAsked, Voted
from tablefolk.games.rotate_bird.rules.challenges import unanswered
from tablefolk.games.rotate_bird.rules.state import Bird, overheard, the_gm
from tablefolk.games.rotate_bird.rules.taking_part import (
    gathering,
    gives_a_die,
    led,
    offered,
    paid_first,
)
from tablefolk.games.rotate_bird.rules.values import Character, Ruling, SymbolId, Tap, Test, Who
from tablefolk.games.rotate_bird.rules.wording import Facts, because, picture, say, toward

# -- Tapping (RB-27 … RB-32, RB-36, RB-37) -----------------------------------------------------


class TapTrait(Act[Bird], frozen=True):
    """The leader offers a Being trait or being-form edge, and says why, here or aloud."""

    may = "owner"
    test: int
    trait: int
    why: str = ""
    aloud: bool = False

    def do(self, bird: Bird, seat: Seat, dice: Dice) -> Iterator[Event]:
        yield tapped(bird, seat, gathering(bird, self.test), self)


class TraitTapped(Change[Bird], frozen=True):
    test: int
    tap: Tap
    help: bool = False  # by somebody else than the leader (RB-50)

    def onto(self, bird: Bird) -> Bird:
        test = bird.tests[self.test]
        if self.help:
            bird = bird.with_hero(self.tap.who, resting=False)
            return bird.with_test(self.test, helps=(*test.helps, self.tap))
        return bird.with_test(self.test, taps=(*test.taps, self.tap))

    def told_to(self, bird: Bird, seat: Seat) -> str | None:
        return "_help" if self.help else ""

    def in_words(self, bird: Bird, seat: Seat) -> Facts:
        tap = self.tap
        why = because(tap.why)
        return {"who": bird.name(tap.who), "symbol": picture(bird, tap.symbol), "why": why}


class Untap(Act[Bird], frozen=True):
    """Whoever offered a trait takes it back."""

    may = "owner"
    test: int
    trait: int

    def do(self, bird: Bird, seat: Seat, dice: Dice) -> Iterator[Event]:
        test = gathering(bird, self.test)
        tap = offered(test, self.trait)
        bird.own(seat, tap.who, "RB-39", "not_your_trait")
        event = Untapped(test.id, tap.who, self.trait, tap.symbol)
        yield event
        yield from unanswered(bird, event.onto(bird).tests[test.id])


class Untapped(Change[Bird], frozen=True):
    """A trait is taken back; a helper takes out with it what they brought in."""

    test: int
    who: Who
    trait: int
    symbol: SymbolId

    def onto(self, bird: Bird) -> Bird:
        test = bird.tests[self.test]
        taps, helps = (
            tuple(tap for tap in some if tap.trait != self.trait)
            for some in (test.taps, test.helps)
        )
        stay = (test.leader, *(tap.who for tap in helps))
        doing = tuple(b for b in test.doing if {b.who, *partners(bird, b.trait)} <= {*stay})
        return bird.with_test(self.test, taps=taps, helps=helps, doing=doing)

    def told_to(self, bird: Bird, seat: Seat) -> str | None:
        test = bird.tests.get(self.test)
        return "_help" if test and test.leader != self.who else ""


def tapped(bird: Bird, seat: Seat, test: Test, c: TapTrait) -> TraitTapped:
    """The leader's trait in this test, which may have been opened with it."""
    hero = led(bird, seat, test, "RB-27")
    why = f"That is not {hero.name}’s."
    must(hero.trait(c.trait), "RB-27", "not_your_trait", why)
    if test.challenge.epic:
        paid_first(hero, test)
    return TraitTapped(test.id, good_tap(bird, test, hero, c.trait, c.why, c.aloud))


def good_tap(bird: Bird, test: Test, hero: Character, trait: int, why: str, aloud: bool) -> Tap:
    """A trait that may give a die in this test, with its justification."""
    gives_a_die(hero, trait)
    again = any(tap.trait == trait for tap in test.offered)
    must(not again, "RB-28", "already_tapped", "One trait gives one die.")
    said = why.strip() or aloud
    need(said, "RB-32", "needs_justification", "Say how it fits: in writing, or aloud.")
    has_room(bird, test)
    return Tap(hero.id, trait, bird.label(trait).symbols[0], why.strip())


def has_room(bird: Bird, test: Test) -> None:
    """Where the table has agreed on a most, the pool has room for a die (RB-37)."""
    cap = int(bird.options.get("pool_cap", 0))
    room = not cap or len(test.pool) < cap
    need(room, "RB-37", "pool_full", f"A pool has at most {cap} dice at this table.")


def partners(bird: Bird, trait: int) -> tuple[str, ...]:
    """Whom a combo takes; nobody else for any other trait (RB-205)."""
    combo = bird.combos.get(trait)
    return tuple(part.who for part in combo.parts) if combo else ()


# -- The GM's rulings on traits (RB-33 … RB-35, RB-52) -----------------------------------------


class RuleTrait(Act[Bird], frozen=True):
    """The GM accepts, questions or rejects an offered trait."""

    may = "gm"
    test: int
    trait: int
    ruling: Ruling
    note: str = ""

    def do(self, bird: Bird, seat: Seat, dice: Dice) -> Iterator[Event]:
        the_gm(seat, "RB-33")
        test = gathering(bird, self.test)
        tap = offered(test, self.trait)
        must(tap.ruling != self.ruling, "RB-33", "same", f"It is {self.ruling} already.")
        if tap.ruling == "rejected":
            has_room(bird, test)
        yield TraitRuled(self.test, tap.who, self.trait, tap.symbol, self.ruling, self.note.strip())


class TraitRuled(Change[Bird], frozen=True):
    test: int
    who: Who
    trait: int
    symbol: SymbolId
    ruling: Ruling
    note: str = ""

    def onto(self, bird: Bird) -> Bird:
        tap = offered(bird.tests[self.test], self.trait)
        ruled = {"ruling": self.ruling, "note": self.note, "why": tap.said}
        asked = {"answer": "", "answered": False, "poll": 0, "hands": ()}
        return with_tap(bird, self.test, self.trait, **ruled, **asked)

    def told_to(self, bird: Bird, seat: Seat) -> str | None:
        return f"_{self.ruling}"

    def in_words(self, bird: Bird, seat: Seat) -> Facts:
        return {"note": say("words.note", text=self.note) if self.note else ""}


def with_tap(bird: Bird, number: int, trait: int, **changes: object) -> Bird:
    """An offered trait with something changed about it."""
    test = bird.tests[number]

    def changed(taps: tuple[Tap, ...]) -> tuple[Tap, ...]:
        return tuple(replace(tap, **changes) if tap.trait == trait else tap for tap in taps)

    return bird.with_test(number, taps=changed(test.taps), helps=changed(test.helps))


class Explain(Act[Bird], frozen=True):
    """Whoever offered a trait answers what the GM asks about it; the GM then rules."""

    may = "asked"
    test: int
    trait: int
    answer: str = ""  # empty: said aloud

    def do(self, bird: Bird, seat: Seat, dice: Dice) -> Iterator[Event]:
        test = gathering(bird, self.test)
        tap = offered(test, self.trait)
        bird.own(seat, tap.who, "RB-33", "not_your_trait")
        must(tap.ruling == "questioned", "RB-33", "not_asked", "The GM does not ask about that.")
        answer = self.answer.strip()
        yield TraitExplained(self.test, tap.who, self.trait, tap.symbol, answer)


class TraitExplained(Change[Bird], frozen=True):
    test: int
    who: Who
    trait: int
    symbol: SymbolId
    answer: str

    def onto(self, bird: Bird) -> Bird:
        return with_tap(bird, self.test, self.trait, answer=self.answer, answered=True)

    def told_to(self, bird: Bird, seat: Seat) -> str | None:
        return "" if self.answer else "_aloud"


# -- A show of hands on a justification (RB-35) ------------------------------------------------


def hands_question(bird: Bird, test: Test, tap: Tap) -> str:
    """What the table is asked in a show of hands on a justification (RB-35)."""
    goal = f" with “{test.intent}”" if test.intent else toward(bird, test)
    why = "".join(f" “{said}”" for said in (tap.why, tap.answer) if said)
    return f"{_helps(bird, tap)}{goal}?{why}"


def _asked_once(bird: Bird, test: Test, tap: Tap) -> str:
    """The question as earlier releases worded it: stored tables hold it so (RB-35)."""
    goal = f"“{test.intent}”" if test.intent else "what was said aloud"
    said = tap.answer or tap.why
    return f"{_helps(bird, tap)} with {goal}?" + (f" “{said}”" if said else "")


def _helps(bird: Bird, tap: Tap) -> str:
    return f"Does “{bird.symbol(tap.symbol).called}” help {bird.character(tap.who).name}"


def open_taps(bird: Bird) -> Iterator[tuple[Test, Tap]]:
    for test in bird.tests.values():
        if test.phase == "gathering":
            yield from ((test, tap) for tap in test.offered if tap.who in bird.cast)


@overheard.effect(HandsAsked)
def hands_asked(bird: Bird, e: HandsAsked) -> Bird:
    """Hands that are asked for on a trait are counted beside it, where all may see them.

    It is in question until the GM has ruled, so no roll overtakes the hands (RB-33, RB-35).
    """
    for test, tap in open_taps(bird):
        plain = not e.secret and len(e.answers) == 2
        ways = hands_question(bird, test, tap), _asked_once(bird, test, tap)
        if plain and e.question in (way.strip() for way in ways):
            out = tap.ruling == "rejected"  # it gives no die: nothing waits for the hands
            ruling = {} if out else {"ruling": "questioned"}
            return with_tap(bird, test.id, tap.trait, **ruling, poll=e.poll, hands=())
    return bird


def polled(bird: Bird) -> Iterator[int]:
    """Hands are counted once the GM has ruled, or the trait is out of the test (RB-35)."""
    return (tap.poll for _, tap in open_taps(bird) if tap.poll)


@overheard.effect(Voted)
def voted(bird: Bird, e: Voted) -> Bird:
    for test, tap in open_taps(bird):
        if tap.poll == e.poll:
            others = tuple(hand for hand in tap.hands if hand[0] != e.by)
            return with_tap(bird, test.id, tap.trait, hands=(*others, (e.by, e.answer == 0)))
    return bird
