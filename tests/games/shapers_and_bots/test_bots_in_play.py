"""Bots at the table (SB-156 … SB-164)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace
from tests.games.shapers_and_bots.table import Played, animal

from tablefolk.core.table.scenes import OpenScene
from tablefolk.core.table.talk import Say
from tablefolk.games.shapers_and_bots.rules import bots_in_play, sheet, state
from tablefolk.games.shapers_and_bots.rules.bots_in_play import (
    GetUp,
    GiveOrder,
    GrantPart,
    KeepPower,
    NoteHolder,
    RuleBug,
    RuleExposure,
    SetSurroundings,
    StepPower,
    TurnOver,
    UsePart,
)
from tablefolk.games.shapers_and_bots.rules.building import ReopenSheet
from tablefolk.games.shapers_and_bots.rules.challenges import (
    OpenChallenge,
    RefuseChallenge,
    RollChallenge,
)
from tablefolk.games.shapers_and_bots.rules.fights.rounds import BeginTurns
from tablefolk.games.shapers_and_bots.rules.fights.start import StartFight
from tablefolk.games.shapers_and_bots.rules.gear import RuleSize
from tablefolk.games.shapers_and_bots.rules.values import BotBody, BotPart, Character


def table(*parts: str, penalties: tuple[str, ...] = (), **fixed: int) -> Played:
    """Bolt is P1's bot, with these parts; Gus is P2's goat."""
    played = Played()
    body = BotBody("legs", tuple(map(BotPart, parts)), penalties)
    bolt = Character("bolt", "Bolt", "p1", kind="bot", bot=body, finished=True, fixed=dict(fixed))
    played.put(bolt)
    played.put(animal("gus", "goat", "p2"))
    return played


def body(played: Played) -> BotBody:
    found = played.hero("bolt").bot
    assert found is not None
    return found


def challenge(played: Played, key: str = "AWR") -> int:
    played.do("gm", OpenChallenge("bolt", "look around", key))
    return max(played.world.challenges)


def test_a_drill_is_no_weapon_until_the_director_says_what_class__SB_156() -> None:
    played = table("drill")
    assert body(played).parts[0].size == ""
    assert played.no("p1", RuleSize("bolt", "bot:drill", "small")) == "director_only"
    played.do("gm", RuleSize("bolt", "bot:drill", "small"))
    assert body(played).parts[0].size == "small"


# -- Parts, power, radio (SB-157 … SB-159) ---------------------------------------------------------


def test_a_part_is_a_button_for_which_the_director_sets_a_number__SB_157() -> None:
    played = table("searchlight")
    number = challenge(played)
    assert played.no("p1", UsePart(number, "grapple")) == "unknown"
    played.do("p1", UsePart(number, "searchlight"))
    assert played.world.challenges[number].parts == ("searchlight",)
    assert played.no("p1", GrantPart(number, "searchlight", 9)) == "director_only"
    played.do("gm", GrantPart(number, "searchlight", 2))
    roll = played.do("p1", RollChallenge(number), (3, 3, 3))[0].roll
    assert (roll.modifiers[0].label, roll.score) == ("Searchlight", 11)
    assert played.world.rulings[-1].rule == "SB-157"


def test_a_part_makes_possible_what_was_refused__SB_157() -> None:
    played = table("grapple")
    number = challenge(played)
    played.do("gm", RefuseChallenge(number, "too high"))
    played.do("p1", UsePart(number, "grapple"))
    assert played.no("p1", RollChallenge(number)) == "impossible"
    played.do("gm", GrantPart(number, "grapple"))
    played.do("p1", RollChallenge(number), (3, 3, 3))


def test_power_is_a_track_that_the_director_may_keep__SB_158() -> None:
    played = table("cutting_laser", "solar_panels", penalties=("weak_battery",))
    assert body(played).power is None
    notes = bots_in_play.power_notes(played.world, played.hero("bolt"))
    assert len(notes) == 3
    assert played.no("gm", StepPower("bolt", -1)) == "no_track"
    assert played.no("p1", KeepPower("bolt", 5)) == "director_only"
    played.do("gm", KeepPower("bolt", 5))
    played.do("gm", StepPower("bolt", -7, "the laser"))
    assert body(played).power == 0
    played.do("gm", StepPower("bolt", 2, "sun"))
    assert body(played).power == 2
    played.do("gm", KeepPower("bolt", 0))
    assert body(played).power is None
    assert played.no("gm", KeepPower("gus", 3)) == "not_a_bot"


def test_no_power_is_kept_while_the_sheet_is_open_again__SB_44__SB_158() -> None:
    played = table("solar_panels")
    played.do("gm", ReopenSheet("bolt"))
    assert played.no("gm", KeepPower("bolt", 5)) == "not_ready"


@pytest.mark.parametrize("where", ["underground", "underwater"])
def test_a_radio_is_dead_below_ground_and_under_water__SB_159(where: Any) -> None:
    played = table("radio")
    number = challenge(played)
    assert played.no("p1", SetSurroundings(where)) == "director_only"
    played.do("gm", SetSurroundings(where))
    assert played.no("p1", UsePart(number, "radio")) == "radio_dead"
    played.do("gm", OpenScene("Back on the hill"))
    played.do("p1", UsePart(number, "radio"))


# -- Bugs (SB-160) ---------------------------------------------------------------------------------


def buggy() -> Played:
    played = table(penalties=("buggy",), FIT=3)
    played.do("gm", StartFight(("bolt", "gus")))
    return played


def test_at_the_start_of_a_fight_the_director_is_asked_about_a_buggy_bot__SB_160() -> None:
    played = buggy()
    fight = played.world.fight
    assert fight is not None
    assert (fight.buggy, fight.phase) == (("bolt",), "opening")
    assert played.no("gm", BeginTurns()) == "awaiting_ruling"
    assert played.no("p1", RuleBug("bolt")) == "director_only"
    played.do("gm", RuleBug("bolt"))
    fight = played.world.fight
    assert fight is not None
    assert (fight.buggy, fight.current) == ((), "bolt")
    assert fight.combatants["bolt"].pool == 2
    assert played.world.rulings[-1].answer == "all well"


def test_a_bug_may_take_actions_away_or_be_told__SB_160() -> None:
    played = buggy()
    assert played.no("gm", RuleBug("bolt", "odd")) == "text_needed"
    played.do("gm", RuleBug("bolt", "frozen", actions=1))
    one = played.world.combatant("bolt")
    assert one is not None
    assert (one.pool, one.lapsed, one.opened) == (1, 1, 2)
    played.do("gm", RuleBug("bolt", "odd", "It recites the alphabet."))
    assert played.world.rulings[-1].answer == "It recites the alphabet."


def test_other_stress_asks_as_well_but_only_buggy_bots__SB_160() -> None:
    played = table(penalties=("buggy",))
    played.do("gm", RuleBug("bolt", "odd", "It hides."))
    assert table().no("gm", RuleBug("bolt")) == "not_buggy"


# -- Penalties (SB-161) ----------------------------------------------------------------------------


def test_a_bot_without_a_voice_gestures_as_table_talk__SB_161() -> None:
    played = table(penalties=("cannot_communicate",))
    assert played.no("p1", Say("Hello!")) == "no_voice"
    played.do("p1", Say("Bolt waves.", as_self=True))
    played.do("p2", Say("Hello!"))


@pytest.mark.parametrize(("penalty", "sense"), [("blind", "SGT"), ("deaf", "HER")])
def test_blind_and_deaf_bots_need_a_fluke_to_see_or_hear__SB_161(penalty: str, sense: str) -> None:
    played = table(penalties=(penalty,), AWR=5)
    roll = played.do("p1", RollChallenge(challenge(played, sense)), (6, 6, 4))[0].roll
    assert (roll.rating, roll.outcome) == (None, "failure")


def test_a_top_heavy_bot_stays_down_until_somebody_helps__SB_161() -> None:
    played = table(penalties=("top_heavy",))
    assert played.no("p1", TurnOver("bolt")) == "director_only"
    played.do("gm", TurnOver("bolt"))
    assert played.no("p1", GetUp("bolt")) == "stays_down"
    played.do("gm", GetUp("bolt"))
    assert not body(played).overturned


def test_another_bot_gets_up_by_itself__SB_161() -> None:
    played = table()
    played.do("gm", TurnOver("bolt"))
    played.do("p1", GetUp("bolt"))
    assert played.no("p1", GetUp("bolt")) == "same"


def test_the_director_is_reminded_of_water_fire_and_blows__SB_161() -> None:
    played = table(penalties=("not_waterproof", "fragile", "slow"))
    prompts = bots_in_play.prompts(played.hero("bolt"))
    assert [prompt.split(":")[0] for prompt in prompts] == ["Not waterproof", "Fragile", "Slow"]
    played.do("gm", RuleExposure("bolt", "water", "Sparks, and a smell of fish."))
    assert played.world.rulings[-1].rule == "SB-161"


def test_conspicuous_is_offered_for_hiding_and_stealth_only__SB_161() -> None:
    hero = table(penalties=("conspicuous",)).hero("bolt")
    world = Played().world
    offered = {key: bots_in_play.suggested(world, hero, key) for key in ("hiding", "climbing")}
    assert offered == {"hiding": ("Conspicuous",), "climbing": ()}


def test_armless_bots_have_no_hands__SB_161() -> None:
    played = table(penalties=("armless",))
    assert sheet.hands(played.world, played.hero("bolt")) == 0


# -- Orders, looks, words (SB-162 … SB-164) --------------------------------------------------------


def test_whoever_has_the_keyword_orders_and_the_director_confirms__SB_162() -> None:
    played = table(penalties=("obedient",))
    order = GiveOrder("bolt", "gus", "open the gate")
    assert played.no("p2", order) == "not_the_holder"
    assert played.no("p2", NoteHolder("bolt", "gus")) == "director_only"
    played.do("gm", NoteHolder("bolt", "gus"))
    assert body(played).holder == "gus"
    asked = played.ask("p2", order)
    assert asked.rule == "SB-162"
    (given, _) = played.grant(asked)[1:]
    assert (given.who, given.by, given.text) == ("bolt", "gus", "open the gate")
    assert table().no("gm", NoteHolder("bolt", "gus")) == "not_obedient"


@pytest.mark.parametrize(("fit", "word"), [(-2, "rusty"), (0, ""), (2, "brand new")])
def test_fitness_shows_on_a_bot__SB_163(fit: int, word: str) -> None:
    played = table(FIT=fit)
    told = bots_in_play.polish(played.world, played.hero("bolt"))
    assert (word in told) if word else not told


def test_bots_are_shut_down_and_destroyed__SB_164() -> None:
    played = table()
    bolt, gus = played.hero("bolt"), played.hero("gus")
    said = [(state.out_cold(h), state.gone(h)) for h in (bolt, gus)]
    assert said == [("shut down", "destroyed"), ("unconscious", "dead")]
    played.put(replace(bolt, life="unconscious"))
    no = played.refusal("p1", RollChallenge(challenge_by_hand(played)))
    assert "shut down" in no.why


def challenge_by_hand(played: Played) -> int:
    """A challenge that was opened while the bot was still up."""
    down = played.hero("bolt")
    played.put(replace(down, life="conscious"))
    number = challenge(played)
    played.put(down)
    return number
