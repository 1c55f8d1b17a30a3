"""The world of Rotate Bird as it is drawn: every offer has its form, every circle its name."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import pytest
from tests.games.rotate_bird.table import GAME, Played, created
from tests.games.rotate_bird.test_page_world import begun, being, closed, filled, finished
from tests.web.drawn import Labels, Page
from tests.web.house import House
from tests.web.test_rotate_bird_drawn import drawn

from tablefolk.core.game import Block
from tablefolk.games.rotate_bird.page.blocks import world
from tablefolk.games.rotate_bird.rules import npcs, worksheet
from tablefolk.games.rotate_bird.rules.incident import RollIncident, SuggestWording, WriteIncident
from tablefolk.games.rotate_bird.rules.tracks import SetBoxes
from tablefolk.hosting.live import Live
from tablefolk.web.render import TEMPLATES

# Drawn as forms that hold several offers each: what is fixed in the offer is chosen in the form.
TOGETHER = {
    "SetBoxes", "AddNpcChallenge", "SwapSymbol", "SwapForOwn", "AddSymbol", "CorrectCircle",
}  # fmt: skip
ELSEWHERE = {"ReplacePicture", "LoadPack", "OpenTest", "Combine"}


# -- Moments ---------------------------------------------------------------------------------------


def no_worksheet() -> Played:
    played = created()
    track = played.make_track("progress", "The Moon <b>", 9)
    played.make_track("disaster", "The ferry", 3)
    played.do("gm", SetBoxes(track, 9, 9, "a storm"))
    played.make_npc("Gulls", *["bird"] * 6)
    played.do("gm", npcs.MakeNpc("The Night Tax", "boss", "abstract", ("anchor",)))
    played.do("gm", npcs.AddNpcDoing("npc_the-night-tax", "Late Fee", "ellipsis", "bell", True))
    played.do("gm", npcs.AddNpcChallenge("npc_the-night-tax", "in a fight", perilous=True))
    played.open("c1", npc="npc_gulls", opposes=1)
    return played


def no_factors() -> Played:
    played = created()
    played.do("gm", worksheet.StartWorksheet(in_character=True, in_order=True))
    return played


def choosing() -> Played:
    played = begun(created())
    being(played, "gm", 1, "one two three four five six seven eight nine ten eleven")
    played.do("p1", worksheet.RollBeingCircle(), [1, 1, 1])
    played.do("p2", SuggestWording("It is made of “bread”."))
    return played


def connecting() -> Played:
    played = begun(created(), "solo")
    for circle in (1, 3, 5):
        being(played, "gm", circle)
    played.do("gm", worksheet.RollDoingCircle(alone=True), [1, 1])
    played.do("gm", worksheet.PlaceDoing("12", 1, "One side.", alone=True))
    played.do("gm", worksheet.RollDoingCircle(alone=True), [1, 2])
    return played


def linked() -> Played:
    return filled(created())


def inciting() -> Played:
    played = finished(created())
    played.do("gm", RollIncident(alone=True), [2])
    return played


def done() -> Played:
    played = inciting()
    played.do("gm", WriteIncident("The tide forgets to turn.", alone=True))
    return played


def growing() -> Played:
    played = closed(created({"advancement": True}), 3)
    played.award("c1", "bell")
    return played


def both() -> Played:
    """The group's worksheet, and beside it one of the GM's own (RB-175)."""
    played = connecting()
    played.do("gm", worksheet.StartWorksheet())
    played.do("gm", worksheet.RollFactors(), [2, 1])
    played.do("gm", worksheet.RollBeingCircle(), [1, 1, 1])
    played.do("gm", worksheet.PlaceBeing(1, "It is so."))
    return played


MOMENTS = (both, no_worksheet, no_factors, choosing, connecting, linked, inciting, done, growing)
everywhere = pytest.mark.parametrize(
    ("moment", "who"),
    [(moment, who) for moment in MOMENTS for who in ("gm", "p1", "p2")],
    ids=lambda value: getattr(value, "__name__", value),
)


@cache
def at(moment: Any) -> Played:
    played = moment()
    assert isinstance(played, Played)
    return played


@cache
def text(moment: Any, who: str) -> str:
    return drawn(at(moment), who)


# -- What holds everywhere -------------------------------------------------------------------------


def test_every_block_of_the_world_has_a_drawing_of_its_own() -> None:
    for thing in vars(world).values():
        if isinstance(thing, type) and issubclass(thing, Block) and thing is not Block:
            assert (TEMPLATES / "rotate-bird" / f"{thing.__name__}.html").is_file(), thing


@everywhere
def test_no_id_is_given_twice_and_every_field_can_be_read_out(moment: Any, who: str) -> None:
    page = Page(text(moment, who))
    assert [name for name, times in page.ids().items() if times > 1] == []
    assert Labels(text(moment, who)).bare == []
    for tag, attributes in page.elements:
        assert tag not in ("script", "style")
        assert "style" not in attributes


@everywhere
def test_every_open_offer_has_its_form(moment: Any, who: str) -> None:
    played = at(moment)
    live = Live("t", GAME, len(played.log), played.table, played.log)
    forms = [set(form) for form in Page(text(moment, who)).forms]
    for offer in live.look(who).menu:
        if offer.open and offer.command in GAME.game.commands and offer.do not in ELSEWHERE:
            wanted = {("do", offer.do)}
            if offer.do not in TOGETHER:
                fixed = offer.fixed.items()
                wanted |= {(k, said(v)) for k, v in fixed if not isinstance(v, tuple)}
            assert any(wanted <= form for form in forms), f"{offer.do} {offer.fixed}"


def said(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


@everywhere
def test_every_link_within_the_page_leads_somewhere(moment: Any, who: str) -> None:
    page = Page(text(moment, who))
    ids = page.ids()
    for tag, attributes in page.elements:
        goal = attributes.get("href", "")
        if tag in ("a", "use") and goal.startswith("#"):
            assert ids[goal[1:]] == 1, goal


@pytest.mark.parametrize("moment", [no_factors, choosing, connecting, linked, inciting, done])
def test_all_thirteen_circles_can_be_reached_and_say_what_they_are__RB_162(moment: Any) -> None:
    alone = "gm" in at(moment).bird.worksheets
    for who in ("gm",) if alone else ("gm", "p1"):
        links = [a for tag, a in Page(text(moment, who)).elements if "data-circle" in a]
        assert len(links) == 13
        goals = "#own-" if alone else "#ws-"
        assert all(a["aria-label"] and a["href"].startswith(goals) for a in links)


def test_the_players_own_words_are_shown_as_words() -> None:
    assert "The Moon &lt;b&gt;" in text(no_worksheet, "p1")
    assert "The Moon <b>" not in text(no_worksheet, "p1")


# -- On paper --------------------------------------------------------------------------------------


async def test_the_worksheet_is_printed_for_those_at_the_table_only__RB_178(house: House) -> None:
    gm = house.person()
    form = {"game": "rotate-bird", "name": "The Moon", "gm": "Mara"}
    await gm.sit(await gm.post("/new", form))
    empty = await gm.get(f"/t/{gm.table}/paper/worksheet-empty")
    assert empty.status_code == 200
    assert len(re.findall(r'class="ws-ring"', empty.text)) == 13
    assert (await gm.get(f"/t/{gm.table}/paper/worksheet")).status_code == 404
    await gm.post(f"/t/{gm.table}/do", {"do": "StartWorksheet"})
    assert (await gm.get(f"/t/{gm.table}/paper/worksheet")).status_code == 200
    stranger = house.person()
    assert (await stranger.get(f"/t/{gm.table}/paper/worksheet-empty")).status_code == 403


async def test_a_game_without_paper_has_none(house: House) -> None:
    (gil,) = await house.table()
    assert (await gil.get(f"/t/{gil.table}/paper/worksheet")).status_code == 404
