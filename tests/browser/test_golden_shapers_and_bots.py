"""The digest's session of 25 steps of Shapers and Bots, played by four people on the real page.

Robin directs on a wide screen; Ann plays Garree the goat, Ben Larrapin the lion who shapes air, and
Cleo the bot, on a phone. The dice are the digest's dice, typed in by hand (TF-21).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass

import pytest
from playwright.sync_api import Browser, Locator, expect
from playwright.sync_api import TimeoutError as PatienceLost
from tests.browser.house import Server
from tests.browser.people import DICE, Person, Typed, somebody, starting

TITLE, SECRET = "The Iron Ferry", "The captain is a rabbit in a coat"


@dataclass(frozen=True)
class Party:
    """Everybody at the table."""

    robin: Person
    ann: Person
    ben: Person
    cleo: Person

    @property
    def players(self) -> tuple[Person, ...]:
        return self.ann, self.ben, self.cleo

    @property
    def all(self) -> tuple[Person, ...]:
        return self.robin, *self.players


@pytest.fixture
def party(browser: Browser, server: Server) -> Iterator[Party]:
    seated = Party(
        somebody(browser, server.address, "Robin"),
        somebody(browser, server.address, "Ann", "Garree"),
        somebody(browser, server.address, "Ben", "Larrapin"),
        somebody(browser, server.address, "Cleo", "Rivet", phone=True),
    )
    yield seated
    for one in seated.all:
        one.page.context.close()


def test_the_digests_session_is_played_through_the_page__SB_1_to_SB_186(party: Party) -> None:
    opening(party)
    creation(party)
    extras(party)
    on_the_way(party)
    wrestling(party)
    ambush(party)
    first_round(party)
    second_round(party)
    afterwards(party)
    assert [one.troubles for one in party.all] == [[], [], [], []]
    assert [one.notes for one in party.all] == [[], [], [], []]


EXTRAS = ("Zephrod", "The pirate", "The rabbit", "The turtle")


# -- What is said often --------------------------------------------------------------------------


def builder(one: Person) -> Locator:
    """Every number of the sheet in the making, in the drawer."""
    if not one.drawer.locator("article").count():
        one.opens("Every number")
    return one.drawer


def numbers(one: Person, **values: str) -> None:
    """What the rows of the sheet in the making say."""
    rows = builder(one).get_by_role("listitem")
    for name, value in values.items():
        label = one.page.locator("strong").get_by_text(name.replace("_", " "), exact=True)
        expect(rows.filter(has=label).get_by_text(value, exact=True).last).to_be_visible()


def raises(one: Person, name: str, times: int = 1) -> None:
    """One tap for each level."""
    for _ in range(times):
        one.does(f"Raise {name}", builder(one))


def shut(one: Person, what: str, why: str, rule: str) -> None:
    """A button that is closed tells why when it is tapped."""
    button = (
        builder(one)
        .get_by_role(
            "button", name=re.compile(f"^{re.escape(what)}.*not now, and why$"), include_hidden=True
        )
        .first
    )
    one.unfolds(button)
    button.click()
    told = builder(one).get_by_text(why).locator("visible=true")
    expect(told).to_contain_text(rule)
    told.evaluate("pop => pop.closest('[popover]').hidePopover()")


def left(one: Person, features: int, skills: int) -> None:
    """Points that are still to spend."""
    for part, number in (("Features", features), ("Skills", skills)):
        region = builder(one).get_by_role("region", name=part)
        words = f"{number} point{'' if number == 1 else 's'} left"
        expect(region.get_by_text(words).first).to_be_visible()


# -- 1: The table, and notes that nobody else reads ------------------------------------------------


def opening(party: Party) -> None:
    robin = party.robin
    robin.page.goto("/new")
    robin.page.get_by_role("radio", name=starting("Shapers and Bots")).check()
    robin.page.get_by_label("The table's name").fill("Friday on the river")
    robin.page.get_by_label("Your name").fill(robin.name)
    robin.page.locator("summary", has_text="How you want to play Shapers and Bots").click()
    options = robin.page.get_by_role("group", name="Shapers and Bots")
    options.get_by_label("Where the dice are thrown").select_option(label="either way")
    robin.page.get_by_role("button", name="Open the table").click()
    link = robin.page.get_by_label("Invite link").input_value()
    for player in party.players:
        player.sits_down(link)
    notes(party)


def shelf(robin: Person) -> Locator:
    """The adventures, in the drawer."""
    return robin.opens("Which adventure do we play?")


def notes(party: Party) -> None:
    """Step 1 (SB-1, SB-4, SB-11): the notes are the Director's alone."""
    robin, ann = party.robin, party.ann
    robin.does("Write an adventure", shelf(robin), {"Title": TITLE})
    note = {"Title": "The captain", "Text": SECRET}
    robin.drawer.get_by_role("link", name="Notes").click()
    robin.does("Write a note", robin.drawer, note, "Secret")
    expect(robin.drawer.get_by_text(SECRET).first).to_be_attached()
    robin.puts_away()
    for one in party.players:
        for text in (SECRET, TITLE, "The captain"):
            expect(one.page.locator("#room")).not_to_contain_text(text)
    ann.insists("NoteDown", {"adventure": 1, "title": "Mine", "kind": "secret"})
    ann.is_refused("Only the Director does this.", "SB-4")
    here = ann.page.url.split("#")[0]
    answer = ann.page.request.get(f"{here}/adventure/1.toml")
    assert answer.status in (403, 404)
    assert SECRET not in answer.text()


# -- 2 to 4: A goat, a lion, a bot -----------------------------------------------------------------


def creation(party: Party) -> None:
    goat(party)
    lion(party)
    bot(party)


def begins(one: Person, picture: str) -> None:
    one.now.locator("summary").filter(has_text=starting(picture)).click()
    one.now.get_by_role("button", name=starting("Make my own")).click()
    one.sees(f"your {picture.lower()}")
    one.looks(landed=True)
    expect(builder(one)).to_be_visible()


def finishes(party: Party, one: Person, kind: str) -> None:
    """A name, and ready; now everybody sees who that is (SB-44)."""
    if one.drawer.locator("article").count():
        one.puts_away()
    asked = one.now.get_by_text("What is the name of")
    ready = one.now.get_by_text(f"Is {one.hero} ready?")
    expect(asked.or_(ready).first).to_be_attached()
    if asked.count():
        one.does("Ready to play!", one.now, {"What are you called?": one.hero})
    else:
        one.does("Ready to play!", one.sees(f"Is {one.hero} ready?"))
    for other in party.all:
        looks_up(other, one.hero, kind)


def looks_up(reader: Person, hero: str, *texts: str) -> None:
    """What a sheet says, behind its face."""
    reader.reads(reader.opens_sheet(hero), *texts)
    reader.puts_away()


def on_sheet(robin: Person, hero: str, what: str, typed: Typed) -> None:
    """The Director changes something on a sheet."""
    robin.does(what, robin.opens_sheet(hero), typed)
    robin.puts_away()


def goat(party: Party) -> None:
    """Step 2: six points of features, ten of skills, and not one more."""
    ann = party.ann
    begins(ann, "Goat")
    raises(ann, "Dexterity", 3)
    shut(ann, "Raise Dexterity", "Dexterity can be raised by 3 at most.", "SB-38")
    lowers(ann, "Dexterity")
    lowers(ann, "Size")
    raises(ann, "Fitness", 2)
    raises(ann, "Intellect", 2)
    numbers(ann, Size="−1", Fitness="+2", Dexterity="+2", Intellect="+2", Strength="+1")
    numbers(ann, Health_points="4")
    left(ann, 0, 10)
    shut(ann, "Raise Awareness", "lower something else first", "SB-41")
    takes(ann, "Bow")
    buys(ann, ("Brawling", 2), ("Stealth", 1), ("First Aid", 2), ("Weapon: bow", 3))
    raises(ann, "Throwing")
    numbers(ann, Brawling="+3", Stealth="+4", First_Aid="−1", Throwing="+3")
    left(ann, 0, 0)
    shut(ann, "Raise Climbing", "there are 0 skill points left", "SB-83")
    finishes(party, ann, "Goat")


def lowers(one: Person, name: str) -> None:
    one.does(f"Lower {name}", builder(one))


def takes(one: Person, thing: str) -> None:
    """Something to carry; the skill for it is on the sheet with it (SB-65, SB-89)."""
    things = builder(one).get_by_role("region", name="Things")
    one.does(f"+ {thing}", things)
    one.reads(builder(one).get_by_role("region", name="Skills"), f"Weapon: {thing.lower()}")


def buys(one: Person, *levels: tuple[str, int]) -> None:
    for name, times in levels:
        raises(one, name, times)


def lion(party: Party) -> None:
    """Step 3: a shaper of air by the Director's word, and of nothing else."""
    robin, ben = party.robin, party.ben
    begins(ben, "Lion")
    for name, times in (("Fitness", 1), ("Dexterity", 1), ("Intellect", 1), ("Awareness", 2)):
        raises(ben, name, times)
    numbers(ben, Strength="+3", Health_points="6")
    left(ben, 0, 8)
    ben.does("Shape Air", ben.opens("Born to shape?"))
    robin.answers("be a shaper of Air?")
    why_not(ben, ben.drawer, "Shape Water", "One kind of shaping is all", "SB-138")
    for rating in ("−4", "−3"):  # points for it, where one was born to it
        ben.reads(ben.drawer, rating)
        ben.does("Raise Air shaping", ben.drawer)
    ben.reads(ben.drawer, "−2", "6 skill points left")
    takes(ben, "Sword")
    buys(ben, ("Weapon: sword", 2), ("Stealth", 1), ("First Aid", 2))
    numbers(ben, Stealth="+4", First_Aid="−1")
    left(ben, 0, 0)
    finishes(party, ben, "Lion")


def why_not(one: Person, place: Locator, what: str, why: str, rule: str) -> None:
    """What is closed says why, where it stands, with its rule."""
    summary = one.page.locator("summary").filter(has_text=what).filter(has_text="Why not?")
    closed = place.get_by_role("group", include_hidden=True).filter(has=summary).last
    one.unfolds(closed)
    closed.locator("summary").first.click()
    one.reads(closed, why, rule)
    closed.locator("summary").first.click()


def folds_up(one: Person) -> None:
    """What was chosen again is shut, the innermost first, and the rest is there again."""
    opened = one.now.locator("details.sb-kit[open] > summary")
    while opened.count():
        with suppress(PatienceLost):  # it may have been drawn anew, and shut, meanwhile
            opened.last.click(timeout=10_000)


def bot(party: Party) -> None:
    """Step 4: a third part needs a penalty; no bot shapes."""
    cleo = party.cleo
    begins(cleo, "Bot")
    cleo.puts_away()
    cleo.does("Legs", cleo.now)
    for name, times in (("Size", 2), ("Fitness", 1), ("Awareness", 2)):
        raises(cleo, name, times)
    numbers(cleo, Strength="+3", Health_points="6")
    cleo.reads(builder(cleo), "Light armor")
    cleo.puts_away()
    for part in ("Sawblade", "Searchlight", "Microphone"):
        cleo.does(f"Take {part}", cleo.now)
        taken = cleo.now.get_by_role("button", name=f"Take {part} off", include_hidden=True)
        expect(taken).to_be_attached()
    folds_up(cleo)
    cleo.does("That is the name", cleo.now, {"What are you called?": cleo.hero})
    cleo.sees(cleo.hero)
    why = "A third feature comes with a penalty"
    why_not(cleo, cleo.now, "Ready to play!", why, "SB-152")
    cleo.does("Take Buggy", cleo.now)
    buys(cleo, ("Weapon: sawblade", 4), ("Mechanics", 2))
    numbers(cleo, Mechanics="−3")
    left(cleo, 0, 0)
    expect(builder(cleo).get_by_text("Born to shape?")).to_have_count(0)
    cleo.insists("BecomeShaper", {"who": "bot", "kind": "air"})
    cleo.is_refused("Bots cannot shape; only animals can.", "SB-137")
    finishes(party, cleo, "Bot")


# -- 5: Extras, of whom the players know nothing ---------------------------------------------------


def extras(party: Party) -> None:
    """Step 5 (SB-165 to SB-167): as many numbers as are needed, and no hearts for heroes."""
    enlisted(party.robin)
    armed(party)


def enlisted(robin: Person) -> None:
    few = {"Name": "Zephrod", "Fitness": 4, "Strength": 2, "Brawling": 2, "Health points": 5}
    robin.does("A new extra, just a few numbers", robin.opens("Somebody new"), few)
    for species, name in (("Crocodile", "The pirate"), ("Rabbit", "The rabbit")):
        of = {"Species": species, "Name": name}
        robin.does("A new extra of a species", robin.opens("Somebody new"), of)
        robin.reads(robin.part("People"), name)


def armed(party: Party) -> None:
    robin = party.robin
    for name, thing in (("Zephrod", "Ax"), ("The pirate", "Sword")):
        on_sheet(robin, name, "Get something from the list", {"What": thing})
    sword = {"Which number": "Weapon: sword", "The number": 1}
    on_sheet(robin, "The pirate", "Set a sense or a skill", sword)
    fit = {"Which number": "Fitness", "The number": 2}
    on_sheet(robin, "The rabbit", "Set a feature", fit)
    heart = {"Courage": 2, "Honesty": -1}
    robin.opens("Put something right").get_by_role("link", name=starting("The rabbit")).click()
    robin.does("Courage and Honesty of The rabbit", robin.drawer, heart)
    robin.puts_away()
    looks_up(robin, "The rabbit", "Courage", "Honesty")
    hearts(robin, "The rabbit", 2, 2)
    robin.insists("SetRating", {"who": "goat", "key": "CRG", "value": 2})
    robin.is_refused("How brave and honest", "SB-167")
    for one in party.players:
        for name in EXTRAS:
            expect(one.page.locator("#room")).not_to_contain_text(name)


# -- 6 to 9: On the way ----------------------------------------------------------------------------


def on_the_way(party: Party) -> None:
    setting_out(party)
    whisper(party)
    lock(party)
    terminal(party)
    ledger(party)


def hearts(reader: Person, hero: str, now: int, most: int) -> None:
    """Health points as everybody sees them."""
    expect(reader.row(hero)).to_contain_text(f"{now}/{most}")


def tries(one: Person, what: str, skill: str) -> None:
    """A player tries something, with what stands on a tile; the Director is asked (SB-17)."""
    one.does(skill, one.sees(f"What do you try, {one.hero}?"), {"What do you do?": what})


def rolls(one: Person, question: str, faces: str, what: str = "Roll!") -> None:
    """Three dice, as they fell."""
    one.does(what, one.sees(question), {DICE: faces})


def setting_out(party: Party) -> None:
    """Step 6 (SB-21, SB-93)."""
    robin, ann = party.robin, party.ann
    robin.does(f"Start “{TITLE}”", robin.sees("Which adventure do we play?"))
    for one in party.all:
        one.reads(one.stage, TITLE)
        for hero, most in (("Garree", 4), ("Larrapin", 6), ("Rivet", 6)):
            hearts(one, hero, most, most)
    wall = "Climb the harbour wall"
    tries(ann, wall, "Climbing")
    robin.does("−1 a bit harder", robin.sees(wall))
    for one in party.all:
        one.reads(one.sees("Garree"), wall)
    robin.reads(robin.now, "How hard is it?")
    robin.does("Let it succeed, no dice", robin.now)
    told(party, wall)
    ann.sees("What do you try, Garree?")


def natural(total: int) -> str:
    """Three faces that add up to this."""
    low = max(1, total - 12)
    high = min(6, total - low - 1)
    return f"{low} {total - low - high} {high}"


def told(party: Party, *texts: str) -> None:
    """Everybody reads it in the story."""
    for one in party.all:
        one.reads(one.story, *texts)


def unseen(party: Party, *texts: str) -> None:
    """No player finds it anywhere on the page."""
    for one in party.players:
        for text in texts:
            expect(one.page.locator("#room")).not_to_contain_text(text)


def whisper(party: Party) -> None:
    """Step 7 (SB-140)."""
    robin, ben = party.robin, party.ben
    hush = "Whisper behind the guards"
    ben.sees("What do you try, Larrapin?").get_by_label("What do you do?").fill(hush)
    panel = ben.opens("Shape")  # what is written goes along
    expect(panel.get_by_label("What is to happen?").locator("visible=true")).to_have_value(hush)
    ben.does("nobody in particular", panel)
    robin.does("0 ordinary", robin.sees(hush))
    ben.reads(ben.sees("Roll the dice, Larrapin!"), hush, "25.9%")
    rolls(ben, "Roll the dice, Larrapin!", natural(14))
    told(party, "12", "needs 11", "Success!")


def lock(party: Party) -> None:
    """Step 8 (SB-20, SB-26): one in eleven, and a fluke."""
    robin, cleo = party.robin, party.cleo
    pick = "Pick the lock of the toll house"
    tries(cleo, pick, "Mechanics")
    robin.does("−1 a bit harder", robin.sees(pick))
    for one in party.all:
        one.reads(one.sees("Rivet"), pick, "9.3%", "5/54")
    rolls(cleo, "Roll the dice, Rivet!", natural(17))
    told(party, "Fluke!")
    how = "The lock was only painted on"
    robin.does(
        "Tell it", robin.sees("Tell the table what happened to Rivet."), {"How it came about": how}
    )
    told(party, how)


def terminal(party: Party) -> None:
    """Step 9 (SB-59): without the ability even sixteen is not enough."""
    robin, ann = party.robin, party.ann
    read = "Read the old terminal"
    words = {"What do you do?": read, "With what?": "Computers"}
    ann.does("Something Garree never learned", ann.opens("Something else"), words)
    robin.does("0 ordinary", robin.sees(read))
    rolls(ann, "Roll the dice, Garree!", natural(16))
    told(party, "Only a fluke would have helped")


def ledger(party: Party) -> None:
    """What was used is on the Director's list (SB-183)."""
    robin = party.robin
    used = robin.opens("Skills used, and teachers")
    robin.reads(used, "Climbing", "Air shaping", "Mechanics", "Computers")
    robin.puts_away()


# -- 10: Arm-wrestling -----------------------------------------------------------------------------


def wrestling(party: Party) -> None:
    """Step 10 (SB-31, SB-32): a tie, and once more."""
    robin, cleo = party.robin, party.cleo
    arms = "Arm-wrestling at the toll house"
    robin.opens("Call for dice").get_by_role("link", name="Rivet").click()
    robin.sees("What does Rivet roll?")
    words = {
        "What is it about?": arms,
        "With what?": "Strength +3",
        "And they, with what?": "Strength",
    }
    robin.does("Contest for Rivet", robin.now, words, "The pirate")
    for bot, pirate in ((8, 11), (10, 9)):
        rolls(cleo, "Who has the higher score?", natural(bot))
        rolls(robin, "Who has the higher score?", natural(pirate))
        if bot == 8:
            for one in party.all:
                one.reads(one.sees("A tie!"), arms)
            robin.does("They go on: roll again")
    told(party, f"tie between Rivet and The pirate. {arms}.")
    told(party, f"Rivet 13, The pirate 9: Rivet wins. {arms}.")


# -- 11: Ambush ------------------------------------------------------------------------------------


def fight(one: Person) -> Locator:
    """The fight, as it stands on the stage."""
    return one.now


def order(one: Person, *names: str) -> None:
    strip = fight(one).get_by_role("list", name="The order of this round")
    expect(strip.locator("> li")).to_have_text([re.compile(re.escape(name)) for name in names])


def ambush(party: Party) -> None:
    """Step 11 (SB-105 to SB-107, SB-160): equals are ranked before anything begins."""
    robin = party.robin
    draws(robin, "Zephrod", "Ax")
    draws(robin, "The pirate", "Sword")
    form, button = robin.finds("See how it would go", robin.opens("Start a fight"))
    for side, names in (
        ("On this side", ("Garree", "Larrapin", "Rivet", "The rabbit")),
        ("Against", ("Zephrod", "The pirate")),
    ):
        for name in names:
            form.get_by_role("group", name=side).get_by_label(name).check()
    robin.presses(button)
    robin.reads(robin.opens("Start a fight"), "Equally fit: Garree and The rabbit", "SB-107")
    unseen(party, "Equally fit", "Zephrod")
    robin.does("Start! Garree, The rabbit", robin.now)
    for one in party.all:
        order(one, "Zephrod", "Larrapin", "Garree", "The rabbit", "Rivet", "The pirate")
    robin.does("All well", robin.sees("Stress! Is Rivet all right?"))
    told(party, "Rivet is all right.")


def draws(robin: Person, name: str, thing: str) -> None:
    """Weapons in hand before the fight begins."""
    theirs = robin.opens("Things at hand").get_by_role("group").filter(has_text=starting(name))
    robin.does(f"Draw: {thing}", theirs.first)
    robin.puts_away()


# -- 12 to 17: The first round ---------------------------------------------------------------------


def asked(party: Party, who: Person, question: str, waiting: str) -> None:
    """One is asked, and the others read for whom the table waits."""
    for one in party.all:
        expect(one.page.locator("#now-head")).to_have_text(question if one is who else waiting)


def attacks(one: Person, target: str, way: str) -> None:
    """Whom, and how: two taps."""
    expect(fight(one).get_by_role("button", name=starting(way)).first).to_be_visible()
    aim = fight(one).get_by_role("radio", name=starting(target), include_hidden=True)
    one.unfolds(aim)
    aim.locator("xpath=ancestor::label").click()
    expect(aim).to_be_checked()
    one.presses(fight(one).get_by_role("button", name=starting(way)).first)


def throws(one: Person, what: str, faces: str) -> None:
    one.does(what, fight(one), {DICE: faces})


def strikes(one: Person, total: int) -> None:
    throws(one, "Roll the attack!", natural(total))


def parries(one: Person, total: int) -> None:
    throws(one, "Roll the defence!", natural(total))


def hurts(one: Person, faces: str) -> None:
    throws(one, "Roll the damage!", faces)


def stays_up(one: Person, total: int) -> None:
    throws(one, "Roll to stay up!", natural(total))


def defends(one: Person) -> None:
    one.does("Yes, ", fight(one))  # defend, or block with something


def ends(one: Person) -> None:
    one.does("End the turn", fight(one))


def token(one: Person, name: str) -> Locator:
    """Somebody in the strip."""
    strip = fight(one).get_by_role("list", name="The order of this round")
    return strip.locator("> li").filter(has_text=name)


def actions(party: Party, name: str, words: str) -> None:
    for one in party.all:
        drawn = token(one, name).get_by_role("img", name=words, include_hidden=True)
        expect(drawn).to_be_attached()


def first_round(party: Party) -> None:
    surprise(party)
    sword(party)
    arrow(party)
    rage(party)
    fumble(party)
    no_action(party)


def surprise(party: Party) -> None:
    """Step 12 (SB-127 to SB-129): no defence, one point, a rabbit in a rage."""
    robin = party.robin
    asked(party, robin, "What do you do, Zephrod?", "It is Zephrod’s turn.")
    ambushed = {"A complete surprise": True}
    what = "Attack another way"
    robin.does(what, fight(robin), ambushed, "The rabbit", "Ax")
    robin.insists("Defend", {"who": "extra_the-rabbit"})
    robin.is_refused("no defence against a surprise", "SB-127")
    for one in party.all:
        one.reads(fight(one), "surprise")
    strikes(robin, 10)
    hurts(robin, "4 2 3")
    waiting = "The rabbit is hurt. Still standing?"
    asked(party, robin, "The rabbit is hurt! Roll to stay up.", waiting)
    stays_up(robin, 10)
    throws(robin, "Roll the rage die!", "5")
    told(party, "The rabbit stays up and goes berserk: the rage die shows 5!")
    told(party, "1 damage to The rabbit.")
    robin.reads(robin.story, "hits The rabbit: 1 damage, 1 left.")
    unseen(party, "1 damage, 1 left")
    for one in party.all:
        one.reads(token(one, "The rabbit"), "rage")
        hearted = token(one, "The rabbit").get_by_role(
            "img", name="1 of 2 health points", include_hidden=True
        )
        expect(hearted).to_have_count(1 if one is robin else 0)
    ends(robin)


def sword(party: Party) -> None:
    """Step 13 (SB-112, SB-114, SB-121, SB-124)."""
    robin, ben = party.robin, party.ben
    asked(party, ben, "What do you do, Larrapin?", "It is Larrapin’s turn.")
    why_not(ben, fight(ben), "Sword", "Sword must be drawn first; that is an action.", "SB-114")
    ben.does("Draw: Sword", fight(ben))
    attacks(ben, "The pirate", "Sword")
    waiting = "Larrapin attacks The pirate! Does The pirate defend?"
    asked(party, robin, waiting, waiting)
    defends(robin)
    strikes(ben, 9)
    parries(robin, 8)
    for one in party.all:
        one.reads(fight(one), "12", "9")
    hurts(ben, "6 2 4")
    stays_up(robin, 9)
    told(party, "1 damage to The pirate.", "The pirate stays up")
    robin.reads(robin.story, "The pirate stays up (9+2 = 11, needs 11)")
    unseen(party, "9+2 = 11")
    health(party, "The pirate", 2, 3)
    ends(ben)


def health(party: Party, name: str, now: int, most: int) -> None:
    """What an extra has left only the Director sees."""
    for one in party.all:
        known = one is party.robin or name not in EXTRAS
        if most > 4:
            words = re.compile(rf"{now} of/?{most}" if known else r"\d of")
            check = expect(token(one, name))
            check.to_have_text(re.compile(words)) if known else check.not_to_have_text(words)
        else:
            words = f"{now} of {most} health points"
            drawn = token(one, name).get_by_role("img", name=words, include_hidden=True)
            expect(drawn).to_have_count(1 if known else 0)


def arrow(party: Party) -> None:
    """Step 14 (SB-115, SB-121): an action left over stops the arrow."""
    robin, ann = party.robin, party.ann
    ann.does("Draw: Bow", fight(ann))
    attacks(ann, "Zephrod", "Bow")
    defends(robin)
    strikes(ann, 8)
    parries(robin, 9)
    told(party, "Zephrod stops ")
    actions(party, "Zephrod", "0 actions left")
    ends(ann)


def rage(party: Party) -> None:
    """Step 15 (SB-121, SB-126, SB-130 to SB-132): two attacks, and not a third."""
    robin = party.robin
    why = "The rabbit is berserk and must attack somebody first."
    robin.sees("The rabbit rages: an attack comes first!")
    why_not(robin, fight(robin), "End the turn", why, "SB-130")
    attacks(robin, "Zephrod", "Punch or kick")
    robin.reads(fight(robin), "Borrows an action from the next turn")
    defends(robin)
    strikes(robin, 17)
    parries(robin, 12)
    hurts(robin, "4")
    stays_up(robin, 7)
    told(party, "In rage The rabbit attacks Zephrod", "1 damage to Zephrod.", "Zephrod stays up")
    health(party, "Zephrod", 4, 5)
    actions(party, "Zephrod", "0 actions left, 1 borrowed from the next turn")
    attacks(robin, "Zephrod", "Punch or kick")
    robin.does("No, let it come", fight(robin))
    strikes(robin, 6)
    told(party, "misses Zephrod")
    robin.reads(fight(robin), "Attacked this round.")
    robin.insists(
        "DeclareAttack", {"who": "extra_the-rabbit", "target": "extra_zephrod", "way": "unarmed"}
    )
    robin.is_refused("has attacked this round already", "SB-113")
    ends(robin)


def fumble(party: Party) -> None:
    """Step 16 (SB-27, SB-118): the saw goes wrong; then to the door."""
    robin, cleo = party.robin, party.cleo
    attacks(cleo, "The pirate", "Sawblade")
    defends(robin)
    strikes(cleo, 4)
    oops = "The saw cuts the lamp rope instead"
    robin.does(
        "Tell it", robin.opens("Tell the table what happened to Rivet."), {"What goes wrong": oops}
    )
    if robin.drawer.locator("h2").count():
        with suppress(PatienceLost):  # it may have gone meanwhile
            robin.drawer.get_by_label("Close").click(timeout=10_000)
    told(party, oops)
    cleo.does("Run somewhere", fight(cleo), {"Where to?": "the door"})
    robin.answers("the door")
    told(party, "Rivet runs: the door.")
    for one in party.all:
        one.reads(token(one, "Rivet"), "the door")
    ends(cleo)


def no_action(party: Party) -> None:
    """Step 17 (SB-111, SB-112): the last action went into a defence."""
    robin = party.robin
    robin.sees("What do you do, The pirate?")
    why_not(robin, fight(robin), "Sword", "has no action left", "SB-112")
    ends(robin)
    asked(party, robin, "Open round 2?", "Round 2 is about to begin.")


# -- 18 to 22: The second round --------------------------------------------------------------------


def second_round(party: Party) -> None:
    turtle(party)
    knocked_out(party)
    gust(party)
    reloaded(party)
    struck_back(party)


def turtle(party: Party) -> None:
    """Step 18 (SB-108, SB-142): somebody joins, and bends time."""
    robin, cleo = party.robin, party.cleo
    of = {"Species": "Turtle", "Name": "The turtle"}
    robin.does("A new extra of a species", robin.opens("Somebody new"), of)
    on_sheet(robin, "The turtle", "Let them shape", {"What do they shape?": "Time"})
    on_sheet(robin, "The turtle", "Get something from the list", {"What": "Rock to throw"})
    robin.does("The turtle joins against the heroes", robin.opens("Who joins, who leaves"))
    robin.puts_away()
    told(party, "About to join the fight: The turtle.")
    robin.does("Open round 2", fight(robin))
    actions(party, "Zephrod", "1 action left")
    asked(party, robin, "The turtle, will you bend time this round?", "Will The turtle bend time?")
    throws(robin, "Take the first turn", natural(12))
    told(party, "The turtle bends time and acts first this round: ")
    robin.does("Draw: Rock to throw", fight(robin))
    attacks(robin, "Rivet", "Rock to throw")
    waiting = "The turtle attacks Rivet! Does Rivet defend?"
    asked(party, cleo, "The turtle attacks you! Does Rivet defend?", waiting)
    cleo.does("No, let it come", fight(cleo))
    strikes(robin, 12)
    told(party, "misses Rivet")
    ends(robin)


def knocked_out(party: Party) -> None:
    """Step 19 (SB-96, SB-133, SB-135)."""
    robin = party.robin
    attacks(robin, "The rabbit", "Ax")
    robin.insists("Defend", {"who": "extra_the-rabbit"})
    robin.is_refused("The rabbit is berserk and does not defend.", "SB-133")
    strikes(robin, 12)
    hurts(robin, "4 1 2")
    stays_up(robin, 10)
    told(party, "The rabbit is knocked out.")
    for one in party.all:
        one.reads(token(one, "The rabbit"), "unconscious")
        expect(token(one, "The rabbit")).not_to_contain_text("rage")
    ends(robin)


def gust(party: Party) -> None:
    """Step 20 (SB-140, SB-141): at a face; one in twenty-two, and the whole turn."""
    robin, ben = party.robin, party.ben
    blow = "Gust that knocks someone over"
    ben.does("Zephrod", ben.opens("Shape"))
    robin.does("−3 hard", robin.sees(blow))
    for one in party.all:
        one.reads(one.stage, "Larrapin")
    ben.reads(ben.sees("Roll the dice, Larrapin!"), blow, "4.6%")
    rolls(ben, "Roll the dice, Larrapin!", natural(16))
    told(party, "Larrapin concentrates on nothing else this turn.")
    told(party, f". Larrapin: {blow}, at Zephrod.", "Zephrod is knocked over.")
    for one in party.all:
        one.reads(token(one, "Zephrod"), "down")
    actions(party, "Larrapin", "0 actions left")
    ends(ben)


def reloaded(party: Party) -> None:
    """Step 21 (SB-116, SB-126, SB-96)."""
    robin, ann = party.robin, party.ann
    ann.sees("What do you do, Garree?")
    why_not(ann, fight(ann), "Bow", "Bow must be loaded first: one action more.", "SB-114")
    ann.does("Load: Bow", fight(ann))
    attacks(ann, "Zephrod", "Bow")
    defends(robin)
    strikes(ann, 11)
    parries(robin, 3)
    hurts(ann, "5 6")
    stays_up(robin, 8)
    told(party, "2 damage to Zephrod.", "Zephrod is knocked out.")
    ends(ann)


def struck_back(party: Party) -> None:
    """Step 22 (SB-86, SB-126): a fluke stops the saw; the pirate strikes back."""
    robin, cleo = party.robin, party.cleo
    attacks(cleo, "The pirate", "Sawblade")
    defends(robin)
    strikes(cleo, 10)
    parries(robin, 17)
    told(party, "The pirate stops ")
    ends(cleo)
    attacks(robin, "Rivet", "Sword")
    defends(cleo)
    strikes(robin, 10)
    parries(cleo, 7)
    hurts(robin, "5 6 6")
    stays_up(cleo, 9)
    told(party, "3 damage to Rivet.", "hits Rivet: 3 damage, 3 left.", "Rivet stays up (")
    health(party, "Rivet", 3, 6)


# -- 23 to 25: Afterwards --------------------------------------------------------------------------


def afterwards(party: Party) -> None:
    it_is_over(party)
    nursing(party)
    growing(party)


def it_is_over(party: Party) -> None:
    """Step 23 (SB-6, SB-110): what is done is done."""
    robin, ben = party.robin, party.ben
    robin.does("End the fight", robin.opens("End the fight"))
    for one in party.all:
        expect(fight(one).get_by_role("list", name="The order of this round")).to_have_count(0)
    told(party, "The fight is over after 2 rounds.")
    entry = ben.story.get_by_role("listitem").filter(has_text=". Larrapin: Gust").last
    expect(entry.get_by_role("button", name="Take back")).to_have_count(0)
    number = (entry.get_attribute("id") or "").rpartition("-")[2]
    ben.insists("TakeBack", {"entry": number})
    ben.is_refused("What is done is done", "SB-6")


def nursing(party: Party) -> None:
    """Step 24 (SB-101, SB-102)."""
    robin, ben = party.robin, party.ben
    robin.does("Call for The rabbit’s waking roll", sickbed(robin, "The rabbit"))
    robin.puts_away()
    rolls(robin, "The rabbit: roll to wake up.", natural(12), "Roll to wake up!")
    told(party, "The rabbit wakes up: 12, needs 11.")
    bandage = "Bandage the rabbit"
    words = {"Whom?": "The rabbit", "What is tried?": bandage}
    ben.does("Larrapin treats somebody", ben.opens("Something else"), words, "First Aid −1")
    robin.does("0 ordinary", robin.sees(bandage))
    rolls(ben, "Roll the dice, Larrapin!", natural(13))
    told(party, "12", "Success!")
    robin.does("+1 health point", robin.sees("What does it bring The rabbit?"))
    hearts(robin, "The rabbit", 1, 2)
    unseen(party, "1 of 2")


def sickbed(robin: Person, name: str) -> Locator:
    beds = robin.opens("Hurting and healing").get_by_role("group")
    return beds.filter(has_text=starting(name)).first


def growing(party: Party) -> None:
    """Step 25 (SB-176 to SB-182)."""
    robin, cleo = party.robin, party.cleo
    robin.does(f"End “{TITLE}”", robin.opens("The adventure"))
    robin.puts_away()
    told(party, f"The adventure is over: {TITLE}")
    robin.insists("GrantRaise", {"who": "goat", "key": "singing"})
    robin.is_refused("Garree did not use Singing in this adventure.", "SB-178")
    cleo.does("Wish for Mechanics", cleo.sees("What would you like to be better at?"))
    told(party, "Rivet would like to get better: Mechanics.")
    for skill, line in (
        ("Weapon: bow", "Garree has grown: Weapon: bow from +3 to +4."),
        ("Air shaping", "Larrapin has grown: Air shaping from −2 to −1."),
        ("Mechanics", "Rivet has grown: Mechanics from −3 to −2."),
    ):
        used = robin.sees("Who has grown?").get_by_role("button", name=re.compile(skill))
        robin.presses(used.first)
        told(party, line)
    robin.insists("GrantRaise", {"who": "goat", "key": "climbing"})
    robin.is_refused("one is all there is", "SB-178")
    lesson = {
        "What is taught?": "Computers None",
        "Who teaches it?": "The old terminal",
        "For what?": "two jars of oil",
    }
    cleo.does("Rivet finds a teacher", cleo.opens("Skills used, and teachers"), lesson)
    expect(cleo.drawer.locator("h2")).to_have_count(0)  # her question is on the stage
    robin.answers("two jars of oil")
    told(party, "Rivet learns Computers −4 from The old terminal, for two jars of oil.")
    quest = {"who": "extra_the-rabbit", "key": "stealth", "teacher": "A master"}
    robin.insists("TakeLesson", quest)
    robin.is_refused("is a quest of its own", "SB-182")
    for one in party.all:
        looks_up(one, "Garree", "Weapon: bow", "+4")
        looks_up(one, "Larrapin", "Air shaping", "−1")
