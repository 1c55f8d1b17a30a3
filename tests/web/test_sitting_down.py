"""The front page, opening, joining, links, leaving."""

from __future__ import annotations

import dataclasses
import re
import struct

import pytest
from tests.web.drawn import in_a_line
from tests.web.house import SITE, House, Person, hidden

from tablefolk.core.table.page import colours, hue
from tablefolk.hosting.clock import Steady
from tablefolk.web.address import ONLY_HERE, UNKNOWN, Known


async def test_the_front_page_shows_every_game_and_how_to_begin(house: House) -> None:
    page = (await house.person().get("/")).text
    for game in house.host.games.values():
        assert game.about.title in page
        assert f'action="/try/{game.key}"' in page
    assert "Come back" not in page


async def test_two_names_open_a_table_and_the_opener_is_its_gm__TF_1(house: House) -> None:
    (gil,) = await house.table()
    page = await gil.page()
    assert "Friday" in page
    assert re.search(r">Gil</span> <span[^>]*> Judge<", in_a_line(page))
    assert "Send this link to your friends" in page
    assert "data:image/svg+xml" in page


async def test_a_table_without_a_name_is_refused_and_what_was_typed_stays__TF_1(
    house: House,
) -> None:
    form = {"game": "odd-one", "name": "  ", "gm": "Gil the Great"}
    answer = await house.person().post("/new", form)
    assert answer.status_code == 422
    assert "A name has 1 to 40 characters." in answer.text
    assert 'value="Gil the Great"' in answer.text


async def test_options_of_the_chosen_game_are_set_and_wrong_ones_refused__TF_1(
    house: House,
) -> None:
    (gil,) = await house.table(tokens="5")
    live = await house.host.live(gil.table)
    assert live is not None
    assert live.table.options["tokens"] == 5
    form = {"game": "odd-one", "name": "X", "gm": "Gil", "odd-one.tokens": "4"}
    assert (await gil.post("/new", form)).status_code == 422
    assert (await gil.post("/new", {"game": "chess", "name": "X", "gm": "G"})).status_code == 404


async def test_the_invite_link_shows_who_is_there_and_seats_by_a_name__TF_2(house: House) -> None:
    gil, _ = await house.table("Ana")
    invite = await house.host.people.invite_of(gil.table)
    ben = house.person()
    page = (await ben.get(f"/j/{invite}")).text
    assert "Friday" in page
    assert "Gil" in page
    assert "Ana" in page
    taken = await ben.post(f"/j/{invite}", {"name": " ANA "})
    assert taken.status_code == 409
    assert "Somebody here is called Ana already. If that is you: your seat link" in taken.text
    await ben.sit(await ben.post(f"/j/{invite}", {"name": "Ben"}))
    assert "Ben" in await gil.page()


async def test_an_onlooker_sees_and_does_nothing__TF_5(house: House) -> None:
    gil, _ = await house.table("Ana")
    olga = house.person()
    invite = await house.host.people.invite_of(gil.table)
    await olga.sit(await olga.post(f"/j/{invite}", {"name": "Olga", "onlooker": "true"}))
    assert "looks on" in await olga.page()
    page = in_a_line(await olga.page())
    assert "You look on with Ana. To play, ask Gil: “Let Olga play” is under Tools, Seats." in page
    assert "To play, ask" not in await gil.page()
    answer = await olga.do("ThrowDie")
    assert answer.status_code == 403
    assert answer.json()["code"] == "onlooker"


async def test_a_renewed_invite_link_expires_the_old_one__TF_3(house: House) -> None:
    gil, ana = await house.table("Ana")
    old = await house.host.people.invite_of(gil.table)
    assert (await ana.post(f"/t/{ana.table}/invite/renew", {})).status_code == 403
    assert (await gil.post(f"/t/{gil.table}/invite/renew", {})).status_code == 303
    answer = await house.person().get(f"/j/{old}")
    assert answer.status_code == 410
    assert "<h1>This link has expired</h1>" in answer.text
    assert "expired" in answer.text
    assert (await house.person().get("/j/nonsense")).status_code == 404


async def test_a_seat_link_seats_its_owner_on_another_device__TF_3(house: House) -> None:
    _, ana = await house.table("Ana")
    link = f"/s/{ana.cookies['seat']}"
    assert link in (await ana.get(f"/t/{ana.table}/seat")).text
    phone = house.person()
    await phone.sit(await phone.get(link))
    assert '<span class="me-name">Ana</span>' in await phone.page()
    assert (await house.person().get("/s/nonsense")).status_code == 410


async def test_a_reissued_seat_link_signs_the_old_device_out__TF_3(house: House) -> None:
    gil, ana, ben = await house.table("Ana", "Ben")
    foreign = await ben.post(f"/t/{ben.table}/seat/renew", {"member": "ana"})
    assert foreign.status_code == 403
    page = (await gil.post(f"/t/{gil.table}/seat/renew", {"member": "ana"})).text
    found = re.search(r"/s/([\w=-]+)\" aria-label=\"Seat link of Ana", in_a_line(page))
    assert found
    assert (await ana.get(f"/t/{ana.table}")).status_code == 403
    again = house.person()
    await again.sit(await again.get(f"/s/{found[1]}"))
    assert '<span class="me-name">Ana</span>' in await again.page()


async def test_ones_own_seat_link_is_renewed_and_the_browser_keeps_its_seat__TF_3(
    house: House,
) -> None:
    _, ana = await house.table("Ana")
    old = ana.cookies["seat"]
    assert (await ana.post(f"/t/{ana.table}/seat/renew", {})).status_code == 303
    assert ana.cookies["seat"] != old
    assert "Ana" in await ana.page()
    assert (await house.person().get(f"/s/{old}")).status_code == 410


async def test_newcomers_wait_where_admission_is_asked__TF_4(house: House) -> None:
    gil, ana = await house.table("Ana", admission="true")
    page = await ana.bare_page()
    assert "One moment, Ana." in page
    assert "Scene" not in page
    assert (await ana.get(f"/t/{ana.table}/log")).status_code == 403
    assert (await ana.get(f"/t/{ana.table}/live")).status_code == 403
    assert (await gil.do("Admit", member="ana")).status_code == 200
    assert "Story" in await ana.page()


async def test_somebody_unseated_is_shown_the_door__TF_6(house: House) -> None:
    gil, ana = await house.table("Ana")
    assert (await gil.do("Unseat", member="ana")).status_code == 200
    answer = await ana.get(f"/t/{ana.table}")
    assert answer.status_code == 403
    assert "Story" not in answer.text


async def test_a_browser_remembers_its_tables_and_forgets_on_request(house: House) -> None:
    _, ana = await house.table("Ana")
    front = (await ana.get("/")).text
    assert "Come back" in front
    assert f'href="/t/{ana.table}"' in front
    assert (await ana.post(f"/t/{ana.table}/leave", {})).status_code == 303
    assert "Come back" not in (await ana.get("/")).text
    assert (await ana.get(f"/t/{ana.table}")).status_code == 403


async def test_try_it_is_one_click_to_a_scene_under_way(house: House) -> None:
    visitor = house.person()
    await visitor.sit(await visitor.post("/try/odd-one", {}))
    page = await visitor.page()
    assert "The cellar" in page
    assert (await visitor.post("/try/chess", {})).status_code == 404


async def test_light_or_dark_is_remembered_and_leads_nowhere_else(house: House) -> None:
    one = house.person()
    fresh = (await one.get("/")).text  # the style sheet shows the one that the system has not
    assert 'value="dark"' in fresh
    assert 'value="light"' in fresh
    answer = await one.post("/theme", {"theme": "dark", "back": "/about"})
    assert answer.headers["location"] == "/about"
    assert 'data-theme="dark"' in (await one.get("/")).text
    assert 'value="dark"' not in (await one.get("/")).text
    for evil in ("https://evil.test/", "//evil.test", "/\\evil.test", "/a\r\nx: y"):
        answer = await one.post("/theme", {"theme": "x", "back": evil})
        assert answer.headers["location"] == "/"


async def test_a_page_of_a_new_table_has_a_page_id_in_every_form(house: House) -> None:
    (gil,) = await house.table()
    page = await gil.page()
    assert '"<>"' not in page
    assert len(hidden(page, "page")) == 24


async def test_a_handed_on_chair_changes_both_pages_at_once__TF_35(house: House) -> None:
    gil, ana = await house.table("Ana")
    await gil.do("WriteNote", title="Canary")
    assert (await ana.get(f"/t/{ana.table}/invite")).status_code == 403
    async with gil.stream() as old, ana.stream() as new:
        await gil.do("OfferChair", to="ana")
        await ana.do("AnswerChair", yes=True)
        gone, came = await old.message('hx-target="#role"'), await new.message("<span data-gm")
        while "data-gm" in gone:  # a new stream begins with all that it has
            gone = await old.message('hx-target="#role"')
    assert "Ana runs the game now" in gone
    assert 'hx-target="#mat-me"' in gone
    assert 'hx-target="#mat-acts"' in gone
    assert "?on=scene" not in gone
    assert "You run the game now" in came
    assert "?on=scene" in came, "the mat of whoever runs the game"
    invite = await house.host.people.invite_of(ana.table)
    assert f"/j/{invite}" in (await ana.get(f"/t/{ana.table}/invite")).text
    assert (await gil.get(f"/t/{gil.table}/invite")).status_code == 403


async def test_the_settings_give_everybody_the_colour_they_have_at_the_table__TF_31(
    house: House,
) -> None:
    names = ("Ana", "Lea", "Eve", "Flo")  # by their names alone two and two would be alike
    assert len({hue(name) for name in names}) == 2
    gil, *_ = await house.table(*names)
    live = await house.host.live(gil.table)
    assert live
    page = (await gil.get(f"/t/{gil.table}/seat")).text.partition('id="others"')[2]
    shown = re.findall(r'face-(\d+) *"[^>]*>[^<]*</span>\s*<span>(\w+)</span>', page)
    hues = colours(live.table)
    assert {name: int(face) for face, name in shown} == {
        m.name: hues[m.id] for m in live.table.present if m.id != "gil"
    }


async def test_the_settings_name_the_house_rules_and_lead_to_them__TF_1(house: House) -> None:
    gil, ana = await house.table("Ana", tokens="5")
    for one in (gil, ana):
        page = (await one.get(f"/t/{one.table}/seat")).text
        assert "How we play: the house rules" in page
        assert "Whispers between members" in page
        assert ("?in=options" in page) == (one is gil)


NETWORK, ANYWHERE = "Works on this network.", "Works everywhere that can reach"
LAN, LAN6 = Known("192.168.1.20"), Known("2001:db8::7")
PUBLIC = Known("192.168.1.20", "https://play.example")


@pytest.mark.parametrize(
    ("known", "opened_at", "invites_to", "words"),
    [
        (LAN, "http://127.0.0.1:8000", "http://192.168.1.20:8000", NETWORK),
        (LAN, "http://localhost", "http://192.168.1.20", NETWORK),
        (LAN, "http://[::1]:8000", "http://192.168.1.20:8000", NETWORK),
        (LAN6, "http://localhost:8000", "http://[2001:db8::7]:8000", NETWORK),
        (LAN, "http://192.168.1.7:8000", "http://192.168.1.7:8000", NETWORK),
        (LAN, "http://[fd00::7]:81", "http://[fd00::7]:81", NETWORK),
        (LAN, "http://attic:8000", "http://attic:8000", NETWORK),
        (LAN, "https://table.test", "https://table.test", f"{ANYWHERE} table.test."),
        (LAN, "http://table.test:81", "http://table.test:81", f"{ANYWHERE} table.test:81."),
        (PUBLIC, "http://localhost:8000", "https://play.example", f"{ANYWHERE} play.example."),
        (PUBLIC, "http://192.168.1.20", "https://play.example", f"{ANYWHERE} play.example."),
        (UNKNOWN, "http://localhost:8000", "http://localhost:8000", ONLY_HERE),
    ],
)
async def test_an_invite_carries_an_address_for_others_and_says_whose__TF_3(
    house: House, known: Known, opened_at: str, invites_to: str, words: str
) -> None:
    house.app.litestar.state["place"] = dataclasses.replace(house.app.place, known=known)
    (gil,) = await house.table()
    invite = await house.host.people.invite_of(gil.table)
    for path in ("", "/invite", "/seat"):
        page = (await gil.get(f"{opened_at}/t/{gil.table}{path}", cookie=cookies(gil))).text
        assert f'value="{invites_to}/j/{invite}"' in page
        assert f"{words}</p>" in page
        assert ("link-warning" in page) == (known is UNKNOWN)
    assert f'value="{invites_to}/s/' in page


def cookies(one: Person) -> str:
    return "; ".join(f"{name}={value}" for name, value in one.cookies.items())


# -- The chair of a GM who is long away (TF-7) -------------------------------------------------

DAY = 24 * 3600.0


def at_our_time(house: House) -> list[float]:
    """The clocks of a house, which go on when this does."""
    now = [1_700_000_000.0]
    house.host.clock = house.app.place.presence.clock = lambda: now[0]
    house.host._steady = Steady(house.host.clock, house.host.clock)
    return now


async def test_when_the_gm_is_long_away_the_players_may_pass_the_chair_on__TF_7(
    house: House,
) -> None:
    now = at_our_time(house)
    gil, ana, ben = await house.table("Ana", "Ben")
    await gil.page()
    now[0] += 6.9 * DAY
    assert "has been away" not in await ana.page()
    now[0] += 0.2 * DAY
    page = await ana.page()
    assert "The Judge has been away for 7 days." in page
    assert 'id="f-chair-VoteChair-' in page
    for player in (ana, ben):
        answer = await player.submit({"do": "VoteChair", "to": "ben"})
        assert answer.status_code == 303
    assert "<span data-gm" in await ben.page()


async def test_when_the_gm_is_back_nobody_passes_the_chair_on__TF_7(house: House) -> None:
    now = at_our_time(house)
    gil, ana = await house.table("Ana")
    now[0] += 8 * DAY
    assert "The Judge has been away for 8 days." in await ana.page()
    async with await ana.opened() as watching:
        await gil.do("Say", text="I was at sea.")
        await watching.message("at sea")
    page = await ana.page()
    assert "has been away" not in page
    assert 'value="VoteChair"' not in page


async def test_a_gm_whose_page_stays_open_is_not_away__TF_7(house: House) -> None:
    now = at_our_time(house)
    gil, ana = await house.table("Ana")
    async with gil.stream():
        now[0] += 8 * DAY
        assert "has been away" not in await ana.page()


async def test_the_front_page_takes_a_seat_link_and_says_how_to_keep_a_table_on_a_phone(
    house: House,
) -> None:
    _, ana = await house.table("Ana")
    phone = house.person()  # a home screen on iOS, which shares no cookies with the browser
    front = (await phone.get("/")).text
    assert "Add to Home Screen" in front
    assert '<input name="link" ' in front
    assert 'type="text"' not in front, "css/forms.css knows a field of text by having no type"
    link = f"{SITE}/s/{ana.cookies['seat']}"
    answer = await phone.post("/s", {"link": f"Here it is: {link}"})
    assert answer.headers["location"].endswith(ana.cookies["seat"])
    await phone.sit(await phone.get(answer.headers["location"]))
    assert phone.table == ana.table


async def test_a_home_screen_finds_an_icon_and_the_colours_of_the_page(house: House) -> None:
    one = house.person()
    front = (await one.get("/")).text
    [icon] = re.findall(r'<link rel="apple-touch-icon" href="([^"]+)">', front)
    drawn = await one.get(icon)
    assert drawn.headers["content-type"] == "image/png"
    assert struct.unpack(">II", drawn.content[16:24]) == (180, 180)
    colours = re.compile(r'<meta name="theme-color" content="(#\w+)" +(media="[^"]+dark[^"]*")?')
    assert len(colours.findall(front)) == 2, "by what the phone is set to"
    for theme, colour in (("light", "#fffdf9"), ("dark", "#24211e")):
        await one.post("/theme", {"theme": theme, "back": "/"})
        assert [found for found, _ in colours.findall((await one.get("/")).text)] == [colour]


async def test_what_hidden_pages_ask_is_no_sign_of_life__TF_31_TF_7(house: House) -> None:
    now = at_our_time(house)
    gil, ana = await house.table("Ana")
    presence, home = house.app.place.presence, f"/t/{gil.table}"
    for _ in range(9):
        now[0] += DAY
        for asked in ("/waited", "/stopped?hidden="):
            assert (await gil.get(home + asked)).status_code == 200
        assert presence.here(gil.table) == frozenset()
    assert "The Judge has been away for 9 days." in await ana.page()
    await gil.get(f"{home}/stopped")  # somebody reads the log
    assert "gil" in presence.here(gil.table)
    assert "has been away" not in await ana.page()


async def test_the_front_page_answers_whoever_only_knocks(house: House) -> None:
    one = house.person()
    assert (await one.browser.head("/")).status_code == 200


async def test_a_title_of_two_symbols_is_drawn_in_both__RB_2(house: House) -> None:
    front = (await house.person().get("/")).text
    card = front.split("Rotate Bird", 1)[0].rsplit("game-icon", 1)[1]
    assert card.count("<svg") == 2


async def test_a_page_without_a_seat_takes_a_pasted_link__TF_3(house: House) -> None:
    """As on a phone's home screen, which shares no cookies with the browser beside it."""
    _, ana = await house.table("Ana")
    stranger = house.person()
    lost = await stranger.get(f"/t/{ana.table}")
    assert lost.status_code == 403
    assert 'action="/s"' in lost.text
    token = await house.host.people.seat_link(ana.table, "ana")
    seated = await stranger.post("/s", {"link": f" https://table.example/s/{token} "})
    assert (seated.status_code, seated.headers["location"]) == (303, f"/s/{token}")
    invite = await house.host.people.invite_of(ana.table)
    asked = await house.person().post("/s", {"link": f"http://192.168.1.20:8000/j/{invite}"})
    assert asked.headers["location"] == f"/j/{invite}"
    for wrong in ("", "hello", "https://elsewhere.example/", "/s/"):
        refused = await house.person().post("/s", {"link": wrong})
        assert refused.status_code == 403
        assert "copy the whole of it" in refused.text
