"""The digest's session of 22 steps of Rotate Bird, played by four people through the real page.

Robin runs the game on a wide screen; Ann plays Ash, Ben plays Bo, Cleo plays Coral on a phone.
Ash, Bo and Coral are the digest's C1, C2 and C3; the dice are its dice, typed in (TF-21).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass

import pytest
from playwright.sync_api import Browser, Locator, TimeoutError, expect
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
    assert [one.notes for one in party.all] == [[], [], [], []]


# -- What is said often --------------------------------------------------------------------------


def why_not(one: Person, place: Locator, what: str, why: str, rule: str) -> None:
    """What is closed says why, where it stands, with its rule."""
    shut = place.get_by_role("group").filter(has=one.page.locator("summary", has_text=what))
    shut = shut.filter(has=one.page.locator("summary", has_text="Why not?")).last
    one.unfolds(shut)
    shut.locator("summary").first.click()
    one.reads(shut, why, rule)
    shut.locator("summary").first.click()


def section(reader: Person, hero: str, name: str) -> Locator:
    """Being, Doing or Having on somebody's sheet, opened beside the stage."""
    heading = reader.page.get_by_role("heading", name=starting(name))
    return reader.opens_sheet(hero).locator("section").filter(has=heading)


def marked(party: Party, hero: str, *names: str) -> None:
    """Exactly these pictures of theirs are marked, for everybody to read at a glance."""
    for one in party.all:
        row = one.row(hero)
        for name in names:
            expect(row).to_contain_text(f"{name}, marked")
        expect(row.get_by_text(re.compile(", marked"))).to_have_count(len(names))


def undone(reader: Person, hero: str, *names: str) -> None:
    """Exactly these powers of theirs are marked."""
    lines = section(reader, hero, "Doing").get_by_role("listitem").filter(has_text="marked")
    expect(lines).to_have_count(len(names))
    for name in names:
        expect(lines.filter(has_text=name)).to_have_count(1)
    reader.puts_away()


def edges(party: Party, hero: str, *meanings: str) -> None:
    """So many edges in their row, and on their sheet what they are."""
    many = {0: "", 1: "1 edge"}.get(len(meanings), f"{len(meanings)} edges")
    for one in party.all:
        expect(one.row(hero)).to_contain_text(many or hero)
    lines = section(party.coral, hero, "Having").get_by_role("listitem")
    expect(lines).to_have_count(len(meanings))
    for meaning in meanings:
        expect(lines.filter(has_text=meaning)).to_have_count(1)
    party.coral.puts_away()


def track(party: Party, name: str, checked: int, boxes: int = 3) -> None:
    for one in party.all:
        label = one.page.get_by_role("list", name="On the table", include_hidden=True)
        expect(label.locator("a").filter(has_text=name)).to_contain_text(f"{checked} of {boxes}")


def calls(robin: Person, hero: str, about: str, *ticked: str, typed: Typed | None = None) -> None:
    """The GM calls for a test."""
    words = {"Who": hero, "What is it about": about, **(typed or {})}
    robin.does("Call the test", robin.opens("Call a test"), words, *ticked)


def taps(one: Person, *names: str) -> None:
    """One tap each, said aloud; the stamp stays where it is."""
    for name in names:
        one.does("Tap " + name, one.sees("Which pictures fit"))
        expect(one.now.get_by_role("button", name=f"Take {name} back")).to_be_visible()


def helps(one: Person, leader: str, name: str) -> None:
    one.does(f"Help {leader} with {name}", one.sees(f"Do you help {leader}?"))


def throws(one: Person, faces: str) -> None:
    many = len(faces.split())
    one.does(f"Roll {many} {'die' if many == 1 else 'dice'}", one.now, {DICE: faces})


def takes(one: Person, pick: int) -> None:
    """Two taps: the number, then what comes of it."""
    place = one.sees("Which die comes true")
    place.get_by_role("radio", name=starting(str(pick))).check(force=True)
    one.does(f"Take the {pick}", place)


def rolls(one: Person, faces: str, pick: int) -> None:
    """Throw by hand, and take one of the dice."""
    throws(one, faces)
    takes(one, pick)


def falls(robin: Person, faces: str) -> None:
    """The GM rolls fallout."""
    many = len(faces.split())
    what = f"Roll fallout, {many} {'die' if many == 1 else 'dice'}"
    robin.does(what, robin.sees("What goes wrong for"), {DICE: faces})


def pays(one: Person, what: str) -> None:
    """Two taps: what is marked, then that it is."""
    place = one.sees("Pay, or let it come")
    place.get_by_role("radio", name=starting(what)).check(force=True)
    one.does(what, place)


def assigns(robin: Person, symbol: str) -> None:
    """The GM gives a fresh edge its symbol."""
    robin.does("Choose its symbol", robin.sees("Which symbol is"), {}, symbol)


def means(one: Person, meaning: str, nature: str, **more: str) -> None:
    typed = {"What does it stand for?": meaning} | (
        {"What is it called?": more["name"]} if more else {}
    )
    one.does("That is it", one.sees("What is it,"), typed, nature)


def number_of_test(one: Person) -> int:
    """The number of the test that is NOW, for one who insists."""
    return int(one.now.locator("input[name=test]").first.get_attribute("value") or 0)


def stamp_number(one: Person, name: str) -> int:
    """The number of a picture that could be tapped."""
    button = one.now.get_by_role("button", name=f"Tap {name}")
    return int(button.get_attribute("value") or 0)


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
    robin.does("Open a scene", robin.opens("Open a scene"), {"Title": "Noon in the valley"})
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
    for player in party.players:
        reader = party.robin
        reader.reads(section(reader, player.hero, "Being"), *BEING[player.hero])
        reader.reads(section(reader, player.hero, "Doing"), *NAMES[player.hero])
        reader.puts_away()
    for player in party.players:
        faces, theme = THEMES[player.hero]
        player.does("Roll a theme", player.opens_sheet(player.hero), {DICE: faces})
        player.reads(player.drawer, theme)
        player.puts_away()


def begins(player: Person) -> None:
    """Five pictures, three powers; what fell twice is thrown again (RB-14, RB-19, RB-20)."""
    place = player.sees(f"Who are you, {player.name}?")
    begun = {"What are they called?": player.hero, DICE: BEING_DICE[player.hero]}
    player.does("Begin a character", place, begun)
    if player.hero == "Ash":
        player.does("Roll 1 Being symbol", player.sees("What are you made of"), {DICE: "6 4 4"})
    able = player.sees(f"What can you do, {player.hero}?")
    player.reads(able, *BEING[player.hero])
    player.does("Roll 3 Doing traits", able, {DICE: DOING_DICE[player.hero]})


def names_all(player: Person) -> None:
    """Powers, character and title (RB-21, RB-24)."""
    place = player.sees("What do you call your powers")
    fields = place.get_by_label("What is it called?").all()
    for field, name in zip(fields, NAMES[player.hero], strict=True):
        field.fill(name)
    player.does("Those are their names", place)
    player.does("That is who I am", player.sees("What are you called?"), {"Title": "the Example"})
    player.sees(f"What do you do, {player.hero}?")


# -- 4 and 5: The worksheet ----------------------------------------------------------------------


def adds(one: Person, faces: str, symbol: str, circle: int, *, fact: str) -> None:
    """A Being symbol into an empty circle, and a fact about its Factor (RB-167)."""
    one.does("Roll a Being symbol", one.sees("What is also true"), {DICE: faces})
    place = one.sees(f"Where does {symbol} go")
    one.does(f"Put {symbol} there", place, {"A fact": fact}, f"Circle {circle},")


def connects(one: Person, faces: str, symbol: str, here: str, there: str, *, fact: str) -> None:
    """A Doing symbol between two Factors, and one side of it (RB-168)."""
    one.does("Roll a Doing symbol", one.sees("What is also true"), {DICE: faces})
    place = one.sees(f"Where does {symbol} go")
    one.does(f"Put {symbol} there", place, {"A fact": fact}, f"{here} about {there}")


def answers(one: Person, here: str, there: str, fact: str) -> None:
    """The same connection from the other side (RB-169)."""
    place = one.sees("What is also true")
    one.does(f"Tell {here}’s side of {there}", place, {"The other side": fact})


def worksheet(party: Party) -> None:
    robin = party.robin
    robin.does("A worksheet for everybody", robin.opens("A random scenario"))
    robin.does("Roll three Factors", robin.sees("Which three Factors"), {DICE: "6 6"})
    robin.does("Roll three Factors", robin.sees("Which three Factors"), {DICE: "5 2"})
    for player in party.players:
        player.reads(player.sees("Robin makes the first contribution"), DRAGON, FACE, RING)
    first_round(party)
    the_rest(party)
    place = robin.sees("What sets it all going?")
    robin.does("Roll what sets it going", place, {DICE: "4"})
    for one in party.all:
        middle = one.page.get_by_role("img", name="Skull and crossbones")
        expect(one.now.locator(middle).first).to_be_visible()
    robin.does("Write it down", robin.now, {"The crisis": "The dragon has come to lunch"})
    for player in party.players:
        player.sees(f"What do you do, {player.hero}?")


def first_round(party: Party) -> None:
    """Everybody once before anybody twice (RB-165, RB-166)."""
    robin, ash, bo, coral = party.all
    adds(robin, "1 1 6", "Bird", 1, fact="A bird wakes it every noon")
    why = "A connection needs a Being symbol at both of its Factors first."
    why_not(ash, ash.sees("What is also true"), "Roll a Doing symbol", why, "RB-168")
    adds(ash, "4 3 3", "Human skull", 3, fact="The mayor keeps his predecessor")
    connects(bo, "4 6", "Mars", DRAGON, FACE, fact="It finds the mayor delicious")
    why = "Everybody makes one contribution before anybody makes a second."
    why_not(bo, bo.sees("Cleo is next"), "Roll a Being symbol", why, "RB-166")
    answers(coral, FACE, DRAGON, "He thinks it is a tax problem")
    for one in party.all:
        one.reads(one.now, "He thinks it is a tax problem", "4 of 12 facts")


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
        one.reads(one.now, "All twelve facts are there.", "12 of 12 facts", "two of them")


# -- 6: Somebody in the way, something to reach, something to dread ------------------------------


def the_world(party: Party) -> None:
    robin = party.robin
    rolled = {"Name": NPC, DICE: "5 4 1 6"}
    place = robin.opens("Somebody new")
    robin.does("Roll somebody from the worksheet", place, rolled, "minor: 2 Being")
    robin.reads(robin.sees(NPC), "Trophy", "Hammer", "Has to do with", RING)
    robin.now.get_by_label("Put this away").click()
    for one in party.players:
        expect(one.page.locator("body")).not_to_contain_text(NPC)
    for what, name in (("reach", GOAL), ("dread", DOOM)):
        place = robin.opens("A new track")
        robin.does(f"Add something to {what}", place, {"What is it?": name, "Boxes": 3})
    track(party, GOAL, 0)
    track(party, DOOM, 0)


# -- 7 to 9: The first moves ---------------------------------------------------------------------


def first_moves(party: Party) -> None:
    lullaby(party)
    marked_is_marked(party)
    setting_up(party)


def lullaby(party: Party) -> None:
    """Step 7: two justifications, doubles, an edge, and a mark that spares everybody."""
    robin, ash, bo, _ = party.all
    sing = "Sing it a lullaby"
    bo.does("Try it", bo.sees("What do you do, Bo?"), {"What is it about": sing}, GOAL)
    robin.answers(sing)
    for name, why in (("Cat", "I purr in thirds"), ("Umbrella", "It drips, I stay dry")):
        bo.sees("Which pictures fit").get_by_label(starting("How does it fit?")).fill(why)
        bo.does("Tap " + name)
        expect(bo.now.get_by_role("button", name=f"Take {name} back")).to_be_visible()
    for one in party.all:
        one.reads(one.now, "I purr in thirds", "It drips, I stay dry", "75%", GOAL)
    bo.reads(bo.opens("All the odds"), "3/4")
    bo.puts_away()
    rolls(bo, "4 4", 4)
    track(party, GOAL, 1)
    falls(robin, "5")
    bo.reads(bo.sees("Pay, or let it come"), "Stopwatch", "Minor fallout")
    assigns(robin, "Paperclip")
    pays(bo, "Pay: Umbrella is marked until you rest")
    place = ash.sees("Bo says what the new edge is")
    ash.does("Suggest it", place, {"It could be": "A very long wire"})
    bo.reads(bo.sees("What is it,"), "Ann", "A very long wire")
    means(bo, "The only paperclip left", "a thing")
    party.coral.reads(party.coral.story, "Bo pays for all of it")
    marked(party, "Bo", "Umbrella")
    edges(party, "Bo", "The only paperclip left")


def marked_is_marked(party: Party) -> None:
    """Step 8 (RB-30): the stamp is there, crossed, and what it could have done says why not."""
    robin, bo = party.robin, party.bo
    calls(robin, "Bo", "Stand in the rain")
    place = bo.sees("Which pictures fit")
    why_not(bo, place, "Tap " + "Umbrella", "A marked trait gives no die.", "RB-30")
    bo.does("Let it be", place)
    bo.sees("What do you do, Bo?")


def setting_up(party: Party) -> None:
    """Step 9: Ash sets up Coral, who gains the anchor; Ash pays with a power (RB-59, RB-95)."""
    robin, ash, coral = party.robin, party.ash, party.coral
    hold = {"What is it about": "Hold the boat still"}
    ash.does("Set up Coral", ash.sees("What do you do, Ash?"), hold)
    ash.sees("Which pictures fit")
    heart, test = stamp_number(ash, "Heart"), number_of_test(ash)
    taps(ash, "Anchor")
    rolls(ash, "2", 2)
    falls(robin, "3 3")
    robin.does("Give it " + "Anchor", robin.sees("Which symbol is"))
    means(coral, "A boat that stays put", "a thing")
    ash.reads(ash.sees("Pay, or let it come"), "Two of the same", "Major fallout")
    ash.insists("Offset", {"test": test, "trait": heart})
    ash.is_refused("Against major fallout only", "RB-96")
    pays(ash, "Pay: “Sudden Tide” is marked until it recovers")
    edges(party, "Coral", "A boat that stays put")
    undone(robin, "Ash", "Sudden Tide")


# -- 10 to 12: Working together ------------------------------------------------------------------


def together(party: Party) -> None:
    with_help(party)
    the_same_again(party)
    alone(party)


def with_help(party: Party) -> None:
    """Step 10: a questioned hammer, a show of hands, a failure that is worth an edge."""
    robin, _, bo, coral = party.all
    calls(robin, "Coral", "Row past its nose", GOAL, DOOM)
    taps(coral, "Hammer", "Anchor")
    helps(bo, "Coral", "Gear")
    coral.reads(coral.now, "Bo helps")
    hammer = {"What do you say to it?": "A hammer? Here?"}
    robin.does("Ask about " + "Hammer", robin.sees("Coral gathers dice"), hammer)
    place = coral.sees("How does Hammer fit, Coral?")
    coral.reads(place, "the GM asks", "A hammer? Here?")
    coral.does("Say more", place, {"How does it fit?": "It is a very small oar"})
    robin.does("Ask for hands on " + "Hammer", robin.sees("Does Hammer count for Coral?"))
    for one in party.players:
        one.does("Yes", one.sees("help Coral with “Row past its nose”?"))
    robin.stage.get_by_role("link", name=re.compile("Also yours: .*help Coral with")).click()
    robin.does("Yes", robin.sees("help Coral with “Row past its nose”?"))
    with suppress(TimeoutError):  # it goes by itself, now or in a moment
        robin.page.get_by_label("Put this away").click(timeout=10_000)
    robin.does("Hammer" + " counts", robin.sees("Does Hammer count for Coral?"))
    coral.sees("Which pictures fit")
    throws(coral, "3 5 5")
    coral.reads(coral.sees("Which die comes true"), "It fails", "No fallout", "and an edge")
    takes(coral, 5)
    track(party, GOAL, 1)
    track(party, DOOM, 1)
    coral.does("Hand the edge to Bo", coral.sees("Do you hand your new edge on, Coral?"))
    assigns(robin, "Lightbulb")
    means(bo, "A bright idea", "a situation")
    edges(party, "Bo", "The only paperclip left", "A bright idea")
    edges(party, "Coral", "A boat that stays put")


def the_same_again(party: Party) -> None:
    """Step 11 (RB-108)."""
    robin, _, bo, coral = party.all
    calls(robin, "Coral", "Row past it once more", GOAL)
    taps(coral, "Hammer", "Anchor")
    helps(bo, "Coral", "Gear")
    coral.reads(coral.now, "Bo helps")
    why = f"Exactly these traits were used toward “{GOAL}” already."
    why_not(coral, coral.now, "Roll 3 dice", why, "RB-108")
    coral.does("Let it be", coral.now)
    coral.sees("What do you do, Coral?")


def alone(party: Party) -> None:
    """Step 12: the edge that was used goes by force, and cancels the fallout (RB-76, RB-78)."""
    robin, coral = party.robin, party.coral
    calls(robin, "Coral", "Pull the boat to the cave", GOAL)
    taps(coral, "Magnet", "Anchor")
    throws(coral, "4 1")
    coral.reads(coral.sees("Which die comes true"), "costs the edge “A boat that stays put”")
    takes(coral, 4)
    track(party, GOAL, 2)
    falls(robin, "1")
    how = robin.sees("How is “A boat that stays put” lost?")
    robin.does("It is gone", how, {"How it went": "The chain snaps, and the anchor is gone."})
    coral.sees("What do you do, Coral?")
    edges(party, "Coral")
    marked(party, "Coral")


# -- 13 and 14: The Collector --------------------------------------------------------------------


def the_collector(party: Party) -> None:
    robin, ash, _, coral = party.all
    against(robin, "Ash", "Get past the Collector", "Hammer")
    taps(ash, "Bird", "Sun")
    for one in party.all:
        one.reads(one.now, f"In the way: {NPC}", "Hammer")
    rolls(ash, "6 3", 6)
    shrugs(robin, "Hammer")
    ash.sees("What do you do, Ash?")
    coral.reads(coral.story, "Shrugged off")
    form = robin.opens("Call a test").get_by_role("group").filter(has_text=f"Against {NPC}").first
    robin.unfolds(form.get_by_role("button", name="Call the test", include_hidden=True))
    expect(form.get_by_label(starting("Hammer"))).to_have_count(0)
    against(robin, "Ash", "Win the Collector over", "Trophy")
    taps(ash, "Heart")
    helps(coral, "Ash", "Paw print")
    ash.reads(ash.now, "Coral helps")
    rolls(ash, "4 6", 6)
    shrugs(robin, "Trophy")
    expect(robin.row(NPC)).to_contain_text("out of play")


def against(robin: Person, hero: str, about: str, trait: str) -> None:
    """A test with one of somebody's traits in the way (RB-133)."""
    form = robin.opens("Call a test").get_by_role("group").filter(has_text=f"Against {NPC}").first
    words = {"Who": hero, "What is it about": about}
    robin.does("Call the test", form, words, trait)


def shrugs(robin: Person, trait: str) -> None:
    place = robin.sees(f"Do you shrug it off, as {NPC}?")
    robin.does(f"Shrug it off: mark {trait} of {NPC}", place)


# -- 15 and 16: The dragon itself, and a reward --------------------------------------------------


def the_dragon(party: Party) -> None:
    robin, _, bo, coral = party.all
    calls(robin, "Coral", "Wrestle the dragon", GOAL)
    special = {"Epic": True}
    robin.sees("Coral gathers dice")
    robin.does("Set a special challenge", robin.opens("Frame it"), special)
    robin.puts_away()
    place = coral.sees("Which picture do you mark for it, Coral?")
    coral.reads(place, "A special challenge", "epic")
    place.get_by_role("radio", name="Mark Pizza for it").check(force=True)
    coral.does("Mark Pizza for it", place)
    for one in party.all:
        one.reads(one.now, "Paid with", "Slice of pizza")
    marked(party, "Coral", "Pizza")
    place = coral.sees("Which pictures fit")
    why_not(coral, place, "Tap Pizza", "A marked trait gives no die.", "RB-30")
    taps(coral, "Moon", "Hammer")
    rolls(coral, "6 2", 6)
    bo.reads(bo.page.get_by_role("list", name="On the table"), f"{GOAL} reached")
    place = robin.sees(f"“{GOAL}” is reached: an edge for somebody?")
    given = {"What for?": "It likes you now"}
    robin.does("Award a power for a while", place, given, "Bo", "Up arrow", "Bird")
    means(bo, "It goes up, it sings", "a thing", name="The Rising Choir")
    edges(party, "Bo", "The only paperclip left", "A bright idea", "The Rising Choir")


# -- 17 and 18: What it costs --------------------------------------------------------------------


def costs(party: Party) -> None:
    robin, ash = party.robin, party.ash
    calls(robin, "Ash", "Leap off its back", DOOM, typed={"Perilous": True})
    ash.does("I see it, and take it", ash.sees("Do you take it on, Ash?"))
    ash.sees("Which pictures fit")
    offset = {"test": number_of_test(ash), "trait": stamp_number(ash, "Sun")}
    taps(ash, "Heart", "Spider")
    rolls(ash, "3 4", 4)
    falls(robin, "2 6")
    ash.reads(ash.sees("Pay, or let it come"), "Major fallout")
    ash.insists("Offset", offset)
    ash.is_refused("Against major fallout only", "RB-96")
    pays(ash, "Pay: “Which Lock” is marked until it recovers")
    track(party, DOOM, 1)
    the_choir(party)


def the_choir(party: Party) -> None:
    """Step 18: a power for a while, gone at the first major fallout (RB-148)."""
    robin, bo = party.robin, party.bo
    calls(robin, "Bo", "Rise above it all")
    bo.does("Bring in “The Rising Choir”", bo.sees("Which pictures fit"))
    taps(bo, "Trophy")
    rolls(bo, "2", 2)
    falls(robin, "6 1")
    robin.does("It is gone", robin.sees("How is “The Rising Choir” lost?"))
    bo.sees("What do you do, Bo?")


# -- 19: How everybody stands --------------------------------------------------------------------


def standing(party: Party) -> None:
    undone(party.robin, "Ash", "Which Lock", "Sudden Tide")
    marked(party, "Ash")
    marked(party, "Bo", "Umbrella")
    marked(party, "Coral", "Pizza")
    edges(party, "Ash")
    edges(party, "Bo", "The only paperclip left", "A bright idea")
    edges(party, "Coral")
    shelf = party.robin.page.get_by_role("list", name="On the table")
    expect(shelf).not_to_contain_text(GOAL)  # reached and rewarded: settled things leave (RB-111)
    track(party, DOOM, 1)


# -- 20 and 21: A gift, a rest, the end of the evening -------------------------------------------


def the_end(party: Party) -> None:
    robin, bo = party.robin, party.bo
    bo.does("Give “The only paperclip left” away", bo.opens("Edges"), {}, "Ash")
    edges(party, "Ash", "The only paperclip left")
    edges(party, "Bo", "A bright idea")
    robin.does("Everybody catches their breath", robin.opens("Rest and recovery"))
    marked(party, "Bo")
    marked(party, "Coral")
    undone(robin, "Ash", "Which Lock", "Sudden Tide")
    robin.does("End the scene", robin.opens("End scene"))
    robin.does("Close the session", robin.opens("Open a scene"))
    undone(robin, "Ash")
    for player in party.players:
        place = grown(player)
        player.reads(place, "1 minor", "advance to spend")
        place.get_by_label("Put this away").click()
        player.sees("That was evening 1")


# -- 22: Growing sideways ------------------------------------------------------------------------


def grown(player: Person) -> Locator:
    return player.opens(f"{player.hero} has grown")


def growing(party: Party) -> None:
    robin, ash, bo, coral = party.all
    place = swap(grown(coral), coral, "Swap a Being symbol")
    moon = own_number(place, "Moon")
    coral.does("Swap it", place, {}, "Paw print", "Carrot")
    robin.reads(section(robin, "Coral", "Being"), "Carrot")
    robin.puts_away()
    coral.insists("SwapSymbol", {"trait": moon, "symbol": "pause"})
    coral.is_refused("Coral has no advance left.", "RB-160")
    mine = grown(ash)
    anchor = own_number(swap(mine, ash, "Swap a Being symbol"), "Anchor")
    ash.insists("SwapSymbol", {"trait": anchor, "symbol": "pause"})
    ash.is_refused("A Being symbol takes the place of a Being symbol.", "RB-153")
    power = swap(mine, ash, "Swap the Being symbol of a power")
    ash.does("Swap it", power, {"A new name": "Every Lock"}, "Which Lock: Key", "Padlock")
    lock = section(robin, "Ash", "Doing").get_by_role("listitem").filter(has_text="Every Lock")
    expect(lock.get_by_role("img", name="Padlock")).to_be_visible()
    bo.reads(grown(bo), "1 minor")


def swap(place: Locator, player: Person, title: str) -> Locator:
    """One of the folds in which a symbol is swapped."""
    summary = player.page.locator("summary").get_by_text(title, exact=True)
    return place.get_by_role("group").filter(has=summary)


def own_number(place: Locator, symbol: str) -> int:
    """The number of a Being trait, where one chooses which symbol goes."""
    goes = place.get_by_role("group", name="Which one goes?", include_hidden=True)
    return int(goes.get_by_label(symbol).get_attribute("value") or 0)
