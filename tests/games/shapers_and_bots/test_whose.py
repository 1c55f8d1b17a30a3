"""What only some contents of a command make the Director's, or somebody else's (SB-2, SB-168)."""

from __future__ import annotations

from tests.games.shapers_and_bots.fighting import Brawl
from tests.games.shapers_and_bots.moments import failed, latest

from tablefolk.games.shapers_and_bots.rules.challenges import TryAgain
from tablefolk.games.shapers_and_bots.rules.fights.acting import OtherAction, Reload
from tablefolk.games.shapers_and_bots.rules.fights.blows import RollAttack
from tablefolk.games.shapers_and_bots.rules.gear import GiveOwnItem, TakeItem
from tablefolk.games.shapers_and_bots.rules.harm import CallWaking, RollWaking
from tablefolk.games.shapers_and_bots.rules.skills import BecomeShaper


def duel() -> Brawl:
    archer = {"player": "p1", "held": ["crossbow"], "fixed": {"FIT": 1}}
    return Brawl(a=archer, b={"player": "p2"}).begin()


def test_a_player_cannot_say_how_hard_a_new_try_is__SB_17__SB_24() -> None:
    played = failed()
    tried = played.world.challenges[latest(played)]
    mine = played.hero(tried.who).player
    assert played.no(mine, TryAgain(tried.id, difficulty=3)) == "director_only"


def test_a_weapon_is_loaded_by_its_owner_on_their_turn__SB_116__SB_115() -> None:
    brawl = duel().say("a attacks b with crossbow", "b declines", "a rolls 5")
    load = Reload("a", brawl.thing("a", "crossbow").id)
    assert brawl.no("p2", load) == "not_your_character"
    brawl.say("a ends")
    assert brawl.no("p1", load) == "not_your_turn"


def test_a_player_cannot_say_what_another_action_costs__SB_119() -> None:
    assert duel().no("p1", OtherAction("a", "bar the door", cost=2)) == "director_only"


def test_a_player_attacks_with_open_dice__SB_168() -> None:
    brawl = duel().say("a attacks b with crossbow", "b declines")
    assert brawl.no("p1", RollAttack("a", hidden=True)) == "director_only"


def test_a_player_wakes_with_open_dice__SB_168() -> None:
    brawl = Brawl(a={"player": "p1", "life": "unconscious"})
    brawl.do("gm", CallWaking("a"))
    assert brawl.no("p1", RollWaking("a", hidden=True)) == "director_only"


def test_things_of_ones_own_come_and_go_with_the_directors_word__SB_89() -> None:
    brawl = Brawl(a={"player": "p1", "carried": ["knife"]})
    assert brawl.ask("p1", GiveOwnItem("a", "a kite")).rule == "SB-89"
    assert brawl.no("p1", TakeItem("a", brawl.thing("a", "knife").id)) == "director_only"


def test_nobody_makes_a_shaper_of_somebody_elses_character__SB_137() -> None:
    assert duel().no("p2", BecomeShaper("a", "air")) == "not_your_character"
