"""Statuses on anybody and anything, and progress bars (MU-109 … MU-116)."""

from __future__ import annotations

import pytest
from tests.games.mutagen.table import GAME, Played, created

from tablefolk.core import play
from tablefolk.games.mutagen.playbooks import effects as op
from tablefolk.games.mutagen.playbooks.effects import AnyEffect
from tablefolk.games.mutagen.playbooks.model import Hook, Move, Playbook, Section
from tablefolk.games.mutagen.rules import buying, rating
from tablefolk.games.mutagen.rules.bars import (
    BarCorrected,
    BarHappened,
    BarTicked,
    CorrectBar,
    MakeBar,
    RemoveBar,
    TickBar,
)
from tablefolk.games.mutagen.rules.cast import statuses_near
from tablefolk.games.mutagen.rules.creation import ChoosePlaybooks
from tablefolk.games.mutagen.rules.effects import GiveAnswer
from tablefolk.games.mutagen.rules.owing import AnswerGiven
from tablefolk.games.mutagen.rules.proposing import ExploitStatus, Propose
from tablefolk.games.mutagen.rules.statuses import (
    EraseStatus,
    PutStatusBack,
    StatusErased,
    WriteStatus,
)
from tablefolk.games.mutagen.rules.values import Staged


@pytest.fixture
def played() -> Played:
    return created()


def texts(played: Played, who: str) -> list[str]:
    holder = played.show.cast.get(who) or played.show.entities[who]
    return [status.text for status in holder.statuses]


def number(played: Played, text: str) -> int:
    return next(status.id for _, status in played.show.statuses() if status.text == text)


def homebrew(*moves: Move) -> Played:
    """F with moves of our own."""
    section = Section("oddities.moves", "Moves", items=moves)
    book = Playbook("oddities", "Oddities", requires=("meta", "common"), sections=(section,))
    played = created(books=(book,))
    played.as_("f", ChoosePlaybooks("f", ("common", "oddities")))
    return played


def doing(*effects: AnyEffect) -> Played:
    """F has made a move that does this."""
    played = homebrew(Move("odd", "Odd", effects=effects))
    played.as_("f", Propose("f", "odd"))
    return played


def answer(played: Played, who: str = "f", **said: str) -> tuple[object, ...]:
    member = played.hero(who).player if who in played.show.cast else who
    return played.do(member, GiveAnswer(max(played.show.owed), **said))


# -- Writing (MU-109) --------------------------------------------------------------------------


def test_the_gm_writes_statuses_on_anybody_and_anything__MU_109(played: Played) -> None:
    box, roof = played.entity("Box", "item", living=False), played.entity("Roof", "place")
    for on in ("m", box, roof):
        played.do("gm", WriteStatus(on, "  wires   exposed "))
        assert texts(played, on) == ["wires exposed"]
    assert played.no("gm", WriteStatus("m", "Wires exposed")) == "same"
    assert played.no("gm", WriteStatus("m", " ")) == "text_needed"
    assert played.no("gm", WriteStatus("nobody", "lost")) == "unknown"


def test_a_player_names_the_move_or_asks_the_gm__MU_109(played: Played) -> None:
    played.as_("f", WriteStatus("m", "inspired", source="lead_the_group"))
    assert played.hero("m").statuses[0].origin == "lead_the_group"
    asked = played.ask("p2", WriteStatus("m", "in love"))
    assert texts(played, "m") == ["inspired"]
    played.grant(asked)
    assert texts(played, "m") == ["inspired", "in love"]
    assert played.no("f", WriteStatus("f", "aglow", source="weave_magic")) == "not_on_sheet"
    assert played.no("f", WriteStatus("f", "aglow", source="fighting")) == "wrong_kind"


def test_a_move_s_effect_writes_one_in_its_own_or_somebody_s_words__MU_109() -> None:
    played = doing(op.GiveStatus("sweating", until="scene_end"), op.GiveStatus(severe=True))
    assert texts(played, "f") == ["sweating"]
    assert played.no("f", GiveAnswer(max(played.show.owed), text="broken")) == "gm_only"
    answer(played, "gm", text="broken")
    (first, second) = played.hero("f").statuses
    assert (first.origin, second.text, second.severe) == ("odd", "broken", True)


def test_whom_a_move_marks_can_be_asked_and_then_the_words__MU_109() -> None:
    played = doing(op.GiveStatus(on="ask", by="player"))
    answer(played, on="m")
    answer(played, text="marked")
    assert texts(played, "m") == ["marked"]


def test_a_status_can_set_something_off__MU_109() -> None:
    brooding = Move(
        "brooding", "Brooding", hooks=(Hook("status_given", then=(op.Lose("resist"),)),)
    )
    played = homebrew(brooding)
    played.do("gm", WriteStatus("m", "tired"))
    assert played.points("f", "resist") == 2
    played.do("gm", WriteStatus("f", "tired"))
    assert played.points("f", "resist") == 1


# -- While written (MU-110, MU-112) ------------------------------------------------------------


def test_the_statuses_of_all_concerned_stand_beside_a_proposal__MU_110(played: Played) -> None:
    guard = played.entity("Guard")
    played.do("gm", WriteStatus(guard, "half asleep"))
    played.do("gm", WriteStatus("f", "limping"))
    played.do("gm", WriteStatus("m", "elsewhere"))
    played.propose("f", "go_dark", targets=(guard,))
    assert statuses_near(played.show, played.move) == (("f", "limping"), (guard, "half asleep"))


def test_a_status_has_no_number_until_it_is_exploited__MU_112(played: Played) -> None:
    for who in ("s", "f", "m"):
        played.do("gm", WriteStatus(who, "terrified", severe=True, permanent=True))
    number_ = played.propose("f", "go_dark", aptitude="athletics")
    assert rating.modifier(played.show, played.move) == 1
    played.as_("f", ExploitStatus(number_, number(played, "terrified"), "fear is fast"))
    assert rating.modifier(played.show, played.move) == 2


# -- Erasing (MU-111) --------------------------------------------------------------------------


def test_the_owner_erases_what_no_longer_makes_sense_and_the_gm_puts_it_back__MU_111(
    played: Played,
) -> None:
    played.do("gm", WriteStatus("f", "wet"))
    wet = number(played, "wet")
    assert played.no("m", EraseStatus(wet, "it dried")) == "not_your_character"
    assert played.no("f", EraseStatus(wet, " ")) == "text_needed"
    played.as_("f", EraseStatus(wet, "it dried"))
    assert texts(played, "f") == []
    assert played.no("f", PutStatusBack(wet)) == "gm_only"
    played.do("gm", PutStatusBack(wet))
    assert texts(played, "f") == ["wet"]
    assert played.no("gm", PutStatusBack(wet)) == "no_such_status"
    assert played.no("gm", EraseStatus(999, "why not")) == "no_such_status"


def test_permanent_ones_go_by_the_gm_or_a_move__MU_111() -> None:
    played = doing(op.EraseStatus())
    assert not played.show.owed  # nothing is written there
    played.do("gm", WriteStatus("f", "one-eyed", permanent=True))
    played.do("gm", WriteStatus("f", "cursed", permanent=True))
    assert played.no("f", EraseStatus(number(played, "cursed"), "bored")) == "permanent"
    played.as_("f", Propose("f", "odd"))
    answer(played, "gm", on=str(number(played, "cursed")))
    assert texts(played, "f") == ["one-eyed"]
    played.do("gm", EraseStatus(number(played, "one-eyed"), "a miracle"))
    assert texts(played, "f") == []


def test_a_thing_s_status_is_the_gm_s_to_erase__MU_111(played: Played) -> None:
    box = played.entity("Box", "item", living=False)
    played.do("gm", WriteStatus(box, "locked"))
    played.ask("p1", EraseStatus(number(played, "locked"), "we have the key"))
    assert texts(played, box) == ["locked"]


def test_a_consequence_can_erase_one__MU_111(played: Played) -> None:
    played.do("gm", WriteStatus("m", "bleeding"))
    played.rolled("f", "medic", 6, 6, targets=("m",))
    played.settle()
    bleeding = str(number(played, "bleeding"))
    events = played.outcome(Staged("unstatus", bleeding))
    (erased,) = played.told(events, StatusErased)
    assert (erased.on, erased.status.text) == ("m", "bleeding")


# -- Bars (MU-113 … MU-116) --------------------------------------------------------------------


def bar(played: Played, size: int = 4, title: str = "The alarm goes off") -> int:
    (made,) = played.do("gm", MakeBar(title, size))
    return int(made.bar.id)


def test_a_bar_has_two_to_eight_ticks__MU_113(played: Played) -> None:
    for bad in (-1, 1, 9):
        assert played.no("gm", MakeBar("The alarm", bad)) == "bad_bar"
    assert played.no("gm", MakeBar(" ", 4)) == "text_needed"
    made = [bar(played, size) for size in (2, 8)]
    assert [played.show.bars[number].size for number in made] == [2, 8]


def test_a_player_may_ask_for_one__MU_113(played: Played) -> None:
    asked = played.ask("p1", MakeBar("The ritual is done", 3))
    assert not played.show.bars
    played.grant(asked)
    assert [b.title for b in played.show.bars.values()] == ["The ritual is done"]


def test_only_the_gm_or_a_move_ticks_it__MU_114() -> None:
    played = doing(op.Tick("2", "the alarm goes off"), op.Tick())
    number = bar(played)
    assert played.no("f", TickBar(number)) == "gm_only"
    played.as_("f", Propose("f", "odd"))
    assert played.show.bars[number].ticks == 2
    answer(played, on=str(number))
    assert played.show.bars[number].ticks == 3


def test_which_bar_is_asked_no_longer_once_the_last_has_happened__MU_53__MU_116() -> None:
    played = homebrew(Move("odd", "Odd", effects=(op.Tick(),)))
    number = bar(played)
    played.as_("f", Propose("f", "odd"))
    asked = max(played.show.owed)
    assert played.no("f", GiveAnswer(asked)) == "unknown"  # one is open still: name it
    played.do("gm", TickBar(number, 4))
    assert played.no("f", GiveAnswer(asked, on=str(number))) == "bar_full"
    (offered,) = (o for o in play.menu(GAME, played.table, played.seat("p2"))
                  if o.command is GiveAnswer)  # fmt: skip
    assert offered.open
    assert not offered.blanks
    (event,) = answer(played)
    assert event == AnswerGiven(asked, "f", moot=True)
    assert not played.show.owed
    assert played.ready("f", "scope_it_out")


def test_which_status_is_asked_no_longer_once_none_is_written__MU_53__MU_111() -> None:
    played = homebrew(Move("odd", "Odd", effects=(op.EraseStatus(by="player"),)))
    written = played.status("f", "soaked")
    played.as_("f", Propose("f", "odd"))
    played.do("gm", EraseStatus(written, "the sun is out"))
    answer(played)
    assert not played.show.owed


def test_what_to_shed_is_asked_no_longer_where_nothing_is_permanent__MU_53__MU_140() -> None:
    played = doing(op.PermanentStatus("remove"))
    answer(played)
    assert not played.show.owed


def test_what_to_fill_is_asked_no_longer_where_no_circle_is_left__MU_53__MU_14() -> None:
    played = homebrew(Move("odd", "Odd", effects=(op.Buy("grant"),)))
    while left := tuple(buying.fillable(played.show, played.hero("f"), triangle=True)):
        played.give("f", left[0][0])
    played.as_("f", Propose("f", "odd"))
    answer(played)
    assert not played.show.owed


def test_a_move_can_make_a_bar__MU_114() -> None:
    played = doing(op.NewBar(3, "The tide comes in"), op.NewBar(5))
    answer(played, "gm", text="The moon sets")
    found = [(b.title, b.size) for b in played.show.bars.values()]
    assert found == [("The tide comes in", 3), ("The moon sets", 5)]


def test_ticks_beyond_the_last_are_dropped__MU_115(played: Played) -> None:
    number = bar(played)
    for bad in (0, -2, 9):
        assert played.no("gm", TickBar(number, bad)) == "out_of_range"
    played.do("gm", TickBar(number, 3))
    events = played.do("gm", TickBar(number, 3))
    assert events[0] == BarTicked(number, "The alarm goes off", 1, 4, 4)


def test_when_the_last_tick_is_filled_it_happens_once__MU_116(played: Played) -> None:
    number = bar(played, 2)
    assert not played.told(played.do("gm", TickBar(number)), BarHappened)
    events = played.do("gm", TickBar(number))
    assert played.told(events, BarHappened) == [BarHappened(number, "The alarm goes off")]
    assert played.show.bars[number].state == "happened"
    assert played.no("gm", TickBar(number)) == "bar_full"


def test_the_gm_may_correct_or_remove_a_bar__MU_116(played: Played) -> None:
    number = bar(played, 2)
    played.do("gm", TickBar(number, 2))
    assert played.no("f", CorrectBar(number, 1, "miscounted")) == "gm_only"
    assert played.no("gm", CorrectBar(number, 3, "miscounted")) == "out_of_range"
    events = played.do("gm", CorrectBar(number, 1, "miscounted"))
    assert events == (BarCorrected(number, "The alarm goes off", 2, 1, "miscounted"),)
    played.do("gm", TickBar(number))
    assert played.no("gm", RemoveBar(number, " ")) == "text_needed"
    played.do("gm", RemoveBar(number, "the story moved on"))
    assert played.no("gm", TickBar(number)) == "unknown"
