"""The digest's session of 25 steps, played by four people through the real page.

Robin runs the game on a wide screen; Tess plays Tom, Dora plays Dave on a phone, Milo plays Mike.
The dice are the digest's: real dice, typed in as they fell (TF-21).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from playwright.sync_api import Browser, Locator, expect
from tests.browser.house import Server
from tests.browser.people import DICE, Person, Typed, somebody


@dataclass(frozen=True)
class Party:
    """Everybody at the table."""

    robin: Person
    tom: Person
    dave: Person
    mike: Person

    @property
    def players(self) -> tuple[Person, ...]:
        return self.tom, self.dave, self.mike

    @property
    def all(self) -> tuple[Person, ...]:
        return self.robin, *self.players

    @property
    def eyes(self) -> tuple[Person, ...]:
        """A wide screen and a phone: enough where all seats see the same."""
        return self.tom, self.dave


@pytest.fixture
def party(browser: Browser, server: Server) -> Iterator[Party]:
    seated = Party(
        somebody(browser, server.address, "Robin"),
        somebody(browser, server.address, "Tess", "Tom"),
        somebody(browser, server.address, "Dora", "Dave", phone=True),
        somebody(browser, server.address, "Milo", "Mike"),
    )
    yield seated
    for one in seated.all:
        one.page.context.close()


def test_the_digests_session_is_played_through_the_page__WF_1_to_WF_132(party: Party) -> None:
    opening(party)
    creation(party)
    the_door(party)
    points(party)
    searching(party)
    the_fight(party)
    aftermath(party)
    assert [one.troubles for one in party.all] == [[], [], [], []]


# -- 1: The table, the seats, the pools --------------------------------------------------------


def opening(party: Party) -> None:
    robin = party.robin
    link = robin.opens_a_table("Night shift", {"Where the dice are thrown": "either way"})
    for player in party.players:
        player.sits_down(link)
    people = robin.part("People").get_by_role("list").first
    for player in party.players:
        robin.reads(people, player.name)
    robin.does("Make characters together", robin.scene)
    pools(robin)


def pools(robin: Person) -> None:
    """Two plain pools and a special one, which reminds of its questions (WF-97, WF-104 … 106)."""
    listed = robin.desk.get_by_role("region", name="Pools of this game")
    robin.does("Add a pool", listed, {"What is it called?": "Kung Fu"})
    robin.does("Add a pool", listed, {"What is it called?": "Finding clues"})
    special = {"What is it called?": "Weird gadgets", "It has rules of its own": True}
    robin.does("Add a pool", listed, special)
    gadgets = robin.desk.get_by_role("region", name="Weird gadgets, a special pool")
    robin.reads(gadgets, "the players do not see it yet")
    levels = {f"With {n}d one can": f"build a thing of {n} parts" for n in (1, 2, 3)}
    answer(robin, gadgets, "What does each level mean?", levels)
    answer(robin, gadgets, "Does a warning light come on?", {"It travels": True})
    robin.reads(gadgets, "questions 4 and 5 deserve an answer")
    robin.does("Put Weird gadgets on offer", gadgets)
    robin.reads(gadgets, "On offer to the players", "questions 4 and 5 deserve an answer")
    answer(robin, gadgets, "Do the players picture it", {"What we agreed on": "No time travel"})


def answer(robin: Person, pool: Locator, question: str, typed: Typed) -> None:
    robin.does("Save this answer", pool.get_by_role("listitem").filter(has_text=question), typed)


# -- 2 and 3: Three characters -------------------------------------------------------------------

ASPECTS = {
    "Tom": ("Strong as an ox", "Aie! Spiders!", "Never leaves a friend", "Slow", "Night porter"),
    "Dave": ("Technician", "Cannot stop reading", "Owes Mike money", "Coffee", "Shy"),
    "Mike": ("Kung Fu films", "Talks too much", "Wants to be seen", "Vain", "Fast hands"),
}
DICE_OF = {"Tom": (3, 2, 3), "Dave": (2, 4, 2), "Mike": (3, 2, 3)}
POOLS_OF = {
    "Tom": {"Weird gadgets": 2, "Finding clues": 1},
    "Dave": {"Finding clues": 3},
    "Mike": {"Kung Fu": 2, "Finding clues": 1},
}


def creation(party: Party) -> None:
    for player in party.players:
        begins(player)
        party.robin.reads(sketch(party.robin, player.hero), "works nights in the old museum")
    for player in party.players:
        others = [p for p in party.players if p is not player]
        knows(player, others)
        splits_dice(player)
        writes_aspects(player)
        takes_pools(player)
        last = {"What has just gone wrong?": f"{player.hero} heard the alarm."}
        player.does("That is what went wrong", step(player, "What just went wrong"), last)
        player.does(f"{player.hero} is ready", player.scene)
        player.reads(sketch(party.robin, player.hero), "ready")
    trusts(party.robin)
    starts(party)


def sketch(reader: Person, hero: str) -> Locator:
    return reader.scene.get_by_role("article", name=hero, exact=True)


def step(player: Person, name: str) -> Locator:
    """One of the six steps."""
    mine = sketch(player, player.hero)
    return mine.get_by_role("listitem").filter(has_text=name).first


def begins(player: Person) -> None:
    """A name, then who they are in fewer than fifty words (WF-110)."""
    player.does("Begin a character", player.scene, {"What are they called?": player.hero})
    expect(sketch(player, player.hero)).to_be_visible()
    who = f"{player.hero} works nights in the old museum and has seen too much."
    player.does("Write it down", step(player, "Who they are"), {"Who are they": who})


def knows(player: Person, others: list[Person]) -> None:
    """One connection to each of the others (WF-111)."""
    for other in others:
        words = {
            f"How do you know {other.hero}?": "We share the night shift.",
            f"How do you feel about {other.hero}?": "I like the way they laugh.",
        }
        between = f"Save what is between {player.hero} and {other.hero}"
        player.does(between, step(player, "What is between you"), words)
    player.reads(sketch(player, player.hero), "2 of 6 steps done")


def splits_dice(player: Person) -> None:
    """Eight dice; nine are refused, by the number that is too many (WF-112)."""
    if player.hero == "Mike":
        sets_attributes(player, 3, 3, 3)
        player.is_refused("1", "WF-112")
    sets_attributes(player, *DICE_OF[player.hero])
    player.reads(sketch(player, player.hero), "3 of 6 steps done")


def sets_attributes(player: Person, *dice: int) -> None:
    names = ("Physical", "Mental", "Social")
    chosen = [f"{name} {n}d" for name, n in zip(names, dice, strict=True)]
    player.does("Set the dice", step(player, "8 dice for three attributes"), {}, *chosen)


def writes_aspects(player: Person) -> None:
    """Five answers, and five aspects drawn from them (WF-114)."""
    asked = (
        "What is your greatest strength?",
        "What is your greatest weakness?",
        "What do you want?",
        "What keeps you from having it?",
        "What are you doing about that?",
    )
    answers = {question: f"{player.hero}: {n}" for n, question in enumerate(asked, 1)}
    named = {f"Aspect {n}": text for n, text in enumerate(ASPECTS[player.hero], 1)}
    written = step(player, "Five answers, five aspects")
    player.does("Save answers and aspects", written, {**answers, **named})
    player.reads(sketch(player, player.hero), "4 of 6 steps done")


def takes_pools(player: Person) -> None:
    """Three dice; the page has no place for a fourth in one pool, and the rules refuse it."""
    if player.hero == "Tom":
        player.insists("SetPools", {"who": "tom", "dice.weird-gadgets": 4})
        player.is_refused("3", "WF-116")
    chosen = [f"{pool} {n}d" for pool, n in POOLS_OF[player.hero].items()]
    player.does("Save the pools", step(player, "Pools"), {}, *chosen)
    player.reads(sketch(player, player.hero), "5 of 6 steps done")


def trusts(robin: Person) -> None:
    """The fifth question about the gadgets, once somebody has them (WF-107)."""
    gadgets = robin.desk.get_by_role("region", name="Weird gadgets, a special pool")
    robin.does("Save what you think about Tom", gadgets, {"I have told them": True}, "yes")
    expect(gadgets).not_to_contain_text("questions 4 and 5 deserve an answer")


def starts(party: Party) -> None:
    """Step 4: five points each, and five for each in the bowl (WF-118, WF-31, WF-51)."""
    title = {"The first scene is called": "The museum at night"}
    party.robin.does("Start play", party.robin.scene, title)
    for one in party.eyes:
        expect(one.page.get_by_role("banner")).to_contain_text("Scene 1: The museum at night")
        for hero in ("Tom", "Dave", "Mike"):
            one.has(hero, 5)
        bowl_holds(one, 15)


def bowl_holds(reader: Person, points: int) -> None:
    bowl = reader.part("People").get_by_role("img", name=f"A bowl with {points} tokens")
    expect(bowl).to_be_visible()


# -- 5 to 7: The door ----------------------------------------------------------------------------


def the_door(party: Party) -> None:
    robin, tom, dave, mike = party.all
    calls_for_the_door(robin)
    for player in party.players:
        player.reads(player.card("The door"), "Physical 15", "Mental 20", "Social ruled out")
        player.reads(player.card("The door"), "The alarm stays silent.", "Everybody hears it.")
    tom.does("Roll Physical", tom.card("The door"))
    draft = "Tom rolls Physical"
    for one in party.all:
        one.reads(one.card(draft), "3d6", "9.3%", "5/54")
    dave.does("Dave helps", dave.card(draft))
    for one in party.all:
        one.reads(one.card(draft), "3d6++", "37.7%", "733/1944", "Dave helps")
    shoulder = {"How does it help here?": "I put my shoulder to it."}
    tom.does("Invoke an aspect", tom.card(draft), shoulder, "Strong as an ox")
    robin.answers("Strong as an ox")
    for one in party.all:
        one.reads(one.card(draft), "3d6+1d6++", "81.3%", "Strong as an ox")
        expect(one.card(draft).get_by_title("exactly 37919/46656")).to_be_visible()
    mike.reads(mike.character("Tom"), "5 fate points, 1 promised")
    tom.throws("2 6 4 1 5 3", draft)
    for one in party.all:
        thrown = one.result("Tom", "The door")
        one.reads(thrown, "2 (not counted), 6, 4, 1 (not counted), 5, 3")
        one.reads(thrown, "18 against 15", "Success", "The alarm stays silent.")
        expect(thrown).not_to_contain_text("whamm")
        one.has("Tom", 4)
    robin.reads(robin.story, "by hand")


def calls_for_the_door(robin: Person) -> None:
    """Stakes on both sides, one way ruled out (WF-120, WF-28)."""
    door = {
        "What is to be managed?": "The door",
        "If it works": "The alarm stays silent.",
        "If it does not": "Everybody hears it.",
    }
    calls(robin, door, "Physical 15", "Mental 20", "ruled out: Social")


def calls(robin: Person, typed: Typed, *ticked: str) -> None:
    form = robin.desk.get_by_role("region", name="Call for a roll")
    robin.does("Call for it", form, typed, *ticked)


# -- 8 to 10: Points come and go -----------------------------------------------------------------


def points(party: Party) -> None:
    robin, tom, dave, mike = party.all
    mike.does("Reward", mike.character("Tom"), {"What for": "That door!"})
    for one in party.eyes:
        one.has("Tom", 5)
        bowl_holds(one, 14)
    tom.insists("Reward", {"to": "tom"})
    tom.is_refused("Reward somebody else's character.", "WF-53")
    spiders = "Tom drops the torch and flees."
    offers(robin, "Tom", "Aie! Spiders!", spiders)
    mike.reads(mike.card("A fate point is held out to Tom"), "Aie! Spiders!", spiders)
    tom.does("Not this time", tom.card("A fate point for you?"))
    wires = "Dave cannot leave the wiring alone."
    offers(robin, "Dave", "Technician", wires)
    dave.does("Let it happen", dave.card("A fate point for you?"))
    for one in party.eyes:
        one.has("Tom", 4)
        one.has("Dave", 6)
        one.reads(one.scene.get_by_role("region", name="True by now"), wires)
    declares_a_flashlight(party)


def offers(robin: Person, hero: str, aspect: str, what: str) -> None:
    words = {"What does it make them do or suffer?": what}
    robin.does("Offer a point", robin.character(hero), words, aspect)


def declares_a_flashlight(party: Party) -> None:
    """A plain point, the GM's word, and it is so (WF-34)."""
    robin, mike = party.robin, party.mike
    bag = "There is a flashlight in my bag."
    mike.does(
        "Declare something for a fate point",
        mike.part("People"),
        {"What is true from now on?": bag},
    )
    mike.reads(mike.scene, "It lies on the GM's desk.")
    robin.answers(bag)
    for one in party.eyes:
        one.has("Mike", 4)
        one.reads(one.scene.get_by_role("region", name="True by now"), bag)


# -- 11 to 14: Searching, talking, and the keypad ------------------------------------------------


def searching(party: Party) -> None:
    searches_the_office(party)
    talks_past_the_desk(party)
    fails_at_the_keypad(party)
    opens_the_casing(party)


def searches_the_office(party: Party) -> None:
    """A search is sure; each whammy is a piece of luck in words (WF-129, WF-123)."""
    robin, dave = party.robin, party.dave
    search = {"What is to be managed?": "The office", "They search": True}
    calls(robin, search, "Mental 10", "Dave")
    dave.does("Roll Mental", dave.card("The office"))
    draft = "Dave rolls Mental"
    dave.does("Finding clues +3", dave.card(draft))
    robin.answers("Finding clues")
    dave.reads(dave.card(draft), "4d6+++", "sure to succeed")
    dave.throws("6 6 5 5 1 2 3", draft)
    for one in party.eyes:
        one.reads(one.result("Dave", "The office"), "22 against 10", "2 whammies")
    for luck in ("The guards change at two.", "The safe is empty."):
        robin.does("Write down what the whammy brings", robin.result("The office"), {"What": luck})
        party.tom.reads(party.tom.scene.get_by_role("region", name="True by now"), luck)


def talks_past_the_desk(party: Party) -> None:
    """Sure to succeed, but: it costs a stress die (WF-121, WF-122)."""
    robin, mike = party.robin, party.mike
    desk = {"What is to be managed?": "The reception"}
    calls(robin, desk, "Social 10", "Mike", "sure: only how well")
    mike.does("Roll Social", mike.card("The reception"))
    mike.throws("2 1 3", "Mike rolls Social")
    for one in party.eyes:
        one.reads(one.result("Mike", "The reception"), "6 against 10", "Succeeds, but")
    robin.does("Mike takes 1 stress", robin.result("The reception"))
    for one in party.eyes:
        one.reads(one.character("Mike"), "Stress 1")


def fails_at_the_keypad(party: Party) -> None:
    """One throw settles it (WF-124)."""
    robin, dave = party.robin, party.dave
    keypad = {"What is to be managed?": "The inner keypad"}
    calls(robin, keypad, "Mental 20", "Dave")
    dave.does("Roll Mental", dave.card("The inner keypad"))
    dave.throws("6 5 3 4", "Dave rolls Mental")
    for one in party.eyes:
        one.reads(one.result("The inner keypad"), "18 against 20", "Failure")
    form, _ = dave.finds("Try a new, clever approach", dave.card("The inner keypad"))
    task = form.locator("input[name=task]").input_value()
    dave.insists("DraftRoll", {"who": "dave", "attribute": "mental", "task": task})
    dave.is_refused("only a new approach opens another throw", "WF-124")


def opens_the_casing(party: Party) -> None:
    """Quite another way: one more throw, with a tool and an aspect (WF-125, WF-127, WF-44)."""
    robin, dave = party.robin, party.dave
    how = {"How do you go about it now?": "I open the casing."}
    dave.does("Try a new, clever approach", dave.card("The inner keypad"), how, "Mental")
    robin.answers("I open the casing.")
    dave.does("Roll Mental", dave.card("The inner keypad"))
    draft = "Dave rolls Mental"
    tools = {"How many dice": 1, "Because of what?": "the right tools"}
    robin.does("Give or impose dice", robin.card(draft), tools, "bonus dice")
    wires = {"How does it help here?": "Wires are what I know."}
    dave.does("Invoke an aspect", dave.card(draft), wires, "Technician")
    robin.answers("Technician")
    for one in party.eyes:
        one.reads(one.card(draft), "4d6+1d6+", "51.7%", "377/729")
    dave.throws("6 5 3 4 2 6", draft)
    for one in party.eyes:
        one.reads(one.result("The inner keypad", "24 against 20"), "2 (not counted)", "Success")
        one.has("Dave", 5)


# -- 15 to 23: The guards ------------------------------------------------------------------------


def the_fight(party: Party) -> None:
    opens_the_fight(party)
    first_round(party)
    second_round(party)


def opens_the_fight(party: Party) -> None:
    """Two guards, and who is how fast (WF-119, WF-83, WF-84)."""
    robin, mike = party.robin, party.mike
    for name, physical in (("Guard A", 3), ("Guard B", 2)):
        guard = {"Name": name, "Physical": physical, "Mental": 2, "Social": 2}
        mine = robin.desk.get_by_role("region", name="The people you run")
        robin.does("Add somebody you run", mine, guard)
        robin.reads(mine, name)
    contests = robin.desk.get_by_role("region", name="Contests and seats")
    everybody = ("Tom", "Dave", "Mike", "Guard A", "Guard B")
    about = {"What is it about?": "The guards"}
    robin.does("Open a contest", contests, about, *everybody, "Physical", "most dice first")
    mike.does("Mike will use Kung Fu", fighter(mike, "Mike"))
    robin.answers("Kung Fu")
    for one in party.all:
        one.reads(fighter(one, "Mike"), "5 speed")
    robin.does("Set the order", robin.scene)
    for one in party.all:
        assert_order(one, ["Mike"], ["Tom", "Guard A"], ["Dave", "Guard B"])


def contest(reader: Person) -> Locator:
    return reader.scene.get_by_role("region", name="The guards")


def fighter(reader: Person, hero: str) -> Locator:
    named = reader.page.locator("strong").get_by_text(hero, exact=True)
    return contest(reader).get_by_role("listitem").filter(has=named).last


def assert_order(reader: Person, *groups: list[str]) -> None:
    """Groups of one speed, the fastest first; those in one group act at the same time."""
    order = contest(reader).get_by_role("list", name="Order of this round")
    for place, names in enumerate(groups):
        group = order.locator(":scope > li").nth(place)
        reader.reads(group, *names)
        if len(names) > 1:
            reader.reads(group, "at the same time")


def attacks(party: Party, hero: str, target: str, faces: str) -> None:
    """An action and a defence: both drafts open, both ready, both sets of dice together."""
    actor, defender = owner(party, hero), owner(party, target)
    acts(actor, hero, target)
    ready(actor, hero)
    ready(defender, target, faces)


def acts(actor: Person, hero: str, target: str) -> None:
    """One tap on whom to act against."""
    actor.does(target, contest(actor).get_by_role("group", name=f"{hero} acts against"))


def owner(party: Party, hero: str) -> Person:
    return next((p for p in party.players if p.hero == hero), party.robin)


def ready(one: Person, hero: str, faces: str = "") -> None:
    typed = {DICE: faces} if faces else {}
    one.does("Ready to throw", one.card(f"{hero} rolls Physical"), typed)


def first_round(party: Party) -> None:
    robin, tom, dave, _ = party.all
    attacks(party, "Mike", "Guard A", "6 5 4 2 3 2 4")
    for one in party.eyes:
        one.reads(contest(one), "mark: Guard A")
        one.reads(one.character("Guard A"), "Stress 2")

    acts(tom, "Tom", "Guard A")
    dave.does("Dave helps", dave.card("Tom rolls Physical"))
    robin.reads(robin.card("Tom rolls Physical"), "3d6++")
    robin.reads(robin.card("Guard A rolls Physical"), "3d6--")
    ready(tom, "Tom")
    ready(robin, "Guard A", "4 4 3 1 2 6 5 4 4 5")
    robin.reads(robin.scene, "Guard A won as defender")
    robin.does("Yes, it hurts", robin.scene)
    for one in party.eyes:
        one.reads(one.character("Tom"), "Stress 0, and 1 held back")

    attacks(party, "Guard A", "Tom", "1 2 2 3 6 5 5 4")
    tom.does("Yes, it hurts", tom.scene)
    for one in party.eyes:
        one.reads(one.character("Tom"), "Stress 1")
        out = one.character("Guard A")
        one.reads(out, "Stress 4", "unconscious", "insensible", "incoherent")

    why_not = fighter(dave, "Dave").locator("details").filter(has_text="Dave acts").first
    dave.reads(why_not, "Dave has acted this round.", "WF-89")
    attacks(party, "Guard B", "Dave", "3 4 5 2")
    for one in party.eyes:
        one.reads(contest(one), "round 2")
        one.reads(one.story, "7")


def second_round(party: Party) -> None:
    robin, tom, _, _ = party.all
    tom.insists("SetHaste", {"who": "tom", "n": 3})
    tom.is_refused("more haste than Tom's roll can bear", "WF-86")
    tom.does("Hurry", fighter(tom, "Tom"), {"Penalty dice taken": 2})
    for one in party.eyes:
        one.reads(fighter(one, "Tom"), "5 speed")
        one.reads(fighter(one, "Mike"), "5 speed")
    robin.does("Set the order", robin.scene)
    for one in party.eyes:
        assert_order(one, ["Tom", "Mike"])

    attacks(party, "Tom", "Guard B", "6 6 5 5 4 4 1 2")
    for one in party.eyes:
        one.reads(one.character("Guard B"), "Stress 0, and 3 held back")
    attacks(party, "Mike", "Guard B", "1 1 2 3 2 5")
    robin.does("Yes, it hurts", robin.scene)
    for one in party.eyes:
        out = one.character("Guard B")
        one.reads(out, "Stress 3", "unconscious", "insensible", "incoherent")
        one.reads(one.character("Mike"), "Stress 2")
        expect(one.character("Mike")).not_to_contain_text("insensible")


# -- 24 and 25: What stays -----------------------------------------------------------------------


def aftermath(party: Party) -> None:
    robin, tom, _, _ = party.all
    robin.does("Close the contest", contest(robin))
    robin.does("End the scene", robin.scene)
    for one in party.all:
        for hero in ("Tom", "Dave", "Mike"):
            expect(one.character(hero)).not_to_contain_text("Stress")
    guards = robin.desk.get_by_role("region", name="The people you run")
    robin.reads(guards, "Guard A", "Guard B")
    expect(guards).not_to_contain_text("Stress")
    expect(guards).not_to_contain_text("unconscious")
    bruised = {"What stays with Tom": "Bruised ribs"}
    tom.does("Write it on Tom's sheet", tom.card("What stays with Tom?"), bruised)
    robin.answers("Bruised ribs")
    sheet = tom.part("People").get_by_role("group").filter(has_text="your character").first
    tom.reads(sheet, "Bruised ribs", *ASPECTS["Tom"])
    for one in party.all:
        one.has("Tom", 4)
        one.has("Dave", 5)
        one.has("Mike", 4)
        bowl_holds(one, 14)
