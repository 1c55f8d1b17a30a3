"""Odds the digest gives of tracks and tables, which nobody is shown: worked out to check them."""

from __future__ import annotations

from fractions import Fraction
from math import comb, perm

from msgspec import Struct

from tablefolk.games.rotate_bird.rules.chances import available, safe, success, without
from tablefolk.games.rotate_bird.rules.packs import FACTORS, Pack

# -- Tracks (RB-106, RB-112) -------------------------------------------------------------------


def race(dice: int, boxes: int, disaster: int) -> Fraction:
    """The chance that progress fills before disaster, taking every success there is."""
    win = available(dice, success)
    ways = (comb(boxes - 1 + lost, lost) * (1 - win) ** lost for lost in range(disaster))
    return win**boxes * sum(ways, Fraction(0))


def expected_tests(dice: int, boxes: int) -> Fraction:
    """How many tests a track takes, or an NPC with so many traits that shrugs off all it can."""
    return boxes / available(dice, success)


def forced_somewhere(tests: int, dice: int) -> Fraction:
    """The chance that fallout cannot be avoided in at least one of so many tests."""
    return 1 - (1 - without(dice, safe)) ** tests


# -- The other dice ----------------------------------------------------------------------------


class TableOdds(Struct, frozen=True):
    """Fallout, symbols and Factors: what a pack's tables give."""

    fallout_symbol: Fraction
    fallout_doubles: Fraction
    fallout_among_two: Fraction
    fallout_pair: Fraction
    being_symbol: Fraction
    doing_pair: Fraction
    five_at_once: Fraction
    being_rolls: Fraction
    pair_again: Fraction
    own_symbol_in_doing: Fraction
    nothing_shared: Fraction
    factor: Fraction
    two_factors: Fraction
    framework: Fraction
    factors_again: Fraction
    theme: Fraction
    linked_factor: Fraction


def table_odds(pack: Pack, themes: int = 18) -> TableOdds:
    """The odds of all rolls on tables, for packs in which every symbol is as likely."""
    being, doing = len(pack.of("being")), len(pack.of("doing"))
    pairs, factors = being * doing, len(FACTORS)
    return TableOdds(
        fallout_symbol=Fraction(1, 6),
        fallout_doubles=Fraction(6, 36),
        fallout_among_two=1 - Fraction(5, 6) ** 2,
        fallout_pair=Fraction(2, 36),
        being_symbol=Fraction(1, being),
        doing_pair=Fraction(1, pairs),
        five_at_once=Fraction(perm(being, 5), being**5),
        being_rolls=sum((Fraction(being, being - had) for had in range(5)), Fraction(0)),
        pair_again=1 - Fraction(perm(pairs, 3), pairs**3),
        own_symbol_in_doing=1 - Fraction(being - 5, being) ** 3,
        nothing_shared=Fraction(comb(being - 5, 5), comb(being, 5)),
        factor=Fraction(3, factors),
        two_factors=Fraction(factors - 2, comb(factors, 3)),
        framework=Fraction(1, comb(factors, 3)),
        factors_again=Fraction(1, 36),
        theme=Fraction(1, themes),
        linked_factor=Fraction(2, 6),
    )
