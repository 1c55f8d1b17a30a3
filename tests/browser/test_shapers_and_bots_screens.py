"""Shapers and Bots' screens for everybody: axe finds nothing at the moments that matter."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, expect
from tests.browser.evenings import Evening
from tests.browser.house import PHONE, Server
from tests.browser.people import Person, starting
from tests.browser.test_accessibility import faultless, legible
from tests.games.shapers_and_bots import moments
from tests.games.shapers_and_bots.table import Played

from tablefolk.games.shapers_and_bots.rules.bots import ChooseLocomotion, TakePart
from tablefolk.games.shapers_and_bots.rules.building import BeginSheet, SpreadPoints
from tablefolk.games.shapers_and_bots.rules.fights.start import StartFight
from tablefolk.games.shapers_and_bots.rules.harm import Injure
from tablefolk.games.shapers_and_bots.rules.skills import BecomeShaper, TakeBundle


@pytest.fixture
def evening(browser: Browser, server: Server) -> Iterator[Evening]:
    yield from Evening.at(browser, server, "shapers-and-bots", "Low Harbour")


def test_axe_finds_nothing_while_a_character_is_made_of_pictures__SB_36_SB_84(
    evening: Evening,
) -> None:
    ann = evening.looks("p1", closely=True)
    faultless(ann, "Table")  # 21 animals and the bot
    ann.page.locator("#be-goat").evaluate("pic => pic.open = true")
    ann.presses(ann.now.get_by_role("button", name=starting("Make my own")).locator("visible=true"))
    expect(ann.page.locator("#now-head")).to_have_text("What is your goat like?")
    faultless(ann, "Table")
    legible(ann, "Table")


def test_shaping_is_one_tap_from_the_first_screen_of_skills_on_a_phone__SB_137(
    evening: Evening,
) -> None:
    evening.comes_to(skilled)
    ann = evening.looks("p1", closely=True)
    ann.page.set_viewport_size(PHONE)
    expect(ann.page.locator("#now-head")).to_have_text("What has your goat learned?")
    expect(ann.now.get_by_role("link", name=starting("Born to shape?"))).to_be_in_viewport(ratio=1)
    ann.opens("Born to shape?")
    expect(ann.drawer.get_by_role("button", name=starting("Shape Earth"))).to_be_in_viewport()
    faultless(ann)


def skilled() -> Played:
    """A goat in the making, at the step of skills."""
    played = Played()
    played.do("p1", BeginSheet("goat"))
    played.do("p1", SpreadPoints("goat", "quick"))
    return played


def test_axe_finds_nothing_on_the_stage_of_a_player_and_of_the_director__SB_13_SB_170(
    evening: Evening,
) -> None:
    evening.comes_to(moments.quiet)
    faultless(evening.looks("p1", closely=True), "Table", "People")
    faultless(evening.looks("gm", closely=True), "Table")


def test_axe_finds_nothing_on_a_try_that_asks_for_no_dice__SB_17_SB_22(evening: Evening) -> None:
    evening.comes_to(moments.tried)
    faultless(evening.looks("p1"), "Table")
    evening.comes_to(moments.easy)
    faultless(evening.looks("gm"), "Table")


def test_axe_finds_nothing_on_what_came_of_a_try__SB_18_SB_30(evening: Evening) -> None:
    evening.comes_to(moments.failed)
    ann = evening.looks("p1")
    faultless(ann, "Table", "Story")
    legible(ann, "Table", "Story")


def test_axe_finds_nothing_in_a_fight_from_the_turn_to_the_blow__SB_105_SB_136(
    evening: Evening,
) -> None:
    evening.comes_to(moments.turn)
    faultless(evening.looks("p1", closely=True), "Table")
    evening.comes_to(moments.attacked)
    ann = evening.looks("p1")
    faultless(ann, "Table")
    legible(ann, "Table")
    evening.comes_to(moments.staggering)
    faultless(evening.looks("gm"), "Table")


BROKEN = """() => {
  const found = [];
  const names = ".tile b, .sb-pic-name, .sbf-name, .sbf-target-name";
  for (const one of document.querySelectorAll(names)) {
    const cut = one.clientWidth && one.scrollWidth > one.clientWidth + 1;
    if (one.offsetParent && cut) found.push(one.textContent);
  }
  for (const root of document.querySelectorAll("#now, #drawer")) {
    const walk = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    while (walk.nextNode()) {
      const text = walk.currentNode;
      if (!text.parentElement.checkVisibility() || text.parentElement.closest(".sr")) continue;
      for (const word of text.data.matchAll(/[\\p{L}\\d]+/gu)) {
        const range = new Range();
        range.setStart(text, word.index);
        range.setEnd(text, word.index + word[0].length);
        const tops = new Set([...range.getClientRects()].map((box) => Math.round(box.top)));
        if (tops.size > 1) found.push(word[0]);
      }
    }
  }
  for (const token of document.querySelectorAll(".sbf-one")) {
    const parts = [...token.children].filter((one) => one.checkVisibility() && !one.matches(".sr"));
    const boxes = parts.map((one) => one.getBoundingClientRect());
    const over = boxes.some((box, n) => n && box.top < boxes[n - 1].bottom - 1);
    if (over) found.push(`${token.textContent.trim()} overlaps`);
  }
  return found;
}"""


def begun() -> Played:
    """A goat whose points are to be spent."""
    played = Played()
    played.do("p1", BeginSheet("goat"))
    return played


def archer() -> Played:
    """A goat with a set of skills, whose name is to be said."""
    played = skilled()
    played.do("p1", TakeBundle("goat", "archer"))
    return played


@pytest.mark.parametrize(
    "moment",
    [Played, begun, skilled, archer, moments.quiet, moments.tried, moments.joined,
     moments.turn, moments.attacked, moments.staggering, moments.fallen, moments.mourning,
     moments.over],
)  # fmt: skip
def test_no_word_breaks_and_nothing_scrolls_sideways_on_a_narrow_phone__SB_13(
    evening: Evening, moment: Callable[[], Played]
) -> None:
    evening.comes_to(moment)
    fits(evening.looks("p1"))


@pytest.mark.parametrize(
    "moment",
    [moments.quiet, moments.easy, moments.tie, moments.fluke, moments.planned, moments.opening,
     moments.wounded, moments.raging, moments.joined, moments.fallen, moments.gust, moments.over],
)  # fmt: skip
def test_no_word_breaks_on_a_director_s_narrow_phone_either__SB_170(
    evening: Evening, moment: Callable[[], Played]
) -> None:
    evening.comes_to(moment)
    fits(evening.looks("gm"))


def fits(one: Person) -> None:
    """No word is broken or cut, nothing of a fighter lies on the rest, nothing scrolls sideways."""
    for width in (360, 320):
        one.page.set_viewport_size({"width": width, "height": 740})
        assert one.page.evaluate(BROKEN) == []
        assert one.page.evaluate("document.documentElement.scrollWidth") <= width


def fitted() -> Played:
    """A bot that is built, with points and skills: it may be chosen again."""
    played = Played()
    played.do("p1", BeginSheet("bot"))
    played.do("p1", ChooseLocomotion("bot", "legs"))
    for part in ("arm", "sawblade"):
        played.do("p1", TakePart("bot", part))
    played.do("p1", SpreadPoints("bot", "quick"))
    return played


def test_a_group_of_parts_that_is_open_hides_no_other_and_no_penalty__SB_152(
    evening: Evening,
) -> None:
    evening.comes_to(fitted)
    ann = evening.looks("p1")
    ann.page.set_viewport_size(PHONE)
    ann.now.locator("summary", has_text="Choose again").first.click()
    again = ann.now.locator("summary", has_text="How is it built?").first
    again.click()
    inside = again.locator("xpath=..")
    groups = inside.locator("details > summary").locator("visible=true")
    before = groups.all_inner_texts()
    assert len(before) > 2
    groups.first.click()
    for name in before:
        expect(inside.locator("summary", has_text=name.split("\n")[0]).first).to_be_visible()
    expect(inside.get_by_text("penalty").first).to_be_visible()


def test_a_gust_is_aimed_by_tapping_a_face__SB_141_SB_148(evening: Evening) -> None:
    evening.comes_to(windy)
    ann = evening.looks("p1", closely=True)
    ann.page.set_viewport_size(PHONE)
    panel = ann.opens("Shape")
    faultless(ann)
    ann.presses(panel.get_by_role("button", name="Tick-Tock").locator("visible=true").first)
    expect(evening.looks("gm").now).to_contain_text("Tick-Tock")


def test_a_hurried_gust_is_aimed_by_tapping_a_face__SB_141_SB_148(evening: Evening) -> None:
    evening.comes_to(gusty_turn)
    ann = evening.looks("p1", closely=True)
    ann.page.set_viewport_size(PHONE)
    panel = ann.opens("Shape")
    panel.locator("summary", has_text="In a hurry: one action").click()
    hurry = panel.locator("details[id^=hurried-]")
    aimed = hurry.get_by_role("group", name=starting("Gust that knocks"))
    ann.presses(aimed.get_by_role("button", name="Pip"))
    expect(evening.looks("gm").now).to_contain_text("Pip")
    expect(evening.looks("gm").now).to_contain_text("In a hurry")


def test_what_one_has_begun_to_write_goes_along_into_shaping__SB_140(evening: Evening) -> None:
    evening.comes_to(windy)
    ann = evening.looks("p1", closely=True)
    ann.page.set_viewport_size(PHONE)
    tried, idea = ann.now.get_by_label("What do you do?"), "Ring the ferry bell"
    tried.fill(idea)
    panel = ann.opens("Shape")
    said = panel.get_by_label("What is to happen?").locator("visible=true")
    expect(said).to_have_value(idea)
    ann.does("nobody in particular", panel)
    expect(evening.looks("gm").now).to_contain_text(idea)
    assert idea not in ann.page.evaluate("Object.values(sessionStorage).join()")  # it is used


@pytest.mark.parametrize(
    ("moment", "answers"),
    [
        (moments.turn, ("Punch or kick",)),
        (moments.attacked, ("Yes, defend!", "No, let it come")),
        (moments.parried, ("Roll the defence!",)),
        (moments.staggering, ("Roll to stay up!",)),
    ],
)
def test_what_a_fight_asks_is_on_the_first_screen_of_a_small_phone__SB_124(
    evening: Evening, moment: Callable[[], Played], answers: tuple[str, ...]
) -> None:
    evening.comes_to(moment)
    ann = evening.looks("p1", closely=True)
    ann.page.set_viewport_size({"width": 320, "height": 640})
    for name in answers:
        expect(ann.now.get_by_role("button", name=starting(name))).to_be_in_viewport(ratio=1)
        answer = ann.now.get_by_role("button", name=starting(name)).bounding_box()
        foot = ann.page.locator("#mat").bounding_box()
        assert answer
        assert foot
        assert answer["y"] + answer["height"] <= foot["y"]


def gusty_turn() -> Played:
    """The fox is on, and shapes air."""
    played = windy()
    fighters = (moments.FOX, moments.PIP)
    played.do("gm", StartFight(fighters, ties=fighters))
    return played


def test_whoever_has_died_may_watch_the_fight__SB_104(evening: Evening) -> None:
    evening.comes_to(killed)
    ben = evening.looks("p2", closely=True)
    ben.page.set_viewport_size(PHONE)
    ben.sees("Tick-Tock is dead.")
    fight = ben.opens("Watch the fight")
    expect(fight.get_by_role("list", name="The order of this round")).to_be_visible()
    expect(fight).to_contain_text("Reynard Quick")


def killed() -> Played:
    """A mast falls on the turtle, in a fight."""
    played = moments.turn()
    played.do("gm", Injure(moments.TURTLE, points=9, source="a falling mast"))
    return played


def windy() -> Played:
    """The fox shapes air."""
    played = moments.quiet()
    played.do("gm", BecomeShaper(moments.FOX, "air"))
    return played
