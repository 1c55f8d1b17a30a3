"""Doing traits in play: what may be attempted, never how well (RB-63 … RB-68, RB-147, RB-194)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tablefolk.core.dice import Dice
from tablefolk.core.game import Command, Event, Seat, must, need
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
)


class BringIn(Command, frozen=True):
    """Somebody who takes part declares a Doing trait, a doing-form edge or a combo."""

    may = "involved"
    test: int
    trait: int


class DoingBrought(Event, frozen=True):
    test: int
    who: str
    trait: int
    label: Label


class TakeOut(Command, frozen=True):
    may = "owner"
    test: int
    trait: int


class DoingTakenOut(Event, frozen=True):
    test: int
    who: str
    trait: int
    label: Label


def bring_in(bird: Bird, seat: Seat, c: BringIn, dice: Dice) -> Iterator[Event]:
    test = gathering(bird, c.test)
    if c.trait in bird.combos:
        combo = bird.combos[c.trait]
        hero = partner(bird, seat, combo)
        usable_combo(bird, test, tuple(part.trait for part in combo.parts))
    else:
        holder, _ = bird.held(c.trait, "RB-63")
        hero = bird.own(seat, holder.id, "RB-63", "not_your_trait")
        usable(bird, hero, c.trait)
    contributes(test, hero)
    new = all(b.trait != c.trait for b in test.doing)
    must(new, "RB-63", "already_brought", "That is part of this test already.")
    combined = c.trait in bird.combos
    yield from bringing(bird, test, Brought(hero.id, c.trait), bird.label(c.trait), combined)


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


def doing_brought(bird: Bird, e: DoingBrought) -> Bird:
    test = bird.tests[e.test]
    return bird.with_test(e.test, doing=(*test.doing, Brought(e.who, e.trait)))


def take_out(bird: Bird, seat: Seat, c: TakeOut, dice: Dice) -> Iterator[Event]:
    test = gathering(bird, c.test)
    found = next((b for b in test.doing if b.trait == c.trait), None)
    b = must(found, "RB-63", "not_tapped", "That is not part of this test.")
    bird.own(seat, b.who, "RB-63", "not_your_trait")
    event = DoingTakenOut(test.id, b.who, b.trait, bird.label(b.trait))
    yield event
    yield from unanswered(bird, doing_taken_out(bird, event).tests[test.id])


def doing_taken_out(bird: Bird, e: DoingTakenOut) -> Bird:
    doing = tuple(b for b in bird.tests[e.test].doing if b.trait != e.trait)
    return bird.with_test(e.test, doing=doing)


DECIDE: dict[Any, Any] = {BringIn: bring_in, TakeOut: take_out}
EVOLVE: dict[Any, Any] = {DoingBrought: doing_brought, DoingTakenOut: doing_taken_out}
