"""Sheets, circles and triangles (MU-1, MU-2, MU-4, MU-6 … MU-15)."""

from __future__ import annotations

from tests.games.mutagen.homebrew import DUELLIST, drafted, duellist
from tests.games.mutagen.hurting import SCARRED
from tests.games.mutagen.table import Played, created

from tablefolk.core.table.judging import Allow
from tablefolk.games.mutagen.rules import sheet
from tablefolk.games.mutagen.rules.buying import (
    AnswerAbout,
    AskAbout,
    CorrectMark,
    GrantMark,
    MarkEmptied,
    MarkFilled,
)
from tablefolk.games.mutagen.rules.creation import (
    ChoosePlaybooks,
    FillMark,
    FinishCharacter,
    MakeCharacter,
    PutPointerAway,
    ShowPointer,
    UnfillMark,
)
from tablefolk.games.mutagen.rules.proposing import Propose
from tablefolk.games.mutagen.rules.values import Filled
from tablefolk.games.mutagen.rules.writing import WriteIn


def begun(archetype: str = "") -> Played:
    played = Played()
    played.draft("s", "p1", archetype)
    return played


# -- Playbooks (MU-1, MU-2) --------------------------------------------------------------------


def test_a_sheet_is_common_and_what_one_chooses_with_meta_at_its_back__MU_1() -> None:
    played = begun("sorcerer")
    assert played.hero("s").playbooks == ("common", "sorcerer")
    kinds = [item.id for item in sheet.items(played.show, played.hero("s"))]
    assert kinds.index("concept") < kinds.index("will") < kinds.index("meta_nouns")


def test_common_alone_is_legal_and_common_cannot_be_left_out__MU_1() -> None:
    played = begun()
    assert played.hero("s").playbooks == ("common",)
    assert played.no("s", ChoosePlaybooks("s", ("sorcerer",))) == "playbook_required"
    assert played.no("s", ChoosePlaybooks("s", ())) == "playbook_required"


def test_a_playbook_that_is_not_loaded_is_unknown__MU_1() -> None:
    played = begun()
    assert played.no("s", ChoosePlaybooks("s", ("common", "wizard"))) == "unknown_playbook"
    assert played.no("p2", MakeCharacter("X", "wizard")) == "unknown_playbook"
    assert played.no("p2", MakeCharacter("X", "meta")) == "unknown_playbook"


def test_one_playbook_comes_and_one_goes_at_a_time__MU_1() -> None:
    played = created(books=(DUELLIST, SCARRED))
    played.do("gm", Allow({"type": "ChoosePlaybooks", "who": "f",
                           "playbooks": ["common", "duellist", "scarred"]}, "p2"))  # fmt: skip
    assert played.no("f", ChoosePlaybooks("f", ("common",))) == "one_at_a_time"
    played.ask("p2", ChoosePlaybooks("f", ("common", "duellist")))


def test_a_second_archetype_needs_the_gms_yes__MU_1() -> None:
    played = drafted()
    both = ChoosePlaybooks("d", ("common", "duellist", "sorcerer"))
    asked = played.ask("p1", both)
    assert asked.rule == "MU-1"
    played.grant(asked)
    assert set(played.hero("d").playbooks) == {"common", "duellist", "sorcerer"}


def test_the_pointer_to_meta_is_put_away_and_comes_back__MU_2() -> None:
    played = begun()
    assert played.show.knows_meta == ()
    played.do("p1", PutPointerAway())
    assert played.show.knows_meta == ("p1",)
    assert played.no("p1", PutPointerAway()) == "same"
    assert played.no("gm", PutPointerAway()) == "players_only"
    assert played.no("gm", ShowPointer()) == "players_only"
    played.do("p1", ShowPointer())
    assert played.show.knows_meta == ()


# -- Kinds and marks (MU-4, MU-6 … MU-10) ------------------------------------------------------


def test_aptitudes_are_not_made_and_moves_are_not_rolled_as_aptitudes__MU_4() -> None:
    played = created()
    assert played.no("f", Propose("f", "fighting", "hard")) == "wrong_kind"
    assert played.no("f", Propose("f", "health", "hard")) == "wrong_kind"
    rests_on_a_move = Propose("f", "go_dark", "quietly", aptitude="lead_the_group")
    assert played.no("f", rests_on_a_move) == "wrong_kind"


def test_an_item_without_marks_is_in_play_at_once__MU_6() -> None:
    played = created()
    hero, resist = played.hero("f"), played.show.item("resist")
    assert sheet.owned(hero, resist)
    assert "resist" not in hero.marks
    assert played.propose("f", "go_dark")


def test_what_is_not_bought_cannot_be_used__MU_7() -> None:
    played = duellist()
    assert played.no("d", Propose("d", "lunge", "at the heart")) == "not_bought"
    played = duellist("lunge")
    assert played.propose("d", "lunge")


def test_a_resource_that_is_not_bought_has_no_boxes__MU_7() -> None:
    played = drafted()
    assert played.capacity("d", "fame") == 0
    played.fill("d", "fame")
    assert (played.capacity("d", "fame"), played.points("d", "fame")) == (2, 2)
    assert played.no("d", FillMark("d", "fame")) == "no_circle_left"


def test_an_aptitude_that_is_not_bought_may_still_be_rolled__MU_7() -> None:
    played = created()
    assert played.propose("f", "connect_the_dots", aptitude="research")


def test_what_is_bought_from_the_start_costs_nothing_and_counts__MU_8() -> None:
    played = drafted()
    hero = played.hero("d")
    assert sheet.owned(hero, played.show.item("rung_one"))
    assert hero.marks == {}
    assert played.no("d", FillMark("d", "rung_one")) == "no_circle_left"
    played.fill("d", "rung_two", "rung_three", "rung_four")  # three of them, rung one included


def test_a_triangle_is_never_bought_but_may_be_given__MU_9() -> None:
    played = drafted()
    assert played.no("d", FillMark("d", "laurels")) == "gm_only"
    assert played.no("d", FillMark("d", "gift_of_tongues")) == "gm_only"
    assert played.no("d", FillMark("d", "health", 2)) == "gm_only"
    assert played.no("d", GrantMark("d", "laurels")) == "gm_only"
    played.do("gm", GrantMark("d", "laurels", reason="for valour"))
    played.do("gm", GrantMark("d", "gift_of_tongues"))
    assert sheet.owned(played.hero("d"), played.show.item("laurels"))
    played.fill("d", "gift_of_tongues")  # its second circle is an ordinary one
    assert len(played.hero("d").marks["gift_of_tongues"]) == 2


def test_what_is_filled_stays_unless_the_gm_corrects_it_with_a_reason__MU_10() -> None:
    played = created()
    assert played.no("f", UnfillMark("f", "fighting")) == "gm_only"
    assert played.no("f", CorrectMark("f", "fighting", reason="oops")) == "gm_only"
    assert played.no("gm", CorrectMark("f", "fighting")) == "text_needed"
    assert played.no("gm", CorrectMark("f", "research", reason="oops")) == "not_bought"
    (event,) = played.do("gm", CorrectMark("f", "fighting", reason="counted twice"))
    assert event == MarkEmptied("f", "fighting", 0, "counted twice")
    assert played.hero("f").marks["fighting"] == (Filled("creation"),) * 2


# -- Gates, consulting, ranks, criteria (MU-11 … MU-15) ----------------------------------------


def test_a_gate_counts_the_moves_of_its_section__MU_11__T_23() -> None:
    played = drafted()
    played.fill("d", "rung_two")
    refusal = played.refusal("d", FillMark("d", "rung_four"))
    assert refusal.code == "gate_closed"
    assert "2 of 3" in refusal.why
    played.fill("d", "rung_three", "rung_four")
    assert played.hero("d").marks["rung_four"] == (Filled("creation"),)


def test_a_gate_of_nought_always_passes__MU_11__W_13() -> None:
    played = drafted()
    played.fill("d", "rung_three")
    assert "rung_three" in played.hero("d").marks


def test_a_gate_is_not_tested_for_gifts__MU_11() -> None:
    played = drafted()
    assert played.no("d", FillMark("d", "rung_four")) == "gate_closed"
    played.do("gm", GrantMark("d", "rung_four"))
    assert sheet.owned(played.hero("d"), played.show.item("rung_four"))


def test_only_moves_of_the_same_section_count__MU_11() -> None:
    played = drafted()
    played.fill("d", "lunge", "swagger", "iron_body", "blade")
    assert played.no("d", FillMark("d", "rung_four")) == "gate_closed"


def test_a_no_is_remembered_and_can_become_a_yes__MU_12() -> None:
    played = begun()
    asked = played.ask("p1", AskAbout("s", "spooky_shit", "my aunt was a medium"))
    assert "my aunt was a medium" in asked.question
    assert played.no("s", FillMark("s", "spooky_shit")) == "consult_gm"
    played.deny(asked, "no ghosts here")
    assert played.no("s", FillMark("s", "spooky_shit")) == "gm_denied"
    assert played.show.consults["s:spooky_shit"].note == "no ghosts here"
    assert played.show.asked == {}
    played.do("gm", AnswerAbout("spooky_shit", True, "s", "only at night"))
    played.as_("s", FillMark("s", "spooky_shit"))
    assert played.show.consulted("s", "spooky_shit") is not None


def test_the_gm_may_answer_for_the_whole_table_beforehand__MU_12() -> None:
    played = begun("sorcerer")
    played.do("gm", AnswerAbout("affect_the_dead", False, note="not in this story"))
    assert played.no("s", FillMark("s", "affect_the_dead")) == "gm_denied"
    assert played.no("p1", AnswerAbout("affect_the_dead", True)) == "gm_only"
    played.do("gm", AnswerAbout("affect_the_dead", True, "s"))
    played.as_("s", FillMark("s", "affect_the_dead"))


def test_only_marked_items_are_asked_about__MU_12() -> None:
    played = begun()
    assert played.no("s", AskAbout("s", "fighting")) == "wrong_kind"
    played.as_("s", AskAbout("s", "spooky_shit"))
    assert played.no("s", AskAbout("s", "spooky_shit")) == "same"


def test_with_trust_a_question_goes_through_at_once__MU_12__TF_16() -> None:
    played = Played(options={"approvals": "trust"})
    played.draft("s", "p1")
    played.do("p1", AskAbout("s", "spooky_shit"))
    played.do("p1", FillMark("s", "spooky_shit"))
    assert played.hero("s").marks["spooky_shit"] == (Filled("creation"),)


def test_ranks_are_filled_in_order__MU_13() -> None:
    played = drafted()
    assert played.no("d", FillMark("d", "breath", 3)) == "rank_order"
    played.fill("d", "breath")  # the next one, where none is named
    assert played.hero("d").marks["breath"] == (Filled("creation", 2),)
    assert played.no("d", FillMark("d", "breath", 2)) == "no_circle_left"


def test_circles_end_at_the_number_printed__MU_14() -> None:
    played = drafted()
    played.fill("d", "blade", "blade", "blade", "blade")
    assert played.no("d", FillMark("d", "blade")) == "no_circle_left"


def test_notes_and_resources_without_ranks_have_nothing_to_fill__MU_14() -> None:
    played = drafted()
    assert played.no("d", FillMark("d", "ladder_note")) == "no_circle_left"
    assert played.no("d", FillMark("d", "concept")) == "no_circle_left"
    assert played.no("d", FillMark("d", "resist")) == "no_circle_left"


def test_other_conditions_are_named__MU_15() -> None:
    played = drafted()
    refusal = played.refusal("d", FillMark("d", "feint"))
    assert refusal.code == "criteria_unmet"
    assert "Lunge" in refusal.why
    played.fill("d", "lunge", "feint")
    refusal = played.refusal("d", FillMark("d", "secret_art"))
    assert refusal.code == "criteria_unmet"
    assert "a master teaches you" in refusal.why
    played.do("gm", AnswerAbout("secret_art", True, "d"))
    played.fill("d", "secret_art")


def test_finishing_looks_at_gates_again__MU_22__MU_11() -> None:
    played = drafted()
    played.fill("d", "rung_two", "rung_three", "rung_four")
    played.as_("d", UnfillMark("d", "rung_two"))
    assert played.no("d", FinishCharacter("d")) == "concept_missing"
    played.fill("d", "lunge", "feint")
    played.as_("d", UnfillMark("d", "lunge"))
    with_words(played, "d")
    assert played.no("d", FinishCharacter("d")) == "gate_closed"
    played.as_("d", UnfillMark("d", "rung_four"))
    assert played.no("d", FinishCharacter("d")) == "criteria_unmet"
    played.as_("d", UnfillMark("d", "feint"))
    played.as_("d", FinishCharacter("d"))
    assert played.hero("d").state == "in_play"


def with_words(played: Played, who: str) -> None:
    played.as_(who, WriteIn(who, "concept", "concept", "Never misses a bow"))
    played.as_(who, WriteIn(who, "drives", "drive1", "The last duel"))


def test_what_a_move_gives_comes_with_it__MU_9() -> None:
    played = duellist("iron_body")
    assert played.capacity("d", "health") == 6
    played = duellist()
    events = played.do("gm", GrantMark("d", "iron_body"))
    assert MarkFilled("d", "health", "grant", 2, "iron_body") in events
    assert played.points("d", "health") == 6
