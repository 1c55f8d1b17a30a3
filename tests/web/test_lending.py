"""A lent seat is played by whoever it was lent to: a page of its own, and the way back (TF-6)."""

from __future__ import annotations

import re

import pytest
from tests.web.drawn import in_a_line
from tests.web.house import House, Person, hidden
from tests.web.test_seats import at, faces, sits_again

from tablefolk.hosting.live import Borrowed
from tablefolk.web.seats import new_page
from tablefolk.web.who import GIVEN_BACK

LENT = "ana:ben"  # Ana's page of Ben's seat


async def lent(house: House) -> tuple[Person, Person, Person]:
    """Gil, Ana who plays for Ben, and Ben."""
    gil, ana, ben = await house.table("Ana", "Ben")
    await ben.do("Lend", member="ben", to="ana")
    return gil, ana, ben


async def last(house: House, one: Person) -> tuple[str, str]:
    """From which seat, and by whom, the newest entry is."""
    live = await house.host.live(one.table)
    assert live
    return live.entries[-1].seat.id, live.entries[-1].seat.by


async def test_the_borrower_is_told_and_has_a_second_face__TF_6(house: House) -> None:
    _, ana, _ = await lent(house)
    page = in_a_line(await ana.bare_page())
    assert faces(page) == [("ana", "Ana: your seat now"), ("ana-ben", "Ben, for Ben")]
    assert "You play <strong>Ben</strong>, too." in page
    assert f'href="/t/{ana.table}?seat=ana%3Aben"' in page


async def test_what_is_waited_for_at_a_lent_seat_leads_there__TF_6(house: House) -> None:
    gil, ana, ben = await house.table("Ana", "Ben")
    async with await ana.opened() as watching:
        await ben.do("Lend", member="ben", to="ana")
        await watching.message("You play <strong>Ben</strong>")
        await gil.do("AskHands", question="On?")
        await ana.do("Vote", poll=1, answer=0)
    page = in_a_line(await ana.bare_page())
    assert "is waited for: you play" not in page, "Ben himself is asked for his hand"
    assert "hands:1" not in await at(ana, LENT)


async def test_acts_from_a_lent_page_are_of_that_seat__TF_6(house: House) -> None:
    gil, ana, ben = await lent(house)
    page = hidden(await at(ana, LENT), "page")
    answer = await ana.submit({"do": "ThrowDie", "page": page})
    assert answer.headers["location"] == f"/t/{ana.table}?seat=ana%3Aben"
    assert await last(house, ana) == ("ben", "ana")
    for one in (gil, ana, ben):
        assert "(Ana for Ben)" in await one.bare_page()
    own = hidden(await at(ana, "ana"), "page")
    await ana.submit({"do": "ThrowDie", "page": own})
    assert await last(house, ana) == ("ana", "")


async def test_both_may_act_and_the_story_says_who_did__TF_6(house: House) -> None:
    _, ana, ben = await lent(house)
    await ana.submit({"do": "ThrowDie", "page": new_page(Borrowed("ana", "ben"))})
    await ben.do("ThrowDie")
    assert await last(house, ben) == ("ben", "")


async def test_what_is_ones_own_is_done_as_oneself_from_a_lent_page__TF_33(house: House) -> None:
    _, ana, _ = await lent(house)
    text = await at(ana, LENT)
    assert 'name="do" value="Stop"' in text
    await ana.submit({"do": "Stop", "page": hidden(text, "page")})
    assert await last(house, ana) == ("ana", "")
    assert "Resume" in await at(ana, LENT)


async def test_one_plays_for_two_and_gives_back_one__TF_6(house: House) -> None:
    _, ana, ben, cy = await house.table("Ana", "Ben", "Cy")
    for owner, who in ((ben, "ben"), (cy, "cy")):
        await owner.do("Lend", member=who, to="ana")
    pages = {who: hidden(await at(ana, f"ana:{who}"), "page") for who in ("ben", "cy")}
    for who, page in pages.items():
        await ana.submit({"do": "ThrowDie", "page": page})
        assert await last(house, ana) == (who, "ana")
    await ana.submit({"do": "Lend", "member": "ben", "to": "", "page": pages["cy"]})
    left = await at(ana, "ana:cy")
    assert [seat for seat, _ in faces(left)] == ["ana", "ana-cy"]
    sent = {"do": "ThrowDie", "page": pages["ben"]}
    assert (await ana.submit(sent, accept="application/json")).status_code == 403
    await ana.submit({"do": "ThrowDie", "page": hidden(left, "page")})
    assert await last(house, ana) == ("cy", "ana")


async def of_bird(house: House) -> tuple[Person, Person]:
    """Ana who plays for Ben, and Ben, while characters are made for Rotate Bird."""
    _, ana, ben = await house.table("Ana", "Ben", game="rotate-bird")
    await ben.do("Lend", member="ben", to="ana")
    return ana, ben


async def test_what_the_lent_page_links_of_its_character_is_there__TF_39(house: House) -> None:
    ana, _ = await of_bird(house)
    page = hidden(await at(ana, LENT), "page")
    await ana.submit({"do": "TakeReadyMade", "key": "odile-quill", "page": page})
    await at(ana, LENT)
    sheet = await ana.get(f"/t/{ana.table}?sheet=odile-quill")
    taken = await ana.get(sheet.headers["location"])
    assert (taken.status_code, taken.json()["name"]) == (200, "Odile Quill")


async def test_who_is_brought_on_a_lent_page_is_of_that_seat__TF_6(house: House) -> None:
    ana, ben = await of_bird(house)
    assert (await ben.do("TakeReadyMade", key="odile-quill")).status_code == 200
    sheet = (await ben.get(f"/t/{ben.table}/sheet/odile-quill")).content
    ana, ben = await of_bird(house)
    form = (await at(ana, LENT, "/bring")).partition("multipart/form-data")[2]
    await ana.browser.post(
        f"/t/{ana.table}/bring",
        data={"page": hidden(form, "page")},
        files={"sheet": ("odile.json", sheet)},
    )
    assert await last(house, ana) == ("ben", "ana")


async def test_a_page_of_one_seat_says_in_its_title_that_the_other_is_waited_for__TF_30(
    house: House,
) -> None:
    gil, ana, _ = await lent(house)
    await gil.do("AskHands", question="On?")
    for seat in ("ana", LENT):
        assert "<title>● You: On? · Friday</title>" in in_a_line(await at(ana, seat))


async def test_without_script_the_browser_stays_at_the_lent_seat__TF_6(house: House) -> None:
    _, ana, _ = await lent(house)
    await at(ana, LENT)
    again = await ana.bare_page()
    assert ("ana-ben", "Ben, for Ben: your seat now") in faces(again)
    assert "You play for <strong>Ben</strong>" in in_a_line(again)
    assert ("ana", "Ana: your seat now") in faces(await at(ana, "ana"))
    assert ("ana", "Ana: your seat now") in faces(await ana.bare_page())


@pytest.mark.parametrize("who", ["gil", "ana", "ben"])
async def test_owner_borrower_and_gm_end_it_and_the_lent_page_goes__TF_6(
    house: House, who: str
) -> None:
    gil, ana, ben = await lent(house)
    text = await at(ana, LENT)
    found = re.search(r"page=(\w+)&amp;at=0", text)
    assert found
    assert f'data-own="/t/{ana.table}?seat=ana"' in text
    async with ana.stream(0, found[1]) as watching:
        await watching.message()
        await {"gil": gil, "ana": ana, "ben": ben}[who].do("Lend", member="ben", to="")
        await watching.message("event: bye")
    asked = await ana.get(f"/t/{ana.table}?seat={LENT}")
    assert (asked.status_code, asked.headers["location"]) == (303, f"/t/{ana.table}")
    sent = {"do": "ThrowDie", "page": found[1]}
    refused = await ana.submit(sent, accept="application/json")
    assert (refused.status_code, refused.json()["refused"]) == (403, GIVEN_BACK)
    stream = await ana.get(f"/t/{ana.table}/live?page={found[1]}&at=0")
    assert (stream.status_code, stream.text) == (200, "event: bye\ndata: \n\n")
    assert faces(await ana.bare_page()) == []


async def test_whoever_gives_it_back_from_the_lent_page_is_led_home__TF_6(house: House) -> None:
    _, ana, _ = await lent(house)
    text = await at(ana, LENT)
    assert "Give Ben’s seat back" in text
    form = {"do": "Lend", "member": "ben", "to": "", "page": hidden(text, "page")}
    answer = await ana.browser.post(f"/t/{ana.table}", data=form, headers={"hx-request": "true"})
    assert answer.headers["hx-redirect"] == f"/t/{ana.table}"


async def test_the_owner_reads_who_plays_for_them_and_takes_it_back__TF_6(house: House) -> None:
    _, ana, ben = await lent(house)
    page = in_a_line(await ben.bare_page())
    assert "<strong>Ana</strong> plays for you" in page
    assert "Play for yourself again" in page
    async with await ana.opened() as watching:
        await ben.do("Lend", member="ben", to="")
        await watching.message('<hx-partial hx-target="#seats" hx-swap="innerMorph"></hx-partial>')
    assert "plays for you" not in await ben.bare_page()


PATHS = ("", "/log", "/notes", "/seat", "/live", "/open?in=tools", "/form?offer=x", "/paper/x",
         "/sheet/ben", "/export", "/story/md", "/stopped", "/recap")  # fmt: skip


@pytest.mark.parametrize("path", [p for p in PATHS if p != "/live"])
async def test_what_is_the_owners_own_reaches_no_page_of_the_borrower__TF_29(
    house: House, path: str
) -> None:
    gil, ana, ben = await lent(house)
    await gil.do("Say", to=["ben"], text="The canary sings.")
    await ben.do("WriteNote", title="canary", text="canary")
    await gil.do("WriteNote", title="A canary", text="canary")
    await gil.do("ShowNote", note="a-canary", to="ben")
    mixed = f"{path}{'&' if '?' in path else '?'}seat={LENT}"
    assert "canary" not in (await ana.get(f"/t/{ana.table}{mixed}")).text


async def test_a_borrower_never_gets_the_owners_key__TF_3(house: House) -> None:
    _, ana, ben = await lent(house)
    key = await house.host.people.seat_link(ben.table, "ben")
    assert key not in (await ana.get(f"/t/{ana.table}/seat?seat={LENT}")).text
    answer = await ana.post(f"/t/{ana.table}/seat/renew", {"seat": LENT, "member": "ben"})
    assert answer.status_code == 403
    await ana.post(f"/t/{ana.table}/seat/renew", {"seat": LENT})
    assert await house.host.people.seat_of(key) == (ben.table, "ben"), "it was Ana's own"


async def test_nobody_looks_from_a_seat_that_was_not_lent_to_them__TF_6(house: House) -> None:
    gil, ana, ben = await lent(house)
    for one, seat in ((ben, LENT), (ben, "ben:ana"), (gil, LENT), (ana, "ana:gil")):
        answer = await one.get(f"/t/{one.table}/stopped?seat={seat}", accept="application/json")
        assert answer.status_code == 403


async def test_a_lent_seat_whose_key_the_browser_holds_is_its_own__TF_9(house: House) -> None:
    _, ana = await house.table("Ana")
    await sits_again(ana, "Ben")
    await ana.do("Lend", member="ben", to="ana")
    page = await at(ana, "ana")
    assert [seat for seat, _ in faces(page)] == ["ana", "ben"]


async def test_the_owner_is_not_here_because_somebody_plays_for_them__TF_31(house: House) -> None:
    gil, ana, _ = await lent(house)
    house.app.place.presence.forget(gil.table)
    house.app.place.presence._seen[gil.table].pop("ben", None)
    found = re.search(r"page=(\w+)&amp;at=0", await at(ana, LENT))
    assert found
    async with ana.stream(0, found[1]) as watching:
        await watching.message()
        here = re.findall(r'id="here-(\w+)"><span class="is-here"', await gil.bare_page())
    assert here == ["gil", "ana"]
