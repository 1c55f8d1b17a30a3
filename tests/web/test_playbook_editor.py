"""Playbooks on pages of their own: read, written, brought, confirmed, taken along (MU-155 …)."""

from __future__ import annotations

import html
import io
import re
import zipfile
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.web.drawn import in_a_line
from tests.web.house import PAINTER, House, Person
from tests.web.test_folds import BY_SCRIPT, page_of

from tablefolk.games import mutagen, shelf
from tablefolk.games.mutagen.playbooks.library import our_playbook
from tablefolk.games.mutagen.rules.state import Show
from tablefolk.hosting.tables import Host
from tablefolk.web.app import create_app
from tablefolk.web.stage import SHUT

BEES = """§ Bees: Resources
Smoke ▢ ▢ ▢ --> What calms the swarm.
§ Bees: Moves
● Send the swarm --> Spend 1 {{Smoke}}. Roll !+[Research] to {{Scope it out}}.
○ Queen's peace (1) --> Roll !+[+1].
🡕🡒 Restore 1 {{Smoke}}.
🡓 It goes wrong.
"""
BROKEN = "§ Moves\n○ One ► a\n##tablefolk {oops\n○ Two ► b\n"


@pytest.fixture
async def house(tmp_path: Path) -> Any:
    one = House(tmp_path)
    games = [*(game for game in shelf().games if game.key != mutagen.key), mutagen]
    one.host = Host(one.store, games)
    one.app = create_app(one.host, painter=PAINTER)
    yield one
    await one.close()


async def sat(house: House) -> tuple[Person, Person]:
    """A GM and a player at a table of Mutagen."""
    gil, ana = house.person(), house.person()
    await gil.sit(await gil.post("/new", {"game": "mutagen", "name": "Friday", "gm": "Gil"}))
    invite = await house.host.people.invite_of(gil.table)
    await ana.sit(await ana.post(f"/j/{invite}", {"name": "Ana"}))
    return gil, ana


async def write(one: Person, text: str, act: str = "load", **more: str) -> httpx.Response:
    form = {"text": text, "name": "bees", "role": "pc", "act": act, **more}
    return await one.post(f"/t/{one.table}/playbook", form)


async def show(one: Person) -> Show:
    live = await one.house.host.live(one.table)
    assert live
    assert isinstance(live.table.play, Show)
    return live.table.play


# -- Reading and taking along -------------------------------------------------------------------


async def test_everybody_at_the_table_reads_a_playbook_and_takes_it_along__MU_159(
    house: House,
) -> None:
    _, ana = await sat(house)
    page = await ana.get(f"/t/{ana.table}/playbook/sorcerer")
    assert page.status_code == 200
    assert "Weave magic" in page.text
    assert "© 2021 Aubrey R. Jones" in page.text
    assert "/edit" not in page.text
    for file in ("markup.txt", "playbook.toml"):
        got = await ana.get(f"/t/{ana.table}/playbook/sorcerer/{file}")
        assert "attachment" in got.headers["content-disposition"]
        assert got.headers["content-type"].count("charset=") == file.endswith(".txt")
        assert "© 2021 Aubrey R. Jones" in got.text


async def test_what_is_taken_along_comes_back_the_same__MU_159(house: House) -> None:
    gil, _ = await sat(house)
    for file in ("markup.txt", "playbook.toml"):
        text = (await gil.get(f"/t/{gil.table}/playbook/sorcerer/{file}")).text
        answer = await write(gil, text, "replace", name="sorcerer")
        assert answer.status_code == 303, answer.text
        assert (await show(gil)).shelf.playbook("sorcerer") == our_playbook("sorcerer")


async def test_strangers_other_tables_and_other_files_have_nothing(house: House) -> None:
    gil, ana = await sat(house)
    assert (await house.person().get(f"/t/{gil.table}/playbook/meta")).status_code == 403
    assert (await ana.get(f"/t/{gil.table}/playbook/nope")).status_code == 404
    assert (await ana.get(f"/t/{gil.table}/playbook/meta/passwords")).status_code == 404
    bo = house.person()
    await bo.sit(await bo.post("/new", {"game": "wheel-of-fate", "name": "Other", "gm": "Bo"}))
    assert (await bo.get(f"/t/{bo.table}/playbook/meta")).status_code == 404


async def test_a_playbook_for_the_gm_is_for_the_gm(house: House) -> None:
    gil, ana = await sat(house)
    await write(gil, "§ Tricks\n● Look sharp ► You do.", name="gm_tricks", role="gm")
    assert (await gil.get(f"/t/{gil.table}/playbook/gm_tricks")).status_code == 200
    for file in ("", "/markup.txt", "/playbook.mutagen.json"):
        assert (await ana.get(f"/t/{ana.table}/playbook/gm_tricks{file}")).status_code == 403


# -- Writing -------------------------------------------------------------------------------------


async def test_only_the_gm_comes_to_the_workbench__MU_156(house: House) -> None:
    _, ana = await sat(house)
    at = f"/t/{ana.table}/playbook"
    assert (await ana.get(at)).status_code == 403
    assert (await ana.get(f"{at}/common/edit")).status_code == 403
    assert (await write(ana, BEES)).status_code == 403
    for path in ("/preview", "/common/item", "/common/suggestion"):
        assert (await ana.post(f"{at}{path}", {"text": BEES})).status_code == 403


async def test_the_workbench_begins_with_something_that_can_be_played(house: House) -> None:
    gil, _ = await sat(house)
    page = (await gil.get(f"/t/{gil.table}/playbook")).text
    assert "No faults." in page
    assert "Send the swarm" in page


async def test_looking_it_over_changes_nothing_and_bringing_it_does__MU_156(house: House) -> None:
    gil, _ = await sat(house)
    before = await house.version(gil.table)
    looked = await write(gil, BEES, "look")
    assert looked.status_code == 200
    assert "2 sections, 3 items: 2 moves and 1 resource" in looked.text
    assert "2 suggestions to confirm" in looked.text
    assert await house.version(gil.table) == before
    answer = await write(gil, BEES)
    assert answer.headers["location"] == f"/t/{gil.table}/playbook/bees"
    page = (await gil.get(f"/t/{gil.table}/playbook/bees")).text
    assert "Queen&#39;s peace" in page
    assert "after 1 other here" in page


async def test_a_malformed_playbook_is_refused_at_the_right_line__MU_156(house: House) -> None:
    gil, _ = await sat(house)
    before = await house.version(gil.table)
    answer = await write(gil, BROKEN)
    assert answer.status_code == 422
    assert "Not a playbook yet" in answer.text
    assert "Line 3: error" in answer.text
    assert "##tablefolk {oops</code>" in answer.text
    assert await house.version(gil.table) == before


async def test_a_warning_is_named_with_its_line_and_refuses_nothing__MU_156(house: House) -> None:
    gil, _ = await sat(house)
    warned = f"Lost --> {{{{nowhere}}}}\n{BEES}"
    looked = await write(gil, warned, "look")
    assert "Fit to be played" in looked.text
    assert "Line 1: warning" in looked.text
    assert (await write(gil, warned)).status_code == 303


async def test_a_file_is_opened_and_looked_over_before_it_is_brought(house: House) -> None:
    gil, _ = await sat(house)
    files = {"file": ("wasps.txt", BEES.replace("swarm", "wasps").encode(), "text/plain")}
    answer = await gil.browser.post(f"/t/{gil.table}/playbook/files", files=files)
    assert answer.status_code == 200
    assert "Send the wasps" in answer.text
    assert (await show(gil)).shelf.playbook("wasps") is None
    files = {"file": ("bad.txt", b"\xff\xfe\x00", "text/plain")}
    answer = await gil.browser.post(f"/t/{gil.table}/playbook/files", files=files)
    assert answer.status_code == 422


async def test_an_electronic_playbook_is_opened_as_the_markup_it_holds__MU_156(
    house: House,
) -> None:
    gil, ana = await sat(house)
    await write(gil, BEES)
    at = f"/t/{gil.table}/playbook/bees/playbook.mutagen.json"
    got = await ana.get(at)
    assert got.headers["content-disposition"] == 'attachment; filename="bees.mutagen.json"'
    assert "<m-it>Send the swarm</m-it>" in got.json()["items"][3]
    wasps = got.content.replace(b"swarm", b"wasps")
    files = {"file": ("wasps.mutagen.json", wasps, "application/json")}
    answer = await gil.browser.post(f"/t/{gil.table}/playbook/files", files=files)
    assert answer.status_code == 200
    assert "● Send the wasps ► Spend 1 ⌞Smoke⌝." in answer.text
    assert "2 sections, 3 items" in answer.text
    assert (await show(gil)).shelf.playbook("wasps") is None
    assert (await write(gil, wasps.decode(), name="wasps")).status_code == 303
    assert (await show(gil)).shelf.item("wasps.send_the_wasps")


async def test_a_broken_electronic_playbook_is_refused_at_the_right_item__MU_156(
    house: House,
) -> None:
    gil, _ = await sat(house)
    bad = '{"items": ["§ Moves", "<m-p>A ►</m-p><img src=x>"]}'
    files = {"file": ("bad.mutagen.json", bad.encode(), "application/json")}
    answer = await gil.browser.post(f"/t/{gil.table}/playbook/files", files=files)
    assert "Not a playbook yet" in answer.text
    assert "items[1]: &lt;img&gt; is no tag of an electronic playbook." in answer.text
    assert "<img" not in answer.text
    assert (await write(gil, bad)).status_code == 422


async def test_too_much_is_not_even_looked_at(house: House) -> None:
    gil, _ = await sat(house)
    answer = await write(gil, BEES + "x" * 100_000)
    assert answer.status_code == 413
    assert "100 kB" in answer.text


async def test_the_preview_is_a_part_of_a_page_drawn_while_writing(house: House) -> None:
    gil, _ = await sat(house)
    answer = await gil.post(f"/t/{gil.table}/playbook/preview", {"text": BEES, "name": "bees"})
    assert answer.status_code == 200
    assert answer.text.lstrip().startswith("<p")
    assert "Send the swarm" in answer.text
    answer = await gil.post(f"/t/{gil.table}/playbook/preview", {"text": BROKEN, "name": "x"})
    assert answer.status_code == 200
    assert "Not a playbook yet" in answer.text


async def test_hostile_text_is_shown_and_never_obeyed__TF_11(house: House) -> None:
    gil, ana = await sat(house)
    bad = "§ <script>x</script>\n○ <img src=x onerror=y> ► </textarea><b>z</b> {{<u>}} //<i>//\n"
    for act in ("look", "load"):
        await write(gil, bad, act, name='"><b>')
    names = [b.id for b in (await show(gil)).shelf.playbooks]
    pages = [await gil.get(f"/t/{gil.table}/playbook/{names[-1]}{end}") for end in ("", "/edit")]
    pages.append(await write(gil, bad, "look", name='"><b>'))
    pages.append(await ana.get(f"/t/{ana.table}/playbook/{names[-1]}"))
    for page in pages:
        assert page.status_code == 200
        text = re.sub(r'<script (type="module" )?src="/static/[^"]*"></script>', "", page.text)
        for tag in ("<script", "<img src=x", "<b>", "<u>", "<i>"):
            assert tag not in text, tag
        assert "&lt;b&gt;z&lt;/b&gt;" in text


# -- Files, one or many -------------------------------------------------------------------------

STREET = Path(__file__).parents[1] / "data" / "lantern-street"


def packed(*names: str) -> bytes:
    """Files of the set, zipped with the folder they lie in."""
    body = io.BytesIO()
    with zipfile.ZipFile(body, "w") as file:
        for name in names:
            file.write(STREET / name, f"lantern-street/{name}")
    return body.getvalue()


async def bring(one: Person, *files: tuple[str, bytes]) -> httpx.Response:
    sent = [("file", (name, body, "text/plain")) for name, body in files]
    return await one.browser.post(f"/t/{one.table}/playbook/files", files=sent)


def hidden(page: str, name: str) -> str:
    """What a page carries along in a field that is not seen."""
    (found,) = re.findall(rf'<input type="hidden" name="{name}" value="([^"]*)">', page)
    return html.unescape(found)


async def test_a_file_brings_its_own_name_title_and_role__MU_156(house: House) -> None:
    gil, _ = await sat(house)
    page = (await bring(gil, ("gm_street.txt", (STREET / "gm/gm_street.txt").read_bytes()))).text
    assert 'name="name" maxlength="60" required value="gm_street"' in page
    assert '<option value="gm" selected>' in page
    assert "2 sections, 2 items: 2 GM items" in page
    page = (await bring(gil, ("wizard.txt", "§ Wizard Playbook\n○ Fuse ► Hot.".encode()))).text
    assert ">Wizard Playbook</h3>" in page


async def test_files_that_include_each_other_are_opened_together__MU_156(house: House) -> None:
    """Each with its byte-order mark; files picked one by one have lost their folders."""
    gil, _ = await sat(house)
    names = ("warden.txt", "warden_res.txt", "warden_skills.txt")
    alone = await bring(gil, (names[0], (STREET / "pcs" / names[0]).read_bytes()))
    assert "There is no text “warden_res” to include." in html.unescape(alone.text)
    assert "Walk the bounds" in alone.text  # and hides nothing else
    files = [(name, (STREET / "pcs" / name).read_bytes()) for name in names]
    page = (await bring(gil, *files)).text
    assert "Came along, to be included: warden_res and warden_skills" in page
    assert "Fire gazing" in page
    text = html.unescape(re.findall(r"<textarea[^>]*>(.*?)</textarea>", page, re.DOTALL)[0])
    done = await write(gil, text, name="warden", included=hidden(page, "included"))
    assert done.status_code == 303
    book = (await show(gil)).shelf.playbook("warden")
    assert book
    assert len(book.items) == 20


async def test_a_zipped_set_comes_to_the_table_as_it_defines_itself__MU_156(house: House) -> None:
    gil, _ = await sat(house)
    names = (
        "playbooks.txt",
        "gm/gm_street.txt",
        *(f"pcs/warden{e}.txt" for e in ("", "_res", "_skills")),
    )
    page = (await bring(gil, ("street.zip", packed(*names)))).text
    assert "2 playbooks in these files" in page
    assert "Hedge Warden" in page
    form = {"texts": hidden(page, "texts"), "how.lantern_pc_warden": "load"}
    form |= {"how.lantern_gm_street": "load"}
    done = await gil.post(f"/t/{gil.table}/playbook/set", form)
    assert done.status_code == 303
    shelf = (await show(gil)).shelf
    warden, street = shelf.playbook("lantern_pc_warden"), shelf.playbook("lantern_gm_street")
    assert warden
    assert street
    assert (warden.name, warden.role) == ("Hedge Warden", "pc")
    assert (street.name, street.role) == ("The Street's Side", "gm")
    again = (await gil.post(f"/t/{gil.table}/playbook/set", form)).text
    assert "is on the table already" in again  # and says so before it changes anything
    opened = await gil.post(f"/t/{gil.table}/playbook/set", {**form, "open": "lantern_pc_warden"})
    assert "Hedge Warden on the workbench" in opened.text


HARBOUR = STREET.parent / "salt-harbour"


async def harbour(gil: Person) -> str:
    """The files of a whole set, picked one by one."""
    files = [(path.name, path.read_bytes()) for path in sorted(HARBOUR.rglob("*/*.txt"))]
    return (await bring(gil, *files)).text


async def test_a_set_with_its_own_common_asks_which_its_characters_have__MU_1(house: House) -> None:
    gil, _ = await sat(house)
    page = await harbour(gil)
    assert "10 playbooks in these files" in page  # and no introduction among them
    assert "This one, instead of the Common Playbook" in page
    assert "The Common Playbook, and beside it only what this one has more" in page
    assert "You read the tide as others read letters" in page
    names = ("scholar", "knot", "sprite", "still", "gm_common")
    form = {
        "texts": hidden(page, "texts"),
        "how.common": "common.instead",
        "how.sorcerer": "beside",
    }
    done = await gil.post(
        f"/t/{gil.table}/playbook/set", form | {f"how.{name}": "load" for name in names}
    )
    assert done.status_code == 303
    shelf = (await show(gil)).shelf
    common, sorcerer = shelf.playbook("common_2"), shelf.playbook("sorcerer_2")
    assert common
    assert (common.name, common.instead) == ("Common (of Knot, Scholar and others)", "common")
    assert sorcerer
    assert [b.id for b in shelf.playbooks if b.common == "common_2"] == [
        "knot", "scholar", "sorcerer_2", "sprite", "still",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("takes", "id"), [("instead", "Common (of {})"), ("beside", "More for everybody (of {})")]
)
async def test_a_common_that_is_there_stays_as_it_is__MU_1__MU_156(
    house: House, takes: str, id: str
) -> None:
    gil, _ = await sat(house)
    form = {"texts": hidden(await harbour(gil), "texts")}
    first = form | {"how.common": f"common.{takes}", "how.scholar": "load"}
    assert (await gil.post(f"/t/{gil.table}/playbook/set", first)).status_code == 303
    page = await harbour(gil)
    assert f"“{id.format('Knot, Scholar and others')}” is on the table already" in page
    assert hidden(page, "how.common") == "common.there"
    assert "common.instead" not in page
    again = form | {"how.common": "common.there", "how.knot": "load", "how.scholar": "replace"}
    assert (await gil.post(f"/t/{gil.table}/playbook/set", again)).status_code == 303
    shelf = (await show(gil)).shelf
    assert {b.id for b in shelf.playbooks if b.common == "common_2"} == {"knot", "scholar"}
    assert shelf.playbook("common_3") is None


async def test_what_a_common_has_more_is_never_brought_for_nobody__MU_1(house: House) -> None:
    gil, _ = await sat(house)
    form = {"texts": hidden(await harbour(gil), "texts"), "how.common": "common.beside"}
    for mates in ({}, {"how.gm_common": "load"}):
        no = await gil.post(f"/t/{gil.table}/playbook/set", form | mates)
        assert no.status_code == 409
        assert "Nobody would have it on their sheet" in no.text
    assert (await show(gil)).shelf.playbook("common_2") is None
    alone = "\n".join(p.read_text("utf-8-sig") for p in (HARBOUR / "common").glob("common_*.txt"))
    for name, offered in (("common", False), ("sprite", True)):  # as Common it is nobody's
        asked = await write(gil, alone, name=name + "_playbook", role="pc")
        assert asked.status_code == 409
        assert ("and of\nthis only what is more" in asked.text) == offered


async def test_a_text_with_a_common_inside_is_asked_about_on_the_workbench__MU_1(
    house: House,
) -> None:
    gil, _ = await sat(house)
    parts = [*(HARBOUR / "common").glob("common_*.txt"), HARBOUR / "pcs/sprite.txt"]
    text = "\n".join(path.read_text("utf-8-sig") for path in parts)
    asked = await write(gil, text, name="sprite")
    assert asked.status_code == 409
    assert "A Common is in it, as the Common Playbook is one" in asked.text
    assert (await write(gil, text, "common.instead", name="sprite")).status_code == 303
    book = (await show(gil)).shelf.playbook("sprite")
    assert book
    assert book.instead == "common"


async def test_an_introduction_comes_to_the_playbook_on_the_table__MU_156(house: House) -> None:
    gil, _ = await sat(house)
    knot = (HARBOUR / "pcs/knot.txt").read_text("utf-8-sig")
    await write(gil, knot, name="knot")
    names = ("knot_intro", "still_intro")
    files = [(f"{n}.txt", (HARBOUR / f"pcs/{n}.txt").read_bytes()) for n in names]
    page = (await bring(gil, *files)).text
    assert "it describes Knot, which is on\nthe table" in page
    assert "no playbook here of that name" in page
    form = {"texts": hidden(page, "texts"), "how.knot_intro": "describes"}
    assert (await gil.post(f"/t/{gil.table}/playbook/set", form)).status_code == 303
    book = (await show(gil)).shelf.playbook("knot")
    assert book
    assert book.intro == "You tie things together that were apart!"


async def test_what_is_no_text_or_too_large_a_zip_is_refused_in_a_sentence(house: House) -> None:
    gil, _ = await sat(house)
    for name, body in (("a.zip", b"PK\x03\x04broken"), ("a.txt", b"\xff\xfe"), ("a.txt", b"")):
        assert (await bring(gil, (name, body))).status_code == 422
    large = io.BytesIO()
    with zipfile.ZipFile(large, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("a.txt", "a" * 3_000_000)
    answer = await bring(gil, ("a.zip", large.getvalue()))
    assert answer.status_code == 422
    assert "far too large" in answer.text


# -- A name that is taken ------------------------------------------------------------------------


async def test_a_name_that_is_taken_is_replaced_only_after_a_question__MU_158(
    house: House,
) -> None:
    gil, ana = await sat(house)
    await write(gil, BEES)
    await ana.do("MakeCharacter", name="Bea", archetype="bees")
    other = BEES.replace("Smoke", "Honey")
    before = await house.version(gil.table)
    asked = await write(gil, other)
    assert asked.status_code == 409
    assert "on the sheet of <strong>Bea</strong>" in asked.text
    assert "Bring it beside, as bees_2" in in_a_line(asked.text)
    assert await house.version(gil.table) == before
    beside = await write(gil, other, "beside")
    assert beside.headers["location"].endswith("/playbook/bees_2")
    assert (await show(gil)).shelf.item("bees.smoke")
    assert (await show(gil)).shelf.item("bees_2.honey")
    assert (await write(gil, other, "replace")).status_code == 303
    assert (await show(gil)).shelf.item("bees.smoke") is None


# -- Items of one's own, and suggestions ---------------------------------------------------------


async def test_an_item_of_ones_own_is_added_and_worded_anew__MU_157(house: House) -> None:
    gil, _ = await sat(house)
    at = f"/t/{gil.table}/playbook/common/item"
    trick = {"section": "common.moves", "text": "○ Old trick ► You did this before."}
    assert (await gil.post(at, trick)).status_code == 303
    (mine,) = [i for i in (await show(gil)).shelf.items(("common",)) if i.homebrew]
    again = {"item": mine.id, "text": "○ Old trick ► You did this twice."}
    assert (await gil.post(at, again)).status_code == 303
    item = (await show(gil)).shelf.item(mine.id)
    assert item is not None
    assert item.text == "You did this twice."
    page = (await gil.get(f"/t/{gil.table}/playbook/common")).text
    assert "home-made" in page


async def test_an_item_that_cannot_be_read_keeps_its_words_in_the_form__MU_157(
    house: House,
) -> None:
    gil, _ = await sat(house)
    bad = {"section": "common.moves", "text": "○ One ► a\n○ Two ► b"}
    answer = await gil.post(f"/t/{gil.table}/playbook/common/item", bad)
    assert answer.status_code in (409, 422)
    assert "Write one item." in answer.text
    assert "○ Two ► b</textarea>" in answer.text


async def test_the_gm_lets_a_suggestion_hold_or_puts_it_aside__MU_160(house: House) -> None:
    gil, ana = await sat(house)
    await write(gil, BEES)
    at = f"/t/{gil.table}/playbook/bees"
    page = (await gil.get(at)).text
    assert "Making it costs 1 Smoke, right before the dice." in page
    assert "not in force yet" not in (await ana.get(at)).text
    one = {"item": "bees.send_the_swarm", "place": "0", "say": "yes"}
    assert (await gil.post(f"{at}/suggestion", one)).status_code == 303
    item: Any = (await show(gil)).shelf.item("bees.send_the_swarm")
    assert [c.resource for c in item.cost] == ["bees.smoke"]
    assert (await gil.post(f"{at}/suggestion", {"say": "no"})).status_code == 303
    book = (await show(gil)).shelf.playbook("bees")
    assert book is not None
    assert not [i for i in book.items if i.suggested]
    assert (await gil.post(f"{at}/suggestion", {"say": "no"})).status_code == 409


# -- Making somebody, a step at a time ------------------------------------------------------------


async def test_a_step_of_making_stays_after_what_is_done_in_it__MU_16__MU_22(house: House) -> None:
    """Drive 1 is written and Drive 2 not: whoever writes goes on by themselves, and not before."""
    _, ana = await sat(house)
    await ana.do("MakeCharacter", name="Wol", archetype="sorcerer")
    await ana.do("WriteIn", who="wol", item="concept", key="concept", text="Unkempt")

    def act(page: str, do: str, **fields: str) -> dict[str, str]:
        return {"do": do, "who": "wol", "from": "stage", "page": page, **fields}

    async with await ana.opened() as stream:
        page, hub = page_of(stream), house.app.place.hub
        drive = act(page, "WriteIn", item="drives", key="drive1", text="In")
        await ana.submit(drive, **BY_SCRIPT)
        assert hub.slots(ana.table, page, "ana").on == "draft:wol"
        assert 'data-part="draft:wol"' in await stream.message('hx-target="#now"')
        hub.opens(ana.table, page, "ana", SHUT)  # on to the circles
        for n, item in enumerate(("conjure_elements", "transit") * 2 + ("conjure_elements",)):
            circle = act(page, "FillMark", item=item, id=f"circle-{n}")
            await ana.submit(circle, **BY_SCRIPT)
        assert hub.slots(ana.table, page, "ana").on == ""  # all are filled: the last look
