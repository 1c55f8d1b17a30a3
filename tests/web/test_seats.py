"""One person, several seats: faces in the head, a page for each, and no act from the wrong one."""

from __future__ import annotations

import re

import pytest
from tests.web.drawn import in_a_line
from tests.web.house import House, Person, hidden

from tablefolk.web.seats import MOST, new_page
from tablefolk.web.who import LEFT, NO_SEAT, NOT_HELD


async def sits_again(one: Person, name: str) -> None:
    """Another seat in the same browser, through the invite link."""
    invite = await one.house.host.people.invite_of(one.table)
    await one.sit(await one.post(f"/t/{one.table}/sit/{invite}", {"name": name}))


async def two_seats(house: House) -> tuple[Person, Person]:
    """Gil, and a browser that holds Ana's seat and Ben's, turned to Ben's."""
    gil, ana = await house.table("Ana")
    await sits_again(ana, "Ben")
    return gil, ana


def faces(page: str) -> list[tuple[str, str]]:
    """The faces in the head: whose seat, and what is said of it."""
    found = re.findall(
        r'class="seat[^"]*" id="seat-([\w-]+)".*?<span class="sr">(.*?)</span>', page, re.S
    )
    return [(seat, said) for seat, said in found]


async def at(one: Person, seat: str, path: str = "") -> str:
    answer = await one.get(f"/t/{one.table}{path}?seat={seat}")
    assert answer.status_code == 200, answer.text
    return answer.text


async def test_the_seats_a_browser_holds_are_faces_in_the_head__TF_9(house: House) -> None:
    gil, both = await two_seats(house)
    page = await both.bare_page()
    assert faces(page) == [("ana", "Ana"), ("ben", "Ben: your seat now")]
    assert f'href="/t/{both.table}?seat=ana"' in page
    assert faces(await gil.bare_page()) == [], "one seat needs no face"


async def test_one_tap_turns_the_whole_page_and_the_browser_stays_turned__TF_9(
    house: House,
) -> None:
    _, both = await two_seats(house)
    assert faces(await at(both, "ana")) == [("ana", "Ana: your seat now"), ("ben", "Ben")]
    assert ("ana", "Ana: your seat now") in faces(await both.bare_page())
    assert "Your seat, Ana" in (await both.get(f"/t/{both.table}/seat")).text
    assert "Your seat, Ben" in await at(both, "ben", "/seat")


async def test_a_page_shows_the_secrets_of_one_seat_only__TF_9(house: House) -> None:
    gil, both = await two_seats(house)
    await both.do("HideWord", text="marmalade")
    await gil.do("Say", to=["ana"], text="The cellar is open.")
    ana, ben = await at(both, "ana"), await at(both, "ben")
    assert ("marmalade" in ana, "cellar is open" in ana) == (False, True)
    assert ("marmalade" in ben, "cellar is open" in ben) == (True, False)


@pytest.mark.parametrize("path", ["", "/log", "/seat", "/live", "/open", "/stopped", "/notes"])
async def test_a_seat_that_the_browser_does_not_hold_is_refused_in_one_sentence__TF_9(
    house: House, path: str
) -> None:
    _, both = await two_seats(house)
    for seat in ("gil", "nobody"):
        answer = await both.get(f"/t/{both.table}{path}?seat={seat}", accept="application/json")
        assert answer.status_code == 403
        assert answer.json()["refused"] == NOT_HELD, "who is there and who is not sounds the same"
    stranger = await house.person().get(
        f"/t/{both.table}{path}?seat=ana", accept="application/json"
    )
    assert (stranger.status_code, stranger.json()["refused"]) == (403, NO_SEAT)


async def test_of_two_tabs_each_acts_from_the_seat_whose_page_it_is__TF_9(house: House) -> None:
    _, both = await two_seats(house)
    first = hidden(await at(both, "ana"), "page")
    second = hidden(await at(both, "ben"), "page")
    for page, face in ((first, "ana"), (second, "ben"), (first, "ana")):
        answer = await both.submit({"do": "ThrowDie", "page": page, "id": f"{page}{face}"})
        assert answer.headers["location"] == f"/t/{both.table}?seat={face}"
    said = {"do": "ThrowDie", "fields": {}, "page": first}
    where, asking = f"/t/{both.table}/do", {"accept": "application/json"}
    await both.browser.post(where, json=said, headers=asking)
    live = await house.host.live(both.table)
    assert live
    assert live.table.play.tokens == {"gil": 3, "ana": 1, "ben": 2}


async def test_of_two_tabs_each_stream_is_of_its_own_seat__TF_9(house: House) -> None:
    gil, both = await two_seats(house)
    tabs = [re.search(r"page=(\w+)&amp;at=0", await at(both, who)) for who in ("ana", "ben")]
    ana, ben = (both.stream(0, tab[1]) for tab in tabs if tab)
    async with ana, ben:
        await gil.do("Say", to=["ana"], text="The cellar is open.")
        await gil.do("Say", text="Good evening.")
        await ana.message("The cellar is open.")
        heard = ""
        while "Good evening." not in heard:
            heard += await ben.message()
    assert "cellar" not in heard


async def test_a_page_of_a_seat_that_is_not_held_acts_for_nobody__TF_9(house: House) -> None:
    _, both = await two_seats(house)
    for member in ("gil", "nobody"):
        sent = {"do": "ThrowDie", "page": new_page(member)}
        answer = await both.submit(sent, accept="application/json")
        assert (answer.status_code, answer.json()["refused"]) == (403, LEFT)
        streamed = await both.get(f"/t/{both.table}/live?page={new_page(member)}&at=0")
        assert streamed.status_code == 403


async def test_the_dot_follows_whom_the_table_waits_for__TF_9(house: House) -> None:
    gil, both = await two_seats(house)
    async with await both.opened() as watching:
        await gil.do("AskHands", question="Shall we?")
        news = await watching.message('hx-target="#seats"')
    assert ("ana", "Ana, is waited for") in faces(news)
    assert 'class="seat seat-on seat-owes" id="seat-ben"' in news


async def test_whoever_plays_several_seats_is_here_with_all_of_them__TF_31(house: House) -> None:
    gil, both = await two_seats(house)
    async with await both.opened():
        here = re.findall(r'id="here-(\w+)"><span class="is-here"', await gil.bare_page())
    assert here == ["gil", "ana", "ben"]


async def test_the_invite_link_asks_who_sits_here_already_to_go_on_or_take_another__TF_9(
    house: House,
) -> None:
    _, ana = await house.table("Ana")
    invite = await house.host.people.invite_of(ana.table)
    led = await ana.get(f"/j/{invite}")
    assert (led.status_code, led.headers["location"]) == (303, f"/t/{ana.table}/sit/{invite}")
    page = in_a_line((await ana.get(led.headers["location"])).text)
    assert "You sit here already as Ana: go on as Ana, or take another seat here too." in page
    assert f'href="/t/{ana.table}?seat=ana"' in page
    taken = await ana.post(f"/t/{ana.table}/sit/{invite}", {"name": "Ana"})
    assert (taken.status_code, "is called Ana already" in taken.text) == (409, True)


async def test_a_browser_that_left_its_table_sits_down_as_anybody_does__TF_2(house: House) -> None:
    _, ana = await house.table("Ana")
    invite = await house.host.people.invite_of(ana.table)
    page = (await house.person().get(f"/t/{ana.table}/sit/{invite}")).text
    assert "You sit here already" not in page
    assert f'action="/j/{invite}"' in page


async def test_another_seat_needs_the_tables_own_invite_as_it_is_now__TF_3(house: House) -> None:
    gil, ana = await house.table("Ana")
    (other,) = await house.table()
    old = await house.host.people.invite_of(gil.table)
    foreign = await house.host.people.invite_of(other.table)
    await house.host.people.invite(gil.table)
    for invite, status in ((old, 410), (foreign, 404), ("nonsense", 404)):
        where = f"/t/{ana.table}/sit/{invite}"
        assert (await ana.get(where)).status_code == status
        assert (await ana.post(where, {"name": "Ben"})).status_code == status
    for table in (gil.table, other.table):
        live = await house.host.live(table)
        assert live
        assert "ben" not in live.table.members


async def test_one_browser_holds_so_many_seats_and_no_more__TF_9(house: House) -> None:
    _, ana = await house.table("Ana")
    for number in range(MOST - 1):
        await sits_again(ana, f"Seat {number}")
    assert len(faces(await ana.bare_page())) == MOST
    invite = await house.host.people.invite_of(ana.table)
    answer = await ana.post(f"/t/{ana.table}/sit/{invite}", {"name": "One more"})
    assert answer.status_code == 409
    assert "at most 7 seats of a table" in answer.text


async def test_leaving_a_seat_forgets_only_that_one__TF_9(house: House) -> None:
    _, both = await two_seats(house)
    left = hidden(await at(both, "ana"), "page")
    answer = await both.post(f"/t/{both.table}/leave", {"seat": "ana"})
    assert answer.headers["location"] == f"/t/{both.table}"
    assert "Your seat, Ben" in (await both.get(f"/t/{both.table}/seat")).text
    assert (await both.get(f"/t/{both.table}?seat=ana")).status_code == 403
    assert (await both.submit({"do": "ThrowDie", "page": left})).status_code == 403
    answer = await both.post(f"/t/{both.table}/leave", {"seat": "ben"})
    assert answer.headers["location"] == "/"
    assert "Come back" not in (await both.get("/")).text


async def test_a_renewed_key_keeps_the_other_seats__TF_3(house: House) -> None:
    _, both = await two_seats(house)
    answer = await both.post(f"/t/{both.table}/seat/renew", {"seat": "ana"})
    assert answer.headers["location"] == f"/t/{both.table}/seat?seat=ana"
    assert len(faces(await both.bare_page())) == 2


async def test_keys_are_for_their_table_and_for_no_script(house: House) -> None:
    answer = await house.person().post("/try/odd-one", {})
    table = answer.headers["location"].removeprefix("/t/")
    keys = [c for c in answer.headers.get_list("set-cookie") if c.startswith("seat")]
    assert len(keys) == 5, "one for each seat, and which of them it is"
    for key in keys:
        assert f"Path=/t/{table}" in key
        assert "HttpOnly" in key
        assert "SameSite=lax" in key


async def test_at_the_door_with_one_seat_one_goes_on_with_another__TF_4(house: House) -> None:
    gil, ana = await house.table("Ana")
    await gil.do("SetOption", key="admission", value=True)
    await sits_again(ana, "Ben")
    page = await ana.bare_page()
    assert "One moment, Ben." in page
    assert f'href="/t/{ana.table}?seat=ana">Go on as Ana' in page
    assert ("ben", "Ben, at the door") in faces(await at(ana, "ana"))


async def test_alone_and_with_no_gm_there_one_prepares_and_rolls__TF_9(house: House) -> None:
    _, both = await two_seats(house)
    assert (await both.do("RollFree", dice="2d6", why="Does it rain?")).status_code == 200
    assert (await both.do("WriteNote", title="For next time")).status_code == 200
    assert "Does it rain?" in await at(both, "ana")


# -- Trying it -----------------------------------------------------------------------------------


async def tried(house: House, game: str = "odd-one") -> Person:
    visitor = house.person()
    await visitor.sit(await visitor.post(f"/try/{game}", {}))
    return visitor


async def test_whoever_tries_it_holds_all_seats_and_begins_where_something_is_owed__TF_9(
    house: House,
) -> None:
    page = await (await tried(house)).bare_page()
    assert [seat for seat, _ in faces(page)] == ["ana", "ben", "cy", "gil"]
    assert ("ana", "Ana: your seat now, is waited for") in faces(page)
    assert ("gil", "Gil, the Judge") in faces(page)
    assert "All 4 faces at the top are yours." in page


@pytest.mark.parametrize("game", ["wheel-of-fate", "rotate-bird", "shapers-and-bots", "mutagen"])
async def test_every_game_is_tried_from_a_player_who_is_waited_for__TF_9(
    house: House, game: str
) -> None:
    page = await (await tried(house, game)).bare_page()
    (now,) = [said for _, said in faces(page) if "your seat now" in said]
    assert "is waited for" in now
    assert ", the " not in now, "not from the GM's"
    assert 'data-kind="owed"' in page


async def test_three_hints_go_with_the_first_act_and_the_ways_out_stay(house: House) -> None:
    visitor = await tried(house)
    assert "1. Roll" in await visitor.bare_page()
    async with await visitor.opened() as watching:
        await visitor.do("ThrowDie")
        await watching.message('<hx-partial hx-target="#hints" hx-swap="innerMorph"></hx-partial>')
    page = in_a_line(await visitor.bare_page())
    assert "1. Roll" not in page
    assert "Open a table of your own" in page
    assert 'href="/new?game=odd-one"' in page


async def test_whoever_holds_the_seat_that_is_waited_for_is_led_there__TF_9(house: House) -> None:
    gil, both = await two_seats(house)
    await gil.do("AskHands", question="On?")
    assert "go-on" not in await at(both, "ana"), "Ana is waited for herself"
    await both.submit({"do": "Vote", "poll": "1", "answer": "0", "page": new_page("ana")})
    led = in_a_line(await at(both, "ana"))
    way = f"/t/{both.table}?seat=ben&amp;on=hands%3A1"
    assert re.search(rf'class="[^"]*go-on" href="{re.escape(way)}"', led)
    assert "you hold that seat, too" in led
    assert "go-on" not in await at(both, "ben")
    assert "go-on" not in await gil.bare_page()


async def test_whoever_leaves_what_they_tried_is_rid_of_all_its_seats(house: House) -> None:
    visitor = await tried(house)
    assert (await visitor.post(f"/t/{visitor.table}/leave", {"all": "1"})).status_code == 303
    assert (await visitor.get(f"/t/{visitor.table}")).status_code == 403
    assert "Come back" not in (await visitor.get("/")).text


async def test_a_table_of_ones_own_has_no_hints_and_no_way_out(house: House) -> None:
    _, both = await two_seats(house)
    page = in_a_line(await both.bare_page())
    assert "1. Roll" not in page
    assert "Open a table of your own" not in page
