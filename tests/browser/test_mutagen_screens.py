"""Mutagen's screens for everybody: axe finds nothing, and a playbook somebody wrote is played."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, expect
from tests.browser.axe import findings
from tests.browser.evenings import Evening
from tests.browser.house import Server
from tests.browser.people import DICE, Person
from tests.browser.test_accessibility import faultless, legible
from tests.games.mutagen import moments


@pytest.fixture
def evening(browser: Browser, server: Server) -> Iterator[Evening]:
    yield from Evening.at(browser, server, "mutagen", "Warehouse nine")


# -- Axe finds nothing ---------------------------------------------------------------------------


def test_axe_finds_nothing_while_characters_are_made__MU_2_MU_16(evening: Evening) -> None:
    ann = evening.looks("p1", closely=True)
    faultless(ann, "Scene", "People")  # the box of ready-made characters, the pointer to Meta
    ann.does("Begin a character", ann.scene, {"Name": "Odd"}, "Sorcerer")
    draft = ann.scene.get_by_role("region", name="Odd in the making")
    ann.does("Fill a circle: Conjure elements", draft)
    ann.does("Put on some armor", draft, {"What it is": "A coat"}, "2: life-threatening")
    expect(draft).to_contain_text("4 of 5 circles left to fill")
    faultless(ann, "Scene", "People", "Story")
    legible(ann, "Scene")
    faultless(evening.looks("gm", closely=True), "Scene", "Your desk")


def test_axe_finds_nothing_on_a_sheet_and_on_the_gms_desk__MU_6_MU_109_MU_113(
    evening: Evening,
) -> None:
    evening.comes_to(moments.quiet)
    ann = evening.looks("p1", closely=True)
    expect(ann.scene.get_by_role("region", name="S your playbook")).to_be_visible()
    faultless(ann, "Scene", "People")
    legible(ann, "Scene")
    robin = evening.looks("gm", closely=True)
    faultless(robin, "Scene", "People", "Your desk")
    legible(robin, "Scene")
    evening.comes_to(moments.talked_over)
    faultless(evening.looks("p2"), "Scene")


def test_axe_finds_nothing_on_a_move_from_the_want_to_its_price__MU_62_MU_64_MU_71(
    evening: Evening,
) -> None:
    evening.comes_to(moments.proposed)
    robin = evening.looks("gm")
    expect(robin.card("Go apeshit")).to_contain_text("Your word before the dice")
    faultless(robin, "Scene")
    legible(robin, "Scene")
    ann = evening.looks("p1")
    faultless(ann, "Scene")
    evening.comes_to(moments.ready)
    expect(ann.card("Go apeshit").get_by_role("button", name="Roll")).to_be_visible()
    faultless(ann, "Scene")
    evening.comes_to(moments.result)
    expect(ann.card("Go apeshit")).to_contain_text("Keep it, or trade it?")
    faultless(ann, "Scene", "Story")
    legible(ann, "Scene")


def test_axe_finds_nothing_on_a_consequence_composed_and_taken__MU_72_MU_77(
    evening: Evening,
) -> None:
    evening.comes_to(moments.composing)
    faultless(evening.looks("gm", closely=True), "Scene")
    evening.comes_to(moments.consequence)
    ben = evening.looks("p2")
    expect(ben.card("Fuck 'em up").get_by_role("button", name="Resist")).to_be_visible()
    faultless(ben, "Scene")
    legible(ben, "Scene")


def test_axe_finds_nothing_where_one_leads_and_others_follow__MU_82_MU_85(
    evening: Evening,
) -> None:
    evening.comes_to(moments.leading)
    faultless(evening.looks("p2"), "Scene")
    evening.comes_to(moments.following)
    ann = evening.looks("p1")
    expect(ann.card("Go dark").get_by_role("button", name="Follow")).to_be_visible()
    faultless(ann, "Scene")
    faultless(evening.looks("gm"), "Scene")


def test_axe_finds_nothing_while_harm_is_taken__MU_93_MU_98(evening: Evening) -> None:
    evening.comes_to(moments.hurt)
    ben = evening.looks("p2")
    expect(ben.card("F takes harm: 2")).to_be_visible()
    faultless(ben, "Scene")
    evening.comes_to(moments.armored)
    expect(ben.card("F takes harm: 2")).to_contain_text("Leather vest takes off 1")
    faultless(ben, "Scene")
    evening.comes_to(moments.judged)
    robin = evening.looks("gm", closely=True)
    faultless(robin, "Scene")
    legible(robin, "Scene")


def test_axe_finds_nothing_on_death_and_on_coming_back__MU_104_MU_107(evening: Evening) -> None:
    evening.comes_to(moments.dying)
    ann = evening.looks("p1")
    faultless(ann, "Scene")
    legible(ann, "Scene")
    evening.comes_to(moments.away)
    expect(ann.card("S is out of the scene")).to_be_visible()
    faultless(ann, "Scene", "People")
    faultless(evening.looks("gm"), "Scene")


def test_axe_finds_nothing_on_a_flaw_to_pick_and_an_effect_that_runs__MU_128_MU_131(
    evening: Evening,
) -> None:
    evening.comes_to(moments.weaving)
    ann = evening.looks("p1")
    expect(ann.card("Pick 1 of these")).to_be_visible()
    faultless(ann, "Scene")


def test_axe_finds_nothing_on_a_limit_and_what_it_stopped__MU_149(evening: Evening) -> None:
    evening.comes_to(moments.stopped)
    faultless(evening.looks("p3"), "Scene")
    evening.comes_to(moments.resumed)
    faultless(evening.looks("gm"), "Scene")


def test_axe_finds_nothing_when_the_evening_is_looked_back_on__MU_135_MU_139(
    evening: Evening,
) -> None:
    evening.comes_to(moments.over)
    ben = evening.looks("p2")
    expect(ben.scene.get_by_role("region", name="F can level up")).to_be_visible()
    faultless(ben, "Scene", "People")
    legible(ben, "Scene")
    faultless(evening.looks("gm", closely=True), "Scene", "Your desk")


# -- A playbook that somebody wrote (MU-155 to MU-160) ---------------------------------------------

TAILOR = """\
§ The Tailor: Resources

Thread ▢ ▢ ▢ ► What holds the world together; it is wound up again overnight.

§ The Tailor: Aptitudes

● Needlework ○ ○ ○ ► Joining what was never meant to be joined.

§ The Tailor: Moves

● Mend it ► Spend 1 ⌞Thread⌝ and roll ⊞⌊Needlework⌋ to put a broken thing back together.
🡕🡒 It holds as if it had never been torn.
🡖 It holds; restore 1 ⌞Thread⌝.
🡓 It tears further.

○ Second skin (1) ► Nobody looks twice at what you wear.
"""
BROKEN = "§ The Tailor: Moves\n○ Mend it ► Words.\n##tablefolk {oops\n○ Hem ► Words.\n"


def bench(robin: Person, text: str) -> Locator:
    """The workbench, with this text on it."""
    robin.desk.get_by_role("link", name="Write or bring a playbook").click()
    robin.page.get_by_label("Short name").fill("tailor")
    robin.page.get_by_role("textbox", name="The playbook").fill(text)
    return robin.page.get_by_role("main")


def exported(robin: Person) -> str:
    """The file one takes home."""
    with robin.page.expect_download() as coming:
        robin.page.get_by_role("link", name="Markup").click()
    return coming.value.path().read_text("utf-8")


def test_a_playbook_is_pasted_loaded_played_and_comes_out_the_same__MU_156_MU_159_MU_160(
    evening: Evening,
) -> None:
    robin = evening.looks("gm")
    page = bench(robin, TAILOR)
    expect(page).to_contain_text("2 suggestions to confirm")  # the preview, while one types
    expect(page.get_by_text("No faults.")).to_be_visible()
    assert findings(robin.page) == []
    robin.page.get_by_role("button", name="Bring it to the table").click()
    expect(page).to_contain_text("Making it costs 1 Thread, right before the dice.")
    assert exported(robin) == TAILOR
    faultless(robin)
    robin.page.get_by_role("button", name="All of them hold").click()
    expect(page).not_to_contain_text("not in force yet")
    after = exported(robin)
    kept = [line for line in after.split("\n") if not line.startswith("##tablefolk")]
    assert "\n".join(kept) == TAILOR
    mends(evening.looks("p1"), evening.looks("gm"))


def mends(ann: Person, robin: Person) -> None:
    """A player takes it, and makes its move: so many boxes, so much to roll with."""
    ann.does("Begin a character", ann.scene, {"Name": "Odd"}, "Tailor")
    draft = ann.scene.get_by_role("region", name="Odd in the making")
    for left in (4, 3):
        ann.does("Fill a circle: Needlework", draft)
        expect(draft).to_contain_text(f"{left} of 5 circles left to fill")
    for label in ("Concept", "Drives 1"):
        field = draft.get_by_role("textbox", name=label)
        ann.does("Write it down", field.locator("xpath=ancestor::form[1]"), {label: "To mend"})
        expect(field).to_have_count(0)
    ann.does("Bring Odd into play", draft)
    robin.does("Open a scene", robin.scene, {"Title of the scene": "The fitting room"})
    thread = re.compile(r"Thread\s*3 of 3 filled")
    expect(ann.part("People")).to_contain_text(thread)
    ann.does("Make “Mend it”", ann.scene.get_by_role("region", name="Odd your playbook"))
    robin.does("Let it pass", robin.card("Mend it"))
    expect(ann.card("Mend it")).to_contain_text("+2")
    ann.does("Roll", ann.card("Mend it"), {DICE: "5 5"})
    last = ann.scene.get_by_role("group").filter(has_text="Last: Odd: Mend it").first
    ann.reads(ann.opens(last), "makes 12", "It holds as if it had never been torn.")
    for one in (ann, robin):
        expect(one.part("People")).to_contain_text(re.compile(r"Thread\s*2 of 3 filled"))


def test_a_malformed_playbook_is_refused_at_its_line_and_nothing_changes__MU_156(
    evening: Evening,
) -> None:
    robin = evening.looks("gm")
    page = bench(robin, BROKEN)
    robin.page.get_by_role("button", name="Bring it to the table").click()
    fault = page.get_by_role("region", name="Not a playbook yet").get_by_role("listitem")
    expect(fault).to_have_count(1)
    robin.reads(fault, "Line 3: error", "##tablefolk {oops")
    expect(page.get_by_role("textbox", name="The playbook")).to_have_value(BROKEN)
    faultless(robin)
    legible(robin)
    shelf = evening.looks("gm").desk.get_by_role("group").filter(has_text="Playbooks").first
    expect(shelf).not_to_contain_text("Tailor")
