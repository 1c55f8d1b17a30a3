"""The digest's session of 25 steps, played by four people through the real page.

Robin runs the game on a wide screen, Milo plays Mike on another; Tess plays Tom and Dora Dave, each
on a phone.
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
        return self.mike, self.dave


@pytest.fixture
def party(browser: Browser, server: Server) -> Iterator[Party]:
    seated = Party(
        somebody(browser, server.address, "Robin"),
        somebody(browser, server.address, "Tess", "Tom", phone=True),
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
    assert [one.notes for one in party.all] == [[], [], [], []]


# -- 1: The table, the seats, the pools --------------------------------------------------------


def opening(party: Party) -> None:
    robin = party.robin
    link = robin.opens_a_table("Night shift", {"Where the dice are thrown": "either way"})
    for player in party.players:
        player.sits_down(link)
    for player in party.players:
        robin.reads(robin.part("People"), player.name)
    robin.does("Make characters together", robin.sees("Is everybody here?"))
    pools(robin)


def pools(robin: Person) -> None:
    """Two plain pools and a special one, which asks its questions (WF-97, WF-104 … 106)."""
    for name in ("Kung Fu", "Finding clues"):
        robin.does("Add a pool", robin.opens("Pools"), {"What is it called?": name})
        robin.sees("How far is everybody?")
    special = {"What is it called?": "Weird gadgets", "It has rules of its own": True}
    robin.does("Add a pool", robin.opens("Pools"), special)
    gadgets = robin.sees("Weird gadgets: how does it work?")
    robin.reads(gadgets, "the players do not see it yet")
    levels = {f"With {n}d one can": f"build a thing of {n} parts" for n in (1, 2, 3)}
    answer(robin, gadgets, "What does each level mean?", levels)
    answer(robin, gadgets, "Does a warning light come on?", {"It travels": True})
    robin.reads(gadgets, "questions 4 and 5 deserve an answer")
    robin.does("Put Weird gadgets on offer", gadgets)
    robin.sees("How far is everybody?")
    gadgets = robin.opens("Weird gadgets")
    robin.reads(gadgets, "On offer to the players", "questions 4 and 5 deserve an answer")
    answer(robin, gadgets, "Do the players picture it", {"What we agreed on": "No time travel"})
    robin.puts_away()


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
    splits_dice(party.tom)  # he was at it when the others came, and finishes that first
    for player in party.players:
        knows(player, [p for p in party.players if p is not player])
        if player is not party.tom:
            splits_dice(player)
        writes_aspects(player)
        takes_pools(player)
        last = {"What has just gone wrong?": f"{player.hero} heard the alarm."}
        wrong = player.sees("What has just gone wrong?")
        player.does(f"{player.hero} is ready", wrong, last)
        party.robin.reads(party.robin.row(player.hero), "ready")
    trusts(party.robin)
    starts(party)


def begins(player: Person) -> None:
    """A name, and who they are in fewer than fifty words (WF-110)."""
    who = f"{player.hero} works nights in the old museum and has seen too much."
    words = {"What are they called?": player.hero, "Who are they": who}
    player.does("Begin a character", player.sees("Who will you be?"), words)


def knows(player: Person, others: list[Person]) -> None:
    """One connection to each of the others (WF-111)."""
    words = {}
    for other in others:
        words[f"{other.hero}: How do you know them?"] = "We share the night shift."
        words[f"{other.hero}: How do you feel about them?"] = "I like the way they laugh."
    between = player.sees(f"What is between {player.hero} and the others?")
    player.does("Write down what is between you", between, words)


def splits_dice(player: Person) -> None:
    """Eight dice; nine are refused, by the number that is too many (WF-112)."""
    player.sees(f"What is {player.hero} made of?")
    if player.hero == "Mike":
        sets_attributes(player, 3, 3, 3)
        player.is_refused("1", "WF-112")
    sets_attributes(player, *DICE_OF[player.hero])


def sets_attributes(player: Person, *dice: int) -> None:
    names = ("Physical", "Mental", "Social")
    chosen = [f"{name} {n}d" for name, n in zip(names, dice, strict=True)]
    player.does("Set the dice", player.now, {}, *chosen)


def writes_aspects(player: Person) -> None:
    """Five answers, and five aspects drawn from them (WF-114)."""
    asked = (
        "What is your greatest strength?",
        "What is your greatest weakness?",
        "What do you want?",
        "What keeps you from having it?",
        "What are you doing about that?",
    )
    for question, aspect in zip(asked, ASPECTS[player.hero], strict=True):
        words = {"Your answer": f"{player.hero}: {aspect}", "In a few words": aspect}
        onward = "Next:" if question != asked[-1] else "Write it down"
        player.does(onward, player.sees(question), words)


def takes_pools(player: Person) -> None:
    """Three dice; the page has no place for a fourth in one pool, and the rules refuse it."""
    if player.hero == "Tom":
        player.insists("SetPools", {"who": "tom", "dice.weird-gadgets": 4})
        player.is_refused("3", "WF-116")
    own = POOLS_OF[player.hero]
    chosen = [f"{p} {own.get(p, 0)}d" for p in ("Kung Fu", "Finding clues", "Weird gadgets")]
    practised = player.sees(f"What has {player.hero} practised?")
    player.does("Save the pools", practised, {}, *chosen)


def trusts(robin: Person) -> None:
    """The fifth question about the gadgets, once somebody has them (WF-107)."""
    gadgets = robin.opens("Weird gadgets")
    robin.does("Save what you think about Tom", gadgets, {"I have told them": True}, "yes")
    expect(gadgets).not_to_contain_text("questions 4 and 5 deserve an answer")
    robin.puts_away()


def starts(party: Party) -> None:
    """Step 4: five points each, and five for each in the bowl (WF-118, WF-31, WF-51)."""
    title = {"The first scene is called": "The museum at night"}
    party.robin.does("Start play", party.robin.sees("Shall we begin?"), title)
    for one in party.eyes:
        expect(one.page.get_by_role("banner")).to_contain_text("Scene 1: The museum at night")
        for hero in ("Tom", "Dave", "Mike"):
            has(one, hero, 5)
        bowl_holds(one, 15)


def bowl_holds(reader: Person, points: int) -> None:
    reader.reads(reader.row("Robin"), f"{points} in the bowl")


def has(reader: Person, hero: str, points: int) -> None:
    """Everybody sees everybody's fate points."""
    reader.reads(reader.row(hero), f"{points} fate point")


def told(reader: Person, *words: str) -> Locator:
    """The newest throw in the story that says all this."""
    found = reader.story.locator("article.result")
    for text in words:
        found = found.filter(has_text=text)
    return found.last


def throws(player: Person, faces: str) -> None:
    """Throw real dice and type in how they fell (TF-21)."""
    player.does("Throw the dice", player.sees("Ready to throw"), {DICE: faces})


def true_by_now(reader: Person, words: str) -> None:
    reader.reads(reader.opens("True by now"), words)
    reader.puts_away()


# -- 5 to 7: The door ----------------------------------------------------------------------------


def the_door(party: Party) -> None:
    robin, tom, dave, mike = party.all
    calls_for_the_door(robin)
    for player in party.players:
        door = player.sees("How do you go about it")
        player.reads(door, "The door", "at 15", "at 20")
        player.reads(door, "The alarm stays silent.", "Everybody hears it.")
    tom.does("Roll Physical", tom.now)
    for one in (robin, dave, mike):
        one.sees("Tom puts a roll together")
    for one in party.all:
        one.reads(one.now, "3d6", "9%", "5/54")
    dave.does("Dave helps", dave.now)
    for one in party.all:
        one.reads(one.now, "3d6++", "38%", "733/1944", "Dave helps")
    shoulder = {"How does it help here?": "I put my shoulder to it."}
    tom.does("Bring in an aspect", tom.opens("An aspect of yours"), shoulder, "Strong as an ox")
    robin.answers("Strong as an ox")
    tom.sees("Ready to throw, Tom?")
    for one in party.all:
        one.reads(one.now, "3d6+1d6++", "81%", "Strong as an ox")
    mike.reads(mike.row("Tom"), "5 (1) fate points, 1 promised")
    throws(tom, "2 6 4 1 5 3")
    for one in party.all:
        thrown = told(one, "Tom", "The door")
        one.reads(thrown, "2 (not counted), 6, 4, 1 (not counted), 5, 3")
        one.reads(thrown, "18 against 15", "Success", "The alarm stays silent.")
        expect(thrown).not_to_contain_text("whamm")
        has(one, "Tom", 4)
    robin.reads(robin.story, "by hand")


def calls_for_the_door(robin: Person) -> None:
    """Stakes on both sides, one way ruled out (WF-120, WF-28)."""
    door = {
        "What is to be managed?": "The door",
        "If it works": "The alarm stays silent.",
        "If it does not": "Everybody hears it.",
    }
    calls(robin, door, ("physical", 15), ("mental", 20), closed="social")


def calls(
    robin: Person, typed: Typed, *ways: tuple[str, int], who: str = "", closed: str = ""
) -> None:
    """What, by which way how hard, and for whom; nobody named is anybody."""
    form = robin.opens("Call a roll")
    for way, mark in ways:
        form.locator(f"#call-way-{way}").check()
        form.locator(f"#f-call-{way}-{mark}").check()
    for hero in ("Tom", "Dave", "Mike"):
        form.get_by_role("checkbox", name=hero, exact=True).set_checked(hero == who)
    if closed:
        box = form.locator(f"#f-call-closed-{closed}")
        robin.unfolds(box)
        box.check()
    robin.does("Call for it", form, typed)


# -- 8 to 10: Points come and go -----------------------------------------------------------------


def points(party: Party) -> None:
    robin, tom, dave, mike = party.all
    mike.does("Reward Tom", mike.opens("Reward"), {"What for": "That door!"})
    for one in party.eyes:
        has(one, "Tom", 5)
        bowl_holds(one, 14)
    tom.insists("Reward", {"to": "tom"})
    tom.is_refused("Reward somebody else's character.", "WF-53")
    spiders = "Tom drops the torch and flees."
    offers(robin, "Tom", "Aie! Spiders!", spiders)
    watched = mike.sees("Tom decides: let it happen, for a fate point?")
    mike.reads(watched, "Aie! Spiders!", spiders)
    tom.does("Not this time", tom.sees("Will you let it happen, for a fate point?"))
    wires = "Dave cannot leave the wiring alone."
    offers(robin, "Dave", "Technician", wires)
    dave.does("Let it happen", dave.sees("Will you let it happen, for a fate point?"))
    for one in party.eyes:
        has(one, "Tom", 4)
        has(one, "Dave", 6)
        true_by_now(one, wires)
    declares_a_flashlight(party)


def offers(robin: Person, hero: str, aspect: str, what: str) -> None:
    words = {"What does it make them do or suffer?": what}
    robin.does(f"Offer {hero}", robin.opens("Offer a fate point for trouble"), words, aspect)


def declares_a_flashlight(party: Party) -> None:
    """A plain point, the GM's word, and it is so (WF-34)."""
    robin, mike = party.robin, party.mike
    bag = "There is a flashlight in my bag."
    mike.does("It is so", mike.opens("Declare"), {"What is true from now on?": bag})
    mike.sees("Robin has your question")
    robin.answers(bag)
    for one in party.eyes:
        has(one, "Mike", 4)
        true_by_now(one, bag)


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
    calls(robin, search, ("mental", 10), who="Dave")
    dave.does("Roll Mental", dave.sees("How do you go about it, Dave?"))
    dave.does("Finding clues +3", dave.sees("Ready to throw, Dave?"))
    robin.answers("Finding clues")
    dave.reads(dave.sees("Ready to throw, Dave?"), "4d6+++", "sure to succeed")
    throws(dave, "6 6 5 5 1 2 3")
    for one in party.eyes:
        one.reads(told(one, "Dave", "The office"), "22 against 10", "2 whammies")
    for luck in ("The guards change at two.", "The safe is empty."):
        words = {"What": luck}
        robin.does("Write down what the whammy brings", robin.sees("What comes on top"), words)
        true_by_now(party.tom, luck)


def talks_past_the_desk(party: Party) -> None:
    """Sure to succeed, but: it costs a stress die (WF-121, WF-122)."""
    robin, mike = party.robin, party.mike
    desk = {"What is to be managed?": "The reception", "sure: only how well": True}
    calls(robin, desk, ("social", 10), who="Mike")
    mike.does("Roll Social", mike.sees("How do you go about it, Mike?"))
    throws(mike, "2 1 3")
    for one in party.eyes:
        one.reads(told(one, "Mike", "The reception"), "6 against 10", "Succeeds, but")
    robin.does("Mike takes 1 stress", robin.sees("What does it cost Mike?"))
    for one in party.eyes:
        one.reads(one.row("Mike"), "1 stress")


def fails_at_the_keypad(party: Party) -> None:
    """One throw settles it (WF-124)."""
    robin, dave = party.robin, party.dave
    keypad = {"What is to be managed?": "The inner keypad"}
    calls(robin, keypad, ("mental", 20), who="Dave")
    dave.does("Roll Mental", dave.sees("How do you go about it, Dave?"))
    throws(dave, "6 5 3 4")
    for one in party.eyes:
        one.reads(told(one, "The inner keypad"), "18 against 20", "Failure")
    form, _ = dave.finds("Try a new, clever approach", dave.opens("The inner keypad"))
    task = form.locator("input[name=task]").input_value()
    dave.puts_away()
    dave.insists("DraftRoll", {"who": "dave", "attribute": "mental", "task": task})
    dave.is_refused("only a new approach opens another throw", "WF-124")


def opens_the_casing(party: Party) -> None:
    """Quite another way: one more throw, with a tool and an aspect (WF-125, WF-127, WF-44)."""
    robin, dave = party.robin, party.dave
    how = {"How do you go about it now?": "I open the casing."}
    dave.does("Try a new, clever approach", dave.opens("The inner keypad"), how, "Mental")
    dave.sees("Robin has your question")
    robin.does("20 as before", robin.sees("once more, by Mental"))
    dave.does("Roll Mental", dave.sees("How do you go about it, Dave?"))
    tools = {"How many dice": 1, "Because of what?": "the right tools"}
    robin.sees("Dave puts a roll together")
    robin.does("Give or impose dice", robin.opens("Give or impose dice"), tools, "bonus dice")
    wires = {"How does it help here?": "Wires are what I know."}
    dave.sees("Ready to throw, Dave?")
    dave.does("Bring in an aspect", dave.opens("An aspect of yours"), wires, "Technician")
    robin.answers("Technician")
    dave.reads(dave.sees("Ready to throw, Dave?"), "4d6+1d6+", "52%", "377/729")
    throws(dave, "6 5 3 4 2 6")
    for one in party.eyes:
        one.reads(told(one, "The inner keypad", "24 against 20"), "2 (not counted)", "Success")
        has(one, "Dave", 5)


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
        robin.does("Add somebody you run", robin.opens("Somebody new"), guard)
        robin.reads(robin.part("People"), name)
    everybody = ("Tom", "Dave", "Mike", "Guard A", "Guard B")
    about = {"What is it about?": "The guards"}
    fight = robin.opens("Open a contest")
    robin.does("Open a contest", fight, about, *everybody, "Physical", "most dice first")
    mike.does("Mike will use Kung Fu", mike.sees("How fast will you be in round 1?"))
    robin.answers("Kung Fu")
    for one in party.all:
        one.reads(one.row("Mike"), "5 speed")
    robin.does("Set the order", robin.sees("Is everybody set for round 1?"))
    for one in party.all:
        assert_order(one, "Mike", "Tom", "Guard A", "Dave", "Guard B")


def assert_order(reader: Person, *names: str) -> None:
    """The fastest first; those of one speed act at the same time."""
    order = reader.now.get_by_role("list", name="Order of this round").locator("li")
    for place, name in enumerate(names):
        reader.reads(order.nth(place), name)


def attacks(party: Party, hero: str, target: str, faces: str) -> None:
    """An action and a defence: both drafts open, both ready, both sets of dice together."""
    actor, defender = owner(party, hero), owner(party, target)
    acts(actor, hero, target)
    ready(actor, hero, target)
    ready(defender, target, hero, faces)


def acts(actor: Person, hero: str, target: str) -> None:
    """One tap on whom to act against."""
    turn = actor.sees(f"What do you do, {hero}?")
    actor.does(f"Against {target}", turn.get_by_role("group", name=f"{hero} acts against"))


def owner(party: Party, hero: str) -> Person:
    return next((p for p in party.players if p.hero == hero), party.robin)


def ready(one: Person, hero: str, foe: str, faces: str = "") -> None:
    typed = {DICE: faces} if faces else {}
    card = one.sees(f"Ready to throw against {foe}, {hero}?")
    one.does("Ready to throw", card, typed)


def first_round(party: Party) -> None:
    robin, tom, dave, _ = party.all
    attacks(party, "Mike", "Guard A", "6 5 4 2 3 2 4")
    for one in party.eyes:
        one.reads(one.row("Guard A"), "2 stress")

    acts(tom, "Tom", "Guard A")
    dave.does("Dave helps", dave.sees("Tom against Guard A"))
    robin.reads(robin.sees("Ready to throw against Tom, Guard A?"), "3d6++", "3d6--")
    ready(tom, "Tom", "Guard A")
    ready(robin, "Guard A", "Tom", "4 4 3 1 2 6 5 4 4 5")
    robin.does("Yes, it hurts", robin.sees("Does it hurt Tom, Guard A?"))
    for one in party.eyes:
        one.reads(one.row("Tom"), "0 + 1 stress, 1 held back")

    attacks(party, "Guard A", "Tom", "1 2 2 3 6 5 5 4")
    tom.does("Yes, it hurts", tom.sees("Does it hurt Guard A, Tom?"))
    for one in party.eyes:
        one.reads(one.row("Tom"), "1 stress")
        one.reads(one.row("Guard A"), "4 stress", "unconscious", "insensible", "incoherent")

    dave.insists("Act", {"who": "dave", "target": "npc_guard-b"})
    dave.is_refused("Dave has acted this round.", "WF-89")
    attacks(party, "Guard B", "Dave", "3 4 5 2")
    for one in party.eyes:
        one.sees("How fast will you be in round 2?")


def second_round(party: Party) -> None:
    robin, tom, _, _ = party.all
    tom.insists("SetHaste", {"who": "tom", "n": 3})
    tom.is_refused("more haste than Tom's roll can bear", "WF-86")
    tom.does("Hurry", tom.sees("How fast will you be"), {"Penalty dice taken": 2})
    for one in party.eyes:
        one.reads(one.row("Tom"), "5 speed")
        one.reads(one.row("Mike"), "5 speed")
    robin.does("Set the order", robin.sees("Is everybody set for round 2?"))
    for one in party.eyes:
        assert_order(one, "Tom", "Mike")

    attacks(party, "Tom", "Guard B", "6 6 5 5 4 4 1 2")
    for one in party.eyes:
        one.reads(one.row("Guard B"), "0 + 3 stress, 3 held back")
    attacks(party, "Mike", "Guard B", "1 1 2 3 2 5")
    robin.does("Yes, it hurts", robin.sees("Does it hurt Mike, Guard B?"))
    for one in party.eyes:
        one.reads(one.row("Guard B"), "3 stress", "unconscious", "insensible", "incoherent")
        one.reads(one.row("Mike"), "2 stress")
        expect(one.row("Mike")).not_to_contain_text("insensible")


# -- 24 and 25: What stays -----------------------------------------------------------------------


def aftermath(party: Party) -> None:
    robin, tom, _, _ = party.all
    left = robin.sees("Nobody is left against Tom, Dave and Mike: is it over?")
    robin.does("End the contest", left)
    robin.does("End the scene", robin.opens("End scene"))
    for one in party.all:
        for hero in ("Tom", "Dave", "Mike"):
            expect(one.row(hero)).not_to_contain_text("stress")
    for guard in ("Guard A", "Guard B"):
        expect(robin.row(guard)).not_to_contain_text("stress")
        expect(robin.row(guard)).not_to_contain_text("unconscious")
    bruised = {"What stays with Tom": "Bruised ribs"}
    tom.does("Write it on Tom's sheet", tom.sees("What stays with Tom?"), bruised)
    robin.answers("Bruised ribs")
    tom.reads(tom.opens_sheet("Tom"), "Bruised ribs", *ASPECTS["Tom"])
    for one in party.all:
        has(one, "Tom", 4)
        has(one, "Dave", 5)
        has(one, "Mike", 4)
        bowl_holds(one, 14)
