"""The digest's session of 22 steps of Rotate Bird, played by four people through the real page.

Robin runs the game on a wide screen; Ann plays Ash, Ben plays Bo, Cleo plays Coral on a phone.
Ash, Bo and Coral are the digest's C1, C2 and C3; the dice are its dice, typed in (TF-21).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from playwright.sync_api import Browser, Locator, expect
from tests.browser.house import Server
from tests.browser.people import DICE, Person, Typed, somebody, starting

DRAGON, FACE, RING = "Dragon", "Frowning face", "Ring"
SLASH = "Slashed circle"
SQUARES = "Two squares"
GOAL, DOOM, NPC = "The dragon sleeps", "The village burns", "The Collector"


@dataclass(frozen=True)
class Party:
    """Everybody at the table."""

    robin: Person
    ash: Person
    bo: Person
    coral: Person

    @property
    def players(self) -> tuple[Person, ...]:
        return self.ash, self.bo, self.coral

    @property
    def all(self) -> tuple[Person, ...]:
        return self.robin, *self.players


@pytest.fixture
def party(browser: Browser, server: Server) -> Iterator[Party]:
    seated = Party(
        somebody(browser, server.address, "Robin"),
        somebody(browser, server.address, "Ann", "Ash"),
        somebody(browser, server.address, "Ben", "Bo"),
        somebody(browser, server.address, "Cleo", "Coral", phone=True),
    )
    yield seated
    for one in seated.all:
        one.page.context.close()


def test_the_digests_session_is_played_through_the_page__RB_1_to_RB_212(party: Party) -> None:
    opening(party)
    creation(party)
    worksheet(party)
    the_world(party)
    first_moves(party)
    together(party)
    the_collector(party)
    the_dragon(party)
    costs(party)
    standing(party)
    the_end(party)
    growing(party)
    assert [one.troubles for one in party.all] == [[], [], [], []]


# -- What is said often --------------------------------------------------------------------------


def why_not(one: Person, place: Locator, what: str, why: str, rule: str) -> None:
    """What is closed says why, where it stands, with its rule."""
    shut = place.get_by_role("group").filter(has=one.page.locator("summary", has_text=what))
    shut = shut.filter(has=one.page.locator("summary", has_text="Why not?")).last
    one.unfolds(shut)
    shut.locator("summary").first.click()
    one.reads(shut, why, rule)
    shut.locator("summary").first.click()


def sheet(reader: Person, hero: str) -> Locator:
    """A character's sheet, unfolded."""
    found = (
        reader.part("People")
        .get_by_role("group")
        .filter(has=reader.page.locator("summary").get_by_text(hero, exact=True))
    )
    return reader.opens(found.first)


def section(reader: Person, hero: str, name: str) -> Locator:
    """Being, Doing or Having on a sheet."""
    heading = reader.page.get_by_role("heading", name=starting(name))
    return sheet(reader, hero).locator("section").filter(has=heading)


def marked(reader: Person, hero: str, *names: str) -> None:
    """Exactly these traits of theirs are marked, for everybody to read."""
    for part in ("Being", "Doing"):
        lines = section(reader, hero, part).get_by_role("listitem").filter(has_text="marked")
        here = [name for name in names if (name in DOING) == (part == "Doing")]
        expect(lines).to_have_count(len(here))
        for name in here:
            expect(lines.filter(has_text=name)).to_have_count(1)


def edges(reader: Person, hero: str, *meanings: str) -> None:
    lines = section(reader, hero, "Having").get_by_role("listitem").filter(has_text=re.compile("."))
    expect(lines).to_have_count(len(meanings))
    for meaning in meanings:
        expect(lines.filter(has_text=meaning)).to_have_count(1)


def track(reader: Person, name: str, checked: int, boxes: int = 3) -> None:
    drawn = reader.scene.get_by_role("region", name="Tracks").get_by_role(
        "img", name=starting(name)
    )
    expect(drawn).to_have_accessible_name(f"{name}: {checked} of {boxes} boxes checked")


def calls(robin: Person, hero: str, about: str, *ticked: str, typed: Typed | None = None) -> None:
    """The GM calls for a test."""
    form = robin.scene.get_by_role("region", name="Call for a test")
    words = {"Who": hero, "What is it about": about, **(typed or {})}
    robin.does("Open the test", form, words, *ticked)
    expect(robin.card(about)).to_be_visible()


def taps(one: Person, about: str, *names: str) -> None:
    """One tap each, said aloud."""
    for name in names:
        one.does("Tap " + name, one.card(about))
        expect(pool(one, about).filter(has_text=name)).to_have_count(1)


def pool(one: Person, about: str) -> Locator:
    return one.card(about).get_by_role("list", name="In the pool").get_by_role("listitem")


def helps(one: Person, leader: str, about: str, name: str) -> None:
    one.does(f"Help {leader} with {name}", one.card(about))


def rolls(one: Person, about: str, faces: str, pick: int) -> None:
    """Throw by hand, and take one of the dice."""
    many = len(faces.split())
    one.does(f"Roll {many} {'die' if many == 1 else 'dice'}", one.card(about), {DICE: faces})
    one.does(f"Take the {pick}", one.card(about))


def falls(robin: Person, about: str, faces: str) -> None:
    """The GM rolls fallout."""
    many = len(faces.split())
    what = f"Roll fallout, {many} {'die' if many == 1 else 'dice'}"
    robin.does(what, robin.card(about), {DICE: faces})


def assigns(robin: Person, hero: str, symbol: str) -> None:
    """The GM gives a fresh edge its symbol."""
    robin.does("Choose its symbol", new_edge(robin, hero), {}, symbol)


def new_edge(reader: Person, hero: str = "") -> Locator:
    return reader.card(f"{hero} has a new edge" if hero else "You have a new edge")


def means(one: Person, meaning: str, nature: str, **more: str) -> None:
    card = new_edge(one)
    typed = {"What does it stand for?": meaning} | (
        {"What is it called?": more["name"]} if more else {}
    )
    one.does("Say what", card, typed, nature)


def hidden(form: Locator, name: str) -> int:
    """A number the page carries in a form, for one who insists."""
    return int(form.locator(f"input[name={name}]").first.get_attribute("value") or 0)


def number_of(one: Person, what: str, about: str, name: str = "trait") -> int:
    form, _ = one.finds(what, one.card(about))
    return hidden(form, name)


# -- 1: The table --------------------------------------------------------------------------------


def opening(party: Party) -> None:
    robin = party.robin
    robin.page.goto("/new")
    robin.page.get_by_role("radio", name=starting("Rotate Bird")).check()
    robin.page.get_by_label("The table's name").fill("Lunch with a dragon")
    robin.page.get_by_label("Your name").fill(robin.name)
    robin.page.locator("summary", has_text="How you want to play Rotate Bird").click()
    options = robin.page.get_by_role("group", name="Rotate Bird")
    wanted = {
        "Puns as a justification": "do not count",
        "Themes of Doing traits are kept": "per character",
        "Advancement": "after every session",
        "Where the dice are thrown": "either way",
    }
    for label, value in wanted.items():
        options.get_by_label(starting(label)).select_option(label=value)
    robin.page.get_by_role("button", name="Open the table").click()
    link = robin.page.get_by_label("Invite link").input_value()
    for player in party.players:
        player.sits_down(link)
    robin.does("Open a scene", robin.scene, {"Title of the scene": "Noon in the valley"})
    for one in party.all:
        expect(one.page.get_by_role("banner")).to_contain_text("Noon in the valley")


# -- 2 and 3: Three characters -------------------------------------------------------------------

BEING = {
    "Ash": ("Anchor", "Heart", "Spider", "Bird", "Sun"),
    "Bo": ("Cat", "Gear", "Umbrella", "Trophy", "Hourglass"),
    "Coral": ("Hammer", "Slice of pizza", "Moon", "Magnet", "Paw print"),
}
BEING_DICE = {
    "Ash": "1 1 1  3 2 4  5 3 6  2 1 6  1 1 1",
    "Bo": "1 3 2  2 6 6  6 6 1  5 5 5  3 2 5",
    "Coral": "3 1 6  5 3 2  4 5 5  4 5 1  6 1 2",
}
DOING_DICE = {
    "Ash": "6 2 2 1 6  4 3 4 3 6  2 2 5 6 2",
    "Bo": "3 4 3 2 5  3 2 5 6 5  3 3 6 5 1",
    "Coral": "2 6 3 5 1  4 1 4 5 6  4 4 5 5 4",
}
NAMES = {
    "Ash": ("Wheeling Flight", "Which Lock", "Sudden Tide"),
    "Bo": ("Stop the Clock", "Bottomless Round", "Not Me"),
    "Coral": ("Repel", "Overture", "Junkyard Rite"),
}
DOING = {name for names in NAMES.values() for name in names}
THEMES = {
    "Ash": ("4 1", "meta-narrative"),
    "Bo": ("5 5", "reputations or resources"),
    "Coral": ("3 3", "magic spells"),
}


def creation(party: Party) -> None:
    for player in party.players:
        begins(player)
    ash = party.ash
    ash.insists("OpenTest", {"who": "ash", "intent": "now"})
    ash.is_refused("Ash’s sheet is not complete yet.", "RB-25")
    for player in party.players:
        names_all(player)
        for one in party.all:
            shown = section(one, player.hero, "Being")
            one.reads(shown, *BEING[player.hero])
            one.reads(section(one, player.hero, "Doing"), *NAMES[player.hero])
    for player in party.players:
        faces, theme = THEMES[player.hero]
        player.does("Roll a theme", sheet(player, player.hero), {DICE: faces})
        party.robin.reads(section(party.robin, player.hero, "Doing"), theme)


def sketch(reader: Person, hero: str) -> Locator:
    return reader.scene.get_by_role("article", name=starting(hero))


def begins(player: Person) -> None:
    """Five pictures, three powers; what fell twice is thrown again (RB-14, RB-19, RB-20)."""
    player.does("Begin a character", player.scene, {"What are they called?": player.hero})
    mine = sketch(player, player.hero)
    player.does("Roll 5 Being symbols", mine, {DICE: BEING_DICE[player.hero]})
    if player.hero == "Ash":
        player.reads(player.story, "Anchor")
        player.does("Roll 1 Being symbol", sketch(player, "Ash"), {DICE: "6 4 4"})
    player.reads(sketch(player, player.hero), *BEING[player.hero])
    player.does("Roll 3 Doing traits", sketch(player, player.hero), {DICE: DOING_DICE[player.hero]})


def names_all(player: Person) -> None:
    """Powers, character and title (RB-21, RB-24)."""
    for name in NAMES[player.hero]:
        mine = sketch(player, player.hero)
        player.does("Name it", mine, {"What is it called?": name})
        expect(mine.get_by_text(name, exact=True)).to_be_visible()
    player.does("Save name and title", sketch(player, player.hero), {"Title": "the Example"})
    expect(sketch(player, player.hero)).to_have_count(0)


# -- 4 and 5: The worksheet ----------------------------------------------------------------------


def paper(one: Person) -> Locator:
    return one.scene.get_by_role("region", name="The worksheet", exact=True)


def adds(one: Person, faces: str, symbol: str, circle: int, *, fact: str) -> None:
    """A Being symbol into an empty circle, and a fact about its Factor (RB-167)."""
    one.does("Roll a Being symbol", paper(one), {DICE: faces})
    one.reads(paper(one), f"You have rolled {symbol}.")
    one.does(f"Put {symbol} there", paper(one), {"A fact": fact}, f"Circle {circle},")


def connects(one: Person, faces: str, symbol: str, here: str, there: str, *, fact: str) -> None:
    """A Doing symbol between two Factors, and one side of it (RB-168)."""
    one.does("Roll a Doing symbol", paper(one), {DICE: faces})
    one.does(f"Put {symbol} there", paper(one), {"A fact": fact}, f"{here} about {there}")


def answers(one: Person, here: str, there: str, fact: str) -> None:
    """The same connection from the other side (RB-169)."""
    one.does(f"Tell {here}’s side of {there}", paper(one), {"The other side": fact})


def worksheet(party: Party) -> None:
    robin = party.robin
    robin.does("A worksheet for everybody", robin.desk)
    robin.does("Roll three Factors", paper(robin), {DICE: "6 6"})
    robin.does("Roll three Factors", paper(robin), {DICE: "5 2"})
    for one in party.all:
        one.reads(paper(one), DRAGON, FACE, RING)
    first_round(party)
    the_rest(party)
    robin.does("Roll what sets it going", paper(robin), {DICE: "4"})
    for one in party.all:
        one.reads(paper(one), "What does it stand for?")
        middle = one.page.get_by_role("img", name="Skull and crossbones")
        expect(paper(one).locator(middle).first).to_be_visible()
    robin.does("Write it down", paper(robin), {"The crisis": "The dragon has come to lunch"})


def first_round(party: Party) -> None:
    """Everybody once before anybody twice (RB-165, RB-166)."""
    robin, ash, bo, coral = party.all
    adds(robin, "1 1 6", "Bird", 1, fact="A bird wakes it every noon")
    why = "A connection needs a Being symbol at both of its Factors first."
    why_not(ash, paper(ash), "Roll a Doing symbol", why, "RB-168")
    adds(ash, "4 3 3", "Human skull", 3, fact="The mayor keeps his predecessor")
    connects(bo, "4 6", "Mars", DRAGON, FACE, fact="It finds the mayor delicious")
    why = "Everybody makes one contribution before anybody makes a second."
    why_not(bo, paper(bo), "Roll a Being symbol", why, "RB-166")
    answers(coral, FACE, DRAGON, "He thinks it is a tax problem")
    for one in party.all:
        one.reads(paper(one), "He thinks it is a tax problem", "4 of 12 facts")


def the_rest(party: Party) -> None:
    """Then in any order: twelve facts (RB-166, RB-173)."""
    robin, ash, bo, coral = party.all
    adds(robin, "5 5 5", "Trophy", 5, fact="The ring was a prize once")
    adds(ash, "2 4 1", "Cloud", 2, fact="It sleeps above the weather")
    adds(bo, "3 5 4", "Money", 6, fact="Nobody could ever afford it")
    adds(coral, "6 4 6", "Telephone handset", 4, fact="The mayor never calls back")
    connects(robin, "1 1", SLASH, FACE, RING, fact="The mayor forbade it")
    answers(ash, RING, FACE, "It laughs at mayors")
    connects(bo, "6 5", SQUARES, RING, DRAGON, fact="There are two of them")
    answers(coral, DRAGON, RING, "It owns the other one")
    for one in party.all:
        one.reads(paper(one), "All twelve facts are there.", "12 of 12 facts", "two of them")


# -- 6: Somebody in the way, something to reach, something to dread ------------------------------


def the_world(party: Party) -> None:
    robin = party.robin
    people = robin.desk.get_by_role("region", name="Everybody and everything you play")
    rolled = {"Name": NPC, DICE: "5 4 1 6"}
    robin.does("Roll somebody from the worksheet", people, rolled, "minor: 2 Being")
    robin.reads(people, NPC, "Trophy", "Hammer", "Has to do with", RING)
    for one in party.players:
        expect(one.page.get_by_role("main")).not_to_contain_text(NPC)
    hard = robin.desk.get_by_role("region", name="How hard is it?")
    robin.does("Something to reach", hard, {"What is it?": GOAL, "Boxes": 3})
    robin.does("Something to dread", hard, {"What is it?": DOOM, "Boxes": 3})
    for one in party.all:
        track(one, GOAL, 0)
        track(one, DOOM, 0)


# -- 7 to 9: The first moves ---------------------------------------------------------------------


def first_moves(party: Party) -> None:
    lullaby(party)
    marked_is_marked(party)
    setting_up(party)


def lullaby(party: Party) -> None:
    """Step 7: two justifications, doubles, an edge, and a mark that spares everybody."""
    robin, ash, bo, _ = party.all
    sing = "Sing it a lullaby"
    tries = bo.scene.get_by_role("region", name="Try something")
    bo.does("Open the test", tries, {"What is it about": sing}, GOAL)
    robin.answers(sing)
    expect(bo.card(sing)).to_be_visible()
    for name, why in (("Cat", "I purr in thirds"), ("Umbrella", "It drips, I stay dry")):
        form, button = bo.finds("Tap " + name, bo.card(sing))
        form.get_by_label(starting("How does it fit?")).fill(why)
        bo.presses(button)
    for one in party.all:
        one.reads(one.card(sing), "I purr in thirds", "It drips, I stay dry", "75.0%", "3/4", GOAL)
    rolls(bo, sing, "4 4", 4)
    for one in party.all:
        one.reads(one.card(sing), "It works", "minor fallout", "and an edge")
        track(one, GOAL, 1)
    assigns(robin, "Bo", "Paperclip")
    wire = {"It could be": "A very long wire"}
    ash.does("Suggest what", new_edge(ash, "Bo"), wire)
    bo.reads(new_edge(bo), "Ann", "A very long wire")
    means(bo, "The only paperclip left", "a thing")
    falls(robin, sing, "5")
    for one in party.all:
        one.reads(one.card(sing), "Stopwatch")
    bo.does("Pay: Umbrella is marked until you rest", bo.card(sing))
    for one in party.all:
        one.reads(one.card(sing), "Bo paid")
        marked(one, "Bo", "Umbrella")
        edges(one, "Bo", "The only paperclip left")


def marked_is_marked(party: Party) -> None:
    """Step 8 (RB-30): the card is there, crossed, and says why it gives no die."""
    robin, bo = party.robin, party.bo
    calls(robin, "Bo", "Stand in the rain")
    what = "Tap " + "Umbrella"
    why_not(bo, bo.card("Stand in the rain"), what, "A marked trait gives no die.", "RB-30")
    bo.does("Let it be", bo.card("Stand in the rain"))
    expect(bo.card("Stand in the rain")).to_have_count(0)


def setting_up(party: Party) -> None:
    """Step 9: Ash sets up Coral, who gains the anchor; Ash pays with a power (RB-59, RB-95)."""
    robin, ash, coral = party.robin, party.ash, party.coral
    hold = "Hold the boat still"
    setup = ash.scene.get_by_role("region", name="Try something")
    ash.does("Set them up", setup, {"What is it about": hold}, "Coral")
    heart = number_of(ash, "Tap " + "Heart", hold)
    test = number_of(ash, "Tap " + "Heart", hold, "test")
    taps(ash, hold, "Anchor")
    rolls(ash, hold, "2", 2)
    robin.does("Give it " + "Anchor", new_edge(robin, "Coral"))
    means(coral, "A boat that stays put", "a thing")
    for one in party.all:
        one.reads(one.card(hold), "It works", "major fallout")
        edges(one, "Coral", "A boat that stays put")
    falls(robin, hold, "3 3")
    ash.reads(ash.card(hold), "Two of the same", "RB-85")
    ash.insists("Offset", {"test": test, "trait": heart})
    ash.is_refused("Against major fallout only", "RB-96")
    ash.does("Pay: “Sudden Tide” is marked until it recovers", ash.card(hold))
    for one in party.all:
        one.reads(one.card(hold), "Ash paid")
        marked(one, "Ash", "Sudden Tide")


# -- 10 to 12: Working together ------------------------------------------------------------------


def together(party: Party) -> None:
    with_help(party)
    the_same_again(party)
    alone(party)


def with_help(party: Party) -> None:
    """Step 10: a questioned hammer, a show of hands, a failure that is worth an edge."""
    robin, _, bo, coral = party.all
    row = "Row past its nose"
    calls(robin, "Coral", row, GOAL, DOOM)
    taps(coral, row, "Hammer", "Anchor")
    helps(bo, "Coral", row, "Gear")
    for one in party.all:
        one.reads(one.card(row), "3 dice", "Bo helps")
    hammer = {"What do you say to it?": "A hammer? Here?"}
    robin.does("Ask about " + "Hammer", robin.card(row), hammer)
    coral.reads(coral.card(row), "the GM asks", "A hammer? Here?")
    robin.does("Ask for hands on " + "Hammer", robin.card(row))
    for one in party.all:
        asked = one.page.get_by_role("article").filter(has_text=f"help Coral with “{row}”?")
        one.does("Yes", asked.first)
    robin.does("Hammer" + " counts", robin.card(row))
    rolls(coral, row, "3 5 5", 5)
    for one in party.all:
        one.reads(one.card(row), "It fails", "no fallout", "and an edge")
        track(one, GOAL, 1)
        track(one, DOOM, 1)
    assigns(robin, "Coral", "Lightbulb")
    coral.does("Hand the edge to Bo", coral.card(row))
    means(bo, "A bright idea", "a situation")
    for one in party.all:
        edges(one, "Bo", "The only paperclip left", "A bright idea")
        edges(one, "Coral", "A boat that stays put")


def the_same_again(party: Party) -> None:
    """Step 11 (RB-108)."""
    robin, _, bo, coral = party.all
    again = "Row past it once more"
    calls(robin, "Coral", again, GOAL)
    taps(coral, again, "Hammer", "Anchor")
    helps(bo, "Coral", again, "Gear")
    why = f"Exactly these traits were used toward “{GOAL}” already."
    why_not(coral, coral.card(again), "Roll 3 dice", why, "RB-108")
    coral.does("Let it be", coral.card(again))
    expect(coral.card(again)).to_have_count(0)


def alone(party: Party) -> None:
    """Step 12: the edge that was used goes by force, and cancels the fallout (RB-76, RB-78)."""
    robin, coral = party.robin, party.coral
    pull = "Pull the boat to the cave"
    calls(robin, "Coral", pull, GOAL)
    taps(coral, pull, "Magnet", "Anchor")
    coral.does("Roll 2 dice", coral.card(pull), {DICE: "4 1"})
    coral.reads(coral.card(pull), "costs the edge “A boat that stays put”")
    coral.does("Take the 4", coral.card(pull))
    for one in party.all:
        track(one, GOAL, 2)
    falls(robin, pull, "1")
    for one in party.all:
        one.reads(one.card(pull), "Coral paid")
        edges(one, "Coral")
        marked(one, "Coral")


# -- 13 and 14: The Collector --------------------------------------------------------------------


def the_collector(party: Party) -> None:
    robin, ash, _, coral = party.all
    against(robin, "Ash", "Get past the Collector", "Hammer")
    for one in party.all:
        one.reads(one.card("Get past the Collector"), f"In the way: {NPC}", "Hammer")
    taps(ash, "Get past the Collector", "Bird", "Sun")
    rolls(ash, "Get past the Collector", "6 3", 6)
    shrugs(robin, "Get past the Collector", "Hammer")
    for one in party.all:
        one.reads(one.card("Get past the Collector"), "shrugged it off with", "Hammer")
    form = robin.scene.get_by_role("group").filter(has_text=f"Against {NPC}").first
    robin.unfolds(form.get_by_role("button", name="Open the test", include_hidden=True))
    expect(form.get_by_label(starting("Hammer"))).to_have_count(0)
    against(robin, "Ash", "Win the Collector over", "Trophy")
    taps(ash, "Win the Collector over", "Heart")
    helps(coral, "Ash", "Win the Collector over", "Paw print")
    expect(pool(ash, "Win the Collector over")).to_have_count(2)
    rolls(ash, "Win the Collector over", "4 6", 6)
    shrugs(robin, "Win the Collector over", "Trophy")
    desk = robin.desk.get_by_role("region", name="Everybody and everything you play")
    robin.reads(desk, "out of play")


def against(robin: Person, hero: str, about: str, trait: str) -> None:
    """A test with one of somebody's traits in the way (RB-133)."""
    form = robin.scene.get_by_role("group").filter(has_text=f"Against {NPC}").first
    words = {"Who": hero, "What is it about": about}
    robin.does("Open the test", form, words, trait)


def shrugs(robin: Person, about: str, trait: str) -> None:
    robin.does(f"{NPC} shrugs it off: mark {trait}", robin.card(about))


# -- 15 and 16: The dragon itself, and a reward --------------------------------------------------


def the_dragon(party: Party) -> None:
    robin, _, bo, coral = party.all
    wrestle = "Wrestle the dragon"
    calls(robin, "Coral", wrestle, GOAL)
    robin.does("Say how special it is", robin.card(wrestle), {"Epic": True})
    coral.reads(coral.card(wrestle), "A special challenge", "epic")
    coral.does("I see it, and take it", coral.card(wrestle))
    coral.does("Pay with Pizza", coral.card(wrestle))
    for one in party.all:
        one.reads(one.card(wrestle), "Paid with", "Slice of pizza")
        marked(one, "Coral", "Slice of pizza")
    what = "Tap Pizza"
    why_not(coral, coral.card(wrestle), what, "A marked trait gives no die.", "RB-30")
    taps(coral, wrestle, "Moon", "Hammer")
    rolls(coral, wrestle, "6 2", 6)
    for one in party.all:
        track(one, GOAL, 3)
        one.reads(one.scene.get_by_role("region", name="Tracks"), "Reached!")
        one.reads(one.card(wrestle), "It works", "no fallout")
    rewards = robin.desk.get_by_role("region", name="Rewards")
    robin.reads(rewards, f"“{GOAL}” is reached: a good moment for an edge.")
    given = {"What for?": "It likes you now"}
    robin.does("Award a power for a while", rewards, given, "Bo", "Up arrow", "Bird")
    means(bo, "It goes up, it sings", "a thing", name="The Rising Choir")
    for one in party.all:
        edges(one, "Bo", "The only paperclip left", "A bright idea", "The Rising Choir")


# -- 17 and 18: What it costs --------------------------------------------------------------------


def costs(party: Party) -> None:
    robin, ash = party.robin, party.ash
    leap = "Leap off its back"
    calls(robin, "Ash", leap, DOOM, typed={"Perilous": True})
    ash.does("I see it, and take it", ash.card(leap))
    sun, test = "Tap " + "Sun", "test"
    offset = {"test": number_of(ash, sun, leap, test), "trait": number_of(ash, sun, leap)}
    taps(ash, leap, "Heart", "Spider")
    rolls(ash, leap, "3 4", 4)
    for one in party.all:
        one.reads(one.card(leap), "It works", "major fallout")
    falls(robin, leap, "2 6")
    ash.insists("Offset", offset)
    ash.is_refused("Against major fallout only", "RB-96")
    ash.does("Pay: “Which Lock” is marked until it recovers", ash.card(leap))
    for one in party.all:
        track(one, DOOM, 1)
    the_choir(party)


def the_choir(party: Party) -> None:
    """Step 18: a power for a while, gone at the first major fallout (RB-148)."""
    robin, bo = party.robin, party.bo
    rise = "Rise above it all"
    calls(robin, "Bo", rise)
    bo.does("Bring in “The Rising Choir”", bo.card(rise))
    taps(bo, rise, "Trophy")
    rolls(bo, rise, "2", 2)
    falls(robin, rise, "6 1")
    for one in party.all:
        one.reads(one.card(rise), "It works", "major fallout", "Bo paid")


# -- 19: How everybody stands --------------------------------------------------------------------


def standing(party: Party) -> None:
    for one in party.all:
        marked(one, "Ash", "Which Lock", "Sudden Tide")
        marked(one, "Bo", "Umbrella")
        marked(one, "Coral", "Slice of pizza")
        edges(one, "Ash")
        edges(one, "Bo", "The only paperclip left", "A bright idea")
        edges(one, "Coral")
        track(one, GOAL, 3)
        track(one, DOOM, 1)


# -- 20 and 21: A gift, a rest, the end of the evening -------------------------------------------


def the_end(party: Party) -> None:
    robin, bo = party.robin, party.bo
    having = section(bo, "Bo", "Having")
    bo.does("Give “The only paperclip left” away", having, {}, "Ash")
    for one in party.all:
        edges(one, "Ash", "The only paperclip left")
        edges(one, "Bo", "A bright idea")
    rest = robin.desk.get_by_role("region", name="Rest and recovery")
    robin.does("Everybody catches their breath", rest)
    for one in party.all:
        marked(one, "Ash", "Which Lock", "Sudden Tide")
        marked(one, "Bo")
        marked(one, "Coral")
    robin.does("End the scene", robin.scene)
    robin.does("Close the session", robin.scene)
    for one in party.all:
        marked(one, "Ash")
    for player in party.players:
        player.reads(grown(player), "1 minor", "advance to spend")


# -- 22: Growing sideways ------------------------------------------------------------------------


def grown(player: Person) -> Locator:
    return player.scene.get_by_role("region", name=f"{player.hero} has grown")


def growing(party: Party) -> None:
    _, ash, bo, coral = party.all
    moon = own_number(coral, "Moon")
    coral.does("Swap it", swap(coral, "Swap a Being symbol"), {}, "Paw print", "Carrot")
    for one in party.all:
        one.reads(section(one, "Coral", "Being"), "Carrot")
    expect(grown(coral)).to_have_count(0)
    coral.insists("SwapSymbol", {"trait": moon, "symbol": "pause"})
    coral.is_refused("Coral has no advance left.", "RB-160")
    ash.insists("SwapSymbol", {"trait": own_number(ash, "Anchor"), "symbol": "pause"})
    ash.is_refused("A Being symbol takes the place of a Being symbol.", "RB-153")
    power = swap(ash, "Swap the Being symbol of a power")
    ash.does("Swap it", power, {"A new name": "Every Lock"}, "Which Lock: Key", "Padlock")
    for one in party.all:
        lock = section(one, "Ash", "Doing").get_by_role("listitem").filter(has_text="Every Lock")
        expect(lock.get_by_role("img", name="Padlock")).to_be_visible()
    bo.reads(grown(bo), "1 minor")


def swap(player: Person, title: str) -> Locator:
    """One of the folds in which a symbol is swapped."""
    summary = player.page.locator("summary").get_by_text(title, exact=True)
    return grown(player).get_by_role("group").filter(has=summary)


def own_number(player: Person, symbol: str) -> int:
    """The number of a Being trait, where one chooses which symbol goes."""
    goes = swap(player, "Swap a Being symbol").get_by_role(
        "group", name="Which one goes?", include_hidden=True
    )
    return int(goes.get_by_label(symbol).get_attribute("value") or 0)
