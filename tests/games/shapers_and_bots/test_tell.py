"""The story of play in words: everything that happens, for those who may know it (SB-168)."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace
from tests.games.shapers_and_bots import moments
from tests.games.shapers_and_bots.moments import FOX, GRIST, MOMENTS, PIP, SKAW
from tests.games.shapers_and_bots.table import GAME, Played
from tests.games.shapers_and_bots.test_session import the_whole_session

from tablefolk.core.game import Line
from tablefolk.core.story import head, put
from tablefolk.core.table.at import book
from tablefolk.games import shapers_and_bots
from tablefolk.games.shapers_and_bots.page.blocks.play import DamageRoll, RollCard
from tablefolk.games.shapers_and_bots.rules import sheet
from tablefolk.games.shapers_and_bots.rules.adventures import StartAdventure
from tablefolk.games.shapers_and_bots.rules.bots_in_play import NoteHolder
from tablefolk.games.shapers_and_bots.rules.challenges import (
    GiveModifier,
    OpenChallenge,
    RollChallenge,
    SetDifficulty,
    TellStory,
)
from tablefolk.games.shapers_and_bots.rules.corrections import CorrectHealth
from tablefolk.games.shapers_and_bots.rules.fights.acting import Draw
from tablefolk.games.shapers_and_bots.rules.fights.attacking import DeclareAttack, DeclineDefence
from tablefolk.games.shapers_and_bots.rules.fights.blows import RollAttack
from tablefolk.games.shapers_and_bots.rules.fights.planning import PlanFight
from tablefolk.games.shapers_and_bots.rules.harm import Injure, RollBerserk, RollKnockout
from tablefolk.games.shapers_and_bots.rules.rulings import RecordRuling
from tablefolk.games.shapers_and_bots.rules.wording import say
from tablefolk.web.rules import Rulebooks

BOOK = Rulebooks().rules
OWN = [event for event in shapers_and_bots.events if event not in book.events]


def lines(played: Played, seat: str, since: int = 0) -> list[Line]:
    found = (
        GAME.tell(played.table, event, played.seat(seat))
        for entry in played.log[since:]
        for event in entry.events
    )
    return [line for line in found if line]


def told(played: Played, seat: str, since: int = 0) -> str:
    return "\n".join(line.text for line in lines(played, seat, since))


def news(
    played: Played, member: str, command: Any, faces: tuple[int, ...] = ()
) -> Callable[..., str]:
    """What each seat is told of one more act."""
    before = len(played.log)
    played.do(member, command, faces)
    return lambda seat: told(played, seat, before)


# -- Everything has words --------------------------------------------------------------------------


def test_every_event_of_the_game_is_told_by_somebody() -> None:
    told = {key.partition(".told")[0] for key in say.sentences if ".told" in key}
    assert [event.__name__ for event in OWN if event.__name__ not in told] == []


def test_every_sentence_belongs_to_an_event() -> None:
    names = {event.__name__ for event in OWN}
    for key in say.sentences:
        part, _, rest = key.partition(".")
        if rest.startswith(("told", "rule_")):
            assert part in names, key


def test_every_rule_that_is_named_exists() -> None:
    named = {text for key, text in say.sentences.items() if re.search(r"\.rule(_\w+)?$", key)}
    named -= {""}  # a case that no rule is named for
    assert named
    assert [rule for rule in named if rule not in BOOK] == []


@pytest.mark.parametrize("moment", [*MOMENTS, the_whole_session])
def test_whatever_happens_reads_as_sentences_to_every_seat(moment: Callable[[], Played]) -> None:
    played = moment()
    for seat in ("gm", "p1", "p3"):
        for line in lines(played, seat):
            assert line.text.strip() == line.text
            assert "{" not in line.text
            assert line.rule == "" or line.rule in BOOK


def test_hardly_anything_of_the_session_is_told_to_nobody() -> None:
    """From the moment when the adventure starts; sheets in the making are seen, not told."""
    played = the_whole_session()
    kinds: dict[str, bool] = {}
    begun = [isinstance(entry.command, StartAdventure) for entry in played.log].index(True)
    for entry in played.log[begun:]:
        for event in entry.events:
            name = type(event).__name__
            heard = GAME.tell(played.table, event, played.seat("gm")) is not None
            kinds[name] = kinds.get(name, False) or heard
    silent = {name for name, heard in kinds.items() if not heard}
    assert silent <= {"WordAsked", "RulingRecorded"}


# -- Dice ------------------------------------------------------------------------------------------


def test_a_roll_is_told_with_its_card__SB_10__SB_18() -> None:
    played = moments.tried()
    before = len(played.log)
    played.do("p1", RollChallenge(moments.latest(played)), (4, 5, 3))
    first, second = lines(played, "p2", before)
    card = first.card
    assert isinstance(card, RollCard)
    assert card.faces == (4, 5, 3)
    assert (first.kind, first.rule) == ("threw", "SB-18")
    total = 12 + played.world.rolls[card.roll].modifier
    assert second.text.startswith("It works: 12")
    assert f"= {total}, needs 11. Reynard Quick" in second.text


def test_damage_is_told_with_its_dice__SB_86() -> None:
    played = moments.staggering()
    (card,) = [line.card for line in lines(played, "p2") if isinstance(line.card, DamageRoll)]
    assert (card.faces, card.hurt, card.points) == ((6,), (0,), 1)


def test_of_a_hidden_roll_players_hear_the_outcome__SB_168() -> None:
    played = moments.hidden()
    assert "Skaw" not in told(played, "p1")
    assert "Listen at the door" in told(played, "gm")
    number = moments.latest(played)
    assert "difficulty" not in news(played, "gm", SetDifficulty(number, -2))("p1")
    heard = news(played, "gm", RollChallenge(number), (3, 4, 5))
    cards = [line.card for line in lines(played, "p1") if isinstance(line.card, RollCard)]
    assert [(card.faces, card.addends, card.outcome) for card in cards] == [((), (), "failure")]
    assert "It does not work. Skaw: Listen at the door." in heard("p1")
    assert "12" not in heard("p1")


def test_flukes_and_fumbles_are_told_with_their_stories__SB_26__SB_29() -> None:
    played = moments.fluke()
    good = next(roll.id for roll in played.world.rolls.values() if roll.outcome == "fluke")
    heard = news(played, "gm", TellStory(good, "A branch falls.", "A branch falls between them."))
    assert heard("p1") == (
        "Luck of another sort for Reynard Quick: A branch falls. A branch falls between them."
    )
    heard = news(played, "gm", TellStory(good, instead="A branch falls between them."))
    assert heard("p1") == "Luck of another sort for Reynard Quick: A branch falls between them."


# -- What is not for everybody ---------------------------------------------------------------------


def test_health_left_is_told_of_players_characters_and_not_of_extras__SB_94() -> None:
    played = moments.turn()
    fox = news(played, "gm", Injure(FOX, points=1))
    left = played.hp(FOX)
    assert f"1 damage, {left} left" in fox("p2")
    played.do("p1", RollKnockout(FOX), (6, 5, 5))
    skaw = news(played, "gm", Injure(SKAW, points=1))
    assert "left" not in skaw("p1")
    assert "Skaw is hurt: 1 damage." in skaw("p1")
    assert f"{played.hp(SKAW)} left" in skaw("gm")


def test_numbers_put_right_on_an_extra_are_the_directors_to_know__SB_173() -> None:
    played = moments.quiet()
    assert "1 instead of" in news(played, "gm", CorrectHealth(FOX, 1, "conscious"))("p2")
    skaw = news(played, "gm", CorrectHealth(SKAW, 1, "conscious"))
    assert skaw("p2") == ""
    assert "1 instead of" in skaw("gm")
    assert news(played, "gm", GiveModifier(SKAW, 2, "a plan"))("p1") == ""


def test_extras_whom_nobody_has_met_are_not_named() -> None:
    played = moments.quiet()
    sword = played.hero(SKAW).items[0].id
    assert news(played, "gm", Draw(SKAW, sword))("p1") == ""
    assert news(played, "gm", Injure(PIP, points=1))("p1") == ""
    played = moments.turn()
    assert "Skaw" in told(played, "p1")


def test_a_plan_is_the_directors_alone() -> None:
    played = moments.quiet()
    heard = news(played, "gm", PlanFight((FOX,), (SKAW,)))
    assert heard("p1") == ""
    assert heard("gm") == "You have in mind: Reynard Quick against Skaw."


def test_a_hidden_ruling_is_told_to_nobody_else__SB_8() -> None:
    played = moments.quiet()
    heard = news(played, "gm", RecordRuling("Who did it?", "Pip.", hidden=True))
    assert heard("p1") == ""
    assert heard("gm") == "Who did it? Pip."
    assert news(played, "gm", RecordRuling("And now?", "Soup."))("p1") == "And now? Soup."


def test_who_has_a_bots_keyword_is_known_to_whom_it_concerns__SB_162() -> None:
    played = moments.quiet()
    heard = news(played, "gm", NoteHolder(GRIST, FOX))
    assert heard("p1") == "Reynard Quick can give orders to Grist."
    assert heard("p2") == ""


# -- A fight, as it is heard -----------------------------------------------------------------------


def test_a_fight_reads_blow_by_blow() -> None:
    played = moments.staggering()
    played.do("p1", RollKnockout(FOX), (1, 1, 2))
    heard = told(played, "p3")
    for sentence in (
        "A fight!",
        "It is Reynard Quick’s turn.",
        "Pip attacks Reynard Quick: Punch or kick!",
        "Reynard Quick defends: Brawling.",
        "Pip’s attack is good (",
        "). Will Reynard Quick stop it?",
        "A hit! Reynard Quick does not stop Pip’s attack (",
        "1 damage to Reynard Quick.",
        "Reynard Quick is knocked out.",
    ):
        assert sentence in heard, sentence


def heading(played: Played, seat: str = "p3") -> str:
    """What the last act goes by, on every screen."""
    found = [
        put(line, event, shapers_and_bots.told_as)
        for event in played.log[-1].events
        if (line := GAME.tell(played.table, event, played.seat(seat)))
    ]
    return found[head(found)].text


def bare(text: str) -> str:
    """A sentence without the sum that stands in it."""
    return re.sub(r" \([^)]*needs 11\)| \([^)]*on the dice\)", "", text)


def test_each_act_of_an_attack_goes_by_one_sentence_that_says_what_happened() -> None:
    said = bare(heading(moments.parried()))
    assert said == "Pip’s attack is good. Will Reynard Quick stop it?"
    said = bare(heading(moments.hit()))
    assert said == "A hit! Reynard Quick does not stop Pip’s attack."
    played = moments.staggering()
    assert heading(played) == f"Pip hits Reynard Quick: 1 damage, {played.hp(FOX)} left."
    played.do("p1", RollKnockout(FOX), (6, 5, 4))
    left, blow = played.hp(FOX), "1 damage from Pip (punch or kick)."
    assert heading(played) == (
        f"Reynard Quick stays up (15{sheet.signed(left)} = {15 + left}, needs 11): {blow}"
    )
    played = moments.staggering()
    played.do("p1", RollKnockout(FOX), (1, 1, 2))
    assert heading(played) == f"Reynard Quick is knocked out (4 on the dice): {blow}"


@pytest.mark.parametrize(
    ("faces", "said"),
    [
        ((1, 1, 2), "Reynard Quick misses Pip ({}): 4 on the dice."),
        ((5, 5, 5, 1), "Pip is hit and not hurt: just a scratch from Reynard Quick ({})."),
        ((5, 5, 5, 6), "Reynard Quick hits Pip: 1 damage."),
    ],
)
def test_who_attacks_hears_whether_it_hit_and_what_it_did(
    faces: tuple[int, ...], said: str
) -> None:
    played = moments.turn()
    played.do("p1", DeclareAttack(FOX, PIP))
    assert played.world.fight
    assert played.world.fight.attack
    way = played.world.fight.attack.label.lower()
    played.do("gm", DeclineDefence(PIP))
    played.do("p1", RollAttack(FOX), faces)
    assert heading(played) == said.format(way)


def test_a_rabbit_s_temper_is_said_with_its_wound__SB_128() -> None:
    played = moments.raging()
    played.do("gm", RollBerserk(PIP), (2,))
    assert heading(played).startswith("Pip stays up")
    assert " and keeps a cool head (rage die 2): 1 damage from " in heading(played)
    played = moments.raging()
    played.do("gm", RollBerserk(PIP), (5,))
    assert " and goes berserk (rage die 5): 1 damage from " in heading(played)


def test_staying_up_after_a_fall_is_what_that_roll_comes_to__SB_96() -> None:
    played = moments.quiet()
    played.do("gm", Injure(FOX, points=1))
    played.do("p1", RollKnockout(FOX), (6, 5, 5))
    assert bare(heading(played)) == "Reynard Quick stays up."


def test_bots_shut_down_and_are_destroyed__SB_164() -> None:
    played = moments.quiet()
    heard = news(played, "gm", Injure(moments.BOT, points=20))
    assert "SAW-8 is destroyed." in heard("p1")


@pytest.mark.parametrize(
    ("who", "said", "means"),
    [
        (FOX, "Reynard Quick would have died: 20 damage from a falling crate. Out cold, not dead.",
         "Would have died: out cold"),
        (moments.BOT, "SAW-8 would have been destroyed: 20 damage from a falling crate. "
         "Shut down, not destroyed.", "Would have been destroyed: shut down"),
    ],
)  # fmt: skip
def test_whoever_is_spared_has_a_moment_that_says_what_hit_them__SB_95(
    who: str, said: str, means: str
) -> None:
    played = moments.quiet()
    world = replace(played.world, options={**played.world.options, "out_cold": "heroes"})
    played.table = replace(played.table, play=world)
    played.do("gm", Injure(who, points=20, source="a falling crate"))
    assert heading(played) == said
    (big,) = [line.big for line in lines(played, "p3", len(played.log) - 1) if line.big]
    assert (big.kind, big.who, big.means, big.poor) == ("throw", played.hero(who).name, means, True)


def test_who_falls_or_dies_outside_a_fight_is_told_with_its_cause__SB_96() -> None:
    played = moments.quiet()
    played.do("gm", Injure(FOX, points=1, source="a falling crate"))
    played.do("p1", RollKnockout(FOX), (1, 1, 2))
    assert heading(played) == "Reynard Quick is knocked out: a falling crate."
    [big] = [line.big for line in lines(played, "p2", len(played.log) - 1)
             if line.big and line.big.means]  # fmt: skip
    assert (big.means, big.poor) == ("Knocked out", True)
    heard = news(played, "gm", Injure(moments.TURTLE, points=20, source="a mast"))
    assert "Tick-Tock is dead: a mast." in heard("p1")


def test_an_open_challenge_is_told_with_rating_and_difficulty__SB_17() -> None:
    played = moments.quiet()
    heard = news(played, "gm", OpenChallenge(FOX, "Sneak", "stealth", -1))
    assert heard("p2") == "Reynard Quick tries: Sneak (Stealth, difficulty −1)."
