"""What players met at the table, and what they should have met instead."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from tests.games.shapers_and_bots import moments
from tests.games.shapers_and_bots.fighting import Brawl
from tests.games.shapers_and_bots.table import GAME, Played, animal
from tests.games.shapers_and_bots.test_gear import bot

from tablefolk.core import play
from tablefolk.core.game import Offer
from tablefolk.core.table.talk import Say
from tablefolk.games import shapers_and_bots
from tablefolk.games.shapers_and_bots.page.blocks.play import Fight, ShapingPanel, Try
from tablefolk.games.shapers_and_bots.page.blocks.sheets import Begin
from tablefolk.games.shapers_and_bots.page.view.fights import icon_of
from tablefolk.games.shapers_and_bots.rules import about
from tablefolk.games.shapers_and_bots.rules.advancement import GrantRaise, PassRaise
from tablefolk.games.shapers_and_bots.rules.adventures import (
    EndAdventure,
    StartAdventure,
    WriteAdventure,
)
from tablefolk.games.shapers_and_bots.rules.bots import TakePart
from tablefolk.games.shapers_and_bots.rules.building import BeginSheet
from tablefolk.games.shapers_and_bots.rules.challenges import OpenChallenge, RollChallenge
from tablefolk.games.shapers_and_bots.rules.corrections import CorrectHealth
from tablefolk.games.shapers_and_bots.rules.fights.rounds import TurnEnded
from tablefolk.games.shapers_and_bots.rules.gear import GiveItem
from tablefolk.games.shapers_and_bots.rules.harm import Heal
from tablefolk.games.shapers_and_bots.rules.homemade import MakeSpecies
from tablefolk.games.shapers_and_bots.rules.skills import TakeBundle
from tablefolk.games.shapers_and_bots.rules.wording import likely, say
from tablefolk.web.assets import has_icon

CSS = Path(shapers_and_bots.__file__).parent / "web" / "css"


def menu(played: Played, who: str) -> list[Offer]:
    return list(play.menu(GAME, played.table, played.seat(who)))


def blocks(played: Played, who: str, kind: type) -> list[Any]:
    return [b for b in GAME.view(played.table, played.seat(who)).blocks if isinstance(b, kind)]


# -- Healing -------------------------------------------------------------------------------------


def test_what_a_treatment_brings_is_tapped_where_it_worked__SB_102() -> None:
    played = moments.quiet()
    treat = OpenChallenge(moments.FOX, "Treat the wounds", "first_aid", purpose="healing",
                          target=moments.TURTLE)  # fmt: skip
    played.do("gm", treat)
    number = max(played.world.challenges)
    played.do("p1", RollChallenge(number), (6, 6, 6))
    at = f"treated:{number}"
    assert [wait.part for wait in GAME.waits_of(played.table)["gm"]] == [at]
    brings = [o.label for o in menu(played, "gm") if o.about == at and o.owed]
    assert brings == ["Tick-Tock gets no worse", "Something else"]  # awake, and nothing is lost


def test_a_treatment_is_answered_once__SB_102() -> None:
    played = moments.quiet()
    played.do("gm", CorrectHealth(moments.TURTLE, 1, "conscious"))
    treat = OpenChallenge(moments.FOX, "Treat the wounds", "first_aid", purpose="healing",
                          target=moments.TURTLE)  # fmt: skip
    played.do("gm", treat)
    number = max(played.world.challenges)
    played.do("p1", RollChallenge(number), (6, 6, 6))
    one = Heal(moments.TURTLE, points=1, challenge=number)
    played.do("gm", one)
    assert played.hp(moments.TURTLE) == 2
    assert "gm" not in GAME.waits_of(played.table)
    assert not [o for o in menu(played, "gm") if o.about == f"treated:{number}"]
    assert played.no("gm", one) == "same"
    assert played.no("gm", Heal(moments.FOX, points=1, challenge=number)) == "unknown"


# -- The end of an adventure -----------------------------------------------------------------------


def test_the_way_to_growth_is_on_the_adventure_s_own_chip__SB_176() -> None:
    played = moments.quiet()
    ends = {o.about for o in menu(played, "gm") if o.do == "EndAdventure"}
    assert "adventure" in ends
    assert not [o for o in menu(played, "p1") if o.do == "EndAdventure"]
    parts = {p.key: p for p in GAME.parts(played.table, played.seat("gm"))}
    found = f"{parts['adventures'].title} {parts['adventures'].note}".lower()
    assert all(word in found for word in ("adventure", "end", "grow", "raise"))


# -- Growing, and being dead -----------------------------------------------------------------------


def grown_up(**more: Any) -> Played:
    played = Played(("p1",))
    played.put(animal("ann", "goat", "p1", **more))
    number = played.do("gm", WriteAdventure("The cave"))[0].adventure.id
    played.do("gm", StartAdventure(number))
    played.do("gm", OpenChallenge("ann", "climb", "climbing"))
    played.do("p1", RollChallenge(max(played.world.challenges)), (4, 4, 4))
    return played


def test_the_reward_of_the_evening_is_the_directors_move__SB_177() -> None:
    played = grown_up()
    played.do("gm", EndAdventure())
    owed = {o.do for o in menu(played, "gm") if o.owed}
    assert {"GrantRaise", "PassRaise"} <= owed
    played.do("gm", PassRaise("ann"))
    assert played.no("gm", PassRaise("ann")) == "same"
    assert "GrantRaise" not in {o.do for o in menu(played, "gm") if o.owed}
    played.do("gm", GrantRaise("ann", "climbing"))  # second thoughts are allowed


def test_the_dead_do_not_grow__SB_104() -> None:
    played = grown_up()
    played.do("gm", EndAdventure())
    played.table = play.replace(played.table, play=played.world.with_hero("ann", life="dead"))
    assert played.no("gm", GrantRaise("ann", "climbing")) == "dead"
    assert not {o.do for o in menu(played, "gm") if o.owed} & {"GrantRaise", "PassRaise"}


def test_a_dead_characters_player_is_told_so_and_has_no_panels_of_it__SB_104() -> None:
    played = Played()
    dead = animal("ann", "turtle", "p1", life="dead", shaping=("time",), name="Tick-Tock")
    played.put(dead)
    why = played.refusal("p1", Say("Hello?")).why
    assert "dead" in why
    assert "unconscious" not in why
    assert blocks(played, "p1", Try) == blocks(played, "p1", ShapingPanel) == []


# -- Bots ------------------------------------------------------------------------------------------


def test_a_fighting_bot_learns_to_use_its_own_sawblade__SB_156() -> None:
    played = Played()
    played.do("p1", BeginSheet("bot"))
    (who,) = played.world.cast
    played.do("p1", TakePart(who, "sawblade"))
    played.do("p1", TakeBundle(who, "fighter"))
    assert "weapon:sawblade" in played.hero(who).raises
    assert "weapon:sword" not in played.hero(who).raises


def test_a_bot_without_arms_is_given_nothing_to_hold__SB_161() -> None:
    played = Played()
    played.put(bot("bin", player="p1", penalties=("armless",)))
    assert played.no("gm", GiveItem("bin", "sword")) == "no_hands"
    played.do("gm", GiveItem("bin", "light_armor"))


# -- Fights ----------------------------------------------------------------------------------------


def test_a_sword_is_drawn_as_a_sword() -> None:
    assert icon_of("item:1", "Sword") == "sword"
    assert has_icon("sword")


def test_a_bow_is_not_thrown_at_first_thought__SB_117() -> None:
    brawl = Brawl(a={"player": "p1", "held": ["bow"], "fixed": {"FIT": 3}}, b={}).begin()
    (fight,) = blocks(brawl, "p1", Fight)
    assert not [way.label for way in fight.turn.ways if "thrown" in way.label]
    (other,) = [o for o in menu(brawl, "p1") if o.label == say("AttackSpecial.label")]
    ways = next(b.choices for b in other.blanks if b.name == "way")  # type: ignore[attr-defined]
    assert "Bow, thrown" in [choice.label for choice in ways]


def test_the_berserk_keep_no_action_for_a_defence_they_cannot_make__SB_133() -> None:
    brawl = Brawl(a={"player": "p1", "fixed": {"FIT": 3}}, b={}).begin()
    ended = TurnEnded("a", "A", left=1)
    assert GAME.tell(brawl.table, ended, brawl.seat("p2"))
    brawl.say("* a berserk=yes")
    assert GAME.tell(brawl.table, ended, brawl.seat("p2")) is None


def test_a_miss_and_a_wound_have_not_the_same_colour_for_who_is_struck__SB_20() -> None:
    (fight,) = blocks(moments.attacked(), "p1", Fight)
    kinds = {line.label: line.kind for line in fight.attack.without.ending}
    assert kinds[say("outcome.missed")] != kinds[say("outcome.hurt")]


# -- Making ----------------------------------------------------------------------------------------


def test_a_home_made_species_has_weapons_and_skills_by_the_page_too__SB_57() -> None:
    played = moments.quiet()
    (form,) = [o for o in menu(played, "gm") if o.do == "MakeSpecies"]
    assert {"weapons", "skills"} <= {blank.name for blank in form.blanks}
    assert form.open
    ratings = dict.fromkeys(("SIZ", "FIT", "DEX", "INT", "AWR"), 0)
    born = {"swimming": "+2", "flying": "None", "hiding": "as usual", "climbing": ""}
    played.do("gm", MakeSpecies("Otter", ratings, weapons=("Claws", "", ""), skills=born))
    otter = played.world.find_species("otter")
    assert otter
    assert [weapon.name for weapon in otter.weapons] == ["Claws"]
    assert {row.skill for row in otter.skills} == {"swimming", "flying"}


def test_on_a_phone_every_number_says_what_it_is_for() -> None:
    css = (CSS / "game.css").read_text("utf-8")
    assert ".quiet { display: none" not in css


def test_nobody_is_waited_for_before_anybody_has_done_anything__TF_30() -> None:
    assert not [o.label for o in menu(Played(), "gm") if o.owed]


def test_a_change_of_species_is_told_to_whoever_makes_it_alone() -> None:
    played = Played()
    played.do("p1", BeginSheet("goat"))
    another = next(o for o in menu(played, "p1") if o.do == "ChooseSpecies")
    events = played.do("p1", play.sample(another))
    told = [GAME.tell(played.table, event, played.seat("p2")) for event in events]
    assert told == [None] * len(events)


# -- A child of eight ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("share", "words"),
    [(0.954, "very likely"), (0.741, "likely"), (0.5, "about half and half"), (0.26, "not likely"),
     (0.046, "only with a lot of luck")],
)  # fmt: skip
def test_a_chance_is_said_in_words__SB_20(share: float, words: str) -> None:
    assert likely(Fraction(share)) == words


def test_the_glossary_is_in_words_of_a_child__SB_185() -> None:
    grown_ups = ("natural", "rating above", "3D", "roll-off", "inborn", "quality", "measure")
    for term in about.glossary():
        assert not [word for word in grown_ups if word in term.meaning], term.term


def test_every_animal_is_said_more_of_than_that_it_is_fit__SB_36() -> None:
    (begin,) = blocks(Played(), "p1", Begin)
    assert not [
        picture.picture.name
        for picture in begin.pictures
        if picture.picture.good == say("good.FIT.up")
    ]
