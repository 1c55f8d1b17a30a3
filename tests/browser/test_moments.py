"""Big moments as people see, hear and skip them; being waited for with a phone in a pocket."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import msgspec
import pytest
from playwright.sync_api import Browser, Locator, expect
from tests.browser.evenings import Evening
from tests.browser.house import Server
from tests.browser.people import Person, somebody
from tests.browser.tables import HEROES, READY, done, invite, joined, leave, under_way
from tests.games.mutagen import moments as mutagen
from tests.games.rotate_bird import moments as bird
from tests.games.rotate_bird.test_rewards import after
from tests.games.shapers_and_bots import moments as bots

from tablefolk.core.game import Command
from tablefolk.games.mutagen.rules import creation as mutagen_creation
from tablefolk.games.mutagen.rules.bars import TickBar
from tablefolk.games.mutagen.rules.dying import CallDeath
from tablefolk.games.mutagen.rules.leveling import GrantXp, LevelUp
from tablefolk.games.mutagen.rules.rolling import RollMove
from tablefolk.games.rotate_bird.rules import creation as bird_creation
from tablefolk.games.rotate_bird.rules.rewards import SwapSymbol
from tablefolk.games.rotate_bird.rules.rolling import PickDie
from tablefolk.games.shapers_and_bots.rules.advancement import GrantRaise
from tablefolk.games.shapers_and_bots.rules.building import TakeReady
from tablefolk.games.shapers_and_bots.rules.challenges import RollChallenge
from tablefolk.games.shapers_and_bots.rules.gear import GiveItem
from tablefolk.games.shapers_and_bots.rules.harm import RollKnockout
from tablefolk.games.shapers_and_bots.rules.people import LeaveStory

Trio = tuple[Person, Person, Person]
# Every big moment that comes, by its kind and words; every sound that would be played.
WATCH = """() => {
  window.seen = []; window.sounds = []; window.landed = [];
  const moment = document.getElementById('moment');
  new MutationObserver(() => {
    if (!moment.hidden) window.seen.push([moment.dataset.kind, moment.innerText]);
  }).observe(moment, {childList: true});
  new MutationObserver((changes) => {
    for (const one of changes.flatMap((change) => [...change.addedNodes]))
      if (one instanceof HTMLElement && one.matches('.landing'))
        window.landed.push([parseFloat(one.style.left), parseFloat(one.style.top)]);
  }).observe(document.body, {childList: true});
  document.addEventListener('tablefolk:sound', (event) => window.sounds.push(event.detail));
}"""


# -- Every kind, in some game --------------------------------------------------------------------


class Moment(NamedTuple):
    """What somebody does at a moment of an evening, and what all who owe nothing then see."""

    game: str
    kinds: tuple[str, ...]
    at: Callable[[], Any]
    act: Callable[[Any], tuple[str, Command, tuple[int, ...]]]
    words: tuple[str, ...]
    who: str = "p3"
    variants: tuple[str, ...] = ()  # options that are on


MOMENTS = (
    Moment("mutagen", ("throw",), mutagen.ready,
           lambda p: ("p1", RollMove(p.move.id), (3, 4)), ("Some Success",)),
    Moment("mutagen", ("throw",), mutagen.veiled,  # a table's own words are at stake
           lambda p: ("p1", RollMove(p.move.id), (3, 4)),
           ("Some Success", "as high as a fence")),
    Moment("mutagen", ("filled",), mutagen.quiet,
           lambda p: ("gm", TickBar(mutagen.bar(p), 8), ()), ("It happens", "raise the alarm")),
    Moment("mutagen", ("farewell",), mutagen.quiet,
           lambda p: ("gm", CallDeath("f", "The last line."), ()), ("The last line.",)),
    Moment("mutagen", ("reward",), mutagen.quiet,
           lambda p: ("gm", GrantXp("m", 1, "For trying."), ()), ("1 XP", "For trying.")),
    Moment("rotate-bird", ("throw", "filled"), bird.rolled,
           lambda p: ("p1", PickDie(p.test.id, 6), ()), ("6", "The last box", "Reached!")),
    Moment("rotate-bird", ("throw", "reward", "filled"), bird.rolled,
           lambda p: ("p1", PickDie(p.test.id, 4), ()), ("4", "gains an edge"), "p1"),
    Moment("shapers-and-bots", ("throw",), bots.tried,
           lambda p: ("p1", RollChallenge(bots.latest(p)), (6, 4, 4)), ("It works",)),
    Moment("shapers-and-bots", ("throw",), bots.wounded,
           lambda p: ("gm", RollKnockout(bots.PIP), (1, 2, 1)), ("Knocked out by Reynard Quick",)),
    Moment("shapers-and-bots", ("growth",), bots.over,
           lambda p: ("gm", GrantRaise(bots.FOX, "acrobatics"), ()),
           ("Acrobatics", "→", "has grown")),
    Moment("shapers-and-bots", ("finished",), bots.Played,
           lambda p: ("p1", TakeReady(bots.FOX), ()), ("Reynard Quick",), "gm"),
    Moment("shapers-and-bots", ("reward",), bots.quiet,
           lambda p: ("gm", GiveItem(bots.FOX, "crossbow"), ()), ("Crossbow",), "p1"),
    Moment("shapers-and-bots", ("farewell",), bots.quiet,
           lambda p: ("p1", LeaveStory(bots.FOX), ()), ("Reynard Quick",)),
    Moment("mutagen", ("finished",), mutagen.lobby,
           lambda p: ("p1", mutagen_creation.TakeReadyMade("odile"), ()), ("Odile",), "gm"),
    Moment("mutagen", ("growth",), mutagen.over,
           lambda p: ("p2", LevelUp("f", "buy", "fighting"), ()), ("Fighting",), "p1"),
    Moment("rotate-bird", ("finished",), bird.lobby,
           lambda p: ("p1", bird_creation.TakeReadyMade("gus-halloran"), ()),
           ("Gus Halloran",), "gm"),
    Moment("rotate-bird", ("growth",), lambda: after(1),
           lambda p: ("p1", SwapSymbol(p.trait("c1", "anchor"), "carrot"), ()), ("C1",),
           variants=("advancement",)),
    Moment("rotate-bird", ("farewell",), bird.quiet,
           lambda p: ("p1", bird_creation.LeaveCharacter("c1"), ()), ("C1",)),
)  # fmt: skip


@pytest.mark.parametrize(
    "moment",
    MOMENTS,
    ids=[f"{one.game} {one.at.__name__} {' '.join(one.kinds)}" for one in MOMENTS],
)
def test_each_kind_of_moment_is_seen_by_others_in_its_order(
    browser: Browser, server: Server, moment: Moment
) -> None:
    evening = Evening(
        browser,
        server,
        moment.game,
        f"Big {' '.join(moment.kinds)}",
        **dict.fromkeys(moment.variants, "true"),
    )
    evening.comes_to(moment.at)
    one = evening.looks(moment.who)
    one.watches()
    one.page.evaluate(WATCH)
    who, command, faces = moment.act(moment.at())
    fields = msgspec.to_builtins(command)
    fields.pop("type", None)
    evening.sends(who, type(command).__name__, fields, faces)
    one.page.wait_for_function(f"() => window.seen.length >= {len(moment.kinds)}")
    shown = seen(one)
    assert tuple(kind for kind, _ in shown) == moment.kinds
    for words in moment.words:
        assert words.casefold() in " ".join(text for _, text in shown).casefold()
    assert one.page.evaluate("window.sounds") == list(moment.kinds)
    assert one.troubles == []
    for own in evening.browsers.values():
        own.close()


# -- Wheel of Fate: who sees it, how it goes, what is heard ---------------------------------------


@pytest.fixture
def trio(browser: Browser, server: Server) -> Iterator[Trio]:
    """Robin runs it, Ines and Tomas play; Tomas has a phone."""
    robin, ines, tomas = under_way(browser, server, "Ines", "Tomas", phones=("Tomas",))
    for one in (robin, ines, tomas):
        one.watches()
        comes_back(one)  # what was a moment before this one is over
    yield robin, ines, tomas
    assert [t for one in (robin, ines, tomas) for t in one.troubles] == []
    leave(robin, ines, tomas)


def comes_back(one: Person) -> None:
    """The page anew, with its line: what it is told at once, many acts together, is no moment."""
    with one.page.expect_response(re.compile(r"/live\?")):
        one.page.reload()
    one.page.evaluate(WATCH)


def sees_moments(one: Person, number: int = 1) -> None:
    """So many have come, whether the last of them is still there or not."""
    one.page.wait_for_function(f"() => window.seen.length >= {number}")


def seen(one: Person) -> list[list[str]]:
    found: list[list[str]] = one.page.evaluate("window.seen")
    return found


def ready(robin: Person, one: Person, title: str = "The weather") -> Locator:
    """Robin calls for a throw, and somebody is ready for it."""
    called = READY[one.name]
    done(robin, "OpenTask", title=title, mental=5, called=[called], on_success="It clears up.")
    card = one.sees("How do you go about it")
    task = int((card.get_attribute("data-part") or "").rpartition(":")[2])
    done(one, "DraftRoll", who=called, attribute="mental", task=task)
    return one.sees("Ready to throw")


def throws(robin: Person, one: Person, title: str = "The weather") -> None:
    """Somebody throws for what Robin calls for, by their own button."""
    one.does("Throw the dice", ready(robin, one, title))


def rewards(one: Person, to: Person) -> None:
    done(one, "Reward", to=READY[to.name], why="For the umbrella.")


def test_a_throw_is_dice_then_total_then_meaning_then_the_words_at_stake(trio: Trio) -> None:
    robin, ines, tomas = trio
    ines.holds()
    throws(robin, ines)
    card = ines.page.locator("#moment .moment-card")
    expect(card.locator(".die").first).to_be_visible()
    kinds = card.evaluate("c => [...c.children].map((one) => one.className.split(' ')[0])")
    assert kinds[:5] == ["moment-who", "dice", "moment-number", "moment-means", "moment-words"]
    expect(card.locator(".moment-means")).to_contain_text("Success")
    expect(card.locator(".moment-words")).to_have_text("It clears up.")
    ines.lets_go()
    for one in (ines, tomas):  # Robin may owe the words of a whammy
        sees_moments(one)
        expect(one.page.locator("#moment")).to_be_hidden()  # it goes by itself
        assert [kind for kind, _ in seen(one)] == ["throw"]


@pytest.mark.parametrize(
    ("kind", "do", "fields", "words"),
    [
        ("filled", "GiveStress", {"n": 20, "reason": "The roof."}, "Nora Pell"),
        ("growth", "AddAspect", {"text": "Owes the sea one"}, "Owes the sea one"),
        ("finished", "TakeReadyMade", {"key": READY["Wen"]}, HEROES["Wen"]),
    ],
)
def test_what_happens_to_somebody_is_a_moment_for_others(
    trio: Trio,
    browser: Browser,
    server: Server,
    kind: str,
    do: str,
    fields: dict[str, Any],
    words: str,
) -> None:
    robin, _, tomas = trio
    if kind == "finished":
        wen = joined(robin, browser, server, "Wen")
        done(wen, do, **fields)
        leave(wen)
    else:
        done(robin, do, who=READY["Ines"], **fields)
    sees_moments(tomas)
    [[shown, text]] = seen(tomas)
    assert shown == kind
    assert words in text
    assert tomas.page.evaluate("window.sounds") == [kind]


def test_a_race_ends_with_everybodys_dice_and_who_won__WF_73(trio: Trio) -> None:
    robin, ines, tomas = trio
    who = [READY["Ines"], READY["Tomas"]]
    race = {"title": "To the boat", "attribute": "physical", "harmful": False, "once": True}
    done(robin, "OpenContest", who=who, **race)
    for one in (tomas, ines):
        one.does("Throw the dice", one.sees("To the boat"))
    hands = tomas.page.locator("#moment .hand")
    expect(hands).to_have_count(2)
    totals = [int(text) for text in hands.locator(".hand-total").all_inner_texts()]
    words = tomas.page.locator("#moment").inner_text()
    assert totals == sorted(totals, reverse=True)
    if totals[0] > totals[1]:
        assert f"{totals[0] - totals[1]} ahead" in words
    else:
        assert "share it" in words
    expect(tomas.page.locator("#moment")).to_be_hidden()
    tomas.tab("Story")
    entry = tomas.page.locator("#story-new .entry").last
    expect(entry.locator(".wf-race li")).to_have_count(2)
    expect(entry.locator(".wf-race")).to_be_visible()
    expect(entry.locator(".card.result")).to_be_hidden()  # those dice are among them


def test_a_moment_goes_at_a_tap_anywhere_or_escape_and_nothing_beneath_is_pressed(
    trio: Trio,
) -> None:
    robin, ines, tomas = trio
    address = tomas.page.url
    tomas.holds()  # it does not go by itself
    throws(robin, ines)
    expect(tomas.page.locator("#moment .die").first).to_be_visible()
    tomas.page.touchscreen.tap(60, 500)
    expect(tomas.page.locator("#moment")).to_be_hidden()
    assert tomas.page.url == address
    ines.holds()
    throws(robin, ines, "The tide")
    box = ines.page.locator("#moment")
    expect(box).to_be_visible()
    top, bottom = ines.page.evaluate(
        """() => [document.getElementById('moment').getBoundingClientRect().top,
                  document.getElementById('stop-button').getBoundingClientRect().bottom]"""
    )
    assert bottom <= top  # Stop is at hand over every moment (TF-33)
    ines.page.keyboard.press("Escape")
    expect(box).to_be_hidden()


def test_without_movement_all_of_it_is_there_at_once(trio: Trio) -> None:
    robin, ines, tomas = trio
    tomas.holds()
    throws(robin, ines)
    card = tomas.page.locator("#moment .moment-card")
    expect(card).to_be_visible()
    moving = tomas.page.evaluate(
        "() => document.getElementById('moment').getAnimations({subtree: true}).length"
    )
    assert moving == 0
    for part in (".moment-number", ".moment-means", ".moment-words"):
        assert card.locator(part).evaluate("p => getComputedStyle(p).opacity") == "1"


def test_the_thrower_who_owes_next_sees_it_large_and_others_who_owe_in_a_line(trio: Trio) -> None:
    robin, ines, tomas = trio
    card = ready(robin, ines)
    done(robin, "AskHands", question="Shall we rest?")
    tomas.sees("Shall we rest?")
    comes_back(tomas)  # so it has not only just come
    ines.page.goto(re.sub(r"[?#].*", "", ines.page.url) + f"?on={card.get_attribute('data-part')}")
    ines.page.evaluate(WATCH)
    ines.holds()
    ines.does("Throw the dice")
    expect(ines.page.locator("#moment .moment-number")).to_be_visible()
    total = ines.page.locator("#moment .moment-number").inner_text()
    expect(tomas.page.locator("#just b").first).to_have_text(total)
    expect(tomas.page.locator("#just")).to_contain_text("Success")
    assert seen(tomas) == []


WHEN_ASKED = """(queue, kinds) => {
  document.addEventListener('htmx:after:swap', function asked() {
    if (!document.getElementById('now').textContent.includes('Shall we rest?')) return;
    document.removeEventListener('htmx:after:swap', asked);
    queue(kinds);
  });
}"""


def test_what_an_act_gives_to_answer_does_not_hide_its_throw_until_a_hand_is_at_it(
    trio: Trio,
) -> None:
    """Also where two throw at the same moment: the second is seen after the first."""
    robin, _, tomas = trio
    # In the very moment in which the question has come.
    tomas.page.evaluate(f"({WHEN_ASKED})({QUEUE}, ['throw', 'throw'])")
    done(robin, "AskHands", question="Shall we rest?")
    sees_moments(tomas, 2)
    expect(tomas.page.locator("#moment")).to_be_hidden()
    tomas.page.evaluate(QUEUE, ["throw"])
    expect(tomas.page.locator("#just")).to_contain_text("number 3")
    assert len(seen(tomas)) == 2, "by now the question is being read"


def test_who_types_is_not_covered(trio: Trio) -> None:
    robin, ines, _tomas = trio
    box = robin.page.get_by_label("Say something")
    box.fill("I was about to s")
    throws(robin, ines)
    expect(robin.page.locator("#just b").first).to_be_visible()
    assert seen(robin) == []
    robin.page.keyboard.type("ay")
    expect(box).to_have_value("I was about to say")


def test_a_reward_is_large_for_who_gets_it_and_lands_at_their_face_for_all__WF_52(
    trio: Trio,
) -> None:
    robin, ines, tomas = trio
    tomas.holds()
    rewards(ines, tomas)
    expect(tomas.page.locator("#moment .token")).to_be_visible()
    expect(tomas.page.locator("#moment")).to_contain_text("For the umbrella.")
    face = tomas.page.locator("#moment .moment-face .face")
    expect(face).to_have_css("filter", "none")  # grey is for farewells alone
    row = robin.page.locator("#people .person-row").filter(has_text=HEROES["Tomas"])
    for one in trio:
        one.page.wait_for_function("() => window.landed.length === 1")
    [(left, top)] = robin.page.evaluate("window.landed")
    face = row.locator(".face").bounding_box()
    assert face
    assert abs(left - face["x"] - face["width"] / 2) < 5
    assert abs(top - face["y"] - face["height"] / 2) < 5
    assert seen(robin) == seen(ines) == []
    expect(robin.page.locator("#just")).to_contain_text("gives Bruno Tal a point")


def test_a_reward_for_who_is_behind_a_phones_tab_lands_at_the_tab__WF_52(trio: Trio) -> None:
    _, ines, tomas = trio
    rewards(tomas, ines)
    tomas.page.wait_for_function("() => window.landed.length === 1")
    [(left, top)] = tomas.page.evaluate("window.landed")
    tab = tomas.page.locator(".tab[data-tab=people]").bounding_box()
    assert tab
    assert abs(left - tab["x"] - tab["width"] / 2) < 5
    assert abs(top - tab["y"] - tab["height"] / 2) < 5


# Of the first moment that comes: what moves and how long, how it stands once nothing moves any
# more, and how long it would have stayed.
MOVES = """() => {
  const moment = document.getElementById('moment');
  new MutationObserver(async (changes, observer) => {
    if (moment.hidden) return;
    observer.disconnect();
    await new Promise(requestAnimationFrame);
    const moving = moment.getAnimations({subtree: true});
    const ends = moving.map((one) => one.effect.getComputedTiming().endTime);
    await Promise.all(moving.map((one) => one.finished));
    const parts = [...moment.querySelectorAll('.moment-card > *')];
    window.moved = {
      how: moving.map((one) => one.animationName),
      shown: parts.map((part) => getComputedStyle(part).opacity),
      lasts: Math.max(...ends),
      stays: window.stays.at(-1),
    };
  }).observe(moment, {childList: true, attributes: true});
}"""


def test_with_movement_dice_tumble_and_all_is_there_before_it_goes(
    trio: Trio, browser: Browser, server: Server
) -> None:
    robin, ines, _ = trio
    una = somebody(browser, server.address, "Una", moving=True)
    answer = una.page.request.post(invite(robin), form={"name": "Una", "onlooker": "true"})
    una.page.goto(answer.url)
    una.watches()
    comes_back(una)
    una.holds()
    una.page.evaluate(MOVES)
    throws(robin, ines)
    una.page.wait_for_function("() => window.moved !== undefined")
    moved = una.page.evaluate("window.moved")
    assert len(moved["how"]) > 3
    assert set(moved["shown"]) == {"1"}
    assert moved["lasts"] < moved["stays"]
    una.lets_go()
    expect(una.page.locator("#moment")).to_be_hidden()
    assert [kind for kind, _ in seen(una)] == ["throw"]
    assert una.troubles == []
    leave(una)


# They come one after the other, and before any of them is over.
QUEUE = """async (kinds) => {
  for (const kind of kinds) {
    const number = window.made = (window.made ?? 0) + 1;
    document.getElementById('story-new').insertAdjacentHTML('beforeend',
      `<li class="entry line-told line-threw" id="entry-made-${number}">
       <p>Somebody throws number ${number}.</p>
       <template class="big" data-kind="${kind}" data-who="" data-number="${number}"
       data-was="" data-means="" data-words="Number ${number}."></template></li>`);
    await null;  // the page has heard of it
  }
}"""


def test_of_many_throws_in_a_row_only_the_newest_waits(trio: Trio) -> None:
    """However many come while one is shown; what is no throw is not lost."""
    _, _, tomas = trio
    kinds = ["throw", "throw", "farewell", "throw", "throw", "throw"]
    tomas.page.evaluate(QUEUE, kinds)
    expect(tomas.page.locator("#moment")).to_be_hidden()
    shown = [(kind, re.findall(r"\d", text)[0]) for kind, text in seen(tomas)]
    assert shown == [("throw", "1"), ("farewell", "3"), ("throw", "6")]


def test_an_act_that_is_taken_back_is_no_moment_any_more(trio: Trio) -> None:
    robin, ines, tomas = trio
    tomas.holds()  # neither goes by itself
    throws(robin, ines)
    expect(tomas.page.locator("#moment .die").first).to_be_visible()
    tomas.page.evaluate(QUEUE, ["throw"])
    tomas.page.evaluate(
        """() => {
          for (const entry of [...document.querySelectorAll('#story-new .entry')].slice(-2))
            entry.classList.add('struck');
          document.dispatchEvent(new Event('htmx:after:swap'));
        }"""
    )
    expect(tomas.page.locator("#moment")).to_be_hidden()
    assert len(seen(tomas)) == 1


def test_nothing_comes_under_a_finger_or_over_what_is_open(trio: Trio) -> None:
    robin, ines, tomas = trio
    robin.page.locator("#menu > summary").click()
    robin.page.evaluate(QUEUE, ["throw"])
    expect(robin.page.locator("#just")).to_contain_text("number 1")
    assert seen(robin) == [], "the menu is open"
    robin.page.locator("#menu > summary").click()
    ines.page.mouse.move(400, 400)
    ines.page.mouse.down()
    ines.page.evaluate(QUEUE, ["throw"])
    expect(ines.page.locator("#just")).to_contain_text("number 1")
    assert seen(ines) == [], "a finger is on the page"
    ines.page.mouse.up()
    sees_moments(ines)
    assert seen(tomas) == []


# -- Sounds ----------------------------------------------------------------------------------------


def test_sounds_are_on_for_players_and_stay_off_once_turned_off(trio: Trio) -> None:
    robin, ines, tomas = trio
    switch = tomas.page.get_by_role("switch", name="Sounds of big moments")
    tomas.page.locator("#menu > summary").click()
    expect(switch).to_have_attribute("aria-checked", "true")
    switch.click()
    expect(switch).to_have_attribute("aria-checked", "false")
    comes_back(tomas)
    expect(tomas.page.locator("#sound-switch")).to_have_attribute("aria-checked", "false")
    throws(robin, ines)
    sees_moments(tomas)
    robin.page.wait_for_function("() => window.sounds.length > 0")
    assert robin.page.evaluate("window.sounds") == ["throw"]
    assert tomas.page.evaluate("window.sounds") == []


def test_onlookers_hear_nothing_unless_they_want_to(
    trio: Trio, browser: Browser, server: Server
) -> None:
    robin, ines, _ = trio
    una = somebody(browser, server.address, "Una")
    answer = una.page.request.post(invite(robin), form={"name": "Una", "onlooker": "true"})
    una.page.goto(answer.url)
    una.watches()
    comes_back(una)
    expect(una.page.locator("#sound-switch")).to_have_attribute("aria-checked", "false")
    expect(una.page.locator("#call-switch")).to_have_count(0)
    throws(robin, ines)
    sees_moments(una)
    assert una.page.evaluate("window.sounds") == []
    leave(una)


# -- With the phone in a pocket --------------------------------------------------------------------

HIDE = """() => {
  window.buzzed = 0;
  navigator.vibrate = () => { window.buzzed += 1; return true; };
  Object.defineProperty(document, 'hidden', {configurable: true, get: () => true});
  document.dispatchEvent(new Event('visibilitychange'));
}"""
SHOW = """() => {
  delete document.hidden;
  document.dispatchEvent(new Event('visibilitychange'));
}"""


def test_title_and_icon_say_that_one_is_waited_for(trio: Trio) -> None:
    robin, ines, _ = trio
    icon = ines.page.locator("link[rel=icon]")
    expect(icon).to_have_attribute("href", re.compile(r"/icon\.svg"))
    done(robin, "AskHands", question="Shall we rest?")
    expect(ines.page).to_have_title("● You: Shall we rest? · Saltmouth")
    expect(icon).to_have_attribute("href", re.compile(r"/icon-waits\.svg"))
    assert ines.page.request.get("/static/icon-waits.svg").ok
    ines.does("Yes", ines.sees("Shall we rest?"))
    expect(ines.page).to_have_title("Saltmouth")
    expect(icon).to_have_attribute("href", re.compile(r"/icon\.svg"))


def test_a_hidden_page_asks_and_calls_once_whoever_said_yes(trio: Trio) -> None:
    robin, ines, tomas = trio
    for one in (ines, tomas):
        one.page.clock.install()
        one.page.reload()
    offer = tomas.page.locator("#call-offer")
    expect(offer).to_be_visible()
    expect(ines.page.locator("#call-offer")).to_be_hidden()  # it is a phone's
    offer.get_by_role("button", name="Yes, call me").click()
    expect(offer).to_be_hidden()
    expect(tomas.page.locator("#call-switch")).to_have_attribute("aria-checked", "true")
    for one in (ines, tomas):
        one.page.evaluate(WATCH)
        one.page.evaluate(HIDE)
    done(robin, "AskHands", question="Shall we rest?")
    for one in (ines, tomas):
        one.page.clock.run_for(16_000)
        expect(one.page).to_have_title(re.compile("^● You: Shall we rest"))
        one.page.clock.run_for(60_000)
    assert tomas.page.evaluate("window.sounds").count("call") == 1
    assert tomas.page.evaluate("window.buzzed") == 0  # browsers would not do it
    assert ines.page.evaluate("window.sounds") == []
    assert ines.page.evaluate("window.buzzed") == 0
    tomas.page.reload()
    expect(tomas.page.locator("#call-offer")).to_be_hidden()  # it was offered once


def test_a_page_on_the_screen_that_nobody_touches_buzzes_where_it_can(trio: Trio) -> None:
    robin, ines, tomas = trio
    tomas.page.clock.install()
    tomas.page.reload()
    expect(tomas.page.locator("#call-offer")).to_contain_text("It buzzes, too, while")
    tomas.page.get_by_role("button", name="Yes, call me").click()
    tomas.page.evaluate(HIDE)
    tomas.page.evaluate(SHOW)
    tomas.page.clock.fast_forward(61_000)
    done(robin, "AskHands", question="Shall we rest?")
    expect(tomas.page).to_have_title(re.compile("^● You: Shall we rest"))
    assert tomas.page.evaluate("window.buzzed") == 1
    ines.page.add_init_script("delete Navigator.prototype.vibrate")
    ines.page.reload()
    expect(ines.page.locator("#call-buzz")).to_have_attribute("hidden", "")  # as on an iPhone


def test_a_page_that_comes_back_says_no_more_that_one_is_waited_for(trio: Trio) -> None:
    """Its line is not told of a title that is as it was before the page was hidden."""
    robin, ines, _ = trio
    ines.page.clock.install()
    ines.page.reload()
    expect(ines.page).to_have_title("Saltmouth")
    ines.page.evaluate(HIDE)
    done(robin, "AskHands", question="Shall we rest?")
    ines.page.clock.run_for(16_000)
    expect(ines.page).to_have_title(re.compile("^● You: Shall we rest"))
    done(robin, "CloseHands", poll=1)
    ines.page.evaluate(SHOW)
    expect(ines.page).to_have_title("Saltmouth")
    expect(ines.page.locator("link[rel=icon]")).to_have_attribute("href", re.compile(r"/icon\.svg"))


# Whoever asks so is told at once that there is nobody; and when that was, by the page's own clock.
NOBODY = """(asked) => {
  const fetched = window.fetch;
  window.tries = [];
  window.fetch = async (...request) => {
    if (!String(request[0]).includes(`/${asked}?`)) return fetched(...request);
    window.tries.push(Date.now());
    throw new TypeError('Failed to fetch');
  };
}"""


def test_a_server_that_does_not_answer_is_asked_less_and_less(trio: Trio) -> None:
    robin, ines, _ = trio
    table = re.sub(r"[?#].*", "", robin.page.url)
    assert 5 <= tries_in_a_minute(robin, "stopped", f"{table}/log") <= 10
    assert 5 <= tries_in_a_minute(ines, "live", table) <= 10


def tries_in_a_minute(one: Person, asked: str, address: str) -> int:
    one.page.clock.install()
    one.page.add_init_script(f"({NOBODY})({asked!r})")
    one.page.goto(address)
    one.page.wait_for_function("() => window.tries.length > 0")
    for _ in range(62):
        one.page.clock.run_for(1_000)
    tries: list[int] = one.page.evaluate("window.tries")
    one.troubles.clear()  # what a page says of each
    return len([at for at in tries if at - tries[0] <= 60_000])


def test_the_page_names_a_manifest_that_leads_back_to_the_table(trio: Trio) -> None:
    _, ines, _ = trio
    found = ines.page.evaluate(
        """async () => {
          const link = document.querySelector('link[rel=manifest]');
          const answer = await fetch(link.href);
          return [answer.headers.get('content-type'), await answer.json(), link.href];
        }"""
    )
    kind, manifest, where = found
    assert kind.startswith("application/manifest+json")
    table = re.sub(r"[?#].*", "", ines.page.url)
    assert table.endswith(manifest["start_url"])
    assert manifest["display"] == "standalone"
    for icon in manifest["icons"]:
        size = ines.page.evaluate(
            """(src) => new Promise((done) => {
              const image = new Image();
              image.onload = () => done(`${image.naturalWidth}x${image.naturalHeight}`);
              image.onerror = () => done('nothing');
              image.src = src;
            })""",
            icon["src"],
        )
        assert size == icon["sizes"], icon
    session = ines.page.context.new_cdp_session(ines.page)
    read = session.send("Page.getAppManifest")
    assert read["url"] == where
    assert read["errors"] == []


def test_beside_the_table_one_hears_that_one_is_waited_for__TF_30(trio: Trio) -> None:
    robin, ines, _ = trio
    page = robin.page
    table = re.sub(r"[?#].*", "", page.url)
    page.goto(f"{table}/log")
    assert not page.title().startswith("●")
    done(ines, "AskHands", question="Shall we rest?")
    line = page.locator("#waited a")
    expect(line).to_contain_text("Shall we rest?")
    expect(page).to_have_title(re.compile("^● You: Shall we rest.* · Log"))
    expect(page.locator("link[rel=icon]")).to_have_attribute("href", re.compile("icon-waits"))
    line.click()
    robin.sees("Shall we rest?")
    page.goto(f"{table}/seat")
    assert page.title().startswith("●"), "also on a page that is opened meanwhile"
    done(ines, "CloseHands", poll=1)
    expect(page.locator("#waited")).to_be_empty()
    expect(page).to_have_title(re.compile("^Settings"))
