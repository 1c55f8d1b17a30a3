"""Tables and characters from elsewhere: brought by a file, checked like any command (TF-40)."""

from __future__ import annotations

import base64
import html
import json
from typing import Any

import httpx
import pytest
from tests.web.house import House, Person, hidden
from tests.web.pictures import SVG

from tablefolk.hosting.drawings import drawing
from tablefolk.web.guard import MOST_TABLE


async def bring(person: Person, data: bytes, **headers: str) -> httpx.Response:
    files = {"table": ("friday.tablefolk", data)}
    return await person.browser.post("/bring", files=files, headers=headers)


async def exported(house: House) -> bytes:
    """A table at which something was said, as its file."""
    gil, ana = await house.table("Ana")
    await ana.do("Say", text="Remember this.")
    return (await gil.get(f"/t/{gil.table}/export")).content


async def tables(house: House) -> int:
    return len(await house.log.tables())


async def test_a_table_is_brought_from_its_file_and_played_on__TF_39(house: House) -> None:
    file = await exported(house)
    cat = house.person()
    assert "Bring a table" in (await cat.get("/")).text
    await cat.sit(await bring(cat, file))
    page = await cat.page()
    assert "Remember this." in page
    assert "SetOption" in page, "whoever brings it runs it"
    assert (await cat.do("Say", text="And on we go.")).status_code == 200
    assert "Friday" in (await cat.get("/")).text


async def test_whoever_brings_a_table_is_led_to_the_others_new_links__TF_3__TF_39(
    house: House,
) -> None:
    cat, file = house.person(), await exported(house)
    answer = await bring(cat, file)
    await cat.sit(answer)
    page = (await cat.get(answer.headers["location"])).text
    assert page.index("Everybody needs a new link") < page.index("Your seat, Gil")
    assert page.count("New seat") == 1
    made = await cat.post(f"/t/{cat.table}/seat/renew", {"member": "ana", "brought": "1"})
    assert "A new link for Ana" in made.text
    assert "Everybody needs a new link" in made.text, "on to the next one"
    later = (await cat.get(f"/t/{cat.table}/seat")).text
    assert later.index("Your seat, Gil") < later.index("Somebody lost their link?")
    assert "Everybody needs" not in later


async def test_whoever_brings_a_table_of_one_is_led_to_the_table__TF_39(house: House) -> None:
    (gil,) = await house.table()
    cat, file = house.person(), (await gil.get(f"/t/{gil.table}/export")).content
    answer = await bring(cat, file)
    await cat.sit(answer)
    there = await cat.get(answer.headers["location"])
    assert (there.status_code, there.headers["location"]) == (303, f"/t/{cat.table}")


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (b'"Say"', b'"Sing"', "Line 4 cannot be taken over"),
        (b"Remember this.", b"Forget this.", "Line 4 cannot be taken over"),
        (b'"odd-one"', b'"chess"', "Line 1 cannot be taken over: its game is not known here"),
        (b'{"tablefolk"', b'{"folktable"', "this is not a table exported from Tablefolk"),
    ],
)
async def test_a_file_that_no_table_made_is_refused_with_line_and_reason__TF_40(
    house: House, old: bytes, new: bytes, said: str
) -> None:
    file = await exported(house)
    assert old in file
    before = await tables(house)
    answer = await bring(house.person(), file.replace(old, new, 1))
    assert answer.status_code == 422
    assert said in answer.text
    assert await tables(house) == before


@pytest.mark.parametrize(
    "data", [b"", b"\xff\xfe\x00", b"[" * 50_000, b"\n" * 50_000, b"PK\x03\x04"]
)
async def test_what_is_no_table_at_all_is_refused_in_one_sentence__TF_40(
    house: House, data: bytes
) -> None:
    answer = await bring(house.person(), data)
    assert answer.status_code == 422
    assert "Line 1 cannot be taken over" in answer.text
    assert await tables(house) == 0


async def test_a_file_whose_events_fit_no_state_is_refused_with_its_line__TF_40(
    house: House,
) -> None:
    gil = house.person()
    await gil.sit(await gil.post("/new", {"game": "wheel-of-fate", "name": "Friday", "gm": "Gil"}))
    await gil.do("Say", text="Remember this.")
    heading, opened, said = (await gil.get(f"/t/{gil.table}/export")).content.splitlines()
    forged = json.loads(said) | {"events": [{"type": "HeldStressFell"}]}  # of no contest
    answer = await bring(gil, b"\n".join([heading, opened, json.dumps(forged).encode()]))
    assert answer.status_code == 422
    assert "Line 3 cannot be taken over" in answer.text


async def test_a_table_may_be_large_but_not_endless__TF_40(house: House) -> None:
    cat = house.person()
    large = await bring(cat, b"x" * 2_000_000)
    assert large.status_code == 422
    endless = await bring(cat, b"x" * (MOST_TABLE + 1))
    assert endless.status_code == 413
    assert "more than 20 MB" in endless.text
    foreign = await bring(cat, b"x", **{"sec-fetch-site": "cross-site"})
    assert foreign.status_code == 403


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("application/x-www-form-urlencoded", b"table=x"),
        ("multipart/form-data; boundary=x", b"--x--"),
        ("multipart/form-data; boundary=x", b"nonsense"),
        ("multipart/form-data", b"--x--"),
        ("multipart/form-data; boundary=x",
         b'--x\r\nContent-Disposition: form-data; name="table"\r\n\r\nwords\r\n--x--\r\n'),
        ("application/json", b"{}"),
    ],
)  # fmt: skip
async def test_a_form_without_a_file_is_refused__TF_40(
    house: House, kind: str, body: bytes
) -> None:
    cat = house.person()
    answer = await cat.browser.post("/bring", content=body, headers={"content-type": kind})
    assert answer.status_code == 400
    assert "Traceback" not in answer.text
    assert await tables(house) == 0


# -- Characters ----------------------------------------------------------------------------------


async def making(house: House) -> tuple[Person, Person]:
    """A table of Wheel of Fate at which characters are made: its GM, and Ana."""
    gil, ana = house.person(), house.person()
    form = {"game": "wheel-of-fate", "name": "Friday", "gm": "Gil"}
    await gil.sit(await gil.post("/new", form))
    invite = await house.host.people.invite_of(gil.table)
    await ana.sit(await ana.post(f"/j/{invite}", {"name": "Ana"}))
    assert (await gil.do("OpenCreation")).status_code == 200
    return gil, ana


async def sheet_of(house: House) -> bytes:
    """Nora Pell, as she is downloaded at some other table."""
    gil, ana = await making(house)
    assert (await ana.do("TakeReadyMade", key="nora-pell")).status_code == 200
    assert 'href="?sheet=nora-pell"' in await gil.page()
    sent = await gil.get(f"/t/{gil.table}?sheet=nora-pell")
    answer = await gil.get(sent.headers["location"])
    assert answer.status_code == 200
    assert "attachment" in answer.headers["content-disposition"]
    return answer.content


async def bring_to(person: Person, data: bytes, page: str = "") -> httpx.Response:
    address = f"/t/{person.table}/bring"
    return await person.browser.post(
        address, files={"sheet": ("nora.json", data)}, data={"page": page}
    )


async def test_a_character_is_taken_along_and_brought_to_another_table__TF_39(
    house: House,
) -> None:
    sheet = await sheet_of(house)
    gil, ana = await making(house)
    for pool in json.loads(sheet)["pools"]:
        await gil.do("DefinePool", name=pool.replace("-", " ").title())
    assert 'href="?bring="' in await ana.page()
    form = await ana.get((await ana.get(f"/t/{ana.table}?bring=")).headers["location"])
    answer = await bring_to(ana, sheet, hidden(form.text, "page"))
    assert answer.status_code == 303, answer.text
    again = await bring_to(ana, sheet, hidden(form.text, "page"))
    assert again.status_code == 303, "sent twice, it acts once"
    there = await ana.get(f"/t/{ana.table}/sheet/nora-pell")
    assert json.loads(there.content) == json.loads(sheet)
    assert "Nora Pell" in await gil.page()


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"aspects": ["One", "Two"]}, "At “aspects”: "),
        ({"attributes": {"physical": 6, "mental": 6, "social": 6}}, "At “attributes”: "),
        ({"attributes": {"luck": 3}}, "This sheet cannot be read"),
        ({"fate": 99}, "This sheet cannot be read"),
        ({"game": "chess"}, "This sheet is of another game."),
        ({"tablefolk": 99}, "newer version"),
        ({"name": "\u202eevil"}, "invisible"),
    ],
)
async def test_a_sheet_that_could_not_have_been_made_here_is_refused_with_its_place__TF_40(
    house: House, change: dict[str, Any], said: str
) -> None:
    sheet = json.loads(await sheet_of(house))
    _, ana = await making(house)
    before = await house.version(ana.table)
    answer = await bring_to(ana, json.dumps(sheet | {"pools": {}} | change).encode())
    assert 400 <= answer.status_code < 500
    assert said in answer.text
    assert await house.version(ana.table) == before


@pytest.mark.parametrize("data", [b"", b"[]", b"{", b"\xff\xfe", b"[" * 20_000, b"null"])
async def test_a_file_that_is_no_sheet_is_refused__TF_40(house: House, data: bytes) -> None:
    _, ana = await making(house)
    answer = await bring_to(ana, data)
    assert answer.status_code == 422
    assert "not a character" in html.unescape(answer.text)


async def test_nobody_takes_the_people_of_the_gm_along__TF_29(house: House) -> None:
    mara = house.person()
    await mara.sit(await mara.post("/try/wheel-of-fate", {}))
    live = await house.host.live(mara.table)
    assert live
    npc = next(iter(live.table.play.npcs()))
    await mara.get(f"/t/{mara.table}?seat=mara")
    assert (await mara.get(f"/t/{mara.table}/sheet/{npc.id}")).status_code == 404
    assert (await mara.get(f"/t/{mara.table}/sheet/nobody")).status_code == 404
    assert (await house.person().get(f"/t/{mara.table}/sheet/nora-pell")).status_code == 403


async def test_a_game_without_sheets_takes_none__TF_39(house: House) -> None:
    gil, _ = await house.table("Ana")
    assert (await gil.get(f"/t/{gil.table}/bring")).status_code == 404
    assert (await bring_to(gil, b"{}")).status_code == 404
    assert (await gil.get(f"/t/{gil.table}/sheet/ana")).status_code == 404


# -- Another game --------------------------------------------------------------------------------


async def birds(house: House) -> tuple[Person, Person]:
    """A table of Rotate Bird: its GM, and Ana."""
    gil, ana = house.person(), house.person()
    form = {"game": "rotate-bird", "name": "Friday", "gm": "Gil"}
    await gil.sit(await gil.post("/new", form))
    invite = await house.host.people.invite_of(gil.table)
    await ana.sit(await ana.post(f"/j/{invite}", {"name": "Ana"}))
    return gil, ana


async def bird_sheet(house: House) -> bytes:
    """Odile Quill, as Ana takes her along from her own sheet."""
    _, ana = await birds(house)
    assert (await ana.do("TakeReadyMade", key="odile-quill")).status_code == 200
    assert 'href="?sheet=odile-quill"' in await ana.page()
    sent = await ana.get(f"/t/{ana.table}?sheet=odile-quill")
    return (await ana.get(sent.headers["location"])).content


async def test_a_bird_is_taken_along_and_brought_by_its_player__TF_39(house: House) -> None:
    sheet = await bird_sheet(house)
    gil, ana = await birds(house)
    assert 'href="?bring="' in await ana.page()
    form = await ana.get(f"/t/{ana.table}/bring")
    assert "For whom?" not in form.text
    answer = await bring_to(ana, sheet, hidden(form.text, "page"))
    assert answer.status_code == 303, answer.text
    there = await ana.get(f"/t/{ana.table}/sheet/odile-quill")
    assert json.loads(there.content) == json.loads(sheet)
    assert "from another table" in await gil.page()


async def test_the_gm_brings_one_for_somebody__RB_1(house: House) -> None:
    sheet = await bird_sheet(house)
    gil, ana = await birds(house)
    assert 'href="?bring="' in await gil.page()
    assert "For whom?" in (await gil.get(f"/t/{gil.table}/bring")).text
    files = {"sheet": ("bird.json", sheet)}
    address = f"/t/{gil.table}/bring"
    for_nobody = await gil.browser.post(address, files=files, data={"owner": ""})
    assert for_nobody.status_code == 409
    brought = await gil.browser.post(address, files=files, data={"owner": "ana"})
    assert brought.status_code == 303, brought.text
    live = await house.host.live(ana.table)
    assert live
    assert live.table.play.cast["odile-quill"].player == "ana"


async def test_what_only_a_rule_forbids_can_be_put_before_the_gm__TF_17(house: House) -> None:
    sheet = json.loads(await bird_sheet(house))
    sheet["doing"][0]["symbols"].append("heart")
    data = json.dumps(sheet).encode()
    gil, ana = await birds(house)
    refused = await bring_to(ana, data)
    assert refused.status_code == 409
    assert "Ask the GM to allow it this once" in refused.text
    files, address = {"sheet": ("bird.json", data)}, f"/t/{ana.table}/bring"
    asked = await ana.browser.post(address, files=files, data={"ruling": "1"})
    assert asked.status_code == 303, asked.text
    live = await house.host.live(ana.table)
    assert live
    (number,) = live.table.requests
    assert (await gil.do("Answer", number=number, yes="true")).status_code == 200
    assert len(live.table.play.cast["odile-quill"].doing[0].symbols) == 3


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"being": ["a-thing-from-elsewhere"]}, "This table has no “a-thing-from-elsewhere”"),
        ({"name": "\u202eevil"}, "invisible"),
        ({"description": "x" * 3000}, "3,000 characters"),
        ({"name": "<script>alert(1)</script>" * 3}, "This sheet cannot be read"),
        ({"game": "wheel-of-fate"}, "This sheet is of another game."),
        ({"secret": "x"}, "This sheet cannot be read"),
    ],
)
async def test_a_bird_that_cannot_come_is_refused_and_nothing_of_it_comes__TF_40(
    house: House, change: dict[str, Any], said: str
) -> None:
    sheet = json.loads(await bird_sheet(house))
    _, ana = await birds(house)
    before = await house.version(ana.table)
    answer = await bring_to(ana, json.dumps(sheet | change).encode())
    assert 400 <= answer.status_code < 500
    assert said in html.unescape(answer.text)
    assert await house.version(ana.table) == before


async def test_nobody_takes_anothers_bird_along__TF_39(house: House) -> None:
    gil, ana = await birds(house)
    await ana.do("TakeReadyMade", key="odile-quill")
    ben = house.person()
    invite = await house.host.people.invite_of(gil.table)
    await ben.sit(await ben.post(f"/j/{invite}", {"name": "Ben"}))
    assert 'href="?sheet=odile-quill"' not in await ben.page()
    assert (await ben.get(f"/t/{ben.table}/sheet/odile-quill")).status_code == 404
    assert (await gil.get(f"/t/{gil.table}/sheet/odile-quill")).status_code == 200


# -- Drawings that travel (RB-11) ----------------------------------------------------------------


async def drawn_sheet(house: House) -> tuple[dict[str, Any], str]:
    """Odile Quill with a picture that Ana drew, as she is taken along; and its key."""
    _, ana = await birds(house)
    await ana.do("TakeReadyMade", key="odile-quill")
    live = await house.host.live(ana.table)
    assert live
    symbol = live.table.play.cast["odile-quill"].being[0].symbol
    page = hidden(await ana.page(), "page")
    answer = await ana.browser.post(
        f"/t/{ana.table}/drawing",
        data={"who": "odile-quill", "symbol": symbol, "page": page},
        files={"file": ("x.svg", SVG, "image/svg+xml")},
    )
    assert answer.status_code in (200, 303), answer.text
    answer = await ana.get(f"/t/{ana.table}/sheet/odile-quill")
    assert 'filename="odile-quill.json"' in answer.headers["content-disposition"]
    return json.loads(answer.content), drawing(SVG).key


async def test_drawings_travel_with_their_character__RB_11(house: House) -> None:
    sheet, key = await drawn_sheet(house)
    assert list(sheet["drawings"].values()) == [key]
    _, ana = await birds(house)
    answer = await bring_to(ana, json.dumps(sheet).encode())
    assert answer.status_code == 303, answer.text
    assert [one.key for one in await house.host.drawings.of(ana.table)] == [key]
    shown = await ana.get(f"/t/{ana.table}/drawing/{key}")
    assert shown.status_code == 200
    assert "pictures" not in str(await house.host.log.read(ana.table, 0))


@pytest.mark.parametrize(
    "pictures",
    [
        [{"drawing": "svg", "body": base64.b64encode(b"<svg onload='x()'/>").decode()}],
        [{"drawing": "png", "body": "AAAA"}],
        [{"drawing": "exe", "body": "AAAA"}],
        {"a": 1},
        "x" * 100,
    ],
)
async def test_hostile_drawings_are_refused_in_one_sentence__TF_40(
    house: House, pictures: object
) -> None:
    sheet, _ = await drawn_sheet(house)
    _, ana = await birds(house)
    before = await house.version(ana.table)
    answer = await bring_to(ana, json.dumps(sheet | {"pictures": pictures}).encode())
    assert 400 <= answer.status_code < 500
    assert any(said in answer.text for said in ("drawing", "That SVG", "That PNG"))
    assert await house.version(ana.table) == before
    assert await house.host.drawings.of(ana.table) == []


async def test_a_drawing_that_did_not_come_is_not_asked_for__RB_11(house: House) -> None:
    sheet, key = await drawn_sheet(house)
    del sheet["pictures"]
    _, ana = await birds(house)
    assert (await bring_to(ana, json.dumps(sheet).encode())).status_code == 303
    assert key not in await ana.page()


async def test_a_refused_file_need_not_be_chosen_again__TF_40(house: House) -> None:
    sheet = json.loads(await bird_sheet(house))
    sheet["being"] = [sheet["being"][0]] * 2
    _, ana = await birds(house)
    answer = await bring_to(ana, json.dumps(sheet).encode())
    assert answer.status_code >= 400
    kept = html.unescape(hidden(answer.text, "kept"))
    assert json.loads(kept) == sheet
    address, form = f"/t/{ana.table}/bring", {"page": hidden(answer.text, "page"), "ruling": "1"}
    again = await ana.browser.post(address, files={"sheet": ("", b"")}, data={**form, "kept": kept})
    assert again.status_code == 303, again.text


@pytest.mark.parametrize("key", ["wheel-of-fate", "rotate-bird", "shapers-and-bots", "mutagen"])
async def test_every_games_sheet_is_taken_along_and_brought_by_a_link__TF_39(
    house: House, key: str
) -> None:
    one = house.person()
    await one.sit(await one.post(f"/try/{key}", {}))
    live = await house.host.live(one.table)
    assert live
    for member in live.table.players:
        sheets = "".join(house.painter.regions(live, member.id).values())
        assert "?sheet=" in sheets, f"{member.name} finds no way to take their character along"
    gil = house.person()
    await gil.sit(await gil.post("/new", {"game": key, "name": "Friday", "gm": "Gil"}))
    if key == "wheel-of-fate":
        await gil.do("OpenCreation")
    invite = await house.host.people.invite_of(gil.table)
    ana = house.person()
    await ana.sit(await ana.post(f"/j/{invite}", {"name": "Ana"}))
    assert 'href="?bring="' in await ana.page()
