"""The digest's session at the table, in its twenty-five steps, with the figures it names.

Director and three players; characters are made through the rules, dice are as the digest has them.
"""

from __future__ import annotations

from functools import cache

from tests.games.shapers_and_bots.fighting import natural
from tests.games.shapers_and_bots.table import Played

from tablefolk.core.table import takeback
from tablefolk.games.shapers_and_bots.rules import advancement, adventures, harm, shaping, sheet
from tablefolk.games.shapers_and_bots.rules.bots import ChooseLocomotion, TakePart, TakePenalty
from tablefolk.games.shapers_and_bots.rules.bots_in_play import RuleBug
from tablefolk.games.shapers_and_bots.rules.building import (
    BeginSheet,
    ChangeFeature,
    FinishSheet,
)
from tablefolk.games.shapers_and_bots.rules.challenges import (
    GrantAutomatic,
    OpenChallenge,
    RollChallenge,
    TellStory,
)
from tablefolk.games.shapers_and_bots.rules.contests import OpenContest, RollSide, RuleTie
from tablefolk.games.shapers_and_bots.rules.extras import MakeExtra, SetHeart
from tablefolk.games.shapers_and_bots.rules.fights import acting, attacking, blows, rounds, start
from tablefolk.games.shapers_and_bots.rules.gear import GiveItem
from tablefolk.games.shapers_and_bots.rules.numbers import FixNumber
from tablefolk.games.shapers_and_bots.rules.skills import BecomeShaper, BuySkill
from tablefolk.games.shapers_and_bots.rules.values import Base, Combatant, Fight

GARREE, LARRAPIN, BOT = "garree", "larrapin", "bot"
ZEPHROD, PIRATE, RABBIT, TURTLE = "extra_zephrod", "extra_pirate", "extra_rabbit", "extra_turtle"


class Session(Played):
    """The evening, with short ways to strike and to parry."""

    @property
    def fight(self) -> Fight:
        assert self.world.fight
        return self.world.fight

    def part(self, who: str) -> Combatant:
        return self.fight.combatants[who]

    def thing(self, who: str, name: str) -> int:
        return next(i.id for i in self.hero(who).items if name in i.name.casefold())

    def challenge(self) -> int:
        return max(self.world.challenges)

    def attack(self, who: str, target: str, way: str = "unarmed", **more: bool) -> None:
        self.as_(who, attacking.DeclareAttack(who, target, way=way, **more))

    def with_(self, who: str, name: str) -> str:
        return f"item:{self.thing(who, name)}"

    def strikes(self, who: str, total: int, *dice: int) -> None:
        self.as_(who, blows.RollAttack(who), (*natural(total), *dice))

    def parries(self, who: str, total: int) -> None:
        self.as_(who, blows.RollDefence(who), natural(total))

    def defends(self, who: str) -> None:
        self.as_(who, attacking.Defend(who))

    def lets_it_come(self, who: str) -> None:
        self.as_(who, attacking.DeclineDefence(who))

    def damages(self, who: str, *dice: int) -> None:
        self.as_(who, blows.RollDamage(who), dice)

    def stands(self, who: str, total: int, *rage: int) -> None:
        self.as_(who, harm.RollKnockout(who), (*natural(total), *rage))

    def ends(self, who: str) -> None:
        self.as_(who, rounds.EndTurn(who))


# -- 1 to 5: the table, the characters, the extras -------------------------------------------------


def opened() -> Session:
    """Steps 1 to 5."""
    session = Session()
    session.do("gm", adventures.WriteAdventure("The ambush"))
    (adventure,) = session.world.adventures
    note = adventures.NoteDown(adventure, "secret", "Who is behind it", "Zephrod.")
    session.do("gm", note)
    assert session.no("p1", note) == "director_only"  # 1
    _goat(session)
    _lion(session)
    _robot(session)
    _extras(session)
    return session


def _spreads(session: Session, who: str, changes: dict[Base, int]) -> None:
    for feature, change in changes.items():
        session.as_(who, ChangeFeature(who, feature, change))


def _buys(session: Session, who: str, **skills: int) -> None:
    for key, levels in skills.items():
        session.as_(who, BuySkill(who, key.replace("__", ":"), levels))


def _goat(session: Session) -> None:
    """2: all six points, and a skill budget of ten spent to the last."""
    session.do("p1", BeginSheet("goat", "Garree"))
    assert session.no("p1", ChangeFeature(GARREE, "DEX", 4)) == "raised_too_far"
    _spreads(session, GARREE, {"SIZ": -1, "FIT": 2, "DEX": 2, "INT": 2})
    hero = session.hero(GARREE)
    assert (session.rating(GARREE, "STR"), session.hp(GARREE)) == (1, 4)
    assert sheet.skill_points(session.world, hero).total == 10
    _buys(session, GARREE, brawling=2, stealth=1, first_aid=2, weapon__bow=3, throwing=1)
    keys = ("brawling", "stealth", "first_aid", "weapon:bow", "throwing")
    assert session.ratings(GARREE, *keys) == [3, 4, -1, 3, 3]
    assert session.no("p1", BuySkill(GARREE, "climbing", 1)) == "not_enough_points"
    session.do("p1", GiveItem(GARREE, "bow"))
    session.do("p1", FinishSheet(GARREE))


def _lion(session: Session) -> None:
    """3: the Director consents to Air, and to nothing else."""
    session.do("p2", BeginSheet("lion", "Larrapin"))
    _spreads(session, LARRAPIN, {"FIT": 1, "DEX": 1, "INT": 1, "AWR": 2})
    assert (session.rating(LARRAPIN, "STR"), session.hp(LARRAPIN)) == (3, 6)
    assert sheet.skill_points(session.world, session.hero(LARRAPIN)).total == 8
    session.do("p2", BecomeShaper(LARRAPIN, "air"))
    assert session.no("p2", BecomeShaper(LARRAPIN, "light")) == "one_kind"
    _buys(session, LARRAPIN, shaping__air=2, weapon__sword=2, stealth=1, first_aid=2)
    keys = ("shaping:air", "weapon:sword", "stealth", "first_aid")
    assert session.ratings(LARRAPIN, *keys) == [-2, 3, 4, -1]
    session.do("p2", GiveItem(LARRAPIN, "sword"))
    session.do("p2", FinishSheet(LARRAPIN))


def _robot(session: Session) -> None:
    """4: a third feature needs a penalty, and bots do not shape."""
    session.do("p3", BeginSheet("bot", "Bot"))
    _spreads(session, BOT, {"SIZ": 2, "FIT": 1, "AWR": 2})
    assert (session.rating(BOT, "STR"), session.hp(BOT)) == (3, 6)
    session.do("p3", ChooseLocomotion(BOT, "legs"))
    for part in ("sawblade", "searchlight", "microphone"):
        session.do("p3", TakePart(BOT, part))
    assert session.no("p3", FinishSheet(BOT)) == "penalty_needed"
    session.do("p3", TakePenalty(BOT, "buggy"))
    assert sheet.armor(session.world, session.hero(BOT)) == "light"
    _buys(session, BOT, weapon__sawblade=4, mechanics=2)
    assert session.ratings(BOT, "weapon:sawblade", "mechanics") == [3, -3]
    assert session.no("p3", BecomeShaper(BOT, "air")) == "bots_cannot_shape"
    session.do("p3", FinishSheet(BOT))


def _extras(session: Session) -> None:
    """5: as much of an extra as is needed; Courage is for extras alone."""
    numbers = {"SIZ": -3, "FIT": 2, "HP": 2}
    session.do("gm", MakeExtra("Rabbit", "rabbit", numbers))
    session.do("gm", SetHeart(RABBIT, 2, -1))
    assert session.no("gm", SetHeart(GARREE, 2, -1)) == "extras_only"
    session.do("gm", MakeExtra("Zephrod", ratings={"FIT": 4, "HP": 5, "weapon:ax": 2}))
    fixed = {"STR": 0, "HP": 3, "weapon:sword": 1}
    session.do(
        "gm", MakeExtra("Pirate", "crocodile", {k: v for k, v in fixed.items() if k != "STR"})
    )
    for who, gear in ((ZEPHROD, "ax"), (PIRATE, "sword")):
        session.do("gm", GiveItem(who, gear))
        session.do("gm", acting.Draw(who, session.thing(who, gear)))


# -- 6 to 10: challenges and a contest -------------------------------------------------------------


def explored() -> Session:
    """Steps 6 to 10."""
    session = opened()
    (adventure,) = session.world.adventures
    session.do("gm", adventures.StartAdventure(adventure))
    assert [session.hp(who) for who in (GARREE, LARRAPIN, BOT)] == [4, 6, 6]  # 6
    assert session.rating(GARREE, "climbing") == 3
    session.do("gm", OpenChallenge(GARREE, "Over the wall", "climbing", -1))
    session.do("gm", GrantAutomatic(session.challenge()))
    session.do("p2", shaping.Shape(LARRAPIN, "air", "A whisper behind the guards"))  # 7
    session.do("p2", RollChallenge(session.challenge()), natural(14))
    assert list(session.world.rolls.values())[-1].score == 12
    _lock_and_terminal(session, adventure)
    _arm_wrestling(session)
    return session


def _lock_and_terminal(session: Session, adventure: int) -> None:
    """8, 9: a fluke at the lock, and a terminal that only a fluke would open."""
    session.do("gm", OpenChallenge(BOT, "Pick the lock", "mechanics", -1))
    session.do("p3", RollChallenge(session.challenge()), natural(17))
    (fluke,) = [roll for roll in session.world.rolls.values() if roll.outcome == "fluke"]
    session.do("gm", TellStory(fluke.id, "The saw slips, and the bolt falls out."))
    session.do("gm", OpenChallenge(GARREE, "The terminal", "computers"))
    session.do("p1", RollChallenge(session.challenge()), natural(16))
    assert list(session.world.rolls.values())[-1].outcome == "failure"
    used = session.world.adventures[adventure].used
    assert used == {
        GARREE: ("climbing", "computers"), LARRAPIN: ("shaping:air",), BOT: ("mechanics",),
    }  # fmt: skip


def _arm_wrestling(session: Session) -> None:
    """10: a tie, ruled to go on, and then the bot wins."""
    assert session.rating(PIRATE, "STR") == 0
    session.do("gm", OpenContest("Arm-wrestling", BOT, "STR", PIRATE, "STR"))
    (number,) = session.world.contests
    for bot, pirate in ((8, 11), (10, 9)):
        session.do("p3", RollSide(number, BOT), natural(bot))
        session.do("gm", RollSide(number, PIRATE), natural(pirate))
        if session.world.contests[number].status == "tied":
            session.do("gm", RuleTie(number, again=True))
    assert session.world.contests[number].winner == BOT


# -- 11 to 17: the first round ---------------------------------------------------------------------

FIGHTERS = (GARREE, LARRAPIN, BOT, ZEPHROD, PIRATE, RABBIT)


def fought() -> Session:
    """Steps 11 to 17."""
    session = explored()
    assert session.no("gm", start.StartFight(FIGHTERS)) == "needs_tiebreak"
    ties = (GARREE, RABBIT)
    session.do("gm", start.StartFight(FIGHTERS, ties, allies=(RABBIT,), places=("the door",)))
    session.do("gm", RuleBug(BOT, "well"))
    assert session.fight.order == (ZEPHROD, LARRAPIN, GARREE, RABBIT, BOT, PIRATE)  # 11
    _ambush(session)
    _sword_and_bow(session)
    _rage(session)
    _fumble(session)
    return session


def _ambush(session: Session) -> None:
    """12: a surprise; the rabbit goes berserk, and has its extra attack at once."""
    session.attack(ZEPHROD, RABBIT, session.with_(ZEPHROD, "ax"), surprise=True)
    assert session.no(RABBIT, attacking.Defend(RABBIT)) == "surprised"
    session.strikes(ZEPHROD, 10, 4, 2, 3, *natural(10), 5)  # the Director throws for both
    assert (session.hp(RABBIT), session.part(RABBIT).berserk, session.part(RABBIT).rage) == (
        1, True, 1,
    )  # fmt: skip
    session.ends(ZEPHROD)


def _sword_and_bow(session: Session) -> None:
    """13, 14: draw before you strike; an action left over stops an arrow."""
    sword = session.with_(LARRAPIN, "sword")
    refused = attacking.DeclareAttack(LARRAPIN, PIRATE, way=sword)
    assert session.no(LARRAPIN, refused) == "weapon_not_drawn"
    session.as_(LARRAPIN, acting.Draw(LARRAPIN, session.thing(LARRAPIN, "sword")))
    session.attack(LARRAPIN, PIRATE, sword)
    session.defends(PIRATE)
    session.strikes(LARRAPIN, 9)
    session.parries(PIRATE, 8)
    session.damages(LARRAPIN, 6, 2, 4)
    session.stands(PIRATE, 9)
    assert session.hp(PIRATE) == 2
    session.ends(LARRAPIN)
    session.as_(GARREE, acting.Draw(GARREE, session.thing(GARREE, "bow")))
    session.attack(GARREE, ZEPHROD, session.with_(GARREE, "bow"))
    session.defends(ZEPHROD)
    session.strikes(GARREE, 8)
    session.parries(ZEPHROD, 9)
    assert session.fight.attack is None
    assert session.hp(ZEPHROD) == 5
    session.ends(GARREE)


def _rage(session: Session) -> None:
    """15: it must attack; a fluke beats a borrowed defence; two attacks are all."""
    session.do("gm", FixNumber(RABBIT, "brawling", -1))
    assert session.no(RABBIT, rounds.EndTurn(RABBIT)) == "must_attack"
    session.attack(RABBIT, ZEPHROD)
    session.defends(ZEPHROD)
    assert session.part(ZEPHROD).debt == 1
    session.strikes(RABBIT, 17)
    session.parries(ZEPHROD, 12)
    session.damages(RABBIT, 4)
    session.stands(ZEPHROD, 7)
    assert session.hp(ZEPHROD) == 4
    session.attack(RABBIT, ZEPHROD)
    session.lets_it_come(ZEPHROD)
    session.strikes(RABBIT, 6)
    third = attacking.DeclareAttack(RABBIT, ZEPHROD)
    assert session.no(RABBIT, third) == "attack_already_used"
    session.ends(RABBIT)


def _fumble(session: Session) -> None:
    """16, 17: the saw slips; the pirate has nothing left."""
    session.attack(BOT, PIRATE, "bot:sawblade")
    session.defends(PIRATE)
    session.strikes(BOT, 4)
    fumble = [roll for roll in session.world.rolls.values() if roll.outcome == "fumble"][-1]
    session.do("gm", TellStory(fumble.id, "The saw bites into the table."))
    session.as_(BOT, acting.Run(BOT, "the door"))
    session.ends(BOT)
    sword = session.with_(PIRATE, "sword")
    assert session.no(PIRATE, attacking.DeclareAttack(PIRATE, BOT, way=sword)) == "no_actions"
    session.ends(PIRATE)
    assert session.fight.phase == "closed"


# -- 18 to 23: the second round --------------------------------------------------------------------


def over() -> Session:
    """Steps 18 to 23."""
    session = fought()
    _turtle(session)
    _gust(session)
    _arrow(session)
    _saw_and_sword(session)
    session.do("gm", start.EndFight())  # 23
    assert session.world.fight is None
    number = max(n for n, entry in enumerate(session.log, 1) if _is_gust(session, entry.command))
    said = takeback.verdict(session.game, session.table, session.log, number, session.seat("p2"))
    assert said.code == "no_takebacks"
    return session


def _is_gust(session: Session, command: object) -> bool:
    tried = [c.id for c in session.world.challenges.values() if "gust" in c.what]
    return isinstance(command, RollChallenge) and command.challenge in tried


def _turtle(session: Session) -> None:
    """18, 19: the turtle acts first and misses; the rabbit falls."""
    session.do("gm", MakeExtra("Turtle", "turtle", {"FIT": -2, "HP": 1, "throwing": -2}))
    session.do("gm", BecomeShaper(TURTLE, "time"))
    assert session.rating(TURTLE, "shaping:time") == -1
    session.do("gm", GiveItem(TURTLE, "rock"))
    rock = session.thing(TURTLE, "rock")
    session.do("gm", start.JoinFight((TURTLE,), ready=(rock,)))
    session.do("gm", rounds.OpenRound())
    assert session.part(ZEPHROD).pool == 1
    session.do("gm", shaping.BendTime(TURTLE, "first"), natural(12))
    assert session.fight.current == TURTLE
    session.attack(TURTLE, BOT, f"item:{rock}")
    session.lets_it_come(BOT)
    session.strikes(TURTLE, 12)
    assert list(session.world.rolls.values())[-1].score == 10
    session.ends(TURTLE)
    session.attack(ZEPHROD, RABBIT, session.with_(ZEPHROD, "ax"))
    assert session.no(RABBIT, attacking.Defend(RABBIT)) == "berserk"
    session.strikes(ZEPHROD, 12, 4, 1, 2, *natural(10))
    assert (session.hp(RABBIT), session.hero(RABBIT).life) == (0, "unconscious")
    session.ends(ZEPHROD)


def _gust(session: Session) -> None:
    """20: the whole turn for a gust, hard; 16 is just enough."""
    gust = shaping.Shape(LARRAPIN, "air", "A gust that knocks Zephrod over", "hard", target=ZEPHROD)
    session.do("p2", gust)
    session.do("p2", RollChallenge(session.challenge()), natural(16))
    assert list(session.world.rolls.values())[-1].score == 11
    assert session.part(LARRAPIN).pool == 0
    session.ends(LARRAPIN)


def _arrow(session: Session) -> None:
    """21: load, shoot; a fumbled defence, and Zephrod is out."""
    bow = session.with_(GARREE, "bow")
    assert session.no(GARREE, attacking.DeclareAttack(GARREE, ZEPHROD, way=bow)) == "not_loaded"
    session.as_(GARREE, acting.Reload(GARREE, session.thing(GARREE, "bow")))
    session.attack(GARREE, ZEPHROD, bow)
    session.defends(ZEPHROD)
    session.strikes(GARREE, 11)
    session.parries(ZEPHROD, 3)
    session.damages(GARREE, 5, 6)
    session.stands(ZEPHROD, 8)
    assert (session.hp(ZEPHROD), session.hero(ZEPHROD).life) == (2, "unconscious")
    session.ends(GARREE)


def _saw_and_sword(session: Session) -> None:
    """22: a fluke stops the saw; three of three dice get through Light Armor."""
    session.attack(BOT, PIRATE, "bot:sawblade")
    session.defends(PIRATE)
    session.strikes(BOT, 10)
    session.parries(PIRATE, 17)
    assert session.hp(PIRATE) == 2
    session.ends(BOT)
    session.attack(PIRATE, BOT, session.with_(PIRATE, "sword"))
    session.defends(BOT)
    session.strikes(PIRATE, 10)
    session.parries(BOT, 7)
    session.damages(PIRATE, 5, 6, 6)
    session.stands(BOT, 9)
    assert session.hp(BOT) == 3


# -- 24 and 25: afterwards -------------------------------------------------------------------------


@cache
def the_whole_session() -> Session:
    """All twenty-five steps."""
    session = over()
    session.do("gm", harm.CallWaking(RABBIT))  # 24
    session.do("gm", harm.RollWaking(RABBIT), natural(12))
    assert (session.hp(RABBIT), session.hero(RABBIT).life) == (0, "conscious")
    aid = OpenChallenge(LARRAPIN, "Bandage", "first_aid", purpose="healing", target=RABBIT)
    session.do("p2", aid)
    session.do("p2", RollChallenge(session.challenge()), natural(13))
    assert list(session.world.rolls.values())[-1].score == 12
    session.do("gm", harm.Heal(RABBIT, 1))
    assert session.hp(RABBIT) == 1
    _growing(session)
    return session


def _growing(session: Session) -> None:
    """25: one raise each, for what was used; teachers for the rest."""
    session.do("gm", adventures.EndAdventure())
    raise_ = advancement.GrantRaise
    assert session.no("gm", raise_(GARREE, "singing")) == "not_used"
    for who, key, now in (
        (GARREE, "weapon:bow", 4), (LARRAPIN, "shaping:air", -1), (BOT, "mechanics", -2),
    ):  # fmt: skip
        session.do("gm", raise_(who, key))
        assert session.rating(who, key) == now
    assert session.no("gm", raise_(GARREE, "climbing")) == "already_raised"
    lesson = advancement.TakeLesson(BOT, "computers", "An old terminal", "two batteries")
    session.do("p3", lesson)
    assert session.rating(BOT, "computers") == -4
    session.do("gm", FixNumber(GARREE, "stealth", 5))
    far = advancement.TakeLesson(GARREE, "stealth", "The Shadow")
    assert session.no("p1", far) == "needs_quest"


def test_the_session_of_the_digest_from_the_first_step_to_the_last() -> None:
    the_whole_session().audited()
