"""Two browsers, one truth: what reaches a page, when, and what never does."""

from __future__ import annotations

import contextlib
import os
import re
import signal
import threading
import time
from collections.abc import Iterator
from http.client import HTTPConnection

import pytest
from playwright.sync_api import Browser, Error, Locator, Request, Route, expect
from tests import patience
from tests.browser.house import PATIENCE, Server
from tests.browser.people import Person, somebody
from tests.browser.tables import done, invite, joined, leave, opened, sends, under_way
from tests.browser.test_stage import HOLD, asks, box

Trio = tuple[Person, Person, Person]
BROKEN = "The line to the table is broken"
LISTEN_TO_THE_LINE = """() => {
  const line = document.getElementById('line'), told = document.documentElement.dataset;
  new MutationObserver(() => { told.said = `${told.said ?? ''}${line.textContent} `; })
    .observe(line, {childList: true});
}"""
BACK = "Back at the table"
# How long nothing had been heard when the line first spoke of it, by the page's own clock.
SILENCE = """() => {
  let heard = Date.now();
  document.addEventListener('htmx:sse:before:message', () => { heard = Date.now(); });
  new MutationObserver(() => { window.silence ??= Date.now() - heard; })
    .observe(document.getElementById('line'), {childList: true});
}"""


def seated(browser: Browser, server: Server) -> Iterator[Trio]:
    """Robin, Ines at a wide screen, Tomas on a phone; nothing breaks on anybody's page."""
    robin, ines, tomas = under_way(browser, server, "Ines", "Tomas", phones=("Tomas",))
    yield robin, ines, tomas
    assert [one.troubles for one in (robin, ines, tomas)] == [[], [], []]
    leave(robin, ines, tomas)


@pytest.fixture
def trio(browser: Browser, server: Server) -> Iterator[Trio]:
    yield from seated(browser, server)


@pytest.fixture
def mortals(browser: Browser, mortal: Server) -> Iterator[Trio]:
    """The same three at a server that may be killed."""
    yield from seated(browser, mortal)


def bowl(one: Person) -> int:
    """How many points lie in the bowl, as this page shows it."""
    row = one.row("Robin")
    expect(row).to_contain_text("in the bowl")
    found = re.search(r"(\d+)\s+in the bowl", row.inner_text())
    assert found
    return int(found[1])


# -- Everybody sees it ---------------------------------------------------------------------------


def test_what_one_does_the_others_see_without_a_reload__TF_35(
    trio: Trio,
) -> None:
    robin, ines, tomas = trio
    for one in trio:
        one.page.evaluate("window.sameAsBefore = true")
    ines.says("Who goes there?")
    for one in trio:
        one.reads(one.story, "Who goes there?")
    done(robin, "OpenTask", title="The ladder", physical=10, called=["bruno-tal"])
    tomas.does("Roll Physical", tomas.sees("How do you go about it, Bruno?"))
    for one in (robin, ines):
        one.reads(one.sees("Bruno puts a roll together"), "4d6")
    tomas.does("Throw the dice", tomas.sees("Ready to throw, Bruno?"))
    for one in trio:
        one.reads(one.story, "Bruno Tal throws 4d6 for “The ladder”", "against 10")
        assert one.page.evaluate("window.sameAsBefore")


def test_a_handout_is_read_on_a_phone_and_newcomers_still_come_in__TF_12(
    trio: Trio, browser: Browser, server: Server
) -> None:
    robin, ines, tomas = trio
    letter = {"Title": "A letter", "Text": "Come at midnight."}
    robin.does("Write a note", robin.opens("Notes and handouts"), letter)
    robin.does("Show the note to some", robin.drawer, {}, "Tomas")
    tomas.reads(tomas.sees("A letter"), "Robin shows you", "Come at midnight.")
    tomas.does("Put it away")
    tomas.reads(tomas.opens("A letter"), "Robin shows you", "A letter", "Come at midnight.")
    tomas.page.reload()
    tomas.reads(tomas.drawer, "Come at midnight.")
    expect(ines.page.locator("body")).not_to_contain_text("A letter")
    done(robin, "ShowNote", note="desk.a-letter")
    ines.does("Put it away", ines.sees("A letter"))
    newcomer = somebody(browser, server.address, "Wen", phone=True)
    newcomer.sits_down(invite(robin))
    newcomer.reads(newcomer.opens("A letter"), "Robin shows you", "Come at midnight.")
    leave(newcomer)


def test_who_is_waited_for_stands_in_the_tabs_title__TF_30(
    trio: Trio,
) -> None:
    robin, ines, _ = trio
    expect(ines.page).to_have_title("Saltmouth")
    done(robin, "OpenTask", title="The lock", mental=10, called=["nora-pell"])
    expect(ines.page).to_have_title(re.compile("^● You: .+ · Saltmouth$"))
    ines.reads(ines.sees("How do you go about it, Nora?"), "The lock")


def test_newcomers_wait_until_the_gm_lets_them_in__TF_4(browser: Browser, server: Server) -> None:
    robin = opened(browser, server, admission="true")
    ines = joined(robin, browser, server, "Ines")
    expect(ines.page.get_by_role("heading", level=1)).to_contain_text("One moment, Ines")
    robin.sees("Is everybody here?")
    robin.page.get_by_role("link", name="Does Ines come in?").click()
    robin.does("Let Ines in", robin.sees("Does Ines come in?"))
    ines.is_seated()
    leave(robin, ines)


# -- What nobody else may know -------------------------------------------------------------------

PLANTED = 7919
SEEN = re.compile(r"(?<![0-9A-Za-z])7[, .\u00a0\u202f]?919(?![0-9A-Za-z])")


class Ear:
    """A raw reader of a seat's stream, byte by byte, beside the page."""

    def __init__(self, server: Server, one: Person) -> None:
        self.line = HTTPConnection("127.0.0.1", server.port, timeout=patience.SECONDS)
        cookies = one.page.context.cookies(one.page.url)
        self.headers = {"cookie": "; ".join(f"{c['name']}={c['value']}" for c in cookies)}
        self.path = one.page.url.removeprefix(server.address) + "/live?at=-1"
        self.heard = b""
        self.thread = threading.Thread(target=self._listen, daemon=True)
        self.thread.start()

    def _listen(self) -> None:
        self.line.request("GET", self.path, headers=self.headers)
        answer = self.line.getresponse()
        while part := answer.read1(65536):
            self.heard += part

    def hears(self, text: str) -> str:
        """All that was heard, once it holds this."""
        until = time.monotonic() + patience.SECONDS
        while text.encode() not in self.heard:
            assert time.monotonic() < until, f"the stream never said {text!r}"
            time.sleep(0.02)
        return self.heard.decode()


def test_a_hidden_difficulty_is_in_no_byte_a_player_receives__WF_20_TF_29(
    browser: Browser, server: Server
) -> None:
    robin, ines, tomas = under_way(browser, server, "Ines", "Tomas", odds_shown="everyone")
    ear, bodies = Ear(server, ines), listening(ines)
    done(robin, "OpenTask", title="The sea wall", physical=PLANTED, mental=PLANTED, hidden=True,
         called=["nora-pell"])  # fmt: skip
    robin.reads(robin.now, str(PLANTED))

    ines.does("Roll Mental", ines.sees("How do you go about it, Nora?"))
    tomas.does("Bruno Tal helps", tomas.sees("Nora puts a roll together"))
    ines.does("Just a fate point", ines.sees("Ready to throw, Nora?"))
    ines.does("Throw the dice")
    ines.reads(ines.story, "Nora Pell throws", "Failure")
    ines.insists("DraftRoll", {"who": "nora-pell", "attribute": "mental", "task": 1})
    done(robin, "Say", text="That was the last of it.")

    heard = ear.hears("That was the last of it.")
    ines.page.reload()
    ines.is_seated()
    table = ines.page.url
    for path in ("/log", "/story/md", "/story/html", "/story/json", "/seat"):
        bodies.append(ines.page.request.get(table + path).text())
    assert SEEN.search(robin.page.content()), "the GM sees it, so it would be found"
    assert len(bodies) > 8
    for body in (heard, *bodies, ines.page.content()):
        assert not SEEN.search(body)
    leave(robin, ines, tomas)


def listening(one: Person) -> list[str]:
    """Every body this page receives from now on; the stream is heard by an Ear of its own."""
    bodies: list[str] = []

    def hear(request: Request) -> None:
        answer = request.response()
        kind = answer.headers.get("content-type", "") if answer else ""
        if answer and "/t/" in answer.url and not kind.startswith("text/event-stream"):
            with contextlib.suppress(Error):  # a redirect has no body
                bodies.append(answer.text())

    one.page.on("requestfinished", hear)
    return bodies


# -- Sleep, lost lines, restarts -----------------------------------------------------------------


def test_a_page_that_was_offline_says_so_and_catches_up__TF_35(
    trio: Trio,
) -> None:
    robin, ines, _ = trio
    ines.page.evaluate(LISTEN_TO_THE_LINE)  # a message under way may still arrive after it
    ines.page.context.set_offline(True)
    expect(ines.page.locator(f'html[data-said*="{BROKEN}"]')).to_have_count(1)
    robin.says("Meanwhile, the tide comes in.")
    robin.reads(robin.story, "Meanwhile, the tide comes in.")
    ines.page.context.set_offline(False)
    expect(ines.page.locator(f'html[data-said*="{BACK}"]')).to_have_count(1)
    ines.reads(ines.story, "Meanwhile, the tide comes in.")
    ines.troubles.clear()  # the browser itself complains about the line


def test_a_line_that_died_in_silence_is_announced_within_ten_seconds__TF_35(
    mortals: Trio, mortal: Server
) -> None:
    page = mortals[1].page
    page.clock.install()
    with page.expect_response(re.compile(r"/live\?")):
        page.reload()
    page.evaluate(LISTEN_TO_THE_LINE)
    page.evaluate(SILENCE)
    os.kill(mortal.process.pid, signal.SIGSTOP)
    try:
        page.clock.run_for(10_000)  # by the page's own clock, however slow it is
        expect(page.locator(f'html[data-said*="{BROKEN}"]')).to_have_count(1)
        assert page.evaluate("window.silence") <= 10_000
    finally:
        os.kill(mortal.process.pid, signal.SIGCONT)
    expect(page.locator(f'html[data-said*="{BACK}"]')).to_have_count(1)
    for one in mortals:
        one.troubles.clear()


def test_open_pages_are_current_again_after_a_restart__TF_35(mortals: Trio, mortal: Server) -> None:
    robin, ines, tomas = mortals
    done(robin, "Say", text="The lamp flickers.")
    ines.reads(ines.story, "The lamp flickers.")
    mortal.kill()
    for one in (ines, tomas):
        expect(one.page.get_by_role("status").filter(has_text=BROKEN)).to_be_visible()
    ines.page.get_by_label("Say something").fill("Hello?")
    ines.page.get_by_role("button", name="Say it").click()
    unreached = ines.page.get_by_role("alert").filter(has_text="did not reach the table")
    expect(unreached).to_be_visible()
    mortal.start()
    done(robin, "Say", text="The lamp is out.")  # how fast is the bench's business, not a test's
    for one in mortals:
        one.reads(one.story, "The lamp flickers.", "The lamp is out.")
        expect(one.page.get_by_role("status").filter(has_text=BROKEN)).to_be_hidden()
        one.troubles.clear()
    again = ines.page.get_by_role("alert").filter(has_text="The line is back")
    expect(again).to_be_visible()
    ines.page.get_by_role("button", name="Say it").click()
    robin.reads(robin.story, "Hello?")
    expect(again).to_be_hidden()


def test_an_act_that_a_proxy_answered_for_says_so_and_acts_once_when_sent_again__TF_36(
    trio: Trio,
) -> None:
    robin, ines, _ = trio

    def away(route: Route) -> None:
        if route.request.method == "POST":
            route.fulfill(status=503, content_type="text/plain", body="Away for a moment.")
        else:
            route.continue_()

    ines.page.route("**/*", away)
    ines.page.get_by_label("Say something").fill("Is anybody there?")
    ines.page.get_by_role("button", name="Say it").click()
    unreached = ines.page.get_by_role("alert").filter(has_text="did not reach the table")
    expect(unreached).to_be_visible()
    done(robin, "Say", text="The lamp hums.")
    ines.reads(ines.story, "The lamp hums.")
    expect(unreached).to_be_visible()  # news comes, and the act is still not sent
    ines.page.unroute("**/*", away)
    ines.page.get_by_role("button", name="Say it").click()
    robin.reads(robin.story, "Is anybody there?")
    expect(unreached).to_be_hidden()
    ines.troubles.clear()  # the browser itself complains about the 503


def test_what_did_not_get_through_is_said_beside_the_button_and_put_away(trio: Trio) -> None:
    ines = trio[1]
    ines.opens("Try something")
    ines.now.get_by_label("What do you do?").fill("Climb the mast")
    ines.now.get_by_role("radio").first.check()
    ines.page.context.set_offline(True)
    button = ines.now.get_by_role("button", name=re.compile("^Say it"))
    button.click()
    said = ines.page.locator("#notice .unreached")
    expect(said).to_be_visible()
    words, pressed = said.bounding_box(), button.bounding_box()
    assert words
    assert pressed
    assert words["y"] + words["height"] <= pressed["y"] or words["y"] >= pressed["y"] + 40
    said.get_by_role("button", name="Put this away").click()
    expect(said).to_be_hidden()
    ines.page.context.set_offline(False)
    ines.troubles.clear()  # the browser says that it was cut off


def test_a_hidden_tab_lets_go_of_its_stream_and_is_current_when_looked_at_again__TF_35(
    trio: Trio,
) -> None:
    robin, ines, _ = trio
    look(ines, away=True)
    robin.says("Nobody is looking.")
    robin.reads(robin.story, "Nobody is looking.")
    expect(ines.story).not_to_contain_text("Nobody is looking.")
    look(ines, away=False)
    ines.reads(ines.story, "Nobody is looking.")


def look(one: Person, away: bool) -> None:
    """Turn to another tab of the browser, or back."""
    one.page.evaluate(
        """away => {
          Object.defineProperty(document, 'hidden', {configurable: true, get: () => away});
          document.dispatchEvent(new Event('visibilitychange'));
        }""",
        away,
    )


# -- Hands and eyes are left alone ---------------------------------------------------------------


def test_focus_and_typed_words_survive_what_others_do__TF_35(
    trio: Trio,
) -> None:
    robin, ines, tomas = trio
    field = ines.page.get_by_label("Say something")
    field.fill("I was just about to")
    field.press("ArrowLeft")
    done(robin, "OpenTask", title="The rope", physical=10, called=["bruno-tal"])
    done(tomas, "Say", text="Careful!")
    tomas.does("Roll Physical", tomas.sees("How do you go about it, Bruno?"))
    tomas.does("Throw the dice", tomas.sees("Ready to throw, Bruno?"))
    ines.reads(ines.story, "Careful!", "Bruno Tal throws")
    expect(field).to_be_focused()
    expect(field).to_have_value("I was just about to")
    ines.page.keyboard.type("X")
    expect(field).to_have_value("I was just about tXo")


def test_what_is_typed_before_the_answer_comes_stays__TF_35(trio: Trio) -> None:
    """On a slow line the news of an act may overtake its answer."""
    _, ines, _ = trio
    ines.page.evaluate(
        """() => {
          const fetched = window.fetch;
          window.fetch = async (...asked) => {
            const answer = await fetched(...asked);
            if (asked[1]?.method === 'POST') await new Promise((go) => { window.letGo = go; });
            return answer;
          };
        }"""
    )
    field = ines.page.get_by_label("Say something")
    field.fill("First.")
    field.press("Enter")
    ines.reads(ines.story.get_by_role("log"), "First.")
    field.fill("And sec")
    answered(ines)
    expect(field).to_have_value("And sec")
    field.fill("Second.")
    field.press("Enter")
    ines.reads(ines.story.get_by_role("log"), "Second.")
    answered(ines)
    expect(field).to_have_value("")


def answered(one: Person) -> None:
    """Let the answer come that was held back, and wait until the page has dealt with it."""
    one.page.evaluate(
        """async () => {
          const settled = new Promise((done) => {
            document.addEventListener('htmx:after:request', () => setTimeout(done), {once: true});
          });
          while (!window.letGo) await new Promise((soon) => setTimeout(soon, 10));
          window.letGo();
          window.letGo = null;
          await settled;
        }"""
    )


def test_an_open_fold_keeps_what_is_typed_into_it__TF_35(
    trio: Trio,
) -> None:
    robin, ines, tomas = trio
    done(robin, "OpenTask", title="The attic", mental=10, called=["nora-pell"])
    ines.does("Roll Mental", ines.sees("How do you go about it, Nora?"))
    ines.sees("Ready to throw, Nora?")
    form, _ = ines.finds("Use a tool", ines.opens("Another way"))
    tool = form.get_by_label("Which tool?")
    tool.fill("a very long la")
    tomas.does("Bruno Tal helps", tomas.sees("Nora puts a roll together"))
    ines.reads(ines.story, "Bruno Tal helps Nora Pell")
    robin.does("Boat hook", robin.opens("More for Nora"))
    ines.reads(ines.story, "1 bonus die, Boat hook")
    beside = ines.now.get_by_role("button", name="Boat hook")
    expect(beside).to_be_visible()  # nothing moves under a hand
    changed = ines.page.locator("#changed button")
    expect(changed).to_be_visible()  # but it is said
    expect(tool).to_be_visible()
    expect(tool).to_have_value("a very long la")
    expect(tool).to_be_focused()
    tool.press("Tab")
    expect(beside).to_have_count(0)  # and once it is free, what stands around the fold is current
    expect(changed).to_have_count(0)
    expect(tool).to_be_visible()
    expect(tool).to_have_value("a very long la")


def test_an_open_fold_follows_what_it_offers_and_keeps_what_is_typed__TF_35(
    trio: Trio, browser: Browser, server: Server
) -> None:
    robin, ines, _ = trio
    whisper = unfolded(ines)
    whisper.locator("summary").press("Enter")
    text = whisper.get_by_role("textbox").first
    text.fill("Do you hear")
    newcomer = joined(robin, browser, server, "Wen")
    expect(whisper.get_by_label("Wen")).to_be_visible()
    expect(text).to_have_value("Do you hear")
    expect(text).to_be_focused()
    text.press("Escape")
    expect(text).not_to_be_focused()
    whisper.get_by_label("Wen").check()
    text.fill("Do you hear me?")
    ines.presses(whisper.get_by_role("button"))
    newcomer.reads(newcomer.story, "Do you hear me?")
    expect(text).to_be_hidden()
    leave(newcomer)


def unfolded(one: Person) -> Locator:
    """How to whisper, beneath the box in which one says something."""
    more = one.page.locator("details", has_text="Whisper, free dice").first
    more.locator("summary").first.click()
    return more.locator("details").filter(has_text="Whisper").first


def test_without_script_a_fold_holds_a_link_to_its_form(
    trio: Trio, browser: Browser, server: Server
) -> None:
    _, ines, tomas = trio
    plain = without_script(browser, server, ines)
    whisper = unfolded(plain)
    whisper.locator("summary").click()
    whisper.get_by_role("link").click()
    plain.page.get_by_role("textbox").first.fill("Hush now.")
    plain.page.get_by_label(tomas.name).check()
    plain.page.get_by_role("button", name=re.compile("Whisper")).click()
    tomas.reads(tomas.story, "Hush now.")
    plain.page.context.close()


def test_where_the_focused_button_went_away_the_focus_is_on_what_is_to_do_now(
    trio: Trio,
) -> None:
    robin, ines, _ = trio
    done(robin, "OpenTask", title="The cellar", mental=10, called=["nora-pell"])
    button = ines.sees("How do you go about it").get_by_role("button", name="Roll Mental")
    button.focus()
    ines.page.keyboard.press("Enter")
    ines.sees("Ready to throw, Nora?")
    expect(ines.page.locator("#now-head")).to_be_focused()


# -- Acting once, and in the present -------------------------------------------------------------


def test_a_double_click_acts_once__TF_36(trio: Trio) -> None:
    _, ines, tomas = trio
    before = bowl(ines)
    button = ines.opens("Reward").get_by_role("button", name=re.compile("Bruno"))
    ines.page.evaluate(HOLD)  # a table that is quicker than the second click has answered both
    button.dblclick()
    assert ines.page.evaluate("window.posted") == ["Reward"]
    ines.page.evaluate("window.letGo()")
    expect(ines.row("Bruno Tal")).to_contain_text(re.compile(r"6\s+fate points"))
    ines.says("Well done!")
    tomas.reads(tomas.story, "Well done!")
    assert bowl(tomas) == bowl(ines) == before - 1


def test_a_number_beyond_its_bounds_is_refused_by_the_table__TF_17(trio: Trio) -> None:
    robin, *_ = trio
    form = robin.opens("Somebody new")
    form.get_by_label("Name").fill("The harbour master")
    form.get_by_label("Mental").fill("60")
    with robin.page.expect_response(lambda r: r.request.method == "POST"):
        form.get_by_role("button", name="Add somebody you run").click()
    expect(robin.page.get_by_role("alert").filter(has_text="between 0 and 6 dice")).to_be_visible()
    expect(form.get_by_label("Mental")).to_have_value("60")


def test_a_double_click_selects_nothing_of_the_card_that_comes_in_its_place(trio: Trio) -> None:
    robin, ines, _ = trio
    asks(robin, "Twice?")
    mouse, card = ines.page.mouse, ines.sees("Twice?")
    card.get_by_role("button", name=re.compile("^Yes")).click()
    head = box(ines.page.locator("#now-head"))
    mouse.move(head["x"] + 20, head["y"] + 10)
    mouse.down(click_count=2)
    mouse.up(click_count=2)
    assert ines.page.evaluate("getSelection().toString()") == ""


def test_a_page_from_earlier_is_judged_against_the_present__TF_37(
    trio: Trio, browser: Browser, server: Server
) -> None:
    robin, ines, _ = trio
    done(robin, "OpenTask", title="The window", mental=10, called=["nora-pell"])
    ines.sees("How do you go about it, Nora?")
    old = without_script(browser, server, ines)
    done(robin, "Say", text="Something unrelated.")
    old.page.get_by_role("button", name="Roll Mental").first.click()  # still makes sense
    throw = old.page.get_by_role("button", name="Throw the dice")
    expect(throw).to_be_visible()
    ines.sees("Ready to throw, Nora?")
    ines.does("Do not roll", ines.opens("Another way"))
    ines.sees("How do you go about it, Nora?")
    throw.click()  # no longer does
    expect(old.page.get_by_role("alert")).to_contain_text(re.compile("no such roll|There is no"))
    old.page.context.close()


def without_script(browser: Browser, server: Server, one: Person | None = None) -> Person:
    """A browser that runs no script; with somebody's seat, if need be."""
    context = browser.new_context(base_url=server.address, java_script_enabled=False)
    context.set_default_timeout(PATIENCE)
    plain = Person(context.new_page(), one.name if one else "", one.hero if one else "")
    if one:
        context.add_cookies(one.page.context.cookies())  # type: ignore[arg-type]
        plain.page.goto(one.page.url)
    return plain


def test_joining_talking_drafting_and_throwing_work_without_script__TF_2_TF_10(
    browser: Browser, server: Server
) -> None:
    robin = opened(browser, server)
    plain = without_script(browser, server)
    page = plain.page
    page.goto(invite(robin))
    page.get_by_label("Your name").fill("Wen")
    page.get_by_role("button", name="Sit down").click()
    done(robin, "OpenCreation")
    page.reload()
    page.get_by_role("button", name="Play Pip Marlow").click()
    done(robin, "StartPlay", title="The harbour office", confirm=True)
    done(robin, "OpenTask", title="The window", physical=5, called=["pip-marlow"])
    page.reload()
    page.get_by_label("Say something").fill("Here I come.")
    page.get_by_role("button", name="Say it").click()
    robin.reads(robin.story, "Here I come.")
    page.get_by_role("button", name="Roll Physical").click()
    expect(page.get_by_role("main")).to_contain_text("3d6")
    page.get_by_role("button", name="Throw the dice").click()
    robin.reads(robin.story, "Pip Marlow throws", "against 5")
    expect(page.get_by_role("log")).to_contain_text("Pip Marlow throws")
    page.get_by_role("link", name="More", exact=True).click()  # a part is opened by its address
    page.get_by_role("link", name="Your notes").click()
    expect(page.get_by_role("heading", name="Your notes")).to_be_visible()
    leave(robin, plain)


# -- A phone -------------------------------------------------------------------------------------


def test_a_phone_shows_one_part_at_a_time_and_counts_what_is_unread(
    trio: Trio,
) -> None:
    robin, _, tomas = trio
    places = {"Table": "main", "People": ".side-people", "Story": ".side-story"}
    for open_one in places:
        tomas.tab(open_one)
        for name, place in places.items():
            expect(tomas.page.locator(place)).to_be_visible(visible=name == open_one)
    tomas.tab("Table")
    unread = tomas.page.get_by_role("navigation").get_by_role("link", name=re.compile("^Story"))
    expect(unread).not_to_contain_text("unread")
    robin.says("Listen!")
    expect(unread).to_contain_text("1 unread")
    tomas.tab("Story")
    expect(unread).not_to_contain_text("unread")


# -- Stop ----------------------------------------------------------------------------------------


def test_stop_pauses_everybody_until_it_goes_on__TF_33(
    trio: Trio,
) -> None:
    robin, ines, tomas = trio
    done(robin, "OpenTask", title="The hatch", physical=10, called=["bruno-tal"])
    tomas.stops_by_name()
    for one in trio:
        expect(one.banner).to_be_visible()
        one.reads(one.banner, "Tomas has pressed Stop.")
    assert sends(tomas, "DraftRoll", who="bruno-tal", attribute="physical", task=1) == 409
    ines.insists("RollFree", {"dice": "1d6"})
    ines.is_refused("paused", "TF-33")
    ines.says("Thank you for saying so.")
    tomas.reads(tomas.story, "Thank you for saying so.")
    robin.does("Go on", robin.banner)
    for one in trio:
        expect(one.page.get_by_role("alert").filter(has_text="paused")).to_be_hidden()
    tomas.does("Roll Physical", tomas.sees("How do you go about it, Bruno?"))
    ines.sees("Bruno puts a roll together")


def test_a_nameless_stop_says_nobodys_name__TF_33(trio: Trio) -> None:
    robin, ines, tomas = trio
    ines.presses(ines.page.get_by_role("button", name="Stop", exact=True))
    for one in (robin, tomas):
        one.reads(one.banner, "Somebody has pressed Stop.")
        expect(one.story.get_by_role("listitem").last).not_to_contain_text("Ines")


def test_a_whisper_is_answered_at_one_tap__TF_10(trio: Trio) -> None:
    robin, ines, tomas = trio
    for one in (ines, tomas):
        done(robin, "Say", text=f"Mind the step, {one.name}.", to=[one.name.lower()])
        one.tab("Story")
        one.story.get_by_role("button", name="Whisper back").last.click()
        form = one.page.locator('[data-way="Say"] form')
        expect(form.get_by_label("Robin")).to_be_checked()
        form.locator("textarea").fill(f"I do, says {one.name}.")
        form.get_by_role("button", name=re.compile("Whisper")).click()
        robin.reads(robin.story, f"I do, says {one.name}.")


def test_beyond_nine_nobody_counts_what_is_unread(trio: Trio) -> None:
    robin, _, tomas = trio
    for n in range(12):
        done(robin, "Say", text=f"Line {n}.")
        expect(tomas.page.locator("#story-new")).to_contain_text(f"Line {n}.")
    expect(tomas.page.locator(".tab .unread")).to_have_text("9+ unread")
