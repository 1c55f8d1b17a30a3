"""Mutagen's screens for everybody: axe finds nothing, and a playbook somebody wrote is played."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Locator, expect
from tests.browser.axe import findings
from tests.browser.evenings import Evening
from tests.browser.house import Server
from tests.browser.people import DICE, Person
from tests.browser.test_accessibility import faultless, legible, look, unfold
from tests.games.mutagen import moments
from tests.games.played import AtTable


@pytest.fixture
def evening(browser: Browser, server: Server) -> Iterator[Evening]:
    yield from Evening.at(browser, server, "mutagen", "Warehouse nine")


# -- Axe finds nothing ---------------------------------------------------------------------------


def clean(one: Person, *places: str, closely: bool = False) -> None:
    """Axe has nothing to say, on a phone in the dark and wide in the light; closely: with all
    folds open, too."""
    within = places or ("#main", "#mat")
    if closely:
        unfold(one.page, *within)
    for wide in (False, True):
        look(one.page, wide=wide, dark=not wide)
        assert findings(one.page, within=within) == []


def test_axe_finds_nothing_while_characters_are_made__MU_2_MU_16(evening: Evening) -> None:
    ann = evening.looks("p1")
    clean(ann, closely=True)  # the box of ready-made characters
    begin = ann.sees("Who are you?")
    ann.does("Sorcerer", begin, {"Name": "Odd"})
    ann.sees("Who is Odd?")
    clean(ann, closely=True)
    ann.opens("Threads")
    clean(ann, closely=True)


ROOM = 1300  # pixels of the 1,350 that a stage may have on a phone: some are left for what comes
LONG = "Everybody’s aunt, who has seen it all twice over and keeps a list of it, " * 6


def test_each_step_of_making_leaves_room_on_a_phone_whatever_is_written__MU_2(
    evening: Evening,
) -> None:
    ann = evening.looks("p1")
    look(ann.page, wide=False, dark=False)
    ann.does("Sorcerer", ann.sees("Who are you?"), {"Name": "Odd"})
    assert tall(ann, "Who is Odd?") <= ROOM
    for field in ("Concept", "Drives 1", "Drives 2"):  # the last of them leads on
        ann.sees("Who is Odd?")
        words = ann.now.locator("form").filter(has=ann.page.get_by_label(field))
        ann.does("Write it down", words, {field: LONG})
    assert tall(ann, "Aptitudes") <= ROOM
    ann.opens("Words")
    assert tall(ann, "Who is Odd?") <= ROOM
    ann.now.locator("summary").filter(has_text="Reword").first.click()
    assert tall(ann, "Who is Odd?") <= ROOM
    ann.opens("Threads")
    assert tall(ann, "Threads") <= ROOM
    ann.now.locator("summary").filter(has_text="Ask the GM").first.click()
    ann.now.get_by_label("What you have in mind").fill(LONG)
    assert tall(ann, "Threads") <= ROOM


def tall(one: Person, question: str) -> int:
    """How many pixels the stage has, in all."""
    one.sees(question)
    found: int = one.page.locator(".stage").evaluate("stage => stage.scrollHeight")
    return found


def test_axe_finds_nothing_on_wants_sheets_and_tools__MU_6_MU_62(evening: Evening) -> None:
    evening.comes_to(moments.quiet)
    ann = evening.looks("p1")
    ann.sees("What do you want, S?")
    clean(ann, closely=True)
    ann.opens("Magic")
    clean(ann, "#main", closely=True)
    sheet = ann.opens_sheet("S")
    for page in ("Play", "Moves", "Grow", "Notes"):
        sheet.get_by_role("link", name=page, exact=True).click()
        expect(sheet.locator("[aria-current=page]")).to_have_text(page)
        clean(ann, "#drawer")
    robin = evening.looks("gm")
    clean(robin, closely=True)
    robin.opens("Somebody acts")
    clean(robin, "#main", closely=True)


def test_what_a_tapped_answer_opens_comes_into_view_on_a_phone__MU_77(evening: Evening) -> None:
    evening.comes_to(moments.consequence)
    bo = evening.looks("p2")
    look(bo.page, wide=False, dark=False)
    fold = bo.sees("It goes wrong.").locator("details.reply-fold").last
    fold.locator("summary").click()
    expect(fold.locator("button[type=submit]")).to_be_in_viewport(ratio=1)


def test_take_and_resist_are_in_view_at_once_on_a_small_phone__MU_73_MU_77(
    evening: Evening,
) -> None:
    evening.comes_to(moments.shared)
    cleo = evening.looks("p3")
    cleo.page.set_viewport_size({"width": 360, "height": 780})
    card = cleo.sees("It goes wrong. Does M take it?")
    for label in ("Take it", "Resist"):
        answer = card.locator(".reply").filter(has_text=label).first
        expect(answer).to_be_in_viewport(ratio=1)


MOMENTS = [
    (moments.proposed, "gm", "What do you say to S?"),
    (moments.ready, "p1", "Does S get it?"),
    (moments.result, "p1", "Does S keep it, or trade it?"),
    (moments.composing, "gm", "What does it cost F?"),
    (moments.consequence, "p2", "It goes wrong. Does F take it?"),
    (moments.following, "p1", "How do you follow F?"),
    (moments.struck, "gm", "What comes on top for F?"),
    (moments.shared, "p3", "It goes wrong. Does M take it?"),
    (moments.dodged, "gm", "What does it cost F?"),
    (moments.hurt, "p2", "Does F do something about it, or let it come?"),
    (moments.judged, "gm", "Does it stay at 2 harm for F?"),
    (moments.dying, "p1", "How does it end for S?"),
    (moments.weaving, "p1", "Pick 1 of these"),
    (moments.resumed, "gm", "This was stopped. How does it go on?"),
    (moments.over, "p2", "How does F grow?"),
]


@pytest.mark.parametrize(
    ("moment", "who", "question"), MOMENTS, ids=[moment.__name__ for moment, *_ in MOMENTS]
)
def test_axe_finds_nothing_on_what_is_to_do_now(
    evening: Evening, moment: Callable[[], AtTable], who: str, question: str
) -> None:
    evening.comes_to(moment)
    one = evening.looks(who)
    one.sees(question)
    clean(one, closely=True)


# -- Two moves at once (MU-72) --------------------------------------------------------------------


def two_moves() -> AtTable:
    """S waits for the GM's word, and F for what it costs."""
    played = moments.quiet()
    played.propose("s", "go_dark", how="Under the gallery.")
    played.banded("f", "parkour", "fail", how="Over the crates.")
    return played


@pytest.mark.parametrize("wide", [True, False], ids=["wide", "phone"])
def test_what_is_staged_leads_back_to_the_move_it_is_staged_for__MU_72(
    evening: Evening, wide: bool
) -> None:
    evening.comes_to(two_moves)
    robin = evening.looks("gm")
    look(robin.page, wide=wide, dark=False)
    robin.sees("What do you say to S?")
    robin.page.locator("#also a").filter(has_text="What does it cost F?").click()
    robin.sees("What does it cost F?")
    for fact in ("The crates are empty", "Somebody has heard it"):
        robin.opens("Something else with it")
        told = {"What is so now?": fact}
        robin.does("A fact", robin.sees("What else happens with F’s move?"), told)
        robin.reads(robin.sees("What does it cost F?"), fact)
    robin.opens("Something else with it")
    robin.sees("What else happens with F’s move?")
    robin.page.get_by_label("Put this away").click()  # nothing done: back all the same
    robin.sees("What does it cost F?")
    robin.page.reload()
    robin.does("That is what it costs", robin.sees("What does it cost F?"), {"What happens?": "Ow"})
    robin.reads(robin.story, "Ow")


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
    robin.opens("Playbooks").get_by_role("link", name="Write or bring a playbook").click()
    robin.page.get_by_label("Short name").fill("tailor")
    robin.page.get_by_role("textbox", name="The playbook").fill(text)
    return robin.page.get_by_role("main")


def exported(robin: Person) -> str:
    """The file one takes home."""
    with robin.page.expect_download() as coming:
        robin.page.get_by_role("link", name="As text").click()
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
    ann.does("Tailor", ann.sees("Who are you?"), {"Name": "Odd"})
    for label in ("Concept", "Drives 1"):
        field = ann.sees("Who is Odd?").get_by_role("textbox", name=label)
        ann.does("Write it down", field.locator("xpath=ancestor::form[1]"), {label: "To mend"})
    ann.opens("Tailor Aptitudes")
    for left in (4, 3):
        ann.does("Fill a circle: Needlework", ann.now)
        ann.reads(ann.now, f"{left} of 5 circles left to fill")
    ready = ann.opens("Ready")
    ann.does("Bring Odd into play", ready)
    robin.does("Open a scene", robin.opens("Open a scene"), {"Title": "The fitting room"})
    ann.reads(ann.mat, "3 Thread of 3")
    ann.does("Make “Mend it”", ann.opens("It"))
    robin.does("Let it pass", robin.sees("What do you say to Odd?"))
    ann.reads(ann.sees("Does Odd get it?"), "+2")
    ann.does("Roll", ann.now, {DICE: "5 5"})
    ann.reads(ann.story, "12", "Critical Success")
    ann.reads(ann.mat, "2 Thread of 3")


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
    expect(evening.looks("gm").opens("Playbooks")).not_to_contain_text("Tailor")
