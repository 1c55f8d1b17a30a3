"""The digest's session of 21 steps of Mutagen, played by four people through the real page.

Robin runs the game on a wide screen; Ann plays Sable, Ben plays Fitch, Cleo plays Moss on a phone.
Sable, Fitch and Moss are the digest's S, F and M; the dice are its dice, typed in (TF-21).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from playwright.sync_api import Browser, Locator, expect
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


# -- What is said often --------------------------------------------------------------------------


def tray(one: Person) -> Locator:
    """Where a player says what they want."""
    return one.scene.get_by_role("region", name=starting("What do you want?"))


def card(reader: Person, hero: str, move: str) -> Locator:
    """A move under way, by whose it is and what it is called."""
    whose = reader.page.locator("strong").get_by_text(hero, exact=True)
    return reader.scene.get_by_role("article", name=move).filter(has=whose)


def over(reader: Person, hero: str, move: str) -> Locator:
    """The move that was over last, unfolded."""
    last = reader.scene.get_by_role("group").filter(
        has=reader.page.locator("summary").filter(has_text=f"{hero}: {move}")
    )
    expect(last.first).to_be_visible()
    if last.first.get_attribute("open") is None:
        last.first.locator("summary").first.click()
    return last.first


def taps(place: Locator, role: str, *names: str) -> None:
    """Chosen by the words around the box, as people do."""
    for name in names:
        choice = place.get_by_role(role, name=name).first  # type: ignore[arg-type]
        expect(choice).to_be_attached()
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
    form, press = one.finds(button, place or tray(one))
    if form.get_by_role("radio", name=what.move).count():
        taps(form, "radio", what.move)
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
    else:
        taps(form.get_by_role("group", name=starting("What does it mainly")), "radio", what.on)
    if what.harm:
        taps(form.get_by_role("group", name="How bad shall it be?"), "radio", what.harm)
    one.presses(press)


def proposes(party: Party, one: Person, what: Try) -> None:
    """Said, seen by everybody, and let pass by the GM (MU-64)."""
    says_it(one, what)
    for reader in party.all:
        reader.reads(card(reader, one.hero, what.move), what.how)
    for reader in party.players:
        reader.reads(card(reader, one.hero, what.move), "The GM has a moment to speak.")
    passes(party.robin, one.hero, what.move)


def passes(robin: Person, hero: str, move: str) -> None:
    robin.does("Let it pass", card(robin, hero, move))


def rolls(one: Person, move: str, faces: str) -> None:
    """Two dice, thrown by hand."""
    one.does("Roll", card(one, one.hero, move), {DICE: faces})


def comes(party: Party, one: Person, move: str, total: int, band: str) -> None:
    """Everybody sees the same number and the same result."""
    for reader in party.all:
        reader.reads(card(reader, one.hero, move), f"makes {total}", band)


def keeps(one: Person, move: str) -> None:
    one.does("Keep this result", card(one, one.hero, move))


def narrates(robin: Person, hero: str, move: str, words: str, button: str) -> None:
    """What the GM says to a result."""
    robin.does(button, card(robin, hero, move), {"What happens?": words})


def stages(robin: Person, hero: str, move: str, what: str, *ticked: str) -> None:
    """Something that happens once it is accepted (MU-72)."""
    robin.does(what, card(robin, hero, move), {}, *ticked)


def glance(reader: Person, hero: str) -> Locator:
    """A character as everybody sees them, unfolded."""
    named = reader.page.locator("summary strong").get_by_text(hero, exact=True)
    found = reader.part("People").get_by_role("group").filter(has=named).first
    return reader.opens(found)


def has(reader: Person, hero: str, resource: str, n: int, of: int) -> None:
    drawn = re.compile(rf"{resource}\s*{n} of {of} filled")
    expect(glance(reader, hero).locator("summary").first).to_contain_text(drawn)


def everybody_sees(party: Party, hero: str, **points: tuple[int, int]) -> None:
    """Boxes are open to everybody (MU-146)."""
    for reader in party.all:
        for resource, (n, of) in points.items():
            has(reader, hero, resource, n, of)


def bar(party: Party, ticks: int, of: int = 4) -> None:
    for reader in party.all:
        line = coming(reader).get_by_role("listitem").filter(has_text=ALARM)
        expect(line.get_by_role("img", name=f"{ticks} of {of} ticks")).to_be_visible()


def coming(reader: Person) -> Locator:
    return reader.scene.get_by_role("region", name="What is coming")


def around(reader: Person) -> Locator:
    return reader.scene.get_by_role("region", name="Who and what else is there")


def facts(reader: Person) -> Locator:
    return reader.scene.get_by_role("region", name="What is so")


def kept_up(reader: Person) -> Locator:
    return reader.scene.get_by_role("region", name="Kept up")


def draft(one: Person) -> Locator:
    """One's own playbooks while the character is made."""
    return one.scene.get_by_role("region", name=f"{one.hero} in the making")


def sheet(one: Person) -> Locator:
    """One's own playbooks, to be clicked."""
    return one.scene.get_by_role("region", name=f"{one.hero} your playbook")


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
    moss.page.get_by_role("button", name="More about stopping").click()
    moss.page.get_by_label("What shall not happen").fill("no spiders")
    moss.presses(moss.page.get_by_role("button", name="State a limit"))
    is_paused(party)
    goes_on(party, party.robin)


def is_paused(party: Party) -> None:
    """For everybody at once, with what is left out before their eyes."""
    for one in party.all:
        expect(one.banner).to_be_visible()
        one.reads(one.scene, "What we leave out", "no spiders")


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
    armor = {"What it is": "A vest"}
    fitch.does("Put on some armor", draft(fitch), armor, "1: serious")
    for player in party.players:
        finishes(party, player)
    everybody_sees(party, "Sable", Will=(3, 3))
    for one in party.all:
        one.reads(glance(one, "Fitch"), "A vest, rating 1")


def begins(player: Person) -> None:
    book = "Sorcerer" if player.hero == "Sable" else "Common alone"
    player.does("Begin a character", player.scene, {"Name": player.hero}, book)
    expect(draft(player)).to_contain_text("5 of 5 circles left to fill")


def consults(party: Party) -> None:
    """Spooky Shit is talked over with the GM first (MU-12)."""
    robin, *_, moss = party.all
    moss.insists("FillMark", {"who": "moss", "item": "spooky_shit"})
    moss.is_refused("Ask the GM about “Spooky Shit” first.", "MU-12")
    spooky = draft(moss).get_by_role("listitem").filter(has_text="Spooky Shit").last
    moss.does("Ask the GM", spooky, {"What you have in mind": "My dead are polite"})
    robin.answers("Spooky Shit")
    moss.reads(draft(moss), "The GM says yes")


def fills(player: Person) -> None:
    for n, item in enumerate(BUYS[player.hero], 1):
        player.does(f"Fill a circle: {item}", draft(player))
        expect(draft(player)).to_contain_text(f"{5 - n} of 5 circles left to fill")


def finishes(party: Party, player: Person) -> None:
    """Concept and Drive are written; then everything begins full but XP (MU-21, MU-22)."""
    mine = draft(player)
    player.does("Write it down", concept(mine), {"Concept": CONCEPTS[player.hero]})
    expect(mine).to_contain_text("Still to be written: Drives")
    drive = mine.get_by_role("listitem").filter(has=player.page.get_by_label("Drives 1"))
    player.does("Write it down", drive, {"Drives 1": "To be needed, if only once"})
    player.does(f"Bring {player.hero} into play", draft(player))
    everybody_sees(party, player.hero, Health=(3, 3), Resist=(2, 2), XP=(0, 6))
    for one in party.all:
        one.reads(glance(one, player.hero), CONCEPTS[player.hero])
        for item, rating in RATINGS[player.hero].items():
            one.reads(glance(one, player.hero), f"+{rating} {item}")


def concept(mine: Locator) -> Locator:
    return mine.locator("form").filter(has=mine.page.get_by_label("Concept"))


# -- 3: A warehouse, a forklift, an alarm to come ------------------------------------------------


def the_warehouse(party: Party) -> None:
    robin, sable, fitch, _ = party.all
    robin.does("Open session 1", robin.scene)
    robin.does("Open a scene", robin.scene, {"Title of the scene": "A warehouse"})
    for one in party.all:
        expect(one.page.get_by_role("banner")).to_contain_text("A warehouse")
    invents(sable, FORKLIFT)
    invents(fitch, "And a helicopter on the roof.")
    for one in party.all:
        one.reads(facts(one), FORKLIFT, "helicopter")
    wild = facts(robin).get_by_role("listitem").filter(has_text="helicopter")
    robin.does("Not in this story", wild)
    for one in party.all:
        one.reads(facts(one), FORKLIFT)
        expect(facts(one)).not_to_contain_text("helicopter")
    robin.insists("MakeBar", {"title": ALARM, "size": 9})
    robin.is_refused("2 to 8", "MU-113")
    robin.does("A new bar", coming(robin), {"What will happen": ALARM, "Ticks": "4"})
    bar(party, 0)


def invents(one: Person, text: str) -> None:
    one.does("It is so", facts(one), {"Invent a fact": text})


# -- 4: Fitch leads the group --------------------------------------------------------------------


def going_dark(party: Party) -> None:
    _, sable, fitch, moss = party.all
    dark = Try("Go dark", "Along the wall, on my sign", "Athletics", leads=("Sable", "Moss"))
    proposes(party, fitch, dark)
    for one in party.all:
        one.reads(card(one, "Fitch", "Go dark"), "Lead the group", "72%", "26/36")
    rolls(fitch, "Go dark", "4 5")
    comes(party, fitch, "Go dark", 10, FULL)
    everybody_sees(party, "Fitch", Resist=(1, 2))
    keeps(fitch, "Go dark")
    follows(party, sable, Try("Go dark", "I hold my breath"), "5 3")
    follows(party, moss, Try("Go dark", "I read the floor plan", "Operation"), "6 2")
    everybody_sees(party, "Fitch", Resist=(2, 2))
    everybody_sees(party, "Sable", Will=(3, 3))


def follows(party: Party, one: Person, what: Try, faces: str) -> None:
    """Each in their own way; if all roll 7 or more, the Resist comes back (MU-85 to MU-87)."""
    for reader in party.all:
        reader.reads(card(reader, "Fitch", "Go dark"), one.hero, "to roll")
    says_it(one, what, card(one, "Fitch", "Go dark"), "Follow")
    rolls(one, "Go dark", faces)
    for reader in party.all:
        reader.reads(reader.story, f"{one.hero} follows: {SOME}.")


# -- 5 and 6: The alarm box, and an ember --------------------------------------------------------

BOX, WIRES = "The alarm box", "wires exposed"
THREADS = ("Conjure elements", "Affect at range")
FLARE, EMBER = "A white spark leaps into the box", "An ember drifts ahead of us"


def the_alarm_box(party: Party) -> None:
    """Step 5: a status, exploited; a weave that comes off better than planned."""
    robin, sable, *_ = party.all
    robin.does("A thing", around(robin), {"Name": BOX})
    robin.does(f"A status for {BOX}", around(robin), {"A short phrase": WIRES})
    for one in party.all:
        one.reads(around(one), BOX, WIRES)
    says_it(sable, Try("Go apeshit", FLARE, at=(BOX,), threads=THREADS))
    mine = card(sable, "Sable", "Go apeshit")
    form, button = sable.finds("Exploit a status: +1", mine)
    taps(form, "radio", WIRES)
    form.get_by_label("How does it help?").fill("The spark has nothing to jump over")
    sable.presses(button)
    for one in party.all:
        shown = card(one, "Sable", "Go apeshit")
        one.reads(shown, "Weave magic", *THREADS, WIRES, "+1", "72%")
    passes(robin, "Sable", "Go apeshit")
    rolls(sable, "Go apeshit", "6 5")
    comes(party, sable, "Go apeshit", 12, CRIT)
    everybody_sees(party, "Sable", Will=(3, 3))
    keeps(sable, "Go apeshit")
    more = "Every lamp in the yard goes out as well."
    narrates(robin, "Sable", "Go apeshit", more, "That comes on top")
    for one in party.all:
        one.reads(kept_up(one), "Sable", FLARE, BOX)
        one.reads(over(one, "Sable", "Go apeshit"), more)


def an_ember(party: Party) -> None:
    """Step 6: magic for its own sake, with leave; feeble, and the earlier effect ends."""
    robin, sable, *_ = party.all
    made = {"How do you go about it?": EMBER, "The one thing it works on": "an ember"}
    sable.does("Make “Weave magic”", sheet(sable), made, THREADS[0], "You perceive the target")
    robin.answers("Weave magic")
    passes(robin, "Sable", "Weave magic")
    for one in party.all:
        one.reads(card(one, "Sable", "Weave magic"), EMBER, "72%")
    rolls(sable, "Weave magic", "3 3")
    for one in party.all:
        one.reads(over(one, "Sable", "Weave magic"), "makes 7", SOME)
    flaw = sable.scene.get_by_role("article", name="Pick 1 of these")
    sable.does("That is it", flaw, {}, "it is feeble")
    for one in party.all:
        one.reads(kept_up(one), EMBER, "it is feeble")
        expect(kept_up(one)).not_to_contain_text(FLARE)
        one.reads(one.story, "what it brought about stays")
        one.reads(around(one), BOX, WIRES)


# -- 7 to 9: The guard, and the alarm ------------------------------------------------------------

GUARD = "A guard"


def the_guard(party: Party) -> None:
    """Step 7: Low Effect, a failure made milder, and a vest that stops the rest."""
    robin, _, fitch, _ = party.all
    up = "Fuck 'em up"
    robin.does("Somebody new", around(robin), {"Name": GUARD})
    says_it(fitch, Try(up, "Head first, between the plates", "Fighting", at=(GUARD,)))
    robin.does("Low effect", card(robin, "Fitch", up))
    passes(robin, "Fitch", up)
    for one in party.all:
        one.reads(card(one, "Fitch", up), "Low Effect", "+2", "83%", "30/36")
    rolls(fitch, up, "2 2")
    comes(party, fitch, up, 6, FAIL)
    costs(robin, "Fitch", up, "He swings, and somebody shouts", "2: life-threatening")
    fitch.reads(card(fitch, "Fitch", up), "Fitch takes 2 harm", f"1 tick for “{ALARM}”")
    fitch.does("Resist: something milder, please (1 Resist)", card(fitch, "Fitch", up))
    everybody_sees(party, "Fitch", Resist=(1, 2))
    bar(party, 0)  # nothing has happened yet (MU-73)
    costs(robin, "Fitch", up, "Only a graze, and a shout", "1: serious")
    fitch.does("Take it as it is", card(fitch, "Fitch", up))
    bar(party, 1)
    the_vest(party)


def costs(robin: Person, hero: str, move: str, words: str, harm: str) -> None:
    stages(robin, hero, move, "Harm", hero, harm)
    stages(robin, hero, move, "Tick a bar", f"{ALARM} (0/4)")
    narrates(robin, hero, move, words, "That is what it costs")


def injury(reader: Person, hero: str, harm: int) -> Locator:
    return reader.scene.get_by_role("article", name=f"{hero} takes harm: {harm}")


def step(reader: Person, hero: str, harm: int, number: int) -> None:
    """Which of the nine steps it is."""
    now = injury(reader, hero, harm).locator("[aria-current=step]")
    expect(now).to_contain_text(str(number))


def the_vest(party: Party) -> None:
    """Taken step by step, and over at the fourth (MU-93 to MU-97)."""
    fitch = party.fitch
    for one in party.all:
        step(one, "Fitch", 1, 1)
    fitch.does("Take it", injury(fitch, "Fitch", 1))
    fitch.does("A vest takes off 1", injury(fitch, "Fitch", 1))
    fitch.does("Go on", injury(fitch, "Fitch", 0))
    everybody_sees(party, "Fitch", Health=(3, 3))
    for one in party.all:
        expect(injury(one, "Fitch", 0)).to_have_count(0)
        one.reads(one.story, "Fitch comes away without losing anything.")


def fire(party: Party) -> None:
    """Step 8: as much harm as the weak thread bears, and no more (MU-126)."""
    robin, sable, *_ = party.all
    up, how = "Fuck 'em up", "A ribbon of fire from the ember to his visor"
    burn = Try(up, how, at=(GUARD,), threads=THREADS, harm="3 lethal")
    says_it(sable, burn)
    sable.is_refused("at most 1", "MU-126")
    proposes(party, sable, Try(up, how, at=(GUARD,), threads=THREADS, harm="1 serious"))
    rolls(sable, up, "6 4")
    comes(party, sable, up, 10, FULL)
    keeps(sable, up)
    narrates(robin, "Sable", up, "His visor glows.", "That is what comes of it")
    for one in party.all:
        one.reads(kept_up(one), how)
        expect(kept_up(one)).not_to_contain_text(EMBER)
    told = {"What does it do to them?": "Singed, and furious"}
    robin.does(f"Simply tell what it does to {GUARD}", injury(robin, GUARD, 1), told)
    everybody_sees(party, "Sable", Will=(3, 3))
    for one in party.all:
        one.reads(one.story, "Singed, and furious")


def the_alarm(party: Party) -> None:
    """Step 9: the last ticks, and it happens."""
    robin = party.robin
    for ticks in (2, 3, 4):
        robin.does("Tick", coming(robin).get_by_role("listitem").filter(has_text=ALARM))
        bar(party, ticks)
    for one in party.all:
        one.reads(coming(one), "it happened")
        one.reads(one.story, f"It happens: {ALARM}")


# -- 10 to 12: Harm ------------------------------------------------------------------------------


def a_bad_look_around(party: Party) -> None:
    """Step 10: an aptitude the GM doubts, a failure resisted, the GM's dice, and a status."""
    robin, *_, moss = party.all
    scope = "Scope it out"
    says_it(moss, Try(scope, "Who here needs me most?", "Nurturing"))
    doubt = {"What do you say?": "Is that looking, or caring?", "I doubt that aptitude": True}
    robin.does("Say something to it", card(robin, "Moss", scope), doubt)
    for one in party.all:
        one.reads(card(one, "Moss", scope), "Is that looking, or caring?", "doubts the aptitude")
    anew = Try(scope, "I climb a crate and look")
    says_it(moss, anew, card(moss, "Moss", scope), "Say it anew")
    for one in party.all:
        one.reads(card(one, "Moss", scope), anew.how, "Nothing fits", "42%", "15/36")
    passes(robin, "Moss", scope)
    rolls(moss, scope, "1 2")
    comes(party, moss, scope, 2, FAIL)
    stages(robin, "Moss", scope, "Harm", "Moss", "3: lethal")
    narrates(robin, "Moss", scope, "They look back, along a rifle.", "That is what it costs")
    moss.does("Resist: something milder, please (1 Resist)", card(moss, "Moss", scope))
    everybody_sees(party, "Moss", Resist=(1, 2))
    stages(robin, "Moss", scope, "Harm", "Moss", "2: life-threatening")
    narrates(robin, "Moss", scope, "The crate takes part of it.", "That is what it costs")
    moss.does("Take it as it is", card(moss, "Moss", scope))
    bleeding(party)


def bleeding(party: Party) -> None:
    """The fifth step is the GM's: dice everybody sees, a number, a status (MU-98, MU-99)."""
    robin, *_, moss = party.all
    moss.does("Take it", injury(moss, "Moss", 2))
    for one in party.all:
        step(one, "Moss", 2, 5)
    robin.does("Throw dice over it", injury(robin, "Moss", 2), {"Dice": "2d6", DICE: "3 4"})
    for one in party.all:
        one.reads(injury(one, "Moss", 2), "Dice: 3, 4.")
    robin.does("So it is", injury(robin, "Moss", 2), {"A status": "bleeding"}, "2, as it stands")
    everybody_sees(party, "Moss", Health=(1, 3))
    for one in party.all:
        one.reads(glance(one, "Moss"), "bleeding")


def a_medic(party: Party) -> None:
    """Step 11: a good result traded for some success and a Resist (MU-80)."""
    robin, _, fitch, _ = party.all
    help_her = Try("Medic!", "My belt, above the wound", at=("Moss",))
    proposes(party, fitch, help_her)
    rolls(fitch, "Medic!", "6 6")
    comes(party, fitch, "Medic!", 11, FULL)
    fitch.does("Trade it for Some Success", card(fitch, "Fitch", "Medic!"))
    everybody_sees(party, "Fitch", Resist=(2, 2))
    for one in party.all:
        one.reads(card(one, "Fitch", "Medic!"), SOME)
    stages(robin, "Fitch", "Medic!", "Restore Health", "Moss")
    stages(robin, "Fitch", "Medic!", "A status goes", "bleeding (Moss)")
    narrates(robin, "Fitch", "Medic!", "She screams into her sleeve.", "That is what it costs")
    fitch.does("Take it as it is", card(fitch, "Fitch", "Medic!"))
    everybody_sees(party, "Moss", Health=(2, 3))
    for one in party.all:
        expect(glance(one, "Moss").locator("summary").first).not_to_contain_text("bleeding")


def the_crates(party: Party) -> None:
    """Step 12: a failure takes Will; three harm, nothing left, and a choice of one's own."""
    robin, sable, *_ = party.all
    away = "Get out the way"
    proposes(party, sable, Try(away, "Under the forklift!"))
    rolls(sable, away, "2 3")
    comes(party, sable, away, 4, FAIL)
    everybody_sees(party, "Sable", Will=(2, 3))
    stages(robin, "Sable", away, "Harm", "Sable", "3: lethal")
    narrates(robin, "Sable", away, "The crates go up all at once.", "That is what it costs")
    sable.does("Take it as it is", card(sable, "Sable", away))
    sable.does("Take it", injury(sable, "Sable", 3))
    robin.does("So it is", injury(robin, "Sable", 3), {}, "3, as it stands")
    everybody_sees(party, "Sable", Health=(0, 3))
    for one in party.all:
        one.reads(fate(one), "Sable is at the end of their Health")
    for one in party.all[2:]:
        expect(fate(one).get_by_role("button")).to_have_count(0)
    sable.does("Sable survives, and comes back later", fate(sable))
    for one in party.all:
        one.reads(glance(one, "Sable"), "out of the scene")
    robin.does("The effect is over", kept_up(robin))
    for one in party.all:
        expect(kept_up(one)).to_have_count(0)
    sable.insists("Propose", {"who": "sable", "make": "weave_magic", "how": "a last light",
                              "picked[]": "conjure_elements", "confirmed[]": "perceived",
                              "targets[]": "an ember"})  # fmt: skip
    sable.is_refused("Sable is out of this scene.", "MU-106")


def fate(reader: Person) -> Locator:
    return reader.scene.get_by_role("article", name=re.compile("Sable is (at the end|out)"))


# -- 13 to 16: Talking, coming back, connecting the dots -----------------------------------------


def talking(party: Party) -> None:
    """Step 13: what spoils the story is talked over; what hurts stops the table."""
    robin, sable, fitch, moss = party.all
    off = {"What spoils the story": "The forklift cannot just have burnt while nobody looked."}
    fitch.does("Dispute something the GM said", facts(fitch), off)
    for one in party.all:
        one.reads(dispute(one), off["What spoils the story"], "Ben")
    sable.does("Say this", dispute(sable), {"What do you say?": "I was under it."})
    robin.does("Agreed: it stands", dispute(robin))
    for one in party.all:
        expect(dispute(one)).to_have_count(0)
        one.reads(facts(one), FORKLIFT)
        one.reads(one.story, "Agreed: it stands as it was.")
    robin.says("In the dark something with too many legs")
    moss.stops_by_name()
    is_paused(party)
    robin.says("We cut away: dawn over the yard.")
    goes_on(party, moss)


def dispute(reader: Person) -> Locator:
    return reader.scene.get_by_role("article", name="Something spoils the story")


def coming_back(party: Party) -> None:
    """Steps 14 and 15: not in the same scene; then with a scar, and a story to tell (MU-107)."""
    robin, sable, *_ = party.all
    crawled = {"How did you survive?": "I crawled through the drain"}
    sable.insists("ComeBack", {"who": "sable", "account": "I crawled"})
    sable.is_refused("They come back after this scene at the earliest.", "MU-107")
    robin.does("End the scene", robin.scene)
    robin.does("Open a scene", robin.scene, {"Title of the scene": "The morning after"})
    hand = {"A permanent, severe status": "ruined hand"}
    robin.does("Sable comes back with this", fate(robin), hand)
    sable.does("Sable is back", fate(sable), crawled)
    everybody_sees(party, "Sable", Health=(1, 3))
    for one in party.all:
        one.reads(glance(one, "Sable"), "ruined hand")
        one.reads(one.story, "I crawled through the drain")
        expect(fate(one)).to_have_count(0)
    robin.does("Dawn breaks", robin.desk)
    for one in party.all:
        one.reads(one.story, "Dawn breaks.")
        expect(kept_up(one)).to_have_count(0)


def the_dots(party: Party) -> None:
    """Step 16: a critical success brings Will back; what it was for is tagged (MU-74, MU-119)."""
    robin, sable, *_ = party.all
    dots = "Connect the dots"
    proposes(party, sable, Try(dots, "Whose crates were these?", "Research"))
    rolls(sable, dots, "6 6")
    comes(party, sable, dots, 12, CRIT)
    keeps(sable, dots)
    everybody_sees(party, "Sable", Will=(3, 3))
    shown = "pursued my first Drive"
    sable.does(f"What did {dots} show?", card(sable, "Sable", dots), {}, shown)
    narrates(robin, "Sable", dots, "And the ledger is in reach.", "That comes on top")
    for one in party.all:
        one.reads(over(one, "Sable", dots), "ledger", shown)


# -- 17 to 20: Two evenings end ------------------------------------------------------------------

SURVIVED = "You never died this session."
WIN = "A clutch or badass story move"
BLUNDER = "Playing your Concept led to a painful"
DRIVE = "You made a story move in pursuit of a Drive."
FEEDBACK = "You gave the GM kind, honest feedback"
ALL_FIVE = (SURVIVED, WIN, BLUNDER, DRIVE, FEEDBACK)


def xp(one: Person) -> Locator:
    name = re.compile(r"What was true tonight\?|can level up")
    return one.scene.get_by_role("region", name=name)


def claims(party: Party, one: Person, *statements: str) -> None:
    """Held true by the player alone, one tap each (MU-135, MU-136)."""
    for text in statements:
        one.does(text, xp(one))
        held = xp(one).get_by_role("listitem").filter(has_text=text)
        expect(held).to_contain_text("Held true: ")
    for reader in party.all:
        reader.reads(reader.story, f"{one.hero}", statements[-1])


def first_evening(party: Party) -> None:
    """Step 17: everybody says what was true for them; nothing counts twice."""
    robin, sable, fitch, moss = party.all
    robin.does("End the scene", robin.scene)
    robin.does("Close the session", robin.scene)
    for player in party.players:
        expect(xp(player)).to_be_visible()
    claims(party, sable, WIN, BLUNDER, DRIVE, FEEDBACK)
    claims(party, fitch, *ALL_FIVE)
    claims(party, moss, SURVIVED, WIN, DRIVE)
    everybody_sees(party, "Sable", XP=(4, 6))
    everybody_sees(party, "Fitch", XP=(5, 6))
    everybody_sees(party, "Moss", XP=(3, 6))
    fitch.insists("ClaimXp", {"who": "fitch", "statement": "drive"})
    fitch.is_refused("Each statement counts once in a session.", "MU-135")


def second_evening(party: Party) -> None:
    robin = party.robin
    robin.does("Open session 2", robin.scene)
    robin.does("Open a scene", robin.scene, {"Title of the scene": "Accounts are settled"})
    robin.does("End the scene", robin.scene)
    robin.does("Close the session", robin.scene)
    more_will(party)
    more_fight(party)
    more_care(party)


def more_will(party: Party) -> None:
    """Step 18: the track fills after two; the rest waits, and goes on the fresh track."""
    sable = party.sable
    claims(party, sable, SURVIVED, WIN, BLUNDER, DRIVE)
    everybody_sees(party, "Sable", XP=(6, 6))
    sable.reads(xp(sable), "2 more wait", "Level up: choose one")
    sable.does("Level up: Will", sheet(sable))
    everybody_sees(party, "Sable", Will=(4, 4), XP=(2, 6))
    for one in party.all:
        one.reads(one.story, "Sable levels up!", "2 XP that waited go on Sable’s fresh track.")


def more_fight(party: Party) -> None:
    """Step 19: the fourth circle, and there is no fifth (MU-14)."""
    fitch = party.fitch
    claims(party, fitch, *ALL_FIVE)
    fitch.does("Level up: Fighting", sheet(fitch))
    everybody_sees(party, "Fitch", XP=(4, 6))
    for one in party.all:
        one.reads(glance(one, "Fitch"), "+3 Fighting")
    expect(sheet(fitch).get_by_role("button", name="Level up: Fighting")).to_have_count(0)
    party.robin.insists("GrantMark", {"who": "fitch", "item": "fighting"})
    party.robin.is_refused("There is nothing left to fill at “Fighting”.", "MU-14")


def more_care(party: Party) -> None:
    """Step 20: a triangle is asked for and declined, which costs nothing (MU-140)."""
    robin, *_, moss = party.all
    claims(party, moss, SURVIVED, WIN, DRIVE)
    everybody_sees(party, "Moss", XP=(6, 6))
    moss.does("Ask for a triangle", xp(moss), {}, "Health")
    robin.answers("Health", yes=False)
    everybody_sees(party, "Moss", XP=(6, 6), Health=(2, 3))
    moss.does("Level up: Nurturing", sheet(moss))
    everybody_sees(party, "Moss", XP=(0, 6))
    for one in party.all:
        one.reads(glance(one, "Moss"), "+3 Nurturing")


# -- 21: A wizard from markup, and how everybody stands ------------------------------------------


def a_wizard(party: Party) -> None:
    """What is counted is reported, what was read out of prose waits, no sheet changes (MU-160)."""
    robin = party.robin
    before = [glance(robin, hero).inner_text() for hero in RATINGS]
    at = robin.page.url.split("#")[0]
    robin.desk.get_by_role("link", name="Write or bring a playbook").click()
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
        expect(sheet(player)).not_to_contain_text("Attainment")
    assert [glance(robin, hero).inner_text() for hero in RATINGS] == before


def standing(party: Party) -> None:
    everybody_sees(party, "Sable", Health=(1, 3), Resist=(2, 2), Will=(4, 4), XP=(2, 6))
    everybody_sees(party, "Fitch", Health=(3, 3), Resist=(2, 2), XP=(4, 6))
    everybody_sees(party, "Moss", Health=(2, 3), Resist=(1, 2), XP=(0, 6))
