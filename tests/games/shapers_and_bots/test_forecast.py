"""The fight forecast: exact against brute force, the estimate against the exact."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

import pytest
from msgspec.structs import replace
from tests.games.shapers_and_bots.table import animal

from tablefolk.games.shapers_and_bots.forecast import exact, forecast
from tablefolk.games.shapers_and_bots.forecast.exact import Course, TooLarge
from tablefolk.games.shapers_and_bots.forecast.fighters import between, fighter, guessed
from tablefolk.games.shapers_and_bots.forecast.result import Figure, Forecast, Tally
from tablefolk.games.shapers_and_bots.forecast.sides import (
    Defending,
    Fight,
    Fighter,
    assumed,
    faults,
)
from tablefolk.games.shapers_and_bots.forecast.simulation import simulate
from tablefolk.games.shapers_and_bots.rules.state import World
from tablefolk.games.shapers_and_bots.rules.values import (
    BotBody,
    BotPart,
    Character,
    Combatant,
    Item,
)
from tablefolk.games.shapers_and_bots.rules.values import Fight as StateFight

GOAT = Fighter("goat", attack=0, defence=0, dice=2, hp=3)
BEAR = Fighter("bear", attack=2, defence=2, dice=2, hurts_from=5, hp=5)
WOLF = Fighter("wolf", attack=2, defence=2, dice=1, hp=5, fit=2)
RHINO = Fighter("rhino", attack=5, defence=5, dice=2, hp=8, fit=2)
TURTLE = Fighter("turtle", attack=-4, defence=-4, dice=1, hurts_from=6, hp=1, fit=-2)
RABBIT = Fighter("rabbit", attack=1, defence=0, dice=2, hp=2, fit=1, rabbit=True)
ARCHER = Fighter("archer", attack=3, defence=1, dice=2, hp=2, fit=1, reload=1)
LOST = Fighter("lost", attack=None, defence=None, dice=3, hp=1)


def habit(fighter: Fighter, defends: Defending) -> Fighter:
    return replace(fighter, defends=defends)


# -- Brute force: the machine T2 … T21, every throw of the dice, nothing merged ------------------

THROWS = Counter(sum(faces) for faces in product(range(1, 7), repeat=3))
Ways = dict[Any, Fraction]


def works(natural: int, modifier: int | None) -> bool:
    if natural <= 4 or natural >= 17:
        return natural >= 17
    return modifier is not None and natural + modifier >= 11


@cache
def rolled(attack: int | None, defence: int | None, defended: bool) -> Ways:
    """Every throw of six dice: whether the attack is good, and whether it hits."""
    ways: Counter[tuple[bool, bool]] = Counter()
    for (mine, n), (theirs, m) in product(THROWS.items(), repeat=2):
        good = works(mine, attack)
        stopped = defended and works(theirs, defence) and (mine < 17 or theirs >= 17)
        ways[good, good and not stopped] += n * m
    return {what: Fraction(n, 216 * 216) for what, n in ways.items()}


@cache
def hurt(dice: int, hurts_from: int, hp: int, frail: bool) -> Ways:
    """Every throw of the damage dice and of the knock-out roll: HP left, and how it is then."""
    ways: Counter[tuple[int, str]] = Counter()
    for faces in product(range(1, 7), repeat=dice):
        left = hp - sum(face >= hurts_from for face in faces)
        for natural, n in THROWS.items():
            if left == hp:
                how = "up"
            elif left < 0 or (frail and left == 0):
                how = "dead"
            else:
                how = "up" if works(natural, left) else "out"
            ways[left, how] += n
    return {what: Fraction(n, 216 * 6**dice) for what, n in ways.items()}


class One(dict[str, Any]):
    """A combatant: hp, how, pool, debt, berserk, rage, attacks, loading, slot."""

    def but(self, **changes: Any) -> One:
        return One({**self, **changes})


Everybody = tuple[One, ...]


def brute(fight: Fight) -> Tally[Fraction]:
    """Every way the fight can go, one after the other."""
    start = tuple(
        One(hp=f.hp, how="up", pool=0, debt=f.debt, berserk=f.berserk, loading=f.loading)
        for f in fight.fighters
    )
    tally = Tally(fight, Fraction(0))
    for everybody, chance, ended in rounds(fight, start, 1):
        up = [n for n, one in enumerate(everybody) if one["how"] == "up"]
        if ended:
            side = fight.side_of[up[0]]
            tally.wins[side] += chance
            tally.standing[side][len(up) - 1] += chance
            tally.rounds += chance * ended
        else:
            tally.goes_on += chance
        for n, one in enumerate(everybody):
            {"up": tally.up, "out": tally.out, "dead": tally.dead}[one["how"]][n] += chance
            tally.hp[n] += chance * max(0, one["hp"]) * (one["how"] != "dead")
    return tally


def over(fight: Fight, everybody: Everybody) -> bool:
    pairs = zip(fight.side_of, everybody, strict=True)
    return len({side for side, one in pairs if one["how"] == "up"}) < 2


Leaf = tuple[Everybody, Fraction, int]


def rounds(fight: Fight, everybody: Everybody, number: int) -> Iterator[Leaf]:
    if number > fight.rounds:
        yield everybody, Fraction(1), 0
        return
    opened = tuple(
        one.but(pool=max(0, 2 - one["debt"]), debt=0, attacks=0, rage=int(one["berserk"]),
                slot="waiting") for one in everybody
    )  # fmt: skip
    yield from turns(fight, opened, number, 0)


def turns(fight: Fight, everybody: Everybody, number: int, place: int) -> Iterator[Leaf]:
    if place == len(fight.order):
        yield from rounds(fight, everybody, number + 1)
        return
    who = fight.order[place]
    acting = put(everybody, who, everybody[who].but(slot="acting"))
    for after, chance in acts(fight, acting, who):
        if over(fight, after):
            yield after, chance, number
        else:
            done = put(after, who, after[who].but(slot="done", rage=0))
            for leaf, share, ended in turns(fight, done, number, place + 1):
                yield leaf, chance * share, ended


def put(everybody: Everybody, who: int, one: One) -> Everybody:
    return tuple(one if n == who else other for n, other in enumerate(everybody))


def acts(fight: Fight, everybody: Everybody, who: int) -> Iterator[tuple[Everybody, Fraction]]:
    me, fighter = everybody[who], fight.fighters[who]
    if me["how"] != "up" or over(fight, everybody):
        yield everybody, Fraction(1)
    elif me["loading"]:
        if me["pool"]:
            loaded = me.but(pool=me["pool"] - 1, loading=me["loading"] - 1)
            yield from acts(fight, put(everybody, who, loaded), who)
        else:
            yield everybody, Fraction(1)
    elif me["rage"] or (me["pool"] and not me["attacks"]):
        paid = me.but(rage=0) if me["rage"] else me.but(pool=me["pool"] - 1, attacks=1)
        paid = paid.but(loading=fighter.reload)
        for after, chance in attacked(fight, put(everybody, who, paid), who):
            for last, share in acts(fight, after, who):
                yield last, chance * share
    else:
        yield everybody, Fraction(1)


def attacked(fight: Fight, everybody: Everybody, who: int) -> Iterator[tuple[Everybody, Fraction]]:
    sides = fight.side_of
    enemies = [
        n for n, one in enumerate(everybody) if sides[n] != sides[who] and one["how"] == "up"
    ]
    aimed = sorted(enemies, key=lambda n: everybody[n]["hp"]) if fight.aim == "weakest" else enemies
    target = aimed[0]
    me, by, on, one = everybody[who], fight.fighters[who], fight.fighters[target], everybody[target]
    defends = (
        not one["berserk"]
        and {
            "never": False,
            "spare": one["pool"] > (1 if one["slot"] == "waiting" else 0),
            "round": one["pool"] > 0,
            "borrow": one["pool"] > 0 or one["debt"] < 2,
        }[on.defends]
    )
    paid = one.but(pool=one["pool"] - 1) if one["pool"] else one.but(debt=one["debt"] + 1)
    rating = by.attack if by.attack is None or not me["berserk"] else by.attack + 2
    for (good, hits), chance in rolled(rating, on.defence, defends).items():
        pays = defends and (good or fight.paid == "on_declare")
        now = paid if pays else one
        if not hits:
            yield put(everybody, target, now), chance
            continue
        for (left, how), share in hurt(by.dice, on.hurts_from, now["hp"], on.frail).items():
            fallen = now.but(hp=left, how=how)
            maddened = on.rabbit and how == "up" and left < now["hp"] and not now["berserk"]
            if maddened:
                mad = fallen.but(berserk=True, rage=int(now["slot"] == "waiting"))
                yield put(everybody, target, mad), chance * share / 2
            yield put(everybody, target, fallen), chance * share / (2 if maddened else 1)


FIGHTS: dict[str, Fight] = {
    "a duel": Fight(((replace(GOAT, hp=2),), (replace(BEAR, hp=1),)), rounds=3),
    "a duel of the undefending": Fight(
        ((habit(GOAT, "never"),), (habit(WOLF, "never"),)), rounds=3
    ),
    "a duel with a rabbit": Fight(((RABBIT,), (replace(GOAT, hp=1),)), rounds=2),
    "a rabbit berserk from the start": Fight(
        ((replace(RABBIT, berserk=True, hp=1),), (habit(GOAT, "borrow"),)), rounds=2
    ),
    "a duel with an archer": Fight(((ARCHER,), (replace(GOAT, hp=1),)), rounds=3),
    "a crossbow half loaded": Fight(
        ((replace(ARCHER, reload=4, loading=2),), (replace(GOAT, fit=2, hp=2),)), rounds=3
    ),
    "no skill, and frail": Fight(((LOST,), (replace(TURTLE, frail=True),)), rounds=3),
    "two against one": Fight(((GOAT, replace(GOAT, hp=1)), (WOLF,)), rounds=1),
    "two against one who borrows": Fight(
        ((habit(GOAT, "never"),) * 2, (habit(replace(BEAR, hp=1, fit=-1), "borrow"),)), rounds=2
    ),
    "two against one, paid only if rolled": Fight(
        ((habit(GOAT, "never"),) * 2, (habit(replace(BEAR, hp=1, fit=-1), "borrow"),)),
        paid="only_if_rolled",
        rounds=2,
    ),
    "two against one who stands his ground": Fight(
        ((habit(LOST, "never"),) * 2, (habit(replace(GOAT, hp=1, fit=-1), "round"),)), rounds=2
    ),
    "the first, not the weakest": Fight(
        ((habit(LOST, "never"),), (replace(GOAT, hp=2), replace(GOAT, hp=1))), "first", rounds=2
    ),
    "somebody in debt": Fight(
        ((replace(LOST, hp=1, debt=2),), (replace(GOAT, hp=1),)), rounds=2
    ),
    "a rabbit that has gone mad while waiting": Fight(
        ((replace(GOAT, fit=2, attack=3),), (replace(RABBIT, hp=3), replace(LOST, fit=-1))),
        "first",
        rounds=1,
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", FIGHTS)
def test_the_exact_forecast_is_every_way_a_fight_can_go__SB_105__SB_136(name: str) -> None:
    fight = FIGHTS[name]
    assert faults(fight) == []
    found, known = Course(fight, Fraction, most=10**9).run(), brute(fight)
    assert vars(found) == vars(known)
    assert sum(found.wins) + found.goes_on == 1
    assert [sum(how) for how in zip(found.up, found.out, found.dead, strict=True)] == [1] * len(
        fight.fighters
    )


@pytest.mark.parametrize("name", FIGHTS)
def test_in_floats_it_is_the_same__SB_105(name: str) -> None:
    fight = FIGHTS[name]
    known = Course(fight, Fraction, most=10**9).run()
    found = exact.exact(fight)
    assert found.exact
    assert [figure.value for figure in found.wins] == pytest.approx(known.wins)
    assert [one.hp.value for one in found.fighters] == pytest.approx(known.hp)
    assert {figure.error for figure in figures(found)} == {0.0}


def test_a_duel_to_the_end_has_the_value_worked_out_by_hand__SB_124() -> None:
    """Each blow fells with p = 53/54 x 15/16: the first to strike wins with 1 / (2 - p)."""
    club = Fighter("club", attack=6, dice=4, hp=0, defends="never")
    blow = Fraction(53, 54) * Fraction(15, 16)
    found = exact.exact(Fight(((replace(club, fit=1),), (club,))))
    assert found.wins[0].value == pytest.approx(float(1 / (2 - blow)), abs=1e-9)
    assert found.fighters[1].dead.value == pytest.approx(found.wins[0].value, abs=1e-9)
    mean = 1 / (1 - (1 - blow) ** 2)
    assert found.rounds.value == pytest.approx(float(mean), abs=1e-6)


# -- Fights that go on -----------------------------------------------------------------------------


@pytest.mark.parametrize("simulated", [False, True])
def test_where_nobody_can_hurt_anybody_the_fight_goes_on(simulated: bool) -> None:
    pillow = Fighter("pillow", attack=5, dice=0)
    fight = Fight(((pillow,), (pillow,)), rounds=12)
    found = simulate(fight, 1, 200) if simulated else exact.exact(fight)
    assert (found.goes_on.value, found.after) == (1.0, 12)
    assert [figure.value for figure in found.wins] == [0.0, 0.0]
    assert [one.hp.value for one in found.fighters] == [3.0, 3.0]


def test_two_turtles_may_still_be_at_it_after_fifty_rounds() -> None:
    found = exact.exact(Fight(((TURTLE,), (TURTLE,)), rounds=50))
    assert 0.2 < found.goes_on.value < 0.5
    assert sum(figure.value for figure in (*found.wins, found.goes_on)) == pytest.approx(1)


# -- How they behave ---------------------------------------------------------------------------


def chance(mine: Fighter, *theirs: Fighter) -> float:
    return exact.exact(Fight(((mine,), theirs))).wins[0].value


def test_the_fitter_strikes_first_and_that_is_worth_something__SB_106() -> None:
    even = chance(GOAT, GOAT)
    assert chance(replace(GOAT, fit=1), GOAT) == pytest.approx(even)  # named first, ties are hers
    assert chance(GOAT, replace(GOAT, fit=1)) == pytest.approx(1 - even)
    assert chance(GOAT, replace(GOAT, place=-1)) == pytest.approx(1 - even)


def test_who_defends_does_better_in_a_duel__SB_121() -> None:
    assert chance(BEAR, BEAR) > chance(habit(BEAR, "never"), BEAR)


def test_who_spends_both_actions_on_defence_never_strikes_back__SB_112() -> None:
    lone = replace(BEAR, fit=-1)
    assert chance(habit(lone, "round"), GOAT, GOAT) < chance(lone, GOAT, GOAT) / 2


def test_one_who_must_load_again_is_weaker__SB_116() -> None:
    assert chance(ARCHER, GOAT) < chance(replace(ARCHER, reload=0), GOAT)


def test_what_is_taken_for_granted_is_said() -> None:
    said = " ".join(assumed(Fight(((GOAT, ARCHER), (habit(BEAR, "never"),)))))
    assert "bear never defends." in said
    assert "goat defends with what it does not need" in said
    assert "load again" in said
    assert "first enemy still standing" in " ".join(assumed(Fight(((GOAT,), (BEAR,)), "first")))


# -- Estimates ---------------------------------------------------------------------------------


def figures(found: Forecast) -> list[Figure]:
    every = [*found.wins, found.goes_on, found.rounds, *found.standing[0], *found.standing[1]]
    for one in found.fighters:
        every += [one.up, one.out, one.dead, one.hp]
    return every


MELEES: dict[str, Fight] = {
    "a duel": Fight(((GOAT,), (BEAR,))),
    "three against two": Fight(((GOAT,) * 3, (BEAR, WOLF))),
    "borrowed and paid only if rolled": Fight(
        ((habit(GOAT, "borrow"),) * 2, (habit(BEAR, "borrow"), habit(RABBIT, "round"))),
        paid="only_if_rolled",
    ),
    "the first of many kinds": Fight(
        ((ARCHER, habit(RABBIT, "never")), (LOST, replace(TURTLE, frail=True, debt=1))), "first"
    ),
    "rabbits": Fight(((replace(RABBIT, berserk=True), RABBIT), (replace(BEAR, fit=3),))),
    "what goes on": Fight(((TURTLE,), (TURTLE,)), rounds=40),
}


@pytest.mark.parametrize("name", MELEES)
def test_the_estimate_is_within_its_stated_error_of_the_exact(name: str) -> None:
    known = exact.exact(MELEES[name], most=10**9)
    found = simulate(MELEES[name], seed=5, trials=20_000)
    assert not found.exact
    for estimate, true in zip(figures(found), figures(known), strict=True):
        assert estimate.error > 0
        assert abs(estimate.value - true.value) <= 3.5 * estimate.error
    for one in found.fighters:
        assert one.up.value + one.out.value + one.dead.value == pytest.approx(1)


def test_the_stated_error_is_small_enough_to_be_of_use() -> None:
    found = simulate(MELEES["three against two"], seed=5, trials=20_000)
    assert max(figure.error for figure in found.wins) < 0.004


def test_the_same_seed_gives_the_same_estimate_and_another_another() -> None:
    fight = MELEES["three against two"]
    assert simulate(fight, 1, 500) == simulate(fight, 1, 500)
    assert simulate(fight, 1, 500) != simulate(fight, 2, 500)


def test_what_is_too_large_to_be_exact_is_estimated() -> None:
    large = Fight(((WOLF,) * 6, (BEAR,) * 6))
    with pytest.raises(TooLarge):
        exact.exact(large)
    found = forecast(large, seed=1, trials=1000)
    assert not found.exact
    assert found.trials == 1000
    assert forecast(MELEES["three against two"], seed=1).exact


def test_numpy_is_loaded_only_for_estimates() -> None:
    code = """
import sys, tablefolk.cli
from tablefolk.games.shapers_and_bots.forecast import forecast
from tablefolk.games.shapers_and_bots.forecast.sides import Fight, Fighter
one = Fighter("one")
print(forecast(Fight(((one,), (one,))), 1).exact, "numpy" in sys.modules)
"""
    said = subprocess.check_output([sys.executable, "-c", code], text=True, timeout=60)
    assert said.split() == ["True", "False"]


# -- What cannot be asked ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fight", "sentence"),
    [
        (Fight(((), (GOAT,))), "from 1 to 20 fighters"),
        (Fight(((GOAT,) * 21, (GOAT,))), "from 1 to 20 fighters"),
        (Fight(((GOAT,), (GOAT,)), rounds=0), "from 1 to 1000 rounds"),
        (Fight(((replace(GOAT, hp=61),), (GOAT,))), "health points are from 0 to 60"),
        (Fight(((replace(GOAT, dice=99),), (GOAT,))), "damage dice are from 0 to 12"),
        (Fight(((replace(GOAT, hurts_from=7),), (GOAT,))), "hurts from 4, 5 or 6 up"),
        (Fight(((replace(GOAT, attack=100),), (GOAT,))), "ratings are from -99 to +99"),
        (Fight(((replace(GOAT, loading=1),), (GOAT,))), "reloading takes"),
        (Fight(((replace(GOAT, debt=3),), (GOAT,))), "at most 2 actions"),
        (Fight(((replace(GOAT, hp=0, frail=True),), (GOAT,))), "is dead with none"),
    ],
)
def test_a_fight_that_cannot_be_is_refused_in_a_sentence(fight: Fight, sentence: str) -> None:
    assert any(sentence in fault for fault in faults(fight))
    with pytest.raises(ValueError, match=r"\.$"):
        forecast(fight, seed=1)


@pytest.mark.parametrize("trials", [0, 10**9])
def test_so_many_fights_cannot_be_thrown(trials: int) -> None:
    with pytest.raises(ValueError, match="from 100 to 1,000,000 times"):
        simulate(MELEES["a duel"], 1, trials)


# -- Fighters from the table -----------------------------------------------------------------------

SWORD = Item(1, "Sword", "medium", "weapon:sword", needs_draw=True)
BOW = Item(2, "Bow", "small", "weapon:bow", reload_actions=1, loaded=False, reload_left=1)
ROCK = Item(3, "Rock", "punch", "throwing", thrown=True)
MAIL = Item(4, "Heavy armor", armor="heavy", worn=True)


def at_table(*cast: Character, **more: Any) -> World:
    return World(cast={hero.id: hero for hero in cast}, **more)


def test_an_animal_fights_with_its_own_weapons_and_brawling__SB_56__SB_86() -> None:
    bear = animal("bear", "bear")
    found = fighter(at_table(bear), bear)
    assert found == replace(BEAR, name="Bear")


def test_the_best_weapon_is_used_and_its_skill_defends__SB_120__SB_123() -> None:
    goat = animal("goat", items=(SWORD, ROCK, MAIL), raises={"weapon:sword": 5})
    found = fighter(at_table(goat), goat)
    assert (found.attack, found.defence, found.dice, found.hurts_from) == (3, 3, 3, 6)
    clumsy = animal("goat", items=(SWORD, ROCK))  # -2 with a sword, 0 with her horns
    assert fighter(at_table(clumsy), clumsy).dice == 2


def test_a_black_belts_punch_is_a_small_weapon__SB_88() -> None:
    wolf = animal("wolf", "wolf", black_belt=True)
    assert fighter(at_table(wolf), wolf).dice == 2


def test_a_bow_that_was_shot_must_be_loaded_first__SB_116() -> None:
    crow = animal("crow", "crow", items=(BOW,), raises={"weapon:bow": 3})
    found = fighter(at_table(crow), crow)
    assert (found.attack, found.dice, found.reload, found.loading) == (3, 2, 1, 1)


def test_a_bot_fights_with_its_tools__SB_156() -> None:
    body = BotBody("legs", (BotPart("sawblade"), BotPart("drill", size="large")))
    bot = Character("bot", "Bot", kind="bot", bot=body)
    assert fighter(at_table(bot), bot).dice == 4


def test_the_table_is_as_it_is_now__SB_99__SB_107__SB_122__SB_128() -> None:
    rabbit = animal("rabbit", "rabbit", hp=1)
    goat, ram = animal("goat"), animal("ram")
    asleep = animal("sleeper", life="unconscious")
    wild = Combatant("rabbit", berserk=True, debt=2)
    fight = StateFight(1, combatants={"rabbit": wild}, ties=("ram", "goat"))
    options = {"frail_dies_at_zero": True, "defence_paid": "only_if_rolled"}
    world = at_table(rabbit, goat, ram, asleep, fight=fight, options=options)
    found = between(world, ["rabbit", "sleeper"], ["goat", "ram", "nobody"], "borrow")
    (one,), others = found.sides
    assert (one.hp, one.rabbit, one.berserk, one.debt, one.frail) == (1, True, True, 2, True)
    assert [other.place for other in others] == [1, 0]
    assert not others[0].frail
    assert (found.paid, others[0].defends) == ("only_if_rolled", "borrow")
    order = [found.fighters[n].name for n in found.order]
    assert order == ["Ram", "Goat", "Rabbit"]
    assert faults(found) == []


def test_what_an_extra_was_never_given_is_average_and_said_to_be__SB_169() -> None:
    thug = Character("thug", "Thug", kind="sketch", extra=True)
    world = at_table(thug)
    assert fighter(world, thug) == Fighter("Thug", attack=0, defence=0, dice=1, hp=3)
    assert guessed(world, thug) == ("FIT", "brawling", "HP")
    known = replace(thug, fixed={"FIT": 1, "HP": 6, "brawling": 2})
    assert guessed(at_table(known), known) == ()
    assert fighter(at_table(known), known).hp == 6
