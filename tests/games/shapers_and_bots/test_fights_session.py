"""The fight of the digest's session at the table, steps 11 to 23, throw by throw."""

from __future__ import annotations

from msgspec.structs import replace
from tests.games.shapers_and_bots.fighting import Brawl, natural
from tests.games.shapers_and_bots.test_gear import bot

from tablefolk.games.shapers_and_bots.rules.bots_in_play import RuleBug
from tablefolk.games.shapers_and_bots.rules.fights.attacking import DeclareAttack
from tablefolk.games.shapers_and_bots.rules.fights.start import JoinFight, StartFight
from tablefolk.games.shapers_and_bots.rules.harm import Heal
from tablefolk.games.shapers_and_bots.rules.shaping import BendTime


def ambush() -> Brawl:
    brawl = Brawl(
        garree={"player": "p1", "fixed": {"FIT": 2, "HP": 4, "weapon:bow": 3}, "carried": ["bow"]},
        larrapin={
            "player": "p2",
            "species": "lion",
            "fixed": {"FIT": 3, "HP": 6, "weapon:sword": 3},
            "carried": ["sword"],
        },
        zephrod={"fixed": {"FIT": 4, "HP": 5, "weapon:ax": 2}, "held": ["ax"]},
        pirate={
            "species": "crocodile",
            "fixed": {"HP": 3, "weapon:sword": 1},
            "held": ["sword"],
        },
        rabbit={"species": "rabbit", "fixed": {"FIT": 2, "HP": 2, "brawling": -1}},
    )
    robot = bot("bot", "sawblade", player="p3", penalties=("buggy",))
    brawl.put(replace(robot, fixed={"FIT": 1, "HP": 6, "weapon:sawblade": 3}))
    return brawl


def first_round(brawl: Brawl) -> None:
    who = tuple(brawl.world.cast)
    assert brawl.no("gm", StartFight(who)) == "needs_tiebreak"
    brawl.do("gm", StartFight(who, ties=("garree", "rabbit"), allies=("rabbit",)))
    brawl.do("gm", RuleBug("bot", "well"))
    brawl.say("= order zephrod larrapin garree rabbit bot pirate")
    # 12: a surprise, and the rabbit goes berserk
    brawl.say("zephrod attacks rabbit unseen with ax", "rabbit defends ! surprised")
    brawl.say("zephrod rolls 10", "= score 12", "zephrod damages 4 2 3", "= damage 1")
    brawl.say("rabbit stands 10", "= score 11", "rabbit rages 5", "= rage.rabbit 1", "zephrod ends")
    # 13: draw, then attack
    brawl.say("larrapin attacks pirate with sword ! weapon_not_drawn", "larrapin draws sword")
    brawl.say("larrapin attacks pirate with sword", "pirate defends", "larrapin rolls 9")
    brawl.say("pirate parries 8", "= score 9", "larrapin damages 6 2 4", "= damage 1")
    brawl.say("pirate stands 9", "= score 11", "= hp.pirate 2", "larrapin ends")
    # 14: stopped by an action left over
    brawl.say("garree draws bow", "garree attacks zephrod with bow", "zephrod defends")
    brawl.say("= source round", "garree rolls 8", "zephrod parries 9", "= ended stopped")
    brawl.say("garree ends")


def rabbit_and_bot(brawl: Brawl) -> None:
    # 15: the rabbit's two attacks
    brawl.say("rabbit ends ! must_attack", "rabbit attacks zephrod", "zephrod defends")
    brawl.say("= source borrowed", "rabbit rolls 17", "zephrod parries 12", "= score 14")
    brawl.say("rabbit damages 4", "zephrod stands 7", "= score 11", "= hp.zephrod 4")
    brawl.say("rabbit attacks zephrod", "zephrod declines", "rabbit rolls 6", "= ended missed")
    brawl.say("rabbit attacks zephrod ! attack_already_used", "rabbit ends")
    # 16, 17: a fumble, and a pirate without actions
    brawl.do("p3", DeclareAttack("bot", "pirate", way="bot:sawblade"))
    brawl.say("pirate defends", "bot rolls 4", "= outcome fumble", "bot runs", "bot ends")
    brawl.say("pirate attacks bot with sword ! no_actions", "pirate ends", "= phase closed")


def second_round(brawl: Brawl) -> None:
    # 18: the turtle takes the initiative
    turtle = brawl.enter("turtle", species="turtle", shaping=["time"], held=["rock"])
    brawl.do("gm", JoinFight((turtle.id,)))
    brawl.say("gm opens", "= pool.zephrod 1", "= phase opening")
    brawl.do("gm", BendTime("turtle", "first"), natural(12))
    brawl.say("= current turtle", "turtle attacks bot with rock", "bot declines")
    brawl.say("turtle rolls 12", "= score 10", "turtle ends")
    # 19: the rabbit is knocked out
    brawl.say("zephrod attacks rabbit with ax", "rabbit defends ! berserk", "zephrod rolls 12")
    brawl.say("zephrod damages 4 1 2", "rabbit stands 10", "= life.rabbit unconscious")
    brawl.say("= berserk.rabbit False", "zephrod ends", "larrapin ends")
    # 21: reload, shoot
    brawl.say("garree attacks zephrod with bow ! not_loaded", "garree loads bow")
    brawl.say("garree attacks zephrod with bow", "zephrod defends", "= source borrowed")
    brawl.say("garree rolls 11", "zephrod parries 3", "garree damages 5 6", "= hp.zephrod 2")
    brawl.say("zephrod stands 8", "= score 10", "= life.zephrod unconscious", "garree ends")
    # 22: a fluke stops the saw; the pirate strikes back
    brawl.do("p3", DeclareAttack("bot", "pirate", way="bot:sawblade"))
    brawl.say("pirate defends", "bot rolls 10", "pirate parries 17", "= ended stopped", "bot ends")
    brawl.say("pirate attacks bot with sword", "bot defends", "pirate rolls 10", "bot parries 7")
    brawl.say("pirate damages 5 6 6", "= damage 3", "bot stands 9", "= score 12", "= hp.bot 3")


def test_the_ambush_of_the_session() -> None:
    brawl = ambush()
    first_round(brawl)
    rabbit_and_bot(brawl)
    second_round(brawl)
    brawl.say("gm stops", "gm calls rabbit", "rabbit wakes 12", "= life.rabbit conscious")
    brawl.say("= hp.rabbit 0")
    brawl.do("gm", Heal("rabbit", 1))
    brawl.say("= hp.rabbit 1")
