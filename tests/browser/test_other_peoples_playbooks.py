"""A set in Mutagen Markup, in the shapes of the author's, is brought by the page and played.

`tests/data/lantern-street` has byte-order marks, includes, a roll to a named move, a ritual with
combined ways, a ward that is held, points for somebody else and a GM's playbook; every move of it
is made here to its end. Robin runs the game; Ann plays Wren, a Hedge Warden, and Ben plays Odo.
"""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, expect
from tests.browser.house import Server
from tests.browser.people import DICE, Person, somebody, starting
from tests.browser.tables import done, invite, leave, sends
from tests.browser.test_golden_mutagen import keeps, rolls, taps, xp

STREET = Path(__file__).parents[1] / "data" / "lantern-street"
BOOK = "lantern_pc_warden"
BUYS = (
    "cut_and_burn", "tug_the_root", "splint_and_song", "old_friends_here", "wall_of_smoke",
    "quiet_gate", "silver",
)  # fmt: skip
FULL, SOME, FAIL = "5 5", "4 4", "1 1"


@pytest.fixture
def street(browser: Browser, server: Server) -> Iterator[tuple[Person, Person, Person]]:
    robin = somebody(browser, server.address, "Robin")
    form: dict[str, str | float | bool] = {"game": "mutagen", "name": "Lamps", "gm": "Robin"}
    form |= {"mutagen.dice": "either", "mutagen.creation_buys": "9"}
    robin.page.goto(robin.page.request.post("/new", form=form).url)
    ann, ben = (
        somebody(browser, server.address, *who) for who in (("Ann", "Wren"), ("Ben", "Odo"))
    )
    for one in (ann, ben):
        one.page.goto(one.page.request.post(invite(robin), form={"name": one.name}).url)
    yield robin, ann, ben
    leave(robin, ann, ben)


def test_every_move_of_a_set_from_elsewhere_is_played_to_its_end__MU_156(
    street: tuple[Person, Person, Person],
) -> None:
    robin, ann, ben = street
    brought_by_the_page(robin)
    made(ann, ben)
    to_a_named_move(robin, ann)
    the_rite(robin, ann)
    other_ways(robin, ann)
    for_somebody_else(robin, ann)
    held(robin, ann)
    cold(robin, ann)
    plainly(robin, ann)
    the_gms_side(robin)
    assert [one.troubles for one in street] == [[], [], []]


# -- Brought, confirmed, put on a sheet ----------------------------------------------------------


def packed() -> bytes:
    body = io.BytesIO()
    with zipfile.ZipFile(body, "w") as file:
        for path in sorted(STREET.rglob("*.txt")):
            file.write(path, path.relative_to(STREET.parent))
    return body.getvalue()


def brought_by_the_page(robin: Person) -> None:
    page, at = robin.page, robin.page.url.split("#")[0]
    page.goto(f"{at}/playbook")
    page.locator("summary", has_text="Take it from files").click()
    zipped = {"name": "street.zip", "mimeType": "application/zip", "buffer": packed()}
    page.get_by_label(starting("Files of markup")).set_input_files(zipped)  # type: ignore[arg-type]
    page.get_by_role("button", name="Open them").click()
    robin.reads(
        page.get_by_role("main"), "2 playbooks in these files", "Hedge Warden", "for the GM"
    )
    page.get_by_role("button", name="Bring them to the table").click()
    page.goto(f"{at}/playbook/{BOOK}")
    page.get_by_role("button", name="All of them hold").click()
    expect(page.get_by_text("not in force yet")).to_have_count(0)
    page.goto(at)
    robin.is_seated()


def made(ann: Person, ben: Person) -> None:
    for one, archetype in ((ann, BOOK), (ben, "")):
        who = one.hero.casefold()
        done(one, "MakeCharacter", name=one.hero, archetype=archetype)
        for item in BUYS if archetype else ():
            done(one, "FillMark", who=who, item=f"{BOOK}.{item}")
        done(one, "WriteIn", who=who, item="concept", key="concept", text="Lit from below")
        done(one, "WriteIn", who=who, item="drives", key="drive1", text="To see the morning")
        done(one, "FinishCharacter", who=who)
    has(ann, "Wren", "Health", 6, 6)  # Hedge-born: a rank for good


# -- What is done often --------------------------------------------------------------------------


def has(reader: Person, hero: str, resource: str, n: int, of: int) -> None:
    """What stands on somebody's sheet."""
    found = reader.opens_sheet(hero)
    expect(found).to_contain_text(re.compile(rf"{resource}\s\D*{n} of {of} filled"))
    reader.puts_away()


def passes(robin: Person) -> None:
    robin.does("Let it pass", robin.sees("What do you say to Wren?"))


def begins(ann: Person, name: str) -> Locator:
    """A tile among the wants, or among the moves of one's own."""
    called = ann.page.get_by_text(name, exact=True)
    tile = ann.sees("What do you want, Wren?").locator("a.tile").filter(has=called).first
    ann.unfolds(tile)
    tile.click()
    expect(ann.page.locator("#now > .now[data-kind=opened]")).to_be_visible()
    return ann.now


def goes_for(
    ann: Person, move: str, way: str, count: int | None = None, *boxes: str
) -> None:  # fmt: skip
    """A story move, through something of the Warden's."""
    form = begins(ann, move).locator("form.mu-try").first
    form.get_by_label("How do you go about it?").fill(f"{way or 'Plainly'}, like so")
    taps(form, "checkbox", *(box for box in (way, *boxes) if box))
    if count is not None:
        form.get_by_label(starting("combined ways or weakest root")).fill(str(count))
    ways = form.get_by_role("button", name=re.compile("^(Say it|Nothing fits)"))
    ann.presses(ways.locator("visible=true").first)


def comes_off(robin: Person, ann: Person, faces: str = FULL) -> None:
    """Let pass, rolled, kept: and it is off the stage."""
    passes(robin)
    rolls(ann, faces)
    keeps(ann)
    ann.sees("What do you want, Wren?")


def makes(ann: Person, name: str, *ticked: str) -> None:
    """A move of one's own that is no story move, at whom it is for."""
    form, press = ann.finds(f"Make “{name}”", begins(ann, name))
    for label in ticked:
        form.get_by_label(starting(label)).first.check()
    ann.presses(press)


def answers(robin: Person, words: str, who: str) -> None:
    form, press = robin.finds("That is it", robin.sees(words))
    form.get_by_label(starting(who)).first.check()
    robin.presses(press)


def as_it_says(robin: Person, words: str) -> None:
    """What a result leaves to people is read by the GM, and stands at one tap (MU-157)."""
    card = robin.sees("What comes of it for Wren?")
    robin.reads(card, words)
    robin.does("As it says", card)


def embers(reader: Person, n: int) -> None:
    has(reader, "Wren", "Embers", n, 4)


# -- The moves -----------------------------------------------------------------------------------


def to_a_named_move(robin: Person, ann: Person) -> None:
    """From the move into the form of the story move it names, with the way ticked."""
    form = begins(ann, "Read the ashes")
    expect(form.get_by_role("checkbox", name="Read the ashes")).to_be_checked()
    form.get_by_label("How do you go about it?").fill("Ash between two fingers")
    ann.presses(form.get_by_role("button", name="Say it"))
    robin.reads(robin.sees("What do you say to Wren?"), "Scope it out: your side of it")
    passes(robin)
    rolls(ann, FULL)
    keeps(ann)
    learnt = {"What happens?": "It burnt from the inside."}
    robin.does("That is what comes of it", robin.sees("What does Wren learn?"), learnt)
    ann.sees("What do you want, Wren?")
    embers(ann, 4)  # one was spent, and Hum along gave it back
    goes_for(ann, "Make it chooch", "Cut and burn")  # the second move that it names
    comes_off(robin, ann)


def the_rite(robin: Person, ann: Person) -> None:
    """What the text leaves to people is asked for; a bad end has its price, and Resist its own."""
    goes_for(ann, "Parkour!", "Walk the bounds", 1)
    robin.reads(robin.sees("What do you say to Wren?"), "combined ways", "+1")
    passes(robin)
    rolls(ann, FAIL)
    cost, taken = "What does it cost Wren?", "Does Wren take it?"
    robin.does("That is what it costs", robin.sees(cost), {"What happens?": "It turns."})
    ann.does("Resist: something milder", ann.sees(taken))
    robin.reads(robin.sees(cost), "Wren resisted: it is milder now", "It turns.")
    robin.does("That is what it costs", robin.now, {"What happens?": "It looks."})
    ann.does("Take it", ann.sees(taken))
    ann.sees("What do you want, Wren?")


def other_ways(robin: Person, ann: Person) -> None:
    goes_for(ann, "Go dark", "Tug the root", -1)
    comes_off(robin, ann, "6 5")
    goes_for(ann, "Parkour!", "Throw a lantern")
    comes_off(robin, ann, "6 5")
    has(ann, "Wren", "Lanterns", 1, 2)
    goes_for(ann, "Compel compliance", "", None, "from somebody born on this street")
    robin.reads(robin.sees("What do you say to Wren?"), "Old friends here")
    comes_off(robin, ann)


def for_somebody_else(robin: Person, ann: Person) -> None:
    """Named when it is made, or asked of the GM at the result."""
    done(robin, "SetPoints", who="odo", resource="health", n=1, reason="he fell")
    makes(ann, "Splint and song", "Odo")
    passes(robin)
    rolls(ann, FULL)
    has(ann, "Odo", "Health", 3, 3)
    makes(ann, "Bank the fire")
    passes(robin)
    rolls(ann, SOME)
    answers(robin, "1 harm: for whom?", "nobody with a card here")


def held(robin: Person, ann: Person) -> None:
    """A ward is spent, its list picked from, and what it holds is noted on its box."""
    makes(ann, "Wall of smoke")
    passes(robin)
    rolls(ann, FAIL)
    form, press = ann.finds("That is it", ann.sees("Pick 2 of these"))
    for label in ("it smells of you.", "everybody in it takes 1 harm."):
        form.get_by_label(starting(label)).check()
    ann.presses(press)
    as_it_says(robin, "it smells of you")
    answers(robin, "1 harm: for whom?", "nobody with a card here")
    has(ann, "Wren", "Wards", 0, 1)
    done(robin, "SetPoints", who="wren", resource=f"{BOOK}.wards", n=1, reason="a new night")
    makes(ann, "Quiet gate")
    as_it_says(robin, "what you shut stays shut")
    has(ann, "Wren", "Wards", 0, 1)
    ann.opens_sheet("Wren").get_by_role("link", name="Notes", exact=True).click()
    expect(ann.drawer.locator("[aria-current=page]")).to_have_text("Notes")
    ann.does("Write on a box", ann.drawer, {"What is held there": "the quiet gate"})
    ann.reads(ann.drawer, "the quiet gate")
    ann.puts_away()


def cold(robin: Person, ann: Person) -> None:
    """Health lost opens a roll by itself (MU-102)."""
    done(robin, "OpenHarm", on="wren", harm=1, source="frost")
    lets_come(robin, ann, "Wren", 1)
    ann.does("Roll", ann.sees("Does Wren get it?"), {DICE: FULL})
    as_it_says(robin, "It holds.")
    ann.does("Go on", ann.sees("What must Wren do now?"))
    has(ann, "Wren", "Health", 5, 6)


def plainly(robin: Person, ann: Person) -> None:
    """Words only: made, told, and the GM says what comes of it (MU-157)."""
    lines = {"Salt": "pour a line", "Song": "sing the whole way", "Silver": "leave a coin"}
    for name, words in lines.items():
        makes(ann, name)
        as_it_says(robin, words)
        ann.reads(ann.story, f"Wren goes for {name}.")


def the_gms_side(robin: Person) -> None:
    words = {"What happens?": "The corner by the well."}
    robin.does("Make “Dim the lanterns”", robin.opens("Your own moves"), words)
    robin.does("Switch on for the campaign: Long winter", robin.opens("Your own moves"))
    robin.reads(robin.story, "Dim the lanterns", "Long winter")


# -- A whole set with its own Common (`tests/data/salt-harbour`) ----------------------------------
#
# The shapes of the author's eighteen files in words of our own: a Common, four introductions, five
# playbooks, three for the GM. Each is brought by the page, and its characters' moves are played.

HARBOUR = STREET.parent / "salt-harbour"
CRIT = "6 6"
WANTS = "What do you want, Wren?"


@pytest.fixture
def harbour(street: tuple[Person, Person, Person]) -> tuple[Person, Person, Person]:
    """The set is on the table, its Common instead of ours, and all that was read in it holds."""
    comes_to_the_table(street[0])
    return street


def comes_to_the_table(robin: Person, common: str = "This one, instead of") -> None:
    page = robin.page
    at = page.url.split("#")[0]
    page.goto(f"{at}/playbook")
    page.locator("summary", has_text="Take it from files").click()
    files = sorted(HARBOUR.rglob("*/*.txt"))
    page.get_by_label(starting("Files of markup")).set_input_files(files)
    page.get_by_role("button", name="Open them").click()
    robin.reads(page.get_by_role("main"), "10 playbooks in these files", "You read the tide")
    expect(page.get_by_label(starting("This one, instead of"))).to_be_checked()
    taps(page.get_by_role("main"), "radio", common, "Bring it beside, as sorcerer_2")
    page.get_by_role("button", name="Bring them to the table").click()
    robin.is_seated()
    asked = robin.sees("Shall what was read out of the playbooks happen by itself?")
    robin.does("Let all of it hold", asked)


def plays(ann: Person, book: str, *fills: str) -> None:
    done(ann, "MakeCharacter", name="Wren", archetype=book)
    for item in fills:
        done(ann, "FillMark", who="wren", item=item if "." in item else f"{book}.{item}")
    done(ann, "WriteIn", who="wren", item="concept", key="concept", text="Salt to the bone")
    done(ann, "WriteIn", who="wren", item="drives", key="drive1", text="To see it calm")
    done(ann, "FinishCharacter", who="wren")
    ann.sees(WANTS)


def odo(ben: Person) -> None:
    """Somebody of the house's own Common at the same table."""
    done(ben, "MakeCharacter", name="Odo", archetype="")
    done(ben, "WriteIn", who="odo", item="concept", key="concept", text="A cook")
    done(ben, "WriteIn", who="odo", item="drives", key="drive1", text="Supper")
    done(ben, "FinishCharacter", who="odo")


def points(robin: Person, resource: str, n: int) -> None:
    done(robin, "SetPoints", who="wren", resource=resource, n=n, reason="so that it shows")


def rolled(robin: Person, ann: Person, name: str, faces: str, *ticked: str) -> None:
    """A move of one's own that is no story move, up to its result."""
    makes(ann, name, *ticked)
    passes(robin)
    rolls(ann, faces)


def picks(ann: Person, n: int, *labels: str) -> None:
    """From the list of a result: with the dice and the sentence it belongs to."""
    card = ann.sees(f"Pick {n} of these")
    expect(card.locator(".mu-thrown")).to_be_visible()
    form, press = ann.finds("That is it", card)
    for label in labels:
        form.get_by_label(starting(label)).check()
    ann.presses(press)


def said(robin: Person, words: str) -> None:
    """The GM is asked what comes of it, with the words of the playbook large before everybody."""
    card = robin.sees("What comes of it for Wren?")
    expect(card.locator(".mu-came").first).to_contain_text(words)
    robin.does("As it says", card)


def tells(robin: Person, words: str = "So it is.") -> None:
    form = {"What happens?": words}
    robin.does("That is what comes of it", robin.sees("What comes of it for Wren?"), form)


def costs(robin: Person, ann: Person) -> None:
    """A price, and that it is taken."""
    robin.does(
        "That is what it costs",
        robin.sees("What does it cost Wren?"),
        {"What happens?": "A price."},
    )
    ann.does("Take it", ann.sees("Does Wren take it?"))


def through(ann: Person, name: str, wanted: str = "") -> Locator:
    """From a move of one's own into the form of the story move that is made with it."""
    form = begins(ann, name).locator("form.mu-try").first
    expect(form.get_by_role("checkbox", name=name)).to_be_checked()
    if wanted:
        form.get_by_label("What do you want?").select_option(label=wanted)
    form.get_by_label("How do you go about it?").fill("Like so")
    return form


def says(ann: Person, form: Locator) -> None:
    ways = form.get_by_role("button", name=re.compile("^(Say it|Nothing fits)"))
    ann.presses(ways.locator("visible=true").first)


def test_spells_that_are_held_picked_and_paid_for__MU_30__MU_157(
    harbour: tuple[Person, Person, Person],
) -> None:
    robin, ann, _ = harbour
    plays(ann, "scholar", "focus", "wall_of_water", "ring_of_foam", "owl_eyes")
    points(robin, "scholar.brine", 0)
    rolled(robin, ann, "Draw it up", SOME)
    picks(ann, 1, "somebody near takes 1 harm.")
    answers(robin, "1 harm: for whom?", "nobody with a card here")
    ann.sees(WANTS)
    has(ann, "Wren", "Brine", 1, 6)
    rolled(robin, ann, "Draw it up", SOME)
    picks(ann, 1, "it shows on your face.")
    said(robin, "get 1 Brine and pick 1")
    rolled(robin, ann, "Draw it up", CRIT)
    has(ann, "Wren", "Brine", 5, 6)
    says(ann, through(ann, "Spray of needles"))
    passes(robin)
    rolls(ann, FULL)
    keeps(ann)
    tells(robin)
    rolled(robin, ann, "Wall of water", SOME)
    ann.reads(ann.now, "It stands as high as your knees.")
    said(robin, "It stands as high as your knees.")
    points(robin, "scholar.brine", 6)
    rolled(robin, ann, "Ring of foam", FAIL)
    picks(ann, 2, "it closes on somebody's foot.", "it hums so that all can hear.")
    said(robin, "You pick 2.")
    ann.reads(ann.sees(WANTS), "You hold", "Ring of foam")
    done(robin, "OpenHarm", on="wren", harm=1, source="a wave")
    lets_come(robin, ann, "Wren", 1)
    ann.does("Roll", ann.sees("Does Wren get it?"), {DICE: FULL})
    said(robin, "You hold on.")
    ann.does("Go on", ann.sees("What must Wren do now?"))
    makes(ann, "Spit it out")
    robin.does("Wren loses 1 Brine", robin.sees("What comes of it for Wren?"))
    said(robin, "a breath of calm")
    has(ann, "Wren", "Brine", 4, 6)
    makes(ann, "Owl eyes")
    said(robin, "Until dawn you see in the dark")
    has(ann, "Wren", "Brine", 3, 6)
    makes(ann, "Salt in the blood")
    said(robin, "The sea knows your name")
    points(robin, "scholar.focus", 2)
    expect(ann.sees(WANTS)).not_to_contain_text("You hold")
    assert [one.troubles for one in harbour] == [[], [], []]


def test_a_rite_with_a_line_of_its_own_and_gates__MU_11__MU_57(
    harbour: tuple[Person, Person, Person],
) -> None:
    robin, ann, _ = harbour
    done(ann, "MakeCharacter", name="Wren", archetype="knot")
    assert sends(ann, "FillMark", who="wren", item="knot.shadow") != 200
    done(ann, "DropDraft", who="wren")
    plays(ann, "knot", "send_the_gull", "name", "shadow", "bowline", "noose")
    goes_for(ann, "Parkour!", "Tie the rite", None)
    robin.reads(robin.sees("What do you say to Wren?"), "joined knots")
    passes(robin)
    rolls(ann, FAIL)
    robin.reads(robin.sees("What does it cost Wren?"), "the knot is tied around you as well")
    costs(robin, ann)
    for name, words in {
        "Send the gull": "something small", "Grey gull": "never helpful", "Hair": "one of theirs",
        "Name": "You know it whole", "Shadow": "It lies across yours", "Reef": "can be undone",
        "Bowline": "It holds whatever pulls", "Noose": "1 harm to leave it",
    }.items():  # fmt: skip
        makes(ann, name)
        said(robin, words)
    assert [one.troubles for one in harbour] == [[], [], []]


def test_small_moves_that_add_give_and_heal__MU_42__MU_160(
    harbour: tuple[Person, Person, Person],
) -> None:
    robin, ann, ben = harbour
    odo(ben)
    plays(
        ann, "sprite", "fill_their_pockets", "barnacle_nurse", "swap_it_back",
        "old_friends_at_the_pier",
    )  # fmt: skip
    has(ann, "Wren", "Health", 6, 6)
    goes_for(ann, "Parkour!", "Sprite from the Docks")
    robin.reads(robin.sees("What do you say to Wren?"), "+2")
    comes_off(robin, ann, "4 4")
    goes_for(ann, "Go dark", "Fill their pockets")
    comes_off(robin, ann, "6 5")
    has(ann, "Wren", "Trinkets", 2, 3)
    goes_for(ann, "Compel compliance", "", None, "from anybody who sells fish")
    robin.reads(robin.sees("What do you say to Wren?"), "Old friends at the pier")
    comes_off(robin, ann, "6 5")
    done(robin, "SetPoints", who="odo", resource="health", n=1, reason="he fell")
    rolled(robin, ann, "Barnacle nurse", FULL, "Odo")
    has(ann, "Odo", "Health", 3, 3)
    rolled(robin, ann, "Barnacle nurse", FAIL, "Odo")
    said(robin, "They are not mended.")
    points(robin, "resist", 1)
    rolled(robin, ann, "Swap it back", CRIT)
    has(ann, "Wren", "Trinkets", 3, 3)
    has(ann, "Wren", "Resist", 2, 2)
    rolled(robin, ann, "Swap it back", "4 3")
    picks(ann, 1, "you lose 1 Trinkets and your hat.")
    robin.does("As it says", robin.sees("What comes of it for Wren?"))  # the hat
    ann.reads(ann.story, "you lose 1 Trinkets and your hat")
    has(ann, "Wren", "Trinkets", 2, 3)
    rolled(robin, ann, "Swap it back", FAIL)
    said(robin, "They follow you home.")
    makes(ann, "Little…")
    said(robin, "where a cat fits")
    assert [one.troubles for one in harbour] == [[], [], []]


def test_moves_without_a_list_have_their_price_and_words_their_gm__MU_71__MU_77(
    harbour: tuple[Person, Person, Person],
) -> None:
    robin, ann, ben = harbour
    odo(ben)
    done(ann, "MakeCharacter", name="Wren", archetype="still")
    assert sends(ann, "FillMark", who="wren", item="still.give_the_oar_back") != 200
    done(ann, "DropDraft", who="wren")
    plays(
        ann, "still", "body_of_driftwood", "breath", "drift_apart", "catch_the_oar",
        "give_the_oar_back", "hand_it_over", "seventh_wave", "loud_hands",
    )  # fmt: skip
    has(ann, "Wren", "Health", 6, 6)
    rolled(robin, ann, "Drift apart", "6 5")
    said(robin, "For an hour.")
    put_off(robin, ann, ben)
    rolled(robin, ann, "Loud hands!", FAIL)
    cost, taken = "What does it cost Wren?", "Does Wren take it?"
    robin.does("That is what it costs", robin.sees(cost), {"What happens?": "They shake."})
    ann.does("Resist: something milder", ann.sees(taken))
    robin.does("That is what it costs", robin.sees(cost), {"What happens?": "They itch."})
    ann.does("Take it", ann.sees(taken))
    makes(ann, "Hand it over")
    said(robin, "+1 for the rest of the scene")
    has(ann, "Wren", "Health", 5, 6)
    for name, words in {
        "Catch the oar": "out of the air", "Give the oar back": "must already have",
    }.items():  # fmt: skip
        makes(ann, name)
        said(robin, words)
    assert [one.troubles for one in harbour] == [[], [], []]


def put_off(robin: Person, ann: Person, ben: Person) -> None:
    """Harm that comes when its words say so: with what the GM says, and then at one tap."""
    form = through(ann, "Seventh wave")
    taps(form.get_by_role("group", name=starting("Whom or what")), "checkbox", "Odo")
    taps(form.get_by_role("group", name="How bad shall it be?"), "radio", "2 life-threatening")
    says(ann, form)
    passes(robin)
    rolls(ann, FULL)
    keeps(ann)
    later = robin.sees("What comes of it for Wren?").get_by_role("checkbox", name="It comes when")
    expect(later).to_be_checked()
    tells(robin, "A palm, laid on his chest.")
    ben.reads(ben.story, "Odo takes 2 harm when the seventh wave breaks")
    robin.does("It happens now", robin.opens("Put off: Odo"))
    lets_come(robin, ben, "Odo", 2)
    has(ben, "Odo", "Health", 1, 3)


def test_strings_and_the_sets_own_common_are_played__MU_1__MU_47(
    harbour: tuple[Person, Person, Person],
) -> None:
    robin, ann, ben = harbour
    odo(ben)
    plays(ann, "sorcerer_2", "pull", "pull", "push", "common_2.seamanship")
    points(robin, "sorcerer_2.will", 2)
    form = begins(ann, "Parkour!").locator("form.mu-try").first
    form.get_by_label("How do you go about it?").fill("On a string")
    taps(form, "checkbox", "Play the strings")
    taps(form.get_by_role("group", name=starting("Strings")), "checkbox", "Pull", "Push")
    ann.reads(form, "The weakest of them counts: +0")
    says(ann, form)
    comes_off(robin, ann)
    has(ann, "Wren", "Will", 3, 3)
    the_nets(robin, ann)
    form, press = ann.finds("Make “Throw a line”", begins(ann, "Throw a line"))
    ann.presses(press)
    passes(robin)
    rolls(ann, FULL)
    said(robin, "They add")
    form, press = ann.finds("Make “Bite down”", begins(ann, "Bite down"))
    form.get_by_label(starting("if it is anybody")).check()
    ann.presses(press)
    passes(robin)
    rolls(ann, FULL)
    said(robin, "You stand.")
    form = begins(ann, "Go dark").locator("form.mu-try").first
    form.get_by_label("How do you go about it?").fill("Behind the nets")
    taps(form, "checkbox", "Lead the group")
    taps(form.get_by_role("group", name="Who takes part?"), "checkbox", "Odo")
    says(ann, form)
    passes(robin)
    rolls(ann, FULL)
    the_group(robin, ann, ben)
    goes_for(ann, "Parkour!", "")
    passes(robin)
    rolls(ann, FAIL)
    costs(robin, ann)
    has(ann, "Wren", "Will", 2, 3)  # Lose heart
    for name in ("Turn the tide", "Make it harder"):
        robin.does(f"Make “{name}”", robin.opens("Your own moves"), {"What happens?": "Rope."})
        ann.reads(ann.story, name)
    armor_and_death(robin, ann)
    the_evening_ends(robin, ann)
    assert [one.troubles for one in harbour] == [[], [], []]


def the_nets(robin: Person, ann: Person) -> None:
    """Any appropriate aptitude, and a bar that is asked for (MU-47)."""
    done(robin, "MakeBar", title="The net is mended", size=4)
    form, press = ann.finds("Make “Work the nets”", begins(ann, "Work the nets"))
    form.get_by_label(starting("What does it mainly rest on")).select_option(label="Seamanship +0")
    ann.presses(press)
    robin.reads(robin.sees("What do you say to Wren?"), "Seamanship")
    passes(robin)
    rolls(ann, FULL)
    form, press = ann.finds("That is it", ann.sees("Which bar"))
    form.get_by_label(starting("The net is mended")).check()
    ann.presses(press)
    robin.reads(robin.story, "“The net is mended”: 2 of 4")


def the_group(robin: Person, ann: Person, ben: Person) -> None:
    """Everybody follows, all goes well, and the point that was spent comes back (MU-87).

    The price names nobody: it is the leader's alone (MU-88).
    """
    has(robin, "Wren", "Resist", 1, 2)
    asked = ben.sees("How do you follow Wren?")
    form = asked.locator("form.mu-try").first
    form.get_by_label("How do you go about it?").fill("On my toes")
    ben.presses(form.get_by_role("button", name=re.compile("^(Follow|Nothing fits)")).first)
    ben.does("Roll", ben.sees("Does Odo get it?"), {DICE: FULL})
    costs(robin, ann)
    ann.sees(WANTS)
    has(robin, "Wren", "Resist", 2, 2)


def armor_and_death(robin: Person, ann: Person) -> None:
    """Armor keeps it off; the last Health gone, a choice of one's own, and the way back."""
    done(robin, "OpenScene", title="The wreck")
    done(ann, "AddArmor", who="wren", name="Tarred canvas", rating=1)
    done(robin, "OpenHarm", on="wren", harm=2, source="a spar")
    lets_come(robin, ann, "Wren", 1, "Tarred canvas")
    has(ann, "Wren", "Health", 2, 3)
    done(robin, "OpenHarm", on="wren", harm=3, source="the mast")
    lets_come(robin, ann, "Wren", 2, "Tarred canvas")
    ann.does("Wren survives, and comes back later", ann.sees("How does it end for Wren?"))
    done(robin, "EndScene")
    hand = {"A permanent, severe status": "salt in the lungs"}
    robin.does("Wren comes back with this", robin.sees("What does Wren come back with?"), hand)
    washed = {"How did you survive?": "Washed ashore"}
    ann.does("Wren is back", ann.sees("How did Wren survive?"), washed)
    has(ann, "Wren", "Health", 1, 3)


def lets_come(robin: Person, one: Person, hero: str, harm: int, armor: str = "") -> None:
    one.does("Let it come", one.sees(f"Does {hero} do something about it, or let it come?"))
    if armor:
        worn = one.sees(f"Does what {hero} wears protect from this?")
        one.does(f"{armor} takes off 1", worn)
        one.does("Go on")
    robin.does("So it is", robin.sees(f"Does it stay at {harm} harm for {hero}?"))


def the_evening_ends(robin: Person, ann: Person) -> None:
    """What the set says that earns XP, on its eight boxes; and growth in what it has."""
    points(robin, "xp", 6)
    done(robin, "CloseSession")
    for text in ("You came home.", "It was a story move."):
        ann.does(text, xp(ann))
    grows = ann.sees("How does Wren grow?")
    ann.reads(grows, "8 of 8")
    ann.does("Level up: Seamanship", grows)
    ann.reads(ann.story, "Wren levels up: Seamanship")
    has(ann, "Wren", "XP", 0, 8)


def test_a_common_brought_beside_ours_is_played_with_it__MU_1__MU_47(
    street: tuple[Person, Person, Person],
) -> None:
    robin, ann, _ = street
    comes_to_the_table(robin, "Beside it")
    plays(ann, "sprite", "common_2.seamanship")
    has(ann, "Wren", "XP", 0, 6)
    goes_for(ann, "Make it chooch", "")  # ours
    comes_off(robin, ann, "6 5")
    goes_for(ann, "Hoist the sail", "")  # theirs
    comes_off(robin, ann, "6 5")
    the_nets(robin, ann)
    assert [one.troubles for one in street] == [[], [], []]


def test_the_other_results_are_played_on_a_phone__MU_80__MU_157(
    harbour: tuple[Person, Person, Person],
) -> None:
    robin, ann, _ = harbour
    ann.page.set_viewport_size({"width": 360, "height": 780})
    plays(ann, "sprite", "swap_it_back")
    goes_for(ann, "Hoist the sail", "")
    comes_off(robin, ann, "6 5")
    goes_for(ann, "Scope it out", "")
    passes(robin)
    rolls(ann, "6 5")
    ann.does("Trade it for Some Success", ann.sees("Does Wren keep it, or trade it?"))
    answer = robin.sees("What does Wren learn, and what does it cost?")
    robin.reads(answer, "somebody who is paid to")  # the GM's side of it
    learnt = {"What is the answer, and what does it cost?": "Two guards. One looks up."}
    robin.does("That is what it costs", answer, learnt)
    ann.does("Take it", ann.sees("Does Wren take it?"))
    points(robin, "resist", 1)
    for faces, words in {
        CRIT: "You stand, and get 1 Resist", SOME: "You stand, shaking", FAIL: "You spend 1 Resist",
    }.items():  # fmt: skip
        rolled(robin, ann, "Bite down", faces, "if it is anybody")
        said(robin, words)
    has(robin, "Wren", "Resist", 2, 2)
    rolled(robin, ann, "Work the nets", FAIL)
    said(robin, "The net tears.")
    rolled(robin, ann, "Swap it back", "4 3")
    picks(ann, 1, "they follow you home.")
    said(robin, "You pick 1")
    expect(ann.sees(WANTS)).to_be_visible()
    assert [one.troubles for one in harbour] == [[], [], []]
