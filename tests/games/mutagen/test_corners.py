"""Refusals in odd corners: saying the same twice, empty words, frozen sheets."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.games.mutagen.homebrew import DUELLIST, drafted, duellist
from tests.games.mutagen.table import Played, created

from tablefolk.core.game import Command
from tablefolk.games.mutagen.rules.buying import AnswerAbout, GrantMark
from tablefolk.games.mutagen.rules.creation import (
    ChoosePlaybooks,
    NameCharacter,
    ShowPointer,
    UnfillMark,
)
from tablefolk.games.mutagen.rules.effects import GiveAnswer
from tablefolk.games.mutagen.rules.outcomes import StageEffect, WriteOutcome
from tablefolk.games.mutagen.rules.proposing import Propose, Redescribe, TagMove
from tablefolk.games.mutagen.rules.resources import NoteBox, SetPoints
from tablefolk.games.mutagen.rules.responding import Respond
from tablefolk.games.mutagen.rules.rolling import RollMove
from tablefolk.games.mutagen.rules.speaking import Comment, LetPass, SetLevel
from tablefolk.games.mutagen.rules.values import Bar, Staged
from tablefolk.games.mutagen.rules.writing import (
    AddArmor,
    ChangeArmor,
    NarrowAptitude,
    WriteIn,
)


@pytest.mark.parametrize(
    "command",
    [
        NameCharacter("f", "F"),
        ChoosePlaybooks("f", ("common",)),
        ShowPointer(),
        NoteBox("f", "resist", 1, ""),
        NarrowAptitude("f", "fighting", " "),
        WriteIn("f", "drives", "drive2", ""),
    ],
)
def test_what_is_so_already_is_refused(command: Command) -> None:
    assert created().no("f", command) == "same"


def test_the_gm_does_not_say_the_same_twice() -> None:
    played = created()
    number = played.propose("f", "go_dark")
    played.do("gm", AnswerAbout("spooky_shit", False))
    for command in (
        AnswerAbout("spooky_shit", False),
        SetPoints("f", "resist", 2, "why not"),
        SetLevel(number, "normal"),
    ):
        assert played.no("gm", command) == "same"
    assert played.no("f", TagMove(number, ())) == "same"
    assert played.no("gm", Comment(number, " ")) == "text_needed"
    assert played.no("gm", LetPass(99)) == "unknown"


def test_armor_has_a_name_and_changes_when_it_changes__MU_23() -> None:
    played = created()
    assert played.no("f", AddArmor("f", " ", 1)) == "text_needed"
    played.as_("f", AddArmor("f", "Vest", 1))
    (vest,) = played.hero("f").armor
    assert played.no("f", ChangeArmor("f", vest.id, "Vest", 1)) == "same"


def test_the_sheet_of_somebody_retired_is_frozen__MU_105() -> None:
    played = created()
    played.put(played.show.with_hero("f", state="retired"))
    assert played.no("f", WriteIn("f", "drives", "drive1", "revenge")) == "retired"
    assert played.no("f", ChoosePlaybooks("f", ("common", "sorcerer"))) == "retired"


def test_what_the_gm_gave_is_not_taken_back_for_a_buy__MU_10() -> None:
    played = drafted()
    played.give("d", "laurels")
    assert played.no("d", UnfillMark("d", "laurels")) == "gm_only"
    assert played.no("gm", GrantMark("d", "laurels")) == "no_circle_left"
    assert played.no("d", WriteIn("d", "blade", "weapon", "")) == "same"


def test_a_playbook_brings_those_it_needs__MU_1() -> None:
    lonely = replace(DUELLIST, requires=("meta", "common", "fencing"))
    played = Played(books=(lonely,))
    played.draft("d", "p1")
    assert played.no("d", ChoosePlaybooks("d", ("common", "duellist"))) == "playbook_required"


def test_a_move_that_left_the_playbooks_is_not_rolled__MU_50() -> None:
    played = duellist()
    number = played.ready("d", "nerve")
    played.put(replace(played.show, books=()))
    assert played.no("d", RollMove(number)) in ("wrong_kind", "not_on_sheet")


def test_what_does_not_answer_a_roll_does_not__MU_51() -> None:
    played = duellist()
    number = played.ready("d", "nerve")
    assert played.no("d", Respond("d", "salute", number)) == "condition_unmet"
    assert played.no("d", Respond("d", "lunge", number)) == "not_bought"
    assert played.no("gm", SetLevel(number, "low")) == "not_a_story_move"
    assert played.no("d", WriteIn("d", "swagger", "line", "x")) == "wrong_kind"


def test_a_weave_states_no_more_harm_than_its_weak_thread_allows__MU_126() -> None:
    played = created()
    guard = played.entity("Guard")
    weave = Propose(
        "s",
        "fuck_em_up",
        "a spark",
        ("weave_magic",),
        targets=(guard,),
        picked=("conjure_elements", "affect_at_range"),
        confirmed=("perceived",),
        harm=2,
    )
    assert played.no("s", weave) == "harm_over_cap"
    played.as_("s", replace(weave, harm=-1))
    assert played.move.harm == 1  # as much as there can be, where nothing is said


def test_a_mode_without_its_child_is_not_made_with_one__MU_55() -> None:
    played = created()
    alone = Propose("s", "weave_magic", "an ember", mode="story", targets=("the air",))
    asked = played.ask("p1", replace(alone, confirmed=("perceived",)))
    assert asked.rule == "MU-127"  # without a story move it is the other way of weaving


def test_a_roll_that_was_called_for_is_made_as_it_is__MU_53() -> None:
    played = duellist()
    played.as_("d", Propose("d", "dare"))
    number = played.move.id
    assert played.no("d", Redescribe(number, "nerve", "rather this")) == "must_resolve_first"
    played.roll(6, 6, number=number)
    played.as_("d", Propose("d", "open_letter"))
    (owed,) = played.show.owed.values()
    assert played.no("d", GiveAnswer(owed.id, "")) == "text_needed"
    played.as_("d", GiveAnswer(owed.id, "To my rival."))


def test_not_everything_is_staged_at_once__MU_72() -> None:
    played = created()
    number = played.banded("f", "go_dark", "some")
    facts = tuple(Staged("fact", text=f"fact {n}") for n in range(12))
    assert played.no("gm", WriteOutcome(number, "so", (*facts, *facts))) == "out_of_range"
    for n in range(12):
        played.do("gm", StageEffect(number, "fact", text=f"fact {n}"))
    assert played.no("gm", StageEffect(number, "fact", text="too much")) == "out_of_range"


def test_a_bar_that_has_happened_is_not_ticked__MU_116() -> None:
    played = created()
    number = played.banded("f", "go_dark", "some")
    bar = Bar(played.show.count + 1, "It explodes", 2, 2, "happened")
    played.put(replace(played.show, bars={bar.id: bar}).counted(bar.id))
    assert played.no("gm", StageEffect(number, "tick", str(bar.id))) == "bar_full"


def test_a_free_move_is_carried_out_and_not_rolled__MU_47() -> None:
    played = duellist()
    played.as_("d", Propose("d", "vow", confirmed=("vow.0",)))
    played.do("gm", LetPass(played.move.id))
    assert played.no("d", RollMove(played.move.id)) == "wrong_kind"
