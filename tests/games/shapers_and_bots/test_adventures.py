"""Adventures, records, corrections, help (SB-1, SB-4 … SB-11, SB-170 … SB-175, SB-185, SB-186)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.games.shapers_and_bots.table import GAME, Played, animal

from tablefolk.core.game import Refusal, Seat
from tablefolk.core.table import takeback
from tablefolk.core.table.takeback import TakeBack
from tablefolk.core.table.talk import Say
from tablefolk.games.shapers_and_bots.page.blocks.world import AdventureLine, Adventures
from tablefolk.games.shapers_and_bots.page.view.adventures import shelf
from tablefolk.games.shapers_and_bots.rules import about, adventures
from tablefolk.games.shapers_and_bots.rules.advancement import GrantRaise, TakeLesson
from tablefolk.games.shapers_and_bots.rules.adventures import (
    EndAdventure,
    GiveHandout,
    LoadAdventure,
    NoteDown,
    NoteSecret,
    SetClock,
    StartAdventure,
    StartTimer,
    StopTimer,
    StrikeNote,
    WriteAdventure,
    handouts_for,
    notes_of,
    written_out,
)
from tablefolk.games.shapers_and_bots.rules.building import TakeReady
from tablefolk.games.shapers_and_bots.rules.challenges import (
    AddModifier,
    OpenChallenge,
    RollChallenge,
    SetDifficulty,
    TellStory,
    TryAgain,
    WithdrawChallenge,
)
from tablefolk.games.shapers_and_bots.rules.contests import EndContest, OpenContest, RollContest
from tablefolk.games.shapers_and_bots.rules.corrections import (
    CorrectFighter,
    CorrectHealth,
    CorrectItem,
)
from tablefolk.games.shapers_and_bots.rules.extras import MakeExtra, SetHeart, SetRating
from tablefolk.games.shapers_and_bots.rules.fights.planning import PlanFight
from tablefolk.games.shapers_and_bots.rules.fights.start import StartFight
from tablefolk.games.shapers_and_bots.rules.gear import GiveItem, GiveOwnItem
from tablefolk.games.shapers_and_bots.rules.numbers import FixNumber
from tablefolk.games.shapers_and_bots.rules.people import Describe
from tablefolk.games.shapers_and_bots.rules.ready_made import ready_mades
from tablefolk.games.shapers_and_bots.rules.rulings import RecordRuling, rulings_for
from tablefolk.games.shapers_and_bots.rules.shaping import Shape
from tablefolk.games.shapers_and_bots.rules.values import BotBody, BotPart, Item, Plan

READY = next(iter(ready_mades()))
DIRECTOR, PLAYER = Seat("gm", "gm"), Seat("p1")


def table(players: tuple[str, ...] = ("p1",)) -> Played:
    """Everybody plays a goat."""
    played = Played(players)
    for member in players:
        played.put(animal(f"goat-{member}", "goat", member))
    return played


def written(played: Played, title: str = "The cave") -> int:
    number: int = played.do("gm", WriteAdventure(title))[0].adventure.id
    return number


# -- Ready to start (SB-1, SB-93) ------------------------------------------------------------------


def test_an_adventure_starts_when_everybody_has_a_finished_character__SB_1() -> None:
    played = Played(("p1", "p2"))
    number = written(played)
    played.put(animal("ann", "goat", "p1"))
    assert played.no("p1", StartAdventure(number)) == "director_only"
    no = played.refused("gm", StartAdventure(number))
    assert (no.rule, no.code) == ("SB-1", "not_ready")
    assert "a finished character for P2" in no.why
    played.put(replace(animal("bob", "goat", "p2"), finished=False))
    assert played.no("gm", StartAdventure(number)) == "not_ready"
    played.put(animal("bob", "lion", "p2", hp=1))
    (started,) = played.do("gm", StartAdventure(number))
    assert started.hp == {"ann": 3, "bob": 5}
    assert played.hp("bob") == 5


def test_an_adventure_needs_players__SB_1() -> None:
    played = Played(())
    assert "at least one player" in played.refused("gm", StartAdventure(written(played))).why
    assert "a Director" in adventures.lacking(type(played.world)())


def test_the_dead_do_not_start_and_one_adventure_runs_at_a_time__SB_1() -> None:
    played = table()
    first, second = written(played), written(played, "The bay")
    played.put(replace(played.hero("goat-p1"), life="dead"))
    assert played.no("gm", StartAdventure(first)) == "not_ready"
    played.put(replace(played.hero("goat-p1"), life="conscious"))
    played.do("gm", StartAdventure(first))
    assert played.no("gm", StartAdventure(second)) == "running"
    played.do("gm", EndAdventure())
    assert played.no("gm", StartAdventure(first)) == "over"


# -- Notes and secrets (SB-4, SB-175) --------------------------------------------------------------


def test_the_notes_are_for_the_director_alone__SB_4() -> None:
    played = table()
    number = written(played)
    played.do("gm", NoteDown(number, "secret", "The traitor", "It is the fox."))
    played.do("gm", NoteDown(number, "difficulty", "The wall", difficulty=-1))
    secret, wall = notes_of(played.world, DIRECTOR, number).notes
    assert (secret.text, wall.difficulty) == ("It is the fox.", -1)
    with pytest.raises(Refusal) as no:
        notes_of(played.world, PLAYER, number)
    assert no.value.code == "director_only"
    with pytest.raises(Refusal):
        written_out(played.world, PLAYER, number)
    for command in (
        WriteAdventure("Mine"),
        NoteDown(number, "secret", "Mine"),
        StrikeNote(number, secret.id),
        LoadAdventure(),
    ):
        assert played.no("p1", command) == "director_only"
    played.do("gm", NoteDown(number, "secret", "The traitor", "It is the crow.", note=secret.id))
    played.do("gm", StrikeNote(number, wall.id))
    (left,) = notes_of(played.world, DIRECTOR, number).notes
    assert left.text == "It is the crow."


def test_the_starter_adventure_is_loaded_with_its_extras__SB_4() -> None:
    played = Played()
    played.do("gm", LoadAdventure())
    (adventure,) = played.world.adventures.values()
    kinds = {note.kind for note in adventure.notes}
    assert kinds == {"scene", "place", "difficulty", "secret", "handout"}
    names = {hero.name: hero for hero in played.world.extras()}
    assert played.rating(names["Skaw"].id, "weapon:sword") == 1
    assert [item.name for item in names["Skaw"].items] == ["Sword"]
    grist = names["Grist"].bot
    assert grist is not None
    assert grist.penalties == ("obedient",)
    played.audited()


def test_an_adventure_is_written_out_and_loaded_elsewhere__SB_4__SB_172() -> None:
    here = Played()
    here.do("gm", LoadAdventure())
    (adventure,) = here.world.adventures.values()
    file = written_out(here.world, DIRECTOR, adventure.id)
    there = Played()
    there.do("gm", LoadAdventure(tuple(file.splitlines())))
    (again,) = there.world.adventures.values()
    assert [(n.kind, n.title, n.text) for n in again.notes] == [
        (n.kind, n.title, n.text) for n in adventure.notes
    ]
    assert [hero.fixed for hero in there.world.extras()] == [
        hero.fixed for hero in here.world.extras()
    ]


def test_an_adventure_travels_with_all_that_its_people_carry__SB_4__SB_89__SB_172() -> None:
    here = Played()
    here.do("gm", LoadAdventure())
    skaw = next(hero for hero in here.world.extras() if hero.name == "Skaw")
    assert "Sword" in {item.name for item in skaw.items}
    here.do("gm", GiveOwnItem(skaw.id, "Net", "punch", "throwing", needs_draw=True, thrown=True))
    here.do("gm", GiveOwnItem(skaw.id, "A letter"))
    (adventure,) = here.world.adventures.values()
    there = Played()
    file = written_out(here.world, DIRECTOR, adventure.id)
    there.do("gm", LoadAdventure(tuple(file.splitlines())))
    assert carried(there) == carried(here)


def test_a_thing_of_ones_own_is_not_changed_into_the_book_s_of_that_name__SB_4__SB_89() -> None:
    here, there = Played(), Played()
    here.do("gm", LoadAdventure())
    skaw = next(hero for hero in here.world.extras() if hero.name == "Skaw")
    here.do("gm", GiveOwnItem(skaw.id, "Knife", "large", "brawling", two_handed=True))
    file = written_out(here.world, DIRECTOR, max(here.world.adventures))
    there.do("gm", LoadAdventure(tuple(file.splitlines())))
    assert carried(there) == carried(here)


def test_an_adventure_travels_with_whole_sheets__SB_4__SB_165__SB_172() -> None:
    here, there = Played(), Played()
    here.do("gm", WriteAdventure("Snow"))
    body = BotBody(
        "wheels",
        (BotPart("arm"), BotPart("drill", "for ice", "small")),
        ("obedient",),
        penalty_note="Sit!",
    )
    whole = animal("yuki", "fox", "", change={"FIT": 2, "SIZ": -1}, raises={"climbing": 3})
    whole = replace(whole, extra=True, age="old", calling="rogue", notes="limps", black_belt=True)
    for hero in (whole, replace(animal("tin", "", "", bot=body), kind="bot", extra=True)):
        here.put(hero)
    here.do("gm", SetHeart("yuki", 2, -1))
    lines = written_out(here.world, DIRECTOR, max(here.world.adventures)).splitlines()
    there.do("gm", LoadAdventure(tuple(lines)))
    found = {hero.name: hero for hero in there.world.extras()}
    for key in ("FIT", "SIZ", "DEX", "STR", "climbing", "jumping", "stealth", "CRG", "HON"):
        assert there.rating(found["Yuki"].id, key) == here.rating("yuki", key), key
    told = ("age", "calling", "notes", "black_belt", "species")
    assert [getattr(found["Yuki"], key) for key in told] == [getattr(whole, key) for key in told]
    assert found["Tin"].bot == body


def test_a_planned_fight_travels_and_waits_for_the_players_there__SB_105__SB_172() -> None:
    here, there = table(), table(("p1", "p2"))
    here.do("gm", LoadAdventure())
    (first,) = here.world.adventures
    for _ in range(2):
        here.do("gm", MakeExtra("Guard"))
    weak, strong = (hero.id for hero in here.world.extras() if hero.name == "Guard")
    here.do("gm", SetRating(strong, "FIT", 3))
    here.do("gm", PlanFight(("goat-p1", "extra_pip", weak), ("extra_skaw", strong)))
    file = written_out(here.world, DIRECTOR, first)
    assert '[fight]\ntheirs = ["Skaw", "Guard (2)"]\nours = ["Pip", "Guard"]' in file
    there.do("gm", LoadAdventure())  # of the same people, but another one's
    there.do("gm", LoadAdventure(tuple(file.splitlines())))
    newest = max(there.world.adventures)
    again = written_out(there.world, DIRECTOR, newest)
    assert again.split("[fight]")[1] == file.split("[fight]")[1], "from the shelf it travels on"
    assert there.world.plan == Plan(), "nothing lies ready before it is played"
    there.do("gm", StartAdventure(newest))
    plan = there.world.plan
    assert plan.ours[:2] == ("goat-p1", "goat-p2")
    people = [there.hero(who) for who in (*plan.ours[2:], *plan.theirs)]
    assert [hero.name for hero in people] == ["Pip", "Guard", "Skaw", "Guard"]
    assert [hero.adventure for hero in people] == [newest] * 4
    assert people[-1].fixed == {"FIT": 3}


def test_a_fight_between_extras_of_no_adventure_travels_with_the_draft__SB_4__SB_172() -> None:
    played = table()
    number = written(played)
    for name in ("Pip", "Skaw"):
        played.do("gm", MakeExtra(name))
    played.do("gm", PlanFight(("goat-p1", "extra_pip"), ("extra_skaw",)))
    text = written_out(played.world, DIRECTOR, number)
    assert '[fight]\ntheirs = ["Skaw"]\nours = ["Pip"]' in text
    assert [card.fight for card in on_shelf(played)] == [
        "Planned fight: Goat-P1 and Pip against Skaw"
    ]
    played.do("gm", LoadAdventure(tuple(text.splitlines())))
    brought = max(played.world.adventures)
    assert {card.id: card.fight for card in on_shelf(played)}[brought] == (
        "Planned fight: the players and Pip against Skaw"
    )
    played.do("gm", StartAdventure(number))
    assert written_out(played.world, DIRECTOR, number).count("[fight]") == 1
    later = written(played)
    assert written_out(played.world, DIRECTOR, later).count("[fight]") == 0
    played.do("gm", EndAdventure())
    assert [card.fight for card in on_shelf(played) if card.id == number] == [""]


def on_shelf(played: Played) -> tuple[AdventureLine, ...]:
    (block,) = shelf(played.world)
    assert isinstance(block, Adventures)
    return block.adventures


def carried(played: Played) -> dict[str, list[Item]]:
    """What everybody of an adventure has with them, whatever its number."""
    people = played.world.extras()
    return {hero.name: [replace(item, id=0) for item in hero.items] for hero in people}


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        (("title = 3",), "Line 1: The title is one line"),
        (('clock = "noon"',), "Line 1: There is an adventure without a title."),
        (('title = "x"', "colour = 1"), "Line 2: “colour” is no part of an adventure"),
        (
            ('title = "x"', "[[notes]]", 'kind = "rumour"', 'title = "y"', 'difficulty = "hard"'),
            "Line 3: A note is one of these: scene, extra, place, difficulty, secret, handout. "
            "Line 5: The difficulty is a whole number, -20 to 20: -3 is hard, 0 ordinary, 3 easy.",
        ),
        (('title = "x"', "[[extras]]", "look = 1"), "Line 2: There is somebody without a name."),
        (('title = "x"', "[[extras]]", 'name = "A"', 'gear = "sword"'), "Line 4: That is a list"),
        (('title = "x"', "[[extras]]", 'name = "A"', "things = [1]"), "Line 4: Things are written"),
        (('title = "x',), "Line 1: This line cannot be read: a quotation mark is missing."),
        (('title = "x"', "[[extras]]", 'name = "A"', "age = 12"), "Line 4: That is one line in"),
        (('title = "x"', "notes = 3"), "Line 2: Write each note under a heading"),
        (('title = "x"', "fight = 3"), "Line 2: Write the fight under a heading [fight]"),
        (('title = "x"', "[fight]", 'theirs = "A"'), "Line 3: That is a list of names"),
        (('title = "x"', "[fight]", 'foes = ["A"]'), "Line 3: “foes” is no part of a fight"),
        (
            ('title = "x"', "[[extras]]", 'name = "A"', "[fight]", 'theirs = ["A", "B", "A (2)"]'),
            "Line 5: B is nobody of this adventure: write them under [[extras]]. "
            "Line 5: A (2) is nobody of this adventure",
        ),
        (('title = "x"', "[[skills]]", 'name = "S"', 'start = "FIT - "'), "Line 4: "),
        (
            (
                'title = "x"',
                "[[notes]]",
                'kind = "difficulty"',
                'title = "y"',
                'skill = "climing"',
                "[[extras]]",
                'name = "A"',
                'species = "dragon"',
                'gear = ["sword", "soup"]',
                "[[extras]]",
                'name = "B"',
                "ratings = { FIT = 1, climing = 2 }",
                'things = [{ name = "Net", skill = "nets" }]',
                "[[extras]]",
                'name = "C"',
                'species = "bot"',
                'locomotion = "hope"',
            ),
            "Line 5: y, climing: There is no such rating. "
            "Line 8: A: nothing is known here as dragon. "
            "Line 9: A: nothing is known here as soup. "
            "Line 12: B, climing: There is no such rating. "
            "Line 13: B, Net, nets: There is no such rating. And 1 more.",
        ),
    ],
)
def test_faults_of_an_adventure_are_told_by_line_in_a_directors_words__SB_4(
    lines: tuple[str, ...], told: str
) -> None:
    no = Played().refused("gm", LoadAdventure(lines))
    assert told in no.why
    assert "$." not in no.why
    assert "`" not in no.why


def test_an_adventure_brings_home_made_things_along__SB_172() -> None:
    lines = (
        'title = "Snow"',
        "[[skills]]",
        'name = "Sledding"',
        'start = "FIT - 1"',
        "[[extras]]",
        'name = "Moe"',
        'species = "wolf"',
        "ratings = { sledding = 3 }",
    )
    played = Played()
    played.do("gm", LoadAdventure(lines))
    assert played.world.homemade.skills["sledding"].homemade
    assert played.rating("extra_moe", "sledding") == 3


@pytest.mark.parametrize(
    "lines",
    [
        ("title = ",),
        ('name = "no title"',),
        ('title = "x"', "[[extras]]", 'name = "A"', 'species = "dragon"'),
        ('title = "x"', "[[extras]]", 'name = "A"', 'gear = ["bazooka"]'),
        ('title = "x"', "[[extras]]", 'name = "A"', "ratings = { charm = 1 }"),
        ('title = "x"', "[[notes]]", 'kind = "rumour"', 'title = "y"'),
        ('title = "x"', "[[skills]]", 'name = "S"', "start = \"__import__('os')\""),
    ],
)
def test_a_file_that_is_no_adventure_is_refused_and_changes_nothing__SB_4(
    lines: tuple[str, ...],
) -> None:
    no = Played().refused("gm", LoadAdventure(lines))
    assert no.code in ("bad_file", "unknown")


def test_secret_notes_about_somebody_and_handouts__SB_175() -> None:
    played = table(("p1", "p2"))
    assert played.no("p1", NoteSecret("goat-p2", "x")) == "director_only"
    played.do("gm", NoteSecret("goat-p1", "Is a prince."))
    assert played.hero("goat-p1").secret == "Is a prince."
    played.do("gm", GiveHandout("A map", "North is up."))
    played.do("gm", GiveHandout("A letter", "Come alone.", ("p2",)))
    assert played.no("p1", GiveHandout("Mine", "x")) == "director_only"
    assert played.no("gm", GiveHandout("For nobody", "x", ("p9",))) == "unknown"
    seen = {m: [h.title for h in handouts_for(played.world, Seat(m))] for m in ("p1", "p2")}
    assert seen == {"p1": ["A map"], "p2": ["A map", "A letter"]}
    assert len(handouts_for(played.world, DIRECTOR)) == 2


# -- Talk (SB-5), no takebacks (SB-6), the clock (SB-7) --------------------------------------------


def test_what_a_player_says_the_character_says_unless_marked__SB_5() -> None:
    played = table()
    (said,) = played.do("p1", Say("Halt!"))
    assert not said.as_self
    (aside,) = played.do("p1", Say("Pass the crisps.", as_self=True))
    assert aside.as_self


def test_the_unconscious_do_not_speak_in_character__SB_5__SB_100() -> None:
    played = table()
    played.put(replace(played.hero("goat-p1"), life="unconscious"))
    assert played.no("p1", Say("Halt!")) == "not_conscious"
    played.do("p1", Say("Ouch, for Gus.", as_self=True))


def verdict(played: Played, who: str) -> takeback.Verdict:
    """Whether somebody may take back the latest entry of the log."""
    number = len(played.log)
    return takeback.verdict(GAME, played.table, played.log, number, played.seat(who))


def under_way() -> tuple[Played, str]:
    """P1 plays a ready-made character, and the adventure has begun."""
    played = Played(("p1",))
    (taken,) = played.do("p1", TakeReady(READY))
    played.do("gm", StartAdventure(written(played)))
    return played, taken.sheet.id


def test_what_is_resolved_a_player_cannot_take_back_and_the_director_can__SB_6() -> None:
    played, who = under_way()
    played.do("gm", OpenChallenge(who, "climb", "climbing"))
    played.do("p1", RollChallenge(max(played.world.challenges)), (3, 3, 3))
    command, seat = TakeBack(len(played.log)), played.seat("p1")
    with pytest.raises(Refusal) as no:
        takeback.take_back(GAME, played.start, played.log, played.table, seat, command)
    assert (no.value.rule, no.value.code) == ("SB-6", "no_takebacks")
    mine, directors = verdict(played, "p1"), verdict(played, "gm")
    assert (mine.at_once, mine.ask, directors.at_once) == (False, False, True)


def test_an_action_without_dice_stands_as_well__SB_6() -> None:
    played, who = under_way()
    played.do("gm", OpenChallenge(who, "climb", "climbing"))
    played.do("p1", WithdrawChallenge(max(played.world.challenges)))
    assert verdict(played, "p1").code == "no_takebacks"


def test_words_on_a_sheet_and_mere_questions_may_still_be_taken_back__SB_6() -> None:
    played, who = under_way()
    played.do("p1", Describe(who, look="Blue."))
    assert verdict(played, "p1").at_once
    played.ask("p1", OpenChallenge(who, "fly", "climbing"))
    assert verdict(played, "p1").at_once


def test_a_debate_is_timed_and_written_to_the_clock_if_the_director_likes__SB_7() -> None:
    played = table()
    number = written(played)
    played.do("gm", StartAdventure(number))
    assert played.no("p1", StartTimer()) == "director_only"
    timers = [played.do("gm", StartTimer("debate", "Left or right?"))[0].timer for _ in range(2)]
    played.do("gm", StopTimer(timers[0].id, 130))
    assert played.world.adventures[number].minutes == 0
    played.do("gm", StopTimer(timers[1].id, 130, count=True))
    assert played.world.adventures[number].minutes == 2
    assert not played.world.timers
    assert played.no("gm", StopTimer(timers[1].id)) == "unknown"
    played.do("gm", SetClock("nearly dark"))
    assert played.world.adventures[number].clock == "nearly dark"


def test_a_held_breath_is_a_timer_of_15_minutes__SB_48() -> None:
    played = Played()
    played.put(animal("snap", "crocodile"))
    played.put(animal("leo", "lion"))
    (started,) = played.do("gm", StartTimer("breath", who="snap"))
    assert started.timer.minutes == 15
    assert played.no("gm", StartTimer("breath", who="leo")) == "needs_number"


# -- Rulings (SB-8, SB-171) ------------------------------------------------------------------------


def test_rulings_are_kept_and_can_be_looked_up__SB_8() -> None:
    played = table()
    assert played.no("p1", RecordRuling("May I?", "yes")) == "director_only"
    played.do("gm", RecordRuling("Do goats eat tin?", "Only the lids.", "SB-45", about="goat-p1"))
    played.do("gm", RecordRuling("Who is the thief?", "The crow.", hidden=True))
    assert [r.answer for r in rulings_for(played.world, DIRECTOR)] == [
        "The crow.",
        "Only the lids.",
    ]
    assert [r.answer for r in rulings_for(played.world, PLAYER)] == ["Only the lids."]
    assert [r.rule for r in rulings_for(played.world, PLAYER, "TIN")] == ["SB-45"]
    assert rulings_for(played.world, PLAYER, "crow") == ()


def test_an_absent_ruling_is_waited_for__SB_8() -> None:
    played = table()
    asked = played.ask("p1", OpenChallenge("goat-p1", "climb", "climbing"))
    played.deny(asked)
    assert not played.world.challenges


# -- Corrections (SB-173, SB-174) ------------------------------------------------------------------


def test_health_is_corrected_with_before_and_after__SB_173() -> None:
    played = table()
    who = "goat-p1"
    assert played.no("p1", CorrectHealth(who, 1, "conscious")) == "director_only"
    (told, ruling) = played.do("gm", CorrectHealth(who, 1, "conscious", "miscounted"))
    assert (told.what, told.before, told.after, told.reason) == ("hp", 3, 1, "miscounted")
    assert (ruling.rule, ruling.reason) == ("SB-173", "miscounted")
    assert played.hp(who) == 1
    played.do("gm", CorrectHealth(who, -1, "dead"))
    assert played.hero(who).life == "dead"
    played.do("gm", CorrectHealth(who, 2, "conscious"))
    assert (played.hero(who).life, played.hp(who)) == ("conscious", 2)
    assert played.no("gm", CorrectHealth(who, 9, "conscious")) == "out_of_range"
    assert played.no("gm", CorrectHealth(who, -1, "conscious")) == "out_of_range"
    assert played.no("gm", CorrectHealth(who, 2, "conscious")) == "same"


def test_ratings_are_corrected_too__SB_173() -> None:
    played = table()
    (told,) = played.do("gm", FixNumber("goat-p1", "FIT", 2, reason="misread"))
    assert (told.was, told.value) == (0, 2)


def test_things_are_corrected_with_before_and_after__SB_173() -> None:
    played = table()
    played.do("gm", GiveItem("goat-p1", "bow"))
    number = played.hero("goat-p1").items[0].id
    (told, _) = played.do("gm", CorrectItem("goat-p1", number, "drawn", True))
    assert (told.before, told.after, told.label) == (False, True, "Bow")
    assert played.hero("goat-p1").items[0].drawn
    assert played.no("gm", CorrectItem("goat-p1", 999, "drawn", True)) == "unknown"


def fighting() -> Played:
    played = table()
    played.put(animal("leo", "lion"))
    played.do("gm", StartFight(("goat-p1", "leo")))
    return played


def test_fight_fields_are_corrected_and_spent_actions_given_back__SB_173__SB_174() -> None:
    played = fighting()
    world = played.world.with_combatant("leo", pool=0, spent=2)
    played.table = replace(played.table, play=world)
    (told, _) = played.do("gm", CorrectFighter("leo", "pool", 1, "the attack did not count"))
    assert (told.before, told.after) == (0, 1)
    one = played.world.combatant("leo")
    assert one is not None
    assert one.opened == one.pool + one.spent + one.defended + one.lapsed
    played.do("gm", CorrectFighter("leo", "berserk", 1))
    assert played.no("gm", CorrectFighter("leo", "debt", 4)) == "out_of_range"
    assert played.no("p1", CorrectFighter("leo", "pool", 0)) == "director_only"


def test_actions_given_back_are_not_used_any_more__SB_173__SB_141() -> None:
    played = fighting()
    world = played.world.with_combatant("leo", pool=0, spent=1, defended=1, acted=True)
    played.table = replace(played.table, play=world)
    played.do("gm", CorrectFighter("leo", "pool", 2))
    one = played.world.combatant("leo")
    assert one is not None
    assert (one.pool, one.spent, one.defended, one.opened, one.fresh) == (2, 0, 0, 2, True)
    assert played.no("gm", CorrectFighter("leo", "acted", 0)) == "same"
    played.do("gm", CorrectFighter("leo", "pool", 1))
    one = played.world.combatant("leo")
    assert one is not None
    assert (one.pool, one.spent, one.opened, one.fresh) == (1, 1, 2, False)
    played.do("gm", CorrectFighter("leo", "acted", 0))
    one = played.world.combatant("leo")
    assert one is not None
    assert (one.pool, one.lapsed, one.opened, one.fresh) == (1, 1, 2, True)


def test_who_is_put_down_by_a_correction_loses_turn_and_actions__SB_173() -> None:
    played = fighting()
    fight = played.world.fight
    assert fight is not None
    assert fight.current == "leo"
    played.do("gm", CorrectHealth("leo", 1, "unconscious"))
    fight = played.world.fight
    assert fight is not None
    assert (fight.current, fight.combatants["leo"].pool) == ("goat-p1", 0)
    assert played.no("gm", CorrectFighter("leo", "pool", 2)) == "not_conscious"


# -- A whole evening -------------------------------------------------------------------------------


def test_an_evening_is_stored_read_again_and_decided_just_so__SB_9() -> None:
    played = Played(("p1", "p2"))
    played.do("p1", TakeReady("larrapin"))
    played.do("p2", TakeReady("saw-8"))
    number = played.do("gm", LoadAdventure())[0].adventure.id
    played.do("gm", StartAdventure(number))
    played.do("p1", Shape("larrapin", "air", "a whisper"))
    played.do("p1", RollChallenge(newest(played)), (6, 6, 5))
    played.do("gm", TellStory(max(played.world.rolls), instead="The guards sneeze."))
    played.do("gm", OpenChallenge("saw-8", "the lock", "mechanics", -3))
    played.do("gm", AddModifier(newest(played), 1, "a hairpin"))
    played.do("p2", RollChallenge(newest(played)), (2, 3, 4))
    played.do("p2", TryAgain(newest(played), "force it", "STR"))
    played.do("gm", SetDifficulty(newest(played), -1))
    played.do("p2", RollChallenge(newest(played)), (5, 5, 5))
    played.do("gm", OpenContest("the rope", "saw-8", "STR", "extra_big-bessel", "STR", hidden=True))
    played.do("gm", RollContest(max(played.world.contests)), (3, 3, 3, 3, 3, 3))
    played.do("gm", EndContest(max(played.world.contests), "Supper is ready."))
    played.do("gm", OpenChallenge("extra_the-heron", "peck", "brawling", hidden=True))
    assert played.no("gm", RollChallenge(newest(played))) == "awaiting_ruling"
    played.do("gm", SetRating("extra_the-heron", "brawling", 0))
    played.do("gm", RollChallenge(newest(played)), (1, 1, 1))
    played.do("gm", CorrectHealth("larrapin", 1, "conscious", "a peck"))
    played.do("gm", EndAdventure())
    played.do("gm", GrantRaise("larrapin", "shaping:air"))
    played.do("p2", TakeLesson("saw-8", "computers", "Dorrit", "a week of polishing"))
    played.audited()


def newest(played: Played) -> int:
    return max(played.world.challenges)


# -- Help (SB-185, SB-186) -------------------------------------------------------------------------


def test_21_terms_are_explained_wherever_they_appear__SB_185() -> None:
    assert len(about.glossary()) == 21
    assert "17 or 18" in about.meaning("fluke")
    pieces = list(about.explained("Light armor and two penalties make a fluke unlikely."))
    assert [text for text, meaning in pieces if meaning] == ["Light armor", "penalties", "fluke"]
    assert "".join(text for text, _ in pieces).startswith("Light armor and two")


def test_the_inspirations_are_named__SB_186() -> None:
    names = {name for name, _ in about.INSPIRATIONS}
    assert {"Dungeons & Dragons", "The Fantasy Trip", "Tiny Dungeon", "Engine Heart"} <= names
    assert len(names) == 7
