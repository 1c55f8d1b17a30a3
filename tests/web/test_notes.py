"""Looking through notes and handouts (TF-12)."""

from __future__ import annotations

import re

from tests.web.house import House, Person, hidden

WORDS = ("midnight", "dragons")  # in what Ben was not shown


async def looked(person: Person, text: str = "") -> str:
    answer = await person.browser.get(f"/t/{person.table}/notes", params={"q": text})
    assert answer.status_code == 200, answer.text
    return answer.text


async def test_everybody_looks_through_their_own_notes__TF_12(house: House) -> None:
    gil, ana = await house.table("Ana")
    await ana.do("WriteNote", title="The bridge", text="A troll lives there.", topic="places")
    await ana.do("WriteNote", title="The inn", text="Good soup.")
    assert 'type="search" id="find-notes-text" name="notes"' in await ana.page()
    sent = await ana.get(f"/t/{ana.table}?notes=tröll+%26")
    assert sent.headers["location"] == f"/t/{ana.table}/notes?q=tr%C3%B6ll+%26"
    every = await looked(ana)
    assert "A troll" in every
    assert "Good soup" in every
    found = await looked(ana, "TROLL places")
    assert "A troll" in found
    assert "Good soup" not in found
    assert "Nothing like that." in await looked(ana, "dragon")
    assert "A troll" not in await looked(gil, "troll")


async def test_the_gm_looks_through_the_notes_of_the_desk__TF_12(house: House) -> None:
    gil, _ = await house.table("Ana")
    await gil.do("WriteNote", title="The butler", text="Did it.", topic="npc")
    await gil.do("WriteNote", title="The cook", text="Saw it.", topic="npc")
    found = await looked(gil, "butler")
    assert "Did it." in found
    assert "Saw it." not in found


async def test_handouts_are_found_by_what_was_shown_and_by_nothing_else__TF_29(
    house: House,
) -> None:
    gil, ana, ben = await house.table("Ana", "Ben")
    await gil.do("WriteNote", title="A letter", text="Come at midnight.", topic="forged")
    await gil.do("WriteNote", title="A map", text="Here be dragons.")
    await gil.do("ShowNote", note="desk.a-letter", to="ana")
    assert "Gil shows you" in await looked(ana, "MIDNIGHT letter")
    assert "Come at midnight." in await looked(ana, "MIDNIGHT letter")
    assert "dragons" not in await looked(ana)
    assert "Come at midnight." not in await looked(ana, "forged")
    known = [re.sub('value="[0-9a-f]{24}"', "", await looked(ben, word)) for word in WORDS]
    assert known[0] == known[1].replace(WORDS[1], WORDS[0])


async def test_what_is_looked_for_is_shown_literally__TF_11(house: House) -> None:
    gil, _ = await house.table("Ana")
    page = await looked(gil, '"><script>alert(1)</script>')
    assert "<script>alert" not in page
    assert (await house.person().get(f"/t/{gil.table}/notes?q=x")).status_code == 403


async def test_a_thousand_notes_are_drawn_as_the_newest_and_the_others_are_found__TF_43(
    house: House,
) -> None:
    (gil,) = await house.table()
    drawn: list[int] = []
    for count in (60, 120):
        for number in range(count - 60, count):
            await house.host.act(
                gil.table, "gil", "WriteNote", {"title": f"Note {number}x", "text": ""}
            )
        drawn.append((await gil.page()).count('class="note"'))
        assert (await looked(gil)).count('class="card note"') == 40
    assert drawn == [40, 40], "one more note is not one more form"
    assert "Another 80 are found by" in await gil.page()
    assert "And 80 more" in await looked(gil)
    found = await looked(gil, "7x")
    assert "Note 7x" in found


async def test_a_note_that_is_found_can_be_shown_rewritten_and_dropped__TF_12(
    house: House,
) -> None:
    gil, ana = await house.table("Ana")
    await gil.do("WriteNote", title="A letter", text="Come at midnight.")
    page = await looked(gil, "letter")
    form = {"do": "ShowNote", "note": "desk.a-letter", "to": "ana", "page": hidden(page, "page")}
    assert (await gil.submit(form)).status_code == 303
    assert "Come at midnight." in await looked(ana)
    for do in ("WriteNote", "DropNote"):
        assert f'name="do" value="{do}"' in await looked(gil, "letter")
    assert 'name="do"' not in (await looked(ana, "letter")).partition("Written by you")[2]
