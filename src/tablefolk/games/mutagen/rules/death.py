"""Leaving the scene or the game, as effects (MU-104 … MU-108); the choices are in `dying.py`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from tablefolk.core.dice import Dice
from tablefolk.core.game import Event
from tablefolk.games.mutagen.playbooks import effects as op
from tablefolk.games.mutagen.playbooks.effects import AnyEffect
from tablefolk.games.mutagen.rules.owing import Doer
from tablefolk.games.mutagen.rules.state import Show


class LeftScene(Event, frozen=True):
    """Out of the scene, still played by the same player, without character moves (MU-106)."""

    who: str
    scene: int


class Retired(Event, frozen=True):
    """Out of the game; the sheet is frozen and stays readable (MU-105)."""

    who: str


class ReturnPlanned(Event, frozen=True):
    """What will happen when the character comes back (MU-107)."""

    who: str
    then: tuple[AnyEffect, ...]


def op_leave(show: Show, e: op.LeaveScene, doer: Doer, dice: Dice) -> Iterator[Event]:
    yield LeftScene(doer.who, show.scene)


def left_scene(show: Show, e: LeftScene) -> Show:
    return unhurt(show, e.who).with_hero(e.who, state="out_of_scene", left=e.scene)


def op_retire(show: Show, e: op.Retire, doer: Doer, dice: Dice) -> Iterator[Event]:
    yield Retired(doer.who)


def retired(show: Show, e: Retired) -> Show:
    return unhurt(show, e.who).with_hero(e.who, state="retired", back=())


def unhurt(show: Show, who: str) -> Show:
    """Whoever is gone takes no more harm."""
    injuries = {
        number: replace(injury, over=True) if injury.on == who else injury
        for number, injury in show.injuries.items()
    }
    return replace(show, injuries=injuries)


def op_on_return(show: Show, e: op.OnReturn, doer: Doer, dice: Dice) -> Iterator[Event]:
    yield ReturnPlanned(doer.who, e.then)


def return_planned(show: Show, e: ReturnPlanned) -> Show:
    return show.with_hero(e.who, back=e.then)


OPS: dict[Any, Any] = {
    op.LeaveScene: op_leave,
    op.Retire: op_retire,
    op.OnReturn: op_on_return,
}
DECIDE: dict[Any, Any] = {}
EVOLVE: dict[Any, Any] = {
    LeftScene: left_scene,
    Retired: retired,
    ReturnPlanned: return_planned,
}
