"""need, must, word, overruling: how a rule says no, and how it is overruled."""

from __future__ import annotations

import pytest
from tests.toy import ThrowDie

from tablefolk.core.game import Ask, Offer, Refusal, Seat, must, need, overruling, word


def test_a_need_that_holds_says_nothing() -> None:
    with overruling() as rules:
        need(True, "OD-2", "no_tokens", "You have no tokens left.")
        need([0], "OD-2", "no_tokens", "You have no tokens left.")
    assert rules == []


@pytest.mark.parametrize("nothing", [False, None, 0, "", ()])
def test_a_need_that_does_not_hold_refuses_with_rule_code_and_reason(nothing: object) -> None:
    with pytest.raises(Refusal, match=r"You have no tokens left\. \(OD-2\)") as no:
        need(nothing, "OD-2", "no_tokens", "You have no tokens left.")
    assert (no.value.rule, no.value.code, no.value.firm) == ("OD-2", "no_tokens", False)


def test_must_gives_back_the_thing() -> None:
    assert must("moth", "X-1", "x", "No.") == "moth"


@pytest.mark.parametrize("nothing", [None, False, "", ()])
def test_must_refuses_firmly_where_there_is_nothing(nothing: object) -> None:
    with pytest.raises(Refusal) as no:
        must(nothing, "X-1", "no_roll", "There is no such roll.")
    assert no.value.firm


def test_while_overruling_needs_pass_and_are_listed__TF_17() -> None:
    with overruling() as rules:
        need(False, "OD-2", "a", "No.")
        need(True, "OD-3", "b", "No.")
        need(False, "OD-4", "c", "No.")
    assert rules == ["OD-2", "OD-4"]
    with pytest.raises(Refusal):
        need(False, "OD-2", "a", "No.")


def test_overruling_overrules_no_must__TF_17() -> None:
    with overruling(), pytest.raises(Refusal):
        must(None, "X-1", "no_roll", "There is no such roll.")


def test_overruling_ends_even_with_an_error() -> None:
    with pytest.raises(ZeroDivisionError), overruling():
        1 / 0  # noqa: B018
    with pytest.raises(Refusal):
        need(False, "OD-2", "a", "No.")


def test_what_is_left_to_the_gm_is_asked__TF_16() -> None:
    with pytest.raises(Ask) as ask:
        word(Seat("ana"), "OD-4", "A point?")
    assert (ask.value.rule, ask.value.question) == ("OD-4", "A point?")


def test_the_gm_and_whoever_has_their_word_are_not_asked__TF_16() -> None:
    asked = []
    for seat in (Seat("gil", "gm"), Seat("ana", word=True), Seat("ana")):
        try:
            word(seat, "OD-4", "A point?")
        except Ask:
            asked.append(seat)
    assert asked == [Seat("ana")]


def test_an_offer_is_open_until_it_is_refused() -> None:
    offer = Offer(ThrowDie, "Throw")
    assert offer.open
    assert offer.do == "ThrowDie"
    assert not Offer(ThrowDie, "Throw", refusal=Refusal("X-1", "x", "No.")).open
