"""The chances of what stands open at the table, against every throw through the rules (SB-20)."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from msgspec.structs import replace
from tests.games.shapers_and_bots.outcomes import came, promised
from tests.games.shapers_and_bots.table import animal

from tablefolk.core.book import after
from tablefolk.core.dice import tape
from tablefolk.core.game import Command, Seat
from tablefolk.games.shapers_and_bots.chances.attacks import AttackChances
from tablefolk.games.shapers_and_bots.chances.now import Contested, odds
from tablefolk.games.shapers_and_bots.chances.outlook import Outlook
from tablefolk.games.shapers_and_bots.rules import challenges, contests, harm, shaping
from tablefolk.games.shapers_and_bots.rules.challenges import (
    OpenChallenge,
    RollChallenge,
    SetDifficulty,
)
from tablefolk.games.shapers_and_bots.rules.contests import RollContest, RollSide
from tablefolk.games.shapers_and_bots.rules.fights import attacking, blows
from tablefolk.games.shapers_and_bots.rules.fights.attacking import (
    DeclareAttack,
    DeclineDefence,
    Defend,
)
from tablefolk.games.shapers_and_bots.rules.fights.blows import RollAttack, RollDamage, RollDefence
from tablefolk.games.shapers_and_bots.rules.fights.ending import AttackEnded
from tablefolk.games.shapers_and_bots.rules.harm import RollBerserk, RollKnockout, RollWaking
from tablefolk.games.shapers_and_bots.rules.shaping import BendTime
from tablefolk.games.shapers_and_bots.rules.state import World
from tablefolk.games.shapers_and_bots.rules.values import (
    Challenge,
    Character,
    Combatant,
    Contest,
    Fight,
    Item,
    Modifier,
    Pending,
    Roll,
    Side,
    Wound,
)

CHAPTERS = (challenges, contests, harm, shaping, attacking, blows)
DIRECTOR, ANNE, BEN, CLEO = Seat("gm", "gm"), Seat("anne"), Seat("ben"), Seat("cleo")
GOAT = animal("goat", player="anne")
BEAR = animal("bear", "bear", player="ben")
WOLF = animal("wolf", "wolf")
RABBIT = animal("rabbit", "rabbit", player="cleo")
SKETCH = Character("thug", "Thug", kind="sketch", extra=True, finished=True)


def world(*cast: Character, **more: Any) -> World:
    everybody = cast or (GOAT, BEAR, WOLF, RABBIT, SKETCH)
    playing = {hero.player: hero.id for hero in everybody if hero.player}
    return World(cast={hero.id: hero for hero in everybody}, playing=playing, **more)


def thrown(at: World, seat: Seat, command: Command, dice: int = 3) -> dict[str, Fraction]:
    """Every throw there is, through the rules."""
    found: Counter[str] = Counter()
    for faces in product(range(1, 7), repeat=dice):
        found.update(came(tuple(command.do(at, seat, tape(faces)))))
    return {outcome: Fraction(n, 6**dice) for outcome, n in found.items()}


def shown(at: World, seat: Seat, command: Command) -> Outlook:
    found = odds(at, seat, command)
    assert isinstance(found, Outlook)
    return found


# -- Three dice --------------------------------------------------------------------------------

LUCK = Pending(90, -3, "bad luck")
CLIMB = Challenge(1, "goat", "climb the wall", "climbing", -1, (Modifier("rain", -1),))
COMPUTE = Challenge(2, "goat", "start the terminal", "computers", 5)
TIMER = replace(animal("timer", "turtle", player="anne"), shaping=("time",))
OPENING = Fight(9, 1, "opening", {"timer": Combatant("timer", pool=2), "bear": Combatant("bear")})


THROWS: dict[str, tuple[World, Seat, Command]] = {
    "a challenge": (world(challenges={1: CLIMB}), ANNE, RollChallenge(1)),
    "a challenge with luck waiting": (
        world(replace(GOAT, pending=(LUCK,)), challenges={1: CLIMB}), ANNE, RollChallenge(1),
    ),
    "a challenge without the skill": (world(challenges={2: COMPUTE}), ANNE, RollChallenge(2)),
    "staying up": (
        world(replace(GOAT, hp=1), wounds=(Wound(5, "goat", 2),)), ANNE, RollKnockout("goat"),
    ),
    "staying up with luck waiting": (
        world(replace(GOAT, hp=1, pending=(LUCK,)), wounds=(Wound(5, "goat", 2),)),
        ANNE,
        RollKnockout("goat"),
    ),
    "waking": (
        world(replace(GOAT, life="unconscious", waking=True)), ANNE, RollWaking("goat"),
    ),
    "the first turn": (world(TIMER, BEAR, fight=OPENING), ANNE, BendTime("timer", "first")),
    "four actions": (world(TIMER, BEAR, fight=OPENING), ANNE, BendTime("timer", "four")),
}  # fmt: skip


@pytest.mark.parametrize("name", THROWS)
def test_what_is_shown_is_what_every_throw_through_the_rules_does__SB_20(name: str) -> None:
    at, seat, command = THROWS[name]
    assert thrown(at, seat, command) == promised(odds(at, seat, command))


def test_a_rabbits_rage_is_shown_when_its_die_is_next__SB_128() -> None:
    fight = Fight(9, 1, "turns", {"rabbit": Combatant("rabbit")})
    at = world(replace(RABBIT, hp=1), fight=fight, wounds=(Wound(5, "rabbit", 1, "berserk"),))
    command = RollBerserk("rabbit")
    assert thrown(at, CLEO, command, dice=1) == promised(odds(at, CLEO, command))
    assert odds(world(), CLEO, command) is None


def test_the_dial_shows_the_chance_while_it_is_turned__SB_170() -> None:
    at = world(challenges={1: CLIMB})
    now = shown(at, DIRECTOR, RollChallenge(1)).good
    assert now == Fraction(56, 216)  # Climbing 0, -1 for the wall and -1 for the rain
    assert shown(at, DIRECTOR, SetDifficulty(1, 2)).good == Fraction(135, 216)
    opened = OpenChallenge("goat", "climb", "climbing", -3, 1, "a rope")
    assert shown(at, ANNE, opened).good == Fraction(56, 216)


def test_nothing_is_shown_where_there_is_nothing_to_throw__SB_20() -> None:
    at = world(challenges={1: replace(CLIMB, status="rolled")})
    assert odds(at, ANNE, RollChallenge(1)) is None
    assert odds(at, ANNE, RollChallenge(7)) is None
    assert odds(at, ANNE, RollKnockout("goat")) is None
    assert odds(at, ANNE, RollWaking("goat")) is None
    assert odds(at, ANNE, RollWaking("nobody")) is None
    assert odds(at, ANNE, RollContest(3)) is None


def test_a_number_that_was_never_set_has_no_chances_yet__SB_169() -> None:
    tried = Challenge(1, "thug", "lift the gate", "STR")
    assert odds(world(challenges={1: tried}), DIRECTOR, RollChallenge(1)) is None


# -- Contests ----------------------------------------------------------------------------------

WRESTLE = Contest(1, "arm-wrestling", (Side("goat", "STR"), Side("bear", "STR")))
BEAR_ROLLED = Roll(8, "bear", "arm-wrestling", (3, 4, 4), "STR", 2, outcome="success")


def versus(at: World, seat: Seat, command: Command) -> Contested:
    found = odds(at, seat, command)
    assert isinstance(found, Contested)
    return found


def test_a_contest_before_anybody_has_rolled__SB_31() -> None:
    found = versus(world(contests={1: WRESTLE}), ANNE, RollSide(1, "goat"))
    assert found.sides == ("goat", "bear")
    assert found.chances.wins[0] == Fraction(13035, 46656)  # two below: O-3
    assert not found.last
    assert promised(found) is None


@pytest.mark.parametrize("flukes_count", [False, True])
@pytest.mark.parametrize("key", ["STR", "computers"])
def test_the_last_throw_of_a_contest_is_what_every_throw_does__SB_31__SB_34(
    key: str, flukes_count: bool
) -> None:
    sides = (Side("goat", key, (Modifier("a good grip", 1),)), Side("bear", "STR", roll=8))
    at = world(
        contests={1: replace(WRESTLE, sides=sides)},
        rolls={8: BEAR_ROLLED},
        options={"contest_flukes": flukes_count},
    )
    command = RollSide(1, "goat")
    assert thrown(at, ANNE, command) == promised(odds(at, ANNE, command))


def test_a_hidden_throw_does_not_show_in_the_chances__SB_168() -> None:
    sides = (Side("goat", "STR"), Side("wolf", "STR", roll=8))
    roll = Roll(8, "wolf", "", (6, 6, 6), "STR", 2, outcome="fluke", hidden=True)
    contest = replace(WRESTLE, sides=sides, hidden=True)
    at = world(contests={1: contest}, rolls={8: roll})
    before = world(contests={1: replace(contest, sides=(sides[0], Side("wolf", "STR")))})
    assert versus(at, ANNE, RollSide(1, "goat")) == versus(before, ANNE, RollSide(1, "goat"))
    assert versus(at, DIRECTOR, RollSide(1, "goat")).chances.wins[0] == 0


def test_those_who_are_out_of_a_contest_no_longer_count__SB_33() -> None:
    sides = (Side("goat", "STR"), Side("bear", "STR"), Side("wolf", "STR", out=True))
    at = world(contests={1: replace(WRESTLE, sides=sides)})
    assert versus(at, DIRECTOR, RollContest(1)).sides == ("goat", "bear")
    over = world(contests={1: replace(WRESTLE, status="tied")})
    assert odds(over, DIRECTOR, RollContest(1)) is None


# -- Attacks -----------------------------------------------------------------------------------

SWORD = Item(7, "Sword", "medium", "weapon:sword", drawn=True)
FENCER = replace(GOAT, items=(SWORD,), raises={"weapon:sword": 4})  # 2 with the sword
ATTACK = DeclareAttack("goat", "bear", way="item:7")


def fighting(*cast: Character, **more: Any) -> World:
    everybody = cast or (FENCER, BEAR)
    parts = {one.id: Combatant(one.id, pool=2) for one in everybody}
    parts["goat"] = replace(parts["goat"], slot="acting")
    order = tuple(one.id for one in everybody)
    return world(*everybody, fight=Fight(9, 1, "turns", parts, order, current="goat"), **more)


def done(at: World, seat: Seat, command: Command, faces: tuple[int, ...] = ()) -> World:
    events = list(command.do(at, seat, tape(faces)))
    return after_them(at, events)


def after_them(at: World, events: list[Any]) -> World:
    for event in events:
        at = after(at, (event,))
    return at


ROLLS: dict[str, tuple[type[Command], Seat, str]] = {
    "attack_roll": (RollAttack, ANNE, "goat"),
    "defence_roll": (RollDefence, BEN, "bear"),
    "damage": (RollDamage, ANNE, "goat"),
    "knockout": (RollKnockout, BEN, "bear"),
}


def fought_out(at: World) -> dict[str, Fraction]:
    """How the attack under way ends: every throw of every stage, through the rules."""
    assert at.fight is not None
    assert at.fight.attack is not None
    stage = "knockout" if at.wounds else at.fight.attack.stage
    roll, seat, who = ROLLS[stage]
    dice = 3 if stage != "damage" else 3 if at.fight.attack.size == "medium" else 2
    ends: Counter[str] = Counter()
    open_: dict[str, tuple[int, World]] = {}
    for faces in product(range(1, 7), repeat=dice):
        events = list(roll(who).do(at, seat, tape(faces)))
        how = next((e.how for e in events if isinstance(e, AttackEnded)), "")
        if how:
            ends[how] += 1
        else:
            (came_to,) = came(tuple(events))
            before = open_.get(came_to, (0, at))[0]
            open_[came_to] = (before + 1, after_them(at, events))
    found = {how: Fraction(n, 6**dice) for how, n in ends.items()}
    for n, on in open_.values():
        for how, chance in fought_out(on).items():
            found[how] = found.get(how, Fraction(0)) + Fraction(n, 6**dice) * chance
    return found


def attack_chances(at: World, seat: Seat, command: Command) -> AttackChances:
    found = odds(at, seat, command)
    assert isinstance(found, AttackChances)
    return found


LUCKY = replace(BEAR, pending=(LUCK,))


@pytest.mark.parametrize("bear", [BEAR, replace(BEAR, hp=1), LUCKY], ids=["well", "hurt", "luck"])
@pytest.mark.parametrize("defends", [False, True])
def test_an_attack_ends_as_shown__SB_94__SB_96__SB_124__SB_126(
    bear: Character, defends: bool
) -> None:
    at = fighting(FENCER, bear)
    promised_before = attack_chances(at, DIRECTOR, ATTACK)
    at = done(at, ANNE, ATTACK)
    shown_now = attack_chances(at, BEN, Defend("bear"))
    assert shown_now == promised_before
    at = done(at, BEN, Defend("bear") if defends else DeclineDefence("bear"))
    ((key, defended),) = shown_now.defended
    assert key == "brawling"
    ending = defended if defends else shown_now.undefended
    assert ending is not None
    assert fought_out(at) == ending.chances()


def test_each_throw_of_an_attack_is_what_is_shown__SB_20__SB_85() -> None:
    at = done(done(fighting(), ANNE, ATTACK), BEN, Defend("bear"))
    assert thrown(at, ANNE, RollAttack("goat")) == promised(odds(at, ANNE, RollAttack("goat")))
    assert odds(at, BEN, RollDefence("bear")) is None
    at = done(at, ANNE, RollAttack("goat"), (4, 4, 4))
    command: Command = RollDefence("bear")
    assert thrown(at, BEN, command) == promised(odds(at, BEN, command))
    at = done(at, BEN, command, (2, 2, 2))
    command = RollDamage("goat")
    assert thrown(at, ANNE, command) == promised(odds(at, ANNE, command))
    assert odds(at, ANNE, RollAttack("goat")) is None


def test_a_sleeper_and_a_thing_do_not_defend__SB_92__SB_97__SB_127() -> None:
    at = fighting(FENCER, replace(BEAR, life="unconscious"))
    found = attack_chances(at, DIRECTOR, ATTACK)
    assert found.defended == ()
    assert found.undefended is not None
    assert found.undefended.chance("hurt") == 0
    assert found.undefended.chance("out") > 0
    door = attack_chances(at, ANNE, DeclareAttack("goat", thing="the door", way="item:7"))
    assert door.undefended is not None
    assert door.undefended.chances().keys() == {"hit", "missed"}
    assert odds(at, ANNE, DeclareAttack("goat", "nobody", way="item:7")) is None


def test_the_attacker_learns_no_health_points_from_the_chances__TF_23() -> None:
    found = attack_chances(fighting(), ANNE, ATTACK)
    hurt = attack_chances(fighting(FENCER, replace(BEAR, hp=1)), ANNE, ATTACK)
    assert found == hurt
    assert odds(fighting(), BEN, ATTACK) is None
    assert odds(done(fighting(), ANNE, ATTACK), ANNE, Defend("bear")) is None


def test_an_extra_without_a_number_has_no_chances_yet__SB_169() -> None:
    at = fighting(FENCER, SKETCH)
    assert odds(at, DIRECTOR, DeclareAttack("goat", "thug", way="item:7")) is None


# -- Who is shown what (TF-23) -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("setting", "seats"),
    [
        ("everyone", {"gm", "anne", "ben"}),
        ("roller", {"gm", "anne"}),
        ("gm", {"gm"}),
        ("nobody", set()),
    ],
)
def test_the_table_says_who_is_shown_the_chances__TF_23(setting: str, seats: set[str]) -> None:
    at = world(challenges={1: CLIMB}, options={"odds_shown": setting})
    looking = (DIRECTOR, ANNE, BEN)
    assert {seat.id for seat in looking if odds(at, seat, RollChallenge(1))} == seats


def test_hidden_challenges_show_their_chances_to_the_director_only__SB_168() -> None:
    at = world(challenges={1: replace(CLIMB, who="wolf", hidden=True)})
    assert odds(at, DIRECTOR, RollChallenge(1)) is not None
    assert odds(at, ANNE, RollChallenge(1)) is None


def test_nobody_finds_out_another_ones_ratings_by_asking_what_if__TF_23() -> None:
    asked = OpenChallenge("wolf", "bite", "brawling")
    assert odds(world(), ANNE, asked) is None
    assert odds(world(), DIRECTOR, asked) is not None
