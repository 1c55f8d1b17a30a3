"""Talk, whispers, notes, handouts, free dice and hands (TF-10 … TF-13, TF-18)."""

from __future__ import annotations

import msgspec
import pytest
from tests.table.playing import HOUSE, Evening

from tablefolk.core import play
from tablefolk.core.game import Big, Line, Pick
from tablefolk.core.stage import Now, now
from tablefolk.core.table.blocks import Handouts, Hands, Notes
from tablefolk.core.table.scenes import CloseSession, EndScene, OpenScene
from tablefolk.core.table.seats import Join, Rename, SetOption, SetRole
from tablefolk.core.table.talk import (
    AskHands,
    CloseHands,
    DropNote,
    PutAway,
    RollFree,
    Say,
    ShowNote,
    Vote,
    WriteNote,
    matching,
)
from tablefolk.games import wheel_of_fate
from tablefolk.testing.driver import from_demo


def test_talk_reaches_everybody__TF_10() -> None:
    evening = Evening()
    evening.do("ana", Say("  Good evening  "))
    assert evening.told("cy") == [Line("Good evening", "said", "Ana")]


def test_a_whisper_is_for_those_addressed_and_not_for_the_gm__TF_10() -> None:
    evening = Evening()
    evening.do("ana", Say("Look behind you", to=("ben", "ben")))
    (heard,) = evening.told("ben")
    assert heard == Line("Look behind you", "whispered", "Ana whispers to you", back="ana")
    assert [line.who for line in evening.told("ana")] == ["You whisper to Ben"]
    assert evening.told("gil") == evening.told("cy") == []
    evening.do("ana", Say("You too", to=("gil", "ben")))
    assert evening.says("gil") == "You too"
    assert [line.who for line in evening.told("gil")] == ["Ana whispers to you and Ben"]


def test_one_speaks_as_ones_character_or_as_oneself__TF_10() -> None:
    evening = from_demo(wheel_of_fate)
    member = next(m.id for m in evening.table.players)
    hero, gm = evening.at.further.speaks_as(evening.table.play, member), evening.table.gm
    assert hero
    evening.do(member, Say("Who goes there?"))
    assert evening.told(gm) == [Line("Who goes there?", "spoke", hero)]
    evening.do(member, Say("Tea, anybody?", as_self=True))
    assert evening.told(gm) == [Line("Tea, anybody?", "said", evening.table.name_of(member))]
    evening.do(member, Say("Psst", to=(gm,)))
    assert evening.told(gm)[0].kind == "whispered"


def test_a_character_called_like_another_member_speaks_with_its_players_name__TF_2() -> None:
    evening = from_demo(wheel_of_fate)
    member, other = (m.id for m in evening.table.players[:2])
    hero, gm = evening.at.further.speaks_as(evening.table.play, member), evening.table.gm
    name = evening.table.name_of(member)
    evening.do(other, Rename(other, hero.replace("a", "\u0430")))
    evening.do(member, Say("Who goes there?"))
    assert evening.told(gm) == [Line("Who goes there?", "spoke", f"{hero} ({name})")]
    evening.do(member, Rename(member, f"{hero}!"))
    evening.do(other, Rename(other, name))
    evening.do(member, Say("It is I."))
    assert evening.told(gm) == [Line("It is I.", "spoke", hero)]


def test_only_who_has_a_character_is_asked_whether_they_speak_as_it__TF_10() -> None:
    evening = from_demo(wheel_of_fate)
    player, gm = next(m.id for m in evening.table.players), evening.table.gm
    evening.do(HOUSE, Join("Late"))
    ways = {who: _ways_to_speak(evening, who) for who in (player, gm, "late")}
    assert ways == {player: {"text", "as_self"}, gm: {"text", "narrated"}, "late": {"text"}}


def _ways_to_speak(evening: Evening, who: str) -> set[str]:
    offer = next(o for o in evening.menu(who) if o.do == "Say")
    return {blank.name for blank in offer.blanks}


def test_the_gm_tells_what_happens_and_nobody_says_it__TF_10() -> None:
    evening = Evening()
    evening.do("gil", Say("Rain on the skylight.", narrated=True))
    assert evening.told("ana") == [Line("Rain on the skylight.", "narrated")]
    assert evening.refused("ana", Say("I win.", narrated=True)).code == "gm_only"


def test_whispers_are_refused_where_the_table_has_none__TF_10() -> None:
    evening = Evening()
    evening.do("gil", SetOption("whispers", False))
    assert evening.refused("ana", Say("psst", to=("ben",))).code == "no_whispers"
    assert all("to" not in [b.name for b in o.blanks] for o in evening.menu("ana") if o.do == "Say")


@pytest.mark.parametrize(
    ("to", "code"), [(("ana",), "not_yourself"), (("dee",), "unknown"), (("ben", "dee"), "unknown")]
)
def test_one_whispers_to_others_at_the_table__TF_10(to: tuple[str, ...], code: str) -> None:
    assert Evening().refused("ana", Say("psst", to=to)).code == code


@pytest.mark.parametrize("text", ["", "   ", "\n"])
def test_one_says_something_or_nothing__TF_10(text: str) -> None:
    assert Evening().refused("ana", Say(text)).code == "text_needed"


def test_a_text_has_2000_characters_at_most_and_is_kept_as_it_is__TF_11() -> None:
    evening = Evening()
    evening.do("ana", Say("x" * 2000))
    no = evening.refused("ana", Say("x" * 2001))
    assert (no.code, no.why) == ("too_long", "That is 2,001 characters; 2,000 is the most.")
    literal = "<script>alert(1)</script> {who} {n|a|b} **b** & line\none"
    evening.do("ana", Say(literal))
    assert evening.says("ben") == literal
    evening.do("gil", WriteNote(literal, literal))
    assert evening.block("gil", Notes).notes[0].text == literal


@pytest.mark.parametrize("bad", ["a\x00b", "a\x1bb", "a\u202eb", "a\u2066b", "a\u200fb", "a\x85b"])
def test_a_text_hides_and_turns_nothing__TF_11(bad: str) -> None:
    evening = Evening()
    assert evening.refused("ana", Say(bad)).code == "bad_text"
    assert evening.refused("ana", WriteNote("ok", bad)).code == "bad_text"
    assert evening.refused("ana", AskHands("ok?", ("yes", bad))).code == "bad_text"


def test_a_number_too_large_for_the_file_is_refused__TF_11() -> None:
    assert Evening().refused("ana", Vote(1, 2**53 + 1)).code == "out_of_range"


def test_private_notes_are_ones_own__TF_12() -> None:
    evening = Evening()
    evening.do("ana", WriteNote("Plan", "Ask Ben about the key", "Ben"))
    (note,) = evening.block("ana", Notes).notes
    assert (note.id, note.title, note.topic) == ("plan", "Plan", "Ben")
    for who in ("gil", "ben", "cy"):
        assert evening.told(who) == []
        assert b"about the key" not in evening.receives(who)
    assert evening.refused("gil", DropNote("plan")).code == "not_yours"
    evening.do("ana", WriteNote("Plan B", "Ask Cy", "", "plan"))
    assert [n.title for n in evening.block("ana", Notes).notes] == ["Plan B"]
    evening.do("ana", DropNote("plan"))
    assert evening.block("ana", Notes).notes == ()


def test_two_notes_of_one_title_are_two__TF_12() -> None:
    evening = Evening()
    for who in ("ana", "ana", "ben"):
        evening.do(who, WriteNote("Plan"))
    assert [n.id for n in evening.block("ana", Notes).notes] == ["plan", "plan-2"]
    assert [n.id for n in evening.block("ben", Notes).notes] == ["plan"]


def test_notes_are_found_by_their_words__TF_12() -> None:
    evening = Evening()
    evening.do("gil", WriteNote("The Duke", "hides a letter", "NPC"))
    evening.do("gil", WriteNote("The cellar", "smells of fish", "scene 1"))
    found = matching(evening.table.own_notes(evening.seat("gil")), "DUKE npc")
    assert [note.title for note in found] == ["The Duke"]


def test_a_handout_is_seen_by_those_it_is_shown_to__TF_12() -> None:
    evening = Evening()
    evening.do("gil", WriteNote("Hidden", "never shown"))
    evening.do("gil", WriteNote("Letter", "Come at midnight"))
    evening.do("gil", ShowNote("desk.letter", "ana"))
    assert evening.says("ana") == "The Judge shows you “Letter”."
    assert evening.told("ana")[0].kind == "did"  # said at once on the stage, not bookkeeping
    assert evening.told("ben") == []
    (letter,) = evening.block("ana", Handouts).notes
    assert (letter.id, letter.text, letter.by) == ("1", "Come at midnight", "Gil")
    assert letter.new
    assert evening.block("ben", Handouts) is None
    assert evening.refused("gil", ShowNote("desk.letter", "ana")).code == "shown"
    evening.do("gil", ShowNote("desk.letter"))
    assert evening.block("ben", Handouts).notes == (letter,)
    assert evening.refused("gil", ShowNote("desk.letter", "cy")).code == "shown"
    assert evening.refused("ana", ShowNote("desk.letter")).code == "gm_only"


def test_a_handout_is_shown_to_several_in_one_pass_and_lies_among_their_notes__TF_12() -> None:
    evening = Evening()
    evening.do("gil", WriteNote("Letter", "Come at midnight"))
    assert [len(choices) for choices in readers_of(evening)] == [3]
    evening.do("gil", ShowNote("desk.letter", readers=("ana", "cy", "ana")))
    assert evening.table.notes[0].shown_to == ("ana", "cy")
    assert evening.says("ana") == "The Judge shows you “Letter”."
    assert evening.told("ben") == []
    for who in ("ana", "cy"):
        assert [note.title for note in evening.block(who, Notes).shown] == ["Letter"]
    assert evening.block("ben", Notes).shown == ()
    assert evening.refused("gil", ShowNote("desk.letter", readers=("ben", "cy"))).code == "shown"
    assert evening.refused("gil", ShowNote("desk.letter", readers=("gil",))).code == "not_yourself"
    assert readers_of(evening) == [["ben"]]


def readers_of(evening: Evening) -> list[list[object]]:
    """To whom the GM is offered to show a note, several at once."""
    offers = [offer for offer in evening.menu("gil") if offer.command is ShowNote]
    picks = [blank for offer in offers for blank in offer.blanks if isinstance(blank, Pick)]
    return [[choice.value for choice in pick.choices] for pick in picks if pick.most > 1]


def test_whoever_is_whispered_to_can_whisper_back__TF_10() -> None:
    evening = Evening()
    evening.do("ana", Say("Look behind you", to=("ben", "gil")))
    assert [evening.told(who)[0].back for who in ("ana", "ben", "gil")] == ["", "ana", "ana"]
    evening.do("gil", SetRole("ben", "onlooker"))
    assert evening.told("ben", evening.entries[-2])[0].back == "", "who looks on says nothing"
    evening.do("gil", SetOption("whispers", False))
    assert evening.told("gil", evening.entries[-3])[0].back == ""


def test_a_handout_is_to_read_until_it_is_put_away__TF_12() -> None:
    evening = Evening()
    evening.do("gil", WriteNote("Letter", "Come at midnight"))
    evening.do("gil", ShowNote("desk.letter", "ana"))
    assert evening.told("ana")[0].text == "The Judge shows you “Letter”."
    assert evening.told("gil")[0].text == "The Judge shows “Letter” to Ana."
    evening.do("gil", ShowNote("desk.letter"))
    before = {who: now_of(evening, who) for who in ("gil", "ana", "ben")}
    assert [before[who].part.title for who in ("ana", "ben")] == ["Letter", "Letter"]
    assert before["ana"].kind == "told"
    assert before["gil"].kind != "told"
    evening.do("ana", PutAway(1))
    (line,) = evening.told("ana")
    assert (line.text, line.kind) == ("You have read “Letter”.", "read")
    assert evening.told("gil") == []  # that it was read is nobody else's business
    assert now_of(evening, "ana").kind != "told"
    assert now_of(evening, "ben").kind == "told"
    assert evening.refused("ana", PutAway(1)).code == "same"
    assert evening.refused("gil", PutAway(1)).code == "unknown"
    evening.do("gil", WriteNote("Letter", "Come at noon", note="desk.letter"))
    assert now_of(evening, "ana").kind != "told"
    (card,) = evening.block("ana", Handouts).notes
    assert card.text == "Come at noon"


def test_a_question_that_is_owed_stands_before_a_handout__TF_12() -> None:
    evening = Evening()
    evening.do("gil", WriteNote("Letter", "Come at midnight"))
    evening.do("gil", AskHands("Shall we?"))
    evening.do("gil", ShowNote("desk.letter"))
    now = now_of(evening, "ana")
    assert now.kind == "owed"
    assert "Letter" in [part.title for part in now.also]


def test_whoever_comes_later_or_only_looks_on_is_not_held_up_by_a_handout__TF_12() -> None:
    evening = Evening()
    evening.do("gil", SetRole("cy", "onlooker"))
    evening.do("gil", WriteNote("Letter", "Come at midnight"))
    evening.do("gil", ShowNote("desk.letter"))
    evening.house(Join("Dee"))
    for who in ("cy", "dee"):
        assert now_of(evening, who).kind != "told"
        assert evening.block(who, Handouts) is not None


def test_an_evening_that_is_over_is_looked_back_at_before_a_handout_is_read__TF_12_TF_15() -> None:
    evening = Evening()
    evening.do("gil", OpenScene("The cellar"))
    evening.do("gil", WriteNote("Letter", "Come at midnight"))
    evening.do("gil", ShowNote("desk.letter"))
    assert now_of(evening, "ana").part.title == "Letter"
    evening.do("gil", EndScene())
    evening.do("gil", CloseSession())
    assert now_of(evening, "ana").part.key == "recap"
    assert evening.block("ana", Handouts) is not None, "it lies on the table still"


def now_of(evening: Evening, who: str) -> Now:
    owed = [wait.part for wait in evening.at.waits_of(evening.table).get(who, ())]
    found = now(evening.at.parts(evening.table, evening.seat(who)), owed)
    assert found
    return found


def test_free_dice_are_thrown_and_marked_as_outside_the_rules__TF_13() -> None:
    evening = Evening()
    evening.do("ana", RollFree("2d20", "for luck"), 20, 3)
    assert evening.says("cy") == "Ana rolls 2d20 outside the rules: 20, 3; 23 in all. “for luck”"
    evening.do("ana", RollFree("d20"), 16)
    assert evening.says("cy") == "Ana rolls 1d20 outside the rules: 16."
    evening.do("ana", RollFree(" D6 "), 4)
    evening.do("ana", RollFree("100d1000"), *[1000] * 100)


def test_free_dice_are_a_big_moment_with_their_total__TF_13() -> None:
    evening = Evening()
    evening.do("ana", RollFree("2d20"), 20, 3)
    assert evening.told("cy")[0].big == Big("throw", "Ana", "23", faces=(20, 3), sides=20)
    evening.do("ana", RollFree("100d6"), *[6] * 100)
    assert evening.told("cy")[0].big == Big("throw", "Ana", "600"), "too many to be drawn"


@pytest.mark.parametrize("dice", ["0d6", "101d6", "2d1001", "1d0", "d1"])
def test_free_dice_have_bounds__TF_13(dice: str) -> None:
    assert Evening().refused("ana", RollFree(dice)).code == "out_of_range"


@pytest.mark.parametrize("dice", ["", "6", "2d6+1", "-1d6", "2 d 6 d", "٢d٦", "9999d6"])
def test_free_dice_are_written_like_2d6__TF_13(dice: str) -> None:
    assert Evening().refused("ana", RollFree(dice)).code == "bad_notation"


def test_an_open_show_of_hands_is_counted_as_it_goes__TF_18() -> None:
    evening = Evening()
    evening.do("ana", AskHands("Left or right?", ("Left", "Right")))
    assert evening.says("cy") == "Ana asks for a show of hands: Left or right? Left or Right?"
    evening.do("ben", Vote(1, 1))
    hands = evening.block("cy", Hands)
    assert [(a.label, a.count, a.who) for a in hands.answers] == [
        ("Left", 0, ()),
        ("Right", 1, ("Ben",)),
    ]
    assert hands.waiting == ("Gil", "Ana", "Cy")
    assert not hands.closed


def test_a_show_of_hands_ends_when_all_have_answered_and_binds_nobody__TF_18() -> None:
    evening = Evening()
    evening.house(Join("Olga", onlooker=True))
    evening.do("ana", AskHands("On?"))
    before = evening.table.play
    for who, answer in (("gil", 0), ("ana", 0), ("ben", 1)):
        evening.do(who, Vote(1, answer))
    assert not evening.table.polls[1].closed
    evening.do("cy", Vote(1, 0))
    assert evening.table.polls[1].closed
    assert "On? Yes: 3 and No: 1." in evening.says("olga")
    assert evening.table.play == before
    assert evening.refused("ben", Vote(1, 0)).code == "poll_closed"


def test_hands_that_were_counted_leave_with_the_next_scene__TF_18() -> None:
    evening = Evening()
    evening.do("gil", OpenScene("The cellar"))
    for number, question in enumerate(("On?", "Down?"), 1):
        evening.do("ana", AskHands(question))
        evening.do("gil", CloseHands(number))
    assert evening.block("ben", Hands).question == "Down?"
    evening.do("gil", EndScene())
    evening.do("gil", OpenScene("The attic"))
    assert evening.block("ben", Hands) is None
    evening.do("ana", AskHands("Up?"))
    assert evening.block("ben", Hands).question == "Up?"


def test_whoever_asked_or_the_gm_counts_early__TF_18() -> None:
    evening = Evening()
    evening.do("ana", AskHands("On?"))
    evening.do("ben", Vote(1, 1))
    assert evening.refused("ben", CloseHands(1)).code == "not_yours"
    assert evening.offer("ben", CloseHands) is None
    evening.do("ana", CloseHands(1))
    assert evening.table.polls[1].closed


@pytest.mark.parametrize("answers", [(), ("One",), ("Same", " Same "), tuple("abcdefg")])
def test_a_show_of_hands_has_two_to_six_different_answers__TF_18(answers: tuple[str, ...]) -> None:
    assert Evening().refused("ana", AskHands("Which?", answers)).code == "out_of_range"


@pytest.mark.parametrize(("poll", "answer"), [(1, 2), (1, -1)])
def test_one_answers_what_was_asked__TF_18(poll: int, answer: int) -> None:
    evening = Evening()
    evening.do("ana", AskHands("On?"))
    assert evening.refused("ben", Vote(poll, answer)).code == "out_of_range"
    assert evening.refused("ben", Vote(poll + 1, 0)).code == "poll_closed"


def test_a_secret_answer_is_told_and_shown_to_nobody_else__TF_18() -> None:
    evening = Evening()
    evening.do("ana", AskHands("Is it Cy?", secret=True))
    evening.do("ben", Vote(1, 1))
    assert evening.says("ben") == "You have answered in secret."
    assert evening.told("ana") == evening.told("gil") == []
    for who in ("ana", "gil", "cy"):
        hands = evening.block(who, Hands)
        assert not hands.counted
        assert all(a.count == 0 and a.who == () and not a.yours for a in hands.answers)
    assert [a.yours for a in evening.block("ben", Hands).answers] == [False, True]
    for who in ("ana", "gil", "cy"):
        evening.do(who, Vote(1, 0))
    closed = evening.block("cy", Hands)
    assert [a.count for a in closed.answers] == [3, 1]
    assert all(a.who == () for a in closed.answers)


def test_the_vote_of_somebody_who_now_looks_on_is_not_waited_for__TF_18() -> None:
    evening = Evening()
    evening.do("ana", AskHands("On?"))
    evening.do("gil", SetRole("cy", "onlooker"))
    assert evening.block("ana", Hands).waiting == ("Gil", "Ana", "Ben")


def test_blocks_can_be_written_as_json() -> None:
    evening = Evening()
    evening.do("ana", AskHands("On?", secret=True))
    page = evening.at.view(evening.table, evening.seat("ben"))
    kinds = [block["type"] for block in msgspec.json.decode(msgspec.json.encode(page))["blocks"]]
    assert kinds == ["TableState", "SceneHead", "Hands", "People", "Notes", "Scores"]


def test_a_command_from_an_outdated_page_meets_the_present_state__TF_37() -> None:
    """Offers made before something changed: carried out if they still fit, else refused."""
    evening = Evening()
    evening.do("ana", AskHands("On?"))
    vote, say = evening.offer("ben", Vote), evening.offer("ben", Say)
    assert vote is not None
    assert say is not None
    evening.do("ana", CloseHands(1))
    assert evening.refused("ben", play.sample(vote)).code == "poll_closed"
    evening.do("ben", play.sample(say))


def test_each_answer_is_one_tap_and_none_is_chosen_beforehand__TF_18() -> None:
    evening = Evening()
    evening.do("ana", AskHands("On?", secret=True))
    votes = [o for o in evening.menu("ben") if o.command is Vote]
    assert [(o.label, o.fixed["answer"], o.owed) for o in votes] == [
        ("Yes", 0, True),
        ("No", 1, True),
    ]
    assert not any(o.blanks for o in votes)
    evening.do("ben", Vote(1, 1))
    left = [o for o in evening.menu("ben") if o.command is Vote]
    assert [(o.label, o.owed) for o in left] == [("Change it to “Yes”", False)]


def test_a_note_has_a_title__TF_12() -> None:
    evening = Evening()
    assert evening.refused("ana", WriteNote("  ", "Ask Ben")).code == "text_needed"


def test_one_says_the_same_but_once__TF_18() -> None:
    evening = Evening()
    evening.do("ana", AskHands("Left or right?", ("Left", "Right")))
    evening.do("ben", Vote(1, 1))
    assert evening.refused("ben", Vote(1, 1)).code == "same"
    evening.do("ben", Vote(1, 0))
