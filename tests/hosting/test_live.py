"""A table in memory: what is made once and when it is made anew."""

from __future__ import annotations

from msgspec.structs import replace
from tests.hosting.house import Evening, House

from tablefolk.hosting.live import WINDOW, Borrowed, Live, Recent


async def test_the_story_uses_present_names_after_a_renaming__TF_6(house: House) -> None:
    evening = await house.seated("Ana")
    await evening.do("ana", "Say", text="Hello.")
    live = await evening.live()
    assert live.story("gil")[-1].lines[0].who == "Ana"
    await evening.do("gil", "Rename", member="ana", name="Anna")
    said = next(t for t in (await evening.live()).story("gil") if t.number == 3)
    assert said.lines[0].who == "Anna"


async def test_the_story_strikes_what_was_taken_back_for_everybody__TF_24(house: House) -> None:
    evening = await house.seated("Ana")
    await evening.do("ana", "AskHands", question="Left?")
    for member in ("gil", "ana"):
        assert not (await evening.live()).story(member)[-1].struck
    await evening.do("ana", "TakeBack", entry=3)
    for member in ("gil", "ana"):
        assert [t.struck for t in (await evening.live()).story(member)[-2:]] == [True, False]
    await house.restart()
    assert [t.struck for t in (await evening.live()).story("ana")[-2:]] == [True, False]


async def test_whoever_gets_the_chair_reads_the_story_from_there__TF_7(house: House) -> None:
    evening = await house.seated("Ana", "Ben")
    await evening.do("ben", "ClaimPoint", why="a private reason")
    assert not any("a private reason" in text for text in await evening.told("ana"))
    await evening.do("gil", "OfferChair", to="ana")
    await evening.do("ana", "AnswerChair", yes=True)
    assert any("a private reason" in text for text in await evening.told("ana"))


async def test_nobody_reads_what_is_whispered_to_others__TF_10(house: House) -> None:
    evening = await house.seated("Ana", "Ben", "Cy")
    await evening.do("ana", "Say", text="psst", to=["ben"])
    heard = {who: "psst" in await evening.told(who) for who in ("gil", "ana", "ben", "cy")}
    assert heard == {"gil": False, "ana": True, "ben": True, "cy": False}


async def test_a_seat_sees_what_changed_and_is_not_asked_to_look_again_for_mere_talk(
    house: House,
) -> None:
    evening = await house.seated("Ana")
    live = await evening.live()
    before = live.look("ana")
    assert live.look("ana") is before
    await evening.do("gil", "Say", text="Hello.")
    assert live.look("ana") is before
    await evening.do("ana", "HideWord", text="plum")
    assert live.look("ana") != before
    assert live.look("ana").page.blocks[-1].hidden == "plum"
    assert live.look("gil").page.blocks[-1].hidden == ""


async def test_a_no_leaves_the_stage_once_the_asker_or_the_table_goes_on__TF_16(
    house: House,
) -> None:
    after = {
        "ana acts": ("ana", "HideWord", {"text": "plum"}),
        "somebody throws": ("ben", "ThrowDie", {}),
        "a scene begins": ("gil", "OpenScene", {"title": "Dusk"}),
    }
    for who, do, fields in after.values():
        evening = await house.seated("Ana", "Ben")
        await evening.do("ana", "ClaimPoint", why="I was brave")
        await evening.do("gil", "Answer", number=1, yes=False, note="Not today.")
        await evening.do("ben", "HideWord", text="pear")  # in secret, so it tells nothing
        await evening.do("ana", "Say", text="Oh.")
        assert (await on_stage(evening)) == ("told", "request:1")
        await evening.do(who, do, **fields)
        assert (await on_stage(evening))[1] != "request:1"
        assert "request:1" not in (await evening.live()).parts("ana")


async def on_stage(evening: Evening) -> tuple[str, str]:
    now = (await evening.live()).now("ana")
    assert now
    return now.kind, now.part.key


async def test_what_may_be_taken_back_changes_with_every_act__TF_25(house: House) -> None:
    evening = await house.seated("Ana", "Ben")
    await evening.do("ana", "HideWord", text="plum")
    live = await evening.live()
    assert getattr(live.undone_by("ana"), "number", 0) == 4
    await evening.do("ben", "ThrowDie")
    mine = live.tell(4, live.entries[3], live.seat("ana"))
    assert (mine.verdict.at_once, mine.verdict.ask) == (False, True)
    assert live.undone_by("ana") is None
    assert getattr(live.undone_by("gil"), "number", 0) == 5


async def test_to_have_read_something_is_not_what_one_tap_takes_back__TF_25(house: House) -> None:
    evening = await house.seated("Ana")
    await evening.do("ana", "ClaimPoint", why="I was brave")
    await evening.do("gil", "Answer", number=1, yes=False)
    await evening.do("gil", "WriteNote", title="Letter", text="Come.")
    await evening.do("gil", "ShowNote", note="desk.letter", to="ana")
    await evening.do("ana", "HideWord", text="plum")
    live = await evening.live()
    hidden = live.version
    await evening.do("ana", "PutAway", handout=1)
    await evening.do("ana", "Withdraw", number=1)
    assert [t.lines[0].kind for t in live.story("ana", 2)] == ["read", "read"]
    assert getattr(live.undone_by("ana"), "number", 0) == hidden


async def test_a_lent_seat_is_looked_at_with_the_eyes_of_whoever_plays_it__TF_6(
    house: House,
) -> None:
    evening = await house.seated("Ana", "Ben")
    await evening.do("ben", "WriteNote", title="My secret note")
    await evening.do("ben", "Lend", member="ben", to="ana")
    live = await evening.live()
    assert "ThrowDie" in {offer.do for offer in live.look(Borrowed("ana", "ben")).menu}
    assert "My secret note" in repr(live.look("ben"))
    assert "My secret note" not in repr(live.look(Borrowed("ana", "ben")))


async def test_only_the_newest_entries_are_held_and_their_numbers_stay_right() -> None:
    house = House()
    evening = await house.seated("Ana")
    for number in range(2 * WINDOW + 5):
        await evening.do("ana", "Say", text=f"line {number}")
    live = await evening.live()
    assert WINDOW <= len(live.entries) <= 2 * WINDOW
    story = live.story("gil", 3)
    assert [t.lines[0].text for t in story] == [f"line {2 * WINDOW + n}" for n in (2, 3, 4)]
    assert [t.number for t in story] == [live.version - 2, live.version - 1, live.version]
    earlier = live.story("gil", 2, before=live.version - 1)
    assert [t.number for t in earlier] == [live.version - 3, live.version - 2]


async def test_a_table_nobody_looks_at_keeps_no_looks_and_looks_the_same_after(
    house: House,
) -> None:
    recent = Recent(most=1)
    first, second = [await (await house.seated("Ana")).live() for _ in range(2)]
    first._recent = second._recent = recent
    before, told = first.look("gil"), first.story("gil")
    assert first.look("gil") is before
    second.look("gil")
    again = first.look("gil")
    assert again is not before
    assert (again.page, again.since) == (before.page, before.since)
    assert [offer.label for offer in again.menu] == [offer.label for offer in before.menu]
    assert first.story("gil") == told


async def test_an_entry_is_told_as_by_whoever_acted_and_the_house_has_no_name(house: House) -> None:
    evening = await house.seated("Ana")
    await evening.do("ana", "Say", text="Hello.")
    story = (await evening.live()).story("gil")
    assert [told.by for told in story] == ["", "", "ana"]


async def test_only_the_gms_own_acts_tell_that_the_gm_is_here__TF_7(house: House) -> None:
    evening = await house.seated("Ana")
    await evening.do("gil", "Say", text="Hello.")
    await evening.do("ana", "Say", text="Hello.")
    live = await evening.live()
    entries = [replace(entry, at=100.0 + n) for n, entry in enumerate(live.entries)]
    anew = Live(live.id, live.game, live.version, live.table, entries)
    assert anew.gm_seen_at == next(e.at for e in entries if e.seat.id == "gil")
