"""Big moments: whom they are about, whose dice they show, and what these come to."""

from __future__ import annotations

from msgspec.structs import replace
from tests.games.shapers_and_bots import moments
from tests.games.shapers_and_bots.moments import BOT, FOX, PIP
from tests.games.shapers_and_bots.table import GAME, Played

from tablefolk.core.game import Big
from tablefolk.games.shapers_and_bots.rules.challenges import RollChallenge
from tablefolk.games.shapers_and_bots.rules.contests import RollSide
from tablefolk.games.shapers_and_bots.rules.fights.attacking import (
    DeclareAttack,
    DeclineDefence,
)
from tablefolk.games.shapers_and_bots.rules.fights.blows import (
    RollAttack,
    RollDamage,
    RollDefence,
)
from tablefolk.games.shapers_and_bots.rules.harm import Injure, RollBerserk, RollKnockout


def throws(played: Played, who: str = "p3") -> list[Big]:
    """What the last act's lines tell of its dice; the page shows them as one (js/moment.js)."""
    seat = played.seat(who)
    lines = (GAME.tell(played.table, event, seat) for event in played.log[-1].events)
    return [line.big for line in lines if line and line.big and line.big.kind == "throw"]


def throw(played: Played, who: str = "p3") -> Big:
    """What it came to."""
    return throws(played, who)[-1]


# -- A moment names whom it is about ---------------------------------------------------------------


def test_a_knock_out_names_who_fell_and_by_whom__SB_96() -> None:
    played = moments.staggering()
    played.do("p1", RollKnockout(FOX), (1, 2, 1))
    big = throw(played)
    assert (big.who, big.means) == ("Reynard Quick", "Knocked out by Pip")
    played = moments.staggering()
    played.do("p1", RollKnockout(FOX), (6, 5, 4))
    big = throw(played)
    assert (big.who, big.means) == ("Reynard Quick", "Stays up")


def test_a_bot_that_is_hit_is_the_one_that_shuts_down__SB_164() -> None:
    played = moments.turn()
    played.table = replace(played.table, play=played.world.with_hero(BOT, hp=2))
    played.do("p1", DeclareAttack(FOX, BOT))
    played.do("p3", DeclineDefence(BOT))
    played.do("p1", RollAttack(FOX), (5, 5, 5, 6))
    played.do("p3", RollKnockout(BOT), (1, 2, 1))
    big = throw(played)
    assert (big.who, big.means) == ("SAW-8", "Shut down by Reynard Quick")


def test_who_stops_an_attack_is_named_and_who_misses__SB_125__SB_126() -> None:
    played = moments.parried()
    played.do("p1", RollDefence(FOX), (6, 5, 5))
    assert (throw(played).who, throw(played).means) == ("Reynard Quick", "Reynard Quick stops it")
    played = moments.attacked()
    played.do("p1", DeclineDefence(FOX))
    played.do("gm", RollAttack(PIP), (1, 1, 3))
    assert (throw(played).who, throw(played).means) == ("Pip", "Pip misses")


def test_a_fall_says_whether_somebody_stays_up__SB_96() -> None:
    for faces, means in (((1, 2, 1), "Knocked out"), ((6, 5, 4), "Stays up")):
        played = moments.quiet()
        played.do("gm", Injure(FOX, points=1, source="a falling beam"))
        played.do("p1", RollKnockout(FOX), faces)
        assert (throw(played).who, throw(played).means) == ("Reynard Quick", means)
        assert throw(played).number


def test_damage_dice_are_large_with_what_gets_through__SB_86() -> None:
    played = moments.hit()
    played.do("gm", RollDamage(PIP), (6,))
    assert throw(played) == Big(
        "throw", "Reynard Quick", "1", means="Damage", faces=(6,), kept=(0,), poor=True
    )
    played = moments.quiet()
    played.do("gm", Injure(FOX, dice=2, source="a falling beam"), (1, 1))
    assert throw(played).means == "Nothing gets through"
    assert (throw(played).number, throw(played).faces, throw(played).kept) == ("", (1, 1), ())


def test_the_rage_die_is_large_with_what_it_does__SB_128() -> None:
    for face, means in ((6, "Stays up and goes berserk"), (1, "Stays up and keeps a cool head")):
        played = moments.raging()
        played.do("gm", RollBerserk(PIP), (face,))
        die, end = throws(played)
        assert (die.who, die.number, die.faces) == ("Pip", str(face), (face,))
        assert (end.who, end.means) == ("Pip", means)


def test_who_wins_a_contest_takes_nobody_elses_dice__SB_31() -> None:
    played = moments.contest()
    contest = max(played.world.contests)
    left = [side.who for side in played.world.contests[contest].sides if not side.roll]
    for n, who in enumerate(left):
        played.as_(who, RollSide(contest, who), (1 + n, 2, 3))
    dice, end = throws(played)
    assert (dice.who, dice.faces) == (played.world.name(left[-1]), (len(left), 2, 3))
    assert (end.who, end.number) == ("", "")
    assert end.means.endswith(" wins")


def test_of_hidden_dice_no_moment_shows_a_face__SB_168() -> None:
    played = moments.turn()
    played.do("p1", DeclareAttack(FOX, PIP))
    played.do("gm", DeclineDefence(PIP))
    played.do("p1", RollAttack(FOX), (5, 5, 5, 6))
    played.do("gm", RollKnockout(PIP), (6, 5, 4))
    assert [(big.number, big.faces) for big in throws(played)] == [("", ())] * 2
    assert throws(played, "gm")[0].faces == (6, 5, 4)


# -- Hits, headlines and failures ------------------------------------------------------------------


def test_a_hit_is_large_with_its_damage_and_not_with_the_attacks_score__SB_86() -> None:
    played = moments.wounded()
    attack, damage = throws(played)
    assert attack.number
    assert (damage.who, damage.number, damage.faces) == ("Pip", "1", (6,))
    assert damage.means == "Damage"


def test_whoever_stays_up_has_that_for_its_headline__SB_96() -> None:
    played = moments.turn()
    played.do("p1", DeclareAttack(FOX, BOT))
    played.do("p3", DeclineDefence(BOT))
    played.do("p1", RollAttack(FOX), (5, 5, 5, 6))
    played.do("p3", RollKnockout(BOT), (6, 5, 4))
    assert (throw(played).who, throw(played).means) == ("SAW-8", "Stays up")


def test_an_enemy_that_is_knocked_out_unseen_is_a_moment_for_all__SB_96__SB_168() -> None:
    played = moments.wounded()
    played.do("gm", RollKnockout(PIP), (1, 2, 1))
    every = throws(played)
    assert [(big.number, big.faces) for big in every] == [("", ())] * len(every)
    assert (every[-1].who, every[-1].means) == ("Pip", "Knocked out by Reynard Quick")


def test_a_throw_that_fails_is_shown_quietly__SB_18() -> None:
    for faces, poor in (((1, 2, 3), True), ((1, 1, 1), True), ((6, 5, 5), False)):
        played = moments.tried()
        played.do("p1", RollChallenge(moments.latest(played)), faces)
        assert throw(played).poor is poor


def test_what_harms_a_players_own_is_shown_quietly_and_what_harms_an_enemy_is_not__SB_86() -> None:
    played = moments.staggering()  # a blow of Pip's
    assert throws(played)[-1].poor
    played.do("p1", RollKnockout(FOX), (1, 1, 2))
    assert (throws(played)[-1].means, throws(played)[-1].poor) == ("Knocked out by Pip", True)
    assert not throws(moments.wounded())[-1].poor  # Pip is hurt
