"""What the Director and the players read in what is offered to them."""

from __future__ import annotations

from msgspec.structs import replace
from tests.games.shapers_and_bots import moments
from tests.games.shapers_and_bots.moments import BOT, FOX, PIP, SKAW, TURTLE
from tests.games.shapers_and_bots.table import GAME, Played

from tablefolk.core import play
from tablefolk.core.game import Offer
from tablefolk.core.table.judging import Answer
from tablefolk.core.table.scenes import OpenScene
from tablefolk.games.shapers_and_bots.rules.challenges import OpenChallenge
from tablefolk.games.shapers_and_bots.rules.fights.planning import PlanFight
from tablefolk.games.shapers_and_bots.rules.fights.start import StartFight
from tablefolk.games.shapers_and_bots.rules.harm import Injure


def offers(played: Played, who: str, command: type) -> list[Offer]:
    menu = play.menu(GAME, played.table, played.seat(who))
    return [offer for offer in menu if offer.command is command]


def test_a_question_names_whom_it_is_for_once__SB_102() -> None:
    played = moments.fallen()
    help_ = OpenChallenge(TURTLE, "Help SAW-8", "mechanics", target=BOT, purpose="healing")
    assert "Help SAW-8 (Mechanics)" in played.ask("p2", help_).question


def test_a_noted_difficulty_is_first_on_the_dial__SB_172() -> None:
    played = moments.quiet()
    request = played.ask("p1", OpenChallenge(FOX, "Up there", "climbing"))
    (first, *_) = [
        offer.label
        for offer in offers(played, "gm", Answer)
        if offer.fixed["number"] == request.number and "difficulty" in str(offer.fixed)
    ]
    assert first.startswith("−1 Climb the rock")


def test_the_scene_that_is_open_is_not_offered_again__TF_14() -> None:
    played = moments.quiet()
    before = [offer.fixed.get("title") for offer in offers(played, "gm", OpenScene)]
    title = next(title for title in before if title)
    played.do("gm", OpenScene(title))
    after = [offer.fixed.get("title") for offer in offers(played, "gm", OpenScene)]
    assert title not in after


def test_whoever_is_hurt_is_named_with_what_would_kill_them__SB_95() -> None:
    played = moments.quiet()
    hurt = offers(played, "gm", Injure)[0]
    labels = [c.label for blank in hurt.blanks if blank.name == "who" for c in blank.choices]
    left = played.hp(FOX)
    assert f"Reynard Quick (dead with {left + 1} or more)" in labels


def test_a_bot_that_is_spared_is_shut_down_and_not_out_cold__SB_95__SB_164() -> None:
    played = moments.quiet()
    options = {**played.world.options, "out_cold": "all"}
    played.table = replace(played.table, play=replace(played.world, options=options))
    hurt = offers(played, "gm", Injure)[0]
    labels = [c.label for blank in hurt.blanks if blank.name == "who" for c in blank.choices]
    assert f"SAW-8 (shut down with {played.hp(BOT) + 1} or more)" in labels
    assert f"Reynard Quick (out cold with {played.hp(FOX) + 1} or more)" in labels


def test_a_fight_is_planned_with_the_players_and_without_the_dead__SB_105() -> None:
    played = moments.quiet()
    (plan,) = offers(played, "gm", PlanFight)
    ours, theirs = plan.blanks
    assert (set(ours.ticked), theirs.ticked) == ({FOX, TURTLE, BOT}, ())
    played.do("gm", PlanFight((FOX,), (PIP, SKAW)))
    played.do("gm", Injure(PIP, points=9))
    (plan,) = offers(played, "gm", PlanFight)
    assert [blank.ticked for blank in plan.blanks] == [(FOX,), (SKAW,)]
    starts = [o for o in offers(played, "gm", StartFight) if not o.blanks]
    assert starts
    assert all(set(o.fixed["who"]) == {FOX, SKAW} and o.open for o in starts)
