"""What strangers met on their first evening, and what they should have met instead."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace
from tests.games.shapers_and_bots import moments
from tests.games.shapers_and_bots.moments import BOT, FOX, PIP, SKAW, TURTLE
from tests.games.shapers_and_bots.table import GAME, Played
from tests.games.shapers_and_bots.test_odds import TABLES, rows
from tests.games.shapers_and_bots.test_tell import heading

from tablefolk.core import play
from tablefolk.core.game import Line, Offer, Pick
from tablefolk.core.odds import percent
from tablefolk.core.stage import Part
from tablefolk.core.story import put
from tablefolk.core.table.judging import Answer
from tablefolk.core.table.scenes import CloseSession, OpenSession
from tablefolk.games import shapers_and_bots
from tablefolk.games.shapers_and_bots.chances import blows
from tablefolk.games.shapers_and_bots.chances.rolls import challenge
from tablefolk.games.shapers_and_bots.forecast.result import Figure
from tablefolk.games.shapers_and_bots.page.blocks.play import (
    AttackCard,
    Caller,
    Chance,
    Fight,
    Next,
    Try,
    scale,
)
from tablefolk.games.shapers_and_bots.page.view.chances import figure
from tablefolk.games.shapers_and_bots.rules.adventures import EndAdventure
from tablefolk.games.shapers_and_bots.rules.bots_in_play import GrantPart, UsePart
from tablefolk.games.shapers_and_bots.rules.building import TakeReady
from tablefolk.games.shapers_and_bots.rules.challenges import (
    PRESETS,
    AskAutomatic,
    DeclineAutomatic,
    OpenChallenge,
    RollChallenge,
)
from tablefolk.games.shapers_and_bots.rules.contests import RollSide
from tablefolk.games.shapers_and_bots.rules.corrections import CorrectHealth
from tablefolk.games.shapers_and_bots.rules.extras import MakeExtra
from tablefolk.games.shapers_and_bots.rules.fights.acting import OtherAction
from tablefolk.games.shapers_and_bots.rules.fights.attacking import (
    DeclareAttack,
    DeclineDefence,
    Defend,
)
from tablefolk.games.shapers_and_bots.rules.fights.blows import RollAttack
from tablefolk.games.shapers_and_bots.rules.fights.rounds import EndTurn
from tablefolk.games.shapers_and_bots.rules.fights.start import JoinFight, StartFight
from tablefolk.games.shapers_and_bots.rules.harm import (
    CallWaking,
    Injure,
    RollBerserk,
    RollKnockout,
    RollWaking,
)
from tablefolk.games.shapers_and_bots.rules.numbers import FixNumber
from tablefolk.games.shapers_and_bots.rules.shaping import Shape
from tablefolk.games.shapers_and_bots.rules.skills import BecomeShaper
from tablefolk.games.shapers_and_bots.rules.wording import say


def menu(played: Played, who: str) -> list[Offer]:
    return list(play.menu(GAME, played.table, played.seat(who)))


def seen(played: Played, who: str, kind: type) -> Any:
    every = GAME.view(played.table, played.seat(who)).blocks
    return next(block for block in every if isinstance(block, kind))


def part(played: Played, who: str, key: str) -> Part:
    return next(p for p in GAME.parts(played.table, played.seat(who)) if p.key == key)


# -- The odds of an attack (O-8) -------------------------------------------------------------------


def attacks(attack: int = 3, defence: int = 3) -> Played:
    """The fox attacks Pip, each with that number."""
    played = moments.turn()
    played.do("p1", DeclareAttack(FOX, PIP))
    assert played.world.fight
    assert played.world.fight.attack
    key = played.world.fight.attack.key
    played.do("gm", FixNumber(FOX, key, attack))
    played.do("gm", FixNumber(PIP, "brawling", defence))
    return played


def card(played: Played, who: str) -> AttackCard:
    found = seen(played, who, Fight).attack
    assert isinstance(found, AttackCard)
    return found


@pytest.mark.parametrize("attack", [-2, 0, 3])
@pytest.mark.parametrize("defence", [-1, 3, 5])
def test_against_a_declared_defence_the_attacker_sees_the_true_chance__O_8__SB_124(
    attack: int, defence: int
) -> None:
    played = attacks(attack, defence)
    played.do("gm", Defend(PIP, "brawling"))
    table = {
        row[0]: dict(zip(TABLES["O-8"]["columns"][1:], row[1:], strict=True)) for row in rows("O-8")
    }
    cell = table[f"{attack:+d}" if attack >= 0 else str(attack)][f"{defence:+d}"]
    for who in ("p1", "p2", "gm"):
        throw = card(played, who).throw
        assert throw
        assert throw.chance
        assert Fraction(throw.chance.exact) == Fraction(int(cell.split()[0]), 46656)
        assert throw.against == "although Pip defends"
        assert {o.label for o in throw.outcomes} == {"hits", "stopped", "misses"}


def test_without_a_defence_it_is_the_attack_s_own_roll_and_the_card_says_why__SB_124() -> None:
    played = attacks()
    played.do("gm", DeclineDefence(PIP))
    found = card(played, "p1")
    assert found.throw
    assert found.throw.chance
    assert (found.throw.chance.exact, found.throw.against) == ("181/216", "")
    assert found.undefended == "Pip lets it come."


@pytest.mark.parametrize(
    ("share", "said"),
    [(0.0, "never"), (0.02, "2 in 100"), (0.08, "8 in 100"), (0.1, "1 in 10"), (0.84, "8 in 10"),
     (0.91, "9 in 10"), (0.954, "95 in 100"), (0.98, "98 in 100"), (0.9999, "over 99 in 100"),
     (0.0025, "under 1 in 100"), (1.0, "sure")],
)  # fmt: skip
def test_small_chances_do_not_look_alike__SB_20(share: float, said: str) -> None:
    assert Chance(share, "").often == said


def test_the_answers_on_a_card_have_one_scale__SB_20() -> None:
    answers = (Chance(0.08, ""), Chance(0.4, ""))
    assert [c.out_of(scale(answers)) for c in answers] == [
        "8 in 100", "40 in 100",
    ]  # fmt: skip
    assert scale((Chance(0.3, ""), Chance(1.0, ""), None)) == 10


# -- What a blow may come to (SB-95, SB-96) --------------------------------------------------------


def struck(hp: int, weapon: str = "medium") -> Played:
    """Skaw's sword against the fox, who has so many health points left."""
    played = moments.attacked()
    world = played.world
    assert world.fight
    assert world.fight.attack
    attack = replace(world.fight.attack, size=weapon)
    fight = replace(world.fight, attack=attack)
    world = replace(world.with_hero(FOX, hp=hp), fight=fight)
    played.table = replace(played.table, play=world)
    return played


def test_both_answers_say_that_it_may_kill_and_how_likely_exactly__SB_95() -> None:
    played = struck(1)
    found = card(played, "p1")
    (defence,) = found.defences
    hit = blows.hit(3, 4, 1)
    for fate, lands in (
        (found.without, Fraction(found.without.chance.exact) / hit.good),
        (defence.fate, Fraction(defence.fate.chance.exact) / hit.good),
    ):
        assert fate.kills
        assert fate.fells
        assert Fraction(fate.kills.exact) == lands * hit.chance("dead")
        assert Fraction(fate.fells.exact) == lands * hit.chance("out")
        assert say("outcome.dead") in {line.label for line in fate.ending}
    assert defence.fate.kills.share < found.without.kills.share
    assert (found.killed, found.felled) == ("it kills", "it knocks out")


def test_who_cannot_die_of_a_blow_is_not_told_of_death__SB_95() -> None:
    found = card(struck(3), "p1")
    assert found.without.kills is None
    assert found.without.fells


# -- No dice over an open question (SB-8) ----------------------------------------------------------


def grinding() -> tuple[Played, int, str]:
    """The bot has asked what one of its parts is worth."""
    played = moments.quiet()
    played.do("gm", OpenChallenge(BOT, "Open the grate", "mechanics", 2))
    number = moments.latest(played)
    body = played.hero(BOT).bot
    assert body
    wanted = body.parts[0].feature
    played.do("p3", UsePart(number, wanted))
    return played, number, wanted


def test_no_dice_fall_while_a_part_s_worth_is_asked__SB_8__SB_157() -> None:
    played, number, wanted = grinding()
    assert played.no("p3", RollChallenge(number)) == "awaiting_ruling"
    assert played.no("gm", RollChallenge(number)) == "awaiting_ruling"
    roll = next(o for o in menu(played, "p3") if o.do == "RollChallenge")
    assert roll.refusal
    assert roll.refusal.rule == "SB-8"
    assert not roll.owed
    assert part(played, "p3", roll.about).title.startswith("The Director is asked")
    assert "p3" not in GAME.waits_of(played.table)
    played.do("gm", GrantPart(number, wanted, 2))
    assert played.no("p3", UsePart(number, wanted)) == "same"
    played.do("p3", RollChallenge(number), (4, 4, 4))
    assert [m.value for m in list(played.world.rolls.values())[-1].modifiers if m.value] == [2, 2]


def test_no_dice_fall_while_it_is_asked_whether_they_are_needed__SB_8__SB_22() -> None:
    played = moments.tried()
    number = moments.latest(played)
    played.do("p1", AskAutomatic(number))
    assert played.no("p1", RollChallenge(number)) == "awaiting_ruling"
    played.do("gm", DeclineAutomatic(number))
    played.do("p1", RollChallenge(number), (4, 4, 4))


def test_the_director_may_answer_that_no_dice_are_needed__SB_21() -> None:
    played = moments.quiet()
    played.do("gm", FixNumber(FOX, "climbing", 2))
    tried = OpenChallenge(FOX, "Climb", "climbing")
    answers = list(shapers_and_bots.replies(played.world, played.seat("gm"), tried))
    assert {"automatic": True} in [dict(answer.fields) for answer in answers]
    for who in ("p1", "gm"):
        wish = OpenChallenge(FOX, "Climb", "climbing", automatic=True)
        assert played.no(who, wish) == "director_only"
    asked = played.ask("p1", tried)
    played.do("gm", Answer(asked.number, yes=True, fields={"automatic": True}))
    assert played.world.challenges[moments.latest(played)].status == "automatic"
    assert "climbing" in played.world.adventures[played.world.running].used[FOX]
    played.do("gm", FixNumber(FOX, "climbing", 0))
    answers = list(shapers_and_bots.replies(played.world, played.seat("gm"), tried))
    assert {"automatic": True} not in [dict(answer.fields) for answer in answers]


def test_shaping_of_one_s_own_is_asked_with_what_is_easy_and_what_is_hard__SB_140() -> None:
    played = moments.quiet()
    played.do("gm", BecomeShaper(FOX, "air"))
    asked = played.ask("p1", Shape(FOX, "air", "Stop the bucket", "own")).question
    assert "Easy would be: " in asked
    assert "Hard would be: " in asked


def test_time_outside_a_fight_is_not_measured_by_rounds__SB_140__SB_142() -> None:
    played = moments.quiet()
    asked = played.ask("p2", Shape(moments.TURTLE, "time", "Slow the bucket", "own")).question
    assert asked.endswith("How hard is it? Easy is 0, hard −3.")


def test_the_next_adventure_is_not_waited_for_when_one_is_over__SB_176() -> None:
    played = moments.quiet()
    played.do("gm", EndAdventure())
    assert "gm" not in GAME.waits_of(played.table)
    assert not [o for o in menu(played, "gm") if o.owed and o.about == "adventures"]


def test_an_estimate_never_says_impossible__SB_105() -> None:
    assert figure(Figure(0.0), 600).text == "not once in 600 fights"
    assert figure(Figure(0.0)).text == "impossible"


# -- Rage, and being knocked out -------------------------------------------------------------------


def wild() -> Played:
    """Pip rages, and it is Pip's turn."""
    played = moments.raging()
    played.do("gm", RollBerserk(PIP), (5,))
    assert played.world.fight
    while played.world.fight.current != PIP:
        played.as_(played.world.fight.current, EndTurn(played.world.fight.current))
    return played


def test_a_raging_rabbit_is_promised_no_defence__SB_133() -> None:
    played = wild()
    turn = seen(played, "gm", Fight).turn
    assert turn.actions
    assert turn.keeps == 0
    end = next(o for o in menu(played, "gm") if o.do == "EndTurn")
    assert end.hint == "Pip rages and does not defend: actions left over are lost."
    assert seen(moments.turn(), "p1", Fight).turn.keeps == 2


def test_rage_is_named_in_the_question__SB_130() -> None:
    played = wild()
    assert part(played, "gm", "fight").title == "Pip rages: an attack comes first!"
    assert part(played, "p1", "fight").title == "Pip rages, and it is Pip’s turn."


def test_it_is_said_why_a_raging_rabbit_is_not_asked__SB_133() -> None:
    played = wild()
    played.do("gm", DeclareAttack(PIP, FOX))
    played.do("p1", DeclineDefence(FOX))
    played.do("gm", RollAttack(PIP), (1, 1, 1))
    played.do("gm", EndTurn(PIP))
    assert played.world.fight
    while played.world.fight.current != SKAW:
        played.as_(played.world.fight.current, EndTurn(played.world.fight.current))
    played.do("gm", DeclareAttack(SKAW, PIP))
    assert card(played, "p1").undefended == "Pip rages and does not defend."
    assert heading(played).endswith("Pip rages and does not defend.")


def test_who_lies_knocked_out_reads_it_first__SB_96() -> None:
    played = moments.staggering()
    played.do("p1", RollKnockout(FOX), (1, 1, 2))
    assert part(played, "p1", "fight").title.startswith("Reynard Quick is asleep. ")
    assert "asleep" not in part(played, "p2", "fight").title
    played = moments.quiet()
    played.do("gm", Injure(FOX, points=1))
    played.do("p1", RollKnockout(FOX), (1, 1, 2))
    assert part(played, "p1", f"try:{FOX}").title == "Reynard Quick is asleep. Who helps?"
    assert "First Aid" in seen(played, "p1", Try).helps


# -- What the act came to, in the line that leads --------------------------------------------------


def test_a_contest_s_scores_stand_in_the_line_that_leads__SB_31() -> None:
    played = moments.contest()
    mine = 11 + (played.rating(FOX, "STR") or 0)
    other = 18 + (played.rating("extra_big-bessel", "STR") or 0)
    played.do("gm", RollSide(max(played.world.contests), "extra_big-bessel"), (6, 6, 6))
    name = played.hero("extra_big-bessel").name
    assert heading(played) == f"{name} {other}, Reynard Quick {mine}: {name} wins. Tug of war."


def test_a_rabbit_that_has_still_to_throw_its_die_has_stayed_up__SB_96__SB_128() -> None:
    played = moments.raging()
    assert heading(played).startswith("Pip stays up")


# -- What an evening is looked back at for (TF-15) -------------------------------------------------


def kept(played: Played) -> list[tuple[str, str]]:
    """What a recap has of it, and what that is about."""
    found = list[tuple[str, str]]()
    for entry in played.log:
        for event in entry.events:
            line: Line | None = GAME.tell(played.table, event, played.seat("p3"))
            line = put(line, event, shapers_and_bots.told_as) if line else None
            if line and line.keeps:
                found.append((line.keeps, type(event).__name__))
    return found


def test_a_recap_keeps_the_blows_that_mattered_and_no_others__TF_15() -> None:
    played = moments.turn()
    begun = [*[("turn", "ReadyTaken")] * 3, ("turn", "AdventureStarted")]
    assert kept(played) == begun
    played.do("p1", DeclareAttack(FOX, PIP))
    played.do("gm", DeclineDefence(PIP))
    played.do("p1", RollAttack(FOX), (1, 2, 2))
    assert kept(played) == begun  # a miss is forgotten, a fumble is not
    assert kept(moments.staggering()) == begun
    played = moments.staggering()
    played.do("p1", RollKnockout(FOX), (1, 1, 2))
    assert kept(played) == [*begun, ("turn", "Fell"), ("throw", "AttackEnded")]
    played = wild()
    assert kept(played) == [*begun, ("throw", "AttackEnded")]


# -- A shaper's own power (SB-137, SB-141) ---------------------------------------------------------


def lucky(played: Played) -> Played:
    played.do("gm", BecomeShaper(FOX, "luck"))
    return played


def test_a_shapers_power_comes_first_of_the_eight_tiles_and_leads_to_it__SB_137() -> None:
    played = lucky(moments.quiet())
    found = seen(played, "p1", Try)
    (power,) = found.powers
    assert (power.tile.label, power.part) == ("Shape Luck", f"shape:{FOX}:luck")
    assert len(found.powers) + len(found.tiles) == 8
    assert any(o.command is Shape for o in part(played, "p1", power.part).offers())
    more = part(played, "p1", f"try:{FOX}:more").offers()
    choices = [c.value for o in more for b in o.blanks if isinstance(b, Pick) for c in b.choices]
    assert "shaping:luck" not in choices


def test_on_her_turn_in_a_fight_a_shaper_sees_what_her_power_takes__SB_141() -> None:
    played = lucky(moments.turn())
    (power,) = seen(played, "p1", Fight).turn.powers
    assert power.note == "Whole turn, or 1 action in a hurry"
    assert part(played, "p1", power.part)
    played.do("p1", OtherAction(FOX, "Look about", 1))
    (power,) = seen(played, "p1", Fight).turn.powers
    assert power.note == "Only in a hurry now, with 1 action"
    assert not power.why_not
    played.do("p1", OtherAction(FOX, "Look about", 1))
    (power,) = seen(played, "p1", Fight).turn.powers
    assert power.why_not == "Reynard Quick has no action left this round."


# -- Whoever sleeps is not forgotten (SB-101, SB-102) ----------------------------------------------


def asleep(who: str = FOX) -> Played:
    played = moments.quiet()
    played.do("gm", Injure(who, points=1))
    played.as_(who, RollKnockout(who), (1, 1, 1))
    return played


def test_the_director_is_told_who_sleeps_and_calls_for_the_roll_in_one_tap__SB_101() -> None:
    played = asleep()
    assert seen(played, "gm", Next).asleep == ((FOX, "Reynard Quick is asleep."),)
    (call,) = part(played, "gm", "next").offers()
    assert not call.blanks
    played.do("gm", play.fill(call, {}))
    assert seen(played, "gm", Next).asleep == ()
    assert any(o.command is RollWaking and o.owed for o in menu(played, "p1"))
    every = [
        o for o in menu(asleep(), "gm") if o.command is CallWaking and not o.fixed.get("rhythm")
    ]
    assert len(every) == 1


@pytest.mark.parametrize(("who", "key"), [(FOX, "first_aid"), (BOT, "mechanics")])
def test_friends_of_who_sleeps_are_offered_to_help_in_one_tap__SB_102(who: str, key: str) -> None:
    played = asleep(who)
    (helps,) = [o for o in menu(played, "p2") if o.about == f"try:{TURTLE}:help"]
    assert (helps.fixed["key"], helps.fixed["target"], bool(helps.asks)) == (key, who, True)
    played.do("p2", play.fill(helps, {}))
    tried = played.world.challenges[moments.latest(played)]
    assert (tried.purpose, tried.target) == ("healing", who)
    assert not [o for o in menu(played, "p2") if o.about == f"try:{TURTLE}:help"]


def test_whoever_sleeps_can_ask_for_the_waking_roll_from_their_own_card__SB_101() -> None:
    played = asleep()
    (wake,) = [o for o in part(played, "p1", f"try:{FOX}").offers() if o.command is CallWaking]
    asked = played.ask("p1", play.fill(wake, {}))
    assert asked.question == "May Reynard Quick roll to wake up?"
    played.grant(asked)  # the dice are the player's
    assert (played.hero(FOX).life, played.hero(FOX).waking) == ("unconscious", True)
    played.do("p1", RollWaking(FOX), (5, 5, 5))
    assert played.hero(FOX).life == "conscious"


# -- One question, one card; and an evening's end --------------------------------------------------


def test_a_fall_in_the_middle_of_a_fight_is_asked_about_once__SB_96() -> None:
    played = moments.turn()
    played.do("gm", Injure(FOX, points=1))
    titles = [p.title for p in GAME.parts(played.table, played.seat("p1")) if p.place == "now"]
    assert titles.count("Reynard Quick is hurt! Roll to stay up.") == 1


def test_closing_the_session_says_what_it_leaves_open__SB_176() -> None:
    played = moments.quiet()
    title = played.world.adventures[played.world.running].title
    assert shapers_and_bots.left_open(played.world).startswith(f"“{title}” goes on")
    assert shapers_and_bots.left_open(moments.over().world).startswith("It has not been said who")
    assert shapers_and_bots.left_open(Played().world) == ""
    played.do("gm", OpenSession())
    (close,) = [o for o in menu(played, "gm") if o.command is CloseSession]
    assert close.confirm.startswith(f"“{title}” goes on")


# -- Treating the wounded in a fight (SB-102, SB-112, SB-115, SB-119) -----------------------------


def treat(who: str, **more: Any) -> OpenChallenge:
    return OpenChallenge(who, "Treat the wounds", "first_aid", purpose="healing", target=TURTLE,
                         **more)  # fmt: skip


def wounded() -> Played:
    """The fox is on, and the turtle is hurt."""
    played = moments.turn()
    played.do("gm", CorrectHealth(TURTLE, 1, "conscious"))
    return played


def left(played: Played, who: str) -> int:
    one = played.world.combatant(who)
    assert one is not None
    return one.pool


def test_what_is_tried_in_a_fight_takes_an_action_when_it_is_done__SB_119__SB_112() -> None:
    played = wounded()
    asked = played.ask("p1", treat(FOX))
    assert "It takes one action." in asked.question
    played.do("gm", Answer(asked.number, True))
    assert left(played, FOX) == 2  # one may still walk away (SB-20)
    played.do("p1", RollChallenge(max(played.world.challenges)), (6, 6, 6))
    assert left(played, FOX) == 1
    asked = played.ask("p1", treat(FOX))
    played.do("gm", Answer(asked.number, True))
    played.do("p1", RollChallenge(max(played.world.challenges)), (1, 2, 2))
    assert played.no("p1", treat(FOX)) == "no_actions"


def test_what_takes_an_action_waits_for_ones_turn_unless_ruled_otherwise__SB_115() -> None:
    played = wounded()
    assert played.no("p3", treat(BOT)) == "not_your_turn"
    played.rule("gm", treat(BOT))
    assert played.no("p1", treat(FOX, cost=0)) == "director_only"
    played.do("gm", OpenChallenge(BOT, "Notice it", "AWR"))  # called for, whoever is on
    played.do("p3", RollChallenge(max(played.world.challenges)), (6, 6, 5))
    assert left(played, BOT) == 2


def test_the_director_says_what_a_try_costs_in_the_answer__SB_119() -> None:
    played = wounded()
    asked = played.ask("p1", treat(FOX))
    every = GAME.replies(played.table, played.seat("gm"), asked)
    [free] = [reply.label for reply in every if reply.fields == {"difficulty": 0, "cost": 0}]
    assert free.startswith("0 ordinary: ")  # how hard it then is, it says
    assert free.endswith("%; it costs nothing")
    played.do("gm", Answer(asked.number, True, fields={"difficulty": 0, "cost": 0}))
    played.do("p1", RollChallenge(max(played.world.challenges)), (6, 6, 6))
    assert left(played, FOX) == 2


def test_what_a_treatment_brings_is_asked_at_once_in_a_fight__SB_102__SB_8() -> None:
    played = wounded()
    played.do("gm", treat(FOX))
    number = max(played.world.challenges)
    played.do("p1", RollChallenge(number), (6, 6, 6))
    played.do("gm", OpenChallenge(BOT, "Notice it", "AWR"))  # whatever comes after it
    played.do("p3", RollChallenge(max(played.world.challenges)), (6, 4, 4))
    assert GAME.waits_of(played.table)["gm"][0].part == f"treated:{number}"


def test_a_try_is_not_waited_for_once_the_turn_is_over__SB_115() -> None:
    played = wounded()
    played.do("gm", treat(FOX))
    at = f"challenge:{max(played.world.challenges)}"
    assert at in [wait.part for wait in GAME.waits_of(played.table)["p1"]]
    played.do("p1", EndTurn(FOX))
    assert at not in [wait.part for wait in GAME.waits_of(played.table).get("p1", ())]


def test_first_aid_asks_for_a_patient_while_somebody_is_hurt__SB_102() -> None:
    played = moments.quiet()

    def tried() -> list[Offer]:
        offers = play.menu(GAME, played.table, played.seat("p1"))
        return [o for o in offers if o.about.startswith(f"try:{FOX}")]

    def keys() -> set[str]:
        picks = [b for o in tried() for b in o.blanks if isinstance(b, Pick) and b.name == "key"
                 and "target" not in {x.name for x in o.blanks}]  # fmt: skip
        return {str(choice.value) for pick in picks for choice in pick.choices}

    assert "first_aid" in keys()
    played.do("gm", CorrectHealth(TURTLE, 1, "conscious"))
    assert "first_aid" not in keys()
    assert "Help Tick-Tock" in [o.label for o in tried()]


# -- A stranger's second evening -------------------------------------------------------------------


def test_a_fumble_at_staying_up_is_asked_about_in_a_sentence__SB_27__SB_96() -> None:
    played = moments.quiet()
    played.do("gm", Injure(FOX, points=1, source="the falling mast"))
    played.do("p1", RollKnockout(FOX), (1, 1, 1))
    stories = part(played, "gm", "stories")
    assert stories.title == "Tell the table what happened to Reynard Quick."
    tell, _ = stories.offers()
    hint = "Something funny, embarrassing or dire: Reynard Quick tries to stay up."
    assert tell.hint == hint


def one_side_down() -> Played:
    """The fox has knocked out the rabbit, its only enemy, and the round is over."""
    played = moments.quiet()
    played.do("gm", StartFight((FOX, PIP), ties=(FOX, PIP)))
    played.do("p1", DeclareAttack(FOX, PIP))
    played.do("gm", DeclineDefence(PIP))
    played.do("p1", RollAttack(FOX), (5, 5, 4, 6))
    played.do("gm", RollKnockout(PIP), (1, 2, 1))
    played.do("p1", EndTurn(FOX))
    return played


def test_where_one_side_is_down_the_fight_is_ended_at_one_tap__SB_110() -> None:
    played = one_side_down()
    fight = part(played, "gm", "fight")
    assert fight.title == "One side is down. Is the fight over?"
    first, second = fight.offers()
    assert (first.do, first.owed, first.confirm) == ("EndFight", True, "")
    assert second.do == "OpenRound"
    played.do("gm", JoinFight((SKAW,), draw_lots=True))
    assert part(played, "gm", "fight").title == "Open round 2?"
    assert "EndFight" not in [offer.do for offer in part(played, "gm", "fight").offers()]


def test_a_fight_begins_with_the_players_and_the_only_extra_ticked__SB_105() -> None:
    played = Played()
    played.do("p1", TakeReady(FOX))
    played.do("gm", MakeExtra("Skarn", "wolf"))
    (skarn,) = (who for who, hero in played.world.cast.items() if hero.extra)
    ticked = {
        blank.name: blank.ticked
        for offer in menu(played, "gm") if offer.do in ("PlanFight", "StartFight")
        for blank in offer.blanks if isinstance(blank, Pick)
    }  # fmt: skip
    assert (ticked["ours"], ticked["theirs"], ticked["who"]) == ((FOX,), (skarn,), (FOX, skarn))


# -- A stranger's third evening --------------------------------------------------------------------


def test_good_luck_is_for_friends_first_and_bad_luck_for_enemies__SB_143() -> None:
    played = lucky(moments.turn())
    offers = part(played, "p1", f"shape:{FOX}:luck").offers()
    whose = {o.fixed["task"]: o.blanks[0].choices for o in offers  # type: ignore[attr-defined]
             if o.fixed.get("focus") == "full" and o.fixed["task"] != "own"}  # fmt: skip
    sides = {who: one.side for who, one in played.world.fight.combatants.items()}  # type: ignore[union-attr]
    easy, hard = ([sides[c.value] for c in whose[task] if c.value in sides]
                  for task in ("easy", "hard"))  # fmt: skip
    assert easy[0] == "heroes"
    assert hard[0] == "foes"


def test_a_story_can_be_let_go_even_when_the_adventure_is_over__SB_27() -> None:
    played = moments.fluke()
    played.do("gm", EndAdventure())
    stories = part(played, "gm", "stories")
    assert [o.label for o in stories.offers() if o.do == "LetStoriesGo"] == [
        "Let it go (Reynard Quick)", "Let it go (Reynard Quick)", "Let all 2 go",
    ]  # fmt: skip


def test_whoever_calls_for_dice_sees_the_odds_and_stops_with_names__SB_170() -> None:
    played = moments.quiet()
    caller = part(played, "gm", f"try:{FOX}")
    (shown,) = caller.blocks()
    assert isinstance(shown, Caller)
    for tile in shown.tiles:
        rating = played.rating(FOX, tile.key)
        assert tile.words.endswith(f", {percent(challenge(rating).good)}")
    for offer in caller.offers():
        for blank in offer.blanks:
            if blank.name == "difficulty":
                assert all(name in blank.hint for _, name in PRESETS)
                assert "odds" in blank.hint
    assert sum(b.name == "difficulty" for o in caller.offers() for b in o.blanks) == 3
