"""The digest's session of 21 steps of Mutagen, played by four people through the real page.

Robin runs the game on a wide screen; Ann plays Sable, Ben plays Fitch, Cleo plays Moss on a phone.
Sable, Fitch and Moss are the digest's S, F and M; the dice are its dice, typed in (TF-21).
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
from tests.browser.people import DICE, Person, somebody, starting
from tests.games.mutagen.test_markup import WIZARD

ALARM, FORKLIFT = "the guards raise the alarm", "There is a forklift by the door."
CRIT, FULL, SOME, FAIL = "Critical Success", "Full Success", "Some Success", "Failure"


@dataclass(frozen=True)
class Party:
    """Everybody at the table."""

    robin: Person
    sable: Person
    fitch: Person
    moss: Person

    @property
    def players(self) -> tuple[Person, ...]:
        return self.sable, self.fitch, self.moss

    @property
    def all(self) -> tuple[Person, ...]:
        return self.robin, *self.players


@pytest.fixture
def party(browser: Browser, server: Server) -> Iterator[Party]:
    seated = Party(
        somebody(browser, server.address, "Robin"),
        somebody(browser, server.address, "Ann", "Sable"),
        somebody(browser, server.address, "Ben", "Fitch"),
        somebody(browser, server.address, "Cleo", "Moss", phone=True),
    )
    yield seated
    for one in seated.all:
        one.page.context.close()


def test_the_digests_session_is_played_through_the_page__MU_1_to_MU_160(party: Party) -> None:
    opening(party)
    creation(party)
    the_warehouse(party)
    going_dark(party)
    the_alarm_box(party)
    an_ember(party)
    the_guard(party)
    fire(party)
    the_alarm(party)
    a_bad_look_around(party)
    a_medic(party)
    the_crates(party)
    talking(party)
    coming_back(party)
    the_dots(party)
    first_evening(party)
    second_evening(party)
    a_wizard(party)
    standing(party)
    assert [one.troubles for one in party.all] == [[], [], [], []]
    assert [one.notes for one in party.all] == [[], [], [], []]


# -- What is said often --------------------------------------------------------------------------


def card(reader: Person, question: str = "") -> Locator:
    """The move under way: it is what everybody has before them."""
    return reader.sees(question) if question else reader.now


def taps(place: Locator, role: str, *names: str) -> None:
    """Chosen by the words around the box, as people do."""
    for name in names:
        choice = place.get_by_role(role, name=name, include_hidden=True).first  # type: ignore[arg-type]
        expect(choice).to_be_attached()
        folds = choice.locator("xpath=ancestor::details[not(@open)]/summary")
        while folds.count():
            with suppress(PatienceLost):  # it may have been drawn anew, and open, meanwhile
                folds.first.click(timeout=10_000)
        if not choice.is_checked():
            choice.locator("xpath=ancestor::label[1]").click()
        expect(choice).to_be_checked()


@dataclass(frozen=True)
class Try:
    """What somebody wants, and how they go about it."""

    move: str
    how: str
    on: str = "Nothing fits"
    at: tuple[str, ...] = ()
    words: str = ""  # whom or what it is about, where there is no card of it
    leads: tuple[str, ...] = ()
    threads: tuple[str, ...] = ()
    harm: str = ""


def says_it(one: Person, what: Try, place: Locator | None = None, button: str = "Say it") -> None:
    """The want, the how, whom it is about, what it rests on, what it goes through (MU-62)."""
    if place is None:
        one.sees("What do you want").locator("a.tile").filter(has_text=what.move).click()
        place = one.sees("go about it")
    form = place.locator("form.mu-try").first
    form.get_by_label("How do you go about it?").fill(what.how)
    taps(form.get_by_role("group", name=starting("Whom or what")), "checkbox", *what.at)
    if what.words:
        form.get_by_label("Or in words").fill(what.words)
    if what.leads:
        taps(form, "checkbox", "Lead the group")
        taps(form.get_by_role("group", name="Who takes part?"), "checkbox", *what.leads)
    if what.threads:
        taps(form, "checkbox", "Weave magic")
        taps(form.get_by_role("group", name=starting("Threads")), "checkbox", *what.threads)
        form.get_by_role("checkbox", name=re.compile("You perceive")).check()
    if what.harm:
        taps(form.get_by_role("group", name="How bad shall it be?"), "radio", what.harm)
    one.presses(form.get_by_role("button", name=starting(button if what.threads else what.on)))


def proposes(party: Party, one: Person, what: Try) -> None:
    """Said, seen by everybody, and let pass by the GM (MU-64)."""
    says_it(one, what)
    for reader in party.all:
        reader.reads(card(reader), what.how)
    for reader in party.players:
        reader.sees(f"Robin reads it: what {one.hero} wants")
    passes(party.robin, one.hero)


def passes(robin: Person, hero: str, effect: str = "") -> None:
    form, press = robin.finds("Let it pass", card(robin, f"What do you say to {hero}?"))
    if effect:
        taps(form.get_by_role("group", name="Effect"), "radio", effect)
    robin.presses(press)


def rolls(one: Person, faces: str) -> None:
    """Two dice, thrown by hand."""
    one.does("Roll", card(one, f"Does {one.hero} get it?"), {DICE: faces})


def comes(party: Party, total: int, band: str) -> None:
    """Everybody sees the same number and the same result."""
    for reader in party.all:
        reader.reads(reader.now, f"makes {total}", band)


def keeps(one: Person) -> None:
    one.does("Keep it", card(one, f"Does {one.hero} keep it"))


def narrates(robin: Person, words: str, button: str) -> None:
    """What the GM says to a result."""
    robin.does(button, robin.now, {"What happens?": words})


def glance(reader: Person, hero: str) -> Locator:
    """A character as everybody sees them, behind their face."""
    found = reader.opens_sheet(hero)
    expect(reader.page.locator("#drawer-head")).to_contain_text(hero)  # not the one before it
    return found


def has(party: Party, hero: str, **points: tuple[int, int]) -> None:
    """What stands on the sheet; boxes are open to everybody, and Robin looks (MU-146)."""
    found = glance(party.robin, hero)
    for resource, (n, of) in points.items():
        expect(found).to_contain_text(re.compile(rf"{resource}\s*{n} of {of} filled"))
    party.robin.puts_away()


def everybody_sees(party: Party, hero: str, **points: tuple[int, int]) -> None:
    """Health and Resist stand in everybody's row."""
    for reader in party.all:
        for resource, (n, of) in points.items():
            expect(reader.row(hero)).to_contain_text(re.compile(rf"{n}\s*{resource} of {of}"))


def bar(party: Party, ticks: int, of: int = 4) -> None:
    for reader in party.all:
        expect(on_the_table(reader, ALARM)).to_contain_text(f"{ticks} of {of}")


def on_the_table(reader: Person, name: str) -> Locator:
    """A label on the shelf."""
    return reader.stage.get_by_role("link", name=starting(name), include_hidden=True)


def is_so(reader: Person, *texts: str, never: str = "") -> None:
    """What is written down as a fact."""
    found = reader.opens("Facts")
    reader.reads(found, *texts)
    if never:
        expect(found).not_to_contain_text(never)
    reader.puts_away()


def kept_up(reader: Person) -> Locator:
    return on_the_table(reader, "Sable keeps up")


# -- 1: The table, and a limit before play -------------------------------------------------------


def opening(party: Party) -> None:
    robin = party.robin
    robin.page.goto("/new")
    robin.page.get_by_role("radio", name=starting("Mutagen")).check()
    robin.page.get_by_label("The table's name").fill("Warehouse nine")
    robin.page.get_by_label("Your name").fill(robin.name)
    robin.page.locator("summary", has_text="How you want to play Mutagen").click()
    options = robin.page.get_by_role("group", name=starting("Mutagen"))
    options.get_by_label("Where the dice are thrown").select_option(label="either way")
    robin.page.get_by_role("button", name="Open the table").click()
    link = robin.page.get_by_label("Invite link").input_value()
    for player in party.players:
        player.sits_down(link)
    no_spiders(party)


def no_spiders(party: Party) -> None:
    """Stated, noted, paused for everybody, and gone on from (MU-148 to MU-150)."""
    moss = party.moss
    moss.asks_about_stopping()
    moss.page.get_by_label("What shall not happen").fill("no spiders")
    moss.presses(moss.page.get_by_role("button", name="State a limit"))
    is_paused(party)
    goes_on(party, party.robin)


def is_paused(party: Party) -> None:
    """For everybody at once, with what is left out before their eyes."""
    for one in party.all:
        expect(one.banner).to_be_visible()
        expect(on_the_table(one, "What we leave out")).to_have_count(1)


def goes_on(party: Party, one: Person) -> None:
    one.does("Go on", one.banner)
    for reader in party.all:
        expect(reader.banner).to_have_count(0)


# -- 2: Three characters, five circles each ------------------------------------------------------

BUYS = {
    "Sable": ("Conjure elements", "Conjure elements", "Affect at range", "Relations", "Research"),
    "Fitch": ("Fighting", "Fighting", "Fighting", "Athletics", "Athletics"),
    "Moss": ("Spooky Shit", "Nurturing", "Nurturing", "Nurturing", "Operation"),
}
RATINGS = {
    "Sable": {"Conjure elements": 1, "Affect at range": 0, "Relations": 0, "Research": 0},
    "Fitch": {"Fighting": 2, "Athletics": 1},
    "Moss": {"Spooky Shit": 0, "Nurturing": 2, "Operation": 0},
}
CONCEPTS = {
    "Sable": "A burnt-out stage magician whose tricks are real",
    "Fitch": "The bouncer who reads romances at the door",
    "Moss": "Everybody’s aunt, with a saw",
}


def creation(party: Party) -> None:
    sable, fitch, _ = party.players
    for player in party.players:
        begins(player)
    consults(party)
    for player in party.players:
        fills(player)
    sable.insists("FillMark", {"who": "sable", "item": "health", "rank": 2})
    sable.is_refused("“Health” is filled by the GM or a move, and never bought.", "MU-9")
    fitch.does("Put on some armor", glance(fitch, "Fitch"), {"What it is": "A vest"}, "1: serious")
    fitch.puts_away()
    for player in party.players:
        finishes(party, player)
    has(party, "Sable", Will=(3, 3))
    party.moss.reads(glance(party.moss, "Fitch"), "A vest", "stops serious harm")
    party.moss.puts_away()


def begins(player: Person) -> None:
    """A name and a playbook, then the first step: Concept and Drive (MU-17, MU-18)."""
    book = "Sorcerer" if player.hero == "Sable" else "Common alone"
    words = {"Name": player.hero}
    if player.hero != "Moss":
        words |= {"Concept": CONCEPTS[player.hero], "Drives": "To be needed, if only once"}
    player.does(book, player.sees("Who are you?"), words)
    if player.hero == "Moss":
        writes(player)
    player.reads(player.sees("Aptitudes"), "5 of 5 circles left to fill")


def writes(player: Person) -> None:
    """Words can wait, until the next step."""
    words = player.sees(f"Who is {player.hero}?")
    player.does("Write it down", field(words, "Concept"), {"Concept": CONCEPTS[player.hero]})
    drive = {"Drives 1": "To be needed, if only once"}
    player.does("Write it down", field(words, "Drives 1"), drive)
    player.sees(f"Who is {player.hero}?")  # there is a second one to write
    player.now.get_by_role("link", name="Next: Aptitudes").click()


def field(place: Locator, label: str) -> Locator:
    return place.locator("form").filter(has=place.page.get_by_label(label))


def consults(party: Party) -> None:
    """Spooky Shit is talked over with the GM first (MU-12)."""
    robin, *_, moss = party.all
    moss.insists("FillMark", {"who": "moss", "item": "spooky_shit"})
    moss.is_refused("Ask the GM about “Spooky Shit” first.", "MU-12")
    spooky = moss.sees("Aptitudes").get_by_role("listitem").filter(has_text="Spooky Shit").last
    moss.does("Ask the GM", spooky, {"What you have in mind": "My dead are polite"})
    robin.answers("Spooky Shit")
    moss.reads(moss.sees("Aptitudes"), "The GM says yes")


def fills(player: Person) -> None:
    for n, item in enumerate(BUYS[player.hero], 1):
        thread = item in ("Conjure elements", "Affect at range")
        player.opens("Threads" if thread else "Aptitudes")
        player.does(f"Fill a circle: {item}", player.now)
        player.reads(player.now, f"{5 - n} of 5 circles left to fill")


def finishes(party: Party, player: Person) -> None:
    """Everything is written and filled; then everything begins full but XP (MU-21, MU-22)."""
    player.now.get_by_role("link", name="Ready").first.click()
    player.does(f"Bring {player.hero} into play", player.sees("ready to play?"))
    everybody_sees(party, player.hero, Health=(3, 3), Resist=(2, 2))
    has(party, player.hero, XP=(0, 6))
    found = glance(party.robin, player.hero)
    party.robin.reads(found, CONCEPTS[player.hero])
    for item, rating in RATINGS[player.hero].items():
        party.robin.reads(found, f"+{rating} {item}")
    party.robin.puts_away()


# -- 3: A warehouse, a forklift, an alarm to come ------------------------------------------------


def the_warehouse(party: Party) -> None:
    robin, sable, fitch, _ = party.all
    robin.does("Open session 1", between_scenes(robin, "Open a scene"))
    opens_scene(party, "A warehouse")
    invents(sable, FORKLIFT)
    invents(fitch, "And a helicopter on the roof.")
    found = robin.opens("Facts")
    robin.reads(found, FORKLIFT, "helicopter")
    wild = found.get_by_role("listitem").filter(has_text="helicopter")
    robin.does("Not in this story", wild)
    robin.puts_away()
    is_so(sable, FORKLIFT, never="helicopter")
    robin.insists("MakeBar", {"title": ALARM, "size": 9})
    robin.is_refused("2 to 8", "MU-113")
    robin.does("A new bar", robin.opens("A new bar"), {"What will happen": ALARM, "Ticks": "4"})
    robin.puts_away()
    bar(party, 0)


def opens_scene(party: Party, title: str) -> None:
    robin = party.robin
    robin.does("Open a scene", between_scenes(robin), {"Title": title})
    for one in party.all:
        expect(one.page.get_by_role("banner")).to_contain_text(title)


def between_scenes(robin: Person, words: str = "Scene or end") -> Locator:
    """Where scenes and evenings begin and end, once no scene is open."""
    expect(robin.mat).to_contain_text(words)
    return robin.opens(words)


def invents(one: Person, text: str) -> None:
    one.does("It is so", one.opens("Facts"), {"Invent a fact": text})
    one.puts_away()


# -- 4: Fitch leads the group --------------------------------------------------------------------


def going_dark(party: Party) -> None:
    _, sable, fitch, moss = party.all
    dark = Try("Go dark", "Along the wall, on my sign", "Athletics", leads=("Sable", "Moss"))
    proposes(party, fitch, dark)
    for one in party.all:
        one.reads(card(one), "Lead the group", "72%" if one is fitch else "Go dark")
    rolls(fitch, "4 5")
    comes(party, 10, FULL)
    everybody_sees(party, "Fitch", Resist=(1, 2))
    keeps(fitch)
    follows(party, sable, Try("Go dark", "I hold my breath"), "5 3")
    follows(party, moss, Try("Go dark", "I read the floor plan", "Operation"), "6 2")
    everybody_sees(party, "Fitch", Resist=(2, 2))
    has(party, "Sable", Will=(3, 3))


def follows(party: Party, one: Person, what: Try, faces: str) -> None:
    """Each in their own way; if all roll 7 or more, the Resist comes back (MU-85 to MU-87)."""
    says_it(one, what, one.sees("How do you follow Fitch?"), "Follow")
    rolls(one, faces)
    for reader in party.all:
        reader.reads(reader.story, f"{one.hero} follows: {SOME}.")


# -- 5 and 6: The alarm box, and an ember --------------------------------------------------------

BOX, WIRES = "The alarm box", "wires exposed"
THREADS = ("Conjure elements", "Affect at range")
FLARE, EMBER = "A white spark leaps into the box", "An ember drifts ahead of us"


def the_alarm_box(party: Party) -> None:
    """Step 5: a status, exploited; a weave that comes off better than planned."""
    robin, sable, *_ = party.all
    robin.does("A thing", robin.opens("Somebody new"), {"Name": BOX})
    phrase = {"A short phrase": WIRES}
    robin.does("Write a status", robin.opens("Somebody acts"), phrase, BOX)
    for one in party.all:
        expect(on_the_table(one, BOX)).to_contain_text(WIRES)
    says_it(sable, Try("Go apeshit", FLARE, at=(BOX,), threads=THREADS))
    form, button = sable.finds("Exploit a status: +1", card(sable, "Robin reads it"))
    taps(form, "radio", WIRES)
    form.get_by_label("How does it help?").fill("The spark has nothing to jump over")
    sable.presses(button)
    for one in party.all:
        one.reads(card(one), "Weave magic", *THREADS, WIRES, "+1")
    passes(robin, "Sable")
    sable.reads(card(sable, "Does Sable get it?"), "72%")
    rolls(sable, "6 5")
    comes(party, 12, CRIT)
    has(party, "Sable", Will=(3, 3))
    keeps(sable)
    more = "Every lamp in the yard goes out as well."
    narrates(robin, more, "That comes on top")
    for one in party.all:
        expect(kept_up(one)).to_contain_text(FLARE)
        one.reads(one.story, more)


def an_ember(party: Party) -> None:
    """Step 6: magic for its own sake, with leave; feeble, and the earlier effect ends."""
    robin, sable, *_ = party.all
    made = {"How do you go about it?": EMBER, "The one thing it works on": "an ember"}
    weave = sable.opens("Magic")
    sable.does("Make “Weave magic”", weave, made, THREADS[0], "You perceive the target")
    robin.answers("Weave magic")
    passes(robin, "Sable")
    for one in party.all:
        one.reads(card(one), EMBER)
    rolls(sable, "3 3")
    for one in party.all:
        one.reads(one.story, SOME)
    sable.does("That is it", sable.sees("Pick 1 of these"), {}, "it is feeble")
    asked = robin.sees("What comes of it for Sable?")
    robin.reads(asked, "it is feeble")
    robin.does("As it says", asked)
    for one in party.all:
        expect(kept_up(one)).to_contain_text(EMBER)
        one.reads(one.story, "what it brought about stays")
        expect(on_the_table(one, BOX)).to_contain_text(WIRES)
    sable.reads(sable.opens("Sable keeps up"), "it is feeble")
    sable.puts_away()


# -- 7 to 9: The guard, and the alarm ------------------------------------------------------------

GUARD = "A guard"


def the_guard(party: Party) -> None:
    """Step 7: Low Effect, a failure made milder, and a vest that stops the rest."""
    robin, _, fitch, _ = party.all
    up = "Fuck 'em up"
    robin.does("Somebody who lives", robin.opens("Somebody new"), {"Name": GUARD})
    says_it(fitch, Try(up, "Head first, between the plates", "Fighting", at=(GUARD,)))
    passes(robin, "Fitch", "low")
    for one in party.all:
        one.reads(card(one), "Low Effect", "+2", "42%")
    rolls(fitch, "2 2")
    comes(party, 6, FAIL)
    costs(robin, "Fitch", "He swings, and somebody shouts", "2", ALARM)
    taken = fitch.sees("It goes wrong. Does Fitch take it?")
    fitch.reads(taken, "Fitch takes 2 harm: 3 → 1 Health", f"“{ALARM}” 0 → 1 of 4")
    fitch.does("Resist: something milder", taken)
    everybody_sees(party, "Fitch", Resist=(1, 2))
    bar(party, 0)  # nothing has happened yet (MU-73)
    costs(robin, "Fitch", "Only a graze, and a shout", "1", ALARM)
    fitch.does("Take it", fitch.sees("It goes wrong. Does Fitch take it?"))
    bar(party, 1)
    the_vest(party)


def costs(robin: Person, hero: str, words: str, harm: str, tick: str = "") -> None:
    """Words, and what happens with them once they are accepted: one form (MU-72)."""
    form, press = robin.finds("That is what it costs", robin.sees(f"What does it cost {hero}?"))
    form.get_by_label("What happens?").fill(words)
    taps(form.get_by_role("group", name=f"Harm: {hero}"), "radio", harm)
    if tick:
        taps(form, "checkbox", tick)
    robin.presses(press)


def step(reader: Person, number: int) -> None:
    """Which of the nine steps it is."""
    expect(reader.now.locator("[aria-current=step]")).to_contain_text(str(number))


def the_vest(party: Party) -> None:
    """Taken step by step, and over at the fourth (MU-93 to MU-97)."""
    fitch = party.fitch
    for one in party.all:
        step(one, 1)
    fitch.does("Let it come", fitch.sees("Does Fitch do something about it, or let it come?"))
    fitch.does("A vest takes off 1", fitch.sees("Does what Fitch wears protect from this?"))
    fitch.does("Go on", fitch.now)
    everybody_sees(party, "Fitch", Health=(3, 3))
    for one in party.all:
        one.reads(one.story, "Fitch comes away without losing anything.")


def fire(party: Party) -> None:
    """Step 8: as much harm as the weak thread bears, and no more (MU-126)."""
    robin, sable, *_ = party.all
    up, how = "Fuck 'em up", "A ribbon of fire from the ember to his visor"
    burn = Try(up, how, at=(GUARD,), threads=THREADS, harm="2 life-threatening")
    says_it(sable, burn)
    sable.is_refused("at most 1", "MU-126")
    less = Try(up, how, at=(GUARD,), threads=THREADS, harm="1 serious")
    says_it(sable, less, sable.now)
    passes(robin, "Sable")
    rolls(sable, "6 4")
    comes(party, 10, FULL)
    keeps(sable)
    narrates(robin, "His visor glows.", "That is what comes of it")
    for one in party.all:
        expect(kept_up(one)).to_contain_text(how)
    told = {"What does it do to them?": "Singed, and furious"}
    robin.does(f"Simply tell what it does to {GUARD}", robin.sees("What does it do to"), told)
    has(party, "Sable", Will=(3, 3))
    for one in party.all:
        one.reads(one.story, "Singed, and furious")


def the_alarm(party: Party) -> None:
    """Step 9: the last ticks, and it happens."""
    robin = party.robin
    for ticks in (2, 3, 4):
        robin.does("Tick", robin.opens(ALARM))
        if ticks < 4:
            bar(party, ticks)
    robin.puts_away()
    for one in party.all:
        one.reads(one.story, f"It happens: {ALARM}")
        expect(on_the_table(one, ALARM)).to_have_count(0)


# -- 10 to 12: Harm ------------------------------------------------------------------------------


def a_bad_look_around(party: Party) -> None:
    """Step 10: an aptitude the GM doubts, a failure resisted, the GM's dice, and a status."""
    robin, *_, moss = party.all
    scope = "Scope it out"
    says_it(moss, Try(scope, "Who here needs me most?", "Nurturing"))
    doubt = {"What do you say?": "Is that looking, or caring?", "I doubt that aptitude": True}
    robin.does("Say something to it", robin.opens("Talk first"), doubt)
    card(robin, "Cleo decides: does it stand?")
    card(moss, "Robin has a word. Does it stand, Moss?")
    for one in party.all:
        one.reads(card(one), "Is that looking, or caring?", "doubts the aptitude")
    anew = Try(scope, "I climb a crate and look")
    says_it(moss, anew, moss.opens("Describe it anew"), "Say it anew")
    for one in party.all:
        one.reads(card(one), anew.how, "Nothing fits", "33%")
    passes(robin, "Moss")
    rolls(moss, "1 2")
    comes(party, 2, FAIL)
    costs(robin, "Moss", "They look back, along a rifle.", "3")
    moss.does("Resist: something milder", moss.sees("It goes wrong. Does Moss take it?"))
    everybody_sees(party, "Moss", Resist=(1, 2))
    costs(robin, "Moss", "The crate takes part of it.", "2")
    moss.does("Take it", moss.sees("It goes wrong. Does Moss take it?"))
    bleeding(party)


def bleeding(party: Party) -> None:
    """The fifth step is the GM's: dice everybody sees, a number, a status (MU-98, MU-99)."""
    robin, *_, moss = party.all
    moss.does("Let it come", moss.sees("Does Moss do something about it, or let it come?"))
    for one in party.all:
        step(one, 5)
    robin.does("Throw dice over it", robin.now, {"Dice": "2d6", DICE: "3 4"})
    for one in party.all:
        one.reads(one.now, "Dice: 3, 4.")
    robin.does("So it is", robin.now, {"A status": "bleeding"})
    everybody_sees(party, "Moss", Health=(1, 3))
    for one in party.all:
        one.reads(one.row("Moss"), "bleeding")


def a_medic(party: Party) -> None:
    """Step 11: a good result traded for some success and a Resist (MU-80)."""
    robin, _, fitch, _ = party.all
    help_her = Try("Medic!", "My belt, above the wound", at=("Moss",))
    proposes(party, fitch, help_her)
    rolls(fitch, "6 6")
    comes(party, 11, FULL)
    fitch.does("Trade it for Some Success", fitch.sees("Does Fitch keep it, or trade it?"))
    everybody_sees(party, "Fitch", Resist=(2, 2))
    robin.sees("What does it cost Fitch?")
    for one in party.all:
        one.reads(one.now, SOME)
    expect(robin.now.get_by_role("checkbox", name="Moss restores 1 Health")).to_be_checked()
    robin.does("A status goes", robin.opens("Something else with it"), {}, "bleeding (Moss)")
    robin.sees("What does it cost Fitch?")
    narrates(robin, "She screams into her sleeve.", "That is what it costs")
    fitch.does("Take it", fitch.sees("It works, at a price. Does Fitch take it?"))
    everybody_sees(party, "Moss", Health=(2, 3))
    for one in party.all:
        expect(one.row("Moss")).not_to_contain_text("bleeding")


def the_crates(party: Party) -> None:
    """Step 12: a failure takes Will; three harm, nothing left, and a choice of one's own."""
    robin, sable, *_ = party.all
    proposes(party, sable, Try("Get out the way", "Under the forklift!"))
    rolls(sable, "2 3")
    comes(party, 4, FAIL)
    has(party, "Sable", Will=(2, 3))
    costs(robin, "Sable", "The crates go up all at once.", "3")
    sable.does("Take it", sable.sees("It goes wrong. Does Sable take it?"))
    sable.does("Let it come", sable.sees("Does Sable do something about it, or let it come?"))
    robin.does("So it is", robin.sees("Does it stay at 3 harm for Sable?"))
    everybody_sees(party, "Sable", Health=(0, 3))
    for one in party.all:
        one.sees("ow does it end for Sable?")
    for one in party.all[2:]:
        expect(one.now.get_by_role("button")).to_have_count(0)
    sable.does("Sable survives, and comes back later", sable.now)
    for one in party.all:
        one.reads(one.row("Sable"), "out of the scene")
    robin.does("The effect is over", robin.opens("Sable keeps up"))
    for one in party.all:
        expect(kept_up(one)).to_have_count(0)
    sable.insists("Propose", {"who": "sable", "make": "weave_magic", "how": "a last light",
                              "picked[]": "conjure_elements", "confirmed[]": "perceived",
                              "targets[]": "an ember"})  # fmt: skip
    sable.is_refused("Sable is out of this scene.", "MU-106")


# -- 13 to 16: Talking, coming back, connecting the dots -----------------------------------------


def talking(party: Party) -> None:
    """Step 13: what spoils the story is talked over; what hurts stops the table."""
    robin, sable, fitch, moss = party.all
    off = {"What spoils the story": "The forklift cannot just have burnt while nobody looked."}
    fitch.does("Dispute something the GM said", fitch.opens("Dispute the story"), off)
    fitch.puts_away()
    spoilt = "Something spoils the story."
    for one in party.all:
        one.reads(one.sees(spoilt), off["What spoils the story"], "Ben")
    sable.does("Say this", sable.sees(spoilt), {"What do you say?": "I was under it."})
    robin.does("Agreed: it stands", robin.sees(spoilt))
    for one in party.all:
        one.reads(one.story, "Agreed: it stands as it was")
    is_so(robin, FORKLIFT)
    robin.says("In the dark something with too many legs")
    moss.stops_by_name()
    is_paused(party)
    robin.says("We cut away: dawn over the yard.")
    goes_on(party, moss)


def coming_back(party: Party) -> None:
    """Steps 14 and 15: not in the same scene; then with a scar, and a story to tell (MU-107)."""
    robin, sable, *_ = party.all
    crawled = {"How did you survive?": "I crawled through the drain"}
    sable.insists("ComeBack", {"who": "sable", "account": "I crawled"})
    sable.is_refused("They come back after this scene at the earliest.", "MU-107")
    robin.does("End the scene", robin.opens("End scene"))
    opens_scene(party, "The morning after")
    hand = {"A permanent, severe status": "ruined hand"}
    robin.does("Sable comes back with this", robin.sees("What does Sable come back with?"), hand)
    sable.does("Sable is back", sable.sees("How did Sable survive?"), crawled)
    everybody_sees(party, "Sable", Health=(1, 3))
    for one in party.all:
        one.reads(one.row("Sable"), "ruined hand")
        one.reads(one.story, "I crawled through the drain")
    robin.does("Dawn breaks", robin.opens("Dawn breaks"))
    robin.puts_away()
    for one in party.all:
        one.reads(one.story, "Dawn breaks.")
        expect(kept_up(one)).to_have_count(0)


def the_dots(party: Party) -> None:
    """Step 16: a critical success brings Will back; what it was for is tagged (MU-74, MU-119)."""
    robin, sable, *_ = party.all
    dots = "Connect the dots"
    proposes(party, sable, Try(dots, "Whose crates were these?", "Research"))
    rolls(sable, "6 6")
    comes(party, 12, CRIT)
    keeps(sable)
    has(party, "Sable", Will=(3, 3))
    shown = "pursued my first Drive"
    sable.does("Note it", sable.now, {}, shown)
    narrates(robin, "And the ledger is in reach.", "That comes on top")
    for one in party.all:
        one.reads(one.story, "ledger")


# -- 17 to 20: Two evenings end ------------------------------------------------------------------

SURVIVED = "You never died this session."
WIN = "A clutch or badass story move"
BLUNDER = "Playing your Concept led to a painful"
DRIVE = "You made a story move in pursuit of a Drive."
FEEDBACK = "You gave the GM kind, honest feedback"
ALL_FIVE = (SURVIVED, WIN, BLUNDER, DRIVE, FEEDBACK)


def xp(one: Person) -> Locator:
    """What was true, or how one grows: opened, where the evening itself is before it."""
    asked, heading = re.compile("true tonight|grow"), one.page.locator("#now-head")
    expect(one.stage).to_contain_text(asked)
    if not asked.search(heading.inner_text()):
        one.stage.get_by_role("link", name=asked).first.click()
    expect(heading).to_contain_text(asked)
    return one.now


def claims(party: Party, one: Person, *statements: str) -> None:
    """Held true by the player alone, one tap each (MU-135, MU-136)."""
    for text in statements:
        one.does(text, xp(one))
        held = xp(one).get_by_role("listitem", include_hidden=True).filter(has_text=text)
        expect(held).to_contain_text("Held true: ")
    for reader in party.all:
        reader.reads(reader.story, f"{one.hero}", statements[-1])


def ends_evening(robin: Person) -> None:
    robin.does("End the scene", robin.opens("End scene"))
    robin.does("Close the session", between_scenes(robin))


def first_evening(party: Party) -> None:
    """Step 17: everybody says what was true for them; nothing counts twice."""
    robin, sable, fitch, moss = party.all
    ends_evening(robin)
    claims(party, sable, WIN, BLUNDER, DRIVE, FEEDBACK)
    claims(party, fitch, *ALL_FIVE)
    claims(party, moss, SURVIVED, WIN, DRIVE)
    has(party, "Sable", XP=(4, 6))
    has(party, "Fitch", XP=(5, 6))
    has(party, "Moss", XP=(3, 6))
    fitch.insists("ClaimXp", {"who": "fitch", "statement": "drive"})
    fitch.is_refused("Each statement counts once in a session.", "MU-135")


def second_evening(party: Party) -> None:
    robin = party.robin
    robin.does("Open session 2", between_scenes(robin, "Open a scene"))
    opens_scene(party, "Accounts are settled")
    ends_evening(robin)
    more_will(party)
    more_fight(party)
    more_care(party)


def grows(one: Person, item: str) -> None:
    """A full track fills a circle, in two taps (MU-139)."""
    one.does(f"Level up: {item}", one.sees(f"How does {one.hero} grow?"))


def more_will(party: Party) -> None:
    """Step 18: the track fills after two; the rest waits, and goes on the fresh track."""
    sable = party.sable
    claims(party, sable, SURVIVED, WIN, BLUNDER, DRIVE)
    has(party, "Sable", XP=(6, 6))
    sable.reads(xp(sable), "2 more wait")
    grows(sable, "Will")
    has(party, "Sable", Will=(4, 4), XP=(2, 6))
    for one in party.all:
        one.reads(one.story, "Sable levels up:", "2 XP that waited go on Sable’s fresh track.")


def more_fight(party: Party) -> None:
    """Step 19: the fourth circle, and there is no fifth (MU-14)."""
    fitch = party.fitch
    claims(party, fitch, *ALL_FIVE)
    grows(fitch, "Fighting")
    has(party, "Fitch", XP=(4, 6))
    fitch.reads(glance(fitch, "Fitch"), "+3 Fighting")
    fitch.puts_away()
    party.robin.insists("GrantMark", {"who": "fitch", "item": "fighting"})
    party.robin.is_refused("There is nothing left to fill at “Fighting”.", "MU-14")


def more_care(party: Party) -> None:
    """Step 20: a triangle is asked for and declined, which costs nothing (MU-140)."""
    robin, *_, moss = party.all
    claims(party, moss, SURVIVED, WIN, DRIVE)
    has(party, "Moss", XP=(6, 6))
    moss.does("Ask for a triangle", xp(moss), {}, "Health")
    robin.answers("Health", yes=False)
    has(party, "Moss", XP=(6, 6), Health=(2, 3))
    grows(moss, "Nurturing")
    has(party, "Moss", XP=(0, 6))
    moss.reads(glance(moss, "Moss"), "+3 Nurturing")
    moss.puts_away()


# -- 21: A wizard from markup, and how everybody stands ------------------------------------------


def a_wizard(party: Party) -> None:
    """What is counted is reported, what was read out of prose waits, no sheet changes (MU-160)."""
    robin = party.robin
    before = sheets(robin)
    at = robin.page.url.split("?")[0]
    robin.opens("Playbooks").get_by_role("link", name="Write or bring a playbook").click()
    page = robin.page
    page.get_by_label("Short name").fill("wizard")
    page.get_by_role("textbox", name="The playbook").fill(WIZARD)
    page.get_by_role("button", name="Look it over").click()
    report = page.get_by_role("main")
    robin.reads(report, "32 moves, 2 resources and 1 aptitude", "19 costs read out of the text")
    page.get_by_role("button", name="Bring it to the table").click()
    robin.reads(report, "Read out of the text, not in force yet")
    expect(report.get_by_text("right before the dice")).to_have_count(19)
    page.goto(at)
    robin.is_seated()
    for player in party.players:
        player.reads(player.story, "A playbook comes to the table: Wizard")
    assert sheets(robin) == before


def sheets(robin: Person) -> list[str]:
    found = [glance(robin, hero).inner_text() for hero in RATINGS]
    robin.puts_away()
    return found


def standing(party: Party) -> None:
    has(party, "Sable", Health=(1, 3), Resist=(2, 2), Will=(4, 4), XP=(2, 6))
    has(party, "Fitch", Health=(3, 3), Resist=(2, 2), XP=(4, 6))
    has(party, "Moss", Health=(2, 3), Resist=(1, 2), XP=(0, 6))
