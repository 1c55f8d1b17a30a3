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
from tests.browser.tables import done, invite, leave
from tests.browser.test_golden_mutagen import keeps, rolls, taps

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
    plainly(ann)
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
    expect(found).to_contain_text(re.compile(rf"{resource}\s*{n} of {of} filled"))
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
    comes_off(robin, ann)
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
    robin.reads(robin.sees(cost), "made milder: Wren", "It turns.")
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
    answers(robin, "1 harm: for whom?", "nobody with a card here")
    has(ann, "Wren", "Wards", 0, 1)
    done(robin, "SetPoints", who="wren", resource=f"{BOOK}.wards", n=1, reason="a new night")
    makes(ann, "Quiet gate")
    has(ann, "Wren", "Wards", 0, 1)
    ann.opens_sheet("Wren").get_by_role("link", name="Notes", exact=True).click()
    expect(ann.drawer.locator("[aria-current=page]")).to_have_text("Notes")
    ann.does("Write on a box", ann.drawer, {"What is held there": "the quiet gate"})
    ann.reads(ann.drawer, "the quiet gate")
    ann.puts_away()


def cold(robin: Person, ann: Person) -> None:
    """Health lost opens a roll by itself (MU-102)."""
    done(robin, "OpenHarm", on="wren", harm=1, source="frost")
    ann.does("Take it", ann.sees("Does Wren do something about it, or take it?"))
    robin.does("So it is", robin.sees("Does it stay at 1 harm for Wren?"))
    ann.does("Roll", ann.sees("Does Wren get it?"), {DICE: FULL})
    ann.does("Go on", ann.sees("What must Wren do now?"))
    has(ann, "Wren", "Health", 5, 6)


def plainly(ann: Person) -> None:
    """Words only: made, told, and done by hand (MU-157)."""
    for name in ("Salt", "Song", "Silver"):
        makes(ann, name)
        ann.reads(ann.story, f"Wren goes for {name}.")


def the_gms_side(robin: Person) -> None:
    words = {"What happens?": "The corner by the well."}
    robin.does("Make “Dim the lanterns”", robin.opens("Your own moves"), words)
    robin.does("Switch on for the campaign: Long winter", robin.opens("Your own moves"))
    robin.reads(robin.story, "Dim the lanterns", "Long winter")
