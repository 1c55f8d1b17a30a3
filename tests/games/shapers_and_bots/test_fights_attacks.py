"""Attack, defence, damage, and rabbits going berserk (SB-120 … SB-136; T9 … T17)."""

from __future__ import annotations

import pytest
from tests.games.shapers_and_bots.fighting import Brawl, natural
from tests.games.shapers_and_bots.test_gear import bot

from tablefolk.core.table.judging import Answer
from tablefolk.games.shapers_and_bots.rules import harm, rolling
from tablefolk.games.shapers_and_bots.rules.building import TakeReady
from tablefolk.games.shapers_and_bots.rules.fights import asking, blows, ways
from tablefolk.games.shapers_and_bots.rules.fights.asking import Question
from tablefolk.games.shapers_and_bots.rules.fights.attacking import (
    AdjustAttack,
    DeclareAttack,
    Defend,
    MarkSurprise,
)
from tablefolk.games.shapers_and_bots.rules.fights.berserk import AimRage, CalmRabbit
from tablefolk.games.shapers_and_bots.rules.fights.blows import RollAttack, RollDamage, RollDefence
from tablefolk.games.shapers_and_bots.rules.fights.ending import EndAttack
from tablefolk.games.shapers_and_bots.rules.fights.start import StartFight
from tablefolk.games.shapers_and_bots.rules.harm import RollKnockout
from tablefolk.games.shapers_and_bots.rules.ready_made import ready_mades
from tablefolk.games.shapers_and_bots.rules.values import Character, Outcome, Pending


def duel(**more: object) -> Brawl:
    """P1's a acts before P2's b."""
    a = {"player": "p1", "fixed": {"FIT": 2, "brawling": 0}}
    b = {"player": "p2", "fixed": {"brawling": 0}}
    options = more.get("options")
    return Brawl(options, a=a, b=b).begin()  # type: ignore[arg-type]


def rabbit_hunt() -> Brawl:
    """A foe, then P1's rabbit that can take some hits, then P2's hare."""
    return Brawl(
        foe={"fixed": {"FIT": 4}},
        rabbit={"species": "rabbit", "player": "p1", "fixed": {"HP": 5, "FIT": 1, "brawling": -3}},
        hare={"species": "rabbit", "player": "p2", "fixed": {"HP": 5}},
    ).begin()


# -- The result of an attack, as the digest tabulates it -------------------------------------------

TABLE = """
fumble  missed  missed  missed  missed  missed
failure missed  missed  missed  missed  missed
success hit     hit     hit     stopped stopped
fluke   hit     hit     hit     hit     stopped
"""
DEFENCES: tuple[Outcome | None, ...] = (None, "fumble", "failure", "success", "fluke")


@pytest.mark.parametrize("row", TABLE.split("\n")[1:-1], ids=lambda row: row.split()[0])
def test_the_attack_result_table__SB_124_SB_125_SB_126(row: str) -> None:
    attack, *wanted = row.split()
    assert [blows.struck(attack, defence) for defence in DEFENCES] == wanted  # type: ignore[arg-type]


# -- Declaring (T9) --------------------------------------------------------------------------------


def test_the_action_is_spent_when_the_attack_is_declared__SB_120() -> None:
    brawl = duel().say("a attacks b", "= pool.a 1", "= attacks.a 1", "= acted.a True")
    assert asking.waits(brawl.world) == (Question("p2", "b", "defence"),)
    brawl.say("a runs ! attack_pending", "a ends ! attack_pending", "a attacks b ! attack_pending")
    brawl.say("b runs ! attack_pending", "a rolls ! attack_pending", "b parries ! attack_pending")
    assert brawl.no("a", RollDamage("a")) == "attack_pending"


def test_the_usual_ratings_of_an_attack__SB_120() -> None:
    brawl = Brawl(a={"held": ["sword", "rock"], "species": "bear"})
    keys = {way.label: way.key for way in ways.ways(brawl.world, brawl.hero("a"))}
    assert keys["Claws"] == keys["Punch or kick"] == "brawling"
    assert keys["Sword"] == "weapon:sword"
    assert keys["Rock to throw"] == keys["Sword, thrown"] == "throwing"


def test_another_rating_or_a_modifier_is_the_directors_to_say__SB_120() -> None:
    brawl = duel()
    assert brawl.ask("p1", DeclareAttack("a", "b", key="acrobatics")).rule == "SB-120"
    assert brawl.no("p1", DeclareAttack("a", "b", modifier=2)) == "director_only"
    asked = brawl.ask("p1", DeclareAttack("a", "b", because="from above"))
    assert "from above" in asked.question
    brawl.do("gm", Answer(asked.number, yes=True, fields={"modifier": 2}))
    assert [m.value for m in brawl.attack.modifiers] == [2]
    brawl.do("gm", AdjustAttack(key="throwing", modifier=-1, because="wind"))
    brawl.do("gm", AdjustAttack(modifier=-3, because="wind"))
    assert brawl.no("p1", AdjustAttack(modifier=9)) == "director_only"
    brawl.say("b declines", "a rolls 10", "= notation 3D+1")
    assert brawl.no("gm", AdjustAttack(modifier=9)) in ("attack_pending", "no_attack")
    assert [r.rule for r in brawl.world.rulings] == ["SB-120", "SB-120"]


def test_a_rating_an_extra_never_had_is_asked_for_before_anything_is_spent__SB_169() -> None:
    brawl = Brawl(b={"player": "p1", "fixed": {"FIT": -1}})
    brawl.put(Character("x", "X", extra=True, kind="sketch", finished=True, fixed={"FIT": 2}))
    brawl.begin()
    assert brawl.no("x", DeclareAttack("x", "b")) == "awaiting_ruling"
    brawl.say("= pool.x 2", "x ends")
    assert brawl.no("b", DeclareAttack("b", "x")) == "awaiting_ruling"
    plan = asking.plan(brawl.world, brawl.hero("b"), DeclareAttack("b", "x"))
    assert "HP" in asking.facts(brawl.world, plan).unset


# -- Defending (T10, T11) --------------------------------------------------------------------------


def test_a_defence_takes_an_action_of_this_round_before_one_of_the_next__SB_121() -> None:
    brawl = duel().say("* b pool=1", "a attacks b", "b defends", "= source round", "= pool.b 0")
    brawl.say("a rolls 5", "* a attacks=0", "a attacks b", "b defends", "= source borrowed")
    brawl.say("= debt.b 1", "= pool.b 0")


def test_the_choice_is_final_and_the_targets_own__SB_121() -> None:
    brawl = duel().say("a attacks b")
    assert brawl.no("a", Defend("a")) == "not_attacked"
    assert brawl.no("p1", Defend("b")) == "not_your_character"
    brawl.say("b declines", "b defends ! attack_pending", "b declines ! attack_pending")
    assert brawl.no("b", RollKnockout("b")) == "no_wound"


def test_at_most_two_actions_are_borrowed_and_nobody_is_asked_then__SB_121() -> None:
    brawl = duel().say("* b pool=0 debt=2", "a attacks b", "b defends ! borrow_limit")
    assert asking.waits(brawl.world) == (Question("p1", "a", "attack_roll"),)
    brawl.say("a rolls 5", "= ended missed", "= debt.b 2")


def test_the_director_may_grant_a_defence_beyond_the_limit__SB_121() -> None:
    brawl = duel().say("* b pool=0 debt=2", "a attacks b")
    brawl.rule("p2", Defend("b"))
    brawl.say("= source granted", "= debt.b 2", "a rolls 12", "b parries 12", "= ended stopped")


def test_a_defence_is_paid_even_if_the_attack_misses__SB_122() -> None:
    duel().say("a attacks b", "b defends", "a rolls 5", "= pool.b 1", "= defended.b 1")


def test_or_only_when_it_is_rolled__SB_122() -> None:
    brawl = duel(options={"defence_paid": "only_if_rolled"})
    brawl.say("a attacks b", "b defends", "= source owed", "a rolls 12", "= pool.b 2")
    brawl.say("b parries 12", "= pool.b 1")


def test_one_defends_with_what_is_in_hand_or_else_brawling__SB_123() -> None:
    brawl = Brawl(
        a={"held": ["sword"]}, b={}, c={"held": ["bow"]}, d={"held": ["rock"]}, e={"held": []}
    )
    found = [ways.defences(brawl.world, brawl.hero(who)) for who in "abcde"]
    brawling = ("brawling",)
    assert found == [("weapon:sword",), brawling, ("weapon:bow", "brawling"), brawling, brawling]
    saw = brawl.put(bot("saw", "sawblade"))
    assert ways.defences(brawl.world, saw) == ("weapon:sawblade",)


def test_another_way_to_defend_is_asked_for__SB_123() -> None:
    brawl = duel().say("a attacks b")
    asked = brawl.ask("p2", Defend("b", "acrobatics"))
    assert asked.rule == "SB-123"
    brawl.grant(asked)
    assert brawl.attack.defence_key == "acrobatics"
    assert brawl.no("b", Defend("b", "weapon")) == "attack_pending"
    brawl.do("gm", AdjustAttack(modifier=2, because="on the stairs", defence=True))
    brawl.say("a rolls 12", "b parries 9", "= notation 3D+2")


def test_a_bare_category_is_no_defence__SB_123() -> None:
    brawl = duel().say("a attacks b")
    assert brawl.no("b", Defend("b", "weapon")) == "name_a_specialty"


# -- Rolling (T12 … T14) ---------------------------------------------------------------------------


def test_an_undefended_attack_hits_from_eleven_up__SB_124() -> None:
    duel().say("a attacks b", "b declines", "a rolls 11", "= stage damage")
    duel().say("a attacks b", "b declines", "a rolls 10", "= ended missed")


def test_the_two_totals_are_never_compared__SB_124() -> None:
    brawl = duel().say("a attacks b", "b defends", "a rolls 16", "= score 16", "b parries 11")
    brawl.say("= score 11", "= ended stopped")


def test_a_failed_attack_needs_no_defence_roll__SB_125() -> None:
    brawl = duel().say("a attacks b", "b defends", "a rolls 10", "= ended missed")
    assert brawl.no("b", RollDefence("b")) == "no_attack"
    assert len(brawl.told(brawl.events, rolling.RollMade)) == 1


def test_a_fumbled_attack_misses_whatever_is_added__SB_126() -> None:
    brawl = duel().say("a attacks b", "b declines")
    brawl.do("gm", AdjustAttack(modifier=20))
    brawl.say("a rolls 4", "= ended missed")


def test_surprise_allows_no_defence_but_the_attack_must_still_be_rolled__SB_127() -> None:
    brawl = duel().say("a attacks b")
    assert brawl.no("p1", MarkSurprise()) == "director_only"
    brawl.do("gm", MarkSurprise())
    assert brawl.world.rulings[-1].rule == "SB-127"
    brawl.say("b defends ! surprised", "= pool.b 2", "a rolls 10", "= ended missed")
    assert brawl.no("gm", MarkSurprise()) == "no_attack"
    brawl.say("* a attacks=0", "a attacks b", "= stage defence")  # judged per attack


def test_a_player_asks_whether_it_is_a_surprise__SB_127() -> None:
    brawl = duel()
    asked = brawl.ask("p1", DeclareAttack("a", "b", surprise=True))
    assert asked.rule == "SB-127"
    brawl.grant(asked)
    assert brawl.attack.surprise
    assert brawl.no("gm", MarkSurprise()) == "attack_pending"


def test_the_unconscious_cannot_defend__SB_127() -> None:
    brawl = Brawl(a={"fixed": {"FIT": 1}}, b={"life": "unconscious", "player": "p1"}).begin()
    brawl.say("a attacks b", "= stage attack_roll", "a rolls 15 6", "= ended out", "= hp.b 2")


def test_one_hand_throws_on_until_somebody_else_is_asked__SB_124() -> None:
    brawl = Brawl(
        a={"player": "p1", "held": ["sword"], "fixed": {"FIT": 4}},
        foe={"species": "rabbit", "fixed": {"HP": 6}},
        bad={"fixed": {"FIT": -2}},
    ).begin()
    brawl.say("a attacks foe with sword", "foe declines", "a rolls 13 6 1 1", "= stage knockout")
    assert asking.waits(brawl.world) == (Question("gm", "foe", "knockout"),)
    brawl.events += brawl.do("gm", RollKnockout("foe"), (*natural(12), 5))
    brawl.say("= ended hurt", "= berserk.foe True", "a ends", "foe attacks bad")
    brawl.say("bad defends", "foe attacks bad ! attack_pending")
    faces = (*natural(15), *natural(4), 5, *natural(12))  # attack, defence, damage, knock-out
    told = brawl.do("gm", RollAttack("foe"), faces)
    kinds = [type(event).__name__ for event in told]
    assert [kind for kind in kinds if kind not in ("RollMade", "Injured")] == [
        "AttackRolled", "DefenceRolled", "DamageRolled", "KnockoutRolled", "AttackEnded",
    ]  # fmt: skip


def test_after_a_fluke_the_dice_rest_for_the_directors_story__SB_29() -> None:
    brawl = Brawl(a={"fixed": {"FIT": 4}}, b={"fixed": {"HP": 9}}).begin()
    brawl.say("a attacks b", "b declines", "a rolls 17", "= stage damage")
    assert brawl.no("a", RollAttack("a")) == "attack_pending"
    brawl.events += brawl.do("gm", EndAttack(instead="A branch falls between them."))
    brawl.say("= ended ended", "= hp.b 9")
    assert brawl.world.rulings[-1].answer == "A branch falls between them."


def test_the_director_ends_an_attack_and_may_give_the_actions_back__SB_174() -> None:
    brawl = duel().say("a attacks b", "b defends", "= pool.a 1", "= pool.b 1")
    assert brawl.no("p1", EndAttack()) == "director_only"
    brawl.do("gm", EndAttack(give_back=True))
    brawl.say("= pool.a 2", "= attacks.a 0", "= pool.b 2", "= defended.b 0")
    assert brawl.no("gm", EndAttack()) == "no_attack"
    brawl.say("* b pool=0", "a attacks b", "b defends", "= debt.b 1")
    brawl.do("gm", EndAttack(give_back=True))
    brawl.say("= debt.b 0", "a attacks b", "b declines")
    brawl.do("gm", EndAttack())
    brawl.say("= pool.a 1", "a attacks b ! attack_already_used")


def test_luck_goes_into_the_attack_roll__SB_143() -> None:
    brawl = Brawl(
        a={"fixed": {"FIT": 4, "brawling": 2}, "pending": (Pending(90, -3, "Luck"),)}, b={}
    ).begin()
    brawl.say("a attacks b", "b declines", "a rolls 11", "= score 10", "= ended missed")
    assert brawl.hero("a").pending == ()


def test_attack_and_defence_count_as_using_the_skill__SB_183() -> None:
    brawl = Brawl(a={"held": ["sword"], "fixed": {"FIT": 4}}, b={}).begin()
    brawl.say("a attacks b with sword", "b defends", "a rolls 15")
    assert brawl.roll.ledger == "weapon:sword"
    brawl.say("b parries 4")
    assert brawl.roll.ledger == "brawling"


def test_the_facts_of_an_attack_show_every_chance_still_open__SB_20() -> None:
    brawl = Brawl(
        a={"player": "p1", "held": ["sword"], "fixed": {"FIT": 3, "weapon:sword": 2}},
        b={"species": "turtle", "player": "p2", "fixed": {"brawling": 1}, "worn": ["light"]},
    ).begin()
    sword = f"item:{brawl.thing('a', 'sword').id}"
    plan = asking.plan(brawl.world, brawl.hero("a"), DeclareAttack("a", "b", way=sword))
    told = asking.facts(brawl.world, plan)
    assert (told.attack, told.dice, told.hurts_from, told.hp) == (2, 3, 6, 1)
    assert (told.can_defend, told.defended, told.source) == (True, None, "round")
    assert told.defences == (("brawling", 1),)
    brawl.say("a attacks b with sword", "b declines")
    told = asking.facts(brawl.world, brawl.attack)
    assert (told.defended, told.conscious, told.frail, told.may_rage) == (False, True, False, False)
    brawl.say("a rolls 5")
    rope = asking.plan(brawl.world, brawl.hero("a"), DeclareAttack("a", thing="rope"))
    assert asking.facts(brawl.world, rope).thing


# -- Rabbits (T17, SB-128 … SB-136) ----------------------------------------------------------------


def test_a_wounded_rabbit_that_stays_up_rolls_one_die__SB_128() -> None:
    brawl = rabbit_hunt().hits("foe", "rabbit", "4")
    assert brawl.no("rabbit", harm.RollBerserk("rabbit")) == "no_wound"
    brawl.say("rabbit stands 12", "= stage berserk")
    assert asking.waits(brawl.world) == (Question("p1", "rabbit", "berserk"),)
    brawl.say("rabbit rages 4", "= berserk.rabbit True")


def test_only_rabbits_and_only_once__SB_128() -> None:
    goats = duel().hits("a", "b", "4").say("b stands 12", "= ended hurt", "= berserk.b False")
    assert goats.world.wounds == ()
    brawl = rabbit_hunt().say("* rabbit berserk=yes rage=1")
    brawl.hits("foe", "rabbit", "4").say("rabbit stands 12", "= ended hurt")
    assert brawl.world.wounds == ()


def test_rage_starts_at_once_or_in_the_next_round__SB_129() -> None:
    brawl = rabbit_hunt().hits("foe", "rabbit", "4").say("rabbit stands 12", "rabbit rages 6")
    brawl.say("= rage.rabbit 1")
    late = rabbit_hunt().say("foe ends", "rabbit ends", "gm hurts rabbit 1", "rabbit stands 12")
    late.say("rabbit rages 6", "= berserk.rabbit True", "= rage.rabbit 0", "hare ends")
    late.say("gm opens", "= rage.rabbit 1")


def test_rage_must_be_used_while_an_enemy_is_up__SB_130() -> None:
    brawl = rabbit_hunt().say("foe ends", "* rabbit berserk=yes rage=1")
    brawl.say("rabbit ends ! must_attack", "gm hurts foe 1", "foe stands 3")
    brawl.say("rabbit ends", "= rage.rabbit 0")  # no enemy on its feet: it lapses


def test_the_extra_attack_comes_on_top_of_the_usual_one__SB_131() -> None:
    brawl = rabbit_hunt().say("foe ends", "* rabbit berserk=yes rage=1", "rabbit attacks foe")
    brawl.say("= pool.rabbit 2", "= attacks.rabbit 0", "foe declines", "rabbit rolls 5")
    brawl.say("rabbit attacks foe", "= attacks.rabbit 1", "= pool.rabbit 1")


def test_rage_that_comes_after_the_usual_attack_may_still_be_used__SB_131() -> None:
    brawl = rabbit_hunt().say("foe ends", "rabbit attacks foe", "foe declines", "rabbit rolls 5")
    brawl.say("gm hurts rabbit 1", "rabbit stands 12", "rabbit rages 5", "rabbit attacks foe")
    brawl.say("= rage.rabbit 0", "= attacks.rabbit 1")


def test_the_berserk_have_two_more_on_every_attack__SB_132() -> None:
    brawl = rabbit_hunt().say("foe ends", "* rabbit berserk=yes rage=1", "rabbit attacks foe")
    brawl.say("foe declines", "rabbit rolls 12", "= modifier -1", "= score 11", "= stage damage")


def test_the_berserk_do_not_defend_and_their_debts_stay__SB_133() -> None:
    brawl = rabbit_hunt().say("* rabbit berserk=yes rage=1 debt=1", "foe attacks rabbit")
    brawl.say("= stage attack_roll", "rabbit defends ! berserk", "foe rolls 5", "foe ends")
    brawl.say("rabbit attacks foe", "foe declines", "rabbit rolls 5", "rabbit ends", "hare ends")
    brawl.say("gm opens", "= pool.rabbit 1", "= rage.rabbit 1")


def test_its_other_actions_are_free_to_use__SB_134() -> None:
    brawl = rabbit_hunt().say("foe ends", "* rabbit berserk=yes rage=1", "rabbit runs")
    brawl.say("rabbit runs", "rabbit runs ! no_actions", "rabbit attacks foe", "= pool.rabbit 0")


def test_berserk_ends_with_a_knockout_a_ruling_or_the_fight__SB_135() -> None:
    brawl = rabbit_hunt().say("* rabbit berserk=yes rage=1")
    assert brawl.no("p1", CalmRabbit("rabbit")) == "director_only"
    brawl.do("gm", CalmRabbit("rabbit", "A friend sings."))
    brawl.say("= berserk.rabbit False", "= rage.rabbit 0")
    assert brawl.world.rulings[-1].reason == "A friend sings."
    assert brawl.no("gm", CalmRabbit("rabbit")) == "same"
    brawl.say("* rabbit berserk=yes rage=1").hits("foe", "rabbit", "4")
    brawl.say("rabbit stands 3", "= berserk.rabbit False", "= rage.rabbit 0", "= ended out")


def test_the_rabbit_chooses_unless_the_director_rules_the_nearest__SB_136() -> None:
    brawl = rabbit_hunt().say("foe ends", "* rabbit berserk=yes rage=1")
    assert brawl.no("p1", AimRage("rabbit", "hare")) == "director_only"
    assert brawl.no("gm", AimRage("rabbit", "rabbit")) == "bad_target"
    assert brawl.no("gm", AimRage("hare", "rabbit")) == "same"
    brawl.do("gm", AimRage("rabbit", "hare"))
    brawl.say("rabbit attacks foe ! bad_target", "rabbit attacks hare", "hare declines")
    brawl.say("rabbit rolls 5", "rabbit attacks foe")  # the ordinary attack is its own


# -- The whole log adds up -------------------------------------------------------------------------


def test_a_fight_is_decided_again_just_so_from_its_log() -> None:
    """Everything goes through commands here, so that the log can be judged again."""
    brawl = Brawl()
    for player, ready in zip(("p1", "p2"), ready_mades(), strict=False):
        brawl.do(player, TakeReady(ready))
    one, two = brawl.world.cast
    brawl.do("gm", StartFight((one, two), ties=(one, two)))
    first = brawl.fight.current
    other = two if first == one else one
    brawl.say(f"{first} attacks {other}", f"{other} declines", f"{first} rolls 16 6")
    brawl.say(f"{other} stands 16", "= ended hurt", f"{first} runs", f"{first} ends")
    brawl.say(f"{other} attacks {first}", f"{first} defends", f"{other} rolls 16")
    brawl.say(f"{first} parries 4", f"{other} damages 2", f"{other} ends", "gm opens", "gm stops")
    brawl.audited()
