"""Ratings and rolls (MU-38 … MU-49)."""

from __future__ import annotations

import pytest
from tests.games.mutagen.homebrew import duellist
from tests.games.mutagen.table import Played, created

from tablefolk.core import play
from tablefolk.core.game import Refusal
from tablefolk.games.mutagen.playbooks.effects import Band
from tablefolk.games.mutagen.playbooks.model import Aptitude
from tablefolk.games.mutagen.rules import rating, reading, sheet
from tablefolk.games.mutagen.rules.effects import GiveAnswer
from tablefolk.games.mutagen.rules.proposing import Propose
from tablefolk.games.mutagen.rules.rolling import RollMove
from tablefolk.games.mutagen.rules.speaking import DropModifier, GiveModifier
from tablefolk.games.mutagen.rules.values import Part


def parts(played: Played) -> tuple[Part, ...]:
    return rating.parts(played.show, played.move)


# -- Ratings (MU-38 … MU-41) -------------------------------------------------------------------


def test_the_first_circle_gives_nought_and_each_further_one_more__MU_38() -> None:
    played = created()
    found = [rating.rating_of(played.show, played.hero("f"), "fighting")]
    played.give("f", "fighting")
    found.append(rating.rating_of(played.show, played.hero("f"), "fighting"))
    assert found == [2, 3]
    assert rating.rating_of(played.show, played.hero("s"), "relations") == 0


def test_circles_past_the_fourth_only_soak_penalties__MU_39() -> None:
    played = duellist("blade", "blade", "blade", "blade")
    assert rating.rating_of(played.show, played.hero("d"), "blade") == 4
    number = played.propose("d", "draw_first", aptitude="blade")
    assert rating.modifier(played.show, played.move) == 3
    played.boost(number, -1)
    assert rating.modifier(played.show, played.move) == 3
    played.boost(number, -1)
    assert rating.modifier(played.show, played.move) == 2


def test_top_ratings_are_the_printed_circles_less_one__MU_40() -> None:
    shelf = created().show.shelf
    top = {a.id: a.dots - 1 for a in shelf.kind(Aptitude, ["common", "sorcerer"])}
    threads = {item.id for item in shelf.labelled("Threads", ["sorcerer"])}
    assert len(threads) == 13
    assert {top[a] for a in top if a not in threads} == {3}
    hard = {"conjure_life", "reverse_entropy", "alter_time"}
    assert {a for a in threads if top[a] == 0} == hard
    assert {top[a] for a in threads - hard} == {2}


def test_what_one_has_not_got_counts_minus_one__MU_41() -> None:
    played = created()
    assert rating.rating_of(played.show, played.hero("f"), "research") == -1
    played.propose("f", "connect_the_dots")
    assert parts(played) == (Part("nothing", -1),)


# -- Parts and clamping (MU-42, MU-43) ---------------------------------------------------------


def test_every_part_is_listed_with_its_source__MU_42() -> None:
    played = duellist("swagger")
    made = Propose("d", "all_in")
    played.as_("d", made)
    number = played.propose("d", "schmooze_em", aptitude="blade")
    played.do("gm", GiveModifier(number, -2, "they are tired"))
    assert parts(played) == (
        Part("rating", 0, "blade"),
        Part("move", 1, "swagger"),
        Part("move", 2, "all_in"),
        Part("gm", -2, "they are tired"),
    )
    assert rating.modifier(played.show, played.move) == 1


def test_a_standing_modifier_with_a_fact_must_be_confirmed__MU_42() -> None:
    played = duellist("swagger")
    played.propose("d", "fool_em")
    assert [p.source for p in parts(played)] == ["nothing"]
    played = duellist("swagger")
    played.propose("d", "fool_em", confirmed=("swagger",))
    assert [p.value for p in parts(played)] == [-1, 2]


def test_a_modifier_for_the_next_roll_is_used_up_by_it__MU_42() -> None:
    played = duellist()
    played.as_("d", Propose("d", "all_in"))
    played.rolled("d", "go_dark", 3, 4)
    assert played.move.throw is not None
    assert played.move.throw.modifier == 1
    assert played.hero("d").bonuses == ()


def test_a_modifier_can_be_given_to_somebody_else_and_for_one_move__MU_42() -> None:
    played = duellist()
    played.as_("d", Propose("d", "lend_heart"))
    (owed,) = played.show.owed.values()
    assert played.no("d", GiveAnswer(owed.id, on="nobody")) == "unknown"
    assert played.no("f", GiveAnswer(owed.id, on="f")) == "not_your_character"
    played.as_("d", GiveAnswer(owed.id, on="f"))
    played.propose("f", "go_dark")
    assert rating.modifier(played.show, played.move) == -1
    played.propose("d", "go_dark")
    assert played.hero("f").bonuses[0].on == "fool_em"


def test_a_gms_modifier_has_a_reason_and_can_be_taken_off__MU_42() -> None:
    played = created()
    number = played.propose("f", "go_dark")
    assert played.no("gm", GiveModifier(number, 1, " ")) == "text_needed"
    assert played.no("gm", GiveModifier(number, 0, "nothing")) == "out_of_range"
    assert played.no("gm", GiveModifier(number, 10, "all")) == "out_of_range"
    assert played.no("f", GiveModifier(number, 1, "me")) == "gm_only"
    played.boost(number, 2)
    assert played.no("gm", DropModifier(number, 2)) == "unknown"
    played.do("gm", DropModifier(number, 1))
    assert played.move.given == ()


def test_all_is_added_before_it_is_clamped__MU_43() -> None:
    played = created()
    number = played.propose("f", "fuck_em_up", aptitude="fighting")
    played.boost(number, 4)  # +6, which would be +3 if it were clamped here
    played.boost(number, -5)
    assert rating.modifier(played.show, played.move) == 1


# -- Totals and groups (MU-44, MU-45) ----------------------------------------------------------


@pytest.mark.parametrize(("crit", "band"), [(12, "crit"), (13, "full")])
def test_a_total_of_twelve_is_critical_unless_the_table_says_thirteen__MU_44(
    crit: int, band: str
) -> None:
    played = created({"crit_from": crit})
    played.rolled("s", "connect_the_dots", 6, 6, aptitude="research")
    assert played.move.throw is not None
    assert (played.move.throw.total, played.move.band) == (12, band)


def test_totals_run_from_minus_one_to_fifteen__MU_44() -> None:
    low, *_, high = sorted(2 * face + mod for face in (1, 6) for mod in (-3, 3))
    assert (reading.read(low), reading.read(high)) == ("fail", "crit")
    assert (low, high) == (-1, 15)


def test_a_group_of_icons_matches_any_of_its_members__MU_45__W_4() -> None:
    group = [Band(("crit", "full"))]
    found = [bool(list(reading.matching(group, b))) for b in ("crit", "full", "some", "fail")]
    assert found == [True, True, False, False]


# -- What to roll with (MU-46, MU-47) ----------------------------------------------------------


def test_an_unusual_aptitude_replaces_the_usual_and_is_not_added__MU_46() -> None:
    played = duellist("blade", "blade", "fighting", "fighting", "fighting")
    played.propose("d", "fuck_em_up", through=("duel",), aptitude="fighting", targets=("f",))
    assert parts(played) == (Part("rating", 2, "blade"),)
    played.boost(played.move.id, 1)  # other modifiers still apply
    assert rating.modifier(played.show, played.move) == 3


def test_a_move_may_be_rolled_with_a_number__MU_47() -> None:
    played = duellist()
    played.propose("d", "nerve")
    assert parts(played) == (Part("number", 2),)


def test_a_move_may_be_rolled_with_a_choice_of_numbers__MU_47() -> None:
    played = duellist()
    assert played.no("d", Propose("d", "gamble", "cards")) == "pick_one"
    played.propose("d", "gamble", option="careful")
    assert parts(played) == (Part("number", -1, "careful"),)


@pytest.mark.parametrize(("steps", "value"), [(0, -1), (1, 0), (3, 2), (5, 3)])
def test_a_move_may_be_rolled_with_a_term_of_its_own__MU_47(steps: int, value: int) -> None:
    played = duellist()
    played.propose("d", "footwork", picked=tuple(f"step_{n}" for n in range(1, steps + 1)))
    assert parts(played) == (Part("term", value, "flow"),)


def test_only_items_of_the_named_sections_can_be_picked__MU_47() -> None:
    played = duellist()
    assert played.no("d", Propose("d", "footwork", "so", picked=("blade",))) == "wrong_kind"


# -- Dice (MU-48, MU-49) -----------------------------------------------------------------------


def test_results_carry_their_names_beside_their_icons__MU_48() -> None:
    names = [(r.icon, r.name) for r in reading.readings()]
    assert names == [
        ("🡕", "Critical Success"),
        ("🡒", "Full Success"),
        ("🡖", "Some Success"),
        ("🡓", "Failure"),
    ]


def test_dice_typed_in_are_one_to_six_and_two_of_them__MU_49() -> None:
    played = created()
    number = played.ready("f", "go_dark")
    for faces in ((7, 1), (0, 3), (1,), (1, 2, 3)):
        with pytest.raises(Refusal) as no:
            play.act_with(played.game, played.table, played.seat("p2"), RollMove(number), faces)
        assert no.value.code == "bad_dice"


def test_dice_once_thrown_are_not_thrown_again__MU_49() -> None:
    played = created()
    number = played.rolled("f", "go_dark", 6, 6, aptitude="athletics")
    assert played.no("f", RollMove(number)) == "already_rolled"


def test_the_rating_of_a_sheet_reads_circles_from_the_start__MU_38() -> None:
    played = duellist()
    item = played.show.shelf.item("blade")
    assert isinstance(item, Aptitude)
    assert sheet.dots(played.hero("d"), item) == 1
