"""Sitting down, getting up, passing the chair (TF-1 … TF-8) and closing (TF-41)."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from msgspec.structs import replace
from tests.table.playing import HOUSE, Evening
from tests.toy import ClaimPoint, HideWord, ThrowDie

from tablefolk.core.game import Entry, Line, Refusal, Seat
from tablefolk.core.table import telling
from tablefolk.core.table.blocks import Chair, Notes, OptionList, People, SeatList, TableState
from tablefolk.core.table.judging import Answer, Withdraw
from tablefolk.core.table.scenes import OpenScene, Stop
from tablefolk.core.table.seats import (
    Admit,
    AnswerChair,
    CloseTable,
    Join,
    Lend,
    NoteAway,
    OfferChair,
    OpenTable,
    Rename,
    ReopenTable,
    Reseat,
    SetOption,
    SetRole,
    Unseat,
    VoteChair,
)
from tablefolk.core.table.talk import AskHands, DropNote, RollFree, Say, ShowNote, Vote, WriteNote


def test_whoever_opens_a_table_is_its_gm__TF_1() -> None:
    evening = Evening(members=())
    evening.house(OpenTable("  Friday   night ", "Gil", {"wins": "even", "admission": "true"}))
    table = evening.table
    assert (table.name, table.gm, table.members["gil"].role) == ("Friday night", "gil", "gm")
    assert table.options["wins"] == table.play.wins == "even"
    assert table.options["admission"] is True
    assert table.options["approvals"] == "ask"


def test_a_table_is_opened_once_and_by_the_house_and_before_all_else__TF_1() -> None:
    assert Evening().refused(HOUSE, OpenTable("Again", "Bo")).code == "opened"
    assert Evening(members=()).refused(HOUSE, Join("Ana")).code == "not_opened"


@pytest.mark.parametrize("options", [{"wins": "both"}, {"no_such": 1}, {"tokens": 4}])
def test_an_unknown_option_or_value_is_refused__TF_1(options: dict[str, object]) -> None:
    evening = Evening(members=())
    assert evening.refused(HOUSE, OpenTable("A", "B", options)).code == "bad_setting"


@pytest.mark.parametrize("written", ["5", " 5 ", 5])
def test_a_number_from_a_form_is_the_number_on_offer__TF_1(written: str | int) -> None:
    evening = Evening()
    evening.do("gil", SetOption("tokens", written))
    assert evening.table.options["tokens"] == 5
    assert evening.refused("gil", SetOption("tokens", 5)).code == "same"


@pytest.mark.parametrize("written", ["false", "False", False])
def test_yes_and_no_from_a_form_are_yes_and_no__TF_1(written: str | bool) -> None:
    evening = Evening()
    evening.do("gil", SetOption("whispers", written))
    assert evening.table.options["whispers"] is False
    assert evening.refused("gil", SetOption("whispers", 0)).code == "bad_setting"


def test_only_the_gm_changes_options_and_all_are_told__TF_1() -> None:
    evening = Evening()
    assert evening.refused("ana", SetOption("wins", "even")).code == "gm_only"
    evening.do("gil", SetOption("wins", "even"))
    assert evening.says("cy") == "Changed: What scores: even faces."
    row = next(o for o in evening.block("gil", OptionList).options if o.key == "wins")
    assert row.value == "even"
    assert evening.block("ana", OptionList) is None


@pytest.mark.parametrize("name", ["", "   ", "x" * 41, "A\u200bna", "A\x07na", "A\u202ena"])
def test_a_name_has_1_to_40_visible_characters__TF_2(name: str) -> None:
    assert Evening().refused(HOUSE, Join(name)).code in ("bad_name", "bad_text")


@pytest.mark.parametrize("name", ["\u3164", "Dee\u2800", "Dee\ufe0f", "D" + "\u0301" * 39, "…"])
def test_a_name_of_fillers_or_stacked_accents_is_refused__TF_2(name: str) -> None:
    evening = Evening()
    assert evening.refused(HOUSE, Join(name)).code == "bad_name"
    assert evening.refused("ana", Rename("ana", name)).code == "bad_name"
    assert evening.refused("gil", Rename("ana", name)).firm


@pytest.mark.parametrize("name", ["ana", "ANA", " A na ", "Ａna", "An\u0430", "Аnа", "𝐀na"])
def test_a_name_is_unique_ignoring_case_spacing_and_what_looks_alike__TF_2(name: str) -> None:
    evening = Evening()
    assert evening.refused(HOUSE, Join(name)).code == "name_taken"
    assert evening.refused("ben", Rename("ben", name)).code == "name_taken"


def test_a_refused_name_says_which_one_it_looks_like__TF_2() -> None:
    evening = Evening()
    evening.house(Join("Ian"))
    why = "lan could be taken for Ian, who is here already: choose another name."
    assert evening.refused(HOUSE, Join("lan")).why.startswith(why)
    assert evening.refused("ana", Rename("ana", "lan")).why == why
    evening.house(Join("Lan"))


def test_the_name_of_somebody_who_left_is_not_free__TF_2() -> None:
    evening = Evening()
    evening.do("gil", Unseat("ben"))
    assert evening.refused(HOUSE, Join("Веn")).code == "name_taken"


def test_whoever_looks_like_themselves_may_write_their_name_otherwise__TF_6() -> None:
    evening = Evening()
    evening.do("ana", Rename("ana", "ANA"))
    assert evening.table.members["ana"].name == "ANA"


def test_nobody_joins_but_through_the_link__TF_2() -> None:
    evening = Evening()
    assert evening.refused("ana", Join("Dee")).code == "by_link"
    evening.house(Join("x" * 40))
    assert evening.refused(Seat("nobody"), Say("Hello?")).code == "unknown"


def test_newcomers_wait_where_the_table_asks_for_admission__TF_4() -> None:
    evening = Evening()
    evening.do("gil", SetOption("admission", True))
    evening.house(Join("Dee"))
    assert evening.refused("dee", Say("Let me in")).code == "not_seated"
    assert [type(b) for b in evening.at.view(evening.table, evening.seat("dee")).blocks] == [
        TableState
    ]
    assert evening.block("dee", TableState).waiting
    assert evening.menu("dee") == ()
    assert evening.told("dee", evening.do("ana", Say("Who is that?"))) == []
    assert evening.refused("ana", Admit("dee")).code == "gm_only"
    offer = evening.offer("gil", Admit, yes=True)
    assert offer is not None
    assert offer.owed
    evening.do("gil", Admit("dee"))
    evening.do("dee", Say("Thank you"))
    assert evening.refused("gil", Admit("dee")).code == "not_waiting"


def test_somebody_turned_away_is_not_at_the_table__TF_4() -> None:
    evening = Evening()
    evening.do("gil", SetOption("admission", True))
    evening.house(Join("Dee"))
    evening.do("gil", Admit("dee", yes=False))
    assert "dee" not in evening.table.members
    assert "Dee" not in evening.says("ana")


def test_onlookers_see_what_players_see_and_command_nothing_but_stop__TF_5() -> None:
    evening = Evening()
    evening.house(Join("Olga", onlooker=True))
    evening.do("ana", Say("Here we go"))
    assert evening.says("olga") == evening.says("cy") == "Here we go"
    assert [offer.command for offer in evening.menu("olga")] == [Stop]
    for command in (Say("Hi"), ThrowDie(), WriteNote("x"), RollFree("d6")):
        assert evening.refused("olga", command).code == "onlooker"


def test_the_gm_turns_a_player_into_an_onlooker_and_back__TF_5() -> None:
    evening = Evening()
    assert evening.refused("ana", SetRole("ben", "onlooker")).code == "gm_only"
    evening.do("gil", SetRole("ben", "onlooker"))
    assert evening.refused("ben", ThrowDie(), 3).code == "onlooker"
    evening.do("gil", SetRole("ben", "player"))
    evening.do("ben", ThrowDie(), 3)
    assert evening.refused("gil", SetRole("gil", "onlooker")).code == "chair"
    assert evening.refused("gil", SetRole("ben", "gm")).code == "bad_role"


def test_a_seat_cannot_claim_another_role_than_its_own__TF_5() -> None:
    assert Evening().refused(Seat("ana", "gm"), OpenScene("Mine")).code == "moved"


def test_the_gm_renames_anyone_others_only_themselves__TF_6() -> None:
    evening = Evening()
    evening.do("ana", Rename("ana", "Anouk"))
    evening.do("gil", Rename("ben", "Bo"))
    assert evening.refused("cy", Rename("ben", "Bobo")).code == "gm_only"
    assert evening.refused("gil", Rename("cy", "anouk")).code == "name_taken"
    assert [m.name for m in evening.table.players] == ["Anouk", "Bo", "Cy"]


def test_what_was_theirs_stays_when_somebody_is_unseated__TF_6() -> None:
    evening = Evening()
    evening.do("ben", ThrowDie(), 3)
    evening.do("gil", Unseat("ben"))
    assert evening.table.play.score["ben"] == 1
    assert evening.refused("ben", Say("Hey")).code == "not_seated"
    assert evening.menu("ben") == ()
    assert "ben" not in [p.id for p in evening.block("ana", People).members]
    assert "ben" in [p.id for p in evening.block("gil", SeatList).members]
    evening.do("gil", Reseat("ben"))
    evening.do("ben", ThrowDie(), 3)
    assert evening.table.play.score["ben"] == 2


def test_a_lent_seat_is_played_by_another_as_ana_for_ben__TF_6() -> None:
    evening = Evening()
    ana_for_ben = evening.seat("ben", by="ana")
    assert evening.refused(ana_for_ben, ThrowDie(), 3).code == "not_yours"
    assert evening.refused("ana", Lend("ben", "ana")).code == "not_yours"
    evening.do("ben", Lend("ben", "ana"))
    entry = evening.do(ana_for_ben, ThrowDie(), 3)
    assert evening.table.play.score == {"ben": 1}
    assert entry.seat == Seat("ben", by="ana")
    lent = next(p for p in evening.block("cy", People).members if p.id == "ben")
    assert lent.lent_to == "Ana"
    evening.do("ana", Lend("ben"))
    assert evening.refused(ana_for_ben, ThrowDie(), 3).code == "not_yours"


def test_a_question_asked_from_a_lent_seat_names_both__TF_6() -> None:
    evening = Evening()
    evening.do("gil", Lend("ben", "ana"))
    evening.do(evening.seat("ben", by="ana"), ClaimPoint("I was kind"))
    assert evening.says("gil").startswith("Ana for Ben asks")
    (asks,) = signed(evening, [Line(evening.says("gil"))])
    assert asks.text.count("Ana for Ben") == 1, asks.text
    evening.do("gil", Answer(1, yes=True))
    assert evening.table.play.score == {"ben": 1}


def signed(evening: Evening, lines: Sequence[Line]) -> tuple[Line, ...]:
    """Lines as they are told of an act that Ana did for Ben."""
    entry = Entry(evening.seat("ben", by="ana"), ThrowDie(), (), (), 1)
    return telling.signed(evening.at, evening.table, entry, lines)


def test_the_line_an_act_goes_by_says_for_whom_and_no_other__TF_6() -> None:
    evening = Evening()
    evening.do("ben", Lend("ben", "ana"))
    spoke, beside = Line("Now!", "spoke", "Bruno"), Line("The choir takes 2 stress.", "noted")
    threw = Line("Bruno throws.", "threw")
    told = signed(evening, (spoke, beside, threw))
    assert [line.who for line in told] == ["Bruno (Ana for Ben)", "", ""]
    assert [line.text for line in told] == [
        "Now!", "The choir takes 2 stress.", "(Ana for Ben) Bruno throws.",
    ]  # fmt: skip
    assert told[2].text.removeprefix(told[2].mark) == "Bruno throws.", "so a moment has it"


def test_only_the_character_is_lent_not_what_is_private__TF_6() -> None:
    evening = Evening()
    evening.do("ben", WriteNote("Diary", "I like Cy"))
    evening.do("ben", Lend("ben", "ana"))
    seat = evening.seat("ben", by="ana")
    assert b"I like Cy" not in evening.receives(seat)
    assert evening.block(seat, Notes) is None
    whisper = Say("psst", to=("cy",))
    for command in (DropNote("diary"), Lend("ben", "cy"), Rename("ben", "Bo"), whisper):
        assert evening.refused(seat, command).code == "not_yours"
    evening.do("cy", Say("psst", to=("ben",)))
    assert evening.told(seat) == []
    assert {o.do for o in evening.menu(seat)} == {
        "Say", "RollFree", "ThrowDie", "HideWord", "ClaimPoint",
    }  # fmt: skip


def test_votes_handouts_and_what_the_owner_asked_stay_the_owners__TF_6() -> None:
    evening = Evening()
    evening.do("gil", WriteNote("The map", "Under the oak"))
    evening.do("gil", ShowNote(evening.table.notes[0].id, "ben"))
    evening.do("gil", AskHands("Shall we?", secret=True))
    evening.do("ben", ClaimPoint("I was brave"))
    evening.do("ben", Lend("ben", "ana"))
    seat = evening.seat("ben", by="ana")
    got = evening.receives(seat)
    assert not [text for text in (b"oak", b"brave") if text in got]
    keys = {part.key for part in evening.at.parts(evening.table, seat)}
    assert not [key for key in keys if key.partition(":")[0] in ("hands", "handout", "request")]
    assert evening.refused(seat, Vote(1, 0)).code == "not_yours"
    assert evening.refused(seat, Withdraw(2)).code == "not_yours"
    evening.do("gil", Answer(2, yes=False, note="Not yet"))
    assert b"Not yet" not in evening.receives(seat)
    assert evening.refused(seat, Withdraw(2)).code == "answered", "the no is the owner's to read"


def test_what_was_asked_from_a_lent_seat_is_answered_to_whoever_asked__TF_6() -> None:
    evening = Evening()
    evening.do("ben", Lend("ben", "ana"))
    seat = evening.seat("ben", by="ana")
    evening.do(seat, ClaimPoint("I was kind"))
    assert evening.offer(seat, Withdraw, number=1)
    evening.do("gil", Answer(1, yes=False, note="Not yet"))
    assert b"Not yet" in evening.receives(seat)
    assert evening.offer("ben", Withdraw) is None, "the owner has asked for nothing"
    evening.do(seat, Withdraw(1))
    assert evening.table.denied == {}


@pytest.mark.parametrize("who", ["ben", "ana"])
def test_a_lending_rests_while_either_is_no_player_with_a_seat__TF_6(who: str) -> None:
    """Whoever takes the chair lends nobody the GM's eyes; whoever leaves plays for nobody."""
    evening = Evening()
    evening.do("ben", Lend("ben", "ana"))
    for away, back in (
        (Unseat(who), Reseat(who)),
        (SetRole(who, "onlooker"), SetRole(who, "player")),
    ):
        evening.do("gil", away)
        assert evening.table.borrowed("ana") == ()
        assert isinstance(evening.refused(evening.seat("ben", by="ana"), ThrowDie(), 3), Refusal)
        evening.do("gil", back)
        assert evening.table.borrowed("ana") == ("ben",)
    evening.do("gil", OfferChair(who))
    evening.do(who, AnswerChair(yes=True))
    assert evening.table.borrowed("ana") == ()
    if who == "ben":
        assert evening.refused(evening.seat("ben", by="ana"), ThrowDie(), 3).code == "not_yours"
        evening.do("ben", Lend("ben"))
        assert evening.table.lent == {}


def test_the_gm_lends_by_names_and_characters__TF_6() -> None:
    at = Evening().at
    further = replace(at.further, speaks_as=lambda play, member: {"ben": "Oona"}.get(member, ""))
    evening = Evening()
    evening.at.further = further
    offer = evening.offer("gil", Lend)
    assert offer
    labels = [choice.label for choice in offer.blanks[0].choices]
    assert labels == ["Ana", "Ben (Oona)", "Cy"]


def test_the_chair_goes_to_a_member_who_accepts__TF_7() -> None:
    evening = Evening()
    evening.do("gil", WriteNote("The murderer", "It was Cy"))
    evening.do("ana", WriteNote("Diary", "I suspect Cy"))
    assert evening.refused("ana", AnswerChair(yes=True)).code == "no_offer"
    evening.do("gil", OfferChair("ana"))
    assert evening.block("ana", Chair).to_you
    offer = evening.offer("ana", AnswerChair, yes=True)
    assert offer is not None
    assert offer.owed
    evening.do("ana", AnswerChair(yes=True))
    assert evening.table.gm == "ana"
    assert evening.table.members["gil"].role == "player"
    assert {n.title for n in evening.block("ana", Notes).notes} == {"The murderer", "Diary"}
    assert evening.block("gil", Notes).notes == ()
    assert b"It was Cy" not in evening.receives("gil")


def test_what_a_player_noted_stays_theirs_when_they_leave_the_chair_again__TF_7() -> None:
    evening = Evening()
    evening.do("ana", WriteNote("Diary", "I suspect Ben"))
    for was, to in (("gil", "ana"), ("ana", "ben")):
        evening.do(was, OfferChair(to))
        evening.do(to, AnswerChair(yes=True))
    assert b"I suspect Ben" not in evening.receives("ben")
    assert [n.title for n in evening.block("ana", Notes).notes] == ["Diary"]


def test_an_offered_chair_can_be_declined__TF_7() -> None:
    evening = Evening()
    evening.do("gil", OfferChair("ana"))
    evening.do("ana", AnswerChair(yes=False))
    assert evening.table.gm == "gil"
    assert evening.block("ana", Chair) is None


def test_after_seven_days_the_players_hand_the_chair_on_together__TF_7() -> None:
    evening = Evening()
    evening.house(NoteAway(6))
    assert evening.refused("ana", VoteChair("ben")).code == "gm_here"
    assert evening.told("ana") == []
    evening.house(NoteAway(7))
    evening.do("ana", VoteChair("ben"))
    evening.do("ben", VoteChair("ben"))
    assert evening.table.gm == "gil"
    evening.do("cy", VoteChair("ana"))
    assert evening.table.gm == "gil"
    evening.do("cy", VoteChair("ben"))
    assert evening.table.gm == "ben"
    assert evening.table.gm_away_days == 0


def test_votes_for_the_chair_lapse_when_the_gm_returns__TF_7() -> None:
    evening = Evening()
    evening.house(NoteAway(9))
    evening.do("ana", VoteChair("ben"))
    evening.house(NoteAway(0))
    assert evening.table.chair_votes == {}
    assert evening.refused("gil", NoteAway(99)).code == "house_only"


def test_players_go_on_while_the_gm_is_away__TF_8() -> None:
    evening = Evening()
    evening.house(NoteAway(30))
    for command in (Say("Anyone?"), WriteNote("To do"), HideWord("moth"), Rename("ana", "Anouk")):
        evening.do("ana", command)
    evening.do("ana", ThrowDie(), 5)
    assert evening.table.play.score == {"ana": 1}


def test_a_closed_table_is_read_and_not_played__TF_41() -> None:
    evening = Evening()
    assert evening.refused("ana", CloseTable()).code == "gm_only"
    evening.do("gil", CloseTable())
    assert evening.refused("ana", Say("Hello?")).code == "closed"
    assert evening.refused(HOUSE, Join("Dee")).code == "closed"
    assert evening.menu("ana") == ()
    assert [o.command for o in evening.menu("gil")] == [ReopenTable]
    assert evening.block("ana", TableState).closed
    evening.do("gil", ReopenTable())
    evening.do("ana", Say("Hello!"))


def test_an_entry_keeps_the_seat_it_was_given_from__TF_6() -> None:
    evening = Evening()
    evening.do("gil", Lend("ben", "ana"))
    entry = evening.do(replace(evening.seat("ben"), by="ana"), Say("For Ben"))
    assert evening.at.codec.load(evening.at.codec.dump(entry)).seat.by == "ana"


@pytest.mark.parametrize(
    ("who", "command", "code"),
    [
        ("gil", Rename("nobody", "Bo"), "unknown"),
        ("ana", Rename("ana", " Ana "), "same"),
        ("gil", SetRole("ben", "player"), "same"),
        ("ana", Unseat("ben"), "gm_only"),
        ("gil", Unseat("gil"), "chair"),
        ("gil", Unseat("dee"), "gone"),
        ("ana", Reseat("dee"), "gm_only"),
        ("gil", Reseat("ben"), "seated"),
        ("gil", Lend("gil", "ana"), "players_only"),
        ("ana", Lend("ana", "gil"), "players_only"),
        ("ana", Lend("ana", "olga"), "players_only"),
        ("ana", Lend("ana", "dee"), "not_seated"),
        ("ana", Lend("ana", "ana"), "same"),
        ("ana", Lend("ana"), "same"),
    ],
)
def test_seats_are_changed_only_where_that_makes_sense__TF_6(
    who: str, command: object, code: str
) -> None:
    evening = Evening()
    evening.house(Join("Dee"))
    evening.house(Join("Olga", onlooker=True))
    evening.do("gil", Unseat("dee"))
    assert evening.refused(who, command).code == code


@pytest.mark.parametrize(
    ("who", "command", "code"),
    [
        ("ana", OfferChair("ana"), "gm_only"),
        ("gil", OfferChair("gil"), "players_only"),
        ("gil", OfferChair("olga"), "players_only"),
        ("gil", OfferChair("ben"), "same"),
        ("ana", VoteChair("olga"), "players_only"),
        ("gil", VoteChair("ana"), "players_only"),
        ("ana", VoteChair("cy"), "same"),
        (HOUSE, NoteAway(9), "same"),
        (HOUSE, NoteAway(-1), "same"),
    ],
)
def test_the_chair_goes_from_the_gm_or_all_players_to_a_player__TF_7(
    who: str | Seat, command: object, code: str
) -> None:
    evening = Evening()
    evening.house(Join("Olga", onlooker=True))
    evening.do("gil", OfferChair("ben"))
    evening.house(NoteAway(9))
    evening.do("ana", VoteChair("cy"))
    assert evening.refused(who, command).code == code


def test_only_the_gm_opens_a_closed_table_again__TF_41() -> None:
    evening = Evening()
    assert evening.refused("gil", ReopenTable()).code == "open"
    evening.do("gil", CloseTable())
    assert evening.refused("ana", ReopenTable()).code == "gm_only"
    assert evening.refused("gil", CloseTable()).code == "closed"


def test_a_seat_taken_away_is_told_as_such_and_coming_back_needs_a_link__TF_6() -> None:
    evening = Evening()
    evening.do("gil", Unseat("ana"))
    assert evening.says("ben") == "The Judge has taken Ana’s seat away; what was theirs stays."
    back = evening.offer("gil", Reseat)
    assert back is not None
    assert "a new link" in back.hint
