"""Who fights, in what order, and what a turn holds (SB-105 … SB-119; T1 … T6, T18 … T22)."""

from __future__ import annotations

from msgspec.structs import replace
from tests.games.shapers_and_bots.fighting import Brawl
from tests.games.shapers_and_bots.test_gear import bot

from tablefolk.core.play import menu, sample
from tablefolk.games.shapers_and_bots.rules.fights import asking, rounds
from tablefolk.games.shapers_and_bots.rules.fights.acting import (
    Draw,
    OtherAction,
    PickUp,
    Reload,
    Run,
    Stow,
)
from tablefolk.games.shapers_and_bots.rules.fights.asking import Question
from tablefolk.games.shapers_and_bots.rules.fights.attacking import DeclareAttack
from tablefolk.games.shapers_and_bots.rules.fights.rounds import (
    BeginTurns,
    EndTurn,
    LetTimeRun,
    OpenRound,
)
from tablefolk.games.shapers_and_bots.rules.fights.start import (
    EndFight,
    JoinFight,
    LeaveFight,
    RankTies,
    StartFight,
)
from tablefolk.games.shapers_and_bots.rules.numbers import FixNumber
from tablefolk.games.shapers_and_bots.rules.values import Character

HEROES = {
    "zephrod": {"fixed": {"FIT": 4}, "held": ["ax"]},
    "garree": {"player": "p1", "fixed": {"FIT": 2}, "carried": ["bow"]},
    "pirate": {"species": "crocodile", "held": ["sword"]},
}


def ambush() -> Brawl:
    return Brawl(**{who: dict(told) for who, told in HEROES.items()}).begin()


# -- Starting (T1) ---------------------------------------------------------------------------------


def test_the_director_starts_a_fight_with_what_everybody_holds_ready__SB_105() -> None:
    brawl = Brawl(a={"player": "p1", "carried": ["sword"], "fixed": {"FIT": 1}}, b={})
    assert brawl.no("p1", StartFight(("a", "b"))) == "director_only"
    assert brawl.no("gm", StartFight(())) == "nobody"
    assert brawl.no("gm", StartFight(("a", "nobody"))) == "unknown"
    brawl.do("gm", StartFight(("a", "b"), ready=(brawl.thing("a", "sword").id,)))
    assert brawl.thing("a", "sword").drawn
    assert brawl.no("gm", StartFight(("a", "b"))) == "fight_on"


def test_sheathed_weapons_must_be_drawn_and_bare_hands_are_ready__SB_105() -> None:
    brawl = Brawl(a={"player": "p1", "carried": ["sword"], "fixed": {"FIT": 1}}, b={}).begin()
    brawl.say("a attacks b with sword ! weapon_not_drawn", "a draws sword", "= pool.a 1")
    brawl.say("a attacks b with sword", "b declines", "a rolls 5", "= pool.a 0")


def test_a_fight_starts_with_loaded_weapons_unless_ruled_otherwise__SB_116() -> None:
    brawl = Brawl(a={"player": "p1", "held": ["bow"], "fixed": {"FIT": 1}}, b={"held": ["bow"]})
    mine, other = brawl.thing("a", "bow").id, brawl.thing("b", "bow").id
    brawl.do("gm", StartFight(("a", "b"), unloaded=(mine,)))
    assert not brawl.thing("a", "bow").loaded
    assert brawl.thing("b", "bow").loaded
    brawl.say("a loads bow")
    assert brawl.thing("a", "bow").loaded
    assert brawl.no("a", Reload("a", mine)) == "same"
    assert brawl.no("b", Reload("b", other)) == "same"


def test_the_dead_do_not_fight_and_an_extra_needs_a_fitness__SB_106() -> None:
    brawl = Brawl(a={}, b={"life": "dead"})
    brawl.put(Character("x", "X", extra=True, kind="sketch", finished=True))
    assert brawl.no("gm", StartFight(("a", "b"))) == "dead"
    assert brawl.no("gm", StartFight(("a", "x"))) == "awaiting_ruling"


def test_the_fittest_act_first_whatever_their_size_and_skill__SB_106() -> None:
    brawl = Brawl(
        a={"fixed": {"FIT": -1, "SIZ": 9, "brawling": 9}}, b={"fixed": {"FIT": 3}}, c={}
    ).begin()
    brawl.say("= order b c a", "= current b")


def test_ties_are_ranked_for_this_whole_fight_and_anew_in_the_next__SB_107() -> None:
    brawl = Brawl(a={}, b={}, c={"fixed": {"FIT": 1}})
    assert brawl.no("gm", StartFight(("a", "b", "c"))) == "needs_tiebreak"
    assert brawl.no("gm", StartFight(("a", "b", "c"), ties=("a",))) == "needs_tiebreak"
    brawl.do("gm", StartFight(("a", "b", "c"), ties=("b", "a")))
    brawl.say("= order c b a", "c ends", "b ends", "a ends", "gm opens", "= order c b a")
    assert brawl.no("gm", RankTies(("a", "b"))) == "same"
    brawl.say("gm stops")
    assert brawl.no("gm", StartFight(("a", "b"))) == "needs_tiebreak"


def test_lots_rank_a_tie_at_random_if_the_director_likes__SB_107() -> None:
    orders = set()
    for lot in (1, 2):
        brawl = Brawl(a={}, b={})
        brawl.do("gm", StartFight(("a", "b"), draw_lots=True), [lot])
        orders.add(brawl.fight.order)
    assert orders == {("a", "b"), ("b", "a")}


def test_whom_the_director_ranks_goes_first_however_the_lots_fall__SB_107() -> None:
    orders = set()
    for lot in (1, 2):
        brawl = Brawl(a={}, b={}, c={})
        brawl.do("gm", StartFight(("a", "b", "c"), ties=("b",), draw_lots=True), [lot])
        orders.add(brawl.fight.order)
    assert orders == {("b", "a", "c"), ("b", "c", "a")}


def test_a_tie_that_comes_up_later_keeps_the_next_round_shut__SB_107() -> None:
    brawl = Brawl(a={"fixed": {"FIT": 1}}, b={}).begin(ties=())
    brawl.say("a ends", "b ends")
    brawl.do("gm", FixNumber("b", "FIT", 1))
    assert brawl.no("gm", OpenRound()) == "needs_tiebreak"
    assert brawl.no("p1", RankTies(("b", "a"))) == "director_only"
    brawl.do("gm", RankTies(("b", "a")))
    brawl.say("gm opens", "= order b a")


# -- Joining and leaving ---------------------------------------------------------------------------


def test_a_newcomer_joins_at_the_next_opening_by_fitness__SB_108() -> None:
    brawl = ambush()
    brawl.enter("turtle", species="turtle", held=["rock"])
    brawl.enter("wolf", species="wolf")
    assert brawl.no("p1", JoinFight(("turtle",))) == "director_only"
    assert brawl.no("gm", JoinFight(("garree",))) == "same"
    assert brawl.no("gm", JoinFight(("turtle", "wolf"))) == "needs_tiebreak"
    brawl.do("gm", JoinFight(("turtle", "wolf"), ties=("wolf", "garree")))
    brawl.say("zephrod attacks turtle ! bad_target", "zephrod ends", "garree ends", "pirate ends")
    brawl.say("gm opens", "= order zephrod wolf garree pirate turtle", "= pool.turtle 2")


def test_a_ranking_made_before_holds_when_somebody_joins__SB_108() -> None:
    brawl = Brawl(a={}, b={}).begin()
    brawl.enter("c")
    assert brawl.no("gm", JoinFight(("c",), ties=("b", "a", "c"))) == "ranked_already"
    brawl.do("gm", JoinFight(("c",), draw_lots=True))
    assert brawl.fight.ties == ("a", "b", "c")


def test_the_director_may_let_an_equal_newcomer_go_first__SB_107() -> None:
    brawl = Brawl(a={}, b={}).begin()
    brawl.enter("c")
    ahead = next(
        o
        for o in menu(brawl.game, brawl.table, brawl.seat("gm"))
        if o.label.startswith("C, ahead of A, B, joins")
    )
    brawl.do("gm", sample(ahead))
    assert brawl.fight.ties == ("c", "a", "b")


def test_who_flees_is_gone_at_the_end_of_the_turn__SB_108() -> None:
    brawl = ambush()
    brawl.do("p1", LeaveFight("garree"))
    assert brawl.no("p1", LeaveFight("garree")) == "same"
    brawl.say("zephrod attacks garree", "garree declines", "zephrod rolls 5", "zephrod ends")
    brawl.say("= current garree", "garree ends", "= current pirate")
    assert "garree" not in brawl.fight.combatants
    brawl.say("pirate attacks garree ! bad_target", "pirate ends", "gm opens")
    brawl.say("= order zephrod pirate")


def test_the_unconscious_are_carried_off_when_the_round_closes__SB_108() -> None:
    brawl = Brawl(a={"life": "unconscious", "player": "p1"}, b={}).begin()
    assert brawl.no("p1", LeaveFight("a")) == "not_conscious"
    brawl.do("gm", LeaveFight("a"))
    brawl.say("b ends")
    assert list(brawl.fight.combatants) == ["b"]


def test_no_distance_keeps_anybody_from_attacking__SB_109() -> None:
    brawl = ambush()
    brawl.say("zephrod runs the far hill", "= place.zephrod the far hill")
    brawl.say("zephrod attacks pirate", "= stage defence")


def test_the_end_clears_the_fight_and_keeps_health_and_things__SB_110() -> None:
    brawl = ambush()
    brawl.say("zephrod ends", "garree draws bow", "garree attacks pirate with bow")
    assert brawl.no("gm", EndFight()) == "attack_pending"
    brawl.say("pirate declines", "garree rolls 15 6 6", "pirate stands 9", "= hp.pirate 1")
    assert brawl.no("p1", EndFight()) == "director_only"
    brawl.say("gm stops")
    assert brawl.world.fight is None
    bow = brawl.thing("garree", "bow")
    assert (brawl.hp("pirate"), bow.drawn, bow.loaded) == (1, True, False)
    assert brawl.hero("pirate").life == "unconscious"
    assert brawl.no("gm", OpenRound()) == "no_fight"


# -- Rounds and turns (T2, T4, T20, T21) -----------------------------------------------------------


def test_a_round_gives_two_actions_less_those_borrowed__SB_111() -> None:
    brawl = ambush()
    brawl.say("= pool.zephrod 2", "* garree debt=1", "* pirate debt=2", "zephrod ends")
    brawl.say("garree ends", "pirate ends", "gm opens")
    brawl.say("= pool.zephrod 2", "= pool.garree 1", "= pool.pirate 0", "= debt.pirate 0")


def test_the_first_round_opens_with_the_fight_and_the_next_by_the_director__SB_115() -> None:
    brawl = ambush()
    assert brawl.no("gm", OpenRound()) == "not_your_turn"
    assert brawl.no("gm", BeginTurns()) == "not_opening"
    brawl.say("= round 1", "zephrod ends", "garree ends", "pirate ends", "= phase closed")
    assert brawl.no("p1", OpenRound()) == "director_only"
    assert asking.waits(brawl.world) == (Question("gm", "", "open_round"),)
    brawl.say("gm opens", "= round 2", "= phase turns", "= current zephrod")


def test_turns_wait_for_time_shapers_and_buggy_bots__SB_142() -> None:
    brawl = Brawl(a={"player": "p1", "shaping": ["time"]}, b={"fixed": {"FIT": 1}})
    brawl.put(bot("c", player="p2", penalties=("buggy",)))
    brawl.begin()
    brawl.say("= phase opening", "b attacks a ! not_your_turn", "b ends ! not_your_turn")
    assert asking.waits(brawl.world) == (Question("gm", "c", "buggy"), Question("p1", "a", "time"))
    assert brawl.no("gm", BeginTurns()) == "awaiting_ruling"
    brawl.table = replace(brawl.table, play=brawl.world.with_fight(buggy=()))
    assert brawl.no("b", LetTimeRun("b")) == "already_tried"
    brawl.do("p1", LetTimeRun("a"))
    brawl.say("= phase turns", "= current b")
    assert brawl.no("p1", LetTimeRun("a")) == "not_opening"


def test_the_director_may_begin_the_turns_without_the_shaper__SB_142() -> None:
    brawl = Brawl(a={"player": "p1", "shaping": ["time"]}, b={"fixed": {"FIT": 1}}).begin()
    assert brawl.no("p1", BeginTurns()) == "director_only"
    brawl.say("gm begins", "= current b")


def test_actions_are_spent_on_ones_own_turn_only_in_any_order__SB_115() -> None:
    brawl = ambush()
    brawl.say("garree runs ! not_your_turn", "garree attacks pirate ! not_your_turn")
    brawl.say("garree ends ! not_your_turn", "zephrod runs", "zephrod attacks pirate")
    brawl.say("pirate declines", "zephrod rolls 5", "= pool.zephrod 0", "zephrod ends")


def test_actions_left_are_kept_for_defence_and_then_lapse__SB_115() -> None:
    brawl = ambush()
    brawl.say("zephrod ends", "= pool.zephrod 2", "garree attacks zephrod", "zephrod defends")
    brawl.say("= source round", "garree rolls 5", "garree ends", "pirate ends")
    brawl.say("= pool.zephrod 0", "= lapsed.zephrod 1", "= lapsed.pirate 2")
    brawl.say("gm opens", "= pool.zephrod 2")


def test_an_action_is_needed_for_everything_but_dropping__SB_112() -> None:
    brawl = Brawl(a={"player": "p1", "carried": ["knife", "sword"], "fixed": {"FIT": 1}}, b={})
    brawl.begin().say("a draws knife", "a draws sword", "= pool.a 0")
    brawl.say("a runs ! no_actions", "a does stand up ! no_actions", "a attacks b ! no_actions")
    assert brawl.no("a", PickUp("a", gear="rock")) == "no_actions"
    assert brawl.no("a", Stow("a", brawl.thing("a", "knife").id)) == "no_actions"
    brawl.say("a drops sword", "a ends", "b attacks a", "a drops knife", "= stage defence")
    assert len(brawl.world.ground) == 2


def test_one_attack_per_round_even_with_actions_to_spare__SB_113() -> None:
    brawl = ambush()
    brawl.say("zephrod attacks pirate", "pirate declines", "zephrod rolls 5")
    brawl.say("zephrod attacks pirate ! attack_already_used", "zephrod runs", "zephrod ends")
    brawl.say("garree ends", "pirate ends", "gm opens", "zephrod attacks pirate")


def test_an_attack_needs_a_target_and_something_to_attack_with__SB_114() -> None:
    brawl = ambush()
    brawl.enter("bystander")
    brawl.say("zephrod attacks zephrod ! bad_target", "zephrod attacks bystander ! bad_target")
    assert brawl.no("zephrod", DeclareAttack("zephrod")) == "bad_target"
    assert brawl.no("zephrod", DeclareAttack("zephrod", "pirate", way="item:99")) == "not_in_hand"
    brawl.say("zephrod drops ax")
    ax = next(iter(brawl.world.ground))
    assert (
        brawl.no("zephrod", DeclareAttack("zephrod", "pirate", way=f"item:{ax}")) == "not_in_hand"
    )


def test_a_dead_target_is_no_target__SB_114() -> None:
    brawl = ambush()
    brawl.say("gm hurts pirate 9", "zephrod attacks pirate ! bad_target")


def test_loading_keeps_its_progress_between_turns__SB_116() -> None:
    brawl = Brawl(a={"player": "p1", "held": ["crossbow"], "fixed": {"FIT": 1}}, b={}).begin()
    brawl.say("a attacks b with crossbow", "b declines", "a rolls 5", "a loads crossbow")
    bow = brawl.thing("a", "crossbow")
    assert (bow.reload_left, bow.loaded) == (3, False)
    brawl.say("a ends", "b ends", "gm opens")
    brawl.do("p1", Reload("a", bow.id, steps=2))
    brawl.say("= pool.a 0", "a ends", "b ends", "gm opens", "a loads crossbow", "= pool.a 1")
    assert brawl.thing("a", "crossbow").loaded


def test_what_is_thrown_leaves_the_hand_and_must_be_picked_up__SB_117() -> None:
    brawl = Brawl(a={"player": "p1", "held": ["rock"], "fixed": {"FIT": 1}}, b={}).begin()
    rock = brawl.thing("a", "rock").id
    brawl.say("a attacks b with rock")
    assert (brawl.attack.key, brawl.attack.size) == ("throwing", "punch")
    assert brawl.hero("a").items == ()
    brawl.say("b declines", "a rolls 5", "a ends", "b ends", "gm opens")
    assert brawl.no("a", DeclareAttack("a", "b", way=f"item:{rock}")) == "not_in_hand"
    brawl.do("p1", PickUp("a", rock))
    brawl.say("= pool.a 1", "a attacks b with rock")


def test_any_thing_in_hand_can_be_thrown__SB_117() -> None:
    brawl = Brawl(a={"player": "p1", "held": ["knife"], "fixed": {"FIT": 1}}, b={}).begin()
    knife = brawl.thing("a", "knife").id
    brawl.do("p1", DeclareAttack("a", "b", way=f"throw:{knife}"))
    assert (brawl.attack.key, brawl.attack.size) == ("throwing", "small")
    assert knife in brawl.world.ground


def test_running_to_a_named_place_is_free_to_choose_and_others_are_asked__SB_118() -> None:
    brawl = Brawl(a={"player": "p1", "fixed": {"FIT": 1}}, b={}).begin(places=("the door",))
    assert brawl.ask("p1", Run("a", "the moon")).rule == "SB-118"
    brawl.say("a runs the door", "= place.a the door", "= pool.a 1")


def test_the_immobile_do_not_run__SB_118() -> None:
    brawl = Brawl(b={"fixed": {"FIT": -1}})
    brawl.put(bot("a", player="p1", penalties=("immobile",)))
    assert brawl.begin().no("a", Run("a")) == "cannot_move"


def test_anything_else_costs_what_the_director_says__SB_119() -> None:
    brawl = Brawl(a={"player": "p1", "fixed": {"FIT": 1}}, b={}).begin()
    assert brawl.ask("p1", OtherAction("a", "stand up")).rule == "SB-119"
    brawl.do("gm", OtherAction("a", "shout", 0))
    brawl.say("= pool.a 2")
    brawl.do("gm", OtherAction("a", "climb the mast", 2))
    brawl.say("= pool.a 0")
    assert brawl.no("a", OtherAction("a", " ")) == "text_needed"


def test_who_is_not_in_the_fight_does_not_act_in_it__SB_115() -> None:
    brawl = ambush()
    brawl.enter("bystander", player="p2", carried=["knife"])
    assert brawl.no("p2", Draw("bystander", brawl.thing("bystander", "knife").id)) == (
        "not_your_turn"
    )
    assert brawl.no("p2", EndTurn("bystander")) == "not_in_fight"
    assert brawl.no("p2", DeclareAttack("garree", "pirate")) == "not_your_character"


# -- Falling and being up again (T18, T19) ---------------------------------------------------------


def test_when_the_one_whose_turn_it_is_falls_the_next_one_is_up__SB_100() -> None:
    brawl = ambush()
    brawl.say("gm hurts zephrod 1", "zephrod runs ! attack_pending", "zephrod stands 3")
    brawl.say("= current garree", "= slot.zephrod done", "= pool.zephrod 0", "= lapsed.zephrod 2")
    brawl.say("gm hurts garree 99", "= current pirate", "pirate ends", "= phase closed")
    brawl.say("gm opens", "= order pirate")


def test_a_fight_in_which_nobody_is_up_closes_its_rounds__SB_111() -> None:
    brawl = Brawl(a={"life": "unconscious"}, b={"life": "unconscious"}).begin()
    brawl.say("= phase closed", "= round 1")


def test_the_one_whose_turn_it_is_has_one_clear_question__SB_115() -> None:
    brawl = ambush()
    assert asking.waits(brawl.world) == (Question("gm", "zephrod", "turn"),)
    brawl.say("zephrod ends")
    assert asking.owed(brawl.world, "p1") == (Question("p1", "garree", "turn"),)
    assert asking.owed(brawl.world, "gm") == ()
    assert rounds.hand(brawl.world, "pirate") == "gm"
