"""Doing traits in play: what may be attempted, never how well (RB-63 … RB-68, RB-147, RB-194)."""

from __future__ import annotations

from collections.abc import Iterator

from tablefolk.core.dice import Dice
from tablefolk.core.game import Act, Change, Event, Seat, must, need
from tablefolk.games.rotate_bird.rules.challenges import challenged, unanswered
from tablefolk.games.rotate_bird.rules.state import Bird
from tablefolk.games.rotate_bird.rules.taking_part import gathering
from tablefolk.games.rotate_bird.rules.values import (
    Brought,
    Challenge,
    Character,
    Combo,
    DoingTrait,
    Edge,
    Label,
    Test,
    Who,
)


class BringIn(Act[Bird], frozen=True):
    """Somebody who takes part declares a Doing trait, a doing-form edge or a combo."""

    may = "involved"
    test: int
    trait: int

    def do(self, bird: Bird, seat: Seat, dice: Dice) -> Iterator[Event]:
        test = gathering(bird, self.test)
        if self.trait in bird.combos:
            combo = bird.combos[self.trait]
            hero = partner(bird, seat, combo)
            usable_combo(bird, test, tuple(part.trait for part in combo.parts))
        else:
            holder, _ = bird.held(self.trait, "RB-63")
            hero = bird.own(seat, holder.id, "RB-63", "not_your_trait")
            usable(bird, hero, self.trait)
        contributes(test, hero)
        new = all(b.trait != self.trait for b in test.doing)
        must(new, "RB-63", "already_brought", "That is part of this test already.")
        combined = self.trait in bird.combos
        yield from bringing(
            bird, test, Brought(hero.id, self.trait), bird.label(self.trait), combined
        )


class DoingBrought(Change[Bird], frozen=True):
    test: int
    who: Who
    trait: int
    label: Label

    def onto(self, bird: Bird) -> Bird:
        test = bird.tests[self.test]
        return bird.with_test(self.test, doing=(*test.doing, Brought(self.who, self.trait)))


class TakeOut(Act[Bird], frozen=True):
    """Whoever brought it in leaves it out; or the GM, whom nobody has convinced (RB-65)."""

    may = "owner or gm"
    test: int
    trait: int

    def do(self, bird: Bird, seat: Seat, dice: Dice) -> Iterator[Event]:
        test = gathering(bird, self.test)
        found = next((b for b in test.doing if b.trait == self.trait), None)
        b = must(found, "RB-63", "not_tapped", "That is not part of this test.")
        if not seat.gm:
            bird.own(seat, b.who, "RB-63", "not_your_trait")
        event = DoingTakenOut(test.id, b.who, b.trait, bird.label(b.trait), seat.gm)
        yield event
        yield from unanswered(bird, event.onto(bird).tests[test.id])


class DoingTakenOut(Change[Bird], frozen=True):
    test: int
    who: Who
    trait: int
    label: Label
    refused: bool = False  # by the GM

    def onto(self, bird: Bird) -> Bird:
        doing = tuple(b for b in bird.tests[self.test].doing if b.trait != self.trait)
        return bird.with_test(self.test, doing=doing)

    def told_to(self, bird: Bird, seat: Seat) -> str | None:
        return "_refused" if self.refused else ""


def bringing(
    bird: Bird, test: Test, new: Brought, label: Label, combo: bool = False
) -> Iterator[Event]:
    """Brought in, it answers an NPC's Doing trait; a combo may make the test epic (RB-208)."""
    yield DoingBrought(test.id, new.who, new.trait, label)
    epic = combo and bool(bird.options.get("combo_always_epic")) and not test.called.epic
    called = Challenge(True, test.called.perilous, test.called.label) if epic else test.called
    if test.threat or epic:
        yield challenged(test, called=called, threat=Challenge())


def contributes(test: Test, hero: Character) -> None:
    """Leading, or helping with a Being trait as usual (RB-63, A-12b)."""
    part = hero.id == test.leader or any(tap.who == hero.id for tap in test.helps)
    why = f"{hero.name} has no part in this test: lead it, or help."
    need(part, "RB-63", "not_a_contributor", why)


def usable(bird: Bird, hero: Character, number: int) -> None:
    """An unmarked Doing trait within reach, or a doing-form edge (RB-63, RB-147, RB-194)."""
    trait = hero.trait(number)
    doing = isinstance(trait, DoingTrait) or (isinstance(trait, Edge) and trait.form == "doing")
    must(doing, "RB-63", "needs_doing", "That is no Doing trait.")
    if isinstance(trait, DoingTrait):
        why = "A marked Doing trait cannot be brought into play."
        need(not trait.marked, "RB-99", "trait_marked", why)
        within_reach(bird, hero)


def within_reach(bird: Bird, hero: Character) -> None:
    """Where Doing traits belong to something outside, one must be aboard (RB-194)."""
    if bird.options.get("external_doing"):
        aboard = hero.entity is not None and hero.entity.aboard
        why = f"{hero.name} is not aboard what these traits belong to."
        need(aboard, "RB-194", "not_aboard", why)


# -- Combos (RB-205, RB-207) -------------------------------------------------------------------


def partner(bird: Bird, seat: Seat, combo: Combo) -> Character:
    """The character of this seat, if they are in the combo."""
    mine = next((p.who for p in combo.parts if bird.character(p.who).player == seat.id), None)
    why = f"{bird.name(combo.parts[0].who)} and partners combine that."
    need(mine, "RB-205", "not_your_trait", why)
    return bird.character(mine or combo.parts[0].who)


def usable_combo(bird: Bird, test: Test, traits: tuple[int, ...]) -> None:
    """All partners take part, and all their traits can be used (RB-205)."""
    for number in traits:
        hero = must(bird.holder(number), "RB-205", "combo_unavailable", "A part of it is gone.")
        part = hero.id == test.leader or any(tap.who == hero.id for tap in test.helps)
        why = f"{hero.name} has no part in this test."
        need(part, "RB-205", "combo_unavailable", why)
        trait = hero.trait(number)
        marked = isinstance(trait, DoingTrait) and trait.marked
        why = f"{hero.name}’s part in it is marked."
        need(not marked, "RB-205", "combo_unavailable", why)
        outside = bird.options.get("external_doing") and isinstance(trait, DoingTrait)
        aboard = hero.entity is not None and hero.entity.aboard
        why = f"{hero.name} is not aboard."
        need(not outside or aboard, "RB-205", "combo_unavailable", why)
