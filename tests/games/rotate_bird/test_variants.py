"""Variants: off by default, switchable, fully working (RB-192 … RB-210)."""

from __future__ import annotations

import pytest
from tests.games.rotate_bird.table import Played, created, parts

from tablefolk.core.table.seats import SetOption
from tablefolk.games import rotate_bird
from tablefolk.games.rotate_bird.page.view import tests
from tablefolk.games.rotate_bird.rules.doing import BringIn
from tablefolk.games.rotate_bird.rules.fallout import EntityLost, Offset
from tablefolk.games.rotate_bird.rules.recovery import GrantRecovery
from tablefolk.games.rotate_bird.rules.rewards import SwapSymbol
from tablefolk.games.rotate_bird.rules.rolling import RollPool
from tablefolk.games.rotate_bird.rules.symbols import CorrectSymbol
from tablefolk.games.rotate_bird.rules.tapping import Untap
from tablefolk.games.rotate_bird.rules.variants import (
    Board,
    Combine,
    GetOff,
    NameEntity,
    RenameCombo,
    combo_line,
    combo_symbols,
    combos_of,
    many,
    notation,
)


def pilots() -> Played:
    played = created({"external_doing": True})
    played.do("p1", NameEntity("c1", "Big Gull"))
    return played


def partners(**options: int | bool) -> Played:
    """C3 leads with C2's help."""
    played = created({"combined_doing": 2, **options})
    played.open("c3")
    played.tap("c3", "moon")
    played.help("c2", "cat")
    return played


def pair(played: Played, name: str = "X", places: tuple[int, int] = (0, 1)) -> Combine:
    traits = (played.trait("c3", "Repel"), played.trait("c2", "Not Me"))
    return Combine(played.test.id, parts(traits, places), name)


def test_variants_are_off_until_the_gm_turns_them_on__RB_192() -> None:
    keys = {option.key: option.start for option in rotate_bird.options}
    off = ("external_doing", "limited_unbeing", "combined_doing", "combo_always_epic")
    assert not any(keys[key] for key in off)
    played = created()
    assert played.no("p1", NameEntity("c1", "Gull")) == "variant_off"
    played.open("c3")
    assert played.no("c3", pair(played)) == "variant_off"
    assert played.refused("p1", SetOption("external_doing", True)).code == "gm_only"
    played.do("gm", SetOption("external_doing", True))
    played.do("p1", NameEntity("c1", "Gull"))


# -- External Doing traits (RB-193 … RB-196) -----------------------------------------------------


def test_doing_traits_belong_to_something_one_boards__RB_193__RB_194() -> None:
    played = pilots()
    flight = played.trait("c1", "Wheeling Flight")
    played.open("c1")
    assert played.no("c1", BringIn(played.test.id, flight)) == "not_aboard"
    assert played.no("p2", Board("c1")) == "not_owner"
    assert played.no("p2", Board("c2")) == "unknown"
    played.do("p1", Board("c1"))
    played.as_("c1", BringIn(played.test.id, flight))
    played.do("p1", GetOff("c1"))
    assert played.no("p1", GetOff("c1")) == "not_aboard"


def test_who_is_not_aboard_cannot_pay_with_them__RB_194() -> None:
    played = pilots()
    played.tested("c1", ["sun"], [2], 2)
    played.fallout(1, 2)
    flight = played.trait("c1", "Wheeling Flight")
    assert played.no("c1", Offset(played.test.id, flight)) == "not_aboard"


def test_with_its_last_trait_it_is_lost_and_comes_back_with_one__RB_195__RB_196__W_20() -> None:
    played = pilots()
    played.do("p1", Board("c1"))
    played.mark("c1", "Which Lock", "Sudden Tide")
    played.tested("c1", ["sun"], [2], 2)
    played.fallout(1, 2)
    events = played.pay("c1", "Wheeling Flight")
    assert played.told(events, EntityLost)
    entity = played.hero("c1").entity
    assert entity is not None
    assert not entity.aboard
    assert played.no("p1", Board("c1")) == "entity_lost"
    played.do("gm", GrantRecovery("c1", (played.trait("c1", "Which Lock"),)))
    played.do("p1", Board("c1"))


# -- Combined Doing actions (RB-202 … RB-210) ----------------------------------------------------


def test_two_who_share_a_test_combine_a_trait_each__RB_202__RB_203__RB_209() -> None:
    played = partners()
    played.as_("c3", pair(played))
    (combo,) = played.bird.combos.values()
    assert combo_symbols(played.bird, combo) == ("arrows-outward", "theatre-masks")
    assert played.test.doing[0].trait == combo.id
    assert len(played.test.pool) == 2
    assert played.no("c3", Offset(played.test.id, combo.id)) == "nothing_to_offset"


def test_it_is_written_on_both_sheets__RB_204__W_22() -> None:
    played = partners()
    assert played.no("c3", pair(played, " ")) == "text_needed"
    played.as_("c2", pair(played))
    (combo,) = combos_of(played.bird, "c2")
    assert combo_line(played.bird, "c3", combo) == "Repel / Not Me : X"
    assert combo_line(played.bird, "c2", combo) == "Not Me / Repel : X"
    assert combos_of(played.bird, "c1") == ()
    played.do("p2", RenameCombo(combo.id, "Y"))
    assert played.no("p1", RenameCombo(combo.id, "Z")) == "not_your_trait"


def test_it_takes_one_symbol_of_each_type__RB_203() -> None:
    played = partners()
    assert played.no("c3", pair(played, places=(0, 0))) == "wrong_symbol_kind"
    assert played.no("c3", pair(played, places=(1, 5))) == "out_of_range"
    played.as_("c3", pair(played, places=(1, 0)))
    (combo,) = played.bird.combos.values()
    assert combo_symbols(played.bird, combo) == ("not-equal-sign", "magnet")


def test_it_needs_both_partners_and_both_traits__RB_205() -> None:
    played = partners()
    played.as_("c3", pair(played))
    combo = played.trait("c3", "X")
    played.roll(6, 5)
    played.pick(6)
    played.open("c2")
    played.tap("c2", "cat")
    assert played.no("c2", BringIn(played.test.id, combo)) == "combo_unavailable"
    played.help("c3", "moon")
    played.mark("c3", "Repel")
    assert played.no("c2", BringIn(played.test.id, combo)) == "combo_unavailable"
    played.do("gm", GrantRecovery("c3"))
    played.as_("c2", BringIn(played.test.id, combo))  # who leads does not matter
    assert played.test.doing[0].who == "c2"
    played.as_("c3", Untap(played.test.id, played.trait("c3", "moon")))
    assert played.test.doing == ()


def test_the_same_two_traits_make_one_combo_whichever_way_round__RB_206() -> None:
    played = partners()
    played.as_("c3", pair(played))
    assert played.no("c3", pair(played, "Z", (1, 0))) == "combo_exists"
    (combo,) = played.bird.combos.values()
    assert not many(played.bird, combo)
    traits = (played.trait("c3", "Overture"), played.trait("c2", "Not Me"))
    played.as_("c3", Combine(played.test.id, parts(traits, (0, 1)), "Second"))
    assert many(played.bird, combo)


@pytest.mark.parametrize(("most", "code"), [(2, "out_of_range"), (3, "")])
def test_three_may_combine_where_the_table_says_so__RB_207(most: int, code: str) -> None:
    played = partners(combined_doing=most)
    played.help("c1", "sun")
    lock = played.trait("c1", "Which Lock")
    trio = Combine(played.test.id, (*pair(played).parts, notation(lock, 1)), "Trio")
    if code:
        assert played.no("c3", trio) == code
    else:
        played.as_("c3", trio)
        (combo,) = played.bird.combos.values()
        assert combo_symbols(played.bird, combo) == ("arrows-outward", "theatre-masks", "key")
        assert combo_line(played.bird, "c1", combo) == "Which Lock / Repel / Not Me : Trio"


def test_a_combo_may_always_be_epic_and_the_leader_pays__RB_208() -> None:
    played = partners(combo_always_epic=True)
    played.as_("c3", pair(played))
    assert played.test.challenge.epic
    assert played.test.taps == ()
    assert played.no("c3", RollPool(played.test.id)) == "not_acknowledged"


def test_a_doing_form_edge_in_a_combo_is_brought_into_play__RB_210() -> None:
    played = created({"combined_doing": 2})
    edge = played.award("c2", "bird", "arrow-up")
    played.open("c3")
    played.tap("c3", "moon")
    played.help("c2", "cat")
    traits = (played.trait("c3", "Repel"), edge)
    played.as_("c3", Combine(played.test.id, parts(traits, (0, 1)), "Lift"))
    played.roll(2, 1)
    played.pick(2)
    played.fallout(1, 2)
    assert (played.edges("c2"), played.test.offset) == ([], "edge")


def test_a_changed_trait_shows_its_present_symbol__RB_203() -> None:
    played = partners()
    played.as_("c3", pair(played))
    (combo,) = played.bird.combos.values()
    played.do("gm", CorrectSymbol(played.trait("c3", "Repel"), 0, "play", "a whim"))
    assert combo_symbols(played.bird, combo) == ("play", "theatre-masks")
    swap = SwapSymbol(combo.id, "play")
    assert played.no("c3", swap) == "not_your_trait"
    played.audited()


def test_who_could_pay_with_nothing_is_not_said_to__RB_194() -> None:
    played = pilots()
    played.tested("c1", ["sun"], [2], 2)
    played.fallout(1, 2)
    assert tests.card(played.bird, played.seat("p1"), played.test).able == ()
    played.do("p1", Board("c1"))
    assert tests.card(played.bird, played.seat("p1"), played.test).able == ("C1",)
