"""A character of Shapers and Bots written out at one table and brought to another (TF-39)."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace
from tests.games.shapers_and_bots.table import Played

from tablefolk.core.game import Refusal
from tablefolk.games.shapers_and_bots import tell
from tablefolk.games.shapers_and_bots.rules.bots import AllowNose
from tablefolk.games.shapers_and_bots.rules.bringing import BringCharacter, sheet
from tablefolk.games.shapers_and_bots.rules.building import (
    BeginSheet,
    ChangeFeature,
    FinishSheet,
    TakeReady,
)
from tablefolk.games.shapers_and_bots.rules.gear import GiveItem, GiveOwnItem, WearArmor
from tablefolk.games.shapers_and_bots.rules.homemade import LoadHomemade, MakeSpecies, written
from tablefolk.games.shapers_and_bots.rules.numbers import FixNumber, GrantBlackBelt
from tablefolk.games.shapers_and_bots.rules.people import Describe
from tablefolk.games.shapers_and_bots.rules.ready_made import ready_mades
from tablefolk.games.shapers_and_bots.rules.skills import BecomeShaper, BuySkill, NameSpecialty
from tablefolk.games.shapers_and_bots.rules.values import BotBody, Character, Pending

HEAD = {"tablefolk": 1, "game": "shapers-and-bots"}


def taken(played: Played, who: str) -> dict[str, Any]:
    """Somebody as their file has them."""
    seat = played.seat(played.hero(who).player)
    found: dict[str, Any] = json.loads(json.dumps(sheet(played.world, seat, who)))
    return found


def goat(**more: Any) -> dict[str, Any]:
    return {**HEAD, "species": "goat", "name": "Nell", **more}


def brought(played: Played, file: dict[str, Any], member: str = "p1") -> Character:
    (event,) = (e for e in played.do(member, BringCharacter(file)) if hasattr(e, "sheet"))
    assert isinstance(event.sheet, Character)
    return played.hero(event.sheet.id)


def on_paper(hero: Character) -> Any:
    """A sheet but for the numbers and the seat that the table has given."""
    plain = msgspec.to_builtins(hero)
    for item in plain.get("items", ()):
        del item["id"]
    raises = {key: n for key, n in plain.pop("raises", {}).items() if n}
    rest = {k: v for k, v in plain.items() if k not in ("id", "player", "ready")}
    return {**rest, "raises": raises}


# -- There and back again ------------------------------------------------------------------------


@pytest.mark.parametrize("key", list(ready_mades()))
def test_everybody_of_the_box_travels_whole__TF_39(key: str) -> None:
    played, here = Played(), Played()
    (made,) = played.do("p1", TakeReady(key))
    file = taken(played, made.sheet.id)
    hero = brought(here, file, "p2")
    assert (hero.player, hero.finished) == ("p2", True)
    assert here.world.playing["p2"] == hero.id
    assert on_paper(hero) == on_paper(made.sheet)
    assert taken(here, hero.id) == file
    here.audited()


def nell() -> Played:
    """A goat with everything a player can write or be given."""
    played = Played()
    played.do("p1", BeginSheet("goat", "Nell"))
    played.do("p1", Describe("nell", "old", "One horn", "hero", "Owes the ferryman."))
    played.do("p1", ChangeFeature("nell", "INT", -1))
    played.do("p1", ChangeFeature("nell", "FIT", 2))
    played.do("p1", BecomeShaper("nell", "air"))
    played.do("p1", NameSpecialty("nell", "lore", "Tides"))
    played.do("p1", BuySkill("nell", "lore:tides", 1))
    played.do("p1", BuySkill("nell", "climbing", 1))
    played.do("p1", GiveItem("nell", "light_armor"))
    played.do("p1", WearArmor("nell", played.hero("nell").items[0].id, wear=False))
    played.do("p1", GiveOwnItem("nell", "Grandmother’s ladle", "small", "brawling"))
    played.do("p1", FinishSheet("nell"))
    played.do("gm", GrantBlackBelt("nell"))
    played.do("gm", FixNumber("nell", "SML", 3, reason="a nose like that"))
    return played


def test_what_only_a_director_gives_comes_with_this_directors_word__SB_43() -> None:
    file, here = taken(nell(), "nell"), Played()
    asked = here.ask("p1", BringCharacter(file))
    for part in ("Air", "Tides", "ladle", "black belt", "Smell"):
        assert part.casefold() in asked.question.casefold()
    assert not here.world.cast
    here.grant(asked)
    assert taken(here, "nell") == file
    assert here.rating("nell", "SML") == 3
    assert [s.name for s in here.world.homemade.specialties] == ["tides"]
    here.audited()


def test_a_director_who_says_no_lets_nothing_in__SB_137() -> None:
    here = Played()
    here.deny(here.ask("p1", BringCharacter(taken(nell(), "nell"))))
    assert not here.world.cast
    assert not here.world.homemade.specialties


def test_wounds_luck_and_the_directors_notes_stay_behind__TF_39() -> None:
    played = nell()
    hurt = replace(
        played.hero("nell"), hp=1, life="unconscious", secret="Works for the crocodile.",
        pending=(Pending(1, 2, "luck"),), place="the roof",
    )  # fmt: skip
    played.put(hurt)
    file = taken(played, "nell")
    assert "crocodile" not in json.dumps(file)
    assert not {"hp", "life", "pending", "place", "secret", "player", "id"} & file.keys()
    here = Played()
    hero = brought(here, file)
    assert (hero.hp, hero.life, hero.secret, hero.pending) == (None, "conscious", "", ())


def test_what_was_learned_in_play_is_asked_about__SB_177() -> None:
    here, file = Played(), goat(finished=True, grown={"climbing": 2})
    asked = here.ask("p1", BringCharacter(file))
    assert "grown by 2" in asked.question
    before = here.world
    here.grant(asked)
    assert here.hero("nell").grown == {"climbing": 2}
    assert not before.cast


def test_a_bots_nose_is_asked_about_and_its_ruled_state_stays_behind__SB_151() -> None:
    played, here = Played(), Played()
    (made,) = played.do("p1", TakeReady("saw-8"))
    who = made.sheet.id
    played.do("gm", AllowNose(who))
    body = played.hero(who).bot
    assert isinstance(body, BotBody)
    played.put(replace(played.hero(who), bot=replace(body, holder="gm", power=1, power_most=3)))
    file = taken(played, who)
    here.grant(here.ask("p1", BringCharacter(file)))
    now = here.hero(who).bot
    assert isinstance(now, BotBody)
    assert (now.nose, now.holder, now.power, now.power_most) == (True, "", None, 0)
    assert now.parts == body.parts


# -- By whom (SB-3) ------------------------------------------------------------------------------


def test_a_player_brings_their_own_and_the_director_for_anybody__SB_3() -> None:
    here = Played()
    assert here.refused("p1", BringCharacter(goat(), "p2")).code == "director_only"
    assert here.refused("gm", BringCharacter(goat(), "nobody")).code == "unknown"
    here.do("gm", BringCharacter(goat(), "p2"))
    assert here.hero("nell").player == "p2"
    here.do("p2", BringCharacter(goat()))
    assert here.hero("nell-2").player == "p2"


def test_one_takes_ones_own_along_the_director_any_and_nobody_an_extra__TF_39() -> None:
    played = nell()
    played.do("gm", TakeReady("reynard-quick"))
    assert sheet(played.world, played.seat("gm"), "nell")["name"] == "Nell"
    for member, who in (("p2", "nell"), ("gm", "reynard-quick"), ("p1", "nobody")):
        with pytest.raises(Refusal) as no:
            sheet(played.world, played.seat(member), who)
        assert no.value.rule == "TF-39"


# -- What this table does not have (SB-172) -------------------------------------------------------


def test_home_made_things_are_named_with_what_can_be_done__SB_172() -> None:
    played, here = Played(), Played()
    ratings = {"SIZ": 1, "FIT": 0, "DEX": 0, "INT": 0, "AWR": 0}
    played.do("gm", MakeSpecies("Griffin", ratings))
    played.do("p1", BeginSheet("griffin", "Gri"))
    played.do("p1", FinishSheet("gri"))
    file = taken(played, "gri")
    no = here.refused("p1", BringCharacter(file))
    assert (no.rule, no.code) == ("SB-172", "unknown")
    assert "“griffin”" in no.why
    assert "load the other table’s home-made things" in no.why
    here.do("gm", LoadHomemade(tuple(written(played.world, "Ours").split("\n"))))
    assert brought(here, file).species == "griffin"


@pytest.mark.parametrize(
    "change",
    [
        {"raises": {"moon-dancing": 1}},
        {"grown": {"moon-dancing": 1}},
        {"shaping": ["jam"]},
        {"raises": {"sauces:gravy": 1}},
        {"species": "bot", "parts": [{"feature": "wings"}]},
        {"species": "bot", "penalties": ["shy"]},
    ],
)
def test_all_that_is_unknown_here_is_named__SB_172(change: dict[str, Any]) -> None:
    no = Played().refused("p1", BringCharacter(goat(**change)))
    assert (no.rule, no.code) == ("SB-172", "unknown")


# -- What could not have been made ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "code", "place"),
    [
        ({"tablefolk": 2}, "bad_import", "newer version"),
        ({"game": "rotate-bird"}, "bad_import", "another game"),
        ({"species": ""}, "unknown", "“”"),
        ({"name": "x" * 61}, "bad_import", "“name”"),
        ({"change": {"FIT": 100}}, "bad_import", "“change”"),
        ({"raises": {"climbing": -1}}, "bad_import", "“raises”"),
        ({"raises": {"climbing": 41}}, "bad_import", "“raises”"),
        ({"items": [{"name": "Bow", "size": "huge"}]}, "bad_import", "“size”"),
        ({"items": [{"name": "x"}] * 61}, "bad_import", "“items”"),
        ({"secret": "x"}, "bad_import", "secret"),
        ({"hp": 99}, "bad_import", "hp"),
        ({"name": "\u202eevil"}, "bad_text", "invisible"),
        ({"look": "x" * 2001}, "too_long", "2,001"),
        ({"change": {"FIT": 4}}, "raised_too_far", "At “change”"),
        ({"change": {"FIT": -4}}, "lowered_too_far", "At “change”"),
        ({"change": {"FIT": 3, "DEX": 3}}, "not_enough_points", "At “change”"),
        ({"change": {"STR": 1}}, "derived", "At “change”"),
        ({"raises": {"climbing": 30}}, "not_enough_points", "At “raises”"),
        ({"raises": {"shaping:air": 1}}, "needs_director", "At “raises”"),
        ({"raises": {"FIT": 1}}, "unknown", "At “raises”"),
        ({"parts": [{"feature": "arm"}]}, "not_a_bot", "At “parts”"),
        ({"items": [{"name": " "}]}, "text_needed", "At “items”"),
        ({"fixed": {"CRG": 3}}, "extras_only", "At “fixed”"),
        ({"grown": {"FIT": 1}}, "not_a_skill", "At “grown”"),
        ({"species": "bot", "shaping": ["air"]}, "bots_cannot_shape", "At “shaping”"),
        ({"species": "bot", "locomotion": "hope"}, "unknown", "At “locomotion”"),
    ],
)
def test_what_the_builder_would_refuse_is_refused_with_its_place__TF_40(
    change: dict[str, Any], code: str, place: str
) -> None:
    no = Played().refused("p1", BringCharacter(goat(finished=True) | change))
    assert no.code == code
    assert place in no.why


def test_what_only_a_rule_forbids_comes_by_a_ruling__TF_17() -> None:
    here = Played()
    here.rule("p1", BringCharacter(goat(change={"FIT": 4}, finished=True)))
    assert here.hero("nell").change == {"FIT": 4}


def test_a_sheet_that_lacks_something_stays_a_draft__SB_44() -> None:
    here = Played()
    hero = brought(here, {**HEAD, "species": "bot", "name": "Tin", "finished": True})
    assert not hero.finished
    assert "p1" not in here.world.playing
    line = tell(here.world, here.log[-1].events[-1], here.seat("p2"))
    assert line is not None
    assert "still to be finished" in line.text


def test_whoever_plays_somebody_goes_on_playing_them__SB_2() -> None:
    here = Played()
    first = brought(here, goat(finished=True))
    brought(here, goat(name="Bill", finished=True))
    assert here.world.playing["p1"] == first.id
