"""Packs as files: out, changed, in again; pictures and cheat sheets (RB-182 … RB-191)."""

from __future__ import annotations

import io
import re
import zipfile
import zlib
from html import unescape
from typing import Any

import httpx
import pytest
from tests.web.house import House, Person
from tests.web.pictures import SVG, square
from tests.web.test_bad_input import Tags
from tests.web.test_drawings import birds

from tablefolk.games.rotate_bird.page import chat
from tablefolk.games.rotate_bird.rules.packs import (
    Pack,
    default_pack,
    portable,
    read_pack,
    write_pack,
)
from tablefolk.games.rotate_bird.web.symbols import pictures
from tablefolk.hosting.drawings import drawing
from tablefolk.hosting.pictures import png
from tablefolk.web import assets

DEFAULT = "\n".join(write_pack(default_pack()))


def small(name: str = "Tiny", **replaced: str) -> str:
    """The least pack there may be: 36 Being, 12 Doing, 6 Fallout."""
    letters = [chr(0x4E00 + n) for n in range(54)]
    codes = [10 * a + b for a in range(1, 7) for b in range(1, 7)]
    lines = [f'name = "{name}"', 'tone = "Small things."', "[[being]]"]
    lines += [f'{c} = {{ name = "Thing {c}", icon = "bell", emoji = "{letters[n]}" }}'
              for n, c in enumerate(codes)]  # fmt: skip
    lines.append("[doing]")
    lines += [f'{codes[3 * n]}-{codes[3 * n + 2]} = {{ name = "Way {n}", icon = "rotate", '
              f'emoji = "{letters[36 + n]}" }}' for n in range(12)]  # fmt: skip
    lines.append("[fallout]")
    lines += [f'{n + 1} = {{ name = "Woe {n}", icon = "bomb", emoji = "{letters[48 + n]}" }}'
              for n in range(6)]  # fmt: skip
    text = "\n".join(lines)
    for old, new in replaced.items():
        text = text.replace(old.replace("_", " "), new)
    return text


async def packs(one: Person) -> dict[str, Pack]:
    live = await one.house.host.live(one.table)
    assert live
    found: dict[str, Pack] = live.table.play.packs  # type: ignore[attr-defined]
    return {id: portable(pack) for id, pack in found.items()}


async def bring(gil: Person, text: str | bytes, paste: bool = False) -> httpx.Response:
    path = f"/t/{gil.table}/pack"
    if paste:
        return await gil.post(path, {"text": text})
    body = text.encode() if isinstance(text, str) else text
    return await gil.browser.post(path, files={"file": ("pack.toml", body, "text/plain")})


async def edited(gil: Person, pack: str, section: str, **columns: Any) -> httpx.Response:
    """The rows of a section as its form sends them, with some columns changed."""
    page = (await gil.get(f"/t/{gil.table}/pack/{pack}")).text
    part = page.split(f'name="section" value="{section}"')[1].split("</form>")[0]
    form: dict[str, Any] = {"section": section}
    for name in ("code", "id", "name", "icon", "emoji", "drawing", "short"):
        found = re.findall(rf'<input[^>]*name="{name}"[^>]*>', part)
        values = [m[1] if (m := re.search(r'value="([^"]*)"', tag)) else "" for tag in found]
        for row, value in columns.get(name, {}).items():
            values[row] = value
        form[name] = values
    return await gil.post(f"/t/{gil.table}/pack/{pack}", form)


# -- In ----------------------------------------------------------------------------------------


async def test_a_pack_goes_out_is_changed_and_comes_in_again__RB_182(house: House) -> None:
    gil, _ = await birds(house)
    out = (await gil.get(f"/t/{gil.table}/pack/rotate-bird/pack.toml")).text
    assert read_pack(out.splitlines()) == default_pack()
    changed = out.replace('"Rotate Bird"', '"Harbour"').replace('name = "Anchor"', 'name = "Buoy"')
    answer = await bring(gil, changed)
    assert answer.status_code == 303
    assert answer.headers["location"] == f"/t/{gil.table}/pack/harbour"
    pack = (await packs(gil))["harbour"]
    assert pack.symbols["anchor"].name == "Buoy"
    assert pack.being == default_pack().being
    again = (await gil.get(f"/t/{gil.table}/pack/harbour/pack.toml")).text
    assert read_pack(again.splitlines()) == pack
    assert (await gil.do("UsePack", pack="harbour")).status_code == 200
    assert "Harbour" in await gil.page()


async def test_a_pack_that_was_brought_is_used_from_where_one_lands__RB_182(house: House) -> None:
    gil, _ = await birds(house)
    page = (await gil.get((await bring(gil, small())).headers["location"])).text
    form = page.partition('<form id="use-pack"')[2].partition("</form>")[0]
    assert 'name="do" value="UsePack"' in form
    answer = await gil.submit({"do": "UsePack", "pack": "tiny"})
    assert answer.status_code == 303
    again = (await gil.get(f"/t/{gil.table}/pack/tiny")).text
    assert 'id="use-pack"' not in again
    assert "in use" in again


@pytest.mark.parametrize("paste", [True, False])
async def test_a_broken_pack_is_refused_with_every_place__RB_182(house: House, paste: bool) -> None:
    gil, _ = await birds(house)
    before = await house.version(gil.table)
    lines = small().splitlines()
    lines[3] = lines[3].replace('"bell"', '"no-such-icon"')
    lines[5] = lines[5].replace(chr(0x4E02), chr(0x4E00))  # as in line 4
    del lines[40]
    answer = await bring(gil, "\n".join(lines), paste)
    assert answer.status_code == 422
    assert "Line 4:</strong> There is no icon called “no-such-icon”" in answer.text
    assert "Line 6:</strong> “Thing 13” and “Thing 11” have the same chat form" in answer.text
    assert re.search(r"Line 40:</strong> There is no row for 11, 12, 13", answer.text)
    assert "Thing 22" in answer.text, "what was typed is still there, to be mended"
    assert await house.version(gil.table) == before


async def test_a_clash_of_ids_hides_no_other_clash__RB_182(house: House) -> None:
    gil, _ = await birds(house)
    lines = small().splitlines()
    lines[4] = lines[4].replace("{ name", '{ id = "thing-11", name')  # as line 4
    lines[9] = lines[9].replace(chr(0x4E06), chr(0x4E00))  # as in line 4
    answer = await bring(gil, "\n".join(lines))
    assert "2 things are not right yet" in " ".join(answer.text.split())
    assert "Line 5:</strong> There are two symbols called “thing-11”." in answer.text
    assert "Line 10:</strong> “Thing 21” and “Thing 11” have the same chat form" in answer.text


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "The pack needs its “name”"),
        ("name = ", "This line cannot be read"),
        ("[[[", "This line cannot be read"),
        ("x = " + "[" * 5000, "This line cannot be read"),
        ("<script>alert(1)</script>", "This line cannot be read"),
        ('name = "x"\n# ' + "y" * 120_000, "100,000 characters at most"),
        (small() + '\n[drawings]\nabc = "png:AAAA"', "The drawings at the end"),
        (small() + "\n[drawings]\nabc = 7", "The drawings at the end"),
        (small(Way_0='Way 0", drawing = "' + "0" * 40), "This table has no drawing"),
    ],
)
async def test_what_is_no_pack_is_refused__RB_182(house: House, text: str, said: str) -> None:
    gil, _ = await birds(house)
    answer = await bring(gil, text)
    assert answer.status_code == 422, answer.text[:500]
    assert said in answer.text
    tags = Tags()
    tags.feed(answer.text)
    assert tags.scripts == tags.sources
    assert await packs(gil) == {}


async def test_a_pack_has_its_own_limit_of_size__RB_182(house: House) -> None:
    gil, _ = await birds(house)
    assert (await bring(gil, b"x" * 10_000_000)).status_code == 413
    assert (await bring(gil, b"\xff\xfe")).status_code == 422


async def test_packs_are_for_the_gm_of_a_game_that_has_them__RB_182(house: House) -> None:
    gil, ana = await birds(house)
    assert (await bring(ana, small())).status_code == 403
    await bring(gil, small())
    assert (await ana.get(f"/t/{ana.table}/pack/tiny")).status_code == 403
    assert (await ana.get(f"/t/{ana.table}/pack/tiny/pack.toml")).status_code == 403
    assert (await ana.get(f"/t/{ana.table}/pack/rotate-bird/cheat-sheet.md")).status_code == 200
    await gil.do("UsePack", pack="tiny")
    assert (await ana.get(f"/t/{ana.table}/pack/tiny/pack.toml")).status_code == 200
    assert (await gil.get(f"/t/{gil.table}/pack/nothing")).status_code == 404
    assert (await gil.get(f"/t/{gil.table}/pack/tiny/nothing")).status_code == 404
    odd, *_ = await house.table()
    assert (await bring(odd, small())).status_code == 404
    assert (await odd.get(f"/t/{odd.table}/pack/rotate-bird")).status_code == 404


# -- On the workbench --------------------------------------------------------------------------


async def test_a_symbol_is_changed_on_the_workbench__RB_185(house: House) -> None:
    gil, _ = await birds(house)
    await bring(gil, small())
    answer = await edited(gil, "tiny", "being.0", name={0: "Teapot"}, emoji={0: "🫖"})
    assert answer.status_code == 303, answer.text
    pack = (await packs(gil))["tiny"]
    changed = pack.symbols[pack.being[0][0]]
    assert (changed.name, changed.emoji) == ("Teapot", "🫖")
    assert len(pack.symbols) == 54


async def test_the_game_s_own_pack_becomes_one_s_own_by_another_name__RB_182(
    house: House,
) -> None:
    gil, _ = await birds(house)
    form = {"section": "head", "name": "Ours", "tone": "Ferries."}
    answer = await gil.post(f"/t/{gil.table}/pack/rotate-bird", form)
    assert answer.status_code == 303
    pack = (await packs(gil))["ours"]
    assert (pack.name, pack.tone) == ("Ours", "Ferries.")
    assert pack.of("being") == default_pack().of("being")
    assert pack.of("factor") == default_pack().of("factor")


async def test_what_is_saved_of_the_game_s_own_pack_leaves_that_one_alone__RB_182(
    house: House,
) -> None:
    gil, _ = await birds(house)
    answer = await edited(gil, "rotate-bird", "fallout", name={0: "Heartache"})
    assert answer.headers["location"].startswith(f"/t/{gil.table}/pack/our-rotate-bird#")
    assert list(await packs(gil)) == ["our-rotate-bird"]
    assert "Heartache" not in (await gil.get(f"/t/{gil.table}/pack/rotate-bird")).text


async def test_rows_are_joined_and_fall_away__RB_183(house: House) -> None:
    gil, _ = await birds(house)
    await bring(gil, DEFAULT.replace('"Rotate Bird"', '"Few"'))
    gone = {n: "" for n in range(36) if n % 3}
    runs = {n: f"{10 * (n // 6 + 1) + n % 6 + 1}-{10 * (n // 6 + 1) + n % 6 + 3}"
            for n in range(0, 36, 3)}  # fmt: skip
    answer = await edited(
        gil, "few", "doing", code=runs, name=gone, icon=gone, emoji=gone, drawing=gone
    )
    assert answer.status_code == 303, answer.text
    assert len((await packs(gil))["few"].of("doing")) == 12


@pytest.mark.parametrize(
    ("columns", "said"),
    [
        ({"emoji": {1: "一"}}, "have the same chat form 一"),
        ({"emoji": {1: ""}}, "needs its “emoji”"),
        ({"icon": {1: "../../passwd"}}, "There is no icon called"),
        ({"icon": {1: ""}}, "needs a picture"),
        ({"code": {1: "99"}}, "is no code of this table"),
        ({"code": {1: "11"}}, "11 has two rows"),
        ({"name": {1: "x" * 200}}, "needs its “name”"),
    ],
)
async def test_a_fault_stands_at_its_row_and_nothing_is_saved__RB_182(
    house: House, columns: dict[str, dict[int, str]], said: str
) -> None:
    gil, _ = await birds(house)
    await bring(gil, small())
    before = await packs(gil)
    answer = await edited(gil, "tiny", "being.0", **columns)
    assert answer.status_code == 422
    assert said in answer.text
    assert "rb-row-bad" in answer.text or "rb-note" in answer.text
    assert await packs(gil) == before


@pytest.mark.parametrize("pack", ["tiny", "rotate-bird"])
@pytest.mark.parametrize("section", ["nonsense", "", "being.9", "editor."])
async def test_a_part_that_is_none_is_refused__RB_182(
    house: House, pack: str, section: str
) -> None:
    gil, _ = await birds(house)
    await bring(gil, small())
    answer = await gil.post(f"/t/{gil.table}/pack/{pack}", {"section": section})
    assert answer.status_code == 422


async def test_the_workbench_shows_guidelines_tone_and_demands_chat_forms__RB_186(
    house: House,
) -> None:
    gil, _ = await birds(house)
    page = (await gil.get(f"/t/{gil.table}/pack/rotate-bird")).text
    assert default_pack().tone in page
    assert "No weapons, as a rule." in page
    assert "Nobody takes it for a Being symbol." in page
    assert "with a chat form of its own" in page
    assert page.count('name="emoji"') == 157 + 5  # and a new row in all but the Factors
    tags = Tags()
    tags.feed(page)
    assert tags.scripts == tags.sources
    assert "style" not in tags.attributes


async def test_the_shelf_shows_tone_and_size_advice__RB_184(house: House) -> None:
    gil, _ = await birds(house)
    invite = await house.host.people.invite_of(gil.table)
    await bring(gil, small())
    await gil.do("UsePack", pack="tiny")
    note = "you will see the same ones often"
    assert "up to 3 players" in await gil.page()
    assert "Small things." in await gil.page()
    assert note not in await gil.page()
    for name in ("Ben", "Cy", "Dot"):
        one = house.person()
        await one.sit(await one.post(f"/j/{invite}", {"name": name}))
    assert note in await gil.page()


# -- With drawings -----------------------------------------------------------------------------


async def test_a_pack_takes_its_drawings_to_another_table_in_one_file__RB_182(
    house: House,
) -> None:
    gil, _ = await birds(house)
    await bring(gil, small())
    for symbol, body in (("thing-11", SVG), ("way-0", square())):
        answer = await gil.browser.post(
            f"/t/{gil.table}/pack/tiny",
            data={"section": "drawing", "symbol": symbol},
            files={"file": ("x", body, "image/png")},
        )
        assert answer.status_code == 303, answer.text
    pack = (await packs(gil))["tiny"]
    assert pack.symbols["thing-11"].drawing == drawing(SVG).key
    file = (await gil.get(f"/t/{gil.table}/pack/tiny/pack.toml")).text
    other, _ = await birds(house)
    assert (await bring(other, file)).status_code == 303
    assert (await packs(other))["tiny"] == pack
    assert len(await house.host.drawings.of(other.table)) == 2
    names = opened(await other.get(f"/t/{other.table}/pack/tiny/pictures.zip"))
    assert names["being/thing-11.svg"] == drawing(SVG).body
    assert names["doing/way-0.png"] == drawing(square()).body
    html = (await other.get(f"/t/{other.table}/pack/tiny/cheat-sheet.html")).text
    assert "data:image/svg+xml;base64," in html


# -- Out (RB-190) ------------------------------------------------------------------------------


def opened(answer: httpx.Response) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(answer.content)) as file:
        assert file.testzip() is None
        return {name: file.read(name) for name in file.namelist()}


async def test_the_archive_has_every_symbol_as_a_png__RB_190(house: House) -> None:
    answer = await house.person().get("/games/rotate-bird/pack/pictures.zip")
    assert answer.headers["content-type"] == "application/zip"
    files = opened(answer)
    for symbol in default_pack().symbols.values():
        picture = files[f"{symbol.kind}/{symbol.id}.png"]
        assert png.is_clean(picture)
        assert picture[16:24] == (256).to_bytes(4, "big") * 2
    assert len(files) == 157 + 2
    assert "CC BY 4.0" in files["credits.txt"].decode()
    assert len({body for name, body in files.items() if name.startswith("being/")}) == 108


async def test_the_cheat_sheet_comes_in_three_forms__RB_190(house: House) -> None:
    one = house.person()
    markdown = (await one.get("/games/rotate-bird/pack/cheat-sheet.md")).text
    html = await one.get("/games/rotate-bird/pack/cheat-sheet.html")
    sheet = (await one.get("/games/rotate-bird/pack/sheet")).text
    for symbol in default_pack().symbols.values():
        assert f"| {symbol.emoji} | {symbol.name} |" in markdown
        assert f"{symbol.emoji} {symbol.name}" in unescape(html.text)
        assert symbol.emoji in sheet
    assert html.headers["content-disposition"].startswith("attachment")
    assert sheet.count("<svg") >= 157
    assert "style=" not in sheet
    assert (await one.get("/games/rotate-bird/pack/nothing")).status_code == 404
    assert "/games/rotate-bird/pack/sheet" in (await one.get("/about")).text


async def test_names_are_text_on_every_sheet__TF_11(house: House) -> None:
    gil, _ = await birds(house)
    await bring(gil, small("<b>Bold</b> | x", Thing_11="<script>a</script>|"))
    at = f"/t/{gil.table}/pack/b-bold-b-x"
    for file in ("sheet", "cheat-sheet.html", "cheat-sheet.md"):
        text = (await gil.get(f"{at}/{file}")).text
        assert "<script>a" not in text
        assert "<b>Bold" not in text
    assert "\\<script\\>a\\</script\\>\\|" in text


def test_every_icon_of_the_157_symbols_is_installed__RB_10() -> None:
    assert len(default_pack().symbols) == 157
    for symbol in default_pack().symbols.values():
        assert assets.has_icon(symbol.icon), symbol.icon
        assert str(assets.icon(symbol.icon, symbol.name)).startswith("<svg")
        view_box, paths = assets.outline(symbol.icon)
        assert len(view_box.split()) == 4
        assert paths


def test_a_picture_is_ink_on_a_white_card_with_round_corners__RB_190() -> None:
    made = pictures.icon_png("square")
    at = made.index(b"IDAT") + 4
    pixels = zlib.decompressobj().decompress(made[at:])
    row = 1 + 2 * pictures.SIDE
    corner, middle = pixels[1:3], pixels[128 * row + 1 + 2 * 128 :][:2]
    assert corner[1] == 0
    assert middle == bytes((pictures.INK, 255))
    edge = pixels[128 * row + 1 + 2 * 4 :][:2]
    assert edge == b"\xff\xff"


async def test_the_story_is_taken_to_a_chat_with_emoji_alone__RB_10(house: House) -> None:
    gil, ana = await birds(house)
    live = await house.host.live(ana.table)
    assert live
    bird: Any = live.table.play  # type: ignore[attr-defined]
    wanted = {bird.symbol(trait.symbol) for trait in bird.cast["wren"].being}
    usual = (await gil.get(f"/t/{gil.table}/story/md")).text
    story = (await gil.get(f"/t/{gil.table}/story/md?symbols=chat")).text
    assert set(chat.at_table(bird).symbols(story)) == wanted
    for symbol in wanted:
        assert chat.whole(symbol) in usual
        assert chat.whole(symbol) not in story
    assert "symbols=chat" in (await gil.get(f"/t/{gil.table}/log")).text
    odd, *_ = await house.table()
    assert (await odd.get(f"/t/{odd.table}/story/md?symbols=chat")).status_code == 200


async def test_a_being_table_is_added_and_taken_out_on_the_workbench__RB_182(house: House) -> None:
    gil, _ = await birds(house)
    await bring(gil, small())
    assert "Another Being table" in (await gil.get(f"/t/{gil.table}/pack/tiny")).text
    every = range(36)
    things = {
        "name": {n: f"Extra {n}" for n in every},
        "icon": dict.fromkeys(every, "star"),
        "emoji": {n: f"x{n}" for n in every},
    }
    gap = {key: {n: v for n, v in column.items() if n != 35} for key, column in things.items()}
    answer = await edited(gil, "tiny", "being.1", **gap)
    assert answer.status_code == 422
    assert "66" in answer.text.split("not right yet")[1].split("</section>")[0]
    answer = await edited(gil, "tiny", "being.1", **things)
    assert answer.status_code == 303, answer.text.split("not right yet")[1][:900]
    assert [len(set(table)) for table in (await packs(gil))["tiny"].being] == [36, 36]
    nothing = {key: dict.fromkeys(every, "") for key in things}
    assert (await edited(gil, "tiny", "being.1", **nothing)).status_code == 303
    assert len((await packs(gil))["tiny"].being) == 1
    far = await gil.post(f"/t/{gil.table}/pack/tiny", {"section": "being.4"})
    assert "A pack has no such part." in far.text


# -- Icons to choose from (RB-187) ---------------------------------------------------------------


async def test_icons_are_found_by_words_and_chosen_from_a_grid__RB_187(house: House) -> None:
    gil, _ = await birds(house)
    await bring(gil, small())
    bench = (await gil.get(f"/t/{gil.table}/pack/tiny")).text
    assert 'data-choose-icon="being-0-1-icon"' in bench
    found = (await gil.get("/icons?q=bird")).text
    assert 'data-icon="crow"' in found  # by the name of its symbol
    assert 'data-icon="anchor"' not in found
    every = (await gil.get("/icons")).text
    assert len(re.findall("data-icon=", every)) == 120


# -- What somebody has made to go on with (RB-143, RB-175) -----------------------------------------


async def test_what_the_gm_has_made_stands_before_them_at_once__RB_175__RB_143(
    house: House,
) -> None:
    """A worksheet for oneself, an NPC: neither is to be looked for afterwards."""
    gil, ana = await birds(house)
    answer = await gil.submit({"do": "StartWorksheet", "mode": "solo"})
    assert answer.headers["location"] == f"/t/{gil.table}?on=worksheet-own"
    assert "Roll three Factors" in (await gil.get(answer.headers["location"])).text
    answer = await gil.submit({"do": "MakeNpc", "name": "Gulls", "being[]": "bird"})
    assert answer.headers["location"] == f"/t/{gil.table}?on=npc%3Anpc_gulls"
    answer = await gil.submit({"do": "Say", "text": "Well."})
    assert answer.headers["location"] == f"/t/{gil.table}"
    answer = await ana.submit({"do": "Say", "text": "Well."})
    assert answer.headers["location"] == f"/t/{gil.table}"


async def test_what_only_some_are_told_says_so__TF_28(house: House) -> None:
    gil, ana = await birds(house)
    await gil.do("StartWorksheet", mode="solo")
    story = (await gil.page()).partition('id="story-new"')[2]
    entry = story.partition("You have a worksheet of your own")[2].partition("</li>")[0]
    assert "tag-private" in entry
    await gil.do("StartWorksheet")
    for one in (gil, ana):
        told = (await one.page()).partition("A worksheet for everybody.")[2].partition("</li>")[0]
        assert told
        assert "tag-private" not in told
