"""The stage under real hands: taps, typing, refusals, landing, throws, the strip."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, expect
from tests.browser.house import PATIENCE, Server
from tests.browser.people import Person, somebody
from tests.browser.tables import (
    HEROES,
    READY,
    done,
    join,
    joined,
    leave,
    open_table,
    opened,
    sends,
    start_play,
    under_way,
)

Trio = tuple[Person, Person, Person]
ACTS = 20  # of others, while somebody's hand is busy
NEAR = 80  # pixels between a refusal and its control


@pytest.fixture(scope="module")
def company(browser: Browser, server: Server) -> Iterator[Trio]:
    """Robin runs the game, Ines sits at a wide screen, Tomas has a phone; for all these tests."""
    robin, ines, tomas = (
        somebody(browser, server.address, name, HEROES.get(name, ""), phone=name == "Tomas")
        for name in ("Robin", "Ines", "Tomas")
    )
    yield robin, ines, tomas
    leave(robin, ines, tomas)


@pytest.fixture
def trio(company: Trio) -> Iterator[Trio]:
    """They sit down at a new table in its first scene: no test meets what another has left."""
    robin, *players = company
    for one in company:
        one.troubles.clear()
    open_table(robin)
    for one in players:
        join(one, robin)
    start_play(robin, *players)
    for one in company:
        one.is_seated()
        one.skips()
    yield company
    assert [one.troubles for one in company] == [[], [], []]


def table_of(one: Person) -> str:
    return one.page.url.split("?")[0].split("#")[0]


# -- Questions that hold for any game -------------------------------------------------------------


def asks(one: Person, question: str) -> None:
    """A show of hands: everybody owes an answer."""
    done(one, "AskHands", question=question)


def counts(one: Person, question: str) -> None:
    """It is over, whoever has answered."""
    done(one, "CloseHands", poll=poll_of(one, question))


def poll_of(one: Person, question: str) -> int:
    return number_of(one.sees(question))


def focus(one: Person) -> str:
    return str(one.page.evaluate("document.activeElement?.id ?? ''"))


def box(thing: Locator) -> dict[str, float]:
    found: Any = thing.bounding_box()
    assert found
    return dict(found)


def apart(one: dict[str, float], other: dict[str, float]) -> float:
    """How many pixels lie between two things; nothing, where they touch or overlap."""
    x = max(one["x"] - other["x"] - other["width"], other["x"] - one["x"] - one["width"], 0)
    y = max(one["y"] - other["y"] - other["height"], other["y"] - one["y"] - one["height"], 0)
    return max(x, y)


# -- Taps -----------------------------------------------------------------------------------------

HOLD = """() => {
  const fetched = window.fetch;
  window.posted = [];
  window.letGo = () => { window.fetch = fetched; window.held?.(); };
  const until = new Promise((go) => { window.held = go; });
  window.fetch = async (...asked) => {
    if (asked[1]?.method === 'POST') {
      window.posted.push(String(asked[1].body.get('yes') ?? asked[1].body.get('do')));
      await until;
    }
    return fetched(...asked);
  };
}"""
TAP = """names => names.forEach((name) => [...document.querySelectorAll('#now button')]
  .find((button) => button.textContent.trim().startsWith(name)).click())"""


def test_the_list_of_tools_goes_once_something_is_opened_on_the_stage(trio: Trio) -> None:
    robin = trio[0]
    robin.finds_tools()
    robin.mat.get_by_role("link", name="Call a roll").click()
    robin.sees("Call for a roll")
    expect(robin.page.locator("#tool-list")).to_have_count(0)
    expect(robin.page.locator("#now-head")).to_be_focused()
    expect(robin.story).to_be_visible()


def test_quick_taps_on_different_controls_are_seen_at_once_and_done_in_their_order(
    trio: Trio,
) -> None:
    robin, ines, _ = trio
    asks(robin, "Quick or slow?")
    card = ines.sees("Quick or slow?")
    ines.page.evaluate(HOLD)
    ines.page.evaluate(TAP, ["Yes", "No"])
    for name in ("Yes", "No"):
        expect(card.get_by_role("button", name=re.compile(f"^{name}"))).to_have_class(
            re.compile("sending")
        )
    assert len(ines.page.evaluate("window.posted")) == 1, "one waits for the other"
    ines.page.evaluate("window.letGo()")
    expect(ines.page.locator(".sending")).to_have_count(0)
    robin.reads(robin.story, "Ines has shown a hand.")
    expect(robin.now).to_contain_text(re.compile(r"Yes\s*0\s*No\s*1"))


# -- Nothing moves under a hand -------------------------------------------------------------------


def asks_for_a_ruling(one: Person) -> None:
    """To reward oneself is against the rules; the GM may allow it."""
    done(one, "AskRuling", command={"type": "Reward", "to": READY[one.name]})


def test_while_somebody_types_twenty_acts_of_others_move_nothing(trio: Trio) -> None:
    robin, ines, tomas = trio
    asks_for_a_ruling(ines)
    card = robin.sees("Reward")
    number = number_of(card)
    note = card.locator("details.with-note").first
    note.locator("summary").click()
    note.get_by_role("textbox").fill("Because I")
    before = standing(robin)
    for act in range(ACTS):
        if act == ACTS // 3:
            asks(tomas, "Shall we rest?")
        elif act == ACTS // 2:
            done(ines, "Withdraw", number=number)
        elif act == ACTS - 2:
            throws(robin, tomas, "Meanwhile")
        else:
            done((ines, tomas)[act % 2], "Say", text=f"Line {act}.")
    robin.reads(robin.story, f"Line {ACTS - 1}.")
    assert standing(robin) == before
    expect(robin.page.locator("#strip a")).to_contain_text("Shall we rest?")  # it waits as a strip
    expect(robin.page.locator("#strip a")).to_be_visible()
    expect(robin.page.locator("#moment")).to_be_hidden()
    robin.page.keyboard.type(" say so")
    expect(note.get_by_role("textbox")).to_have_value("Because I say so")
    robin.page.keyboard.press("Escape")  # the hand is free
    robin.sees("Shall we rest?")


def test_whoever_writes_soon_after_an_act_of_their_own_keeps_their_card(trio: Trio) -> None:
    robin, ines, _ = trio
    asks_for_a_ruling(ines)
    card = robin.sees("Reward")
    number, note = number_of(card), card.locator("details.with-note").first
    robin.says("Let me see.")
    note.locator("summary").click()
    note.get_by_role("textbox").fill("Because")  # dictated: no key is pressed
    asks(ines, "Well?")
    done(ines, "Withdraw", number=number)
    expect(robin.page.locator("#strip a")).to_contain_text("Well?")
    expect(note.get_by_role("textbox")).to_be_focused()
    expect(note.get_by_role("textbox")).to_have_value("Because")


def standing(one: Person) -> list[Any]:
    """What somebody has before them: the question, their focus, what they typed, how it lies."""
    found: list[Any] = one.page.evaluate(
        """() => [
          document.querySelector('#now > .now').dataset.part,
          document.getElementById('now-head').textContent,
          document.activeElement.id, document.activeElement.value,
          document.querySelector('.stage').scrollTop, scrollY,
          Math.round(document.activeElement.getBoundingClientRect().top),
        ]"""
    )
    return found


def test_while_somebody_presses_the_card_stays_and_then_the_next_one_comes(trio: Trio) -> None:
    robin, ines, _ = trio
    asks(robin, "Under a finger?")
    card = ines.sees("Under a finger?")
    poll = poll_of(robin, "Under a finger?")
    place = box(card.get_by_role("button", name=re.compile("^Yes")))
    ines.page.mouse.move(place["x"] + 5, place["y"] + 5)
    ines.page.mouse.down()
    done(robin, "CloseHands", poll=poll)
    done(robin, "Say", text="That was that.")
    ines.reads(ines.story, "That was that.")
    expect(card).to_have_attribute("data-part", f"hands:{poll}")
    ines.page.mouse.move(2, 2)
    ines.page.mouse.up()
    ines.sees("What do you do, Nora?")


def test_while_somebody_presses_beside_the_card_it_stays_as_well(trio: Trio) -> None:
    robin, ines, _ = trio
    for question in ("First?", "Second?"):
        asks(robin, question)
    card, first = ines.sees("First?"), poll_of(robin, "First?")
    place = box(ines.page.locator("#also").get_by_role("link", name=re.compile("Second")))
    ines.page.mouse.move(place["x"] + 20, place["y"] + 10)
    ines.page.mouse.down()
    done(robin, "CloseHands", poll=first)
    done(robin, "Say", text="That was that.")
    ines.reads(ines.story, "That was that.")
    ines.page.wait_for_timeout(800)  # what has just been drawn would stay for six tenths anyway
    expect(card).to_have_attribute("data-part", f"hands:{first}")
    ines.page.mouse.up()
    ines.sees("Second?")


BOXES = """() => [...document.querySelectorAll('#now :is(button, summary, a)')].map((one) => {
  const box = one.getBoundingClientRect();
  return [one.textContent.trim(), box.x, box.y];
})"""


def test_twenty_acts_of_others_move_no_answer_under_a_finger(trio: Trio) -> None:
    robin, ines, tomas = trio
    for one, other in ((ines, tomas), (tomas, ines)):
        question = f"Which way, {one.name}?"  # so that no card of the one before is taken for it
        asks(robin, question)
        card = one.sees(question)
        place = box(card.get_by_role("button", name=re.compile("^No")))
        one.page.mouse.move(place["x"] + 5, place["y"] + 5)
        one.page.mouse.down()
        before = one.page.evaluate(BOXES)
        for act in range(ACTS):
            if act == ACTS // 4:
                asks(robin, f"And then, {one.name}?")
            elif act == ACTS // 2:
                done(other, "Vote", poll=poll_of(one, question), answer=act % 2)
            elif act % 5 == 2:
                done(other, "RollFree", dice="8d6")
            else:
                done(robin, "Say", text=f"Step {act}. " * (act + 1), narrated=True)
        one.reads(one.page.locator("#story-new"), f"Step {ACTS - 1}.")
        expect(one.page.locator("#just")).to_contain_text("Step")
        assert one.page.evaluate(BOXES) == before
        one.page.mouse.move(2, 2)
        one.page.mouse.up()
        for number in (1, 2):
            sends(robin, "CloseHands", poll=number)


# It moves before anything is asked, and goes on moving.
A_HAND = """() => {
  const stage = document.querySelector('.stage'), told = document.documentElement.dataset;
  const moves = () => stage.dispatchEvent(new Event('pointermove'));
  new MutationObserver(() => { told.settling = `${told.settling ?? ''}${stage.matches('.settling')} `; })
    .observe(stage, {attributes: true, attributeFilter: ['class']});
  moves();
  document.addEventListener('htmx:before:swap', moves);  // however slow the page is
  window.hand = setInterval(moves, 100);
}"""  # noqa: E501


def test_a_card_that_comes_under_a_hand_takes_no_tap_for_a_moment(trio: Trio) -> None:
    robin, ines, tomas = trio
    ines.page.evaluate(A_HAND)
    asks(robin, "Under your hand?")
    ines.sees("Under your hand?")
    expect(ines.page.locator('html[data-settling="true false "]')).to_have_count(1)
    ines.page.evaluate("clearInterval(window.hand)")
    expect(tomas.page.locator(".settling")).to_have_count(0)
    ines.does("Yes")


def test_what_has_just_been_drawn_stays_for_six_tenths_of_a_second(trio: Trio) -> None:
    robin, _, tomas = trio
    tomas.page.evaluate(
        """() => {
          window.drawn = [];
          const now = document.getElementById('now');
          new MutationObserver(() => {
            const said = now.textContent;
            if (window.drawn.at(-1)?.[0] !== said) window.drawn.push([said, performance.now()]);
          }).observe(now, {childList: true, subtree: true, characterData: true});
        }"""
    )
    for n in range(4):
        asks(robin, f"Question {n}?")
        done(robin, "CloseHands", poll=poll_of(robin, f"Question {n}?"))
    done(robin, "Say", text="All asked.")
    tomas.reads(tomas.page.locator("#story-new"), "All asked.")
    tomas.page.wait_for_timeout(1500)
    times = [at for _, at in tomas.page.evaluate("window.drawn")]
    assert times
    assert all(later - sooner > 550 for sooner, later in pairwise(times))


# -- A handout is seen ----------------------------------------------------------------------------


def shows(robin: Person, title: str, to: str = "*") -> None:
    done(robin, "WriteNote", title=title, text=f"The words of {title}.")
    done(robin, "ShowNote", note=f"desk.{title.lower().replace(' ', '-')}", to=to)


def test_a_handout_is_read_at_once_by_whoever_is_free_and_never_covers_a_question__TF_12(
    trio: Trio,
) -> None:
    robin, ines, tomas = trio
    asks(robin, "Left or right?")
    tomas.does("Yes", tomas.sees("Left or right?"))
    tomas.tab("People")
    shows(robin, "A torn map")
    strip = tomas.page.locator("#strip a")
    expect(strip).to_contain_text("A torn map")
    strip.click()
    tomas.reads(tomas.sees("A torn map"), "Robin shows you", "The words of A torn map.")
    ines.sees("Left or right?")
    waits = ines.stage.get_by_role("link", name=re.compile("^A torn map"))
    expect(waits).to_be_visible()
    tomas.does("Put it away")
    expect(tomas.page.locator("#now")).not_to_contain_text("A torn map")
    ines.does("Yes", ines.sees("Left or right?"))
    ines.does("Put it away", ines.sees("A torn map"))


def test_a_handout_is_read_and_put_away_without_script__TF_12(trio: Trio, browser: Browser) -> None:
    robin, _, tomas = trio
    shows(robin, "A plain card", "tomas")
    kept: Any = tomas.page.context.storage_state()
    plain = browser.new_context(java_script_enabled=False, storage_state=kept)
    page = plain.new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(table_of(tomas))
    expect(page.locator("#now")).to_contain_text("The words of A plain card.")
    page.get_by_role("button", name="Put it away").click()
    expect(page.locator("#now")).not_to_contain_text("A plain card")
    plain.close()


# -- A fold with a text is typed into -------------------------------------------------------------


def test_who_opens_a_fold_types_into_its_text_and_into_no_key(trio: Trio) -> None:
    robin, ines, _ = trio
    asks_for_a_ruling(ines)
    note = robin.sees("Reward").locator("details.with-note").first
    note.locator("summary").click()
    types_at_once(robin, note)
    robin.page.keyboard.press("Escape")
    robin.page.get_by_text("Whisper, free dice, a show of hands").click()
    hands = robin.page.locator("#say details.offer").filter(has_text="Ask for a show of hands")
    expect(hands.locator("form")).to_have_count(0)  # it is asked for when the fold is opened
    hands.locator("summary").click()
    types_at_once(robin, hands)


def test_the_tool_for_whispers_dice_and_hands_opens_them_on_a_phone(trio: Trio) -> None:
    _, _, tomas = trio
    tomas.page.goto(tomas.page.url.partition("?")[0] + "?in=tools")
    tomas.page.locator("#drawer").get_by_text("Whisper, free dice, a show of hands").click()
    ways = tomas.page.locator("#say .say-others > [data-way]")
    expect(ways).to_have_count(3)
    for n in range(3):
        expect(ways.nth(n)).to_be_in_viewport()
    tomas.tab("Table")


def types_at_once(one: Person, fold: Locator) -> None:
    field = fold.get_by_role("textbox").first
    expect(field).to_be_focused()
    one.page.keyboard.type("not this! 1?")
    expect(field).to_have_value("not this! 1?")
    expect(one.drawer.locator("h2")).to_have_count(0)
    expect(one.page.get_by_role("dialog")).to_have_count(0)


# -- Notes, and the end of an evening -------------------------------------------------------------


def test_a_note_is_shown_first_and_thrown_away_last__TF_12(trio: Trio) -> None:
    robin = trio[0]
    drawer = robin.opens("Notes and handouts")
    robin.does("Write a note", drawer, {"Title": "The cellar key"})
    note = drawer.get_by_role("article").filter(has_text="The cellar key")
    expect(note.locator("summary")).to_have_text(
        [
            re.compile(words)
            for words in (
                *("Show the note to everyone", "Show the note to some"),
                *("Change the note", "Throw the note away"),
            )
        ]
    )


def test_an_evening_ends_where_a_scene_would_begin__TF_14(browser: Browser, server: Server) -> None:
    robin, ines = under_way(browser, server, "Ines")
    expect(robin.opens("Notes and handouts")).to_contain_text("until you show it to the others")
    robin.puts_away()
    done(robin, "EndScene")
    robin.finds_tools()
    robin.drawer.get_by_role("link", name="Open a scene, or close the session").click()
    robin.does("Close the session", robin.drawer)
    for one in (robin, ines):
        expect(one.page.locator("#place")).to_have_text("Session 1 is over")
    leave(robin, ines)


# -- What was typed comes back --------------------------------------------------------------------


def test_what_was_typed_is_there_again_after_a_reload_until_it_is_sent(trio: Trio) -> None:
    _, ines, tomas = trio
    for one in (ines, tomas):
        one.opens("Try")
        deed = one.now.get_by_label("What do you do?")
        deed.fill("I climb the old cr")
        one.page.reload()
        expect(deed).to_have_value("I climb the old cr")
        deed.fill("I climb the old crane.")
        one.now.get_by_label("Physical").check()
        one.does("Say it")
        one.page.reload()
        assert one.page.evaluate("Object.keys(sessionStorage).filter(k => sessionStorage[k])") == []


def test_what_was_meant_for_an_act_is_forgotten_once_another_way_was_acted(trio: Trio) -> None:
    _, ines, _ = trio
    ines.opens("Try")
    ines.now.get_by_label("What do you do?").fill("I climb the old crane.")
    ines.opens("Declare")
    ines.now.get_by_label("What is true from now on?").fill("There is a rope.")
    ines.presses(ines.now.get_by_role("button", name="It is so").first)
    expect(ines.page.locator("#now-head")).not_to_contain_text("true")
    ines.page.reload()
    ines.opens("Try")
    expect(ines.now.get_by_label("What do you do?")).to_have_value("")


def test_what_stands_in_a_card_stays_in_sight_while_all_is_stopped__TF_33(
    browser: Browser, server: Server
) -> None:
    robin = opened(browser, server)
    tomas = joined(robin, browser, server, "Tomas")
    ines = joined(robin, browser, server, "Ines", phone=True)
    done(robin, "OpenCreation")
    done(tomas, "TakeReadyMade", key=READY["Tomas"])
    done(ines, "MakeCharacter", name="Nora Pell", text="Nora Pell reads.")
    known = ines.sees("What is between Nora and the others?").get_by_role("textbox")
    known.first.fill("From the pier.")
    known.last.fill("Fond.")
    ines.page.locator("#now-head").click()
    for said in ("has pressed Stop.", ""):
        if said:
            done(robin, "Stop")
            expect(ines.page.locator("#stopped")).to_contain_text(said)
        else:
            ines.page.wait_for_timeout(700)  # what was held back would be drawn by now
        ines.now.get_by_role("button", name="Write down").first.click()
        expect(ines.page.locator("#notice")).to_contain_text("The table is paused")
        expect(known.first).to_have_value("From the pier.")
        expect(known.last).to_have_value("Fond.")
    done(robin, "Resume")
    expect(ines.page.locator("#stopped")).to_be_empty()
    expect(known.last).to_have_value("Fond.")
    ines.now.get_by_role("button", name="Write down").first.click()
    expect(ines.page.locator("#now-head")).not_to_contain_text("What is between")
    leave(robin, tomas, ines)


def test_a_recap_is_copied_in_one_tap(trio: Trio) -> None:
    robin, ines, _ = trio
    done(robin, "EndScene")
    ines.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    ines.now.get_by_text("Copy", exact=True).click()
    expect(ines.now.get_by_text("Copied", exact=True)).to_be_visible()
    assert "The harbour office" in ines.page.evaluate("navigator.clipboard.readText()")
    assert "/recap" not in ines.page.url


def test_the_way_back_to_a_refused_name_asks_for_nothing__TF_2(
    trio: Trio, browser: Browser
) -> None:
    robin, *_ = trio
    link = robin.page.locator("#invite-link").input_value()
    page = browser.new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(link)
    for name in ("Robin", "Juno"):
        page.get_by_label("Your name").fill(name)
        page.get_by_role("button", name="Sit down").click()
        if name == "Robin":
            expect(page.get_by_text("Somebody here is called Robin already")).to_be_visible()
    expect(page.get_by_role("heading", level=2, name="People")).to_be_attached()
    back = page.go_back()
    assert back is None or back.ok
    expect(page.get_by_text("You sit here already as Juno")).to_be_visible()
    page.close()


# -- A refusal stands at its control --------------------------------------------------------------


def looks_away(one: Person, away: bool) -> None:
    """Another tab of the browser has the stream no more: what is seen grows old."""
    one.page.evaluate(
        """away => {
          Object.defineProperty(document, 'hidden', {configurable: true, get: () => away});
          document.dispatchEvent(new Event('visibilitychange'));
        }""",
        away,
    )


def test_a_refusal_is_seen_at_the_control_that_was_pressed_and_the_focus_stays__TF_37(
    trio: Trio,
) -> None:
    robin, ines, tomas = trio
    for one in (ines, tomas):
        asks(robin, f"Too late, {one.name}?")
        button = one.sees("Too late").get_by_role("button", name=re.compile("^Yes"))
        looks_away(one, True)
        counts(robin, f"Too late, {one.name}?")
        button.focus()
        with one.page.expect_response(lambda r: r.request.method == "POST"):
            one.page.keyboard.press("Enter")
        notice = one.page.get_by_role("alert").filter(has_text="hands")
        expect(notice).to_be_visible()
        expect(notice).to_be_in_viewport(ratio=0.95)
        assert apart(box(notice), box(button)) <= NEAR
        expect(button).to_be_focused()
        expect(button).to_have_accessible_description(re.compile("hands"))
        looks_away(one, False)


# -- Landing --------------------------------------------------------------------------------------


def has_landed(one: Person) -> None:
    """NOW's heading is in view and has the focus."""
    head = one.page.locator("#now-head")
    expect(head).to_be_focused()
    expect(head).to_be_in_viewport()


def test_an_act_of_ones_own_lands_on_what_is_to_do_now(trio: Trio) -> None:
    robin, ines, tomas = trio
    for one in (ines, tomas):
        for tab in ("People", "Story"):
            one.tab(tab)
            one.page.keyboard.press("n")
            has_landed(one)
        done(one, "WriteNote", title="To be taken back")
        one.presses(one.story.get_by_role("button", name="Take back"))
        has_landed(one)
        expect(one.page.get_by_role("main")).to_be_visible()
    asks(robin, "From below?")
    for one in (ines, tomas):
        one.does("Yes", one.sees("From below?"))
        has_landed(one)


def test_whoever_has_gone_elsewhere_before_an_act_was_answered_stays_there(trio: Trio) -> None:
    robin, _, tomas = trio
    asks(robin, "Quick or slow?")
    tomas.sees("Quick or slow?")
    tomas.page.evaluate(HOLD)
    tomas.page.evaluate(
        "document.addEventListener('htmx:finally:request', () => { window.answered = true; })"
    )
    tomas.page.evaluate(TAP, ["Yes"])
    tomas.tab("People")
    tomas.page.evaluate("window.letGo()")
    tomas.page.wait_for_function("() => window.answered")
    expect(tomas.page.locator("#room")).to_have_attribute("data-tab", "people")
    robin.reads(robin.story, "Tomas has shown a hand.")


def test_what_was_opened_gives_the_focus_back_to_what_has_opened_it(trio: Trio) -> None:
    _, ines, tomas = trio
    for one in (ines, tomas):
        opener = one.page.get_by_role("link", name="More", exact=True)
        opener.click()
        expect(one.page.locator("#drawer-head")).to_be_focused()
        one.page.keyboard.press("Escape")
        expect(one.drawer.locator("h2")).to_have_count(0)
        expect(opener).to_be_focused()


def test_what_is_done_in_the_drawer_is_seen_to_be_done_over_it(trio: Trio) -> None:
    tomas = trio[2]
    tomas.holds()
    tomas.does("Write", tomas.opens("Your notes"), {"Title": "The crane", "Text": "It hums."})
    line = tomas.page.locator("#just.fresh")
    expect(line).to_contain_text("You wrote the note “The crane”.")
    expect(line).to_be_in_viewport()
    assert line.evaluate("line => getComputedStyle(line).zIndex") == "9"  # the drawer's is 8
    expect(tomas.page.locator("#drawer-head")).to_be_visible()


# By the page's own clock, every act is under way for a while.
SLOW = """() => {
  const [fetched, now] = [window.fetch, Date.now];
  let late = 0;
  Date.now = () => now() + late;
  window.fetch = (...asked) => {
    late += asked[1]?.method === 'POST' ? 3500 : 0;
    return fetched(...asked);
  };
}"""


def test_what_ones_own_act_puts_on_the_stage_is_not_hidden_by_the_drawer(trio: Trio) -> None:
    _, ines, tomas = trio
    for one in (ines, tomas):
        one.opens_sheet(HEROES[one.name])
        one.page.evaluate(SLOW)
        one.insists("Reward", {"to": READY[one.name], "ruling": "1"})
        one.sees("Robin has your question")
        if one is tomas:
            expect(one.page.locator("#drawer-head")).to_have_count(0)
            has_landed(one)
            assert "in=" not in one.page.url
        else:
            expect(one.page.locator("#drawer-head")).to_be_visible()


# -- A throw is a shared moment -------------------------------------------------------------------

HEAR = """() => {
  window.heard = [];
  for (const place of document.querySelectorAll('[aria-live]:not([aria-live=off]), [role=alert]')) {
    new MutationObserver(() => {
      if (place.textContent.trim()) window.heard.push(place.textContent.trim());
    }).observe(place, {childList: true, subtree: true, characterData: true});
  }
  window.moments = [];
  const moment = document.getElementById('moment');
  const stop = document.getElementById('stop-button');
  new MutationObserver(() => {
    if (moment.hidden || !moment.querySelector('.dice')) return;
    const [one, other] = [moment, stop].map((thing) => thing.getBoundingClientRect());
    window.moments.push([moment.innerText, one.top >= other.bottom]);
  }).observe(moment, {attributes: true, attributeFilter: ['hidden']});
}"""


def throws(robin: Person, one: Person, title: str) -> None:
    """Robin calls for a roll, and there it is."""
    called = READY[one.name]
    done(robin, "OpenTask", title=title, mental=5, called=[called])
    task = number_of(one.sees("How do you go about it"))
    done(one, "DraftRoll", who=called, attribute="mental", task=task)
    one.does("Throw the dice", one.sees("Ready to throw"))


def number_of(card: Locator) -> int:
    return int((card.get_attribute("data-part") or "").rpartition(":")[2])


def test_a_throw_is_seen_by_all_who_owe_nothing_and_read_out_once(trio: Trio) -> None:
    robin, ines, tomas = trio
    asks_for_a_ruling(tomas)
    robin.sees("Reward")  # so Robin owes an answer
    with robin.page.expect_response(re.compile(r"/live\?")):
        robin.page.reload()  # and it has not only just come
    tomas.tab("People")
    ines.page.get_by_role("link", name="More", exact=True).focus()
    for one in trio:
        one.page.evaluate(HEAR)
    throws(robin, ines, "The weather")
    for one in (ines, tomas):
        one.reads(one.page.locator("#story-new"), "Nora Pell throws")
        one.page.wait_for_function("() => window.moments.length > 0")
        [(words, under_stop)] = one.page.evaluate("window.moments")
        assert "“The weather”" in words
        assert "why" not in words
        assert under_stop
        one.page.keyboard.press("Escape")
        expect(one.page.locator("#moment")).to_be_hidden()
    assert robin.page.evaluate("window.moments") == []
    expect(robin.page.locator("#just")).to_contain_text("Nora Pell: ")
    expect(robin.page.locator("#moment")).to_be_hidden()
    for one in trio:
        said = [text for text in one.page.evaluate("window.heard") if "throws" in text]
        assert len(said) == 1, said
        assert "The weather" in said[0]
        assert "why" not in said[0]
    ines.page.reload()
    expect(ines.page.locator("#moment")).to_be_hidden()


KEEPER = "npc_the-drowned-keeper"
# Each hand with its name, total and number of dice; and whether all of it lies within its place.
HANDS = """() => {
  window.hands = (where) => {
    const place = document.querySelector(where), box = place.getBoundingClientRect();
    const inside = [...place.querySelectorAll('.die, .hand-total')].every((one) => {
      const its = one.getBoundingClientRect();
      return its.width > 4 && its.left >= box.left && its.right <= box.right
        && its.bottom <= box.bottom;
    });
    const wide = document.documentElement.scrollWidth <= innerWidth;
    return [[...place.querySelectorAll('.hand')].map((hand) => [
      hand.querySelector('.hand-who').textContent,
      Number(hand.querySelector('.hand-total').textContent),
      hand.querySelectorAll('.die').length,
    ]), inside && wide];
  };
  window.seen = [];
  const moment = document.getElementById('moment');
  new MutationObserver(() => { if (!moment.hidden) window.seen.push(window.hands('#moment')); })
    .observe(moment, {attributes: true, attributeFilter: ['hidden']});
}"""


@pytest.fixture
def clash(trio: Trio) -> Iterator[tuple[int, int]]:
    """Nora against somebody with a long name; each side has more dice than a phone is wide."""
    robin, ines, _ = trio
    nora = READY["Ines"]
    done(robin, "MakeNpc", name="The Drowned Keeper", physical=3, mental=3, social=3)
    race = {"title": "The hold", "attribute": "mental", "harmful": False}
    done(robin, "OpenContest", who=[nora, KEEPER], **race)
    done(ines, "Act", who=nora, target=KEEPER)
    card = robin.sees("Ready to throw against Nora")
    one, other = sorted({int(n) for n in re.findall(r"clash[-:](\d+)", card.inner_html())})
    done(robin, "AddSource", roll=one, kind="extra", n=4, label="The lamp")
    done(robin, "AddSource", roll=other, kind="bonus", n=5, label="The tide")
    yield one, other
    done(robin, "CloseContest")
    done(robin, "RemoveNpc", who=KEEPER)


def test_who_throw_together_both_have_their_dice_and_name_in_the_moment__WF_64__WF_65(
    trio: Trio, clash: tuple[int, int]
) -> None:
    robin, ines, tomas = trio
    tomas.page.evaluate(HEAR)
    tomas.page.evaluate(HANDS)
    done(robin, "GetReady", roll=clash[1])
    done(ines, "GetReady", roll=clash[0])
    expect(tomas.page.locator("#just .hand")).to_have_count(2)
    [(hands, fits)] = tomas.page.evaluate("window.seen")
    assert fits
    assert [(who, dice) for who, _, dice in hands] == [("Nora", 8), ("The Drowned Keeper", 8)]
    assert tomas.page.evaluate("window.hands('#just')") == [hands, True]
    cards = tomas.page.locator("#story-new .entry").last.locator(".result-who")
    tomas.tab("Story")
    for card, name in zip(cards.all(), ("Nora Pell", "The Drowned Keeper"), strict=True):
        expect(card).to_be_visible()
        expect(card).to_contain_text(name)
    (_, one, _), (_, other, _) = hands
    [said] = [text for text in tomas.page.evaluate("window.heard") if "Keeper: " in text]
    eight = r"(\d( \(not counted\))?(, |\. )){8}"
    assert re.match(f"Nora: {eight}The Drowned Keeper: {eight}", said), said
    assert f"Nora Pell {one}" in said
    assert f"The Drowned Keeper {other}" in said
    line = tomas.page.locator("#just .just-words").inner_text()
    assert f"Nora Pell {one}" not in line, "the hand beside it says so"


def test_just_now_is_the_newest_that_one_was_told_whatever_it_is(trio: Trio) -> None:
    robin, ines, tomas = trio
    done(robin, "Say", text="The lamp goes out.", narrated=True)
    done(ines, "Say", text="Who was that?", to=["tomas"])
    for one, words in (
        (robin, "Just now The lamp goes out."),
        (ines, "Just now, private You whisper to Tomas: Who was that?"),
        (tomas, "Just now, private Ines whispers to you: Who was that?"),
    ):
        expect(one.page.locator("#just .just-words")).to_have_text(words)
    done(robin, "WriteNote", title="The lamp")  # bookkeeping, told to Robin alone
    expect(robin.page.locator("#just")).to_contain_text("You wrote the note “The lamp”.")
    expect(tomas.page.locator("#just")).to_contain_text("Who was that?")


# -- The strip leads, and does nothing else -------------------------------------------------------


def test_the_strip_leads_to_the_question_and_answers_nothing(trio: Trio) -> None:
    robin, ines, tomas = trio
    asks(robin, "Out of sight?")
    tomas.sees("Out of sight?")
    strip = tomas.page.locator("#strip a")
    expect(strip).to_be_hidden()
    for away in ("People", "Story", "More"):
        if away == "More":
            tomas.page.get_by_role("link", name="More", exact=True).click()
        else:
            tomas.tab(away)
        expect(strip).to_be_visible()
        expect(strip).to_contain_text("Out of sight?")
        expect(tomas.page.locator("#strip :is(button, form, input)")).to_have_count(0)
        strip.click()
        has_landed(tomas)
        tomas.sees("Out of sight?")
        expect(strip).to_be_hidden()
    ines.opens("Declare")
    expect(ines.page.locator("#strip a")).to_be_visible()  # another part has taken the stage
    ines.page.locator("#strip a").click()
    ines.sees("Out of sight?")
    has_landed(ines)


def test_what_is_owed_is_named_over_a_drawer_and_over_what_was_opened_under_it(trio: Trio) -> None:
    robin, _, tomas = trio
    tomas.opens("Try")
    tomas.page.get_by_role("link", name="More", exact=True).click()
    expect(tomas.page.locator("#drawer-head")).to_be_visible()
    asks(robin, "Under both?")
    strip = tomas.page.locator("#strip a")
    expect(strip).to_contain_text("Under both?")
    strip.click()  # a tap that would meet what lies over it fails
    tomas.sees("Under both?")
    has_landed(tomas)


def test_the_strip_does_not_lead_to_where_one_is(trio: Trio) -> None:
    robin, ines, tomas = trio
    asks(robin, "Here already?")
    for one in (ines, tomas):
        part = one.sees("Here already?").get_attribute("data-part")
        one.page.goto(f"{table_of(one)}?on={part}")
        one.sees("Here already?")
        expect(one.page.locator("#strip a")).to_be_hidden()


# -- Finding a tool -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "word",
    [
        "dice",
        "whisper",
        "vote",
        "lend",
        "export",
        "print",
        "handout",
        "rules",
        "help",
        "stop",
        "pause",
        "limit",
        "change my name",
        "other phone",
        "hand",
    ],
)
def test_the_drawer_finds_what_people_type(trio: Trio, word: str) -> None:
    for one in (trio[0], trio[2]):
        one.finds_tools()
        one.page.locator("#find-tool").fill(word)
        found = one.page.locator("#tool-list .tool-row:visible")
        assert 1 <= found.count() <= 4, f"{word}: {found.all_inner_texts()}"
        heads = one.page.locator("#tool-list .tool-group:visible")
        assert heads.count() <= found.count(), "no heading stands over nothing"
        one.page.locator("#find-tool").fill("xyzzy")
        expect(one.page.locator("#tool-list .tool-group:visible")).to_have_count(0)
        expect(one.page.get_by_text("Nothing here goes by that word.")).to_be_visible()


def test_escape_closes_the_menu(trio: Trio) -> None:
    page = trio[1].page
    page.locator("#menu > summary").click()
    expect(page.locator("#menu .menu-list")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#menu .menu-list")).to_be_hidden()
    expect(page.locator("#menu > summary")).to_be_focused()


# -- What the third evenings met -------------------------------------------------------------------


def test_digits_press_what_there_is_to_do_and_are_seen_on_it(trio: Trio) -> None:
    ines = trio[1]
    first = ines.page.locator("#now .tile").first
    expect(first).to_have_attribute("data-key", "1")
    shown = first.evaluate("(tile) => getComputedStyle(tile, '::after').content")
    assert "1" in shown
    expect(first).to_have_accessible_name(re.compile(r"^\D*$"))  # it is no part of the name
    goal = first.get_attribute("data-on")
    ines.page.locator("body").press("1")
    expect(ines.page.locator("#now > .now")).to_have_attribute("data-part", goal)
    ines.page.goto(table_of(ines))
    asks(trio[0], "Left or right?")
    ines.sees("Left or right?")
    expect(ines.page.locator("#now .reply").first).to_have_attribute("data-key", "1")


def test_what_begins_while_a_form_is_open_is_said_and_takes_nothing_away(trio: Trio) -> None:
    robin, ines, tomas = trio
    for one in (ines, tomas):
        one.opens("Try something")
        expect(one.page.locator("#strip a")).to_be_hidden()
        one.now.get_by_label("What do you do?").fill("Climb the mast")
    done(robin, "MakeNpc", name="The Watchman", physical=3, mental=3, social=3)
    race = {"title": "On the quay", "attribute": "mental", "harmful": False}
    done(robin, "OpenContest", who=[READY["Ines"], "npc_the-watchman"], **race)
    expect(tomas.page.locator("#strip a")).to_be_visible()
    expect(tomas.now.get_by_label("What do you do?")).to_have_value("Climb the mast")
    tomas.page.locator("#strip a").click()
    tomas.reads(tomas.stage, "On the quay")
    expect(tomas.page.locator("#strip a")).to_be_hidden()
    done(robin, "EndScene")
    done(robin, "OpenScene", title="Later")


def test_a_form_that_was_opened_while_all_is_stopped_can_be_written_and_waits__TF_33(
    trio: Trio,
) -> None:
    robin, ines, _ = trio
    done(robin, "Stop")
    ines.opens("Try something")
    button = ines.now.get_by_role("button", name=re.compile("^Say it"))
    expect(button).to_be_disabled()
    ines.now.get_by_label("What do you do?").fill("Climb the mast")
    done(robin, "Resume")
    ines.page.locator("#now-head").click()  # whoever writes is not disturbed
    expect(button).to_be_enabled()
    expect(ines.now.get_by_label("What do you do?")).to_have_value("Climb the mast")
    ines.now.get_by_label("What do you do?").fill("Climb the mast, slowly")
    done(robin, "Stop")
    expect(ines.banner).to_be_visible()  # what is written stays in sight
    expect(ines.now.get_by_label("What do you do?")).to_have_value("Climb the mast, slowly")
    done(robin, "Resume")
    ines.page.locator("#now-head").click()
    expect(button).to_be_enabled()
    expect(ines.now.get_by_label("What do you do?")).to_have_value("Climb the mast, slowly")


def test_what_the_gm_tells_is_read_whole_on_a_phone(trio: Trio) -> None:
    robin, _, tomas = trio
    tale = " ".join(["The tide turns, and nobody hears it."] * 8)
    done(robin, "Say", text=tale, narrated=True)
    just = tomas.page.locator("#just")
    expect(just).to_have_class(re.compile(r"\bwhole\b"))
    words = just.locator(".just-words")
    assert words.evaluate("(it) => it.scrollHeight <= it.clientHeight + 1")
    done(robin, "Say", text="Quick now.")
    expect(just).not_to_have_class(re.compile(r"\bwhole\b"))


def test_the_invite_stays_while_the_next_one_points_a_phone_at_it(
    browser: Browser, server: Server
) -> None:
    robin = opened(browser, server)
    square = robin.page.locator("#invite")
    expect(square).to_be_visible()
    wen = joined(robin, browser, server, "Wen", phone=True)
    expect(robin.page.locator(".person")).to_have_count(2)
    expect(square).to_be_visible()
    square.get_by_role("button", name="Put the invite away").click()
    expect(square).to_be_hidden()
    robin.page.locator("#menu > summary").click()
    robin.page.get_by_role("button", name="Invite").click()
    expect(square).to_be_visible()
    leave(robin, wen)
