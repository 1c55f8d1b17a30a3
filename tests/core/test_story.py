"""An act as it is set: one heading line, fiction and cards in sight, the rest folded."""

from __future__ import annotations

from typing import Any, get_type_hints

import pytest

from tablefolk.core.game import Block, Game, Line
from tablefolk.core.story import act
from tablefolk.games import shelf

CARD = Block("roll")


def test_an_act_is_one_line_and_what_it_led_to_lies_beneath() -> None:
    lines = (Line("noted", "noted"), Line("She jumps."), Line("One point is gone."))
    shown, more = act(lines)
    assert [line.text for line in shown] == ["She jumps."]
    assert [line.text for line in more] == ["noted", "One point is gone."]


def test_what_an_act_came_to_is_its_heading_and_every_thrown_card_stays_in_sight() -> None:
    lines = (
        Line("Ana throws.", "threw", card=CARD),
        Line("Ben throws.", "threw", card=CARD),
        Line("Ana wins.", lead=True),
    )
    shown, more = act(lines)
    assert [(line.text, line.card) for line in shown] == [
        ("", CARD),
        ("", CARD),
        ("Ana wins.", None),
    ]
    assert [line.text for line in more] == ["Ana throws.", "Ben throws."]


def test_what_nobody_may_miss_stands_first_though_its_line_lies_beneath() -> None:
    fell = Line("Ben takes 2 stress, 4 now.", loud="Ben is out!")
    shown, more = act((Line("Ana wins.", lead=True), fell))
    assert [line.text for line in shown] == ["Ben is out! Ana wins."]
    assert more == (fell,)
    assert act((fell,)).shown == (fell,)


@pytest.mark.parametrize("kind", ["narrated", "spoke", "said", "whispered"])
def test_fiction_and_talk_are_never_folded(kind: str) -> None:
    shown, more = act((Line("She jumps."), Line("The lamp falls.", kind), Line("Two left.")))
    assert [line.text for line in shown] == ["She jumps.", "The lamp falls."]
    assert [line.text for line in more] == ["Two left."]


def test_a_heading_of_a_scene_is_what_its_act_goes_by() -> None:
    lines = (Line("Session 1", "scene"), Line("Scene 1", "scene", lead=True), Line("All rest."))
    shown, more = act(lines)
    assert [line.text for line in shown] == ["Session 1", "Scene 1"]
    assert [line.text for line in more] == ["All rest."]


def leads_to(kind: Any, path: str) -> bool:
    """Whether each field of a path is one of what the field before it holds."""
    for name in path.split("."):
        if name not in getattr(kind, "__struct_fields__", ()):
            return False
        kind = get_type_hints(kind)[name]
    return True


@pytest.mark.parametrize("game", shelf().games, ids=lambda game: game.key)
def test_a_game_sets_events_that_it_has(game: Game) -> None:
    how, known = game.told_as, {event.__name__: event for event in game.events}
    assert {*how.narrated, *how.leads, *how.noted} <= known.keys()
    for name, words in how.narrated.items():
        assert leads_to(known[name], words)
    undone = {name for names in how.undoes.values() for name in names}
    assert {*how.undoes, *undone} == how.about.keys()
    for name, where in how.about.items():
        assert all(leads_to(known[name], path) for path in where.split())
