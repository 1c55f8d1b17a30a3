"""What a Director met on the third evening: adventures, their people and their notes."""

from __future__ import annotations

from msgspec.structs import replace
from tests.games.shapers_and_bots.table import GAME, Played, animal

from tablefolk.core.game import Event, Lines, Offer, Pick, Seat
from tablefolk.core.stage import offers_of
from tablefolk.core.table.scenes import OpenScene
from tablefolk.games.shapers_and_bots.page.blocks.play import Caller
from tablefolk.games.shapers_and_bots.page.blocks.world import Extras
from tablefolk.games.shapers_and_bots.page.offers.harm import helped
from tablefolk.games.shapers_and_bots.page.offers.making import people
from tablefolk.games.shapers_and_bots.page.stage import parts, rows
from tablefolk.games.shapers_and_bots.page.tell import tell
from tablefolk.games.shapers_and_bots.page.view.sheets import extras
from tablefolk.games.shapers_and_bots.rules import sheet
from tablefolk.games.shapers_and_bots.rules.adventures import (
    EndAdventure,
    LoadAdventure,
    NoteDown,
    StartAdventure,
    written_out,
)
from tablefolk.games.shapers_and_bots.rules.challenges import OpenChallenge
from tablefolk.games.shapers_and_bots.rules.contests import ContestWon
from tablefolk.games.shapers_and_bots.rules.extras import MakeExtra
from tablefolk.games.shapers_and_bots.rules.fights.start import EndFight, StartFight
from tablefolk.games.shapers_and_bots.rules.people import ReturnToStory
from tablefolk.games.shapers_and_bots.rules.values import BotBody

DIRECTOR = Seat("gm", "gm")


def table() -> Played:
    played = Played(("p1",))
    played.put(animal("gus", "goat", "p1"))
    return played


def loaded(played: Played) -> int:
    played.do("gm", LoadAdventure())
    return max(played.world.adventures)


def choices(played: Played) -> set[str]:
    """Everybody and everything that can be picked in any of the Director's forms."""
    found = offers_of(parts(played.world, DIRECTOR))
    return {
        str(choice.value)
        for offer in found
        for blank in offer.blanks
        if isinstance(blank, Pick)
        for choice in blank.choices
    }


def offered(played: Played, do: str) -> list[Offer]:
    return [offer for offer in offers_of(parts(played.world, DIRECTOR)) if offer.do == do]


def test_whoever_an_adventure_brought_leaves_the_lists_with_it__SB_176() -> None:
    played = table()
    played.do("gm", MakeExtra("Aunt Ida"))
    first = loaded(played)
    played.do("gm", StartAdventure(first))
    assert {"extra_skaw", "extra_aunt-ida"} <= choices(played)
    played.do("gm", EndAdventure())
    loaded(played)
    there = choices(played)
    assert "extra_skaw" not in there, "the first Skaw went with her adventure"
    assert {"extra_skaw-2", "extra_aunt-ida", "gus"} <= there
    shown = [row.name for row in rows(played.world, DIRECTOR)]
    assert shown.count("Skaw") == 1
    played.do("gm", ReturnToStory("extra_skaw"))
    assert "extra_skaw" in choices(played), "whoever is wanted again comes back"


def test_an_adventure_is_taken_home_with_its_own_people_only__SB_172() -> None:
    played = table()
    first = loaded(played)
    played.do("gm", StartAdventure(first))
    played.do("gm", EndAdventure())
    second = loaded(played)
    for number in (first, second):
        assert written_out(played.world, DIRECTOR, number).count('name = "Skaw"') == 1


def test_the_director_calls_for_dice_with_one_tap_on_a_picture__SB_17() -> None:
    played = table()
    (part,) = (p for p in parts(played.world, DIRECTOR) if p.key == "try:gus")
    (caller,) = part.blocks()
    assert isinstance(caller, Caller)
    first = next(iter(part.offers()))
    (keys,) = (blank for blank in first.blanks if blank.name == "key")
    assert isinstance(keys, Pick)
    assert [tile.key for tile in caller.tiles] == [choice.value for choice in keys.choices]
    played.do("gm", OpenChallenge("gus", "", str(caller.tiles[0].key)))
    (tried,) = played.world.challenges.values()
    assert tried.what, "what it is about follows from the skill where nothing is written"


# -- Words a child of eight reads ------------------------------------------------------------------


def test_a_try_named_like_its_skill_says_so_once__SB_17() -> None:
    played = table()
    (opened,) = played.do("gm", OpenChallenge("gus", "", "climbing", difficulty=-1))
    assert told(played, opened) == "Gus tries Climbing (difficulty −1)."
    (opened,) = played.do("gm", OpenChallenge("gus", "up the rock", "climbing"))
    assert told(played, opened) == "Gus tries: up the rock (Climbing, difficulty 0)."


def test_a_contest_s_end_begins_its_sentence_with_a_capital__SB_32() -> None:
    played = table()
    won = ContestWon(1, "tug of war", "gus")
    assert told(played, won).endswith("Gus wins. Tug of war.")


def test_help_says_whom_and_that_only_a_fluke_helps__SB_102() -> None:
    played = table()
    bolt = animal("bolt", "", "p2", life="unconscious", bot=BotBody("legs"))
    played.put(replace(bolt, kind="bot"))
    offer = helped(played.world, played.hero("gus"), played.hero("bolt"))
    assert offer.fixed["what"] == f"Help {played.hero('bolt').name}"
    assert offer.hint == "With Mechanics: only a fluke helps."


def test_where_a_number_comes_from_is_said_without_a_formula__SB_60() -> None:
    played = table()
    (part,) = (p for p in sheet.number(played.world, played.hero("gus"), "tracking").parts
               if p.what == "formula")  # fmt: skip
    assert part.text == "the better of Sight and Smell"


def told(played: Played, event: Event) -> str:
    line = tell(played.world, event, DIRECTOR)
    assert line is not None
    return line.text


# -- Notes that do something -----------------------------------------------------------------------


def test_a_scene_noted_down_is_opened_at_one_tap__SB_4() -> None:
    played = table()
    number = loaded(played)
    assert not offered(played, "OpenScene"), "it has to begin first"
    played.do("gm", StartAdventure(number))
    scenes = [
        note.title[3:] for note in played.world.adventures[number].notes if note.kind == "scene"
    ]
    assert [offer.fixed["title"] for offer in offered(played, "OpenScene")] == scenes
    (part,) = (p for p in GAME.parts(played.table, DIRECTOR) if p.key == f"adventures:{number}")
    (first, *_) = (o for o in part.offers() if o.do == "OpenScene")
    played.do("gm", first.command(**first.fixed))
    assert played.table.scene is not None
    assert played.table.scene.title == scenes[0]


def test_a_difficulty_noted_down_names_its_skill__SB_4() -> None:
    played = table()
    number = loaded(played)
    played.do("gm", StartAdventure(number))
    (part,) = (p for p in parts(played.world, DIRECTOR) if p.key == "call")
    climb = next(o for o in part.offers() if o.fixed["what"] == "Climb the rock")
    assert climb.label == "Climb the rock (Climbing −1)"
    assert climb.fixed["key"] == "climbing"
    assert [blank.name for blank in climb.blanks] == ["who"]
    played.do("gm", NoteDown(number, "difficulty", "Anything", difficulty=2))
    (part,) = (p for p in parts(played.world, DIRECTOR) if p.key == "call")
    loose = next(o for o in part.offers() if o.fixed["what"] == "Anything")
    assert [blank.name for blank in loose.blanks] == ["who", "key"]


def test_the_spots_of_a_place_stand_ready_when_a_fight_begins__SB_118() -> None:
    played = table()
    number = loaded(played)
    played.do("gm", StartAdventure(number))
    lines = [b for o in offered(played, "StartFight") for b in o.blanks if isinstance(b, Lines)]
    assert lines
    assert all(b.start == ("the deck", "the wheelhouse", "the hold", "the reeds") for b in lines)


def test_skills_and_spots_of_notes_travel_with_an_adventure__SB_172() -> None:
    played = table()
    number = loaded(played)
    text = written_out(played.world, DIRECTOR, number)
    played.do("gm", LoadAdventure(tuple(text.splitlines())))
    first, second = (
        [(n.title, n.skill, n.spots) for n in one.notes] for one in played.world.adventures.values()
    )
    assert first == second
    assert any(skill for _, skill, _ in first)


def test_noted_scenes_are_opened_in_one_tap_and_end_the_one_under_way__TF_14() -> None:
    played = table()
    played.do("gm", StartAdventure(loaded(played)))
    titles = [note.title for note in played.world.adventures[played.world.running].notes]
    ways = scenes_offered(played)
    assert len(ways) > 1
    assert not any(way.confirm or way.fixed["title"][0].isdigit() for way in ways), titles
    played.do("gm", OpenScene(ways[0].fixed["title"]))
    others = scenes_offered(played)
    assert [way.fixed["title"] for way in others] == [way.fixed["title"] for way in ways[1:]]
    assert all(way.confirm and way.fixed["instead"] for way in others)
    noted = offered(played, "OpenScene")
    assert all(way.confirm and way.fixed["instead"] for way in noted)
    played.do("gm", OpenScene(others[0].fixed["title"], instead=True))
    assert [scene.open for scene in played.table.scenes] == [False, True]
    assert played.world.title == others[0].fixed["title"]


def scenes_offered(played: Played) -> list[Offer]:
    found = GAME.offers(played.table, DIRECTOR)
    return [o for o in found if o.do == "OpenScene" and o.about == "scene" and not o.blanks]


def test_extras_of_a_copy_that_is_not_played_are_not_in_the_lists__SB_4() -> None:
    played = table()
    first = loaded(played)
    second = loaded(played)
    names = [c.label for c in people(played.world.here())]
    assert len(names) == len(set(names)) > 2
    played.do("gm", StartAdventure(second))
    there = {hero.adventure for hero in played.world.here() if hero.extra}
    assert there == {second}
    away = {hero.id for hero in played.world.extras() if hero.adventure == first}
    shown = next(b for b in extras(played.world) if isinstance(b, Extras))
    assert {line.id for line in shown.aside} == away
    assert not any("(" in line.name for line in shown.extras)


def test_an_adventure_that_is_played_is_not_replaced__SB_4() -> None:
    played = table()
    number = loaded(played)
    played.do("gm", StartAdventure(number))
    assert played.no("gm", LoadAdventure(instead=number)) == "running"


def test_an_adventure_whose_people_fight_is_not_replaced__SB_104() -> None:
    played = table()
    number = loaded(played)
    played.do("gm", StartFight(("gus", "extra_skaw"), draw_lots=True))
    no = played.refused("gm", LoadAdventure(instead=number))
    assert (no.code, "Skaw" in no.why) == ("in_use", True)
    played.do("gm", EndFight())
    played.do("gm", LoadAdventure(instead=number))
    assert played.hero("extra_skaw").left
