"""Making characters and adventures of Shapers and Bots, as it is drawn and sent."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from tests.games.shapers_and_bots.table import GAME, Played
from tests.web.drawn import in_a_line, templates
from tests.web.house import PAINTER as HOUSE_PAINTER
from tests.web.house import House, Person
from tests.web.unfolding import unfolded

from tablefolk.core.game import Block
from tablefolk.games import shapers_and_bots, shelf
from tablefolk.games.shapers_and_bots.page.blocks import sheets, world
from tablefolk.games.shapers_and_bots.rules.adventures import (
    GiveHandout,
    LoadAdventure,
    StartAdventure,
    StartTimer,
    WriteAdventure,
)
from tablefolk.games.shapers_and_bots.rules.bots import ChooseLocomotion, TakePart, TakePenalty
from tablefolk.games.shapers_and_bots.rules.building import (
    BeginSheet,
    ChangeFeature,
    NameCharacter,
    SpreadPoints,
    TakeReady,
)
from tablefolk.games.shapers_and_bots.rules.content import content
from tablefolk.games.shapers_and_bots.rules.homemade import MakeSkill
from tablefolk.games.shapers_and_bots.rules.people import Describe
from tablefolk.games.shapers_and_bots.rules.skills import BuySkill, TakeBundle
from tablefolk.hosting.live import Live
from tablefolk.hosting.tables import Host
from tablefolk.web import static
from tablefolk.web.app import create_app
from tablefolk.web.render import Painter

PAINTER = Painter()
HOSTILE = "<script>alert(1)</script>\"'&{{ 7 * 7 }}"


class Page(HTMLParser):
    """A drawn page, as its elements, and its buttons with the form each of them sends."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.text = text
        self.elements: list[tuple[str, dict[str, str]]] = []
        self.forms: dict[str, dict[str, str]] = {}
        self.buttons: list[dict[str, str]] = []
        self.in_sight: list[str] = []  # buttons that no fold hides
        self._inside = ""
        self._folds = 0
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        self.elements.append((tag, found))
        if tag == "form":
            self._inside = found["id"]
            self.forms[self._inside] = {}
        elif tag == "input" and self._inside and found.get("type") == "hidden":
            self.forms[self._inside][found["name"]] = found.get("value", "")
        elif tag == "button" and found.get("type") == "submit":
            self.buttons.append({"form": self._inside, **found})
        self._folds += tag == "details"
        if tag == "button" and not self._folds:
            self.in_sight.append(found.get("aria-label", ""))

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._inside = ""
        self._folds -= tag == "details"

    def ids(self) -> Counter[str]:
        return Counter(found["id"] for _, found in self.elements if "id" in found)

    def sends(self) -> Iterator[dict[str, str]]:
        """What each button would send."""
        for button in self.buttons:
            mine = {button["name"]: button.get("value", "")} if "name" in button else {}
            yield {**self.forms.get(button["form"], {}), **mine}


# -- Moments -------------------------------------------------------------------------------------


def start() -> Played:
    return Played()


def making() -> Played:
    played = Played()
    played.do("p1", BeginSheet("fox"))
    played.do("p1", ChangeFeature("fox", "DEX", 3))
    played.do("p1", BuySkill("fox", "weapon:bow", 2))
    played.do("p2", BeginSheet("bot"))
    played.do("p2", ChooseLocomotion("bot", "legs"))
    played.do("p2", TakePart("bot", "sawblade"))
    played.do("gm", MakeSkill("Juggling"))
    return played


def ready() -> Played:
    played = Played()
    for who, key in (("p1", "reynard-quick"), ("p2", "saw-8"), ("p3", "tick-tock")):
        played.do(who, TakeReady(key))
    played.do("p1", BeginSheet("crow"))
    played.do("gm", LoadAdventure())
    played.do("gm", WriteAdventure("Another"))
    return played


def under_way() -> Played:
    played = Played()
    for who, key in (("p1", "reynard-quick"), ("p2", "saw-8"), ("p3", "tick-tock")):
        played.do(who, TakeReady(key))
    played.do("gm", LoadAdventure())
    played.do("gm", StartAdventure(next(iter(played.world.adventures))))
    played.do("gm", StartTimer("debate"))
    played.do("gm", GiveHandout("A page", "Third day of the reed moon."))
    return played


MOMENTS = (start, making, ready, under_way)
everywhere = pytest.mark.parametrize(
    ("moment", "who"),
    [(moment, who) for moment in MOMENTS for who in ("gm", "p1", "p2")],
    ids=lambda value: getattr(value, "__name__", value),
)


def drawn(played: Played, who: str) -> Page:
    live = Live("t", GAME, len(played.log), played.table, played.log)
    return Page(unfolded(PAINTER, live, who))


@cache
def page(moment: Callable[[], Played], who: str) -> Page:
    return drawn(moment(), who)


# -- What holds everywhere -----------------------------------------------------------------------


def own_blocks() -> Iterator[type[Block]]:
    for module in (sheets, world):
        for thing in vars(module).values():
            if isinstance(thing, type) and issubclass(thing, Block) and thing is not Block:
                yield thing


@pytest.mark.parametrize("kind", sorted(own_blocks(), key=lambda k: k.__name__))
def test_every_block_has_a_drawing_of_its_own(kind: type[Block]) -> None:
    assert (templates("shapers-and-bots") / f"{kind.__name__}.html").is_file()


@everywhere
def test_ids_are_unique_and_what_points_at_them_finds_them(moment: Any, who: str) -> None:
    found = page(moment, who)
    ids = found.ids()
    assert [id for id, times in ids.items() if times > 1] == []
    for _, attributes in found.elements:
        for name in ("popovertarget", "form", "aria-labelledby"):
            if name in attributes:
                assert attributes[name] in ids, (name, attributes)


@everywhere
def test_every_button_is_named_and_no_style_or_script_is_inline(moment: Any, who: str) -> None:
    found = page(moment, who)
    assert not [a for _, a in found.elements if "style" in a or any(n.startswith("on") for n in a)]
    assert not [tag for tag, _ in found.elements if tag in ("script", "style")]
    for button in re.findall(r"<button\b([^>]*)>(.*?)</button>", found.text, re.DOTALL):
        words = re.sub(r"<[^>]+>", "", button[1]).strip()
        assert words or "aria-label" in button[0], button


# -- A face for everybody ------------------------------------------------------------------------


def test_every_species_and_the_bot_has_a_face() -> None:
    art = static.file("shapers-and-bots/faces.svg").body.decode()
    faces = set(re.findall(r'<symbol id="([^"]+)"', art))
    assert faces == {*content().species, "bot", "nobody"}
    for id in content().species:
        assert f'#{id}"></use>' in page(start, "p1").text


# -- One tap -------------------------------------------------------------------------------------


def test_the_penalty_for_a_third_part_lies_in_plain_sight_and_no_drawer_is_empty__SB_152() -> None:
    played = making()
    for part in ("searchlight", "microphone"):
        played.do("p2", TakePart("bot", part))
    found = drawn(played, "p2")
    assert {"Take Buggy", "Take Slow", "Take Microphone off"} <= set(found.in_sight)
    assert 'class="sb-kit"' not in found.text
    assert "A third part comes with a penalty" in found.text
    played.do("p2", TakePenalty("bot", "buggy"))
    for command in (SpreadPoints("bot", "quick"), TakeBundle("bot", "scout")):
        played.do("p2", command)
    played.do("p2", NameCharacter("bot", "Gert"))
    found = drawn(played, "p2")
    assert "Take this name" not in found.text
    assert "That is all it can have." in found.text


def test_each_picture_sends_its_species__SB_36() -> None:
    sent = [s for s in page(start, "p1").sends() if s.get("do") == "BeginSheet"]
    assert {s["species"] for s in sent if "species" in s} == {*content().species, "bot"}


def test_the_steppers_send_a_level_more_or_less__SB_37_SB_78() -> None:
    sent = list(page(making, "p1").sends())
    points = [(s["feature"], s["step"]) for s in sent if s.get("do") == "ChangeFeature"]
    assert ("DEX", "-1") in points
    assert ("DEX", "1") not in points  # closed: its button only says why
    assert {("SIZ", "1"), ("SIZ", "-1")} <= set(points)
    bought = [(s["key"], s["levels"]) for s in sent if s.get("do") == "BuySkill" and "key" in s]
    assert {("weapon:bow", "1"), ("weapon:bow", "-1"), ("climbing", "1")} <= set(bought)
    assert ("climbing", "-1") not in bought


def test_each_side_of_a_stepper_has_a_name_that_no_other_button_takes__SB_78() -> None:
    steps = [
        a
        for _, a in page(making, "p1").elements
        if a.get("aria-label", "").startswith(("Raise ", "Lower "))
    ]
    names = [a.get("id", "") for a in steps]
    assert steps
    assert "" not in names
    assert len(names) == len({*names})


def test_a_closed_stepper_shows_the_reason__SB_38() -> None:
    found = page(making, "p1")
    shut = [
        a for _, a in found.elements if a.get("aria-label") == "Raise Dexterity: not now, and why"
    ]
    assert len(shut) == 1
    why = shut[0]["popovertarget"]
    said = re.search(rf'id="{why}" popover>([^<]*)', found.text)
    assert said
    assert said[1].strip() == "Dexterity can be raised by 3 at most."


def test_the_price_of_the_next_level_is_written_on_the_row__SB_79() -> None:
    text = in_a_line(re.sub(r"<[^>]+>", "", page(making, "p1").text))
    assert re.search(r"Computers\s+−4 for 1 point", text)
    assert re.search(r"Climbing\s+\+3 for 1 point", text)


def test_a_bot_is_fitted_by_buttons_and_a_note_is_asked_for__SB_150_SB_157() -> None:
    sent = list(page(making, "p2").sends())
    assert {s["locomotion"] for s in sent if s.get("do") == "ChooseLocomotion"} == {
        "tracks", "wheels",
    }  # fmt: skip
    taken = {s["feature"] for s in sent if s.get("do") == "TakePart" and "feature" in s}
    assert {"searchlight", "arm"} <= taken
    assert "Terrain" in page(making, "p2").text


def test_what_a_set_of_skills_replaces_is_written_where_it_is_chosen_again__SB_84() -> None:
    fold = page(making, "p1").text.partition("What has it learned?")[2].partition("</details>")[0]
    assert "This comes instead of the skills bought so far." in fold
    assert fold.index("instead") < fold.index("TakeBundle")


def test_the_way_to_shaping_lies_in_plain_sight_at_the_step_of_skills__SB_137() -> None:
    played = Played()
    played.do("p1", BeginSheet("fox"))
    played.do("p1", SpreadPoints("fox", "quick"))
    card = drawn(played, "p1").text.partition('id="b-build-fox"')[2].partition("sb-maker-foot")[0]
    assert 'data-in="born:fox"' in card
    assert card.index("Born to shape?") < card.index("Scout")


def test_hearts_and_points_are_spoken_as_numbers__SB_93() -> None:
    assert 'aria-label="3 of 3 health points"' in page(ready, "p1").text
    text = re.sub(r"<[^>]+>", "", page(making, "p1").text)
    assert re.search(r"2\s+points left", text)


def test_the_director_reads_that_only_an_adventure_makes_people_grow__SB_176() -> None:
    warning = "Skills grow in an adventure, and not before one begins."
    assert warning in page(ready, "gm").text
    assert warning not in page(under_way, "gm").text
    assert warning not in page(ready, "p1").text


def test_the_adventure_s_chip_opens_on_its_end__SB_176() -> None:
    says = "When it ends, the Director says who has grown."
    assert page(under_way, "gm").text.count(">Your notes<") == 2  # between scenes, too
    assert says in page(under_way, "gm").text
    assert says not in page(under_way, "p1").text


# -- Words (SB-185, SB-186) ----------------------------------------------------------------------


def test_a_term_is_a_button_with_its_meaning__SB_185() -> None:
    text = page(making, "p1").text
    assert re.search(r'class="sb-term"[^>]*>Skills</button><span class="sb-pop"[^>]*popover>', text)
    assert text.count("<dt>") >= 21


def test_the_about_card_names_the_roots__SB_186() -> None:
    assert "Engine Heart" in page(start, "p1").text
    assert "Avatar: The Last Airbender" in page(start, "p1").text


# -- What somebody wrote -------------------------------------------------------------------------


def test_hostile_words_are_only_words() -> None:
    played = Played()
    played.do("p1", BeginSheet("fox"))
    played.do("p1", SpreadPoints("fox", "quick"))
    played.do("p1", NameCharacter("fox", HOSTILE))
    played.do("p2", TakeReady("saw-8"))
    played.do("p2", Describe("saw-8", HOSTILE, HOSTILE, HOSTILE, HOSTILE))
    played.do("gm", WriteAdventure(HOSTILE[:60]))
    played.do("gm", GiveHandout("x", HOSTILE))
    played.do("gm", MakeSkill("Evil", "None", HOSTILE))
    for who in ("gm", "p1", "p2"):
        text = drawn(played, who).text
        assert "<script>" not in text
        assert "&lt;script&gt;" in text
        assert "49" not in re.findall(r"alert\(1\)[^{]*(\d\d)", text)


# -- Files (SB-4, SB-172) ------------------------------------------------------------------------


class Burrow(House):
    """A house in which Shapers and Bots is played."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        games = {game.key: game for game in (*shelf().games, shapers_and_bots)}
        self.host = Host(self.store, list(games.values()))
        self.app = create_app(self.host, painter=HOUSE_PAINTER)


@pytest.fixture
async def gil(tmp_path: Path) -> AsyncIterator[Person]:
    house = Burrow(tmp_path)
    one = house.person()
    form = {"game": "shapers-and-bots", "name": "Low Harbour", "gm": "Gil"}
    await one.sit(await one.post("/new", form))
    yield one
    await house.close()


async def play_of(gil: Person) -> Any:
    live = await gil.house.host.live(gil.table)
    assert live
    return live.table.play


OTTER = """name = "Ours"

[[species]]
name = "Otter"
ratings = { SIZ = -2, FIT = 2, DEX = 2, INT = 0, AWR = 0 }
"""


async def test_home_made_things_come_from_a_file_and_go_home_again__SB_172(gil: Person) -> None:
    answer = await gil.post(f"/t/{gil.table}/kit", {"what": "things", "text": OTTER})
    assert answer.status_code == 303, answer.text
    assert set((await play_of(gil)).homemade.species) == {"otter"}
    file = await gil.get(f"/t/{gil.table}/kit.toml")
    assert file.headers["content-type"].startswith("application/toml")
    assert 'name = "Otter"' in file.text


async def test_every_fault_of_a_file_is_named_with_its_line__SB_69_SB_172(gil: Person) -> None:
    bad = (
        OTTER + '\n[[skills]]\nname = "Hack"\nstart = "__import__(\'os\')"\n\n[[skills]]\nuse = 3\n'
    )
    answer = await gil.post(f"/t/{gil.table}/kit", {"what": "things", "text": bad})
    assert answer.status_code == 422
    assert "Nothing has changed at the table." in answer.text
    assert "Line 9:" in answer.text
    assert "Line 12:" in answer.text or "Line 11:" in answer.text
    assert "__import__" in answer.text  # the text is there to be mended
    assert not (await play_of(gil)).homemade.species


async def test_an_adventure_goes_home_and_comes_back__SB_4(gil: Person) -> None:
    assert (await gil.do("LoadAdventure")).status_code == 200
    number = next(iter((await play_of(gil)).adventures))
    file = await gil.get(f"/t/{gil.table}/adventure/{number}.toml")
    assert file.text.startswith('title = "The Lamp of Low Harbour"')
    again = file.text.replace("The Lamp of Low Harbour", "The second lamp")
    answer = await gil.post(f"/t/{gil.table}/kit", {"what": "adventure", "text": again})
    assert answer.status_code == 303, answer.text
    titles = [a.title for a in (await play_of(gil)).adventures.values()]
    assert titles == ["The Lamp of Low Harbour", "The second lamp"]


async def test_a_title_that_is_on_the_shelf_is_asked_about__SB_4(gil: Person) -> None:
    await gil.do("LoadAdventure")
    number = next(iter((await play_of(gil)).adventures))
    file = await gil.get(f"/t/{gil.table}/adventure/{number}.toml")
    assert "the-lamp-of-low-harbour.toml" in file.headers["content-disposition"]
    sent = {"what": "adventure", "text": file.text}
    answer = await gil.post(f"/t/{gil.table}/kit", sent)
    assert answer.status_code == 422
    assert "is on your shelf already" in answer.text
    assert len((await play_of(gil)).adventures) == 1
    assert (await gil.post(f"/t/{gil.table}/kit", {**sent, "where": "instead"})).status_code == 303
    world = await play_of(gil)
    assert len(world.adventures) == 1
    assert number not in world.adventures
    names = [hero.name for hero in world.here()]
    assert len(names) == len(set(names)) > 0
    assert (await gil.post(f"/t/{gil.table}/kit", {**sent, "where": "beside"})).status_code == 303
    assert len((await play_of(gil)).adventures) == 2


async def test_all_that_is_wrong_with_an_adventure_is_told_at_once__SB_4(gil: Person) -> None:
    wrong = """title = "X"
[[notes]]
kind = "scne"
title = "A"
[[extras]]
name = "Bo"
species = "dragn"
look = 5
"""
    answer = await gil.post(f"/t/{gil.table}/kit", {"what": "adventure", "text": wrong})
    assert "3 things are not right yet" in " ".join(answer.text.split())
    for line in (3, 7, 8):
        assert f"<strong>Line {line}:</strong>" in answer.text


def test_a_character_is_taken_along_from_the_sheet_and_the_tools__TF_39() -> None:
    own = page(under_way, "p1").text
    assert own.count("?sheet=") == 2
    assert 'href="?bring="' in own


async def test_nothing_is_not_an_adventure_and_no_number_is_no_file__SB_4(gil: Person) -> None:
    answer = await gil.post(f"/t/{gil.table}/kit", {"what": "adventure", "text": "  "})
    assert answer.status_code == 422
    assert not (await play_of(gil)).adventures
    for file in ("99.toml", "x.toml", "-1.toml"):
        assert (await gil.get(f"/t/{gil.table}/adventure/{file}")).status_code in (404, 409, 422)


async def test_files_are_the_directors__SB_4(gil: Person) -> None:
    await gil.do("LoadAdventure")
    invite = await gil.house.host.people.invite_of(gil.table)
    ana = gil.house.person()
    await ana.sit(await ana.post(f"/j/{invite}", {"name": "Ana"}))
    for path in ("kit.toml", "adventure/1.toml"):
        answer = await ana.get(f"/t/{gil.table}/{path}")
        assert answer.status_code >= 400
        assert "Lamp" not in answer.text
