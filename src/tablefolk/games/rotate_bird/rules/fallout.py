"""Fallout: rolled, paid for, or described (RB-75 … RB-81, RB-84 … RB-98, RB-148)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

from msgspec.structs import replace

from tablefolk.core.dice import Dice
from tablefolk.core.game import Command, Event, Seat, must, need, word
from tablefolk.core.words import listing
from tablefolk.games.rotate_bird.rules import reading
from tablefolk.games.rotate_bird.rules.doing import within_reach
from tablefolk.games.rotate_bird.rules.fallout_tables import fallout_symbols
from tablefolk.games.rotate_bird.rules.rolling import closing
from tablefolk.games.rotate_bird.rules.state import Bird, the_gm, words
from tablefolk.games.rotate_bird.rules.values import (
    BeingTrait,
    Character,
    DoingTrait,
    Edge,
    Label,
    Remark,
    Test,
    Trait,
)

Payment = Literal["unbeing", "undoing", "edge"]
CANCELS = {"minor": "being", "major": "doing"}  # what pays for which (RB-96)

# -- Rolling it (RB-84 … RB-86) ----------------------------------------------------------------


class RollFallout(Command, frozen=True):
    """The GM rolls one die for minor fallout, two for major."""

    may = "gm"
    test: int


class FalloutRolled(Event, frozen=True):
    test: int
    dice: tuple[int, ...]
    symbols: tuple[str, ...]


def roll_fallout(bird: Bird, seat: Seat, c: RollFallout, dice: Dice) -> Iterator[Event]:
    the_gm(seat, "RB-84")
    test = bird.test(c.test)
    must(test.phase == "fallout", "RB-84", "wrong_phase", "There is no fallout to roll here.")
    faces = dice.roll(1 if test.fallout == "minor" else 2)
    table = fallout_symbols(bird)
    yield FalloutRolled(test.id, faces, tuple(table[face - 1] for face in faces))
    lost = reading.forced(bird, test, test.fallout)
    if len(lost) == 1:
        yield from paying(bird, test, holder(bird, lost[0].id), lost[0], forced=True)


def doubled(test: Test) -> bool:
    """Two equal dice of major fallout: a single fresh problem, perhaps (RB-85)."""
    return len(test.fallout_dice) == 2 and len(set(test.fallout_dice)) == 1


def fallout_rolled(bird: Bird, e: FalloutRolled) -> Bird:
    return bird.with_test(e.test, phase="offset", fallout_dice=e.dice, fallout_symbols=e.symbols)


# -- Paying (RB-75 … RB-81, RB-93 … RB-98, RB-148) ---------------------------------------------


class Offset(Command, frozen=True):
    """A contributor marks a trait, or lets go of an edge, and all are spared the fallout."""

    may = "involved"
    test: int
    trait: int


class OffsetPaid(Event, frozen=True):
    """Unbeing, Undoing or an edge cancels the fallout for everybody (RB-58)."""

    test: int
    who: str
    trait: int
    kind: Payment
    label: Label
    forced: bool = False


class EntityLost(Event, frozen=True):
    """All Doing traits of something outside are marked: it is lost for now (RB-195)."""

    who: str
    name: str


def offset(bird: Bird, seat: Seat, c: Offset, dice: Dice) -> Iterator[Event]:
    test = bird.test(c.test)
    pending(test)
    payer, trait = bird.held(c.trait, "RB-93")
    must_go = reading.forced(bird, test, test.fallout)
    if not leaders_choice(bird, seat, test, must_go, c.trait):
        bird.own(seat, payer.id, "RB-93", "not_your_trait")
    takes_part = payer.id in test.contributors
    why = f"{payer.name} had no part in this test."
    need(takes_part, "RB-98", "not_a_contributor", why)
    pays(bird, test, payer, trait)
    why = "An edge that was used here has to go."
    chosen = not must_go or c.trait in {edge.id for edge in must_go}
    need(chosen, "RB-78", "edge_sacrifice_mandatory", why)
    if isinstance(trait, Edge) and not must_go:
        word(seat, "RB-75", makes_sense(bird, test, payer, trait))
    yield from paying(bird, test, payer, trait, forced=bool(must_go))


def pending(test: Test) -> None:
    """Fallout whose symbols lie open, that nobody has paid for, and the GM not told (RB-87)."""
    open_still = test.fallout != "none" and not test.offset
    why = "There is no fallout to pay for."
    must(open_still, "RB-98", "nothing_to_offset", why)
    must(test.phase != "fallout", "RB-87", "wrong_phase", "The GM rolls the fallout first.")
    must(test.phase == "offset", "RB-87", "too_late", "It is too late to pay for this.")


def leaders_choice(
    bird: Bird, seat: Seat, test: Test, must_go: tuple[Edge, ...], trait: int
) -> bool:
    """Among edges of several people the leader chooses, where none of them is theirs (A-9)."""
    leads = bird.character(test.leader).player == seat.id
    own = any(holder(bird, edge.id).id == test.leader for edge in must_go)
    return leads and not own and trait in {edge.id for edge in must_go}


def holder(bird: Bird, number: int) -> Character:
    return must(bird.holder(number), "RB-70", "unknown", "There is no such edge.")


def pays(bird: Bird, test: Test, payer: Character, trait: Trait) -> None:
    """Being against minor, Doing against major, and only what is whole (RB-93 … RB-96)."""
    kind = CANCELS[test.fallout]
    wanted = "Being" if kind == "being" else "Doing"
    why = f"Against {test.fallout} fallout only {wanted} helps."
    must(form_of(trait) == kind, "RB-96", "wrong_offset_kind", why)
    if isinstance(trait, Edge):
        must(trait.symbols, "RB-71", "edge_unassigned", "This edge has no symbol yet.")
    else:
        rule = "RB-93" if kind == "being" else "RB-95"
        must(not trait.marked, rule, "trait_marked", "That trait is marked already.")
    if isinstance(trait, DoingTrait):
        within_reach(bird, payer)


def form_of(trait: Trait) -> str:
    if isinstance(trait, Edge):
        return trait.form
    return "being" if isinstance(trait, BeingTrait) else "doing"


def makes_sense(bird: Bird, test: Test, payer: Character, edge: Edge) -> str:
    fallen = listing(bird.symbol(symbol).name for symbol in test.fallout_symbols)
    return f"May {payer.name} lose “{called(bird, edge)}” to be spared this ({fallen})?"


def called(bird: Bird, edge: Edge) -> str:
    return edge.name or edge.meaning or bird.symbol(edge.symbols[-1]).name


def paying(
    bird: Bird,
    test: Test,
    payer: Character,
    trait: Trait,
    forced: bool = False,
) -> Iterator[Event]:
    """The payment, what it may cost beside, and the end of the test."""
    kind: Payment = "edge"
    if not isinstance(trait, Edge):
        kind = "unbeing" if isinstance(trait, BeingTrait) else "undoing"
    paid = OffsetPaid(test.id, payer.id, trait.id, kind, bird.label(trait.id), forced)
    yield paid
    after = offset_paid(bird, paid)
    hero = after.cast[payer.id]
    if hero.lost and hero.entity and hero.entity.aboard:
        yield EntityLost(hero.id, hero.entity.name)
    yield from closing(after, test.id)


def offset_paid(bird: Bird, e: OffsetPaid) -> Bird:
    edge = bird.cast[e.who].trait(e.trait)
    lost = called(bird, edge) if e.forced and isinstance(edge, Edge) else ""
    if e.kind == "edge":
        bird = bird.without_edge(e.trait)
    else:
        bird = bird.with_marks(e.who, (e.trait,), True)
    return bird.with_test(e.test, phase="ending", offset=e.kind, paid_by=e.who, lost=lost)


def entity_lost(bird: Bird, e: EntityLost) -> Bird:
    entity = bird.cast[e.who].entity
    return bird.with_hero(e.who, entity=replace(entity, aboard=False)) if entity else bird


# -- Passing, and describing (RB-87 … RB-92, RB-97) --------------------------------------------


class PassOffset(Command, frozen=True):
    """A contributor does not pay; when all have said so, the GM describes."""

    may = "owner"
    test: int
    who: str


class OffsetPassed(Event, frozen=True):
    test: int
    who: str
    last: bool = False


class DescribeFallout(Command, frozen=True):
    """The GM says what happens; `anyway` where somebody has not answered yet."""

    may = "gm"
    test: int
    text: str
    anyway: bool = False


class FalloutDescribed(Event, frozen=True):
    """Words, and nothing else: no trait, edge, track or roll is changed (RB-88)."""

    test: int
    text: str
    strikes: tuple[str, ...]


def pass_offset(bird: Bird, seat: Seat, c: PassOffset, dice: Dice) -> Iterator[Event]:
    test = bird.test(c.test)
    pending(test)
    hero = bird.own(seat, c.who, "RB-97")
    part = c.who in test.contributors
    must(part, "RB-98", "not_a_contributor", f"{hero.name} had no part in this test.")
    must(c.who not in test.passed, "RB-97", "same", f"{hero.name} has said so already.")
    no_forced_choice(bird, test)
    last = {*test.passed, c.who} >= set(test.contributors)
    yield OffsetPassed(test.id, c.who, last)


def no_forced_choice(bird: Bird, test: Test) -> None:
    open_choice = reading.forced(bird, test, test.fallout)
    why = "First it must be chosen which edge is lost."
    need(not open_choice, "RB-77", "edge_sacrifice_mandatory", why)


def offset_passed(bird: Bird, e: OffsetPassed) -> Bird:
    passed = (*bird.tests[e.test].passed, e.who)
    bird = bird.with_test(e.test, passed=passed)
    return bird.with_test(e.test, phase="describing") if e.last else bird


def describe_fallout(bird: Bird, seat: Seat, c: DescribeFallout, dice: Dice) -> Iterator[Event]:
    the_gm(seat, "RB-87")
    test = bird.test(c.test)
    ready = test.phase in ("offset", "describing")
    must(ready, "RB-87", "wrong_phase", "There is no fallout to describe here.")
    no_forced_choice(bird, test)
    silent = [bird.name(who) for who in test.contributors if who not in test.passed]
    waited = c.anyway or not silent or test.phase == "describing"
    need(waited, "RB-87", "not_answered", f"{listing(silent)} may still want to pay.")
    text = words(c.text, "RB-88", "Say what happens.")
    event = FalloutDescribed(test.id, text, test.contributors)
    yield event
    yield from closing(fallout_described(bird, event), test.id)


def fallout_described(bird: Bird, e: FalloutDescribed) -> Bird:
    return bird.with_test(e.test, phase="ending", outcome=e.text)


# -- Reading it together (RB-89) ---------------------------------------------------------------


class AskReading(Command, frozen=True):
    """The GM asks somebody what the symbols mean, or with nobody named the whole table."""

    may = "gm"
    test: int
    who: str = ""


class ReadingAsked(Event, frozen=True):
    test: int
    who: str = ""


class SuggestReading(Command, frozen=True):
    """An idea what the fallout could be; the GM writes what it is."""

    may = "anyone"
    test: int
    text: str


class ReadingSuggested(Event, frozen=True):
    test: int
    by: str
    text: str


def ask_reading(bird: Bird, seat: Seat, c: AskReading, dice: Dice) -> Iterator[Event]:
    the_gm(seat, "RB-89")
    test = to_be_read(bird, c.test)
    if c.who:
        bird.character(c.who)
    must(test.asked != (c.who or "*"), "RB-89", "same", "That is asked already.")
    yield ReadingAsked(test.id, c.who)


def to_be_read(bird: Bird, number: int) -> Test:
    test = bird.test(number)
    open_still = test.phase in ("offset", "describing")
    must(open_still, "RB-89", "wrong_phase", "There is no fallout to read just now.")
    return test


def reading_asked(bird: Bird, e: ReadingAsked) -> Bird:
    return bird.with_test(e.test, asked=e.who or "*")


def suggest_reading(bird: Bird, seat: Seat, c: SuggestReading, dice: Dice) -> Iterator[Event]:
    test = to_be_read(bird, c.test)
    text = words(c.text, "RB-89", "Suggest something.")
    new = Remark(seat.id, text) not in test.ideas
    must(new, "RB-89", "same", "That is suggested already.")
    yield ReadingSuggested(test.id, seat.id, text)


def reading_suggested(bird: Bird, e: ReadingSuggested) -> Bird:
    ideas = (*bird.tests[e.test].ideas, Remark(e.by, e.text))
    return bird.with_test(e.test, ideas=ideas)


DECIDE: dict[Any, Any] = {
    RollFallout: roll_fallout,
    Offset: offset,
    PassOffset: pass_offset,
    DescribeFallout: describe_fallout,
    AskReading: ask_reading,
    SuggestReading: suggest_reading,
}
EVOLVE: dict[Any, Any] = {
    FalloutRolled: fallout_rolled,
    OffsetPaid: offset_paid,
    EntityLost: entity_lost,
    OffsetPassed: offset_passed,
    FalloutDescribed: fallout_described,
    ReadingAsked: reading_asked,
    ReadingSuggested: reading_suggested,
}
