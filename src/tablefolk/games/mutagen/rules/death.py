"""Leaving the scene or the game, as effects (MU-104 … MU-108); the choices are in `dying.py`."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from tablefolk.core.dice import Dice
from tablefolk.core.game import Change, Event
from tablefolk.games.mutagen.playbooks import effects as op
from tablefolk.games.mutagen.playbooks.effects import AnyEffect
from tablefolk.games.mutagen.rules.owing import Doer, ways
from tablefolk.games.mutagen.rules.state import Show
from tablefolk.games.mutagen.rules.values import Who


class LeftScene(Change[Show], frozen=True):
    """Out of the scene, still played by the same player, without character moves (MU-106)."""

    who: Who
    scene: int

    def onto(self, show: Show) -> Show:
        return unhurt(show, self.who).with_hero(self.who, state="out_of_scene", left=self.scene)


class Retired(Change[Show], frozen=True):
    """Out of the game; the sheet is frozen and stays readable (MU-105)."""

    who: Who

    def onto(self, show: Show) -> Show:
        return unhurt(show, self.who).with_hero(self.who, state="retired", back=())


class ReturnPlanned(Change[Show], frozen=True):
    """What will happen when the character comes back (MU-107)."""

    who: Who
    then: tuple[AnyEffect, ...]

    def onto(self, show: Show) -> Show:
        return show.with_hero(self.who, back=self.then)


@ways.does(op.LeaveScene)
def op_leave(show: Show, e: op.LeaveScene, doer: Doer, dice: Dice) -> Iterator[Event]:
    yield LeftScene(doer.who, show.scene)


@ways.does(op.Retire)
def op_retire(show: Show, e: op.Retire, doer: Doer, dice: Dice) -> Iterator[Event]:
    yield Retired(doer.who)


def unhurt(show: Show, who: str) -> Show:
    """Whoever is gone takes no more harm."""
    injuries = {
        number: replace(injury, over=True) if injury.on == who else injury
        for number, injury in show.injuries.items()
    }
    return replace(show, injuries=injuries)


@ways.does(op.OnReturn)
def op_on_return(show: Show, e: op.OnReturn, doer: Doer, dice: Dice) -> Iterator[Event]:
    yield ReturnPlanned(doer.who, e.then)
