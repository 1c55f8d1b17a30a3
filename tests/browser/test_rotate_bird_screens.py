"""Rotate Bird's screens for everybody: axe finds nothing, and a drawing needs no pointer."""

from __future__ import annotations

import re
import struct
import zlib
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, expect
from tests.browser.axe import findings
from tests.browser.house import PHONE, Server
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


def rolls_until_five_differ(one: Person) -> None:
    """A picture that fell twice is rolled again (RB-14)."""
    asked, told = one.page.locator("#now-head"), one.page.locator("#story-new > li")
    expect(asked).to_contain_text(re.compile("made of|can you do"))
    while "made of" in asked.inner_text():
        before = told.count()
        one.does("Roll")
        expect(told).to_have_count(before + 1)


def test_axe_finds_nothing_while_characters_are_made__RB_13(
    browser: Browser, server: Server
) -> None:
    robin = opened(browser, server)
    faultless(robin)  # alone, with the invitation in front
    expect(robin.page.get_by_role("heading", name="Send this link")).to_be_visible()
    ines = joined(robin, browser, server, "Ines")
    faultless(ines)  # the box of ready-made characters
    ines.does("Begin", ines.sees("Who are you"), {"What are they called": "Bea"})
    rolls_until_five_differ(ines)
    ines.does("Roll 3 Doing", ines.sees("What can you do"))
    ines.sees("What do you call ")
    faultless(ines)
    legible(ines)
    leave(robin, ines)


def test_axe_finds_nothing_on_a_test_from_its_frame_to_its_fallout__RB_26_RB_98(
    ferry: Table,
) -> None:
    robin, ines, tomas = ferry
    done(robin, "MakeTrack", kind="progress", name="Find the Moon")
    done(robin, "MakeTrack", kind="disaster", name="The ferry sinks")
    done(tomas, "OpenTest", who="gus-halloran", intent="Stop the soup")
    soup = tomas.sees("Which pictures fit")
    tap = soup.get_by_role("button", name="Tap ").first
    expect(tap).to_be_visible()
    name = tap.inner_text().splitlines()[0]
    tomas.presses(tap)
    expect(soup.get_by_role("button", name="Roll 1 die")).to_be_visible()
    faultless(tomas)
    assert "\ufe0f" not in name
    faultless(robin)
    faultless(ines)
    tomas.does("Roll 1 die", soup)
    tomas.sees("Which die comes true")
    faultless(tomas)
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
    place = ines.opens("Odile Quill has grown")
    expect(place.get_by_role("heading", name="A symbol of your own")).to_be_visible()
    faultless(ines)
    faultless(robin)
    leave(robin, ines, tomas)


def test_axe_finds_nothing_on_the_worksheet_and_its_papers__RB_162_RB_178(ferry: Table) -> None:
    robin, ines, _ = ferry
    done(robin, "StartWorksheet")
    done(robin, "ChooseFactors", factors=["dragon", "ring", "tower"])
    done(robin, "RollBeingCircle")
    expect(robin.sees("Where does ")).to_contain_text("You have rolled")
    faultless(robin)
    faultless(ines)
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


# -- On a phone, nothing lies over what is asked (RB-27, RB-124) ---------------------------------

UNCOVERED = """one => { const box = one.getBoundingClientRect();
  return [.1, .9].every(part => {
    const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height * part);
    return one.contains(top) || top?.contains(one); }); }"""


def test_on_a_phone_the_roll_lies_over_no_picture_that_is_asked_for__RB_27_RB_124(
    ferry: Table,
) -> None:
    robin, ines, tomas = ferry
    ines.page.set_viewport_size(PHONE)
    done(robin, "MakeNpc", name="The Door", being=["key", "door"])
    epic = {"intent": "Charm it open for all of us", "npc": "npc_the-door", "epic": True}
    done(robin, "OpenTest", who="odile-quill", **epic)
    tomas.presses(tomas.sees("Do you help").get_by_role("button", name="Help ").first)
    asked = ines.sees("Which picture do you mark")
    ines.reads(asked, "A special challenge")
    assert asked.get_by_text("Roll 1 die").count() == 0  # to pay comes first
    asked.get_by_role("radio", name="Mark Book for it").check(force=True)
    pays = asked.get_by_role("button", name="Mark Book for it")
    expect(pays).to_be_visible()
    assert pays.evaluate(UNCOVERED)
    ines.presses(pays)
    fits = ines.sees("Which pictures fit")
    for tapped in (1, 2):
        ines.presses(fits.get_by_role("button", name="Tap ").first)
        expect(fits.get_by_role("button", name="Take ")).to_have_count(tapped)
    expect(fits.get_by_role("button", name="Roll 3 dice")).to_be_visible()
    stamps = fits.locator(".rb-stamps .rb-tap")
    assert [stamp.evaluate(UNCOVERED) for stamp in stamps.all()] == [True] * 5


def test_on_a_small_laptop_one_s_pictures_lie_beside_one_s_name__RB_13(ferry: Table) -> None:
    _, ines, _ = ferry
    ines.page.set_viewport_size({"width": 1024, "height": 768})
    ines.sees("What do you do")
    seen = [ines.page.locator("#mat .me-name"), *ines.page.locator("#mat .trait").all()]
    assert len(seen) == 6
    assert [one.evaluate(UNCOVERED) for one in seen] == [True] * 6
    name = seen[0].evaluate("one => [one.scrollWidth <= one.clientWidth, one.textContent]")
    assert name == [True, "Odile Quill"]


# -- Pictures of one's own (RB-11) -----------------------------------------------------------------


def pad(one: Person) -> Locator:
    """The pad, opened beside the stage."""
    if not one.drawer.get_by_label("Or bring a picture").is_visible():
        one.opens("Draw your own pictures")
    return one.drawer


def own_pictures(one: Person) -> Locator:
    """The drawings on Odile Quill's sheet."""
    return one.opens_sheet("Odile Quill").locator("img.own-picture")


def test_a_symbol_is_drawn_with_a_pointer__RB_11(ferry: Table) -> None:
    _, ines, tomas = ferry
    fold = pad(ines)
    canvas = fold.get_by_role("img", name="Draw it here")
    canvas.scroll_into_view_if_needed()
    box = canvas.bounding_box()
    assert box
    mouse = ines.page.mouse
    mouse.move(box["x"] + 40, box["y"] + 40)
    mouse.down()
    mouse.move(box["x"] + 180, box["y"] + 160, steps=6)
    mouse.up()
    use = fold.get_by_role("button", name="Use this picture")
    use.click()
    expect(fold.get_by_text("First say which symbol it is, above.")).to_be_visible()
    fold.get_by_role("radio", name="Key", exact=True).check()
    expect(fold.get_by_text("First say which symbol it is, above.")).to_have_count(0)
    ines.presses(use)
    expect(own_pictures(tomas).first).to_be_attached()
    ines.puts_away()
    ines.reads(ines.story, "Key in a way of their own.")
    picture = own_pictures(ines).first
    expect(picture).to_be_visible()
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
        notice = ines.page.get_by_role("alert").filter(has_text="TF-40").first
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
    line = robin.opens("How we play").get_by_role("listitem").filter(has_text=option)
    robin.does("Change it", line, {}, choice)


def test_variants_are_switched_on_and_played_from_the_page__RB_192_RB_193_RB_202(
    ferry: Table,
) -> None:
    robin, ines, tomas = ferry
    plays(robin, "Variant: combined Doing actions", "of two or three")
    plays(robin, "Variant: Doing traits outside oneself", "on")
    for one, hero in ((ines, "Odile Quill"), (tomas, "Gus Halloran")):
        place = one.sees(f"What do {hero}’s powers belong to?")
        robot = {"What do the Doing traits": f"{one.name}’s robot"}
        one.does("Save what they belong to", place, robot)
        sheet = one.opens_sheet(hero)
        one.does(f"Get aboard {one.name}’s robot", sheet)
        one.reads(sheet, "is aboard")
        one.puts_away()
    done(tomas, "OpenTest", who="gus-halloran", intent="Stop the soup")
    soup = tomas.sees("Which pictures fit")
    tomas.presses(soup.get_by_role("button", name="Tap ").first)
    helping = ines.sees("Do you help Gus?")
    ines.presses(helping.get_by_role("button", name="Help ").first)
    tomas.does("Combine", tomas.opens("All the odds"), {"What is it called": "Robot Waltz"})
    tomas.puts_away()
    for one in (robin, ines, tomas):
        one.reads(one.now, "Robot Waltz")
    ines.reads(ines.opens_sheet("Odile Quill"), "Robot Waltz")
