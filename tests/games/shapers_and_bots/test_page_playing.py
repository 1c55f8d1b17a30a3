"""What seats see of the play, and are offered: challenges, contests, fights, harm, the desk."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, TypeVar

import pytest
from msgspec.structs import replace
from tests.games.shapers_and_bots import moments
from tests.games.shapers_and_bots.moments import BOT, FOX, GRIST, PIP, SKAW, TURTLE
from tests.games.shapers_and_bots.table import GAME, Played

from tablefolk.core import play
from tablefolk.core.game import Block, Offer, Pick
from tablefolk.core.table.page import waited_for
from tablefolk.games.shapers_and_bots.page.blocks.play import (
    BotPanel,
    Cannot,
    ChallengeCard,
    ContestCard,
    Fate,
    Fight,
    ForecastCard,
    Growing,
    HarmCard,
    PutRight,
    Quick,
    Rulings,
    ShapingPanel,
    Sickbed,
    Stories,
    Try,
)
from tablefolk.games.shapers_and_bots.page.view.forecasting import MOST_WORK, TRIALS, foretold
from tablefolk.games.shapers_and_bots.rules.adventures import EndAdventure, WriteAdventure
from tablefolk.games.shapers_and_bots.rules.building import ReopenSheet, TakeReady
from tablefolk.games.shapers_and_bots.rules.challenges import (
    GiveModifier,
    LetStoriesGo,
    OpenChallenge,
    RefuseChallenge,
    RollChallenge,
    SetDifficulty,
    TellStory,
)
from tablefolk.games.shapers_and_bots.rules.contests import (
    EndContest,
    OpenContest,
    RollSide,
    RuleTie,
)
from tablefolk.games.shapers_and_bots.rules.corrections import CorrectHealth
from tablefolk.games.shapers_and_bots.rules.extras import MakeExtra
from tablefolk.games.shapers_and_bots.rules.fights.attacking import DeclareAttack, Defend
from tablefolk.games.shapers_and_bots.rules.fights.blows import RollAttack
from tablefolk.games.shapers_and_bots.rules.fights.planning import PlanFight
from tablefolk.games.shapers_and_bots.rules.fights.rounds import EndTurn, LetTimeRun
from tablefolk.games.shapers_and_bots.rules.harm import Heal
from tablefolk.games.shapers_and_bots.rules.people import DropSheet
from tablefolk.games.shapers_and_bots.rules.values import BotPart
from tablefolk.web.assets import has_icon

B = TypeVar("B", bound=Block)


def seen(played: Played, who: str, kind: type[B]) -> list[B]:
    blocks = GAME.view(played.table, played.seat(who)).blocks
    return [block for block in blocks if isinstance(block, kind)]


def the(played: Played, who: str, kind: type[B]) -> B:
    (block,) = seen(played, who, kind)
    return block


def menu(played: Played, who: str) -> list[Offer]:
    found = play.menu(GAME, played.table, played.seat(who))
    return [offer for offer in found if offer.open]


def offered(played: Played, who: str, *names: str) -> set[str]:
    return {offer.do for offer in menu(played, who)} & set(names)


def owed(played: Played, who: str) -> set[str]:
    return {offer.do for offer in menu(played, who) if offer.owed}


def chance(of: Any) -> Fraction:
    return Fraction(of.exact) if of.exact else Fraction(of.share).limit_denominator(1000)


# -- Challenges ------------------------------------------------------------------------------------


def test_the_dial_shows_the_chance_at_every_stop__SB_170__SB_20() -> None:
    card = the(moments.tried(), "gm", ChallengeCard)
    stops = {stop.value: stop for stop in card.stops}
    assert [stops[n].name for n in (0, -1, -3, -10)] == [
        "ordinary", "a bit harder", "hard", "next to hopeless",
    ]  # fmt: skip
    assert stops[-1].now
    shares = [stop.chance.share for stop in card.stops if stop.chance]
    assert shares == sorted(shares)
    assert card.throw
    assert stops[-1].chance == card.throw.chance


def test_the_chance_follows_the_dial_for_everybody__SB_17__SB_20() -> None:
    played = moments.tried()
    before = the(played, "p2", ChallengeCard)
    assert before.throw
    assert before.throw.chance
    assert before.stops == ()
    played.do("gm", SetDifficulty(before.challenge, -10))
    after = the(played, "p2", ChallengeCard)
    assert after.throw
    assert after.throw.chance
    assert chance(after.throw.chance) < chance(before.throw.chance)


def test_what_goes_into_a_roll_is_summed_and_can_be_unfolded__SB_10__SB_23() -> None:
    throw = the(moments.tried(), "p1", ChallengeCard).throw
    assert throw
    assert [(a.label, a.value) for a in throw.addends][1:] == [
        ("difficulty", "−1"), ("a tail wind", "+1"),
    ]  # fmt: skip
    assert throw.notation == f"3D{throw.addends[0].value}"


def test_what_one_can_try_is_a_few_tiles_of_what_one_is_good_at__SB_58() -> None:
    fox = the(moments.quiet(), "p1", Try)
    assert [tile.label for tile in fox.tiles] == [
        "Charisma", "Gambling", "Picking Pockets", "Brawling", "Climbing", "Hiding", "Stealth",
        "Throwing",
    ]  # fmt: skip
    assert all(has_icon(tile.icon) for tile in fox.tiles)
    assert {tile.stars: tile.words for tile in fox.tiles} == {1: "fair", 2: "good", 3: "great"}


def test_nothing_is_offered_that_a_character_cannot_do__SB_77() -> None:
    played = moments.quiet()
    tries = [o for o in menu(played, "p1") if o.do == "OpenChallenge" and "key" not in o.fixed]
    picks = [b for o in tries for b in o.blanks if b.name == "key" and isinstance(b, Pick)]
    offered = {choice.value for pick in picks for choice in pick.choices}
    assert not offered & {"jumping", "flying", "sixth_sense", "shaping:time"}
    assert {"FIT", "climbing", "computers"} <= offered  # a fluke may help with the last
    fox = the(played, "p1", Cannot)
    assert ("Flying", "Only for animals that are born to it.") in fox.lines
    fly = OpenChallenge(moments.FOX, "fly away", "flying")
    assert played.no("p1", fly) == "not_for_this_species"
    call = next(p for p in GAME.parts(played.table, played.seat("gm")) if p.key == f"try:{FOX}")
    found = [b for o in call.offers() for b in o.blanks if b.name == "key" and isinstance(b, Pick)]
    labels = [choice.label for keys in found for choice in keys.choices]
    assert "Flying (only for those born to it)" in labels
    played.rule("gm", fly)  # the Director may rule so, on record


def test_only_the_one_who_tries_owes_the_roll__SB_2() -> None:
    played = moments.tried()
    assert owed(played, "p1") == {"RollChallenge"}
    assert owed(played, "p2") == owed(played, "gm") == set()
    assert offered(played, "gm", "RollChallenge")  # may stand in


def test_a_player_asks_and_the_director_is_asked__SB_21__SB_22() -> None:
    played = moments.easy()
    card = the(played, "gm", ChallengeCard)
    assert card.asked
    assert owed(played, "gm") == {"GrantAutomatic", "DeclineAutomatic"}
    assert owed(played, "p1") == set()
    assert the(played, "p1", ChallengeCard).waits == "The Director says whether this needs dice."


def test_advice_stands_where_it_helps() -> None:
    played = moments.easy()
    assert any("Skip the dice" in hint for hint in the(played, "gm", ChallengeCard).hints)
    assert the(played, "p1", ChallengeCard).hints == ()
    hopeless = the(moments.hopeless(), "p3", ChallengeCard)
    assert hopeless.hope
    assert any("always hope" in hint for hint in hopeless.hints)


def test_a_bots_parts_are_buttons_and_may_unlock_what_was_refused__SB_157() -> None:
    played = moments.refused()
    card = the(played, "p3", ChallengeCard)
    assert card.status == "refused"
    assert card.parts[0].asked
    assert owed(played, "gm") == {"GrantPart"}


def test_of_a_hidden_challenge_players_see_nothing_until_it_is_rolled__SB_168() -> None:
    played = moments.hidden()
    assert seen(played, "gm", ChallengeCard)
    for who in ("p1", "p2", "p3"):
        assert seen(played, who, ChallengeCard) == []
        assert "Skaw" not in str(GAME.view(played.table, played.seat(who)))
        assert all("Listen" not in str(offer) for offer in menu(played, who))


def test_flukes_and_fumbles_ask_the_director_for_a_story__SB_26__SB_27__SB_29() -> None:
    played = moments.fluke()
    card = the(played, "gm", Stories)
    assert [roll.outcome for roll in card.rolls] == ["fumble", "fluke"]
    told = [offer for offer in menu(played, "gm") if offer.do == "TellStory"]
    assert [tuple(b.name for b in offer.blanks) for offer in told] == [
        ("text",), ("text", "instead"), ("instead",),
    ]  # fmt: skip
    assert "damage" in told[1].blanks[1].hint
    assert seen(played, "p1", Stories) == []


def test_a_story_that_was_told_aloud_waits_no_longer__SB_26__SB_27() -> None:
    played = moments.fluke()
    older, newer = (roll.id for roll in played.world.rolls.values())
    go = [offer for offer in menu(played, "gm") if offer.do == "LetStoriesGo"]
    assert [offer.fixed["rolls"] for offer in go] == [(newer,), (older,), (newer, older)]
    played.do("gm", LetStoriesGo((newer,)))
    assert [roll.roll for roll in the(played, "gm", Stories).rolls] == [older]
    played.do("gm", LetStoriesGo((newer, older)))
    assert seen(played, "gm", Stories) == []
    assert played.no("gm", LetStoriesGo((newer, older))) == "no_story_needed"
    assert played.no("p1", LetStoriesGo((older,))) == "director_only"
    assert {o.fixed["roll"] for o in menu(played, "gm") if o.do == "TellStory"} == {older, newer}
    played.do("gm", TellStory(newer, "The lock bit."))
    assert played.world.rolls[newer].story == "The lock bit."


def test_after_a_failure_another_try_can_be_asked_for__SB_24() -> None:
    played = moments.failed()
    again = [offer for offer in menu(played, "p1") if offer.do == "TryAgain"]
    assert len(again) == 2
    assert all(offer.asks for offer in again)
    assert offered(played, "p2", "TryAgain") == set()


def test_the_directors_prepared_difficulties_are_one_tap_away__SB_4__SB_17() -> None:
    played = moments.quiet()
    notes = [offer for offer in menu(played, "gm") if offer.about == "call"]
    assert "Climb the rock (Climbing −1)" in [offer.label for offer in notes]
    assert all(offer.about != "call" for offer in menu(played, "p1"))


def test_odds_are_hidden_where_the_table_wants_it() -> None:
    played = moments.tried()
    options = {**played.world.options, "odds_shown": "nobody"}
    played.table = replace(played.table, play=replace(played.world, options=options))
    throw = the(played, "p1", ChallengeCard).throw
    assert throw
    assert throw.chance is None
    assert the(played, "p1", ChallengeCard).odds_note


# -- Contests --------------------------------------------------------------------------------------


def test_both_sides_of_a_contest_have_their_cards__SB_31() -> None:
    card = the(moments.contest(), "gm", ContestCard)
    fox, bessel = card.sides
    assert fox.roll
    assert fox.roll.outcome == ""  # 11 plays no part
    assert bessel.roll is None
    assert fox.chance
    assert bessel.chance
    assert card.tie
    shares = (fox.chance.share, bessel.chance.share, card.tie.share)
    assert sum(shares) == pytest.approx(1)


def test_an_extras_numbers_are_not_for_players__SB_168() -> None:
    card = the(moments.contest(), "p1", ContestCard)
    assert [side.chance for side in card.sides] == [None, None]
    bessel = card.sides[1]
    assert (bessel.notation, bessel.addends) == ("", ())


def test_a_tie_asks_the_director__SB_32() -> None:
    played = moments.tie()
    card = the(played, "gm", ContestCard)
    assert card.status == "tied"
    assert owed(played, "gm") == {"RuleTie"}
    assert the(played, "p1", ContestCard).waits == "A tie: the Director says what happens."
    played.do("gm", RuleTie(card.contest))
    assert owed(played, "p1") == owed(played, "p3") == {"RollSide"}


def test_a_missing_number_is_asked_for_on_first_use__SB_169() -> None:
    played = moments.sketchy()
    assert "SetRating" in owed(played, "gm")
    asked = {offer.fixed["key"] for offer in menu(played, "gm")
             if offer.do == "SetRating" and offer.owed}  # fmt: skip
    assert asked == {"AWR", "FIT"}
    assert {side.missing for side in the(played, "gm", ContestCard).sides} == {"", "Awareness"}


# -- Fights ----------------------------------------------------------------------------------------


def strip(played: Played, who: str) -> dict[str, Any]:
    return {card.person.who: card for card in seen(played, who, Fight)[0].strip}


def test_the_strip_is_in_order_and_says_who_is_on_and_who_is_next__SB_106() -> None:
    played = moments.turn()
    fight = the(played, "p2", Fight)
    order = [card.person.who for card in fight.strip]
    assert tuple(order) == played.world.fight.order  # type: ignore[union-attr]
    words = {card.person.who: card.turn for card in fight.strip}
    assert words[FOX] == "now"
    assert list(words.values()).count("next") == 1


def test_actions_are_pips_and_borrowed_ones_too__SB_111__SB_121() -> None:
    played = moments.attacked()
    assert strip(played, "p1")[PIP].actions == ("spent", "left")
    played.table = replace(played.table, play=played.world.with_combatant(FOX, pool=0, spent=2))
    assert the(played, "p1", Fight).attack.source == "borrowed"  # type: ignore[union-attr]
    played.do("p1", Defend(FOX))
    assert strip(played, "p2")[FOX].debt == 1


def test_health_of_extras_is_for_the_director_alone() -> None:
    played = moments.turn()
    mine, theirs = strip(played, "p1"), strip(played, "gm")
    assert mine[FOX].hp_known
    assert mine[TURTLE].hp_known
    assert not mine[SKAW].hp_known
    assert (mine[SKAW].hp, mine[SKAW].hp_most, mine[SKAW].armor) == (0, 0, "")
    assert theirs[SKAW].hp == played.hp(SKAW)


def test_each_way_to_attack_has_a_picture_and_a_chance__SB_20__SB_120() -> None:
    turn = the(moments.turn(), "p1", Fight).turn
    assert turn
    ways = {way.label: way for way in turn.ways}
    punch = ways["Punch or kick"]
    assert punch.chance
    assert punch.icon == "hand-fist"
    assert punch.dice == 1
    assert any(way.refusal for way in turn.ways)  # the knife is not drawn yet
    assert [target.person.who for target in turn.targets if target.foe] == [SKAW, PIP, GRIST]


def test_only_whose_turn_it_is_sees_what_it_can_hold__SB_115() -> None:
    played = moments.turn()
    assert the(played, "p2", Fight).turn is None
    watched, stood_in = seen(played, "gm", Fight)
    assert (watched.turn, watched.stands_in) == (None, "Reynard Quick")
    standing_in = stood_in.turn
    assert standing_in
    assert standing_in.stand_in
    assert offered(played, "p2", "DeclareAttack", "EndTurn") == set()
    assert "OtherAction" in owed(played, "p1")
    assert owed(played, "gm") == set()


def test_without_actions_ending_the_turn_is_what_is_owed__SB_112() -> None:
    played = moments.turn()
    played.table = replace(played.table, play=played.world.with_combatant(FOX, pool=0, spent=2))
    assert owed(played, "p1") == {"EndTurn"}


def test_the_attacked_see_one_question_with_exact_chances__SB_121__SB_124() -> None:
    played = moments.attacked()
    fight = the(played, "p1", Fight)
    attack = fight.attack
    assert attack
    assert owed(played, "p1") == {"Defend", "DeclineDefence"}
    (defence,) = attack.defences
    assert defence.fate.chance
    assert attack.without.chance
    assert defence.fate.chance.exact
    assert chance(defence.fate.chance) < chance(attack.without.chance)
    assert attack.harm == "it hurts"


def test_everybody_else_sees_whom_the_table_waits_for() -> None:
    played = moments.attacked()
    for who in ("gm", "p2", "p3"):
        fight, *_ = seen(played, who, Fight)
        assert not fight.mine
        assert fight.waits_for == "P1"
        assert owed(played, who) == set()
    other = the(played, "p2", Fight).attack
    assert other
    assert (other.defences, other.without) == ((), Fate())


def test_the_director_may_mark_a_surprise_before_the_defence__SB_127() -> None:
    assert offered(moments.attacked(), "gm", "MarkSurprise") == {"MarkSurprise"}
    assert offered(moments.attacked(), "p1", "MarkSurprise") == set()


@pytest.mark.parametrize(
    ("moment", "stage", "member", "act"),
    [
        (moments.parried, "defence_roll", "p1", "RollDefence"),
        (moments.hit, "damage", "gm", "RollDamage"),
        (moments.staggering, "knockout", "p1", "RollKnockout"),
        (moments.raging, "berserk", "gm", "RollBerserk"),
        (moments.at_a_thing, "thing", "gm", "RuleThing"),
    ],
)
def test_each_step_of_an_attack_asks_one_person_for_one_thing(
    moment: Any, stage: str, member: str, act: str
) -> None:
    played = moment()
    attack = the(played, "p2", Fight).attack
    assert attack
    assert [step.key for step in attack.steps if step.state == "now"] == [stage]
    for who in ("gm", "p1", "p2", "p3"):
        assert owed(played, who) == ({act} if who == member else set())


def test_the_director_may_roll_for_an_extra_where_nobody_sees__SB_168() -> None:
    played = moments.attacked()
    played.do("p1", Defend(FOX))
    rolls = [offer.fixed.get("hidden", False) for offer in menu(played, "gm")
             if offer.do == "RollAttack"]  # fmt: skip
    assert sorted(rolls) == [False, True]
    played.do("gm", RollAttack(PIP, hidden=True), (5, 5, 5))
    roll = the(played, "p1", Fight).attack.attack_roll  # type: ignore[union-attr]
    assert roll
    assert (roll.faces, roll.score, roll.outcome) == ((), "", "success")


def test_the_opening_asks_about_bugs_and_time__SB_142__SB_160() -> None:
    played = moments.opening()
    assert owed(played, "gm") == {"RuleBug"}
    assert owed(played, "p2") == {"BendTime", "LetTimeRun"}
    (card,) = the(played, "p2", Fight).time
    assert card.first
    assert card.four
    assert card.first.share > card.four.share
    played.do("p2", LetTimeRun(TURTLE))
    assert owed(played, "p2") == set()


def test_newcomers_stand_beside_the_strip_until_the_next_round__SB_108() -> None:
    fight = the(moments.joined(), "p1", Fight)
    assert [one.name for one in fight.newcomers] == ["Dorrit"]
    assert strip(moments.joined(), "p1")[BOT].leaving


def test_the_director_acts_for_the_extras__SB_2() -> None:
    played = moments.turn()
    played.do("p1", EndTurn(FOX))
    assert played.world.fight
    while played.world.cast[played.world.fight.current].player:
        played.as_(played.world.fight.current, EndTurn(played.world.fight.current))
    assert "OtherAction" in owed(played, "gm")
    turn = the(played, "gm", Fight).turn
    assert turn
    assert not turn.stand_in


def test_surprise_tricks_costs_and_things_are_asked_of_the_director__SB_92__SB_119() -> None:
    attacks = [offer for offer in menu(moments.turn(), "p1") if offer.do == "DeclareAttack"]
    named = [{blank.name for blank in offer.blanks} for offer in attacks]
    assert {"target", "way", "because", "surprise"} in named
    assert {"thing", "way"} in named
    (other,) = [o for o in menu(moments.turn(), "p1")
                if o.do == "OtherAction" and o.label == "Do something else"]  # fmt: skip
    assert other.asks


# -- Harm ------------------------------------------------------------------------------------------


def test_wounds_and_waking_are_asked_for_outside_a_fight__SB_96__SB_101() -> None:
    played = moments.fallen()
    cards = {card.kind: card for card in seen(played, "p1", HarmCard)}
    assert set(cards) == {"knockout", "waking"}
    assert cards["waking"].mine
    assert cards["waking"].throw
    assert cards["waking"].throw.chance
    assert cards["waking"].throw.chance.exact == "1/2"
    assert owed(played, "p1") == {"RollWaking"}
    assert owed(played, "p3") == {"RollKnockout"}


def test_the_director_grants_healing_and_calls_for_waking__SB_91__SB_101__SB_102() -> None:
    played = moments.fallen()
    names = ("Heal", "CallWaking", "Injure")
    assert offered(played, "gm", *names) == set(names)
    assert offered(played, "p1", *names) == set()
    assert seen(played, "gm", Sickbed)
    assert seen(played, "p1", Sickbed) == []


# -- Shaping, bots ---------------------------------------------------------------------------------


def test_a_shaper_sees_easy_and_hard_with_their_chances__SB_140() -> None:
    panel = the(moments.quiet(), "p2", ShapingPanel)
    assert [example.label for example in panel.examples] == ["Easy", "Hard"]
    assert all(example.chance for example in panel.examples)
    assert any("see the future" in hint for hint in panel.hints)  # SB-146
    assert seen(moments.quiet(), "p1", ShapingPanel) == []


def test_the_target_of_shaping_is_asked_whether_it_resists__SB_148() -> None:
    played = moments.gust()
    assert owed(played, "gm") == {"ResistShaping", "BearShaping"}
    card = seen(played, "p1", ChallengeCard)[0]
    assert card.target
    assert card.target.name == "Skaw"
    assert card.against
    assert card.against.chance is None  # an extra's
    assert seen(played, "gm", ChallengeCard)[0].against.chance  # type: ignore[union-attr]


def test_luck_and_water_have_their_own_forms__SB_143__SB_147() -> None:
    played = moments.gust()
    shapes = [offer for offer in menu(played, "gm") if offer.do == "Shape"]
    lucky = [o for o in shapes if o.fixed["kind"] == "luck" and o.fixed["task"] == "hard"]
    assert lucky
    assert all(PIP not in [c.value for c in o.blanks[0].choices] for o in lucky)  # type: ignore[attr-defined]
    (crime,) = [o for o in shapes if o.fixed.get("matter") == "living"]
    assert crime.confirm
    assert crime.tone == "grave"


def test_luck_that_waits_is_seen_in_the_fight__SB_143() -> None:
    played = moments.turn()
    played.do("gm", GiveModifier(FOX, -3, "bad luck"))
    assert [luck.value for luck in strip(played, "p2")[FOX].luck] == ["−3"]


def test_a_bot_shows_its_power_and_whether_it_is_down__SB_158__SB_161() -> None:
    panel = the(moments.bots(), "p3", BotPanel)
    assert (panel.power, panel.power_most, panel.overturned) == (6, 6, True)
    assert offered(moments.bots(), "p3", "GetUp") == {"GetUp"}


def test_who_has_the_keyword_gives_the_orders__SB_162() -> None:
    played = moments.bots()
    assert offered(played, "p1", "GiveOrder") == {"GiveOrder"}
    assert offered(played, "p2", "GiveOrder") == set()
    assert the(played, "p1", BotPanel).holder == "Reynard Quick"


def test_a_radio_is_greyed_below_ground__SB_159() -> None:
    played = moments.hopeless()
    body = played.hero(BOT).bot
    assert body
    fitted = replace(body, parts=(*body.parts, BotPart("radio")))
    played.table = replace(played.table, play=played.world.with_hero(BOT, bot=fitted))
    assert the(played, "gm", Quick).where == "below ground"
    assert the(played, "p3", BotPanel).dead_radio
    every = play.menu(GAME, played.table, played.seat("p3"))
    (radio,) = [o for o in every if o.do == "UsePart" and o.fixed["part"] == "radio"]
    assert radio.refusal
    assert radio.refusal.code == "radio_dead"


# -- The Director's desk ---------------------------------------------------------------------------


def test_rulings_are_on_record_and_can_be_looked_up__SB_8__SB_171() -> None:
    played = moments.bots()
    (found,) = [r for r in the(played, "p1", Rulings).rulings if "swim" in r.question]
    assert found.rule == "SB-8"
    assert found.answer.startswith("Yes")


def test_the_record_does_not_tell_players_an_extras_numbers__SB_173() -> None:
    played = moments.quiet()
    played.do("gm", CorrectHealth(SKAW, 1, "conscious"))
    played.do("gm", Heal(SKAW, 1))
    played.do("gm", CorrectHealth(FOX, 1, "conscious"))
    assert len(the(played, "gm", Rulings).rulings) == 3
    (left,) = the(played, "p1", Rulings).rulings
    assert left.question.startswith("Reynard Quick")


def test_every_number_can_be_put_right__SB_173__SB_174() -> None:
    played = moments.turn()
    names = ("CorrectHealth", "CorrectItem", "CorrectFighter")
    assert offered(played, "gm", *names) == set(names)
    assert {right.person.who for right in the(played, "gm", PutRight).people} >= {FOX, SKAW}
    assert offered(played, "p1", *names) == set()


def test_courage_and_honesty_are_set_for_extras_only__SB_166__SB_167() -> None:
    hearts = [offer for offer in menu(moments.quiet(), "gm") if offer.do == "SetHeart"]
    assert {offer.fixed["who"] for offer in hearts} >= {SKAW, PIP}
    assert FOX not in {offer.fixed["who"] for offer in hearts}


def test_extras_are_made_from_a_name_and_copied__SB_165() -> None:
    names = ("MakeExtra", "CopyExtra")
    assert offered(moments.quiet(), "gm", *names) == set(names)
    assert offered(moments.quiet(), "p1", *names) == set()


# -- The forecast ----------------------------------------------------------------------------------


def test_a_small_fight_is_foretold_exactly() -> None:
    played = moments.quiet()
    played.do("gm", PlanFight((FOX,), (SKAW,)))
    card = the(played, "gm", ForecastCard)
    assert card.exact
    assert len(card.wins) == 2
    total = sum(win.share for win in card.wins) + (card.goes_on.share if card.goes_on else 0)
    assert total == pytest.approx(1, abs=0.001)
    assert [line.name for line in card.lines] == ["Reynard Quick", "Skaw"]
    assert card.assumed
    assert card.order


def test_a_large_fight_is_an_estimate_that_names_its_error() -> None:
    played = moments.quiet()
    everybody = (FOX, TURTLE, BOT), (SKAW, PIP, GRIST)
    played.do("gm", PlanFight(*everybody))
    card = the(played, "gm", ForecastCard)
    assert not card.exact
    assert card.trials == TRIALS
    assert all(win.error.startswith("± ") for win in card.wins)
    again = the(played, "gm", ForecastCard)
    assert again == card  # the same question has the same answer


def test_a_forecast_is_worked_out_once_and_within_its_limit() -> None:
    played = moments.quiet()
    played.do("gm", PlanFight((FOX,), (SKAW,)))
    the(played, "gm", ForecastCard)
    before = foretold.cache_info()
    the(played, "gm", ForecastCard)
    after = foretold.cache_info()
    assert after.hits == before.hits + 1
    assert after.misses == before.misses
    assert MOST_WORK <= 60_000


def test_a_forecast_says_what_is_missing_and_is_the_directors_alone() -> None:
    played = moments.quiet()
    assert the(played, "gm", ForecastCard).problem == "Choose two sides, and see who would win."
    played.do("gm", PlanFight((FOX,), ()))
    assert "each side" in the(played, "gm", ForecastCard).problem
    assert seen(played, "p1", ForecastCard) == []
    guessed = the(moments.sketchy(), "gm", ForecastCard).guessed
    assert any("The <heron>" in text for text in guessed)


def test_a_fight_is_started_from_its_plan_and_ties_are_ranked_in_one_tap__SB_105__SB_107() -> None:
    played = moments.quiet()
    played.do("gm", PlanFight((FOX, PIP), (SKAW,)))
    starts = [o for o in menu(played, "gm") if o.do == "StartFight" and not o.blanks]
    ranked = {o.fixed.get("ties") for o in starts}
    fits = {who: played.rating(who, "FIT") for who in (FOX, PIP, SKAW)}
    tied = fits[FOX] == fits[PIP]
    assert ((FOX, PIP) in ranked and (PIP, FOX) in ranked) == tied
    assert all(o.fixed["allies"] == (PIP,) for o in starts)
    assert offered(played, "p1", "PlanFight", "StartFight") == set()


def test_while_an_attack_is_under_way_nothing_is_foretold() -> None:
    played = moments.turn()
    assert the(played, "gm", ForecastCard).wins
    assert the(played, "gm", ForecastCard).under_way
    played.do("p1", DeclareAttack(FOX, SKAW))
    assert the(played, "gm", ForecastCard).wins == ()


# -- Growing ---------------------------------------------------------------------------------------


def test_the_ledger_lists_the_skills_used__SB_183() -> None:
    played = moments.failed()
    (fox,) = the(played, "p1", Growing).people
    assert [name for _, name, *_ in fox.used] == ["Acrobatics"]
    assert offered(played, "gm", "GrantRaise") == set()


def test_when_the_adventure_is_over_one_raise_each_is_offered__SB_177__SB_178() -> None:
    played = moments.over()
    card = next(card for card in seen(played, "gm", Growing) if card.about == "grown")
    assert card.over
    assert owed(played, "gm") >= {"GrantRaise", "PassRaise"}
    raises = [offer for offer in menu(played, "gm") if offer.do == "GrantRaise"]
    assert [offer.fixed for offer in raises] == [{"who": FOX, "key": "acrobatics"}]
    played.do("gm", play.sample(raises[0]))
    assert offered(played, "gm", "GrantRaise") == set()
    assert the(played, "p1", Growing).people[0].raised


def test_teachers_are_there_for_all_and_masters_are_a_quest__SB_181__SB_182() -> None:
    played = moments.quiet()
    lessons = [offer for offer in menu(played, "p1") if offer.do == "TakeLesson"]
    assert lessons
    assert all(offer.asks for offer in lessons)


def test_ending_the_adventure_clears_what_was_open__SB_176() -> None:
    played = moments.turn()
    played.do("gm", EndAdventure())
    assert seen(played, "p1", Fight) == []
    assert owed(played, "p1") == set()


def test_a_roll_that_is_not_yours_is_not_offered__SB_2() -> None:
    played = moments.contest()
    number = max(played.world.contests)
    assert played.no("p2", RollSide(number, "extra_big-bessel")) == "not_your_character"
    assert offered(played, "p2", "RollSide") == set()
    tried = moments.tried()
    assert tried.no("p2", RollChallenge(moments.latest(tried))) == "not_your_character"


def test_a_contest_is_forgotten_with_the_sheet_of_somebody_in_it__SB_44() -> None:
    played = moments.quiet()
    played.do("gm", MakeExtra("Heron"))
    who = list(played.world.cast)[-1]
    played.do("gm", OpenContest("A staring match", moments.FOX, "AWR", who, "AWR"))
    played.do("gm", EndContest(max(played.world.contests)))
    if played.hero(who).finished:
        played.do("gm", ReopenSheet(who, "again"))
    played.do("gm", DropSheet(who))
    for member in ("gm", "p1"):
        assert GAME.view(played.table, played.seat(member)).blocks


def test_nobody_sees_that_the_director_has_a_hidden_roll_to_make__SB_168() -> None:
    """Whoever the table waits for is named to all."""
    played = moments.hidden()
    offers = play.menu(GAME, played.table, played.seat("gm"))
    rolls = [offer for offer in offers if offer.do == "RollChallenge"]
    assert [offer.owed for offer in rolls] == [False]


def test_an_adventure_that_lies_ready_does_not_show_in_whom_the_table_waits_for__SB_4() -> None:
    played = Played()
    for who, key in (("p1", FOX), ("p2", TURTLE), ("p3", BOT)):
        before = set(waited_for(GAME, played.table))
        played.do("gm", WriteAdventure("The mill"))
        assert set(waited_for(GAME, played.table)) == before
        played.do(who, TakeReady(key))


def test_the_reason_why_something_cannot_be_done_is_a_sentence__SB_25() -> None:
    played = moments.tried()
    number = moments.latest(played)
    played.do("gm", RefuseChallenge(number, "There is no rock"))
    assert played.refusal("p1", RollChallenge(number)).why == "It cannot be done: There is no rock."
