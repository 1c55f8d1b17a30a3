"""Who may do what is a law: as each command says, from every seat, whatever the game."""

from __future__ import annotations

import pytest
from tests.laws import whose
from tests.laws.driver import GAMES, named

from tablefolk.core.game import Command, Game
from tablefolk.core.table.at import At

every_game = pytest.mark.parametrize("game", GAMES, ids=named)
# Shown by tests of their own: what holds while all else is paused, what is decided from the log
# (tests/table), and what evenings seldom come to.
SHOWN_ELSEWHERE = {
    *("Resume", "TakeBack", "Renew", "Reload", "CarryOut", "HandOn", "Acknowledge", "TakeOut")
}


def own(game: Game) -> list[type[Command]]:
    """A game's own commands; the table's own are looked at with the toy."""
    every = At(game).commands
    house = game.key == "odd-one"
    return [c for c in every if house or not c.__module__.startswith("tablefolk.core.")]


@every_game
def test_every_command_says_who_may(game: Game) -> None:
    assert [c.__name__ for c in At(game).commands if not hasattr(c, "may")] == []


@every_game
def test_whoever_may_not_is_told_so__TF_5(game: Game) -> None:
    """What somebody gave or could give, tried from every other seat; and anything whatever."""
    assert [*whose.breaches(game, At(game).commands)] == []


@every_game
def test_that_it_is_somebodys_own_is_seen_at_every_such_command(game: Game) -> None:
    assert {*whose.unshown(game, own(game))} - SHOWN_ELSEWHERE == set()


@every_game
def test_onlookers_strangers_and_those_who_left_do_nothing__TF_4_TF_5_TF_6(game: Game) -> None:
    assert [*whose.let_in(game)] == []


@every_game
def test_no_menu_holds_what_is_somebody_elses(game: Game) -> None:
    assert [*whose.misplaced(game)] == []


@every_game
def test_the_desk_is_on_the_gms_page_alone__TF_29(game: Game) -> None:
    assert [*whose.desks(game)] == []
