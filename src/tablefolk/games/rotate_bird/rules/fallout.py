"""Fallout: rolled, paid for, or described (RB-75 … RB-81, RB-84 … RB-98, RB-148)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from msgspec.structs import replace

from tablefolk.core.dice import Dice
from tablefolk.core.game import Act, Change, Event, Seat, must, need, word
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
    SymbolId,
    Test,
    Trait,
    Who,
)
from tablefolk.games.rotate_bird.rules.wording import Facts, pictures

Payment = Literal["unbeing", "undoing", "edge"]
CANCELS = {"minor": "being", "major": "doing"}  # what pays for which (RB-96)

# -- Rolling it (RB-84 … RB-86) ----------------------------------------------------------------


class RollFallout(Act[Bird], frozen=True):
    """The GM rolls one die for minor fallout, two for major."""

    may = "gm"
    test: int

    def do(self, bird: Bird, seat: Seat, dice: Dice) -> Iterator[Event]:
        the_gm(seat, "RB-84")
        test = bird.test(self.test)
        must(test.phase == "fallout", "RB-84", "wrong_phase", "There is no fallout to roll here.")
        faces = dice.roll(1 if test.fallout == "minor" else 2)
        table = fallout_symbols(bird)
        yield FalloutRolled(test.id, faces, tuple(table[face - 1] for face in faces))
        lost = reading.forced(bird, test, test.fallout)
        if len(lost) == 1:
            yield from paying(bird, test, holder(bird, lost[0].id), lost[0], forced=True)


class FalloutRolled(Change[Bird], frozen=True):
    voice = "threw"
    test: int
    dice: tuple[int, ...]
    symbols: tuple[SymbolId, ...]

    def onto(self, bird: Bird) -> Bird:
        return bird.with_test(
            self.test, phase="offset", fallout_dice=self.dice, fallout_symbols=self.symbols
        )

    def told_to(self, bird: Bird, seat: Seat) -> str | None:
        return "_doubles" if len(self.dice) == 2 and len(set(self.dice)) == 1 else ""

    def in_words(self, bird: Bird, seat: Seat) -> Facts:
        return {"symbols": pictures(bird, dict.fromkeys(self.symbols))}


def doubled(test: Test) -> bool:
    """Two equal dice of major fallout: a single fresh problem, perhaps (RB-85)."""
    return len(test.fallout_dice) == 2 and len(set(test.fallout_dice)) == 1


# -- Paying (RB-75 … RB-81, RB-93 … RB-98, RB-148) ---------------------------------------------


class Offset(Act[Bird], frozen=True):
    """A contributor marks a trait, or lets go of an edge, and all are spared the fallout."""

    may = "involved"
    test: int
    trait: int

    def do(self, bird: Bird, seat: Seat, dice: Dice) -> Iterator[Event]:
        test = bird.test(self.test)
        pending(test)
        payer, trait = bird.held(self.trait, "RB-93")
        must_go = reading.forced(bird, test, test.fallout)
        if not leaders_choice(bird, seat, test, must_go, self.trait):
            bird.own(seat, payer.id, "RB-93", "not_your_trait")
        takes_part = payer.id in test.contributors
        why = f"{payer.name} had no part in this test."
        need(takes_part, "RB-98", "not_a_contributor", why)
        pays(bird, test, payer, trait)
        why = "An edge that was used here has to go."
        chosen = not must_go or self.trait in {edge.id for edge in must_go}
        need(chosen, "RB-78", "edge_sacrifice_mandatory", why)
        if isinstance(trait, Edge) and not must_go:
            word(seat, "RB-75", makes_sense(bird, test, payer, trait))
        yield from paying(bird, test, payer, trait, forced=bool(must_go))


class OffsetPaid(Change[Bird], frozen=True):
    """Unbeing, Undoing or an edge, gone for good, cancels all the fallout (RB-58, RB-80)."""

    test: int
    who: Who
    trait: int
    kind: Payment
    label: Label
    forced: bool = False

    def onto(self, bird: Bird) -> Bird:
        edge = bird.cast[self.who].trait(self.trait)
        lost = called(bird, edge) if self.forced and isinstance(edge, Edge) else ""
        if self.kind == "edge":
            bird = bird.without_edge(self.trait)
        else:
            bird = bird.with_marks(self.who, (self.trait,), True)
        return bird.with_test(
            self.test, phase="ending", offset=self.kind, paid_by=self.who, lost=lost
        )

    def told_to(self, bird: Bird, seat: Seat) -> str | None:
        """A doing-form edge has two symbols, and a rule of its own (RB-148)."""
        kind = "power" if self.kind == "edge" and len(self.label.symbols) > 1 else self.kind
        return f"_{kind}" + ("_forced" if self.forced else "")


class EntityLost(Change[Bird], frozen=True):
    """All Doing traits of something outside are marked: it is lost for now (RB-195)."""

    who: Who
    name: str

    def onto(self, bird: Bird) -> Bird:
        entity = bird.cast[self.who].entity
        return bird.with_hero(self.who, entity=replace(entity, aboard=False)) if entity else bird


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
    """Being against minor, Doing against major, and only what is whole (RB-93 … RB-96).

    An edge pays as a trait of its form does (RB-94).
    """
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
    after = paid.onto(bird)
    hero = after.cast[payer.id]
    if hero.lost and hero.entity and hero.entity.aboard:
        yield EntityLost(hero.id, hero.entity.name)
    yield from closing(after, test.id)


# -- Passing, and describing (RB-87 … RB-92, RB-97) --------------------------------------------


class PassOffset(Act[Bird], frozen=True):
    """A contributor does not pay; when all have said so, the GM describes."""

    may = "owner"
    test: int
    who: str

    def do(self, bird: Bird, seat: Seat, dice: Dice) -> Iterator[Event]:
        test = bird.test(self.test)
        pending(test)
        hero = bird.own(seat, self.who, "RB-97")
        part = self.who in test.contributors
        must(part, "RB-98", "not_a_contributor", f"{hero.name} had no part in this test.")
        must(self.who not in test.passed, "RB-97", "same", f"{hero.name} has said so already.")
        no_forced_choice(bird, test)
        last = {*test.passed, self.who} >= set(test.contributors)
        yield OffsetPassed(test.id, self.who, last)


class OffsetPassed(Change[Bird], frozen=True):
    test: int
    who: Who
    last: bool = False

    def onto(self, bird: Bird) -> Bird:
        passed = (*bird.tests[self.test].passed, self.who)
        bird = bird.with_test(self.test, passed=passed)
        return bird.with_test(self.test, phase="describing") if self.last else bird


class DescribeFallout(Act[Bird], frozen=True):
    """The GM says what happens; `anyway` where somebody has not answered yet."""

    may = "gm"
    test: int
    text: str = ""  # empty: said aloud
    anyway: bool = False

    def do(self, bird: Bird, seat: Seat, dice: Dice) -> Iterator[Event]:
        the_gm(seat, "RB-87")
        test = bird.test(self.test)
        ready = test.phase in ("offset", "describing")
        must(ready, "RB-87", "wrong_phase", "There is no fallout to describe here.")
        no_forced_choice(bird, test)
        silent = [bird.name(who) for who in test.contributors if who not in test.passed]
        waited = self.anyway or not silent or test.phase == "describing"
        need(waited, "RB-87", "not_answered", f"{listing(silent)} may still want to pay.")
        event = FalloutDescribed(test.id, self.text.strip(), test.contributors)
        yield event
        yield from closing(event.onto(bird), test.id)


class FalloutDescribed(Change[Bird], frozen=True):
    """Words, and nothing else: no trait, edge, track or roll is changed (RB-88)."""

    test: int
    text: str
    strikes: tuple[Who, ...]

    def onto(self, bird: Bird) -> Bird:
        return bird.with_test(self.test, phase="ending", outcome=self.text)

    def told_to(self, bird: Bird, seat: Seat) -> str | None:
        return "" if self.text else "_aloud"


def no_forced_choice(bird: Bird, test: Test) -> None:
    open_choice = reading.forced(bird, test, test.fallout)
    why = "First it must be chosen which edge is lost."
    need(not open_choice, "RB-77", "edge_sacrifice_mandatory", why)


# -- Reading it together (RB-89) ---------------------------------------------------------------


class AskReading(Act[Bird], frozen=True):
    """The GM asks somebody what the symbols mean, or with nobody named the whole table."""

    may = "gm"
    test: int
    who: str = ""

    def do(self, bird: Bird, seat: Seat, dice: Dice) -> Iterator[Event]:
        the_gm(seat, "RB-89")
        test = to_be_read(bird, self.test)
        if self.who:
            bird.character(self.who)
        must(test.asked != (self.who or "*"), "RB-89", "same", "That is asked already.")
        yield ReadingAsked(test.id, self.who)


class ReadingAsked(Change[Bird], frozen=True):
    test: int
    who: Who = ""

    def onto(self, bird: Bird) -> Bird:
        return bird.with_test(self.test, asked=self.who or "*")

    def told_to(self, bird: Bird, seat: Seat) -> str | None:
        return "_who" if self.who else ""


class SuggestReading(Act[Bird], frozen=True):
    """An idea what the fallout could be; the GM writes what it is."""

    may = "anyone"
    test: int
    text: str

    def do(self, bird: Bird, seat: Seat, dice: Dice) -> Iterator[Event]:
        test = to_be_read(bird, self.test)
        text = words(self.text, "RB-89", "Suggest something.")
        new = Remark(seat.id, text) not in test.ideas
        must(new, "RB-89", "same", "That is suggested already.")
        yield ReadingSuggested(test.id, seat.id, text)


class ReadingSuggested(Change[Bird], frozen=True):
    test: int
    by: Who
    text: str

    def onto(self, bird: Bird) -> Bird:
        ideas = (*bird.tests[self.test].ideas, Remark(self.by, self.text))
        return bird.with_test(self.test, ideas=ideas)


def to_be_read(bird: Bird, number: int) -> Test:
    test = bird.test(number)
    open_still = test.phase in ("offset", "describing")
    must(open_still, "RB-89", "wrong_phase", "There is no fallout to read just now.")
    return test
