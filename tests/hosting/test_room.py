"""Room at a table: every bound with its number, and what is taken however full it is (TF-43)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
import pytest
from tests import toy
from tests.hosting.house import Evening, House, Refused

from tablefolk.core.table.at import GameAtTable
from tablefolk.core.table.state import Table
from tablefolk.games import shelf
from tablefolk.hosting.limits import HOME, INTERNET, Limits
from tablefolk.hosting.room import Room, grown
from tablefolk.hosting.store import in_memory
from tablefolk.hosting.tables import Host
from tablefolk.testing.driver import from_demo

TOO_MANY = ("TF-43", "too_many")


def set_limits(house: House, **limits: Any) -> None:
    house.host.room = Room(Limits(**limits))


# -- People ------------------------------------------------------------------------------------


async def test_a_table_has_so_many_people_and_says_how_many__TF_43(house: House) -> None:
    set_limits(house, members=4)
    evening = await house.seated("Ana", "Ben")
    await evening.join("Cy", onlooker=True)
    with Refused(*TOO_MANY) as no:
        await evening.join("Dee")
    assert "4 people, with onlookers" in no.value.why
    assert len((await evening.table()).members) == 4
    await evening.do("gil", "Unseat", member="cy")
    assert await evening.join("Dee") == "dee"
    with Refused(*TOO_MANY):
        await evening.do("gil", "Reseat", member="cy")


async def test_whoever_waits_at_the_door_counts_and_makes_room_when_turned_away__TF_43(
    house: House,
) -> None:
    set_limits(house, members=2)
    evening = await house.seated(admission=True)
    await evening.join("Ana")
    with Refused(*TOO_MANY):
        await evening.join("Ben")
    await evening.do("gil", "Admit", member="ana", yes=False)
    await evening.join("Ben")


async def test_those_who_left_stay_in_the_story_and_are_bounded_too__TF_43(house: House) -> None:
    set_limits(house, members=2, members_ever=3)
    evening = await house.seated("Ana")
    await evening.do("gil", "Unseat", member="ana")
    await evening.join("Ben")
    await evening.do("gil", "Unseat", member="ben")
    with Refused(*TOO_MANY) as no:
        await evening.join("Cy")
    assert "3 people, with those who have left" in no.value.why


# -- What lies on the table --------------------------------------------------------------------


async def test_questions_hands_and_notes_are_bounded_and_go_on_when_one_goes__TF_43(
    house: House,
) -> None:
    set_limits(house, requests=1, polls=1, notes=1)
    evening = await house.seated("Ana")
    once: list[tuple[str, dict[str, Any], str, dict[str, Any]]] = [
        ("ClaimPoint", {"why": "{}"}, "Withdraw", {"number": 1}),
        ("AskHands", {"question": "{}?"}, "CloseHands", {"poll": 3}),
        ("WriteNote", {"title": "{}", "text": ""}, "DropNote", {"note": "one"}),
    ]
    for do, fields, ends, which in once:
        await evening.do("ana", do, **said(fields, "one"))
        with Refused(*TOO_MANY) as no:
            await evening.do("ana", do, **said(fields, "two"))
        assert "This table has 1 " in no.value.why
        await evening.do("ana", ends, **which)
        await evening.do("ana", do, **said(fields, "two"))


def said(fields: Mapping[str, Any], word: str) -> dict[str, Any]:
    return {key: value.format(word) for key, value in fields.items()}


async def test_a_note_that_is_there_can_be_written_anew__TF_43(house: House) -> None:
    set_limits(house, notes=1)
    evening = await house.seated("Ana")
    await evening.do("ana", "WriteNote", title="One", text="")
    await evening.do("ana", "WriteNote", title="One", text="More", note="one")
    assert (await evening.table()).notes[0].text == "More"


async def test_a_table_that_was_fuller_before_plays_on__TF_43(house: House) -> None:
    """Limits are set lower than what is there: it stays, and only more of it is refused."""
    evening = await house.seated("Ana", "Ben")
    set_limits(house, members=2, notes=1, lines=1)
    await evening.do("ana", "ThrowDie")
    await evening.do("ben", "Say", text="On we go.")
    with Refused(*TOO_MANY):
        await evening.join("Cy")


async def test_any_other_list_of_a_table_is_bounded_by_its_lines__TF_43(house: House) -> None:
    set_limits(house, lines=2)
    evening = await house.seated()
    for title in ("One", "Two"):
        await evening.do("gil", "OpenScene", title=title)
        await evening.do("gil", "EndScene")
    with Refused(*TOO_MANY) as no:
        await evening.do("gil", "OpenScene", title="Three")
    assert no.value.why.startswith("This table has 2 scenes")


# -- The story ---------------------------------------------------------------------------------


async def full(house: House) -> Evening:
    evening = await house.seated("Ana")
    await evening.do("ana", "ThrowDie")
    await evening.do("ana", "WriteNote", title="One", text="")
    set_limits(house, entries=(await evening.live()).version)
    return evening


async def test_a_full_story_says_so_and_what_to_do__TF_43(house: House) -> None:
    evening = await full(house)
    for do, fields in (("Say", {"text": "Hm."}), ("ThrowDie", {}), ("OpenScene", {"title": "A"})):
        with Refused(*TOO_MANY) as no:
            await evening.do("ana" if do != "OpenScene" else "gil", do, **fields)
    words = "This table's story is full with 4 entries: export it, and begin a new table."
    assert no.value.why == words


async def test_taking_back_stopping_dropping_and_closing_are_taken_when_all_is_full__TF_43(
    house: House,
) -> None:
    evening = await full(house)
    await evening.do("ana", "TakeBack", entry=3)
    await evening.do("ana", "Stop")
    await evening.do("gil", "Resume")
    await evening.do("ana", "DropNote", note="one")
    await evening.do("gil", "CloseTable")
    assert await house.host.export(evening.id)


async def test_the_gm_is_told_before_a_story_is_full__TF_43(house: House) -> None:
    evening = await house.seated("Ana")
    live = await evening.live()
    assert Room(Limits(entries=100)).nearly_full(live) == ""
    assert "2 of 2 entries" in Room(Limits(entries=2)).nearly_full(live)


async def test_a_table_that_holds_too_much_takes_only_what_makes_it_lighter__TF_43(
    house: House,
) -> None:
    set_limits(house, table_bytes=10_000)
    evening = await house.seated("Ana")
    with Refused(*TOO_MANY) as no:
        for number in range(40):
            await evening.do("ana", "WriteNote", title=f"N{number}", text="x" * 2000)
    assert "10 kB" in no.value.why
    await evening.do("ana", "WriteNote", title="N0", text="short", note="n0")
    for note in (await evening.table()).notes:
        await evening.do("ana", "DropNote", note=note.id)
    await evening.do("ana", "ThrowDie")


# -- Tables that are brought -------------------------------------------------------------------


@pytest.mark.parametrize("limits", [{"members": 2}, {"entries": 3}, {"lines": 2}, {"notes": 1}])
async def test_a_table_brought_with_more_than_the_house_takes_is_refused_whole__TF_43(
    house: House, limits: dict[str, int]
) -> None:
    evening = await house.seated("Ana", "Ben")
    for title in ("One", "Two"):
        await evening.do("ana", "WriteNote", title=title, text="")
    data = await house.host.export(evening.id)
    set_limits(house, **limits)
    with Refused(*TOO_MANY):
        await house.host.import_(data)
    assert [table for table, _ in await house.log.tables()] == [evening.id]


# -- Games -------------------------------------------------------------------------------------

STRONG = {"physical": "1", "mental": "1", "social": "1"}
ADDS: dict[str, tuple[str, dict[str, Any], str]] = {
    "wheel-of-fate": ("MakeNpc", {"name": "{}", **STRONG}, "NPCs"),
    "rotate-bird": ("MakeNpc", {"name": "{}"}, "NPCs"),
    "shapers-and-bots": ("MakeExtra", {"name": "{}", "species": "fox"}, "extras"),
    "mutagen": ("MakeEntity", {"kind": "npc", "name": "{}"}, "NPCs, things and places"),
}


@pytest.mark.parametrize("game", shelf().games, ids=lambda game: game.key)
async def test_what_a_game_counts_is_bounded_in_the_games_own_words__TF_43(game: Any) -> None:
    store = in_memory()
    host = Host(store, [game], limits=Limits(things=3))
    opened = await host.open_table(game.key, "Friday", "Gil")
    do, fields, kind = ADDS[game.key]
    with Refused(*TOO_MANY) as no:
        for name in ("Aa", "Bb", "Cc", "Dd"):
            await host.act(opened.table, opened.member, do, said(fields, name))
    assert no.value.why.startswith(f"This table has 3 {kind}, which is the most here.")


def test_all_four_count_what_is_added_to_them__TF_43() -> None:
    for game in shelf().games:
        counts = GameAtTable(game).further.counts(from_demo(game).table.play)
        assert counts["characters"] > 0, game.key
        assert max(counts.values()) <= HOME.things, game.key


def test_a_game_that_counts_nothing_is_bounded_by_its_lines__TF_43() -> None:
    at = GameAtTable(toy)
    assert at.further.counts(at.new({}).play) == {}


# -- What grows --------------------------------------------------------------------------------


def test_what_an_act_leaves_alone_is_not_looked_at__TF_43() -> None:
    class Never(dict[str, int]):
        def items(self) -> Any:
            raise AssertionError("looked at")

    same = Never(a=1)
    before = Table(options=same, limits=("a",))
    after = msgspec.structs.replace(before, limits=("a", "b"))
    assert list(grown(before, after)) == [("limits", 2)]


def test_what_grows_within_a_list_is_found__TF_43() -> None:
    before = {"a": ({"x": (1,)}, 2)}
    after = {"a": ({"x": (1, 2)}, 2)}
    assert list(grown(before, after, "it")) == [("it", 2)]
    assert list(grown(after, before, "it")) == []


def test_the_internet_is_a_little_stricter_than_a_home_and_never_looser() -> None:
    for name in Limits.__struct_fields__:
        home, internet = getattr(HOME, name), getattr(INTERNET, name)
        assert isinstance(home, str) or internet <= home, name
    assert (INTERNET.opening, INTERNET.demos) == ("key", "key")
