"""A character of Mutagen written out at one table and brought to another (TF-39, TF-40)."""

from __future__ import annotations

import json
from typing import Any

import pytest
from msgspec.structs import replace
from tests.games.mutagen.homebrew import DUELLIST
from tests.games.mutagen.table import Played, created

from tablefolk.core.game import Refusal
from tablefolk.games.mutagen import tell
from tablefolk.games.mutagen.rules.bringing import BringCharacter, sheet
from tablefolk.games.mutagen.rules.buying import AnswerAbout
from tablefolk.games.mutagen.rules.creation import TakeReadyMade
from tablefolk.games.mutagen.rules.ready_made import ready_mades
from tablefolk.games.mutagen.rules.values import Bonus, Character, Evening, Running, Status
from tablefolk.games.mutagen.rules.writing import AddArmor, ChangeArmor, NarrowAptitude

HEAD = {"tablefolk": 1, "game": "mutagen", "name": "Ada", "playbooks": ["common"]}
WRITTEN = {"concept.concept": "A lamp in the fog", "drives.drive1": "To be believed"}


def taken(played: Played, who: str) -> dict[str, Any]:
    """Somebody as their file has them."""
    seat = played.seat(played.hero(who).player)
    found: dict[str, Any] = json.loads(json.dumps(sheet(played.show, seat, who)))
    return found


def ada(**more: Any) -> dict[str, Any]:
    return {**HEAD, "finished": True, "writings": WRITTEN, **more}


def fills(*items: str, origin: str = "creation") -> list[dict[str, Any]]:
    return [{"item": item, "origin": origin} for item in items]


# -- There and back again ------------------------------------------------------------------------


@pytest.mark.parametrize("key", list(ready_mades()))
def test_everybody_of_the_box_travels_whole__TF_39(key: str) -> None:
    played, here = Played(), Played()
    (made,) = played.do("p1", TakeReadyMade(key))
    file = taken(played, made.sheet.id)
    here.do("p2", BringCharacter(file))
    hero = here.hero(made.sheet.id)
    same = replace(made.sheet, player="p2")
    assert replace(hero, marks={}, armor=()) == replace(same, marks={}, armor=())
    assert hero.marks == same.marks
    assert [a.name for a in hero.armor] == [a.name for a in same.armor]
    assert taken(here, hero.id) == file
    here.audited()


def lived() -> Played:
    """S of the digest's session, with a past."""
    played = created()
    played.do("p1", AddArmor("s", "A long coat", 1, "most of me"))
    coat = played.hero("s").armor[0]
    played.do("p1", ChangeArmor("s", coat.id, coat.name, 1, coat.covers, worn=False))
    played.do("p1", NarrowAptitude("s", "research", "only in libraries"))
    played.give("s", "athletics")
    old = played.hero("s")
    played.put(
        played.show.with_hero(
            "s",
            statuses=(Status(90, "one-eyed", permanent=True, severe=True), Status(91, "soaked")),
            running=Running("a wall of fire", "weave", 3),
            bonuses=(Bonus(1, "scene", "luck"),),
            evening=Evening(deaths=1, claims=("I lied",), feedback="for the GM alone"),
            points={**old.points, "health": ()},
        )
    )
    return played


def test_circles_words_armor_and_what_is_permanent_travel__TF_39() -> None:
    file, here = taken(lived(), "s"), Played()
    asked = here.ask("p1", BringCharacter(file))
    assert "“one-eyed”" in asked.question
    assert "more than creation gave" in asked.question
    assert not here.show.cast
    here.grant(asked)
    hero = here.hero("s")
    assert (hero.player, hero.state) == ("p1", "in_play")
    assert (hero.armor[0].worn, hero.narrowed["research"]) == (False, "only in libraries")
    assert [mark.origin for mark in hero.marks["athletics"]] == ["gm"]
    assert taken(here, "s") == file
    here.audited()


def test_points_passing_statuses_and_the_evening_stay_behind__TF_39() -> None:
    file, here = taken(lived(), "s"), Played()
    for secret in ("soaked", "wall of fire", "for the GM alone", "I lied"):
        assert secret not in json.dumps(file)
    here.do("p1", BringCharacter(file))
    hero = here.hero("s")
    assert [s.text for s in hero.statuses] == ["one-eyed"]
    assert (hero.running, hero.bonuses, hero.evening) == (None, (), Evening())
    assert here.points("s", "health") == here.capacity("s", "health")


def test_a_draft_comes_as_far_as_it_is_made__MU_22() -> None:
    here = Played()
    here.do("p1", BringCharacter(HEAD | {"finished": True}))
    assert here.hero("ada").state == "draft"
    line = tell(here.show, here.log[-1].events[-1], here.seat("p2"))
    assert line is not None
    assert "words are missing under" in line.text
    here.do("p2", BringCharacter(ada(name="Bea", finished=False)))
    assert here.hero("bea").state == "draft"


# -- By whom (MU-16, MU-24, MU-105) ----------------------------------------------------------------


def test_the_gm_may_bring_one_for_a_player_and_nobody_else_may__MU_16() -> None:
    here = Played()
    assert here.refused("p1", BringCharacter(ada(), "p2")).code == "gm_only"
    assert here.refused("gm", BringCharacter(ada())).code == "unknown"
    here.do("gm", BringCharacter(ada(narrowed={"research": "old books"}), "p2"))
    assert here.hero("ada").player == "p2"
    assert here.refused("p2", BringCharacter(ada())).code == "one_character"


def test_one_takes_ones_own_along_and_the_retired_stay__MU_105() -> None:
    played = created()
    assert sheet(played.show, played.seat("gm"), "f")["name"] == "F"
    played.put(played.show.with_hero("m", state="retired"))
    for member, who, code in (
        ("p1", "f", "unknown"),
        ("p1", "x", "unknown"),
        ("p3", "m", "retired"),
    ):
        with pytest.raises(Refusal) as no:
            sheet(played.show, played.seat(member), who)
        assert no.value.code == code


# -- What this table does not have (MU-1, MU-4) ----------------------------------------------------


def test_an_unknown_playbook_is_named_with_what_can_be_done__MU_1() -> None:
    file = ada(playbooks=["common", "duellist"])
    no = Played().refused("p1", BringCharacter(file))
    assert (no.rule, no.code) == ("MU-1", "unknown_playbook")
    assert "“duellist”: the GM can load it here" in no.why
    here = Played(books=(DUELLIST,))
    here.do("p1", BringCharacter(file))
    assert here.hero("ada").playbooks == ("common", "duellist")


def test_a_second_archetype_is_asked_about__MU_1() -> None:
    here = Played(books=(DUELLIST,))
    asked = here.ask("p1", BringCharacter(ada(playbooks=["common", "sorcerer", "duellist"])))
    assert "and Duellist" in asked.question


@pytest.mark.parametrize(
    "change",
    [
        {"marks": fills("conjure_elements")},
        {"marks": fills("moonwalking")},
        {"writings": {"moonwalking.text": "x"}},
        {"narrowed": {"moonwalking": "x"}},
    ],
)
def test_what_the_playbooks_here_do_not_have_is_named__MU_4(change: dict[str, Any]) -> None:
    no = Played().refused("p1", BringCharacter(ada(**change)))
    assert no.code == "not_on_sheet"
    assert "the GM can load those of the other table" in no.why


# -- A word with the GM (MU-12) --------------------------------------------------------------------


def test_what_needs_a_word_with_the_gm_gets_one_and_the_answer_holds__MU_12() -> None:
    here, file = Played(), ada(marks=fills("spooky_shit"))
    asked = here.ask("p1", BringCharacter(file))
    assert f"May they have “{here.show.called('spooky_shit')}”?" in asked.question
    here.grant(asked)
    answer = here.show.consulted("ada", "spooky_shit")
    assert answer is not None
    assert answer.answer == "yes"


def test_what_the_gm_has_denied_to_everybody_stays_out__MU_12() -> None:
    here = Played()
    here.do("gm", AnswerAbout("spooky_shit", yes=False))
    no = here.refused("p1", BringCharacter(ada(marks=fills("spooky_shit"))))
    assert no.code == "gm_denied"
    later = fills("spooky_shit", origin="level")
    assert here.refused("p1", BringCharacter(ada(marks=later))).code == "gm_denied"


def test_a_gm_who_says_no_lets_nothing_in__MU_12() -> None:
    here = Played()
    here.deny(here.ask("p1", BringCharacter(ada(marks=fills("spooky_shit")))))
    assert not here.show.cast
    assert here.show.consulted("ada", "spooky_shit") is None


# -- What could not have been made ----------------------------------------------------------------

SIX = fills("fighting", "fighting", "fighting", "athletics", "athletics", "relations")


@pytest.mark.parametrize(
    ("change", "code", "place"),
    [
        ({"tablefolk": 2}, "bad_import", "newer version"),
        ({"game": "rotate-bird"}, "bad_import", "another game"),
        ({"name": "x" * 61}, "bad_import", "“name”"),
        ({"playbooks": "common"}, "bad_import", "“playbooks”"),
        ({"marks": [{"item": "fighting", "origin": "theft"}]}, "bad_import", "“origin”"),
        ({"marks": fills("fighting") * 301}, "bad_import", "“marks”"),
        ({"points": {"health": 9}}, "bad_import", "points"),
        ({"player": "gm"}, "bad_import", "player"),
        ({"name": " "}, "text_needed", "At “name”"),
        ({"name": "\u202eevil"}, "bad_text", "invisible"),
        ({"writings": {"concept.concept": "x" * 2001}}, "too_long", "2,001"),
        ({"playbooks": []}, "playbook_required", "At “playbooks”"),
        ({"playbooks": ["meta", "common"]}, "unknown_playbook", "At “playbooks”"),
        ({"marks": SIX}, "over_budget", "At “marks”"),
        ({"marks": fills(*["fighting"] * 5)}, "no_circle_left", "At “marks”"),
        ({"marks": fills(*["fighting"] * 6, origin="gm")}, "no_circle_left", "At “marks”"),
        ({"marks": [{"item": "health", "rank": 9}]}, "no_circle_left", "At “marks”"),
        ({"writings": {"concept.colour": "red"}}, "wrong_kind", "At “writings”"),
        ({"narrowed": {"concept": "x"}}, "wrong_kind", "At “narrowed”"),
        ({"armor": [{"name": "Tank", "rating": 9}]}, "bad_rating", "At “armor”"),
        ({"armor": [{"name": " ", "rating": 1}]}, "text_needed", "At “armor”"),
        ({"permanent": [{"text": " "}]}, "text_needed", "At “permanent”"),
    ],
)
def test_what_creation_would_refuse_is_refused_with_its_place__TF_40(
    change: dict[str, Any], code: str, place: str
) -> None:
    no = Played().refused("p1", BringCharacter(ada() | change))
    assert no.code == code
    assert place in no.why


def test_what_only_a_rule_forbids_comes_by_a_ruling__TF_17() -> None:
    here = Played()
    here.rule("p1", BringCharacter(ada(marks=SIX)))
    hero = here.hero("ada")
    assert isinstance(hero, Character)
    assert sum(map(len, hero.marks.values())) == 6
