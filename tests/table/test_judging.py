"""Asking the GM, the GM's word, rulings, and dice typed in (TF-16, TF-17, TF-19, TF-21 … TF-23)."""

from __future__ import annotations

from fractions import Fraction

import msgspec
import pytest
from tests.table.playing import Evening
from tests.toy import ClaimPoint, PointGiven, ThrowDie

from tablefolk.core.game import Command, Seat, WordAsked
from tablefolk.core.table.asking import in_words
from tablefolk.core.table.blocks import People, Requests
from tablefolk.core.table.company import sees_odds
from tablefolk.core.table.judging import (
    Allow,
    Answer,
    AskRuling,
    Ruled,
    Withdraw,
    WordDenied,
    WordGiven,
)
from tablefolk.core.table.seats import SetOption, Unseat
from tablefolk.core.table.talk import RollFree, Say
from tablefolk.games import wheel_of_fate
from tablefolk.games.wheel_of_fate.rules.drafts import AddPool
from tablefolk.games.wheel_of_fate.rules.fate import SpendDie
from tablefolk.games.wheel_of_fate.rules.order import SetHaste
from tablefolk.games.wheel_of_fate.rules.steps import SetAttributes

THROW = {"type": "ThrowDie"}


def broke() -> Evening:
    """An evening on which Ana has thrown away all her tokens."""
    evening = Evening()
    for face in (2, 4, 6):
        evening.do("ana", ThrowDie(), face)
    return evening


def test_what_needs_the_gms_word_waits_on_the_desk__TF_16() -> None:
    evening = Evening()
    entry = evening.do("ana", ClaimPoint("I was brave"))
    (asked,) = entry.events
    assert isinstance(asked, WordAsked)
    assert evening.table.play.score == {}
    (request,) = evening.block("gil", Requests).requests
    assert (request.who, request.rule, request.act) == ("Ana", "OD-4", "claim point")
    assert request.question == "A point for this? “I was brave”"
    (mine,) = evening.block("ana", Requests).requests
    assert mine.mine
    assert evening.block("ben", Requests) is None


def test_the_gm_answers_with_one_tap_and_a_note__TF_16() -> None:
    evening = Evening()
    evening.do("ana", ClaimPoint("I was brave"))
    assert evening.offer("ana", Answer) is None
    offers = [o for o in evening.menu("gil") if o.command is Answer]
    assert [(o.fixed["yes"], o.owed, o.about) for o in offers] == [
        (True, True, "request:1"),
        (False, True, "request:1"),
    ]
    entry = evening.do("gil", Answer(1, yes=True, note="Indeed"))
    asked = "A point for this? “I was brave”"
    assert entry.events == (WordGiven(1, "ana", "Indeed", asked), PointGiven("ana", "I was brave"))
    assert evening.table.play.score == {"ana": 1}
    assert evening.says("ana") == f"Yes, Ana. “Indeed” Asked: {asked} ana gets a point."
    assert evening.refused("gil", Answer(1, yes=True)).code == "answered"


def test_an_answer_repeats_only_how_the_question_begins__TF_16() -> None:
    evening = Evening()
    evening.do("ana", ClaimPoint(f"I carried {'on and ' * 12}the lantern, and sang"))
    assert evening.says("ana").endswith("the lantern, and sang”")
    evening.do("gil", Answer(1, yes=False))
    assert evening.says("ana") == (
        f"No, Ana. Asked: A point for this? “I carried {'on and ' * 8}on …”"
    )
    (no,) = evening.block("ana", Requests).requests
    assert no.question.endswith("the lantern, and sang”"), "in full where it waits to be read"


def test_a_denied_request_changes_nothing__TF_16() -> None:
    evening = Evening()
    evening.do("ana", ClaimPoint("I was brave"))
    assert evening.refused("ben", Answer(1, yes=False)).code == "gm_only"
    entry = evening.do("gil", Answer(1, yes=False, note="Not today"))
    assert entry.events == (WordDenied(1, "ana", "A point for this? “I was brave”", "Not today"),)
    assert evening.table.play.score == {}
    assert evening.block("gil", Requests) is None


def test_what_was_asked_is_between_asker_and_gm__TF_16() -> None:
    evening = Evening()
    evening.do("ana", ClaimPoint("I was brave"))
    assert "I was brave" in evening.says("gil")
    assert evening.says("ben") == "Ana asks the Judge something."
    evening.do("gil", Answer(1, yes=False, note="Not today"))
    assert evening.says("ben") == "The Judge has answered Ana."
    assert b"brave" not in evening.receives("ben")


def test_the_asker_takes_a_request_back__TF_16() -> None:
    evening = Evening()
    evening.do("ana", ClaimPoint("I was brave"))
    assert evening.refused("ben", Withdraw(1)).code == "not_yours"
    evening.do("ana", Withdraw(1))
    assert evening.table.requests == {}
    assert evening.refused("ana", Withdraw(1)).code == "answered"


def test_a_no_stays_with_the_asker_until_it_is_read__TF_16() -> None:
    evening = Evening()
    evening.do("ana", ClaimPoint("I was brave"))
    evening.do("gil", Answer(1, yes=False, note="Ben was braver."))
    assert evening.says("ana") == (
        "No, Ana. “Ben was braver.” Asked: A point for this? “I was brave”"
    )
    (no,) = evening.block("ana", Requests).requests
    assert (no.denied, no.note, no.question) == (
        True,
        "Ben was braver.",
        "A point for this? “I was brave”",
    )
    assert evening.block("ben", Requests) is None
    evening.do("ana", Withdraw(1))
    assert evening.block("ana", Requests) is None
    assert evening.told("gil") == []


def test_a_no_leaves_when_it_is_allowed_after_all__TF_16() -> None:
    evening = Evening()
    whisper = {"type": "Say", "text": "psst", "to": ["ben"]}
    evening.do("gil", SetOption("whispers", False))
    evening.do("ana", AskRuling(whisper))
    evening.do("gil", Answer(1, yes=False))
    assert evening.block("ana", Requests) is not None
    evening.do("gil", Allow(whisper, "ana"))
    assert evening.block("ana", Requests) is None


def test_the_same_is_not_asked_twice_while_it_waits__TF_16() -> None:
    evening = Evening()
    evening.do("ana", ClaimPoint("I was brave"))
    assert evening.refused("ana", ClaimPoint("I was brave")).code == "asked"
    evening.do("ben", ClaimPoint("I was brave"))
    evening.do("ana", ClaimPoint("I was kind"))
    assert len(evening.table.requests) == 3


def test_with_trust_it_goes_through_at_once__TF_16() -> None:
    evening = Evening()
    evening.do("gil", SetOption("approvals", "trust"))
    entry = evening.do("ana", ClaimPoint("I was brave"))
    assert entry.events == (PointGiven("ana", "I was brave"),)


def test_the_gm_needs_nobodys_word__TF_16() -> None:
    evening = Evening()
    assert evening.do("gil", ClaimPoint("I run this")).events == (PointGiven("gil", "I run this"),)


def test_an_offer_says_what_will_be_asked__TF_16() -> None:
    offer = Evening().offer("ana", ClaimPoint)
    assert offer is not None
    assert offer.open
    assert offer.asks.startswith("A point for this?")


def test_the_gm_allows_once_what_the_rules_refuse__TF_17() -> None:
    evening = broke()
    no = evening.refused("ana", ThrowDie(), 3)
    assert (no.rule, no.code, no.firm) == ("OD-2", "no_tokens", False)
    assert evening.refused("ana", Allow(THROW), 3).code == "gm_only"
    evening.do("gil", ThrowDie(), 3)
    no = evening.refused("gil", Allow(THROW, "ana"), 3)
    assert (no.code, no.firm) == ("out_of_range", True)


def test_a_ruling_names_the_rule_and_whom_it_was_for__TF_17() -> None:
    evening = Evening()
    evening.do("gil", SetOption("whispers", False))
    entry = evening.do("gil", Allow({"type": "Say", "text": "psst", "to": ["ben"]}, "ana", "once"))
    ruled, said = entry.events
    assert ruled == Ruled(("TF-10",), "ana", "once")
    assert said.by == "ana"
    assert evening.told("cy")[0].kind == "ruled"
    assert evening.told("cy")[0].rule == "TF-10"
    assert evening.refused("ana", Say("psst", to=("ben",))).code == "no_whispers"


def test_no_value_leaves_the_range_its_type_allows__TF_17() -> None:
    evening = broke()
    assert evening.table.play.tokens["ana"] == 0
    assert evening.refused("gil", Allow(THROW, "ana"), 3).code == "out_of_range"


def test_a_player_asks_for_a_ruling_and_gets_it__TF_17() -> None:
    evening = Evening()
    evening.do("gil", SetOption("whispers", False))
    whisper = {"type": "Say", "text": "psst", "to": ["ben"]}
    evening.do("ana", AskRuling(whisper, "It matters"))
    (request,) = evening.block("gil", Requests).requests
    assert (request.kind, request.rule) == ("ruling", "TF-10")
    assert request.question == "It matters (Nobody whispers here.)"
    assert request.act == "Say", "what is whispered stays between the two"
    assert evening.refused("ana", Say("psst", to=("ben",))).code == "asked"
    evening.do("gil", Answer(1, yes=True))
    assert evening.says("ben").endswith("psst")
    assert "psst" not in evening.says("gil")


@pytest.mark.parametrize(
    ("command", "code"),
    [
        ({"type": "Say", "text": "legal"}, "legal"),
        ({"type": "Say", "text": ""}, "text_needed"),
        ({"type": "OpenScene", "title": "Mine"}, "gm_only"),
        ({"type": "Nonsense"}, "unknown_command"),
        ({"type": "Say", "text": 3, "more": 1}, "malformed"),
        ({"type": "Answer", "number": 1, "yes": True}, "legal"),
        ({"type": "AskRuling", "command": {"type": "Say", "text": "x"}}, "legal"),
        ({}, "unknown_command"),
    ],
)
def test_a_ruling_is_asked_about_one_act_the_rules_refuse__TF_17(
    command: dict[str, object], code: str
) -> None:
    assert Evening().refused("ana", AskRuling(command)).code == code


def test_what_the_state_cannot_do_without_no_ruling_gives__TF_17() -> None:
    evening = Evening()
    assert (
        evening.refused("gil", Allow({"type": "RollFree", "dice": "many"})).code == "bad_notation"
    )
    assert evening.refused("gil", Allow(THROW, "nobody"), 3).code == "unknown"
    assert evening.refused("gil", Allow({"type": "TakeBack", "entry": 1})).code == "legal"


def test_a_command_of_another_game_is_unknown_here__TF_17() -> None:
    class Sing(Command, frozen=True):
        pass

    assert Evening().refused("ana", Sing()).code == "unknown_command"


@pytest.mark.parametrize("depth", [40, 1_000, 5_000])
def test_a_command_nested_without_end_is_refused_in_a_sentence__TF_43(depth: int) -> None:
    deep: dict[str, object] = {}
    for _ in range(depth):
        deep = {"a": deep}
    no = Evening().refused("gil", Allow(deep))
    assert (no.rule, no.code) == ("TF-43", "too_long")
    assert no.why == "That holds things within things more than 32 deep."


def test_a_ruling_wants_its_dice_like_any_throw__TF_17() -> None:
    evening = Evening()
    assert evening.refused("gil", Allow(THROW, "ana")).code == "bad_dice"
    entry = evening.do("gil", Allow(THROW, "ana"), 5)
    assert entry.faces == (5,)
    assert not any(isinstance(e, Ruled) for e in entry.events)


@pytest.mark.parametrize("faces", [(), (3, 4), (0,), (7,), (-1,)])
def test_faces_typed_in_are_as_many_and_as_high_as_the_throw_needs__TF_21(
    faces: tuple[int, ...],
) -> None:
    assert Evening().refused("ana", ThrowDie(), *faces).code == "bad_dice"


def test_an_entry_says_that_its_faces_were_typed_in__TF_21() -> None:
    evening = Evening()
    entry = msgspec.structs.replace(evening.do("ana", RollFree("2d20"), 20, 1), by_hand=True)
    assert evening.at.codec.load(evening.at.codec.dump(entry)).by_hand


@pytest.mark.parametrize(
    ("shown", "gm", "player"),
    [
        ("everyone", True, True),
        ("roller", True, True),
        ("gm", True, False),
        ("nobody", False, False),
    ],
)
def test_odds_are_shown_as_the_table_has_agreed__TF_23(shown: str, gm: bool, player: bool) -> None:
    evening = Evening()
    if shown != "everyone":
        evening.do("gil", SetOption("odds_shown", shown))
    half = {"scores": Fraction(1, 2)}
    for who, sees in (("gil", gm), ("ana", player)):
        odds = evening.at.odds(evening.table, evening.seat(who), ThrowDie())
        assert odds == (half if sees else None)


@pytest.mark.parametrize(
    ("shown", "gm", "roller", "others"),
    [
        ("everyone", True, True, True),
        ("roller", True, True, False),
        ("gm", True, False, False),
        ("nobody", False, False, False),
    ],
)
def test_whose_roll_it_is_says_who_sees_its_odds__TF_23(
    shown: str, gm: bool, roller: bool, others: bool
) -> None:
    options, player = {"odds_shown": shown}, Seat("ana")
    assert sees_odds(options, Seat("gil", "gm"), own=False) == gm
    assert sees_odds(options, player, own=True) == roller
    assert sees_odds(options, player, own=False) == others


def test_the_gm_is_waited_for_while_a_request_is_open__TF_30() -> None:
    evening = Evening()
    evening.do("ana", ClaimPoint("I was brave"))
    assert [p.id for p in evening.block("cy", People).members if p.waited_for] == ["gil"]


def test_a_request_of_somebody_who_has_left_can_still_be_settled__TF_16() -> None:
    evening = Evening()
    evening.do("ana", ClaimPoint("I was brave"))
    evening.do("gil", Unseat("ana"))
    evening.do("gil", Answer(1, yes=True))
    assert evening.table.play.score == {"ana": 1}


def test_what_no_menu_offers_is_asked_by_its_people_and_numbers_and_no_id__TF_17() -> None:
    evening = Evening(wheel_of_fate, ("Ana", "Ben"))
    seat = evening.table.seat("ana")
    asked = in_words(evening.at, evening.table, seat, SetHaste("ben", 2))
    assert asked == "Hurry (Ben; Penalty dice taken to be faster: 2)"
    asked = in_words(evening.at, evening.table, seat, AddPool(7, "kung-fu"))
    assert asked == "Add pool", "a number and a key that nobody reads are left out"


def test_what_is_asked_of_the_gm_is_said_with_its_very_values__TF_17() -> None:
    evening = Evening(wheel_of_fate, ("Ana", "Ben"))
    seat = evening.table.seat("ana")
    asked = in_words(evening.at, evening.table, seat, SetAttributes("ana", 3, 3, 3))
    assert asked == "Ana has Physical 3, Mental 3, Social 3"
    asked = in_words(evening.at, evening.table, seat, SpendDie(7, "ana"))
    assert asked == "Ana puts a fate point on the roll"
