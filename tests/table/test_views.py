"""Who sees what (TF-28 … TF-30), and what the table's menu offers."""

from __future__ import annotations

from importlib.resources import files

import pytest
from tests.table.playing import HOUSE, Evening
from tests.toy import HideWord, ThrowDie

from tablefolk.core.game import Seat
from tablefolk.core.table.blocks import Notes, OptionList, People, Recap, SeatList
from tablefolk.core.table.judging import Allow, AskRuling
from tablefolk.core.table.page import COLOURS
from tablefolk.core.table.scenes import (
    CloseSession,
    EndScene,
    OpenScene,
    OpenSession,
    StateLimit,
    Stop,
)
from tablefolk.core.table.seats import (
    CloseTable,
    Join,
    NoteAway,
    OfferChair,
    OpenTable,
    Rename,
    SetOption,
    Unseat,
)
from tablefolk.core.table.takeback import TakeBack
from tablefolk.core.table.talk import AskHands, Say, Vote, WriteNote


def waited_for(evening: Evening, looker: str = "cy") -> list[str]:
    return [p.id for p in evening.block(looker, People).members if p.waited_for]


def test_the_desk_is_for_the_gm_alone__TF_28() -> None:
    evening = Evening()
    for who in ("ana", "ben", "cy"):
        page = evening.at.view(evening.table, evening.seat(who))
        assert all(block.region != "desk" for block in page.blocks)
        assert evening.block(who, SeatList) is None
    assert evening.block("gil", OptionList).region == "desk"
    assert evening.block("gil", Notes).region == "desk"
    assert evening.block("ana", Notes).region == "self"


def test_a_hidden_word_is_its_owners_and_not_even_the_gms__TF_28() -> None:
    evening = Evening()
    evening.do("ana", HideWord("moth"))
    assert b"moth" in evening.receives("ana")
    for who in ("gil", "ben", "cy"):
        assert b"moth" not in evening.receives(who)


@pytest.mark.parametrize(
    "private",
    [
        [WriteNote("Diary", "secret")],
        [WriteNote("Diary"), WriteNote("Diary", "twice"), WriteNote("Third")],
        [Say("psst", to=("ben",))],
        [HideWord("moth")],
    ],
)
def test_others_receive_the_same_bytes_as_if_nothing_private_had_happened__TF_29(
    private: list[object],
) -> None:
    """What is done before and after, numbers included, comes out alike for those outside."""
    quiet, busy = Evening(), Evening()
    for command in private:
        busy.do("ana", command)
    for evening in (quiet, busy):
        evening.do("cy", AskHands("On?", secret=True))
        evening.do("cy", WriteNote("Mine"))
        evening.do("gil", StateLimit("Spiders"))
    for who in ("gil", "cy"):
        assert quiet.receives(who) == busy.receives(who)


def test_who_answered_what_in_secret_changes_no_byte_of_others__TF_29() -> None:
    one, two = Evening(), Evening()
    for evening, answers in ((one, (0, 1)), (two, (1, 0))):
        evening.do("gil", AskHands("Is it Cy?", secret=True))
        for who, answer in zip(("ana", "ben"), answers, strict=True):
            evening.do(who, Vote(1, answer))
    for who in ("gil", "cy"):
        assert one.receives(who) == two.receives(who)
    assert one.receives("ana") != two.receives("ana")


def test_whom_the_table_waits_for_is_known_to_all__TF_30() -> None:
    evening = Evening()
    assert waited_for(evening) == []
    evening.do("ana", ThrowDie(), 2)
    assert waited_for(evening) == waited_for(evening, "gil") == ["ana"]
    evening.do("gil", AskHands("On?"))
    assert waited_for(evening) == ["gil", "ana", "ben", "cy"]
    for who in ("gil", "ben", "cy"):
        evening.do(who, Vote(1, 0))
    assert waited_for(evening) == ["ana"]


def test_whoever_is_offered_the_chair_is_waited_for__TF_30() -> None:
    evening = Evening()
    evening.do("gil", OfferChair("ben"))
    assert waited_for(evening) == ["ben"]


def test_the_gm_is_waited_for_while_somebody_waits_at_the_door__TF_30() -> None:
    evening = Evening()
    evening.do("gil", SetOption("admission", True))
    evening.house(Join("Dee"))
    assert waited_for(evening) == ["gil"]


def test_nobody_is_waited_for_at_a_closed_table_nor_once_gone__TF_30() -> None:
    evening = Evening()
    evening.do("ana", ThrowDie(), 2)
    evening.do("gil", Unseat("ana"))
    assert waited_for(evening) == []
    evening.do("ben", ThrowDie(), 2)
    evening.do("gil", CloseTable())
    assert waited_for(evening) == []


def test_the_words_of_a_story_use_the_names_of_now() -> None:
    evening = Evening()
    entry = evening.do("ana", Stop())
    evening.do("gil", Rename("ana", "Anouk"))
    assert evening.says("ben", entry) == "Anouk has stopped the table."


def test_a_stranger_sees_the_name_of_the_table_and_no_more__TF_28() -> None:
    evening = Evening()
    page = evening.at.view(evening.table, Seat("stranger"))
    assert [type(block).__name__ for block in page.blocks] == ["TableState"]
    assert evening.menu(Seat("stranger")) == ()
    assert evening.told(Seat("stranger"), evening.entries[0]) == []


def test_every_offer_belongs_to_a_block_and_is_worded() -> None:
    evening = Evening()
    evening.house(NoteAway(8))
    evening.do("gil", SetOption("admission", True))
    evening.house(Join("Dee"))
    evening.do("gil", WriteNote("Letter"))
    evening.do("ana", AskHands("On?"))
    evening.do("gil", OfferChair("ana"))
    for who in ("gil", "ana", "ben"):
        for offer in evening.menu(who):
            if offer.command not in evening.at.game.commands:
                assert offer.about, offer.do
                assert offer.label
                assert offer.open, (offer.do, offer.refusal)


def test_what_the_house_and_the_page_give_is_on_no_menu() -> None:
    evening = Evening()
    never = {OpenTable, Join, NoteAway, AskRuling, Allow, TakeBack}
    for who in ("gil", "ana"):
        assert not never & {offer.command for offer in evening.menu(who)}


def test_the_house_sees_no_more_than_an_onlooker__TF_28() -> None:
    evening = Evening()
    evening.do("ana", WriteNote("Diary", "secret"))
    evening.do("ana", Say("psst", to=("ben",)))
    assert b"secret" not in evening.receives(HOUSE)
    assert b"psst" not in evening.receives(HOUSE)


def test_everybody_has_a_colour_of_their_own__TF_31() -> None:
    evening = Evening(members=[f"P{n}" for n in range(1, COLOURS)])
    people = evening.block("gil", People).members
    assert len({person.hue for person in people}) == len(people) == COLOURS
    looks = files("tablefolk.web") / "static/css/people.css"
    for hue in range(COLOURS):
        assert f".face-{hue} {{" in looks.read_text()


def test_what_is_over_is_looked_back_at_by_everybody_until_the_next_begins__TF_14() -> None:
    evening = Evening()
    evening.do("gil", OpenScene("The cellar"))
    assert evening.block("ana", Recap) is None
    for ending, scene in ((EndScene(), 1), (CloseSession(), 0)):
        evening.do("gil", ending)
        for who in ("gil", "ana"):
            recap = evening.block(who, Recap)
            assert (recap.session, recap.scene, recap.scenes) == (1, scene, ("The cellar",))
    evening.do("gil", OpenSession())
    assert evening.block("ana", Recap) is None
    evening.do("gil", CloseSession())
    assert evening.block("ana", Recap).scenes == (), "an evening without scenes was one too"
