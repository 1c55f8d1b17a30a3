"""Shapers and Bots at play, as it is drawn: every block, every offer, nothing in line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser
from typing import Any

from msgspec.structs import replace
from tests.games.shapers_and_bots import moments
from tests.games.shapers_and_bots.moments import MOMENTS
from tests.games.shapers_and_bots.table import GAME, Played
from tests.games.shapers_and_bots.test_met_by_strangers import struck
from tests.web.drawn import in_a_line, templates
from tests.web.unfolding import unfolded

from tablefolk.core.game import Block, Offer
from tablefolk.games.shapers_and_bots.page.blocks import play
from tablefolk.games.shapers_and_bots.rules.adventures import EndAdventure
from tablefolk.games.shapers_and_bots.rules.challenges import (
    GiveModifier,
    OpenChallenge,
    RollChallenge,
)
from tablefolk.games.shapers_and_bots.rules.homemade import MakeShapingExample
from tablefolk.games.shapers_and_bots.rules.skills import BecomeShaper
from tablefolk.hosting.live import Live
from tablefolk.web import assets
from tablefolk.web.render import Painter

PAINTER = Painter()
IN_THE_STORY = {play.RollCard, play.DamageRoll}


class Page(HTMLParser):
    """A drawn page, as its elements, its forms, and the fields outside of any label."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.text = text
        self.elements: list[tuple[str, dict[str, str]]] = []
        self.forms: list[list[tuple[str, str]]] = []
        self.bare: list[str] = []
        self.named: set[str] = set()
        self._labels = 0
        self.feed(text)
        self.bare = [field for field in self.bare if field not in self.named]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        self.elements.append((tag, found))
        self._labels += tag == "label"
        self.named |= {found["for"]} if tag == "label" and "for" in found else set()
        if tag == "form":
            self.forms.append([])
        fields = ("input", "select", "textarea")
        if tag in (*fields, "button") and self.forms and "name" in found:
            self.forms[-1].append((found["name"], found.get("value", "")))
        named = self._labels or found.get("type") == "hidden" or found.get("aria-label")
        if tag in fields and not named:
            self.bare.append(found.get("id") or str(found))

    def handle_endtag(self, tag: str) -> None:
        self._labels -= tag == "label"


@cache
def at(moment: Any) -> Played:
    played = moment()
    assert isinstance(played, Played)
    return played


def live(played: Played) -> Live:
    return Live("t", GAME, len(played.log), played.table, played.log)


@cache
def page(moment: Any, who: str) -> Page:
    return Page(unfolded(PAINTER, live(at(moment)), who))


def story(played: Played, who: str) -> str:
    drawn = PAINTER.regions(live(played), who)
    return drawn["story-old"] + drawn["story-new"]


def words(text: str) -> str:
    """What is read of a piece of a page."""
    return " ".join(re.sub(r"<[^>]+>", " ", text).split())


# -- What holds everywhere -------------------------------------------------------------------------


def all_blocks() -> Iterator[type[Block]]:
    for thing in vars(play).values():
        if isinstance(thing, type) and issubclass(thing, Block) and thing is not Block:
            yield thing


def test_every_block_has_a_drawing_of_its_own() -> None:
    for kind in all_blocks():
        assert (templates("shapers-and-bots") / f"{kind.__name__}.html").is_file(), kind


def test_every_block_is_on_somebodys_page_at_some_moment() -> None:
    seen: set[type] = set(IN_THE_STORY)
    for moment in MOMENTS:
        played = at(moment)
        for who in ("gm", "p1", "p2", "p3"):
            seen |= {type(b) for b in GAME.view(played.table, played.seat(who)).blocks}
    assert set(all_blocks()) <= seen


def own(menu: tuple[Offer, ...]) -> Iterator[Offer]:
    """The offers of the play half, still open."""
    played = {
        (offer.do, offer.about)
        for offer in menu
        if any(offer.command.__module__.endswith(name) for name in CHAPTERS)
    }
    return (offer for offer in menu if offer.open and (offer.do, offer.about) in played)


CHAPTERS = (
    "challenges", "contests", "harm", "shaping", "bots_in_play", "corrections", "advancement",
    "rulings", "extras", "start", "rounds", "acting", "attacking", "blows", "ending", "berserk",
    "planning",
)  # fmt: skip


def test_every_icon_that_is_named_exists() -> None:
    named = set()
    for path in templates("shapers-and-bots").glob("*.html"):
        named |= set(re.findall(r'icon\("([a-z0-9-]+)"', path.read_text("utf-8")))
    assert named
    assert [name for name in named if not assets.has_icon(name)] == []


def test_every_way_to_attack_has_a_picture() -> None:
    from tablefolk.games.shapers_and_bots.page.view.fights import ICONS
    from tablefolk.games.shapers_and_bots.page.view.figures import SWORD, WEAPONS

    pictures = {SWORD, *ICONS.values(), *(icon for _, icon in WEAPONS)}
    assert [name for name in pictures if not assets.has_icon(name)] == []


# -- What matters at a moment ----------------------------------------------------------------------


def test_what_people_write_is_shown_and_never_obeyed__TF_11() -> None:
    for moment, said in (
        (moments.tried, "Climb the &lt;rock&gt;, &amp; quickly"),
        (moments.at_a_thing, "the &lt;rope&gt;"),
        (moments.bots, "Yes, &amp; it is &lt;cold&gt;."),
        (moments.sketchy, "The &lt;heron&gt;"),
    ):
        text = page(moment, "gm").text
        assert said in text
        for raw in ("<rock>", "<rope>", "<cold>", "<heron>"):
            assert raw not in text


def test_whose_turn_it_is_chooses_a_face_and_taps_a_way__SB_120() -> None:
    forms = [dict(form) for form in page(moments.turn, "p1").forms]
    (attack,) = [form for form in forms if form.get("do") == "DeclareAttack" and "way" in form
                 and not {"because", "thing", "ruling"} & set(form)]  # fmt: skip
    assert attack["who"] == moments.FOX
    text = in_a_line(page(moments.turn, "p1").text)
    aims = re.findall(r'name="target" value="([^"]+)"', text)
    assert aims[:3] == [moments.SKAW, moments.PIP, moments.GRIST]
    assert 'name="way" value="unarmed"' in text
    assert 'name="way"' not in page(moments.turn, "p2").text


def test_everybody_sees_the_order_and_whom_the_table_waits_for__SB_106() -> None:
    for who in ("gm", "p2", "p3"):
        text = words(page(moments.attacked, who).text)
        assert "acts now" in text
        assert "defend?" in text  # beside the name of whoever is waited for
        assert "No, let it come" not in text or who == "gm"  # who could answer for anybody
    assert "No, let it come" in words(page(moments.attacked, "p1").text)


def test_dice_in_the_story_are_drawn_as_faces_and_unfold_into_their_parts__SB_10() -> None:
    told = in_a_line(story(at(moments.fluke), "p2"))
    seen = re.sub(r"<template.*?</template>", "", told)  # what waits there is for a big moment
    assert seen.count('class="die ') == 6
    assert "Dice: 6, 6, 6." in told
    assert "difficulty" in told
    assert "Fluke!" in words(told)


def test_of_a_hidden_roll_players_are_drawn_the_outcome_alone__SB_168() -> None:
    assert 'class="die' in story(at(moments.heard), "gm")
    told = story(at(moments.heard), "p1")
    assert 'class="die' not in told
    assert "Success!" in words(told)


def test_damage_dice_that_do_not_hurt_are_struck_out__SB_86() -> None:
    played = moments.hit()
    from tablefolk.games.shapers_and_bots.rules.fights.blows import RollDamage

    played.do("gm", RollDamage(moments.PIP), (2,))
    assert "2 (not counted)" in words(story(played, "p1"))


def test_each_answer_to_a_deadly_blow_says_that_it_kills__SB_95() -> None:
    drawn = words(PAINTER.regions(live(struck(1)), "p1")["part fight"])
    assert len(re.findall(r"it kills: \d+ in 10+", drawn)) == 2
    assert len(set(re.findall(r"\d+ in (10+)", drawn))) == 1


def gusty() -> Played:
    """The fox may blow somebody over, and has an idea of the table's own."""
    played = moments.quiet()
    played.do("gm", BecomeShaper(moments.FOX, "air"))
    played.do("gm", MakeShapingExample("air", "Ruffle somebody's fur", 1))
    return played


def test_whom_it_is_aimed_at_is_a_face_in_every_form_of_a_shaper__SB_148() -> None:
    forms = [form for form in page(gusty, "p1").forms if ("do", "Shape") in form]
    aimed = [[value for name, value in form if name == "target"] for form in forms]
    (everybody,) = {tuple(sorted(some)) for some in aimed if moments.FOX in some}
    assert "" in everybody
    assert [len(some) for some in aimed if some] == [len(everybody) - 2, *[len(everybody)] * 2]
    text = page(gusty, "p1").text
    assert not re.search(r'id="f-shape[^>]* name="target"', text)


def test_every_chance_reads_as_so_many_times_it_happens__SB_20() -> None:
    for moment, who, says in (
        (gusty, "p1", "it works"),
        (moments.tried, "p1", "it works"),
        (moments.resisting, "p1", "it resists"),
        (moments.fallen, "p1", "it wakes"),
        (moments.staggering, "p1", "it stays up"),
        (moments.turn, "p1", "if not defended"),
        (moments.parried, "p1", "it is stopped"),
        (moments.contest, "gm", "it wins"),
    ):
        drawn = words(unfolded(PAINTER, live(at(moment)), who))
        assert re.search(rf"\d+ in 10+ times {says}", drawn), says
        assert not re.search(rf"\d+ in 10+ {says}", drawn), says


def test_a_page_that_holds_one_form_shows_it_open__SB_121() -> None:
    drawn = PAINTER.regions(live(at(moments.attacked)), "p1")
    assert "<details" not in drawn["part fight:other"]
    assert 'name="key"' in drawn["part fight:other"]
    drawn = PAINTER.regions(live(at(moments.turn)), "p1")
    first = drawn[f"part try:{moments.FOX}:more"].partition("<details")[0]
    assert "Try it" in words(first)


def test_a_raise_that_is_not_for_this_species_says_so_and_can_be_ruled__SB_77() -> None:
    played = moments.quiet()
    played.rule("gm", OpenChallenge(moments.BOT, "Up!", "flying"))
    played.do("p3", RollChallenge(moments.latest(played)), (6, 5, 5))
    played.do("gm", EndAdventure())
    drawn = words(PAINTER.regions(live(played), "gm")["part grown"])
    assert "Flying is only for animals that are born to it, not for SAW-8." in drawn
    assert "Allow it this once" in drawn


def test_what_a_try_takes_is_drawn_above_its_roll__SB_119() -> None:
    played = moments.turn()
    played.do("gm", OpenChallenge(moments.FOX, "Climb the mast", "climbing", cost=2))
    drawn = unfolded(PAINTER, live(played), "p1")
    card = drawn[drawn.index("Climb the mast") :]
    assert 0 < card.index("Takes all your 2 actions") < card.index("RollChallenge")


def test_how_hard_it_is_is_answered_on_a_dial__SB_170() -> None:
    played = moments.quiet()
    played.ask("p1", OpenChallenge(moments.FOX, "Climb the mast", "climbing"))
    drawn = unfolded(PAINTER, live(played), "gm")
    dial = re.findall(r'<button class="dial-in".*?</button>', drawn, re.DOTALL)
    assert [words(stop) for stop in dial][:3] == [
        "−10 next to hopeless 1.9%", "−5 37.5%", "−3 hard 62.5%",
    ]  # fmt: skip
    assert "−1: Climb the rock" in words(drawn)  # what the Director has written down for it


def test_a_fight_in_mind_has_buttons_that_say_what_comes_of_them__SB_105() -> None:
    drawn = unfolded(PAINTER, live(at(moments.planned)), "gm")
    for heading, button in (
        ("Choose the two sides", "See how it would go"),
        ("Start a fight with others", "Start it like this"),
    ):
        fold = drawn[drawn.index(f'<span class="offer-label">{heading}') :]
        pressed = re.findall(r'<button class="button [^>]*>(.*?)</button>', fold, re.DOTALL)
        assert words(pressed[0]).startswith(button)


def test_rage_and_luck_stay_in_the_strip_of_a_phone__SB_128__SB_143() -> None:
    played = moments.turn()
    played.do("gm", GiveModifier(moments.FOX, 1, "Luck"))
    raging = played.world.with_combatant(moments.PIP, berserk=True)
    played.table = replace(played.table, play=raging)
    strip = PAINTER.regions(live(played), "p1")["part fight"]
    stays = re.findall(r'<span class="[^"]*\bsbf-stays">(.*?)</span>', strip, re.DOTALL)
    assert sorted(map(words, stays)) == ["+1", "rage"]
    css = templates("shapers-and-bots").parent / "css" / "play.css"
    narrow = css.read_text().partition("@media (max-width: 40rem)")[2]
    assert re.search(r"\.sbf-flags > :not\([^)]*\.sbf-stays\) \{ display: none", narrow)
