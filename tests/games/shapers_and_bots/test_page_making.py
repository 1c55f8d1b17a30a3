"""What is offered, seen and told while characters and adventures of Shapers and Bots are made."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import msgspec
import pytest
from tests.games.shapers_and_bots.table import GAME, Played

from tablefolk.core import play
from tablefolk.core.book import acts_of, changes_of
from tablefolk.core.game import Block, Command, Offer, Seat
from tablefolk.games.shapers_and_bots.page.blocks import base, sheets, world
from tablefolk.games.shapers_and_bots.rules import (
    adventures,
    bots,
    building,
    gear,
    homemade,
    numbers,
    people,
    skills,
)
from tablefolk.games.shapers_and_bots.rules.about import INSPIRATIONS
from tablefolk.games.shapers_and_bots.rules.adventures import (
    GiveHandout,
    LoadAdventure,
    NoteDown,
    NoteSecret,
    SetClock,
    StartAdventure,
    StartTimer,
    WriteAdventure,
)
from tablefolk.games.shapers_and_bots.rules.bots import ChooseLocomotion, TakePart, TakePenalty
from tablefolk.games.shapers_and_bots.rules.building import (
    BeginSheet,
    ChangeFeature,
    ChooseSpecies,
    FinishSheet,
    NameCharacter,
    ReopenSheet,
    SpreadPoints,
    TakeReady,
)
from tablefolk.games.shapers_and_bots.rules.content import BASE, content
from tablefolk.games.shapers_and_bots.rules.extras import MakeExtra
from tablefolk.games.shapers_and_bots.rules.gear import GiveItem
from tablefolk.games.shapers_and_bots.rules.homemade import MakeSkill, MakeSpecies
from tablefolk.games.shapers_and_bots.rules.numbers import FixNumber
from tablefolk.games.shapers_and_bots.rules.people import Describe, HandOver, LeaveStory
from tablefolk.games.shapers_and_bots.rules.ready_made import ready_mades
from tablefolk.games.shapers_and_bots.rules.skills import (
    BecomeShaper,
    BuySkill,
    NameSpecialty,
    TakeBundle,
)
from tablefolk.games.shapers_and_bots.rules.wording import Making, say

# -- Looking -------------------------------------------------------------------------------------


def menu(played: Played, who: str) -> tuple[Offer, ...]:
    return play.menu(GAME, played.table, played.seat(who))


def offered(played: Played, seat: str, command: type[Command], **fixed: Any) -> Offer:
    """The one offer of this command with these things fixed and nothing to fill in."""
    found = [
        offer
        for offer in menu(played, seat)
        if offer.command is command
        and not offer.blanks
        and all(offer.fixed.get(name) == value for name, value in fixed.items())
    ]
    assert len(found) == 1, (command.__name__, fixed, found)
    return found[0]


def tap(played: Played, seat: str, command: type[Command], **fixed: Any) -> None:
    """Somebody taps a button that is there, and open."""
    offer = offered(played, seat, command, **fixed)
    assert offer.open, offer.refusal
    played.do(seat, play.fill(offer, {}))


def blocks(played: Played, who: str) -> tuple[Block, ...]:
    return GAME.view(played.table, played.seat(who)).blocks


def block(played: Played, who: str, kind: type[Any]) -> Any:
    (found,) = (b for b in blocks(played, who) if type(b) is kind)
    return found


def builder(played: Played, who: str = "p1") -> sheets.Builder:
    found = block(played, who, sheets.Builder)
    assert isinstance(found, sheets.Builder)
    return found


def maker(played: Played, who: str = "p1") -> sheets.Maker:
    found = block(played, who, sheets.Maker)
    assert isinstance(found, sheets.Maker)
    return found


def sheet_of(played: Played, who: str, hero: str) -> sheets.Sheet | None:
    shown = (b for b in blocks(played, who) if isinstance(b, sheets.Sheet) and b.who == hero)
    return next(shown, None)


def seen(played: Played, who: str) -> str:
    """Everything a seat is shown, offered and told, as one text."""
    shown = msgspec.json.encode(GAME.view(played.table, played.seat(who))).decode()
    lines = [
        line.text
        for entry in played.log
        for event in entry.events
        if (line := GAME.tell(played.table, event, played.seat(who)))
    ]
    menus = [
        f"{offer.label} {offer.hint} {offer.confirm} {offer.fixed} {offer.blanks} {offer.refusal}"
        for offer in menu(played, who)
    ]
    return "\n".join([shown, *lines, *menus])


def drafted(species: str = "fox", who: str = "p1") -> Played:
    played = Played()
    played.do(who, BeginSheet(species))
    return played


# -- Beginning (SB-3, SB-36) ---------------------------------------------------------------------


def test_every_species_and_the_bot_is_a_picture_and_one_tap__SB_36() -> None:
    played = Played()
    begin = block(played, "p1", sheets.Begin)
    pictures = [face.picture for face in begin.pictures]
    ids = [picture.id for picture in pictures]
    assert ids == [*content().species, "bot"]
    assert len(ids) == 22
    for id in ids:
        assert offered(played, "p1", BeginSheet, species=id).open
    assert all(picture.portrait.species == picture.id for picture in pictures)
    assert all(picture.good for picture in pictures)


def test_a_ready_made_one_of_each_species_is_one_tap__SB_36() -> None:
    played = Played()
    begin = block(played, "p1", sheets.Begin)
    ready = {face.ready for face in begin.pictures}
    assert "" not in ready
    assert ready | {boxed.key for boxed in begin.others} == set(ready_mades())
    tap(played, "p1", TakeReady, key="tick-tock")
    assert played.world.playing == {"p1": "tick-tock"}
    turtle = next(f for f in block(played, "p2", sheets.Begin).pictures if f.picture.id == "turtle")
    assert (turtle.ready, turtle.taken) == ("", "P1")


def test_whoever_cannot_decide_is_surprised_by_somebody_who_is_free__SB_36() -> None:
    played = Played()
    lot = block(played, "p1", sheets.Begin).surprise
    tap(played, "p2", TakeReady, key=lot)
    assert block(played, "p1", sheets.Begin).surprise not in ("", lot)


def test_a_home_made_species_is_a_picture_too_with_its_own_sign__SB_57() -> None:
    played = Played()
    played.do("gm", MakeSpecies("Otter", dict.fromkeys(BASE, 0), emoji="🦦"))
    otter = block(played, "p1", sheets.Begin).pictures[-2].picture
    assert (otter.name, otter.home) == ("Otter", True)
    assert otter.portrait == base.Portrait("", "Otter", "🦦", hue=otter.portrait.hue)


def test_the_table_sees_who_is_still_making_a_character__SB_1() -> None:
    played = drafted("elephant")
    waits = GAME.waits_of(played.table)
    said = {member: [wait.words for wait in some] for member, some in waits.items()}
    assert (said["p1"], said["p3"]) == (["makes a character"], ["chooses an animal"])


# -- A child of eight (SB-37 … SB-44) ------------------------------------------------------------


@pytest.mark.parametrize("species", sorted(content().species))
def test_a_legal_character_is_five_taps_and_a_name_away__SB_44(species: str) -> None:
    played = Played()
    tap(played, "p1", BeginSheet, species=species)
    (who,) = played.world.cast
    tap(played, "p1", SpreadPoints, spread="quick")
    tap(played, "p1", TakeBundle, bundle="scout")
    played.do("p1", NameCharacter(who, "Mo"))
    assert (maker(played).missing, maker(played).step) == ((), "finish")
    tap(played, "p1", FinishSheet, who=who)
    assert played.hero(who).finished
    assert played.world.playing["p1"] == who
    sheet = sheet_of(played, "p1", who)
    assert sheet is not None
    assert sheet.open


def test_a_bot_needs_its_way_to_move_as_well__SB_44() -> None:
    played = drafted("bot")
    played.do("p1", NameCharacter("bot", "Zap"))
    assert maker(played).missing == ("tracks, wheels or legs",)
    assert not offered(played, "p1", FinishSheet).open
    tap(played, "p1", ChooseLocomotion, locomotion="legs")
    assert offered(played, "p1", FinishSheet).open


def test_each_feature_goes_up_and_down_by_one_tap__SB_37() -> None:
    played = drafted()
    tap(played, "p1", ChangeFeature, feature="DEX", change=1)
    tap(played, "p1", ChangeFeature, feature="SIZ", change=-1)
    made = builder(played)
    now = {step.figure.key: (step.figure.text, step.now) for step in made.features}
    assert now["DEX"] == ("+3", 1)
    assert now["SIZ"] == ("−3", -1)
    assert (made.points.total, made.points.spent, made.points.left) == (6, 1, 5)


def test_a_button_that_is_closed_says_why__SB_38() -> None:
    played = drafted()
    played.do("p1", ChangeFeature("fox", "DEX", 3))
    shut = offered(played, "p1", ChangeFeature, feature="DEX", change=4)
    assert shut.refusal is not None
    assert (shut.refusal.code, shut.refusal.why) == (
        "raised_too_far",
        "Dexterity can be raised by 3 at most.",
    )


def test_the_price_of_the_next_level_stands_on_every_skill__SB_79_SB_80_SB_81() -> None:
    played = drafted()
    made = builder(played)
    steps = {step.figure.key: step for step in (*made.skills, *made.rest)}
    assert (steps["computers"].figure.text, steps["computers"].price, steps["computers"].next) == (
        "None", 1, "−4",
    )  # fmt: skip
    assert (steps["sailing"].price, steps["sailing"].next) == (1, "−4")
    assert (steps["hiding"].figure.text, steps["hiding"].price, steps["hiding"].next) == (
        "+4", 2, "+5",
    )  # fmt: skip
    played.do("p1", BuySkill("fox", "hiding", 1))
    made = builder(played)
    assert (made.skill_points.total, made.skill_points.spent) == (10, 2)


def test_a_number_says_what_it_comes_from__SB_62() -> None:
    played = drafted()
    played.do("p1", ChangeFeature("fox", "FIT", 1))
    climbing = next(s.figure for s in builder(played).skills if s.figure.key == "climbing")
    assert climbing.text == "+3"
    assert [(p.label, p.value) for p in climbing.pieces] == [
        ("Fitness", "+1"),
        ("being small", "+2"),
    ]
    made = builder(played)
    assert made.health is not None
    assert [(p.label, p.value) for p in made.health.pieces] == [
        ("Strength", "−1"),
        ("for everybody", "+3"),
    ]


def test_common_skills_are_always_shown_the_rest_unfolds__SB_58() -> None:
    made = builder(drafted())
    assert [step.figure.key for step in made.skills] == list(skills.common(Played().world))
    assert len(made.rest) == len(skills.open_to(drafted().world, drafted().hero("fox"))) - 6


def test_points_that_would_be_lost_are_asked_about_first__SB_41_SB_83() -> None:
    played = drafted()
    played.do("p1", NameCharacter("fox", "Vix"))
    finish = offered(played, "p1", FinishSheet)
    assert finish.confirm.startswith("5 feature points are not spent and will be lost.")
    assert not finish.owed  # what is asked about is not to be tapped unseen
    played.do("p1", SpreadPoints("fox", "quick"))
    played.do("p1", TakeBundle("fox", "scout"))
    while builder(played).skill_points.left:
        played.do("p1", BuySkill("fox", "boating", 1))
    finish = offered(played, "p1", FinishSheet)
    assert (finish.confirm, finish.owed) == ("", True)


def test_a_budget_spent_beyond_what_there_is_is_named__SB_42() -> None:
    played = drafted()
    played.do("p1", TakeBundle("fox", "scout"))
    played.do("p1", ChangeFeature("fox", "INT", -1))
    assert maker(played).overdrawn == ("2 skill points too many: give some back.",)


def test_another_picture_is_offered_and_the_old_one_is_not__SB_36() -> None:
    played = drafted()
    ways = {o.fixed["species"] for o in menu(played, "p1") if o.command is ChooseSpecies}
    assert ways == {*content().species, "bot"} - {"fox"}


def test_a_known_branch_is_one_tap_and_a_new_one_asks_the_director__SB_65_SB_66() -> None:
    played = drafted()
    tap(played, "p1", NameSpecialty, category="craft", name="baking")
    assert "craft:baking" in [step.figure.key for step in builder(played).skills]
    free = [o for o in menu(played, "p1") if o.command is NameSpecialty and o.blanks]
    assert len(free) == 4
    assert all(offer.asks for offer in free)


def test_being_a_shaper_is_offered_to_animals_and_asks__SB_137_SB_138() -> None:
    played = drafted()
    air = offered(played, "p1", BecomeShaper, kind="air")
    assert air.asks == "May this character be a shaper of Air?"
    assert len(block(played, "p1", sheets.Born).kinds) == 6
    assert builder(played).born
    played.do("p1", BecomeShaper("fox", "air"))
    made = builder(played)
    assert "shaping:air" not in [step.figure.key for step in made.skills]
    assert (made.portrait.badge, made.portrait.badge_name) == ("wind", "Air shaping")
    bot = drafted("bot")
    assert not builder(bot).born
    assert not [b for b in blocks(bot, "p1") if isinstance(b, sheets.Born)]
    assert not [o for o in menu(bot, "p1") if o.command is BecomeShaper]


def test_points_are_put_into_shaping_where_one_is_born_to_it__SB_84() -> None:
    played = drafted()
    played.do("p1", BecomeShaper("fox", "air"))
    (part,) = (p for p in GAME.parts(played.table, played.seat("p1")) if p.key == "born:fox")
    more = [o for o in part.offers() if o.fixed.get("levels") == 1]
    assert [(o.command, o.fixed["key"]) for o in more] == [(BuySkill, "shaping:air")]
    had = block(played, "p1", sheets.Born)
    played.do("p1", BuySkill("fox", "shaping:air", 1))
    now = block(played, "p1", sheets.Born)
    assert had.points.left - now.points.left == 1
    (mine,) = (kind.mine for kind in now.kinds if kind.mine)
    assert (mine.now, mine.figure.text) == (1, "−3")


@pytest.mark.parametrize("species", ["crow", "fox", "komodo", "goat", "bot"])
@pytest.mark.parametrize("bundle", sorted(content().bundles))
def test_a_set_of_skills_leaves_no_point_to_warn_of__SB_83(species: str, bundle: str) -> None:
    for spread in content().spreads:
        played = drafted(species)
        (who,) = played.world.cast
        played.do("p1", SpreadPoints(who, spread))
        played.do("p1", TakeBundle(who, bundle))
        assert building.spent_skills(played.world, played.hero(who)).left == 0, spread


def test_one_point_left_over_is_one_point__SB_83() -> None:
    assert [building.left_over(n) for n in (1, 2)] == ["point is", "points are"]


# -- Bots (SB-149 … SB-156) ----------------------------------------------------------------------


def test_a_set_of_skills_names_the_weapon_that_a_bot_has__SB_156() -> None:
    played = drafted("bot")
    played.do("p1", TakePart("bot", "sawblade"))
    (fighter,) = (way for way in maker(played).bundles if way.id == "fighter")
    assert fighter.words.startswith("Weapon: sawblade")
    tap(played, "p1", TakeBundle, bundle="fighter")
    (fighter,) = (way for way in maker(played).bundles if way.id == "fighter")
    assert fighter.words.startswith("Weapon: sawblade")


def test_a_bot_is_fitted_tap_by_tap__SB_152_SB_155() -> None:
    played = drafted("bot")
    tap(played, "p1", ChooseLocomotion, locomotion="legs")
    for feature in ("sawblade", "searchlight"):
        tap(played, "p1", TakePart, feature=feature)
    bench = maker(played).bot
    assert bench is not None
    assert (bench.slots.total, bench.slots.left) == (2, 0)
    tap(played, "p1", TakePenalty, penalty="buggy")
    bench = maker(played).bot
    assert bench is not None
    assert (bench.slots.total, bench.slots.left) == (3, 1)
    assert [p.name for p in bench.penalties] == ["Buggy"]


def test_what_must_be_noted_is_asked_for_by_its_own_words__SB_157() -> None:
    played = drafted("bot")
    (coat,) = (o for o in menu(played, "p1") if o.fixed.get("feature") == "camouflage")
    assert [blank.label for blank in coat.blanks] == ["Terrain"]


@pytest.mark.parametrize(("fit", "words"), [(2, "shine like new"), (-2, "rusty")])
def test_how_a_bot_looks_is_hinted_by_its_fitness__SB_163(fit: int, words: str) -> None:
    played = drafted("bot")
    played.do("p1", ChangeFeature("bot", "FIT", fit))
    bench = maker(played).bot
    assert bench is not None
    assert words in bench.hint


# -- The sheet (SB-12 … SB-16, SB-43, SB-45, SB-52) ----------------------------------------------


def sitting() -> Played:
    """Three finished characters and an extra with secrets."""
    played = Played()
    for who, key in (("p1", "reynard-quick"), ("p2", "tusker-moll"), ("p3", "saw-8")):
        played.do(who, TakeReady(key))
    return played


def test_ones_own_sheet_comes_first_and_open__SB_2() -> None:
    played = sitting()
    for who, hero in (("p1", "reynard-quick"), ("p2", "tusker-moll"), ("p3", "saw-8")):
        first, *others = (b for b in blocks(played, who) if isinstance(b, sheets.Sheet))
        assert (first.who, first.open, first.mine) == (hero, True, True)
        assert not any(other.open or other.mine for other in others)
        assert first.rest
        assert not any(other.rest for other in others)


def test_a_number_set_by_the_director_is_marked__SB_43_SB_15() -> None:
    played = sitting()
    played.do("gm", FixNumber("reynard-quick", "SML", 3, reason="A fine nose"))
    shown = sheet_of(played, "p2", "reynard-quick")
    assert shown is not None
    (smell,) = shown.parts
    assert (smell.name, smell.text, smell.ruled) == ("Smell", "+3", True)
    assert [(p.label, p.value) for p in smell.pieces] == [("set by the Director", "+3")]


def test_hints_say_what_is_good_to_know__SB_45_SB_52_SB_151() -> None:
    played = sitting()
    fox, elephant, bot = (
        sheet_of(played, who, hero)
        for who, hero in (("p1", "reynard-quick"), ("p2", "tusker-moll"), ("p3", "saw-8"))
    )
    assert fox is not None
    assert elephant is not None
    assert bot is not None
    assert any("eats somebody who talks" in hint for hint in fox.hints)
    assert any("rude" in hint and "clumsy" in hint for hint in elephant.hints)
    assert any("smell nothing" in hint for hint in bot.hints)


def test_weapons_show_their_dice_and_armor_what_it_keeps_off__SB_85_SB_86() -> None:
    played = sitting()
    shown = sheet_of(played, "p3", "saw-8")
    assert shown is not None
    saw = next(w for w in shown.weapons if w.name == "Sawblade")
    assert (saw.size, saw.dice, saw.figure.text) == ("Small", 2, "+3")
    assert (shown.armor, shown.armor_from, shown.hurts_from) == (
        "Light armor: damage dice hurt from 5", "plating", 5,
    )  # fmt: skip


def test_words_on_the_sheet_are_free_and_notes_stay_ones_own__SB_12() -> None:
    played = sitting()
    said = Describe("reynard-quick", "20", "red", "a rogue", "I took the spoon")
    played.do("p1", said)
    mine, other = (sheet_of(played, who, "reynard-quick") for who in ("p1", "p2"))
    assert mine is not None
    assert other is not None
    assert (mine.notes, other.notes) == ("I took the spoon", "")
    assert (other.age, other.look, other.calling) == ("20", "red", "a rogue")


def test_things_to_carry_are_asked_for_once_the_sheet_is_finished__SB_89() -> None:
    played = sitting()
    (get,) = (o for o in menu(played, "p1") if o.command is GiveItem)
    assert get.asks.startswith("May Reynard Quick have this")
    assert offered(drafted(), "p1", GiveItem, gear="knife").asks == ""


# -- The Director hands over and stands in (SB-2, SB-3) ------------------------------------------


def test_the_director_hands_a_sheet_over_finished_or_not__SB_3() -> None:
    played = drafted()
    played.do("gm", BeginSheet("goat", owner="p2"))
    played.do("gm", TakeReady("zephrod"))
    ways = {o.fixed["who"]: o for o in menu(played, "gm") if o.command is HandOver}
    assert set(ways) == {"fox", "goat", "zephrod"}
    to = {who: [c.value for c in o.blanks[0].choices] for who, o in ways.items()}  # type: ignore[attr-defined]
    assert to == {"fox": ["p2", "p3", ""], "goat": ["p1", "p3", ""], "zephrod": ["p1", "p2", "p3"]}
    assert not [o for o in menu(played, "p1") if o.command is HandOver]


def test_the_director_may_stand_in_while_a_sheet_is_made__SB_2() -> None:
    played = drafted()
    assert maker(played, "gm").missing == ("a name",)
    mine = {o.command for o in menu(played, "gm") if o.about.endswith(":fox")}
    assert {NameCharacter, SpreadPoints, TakeBundle, FinishSheet, HandOver} <= mine
    theirs = {o.command for o in menu(played, "p1") if o.about.endswith(":fox")}
    assert theirs <= mine
    assert not [o for o in menu(played, "gm") if o.about == "build:fox" and o.owed]


# -- Adventures (SB-1, SB-4, SB-7, SB-175) -------------------------------------------------------


def test_what_is_missing_stands_on_the_adventure__SB_1() -> None:
    played = Played()
    played.do("gm", LoadAdventure())
    played.do("p1", TakeReady("garree"))
    (lamp,) = block(played, "gm", world.Adventures).adventures
    assert lamp.missing == ("a finished character for P2", "a finished character for P3")
    assert not offered(played, "gm", StartAdventure).open


def test_the_directors_notes_never_reach_a_player__SB_4_SB_175() -> None:
    played = sitting()
    played.do("gm", WriteAdventure("Canary title", "canary hour"))
    (number,) = played.world.adventures
    played.do("gm", NoteDown(number, "secret", "Canary note", "canary text"))
    played.do("gm", MakeExtra("Canary extra", "goat", {"CRG": 3}, "canary look", "canary secret"))
    played.do("gm", NoteSecret("reynard-quick", "canary about the fox"))
    played.do("gm", StartTimer("other", "canary timer"))
    played.do("gm", FixNumber("extra_canary-extra", "FIT", 2, reason="canary reason"))
    for who in ("p1", "p2"):
        assert "anary" not in seen(played, who)
    told = seen(played, "gm")
    for words in ("Canary title", "canary text", "canary look", "canary secret", "about the fox"):
        assert words in told


def test_an_adventure_is_known_once_it_starts__SB_4() -> None:
    played = sitting()
    played.do("gm", LoadAdventure())
    assert not [b for b in blocks(played, "p1") if isinstance(b, world.Story)]
    number = next(iter(played.world.adventures))
    tap(played, "gm", StartAdventure, adventure=number)
    story = block(played, "p1", world.Story)
    assert (story.title, story.clock) == ("The Lamp of Low Harbour", "the hour before dark")
    assert "Who opened the window" not in seen(played, "p1")
    assert "Skaw" not in seen(played, "p1")


def test_a_handout_is_read_by_whom_it_is_for__SB_175() -> None:
    played = sitting()
    played.do("gm", GiveHandout("A letter", "Dear fox", ("p1",)))
    assert block(played, "p1", world.Papers).papers[0].text == "Dear fox"
    assert "Dear fox" not in seen(played, "p2")
    played.do("gm", GiveHandout("A map", "North is up"))
    assert [p.title for p in block(played, "p2", world.Papers).papers] == ["A map"]


def test_clocks_and_timers_are_the_directors_to_run__SB_7_SB_48() -> None:
    played = sitting()
    played.do("p1", LeaveStory("reynard-quick"))
    played.do("p1", TakeReady("tick-tock"))
    played.do("gm", LoadAdventure())
    played.do("gm", StartAdventure(next(iter(played.world.adventures))))
    tap(played, "gm", StartTimer, kind="debate")
    tap(played, "gm", StartTimer, kind="breath", who="tick-tock")
    played.do("gm", SetClock("midnight"))
    shown = block(played, "p2", world.Story)
    assert shown.clock == "midnight"
    assert [(t.label, t.who, t.minutes) for t in shown.timers] == [
        ("Debate", "", 0),
        ("Holding breath", "Tick-Tock", 15),
    ]
    assert not [o for o in menu(played, "p2") if o.command in (SetClock, StartTimer)]


# -- Home-made things (SB-57, SB-66, SB-69, SB-172) ----------------------------------------------


def test_whoever_has_an_idea_may_make_it_and_the_director_nods__SB_57_SB_69_SB_172() -> None:
    played = Played()
    made = [o for o in menu(played, "p1") if issubclass(o.command, homemade.Make)]
    assert {o.command for o in made} == {*homemade.Make.__subclasses__()}
    assert [(o.label, o.refusal) for o in made if not o.open] == []
    (species,) = (o for o in made if o.command is MakeSpecies)
    assert species.asks.startswith("Shall there be a species of our own")
    assert not [o for o in menu(played, "gm") if issubclass(o.command, homemade.Make) and o.asks]


def test_home_made_things_are_listed_and_what_nobody_uses_may_go__SB_172() -> None:
    played = Played()
    played.do("gm", MakeSkill("Juggling", "DEX - 1", "keeping things in the air"))
    shop = block(played, "gm", world.Workshop)
    assert shop.count == 1
    (line,) = next(sort.things for sort in shop.sorts if sort.section == "skills")
    assert (line.name, line.words) == ("Juggling", "starts at DEX - 1, keeping things in the air")
    away = offered(played, "gm", homemade.DropHomemade, id=line.id)
    assert away.open
    assert away.confirm


def test_the_example_in_the_workshop_is_a_kit_that_loads__SB_172() -> None:
    played = Played()
    example = block(played, "gm", world.Workshop).example
    played.do("gm", homemade.LoadHomemade(tuple(example.splitlines())))
    assert set(played.world.homemade.species) == {"otter"}


# -- Words (SB-185, SB-186) ----------------------------------------------------------------------


def test_all_twenty_one_terms_stand_on_one_page__SB_185() -> None:
    words = block(Played(), "p1", world.Glossary).words
    assert len(words) == 21
    assert (
        words["Fluke"]
        == "great luck! When the three dice show 17 or 18, it works, however hard it is"
    )


def test_terms_are_explained_where_they_stand__SB_185() -> None:
    made = builder(drafted())
    assert made.terms["Skill"] == "something you can do, like climbing or hiding, and how well"
    assert all(made.terms.values())


def test_the_inspirations_are_named_as_their_author_credits_them__SB_186() -> None:
    assert block(Played(), "p1", world.AboutGame).inspirations == INSPIRATIONS
    assert len(INSPIRATIONS) == 7


A_SCALE = "CallChallenge.hint"  # numbers with what each means, for the Director
SPOKEN = re.compile(r"(advice|hints?)\..*|[A-Z]\w+\.(?!rule|tone|advice).*")


def sentences() -> Iterator[tuple[str, str]]:
    for key, text in say.sentences.items():
        if SPOKEN.fullmatch(key):
            plain = re.sub(r"\{[^{}]*\}", "it", text)  # what is filled in
            for sentence in re.split(r"(?<=[.!?])\s+", plain):
                yield key, sentence


def test_sentences_are_short_enough_for_a_child__SB_185() -> None:
    for key, sentence in sentences():
        words = sentence.split()
        assert len(words) <= 16 or key == A_SCALE, (key, sentence)
        assert not any(len(word.strip(".,!?“”:;")) > 14 for word in words), (key, sentence)
    counts = [len(sentence.split()) for _, sentence in sentences()]
    assert sum(counts) / len(counts) < 5


# -- What holds everywhere -----------------------------------------------------------------------

CHAPTERS = (people, numbers, building, skills, bots, homemade, gear, adventures)
BY_FILE = {homemade.LoadHomemade}


def everything() -> Iterator[Played]:
    """Moments in which everything about making is offered to somebody."""
    yield Played()
    yield drafted()
    played = drafted("bot")
    for command in (
        ChooseLocomotion("bot", "legs"),
        TakePart("bot", "sawblade"),
        TakePenalty("bot", "buggy"),
    ):
        played.do("p1", command)
    played.do("gm", MakeSkill("Juggling"))
    yield played
    played = drafted()
    for command in (BecomeShaper("fox", "air"), NameSpecialty("fox", "craft", "baking")):
        played.do("p1", command)
    played.do("p1", GiveItem("fox", "light_armor"))
    played.do("p1", SpreadPoints("fox", "quick"))
    yield played
    played = sitting()
    played.do("gm", FixNumber("saw-8", "FIT", 2))
    played.do("gm", LoadAdventure())
    played.do("p1", TakeReady("sir-leo"))
    played.do("gm", StartTimer("debate"))
    yield played
    played.do("gm", StartAdventure(next(iter(played.world.adventures))))
    played.do("p2", LeaveStory("tusker-moll"))
    played.do("gm", ReopenSheet("extra_the-heron"))
    yield played


@cache
def offered_anywhere() -> frozenset[type[Command]]:
    seats = ("gm", "p1", "p2")
    return frozenset(o.command for p in everything() for who in seats for o in menu(p, who))


@pytest.mark.parametrize(
    "command",
    sorted((c for chapter in CHAPTERS for c in acts_of(chapter)), key=lambda c: c.__name__),
    ids=lambda c: c.__name__,
)
def test_every_act_of_making_is_offered_to_somebody(command: type[Command]) -> None:
    if command not in BY_FILE:
        assert command in offered_anywhere() or command.__name__ == "Say"


def test_every_offer_says_something_and_names_its_rule() -> None:
    for played in everything():
        for who in ("gm", "p1"):
            for offer in menu(played, who):
                if offer.command.__module__.startswith("tablefolk.games.shapers_and_bots"):
                    assert offer.label, offer
                    assert re.fullmatch(r"SB-\d+", offer.rule), offer


def test_everything_that_happens_while_making_has_words() -> None:
    for chapter in CHAPTERS:
        for event in changes_of(chapter):
            if event.__module__ == chapter.__name__:
                assert any(key.startswith(f"{event.__name__}.told") for key in say.sentences)


def test_each_step_on_a_sheet_is_told_to_whoever_makes_it_and_to_nobody_else() -> None:
    played = drafted()
    (changed,) = played.do("p1", ChangeFeature("fox", "DEX", 1))
    told = {who: GAME.tell(played.table, changed, played.seat(who)) for who in ("gm", "p1", "p2")}
    assert told["p1"] is not None
    assert told["p1"].text == "The fox without a name: Dexterity is changed to +1."
    assert told["gm"] is told["p2"] is None


def test_every_line_of_the_story_has_a_sentence_for_the_director() -> None:
    for played in everything():
        for entry in played.log:
            for event in entry.events:
                line = GAME.tell(played.table, event, played.seat("gm"))
                if isinstance(event, Making) and line is not None:
                    assert line.text
                    assert "{" not in line.text


def test_an_onlooker_is_offered_nothing_but_stop_and_sees_no_secrets__TF_33() -> None:
    played = sitting()
    played.do("gm", LoadAdventure())
    onlooker = Seat("o", "onlooker")
    assert [offer.do for offer in play.menu(GAME, played.table, onlooker)] == ["Stop"]
    shown = msgspec.json.encode(GAME.view(played.table, onlooker)).decode()
    assert "Skaw" not in shown
    assert '"Begin"' not in shown
