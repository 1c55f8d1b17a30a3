"""Taking back, by appending and never by erasing (TF-22, TF-24 … TF-26)."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from tests import toy
from tests.table.playing import HOUSE, Evening
from tests.toy import ClaimPoint, HideWord, ThrowDie

from tablefolk.core import play
from tablefolk.core.game import Drawn, Entry, Line, Refusal, WordAsked
from tablefolk.core.table import takeback
from tablefolk.core.table.blocks import Requests
from tablefolk.core.table.checking import check
from tablefolk.core.table.judging import Answer, Withdraw
from tablefolk.core.table.scenes import CloseSession, OpenSession, Stop
from tablefolk.core.table.seats import CloseTable, Join, Lend, Rename, SetRole
from tablefolk.core.table.takeback import TakeBack, TakenBack, Verdict
from tablefolk.core.table.talk import AskHands, RollFree, Say, ShowNote, Vote, WriteNote


def last(evening: Evening) -> int:
    return len(evening.entries)


def verdict(evening: Evening, who: str, number: int) -> Verdict:
    return takeback.verdict(evening.at, evening.table, evening.entries, number, evening.seat(who))


def test_what_is_taken_back_is_as_if_it_had_not_been_and_stays_in_the_log__TF_24() -> None:
    evening = Evening()
    before = evening.table
    evening.do("ana", AskHands("On?"))
    number = last(evening)
    entry = evening.do("ana", TakeBack(number, "wrong table"))
    (event,) = entry.events
    assert isinstance(event, TakenBack)
    assert (event.entries, event.by, event.why) == ((number,), "ana", "wrong table")
    assert len(evening.entries) == number + 1
    assert takeback.struck(evening.entries) == {number}
    assert evening.table.polls == before.polls == {}
    assert evening.says("ben") == (
        "Ana takes back: Ana asks for a show of hands: On? Yes or No? “wrong table”"
    )
    assert check(evening.at, evening.entries) == ([], evening.table)


def test_what_was_said_is_not_said_again_by_taking_it_back__TF_24() -> None:
    evening = Evening()
    evening.do("ana", Say("I never liked this badger."))
    evening.do("ana", TakeBack(last(evening)))
    assert evening.says("ben") == "Ana takes something back."


def test_what_was_taken_back_is_told_with_its_pictures__TF_24() -> None:
    bird = Drawn("🐦", "Bird", icon="dove")
    game: Any = SimpleNamespace(**vars(toy))
    game.tell = lambda odd, event, seat: Line("Ana taps 🐦.", drawn=(bird,))
    evening = Evening(game)
    evening.do("ana", ThrowDie(), 3)
    evening.do("gil", TakeBack(last(evening)))
    (line,) = evening.told("ben")
    assert list(line.parts) == ["Gil takes back: Ana taps ", bird, "."]
    assert check(evening.at, evening.entries)[0] == []
    stored = evening.at.codec.dump(evening.entries[-1])
    assert evening.at.codec.load(stored) == evening.entries[-1]


def test_what_only_some_knew_of_is_taken_back_without_saying_what__TF_29() -> None:
    evening = Evening()
    evening.do("ana", WriteNote("Canary"))
    entry = evening.do("ana", TakeBack(last(evening)))
    assert evening.says("ana") == "Ana takes something back."
    assert "Canary" not in str(entry.events)


def test_what_depended_on_it_falls_too_and_all_else_stands__TF_24() -> None:
    evening = Evening()
    evening.do("gil", AskHands("On?"))
    poll = last(evening)
    evening.do("ana", Vote(1, 0))
    vote = last(evening)
    evening.do("ben", ThrowDie(), 3)
    evening.do("gil", TakeBack(poll))
    assert takeback.struck(evening.entries) == {poll, vote}
    assert evening.table.play.score == {"ben": 1}
    assert check(evening.at, evening.entries) == ([], evening.table)


def test_later_things_keep_their_numbers_and_none_is_given_twice__TF_24() -> None:
    evening = Evening()
    evening.do("ana", AskHands("One?"))
    first = last(evening)
    evening.do("ben", AskHands("Two?"))
    evening.do("ben", ThrowDie(), 3)
    evening.do("gil", TakeBack(first))
    assert list(evening.table.polls) == [2]
    evening.do("gil", TakeBack(first + 1))
    evening.do("cy", AskHands("Three?"))
    assert list(evening.table.polls) == [3]
    evening.do("ben", ThrowDie(), 3)
    assert evening.table.play.count == 2
    assert takeback.struck(evening.entries) == {first, first + 1}
    assert check(evening.at, evening.entries) == ([], evening.table)


def test_a_throw_that_was_taken_back_leaves_the_later_throws__TF_24() -> None:
    evening = Evening()
    evening.do("ana", ThrowDie(), 2)
    first = last(evening)
    evening.do("ana", ThrowDie(), 3)
    evening.do("ben", ThrowDie(), 5)
    evening.do("gil", TakeBack(first))
    assert takeback.struck(evening.entries) == {first}
    assert evening.table.play.score == {"ana": 1, "ben": 1}
    assert evening.table.play.tokens["ana"] == 2


def test_ones_latest_act_is_taken_back_at_once__TF_25() -> None:
    evening = Evening()
    evening.do("ana", HideWord("moth"))
    first = last(evening)
    assert verdict(evening, "ana", first).at_once
    evening.do("ana", AskHands("On?"))
    assert verdict(evening, "ana", first) == Verdict(False, True)
    evening.do("ana", TakeBack(last(evening)))
    assert verdict(evening, "ana", first).at_once
    evening.do("ana", TakeBack(first))
    assert evening.table.play.hidden == {}


def test_talk_and_notes_do_not_stand_in_the_way__TF_25() -> None:
    evening = Evening()
    evening.do("ana", AskHands("On?"))
    number = last(evening)
    evening.do("ana", Say("Oh no"))
    evening.do("ben", Say("What?"))
    evening.do("ben", WriteNote("Ana dithers"))
    assert verdict(evening, "ana", number).at_once


def test_after_a_die_or_somebody_elses_act_it_is_asked_for__TF_25() -> None:
    evening = Evening()
    evening.do("ana", ThrowDie(), 3)
    assert verdict(evening, "ana", last(evening)) == Verdict(False, True)
    evening.do("ana", AskHands("On?"))
    number = last(evening)
    evening.do("ben", Vote(evening.table.count, 0))
    assert verdict(evening, "ana", number) == Verdict(False, True)


def test_after_something_hidden_was_shown_it_is_asked_for__TF_25() -> None:
    evening = Evening()
    evening.do("gil", WriteNote("Letter", "Come at midnight"))
    evening.do("ana", AskHands("On?"))
    number = last(evening)
    evening.do("gil", ShowNote("desk.letter", "cy"))
    assert verdict(evening, "ana", number) == Verdict(False, True)


def test_what_others_hide_does_not_show_in_the_verdict__TF_25() -> None:
    evening = Evening()
    evening.do("ana", AskHands("On?"))
    number = last(evening)
    evening.do("ben", HideWord("moth"))
    assert verdict(evening, "ana", number).at_once


def test_the_gm_accepts_a_taking_back__TF_25() -> None:
    evening = Evening()
    evening.do("ana", ThrowDie(), 2)
    number = last(evening)
    entry = evening.do("ana", TakeBack(number, "I meant to wait"))
    (asked,) = entry.events
    assert isinstance(asked, WordAsked)
    assert (asked.kind, asked.rule) == ("takeback", "TF-25")
    assert evening.table.play.tokens["ana"] == 2
    assert evening.refused("ana", TakeBack(number)).code == "asked"
    evening.do("gil", Answer(asked.number, yes=True))
    assert evening.table.play.tokens["ana"] == 3
    assert evening.table.requests == {}
    assert check(evening.at, evening.entries) == ([], evening.table)


def test_the_gm_declines_a_taking_back_or_the_asker_thinks_again__TF_25() -> None:
    evening = Evening()
    evening.do("ana", ThrowDie(), 2)
    number = last(evening)
    evening.do("ana", TakeBack(number))
    evening.do("gil", Answer(1, yes=False))
    evening.do("ana", TakeBack(number))
    evening.do("ana", Withdraw(2))
    assert evening.table.requests == {}
    assert evening.table.play.tokens["ana"] == 2


def test_nobody_takes_back_the_acts_of_others_but_the_gm__TF_25() -> None:
    evening = Evening()
    evening.do("ana", ThrowDie(), 3)
    number = last(evening)
    assert evening.refused("ben", TakeBack(number)).code == "not_yours"
    evening.do("gil", TakeBack(number))
    assert evening.table.play.score == {}
    assert evening.refused("gil", TakeBack(number)).why == "That has been taken back already."
    assert evening.refused("gil", TakeBack(last(evening))).why == "What was taken back stays so."


def test_the_gms_own_act_of_an_earlier_session_goes_with_a_players_word__TF_25() -> None:
    evening = Evening()
    evening.do("gil", OpenSession())
    evening.do("gil", ThrowDie(), 3)
    number = last(evening)
    evening.do("gil", CloseSession())
    evening.do("gil", OpenSession())
    evening.do("gil", TakeBack(number, "Last week I cheated"))
    assert evening.table.play.score == {"gil": 1}
    assert evening.offer("gil", Answer) is None
    assert evening.refused("gil", Answer(1, yes=True)).code == "asked"
    offer = evening.offer("cy", Answer, yes=True)
    assert offer is not None
    assert offer.owed
    evening.do("cy", Answer(1, yes=True))
    assert evening.table.play.score == {}
    assert check(evening.at, evening.entries) == ([], evening.table)


def test_a_players_act_of_an_earlier_session_goes_with_the_gms_word__TF_25() -> None:
    evening = Evening()
    evening.do("ana", HideWord("moth"))
    number = last(evening)
    evening.do("gil", OpenSession())
    assert verdict(evening, "gil", number) == Verdict(False, True)
    evening.do("ana", TakeBack(number))
    assert verdict(evening, "gil", number) == Verdict(True, False)
    evening.do("gil", Answer(1, yes=True))
    assert evening.table.play.hidden == {}


def test_an_act_from_a_lent_seat_is_the_actors_to_take_back__TF_25() -> None:
    evening = Evening()
    evening.do("ben", Lend("ben", "ana"))
    seat = evening.seat("ben", by="ana")
    evening.do(seat, HideWord("moth"))
    number = last(evening)
    assert not verdict(evening, "ben", number).at_once
    evening.do(seat, TakeBack(number))
    assert evening.table.play.hidden == {}


def test_a_seat_that_was_given_back_is_not_taken_again_without_asking__TF_6__TF_25() -> None:
    evening = Evening()
    evening.do("ben", Lend("ben", "ana"))
    evening.do("ana", Lend("ben"))
    ruling = verdict(evening, "ana", last(evening))
    assert not ruling.at_once
    assert ruling.ask


def test_seats_and_unsigned_stops_are_not_taken_back__TF_25() -> None:
    evening = Evening()
    evening.do(HOUSE, Stop())
    assert evening.refused("gil", TakeBack(last(evening))).code == "not_yours"
    assert evening.refused("gil", TakeBack(1)).code == "not_yours"
    assert evening.refused("gil", TakeBack(0)).why == "That lies too far back."
    assert evening.refused("gil", TakeBack(99)).why == "That lies too far back."


def test_nothing_is_taken_back_on_which_somebodys_seat_depends__TF_25() -> None:
    evening = Evening()
    evening.do("gil", Rename("ben", "Bo"))
    number = last(evening)
    evening.house(Join("Ben"))
    assert evening.refused("gil", TakeBack(number)).code == "depended_on"


def test_taking_back_passes_the_same_gate_as_any_command__TF_25() -> None:
    evening = Evening()
    evening.house(Join("Olga", onlooker=True))
    evening.do("ana", HideWord("moth"))
    number = last(evening)
    assert evening.refused("olga", TakeBack(number)).code == "onlooker"
    assert evening.refused("ana", TakeBack(number, "x" * 2001)).code == "too_long"
    evening.do("gil", CloseTable())
    assert evening.refused("gil", TakeBack(number)).code == "closed"


def test_a_roll_taken_back_keeps_its_faces_and_stays_visible__TF_26() -> None:
    evening = Evening()
    evening.do("ana", RollFree("1d20", "to hit"), 1)
    number = last(evening)
    evening.do("gil", TakeBack(number))
    struck = evening.entries[number - 1]
    assert struck.faces == (1,)
    assert "1d20 outside the rules: 1." in evening.says("ben", struck)
    assert number in takeback.struck(evening.entries)


def test_what_was_thrown_is_never_thrown_again__TF_22() -> None:
    """Replaying and taking back use the faces in the log: there are no dice to throw."""
    evening = Evening()
    evening.do("gil", AskHands("On?"))
    poll = last(evening)
    evening.do("ana", ThrowDie(), 3)
    evening.do("ben", RollFree("2d6"), 6, 6)
    evening.do("gil", TakeBack(poll))
    again = takeback.fold(evening.at, evening.start, evening.entries)
    assert again == evening.table
    assert [e.faces for e in evening.entries if e.faces] == [(3,), (6, 6)]
    standing = [e for _, e in takeback.standing(evening.entries)]
    assert play.fold(evening.at, evening.start, standing) == evening.table


def test_the_log_from_a_later_start_is_folded_and_judged_alike__TF_24() -> None:
    """As with a snapshot: the state before some entry, and the entries since."""
    evening = Evening()
    middle, first = evening.table, last(evening) + 1
    evening.do("gil", AskHands("On?"))
    evening.do("ana", Vote(1, 0))
    entry = takeback.take_back(
        evening.at,
        middle,
        evening.entries[first - 1 :],
        evening.table,
        evening.seat("gil"),
        TakeBack(first),
        first,
    )
    (event,) = entry.events
    assert isinstance(event, TakenBack)
    assert event.entries == (first, first + 1)
    tail = [*evening.entries[first - 1 :], entry]
    assert takeback.fold(evening.at, middle, tail, first).polls == {}


def test_taking_a_secret_back_is_told_only_to_those_who_knew__TF_29() -> None:
    evening = Evening()
    evening.do("ana", Say("psst", to=("ben",)))
    evening.do("ana", TakeBack(last(evening)))
    assert evening.says("ana") == evening.says("ben") == "Ana takes something back."
    assert evening.told("gil") == evening.told("cy") == []
    evening.do("cy", WriteNote("Diary"))
    evening.do("cy", TakeBack(last(evening)))
    assert evening.told("gil") == evening.told("ana") == []


def test_a_request_that_waits_goes_with_the_act_that_made_it__TF_24() -> None:
    evening = Evening()
    evening.do("ana", ClaimPoint("I was brave"))
    evening.do("ana", TakeBack(last(evening)))
    assert evening.table.requests == {}


def test_where_a_game_knows_no_taking_back_only_the_gm_corrects__TF_25() -> None:
    def final(state: toy.Odd, entry: Entry) -> Refusal | None:
        return Refusal("OO-1", "no_takebacks", "Thrown is thrown.") if entry.faces else None

    game: Any = SimpleNamespace(**vars(toy), final=final)
    evening = Evening(game)
    evening.do("ana", ThrowDie(), 3)
    number = last(evening)
    no = evening.refused("ana", TakeBack(number))
    assert (no.rule, no.code, no.why) == ("OO-1", "no_takebacks", "Thrown is thrown.")
    assert verdict(evening, "ana", number) == Verdict(False, False, no.why, no.rule, no.code)
    evening.do("gil", TakeBack(number))
    evening.do("ana", HideWord("plum"))
    evening.do("ana", TakeBack(last(evening)))


def test_what_is_not_in_the_log_is_not_taken_back__TF_25() -> None:
    evening = Evening()
    for number in (0, last(evening) + 1):
        assert evening.refused("gil", TakeBack(number)).why == "That lies too far back."


def test_to_ask_about_one_entry_is_not_to_ask_about_another__TF_25() -> None:
    evening = Evening()
    first, second = (len((evening.do("ana", ThrowDie(), 1), evening.entries)[1]) for _ in "12")
    evening.do("ana", TakeBack(first))
    assert evening.refused("ana", TakeBack(first)).code == "asked"
    evening.do("ana", TakeBack(second))
    asked = [request.command["entry"] for request in evening.table.requests.values()]
    assert asked == [first, second]
    evening.do("gil", TakeBack(second))
    assert [r.command["entry"] for r in evening.table.requests.values()] == [first]


def test_whoever_is_asked_to_take_back_reads_what_and_what_falls_with_it__TF_25() -> None:
    evening = Evening()
    evening.do("ana", ThrowDie(), 5)  # 5
    evening.do("ana", AskHands("On?"))  # 6
    evening.do("gil", Vote(1, 0))  # 7
    evening.do("ana", TakeBack(6, "I meant another question"))
    part = evening.at.parts(evening.table, evening.seat("gil"))[0]
    assert "Ana asks for a show of hands: On?" in part.title
    (request,) = evening.block("gil", Requests).requests
    assert request.question == "I meant another question"
    assert request.falls == ("Gil has shown a hand.",)
    assert "Ana asks for a show of hands: On?" in evening.says("gil")
    (mine,) = evening.block("ana", Requests).requests
    assert "On?" in mine.act, "the asker reads it as well, while waiting"
    evening.do("gil", Answer(request.number, yes=False))
    (no,) = evening.block("ana", Requests).requests
    assert "On?" in no.question


def test_what_somebody_said_is_asked_about_in_their_words__TF_25() -> None:
    evening = Evening()
    evening.do("ana", Say("The king is dead", as_self=True))  # 5
    evening.do("ben", ThrowDie(), 5)
    evening.do("ana", TakeBack(5))
    part = evening.at.parts(evening.table, evening.seat("gil"))[0]
    assert part.title == "May this be taken back: Ana: “The king is dead”"


def test_what_only_some_were_told_is_not_told_by_asking__TF_29() -> None:
    evening = Evening()
    evening.do("ana", Say("Psst, the cellar", to=("ben",)))  # 5
    evening.do("ben", ThrowDie(), 5)
    evening.do("ana", TakeBack(5))
    assert "cellar" not in evening.says("gil")
    (request,) = evening.block("gil", Requests).requests
    assert "cellar" not in repr(request)


def test_what_cannot_fall_is_not_asked_for__TF_25() -> None:
    evening = Evening()
    evening.do("gil", SetRole("ana", "onlooker"))
    evening.do("ben", AskHands("On?", secret=True))  # 6
    for who in ("cy", "ben", "gil"):
        evening.do(who, Vote(1, 0))
    assert evening.refused("ben", TakeBack(6)).code == "final"
