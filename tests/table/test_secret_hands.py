"""A secret show of hands cannot be read, by nobody and from no file (TF-18)."""

from __future__ import annotations

import json
from itertools import permutations

import pytest
from tests import toy
from tests.table.playing import Evening

from tablefolk.core.table.at import GameAtTable, written
from tablefolk.core.table.blocks import Hands
from tablefolk.core.table.checking import check
from tablefolk.core.table.judging import Allow
from tablefolk.core.table.seats import SetRole
from tablefolk.core.table.takeback import TakeBack
from tablefolk.core.table.talk import AskHands, CloseHands, Say, Vote
from tablefolk.hosting.keeping import export, read


def asked(*votes: tuple[str, int], secret: bool = True) -> Evening:
    evening = Evening()
    evening.do("ana", AskHands("On?", secret=secret))
    for who, answer in votes:
        evening.do(who, Vote(1, answer))
    return evening


def file_of(evening: Evening) -> bytes:
    return export(evening.at, "Ours", [evening.at.codec.dump(e) for e in evening.entries])


def test_two_secret_answers_are_never_counted__TF_18() -> None:
    evening = asked(("ben", 0), ("cy", 1))
    offer = evening.offer("ana", CloseHands)
    assert offer is not None
    assert offer.label == "End it without a count"
    evening.do("ana", CloseHands(1))
    hands = evening.block("gil", Hands)
    assert hands.closed
    assert not hands.counted
    assert [answer.count for answer in hands.answers] == [0, 0]
    assert "nobody counts" in evening.says("gil")


def test_the_same_answer_is_not_given_twice__TF_18() -> None:
    evening = asked(("ben", 0))
    assert evening.refused("ben", Vote(1, 0)).code == "same"
    evening.do("ben", Vote(1, 1))
    evening.do("ben", Vote(1, 0))


def test_three_secret_answers_can_be_counted_early__TF_18() -> None:
    evening = asked(("ben", 0), ("cy", 1), ("gil", 0))
    evening.do("ana", CloseHands(1))
    assert "Yes: 2 and No: 1" in evening.says("ben")


def test_no_ruling_counts_fewer_or_answers_for_another__TF_18() -> None:
    evening = asked(("ben", 0))
    evening.do("gil", Allow(written(CloseHands(1))))
    assert not evening.block("gil", Hands).counted
    evening = asked(("ben", 0))
    assert evening.refused("gil", Allow(written(Vote(1, 0)), "cy")).code == "not_yours"


def test_whoever_is_sent_away_counts_nobody_else_out__TF_18() -> None:
    evening = asked(("ben", 0))
    for who in ("ana", "cy"):
        evening.do("gil", SetRole(who, "onlooker"))
    evening.do("gil", Vote(1, 0))
    assert not evening.table.polls[1].closed
    evening.do("gil", CloseHands(1))
    assert not evening.block("gil", Hands).counted


def test_everybody_is_enough_at_a_small_table__TF_18() -> None:
    evening = Evening(members=("Ana",))
    evening.do("gil", AskHands("On?", secret=True))
    evening.do("gil", Vote(1, 0))
    evening.do("ana", Vote(1, 1))
    assert evening.block("ana", Hands).counted


@pytest.mark.parametrize("back", [5, 6, 9])  # the question, Ben's answer, the one that counted
def test_a_secret_count_is_never_taken_back__TF_18(back: int) -> None:
    evening = asked(("ben", 0), ("cy", 1), ("gil", 0), ("ana", 0))
    assert evening.table.polls[1].closed
    for who in ("gil", "ben", "ana"):
        assert evening.refused(who, TakeBack(back)).code in ("final", "not_yours")
    assert evening.refused("gil", TakeBack(back)).code == "final"


def test_nor_by_what_it_came_from__TF_18() -> None:
    evening = Evening()
    evening.do("gil", SetRole("ana", "onlooker"))  # 5
    evening.do("ben", AskHands("On?", secret=True))
    for who in ("ben", "cy", "gil"):
        evening.do(who, Vote(1, 0))
    assert evening.table.polls[1].closed
    assert evening.refused("gil", TakeBack(5)).code == "final"


def test_before_the_count_one_takes_ones_answer_back_or_changes_it__TF_18() -> None:
    evening = asked(("ben", 0))
    evening.do("ben", TakeBack(6))
    assert evening.table.polls[1].votes == {}
    evening.do("ben", Vote(1, 1))
    evening.do("ben", Vote(1, 0))
    assert evening.table.polls[1].votes == {"ben": 0}


def test_ones_own_answer_stays_visible_and_the_others_are_a_change__TF_18() -> None:
    evening = asked(("ben", 0))
    mine = [(a.label, a.yours) for a in evening.block("ben", Hands).answers]
    assert mine == [("Yes", True), ("No", False)]
    assert [o.label for o in evening.menu("ben") if o.do == "Vote"] == ["Change it to “No”"]
    assert not any(a.yours for a in evening.block("cy", Hands).answers)
    for who in ("cy", "gil", "ana"):
        evening.do(who, Vote(1, 1))
    assert [a.yours for a in evening.block("ben", Hands).answers] == [True, False]


def test_a_file_says_what_was_counted_and_not_whose_it_was__TF_18() -> None:
    """Whoever gave the one No, the file is the same to the byte."""
    files = set()
    for answers in set(permutations((0, 0, 0, 1))):
        evening = asked(*zip(("ben", "cy", "gil", "ana"), answers, strict=True))
        files.add(file_of(evening))
    (data,) = files
    _, entries, table = read(data, {"odd-one": GameAtTable(toy)})
    assert not check(GameAtTable(toy), entries)[0]
    assert table.polls[1].closed
    copy = Evening.of(GameAtTable(toy), table, entries)
    hands = copy.block("ben", Hands)
    assert [a.count for a in hands.answers] == [3, 1]
    assert not any(a.yours for a in hands.answers), "nor is anybody told what they did not say"


def test_a_file_has_no_answer_to_what_is_still_open__TF_18() -> None:
    files = {file_of(asked(("ben", one), ("cy", other))) for one in (0, 1) for other in (0, 1)}
    (data,) = files
    _, entries, table = read(data, {"odd-one": GameAtTable(toy)})
    assert not table.polls[1].votes
    copy = Evening.of(GameAtTable(toy), table, entries)
    for who, answer in (("ben", 0), ("cy", 1), ("gil", 0), ("ana", 1)):
        copy.do(who, Vote(1, answer))
    assert "Yes: 2 and No: 2" in copy.says("ben")


def test_changed_and_struck_answers_leave_no_trace_either__TF_18() -> None:
    files = set()
    for mind in (0, 1):
        evening = asked(("ben", mind), ("ben", 1 - mind), ("cy", mind))
        evening.do("cy", TakeBack(8))
        evening.do("gil", Say("And now?"))
        for who, answer in (("cy", mind), ("gil", 0), ("ana", 1)):
            evening.do(who, Vote(1, answer))
        files.add(file_of(evening))
    (data,) = files
    read(data, {"odd-one": GameAtTable(toy)})


def test_open_hands_are_kept_as_they_were_shown__TF_18() -> None:
    evening = asked(("ben", 1), secret=False)
    lines = [json.loads(line) for line in file_of(evening).splitlines()[1:]]
    assert lines[-1]["events"] == [{"type": "Voted", "poll": 1, "by": "ben", "answer": 1}]
