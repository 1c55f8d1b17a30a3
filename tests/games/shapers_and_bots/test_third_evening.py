"""What a family met on its third evening, and what it should have met instead."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace
from tests.games.shapers_and_bots import moments
from tests.games.shapers_and_bots.moments import BOT, FOX, PIP, SKAW, TURTLE
from tests.games.shapers_and_bots.table import GAME, Played

from tablefolk.core import play
from tablefolk.core.game import Line, Offer, Pick
from tablefolk.core.stage import Part
from tablefolk.games import shapers_and_bots
from tablefolk.games.shapers_and_bots.chances import blows
from tablefolk.games.shapers_and_bots.forecast.exact import exact
from tablefolk.games.shapers_and_bots.forecast.sides import Fight as Forecast
from tablefolk.games.shapers_and_bots.forecast.sides import Fighter
from tablefolk.games.shapers_and_bots.forecast.simulation import simulate
from tablefolk.games.shapers_and_bots.page.blocks.play import (
    ChallengeCard,
    Farewell,
    Fight,
    ForecastCard,
    Growing,
    RollCard,
    ShapingPanel,
)
from tablefolk.games.shapers_and_bots.page.view import forecasting
from tablefolk.games.shapers_and_bots.page.view.figures import skill_icon
from tablefolk.games.shapers_and_bots.rules.advancement import GrantRaise, MarkUsed, WishRaise
from tablefolk.games.shapers_and_bots.rules.adventures import EndAdventure
from tablefolk.games.shapers_and_bots.rules.challenges import (
    CallForAll,
    OpenChallenge,
    RollChallenge,
)
from tablefolk.games.shapers_and_bots.rules.contests import OpenContest, RollContest
from tablefolk.games.shapers_and_bots.rules.corrections import CorrectHealth
from tablefolk.games.shapers_and_bots.rules.farewells import BidFarewell
from tablefolk.games.shapers_and_bots.rules.fights.attacking import (
    DeclareAttack,
    DeclineDefence,
    Defend,
)
from tablefolk.games.shapers_and_bots.rules.fights.blows import RollAttack, RollDamage, RollDefence
from tablefolk.games.shapers_and_bots.rules.fights.planning import PlanFight
from tablefolk.games.shapers_and_bots.rules.fights.rounds import EndTurn
from tablefolk.games.shapers_and_bots.rules.gear import dice_of
from tablefolk.games.shapers_and_bots.rules.harm import (
    CallWaking,
    Heal,
    Injure,
    RollKnockout,
    RollWaking,
)
from tablefolk.games.shapers_and_bots.rules.marks import SetMark, StandUp
from tablefolk.games.shapers_and_bots.rules.numbers import FixNumber
from tablefolk.games.shapers_and_bots.rules.shaping import (
    AllowResistance,
    MakeContest,
    ResistShaping,
    Shape,
)
from tablefolk.games.shapers_and_bots.rules.skills import BecomeShaper
from tablefolk.games.shapers_and_bots.rules.values import Item

FLUKE, GOOD = (6, 6, 5), (6, 4, 3)
FOUR_OF_216 = Fraction(4, 216)


def menu(played: Played, who: str) -> list[Offer]:
    return list(play.menu(GAME, played.table, played.seat(who)))


def seen(played: Played, who: str, kind: type) -> Any:
    every = GAME.view(played.table, played.seat(who)).blocks
    return next(block for block in every if isinstance(block, kind))


def part(played: Played, who: str, key: str) -> Part:
    return next(p for p in GAME.parts(played.table, played.seat(who)) if p.key == key)


def told(played: Played, who: str = "gm") -> list[Line]:
    """What the last act is told in."""
    seat = played.seat(who)
    lines = (GAME.tell(played.table, event, seat) for event in played.log[-1].events)
    return [line for line in lines if line]


# -- Only a fluke stops a fluke (SB-126) -----------------------------------------------------------


def flukes(faces: tuple[int, ...] = FLUKE) -> Played:
    """Skaw's sword came with a fluke; the fox has said that it defends."""
    played = moments.attacked()
    played.do("p1", Defend(FOX, "brawling"))
    played.do("gm", RollAttack(PIP), faces)
    return played


def test_after_a_fluke_the_page_and_the_library_promise_a_fluke_s_chance__SB_126() -> None:
    played = flukes()
    throw = seen(played, "p1", Fight).attack.throw
    assert Fraction(throw.chance.exact) == FOUR_OF_216
    assert throw.against == "It was a fluke: only a fluke stops it."
    assert {line.label for line in throw.outcomes} >= {"fluke", "good, but no fluke"}
    found = shapers_and_bots.odds(played.world, played.seat("p1"), RollDefence(FOX))
    assert found
    assert found.good == FOUR_OF_216


def test_a_good_defence_outdone_by_a_fluke_does_not_read_as_a_success__SB_126() -> None:
    played = flukes()
    played.do("p1", RollDefence(FOX), GOOD)
    shown = seen(played, "p1", Fight).attack.defence_roll
    assert (shown.outcome, shown.headline) == ("outdone", "Good, but only a fluke stops a fluke")
    cards = [line.card for line in told(played) if line.card]
    assert [card.headline for card in cards] == ["Good, but only a fluke stops a fluke"]
    assert any("only a fluke stops Pip’s fluke" in line.text for line in told(played))
    assert "Success!" not in str(told(played))


def test_after_a_plain_hit_a_defence_has_its_own_chance__SB_124() -> None:
    played = flukes(GOOD)
    found = shapers_and_bots.odds(played.world, played.seat("p1"), RollDefence(FOX))
    assert found
    assert found.good > FOUR_OF_216
    assert not seen(played, "p1", Fight).attack.throw.against


def test_a_fluke_of_shaping_is_resisted_by_a_fluke_alone__SB_126__SB_148() -> None:
    played = moments.quiet()
    played.do("p2", Shape(TURTLE, "time", "Hold the fox back", "own", target=FOX))
    number = moments.latest(played)
    played.do("gm", AllowResistance(number, "FIT"))
    played.do("p2", RollChallenge(number), FLUKE)
    against = seen(played, "p1", ChallengeCard).against
    assert Fraction(against.chance.exact) == FOUR_OF_216
    found = shapers_and_bots.odds(played.world, played.seat("p1"), ResistShaping(number))
    assert found
    assert found.good == FOUR_OF_216
    played.do("p1", ResistShaping(number), GOOD)
    assert any("only a fluke stops a fluke" in line.text for line in told(played))


def test_what_stops_a_fluke_is_said_only_where_somebody_defends__SB_126() -> None:
    assert any("Only a fluke stops it now" in line.text for line in told(flukes()))
    for undefended in (moments.at_a_thing, moments.attacked):
        played = undefended() if undefended is moments.attacked else moments.turn()
        if undefended is moments.attacked:
            played.do("p1", DeclineDefence(FOX))
            played.do("gm", RollAttack(PIP), FLUKE)
        else:
            played.do("p1", DeclareAttack(FOX, thing="the rope"))
            played.do("p1", RollAttack(FOX), FLUKE)
        assert any(line.text.startswith("A fluke") for line in told(played))
        assert not any("stops it" in line.text for line in told(played))


# -- Whose act it is (SB-108) ----------------------------------------------------------------------


def test_who_leaves_a_fight_is_named_and_the_dead_are_not_asked__SB_108() -> None:
    played = moments.turn()
    played.do("gm", CorrectHealth(PIP, 0, "dead"))
    leave = {o.label for o in menu(played, "gm") if o.do == "LeaveFight"}
    assert "Skaw leaves the fight" in leave
    assert "Pip leaves the fight" not in leave
    assert len(leave) > 1


# -- A death (SB-95, SB-104) -----------------------------------------------------------------------


def dies(**options: Any) -> Played:
    """A mast falls on the turtle, in a fight."""
    played = moments.turn()
    world = replace(played.world, options={**played.world.options, **options})
    played.table = replace(played.table, play=world)
    played.do("gm", Injure(TURTLE, points=9, source="a falling mast"))
    return played


def test_a_death_has_a_screen_of_its_own_and_somebody_new_comes_after_it__SB_104() -> None:
    played = dies()
    now = part(played, "p2", f"farewell:{TURTLE}")
    assert now.title == "Tick-Tock is dead."
    card = seen(played, "p2", Farewell)
    assert (card.how, card.fight) == ("It was a falling mast.", True)
    assert [wait.part for wait in GAME.waits_of(played.table)["p2"]] == [now.key]
    keys = {p.key for p in GAME.parts(played.table, played.seat("p2"))}
    assert not keys & {"begin", f"try:{TURTLE}"}
    played.do("p2", BidFarewell(TURTLE, "Sleep well, old shell."))
    assert told(played)[0].text == "Farewell, Tick-Tock: “Sleep well, old shell.”"
    assert [wait.part for wait in GAME.waits_of(played.table)["p2"]] == ["begin"]
    assert played.no("p2", BidFarewell(TURTLE)) == "same"
    assert played.no("p1", BidFarewell(TURTLE)) == "not_your_character"


def test_whoever_dies_a_second_time_is_mourned_a_second_time__SB_104() -> None:
    played = dies()
    played.do("p2", BidFarewell(TURTLE))
    played.do("gm", CorrectHealth(TURTLE, 1, "conscious"))
    assert f"farewell:{TURTLE}" not in {p.key for p in GAME.parts(played.table, played.seat("p2"))}
    played.do("gm", CorrectHealth(TURTLE, 0, "dead"))
    assert part(played, "p2", f"farewell:{TURTLE}").place == "now"
    assert seen(played, "p2", Farewell).how == "", "the mast of before did not do it"


def test_whose_blow_it_was_is_told_to_whoever_died_of_it__SB_95() -> None:
    played = flukes(GOOD)
    played.table = replace(played.table, play=played.world.with_hero(FOX, hp=0))
    played.do("p1", RollDefence(FOX), (1, 1, 3))
    played.do("gm", RollDamage(PIP), (6,) * dice_of(played.world.fight.attack.size))  # type: ignore[union-attr]
    assert seen(played, "p1", Farewell).how.startswith("Pip struck (")


def test_the_dead_do_not_speak__SB_104() -> None:
    played = dies()
    assert shapers_and_bots.speaks_as(played.world, "p2") == ""
    every = [blank.name for o in menu(played, "p2") if o.do == "Say" for blank in o.blanks]
    assert "text" in every
    assert "as_self" not in every
    assert shapers_and_bots.speaks_as(played.world, "p1") == "Reynard Quick"


@pytest.mark.parametrize(
    ("rule", "hero", "extra"),
    [("nobody", "dead", "dead"), ("heroes", "unconscious", "dead"),
     ("all", "unconscious", "unconscious")],
)  # fmt: skip
def test_a_table_may_have_them_out_cold_instead_of_dead__SB_95(
    rule: str, hero: str, extra: str
) -> None:
    played = dies(out_cold=rule)
    played.do("gm", Injure(PIP, points=9))
    assert (played.hero(TURTLE).life, played.hero(PIP).life) == (hero, extra)
    assert played.hero(TURTLE).hp == (0 if rule != "nobody" else -7)
    option = next(o for o in shapers_and_bots.options if o.key == "out_cold")
    assert rule in [choice.value for choice in option.choices]


def test_where_nobody_dies_no_odds_speak_of_death__SB_95() -> None:
    spared = blows.hit(3, 4, 1, spared=True)
    usual = blows.hit(3, 4, 1)
    assert spared.chance("dead") == 0
    assert spared.chance("out") == usual.chance("out", "dead")
    assert spared.chance("hurt") == usual.chance("hurt")
    assert blows.hit_while_out(3, 4, 0, spared=True).chance("dead") == 0
    fox = Fighter("Fox", dice=3, hp=1, spared=True)
    wolf = Fighter("Wolf", dice=3, hp=1)
    fight = Forecast(((fox,), (wolf,)), rounds=4)
    for found in (exact(fight), simulate(fight, 7, 400)):
        assert found.fighters[0].dead.value == 0 < found.fighters[1].dead.value
        assert found.fighters[0].out.value > 0


# -- A gust asks whom, and leaves a mark (SB-119, SB-141, SB-148) ----------------------------------


def gusty(played: Played) -> Played:
    """The fox shapes Air as well as nobody has before it."""
    played.rule("gm", BecomeShaper(FOX, "air"))
    return played


def guides(played: Played) -> dict[str, Offer]:
    every = [o for o in menu(played, "p1") if o.do == "Shape" and o.fixed.get("focus") == "full"]
    return {str(o.fixed["task"]): o for o in every if "what" in o.fixed}


def test_a_gust_asks_whom_and_a_puff_of_air_does_not__SB_148() -> None:
    for played in (gusty(moments.quiet()), gusty(moments.turn())):
        found = guides(played)
        assert found["easy"].blanks == ()
        (aim,) = found["hard"].blanks
        assert isinstance(aim, Pick)
        assert aim.label == "At whom?"
        whom = {choice.value for choice in aim.choices}
        assert TURTLE in whom
        assert not whom & {"", FOX}
        panel = seen(played, "p1", ShapingPanel)
        assert whom <= {person.who for person in panel.people}


def blown_over() -> Played:
    """In a fight the fox has knocked Pip over."""
    played = gusty(moments.turn())
    played.do("p1", Shape(FOX, "air", "A gust", "hard", target=PIP))
    played.do("p1", RollChallenge(moments.latest(played)), FLUKE)
    return played


def test_who_is_knocked_over_has_a_mark_that_all_see__SB_141() -> None:
    played = blown_over()
    assert "Pip is knocked over." in [line.text for line in told(played, "p2")]
    for who in ("gm", "p1", "p2"):
        strip = {f.person.who: f.marks for f in seen(played, who, Fight).strip}
        assert strip[PIP] == ("down",)
        rows = {row.key: row.note for row in shapers_and_bots.rows(played.world, played.seat(who))}
        assert rows[PIP] == "down"


@pytest.mark.parametrize(
    ("faces", "down"), [((6, 5, 5, 1, 2, 3), True), ((1, 2, 3, 6, 5, 5), False)]
)
def test_a_gust_that_wins_a_contest_knocks_over_as_well__SB_148(
    faces: tuple[int, ...], down: bool
) -> None:
    played = gusty(moments.quiet())
    played.do("p1", Shape(FOX, "air", "A gust", "hard", target=PIP))
    played.do("gm", MakeContest(moments.latest(played), "FIT"))
    played.do("gm", RollContest(max(played.world.contests)), faces)
    assert ("down" in played.hero(PIP).marks) == down
    if down:
        assert "Pip is knocked over." in [line.text for line in told(played, "p2")]


def test_a_gust_in_one_s_own_words_knocks_over_if_that_is_meant__SB_140__SB_148() -> None:
    for kind, meant, down in (("air", True, True), ("air", False, False), ("time", True, False)):
        played = gusty(moments.quiet())
        who, player = (FOX, "p1") if kind == "air" else (TURTLE, "p2")
        own = Shape(who, kind, "Blow Pip off its feet", "own", target=PIP, fells=meant)
        assert ("falls over" in played.ask(player, own).question) == down
        played.do("gm", replace(own, difficulty=-3))
        played.do(player, RollChallenge(moments.latest(played)), FLUKE)
        assert ("down" in played.hero(PIP).marks) == down


def test_standing_up_takes_an_action_in_a_fight_and_nothing_elsewhere__SB_119() -> None:
    played = blown_over()
    assert played.no("gm", StandUp(PIP)) == "not_your_turn"
    while played.world.fight and played.world.fight.current != PIP:
        played.as_(played.world.fight.current, EndTurn(played.world.fight.current))
    assert "Stand up, Pip" in [o.label for o in menu(played, "gm") if o.open]
    had = played.world.combatant(PIP).pool  # type: ignore[union-attr]
    played.do("gm", StandUp(PIP))
    assert played.hero(PIP).marks == ()
    assert played.world.combatant(PIP).pool == had - 1  # type: ignore[union-attr]
    assert played.no("gm", StandUp(PIP)) == "same"
    played = moments.quiet()
    played.do("gm", SetMark(FOX, "down"))
    assert "Stand up, Reynard Quick" in [o.label for o in menu(played, "p1") if o.open]
    played.do("p1", StandUp(FOX))
    assert played.hero(FOX).marks == ()


def test_the_director_marks_somebody_in_words_and_takes_it_off__SB_119() -> None:
    played = moments.quiet()
    assert played.no("p1", SetMark(FOX, "blinded")) == "director_only"
    played.do("gm", SetMark(FOX, "blinded"))
    assert played.no("gm", SetMark(FOX, "blinded")) == "same"
    assert "Reynard Quick is no longer blinded" in [o.label for o in menu(played, "gm")]
    played.do("gm", SetMark(FOX, "blinded", on=False))
    assert played.hero(FOX).marks == ()


def test_a_top_heavy_bot_stays_down__SB_161() -> None:
    played = moments.quiet()
    body = replace(played.hero(BOT).bot, penalties=("top_heavy",))
    played.table = replace(played.table, play=played.world.with_hero(BOT, bot=body))
    played.do("gm", SetMark(BOT, "down"))
    assert played.no("p3", StandUp(BOT)) == "top_heavy"


# -- A turn's small print (SB-107, SB-114, SB-116, SB-119, SB-123) ---------------------------------


def armed(played: Played, *items: Item) -> Played:
    """The fox has these things and no others."""
    played.table = replace(played.table, play=played.world.with_hero(FOX, items=items))
    return played


def test_loading_is_offered_for_as_many_actions_as_it_takes__SB_116() -> None:
    for steps, labels in ((1, ["Load: Bow"]), (3, ["Load: Bow", *MORE])):
        bow = Item(90, "Bow", size="small", drawn=True, loaded=False, reload_left=steps)
        played = armed(moments.turn(), replace(bow, reload_actions=steps))
        assert [o.label for o in menu(played, "p1") if o.do == "Reload"] == labels


MORE = ("Load: Bow (2 actions)", "Load: Bow (3 actions)")


def test_what_cannot_be_drawn_with_full_hands_says_so__SB_114() -> None:
    knife = Item(90, "Knife", size="small", needs_draw=True)
    held = tuple(Item(number, f"Lamp {number}", drawn=True) for number in (91, 92))
    for items, says in (((knife, *held), "hands are full"), ((knife,), "that is an action")):
        ways = {way.id: way for way in seen(armed(moments.turn(), *items), "p1", Fight).turn.ways}
        assert says in ways["item:90"].refusal


def test_two_ways_to_defend_have_two_headings__SB_123() -> None:
    played = moments.attacked()
    assert [d.how for d in seen(played, "p1", Fight).attack.defences] == ["defend"]
    bow = Item(90, "Bow", size="small", drawn=True, reload_actions=1, skill="weapon:bow")
    both = [d.how for d in seen(armed(played, bow), "p1", Fight).attack.defences]
    assert both == ["block with the bow", "block with bare hands"]


def test_a_contest_on_one_s_turn_takes_an_action__SB_119() -> None:
    played = moments.turn()
    offer = next(o for o in menu(played, "gm") if o.do == "OpenContest" and o.fixed["one"] == FOX)
    assert "cost" in [blank.name for blank in offer.blanks]
    had = played.world.combatant(FOX).pool  # type: ignore[union-attr]
    played.do("gm", OpenContest("Arms", FOX, "STR", PIP, "STR", cost=1))
    assert played.world.combatant(FOX).pool == had - 1  # type: ignore[union-attr]
    assert played.no("gm", OpenContest("Arms", FOX, "STR", PIP, "STR", cost=4)) == "no_actions"


def test_a_contest_costs_whoever_s_turn_it_is_on_either_side__SB_119() -> None:
    played = moments.turn()
    offers = {o.fixed["one"]: o for o in menu(played, "gm") if o.do == "OpenContest"}
    costs = {who: [b.start for b in offers[who].blanks if b.name == "cost"] for who in (FOX, PIP)}
    assert costs == {FOX: [1], PIP: []}, "others may be chosen who have not their turn either"
    had = played.world.combatant(FOX).pool  # type: ignore[union-attr]
    played.do("gm", OpenContest("Arms", PIP, "STR", FOX, "STR", cost=1))
    assert played.world.combatant(FOX).pool == had - 1  # type: ignore[union-attr]
    without = OpenContest("Arms", PIP, "STR", SKAW, "STR", cost=1)
    assert played.no("gm", without) == "not_your_turn"


def test_whoever_lies_there_in_a_fight_reads_who_may_help__SB_102() -> None:
    played = moments.turn()
    assert not seen(played, "p2", Fight).helps
    down = played.world.with_hero(TURTLE, life="unconscious")
    played.table = replace(played.table, play=down)
    assert "A friend may try First Aid" in seen(played, "p2", Fight).helps
    assert not seen(played, "p1", Fight).helps


def test_two_ties_are_named_and_ranked_each_by_itself__SB_107() -> None:
    played = moments.quiet()
    fits = {FOX: 1, TURTLE: 2, SKAW: 1, PIP: 2}
    for who, fit in fits.items():
        played.do("gm", FixNumber(who, "FIT", fit))
    played.do("gm", PlanFight((FOX, TURTLE), (SKAW, PIP)))
    tied = seen(played, "gm", ForecastCard).tied
    assert tied == ("Reynard Quick and Skaw", "Tick-Tock and Pip")
    starts = [o for o in menu(played, "gm") if o.do == "StartFight" and o.fixed.get("who")]
    assert len([o for o in starts if o.fixed.get("ties")]) == 4
    assert any("ties" in [blank.name for blank in o.blanks] for o in starts)


# -- The player wishes, the Director nods (SB-177) -------------------------------------------------


def test_growth_is_a_wish_of_the_player_and_a_nod_of_the_director__SB_177() -> None:
    played = moments.quiet()
    for key in ("climbing", "swimming"):
        played.do("gm", MarkUsed(FOX, key))
    assert played.no("p1", WishRaise(FOX, "climbing")) == "not_over"
    played.do("gm", EndAdventure())
    assert part(played, "p1", "grown").title == "What would you like to be better at?"
    offered = [o.label for o in menu(played, "p1") if o.do == "WishRaise"]
    assert offered == ["Wish for Climbing, Reynard Quick", "Wish for Swimming, Reynard Quick"]
    assert "WishRaise" not in {o.do for o in menu(played, "p2")}
    played.do("p1", WishRaise(FOX, "swimming"))
    assert "Reynard Quick would like to get better: Swimming." in [
        line.text for line in told(played, "p2")
    ]
    assert played.no("p1", WishRaise(FOX, "swimming")) == "same"
    assert played.no("p1", WishRaise(FOX, "stealth")) == "not_used"
    for who in ("gm", "p1"):
        people = seen(played, who, Growing).people
        assert {g.person.who: g.wish for g in people}[FOX] == "swimming"
    played.do("gm", GrantRaise(FOX, "swimming"))
    assert played.hero(FOX).grown == {"swimming": 1}
    assert played.no("p1", WishRaise(FOX, "climbing")) == "not_used"


# -- An extra's health is the Director's to know (SB-168) ------------------------------------------


def test_no_roll_to_stay_up_tells_an_extra_s_health__SB_168() -> None:
    played = moments.quiet()
    played.do("gm", Injure(SKAW, points=1, source="a rock"))
    played.do("gm", RollKnockout(SKAW), (4, 3, 3))
    for who, shown in (("gm", True), ("p1", False)):
        lines = told(played, who)
        assert any("Skaw stays up" in line.text for line in lines)
        assert any("10+" in line.text for line in lines) == shown
        (card,) = (line.card for line in lines if line.card)
        assert bool(card.addends) == bool(card.faces) == shown


def test_a_contest_is_rolled_openly_with_all_numbers_or_hidden_with_none__SB_10__SB_168() -> None:
    for hidden in (False, True):
        played = moments.quiet()
        played.do("gm", OpenContest("Arms", FOX, "STR", SKAW, "STR", hidden=hidden))
        played.do("gm", RollContest(max(played.world.contests)), (3, 3, 3, 4, 4, 4))
        for who in ("gm", "p1"):
            cards = [line.card for line in told(played, who) if isinstance(line.card, RollCard)]
            (card,) = (one for one in cards if one.person and one.person.who == SKAW)
            shown = who == "gm" or not hidden
            assert bool(card.addends) == bool(card.notation) == bool(card.faces) == shown


# -- Whose dice (SB-31) ----------------------------------------------------------------------------


def test_dice_thrown_together_say_whose_they_are__SB_31() -> None:
    played = moments.quiet()
    played.do("gm", OpenContest("Arms", FOX, "STR", SKAW, "STR"))
    played.do("gm", RollContest(max(played.world.contests)), (3, 3, 3, 4, 4, 4))
    cards = [line.card for line in told(played, "p1") if isinstance(line.card, RollCard)]
    assert [card.hand for card in cards] == ["Reynard Quick", "Skaw"]
    played.do("gm", OpenChallenge(FOX, "", "climbing"))
    played.do("p1", RollChallenge(moments.latest(played)), GOOD)
    assert [line.card.hand for line in told(played) if isinstance(line.card, RollCard)] == [""]


# -- Everybody rolls (SB-17) -----------------------------------------------------------------------


def test_everybody_rolls_at_one_tap_each_for_themselves__SB_17() -> None:
    played = moments.quiet()
    (offer,) = (o for o in menu(played, "gm") if o.do == "CallForAll")
    assert offer.fixed["who"] == (FOX, TURTLE, BOT)
    keys = next(blank for blank in offer.blanks if blank.name == "key")
    assert isinstance(keys, Pick)
    assert keys.choices[0].value == "AWR"
    assert "CallForAll" not in {o.do for o in menu(played, "p1")}
    played.do("gm", CallForAll((FOX, TURTLE, BOT), "AWR", "Who hears it?", -1))
    asked = [c for c in played.world.challenges.values() if c.status == "open"]
    assert [(c.who, c.what, c.key, c.difficulty) for c in asked] == [
        (who, "Who hears it?", "AWR", -1) for who in (FOX, TURTLE, BOT)
    ]
    waits = GAME.waits_of(played.table)
    for member, tried in zip(("p1", "p2", "p3"), asked, strict=True):
        assert [wait.part for wait in waits[member]] == [f"challenge:{tried.id}"]
        played.do(member, RollChallenge(tried.id), GOOD)


def test_who_cannot_act_is_not_among_everybody__SB_17__SB_100() -> None:
    played = moments.quiet()
    assert played.no("p1", CallForAll((FOX,), "AWR")) == "director_only"
    assert played.no("gm", CallForAll((), "AWR")) == "nobody"
    assert played.no("gm", CallForAll((FOX,), "flying")) == "not_for_this_species"
    rests = played.put(replace(played.hero(FOX), id="old-fox", name="Old Fox"))
    played.put(replace(played.hero(FOX)))
    played.table = replace(played.table, play=played.world.with_hero(BOT, life="unconscious"))
    (offer,) = (o for o in menu(played, "gm") if o.do == "CallForAll")
    assert offer.fixed["who"] == (FOX, TURTLE), f"{rests.name} is not the one taken up"
    assert played.no("gm", CallForAll((FOX, BOT), "AWR")) == "not_conscious"


# -- Words and pictures ----------------------------------------------------------------------------


def test_where_only_a_fluke_helps_there_is_no_dial__SB_59__SB_170() -> None:
    played = moments.quiet()
    played.do("gm", OpenChallenge(FOX, "", "mechanics"))
    card = seen(played, "gm", ChallengeCard)
    assert (card.lucky, card.stops) == (True, ())
    dial = [o for o in menu(played, "gm") if o.do == "SetDifficulty"]
    assert all(offer.blanks for offer in dial), "any number can still be set"
    played = moments.tried()
    card = seen(played, "gm", ChallengeCard)
    assert not card.lucky
    assert len(card.stops) > 1


def test_a_bot_starts_again_where_others_wake_up__SB_164() -> None:
    played = moments.quiet()
    for who, member in ((BOT, "p3"), (FOX, "p1")):
        played.table = replace(played.table, play=played.world.with_hero(who, life="unconscious"))
        labels = {o.label for o in menu(played, "gm")} | {o.label for o in menu(played, member)}
        played.do("gm", CallWaking(who))
        labels |= {o.label for o in menu(played, member)}
        lines = [line.text for line in told(played)]
        titles = {part(played, seat, f"harm:{who}").title for seat in ("gm", member)}
        waits = {wait.words for wait in GAME.waits_of(played.table)[member]}
        played.do(member, RollWaking(who), (6, 6, 4))
        lines += [line.text for line in told(played)]
        played.table = replace(played.table, play=played.world.with_hero(who, life="unconscious"))
        played.do("gm", Heal(who, wakes=True))
        lines += [line.text for line in told(played)]
        mine = [text for text in (*labels, *lines, *titles, *waits)
                if played.hero(who).name in text or "Roll to" in text or text in waits]  # fmt: skip
        said = " ".join(mine)
        assert ("wake" in said or "waking" in said) == (who == FOX), said
        assert ("start again" in said) == (who == BOT)


def test_a_bow_has_its_own_picture__SB_78() -> None:
    assert skill_icon("weapon:bow") == "bullseye"
    assert skill_icon("weapon:crossbow") == "crosshairs"
    assert skill_icon("weapon:sword") == "sword"


def test_the_director_reads_how_long_a_fight_will_take__SB_105() -> None:
    played = moments.quiet()
    played.do("gm", PlanFight((FOX, TURTLE), (SKAW, PIP)))
    card = seen(played, "gm", ForecastCard)
    assert card.lasts.startswith(f"About {round(float(card.rounds))} rounds: ")
    assert card.lasts.endswith(" at the table.")
    for who in (FOX, TURTLE, SKAW, PIP):
        tough = played.world.with_hero(who, hp=60)
        played.table = replace(played.table, play=tough)
    slow = seen(played, "gm", ForecastCard)
    assert "more than an hour" in slow.lasts
    assert slow.long


@pytest.mark.parametrize(
    ("word", "key"), [("fall", "sick"), ("enemies", "extras"), ("roll", "call"), ("npc", "extras")]
)
def test_tools_are_found_by_the_words_that_people_type(word: str, key: str) -> None:
    played = moments.quiet()
    tool = part(played, "gm", key)
    assert word in f"{tool.title} {tool.also}".lower().split()


def test_a_contest_in_a_fight_comes_before_ones_own_turn__SB_31() -> None:
    played = moments.turn()
    fight = played.world.fight
    assert fight
    now = played.world.cast[fight.current]
    member = now.player or "gm"
    other = next(one for one in (FOX, BOT, TURTLE) if one != now.id)
    played.do("gm", OpenContest("Who is louder", now.id, "STR", other, "STR"))
    waits = GAME.waits_of(played.table)[member]
    assert waits[0].part.startswith("contest:")
    assert any(wait.part == "fight" for wait in waits)


def test_what_a_forecast_needs_is_there_before_two_sides_are_chosen__SB_105(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """NumPy takes its time: the Director waited for it after the tap."""
    loaded = list[str]()
    monkeypatch.setattr(forecasting, "load", lambda: loaded.append("NumPy"))
    seen(moments.quiet(), "gm", ForecastCard)
    assert loaded
    loaded.clear()
    seen(moments.planned(), "gm", ForecastCard)
    assert not loaded
