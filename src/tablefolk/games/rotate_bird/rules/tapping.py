"""Tapping traits for dice, and what the GM says to it (RB-27 … RB-37, RB-52)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from tablefolk.core.dice import Dice
from tablefolk.core.game import Command, Event, Seat, must, need
from tablefolk.core.table.talk import HandsAsked, Voted
from tablefolk.games.rotate_bird.rules.challenges import unanswered
from tablefolk.games.rotate_bird.rules.state import Bird, the_gm, words
from tablefolk.games.rotate_bird.rules.taking_part import (
    gathering,
    gives_a_die,
    led,
    offered,
    paid_first,
)
from tablefolk.games.rotate_bird.rules.values import Character, Ruling, Tap, Test

# -- Tapping (RB-27 … RB-32, RB-36, RB-37) -----------------------------------------------------


class TapTrait(Command, frozen=True):
    """The leader offers a Being trait or being-form edge, and says why, here or aloud."""

    may = "owner"
    test: int
    trait: int
    why: str = ""
    aloud: bool = False


class TraitTapped(Event, frozen=True):
    test: int
    tap: Tap
    help: bool = False  # by somebody else than the leader (RB-50)


class Untap(Command, frozen=True):
    """Whoever offered a trait takes it back."""

    may = "owner"
    test: int
    trait: int


class Untapped(Event, frozen=True):
    """A trait is taken back; a helper takes out with it what they brought in."""

    test: int
    who: str
    trait: int
    symbol: str


def tap_trait(bird: Bird, seat: Seat, c: TapTrait, dice: Dice) -> Iterator[Event]:
    yield tapped(bird, seat, gathering(bird, c.test), c)


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


def trait_tapped(bird: Bird, e: TraitTapped) -> Bird:
    test = bird.tests[e.test]
    if e.help:
        bird = bird.with_hero(e.tap.who, resting=False)
        return bird.with_test(e.test, helps=(*test.helps, e.tap))
    return bird.with_test(e.test, taps=(*test.taps, e.tap))


def untap(bird: Bird, seat: Seat, c: Untap, dice: Dice) -> Iterator[Event]:
    test = gathering(bird, c.test)
    tap = offered(test, c.trait)
    bird.own(seat, tap.who, "RB-39", "not_your_trait")
    event = Untapped(test.id, tap.who, c.trait, tap.symbol)
    yield event
    yield from unanswered(bird, untapped(bird, event).tests[test.id])


def untapped(bird: Bird, e: Untapped) -> Bird:
    test = bird.tests[e.test]
    taps, helps = (
        tuple(tap for tap in some if tap.trait != e.trait) for some in (test.taps, test.helps)
    )
    stay = (test.leader, *(tap.who for tap in helps))
    doing = tuple(b for b in test.doing if {b.who, *partners(bird, b.trait)} <= {*stay})
    return bird.with_test(e.test, taps=taps, helps=helps, doing=doing)


def partners(bird: Bird, trait: int) -> tuple[str, ...]:
    """Whom a combo takes; nobody else for any other trait (RB-205)."""
    combo = bird.combos.get(trait)
    return tuple(part.who for part in combo.parts) if combo else ()


# -- The GM's rulings on traits (RB-33 … RB-35, RB-52) -----------------------------------------


class RuleTrait(Command, frozen=True):
    """The GM accepts, questions or rejects an offered trait."""

    may = "gm"
    test: int
    trait: int
    ruling: Ruling
    note: str = ""


class TraitRuled(Event, frozen=True):
    test: int
    who: str
    trait: int
    symbol: str
    ruling: Ruling
    note: str = ""


def rule_trait(bird: Bird, seat: Seat, c: RuleTrait, dice: Dice) -> Iterator[Event]:
    the_gm(seat, "RB-33")
    test = gathering(bird, c.test)
    tap = offered(test, c.trait)
    must(tap.ruling != c.ruling, "RB-33", "same", f"It is {c.ruling} already.")
    if tap.ruling == "rejected":
        has_room(bird, test)
    yield TraitRuled(c.test, tap.who, c.trait, tap.symbol, c.ruling, c.note.strip())


def trait_ruled(bird: Bird, e: TraitRuled) -> Bird:
    ruled = {"ruling": e.ruling, "note": e.note}
    return with_tap(bird, e.test, e.trait, **ruled, answer="", poll=0, hands=())


def with_tap(bird: Bird, number: int, trait: int, **changes: Any) -> Bird:
    """An offered trait with something changed about it."""
    test = bird.tests[number]

    def changed(taps: tuple[Tap, ...]) -> tuple[Tap, ...]:
        return tuple(replace(tap, **changes) if tap.trait == trait else tap for tap in taps)

    return bird.with_test(number, taps=changed(test.taps), helps=changed(test.helps))


class Explain(Command, frozen=True):
    """Whoever offered a trait answers what the GM asks about it; the GM then rules."""

    may = "asked"
    test: int
    trait: int
    answer: str


class TraitExplained(Event, frozen=True):
    test: int
    who: str
    trait: int
    symbol: str
    answer: str


def explain(bird: Bird, seat: Seat, c: Explain, dice: Dice) -> Iterator[Event]:
    test = gathering(bird, c.test)
    tap = offered(test, c.trait)
    bird.own(seat, tap.who, "RB-33", "not_your_trait")
    must(tap.ruling == "questioned", "RB-33", "not_asked", "The GM does not ask about that.")
    answer = words(c.answer, "RB-33", "Say how it fits.")
    yield TraitExplained(c.test, tap.who, c.trait, tap.symbol, answer)


def trait_explained(bird: Bird, e: TraitExplained) -> Bird:
    return with_tap(bird, e.test, e.trait, answer=e.answer)


# -- A show of hands on a justification (RB-35) ------------------------------------------------


def hands_question(bird: Bird, test: Test, tap: Tap) -> str:
    """What the table is asked in a show of hands on a justification (RB-35)."""
    hero, name = bird.character(tap.who), bird.symbol(tap.symbol).called
    said = tap.answer or tap.why
    why = f" “{said}”" if said else ""
    return f"Does “{name}” help {hero.name} with “{test.intent}”?{why}"


def open_taps(bird: Bird) -> Iterator[tuple[Test, Tap]]:
    for test in bird.tests.values():
        if test.phase == "gathering":
            yield from ((test, tap) for tap in test.offered if tap.who in bird.cast)


def hands_asked(bird: Bird, e: HandsAsked) -> Bird:
    """Hands that are asked for on a trait are counted beside it, where all may see them.

    It is in question until the GM has ruled, so no roll overtakes the hands (RB-33, RB-35).
    """
    for test, tap in open_taps(bird):
        plain = not e.secret and len(e.answers) == 2
        if plain and e.question == hands_question(bird, test, tap).strip():
            out = tap.ruling == "rejected"  # it gives no die: nothing waits for the hands
            ruling = {} if out else {"ruling": "questioned"}
            return with_tap(bird, test.id, tap.trait, **ruling, poll=e.poll, hands=())
    return bird


def polled(bird: Bird) -> Iterator[int]:
    """Hands are counted once the GM has ruled, or the trait is out of the test (RB-35)."""
    return (tap.poll for _, tap in open_taps(bird) if tap.poll)


def voted(bird: Bird, e: Voted) -> Bird:
    for test, tap in open_taps(bird):
        if tap.poll == e.poll:
            others = tuple(hand for hand in tap.hands if hand[0] != e.by)
            return with_tap(bird, test.id, tap.trait, hands=(*others, (e.by, e.answer == 0)))
    return bird


DECIDE: dict[Any, Any] = {
    TapTrait: tap_trait,
    Untap: untap,
    RuleTrait: rule_trait,
    Explain: explain,
}
EVOLVE: dict[Any, Any] = {
    HandsAsked: hands_asked,
    Voted: voted,
    TraitTapped: trait_tapped,
    Untapped: untapped,
    TraitRuled: trait_ruled,
    TraitExplained: trait_explained,
}
