"""Who may take part in a test, and with what: conditions that several chapters share."""

from __future__ import annotations

from tablefolk.core.game import Seat, must, need
from tablefolk.games.rotate_bird.rules.state import Bird
from tablefolk.games.rotate_bird.rules.values import (
    BeingTrait,
    Character,
    DoingTrait,
    Edge,
    Tap,
    Test,
)


def gathering(bird: Bird, number: int) -> Test:
    """A test whose dice are not rolled (RB-40)."""
    test = bird.test(number)
    must(test.phase == "gathering", "RB-40", "wrong_phase", "The dice of this test are rolled.")
    return test


def led(bird: Bird, seat: Seat, test: Test, rule: str) -> Character:
    """The leader of a test, where this seat plays them."""
    return bird.own(seat, test.leader, rule, "not_leader")


def takes_part(bird: Bird, hero: Character, but: int = 0) -> None:
    """Whoever leads or helps has a complete sheet, and no other test running (RB-25, RB-48)."""
    why = f"{hero.name}’s sheet is not complete yet."
    need(hero.complete, "RB-25", "sheet_incomplete", why)
    why = f"{hero.name} takes part in another test just now."
    need(not bird.busy(hero.id, but), "RB-48", "helper_busy", why)


def gives_a_die(hero: Character, number: int) -> None:
    """Unmarked Being traits and assigned being-form edges do alike (RB-30, RB-31, RB-71, RB-74)."""
    trait = hero.trait(number)
    why = "Doing gives no dice, nor does the Being symbol in it."
    doing = isinstance(trait, DoingTrait) or (isinstance(trait, Edge) and trait.form == "doing")
    must(not doing, "RB-31", "doing_gives_no_dice", why)
    if isinstance(trait, BeingTrait):
        need(not trait.marked, "RB-30", "trait_marked", "A marked trait gives no die.")
    if isinstance(trait, Edge):
        must(trait.symbols, "RB-71", "edge_unassigned", "This edge has no symbol yet.")


def paid_first(hero: Character, test: Test) -> None:
    """An epic test is paid for before dice are gathered (RB-124, RB-127)."""
    if not test.epic_paid:
        can_pay(hero)
    why = "An epic test is paid for first: mark a Being trait."
    need(test.epic_paid, "RB-124", "epic_unpaid", why)


def can_pay(hero: Character) -> None:
    able = any(not trait.marked for trait in hero.being)
    why = f"{hero.name} has no unmarked Being trait to pay with."
    need(able, "RB-127", "cannot_pay_epic", why)


def refund(bird: Bird, number: int, trait: int) -> Bird:
    """An epic payment undone (A-18)."""
    leader = bird.tests[number].leader
    bird = bird.with_marks(leader, (trait,), False) if trait else bird
    return bird.with_test(number, epic_paid=0)


def offered(test: Test, trait: int) -> Tap:
    found = next((tap for tap in test.offered if tap.trait == trait), None)
    return must(found, "RB-27", "not_tapped", "That trait is not offered here.")
