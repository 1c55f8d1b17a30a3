"""Rotate Bird's screens for everybody: axe finds nothing, and a drawing needs no pointer."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, expect
from tests.browser.axe import findings
from tests.browser.house import Server
from tests.browser.people import Person, somebody
from tests.browser.tables import done, joined, leave
from tests.browser.test_accessibility import faultless, legible
from tests.browser.test_worksheet import table as opened

HOSTILE = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8" onload="alert(1)">
<script>document.title = "caught"</script><path d="M0 0h8v8z"/></svg>"""
HARMLESS = (
    """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path d="M0 0h8v8z"/></svg>"""
)
Table = tuple[Person, Person, Person]


def png(side: int = 8) -> bytes:
    """A small picture: black, as PNG has it."""

    def chunk(kind: bytes, body: bytes) -> bytes:
        return (
            struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
        )

    head = struct.pack(">IIBBBBB", side, side, 8, 0, 0, 0, 0)
    rows = zlib.compress(b"".join(b"\0" + bytes(side) for _ in range(side)))
    parts = chunk(b"IHDR", head) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + parts


@pytest.fixture
def ferry(browser: Browser, server: Server) -> Iterator[Table]:
    """Robin, Ines and Tomas with ready-made characters, and a scene."""
    robin = opened(browser, server)
    ines, tomas = (joined(robin, browser, server, name) for name in ("Ines", "Tomas"))
    done(ines, "TakeReadyMade", key="odile-quill")
    done(tomas, "TakeReadyMade", key="gus-halloran")
    done(robin, "OpenScene", title="The night ferry")
    yield robin, ines, tomas
    assert [one.troubles for one in (robin, ines, tomas)] == [[], [], []]
    leave(robin, ines, tomas)


def address(one: Person) -> str:
    return one.page.url.split("#")[0]


# -- Axe finds nothing ---------------------------------------------------------------------------


def test_axe_finds_nothing_while_characters_are_made__RB_13(
    browser: Browser, server: Server
) -> None:
    robin = opened(browser, server)
    faultless(robin, "Scene")  # alone, with the invitation in front
    expect(robin.page.get_by_role("heading", name="Send this link")).to_be_visible()
    ines = joined(robin, browser, server, "Ines")
    expect(robin.page.get_by_role("heading", name="Send this link")).to_be_hidden()
    faultless(ines, "Scene", "People")  # the box of ready-made characters
    ines.does("Begin", ines.scene, {"What are they called": "Bea"})
    sketch = ines.scene.get_by_role("article", name="Bea")
    ines.does("Roll 5 Being", sketch)
    ines.does("Roll 3 Doing", sketch)
    expect(sketch).to_contain_text("a name for every Doing trait")
    faultless(ines, "Scene", "People", "Story")
    legible(ines)
    leave(robin, ines)


def test_axe_finds_nothing_on_a_test_from_its_frame_to_its_fallout__RB_26_RB_98(
    ferry: Table,
) -> None:
    robin, ines, tomas = ferry
    done(robin, "MakeTrack", kind="progress", name="Find the Moon")
    done(robin, "MakeTrack", kind="disaster", name="The ferry sinks")
    done(tomas, "OpenTest", who="gus-halloran", intent="Stop the soup")
    soup = tomas.card("Stop the soup")
    tap = soup.get_by_role("button", name="Tap ").first
    expect(tap).to_be_visible()
    name = tap.inner_text().splitlines()[0]
    tomas.presses(tap)
    expect(soup).to_contain_text("1 die")
    faultless(tomas, "Scene", "People")
    assert "\ufe0f" not in name
    faultless(robin, "Scene", "People", "Your desk")
    faultless(ines, "Scene")
    tomas.does("Roll 1 die", soup)
    expect(soup.get_by_role("list", name="What each number would mean")).to_be_visible()
    faultless(tomas, "Scene", "Story")
    legible(tomas)


def test_axe_finds_nothing_on_fallout_growth_and_all_variants__RB_84_RB_150_RB_192(
    browser: Browser, server: Server
) -> None:
    robin = somebody(browser, server.address, "Robin")
    variants = {"external_doing": "true", "limited_unbeing": "5", "combined_doing": "3"}
    options = {f"rotate-bird.{key}": value for key, value in variants.items()}
    form: dict[str, str | float | bool] = {"game": "rotate-bird", "name": "All", "gm": "Robin"}
    form |= options | {"rotate-bird.advancement": "true", "rotate-bird.dice": "either"}
    robin.page.goto(robin.page.request.post("/new", form=form).url)
    ines, tomas = (joined(robin, browser, server, name) for name in ("Ines", "Tomas"))
    done(ines, "TakeReadyMade", key="odile-quill")
    done(tomas, "TakeReadyMade", key="gus-halloran")
    for number in range(3):  # the third session brings a major advance
        done(robin, "OpenSession") if number else None
        done(robin, "OpenScene", title=f"Night {number + 1}")
        done(robin, "EndScene")
        done(robin, "CloseSession")
    expect(ines.scene.get_by_role("heading", name="A symbol of your own")).to_be_visible()
    faultless(ines, "Scene", "People")
    faultless(robin, "Your desk")
    leave(robin, ines, tomas)


def test_axe_finds_nothing_on_the_worksheet_and_its_papers__RB_162_RB_178(ferry: Table) -> None:
    robin, ines, _ = ferry
    done(robin, "StartWorksheet")
    done(robin, "ChooseFactors", factors=["dragon", "ring", "tower"])
    done(robin, "RollBeingCircle")
    expect(robin.scene.get_by_role("region", name="The worksheet")).to_contain_text(
        "You have rolled"
    )
    faultless(robin, "Scene")
    faultless(ines, "Scene")
    here = address(robin)
    for paper in ("worksheet", "worksheet-empty"):
        robin.page.goto(f"{here}/paper/{paper}")
        faultless(robin)
    robin.page.goto(here)


def test_axe_finds_nothing_on_the_workbench_and_the_cheat_sheet__RB_185_RB_190(
    ferry: Table,
) -> None:
    robin, *_ = ferry
    here = address(robin)
    for path in (f"{here}/pack/rotate-bird", "/games/rotate-bird/pack/sheet"):
        robin.page.goto(path)
        expect(robin.page.get_by_role("heading", level=1)).to_be_visible()
        faultless(robin)
    robin.page.goto(f"{here}/pack/rotate-bird")
    robin.page.get_by_label("Or paste it").fill('name = "Broken"\n[[being]]\n11 = 3\n')
    robin.page.get_by_role("button", name="Bring it to the table").click()
    expect(robin.page.get_by_role("alert")).to_contain_text("Line ")
    assert findings(robin.page) == []
    robin.page.goto(here)


# -- Pictures of one's own (RB-11) -----------------------------------------------------------------


def pad(one: Person) -> Locator:
    """The fold with the pad, open."""
    people = one.part("People")
    fold = people.locator("details", has_text="Your own pictures").first
    if fold.get_attribute("open") is None:
        fold.locator("summary").first.click()
    return fold


def own_pictures(one: Person) -> Locator:
    return one.part("People").locator(".rb-sheet img.own-picture")


def test_a_symbol_is_drawn_with_a_pointer__RB_11(ferry: Table) -> None:
    _, ines, tomas = ferry
    fold = pad(ines)
    fold.get_by_role("radio", name="Key", exact=True).check()
    canvas = fold.get_by_role("img", name="Draw it here")
    canvas.scroll_into_view_if_needed()
    box = canvas.bounding_box()
    assert box
    mouse = ines.page.mouse
    mouse.move(box["x"] + 40, box["y"] + 40)
    mouse.down()
    mouse.move(box["x"] + 180, box["y"] + 160, steps=6)
    mouse.up()
    ines.presses(fold.get_by_role("button", name="Use this picture"))
    expect(own_pictures(ines).first).to_be_visible()
    expect(own_pictures(tomas).first).to_be_attached()
    ines.reads(ines.story, "Key in a way of their own.")
    picture = own_pictures(ines).first
    picture.scroll_into_view_if_needed()
    expect(picture).to_have_js_property("complete", True)
    expect(picture).to_have_js_property("naturalWidth", 256)
    assert findings(ines.page) == []


def test_a_picture_is_brought_by_keyboard_alone__RB_11(ferry: Table, tmp_path: Path) -> None:
    _, ines, _ = ferry
    file = tmp_path / "key.png"
    file.write_bytes(png())
    fold = pad(ines)
    page = ines.page
    fold.get_by_role("radio", name="Book", exact=True).focus()
    page.keyboard.press("Space")
    chooser = fold.get_by_label("Or bring a picture")
    chooser.focus()
    expect(chooser).to_be_focused()
    chooser.set_input_files(file)
    fold.get_by_role("button", name="Use this picture").focus()
    with page.expect_response(lambda r: r.request.method == "POST"):
        page.keyboard.press("Enter")
    expect(own_pictures(ines).first).to_be_visible()


def test_a_hostile_picture_is_refused_in_a_sentence__RB_11(ferry: Table, tmp_path: Path) -> None:
    _, ines, _ = ferry
    title = ines.page.title()
    for name, body in (
        ("bad.svg", HOSTILE.encode()),
        ("bad.png", b"GIF89a"),
        ("big.png", png(600)),
    ):
        file = tmp_path / name
        file.write_bytes(body)
        fold = pad(ines)
        fold.get_by_role("radio", name="Book", exact=True).check()
        fold.get_by_label("Or bring a picture").set_input_files(file)
        ines.presses(fold.get_by_role("button", name="Use this picture"))
        notice = ines.page.get_by_role("alert").filter(has_text="RB-11").first
        expect(notice).to_be_visible()
        assert notice.inner_text().split("§")[0].strip().endswith(".")
    assert own_pictures(ines).count() == 0
    assert ines.page.title() == title
    fine = tmp_path / "fine.svg"
    fine.write_text(HARMLESS)
    fold = pad(ines)
    fold.get_by_role("radio", name="Book", exact=True).check()
    fold.get_by_label("Or bring a picture").set_input_files(fine)
    ines.presses(fold.get_by_role("button", name="Use this picture"))
    expect(own_pictures(ines).first).to_be_visible()


# -- Variants, from the page alone (RB-192 … RB-210) -----------------------------------------------


def plays(robin: Person, option: str, choice: str) -> None:
    """The GM changes how we play."""
    fold = robin.desk.locator("details", has_text="How we play").last
    if fold.get_attribute("open") is None:
        fold.locator("summary").first.click()
    line = fold.get_by_role("listitem").filter(has_text=option)
    robin.does("Change it", line, {}, choice)


def test_variants_are_switched_on_and_played_from_the_page__RB_192_RB_193_RB_202(
    ferry: Table,
) -> None:
    robin, ines, tomas = ferry
    plays(robin, "Variant: combined Doing actions", "of two or three")
    plays(robin, "Variant: Doing traits outside oneself", "on")
    for one, hero in ((ines, "Odile Quill"), (tomas, "Gus Halloran")):
        sheet = one.part("People").locator(".rb-sheet-mine")
        expect(sheet).to_contain_text(hero)
        one.does(
            "Save what they belong to", sheet, {"What do the Doing traits": f"{one.name}’s robot"}
        )
        one.does(f"Get aboard {one.name}’s robot", sheet)
        one.reads(sheet, "is aboard")
    done(tomas, "OpenTest", who="gus-halloran", intent="Stop the soup")
    soup = tomas.card("Stop the soup")
    tomas.presses(soup.get_by_role("button", name="Tap ").first)
    helping = ines.card("Stop the soup")
    ines.presses(helping.get_by_role("button", name="Help ").first)
    tomas.does("Combine", soup, {"What is it called": "Robot Waltz"})
    for one in (robin, ines, tomas):
        one.reads(one.card("Stop the soup"), "Robot Waltz")
    ines.reads(ines.part("People").locator(".rb-sheet-mine"), "Robot Waltz")
